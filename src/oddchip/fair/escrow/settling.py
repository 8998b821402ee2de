"""A channel settled on a chain of its own from a file: published, answered, finished, played to its end, withdrawn.

What is told is what landed, read off the chain after each step, never what was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oddchip.fair.escrow.channel_file import ChannelFile, Published, Side
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.terms import ChannelView, Ending, EscrowRefused, HandView, Phase, Reason, Stage
from oddchip.fair.two_party.hashes import NOTHING, deal_hash, seal_hash
from oddchip.fair.two_party.swap import Outcome


@dataclass(frozen=True)
class Landed:
    """One step: what it was, who took it (a seat, None for nobody in particular), and what came of it in words."""

    step: str
    seat: int | None
    words: str
    refused: bool = False


def settle(escrow: Escrow, file: ChannelFile) -> Iterator[Landed]:
    """Each step as it lands. Raises `EscrowRefused` when the channel cannot be set up at all."""
    channel, terms = _set_up(escrow, file), file.channel
    yield Landed("open", None, f"The channel holds {file.deposits[0]} and {file.deposits[1]}.")
    for each in file.published:
        yield _publish(escrow, channel, each)
    if escrow.channel(channel).stage == Stage.DISPUTED:
        escrow.wait(terms.window + 1)
        escrow.finish(channel)
    view = escrow.channel(channel)
    if view.stage != Stage.DONE:
        yield Landed("finish", None, "Nothing that was published stands: the chips stay in the channel.", True)
        return
    yield Landed("finish", None, _channel_words(view))
    if view.published and view.published.hand:
        yield from _play_on(escrow, terms.hand(file.where, view.published.hand.number).hash(file.where), file)
    for seat, player in enumerate(terms.players):
        yield Landed("withdraw", seat, f"withdraws {escrow.withdraw(player)}")


def _set_up(escrow: Escrow, file: ChannelFile) -> bytes:
    terms = file.channel
    if escrow.where != file.where or terms.number != escrow.next_channel(*terms.players):
        raise EscrowRefused("this channel is of another chain, another contract or another number")
    for player, deposit in zip(terms.players, file.deposits, strict=True):
        escrow.give(player, deposit)
    first, second = terms.players
    numbers = terms.number, terms.stake, terms.clock, terms.window
    channel = escrow.open_channel(first, second, *numbers, paid=file.deposits[0])
    escrow.join_channel(second, channel, paid=file.deposits[1])
    return channel


def _publish(escrow: Escrow, channel: bytes, one: Published) -> Landed:
    before = escrow.channel(channel)
    try:
        escrow.publish(before.terms.players[one.by], channel, one.state, one.signatures)
    except EscrowRefused as refused:
        return Landed("publish", one.by, f"publishes state {one.state.number}: refused, {refused}", True)
    if one.state.is_last:
        return Landed("publish", one.by, "publishes the state that both signed as their last")
    what = f"publishes state {one.state.number}"
    if before.published:
        what += f", which takes the place of state {before.published.number}"
    return Landed("publish", one.by, what)


def _channel_words(view: ChannelView) -> str:
    paid = f"{view.paid[0]} to the first, {view.paid[1]} to the second"
    if view.ending == Ending.AGREED:
        return f"The channel ends as both agreed: {paid}."
    assert view.published is not None
    hand = view.published.hand
    rest = f"; hand {hand.number} goes on on the chain" if hand else ""
    return f"The window is over, state {view.published.number} stands: {paid}{rest}."


def _play_on(escrow: Escrow, hand: bytes, file: ChannelFile) -> Iterator[Landed]:
    """Each side gives what it has; after the clock, who has not forfeits."""
    while (view := escrow.hand(hand)).phase != Phase.DONE:
        for seat, side in enumerate(file.sides):
            if landed := _give(escrow, hand, seat, side):
                yield landed
        if escrow.hand(hand).phase == view.phase:
            escrow.wait(view.terms.clock + 1)
            escrow.claim_timeout(hand)
            yield Landed("claim_timeout", None, "The clock has run out.")
    yield Landed("settle", None, hand_words(view))


def _give(escrow: Escrow, hand: bytes, seat: int, side: Side) -> Landed | None:
    view = escrow.hand(hand)
    player = view.terms.players[seat]
    step = ""
    try:
        if view.phase == Phase.REVEAL and side.secret and view.secrets[seat] == NOTHING:
            step = "reveals a secret"
            escrow.reveal(player, hand, side.secret)
        elif view.phase == Phase.SEAL and side.salt and side.mask is not None and view.seals[seat] == NOTHING:
            step = "seals four cards"
            deal = deal_hash(hand, view.secrets)
            escrow.seal(player, hand, seal_hash(hand, deal, player, side.salt, side.mask))
        elif view.phase == Phase.OPEN and side.salt and side.mask is not None and not view.masks[seat]:
            step = "opens the seal"
            escrow.open_seal(player, hand, side.salt, side.mask)
    except EscrowRefused as refused:
        return Landed("play", seat, f"{step}: refused, {refused}", True)
    return Landed("play", seat, step) if step else None


def hand_words(view: HandView) -> str:
    """How a hand ended."""
    first, second = view.shares
    if view.reason == Reason.RETURNED:
        return f"Stakes back: {first} and {second}."
    if view.reason == Reason.FORFEITED:
        loser, pot = ("second", first) if first else ("first", second)
        return f"The {loser} missed the deadline and forfeits the pot of {pot}."
    outcome = Outcome((view.cards[:8], view.cards[8:]), view.masks)
    mine, yours = outcome.words
    if outcome.winner is None:
        return f"Both have {mine}: the pot is split, {first} each."
    winner, worth, other = ("first", mine, yours) if outcome.winner == 0 else ("second", yours, mine)
    return f"The {winner} has {worth} against {other} and takes the pot of {first + second}."

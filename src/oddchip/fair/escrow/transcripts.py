"""The transcript of a hand between two as a channel that the contract brings to its end, for play tokens.

A contract can check neither the players' keys nor their signatures (they are Ed25519), and it deals other cards than
two deal without it, since its address is in the terms. So what the transcript proves is put before it anew, by play
accounts that anybody can make out of the players' public keys and that are worth nothing: the state after the hand, if
the cards have decided it; else the state in which both stakes are in the pot, where who was silent stays silent, and
the contract comes to the same end as the referee.
"""

from __future__ import annotations

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.channel_file import ChannelFile, Published, Side
from oddchip.fair.escrow.place import PLAY
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.terms import ChannelTerms, Standing, State, Two, Where
from oddchip.fair.hashing import digest
from oddchip.fair.two_party import Checked, MemoryVault, verify_transcript
from oddchip.fair.two_party.hashes import commit_hash
from oddchip.fair.two_party.terms import Terms

WINDOW = 900
#: Any four cards: who plays against silence is never compared.
ANY_FOUR = 0b00001111


def channel_of(text: str, where: Where = PLAY) -> ChannelFile:
    """The channel of a transcript. `FairError` if it does not hold, and for a hand that no chips hang on."""
    checked = verify_transcript(text)
    terms = checked.terms
    if terms is None or checked.ending is None or checked.ending.end not in ("settled", "forfeit", "void"):
        raise FairError("this transcript has no end that a contract could settle")
    if terms.offer.stakes[0] != terms.offer.stakes[1] or not terms.offer.stakes[0] or terms.offer.dead:
        raise FairError("a channel takes equal stakes of at least one chip, and nothing else in the pot")
    players = _player(terms, 0), _player(terms, 1)
    addresses = players[0].address, players[1].address
    channel = ChannelTerms(addresses, terms.offer.stakes[0], terms.offer.clock, WINDOW, 1)
    state, sides = _state(checked, terms, channel, where)
    signatures = players[0].sign(channel, where, state), players[1].sign(channel, where, state)
    return ChannelFile(where, channel, terms.offer.balances, (Published(0, state, signatures),), sides)


def _player(terms: Terms, seat: int) -> Player:
    """The play account that stands for a player's key."""
    key = digest("play account", terms.keys[seat])
    return Player(key, MemoryVault(), lambda count: digest("play bits", key)[:count])


def _state(checked: Checked, terms: Terms, channel: ChannelTerms, where: Where) -> tuple[State, tuple[Side, Side]]:
    """The state that counts, and what each still gives."""
    ending, number = checked.ending, 2 * terms.offer.hand
    assert ending is not None
    if ending.end == "settled":
        return State(number, terms.settled(ending.shares).balances), (Side(), Side())
    hand = channel.hand(where, terms.offer.hand).hash(where)
    secrets = digest("play secret", terms.hash, terms.keys[0]), digest("play secret", terms.hash, terms.keys[1])
    commitments: Two = (
        commit_hash(hand, channel.players[0], secrets[0]),
        commit_hash(hand, channel.players[1], secrets[1]),
    )
    left = terms.offer.balances[0] - channel.stake, terms.offer.balances[1] - channel.stake
    sides = tuple(
        Side(secrets[seat], digest("play salt", secrets[seat]), ANY_FOUR) if seat == ending.winner else Side()
        for seat in (0, 1)
    )
    return State(number - 1, left, Standing(terms.offer.hand, commitments)), (sides[0], sides[1])

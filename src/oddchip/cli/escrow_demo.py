"""A hand of California Poker settled by a contract on a chain inside this process: play tokens, no network.

Each call tells its time and its gas. With --channel three hands are played in a channel, signed step by step and not on
the chain; in the fourth the second player publishes an old state and falls silent, and FILE is written for `oddchip
escrow settle`. docs/escrow.md has the rules.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import SystemRandom
from time import perf_counter

from oddchip.cards import cards_text
from oddchip.cli.escrow import NAMES, add_plain, opened
from oddchip.cli.frame import OK, Parser, WrongUse, whole
from oddchip.cli.screen import Screen
from oddchip.fair.escrow.channel_file import ChannelFile, Published, Side, dump_channel
from oddchip.fair.escrow.contract import Contract
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.place import PLAY
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.playing import Talk, play_hand
from oddchip.fair.escrow.settling import hand_words
from oddchip.fair.escrow.terms import ChannelTerms
from oddchip.fair.two_party.hashes import Hands
from oddchip.fair.two_party.swap import given
from oddchip.fair.two_party.terms import MOST_CHIPS
from oddchip.fair.two_party.vault import MemoryVault
from oddchip.solve.california import GIFTS, Deal, solve

CLOCK, WINDOW = 300, 900
STAKES = 10
"""How many stakes each puts into the channel."""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--stake", metavar="N", type=whole(1), default=10, help="chips from each, 10 unless told")
    parser.add_argument("--channel", metavar="FILE", help="play in a channel, and write this file in mid-hand")
    add_plain(parser)


def run(args: argparse.Namespace, screen: Screen) -> int:
    if STAKES * args.stake > MOST_CHIPS:
        raise WrongUse(f"the stake is at most {MOST_CHIPS // STAKES}, not {args.stake}")
    if args.channel is not None:
        return _write_channel(args.channel, args.stake, screen)
    return _demo(args.stake, args.plain, screen)


# --- one hand --------------------------------------------------------------------------------------------------------


def _demo(stake: int, plain: bool, screen: Screen) -> int:
    players = _player(), _player()
    started = perf_counter()
    escrow = opened(plain)
    _tell_cost("put the contract on the chain", escrow, started, screen)
    for name, player in zip(NAMES, players, strict=True):
        screen.say(f"{name} is 0x{player.address.hex()}.")
        escrow.give(player.address, stake)
    started = perf_counter()

    def after(step: str) -> None:
        nonlocal started
        _tell_cost(step, escrow, started, screen)
        started = perf_counter()

    def choose(seat: int, hands: Hands) -> int:
        nonlocal started
        mask = best_mix(seat, hands)
        started = perf_counter()  # thinking is no cost of the chain
        return mask

    view = escrow.hand(play_hand(escrow, players, stake, CLOCK, choose, after))
    for at, (name, mask) in enumerate(zip(NAMES, view.masks, strict=True)):
        hand = view.cards[8 * at : 8 * at + 8]
        screen.say(f"{name} had {cards_text(hand)} and gave {cards_text(given(hand, mask))}.")
    screen.say((hand_words(view), "bold"))
    for name, player in zip(NAMES, players, strict=True):
        screen.say(f"{name} withdraws {escrow.withdraw(player.address)}.")
    return OK


def _tell_cost(step: str, escrow: Escrow, started: float, screen: Screen) -> None:
    gas = f", {escrow.chain.gas:,} gas" if isinstance(escrow, Contract) else ""
    screen.say(f"{step}: {1000 * (perf_counter() - started):.1f} ms{gas}", indent=2)


def _player() -> Player:
    return Player(os.urandom(32), MemoryVault(), os.urandom)


def best_mix(seat: int, hands: Hands) -> int:
    """Four cards to give, drawn by the system's randomness from an optimal mix."""
    mix = solve(Deal.of(*hands), compiled=False).mixes[seat]
    (gift,) = SystemRandom().choices(list(mix), [float(part) for part in mix.values()])
    return sum(1 << place for place in GIFTS[gift])


# --- a channel -------------------------------------------------------------------------------------------------------


def _write_channel(path: str, stake: int, screen: Screen) -> int:
    players = _player(), _player()
    terms = ChannelTerms((players[0].address, players[1].address), stake, CLOCK, WINDOW, 1)
    deposits = STAKES * stake, STAKES * stake
    talk = Talk(players, terms, PLAY, deposits)
    for n in range(3):
        state = talk.play(best_mix, n % 2)
        screen.say(f"Hand {n + 1}: both sign state {state.number}, {state.balances[0]} and {state.balances[1]}.")
    older = talk.ledgers[1].latest
    talk.begin(1)
    talk.reveal()
    talk.seal(best_mix, 1)
    latest = talk.ledgers[0].latest
    screen.say(
        f"Hand 4: both sign state {latest.state.number} with both seals; then the second publishes "
        f"state {older.state.number} instead and falls silent."
    )
    published = Published(1, older.state, older.signatures), Published(0, latest.state, latest.signatures)
    salt, mask = players[0].opening(talk.hand_id)
    first = Side(players[0].secret(talk.hand_id), salt, mask)
    try:
        Path(path).write_text(dump_channel(ChannelFile(PLAY, terms, deposits, published, (first, Side()))))
    except OSError as wrong:
        raise WrongUse(f"cannot write {path}: {wrong.strerror or wrong}") from None
    screen.say(f"Written to {path}; oddchip escrow settle {path} brings it to its end.")
    return OK

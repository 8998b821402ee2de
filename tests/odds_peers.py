"""The same small spots asked of evaluators that others wrote. Each gives the shares as exact fractions."""

from __future__ import annotations

import random
import warnings
from fractions import Fraction
from itertools import combinations

import poker_equity

from oddchip.cards import FRENCH, SHORT, cards_text
from oddchip.odds import Spot, odds

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it uses names that pyparsing has given up
    import eval7

__all__ = ["PEERS", "agree", "by_evaluator", "eval7", "spot_and_peer", "text"]

#: Our game, poker-equity's, cards of a hand, cards of the board, most of a hand to come, most of the board to come.
PEERS = (
    ("kansas_city", "deuce_seven", 5, 0, 2, 0),
    ("five_card_draw", "five_card_draw", 5, 0, 2, 0),
    ("badugi", "badugi", 4, 0, 2, 0),
    ("seven_card_stud", "stud", 7, 0, 2, 0),
    ("stud_eight", "stud_hi_lo", 7, 0, 2, 0),
    ("razz", "razz", 7, 0, 1, 0),
    ("texas_holdem", "holdem", 2, 5, 0, 2),
    ("short_deck_holdem", "short_deck", 2, 5, 0, 2),
    ("omaha", "omaha", 4, 5, 0, 2),
    ("omaha_eight", "omaha_hi_lo", 4, 5, 0, 2),
)


def text(cards) -> str:
    return cards_text(cards).replace(" ", "")


def spot_and_peer(peer, rng: random.Random) -> tuple[Spot, dict | None]:
    """A random spot of two players or three, and poker-equity's answer."""
    game, variant, size, board_size, hand_to_come, board_to_come = peer
    deck = list(SHORT.cards if game == "short_deck_holdem" else FRENCH.cards)
    rng.shuffle(deck)
    players = rng.choice((2, 2, 3))
    missing = [rng.randint(0, hand_to_come) for _ in range(players)]
    if size == 7:
        missing = missing[:1] * players
    hands = [[deck.pop() for _ in range(size - lacks)] for lacks in missing]
    board = [deck.pop() for _ in range(board_size - rng.randint(0, board_to_come))] if board_size else []
    dead = [deck.pop() for _ in range(rng.choice((0, 4, 10)))]
    rows = {"board": text(board)} if board_size else {}
    spot = Spot(game, tuple(map(text, hands)), rows=rows, dead=text(dead))
    return spot, poker_equity.exact_from_text(variant, list(map(text, hands)), text(board), text(dead))


def agree(spot: Spot, theirs: dict) -> None:
    """Deals, shares, wins and ties each way: the same whole numbers."""
    ours = odds(spot, exact=True)
    n = int(theirs["samples"])
    assert theirs["exact"]
    assert ours.deals == n
    units = 144  # thirds and quarters of halves
    for p, share in enumerate(ours.shares):
        assert share == Fraction(round(theirs["share_sum"][p] * units), units * n)
        player = ours.players[p]
        high = ours.ways[0]
        assert player.win[high] * n == theirs["high_win_count"][p]
        assert player.tie[high] * n == theirs["high_tie_count"][p]
        if len(ours.ways) > 1:
            assert player.win["low"] * n == theirs["low_win_count"][p]
            assert player.tie["low"] * n == theirs["low_tie_count"][p]
        assert player.scoop * n == theirs["scoop_count"][p]


def by_evaluator(hands, board, dead, value, low_is_best=False, size=2, board_size=5) -> list[Fraction]:
    """Shares by an evaluator of whole hands, which gives anything that compares; every deal is made one by one."""
    gone = {card for hand in hands for card in hand} | set(board) | set(dead)
    rest = [card for card in FRENCH.cards if card not in gone]
    shares, deals = [Fraction(0)] * len(hands), 0
    for whole, table in _deals(hands, board, rest, size, board_size):
        values = [value((*hand, *table)) for hand in whole]
        best = min(values) if low_is_best else max(values)
        winners = [p for p, one in enumerate(values) if one == best]
        deals += 1
        for p in winners:
            shares[p] += Fraction(1, len(winners))
    return [share / deals for share in shares]


def _deals(hands, board, rest, size, board_size):
    for more in combinations(rest, board_size - len(board)):
        left = [card for card in rest if card not in more]
        for whole in _filled(hands, left, size):
            yield whole, (*board, *more)


def _filled(hands, rest, size):
    if not hands:
        yield []
        return
    for more in combinations(rest, size - len(hands[0])):
        for others in _filled(hands[1:], [card for card in rest if card not in more], size):
            yield [(*hands[0], *more), *others]

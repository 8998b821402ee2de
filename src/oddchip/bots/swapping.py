"""California Poker: which four cards to give, when both hands lie open and both choose at once (CP-3).

Every choice of mine meets every choice of the other player: 70 by 70 results of one, a half or nothing. That is a
matrix game, and a player who always answers it the same way can be read, so the bot plays a mix of choices, found by
fictitious play: each side in turn answers the mix of all the answers so far.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, combinations
from random import Random

from oddchip.actions import SwapOffer
from oddchip.rankings import Order
from oddchip.rankings.choose import crossed
from oddchip.views import View

Cards = tuple[int, ...]
Matrix = list[list[int]]


def greedy_gift(view: View, offer: SwapOffer) -> Cards:
    """Keep the cards with which one's own hand is best, over all that the other may give."""
    other = other_hand(view)
    order = order_of(view)
    gifts = list(combinations(other, offer.count))
    keeps = list(combinations(offer.hand, len(offer.hand) - offer.count))
    worth = [sum(row) for row in crossed(order, keeps, gifts)]
    kept = keeps[worth.index(max(worth))]
    return tuple(card for card in offer.hand if card not in kept)


def other_hand(view: View) -> Cards:
    """The other player's cards, which lie open."""
    return next(cards for seat, cards in view.holdings.items() if seat != view.seat)


def order_of(view: View) -> Order:
    state = view.state
    return state.plan.rulesets[state.rules].awards[0].order


def best_gift(view: View, offer: SwapOffer, rng: Random, budget: int) -> Cards:
    """A gift drawn from a mix that is hard to beat; more budget, more rounds of play."""
    mine, theirs = offer.hand, other_hand(view)
    keeps = list(combinations(mine, len(mine) - offer.count))
    gifts = [tuple(card for card in mine if card not in kept) for kept in keeps]
    result = results(order_of(view), keeps, gifts, theirs, offer.count)
    mix = fictitious(result, max(40, 4 * budget))
    return gifts[pick(mix, rng)]


def results(order: Order, keeps: Sequence[Cards], gifts: Sequence[Cards], theirs: Cards, count: int) -> Matrix:
    """1, 0 or -1 for every keep of mine against every keep of theirs."""
    kept_there = list(combinations(theirs, len(theirs) - count))
    given = [tuple(card for card in theirs if card not in kept) for kept in kept_there]
    mine, others = crossed(order, keeps, given), crossed(order, gifts, kept_there)
    return [
        [(a > b) - (a < b) for a, b in zip(ours, rest, strict=True)] for ours, rest in zip(mine, others, strict=True)
    ]


def fictitious(result: Matrix, rounds: int) -> list[int]:
    """How often each row is played when both sides answer the play so far; later rounds weigh more."""
    columns = [list(column) for column in zip(*result, strict=True)]
    for row in range(len(result)):
        if min(result[row]) == 1:
            return [int(i == row) for i in range(len(result))]
    mine = [sum(row) / len(row) for row in result]  # the answer to a player who gives anything
    theirs = [-sum(column) / len(column) for column in columns]
    mix = [0] * len(result)
    for turn in range(1, rounds + 1):
        row = mine.index(max(mine))
        column = theirs.index(max(theirs))
        mix[row] += turn
        mine = [sum_ + turn * part for sum_, part in zip(mine, columns[column], strict=True)]
        theirs = [sum_ - turn * part for sum_, part in zip(theirs, result[row], strict=True)]
    return mix


def pick(weights: Sequence[float], rng: Random) -> int:
    """A place drawn in proportion to the weights."""
    totals = list(accumulate(weights))
    return min(bisect(totals, rng.random() * totals[-1]), len(totals) - 1)

"""Hand values per second in plain Python, beside phevaluator's public function; and whole showdowns, to be seen.

Fails when a call is slower than phevaluator's. Medians of several rounds, taken in turn.
"""

import random
import sys
from statistics import median
from time import perf_counter

from phevaluator.evaluator import evaluate_cards

from oddchip.cards import FRENCH, Deck
from oddchip.rankings import Chooser, Ranking, order

ROUNDS, HANDS = 15, 20_000
FLOOR = 1.0

rng = random.Random(7)


def hands(size, deck=52):
    return [tuple(rng.sample(range(deck), size)) for _ in range(HANDS)]


def nanoseconds(call, dealt, spread=False):
    start = perf_counter()
    if spread:
        for hand in dealt:
            call(*hand)
    else:
        for hand in dealt:
            call(hand)
    return (perf_counter() - start) / len(dealt) * 1e9


def measure(ways):
    times = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (call, dealt, spread) in ways.items():
            times[name].append(nanoseconds(call, dealt, spread))
    return {name: median(taken) for name, taken in times.items()}


def calls():
    """Every way to value a hand, and the phevaluator time it must not exceed (None: only shown)."""
    high, bug = order(Ranking.HIGH), order(Ranking.HIGH, Deck(FRENCH, 1))
    ways, beside = {}, {}
    for size in (5, 7):
        dealt, joker = hands(size), hands(size, 53)
        peer = f"phevaluator, {size} cards"
        ways[peer] = (evaluate_cards, dealt, True)
        ways[f"high, {size} cards"] = (high.value, dealt, False)
        ways[f"high, value_of({size})"] = (high.value_of(size), dealt, False)
        ways[f"high with bug, {size} of 53"] = (bug.value, joker, False)
        for ranking in (Ranking.ACE_TO_FIVE_LOW, Ranking.DEUCE_TO_SEVEN_LOW):
            ways[f"{ranking.value}, {size} cards"] = (order(ranking).value, dealt, False)
        beside |= dict.fromkeys(list(ways)[-5:], peer)
    ways["high, 8 cards"] = (high.value, hands(8), False)
    ways["badugi, 4 cards"] = (order(Ranking.BADUGI).value, hands(4), False)
    for call, dealt, spread in ways.values():
        call(*dealt[0]) if spread else call(dealt[0])
    return measure(ways), beside


def showdown(use, public, own, players=6):
    """Milliseconds for the best high and low hand of every player, cards included."""
    orders = order(Ranking.HIGH), order(Ranking.ACE_TO_FIVE_LOW)
    deal = rng.sample(range(52), sum(public) + own * players)
    sources = [[deal.pop() for _ in range(size)] for size in public]
    start = perf_counter()
    for judge in orders:
        chooser = Chooser(judge, use, sources)
        for player in range(players):
            chooser.best(deal[player * own : (player + 1) * own])
    return (perf_counter() - start) * 1e3


def main():
    times, beside = calls()
    failed = False
    print(f"{'':32}{'ns':>8}{'M/s':>8}{'ratio':>8}")
    for name, taken in times.items():
        ratio = times[beside[name]] / taken if name in beside else None
        failed |= ratio is not None and ratio < FLOOR
        print(f"{name:32}{taken:8.0f}{1e3 / taken:8.2f}{'' if ratio is None else f'{ratio:8.2f}'}")
    for name, use, public, own in (
        ("Cucamonga", ((1, 2),) * 3, (4, 4), 5),
        ("Omaha high-low", ((2, 2), (3, 3)), (5,), 4),
    ):
        taken = median(showdown(use, public, own) for _ in range(25))
        print(f"{name + ', six-handed: ms':32}{taken:8.2f}")
    return failed


if __name__ == "__main__":
    sys.exit(main())

"""Hands a second in bulk, one thread: beside phevaluator's public call, poker-equity's badugi and what memory allows.

A hand of k cards is k loads of keys, from 512 bytes, and three from tables of some 256 KiB. The bound is what so many
random loads take one after the other, measured in the same rounds; a processor that does several at once may pass it.
Ratios are medians of the rounds' own ratios. Fails below a floor. `--json` gives data.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from _rounds import Row, raw_loads, ratio, rounds, show  # isort: skip

import numpy as np
import poker_equity
from eval7 import Card, evaluate
from phevaluator.evaluator import evaluate_cards

from oddchip.cards import FRENCH, Deck, cards_text
from oddchip.kernels import bulk
from oddchip.rankings import Ranking, order

ROUNDS, HANDS, CALLS = 31, 300_000, 1_000
PHEVALUATOR = {5: 135, 7: 110}
PART_OF_HIGH, EIGHT_OF_FIVE, BADUGI = 0.9, 0.45, 15
START = """
from time import perf_counter, process_time
begun = perf_counter(), process_time()
from oddchip.kernels import bulk
from oddchip.rankings import Ranking, order
import numpy as np
hands = np.arange(5 * 8).reshape(8, 5)
bulk(order(Ranking.HIGH)).values(hands)
print(perf_counter() - begun[0], process_time() - begun[1])
"""

rng = np.random.default_rng(7)


def hands(size, number, deck=52):
    return np.argpartition(rng.random((number, deck)), size, axis=1)[:, :size].astype(np.uint8)


def in_bulk(judge, size, deck=52):
    kernel, dealt, out = bulk(judge).kernel(size), hands(size, HANDS, deck), np.empty(HANDS, np.uint16)
    return lambda: kernel(dealt, out)


def one_by_one(size):
    dealt = [tuple(map(int, hand)) for hand in hands(size, CALLS)]
    cards = [[Card(cards_text([card])) for card in hand] for hand in dealt]
    return {
        f"phevaluator, {size} cards": lambda: [evaluate_cards(*hand) for hand in dealt],
        f"eval7, {size} cards": lambda: [evaluate(hand) for hand in cards],
    }


def everything():
    load, loads = raw_loads()
    calls = {"loads": load, "key loads": raw_loads(64, np.uint64)[0]}
    for size in (5, 6, 7, 8):
        calls[f"high, {size} cards"] = in_bulk(order(Ranking.HIGH), size)
    calls["high with the bug, 5 of 53"] = in_bulk(order(Ranking.HIGH, Deck(FRENCH, 1)), 5, 53)
    for ranking, name in ((Ranking.ACE_TO_FIVE_LOW, "ace-to-five"), (Ranking.DEUCE_TO_SEVEN_LOW, "deuce-to-seven")):
        for size in (5, 7, 8):
            calls[f"{name}, {size} cards"] = in_bulk(order(ranking), size)
    calls["badugi"] = in_bulk(order(Ranking.BADUGI), 4)
    texts = [cards_text(hand.tolist()) for hand in hands(4, 10 * CALLS)]
    calls["poker-equity, badugi"] = lambda: poker_equity.score_batch("badugi", texts)
    for size in (5, 7):
        calls |= one_by_one(size)
    return calls, loads


def parts(size):
    """The loads that a hand takes, by their kind."""
    return ("key loads", size), ("loads", 3)


def number_of(name):
    if name.startswith("poker-equity"):
        return 10 * CALLS
    return CALLS if name.startswith(("phe", "eval7")) else HANDS


def started():
    """From the start of Python to the first values, with a warm cache: on the clock, and of a processor."""
    run = [sys.executable, "-c", START]
    times = [subprocess.run(run, capture_output=True, check=True).stdout.split() for _ in range(5)]
    clock, processor = (median(float(pair[i]) for pair in times) for i in (0, 1))
    return [
        Row("first values of a process, cache warm", clock, "s"),
        Row("the same, processor time", processor, "s", 1, True),
    ]


def main():
    calls, loads = everything()
    taken = rounds(calls, ROUNDS)
    rows = [
        Row("random loads from 256 KiB", loads / median(taken["loads"]) / 1e6, "M/s"),
        Row("random loads from 512 bytes", loads / median(taken["key loads"]) / 1e6, "M/s"),
    ]
    for name in list(calls)[2:]:
        rows.append(Row(name, number_of(name) / median(taken[name]) / 1e6, "M/s"))
    for size, floor in PHEVALUATOR.items():
        peer = ratio(taken, f"phevaluator, {size} cards", f"high, {size} cards", HANDS / CALLS)
        rows.append(Row(f"high, {size} cards: phevaluator's public call", peer, "times", floor))
    for size in (5, 7, 8):
        bound = sum(ratio(taken, load, f"high, {size} cards", HANDS * k / loads) for load, k in parts(size))
        rows.append(Row(f"high, {size} cards: the bound of raw loads", bound, "times"))
    five = "high, 5 cards"
    rows.append(Row("high, 8 cards: its rate with 5", ratio(taken, five, "high, 8 cards"), "times", EIGHT_OF_FIVE))
    for name in ("high with the bug, 5 of 53", "ace-to-five, 5 cards", "deuce-to-seven, 5 cards"):
        rows.append(Row(f"{name}: high's rate", ratio(taken, five, name), "times", PART_OF_HIGH))
    badugi = ratio(taken, "poker-equity, badugi", "badugi", HANDS / (10 * CALLS))
    rows.append(Row("badugi: poker-equity", badugi, "times", BADUGI))
    rows += started()
    return show(rows, "bulk values, one thread")


if __name__ == "__main__":
    sys.exit(main())

"""Whole questions, one thread: exact and random deals beside poker-equity, and the two kernels nobody else has.

The goals in milliseconds were set where a million random loads from 256 KiB took 0.77 ms; they are judged by what
these loads take in the same rounds, so that they mean the same here. Every answer is checked before it is timed. Fails
below a floor. `--json` gives data.
"""

import sys
from math import comb
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from _rounds import LOADS_THEN, Row, raw_loads, ratio, rounds, show  # isort: skip

import numpy as np
import poker_equity

from oddchip.cards import FRENCH, Deck
from oddchip.kernels import choose, choose_against, choose_deals, deals, keeps
from oddchip.kernels.streams import streams
from oddchip.kernels.tables import tables_for
from oddchip.rankings import Ranking, order

ROUNDS = 11
EXACT, DRAW, SAMPLED = 20, 40, 7
CUCAMONGA_MS, KEEPS_MS, KEEPS_JOKER_MS, DEALS = 12, 1200, 1500, 50_000
TRIALS, PEER_TRIALS, FOUR_HANDED = 1_000_000, 100_000, 4_000

DECK = Deck(FRENCH)
HIGH, LOW = order(Ranking.HIGH), order(Ranking.ACE_TO_FIVE_LOW)
NO_FLOOR, PLAIN = np.zeros(2, np.uint16), np.array([False])


class Spot:
    """Known hands and the rest of the cards, as the kernels take them."""

    def __init__(self, size, dead, *hands):
        self.tables = t = tables_for(HIGH, size)
        held = [DECK.parse(hand) for hand in hands]
        gone = {*DECK.parse(dead)}.union(*held)
        rest = [card for card in DECK.cards if card not in gone]
        self.keys, self.masks = (np.array([cards[hand].sum() for hand in map(list, held)]) for cards in t[:2])
        self.rest = t.keys[rest], t.masks[rest]
        self.ways = t.base, t.low, t.values[None], t.flush[None], PLAIN

    def exact(self):
        counts, waived = empty(2)
        last = len(self.rest[0]) - 4
        deals.boards(self.keys, self.masks, *self.rest, 5, *self.ways, NO_FLOOR, 0, last, counts, waived)
        return counts[:, 0].tolist()

    def sampled(self):
        counts, waived = empty(2)
        args = self.keys, self.masks, np.zeros(2, np.int64), 5, *self.rest, *self.ways, NO_FLOOR, TRIALS
        deals.sample(*args, streams(1, 1)[0], counts, waived)
        return counts[:, 0].tolist()

    def drawn(self, *draws):
        counts, waived = empty(2)
        lists = []
        for key, mask, count in zip(self.keys, self.masks, draws, strict=True):
            sets = np.zeros(comb(len(self.rest[0]), count), np.uint64)
            worth = np.zeros((len(sets), 1), np.uint16)
            deals.completions(key, mask, *self.rest, count, *self.ways, sets, worth)
            lists += [sets, worth]
        deals.duel(*lists, NO_FLOOR, counts, waived)
        return counts[:, 0].tolist()


def empty(players):
    return tuple(np.zeros((1 << players, 1 << players), np.int64) for _ in range(2))


def cucamonga():
    """The board and hand of the published count: best hands of all pairs, then all 575,757 hands of an opponent."""
    hero, board = list(DECK.parse("Ac3c4dTdQc")), list(DECK.parse("8hKh7c7d5d6h5s8d"))
    plan = choose.plan(((1, 2),) * 3, (4, 4))
    ways, keys, masks = choose.ways_of((HIGH, LOW))
    rest = [card for card in DECK.cards if card not in {*hero, *board}]
    n, floors = len(rest), np.array([0, LOW.floor("low 8")], np.uint16)

    def against():
        sums = choose.empty_sums(plan)
        choose.public_sums(plan.ones, plan.twos, keys[board], masks[board], sums)
        best = np.array(choose.best(keys[hero], masks[hero], 5, sums, ways), np.uint16)
        singles, pairs = np.zeros((2, n), np.uint16), np.zeros((2, n, n), np.uint16)
        choose.tables(keys[rest], masks[rest], sums, ways, singles, pairs)
        counts, waived = empty(2)
        have, winners = np.zeros(2, np.uint16), np.ones(2, np.int64)
        choose_against.against(have, singles, pairs, 5, best, winners, floors, counts, waived)
        return counts.sum(axis=1).tolist(), counts.sum(axis=0).tolist()

    def four_handed():
        counts, waived = empty(4)
        own, held = np.zeros((2, 4, 5), np.uint64), np.zeros(4, np.int64)
        row, missing, every = np.zeros((2, 8), np.uint64), np.arange(8), list(DECK.cards)
        fit = plan.ones, plan.twos, choose.empty_sums(plan), ways, floors, FOUR_HANDED, streams(4, 1)[0]
        args = *own, held, held + 5, *row, missing, keys[every], masks[every]
        choose_deals.sample(*args, *fit, counts, waived)

    return against, four_handed


def best_keeps(judge):
    """What every keep of every hand is worth against a random hand's value; the payoff is made beforehand."""
    pack = judge.deck.cards
    values = keeps.values_of(judge, pack)
    payoff = keeps.showdown_payoff(values, values)
    return lambda: keeps.Keeps(payoff, len(pack)).best()


def calls():
    holdem = Spot(7, "", "AhKh", "QsQd")
    draw = Spot(5, "2d3h9h", "AhAsKd", "9c8c7c6c")
    against, four_handed = cucamonga()
    assert holdem.exact() == [0, 787966, 917606, 6732]
    assert draw.drawn(2, 1) == [0, 22262, 12178, 0]
    assert against() == ([0, 102799, 472958, 0], [0, 459613, 75509, 40635])
    load, loads = raw_loads()
    peer, seats, known = poker_equity, ["AhKh", "QsQd"], ["AhAsKd", "9c8c7c6c"]
    return {
        "loads": load,
        "AhKh v QsQd": holdem.exact,
        "AhKh v QsQd, poker-equity": lambda: peer.exact_from_text("holdem", seats),
        "two draw v one": lambda: [draw.drawn(2, 1) for _ in range(50)],
        "two draw v one, poker-equity": lambda: peer.exact_from_text("five_card_draw", known, dead="2d3h9h"),
        "random boards": holdem.sampled,
        "random boards, poker-equity": lambda: peer.chunk_from_text("holdem", seats, samples=PEER_TRIALS, threads=1),
        "Cucamonga": against,
        "four-handed": four_handed,
        "keeps": best_keeps(HIGH),
        "keeps with the bug": best_keeps(order(Ranking.HIGH, Deck(FRENCH, 1))),
    }, loads


def main():
    every, loads = calls()
    taken = rounds(every, ROUNDS)
    took = {name: median(times) for name, times in taken.items()}
    rate = loads / took["loads"]
    milliseconds = {
        "AhKh v QsQd, 1,712,304 boards": took["AhKh v QsQd"],
        "the same by poker-equity": took["AhKh v QsQd, poker-equity"],
        "two draw v one, 34,440 deals": took["two draw v one"] / 50,
        "the same by poker-equity ": took["two draw v one, poker-equity"],
    }
    rows = [Row("random loads from 256 KiB", rate / 1e6, "M/s")]
    rows += [Row(name, 1e3 * seconds, "ms") for name, seconds in milliseconds.items()]
    rows.append(Row("AhKh v QsQd, random boards", TRIALS / took["random boards"] / 1e6, "M/s"))
    rows.append(Row("the same by poker-equity", PEER_TRIALS / took["random boards, poker-equity"] / 1e6, "M/s"))
    for name, work, floor in (
        ("AhKh v QsQd", 1, EXACT),
        ("two draw v one", 50, DRAW),
        ("random boards", TRIALS / PEER_TRIALS, SAMPLED),
    ):
        rows.append(Row(f"{name}: poker-equity", ratio(taken, f"{name}, poker-equity", name, work), "times", floor))
    # A goal set at a rate of loads, at the rate of this machine.
    here = LOADS_THEN / rate
    for name, words, goal in (
        ("Cucamonga", "Cucamonga, a board v all 575,757 hands", CUCAMONGA_MS),
        ("keeps", "all 32 keeps of all 2,598,960 hands", KEEPS_MS),
        ("keeps with the bug", "all 32 keeps of all 2,869,685 hands", KEEPS_JOKER_MS),
    ):
        rows.append(Row(words, 1e3 * took[name], "ms", goal * here, at_most=True))
    rows.append(Row("Cucamonga, four hands at random", FOUR_HANDED / took["four-handed"], "deals/s", DEALS / here))
    return show(rows, "odds, one thread")


if __name__ == "__main__":
    sys.exit(main())

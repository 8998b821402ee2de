"""Constrained choice, compiled: the published Cucamonga spot, and the same as the scalar `Chooser` at every turn."""

import math
import random
from itertools import combinations

import numpy as np
import pytest

from oddchip.cards import FRENCH, Deck
from oddchip.errors import CardError
from oddchip.kernels import choose, choose_against, choose_deals, deals
from oddchip.kernels.streams import streams
from oddchip.rankings import Chooser, Ranking, order

DECK = Deck(FRENCH)
CUCAMONGA, ROWS = ((1, 2),) * 3, (4, 4)
OMAHA, BOARD = ((2, 2), (3, 3)), (5,)
HIGH, LOW = order(Ranking.HIGH), order(Ranking.ACE_TO_FIVE_LOW)
EIGHT = np.array([0, LOW.floor("low 8")], np.uint16)


class Spot:
    """A fixed board and the cards that are left, laid out for the kernels."""

    def __init__(self, use, sizes, board, gone=(), orders=(HIGH, LOW)):
        self.plan = choose.plan(use, sizes)
        self.ways, self.keys, self.masks = choose.ways_of(orders)
        self.board, self.rest = board, [card for card in DECK.cards if card not in {*board, *gone}]
        self.sums = choose.empty_sums(self.plan)
        choose.public_sums(self.plan.ones, self.plan.twos, self.keys[board], self.masks[board], self.sums)
        n, ways = len(self.rest), len(orders)
        self.singles, self.pairs = np.zeros((ways, n), np.uint16), np.zeros((ways, n, n), np.uint16)
        self.unseen = self.keys[self.rest], self.masks[self.rest]
        choose.tables(*self.unseen, self.sums, self.ways, self.singles, self.pairs)
        rows = [board[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes))]
        self.choosers = [Chooser(judge, use, rows) for judge in orders]

    def best(self, hand):
        return choose.best(self.keys[hand], self.masks[hand], len(hand), self.sums, self.ways)[: len(self.choosers)]

    def scalar(self, hand):
        return tuple(chooser.value(tuple(hand)) for chooser in self.choosers)

    def begin(self, known):
        have, wide = np.zeros(len(self.singles), np.uint16), np.zeros_like(self.singles)
        args = self.keys[known], self.masks[known], *self.unseen, self.sums, self.ways, self.singles
        choose.begin(*args, have, wide)
        return have, wide

    def completed(self, known, count):
        sets = np.zeros(math.comb(len(self.rest), count), np.uint64)
        worth = np.zeros((len(sets), len(self.singles)), np.uint16)
        assert choose.completions(*self.begin(known), self.pairs, count, sets, worth) == len(sets)
        return sets, worth


def empty(players):
    return tuple(np.zeros((1 << players, 1 << players), np.int64) for _ in range(2))


def against(spot, hero, count, floors, known=()):
    counts, waived = empty(2)
    best = np.array(spot.best(hero), np.uint16)
    winners = np.ones(len(best), np.int64)
    args = *spot.begin(list(known)), spot.pairs, count, best, winners, floors, counts, waived
    assert choose_against.against(*args) == math.comb(len(spot.rest), count)
    return counts, waived


def test_cu_4_1_a_hand_against_all_575757_hands():
    hero = list(DECK.parse("Ac3c4dTdQc"))
    spot = Spot(CUCAMONGA, ROWS, list(DECK.parse("8hKh7c7d5d6h5s8d")), gone=hero)
    counts, waived = against(spot, hero, 5, EIGHT)
    assert counts.sum() == 575757
    assert waived.sum() == 0
    assert counts.sum(axis=1).tolist() == [0, 102799, 472958, 0]
    assert counts.sum(axis=0).tolist() == [0, 459613, 75509, 40635]
    # Two quarters a half: a share is 4 for the whole pot, 2 for one way alone and 1 for one way shared.
    quarters = {0: 0, 1: 2, 2: 0, 3: 1}
    share = sum(int(counts[h, w]) * (quarters[h] + quarters[w]) for h in range(4) for w in range(4))
    assert (share, 4 * 575757) == (1165459, 2303028)


@pytest.mark.parametrize("use, sizes, own", [(CUCAMONGA, ROWS, 5), (CUCAMONGA, ROWS, 4), (OMAHA, BOARD, 4)])
def test_best_hands_are_the_choosers(use, sizes, own):
    rng = random.Random(own)
    for _ in range(12):
        dealt = rng.sample(DECK.cards, sum(sizes) + own)
        board, hand = dealt[: sum(sizes)], dealt[sum(sizes) :]
        spot = Spot(use, sizes, board)
        assert spot.best(hand) == spot.scalar(hand)
        known, more = hand[:2], own - 2
        spot = Spot(use, sizes, board, gone=known)
        sets, worth = spot.completed(known, more)
        for row in rng.sample(range(len(sets)), 20):
            added = [card for place, card in enumerate(spot.rest) if int(sets[row]) >> place & 1]
            assert len(added) == more
            assert tuple(worth[row].tolist()) == spot.scalar(known + added)


@pytest.mark.parametrize("ranking", [Ranking.DEUCE_TO_SEVEN_LOW, Ranking.HIGH])
def test_one_way_and_lows_that_a_flush_hurts(ranking):
    rng = random.Random(27)
    for _ in range(10):
        dealt = rng.sample(DECK.cards, 13)
        spot = Spot(CUCAMONGA, ROWS, dealt[:8], orders=[order(ranking)])
        assert spot.best(dealt[8:]) == spot.scalar(dealt[8:])


def test_against_counts_as_the_duel_does():
    rng = random.Random(8)
    floors = np.array([HIGH.floor("pair K"), LOW.floor("low 7")], np.uint16)
    for _ in range(6):
        dealt = rng.sample(DECK.cards, 8 + 5 + 3)
        board, hero, known = dealt[:8], dealt[8:13], dealt[13:]
        spot = Spot(CUCAMONGA, ROWS, board, gone=hero + known)
        counts, waived = against(spot, hero, 2, floors, known)
        again, again_waived = empty(2)
        mine = np.zeros(1, np.uint64), np.array([spot.best(hero)], np.uint16)
        deals.duel(*spot.completed(known, 2), *mine, floors, again, again_waived)
        swap = [0, 2, 1, 3]
        assert (again[swap][:, swap] == counts).all()
        assert (again_waived[swap][:, swap] == waived).all()


def laid_out(spot_cards, hands, missing, plan, orders, most):
    ways, keys, masks = choose.ways_of(orders)
    board = np.array([0 if card is None else card for card in spot_cards])
    gone = {*spot_cards}.union(*hands)
    rest = [card for card in DECK.cards if card not in gone]
    own_keys, own_masks = (np.zeros((len(hands), most), np.uint64) for _ in range(2))
    for p, hand in enumerate(hands):
        own_keys[p, : len(hand)], own_masks[p, : len(hand)] = keys[hand], masks[hand]
    held = np.array([len(hand) for hand in hands])
    return ways, own_keys, own_masks, held, keys[board], masks[board], np.array(missing), rest, keys[rest], masks[rest]


@pytest.mark.parametrize(
    "use, sizes, own, missing", [(CUCAMONGA, ROWS, 5, (3, 7)), (CUCAMONGA, ROWS, 4, (6, 7)), (OMAHA, BOARD, 4, (3, 4))]
)
def test_boards_to_come_one_by_one(use, sizes, own, missing):
    rng = random.Random(sum(missing))
    plan = choose.plan(use, sizes)
    size = sum(sizes)
    dealt = rng.sample(DECK.cards, size + 3 * own)
    board = [None if place in missing else card for place, card in enumerate(dealt[:size])]
    hands = [dealt[size + p * own : size + (p + 1) * own] for p in range(3)]
    # Only 14 cards are left to come, so that the plain way is quick.
    ways, own_keys, own_masks, held, keys, masks, places, rest, _, _ = laid_out(
        board, hands, missing, plan, (HIGH, LOW), own
    )
    rest, (_, all_keys, all_masks) = rest[:14], choose.ways_of((HIGH, LOW))
    counts, waived = empty(3)
    args = own_keys, own_masks, held, keys, masks, places, plan.groups, all_keys[rest], all_masks[rest]
    fit = plan.ones, plan.twos, choose.empty_sums(plan), ways, EIGHT
    found = sum(choose_deals.boards(*args, *fit, lo, lo + 7, counts, waived) for lo in (0, 7))
    expected, nobody = empty(3)
    same_row = plan.groups[missing[0]] == plan.groups[missing[1]]
    every = list(combinations(rest, 2)) if same_row else [(a, b) for a in rest for b in rest if a != b]
    for pair in every:
        full = [pair[missing.index(place)] if card is None else card for place, card in enumerate(board)]
        rows = [full[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes))]
        masks_won = []
        for judge, floor in ((HIGH, 0), (LOW, int(EIGHT[1]))):
            values = [Chooser(judge, use, rows).value(tuple(hand)) for hand in hands]
            best = max(values)
            masks_won.append(sum(1 << p for p, value in enumerate(values) if value == best and best >= floor))
        expected[tuple(masks_won)] += 1
    assert found == len(every) == counts.sum()
    assert (counts == expected).all()
    assert (waived == nobody).all()


def test_cu_2_2_eleven_players_get_their_cards_at_random():
    """CU-2.2b: eleven players with four cards each; everything is dealt, so the shares come from symmetry alone."""
    plan = choose.plan(CUCAMONGA, ROWS)
    players, trials = 11, 4000
    args = laid_out([None] * 8, [[] for _ in range(players)], range(8), plan, (HIGH, LOW), 4)
    ways, own_keys, own_masks, held, keys, masks, missing, _, rest_keys, rest_masks = args
    counts, waived = (np.zeros((1 << players, 1 << players), np.int32) for _ in range(2))
    (seed,) = streams(11, 1)
    choose_deals.sample(
        own_keys, own_masks, held, np.full(players, 4), keys, masks, missing, rest_keys, rest_masks, plan.ones,
        plan.twos, choose.empty_sums(plan), ways, np.zeros(2, np.uint16), trials, seed, counts, waived,
    )  # fmt: skip
    assert counts.sum() == trials
    highs = counts.sum(axis=1)
    won = [sum(int(highs[mask]) / mask.bit_count() for mask in range(1, 2048) if mask >> p & 1) for p in range(players)]
    mean, deviation = trials / players, math.sqrt(trials / players)
    assert all(abs(share - mean) < 5 * deviation for share in won)


def test_random_deals_come_near_the_exact_share():
    hero = list(DECK.parse("Ac3c4dTdQc"))
    board = list(DECK.parse("8hKh7c7d5d6h5s8d"))
    plan = choose.plan(CUCAMONGA, ROWS)
    args = laid_out(board, [hero, []], [], plan, (HIGH, LOW), 5)
    ways, own_keys, own_masks, held, keys, masks, _, _, rest_keys, rest_masks = args
    counts, waived = empty(2)
    trials = 100_000
    choose_deals.sample(
        own_keys, own_masks, held, np.array([0, 5]), keys, masks, np.zeros(0, np.int64), rest_keys, rest_masks,
        plan.ones, plan.twos, choose.empty_sums(plan), ways, EIGHT, trials, streams(3, 1)[0], counts, waived,
    )  # fmt: skip
    for found, exact in ((counts.sum(axis=1)[1], 102799 / 575757), (counts.sum(axis=0)[1], 459613 / 575757)):
        assert abs(found / trials - exact) < 4 * math.sqrt(exact * (1 - exact) / trials)


@pytest.mark.parametrize("use, words", [(((3, 3), (2, 2)), "one or two"), (((2, 2), (2, 2)), "no hand")])
def test_choices_that_cannot_be_made_are_refused(use, words):
    with pytest.raises(CardError, match=words):
        choose.plan(use, BOARD)

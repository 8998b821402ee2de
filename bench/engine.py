"""Hands per second, created and played to the payoff, beside PokerKit; and what an act, a view and a showdown take.

Six seats, equal deep stacks, fixed limit 2/4, every hand dealt anew from a shuffled pack. The policies stand outside
both engines and draw from the same distributions:

- uniform: each kind of action on offer (fold, check or call, bet or raise; bring in or complete) is equally likely.
  Neither engine is asked to fold where there is nothing to call.
- sticky: never folds; bets or raises one time in twenty where it may, else checks or calls (or brings in).
- both: every legal discard is equally likely, so each card is thrown with a chance of one half.

Oddchip is played through `Hand.start`, `hand.offer` and `hand.act` (which gives a new hand each time). PokerKit is
played as its documentation says: all automations on, choices from `can_*`, `complete_bet_or_raise_to()` without an
amount, which in fixed limit is its shortest way. Its cap does not count the big blind; Oddchip plays by that rule too.

Slices of both alternate within a round, in processor time, so that other work on the machine disturbs less; figures are
medians, ratios medians of the rounds' ratios. Exits non-zero below a floor.
"""

import subprocess
import sys
import warnings
from collections import Counter
from copy import deepcopy
from itertools import compress
from math import prod
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

import pokerkit

from oddchip import CALL, CHECK, FOLD, FixedLimit, Hand, HouseRules, PotLimit, RaiseTo, Seat, find_game, shuffled
from oddchip.actions import PAY_BRING_IN, BetOffer, Discard

ROUNDS, SLICE = 7, 0.3
SEATS, STACK = 6, 10_000
FLOOR, FLOOR_STUD, FLOOR_FORK = 10, 50, 50
AIM, AIM_MEAN, AIM_STUD = 16, 20, 80
RAISES = 0.05  # how often sticky raises

HOUSE = HouseRules.of(cap_counts_blind=False, fold_unforced="forbidden")
BLINDS = FixedLimit(2, 4, ante=0, blinds=(1, 2))
STUD = FixedLimit(2, 4, ante=1, bring_in=1)
AUTOMATIONS = tuple(pokerkit.Automation)
GAMES = {
    "2-7 triple draw": (find_game("2-7 triple draw"), BLINDS, pokerkit.FixedLimitDeuceToSevenLowballTripleDraw),
    "badugi": (find_game("badugi"), BLINDS, pokerkit.FixedLimitBadugi),
    "stud/8": (find_game("stud/8"), STUD, pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
}
SEATED = tuple(Seat(number, STACK) for number in range(SEATS))
CHOICES = [tuple(mask >> i & 1 for i in range(5)) for mask in range(32)]  # which cards to throw, by five random bits
rng = Random(20)
warnings.simplefilter("ignore")  # PokerKit says so each time it deals discards again


# --- Oddchip -----------------------------------------------------------------------------------------------------


def oddchip_start(name):
    game, stakes, _ = GAMES[name]
    return Hand.start(game, stakes, SEATED, 5, shuffled(rng), house=HOUSE)


def oddchip_choice(offer, sticky):
    """An action on offer, by one of the two policies."""
    if type(offer) is not BetOffer:
        return Discard(tuple(compress(offer.hand, CHOICES[rng.getrandbits(len(offer.hand))])))
    raise_to = offer.raise_to
    passive = CALL if offer.call else CHECK if offer.check else PAY_BRING_IN
    if sticky:
        return RaiseTo(raise_to.least) if rng.random() < RAISES and raise_to else passive
    kinds = [passive]
    if offer.fold:
        kinds.append(FOLD)
    if raise_to:
        kinds.append(raise_to)
    kind = kinds[int(rng.random() * len(kinds))]
    return RaiseTo(raise_to.least) if kind is raise_to else kind


def oddchip_hand(name, sticky):
    """Play one hand; how many decisions it took."""
    hand = oddchip_start(name)
    decisions = 0
    while (offer := hand.offer) is not None:
        hand = hand.act(oddchip_choice(offer, sticky))
        decisions += 1
    return decisions


# --- PokerKit ----------------------------------------------------------------------------------------------------


def pokerkit_start(name):
    _, stakes, game = GAMES[name]
    forced = stakes.blinds or stakes.bring_in
    return game.create_state(AUTOMATIONS, True, stakes.ante, forced, stakes.small, stakes.big, STACK, SEATS)


def pokerkit_act(state, sticky):
    """Choose by the policy, and act."""
    if state.stand_patter_or_discarder_index is not None:
        cards = state.hole_cards[state.stand_patter_or_discarder_index]
        state.stand_pat_or_discard(tuple(compress(cards, CHOICES[rng.getrandbits(len(cards))])))
        return
    passive = state.post_bring_in if state.can_post_bring_in() else state.check_or_call
    if sticky:
        if rng.random() < RAISES and state.can_complete_bet_or_raise_to():
            passive = state.complete_bet_or_raise_to
        passive()
        return
    kinds = [passive]
    if state.can_fold():
        kinds.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        kinds.append(state.complete_bet_or_raise_to)
    kinds[int(rng.random() * len(kinds))]()


def pokerkit_hand(name, sticky):
    state = pokerkit_start(name)
    decisions = 0
    while state.status:
        pokerkit_act(state, sticky)
        decisions += 1
    return decisions


# --- hands per second --------------------------------------------------------------------------------------------


def slice_of(play, name, sticky):
    """(seconds a hand, hands, decisions) of one slice of processor time."""
    hands = decisions = 0
    begun = process_time()
    end = begun + SLICE
    while (now := process_time()) < end:
        decisions += play(name, sticky)
        hands += 1
    return (now - begun) / hands, hands, decisions


def rates(name, sticky):
    """A cell: hands per second of both, the ratio, decisions per hand of both."""
    for play in (oddchip_hand, pokerkit_hand):
        for _ in range(20):
            play(name, sticky)
    times, ratios, counts = {oddchip_hand: [], pokerkit_hand: []}, [], Counter()
    for _ in range(ROUNDS):
        for play, found in times.items():
            seconds, hands, decisions = slice_of(play, name, sticky)
            found.append(seconds)
            counts[play, "hands"] += hands
            counts[play, "decisions"] += decisions
        ratios.append(times[pokerkit_hand][-1] / times[oddchip_hand][-1])
    each = {
        play: (1 / median(found), counts[play, "decisions"] / counts[play, "hands"]) for play, found in times.items()
    }
    return each[oddchip_hand], each[pokerkit_hand], median(ratios)


def compare_hands():
    """Print the table; whether a cell is below its floor."""
    print(f"{'hands per second, six seats':30}{'Oddchip':>10}{'PokerKit':>10}{'ratio':>8}   decisions per hand")
    ratios = {}
    for name in GAMES:
        for sticky in (False, True):
            ours, theirs, ratio = rates(name, sticky)
            ratios[name, sticky] = ratio
            cell = f"{name}, {'sticky' if sticky else 'uniform'}"
            print(
                f"{cell:30}{ours[0]:10.0f}{theirs[0]:10.0f}{ratio:8.1f}   {ours[1]:.1f} and {theirs[1]:.1f}", flush=True
            )
    worst, mean = min(ratios.values()), prod(ratios.values()) ** (1 / len(ratios))
    stud = ratios["stud/8", True]
    print(f"worst cell {worst:.1f} (floor {FLOOR}, aim {AIM}), geometric mean {mean:.1f} (aim {AIM_MEAN})")
    print(f"stud/8 sticky {stud:.1f} (floor {FLOOR_STUD}, aim {AIM_STUD})")
    return worst < FLOOR or stud < FLOOR_STUD


# --- an act on a kept hand ---------------------------------------------------------------------------------------


def seconds(call, times):
    begun = process_time()
    for _ in range(times):
        call()
    return (process_time() - begun) / times


def fork_pokerkit(state):
    copied = deepcopy(state)
    copied.check_or_call()


def compare_forks():
    """An act on a hand in mid-play, the old one still good: `act` beside deepcopy and the same act."""
    hand, state = oddchip_start("2-7 triple draw"), pokerkit_start("2-7 triple draw")
    for _ in range(SEATS):
        hand = hand.act(CALL if hand.offer.call else CHECK)
        state.check_or_call()
    for _ in range(SEATS):
        hand = hand.act(Discard(hand.offer.hand[:2]))
        state.stand_pat_or_discard(state.hole_cards[state.stand_patter_or_discarder_index][:2])
    before = hand.log
    pairs = [(seconds(lambda: fork_pokerkit(state), 20), seconds(lambda: hand.act(CHECK), 2000)) for _ in range(ROUNDS)]
    assert hand.log is before
    assert hand.offer.check
    ratio = median([theirs / ours for theirs, ours in pairs])
    ours, theirs = median([ours for _, ours in pairs]), median([theirs for theirs, _ in pairs])
    print(f"\nan act on a kept hand: {ours * 1e6:.1f} us, PokerKit with deepcopy {theirs * 1e6:.0f} us")
    print(f"{ratio:.0f} times (floor {FLOOR_FORK})")
    return ratio < FLOOR_FORK


# --- budgets -----------------------------------------------------------------------------------------------------


def acts(game, stakes, hands, house=HOUSE):
    """Microseconds of each act of so many sticky hands, those that end a hand apart; and the hands, at their end."""
    others, last, ends = [], [], []
    for _ in range(hands):
        hand = Hand.start(game, stakes, SEATED, 5, shuffled(rng), house=house)
        while not hand.over:
            action = oddchip_choice(hand.offer, True)
            begun = perf_counter()
            hand = hand.act(action)
            (last if hand.over else others).append((perf_counter() - begun) * 1e6)
        ends.append(hand)
    return others, last, ends


def import_time(module):
    """Milliseconds that an import adds to a start of Python."""

    def start(code):
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (perf_counter() - begun) * 1e3

    return median([start(f"import {module}") - start("pass") for _ in range(5)])


def show_budgets():
    """What the design allows, and what it is here. Seconds depend on the machine, so nothing fails on them."""
    print(f"\n{'microseconds':44}{'median':>10}{'p99':>10}{'budget':>10}")
    for name, (game, stakes, _) in GAMES.items():
        others, last, ends = acts(game, stakes, 300)
        row(f"a command, {name}", others + last, 250)
        if name == "2-7 triple draw":
            show_views(min(ends, key=lambda hand: abs(len(hand.log) - 90)))
    for name, stakes in (("cucamonga", FixedLimit(2, 4, ante=1)), ("omaha", PotLimit((1, 2))), ("omaha/8", BLINDS)):
        row(f"a showdown, {name}", acts(find_game(name), stakes, 60)[1], 20_000)
    print(f"import oddchip {import_time('oddchip'):.0f} ms, pokerkit {import_time('pokerkit'):.0f} ms")


def show_views(hand):
    row(f"a seat's view, {len(hand.log)} events", [seconds(lambda: hand.view(3), 20) * 1e6 for _ in range(200)], 50)
    typed = [seconds(lambda: hand.view(3).events, 5) * 1e6 for _ in range(200)]
    row("the same with its events as typed values", typed)


def row(name, times, budget=""):
    print(f"{name:44}{median(times):10.1f}{quantiles(times, n=100)[98]:10.1f}{budget:>10}")


def main():
    failed = compare_hands()
    failed |= compare_forks()
    show_budgets()
    return failed


if __name__ == "__main__":
    sys.exit(main())

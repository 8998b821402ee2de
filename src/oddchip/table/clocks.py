"""What is done for a player whose time is up, and how deadlines run.

Sources: TIM-1 to TIM-3, D-DC-1, CP-8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from oddchip.actions import (
    CHECK,
    FOLD,
    PAT,
    PAY_BRING_IN,
    Action,
    BetOffer,
    DeclareOffer,
    DeclareWay,
    DrawOffer,
    Give,
    Way,
)
from oddchip.errors import IllegalAction
from oddchip.hand import Hand
from oddchip.house import HouseRules
from oddchip.rankings import Order
from oddchip.spec import Swap
from oddchip.table.values import Clock, Place


def default_action(hand: Hand, seat: int) -> Action | None:
    """What is done for a seat that does not act in time (TIM-1). None: its stake is forfeited (CP-8).

    Facing a bet it folds; else it checks where checking is legal, else pays the bring-in if that is owed, else folds.
    It draws no card. In a declaration its fist is empty. IllegalAction if the seat is not asked.
    """
    offer = hand.offers.get(seat)
    if offer is None:
        raise IllegalAction(f"seat {seat} is not asked for anything")
    if isinstance(offer, BetOffer):
        return bet_default(offer)
    if isinstance(offer, DrawOffer):
        return PAT
    if isinstance(offer, DeclareOffer):
        return DeclareWay(empty_fist(hand.house))
    if hand.house.showdown.california_timeout == "forfeit":
        return None
    return best_gift(hand, seat)


def bet_default(offer: BetOffer) -> Action:
    """The default in a betting round."""
    if offer.call:
        return FOLD
    if offer.check:
        return CHECK
    return PAY_BRING_IN if offer.bring_in else FOLD


def leaving_action(hand: Hand, seat: int) -> Action | None:
    """What is done for a player who is gone: fold wherever that is possible, else the default (D-PO-5)."""
    offer = hand.offers.get(seat)
    return FOLD if isinstance(offer, BetOffer) and offer.fold else default_action(hand, seat)


def empty_fist(house: HouseRules) -> Way:
    """What no chip in the fist declares (option `declare_coding`, D-DC-1)."""
    return Way.LOW if house.declare.declare_coding == "low_high_both" else Way.HIGH


def best_gift(hand: Hand, seat: int) -> Give:
    """The cards to give so that what is kept does best against a random gift (option `california_timeout: auto`)."""
    mine = hand.holdings[seat]
    other = next(cards for number, cards in hand.holdings.items() if number != seat)
    count = next(phase.count for phase in hand.game.play if isinstance(phase, Swap))
    ranks = hand.plan.rulesets[hand.state.rules].awards[0].order
    return Give(gift_against_random(mine, other, count, ranks))


def gift_against_random(mine: Sequence[int], other: Sequence[int], count: int, ranks: Order) -> tuple[int, ...]:
    """The `count` cards of `mine` to give when every gift from `other` is equally likely.

    They win most often, ties being half a win.
    """
    best: tuple[int, tuple[int, ...]] = (-1, ())
    theirs = [(gift, tuple(card for card in other if card not in gift)) for gift in combinations(other, count)]
    for given in combinations(mine, count):
        kept = tuple(card for card in mine if card not in given)
        score = 0
        for gift, rest in theirs:
            a, b = ranks.value(kept + gift), ranks.value(rest + given)
            score += 2 * (a > b) + (a == b)
        best = max(best, (score, given))
    return best[1]


def started(
    old: Sequence[Clock], asked: Mapping[int, tuple[int, int]], now: float, house: HouseRules
) -> tuple[Clock, ...]:
    """The clocks of the seats asked (seat to decision id): one that runs goes on, a new decision starts a new one."""
    seconds = house.seats.clock_seconds
    if seconds is None:
        return ()
    running = {(clock.seat, clock.decision): clock for clock in old}
    return tuple(
        running.get((seat, decision)) or Clock(seat, decision, now + seconds)
        for seat, decision in sorted(asked.items())
    )


def banked(clock: Clock, place: Place) -> Clock:
    """The clock running on into the player's time bank (TIM-2)."""
    return Clock(clock.seat, clock.decision, clock.deadline + place.bank, True, clock.deadline)


def bank_left(clock: Clock, place: Place, now: float) -> float:
    """What is left of the time bank after acting now."""
    begun = clock.since if clock.banked else clock.deadline
    return max(0, place.bank - max(0, now - begun))

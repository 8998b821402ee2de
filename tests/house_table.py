"""House rules of the table: kills, carried pots, button and blinds, buy-ins, clocks, choices.

Rules: D-KP, D-PO, BTN, STK, TIM, MIX, CP-8.
"""

from random import Random

from house_cases import shows
from oddchip import (
    PAT,
    FixedLimit,
    HouseRules,
    IllegalAction,
    NoLimit,
    OddchipError,
    RaiseTo,
    Stake,
    find_game,
    shuffled,
)
from oddchip.actions import BetOffer
from oddchip.posts import Kind
from oddchip.stakes import Stakes
from oddchip.table import (
    Act,
    BuyPot,
    Choose,
    DealersChoice,
    Leave,
    SetGame,
    Sit,
    SitOut,
    StartHand,
    Table,
    TimeOut,
)

LIMIT = FixedLimit(2, 4)
BIG_BET = NoLimit(blinds=(1, 2))


def table(game: str, stakes: Stakes, house: HouseRules, players: int = 3, chips: int = 100) -> Table:
    made = Table.open(6, house).do(SetGame(find_game(game), stakes))
    for seat in range(players):
        made = made.do(Sit(seat, f"player {seat}", chips))
    return made


def deal(made: Table, seed: int = 1) -> Table:
    return made.do(StartHand(shuffled(Random(seed))))


def passed(made: Table) -> Table:
    """The hand played to its end: all check where they can, else fold."""
    while made.playing:
        seat, offer = next(iter(made.offers.items()))
        check = offer.check if isinstance(offer, BetOffer) else True
        action = offer.actions()[0] if check else offer.actions()[-1]
        made = made.do(Act(seat, action))
    return made


# --- kill ------------------------------------------------------------------------------------------------------------


@shows("kill", {None: (2, None), "full": (4, 4), "half": (3, 3)})
def third_hand_of_who_won_two(house: HouseRules) -> tuple[int, int | None]:
    """D-KP-1: the bet before the draw, and what the winner of two pots posts."""
    made = table("california_lowball", LIMIT, house)
    for _ in range(2):
        made = won_by_betting(deal(made), 1)
    made = deal(made)
    posted = [post.amount for post in made.hand.posts if post.kind is Kind.KILL]
    return made.hand.plan.ops[1].size, posted[0] if posted else None


def won_by_betting(made: Table, winner: int) -> Table:
    """`winner` bets and raises; the others call before the draw and fold after it."""
    while made.playing:
        seat = made.hand.turn
        offer = made.hand.offer
        if not isinstance(offer, BetOffer):
            action = PAT
        elif seat == winner and offer.raise_to:
            action = RaiseTo(offer.raise_to.least)
        else:
            folds = seat != winner and made.hand.round_number == 1
            action = offer.actions()[-1 if folds else 0]
        made = made.do(Act(seat, action))
    assert made.hand.result.net[winner] > 4
    return made


# --- a carried pot -------------------------------------------------------------------------------------------------


@shows("redeal_button", {"moves": [0, 1, 2], "same": [0, 0, 0]})
def buttons_of_passed_out_deals(house: HouseRules) -> list[int | None]:
    """D-PO-2."""
    made = table("ante_draw", LIMIT, house)
    found = []
    for _ in range(3):
        made = passed(deal(made))
        found.append(made.button)
    return found


@shows("open_to_newcomers", {False: (False, 3), True: (True, 4)})
def a_newcomer_while_a_pot_is_carried(house: HouseRules) -> tuple[bool, int]:
    """D-PO-5: may he buy in, and how many are dealt in?"""
    made = passed(deal(table("ante_draw", LIMIT, house))).do(Sit(4, "newcomer", 100))
    try:
        made = made.do(BuyPot(4))
    except OddchipError:
        return False, len(deal(made).hand.seats)
    return True, len(deal(made).hand.seats)


# --- button and blinds -----------------------------------------------------------------------------------------------


@shows("button", {"moving": 2, "dead": 1})
def button_when_the_small_blind_leaves(house: HouseRules) -> int | None:
    """BTN-2, BTN-3: seats 0 to 3, the button on 0 and the small blind on 1, who leaves."""
    made = passed(deal(table("five_card_draw", LIMIT, house, players=4)))
    assert made.button == 0
    return deal(made.do(Leave(1))).button


@shows("missed_blinds", {"post_or_wait": (True, 2), "wait": (False, 0), "free": (True, 0)})
def a_newcomer_who_posts(house: HouseRules) -> tuple[bool, int]:
    """BTN-5, BTN-8: is he dealt in behind the big blind, and what has he posted?"""
    made = table("five_card_draw", LIMIT, house)
    for _ in range(3):
        made = passed(deal(made))
    made = deal(made.do(Sit(3, "newcomer", 100, post=True)))
    return 3 in made.hand.seats, 100 - made.stacks[3]


@shows("buy_button", {False: None, True: 3})
def a_newcomer_between_button_and_big_blind(house: HouseRules) -> int | None:
    """BTN-8: he posts both blinds, and is dealt in only if he may buy the button."""
    made = table("five_card_draw", LIMIT, house)
    for _ in range(2):
        made = passed(deal(made))
    made = deal(made.do(Sit(3, "newcomer", 100, post=True)))
    return 100 - made.stacks[3] or None


# --- chips -----------------------------------------------------------------------------------------------------------


def may_sit_with(chips: int, house: HouseRules) -> bool:
    try:
        table("kansas_city", BIG_BET, house, players=0).do(Sit(0, "newcomer", chips))
    except OddchipError:
        return False
    return True


@shows("buy_in_min", {20: (False, True), 5: (True, True), 30: (False, False)})
def sitting_down_with_few_chips(house: HouseRules) -> tuple[bool, bool]:
    """STK-2: with 30 and with 50 chips, at a big blind of 2."""
    return may_sit_with(30, house), may_sit_with(50, house)


@shows("buy_in_max", {100: (True, False), 50: (False, False), None: (True, True)})
def sitting_down_with_many_chips(house: HouseRules) -> tuple[bool, bool]:
    """STK-2: with 200 and with 5,000 chips, at a big blind of 2."""
    return may_sit_with(200, house), may_sit_with(5000, house)


@shows("away_orbits", {2: 6, 1: 3})
def hands_before_an_absent_seat_is_freed(house: HouseRules) -> int:
    """SIT-3: three others play on."""
    made = table("five_card_draw", LIMIT, house, players=4)
    made = passed(deal(made)).do(SitOut(3))
    hands = 0
    while 3 in made.places and hands < 20:
        made = passed(deal(made))
        hands += 1
    return hands


# --- clocks ----------------------------------------------------------------------------------------------------------


@shows("clock_seconds", {30: [130], 10: [110], None: []})
def deadline_of_a_decision_at_100(house: HouseRules) -> list[float]:
    """TIM-2."""
    made = table("five_card_draw", LIMIT, house).do(StartHand(shuffled(Random(1))), 100)
    return [clock.deadline for clock in made.clocks]


@shows("time_bank_seconds", {60: (True, 50), 5: (False, 5)})
def acting_ten_seconds_late(house: HouseRules) -> tuple[bool, float]:
    """TIM-2: is it taken, and what is left of the time bank?"""
    made = table("five_card_draw", LIMIT, house).do(StartHand(shuffled(Random(1))), 0)
    seat = made.hand.turn
    made = made.do(TimeOut(), 31) if house.seats.time_bank_seconds > 10 else made
    try:
        made = made.do(Act(seat, made.hand.offer.actions()[0]), 40)
    except IllegalAction:
        return False, made.places[seat].bank
    return True, made.places[seat].bank


@shows("california_timeout", {"forfeit": ("forfeited", -10), "auto": ("chosen", None)})
def a_california_player_who_does_not_choose(house: HouseRules) -> tuple[str, int | None]:
    """CP-8: his stake is the other's, or the engine keeps the best four against a random gift."""
    made = table("california_poker", Stake(10), house, players=2).do(StartHand(shuffled(Random(1))), 0)
    first, late = made.hand.seats
    made = made.do(Act(first, made.offers[first].actions()[0]), 1)
    made = made.do(TimeOut(), 31).do(TimeOut(), 1000)
    kinds = [type(event).__name__ for event in made.hand.events]
    if "Forfeited" in kinds:
        return "forfeited", made.hand.result.net[late]
    assert "Swapped" in kinds
    return "chosen", None


# --- what is played --------------------------------------------------------------------------------------------------


@shows("choice_length", {"orbit": [True, False, False, True], "hand": [True, True, True, True]})
def is_a_game_chosen_before_the_hand(house: HouseRules) -> list[bool]:
    """MIX-3: four hands of three players."""
    made = table("five_card_draw", LIMIT, house)
    made = made.do(DealersChoice(((find_game("five_card_draw"), LIMIT), (find_game("badugi"), LIMIT))))
    found = []
    for _ in range(4):
        found.append(made.chooser is not None)
        if made.chooser is not None:
            made = made.do(Choose(made.chooser, find_game("badugi")))
        made = passed(deal(made))
    return found

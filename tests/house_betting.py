"""House rules about betting: caps, all-ins, entering the pot (BET, D-BT, D-CL-4, D-KC-3)."""

from dataclasses import replace

from house_cases import shows
from oddchip import FixedLimit, Hand, HouseRules, NoLimit, PotLimit, RaiseTo, find_game
from oddchip.actions import Exactly, OneOf
from oddchip.spec import BIG_BLIND, Ante
from scripted import drawing, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)


def raises(hand: Hand, most: int = 20) -> int:
    """How often it can be raised from here by all in turn."""
    count = 0
    while count < most and not hand.over and (amounts := hand.offer.raise_to):
        hand = hand.act(RaiseTo(amounts.least))
        count += 1
    return count


@shows("cap_raises", {3: 3, 0: 0, 5: 5, None: 20, "robert": 4})
@shows("cap_counts_blind", {True: 3, False: 4})
def raises_before_the_draw(house: HouseRules) -> int:
    """BET-5, D-BT-3: the big blind is the bet, and three raises follow; Robert's has four in a game of two rounds."""
    return raises(sit("five_card_draw", LIMIT, players=3, house=house))


@shows("cap_raises", {3: 4, "robert": 4, 1: 2})
def bets_after_the_last_of_three_draws(house: HouseRules) -> int:
    """BET-5: in longer games Robert's keeps three raises."""
    hand = passive(sit("deuce_to_seven_triple_draw", LIMIT, players=3, house=house), round_is(3))
    return raises(hand)


@shows(
    "cap_heads_up",
    {"roberts": (20, 20, 20), "wsop": (20, 3, 20), "tda": (20, 3, 4), "always": (3, 3, 4)},
)
def raises_between_two_players(house: HouseRules) -> tuple[int, ...]:
    """BET-6: two at the table; a third folds in the round; a third folded in the round before."""
    two = sit("five_card_draw", LIMIT, players=2, house=house)
    three = play(sit("five_card_draw", LIMIT, players=3, house=house), "fold")
    return raises(two), raises(three), raises(passive(three, round_is(1)))


@shows("cap_heads_up", {"roberts": 3, "wsop": 3})
def raises_capped_before_the_third_folds(house: HouseRules) -> int:
    """BET-6: what was capped by three stays capped when one of them folds."""
    hand = play(sit("five_card_draw", LIMIT, players=3, house=house), "raise 4, raise 6, raise 8, fold")
    return 3 + raises(hand)


@shows("limit_allin_threshold", {"half": True, "full": False})
def all_in_for_half_a_raise_reopens(house: HouseRules) -> bool:
    """BET-7: 8 is raised by half a bet to 10; may he who made it 8 raise again?"""
    hand = sit("five_card_draw", FixedLimit(4, 8), players=3, stacks=(10, 200, 200), house=house)
    hand = play(hand, "raise 8, raise 10, call")
    assert hand.turn == 2
    return bool(hand.offer.raise_to)


@shows(
    "fold_unforced",
    {"allowed": (True, 4), "keep_receiving_until_bet": (True, 5), "forbidden": (False, 5)},
)
def folding_on_fourth_street_without_a_bet(house: HouseRules) -> tuple[bool, int]:
    """S8-20: is it offered, and how many cards does the hand hold on fifth street?"""
    hand = passive(sit("seven_card_stud", LIMIT, ("AsAhAd", "KsKh9d", "2s3h4d"), house=house), round_is(1))
    seat, offered = hand.turn, bool(hand.offer.fold)
    hand = play(hand, "fold" if offered else "check")
    return offered, len(passive(hand, round_is(2)).holdings[seat])


@shows("fold_unforced", {"allowed": 4, "keep_receiving_until_bet": 4})
def folded_before_a_bet_came(house: HouseRules) -> int:
    """S8-20: from the first bet on nobody who folded is dealt in."""
    hand = passive(sit("seven_card_stud", LIMIT, ("AsAhAd", "KsKh9d", "2s3h4d"), house=house), round_is(1))
    seat = hand.turn
    return len(passive(play(hand, "fold, bet 2"), round_is(2)).holdings[seat])


@shows("no_limp", {False: 2, True: "the pot must be entered with a raise"})
@shows("min_open", {False: 2, True: "the pot must be entered with a raise"})
def entering_for_the_blind(house: HouseRules) -> int | str:
    """D-KC-3, D-CL-2: may the first player just call?"""
    offer = sit("kansas_city", NoLimit(blinds=(1, 2)), players=3, house=house).offer
    assert offer.raise_to.least == 4
    return offer.call or offer.call.reason


@shows("pl_blind_rounding", {False: 35, True: 40})
def largest_first_raise(house: HouseRules) -> int:
    """BET-11: with blinds of 5 and 10; rounded up, four big blinds."""
    return sit("omaha", PotLimit(blinds=(5, 10)), players=4, house=house).offer.raise_to.most


@shows("big_blind_ante", {"blind_first": (10, 2), "ante_first": (2, 10)})
def big_blind_with_twelve_chips(house: HouseRules) -> tuple[int, int]:
    """TRN-3: he owes a blind of 10 and an ante of 10 for the table."""
    draw = find_game("five_card_draw")
    game = replace(draw, play=(Ante(by=BIG_BLIND), *draw.play), id="draw with one ante")
    hand = sit(game, NoLimit(blinds=(5, 10), ante=10), stacks=(100, 12, 100), house=house)
    return hand.state.bets[1], hand.state.dead


@shows("straddle", {False: (2, 2, [2, 3, 0, 1]), True: (3, 4, [3, 0, 1, 2])})
def left_of_the_big_blind(house: HouseRules) -> tuple[int, int, list[int]]:
    """BET-14: who is first, for how much, and in which order all act: the straddle is last and may raise (BET-13)."""
    hand = sit("five_card_draw", LIMIT, players=4, house=house)
    first, price = hand.turn, hand.offer.call
    order = []
    while hand.turn is not None and not drawing(hand):
        order.append(hand.turn)
        last = hand.offer
        hand = play(hand, "call" if last.call else "check")
    assert last.raise_to == Exactly(2 * max(2, price) if price == 2 else price + 2)
    return first, price, order


@shows("q_ball_unit", {"big_blind": [4, 4, 4, 8], "small_blind": [3, 2, 2, 4]})
def bets_of_q_ball(house: HouseRules) -> list[int]:
    """D-QB-3: the first raise, and the bets of the later rounds, on blinds 1-1-2."""
    hand = sit("q_ball", LIMIT, players=3, house=house)
    found = []
    for number in range(4):
        hand = passive(hand, round_is(number))
        found.append(hand.offer.raise_to.least)
        if number == 1:  # nobody may check
            hand = hand.act(RaiseTo(found[-1]))
    return found


@shows(
    "check_raise",
    {None: (False, True), "allowed": (True, True), "banned_last_round": (False, False)},
)
def check_and_raise_after_the_draw(house: HouseRules) -> tuple[bool, ...]:
    """D-CL-4, BET-18: in California lowball, and in draw for high."""
    found = []
    for game in ("california_lowball", "five_card_draw"):
        hand = passive(sit(game, LIMIT, ("KsQs9h8h2c", "AsJs9d8d2d"), house=house), round_is(1))
        found.append(bool(play(hand, "check, bet 4").offer.raise_to))
    return tuple(found)


@shows("open_pair_double_bet", {False: Exactly(2), True: OneOf((2, 4))})
def bet_with_a_pair_showing(house: HouseRules) -> object:
    """S8-10: on fourth street."""
    hand = sit("seven_card_stud", LIMIT, ("AsAhKdKc", "QsQh9d8c", "2s3h4d6c"), house=house)
    return passive(hand, round_is(1)).offer.raise_to


@shows("open_pair_double_bet", {False: (4, Exactly(6)), True: (8, Exactly(12))})
def raise_over_the_larger_bet(house: HouseRules) -> object:
    """S8-10: a small bet may be raised by either, a big bet only by a big one."""
    hand = sit("seven_card_stud", FixedLimit(2, 4), ("AsAhKdKc", "QsQh9d8c", "2s3h4d6c"), house=house)
    hand = passive(hand, round_is(1))
    hand = hand.act(RaiseTo(hand.offer.raise_to.most))
    second = hand.offer.raise_to
    hand = hand.act(RaiseTo(second.most))
    return second.most, hand.offer.raise_to

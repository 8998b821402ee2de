"""House rules about ranks, stud, Cucamonga, Italian cards and the showdown (D-BUG, S8, ODD-2, CU, IT, SHD, CP)."""

from house_cases import shows
from oddchip import Carry, FixedLimit, Hand, HouseRules, Seat, Stake, find_game, fixed, parse_action
from oddchip.cards import card_text
from scripted import drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)
ANTES = FixedLimit(2, 4, ante=2)


def winners(hand: Hand) -> list[int]:
    """The seats that won something of the pot, by seat."""
    return sorted({event.seat for event in hand.events if type(event).__name__ == "Awarded"})


def showdown(game: str, house: HouseRules, *cards: str) -> list[int]:
    """Who wins when all check or call and stand pat to the end."""
    return winners(passive(sit(game, LIMIT, cards, house=house)))


# --- ranks -------------------------------------------------------------------------------------------------------


@shows("bug_in_flush", {"highest": ([0], [1]), "lowest": ([1], [1]), "double_ace_flush": ([0], [0])})
def flush_with_a_bug(house: HouseRules) -> tuple[list[int], ...]:
    """D-BUG-3: A-K-9-5 and the bug against A-K-J-T-9 and against A-K-Q-J-9."""
    bug = "AsKs9s5sX1"
    game = "with_bugs(five_card_draw)"
    return showdown(game, house, bug, "AhKhJhTh9h"), showdown(game, house, bug, "AhKhQhJh9h")


@shows("five_aces", {"top": [0], "below_straight_flush": [1], "quads": [1]})
def five_aces_meet_a_straight_flush(house: HouseRules) -> list[int]:
    """D-BUG-4, S8-B5."""
    return showdown("with_bugs(five_card_draw)", house, "AsAhAdAcX1", "9h8h7h6h5h")


@shows("lowball_joker", {"best": [0], "lowest_not_held": [1]})
def joker_in_deuce_to_seven(house: HouseRules) -> list[int]:
    """D-LO-JX: 6-5-4-3 and the joker is 8-6-5-4-3, or with a deuce a straight."""
    return showdown("with_bugs(kansas_city)", house, "6s5h4d3cX1", "9h7d5c4s2s")


# --- stud --------------------------------------------------------------------------------------------------------


@shows("stud_tie", {"position": 0, "suit": 1})
def first_of_equal_boards(house: HouseRules) -> int | None:
    """S8-7: king-queen and king-queen are showing, the spade king in the second seat."""
    hand = sit("seven_card_stud", LIMIT, ("2s3hKcQd", "2h3dKsQh", "2d3c7s6h"), house=house)
    return passive(hand, round_is(1)).turn


@shows("bug_bring_in", {"above_aces": 1, "equal_ace": 0})
def bug_and_ace_as_door_cards(house: HouseRules) -> int | None:
    """S8-B2: nobody shows less."""
    return sit("with_bugs(stud_eight)", LIMIT, ("2s3hX1", "2h3dAs"), house=house).turn


@shows("odd_chip_stud", {"tda": (1, 0, -1), "roberts": (0, 1, -1)})
def odd_chip_between_equal_straights(house: HouseRules) -> tuple[int, ...]:
    """ODD-2: the first has the best of the five cards that win, the second the best of all seven."""
    cards = ("Kc2d9s8d7h6c5d", "Ks2h9h8c7d6s5h", "QsQdJs")
    hand = sit("seven_card_stud", FixedLimit(2, 4, ante=1, bring_in=1), cards, house=house)
    return nets(passive(play(hand, "bring_in, fold")))


@shows("odd_chip_stud", {"tda": (1, 0, -1), "roberts": (0, 1, -1)})
def odd_chip_between_equal_lows(house: HouseRules) -> tuple[int, ...]:
    """ODD-2: the first has the seven of spades, the second the deuce of clubs."""
    cards = ("7s5dKh4h3c2dKc", "7h5cKs4d3s2cKd", "QsQdTs")
    hand = sit("razz", FixedLimit(2, 4, ante=1, bring_in=1), cards, house=house)
    return nets(passive(play(hand, "bring_in, fold")))


@shows("bug_down_wild", {False: [1], True: [0]})
def bug_dealt_face_down(house: HouseRules) -> list[int]:
    """S8-B1: a pair of kings and a joker in the hole against two pair."""
    return showdown("with_bugs(seven_card_stud)", house, "X1KsKh9d7c5s2d", "QsQhJdJc8s4d3h")


@shows("burn_cards", {True: 4, False: 0})
def burned(house: HouseRules) -> int:
    """BET-16: fourth street to seventh."""
    return kinds(passive(sit("seven_card_stud", LIMIT, players=2, house=house))).count("Burned")


@shows("short_stub", {"tda2024": (1, 6), "roberts": (0, 7)})
def seven_of_eight_players_stay(house: HouseRules) -> tuple[int, int]:
    """S8-16: four cards and three burns are left for seven: a common card, or one for each."""
    hand = sit("seven_card_stud", LIMIT, players=8, house=house)
    folder = hand.act(parse_action("bring_in", hand.game.deck)).turn
    hand = passive(play(hand, "bring_in, fold"))
    common = hand.state.rows[hand.plan.rows.index("common")]
    return len(common), len(hand.holdings[(folder + 1) % 8])


# --- Cucamonga ---------------------------------------------------------------------------------------------------

#: No low is possible with these rows, and no hand of the two below makes three of a kind, a straight or a flush.
NO_LOW = {"top": "KcKdJhJs", "bottom": "9c9d7h7s"}
#: Nor with these, but for kings.
TRIPS, WEAK = "Ks2d3h4s6c", "Ad5c5s6d8h"


@shows("qualifiers", {"trips_and_eight": (2, -2), "none": (0, 0)})
def trips_against_a_nine_low(house: HouseRules) -> tuple[int, ...]:
    """CU-7a: the first has trips, the second a better low, which is no eight."""
    return nets(passive(sit("cucamonga", ANTES, ("KsQhTdQd8c", "Ad2c3s4d8h"), rows=NO_LOW, house=house)))


@shows("low", {"ace_to_five": [0]})
def straight_for_low(house: HouseRules) -> list[int]:
    """CU-5b: a straight is no harm: a wheel wins low, and a straight high, over trips."""
    rows = {"top": "3cKd4hJs", "bottom": "5c9dQh7s"}
    return winners(passive(sit("cucamonga", ANTES, ("As2d9h9sKc", "KsKhJd8c8d"), rows=rows, house=house)))


@shows("one_way", {"other_takes_all": (2, -2), "split_survivors": (1, -1)})
def nobody_has_a_low(house: HouseRules) -> tuple[int, ...]:
    """CU-8a."""
    return nets(passive(sit("cucamonga", ANTES, (TRIPS, WEAK), rows=NO_LOW, house=house)))


@shows(
    "neither",
    {
        "waive": (1, 1, -2),
        "high_takes_all": (-2, 4, -2),
        "split_survivors": (0, 0, 0),
        "carry_over": (-2, -2, -2),
    },
)
def nobody_qualifies_either_way(house: HouseRules) -> tuple[int, ...]:
    """CU-8b: the first would have the best low, the second the best high."""
    cards = ("2d3h4s6c8d", "Ad5c5s6d8h", "8s8c6s6h5d")
    return nets(passive(sit("cucamonga", ANTES, cards, rows=NO_LOW, house=house)))


# --- Italian cards -----------------------------------------------------------------------------------------------


@shows(
    "rank40",
    {"italian": ([0], [1]), "standard": ([1], [1]), "frequency7": ([0], [0])},
)
def order_of_hands_on_forty_cards(house: HouseRules) -> tuple[list[int], list[int]]:
    """IT-17: a flush against a full house in draw, and trips against a straight in stud."""
    flush = showdown('on_deck(five_card_draw, "italian")', house, "Ac Rc 7c 5c 2c", "As Ab Rd Rs Rb")
    trips = showdown('on_deck(seven_card_stud, "italian")', house, "As Ab Ad 7c 5d 4s 2b", "3b 4d 5c 6s 7b Rc Fs")
    return flush, trips


@shows("rank40", {"italian": [1], "frequency7": [1]})
def trips_and_straight_in_draw(house: HouseRules) -> list[int]:
    """IT-17: trips are above straights in games of seven cards only."""
    return showdown('on_deck(five_card_draw, "italian")', house, "As Ab Ad 7c 5d", "3b 4d 5c 6s 7b")


@shows("low_cap", {"seven": [1], "knave_as_eight": [0, 1]})
def knave_low_on_forty_cards(house: HouseRules) -> list[int]:
    """IT-19: the first has F-5-4-3-2 and no pair, the second kings."""
    return showdown('on_deck(stud_eight, "italian")', house, "2b 3d 4c 5s Fb Cd Cs", "Rb Rd Cb Cc Fd 7c 7d")


@shows("italian_suits_break_ties", {False: [0, 1], True: [1]})
def equal_hands_on_forty_cards(house: HouseRules) -> list[int]:
    """IT-18: two kings each, the king of cups (hearts) in the second hand."""
    return showdown('on_deck(five_card_draw, "italian")', house, "Rd Rb 7d 5s 2b", "Rc Rs 7b 5c 2d")


@shows("straights40", {"closed_up": [0], "gap": [1]})
def five_six_seven_knave_knight(house: HouseRules) -> list[int]:
    """IT-14: a straight, or less than a pair."""
    return showdown('on_deck(five_card_draw, "italian")', house, "5b 6d 7c Fs Cb", "2d 2c Rs 6b 4d")


@shows("italian_bring_in", {"mapped": 0, "come_quando": 1})
def deuces_of_batons_and_swords(house: HouseRules) -> int | None:
    """IT-22: which is the lower door card?"""
    return sit('on_deck(seven_card_stud, "italian")', LIMIT, ("Rb Rd 2b", "Cb Cd 2s"), house=house).turn


# --- the showdown ------------------------------------------------------------------------------------------------


@shows("allin_faceup", {False: False, True: True})
def all_in_on_third_street(house: HouseRules) -> bool:
    """SHD-3: nobody can bet any more, and four cards are to come."""
    return "TurnedUp" in kinds(passive(sit("seven_card_stud", LIMIT, stacks=(2, 2), house=house)))


@shows("allin_faceup", {False: False, True: False})
def all_in_before_a_draw(house: HouseRules) -> bool:
    """SHD-3: never while a draw is still to come."""
    return "TurnedUp" in kinds(passive(sit("five_card_draw", LIMIT, stacks=(2, 2), house=house), drawing))


@shows("auto_muck", {True: ["Shown", "Mucked"], False: ["Shown", "Shown"]})
def beaten_hand_at_the_showdown(house: HouseRules) -> list[str]:
    """SHD-4."""
    hand = passive(sit("five_card_draw", LIMIT, ("AsAhKd7c2d", "KsQh9d7s3c"), house=house))
    return [kind for kind in kinds(hand) if kind in ("Shown", "Mucked")]


@shows("rabbit", {False: (0, 0, 0, 0), True: (5, 5, 0, 0)})
def cards_that_would_have_come(house: HouseRules) -> tuple[int, ...]:
    """SHD-8, D-RB-1: the board, or a draw; nothing when the deal was passed out, or when cards have been thrown."""
    early = play(dealt("texas_holdem", house), "fold")
    assert early.rabbit in ((), (*early.state.deck[5:8], early.state.deck[9], early.state.deck[11]))
    drawn = play(passive(dealt("five_card_draw", house), drawing), "draw " + card_text(0), "pat", "bet 4, fold")
    passed = play(dealt("ante_draw", house), "check, check")
    return tuple(len(hand.rabbit) for hand in (early, play(dealt("five_card_draw", house), "fold"), passed, drawn))


def dealt(game: str, house: HouseRules) -> Hand:
    """Two players and the pack in order, from the deuce of clubs up."""
    seats = (Seat(0, 200), Seat(1, 200))
    return Hand.start(find_game(game), LIMIT, seats, 1, fixed(range(52)), house=house)


@shows("odd_unit", {"first_clockwise": (1, 0)})
def odd_chip_of_a_tie(house: HouseRules) -> tuple[int, ...]:
    """CP-7: equal hands, and one chip carried from before."""
    cards = ("AsKd2c2d3h4s6c8d", "AhKc2h2s3d4c6h8s")
    carry = Carry(((1, (0, 1)),), 0, 1, "left over")
    hand = sit("california_poker", Stake(10), cards, house=house, carry=carry)
    return nets(play(hand, "0: give 2c 2d 3h 4s, 1: give 2h 2s 3d 4c"))

"""House rules about drawing, the sevens rule, opening the pot and declaring (D-DR, D-RS, D-CL-3, D-JP, D-PO, D-DC)."""

from house_cases import shows
from oddchip import Carry, FixedLimit, Hand, HouseRules, Seat, cards_text, find_game, parse_cards
from oddchip import events as ev
from oddchip.actions import DealCards, DealOffer
from oddchip.cards import Deck
from scripted import declaring, drawing, kinds, nets, passive, play, round_is, sit

LIMIT = FixedLimit(2, 4)

# --- the draw ----------------------------------------------------------------------------------------------------


@shows("max_draw", {None: (5, 5), 3: (3, 3), 0: (0, 0)})
@shows("four_with_ace", {False: (3, 3), True: (3, 4)}, max_draw=3)
def most_thrown(house: HouseRules) -> tuple[int, int]:
    """D-DR-2: from a hand without an ace, and from one with an ace that may be kept."""
    hand = passive(sit("five_card_draw", LIMIT, ("Ks9h7d4c2s", "As9s7c4d2h"), house=house), drawing)
    first = max(len(action.cards) for action in hand.offer.actions())
    hand = play(hand, "pat")
    return first, max(len(action.cards) for action in hand.offer.actions())


@shows("four_with_ace", {False: False, True: True}, max_draw=3)
def four_thrown_with_the_joker_kept(house: HouseRules) -> bool:
    """D-DR-2: a kept joker counts as an ace."""
    hand = passive(sit("gardena_jackpots", LIMIT, ("JcJd9h8hX1", "KsQs7c4d2h"), house=house), round_is(0))
    hand = play(hand, "bet 2, call")
    return hand.offer.refusal(parse_cards("JcJd9h8h")) is None


@shows("fifth_card_last", {False: "7c", True: "6c"})
def card_of_the_second_drawer(house: HouseRules) -> str:
    """D-DR-3: the first throws all five; the fifth of his new cards comes after the second has drawn."""
    hand = passive(ordered("KsQs9h7d4d KhQh9s7s4s 2c3c4c5c6c 7c8c", house), drawing)
    hand = play(hand, "draw Ks Qs 9h 7d 4d, draw 4s")
    return card(hand, 1)


@shows("draw_order", {"sequential": 5, "announce_first": 2})
def cards_held_while_the_second_decides(house: HouseRules) -> int:
    """D-DR-1: three are thrown; are they replaced before the next player decides?"""
    hand = passive(ordered("KsQs9h7d4d KhQh9s7s4s 2c3c4c 5c6c7c", house), drawing)
    hand = play(hand, "draw Ks Qs 9h")
    held = len(hand.holdings[0])
    assert [len(cards) for cards in play(hand, "draw Kh Qh 9s").holdings.values()] == [5, 5]
    return held


@shows("fifth_card_last", {False: "6c", True: "Tc"}, draw_order="announce_first")
def last_of_five_cards_announced_first(house: HouseRules) -> str:
    """D-DR-1 and D-DR-3 together: fifth cards come after all others."""
    hand = passive(ordered("KsQs9h7d4d KhQh9s7s4s 2c3c4c5c6c 7c8c9cTc", house), drawing)
    hand = play(hand, "draw Ks Qs 9h 7d 4d, draw Kh Qh 9s 7s")
    return card(hand, 0)


def ordered(text: str, house: HouseRules) -> Hand:
    """Two players with the pack in this order: each one's five cards, then the stub."""
    cards = parse_cards(text)
    first, second, stub = cards[:5], cards[5:10], cards[10:]
    top = [card for pair in zip(first, second, strict=True) for card in pair]
    rest = [card for card in range(52) if card not in cards]
    return fixed_hand("five_card_draw", (*top, *stub, *rest), 2, house)


def fixed_hand(game: str, order: tuple[int, ...], n: int, house: HouseRules) -> Hand:
    def dealer(deck: Deck) -> "FoldedLast":
        return FoldedLast(order)

    seats = [Seat(i, 200) for i in range(n)]
    return Hand.start(find_game(game), LIMIT, seats, n - 1, dealer, house=house)


class FoldedLast:
    """A dealing that shuffles the cards of the last seat's first hand to the bottom of every pool."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        return DealCards(tuple(sorted(offer.eligible, key=lambda card: card in self.order[7:40:8])))


def names(hand: Hand, seat: int) -> list[str]:
    return cards_text(hand.holdings[seat]).split()


def card(hand: Hand, seat: int) -> str:
    return names(hand, seat)[-1]


@shows(
    "reshuffle",
    {
        "deplete_first": ([2, "shuffle", 2], 19, False),
        "mix_remaining": (["shuffle", 4], 21, False),
        "reserve_bottom": ([1, "shuffle", 3], 20, False),
        "folded_first": ([2, "shuffle", 2], 19, True),
    },
)
def four_cards_with_two_in_the_stub(house: HouseRules) -> tuple[list[int | str], int, bool]:
    """D-RS-1: what comes when, how many are shuffled, and whether a folded hand comes before discards."""
    order = tuple(range(52))
    hand = fixed_hand("five_card_draw", order, 8, house)
    hand = passive(play(hand, "call, call, call, call, call, fold, call, check"), drawing)
    for seat, count in ((0, 5), (1, 5), (2, 4)):
        hand = play(hand, "draw " + " ".join(names(hand, seat)[:count]))
    seen = [event for event in hand.log if event[0] in (ev.RECEIVED, ev.RESHUFFLED)]
    steps: list[int | str] = [len(event[2]) if event[0] == ev.RECEIVED else "shuffle" for event in seen]
    pool = next(event[1] for event in seen if event[0] == ev.RESHUFFLED)
    return steps, pool, seen[-1][2][0] in order[7:40:8]


@shows("post_draw_first", {"left_of_button": 0, "opener": 2})
def first_after_the_draw(house: HouseRules) -> int | None:
    """D-BT-2: the third player has opened."""
    hand = play(sit("ante_draw", LIMIT, players=4, house=house), "check, check, bet 2, call, call, call")
    return passive(hand, round_is(1)).turn


# --- the sevens rule ---------------------------------------------------------------------------------------------

SEVEN, ROUGH_SEVEN, EIGHT = "7c5d4h3s2c", "7d6d4c3c2h", "8c5c4s3d2d"


def after_the_draw(game: str, first: str, second: str, house: HouseRules, stacks: int = 200) -> Hand:
    """Two players, on the last round; the first to act has `first`."""
    last = sum(type(phase).__name__ == "Bet" for phase in find_game(game).play) - 1
    hand = sit(game, LIMIT, (first, second), stacks=stacks, house=house)
    while hand.round_number != last:
        hand = passive(hand, lambda hand: hand.round_number == last or not can_pass(hand))
        if hand.round_number != last:
            hand = hand.act(hand.offer.actions()[0])
    return hand


def can_pass(hand: Hand) -> bool:
    return drawing(hand) or bool(hand.offer.check or hand.offer.call)


@shows("sevens", {None: (2, True), True: (2, False), False: (6, True)})
def winning_with_a_checked_seven(house: HouseRules) -> tuple[int, bool]:
    """D-CL-3, D-CL-3j: what the checker wins in California lowball, and whether Q-Ball lets him keep all (D-QB-5)."""
    hand = play(after_the_draw("california_lowball", SEVEN, EIGHT, house), "check, bet 4, call")
    q_ball = play(after_the_draw("q_ball", SEVEN, EIGHT, house), "check, bet 8, call")
    return nets(hand)[0], "Voided" not in kinds(q_ball)


@shows("sevens_penalty", {"postdraw": 2, "whole_pot": -6, "must_bet": "a seven or better must be bet after the draw"})
def checking_a_seven(house: HouseRules) -> int | str:
    """D-CL-3e: the best hand was checked and called a bet."""
    hand = after_the_draw("california_lowball", SEVEN, EIGHT, house)
    if not hand.offer.check:
        return hand.offer.check.reason
    return nets(play(hand, "check, bet 4, call"))[0]


@shows("sevens_tie", {"split_predraw": 0, "nonviolator_takes_all": -2})
def tying_with_a_checked_seven(house: HouseRules) -> int:
    """D-CL-3c: both have the same seven, and the one who checked it has called."""
    hand = after_the_draw("california_lowball", SEVEN, "7h5h4d3c2s", house)
    return nets(play(hand, "check, bet 4, call"))[0]


@shows("sevens_short_call", {None: 0, "full_bet": 1, "half_bet": 0})
@shows("sevens_short_call", {None: 1, "half_bet": 0, "full_bet": 1}, limit_allin_threshold="full")
def calling_three_of_four_chips(house: HouseRules) -> int:
    """D-CL-3g: a bet of three by an all-in player, where four is the full bet: does calling it count as a check?"""
    hand = sit("california_lowball", LIMIT, (EIGHT, SEVEN), stacks=(5, 200), house=house)
    hand = play(passive(hand, round_is(1)), "bet 3, call")
    return sum(event.as_check for event in hand.events if type(event).__name__ == "Called")


@shows("sevens_without_showdown", {True: 2, False: 6}, check_raise="allowed")
def a_checked_seven_makes_all_fold(house: HouseRules) -> int:
    """D-CL-3d: it checked, was bet into, and raised."""
    hand = after_the_draw("california_lowball", SEVEN, EIGHT, house)
    return nets(play(hand, "check, bet 4, raise 8, fold"))[0]


# --- opening the pot ---------------------------------------------------------------------------------------------

JACKS, NOTHING, TENS = "JcJd9h7s2c", "KsQh9d7c2d", "TsTh8d6c3d"


@shows("checked_around", {None: (True, False), "pass_out": (True, True), "continue": (False, False)})
def nobody_bets(house: HouseRules) -> tuple[bool, ...]:
    """D-PO-1: is it passed out, in draw for high, and in high/low with declare?"""
    hands = [sit(game, LIMIT, players=3, house=house) for game in ("ante_draw", "high_low_declare")]
    return tuple(play(hand, "check, check, check").carry is not None for hand in hands)


@shows("checked_around", {None: "passed out", "continue": "passed out"})
def nobody_opens_jackpots(house: HouseRules) -> str:
    """D-PO-1: where it takes a hand to open, or the hand turns to lowball, the game itself says what follows."""
    jackpots = play(sit("gardena_jackpots", LIMIT, players=2, house=house), "check, check")
    johnson = play(sit("johnson", LIMIT, players=2, house=house), "check, check")
    assert johnson.state.rules == 1
    assert play(johnson, "check, check").carry == jackpots.carry
    return jackpots.carry.reason


@shows("enforce_openers", {"strict": "opening takes a pair of jacks or better", "honor": 2})
def opening_with_nothing(house: HouseRules) -> int | str:
    """D-JP-5."""
    raise_to = sit("gardena_jackpots", LIMIT, (NOTHING, TENS), house=house).offer.raise_to
    return raise_to.least if raise_to else raise_to.reason


@shows("enforce_openers", {"strict": None, "honor": (-4, 4)})
def a_false_opener_is_called(house: HouseRules) -> tuple[int, ...] | None:
    """D-JP-5: his hand is dead at the showdown, though it is the better one."""
    hand = sit("gardena_jackpots", FixedLimit(2, 4, ante=2), (NOTHING, "TsQd8d6c3d"), house=house)
    if not hand.offer.raise_to:
        return None
    return nets(passive(play(hand, "bet 2, call")))


@shows("announce_split", {False: False, True: True})
def breaking_jacks(house: HouseRules) -> bool:
    """D-JP-4."""
    hand = play(sit("gardena_jackpots", LIMIT, (JACKS, TENS), house=house), "bet 2, call, draw Jc")
    return "OpenersSplit" in kinds(hand)


@shows("show_openers_on_request", {False: [], True: ["Jc", "Jd"]})
def the_opener_loses(house: HouseRules) -> list[str]:
    """D-JP-3: what he shows as openers, after his hand was beaten."""
    hand = play(
        sit("gardena_jackpots", LIMIT, (JACKS, "TsThTd6c3d"), house=house), "bet 2, call, pat, pat, check, check"
    )
    shown = [event.cards for event in hand.events if type(event).__name__ == "OpenersShown"]
    return cards_text(shown[0]).split() if shown else []


@shows(
    "after_last",
    {
        "stay": ["jacks", "queens", "kings", "aces", "aces", "aces", "aces", "aces"],
        "descend": ["jacks", "queens", "kings", "aces", "kings", "queens", "jacks", "queens"],
    },
)
def openers_of_passed_out_deals(house: HouseRules) -> list[str]:
    """D-JP-6: what it takes to open, deal by deal."""
    game = find_game("progressive(gardena_jackpots)")
    found = []
    for step in range(8):
        carry = Carry(((2, (0, 1)),), step, step, "passed out") if step else None
        hand = sit(game, LIMIT, (NOTHING, TENS), house=house, carry=carry)
        found.append(hand.offer.raise_to.reason.split()[5])
    return found


@shows("max_antes", {None: 2, 3: 0, 4: 2})
def antes_of_the_fourth_deal(house: HouseRules) -> int:
    """D-PO-6."""
    carry = Carry(((6, (0, 1)),), 3, 3, "passed out")
    return kinds(sit("gardena_jackpots", LIMIT, (NOTHING, TENS), house=house, carry=carry)).count("Posted")


@shows("allin_may_declare_open", {True: True, False: None})
def all_in_with_jacks(house: HouseRules) -> bool | None:
    """D-PO-4: the ante took his last chip."""
    hand = sit("gardena_jackpots", LIMIT, (JACKS, NOTHING, TENS), stacks=(1, 200, 200), house=house)
    return hand.offers[0].declare_open if 0 in hand.to_act else None


@shows("trips_to_win", {False: True, True: False})
def jacks_win(house: HouseRules) -> bool:
    """D-JP-7: nobody has three of a kind."""
    hand = play(sit("gardena_jackpots", LIMIT, (JACKS, TENS), house=house), "bet 2, call, pat, pat, check, check")
    return hand.carry is None


# --- declaring ---------------------------------------------------------------------------------------------------

#: Ace-high flush and eight-low in one; high only; low only.
BOTH, BEST_HIGH, MIDDLE_HIGH, LOW, BAD_LOW = (
    "AhTh8h3h2h",
    "KsKhKd4c4d",
    "9s8d7c6d5h",
    "9c5s4s3d2c",
    "Jc9s7d6c4s",
)


def declared(house: HouseRules, *seats: tuple[str, str], stacks: tuple[int, ...] | int = 200) -> Hand:
    """Each seat's five cards, and what it declares."""
    hand = sit("high_low_declare", FixedLimit(2, 4, ante=2), [cards for cards, _ in seats], stacks=stacks, house=house)
    hand = passive(hand, declaring)
    while declaring(hand):
        seat = min(hand.to_act)
        hand = play(hand, f"{seat}: declare {seats[seat][1]}")
    return passive(hand)


@shows("declare_coding", {"low_high_both": ["low", "high", "both"], "high_low_both": ["high", "low", "both"]})
def fist_of_no_chip_one_and_two(house: HouseRules) -> list[str]:
    """D-DC-1."""
    hand = passive(sit("high_low_declare", LIMIT, players=2, house=house), declaring)
    return [way.value for way in hand.offers[0].ways]


@shows("declare_order", {"together": (None, [0, 1, 2]), "from_last_aggressor": (1, [1])})
def who_declares(house: HouseRules) -> tuple[int | None, list[int]]:
    """D-DC-1: the second player bet last."""
    hand = passive(sit("high_low_declare", LIMIT, players=3, house=house), round_is(1))
    hand = play(hand, "check, bet 4, call, call")
    return hand.turn, sorted(hand.to_act)


@shows("scoop_against", {"declarers": (4, -2, -2), "all": (-2, 1, 1)})
def beaten_by_a_hand_that_declared_the_other_way(house: HouseRules) -> tuple[int, ...]:
    """D-DC-4: the third hand is the highest, and declared low."""
    return nets(declared(house, (BOTH, "both"), (MIDDLE_HIGH, "high"), (BEST_HIGH, "low")))


@shows("failed_scoops", {"retire": (-2, 1, 1), "losers_share_never": (-2, 4, -2), "three_quarters": (-2, 1, 1)})
def a_scoop_beaten_for_high(house: HouseRules) -> tuple[int, ...]:
    """D-DC-5, D-DC-6."""
    return nets(declared(house, (BOTH, "both"), (BEST_HIGH, "high"), (BAD_LOW, "low")))


@shows("failed_scoops", {"retire": (-2, 2), "losers_share_never": (-2, -2), "three_quarters": (1, -1)})
def a_scoop_tied_for_high(house: HouseRules) -> tuple[int, ...]:
    """D-DC-6: it is alone for low. A tie does not beat, so where losers never share the pot rides."""
    return nets(declared(house, ("9h5s4s3d2c", "both"), ("9c5d4c3h2d", "high")))


@shows(
    "all_scoops_fail",
    {"cards_speak": ((1, 1, -2), 0), "carry_over": ((-2, -2, -2), 6), "refund": ((0, 0, 0), 0)},
)
def two_scoops_fail_each_other(house: HouseRules) -> tuple[tuple[int, ...], int]:
    """D-DC-7: one is the best high, the other the best low; a third player has folded."""
    hand = sit("high_low_declare", FixedLimit(2, 4, ante=2), (BEST_HIGH, LOW, "KcQd9d8d7d"), house=house)
    hand = play(passive(hand, round_is(1)), "check, check, fold, 0: declare both, 1: declare both")
    return nets(hand), hand.carry.amount if hand.carry else 0


@shows("scoop_all_pots", {False: 6, True: -10})
def a_scoop_that_fails_only_in_the_main_pot(house: HouseRules) -> int:
    """D-DC-8: the best high is all-in for the main pot."""
    hand = sit(
        "high_low_declare",
        FixedLimit(4, 8, ante=2),
        (BOTH, BEST_HIGH, BAD_LOW),
        stacks=(200, 2, 200),
        house=house,
    )
    hand = play(passive(hand, round_is(1)), "bet 8, call, 0: declare both, 1: declare high, 2: declare low")
    return nets(hand)[0]


@shows("bet_after_declare", {False: None, True: 2})
def round_after_the_declaration(house: HouseRules) -> int | None:
    """D-DC-10."""
    hand = passive(sit("high_low_declare", LIMIT, (BOTH, LOW), house=house), declaring)
    return play(hand, "0: declare high, 1: declare low").round_number if not hand.over else None

"""What the source texts say of their worked examples beyond the chips: what is announced, kept aside, shown, hidden."""

import pytest

from oddchip.actions import CALL, CHECK, FOLD, PAT, Bet, DealCards, Discard, RaiseTo
from oddchip.cards import UNKNOWN, Deck, cards_text, parse_cards
from oddchip.dealers import fixed
from oddchip.errors import IllegalAction
from oddchip.events import Drew, OpenersShown, RulesChanged, Shown
from oddchip.games import find_game
from oddchip.hand import Hand, Seat
from oddchip.house import HouseRules
from oddchip.rankings import Ranking, order
from oddchip.stakes import FixedLimit, NoLimit, PotLimit

ALICE, BOB, CAROL, DAVID = range(4)


def dealt(game, hands, drawn="", stakes=None, seats=None, **settings):
    """A deal by Alice with these hands (in seat order from Bob, Alice last) and these cards drawn in turn."""
    game = find_game(game)
    deck = Deck(game.deck.pack, 2)
    held = [deck.parse(hand) for hand in hands]
    pack = [cards[j] for j in range(len(held[0])) for cards in held] + list(deck.parse(drawn))
    pack += [card for card in game.deck.cards if card not in pack]
    numbers = [*[BOB, CAROL, DAVID][: len(hands) - 1], ALICE]
    return Hand.start(
        game,
        stakes or FixedLimit(1, 2, ante=0),
        [Seat(number, 100) for number in numbers],
        ALICE,
        fixed(pack),
        house=HouseRules.of(**settings),
    )


# --- Johnson (seed 004) --------------------------------------------------------------------------------------------

SIX_HIGH = "6d 5c 4h 3s 2d"


def first_deal():
    hands = (SIX_HIGH, "Qs Qh 9d 7c 4s", "Ks Td 6h 2h 5d", "8c 8d 8h Jd Tc")
    hand = dealt("johnson", hands, "Qd 7d 3d 5s 5h").act(CHECK).act(Bet(1)).act(FOLD).act(RaiseTo(2)).act(RaiseTo(3))
    return hand.act(CALL).act(CALL)


def test_bob_announces_that_he_stands_pat_and_everybody_hears_how_many_the_others_draw_d_dr_4():
    hand = first_deal().act(PAT).act(Discard(parse_cards("9d 7c 4s"))).act(Discard(parse_cards("Jd Tc")))
    assert hand.view(DAVID).drawn == {BOB: (0,), CAROL: (3,), DAVID: (), ALICE: (2,)}
    heard = [event for event in hand.view(BOB).events if isinstance(event, Drew) and event.seat == CAROL]
    assert [(event.thrown, event.received) for event in heard] == [((UNKNOWN,) * 3, (UNKNOWN,) * 3)]


def test_carol_opened_but_bob_bets_first_after_the_draw_d_bt_2():
    hand = first_deal().act(PAT).act(Discard(parse_cards("9d 7c 4s"))).act(Discard(parse_cards("Jd Tc")))
    assert hand.turn == BOB


def test_alice_shows_eights_full_d_jo_s1():
    hand = first_deal().act(PAT).act(Discard(parse_cards("9d 7c 4s"))).act(Discard(parse_cards("Jd Tc")))
    hand = hand.act(Bet(2)).act(FOLD).act(RaiseTo(4)).act(CALL)
    assert hand.events[-2].words == "eights full of fives"
    assert hand.result.net == {BOB: -7, CAROL: -3, DAVID: 0, ALICE: 10}


def test_the_second_deal_is_played_with_the_same_cards_for_low_d_jo_3_d_jo_6():
    hands = (SIX_HIGH, "Ks Qh Td 9c 6h", "7h 5d 4c 3h Qd", "Qs Jh 9d 8c 8s")
    hand = dealt("johnson", hands, "Ad").act(CHECK).act(CHECK).act(CHECK).act(CHECK)
    assert hand.turn == BOB, "now it is Bob's turn again"
    assert isinstance(hand.events[-2], RulesChanged)
    assert cards_text(hand.view(BOB).hand) == SIX_HIGH
    hand = hand.act(Bet(1)).act(FOLD).act(RaiseTo(2)).act(FOLD).act(RaiseTo(3)).act(CALL)
    hand = hand.act(PAT).act(Discard(parse_cards("Qd"))).act(Bet(2)).act(CALL)
    shown = [event.seat for event in hand.events if isinstance(event, Shown)]
    assert shown[0] == BOB, "Bob shows his 6-5-4-3-2"
    assert hand.events[-2].words == "6-5-4-3-2 low"
    assert hand.result.net == {BOB: 5, CAROL: 0, DAVID: -5, ALICE: 0}


def test_a_house_may_have_bob_bet_his_six_outright_d_cl_3e():
    hands = (SIX_HIGH, "7h 5d 4c 3h Qd")
    hand = dealt("johnson", hands, "Ad", sevens_penalty="must_bet").act(CHECK).act(CHECK).act(Bet(1)).act(CALL)
    hand = hand.act(PAT).act(Discard(parse_cards("Qd")))
    with pytest.raises(IllegalAction, match="a seven or better must be bet after the draw"):
        hand.act(CHECK)


# --- jackpots (seed 003) -------------------------------------------------------------------------------------------

SEED_OPENERS = "Kc Jc 9c 7c Jh"


def broken_openers(drawn):
    """Bob opens on his jacks, breaks them for the club flush, and Carol calls with kings."""
    hands = (SEED_OPENERS, "Ks Kh 8d 5s 3s", "Qs Td 8s 6h 4s")
    hand = dealt("gardena_jackpots", hands, f"{drawn} Qd 6d 4h").act(Bet(1)).act(CALL).act(FOLD)
    return hand.act(Discard(parse_cards("Jh"))).act(Discard(parse_cards("8d 5s 3s"))).act(Bet(2))


@pytest.mark.parametrize("drawn,answer", [("4c", CALL), ("2d", FOLD)])
def test_the_jack_of_hearts_is_kept_and_proves_the_openers_d_jp_3_d_jp_4(drawn, answer):
    before = broken_openers(drawn)
    assert all(
        parse_cards("Jh")[0] not in event.thrown for event in before.view(CAROL).events if isinstance(event, Drew)
    )
    hand = before.act(answer)
    (proof,) = [event for event in hand.events if isinstance(event, OpenersShown)]
    assert proof.proved
    assert set(proof.cards) == set(parse_cards("Jc Jh")), "as few cards as it takes"
    assert proof.words == "a pair of jacks or better"
    assert hand.view(CAROL).events.count(proof) == 1, "everybody sees them"


def test_an_opener_who_loses_shows_no_openers_d_jp_3():
    hand = broken_openers("2d").act(CALL)
    assert hand.result.net[BOB] < 0
    assert not [event for event in hand.events if isinstance(event, OpenersShown)]


def test_the_discards_kept_as_proof_are_dealt_to_nobody_d_jp_4_d_rs_1():
    """Eight players draw so much that thrown cards are shuffled; the opener's jack is not among them."""
    hands = [
        SEED_OPENERS,
        *["Qs Td 8s 6h 4s", "Qh Ts 8h 6s 4d", "Qd Th 8d 6d 4h", "Qc Tc 8c 6c 4c"],
        *["Ks 9s 7s 5s 3s", "Kh 9h 7h 5h 3h", "Kd 9d 7d 5d 3d"],
    ]
    game = find_game("gardena_jackpots")
    held = [game.deck.parse(hand) for hand in hands]
    pack = [cards[j] for j in range(5) for cards in held]
    pack += [card for card in game.deck.cards if card not in pack]
    asked = []

    class Dealing:
        order = tuple(pack)

        def answer(self, offer, _):
            asked.append(offer)
            return DealCards(offer.eligible)

    seats = [Seat(number, 100) for number in range(8)]
    hand = Hand.start(game, FixedLimit(2, 4, ante=1), seats, 7, lambda deck: Dealing()).act(Bet(2))
    for _ in range(7):
        hand = hand.act(CALL)
    hand = hand.act(Discard(parse_cards("Jh")))
    while not asked:
        hand = hand.act(Discard(hand.offer.hand[:4]))
    assert parse_cards("Jh")[0] not in asked[0].eligible
    assert len(asked[0].eligible) > 8


# --- badugi (seed 003) ---------------------------------------------------------------------------------------------

LIST = ("As 2c 3h 4d", "4s 6h 8d Jc", "Tc Jh Qd Ks", "Ah Ad 4c 5s", "Ac As 4s 6s")
WORDS = (
    "four-card 4-3-2-A badugi",
    "four-card J-8-6-4 badugi",
    "four-card K-Q-J-T badugi",
    "three-card 5-4-A badugi",
    "two-card 4-A badugi",
)


def test_the_list_from_best_to_worst_with_its_erratum_d_bd_3_d_bd_e1():
    badugi = order(Ranking.BADUGI)
    values = [badugi.value(parse_cards(hand)) for hand in LIST]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert tuple(map(badugi.describe, values)) == WORDS
    four = [value for value in range(1, len(badugi.hands)) if len(badugi.hand(value).ranks) == 4]
    assert (values[0], values[2]) == (max(four), min(four)), "the best and the worst possible"


def test_item_three_as_printed_is_a_three_card_hand_below_item_four_d_bd_e1():
    badugi = order(Ranking.BADUGI)
    printed = badugi.value(parse_cards("Tc Jh Qd Kh"))
    assert badugi.describe(printed) == "three-card Q-J-T badugi"
    assert badugi.value(parse_cards(LIST[4])) < printed < badugi.value(parse_cards(LIST[3]))


# --- lowball (seed 003) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stakes", [NoLimit(blinds=(1, 2)), PotLimit(blinds=(1, 2))], ids=["no limit", "pot limit"])
def test_check_and_raise_is_never_barred_in_pot_or_no_limit_but_sevens_stay_d_cl_4_d_cl_3j(stakes):
    hands = ("7s 5h 4d 3c 2s", "8s 6h 4h 3d Kh")
    hand = dealt("california_lowball", hands, "Ad", stakes=stakes)
    hand = hand.act(CALL).act(CHECK).act(PAT).act(Discard(parse_cards("Kh"))).act(CHECK).act(Bet(2))
    assert hand.offers[BOB].raise_to
    hand = hand.act(CALL)
    assert hand.result.net == {BOB: 2, ALICE: -2}, "the bets after Bob's check go back"


def test_four_before_nobody_is_dealt_a_pat_hand_d_fb_2():
    hand = dealt("four_before(five_card_draw)", ("As Ah Ad Ac", "Ks Kh Kd Kc"), stakes=FixedLimit(2, 4))
    assert {len(cards) for cards in hand.holdings.values()} == {4}
    hand = hand.act(CALL).act(CHECK).act(PAT).act(PAT)
    assert {len(cards) for cards in hand.holdings.values()} == {5}

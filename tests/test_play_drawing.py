"""Drawing and reshuffling, rule by rule: D-DR, D-RS, D-FB, D-PA."""

from random import Random

import pytest

from oddchip import (
    PAT,
    Discard,
    FixedLimit,
    Hand,
    HouseRules,
    IllegalAction,
    Seat,
    SetupError,
    cards_text,
    find_game,
    fixed,
    parse_cards,
    shuffled,
)
from oddchip import events as ev
from oddchip.play.drawing import plan_serving
from scripted import drawing, kinds, passive, round_is, sit

LIMIT = FixedLimit(2, 4)


def seated(n, stack=200):
    return [Seat(i, stack) for i in range(n)]


def in_order(game, n, house=None, stack=200, reshuffles=()):
    """The pack in order from the deuce of clubs up; the button is on the last seat."""
    deck = find_game(game).deck.cards
    return Hand.start(
        find_game(game), LIMIT, seated(n, stack), n - 1, fixed(deck, reshuffles), house=house or HouseRules()
    )


def throw(hand, count):
    """The seat in turn throws its first `count` cards."""
    return hand.act(Discard(hand.holdings[hand.turn][:count]))


def test_each_draws_in_turn_and_is_served_before_the_next_decides_d_dr_1():
    hand = passive(in_order("five_card_draw", 3), drawing)
    assert hand.turn == 0
    hand = throw(hand, 3)
    assert len(hand.holdings[0]) == 5
    assert hand.holdings[0][2:] == hand.game.deck.cards[15:18]
    assert hand.turn == 1


def test_any_number_may_be_thrown_and_as_many_come_d_dr_2_d_pa_3():
    hand = passive(in_order("five_card_draw", 2), drawing)
    assert len(hand.offer.actions()) == 32
    for count in range(6):
        assert len(throw(hand, count).holdings[0]) == 5


def test_only_own_cards_once_each_are_thrown_d_dr_2():
    hand = passive(in_order("five_card_draw", 2), drawing)
    own, other = hand.holdings[0][0], hand.holdings[1][0]
    for cards in ((other,), (own, own), (-1,), (own, other)):
        with pytest.raises(IllegalAction):
            hand.act(Discard(cards))


def test_the_number_drawn_is_public_and_the_cards_are_not_d_dr_4():
    hand = throw(passive(in_order("five_card_draw", 3), drawing), 2).act(PAT)
    view = hand.view(2)
    assert view.drawn == {0: (2,), 1: (0,), 2: ()}
    assert view.state.thrown[0] == ((-1, -1),)
    assert set(view.holdings[0]) == {-1}
    assert hand.view(0).state.thrown[0] == ((hand.game.deck.cards[0], hand.game.deck.cards[3]),)


def test_all_in_players_still_draw_d_dr_5():
    hand = passive(in_order("badugi", 3, stack=2), drawing)
    drawers = []
    while not hand.over:
        drawers.append(hand.turn)
        hand = throw(hand, 1)
    assert drawers == [0, 1, 2] * 3


def test_three_draws_and_four_rounds_of_badugi_d_bd_1():
    hand, seen = passive(in_order("badugi", 2), round_is(0)), []
    while not hand.over:
        seen.append("draw" if drawing(hand) else hand.round_number)
        hand = passive(hand, lambda now, then=seen[-1]: ("draw" if drawing(now) else now.round_number) != then)
    assert seen == [0, "draw", 1, "draw", 2, "draw", 3]


# --- reshuffles ------------------------------------------------------------------------------------------------------


def test_what_a_drawer_is_served_before_a_shuffle_d_rs_1():
    stub, own = parse_cards("2c3c"), parse_cards("9s9h8d7c")
    serve = {
        mode: plan_serving(stub, (), own, 4, mode, True, True)
        for mode in ("deplete_first", "mix_remaining", "reserve_bottom")
    }
    assert serve == {"deplete_first": stub, "mix_remaining": (), "reserve_bottom": stub[:1]}


def test_own_earlier_discards_come_last_and_those_of_this_draw_never_d_rs_3():
    earlier, now = parse_cards("KhQh"), parse_cards("8h7h")
    stub = parse_cards("Kh 8h 2c 7h Qh 3c")
    assert plan_serving(stub, earlier, now, 2, "deplete_first", False, False) == parse_cards("2c3c")
    assert plan_serving(stub, earlier, now, 3, "deplete_first", False, False) == parse_cards("2c3cKh")
    assert plan_serving(stub, earlier, now, 6, "deplete_first", False, False) == parse_cards("2c3cKhQh")
    assert plan_serving(stub, earlier, now, 3, "deplete_first", True, True) == parse_cards("2c3c"), "others are left"


def test_eight_players_draw_five_each_d_rs_2_d_rs_4():
    hand = passive(in_order_shuffled("five_card_draw", 8, 1), drawing)
    thrown = {}
    while drawing(hand):
        seat = hand.turn
        thrown[seat] = set(hand.holdings[seat])
        hand = throw(hand, 5)
        assert not thrown[seat] & set(hand.holdings[seat])
        assert len(hand.holdings[seat]) == 5
    assert kinds(hand).count("Reshuffled") == 2, (
        "28 cards were wanted beyond the stub, and 19 or so lay ready each time"
    )


def in_order_shuffled(game, n, seed, house=None):
    return Hand.start(find_game(game), LIMIT, seated(n), n - 1, shuffled(Random(seed)), house=house or HouseRules())


def came_back(hand):
    """Cards that a seat received after having thrown them."""
    thrown, found = [set() for _ in hand.seats], []
    for event in hand.log:
        if event[0] in (ev.DREW, ev.DISCARDED):
            thrown[event[1]] |= set(event[2])
        if event[0] in (ev.DREW, ev.RECEIVED):
            found += [card for card in event[-1] if card in thrown[event[1]]]
    return found


LARGEST = [("deuce_to_seven_triple_draw", 7), ("badugi", 10), ("triple_draw(five_card_draw)", 7)]


@pytest.mark.parametrize("mode", ["deplete_first", "mix_remaining", "reserve_bottom", "folded_first"])
@pytest.mark.parametrize("order", ["sequential", "announce_first"])
@pytest.mark.parametrize(("game", "n"), LARGEST)
def test_no_discard_comes_back_at_the_seat_limit_d_rs_2_d_rs_4(game, n, order, mode):
    """Everybody throws his whole hand each time, and there is always another card, own earlier discards apart."""
    hand = in_order_shuffled(game, n, n, HouseRules.of(reshuffle=mode, draw_order=order))
    while not hand.over:
        hand = throw(hand, 5) if drawing(hand) else passive(hand, drawing)
    assert kinds(hand).count("Reshuffled") >= 3
    assert came_back(hand) == []


def test_a_reshuffle_is_an_event_and_asks_the_dealer_d_rs_5():
    hand = passive(in_order("five_card_draw", 8, reshuffles=[()]), drawing)
    hand = throw(throw(hand, 5), 5)
    with pytest.raises(IllegalAction, match="a shuffle orders all"):
        throw(hand, 5)
    with pytest.raises(SetupError, match="more are wanted for stub"):
        throw(throw(passive(in_order("five_card_draw", 8), drawing), 5), 5).act(Discard(hand.holdings[2]))


def test_a_second_shuffle_comes_before_own_earlier_discards_d_rs_3():
    """What others threw since the last shuffle is shuffled in first, so nobody gets his own again."""
    for seed in range(30):
        hand = in_order_shuffled("deuce_to_seven_triple_draw", 7, seed)
        rng = Random(seed)
        while not hand.over:
            hand = throw(hand, rng.randint(2, 5)) if drawing(hand) else passive(hand, drawing)
        assert came_back(hand) == []


# --- four-before -----------------------------------------------------------------------------------------------------


def test_a_card_fewer_is_dealt_and_one_more_drawn_d_fb_1_d_fb_2():
    hand = in_order("four_before(five_card_draw)", 3)
    assert [len(cards) for cards in hand.holdings.values()] == [4, 4, 4]
    hand = passive(hand, drawing)
    for count in range(5):
        assert len(throw(hand, count).holdings[0]) == 5
    assert len(hand.act(PAT).events[-1].received) == 1, "everybody gets a card"


def test_later_draws_are_ordinary_d_fb_2():
    hand = passive(in_order("four_before(triple_draw(badugi))", 2), drawing)
    assert len(hand.holdings[0]) == 3
    hand = passive(hand, lambda now: drawing(now) and now.state.thrown[0] != () and now.turn == 0)
    assert len(hand.holdings[0]) == 4
    assert throw(hand, 2).holdings[0][2:] == hand.state.deck[hand.state.at : hand.state.at + 2]


def test_openers_from_four_cards_d_fb_3():
    def opens(cards):
        return bool(sit("four_before(gardena_jackpots)", LIMIT, (cards, "2c4d6h2d")).offer.raise_to)

    assert opens("JcJd9h7s")
    assert opens("3c3d9h9s")
    assert not opens("TcTd9h7s")
    assert not opens("Tc9c8c7c"), "no four make a straight or a flush"
    assert not opens("Js9s8sX1")
    assert opens("As9s8sX1")


def test_a_draw_names_the_seats_cards_in_words():
    hand = throw(passive(in_order("five_card_draw", 2), drawing), 1)
    event = hand.events[-1]
    assert (event.seat, cards_text(event.thrown)) == (0, "2c")

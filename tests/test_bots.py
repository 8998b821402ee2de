"""Bots: every action is on offer, the same seed plays alike, and the plain spots are played plainly."""

import random
from collections import Counter
from itertools import combinations
from statistics import stdev

import pytest

from oddchip.actions import CALL, CHECK, FOLD, BetOffer, Discard, RaiseTo, Way
from oddchip.bots import BOTS, Regular
from oddchip.bots import library as libraries
from oddchip.bots.arena import Match, Score
from oddchip.bots.dealing import DealTable
from oddchip.bots.drawing import DrawTable
from oddchip.bots.situation import Situation
from oddchip.bots.swapping import best_gift, fictitious, order_of, other_hand, results
from oddchip.dealers import by_hand, shuffled
from oddchip.errors import SetupError
from oddchip.games import find_game, games
from oddchip.hand import Hand, Seat
from oddchip.house import HouseRules
from oddchip.modifiers import applicable
from oddchip.rankings.choose import crossed
from oddchip.spec import Bet
from oddchip.stakes import FixedLimit, NoLimit, Stake

NAMES = [game.id for game in games()]
COMPOSED = [name for game in games() for name in applicable(game)]


@pytest.fixture
def small_libraries(monkeypatch):
    """Few lines are enough where only legality counts."""
    monkeypatch.setattr(libraries, "LINES", 100)
    monkeypatch.setattr(libraries, "_MADE", {})


def stakes_for(game, limit):
    if not game.has(Bet):
        return Stake(10)
    return FixedLimit(2, 4) if limit == "fixed" else NoLimit(min_bet=2)


def play_out(game, stakes, bots, rng, stacks):
    """One hand, each seat played by its bot; `act` refuses whatever is not on offer."""
    seats = [Seat(i, stack) for i, stack in enumerate(stacks)]
    hand = Hand.start(game, stakes, seats, button=0, dealer=shuffled(rng))
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        action = bots[seat].choose(hand.view(seat), rng, 24)
        offer = hand.offers[seat]
        if isinstance(bots[seat], Regular) and isinstance(offer, BetOffer) and offer.check:
            assert action != FOLD
        hand = hand.act(action, seat)
    return hand


@pytest.mark.parametrize("limit", ["fixed", "no limit"])
@pytest.mark.parametrize("name", NAMES + COMPOSED)
def test_every_game_is_played_with_actions_on_offer(name, limit, small_libraries):
    game = find_game(name)
    rng = random.Random(name + limit)
    seats = max(game.seats[0], min(rng.choice((2, 3, 5)), game.seats[1]))
    stacks = [rng.choice((5, 40, 200)) for _ in range(seats)]
    bots = [rng.choice((BOTS["regular"], BOTS["regular"], BOTS["random"], BOTS["caller"])) for _ in stacks]
    hand = play_out(game, stakes_for(game, limit), bots, rng, stacks)
    assert sum(hand.result.stacks.values()) + (hand.carry.amount if hand.carry else 0) == sum(stacks)


def test_the_same_seed_and_budget_play_alike():
    game = find_game("deuce_to_seven_triple_draw")
    logs = {play_out(game, FixedLimit(2, 4), [Regular()] * 3, random.Random(8), [200] * 3).log for _ in range(2)}
    assert len(logs) == 1


@pytest.mark.parametrize("name", ["stud_eight", "badugi"])
def test_more_samples_make_steadier_estimates(name):
    """Sixteen times the samples: about a quarter of the spread of the share from seed to seed, surely under a half."""
    hand = Hand.start(find_game(name), FixedLimit(2, 4), [Seat(0, 99), Seat(1, 99)], 0, shuffled(random.Random(4)))
    situation = Situation(hand.view(hand.turn))
    table = DrawTable if situation.is_draw else DealTable

    def spread(budget):
        return stdev(table(situation, random.Random(seed)).share(budget) for seed in range(20))

    assert spread(640) < spread(40) / 2


def test_a_bot_that_is_asked_nothing_says_so():
    hand = Hand.start(games()[0], FixedLimit(2, 4), [Seat(0, 99), Seat(1, 99)], 0, shuffled(random.Random(1)))
    waiting = next(seat for seat in (0, 1) if seat not in hand.to_act)
    for bot in BOTS.values():
        with pytest.raises(SetupError, match="asked"):
            bot.choose(hand.view(waiting), random.Random(1), 10)


# Plain spots. Cards are dealt by hand: seat 0 sits left of the button, which is the last seat.


def dealt(name, *held, rows=None, stakes=None, house=None, stack=200):
    """A hand with these cards for each seat (then what it draws) and row, spare cards for the rest."""
    game = find_game(name)
    queues = {seat: list(game.deck.parse(text)) for seat, text in enumerate(held)}
    queues |= {row: list(game.deck.parse(text)) for row, text in (rows or {}).items()}
    wanted = {card for queue in queues.values() for card in queue}

    def next_card(offer):
        queue = queues.get(offer.to, []) if not offer.burn else []
        return (queue.pop(0) if queue else next(card for card in offer.eligible if card not in wanted),)

    seats = [Seat(i, stack) for i in range(len(held))]
    return Hand.start(
        game, stakes or FixedLimit(2, 4), seats, len(held) - 1, by_hand(next_card), house=house or HouseRules()
    )


def act_all(hand, *actions):
    for action in actions:
        hand = hand.act(action)
    return hand


def choices(hand, budget=150, times=12):
    """What the bot in turn does, seed by seed."""
    seat = min(hand.to_act)
    return Counter(Regular().choose(hand.view(seat), random.Random(seed), budget) for seed in range(times))


def keeps(hand, budget=150, times=6):
    """The sets of cards that the bot in turn keeps, seed by seed."""
    cards = frozenset(hand.view(hand.turn).hand)
    return {cards - set(discard.cards) for discard in choices(hand, budget, times)}


def assert_keeps(hand, text):
    assert keeps(hand) == {frozenset(hand.game.deck.parse(text))}


def raises(found):
    return sum(count for action, count in found.items() if isinstance(action, RaiseTo))


def test_jackpots_opens_with_aces_and_draws_three_to_them():
    hand = dealt("gardena_jackpots", "As Ad 9c 6h 3s", "Kc Qd 8h 5s 2c")
    assert raises(choices(hand)) == 12
    hand = act_all(hand, RaiseTo(2), CALL)
    assert_keeps(hand, "As Ad")


@pytest.mark.parametrize("enforce", ["strict", "honor"])
def test_jackpots_never_opens_without_openers(enforce):
    hand = dealt("gardena_jackpots", "Ts Td 9c 6h 3s", "Kc Qd 8h 5s 2c", house=HouseRules.of(enforce_openers=enforce))
    assert choices(hand) == {CHECK: 12}


def test_draw_stands_pat_with_a_full_house_and_draws_one_to_two_pair():
    hand = act_all(dealt("five_card_draw", "Ks Kd Kc 6h 6s", "9c 9d 4s 4h 2c"), CALL, CHECK)
    assert_keeps(hand, "Ks Kd Kc 6h 6s")
    assert_keeps(hand.act(Discard()), "9c 9d 4s 4h")


def test_lowball_stands_pat_with_a_wheel_and_raises_all_the_way():
    hand = dealt("california_lowball", "Ks Qd Jc 9h 8s", "As 2d 3c 4h 5s")
    assert raises(choices(hand)) == 12
    hand = act_all(hand, CALL, RaiseTo(4), CALL, Discard(hand.game.deck.parse("Ks Qd Jc")))
    assert_keeps(hand, "As 2d 3c 4h 5s")
    hand = act_all(hand, Discard(), RaiseTo(4))
    assert raises(choices(hand)) == 12


def test_lowball_draws_one_to_a_six():
    hand = act_all(dealt("california_lowball", "Ac 2d 4c 6h Ks", "9s 8d 7c 4h 5s"), CALL, CHECK)
    assert_keeps(hand, "Ac 2d 4c 6h")


def test_a_seven_is_always_bet_after_the_draw():
    """D-CL-3: what goes in later would be forfeit."""
    hand = act_all(dealt("california_lowball", "7c 2d 4c 5h 6s", "As 2h 3c 4h 5s"), CALL, CHECK, Discard(), Discard())
    assert raises(choices(hand, 40, 40)) == 40


def test_badugi_stands_pat_with_a_badugi_and_draws_one_to_three_good_cards():
    hand = act_all(dealt("badugi", "Ac 2d 4h 7s", "As 3d 5h 8h"), CALL, CHECK)
    assert_keeps(hand, "Ac 2d 4h 7s")
    assert_keeps(hand.act(Discard()), "As 3d 5h")


def test_deuce_to_seven_breaks_straights_and_flushes():
    """D-LO-27: both count against the hand."""
    hand = act_all(dealt("kansas_city", "2c 3d 4c 5h 6s", "2s 3s 4s 5s 7s"), CALL, CHECK)
    assert all(len(cards) == 4 for cards in keeps(hand))
    assert all(len(cards) == 4 for cards in keeps(hand.act(Discard())))


def test_triple_draw_folds_trash_to_a_bet_into_two_pat_hands():
    """No raise and no call with a king against players who stood pat twice."""
    hand = dealt("deuce_to_seven_triple_draw", "Kc Kd 9h 5s 9d 4c 8s Qd Th", "2s 3d 4h 5c 7s", "2d 3c 4d 6h 7c")
    hand = act_all(hand, CALL, CALL, CHECK)
    for _ in range(3):
        hand = act_all(hand, Discard(hand.view(0).hand[:1]), Discard(), Discard())
        hand = act_all(hand, CHECK, RaiseTo(4 if hand.round_number > 1 else 2), CALL)
        if hand.round_number == 3 and hand.turn == 0:
            break
        hand = hand.act(CALL)
    assert hand.turn == 0
    assert choices(hand)[FOLD] == 12


def test_stud_eight_raises_a_wheel_and_folds_nothing_to_open_trips():
    """On the end a six-high straight with a six low is bet for both ways; king high is worth no call."""
    hand = dealt("stud_eight", "Ac 2d 3h 4s 5c 9h Kd", "Kc Qh 7d 7s 7c Jh 9d", stakes=FixedLimit(2, 4))
    while hand.round_number != 4:
        hand = hand.act(_passive(hand))
    while hand.turn != 0:
        hand = hand.act(RaiseTo(4))
    assert raises(choices(hand)) == 12

    hand = dealt("stud_eight", "Kc Qh 2d 9s Jc 9h 6d", "7h 2c 7d 7s 7c Jh 9d")
    while hand.round_number != 4:
        hand = hand.act(_passive(hand))
    while hand.turn != 0:
        hand = hand.act(RaiseTo(4))
    assert choices(hand)[FOLD] == 12


def _passive(hand):
    return next(action for action in hand.offer.actions() if action != FOLD and not isinstance(action, RaiseTo))


def test_holdem_raises_the_nuts_on_the_river():
    hand = dealt("texas_holdem", "Ah Kh", "Qs Qd", rows={"board": "Qh Jh Th 2c 3d"})
    while hand.round_number != 3:
        hand = hand.act(_passive(hand))
    assert raises(choices(hand)) == 12


@pytest.mark.parametrize(
    "cards, ways",
    [("Kc Kd Kh 9s 9d", {Way.HIGH}), ("As 2d 3c 4h 6s", {Way.LOW}), ("As 2d 3c 4h 5s", {Way.BOTH, Way.LOW})],
)
def test_declares_the_way_it_wins(cards, ways):
    hand = act_all(dealt("high_low_declare", cards, "9c 8d 4s 4d 2c"), RaiseTo(2), CALL, Discard(), Discard())
    hand = act_all(hand, RaiseTo(4), CALL)
    assert {action.way for action in choices(hand)} <= ways


def test_a_bot_sees_no_more_than_its_view():
    """The rival's cards and the pack may be any others: the same view and seed give the same action."""
    mine = "As Ad 9c 6h 3s"
    hands = [dealt("five_card_draw", mine, theirs) for theirs in ("Kc Qd 8h 5s 2c", "2s 2d 2h 4s 4d")]
    for actions in ((CALL,), (CALL, CHECK)):
        played = [act_all(hand, *actions) for hand in hands]
        assert choices(played[0]) == choices(played[1])


# California Poker.


def california():
    return dealt("california_poker", "2c 3d 4h 5s 7c 8d Jh Ks", "2s 3h 6d 6s 9c Td Qh Ad", stakes=Stake(10))


def test_the_mix_for_the_swap_is_hard_to_beat():
    """CP-3: against the best answer the mix found gives up little to the mix of the other side."""
    view = california().view(0)
    offer = view.offer
    deck = set(view.hand)
    keeps = list(combinations(view.hand, 4))
    gifts = [tuple(deck - set(cards)) for cards in keeps]
    table = results(order_of(view), keeps, gifts, other_hand(view), offer.count)
    mix = fictitious(table, 1500)
    total = sum(mix)
    worst = min(sum(w * table[i][j] for i, w in enumerate(mix)) for j in range(70)) / total
    columns = [[-table[i][j] for i in range(70)] for j in range(70)]
    other = fictitious(columns, 1500)
    best = max(sum(w * table[i][j] for j, w in enumerate(other)) for i in range(70)) / sum(other)
    assert worst <= best
    assert best - worst < 0.1


def test_crossed_parts_are_worth_what_their_union_is():
    """All 4900 hands of eight cards that one side can end with, beside the plain value function."""
    view = california().view(0)
    mine, theirs = (list(combinations(cards, 4)) for cards in (view.hand, other_hand(view)))
    value = order_of(view).value
    assert crossed(order_of(view), mine, theirs) == [[value(keep + gift) for gift in theirs] for keep in mine]


def test_the_swap_is_legal_and_by_seed():
    view = california().view(1)
    gifts = {best_gift(view, view.offer, random.Random(seed), 60) for seed in range(10)}
    assert all(view.offer.refusal(gift) is None for gift in gifts)
    assert best_gift(view, view.offer, random.Random(3), 60) == best_gift(view, view.offer, random.Random(3), 60)


# Matches.


def test_a_duplicate_match_of_a_bot_with_itself_is_even():
    """Both play alike from the same seat with the same seed, so seat by seat the nets cancel."""
    match = Match(find_game("five_card_draw"), FixedLimit(2, 4), BOTS["caller"], (BOTS["caller"],), 10)
    score = match.play(20)
    assert (score.mean, score.error, score.hands) == (0, 0, 40)


def test_scores_are_means_with_their_error():
    score = Score.of([1.0, 2.0, 3.0], 6)
    assert score.mean == 2
    assert score.error == pytest.approx((1 / 3) ** 0.5)
    assert score.z == pytest.approx(2 * 3**0.5)


@pytest.mark.parametrize("other", ["caller", "random"])
@pytest.mark.parametrize("name", ["gardena_jackpots", "california_lowball", "badugi", "high_low_declare", "razz"])
def test_the_general_bot_wins(name, other):
    match = Match(find_game(name), FixedLimit(2, 4), Regular(), (BOTS[other],), 40)
    assert match.play(60).z > 2

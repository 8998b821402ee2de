"""What each viewer of a room's table is sent: his own cards, nobody else's, and all he needs to decide."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from oddchip import CALL, FOLD, FixedLimit, Hand, IllegalAction, NoLimit, PotLimit, Stake, by_hand, find_game, games
from oddchip.actions import PAT, Action, DeclareWay, Discard, Give, RaiseTo, Way
from oddchip.room import desk as desks
from oddchip.room.project import Around, CardIds, Hearing, Picture, Viewer, action_of, dealt_in, price_of, project
from oddchip.room.protocol import Act as ActMessage
from oddchip.room.protocol import Line, LogLine, TableView, written
from oddchip.table import (
    Act,
    Close,
    DealersChoice,
    Leave,
    Pause,
    SetGame,
    SetRotation,
    Sit,
    SitOut,
    StartHand,
    Table,
    VoidHand,
)
from room_alike import News, check_alike, check_cards, evening, played, run
from scripted import scripted

NAMES = {"a": "Ada", "b": "Bo", "c": "Cleo", "d": "Dan", "z": "Zed"}
TWO_FOUR = FixedLimit(2, 4)

# --- nothing but what one may see -----------------------------------------------------------------------------------

VARIANTS = (
    "triple_draw(california_lowball)",
    "triple_draw(deuce_to_seven_triple_draw)",
    "four_before(triple_draw(gardena_jackpots))",
    "four_before(ante_draw)",
    "declare(ante_draw)",
    "declare(stud_eight)",
    "with_bugs(stud_eight, 2)",
    "with_bugs(california_high_low, 1)",
    'on_deck(johnson, "italian")',
    'on_deck(stud_eight, "italian")',
    'on_deck(cucamonga, "italian")',
)


@pytest.mark.parametrize("name", [*(game.id for game in games()), *VARIANTS])
def test_a_viewer_is_sent_his_own_cards_and_hidden_ones_change_no_byte(name):
    counts = run(name, 0, exchanges=2) + run(name, 1, exchanges=2)
    assert counts["frames"] > 5
    assert counts["alike"] > 1


def test_the_search_finds_a_card_that_should_not_be_there(monkeypatch):
    monkeypatch.setattr(Hand, "view", lambda hand, seat: hand.full_view)
    with pytest.raises(AssertionError):
        check_cards(played(Random(1), "kansas_city"))


def test_the_exchange_finds_a_hint_at_hidden_cards(monkeypatch):
    seen_by = Picture.seen_by

    def hinting(picture: Picture, viewer: Viewer) -> TableView:
        view = seen_by(picture, viewer)
        view.watching = sum(map(sum, picture.hand.state.hands)) % 3
        return view

    monkeypatch.setattr(Picture, "seen_by", hinting)
    with pytest.raises(AssertionError, match="sent something else"):
        check_some(Random(3))


def check_some(rng: Random) -> None:
    for _ in range(30):
        check_alike(rng, played(rng, "kansas_city", "fixed"))


@pytest.mark.parametrize("name", ["friday", "mixed"])
def test_through_an_evening_chips_add_up_and_nobody_sees_too_much(name):
    text = (Path(__file__).parents[1] / "docs" / "examples" / f"{name}.toml").read_text()
    text = re.sub(r"^(seed = .*\n)", "", re.sub(r"^hands = .*$", "hands = 12", text, flags=re.M), flags=re.M)
    counts = evening(text, 5)
    assert counts["frames"] > 500
    assert counts["lines"] > 500


# --- a small table --------------------------------------------------------------------------------------------------


class Room:
    """A table with Ada, Bo and so on, and what each is sent."""

    def __init__(self, game, stakes=TWO_FOUR, people="ab", chips=200, cards=(), rows=None, size=0):
        self.game = find_game(game)
        self.table = Table.open(size or len(people)).do(SetGame(self.game, stakes))
        stacks = chips if isinstance(chips, tuple) else (chips,) * len(people)
        for seat, (person, stack) in enumerate(zip(people, stacks, strict=True)):
            self.table = self.table.do(Sit(seat, person, stack))
        self.desk = desks.Desk("a", "A table")
        self.ids = {person: CardIds(person.encode() * 16) for person in (*NAMES, "")}
        self.said = list(self.table.news)
        self.cards, self.rows = cards, rows or {}

    def deal(self, button=None):
        """Deal, the button last; `cards` are those of the seats from 0."""
        last = len(self.table.places) - 1 if button is None else button
        choose = scripted(self.game, self.cards, self.rows)
        self.table = self.table.do(StartHand(by_hand(choose), last))
        self.desk = desks.after(self.desk, desks.HandBegan(dealt_in(self.table), 0, ""))
        return self

    def act(self, *actions: Action, seat=None):
        for action in actions:
            at = self.table.hand.turn if seat is None else seat
            self.table = self.table.do(Act(at, action))
        return self

    def around(self, **said) -> Around:
        usual = Around(7, 0.0, "A table", NAMES, hosts=("a",), dealt=self.desk.dealt, shown=self.desk.shown)
        return replace(usual, **said)

    def seen(self, person="a", **said) -> TableView:
        return project(self.table, self.around(**said), Viewer(self.ids[person], person))

    @property
    def me(self):
        return self.seen("a").me


def texts(cards) -> str:
    return " ".join(card.text or "??" for card in cards)


def words(line: Line) -> str:
    return "".join(span if isinstance(span, str) else span[1] for span in line)


def johnson(**said):
    return Room("johnson", cards=("As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"), **said).deal()


# --- cards ----------------------------------------------------------------------------------------------------------


def test_own_cards_lie_sorted_with_ids_that_mean_nothing_to_another_viewer():
    room = johnson()
    ada, bo = room.seen("a"), room.seen("b")
    assert texts(ada.me.cards) == "5s 7h 9c Kd As"
    assert texts(ada.seats[0].cards) == "5s 7h 9c Kd As"
    assert texts(ada.seats[1].cards) == texts(bo.seats[0].cards) == "?? ?? ?? ?? ??"
    ids = [{card.id for seat in view.seats for card in seat.cards} for view in (ada, bo)]
    assert len(ids[0]) == len(ids[1]) == 10
    assert not ids[0] & ids[1]
    assert all(view.me is None for view in (room.seen(""),))


def test_a_card_keeps_its_id_while_it_is_held_and_a_thrown_one_takes_its_id_along():
    room = johnson().act(RaiseTo(2), CALL)
    before = {card.text: card.id for card in room.me.cards}
    back = [card.id for card in room.seen("b").seats[0].cards]
    room.act(Discard(room.game.deck.parse("9c 5s")))
    after = {card.text: card.id for card in room.me.cards}
    assert {text: after[text] for text in ("As", "Kd", "7h")} == {text: before[text] for text in ("As", "Kd", "7h")}
    assert not {before["9c"], before["5s"]} & set(after.values())
    # For Bo the last two backs go, whichever were thrown.
    now = [card.id for card in room.seen("b").seats[0].cards]
    assert now[:3] == back[:3]
    assert not set(now[3:]) & set(back)


def test_ids_are_others_in_the_next_deal_and_at_another_table():
    ids = CardIds(b"k" * 32)
    assert ids.of(1, (0, 0, 0)) == CardIds(b"k" * 32).of(1, (0, 0, 0))
    assert len({ids.of(deal, (0, shuffles, n)) for deal in (1, 2) for shuffles in (0, 1) for n in range(5)}) == 20
    assert ids.of(1, (0, 0, 0)) != CardIds(b"j" * 32).of(1, (0, 0, 0))


def test_cards_swapped_keep_their_ids_as_they_change_hands_cp_3():
    room = Room("california_poker", Stake(10)).deal()
    ada = {card.text: card.id for card in room.me.cards}
    bo = {card.text: card.id for card in room.seen("a").seats[1].cards}
    given = [room.table.hand.view(seat).hand[:4] for seat in (0, 1)]
    room.act(Give(given[0]), seat=0)
    view = room.seen("a")
    assert len(view.me.sealed) == 4
    assert view.seats[0].sealed
    assert room.seen("b").me.sealed == []
    room.act(Give(given[1]), seat=1)
    after = {card.text: card.id for seat in room.seen("a").seats for card in seat.cards}
    assert after == ada | bo


def test_a_mucked_hand_and_a_folded_one_lie_nowhere_and_shown_cards_stay_shd_4():
    room = Room("johnson", people="abc", cards=("As Ad 9c 7h 5s", "Ks Kd 4c 8h Ts", "2s 3d 4h 6h Th")).deal()
    room.act(RaiseTo(2), CALL, FOLD, PAT, PAT).act(RaiseTo(4), CALL)
    view = room.seen("c")
    assert view.state == "over"
    assert [texts(seat.cards) for seat in view.seats] == ["5s 7h 9c Ad As", "", ""]
    assert view.seats[1].did == "mucked"
    assert "show" in room.seen("b").me.may
    assert "show" not in room.me.may
    assert texts(room.seen("b").me.cards) == "4c 8h Ts Kd Ks"
    room.desk = desks.after(room.desk, desks.Showed(1, room.game.deck.parse("Ks Kd")))
    assert [texts(seat.cards) for seat in room.seen("c").seats] == ["5s 7h 9c Ad As", "Ks Kd", ""]
    assert texts(room.seen("b").seats[1].cards) == "Kd Ks"


def test_who_takes_the_seat_of_one_who_left_does_not_see_his_cards():
    room = johnson().act(RaiseTo(2), FOLD)
    room.table = room.table.do(Leave(1)).do(Sit(1, "d", 200))
    for person in ("d", "a", ""):
        view = room.seen(person)
        assert view.seats[1].cards == []
        assert "8h" not in written(view).decode()
    assert room.seen("d").me.cards == []
    assert room.seen("d").me.seat == 1
    assert room.seen("b").me.cards == []


def test_open_cards_of_folded_hands_are_dead_in_stud():
    room = Room("stud_eight", people="abc", cards=("As Ad 9c", "Ks Kd 4c", "2s 3d Th")).deal()
    assert room.table.hand.turn == 1
    room.act(RaiseTo(2), FOLD)
    view = room.seen("a")
    assert texts(view.dead) == "Th"
    assert texts(view.seats[0].cards) == "As Ad 9c"
    assert texts(view.seats[1].cards) == "?? ?? 4c"
    assert view.seats[2].cards == []
    assert view.seats[1].shows == ["four high"]
    assert view.button == -1


def test_a_view_that_lags_a_hand_says_nothing_of_the_hand_that_goes_on():
    room = johnson().act(RaiseTo(2), CALL, PAT, PAT, RaiseTo(4), CALL)
    first, dealt = room.table, room.desk.dealt
    room.deal(button=0)

    def late():
        state = replace(room.table.state, dealing=None, clocks=(), hands=first.state.hands)
        around = room.around(dealt=dealt, why="A hand is being played.")
        return project(Table.at(state, first.hand), around, Viewer(room.ids["z"], "z", delayed=True))

    before = late()
    assert before.state == "over"
    assert texts(before.seats[0].cards) == "5s 7h 9c Kd As"
    assert words(before.result.lines[0]).startswith("The pot: Ada wins")
    room.act(RaiseTo(2))
    assert written(late()) == written(before)


# --- what is asked ----------------------------------------------------------------------------------------------------


def test_an_offer_has_exact_amounts_and_reasons():
    room = Room("five_card_draw", NoLimit(blinds=(1, 2)), people="abc").deal()
    offer = room.seen("abc"[room.table.hand.turn]).me.offer
    assert (offer.kind, offer.price, offer.left) == ("bet", 2, 198)
    assert (offer.fold, offer.check, offer.call) == (True, False, True)
    amounts = offer.raise_to
    assert (amounts.verb, amounts.least, amounts.most, amounts.pot, amounts.half) == ("raise", 4, 200, 7, 4)
    assert offer.no == {"check": "there is a bet to call"}
    assert offer.decision == room.table.decisions[room.table.hand.turn]


def test_a_pot_sized_raise_is_the_most_at_pot_limit_bet_10():
    room = Room("five_card_draw", PotLimit(blinds=(1, 2)), people="abc").deal()
    amounts = room.seen("abc"[room.table.hand.turn]).me.offer.raise_to
    assert amounts.most == amounts.pot == 7


def test_only_who_is_asked_has_an_offer_and_who_is_still_to_act_may_prepare():
    room = Room("five_card_draw", NoLimit(blinds=(1, 2)), people="abc").deal()
    asked = room.table.hand.turn
    views = {person: room.seen(person) for person in "abc"}
    assert [person for person, view in views.items() if view.me.offer] == ["abc"[asked]]
    blinds = {mark: seat.person for seat in views["a"].seats for mark in seat.marks}
    assert views[blinds["small_blind"]].me.pre == ["fold", "call"]
    assert views[blinds["small_blind"]].me.price == 1
    assert views[blinds["big_blind"]].me.pre == ["fold", "check"]
    assert views[blinds["big_blind"]].me.price == 0
    assert views["abc"[asked]].me.pre == []


def test_a_raise_after_a_bring_in_completes_s8_4():
    room = Room("stud_eight", people="abc", cards=("As Ad 9c", "Ks Kd 4c", "2s 3d Th")).deal()
    offer = room.seen("b").me.offer
    assert (offer.bring_in, offer.price, offer.raise_to.verb) == (1, 0, "bet")
    room.act(offer_action(room, "b", "bring_in"))
    assert room.seen("c").me.offer.raise_to.verb == "complete"
    assert "bring_in" in room.seen("c").seats[1].marks


def offer_action(room, person, do, **said) -> Action:
    seat = "abcd".index(person)
    offer = room.seen(person).me.offer
    message = ActMessage("1", offer.decision, do, price=offer.price, **said)
    return action_of(message, room.table.hand, seat, room.ids[person])


def test_answers_are_read_by_card_ids():
    room = johnson().act(RaiseTo(2))
    assert offer_action(room, "b", "call") == CALL
    assert price_of(room.table.offers[1]) == 2 == room.seen("b").me.offer.price
    room.act(CALL)
    ids = {card.text: card.id for card in room.me.cards}
    thrown = offer_action(room, "a", "draw", cards=[ids["9c"], ids["5s"]])
    assert thrown == Discard(room.game.deck.parse("9c 5s"))
    assert offer_action(room, "a", "draw") == PAT
    bo = room.seen("b").me.cards[0].id
    with pytest.raises(IllegalAction, match="do not hold that card"):
        offer_action(room, "a", "draw", cards=[bo])
    with pytest.raises(IllegalAction, match="named twice"):
        offer_action(room, "a", "draw", cards=[ids["9c"], ids["9c"]])


def test_a_declaration_needs_a_way_d_dc_1():
    room = Room("high_low_declare", cards=("As Kd 9c 7h 5s", "2s 3d 4c 8h Ts")).deal()
    while room.table.hand.turn is not None:
        room.act(room.table.hand.offer.actions()[0])
    view = room.seen("a")
    assert view.sealed_phase
    assert view.acting == [0, 1]
    assert view.me.offer.ways == ["low", "high", "both"]
    assert "win both ways outright" in view.me.offer.both_rule
    with pytest.raises(IllegalAction, match="low, high or both"):
        offer_action(room, "a", "declare")
    assert offer_action(room, "a", "declare", way="both") == DeclareWay(Way.BOTH)
    room.act(DeclareWay(Way.LOW), seat=0)
    ada, bo = room.seen("a"), room.seen("b")
    assert ada.me.sealed == ["low"]
    assert bo.seats[0].sealed
    assert bo.seats[0].declared == ""
    assert bo.seats[0].did == "has chosen"
    room.act(DeclareWay(Way.HIGH), seat=1)
    assert [seat.declared for seat in room.seen("a").seats] == ["low", "high"]


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_one_rule_that_matters_now_is_said():
    def rule(game, *acts, **said):
        room = Room(game, **said).deal()
        for act in acts:
            room.act(act)
        return room.seen("a").game.rule

    jacks = ("As Ad 9c 7h 5s", "2s 3d 4c 8h Ts")
    assert rule("gardena_jackpots", cards=jacks) == "It takes a pair of jacks or better to open."
    assert rule("gardena_jackpots", RaiseTo(2), cards=jacks) == ""
    assert rule("stud_eight") == "The lowest open card must bring it in for 1, or bet."
    assert "eight low or better" in rule("california_high_low")
    assert rule("california_poker", stakes=Stake(10)).startswith("Each gives 4 cards")


def test_chips_bets_and_side_pots_pot_1():
    stakes = NoLimit(blinds=(1, 2))
    room = Room("five_card_draw", stakes, people="abc", chips=(200, 40, 200)).deal()
    first = room.table.hand.turn
    room.act(RaiseTo(60)).act(CALL, CALL)
    view = room.seen("a")
    assert view.pot == sum(pot.chips for pot in view.pots) == 160
    assert [pot.seats for pot in view.pots] == [[0, 1, 2], [0, 2]]
    assert view.pots[0].chips == 120
    assert "all_in" in view.seats[1].marks
    assert [seat.put for seat in view.seats] == [60, 40, 60]
    assert first in (0, 2)


def test_draws_are_counted_and_pat_hands_marked_d_dr_4():
    room = johnson().act(RaiseTo(2), CALL)
    assert room.seen("a").seats[0].marks == []
    room.act(PAT)
    view = room.seen("b")
    assert view.seats[0].drawn == [0]
    assert view.seats[0].did == "stood pat"
    assert "pat" in view.seats[0].marks
    room.act(Discard(room.game.deck.parse("2s")))
    assert room.seen("a").seats[1].drawn == [1]
    assert room.seen("a").seats[0].did == ""  # a new round


def test_worth_is_told_each_way_with_the_cards_that_play():
    room = Room("california_high_low", cards=("As Ad 4c 3h 2s", "Ks Kd 9c 8h Ts")).deal()
    high, low = room.me.worth
    assert (high.way, high.words, high.qualifies) == ("high", "pair of aces with 4-3-2", True)
    assert low.way == "low"
    assert not low.qualifies
    assert set(high.plays) == {card.id for card in room.me.cards}


def test_a_worth_is_worked_out_once_while_cards_stay(monkeypatch):
    room = johnson()
    picture = Picture(room.table, room.around())
    viewer = Viewer(room.ids["a"], "a")
    first = picture.seen_by(viewer).me.worth
    from oddchip.room.project import worths

    monkeypatch.setattr(worths, "all_ways", None)
    room.act(RaiseTo(2))
    assert Picture(room.table, room.around(), picture).seen_by(viewer).me.worth == first


def test_a_result_is_told_per_pot_and_way_s8_15():
    cards = ("As 4d 3c 6h 8s", "Ah 4c 3s 6d 8d", "2s 2d 2c 2h Ts")
    room = Room("california_high_low", people="abc", cards=cards).deal()
    while room.table.playing:
        room.act(room.table.hand.offer.actions()[0])
    ada, bo, cleo = (room.seen(person) for person in "abc")
    assert [words(line) for line in ada.result.lines] == [
        "The pot, high: Cleo wins 3 with four deuces with a ten: 2s 2h 2d 2c Ts.",
        "The pot, low, quartered: You 2, Bo 1 with 8-6-4-3-A low: 8s 6h 4d 3c As; the odd chip goes to you.",
    ]
    assert words(cleo.result.lines[0]).startswith("The pot, high: You win 3")
    assert ada.result.won == {0: 2, 1: 1, 2: 3}
    assert ada.result.net == bo.result.net == {0: 0, 1: -1, 2: 1}
    assert ada.result.winners == [0, 1, 2]
    assert {seat: texts(cards) for seat, cards in ada.result.cards.items()} == {
        0: "8s 6h 4d 3c As",
        1: "8d 6d 4c 3s Ah",
        2: "2s 2h 2d 2c Ts",
    }


def test_what_one_may_do_and_for_how_much():
    room = johnson(size=3)
    guest = room.seen("z")
    assert guest.me.may == ["sit"]
    assert guest.me.buy_in == (20, 400)
    assert guest.me.seat == -1
    viewer = Viewer(room.ids["z"], "z", may_sit=False)
    assert project(room.table, room.around(), viewer).me.may == []
    assert room.me.may == ["leave", "sit_out", "top_up"]
    assert room.me.buy_in == (1, 201)
    room.table = room.table.do(SitOut(0))
    assert "return" in room.me.may
    assert room.me.note == "You sit out when this hand is over."
    room.table = room.table.do(Sit(2, "c", 100))
    cleo = room.seen("c")
    assert cleo.me.note
    assert cleo.seats[2].state == "waiting"
    assert cleo.me.cards == []


def test_states_of_a_table_are_told_with_why():
    room = johnson()
    assert room.seen("a").state == "playing"
    assert room.seen("a", stopped="A fault.").state == "stopped"
    room.table = room.table.do(Pause("tea"))
    assert room.seen("a", why="Ada pauses the table: tea.").why == "Ada pauses the table: tea."
    assert room.seen("a").state == "paused"
    room.table = room.table.do(VoidHand("misdeal"))
    empty = Table.open(4)
    view = project(empty, Around(1, 0, "T", {}), Viewer(CardIds(b"x" * 16)))
    assert (view.state, view.why, view.game) == ("open", "No game is set.", None)
    closed = empty.do(Close("late"))
    assert project(closed, Around(1, 0, "T", {}), Viewer(CardIds(b"x" * 16))).state == "closed"


def test_requests_are_for_hosts_only():
    from oddchip.room.protocol import WaitingView

    room = johnson(size=3)
    waiting = (WaitingView("z", "Zed", 2, 100),)
    assert room.seen("a", waiting=waiting).waiting == list(waiting)
    assert room.seen("b", waiting=waiting).waiting == []
    assert room.seen("z", waiting=waiting).me.asked_to_sit


def test_a_choice_has_the_games_and_who_chooses_mix_3():
    room = Room("badugi")
    games_to_choose = ((find_game("badugi"), TWO_FOUR), (find_game("stud_eight"), TWO_FOUR))
    room.table = room.table.do(DealersChoice(games_to_choose))
    view = room.seen("a", choice_deadline=30.0)
    assert [game.id for game in view.choice.games] == ["badugi", "stud_eight"]
    assert view.choice.deadline == 30
    chooser = room.seen("ab"[view.choice.seat])
    assert "choose" in chooser.me.may
    assert view.why == f"{NAMES['ab'[view.choice.seat]]} chooses the next game."


def test_the_next_game_of_a_rotation_is_told_mix_1():
    room = Room("badugi")
    both = ((find_game("badugi"), TWO_FOUR), (find_game("stud_eight"), TWO_FOUR))
    room.table = room.table.do(SetRotation(both, 1))
    room.deal()
    view = room.seen("a")
    assert (view.game.id, view.next_game.id) == ("badugi", "stud_eight")


def test_a_view_is_small_and_reads_back_as_json():
    frame = written(johnson().seen("a"))
    assert len(frame) < 2000
    assert json.loads(frame)["t"] == "view"


# --- what is heard ----------------------------------------------------------------------------------------------------


def said(lines: list[LogLine]) -> list[str]:
    return [words(line.line) for line in lines]


def test_each_hears_a_hand_in_his_own_words():
    room = johnson()
    news = News(room.table, room.desk, list(room.table.news))
    ada, bo, nobody = (Hearing(person) for person in ("a", "b", ""))
    heard = said(ada.hear(news, NAMES))
    assert heard[0].startswith("Hand 1: Johnson at 2/4. Bo has the button.")
    assert "You are dealt As Kd 9c 7h 5s." in heard
    assert "You are dealt 2s 3d 4c 8h Ts." in said(bo.hear(news, NAMES))
    assert not any("As" in line for line in said(nobody.hear(news, NAMES)))
    room.act(RaiseTo(2))
    news = News(room.table, room.desk, list(room.table.news))
    lines = ada.hear(news, NAMES)
    assert said(lines) == ["You bet 2."]
    assert (lines[0].kind, lines[0].seat, lines[0].n) == ("hand", 0, len(heard) + 1)
    assert said(bo.hear(news, NAMES)) == ["Ada bets 2."]
    assert said(bo.hear(news, NAMES)) == []


def test_who_comes_later_hears_the_hand_from_its_beginning():
    room = johnson().act(RaiseTo(2), CALL)
    heard = said(Hearing("z").hear_hand(room.table, room.desk.dealt, NAMES))
    assert heard[0].startswith("Hand 1: Johnson")
    assert "Ada bets 2." in heard
    assert "Bo calls 2." in heard


def test_who_sees_the_play_late_hears_nothing_of_it_before_it_is_over():
    room = johnson()
    late = Hearing("z")
    assert said(late.hear_late(News(room.table, room.desk, list(room.table.news)), NAMES)) == []
    room.act(RaiseTo(2))
    assert said(late.hear_late(News(room.table, room.desk, list(room.table.news)), NAMES)) == []
    room.act(FOLD)
    heard = said(late.hear(News(room.table, room.desk, list(room.table.news)), NAMES))
    assert heard[0].startswith("Hand 1: Johnson")
    assert "Bo folds." in heard


def test_the_table_and_its_hosts_are_told_in_sentences():
    table = Table.open(3)
    desk = desks.Desk("a", "T")
    ada = Hearing("a")

    def told(*commands, actor="room", facts=()):
        nonlocal table
        happened = []
        for command in commands:
            table = table.do(command)
            happened += table.news
        return said(ada.hear(News(table, desk, happened, actor, list(facts)), NAMES))

    assert told(SetGame(find_game("badugi"), TWO_FOUR), actor="a") == [
        "You set the game from the next hand: Badugi at 2/4."
    ]
    assert told(Sit(0, "a", 100)) == ["You sit down with 100."]
    assert told(Sit(1, "b", 100)) == ["Bo sits down with 100."]
    assert told(SitOut(1)) == ["Bo sits out."]
    assert told(Leave(1)) == ["Bo leaves with 100."]
    assert told(Pause("tea"), actor="b") == ["Bo pauses the table: tea."]
    assert told(facts=[desks.Asked("z", 2, 50)]) == ["Zed asks to sit down with 50."]
    assert told(facts=[desks.Kicked("b", "rude")], actor="a") == ["You send Bo away: rude."]
    assert told(facts=[desks.HostMade("b")], actor="a") == ["Bo is a host now, by you."]
    assert told(facts=[desks.HostMade("b")], actor="b") == ["Bo is a host here now, by the host key."]
    assert told(facts=[desks.HostMade("a")], actor="a") == ["You are a host here now, by the host key."]
    assert told(facts=[desks.Muted("b")], actor="a") == ["You mute Bo."]
    bo = Hearing("b")
    assert said(bo.hear(News(table, desk, [], "room", [desks.Asked("z", 2, 50)]), NAMES)) == []

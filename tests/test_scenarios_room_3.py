"""Scenarios of the showdown: side pots, what is shown and in which order, and what nobody is ever sent."""

import asyncio
import json

import pytest
from sqlalchemy import select

from oddchip import events as ev
from oddchip.room.protocol import Hello
from oddchip.room.store import schema
from rooms import at_random, done, hidden, in_a_room, no, words_of

GAMES = ("five_card_draw", "badugi", "seven_card_stud", "omaha_eight", "high_low_declare", "cucamonga")


def result_of(screen):
    return [words_of(line) for line in screen.view["result"]["lines"]]


# --- 19 and 20: pots -------------------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_19_three_ways_all_in_side_pots_and_what_nobody_called_comes_back(p):
    await p.new_table("five_card_draw at no limit blinds 1/2", house={"buy_in_min": 1})
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd", chips=(200, 75, 41))
    p.next_deck({0: "2s 3c 5d 7h 9c", 1: "Ks Kc 8d 6h 2d", 2: "As Ac 9d 7c 2h"})
    await p.deal()
    await p.script("Hanna raise 200", "Ben call", "Cyd call")
    assert hanna.view["pots"] == [{"chips": 123, "seats": [0, 1, 2]}, {"chips": 68, "seats": [0, 1]}]
    await p.play_on()
    assert p.table.stacks == {0: 125, 1: 68, 2: 123}
    won, net = hanna.view["result"]["won"], hanna.view["result"]["net"]
    assert won == {"1": 68, "2": 123}, "the 125 that nobody called came back and is no win (POT-3)"
    assert net == {"0": -75, "1": -7, "2": 82}
    assert sum(net.values()) == 0
    assert result_of(hanna) == [
        "Side pot: Ben wins 68 with pair of kings with 8-6-2: Ks Kc 8d 6h 2d.",
        "Main pot: Cyd wins 123 with pair of aces with 9-7-2: As Ac 9d 7c 2h.",
    ]
    assert "The uncalled 125 goes back to you." in hanna.log
    await p.check()


@in_a_room
async def test_scenario_19_an_odd_chip_goes_to_one_of_them_and_none_is_lost(p):
    await p.new_table("five_card_draw at no limit blinds 1/2")
    await p.sit("Hanna", "Ben", "Cyd")
    p.next_deck({0: "2s 3c 5d 7h 9c", 1: "As Kc Qd Jh 9d", 2: "Ac Ks Qh Jd 9h"})
    await p.deal()
    await p.script("Hanna raise 5", "Ben call", "Cyd call", "Ben draw", "Cyd draw", "Hanna draw")
    await p.script("Ben raise 2", "Cyd raise 6", "Hanna fold", "Ben call")
    await p.play_on()
    assert p.table.stacks == {0: 195, 1: 203, 2: 202}, "27 between two: the first clockwise has the odd one (ODD-1)"
    await p.check()


@pytest.mark.parametrize("game", GAMES)
def test_scenario_19_chips_sum_to_zero_whatever_is_played(game, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(f"{game} at no limit blinds 1/2" if game == "omaha_eight" else game, house={"buy_in_min": 5})
        screens = await p.sit("Hanna", "Ben", "Cyd", "Dan", chips=(40, 60, 100, 150))
        await p.wait(1)
        for _ in range(4):
            for screen in screens:
                if "rebuy" in screen.me.get("may", ()):
                    done(await screen.do("rebuy", chips=40))
            await p.deal()
            await p.play_on(lambda screen: at_random(screen, p.rng))
            net = screens[0].view["result"]["net"]
            assert sum(net.values()) + (p.table.carry.amount if p.table.carry else 0) == 0 or p.table.carry
            await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_20_a_short_all_in_wins_the_main_low_and_a_deep_stack_the_side(p):
    """Pots and ways have names of their own in the result."""
    await p.new_table("omaha_eight at no limit blinds 1/2", house={"buy_in_min": 1})
    hanna, ben, _cyd = await p.sit("Hanna", "Ben", "Cyd", chips=(30, 200, 200))
    cards = {0: "As 2s Kd 9c", 1: "Ks Kh 3s 5d", 2: "Qs Qh 4s 6d"}
    p.next_deck(cards, {"board": "3h 7c 8d Kc Jh"})
    await p.deal()
    await p.script("Hanna raise 30", "Ben raise 100", "Cyd call")
    assert ben.view["pots"] == [{"chips": 90, "seats": [0, 1, 2]}, {"chips": 140, "seats": [1, 2]}]
    await p.play_on()
    lines = result_of(hanna)
    assert lines == [
        "Side pot, high: Ben wins 70 with three kings with J-8: Ks Kh Kc Jh 8d.",
        "Side pot, low: Cyd wins 70 with 8-7-6-4-3 low: 8d 7c 6d 4s 3h.",
        "Main pot, high: Ben wins 45 with three kings with J-8: Ks Kh Kc Jh 8d.",
        "Main pot, low: You win 45 with 8-7-3-2-A low: 8d 7c 3h 2s As.",
    ]
    assert p.table.stacks[0] == 45
    await p.check()


# --- 21 to 23: what is shown -----------------------------------------------------------------------------------------


def shown_to(screen, texts):
    """Which of these cards stand in anything that a screen was ever sent."""
    return [text for text in texts if any(f'"{text}"'.encode() in frame for frame in screen.frames)]


@pytest.mark.parametrize("game", ["texas_holdem", "five_card_draw", "badugi", "seven_card_stud"])
def test_scenario_21_when_everybody_folds_nobodys_cards_are_sent_to_anybody(game, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(game)
        screens = await p.sit("Hanna", "Ben", "Cyd")
        zed = await p.come("Zed", watching=True, may_sit=False)
        await p.deal()
        last = len(p.hand.plan.ops)
        await p.play_on(until=lambda: p.hand.state.pc >= last - 6 and any(s.offer for s in screens))
        while p.table.playing:
            screen = p.screen_at(min(p.table.offers))
            do = "raise" if screen.offer.get("raise_to") and not p.hand.state.price else "fold"
            if screen.offer["kind"] != "bet":
                done(await screen.act("draw"))
            elif do == "raise":
                done(await screen.act("raise", amount=screen.offer["raise_to"]["least"]))
            elif screen.offer.get("fold"):
                done(await screen.act("fold", sure=True))
            else:
                done(await screen.act("check"))
        open_cards = {card[1] for seat in zed.view["seats"] for card in seat.get("cards", []) if card[1]}
        for screen in screens:
            foreign = hidden(p.scene, screen.person)
            assert len(foreign) >= 30
            assert shown_to(screen, foreign) == []
        assert shown_to(zed, hidden(p.scene, zed.person)) == []
        assert not open_cards or game == "seven_card_stud"
        kept = list(await p.room.store.read(records_of(p)))
        for row in kept:
            if row.viewer == "-1":
                assert not any(event[0] in (ev.SHOWN, ev.TURNED_UP) for event in json.loads(row.body))

    test(tmp_path, monkeypatch)


def records_of(p):
    return select(schema.record).where(schema.record.c.table_id == p.table_id)


@in_a_room
async def test_scenario_22_a_beaten_hand_is_mucked_and_sent_to_nobody_unless_its_owner_shows_it(p):
    await p.new_table("five_card_draw")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    cards = {0: "2s 3c 5d 7h 9c", 1: "Ks Kc 8d 6h 2d", 2: "As Ac 9d 7c 2h"}
    p.next_deck(cards)
    await p.deal()
    await p.script("Hanna call", "Ben call", "Cyd check", "Ben draw", "Cyd draw", "Hanna draw")
    await p.script("Ben check", "Cyd raise 4", "Hanna call", "Ben call")
    assert not p.table.playing
    assert "Hanna mucks." in ben.log
    assert {"You muck."} <= set(hanna.log)
    for screen in (ben, cyd):
        assert shown_to(screen, cards[0].split()) == []
    assert shown_to(hanna, cards[2].split()) == cards[2].split(), "the winner shows"
    zed = await p.come("Zed", watching=True, may_sit=False)
    assert shown_to(zed, [*cards[0].split(), *cards[1].split()]) == []

    done(await hanna.do("show", cards=[card[0] for card in hanna.me["cards"] if card[1] in ("9c", "7h")]))
    assert shown_to(ben, cards[0].split()) == ["7h", "9c"], "one card, or two, if she likes (SHD-4)"
    no(await ben.do("show", cards=hanna.ids[:1]), "refused")
    no(await zed.do("show"), "forbidden")
    done(await hanna.do("show"))
    assert shown_to(zed, cards[0].split()) == cards[0].split()
    await p.deal()
    no(await hanna.do("show"), "refused", "once the hand is over")


def order_shown(p):
    """The seats that showed or mucked, in order."""
    members = p.hand.plan.members
    found = []
    for event in p.hand.log:
        if event[0] in (ev.SHOWN, ev.MUCKED):
            found.append(p.hand.seats[event[1]])
        elif event[0] == ev.TURNED_UP:
            found += [p.hand.seats[i] for i in members[event[1]]]
    return found


@in_a_room
async def test_scenario_23_the_last_who_bet_shows_first_else_the_first_to_act(p):
    await p.new_table("five_card_draw")
    await p.sit("Hanna", "Ben", "Cyd")
    cards = {0: "2s 3c 5d 7h 9c", 1: "Ks Kc 8d 6h 2d", 2: "As Ac 9d 7c 2h"}
    p.next_deck(cards)
    await p.deal()
    await p.script("Hanna call", "Ben call", "Cyd check", "Ben draw", "Cyd draw", "Hanna draw")
    await p.script("Ben check", "Cyd check", "Hanna raise 4", "Ben call", "Cyd call")
    assert order_shown(p) == [0, 1, 2], "Hanna bet last (SHD-1)"
    log = p.here[0].log
    assert [line.split()[0] for line in log if "show" in line or "muck" in line][:3] == ["You", "Ben", "Cyd"]
    await p.restart()
    p.next_deck(cards, button=1)
    await p.deal()
    await p.play_on()
    assert order_shown(p)[0] == 2, "nobody bet in the last round: the first to act shows first"


@pytest.mark.parametrize(("game", "first"), [("seven_card_stud", 2), ("razz", 1)])
def test_scenario_23_in_stud_the_high_board_shows_first_and_in_razz_the_low_one(game, first, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(game)
        await p.sit("Hanna", "Ben", "Cyd")
        p.next_deck({0: "2s 3c 4d 9h Tc Js Qd", 1: "2c 3d 2h 3s 4h 6s 7d", 2: "8s 9c Ah Ad As Kd 5c"})
        await p.deal()
        await p.play_on()
        assert order_shown(p)[0] == first
        await p.check()

    test(tmp_path, monkeypatch)


# --- 24: frames searched for foreign cards ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES, "california_poker", "johnson", "deuce_to_seven_triple_draw", "q_ball"])
def test_scenario_24_no_frame_holds_a_card_that_is_not_its_readers(game, tmp_path, monkeypatch):
    """Every view is looked through as it is sent (`Screen.take`), and refusals too."""

    @in_a_room
    async def test(p):
        await p.new_table(game, watching="live" if p.rng.random() < 0.5 else "delayed")
        names = ("Hanna", "Ben") if game == "california_poker" else ("Hanna", "Ben", "Cyd")
        screens = await p.sit(*names, chips=100)
        zed = await p.come("Zed", watching=True, may_sit=False)
        for _ in range(3):
            await p.deal()
            while p.table.playing:
                screen = p.screen_at(min(p.table.offers))
                if p.rng.random() < 0.1:
                    await p.rng.choice([*screens, zed]).again()
                if p.rng.random() < 0.1:  # what is refused says nothing about anybody's cards either
                    other = p.rng.choice(screens)
                    await other.ask(screen.answer("draw", cards=["AAAAAAAA"], sure=True))
                if screen.offer:
                    done(await screen.ask(at_random(screen, p.rng)))
            said = " ".join(each["why"] for screen in screens for each in screen.refusals)
            assert not any(f" {card} " in said for card in hidden(p.scene, ""))
        assert sum(len(screen.frames) for screen in screens) > 30

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_24_the_search_would_find_a_card(p):
    """The searches of these tests are no searches for nothing."""
    await p.new_table("five_card_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    foreign = hidden(p.scene, ben.person)
    assert set(hanna.cards) <= set(foreign)
    assert shown_to(hanna, hanna.cards) == hanna.cards
    view = json.loads(json.dumps(ben.view))
    view["seats"][0]["cards"][0] = ["AAAAAAAA", hanna.cards[0]]
    with pytest.raises(AssertionError, match="Ben is sent"):
        ben.take(json.dumps(view).encode())


# --- 25 and 26: who looks on -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("watching", ["live", "delayed"])
def test_scenario_25_who_looks_on_is_refused_and_changes_nobodys_view(watching, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("five_card_draw", watching=watching)
        hanna, ben = await p.sit("Hanna", "Ben")
        zed = await p.come("Zed", watching=True, may_sit=False)
        await p.deal()
        await asyncio.sleep(0.15)  # by now they have been told that Zed came
        before = p.scene
        sent = len(hanna.frames), len(ben.frames)
        no(await zed.ask(hanna.answer("fold")), "forbidden", "no seat at this table")
        orders = "leave sit_out return top_up rebuy buy_pot choose decline announce show"
        for what in orders.split():
            no(await zed.do(what, chips=10, game="badugi"), "forbidden", "seat")
        no(await zed.do("sit", seat=3, chips=200), "forbidden", "look on")
        for what in ("pause", "void", "kick", "deal", "close", "retry", "bot", "games", "settings"):
            no(await zed.host(what, seat=0, words="x"), "forbidden", "only a host|Only a host")
        assert p.scene is before
        assert (len(hanna.frames), len(ben.frames)) == sent, "nothing reaches the players"
        assert zed.view["me"].get("cards", []) == []
        assert "offer" not in zed.me

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_25_a_view_is_the_same_whether_anybody_looks_on_or_not(p):
    """Looking on costs the players nothing and shows them nothing but that somebody is there."""
    await p.new_table("badugi", watching="live")
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    told = {"log": [], "fair": None, "watching": 0, "fresh": False}  # what comes anew with the page
    alone = {**hanna.view, **told}
    zed = await p.come("Zed", watching=True, may_sit=False)
    await hanna.again()
    assert {**hanna.view, **told} == alone
    assert zed.view["seats"][0]["cards"] != hanna.view["seats"][0]["cards"]
    assert not any(card[1] for seat in zed.view["seats"] for card in seat.get("cards", []))


@in_a_room
async def test_scenario_26_a_player_who_looks_on_as_somebody_else_sees_a_hand_late_and_open_cards_alone(p):
    await p.new_table("seven_card_stud")
    _hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    spy = await p.come("Benny", watching=True, may_sit=False)
    await p.deal()
    await asyncio.sleep(0.15)  # until all have been told that he is there
    seen = len(spy.frames)
    first = p.hand
    while p.table.playing:
        screen = p.screen_at(min(p.table.offers))
        done(await screen.ask(at_random(screen, p.rng)))
        if p.table.playing:
            assert spy.view["delayed"]
            assert "hand" not in spy.view
            assert not any(seat.get("cards") for seat in spy.view["seats"])
            assert len(spy.frames) == seen, "not even that somebody decided"
    assert spy.view["hand"] == 1
    assert shown_to(spy, hidden(p.scene, "")) == []
    await p.deal()
    while p.table.playing:
        screen = p.screen_at(min(p.table.offers))
        done(await screen.ask(at_random(screen, p.rng)))
        if p.table.playing:
            assert spy.view["hand"] == 1, "the hand before, until this one is over"
            assert spy.view.get("clocks", []) == []
    assert p.hand.deal is not first.deal


@in_a_room
async def test_scenario_26_the_same_person_in_two_browsers_sees_the_same_and_may_not_sit_twice(p):
    await p.new_table("five_card_draw")
    _hanna, ben = await p.sit("Hanna", "Ben")
    other = await p.come("Ben", watching=True)
    no(await other.do("sit", seat=3, chips=200), "refused", "have a seat")
    await p.deal()
    assert other.me["cards"] == ben.me["cards"], "his own, and nothing more"
    assert other.view["seats"] == ben.view["seats"]


@in_a_room
async def test_scenario_26_looking_on_can_be_forbidden_and_ends_then(p):
    table = await p.new_table("five_card_draw")
    await p.sit("Hanna", "Ben")
    zed = await p.person("Zed")
    await p.room.accept(table, "watch", zed)
    assert p.room.may_open(zed.id, table) == "watch"
    screen = await p.come("Zed", watching=True, may_sit=False)
    await p.host("settings", settings={"watching": "off"})
    assert p.room.may_open(zed.id, table) is None
    sent = len(screen.frames)
    await p.deal()
    await p.play_on()
    assert "nobody look on" in screen.bye["why"]
    assert screen.connection.outbox.closed
    assert len(screen.frames) == sent, "who looks on already is sent nothing more"


# --- 27 and 28 at the table (what is kept of hands is in test_room_history.py) ---------------------------------------


@in_a_room
async def test_scenario_27_down_cards_stay_down_and_all_the_streets_of_an_all_in_hand_are_shown(p):
    await p.new_table("seven_card_stud", house={"buy_in_min": 1})
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd", chips=(9, 9, 9))
    p.next_deck({0: "2s 3c 4d 9h Tc Js Qd", 1: "2c 3d 2h 3s 4h 6s 7d", 2: "8s 9c Ah Ad As Kd 5c"})
    await p.deal()
    while p.table.playing:
        screen = p.screen_at(min(p.table.offers))
        raises = screen.offer.get("raise_to")
        for other in p.here:
            for seat in other.view["seats"][:3]:
                texts = [bool(card[1]) for card in seat["cards"]]
                if seat["seat"] != other.seat:
                    assert texts[:2] == [False, False], "down cards are down while the hand is played"
        if raises:
            done(await screen.act("raise", amount=raises["most"]))
        else:
            done(await screen.act("call" if screen.offer.get("call") else "check"))
    streets = {event[0] for event in p.hand.log}
    assert ev.DEALT in streets
    for text in ("Js", "Kd", "6s"):
        assert any(text in json.dumps(line) for line in hanna.heard), "dealt for all to see"
    assert {"Ben gets 3s face up.", "Cyd gets As face up.", "Ben gets 6s face up.", "You are dealt Qd."} <= set(
        hanna.log
    )
    assert len(hanna.view["seats"][2]["cards"]) == 7


@in_a_room
async def test_scenario_28_each_seat_sees_the_result_with_its_own_eyes(p):
    await p.new_table("five_card_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    p.next_deck({0: "2s 3c 5d 7h 9c", 1: "Ks Kc 8d 6h 2d"})
    await p.deal()
    await p.play_on()
    assert result_of(ben)[0].startswith("The pot: You win 4")
    assert result_of(hanna)[0].startswith("The pot: Ben wins 4")
    assert not any(card[1] for card in ben.view["seats"][0].get("cards", []))
    assert len(hanna.cards) == 5, "one's own mucked hand one may look at"
    await ben.connection.receive(Hello(1))
    assert shown_to(ben, ["2s", "3c", "5d", "7h", "9c"]) == []

"""Scenarios of seats and chips: who is away, who comes late, restarts, faults, what is in the account afterwards."""

import asyncio

import pytest

from oddchip.play import drawing
from oddchip.room import restore
from oddchip.table import playing
from oddchip.table.values import Away
from rooms import at_random, done, in_a_room, no


def account_of(p, person):
    """What a person brought to the table, and what he took away."""
    account = p.table.accounts[person]
    return account.brought, account.taken


# --- 11 and 12: who is away ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_scenario_11_a_seat_that_is_away_for_ever_is_freed_and_its_chips_go_home(seats, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("five_card_draw", size=seats, away_minutes=10)
        names = ("Hanna", "Ben", "Cyd")[:seats]
        hanna, ben, *_ = await p.sit(*names)
        await p.deal()
        await p.play_on()
        left = p.table.places[1].chips
        done(await ben.do("sit_out"))
        await p.wait(9 * 60, 60)
        assert ben.seat == 1
        done(await ben.do("return"))  # he is back for a moment, and the time begins anew
        done(await ben.do("sit_out"))
        await p.wait(9 * 60, 60)
        assert ben.seat == 1
        await p.wait(90, 30)
        assert ben.seat == -1
        assert 1 not in p.table.places
        assert account_of(p, ben.person) == (200, left)
        assert any(line.startswith("Ben leaves with") for line in hanna.log)
        await p.check()
        new = await p.come("Dan")
        done(await new.do("sit", seat=1, chips=200))

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_11_missed_orbits_free_a_seat_as_well_and_zero_minutes_never_do(p):
    await p.new_table("five_card_draw", away_minutes=0, house={"away_orbits": 2})
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.play_on()
    done(await cyd.do("sit_out"))
    await p.wait(86400, 43200)
    assert cyd.seat == 2
    hands = 0
    while 2 in p.table.places:
        await p.deal()
        await p.play_on()
        hands += 1
        assert hands <= 8, "two orbits of two or three hands (SIT-3)"
    assert hands >= 4
    assert cyd.seat == -1
    assert not hanna.refusals + ben.refusals


@in_a_room
async def test_scenario_12_who_sits_out_reads_how_long_his_seat_is_kept(p):
    await p.new_table("five_card_draw", away_minutes=30)
    _hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    done(await cyd.do("sit_out"))
    assert cyd.me["note"] == "You sit out. Your seat is kept for 2 rounds of the button, 30 minutes at most."
    for _ in range(2):
        await p.deal()
        await p.play_on()
    assert cyd.me["note"] == "You sit out. Your seat is kept for 1 round of the button, 30 minutes at most."
    await p.host("settings", settings={"away_minutes": 0})
    assert cyd.me["note"] == "You sit out. Your seat is kept for 1 round of the button."
    await p.host("settings", settings={"away_minutes": 1})
    await p.host("house", keep=True, options={"away_orbits": 0})
    assert cyd.me["note"] == "You sit out. Your seat is kept for 1 minute."


@in_a_room
async def test_scenario_12_who_sits_out_hears_no_warnings_and_holds_nobody_up(p):
    await p.new_table("five_card_draw", house={"away_orbits": 0}, away_minutes=0)
    _hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    done(await cyd.do("sit_out"))
    cyd.close()
    for _ in range(4):
        await p.deal()
        assert set(p.hand.seats) == {0, 1}
        assert all(clock.seat != 2 for clock in p.table.clocks)
        await p.play_on()
    await cyd.again()
    assert cyd.at(2)["state"] == "away"
    assert cyd.me["note"] == "You sit out."
    assert cyd.offer is None
    assert not any("Your time" in line for line in cyd.log)
    assert all(not view.get("clocks") or view["clocks"][0]["seat"] != 2 for view in cyd.views)


@in_a_room
async def test_scenario_12_sitting_out_in_a_hand_is_after_it_or_folds_at_once(p):
    await p.new_table("five_card_draw")
    _hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    done(await ben.do("sit_out"))
    assert ben.me["note"] == "You sit out when this hand is over."
    assert p.hand.to_act == {0}
    done(await cyd.do("sit_out", now=True))
    await p.script("Hanna call", "Ben call")
    assert p.table.playing
    assert p.hand.to_act <= {0, 1}, "Cyd is folded in turn, without being waited for"
    await p.play_on()
    assert {seat for seat, place in p.table.places.items() if place.away is Away.NOW} == {1, 2}


# --- 13 and 48: who comes late ---------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_13_who_comes_in_the_middle_of_a_hand_waits_and_is_dealt_in_next(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    cards, turn = hanna.cards, p.hand.turn
    (cyd,) = await p.sit("Cyd", first=2)
    assert (p.hand.seats, p.hand.turn, hanna.cards) == ((1, 0), turn, cards) or p.hand.turn == turn
    assert cyd.at(2)["state"] == "waiting"
    assert cyd.me["note"] == "You are dealt in with the next hand."
    assert cyd.offer is None
    assert cyd.cards == []
    no(await cyd.ask(hanna.answer("call")), "stale")
    await p.play_on()
    assert p.table.stacks[2] == 200
    await p.deal()
    assert set(p.hand.seats) == {0, 1, 2}
    assert len(cyd.cards) == 4


@in_a_room
async def test_scenario_48_a_late_comer_waits_for_the_big_blind_or_posts_one_once(p):
    await p.new_table("texas_holdem")
    await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    (dan,) = await p.sit("Dan", first=3)
    (eve,) = await p.sit("Eve", first=4, post=True)
    assert dan.me["note"].startswith("You are dealt in when the big blind comes to you")
    assert eve.me["note"].startswith("You post and are dealt in")
    await p.play_on()
    first = {}
    for _ in range(4):
        await p.deal()
        kinds = [(p.hand.seats[post.position], post.kind.value) for post in p.hand.posts]
        assert len(kinds) == len(set(kinds)), "nobody posts the same blind twice"
        for seat in (3, 4):
            if seat in p.hand.seats and seat not in first:
                first[seat] = [kind for at, kind in kinds if at == seat]
        bigs = [seat for seat, kind in kinds if kind == "big blind"]
        assert len(bigs) == 1
        await p.play_on()
    assert first[3] == ["big blind"], "who waited comes in as the big blind"
    assert len(first[4]) == 1, "who posted did so once"


@in_a_room
async def test_scenario_48_missed_blinds_are_posted_on_the_way_back_or_waited_for(p):
    await p.new_table("texas_holdem", house={"away_orbits": 0})
    _hanna, _ben, _cyd, dan = await p.sit("Hanna", "Ben", "Cyd", "Dan")
    await p.deal()
    await p.play_on()
    done(await dan.do("sit_out"))
    for _ in range(3):
        await p.deal()
        await p.play_on()
    assert p.table.places[3].missed, "both blinds went by (BTN-5)"
    stack = p.table.stacks[3]
    done(await dan.do("return", post=True))
    for _ in range(3):
        await p.deal()
        if 3 in p.hand.seats:
            break
        await p.play_on()
    mine = [post for post in p.hand.posts if p.hand.seats[post.position] == 3]
    assert stack - p.table.stacks[3] == sum(post.amount for post in mine) in (2, 3)
    await p.play_on()
    assert not p.table.places[3].missed, "and are not asked for again"


# --- 14 and 15: the room is gone and comes back ----------------------------------------------------------------------


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("game", ["five_card_draw", "stud_eight", "california_poker", "high_low_declare"])
def test_scenario_14_after_a_restart_in_a_hand_all_is_as_it_was_and_there_is_time(game, kill, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(game)
        names = ("Hanna", "Ben") if game == "california_poker" else ("Hanna", "Ben", "Cyd")
        screens = await p.sit(*names)
        await p.deal()
        decided = 0

        def enough():
            nonlocal decided
            decided += 1
            return decided > (1 if game == "california_poker" else 6)

        await p.play_on(until=enough)
        assert p.table.playing
        await p.wait(20)  # of the thirty seconds
        before, hand = p.scene, p.hand
        views = {screen.name: screen.view for screen in screens}
        await p.restart(kill=kill, away=3600)
        again = p.hand
        assert again is not hand
        assert (again.log, again.state.deck, again.state.hands) == (hand.log, hand.state.deck, hand.state.hands)
        assert (p.table.stacks, p.table.decisions) == (before.table.stacks, before.table.decisions)
        for screen in screens:
            was = views[screen.name]
            for part in ("seats", "pot", "pots", "acting", "rows", "hand"):
                drop = ("id", "online")
                assert bare(screen.view.get(part), drop) == bare(was.get(part), drop), part
            assert screen.cards == [card[1] for card in was["me"]["cards"]]
        for clock, then in zip(p.table.clocks, before.table.clocks, strict=True):
            assert clock.seat == then.seat
            assert clock.deadline - p.clock.time == pytest.approx(then.deadline - before.at), "his time back"
        assert not any("time is up" in line for screen in screens for line in screen.log)
        await p.play_on()
        assert not p.table.playing

    test(tmp_path, monkeypatch)


def bare(data, drop):
    """Data of a view without cards' ids, which are made anew, and without who is online."""
    if isinstance(data, dict):
        return {name: bare(value, drop) for name, value in data.items() if name not in drop}
    if isinstance(data, list):
        if len(data) == 2 and all(isinstance(each, str) for each in data) and len(data[0]) == 8:
            return data[1]
        if len(data) == 1 and isinstance(data[0], str) and len(data[0]) == 8:
            return "back"
        return [bare(each, drop) for each in data]
    return data


@in_a_room
async def test_scenario_14_restarts_without_end_wear_nobody_down(p):
    """At every moment of a hand, and between hands, again and again."""
    await p.new_table("deuce_to_seven_triple_draw", "razz", mode="rotation", hands_each=1)
    await p.sit("Hanna", "Ben", "Cyd")
    for _ in range(2):
        await p.deal()
        while p.table.playing:
            screen = p.screen_at(min(p.table.offers))
            done(await screen.ask(at_random(screen, p.rng)))
            if p.table.playing and p.rng.random() < 0.3:
                before = p.table
                await p.restart(kill=p.rng.random() < 0.3, away=300)
                assert p.table.stacks == before.stacks
                assert p.hand.log == before.hand.log
        await p.check()


@in_a_room
async def test_scenario_14_a_pause_and_an_outage_together_keep_the_time(p):
    await p.new_table("five_card_draw")
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.wait(10)
    await p.host("pause", words="dinner")
    await p.restart(away=7200)
    assert hanna.view["state"] == "paused"
    await p.wait(600, 300)
    assert p.table.playing
    await p.host("resume")
    assert p.table.clocks[0].deadline == p.clock.time + 20
    assert hanna.view["clocks"][0]["deadline"] == p.clock.time + 20


@in_a_room
async def test_scenario_15_loading_the_page_again_never_deals_again(p):
    await p.new_table("five_card_draw")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    cards = {screen.name: screen.me["cards"] for screen in p.screens}
    secrets = p.rng.getstate()
    for _ in range(5):
        for screen in (hanna, ben, cyd):
            await screen.again()
            assert screen.me["cards"] == cards[screen.name]
            assert screen.view["hand"] == 1
    assert p.rng.getstate() == secrets, "no chance was asked for anything"
    await p.restart()
    for screen in (hanna, ben, cyd):
        assert screen.cards == [card[1] for card in cards[screen.name]]
    await p.play_on()
    for screen in (hanna, ben, cyd):
        kept = screen.me["cards"]
        await screen.again()
        assert screen.me["cards"] == kept
    assert p.table.state.hands == 1


# --- 16: a fault in the rules ----------------------------------------------------------------------------------------


async def two_tables(p):
    """A hand of triple draw and one of hold 'em, dealt to the same people."""
    other = await p.new_table("texas_holdem")
    await p.sit("Hanna", "Ben")
    await p.deal()
    mine = await p.new_table("deuce_to_seven_triple_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.script("Hanna call", "Ben check")
    assert ben.offer["kind"] == "draw"
    return mine, other, hanna, ben


@in_a_room
async def test_scenario_16_a_fault_in_the_rules_stops_that_table_alone_and_it_can_be_tried_again(p):
    mine, other, hanna, ben = await two_tables(p)
    with p.patch.context() as patch:
        patch.setattr(drawing, "_served", None)  # not callable: a TypeError in the middle of the rules
        before = p.table
        no(await ben.act("draw", cards=ben.ids[:2]), "broken", "had to stop; all chips are safe")
        assert p.table.hand is before.hand
        assert p.table.stacks == before.stacks
        for screen in (hanna, ben):
            assert screen.view["state"] == "stopped"
            assert "all chips are safe" in screen.view["why"]
        assert [name for name, _ in p.reports] == ["rules_failed"]
        no(await hanna.host("pause"), "refused", "stopped by a fault")
        no(await ben.host("retry"), "forbidden")
        no(await ben.act("draw"), "refused", "stopped by a fault, and a host decides")
        left = p.table.clocks[0].deadline - p.clock.time
        await p.wait(200, 50)
        assert p.table is p.scene.table
        assert p.table.playing, "no clock runs while it stands still"

        p.table_id = other
        assert any("time is up" in line for line in p.here[0].log), "the clocks of the other table went on"
        for screen in p.here:
            if "return" in screen.me["may"]:
                done(await screen.do("return"))
        await p.deal()
        await p.play_on()
        assert p.table.state.hands == 2
        p.table_id = mine
        await p.host("retry")
        assert p.table.clocks[0].deadline - p.clock.time == left, "time stood still"
        no(await ben.act("draw", cards=ben.ids[:2]), "broken")
        assert hanna.view["state"] == "stopped", "and stops again while the fault is there"
    await p.host("retry")
    assert hanna.view["state"] == "playing"
    done(await ben.act("draw", cards=ben.ids[:2]))
    await p.play_on()
    assert not p.table.playing


@in_a_room
async def test_scenario_16_after_a_fault_the_chips_can_be_given_back(p):
    _mine, _other, hanna, ben = await two_tables(p)
    with p.patch.context() as patch:
        patch.setattr(drawing, "_served", None)
        no(await ben.act("draw", cards=ben.ids[:1]), "broken")
        await p.restart()
        assert hanna.view["state"] == "stopped", "after a restart as well"
        await p.host("refund")
    assert p.table.stacks == {0: 200, 1: 200}
    assert hanna.view["state"] == "open"
    assert any("void" in line and "All chips go back" in line for line in ben.log)
    await p.deal()
    await p.play_on()
    await p.check()


@in_a_room
async def test_scenario_16_a_fault_in_what_the_room_does_by_itself_stops_the_table_too(p):
    _mine, _other, hanna, _ben = await two_tables(p)
    with p.patch.context() as patch:
        patch.setattr(playing, "default_action", None)
        await p.wait(100, 31)
        assert hanna.view["state"] == "stopped"
    assert not any(name == "actor_failed" for name, _ in p.reports)


@in_a_room
async def test_scenario_16_a_table_that_cannot_be_read_keeps_no_other_from_its_game(p):
    mine, other, _hanna, _ben = await two_tables(p)
    real = restore.repeated

    def repeated(scene, entry):
        if scene.table.state.line and scene.table.state.line.entries[0].game.id == "deuce_to_seven_triple_draw":
            raise ZeroDivisionError
        return real(scene, entry)

    with p.patch.context() as patch:
        patch.setattr(restore, "repeated", repeated)
        p.screens = [each for each in p.screens if each.table_id == other]
        await p.restart()
    assert [fields["table"] for name, fields in p.reports if name == "table_not_loaded"] == [mine]
    p.table_id = other
    await p.play_on()
    assert not p.table.playing


@in_a_room
async def test_scenario_16_a_view_that_cannot_be_made_does_not_stop_the_clock(p):
    await p.new_table("five_card_draw")
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    with p.patch.context() as patch:
        patch.setattr("oddchip.room.seeing.Picture", None)
        answer = await hanna.act("call")
        assert answer["t"] == "ack", "it is written"
        await asyncio.sleep(0)
    assert any(name == "not_shown" for name, _ in p.reports)
    await p.wait(95)
    assert p.hand.turn != 1, "and Ben's time runs out all the same"
    await p.play_on()


@in_a_room
async def test_scenario_16_who_asks_while_no_view_can_be_made_is_answered_all_the_same(p):
    await p.new_table("five_card_draw")
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    with p.patch.context() as patch:
        patch.setattr("oddchip.room.seeing.Picture", None)
        done(await hanna.act("call"))
        no(await hanna.act("call"), "stale")
        await hanna.again()
        await asyncio.sleep(0.2)
    assert {fields["kind"] for name, fields in p.reports if name == "not_shown"} == {"act", "view", "touch"}
    assert not any(name == "actor_failed" for name, _ in p.reports)
    await hanna.again()
    await asyncio.sleep(0.2)  # the others are told that she is here, and with it the table as it is
    await p.play_on()


# --- 17 and 18: chips ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["kick", "leave"])
@pytest.mark.parametrize("turn", ["his", "another's"])
def test_scenario_17_who_goes_in_a_hand_has_his_stack_less_what_is_in_the_pot(how, turn, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("five_card_draw")
        hanna, ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
        await p.deal()
        await p.script("Hanna raise 4", "Ben call")
        if turn == "his":
            await p.script("Cyd raise 6", "Hanna call")
        else:
            await p.script("Cyd call", "Ben draw")
            assert p.hand.to_act == {2}
        if how == "kick":
            await p.host("kick", seat=1, words="too loud")
        else:
            done(await ben.do("leave"))
        assert ben.me.get("note") in (None, "You leave when this hand is over.")
        await p.play_on()
        assert 1 not in p.table.places
        assert account_of(p, ben.person) == (200, 196)
        assert ben.seat == -1
        said = any(line.startswith("You send Ben away: too loud") for line in hanna.log)
        assert said == (how == "kick")
        await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_17_sent_away_between_hands_or_before_being_dealt_in(p):
    await p.new_table("five_card_draw", approve=True)
    (hanna,) = await p.sit("Hanna")
    ben, cyd = await p.come("Ben"), await p.come("Cyd")
    for screen, seat in ((ben, 1), (cyd, 2)):
        done(await screen.do("sit", seat=seat, chips=150))
        await p.host("approve", person=screen.person)
    await p.host("kick", seat=2)
    assert cyd.seat == -1
    assert account_of(p, cyd.person) == (150, 150)
    done(await cyd.do("sit", seat=2, chips=150))
    assert cyd.me["asked_to_sit"], "he has to be let in again"
    no(await hanna.host("kick", seat=0), "refused", "cannot be sent away")
    no(await hanna.host("kick", seat=5), "refused", "nobody sits there|Nobody sits there")
    await p.deal()
    assert set(p.hand.seats) == {0, 1}
    await p.play_on()


@in_a_room
async def test_scenario_17_a_void_hand_gives_back_what_was_put_in_to_who_is_gone_as_well(p):
    await p.new_table("five_card_draw")
    _hanna, ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.script("Hanna raise 4", "Ben call")
    done(await ben.do("leave"))
    await p.host("void", words="a card was seen")
    assert 1 not in p.table.places
    assert account_of(p, ben.person) == (200, 200)
    assert p.table.stacks == {0: 200, 2: 200}


@in_a_room
async def test_scenario_18_chips_can_be_bought_at_any_time_between_hands_and_after_folding(p):
    await p.new_table("five_card_draw at no limit blinds 1/2")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd", chips=(200, 100, 40))
    p.next_deck({0: "As Ac Ad Ah 2c", 1: "Ks Kc 8d 7h 2d", 2: "Qs Qc 9d 7c 2h"})
    await p.deal()
    await p.script("Hanna raise 100", "Ben fold")
    done(await ben.do("top_up", chips=50))
    assert p.table.stacks[1] == 99
    assert ben.at(1)["pending"] == 50, "it counts from the next hand (STK-1)"
    no(await hanna.do("rebuy", chips=100), "refused")
    await p.script("Cyd call")
    await p.play_on()
    assert p.table.stacks == {0: 241, 1: 99, 2: 0}
    assert "rebuy" in cyd.me["may"]
    assert cyd.me["note"] == "You have no chips: buy in again to be dealt in."
    no(await cyd.do("rebuy", chips=5), "refused", "A rebuy is 40 to 200 chips, not 5")
    no(await cyd.do("top_up", chips=10**12), "refused")
    done(await cyd.do("rebuy", chips=40))
    no(await cyd.do("rebuy", chips=40), "refused")
    assert account_of(p, cyd.person) == (80, 0)
    await p.deal()
    assert set(p.hand.seats) == {0, 1, 2}
    assert p.hand.dealt_stacks[p.hand.seats.index(1)] == 149
    await p.play_on()


@in_a_room
async def test_scenario_18_who_has_no_chips_may_buy_in_while_others_play(p):
    await p.new_table("five_card_draw at no limit blinds 1/2")
    _hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd", chips=(200, 100, 40))
    p.next_deck({0: "As Ac Ad Ah 2c", 2: "Qs Qc 9d 7c 2h"})
    await p.deal()
    await p.script("Hanna raise 40", "Ben fold", "Cyd call")
    await p.play_on()
    await p.deal()
    assert set(p.hand.seats) == {0, 1}
    done(await cyd.do("rebuy", chips=100))
    assert cyd.at(2)["stack"] == 100
    assert cyd.me["note"] == "You are dealt in with the next hand."
    await p.play_on()
    await p.deal()
    assert 2 in p.hand.seats
    await p.play_on()

"""Scenarios of people at a table: decisions that are over, prices that changed, lines that broke."""

import asyncio

from oddchip.room.protocol import Act, Hello
from rooms import at_random, done, in_a_room, no, passive

# --- 1 to 5: what a press means --------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_01_second_press_does_not_act_on_the_new_decision(p):
    await p.new_table("five_card_draw")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()  # Hanna has the button, Ben and Cyd the blinds 1 and 2
    first, second = hanna.answer("call"), hanna.answer("call")
    done(await hanna.ask(first))
    done(await ben.act("raise", amount=4))
    done(await cyd.act("raise", amount=6))
    assert hanna.offer["price"] == 4, "she is asked again, at another price"
    no(await hanna.ask(second), "stale", "decision is over")
    assert (p.hand.turn, p.table.stacks[0]) == (0, 198), "nothing was paid for her"
    assert done(await hanna.ask(first))["seq"] < p.scene.seq, "the press itself, sent again, is answered as it was"
    assert (p.hand.turn, p.table.stacks[0]) == (0, 198)
    done(await hanna.act("call"))
    assert p.table.stacks[0] == 194


@in_a_room
async def test_scenario_01_two_presses_at_once_are_one_decision(p):
    await p.new_table("five_card_draw")
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    assert hanna.offer["price"] == 1
    answers = await asyncio.gather(*(hanna.ask(each) for each in (hanna.answer("call"), hanna.answer("call"))))
    done(answers[0])
    no(answers[1], "stale")
    assert p.table.stacks[0] == 198
    assert sum(event.kind == "act" for event in await p.events()) == 1


@in_a_room
async def test_scenario_02_a_check_that_turned_into_a_call_is_refused_and_asked_again(p):
    await p.new_table("five_card_draw")
    hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.script("Hanna call", "Ben call")
    assert cyd.offer["check"]
    assert "price" not in cyd.offer
    no(await cyd.act("call", price=2), "stale", "it takes 0 to call now, not 2|takes 0 to call")
    await p.script("Cyd check", "Ben draw", "Cyd draw", "Hanna draw", "Ben check")
    seen = cyd.view["seq"]
    await p.script("Cyd raise 4")
    meant = Act(p.id(), tuple(hanna.offer["decision"]), "check", price=0)  # made ready when there was nothing to call
    no(await hanna.ask(meant), "stale", "takes 4 to call now, not 0")
    no(await hanna.act("call", price=2), "stale", "takes 4 to call now, not 2")
    assert hanna.view["seq"] > seen
    assert hanna.offer["price"] == 4, "the present view follows a stale answer"
    assert p.table.stacks[0] == 198
    assert all(each["kind"] == "stale" for each in hanna.refusals)


@in_a_room
async def test_scenario_03_what_was_made_ready_in_one_hand_is_gone_in_the_next(p):
    await p.new_table("five_card_draw")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    assert (cyd.me["pre"], cyd.me.get("price", 0)) == (["fold", "check"], 0), "nothing to add to the big blind yet"
    assert (ben.me["pre"], ben.me["price"]) == (["fold", "call"], 1)
    assert "pre" not in hanna.me, "it is her turn: nothing to make ready"
    await p.script("Hanna raise 4")
    assert (cyd.me["pre"], cyd.me["price"]) == (["fold", "call"], 2), "bound to the price, which has changed"
    ready = ben.answer("fold")
    await p.script("Ben fold", "Cyd fold")
    assert not p.table.playing
    assert not any("pre" in each.me for each in (hanna, ben, cyd))
    await p.deal()
    assert p.table.state.hands == 2
    asked = p.screen_at(min(p.table.offers))
    late = Act(p.id(), ready.decision, "fold", price=ready.price)
    no(await asked.ask(late), "stale", "decision is over")
    no(await ben.ask(Act(p.id(), ready.decision, "fold", price=ready.price)), "stale")
    assert p.hand.to_act == {asked.seat}
    assert not any(line.startswith("Ben folds") for line in asked.log[-4:])


@in_a_room
async def test_scenario_03_a_decision_is_known_by_its_hand_too(p):
    """The first decisions of two hands have the same number in their hands, and are not the same."""
    await p.new_table("badugi")
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    (hand, event), first = hanna.offer["decision"], hanna.offer["decision"]
    await p.script("Hanna fold")
    await p.deal()
    asked = p.screen_at(min(p.table.offers))
    assert asked.offer["decision"] == [hand + 1, event]
    no(await asked.act("fold", decision=tuple(first)), "stale")
    assert p.table.playing


@in_a_room
async def test_scenario_04_two_different_buttons_pressed_fast_are_one_decision_and_no_error(p):
    await p.new_table("five_card_draw")
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    answers = await asyncio.gather(hanna.ask(hanna.answer("raise", amount=4)), hanna.ask(hanna.answer("fold")))
    done(answers[0])
    no(answers[1], "stale")
    assert p.hand.to_act == {1}
    assert p.table.stacks[0] == 196
    assert not p.reports


@in_a_room
async def test_scenario_04_from_two_tabs_as_well(p):
    await p.new_table("five_card_draw")
    hanna, _ben = await p.sit("Hanna", "Ben")
    other = await p.come("Hanna")
    await p.deal()
    assert other.me["offer"] == hanna.me["offer"]
    answers = await asyncio.gather(hanna.ask(hanna.answer("call")), other.ask(other.answer("fold")))
    done(answers[0])
    no(answers[1], "stale")
    assert {**other.view, "log": []} == {**hanna.view, "log": []}
    assert hanna.refusals == [], "a refusal reaches its sender alone"


@in_a_room
async def test_scenario_05_who_closed_the_round_is_not_asked_again(p):
    """Within one round nobody is asked twice but for a price."""
    await p.new_table("five_card_draw", "badugi", "seven_card_stud", "texas_holdem", mode="rotation", hands_each=1)
    await p.sit("Hanna", "Ben", "Cyd", chips=400)
    asked = 0
    for _ in range(8):
        await p.deal()
        acted: set[tuple[str, int]] = set()
        while p.table.playing:
            for screen in p.screens:
                assert (screen.offer is not None) == (screen.seat in p.hand.to_act)
            screen = p.screen_at(min(p.table.offers))
            if screen.offer["kind"] == "bet":
                where = screen.view["game"]["where"], screen.seat
                assert where not in acted or screen.offer["price"], f"{screen.name} is asked again {where[0]}"
                acted.add(where)
            asked += 1
            done(await screen.ask(at_random(screen, p.rng)))
    assert asked > 40


# --- 6 to 8: lines that break ----------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_06_what_was_pressed_without_a_line_is_sent_once_or_refused_visibly(p):
    await p.new_table("five_card_draw")
    hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    queued = hanna.answer("call")
    hanna.close()
    assert p.hand.turn == 0, "the room has heard nothing"
    hanna.open()
    await hanna.hello()
    assert hanna.offer["decision"] == list(queued.decision)
    first = done(await hanna.ask(queued))
    hanna.close()  # and the answer is lost: the page sends it again
    hanna.open()
    await hanna.hello()
    assert done(await hanna.ask(queued))["seq"] == first["seq"]
    assert p.table.stacks[0] == 198
    assert sum(event.command_id.endswith(queued.id) for event in await p.events()) == 1

    await p.script("Ben call")
    queued = cyd.answer("check")
    cyd.close()
    await p.wait(31)  # her clock runs out
    await p.wait(61)  # and her time bank
    cyd.open()
    await cyd.hello()
    no(await cyd.ask(queued), "stale")
    assert any("time is up" in line for line in cyd.log)


@in_a_room
async def test_scenario_06_a_command_is_known_again_after_the_room_restarted(p):
    await p.new_table("five_card_draw")
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    queued = hanna.answer("raise", amount=4)
    seq = done(await hanna.ask(queued))["seq"]
    await p.restart(kill=True)
    assert done(await hanna.ask(queued))["seq"] == seq
    assert p.table.stacks[0] == 196


@in_a_room
async def test_scenario_07_back_after_twenty_seconds_with_the_same_seat_cards_and_clock(p):
    await p.new_table("five_card_draw")
    hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    before, cards = cyd.view, cyd.me["cards"]
    cyd.close()
    await asyncio.sleep(0.15)
    assert "online" in before["seats"][2] or before["seats"][2]["state"] == "in"
    assert hanna.at(2)["online"] is False, "the others see that the line is broken"
    await p.wait(10)
    await p.script("Hanna call", "Ben raise 4")
    deadline = p.table.clocks[0].deadline
    await p.wait(10)
    missed = len(cyd.log)
    await (await cyd.again()).hello()
    assert cyd.seat == 2
    assert cyd.me["cards"] == cards, "the same cards, under the same ids"
    assert cyd.view["clocks"] == [{"seat": 2, "deadline": deadline}]
    assert cyd.view["now"] == p.clock.time
    assert cyd.offer["price"] == 2
    assert {"Hanna calls 2.", "Ben raises to 4."} <= set(cyd.log[missed:]), "the log shows what was missed"
    assert cyd.view["fresh"]
    await p.script("Cyd call")
    await asyncio.sleep(0.15)
    assert hanna.at(2).get("online", True)


@in_a_room
async def test_scenario_07_time_runs_on_for_who_is_gone_and_nobody_else_waits_longer(p):
    await p.new_table("five_card_draw")
    hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    hanna.close()
    await p.wait(29.5)
    assert p.hand.turn == 0
    await p.wait(1)
    assert p.hand.turn == 0
    assert p.table.clocks[0].banked, "her time bank runs (TIM-2)"
    await p.wait(60)
    assert p.hand.turn == 1, "folded for her (TIM-1)"
    await hanna.again()
    assert hanna.seat == 0
    assert hanna.me["note"] == "You sit out when this hand is over."
    done(await hanna.do("return"))
    await p.play_on()
    await p.deal()
    assert 0 in p.hand.seats


@in_a_room
async def test_scenario_08_back_exactly_as_a_new_hand_is_dealt(p):
    """Whatever a line does around the deal, nobody is unknown, sent away or dealt twice."""
    await p.new_table("badugi")
    _hanna, _ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    for turn in range(6):
        number = p.table.state.hands
        if turn % 3 == 0:  # the socket opens before the deal, and says hello after it
            cyd.close()
            cyd.open()
            await p.deal()
            await cyd.hello()
        elif turn % 3 == 1:  # the deal is being written when the page comes in
            cyd.close()
            dealing = asyncio.create_task(p.deal())
            for _ in range(turn):
                await asyncio.sleep(0)
            cyd.open()
            await cyd.hello()
            await dealing
        else:  # the line breaks as the hand ends, and is back in the middle of the next
            cyd.close()
            await p.deal()
            await p.play_on(until=lambda: bool(p.hand.turn == 2))
            cyd.open()
            await cyd.hello()
        assert p.table.state.hands == number + 1
        assert (cyd.seat, len(cyd.cards)) == (2, 4)
        assert cyd.refusals == []
        await p.play_on()
    assert sum(place.player == cyd.person for place in p.table.places.values()) == 1


@in_a_room
async def test_scenario_08_nothing_is_done_for_who_has_not_said_hello(p):
    await p.new_table("badugi")
    _hanna, ben = await p.sit("Hanna", "Ben")
    ben.close()
    ben.open()
    no(await ben.do("sit_out"), "refused", "ay hello first")
    await ben.connection.receive(Hello(99))
    assert "reload" in ben.bye["why"]
    assert ben.connection.outbox.closed


# --- 9 to 15: coming and going ---------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_09_who_timed_out_heads_up_comes_back_without_reloading(p):
    await p.new_table("five_card_draw", pace="fast")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal(hold=False)
    p.clock.time += 91
    await p.tick()  # the clock, then the bank
    await p.tick()
    await p.wait(10)
    assert not p.table.playing, "one is not enough to deal"
    late = next(each for each in (hanna, ben) if each.me.get("note", "").startswith("You sit out."))
    assert "return" in late.me["may"]
    done(await late.do("return"))
    await p.wait(3)
    assert p.table.playing, "the next hand is dealt, by itself"
    assert set(p.hand.seats) == {0, 1}
    await p.play_on(passive)


@in_a_room
async def test_scenario_10_who_comes_and_goes_cannot_put_off_the_deal(p):
    await p.new_table("five_card_draw", pace="normal")
    _hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal(hold=False)
    await p.script("Hanna fold")
    due = p.actor.next_deal
    assert due == p.clock.time + 5
    cyd = await p.come("Cyd")
    for _ in range(8):
        done(await cyd.do("sit", seat=2, chips=200))
        assert p.actor.next_deal == due
        await p.wait(0.5)
        done(await cyd.do("leave"))
        assert p.actor.next_deal == due
    await p.wait(1)
    assert p.table.playing
    assert p.clock.time == due


@in_a_room
async def test_scenario_10_who_asks_for_a_seat_again_and_again_cannot_either(p):
    await p.new_table("five_card_draw", pace="normal", approve=True)
    hanna = (await p.sit("Hanna"))[0]
    ben = await p.come("Ben")
    done(await ben.do("sit", seat=1, chips=200))
    await p.host("approve", person=ben.person)
    await p.deal(hold=False)
    await p.script("Hanna fold")
    cyd = await p.come("Cyd")
    due = p.actor.next_deal
    for _ in range(10):
        done(await cyd.do("sit", seat=2, chips=200))
        done(await cyd.do("leave"))
    assert p.actor.next_deal == due
    await p.wait(5)
    assert p.table.playing
    assert hanna.view["state"] == "playing"

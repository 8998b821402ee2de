"""Scenarios of bots that fail, of time without end, and of choices in secret."""

import asyncio
import threading
import time

import pytest
from sqlalchemy import select

from oddchip import CALL, Discard, RaiseTo
from oddchip.bots import BOTS
from oddchip.room.desk import PAUSES, DealingSet
from oddchip.room.room import RoomSettings
from oddchip.room.store import schema
from oddchip.web.logs import without_secrets
from rooms import Parlour, done, in_a_room, no, passive, until

# --- 44: bots --------------------------------------------------------------------------------------------------------


class BadBot:
    """Answers what it was made with; a function is called."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = 0

    def choose(self, view, rng, budget=60):
        self.asked += 1
        return self.answer(view) if callable(self.answer) else self.answer


def fails(view):
    raise ZeroDivisionError("a fault in a bot")


BAD = {
    "raises too much": RaiseTo(10**9),
    "throws the cards of others": Discard((0, 1, 2, 3, 4, 5, 6)),
    "fails": fails,
    "says nothing": None,
    "says words": "fold",
    "thinks too long": lambda view: time.sleep(0.4),
    "calls what is no call": CALL,
}


async def play_with_bots(p, hands):
    """Hanna plays on passively while bots play beside her."""
    screen = next(each for each in p.here if each.name == "Hanna")
    last = p.table.state.hands + hands
    await p.host("deal")
    async with asyncio.timeout(20):
        while p.table.state.hands <= last:
            if screen.offer and p.table.playing:
                await screen.ask(passive(screen))
            elif p.table.state.hands == last and not p.table.playing:
                return
            elif p.table.state.hands == last and screen.view["settings"].get("dealing"):
                await p.host("hold")
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("fault", BAD)
def test_scenario_44_a_bot_that_does_what_it_may_not_checks_or_folds_and_all_goes_on(fault, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        p.patch.setitem(BOTS, "bad", BadBot(BAD[fault]))
        await p.new_table("five_card_draw")
        (hanna,) = await p.sit("Hanna")
        await p.host("bot", seat=1, words="bad")
        await p.host("bot", seat=2, words="caller")
        p.actor.thinking.patience = 0.1
        await play_with_bots(p, 2)
        assert p.table.state.hands >= 2
        bad = hanna.at(1)
        assert bad["bot"], "and everybody sees that it is one"
        failed = [fields for name, fields in p.reports if name == "bot_failed"]
        assert failed, "written down"
        for each in failed:
            kept = without_secrets(None, "", dict(each))  # as the room's own log has it
            assert isinstance(kept["bot_seed"], int)
            assert kept["seat"] == 1
            assert kept["hand"] >= 1
        assert not any(name in ("actor_failed", "rules_failed") for name, _ in p.reports)
        assert not any("time is up" in line for line in hanna.log), "nobody's clock ran out for it"
        if fault in ("fails", "says nothing", "thinks too long"):
            name = bad["name"]
            did = {line for line in hanna.log if line.startswith(f"{name} ") and "posts" not in line}
            assert not any(" calls" in line or " raises" in line or " bets" in line for line in did)

    test(tmp_path, monkeypatch)


@in_a_room
async def test_scenario_44_a_bot_that_hangs_for_ever_holds_up_no_table_and_no_other_bot(p):
    never = threading.Event()
    p.patch.setitem(BOTS, "stuck", BadBot(lambda view: never.wait(30)))
    try:
        await p.new_table("badugi")
        await p.sit("Hanna")
        await p.host("bot", seat=1, words="stuck")
        p.actor.thinking.patience = 0.1
        stuck = p.table_id
        await p.new_table("five_card_draw")
        await p.sit("Hanna")
        await p.host("bot", seat=1)
        await p.host("bot", seat=2)
        good = p.table_id
        for table in (stuck, good):
            p.table_id = table
            await play_with_bots(p, 1)
            assert p.table.state.hands >= 1
        assert any(name == "bot_failed" and "Hung" in fields["error"] for name, fields in p.reports)
    finally:
        never.set()


@in_a_room
async def test_scenario_44_a_bot_that_fails_at_the_swap_gives_some_cards_and_forfeits_no_stake(p):
    p.patch.setitem(BOTS, "bad", BadBot(fails))
    await p.new_table("california_poker")
    (hanna,) = await p.sit("Hanna", chips=100)
    await p.host("bot", seat=1, words="bad", chips=100)
    await play_with_bots(p, 1)
    assert not any("forfeit" in line or "did not choose" in line for line in hanna.log)
    assert p.table.state.chips == 200


@in_a_room
async def test_scenario_44_bots_sit_buy_chips_choose_games_and_are_sent_away(p):
    await p.new_table("badugi", "razz", mode="choice", house={"choice_length": "hand"})
    (hanna,) = await p.sit("Hanna")
    for seat in (1, 2):
        await p.host("bot", seat=seat, words="random")
    no(await hanna.host("bot", seat=3, words="genius"), "refused", "no bot called genius; there are")
    no(await hanna.host("bot", seat=1), "refused", "taken")
    await p.host("deal")
    for _ in range(3):
        await until(lambda: p.table.playing or p.table.chooser == 0)
        if p.table.chooser == 0 and not p.table.playing:
            done(await hanna.do("choose", game="razz"))
        await until(lambda: p.table.playing)
        number = p.table.state.hands
        while p.table.playing and p.table.state.hands == number:
            if hanna.offer:
                await hanna.ask(passive(hanna))
            await asyncio.sleep(0.002)
    await p.host("hold")
    chosen = [line for line in hanna.log if "chooses" in line and not line.startswith("You")]
    assert chosen, "bots choose as well (MIX-3)"
    await p.host("kick", seat=1)
    await until(lambda: not p.table.playing or hanna.offer is not None)
    await p.play_on(until=lambda: hanna.offer is None) if hanna.offer else None


@in_a_room
async def test_scenario_44_a_host_has_so_many_bots_and_no_more(p):
    await p.room.close()
    p.settings = RoomSettings(pace="none", bots_each=2)
    await p.open()
    await p.new_table("badugi")
    (hanna,) = await p.sit("Hanna")
    await p.host("bot", seat=1)
    await p.host("bot", seat=2)
    no(await hanna.host("bot", seat=3), "refused", "may seat 2 bots")


async def _bots_of_hannas(p):
    """Hanna at a table with two bots, in a room where they do not play for nobody."""
    await p.room.close()
    p.settings = RoomSettings(pace="none", bots_alone=False)
    await p.open()
    await p.new_table("badugi", watching="live")
    hanna = await p.come("Hanna")
    await p.host("bot", seat=1)
    await p.host("bot", seat=2)
    return hanna


async def _hands(p, seconds=0.5):
    """How many hands come in a while, after the one that is being played."""
    await until(lambda: not p.table.playing)
    before = p.table.state.hands
    await asyncio.sleep(seconds)
    return p.table.state.hands - before


@in_a_room
async def test_bots_wait_where_nobody_looks_on_and_play_on_when_somebody_comes(p):
    hanna = await _bots_of_hannas(p)
    await p.host("deal")
    await until(lambda: p.table.state.hands >= 2)
    hanna.close()
    await until(lambda: p.actor.alarm.waits)
    assert await _hands(p) == 0
    number = p.table.state.hands
    again = await p.come("Ben")
    assert again.view["why"] == "Nobody was here, so the bots waited."
    await until(lambda: p.table.state.hands > number)
    assert "why" not in again.view
    again.close()
    await until(lambda: p.actor.alarm.waits)
    await p.restart()
    for screen in p.screens:  # their pages come back by themselves
        screen.close()
    await until(lambda: p.actor.alarm.waits)
    assert await _hands(p) == 0
    number = p.table.state.hands
    await again.again()
    await until(lambda: p.table.state.hands > number)


@in_a_room
async def test_who_comes_to_bots_that_waited_sees_what_lies_there_first(p):
    hanna = await _bots_of_hannas(p)
    await p.host("settings", settings={"pace": "slow"})
    hanna.close()
    await hanna.again()
    await p.host("deal")
    p.clock.time += 100
    hanna.close()
    await until(lambda: p.actor.alarm.waits)
    p.clock.time += 3600
    await hanna.again()
    await until(lambda: p.actor.next_deal)
    assert p.actor.next_deal == p.clock.time + PAUSES["slow"]
    assert hanna.view["why"] == "Nobody was here, so the bots waited."


@in_a_room
async def test_a_hand_with_a_person_in_it_is_dealt_though_nobody_looks_on(p):
    hanna = await _bots_of_hannas(p)
    done(await hanna.do("sit", seat=0, chips=200))
    hanna.close()
    await until(lambda: not hanna.connection.sight.connections)
    await asyncio.sleep(0.2)
    p.room.tables[p.table_id].ask_own("deal", lambda step: step.say(DealingSet(True)), "deal:test")
    await until(lambda: p.table.playing)
    assert 0 in p.hand.seats


# --- 45: time --------------------------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_45_without_a_clock_nobody_is_hurried(p):
    await p.new_table("five_card_draw", house={"clock_seconds": None}, away_minutes=0, choice_seconds=0)
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    assert "clocks" not in hanna.view
    await p.wait(7 * 86400, 86400)
    assert p.hand.to_act == {0}
    done(await hanna.act("call"))
    await p.restart(away=86400)
    await p.wait(86400, 3600)
    assert p.hand.to_act == {1}
    await p.play_on()
    assert not any("time" in line for line in ben.log)


@in_a_room
async def test_scenario_45_a_host_pauses_and_everybody_has_his_time_afterwards(p):
    await p.new_table("five_card_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.wait(12)
    await p.host("pause", words="bedtime story")
    assert hanna.view["state"] == ben.view["state"] == "paused"
    assert any("You pause the table: bedtime story" in line for line in hanna.log)
    assert any("Hanna pauses the table: bedtime story" in line for line in ben.log)
    no(await hanna.ask(hanna.answer("call") if hanna.offer else None), "refused", "paused") if hanna.offer else None
    await p.wait(3600, 600)
    assert p.hand.to_act == {0}
    no(await hanna.host("pause"), "refused", "paused already")
    await p.host("resume")
    assert p.table.clocks[0].deadline == p.clock.time + 18
    no(await hanna.host("resume"), "refused", "not paused")
    await p.play_on()


@in_a_room
async def test_scenario_45_between_hands_a_pause_holds_the_deal(p):
    await p.new_table("five_card_draw", pace="fast")
    _hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal(hold=False)
    await p.script("Hanna fold")
    await p.host("pause")
    await p.wait(600, 60)
    assert not p.table.playing
    await p.host("resume")
    await p.wait(3)
    assert p.table.playing


@pytest.mark.parametrize("seconds", [0, 45])
def test_scenario_45_a_chooser_may_take_for_ever_or_the_last_game_is_played_again(seconds, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(
            "badugi", "razz", "omaha", mode="choice", choice_seconds=seconds, house={"choice_length": "hand"}
        )
        hanna, ben = await p.sit("Hanna", "Ben")
        await p.host("deal")
        await p.tick()
        chooser = next(each for each in (hanna, ben) if "choose" in each.me["may"])
        other = ben if chooser is hanna else hanna
        assert [each["id"] for each in chooser.view["choice"]["games"]] == ["badugi", "razz", "omaha"]
        no(await other.do("choose", game="razz"), "refused")
        no(await chooser.do("choose", game="texas holdem"), "refused")
        no(await chooser.do("choose", game="snap"), "refused", "no game called|snap")
        done(await chooser.do("choose", game="razz"))
        await p.tick()
        assert p.hand.game.id == "razz"
        await p.play_on()
        await p.tick()
        if not seconds:
            assert not hanna.view["choice"].get("deadline")
            await p.wait(20 * 60, 300)
            assert not p.table.playing
            return
        assert hanna.view["choice"]["deadline"] == p.clock.time + 45
        await p.wait(30)
        await p.restart(away=600)
        assert hanna.view["choice"]["deadline"] == p.clock.time + 45, "the chooser has his time back, too"
        await p.wait(44)
        assert not p.table.playing
        await p.wait(2)
        assert p.table.playing
        assert p.hand.game.id == "razz", "the game that was played last, over a restart, too"
        await p.host("hold")
        await p.play_on()

    test(tmp_path, monkeypatch)


# --- 46: choices in secret -------------------------------------------------------------------------------------------


async def in_two_worlds(tmp_path, monkeypatch, play):
    """The same evening twice, but for one choice; what everybody was sent, and what is in the log, of each."""
    # Told a moment later by the real clock, which may fall before or after another frame.
    monkeypatch.setattr("oddchip.room.seeing.TOLD_AFTER", 3600)
    worlds = []
    for world in (0, 1):
        p = await Parlour(tmp_path / f"world{world}", monkeypatch, seed=7).open()
        try:
            worlds.append(await play(p, world))
            await p.check()
        finally:
            await p.room.close()
    return worlds


def sent_to(*screens):
    return {screen.name: list(screen.frames) for screen in screens}


async def public_log(p):
    return [(event.kind, event.actor, event.body) for event in await p.events()]


def compare(worlds):
    """Frames alike to the byte, in number and order, and the public log as well."""
    (one, log), (other, other_log) = worlds
    assert one.keys() == other.keys()
    for name in one:
        assert [len(frame) for frame in one[name]] == [len(frame) for frame in other[name]]
        assert one[name] == other[name], f"{name} can tell"
        assert len(one[name]) > 5
    assert log == other_log


@pytest.mark.parametrize("ways", [("low", "high"), ("high", "both"), ("both", "low")])
def test_scenario_46_nobody_can_tell_what_was_declared(ways, tmp_path, monkeypatch):
    async def play(p, world):
        await p.new_table("high_low_declare", watching="live")
        hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
        zed = await p.come("Zed", watching=True, may_sit=False)
        await p.deal()
        await p.play_on(until=lambda: bool(hanna.offer and hanna.offer["kind"] == "declare"))
        assert ben.offer["kind"] == "declare", "all are asked at once"
        decision = ben.offer["decision"]
        done(await hanna.act("declare", way=ways[world], sure=True))
        assert hanna.me["sealed"] == [ways[world]]
        assert ben.at(0)["sealed"]
        assert ben.offer["decision"] == decision, "another's choice makes nobody's decision stale"
        done(await ben.act("declare", way=ways[1 - world], sure=True))
        await cyd.again()
        found = sent_to(cyd, zed), await public_log(p)
        assert "declared" not in cyd.at(0)
        done(await cyd.act("declare", way="low"))
        assert any("declare" in line for line in cyd.log[-12:]), "and then all open at once"
        return found

    compare(asyncio.run(in_two_worlds(tmp_path, monkeypatch, play)))


def test_scenario_46_nobody_can_tell_which_cards_were_given(tmp_path, monkeypatch):
    async def play(p, world):
        await p.new_table("california_poker", watching="live")
        hanna, ben = await p.sit("Hanna", "Ben", chips=100)
        zed = await p.come("Zed", watching=True, may_sit=False)
        await p.deal()
        assert hanna.offer["kind"] == ben.offer["kind"] == "swap"
        ids = hanna.ids[:4] if world else hanna.ids[-4:]
        done(await hanna.act("give", cards=ids))
        assert sorted(hanna.me["sealed"]) == sorted(ids)
        await ben.again()
        found = sent_to(ben, zed), await public_log(p)
        done(await ben.act("give", cards=ben.ids[:4]))
        assert not p.table.playing
        return found

    compare(asyncio.run(in_two_worlds(tmp_path, monkeypatch, play)))


def test_scenario_46_nobody_can_tell_which_cards_were_thrown(tmp_path, monkeypatch):
    async def play(p, world):
        await p.new_table("deuce_to_seven_triple_draw", watching="live")
        hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
        zed = await p.come("Zed", watching=True, may_sit=False)
        await p.deal()
        for _ in range(3):
            await p.play_on(until=lambda: bool(hanna.offer and hanna.offer["kind"] == "draw"))
            thrown = hanna.ids[:2] if world else hanna.ids[-2:]
            done(await hanna.act("draw", cards=thrown))
        await p.play_on(until=lambda: bool(hanna.offer))
        await cyd.again()
        return (sent_to(ben, cyd, zed), await public_log(p))

    compare(asyncio.run(in_two_worlds(tmp_path, monkeypatch, play)))


@in_a_room
async def test_scenario_46_not_to_choose_has_a_price_that_is_known(p):
    await p.new_table("california_poker")
    hanna, ben = await p.sit("Hanna", "Ben", chips=100)
    await p.deal()
    done(await hanna.act("give", cards=hanna.ids[:4]))
    await p.wait(200, 10)
    assert not p.table.playing
    assert p.table.stacks == {0: 110, 1: 90}, "the stake is forfeited (CP-8)"
    await p.host("house", options={"california_timeout": "auto"})
    done(await ben.do("return"))
    await p.deal()
    done(await hanna.act("give", cards=hanna.ids[:4]))
    await p.wait(200, 10)
    assert not p.table.playing
    assert not any("did not choose" in line for line in hanna.log[-6:]), (
        "with another house rule, cards are given for him"
    )


@in_a_room
async def test_scenario_46_who_declares_nothing_has_an_empty_fist(p):
    await p.new_table("high_low_declare")
    hanna, ben, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.play_on(until=lambda: bool(hanna.offer and hanna.offer["kind"] == "declare"))
    done(await hanna.act("declare", way="high"))
    done(await ben.act("declare", way="high"))
    await p.wait(100, 10)
    assert any(line.startswith("Your time is up") for line in cyd.log)
    declared = [line for line in hanna.log if "declare" in line.lower() and "Cyd" in line]
    assert "low" in " ".join(declared), "no chip in the fist is low (D-DC-1)"


@in_a_room
async def test_scenario_46_sealed_choices_lie_apart_in_the_store_and_go_with_the_secrets(p):
    await p.new_table("high_low_declare")
    _hanna, _ben, _cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.play_on()
    count = select(schema.private.c.seq).where(schema.private.c.table_id == p.table_id)
    assert len(await p.room.store.read(count)) >= 3
    assert all(b'"declare"' not in event.body for event in await p.events() if event.kind == "act")
    p.clock.time += 3 * 86400
    assert await p.room.forget_secrets(p.clock.time - 2 * 86400) == 1
    assert await p.room.store.read(count) == []
    assert await p.room.store.read(select(schema.secret)) == []
    before = p.table.stacks
    await p.restart()
    assert p.table.stacks == before, "a table without its secrets is known by its facts"
    await p.deal()
    await p.play_on()

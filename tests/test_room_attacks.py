"""What somebody might do to a table who means it ill, or has a broken browser: hosts, guests and onlookers."""

import asyncio
import json

import pytest
from sqlalchemy import delete, select

from backend import damage
from oddchip import CHECK
from oddchip.room import alarm, thinking
from oddchip.room.errors import Refused, fault_of
from oddchip.room.forgetting import forget, without
from oddchip.room.protocol import Say
from oddchip.room.room import host_key_of
from oddchip.room.store import StoreRefused, schema
from oddchip.web.logs import without_secrets
from room_players import until
from rooms import done, in_a_room, no

# --- what a host may set ---------------------------------------------------------------------------------------------


@in_a_room
async def test_house_rules_and_settings_beyond_all_measure_are_refused_and_stop_no_table(p):
    await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal(hold=False)
    for name in ("cls", "self", "__init__", ""):
        no(await hanna.host("house", options={name: 1}), "refused", "No house rule is called")
    for name in ("clock_seconds", "buy_in_min", "time_bank_seconds", "cap_raises", "away_orbits", "max_draw"):
        for value in (10**9 + 1, 2**63, 10**300, -1, True):
            no(await hanna.host("house", options={name: value}), "refused", f"(?i){name} must be")
    for name in ("stack", "choice_seconds", "away_minutes"):
        for value in (10**9 + 1, 2**63, 10**300, -1):
            no(await hanna.host("settings", settings={name: value}), "refused", "from 0 to 1000000000")
    for hands in (10_001, 2**64, 10**300):
        no(await hanna.host("games", mode="rotation", hands_each=hands, games=[]), "refused")
    done(await hanna.host("house", options={"clock_seconds": 10**9, "time_bank_seconds": 10**9}))
    done(await hanna.host("settings", settings={"stack": 10**9, "choice_seconds": 10**9, "away_minutes": 10**9}))
    await p.play_on()
    await p.deal()
    assert p.table.playing
    assert ben.view["clocks"]
    await p.play_on()
    assert not p.reports


@in_a_room
async def test_house_rules_by_which_nobody_could_sit_down_are_refused(p):
    await p.new_table("texas_holdem at no limit blinds 1/2")
    hanna = await p.come("Hanna")
    words = "Nobody could sit down"
    no(await hanna.host("house", options={"buy_in_max": 0, "buy_in_min": 0}), "refused", words)
    no(await hanna.host("house", options={"buy_in_min": 101}), "refused", words)
    done(await hanna.host("house", options={"buy_in_min": 100}))
    done(await hanna.do("sit", seat=0))


@in_a_room
async def test_a_reason_is_one_line_without_anything_invisible(p):
    await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    no(await hanna.host("void", words="\u200b\u202e \n"), "refused", "say which")
    done(await hanna.host("pause", words="tea\u202e\n\x00time"))
    assert ben.view["why"] == "The table is paused: tea time"
    done(await hanna.host("resume"))
    done(await hanna.host("void", words="one\ntwo\u200b" + "x" * 500))
    assert any("one two" + "x" * 193 in line and "x" * 194 not in line for line in ben.log), ben.log


@in_a_room
async def test_a_co_host_who_is_sent_away_has_no_powers_left(p):
    await p.new_table("badugi", approve=True)
    hanna = await p.come("Hanna")
    done(await hanna.do("sit", seat=0))
    ben, cyd = await p.come("Ben"), await p.come("Cyd")
    for seat, guest in enumerate((ben, cyd), 1):
        done(await guest.do("sit", seat=seat))
        done(await hanna.host("approve", person=guest.person))
    done(await hanna.host("cohost", person=ben.person))
    done(await ben.host("pause"))
    no(await cyd.host("resume"), "forbidden")
    done(await hanna.host("resume"))
    done(await hanna.host("kick", seat=1, words="enough"))
    assert p.actor.seat_of(ben.person) is None
    no(await ben.host("pause"), "forbidden")
    no(await ben.host("kick", seat=0), "forbidden")
    done(await ben.do("sit", seat=3))
    assert p.actor.seat_of(ben.person) is None, "he has to ask"
    assert not ben.me.get("host")


@in_a_room
async def test_nobody_is_muted_who_is_not_there_or_is_muted_already(p):
    await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    for person in ("", "x" * 3000, "<b>", "room"):
        no(await hanna.host("mute", person=person), "refused", "Nobody of that name")
        no(await hanna.host("unmute", person=person), "refused", "Nobody of that name is muted")
    no(await ben.host("mute", person="x"), "forbidden")
    done(await hanna.host("mute", person=ben.person))
    no(await hanna.host("mute", person=ben.person), "refused", "already")
    assert p.scene.desk.muted == {ben.person}


@in_a_room
async def test_a_bot_that_is_sent_away_as_it_answers_stops_no_table(p):
    await p.new_table("five_card_draw")
    await p.sit("Hanna")
    await p.host("bot", seat=1, words="caller")
    await p.deal()
    decision = (p.table.state.hands, len(p.hand.log))
    await p.host("kick", seat=1)
    if p.table.playing:
        await p.play_on()
    assert sorted(p.table.places) == [0]
    answers = []
    p.actor.ask_own("bot", lambda step: thinking._act(step, 1, CHECK, decision), "bot:late", answer=answers.append)
    await p.tick()
    assert [each.kind for each in answers] == ["stale"]
    assert not p.scene.desk.stopped
    assert not p.reports


# --- who looks on a hand late ----------------------------------------------------------------------------------------


@in_a_room
async def test_who_looks_on_late_cannot_count_decisions_or_see_who_thinks_long(p):
    await p.new_table("deuce_to_seven_triple_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.play_on()
    await p.deal()
    spy = await p.come("Zed", watching=True, may_sit=False)
    await p.come("Zed", watching=True, may_sit=False)  # another tab, so that the cards keep their ids

    async def seen():
        await spy.again()
        return json.dumps({**spy.view, "now": 0, "log": []})

    first = await seen()
    assert spy.view["delayed"]
    for seconds in (1, 45, 1, 1):
        await p.wait(seconds)  # 45: into the time bank
        screen = p.screen_at(min(p.table.offers))
        done(await screen.act("check" if screen.offer.get("check") else "call" if screen.offer.get("call") else "draw"))
        assert p.table.playing
        assert await seen() == first
    assert min(place.bank for place in p.table.places.values()) < 60, "somebody drew on his time bank"
    await p.play_on()
    assert await seen() != first
    assert spy.view["seq"] == p.scene.seq
    assert hanna.view["seq"] == ben.view["seq"] == p.scene.seq


# --- being forgotten -------------------------------------------------------------------------------------------------


@in_a_room
async def test_who_is_forgotten_asks_for_no_seat_any_more(p):
    await p.new_table("badugi", approve=True)
    hanna, ben = await p.come("Hanna"), await p.come("Ben")
    done(await ben.do("sit", seat=2))
    assert [each["person"] for each in hanna.view["waiting"]] == [ben.person]
    await forget(p.room, p.people["Ben"])
    await p.tick()
    assert not p.scene.desk.asked
    no(await hanna.host("approve", person=ben.person), "refused", "asks for a seat")
    assert not p.table.places


@in_a_room
async def test_nobody_renames_the_tables_of_others_by_having_himself_forgotten(p):
    """Titles lose a whole name, at tables he was invited to; no letter that somebody calls himself by."""
    await p.new_table("badugi")
    other = p.table_id
    mine = await p.new_table("razz")
    for name, there in (("da", True), ("Friday", False), ("Friday", True)):
        person, _ = await p.room.new_guest(name)
        if there:
            await p.room.accept(mine, "play", person)
        done_ = await forget(p.room, person)
        assert done_.titles == ({mine: "Somebody"} if (name, there) == ("Friday", True) else {})
    assert p.room.tables[other].scene.desk.title == "Friday"


@pytest.mark.parametrize(
    ("title", "name", "now"),
    [
        ("Ada's table", "Ada", "Somebody's table"),
        ("Wednesday", "e", "Wednesday"),
        ("Adalbert und Ada", "Ada", "Adalbert und Somebody"),
        ("阿达的桌", "阿达", "Somebody的桌"),
        ("J. R.+ and co", "J. R.+", "Somebody and co"),
    ],
)
def test_a_name_in_a_title_is_a_word_of_its_own(title, name, now):
    assert without(title, name) == now


# --- the same again --------------------------------------------------------------------------------------------------


@in_a_room
async def test_scenario_06_a_line_of_chat_that_is_sent_again_is_heard_once(p):
    await p.new_table("badugi")
    _, ben = await p.sit("Hanna", "Ben")
    cyd = await p.come("Cyd")
    line = Say(p.id(), "Good luck")
    done(await ben.ask(line))
    await ben.again()
    done(await ben.ask(line))
    done(await ben.ask(Say(p.id(), "Good luck")))
    no(await ben.ask(Say("x", "")), "refused")
    no(await ben.ask(Say("x", "")), "refused")
    assert [each["text"] for each in cyd.said] == ["Good luck", "Good luck"]
    done(await cyd.ask(Say(line.id, "Mine")))
    assert cyd.said[-1]["text"] == "Mine", "an id is its maker's own"


@in_a_room
async def test_a_line_of_chat_that_is_sent_again_after_the_room_was_started_anew_stands_there_once(p):
    await p.new_table("badugi")
    _, ben = await p.sit("Hanna", "Ben")
    cyd = await p.come("Cyd")
    line = Say(p.id(), "Good luck")
    done(await ben.ask(line))
    for kill in (True, False):
        await p.restart(kill=kill)
        done(await ben.ask(line))
    done(await ben.ask(Say(p.id(), "Good luck")))
    done(await cyd.ask(Say(line.id, "Mine")))
    late = await p.come("Dan")
    assert [each["text"] for each in late.said] == ["Good luck", "Good luck", "Mine"]


# --- the room's log --------------------------------------------------------------------------------------------------


def test_a_fault_in_the_log_names_no_card():
    try:
        raise Refused("you do not hold 9c")
    except Refused as error:
        said = fault_of(error)
    assert said.startswith("Refused at test_room_attacks.py:")
    assert "9c" not in said
    kept = without_secrets(None, "", {"event": "bot_failed", "bot_seed": 7, "error": said, "seed": 1, "cards": "9c"})
    assert kept == {"event": "bot_failed", "bot_seed": 7, "error": said}


# --- the host key ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "left", [b"", b"\n", b" \n\n", b"1234\n", b"\xff\xfe\x00", b"x" * 101, "ключ-ключ-ключ-ключ-ключ".encode()]
)
def test_what_is_no_host_key_is_replaced_by_one(left, tmp_path):
    """A disk that was full at the first start leaves an empty file: nobody must become a host by saying nothing."""
    path = tmp_path / "host_key"
    path.write_bytes(left)
    key = host_key_of(tmp_path, lambda count: bytes(range(count)))
    assert len(key) == 32
    assert path.read_bytes() == key.encode() + b"\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert host_key_of(tmp_path, lambda count: b"\xff" * count) == key, "and this one is kept"


# --- a folder that was damaged ---------------------------------------------------------------------------------------


async def damaged(p, *statements):
    """The room is closed, its database changed behind its back, and the room opened again."""
    await p.room.close()
    damage(p.folder, *statements)
    await p.open()
    for screen in p.screens:
        screen.open()
        await screen.hello()


@pytest.mark.parametrize("harm", ["nothing", "garbage", "chips", "hash"])
def test_a_snapshot_that_was_damaged_is_left_for_the_log(harm, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("badugi")
        await p.sit("Hanna", "Ben")
        for _ in range(2):
            await p.deal()
            await p.play_on()
        before = p.table.stacks, p.scene.hash
        s = schema.snapshot
        body = (await p.room.store.read(select(s.c.body).order_by(s.c.seq)))[0].body  # it begins with the older one
        data = json.loads(body)
        if harm == "chips":
            places = [place for place in data["state"]["places"] if place]
            places[0]["stack"] += 5
        if harm == "hash":
            data["hash"] = "00" * 16
        broken = b"{" if harm == "garbage" else json.dumps(data).encode()
        await damaged(p, ("UPDATE snapshot SET body = ?", (broken,)))
        assert (p.table.stacks, p.scene.hash) == before
        assert [name for name, _ in p.reports] == ([] if harm == "nothing" else ["snapshot_not_used"])
        await p.deal()
        await p.play_on()
        await p.room.store.write(delete(schema.snapshot))  # which `doctor` would find fault with

    test(tmp_path, monkeypatch)


@in_a_room
async def test_a_hand_whose_cards_are_gone_cannot_be_tried_again_and_its_chips_are_given_back(p):
    await p.new_table("five_card_draw")
    hanna, ben = await p.sit("Hanna", "Ben")
    before = p.table.stacks
    await p.deal()
    await p.script("Hanna call")
    await damaged(p, "DELETE FROM secret")
    assert hanna.view["state"] == "stopped"
    no(await ben.do("show"), "refused")
    no(await hanna.host("retry"), "refused", "give")
    await p.wait(500, 100)
    assert p.scene.desk.stopped
    done(await hanna.host("refund"))
    assert p.table.stacks == before
    await p.deal()
    assert p.table.playing
    await p.play_on()
    assert {name for name, _ in p.reports} <= {"rules_failed"}


def failing(p, fails):
    """The store writes no step that begins with such a kind of event."""
    append = p.room.store.append

    async def append_others(batch):
        written = [item for item in batch.rows if isinstance(item, tuple)]
        kinds = [row["kind"] for table, row in written if table is schema.event]
        if fails(kinds[0]):
            raise StoreRefused("not what a database takes")
        return await append(batch)

    p.patch.setattr(p.room.store, "append", append_others)
    p.patch.setattr(alarm, "RESTS", 0.2)


@in_a_room
async def test_requests_that_cannot_be_written_put_no_clock_off_however_often_they_are_made(p):
    await p.new_table("badugi", house={"clock_seconds": 30, "time_bank_seconds": 0})
    hanna, _ben = await p.sit("Hanna", "Ben")
    await p.deal()
    decided = p.table.decisions
    failing(p, lambda kind: kind == "sit_out")
    p.clock.time += 31
    for _ in range(40):
        no(await hanna.do("sit_out"), "broken", "nothing was changed")
        await asyncio.sleep(0.03)
        if p.table.decisions != decided:
            break
    assert p.table.decisions != decided, "the clock ran out"


@in_a_room
async def test_a_clock_that_ran_out_when_nothing_could_be_written_runs_out_afterwards(p):
    await p.new_table("badugi", house={"clock_seconds": 30, "time_bank_seconds": 0})
    await p.sit("Hanna", "Ben")
    await p.deal()
    decided, tried = p.table.decisions, []
    failing(p, lambda kind: kind == "timeout" and len(tried) < 3 and not tried.append(kind))
    p.clock.time += 31
    await p.tick()
    assert (p.table.decisions, len(tried)) == (decided, 1)
    await until(lambda: p.table.decisions != decided)
    assert len(tried) == 3


@in_a_room
async def test_who_sees_the_play_a_hand_late_is_not_told_that_time_ran_out(p):
    await p.new_table("badugi", house={"clock_seconds": 30, "time_bank_seconds": 0})
    await p.sit("Hanna", "Ben", "Cyd")
    late = await p.come("Zed", watching=True)
    await p.deal()
    views, lines = len(late.views), len(late.log)
    for _ in range(2):
        asked = p.table.decisions
        await p.wait(31)
        assert p.table.decisions != asked
        if not p.table.playing:
            break
        assert (len(late.views), late.log[lines:]) == (views, [])
    await p.play_on()
    assert len(late.views) > views

"""A full disk, a folder that cannot be written, a clock that is set, a fault in the rules: the room stays true, and
goes on by itself when the trouble is over.
"""

import asyncio
import os
import shutil
import subprocess
import time
from contextlib import contextmanager, suppress
from random import Random

import pytest
from sqlalchemy import func, select, text

from fault_nights import SETTINGS, Plan, Tally, examined, look_at, note_in, prepare
from oddchip.play import drawing
from oddchip.room import actor as actors
from oddchip.room import alarm
from oddchip.room.protocol import Ack, GameWanted, Host
from oddchip.room.room import Room
from oddchip.room.store import StoreFull, StoreReadOnly, schema
from room_players import Player, until

PLANS = (Plan(("badugi", "jacks_back"), people=1, bots=2), Plan(("razz",), "game", people=1, bots=1))


class Evening:
    """A room in this process with its people at play; `tables` are its actors."""

    def __init__(self, room, people, notes, restless=True):
        self.room, self.notes = room, notes
        self.tables = [room.tables[table] for table in people]
        self.players = [
            Player(room, table, person, Random(), notes, restless=restless)
            for table, seated in people.items()
            for person in seated
        ]
        self.playing = [asyncio.create_task(player.play()) for player in self.players]

    def hands(self):
        return [each.scene.table.state.hands for each in self.tables]

    async def more(self, tables=None, hands=2, seconds=90):
        """So many hands more at these tables."""
        wanted = [(each, each.scene.table.state.hands + hands) for each in tables or self.tables]
        await until(lambda: all(each.scene.table.state.hands >= number for each, number in wanted), seconds)

    async def close(self):
        await self.room.close()
        await asyncio.gather(*self.playing)


@pytest.fixture
def quick(monkeypatch):
    """What could not be written is tried again sooner than in life."""
    monkeypatch.setattr(alarm, "RESTS", 0.05)


@contextmanager
def disk(folder, megabytes=16):
    """A small disk of its own at `folder`, where that may be mounted; gives whether it was.

    It holds several times what play writes before a checkpoint (4 MB of WAL), so that it is the filler that fills it.
    """
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder)]
    is_mounted = os.getuid() == 0 and shutil.which("mount") and not subprocess.run(mount, check=False).returncode
    try:
        yield bool(is_mounted)
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder):
    """A file that takes all the space that is left."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    return path


async def play_through_a_full_disk(folder, people, notes, become_full, make_space):
    """Play, run out of space, find the table as it was, get space, go on."""
    evening = Evening(await Room.open(folder, settings=SETTINGS), people, note_in(notes))
    await evening.more()
    undo = await become_full(evening.room)
    host = evening.players[0].person
    while isinstance(answer := await asked(evening.tables[0], host), Ack):  # a page or two may still be free
        await asyncio.sleep(0.01)
    assert (answer.kind, answer.why) == ("broken", "The room cannot write just now; nothing was changed")
    for _ in range(30):  # what is small enough for the last free page may still be written
        await asyncio.sleep(0.01)
        known = {table.id: table.scene.seq for table in evening.tables}
        e = schema.event.c
        for table, seq in await evening.room.store.read(select(e.table_id, func.max(e.seq)).group_by(e.table_id)):
            assert known[table] <= seq, "nothing goes on that is not written"
    with pytest.raises(StoreFull, match="no space is left for the data folder"):
        await many_guests(evening.room)
    await make_space(evening.room, undo)
    await evening.more()  # bots, deals and people alike
    await evening.close()


def test_a_full_database_is_survived_and_left_behind_by_itself(tmp_path, quick):
    folder, notes = tmp_path / "data", tmp_path / "notes"
    people = asyncio.run(prepare(folder, PLANS))

    async def become_full(room):
        pages = (await room.store.read(text("PRAGMA page_count")))[0][0]
        with suppress(StoreFull):  # what is written with it may be too much already
            await room.store.write(text(f"PRAGMA max_page_count = {pages + 1}"))

    async def make_space(room, undo):
        async with asyncio.timeout(30):
            while True:
                with suppress(StoreFull):  # it may stand in one batch with what was too much before it
                    return await room.store.write(text("PRAGMA max_page_count = 1000000"))

    asyncio.run(play_through_a_full_disk(folder, people, notes, become_full, make_space))
    look_at(folder, notes, Tally())


def test_a_full_disk_is_survived_and_left_behind_by_itself(tmp_path, quick):
    """On a small disk of its own, where the machine lets us mount one; else files of this process may not grow."""
    place, notes = tmp_path / "disk", tmp_path / "notes"
    with disk(place) as mounted:
        folder = place / "data"
        people = asyncio.run(prepare(folder, PLANS))
        if not mounted:
            return test_a_full_database_is_survived_and_left_behind_by_itself(tmp_path / "other", quick)

        async def become_full(room):
            return fill(place)

        async def make_space(room, filler):
            filler.unlink()

        asyncio.run(play_through_a_full_disk(folder, people, notes, become_full, make_space))
        look_at(folder, notes, Tally())

        filler = fill(place)
        with pytest.raises(StoreFull, match="no space is left"):
            asyncio.run(_opened_and_written(folder))
        filler.unlink()
        assert examined(folder).complaints() == []


async def asked(table, host):
    """The answer to a power of the host's."""
    answers = asyncio.Queue()
    asked.number += 1
    wanted = Host(f"host{asked.number}", "settings", settings={"away_minutes": 20 + asked.number % 2})
    table.ask(host, wanted, answers.put_nowait)
    return await answers.get()


asked.number = 0


async def many_guests(room):
    """More people than fit in the pages that may happen to be free."""
    for number in range(2000):
        await room.new_guest(f"Guest {number}")


async def _opened_and_written(folder):
    room = await Room.open(folder, settings=SETTINGS)
    try:
        await many_guests(room)
    finally:
        await room.close()


def test_a_table_that_is_taken_up_on_a_full_disk_gives_everybody_his_time_when_there_is_space(tmp_path, quick):
    """Nobody's clock runs before it is written that the table goes on."""
    folder, clock = tmp_path / "data", [1_800_000_000.0]
    people = asyncio.run(prepare(folder, (Plan(("badugi",), "game", people=2, bots=0),)))
    (table,) = people

    async def begun():
        room = await Room.open(folder, settings=SETTINGS, now=lambda: clock[0])
        actor = room.tables[table]
        await until(lambda: actor.scene.table.clocks)
        await room.close()
        return actor.scene

    async def later(before):
        room = await Room.open(folder, settings=SETTINGS, now=lambda: clock[0])
        actor = room.tables[table]
        assert actor.scene.hash == before.hash, "the pages of the database are all it may have"
        await asyncio.sleep(0.3)
        assert actor.scene.hash == before.hash, "no time ran out"
        await room.store.write(text("PRAGMA max_page_count = 1000000"))
        await until(lambda: actor.scene.seq > before.seq)
        await room.close()
        return actor.scene

    before = asyncio.run(begun())
    left = before.table.clocks[0].deadline - before.at
    clock[0] += 3600
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(actors, "batch", full_for_a_while(actors.batch, 0.3))
        after = asyncio.run(later(before))
    assert after.table.clocks[0].seat == before.table.clocks[0].seat
    assert after.table.clocks[0].deadline - clock[0] == pytest.approx(left)


def full_for_a_while(batch, seconds):
    """Batches that find no space for so long."""
    began = time.monotonic()

    def made(*arguments):
        if time.monotonic() < began + seconds + 0.2:
            raise StoreFull("no space")
        return batch(*arguments)

    return made


# A folder that cannot be written.


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    place = tmp_path / "disk"
    with disk(place) as mounted:
        folder = place / "data"
        asyncio.run(prepare(folder, PLANS[1:]))
        before = (folder / "room.db").read_bytes()
        with unwritable(place, mounted), pytest.raises(StoreReadOnly) as caught:
            asyncio.run(Room.open(folder, settings=SETTINGS))
        assert str(caught.value).count(".") <= 1
        assert "cannot be written" in str(caught.value)
        assert (folder / "room.db").read_bytes() == before
        assert examined(folder).complaints() == []


@contextmanager
def unwritable(place, mounted):
    if mounted:
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    else:
        for path in (place / "data", *(place / "data").iterdir()):
            path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        yield
    finally:
        if mounted:
            subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        else:
            for path in (place / "data", *(place / "data").iterdir()):
                path.chmod(0o700 if path.is_dir() else 0o600)


# The machine's clock.


@pytest.mark.parametrize("moves", [(-86400,), (86400,), (-86400, 86400), (-7 * 86400, 3600, -60)])
def test_a_clock_that_is_set_stops_no_table(moves, tmp_path):
    folder, notes, shift = tmp_path / "data", tmp_path / "notes", [0.0]
    people = asyncio.run(prepare(folder, PLANS))

    async def opened():
        room = await Room.open(folder, settings=SETTINGS, now=lambda: time.time() + shift[0])
        # Nobody sits out: who did so before a leap of a day has been away for a day, and his seat is free.
        return Evening(room, people, note_in(notes), restless=False)

    async def play():
        evening = await opened()
        await evening.more()
        for move in moves:
            shift[0] += move
            await evening.more()
        await evening.close()
        shift[0] -= 30 * 86400  # and while the room is closed
        evening = await opened()
        await evening.more()
        await evening.close()

    asyncio.run(play())
    look_at(folder, notes, Tally())  # which looks at the times of events, too


# A fault in the rules.


def test_a_fault_in_the_rules_stops_that_table_alone(tmp_path, monkeypatch):
    """The faulty table stands still with its chips until its host decides; the other does not notice."""
    folder, notes = tmp_path / "data", tmp_path / "notes"
    people = asyncio.run(prepare(folder, PLANS))
    faults = []

    async def play():
        room = await Room.open(folder, settings=SETTINGS, report=lambda event, **about: faults.append((event, about)))
        evening = Evening(room, people, note_in(notes), restless=False)
        draws, stud = evening.tables
        await evening.more()
        monkeypatch.setattr(drawing, "_served", None)  # the first card that is drawn is a TypeError
        await until(lambda: draws.scene.desk.stopped)
        chips = draws.scene.table.state.chips
        await evening.more([stud])
        assert draws.scene.desk.stopped
        assert draws.scene.table.playing
        assert (draws.scene.table.state.chips, draws.scene.table.state.brought) == (chips, chips)
        assert [event for event, about in faults if about.get("table") == stud.id] == []
        assert [event for event, _ in faults].count("rules_failed") == 1
        assert "all chips are safe" in draws.scene.desk.stopped
        monkeypatch.undo()
        draws.ask(people[draws.id][0], Host("again", "retry"), lambda answer: None)
        await evening.more()  # the same hand goes on, bots too
        await evening.close()

    asyncio.run(play())
    look_at(folder, notes, Tally())


def test_a_table_stopped_in_a_hand_is_stopped_after_a_restart_and_can_be_refunded(tmp_path, monkeypatch):
    folder, notes = tmp_path / "data", tmp_path / "notes"
    people = asyncio.run(prepare(folder, PLANS[:1]))

    async def play(then):
        evening = Evening(await Room.open(folder, settings=SETTINGS), people, note_in(notes))
        await then(evening, *evening.tables)
        await evening.close()

    async def fault(evening, table):
        await evening.more()
        monkeypatch.setattr(drawing, "_served", None)
        await until(lambda: table.scene.desk.stopped)
        monkeypatch.undo()

    async def refund(evening, table):
        assert table.scene.desk.stopped
        before = table.scene.table.state
        table.ask(people[table.id][0], Host("back", "refund"), lambda answer: None)
        await until(lambda: not table.scene.desk.stopped)
        assert not table.scene.table.playing
        assert {s: p.chips for s, p in table.scene.table.places.items()} == {
            s: p.chips for s, p in before.seated.items()
        }
        table.ask(people[table.id][0], Host("on", "deal"), lambda answer: None)
        await evening.more()

    asyncio.run(play(fault))
    asyncio.run(play(refund))
    look_at(folder, notes, Tally())


def test_a_bot_that_cannot_cover_the_stake_buys_chips_and_holds_up_no_table(tmp_path):
    """CP-9: a balance below the stake ends the session; new chips begin another."""
    people = asyncio.run(prepare(tmp_path / "data", (Plan(("california_poker",), "game", people=1, bots=1),)))

    async def play():
        evening = Evening(await Room.open(tmp_path / "data", settings=SETTINGS), people, note_in(tmp_path / "notes"))
        (table,) = evening.tables
        (bot,) = table.scene.desk.bots
        await evening.more()
        host, before = evening.players[0].person, table.scene.table.accounts[bot].brought
        dearer = Host("dearer", "games", games=[GameWanted("california_poker", "1000")])
        table.ask(host, dearer, lambda answer: None)
        await until(lambda: table.scene.table.entry.stakes.amount == 1000)
        await evening.more()
        assert table.scene.table.accounts[bot].brought >= before + 1000 - 400
        await evening.close()

    asyncio.run(play())
    look_at(tmp_path / "data", tmp_path / "notes", Tally())

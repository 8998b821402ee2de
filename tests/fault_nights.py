"""Nights that are cut off: a process plays a room at full speed and is killed; another looks at what is left.

What people asked and heard is noted in a file by one write each, before the process goes on: what the file says was
answered, was answered, however the process ended.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from oddchip.games import games
from oddchip.room import keeping
from oddchip.room.doctor import Checkup, check_up
from oddchip.room.people import Person
from oddchip.room.protocol import PROTOCOL, GameWanted, Hello, Host, Request, read_request
from oddchip.room.revision import revision
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import Store
from room_players import Player, Tell, until

#: Games by table; every game there is, each table its share, one hand of each in turn.
ROUNDABOUT = [game.id for game in games() if game.id != "california_poker"]
CHOICE = ["johnson", "badugi", "cucamonga"]
MODIFIED = [
    "with_bugs(jacks_back)",
    "triple_draw(kansas_city)",
    'on_deck(five_card_draw, "italian")',
    "declare(stud_eight)",
]
SETTINGS = RoomSettings(pace="none", fair_seconds=0.3)


@dataclass(frozen=True)
class Plan:
    """A night: tables with their games, mode and seats."""

    games: Sequence[str]
    mode: str = "rotation"
    people: int = 2
    bots: int = 1


def night(begin: int = 0) -> tuple[Plan, ...]:
    """All games on two tables, beginning with another one each night; one table for two, and one of dealer's choice."""
    listed = ROUNDABOUT + MODIFIED
    turned = [listed[(at + begin) % len(listed)] for at in range(len(listed))]
    half = len(turned) // 2
    return (
        Plan(turned[:half], people=2, bots=1),
        Plan(turned[half:], people=1, bots=2),
        Plan(("california_poker",), "game", people=1, bots=1),
        Plan(CHOICE, "choice", people=2, bots=1),
    )


async def prepare(folder: Path, plans: Sequence[Plan]) -> dict[str, list[str]]:
    """A folder with tables at which people and bots sit, ready to be dealt; gives the people by table."""
    room = await Room.open(folder, settings=SETTINGS)
    host = await room.make_host((await room.new_guest("Hanna"))[0])
    people = dict([await _opened(room, host, plan) for plan in plans])
    for actor in room.tables.values():
        connection = actor.connect(host.id)
        await connection.receive(Hello(PROTOCOL))
        await connection.receive(Host("deal", "deal"))
    await until(lambda: all(actor.scene.desk.dealing for actor in room.tables.values()))
    await room.close()
    return people


async def _opened(room: Room, host: Person, plan: Plan) -> tuple[str, list[str]]:
    """A table with its people and bots on it."""
    wanted, size = [GameWanted(game) for game in plan.games], max(2, plan.people + plan.bots)
    settings = {"approve": False, "choice_seconds": 0}
    table = await room.new_table(host, "Night", size, wanted, plan.mode, settings=settings, hands_each=1)
    people = [host.id] + [(await room.new_guest(f"Guest {n}"))[0].id for n in range(1, plan.people)]
    actor, seated = room.tables[table], []
    for seat, person in enumerate(people):
        player = Player(room, table, person, Random(seat), lambda what, **about: None, restless=False)
        seated.append((player, asyncio.create_task(player.play(seat=seat))))
    await until(lambda: len(actor.scene.table.places) == plan.people)
    hosting = seated[0][0].connection
    for seat in range(plan.people, size):
        await hosting.receive(Host(f"b{seat}", "bot", seat=seat, words=("random", "caller", "regular")[seat % 3]))
    await until(lambda: len(actor.scene.table.places) == size)
    for player, _ in seated:
        player.connection.close()
    await asyncio.gather(*(task for _, task in seated))
    return table, people


# --- the process that is killed ---------------------------------------------------------------------------------------


def play(folder: Path, people: dict[str, list[str]], notes: Path, seed: int, hands: int = 0) -> None:
    """Open the room and play on, after asking again for what was not answered. With `hands` until so many more hands
    were dealt; the room is then closed in good order.
    """
    asyncio.run(_play(folder, people, notes, seed, hands))


async def _play(folder: Path, people: dict[str, list[str]], notes: Path, seed: int, hands: int) -> None:
    again, note = unanswered(notes), note_in(notes)
    keeping.COMING_BACK = 1.0  # nobody has far to come
    room = await Room.open(folder, settings=SETTINGS)
    note("opened")
    rng = Random(seed)
    playing = []
    for table, seated in people.items():
        for person in seated:
            player = Player(room, table, person, Random(rng.getrandbits(64)), note, seeds=rng.random() < 0.7)
            playing.append(asyncio.create_task(player.play(again.get((table, person), ()))))
    tables = [room.tables[table] for table in people]
    before = [actor.scene.table.state.hands for actor in tables]
    if hands:
        await until(lambda: all(a.scene.table.state.hands >= n + hands for a, n in zip(tables, before, strict=True)))
        await room.close()
        await asyncio.gather(*playing)
    else:
        await asyncio.gather(*playing)  # until killed


def note_in(notes: Path) -> Tell:
    """What writes to this file, each note by one write that outlives the process."""
    handle = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(what: str, **about: Any) -> None:
        os.write(handle, msgspec.json.encode({"what": what, **about}) + b"\n")

    return note


def noted(notes: Path) -> Iterator[dict[str, Any]]:
    """What was noted, oldest first; a last line that was cut off counts as not written."""
    if notes.exists():
        for line in notes.read_bytes().split(b"\n")[:-1]:
            yield json.loads(line)


def names(requests: dict[tuple[str, str], tuple[Request, ...]]) -> set[str]:
    """Their ids."""
    return {request.id for some in requests.values() for request in some}


def unanswered(notes: Path) -> dict[tuple[str, str], tuple[Request, ...]]:
    """The requests whose answers were lost, or that a room did not take as it was closing, by table and person."""
    open_: dict[tuple[str, str, str], Request] = {}
    for each in noted(notes):
        if each["what"] == "asked":
            request = read_request(json.dumps(each["request"]))
            open_[each["table"], each["person"], request.id] = request
        elif each["what"] == "answer" and each.get("kind") != "broken":
            open_.pop((each["table"], each["person"], each["id"]), None)
    found: dict[tuple[str, str], tuple[Request, ...]] = {}
    for (table, person, _), request in open_.items():
        found[table, person] = (*found.get((table, person), ()), request)
    return found


# --- the killer -------------------------------------------------------------------------------------------------------
revision()  # worked out once, for all processes that come out of the first


@cache
def processes() -> Any:
    """Where processes come from that have imported everything already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["fault_nights"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        forkserver.ensure_running()
    return context


def killed_after(seconds: float, *arguments: Any, begun: Callable[[], int]) -> None:
    """Play in a process of its own, and kill it so long after it has opened the room. A process that ends by itself
    is a fault of the test.
    """
    before = begun()
    process = processes().Process(target=play, args=arguments)
    process.start()
    try:
        last = time.monotonic() + 60
        while begun() == before:
            assert process.is_alive(), f"the room did not open ({process.exitcode})"
            assert time.monotonic() < last, "the room did not open in a minute"
            time.sleep(0.005)
        time.sleep(seconds)
        assert process.is_alive(), f"the room ended by itself ({process.exitcode})"
    finally:
        process.kill()
        process.join()


def played_on(*arguments: Any, hands: int) -> None:
    """Play so many hands more at every table in a process of its own, to a good end."""
    process = processes().Process(target=play, args=arguments, kwargs={"hands": hands})
    process.start()
    process.join(90)
    if process.is_alive():
        process.kill()
        raise AssertionError("the room did not go on")
    assert process.exitcode == 0


# --- what is left -----------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What some rounds came to."""

    rounds: int = 0
    events: int = 0
    answered: int = 0
    asked_again: int = 0
    recognised: int = 0
    hands: int = 0
    games: set[str] = field(default_factory=set)

    def words(self) -> str:
        return (
            f"{self.rounds} times killed, {self.events} events, {self.answered} answered commands all there, "
            f"{self.asked_again} asked again of which {self.recognised} were in the log already, none done twice, "
            f"{self.hands} hands of {len(self.games)} games replayed alike"
        )


def log_of(folder: Path) -> dict[tuple[str, str], list[int]]:
    """The numbers of each command's events, by table and command id."""
    found: dict[tuple[str, str], list[int]] = {}
    with closing(sqlite3.connect(f"file:{folder / 'room.db'}?mode=ro", uri=True)) as database:
        for table, command, seq in database.execute("SELECT table_id, command_id, seq FROM event"):
            found.setdefault((table, command), []).append(seq)
    return found


def look_at(folder: Path, notes: Path, tally: Tally) -> None:
    """Everything that was acknowledged is in the log, once; what was refused is not; the folder is whole."""
    log = log_of(folder)
    assert all(len(seqs) == 1 for seqs in log.values())
    answers = 0
    for each in noted(notes):
        if each["what"] == "answer":
            key = each["table"], f"{each['person']}:{each['id']}"
            if each["t"] == "ack":
                answers += 1
                assert log.get(key, [each["seq"]]) == [each["seq"]], f"{key} is elsewhere in the log"
                assert key in log, f"{key} was acknowledged as event {each['seq']}, and is not in the log"
            elif each.get("kind") != "broken":
                assert key not in log, f"{key} was refused ({each['why']}), and is in the log"
    found = examined(folder)
    assert found.complaints() == []
    for (table, person), requests in unanswered(notes).items():
        tally.asked_again += len(requests)
        tally.recognised += sum((table, f"{person}:{each.id}") in log for each in requests)
    tally.rounds += 1
    tally.events = found.total("events")
    tally.answered = answers
    tally.hands = found.total("decided") + found.total("folded")
    with closing(sqlite3.connect(folder / "room.db")) as database:
        tally.games |= {game for (game,) in database.execute("SELECT DISTINCT game FROM hand")}


def examined(folder: Path) -> Checkup:
    """What the doctor says of a folder."""

    async def check() -> Checkup:
        store = await Store.open(folder)
        try:
            return await check_up(store)
        finally:
            await store.close()

    return asyncio.run(check())


def totals(tallies: Iterable[Tally]) -> Tally:
    """Several nights together."""
    made = Tally()
    for each in tallies:
        for name in ("rounds", "events", "answered", "asked_again", "recognised", "hands"):
            setattr(made, name, getattr(made, name) + getattr(each, name))
        made.games |= each.games
    return made


def night_of_kills(folder: Path, rounds: int, seed: int, longest: float) -> Tally:
    """Play, be killed at some moment, be looked at, go on; at the end play on to a good end."""
    rng, tally = Random(seed), Tally()
    people = asyncio.run(prepare(folder / "data", night(seed * 4)))
    notes = folder / "notes"
    begun = lambda: sum(each["what"] == "opened" for each in noted(notes))  # noqa: E731
    for number in range(rounds):
        killed_after(rng.uniform(0, longest), folder / "data", people, notes, seed * 1000 + number, begun=begun)
        look_at(folder / "data", notes, tally)
    lost = names(unanswered(notes))
    played_on(folder / "data", people, notes, seed, hands=1)
    look_at(folder / "data", notes, tally)
    tally.rounds -= 1  # that was no kill
    assert not lost & names(unanswered(notes)), "asked again, and not answered"
    return tally

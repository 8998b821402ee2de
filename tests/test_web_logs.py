"""The room's log: structured, and without a card, a seed, a key, a token, a name or a word that anybody wrote."""

import asyncio
import json
import logging
import re
from itertools import count
from random import Random

import pytest
from sqlalchemy import select

from backend import store_class
from oddchip.room import actor as actors
from oddchip.room.protocol import GameWanted, Host, Say
from oddchip.room.room import Room, RoomSettings
from oddchip.room.seeing import Audience
from oddchip.room.store import StoreBroken, schema
from oddchip.web.logs import ERRORS, LATEST, SECRET, WARNINGS, open_log
from room_players import Player, until

NAMES = ("Zuzanna Quittenbaum", "Xaver Oelkrug")
SAID, TITLE = "the moon is a heron tonight", "Thursday of the herons"
CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[shdc](?![A-Za-z0-9])")


@pytest.fixture
def log(tmp_path):
    (tmp_path / "data").mkdir()
    log = open_log(tmp_path / "data")
    yield log
    log.close()


def lines_of(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


EACH = 19
"""So many times a thing goes well before it goes wrong."""


def breaking(monkeypatch):
    """Faults wherever one is reported, in turn, each with cards and a name in its error."""
    kind = store_class()
    act, show, append = actors.act, Audience.show, kind.append
    acts, shows, appends = count(1), count(1), count(1)

    def faulty_act(step, request, ids):
        if next(acts) % (EACH // 3) == 0:
            raise ValueError(f"{step.table.hand.state} Kd 9c {NAMES[0]}")
        return act(step, request, ids)

    def faulty_show(self, step):
        if next(shows) % EACH == 0:
            raise KeyError(f"9c {NAMES[1]} {step.scene.decks}")
        return show(self, step)

    async def faulty_append(self, batch):
        if next(appends) % EACH == 0:
            raise StoreBroken("the disk is on fire")
        return await append(self, batch)

    monkeypatch.setattr(actors, "act", faulty_act)
    monkeypatch.setattr(Audience, "show", faulty_show)
    monkeypatch.setattr(kind, "append", faulty_append)


async def evening(folder, log, monkeypatch, hands=12):
    """Two people with chains of seeds and a bot, among faults; gives what no log may hold."""
    secrets = [*NAMES, SAID, TITLE]
    room = await Room.open(folder, settings=RoomSettings(pace="none"), report=log.report)
    people = [await room.new_guest(name) for name in NAMES]
    host = await room.make_host(people[0][0])
    table = await room.new_table(host, TITLE, 4, [GameWanted("badugi")])
    secrets += [token for _, token in people] + [await room.new_invite(table, "play", host)]
    secrets += [room.host_key, room.store.key.hex()]
    await room.accept(table, "play", people[1][0])
    nobody = lambda *what, **about: None  # noqa: E731
    players = [Player(room, table, one.id, Random(one.id), nobody, seeds=True) for one, _ in people]
    playing = [asyncio.create_task(player.play(seat=seat)) for seat, player in enumerate(players)]
    await until(lambda: all(player.view for player in players))
    first, actor = players[0].connection, room.tables[table]
    await first.receive(Host("bot", "bot", seat=2, words="random"))
    await first.receive(Host("deal", "deal"))
    await until(lambda: actor.scene.table.playing)
    breaking(monkeypatch)
    number = 0
    async with asyncio.timeout(60):
        while actor.scene.table.state.hands < hands:
            number += 1
            if actor.scene.desk.stopped:
                await first.receive(Host(f"retry-{number}", "retry"))
            await first.receive(Say(f"say-{number}", SAID))
            secrets += await kept_secret(room)
            await asyncio.sleep(0.02)
    monkeypatch.undo()
    await room.close()
    await asyncio.gather(*playing)
    return [secret for secret in secrets if secret != table]  # by which lines name it


async def kept_secret(room):
    """The texts in hidden decks and private parts: salts, orders, seeds."""
    rows = [*await room.store.read(select(schema.secret.c.body)), *await room.store.read(select(schema.private.c.body))]
    return {text for (body,) in rows for text in re.findall(r"[\w+/=-]{16,}", body.decode("latin-1"))}


def given_away(folder, secrets):
    """What of it the log holds, and cards in any field but ids."""
    text = (folder / "log.jsonl").read_text()
    found = [secret for secret in set(secrets) if secret in text]
    for line in lines_of(folder):
        for name, value in line.items():
            if name not in ("table", "timestamp"):
                found += CARD.findall(str(value))
    return found


def test_the_log_of_an_evening_full_of_faults_gives_nothing_away(tmp_path, log, monkeypatch):
    folder = tmp_path / "data"
    secrets = asyncio.run(evening(folder, log, monkeypatch))
    lines = lines_of(folder)
    assert {"rules_failed", "not_shown", "not_written"} <= {line["event"] for line in lines}
    assert len(secrets) > 100
    assert given_away(folder, secrets) == []
    for line in lines:
        event = line["event"]
        assert line["level"] == ("error" if event in ERRORS else "warning" if event in WARNINGS else "info")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"])
    assert log.reports.tally == {
        event: sum(line["event"] == event for line in lines) for event in {line["event"] for line in lines}
    }


def test_the_search_finds_what_is_there(tmp_path, log):
    log.report("test", error="he had 9c and Kd", said=f"{SAID}!")
    assert set(given_away(tmp_path / "data", [SAID, "nothing"])) == {SAID, "9c", "Kd"}


def test_fields_that_could_tell_are_left_out(tmp_path, log):
    log.report("test", table="t", **dict.fromkeys(SECRET, "9c"))
    (line,) = lines_of(tmp_path / "data")
    assert sorted(line) == ["event", "level", "table", "timestamp"]


def test_what_the_server_below_says_is_kept_without_its_arguments(tmp_path, log):
    try:
        raise RuntimeError(f"9c {NAMES[0]}")
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application for %s", NAMES[0])
    (line,) = lines_of(tmp_path / "data")
    assert line["event"] == "server"
    assert line["level"] == "warning"
    assert line["kind"] == "RuntimeError"
    assert given_away(tmp_path / "data", NAMES) == []


def test_a_line_says_whose_it_is_and_the_latest_are_kept(tmp_path):
    log = open_log(tmp_path)
    log.call("w1")
    for number in range(LATEST + 5):
        log.report("fenced", table=f"t{number}")
    log.close()
    assert {line["worker"] for line in lines_of(tmp_path)} == {"w1"}
    assert [line.table for line in log.reports.latest] == [f"t{number}" for number in range(5, LATEST + 5)]
    assert (tmp_path / "log.jsonl").stat().st_mode & 0o077 == 0

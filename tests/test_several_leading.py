"""What a worker leads, loses and takes up again, seen by those who play through it."""

import asyncio
import time
from dataclasses import replace
from time import monotonic

import pytest

from oddchip.room import opening
from oddchip.room.among.leases import steady
from oddchip.room.protocol import PROTOCOL, Do, GameWanted, Hello
from oddchip.room.restore import Drift
from oddchip.room.room import Room, RoomSettings
from oddchip.room.store import StoreBroken
from oddchip.room.store.postgres.leases import NOW
from oddchip.room.store.several import RENEW
from postgres_server import database, executed, postgres
from rooms import done
from several.two_rooms import HOST, in_two_rooms

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")


def alone(url, play, now=time.time):
    """What comes of `play(room, host)` where one worker has a database for itself."""

    async def all_of_it():
        room = await Room.open(url, settings=RoomSettings(pace="none"), now=now)
        try:
            host, _ = await room.new_guest("Hanna")
            async with asyncio.timeout(30):
                return await play(room, await room.make_host(host))
        finally:
            await room.close()

    return asyncio.run(all_of_it())


async def soon(holds):
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_table_made_while_leases_are_renewed_is_not_lost(database):
    async def play(room, host):
        renew, begun, go_on = room.store.renew, asyncio.Event(), asyncio.Event()

        async def slowly():
            still = await renew()
            begun.set()
            await go_on.wait()
            return still

        room.store.renew = slowly
        await begun.wait()
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        room.store.renew = renew
        go_on.set()
        for _ in range(10):
            await asyncio.sleep(0.02)
            assert room.tables[table].leads
            assert room.among.leads(table)
        assert room.counts["tables_lost"] == 0

    alone(database, play)


def test_a_table_whose_lease_ran_out_is_claimed_once_and_kept(database):
    async def play(room, host):
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        ((before,),) = await executed(database, ["SELECT epoch FROM game_table"])
        await executed(database, ["UPDATE game_table SET lease_until = lease_until - 60"])
        await soon(lambda: room.counts["tables_lost"] and room.tables[table].leads)
        await asyncio.sleep(3 * RENEW)
        assert room.tables[table].leads
        assert room.counts["tables_lost"] == 1
        assert await executed(database, ["SELECT epoch, owner FROM game_table"]) == [(before + 1, room.store.worker)]

    alone(database, play)


def test_what_was_asked_of_a_table_that_comes_to_us_before_it_is_done_is_answered(database):
    async def play(room, host):
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        actor, answers = room.tables[table], []
        connection = actor.connect(host.id)
        await connection.receive(Hello(PROTOCOL))
        room.among.lose(table)
        actor.hear(host.id, Do("s", "sit", seat=0, chips=100), answers.append)
        assert not answers
        await soon(lambda: answers)
        assert (answers[0].id, answers[0].seq) == ("s", actor.scene.seq)
        assert actor.leads
        assert actor.seat_of(host.id) == 0
        while await room.store.inbox([table]):  # it is taken out a moment later
            await asyncio.sleep(0.05)

    alone(database, play)


def test_tables_of_a_worker_that_died_with_less_than_its_share_are_led_at_once(database):
    """It counts as living for a while yet, and what is free is first left to who has less."""
    ghost = f"INSERT INTO worker VALUES ('ghost', {NOW}, {NOW}, '', 0)"
    died = f"UPDATE game_table SET owner = 'ghost', epoch = epoch + 1, lease_until = {NOW} WHERE id = "

    async def play(room, host):
        tables = [await room.new_table(host, title, 6, [GameWanted("badugi")]) for title in ("Friday", "Sunday")]
        await executed(database, [ghost])
        await soon(lambda: room.among.others.ids == {"ghost"})
        began = monotonic()
        await executed(database, [f"{died}'{tables[0]}'"])
        await soon(lambda: not room.tables[tables[0]].leads)
        await soon(lambda: room.tables[tables[0]].leads)
        assert monotonic() - began < 4
        assert room.among.others.ids == {"ghost"}, "it still counts as living"

    alone(database, play)


def test_what_is_asked_of_a_table_that_is_just_being_read_waits_and_keeps_nothing_else_waiting(database):
    async def play(room, host):
        room._report = lambda event, **about: reported.append(event)
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        inbox, asked = room.store.inbox, []

        async def noted(ids):
            asked.append(ids)
            return await inbox(ids)

        room.store.inbox = noted
        room.among.leases.made("coming", steady() + 60)
        room.among.inbox.look_into(["coming", table])
        await soon(lambda: asked)
        assert asked[0] == [table]
        assert "worker_failed" not in reported

    reported = []
    alone(database, play)


def test_a_database_that_cannot_be_read_is_no_fault_of_the_table(database):
    """Whether a command was done before, and only its answer got lost, is in the log."""

    async def play(room, host):
        room._report = lambda event, **about: reported.append(event)
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        actor, answers = room.tables[table], []
        actor.memory.doubt()
        read = room.store.read
        room.store.read = away
        actor.ask(host.id, Do("l", "leave"), answers.append)
        await soon(lambda: answers)
        room.store.read = read
        assert (answers[0].kind, answers[0].why) == ("broken", "The room cannot read just now; try again")
        actor.ask(host.id, Do("l", "leave"), answers.append)
        await soon(lambda: answers[1:])
        assert answers[1].kind == "forbidden", "he has no seat, and his command is nowhere"
        assert reported == ["not_read"]

    async def away(query):
        raise StoreBroken("the database is away")

    reported = []
    alone(database, play)


def test_a_machine_whose_clock_is_set_goes_by_the_databases_time_at_once(database, monkeypatch):
    true, shift = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: true() + shift[0])

    async def play(room, host):
        for shift[0] in (0, 86400, -86400, 5, 0):
            assert abs(room.now() - true()) < 1

    alone(database, play, now=lambda: true() + shift[0])


@pytest.mark.parametrize("known", [True, False])
def test_an_answer_that_was_long_on_its_way_moves_no_clock(database, known):
    async def play(room, host):
        others, read = room.among.others, room.store.read
        if not known:
            others._its_time = None

        async def slowly(query):
            rows = await read(query)
            await asyncio.sleep(0.5)
            return rows

        room.store.read = slowly
        await others.look(0)
        room.store.read = read
        assert abs(room.now() - time.time()) < 0.05

    alone(database, play)


def test_time_goes_on_from_the_last_event_whoever_leads(database):
    """That may be ahead, by the clock of who led before."""

    async def play(room, host):
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        actor = room.tables[table]
        actor.scene = replace(actor.scene, at=actor.scene.at + 86400)
        room.among.lose(table)
        await soon(lambda: actor.leads)
        assert 0 <= actor.now() - actor.scene.at < 10
        actor.following.follow_on()
        actor.begin_anew(replace(actor.scene, at=actor.scene.at + 86400))
        assert 0 <= actor.now() - actor.scene.at < 1

    alone(database, play)


def test_a_table_that_cannot_be_read_as_it_is_taken_over_is_not_kept(database):
    async def play(room, host):
        room._report = lambda event, **about: reported.append(event)
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        actor = room.tables[table]
        lead, actor.following.lead = actor.following.lead, away
        room.among.lose(table)
        await soon(lambda: "database_away" in reported)
        assert not room.among.leads(table)
        actor.following.lead = lead
        await soon(lambda: actor.leads)
        assert "news_failed" not in reported

    async def away(epoch):
        raise StoreBroken("the database is away")

    reported = []
    alone(database, play)


def test_a_table_whose_log_cannot_be_read_is_told_of_once_and_tried_again_later(database, monkeypatch):
    monkeypatch.setattr(opening, "TRIED_AGAIN", 2.0)
    load, reported = opening.load, []

    async def spoilt(store, row, report):
        raise ZeroDivisionError

    async def play(room, host):
        table = await room.new_table(host, "Friday", 6, [GameWanted("badugi")])
        other = await room.new_table(host, "Saturday", 6, [GameWanted("badugi")])
        epoch = (await room.store.owners())[table][1]
        monkeypatch.setattr(opening, "load", spoilt)
        room._report = lambda event, **about: reported.append(event)
        actor = room.tables.pop(table)
        room.among.lose(table)
        await actor.stop()
        await soon(lambda: reported)
        for _ in range(10):  # more than one round
            await asyncio.sleep(RENEW / 5)
            assert await room.find(table) is None
        assert reported == ["table_not_loaded"]
        assert (await room.store.owners())[table][1] == epoch + 1
        assert room.tables[other].leads
        monkeypatch.setattr(opening, "load", load)
        await soon(lambda: table in room.tables and room.tables[table].leads)
        assert reported == ["table_not_loaded"]

    alone(database, play)


def test_who_looks_on_has_to_go_as_well_where_the_table_is_read_anew(database):
    async def play(two):
        table = await two.new_table()
        hanna = await two.come(HOST, two.a)
        zed = await two.person("Zed", two.b.room)
        await two.b.room.accept(table, "watch", zed)
        screen = await two.b.come("Zed", zed, table, watching=True)
        await soon(lambda: two.at_one)
        assert two.leader is two.a

        async def drift(entry):  # as where another release wrote the event
            raise Drift("another release")

        two.actor(two.b).following._repeat = drift
        done(await hanna.host("settings", settings={"watching": "off"}))
        await soon(lambda: screen.bye is not None)
        assert screen.connection.outbox.closed

    in_two_rooms(database, play)

"""What a worker leads, loses and takes up again, seen by those who play through it."""

import asyncio

import pytest

from oddchip.room.protocol import PROTOCOL, Do, GameWanted, Hello
from oddchip.room.room import Room, RoomSettings
from postgres_server import database, postgres

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")


def alone(url, play):
    """What comes of `play(room, host)` where one worker has a database for itself."""

    async def all_of_it():
        room = await Room.open(url, settings=RoomSettings(pace="none"))
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

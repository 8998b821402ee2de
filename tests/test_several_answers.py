"""What is asked across workers is answered whatever whoever asks has read of the log already (docs/protocol.md)."""

import asyncio
from time import monotonic

import pytest

from oddchip.room.protocol import PROTOCOL, Ack, Do, GameWanted, Hello
from oddchip.room.room import Room, RoomSettings
from postgres_server import database, postgres

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")


def test_the_newest_event_is_answered_to_who_asks_again_through_a_worker_that_has_just_come(database):
    async def play():
        settings = RoomSettings(pace="none")
        old = await Room.open(database, settings=settings)
        host, _ = await old.new_guest("Hanna")
        table = await old.new_table(await old.make_host(host), "Friday", 6, [GameWanted("badugi")])
        sit, first, again = Do("s", "sit", seat=0, chips=100), asyncio.Future(), asyncio.Future()
        await old.tables[table].connect(host.id).receive(Hello(PROTOCOL))
        old.tables[table].hear(host.id, sit, first.set_result)
        done = await first
        new = await Room.open(database, settings=settings)
        try:
            assert not new.tables[table].leads
            assert new.tables[table].scene.seq == done.seq
            await new.tables[table].connect(host.id).receive(Hello(PROTOCOL))
            began = monotonic()
            new.tables[table].hear(host.id, sit, again.set_result)
            assert await again == done == Ack("s", done.seq)
            assert monotonic() - began < 5
        finally:
            await new.close()
            await old.close()

    asyncio.run(play())

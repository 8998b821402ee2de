"""What is asked across workers is answered whatever whoever asks has read of the log already (docs/protocol.md)."""

import asyncio
from dataclasses import replace
from operator import attrgetter
from time import monotonic

import pytest

from oddchip.room.protocol import PROTOCOL, Ack, Do, GameWanted, Hello
from oddchip.room.reach import reach
from oddchip.room.room import Room, RoomSettings
from postgres_server import database, postgres

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")


async def soon(holds):
    """When it holds; it is waited for, but not as long as somebody who asks."""
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.01)


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


def test_what_was_done_in_events_that_are_not_repeated_but_read_anew_is_answered_at_once(database):
    """As where secrets are destroyed: whoever asked here sees no event that is his, and the log has his command."""

    async def play():
        settings = RoomSettings(pace="none")
        leader, other = [await Room.open(database, settings=settings) for _ in range(2)]
        try:
            people = [(await leader.new_guest(name))[0] for name in ("Hanna", "Ada")]
            table = await leader.new_table(await leader.make_host(people[0]), "Friday", 6, [GameWanted("badugi")])
            actor = await reach(other, table, people[0].id)
            for guest in people:
                await other.accept(table, "play", guest)
                await actor.connect(guest.id).receive(Hello(PROTOCOL))
            at_first, answers, go_on = actor.scene.seq, [], asyncio.Event()
            followed = other.counts["followed"]
            actor.chore(go_on.wait)  # nothing is read here, till all is done there
            actor.scene = replace(actor.scene, hash=bytes(32))
            for seat, guest in enumerate(people):
                actor.hear(guest.id, Do("s", "sit", seat=seat, chips=100), answers.append)
            await soon(lambda: leader.tables[table].scene.seq == at_first + 2)
            assert answers == []
            go_on.set()
            await soon(lambda: len(answers) == 2)
            assert sorted(answers, key=attrgetter("seq")) == [Ack("s", at_first + 1), Ack("s", at_first + 2)]
            assert other.counts["followed"] == followed
            assert actor.scene.hash == leader.tables[table].scene.hash
            assert not other.among.waiting(table)
        finally:
            await other.close()
            await leader.close()

    asyncio.run(play())

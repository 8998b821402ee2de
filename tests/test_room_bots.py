"""Bots come by names of their own."""

import asyncio

from rooms import in_a_room


@in_a_room
async def test_bots_asked_for_at_once_have_different_names_and_nobody_elses(p):
    await p.new_table("badugi")
    bots = await asyncio.gather(*(p.room.new_bot(p.table_id, "regular") for _ in range(8)))
    names = [p.room.name_of(bot) for bot in bots]
    assert len(set(names)) == 8
    assert not set(names) & {p.room.name_of(person) for person in p.room.crowd.admitted_to(p.table_id)}

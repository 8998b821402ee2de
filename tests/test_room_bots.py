"""Bots come by names of their own, and those of California Poker play nothing else."""

import asyncio
from random import SystemRandom

import pytest

from oddchip.bots import BOTS, LADDER, called
from oddchip.room.protocol import GameWanted
from oddchip.room.thinking import chance
from rooms import done, in_a_room, no, until


@in_a_room
async def test_bots_asked_for_at_once_have_different_names_and_nobody_elses(p):
    await p.new_table("badugi")
    bots = await asyncio.gather(*(p.room.new_bot(p.table_id, "regular") for _ in range(8)))
    names = [p.room.name_of(bot) for bot in bots]
    assert len(set(names)) == 8
    assert not set(names) & {p.room.name_of(person) for person in p.room.crowd.admitted_to(p.table_id)}


@in_a_room
async def test_bots_of_california_poker_are_refused_where_it_is_not_played(p):
    await p.new_table("badugi")
    (hanna,) = await p.sit("Hanna")
    for style in LADDER:
        why = no(await hanna.host("bot", seat=3, words=style), "refused", "California Poker alone")
        assert called(style) in why
    done(await hanna.host("games", games=[GameWanted("badugi"), GameWanted("california_poker")], sure=True))
    done(await hanna.host("bot", seat=3, words="california-greedy"))
    no(
        await hanna.host("games", games=[GameWanted("badugi")]),
        "refused",
        "The bot on seat 4 plays California Poker alone",
    )
    done(await hanna.host("kick", seat=3))
    done(await hanna.host("games", games=[GameWanted("badugi")]))


@in_a_room
async def test_every_rung_of_the_ladder_plays_a_hand(p):
    await p.new_table("california_poker", size=2)
    (hanna,) = await p.sit("Hanna")
    for style in LADDER:
        done(await hanna.host("bot", seat=1, words=style))
        before = p.table.state.hands
        await p.deal()
        done(await hanna.act("give", cards=hanna.ids[:4]))
        await until(lambda: not p.table.playing)
        assert p.table.state.hands == before + 1
        assert not p.reports
        done(await hanna.host("kick", seat=1))


@pytest.mark.parametrize("style", BOTS)
def test_the_bot_that_cannot_be_read_draws_from_the_systems_own_source(style):
    assert isinstance(chance(BOTS[style], 7), SystemRandom) == (style == "california-equilibrium")

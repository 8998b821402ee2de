"""Games at a table that two workers keep: hands, seeds, hands between two, and bots, played through both."""

import asyncio
import json
from itertools import pairwise
from random import Random

import pytest

from fair_members import Member
from oddchip.fair.two_party import verify_transcript
from oddchip.room.protocol import Act, Host
from oddchip.room.reach import reach
from oddchip.room.transcripts import transcript
from postgres_server import database, postgres
from room_pair import FIRST, GAME, LAST, Two
from room_players import Player
from rooms import done, passive
from several.two_rooms import HOST, asked, in_two_rooms, nothing, soon

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")

WAIT = 20.0
"""Seconds for which a deal waits for seeds that do not come: far more than six need who check proofs in one process."""


def test_a_hand_is_played_through_both_and_shown_alike_to_all(database):
    async def play(two):
        await two.new_table()
        people = await two.sit(HOST, "Ben", "Cyd", "Dan")
        for _ in range(2):
            hands = two.actor(two.a).scene.table.state.hands
            done(await people[0].host("deal"))
            await soon(lambda hands=hands: all(each.view.get("hand", 0) > hands for each in people))
            done(await people[0].host("hold"))
            await two.play_on(*people)
        await soon(lambda: two.at_one)
        nets = [
            (each.view["hand"], each.view["seq"], each.view["state"], each.view["result"]["net"]) for each in people
        ]
        assert nets[1:] == nets[:-1]

    in_two_rooms(database, play)


class Thrower(Player):
    """He stays in and throws all he may, until the pack has run out."""

    async def _next(self):
        me = self.view.get("me", {})
        offer = me.get("offer")
        if not offer:
            return
        screen = Shown(self, me, offer)
        if offer["kind"] == "draw":
            thrown = [card[0] for card in me["cards"]][: offer.get("most", 0)]
            await self._ask(screen.answer("draw", cards=thrown, sure=True))
        else:
            await self._ask(passive(screen))


class Shown:
    """As much of a screen as is needed to answer."""

    def __init__(self, player, me, offer):
        self.player, self.offer, self.ids = player, offer, [card[0] for card in me.get("cards", [])]

    def answer(self, do, **fields):
        offer = self.offer
        return Act(self.player._name(), tuple(offer["decision"]), do, **{"price": offer.get("price", 0), **fields})


def test_decks_are_cut_by_the_seeds_of_all_whichever_worker_they_come_by_also_in_a_reshuffle(database):
    """And nobody waits for those that come through the other one."""

    async def play(two):
        table = await two.new_table()
        players, tasks = [], []
        for seat, name in enumerate((HOST, "Ben", "Cyd", "Dan", "Eve", "Fay")):
            side, person = (two.a, two.b)[seat % 2], await two.person(name)
            await side.room.accept(table, "play", person)
            await reach(side.room, table, person.id)
            rng = Random(seat)
            players.append(
                Thrower(side.room, table, person.id, rng, lambda *what, **about: None, restless=False, seeds=True)
            )
            tasks.append(asyncio.create_task(players[-1].play(seat=seat)))
        actor = two.actor(two.a)
        await soon(lambda: len(actor.scene.desk.tips) == 6)
        host = two.people[HOST]
        await asked(two.b, table, host, Host("deal", "deal"))
        await soon(lambda: actor.scene.table.state.hands >= 3, 40)
        await asked(two.b, table, host, Host("hold", "hold"))
        await soon(lambda: not actor.scene.table.playing and actor.scene.desk.pending is None, 20)
        for player in players:
            player.connection.close()
        await asyncio.gather(*tasks)
        assert all(player.part.checked > 8 for player in players)
        cuts = [fact for fact in await facts(two) if fact["fact"] == "SeedsGiven"]
        assert len(cuts) >= 3
        assert all(set(cut["seeds"]) == {"0", "1", "2", "3", "4", "5"} for cut in cuts), cuts
        assert len(await two.events(kind="shuffle")) >= 3
        for committed, dealt in await waits(two):
            assert dealt - committed < WAIT / 2, "nobody's seed was waited for to the end"
        await soon(lambda: two.at_one)

    in_two_rooms(database, play, fair_seconds=WAIT)


async def facts(two):
    return [fact for row in await two.events() for fact in json.loads(row.body)["desk"]]


async def waits(two):
    """When each deck was committed to, and when it was dealt from."""
    here = await two.events()
    return [(first.at, then.at) for first, then in pairwise(here) if first.kind in ("commit", "shuffle")]


def test_a_seed_that_went_with_its_leader_is_told_again(database):
    async def play(two):
        await two.new_table()
        await soon(lambda: two.table in two.b.room.tables)
        hanna, ben = await two.come(HOST, two.b), await two.come("Ben", two.b)
        await soon(lambda: two.actor(two.a).leads)
        members = [Member(two.b, screen) for screen in (hanna, ben)]
        for seat, screen in enumerate((hanna, ben)):
            done(await screen.do("sit", seat=seat, chips=200))

        def desk():
            return two.actor(two.b).scene.desk

        async def until(holds):
            async with asyncio.timeout(15):
                while not holds():
                    for member in members:
                        await member.tell()
                    await asyncio.sleep(0.01)

        await until(lambda: len(desk().tips) == 2)
        done(await hanna.host("deal"))
        await soon(lambda: members[1].to_send)
        await members[1].tell()
        done(members[1].answers[-1])
        await two.a.room.among.leave()
        await soon(lambda: two.actor(two.b).leads)
        await until(lambda: two.actor(two.b).playing or desk().given_up)
        assert (desk().given_up, dict(desk().withheld)) == (0, {})
        assert not [trouble for member in members for trouble in member.part.troubles]

    in_two_rooms(database, play)


def test_two_deal_to_each_other_through_different_workers(database):
    async def play(two):
        await two.new_table(GAME, size=2, fairness="pair", house={"clock_seconds": 30})
        screens = await two.sit(HOST, "Ben", chips=100)
        hanna, ben = (Two(side, screen) for side, screen in zip((two.a, two.b), screens, strict=True))
        done(await screens[0].host("deal"))
        await both_say(hanna, ben, until=lambda: all(one.session and one.at.mine is not None for one in (hanna, ben)))
        done(await screens[0].host("hold"))
        await hanna.choose(FIRST)
        await ben.choose(LAST)
        await both_say(hanna, ben, until=lambda: all(one.at.ending is not None for one in (hanna, ben)))
        assert {one.at.ending.end for one in (hanna, ben)} == {"settled"}
        assert hanna.refused + ben.refused == []
        await soon(lambda: two.at_one and all(screen.view["state"] == "over" for screen in screens))
        key = two.a.room.signer.key
        assert two.b.room.signer.key == key
        for side, screen in zip((two.b, two.a), screens, strict=True):
            text = await transcript(side.room, two.table, 1, screen.person)
            assert verify_transcript(text, house=key).ending is not None

    in_two_rooms(database, play)


async def both_say(*two, until):
    """Both pages say what they have to say, until it is so."""
    async with asyncio.timeout(10):
        while not until():
            for one in two:
                await one.say(one.look())
            await asyncio.sleep(0.005)


def test_bots_think_where_their_table_is_led_and_nowhere_else(database):
    async def play(two):
        await two.new_table()
        hanna = await two.come(HOST, two.b)
        thought, other_thought = counted(two.a), counted(two.b)
        for seat in (1, 2):
            done(await hanna.host("bot", seat=seat, words="random"))
        done(await hanna.host("deal"))
        await soon(lambda: hanna.view.get("hand", 0) >= 2)
        assert two.leader is two.a
        assert thought
        assert not other_thought
        two.a.room.store.claim = nothing
        await two.a.room.among.leave()
        await soon(lambda: two.actor(two.b).leads)
        so_far, hands = len(thought), hanna.view["hand"]
        await soon(lambda: hanna.view["hand"] >= hands + 2)
        assert other_thought
        assert len(thought) <= so_far + 1, "what was begun is thought to its end"
        assert len({row.command_id for row in await two.events(kind="bot")}) == len(await two.events(kind="bot"))

    in_two_rooms(database, play)


def counted(side):
    """Grows by one with each thought of a bot at this worker."""
    thought, think = [], side.room.minds.think

    async def noted(*about):
        thought.append(about)
        return await think(*about)

    side.room.minds.think = noted
    return thought

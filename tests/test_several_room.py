"""Two workers of one room: tables are led by one, played through both, and go from one to the other."""

import asyncio
from time import monotonic

import pytest

from oddchip.room.among import errands
from oddchip.room.protocol import Ack, Do
from oddchip.room.reach import reach
from oddchip.room.store.postgres.leases import NOW
from postgres_server import database, executed, postgres
from rooms import done, no
from several.two_rooms import HOST, asked, in_two_rooms, nothing, soon

__all__ = ["database", "postgres"]

pytestmark = pytest.mark.needs("postgresql")


# --- who leads -------------------------------------------------------------------------------------------------------


def test_tables_are_shared_out_between_the_workers(database):
    async def play(two):
        tables = [await two.new_table() for _ in range(8)]
        mine, others = two.a.room.among.leases, two.b.room.among.leases
        await soon(lambda: len(mine.led) <= 5 and len(others.led) >= 3, 10)
        await soon(lambda: sorted(mine.led + others.led) == sorted(tables))
        for table in tables:
            await soon(lambda table=table: sum(side.room.tables[table].leads for side in (two.a, two.b)) == 1)
        assert two.a.room.counts["tables_lost"] == 0, "they were given, not lost"

    in_two_rooms(database, play)


def test_a_table_that_is_let_go_is_led_by_the_other_at_once_and_everybody_has_his_time_back(database):
    async def play(two):
        await two.new_table(house={"clock_seconds": 20})
        hanna, ben = await two.sit(HOST, "Ben")
        done(await hanna.host("deal"))
        await soon(lambda: hanna.offer or ben.offer)
        began, leader = monotonic(), two.leader
        await leader.room.among.leave()
        other = two.b if leader is two.a else two.a
        await soon(lambda: two.actor(other).leads, 1.5)
        assert monotonic() - began < 1.5
        while not await two.events(kind="resume"):
            await asyncio.sleep(0.01)
        await two.play_on(hanna, ben)

    in_two_rooms(database, play)


def test_what_was_asked_of_a_worker_whose_lease_ran_out_unnoticed_is_done_by_the_other_once(database):
    async def play(two):
        table = await two.new_table()
        host = await two.person(HOST)
        await reach(two.b.room, table, host.id)
        a = two.a.room
        a.store.claim, a.store.renew = nothing, lambda: still({table})
        await executed(two.url, [f"UPDATE game_table SET lease_until = {NOW} - 1"])
        assert a.among.leads(table), "by its own clock it leads for a while yet"
        answers = [asked(two.a, table, host, Do("sit-1", "sit", seat=3, chips=200)) for _ in range(2)]
        first, second = await asyncio.gather(*answers)
        assert isinstance(first, Ack)
        assert first == second
        assert two.leader is two.b
        assert len(await two.events(command_id=f"{host.id}:sit-1")) == 1
        assert a.counts["tables_lost"] == 1
        assert "fenced" in two.a.reports

    async def still(ids):
        return ids

    in_two_rooms(database, play)


def test_a_worker_that_renewed_too_late_follows(database):
    async def play(two):
        table = await two.new_table()
        await reach(two.b.room, table)
        two.a.room.store.claim = nothing
        await executed(two.url, [f"UPDATE game_table SET lease_until = {NOW} - 1"])
        await soon(lambda: two.actor(two.b).leads)
        await soon(lambda: not two.actor(two.a).leads)
        assert not two.a.room.among.leads(table)
        assert two.actor(two.b).epoch > two.actor(two.a).epoch

    in_two_rooms(database, play)


# --- what is asked ---------------------------------------------------------------------------------------------------


def test_a_command_is_done_once_though_it_is_sent_twice_and_through_both(database):
    async def play(two):
        table = await two.new_table()
        host = await two.person(HOST)
        await reach(two.b.room, table, host.id)
        request = Do("sit-1", "sit", seat=3, chips=200)
        sides = (two.b, two.b, two.a, two.b)
        answers = await asyncio.gather(*(asked(side, table, host, request) for side in sides))
        assert {type(answer) for answer in answers} == {Ack}
        assert len({answer.seq for answer in answers}) == 1
        assert await asked(two.b, table, host, request) == answers[0]
        assert len(await two.events(command_id=f"{host.id}:sit-1")) == 1
        async with asyncio.timeout(5):
            while await two.a.room.store.inbox([table]):
                await asyncio.sleep(0.05)

    in_two_rooms(database, play)


def test_where_nobody_leads_it_is_said_in_time_and_what_was_asked_is_done_once_when_somebody_does(
    database, monkeypatch
):
    monkeypatch.setattr(errands, "PATIENCE", 0.4)

    async def play(two):
        table = await two.new_table()
        host = await two.person(HOST)
        await reach(two.b.room, table, host.id)
        claim, two.b.room.store.claim, two.a.room.store.claim = two.b.room.store.claim, nothing, nothing
        await two.a.room.among.leave()
        request, began = Do("sit-1", "sit", seat=3, chips=200), monotonic()
        answer = await asked(two.b, table, host, request)
        assert (answer.kind, answer.why[:14]) == ("broken", "Nobody answers")
        assert 0.4 <= monotonic() - began < 2
        two.b.room.store.claim = claim
        await soon(lambda: two.actor(two.b).seat_of(host.id) == 3)
        assert isinstance(await asked(two.b, table, host, request), Ack)
        assert len(await two.events(command_id=f"{host.id}:sit-1")) == 1

    in_two_rooms(database, play)


def test_one_is_told_to_wait_twelve_seconds_at_most():
    assert errands.PATIENCE == 12


def test_a_host_has_his_powers_through_a_worker_that_follows_and_nobody_else_has(database):
    async def play(two):
        await two.new_table(approve=True)
        hanna, ben = await two.come(HOST, two.b), await two.come("Ben", two.b)
        assert two.leader is two.a
        await two.a.room.accept(two.table, "play", two.people["Ben"])
        done(await ben.do("sit", seat=1, chips=200))
        await soon(lambda: hanna.view.get("waiting"))
        no(await ben.host("approve", person=ben.person), "forbidden")
        done(await hanna.host("approve", person=ben.person))
        done(await hanna.host("bot", seat=2))
        done(await hanna.host("settings", settings={"watching": "live"}))
        done(await hanna.host("pause", words="tea"))
        await soon(lambda: hanna.view["state"] == "paused")
        done(await hanna.host("resume"))
        no(await hanna.host("kick", seat=5), "refused")
        await soon(lambda: two.at_one)
        scene = two.actor(two.a).scene
        assert set(scene.table.places) == {1, 2}
        assert scene.desk.settings.watching == "live"
        assert two.b.room.counts["followed"] >= 6

    in_two_rooms(database, play)


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_nobodys_view_goes_back_whichever_worker_he_comes_by_next(database):
    async def play(two):
        await two.new_table()
        hanna = await two.come(HOST, two.a)
        for number in range(30):
            seq = done(await hanna.host("settings", settings={"away_minutes": number + 1}))["seq"]
            screen = await two.come(HOST, (two.b, two.a)[number % 2])
            assert screen.views[0]["seq"] >= seq
            screen.close()

    in_two_rooms(database, play)


def test_it_is_known_through_either_worker_who_is_there(database):
    async def play(two):
        await two.new_table()
        hanna, ben = await two.sit(HOST, "Ben")
        await soon(lambda: is_there(hanna, 1) and is_there(ben, 0))
        ben.close()
        await soon(lambda: not is_there(hanna, 1))
        onlooker = await two.come("Cyd", two.b)
        await soon(lambda: hanna.view.get("watching") == 1)
        again = await two.come("Ben", two.b)
        await soon(lambda: is_there(hanna, 1))
        await two.b.room.close()
        assert onlooker.bye is not None
        assert again.bye is not None
        await soon(lambda: not is_there(hanna, 1) and not hanna.view.get("watching"))

    def is_there(screen, seat):
        return screen.at(seat).get("online", True)

    in_two_rooms(database, play)


def test_where_secrets_are_destroyed_a_follower_reads_the_table_anew_and_goes_on(database):
    async def play(two):
        await two.new_table(watching="live")
        hanna, ben, cyd = [await two.come(name, two.a) for name in (HOST, "Ben", "Cyd")]
        known = (await reach(two.b.room, two.table)).scene.seq
        for seat, screen in enumerate((hanna, ben)):
            done(await screen.do("sit", seat=seat, chips=200))
        done(await hanna.host("deal"))
        await soon(lambda: hanna.view.get("hand") == 1)
        done(await hanna.host("hold"))
        await two.play_on(hanna, ben)
        assert await two.a.room.forget_secrets(two.a.room.now() + 1) == 1
        late = await two.come("Cyd", two.b)
        assert late.view["seq"] == two.actor(two.a).scene.seq
        assert two.at_one
        assert two.b.room.counts["followed"] < late.view["seq"] - known, "not every step was taken again"
        done(await hanna.host("deal"))
        await soon(lambda: late.view.get("hand") == 2)
        done(await hanna.host("hold"))
        await two.play_on(hanna, ben)
        await soon(lambda: two.at_one and late.view["state"] == "over")
        assert cyd.view["result"] == late.view["result"]

    in_two_rooms(database, play)


def test_a_table_that_was_closed_through_one_worker_is_put_away_by_the_other(database):
    async def play(two):
        await two.new_table()
        hanna, ben = await two.sit(HOST, "Ben")
        done(await hanna.host("close", words="good night"))
        await soon(lambda: ben.view["state"] == "closed")
        assert await two.b.room.put_away() == 0, "somebody has it open"
        ben.close()
        assert await two.b.room.put_away() == 1
        assert two.table not in two.b.room.tables
        assert two.b.room.among.elsewhere(two.table) == set()
        hanna.close()
        await soon(lambda: not two.a.room.among.leads(two.table))
        assert await two.a.room.put_away() == 1

    in_two_rooms(database, play)


# --- bots that nobody looks at ---------------------------------------------------------------------------------------


def test_bots_wait_until_somebody_comes_through_any_worker(database):
    async def play(two):
        await two.new_table()
        hanna = await two.come(HOST, two.a)
        for seat in (1, 2):
            done(await hanna.host("bot", seat=seat))
        ben = await two.come("Ben", two.b)
        done(await hanna.host("deal"))
        await soon(lambda: two.actor(two.b).scene.table.state.hands >= 2)
        for screen in (hanna, ben):
            screen.close()
        await soon(lambda: two.actor(two.leader).alarm.waits and not two.actor(two.leader).playing)
        number = two.actor(two.leader).scene.table.state.hands
        await asyncio.sleep(1)
        assert two.actor(two.leader).scene.table.state.hands == number
        leader = two.leader
        other = two.b if leader is two.a else two.a
        ben = await two.come("Ben", other)
        await soon(lambda: two.actor(other).scene.table.state.hands >= number + 2)
        assert "Nobody was here, so the bots waited." in [view.get("why") for view in ben.views]
        await leader.room.among.leave()
        await soon(lambda: two.actor(other).leads)
        number = two.actor(other).scene.table.state.hands
        await soon(lambda: two.actor(other).scene.table.state.hands >= number + 2)

    in_two_rooms(database, play, bots_alone=False)


def test_who_leads_a_table_anew_looks_who_is_there(database):
    async def play(two):
        await two.new_table()
        hanna = await two.come(HOST, two.a)
        for seat in (1, 2):
            done(await hanna.host("bot", seat=seat))
        other = two.b if two.leader is two.a else two.a
        done(await hanna.host("deal"))
        other.room.among.presence._there.clear()  # as if it had been told before the table was known
        leader = two.leader
        leader.room.among.leases.claim = nothing
        await leader.room.among.leave()
        await soon(lambda: two.actor(other).leads)
        number = two.actor(other).scene.table.state.hands
        await soon(lambda: two.actor(other).scene.table.state.hands >= number + 2)

    in_two_rooms(database, play, bots_alone=False)

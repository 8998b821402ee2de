"""Several workers on one database: leases, the inbox and its answers, and notices."""

import asyncio
import json
from contextlib import asynccontextmanager
from time import monotonic

import pytest
from sqlalchemy import delete, func, select, text, update

from oddchip.room.store import Fenced, StoreBroken, schema
from oddchip.room.store.postgres import PostgresStore, leases
from oddchip.room.store.postgres.notices import BYTES, TEXTS, notices_in, texts_of
from oddchip.room.store.several import ALIVE, LEASE, RENEW, Answered, Asked, Claimed, Notice
from postgres_server import database, executed, postgres
from several.proxy import Proxy, port
from stores import seqs, step, table

__all__ = ["database", "postgres"]

needs_postgres = pytest.mark.needs("postgresql")


@pytest.fixture
def url(database):
    return database


def free_table(name="t", **about):
    """A table that nobody has."""
    return schema.game_table, {**table(name, epoch=0)[1], "owner": None, "lease_until": None, **about}


def own_table(worker, name="t"):
    """A table that a worker makes for itself."""
    row = {**table(name)[1], "owner": worker}
    return schema.game_table, {key: value for key, value in row.items() if key != "lease_until"}


@asynccontextmanager
async def workers(url, *names):
    """Stores of these workers on one database."""
    stores = [await PostgresStore.open(url, worker=name) for name in names]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


def among(url, names, play):
    """What comes of `play(*stores)`."""

    async def all_of_it():
        async with workers(url, *names) as stores:
            return await play(*stores)

    return asyncio.run(all_of_it())


async def lapse(url, *, by=0.0):
    """All leases run out now, or so many seconds later."""
    await executed(url, [f"UPDATE game_table SET lease_until = {leases.NOW} + {by} WHERE owner IS NOT NULL"])


# Leases.


@needs_postgres
def test_thousands_of_leases_are_renewed_in_time_on_a_server_that_knows_nothing_of_its_tables_yet(url):
    async def play(a):
        await a.write([own_table("a", f"t{number}") for number in range(3000)])
        took = []
        for _ in range(8):  # from the sixth on the server would plan no longer for how many there are
            began = monotonic()
            assert len(await a.renew()) == 3000
            took.append(monotonic() - began)
        assert min(took[-2:]) < RENEW, took

    among(url, ["a"], play)


@needs_postgres
def test_a_table_is_claimed_by_one_and_for_a_new_epoch(url):
    async def play(a, b):
        await a.write([free_table(name) for name in "tuvw"] + [free_table("over", closed=1.0)])
        first, second = await asyncio.gather(a.claim(2), b.claim(2))  # what another is just claiming is passed over
        first += await a.claim(2 - len(first))
        second += await b.claim(3)
        assert [each.epoch for each in first + second] == [1] * 4
        assert sorted(each.id for each in first + second) == list("tuvw")
        assert await a.claim(9) == await b.claim(9) == await a.claim(9, ["over", "t"]) == []
        mine, others = {each.id for each in first}, {each.id for each in second}
        assert await b.owners() == {**dict.fromkeys(mine, ("a", 1)), **dict.fromkeys(others, ("b", 1))}
        for one in mine:
            await a.append(step(1, name=one))
            with pytest.raises(Fenced, match=f"table {one} is not this worker's"):
                await b.append(step(2, name=one))
        await a.release([*mine, *others])
        assert await a.claim(1, ["nowhere", min(mine)]) == [Claimed(min(mine), 2, 1)]
        assert (await b.owners())[max(mine)] == (None, 1)

    among(url, "ab", play)


@needs_postgres
def test_tables_may_be_left_to_others_for_a_while(url):
    async def play(a, b):
        await a.write([free_table(name) for name in "tuv"])
        assert len(await b.claim(2, ["u", "v"])) == 2
        assert await a.claim(9, left=0.5) == [Claimed("t", 1, 0)]  # it was never anybody's
        await b.release(["u"])
        await lapse(url, by=-0.1)
        assert await a.claim(9, left=0.5) == []
        await asyncio.sleep(0.6)
        assert {each.id for each in await a.claim(9, left=0.5)} == set("tuv")  # released, or run out

    among(url, "ab", play)


@needs_postgres
def test_a_lease_that_has_run_out_is_nobodys_and_cannot_be_renewed(url):
    async def play(a, b):
        await a.write([free_table("t"), free_table("u")])
        await a.claim(9)
        assert await a.renew() == {"t", "u"}
        await lapse(url)
        with pytest.raises(Fenced, match="the lease of table t has run out"):
            await a.append(step(1))
        assert await a.renew() == set()
        assert await a.owners() == {"t": (None, 1), "u": (None, 1)}
        assert await b.claim(1, ["t"]) == [Claimed("t", 2, 0)]
        assert await a.claim(9) == [Claimed("u", 2, 0)]  # its own as well, but as another epoch
        with pytest.raises(Fenced, match="at event 0 of epoch 2, not at 0 of epoch 1"):
            await a.append(step(1, name="u"))
        await b.append(step(1, epoch=2))
        with pytest.raises(Fenced):
            await a.append(step(1))
        assert await a.renew() == {"u"}
        assert await b.renew() == {"t"}

    among(url, "ab", play)


@needs_postgres
def test_a_lease_holds_as_long_as_it_says_by_the_databases_clock(url):
    async def play(a):
        await a.write([free_table(), own_table("a", "u")])
        await a.claim(1)
        left = text(f"SELECT lease_until - {leases.NOW} AS left FROM game_table")
        assert all(LEASE - 1 < row.left <= LEASE for row in await a.read(left))
        await lapse(url, by=0.5)
        assert await a.renew() == {"t", "u"}
        assert all(LEASE - 1 < row.left <= LEASE for row in await a.read(left))

    among(url, "a", play)


@needs_postgres
def test_a_lease_from_before_the_clock_was_set_back_holds_nothing(url):
    async def play(a, b):
        await a.write(own_table("a"))
        await lapse(url, by=3600)
        return await b.claim(1)

    assert among(url, "ab", play) == [Claimed("t", 2, 0)]


@needs_postgres
def test_a_table_that_its_maker_owns_is_leased_to_him(url):
    async def play(a, b):
        await a.write([own_table("a"), own_table("b", "u")])
        await a.append(step(1))
        assert await b.claim(9) == [Claimed("u", 2, 0)]  # another's row is leased to nobody
        assert await a.renew() == {"t"}
        await a.write(update(schema.game_table).where(schema.game_table.c.id == "t").values(closed=1.0))
        assert await a.renew() == {"t"}  # a closed table may still be called otherwise
        await a.append(step(2))

    among(url, "ab", play)


@needs_postgres
def test_who_ends_in_good_order_leaves_nothing_behind(url):
    async def play(a, b):
        await a.write(own_table("a"))
        await a.beat(1)
        there = {"table_id": "t", "worker": "a", "person": "ada", "watching": 0, "at": 0.0}
        await a.write((schema.presence, there))
        assert set(await b.workers()) == {"a"}
        await a.close()
        assert await b.workers() == {}
        assert await b.read(select(schema.presence)) == []
        assert await b.claim(1) == [Claimed("t", 2, 0)]

    among(url, "ab", play)


@needs_postgres
def test_a_worker_lives_as_long_as_its_heart_beats_and_what_it_leaves_is_cleared_away(url):
    async def play(a, b):
        a._version = "1.2"
        await a.beat(3)
        first = (await b.workers())["a"]
        assert (first.version, first.tables, first.started) == ("1.2", 3, first.seen)
        await a.beat(4)
        second = (await b.workers())["a"]
        assert (second.tables, second.started) == (4, first.started)
        assert second.seen > first.seen
        old = f"UPDATE worker SET seen = seen - {ALIVE + 1} WHERE id = 'a'"
        there = {"table_id": "t", "person": "ada", "watching": 0, "at": 0.0}
        await b.write([(schema.presence, {**there, "worker": worker}) for worker in "ab"])
        await executed(url, [old])
        await b.beat(0)
        assert set(await b.workers()) == {"b"}
        assert await b.write(update(schema.worker).values(tables=0)) == [2]
        await executed(url, ["UPDATE worker SET seen = 0 WHERE id = 'a'"])
        await b.beat(0)
        assert [row.id for row in await b.read(select(schema.worker.c.id))] == ["b"]
        assert [row.worker for row in await b.read(select(schema.presence.c.worker))] == ["b"]

    among(url, "ab", play)


@needs_postgres
def test_two_workers_that_write_the_same_rows_crosswise_both_succeed(url):
    async def play(a, b):
        t = schema.game_table
        await a.write([free_table(name) for name in "tu"])

        def crosswise(names):
            return [update(t).where(t.c.id == name).values(title=names) for name in names]

        for _ in range(3):
            done = await asyncio.gather(*(a.write(crosswise("tu")) for _ in range(3)), b.write(crosswise("ut")))
            assert done == [[1, 1]] * 4

    among(url, "ab", play)


# Commands and answers.


def asked(number, table_id="t", person="ada"):
    return Asked(number, table_id, person, f"{person}:{number}", "act", b"{}")


@needs_postgres
def test_a_command_waits_for_the_owner_and_its_answer_comes_once(url):
    async def play(a, b):
        await a.write([own_table("a"), own_table("a", "u")])
        await b.send([asked(1), asked(2, "u"), asked(3, "elsewhere")])
        await b.send([asked(1), asked(4)])
        await a.send([asked(1)])
        found = await a.inbox(["t", "u"])
        assert [(each.worker, each.number, each.command_id) for each in found] == [
            ("b", 1, "ada:1"),
            ("b", 2, "ada:2"),
            ("b", 4, "ada:4"),
            ("a", 1, "ada:1"),
        ]
        assert [each.at for each in found] == sorted(each.at for each in found)
        await a.answer([Answered(each.worker, each.number, each.table_id, b"ack") for each in found[:3]])
        assert [(each.worker, each.number) for each in await a.inbox(["t", "u"])] == [("a", 1)]
        assert await a.answers() == []
        assert sorted((each.number, each.body) for each in await b.answers()) == [(1, b"ack"), (2, b"ack"), (4, b"ack")]
        assert await b.answers() == []

    among(url, "ab", play)


@needs_postgres
def test_who_has_lost_a_table_answers_for_it_no_more(url):
    async def play(a, b, c):
        await a.write(own_table("a"))
        await c.send([asked(1), asked(2)])
        await lapse(url)
        await a.answer([Answered("c", 1, "t", b"refused")])
        await b.claim(1)
        await a.answer([Answered("c", 1, "t", b"refused")])
        assert await c.answers() == []
        assert [each.number for each in await b.inbox(["t"])] == [1, 2]  # the next owner finds them
        await b.answer([Answered("c", 1, "t", b"ack")])
        await b.answer([Answered("c", 1, "t", b"again")])
        assert [(each.number, each.body) for each in await c.answers()] == [(1, b"ack")]

    among(url, "abc", play)


@needs_postgres
def test_what_nobody_comes_back_for_is_cleared_away(url):
    async def play(a):
        await a.write(own_table("a"))
        await a.send([asked(1), asked(2)])
        await a.answer([Answered("a", 1, "t", b"")])
        await a.beat(0)
        assert await a.write([update(schema.inbox).values(at=0.0), update(schema.answer).values(at=0.0)]) == [1, 1]
        await a.beat(0)
        counts = (schema.inbox, schema.answer)
        return [(await a.read(select(func.count()).select_from(each)))[0][0] for each in counts]

    assert among(url, "a", play) == [0, 0]


# Notices.


def test_notices_are_packed_into_few_texts_and_too_many_are_only_a_look():
    some = [Notice("event", (f"table-{number}", str(seq))) for number in range(600) for seq in (8, 9, 7)]
    some += [Notice("sets"), Notice("guest", ("t", 'q"uote')), Notice("sets")]
    texts = texts_of("me", some)
    assert 1 < len(texts) <= TEXTS
    assert all(len(text.encode()) <= BYTES for text in texts)
    heard = [notice for text in texts for notice in notices_in(text, "you")]
    assert heard[-2:] == [Notice("sets", (), "me"), Notice("guest", ("t", 'q"uote'), "me")]
    assert [notice.ids for notice in heard[:-2]] == [(f"table-{number}", "9") for number in range(600)]
    many = [Notice("table", (f"{number:030}",)) for number in range(3000)]
    assert [notices_in(text, "me") for text in texts_of("me", many)] == [[Notice("look", (), "me", True)]]
    assert texts_of("me", []) == []
    for nonsense in ("", "{}", "[]", "7", '["w",[]]', '["w",7]', json.dumps({"a": 1})):
        assert notices_in(nonsense, "me") == []


class Heard(list):
    """What a worker hears."""

    @classmethod
    async def by(cls, store):
        heard = cls()
        await store.listen(heard.append)
        return heard

    async def until(self, kind, *ids, seconds=5.0):
        """When it was heard (again); gives it, and forgets what was heard before."""
        async with asyncio.timeout(seconds):
            while True:
                for place, notice in enumerate(self):
                    if notice.kind == kind and notice.ids[: len(ids)] == ids:
                        del self[: place + 1]
                        return notice
                await asyncio.sleep(0.01)


@needs_postgres
def test_what_is_written_is_told_to_all_with_the_group_that_writes_it(url):
    async def play(a, b):
        mine, others = await Heard.by(a), await Heard.by(b)
        b.notify("person", "ada")
        await b.write((schema.name, {"person": "ada", "name": "Ada"}))
        assert await mine.until("person") == Notice("person", ("ada",), "b", False)
        assert await others.until("person") == Notice("person", ("ada",), "b", True)
        await a.write([own_table("a"), own_table("a", "u")])
        await asyncio.gather(a.append(step(1)), a.append(step(1, name="u")), a.append(step(2)))
        assert (await others.until("event", "t")).ids == ("t", "2")
        assert await seqs(b) == [1, 2]  # who hears of it can read it
        more = [(schema.secret, {"table_id": "t", "hand": 1, "body": b"s", "made": 0.0})]
        await a.append(step(3, more=more))
        assert (await others.until("event", "t")).ids == ("t", "3")
        with pytest.raises(Fenced):
            await a.append(step(9))
        await b.send([asked(1)])
        assert (await mine.until("inbox")).ids == ("t",)
        await a.answer([Answered("b", 1, "t", b"")])
        assert (await others.until("answer")).ids == ("b",)
        await a.release(["t"])
        assert (await others.until("table")).ids == ("t",)
        await b.claim(1)
        assert (await mine.until("table")).ids == ("t",)
        a.notify("sets")
        await others.until("sets")
        assert not [notice for notice in [*mine, *others] if notice.ids == ("t", "9")]
        await others.until("poll")

    among(url, "ab", play)


@needs_postgres
def test_nothing_is_told_of_what_was_not_written(url):
    async def play(a, b):
        heard = await Heard.by(b)
        await a.write(own_table("a"))
        double = [(schema.name, {"person": "ada", "name": "Ada"})] * 2
        with pytest.raises(Exception, match="does not take"):
            await a.append(step(1, more=double))
        with pytest.raises(Fenced):
            await a.append(step(5, more=double[:1]))
        a.notify("sets")
        await heard.until("sets")
        return [notice for notice in heard if notice.kind == "event"]

    assert among(url, "ab", play) == []


@needs_postgres
def test_who_lost_the_line_hears_of_the_gap_and_then_everything_again(url):
    async def play(a):
        proxy = await Proxy(port(int(url.split(":")[2].split("/")[0]))).open()
        through = url.replace(url.split("@")[1].split("/")[0], f"127.0.0.1:{proxy.port}")
        try:
            async with workers(through, "b") as (b,):
                heard = await Heard.by(b)
                a.notify("sets")
                await heard.until("sets")
                proxy.cut(refuse=True)
                await asyncio.sleep(0.3)
                await heard.until("poll")
                assert not [notice for notice in heard if notice.kind == "gap"]
                proxy.mend()
                await heard.until("gap")
                a.notify("sets")
                await heard.until("sets")
                proxy.hold()  # as when a cable is pulled: nobody is told
                await asyncio.sleep(4.5)
                proxy.mend()
                await heard.until("gap")
                a.notify("sets")
                await heard.until("sets")
        finally:
            await proxy.close()

    among(url, "a", play)


@needs_postgres
def test_a_listener_that_cannot_reach_its_server_says_so(url):
    async def play(a):
        a._server = type(a._server)("postgresql://oddchip@127.0.0.1:1/room")
        with pytest.raises(StoreBroken, match="cannot be reached"):
            await a.listen(print)
        await a.write(delete(schema.name))

    among(url, "a", play)

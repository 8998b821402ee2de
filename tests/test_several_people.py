"""People who come through several workers of one room: who they are, what they may open, what they say."""

import asyncio
import json
from contextlib import ExitStack, asynccontextmanager

import pytest
from sqlalchemy import select, update

from oddchip.house import HouseRules
from oddchip.room.among.behind import MOST_AT_ONCE
from oddchip.room.crowd import BOT_NAMES
from oddchip.room.errors import Forbidden, Refused
from oddchip.room.forgetting import erase, forget
from oddchip.room.history import count_of, hand_of, hands_of
from oddchip.room.house_sets import delete_set, find_set, save_set, sets_for
from oddchip.room.protocol import Ack, Do, GameWanted, Hello, Host, Say
from oddchip.room.reach import open_tables, reach, reach_all
from oddchip.room.room import Room, RoomSettings
from oddchip.room.sharing import new_link, revoke_links, shared
from oddchip.room.store import StoreRefused, schema
from oddchip.room.store.several import Notice
from postgres_server import postgres
from several.proxy import Proxy, port
from web_room import hello, served, until

__all__ = ["postgres"]

pytestmark = pytest.mark.needs("postgresql")


@pytest.fixture
def url(postgres):
    return postgres.database()


# --- two rooms in one process ----------------------------------------------------------------------------------------


@asynccontextmanager
async def workers(*urls):
    """The workers of one room, each by an address of its own."""
    rooms = [await Room.open(url, settings=RoomSettings(pace="none")) for url in urls]
    try:
        yield rooms
    finally:
        for room in rooms:
            await room.close()


def among(url, play, count=2):
    """What comes of `play(*rooms)`."""

    async def all_of_it():
        async with workers(*[url] * count) as rooms:
            return await play(*rooms)

    return asyncio.run(all_of_it())


async def soon(holds, seconds=5.0):
    """When it holds; it is waited for, but not long."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def a_host(room, name="Hanna"):
    person, token = await room.new_guest(name)
    return await room.make_host(person), token


async def a_table(room, host, title="Friday", size=6):
    return await room.new_table(host, title, size, [GameWanted("badugi")])


def deaf(room):
    """A worker that hears nothing of people."""
    room.hear = lambda notice: asyncio.sleep(0)


async def done(room, table, person, request):
    """Have something done at a table, whoever leads it."""
    said = asyncio.get_running_loop().create_future()
    room.tables[table].hear(person.id, request, said.set_result)
    async with asyncio.timeout(10):
        answer = await said
    assert isinstance(answer, Ack), answer
    return answer


def test_who_came_through_one_worker_is_known_through_the_other_at_once(url):
    async def play(a, b):
        deaf(b)
        ada, token = await a.new_guest("Ada")
        assert await b.person_of(token) == ada
        ada = await a.make_host(ada)
        b.crowd.sessions.doubt({ada.id})
        assert (await b.person_of(token)).host
        assert await b.person_of("no-token") is None
        assert await b.person_of("") is None

    among(url, play)


def test_a_table_is_reached_through_the_other_worker_at_once_by_who_may_open_it(url):
    async def play(a, b):
        deaf(b)
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna)
        actor = await reach(b, table, hanna.id)
        assert (actor.scene.seq, b.may_open(hanna.id, table)) == (a.tables[table].scene.seq, "play")
        assert b.name_of(hanna.id) == "Hanna"
        ben, _ = await a.new_guest("Ben")
        assert b.may_open(ben.id, table) is None
        await a.accept(table, "watch", ben)
        await reach(b, table, ben.id)
        assert b.may_open(ben.id, table) == "watch"
        await a.accept(table, "play", ben)
        await reach(b, table, ben.id)
        assert b.may_open(ben.id, table) == "play"
        assert await reach(b, "no-table", ben.id) is None

    among(url, play)


def test_a_link_to_watch_takes_no_seat_from_who_may_play_whichever_worker_he_comes_by(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna)
        ben, _ = await a.new_guest("Ben")
        await a.crowd.admit(table, ben.id, "play")
        await b.crowd.admit(table, ben.id, "watch")
        both = [await a.new_guest(f"Guest {number}") for number in range(8)]
        jobs = [
            room.crowd.admit(table, guest.id, kind) for guest, _ in both for room, kind in ((a, "play"), (b, "watch"))
        ]
        await asyncio.gather(*jobs)
        g = schema.guest
        return {row.kind for row in await a.store.read(select(g.c.kind).where(g.c.table_id == table))}

    assert among(url, play) == {"play"}


def test_a_new_name_is_seen_through_the_other_worker(url):
    async def play(a, b):
        hanna, token = await a_host(a)
        table = await a_table(a, hanna)
        await reach(b, table, hanna.id)
        viewer, _ = await b.new_guest("Ben")
        await b.accept(table, "watch", viewer)
        connection = b.tables[table].connect(viewer.id, watching=True)
        await connection.receive(Hello(1))
        await a.rename(hanna.id, "Johanna")
        await soon(lambda: b.name_of(hanna.id) == "Johanna")
        views = []

        async def shown():
            while not views or "Johanna" not in json.dumps(views[-1]):
                views.append(json.loads(await connection.outbox.get()))

        async with asyncio.timeout(5):
            await shown()
        assert (await b.person_of(token)).name == "Johanna"

    among(url, play)


def test_what_was_noticed_too_early_is_looked_at_once_more_a_second_later(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        await b.crowd.know([hanna.id])
        deaf(b)
        await b.crowd.heard(Notice("person", (hanna.id,)), b.tables)  # before it is so
        await a.store.write(update(schema.name).values(name="Johanna"))
        assert b.name_of(hanna.id) == "Hanna"
        await b.crowd.heard(Notice("poll"), b.tables)
        assert b.name_of(hanna.id) == "Johanna"

    among(url, play)


def test_a_name_that_is_not_known_here_is_looked_up_within_a_second(url):
    async def play(a, b):
        deaf(b)
        ada, _ = await a.new_guest("Ada")
        assert b.name_of(ada.id) == "somebody"
        await b.crowd.heard(Notice("poll"), b.tables)
        assert b.name_of(ada.id) == "Ada"
        assert b.name_of("nobody-at-all") == "somebody"
        await b.crowd.heard(Notice("poll"), b.tables)
        assert b.crowd.take_unknown() == set()

    among(url, play)


def test_after_a_gap_everything_is_read_again(url, postgres):
    """The line over which notices come is cut, and meanwhile everybody is called otherwise."""

    async def play():
        proxy = await Proxy(port(postgres.port)).open()
        through = url.replace(f":{postgres.port}/", f":{proxy.port}/")
        async with workers(url, through) as (a, b):
            heard = []
            hear = b.crowd.heard

            async def noted(notice, tables):
                heard.append(notice.kind)
                await hear(notice, tables)

            b.crowd.heard = noted
            hanna, token = await a_host(a)
            table = await a_table(a, hanna)
            await reach(b, table, hanna.id)
            proxy.cut(refuse=True)
            await a.rename(hanna.id, "Johanna")
            await a.crowd.sessions.revoke(token)
            a.tables[table].audience.heard(await a.say(table, hanna.id, "is anybody there?"))
            assert b.name_of(hanna.id) == "Hanna"
            proxy.mend()
            if "gap" not in heard:
                await b.crowd.heard(Notice("gap"), b.tables)
            await soon(lambda: b.name_of(hanna.id) == "Johanna", 10)
            assert await b.person_of(token) is None
            await soon(lambda: [line.text for line in b.tables[table].audience.chat] == ["is anybody there?"])
        await proxy.close()

    asyncio.run(play())


# --- chat ------------------------------------------------------------------------------------------------------------


class Ear:
    """Somebody who listens through a worker, and speaks there."""

    def __init__(self, room, table, person):
        self.room, self.person, self.lines = room, person, []
        self.connection = room.tables[table].connect(person.id)
        self._task = None

    async def open(self):
        await self.connection.receive(Hello(1))
        self._task = asyncio.create_task(self._listen())
        return self

    async def _listen(self):
        while (frame := await self.connection.outbox.get()) is not None:
            message = json.loads(frame)
            if message["t"] == "chat":
                self.lines.append((message["n"], message["name"], message["text"]))

    async def say(self, *texts, first=0):
        for number, text in enumerate(texts, first):
            await self.connection.receive(Say(f"say-{number}", text))

    def close(self):
        self.connection.close()


async def ears(rooms, names=("Ada", "Ben")):
    """Who listens at a new table, each through a worker of his own."""
    hanna, _ = await a_host(rooms[0])
    table = await a_table(rooms[0], hanna)
    found = []
    for room, name in zip(rooms, names, strict=True):
        guest, _ = await room.new_guest(name)
        await reach(room, table, guest.id)
        await room.accept(table, "play", guest)
        found.append(await Ear(room, table, guest).open())
    return table, found


def test_what_is_said_through_both_workers_is_heard_by_all_once_and_in_the_same_order(url):
    async def play(a, b):
        _, (ada, ben) = await ears((a, b))
        await asyncio.gather(
            *(each.say(*(f"{name} {n}" for n in range(20))) for each, name in ((ada, "A"), (ben, "B")))
        )
        await asyncio.sleep(2)
        print(ada.lines, ben.lines)
        assert ada.lines == ben.lines
        assert [number for number, _, _ in ada.lines] == list(range(1, 41))
        for name, short in (("Ada", "A"), ("Ben", "B")):
            assert [text for _, who, text in ada.lines if who == name] == [f"{short} {n}" for n in range(20)]
        ada.close()
        ben.close()

    among(url, play)


def test_a_line_whose_notice_was_lost_is_heard_within_a_second_or_before_ones_own(url):
    async def play(a, b):
        _, (ada, ben) = await ears((a, b))
        deaf(b)
        await ada.say("one")
        await asyncio.sleep(0.2)
        assert ben.lines == []
        await b.crowd.heard(Notice("poll"), b.tables)
        await soon(lambda: ben.lines == [(1, "Ada", "one")])
        await ada.say("one", "two")
        await ben.say("three")
        await soon(lambda: [line[2] for line in ben.lines] == ["one", "two", "three"])
        await soon(lambda: ada.lines == ben.lines)
        ada.close()
        ben.close()

    among(url, play)


def test_a_line_that_is_sent_again_through_the_other_worker_stands_there_once(url):
    """Since the one that wrote it died over its answer, or while it still writes."""

    async def play(a, b):
        table, (ada, ben) = await ears((a, b))
        again = await Ear(b, table, ada.person).open()
        deaf(b)
        await ada.say("one")
        await again.say("one")
        await soon(lambda: [line[2] for line in ben.lines] == ["one"])
        await asyncio.gather(*(ear.say("two", "three", first=1) for ear in (ada, again)))
        await ben.say("four")
        for ear in (ada, again, ben):
            await soon(lambda ear=ear: [line[2] for line in ear.lines] == ["one", "two", "three", "four"])
        rows = await a.store.read(select(schema.chat.c.text).order_by(schema.chat.c.id))
        assert [row.text for row in rows] == ["one", "two", "three", "four"]
        for ear in (ada, again, ben):
            ear.close()

    among(url, play)


def test_a_line_that_the_database_does_not_take_is_not_tried_for_ever(url):
    async def play(a, b):
        table, (ada, ben) = await ears((a, b))
        with pytest.raises(StoreRefused):
            await a.crowd.say(a.tables[table], None, "by nobody")
        ada.close()
        ben.close()

    among(url, play)


def test_a_table_that_is_taken_up_again_has_its_chat_once(url):
    async def play(a, b):
        table, (ada, ben) = await ears((a, b))
        await ada.say(*map(str, range(105)))
        await soon(lambda: len(ben.lines) == 105)
        async with workers(url) as (c,):
            actor = await reach(c, table)
            assert [line.text for line in actor.audience.chat] == [str(number) for number in range(5, 105)]
            await ben.say("last")
            await soon(lambda: actor.audience.chat[-1].text == "last")
            assert [line.n for line in actor.audience.chat] == list(range(7, 107))
        ada.close()
        ben.close()

    among(url, play)


# --- being forgotten -------------------------------------------------------------------------------------------------


def test_who_is_forgotten_through_one_worker_is_nobody_through_the_other(url):
    async def play(a, b):
        table, (ada, ben) = await ears((a, b))
        guest, token = await a.new_guest("Zacharias")
        await a.accept(table, "play", guest)
        await reach(b, table, guest.id)
        here = await Ear(b, table, guest).open()
        await ben.say("hello")
        await here.say("good evening", "who has the deal?")
        await soon(lambda: len(ada.lines) == 3)
        await forget(a, guest)
        await soon(lambda: here.connection.outbox.closed)
        assert await b.person_of(token) is None
        assert await b.crowd.look_up(guest.id, table) is None
        assert (a.name_of(guest.id), b.name_of(guest.id)) == ("somebody", "somebody")
        assert (a.may_open(guest.id, table), b.may_open(guest.id, table)) == (None, None)
        for room in (a, b):
            await soon(lambda room=room: [line.text for line in room.tables[table].audience.chat] == ["hello"])
        # The numbers of his lines, the last ones, are given to no other: open pages would drop it.
        await ada.say("gone")
        await ben.say("so it seems", "and on")
        await soon(lambda: [line[2] for line in ada.lines[3:]] == ["gone", "and on"])
        await soon(lambda: ada.lines[3:] == ben.lines[3:])
        assert [line[0] for line in ada.lines] == [1, 2, 3, 4, 5]
        async with workers(url) as (late,):
            told = (await reach(late, table)).audience.chat
            assert [(line.n, line.text) for line in told] == [(1, "hello"), (4, "gone"), (5, "and on")]
        ada.close()
        ben.close()

    among(url, play)


def test_nobody_misses_a_line_since_somebody_was_forgotten_while_his_worker_was_deaf(url):
    async def play(a, b):
        table, (ada, ben) = await ears((a, b))
        guest, _ = await a.new_guest("Zacharias")
        await a.accept(table, "play", guest)
        zacharias = await Ear(a, table, guest).open()
        await zacharias.say("one", "two")
        await soon(lambda: len(ben.lines) == 2)
        deaf(b)
        await zacharias.say("three", first=2)
        await forget(a, guest)
        await ben.say("and then?")
        await soon(lambda: ada.lines[-1] == ben.lines[-1] == (4, "Ben", "and then?"))
        assert [line[0] for line in ben.lines] == [1, 2, 4]
        ada.close()
        ben.close()

    among(url, play)


def test_who_sits_or_hosts_at_a_table_of_the_other_worker_is_not_forgotten(url):
    async def play(a, b):
        deaf(b)
        hanna, _ = await a_host(a)
        await a_table(a, hanna, "Hanna's table")
        with pytest.raises(Refused, match="close Hanna's table first"):
            await forget(b, hanna)

    among(url, play)


def test_who_is_forgotten_asks_for_no_seat_and_is_in_no_title_at_a_table_that_another_leads(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna, "Zacharias and Hanna")
        guest, _ = await b.new_guest("Zacharias")
        await b.accept(table, "play", guest)
        await reach(b, table, guest.id)
        await done(b, table, guest, Do("sit", "sit", seat=2, chips=200))
        await soon(lambda: [asked.person for asked in a.tables[table].scene.desk.asked] == [guest.id])
        assert (a.tables[table].leads, b.tables[table].leads) == (True, False)
        forgotten = await forget(b, guest)
        assert forgotten.titles == {table: "Somebody and Hanna"}
        for room in (a, b):
            desk = (await reach(room, table)).scene.desk
            assert (desk.title, desk.asked) == ("Somebody and Hanna", ())
        titles = await a.store.read(select(schema.game_table.c.title))
        assert [row.title for row in titles] == ["Somebody and Hanna"]
        assert "retitle" in [row.kind for row in await a.store.read(select(schema.event.c.kind))]
        assert await a.store.check() == []

    among(url, play)


def test_somebody_is_taken_out_of_a_database_from_outside_while_workers_run(url):
    async def play(a, b):
        _, (ada, ben) = await ears((a, b))
        guest, token = await b.new_guest("Zacharias")
        assert await a.person_of(token) == guest
        done = await erase(b.store, guest.id)
        assert (done.name, done.sessions) == ("Zacharias", 1)
        await soon(lambda: a.name_of(guest.id) == "somebody")
        assert await a.person_of(token) is None
        with pytest.raises(Refused, match="forgotten"):
            await b.crowd.rename(guest.id, "Zach")
        ada.close()
        ben.close()

    among(url, play)


# --- counts and sets -------------------------------------------------------------------------------------------------


def test_tables_are_counted_and_listed_over_all_workers(url):
    async def play(a, b):
        deaf(b)
        hanna, _ = await a_host(a)
        ida, _ = await a_host(b, "Ida")
        tables = [await a_table(room, hanna, size=4) for room in (a, b, a)]
        await a_table(b, ida)
        assert [await open_tables(room, hanna.id) for room in (a, b)] == [(3, 4), (3, 4)]
        for room in (a, b):
            assert [actor.id for actor in await reach_all(room, hanna.id)] == tables
        assert [actor.scene.desk.owner for actor in await reach_all(a, ida.id)] == [ida.id]

    among(url, play)


def test_the_caps_of_a_host_hold_over_all_workers(url):
    async def play(a, b):
        for room in (a, b):
            deaf(room)
            room.settings = RoomSettings(pace="none", tables_each=2, tables=3, bots_each=2)
        hanna, _ = await a_host(a)
        first = await a_table(a, hanna)
        await a_table(b, hanna)
        for room in (a, b):
            with pytest.raises(Refused, match="may have 2 tables open"):
                await a_table(room, hanna)
        ida, _ = await a_host(b, "Ida")
        await a_table(b, ida)
        with pytest.raises(Refused, match="this room has 3 tables open"):
            await a_table(a, ida)
        for seat in (1, 2):
            bot = await a.tables[first].new_bot("")
            await done(a, first, hanna, Host(f"bot-{seat}", "bot", seat=seat, person=bot))
        with pytest.raises(Refused, match="may seat 2 bots"):
            await b.must_have_bots(hanna.id, 1, "")
        await b.must_have_bots(ida.id, 2, "")

    among(url, play)


def test_a_bot_is_called_like_nobody_who_came_through_the_other_worker(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna)
        await reach(b, table)
        deaf(b)
        for name in BOT_NAMES[:-1]:
            guest, _ = await a.new_guest(name)
            await a.accept(table, "watch", guest)
        assert b.name_of(await b.new_bot(table, "")) == BOT_NAMES[-1]

    among(url, play)


def test_nobody_takes_a_name_like_that_of_one_beside_him_though_the_table_is_led_elsewhere(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna)
        await reach(b, table)
        ada, _ = await a.new_guest("Ada")
        await a.accept(table, "play", ada)
        await done(a, table, hanna, Host("settings", "settings", settings={"approve": False}))
        await done(a, table, ada, Do("sit", "sit", seat=2, chips=200))
        with pytest.raises(Refused, match="somebody here is called Hanna already"):
            await b.rename(ada.id, "hanna")
        assert (await b.rename(ada.id, "Hannelore")).name == "Hannelore"
        zed, _ = await a.new_guest("Zed")
        await a.accept(table, "watch", zed)
        other = await a_table(a, hanna)
        for name in ("Hanna", "Hannelore"):  # who only looks on, as well
            with pytest.raises(Refused, match=f"called {name} already"):
                await b.rename(zed.id, name)
        for room in (a, b):
            await reach(room, other, zed.id)
            assert (await room.rename(zed.id, "Ada")).name == "Ada"

    among(url, play)


def test_the_log_of_a_screen_tells_who_sits_down_by_his_name(url):
    """He came through another worker, and nobody here has heard of him when he sits down."""

    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await a_table(a, hanna)
        await done(a, table, hanna, Host("settings", "settings", settings={"approve": False}))
        await reach(b, table, hanna.id)
        connection = b.tables[table].connect(hanna.id)
        await connection.receive(Hello(1))
        deaf(b)
        ada, _ = await a.new_guest("Ada")
        await a.accept(table, "play", ada)
        await done(a, table, ada, Do("sit", "sit", seat=2, chips=200))
        frames = []
        async with asyncio.timeout(5):
            while not any(ada.id in frame for frame in frames):
                frames.append((await connection.outbox.get()).decode())
        assert "somebody" not in "".join(frames)
        assert "Ada sits down" in frames[-1]
        connection.close()

    among(url, play)


def test_house_rules_that_were_kept_through_one_worker_are_there_through_the_other(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        ida, _ = await a_host(b, "Ida")
        made = await save_set(a.store, hanna, "Ours", HouseRules.of(cap_raises=3), True, a.bits(9))
        assert [each.id for each in await sets_for(b.store, ida)] == [made.id]
        assert (await find_set(b.store, ida, made.id)).house == HouseRules.of(cap_raises=3)
        await delete_set(b.store, ida, made.id)  # not hers
        await delete_set(b.store, hanna, made.id)
        assert await sets_for(a.store, hanna) == []

    among(url, play)


# --- pages and sockets -----------------------------------------------------------------------------------------------


class Two:
    """A room with two workers, each with browsers of its own; people walk from one to the other."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def through(self, browser, house):
        """The same browser, whose next request goes to this worker."""
        other = house.browser("127.0.0.1")
        other.http.cookies.update(browser.http.cookies)
        return other


@pytest.fixture
def two(url):
    with ExitStack() as both:
        yield Two(*(both.enter_context(served(url)) for _ in range(2)))


def test_pages_of_the_other_worker_know_at_once_what_was_done_through_this_one(two):
    hanna = two.a.host("Hanna")
    there = two.through(hanna, two.b)
    table = two.a.table(hanna, title="By the window")
    assert "By the window" in there.get("/").text
    assert there.get(table).status_code == 200
    assert "Hanna" in there.get(f"{table}/house").text
    invite = two.b.invite(there, table)
    ben = two.a.browser()
    assert ben.join(invite, "Ben") == table
    assert two.through(ben, two.b).get(table).status_code == 200
    assert two.through(two.b.browser(), two.b).get(table).status_code == 401
    assert two.a.browser().get("/join/nothing").status_code == 404
    for page in ("history", "ledger", "ledger.json"):
        assert there.get(f"{table}/{page}").status_code == 200


def test_who_has_the_host_key_takes_charge_of_a_table_that_is_led_elsewhere(two):
    hanna, ida = two.a.host("Hanna"), two.b.host("Ida")
    table = two.a.table(hanna)
    table_id = table.removeprefix("/table/")
    with hanna.socket(table) as socket:
        hello(socket)
        assert ida.form("/dashboard", {"table": table_id}).headers["location"] == table
        said = until(socket, "view", hosts=["Hanna", "Ida"])
        assert "Ida is a host here now, by the host key." in str(said)
    leads = [house.room.tables[table_id].leads for house in (two.a, two.b)]
    assert leads == [True, False]
    for house in (two.a, two.b):
        there = two.through(ida, house)
        assert table in there.get("/").text
        assert there.get(f"{table}/invites").status_code == 200


def test_a_table_that_is_opened_elsewhere_counts_for_its_host_and_its_screen_is_told_who_sits(two):
    hanna = two.a.host("Hanna")
    table = two.a.table(hanna)
    ben = two.b.browser()
    ben.join(two.a.invite(hanna, table), "Ben")
    with hanna.socket(table) as at_a, ben.socket(table) as at_b:
        hello(at_a)
        hello(at_b)
        at_b.send_text(json.dumps({"t": "do", "id": "1", "what": "sit", "seat": 2, "chips": 200}))
        heard = until(at_b, "ack", id="1")
        at_a.send_text(json.dumps({"t": "chat", "id": "2", "text": "welcome"}))
        assert until(at_b, "chat", text="welcome")[-1]["name"] == "Hanna"
        at_b.send_text(json.dumps({"t": "chat", "id": "3", "text": "thanks"}))
        found = until(at_a, "chat", text="thanks")
        assert found[-1]["name"] == "Ben"
        assert found[-1]["seat"] == 2
    assert heard[-1]["t"] == "ack"
    assert "Ben" in two.through(hanna, two.b).get("/").text


def test_who_leaves_through_one_worker_is_put_out_by_the_other(two):
    hanna = two.a.host("Hanna")
    table = two.a.table(hanna)
    ben = two.a.browser()
    ben.join(two.a.invite(hanna, table), "Ben")
    there = two.through(ben, two.b)
    with there.socket(table) as socket:
        hello(socket)
        ben.form("/me/leave", {}, "/me")
        assert until(socket, "bye")[-1]["why"] == "You are forgotten on this browser."
    assert there.get(table).status_code == 401


def test_who_is_forgotten_through_one_worker_is_put_out_by_the_other(two):
    hanna = two.a.host("Hanna")
    table = two.a.table(hanna)
    ben = two.a.browser()
    ben.join(two.a.invite(hanna, table), "Benedict")
    there = two.through(ben, two.b)
    with there.socket(table) as socket:
        hello(socket)
        assert ben.form("/me/forget", {"sure": "on"}, "/me").status_code == 303
        assert "forgotten here" in until(socket, "bye")[-1]["why"]
    assert there.get(table).status_code == 401


# --- what was played -------------------------------------------------------------------------------------------------


async def an_evening(room, hanna, hands=2):
    """A table with two bots who have played so many hands; nobody else has a seat."""
    table = await a_table(room, hanna)
    for seat in (1, 2):
        bot = await room.tables[table].new_bot("")
        await done(room, table, hanna, Host(f"bot-{seat}", "bot", seat=seat, person=bot))
    await done(room, table, hanna, Host("deal", "deal"))
    async with asyncio.timeout(60):
        while await count_of(room, table) < hands:
            await asyncio.sleep(0.02)
    await done(room, table, hanna, Host("hold", "hold"))
    return table


def test_tables_that_were_closed_are_not_read_again_for_whoever_was_there(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        closed, still = [await a.new_table(hanna, name, 2, [GameWanted("razz")]) for name in ("Friday", "Monday")]
        await done(a, closed, hanna, Host("close", "close", words="good night"))
        for room in (a, b):
            await room.put_away()
            assert [actor.id for actor in await reach_all(room, hanna.id)] == [still]
            assert room.crowd.admitted(still, hanna.id) == "play"
            assert room.crowd.admitted(closed, hanna.id) is None
            assert await room.crowd.was_admitted(closed, hanna.id)

    among(url, play)


def test_hands_and_ledger_that_were_played_elsewhere_have_their_names_and_links(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await an_evening(a, hanna)
        ida, _ = await a.new_guest("Ida")
        await a.accept(table, "play", ida)
        await done(a, table, ida, Do("sit", "sit", seat=4, chips=200))
        await done(a, table, hanna, Host("approve", "approve", person=ida.id))
        await done(a, table, hanna, Host("cohost", "cohost", person=ida.id))
        async with workers(url) as (late,):
            deaf(late)
            for room in (b, late):
                lines = await hands_of(room, table, hanna.id)
                assert "somebody" not in str(lines)
                assert lines == await hands_of(a, table, hanna.id)
                past = await hand_of(room, table, 1, ida.id)
                assert sorted(past.players.values()) == sorted(lines[0].players)
                assert await shared(a, await new_link(room, table, 1, ida.id)) is not None
                assert await revoke_links(room, table, 1, ida.id) == 1
            stranger, _ = await b.new_guest("Nemo")
            with pytest.raises(Refused, match="not invited"):
                await hands_of(late, table, stranger.id)
            with pytest.raises(Forbidden):
                await new_link(late, table, 1, stranger.id)

    among(url, play)


def test_a_table_that_nobody_watched_here_is_reached_as_it_is_now_however_much_was_played(url):
    async def play(a, b):
        hanna, _ = await a_host(a)
        table = await an_evening(a, hanna, hands=40)
        seq = a.tables[table].scene.seq
        assert seq > 2 * MOST_AT_ONCE
        assert (await reach(b, table, hanna.id)).scene.seq >= seq

    among(url, play)

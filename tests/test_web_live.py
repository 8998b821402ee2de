"""The live socket: hello, frames that cannot be read, too many, too fast, and the end of the room."""

import asyncio
import gc
import inspect
import json
import threading
from contextlib import ExitStack

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from backend import on_postgresql
from oddchip.room.limits import Rate
from oddchip.room.protocol import PROTOCOL
from oddchip.web.live import drain
from oddchip.web.settings import Allowed
from web_room import heard_from, hello, served, until

SIT = {"t": "do", "what": "sit", "seat": 0, "chips": 200}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    allowed = Allowed(sockets_per_session=3, sockets_per_address=8, sockets=40, doors=Rate(100, 1000))
    with served(tmp_path_factory.mktemp("room"), allowed=allowed) as house:
        house.hanna = house.host()
        yield house


@pytest.fixture
def table(house):
    return house.table(house.hanna)


def guest(house, table, name="Ada", kind="play"):
    browser = house.browser()
    browser.join(house.invite(house.hanna, table, kind), name)
    return browser


def send(socket, **message):
    socket.send_text(json.dumps(message))


def closed(socket):
    """The code a socket is closed with; what comes before is let pass."""
    for _ in range(60):
        try:
            heard_from(socket)
        except WebSocketDisconnect as ended:
            return ended.code
    raise AssertionError("it stays open")


def test_a_guest_sits_down_and_everybody_sees_it(house, table):
    ada, ben = guest(house, table), guest(house, table, "Ben")
    with ada.socket(table) as one, ben.socket(table) as other:
        hello(one)
        hello(other)
        send(one, id="a1", **SIT)
        assert until(one, "ack")[-1]["id"] == "a1"
        seats = until(other, "view")[-1]["seats"]
        assert seats[0]["name"] == "Ada"


def test_scenario_29_two_who_open_the_same_invitation_at_once_are_two_people_with_two_seats(house, table):
    link = house.invite(house.hanna, table)
    browsers = [house.browser(), house.browser()]
    start = threading.Barrier(2)

    def come(browser, name):
        start.wait()
        browser.join(link, name)

    threads = [threading.Thread(target=come, args=pair) for pair in zip(browsers, ("Ada", "Ben"), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({browser.http.cookies["oddchip-8717"] for browser in browsers}) == 2
    with browsers[0].socket(table) as one, browsers[1].socket(table) as other:
        people = [hello(socket)[0]["person"] for socket in (one, other)]
        assert len(set(people)) == 2
        send(one, id="x", **SIT)
        send(other, id="x", **SIT)  # the same seat, and even the same id
        answers = [until(one, "ack")[-1], until(other, "nack")[-1]]
        assert [answer["t"] for answer in answers] == ["ack", "nack"]
        send(other, id="y", **{**SIT, "seat": 1})
        until(other, "ack", id="y")
    seated = house.room.tables[table.removeprefix("/table/")].scene.table.places
    assert {seat: place.player for seat, place in seated.items()} == dict(enumerate(people))


def test_scenario_30_a_second_tab_is_the_same_person_in_the_same_seat(house, table):
    ada = guest(house, table)
    with ada.socket(table) as one, ada.socket(table) as other:
        assert hello(one)[0]["person"] == hello(other)[0]["person"]
        send(one, id="1", **SIT)
        until(one, "ack", id="1")
        send(other, id="2", **{**SIT, "seat": 1})
        assert until(other, "nack", id="2")[-1]["kind"] == "refused"


def test_scenario_25_who_came_by_a_link_to_watch_cannot_sit(house, table):
    with guest(house, table, "Wil", "watch").socket(table) as socket:
        hello(socket)
        send(socket, id="1", **SIT)
        assert until(socket, "nack", id="1")[-1]["kind"] in ("forbidden", "refused")
    assert house.room.tables[table.removeprefix("/table/")].scene.table.places == {}


GARBAGE = [
    "",
    "{",
    "null",
    "[]",
    "\x00\x01",
    '{"t":"nothing"}',
    '{"t":"act"}',
    '{"t":"chat","id":1,"text":"x"}',
    '{"t":"chat","id":"1","text":"x","person":"somebody"}',
    '{"t":"act","id":"1","decision":[1,2,3],"do":"fold"}',
    '{"t":"act","id":"1","decision":["1",1e99],"do":"fold"}',
    "[" * 4000,
    '{"t":"chat","id":"1","text":"' + "x" * 4100 + '"}',
    '{"t":"chat","id":"1","text":"\\ud800"}',
    '{"t":"do","id":"","what":"sit"}',
    '{"t":"do","id":"1\\u00002","what":"sit"}',  # PostgreSQL has no such text
    '{"t":"do","id":"1\\n","what":"sit"}',
    '{"t":"do","id":"' + "1" * 65 + '","what":"sit"}',
]


@pytest.mark.parametrize("frame", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_answered_and_the_socket_goes_on(house, table, frame):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        socket.send_text(frame)
        nack = until(socket, "nack")[-1]
        assert nack["kind"] in ("unreadable", "refused")
        send(socket, t="ping", at=5.0)
        assert until(socket, "pong")[-1]["at"] == 5.0


def test_bytes_are_read_like_text_and_broken_utf8_is_garbage(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        socket.send_bytes(b'{"t":"ping","at":1.5}')
        until(socket, "pong", at=1.5)
        socket.send_bytes(b'{"t":"chat","id":"1","text":"\xff\xfe"}')
        assert until(socket, "nack")[-1]["kind"] == "unreadable"


def test_who_sends_nothing_but_garbage_is_shut_out(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        for _ in range(5):
            socket.send_text("garbage")
        assert closed(socket) == 4002


@pytest.mark.parametrize("first", ["garbage", '{"t":"ping"}', '{"t":"do","id":"1","what":"leave"}'])
def test_the_first_word_is_hello_or_the_last(house, table, first):
    with guest(house, table).socket(table) as socket:
        socket.send_text(first)
        assert closed(socket) == 4002


def test_a_page_of_another_release_is_told_to_load_again(house, table):
    with guest(house, table).socket(table) as socket:
        send(socket, t="hello", protocol=PROTOCOL + 1)
        bye = json.loads(heard_from(socket))
        assert bye["t"] == "bye"
        assert "Load it again" in bye["why"]
        assert "again" not in bye
        assert closed(socket) == 4000


def test_an_old_frame_that_is_sent_again_does_nothing_twice(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        for _ in range(3):
            send(socket, id="once", **SIT)
        seqs = [until(socket, "ack", id="once")[-1]["seq"] for _ in range(3)]
        assert len(set(seqs)) == 1


def test_commands_come_at_ten_a_second_after_a_burst_of_twenty(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        for number in range(25):
            send(socket, t="do", id=str(number), what="leave")
        kinds = [until(socket, "nack", id=str(number))[-1]["kind"] for number in range(25)]
        assert kinds[:20] == ["forbidden"] * 20
        assert kinds[20:] == ["limit"] * 5
        house.served.time += 0.3
        for number in range(30, 35):
            send(socket, t="do", id=str(number), what="leave")
        kinds = [until(socket, "nack", id=str(number))[-1]["kind"] for number in range(30, 35)]
        assert kinds.count("limit") in (2, 3)


def test_hello_is_said_again_no_faster_than_anything_else(house, table):
    """Each brings the whole table and all that was said once more."""
    with guest(house, table).socket(table) as socket:
        hello(socket)
        for _ in range(30):
            send(socket, t="hello", protocol=PROTOCOL)
        send(socket, t="ping", at=7.0)
        kinds = [each["t"] for each in until(socket, "pong")]
        assert kinds.count("welcome") == 20
        assert kinds.count("nack") == 10


def test_who_says_hello_late_must_still_be_welcome_then(house):
    """Between the opening of a socket and its first word a session may end, and a host may end looking on."""
    table = house.table(house.hanna)
    ada, zed = guest(house, table), guest(house, table, "Zed", "watch")
    with ada.socket(table) as one, zed.socket(table) as other, house.hanna.socket(table) as socket:
        assert ada.form("/me/leave", {}, "/me").status_code == 303
        hello(socket)
        send(socket, t="host", id="off", what="settings", settings={"watching": "off"})
        until(socket, "ack", id="off")
        for late in (one, other):
            send(late, t="hello", protocol=PROTOCOL)
            assert closed(late) == 1008


def test_chat_comes_at_one_a_second_and_shows_no_more_than_text(house, table):
    ada, ben = guest(house, table), guest(house, table, "Ben")
    with ada.socket(table) as one, ben.socket(table) as other:
        hello(one)
        hello(other)
        send(one, t="chat", id="0", text="\u202e<b>hi</b>\u200b")
        assert until(other, "chat")[-1]["text"] == "<b>hi</b>"
        for number in range(1, 8):
            send(one, t="chat", id=str(number), text="spam")
        assert until(one, "nack")[-1]["kind"] == "limit"
        send(one, t="ping", at=1.0)  # which is no chat
        until(one, "pong")


def test_a_line_of_chat_that_is_too_long_or_empty_is_refused(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        for number, text in enumerate(("x" * 301, "\u200b\u200b", "")):
            send(socket, t="chat", id=str(number), text=text)
            assert until(socket, "nack", id=str(number))[-1]["kind"] == "refused"


def test_one_session_has_only_so_many_sockets_and_each_that_closes_makes_room(house, table):
    ada = guest(house, table)
    with ada.socket(table) as one, ada.socket(table) as two:
        with ada.socket(table) as three:
            for socket in (one, two, three):
                hello(socket)
            with pytest.raises(WebSocketDisconnect), ada.socket(table):
                pass
        with ada.socket(table) as again:
            hello(again)


def test_one_address_has_only_so_many_sockets(house, table):
    link = house.invite(house.hanna, table)
    browsers = [house.browser("198.51.100.77") for _ in range(9)]
    for number, browser in enumerate(browsers):
        browser.join(link, f"Guest {number}")
    sockets = [browser.socket(table) for browser in browsers]
    try:
        for socket in sockets[:8]:
            socket.__enter__()
        with pytest.raises(WebSocketDisconnect):
            sockets[8].__enter__()
    finally:
        for socket in sockets[:8]:
            socket.__exit__(None, None, None)


def test_connecting_again_and_again_leaves_nothing_behind(house, table):
    ada = guest(house, table)
    for number in range(60):
        with ada.socket(table) as socket:
            if number % 3 == 0:
                hello(socket)
            elif number % 3 == 1:
                socket.send_text("garbage")
    wiring = house.served.app.state.wiring
    assert not wiring.live
    assert len(wiring.by_session) == len(wiring.by_address) == len(wiring.in_all) == 0
    actor = house.room.tables[table.removeprefix("/table/")]
    assert not any(sight.connections for sight in actor.audience.sights.values())


def test_when_the_room_stops_everybody_is_told_when_to_come_back(tmp_path):
    with served(tmp_path) as house:
        hanna = house.host()
        table = house.table(hanna)
        ada = guest_of(house, hanna, table)
        with ada.socket(table) as socket:
            hello(socket)
            send(socket, id="1", **SIT)
            until(socket, "ack", id="1")
            house.client.portal.start_task_soon(drain, house.served.app.state.wiring, "The room is restarting.")
            bye = until(socket, "bye")[-1]
            assert bye["why"] == "The room is restarting."
            assert bye["again"] > 0
            assert closed(socket) == 1012
        assert house.browser().get("/readyz").status_code == 503
        with pytest.raises(WebSocketDisconnect), ada.socket(table):
            pass
    with served(tmp_path) as house:  # the same folder again: seat and session are there
        again = house.browser()
        again.http.cookies = ada.http.cookies
        with again.socket(table) as socket:
            assert hello(socket)[-1]["me"]["seat"] == 0


def test_who_is_sent_away_by_a_restart_does_not_come_back_with_all_the_others(tmp_path):
    with served(tmp_path) as house:
        hanna = house.host()
        table = house.table(hanna)
        with ExitStack() as open_sockets:
            sockets = [open_sockets.enter_context(hanna.socket(table)) for _ in range(10)]
            for socket in sockets:
                hello(socket)
            house.client.portal.start_task_soon(drain, house.served.app.state.wiring, "The room is restarting.")
            waits = [until(socket, "bye")[-1]["again"] for socket in sockets]
        about = 0.3 if on_postgresql() else 1.0  # other workers may be there at once
        assert all(0.5 * about - 0.01 <= wait <= 1.5 * about + 0.01 for wait in waits)
        assert len(set(waits)) > 3


def guest_of(house, hanna, table):
    ada = house.browser()
    ada.join(house.invite(hanna, table), "Ada")
    return ada


def test_no_two_at_a_table_have_names_that_look_alike(house, table):
    link = house.invite(house.hanna, table)
    ada, false = house.browser(), house.browser()
    for browser, name in ((ada, "Ada"), (false, "\u0410da")):  # nobody sits yet, so both may come in
        browser.join(link, name)
    with ada.socket(table) as one, false.socket(table) as other:
        hello(one)
        hello(other)
        send(one, id="1", **SIT)
        until(one, "ack", id="1")
        send(other, id="2", **{**SIT, "seat": 1})
        nack = until(other, "nack", id="2")[-1]
        assert nack["kind"] == "refused"
        assert "called Ada already" in nack["why"]
    late = house.browser()
    answer = late.form(link, {"name": "ADA."})
    assert answer.status_code == 400
    assert "Somebody here is called Ada already" in answer.text
    assert false.form("/me", {"name": "Ben"}).status_code == 200
    with false.socket(table) as other:
        hello(other)
        send(other, id="3", **{**SIT, "seat": 1})
        until(other, "ack", id="3")
    assert false.form("/me", {"name": "Аda"}).status_code == 400


def test_a_name_is_changed_at_the_table(house, table):
    link = house.invite(house.hanna, table)
    ada, ben = house.browser(), house.browser()
    ada.join(link, "Ada")
    ben.join(link, "Ben")
    with ada.socket(table) as one, ben.socket(table) as other:
        hello(one)
        hello(other)
        send(one, id="1", **SIT)
        until(one, "ack", id="1")
        send(one, t="do", id="2", what="rename", words=" Adelaide ")
        until(one, "ack", id="2")
        while until(other, "view")[-1]["seats"][0].get("name") != "Adelaide":
            pass
        send(other, t="do", id="3", what="rename", words="Benno")  # who does not sit as well
        until(other, "ack", id="3")
        while until(other, "view")[-1]["me"]["name"] != "Benno":
            pass
        send(other, t="do", id="4", what="rename", words="adelaide")  # even so
        assert "called Adelaide already" in until(other, "nack", id="4")[-1]["why"]
        send(one, t="do", id="6", what="rename", words="\u200b")
        assert until(one, "nack", id="6")[-1]["kind"] == "refused"


def test_a_reader_who_takes_nothing_is_let_go(tmp_path, monkeypatch):
    with served(tmp_path, allowed=Allowed(slow_seconds=0.2)) as house:
        hanna = house.host()
        table = house.table(hanna)
        ada = guest_of(house, hanna, table)
        with ada.socket(table) as socket:
            hello(socket)
            take = WebSocket.send_text
            monkeypatch.setattr(WebSocket, "send_text", lambda self, text: asyncio.sleep(3600))
            send(socket, t="ping", at=1.0)
            assert closed(socket) == 1001
            monkeypatch.setattr(WebSocket, "send_text", take)
        assert not house.served.app.state.wiring.live
        with ada.socket(table) as socket:
            hello(socket)


def test_who_leaves_too_much_lying_is_let_go(tmp_path):
    with served(tmp_path) as house:
        hanna = house.host()
        table = house.table(hanna)
        actor = house.room.tables[table.removeprefix("/table/")]
        ada = guest_of(house, hanna, table)
        with ada.socket(table) as socket:
            person = hello(socket)[0]["person"]

            def flood():
                (connection,) = actor.audience.sights[person].connections
                for _ in range(100):
                    connection.outbox.put(b"{}")

            house.call(flood)
            assert closed(socket) == 4008


def test_there_is_no_socket_but_that_of_a_table(house, table):
    ada = guest(house, table)
    for path in ("", f"{table}/live", f"{table}/history", "/table/none"):  # and /live
        with pytest.raises(WebSocketDisconnect), ada.socket(path):
            pass


def test_an_open_socket_keeps_nothing_of_the_way_of_pages(house, table):
    with guest(house, table).socket(table) as socket:
        hello(socket)
        running = [each.cr_code.co_qualname for each in gc.get_objects() if inspect.iscoroutine(each)]
    assert "Live.serve" in running
    assert not {"Router.app", "ExceptionMiddleware.__call__", "_Counting.__call__"} & set(running)


def test_who_never_says_hello_is_let_go(tmp_path):
    with served(tmp_path, allowed=Allowed(hello_seconds=0.1)) as house:
        hanna = house.host()
        table = house.table(hanna)
        with guest_of(house, hanna, table).socket(table) as socket:
            assert closed(socket) == 4001

"""The proxy of the fault suite lets pass, delays, holds, cuts, and breaks where it is told to."""

import asyncio
from contextlib import suppress
from time import monotonic

import pytest

from several.proxy import Proxy, port


class Echo:
    """A server that says back what it hears, and keeps it."""

    def __init__(self):
        self.heard, self.ended = b"", asyncio.Event()

    async def serve(self, reader, writer):
        with suppress(OSError):
            while piece := await reader.read(1 << 16):
                self.heard += piece
                writer.write(self.answer(piece))
                await writer.drain()
        self.ended.set()
        writer.close()

    def answer(self, piece):
        return piece


def message(kind, *parts):
    """One of PostgreSQL's messages."""
    body = b"".join(parts)
    return kind + (len(body) + 4).to_bytes(4, "big") + body


def prepared(name, sql):
    return message(b"P", name, b"\0", sql, b"\0\0\0") + message(b"D", b"S", name, b"\0") + message(b"S")


def run(name):
    return message(b"B", b"\0", name, b"\0", bytes(6)) + message(b"E", b"\0", bytes(4)) + message(b"S")


def query(sql):
    return message(b"Q", sql, b"\0")


SSL = (8).to_bytes(4, "big") + (80877103).to_bytes(4, "big")
HELLO = (9).to_bytes(4, "big") + (196608).to_bytes(4, "big") + b"\0"


class Postgres(Echo):
    """What a server says to those, as far as the proxy has to understand it. Statements are in the order of `turns`."""

    def __init__(self):
        super().__init__()
        self.taken, self.status, self.done = 0, b"I", []

    def answer(self, piece):
        said = b""
        while ready := self.next():
            said += ready
        return said

    def next(self):
        text = self.heard[self.taken :]
        if text.startswith(SSL) and not self.taken:
            self.taken += 8
            return b"N"
        if text.startswith(HELLO):
            self.taken += 9
            return message(b"R", bytes(4)) + self.ready()
        size = 1 + int.from_bytes(text[1:5], "big") if len(text) >= 5 else 0
        if not size or len(text) < size:
            return b""
        self.taken += size
        return self.say(text[:1], text[5:size]) or message(b"1")

    def say(self, kind, body):
        if kind == b"P":
            self.sql = body.split(b"\0")[1]
        if kind == b"E":
            return self.complete(self.sql)
        if kind == b"Q":
            return self.complete(body[:-1]) + self.ready()
        return self.ready() if kind == b"S" else b""

    def complete(self, sql):
        self.done.append(sql)
        self.status = {b"BEGIN": b"T", b"COMMIT": b"I"}.get(sql, self.status)
        return message(b"E", b"no\0") if sql.startswith(b"INSERT INTO wrong") else message(b"C", sql[:6], b"\0")

    def ready(self):
        return message(b"Z", self.status)


def with_proxy(work, server_of=Echo):
    """Run `work(proxy, server, call)`; `call()` opens a connection through the proxy."""

    async def run():
        echo = server_of()
        server = await asyncio.start_server(echo.serve, "127.0.0.1", 0)
        number = server.sockets[0].getsockname()[1]
        proxy = await Proxy(port(number), postgres=server_of is Postgres).open()
        opened = []

        async def call():
            opened.append(await asyncio.open_connection("127.0.0.1", proxy.port))
            return opened[-1]

        try:
            async with asyncio.timeout(20):
                await work(proxy, echo, call)
        finally:
            for _, writer in opened:
                writer.transport.abort()
            await proxy.close()
            server.close()

    asyncio.run(run())


async def heard(reader, size):
    return await asyncio.wait_for(reader.readexactly(size), 5)


async def broken(reader):
    """Nothing more comes: what came before that."""
    with suppress(ConnectionResetError):
        return await asyncio.wait_for(reader.read(), 5)
    return b""


def test_what_is_said_passes_whole_and_in_order_and_an_end_is_an_end():
    async def work(proxy, echo, call):
        reader, writer = await call()
        said = bytes(range(256)) * 4000
        writer.write(said)
        assert await heard(reader, len(said)) == said
        writer.write_eof()
        assert await broken(reader) == b""
        assert echo.heard == said

    with_proxy(work)


def test_a_delay_takes_its_time_each_way():
    async def work(proxy, echo, call):
        proxy.trouble.delay = 0.1
        reader, writer = await call()
        began = monotonic()
        writer.write(b"hello")
        assert await heard(reader, 5) == b"hello"
        assert monotonic() - began >= 0.2

    with_proxy(work)


def test_what_is_held_comes_later():
    async def work(proxy, echo, call):
        reader, writer = await call()
        proxy.hold()
        writer.write(b"hello")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.2)
        assert echo.heard == b""
        proxy.mend()
        assert await heard(reader, 5) == b"hello"

    with_proxy(work)


def test_a_cut_ends_all_lines_and_lets_in_nobody_until_it_is_mended():
    async def work(proxy, echo, call):
        reader, writer = await call()
        writer.write(b"hello")
        await heard(reader, 5)
        proxy.cut(refuse=True)
        assert await broken(reader) == b""
        assert await broken((await call())[0]) == b""
        proxy.mend()
        reader, writer = await call()
        writer.write(b"again")
        assert await heard(reader, 5) == b"again"
        assert proxy.broken == ["cut"]

    with_proxy(work)


IN_ONE = [prepared(b"s1", b"WITH moved AS (UPDATE t SET a = 1) SELECT 1"), run(b"s1")]
IN_THREE = [query(b"BEGIN"), prepared(b"s1", b"INSERT INTO t VALUES (1)"), run(b"s1"), query(b"COMMIT")]
HARMLESS = [query(b"SELECT 1"), prepared(b"s0", b"SELECT 2"), run(b"s0")]
WRONG = query(b"INSERT INTO wrong VALUES (1)")
COMMITS = {"in one": (IN_ONE, b"WITH moved AS (UPDATE t SET a = 1) SELECT 1"), "in three": (IN_THREE, b"COMMIT")}


async def answered(reader, writer, said, size=10_000):
    """Say something in pieces; what the server says, up to its being ready, or to the end of the line."""
    for at in range(0, len(said), size):
        writer.write(said[at : at + size])
        await asyncio.sleep(0)
    answer = b""
    with suppress(ConnectionResetError):
        while not answer[:-1].endswith(message(b"Z", b"?")[:-1]):
            piece = await asyncio.wait_for(reader.read(7 if size > 1 else 1), 5)
            if not piece:
                break
            answer += piece
    return answer


@pytest.mark.parametrize("moment, arrives", [("before", False), ("sent", True), ("done", True)])
@pytest.mark.parametrize("size", [1, 3, 10_000])
@pytest.mark.parametrize("name", COMMITS)
def test_a_line_breaks_at_a_commit_and_its_client_never_hears_of_it(name, size, moment, arrives):
    said, commit = COMMITS[name]

    async def work(proxy, server, call):
        reader, writer = await call()
        writer.write(SSL)
        assert await heard(reader, 1) == b"N"
        await answered(reader, writer, HELLO, size)
        proxy.trouble.breaks_at = [moment]
        for each in [*HARMLESS, *([WRONG] if moment == "done" else [])]:  # an insert that fails commits nothing
            assert await answered(reader, writer, each, size)
        for each in said[:-1]:
            assert await answered(reader, writer, each, size)
        assert await answered(reader, writer, said[-1], size) == b""
        await asyncio.wait_for(server.ended.wait(), 5)
        assert (commit in server.done) == arrives
        assert proxy.broken == [f"at a commit: {moment}"]
        assert proxy.trouble.breaks_at == []

    with_proxy(work, Postgres)


def test_commits_pass_when_nothing_is_to_break():
    async def work(proxy, server, call):
        reader, writer = await call()
        for each in (HELLO, *IN_ONE, *HARMLESS, WRONG, *IN_THREE):
            answer = await answered(reader, writer, each)
        assert answer == message(b"C", b"COMMIT", b"\0") + message(b"Z", b"I")
        assert proxy.broken == []

    with_proxy(work, Postgres)


def test_a_line_breaks_in_mid_stream():
    async def work(proxy, echo, call):
        reader, writer = await call()
        proxy.trouble.breaks_after = 1000
        writer.write(bytes(5000))
        await broken(reader)
        await asyncio.wait_for(echo.ended.wait(), 5)
        assert len(echo.heard) <= 1000
        assert proxy.broken == ["in mid-stream"]
        reader, writer = await call()
        writer.write(b"hello")
        assert await heard(reader, 5) == b"hello"

    with_proxy(work)


def test_nobody_is_let_in_where_nobody_listens():
    async def run():
        proxy = await Proxy(port(1)).open()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        assert await broken(reader) == b""
        writer.transport.abort()
        await proxy.close()

    asyncio.run(run())

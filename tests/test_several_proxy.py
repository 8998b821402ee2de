"""The proxy of the fault suite lets pass, delays, holds, cuts, and breaks where it is told to."""

import asyncio
from contextlib import suppress
from time import monotonic

import pytest

from several.proxy import ASKED, DONE, Proxy, port


class Echo:
    """A server that says back what it hears, and answers a commit as PostgreSQL does. It keeps what it heard."""

    def __init__(self):
        self.heard, self.ended = b"", asyncio.Event()
        self.committed = 0

    async def serve(self, reader, writer):
        with suppress(OSError):
            while piece := await reader.read(1 << 16):
                self.heard += piece
                before, self.committed = self.committed, self.heard.count(ASKED)
                writer.write(DONE if self.committed > before else piece)
                await writer.drain()
        self.ended.set()
        writer.close()


def with_proxy(work):
    """Run `work(proxy, echo, call)`; `call()` opens a connection through the proxy."""

    async def run():
        echo = Echo()
        server = await asyncio.start_server(echo.serve, "127.0.0.1", 0)
        proxy = await Proxy(port(server.sockets[0].getsockname()[1])).open()
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


@pytest.mark.parametrize("moment, arrives", [("before", False), ("sent", True), ("done", True)])
@pytest.mark.parametrize("split", [0, 1, 3, 5])
def test_a_line_breaks_at_a_commit_and_its_client_never_hears_of_it(moment, arrives, split):
    async def work(proxy, echo, call):
        reader, writer = await call()
        writer.write(b"BEGIN")
        await heard(reader, 5)
        proxy.trouble.breaks_at = [moment]
        writer.write(b"Q" + ASKED[:split])
        await asyncio.sleep(0.05)
        writer.write(ASKED[split:] + b"\0")
        assert DONE not in await broken(reader)
        await asyncio.wait_for(echo.ended.wait(), 5)
        assert (ASKED in echo.heard) == arrives
        assert proxy.broken == [f"at a commit: {moment}"]
        reader, writer = await call()  # the next one is let alone
        writer.write(ASKED)
        assert await heard(reader, len(DONE)) == DONE

    with_proxy(work)


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

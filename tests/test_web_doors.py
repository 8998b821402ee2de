"""The server of a room, with an app of a few lines: what it keeps of an open socket."""

import asyncio

from websockets.asyncio.client import connect

from oddchip.web.doors import Server, Socket
from oddchip.web.opening import listen


async def echo(scope, receive, send):
    """Says back what it hears, until there is no more."""
    await receive()
    await send({"type": "websocket.accept", "headers": [(b"x-said", b"once")]})
    while (heard := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": heard["text"]})


async def with_socket(look):
    """`look` at a running server and a client's socket to it."""
    began = asyncio.Event()
    server = Server(echo, began.set)
    server.config.ws_ping_interval = 0.01
    listener = listen("127.0.0.1", 0)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        async with asyncio.timeout(30):
            await began.wait()
            async with connect(
                f"ws://127.0.0.1:{listener.getsockname()[1]}/", additional_headers={"Cookie": "a=b"}
            ) as client:
                await look(server, client)
    finally:
        server.should_exit = True
        await serving


def test_an_open_socket_keeps_no_headers_and_goes_on():
    async def look(server, client):
        assert client.response.headers["x-said"] == "once"
        await client.send("before")
        assert await client.recv() == "before"
        (socket,) = server.server_state.connections
        assert isinstance(socket, Socket)
        assert not list(socket.request.headers.raw_items())
        assert not list(socket.response.headers.raw_items())
        while not socket.last_ping_rtt:  # it is pinged, and its answers are heard
            await asyncio.sleep(0.01)
        await client.send("after")
        assert await client.recv() == "after"

    asyncio.run(with_socket(look))

"""Guests come to a room by its pages, as people do: a host who opens tables, and who comes by his links."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from websockets.asyncio.client import connect

from oddchip.room.protocol import PROTOCOL
from several.players import Guest, Way
from test_web_serve import Client

#: What is played, table after table.
GAMES = ("badugi", "five_card_draw", "razz\nbadugi", "california_lowball\nkansas_city", "stud_eight", "jacks_back")
SEATS = 6


def arrive(said: dict[str, Any], tables: int, seats: int = SEATS) -> tuple[Client, list[Guest]]:
    """A host with so many tables, and guests with a session for each seat. `said` is what a worker printed."""
    host = Client(said)
    key = said["host_key"]
    host.form("/host", f"/host?key={key}", key=key, name="Hanna")
    guests = []
    for number in range(tables):
        about = {"title": f"Table {number}", "games": GAMES[number % len(GAMES)], "size": str(seats), "pace": "none"}
        path = host.form("/tables", **about, mode="rotation" if "\n" in about["games"] else "game")[1]
        page = host.form(f"{path}/invites", kind="play", do="make")[0]
        link = re.search(r'id="link">https?://[^/]+(/[^<]+)<', page)[1]
        for seat in range(seats):
            name = f"Guest {number}.{seat}"
            guests.append(Guest(path.rpartition("/")[2], name, _came(said, link, name), seat))
    return host, guests


def _came(said: dict[str, Any], link: str, name: str) -> str:
    """By a link; the token of the session."""
    guest = Client(said)
    guest.form(link, name=name)
    return token_of(guest)


def token_of(client: Client) -> str:
    return next(each.value for each in client.cookies if re.fullmatch(r"oddchip-\d+", each.name))


async def deal(way: Way, token: str, table: str) -> None:
    """The host lets the deal begin; it is so when this returns."""
    url, headers = f"ws://127.0.0.1:{way.port}/table/{table}/live", {"Cookie": f"oddchip={token}"}
    async with asyncio.timeout(30), connect(url, origin=way.base, additional_headers=headers) as socket:
        await socket.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
        await socket.send(json.dumps({"t": "host", "id": "begin", "what": "deal"}))
        async for frame in socket:
            message = json.loads(frame)
            if message.get("id") == "begin":
                assert message["t"] == "ack", message
                return

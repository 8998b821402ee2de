"""The end a host asks for: SIGTERM while people play at full speed over sockets. Nothing acknowledged is lost."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from fault_nights import SETTINGS, Plan, Tally, log_of, look_at, note_in, noted, played_on, prepare
from oddchip.room.room import Room
from room_players import Player, until

PLANS = (Plan(("badugi", "stud_eight"), people=2, bots=1), Plan(("cucamonga", "johnson"), people=2, bots=1))


class Wire:
    """A socket as the players of the tests know the room's connections."""

    def __init__(self, socket):
        self.socket, self.outbox = socket, self

    async def receive(self, request):
        try:
            await self.socket.send(msgspec.json.encode(request).decode())
        except ConnectionClosed:
            return

    async def get(self):
        try:
            return await self.socket.recv()
        except ConnectionClosed:
            return None

    def __len__(self):
        return 0


async def sessions(folder: Path, people) -> dict[str, str]:
    """A token for everybody."""
    room = await Room.open(folder, settings=SETTINGS)
    tokens = {person: f"{person:-<32}" for some in people.values() for person in some}
    known = {person.id: person for person in room.crowd._people.values()}
    for person, token in tokens.items():
        await room.crowd.new_session(known[person], token)
    for table, seated in people.items():
        for person in seated:
            await room.accept(table, "play", known[person])
    await room.close()
    return tokens


async def evening(port, people, tokens, notes, ended):
    """Everybody plays until the room says goodbye."""
    note = note_in(notes)

    async def one(table, person, seed):
        where = f"ws://127.0.0.1:{port}/table/{table}/live"
        cookie = {"Cookie": f"oddchip={tokens[person]}"}
        async with connect(where, origin=f"http://127.0.0.1:{port}", additional_headers=cookie) as socket:
            player = Player(None, table, person, Random(seed), note, connection=Wire(socket))
            await player.play()
            return socket.close_code

    playing = [asyncio.create_task(one(table, person, n)) for table in people for n, person in enumerate(people[table])]
    await until(lambda: sum(each["what"] == "answer" for each in noted(notes)) > 60)
    ended()
    return await asyncio.gather(*playing)


def test_sigterm_in_full_play_loses_nothing_that_was_acknowledged(tmp_path):
    folder, notes = tmp_path / "data", tmp_path / "notes"
    people = asyncio.run(prepare(folder, PLANS))
    tokens = asyncio.run(sessions(folder, people))
    line = [sys.executable, "-P", "-m", "oddchip.cli", "serve", "--json", "--port", "0", "--no-limits"]
    with subprocess.Popen([*line, "--data", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as room:
        try:
            port = json.loads(room.stdout.readline())["port"]
            codes = asyncio.run(evening(port, people, tokens, notes, lambda: room.send_signal(signal.SIGTERM)))
            began = monotonic()
            assert (room.wait(20), room.stderr.read()) == (0, b"")
            assert monotonic() - began < 5
        finally:
            room.kill()
    assert codes == [1012] * 4, "everybody is told that the room restarts"
    look_at(folder, notes, Tally())
    before = len(log_of(folder))
    played_on(folder, people, notes, 1, hands=1)
    look_at(folder, notes, Tally())
    assert len(log_of(folder)) > before

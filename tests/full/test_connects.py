"""Ten thousand connects: by people, by machines that talk nonsense, by some who only knock. The room is as it was."""

import json
import random
import socket
import threading
import time
from contextlib import suppress

from test_web_serve import HELLO, PATIENCE, host_with_table, room

CONNECTS, THREADS = 10_000, 8
KINDS = ("nothing", "noise", "foreign", "socket", "silent socket", "broken frame", "page")


def knock(said, cookie, table, kind, rng):
    """One connect of a kind."""
    own = f"127.0.0.1:{said['port']}"
    head = f"Host: {own}\r\nCookie: {cookie}\r\n"
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://{own}\r\n\r\n"
    )
    with suppress(OSError), socket.create_connection(("127.0.0.1", said["port"]), 10) as raw:
        if kind == "noise":
            raw.sendall(rng.randbytes(200))
        elif kind == "foreign":
            raw.sendall(
                f"GET {table}/live HTTP/1.1\r\n{head}{upgrade}".replace(f"http://{own}", "http://evil").encode()
            )
            raw.recv(100)
        elif kind in ("socket", "silent socket", "broken frame"):
            raw.sendall(f"GET {table}/live HTTP/1.1\r\n{head}{upgrade}".encode())
            raw.recv(100)
            if kind == "socket":
                body = HELLO.encode()
                raw.sendall(bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body)
                raw.recv(100)
            elif kind == "broken frame":
                raw.sendall(b"\xff" + rng.randbytes(60))
        elif kind == "page":
            raw.sendall(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
            raw.recv(100)


def resident(pid):
    """Megabytes that a process holds."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def test_ten_thousand_connects_change_nothing(tmp_path, verified):
    with room(tmp_path, "--pace", "none") as process:
        said = process.said
        host, table = host_with_table(said)
        cookie = "; ".join(f"{each.name}={each.value}" for each in host.cookies)

        def storm(seed, count):
            rng = random.Random(seed)
            for _ in range(count):
                knock(said, cookie, table, rng.choice(KINDS), rng)

        def run(count):
            threads = [threading.Thread(target=storm, args=(n, count // THREADS)) for n in range(THREADS)]
            started = time.monotonic()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return time.monotonic() - started

        run(CONNECTS // 10)
        before = resident(process.pid)
        seconds = run(CONNECTS)
        with host.socket(table) as live:
            live.send(HELLO)
            assert json.loads(live.recv(PATIENCE))["t"] == "welcome"
            live.send(json.dumps({"t": "do", "id": "1", "what": "sit", "seat": 0, "chips": 100}))
            while json.loads(live.recv(PATIENCE)).get("id") != "1":
                pass
        deadline = time.monotonic() + 30
        while "oddchip_sockets 0.0" not in host.get("/metrics")[0]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        grown = resident(process.pid) - before
        assert grown < 40, f"{grown:.0f} MB more than before"
        process.terminate()
        assert process.wait(20) == 0
    verified(
        "connects",
        f"{CONNECTS:,} connects of seven kinds from {THREADS} threads, then a guest sits down and the room is closed",
        f"{CONNECTS / seconds:.0f} a second, {grown:+.0f} MB, no socket left",
    )

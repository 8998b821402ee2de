"""`oddchip serve` as a process: its links, its end, and what it says when something is in its way."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from backend import served_from
from oddchip.room.protocol import PROTOCOL
from web_room import form_token

SERVE = [sys.executable, "-P", "-m", "oddchip.cli", "serve"]
PATIENCE = 30  # seconds, for a machine that has much else to do
HELLO = json.dumps({"t": "hello", "protocol": PROTOCOL})


@contextmanager
def room(folder, *options, prefix=()):
    """A running room; its process with what it printed as `process.said`."""
    line = [*prefix, *SERVE, "--json", "--port", "0", *served_from(folder), *options]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        process.said = json.loads(process.stdout.readline() or b"{}")
        assert process.said, process.stderr.read().decode()
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()


class Client:
    """A browser of the plainest kind: cookies, forms, sockets."""

    def __init__(self, said):
        self.base = said["lobby"].rstrip("/")
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path):
        with self.opener.open(self.base + path, timeout=PATIENCE) as answer:
            return answer.read().decode(), answer.url.removeprefix(self.base)

    def form(self, path, page=None, **fields):
        token = form_token(self.get(page or path)[0])
        body = urlencode({"form": token, **fields}).encode()
        with self.opener.open(
            urllib.request.Request(self.base + path, body, {"Origin": self.base}), timeout=10
        ) as answer:
            return answer.read().decode(), answer.url.removeprefix(self.base)

    def socket(self, table):
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.cookies)
        return connect(
            f"{self.base.replace('http', 'ws', 1)}{table}/live", origin=self.base, additional_headers={"Cookie": cookie}
        )


def host_with_table(said, **fields):
    """A host, and the path of a table of his."""
    host = Client(said)
    key = said["host_key"]
    host.form("/host", f"/host?key={key}", key=key, name="Hanna")
    return host, host.form("/tables", title="Friday", games="razz", size="6", **fields)[1]


def run(*options):
    return subprocess.run([*SERVE, *options], capture_output=True, text=True, timeout=2 * PATIENCE, check=False)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One room for all that leaves it running."""
    with room(tmp_path_factory.mktemp("running"), "--pace", "none") as process:
        yield process


@pytest.mark.sqlite("what it says of a database is in test_several_serve")
def test_it_says_where_it_is_in_one_line_of_json(running):
    said = running.said
    assert sorted(said) == ["data", "host", "host_key", "lan", "lobby", "port"]
    assert said["lobby"] == f"http://127.0.0.1:{said['port']}/"
    assert said["host"] == f"{said['lobby']}host?key={said['host_key']}"
    assert said["lan"] == ""
    assert "Were you invited?" in Client(said).get("/")[0]


def test_with_lan_it_listens_on_the_network_and_says_so(tmp_path):
    with room(tmp_path / "data", "--lan") as process:
        said = process.said
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            own = probe.getsockname()[0]
            assert said["lan"] == f"http://{own}:{said['port']}/"
            assert "Were you invited?" in Client({"lobby": said["lan"]}).get("/")[0]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_it_in_good_order(tmp_path, how):
    with room(tmp_path / "data") as process:
        host, table = host_with_table(process.said)
        with host.socket(table) as live:
            live.send(HELLO)
            live.send(json.dumps({"t": "do", "id": "1", "what": "sit", "seat": 2, "chips": 100}))
            while json.loads(live.recv(PATIENCE)).get("id") != "1":
                pass
            process.send_signal(how)
            while (bye := json.loads(live.recv(PATIENCE)))["t"] != "bye":
                pass
            assert bye["again"] > 0
            assert "restarting" in bye["why"]
            with pytest.raises(ConnectionClosed):
                live.recv(PATIENCE)
            assert live.close_code == 1012
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
    with room(tmp_path / "data") as process:
        host.base = process.said["lobby"].rstrip("/")
        with host.socket(table) as live:
            live.send(HELLO)
            while (view := json.loads(live.recv(PATIENCE)))["t"] != "view":
                pass
            assert view["me"]["seat"] == 2


def test_a_port_in_use_is_one_sentence_and_leaves_nothing_behind(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run("--port", str(port), "--data", str(tmp_path / "data"))
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith(f"oddchip: port {port} is in use")
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.sqlite("a folder is held by one process")
def test_a_data_folder_in_use_is_one_sentence_and_the_room_there_goes_on(running):
    folder = running.said["data"]
    before = sorted(os.listdir(folder))
    ended = run("--port", "0", "--data", folder)
    assert ended.returncode == 2
    assert ended.stderr == f"oddchip: the data folder {folder} is in use by process {running.pid}\n"
    assert sorted(os.listdir(folder)) == before
    assert "Were you invited?" in Client(running.said).get("/")[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "70000"], "expected a port, 0 to 65535"),
        (["--port", "-1"], "expected a port, 0 to 65535"),
        (["--behind-proxy"], "--behind-proxy needs --public-url"),
        (["--public-url", "cards"], "a public URL is http or https and a host"),
        (["--data", ""], "the name of the data folder is missing"),
        (["--lann"], "did you mean --lan?"),
        (["--port", "1", "--data", "{file}"], ""),
    ],
)
def test_what_is_asked_wrong_is_one_sentence(tmp_path, options, words):
    (tmp_path / "file").write_text("")
    ended = run(*(option.replace("{file}", str(tmp_path / "file" / "x")) for option in options))
    assert ended.returncode == 2
    assert words in ended.stderr
    assert ended.stderr.startswith("oddchip: ")
    assert ended.stderr.count("\n") == 1


def test_for_people_it_says_who_can_open_which_link(tmp_path):
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--data", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    lines = []
    while not lines or "Ctrl-C" not in lines[-1]:
        lines.append(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    said = "".join(lines)
    links = ("Lobby: http://127.0.0.1:", "Host link: http://127.0.0.1:", "/host?key=", f"Data folder: {tmp_path}")
    for words in (*links, "Only this computer can open it.", "Open it yourself, and keep it to yourself."):
        assert words in said
    assert rest == "The room is closed. All tables are kept.\n"
    assert process.returncode == 0


def test_the_usual_data_folder_follows_the_desktop_rules(monkeypatch, tmp_path):
    from oddchip.cli.serve import data_folder

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder(None) == tmp_path / "oddchip"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder(None) == tmp_path / ".local" / "share" / "oddchip"
    assert data_folder("~/x") == tmp_path / "x"


def closing(live):
    """The code with which a socket is closed, whatever comes before."""
    with suppress(ConnectionClosed):
        while True:
            live.recv(PATIENCE)
    return live.close_code


def test_frames_of_more_than_four_kilobytes_end_the_socket_unread(running):
    host, table = host_with_table(running.said)
    for size in (5000, 1_000_000):
        with host.socket(table) as live:
            live.send(HELLO)
            with suppress(ConnectionClosed):
                live.send("x" * size)
            assert closing(live) == 1009
    with host.socket(table) as live:
        live.send(HELLO)
        assert json.loads(live.recv(PATIENCE))["t"] == "welcome"


def test_a_socket_of_a_foreign_page_gets_403_over_the_wire(running):
    host, table = host_with_table(running.said)
    address = host.base.replace("http", "ws", 1)
    cookie = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in host.cookies)}
    for origin in ("http://evil.example", None):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{address}{table}/live", origin=origin, additional_headers=cookie)
        assert refused.value.response.status_code == 403


def test_a_reader_who_takes_nothing_holds_up_nobody(running):
    host, table = host_with_table(running.said, bots="5")
    deaf = plain_socket(running.said, host, table)
    with host.socket(table) as live:
        live.send(HELLO)
        live.send(json.dumps({"t": "host", "id": "go", "what": "deal"}))
        for _ in range(100):
            live.recv(PATIENCE)
        live.send(json.dumps({"t": "host", "id": "stop", "what": "hold"}))
        while json.loads(live.recv(PATIENCE)).get("id") != "stop":
            pass
    deaf.close()


def plain_socket(said, client, table):
    """A socket by hand that says hello and then never reads."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", said["port"]))
    cookie = "; ".join(f"{each.name}={each.value}" for each in client.cookies)
    raw.sendall(
        f"GET {table}/live HTTP/1.1\r\nHost: 127.0.0.1:{said['port']}\r\nOrigin: {client.base}\r\nCookie: {cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in raw.recv(64)
    body = HELLO.encode()
    raw.sendall(bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body)
    return raw


def test_a_thousand_connects_leave_the_room_as_it_was(running):
    host, table = host_with_table(running.said)
    address = ("127.0.0.1", running.said["port"])

    def storm():
        for number in range(250):
            with suppress(OSError), socket.create_connection(address, PATIENCE) as raw:
                if number % 3 == 0:
                    raw.sendall(b"\x16\x03\x01 garbage \r\n\r\n")
                elif number % 3 == 1:
                    raw.sendall(b"GET /table/x/live HTTP/1.1\r\nHost: evil\r\n\r\n")

    threads = [threading.Thread(target=storm) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with host.socket(table) as live:
        live.send(HELLO)
        assert json.loads(live.recv(PATIENCE))["t"] == "welcome"
    assert "Friday" in host.get("/")[0]
    deadline = time.monotonic() + PATIENCE
    while not re.search(r"^oddchip_sockets(\{worker=.*\})? 0\.0$", host.get("/metrics")[0], re.M):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize(("options", "plays_on"), [((), False), (("--bots-play-on",), True)])
def test_bots_play_for_nobody_only_where_that_is_asked_for(tmp_path, options, plays_on):
    with room(tmp_path, "--pace", "none", *options) as process:
        host, table = host_with_table(process.said, bots="4")
        with host.socket(table) as live:
            live.send(HELLO)
            live.send(json.dumps({"t": "host", "id": "go", "what": "deal"}))
            for _ in range(40):
                live.recv(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while goes_on(host) is not plays_on:
            assert time.monotonic() < deadline


def goes_on(host):
    """Does anything happen at the tables within a second?"""
    before = events(host)
    time.sleep(1)
    return events(host) > before


def events(host):
    return float(re.search(r"^oddchip_events_total\S* (\S+)$", host.get("/metrics")[0], re.M)[1])


def test_the_log_holds_no_key_no_token_and_no_name(tmp_path):
    with room(tmp_path, "--pace", "none") as process:
        host, table = host_with_table(process.said, bots="4")
        with host.socket(table) as live:
            live.send(HELLO)
            live.send(json.dumps({"t": "host", "id": "go", "what": "deal"}))
            for _ in range(40):
                live.recv(PATIENCE)
        token = next(iter(host.cookies)).value
    (log,) = tmp_path.glob("log*.jsonl")
    lines = log.read_text()
    assert {json.loads(line)["event"] for line in lines.splitlines()} >= {"opened", "closing"}
    for secret in (process.said["host_key"], token, "Hanna", "Friday"):
        assert secret not in lines
    assert log.stat().st_mode & 0o077 == 0

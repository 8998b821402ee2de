"""The two ways of docs/hosting.md to let others in, tried as they are written there: nginx with TLS, a network."""

import json
import re
import shutil
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from test_web_serve import HELLO, PATIENCE, Client, room

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
TLS_PORT = 8443


# A proxy with TLS.


def nginx_conf(folder: Path, port: int, block: str) -> str:
    """The block, with this machine's name, ports and certificate."""
    for written, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{TLS_PORT} ssl"),
        ("/etc/ssl/cards.example.org", f"{folder}/cards"),
        ("cards.example.org", "localhost"),
        ("127.0.0.1:8717", f"127.0.0.1:{port}"),
    ):
        assert written in block
        block = block.replace(written, here)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ }}\n"
        f"http {{ access_log off; {temporary}\n{block}}}\n"
    )


@contextmanager
def proxy(folder: Path, port: int, block: str = re.search(r"```nginx\n(.*?)```", PAGE, re.S)[1]):
    """nginx with the block of docs/hosting.md, or with another."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "cards.key", "-out", folder / "cards.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    (folder / "nginx.conf").write_text(nginx_conf(folder, port, block))
    running = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE)
    try:
        yield ssl.create_default_context(cafile=folder / "cards.pem")
    finally:
        running.terminate()
        running.wait(10)
        running.stderr.close()


class TlsClient(Client):
    def __init__(self, said, context):
        super().__init__(said)
        self.context = context
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), HTTPSHandler(context=context))

    def socket(self, table, origin=None):
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.cookies)
        return connect(
            f"{self.base.replace('https', 'wss', 1)}{table}/live",
            origin=origin or self.base,
            ssl=self.context,
            additional_headers={"Cookie": cookie},
        )


def patiently(work, seconds=PATIENCE):
    stop = time.monotonic() + seconds
    while True:
        try:
            return work()
        except URLError as error:
            if isinstance(error, HTTPError) or time.monotonic() > stop:
                raise
            time.sleep(0.1)


@pytest.mark.needs("nginx")
def test_a_proxy_with_tls_as_the_page_says(tmp_path, verified):
    public = f"https://localhost:{TLS_PORT}"
    with (
        room(tmp_path / "data", "--public-url", public, "--behind-proxy") as process,
        proxy(tmp_path, process.said["port"]) as context,
    ):
        said = process.said
        assert said["lobby"] == f"{public}/"
        host = TlsClient(said, context)
        assert "Were you invited?" in patiently(lambda: host.get("/"))[0]
        key = said["host_key"]
        host.form("/host", f"/host?key={key}", key=key, name="Hanna")
        table = host.form("/tables", title="Friday", games="razz", size="6")[1]
        # Cookies: only over TLS, only to this host, not for scripts.
        session = next(each for each in host.cookies if each.name == f"__Host-oddchip-{TLS_PORT}")
        assert (session.secure, session.path, session.domain_specified) == (True, "/", False)
        assert session.has_nonstandard_attr("HttpOnly")
        # An invitation leads to the public address.
        made = host.form(f"{table}/invites", kind="play", do="make")[0]
        link = re.search(r'id="link">(https://[^<]+)<', made)[1]
        assert link.startswith(f"{public}/join/")
        assert "Only this computer" in made  # localhost it is, after all
        # A guest comes by it and plays over the WebSocket.
        ada = TlsClient(said, context)
        assert ada.form(link.removeprefix(public), name="Ada")[1] == table
        with ada.socket(table) as live:
            live.send(HELLO)
            assert json.loads(live.recv(PATIENCE))["name"] == "Ada"
            live.send(json.dumps({"t": "do", "id": "1", "what": "sit", "seat": 0, "chips": 100}))
            while json.loads(live.recv(PATIENCE)).get("id") != "1":
                pass
        for origin in ("https://evil.example", f"http://localhost:{TLS_PORT}"):
            with pytest.raises(InvalidStatus) as refused:
                ada.socket(table, origin)
            assert refused.value.response.status_code == 403
        # The policy names the socket of the public address, and the metrics are the host's.
        with host.opener.open(f"{public}/") as answer:
            assert f"wss://localhost:{TLS_PORT}" in answer.headers["content-security-policy"]
        assert "oddchip_sockets" in host.get("/metrics")[0]
        for path, headers, status in (
            ("/metrics", {}, 200),  # the visitor is this very machine
            ("/metrics", {"X-Forwarded-For": "203.0.113.9"}, 200),  # and cannot pretend to be another
            ("/", {"Host": "evil.example"}, 421),
        ):
            assert code_of(ada, path, headers) == status
        assert code_of(ada, "/me", {"Origin": public}, b"name=" + b"x" * 70_000) == 413
    verified(
        "hosting proxy",
        "nginx with TLS as in docs/hosting.md: pages, cookies, forms, invitation, WebSocket, foreign origins",
        "all as written",
    )


def code_of(client, path, headers, body=None):
    try:
        with client.opener.open(Request(client.base + path, body, headers), timeout=PATIENCE) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


# A private network.

NETWORK = "10.231.17"
FRIEND = """
import json, sys
sys.path[:0] = {paths!r}
from test_web_serve import HELLO, PATIENCE, Client
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
lobby, link, local = sys.argv[1:]
ada = Client({{"lobby": lobby}})
assert "Were you invited?" in ada.get("/")[0]
table = ada.form(link.removeprefix(ada.base), name="Ada")[1]
with ada.socket(table) as live:
    live.send(HELLO)
    assert json.loads(live.recv(PATIENCE))["name"] == "Ada"
try:
    urlopen(Request(lobby, headers={{"Host": "evil.example"}}), timeout=PATIENCE)
except HTTPError as error:
    assert error.code == 421
else:
    raise AssertionError("served under a foreign name")
try:
    urlopen(local, timeout=PATIENCE)
except URLError:
    print("well", table)
else:
    raise AssertionError("a room for this computer alone can be reached from elsewhere")
"""


def ip(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


@contextmanager
def two_computers():
    """Two network namespaces with a wire between them, as a VPN would lay one: the host's is .1, the friend's .2."""
    if not shutil.which("ip") or ip("netns", "add", "oddchip-host", check=False).returncode:
        pytest.skip("network namespaces cannot be made here")
    ip("netns", "add", "oddchip-friend")
    try:
        ip(
            "link",
            "add",
            "oddchip0",
            "netns",
            "oddchip-host",
            "type",
            "veth",
            "peer",
            "oddchip1",
            "netns",
            "oddchip-friend",
        )
        for name, wire, last in (("oddchip-host", "oddchip0", 1), ("oddchip-friend", "oddchip1", 2)):
            ip("-n", name, "addr", "add", f"{NETWORK}.{last}/24", "dev", wire)
            ip("-n", name, "link", "set", wire, "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        ip("netns", "del", "oddchip-host", check=False)
        ip("netns", "del", "oddchip-friend", check=False)


def inside(name: str, program: str, *words: str) -> str:
    line = ["ip", "netns", "exec", name, sys.executable, "-c", program, *words]
    ran = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


HOST = """
import sys
sys.path[:0] = {paths!r}
from test_web_serve import host_with_table
import json, re
host, table = host_with_table(json.loads(sys.argv[1]))
made = host.form(table + "/invites", kind="play", do="make")[0]
assert "Anybody on the same network can open it." in made
print(re.search(r'id="link">(http://[^<]+)<', made)[1])
"""


def test_a_private_network_as_the_page_says(tmp_path, verified):
    paths = [str(ROOT / "src"), str(ROOT / "tests")]
    prefix = ("ip", "netns", "exec", "oddchip-host")
    with (
        two_computers(),
        room(tmp_path / "lan", "--lan", prefix=prefix) as open_room,
        room(tmp_path / "alone", prefix=prefix) as closed_room,
    ):
        said = open_room.said
        assert said["lan"] == f"http://{NETWORK}.1:{said['port']}/"
        link = inside("oddchip-host", HOST.format(paths=paths), json.dumps(said)).strip()
        assert link.startswith(said["lan"])
        local = f"http://{NETWORK}.1:{closed_room.said['port']}/"
        told = inside("oddchip-friend", FRIEND.format(paths=paths), said["lan"], link, local)
        assert told.startswith("well /table/")
    verified(
        "hosting network",
        "serve --lan and a friend in network namespaces of their own: lobby, invitation, WebSocket; not without --lan",
        "all as written",
    )


# The page itself.


def test_the_page_names_only_options_there_are():
    helped = subprocess.run(
        [sys.executable, "-P", "-m", "oddchip.cli", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for option in set(re.findall(r"--[a-z][a-z-]+", PAGE)) - {"--user"}:  # systemctl's
        assert option in helped, option


# Several workers behind one proxy.


@pytest.mark.needs("nginx")
def test_nginx_spreads_visitors_over_the_workers_of_the_example(tmp_path):
    """docs/examples/nginx.conf: every visitor gets through while one of the two workers is not there."""
    block = (ROOT / "docs" / "examples" / "nginx.conf").read_text()
    assert "server 127.0.0.1:8718 " in block
    block = block.replace("127.0.0.1:8718", "127.0.0.1:9")
    page = f"https://localhost:{TLS_PORT}"
    with (
        room(tmp_path / "data", "--public-url", page, "--behind-proxy") as process,
        proxy(tmp_path, process.said["port"], block) as trusted,
    ):
        opener = build_opener(HTTPSHandler(context=trusted))

        def asked():
            with opener.open(f"{page}/readyz", timeout=PATIENCE) as answer:
                return answer.read()

        patiently(asked)
        assert {asked() for _ in range(20)} == {b"ready\n"}

"""`oddchip join`: terminals at a table of a real room, over the same sockets as browsers."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from io import StringIO

import pytest

from backend import served_from
from oddchip.cli import join_door
from oddchip.cli.frame import WrongUse
from oddchip.cli.join_door import Door, split
from oddchip.cli.join_offers import deck_of, offer_of
from oddchip.cli.join_orders import Unclear, order_of
from oddchip.cli.join_words import Words
from oddchip.cli.screen import Screen
from oddchip.room.protocol import AmountsView, Do, GameWanted, Host, OfferView, Say, SeatView, TableView, WaitingView
from oddchip.room.room import Room, RoomSettings

PYTHON = [sys.executable, "-P", "-m", "oddchip.cli"]
PATIENCE = 60  # seconds, for a machine that has much else to do
TOKEN = "hannas-session-for-this-test-only"
GAMES = {"badugi": 3, "high_low_declare": 3, "california_poker": 2}


class Terminal:
    """Somebody at `oddchip join`. `said` are the lines that were printed."""

    def __init__(self, url, config, *options):
        environment = {**os.environ, "XDG_CONFIG_HOME": str(config), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*PYTHON, "join", url, "--plain", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
        )  # fmt: skip
        self.said, self.seen, self.answers = [], 0, None
        self.new, self.writing = threading.Condition(), threading.Lock()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self.new:
                self.said.append(line.rstrip("\n"))
                self.new.notify_all()
            if self.answers and line.startswith("You may "):
                self.enter(self.answers(line))

    def enter(self, *lines):
        with self.writing:  # what is read is answered in another thread
            for line in lines:
                self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def hears(self, pattern, since=None):
        """The next line in which the pattern is found."""
        at = self.seen if since is None else since
        deadline = time.monotonic() + PATIENCE
        with self.new:
            while True:
                for number in range(at, len(self.said)):
                    if re.search(pattern, self.said[number]):
                        self.seen = number + 1
                        return self.said[number]
                at = len(self.said)
                left = deadline - time.monotonic()
                assert left > 0, f"no {pattern!r} in:\n" + "\n".join(self.said[-60:])
                self.new.wait(min(left, 1))

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join(5)
        self.process.stdin.close()
        self.process.stdout.close()


def calm(line):
    """The least that can be done, out of what may be entered."""
    for key in ("k", "c", "p", "l", "g 1 2 3 4"):
        if f"({key})" in line:
            return key
    return "f"


class House:
    """A running room over a folder with a table for each game, and Hanna its host."""

    def __init__(self, place):
        self.place, self.port, self.terminals = place, 0, []
        self.tables, self.invites = asyncio.run(self._made())
        self.serve()

    async def _made(self):
        room = await Room.open(self.place / "data", settings=RoomSettings(pace="none"))
        host = await room.make_host((await room.new_guest("Hanna"))[0])
        await room.crowd.new_session(host, TOKEN)
        tables, invites = {}, {}
        for game, size in GAMES.items():
            house = {"clock_seconds": None}
            tables[game] = await room.new_table(host, f"The {game} table", size, [GameWanted(game)], house=house)
            invites[game] = await room.new_invite(tables[game], "play", host)
        await room.close()
        return tables, invites

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def serve(self):
        line = [
            *PYTHON,
            "serve",
            "--json",
            "--no-limits",  # these people enter faster than people do
            "--pace",
            "none",
            "--port",
            str(self.port),
            *served_from(self.place / "data"),
        ]
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr.read() == b""
        self.process.stdout.close()
        self.process.stderr.close()

    def hanna(self, game):
        """The host, whose session is kept already."""
        config = self.place / "hanna"
        path = config / "oddchip" / "sessions.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({f"{self.base} Hanna": {"oddchip": TOKEN}}))
        return self.terminal(f"{self.base}/table/{self.tables[game]}", config, "--name", "Hanna")

    def terminal(self, *arguments):
        self.terminals.append(Terminal(*arguments))
        return self.terminals[-1]

    def ben(self, game):
        """A guest with an invitation, who says his name."""
        ben = self.terminal(f"{self.base}/join/{self.invites[game]}", self.place / f"ben-{game}")
        ben.enter("Ben")
        return ben


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("join"))
    try:
        yield house
    finally:
        for terminal in house.terminals:
            terminal.end()
        if house.process.poll() is None:
            house.stop()


def seated(house, game):
    """Hanna and Ben at a table, and a bot where there is room; nothing is dealt."""
    hanna, ben = house.hanna(game), house.ben(game)
    hanna.hears("You are Hanna")
    hanna.enter("sit")
    hanna.hears("You sit down with")
    ben.hears("Hanna")  # sits there, so that he takes another seat
    ben.enter("sit")
    ben.hears("A host has been asked to let you sit down")
    hanna.hears("Ben asks for seat 2 with .* approve Ben, or deny Ben")
    hanna.enter("approve Ben")
    ben.hears("You sit down with")
    if GAMES[game] > 2:
        hanna.enter("bot caller")
        hanna.hears("sits down with")
    return hanna, ben


@pytest.mark.parametrize("game", GAMES)
def test_two_terminals_and_a_bot_play_hands_to_the_end(house, game):
    hanna, ben = seated(house, game)
    for each in (hanna, ben):
        each.answers = calm
    hanna.enter("deal")
    for number in (1, 2, 3):
        for each in (hanna, ben):
            each.hears(rf"Hand {number}")
    hanna.enter("hold")
    for each in (hanna, ben):
        each.hears("(pot|stake).* wins? \\d+", since=0)
        text = "\n".join(each.said)
        assert "Your cards: 1 " in text
        assert re.search(r"Your turn: .*Pot \d+\.", text)
        assert not re.search(r"Traceback|\?\?|\x1b|[♠♣♥♦]", text)
        assert " of hearts" in text
    if game == "high_low_declare":
        ben.hears("Your choice is made; it is shown when all have chosen", since=0)
        ben.hears("declares? low", since=0)
    if game == "california_poker":
        assert re.search(r"give 4 cards, such as 1 to 4 \(g 1 2 3 4\)", "\n".join(ben.said))
        ben.hears("Your choice is made", since=0)
        coached = ben.hears(r"^Coach: The deal was ", since=0)
        assert re.search(r"You gave \w+ of \w+, .* of \w+, which", coached)
    hanna.hears("You hold the dealing", since=0)
    ben.enter("fair")
    ben.hears(
        "It is proven that the deck of hand [0-9]+ was fixed before it was cut by the "
        "seeds? of (one|2) players?, .*; it is not proven"
    )
    ben.hears("Cards of this evening whose proof held: [1-9]")
    ben.hears("Seeds of: .*(Hanna|Ben)")
    ben.hears("The room signs with [0-9a-f]{64}")
    assert not any("not what it should be" in line for each in (hanna, ben) for line in each.said)
    ben.enter("q")
    assert ben.process.wait(PATIENCE) == 0
    assert ben.said[-1] == "You go, and your seat is kept; leave gives it up."
    hanna.enter("pot", "others")
    hanna.hears(r"2 Ben: \d+ chips?")
    hanna.end()


def test_questions_orders_doubts_chat_and_coming_back(house):
    game = "badugi"
    hanna, ben = house.hanna(game), house.ben(game)  # Ben has a session of this name and his seat
    ben.hears("You are Ben")
    hanna.hears("You are Hanna")
    hanna.enter("say hello Ben")
    ben.hears("Hanna says: hello Ben")
    hanna.answers = calm
    hanna.enter("deal")

    def until_free():
        """Call until it costs nothing to stay."""
        ben.enter("t")  # he may have been asked already
        while True:
            line = ben.hears("^You may ")
            if "(k)" in line:
                return
            ben.enter(calm(line))

    until_free()
    ben.enter("hand")
    ben.hears("Your cards: 1 .*, 2 .*, 3 .*, 4 ")
    ben.enter("why")
    ben.hears("No call: there is nothing to call.")
    ben.enter("board")
    ben.hears("Nothing lies open.")
    ben.enter("help")
    ben.hears("^Answers: f fold")
    ben.enter("x 5")
    ben.hears("'x 5' is no answer here")
    ben.enter("r 1000")
    ben.hears("here a bet or raise is|Here a bet or raise is")
    ben.enter("kick Hanna")
    ben.hears("Only a host of this table may do that")
    ben.enter("f")
    ben.hears("You may check for nothing. Enter it again if you mean it.")
    ben.enter("f")
    ben.hears("You fold.")
    house.stop()
    ben.hears("The room is restarting")
    house.serve()
    for each in (ben, hanna):
        each.hears("Connected again.")
    ben.answers = calm
    ben.enter("t")  # he may have been asked already
    ben.hears("Hand [0-9]+")
    ben.enter("sit out")
    ben.hears("You sit out")
    ben.enter("back")
    ben.hears("You are back")
    hanna.enter("pause for tea")
    ben.hears("for tea")
    hanna.enter("resume")
    ben.hears("Hanna lets the table go on")
    ben.enter("leave")
    ben.hears("You leave")
    ben.process.stdin.close()
    ben.hears("The input has ended; your seat is kept.")
    assert ben.process.wait(PATIENCE) == 0


# The door.


def test_a_session_is_kept_for_its_owner_alone_and_used_the_next_time(house, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    door, asked = Door(house.base), []
    table = door.enter(f"/join/{house.invites['badugi']}", lambda what: asked.append(what) or "Cleo", print)
    assert (table, asked) == (f"/table/{house.tables['badugi']}", ["Your name: "])
    path = tmp_path / "oddchip" / "sessions.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [*path.parent.iterdir()] == [path]
    ((key, cookies),) = json.loads(path.read_text()).items()
    ((name, token),) = cookies.items()
    assert name == f"oddchip-{house.port}"
    again = Door(house.base)
    assert again.enter(table, pytest.fail, pytest.fail) == table
    assert again.enter("/", pytest.fail, pytest.fail) == table
    other = Door(house.base, "Dora")
    told = []
    assert other.enter(f"/join/{house.invites['badugi']}", pytest.fail, told.append) == table
    assert len(json.loads(path.read_text())) == 2
    path.write_text(json.dumps({key: {"oddchip": token}}))  # as an earlier release kept it
    assert Door(house.base).enter(f"/join/{house.invites['badugi']}", pytest.fail, pytest.fail) == table


def test_names_that_are_refused_are_asked_for_again(house, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    names, told = iter(["", "Hanna", "Ottokar"]), []
    Door(house.base).enter(f"/join/{house.invites['high_low_declare']}", lambda what: next(names), told.append)
    assert len(told) == 2
    assert "Hanna" in told[1]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/join/not-an-invitation", "This link does not work, or no longer does"),
        ("/table/not-a-table", "."),
        ("/rules", "that link leads to no table; expected an invitation"),
        ("/", "no table there is open to you"),
        ("/host?key=wrong", "not the host link"),
    ],
)
def test_links_that_lead_nowhere_are_one_sentence(house, monkeypatch, tmp_path, path, said):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(WrongUse) as caught:
        Door(house.base).enter(path, pytest.fail, print)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "ftp://a/join/x", "http://", "http://a:b/join/x", "http://[::1/x", "http://a/\x1b[2J"]
)
def test_what_is_no_link_is_one_sentence(url):
    with pytest.raises(WrongUse, match="expected an invitation"):
        split(url)


def test_where_nobody_answers_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(WrongUse, match=r"no card room answers at http://127\.0\.0\.1:9: "):
        Door("http://127.0.0.1:9").enter("/join/x", pytest.fail, print)


def test_what_cannot_be_read_of_the_sessions_is_none(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "oddchip").mkdir()
    for content in (b"no json", b"[1]", b"\xff"):
        (tmp_path / "oddchip" / "sessions.json").write_bytes(content)
        assert join_door.kept() == {}


# What is entered, and what is shown.

VIEW = TableView(
    1, 0.0, "playing", "Friday",
    [SeatView(0, "in", "a1", "Ada"), SeatView(1, "in", "b1", "Bo", bot=True), SeatView(2), SeatView(3)],
    waiting=[WaitingView("c1", "Cleo", 2, 100)],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("say see you", Say("n", "see you")),
        ("sit", Do("n", "sit", seat=2)),
        ("sit 4 150", Do("n", "sit", seat=3, chips=150)),
        ("sit out now", Do("n", "sit_out", now=True)),
        ("out", Do("n", "sit_out")),
        ("back post", Do("n", "return", post=True)),
        ("add 40", Do("n", "top_up", chips=40)),
        ("rebuy", Do("n", "rebuy")),
        ("buy pot", Do("n", "buy_pot")),
        ("choose badugi at 5/10", Do("n", "choose", game="badugi", stakes="5/10")),
        ("approve", Host("n", "approve", person="c1", seat=-1)),
        ("approve cleo", Host("n", "approve", person="c1", seat=-1)),
        ("kick 2", Host("n", "kick", person="b1", seat=1)),
        ("pause for tea", Host("n", "pause", words="for tea")),
        ("bot caller", Host("n", "bot", seat=2, words="caller")),
        ("game jacks back at 2/4 ante 1", Host("n", "games", games=[GameWanted("jacks back", "2/4 ante 1")])),
        ("f", None),
        ("d 1 3", None),
        ("", None),
    ],
)
def test_orders_are_read(text, request_):
    assert order_of(text, VIEW, "n") == request_


UNCLEAR = ("say", "sit there", "sit 1 2 3", "add", "add many", "kick", "kick cleo", "leave now", "choose 7", "show 9")


@pytest.mark.parametrize("text", UNCLEAR)
def test_orders_that_are_unclear_are_one_sentence(text):
    with pytest.raises(Unclear) as caught:
        order_of(text, VIEW, "n")
    assert "\n" not in str(caught.value)


def test_offers_are_read_back_from_the_wire():
    offer = offer_of(
        OfferView((1, 2), "bet", price=2, fold=True, call=True, raise_to=AmountsView("raise", 4, 12, 2)), ()
    )
    assert (offer.call, offer.raise_to.least, offer.raise_to.most) == (2, 4, 12)
    assert 6 in offer.raise_to
    assert 7 not in offer.raise_to
    assert not offer.check
    assert deck_of("a game of another release", "italian").pack.name == "italian"


def test_nothing_from_elsewhere_moves_the_cursor():
    out = StringIO()
    screen = Screen(StringIO(), out, StringIO(), {})
    view = TableView(1, 0.0, "open", "t", [SeatView(0, "in", "p", "A\x1b[2Jda\u202e")], why="\x07bell")
    Words(screen, view).table()
    screen.say(*Words(screen, view).line(["a\x1b]0;x\x07", ["b", "\x9b1m"]]))
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(out.getvalue())

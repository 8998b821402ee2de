"""The dashboard: the room at a glance for who has its host key, and nothing for anybody else."""

import re

import pytest

from oddchip.web.watching import Pace
from web_room import hello, served, until


@pytest.fixture
def house(tmp_path):
    with served(tmp_path) as house:
        yield house


@pytest.mark.parametrize("path", ["/dashboard", "/dashboard.json"])
def test_it_is_not_there_for_who_has_not_the_host_key(house, path):
    hanna = house.host()
    guest = house.browser()
    guest.join(house.invite(hanna, house.table(hanna)), "Ada")
    for browser in (house.browser(), house.browser("127.0.0.1"), guest):
        assert browser.get(path).status_code == 404
    assert hanna.get(path).status_code == 200
    assert "/dashboard" not in guest.get("/").text
    assert "/dashboard" in hanna.get("/").text


@pytest.mark.sqlite("what it says of a database is in test_postgres_watching")
def test_it_says_how_the_room_stands(house):
    hanna = house.host()
    table = house.table(hanna, title="Friday <b>night</b>")
    house.table(hanna, title="Monday")
    with hanna.socket(table) as socket:
        hello(socket)
        socket.send_json({"t": "do", "id": "1", "what": "sit", "seat": 2, "chips": 100})
        until(socket, "ack", id="1")
        socket.send_json({"t": "host", "id": "2", "what": "bot", "seat": 4, "words": "random"})
        until(socket, "ack", id="2")
        said = hanna.get("/dashboard.json").json()
    facts = dict(said["facts"])
    assert facts["Tables"] == "2 open, 0 closed"
    assert facts["Sockets"] == "1"
    assert re.fullmatch(r"[\d.]+ ms, one in a hundred [\d.]+ ms or more", facts["A write takes"])
    assert facts["Writes waiting"] == "0"
    assert all(re.fullmatch(r"[\d.]+ [MG]B( free)?", facts[name]) for name in ("Database", "Memory", "Disk"))
    assert said["workers"] == []
    monday, friday = said["tables"]
    assert monday[0][0] == "Monday"
    assert friday[:1] == [["Friday <b>night</b>", table]]
    assert friday[1:5] == ["this one", "waiting", "0", "1 of 6 and 1 bot"]
    assert re.fullmatch(r"\d+ s ago", friday[5])
    page = hanna.get("/dashboard").text
    assert "Friday &lt;b&gt;night&lt;/b&gt;" in page
    assert f'href="{table}"' in page
    for name in ("Hanna", house.room.host_key):
        assert name not in re.search(r"<main.*</main>", page, re.S)[0]


def test_events_a_second_are_counted_between_two_looks(house):
    hanna = house.host()
    table = house.table(hanna)
    facts = dict(hanna.get("/dashboard.json").json()["facts"])
    before = int(facts["Events"])
    with hanna.socket(table) as socket:
        hello(socket)
        socket.send_json({"t": "do", "id": "1", "what": "sit", "seat": 2, "chips": 100})
        until(socket, "ack", id="1")
    house.served.time += 2
    facts = dict(hanna.get("/dashboard.json").json()["facts"])
    assert facts["Events"] == f"{before + 1}, 0.5 a second"


def test_growth_is_that_of_the_last_minute():
    pace = Pace()
    assert pace.per_second(0, 0) is None
    assert pace.per_second(0, 0) is None
    for second in range(1, 100):
        pace.per_second(second, 10 * min(second, 30))
    assert pace.per_second(100, 300) == 0


@pytest.mark.sqlite("what it says of a database is in test_postgres_watching")
def test_reports_are_shown_as_text_newest_first(house):
    hanna = house.host()
    reports = house.served.app.state.wiring.reports
    reports.note("snapshot_not_used", {"table": "t1", "error": "it is not what log and ledger say"})
    reports.note("rules_failed", {"table": "<t2>", "error": "ValueError at hand.py:12", "kind": "act"})
    said = hanna.get("/dashboard.json").json()["reports"]
    assert [line[1:] for line in said] == [
        ["rules_failed", "<t2>", "ValueError at hand.py:12"],
        ["snapshot_not_used", "t1", "it is not what log and ledger say"],
    ]
    assert "&lt;t2&gt;" in hanna.get("/dashboard").text
    assert 'oddchip_reports_total{event="rules_failed"} 1.0' in house.browser("127.0.0.1").get("/metrics").text


def test_closed_tables_and_an_empty_room_are_told(house):
    hanna = house.host()
    page = hanna.get("/dashboard").text
    assert "No table is open." in page
    assert dict(hanna.get("/dashboard.json").json()["facts"])["Tables"] == "0 open, 0 closed"

"""The dashboard: the room at a glance for who has its host key, and nothing for anybody else."""

import re

import pytest
from sqlalchemy import select

from oddchip.room.store import schema
from oddchip.web.watching import Pace
from web_room import OURS, hello, served, until


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


def test_a_table_has_as_many_seats_as_its_game_is_for(house):
    hanna = house.host()
    house.table(hanna, games="california poker")
    (table,) = hanna.get("/dashboard.json").json()["tables"]
    assert table[4] == "0 of 2"
    assert "0 of 2 seats taken" in hanna.get("/").text


def test_who_has_the_host_key_becomes_a_host_of_a_table_and_everybody_there_is_told(house):
    hanna, ada, ida = house.host(), house.browser(), house.host("Ida")
    table = house.table(hanna)
    ada.join(house.invite(hanna, table), "Ada")
    button = ["Become a host here", "table", table.removeprefix("/table/")]
    assert hanna.get("/dashboard.json").json()["tables"][0][6] == "you"
    assert ida.get("/dashboard.json").json()["tables"][0][6] == button
    assert f'<button name="table" value="{button[2]}">' in ida.get("/dashboard").text
    assert ida.get(table).status_code == 404
    with ada.socket(table) as socket:
        hello(socket)
        for _ in range(2):  # twice is once
            done = ida.form("/dashboard", {"table": button[2]})
            assert (done.status_code, done.headers["location"]) == (303, table)
        said = until(socket, "view", hosts=["Hanna", "Ida"])
        assert "Ida is a host here now, by the host key." in str(said)
    assert ida.get("/dashboard.json").json()["tables"][0][6] == "you"
    assert (ida.get(table).status_code, ida.get(f"{table}/invites").status_code) == (200, 200)
    assert table in ida.get("/").text
    rows = house.call(house.room.store.read, select(schema.event.c.kind, schema.event.c.actor))
    assert [row.kind for row in rows].count("take_charge") == 1
    (actor,) = {row.actor for row in rows if row.kind == "take_charge"}
    assert house.room.name_of(actor) == "Ida"
    with ida.socket(table) as socket:
        hello(socket)
        socket.send_json({"t": "host", "id": "1", "what": "close"})
        until(socket, "ack", id="1")
    assert house.host("Ben").form("/dashboard", {"table": button[2]}).status_code in (400, 404)


def test_who_takes_charge_in_a_hand_sees_no_hidden_card(house):
    hanna, ida = house.host(), house.host("Ida")
    table = house.table(hanna, watching="live")
    with hanna.socket(table) as socket:
        hello(socket)
        socket.send_json({"t": "do", "id": "1", "what": "sit", "seat": 0, "chips": 200})
        socket.send_json({"t": "host", "id": "2", "what": "bot", "seat": 1, "words": "random"})
        socket.send_json({"t": "host", "id": "3", "what": "deal"})
        while not (mine := until(socket, "view")[-1])["me"].get("offer"):
            pass
        assert all(text for _, text in mine["seats"][0]["cards"])
        ida.form("/dashboard", {"table": table.removeprefix("/table/")})
        with ida.socket(table) as there:
            seen = hello(there)[-1]
    assert (seen["state"], seen["me"]["host"]) == ("playing", True)
    for each in seen["seats"][:2]:
        assert [text for _, text in each["cards"]] == [""] * 5


def test_nobody_takes_charge_without_the_host_key_or_under_the_name_of_somebody_there(house):
    hanna, ada = house.host(), house.browser()
    table = house.table(hanna)
    ada.join(house.invite(hanna, table), "Ada")
    fields = {"table": table.removeprefix("/table/")}
    for browser, page in ((ada, "/me"), (house.browser(), "/host")):
        assert browser.form("/dashboard", fields, page).status_code == 403
    again = house.host("Hanna")
    answer = again.form("/dashboard", fields)
    assert answer.status_code == 400
    assert "Somebody here is called Hanna already" in answer.text
    assert again.http.post("/dashboard", data=fields, headers=OURS).status_code == 403
    assert again.form("/dashboard", {"table": "none"}).status_code == 404
    assert again.get(table).status_code == 404


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

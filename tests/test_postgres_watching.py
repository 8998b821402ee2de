"""Workers that share a PostgreSQL, as whoever runs them sees them: readiness, metrics, the dashboard, the logs."""

import json
import re
import time
from urllib.error import HTTPError

import pytest
from prometheus_client.parser import text_string_to_metric_families

from oddchip import __version__
from oddchip.web.logs import ERRORS
from postgres_server import Server, postgres
from test_web_serve import HELLO, Client, host_with_table, room

__all__ = ["postgres"]

pytestmark = pytest.mark.needs("postgresql")


def asked(client, path):
    """Status and text of a page."""
    try:
        return 200, client.get(path)[0]
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def until(true, seconds=15):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def samples(client):
    return [sample for family in text_string_to_metric_families(client.get("/metrics")[0]) for sample in family.samples]


def value(client, name, **labels):
    (found,) = (each for each in samples(client) if each.name == name and labels.items() <= each.labels.items())
    return found.value


@pytest.fixture
def pair(postgres, tmp_path):
    """Two workers, a host at the first, and a table that it leads."""
    url = ("--database", postgres.database())
    with room(tmp_path / "one", *url) as one, room(tmp_path / "two", *url) as two:
        host, table = host_with_table(one.said)
        yield one, two, host, table


def elsewhere(host, process):
    """The same person at another worker."""
    there = Client(process.said)
    for cookie in host.cookies:
        there.cookies.set_cookie(cookie)
    return there


def test_the_dashboard_of_either_worker_shows_both(pair):
    _one, two, host, table = pair
    there = elsewhere(host, two)
    until(lambda: len(json.loads(there.get("/dashboard.json")[0])["workers"]) == 2)
    with host.socket(table) as live:
        live.send(HELLO)
        live.recv(30)
        found = [json.loads(each.get("/dashboard.json")[0]) for each in (host, there)]
    mine = [[row[0] for row in each["workers"]] for each in found]
    assert [name.removesuffix(" (this one)") for name in mine[0]] == [
        name.removesuffix(" (this one)") for name in mine[1]
    ]
    assert [[name.endswith(" (this one)") for name in each].count(True) for each in mine] == [1, 1]
    owners = {row[1] for each in found for row in each["tables"]}
    assert len(owners) == 1, "both say the same of whose the table is"
    assert owners < {name.removesuffix(" (this one)") for name in mine[0]}
    assert sorted(row[4] for row in found[0]["workers"]) == ["0", "1"]
    assert {row[3] for row in found[0]["workers"]} == {__version__}
    assert [row[0] for each in found for row in each["tables"]] == [["Friday", table]] * 2
    facts = dict(found[0]["facts"])
    assert facts["Sockets"] == "1 at this worker"
    assert "Disk" not in facts
    assert "<td" in there.get("/dashboard")[0]


def test_metrics_name_their_worker_and_who_leads(pair):
    one, two, host, _table = pair
    there = elsewhere(host, two)
    workers = [{each.labels["worker"] for each in samples(client)} for client in (host, there)]
    assert all(len(each) == 1 for each in workers)
    assert workers[0] != workers[1]
    until(lambda: value(host, "oddchip_leases_held") + value(there, "oddchip_leases_held") == 1)
    assert value(host, "oddchip_room_tables") == value(there, "oddchip_room_tables") == 1
    assert value(host, "oddchip_store_append_seconds_count") > 0
    leading, other = (host, there) if value(host, "oddchip_leases_held") else (there, host)
    (one if leading is host else two).kill()
    until(lambda: value(other, "oddchip_leases_held") == 1)
    assert value(other, "oddchip_takeovers_total") == 1
    assert value(other, "oddchip_claims_total") >= 1


def test_a_worker_that_ends_in_good_order_leaves_nothing_to_be_taken(pair):
    one, two, host, _table = pair
    there = elsewhere(host, two)
    until(lambda: value(host, "oddchip_leases_held") + value(there, "oddchip_leases_held") == 1)
    leading, other = (host, there) if value(host, "oddchip_leases_held") else (there, host)
    process = one if leading is host else two
    process.terminate()
    assert process.wait(30) == 0
    until(lambda: value(other, "oddchip_leases_held") == 1)
    assert value(other, "oddchip_takeovers_total") == 0
    assert len(json.loads(other.get("/dashboard.json")[0])["workers"]) == 1


def test_a_worker_without_its_database_is_healthy_and_not_ready(tmp_path):
    with Server.started() as server, room(tmp_path / "one", "--database", server.database()) as process:
        client = Client(process.said)
        assert asked(client, "/readyz") == (200, "ready\n")
        server.stop("immediate")
        time.sleep(1.1)
        began = time.monotonic()
        status, word = asked(client, "/readyz")
        assert status == 503
        assert word in ("the store cannot write\n", "the store does not answer\n")
        assert time.monotonic() - began < 5
        assert asked(client, "/healthz") == (200, "ok\n")
        status, text = asked(client, "/metrics")
        assert status == 200
        assert "oddchip_store_size_bytes" not in text
        server.start()
        until(lambda: asked(client, "/readyz")[0] == 200, 30)
        process.terminate()
        assert process.wait(30) == 0
    lines = [json.loads(line) for line in (tmp_path / "one" / "log-1.jsonl").read_text().splitlines()]
    assert len({line["worker"] for line in lines if line["event"] != "closing"}) == 1
    assert {line["event"] for line in lines} & ERRORS == set(), "a database that is away mends itself"
    assert not re.search(r"oddchip@|password", json.dumps(lines))

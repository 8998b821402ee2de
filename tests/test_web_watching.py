"""What watches over a room: /healthz, /readyz, /metrics. They say how it is, and nothing of what is in it."""

import re
from pathlib import Path

import anyio
import pytest
from prometheus_client.parser import text_string_to_metric_families

from backend import on_postgresql
from oddchip.room.store import StoreBroken, StoreFull, StoreReadOnly, StoreRefused, schema
from oddchip.web import watching
from oddchip.web.live import drain
from web_room import hello, served, until

OPERATING = Path(__file__).parents[1] / "docs" / "operating.md"


@pytest.fixture
def house(tmp_path):
    with served(tmp_path) as house:
        yield house


def refusing(house, monkeypatch, error):
    """The store cannot write from now on."""

    async def write(items):
        raise error

    monkeypatch.setattr(house.room.store, "write", write)
    house.served.time += 10


def is_a_try(items):
    """Where several workers share a database, they write for their own purposes too."""
    return items.table is schema.meta if hasattr(items, "table") else items[0] is schema.meta


# --- health and readiness --------------------------------------------------------------------------------------------


def test_a_room_that_can_write_is_healthy_and_ready_to_anybody(house):
    stranger = house.browser()
    for path, word in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = stranger.get(path)
        assert (answer.status_code, answer.text) == (200, word)
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


def test_ready_means_that_a_row_was_written(house, monkeypatch):
    rows = []
    write = house.room.store.write
    monkeypatch.setattr(
        house.room.store, "write", lambda items: (is_a_try(items) and rows.append(items)) or write(items)
    )
    stranger = house.browser()
    for _ in range(3):
        assert stranger.get("/readyz").status_code == 200
    first = len(rows)
    assert first in (1, 2), "one try, of an update and an insert at most, whoever asks within a second"
    house.served.time += 2
    assert stranger.get("/readyz").status_code == 200
    assert len(rows) == first + 1, "the row is there now, and is written anew"


@pytest.mark.parametrize(
    "error, word",
    [
        (StoreFull("no space is left for the data folder"), "the store is full"),
        (StoreReadOnly("the data folder cannot be written"), "the store is read-only"),
        (StoreBroken("the disk is on fire"), "the store cannot write"),
    ],
)
def test_a_room_that_cannot_write_is_healthy_and_not_ready(house, monkeypatch, error, word):
    refusing(house, monkeypatch, error)
    answer = house.browser().get("/readyz")
    assert (answer.status_code, answer.text) == (503, f"{word}\n")
    assert house.browser().get("/healthz").status_code == 200
    monkeypatch.undo()
    house.served.time += 2
    assert house.browser().get("/readyz").status_code == 200, "it is tried anew"


def test_a_store_that_does_not_answer_is_asked_once_and_not_waited_for(house, monkeypatch):
    asked = []

    async def write(items):
        if is_a_try(items):
            asked.append(items)
        await anyio.sleep(2)
        return [1]

    monkeypatch.setattr(watching, "PATIENCE", 0.05)
    monkeypatch.setattr(house.room.store, "write", write)
    for _ in range(3):
        house.served.time += 10
        answer = house.browser().get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the store does not answer\n")
    assert len(asked) == 1


def test_a_room_that_leaves_is_healthy_and_not_ready(house):
    house.call(drain, house.served.app.state.wiring, "over")
    assert house.browser().get("/healthz").status_code == 200
    answer = house.browser().get("/readyz")
    assert (answer.status_code, answer.text) == (503, "leaving\n")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/dashboard"])
def test_they_answer_under_the_names_of_the_room_alone(house, path):
    assert house.browser("127.0.0.1").get(path, host="evil.example").status_code == 421


# --- metrics ---------------------------------------------------------------------------------------------------------


def families(house):
    text = house.browser("127.0.0.1").get("/metrics").text
    return {family.name: family for family in text_string_to_metric_families(text)}, text


def value(found, name, **labels):
    family = next(each for each in found.values() for sample in each.samples if sample.name == name)
    return next(
        sample.value for sample in family.samples if sample.name == name and labels.items() <= sample.labels.items()
    )


def test_metrics_count_what_happens(house):
    host = house.host()
    table = house.table(host)
    with host.socket(table) as socket:
        hello(socket)
        for number in ("1", "2"):
            socket.send_json({"t": "do", "id": number, "what": "sit", "seat": 2, "chips": 100})
            until(socket, "ack" if number == "1" else "nack", id=number)
        socket.send_json({"t": "host", "id": "3", "what": "bot", "seat": 4, "words": "random"})
        until(socket, "ack", id="3")
        found, _ = families(house)
        assert value(found, "oddchip_sockets") == 1
        assert value(found, "oddchip_frames_received_total", kind="do") == 2
        assert value(found, "oddchip_frames_sent_bytes_total") > value(found, "oddchip_frames_sent_total") > 2
    events = value(found, "oddchip_events_total")
    assert events >= 2
    assert value(found, "oddchip_room_events_total") == events + 1, "the making of the table is not a step shown"
    assert sum(each.value for each in found["oddchip_refusals"].samples if each.name.endswith("_total")) == 1
    assert value(found, "oddchip_tables", state="waiting") == 1
    assert value(found, "oddchip_tables", state="playing") == 0
    assert value(found, "oddchip_people_seated") == 1
    assert value(found, "oddchip_bots_seated") == 1
    assert value(found, "oddchip_room_tables") == 1
    assert value(found, "oddchip_room_people") == 2
    appends = value(found, "oddchip_store_append_seconds_count")
    assert appends >= value(found, "oddchip_store_commit_seconds_count") > 0
    assert value(found, "oddchip_store_group_jobs_sum") == appends
    assert value(found, "oddchip_store_append_seconds_bucket", le="+Inf") == appends
    assert value(found, "oddchip_store_waiting_jobs") <= on_postgresql()  # a lease is renewed now and then
    assert value(found, "oddchip_store_size_bytes") > 50_000
    assert on_postgresql() or value(found, "oddchip_disk_free_bytes") > 0
    assert value(found, "process_resident_memory_bytes") > 10_000_000


def test_what_cannot_be_written_is_counted_by_its_error(house):
    async def badly():
        with pytest.raises(StoreRefused, match="no column"):
            await house.room.store.write((schema.meta, {"nothing": 1}))

    house.call(badly)
    found, _ = families(house)
    assert value(found, "oddchip_store_failures_total", kind="StoreRefused") == 1
    assert value(found, "oddchip_store_waiting_jobs") <= on_postgresql()  # a lease is renewed now and then


def test_metrics_answer_while_the_store_does_not(house, monkeypatch):
    async def ask(question):
        raise StoreBroken("the disk is on fire")

    monkeypatch.setattr(house.room.store, "ask", ask)
    found, _ = families(house)
    assert "oddchip_store_size_bytes" not in found
    assert value(found, "oddchip_sockets") == 0


UNITS = "seconds|bytes|jobs|info"
SHORT = r"(?:^|_)(?:s|ms|us|ns|sec|secs|min|minutes|hours|days|b|kb|mb|gb|bits|kilobytes|megabytes|milliseconds)(?:_|$)"


def test_metrics_are_named_as_prometheus_wants_them(house):
    """The rules of `promtool check metrics`: help, base units, _total for counters alone, no kinds in names."""
    found, text = families(house)
    own = [each for each in found.values() if each.name.startswith("oddchip_")]
    assert len(own) > 25
    for each in own:
        assert each.documentation, each.name
        assert each.documentation[0].isupper(), each.name
        assert re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", each.name), each.name
        assert not re.search(SHORT, each.name), each.name
        assert not re.search(r"counter|gauge|histogram|summary|metric", each.name), each.name
        assert not each.name.endswith(("_count", "_sum", "_bucket", "_created")), each.name
        declared = re.search(rf"^# TYPE {each.name}(_total)? (\w+)$", text, re.M)
        assert (declared[2] == "counter") == (declared[1] is not None), each.name
        if each.type == "histogram":
            assert re.search(rf"_(?:{UNITS})$", each.name), each.name
        for sample in each.samples:
            assert not {"instance", "job"} & set(sample.labels), each.name


def test_every_metric_is_in_the_manual_and_nothing_else(house):
    _, text = families(house)
    have = set(re.findall(r"^# TYPE (oddchip_\w+) ", text, re.M))
    told = set(re.findall(r"`(oddchip_\w+)`", re.search(r"^\| metric .*?\n\n", OPERATING.read_text(), re.M | re.S)[0]))
    other = "oddchip_disk_free_bytes" if on_postgresql() else "oddchip_leases_held"
    assert told - {other} == have
    alarms = set(re.findall(r"oddchip_\w+", re.search(r"^## Alarms.*?^## ", OPERATING.read_text(), re.M | re.S)[0]))
    assert {name.removesuffix("_bucket") for name in alarms} <= told

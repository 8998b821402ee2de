"""California Poker between two at a table of the room: who deals is nobody but the two (docs/two_party.md)."""

from __future__ import annotations

from typing import Any

import pytest

from oddchip.fair.two_party import verify_transcript
from oddchip.room.errors import Refused
from oddchip.room.fair_records import fair_record
from oddchip.room.protocol import GameWanted
from oddchip.web.app import make_app
from oddchip.web.settings import WebSettings
from room_pair import FIRST, LAST, dealt, kept, settle, two_at_a_table
from rooms import Parlour, in_a_room, no


@in_a_room
async def test_two_hands_are_dealt_by_the_two_and_booked_by_the_engine(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    assert p.table.hand is not None
    for one in (hanna, ben):
        assert set(one.at.mine or ()) == set(p.hand.holdings[one.screen.seat])
        assert one.screen.offer is not None
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    assert hanna.screen.offer is None
    assert ben.screen.at(0)["sealed"]
    assert ben.screen.view["acting"] == [1]
    await ben.choose(LAST)
    await settle(hanna, ben)
    assert hanna.at.ending is not None
    assert hanna.at.ending.end == "settled"
    first = p.hand
    net = first.result.net
    assert sorted(net.values()) in ([-10, 10], [0, 0])
    text = await kept(p, 1)
    checked = verify_transcript(text, house=p.room.signer.key)
    assert checked.ending is not None
    assert [100 + net[0] - 10, 100 + net[1] - 10] == [90 + net[0], 90 + net[1]]
    assert checked.state is not None
    assert checked.state.balances == tuple(p.table.stacks[seat] for seat in (0, 1))
    await p.deal()
    await settle(hanna, ben)
    assert p.table.state.hands == 2
    assert hanna.pair["number"] == 2
    assert hanna.at.hands != checked.hands
    await hanna.choose(FIRST)
    await ben.choose(FIRST)
    await settle(hanna, ben)
    assert hanna.at.label is not None
    assert "Both have signed the result." in " ".join(ben.screen.log)
    verify_transcript(await kept(p, 2, "Ben"), house=p.room.signer.key)


@in_a_room
async def test_who_asks_for_the_record_of_committed_decks_is_told_that_there_were_none(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    person = ben.screen.person
    with pytest.raises(Refused, match="two dealt this hand to each other"):
        await fair_record(p.room, p.table_id, 1, person)
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await settle(hanna, ben)
    with pytest.raises(Refused, match="two dealt this hand to each other"):
        await fair_record(p.room, p.table_id, 1, person)


@in_a_room
async def test_only_california_poker_and_only_people(p: Parlour) -> None:
    hanna, _ = await two_at_a_table(p)
    no(await hanna.screen.host("games", games=[GameWanted("badugi")], sure=True), "refused", "California")


@in_a_room
async def test_the_transcript_is_for_the_two_until_the_hand_is_over(p: Parlour) -> None:
    """By its address: who has no session, who has no business here, who looks on, who plays."""
    tokens = {}
    for name in ("Ben", "Guest", "Stranger"):
        p.people[name], tokens[name] = await p.room.new_guest(name)
    hanna, ben = await dealt(p)
    await p.room.accept(p.table_id, "watch", p.people["Guest"])
    app = make_app(p.room, WebSettings(port=8717))
    path = f"/table/{p.table_id}/pair/1.jsonl"

    async def got(name: str, path: str = path) -> tuple[int, dict[str, str], str]:
        cookie = [(b"cookie", f"oddchip={tokens[name]}".encode())] if name else []
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            sent.append(message)

        asked = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
        at = {"scheme": "http", "client": ("127.0.0.1", 4000), "server": ("127.0.0.1", 8717), "root_path": ""}
        await app({**asked, **at, "headers": [(b"host", b"127.0.0.1:8717"), *cookie]}, receive, send)
        headers = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
        return sent[0]["status"], headers, b"".join(each.get("body", b"") for each in sent[1:]).decode()

    during = {name: (await got(name))[0] for name in ("", "Ben", "Guest", "Stranger")}
    assert during == {"": 401, "Ben": 200, "Guest": 404, "Stranger": 404}
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await settle(hanna, ben)
    after = {name: (await got(name))[0] for name in ("", "Ben", "Guest", "Stranger")}
    assert after == {"": 401, "Ben": 200, "Guest": 200, "Stranger": 404}
    _, headers, text = await got("Guest")
    assert headers["content-disposition"] == 'attachment; filename="pair-1.jsonl"'
    assert text == await kept(p, 1)
    for other in ("2.jsonl", "1.json"):
        assert (await got("Ben", path.replace("1.jsonl", other)))[0] == 404

"""California Poker between two at a table of the room: who deals is nobody but the two (docs/two_party.md)."""

from __future__ import annotations

from oddchip.fair.two_party import verify_transcript
from oddchip.room.protocol import GameWanted
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
async def test_only_california_poker_and_only_people(p: Parlour) -> None:
    hanna, _ = await two_at_a_table(p)
    no(await hanna.screen.host("games", games=[GameWanted("badugi")], sure=True), "refused", "California")

"""The coach inside a room: at tables where two deal to each other, for whoever may look, and never too early."""

from __future__ import annotations

import pytest

from oddchip.room.coaching import MOST_KEPT, NOTHING, OFF, Coach, coached_for
from oddchip.room.errors import Refused
from oddchip.room.history import hand_of
from oddchip.room.luck import scores
from oddchip.solve.california import Deal, coach
from oddchip.solve.california.deal import GIFTS
from room_pair import FIRST, LAST, dealt, settle, too_late
from rooms import Parlour, done, in_a_room


async def told(p: Parlour, name: str, hand: int = 1):
    person = p.people[name].id
    return await coached_for(p.room, await hand_of(p.room, p.table_id, hand, person), person)


@in_a_room
async def test_a_hand_that_two_dealt_to_each_other_is_coached_once_it_is_open(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    with pytest.raises(Refused, match="not over yet"):
        await told(p, "Hanna")
    held = dict(p.hand.holdings)
    await ben.choose(LAST)
    await settle(hanna, ben)
    said = await told(p, "Ben")
    seats = said["seats"]
    assert said["names"][said["me"]] == "Ben"
    deal = Deal.of(held[seats[0]], held[seats[1]])
    gifts = [
        deal.given(side, GIFTS.index((0, 1, 2, 3) if seat == 0 else (4, 5, 6, 7))) for side, seat in enumerate(seats)
    ]
    exact = coach(deal.first, deal.second, gifts)
    assert said["value"] == str(exact.value)
    assert [pick["gift"] for pick in said["picks"]] == [pick.gift for pick in exact.picks]
    net = p.hand.result.net[seats[0]]
    assert said["result"] == (net > 0) - (net < 0) == exact.result


@in_a_room
async def test_a_stake_that_was_forfeited_is_no_hand_for_the_coach(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    await too_late(p, hanna, ben)
    assert not p.table.playing
    with pytest.raises(Refused, match=NOTHING[:30]):
        await told(p, "Hanna")
    assert scores(await p.room.values.of(p.room.store, p.table_id)) == {}


@in_a_room
async def test_the_setting_is_honoured_at_once_and_when_the_table_is_closed(p: Parlour) -> None:
    await p.new_table("california_poker", size=2)
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    for each in (hanna, ben):
        done(await each.act("give", cards=each.ids[:4]))
    assert (await told(p, "Ben"))["hand"] == 1
    done(await hanna.host("settings", settings={"coach": False}))
    assert any("not coached" in line for line in ben.log)
    assert ben.view["settings"]["coach"] is False
    with pytest.raises(Refused, match=OFF):
        await told(p, "Ben")
    done(await hanna.host("close"))
    await p.restart()
    assert p.table_id not in p.room.tables
    for _ in range(2):
        with pytest.raises(Refused, match=OFF):
            await told(p, "Hanna")


@in_a_room
async def test_what_the_coach_keeps_is_bounded(p: Parlour) -> None:
    await p.new_table("california_poker", size=2)
    hanna, ben = await p.sit("Hanna", "Ben")
    few = Coach(2)
    for hand in range(1, 5):
        await p.deal()
        for each in (hanna, ben):
            done(await each.act("give", cards=each.ids[-4:]))
        past = await hand_of(p.room, p.table_id, hand, hanna.person)
        assert await few.of(past) is await few.of(past)
        assert len(few._kept) == min(hand, 2)
    assert MOST_KEPT < 100

"""Whole evenings of two who deal to each other, with all that goes wrong: whatever happens, chips and proofs hold."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from oddchip.fair.errors import FairError
from oddchip.fair.two_party import verify_transcript
from room_pair import Two, kept, settle, two_at_a_table
from rooms import Parlour, done, in_a_room

HANDS = 12
KINDS = ("hello", "commit", "secret", "seal", "open", "result", "")


async def one_hand(p: Parlour, rng: Random, two: tuple[Two, Two]) -> str:
    """One hand in which anything may happen; what was made of it in a word."""
    for one in two:
        one.hold = {rng.choice(KINDS)} if rng.random() < 0.2 else set()
        one.unsent.clear()
        if one.screen.me.get("may") and "return" in one.screen.me["may"]:
            done(await one.screen.do("return"))
    await p.deal()
    for _ in range(4):
        await settle(*two)
        await trouble(p, rng, two)
        for one in two:
            if one.session is not None and one.session.may_choose and rng.random() < 0.8:
                await one.choose(rng.choice((0b1111, 0b10101010, 0b11000011)))
    if rng.random() < 0.15 and two[0].session is not None:
        with suppress(FairError):  # when it is over already there is nothing to leave
            await two[0].say(two[0].session.leave())
    await settle(*two)
    await p.wait(70, step=10)
    await settle(*two)
    between = p.scene.desk.between
    assert between is not None
    return between.end or between.dropped


async def trouble(p: Parlour, rng: Random, two: tuple[Two, Two]) -> None:
    what = rng.random()
    one = rng.choice(two)
    if what < 0.1:
        await one.reload()
        await one.say(one.look())
    elif what < 0.15:
        await p.restart(kill=rng.random() < 0.5, away=rng.choice((0, 5, 400)))
    elif what < 0.25:
        await p.wait(rng.choice((1, 15)), step=5)
    elif what < 0.3 and not p.table.playing:
        done(await two[0].screen.host("pause"))
        await p.wait(100, step=25)
        done(await two[0].screen.host("resume"))
        for each in two:
            if each.session is not None and not each.unsent:
                await each.say(each.session.pending)


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_two(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @in_a_room
    async def work(p: Parlour) -> None:
        rng = Random(seed)
        two = await two_at_a_table(p, 1000)
        ends: list[str] = []
        for _ in range(HANDS):
            ends.append(await one_hand(p, rng, two))
            assert sum(p.table.stacks.values()) == 2000
            assert not p.table.playing
        for number in range(1, p.table.state.hands + 1):
            checked = verify_transcript(await kept(p, number), house=p.room.signer.key)
            assert checked.ending is not None
        assert not p.scene.desk.stopped
        assert {"settled"} < set(ends), ends

    work(tmp_path, monkeypatch)

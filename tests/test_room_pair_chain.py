"""Settling on the chain from the room: the session ends, and its file comes to the same balances in the escrow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddchip.cli import main
from oddchip.errors import OddchipError
from oddchip.fair.errors import FairError
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.settling import settle
from oddchip.fair.escrow.transcripts import channel_of
from oddchip.fair.escrow.twin import Twin
from oddchip.fair.two_party import verify_transcript
from oddchip.room.protocol import GameWanted
from room_pair import CLOCK, FIRST, GAME, LAST, Two, dealt, kept, stopped_at, too_late, two_at_a_table
from room_pair import settle as go_on
from rooms import Parlour, done, in_a_room, no

STORED = sorted((Path(__file__).parent / "fair" / "two_party").glob("*.jsonl"))


def withdrawn(text: str) -> tuple[int, ...]:
    """What each takes out of the escrow."""
    landed = list(settle(Twin(PLAY, START), channel_of(text)))
    assert not any(each.refused for each in landed), landed
    return tuple(int(each.words.split()[-1]) for each in landed if each.step == "withdraw")


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_transcript_comes_to_the_same_end_in_the_escrow_or_is_refused_in_a_sentence(path: Path) -> None:
    text = path.read_text()
    try:
        checked = verify_transcript(text)
    except FairError:
        checked = None
    try:
        channel_of(text)
    except OddchipError:
        whole = checked is not None and checked.terms is not None and checked.ending is not None
        offer = checked.terms.offer if whole and checked and checked.terms else None
        fits = offer is not None and offer.stakes[0] == offer.stakes[1] > 0 and not offer.dead
        assert not (fits and checked and checked.ending and checked.ending.end in ("settled", "forfeit", "void"))
        return
    assert checked is not None
    assert checked.terms is not None
    assert checked.ending is not None
    assert withdrawn(text) == checked.terms.settled(checked.ending.shares).balances


@in_a_room
async def test_a_dispute_ends_the_session_and_the_chain_pays_what_the_room_had_booked(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "open")
    await too_late(p, hanna, ben)
    assert p.table.stacks == {0: 110, 1: 90}
    done(await ben.screen.do("on_chain"))
    assert p.table.state.closed == "playing on-chain"
    assert hanna.screen.view["why"] == "Playing on-chain."
    assert withdrawn(await kept(p, 1)) == (110, 90)


@in_a_room
async def test_who_asks_in_mid_hand_plays_it_to_its_end_first(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    done(await ben.screen.do("on_chain"))
    assert p.table.playing
    assert hanna.pair["chain"]
    assert any("Ben wants to settle on the chain" in line for line in hanna.screen.log)
    await p.restart(kill=True)
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await go_on(hanna, ben)
    assert p.table.state.closed == "playing on-chain"
    text = await kept(p, 1)
    gone = p.table.state.departed
    assert withdrawn(text) == (gone[hanna.screen.person].chips, gone[ben.screen.person].chips)


@in_a_room
async def test_only_the_two_may_ask(p: Parlour) -> None:
    await two_at_a_table(p)
    guest = await p.come("Guest", watching=True)
    no(await guest.do("on_chain"), "refused", "Only who plays")


@in_a_room
async def test_who_has_left_ends_nobodys_session(p: Parlour) -> None:
    """Between hands the last two are still known; one of them is gone, and another sits in his place."""
    hanna, ben = await dealt(p)
    for one in (hanna, ben):
        await one.choose(FIRST)
    await go_on(hanna, ben)
    done(await hanna.screen.host("hold"))
    done(await ben.screen.do("leave"))
    no(await ben.screen.do("on_chain"), "refused", "has left the table")
    no(await hanna.screen.do("on_chain"), "refused", "has left the table")
    (cy,) = await p.sit("Cy", first=1, chips=100)
    for screen in (ben.screen, hanna.screen):
        no(await screen.do("on_chain"), "refused", "has left the table")
    no(await cy.do("on_chain"), "refused", "Only who plays")
    assert p.table.state.closed is None


@in_a_room
async def test_what_is_to_be_dealt_by_the_house_later_takes_nothing_from_this_hand(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await other_games(hanna)
    done(await ben.screen.do("on_chain"))
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await go_on(hanna, ben)
    assert p.table.state.closed == "playing on-chain"
    await p.check()


@in_a_room
async def test_a_hand_that_the_house_has_dealt_is_nobodys_to_break_off(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await go_on(hanna, ben)
    done(await hanna.screen.host("settings", settings={"fairness": "roots"}))
    await p.deal()
    done(await hanna.screen.host("settings", settings={"fairness": "pair"}))
    before = p.scene
    assert before.table.playing
    no(await ben.screen.do("on_chain"), "refused", "^The house has dealt this hand")
    assert p.scene == before, "nothing is half done"
    done(await hanna.screen.host("void", words="for this test"))
    done(await ben.screen.do("on_chain"))
    assert p.table.state.closed == "playing on-chain"
    await p.check()


async def by_choice(p: Parlour) -> tuple[Two, Two]:
    """The same two in dealer's choice: the game of the next hand is nobody's to know yet."""
    house = {"clock_seconds": CLOCK, "choice_length": "hand"}
    await p.new_table(GAME, size=2, fairness="pair", mode="choice", house=house)
    hanna, ben = await p.sit("Hanna", "Ben", chips=100)
    two = Two(p, hanna), Two(p, ben)
    await p.deal()
    (chooser,) = [one.screen for one in two if "choose" in one.screen.me["may"]]
    done(await chooser.do("choose", game="california_poker"))
    await p.deal()
    await go_on(*two)
    return two


async def other_games(hanna: Two) -> None:
    done(await hanna.screen.host("settings", settings={"fairness": "roots"}))
    done(await hanna.screen.host("games", games=[GameWanted("badugi")], sure=True))


@pytest.mark.parametrize("end", ["played", "forfeit", "left"])
@pytest.mark.parametrize("next_game", ["not chosen yet", "another"])
def test_whatever_was_to_be_played_next_the_session_ends_after_this_hand(next_game, end, tmp_path, monkeypatch):
    """CP-9: neither a host nor a chooser can have a line refused, or the table left open, by what comes next."""

    @in_a_room
    async def test(p: Parlour) -> None:
        hanna, ben = await (by_choice(p) if next_game == "not chosen yet" else dealt(p))
        done(await ben.screen.do("on_chain"))
        if next_game == "another":
            await other_games(hanna)
        await hanna.choose(FIRST)
        if end == "played":
            await ben.choose(LAST)
        elif end == "left":
            await ben.say(ben.at.leave())
        await go_on(hanna, ben)
        if end == "forfeit":
            await too_late(p, hanna, ben)
        assert not hanna.refused + ben.refused
        assert p.table.state.closed == "playing on-chain"
        assert hanna.screen.view["why"] == "Playing on-chain."
        gone = p.table.state.departed
        assert withdrawn(await kept(p, 1)) == (gone[hanna.screen.person].chips, gone[ben.screen.person].chips)
        await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_between_hands_the_session_ends_though_no_game_is_chosen_yet(p: Parlour) -> None:
    hanna, ben = await by_choice(p)
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await go_on(hanna, ben)
    assert p.table.entry is None
    done(await ben.screen.do("on_chain"))
    assert p.table.state.closed == "playing on-chain"


@in_a_room
async def test_a_void_hand_ends_the_session_though_other_games_were_to_follow(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    done(await ben.screen.do("on_chain"))
    await other_games(hanna)
    await p.actor.stop_table("a fault for this test", p.clock())
    done(await hanna.screen.host("refund"))
    assert p.table.state.closed == "playing on-chain"
    assert {gone.chips for gone in p.table.state.departed.values()} == {100}


@in_a_room
async def test_a_hand_that_is_void_after_a_fault_is_the_end_of_a_session_that_waited_for_it(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    done(await ben.screen.do("on_chain"))
    await p.actor.stop_table("a fault for this test", p.clock())
    done(await hanna.screen.host("refund"))
    assert p.table.state.closed == "playing on-chain"
    assert {gone.chips for gone in p.table.state.departed.values()} == {100}


@pytest.mark.parametrize("asked_in", ["a hand", "between hands"])
def test_a_table_that_is_stopped_by_a_fault_is_its_hosts_to_end_or_to_let_go_on(asked_in, tmp_path, monkeypatch):
    @in_a_room
    async def test(p: Parlour) -> None:
        hanna, ben = await dealt(p)
        if asked_in == "between hands":
            await hanna.choose(FIRST)
            await ben.choose(LAST)
            await go_on(hanna, ben)
            done(await hanna.screen.host("hold"))
        await p.actor.stop_table("a fault for this test", p.clock())
        before = p.scene
        no(await ben.screen.do("on_chain"), "refused", "^The table was stopped by a fault, and a host")
        assert p.scene == before, "nothing is half done"
        done(await hanna.screen.host("retry"))
        done(await ben.screen.do("on_chain"))
        if asked_in == "a hand":
            await hanna.choose(FIRST)
            await ben.choose(LAST)
            await go_on(hanna, ben)
        assert p.table.state.closed == "playing on-chain"
        await p.check()

    test(tmp_path, monkeypatch)


def test_the_command_takes_a_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (good,) = [path for path in STORED if path.stem == "as_seat_1_saw_it"]
    assert main(["escrow", "settle", str(good), "--plain", "--json"]) == 0
    landed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["words"] for each in landed if each["step"] == "withdraw"] == ["withdraws 90", "withdraws 110"]
    (bad,) = [path for path in STORED if path.stem == "bad_mask_edited"]
    assert main(["escrow", "settle", str(bad), "--plain"]) != 0


@in_a_room
async def test_a_last_stake_and_the_chain_at_once(p: Parlour) -> None:
    """CP-9: whichever reason came first, the session ends as it landed last, with all chips accounted for."""
    hanna, ben = await stopped_at(p, "seal", (10, 10))
    done(await hanna.screen.do("on_chain"))
    done(await ben.screen.do("leave"))
    await too_late(p, hanna, ben)
    assert p.table.state.closed == "playing on-chain"
    assert p.table.state.session is not None
    assert p.table.state.session.reason == "external_settlement"
    assert withdrawn(await kept(p, 1)) == (20, 0)

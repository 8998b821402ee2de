"""The anchor's scenarios of a fair hand between two, at a table of the room: what the two or the room may try."""

from __future__ import annotations

import asyncio
import re

import pytest

from backend import all_that_is_kept, settled
from oddchip.fair.errors import FairError
from oddchip.fair.two_party import Label, MemoryVault, verify_transcript
from oddchip.fair.two_party.messages import Commit, Hello, Leave, Open, Result, Seal, read, signed
from oddchip.fair.two_party.swap import given
from oddchip.room.protocol import Pair
from room_pair import (
    CLOCK,
    FIRST,
    LAST,
    Two,
    crafted,
    dealt,
    error_of,
    kept,
    settle,
    stopped_at,
    too_late,
    two_at_a_table,
)
from rooms import Parlour, done, in_a_room, no


def nets(p: Parlour) -> dict[int, int]:
    assert p.hand.result is not None
    return dict(p.hand.result.net)


# --- leaving, silence ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["commit", "secret", "seal", "open"])
def test_california_scenario_01_who_is_silent_at_any_step_forfeits_the_whole_pot(kind, tmp_path, monkeypatch):
    @in_a_room
    async def work(p: Parlour) -> None:
        hanna, ben = await stopped_at(p, kind)
        assert p.hand.pot == 20
        no(await hanna.screen.host("void", words="I do not like it"), "refused", "nobody can make it void")
        await too_late(p, hanna, ben)
        assert (nets(p), p.table.stacks) == ({0: 10, 1: -10}, {0: 110, 1: 90})
        assert hanna.at.label is Label.OPPONENT_TIMED_OUT
        assert ben.at.label is Label.NEVER_MOVED
        assert p.table.places[1].away.value != "no"
        assert any("silent until the time was up" in line for line in hanna.screen.log)
        verify_transcript(await kept(p, 1), house=p.room.signer.key)
        assert p.table.state.hands == 1

    work(tmp_path, monkeypatch)


@in_a_room
async def test_california_scenario_01_leaving_with_closed_secrets_forfeits_at_once(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "secret")
    assert not any(p.hand.state.hands)
    done(await ben.screen.do("leave"))
    exchange = ben.at.exchange
    of = {"match": exchange.match, "hand": 1, "seat": 1, "n": 2, "seen": exchange.said[0][-1].id, "key": ben.signer.key}
    done(await ben.screen.ask(Pair(p.id(), signed(Leave, ben.signer, **of).text)))
    await settle(hanna)
    assert (nets(p), p.table.stacks) == ({0: 10, 1: -10}, {0: 110})
    assert hanna.at.label is Label.FORFEITED_LEFT
    assert p.table.state.departed[ben.screen.person].chips == 90


@in_a_room
async def test_california_scenario_01_leaving_the_table_waits_for_the_hand(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    done(await ben.screen.do("leave"))
    assert p.table.playing
    await hanna.choose(FIRST)
    await ben.choose(FIRST)
    await settle(hanna, ben)
    assert hanna.at.label is Label.SETTLED
    assert 1 not in p.table.places


@in_a_room
async def test_california_scenario_02_who_knows_that_he_lost_gains_nothing_by_silence(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "open")
    assert hanna.at.exchange.find(0, Open)
    assert ben.at.exchange.find(0, Open)
    await too_late(p, hanna, ben)
    assert nets(p) == {0: 10, 1: -10}


@in_a_room
async def test_california_scenario_03_a_wrong_opening_is_refused_and_its_clock_runs_on(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "open")
    until = ben.pair["until"]
    choice = ben.vault.load(ben.at.place, "choice")
    assert choice is not None
    for mask in (LAST, LAST, 0b11, 255):
        await p.wait(1)
        answer = await ben.screen.ask(Pair(p.id(), crafted_open(ben, choice[:32], mask)))
        no(answer, "refused", "sealed|four")
    assert ben.pair["until"] == until
    await too_late(p, hanna, ben)
    assert nets(p) == {0: 10, 1: -10}
    assert hanna.at.label is Label.FORFEITED_OPENING


def crafted_open(one: Two, salt: bytes, mask: int) -> str:
    """Another opening than the one that lies in his vault."""
    exchange, seat = one.at.exchange, one.at.seat
    mine = [message for message in exchange.said[seat] if not isinstance(message, Open | Result)]
    assert exchange.terms is not None
    seen = exchange.said[1 - seat][-1].id
    values = {"terms": exchange.terms.hash, "seat": seat, "n": len(mine), "seen": seen, "salt": salt, "mask": mask}
    text: str = signed(Open, one.signer, **values).text
    return text


@in_a_room
async def test_california_scenario_06_the_cards_that_are_named_are_given_however_they_lie(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    mine = hanna.at.mine
    assert mine is not None
    give = [mine[at] for at in (7, 0, 5, 2)]
    await hanna.say(hanna.at.choose(give=give))
    await ben.choose(FIRST)
    theirs = ben.at.mine
    assert theirs is not None
    await settle(hanna, ben)
    assert set(p.hand.holdings[0]) == set(mine) - set(give) | set(given(theirs, FIRST))


# --- replays, copies, secrets used twice -----------------------------------------------------------------------------


async def second_hand(p: Parlour) -> tuple[Two, Two, list[str]]:
    """The cards of the second hand are there; the lines of the first."""
    hanna, ben = await dealt(p)
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    await settle(hanna, ben)
    first = ben.at.saved.splitlines()
    await p.deal()
    await settle(hanna, ben)
    assert ben.pair["number"] == 2
    return hanna, ben, first


@in_a_room
async def test_california_scenario_07_what_was_said_in_another_hand_is_refused(p: Parlour) -> None:
    _, ben, first = await second_hand(p)
    before = p.scene.seq
    for line in first:
        if '"seat":1' in line:
            no(await ben.screen.ask(Pair(p.id(), line)), "refused", "another hand|not the terms")
    assert p.scene.seq == before


@in_a_room
async def test_california_scenario_08_a_copied_seal_is_refused(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    seal = ben.at.exchange.find(0, Seal)
    assert seal is not None
    no(await ben.screen.ask(Pair(p.id(), crafted(Seal, ben, hash=seal.hash))), "refused", "copied|same")
    no(await ben.screen.ask(Pair(p.id(), seal.text)), "refused", "not signed as Ben")
    await ben.choose(FIRST)
    await settle(hanna, ben)
    assert hanna.at.label is Label.SETTLED


@in_a_room
async def test_california_scenario_09_a_secret_is_refused_for_ever_over_restarts_too(p: Parlour) -> None:
    hanna, ben, _ = await second_hand(p)
    again = ben.vault.kept
    first = next(value for (_, what), value in again.items() if what == "secret")
    await hanna.choose(FIRST)
    await ben.choose(LAST)
    ben.vault, ben.bits = MemoryVault(), lambda n: first[:n]  # an old copy, and a source that repeats itself
    await settle(hanna, ben)
    await p.restart()
    await p.deal()
    await settle(hanna, ben)
    assert ben.pair["number"] == 3
    assert any("used before" in why for why in ben.refused), ben.refused
    await too_late(p, hanna, ben)
    assert nets(p) == {0: 10, 1: -10}


@in_a_room
async def test_california_scenario_09_two_tabs_are_one_player(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    other = Two(p, ben.screen, key=b"")
    other.signer, other.vault = ben.signer, ben.vault
    await ben.screen.again()
    await other.say(other.look())
    assert "another window" in error_of(lambda: ben.at.choose(give=(ben.at.mine or ())[:4]))
    await other.choose(FIRST)
    await hanna.choose(FIRST)
    await settle(hanna, other)
    assert other.at.label is Label.SETTLED


# --- the clock -------------------------------------------------------------------------------------------------------


@in_a_room
async def test_california_scenario_10_the_deadline_itself_is_in_time(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal")
    p.clock.time = ben.pair["until"]
    await p.tick()
    done((await ben.send_held())[0])
    await settle(hanna, ben)
    assert hanna.at.label is Label.SETTLED


@in_a_room
async def test_california_scenario_10_a_millisecond_later_is_too_late(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal")
    p.clock.time = ben.pair["until"] + 0.001
    held, ben.unsent, ben.hold = ben.unsent, [], set()
    no((await ben.say(held[:1]))[0], "refused", "too late by 1 millisecond")
    p.clock.time += 0.002
    await p.tick()
    await settle(hanna, ben)
    assert nets(p) == {0: 10, 1: -10}
    assert ben.at.label is Label.LANDED_LATE


@pytest.mark.parametrize("kind", ["commit", "secret", "seal", "open"])
def test_california_scenario_11_both_silent_at_one_deadline_have_their_stakes_back(kind, tmp_path, monkeypatch):
    @in_a_room
    async def work(p: Parlour) -> None:
        hanna, ben = await two_at_a_table(p)
        hanna.hold.add(kind)
        ben.hold.add(kind)
        await settle(hanna, ben)
        for one in (hanna, ben):
            if one.at.mine is not None:
                await one.choose(FIRST)
        await settle(hanna, ben)
        await too_late(p, hanna, ben)
        assert (nets(p), p.table.stacks) == ({0: 0, 1: 0}, {0: 100, 1: 100})
        assert hanna.at.label is Label.VOID

    work(tmp_path, monkeypatch)


@in_a_room
async def test_california_scenario_11_an_unanswered_offer_is_no_hand(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    ben.hold.add("hello")
    await settle(hanna, ben)
    assert not p.table.playing
    await too_late(p, hanna, ben)
    assert (hanna.pair["end"], p.table.state.hands, p.table.stacks) == ("off", 0, {0: 100, 1: 100})
    assert p.table.why_not is not None
    ben.hold.clear()
    done(await ben.screen.do("return"))
    await p.deal()
    ben.unsent.clear()
    await settle(hanna, ben)
    assert p.table.playing


@in_a_room
async def test_the_rooms_absence_gives_time_back(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal")
    await p.wait(20, step=5)
    done(await ben.screen.say("a moment"))
    until = ben.pair["until"] - p.clock.time
    await p.restart(kill=True, away=500)
    await settle(hanna, ben)
    assert ben.pair["until"] - p.clock.time >= until
    assert p.table.playing
    done((await ben.send_held())[0])
    await settle(hanna, ben)
    assert hanna.at.label is Label.SETTLED
    verify_transcript(await kept(p, 1), house=p.room.signer.key)


@in_a_room
async def test_a_pause_gives_time_back_and_nothing_is_heard_in_it(p: Parlour) -> None:
    """No host stops a hand that he may be losing: only once the cards have decided it."""
    hanna, ben = await stopped_at(p, "result")
    until = ben.pair["until"]
    done(await hanna.screen.host("pause", words="the door bell"))
    await p.wait(300, step=50)
    no((await ben.send_held())[0], "refused", "stands still")
    done(await hanna.screen.host("resume"))
    assert ben.pair["until"] == until + 300
    await ben.say(ben.at.pending)
    await settle(hanna, ben)
    assert hanna.at.label is Label.SETTLED
    assert hanna.at.ending is not None
    assert hanna.at.ending.unsigned == ()


@in_a_room
async def test_no_host_stops_a_hand_that_he_may_be_losing(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "open")
    for what in ("pause", "void", "close"):
        no(await hanna.screen.host(what, words="I do not like it"), "refused", "[Tt]wo deal|hand is being played")
    await too_late(p, hanna, ben)
    assert nets(p) == {0: 10, 1: -10}


@in_a_room
async def test_california_scenario_12_a_reload_between_seal_and_opening_opens_the_same(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await ben.choose(LAST)
    await settle(hanna, ben)
    await ben.reload()
    await ben.say(ben.look())
    assert not ben.at.may_choose
    assert ben.at.choice == LAST
    assert ben.screen.offer is None
    await p.restart(kill=True)
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    assert ben.at.exchange.outcome is not None
    assert ben.at.exchange.outcome.masks == (FIRST, LAST)
    assert hanna.at.label is Label.SETTLED


@in_a_room
async def test_california_scenario_12_a_choice_whose_seal_was_lost_is_not_asked_for_again(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    ben.hold.add("seal")
    await ben.choose(LAST)
    await ben.reload()
    ben.hold.clear()
    await ben.say(ben.look())
    assert not ben.at.may_choose
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    assert ben.at.exchange.outcome is not None
    assert ben.at.exchange.outcome.masks == (FIRST, LAST)


# --- what is sent ----------------------------------------------------------------------------------------------------


@in_a_room
async def test_california_scenario_17_only_one_form_is_read_and_floods_are_stopped(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal")
    good = ben.unsent[0]
    bad = [
        good + " ",
        good.replace('"n":', '"n":0'),
        good.replace(",", ", "),
        good.replace("1", "\u0661", 1),
        "",
        "x" * 3000,
    ]
    bad += [good[:-4] + '00"}', good.upper()]
    before = p.scene.seq
    for line in bad:
        no(await ben.screen.ask(Pair(p.id(), line)), "refused")
    assert p.scene.seq == before
    for _ in range(64):
        answer = await ben.screen.ask(Pair(p.id(), good[:-4] + '00"}'))
    no(answer, "refused", "no more of them is read")
    no(await ben.screen.ask(Pair(p.id(), good)), "refused", "no more of them is read")
    await too_late(p, hanna, ben)
    assert nets(p) == {0: 10, 1: -10}


@in_a_room
async def test_california_scenario_18_a_relay_that_changes_or_drops_is_noticed(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    missed = len(ben.screen.views)
    await hanna.say(hanna.look())
    lines = [line for view in ben.screen.views[missed:] for line in view["pair"].get("lines", [])]
    assert len(lines) == 2
    fresh = ben.begun(ben.pair)
    with pytest.raises(FairError):
        fresh.receive(lines[0].replace('"stakes":[10,10]', '"stakes":[10,11]'))
    with pytest.raises(FairError):
        fresh.receive(lines[1])  # a receipt for what was dropped
    await settle(hanna, ben)
    assert ben.at.hands == hanna.at.hands


@in_a_room
async def test_california_scenario_18_a_sealed_choice_is_nowhere_before_it_is_opened(p: Parlour) -> None:
    hanna, ben = await dealt(p)
    await ben.choose(LAST)
    await settle(hanna, ben)
    choice = ben.vault.load(ben.at.place, "choice")
    assert choice is not None
    salt = choice[:32].hex()
    settled(p.folder)
    frames = b"".join(frame for screen in p.screens for frame in screen.frames)
    folder = all_that_is_kept(p.folder)
    text = await kept(p, 1)
    for found in (frames, folder, text.encode()):
        assert salt.encode() not in found
        assert choice[:32] not in found
        assert b'"kind":"open"' not in found
    # Two choices leave the same behind, but for a hash and a signature.
    assert re.findall(r'"mask"', text) == []
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    assert salt in await kept(p, 1)


@in_a_room
async def test_a_late_viewer_hears_nothing_of_a_hand_between_two(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    guest = await p.come("Guest", watching=True)
    await p.room.accept(p.table_id, "watch", p.people["Guest"])
    await settle(hanna, ben)
    await asyncio.sleep(0.15)  # comings and goings are told a little later
    frames = len(guest.frames)
    await hanna.choose(FIRST)
    await settle(hanna, ben)
    assert len(guest.frames) == frames
    await guest.again()
    assert "pair" not in guest.view
    no_lines = await kept_refused(p, "Guest")
    assert "hand" in no_lines
    await ben.choose(FIRST)
    await settle(hanna, ben)
    assert guest.view["pair"]["lines"] == []
    assert await kept(p, 1, "Guest") == await kept(p, 1)


HEX = re.compile(r"[0-9a-f]{64,128}")


def test_the_other_is_sent_the_same_whatever_is_sealed(tmp_path, monkeypatch):
    """Two evenings that differ in one sealed choice alone: but for hashes and signatures, all that the other is sent
    before it is opened is the same to the byte, sizes and order included."""

    def sent(mask: int) -> list[str]:
        found: list[str] = []

        @in_a_room
        async def work(p: Parlour) -> None:
            hanna, ben = await dealt(p)
            await ben.choose(mask)
            await settle(hanna, ben)
            found.extend(HEX.sub("#", frame.decode()) for frame in hanna.screen.frames)
            await hanna.choose(FIRST)
            await settle(hanna, ben)
            assert hanna.at.label is Label.SETTLED

        work(tmp_path / str(mask), monkeypatch)
        return found

    monkeypatch.setattr("oddchip.room.seeing.TOLD_AFTER", 3600)  # who is here is told by the clock of the machine
    first = sent(FIRST)
    assert any('"kind":"seal"' in frame.replace("\\", "") for frame in first)
    assert sent(LAST) == first == sent(0b01010101)


async def kept_refused(p: Parlour, name: str) -> str:
    try:
        await kept(p, 1, name)
    except Exception as error:
        return str(error)
    raise AssertionError("it was given")


# --- proposals, balances, ends ---------------------------------------------------------------------------------------


@in_a_room
async def test_california_scenario_19_proposals_at_the_same_time(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    other = ben.begun(ben.pair)
    offer = ben.offer_of(ben.pair)
    wild = signed(
        Hello, ben.signer, game="california_poker", match=offer.match, hand=1, seat=1, n=0, seen=bytes(32),
        key=ben.signer.key, stakes=(20, 20), balances=offer.balances, clock=offer.clock, dead=0, escrow=b"",
    )  # fmt: skip
    no(await ben.screen.ask(Pair(p.id(), wild.text)), "refused", "not the terms of this table")
    assert other.ending is None
    await asyncio.gather(hanna.say(hanna.look()), ben.say(ben.look()))
    await settle(hanna, ben)
    assert hanna.at.hands == ben.at.hands
    assert sum(isinstance(read(line), Commit) for line in hanna.at.saved.splitlines()) == 2


@in_a_room
async def test_california_scenario_19_a_balance_that_became_too_small_ends_the_session(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal", (15, 15))
    await too_late(p, hanna, ben)
    assert p.table.stacks == {0: 25, 1: 5}
    assert p.table.state.session is not None
    assert (p.table.state.session.reason, p.table.state.session.seat) == ("insufficient_balance", 1)
    assert any(re.search("session is over: your opponent's balance", line) for line in hanna.screen.log), (
        hanna.screen.log[-3:]
    )
    done(await ben.screen.do("return"))
    await p.deal()
    await settle(hanna, ben)
    assert hanna.pair["number"] == 1


@in_a_room
async def test_california_scenario_19_chips_that_are_added_before_the_agreement_begin_it_anew(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    await hanna.say(hanna.look())
    done(await ben.screen.do("top_up", chips=50))
    await p.deal()
    await settle(hanna, ben)
    assert (ben.pair["number"], ben.pair["balances"]) == (2, [100, 150])
    assert p.table.playing
    assert hanna.at.hands == ben.at.hands


@in_a_room
async def test_california_scenario_20_no_bot_of_the_house_sits_where_two_deal(p: Parlour) -> None:
    hanna, ben = await two_at_a_table(p)
    done(await ben.screen.do("leave"))
    no(await hanna.screen.host("bot", seat=1), "refused", "for people")


@in_a_room
async def test_california_scenario_21_a_ruling_is_given_once(p: Parlour) -> None:
    hanna, ben = await stopped_at(p, "seal")
    p.clock.time += CLOCK + 5
    await asyncio.gather(*(p.actor.tick() for _ in range(5)))
    await p.tick()
    seq = p.scene.seq
    await p.restart(kill=True)
    await p.wait(120, step=20)
    events = [event for event in await p.events() if event.kind == "pair_claim"]
    assert len(events) == 1
    assert p.table.stacks == {0: 110, 1: 90}
    no((await ben.send_held())[0], "refused", "No hand")
    assert (await kept(p, 1)).count('"ruling"') == 1
    assert seq <= p.scene.seq
    await settle(hanna)
    assert hanna.at.label is Label.OPPONENT_TIMED_OUT


@pytest.mark.parametrize("first", ["result", "chain"])
def test_california_scenario_22_a_clean_end_that_races_with_the_chain(first, tmp_path, monkeypatch):
    @in_a_room
    async def work(p: Parlour) -> None:
        hanna, ben = await stopped_at(p, "result")
        after = dict(p.table.stacks)
        if first == "result":
            await ben.send_held()
            await settle(hanna, ben)
        done(await hanna.screen.do("on_chain"))
        if first == "chain":
            assert p.table.state.closed is None
            no(await ben.screen.do("on_chain"), "refused", "already")
            await ben.send_held()
        await settle(hanna, ben)
        assert p.table.state.closed == "playing on-chain"
        assert p.table.state.session is not None
        assert p.table.state.session.reason == "external_settlement"
        assert hanna.at.label is Label.SETTLED
        left = {person: gone.chips for person, gone in p.table.state.departed.items()}
        assert left == {hanna.screen.person: after[0], ben.screen.person: after[1]}
        checked = verify_transcript(await kept(p, 1), house=p.room.signer.key)
        assert checked.state is not None
        assert checked.state.balances == (after[0], after[1])

    work(tmp_path, monkeypatch)

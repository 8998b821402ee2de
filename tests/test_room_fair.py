"""Committed decks at the room's tables: seeds, proofs, reshuffles, outages, and what a cheating house is caught at."""

import asyncio
import json
from random import Random

import msgspec
import pytest
from sqlalchemy import delete, select

from fair_members import Member, club
from oddchip.cli.join_fair import Part
from oddchip.fair.deck import verify_hand, verify_hands
from oddchip.room import outbox
from oddchip.room.fair_records import fair_record
from oddchip.room.protocol import Hello, Seed, TableView
from oddchip.room.seeing import Audience
from oddchip.room.store import schema
from oddchip.table.values import Away, Standing
from rooms import at_random, done, in_a_room, no, passive

NAMES = ("Hanna", "Ben", "Cyd")


def everything(screen):
    """Throw all that may be thrown, stay in."""
    offer = screen.offer
    if offer["kind"] == "draw":
        return screen.answer("draw", cards=screen.ids[: offer["most"]], sure=True)
    return passive(screen)


def fair_of(screen):
    """What a screen was told last of how decks are committed."""
    return next(view["fair"] for view in reversed(screen.views) if "fair" in view)


def facts(p, kind):
    """The facts of a kind that the log tells, oldest first."""

    async def found():
        said = [fact for row in await p.events() for fact in json.loads(row.body)["desk"]]
        return [fact for fact in said if fact["fact"] == kind]

    return found()


# --- the ordinary way ------------------------------------------------------------------------------------------------


@in_a_room
async def test_the_deck_is_committed_then_seeds_are_told_then_it_is_dealt(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    await p.deal(hold=False)
    assert not p.table.playing, "the deal waits for the seeds"
    pending = p.scene.desk.pending
    assert (pending.hand, pending.shuffle, set(pending.tips)) == (1, 0, {0, 1, 2})
    fair = fair_of(people[0].screen)
    assert fair["waits"] == [0, 1, 2]
    assert fair["until"] == p.clock.time + 5
    assert "next_deal" not in people[0].screen.view
    await people.tell()
    assert p.table.playing
    given = p.scene.desk.cuts[0]
    assert set(given.seeds) == {0, 1, 2}
    assert fair_of(people[0].screen)["seeds"] == {str(seat): seed for seat, seed in given.seeds.items()}
    assert [member.part.checked for member in people.members] == [4, 4, 4]
    await people.play_on()
    people.fine()
    await people.records(1)


@pytest.mark.parametrize("game", ["badugi", "stud_eight", "texas_holdem", "california_poker", "high_low_declare"])
def test_every_card_that_anybody_sees_is_proven_to_him(game, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(game, size=2 if game == "california_poker" else 4)
        people = await club(p, *NAMES[: 2 if game == "california_poker" else 3])
        rng = Random(7)
        for _ in range(4):
            await people.deal()
            await people.play_on(lambda screen: at_random(screen, rng))
            records = await people.records(p.table.state.hands)
            assert records[0]["reader"] == 0
            assert records[0]["shuffles"][0]["seeds"].keys() == {str(seat) for seat in range(len(people.members))}
        people.fine()
        run = [await fair_record(p.room, p.table_id, each, people[1].screen.person) for each in (1, 2, 3, 4)]
        assert verify_hands(run, p.room.signer.key)
        assert len({each["shuffles"][0]["commitment"]["key"] for each in run}) == 1

    test(tmp_path, monkeypatch)


@in_a_room
async def test_where_nobody_has_a_chain_committing_and_dealing_are_one_event(p):
    await p.new_table("badugi")
    hanna, ben, _ = await p.sit(*NAMES)
    before = len(await p.events())
    await p.deal()
    kinds = [row.kind for row in (await p.events())[before:]]
    assert kinds.count("deal") == 2  # the host's order, and the deal
    assert "commit" not in kinds
    fair = fair_of(ben)
    assert fair["without"] == [0, 1, 2]
    assert "commitment" not in fair
    assert not any("openings" in view for view in ben.views)
    await p.play_on()
    record = await fair_record(p.room, p.table_id, 1, ben.person)
    said = verify_hand(record)
    assert any("nobody but the house cut the deck" in each for each in said)
    assert fair_of(hanna)["id"] == fair["id"]


@pytest.mark.parametrize(
    ("fairness_", "kind", "count"), [("roots", "roots", 8), ("roots32", "roots", 32), ("strict", "points", 52)]
)
def test_the_tables_setting_says_how_decks_are_committed(fairness_, kind, count, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("badugi", fairness=fairness_)
        people = await club(p, "Hanna", "Ben")
        await people.deal()
        told = p.scene.desk.committed[0].commitment
        assert (told["kind"], len(told["roots"])) == (kind, count)
        await people.play_on()
        people.fine()
        (record, _) = await people.records(1)
        assert len(record["shuffles"][0]["rejected"]) == (count - 1 if kind == "roots" else 0)

    test(tmp_path, monkeypatch)


# --- reshuffles ------------------------------------------------------------------------------------------------------


async def worn_out(p, people):
    """Play until the pack has run out."""
    await people.deal()
    await p.play_on(everything, until=lambda: bool(p.hand.awaits) or not p.table.offers)
    assert p.hand.awaits


@pytest.mark.parametrize("order", ["deplete_first", "mix_remaining", "reserve_bottom", "folded_first"])
def test_a_reshuffle_is_committed_anew_and_proven_d_rs_5(order, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("deuce_to_seven_triple_draw", size=7, house={"reshuffle": order, "missed_blinds": "free"})
        people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
        await worn_out(p, people)
        await p.tick()
        pending = p.scene.desk.pending
        assert (pending.hand, pending.shuffle, pending.commitment["kind"]) == (1, 1, "points")
        assert pending.commitment["kept"] == 52 - len(p.hand.awaits.eligible) >= 25
        assert p.table.clocks == ()
        await people.tell()
        assert p.hand.state.shuffles == 1
        await people.play_on(everything)
        people.fine()
        assert len(p.scene.desk.cuts) == p.hand.state.shuffles + 1 >= 2
        records = await people.records(1)
        assert len(records[0]["shuffles"]) == len(p.scene.desk.cuts)
        await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_without_chains_a_reshuffle_waits_for_nobody(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    await p.sit("Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await p.deal()
    while p.table.playing:
        await p.play_on(everything, until=lambda: not p.table.offers)
        await p.tick()
    assert p.hand.state.shuffles
    record = await fair_record(p.room, p.table_id, 1, p.screens[2].person)
    assert verify_hand(record)
    assert len(record["shuffles"]) == p.hand.state.shuffles + 1


@in_a_room
async def test_who_is_absent_at_a_reshuffle_is_left_out_of_the_cut_after_five_seconds_and_counted(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await worn_out(p, people)
    people[2].silent = True
    await p.tick()
    await people.tell()
    assert p.hand.awaits
    await p.wait(4.9, 0.7)
    assert p.hand.awaits
    await p.wait(0.2, 0.2)
    assert not p.hand.awaits
    given = p.scene.desk.cuts[1]
    assert (set(given.seeds), given.withheld) == ({0, 1, 3, 4, 5}, {2: people[2].screen.person})
    assert p.scene.desk.withheld == {people[2].screen.person: 1}
    assert p.hand.live == p.hand.seats, "he plays on"
    assert fair_of(people[0].screen)["left_out"] == [2]
    people[2].silent = False
    await people.play_on(everything)
    people.fine()
    await people.records(1)


# --- seeds that do not come ------------------------------------------------------------------------------------------


@in_a_room
async def test_a_seat_that_withholds_its_seed_is_dealt_out_before_the_cut_and_counted(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    people = await club(p, *NAMES)
    people[1].silent = True
    ben = people[1].screen.person
    await people.deal(hold=False)
    assert not p.table.playing
    first = p.scene.desk.pending
    await p.wait(4.9, 0.7)
    assert p.scene.desk.pending == first
    await p.wait(0.2, 0.2)
    second = p.scene.desk.pending
    assert (second.hand, second.tips.keys()) == (1, {0, 2})
    assert second.commitment["before"] == first.id
    await people.tell()
    assert set(p.hand.seats) == {0, 2}
    assert p.scene.desk.withheld == {ben: 1}
    assert p.scene.desk.given_up == 1
    (given_up,) = await facts(p, "GivenUp")
    assert given_up["why"] == "not all seeds came in time"
    assert (set(given_up["seeds"]), given_up["withheld"]) == ({"0", "2"}, {"1": ben})
    assert [people[at].part.again for at in (0, 2)] == [1, 1], "a second seed for one hand is counted by the client too"
    assert p.table.places[1].away is Away.NO, "he is in the next hand"
    assert fair_of(people[0].screen)["withheld"] == {"1": 1}
    await p.host("hold")
    await people.play_on()
    record = (await people.records(1))[0]
    assert [bool(each["void"]) for each in record["shuffles"]] == [True, False]
    # Again in the very next hand: he stays out until he is back.
    await people.deal(hold=False)
    await p.wait(5.1, 0.3)
    await people.tell()
    assert set(p.hand.seats) == {0, 2}
    assert p.table.places[1].away is Away.NOW
    assert p.scene.desk.withheld == {ben: 2}
    await p.host("hold")
    await people.play_on()
    people[1].silent = False
    done(await people[1].screen.do("return"))
    await people.deal()
    assert set(p.hand.seats) == {0, 1, 2}
    people.fine()


@in_a_room
async def test_a_seed_that_does_not_follow_from_the_tip_is_refused_and_the_right_one_still_taken(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await people.tell()
    await p.deal(hold=False)
    right = people[1].to_send.pop()
    for wrong in ("00" * 32, right.seed.upper(), right.seed[:-2], "x" * 64):
        no(await people[1].screen.ask(Seed(p.id(), root=right.root, seed=wrong)), "refused", "your tip stands for")
    for root in ("", "00" * 32, right.root.upper()):
        no(await people[1].screen.ask(Seed(p.id(), root=root, seed=right.seed)), "stale", "not waited for")
    no(await people[0].screen.ask(Seed(p.id(), root=right.root, seed=right.seed)), "refused", "your tip")
    zed = await p.come("Zed")
    no(await zed.ask(Seed(p.id(), root=right.root, seed=right.seed)), "stale", "not waited for")
    no(await zed.ask(Seed(p.id(), tip=right.seed)), "forbidden", "no seat")
    no(await people[0].screen.ask(Seed(p.id(), tip="ff")), "refused", "32 bytes")
    people[1].to_send.append(right)
    await people.tell()
    assert p.table.playing
    assert p.scene.desk.withheld == {}
    done(await people[1].screen.ask(Seed(p.id(), root=right.root, seed=right.seed)))  # from another tab, a moment later
    no(await people[0].screen.ask(Seed(p.id(), root=right.root, seed=right.seed)), "stale", "not waited for")
    people.fine()
    assert not any(right.seed in row.body.decode() for row in await p.events() if row.kind == "commit")


@in_a_room
async def test_a_new_chain_counts_from_the_next_commitment_on(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await p.deal(hold=False)
    seed = people[1].to_send.pop()
    done(await people[1].screen.ask(Seed(p.id(), tip="ab" * 32)))
    assert p.scene.desk.pending.tips[1] != "ab" * 32
    done(await people[1].screen.ask(seed))
    done(await people[0].screen.ask(people[0].to_send.pop()))
    await p.tick()
    assert p.table.playing
    assert p.scene.desk.cuts[0].seeds[1] == seed.seed
    assert p.scene.desk.tips[people[1].screen.person] == "ab" * 32


@in_a_room
async def test_in_a_carried_pot_who_withholds_keeps_his_share_and_is_dealt_in_without_a_seed_d_po_5(p):
    await p.new_table("gardena_jackpots")
    people = await club(p, *NAMES)
    for _ in range(20):
        await people.deal()
        await people.play_on(
            lambda screen: screen.answer("check") if (screen.offer or {}).get("check") else passive(screen)
        )
        if p.table.carry:
            break
    assert p.table.carry
    view = people[0].screen.view
    assert (view.get("pot", 0), view["carried"]) == (0, p.table.carry.amount)
    people[1].silent = True
    await people.deal(hold=False)
    await p.wait(5.1, 0.3)
    await people.tell()
    assert p.table.playing
    view = people[0].screen.view
    assert view["pot"] == view["carried"] + sum(seat.get("put", 0) for seat in view["seats"]), "the pot holds all of it"
    assert set(p.hand.seats) == {0, 1, 2}
    assert set(p.scene.desk.cuts[0].seeds) == {0, 2}
    assert p.scene.desk.withheld == {people[1].screen.person: 1}


@in_a_room
async def test_who_leaves_instead_of_telling_his_seed_is_counted_too(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    people[2].silent = True
    await people.deal(hold=False)
    done(await people[2].screen.do("leave"))
    await p.tick()
    await people.tell()
    assert p.table.playing
    (given_up,) = await facts(p, "GivenUp")
    assert "seats or game have changed" in given_up["why"]
    assert given_up["withheld"] == {"2": people[2].screen.person}
    await p.host("hold")
    await people.play_on()
    people.fine()
    assert verify_hand(await fair_record(p.room, p.table_id, 1, people[0].screen.person))


@in_a_room
async def test_who_comes_while_seeds_are_awaited_is_dealt_in_with_the_hand_after(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    people = await club(p, "Hanna", "Ben")
    people[0].silent = True
    await people.deal(hold=False)
    pending = p.scene.desk.pending
    cyd = await p.come("Cyd")
    done(await cyd.do("sit", seat=2, chips=200))
    await p.tick()
    assert p.scene.desk.pending == pending
    assert "You wait for the hand after this one: its deck is committed to." in cyd.log
    people[0].silent = False
    await people.tell()
    assert set(p.hand.seats) == {0, 1}
    assert p.table.places[2].away is Away.NO
    await p.host("hold")
    await people.play_on()
    people.fine()
    await people.deal()
    assert set(p.hand.seats) == {0, 1, 2}
    assert not await facts(p, "GivenUp")


async def sits_out_and_returns(screen):
    done(await screen.do("sit_out"))
    await screen.parlour.tick()
    done(await screen.do("return"))


async def leaves_and_sits_down(screen):
    done(await screen.do("leave"))
    await screen.parlour.tick()
    done(await screen.do("sit", seat=2, chips=200))


@pytest.mark.parametrize("toggle", [sits_out_and_returns, leaves_and_sits_down])
@pytest.mark.parametrize("fairness_", ["roots", "strict"])
def test_who_comes_and_goes_while_seeds_are_awaited_keeps_nobody_from_the_hand(
    toggle, fairness_, tmp_path, monkeypatch
):
    @in_a_room
    async def test(p):
        await p.new_table("badugi", house={"missed_blinds": "free"}, fairness=fairness_)
        people = await club(p, *NAMES)
        people[0].silent = True
        await people.deal(hold=False)
        for _ in range(6):
            await toggle(people[2].screen)  # with `strict` another deck is still being made by then
            await p.actor.fairness.ready()
            await p.tick()
        me = people[2].screen.view["me"]
        assert me["note"].startswith("You are dealt in from the hand after the next one on")
        assert "return" not in me["may"], "he is back, and asks for it no more"
        assert "sit_out" in me["may"], "but may think better of it"
        assert people[1].screen.view["seats"][2]["state"] == "waiting"
        assert len(await facts(p, "Committed")) == 2, "the first one, and one without him"
        assert p.scene.desk.pending.commitment["seats"] == [0, 1]
        await p.restart(kill=True)
        people[0].silent = False
        await people.tell()
        assert set(p.hand.seats) == {0, 1}
        assert p.table.places[2].away is Away.NO, "he is in the next hand"
        assert people[2].screen.view["me"]["note"] == "You are dealt in with the next hand."
        await p.host("hold")
        await people.play_on()
        await people.deal()
        assert set(p.hand.seats) == {0, 1, 2}
        assert p.table.state.hands == 2
        people.fine()
        await people.play_on()
        assert (p.scene.desk.bound, p.scene.desk.coming) == (False, {}), (
            "older snapshots say nothing of it, and stay right"
        )
        await people.records(2)
        await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_who_posts_or_waits_by_turns_while_seeds_are_awaited_keeps_nobody_from_the_hand(p):
    await p.new_table("badugi", house={"missed_blinds": "post_or_wait"})
    people = await club(p, *NAMES)
    for _ in range(2):
        await people.deal()
        await people.play_on()
    (dee,) = await p.sit("Dee", first=3)
    people[0].silent = True
    await people.deal(hold=False)
    assert p.scene.desk.pending.commitment["seats"] == [0, 1, 2], "the big blind is not his"
    for post in (True, False, True, False, True):
        done(await dee.do("return", post=post))
        await p.tick()
    assert not await facts(p, "GivenUp")
    people[0].silent = False
    await people.tell()
    assert set(p.hand.seats) == {0, 1, 2}
    assert p.table.places[3].standing is Standing.POSTS
    await p.host("hold")
    await people.play_on()
    people.fine()
    await p.check()


@in_a_room
async def test_who_waits_for_the_hand_after_is_back_at_once_where_none_can_be_dealt_without_him(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    people = await club(p, *NAMES)
    people[0].silent = True
    await people.deal(hold=False)
    await sits_out_and_returns(people[2].screen)
    assert p.table.places[2].away is Away.NOW
    done(await people[1].screen.do("leave"))
    assert p.table.places[2].away is Away.NO
    await p.tick()
    people[0].silent = False
    await people.tell()
    assert set(p.hand.seats) == {0, 2}
    assert p.table.state.hands == 1
    await p.check()


@in_a_room
async def test_who_waits_for_the_hand_after_may_think_better_of_it(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    people = await club(p, *NAMES)
    people[0].silent = True
    await people.deal(hold=False)
    await sits_out_and_returns(people[2].screen)
    done(await people[2].screen.do("sit_out"))
    no(await people[2].screen.do("sit_out"), "refused", "sits out already")
    people[0].silent = False
    await people.tell()
    assert set(p.hand.seats) == {0, 1}
    assert p.table.places[2].away is Away.NOW
    await p.host("hold")
    await people.play_on()
    await p.check()


@in_a_room
async def test_who_sits_out_while_his_seed_is_awaited_is_dealt_out_and_counted(p):
    await p.new_table("badugi", house={"missed_blinds": "free"})
    people = await club(p, *NAMES)
    people[2].silent = True
    await people.deal(hold=False)
    done(await people[2].screen.do("sit_out"))
    await p.tick()
    (given_up,) = await facts(p, "GivenUp")
    assert "seats or game have changed" in given_up["why"]
    assert given_up["withheld"] == {"2": people[2].screen.person}
    await people.tell()
    assert set(p.hand.seats) == {0, 1}
    assert p.table.state.hands == 1
    await p.check()


@pytest.mark.parametrize("stopped", [False, True])
def test_a_table_that_closes_gives_up_the_deck_it_had_committed_to_for_a_public_reason(stopped, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("badugi")
        people = await club(p, *NAMES)
        await people.deal()
        await people.play_on()
        people[1].silent = True
        await people.deal()
        assert p.scene.desk.pending.hand == 2
        if stopped:
            await p.actor.stop_table("a fault for this test", p.clock())
        await p.host("close", words="it is late")
        assert p.scene.desk.pending is None
        assert p.scene.desk.given_up == 1
        (given_up,) = await facts(p, "GivenUp")
        assert (given_up["hand"], given_up["why"], given_up.get("withheld", {})) == (2, "the table is closed", {})
        closed, why = [line for line in people[0].screen.log if "closed" in line]
        assert closed == "The table is closed: it is late."
        assert why == "The deck that was committed to is given up: the table is closed."
        kept = await p.room.store.read(select(schema.secret.c.hand).where(schema.secret.c.table_id == p.table_id))
        assert [row.hand for row in kept] == [1], "nothing is kept of a deck that nobody was dealt"
        assert p.table.state.hands == 1
        await p.check()

    test(tmp_path, monkeypatch)


@in_a_room
async def test_time_stands_still_for_seeds_while_the_table_is_paused(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    people[1].silent = True
    await people.deal(hold=False)
    await p.wait(2, 1)
    await p.host("pause")
    await p.wait(60, 20)
    await p.host("resume")
    await p.wait(2.5, 0.5)
    assert p.scene.desk.pending is not None
    people[1].silent = False
    await people.tell()
    assert p.table.playing
    assert p.scene.desk.withheld == {}


# --- outages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kill", [False, True])
def test_between_commitment_and_deal_the_room_may_die_and_nobody_tells_two_seeds(kill, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("badugi")
        people = await club(p, *NAMES)
        people[2].silent = True
        await people.deal(hold=False)
        assert p.actor.fairness.given(p.scene).keys() == {0, 1}
        pending = p.scene.desk.pending
        await p.restart(kill=kill, away=300)
        assert p.scene.desk.pending == pending
        assert p.scene.desk.seeds_until > p.clock.time + 5, "who has to come back has the time for it"
        people[2].silent = False
        await people.tell()
        assert p.table.playing
        assert p.table.state.hands == 1
        assert [member.part.again for member in people.members] == [0, 0, 0]
        assert set(p.scene.desk.cuts[0].seeds) == {0, 1, 2}
        await p.host("hold")
        await people.play_on()
        people.fine()
        await people.records(1)

    test(tmp_path, monkeypatch)


@in_a_room
async def test_a_room_that_dies_again_and_again_does_not_wait_ever_longer_for_a_seed(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    people[2].silent = True
    await people.deal(hold=False)
    for _ in range(5):
        await p.restart(kill=True, away=60)
    assert p.scene.desk.seeds_until <= p.clock.time + 10
    await p.wait(10.1, 0.3)
    await people.tell()
    await p.tick()
    assert p.table.playing
    assert set(p.scene.desk.cuts[0].seeds) == {0, 1}
    await p.host("hold")
    await people.play_on()


@in_a_room
async def test_a_lost_deck_is_given_up_for_a_public_reason_under_the_same_number(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    people[1].silent = True
    await people.deal(hold=False)
    await p.room.store.write(delete(schema.secret).where(schema.secret.c.table_id == p.table_id))
    await p.restart()
    await p.tick()
    people[1].silent = False
    await people.tell()
    assert not p.table.playing, "Hanna tells no seed twice, and none that was told for another deck is taken"
    assert [answer["kind"] for answer in people[0].answers if answer["t"] == "nack"] in ([], ["stale"])
    await p.wait(5.1, 0.3)
    await people.tell()
    assert p.table.playing, "she has begun another chain, and is asked again"
    assert (p.table.state.hands, p.scene.desk.committed[0].hand, p.scene.desk.given_up) == (1, 1, 2)
    lost, late = await facts(p, "GivenUp")
    assert lost["why"] == "the room has lost the deck"
    assert late["withheld"] == {"0": people[0].screen.person}
    assert not [each for member in people.members for each in member.part.troubles]
    await p.host("hold")
    await people.play_on()
    await people.records(1)


@in_a_room
async def test_the_room_may_die_while_a_reshuffle_waits(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await worn_out(p, people)
    people[3].silent = True
    await p.tick()
    await people.tell()
    pending = p.scene.desk.pending
    await p.restart(kill=True, away=60)
    assert p.scene.desk.pending == pending
    assert p.hand.awaits
    people[3].silent = False
    await people.tell()
    assert not p.hand.awaits
    await people.play_on(everything)
    people.fine()
    assert all(member.part.again == 0 for member in people.members)
    await people.records(1)


@in_a_room
async def test_who_reconnects_while_seeds_are_awaited_is_asked_again_for_the_same(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await p.deal(hold=False)
    lost = people[1].to_send.pop()
    people[1].screen.close()
    await people.tell()
    assert not p.table.playing
    await p.wait(3, 1)
    await people[1].screen.again()
    assert people[1].to_send[-1].seed == lost.seed
    await people.tell()
    assert p.table.playing
    people.fine()


@in_a_room
async def test_a_seed_that_is_told_twice_counts_once(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    await p.deal(hold=False)
    ben, told = people[1], people[1].to_send[-1]
    other = next(f"{told.seed[:-1]}{digit}" for digit in "01" if not told.seed.endswith(digit))
    done(await ben.screen.ask(told))
    done(await ben.screen.ask(told))
    done(await ben.screen.ask(Seed("again", root=told.root, seed=told.seed)))
    no(await ben.screen.ask(Seed("other", root=told.root, seed=other)), "refused")
    assert not p.table.playing
    await people.tell()
    assert p.scene.desk.cuts[0].seeds[1] == told.seed
    done(await ben.screen.ask(Seed("late", root=told.root, seed=told.seed)))
    await people.play_on()
    people.fine()


@in_a_room
async def test_who_comes_back_when_the_next_deck_was_given_up_has_nothing_to_complain_about(p):
    """The proofs of the hand that lies there come to him, and its commitment is not told any more."""
    await p.new_table("badugi", house={"clock_seconds": 30})
    people = await club(p, *NAMES[:2])
    await people.deal(hold=False)
    people[1].silent = True
    await people.play_on()
    await p.wait(1)
    await people.tell()
    await p.wait(10)
    assert p.scene.desk.given_up == 1
    assert not p.table.playing
    back = await people[1].screen.again()
    del back.frames[:-1]
    again = Member(p, back)
    assert back.view["openings"]
    assert "commitment" not in back.view["fair"]
    assert not again.part.troubles
    assert people[0].part.troubles == []


@in_a_room
async def test_a_hand_that_is_void_while_its_reshuffle_waits_is_counted_with_its_reason(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await worn_out(p, people)
    people[0].silent = True
    await p.tick()
    await people.tell()
    await p.host("void", words="the lamp fell over")
    await p.tick()
    people[0].silent = False
    await people.tell()
    desk = p.scene.desk
    assert (desk.voids, desk.given_up, desk.pending, desk.withheld) == (1, 1, None, {})
    record = (await people.records(1))[0]
    assert [each["void"] for each in record["shuffles"]] == ["", "the lamp fell over"]
    await people.deal()
    assert p.scene.desk.committed[0].hand == 2
    await people.play_on()
    people.fine()
    await people.records(2)


@in_a_room
async def test_the_record_of_a_void_hand_has_a_reshuffle_that_waited_until_the_table_closed(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await worn_out(p, people)
    await p.tick()
    await p.host("pause")
    await p.host("void", words="the lamp fell over")
    assert p.scene.desk.pending is not None
    await p.host("close")
    assert p.scene.desk.pending is None
    record = (await people.records(1))[0]
    assert [each["void"] for each in record["shuffles"]] == ["", "the lamp fell over"]
    await p.check()


# --- views that are not sent -----------------------------------------------------------------------------------------


async def dealt_unseen(p):
    """People at a table whose second hand is dealt, which the room could not show them."""
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    await people.deal()
    await people.play_on()
    show = Audience.show

    def faulty(audience, step):
        if step.new_hand:
            raise KeyError(step.kind)
        show(audience, step)

    with p.patch.context() as patch:
        patch.setattr(Audience, "show", faulty)
        await people.deal(hold=False)
    assert p.table.playing
    assert [member.screen.view["hand"] for member in people.members] == [1, 1, 1]
    return people


@in_a_room
async def test_who_asks_before_a_deal_is_shown_sees_that_very_hand_with_its_proofs(p):
    people = await dealt_unseen(p)
    hanna = people[0]
    before = hanna.part.checked
    no(await hanna.screen.ask(Seed(p.id(), root="", seed="")), "stale", "not waited for")
    assert (hanna.screen.view["hand"], hanna.screen.view["seq"]) == (2, p.scene.seq)
    assert (hanna.part.checked, hanna.part.troubles) == (before + 4, [])


@in_a_room
async def test_a_deal_that_could_not_be_shown_is_shown_soon(p):
    people = await dealt_unseen(p)
    async with asyncio.timeout(5):
        while people[0].screen.view["hand"] == 1:
            await asyncio.sleep(0.01)
    await people.play_on()
    people.fine()
    await people.records(2)


@in_a_room
async def test_who_reads_so_slowly_that_views_are_dropped_is_sent_every_proof(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    p.patch.setattr(outbox, "MOST_WAITING", 7)
    slow, rng, views = p.actor.connect(people[0].screen.person), Random(3), 0
    part = Part(rng.randbytes, p.id)
    await slow.receive(Hello(1))
    for _ in range(3):
        await people.deal()
        await people.play_on(lambda screen: at_random(screen, rng))
        while len(slow.outbox):
            frame = await slow.outbox.get()
            if json.loads(frame)["t"] == "view":
                part.hear(msgspec.json.decode(frame, type=TableView))
                views += 1
    assert 3 < views < len(people[0].screen.views) / 2
    assert part.checked
    assert not part.troubles


@in_a_room
async def test_who_waits_for_a_later_hand_is_back_when_the_next_one_is_not_dealt_after_all(p):
    await p.new_table("badugi", house={"clock_seconds": 30})
    people = await club(p, *NAMES)
    last = people[2].screen
    done(await last.do("sit_out"))
    people[0].silent = True
    await p.host("deal")
    await p.tick()
    await people.tell()
    done(await last.do("return"))
    assert last.person in p.scene.desk.coming
    await p.host("hold")
    await people.tell()
    await p.wait(6)
    assert (p.scene.desk.pending, p.scene.desk.coming) == (None, {})
    assert (p.table.places[2].away, last.me.get("note", "")) == (Away.NO, "")
    await p.wait(31 * 60, 60)
    assert p.actor.seat_of(last.person) == 2, "nobody's seat is freed who came back"
    people[0].silent = False
    await people.deal()
    assert 2 in p.hand.seats


@in_a_room
async def test_who_buys_in_again_while_seeds_are_awaited_waits_for_the_hand_after(p):
    await p.new_table("badugi", house={"clock_seconds": 30})
    people = await club(p, *NAMES, chips=[200, 200, 20])

    def raising(screen):
        amounts = screen.offer.get("raise_to") or {}
        if screen.offer["kind"] != "bet" or not amounts:
            return passive(screen)
        return screen.answer("raise", amount=(amounts.get("amounts") or [amounts["least"]])[-1], sure=True)

    while all(place.chips for place in p.table.places.values()):
        await people.deal()
        await people.play_on(raising)
    seat = next(seat for seat, place in p.table.places.items() if not place.chips)
    broke, others = people[seat].screen, {0, 1, 2} - {seat}
    silent = people[min(others)]
    silent.silent = True
    await people.deal(hold=False)
    given_up = p.scene.desk.given_up
    assert set(p.scene.desk.pending.commitment["seats"]) == others
    done(await broke.do("rebuy"))
    assert (p.scene.desk.given_up, broke.person in p.scene.desk.coming) == (given_up, True)
    silent.silent = False
    await people.tell()
    assert set(p.hand.seats) == others
    assert p.table.places[seat].away is Away.NO
    await p.host("hold")
    await people.play_on()
    await people.deal()
    assert seat in p.hand.seats

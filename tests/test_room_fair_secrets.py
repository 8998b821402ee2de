"""What nobody may learn from how decks are committed: no unopened leaf anywhere, nothing for late eyes, nothing kept.

And a house that cheats, caught by the players' own checks.
"""

import asyncio
import gc
import json
from dataclasses import replace

import pytest
from sqlalchemy import delete, select

from fair_members import club
from fair_search import searched, twins
from oddchip.dealers import awaited
from oddchip.fair.deck import HiddenDeck, verify_hand
from oddchip.fair.deck import hidden as hiding
from oddchip.fair.signing import Signer
from oddchip.room import dealing, decks, fairness, restore, seeing
from oddchip.room.decks import Decks, old_dealer_of
from oddchip.room.errors import Refused
from oddchip.room.fair_records import GONE, fair_record
from oddchip.room.store import schema
from oddchip.table import commands as cmd
from rooms import done, in_a_room, passive

NAMES = ("Hanna", "Ben", "Cyd")


def troubles(people):
    return [each for member in people.members for each in member.part.troubles]


# --- nothing of an unopened leaf -------------------------------------------------------------------------------------


def test_no_salt_and_no_order_of_an_unopened_leaf_is_anywhere_over_many_hands(tmp_path, monkeypatch):
    counts = searched(tmp_path / "data", monkeypatch, hands=60, seed=1)
    assert counts["hands"] == 60
    assert counts["salts"] > 60 * 30, "there was something to look for"
    assert counts["bytes"] > 1_000_000, "and something to look through"
    assert counts["opened"] > 500


# --- how long secrets are kept ---------------------------------------------------------------------------------------


@in_a_room
async def test_hidden_decks_are_destroyed_after_the_dispute_window_in_the_store_and_in_memory(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await people.deal()
    await people.play_on()
    await people.records(1)
    salts = p.scene.decks.hidden[0].candidates[0].salts
    assert await p.room.forget_secrets(p.clock.time) == 0
    assert await p.room.forget_secrets(p.clock.time + 1) == 1
    assert p.scene.decks is None
    assert await p.room.store.read(select(schema.secret)) == []
    gc.collect()
    held = [each for each in gc.get_objects() if isinstance(each, HiddenDeck) and each.candidates[0].salts == salts]
    assert not held, "somebody still holds the deck"
    with pytest.raises(Refused, match=GONE):
        await fair_record(p.room, p.table_id, 1, people[0].screen.person)
    await people.deal()
    await people.play_on()
    people.fine()
    await people.records(2)
    await p.restart()
    await p.check()


@in_a_room
async def test_a_deck_that_is_committed_to_and_not_yet_dealt_is_kept(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    people[1].silent = True
    await people.deal(hold=False)
    await p.host("pause")
    assert await p.room.forget_secrets(p.clock.time + 1) == 0
    await p.host("resume")
    people[1].silent = False
    await people.tell()
    assert p.table.playing


@in_a_room
async def test_hands_dealt_before_decks_were_committed_are_taken_up_again(p):
    """The secret of such a hand is 32 bytes, from which every card followed (and its reshuffles)."""
    await p.new_table("deuce_to_seven_triple_draw", size=6)
    screens = await p.sit("Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")

    def deal(step, house, given):
        secret = p.rng.randbytes(32)
        step.decks = Decks(step.table.state.hands + 1, old=secret)
        step.do(cmd.StartHand(old_dealer_of(secret)))
        dealt = {seat: place.player for seat, place in step.scene.table.places.items()}
        step.say(dealing.desks.HandBegan(dealt, step.now, house.revision))

    p.patch.setattr(dealing, "deal", deal)
    await p.deal()
    p.patch.undo()
    before, cards = p.hand, screens[0].cards
    await p.restart(kill=True)
    assert p.hand == before
    assert screens[0].cards == cards
    while p.table.playing:
        await p.play_on(
            lambda screen: (
                screen.answer("draw", cards=screen.ids[: screen.offer["most"]])
                if screen.offer["kind"] == "draw"
                else passive(screen)
            )
        )
    assert p.hand.state.shuffles
    await p.check()
    with pytest.raises(Refused, match="before decks were committed"):
        await fair_record(p.room, p.table_id, 1, screens[0].person)
    await p.deal()
    assert p.scene.desk.committed[0].hand == 2


# --- who sees what ---------------------------------------------------------------------------------------------------


@in_a_room
async def test_who_sees_the_play_a_hand_late_hears_nothing_of_its_shuffles(p):
    await p.new_table("deuce_to_seven_triple_draw", size=6, watching="delayed")
    people = await club(p, "Hanna", "Ben", "Cyd", "Dee", "Eve", "Fay")
    await people.deal()
    late = await p.come("Zed", watching=True, may_sit=False)
    await p.room.accept(p.table_id, "watch", await p.person("Zed"))
    await asyncio.sleep(2 * seeing.TOLD_AFTER)  # until all are told that he is there
    sent = len(late.frames)

    def everything(screen):
        if screen.offer["kind"] == "draw":
            return screen.answer("draw", cards=screen.ids[: screen.offer["most"]], sure=True)
        return passive(screen)

    await p.play_on(everything, until=lambda: not p.table.offers)
    await p.tick()
    people[2].silent = True
    await people.tell()
    await p.wait(5.2, 0.5)
    assert p.hand.state.shuffles == 1
    assert len(late.frames) == sent
    with pytest.raises(Refused):
        await fair_record(p.room, p.table_id, 1, late.person)
    running = await fair_record(p.room, p.table_id, 1, people[0].screen.person)
    assert verify_hand(running)
    assert running["reader"] == 0
    people[2].silent = False
    await people.play_on(everything)
    assert late.view["fair"]["hand"] == 1
    assert "openings" not in late.view
    assert (await fair_record(p.room, p.table_id, 1, late.person))["reader"] is None


@in_a_room
async def test_a_mucked_card_that_is_shown_comes_with_its_proof_and_no_other_does(p):
    await p.new_table("badugi")
    people = await club(p, *NAMES)
    await people.deal()
    await p.script(f"{p.screen_at(p.hand.turn).name} raise 4")
    folds = p.screen_at(p.hand.turn)
    await p.script(f"{folds.name} fold")
    await people.play_on()
    member = next(each for each in people.members if each.screen is folds)
    others = [each for each in people.members if each is not member]
    number = p.table.state.hands
    before = await fair_record(p.room, p.table_id, number, others[0].screen.person)
    card = folds.cards[0]
    assert f'"{card}"' not in json.dumps([before["shuffles"][0]["shown"], before["shuffles"][0]["own"]])
    checked = [each.part.checked for each in others]
    done(await folds.do("show", cards=folds.ids[:1]))
    assert [each.part.checked for each in others] == [count + 1 for count in checked]
    after = await fair_record(p.room, p.table_id, number, others[0].screen.person)
    shown = {each["card"] for each in after["shuffles"][0]["shown"]} - {
        each["card"] for each in before["shuffles"][0]["shown"]
    }
    assert shown == {card}
    assert verify_hand(after, p.room.signer.key)
    people.fine()


@in_a_room
async def test_the_record_of_a_hand_is_for_who_may_see_the_hand(p):
    await p.new_table("badugi", watching="off")
    people = await club(p, "Hanna", "Ben")
    await people.deal()
    with pytest.raises(Refused):
        await fair_record(p.room, p.table_id, 2, people[0].screen.person)
    await p.script("Hanna fold")  # nobody shows anything
    stranger = await p.person("Zed")
    with pytest.raises(Refused):
        await fair_record(p.room, p.table_id, 1, stranger.id)
    mine, other = await people.records(1)
    own = [{each["card"] for each in record["shuffles"][0]["own"]} for record in (mine, other)]
    assert len(own[0]) == len(own[1]) == 4
    assert not own[0] & own[1]
    assert {**mine["shuffles"][0], "own": []} == {**other["shuffles"][0], "own": []}, "what all may see is the same"


# --- what a viewer is sent does not depend on what he may not see ----------------------------------------------------


@pytest.mark.parametrize("game", ["badugi", "stud_eight", "high_low_declare", "texas_holdem"])
def test_frames_are_the_same_in_size_and_order_whatever_is_hidden_in_the_leaves(game, tmp_path, monkeypatch):
    """The same hand twice, its hidden cards exchanged and every hash one that hides by construction: a viewer who may
    see none of the exchanged cards is sent the same bytes.
    """
    one, other = twins(tmp_path, monkeypatch, game)
    assert len(one) == len(other) > 5
    assert [len(frame) for frame in one] == [len(frame) for frame in other]
    assert one == other


# --- a house that cheats ---------------------------------------------------------------------------------------------


@in_a_room
async def test_a_house_that_deals_another_card_than_it_committed_to_is_caught_by_the_record(p):
    honest = dealing.dealer_of

    def swapped(deck, told, given):
        """The first card of the deal and a later one, exchanged: a friend's wish."""
        cards = list(decks.cards_of(deck, told, given))
        cards[0], cards[40] = cards[40], cards[0]
        return awaited(cards)

    await p.new_table("badugi")
    people = await club(p, *NAMES)
    for module in (dealing, restore):
        p.patch.setattr(module, "dealer_of", swapped)
    await people.deal()
    await people.play_on()
    for module in (dealing, restore):
        p.patch.setattr(module, "dealer_of", honest)
    caught = 0
    for member in people.members:
        member.part.verify(json.dumps(await fair_record(p.room, p.table_id, 1, member.screen.person)))
        caught += bool(member.part.troubles)
    assert caught, troubles(people)
    with pytest.raises(AssertionError, match="another hash"):
        await p.check()
    await p.room.store.write([delete(schema.secret), delete(schema.private)])  # so that nothing can be decided again


@in_a_room
async def test_a_house_that_opens_another_card_than_it_committed_to_is_caught_at_once(p):
    opening = hiding._opening

    def lying(hidden, candidate, slot):
        shown = opening(hidden, candidate, slot)
        return replace(shown, salt=shown.salt[1:] + shown.salt[:1])  # no salt makes another card fit

    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    p.patch.setattr(hiding, "_opening", lying)
    await people.deal()
    p.patch.setattr(hiding, "_opening", opening)
    assert all(any("is not what was committed" in each for each in member.part.troubles) for member in people.members)
    await people.play_on()


@in_a_room
async def test_a_house_that_chooses_its_deck_after_it_has_seen_the_seeds_is_caught_at_once(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await p.deal(hold=False)
    deal = dealing.deal

    def choosing(step, house, given):
        """Everything anew, and called by the old name: another deck under the old commitment."""
        told = step.desk.committed[-1]
        place = decks.commitment_of(told).place
        deck = fairness.hide(place, step.table.entry.game.deck.cards, p.rng.randbytes, 8)
        step.keep_secret(deck)
        deal(step, house, given)

    p.patch.setattr(dealing, "deal", choosing)
    await people.tell()
    p.patch.setattr(dealing, "deal", deal)
    assert p.table.playing
    assert all(any("is not what was committed" in each for each in member.part.troubles) for member in people.members)
    await p.host("hold")
    await p.host("void", words="it was not dealt honestly")
    with pytest.raises(AssertionError, match="is another one"):
        await p.check()
    await p.room.store.write([delete(schema.secret), delete(schema.private)])  # so that nothing can be decided again


@in_a_room
async def test_a_house_that_signs_with_another_key_or_leaves_a_seed_out_is_caught_at_once(p):
    await p.new_table("badugi")
    people = await club(p, "Hanna", "Ben")
    await people.deal()
    await people.play_on()
    people.fine()
    signer = p.room.signer
    p.room.signer = Signer(b"another house" + bytes(19))
    await people.deal()
    await people.play_on()
    assert all(any("signs with another key" in each for each in member.part.troubles) for member in people.members)
    p.room.signer = signer


@pytest.mark.parametrize("at", ["roots", "tips", "before", "signature", "pack"])
def test_a_commitment_that_was_meddled_with_gets_no_seed(at, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table("badugi")
        people = await club(p, "Hanna", "Ben")
        fact_of = dealing.fact_of

        def meddled(*args):
            fact = fact_of(*args)
            said = dict(fact.commitment)
            if at == "tips":
                said["tips"] = dict.fromkeys(said["tips"], "ab" * 32)
            elif at == "pack":
                said["pack"] = " ".join(reversed(said["pack"].split()))
            else:
                said[at] = ["ab" * 32] * 8 if at == "roots" else "ab" * (len(said[at]) // 2)
            return dealing.desks.Committed(fact.id, said, fact.people, fact.until)

        p.patch.setattr(dealing, "fact_of", meddled)
        await p.deal(hold=False)
        assert not [said for member in people.members for said in member.to_send if said.seed]
        assert all(member.part.troubles for member in people.members)

    with pytest.raises(AssertionError, match=r"its commitment does not (hold|follow)"):
        test(tmp_path, monkeypatch)  # and the doctor, who looks at the end, finds it too

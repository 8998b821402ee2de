"""A player's part in the shuffle, against a room that lies to him about its decks."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import msgspec

from fair_house import FRENCH_DECK, House
from oddchip.cli.join_fair import Part
from oddchip.fair.deck import commitment_data, committed, cut, hide, hide_strict, kept_opening, opening
from oddchip.room.protocol import CommitmentView, FairView, OpeningView


class Table:
    """Seat 0 at a table whose house commits to what it likes: the player's tip is in every deck."""

    def __init__(self):
        self.house = House(1, seats=(0, 2), with_chains=())
        self.house.hand = 1
        self.part = Part(Random(2).randbytes, lambda: "id")
        self.tip, self.state = self.part.chain.tip, "in"

    def deck(self, **changes):
        place = replace(self.house.place(FRENCH_DECK), tips={0: self.tip}, **changes)
        hidden = hide(place, FRENCH_DECK.cards, self.house.bits, 2)
        return hidden, committed(hidden, self.house.signer)

    def hear(self, commitment, seeds=None, cards=(), openings=(), left_out=(), until=0.0, sent=True):
        place = commitment.place
        fair = FairView(
            "roots",
            place.hand,
            place.shuffle,
            commitment.id.hex(),
            commitment.key.hex(),
            [0] if seeds is None else [],
            until,
            seeds=seeds or {},
            left_out=list(left_out),
            tip=self.tip.hex(),
            commitment=msgspec.convert(commitment_data(commitment), CommitmentView, strict=False) if sent else None,
        )
        mine = SimpleNamespace(seat=0, cards=[SimpleNamespace(text=card) for card in cards])
        seats = [SimpleNamespace(seat=0, state=self.state, cards=())]
        lies = {
            "state": "playing",
            "seats": seats,
            "rows": (),
            "dead": (),
            "me": mine,
            "fair": fair,
            "openings": openings,
        }
        return self.part.hear(SimpleNamespace(hand=place.hand, fresh=False, **lies))


def test_two_decks_that_follow_the_same_one_are_two_logs():
    table = Table()
    assert table.hear(table.deck()[1])[0].seed
    assert table.hear(table.deck(game="other")[1]) == []
    assert table.hear(table.deck(hand=2)[1]) == []
    assert len(table.part.troubles) == 2
    assert all("there are two logs" in each for each in table.part.troubles)


def test_a_deck_cut_with_a_seed_that_was_told_for_another_is_found():
    table = Table()
    seed = table.hear(table.deck()[1])[0].seed
    other = table.deck(before=b"\1" * 32)[1]
    table.hear(other, {0: seed})
    assert "told for another deck" in table.part.troubles[0]


def test_a_deck_cut_without_the_seed_that_was_told_is_found():
    table = Table()
    asked = table.deck()[1]
    assert table.hear(asked)
    table.hear(asked, {})
    assert "is missing" in table.part.troubles[0]


def test_a_seed_is_told_again_when_the_room_waits_anew():
    """The worker it was told to may be gone, and nothing but the time then says so."""
    table = Table()
    asked = table.deck()[1]
    told = table.hear(asked, until=5.0)
    assert table.hear(asked, until=5.0) == []
    again = table.hear(asked, until=12.0)
    assert [(each.root, each.seed) for each in again] == [(each.root, each.seed) for each in told]
    assert table.part.again == 0, "it is the same deck"
    assert not table.part.troubles


def test_a_proof_of_a_deck_that_is_not_told_any_more_is_left_to_the_record_but_never_one_that_does_not_hold():
    table = Table()
    hidden, asked = table.deck()
    seeds = {0: table.hear(asked)[0].seed}
    made = cut(asked, {0: bytes.fromhex(seeds[0])})
    first = opening(hidden, made, 0)
    shown = OpeningView(0, 0, first.slot, first.card, first.salt.hex(), [node.hex() for node in first.path])
    comer = Table()
    comer.hear(asked, seeds, [first.card], [shown], sent=False)
    assert not comer.part.troubles
    assert comer.part.checked == 0
    comer.hear(asked, openings=[shown])
    assert comer.part.troubles == [f"a proof came for {first.card}, and no deck that it could be of"]
    table.hear(asked, seeds)
    shown.salt = "00" * 32
    table.hear(asked, seeds, [first.card], [shown], sent=False)
    assert len(table.part.troubles) == 1
    assert table.part.checked == 0


def test_a_card_without_a_proof_is_found():
    table = Table()
    hidden, asked = table.deck()
    seed = table.hear(asked)[0].seed
    made = cut(asked, {0: bytes.fromhex(seed)})
    first, second = (opening(hidden, made, position) for position in (0, 1))
    shown = OpeningView(0, 0, first.slot, first.card, first.salt.hex(), [node.hex() for node in first.path])
    table.hear(asked, {0: seed}, [first.card], [shown])
    assert not table.part.troubles
    table.hear(asked, {0: seed}, [first.card, second.card])
    assert table.part.troubles == [f"no proof came for {second.card} in hand 1"]


def test_a_card_in_the_hand_that_a_reshuffle_did_not_set_aside_is_found():
    table = Table()
    held = FRENCH_DECK.cards[:2]
    place = replace(table.house.place(FRENCH_DECK), tips={0: table.tip}, shuffle=1, kept=2)
    hidden = hide_strict(place, FRENCH_DECK.cards, table.house.bits, held)
    asked = committed(hidden, table.house.signer)
    seeds = {0: table.hear(asked)[0].seed}
    found = [kept_opening(hidden, card) for card in held]
    shown = [OpeningView(1, -1, each.slot, each.card, each.salt.hex(), []) for each in found]
    cards = [each.card for each in found]
    table.hear(asked, seeds, cards, shown)
    assert not table.part.troubles
    table.state = "folded"
    table.hear(asked, seeds, [*cards, "As"])
    assert not table.part.troubles, "hands that are folded are shuffled too (D-RS-1)"
    table.state = "in"
    table.hear(asked, seeds, [*cards, "As"])
    assert table.part.troubles == ["no proof came that reshuffle 1 of hand 1 set As aside"]

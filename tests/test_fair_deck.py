"""Committed decks: what is hidden, what is shown, and that nothing else can be told from it."""

import sys
from collections import Counter
from dataclasses import replace

import pytest

from fair_house import FRENCH_DECK, ITALIAN_DECK, ONE_JOKER, TWO_JOKERS, House, draw_hand, plain_hand, void_hand
from oddchip.cards import SPADES, Deck, card_text, stripped
from oddchip.fair.deck import (
    Commitment,
    HiddenDeck,
    Place,
    check_kept,
    check_opening,
    check_proof,
    check_rejected,
    commitment_data,
    commitment_from,
    committed,
    cut,
    forks,
    hide,
    hide_strict,
    kept_opening,
    opening,
    opening_data,
    opening_from,
    order,
    record_data,
    rejected,
    verify_hand,
    verify_hands,
)
from oddchip.fair.deck.pedersen import L
from oddchip.fair.deck.reading import data_of
from oddchip.fair.deck.trees import EMPTY, climbed, grown, leaf, leaves, node, path_to
from oddchip.fair.errors import FairError, Unreadable
from oddchip.fair.hashing import digest

DECKS = [FRENCH_DECK, ONE_JOKER, TWO_JOKERS, ITALIAN_DECK]


def hidden_by(house, deck=FRENCH_DECK, roots=8, strict=False):
    place = house.place(deck)
    hidden = hide_strict(place, deck.cards, house.bits) if strict else hide(place, deck.cards, house.bits, roots)
    return hidden, committed(hidden, house.signer)


@pytest.mark.parametrize("strict", [False, True], ids=["roots", "points"])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_every_card_of_the_deal_can_be_shown_and_checked(deck, strict):
    house = House(1)
    hidden, commitment = hidden_by(house, deck, strict=strict)
    commitment.check_signed(house.signer.key)
    made = cut(commitment, house.seeds(commitment))
    cards = order(hidden, made)
    assert sorted(cards) == sorted(deck.cards)
    for position, card in enumerate(cards):
        shown = opening(hidden, made, position)
        assert shown.card == card_text(card, deck)
        check_opening(commitment, made, position, shown)
        assert opening_from(opening_data(shown)) == shown
    check_rejected(commitment, made, rejected(hidden, made))
    check_proof(commitment)
    assert commitment_from(commitment_data(commitment)) == commitment
    assert HiddenDeck.unpacked(hidden.packed()) == hidden


@pytest.mark.parametrize("strict", [False, True], ids=["roots", "points"])
def test_an_opening_is_good_for_one_card_at_one_position_of_one_commitment(strict):
    house = House(2)
    hidden, commitment = hidden_by(house, strict=strict)
    made = cut(commitment, house.seeds(commitment))
    shown = opening(hidden, made, 7)
    _, other = hidden_by(house, strict=strict)
    cases = [
        (commitment, 6, shown),
        (commitment, 52, shown),
        (commitment, -1, shown),
        (other, 7, shown),
        (commitment, 7, replace(shown, slot=shown.slot ^ 1)),
        (commitment, 7, replace(shown, card="X1")),
        (commitment, 7, replace(shown, card="As" if shown.card != "As" else "Ks")),
        (commitment, 7, replace(shown, salt=bytes(32))),
        (commitment, 7, replace(shown, salt=bytes(31))),
        (commitment, 7, replace(shown, salt=b"\xff" * 32)),
        (commitment, 7, replace(shown, path=shown.path[1:] or (EMPTY,))),
        (commitment, 7, replace(shown, path=(*shown.path, EMPTY))),
    ]
    for of, position, said in cases:
        with pytest.raises(FairError):
            check_opening(of, replace(made, chosen=made.chosen), position, said)
    check_opening(commitment, made, 7, shown)


def test_a_salt_above_the_order_of_the_group_is_refused():
    house = House(3)
    hidden, commitment = hidden_by(house, strict=True)
    made = cut(commitment, house.seeds(commitment))
    shown = opening(hidden, made, 0)
    again = int.from_bytes(shown.salt, "little") + 2**252 + 27742317777372353535851937790883648493
    with pytest.raises(FairError, match="not what was committed"):
        check_opening(commitment, made, 0, replace(shown, salt=again.to_bytes(32, "little")))


def test_the_tree_is_the_one_of_the_page():
    place, salts = digest("place", b"x"), bytes(range(96))
    bottom = leaves(place, 3, ("As", "Kd", "X1"), salts)
    assert bottom == [leaf(place, 3, i, card, salts[32 * i : 32 * i + 32]) for i, card in enumerate(("As", "Kd", "X1"))]
    rows = grown(bottom)
    assert [len(row) for row in rows] == [64, 32, 16, 8, 4, 2, 1]
    assert rows[0][3:] == [EMPTY] * 61
    assert rows[1][1] == node(bottom[2], EMPTY) == digest("node", bottom[2], EMPTY)
    assert all(climbed(bottom[i], i, path_to(rows, i)) == rows[-1][0] for i in range(3))


# --- the cut ----------------------------------------------------------------------------------------------------------


def test_the_cut_follows_from_commitment_and_seeds_alone():
    house = House(4)
    hidden, commitment = hidden_by(house)
    seeds = house.seeds(commitment)
    made = cut(commitment, seeds)
    assert cut(commitment_from(commitment_data(commitment)), dict(reversed(seeds.items()))) == made
    assert sorted(made.slots) == list(range(52))
    assert 0 <= made.chosen < 8
    for seat in seeds:
        with pytest.raises(FairError, match=f"seed of seat {seat}"):
            cut(commitment, {**seeds, seat: bytes(32)})
        with pytest.raises(FairError, match=f"seat {seat} is missing"):
            cut(commitment, {other: seeds[other] for other in seeds if other != seat})
    with pytest.raises(FairError, match="has no tip"):
        cut(commitment, {**seeds, 5: bytes(32)})
    with pytest.raises(FairError):
        cut(commitment, {0: seeds[2], 2: seeds[0]})
    assert hidden.cards == FRENCH_DECK.cards


def test_one_other_seed_is_another_deal():
    """Whoever gives one seed that nobody knew makes every order as likely as any other."""
    first, seen = Counter(), Counter()
    trials = 400
    for seed in range(trials):
        house = House(seed, seats=(0,), with_chains=(0,))
        _, commitment = hidden_by(house, Deck(stripped("JQKA", (SPADES,))), roots=2)
        made = cut(commitment, house.seeds(commitment))
        first[made.slots[0]] += 1
        seen[made.chosen] += 1
    assert all(abs(times - trials / 4) < 4 * (trials * 3 / 16) ** 0.5 for times in first.values())
    assert all(abs(times - trials / 2) < 4 * (trials / 4) ** 0.5 for times in seen.values())


def test_a_commitment_is_bound_to_everything_about_its_place():
    place = House(5).place(FRENCH_DECK)
    others = [
        replace(place, table="t2"),
        replace(place, hand=2),
        replace(place, shuffle=1),
        replace(place, game="draw"),
        replace(place, pack=place.pack[::-1]),
        replace(place, pack=place.pack[1:]),
        replace(place, seats=(0, 2)),
        replace(place, before=b"\1" * 32),
        replace(place, shuffle=1, kept=1),
        replace(place, tips={0: place.tips[0]}),
        replace(place, tips={0: place.tips[2], 2: place.tips[0]}),
    ]
    assert len({one.digest for one in [place, *others]}) == len(others) + 1


BAD_PLACES = {
    "the same card twice": {"pack": ("As", "As")},
    "one card": {"pack": ("As",)},
    "too many cards": {"pack": tuple(f"c{i}" for i in range(65))},
    "no seat": {"seats": (), "tips": {}},
    "seats out of order": {"seats": (2, 0, 5)},
    "a seat twice": {"seats": (0, 2, 2, 5)},
    "a tip of nobody": {"tips": {1: bytes(32)}},
    "a short tip": {"tips": {0: bytes(31)}},
    "a short root before": {"before": bytes(31)},
    "kept at a first deal": {"kept": 3},
    "more kept than there are": {"shuffle": 1, "kept": 53},
}


@pytest.mark.parametrize("changes", BAD_PLACES.values(), ids=BAD_PLACES)
def test_a_place_that_cannot_be_is_refused(changes):
    with pytest.raises(FairError):
        replace(House(5).place(FRENCH_DECK), **changes)


def test_what_cannot_be_hidden_is_refused():
    house = House(6)
    place, cards = house.place(FRENCH_DECK), FRENCH_DECK.cards
    with pytest.raises(FairError, match="52 different"):
        hide(place, cards[1:], house.bits)
    with pytest.raises(FairError, match="52 different"):
        hide(place, (*cards[1:], cards[1]), house.bits)
    for roots in (0, 65):
        with pytest.raises(FairError, match="1 to 64"):
            hide(place, cards, house.bits, roots)
    with pytest.raises(FairError, match="reshuffle"):
        hide(replace(place, shuffle=1), cards, house.bits)
    with pytest.raises(FairError, match="keeps 2 cards"):
        hide_strict(replace(place, shuffle=1, kept=2), cards, house.bits, cards[:3])
    with pytest.raises(FairError, match="keeps 1 card"):
        hide_strict(replace(place, shuffle=1, kept=1), cards, house.bits, (99,))
    with pytest.raises(FairError, match="no hidden deck"):
        HiddenDeck.unpacked(hide(place, cards, house.bits).packed() + b"\0")


# --- secrets ----------------------------------------------------------------------------------------------------------


class Counted:
    """A source of random bytes that remembers what it gave."""

    def __init__(self, bits):
        self.bits, self.given = bits, []

    def __call__(self, size):
        self.given.append(self.bits(size))
        return self.given[-1]


@pytest.mark.parametrize("strict", [False, True], ids=["roots", "points"])
def test_every_salt_is_drawn_alone(strict):
    """No two leaves share anything derivable: one call of the system's source for each salt, none used twice."""
    house = House(7)
    bits, place = Counted(house.bits), house.place(FRENCH_DECK)
    if strict:
        hidden = hide_strict(place, FRENCH_DECK.cards, bits)
        salts = [int.from_bytes(hidden.candidates[0].salt(slot), "little") for slot in range(52)]
        drawn = [int.from_bytes(given, "little") % (L - 1) + 1 for given in bits.given if len(given) == 64]
        assert drawn[:52] == salts
        assert len(set(drawn)) == len(drawn) == 52 + 50 + 3 * 51  # and one for each number that hides something
    else:
        hidden = hide(place, FRENCH_DECK.cards, bits, 8)
        salts = [each.salt(slot) for each in hidden.candidates for slot in range(52)]
        assert [given for given in bits.given if len(given) == 32] == salts
    assert len(set(salts)) == len(salts) == (52 if strict else 8 * 52)


def test_nothing_that_is_told_holds_a_salt_of_a_card_not_shown():
    for strict in (False, True):
        deal = plain_hand(House(8), roots=8, strict=strict)
        one = deal.now
        hidden = one.hidden.candidates[one.cut.chosen]
        for reader in (None, *deal.house.seats):
            told = str(record_data(deal.record(reader)))
            may = {*one.shown} | {position for position, to in one.dealt if to == reader}
            for position, slot in enumerate(one.cut.slots):
                assert (hidden.salt(slot).hex() in told) == (position in may)


def test_a_hidden_deck_says_nothing_when_printed():
    house = House(9)
    for strict in (False, True):
        hidden, commitment = hidden_by(house, strict=strict)
        made = cut(commitment, {0: house.chains[0].reveal(), 2: house.chains[2].reveal()})
        shown = repr(hidden) + str(hidden) + repr(opening(hidden, made, 0)) + repr(rejected(hidden, made))
        assert not any(hidden.candidates[made.chosen].salt(slot).hex() in shown for slot in range(52))
        assert "\\x" not in shown


def test_a_leaf_cannot_be_told_by_trying_the_cards():
    """The leaf of a muck stays closed to whoever tries all 52 cards with what is published."""
    house = House(10)
    hidden, commitment = hidden_by(house, roots=1)
    made = cut(commitment, house.seeds(commitment))
    shown = opening(hidden, made, 0)
    neighbour = shown.path[0]
    slot = shown.slot ^ 1
    tried = {
        leaf(commitment.place.digest, 0, slot, card, salt)
        for card in commitment.place.pack
        for salt in (EMPTY, shown.salt, *shown.path, made.key, commitment.id)
    }
    assert neighbour not in tried


# --- reshuffles -------------------------------------------------------------------------------------------------------


def test_a_reshuffle_keeps_what_is_held_and_shows_each_owner_his_own():
    deal = draw_hand(House(11), deck=ITALIAN_DECK, roots=2)
    one = deal.now
    held = {card for cards in one.held.values() for card in cards}
    pool = set(order(one.hidden, one.cut))
    assert pool | held == set(ITALIAN_DECK.cards)
    assert not pool & held
    assert one.commitment.place.kept == len(held)
    for card in held:
        check_kept(one.commitment, kept_opening(one.hidden, card))
    some = next(iter(pool))
    with pytest.raises(FairError, match="does not keep"):
        kept_opening(one.hidden, some)
    with pytest.raises(FairError, match="was not kept"):
        check_kept(one.commitment, opening(one.hidden, one.cut, 0))


def test_d_rs_2_a_seat_never_gets_its_own_discard_and_sees_what_is_passed_over():
    deal = draw_hand(House(7), deck=ITALIAN_DECK, roots=2)
    for seat, positions in deal.now.passed.items():
        assert {deal.card(position) for position in positions} <= {*deal.thrown[seat]}
        own = {position for position, _ in deal.parts(seat)[-1].own}
        assert positions <= own
        for other in {*deal.house.seats} - {seat}:
            seen = {position for position, _ in deal.parts(other)[-1].own}
            assert positions & seen <= {position for position, to in deal.now.dealt if to == other}
    assert deal.now.passed
    assert not any({*deal.thrown[seat]} & {*deal.hands[seat]} for seat in deal.house.seats)


def test_a_seat_absent_at_a_reshuffle_is_left_out_of_that_cut_and_named():
    deal = draw_hand(House(12), deck=ITALIAN_DECK, roots=2, withheld=(2,))
    said = verify_hand(record_data(deal.record(0)))
    assert "hand 1, shuffle 1 at table t1: seat 0 cut the deck; seat 2 withheld a seed; seat 5 gives none" in said


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [plain_hand, draw_hand, void_hand])
def test_a_record_holds_for_each_reader(make):
    deal = make(House(13), roots=2)
    for reader in (None, 0, 5):
        said = verify_hand(record_data(deal.record(reader)), deal.house.signer.key)
        assert said[0].startswith("hand 1 at table t1 is signed")
    with pytest.raises(FairError, match="known one"):
        verify_hand(deal.record(0), bytes(32))


def test_a_run_of_hands_counts_its_voids():
    house = House(14)
    records = [make(house, roots=2).record() for make in (plain_hand, void_hand, void_hand, plain_hand)]
    assert verify_hands(records)[-3:] == [
        "hands 1 to 4 follow each other without a gap",
        "2 of 6 commitments are void, 0 of them when their cut was known",
        "seat 2 withheld 2 seeds",
    ]
    for wrong in (records[::-1], [records[0], records[2]], [records[0], records[0]], []):
        with pytest.raises(FairError):
            verify_hands(wrong)


def test_a_void_when_the_cut_was_known_is_said():
    house = House(15)
    deal = house.deal(roots=2)
    deal.first(void="the dealer did not feel like it")
    deal.first()
    said = verify_hands([deal.record()])
    assert "hand 1 at table t1 is void, when its cut was known: the dealer did not feel like it" in said
    assert said[-1] == "1 of 2 commitments are void, 1 of them when their cut was known"


def test_two_commitments_with_the_same_one_before_prove_two_logs():
    house = House(16)
    _, first = hidden_by(house)
    _, second = hidden_by(house)
    assert forks(first, second)
    assert not forks(first, first)
    assert not forks(
        first, committed(hide(replace(first.place, before=first.id), FRENCH_DECK.cards, house.bits), house.signer)
    )
    elsewhere = replace(first.place, table="t2")
    assert not forks(first, committed(hide(elsewhere, FRENCH_DECK.cards, house.bits), house.signer))
    with pytest.raises(FairError, match="signed with"):
        forks(first, committed(hide(first.place, FRENCH_DECK.cards, house.bits), House(17).signer))


@pytest.mark.parametrize(
    "wrong", ["", "{}", "[]", "null", "7", '{"format":1,"format":1}', "[1.5]", "[NaN]", "[" * 9999]
)
def test_what_is_no_record_is_unreadable(wrong):
    with pytest.raises(Unreadable):
        verify_hand(wrong)


def test_a_commitment_of_a_form_that_cannot_be_is_refused():
    _, good = hidden_by(House(18))
    for changes in ({"kind": "both"}, {"roots": ()}, {"roots": (bytes(31),)}, {"proof": b"x"}, {"kind": "points"}):
        with pytest.raises(FairError):
            replace(good, **changes)
    with pytest.raises(FairError, match="first deal"):
        Commitment(replace(good.place, shuffle=1), "roots", good.roots, b"", good.key, good.signature)


def test_a_place_of_an_engines_deck_has_the_names_of_its_cards():
    place = Place.of("t", 1, 0, "badugi", TWO_JOKERS, (3, 1))
    assert place.seats == (1, 3)
    assert place.pack[:2] + place.pack[-3:] == ("2c", "2d", "As", "X1", "X2")
    assert Place.of("t", 1, 0, "badugi", ITALIAN_DECK, (1,)).pack[-5:] == ("Rs", "Ab", "Ad", "Ac", "As")


@pytest.mark.parametrize("deep", ["[" * 200_000, '{"a":' * 200_000, '"' + '\\"' * 200_000])
def test_a_deep_or_endless_text_is_refused_whatever_recursion_is_allowed(deep):
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)  # as some libraries leave it
    try:
        with pytest.raises(FairError, match="not JSON"):
            data_of(deep)
    finally:
        sys.setrecursionlimit(limit)


def test_a_rejected_candidate_has_a_salt_for_each_card_and_none_beside():
    house = House(18, with_chains=())
    hidden, commitment = hidden_by(house)
    made = cut(commitment, {})
    shown = rejected(hidden, made)
    check_rejected(commitment, made, shown)
    more = replace(shown[0], salts=shown[0].salts + bytes(32))
    with pytest.raises(FairError, match="not what was committed"):
        check_rejected(commitment, made, (more, *shown[1:]))

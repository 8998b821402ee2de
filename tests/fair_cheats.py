"""Houses that lie, each signing all it says: what verification has to find.

`CHEATS` has one record (or run of records) for each lie and a word or two of the sentence it is refused with. The lies
use the house's own tools wherever these let themselves be used.
"""

from dataclasses import replace
from unittest import mock

from nacl.bindings import crypto_core_ed25519_add

from fair_house import FRENCH_DECK, ITALIAN_DECK, ONE_JOKER, Deal, House, draw_hand, plain_hand, void_hand
from oddchip.fair.deck import (
    Opening,
    Place,
    RejectedDeck,
    Shuffled,
    committed,
    cut,
    hide,
    hide_strict,
    kept_opening,
    opening,
    pedersen,
    product,
    signed_record,
)
from oddchip.fair.deck.hidden import Candidate, _tree
from oddchip.fair.deck.pedersen import commit, random_scalar, scalar_bytes
from oddchip.fair.deck.product import prove
from oddchip.fair.deck.trees import grown, leaf, leaves, node
from oddchip.fair.hashing import digest, listed
from oddchip.fair.signing import Signer

#: A point of order 8: what hides in a point that is not in the main subgroup.
TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


# --- decks that are not the pack --------------------------------------------------------------------------------------


def with_order(hidden, candidate, order):
    """A deck of roots in which one candidate has other cards."""
    bad = Candidate(bytes(order), hidden.candidates[candidate].salts)
    root = _tree(hidden.place, candidate, bad)[-1][0]
    return replace(
        hidden,
        candidates=put(hidden.candidates, candidate, bad),
        roots=put(hidden.roots, candidate, root),
        _grown={},
    )


def put(values, at, value):
    return (*values[:at], value, *values[at + 1 :])


def doubled(order):
    """One card twice, another missing."""
    return bytes([order[1], *order[1:]])


class OneBadCandidate:
    """A house that hides one candidate with a card twice among honest ones and hopes that the seeds choose it."""

    def __init__(self, house, roots, random):
        self.house, self.roots, self.random = house, roots, random

    def hide(self, place, cards):
        hidden = hide(place, cards, self.house.bits, self.roots)
        bad = self.random.randrange(self.roots)
        return with_order(hidden, bad, doubled(hidden.candidates[bad].order))


def strict_with(place, cards, bits, values, kept=()):
    """Points for any list of values, and the best proof an honest prover makes for them."""
    salts = [random_scalar(bits) for _ in values]
    points = tuple(commit(value, salt) for value, salt in zip(values, salts, strict=True))
    proof = prove(place.digest, points, list(values), salts, bits)
    order = bytes((value - 1) % len(cards) for value in values)
    return replace(
        hide_strict(place, cards, bits, kept),
        candidates=(Candidate(order, b"".join(map(scalar_bytes, salts))),),
        roots=points,
        proof=proof,
    )


def dealt_from(make_deck, seed, deck=FRENCH_DECK, roots=4):
    """A hand played from the deck that `make_deck(place, cards, house)` hides."""

    class Lying(Deal):
        def _hide(self, place):
            return make_deck(place, self.deck.cards, self.house)

    house = House(seed)
    house.hand += 1
    deal = Lying(house, deck, roots, False)
    deal.first()
    for seat in house.seats:
        deal.give(seat, 2)
    return deal


def one_bad_candidate(seed=20):
    """Caught: the seeds did not choose the bad one."""

    def hidden(place, cards, house):
        found = hide(place, cards, house.bits, 4)
        return with_order(found, 2, doubled(found.candidates[2].order))

    while (deal := dealt_from(hidden, seed)).now.cut.chosen == 2:
        seed += 1
    return deal.record(0)


def all_candidates_bad():
    def hidden(place, cards, house):
        found = hide(place, cards, house.bits, 4)
        for number in range(4):
            found = with_order(found, number, doubled(found.candidates[number].order))
        return found

    return dealt_from(hidden, 21).record(0)


def strict(values_of, seed):
    """A strict deck of other values."""
    return dealt_from(
        lambda place, cards, house: strict_with(place, cards, house.bits, values_of(list(range(1, len(cards) + 1)))),
        seed,
    ).record(None)


def point_outside():
    """A point with a part of order eight, put in after the proof was made, and one before."""

    def hidden(place, cards, house):
        found = hide_strict(place, cards, house.bits)
        return replace(found, roots=put(found.roots, 5, crypto_core_ed25519_add(found.roots[5], TORSION)))

    return dealt_from(hidden, 22).record(None)


def proof_of_another():
    """The proof of another hand's deck."""

    def hidden(place, cards, house):
        other = hide_strict(replace(place, hand=9), cards, house.bits)
        return replace(hide_strict(place, cards, house.bits), proof=other.proof)

    return dealt_from(hidden, 23).record(None)


def answer_of_zero():
    """The pack indeed, and a proof made so that one of its answers is 0, which no honest one ever has."""

    def hidden(place, cards, house):
        found = hide_strict(place, cards, house.bits)
        salts = [pedersen.scalar_from(found.candidates[0].salt(slot)) for slot in range(len(cards))]
        values = [at + 1 for at in found.candidates[0].order]
        z = product.challenge("product z", digest("points", place.digest, listed(found.roots)))
        drawn = [random_scalar(house.bits) for _ in range(len(cards) - 2 + 3 * (len(cards) - 1))]
        drawn[0] = -(z - values[0]) * salts[1] % pedersen.L  # E_2 is a multiple of D_2 alone
        drawn[len(cards) - 2 + 2] = 0  # and nothing masks that
        with mock.patch.object(product, "random_scalar", side_effect=drawn):
            proof = product.prove(place.digest, found.roots, values, salts, house.bits)
        assert not any(proof[-(len(cards) - 1) * 96 :][64:96])
        return replace(found, proof=proof)

    return dealt_from(hidden, 47).record(None)


def candidate_with_commas():
    """A candidate that is not the pack: one of its cards is called as two of the pack's with a comma between."""
    house, pack = House(48), ("a,b", "c", "d")
    place = Place("t1", 1, 0, "badugi", pack, (0,))
    while True:
        hidden = hide(place, range(3), house.bits, 2)
        salts = hidden.candidates[0].salts[:64]
        bottom = leaves(place.digest, 0, ("a", "b,c,d"), salts)
        roots = (grown(bottom)[-1][0], hidden.roots[1])
        commitment = committed(replace(hidden, roots=roots), house.signer)
        if cut(commitment, {}).chosen == 1:
            break
    shown = (RejectedDeck(0, ("a", "b,c,d"), salts),)
    return signed_record([Shuffled(commitment, {}, "", shown)], house.signer)


def shallow_leaf():
    """A leaf where a node should be: the house could open its slot there or, as another card, in its own place."""
    house = House(54, with_chains=())
    house.hand = 1
    place = house.place(FRENCH_DECK)
    hidden = hide(place, FRENCH_DECK.cards, house.bits, 1)
    slot, salt = 3, house.bits(32)
    rows = hidden.rows(0)[1:]
    rows[0][slot] = leaf(place.digest, 0, slot, "As", salt)
    for at in range(1, len(rows)):
        rows[at] = [node(rows[at - 1][k], rows[at - 1][k + 1]) for k in range(0, len(rows[at - 1]), 2)]
    commitment = committed(replace(hidden, roots=(rows[-1][0],)), house.signer)
    position = cut(commitment, {}).slots.index(slot)
    path = tuple(rows[height][(slot >> height) ^ 1] for height in range(5))
    dealt = tuple((k, "burn") for k in range(position + 1))
    shown = ((position, Opening(slot, "As", salt, path)),)
    return signed_record([Shuffled(commitment, {}, dealt=dealt, shown=shown)], house.signer)


# --- told otherwise afterwards ----------------------------------------------------------------------------------------


def with_parts(deal, reader, **changes):
    """The last shuffle's record with other parts, signed."""
    parts = deal.parts(reader)
    parts[-1] = replace(parts[-1], **changes)
    return signed_record(parts, deal.house.signer, reader)


def order_changed(strict=False):
    """With the seeds in hand the house deals from another deck than it had committed to."""
    deal = plain_hand(House(24), roots=2, strict=strict)
    now = deal.now
    place, cards, bits = now.commitment.place, deal.deck.cards, deal.house.bits
    now.hidden = hide_strict(place, cards, bits) if strict else hide(place, cards, bits, 2)
    return deal.record(0)


def card_swapped(strict=False):
    """One opening says another card of the pack, its salt and path being true."""
    deal = plain_hand(House(25), roots=2, strict=strict)
    shown = [*deal.parts()[0].shown]
    position, found = shown[0]
    shown[0] = (position, replace(found, card="As" if found.card != "As" else "Ks"))
    return with_parts(deal, None, shown=tuple(shown))


def other_slot():
    """A better card from deeper in the deck, its opening true but for the position."""
    deal = plain_hand(House(26), roots=2)
    shown = [*deal.parts()[0].shown]
    shown[0] = (shown[0][0], opening(deal.now.hidden, deal.now.cut, 40))
    return with_parts(deal, None, shown=tuple(shown))


def position_left_out():
    """The house deals the second card from the bottom."""
    deal = House(27).deal(roots=2)
    deal.first()
    deal.now.dealt += [(0, 0), (51, 2), (1, 5)]
    return deal.record(None)


def dealt_twice():
    deal = House(28).deal(roots=2)
    deal.first()
    deal.now.dealt += [(0, 0), (0, 2)]
    return deal.record(None)


def rejected_left_out():
    deal = plain_hand(House(29), roots=8)
    return with_parts(deal, None, rejected=deal.parts()[0].rejected[1:])


def opening_left_out():
    """A player is not shown one of his own cards."""
    deal = plain_hand(House(30), roots=2)
    return with_parts(deal, 0, own=deal.parts(0)[0].own[1:])


def void_after_a_lie():
    """A hand is broken off after cards were shown that were not committed to: void does not make them good."""
    deal = plain_hand(House(55), roots=2)
    shown = [*deal.parts()[0].shown]
    shown[0] = (shown[0][0], replace(shown[0][1], card="As" if shown[0][1].card != "As" else "Ks"))
    return with_parts(deal, None, shown=tuple(shown), void="the lights went out")


def dealt_beyond_the_pool():
    """After a reshuffle's last card one more is dealt: one of those that were set aside."""
    deal = draw_hand(House(56), deck=ITALIAN_DECK, roots=2)
    pool = len(deal.now.cut.slots)
    return with_parts(deal, None, dealt=(*((k, "burn") for k in range(pool)), (pool, "burn")), shown=())


def dealt_to_a_stranger():
    """A card goes to a seat that is not dealt in, and so to nobody who could look at it."""
    deal = plain_hand(House(49), roots=2)
    deal.now.dealt.append((len(deal.now.dealt), 7))
    return deal.record(None)


def card_of_another():
    """A player is shown a card of the next seat."""
    deal = plain_hand(House(31), roots=2)
    return with_parts(deal, 0, own=(*deal.parts(0)[0].own, deal.parts(5)[0].own[0]))


# --- seeds ------------------------------------------------------------------------------------------------------------


def seed_of_choice():
    """The house puts a seed of its own in the place of a player's."""
    deal = plain_hand(House(32), roots=2)
    return with_parts(deal, None, seeds={**deal.now.seeds, 2: bytes(32)})


def seed_left_out():
    """The house leaves a seed out that it was given, and cuts without it."""
    deal = plain_hand(House(33), roots=2)
    return with_parts(deal, None, seeds={0: deal.now.seeds[0]})


def house_changed():
    """The second hand of a run is signed by another house."""
    first, second = House(57), House(57)
    hands = [plain_hand(first, roots=2).record()]
    plain_hand(second, roots=2)
    second.signer = Signer(bytes(range(32)))
    second.before = hands[0].shuffles[0].commitment.id
    return [*hands, plain_hand(second, roots=2).record()]


def seed_known_before():
    """After a void the house asks nobody anew: it commits again, knowing the seed of seat 0."""
    deal = House(34).deal(roots=2)
    deal.first(withheld=(2,), void="seat 2 gave no seed")
    chain = deal.house.chains[0]
    chain._values.append(deal.now.commitment.place.tips[0])  # back to where it was before the seed was told
    deal.first(without=(2,))
    deal.give(0)
    return deal.record(None)


def void_left_out():
    """The house keeps silent about the deck it did not deal: what came after it follows something unknown."""
    house = House(35)
    first = plain_hand(house, roots=2).record()
    second = void_hand(house, roots=2)
    return [first, signed_record(second.parts()[1:], house.signer)]


def hand_left_out():
    """A whole hand never was: the numbers have a gap."""
    house = House(36)
    hands = [plain_hand(house, roots=2).record() for _ in range(3)]
    return [hands[0], hands[2]]


def seed_known_from_another_hand():
    """The second hand's tip is the first one's again, whose seed everybody knows."""
    house = House(37)
    first = plain_hand(house, roots=2)
    house.chains[0]._values.append(first.now.commitment.place.tips[0])
    return [first.record(), plain_hand(house, roots=2).record()]


def begins_in_the_middle():
    house = House(38)
    house.before = bytes([7]) * 32
    return [plain_hand(house, roots=2).record()]


def dealt_anew_without_a_reason():
    """Both decks are in the record and the first, which was cut, is not said to be void."""
    deal = plain_hand(House(39), roots=2)
    deal.first()
    return deal.record(None)


def other_key():
    """Whoever signs the second deck is not who signed the first."""
    deal = House(40).deal(roots=2)
    deal.first(withheld=(2,), void="seat 2 gave no seed")
    deal.house.signer = Signer(bytes(32))
    deal.first(seats=(0, 5))
    return deal.record(None)


def seat_added():
    """A seat that was not dealt in has a part in the reshuffle, even after a void one."""
    house = House(41, seats=(0, 2))
    deal = house.deal(roots=2)
    deal.first()
    deal.give(0, 4)
    deal.throw(0, 2)
    deal.reshuffle(withheld=(2,), void="the room was restarted")
    house.seats = (0, 2, 5)
    deal.reshuffle()
    return deal.record(None)


def pack_changed():
    """The reshuffle is of a pack with a joker."""
    deal = House(46).deal(roots=2)
    deal.first()
    deal.give(0, 4)
    deal.deck = ONE_JOKER
    deal.reshuffle()
    return deal.record(None)


# --- reshuffles -------------------------------------------------------------------------------------------------------


def passed_over_for_no_reason():
    """The house spares a player a card that he had never thrown, saying that he had."""
    deal = draw_hand(House(42), deck=ITALIAN_DECK, roots=2)
    free = deal.now.free()
    had = {*deal.thrown[5]}
    lower = next(position for position in free if deal.card(position) not in had)
    higher = next(position for position in free if position > lower)
    deal.now.dealt.append((higher, 5))
    deal.now.passed.setdefault(5, set()).update(position for position in free if position < higher)
    return deal.record(5)


def kept_card_in_the_pool():
    """A card that its owner still holds is in the pool as well, and another is missing."""
    house = House(43)
    deal = draw_hand(house, deck=ITALIAN_DECK, roots=2)
    place = deal.now.commitment.place
    values = [deal.deck.cards.index(card) + 1 for cards in deal.now.held.values() for card in cards]
    rest = [value for value in range(1, 41) if value not in values]
    bad = strict_with(place, deal.deck.cards, house.bits, [values[0], *rest[1:], *values], kept_of(deal))
    deal.now.hidden = bad
    deal.now.commitment = committed(bad, house.signer)
    deal.now.cut = cut(deal.now.commitment, deal.now.seeds)
    deal.now.dealt, deal.now.passed, deal.now.shown = [], {}, []
    return deal.record(None)


def kept_of(deal):
    return [card for cards in deal.now.held.values() for card in cards]


def kept_of_another():
    """A player is shown that a card he never had is kept: somebody else's."""
    deal = draw_hand(House(44), deck=ITALIAN_DECK, roots=2)
    theirs = next(pair for pair in deal.parts(0)[-1].own if pair[0] is None)
    return with_parts(deal, 5, own=(*deal.parts(5)[-1].own, theirs))


def kept_that_nobody_had():
    """A card is shown that nobody was dealt, and then set aside at a reshuffle as if somebody held it."""
    deal = House(53).deal(deck=ITALIAN_DECK, roots=2)
    deal.first()
    for seat in deal.house.seats:
        deal.give(seat, 2)
    position = deal.now.free()[-1]
    card = deal.card(position)
    deal.show(position)
    deal.hands[5].append(card)
    deal.reshuffle()
    return with_parts(deal, None, shown=((None, kept_opening(deal.now.hidden, card)),))


def pool_shown_as_kept():
    """A card that lies in the pool is shown to its thrower as one that is kept."""
    deal = draw_hand(House(45), deck=ITALIAN_DECK, roots=2)
    thrown = deal.thrown[5][0]
    at = next(k for k in range(len(deal.now.cut.slots)) if deal.card(k) == thrown)
    return with_parts(deal, 5, own=((None, opening(deal.now.hidden, deal.now.cut, at)), *deal.parts(5)[-1].own))


CHEATS = {
    "cheat-one-bad-candidate": (one_bad_candidate, "is not the pack"),
    "cheat-all-candidates-bad": (all_candidates_bad, "is not the pack"),
    "cheat-strict-card-twice": (lambda: strict(lambda v: [v[1], *v[1:]], 50), "proof"),
    "cheat-strict-same-sum": (lambda: strict(lambda v: [2, 2, 2, *v[3:]], 51), "proof"),
    "cheat-strict-out-of-range": (lambda: strict(lambda v: [*v[:-1], 53], 52), "proof"),
    "cheat-strict-point-outside-the-subgroup": (point_outside, "main subgroup"),
    "cheat-strict-proof-of-another-deck": (proof_of_another, "proof"),
    "cheat-strict-answer-of-zero": (answer_of_zero, "not zero"),
    "cheat-shallow-leaf": (shallow_leaf, "not what was committed"),
    "cheat-void-after-a-lie": (void_after_a_lie, "not what was committed"),
    "cheat-dealt-beyond-the-pool": (dealt_beyond_the_pool, "not there"),
    "cheat-run-house-changed": (house_changed, "known one"),
    "cheat-candidate-with-commas": (candidate_with_commas, "is not the pack"),
    "cheat-dealt-to-a-stranger": (dealt_to_a_stranger, "not dealt in"),
    "cheat-kept-that-nobody-had": (kept_that_nobody_had, "had not seen it"),
    "cheat-order-changed": (order_changed, "not what was committed"),
    "cheat-strict-order-changed": (lambda: order_changed(strict=True), "not what was committed"),
    "cheat-card-swapped": (card_swapped, "not what was committed"),
    "cheat-strict-card-swapped": (lambda: card_swapped(strict=True), "not what was committed"),
    "cheat-other-slot": (other_slot, "is slot"),
    "cheat-position-left-out": (position_left_out, "before position"),
    "cheat-position-dealt-twice": (dealt_twice, "dealt twice"),
    "cheat-rejected-left-out": (rejected_left_out, "are to be shown"),
    "cheat-opening-left-out": (opening_left_out, "is not opened"),
    "cheat-card-of-another": (card_of_another, "not dealt to"),
    "cheat-seed-of-choice": (seed_of_choice, "tip stands for"),
    "cheat-seed-left-out": (seed_left_out, "is missing"),
    "cheat-seed-known-before": (seed_known_before, "was known before"),
    "cheat-dealt-anew-without-a-reason": (dealt_anew_without_a_reason, "only when"),
    "cheat-other-key": (other_key, "known one"),
    "cheat-seat-added": (seat_added, "were dealt in"),
    "cheat-pack-changed": (pack_changed, "same game and pack"),
    "cheat-passed-over-for-no-reason": (passed_over_for_no_reason, "no reason"),
    "cheat-kept-card-in-the-pool": (kept_card_in_the_pool, "proof"),
    "cheat-kept-card-of-another": (kept_of_another, "had not seen it"),
    "cheat-pool-card-shown-as-kept": (pool_shown_as_kept, "in the pool"),
    "cheat-run-void-left-out": (void_left_out, "does not follow"),
    "cheat-run-hand-left-out": (hand_left_out, "without gaps"),
    "cheat-run-seed-known": (seed_known_from_another_hand, "was known before"),
    "cheat-run-begins-in-the-middle": (begins_in_the_middle, "first hand"),
}

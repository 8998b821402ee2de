"""The proof that committed cards are the pack: sound against every list that is not, and blind."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
)

from fair_cheats import TORSION
from oddchip.fair.deck import pedersen, product
from oddchip.fair.deck.pedersen import L, commit, scalar_bytes
from oddchip.fair.errors import FairError

PLACE = b"p" * 32
SIZES = [2, 3, 40, 52, 53, 54]


def proven(cards, seed=1, place=PLACE):
    """Points for cards, their salts, and the proof an honest prover makes."""
    bits = Random(seed).randbytes
    salts = [pedersen.random_scalar(bits) for _ in cards]
    points = [commit(card, salt) for card, salt in zip(cards, salts, strict=True)]
    return points, salts, product.prove(place, points, cards, salts, bits)


def some_order(count, seed=1):
    return Random(seed).sample(range(1, count + 1), count)


@pytest.mark.parametrize("count", SIZES)
def test_every_pack_is_proven(count):
    points, _, proof = proven(some_order(count))
    assert len(proof) == product.size(count)
    product.check(PLACE, points, proof)


def test_a_proof_for_52_cards_is_as_long_as_the_page_says():
    assert product.size(52) == 6528


BAD_DECKS = {
    "a card twice": lambda deck: [deck[1], *deck[1:]],
    "two cards twice": lambda deck: [deck[2], deck[3], *deck[2:]],
    "one card everywhere": lambda deck: [7] * len(deck),
    "below the range": lambda deck: [0, *deck[1:]],
    "above the range": lambda deck: [len(deck) + 1, *deck[1:]],
    "the same sum": lambda deck: [{1: 2, 3: 2}.get(card, card) for card in deck],
    "the same sum of squares too": lambda deck: [{1: 2, 5: 3, 6: 7}.get(card, card) for card in deck],
}


@pytest.mark.parametrize("count", [7, 52])
@pytest.mark.parametrize("bad", BAD_DECKS.values(), ids=BAD_DECKS)
def test_duplicates_and_cards_out_of_range_are_refused(bad, count):
    cards = bad(some_order(count))
    assert sorted(cards) != list(range(1, count + 1))
    points = [commit_any(card, 7 + i) for i, card in enumerate(cards)]
    proof = product.prove(PLACE, points, cards, range(7, 7 + count), Random(1).randbytes)
    with pytest.raises(FairError, match="does not hold"):
        product.check(PLACE, points, proof)


def commit_any(card, salt):
    """The point of any number, of 0 too."""
    blind = pedersen.times_base(salt)
    return pedersen.plus(pedersen.times(card, pedersen.second_generator()), blind) if card else blind


@settings(max_examples=10)
@given(st.integers(0, product.size(5) * 8 - 1))
def test_every_bit_of_a_proof_matters(bit):
    points, _, proof = proven(some_order(5))
    changed = bytearray(proof)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FairError):
        product.check(PLACE, points, bytes(changed))


def test_a_proof_is_of_these_points_in_this_order_and_place():
    points, _, proof = proven(some_order(6))
    others, _, _ = proven(some_order(6), seed=2)
    for said in (points[::-1], others, points[1:], [*points, points[0]], [points[0], *points[:-1]]):
        with pytest.raises(FairError):
            product.check(PLACE, said, proof)
    with pytest.raises(FairError, match="does not hold"):
        product.check(b"q" * 32, points, proof)


def test_scalars_have_one_form():
    points, _, proof = proven(some_order(4))
    for at in (0, 32 + 2 * 32, len(proof) - 32):
        more = int.from_bytes(proof[at : at + 32], "little") + L
        with pytest.raises(FairError, match="below the order"):
            product.check(PLACE, points, proof[:at] + more.to_bytes(32, "little") + proof[at + 32 :])


OUTSIDE = {
    "a part of order eight": lambda point: crypto_core_ed25519_add(point, TORSION),
    "of order eight": lambda point: TORSION,
    "the identity": lambda point: (1).to_bytes(32, "little"),
    "the identity written otherwise": lambda point: (1 | 1 << 255).to_bytes(32, "little"),
    "zero": lambda point: bytes(32),
    "above the prime": lambda point: b"\xff" * 32,
    "not on the curve": lambda point: (2).to_bytes(32, "little"),
}


@pytest.mark.parametrize("outside", OUTSIDE.values(), ids=OUTSIDE)
def test_every_point_is_of_the_main_subgroup(outside):
    points, _, proof = proven(some_order(5))
    for i in range(5):
        with pytest.raises(FairError, match="main subgroup"):
            product.check(PLACE, [*points[:i], outside(points[i]), *points[i + 1 :]], proof)
    for at in range(32, 32 + 3 * 32, 32):
        said = proof[:at] + outside(proof[at : at + 32]) + proof[at + 32 :]
        with pytest.raises(FairError, match="main subgroup"):
            product.check(PLACE, points, said)


def test_two_points_with_torsion_that_cancel_are_refused_too():
    """In a sum the two parts of order eight would cancel; each point is looked at by itself."""
    points, _, proof = proven(some_order(5))
    points[0] = crypto_core_ed25519_add(points[0], TORSION)
    points[1] = crypto_core_ed25519_sub(points[1], TORSION)
    with pytest.raises(FairError, match="main subgroup"):
        product.check(PLACE, points, proof)


def test_the_number_z_cannot_be_chosen():
    """z moves with every bit of every point, so no list can be fitted to it."""
    points, salts, _ = proven(some_order(5))
    again = [commit(card, salt + 1) for card, salt in zip(some_order(5), salts, strict=True)]
    seen = set()
    for said in (points, points[::-1], again, [again[0], *points[1:]]):
        statement = product.digest("points", PLACE, product.listed(said))
        seen.add(product.challenge("product z", statement))
    assert len(seen) == 4


def test_no_number_of_a_proof_is_that_of_another_and_none_of_a_secret():
    """Every intermediate product is blinded anew: two proofs of the same deck share only what both compute."""
    cards = some_order(8)
    bits = Random(3).randbytes
    salts = [pedersen.random_scalar(bits) for _ in cards]
    points = [commit(card, salt) for card, salt in zip(cards, salts, strict=True)]
    one, other = (product.prove(PLACE, points, cards, salts, bits) for _ in range(2))
    product.check(PLACE, points, one)
    product.check(PLACE, points, other)
    parts = [{proof[at : at + 32] for at in range(0, len(proof), 32)} for proof in (one, other)]
    assert len(parts[0]) == len(one) // 32
    assert not parts[0] & parts[1]
    assert not {scalar_bytes(salt) for salt in salts} & (parts[0] | parts[1])


def test_any_cards_fit_a_point():
    """Hiding for ever: for each card there is a salt that gives the same point, whoever could find it.

    Shown in a toy: with V = 9 B known, one point opens to every card; with the real V nobody knows the 9.
    """
    nine = pedersen.times_base(9)
    point = pedersen.plus(nine, pedersen.times_base(1000))
    for card in range(1, 53):
        opened = pedersen.plus(pedersen.times(card, nine), pedersen.times_base(1000 + 9 * (1 - card)))
        assert opened == point


def test_the_second_generator_has_nothing_up_its_sleeve():
    v = pedersen.second_generator()
    assert v.hex() == "4af81b7dca39d0d86ee32cfd3c5daa86a567dacfd3efa7431a4be3b2abb7bfc9"
    assert crypto_core_ed25519_is_valid_point(v)
    tried = [pedersen.digest("generator", pedersen.number(k)) for k in range(3)]
    assert [on_curve(point) for point in tried] == [False, False, True]
    assert pedersen.times(8, v) != v
    assert v != pedersen.times_base(1)


def on_curve(point):
    """Is it the encoding of a point, by the equation of the curve: -x^2 + y^2 = 1 + d x^2 y^2?"""
    p = 2**255 - 19
    d = -121665 * pow(121666, -1, p) % p
    y = int.from_bytes(point, "little") % 2**255
    square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
    return y < p and pow(square, (p - 1) // 2, p) in (0, 1)


def test_random_scalars_come_from_64_bytes_each():
    asked = []

    def bits(size):
        asked.append(size)
        return b"\xff" * size

    assert pedersen.random_scalar(bits) == (2**512 - 1) % (L - 1) + 1
    assert pedersen.random_scalar(bytes) == 1
    assert asked == [64]

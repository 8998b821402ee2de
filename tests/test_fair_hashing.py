"""The hash of fair dealing and what is made from it: chains, permutations, signatures."""

import json
from collections import Counter
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fair_stored import vectors
from oddchip.fair.chains import SeedChain, follows
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import below, digest, expand, listed, number, permutation, shuffled, text, words
from oddchip.fair.signing import Signer, check_signature, is_signed

VECTORS = json.loads((Path(__file__).parent / "fair" / "vectors.json").read_text("utf-8"))
PARTS = st.lists(st.binary(max_size=40), max_size=5)


def test_a_digest_is_sha256_of_prefix_tag_zero_and_each_part_after_its_length():
    assert digest("leaf", b"ab", b"") == sha256(b"oddchip/fair/1/leaf\0\0\0\0\2ab\0\0\0\0").digest()


@given(PARTS, PARTS)
def test_different_parts_never_give_the_same_bytes(one, other):
    assert (digest("t", *one) == digest("t", *other)) == (one == other)
    assert (listed(one) == listed(other)) == (one == other)


def test_tags_keep_things_apart():
    assert digest("cut", b"x") != digest("chain", b"x")
    assert next(expand(b"k", "a")) != next(expand(b"k", "b"))


@pytest.mark.parametrize("value", [-1, 2**64, 1.0, True, "1"])
def test_a_number_is_whole_and_fits(value):
    with pytest.raises(FairError, match="whole number"):
        number(value)


@pytest.mark.parametrize("value", ["e\u0301", "\ud800", b"As", None])
def test_text_is_in_one_form(value):
    with pytest.raises(FairError, match="text"):
        text(value)


def test_the_vectors_are_what_the_page_says():
    assert vectors() == VECTORS
    assert text("é") == b"\xc3\xa9"


def test_too_high_words_are_passed_over():
    assert below(3, iter([2**32 - 1, 5])) == 2  # 2**32 = 3 * 1431655765 + 1: the last word would favour 0
    assert below(8, iter([2**32 - 1])) == 7
    assert below(1, iter([9])) == 0


def test_every_order_of_four_comes_as_often():
    trials = 24_000
    orders = Counter(permutation(number(i), 4) for i in range(trials))
    assert len(orders) == 24
    chi = sum((seen - trials / 24) ** 2 / (trials / 24) for seen in orders.values())
    assert chi < 60  # 23 degrees of freedom: one in 30,000


def test_fisher_and_yates_go_from_the_top():
    assert shuffled(3, iter([0, 0])) == (1, 2, 0)
    assert sorted(permutation(b"k", 54)) == list(range(54))


def test_words_are_of_four_bytes():
    assert list(words([bytes(range(8))])) == [0x00010203, 0x04050607]


def test_a_chain_is_told_backwards():
    chain = SeedChain.made(b"s" * 32, 3)
    tips = [chain.tip]
    for left in (2, 1, 0):
        seed = chain.reveal()
        assert follows(tips[-1], seed)
        assert (chain.tip, chain.left) == (seed, left)
        tips.append(seed)
    assert tips[-1] == b"s" * 32
    with pytest.raises(FairError, match="no seed left"):
        chain.reveal()


def test_nothing_else_follows_a_tip():
    chain = SeedChain.made(b"s" * 32, 3)
    tip = chain.tip
    seed = chain.reveal()
    assert not follows(tip, tip)
    assert not follows(tip, seed[:-1])
    assert not follows(tip, seed + b"\0")
    assert not follows(tip, chain.reveal())
    assert b"s" * 32 not in repr(chain).encode()


@pytest.mark.parametrize("secret, length", [(b"s" * 31, 3), (b"s" * 33, 3), (b"s" * 32, 0)])
def test_a_chain_needs_a_whole_secret(secret, length):
    with pytest.raises(FairError, match="32 bytes"):
        SeedChain.made(secret, length)


def test_a_signature_is_of_one_key_and_one_digest():
    signer, what = Signer(b"k" * 32), digest("hand", b"x")
    signature = signer.sign(what)
    assert signature == signer.sign_parts("hand", b"x")
    check_signature(signer.key, what, signature, "it")
    for key, said, written in (
        (Signer(b"l" * 32).key, what, signature),
        (signer.key, digest("hand", b"y"), signature),
        (signer.key, what, signature[:-1]),
        (signer.key, what, bytes(64)),
        (bytes(32), what, signature),
        (signer.key[:-1], what, signature),
    ):
        assert not is_signed(key, said, written)
    with pytest.raises(FairError, match="the signature of it"):
        check_signature(signer.key, b"other", signature, "it")
    assert "k" * 32 not in repr(signer)


def test_the_order_of_the_group_added_to_a_signature_is_refused():
    signer, what = Signer(b"k" * 32), digest("hand", b"x")
    signature = signer.sign(what)
    s = int.from_bytes(signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    assert not is_signed(signer.key, what, signature[:32] + s.to_bytes(32, "little"))


def test_an_endless_row_of_blocks():
    blocks = list(islice(expand(b"k", "t"), 5))
    assert blocks == [digest("t", b"k", number(i)) for i, _ in zip(count(), blocks, strict=False)]


def test_signatures_at_the_edges_are_judged_as_the_browser_judges_them():
    """Parts of small order, second forms of points and scalars: a signature that one side takes holds for all."""
    vectors = json.loads((Path(__file__).parent / "js" / "vectors" / "hashes_and_signatures.json").read_text())
    judged = [
        is_signed(*(bytes.fromhex(each[part]) for part in ("key", "message", "signature"))) == each["holds"]
        for each in vectors["edges"]
    ]
    assert len(judged) > 100
    assert all(judged)

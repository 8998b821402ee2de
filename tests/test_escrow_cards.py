"""The contract deals and compares as Oddchip does: deals, eight-card hands, all that evaluators get wrong."""

from random import Random

import pytest

from escrow_duel import an_escrow
from oddchip.cards import cards_text, parse_cards
from oddchip.fair.two_party.hashes import dealt
from oddchip.fair.two_party.swap import HIGH, worth

CHAIN = pytest.mark.needs("chain")

# Each hand with the five cards that play, and a hand that it must beat, tie or lose to.
MINES = {
    "three pairs and a higher single card": (
        "Ah Kc Kd 9c 9d 4c 4d 2h",
        "KcKd9c9dAh",
        "beats",
        "Qh Kh Ks 9h 9s 4h 4s 2c",
    ),
    "three pairs, the third above the single": (
        "Kc Kd 9c 9d 4c 4d 3h 2h",
        "KcKd9c9d4c",
        "ties",
        "Kh Ks 9h 9s 4h 3s 3c 2c",
    ),
    "four pairs": ("Ac Ad 8c 8d 7c 7d 6c 6d", "AcAd8c8d7c", "ties", "Ah As 8h 8s 7h 3d 4d 2c"),
    "four pairs, the kicker from the third": (
        "Qc Qd Jc Jd Tc Td 2c 2d",
        "QcQdJcJdTc",
        "beats",
        "Qh Qs Jh Js 9c 9d 8h 8s",
    ),
    "two trips": ("9c 9d 9h 5c 5d 5h Kc Qd", "9c9d9h5c5d", "beats", "8c 8d 8h As Ad Kh 3d 4d"),
    "two trips and a pair": ("9c 9d 9h 5c 5d 5h Kc Kd", "9c9d9hKcKd", "beats", "8s 8d 8c Ac Ad 3h 4h 2c"),
    "six of a suit": ("Ac Kc 9c 7c 4c 2c Kd Kh", "AcKc9c7c4c", "beats", "Ad Qd Jd Td 9d 3s 3h 2h"),
    "seven of a suit": ("Kc Jc 9c 7c 5c 3c 2c Ad", "KcJc9c7c5c", "ties", "Kd Jd 9d 7d 5d 2h 2s 4h"),
    "eight of a suit": ("Kc Qc Tc 8c 7c 5c 3c 2c", "KcQcTc8c7c", "beats", "Kd Qd Td 8d 6d 5d 3d 2d"),
    "a straight of six": ("9c 8d 7h 6s 5c 4d Kh Ks", "9c8d7h6s5c", "beats", "8c 7d 6h 5s 4c Ah As Ad"),
    "a straight of eight": ("Jc Td 9h 8s 7c 6d 5h 4s", "JcTd9h8s7c", "ties", "Jd Tc 9s 8h 7d 2c 2h Ks"),
    "the wheel": ("Ac 2d 3h 4s 5c Kd Qh 9s", "5c4s3h2dAc", "loses", "2c 3d 4h 5s 6c 6d 9h 9c"),
    "the wheel and six high": ("Ac 2d 3h 4s 5c 6d Kh Ks", "6d5c4s3h2d", "ties", "2c 3d 4h 5s 6c Qd Qh 9c"),
    "no straight around the corner": ("Kc Ad 2h 3s 4c 9d 9h Js", "9d9hAdKcJs", "loses", "Tc Td 2c 3d 5h 6s 8c Qh"),
    "a straight flush below a higher flush": (
        "6c 5c 4c 3c 2c Ac Kc 9d",
        "6c5c4c3c2c",
        "beats",
        "Ad Kd Qd Jd 9c 9h 9s 2d",
    ),
    "a straight flush below a higher straight": (
        "9c 8c 7c 6c 5c Td Jh Qs",
        "9c8c7c6c5c",
        "beats",
        "Kc Kd Kh Ks Qc Qd Qh 2d",
    ),
    "the steel wheel": ("Ac 2c 3c 4c 5c 6d 7h 8s", "5c4c3c2cAc", "beats", "8c 8d 8h As Ad Ah Ks Kd"),
    "quads with trips beside": ("4c 4d 4h 4s Qc Qd Qh 2c", "4c4d4h4sQc", "beats", "Kc Kd Kh Qs 9c 9d 3h 3c"),
    "quads with a pair and a higher single": (
        "4c 4d 4h 4s Qc Qd Ah 2c",
        "4c4d4h4sAh",
        "loses",
        "5c 5d 5h 5s 2d 2h 3c 7d",
    ),
    "two quads": ("4c 4d 4h 4s Jc Jd Jh Js", "JcJdJhJs4c", "loses", "Qc Qd Qh Qs 2c 2d 2h 3s"),
    "a full house and a flush": ("9c 9d 9h Kc Kd 7c 4c 2c", "9c9d9hKcKd", "beats", "Ac Qc Jc Tc 8c 2d 3d 4d"),
}
SIGNS = {"beats": 1, "ties": 0, "loses": -1}


@pytest.fixture(scope="module")
def contract():
    return an_escrow("contract")


def value(contract, cards):
    return contract.chain.call("worth", cards)


def sign(number):
    return (number > 0) - (number < 0)


@CHAIN
@pytest.mark.parametrize("hand, five, how, other", MINES.values(), ids=MINES)
def test_california_scenario_15_evaluator_mines(contract, hand, five, how, other):
    mine, yours = parse_cards(hand), parse_cards(other)
    assert worth(mine) == HIGH.value(parse_cards(five)), "the five that play"
    assert sign(worth(mine) - worth(yours)) == SIGNS[how], "the rankings"
    assert sign(value(contract, mine) - value(contract, yours)) == SIGNS[how], "the contract"


@CHAIN
def test_500_random_hands_are_worth_what_the_rankings_say(contract):
    """Half of them from packs of few ranks or suits, where pairs, trips, flushes and straights abound."""
    rng = Random(500)
    hands = [rng.sample(pack(rng, i), 8) for i in range(500)]
    assert_same_order(contract, hands)


def pack(rng, i):
    if i % 2:
        return range(52)
    if i % 4:
        ranks = rng.sample(range(13), 4)
        return [card for card in range(52) if card // 4 in ranks]
    start = rng.randrange(8)
    suited = [4 * rank + rng.randrange(4) // 3 for rank in range(13)]
    return sorted({*suited, *range(4 * start, 4 * start + 8)})


def assert_same_order(contract, hands):
    """As many values on one side as on the other, in the same order."""
    pairs = {(worth(tuple(hand)), value(contract, hand)) for hand in hands}
    ours, theirs = zip(*sorted(pairs), strict=True)
    assert len(set(ours)) == len(pairs) == len(set(theirs))
    assert list(theirs) == sorted(theirs)
    assert len(pairs) > 100


@CHAIN
def test_the_suits_and_the_order_of_the_cards_never_matter(contract):
    rng = Random(52)
    for _ in range(20):
        hand = rng.sample(range(52), 8)
        suits = rng.sample(range(4), 4)
        turned = [4 * (card // 4) + suits[card % 4] for card in hand]
        assert value(contract, hand) == value(contract, rng.sample(hand, 8)) == value(contract, turned)


@CHAIN
def test_the_contract_deals_what_the_hash_of_a_deal_says(contract):
    rng = Random(16)
    for _ in range(40):
        deal = rng.randbytes(32)
        first, second = dealt(deal)
        packed = contract.chain.call("dealt", deal).to_bytes(32, "little")
        assert tuple(packed[:16]) == (*first, *second), cards_text(first + second)

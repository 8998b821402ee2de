"""The escrow's contract beside its twin at length."""

# needs: chain

from random import Random

import pytest

from escrow_duel import an_escrow
from escrow_side_by_side import Both, random_channel, random_hand
from oddchip.fair.escrow.terms import Phase
from test_escrow_cards import assert_same_order, pack


@pytest.mark.needs("chain")
def test_1000_random_hands_are_the_same_on_contract_and_twin(verified):
    both, rng = Both(), Random(1000)
    ends = [random_hand(both, rng, seed) for seed in range(1000)]
    shown = both.heard["open_seal"] // 2
    assert {Phase.WAITING, Phase.REVEAL, Phase.SEAL, Phase.OPEN} <= set(ends)
    refusals = sum(count for what, count in both.heard.items() if ": " in what)
    verified(
        "escrow: hands",
        "1,000 random hands, forfeits and all, call by call on the contract and its twin",
        f"{sum(both.heard.values()):,} calls, {refusals:,} of them refused for {len(both.heard)} different outcomes, "
        f"about {shown} hands shown: no difference",
    )


@pytest.mark.needs("chain")
def test_300_random_channels_are_the_same_on_contract_and_twin(verified):
    both, rng = Both(), Random(300)
    for seed in range(300):
        random_channel(both, rng, seed)
    verified(
        "escrow: channels",
        "300 random channels with disputes, forgeries and hands that go on, call by call on the contract and its twin",
        f"{sum(both.heard.values()):,} calls with {len(both.heard)} different outcomes: no difference",
    )


@pytest.mark.needs("chain")
def test_10000_eight_card_hands_are_worth_the_same_on_the_chain(verified):
    contract, rng = an_escrow("contract"), Random(10_000)
    assert_same_order(contract, [rng.sample(pack(rng, i), 8) for i in range(10_000)])
    verified("escrow: cards", "10,000 hands of eight compared on the chain and by the rankings", "the same order")

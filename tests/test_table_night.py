"""Whole evenings from scripts, and who pays whom."""

import re
from itertools import permutations
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.errors import GameError, HistoryError, SetupError, StakesError, UnknownName
from oddchip.table import folded
from oddchip.table.night import play
from oddchip.table.script import read
from oddchip.table.settle import settled

EXAMPLES = sorted((Path(__file__).parents[1] / "docs" / "examples").glob("*.toml"))
SHORT = """
hands = 3
chips = 50
[[game]]
name = "badugi"
[[player]]
name = "Ada"
[[player]]
name = "Ben"
"""


def check(night):
    """Everybody's net is what the deals did to him, and all nets sum to zero."""
    totals = dict.fromkeys(night.nets, 0)
    for deal in night.deals:
        for player, net in deal.nets.items():
            totals[player] += net
    assert totals == night.nets
    assert sum(night.nets.values()) == 0
    assert night.table.state.chips == 0
    assert folded(night.table.beginning, night.table.events) == night.table.state
    return night


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda file: file.stem)
def test_the_example_evenings_come_out_even(script):
    night = check(play(script.read_text(), Random(1)))
    assert not night.stopped
    assert night.text().startswith(night.name)


def test_three_hundred_random_hands_take_seconds():
    script = next(file for file in EXAMPLES if file.stem == "friday").read_text()
    started = perf_counter()
    night = play(script, Random(1))
    assert perf_counter() - started < 10
    assert len([deal for deal in night.deals if deal.number]) == 300
    assert night.data() == play(script, Random(2)).data()  # the script's own seed decides
    assert len(night.accounts) == 7


@pytest.mark.parametrize("seed", range(8))
def test_any_random_evening_comes_out_even(seed):
    script = next(file for file in EXAMPLES if file.stem == "friday").read_text()
    script = script.replace("hands = 300", "hands = 60").replace("seed = 7\n", "")
    check(play(script, Random(seed)))


def test_one_deal_is_not_told_as_many():
    night = play(SHORT.replace("hands = 3", "hands = 1"), Random(1))
    assert re.match(r".*: 1 deal\n", night.text())


def test_one_hand_as_laid_down():
    night = play(next(file for file in EXAMPLES if file.stem == "one_hand").read_text(), Random(1))
    assert night.nets == {"Ada": -2, "Ben": 3, "Cyd": -1}
    assert [str(payment) for payment in night.payments] == ["Ada pays Ben 2", "Cyd pays Ben 1"]
    assert night.data()["deals"][0]["nets"] == {"Ben": 3, "Cyd": -1, "Ada": -2}


def test_an_evening_ends_early_when_too_few_can_be_dealt_in():
    night = play(SHORT + '[[do]]\nbefore = 2\nwho = "Ada"\nwhat = "leave"\n', Random(1))
    assert "could be dealt in" in night.stopped
    assert "It ended early" in night.text()


@pytest.mark.parametrize(
    "script, error, why",
    [
        ("hands = [", HistoryError, "not TOML"),
        ("bands = 3", HistoryError, "not 'bands'"),
        (SHORT.replace("hands = 3", "hands = -1"), HistoryError, "whole number"),
        ('[[player]]\nname = "Ada"', HistoryError, "needs games"),
        ('[[game]]\nname = "badugi"', HistoryError, "needs players"),
        ('player = "Ada"', HistoryError, "written as"),
        (SHORT + '[[player]]\nname = "Ada"', HistoryError, "same name"),
        (SHORT + '[[do]]\nwhat = "dance"', HistoryError, "not 'dance'"),
        (SHORT + '[[do]]\nwho = "Zoe"\nwhat = "leave"', HistoryError, "hand 1: Zoe does not sit"),
        (SHORT + '[[hand]]\nnumber = 1\nactions = ["Zoe call"]', HistoryError, "begins with a player's name"),
        (SHORT + '[[hand]]\nnumber = 1\nactions = ["Ada dance"]', HistoryError, "cannot read the action"),
        (SHORT + '[[hand]]\nnumber = 1\nactions = ["Ada fold", "Ben check"]', HistoryError, "over before 'Ben check'"),
        ('play = "waltz"\n' + SHORT, HistoryError, "not 'waltz'"),
        (SHORT.replace("badugi", "badogi"), UnknownName, "badugi"),
        (SHORT.replace('"badugi"', '"badugi"\nstakes = "cheap"'), StakesError, "cheap"),
        ("house = { button = 3 }\n" + SHORT, GameError, "button"),
    ],
)
def test_a_script_that_is_wrong_says_so(script, error, why):
    with pytest.raises(error, match=why):
        play(script, Random(1))


def test_a_script_reads_as_values():
    script = read(SHORT + '[[do]]\nbefore = 2\nwho = "Ada"\nwhat = "top up"\nchips = 10\n')
    assert [guest.name for guest in script.guests] == ["Ada", "Ben"]
    assert script.deeds[0].said == {"chips": 10}


# --- settling ----------------------------------------------------------------------------------------------------


def evens(nets, payments):
    left = dict(nets)
    for payment in payments:
        assert payment.chips > 0
        left[payment.debtor] += payment.chips
        left[payment.creditor] -= payment.chips
    return not any(left.values())


def fewest(nets):
    """The plain reference: the most groups that sum to zero, over all orders of the people."""
    people = [net for net in nets.values() if net]
    best = 0
    for order in permutations(people):
        total, groups = 0, 0
        for net in order:
            total += net
            groups += total == 0
        best = max(best, groups)
    return len(people) - best


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_payments_make_everybody_even_and_are_as_few_as_can_be(amounts):
    nets = {f"P{i}": amount for i, amount in enumerate([*amounts, -sum(amounts)])}
    payments = settled(nets)
    assert evens(nets, payments)
    assert len(payments) == fewest(nets)


def test_many_people_are_settled_too():
    rng = Random(1)
    nets = {f"P{i}": rng.randint(-99, 99) for i in range(40)}
    nets["last"] = -sum(nets.values())
    payments = settled(nets)
    assert evens(nets, payments)
    assert len(payments) <= 40


def test_nets_must_sum_to_zero():
    with pytest.raises(SetupError, match="sum to zero, not to 1"):
        settled({"Ada": 1})

"""Every option of the house rules, and every value of it, changes an offer or an outcome."""

from pathlib import Path

import pytest

import house_betting
import house_draw
import house_showdown
from house_cases import CASES
from oddchip.house import NUMBER, options

ROOT = Path(__file__).parents[1]
MODULES = (house_betting, house_draw, house_showdown)
OPTIONS = dict(options())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_value_does_what_it_says(case):
    assert case.seen(case.value) == case.expected


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_has_a_case_that_differs_from_the_default(name):
    values = OPTIONS[name].metadata["values"]
    default = OPTIONS[name].default
    for value in values:
        shown = [case for case in CASES if case.option == name and is_of(case.value, value, values)]
        assert shown, f"no case shows {name}={value}"
        if len(values) > 1:
            assert any(differs(case, default) for case in shown), f"no case tells {name}={value} from others"


def is_of(shown, value, values):
    if value is NUMBER:
        return isinstance(shown, int) and not isinstance(shown, bool) and shown not in values
    return type(shown) is type(value) and shown == value


def differs(case, default):
    """The case differs from the same one at the default; at the default, from one at another value."""
    others = [other for other in CASES if other.observe is case.observe and other.option == case.option]
    at_default = [other for other in others if other.value == default and type(other.value) is type(default)]
    assert at_default, f"{case} is not shown at the default"
    rest = others if case in at_default else at_default
    return any(other.expected != case.expected for other in rest)

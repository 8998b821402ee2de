"""Every option of the house rules, and every value of it, changes an offer or an outcome."""

import re
from pathlib import Path

import pytest

import house_betting
import house_draw
import house_showdown
import house_table
from house_cases import CASES
from oddchip import HouseRules
from oddchip.house import ALSO_WRITTEN, NUMBER, options

ROOT = Path(__file__).parents[1]
MODULES = (house_betting, house_draw, house_showdown, house_table)
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


# The page of options, docs/rules/options.md.


def rows():
    """(fields, values) of each row of the table, without what stands in brackets."""
    page = (ROOT / "docs" / "rules" / "options.md").read_text()
    for line in page.splitlines():
        if line.startswith("| ") and not line.startswith(("| field", "| ---")):
            field, also, values = (cell.strip() for cell in line.strip("|").split("|"))
            yield re.sub(r"\([^)]*\)", "", field), also, values


NOT_OF_THE_HOUSE = {"reveal", "limit_switch"}  # parameters of `cucamonga(...)`


def test_the_page_names_every_option_and_no_other():
    named = {name.strip() for fields, _, _ in rows() for name in fields.split(",")}
    assert named - NOT_OF_THE_HOUSE == set(OPTIONS)


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row[0])
def test_the_values_of_the_page_can_be_said(row):
    fields, _, values = row
    names = [name.strip() for name in fields.split(",") if name.strip() not in NOT_OF_THE_HOUSE]
    said = re.findall(r"`(\w+)`", values)
    for name in names if len(names) == 1 else ():
        for value in said:
            assert HouseRules.of(**{name: value}).get(name) in OPTIONS[name].metadata["values"]
        values_in_words = [value for value in OPTIONS[name].metadata["values"] if isinstance(value, str)]
        assert not said or set(values_in_words) <= set(said), f"{name} can be more than the page says"


def test_other_names_say_the_same_option():
    for also, name in ALSO_WRITTEN.items():
        value = OPTIONS[name].default
        assert HouseRules.of(**{also: value}).get(name) == value


def test_the_default_comes_first_and_says_where_it_is_from():
    cited = (ROOT / "docs" / "rules" / "draw.md").read_text() + (ROOT / "docs" / "rules" / "common.md").read_text()
    for name, entry in OPTIONS.items():
        assert entry.metadata["values"][0] == entry.default, name
        assert all(f"| {rule.strip()} |" in cited for rule in entry.metadata["source"].split(",")), name

"""Stakes as people say them, read and written."""

import pytest

from oddchip import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake, StakesError
from oddchip.stakes_text import parse_stakes, stakes_text

SAID = [
    ("2/4", None, FixedLimit(2, 4)),
    ("$2/$4", None, FixedLimit(2, 4)),
    ("2/4 ante 1", None, FixedLimit(2, 4, ante=1)),
    ("2/4, ante 1, bring in 1", None, FixedLimit(2, 4, ante=1, bring_in=1)),
    ("2/4 blinds 1/1/2", "fixed", FixedLimit(2, 4, blinds=(1, 1, 2))),
    ("2/4 pattern 1-2-2", None, FixedLimit(2, 4, pattern=(1, 2, 2))),
    ("10/20 chip 5", None, FixedLimit(10, 20, unit=5)),
    ("blinds 1/2", None, FixedLimit(2, 4, blinds=(1, 2))),
    ("ante 1", None, FixedLimit(2, 4, ante=1)),
    ("1-5 spread", None, SpreadLimit(1, 5)),
    ("1-5", None, SpreadLimit(1, 5)),
    ("1-5-10", None, SpreadLimit(1, 5, last=10)),
    ("1/2", "no", NoLimit(blinds=(1, 2))),
    ("1/2 no limit", None, NoLimit(blinds=(1, 2))),
    ("blinds 1/2 ante 1 pot limit", None, PotLimit(blinds=(1, 2), ante=1)),
    ("no-limit min 4", None, NoLimit(min_bet=4)),
    ("10", None, Stake(10)),
    ("stake 10", None, Stake(10)),
]


@pytest.mark.parametrize("text, structure, stakes", SAID)
def test_stakes_are_read_as_people_say_them_and_come_back(text, structure, stakes):
    assert parse_stakes(text, structure) == stakes
    assert parse_stakes(stakes_text(stakes)) == stakes


REFUSED = [
    ("0.50/1", None, "not in whole chips"),
    ("2/", None, "not in whole chips"),
    ("2/4 ante -1", None, "not in whole chips"),
    ("", None, "a small bet and a big one"),
    ("2/4/8", None, "a small bet and a big one"),
    ("two", None, "cannot read 'two'"),
    ("2/4 ante", None, "need an amount after ante"),
    ("2/4 2/4", None, "say amounts twice"),
    ("2/4 ante 1/2", None, "the ante is one amount"),
    ("2/4 min 3", None, "fixed limit takes no min"),
    ("4/2", None, "the big bet 2 is less than the small bet 4"),
    ("1-5 spread", "no", "says spread limit, but no limit was asked for"),
    ("5", "spread", "a lowest and a highest bet"),
    ("1/2 blinds 1/2", "no", "say the blinds once"),
    ("no limit", None, "need blinds, an ante, a bring-in or a least bet"),
    ("1/2", "stake", "one amount"),
    ("1/2", "weird", "fixed, spread, pot or no"),
]


@pytest.mark.parametrize("text, structure, sentence", REFUSED)
def test_other_stakes_are_refused_in_a_sentence(text, structure, sentence):
    with pytest.raises(StakesError, match=sentence):
        parse_stakes(text, structure)

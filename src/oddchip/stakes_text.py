"""Stakes as people say them: "2/4 ante 1", "1-5 spread", "blinds 1/2 no limit", "10"; read and written."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from oddchip.errors import StakesError
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake, Stakes
from oddchip.whole import MOST_DIGITS, is_whole

#: What a person may say, for the sentences that refuse the rest.
EXAMPLES = "2/4, 2/4 ante 1, 1-5 spread, blinds 1/2 no limit, or 10 for a stake"

LIMITS = ("fixed", "spread", "pot", "no")
_STRUCTURES = {
    "fixed": ("fixed", "fixed-limit", "fl"),
    "spread": ("spread", "spread-limit", "sl"),
    "pot": ("pot", "pot-limit", "pl"),
    "no": ("no", "no-limit", "nl"),
    "stake": ("stake",),
}
_NAMES = {
    "ante": ("ante", "antes"),
    "blinds": ("blind", "blinds"),
    "bring_in": ("bring", "bring-in", "bringin", "bring_in"),
    "min_bet": ("min", "minimum"),
    "last": ("last",),
    "pattern": ("pattern",),
    "unit": ("chip", "unit"),
}
_STRUCTURE_OF = {word: name for name, words in _STRUCTURES.items() for word in words}
_NAME_OF = {word: name for name, words in _NAMES.items() for word in words}
_SPOKEN = {"bring_in": "bring-in", "min_bet": "min", "unit": "chip"}
_SEVERAL = ("blinds", "pattern")

Amounts = tuple[int, ...]
Said = dict[str, Any]


def parse_stakes(text: str, structure: str | None = None) -> Stakes:
    """The stakes a text says.

    >>> parse_stakes("2/4 ante 1").ante
    1
    >>> parse_stakes("1/2", "no").blinds
    (1, 2)

    `structure` is "fixed", "spread", "pot" or "no", for when the text does not say: two amounts are then a fixed limit,
    a range a spread and a single amount a stake. Two amounts at pot limit or no limit are the blinds. A fixed limit
    told only its blinds or its ante has the bets from which those would follow. Raises `StakesError`.
    """
    if not isinstance(text, str):
        raise StakesError(f"stakes are read from text such as 2/4, not from {text!r}")
    said = _read(text)
    spoken = said.pop("structure", None)
    if spoken and structure and spoken != structure:
        raise StakesError(f"{text!r} says {_limit(spoken)}, but {_limit(structure)} was asked for")
    amounts = said.pop("amounts", "")
    kind = spoken or structure or ("spread" if "-" in amounts else "stake" if amounts.isdecimal() else "fixed")
    if kind not in _MAKERS:
        raise StakesError(f"a limit is fixed, spread, pot or no, not {kind!r}")
    return _MAKERS[kind](_whole(amounts, text) if amounts else (), said)


def _read(text: str) -> Said:
    """What is said, by name; amounts that have none are "amounts", still as text."""
    found: Said = {}
    name = ""
    for word in re.sub(r"(fixed|spread|pot|no)[ _]limit", r"\1-limit", text.lower().replace(",", " ")).split():
        if word in _STRUCTURE_OF and not name:
            _say(found, "structure", _STRUCTURE_OF[word], text)
        elif word in _NAME_OF and not name:
            name = _NAME_OF[word]
        elif re.match(r"[$\d-]*\d", word):
            _say(found, name or "amounts", _named(name, word, text) if name else word, text)
            name = ""
        elif word not in ("in", "limit", "and"):
            raise StakesError(f"cannot read {word!r} in the stakes {text!r}; expected something like {EXAMPLES}")
    if name:
        raise StakesError(f"the stakes {text!r} need an amount after {_SPOKEN.get(name, name)}")
    return found


def _say(found: Said, name: str, value: Any, text: str) -> None:
    if name in found:
        raise StakesError(
            f"the stakes {text!r} say {_SPOKEN.get(name, name)} twice; expected something like {EXAMPLES}"
        )
    found[name] = value


def _named(name: str, word: str, text: str) -> int | Amounts:
    amounts = _whole(word, text)
    if name in _SEVERAL:
        return amounts
    if len(amounts) != 1:
        raise StakesError(f"the {_SPOKEN.get(name, name)} is one amount, not {word}")
    return amounts[0]


def _whole(word: str, text: str) -> Amounts:
    parts = re.split(r"[-/]", word.replace("$", ""))
    if not all(map(is_whole, parts)):
        if all(part.isdecimal() for part in parts):
            raise StakesError(f"no chips are counted in numbers of more than {MOST_DIGITS} digits")
        raise StakesError(f"{word} in {text!r} is not in whole chips: count in the smallest chip, 50/100 for 0.50/1")
    return tuple(map(int, parts))


def _limit(structure: str) -> str:
    return structure if structure == "stake" else f"{structure} limit"


def _fixed(amounts: Amounts, said: Said) -> Stakes:
    if not amounts and said.get("blinds"):
        amounts = (max(said["blinds"]), 2 * max(said["blinds"]))
    elif not amounts and said.get("ante"):
        amounts = (2 * said["ante"], 4 * said["ante"])
    if len(amounts) != 2:
        raise StakesError(f"a fixed limit has a small bet and a big one, such as 2/4; expected {EXAMPLES}")
    return FixedLimit(amounts[0], amounts[1], **_only(said, "fixed", "ante", "blinds", "bring_in", "pattern", "unit"))


def _spread(amounts: Amounts, said: Said) -> Stakes:
    low_high, last = amounts[:2], amounts[2:]
    if len(low_high) != 2 or len(last) > 1 or (last and "last" in said):
        raise StakesError(
            "a spread limit has a lowest and a highest bet, such as 1-5, or 1-5-10 with 10 in the last round"
        )
    known = _only(said, "spread", "ante", "blinds", "bring_in", "last", "unit")
    known |= {"last": last[0]} if last else {}
    return SpreadLimit(low_high[0], low_high[1], **known)


def _big_bet(make: Callable[..., Stakes], kind: str, amounts: Amounts, said: Said) -> Stakes:
    if amounts and "blinds" in said:
        raise StakesError(f"{kind} limit has no bets besides its blinds: say the blinds once")
    known = _only(said, kind, "ante", "blinds", "bring_in", "min_bet", "unit")
    return make(**known, **({"blinds": amounts} if amounts else {}))


def _stake(amounts: Amounts, said: Said) -> Stakes:
    if len(amounts) != 1:
        raise StakesError("a stake is one amount, such as 10")
    return Stake(amounts[0], **_only(said, "stake", "unit"))


def _only(said: Said, kind: str, *known: str) -> Said:
    for name in said:
        if name not in known:
            wants = ", ".join(_SPOKEN.get(each, each) for each in known)
            raise StakesError(f"{_limit(kind)} takes no {_SPOKEN.get(name, name)}: it takes {wants}")
    return said


_MAKERS: dict[str, Callable[[Amounts, Said], Stakes]] = {
    "fixed": _fixed,
    "spread": _spread,
    "pot": partial(_big_bet, PotLimit, "pot"),
    "no": partial(_big_bet, NoLimit, "no"),
    "stake": _stake,
}


def stakes_text(stakes: Stakes) -> str:
    """How stakes are said, so that `parse_stakes` reads them back: "2/4 ante 1", "no limit blinds 1/2"."""
    match stakes:
        case FixedLimit():
            words = [f"{stakes.small}/{stakes.big}"]
        case SpreadLimit():
            words = [f"{stakes.low}-{stakes.high} spread"]
        case Stake():
            words = [f"stake {stakes.amount}"]
        case _:
            words = ["pot limit" if isinstance(stakes, PotLimit) else "no limit"]
    for name in _NAMES:
        value = getattr(stakes, name, None)
        if value is None or (name == "unit" and value == 1):
            continue
        words.append(f"{_SPOKEN.get(name, name)} {'/'.join(map(str, value)) if isinstance(value, tuple) else value}")
    return " ".join(words)

"""Records with something changed in them: any byte of any field, any part left out, doubled or exchanged."""

import copy

from hypothesis import strategies as st

from fair_house import ITALIAN_DECK, House, draw_hand, plain_hand
from fair_stored import compact
from oddchip.fair.deck import record_data

RECORDS = {
    "roots": plain_hand(House(70), roots=2).record(0),
    "points": plain_hand(House(71), deck=ITALIAN_DECK, strict=True).record(5),
    "reshuffle": draw_hand(House(7), deck=ITALIAN_DECK, roots=2).record(5),
}
DATA = {name: record_data(record) for name, record in RECORDS.items()}


def leaves(data, at=()):
    """Where every value that holds no others lies; a list or object of nothing is one too."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found = [place for step, value in inner for place in leaves(value, (*at, step))]
    return found or [at]


def branches(data, at=()):
    """Where every list and object with something in it lies."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found = [place for step, value in inner for place in branches(value, (*at, step))]
    return [*found, at] if isinstance(data, dict | list) and data else found


def value_of(data, at):
    for step in at:
        data = data[step]
    return data


def kind_of(at):
    """The field, numbers and seats left out: ("shuffles", "shown", "path")."""
    return tuple("seat" if step.isdigit() else step for step in at if isinstance(step, str))


def by_kind(places):
    found = {}
    for at in places:
        found.setdefault(kind_of(at), []).append(at)
    return list(found.values())


KINDS = {name: by_kind(leaves(data)) for name, data in DATA.items()}


@st.composite
def other_values(draw):
    """A record with one value changed by one byte: any field of any of them, each field as often as any other."""
    name = draw(st.sampled_from(sorted(DATA)))
    at = draw(st.sampled_from(draw(st.sampled_from(KINDS[name]))))
    value = value_of(DATA[name], at)
    if isinstance(value, str) and value:
        i = draw(st.integers(0, len(value) - 1))
        letter = draw(st.sampled_from("0123456789abcdefAF gsX\0\u00e9").filter(lambda letter: letter != value[i]))
        return name, at, value[:i] + letter + value[i + 1 :]
    choices = [0, 1, 2, 5, 7, 63, 64, -1, 2**53, "", "0", None, True, False, 1.0, [], {}]
    return name, at, draw(st.sampled_from(choices).filter(lambda other: (other, type(other)) != (value, type(value))))


@st.composite
def other_shapes(draw):
    """A record with a member of a list or object left out, doubled, or two of them exchanged."""
    name = draw(st.sampled_from(sorted(DATA)))
    data = copy.deepcopy(DATA[name])
    places = by_kind(branches(data))
    inner = value_of(data, draw(st.sampled_from(draw(st.sampled_from(places)))))
    before = compact(data)
    keys = sorted(inner) if isinstance(inner, dict) else range(len(inner))
    one, two = draw(st.sampled_from(keys)), draw(st.sampled_from(keys))
    what = draw(st.sampled_from(["leave out", "exchange", "double"]))
    if what == "exchange":
        inner[one], inner[two] = inner[two], inner[one]
    elif what == "leave out":
        del inner[one]
    elif isinstance(inner, list):
        inner.insert(two, inner[one])
    else:
        inner[f"{one}0"] = inner[one]
    return name, data, compact(data) != before

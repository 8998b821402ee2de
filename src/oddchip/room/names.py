"""Names and chat as people may write them: one form for one text, nothing invisible, no name that looks like another.

`name_of` and `chat_of` clean and measure a text; `look_alike` compares names the way an eye does. What they return is
still only text: whoever shows it puts it into a text node, never into markup.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

import grapheme

from oddchip.room.errors import Refused

MOST_NAME, MOST_CHAT, MOST_TITLE = 24, 300, 48  # graphemes: what people count as characters
MOST_MARKS = 3  # accents on one letter; more of them grow into the lines above and below

#: No code point for so many graphemes is read at all: a text so long is no name and no line.
MOST_POINTS = 16

#: Characters that take room and show nothing, or change only how others look: fillers, blanks, variation selectors.
INVISIBLE = frozenset(map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))) | {
    chr(point)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for point in range(first, last + 1)
}


def name_of(text: str) -> str:
    """A person's name: 1 to 24 characters, in NFC, with nothing invisible in it. Refused otherwise."""
    return _short(text, MOST_NAME, "a name")


def title_of(text: str, what: str = "the name of a table") -> str:
    """The title of a table or whatever else has one, by the same rules, up to 48 characters."""
    return _short(text, MOST_TITLE, what)


def chat_of(text: str) -> str:
    """A line of chat: 1 to 300 characters, on one line."""
    return _short(text, MOST_CHAT, "a line of chat")


def _short(text: str, most: int, what: str) -> str:
    if len(text) <= most * MOST_POINTS:
        cleaned = clean(text)
        if not cleaned:
            raise Refused(f"{what} needs at least one letter, digit or sign that can be seen")
        if grapheme.length(cleaned, most + 1) <= most:
            return cleaned
    raise Refused(f"{what} has at most {most} characters")


def clean(text: str) -> str:
    """The text in NFC on one line: without control, bidirectional, zero-width and unassigned characters, without lone
    surrogates, with single spaces between words and at most three accents on a letter.
    """
    kept = "".join(" " if unicodedata.category(c) in _SPACES or c.isspace() else c for c in text if not _hidden(c))
    return _with_few_marks(" ".join(unicodedata.normalize("NFC", kept).split())).strip()


_SPACES = {"Zs", "Zl", "Zp"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}


def _hidden(character: str) -> bool:
    if character in INVISIBLE:
        return True
    return unicodedata.category(character) in _HIDDEN and not character.isspace()


def _with_few_marks(text: str) -> str:
    """Accents beyond the third on one letter are dropped, and those on none."""
    kept: list[str] = []
    marks = MOST_MARKS
    for character in text:
        marked = unicodedata.category(character)[0] == "M"
        marks = marks + 1 if marked else MOST_MARKS if character == " " else 0
        if not marked or marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


# --- look-alikes -----------------------------------------------------------------------------------------------------


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that a reader may take for this one.

    >>> look_alike("АDA", ["Ben", "Ada"])  # the first letter is a Cyrillic one
    'Ada'
    """
    own = skeletons(name)
    return next((other for other in others if own & skeletons(other)), None)


def own_name(name: str, others: Iterable[str]) -> str:
    """The name, if nobody here has one like it. Refused otherwise."""
    if (other := look_alike(name, others)) is not None:
        raise Refused(f"somebody here is called {other} already; take a name that cannot be mistaken for it")
    return name


@lru_cache(4096)
def skeletons(name: str) -> frozenset[str]:
    """What names that look alike share: their shapes as written (I is l), all small (A is a), all large (o is 0)."""
    return frozenset(_skeleton(form).casefold() for form in (name, name.casefold(), name.upper()))


def _skeleton(name: str) -> str:
    """Every letter replaced by one that stands for all that look like it; accents, spaces and points left out."""
    shapes = "".join(_shapes().get(c, c) for c in unicodedata.normalize("NFKD", name))
    solid = "".join(c for c in shapes if unicodedata.category(c)[0] not in "MZP")
    return solid or shapes


@cache
def _shapes() -> dict[str, str]:
    """For each letter of Unicode's list of confusable characters the plainest of its look-alikes."""
    stands_for: dict[str, str] = {}

    def stand_in(character: str) -> str:
        while (further := stands_for.get(character, character)) != character:
            character = further
        return character

    longer: dict[str, str] = {}
    # The list as it is in the package, which itself would keep all 10 MB of it.
    said = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    for character, alike in json.loads(said).items():
        for other in (entry["c"].strip("\u200e") for entry in alike):
            if len(character) == len(other) == 1:
                pair = sorted(
                    {stand_in(character), stand_in(other)}, key=lambda c: (not c.isascii(), not c.isalnum(), c)
                )
                stands_for[pair[-1]] = pair[0]
            elif len(character) == 1:
                longer.setdefault(character, other)
    spelled = {c: "".join(map(stand_in, longer[c])) for c in longer if stand_in(c) == c and longer[c].isascii()}
    return spelled | {c: spelled.get(stand_in(c), stand_in(c)) for c in stands_for}

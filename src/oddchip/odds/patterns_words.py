"""Reading one pattern from a player's words: `jacks or better`, `8-7 low`, `tri 5-4-A`, `4 to a flush`, `2-3-4-7`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from oddchip.errors import RangeError
from oddchip.odds import patterns as p
from oddchip.odds.patterns_cards import OFFSUIT, SUITED, bare_ranks, rank_named, read_cards, read_hole
from oddchip.odds.patterns_kinds import KINDS_KNOWN, Reader
from oddchip.odds.patterns_towards import read_towards
from oddchip.odds.ranges_fields import Setting
from oddchip.rankings import Order, Ranking

_SENSE = re.compile(r"(.*?)\s*(\+|(?:or|and) (?:better|worse|higher|lower|best|less|up|smoother|rougher|more))")
_BETTER = {"better", "best", "+", "up", "more", "smoother"}
_ANY = {"any", "anything", "any hand", "any cards", "everything", "all", "random"}
_SUITS = {
    "suited": (SUITED.shapes, "suited"),
    "offsuit": (OFFSUIT.shapes, "offsuit"),
    "off suit": (OFFSUIT.shapes, "offsuit"),
    "unsuited": (OFFSUIT.shapes, "offsuit"),
    "double suited": (((2, 2),), "double suited"),
    "ds": (((2, 2),), "double suited"),
    "single suited": (((2, 1, 1), (3, 1)), "single suited"),
    "ss": (((2, 1, 1), (3, 1)), "single suited"),
}


def read_pattern(text: str, setting: Setting, pat: bool) -> p.Pattern:
    """The pattern of a phrase without `and`, `not` or brackets; `pat`: it is about a whole hand that draws none."""
    said = re.sub(r"\s+", " ", text.strip())
    words = said.lower().replace("-suited", " suited").replace("’", "'")
    if words in _ANY:
        return p.Anything()
    words = re.sub(r"^(?:any|a|an|the) (?=\S)", "", words)
    for read in (_suits, read_towards, _hole, _worth, _named):
        found = read(said if read in (_hole, _named) else words, setting, pat)
        if found is not None:
            return found
    raise RangeError(_unknown(said, setting))


def _suits(words: str, setting: Setting, pat: bool) -> p.Pattern | None:
    cards = setting.whole
    if words == "rainbow":
        return p.Suits(tuple((1,) * n for n in range(1, 5)), words)
    if words in {"monotone", "one suit", "of one suit", "suited"} and not (words == "suited" and cards == 4):
        return p.Suits(tuple((n,) for n in range(2, 9)), "suited")
    if words == "suited":
        # Of four cards in the hole: two of one suit or more, as Omaha players mean it.
        shapes = ((2, 1, 1), (2, 2), (3, 1), (4,)) if not setting.game.draws else ((2,), (3,), (4,))
        return p.Suits(shapes, words)
    if words in {"offsuit", "off suit", "unsuited"}:
        return p.Not(p.Suits(tuple((n,) for n in range(2, 9)), "suited")) if cards != 2 else OFFSUIT
    if words in _SUITS:
        return p.Suits(*_SUITS[words])
    return None


def _hole(said: str, setting: Setting, pat: bool) -> p.Pattern | None:
    if setting.game.draws or setting.whole != 2:
        return None
    return read_hole(said, setting)


def _worth(words: str, setting: Setting, pat: bool) -> p.Pattern | None:
    if found := _SENSE.fullmatch(words):
        return _with_sense(found[1], found[2], setting)
    for ends in _two_ends(words):
        one, other = (_kind(end, setting, numbers=True) for end in ends)
        if one and other and one[0] is other[0]:
            return p.Worth(one[0], one[1], upto=other[1])
    found_kind = _kind(words, setting, numbers=pat and setting.low is not None)
    if found_kind is None:
        return _whole_low(words, setting)
    return p.Worth(*found_kind)


def _two_ends(words: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r" (?:to|through|thru) ", words):
        yield words[: found.start()], words[found.end() :]


def _with_sense(words: str, said: str, setting: Setting) -> p.Pattern | None:
    found = _kind(words, setting, numbers=True)
    if found is None:
        return None
    order, kind = found
    sense = said.split()[-1]
    if sense in ("lower", "less"):
        better = order.ranking is not Ranking.HIGH
    elif sense == "higher":
        better = order.ranking is Ranking.HIGH
    else:
        better = sense in _BETTER
    return p.Worth(order, kind, p.Sense.OR_BETTER if better else p.Sense.OR_WORSE)


def _kind(words: str, setting: Setting, numbers: bool) -> tuple[Order, p.Kind] | None:
    """The class of a phrase and its order; `numbers`: `8-7` is a class too, and not two cards."""
    return Reader(setting).read(words.strip(), numbers)


def _whole_low(words: str, setting: Setting) -> p.Pattern | None:
    """Different ranks of a whole low hand are that low, not a flush; in badugi any number of ranks is so many suits."""
    low, ranks = setting.low, bare_ranks(words, setting.deck.pack)
    if low is None or not ranks or len(set(ranks)) < len(ranks):
        return None
    if low.ranking is Ranking.BADUGI:
        if len(ranks) > setting.whole:
            return None
        kind = Reader(setting).numbers(ranks, low, count=len(ranks))
        return p.Worth(low, kind, keeps=len(ranks) if setting.game.draws else None)
    if len(ranks) != 5 or setting.whole < 5:
        return None
    return p.Worth(low, Reader(setting).numbers(ranks, low))


def _named(said: str, setting: Setting, pat: bool) -> p.Pattern | None:
    suffix = re.fullmatch(r"(.*?\S)[ -]((?:double |single )?suited|off-?suit|rainbow|ds|ss)", said, re.IGNORECASE)
    if suffix and (cards := read_cards(suffix[1], setting.deck)):
        suits = _suits(suffix[2].lower().replace("off-suit", "offsuit"), setting, pat)
        return p.All((cards, suits)) if suits else None
    return read_cards(said, setting.deck)


# --- when nothing fits ------------------------------------------------------------------------------------------------

_OTHERS = (
    *("or", "better", "worse", "to", "a", "an", "any", "of", "with", "draw", "pat", "not", "and", "up", "high", "low"),
    *("full", "suited", "offsuit", "rainbow", "double", "kicker", "open-ended", "gutshot", "royal", "tri"),
)


def _unknown(said: str, setting: Setting) -> str:
    known = {*_OTHERS, *" ".join(KINDS_KNOWN).split()}
    pack = setting.deck.pack
    for rank in pack.ranks:
        known |= {pack.rank_words[rank], pack.plural(rank)}
    said_words = said.lower().split()
    nearest = [_nearest(word, known, setting) for word in said_words]
    guess = " ".join(near for near in nearest if near)
    message = f"{said!r} is no hand of {setting.game.name} that can be read"
    if all(nearest) and nearest != said_words:
        return f"{message}; did you mean {guess!r}?"
    phrases = get_close_matches(said.lower(), KINDS_KNOWN, n=2, cutoff=0.6)
    if phrases:
        return f"{message}; did you mean {' or '.join(map(repr, phrases))}?"
    return f"{message}: expected cards such as A-A-x or [2-5]-7, or words such as {_example(setting)}"


def _nearest(word: str, known: set[str], setting: Setting) -> str | None:
    if word in known or rank_named(word, setting.deck.pack) is not None or read_cards(word, setting.deck):
        return word
    found = get_close_matches(word, sorted(known), n=1, cutoff=0.6)
    return found[0] if found else None


def _example(setting: Setting) -> str:
    if setting.is_badugi:
        return "'badugi J or better' or 'tri 5-4-A'"
    if setting.high is None:
        return "'8-7 or better' or '9 low'"
    return "'jacks or better' or 'two pair'"

"""Reading hands that are on their way: `4 to a flush`, `3+ to a straight`, `4 to an 8`, `open-ended`, `gutshot`."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from oddchip.errors import RangeError
from oddchip.odds import patterns as p
from oddchip.odds.patterns_cards import rank_named
from oddchip.odds.patterns_kinds import rank_word
from oddchip.odds.ranges_fields import Field, Setting
from oddchip.rankings import Order, Ranking
from oddchip.rankings.scale import Scale
from oddchip.whole import is_whole

Counts = NDArray[np.uint8]
NUMBERS = {word: n for n, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven"))}
_TO = re.compile(r"(\d|\w+)(\+| or more)?(?:[ -]cards?)? to (?:an? |the )?(.+)")


def number(word: str) -> int | None:
    return int(word) if is_whole(word) else NUMBERS.get(word)


def read_towards(words: str, setting: Setting, pat: bool) -> p.Pattern | None:
    """Such a pattern, or None when the words are something else."""
    if words in {"open-ended", "open ended", "open-ended straight", "outside straight", "open-ended straight draw"}:
        return p.Towards(4, "open-ended", straight_outs(_runs(setting), ends=True))
    if words in {"gutshot", "inside straight", "gutshot straight", "gutshot straight draw", "inside straight draw"}:
        return p.Towards(4, "gutshot", straight_outs(_runs(setting), ends=False))
    if words in {"four-flush", "four flush", "flush draw", "4-flush"}:
        words = "4 to a flush"
    found = _TO.fullmatch(words)
    count = number(found[1]) if found else None
    if not found or count is None:
        return None
    or_more = bool(found[2])
    said = _target(found[3], setting)
    if said is None:
        return None
    name, score = said
    if not 1 <= count <= 5:
        raise RangeError(f"a hand is made of five cards: 1 to 5 of them go to {name}, not {count}")
    return p.Towards(count, f"{count}{'+' if or_more else ''} to {name}", score, or_more)


def _target(words: str, setting: Setting) -> tuple[str, p.Score] | None:
    if words in {"flush", "straight", "straight flush", "royal flush", "royal"}:
        if words == "flush":
            return "a flush", to_flush
        runs = _runs(setting)
        if words == "straight":
            return "a straight", to_runs(runs)
        if words == "straight flush":
            return "a straight flush", to_suited_runs(runs)
        return "a royal flush", to_suited_runs(runs[:1])
    if words in {"wheel", "bicycle", "number one", "#1"}:
        low = _low(setting, words)
        return "a wheel", to_runs((low.hands[-1].ranks,))
    rank = rank_word(words.removesuffix(" low"), setting.deck.pack)
    if rank is None:
        rank = rank_named(words.removesuffix(" low").removesuffix("-low"), setting.deck.pack)
    if rank is None:
        return None
    letter = setting.deck.pack.rank_letters[rank]
    return f"{'an' if letter in '8A' else 'a'} {letter}", to_low(_low(setting, words), rank)


def _runs(setting: Setting) -> tuple[tuple[int, ...], ...]:
    for order in setting.orders:
        if isinstance(order.scale, Scale) and order.rule.has_suits:
            return tuple(order.scale.straights)
    raise RangeError(f"there are no straights in {setting.game.name}")


def _low(setting: Setting, words: str) -> Order:
    if setting.low is None:
        raise RangeError(f"{setting.game.name} is not played for low: nobody goes for {words!r} there")
    return setting.low


def to_low(order: Order, top: int) -> p.Score:
    """The different ranks no higher than `top`, jokers being any of them; in badugi those of different suits too."""
    height = order.scale.height
    ranks = tuple(rank for rank in order.deck.pack.ranks if height(rank) <= height(top))
    if order.ranking is not Ranking.BADUGI:
        return to_runs((ranks,))
    kinds = np.array([len(h.ranks) if all(height(r) <= height(top) for r in h.ranks) else 0 for h in order.hands])

    def score(field: Field) -> Counts:
        return np.asarray(kinds.astype(np.uint8)[field.values(order)])

    return score


# --- how far a holding has come -------------------------------------------------------------------------------------


def to_flush(field: Field) -> Counts:
    """The most cards of one suit; the bug has every suit in high games."""
    most = np.maximum.reduce([p.of_suit(field.whole, suit) for suit in range(4)])
    return np.asarray(most + field.jokers)


def _best_of(runs: tuple[tuple[int, ...], ...]) -> Counts:
    """Of every set of ranks: the most it has of one of the runs."""
    masks = np.arange(1 << 13, dtype=np.uint16)
    bits = [np.uint16(sum(1 << rank for rank in run)) for run in runs]
    counts = [np.bitwise_count(masks & bit) for bit in bits] or [np.zeros(1 << 13, np.uint8)]
    return np.asarray(np.maximum.reduce(counts), dtype=np.uint8)


def to_runs(runs: tuple[tuple[int, ...], ...]) -> p.Score:
    """The most different ranks of one run, jokers filling up to five."""
    best = _best_of(runs)

    def score(field: Field) -> Counts:
        return np.asarray(np.minimum(best[field.ranks] + field.jokers, len(runs[0]) if runs else 0), dtype=np.uint8)

    return score


def to_suited_runs(runs: tuple[tuple[int, ...], ...]) -> p.Score:
    """The same, all of one suit."""
    best = _best_of(runs)

    def score(field: Field) -> Counts:
        most = np.maximum.reduce([best[field.suited(suit)] for suit in range(4)])
        return np.asarray(np.minimum(most + field.jokers, 5), dtype=np.uint8)

    return score


def straight_outs(runs: tuple[tuple[int, ...], ...], ends: bool) -> p.Score:
    """Four different ranks that two ranks or more make a straight (`ends`), or just one: 4 where it is so, else 0."""
    best = _best_of(runs)
    masks = np.arange(1 << 13, dtype=np.uint16)
    outs = sum((best[masks | np.uint16(1 << rank)] == 5).astype(np.uint8) for rank in range(13))

    def score(field: Field) -> Counts:
        open_ = (best[field.ranks] == 4) & (field.jokers == 0)
        many = np.asarray(outs)[field.ranks]
        return np.asarray(np.where(open_ & ((many >= 2) if ends else (many == 1)), 4, 0), dtype=np.uint8)

    return score

"""How often: every class of hands as dealt, as made from cards that are kept, and how often a pot is opened.

    frequencies("gardena_jackpots")                                    # all classes of five of 53 cards
    frequencies("progressive(gardena_jackpots)", "opens", players=4)   # jacks, queens, kings, aces
    frequencies("badugi", "made", kept="2c 5d 9h", dead="Ks")          # what a draw of one makes
    frequencies("california_lowball", dead="As 2d", detail="hands")

Counts are exact; only the chance that three players or more all pass is sampled, and its error is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from oddchip.cards import Deck, cards_text
from oddchip.errors import GameError, RangeError, UnknownName
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.kernels.census import census
from oddchip.odds.frequencies_words import DETAILS, class_words
from oddchip.odds.openings import opening_sections
from oddchip.odds.ranges import read_known
from oddchip.odds.ranges_fields import MOST_SETS, Setting, all_sets, all_values, rules_of, values_of
from oddchip.odds.rows import Frequencies, Row, Section
from oddchip.rankings import Order, Ranking
from oddchip.spec import Game

__all__ = ["Frequencies", "Row", "Section", "frequencies"]

WHATS = ("dealt", "made", "opens")


@dataclass(frozen=True)
class _Question:
    setting: Setting
    kept: tuple[int, ...]
    dead: tuple[int, ...]
    cards: int

    @property
    def deck(self) -> Deck:
        return self.setting.deck

    @property
    def unseen(self) -> tuple[int, ...]:
        return tuple(card for card in self.deck.cards if card not in self.kept and card not in self.dead)

    @property
    def total(self) -> int:
        return comb(len(self.unseen), self.cards - len(self.kept))


def frequencies(
    game: Game | str,
    what: str = "dealt",
    *,
    kept: str | Sequence[int] = (),
    dead: str | Sequence[int] = (),
    cards: int | None = None,
    detail: str = "classes",
    players: int = 2,
    house: HouseRules = HouseRules(),  # noqa: B008 - frozen
    seed: int = 0,
) -> Frequencies:
    """How often each class comes, in each order of the game.

    what      "dealt": hands as dealt, or of so many `cards`; "made": what `kept` cards become in one draw, or by the
              last card in games without one; "opens": how often a hand can open, at every step of a progressive game,
              and how often nobody of so many `players` can
    dead      cards that nobody can get: one's own discards, cards seen, one's own hand when others may open
    detail    "classes" (pair), "ranks" (pair of jacks, aces up) or "hands" (every hand)

    Raises `UnknownName` for another `what` or `detail`, `GameError` where nothing is asked to open, `RangeError` for
    numbers of cards that cannot be, `CardError` for cards.
    """
    found = find_game(game) if isinstance(game, str) else game
    if what not in WHATS:
        raise UnknownName("question about frequencies", what, WHATS)
    if detail not in DETAILS:
        raise UnknownName("detail", detail, DETAILS)
    held, gone = read_known(found.deck, kept, dead, "kept")
    if held and what != "made":
        raise GameError(f"cards are kept for what is made of them: ask for 'made', not {what!r}")
    setting = Setting(found, house)
    if what == "opens":
        sections, notes = opening_sections(setting, gone, players, seed)
    else:
        question = _Question(setting, held, gone, _size(setting, what, held, cards))
        _check(question, what)
        sections = [_section(question, order, detail) for order in setting.orders]
        notes = (f"Exact: all {question.total:,} {'draws' if what == 'made' else 'hands'}.",)
    return Frequencies(found.id, what, _title(found, what, held, gone), tuple(sections), notes)


def _title(game: Game, what: str, kept: Sequence[int], dead: Sequence[int]) -> str:
    said = {"dealt": "hands as dealt", "made": f"what {cards_text(kept, game.deck)} makes", "opens": "who can open"}
    without = f", without {cards_text(dead, game.deck)}" if dead else ""
    return f"{game.name}: {said[what]}{without}"


def _size(setting: Setting, what: str, kept: Sequence[int], said: int | None) -> int:
    """The cards of the hands that are counted."""
    game = setting.game
    if said is None:
        if what == "made" and len(kept) >= setting.final and not game.draws:
            raise RangeError(f"say how many cards are meant in {game.name}, those of the table too: cards=7")
        return setting.final if what == "made" else setting.dealt
    if said > setting.final and any(award.use.sources for rules in rules_of(game) for award in rules.pot):
        raise RangeError(f"in {game.name} so many cards must come from here and so many from there: ask for the odds")
    return said


def _check(question: _Question, what: str) -> None:
    drawn, setting = question.cards - len(question.kept), question.setting
    most = 4 if setting.is_badugi else 8
    if not 1 <= question.cards <= most:
        raise RangeError(f"a hand is judged by 1 to {most} cards, not {question.cards}")
    if drawn < 0:
        raise RangeError(f"{len(question.kept)} cards are kept, and a hand has {question.cards}")
    if drawn > len(question.unseen):
        raise RangeError(f"{drawn} cards are to come, and {len(question.unseen)} are unseen")
    limit = setting.house.draw.max_draw
    if what == "made" and setting.game.draws and limit is not None:
        helped = setting.house.draw.four_with_ace and any(card >= 48 for card in question.kept)
        if drawn - setting.extra > limit + helped:
            raise RangeError(f"no more than {limit + helped} cards may be thrown here, and {drawn} are drawn")


# --- counting --------------------------------------------------------------------------------------------------------


def _section(question: _Question, order: Order, detail: str) -> Section:
    counts = _counts(question, order)
    total, names = question.total, class_words(order, detail)
    classes: Counter[str] = Counter()
    best_first: dict[str, int] = {}
    below = total
    for value in sorted(counts, reverse=True):
        classes[names(value)] += counts[value]
        below -= counts[value]
        best_first[names(value)] = total - below
    rows = tuple(Row(name, number, total, best_first[name]) for name, number in classes.items())
    return Section(_way(order), rows)


def _way(order: Order) -> str:
    return {
        Ranking.HIGH: "high",
        Ranking.ACE_TO_FIVE_LOW: "ace-to-five low",
        Ranking.DEUCE_TO_SEVEN_LOW: "deuce-to-seven low",
        Ranking.ACE_TO_SIX_LOW: "ace-to-six low",
        Ranking.BADUGI: "badugi",
    }[order.ranking]


def _counts(question: _Question, order: Order) -> dict[int, int]:
    """How many hands have each value."""
    size, kept = question.cards, question.kept
    if not kept and size > 5:
        return dict(census(order, size, dead=question.dead).counts)
    if question.total > MOST_SETS:
        raise RangeError(f"there are {question.total:,} ways to complete these cards: too many to count")
    if not kept and not question.dead:
        values = all_values(order, size)
    else:
        drawn = all_sets(question.unseen, size - len(kept))
        held = np.tile(np.array(kept, dtype=np.uint8), (len(drawn), 1))
        values = values_of(order, np.hstack([held, drawn]) if kept else drawn)
    numbers = np.bincount(values)
    return {int(value): int(numbers[value]) for value in np.flatnonzero(numbers)}


def chance(game: Game | str, name: str, **asked: Any) -> Fraction:
    """The chance of one class: `chance("gardena_jackpots", "full house")`."""
    return frequencies(game, **asked).chance(name)

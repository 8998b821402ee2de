"""The swap: masks over canonical hands, the two hands of eight they make, and who has won (CP-3 to CP-7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.cards import sort_for_display
from oddchip.fair.errors import FairError
from oddchip.fair.two_party.hashes import EACH, Hands, Pair
from oddchip.rankings import Order, Ranking, order

GIVEN = 4
HIGH: Order = order(Ranking.HIGH)


def is_choice(mask: int) -> bool:
    """Does it name exactly four of eight?"""
    return 0 <= mask < 1 << EACH and mask.bit_count() == GIVEN


def mask_of(hand: Iterable[int], give: Iterable[int]) -> int:
    """The one form in which a choice is kept: bit i is card i of the canonical hand (lowest first), and is *given*.

    Cards come in any order, as they lie on somebody's screen; `FairError` unless they are four different ones of it.
    """
    own, cards = sort_for_display(set(hand)), list(give)
    if len(own) != EACH:
        raise FairError(f"a hand has eight different cards, not {len(own)}")
    if any(card not in own for card in cards):
        raise FairError("only cards of one's own hand can be given")
    if len(set(cards)) != len(cards):
        raise FairError("the same card is named twice")
    if len(cards) != GIVEN:
        raise FairError(f"exactly four cards are given, not {len(cards)}")
    return sum(1 << own.index(card) for card in cards)


def mask_of_kept(hand: Iterable[int], keep: Iterable[int]) -> int:
    """The same choice, said by the four that are kept."""
    own = tuple(hand)
    return (1 << EACH) - 1 - mask_of(own, keep)


def given(hand: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(card for at, card in enumerate(hand) if mask >> at & 1)


def kept(hand: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(card for at, card in enumerate(hand) if not mask >> at & 1)


def swapped(hands: Hands, masks: Pair) -> Hands:
    """Each hand after the swap: four kept, four received, in canonical order."""
    for mask in masks:
        if not is_choice(mask):
            raise FairError("a choice names exactly four of eight cards")
    first = sort_for_display(kept(hands[0], masks[0]) + given(hands[1], masks[1]))
    second = sort_for_display(kept(hands[1], masks[1]) + given(hands[0], masks[0]))
    return first, second


def worth(cards: tuple[int, ...]) -> int:
    """The value of the best five of eight; higher is better, suits never count."""
    if len(cards) != EACH or len(set(cards)) != EACH or not all(0 <= card < 52 for card in cards):
        raise FairError("a hand is judged by eight different cards of the 52")
    return HIGH.value(cards)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A swap that has been opened: both hands, both masks (given cards), and what followed."""

    hands: Hands
    masks: Pair

    @property
    def finals(self) -> Hands:
        return swapped(self.hands, self.masks)

    @property
    def values(self) -> Pair:
        first, second = self.finals
        return worth(first), worth(second)

    @property
    def winner(self) -> int | None:
        """The seat that wins; None when the hands are equal."""
        first, second = self.values
        return None if first == second else 0 if first > second else 1

    @property
    def best(self) -> Hands:
        """The five cards of each that count."""
        first, second = self.finals
        return HIGH.played(first), HIGH.played(second)

    @property
    def words(self) -> tuple[str, str]:
        first, second = self.values
        return HIGH.describe(first), HIGH.describe(second)

"""Cards in words: how a holding is laid out, what the letters of a pack mean."""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.cards import FRENCH, Deck, sort_for_display
from oddchip.plan import Plan
from oddchip.telling.spans import listed


def in_display_order(cards: Sequence[int], deals_up: bool) -> tuple[int, ...]:
    """A holding as it is shown: sorted (CP-2), or as it was dealt where some cards lie open (stud)."""
    return tuple(cards) if deals_up else sort_for_display(cards)


def deals_up(plan: Plan) -> bool:
    """Do some cards of a holding lie open, so that the order in which they came says something?"""
    return bool(plan.up) and plan.is_stud


def court_letters(deck: Deck) -> str:
    """``F is the knave, C the knight and R the king; suits are c coins, ...`` where they are not the usual ones."""
    pack, usual = deck.pack, FRENCH
    ranks = [rank for rank in pack.ranks if pack.rank_letters[rank] != usual.rank_letters[rank]]
    said = [f"{pack.rank_letters[rank]} {'is ' * (not k)}the {pack.rank_words[rank]}" for k, rank in enumerate(ranks)]
    suits = [f"{letter} {word}" for letter, word in zip(pack.suit_letters, pack.suit_words, strict=True)]
    return f"{listed(said)}; the suits are {listed(suits)}" if said else ""

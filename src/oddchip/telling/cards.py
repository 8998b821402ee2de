"""Cards in words: how a holding is laid out, what the letters of a pack mean."""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.cards import ACE, FRENCH, Deck, rank_of, sort_for_display
from oddchip.plan import Plan
from oddchip.telling.spans import listed


def in_display_order(cards: Sequence[int], deals_up: bool, ace_low: bool = False) -> tuple[int, ...]:
    """A holding as it is shown: sorted (CP-2), or as it was dealt where some cards lie open (stud).

    With `ace_low` aces come first, before the deuces.
    """
    if deals_up:
        return tuple(cards)
    lie = sort_for_display(cards)
    return tuple(sorted(lie, key=lambda card: rank_of(card) != ACE)) if ace_low else lie


def is_ace_low(plan: Plan, rules: int = 0) -> bool:
    """Is the ace the lowest card in every way to win by these rules?"""
    return all(award.order.rule.ace_is_low for award in plan.rulesets[rules].awards)


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

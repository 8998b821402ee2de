"""Cards on the screen: symbols in four colours, or their names in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oddchip.cards import UNKNOWN, Deck, card_words, is_joker, rank_of, suit_of
from oddchip.cli.screen import Screen
from oddchip.telling import Line, Span, counted, joined

_SYMBOLS = "♣♦♥♠"
#: Clubs, diamonds, hearts, spades: four colours, so that hue is never all there is between two suits.
_STYLES = ("green", "bright_blue", "bright_red", "bold")
_BACK = "▒▒"


class Faces:
    """How the cards of one deck are shown on one screen."""

    def __init__(self, screen: Screen, deck: Deck) -> None:
        self.plain, self.deck = screen.plain, deck
        self._has_symbols = deck.pack.suit_letters == "cdhs"

    def card(self, card: int) -> Span:
        """``10♥``, or ``ten of hearts``; Italian cards go by their words with the suits' colours."""
        if self.plain:
            return card_words(card, self.deck)
        if card == UNKNOWN:
            return _BACK, "dim"
        if is_joker(card):
            return card_words(card, self.deck), "bold magenta"
        pack, style = self.deck.pack, _STYLES[suit_of(card)]
        letter = pack.rank_letters[rank_of(card)].replace("T", "10")
        if self._has_symbols:
            return letter + _SYMBOLS[suit_of(card)], style
        return f"{pack.rank_words[rank_of(card)]} of {pack.suit_words[suit_of(card)]}", style

    def cards(self, cards: Iterable[int]) -> Line:
        """Cards in a row; face-down ones are counted in words."""
        cards = tuple(cards)
        known = [card for card in cards if card != UNKNOWN]
        if self.plain or not self._has_symbols:
            spans: Line = [self.card(card) for card in known]
            if len(known) < len(cards):
                spans.append(counted(len(cards) - len(known), "face-down card"))
            return joined(spans, ", ")
        return joined([self.card(card) for card in cards], " ")

    def numbered(self, cards: Sequence[int]) -> Line:
        """Cards with the positions by which they are chosen, from 1."""
        line: Line = []
        for place, card in enumerate(cards, start=1):
            mark: Span = f"{place} " if self.plain else (f"{place}) ", "dim")
            line += [", " if self.plain and place > 1 else "  " if place > 1 else "", mark, self.card(card)]
        return line

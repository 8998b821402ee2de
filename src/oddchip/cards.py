"""Cards, packs and decks; how they are written and read aloud.

A card is a small int, ``4 * rank + suit``: rank 0 is a deuce and 12 an ace, suits are clubs 0, diamonds 1, hearts 2,
spades 3. Jokers are 52 and 53. Sorted ints are therefore in the order of CP-2: rank, then suit. An Italian pack is a
subset of the same ints under other names (IT-2): coins are diamonds, cups hearts, swords spades, batons clubs.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from oddchip.errors import CardError

UNKNOWN = -1
JOKERS = (52, 53)
ACE, KING, QUEEN, JACK = 12, 11, 10, 9
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)

_LETTERS = "23456789TJQKA"
_LOW_WORDS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANK_WORDS = (*_LOW_WORDS, "jack", "queen", "king", "ace")
_JOKER_TEXTS = {52: "X1", 53: "X2"}
_JOKER_WORDS = {52: "joker", 53: "second joker"}


def rank_of(card: int) -> int:
    """0 for a deuce to 12 for an ace; 13 for a joker."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; of a joker it means nothing."""
    return card & 3


def is_joker(card: int) -> bool:
    return card >= 52


@dataclass(frozen=True)
class Pack:
    """The cards a maker prints, without jokers: every rank in every suit, and how they are written and called."""

    name: str
    ranks: tuple[int, ...]
    suits: tuple[int, ...] = SUITS
    rank_letters: str = _LETTERS
    suit_letters: str = "cdhs"
    rank_words: tuple[str, ...] = _RANK_WORDS
    suit_words: tuple[str, ...] = ("clubs", "diamonds", "hearts", "spades")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        return tuple(4 * rank + suit for rank in self.ranks for suit in self.suits)

    @property
    def notation(self) -> tuple[str, str]:
        """The letters of the ranks and of the suits that this pack has."""
        return "".join(self.rank_letters[r] for r in self.ranks), "".join(self.suit_letters[s] for s in self.suits)

    @property
    def courts(self) -> tuple[int, ...]:
        """The ranks that are figures (IT-5, IT-6)."""
        return tuple(rank for rank in self.ranks if rank in (JACK, QUEEN, KING))

    def signs(self, rank: int) -> int:
        """How many suit signs a card shows, by which it is read where there are no numbers; none on courts (IT-4)."""
        return 0 if rank in self.courts else 1 if rank == ACE else rank + 2

    def plural(self, rank: int) -> str:
        """``sixes``, ``knaves``."""
        word = self.rank_words[rank]
        return word + ("es" if word.endswith("x") else "s")


FRENCH = Pack("french", tuple(range(13)))
SHORT = Pack("short", tuple(range(4, 13)))
MEXICAN = Pack("mexican", (0, 1, 2, 3, 4, 5, 9, 10, 11, 12))
ITALIAN = Pack(
    "italian",
    MEXICAN.ranks,
    rank_letters="234567---FCRA",
    suit_letters="bdcs",
    rank_words=(*_LOW_WORDS, "knave", "knight", "king", "ace"),
    suit_words=("batons", "coins", "cups", "swords"),
)
PACKS = {pack.name: pack for pack in (FRENCH, ITALIAN, SHORT, MEXICAN)}


def stripped(ranks: Iterable[int] | str, suits: Iterable[int] = SUITS, name: str | None = None) -> Pack:
    """A French pack with only these ranks and suits: ``stripped("JQK", (SPADES,))`` is Kuhn's."""
    wanted = [_LETTERS.find(r.upper()) for r in ranks] if isinstance(ranks, str) else list(ranks)
    kept, of = tuple(sorted(set(wanted))), tuple(sorted(set(suits)))
    if not kept or not of or not set(kept) <= set(range(13)) or not set(of) <= set(SUITS):
        raise CardError(f"a stripped pack needs ranks of {_LETTERS} and suits 0 to 3, not {ranks!r} and {suits!r}")
    letters = "".join(_LETTERS[r] for r in kept)
    return Pack(name or f"{letters} of {''.join('cdhs'[s] for s in of)}", kept, of)


def eleven_minus(players: int) -> Pack:
    """The pack of classical Italian poker (IT-13): its lowest rank is eleven minus the players."""
    if not 2 <= players <= 9:
        raise CardError(f"a pack stripped for its players is for 2 to 9 of them, not {players}")
    return stripped(range(9 - players, 13), name=f"{11 - players} to ace")


@dataclass(frozen=True)
class Deck:
    """A pack and its jokers. A joker is a bug for high and the lowest missing rank for low, unless it is wild."""

    pack: Pack = FRENCH
    jokers: int = 0
    wild: bool = False

    def __post_init__(self) -> None:
        if self.jokers not in (0, 1, 2):
            raise CardError(f"a deck has no joker, one or two, not {self.jokers}")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        return self.pack.cards + JOKERS[: self.jokers]

    @cached_property
    def name(self) -> str:
        """``french``, ``italian with one bug``, ``french with two wild jokers``."""
        if not self.jokers:
            return self.pack.name
        noun = ("wild joker" if self.wild else "bug") + "s" * (self.jokers - 1)
        return f"{self.pack.name} with {('one', 'two')[self.jokers - 1]} {noun}"

    @property
    def size(self) -> int:
        return len(self.cards)

    def parse(self, text: str, *, allow_unknown: bool = False) -> tuple[int, ...]:
        """The cards of ``"AsKd 7h X1"``; the same as `parse_cards`."""
        return parse_cards(text, self, allow_unknown=allow_unknown)


#: As suits are shown, with or without colour.
_SUIT_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")


@lru_cache
def _pattern(pack: Pack) -> re.Pattern[str]:
    ranks, suits = pack.notation
    if "T" in ranks:
        return re.compile(rf"(joker|jk)|x([1-9])|(\?\?)|(10|[{ranks}])([{suits}])", re.IGNORECASE)
    return re.compile(rf"(joker|jk)|x([1-9])|(\?\?)|([{ranks}])([{suits}])", re.IGNORECASE)


def parse_cards(text: str, deck: Deck | Pack = FRENCH, *, allow_unknown: bool = False) -> tuple[int, ...]:
    """Cards in the order written. Spaces and commas are free, case does not matter, ``10h`` is ``Th`` and ``K♠`` is
    ``Ks``; ``??`` is a face-down card where those are allowed, and ``Jk`` or ``Joker`` the joker when there is one."""
    deck = Deck(deck) if isinstance(deck, Pack) else deck
    if not isinstance(text, str):
        raise CardError(f"cards are read from text such as 'As Kd', not from {text!r}")
    if deck.pack.suit_letters == FRENCH.suit_letters:
        text = text.translate(_SUIT_SIGNS)
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
            continue
        found = _pattern(deck.pack).match(text, at)
        if found is None:
            raise CardError(_unknown(text, at, deck, allow_unknown))
        at = found.end()
        card = _read(found, deck, allow_unknown)
        if card != UNKNOWN and card in cards:
            raise CardError(_twice(card, found[0], deck))
        cards.append(card)
    return tuple(cards)


def _read(found: re.Match[str], deck: Deck, allow_unknown: bool) -> int:
    joker, number, hidden, rank, suit = found.groups()
    if hidden:
        if not allow_unknown:
            raise CardError("a face-down card ?? cannot stand here: every card must be known")
        return UNKNOWN
    if joker or number:
        return _read_joker(found[0], int(number or 1), deck)
    letter = "T" if rank == "10" else rank.upper()
    return 4 * deck.pack.rank_letters.index(letter) + deck.pack.suit_letters.index(suit.lower())


def _read_joker(written: str, number: int, deck: Deck) -> int:
    if not deck.jokers:
        raise CardError(f"{written} is not in this deck: {deck.name} has no joker")
    if written[0] in "jJ" and deck.jokers == 2:
        raise CardError(f"{written} may be either joker of this deck: write X1 or X2")
    if number > deck.jokers:
        held = ("one joker, X1", "X1 and X2")[deck.jokers - 1]
        raise CardError(f"{written} is not in this deck: {deck.name} has {held}")
    return JOKERS[number - 1]


def _unknown(text: str, at: int, deck: Deck, allow_unknown: bool) -> str:
    word = re.split(r"[\s,]", text[at:], maxsplit=1)[0][:8]
    wanted = f"a rank of {deck.pack.notation[0]} and a suit of {deck.pack.notation[1]}"
    wanted += ("", ", or the joker X1", ", or a joker X1 or X2")[deck.jokers] + (", or ??" if allow_unknown else "")
    french = _pattern(FRENCH).match(text, at)
    if french and deck.pack.rank_letters == _LETTERS:
        return f"{french[0]} is not in this deck ({deck.name}): expected {wanted}"
    return f"no card is called {word!r}: expected {wanted}"


def _twice(card: int, written: str, deck: Deck) -> str:
    if is_joker(card) and deck.jokers == 1:
        return f"two jokers ({written} again) where this deck has one"
    return f"{card_text(card, deck)} is there twice"


def exactly(cards: Sequence[int], number: int, what: str = "cards") -> tuple[int, ...]:
    """The same cards, if there are as many as wanted."""
    if len(cards) != number:
        raise CardError(f"expected {number} {what}, not {len(cards)}")
    return tuple(cards)


def card_text(card: int, of: Deck | Pack = FRENCH) -> str:
    """``As``, ``X1``, ``??``; ``Fd`` for the knave of coins."""
    if card in _JOKER_TEXTS:
        return _JOKER_TEXTS[card]
    if card == UNKNOWN:
        return "??"
    pack = of.pack if isinstance(of, Deck) else of
    if not (isinstance(card, int) and 0 <= card < JOKERS[0]):
        raise CardError(f"{card!r} is no card of the {pack.name} pack")
    return pack.rank_letters[rank_of(card)] + pack.suit_letters[suit_of(card)]


def cards_text(cards: Iterable[int], of: Deck | Pack = FRENCH) -> str:
    return " ".join(card_text(card, of) for card in cards)


def card_words(card: int, of: Deck | Pack = FRENCH) -> str:
    """``jack of hearts``, ``knight of cups``, ``joker``."""
    if card in _JOKER_WORDS:
        return _JOKER_WORDS[card]
    if card == UNKNOWN:
        return "face-down card"
    pack = of.pack if isinstance(of, Deck) else of
    return f"{pack.rank_words[rank_of(card)]} of {pack.suit_words[suit_of(card)]}"


def sort_for_display(cards: Iterable[int]) -> tuple[int, ...]:
    """Ascending by rank, then clubs, diamonds, hearts, spades (CP-2); jokers last."""
    return tuple(sorted(cards))

"""Reading what cards are named: `2-3-4-7`, `A-A-x`, `[2-5][2-6]x`, `AsKs`, `bug-A-K`, and hold'em's `AKs`, `TT+`."""

from __future__ import annotations

import re
from functools import lru_cache

from oddchip.cards import ACE, FRENCH, JOKERS, Deck, Pack
from oddchip.odds.patterns import All, Cards, Either, Pattern, Suits
from oddchip.odds.ranges_fields import Setting

Place = frozenset[int]


@lru_cache
def _tokens(pack: Pack) -> re.Pattern[str]:
    ranks = "".join(dict.fromkeys(pack.notation[0] + _also(pack)))
    rank, suit = rf"(?:10|[{ranks}{ranks.lower()}])", f"[{pack.notation[1]}{pack.notation[1].upper()}]"
    suit = suit if not set(pack.notation[0]) & set(pack.notation[1].upper()) else f"[{pack.notation[1]}]"
    return re.compile(
        rf"(?P<joker>joker|bug|[xX][12](?!\d)(?=[\s-]|$))|\[(?P<set>[^\]]*)\](?P<setsuit>{suit})?"
        rf"|(?P<any>[xX*])(?P<anysuit>{suit})?|(?P<rank>{rank})(?P<suit>{suit})?|[-\s]+"
    )


def _also(pack: Pack) -> str:
    """French letters that an Italian pack does not use for something else: J, Q and K for its figures."""
    return "".join(letter for letter in "JQK" if FRENCH.rank_letters.index(letter) in pack.ranks)


def rank_named(letter: str, pack: Pack) -> int | None:
    """The rank of a letter or number, by the pack's letters or the French ones; None when there is no such rank."""
    letter = "T" if letter == "10" else letter.upper()
    if len(letter) != 1 or letter == "-":
        return None
    for letters in (pack.rank_letters, FRENCH.rank_letters):
        if letter in letters and letters.index(letter) in pack.ranks:
            return letters.index(letter)
    return None


def bare_ranks(text: str, pack: Pack) -> tuple[int, ...] | None:
    """The ranks of `8-6-4-3-A` when there is nothing else in it."""
    parts = re.findall(r"10|[^\s-]", text)
    ranks = tuple(rank_named(part, pack) for part in parts)
    if not ranks or None in ranks or re.sub(r"[\s-]", "", text) != "".join(parts):
        return None
    return tuple(rank for rank in ranks if rank is not None)


def read_cards(text: str, deck: Deck) -> Cards | None:
    """The places of a list of cards; None when the text is no such list."""
    places, said, at = [], [], 0
    while at < len(text):
        found = _tokens(deck.pack).match(text, at)
        if found is None or not found[0]:
            return None
        at = found.end()
        if not found[0].strip(" -\t\n"):
            continue
        place = _place(found, deck)
        if place is None:
            return None
        places.append(place[0])
        said.append(place[1])
    return Cards(tuple(places), "-".join(said)) if places else None


def _place(found: re.Match[str], deck: Deck) -> tuple[Place, str] | None:
    pack = deck.pack
    if found["joker"]:
        number = int(found[0][1]) if found[0][0] in "xX" else 0
        jokers = JOKERS[: deck.jokers] if not number else JOKERS[number - 1 : number]
        return frozenset(jokers) & frozenset(deck.cards), found[0].lower() if not number else found[0].upper()
    if found["rank"]:
        rank = rank_named(found["rank"], pack)
        if rank is None:
            return None
        letter = pack.rank_letters[rank]
        return _of([rank], found["suit"], pack, letter)
    if found["any"]:
        if not found["anysuit"]:
            return frozenset(deck.cards), "x"
        return _of(pack.ranks, found["anysuit"], pack, "x")
    inside = _inside(found["set"], deck)
    if inside is None:
        return None
    cards, text = inside
    if suit := found["setsuit"]:
        number = pack.suit_letters.index(suit.lower())
        return frozenset(card for card in cards if card < 52 and card & 3 == number), f"[{text}]{suit.lower()}"
    return cards, f"[{text}]"


def _of(ranks: list[int] | tuple[int, ...], suit: str | None, pack: Pack, text: str) -> tuple[Place, str]:
    suits = [pack.suit_letters.index(suit.lower())] if suit else list(pack.suits)
    return frozenset(4 * rank + s for rank in ranks for s in suits), text + (suit.lower() if suit else "")


def _inside(text: str, deck: Deck) -> tuple[Place, str] | None:
    """What may stand in brackets: ranks, spans of ranks and cards, `2-5`, `257`, `A-3,K`, `AsKd`."""
    cards: set[int] = set()
    said = []
    for part in re.findall(r"[^\s,]+", text):
        span = re.fullmatch(r"(10|[^-])-(10|[^-])", part)
        if span:
            ends = rank_named(span[1], deck.pack), rank_named(span[2], deck.pack)
            if ends[0] is None or ends[1] is None:
                return None
            cards |= {4 * rank + suit for rank in _span(ends[0], ends[1], deck.pack) for suit in deck.pack.suits}
            said.append("-".join(deck.pack.rank_letters[rank] for rank in ends if rank is not None))
            continue
        read = read_cards(part, deck)
        if read is None:
            return None
        cards |= frozenset().union(*read.places)
        said.append(str(read).replace("-", ""))
    return (frozenset(cards), ",".join(said)) if cards else None


def _span(first: int, last: int, pack: Pack) -> list[int]:
    """The ranks from one to the other; an ace that comes first is low."""
    if first == ACE and last != ACE:
        return [ACE, *(rank for rank in pack.ranks if rank <= last)]
    low, high = min(first, last), max(first, last)
    return [rank for rank in pack.ranks if low <= rank <= high]


# --- two cards in the hole, as hold'em players write them -------------------------------------------------------------


def read_hole(text: str, setting: Setting) -> Pattern | None:
    """`TT+`, `99-66`, `AKs`, `A9s+`, `JTo`; None for anything else."""
    pack = setting.deck.pack
    found = re.fullmatch(r"(10|\w)(10|\w)([soSO]?)(\+?)(?:-(10|\w)(10|\w)([soSO]?))?", text)
    if not found or not (found[3] or found[4] or found[5]) or (found[4] and found[5]):
        return None
    ranks = [rank_named(found[place], pack) for place in (1, 2)]
    ends = [rank_named(found[place], pack) for place in (5, 6)] if found[5] else ranks
    if None in ranks or None in ends or (found[5] and found[3].lower() != found[7].lower()):
        return None
    pairs = _pairs(tuple(map(int, ranks)), tuple(map(int, ends)), bool(found[4]), pack)  # type: ignore[arg-type]
    if pairs is None or (found[3] and pairs[0][0] == pairs[0][1]):
        return None
    parts = tuple(_two(pair, pack) for pair in pairs)
    either: Pattern = Either(parts) if len(parts) > 1 else parts[0]
    if not found[3]:
        return either
    return All((either, SUITED if found[3].lower() == "s" else OFFSUIT))


def _pairs(first: tuple[int, ...], last: tuple[int, ...], up: bool, pack: Pack) -> list[tuple[int, int]] | None:
    """The pairs of ranks meant: one, all up from it, or all between two of one kind."""
    if first[0] == first[1]:
        if last[0] != last[1]:
            return None
        low, high = min(first[0], last[0]), max(first[0], last[0])
        high = pack.ranks[-1] if up else high
        return [(rank, rank) for rank in reversed(pack.ranks) if low <= rank <= high]
    top, kickers = max(first), sorted((min(first), min(last)))
    if max(last) != top or min(last) == top:
        return None
    if up:
        kickers[1] = top - 1
    return [(top, rank) for rank in reversed(pack.ranks) if kickers[0] <= rank <= kickers[1]]


def _two(pair: tuple[int, int], pack: Pack) -> Cards:
    places = tuple(frozenset(4 * rank + suit for suit in pack.suits) for rank in pair)
    return Cards(places, "-".join(pack.rank_letters[rank] for rank in pair))


SUITED = Suits(((2,),), "suited")
OFFSUIT = Suits(((1, 1),), "offsuit")

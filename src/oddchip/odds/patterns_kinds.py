"""Reading classes of hands: everything `Order.describe` says, and what players say for it: `aces up`, `trip nines`."""

from __future__ import annotations

import re

from oddchip.cards import ACE, Pack
from oddchip.odds.patterns import Kind
from oddchip.odds.patterns_cards import bare_ranks, rank_named
from oddchip.odds.ranges_fields import Setting
from oddchip.rankings import Category, Order, Ranking

C = Category
_ALONE = {
    "pair": (C.PAIR, "pair"),
    "one pair": (C.PAIR, "pair"),
    "two pair": (C.TWO_PAIR, "two pair"),
    "two pairs": (C.TWO_PAIR, "two pair"),
    "trips": (C.TRIPS, "three of a kind"),
    "set": (C.TRIPS, "three of a kind"),
    "three of a kind": (C.TRIPS, "three of a kind"),
    "straight": (C.STRAIGHT, "straight"),
    "flush": (C.FLUSH, "flush"),
    "full house": (C.FULL_HOUSE, "full house"),
    "full boat": (C.FULL_HOUSE, "full house"),
    "boat": (C.FULL_HOUSE, "full house"),
    "full": (C.FULL_HOUSE, "full house"),
    "four of a kind": (C.QUADS, "four of a kind"),
    "quads": (C.QUADS, "four of a kind"),
    "straight flush": (C.STRAIGHT_FLUSH, "straight flush"),
    "five of a kind": (C.FIVE_OF_A_KIND, "five of a kind"),
    "high card": (C.HIGH_CARD, "no pair"),
    "no pair": (C.HIGH_CARD, "no pair"),
    "nothing": (C.HIGH_CARD, "no pair"),
}
KINDS_KNOWN = (
    *_ALONE,
    "jacks or better",
    "pair of jacks or better",
    "aces up",
    "ace high",
    "royal flush",
    "8-7 or better",
    "wheel",
    "badugi",
    "tri",
    "4 to a flush",
    "any",
)
_BADUGIS = {"badugi": 4, "tri": 3, "tris": 3, "duo": 2}
_COUNTS = {"four": 4, "three": 3, "two": 2, "one": 1, "4": 4, "3": 3, "2": 2, "1": 1}
_CARDS = r"(?:(four|three|two|one|[1-4])-card(?: |$))"


def rank_word(word: str, pack: Pack) -> int | None:
    """The rank of `jack`, `jacks`, `J`, `9s`, `10's`."""
    for rank in pack.ranks:
        if word in (pack.rank_words[rank], pack.plural(rank)):
            return rank
    french = _FRENCH_WORDS.get(word)
    if french is not None:
        return french if french in pack.ranks else None
    return rank_named(re.sub(r"(?<=\w)'?s$", "", word), pack) if word else None


_FRENCH_WORDS = {"jack": 9, "jacks": 9, "queen": 10, "queens": 10, "two": 0, "twos": 0, "sixs": 4}


class Reader:
    """Reads a class for a setting; `read` gives its order too, high before low where the words leave it open.

    `numbers`: the words can only be a class, so that `8-7` is a low and `9s` are nines, and neither is a card.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting, self.pack, self.numbers_only = setting, setting.deck.pack, False

    def read(self, words: str, numbers: bool) -> tuple[Order, Kind] | None:
        low, self.numbers_only = self.setting.low, numbers
        if self.setting.is_badugi and low:
            kind = self._badugi(words, numbers)
            return (low, kind) if kind else None
        head, _, tail = words.partition(": ")
        if tail and (ranks := bare_ranks(tail, self.pack)):
            return self._whole(head, ranks)
        if low:
            kind = self._low(words, low, numbers)
            if kind:
                return low, kind
        order = self.setting.high or low
        kind = self._high(words)
        return (order, kind) if order and kind else None

    # -- low -----------------------------------------------------------------------------------------------------

    def _low(self, words: str, low: Order, numbers: bool) -> Kind | None:
        if words in ("wheel", "bicycle", "number one", "#1"):
            return self.numbers(low.hands[-1].ranks, low, text="wheel")
        named = re.fullmatch(r"(.*\S)[ -](?:low|high)", words)
        if named and words.endswith("high") and self.setting.high:
            named = None
        body = named[1] if named else words if numbers else ""
        ranks = bare_ranks(body, self.pack) if body else None
        if ranks is None and body:
            rank = rank_word(body, self.pack)
            if rank is not None and (named or not body.endswith("s")):
                ranks = (rank,)
        if ranks is None and named and not words.endswith("high"):
            # "straight low", "pair of nines low": a hand of the low order by its high name.
            kind = self._high(body)
            return Kind(kind.category, kind.ranks, f"{kind.text} low", kind.kickers) if kind else None
        if ranks is None or len(set(ranks)) < len(ranks) or len(ranks) > 5:
            return None
        return self.numbers(ranks, low)

    def numbers(self, ranks: tuple[int, ...], order: Order, text: str = "", count: int | None = None) -> Kind:
        """The lows that begin with these ranks from the top."""
        ranks = tuple(sorted(ranks, key=order.scale.height, reverse=True))
        letters = "-".join(self.pack.rank_letters[rank] for rank in ranks)
        if order.ranking is Ranking.BADUGI:
            name = {4: "badugi", 3: "tri", 2: "two-card", 1: "one-card"}[count or 4]
            return Kind(None, ranks, f"{name} {letters}" if ranks else name, count=count or 4)
        return Kind(C.HIGH_CARD, ranks, text or f"{letters} low")

    def _badugi(self, words: str, numbers: bool) -> Kind | None:
        words = re.sub(r"\s+", " ", words)
        found = re.fullmatch(rf"(?:{_CARDS}|(badugi|tri|tris|duo)(?: |$))?(.*?)(?: ?\b(badugi|tri|low))?", words)
        assert found is not None, "everything is optional"
        counted = _COUNTS.get(found[1] or "") or _BADUGIS.get(found[2] or "") or _BADUGIS.get(found[4] or "")
        body = found[3].strip()
        if not (found[1] or found[2] or found[4] or numbers):
            return None
        low = self.setting.low
        assert low is not None, "badugi is played for low"
        if not body:
            return self.numbers((), low, count=counted) if counted else None
        ranks = bare_ranks(body, self.pack)
        if ranks is None:
            rank = rank_word(body, self.pack)
            ranks = None if rank is None else (rank,)
        if ranks is None or len(set(ranks)) < len(ranks) or len(ranks) > (counted or 4):
            return None
        return self.numbers(ranks, low, count=counted or 4)

    # -- high ----------------------------------------------------------------------------------------------------

    def _whole(self, head: str, ranks: tuple[int, ...]) -> tuple[Order, Kind] | None:
        """`ace-high flush: A-K-9-8-2`, `pair of nines low: 9-9-5-4-3`: the head, and then all ranks."""
        is_low = head.endswith(" low")
        order = self.setting.low if is_low else self.setting.high
        kind = self._high(head.removesuffix(" low"))
        if order is None or kind is None:
            return None
        letters = "-".join(self.pack.rank_letters[rank] for rank in ranks)
        return order, Kind(kind.category, ranks, f"{head}: {letters}")

    def _high(self, words: str) -> Kind | None:
        words = re.sub(r"^(?:an? )", "", words)
        head, _, tail = words.partition(" with ")
        kickers = self._kickers(tail) if tail else ()
        if kickers is None:
            return None
        kind = self._plain(head)
        if kind is None or not kickers:
            return kind
        said = "-".join(self.pack.rank_letters[rank] for rank in kickers)
        return Kind(kind.category, kind.ranks, f"{kind.text} with {said}", kickers)

    def _kickers(self, words: str) -> tuple[int, ...] | None:
        words = re.sub(r"^an? ", "", words).removesuffix(" kicker")
        rank = rank_word(words, self.pack)
        return (rank,) if rank is not None else bare_ranks(words, self.pack)

    def _plain(self, words: str) -> Kind | None:
        if words in _ALONE:
            category, text = _ALONE[words]
            return Kind(category, (), text)
        if words in ("royal flush", "royal"):
            return Kind(C.STRAIGHT_FLUSH, (self.pack.ranks[-1],), "royal flush")
        if words in ("wheel", "bicycle"):
            return Kind(C.STRAIGHT, (3, 2, 1, 0, ACE), "wheel")
        for pattern, make in _PHRASES:
            if found := re.fullmatch(pattern, words):
                kind: Kind | None = make(self, *found.groups())
                if kind:
                    return kind
        return None

    def rank(self, word: str) -> int | None:
        return rank_word(word, self.pack)

    def many(self, rank: int) -> str:
        return self.pack.plural(rank)

    def topped(self, words: str, name: str) -> Kind | None:
        """`ace-high flush`, `A-K-high flush`, `K-Q high`."""
        ranks = bare_ranks(words, self.pack)
        if ranks is None:
            rank = self.rank(words)
            ranks = None if rank is None else (rank,)
        if not ranks or len(set(ranks)) < len(ranks):
            return None
        one = self.pack.rank_words[ranks[0]] if len(ranks) == 1 else "-".join(self.pack.rank_letters[r] for r in ranks)
        if not name:
            return Kind(C.HIGH_CARD, ranks, f"{one} high")
        return Kind(_ALONE[name][0], ranks, f"{one}-high {name}")

    def alike(self, word: str, count: int) -> Kind | None:
        rank = self.rank(word)
        if rank is None:
            return None
        category = {2: C.PAIR, 3: C.TRIPS, 4: C.QUADS, 5: C.FIVE_OF_A_KIND}[count]
        name = {2: "pair of", 3: "three", 4: "four", 5: "five"}[count]
        return Kind(category, (rank,) * count, f"{name} {self.many(rank)}")

    def plural_pair(self, word: str) -> Kind | None:
        """`jacks` are a pair; `jack` is not, nor is `9`. `9s` may be the nine of spades."""
        plural = word.endswith("s") and (self.numbers_only or len(word) > 3 or "'" in word)
        return self.alike(word, 2) if plural else None

    def up(self, word: str) -> Kind | None:
        rank = self.rank(word)
        return None if rank is None else Kind(C.TWO_PAIR, (rank, rank), f"{self.many(rank)} up")

    def two_pair(self, one: str, other: str) -> Kind | None:
        ranks = self.rank(one), self.rank(other)
        if ranks[0] is None or ranks[1] is None or ranks[0] == ranks[1]:
            return None
        high, low = sorted((ranks[0], ranks[1]), key=self._height, reverse=True)
        return Kind(C.TWO_PAIR, (high, high, low, low), f"{self.many(high)} and {self.many(low)}")

    def _height(self, rank: int) -> int:
        order = self.setting.high or self.setting.low
        return order.scale.height(rank) if order else rank

    def full(self, one: str, other: str | None) -> Kind | None:
        rank, under = self.rank(one), self.rank(other) if other else None
        if rank is None or (other and under is None):
            return None
        ranks = (rank,) * 3 + (() if under is None else (under, under))
        text = f"{self.many(rank)} full" + ("" if under is None else f" of {self.many(under)}")
        return Kind(C.FULL_HOUSE, ranks, text)


_PHRASES = (
    (r"(.+)[ -]high (straight flush|straight|flush)", lambda reader, top, name: reader.topped(top, name)),
    (r"(.+)[ -]high", lambda reader, top: reader.topped(top, "")),
    (r"(.+) full(?: of (.+))?", lambda reader, one, other: reader.full(one, other)),
    (r"(.+) and (.+)", lambda reader, one, other: reader.two_pair(one, other)),
    (r"(.+) up", lambda reader, one: reader.up(one)),
    (r"five (.+)", lambda reader, word: reader.alike(word, 5)),
    (r"(?:four|quad) (.+)", lambda reader, word: reader.alike(word, 4)),
    (r"(?:three|trip|set of|trips) (.+)", lambda reader, word: reader.alike(word, 3)),
    (r"(?:pair(?: of)?|two) (.+)", lambda reader, word: reader.alike(word, 2)),
    (r"(.+)", lambda reader, word: reader.plural_pair(word)),
)

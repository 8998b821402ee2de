"""A house that deals from committed decks, honest or not, and the records it gives: what the fairness tests share.

`House` holds what a card room holds; `Deal` is one hand of it, in which seats are dealt cards, throw and draw, down to
a reshuffle. Everything follows from one random source, so a record can be made again byte for byte.
"""

from dataclasses import dataclass, field
from random import Random

from oddchip.cards import FRENCH, ITALIAN, Deck
from oddchip.fair.chains import SeedChain
from oddchip.fair.deck import (
    FIRST,
    Place,
    Shuffled,
    committed,
    cut,
    hide,
    hide_strict,
    kept_opening,
    opening,
    order,
    rejected,
    signed_record,
)
from oddchip.fair.signing import Signer

SEATS = (0, 2, 5)
ONE_JOKER, TWO_JOKERS = Deck(FRENCH, 1), Deck(FRENCH, 2)
FRENCH_DECK, ITALIAN_DECK = Deck(FRENCH), Deck(ITALIAN)


class House:
    """A table with seats that have chains: `deal` begins its next hand."""

    def __init__(self, seed=1, seats=SEATS, with_chains=(0, 2), table="t1"):
        self.bits = Random(seed).randbytes
        self.signer = Signer(self.bits(32))
        self.seats, self.table = seats, table
        self.chains = {seat: SeedChain.made(self.bits(32), 64) for seat in with_chains}
        self.before, self.hand = FIRST, 0

    def place(self, deck, shuffle=0, kept=0, seats=None, without=()):
        tips = {seat: chain.tip for seat, chain in self.chains.items() if seat not in without}
        seats = self.seats if seats is None else seats
        tips = {seat: tip for seat, tip in tips.items() if seat in seats}
        return Place.of(self.table, self.hand or 1, shuffle, "badugi", deck, seats, self.before, kept, tips)

    def commit(self, hidden):
        commitment = committed(hidden, self.signer)
        self.before = commitment.id
        return commitment

    def seeds(self, commitment, withheld=()):
        return {seat: self.chains[seat].reveal() for seat in commitment.place.tips if seat not in withheld}

    def deal(self, deck=FRENCH_DECK, roots=8, strict=False):
        self.hand += 1
        return Deal(self, deck, roots, strict)


@dataclass
class Shuffle:
    """One commitment of a hand as the house knows it."""

    hidden: object
    commitment: object
    seeds: dict
    cut: object = None
    void: str = ""
    dealt: list = field(default_factory=list)
    passed: dict = field(default_factory=dict)  # seat: positions passed over for it
    held: dict = field(default_factory=dict)  # seat: the cards it has when this was shuffled
    shown: list = field(default_factory=list)  # positions

    def free(self):
        used = {position for position, _ in self.dealt}
        return [position for position in range(len(self.cut.slots)) if position not in used]


class Deal:
    """One hand: `first`, then cards, then perhaps `reshuffle`, and `record(reader)` at the end."""

    def __init__(self, house, deck, roots, strict):
        self.house, self.deck, self.roots, self.strict = house, deck, roots, strict
        self.hands = {seat: [] for seat in house.seats}
        self.thrown = {seat: [] for seat in house.seats}
        self.shuffles = []

    @property
    def now(self):
        return self.shuffles[-1]

    def _hide(self, place):
        if self.strict:
            return hide_strict(place, self.deck.cards, self.house.bits)
        return hide(place, self.deck.cards, self.house.bits, self.roots)

    def first(self, withheld=(), void="", seats=None, without=()):
        """Commits, asks the seeds and cuts; with `void`, nothing is dealt from it."""
        hidden = self._hide(self.house.place(self.deck, seats=seats, without=without))
        return self._cut(hidden, withheld, void)

    def reshuffle(self, withheld=(), void=""):
        """All that was thrown is the pool; what is held stays."""
        held = {seat: tuple(cards) for seat, cards in self.hands.items()}
        kept = [card for cards in held.values() for card in cards]
        shuffle = len([one for one in self.shuffles if not one.void])
        place = self.house.place(self.deck, shuffle, len(kept))
        made = self._cut(hide_strict(place, self.deck.cards, self.house.bits, kept), withheld, void)
        made.held = held
        return made

    def _cut(self, hidden, withheld, void):
        commitment = self.house.commit(hidden)
        made = Shuffle(hidden, commitment, self.house.seeds(commitment, withheld), void=void)
        if not void:
            made.cut = cut(commitment, made.seeds)
        self.shuffles.append(made)
        return made

    def card(self, position, shuffle=None):
        shuffle = shuffle or self.now
        return order(shuffle.hidden, shuffle.cut)[position]

    def give(self, to, count=1):
        """The next cards to a seat or row; in a reshuffle a seat's own discards are passed over (D-RS-2)."""
        for _ in range(count):
            now = self.now
            for position in now.free():
                if isinstance(to, int) and self.card(position) in self.thrown[to]:
                    now.passed.setdefault(to, set()).add(position)
                    continue
                break
            now.dealt.append((position, to))
            if isinstance(to, int):
                self.hands[to].append(self.card(position))

    def throw(self, seat, count):
        self.thrown[seat] += self.hands[seat][:count]
        del self.hands[seat][:count]

    def show(self, *positions):
        self.now.shown += positions

    def shuffled(self, one, reader):
        """What a reader is told of a shuffle."""
        if one.cut is None:
            return Shuffled(one.commitment, one.seeds, one.void)
        mine = {position for position, to in one.dealt if to == reader} | one.passed.get(reader, set())
        own = [(position, opening(one.hidden, one.cut, position)) for position in sorted(mine - set(one.shown))]
        own += [(None, kept_opening(one.hidden, card)) for card in one.held.get(reader, ())]
        return Shuffled(
            one.commitment,
            one.seeds,
            one.void,
            rejected(one.hidden, one.cut),
            tuple(one.dealt),
            tuple((position, opening(one.hidden, one.cut, position)) for position in one.shown),
            tuple(own),
        )

    def parts(self, reader=None):
        return [self.shuffled(one, reader) for one in self.shuffles]

    def record(self, reader=None):
        return signed_record(self.parts(reader), self.house.signer, reader)


def plain_hand(house, **options):
    """Four cards to each seat, three burned or laid out, the hand of seat 2 shown at the end."""
    deal = house.deal(**options)
    deal.first()
    for _ in range(4):
        for seat in house.seats:
            deal.give(seat)
    deal.give("burn")
    deal.give("top", 2)
    deal.show(*(position for position, to in deal.now.dealt if to in (house.seats[1], "top")))
    return deal


def draw_hand(house, withheld=(), **options):
    """A hand in which the pack runs out: all is drawn and thrown again, then the discards are shuffled."""
    deal = house.deal(**options)
    deal.first()
    for seat in house.seats:
        deal.give(seat, 4)
    while len(deal.now.free()) >= 6:
        for seat in house.seats:
            deal.throw(seat, 2)
            deal.give(seat, 2)
    for seat in house.seats:
        deal.throw(seat, 1)
    deal.reshuffle(withheld)
    for seat in house.seats:
        deal.give(seat, 3)
    deal.show(*(position for position, to in deal.now.dealt if to == house.seats[0]))
    return deal


def joined_hand(house, **options):
    """The first deck is void, since somebody comes; the second deals him in too."""
    deal = house.deal(**options)
    deal.first(seats=house.seats[:2], void="another hand is to be dealt now: seats or game have changed")
    deal.first()
    for seat in house.seats:
        deal.give(seat, 2)
    return deal


def void_hand(house, **options):
    """Seat 2 withholds its seed: the deck is void, and another is committed without the seat."""
    deal = house.deal(**options)
    deal.first(withheld=(2,), void="seat 2 gave no seed")
    rest = tuple(seat for seat in house.seats if seat != 2)
    deal.first(seats=rest)
    for _ in range(4):
        for seat in rest:
            deal.give(seat)
    return deal

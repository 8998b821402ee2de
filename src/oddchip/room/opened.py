"""Which cards of a hand a viewer may be shown proofs of: those he was dealt, and those that he has seen.

An opening tells where a card lay in the deal, and nothing of any other card. What is opened follows from the events as
the viewer saw them; a reshuffle opens to him as well that cards he knows were set aside, and that his own discards were
passed over (D-RS-2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import msgspec

from oddchip import events as ev
from oddchip.cards import UNKNOWN
from oddchip.fair.deck import Cut, HiddenDeck, Opening, kept_opening, opening
from oddchip.hand import Hand
from oddchip.plan import Plan
from oddchip.room.decks import Decks, cut_of
from oddchip.room.desk import Desk
from oddchip.room.protocol import OpeningView
from oddchip.room.steps import Scene
from oddchip.views import SPECTATOR, see

Cards = Sequence[int]


def _gifts(gifts: Iterable[Cards]) -> Cards:
    return [card for gift in gifts for card in gift]


#: The cards in each kind of event, by its fields after the code.
_CARDS: dict[int, Callable[..., Cards]] = {
    ev.DEALT: lambda mask, cards, up: cards,
    ev.LAID: lambda row, cards, up: cards,
    ev.TURNED: lambda row, cards: cards,
    ev.DREW: lambda i, thrown, received: (*thrown, *received),
    ev.DISCARDED: lambda i, thrown: thrown,
    ev.RECEIVED: lambda i, cards: cards,
    ev.SHOWN: lambda i, cards: cards,
    ev.OPENERS_SHOWN: lambda i, cards, *rest: cards,
    ev.TURNED_UP: lambda mask, hands: _gifts(hands),
    ev.SWAPPED: _gifts,
}
#: Of those, the kinds that take cards from the stub.
_DEALS: dict[int, Callable[..., Cards]] = {
    **{kind: _CARDS[kind] for kind in (ev.DEALT, ev.LAID, ev.RECEIVED)},
    ev.DREW: lambda i, thrown, received: received,
}
_THROWS = (ev.DREW, ev.DISCARDED)
_DRAWS = (ev.DREW, ev.RECEIVED)

Place = tuple[int, int]  # shuffle, card
Ways = list[list[tuple[int, int | str]]]  # by shuffle: position, and to whom


@dataclass
class Opened:
    """What one viewer (a position, or `SPECTATOR`) may be shown of one hand so far: (shuffle, card), in order."""

    viewer: int
    found: list[Place] = field(default_factory=list)
    done: int = 0
    shuffle: int = 0
    _where: dict[int, int] = field(default_factory=dict)  # the shuffle each card was dealt in last
    _seen: set[Place] = field(default_factory=set)
    _thrown: list[int] = field(default_factory=list)  # by the viewer
    _dealt: set[int] = field(default_factory=set)  # since the last shuffle

    def follow(self, log: Sequence[ev.Compact], plan: Plan, orders: Sequence[Sequence[int]]) -> Opened:
        """Take in what is new. `orders` are the packs as they were dealt; of a reshuffle, its pool.

        For a hand without reshuffles the log as the viewer saw it will do.
        """
        members, passes = plan.members, deals_as_it_lies(plan)
        for event in log[self.done :]:
            code, *fields = event
            if code == ev.RESHUFFLED:
                self._reshuffled(orders)
            if code in _DEALS:
                self._moved(_DEALS[code](*fields))
            if code in _CARDS:
                seen = see(event, self.viewer, members)
                self._saw(_CARDS[code](*seen[1:]))
                if code in _DRAWS and self.shuffle and passes and fields[0] == self.viewer:
                    self._passed_over(_DEALS[code](*fields), orders[self.shuffle])
            if code in _THROWS and fields[0] == self.viewer:
                self._thrown += fields[1]
        self.done = len(log)
        return self

    def showed(self, cards: Iterable[int]) -> None:
        """Cards that a player shows after the hand."""
        self._saw(cards)

    def _moved(self, cards: Cards) -> None:
        for card in cards:
            self._where[card] = self.shuffle
        self._dealt.update(cards)

    def _saw(self, cards: Iterable[int]) -> None:
        for card in cards:
            if card != UNKNOWN:
                self._open(self._where.get(card, 0), card)

    def _open(self, shuffle: int, card: int) -> None:
        if (shuffle, card) not in self._seen:
            self._seen.add((shuffle, card))
            self.found.append((shuffle, card))

    def _reshuffled(self, orders: Sequence[Sequence[int]]) -> None:
        """Cards that he knows and that are not in the pool were set aside."""
        known = list(dict.fromkeys(card for _, card in self.found))
        self.shuffle += 1
        self._dealt = set()
        pool = set(orders[self.shuffle])
        for card in known:
            if card not in pool:
                self._open(self.shuffle, card)

    def _passed_over(self, received: Cards, order: Sequence[int]) -> None:
        """His own discards that came before what he received, and were still there."""
        last = max((order.index(card) for card in received), default=0)
        dealt = self._dealt
        for card in order[:last]:
            if card in self._thrown and card not in dealt:
                self._open(self.shuffle, card)


def deals_as_it_lies(plan: Plan) -> bool:
    """Is a shuffled pool dealt in its order? With folded hands before discards (D-RS-1) it is not."""
    return plan.house.draw.reshuffle != "folded_first"


def positions(log: Sequence[ev.Compact], plan: Plan, seats: Sequence[int], orders: Sequence[Sequence[int]]) -> Ways:
    """Where each card of each deal went: (position, seat or row or "burn"), as it was dealt.

    For a hand without reshuffles the log as anybody saw it will do: every card is then the next one. Of a pool that is
    not dealt as it lies nothing is said.
    """
    found: Ways = [[]]
    left = list(range(len(orders[0])))
    told = log if deals_as_it_lies(plan) else takewhile(lambda event: event[0] != ev.RESHUFFLED, log)
    for event in told:
        code, *fields = event
        if code == ev.RESHUFFLED:
            found.append([])
            left = list(range(len(orders[len(found) - 1])))
        elif code == ev.BURNED:
            found[-1] += [(left.pop(0), "burn") for _ in range(fields[0])]
        elif code in _DEALS:
            order = orders[len(found) - 1]
            for card, to in zip(_DEALS[code](*fields), _receivers(event, plan, seats), strict=True):
                position = left[0] if len(found) == 1 else order.index(card)
                left.remove(position)
                found[-1].append((position, to))
    return found


def _receivers(event: ev.Compact, plan: Plan, seats: Sequence[int]) -> list[int | str]:
    """Whom each card of a dealing event goes to."""
    code, to, *_ = event
    cards = _DEALS[code](*event[1:])
    if code == ev.LAID:
        return [plan.rows[to]] * len(cards)
    if code == ev.DEALT:
        members = plan.members[to]
        return [seats[members[k % len(members)]] for k in range(len(cards))]
    return [seats[to]] * len(cards)


def last_shuffle(card: int, orders: Sequence[Sequence[int]]) -> int:
    """The shuffle from which a card was dealt that lies in a hand: the last one whose pool it was in."""
    return max(k for k, order in enumerate(orders) if card in order)


def laid_out(hand: Hand, desk: Desk, decks: Decks) -> bytes:
    """Of a hand that is over: where each card went, and what each of its people may be shown, by seat (-1: all)."""
    dealt = Dealt.of(decks, desk, decks.hand)
    if dealt is None or len(dealt.orders) <= hand.state.shuffles:
        return b""
    viewers = {seat: at for at, seat in enumerate(hand.seats) if desk.dealt.get(seat) not in desk.bots}
    opened = {
        seat: Opened(at).follow(hand.log, hand.plan, dealt.orders).found
        for seat, at in ((SPECTATOR, SPECTATOR), *viewers.items())
    }
    ways = positions(hand.log, hand.plan, hand.seats, dealt.orders)
    return msgspec.json.encode({"dealt": ways, "opened": opened})


@dataclass(frozen=True)
class Dealt:
    """The decks of one hand as they were cut: what openings are made of."""

    decks: tuple[HiddenDeck, ...]
    cuts: tuple[Cut, ...]
    orders: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, decks: Decks | None, desk: Desk, hand: int) -> Dealt | None:
        """Those of hand number `hand`; None if its secrets are not here."""
        if decks is None or decks.hand != hand or not desk.cuts or desk.cuts[0].hand != hand:
            return None
        hidden = decks.hidden[: len(desk.cuts)]
        cuts = [cut_of(told, given.seeds) for told, given in zip(desk.committed, desk.cuts, strict=False)]
        return cls.made(hidden, cuts)

    @classmethod
    def made(cls, decks: Sequence[HiddenDeck], cuts: Sequence[Cut]) -> Dealt:
        orders = []
        for deck, cut in zip(decks, cuts, strict=True):
            chosen = deck.candidates[cut.chosen].order
            orders.append(tuple([deck.cards[chosen[slot]] for slot in cut.slots]))
        return cls(tuple(decks), tuple(cuts), tuple(orders))

    def opening(self, shuffle: int, card: int) -> tuple[int, Opening]:
        """The position of a card in a deal and what proves it; position -1 for one that was set aside."""
        order = self.orders[shuffle]
        if card not in order:
            return -1, kept_opening(self.decks[shuffle], card)
        position = order.index(card)
        return position, opening(self.decks[shuffle], self.cuts[shuffle], position)

    def view(self, shuffle: int, card: int) -> OpeningView:
        position, shown = self.opening(shuffle, card)
        path = [node.hex() for node in shown.path]
        return OpeningView(shuffle, position, shown.slot, shown.card, shown.salt.hex(), path)


class Proofs:
    """What one person was sent of the openings of the hand that lies there."""

    def __init__(self) -> None:
        self.hand = -1
        self.openings: list[OpeningView] = []
        self._deal: object = None
        self._opened = Opened(SPECTATOR)
        self._dealt: tuple[int, Dealt] | None = None

    def of(self, scene: Scene, person: str) -> list[OpeningView]:
        """All openings of the hand that this person may see."""
        hand, number = scene.table.hand, scene.table.state.hands
        if hand is None:
            return []
        if hand.deal is not self._deal:
            seat = next((at for at, who in scene.desk.dealt.items() if who == person), None)
            viewer = SPECTATOR if seat is None else hand.seats.index(seat)
            self.hand, self.openings, self._deal = number, [], hand.deal
            self._opened, self._dealt = Opened(viewer), None
        dealt = self._cut(scene, number)
        if dealt is not None and len(dealt.orders) > hand.state.shuffles:
            before = len(self._opened.found)
            self._opened.follow(hand.log, hand.plan, dealt.orders)
            if not scene.table.playing:
                for cards in scene.desk.shown.values():
                    self._opened.showed(cards)
            self.openings += [dealt.view(*place) for place in self._opened.found[before:]]
        return self.openings

    def forget(self) -> None:
        """The decks are destroyed; what he was shown of them he has."""
        self._dealt = None

    def _cut(self, scene: Scene, number: int) -> Dealt | None:
        """The decks of this hand, worked out once for each shuffle, and kept while the next deck waits for seeds."""
        cuts = scene.desk.cuts
        if cuts and cuts[0].hand == number and (self._dealt is None or self._dealt[0] != len(cuts)):
            found = Dealt.of(scene.decks, scene.desk, number)
            self._dealt = None if found is None else (len(cuts), found)
        return self._dealt[1] if self._dealt else None

"""Ids for cards: each means something to one viewer alone, and says nothing about the card.

A card has a *slot*: the place it was dealt to, how often the pack had been shuffled by then, and its number among the
cards dealt there. The id of a slot is a keyed hash of it, so that a screen can follow a card that nobody may see. When
another seat throws cards, which ones is not known (D-DR-4), and the last unknown slots go.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from copy import copy
from hashlib import blake2b
from typing import NamedTuple

from oddchip import events as ev
from oddchip.cards import UNKNOWN, card_text
from oddchip.errors import IllegalAction
from oddchip.hand import Hand
from oddchip.plan import Plan
from oddchip.room.protocol import RowView, SeatView, WireCard, WorthView
from oddchip.telling import Worth, deals_up, in_display_order, is_ace_low
from oddchip.views import View

Slot = tuple[int, int, int]  # place (a position, or -1 - row), shuffles, number
Held = tuple[tuple[Slot, int], ...]  # slots with their cards, UNKNOWN where the viewer may not see one

ID_BYTES = 6


class Slots:
    """Where the cards of one hand lie, as a viewer may know it: the fold of the events he has seen."""

    __slots__ = (
        "_dealt", "_rules", "_sorted", "deal", "done", "held", "last", "moves", "plan", "rows", "seat", "shuffles"
    )  # fmt: skip

    def __init__(self, hand: Hand, seat: int | None) -> None:
        self.deal, self.seat = hand.deal, seat
        plan = self.plan = hand.plan
        self.held: list[Held] = [()] * plan.n
        self.rows: list[Held] = [()] * len(plan.rows)
        self.shuffles = self.done = 0
        self.moves = 0  # so many events have moved cards
        self.last: ev.Compact = ()
        self._dealt = [0] * (plan.n + len(plan.rows))
        self._sorted, self._rules = not deals_up(plan), 0

    def follows(self, hand: Hand, seat: int | None, log: tuple[ev.Compact, ...]) -> bool:
        """Is this a later moment of the same deal, as the same seat sees it?"""
        same = self.deal is hand.deal and self.seat == seat and self.done <= len(log)
        return same and (not self.done or log[self.done - 1] == self.last)

    def follow(self, log: tuple[ev.Compact, ...]) -> None:
        """Take in what is new."""
        for event in log[self.done :]:
            move = _MOVES.get(event[0])
            if move is not None:
                move(self, *event[1:])
                self.moves += 1
        if log:
            self.done, self.last = len(log), log[-1]

    def _new(self, place: int, cards: Iterable[int]) -> Held:
        found = []
        for card in cards:
            found.append(((place, self.shuffles, self._dealt[place]), card))
            self._dealt[place] += 1
        return tuple(found)

    # --- one for each kind of event that moves cards -----------------------------------------------------------------

    def dealt(self, mask: int, cards: ev.Cards, up: bool) -> None:
        seats = self.plan.members[mask]
        for j, i in enumerate(seats):
            self.held[i] += self._new(i, cards[j :: len(seats)])

    def laid(self, row: int, cards: ev.Cards, up: bool) -> None:
        self.rows[row] += self._new(-1 - row, cards)

    def turned(self, row: int, cards: ev.Cards) -> None:
        self.rows[row] = named(self.rows[row], cards)

    def drew(self, i: int, thrown: ev.Cards, received: ev.Cards) -> None:
        self.discarded(i, thrown)
        self.received(i, received)

    def discarded(self, i: int, thrown: ev.Cards) -> None:
        self.held[i] = _without(self.held[i], thrown)[0]

    def received(self, i: int, cards: ev.Cards) -> None:
        self.held[i] += self._new(i, cards)

    def reshuffled(self, left: int) -> None:
        self.shuffles += 1

    def swapped(self, gifts: tuple[ev.Cards, ...]) -> None:
        """Cards keep their ids as they change hands (CP-3)."""
        kept, gone = zip(*(_without(held, gift) for held, gift in zip(self.held, gifts, strict=True)), strict=True)
        self.held = [kept[i] + gone[1 - i] for i in range(2)]

    def shown(self, i: int, cards: ev.Cards) -> None:
        """In the order in which they lie for all to see, which does not tell what was drawn."""
        ace_low = is_ace_low(self.plan, self._rules)
        self.held[i] = named(self.held[i], in_display_order(cards, not self._sorted, ace_low))

    def rules_changed(self, rules: int) -> None:
        self._rules = rules

    def turned_up(self, mask: int, hands: tuple[ev.Cards, ...]) -> None:
        for i, cards in zip(self.plan.members[mask], hands, strict=True):
            self.shown(i, cards)


_MOVES: dict[int, Callable[..., None]] = {
    ev.DEALT: Slots.dealt,
    ev.LAID: Slots.laid,
    ev.TURNED: Slots.turned,
    ev.DREW: Slots.drew,
    ev.DISCARDED: Slots.discarded,
    ev.RECEIVED: Slots.received,
    ev.RESHUFFLED: Slots.reshuffled,
    ev.SWAPPED: Slots.swapped,
    ev.RULES_CHANGED: Slots.rules_changed,
    ev.SHOWN: Slots.shown,
    ev.TURNED_UP: Slots.turned_up,
}


def named(held: Held, cards: Iterable[int]) -> Held:
    """Cards that are shown now, given to the slots that were unknown, in order; known ones stay where they are."""
    known = {card for _, card in held}
    fresh = iter([card for card in cards if card not in known])
    return tuple([(slot, next(fresh, UNKNOWN) if card == UNKNOWN else card) for slot, card in held])


def _without(held: Held, cards: ev.Cards) -> tuple[Held, Held]:
    """What stays, and what goes: known cards by what they are, unknown ones from the last slot back."""
    going = [entry for entry in held if entry[1] != UNKNOWN and entry[1] in cards]
    known = {card for _, card in going}
    unnamed = [card for card in cards if card not in known]
    if unnamed:
        backs = [entry for entry in held if entry[1] == UNKNOWN][-len(unnamed) :]
        going += [(slot, card) for (slot, _), card in zip(backs, unnamed, strict=True)]
    slots = {slot for slot, _ in going}
    return tuple([entry for entry in held if entry[0] not in slots]), tuple(going)


class Sent(NamedTuple):
    """The cards of one place as a viewer is sent them: what they were made `of`, and the same as they `lie`.

    `known` are those he may see, by what they are.
    """

    of: Held
    lie: Held
    cards: list[WireCard]
    known: dict[int, WireCard]


class Laid(NamedTuple):
    """All cards of a moment as a viewer is sent them, and what they were made `of`.

    `seats` are the table seats with the cards that lie there, `mine` the viewer's own, as he holds them; `known` those
    he may see, by what they are.
    """

    of: tuple[object, ...]
    seats: list[tuple[int, list[WireCard]]]
    rows: list[RowView]
    dead: list[WireCard]
    mine: list[WireCard]
    known: dict[int, WireCard]


def _by_card(entry: tuple[Slot, int]) -> int:
    return entry[1]


class CardIds:
    """The ids of one viewer. `secret` (16 to 64 bytes) is his alone and never leaves the room.

    It remembers the hand it was asked about last, for speed; what it answers does not depend on that.
    """

    __slots__ = ("_ids", "_number", "_seats", "_slots", "_wire", "_worth", "laid", "secret")

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._number = -1
        self._slots: Slots | None = None
        self._ids: dict[Slot, str] = {}
        self._wire: dict[tuple[int, bool], Sent] = {}
        self._seats: dict[int, tuple[SeatView, SeatView]] = {}
        self._worth: tuple[list[Worth], list[WireCard], list[WorthView]] | None = None
        self.laid: Laid | None = None  # how the cards lay last

    def slots(self, number: int, hand: Hand, view: View) -> Slots:
        """Where the cards of deal `number` lie, as far as this view of it tells."""
        slots, log = self._slots, view.state.log
        if number != self._number:
            self._ids, self._wire, self._seats, self._number = {}, {}, {}, number
        if slots is None or not slots.follows(hand, view.seat, log):
            slots = self._slots = Slots(hand, view.seat)
        slots.follow(log)
        return slots

    def of(self, number: int, slot: Slot) -> str:
        """The id of a slot in deal `number`."""
        if number != self._number:
            return self._made(number, slot)
        if slot not in self._ids:
            self._ids[slot] = self._made(number, slot)
        return self._ids[slot]

    def _made(self, number: int, slot: Slot) -> str:
        said = "/".join(map(str, (number, *slot))).encode()
        return urlsafe_b64encode(blake2b(said, key=self.secret, digest_size=ID_BYTES).digest()).decode()

    def wire(self, number: int, place: int, held: Held, plan: Plan, in_order: bool = False) -> Sent:
        """Cards as they are sent, in the order of the deck if that is wanted."""
        known = self._wire.get((place, in_order))
        if known is None or known.of != held or number != self._number:
            lie = tuple(sorted(held, key=_by_card)) if in_order else held
            deck = plan.deck
            cards = [WireCard(self.of(number, slot), card_text(card, deck) if card >= 0 else "") for slot, card in lie]
            seen = {card: each for (_, card), each in zip(lie, cards, strict=True) if card >= 0}
            known = self._wire[place, in_order] = Sent(held, lie, cards, seen)
        return known

    def seat(self, public: SeatView, cards: list[WireCard]) -> SeatView:
        """A seat as everybody may see it, with its cards: the same object as long as both are the same."""
        kept = self._seats.get(public.seat)
        if kept is None or kept[0] is not public or (kept[1].cards is not cards and kept[1].cards != cards):
            made = copy(public)
            made.cards = cards
            kept = self._seats[public.seat] = public, made
        return kept[1]

    def worth(self, ways: list[Worth], cards: list[WireCard], made: Callable[[], list[WorthView]]) -> list[WorthView]:
        """What the viewer's hand is worth, as it was sent before while it was worth the same with the same cards."""
        if self._worth is None or self._worth[0] != ways or self._worth[1] is not cards:
            self._worth = ways, cards, made()
        return self._worth[2]

    def card_of(self, hand: Hand, number: int, seat: int, card_id: str) -> int:
        """The card that seat means, of its own; IllegalAction if it holds none of that id."""
        slots = self.slots(number, hand, hand.view(seat))
        for slot, card in slots.held[hand.seats.index(seat)]:
            if self.of(number, slot) == card_id:
                return card
        raise IllegalAction("you do not hold that card any more; look at the table again")

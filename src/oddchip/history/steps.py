"""A recorded hand step by step in players' words, as one seat sees it or with all cards face up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oddchip import events as ev
from oddchip.cards import UNKNOWN, cards_text
from oddchip.hand import Hand
from oddchip.history.lines import joker_words, phase_title
from oddchip.history.record import Record

_COUNTS = ("no cards", "one", "two", "three", "four", "five", "six", "seven", "eight")
_WAYS = {"low": "low", "high": "high", "both": "both ways"}


def steps(record: Record, viewer: int | None = None) -> Iterator[str]:
    """The lines of a record, from the posts to the award. `viewer` is a seat, -1 a spectator, None sees everything.

    Raises `HistoryError` where the record and the rules differ, or for a record that is itself only a view.
    """
    hand = record.replay()
    return _Teller(hand, record.name, viewer).lines()


class _Teller:
    def __init__(self, hand: Hand, name: Callable[[int], str], viewer: int | None) -> None:
        self.hand = hand
        self.plan = hand.plan
        self.name = name
        view = hand.full_view if viewer is None else hand.view(viewer if viewer >= 0 else None)
        self.events = view.events

    def lines(self) -> Iterator[str]:
        hand = self.hand
        yield f"{hand.game.name}, {len(hand.seats)} players, the button on seat {hand.button}"
        for seat, stack in zip(hand.seats, hand.dealt_stacks, strict=True):
            yield f"{self.name(seat)} sits on seat {seat} with {stack}"
        if hand.carried:
            yield f"{hand.carried.amount} are in the pot from the deal before ({hand.carried.reason})"
        for event in self.events:
            yield from self._tell(event)
        if not hand.over:
            yield f"{self._names(sorted(hand.to_act))} to act"
            return
        for seat in hand.seats:
            net = hand.stacks[seat] - hand.dealt_stacks[hand.seats.index(seat)]
            yield f"{self.name(seat)} has {hand.stacks[seat]} ({net:+d})" if net else f"{self.name(seat)} breaks even"

    def _tell(self, event: ev.Event) -> Iterator[str]:
        found = _TELL.get(type(event))
        if found is not None:
            yield from found(self, event)

    # --- words ---------------------------------------------------------------------------------------------------

    def _names(self, seats: Sequence[int]) -> str:
        *most, last = map(self.name, seats)
        return f"{', '.join(most)} and {last} are" if most else f"{last} is"

    def cards(self, cards: Sequence[int]) -> str:
        """Known cards by name, unknown ones by number."""
        known = [card for card in cards if card != UNKNOWN]
        hidden = len(cards) - len(known)
        parts = [cards_text(known, self.plan.deck)] if known else []
        parts += [f"{_count(hidden)} face-down card{'s' * (hidden != 1)}"] if hidden else []
        return " and ".join(parts)


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


Tell = Callable[[_Teller, Any], Iterator[str]]


def _posted(t: _Teller, e: ev.Posted) -> Iterator[str]:
    short = f", which is all there is of {e.owed}" if e.amount < e.owed else ""
    if e.kind == "ante":
        yield f"{t.name(e.seat)} antes {e.amount}{short}"
    else:
        yield f"{t.name(e.seat)} posts {e.amount}: {e.kind}{short}"


def _dealt(t: _Teller, e: ev.Dealt) -> Iterator[str]:
    n = len(e.seats)
    for j, seat in enumerate(e.seats):
        yield f"{t.name(seat)} is dealt {t.cards(e.cards[j::n])}{' face up' if e.up else ''}"


def _laid(t: _Teller, e: ev.Laid) -> Iterator[str]:
    row = t.plan.rows[e.row]
    yield f"{'Face up' if e.up else 'Face down'} on the {_row(row)}: {t.cards(e.cards)}"


def _row(name: str) -> str:
    return {"board": "board", "common": "table for all"}.get(name, f"{name} row")


def _turned(t: _Teller, e: ev.Turned) -> Iterator[str]:
    yield f"Turned up in the {_row(t.plan.rows[e.row])}: {t.cards(e.cards)}"


def _began(t: _Teller, e: ev.Began) -> Iterator[str]:
    yield f"--- {phase_title(t.plan, e.phase).capitalize()} ---"


def _called(t: _Teller, e: ev.Called) -> Iterator[str]:
    yield f"{t.name(e.seat)} calls {e.added}{', which counts as checking' if e.as_check else ''}"


def _raised(t: _Teller, e: ev.Raised) -> Iterator[str]:
    said = {"bet": f"bets {e.to}", "raise": f"raises to {e.to}", "complete": f"completes to {e.to}"}[e.verb]
    yield f"{t.name(e.seat)} {said}{'' if e.full else ', less than a full bet'}"


def _drew(t: _Teller, e: ev.Drew) -> Iterator[str]:
    yield from _discarded(t, e)
    if e.received:
        yield from _received(t, e)


def _discarded(t: _Teller, e: ev.Drew | ev.Discarded) -> Iterator[str]:
    if not e.thrown:
        yield f"{t.name(e.seat)} stands pat"
        return
    told = f": {t.cards(e.thrown)}" if UNKNOWN not in e.thrown else ""
    yield f"{t.name(e.seat)} throws {_count(len(e.thrown))}{told}"


def _received(t: _Teller, e: ev.Drew | ev.Received) -> Iterator[str]:
    cards = e.received if isinstance(e, ev.Drew) else e.cards
    yield f"{t.name(e.seat)} receives {t.cards(cards)}"


def _sealed(t: _Teller, e: ev.Sealed) -> Iterator[str]:
    if isinstance(e.choice, tuple):
        yield f"{t.name(e.seat)} chooses to give {t.cards(e.choice)}"
    elif isinstance(e.choice, str):
        yield f"{t.name(e.seat)} closes the fist on {_WAYS[e.choice]}"
    else:
        yield f"{t.name(e.seat)} has chosen"


def _declared(t: _Teller, e: ev.Declared) -> Iterator[str]:
    told = [f"{t.name(t.hand.seats[i])} {_WAYS[way]}" for i, way in enumerate(e.ways) if way]
    yield f"All fists open: {', '.join(told)}"


def _swapped(t: _Teller, e: ev.Swapped) -> Iterator[str]:
    for i, gift in enumerate(e.gifts):
        yield f"{t.name(t.hand.seats[i])} gives {t.cards(gift)}"


def _openers(t: _Teller, e: ev.OpenersShown) -> Iterator[str]:
    proof = "proves" if e.proved else "cannot prove"
    yield f"{t.name(e.seat)} {proof} {e.words} with {t.cards(e.cards)}"


def _rules(t: _Teller, e: ev.RulesChanged) -> Iterator[str]:
    lows = [award.order.ranking.value.replace("_", "-") for award in t.plan.rulesets[e.rules].awards]
    yield f"Nobody opened: the same cards are now played for low, {' and '.join(lows)}"


def _turned_up(t: _Teller, e: ev.TurnedUp) -> Iterator[str]:
    for seat, hand in zip(e.seats, e.hands, strict=True):
        yield f"{t.name(seat)} turns up {t.cards(hand)}"


def _awarded(t: _Teller, e: ev.Awarded) -> Iterator[str]:
    pot = f"side pot {e.pot}" if e.pot else "the pot"
    way = f" for {e.way}" if e.way != "whole" else ""
    words = f" with {e.words}" if e.words else ""
    jokers = "".join(f" ({said})" for said in joker_words(e.cards, e.way, e.words, t.plan))
    yield f"{t.name(e.seat)} wins {e.amount} from {pot}{way}{words}{jokers}"


def _carried(t: _Teller, e: ev.Carried) -> Iterator[str]:
    yield f"{sum(amount for amount, _ in e.pots)} stay in the pot for the next deal: {e.why}"


def _plainly(words: str) -> Tell:
    def tell(t: _Teller, e: Any) -> Iterator[str]:
        yield f"{t.name(e.seat)} {words.format(e=e, cards=t.cards(getattr(e, 'cards', ())))}"

    return tell


def _say(words: str) -> Tell:
    def tell(t: _Teller, e: Any) -> Iterator[str]:
        yield words.format(e=e)

    return tell


_TELL: dict[type, Tell] = {
    ev.Posted: _posted,
    ev.Dealt: _dealt,
    ev.Laid: _laid,
    ev.Turned: _turned,
    ev.Burned: _say("A card is burned"),
    ev.Began: _began,
    ev.Folded: _plainly("folds"),
    ev.Checked: _plainly("checks"),
    ev.Called: _called,
    ev.Raised: _raised,
    ev.BroughtIn: _plainly("brings it in for {e.added}"),
    ev.OpenDeclared: _plainly("is all-in and declares the pot open"),
    ev.Returned: _plainly("gets back {e.amount}, which nobody called"),
    ev.Drew: _drew,
    ev.Discarded: _discarded,
    ev.Received: _received,
    ev.Reshuffled: _say("The thrown cards are shuffled into a stub of {e.left}"),
    ev.Sealed: _sealed,
    ev.Announced: _plainly("declares {e.way}"),
    ev.Declared: _declared,
    ev.Swapped: _swapped,
    ev.OpenersShown: _openers,
    ev.OpenersSplit: _plainly("says that this breaks the openers"),
    ev.RulesChanged: _rules,
    ev.TurnedUp: _turned_up,
    ev.Shown: _plainly("shows {cards}"),
    ev.Mucked: _plainly("mucks"),
    ev.Voided: _plainly("gets back {e.amount}: {e.why}"),
    ev.Awarded: _awarded,
    ev.Carried: _carried,
    ev.Forfeited: _plainly("did not choose in time and forfeits"),
}

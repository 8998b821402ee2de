"""The summary of a hand in the text form of card rooms: the pots, and how each seat fared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from oddchip import events as ev
from oddchip.cards import UNKNOWN
from oddchip.hand import Hand
from oddchip.plan import BetOp
from oddchip.play.showdown import Hands
from oddchip.posts import Kind

_NTH = ("1st", "2nd", "3rd")
_STUD_STREETS = (*(f"on the {nth} Street" for nth in ("3rd", "4th", "5th", "6th")), "on the River")
_FLOP_STREETS = ("before Flop", "on the Flop", "on the Turn", "on the River")


@dataclass(frozen=True)
class Sheet:
    """How amounts and the heading are written: a hand's number, its table and time, chips or money.

    `symbol` and `currency` ("$", "USD") make chips cents of that money; without them they are play money.
    """

    number: int
    table: str
    time: str
    symbol: str = ""
    currency: str = ""
    places: int = 6

    def money(self, chips: int) -> str:
        """``4``, ``$4``, ``$0.05``."""
        if not self.symbol:
            return str(chips)
        whole, cents = divmod(chips, 100)
        return f"{self.symbol}{whole}" + (f".{cents:02d}" if cents else "")


class Told(Protocol):
    """What the summary needs of the teller: the hand, what became of the seats, and words."""

    hand: Hand
    fates: Fates
    sheet: Sheet
    board: tuple[int, ...]
    known: dict[int, tuple[int, ...]]
    shift: int

    def name_of(self, seat: int) -> str: ...

    def cards(self, cards: Sequence[int]) -> str: ...

    def sees(self, cards: Sequence[int]) -> bool: ...

    def shown_words(self, seat: int) -> str: ...


class Fates:
    """What became of each seat, gathered from the events as they are told."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.folded: dict[int, str] = {}
        self.put = dict.fromkeys(hand.seats, 0)
        self.shown: dict[int, tuple[int, ...]] = {}
        self.mucked: list[int] = []
        self.tabled: list[int] = []
        self.collected: dict[int, int] = {}
        self.pots: dict[int, int] = {}
        self.posts: dict[int, str] = {}
        self.low_won = False
        self.last: int | None = None
        self.rules = 0
        self.round = 0
        self.draws = 0
        self._hands: Hands | None = None

    def judged(self) -> Hands:
        """The values of all hands that were still in at the end, as far as they are known."""
        if self._hands is None:
            s = self.hand.state
            known = ev.mask_of([i for i in ev.seats_of(s.live) if UNKNOWN not in s.hands[i]])
            self._hands = Hands(s, known)
        return self._hands

    def see(self, event: ev.Event) -> None:
        match event:
            case ev.Posted(seat, kind, amount, _, live) if live:
                self.posts.setdefault(seat, kind)
                self.put[seat] += amount
            case ev.Began(phase):
                self._begin(phase)
            case ev.Called(seat, added) | ev.Raised(seat, _, added) | ev.BroughtIn(seat, added):
                self.put[seat] += added
            case ev.Folded(seat):
                self.folded[seat] = self._when(seat)
            case ev.Shown(seat, cards):
                self.shown[seat] = cards
            case ev.TurnedUp(seats, hands):
                self.tabled = list(seats)
                self.shown.update(zip(seats, hands, strict=True))
            case ev.Mucked(seat):
                self.mucked.append(seat)
            case ev.RulesChanged(rules):
                self.rules = rules
            case ev.Voided(seat, amount):
                self._collect(seat, amount, 0)
            case ev.Awarded(seat, pot, amount, way):
                self.last = seat
                self.low_won |= way != "high" and self._has_low(seat)
                self._collect(seat, amount, pot)

    def _begin(self, phase: int) -> None:
        op = self.hand.plan.ops[phase]
        if isinstance(op, BetOp):
            self.round = op.number
        else:
            self.draws = getattr(op, "number", self.draws - 1) + 1

    def _has_low(self, seat: int) -> bool:
        awards = self.hand.plan.rulesets[self.rules].awards
        if len(awards) < 2 or not self.shown:
            return False
        return self.judged().raw[1][self.hand.seats.index(seat)] >= max(awards[1].floor, 1)

    def _collect(self, seat: int, amount: int, pot: int) -> None:
        self.collected[seat] = self.collected.get(seat, 0) + amount
        self.pots[pot] = self.pots.get(pot, 0) + amount

    def _when(self, seat: int) -> str:
        """ "folded before the Draw (didn't bet)"."""
        plan = self.hand.plan
        if plan.is_stud:
            where = _STUD_STREETS[self.round]
        elif "board" in plan.rows:
            where = _FLOP_STREETS[self.round]
        elif not self.draws:
            where = "before the Draw"
        else:
            where = f"after the {_NTH[self.draws - 1]} Draw" if self.hand.game.draws > 1 else "after the Draw"
        idle = " (didn't bet)" if not self.put[seat] and self.round == 0 else ""
        return f"folded {where}{idle}"


def summary(told: Told) -> Iterator[str]:
    """The lines from `*** SUMMARY ***` on."""
    fates, money = told.fates, told.sheet.money
    yield "*** SUMMARY ***"
    yield f"Total pot {money(sum(fates.pots.values()))}{_pots(fates, money)} | Rake {money(0)}"
    if told.board:
        yield f"Board {told.cards(told.board)}"
    for seat in sorted(told.hand.seats):
        yield f"Seat {seat + told.shift}: {told.name_of(seat)} {_marks(told.hand, fates, seat)}{_fate(told, seat)}"


def _pots(fates: Fates, money: Callable[[int], str]) -> str:
    if len(fates.pots) < 2:
        return ""
    parts = [f"Main pot {money(fates.pots.get(0, 0))}."]
    sides = sorted(pot for pot in fates.pots if pot)
    parts += [f"Side pot{f'-{pot}' if len(sides) > 1 else ''} {money(fates.pots[pot])}." for pot in sides]
    return " " + " ".join(parts)


def _marks(hand: Hand, fates: Fates, seat: int) -> str:
    """ "(button) (small blind) "."""
    marks = "" if hand.plan.is_stud or seat != hand.button else "(button) "
    if fates.posts.get(seat) in (Kind.SMALL_BLIND, Kind.BIG_BLIND):
        marks += f"({fates.posts[seat]}) "
    return marks


def _fate(told: Told, seat: int) -> str:
    fates = told.fates
    if seat in fates.folded:
        return fates.folded[seat]
    won = fates.collected.get(seat, 0)
    if seat in fates.shown:
        end = f"won ({told.sheet.money(won)})" if won else "lost"
        return f"showed {told.cards(fates.shown[seat])} and {end} with {told.shown_words(seat)}"
    if won:
        return f"collected ({told.sheet.money(won)})"
    if seat not in fates.mucked:
        return "has no share"
    return f"mucked {told.cards(told.known[seat])}" if told.sees(told.known[seat]) else "mucked"

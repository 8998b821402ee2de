"""A hand in the text form of online card rooms ("PokerStars Hand #..."), which trackers and replayers import; only out.

Hold'em, Omaha, stud, razz, draw, 2-7, badugi come in the shape that public importers read. Other draw games are told as
near to it as can be, under their own names, so that no importer takes a joker or a declaration for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oddchip import events as ev
from oddchip.cards import UNKNOWN, cards_text
from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.history.lines import NUMBERS
from oddchip.history.stars_summary import Fates, Sheet, summary
from oddchip.history.stars_words import game_name, hand_words, header_amounts, limit_name
from oddchip.plan import BetOp, DeclareOp, DrawOp
from oddchip.posts import Kind
from oddchip.spec import Swap

_POSTS = {
    Kind.ANTE: "the ante",
    Kind.BIG_BLIND_ANTE: "the ante",
    Kind.BUTTON_BLIND: "button blind",
    Kind.MISSED_BIG: "big blind",
    Kind.MISSED_SMALL: "small blind",
    Kind.KILL: "big blind",
}
_STREETS = {3: "3rd STREET", 4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}


def stars_text(hand: Hand, name: Callable[[int], str], hero: int | None, sheet: Sheet) -> str:
    """A finished hand. `hero` is the seat whose view it is; None tells all cards.

    Raises `HistoryError` for a hand that is not over and for games with no such text (cards in rows, swaps).
    """
    if not hand.over:
        raise HistoryError("only a hand that is over can be told as a card room's text")
    if hand.game.has(Swap) or not set(hand.plan.rows) <= {"board", "common"}:
        raise HistoryError(f"{hand.game.name} has no card room's text: it has cards in rows or a swap")
    return "\n".join(_Teller(hand, name, hero, sheet).lines()) + "\n"


class _Teller:
    def __init__(self, hand: Hand, name: Callable[[int], str], hero: int | None, sheet: Sheet) -> None:
        self.hand, self.hero, self.sheet = hand, hero, sheet
        self.plan = hand.plan
        self.name_of = name
        view = hand.full_view if hero is None else hand.view(hero)
        self.events = view.events
        # Card rooms count seats from one.
        self.shift = 1 if 0 in hand.seats else 0
        self.known: dict[int, tuple[int, ...]] = dict.fromkeys(hand.seats, ())
        self.board: tuple[int, ...] = ()
        self.bets = dict.fromkeys(hand.seats, 0)
        self.stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
        self.fates = Fates(hand)
        self.shown_down = False
        self.pots = 1 + max([e.pot for e in self.events if isinstance(e, ev.Awarded)], default=0)

    def lines(self) -> Iterator[str]:
        yield from self._heading()
        for event in self.events:
            tell = _TELL.get(type(event))
            if tell is not None:
                yield from tell(self, event)
            self.fates.see(event)
        yield from self._after()
        yield from summary(self)

    def _heading(self) -> Iterator[str]:
        sheet, hand = self.sheet, self.hand
        small, big = map(sheet.money, header_amounts(hand))
        said = f"{small}/{big}" + (f" {sheet.currency}" if sheet.currency else "")
        yield f"PokerStars Hand #{sheet.number}:  {game_name(hand.game)} {limit_name(hand)} ({said}) - {sheet.time}"
        play = "" if sheet.symbol else " (Play Money)"
        button = "" if self.plan.is_stud else f" Seat #{hand.button + self.shift} is the button"
        yield f"Table '{sheet.table}' {max(sheet.places, len(hand.seats))}-max{play}{button}"
        for seat, stack in sorted(self.stacks.items()):
            yield f"Seat {seat + self.shift}: {self.name_of(seat)} ({sheet.money(stack)} in chips)"

    def _after(self) -> Iterator[str]:
        """What stands between the last card and the summary."""
        if self.shown_down and len(self.plan.rulesets[self.fates.rules].awards) == 2 and not self.fates.low_won:
            yield "No low hand qualified"
        if not self.shown_down and self.fates.last is not None:
            yield f"{self.name_of(self.fates.last)}: doesn't show hand"

    # --- small words ---------------------------------------------------------------------------------------------

    def cards(self, cards: Sequence[int]) -> str:
        return f"[{cards_text(cards, self.plan.deck)}]"

    def pay(self, seat: int, chips: int) -> str:
        """Chips leave a stack; what follows the amount when they were the last."""
        self.stacks[seat] -= chips
        return "" if self.stacks[seat] else " and is all-in"

    def sees(self, cards: Sequence[int]) -> bool:
        return UNKNOWN not in cards and bool(cards)

    def shown_words(self, seat: int) -> str:
        """A shown hand in words, each way it may win."""
        rules = self.plan.rulesets[self.fates.rules]
        hands = self.fates.judged()
        found = []
        for k, award in enumerate(rules.awards):
            value = hands.raw[k][self.hand.seats.index(seat)]
            if value and value >= award.floor:
                found.append(hand_words(award, value, len(rules.awards) > 1))
        return "; ".join(found) or "no hand"


Tell = Callable[[_Teller, Any], Iterator[str]]


def _posted(t: _Teller, e: ev.Posted) -> Iterator[str]:
    kind = Kind(e.kind)
    if e.live:
        t.bets[e.seat] += e.amount
    end = t.pay(e.seat, e.amount)
    if not e.amount:
        return
    yield f"{t.name_of(e.seat)}: posts {_POSTS.get(kind, kind.value)} {t.sheet.money(e.amount)}{end}"


def _dealt(t: _Teller, e: ev.Dealt) -> Iterator[str]:
    n = len(e.seats)
    new = {seat: e.cards[j::n] for j, seat in enumerate(e.seats)}
    before = {seat: t.known[seat] for seat in e.seats}
    for seat in e.seats:
        t.known[seat] += new[seat]
    if t.plan.is_stud:
        yield from _street(t, e, before, new)
        return
    first = not any(before.values())
    if first:
        yield "*** HOLE CARDS ***" if "board" in t.plan.rows else "*** DEALING HANDS ***"
    else:
        yield f"*** {len(t.known[e.seats[0]])}th CARD ***"
    for seat in sorted(e.seats):
        if t.sees(new[seat]):
            kept = "" if first else f"{t.cards(before[seat])} "
            yield f"Dealt to {t.name_of(seat)} {kept}{t.cards(new[seat])}"


Cards = tuple[int, ...]


def _street(t: _Teller, e: ev.Dealt, before: dict[int, Cards], new: dict[int, Cards]) -> Iterator[str]:
    """A stud street; the two cards face down come with the first one face up."""
    number = len(t.known[e.seats[0]])
    if number < 3:
        return
    yield f"*** {_STREETS[number]} ***"
    for seat in sorted(e.seats):
        if not t.sees(new[seat]):
            continue
        if number == 3:
            yield f"Dealt to {t.name_of(seat)} {t.cards([card for card in t.known[seat] if card != UNKNOWN])}"
        else:
            kept = [card for card in before[seat] if card != UNKNOWN]
            yield f"Dealt to {t.name_of(seat)} {t.cards(kept)} {t.cards(new[seat])}"


def _laid(t: _Teller, e: ev.Laid) -> Iterator[str]:
    if t.plan.rows[e.row] == "common":
        yield f"*** RIVER *** {t.cards(e.cards)}"
    else:
        title = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(t.board)]
        kept = f" {t.cards(t.board)}" if t.board else ""
        yield f"*** {title} ***{kept} {t.cards(e.cards)}"
    t.board += e.cards


def _began(t: _Teller, e: ev.Began) -> Iterator[str]:
    op = t.plan.ops[e.phase]
    if isinstance(op, DrawOp) and t.hand.game.draws > 1:
        yield f"*** {NUMBERS[op.number].upper()} DRAW ***"
    elif isinstance(op, DeclareOp):
        yield "*** DECLARE ***"
    elif isinstance(op, BetOp) and not op.opening:
        t.bets = dict.fromkeys(t.bets, 0)


def _called(t: _Teller, e: ev.Called) -> Iterator[str]:
    t.bets[e.seat] += e.added
    yield f"{t.name_of(e.seat)}: calls {t.sheet.money(e.added)}{t.pay(e.seat, e.added)}"


def _raised(t: _Teller, e: ev.Raised) -> Iterator[str]:
    top = max(t.bets.values())
    t.bets[e.seat] = e.to
    money, end = t.sheet.money, t.pay(e.seat, e.added)
    said = f"raises {money(e.to - top)} to {money(e.to)}" if top else f"bets {money(e.to)}"
    yield f"{t.name_of(e.seat)}: {said}{end}"


def _brought_in(t: _Teller, e: ev.BroughtIn) -> Iterator[str]:
    t.bets[e.seat] += e.added
    yield f"{t.name_of(e.seat)}: brings in for {t.sheet.money(e.added)}{t.pay(e.seat, e.added)}"


def _returned(t: _Teller, e: ev.Returned) -> Iterator[str]:
    t.stacks[e.seat] += e.amount
    yield f"Uncalled bet ({t.sheet.money(e.amount)}) returned to {t.name_of(e.seat)}"


def _drew(t: _Teller, e: ev.Drew) -> Iterator[str]:
    yield from _discarded(t, e)
    yield from _got(t, e.seat, e.received)


def _discarded(t: _Teller, e: ev.Drew | ev.Discarded) -> Iterator[str]:
    held = t.known[e.seat]
    if not e.thrown:
        yield f"{t.name_of(e.seat)}: stands pat" + (f" on {t.cards(held)}" if t.sees(held) else "")
        return
    count = len(e.thrown)
    told = f" {t.cards(e.thrown)}" if t.sees(e.thrown) else ""
    yield f"{t.name_of(e.seat)}: discards {count} card{'s' * (count != 1)}{told}"
    hidden = not t.sees(e.thrown)
    t.known[e.seat] = held[count:] if hidden else tuple([card for card in held if card not in e.thrown])


def _received(t: _Teller, e: ev.Received) -> Iterator[str]:
    yield from _got(t, e.seat, e.cards)


def _got(t: _Teller, seat: int, cards: tuple[int, ...]) -> Iterator[str]:
    kept = t.known[seat]
    t.known[seat] += cards
    if t.sees(cards):
        yield f"Dealt to {t.name_of(seat)} {f'{t.cards(kept)} ' if kept else ''}{t.cards(cards)}"


def _declared(t: _Teller, e: ev.Declared) -> Iterator[str]:
    for seat, way in zip(t.hand.seats, e.ways, strict=True):
        if way:
            yield f"{t.name_of(seat)}: declares {way}"


def _showdown(t: _Teller) -> Iterator[str]:
    if not t.shown_down:
        t.shown_down = True
        yield "*** SHOW DOWN ***"


def _shown(t: _Teller, e: ev.Shown) -> Iterator[str]:
    yield from _showdown(t)
    yield f"{t.name_of(e.seat)}: shows {t.cards(e.cards)} ({t.shown_words(e.seat)})"


def _turned_up(t: _Teller, e: ev.TurnedUp) -> Iterator[str]:
    """Hands turned up early are told at the end, as the text has no word for them."""
    return iter(())


def _mucked(t: _Teller, e: ev.Mucked) -> Iterator[str]:
    yield from _showdown(t)
    yield f"{t.name_of(e.seat)}: mucks hand"


def _openers(t: _Teller, e: ev.OpenersShown) -> Iterator[str]:
    yield f"{t.name_of(e.seat)}: shows {t.cards(e.cards)} ({'openers' if e.proved else 'no openers'})"


def _voided(t: _Teller, e: ev.Voided) -> Iterator[str]:
    yield f"{t.name_of(e.seat)} collected {t.sheet.money(e.amount)} from pot"


def _awarded(t: _Teller, e: ev.Awarded) -> Iterator[str]:
    if t.fates.tabled and not t.shown_down:
        yield from _showdown(t)
        for seat in t.fates.tabled:
            yield f"{t.name_of(seat)}: shows {t.cards(t.hand.holdings[seat])} ({t.shown_words(seat)})"
    pot = "pot"
    if t.pots > 1:
        pot = "main pot" if e.pot == 0 else f"side pot{f'-{e.pot}' if t.pots > 2 else ''}"
    yield f"{t.name_of(e.seat)} collected {t.sheet.money(e.amount)} from {pot}"


def _say(words: str) -> Tell:
    def tell(t: _Teller, e: Any) -> Iterator[str]:
        yield f"{t.name_of(e.seat)}: {words}"

    return tell


def _plain(words: str) -> Tell:
    return lambda t, e: iter((words,))


def _carried(t: _Teller, e: ev.Carried) -> Iterator[str]:
    yield f"{t.sheet.money(sum(amount for amount, _ in e.pots))} stay in the pot for the next hand ({e.why})"


_TELL: dict[type, Tell] = {
    ev.Posted: _posted,
    ev.Dealt: _dealt,
    ev.Laid: _laid,
    ev.Began: _began,
    ev.Folded: _say("folds"),
    ev.Checked: _say("checks"),
    ev.Called: _called,
    ev.Raised: _raised,
    ev.BroughtIn: _brought_in,
    ev.OpenDeclared: _say("declares the pot open"),
    ev.Returned: _returned,
    ev.Drew: _drew,
    ev.Discarded: _discarded,
    ev.Received: _received,
    ev.Reshuffled: _plain("The deck is reshuffled"),
    ev.Declared: _declared,
    ev.OpenersShown: _openers,
    ev.OpenersSplit: _say("splits openers"),
    ev.RulesChanged: _plain("Nobody opened: the hand is played for low"),
    ev.TurnedUp: _turned_up,
    ev.Shown: _shown,
    ev.Mucked: _mucked,
    ev.Voided: _voided,
    ev.Awarded: _awarded,
    ev.Carried: _carried,
}

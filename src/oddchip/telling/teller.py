"""Events told in sentences, as the one who sits at `me` hears them; without `me` everybody goes by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from oddchip import events as ev
from oddchip.cards import UNKNOWN
from oddchip.plan import BetOp, Plan, floor_at
from oddchip.telling.phases import phase_name
from oddchip.telling.results import award_lines, failed_scoops, unqualified
from oddchip.telling.spans import Faces, Line, counted
from oddchip.telling.voice import Voice
from oddchip.telling.worth import all_ways


class Teller(Voice[int]):
    """Tells a hand's events. `names` and `stacks` are by seat, the stacks as they were before anything was posted."""

    def __init__(
        self,
        plan: Plan,
        order: Sequence[int],
        names: Mapping[int, str],
        stacks: Mapping[int, int],
        faces: Faces,
        me: int | None = None,
        step_up: int = 0,
    ) -> None:
        super().__init__(names, me)
        self.plan, self.order, self.faces = plan, tuple(order), faces
        self.left = dict(stacks)
        self.rows: list[tuple[int, ...]] = [()] * len(plan.rows)
        self.rules = 0
        self.step_up = step_up
        self.ways: dict[int, str] = {}
        self.tabled: dict[int, tuple[int, ...]] = {}

    def tell(self, events: Iterable[ev.Event]) -> list[Line]:
        """The sentences of some events, in order; what needs no words has none. All awards must come in one call."""
        return [line for _, line in self.told(events)]

    def told(self, events: Iterable[ev.Event]) -> list[tuple[int, Line]]:
        """The same, each with the seat it is about; -1 for no single one."""
        events = list(events)
        pots = len({event.pot for event in events if isinstance(event, ev.Awarded)})
        lines: list[tuple[int, Line]] = []
        for kind, run in groupby(events, key=type):
            if kind is ev.Posted:
                lines += [(-1, line) for line in self._posts(list(run))]  # type: ignore[arg-type]
            elif kind is ev.Awarded:
                lines += [(-1, line) for line in self._awards(list(run), pots)]  # type: ignore[arg-type]
            else:
                lines += [(getattr(event, "seat", -1), line) for event in run for line in _TELL[kind](self, event)]
        return lines

    def name(self, who: int) -> str:
        return "You" if who == self.me else self.names.get(who, f"Seat {who}")

    def pays(self, seat: int, chips: int) -> str:
        """Take chips from a seat; the words for it when they were the last."""
        self.left[seat] = self.left.get(seat, 0) - chips
        return ", all-in" if chips and not self.left[seat] else ""

    def gets(self, seat: int, chips: int) -> None:
        self.left[seat] = self.left.get(seat, 0) + chips

    def _awards(self, awards: list[ev.Awarded], pots: int) -> list[Line]:
        for award in awards:
            self.gets(award.seat, award.amount)
        return unqualified(self) + award_lines(awards, pots, self) + failed_scoops(awards, self)

    def laid_out(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """A shown hand in the order in which it is told."""
        return cards

    def hand_words(self, cards: Sequence[int]) -> str:
        """What a shown hand is worth each way: ``high: pair of kings; low: 8-6-4-3-A low``."""
        ways = all_ways(self.plan.rulesets[self.rules], tuple(cards), tuple(self.rows))
        if len(ways) == 1:
            return ways[0].sentence(self.plan.deck)
        return "; ".join(f"{way.way}: {way.sentence(self.plan.deck)}" for way in ways)

    # --- posts -------------------------------------------------------------------------------------------------------

    def _posts(self, posts: list[ev.Posted]) -> list[Line]:
        """Equal antes are told at once."""
        antes = [post for post in posts if post.kind in ("ante", "stake") and post.amount == post.owed]
        if len(antes) < 2:
            return [line for post in posts for line in posted(self, post)]
        broke = [post.seat for post in antes if self.pays(post.seat, post.amount)]
        everyone = len(antes) == self.plan.n
        who = "Everyone puts" if everyone else f"{self.people(post.seat for post in antes)} put"
        lines: list[Line] = [[f"{who} up {antes[0].amount}."]]
        lines += [[f"{self.does(seat, 'be')} all-in."] for seat in broke]
        return lines + [line for post in posts if post not in antes for line in posted(self, post)]


# --- one teller for each kind of event -------------------------------------------------------------------------------


def posted(t: Teller, e: ev.Posted) -> list[Line]:
    short = "" if e.amount == e.owed else f" of the {e.owed} owed"
    what = {"ante": "an ante", "stake": "the stake"}.get(e.kind, f"the {e.kind}")
    return [[f"{t.does(e.seat, f'post {what}')}: {e.amount}{short}{t.pays(e.seat, e.amount)}."]]


def dealt(t: Teller, e: ev.Dealt) -> list[Line]:
    n = len(e.seats)
    each = len(e.cards) // n
    hands = {seat: e.cards[j::n] for j, seat in enumerate(e.seats)}
    if e.up:
        return [[f"{t.does(seat, 'get')} ", *t.faces.cards(cards), " face up."] for seat, cards in hands.items()]
    mine = hands.get(t.me) if t.me is not None else None
    known = {seat: cards for seat, cards in hands.items() if UNKNOWN not in cards}
    if mine and UNKNOWN not in mine:
        return [["You are dealt ", *t.faces.cards(mine), "."]]
    if known:
        return [[f"{t.name(seat)} is dealt ", *t.faces.cards(cards), "."] for seat, cards in known.items()]
    return [[f"{counted(each, 'card')} each, face down."]]


def row_name(t: Teller, row: int) -> str:
    return {"board": "The board", "common": "A card for all"}.get(t.plan.rows[row], f"The {t.plan.rows[row]} row")


def laid(t: Teller, e: ev.Laid) -> list[Line]:
    t.rows[e.row] += e.cards
    if e.up:
        return [[f"{row_name(t, e.row)}: ", *t.faces.cards(t.rows[e.row]), "."]]
    return [[f"{row_name(t, e.row)}: {counted(len(e.cards), 'card')} face down."]]


def turned(t: Teller, e: ev.Turned) -> list[Line]:
    row = list(t.rows[e.row])
    if set(e.cards) <= set(row):  # known before they lay open, as in a record
        return [[f"{row_name(t, e.row)} turns up ", *t.faces.cards(e.cards), "."]]
    at = row.index(UNKNOWN) if UNKNOWN in row else len(row)
    row[at : at + len(e.cards)] = e.cards
    t.rows[e.row] = tuple(row)
    return [[f"{row_name(t, e.row)} turns up ", *t.faces.cards(e.cards), "."]]


def began(t: Teller, e: ev.Began) -> list[Line]:
    name = phase_name(t.plan, e.phase, t.rules)
    title = name[0].upper() + name[1:]
    if e.first is None:
        return [[(f"{title}: everybody chooses in secret.", "bold")]]
    extra = ""
    op = t.plan.ops[e.phase]
    rules = t.plan.rulesets[t.rules]
    if isinstance(op, BetOp) and op.opening and rules.floors:
        extra = f" It takes {floor_at(rules, t.step_up)[0].words} to open."
    return [[(f"{title}: {'you are' if e.first == t.me else t.name(e.first) + ' is'} first.{extra}", "bold")]]


def called(t: Teller, e: ev.Called) -> list[Line]:
    note = " (it counts as a check)" if e.as_check else ""
    return [[f"{t.does(e.seat, 'call')} {e.added}{t.pays(e.seat, e.added)}.{note}"]]


def raised(t: Teller, e: ev.Raised) -> list[Line]:
    verb = {"bet": "bet", "complete": "complete to", "raise": "raise to"}[e.verb]
    allin = t.pays(e.seat, e.added)
    short = " (less than a full raise)" if allin and not e.full else ""
    return [[f"{t.does(e.seat, verb)} {e.to}{allin}{short}."]]


def brought_in(t: Teller, e: ev.BroughtIn) -> list[Line]:
    return [[f"{t.does(e.seat, 'bring')} it in for {e.added}{t.pays(e.seat, e.added)}."]]


def returned(t: Teller, e: ev.Returned) -> list[Line]:
    t.gets(e.seat, e.amount)
    return [[f"The uncalled {e.amount} goes back to {t.name(e.seat).replace('You', 'you')}."]]


def drew(t: Teller, e: ev.Drew) -> list[Line]:
    lines = discarded(t, ev.Discarded(e.seat, e.thrown), bool(e.received))
    return lines + (received(t, ev.Received(e.seat, e.received)) if e.received else [])


def discarded(t: Teller, e: ev.Discarded, gets: bool = True) -> list[Line]:
    if not e.thrown:
        return [[f"{t.does(e.seat, 'throw')} nothing." if gets else f"{t.does(e.seat, 'stand')} pat."]]
    if UNKNOWN in e.thrown:
        return [[f"{t.does(e.seat, 'draw')} {len(e.thrown)}."]]
    return [[f"{t.does(e.seat, 'throw')} ", *t.faces.cards(e.thrown), "."]]


def received(t: Teller, e: ev.Received) -> list[Line]:
    if UNKNOWN in e.cards:
        return []
    return [[f"{t.does(e.seat, 'get')} ", *t.faces.cards(e.cards), "."]]


def sealed(t: Teller, e: ev.Sealed) -> list[Line]:
    return [[f"{t.does(e.seat, 'have')} chosen."]]


def declared(t: Teller, e: ev.Declared) -> list[Line]:
    said = [(seat, way) for seat, way in zip(t.order, e.ways, strict=False) if way]
    t.ways = {seat: str(way) for seat, way in said}
    return [[f"{t.does(seat, 'declare')} ", (str(way), "bold"), "."] for seat, way in said]


def announced(t: Teller, e: ev.Announced) -> list[Line]:
    t.ways[e.seat] = e.way
    return [[f"{t.does(e.seat, 'declare')} ", (e.way, "bold"), "."]]


def swapped(t: Teller, e: ev.Swapped) -> list[Line]:
    return [
        [f"{t.does(seat, 'give')} ", *t.faces.cards(cards), "."] for seat, cards in zip(t.order, e.gifts, strict=False)
    ]


def openers_shown(t: Teller, e: ev.OpenersShown) -> list[Line]:
    if e.proved:
        return [[f"{t.does(e.seat, 'show')} openers: ", *t.faces.cards(e.cards), f" ({e.words})."]]
    return [[f"{t.does(e.seat, 'show')} ", *t.faces.cards(e.cards), f": no openers; it took {e.words}."]]


def rules_changed(t: Teller, e: ev.RulesChanged) -> list[Line]:
    t.rules = e.rules
    sevens = " A seven or better must bet after the draw." if t.plan.rulesets[e.rules].sevens else ""
    return [[(f"Nobody opened: the same cards are now played as lowball.{sevens}", "bold")]]


def shown(t: Teller, e: ev.Shown) -> list[Line]:
    t.tabled[e.seat] = e.cards
    return [[f"{t.does(e.seat, 'show')} ", *t.faces.cards(t.laid_out(e.cards)), f": {t.hand_words(e.cards)}."]]


def turned_up(t: Teller, e: ev.TurnedUp) -> list[Line]:
    return [line for seat, cards in zip(e.seats, e.hands, strict=True) for line in shown(t, ev.Shown(seat, cards))]


def voided(t: Teller, e: ev.Voided) -> list[Line]:
    t.gets(e.seat, e.amount)
    return [[f"{t.does(e.seat, 'get')} back {e.amount}: {e.why}."]]


def carried(t: Teller, e: ev.Carried) -> list[Line]:
    total = sum(chips for chips, _ in e.pots)
    return [[(f"The pot of {total} stays for the next deal: {e.why}.", "bold")]]


def _plainly(verb: str) -> Callable[[Teller, ev.Event], list[Line]]:
    return lambda t, e: [[f"{t.does(e.seat, verb)}."]]  # type: ignore[union-attr]


def _nothing(t: Teller, e: ev.Event) -> list[Line]:
    return []


_TELL: dict[type, Callable[..., list[Line]]] = {
    ev.Posted: posted,
    ev.Dealt: dealt,
    ev.Laid: laid,
    ev.Turned: turned,
    ev.Burned: _nothing,
    ev.Began: began,
    ev.Folded: _plainly("fold"),
    ev.Checked: _plainly("check"),
    ev.Called: called,
    ev.Raised: raised,
    ev.BroughtIn: brought_in,
    ev.OpenDeclared: _plainly("declare the pot open"),
    ev.Returned: returned,
    ev.Drew: drew,
    ev.Discarded: discarded,
    ev.Received: received,
    ev.Reshuffled: lambda t, e: [[f"The stub was short: thrown-in cards are shuffled, {counted(e.left, 'card')} now."]],
    ev.Sealed: sealed,
    ev.Announced: announced,
    ev.Declared: declared,
    ev.Swapped: swapped,
    ev.OpenersShown: openers_shown,
    ev.OpenersSplit: _plainly("break the openers"),
    ev.RulesChanged: rules_changed,
    ev.TurnedUp: turned_up,
    ev.Shown: shown,
    ev.Mucked: _plainly("muck"),
    ev.Voided: voided,
    ev.Carried: carried,
    ev.Ended: _nothing,
    ev.Forfeited: _plainly("forfeit the stake, not having chosen in time"),
    ev.Gathered: _nothing,
}

"""One small writer for each kind of event, and the fold that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from oddchip import events as ev
from oddchip.actions import Way
from oddchip.cards import UNKNOWN
from oddchip.plan import FIXED, BetOp, DeclareOp
from oddchip.state.facts import Cards, State, put_at, total_put

#: Posts that move the place of the last blind, and dead posts that count toward their owner's share of the pots.
_BLINDS = frozenset(("small blind", "big blind", "button blind", "straddle"))
_OWN = frozenset(("ante", "stake"))

# --- writers -----------------------------------------------------------------------------------------------------
# Each appends its event and changes the fields. Fields of the event in order; nothing here decides anything.


def posted(s: State, i: int, kind: str, amount: int, owed: int, live: bool) -> None:
    s.fresh.append((ev.POSTED, i, kind, amount, owed, live))
    stack = s.stacks[i] - amount
    s.stacks = put_at(s.stacks, i, stack)
    if live:
        s.bets = put_at(s.bets, i, s.bets[i] + amount)
        if kind in _BLINDS or (kind == "kill" and s.price < max(s.plan.blinds, default=0)):
            s.blind = i  # a kill before the big blind is posted stands for it (D-KP-1)
        s.price = max(s.price, owed)
    elif kind in _OWN:
        s.put = put_at(s.put, i, s.put[i] + amount)
    else:
        s.dead += amount
    if not stack:
        s.able &= ~(1 << i)


def dealt(s: State, mask: int, cards: Cards, up: bool) -> None:
    s.fresh.append((ev.DEALT, mask, cards, up))
    hands = list(s.hands)
    seats = s.plan.members[mask]
    n = len(seats)
    for j, i in enumerate(seats):
        hands[i] += cards[j::n]
    s.hands = tuple(hands)
    s.left -= len(cards)


def laid(s: State, row: int, cards: Cards, up: bool) -> None:
    s.fresh.append((ev.LAID, row, cards, up))
    s.rows = put_at(s.rows, row, s.rows[row] + cards)
    if up:
        s.turned = put_at(s.turned, row, s.turned[row] + len(cards))
    s.left -= len(cards)


def turned(s: State, row: int, cards: Cards) -> None:
    s.fresh.append((ev.TURNED, row, cards))
    start = s.turned[row]
    whole = s.rows[row]
    s.rows = put_at(s.rows, row, whole[:start] + cards + whole[start + len(cards) :])
    s.turned = put_at(s.turned, row, start + len(cards))


def burned(s: State, count: int) -> None:
    s.fresh.append((ev.BURNED, count))
    s.left -= count


def began(s: State, pc: int, first: int | None, mask: int) -> None:
    s.fresh.append((ev.BEGAN, pc, first, mask))
    s.pc = pc
    s.pending = mask
    op = s.plan.ops[pc]
    if first is None:
        s.to = -1
        s.sealed = (None,) * s.plan.n
        return
    s.first = s.to = first
    if type(op) is not BetOp:
        if type(op) is DeclareOp:
            s.ways = (None,) * s.plan.n
        return
    s.acted = s.checked = s.raises = 0
    if s.capped:
        s.capped = False
    multiway = s.live.bit_count() > 2
    if multiway != s.multiway:
        s.multiway = multiway
    s.aggressor = -1
    s.step = op.size
    if op.opening and s.price:
        s.full = s.price
        s.step = max(op.size, s.price)
        s.raises = s.plan.blind_counts


def folded(s: State, i: int) -> None:
    s.fresh.append((ev.FOLDED, i))
    bit = ~(1 << i)
    s.live &= bit
    s.able &= bit
    s.pending &= bit
    if s.plan.keep_receiving and s.price:
        s.receiving = s.live
    s.to = s.plan.after[i][s.pending]


def checked(s: State, i: int) -> None:
    s.fresh.append((ev.CHECKED, i))
    bit = 1 << i
    s.pending &= ~bit
    s.acted |= bit
    s.checked |= bit
    if s.plan.ops[s.pc].last:  # type: ignore[union-attr]
        _snap(s, i)
    s.to = s.plan.after[i][s.pending]


def called(s: State, i: int, added: int, as_check: bool) -> None:
    s.fresh.append((ev.CALLED, i, added, as_check))
    bit = 1 << i
    stack = s.stacks[i] - added
    column = list(s.stacks)
    column[i] = stack
    s.stacks = tuple(column)
    column = list(s.bets)
    column[i] += added
    s.bets = tuple(column)
    s.pending &= ~bit
    s.acted |= bit
    if not stack:
        s.able &= ~bit
    if as_check:
        s.checked |= bit
        _snap(s, i)
    s.to = s.plan.after[i][s.pending]


def raised(s: State, i: int, to: int, added: int, full: bool, verb: str) -> None:
    s.fresh.append((ev.RAISED, i, to, added, full, verb))
    bit = 1 << i
    stack = s.stacks[i] - added
    column = list(s.stacks)
    column[i] = stack
    s.stacks = tuple(column)
    column = list(s.bets)
    column[i] = to
    s.bets = tuple(column)
    if not stack:
        s.able &= ~bit
    s.pending = s.able & ~bit
    if full:
        op = s.plan.ops[s.pc]
        rise = to - s.price
        s.step = to - s.full if op.structure == FIXED else max(s.step, rise)  # type: ignore[union-attr]
        s.full = to
        s.raises += 1
        s.acted = bit
        if s.raises == op.cap and s.live.bit_count() > 2:  # type: ignore[union-attr]
            s.capped = True
    else:
        s.acted |= bit
    s.price = to
    s.aggressor = i
    if s.opener < 0:
        s.opener = i
    if s.plan.keep_receiving:
        s.receiving = s.live
    s.to = s.plan.after[i][s.pending]


def brought_in(s: State, i: int, added: int) -> None:
    s.fresh.append((ev.BROUGHT_IN, i, added))
    bit = 1 << i
    stack = s.stacks[i] - added
    s.stacks = put_at(s.stacks, i, stack)
    s.bets = put_at(s.bets, i, s.bets[i] + added)
    if not stack:
        s.able &= ~bit
    s.pending = s.able & ~bit
    s.acted |= bit
    s.price = s.plan.ops[s.pc].bring_in  # type: ignore[union-attr]
    s.to = s.plan.after[i][s.pending]


def open_declared(s: State, i: int) -> None:
    """The opening bet is owed by everybody else, though the opener has no chips to make it (D-PO-4)."""
    s.fresh.append((ev.OPEN_DECLARED, i))
    op = s.plan.ops[s.pc]
    s.opener = s.aggressor = i
    s.pending = s.able
    s.acted = 0
    s.price = s.full = op.size  # type: ignore[union-attr]
    s.raises += 1
    s.to = s.plan.after[i][s.pending]


def returned(s: State, i: int, amount: int) -> None:
    """Uncalled chips come back, out of this round's bets or, when those were antes, out of the pot."""
    s.fresh.append((ev.RETURNED, i, amount))
    s.stacks = put_at(s.stacks, i, s.stacks[i] + amount)
    from_bets = min(amount, s.bets[i])
    s.bets = put_at(s.bets, i, s.bets[i] - from_bets)
    if amount > from_bets:
        s.put = put_at(s.put, i, s.put[i] - amount + from_bets)
    s.won = put_at(s.won, i, s.won[i] + amount)
    if s.live >> i & 1:
        s.able |= 1 << i


def gathered(s: State) -> None:
    s.fresh.append((ev.GATHERED,))
    s.put = tuple([before + now for before, now in zip(s.put, s.bets, strict=True)])
    s.bets = s.plan.zeros
    s.price = s.full = s.raises = 0
    s.pending = 0
    s.to = -1


def drew(s: State, i: int, thrown: Cards, received: Cards, kept: Cards | None = None) -> None:
    """`kept`, what follows from the rest, where somebody has it already."""
    s.fresh.append((ev.DREW, i, thrown, received))
    _throw(s, i, thrown, received, kept)
    s.left -= len(received)
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def discarded(s: State, i: int, thrown: Cards) -> None:
    s.fresh.append((ev.DISCARDED, i, thrown))
    _throw(s, i, thrown, ())
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def received(s: State, i: int, cards: Cards) -> None:
    s.fresh.append((ev.RECEIVED, i, cards))
    s.hands = put_at(s.hands, i, s.hands[i] + cards)
    s.left -= len(cards)


def _throw(s: State, i: int, thrown: Cards, gained: Cards, kept: Cards | None = None) -> None:
    hands = list(s.hands)
    if kept is None:
        kept = hands[i]
        if thrown:
            known = thrown[0] != UNKNOWN
            kept = tuple([card for card in kept if card not in thrown]) if known else kept[len(thrown) :]
    hands[i] = kept + gained
    s.hands = tuple(hands)
    column = list(s.thrown)
    column[i] += (thrown,)
    s.thrown = tuple(column)


def reshuffled(s: State, left: int) -> None:
    s.fresh.append((ev.RESHUFFLED, left))
    s.left = left
    s.shuffles += 1


def sealed(s: State, i: int, choice: Any) -> None:
    s.fresh.append((ev.SEALED, i, choice))
    s.sealed = put_at(s.sealed, i, choice)
    s.pending &= ~(1 << i)


def announced(s: State, i: int, way: Way) -> None:
    s.fresh.append((ev.ANNOUNCED, i, way))
    s.ways = put_at(s.ways, i, way)
    s.pending &= ~(1 << i)
    s.to = s.plan.after[i][s.pending]


def declared(s: State, ways: tuple[Way | None, ...]) -> None:
    s.fresh.append((ev.DECLARED, ways))
    s.ways = ways
    s.sealed = ()


def swapped(s: State, gifts: tuple[Cards, ...]) -> None:
    s.fresh.append((ev.SWAPPED, gifts))
    kept = [tuple([card for card in hand if card not in gift]) for hand, gift in zip(s.hands, gifts, strict=True)]
    s.hands = tuple([kept[i] + gifts[1 - i] for i in range(2)])
    s.sealed = ()


def openers_shown(s: State, i: int, cards: Cards, proved: bool, words: str) -> None:
    s.fresh.append((ev.OPENERS_SHOWN, i, cards, proved, words))


def openers_split(s: State, i: int) -> None:
    s.fresh.append((ev.OPENERS_SPLIT, i))


def rules_changed(s: State, rules: int) -> None:
    s.fresh.append((ev.RULES_CHANGED, rules))
    s.rules = rules


def turned_up(s: State, mask: int, hands: tuple[Cards, ...]) -> None:
    s.fresh.append((ev.TURNED_UP, mask, hands))
    for i, hand in zip(ev.seats_of(mask), hands, strict=True):
        s.hands = put_at(s.hands, i, hand)
    s.tabled |= mask


def shown(s: State, i: int, cards: Cards) -> None:
    s.fresh.append((ev.SHOWN, i, cards))
    if s.hands[i] != cards:  # in a view they were unknown
        s.hands = put_at(s.hands, i, cards)
    s.tabled |= 1 << i


def mucked(s: State, i: int) -> None:
    s.fresh.append((ev.MUCKED, i))


def voided(s: State, i: int, amount: int, why: str) -> None:
    s.fresh.append((ev.VOIDED, i, amount, why))
    _pay(s, i, amount)


def awarded(s: State, i: int, pot: int, amount: int, way: str, cards: Cards, words: str) -> None:
    s.fresh.append((ev.AWARDED, i, pot, amount, way, cards, words))
    _pay(s, i, amount)


def carried(s: State, pots: tuple[tuple[int, int], ...], step: int, why: str) -> None:
    s.fresh.append((ev.CARRIED, pots, step, why))
    s.carry = (pots, step, why)


def forfeited(s: State, i: int) -> None:
    s.fresh.append((ev.FORFEITED, i))
    bit = ~(1 << i)
    s.live &= bit
    s.able &= bit
    s.pending = 0


def ended(s: State) -> None:
    s.fresh.append((ev.ENDED,))
    s.ended = True
    s.to = -1
    s.pending = 0
    s.put = s.bets = s.plan.zeros
    if s.dead:
        s.dead = 0
    if s.carried:
        s.carried = ()


def _pay(s: State, i: int, amount: int) -> None:
    s.stacks = put_at(s.stacks, i, s.stacks[i] + amount)
    s.won = put_at(s.won, i, s.won[i] + amount)


def _snap(s: State, i: int) -> None:
    if s.plan.rulesets[s.rules].sevens:
        s.snaps += ((i, total_put(s)),)


WRITERS: tuple[Callable[..., None], ...] = (
    posted,
    dealt,
    laid,
    turned,
    burned,
    began,
    folded,
    checked,
    called,
    raised,
    brought_in,
    open_declared,
    returned,
    drew,
    discarded,
    received,
    reshuffled,
    sealed,
    announced,
    declared,
    swapped,
    openers_shown,
    rules_changed,
    turned_up,
    shown,
    mucked,
    voided,
    awarded,
    carried,
    ended,
    forfeited,
    gathered,
    openers_split,
)


def fold(start: State, happened: Iterable[ev.Compact]) -> State:
    """The state after some events, from the state `initial` made. Total and dumb: it never ranks a hand."""
    s = start.copy()
    for event in happened:
        WRITERS[event[0]](s, *event[1:])
    s.log = start.log + tuple(s.fresh)
    s.fresh = []
    return s

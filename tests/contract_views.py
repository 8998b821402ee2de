"""What a viewer may learn: the four-fold square, and deals that must look alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gc import get_referents
from random import Random
from typing import Any

from contract_play import Played, fold_one
from contract_tables import Exchanged, Recorded, Table, changed
from oddchip import Discard, Give, Hand, IllegalAction, View
from oddchip import events as ev
from oddchip.actions import Action
from oddchip.cards import Deck
from oddchip.plan import Plan
from oddchip.views import FULL, SPECTATOR, conceal, conceal_but_own, see

#: Events by which cards are shown or prove something; deals that differ in them are not alike from there on.
PROOFS = frozenset(
    (ev.SHOWN, ev.MUCKED, ev.TURNED_UP, ev.TURNED, ev.OPENERS_SHOWN, ev.OPENERS_SPLIT, ev.VOIDED, ev.RETURNED)
)


def check_square(hand: Hand, viewers: Iterable[int]) -> None:
    """`fold(see(events, v)) == conceal(fold(events), v)` after every event (section 5)."""
    members = hand.plan.members
    start = hand.replayed(())
    truths = [start]
    for event in hand.log:
        truths.append(fold_one(truths[-1], event))
    for viewer in viewers:
        seen = start
        for event, truth in zip(hand.log, truths[1:], strict=True):
            seen = fold_one(seen, see(event, viewer, members))
            assert seen.facts() == conceal(truth, viewer).facts(), f"viewer {viewer} after {event}"
        whole = conceal(hand.state, viewer)
        assert whole.log == tuple([see(event, viewer, members) for event in hand.log])
        assert whole.facts() == seen.facts()


def viewers_of(hand: Hand, rng: Random | None = None, most: int = 2) -> list[int]:
    """Every seat, the spectator and the record; with `rng` only some of the seats."""
    seats = list(range(len(hand.seats)))
    if rng is not None and len(seats) > most:
        seats = rng.sample(seats, most)
    return [*seats, SPECTATOR, FULL]


def check_secrets(hand: Hand, seats: Iterable[int | None]) -> None:
    """A view holds no offer but its own, nothing of the machine, and no part of the real state that is hidden."""
    s = hand.state
    offers = hand.offers
    for seat in seats:
        view = hand.view(seat)
        assert view.offer == (None if seat is None else offers.get(seat))
        assert view.to_act == hand.to_act
        v = view.state
        assert (v.deck, v.at, v.owed, v.later, v.offer, v.fresh) == ((), 0, (), (), None, [])
        i = -1 if seat is None else hand.seats.index(seat)
        alone = conceal(s, i)
        beside = alone if seat is None else conceal_but_own(s, i, conceal(s, SPECTATOR), alone.log)
        assert v.facts() == alone.facts() == beside.facts()
        assert v.log == alone.log == beside.log
        others = [j for j in range(len(hand.seats)) if j != i]
        secret: list[Any] = [s, s.fresh, s.log]
        secret += [s.hands[j] for j in others if not s.tabled >> j & 1 and s.plan.down]
        secret += [s.thrown[j] for j in others if any(s.thrown[j])]
        secret += [s.sealed[j] for j in others if s.sealed and type(s.sealed[j]) is tuple]
        secret += [s.deck] if s.at < len(s.deck) else []
        found = reached(view)
        assert not [part for part in secret if part and id(part) in found], f"a secret is in the view of {seat}"


def reached(view: View) -> set[int]:
    """The ids of all objects that can be reached from a view, but for the plan, which is the same for all."""
    found: set[int] = set()
    waiting: list[Any] = [view]
    while waiting:
        part = waiting.pop()
        if id(part) not in found and not isinstance(part, int | str | Plan | type):
            found.add(id(part))
            waiting += get_referents(part)
    return found


# --- deals that look alike ---------------------------------------------------------------------------------------


def act_changed(action: Action, change: dict[int, int]) -> Action:
    if isinstance(action, Discard | Give):
        return type(action)(changed(action.cards, change))
    return action


def hidden_from(hand: Hand, viewer: int) -> list[int]:
    """The cards that nobody has shown to a viewer so far and that he was not dealt himself."""
    seen: set[int] = set()
    for event in hand.log:
        seen.update(learned(event, viewer, hand.plan.members))
    return [card for card in hand.game.deck.cards if card not in seen]


def learned(event: ev.Compact, viewer: int, members: Sequence[Sequence[int]]) -> Sequence[int]:
    """The cards a viewer may learn from an event, worked out without the code that is under test."""
    code, own = event[0], event[1:2] == (viewer,)
    if code == ev.DEALT:
        seats = members[event[1]]
        mine = event[2][seats.index(viewer) :: len(seats)] if viewer in seats else ()
        return event[2] if event[3] else mine
    if code == ev.LAID:
        return event[2] if event[3] else ()
    if code in (ev.TURNED, ev.SHOWN, ev.OPENERS_SHOWN):
        return event[2]
    if code == ev.DREW:
        return event[2] + event[3] if own else ()
    if code in (ev.DISCARDED, ev.RECEIVED):
        return event[2] if own else ()
    if code == ev.TURNED_UP:
        return [card for cards in event[2] for card in cards]
    if code == ev.SWAPPED:
        return [card for gift in event[1] for card in gift]
    return ()


def face(hand: Hand, viewer: int) -> tuple[Any, ...]:
    """All that a viewer is told."""
    view = hand.view(None if viewer == SPECTATOR else hand.seats[viewer])
    s = view.state
    return s.log, s.facts(), s.pc, s.offer, s.deck, s.at, s.owed, s.later, view.offer, view.to_act


def in_bytes(hand: Hand, viewer: int) -> bytes:
    """The same, and the events as people read them, as bytes."""
    view = hand.view(None if viewer == SPECTATOR else hand.seats[viewer])
    return repr((face(hand, viewer), view.events, view.holdings, view.rows, view.drawn)).encode()


def check_alike(rng: Random, played: Played, dealing: Recorded) -> int:
    """Deal the hand again with cards exchanged that a viewer has not seen: he must not notice (section 5).

    The same is decided in both deals as long as it is legal in the other; gives the number of moments compared.
    """
    viewer = rng.choice((*range(len(played.last.seats)), SPECTATOR))
    stop = rng.choice((rng.randint(0, len(played.decisions)), len(played.decisions)))
    secret = hidden_from(played.hands[stop], viewer)
    if len(secret) < 2:
        return 0
    picked = rng.sample(secret, rng.choice((2, len(secret))))
    targets = picked[1:] + picked[:1]
    change = dict(zip(picked, targets, strict=True))
    table = played.table
    hand = start_exchanged(table, played.hands[0], dealing, change)
    for step in range(stop + 1):
        original = played.hands[step]
        if not same_face(original, hand, viewer):
            return step
        if step == stop or hand.over:
            assert in_bytes(original, viewer) == in_bytes(hand, viewer)
            return step + 1
        seat, action = played.decisions[step]
        try:
            hand = hand.act(act_changed(action, change), seat)
        except IllegalAction:
            return step + 1
    return stop + 1


def start_exchanged(table: Table, first: Hand, dealing: Recorded, change: dict[int, int]) -> Hand:
    def dealer(deck: Deck) -> Any:
        return Exchanged(dealing, change)

    return Hand.start(
        table.game, table.stakes, table.seats, table.button, dealer, house=table.house, carry=first.carried
    )


def same_face(original: Hand, other: Hand, viewer: int) -> bool:
    """True if a viewer sees the same; False if something was proved that differs. Anything else is a leak."""
    if face(original, viewer) == face(other, viewer):
        return True
    members = original.plan.members
    pairs = zip(original.log, other.log, strict=False)
    seen = [(see(a, viewer, members), see(b, viewer, members)) for a, b in pairs]
    differing = next((pair for pair in seen if pair[0] != pair[1]), None)
    assert differing is not None, f"viewer {viewer} sees the same events and another state"
    assert {differing[0][0], differing[1][0]} & PROOFS, f"viewer {viewer} sees {differing[0]} or {differing[1]}"
    return False

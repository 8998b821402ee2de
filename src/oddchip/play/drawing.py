"""The draw: discards, replacements, and a stub that runs short (D-DR, D-RS)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oddchip import state as st
from oddchip.actions import Action, DealOffer, Discard, DrawOffer
from oddchip.cards import ACE, is_joker, rank_of
from oddchip.errors import IllegalAction, SetupError
from oddchip.plan import DrawOp
from oddchip.play import dealing, opening
from oddchip.state import State


def enter(s: State, op: DrawOp) -> bool:
    """All live seats draw, all-in ones too, in turn from the dealer's left (D-PA-3, D-DR-5)."""
    first = st.lowest(s.live)
    st.began(s, s.pc, first, s.live)
    s.offer = DRAW
    return True


#: Draw offers are built when somebody asks; this marks that one stands.
DRAW = object()


def offer(s: State, i: int) -> DrawOffer:
    op = s.plan.ops[s.pc]
    assert isinstance(op, DrawOp)
    hand = s.hands[i]
    helps = tuple([card for card in hand if is_joker(card) or rank_of(card) == ACE]) if op.ace_helps else ()
    return DrawOffer(hand, op.extra, op.most, helps)


def decide(s: State, i: int, action: Action) -> None:
    """Throw and receive (D-DR-1)."""
    op = s.plan.ops[s.pc]
    assert isinstance(op, DrawOp)
    if type(action) is not Discard:
        raise IllegalAction("in a draw a seat throws cards or stands pat")
    thrown = action.cards
    if thrown:
        no = offer(s, i).refusal(thrown)
        if no is not None:
            raise IllegalAction(no.reason)
    rules = s.plan.house
    if rules.openers.announce_split and opening.breaks(s, i, thrown):
        st.openers_split(s, i)
    need = len(thrown) + op.extra
    s.offer = None
    if rules.draw.draw_order == "sequential" and not (rules.draw.fifth_card_last and need == 5):
        if not s.shuffles and _stub_serves(s, need):
            st.drew(s, i, thrown, dealing.take(s, need))
            _go_on(s)
            return
        s.owed = ((i, need),)
    else:
        _owe_later(s, i, need)
    st.discarded(s, i, thrown)
    serve(s)


def _stub_serves(s: State, need: int) -> bool:
    reserve = s.plan.house.draw.reshuffle == "reserve_bottom"
    return len(s.deck) - s.at >= need and s.left - reserve >= need


def _owe_later(s: State, i: int, need: int) -> None:
    """All announce before any card is dealt, or only the fifth card waits (D-DR-1, D-DR-3)."""
    if s.plan.house.draw.draw_order == "announce_first":
        s.later += ((i, need),)
        return
    s.owed = ((i, need - 1),)
    s.later += ((i, 1),)


def _go_on(s: State) -> None:
    if s.pending:
        s.offer = DRAW
    elif s.later:
        s.owed, s.later = s.later, ()
        serve(s)
    else:
        s.pc += 1


def serve(s: State) -> None:
    """Deal what is owed, as far as cards are known; ask chance for more when they are not."""
    while s.owed:
        i, need = s.owed[0]
        got = _from_stub(s, i, need) if need else ()
        if got:
            st.received(s, i, got)
            need -= len(got)
        s.owed = ((i, need), *s.owed[1:]) if need else s.owed[1:]
        if need:
            _ask(s, i, need)
            return
    _go_on(s)


def _ask(s: State, i: int, need: int) -> None:
    """Ask chance for the next cards of a stub whose order is not fixed, or for a reshuffle."""
    unknown = dealing.unknown_stub(s) if len(s.deck) - s.at < s.left else ()
    own = _own(s, i)
    fresh = tuple([card for card in unknown if card not in own])
    if fresh and not _must_mix(s, len(fresh), need):
        s.offer = DealOffer(i, fresh, min(need, len(fresh)))
    else:
        pool = muck(s)
        s.offer = DealOffer("stub", pool, len(pool), whole=True)


def _must_mix(s: State, fresh: int, need: int) -> bool:
    mode = s.plan.house.draw.reshuffle
    return (mode == "mix_remaining" and fresh < need) or (mode == "reserve_bottom" and s.left <= 1)


def _own(s: State, i: int) -> set[int]:
    return {card for throw in s.thrown[i] for card in throw}


def _from_stub(s: State, i: int, need: int) -> tuple[int, ...]:
    """What the known stub gives this drawer now; own discards in it are passed over and stay (D-RS-2)."""
    stub = s.deck[s.at :]
    earlier = {card for throw in s.thrown[i][:-1] for card in throw}
    now = set(s.thrown[i][-1]) if s.thrown[i] else set()
    serving = plan_serving(stub, earlier, now, need, s.plan.house.draw.reshuffle, bool(s.shuffles), s.left)
    if serving:
        rest = tuple([card for card in stub if card not in serving])
        s.deck, s.at = rest, 0
    return serving


def plan_serving(
    stub: Sequence[int],
    earlier: Iterable[int],
    now: Iterable[int],
    need: int,
    mode: str,
    shuffled: bool,
    left: int | None = None,
) -> tuple[int, ...]:
    """The cards of a stub, top first, that a drawer receives before anything is shuffled again (D-RS-1 to D-RS-3).

    `earlier` and `now` are his own discards of earlier draws and of this one. After a shuffle his earlier discards
    come last and only if nothing else is left; those of this draw never come.
    """
    own = set(earlier) | set(now)
    eligible = [card for card in stub if card not in own]
    whole = len(stub) if left is None else left
    if mode == "reserve_bottom" and not shuffled and len(stub) == whole:
        eligible = [card for card in stub[:-1] if card not in own]
    if len(eligible) >= need:
        return tuple(eligible[:need])
    if mode == "mix_remaining" and not shuffled:
        return ()
    if shuffled:
        last = set(earlier) - set(now)
        eligible += [card for card in stub if card in last]
    return tuple(eligible[:need])


def muck(s: State) -> tuple[int, ...]:
    """Everything that may be shuffled: folded hands, discards, what is left of the stub.

    The opener's discards stay aside as his proof (D-JP-4) unless cards would run out without them.
    """
    held = {card for j in s.plan.members[s.live] for card in s.hands[j]}
    held.update(card for row in s.rows for card in row)
    pool = [card for card in s.plan.deck.cards if card not in held]
    if opening.must_prove(s, s.opener):
        aside = _own(s, s.opener)
        kept = [card for card in pool if card not in aside]
        wanted = max((need for _, need in s.owed), default=0)
        drawer = s.owed[0][0] if s.owed else s.opener
        if len([card for card in kept if card not in _own(s, drawer)]) >= wanted:
            return tuple(kept)
    if not pool:
        raise SetupError("no card is left to draw")
    return tuple(pool)

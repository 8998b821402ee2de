"""The draw: discards, replacements, and a stub that runs short (D-DR, D-RS)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

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


def decide(s: State, op: DrawOp, i: int, action: Action) -> None:
    """Throw and receive (D-DR-1)."""
    if type(action) is not Discard:
        raise IllegalAction("in a draw a seat throws cards or stands pat")
    thrown = action.cards
    if type(thrown) is not tuple:
        raise IllegalAction(f"thrown cards are a tuple of cards, not {thrown!r}")
    hand = kept = s.hands[i]
    if thrown:
        kept = tuple([card for card in hand if card not in thrown])
        if len(thrown) > op.most or len(kept) + len(thrown) != len(hand):
            no = offer(s, i).refusal(thrown)
            if no is not None:
                raise IllegalAction(no.reason)
    if op.announce_split and opening.breaks(s, i, thrown):
        st.openers_split(s, i)
    need = len(thrown) + op.extra
    if op.sequential and need != op.waits:
        cards = _served(s, op, i, need)
        if cards is not None:
            st.drew(s, i, thrown, cards, kept)
            _go_on(s)
            return
        s.owed = ((i, need),)
    else:
        _owe_later(s, i, need)
    st.discarded(s, i, thrown)
    serve(s)


def _served(s: State, op: DrawOp, i: int, need: int) -> tuple[int, ...] | None:
    """The next cards, if all that is needed is known; own discards that came back are passed over (D-RS-2)."""
    at = s.at
    coming = s.deck[at : at + need]
    if len(coming) < need or s.left - op.reserve < need:
        return None
    if s.shuffles and not set(coming).isdisjoint(chain.from_iterable(s.thrown[i])):
        own = _own(s, i)
        stub = s.deck[at:]
        coming = tuple([card for card in stub if card not in own][:need])
        if len(coming) < need or op.reserve:
            return None
        s.deck, s.at = tuple([card for card in stub if card not in coming]), 0
        return coming
    s.at = at + need
    return coming


def _owe_later(s: State, i: int, need: int) -> None:
    """All announce before any card is dealt, or only the fifth card waits (D-DR-1, D-DR-3)."""
    rules = s.plan.house.draw
    last = 1 if rules.fifth_card_last and need == 5 else 0
    if rules.draw_order == "announce_first":
        s.later += ((i, need - last),)
    else:
        s.owed = ((i, need - last),)
    if last:
        s.later += ((i, 1),)


def _go_on(s: State) -> None:
    if s.pending:
        s.offer = DRAW
    elif s.later:
        s.owed, s.later = _in_turn(s.later), ()
        serve(s)
    else:
        s.pc += 1


def _in_turn(later: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Fifth cards come after everybody's others (D-DR-3)."""
    seen: set[int] = set()
    first: list[tuple[int, int]] = []
    fifth: list[tuple[int, int]] = []
    for i, need in later:
        (fifth if i in seen else first).append((i, need))
        seen.add(i)
    return (*first, *fifth)


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
    if len(s.deck) - s.at < s.left:
        mode = s.plan.house.draw.reshuffle
        unknown = dealing.unknown_stub(s)
        fresh = min(len(unknown), s.left - (mode == "reserve_bottom"))
        if fresh > 0 and not (mode == "mix_remaining" and fresh < need):
            s.offer = DealOffer(i, unknown, min(need, fresh))
            return
    pool = muck(s, i, need)
    if set(pool).issubset(s.thrown[i][-1]):
        raise SetupError("no card is left to draw")
    s.offer = DealOffer("stub", pool, len(pool), whole=True)


def _own(s: State, i: int) -> set[int]:
    return {card for throw in s.thrown[i] for card in throw}


def _from_stub(s: State, i: int, need: int) -> tuple[int, ...]:
    """What the known stub gives this drawer now; own discards in it are passed over and stay (D-RS-2)."""
    stub = s.deck[s.at :]
    mode = s.plan.house.draw.reshuffle
    if len(stub) < s.left:
        # The rest is asked for card by card, and none of what is known has been thrown by anybody.
        serving = stub[:need]
    else:
        own = _own(s, i)
        serving = tuple([card for card in stub if card not in own][:need])
        if serving == stub and mode in ("deplete_first", "folded_first"):
            s.deck, s.at = (), 0
            return serving
        if len(serving) < need or mode == "reserve_bottom":
            now = set(s.thrown[i][-1])
            earlier = {card for throw in s.thrown[i][:-1] for card in throw}
            others = set(muck(s, i, need)) - set(stub) - now
            serving = plan_serving(stub, earlier, now, need, mode, bool(others), bool(others - earlier))
    if serving:
        s.deck, s.at = tuple([card for card in stub if card not in serving]), 0
    return serving


def plan_serving(
    stub: Sequence[int],
    earlier: Iterable[int],
    now: Iterable[int],
    need: int,
    mode: str,
    more: bool,
    others: bool,
) -> tuple[int, ...]:
    """The cards of a stub, top first, that a drawer receives before anything is shuffled again (D-RS-1 to D-RS-3).

    `earlier` and `now` are his own discards of earlier draws and of this one; the latter never come, the former only
    when nothing else is left. `more`: cards that may come lie outside the stub; `others`: and not all his own.
    """
    own = set(earlier) | set(now)
    served = stub[:-1] if mode == "reserve_bottom" and more else stub
    eligible = [card for card in served if card not in own]
    if len(eligible) >= need:
        return tuple(eligible[:need])
    if mode == "mix_remaining" and more:
        return ()
    if not others:
        last = set(earlier) - set(now)
        eligible += [card for card in served if card in last]
    return tuple(eligible[:need])


def muck(s: State, i: int, need: int) -> tuple[int, ...]:
    """Everything that may be shuffled for a drawer: folded hands, discards, what is left of the stub.

    The opener's discards stay aside as his proof (D-JP-4) unless cards would run out without them.
    """
    held = [s.hands[j] for j in s.plan.members[s.live]]
    pool = sorted(s.plan.pack.difference(*held, *s.rows))
    if opening.must_prove(s, s.opener):
        aside, own = _own(s, s.opener), _own(s, i)
        kept = [card for card in pool if card not in aside]
        if len([card for card in kept if card not in own]) >= need:
            return tuple(kept)
    return tuple(pool)


def ordered(s: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The order of a shuffled pool: as it comes, or folded hands before discards (option `folded_first`, D-RS-1)."""
    if s.plan.house.draw.reshuffle != "folded_first":
        return cards
    folded = {card for j in s.plan.members[s.plan.everyone & ~s.live] for card in s.hands[j]}
    return tuple(sorted(cards, key=lambda card: card not in folded))

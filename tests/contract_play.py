"""Random legal play, and what must hold at every moment of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from contract_tables import Table
from oddchip import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAT,
    PAY_BRING_IN,
    Carry,
    DeclareWay,
    Discard,
    Give,
    Hand,
    IllegalAction,
    RaiseTo,
    Way,
    shuffled,
)
from oddchip import events as ev
from oddchip.actions import Action, BetOffer, Between, DeclareOffer, DrawOffer, Offer, SwapOffer
from oddchip.plan import DrawOp
from oddchip.state import _FACTS, _MACHINE, State

#: More decisions than any hand has: five rounds of ten seats, capped or all-in, three draws.
MOST_DECISIONS = 2000


@dataclass
class Played:
    """One hand as it was played: every state that waited for somebody, and what was decided in it."""

    table: Table
    hands: list[Hand]
    decisions: list[tuple[int, Action]] = field(default_factory=list)

    @property
    def last(self) -> Hand:
        return self.hands[-1]


def choose(rng: Random, offer: Offer) -> Action:
    """One legal action, with few folds and few all-ins, so that hands go on."""
    if isinstance(offer, DrawOffer):
        if rng.random() < 0.2:
            return PAT
        wanted = rng.sample(offer.hand, rng.randint(1, len(offer.hand)))
        return Discard(tuple(wanted)) if offer.refusal(tuple(wanted)) is None else rng.choice(offer.actions())
    if isinstance(offer, SwapOffer):
        return Give(tuple(rng.sample(offer.hand, offer.count)))
    if isinstance(offer, DeclareOffer):
        return rng.choice(offer.actions())
    assert isinstance(offer, BetOffer)
    actions = [action for action in offer.actions() if action != FOLD or rng.random() < 0.35]
    if isinstance(offer.raise_to, Between) and rng.random() < 0.4:
        least, most, step = offer.raise_to.least, offer.raise_to.most, offer.raise_to.step
        return RaiseTo(least + step * rng.randint(0, min((most - least) // step, 20)))
    return rng.choice(actions or offer.actions())


def snapshot(s: State) -> tuple[Any, ...]:
    """All that a state says, its machine and its events included; every part is itself immutable."""
    return (*[getattr(s, name) for name in (*_FACTS, *_MACHINE)], s.offer, s.log, tuple(s.fresh))


def refused(rng: Random, offer: Offer, deck: tuple[int, ...]) -> list[Action]:
    """Actions that are not on offer: of other kinds, of other amounts, with other cards."""
    tried: list[Action] = []
    if isinstance(offer, BetOffer):
        plain = ((offer.check, CHECK), (offer.call, CALL), (offer.fold, FOLD))
        plain += ((offer.bring_in, PAY_BRING_IN), (offer.declare_open, DECLARE_OPEN))
        tried += [action for on_offer, action in plain if not on_offer]
        amounts = (-1, 0, 1, rng.randint(0, 300), 10**9)
        if offer.raise_to:
            amounts += (offer.raise_to.least - 1, offer.raise_to.most + 1)
            tried += [RaiseTo(amount) for amount in amounts if amount not in offer.raise_to]
            tried.append(RaiseTo(float(offer.raise_to.least)))  # type: ignore[arg-type]
        else:
            tried += [RaiseTo(amount) for amount in amounts]
        tried += [PAT, DeclareWay(Way.LOW), Give(deck[:4])]
    else:
        tried += [CHECK, CALL, FOLD, RaiseTo(2)]
    if isinstance(offer, DrawOffer | SwapOffer):
        make = Discard if isinstance(offer, DrawOffer) else Give
        others = [card for card in deck if card not in offer.hand]
        sets = [(rng.choice(others),), offer.hand[:1] * 2, (*offer.hand[1:], rng.choice(others)), (-1,)]
        sets += [tuple(rng.sample(offer.hand, rng.randint(1, len(offer.hand)))) for _ in range(2)]
        tried += [make(cards) for cards in sets if offer.refusal(cards) is not None]
    if isinstance(offer, DeclareOffer):
        tried += [DeclareWay("neither"), PAT]  # type: ignore[arg-type]
    return rng.sample(tried, min(3, len(tried)))


def check_offers(rng: Random, hand: Hand, seat: int) -> None:
    """Every offered action is accepted, sampled others are refused, and the hand is as it was (section 2)."""
    offer = hand.offers[seat]
    before = snapshot(hand.state)
    actions = offer.actions()
    assert actions, f"seat {seat} is asked and has nothing to choose from"
    for action in actions if isinstance(offer, BetOffer) else rng.sample(actions, min(3, len(actions))):
        hand.act(action, seat)
    for action in refused(rng, offer, hand.game.deck.cards):
        with pytest.raises(IllegalAction):
            hand.act(action, seat)
    outsiders = [other for other in hand.seats if other not in hand.to_act]
    if outsiders:
        with pytest.raises(IllegalAction):
            hand.act(actions[0], rng.choice(outsiders))
    assert snapshot(hand.state) == before


def play(rng: Random, table: Table, carry: Carry | None = None, dealer: Any = None, check: float = 1.0) -> Played:
    """A hand of random legal play; at a share `check` of the decisions everything on offer is tried."""
    hand = Hand.start(
        table.game,
        table.stakes,
        table.seats,
        table.button,
        dealer or shuffled(rng),
        house=table.house,
        carry=carry,
    )
    played = Played(table, [hand])
    while not hand.over:
        assert len(played.decisions) < MOST_DECISIONS, "the hand does not end"
        seat = rng.choice(sorted(hand.to_act))
        if rng.random() < check:
            check_offers(rng, hand, seat)
        action = choose(rng, hand.offers[seat])
        fork, hand = hand.act(action, seat), hand.act(action, seat)
        assert fork == hand, "the same decision leads to another state"
        played.hands.append(hand)
        played.decisions.append((seat, action))
    return played


# --- what must hold at every moment ------------------------------------------------------------------------------


def check_moment(hand: Hand) -> None:
    """Chips are conserved, each card is in one place, and somebody is asked until the hand is over."""
    s = hand.state
    start = sum(hand.dealt_stacks) + (hand.carried.amount if hand.carried else 0)
    carry = hand.carry.amount if hand.carry else 0
    assert sum(s.stacks) + s.pot + carry == start, "chips are not conserved"
    assert min(*s.stacks, *s.bets, *s.put) >= 0
    assert all(stack % hand.stakes.unit == 0 for stack in s.stacks), "a smallest chip was broken (ODD-5)"
    check_cards(s)
    assert hand.over or hand.to_act, "nobody is asked and the hand is not over"
    assert (hand.result is None) == (not hand.over)


def check_replay(played: Played) -> None:
    """The events alone, one after another, give every state of the hand."""
    s = played.hands[0].replayed(())
    done = 0
    for hand in played.hands:
        for event in hand.log[done:]:
            s = fold_one(s, event)
        done = len(hand.log)
        assert s.facts() == hand.state.facts(), "the events do not give the state"
    assert played.last.replayed() == played.last.state


def check_cards(s: State) -> None:
    """Live hands, rows, the stub, and, until a shuffle takes them back, folded hands and discards."""
    held = [card for i in s.plan.members[s.live] for card in s.hands[i]]
    places = held + [card for row in s.rows for card in row] + list(s.deck[s.at :])
    if not s.shuffles:
        places += [card for i in range(s.plan.n) if not s.live >> i & 1 for card in s.hands[i]]
        places += [card for throws in s.thrown for throw in throws for card in throw]
    assert len(set(places)) == len(places), "a card is in two places"
    assert set(places) <= set(s.plan.deck.cards), "a card is not of this pack"
    assert s.left >= 0
    assert len(s.deck) - s.at <= s.left, "more cards are known in the stub than it holds"


def check_draws(played: Played) -> None:
    """D-RS-2, D-RS-3: a card thrown in this draw never comes back, an earlier one only when no other is left."""
    hand = played.last
    thrown: list[list[tuple[int, ...]]] = [[] for _ in hand.seats]
    s = hand.replayed(())
    for event in hand.log:
        kind = event[0]
        if kind in (ev.DREW, ev.DISCARDED):
            thrown[event[1]].append(event[2])
        if kind in (ev.DREW, ev.RECEIVED):
            i, got = event[1], event[-1]
            now, earlier = set(thrown[i][-1]), {card for throw in thrown[i][:-1] for card in throw}
            assert not now & set(got), "a card thrown in this draw came back"
            if earlier & set(got):
                check_last_resort(s, i, event, now | earlier)
        s = fold_one(s, event)


def check_last_resort(s: State, i: int, event: ev.Compact, own: set[int]) -> None:
    out = {card for j in s.plan.members[s.live] for card in s.hands[j]} | {card for row in s.rows for card in row}
    aside = {card for throw in s.thrown[s.opener] for card in throw} if s.opener >= 0 else set()
    others = set(s.plan.deck.cards) - out - own - aside - set(event[-1])
    assert s.shuffles, "an own discard came back before any shuffle"
    assert not others, f"an own discard came back and {len(others)} other cards were free"


def fold_one(s: State, event: ev.Compact) -> State:
    from oddchip.state import WRITERS

    s = s.copy()
    WRITERS[event[0]](s, *event[1:])
    s.fresh = []
    return s


def check_end(played: Played) -> None:
    """The result adds up, events survive their typed form, and no draw gave back what it should not."""
    check_replay(played)
    hand = played.last
    result = hand.result
    assert result is not None
    carried = hand.carried.amount if hand.carried else 0
    left = hand.carry.amount if hand.carry else 0
    assert sum(result.net.values()) == carried - left
    for event, typed in zip(hand.log, hand.events, strict=True):
        assert ev.compact(typed, hand.seats) == event
    assert not any(isinstance(op, DrawOp) for op in hand.plan.ops) or check_draws(played) is None

"""Hands played from a script: who is dealt what, and what is decided, as people write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddchip import Carry, Game, Hand, HouseRules, Seat, by_hand, find_game, parse_action
from oddchip.actions import DealOffer
from oddchip.stakes import Stakes


def sit(
    game: Game | str,
    stakes: Stakes,
    cards: Sequence[str] = (),
    *,
    players: int | None = None,
    stacks: int | Sequence[int] = 200,
    rows: Mapping[str, str] | None = None,
    house: HouseRules | None = None,
    carry: Carry | None = None,
    event_players: int | None = None,
) -> Hand:
    """A hand on seats 0, 1, ... with the button on the last, so that seats are positions.

    `cards[i]` are the cards seat i receives, in order, draws included; `rows` those of the table. Cards that nobody
    wrote down come from what is left, lowest first.
    """
    game = find_game(game) if isinstance(game, str) else game
    n = players or (len(stacks) if isinstance(stacks, Sequence) else len(cards))
    chips = [stacks] * n if isinstance(stacks, int) else list(stacks)
    return Hand.start(
        game,
        stakes,
        [Seat(i, chips[i]) for i in range(n)],
        n - 1,
        by_hand(scripted(game, cards, rows or {})),
        house=house or HouseRules(),
        carry=carry,
        event_players=event_players,
    )


def scripted(game: Game, cards: Sequence[str], rows: Mapping[str, str]) -> Callable[[DealOffer], Sequence[int]]:
    """Deals each place the next of its cards that is still in the stub."""
    script: dict[Any, tuple[int, ...]] = {i: game.deck.parse(text) for i, text in enumerate(cards)}
    script |= {row: game.deck.parse(text) for row, text in rows.items()}
    every = [card for place in script.values() for card in place]
    wanted = set(every)
    assert len(wanted) == len(every), "a card is written down twice"

    def choose(offer: DealOffer) -> Sequence[int]:
        if offer.whole:
            return sorted(offer.eligible)
        own = [card for card in script.get(offer.to, ()) if card in offer.eligible]
        free = [card for card in sorted(offer.eligible) if card not in wanted]
        return own[:1] or free[:1] or sorted(offer.eligible)[:1]

    return choose


def play(hand: Hand, *script: str) -> Hand:
    """Decisions in turn: `play(hand, "call", "raise 8, fold", "1: declare low")`; "check/call" is what goes first."""
    for line in script:
        for said in filter(None, map(str.strip, line.split(","))):
            seat, _, action = said.rpartition(":")
            hand = hand.act(parse_action(action.strip(), hand.game.deck), int(seat) if seat else None)
    return hand


def passive(hand: Hand, until: Callable[[Hand], bool] = lambda hand: False) -> Hand:
    """Everybody checks or calls, stands pat, and declares high, until something is so or the hand is over."""
    while not hand.over and not until(hand):
        seat = min(hand.to_act)
        actions = {type(action).__name__: action for action in reversed(hand.offers[seat].actions())}
        order = ("Check", "Call", "PayBringIn", "Discard", "DeclareWay", "Give")
        hand = hand.act(next(actions[name] for name in order if name in actions), seat)
    return hand


def round_is(number: int) -> Callable[[Hand], bool]:
    """Has betting round `number`, from 0, begun?"""
    return lambda hand: hand.round_number == number and hand.turn is not None


def drawing(hand: Hand) -> bool:
    """Is somebody asked to draw?"""
    return any(type(offer).__name__ == "DrawOffer" for offer in hand.offers.values())


def declaring(hand: Hand) -> bool:
    """Is somebody asked to declare?"""
    return any(type(offer).__name__ == "DeclareOffer" for offer in hand.offers.values())


def nets(hand: Hand) -> tuple[int, ...]:
    """What each seat won or lost, by seat."""
    assert hand.result is not None, "the hand is not over"
    return tuple(hand.result.net[seat] for seat in sorted(hand.result.net))


def kinds(hand: Hand) -> list[str]:
    """The events so far, by name."""
    return [type(event).__name__ for event in hand.events]

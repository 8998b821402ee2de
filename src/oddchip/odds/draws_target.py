"""The chance to reach a target within one, two or three draws, with the best keeps: dynamic programming, exact.

    towards("badugi", "2c3d4hKs", "badugi", draws=3).chance          # 20.833, 37.68, 51.23 % with 1, 2, 3 draws
    towards("triple_draw(kansas_city)", "2c3d4hKdQs", "8-7 or better", draws=2)

Only the own hand is looked at; everything it throws is gone. Before each draw the keep with the best chance is taken,
whatever it is: any cards of the hand may be kept, except that a card that stands in no target hand always goes, since
the card drawn in its place can be treated like it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddchip.cards import cards_text
from oddchip.errors import CardError, GameError, SetupError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.kernels import towards as kernel
from oddchip.kernels.removal import offsets, steps
from oddchip.odds.draws_exact import sets_of
from oddchip.odds.draws_goal import Goal, Masks, Target, cards_of, goal_of, plan_of
from oddchip.odds.spot import CardsLike
from oddchip.plan import DrawOp
from oddchip.spec import Game

Cards = tuple[int, ...]
LIMIT = 6_000_000_000
"""More steps than this are not taken unless asked for: some minutes of processor time."""
_ONE = np.uint64(1)


@dataclass(frozen=True)
class Chances:
    """The chance of a target for each first keep, with the best keeps afterwards; best first, of equals the largest."""

    game: Game
    hand: Cards
    draws: int
    chances: dict[Cards, Fraction]

    def __getitem__(self, cards: CardsLike) -> Fraction:
        deck = self.game.deck
        wanted = frozenset(deck.parse(cards) if isinstance(cards, str) else cards)
        for kept, chance in self.chances.items():
            if frozenset(kept) == wanted:
                return chance
        raise CardError(f"{cards_text(sorted(wanted), deck) or 'nothing'} cannot be kept here")

    @property
    def best(self) -> Cards:
        """The keep to begin with."""
        return next(iter(self.chances))

    @property
    def chance(self) -> Fraction:
        """The chance with best play."""
        return self.chances[self.best]

    def heat(self) -> dict[str, tuple[int, Fraction]]:
        """For a map: the kept cards as text, with how many are thrown and the chance."""
        return {
            cards_text(kept, self.game.deck): (len(self.hand) - len(kept), chance)
            for kept, chance in self.chances.items()
        }


def towards(
    game: Game | str,
    hand: CardsLike,
    target: Target,
    *,
    draws: int = 1,
    dead: CardsLike = (),
    keep: CardsLike | None = None,
    rules: int = 0,
    house: HouseRules = HouseRules(),  # noqa: B008 - frozen
    limit: int = LIMIT,
) -> Chances:
    """The chance that `hand` is a hand of the target after `draws` more draws, for every keep of the first of them.

    `target` is a range of whole hands (in words: "8-7 or better", "badugi J or better", "trips or better") or the
    least value that will do. `dead` are cards that cannot come; `keep` asks for one first keep only. Three draws take
    seconds to minutes, by how many cards the target tells apart; `SetupError` when it would be more than `limit` steps.
    """
    found = find_game(game) if isinstance(game, str) else game
    goal = goal_of(found, target, rules, house)
    ops = [op for op in plan_of(found, house).ops if isinstance(op, DrawOp)]
    if not 1 <= draws <= min(3, len(ops)):
        raise GameError(f"{found.name} has {len(ops)} draws: 1 to {min(3, len(ops))} can be to come, not {draws}")
    size = goal.size - sum(op.extra for op in ops[len(ops) - draws :])
    held = cards_of(hand, found.deck, "the hand")
    gone = cards_of(dead, found.deck, "the dead cards")
    if len(held) != size:
        raise CardError(f"a whole hand of {size} cards is needed before this draw, not {len(held)}")
    if both := set(held) & set(gone):
        raise CardError(f"{cards_text(sorted(both), found.deck)} is both in the hand and dead")
    play = _Play(goal, limit)
    state = play.start(held, gone)
    firsts = [cards_of(keep, found.deck, "the keep")] if keep is not None else list(_parts(held))
    if not set(firsts[0]) <= set(held):
        raise CardError(f"{cards_text(firsts[0], found.deck)} are not all cards of the hand")
    chances = {kept: play.after(state, kept, draws) for kept in firsts}
    order = sorted(chances, key=lambda kept: (-chances[kept], -len(kept)))
    return Chances(found, held, draws, {kept: chances[kept] for kept in order})


def _parts(cards: Sequence[int]) -> Iterator[Cards]:
    for mask in range(1 << len(cards)):
        yield tuple(card for place, card in enumerate(cards) if mask >> place & 1)


class State(NamedTuple):
    """Before a draw or after a keep: useful cards held and to come (masks of cards), and how much junk is to come."""

    held: int
    live: int
    junk: int

    @property
    def unseen(self) -> int:
        return self.live.bit_count() + self.junk


class _Play:
    """All situations on the way to one target, each solved once."""

    def __init__(self, goal: Goal, limit: int) -> None:
        self.goal, self.size, self.limit = goal, goal.size, limit
        self.useful = int(np.bitwise_or.reduce(goal.masks))
        self.cards = [card for card in goal.deck.cards if self.useful >> card & 1]
        self.place = {card: place for place, card in enumerate(self.cards)}
        self.known: dict[tuple[int, ...], Fraction] = {}
        self.steps = 0

    def start(self, hand: Cards, dead: Cards) -> State:
        seen = _mask(hand) | _mask(dead)
        unseen = [card for card in self.goal.deck.cards if not seen >> card & 1]
        live = _mask(unseen) & self.useful
        return State(_mask(hand) & self.useful, live, len(unseen) - live.bit_count())

    def after(self, state: State, kept: Cards, draws: int) -> Fraction:
        """The chance of a first keep, junk and all."""
        received = self.size - len(kept)
        return self.chance(State(_mask(kept) & self.useful, state.live, state.junk), received, draws)

    # -- the chance of a keep ----------------------------------------------------------------------------------------

    def chance(self, state: State, received: int, draws: int, key: Sequence[int] | None = None) -> Fraction:
        """Holding what is kept, to receive so many cards now, and draw again as often as is left."""
        if state.unseen < received:
            raise SetupError(f"there are {state.unseen} cards left to draw, and {received} are wanted")
        if draws == 1:
            return self._one(state, received)
        words = self._keys([state])[0] if key is None else key
        known = (*words, state.junk, received, draws)
        if known not in self.known:
            self.known[known] = self._two(state, received) if draws == 2 else self._more(state, received, draws)
        return self.known[known]

    def _one(self, state: State, received: int) -> Fraction:
        if state.held.bit_count() + received != self.size:
            return Fraction(0)
        masks, held, gone = self.goal.masks, np.uint64(state.held), np.uint64(self.useful & ~(state.held | state.live))
        ways = int(((masks & held == held) & (masks & gone == 0)).sum())
        return Fraction(ways, comb(state.unseen, received))

    def _two(self, state: State, received: int) -> Fraction:
        left = state.unseen - received
        if left < self.size:
            raise SetupError(f"there are {left} cards left for the second draw, and up to {self.size} are wanted")
        deals = [comb(left, self.size - kept) for kept in range(self.size + 1)]
        unit = lcm(*deals)
        self._count_steps(comb(state.live.bit_count(), min(received, state.live.bit_count() // 2)) + len(self._masks))
        junk = [comb(state.junk, received - drawn) for drawn in range(received + 1)]
        kept, live = (self._places(mask) for mask in (state.held, state.live))
        gone = np.uint64((1 << len(self.cards)) - 1 - sum(1 << place for place in (*kept, *live)))
        kernel.held_by(self._targets, self._masks, gone, self.size, self._steps, self._whole, self._sums)
        total = kernel.two_draws(
            np.array(kept, np.int64), np.array(live, np.int64), received, np.array(junk, np.int64),
            np.array([unit // one for one in deals], np.int64), self._sums, self._steps,
        )  # fmt: skip
        return Fraction(int(total), comb(state.unseen, received) * unit)

    def _more(self, state: State, received: int, draws: int) -> Fraction:
        """Every hand that may come, alike ones together, each with its best keep."""
        found = []
        for drawn in range(received + 1):
            junk = comb(state.junk, received - drawn)
            if junk and drawn <= state.live.bit_count():
                left = state.junk - (received - drawn)
                found += [(State(held, live, left), many * junk) for held, live, many in self._hands(state, drawn)]
        if self.useful.bit_count() - self.size > state.unseen - received:
            # Without a bound for keeps every one of them is tried: that is known before it takes an hour.
            keeps = comb(state.unseen - received + self.size, self.size) + len(self._masks) * (1 << self.size)
            self._check(self.steps + len(found) * keeps // 4)
        total = sum((ways * self.best(one, draws - 1) for one, ways in found), Fraction(0))
        return total / comb(state.unseen, received)

    def _hands(self, state: State, drawn: int) -> Iterator[tuple[int, int, int]]:
        """The hands with so many live cards more: one of each kind, what is left, and how many there are."""
        live = np.array([card for card in self.cards if state.live >> card & 1], dtype=np.uint64)
        chosen = live[sets_of(len(live), drawn)]
        masks = np.bitwise_or.reduce(_ONE << chosen, axis=1) if drawn else np.zeros(1, np.uint64)
        held, left = masks | np.uint64(state.held), np.uint64(state.live) & ~masks
        _, firsts, counts = np.unique(
            self.goal.symmetry.keys(held, left), axis=0, return_index=True, return_counts=True
        )
        for first, many in zip(firsts.tolist(), counts.tolist(), strict=True):
            yield int(held[first]), int(left[first]), many

    # -- the best keep -----------------------------------------------------------------------------------------------

    def best(self, state: State, draws: int) -> Fraction:
        """The chance of the best keep. Keeps are tried in the order of a bound, until none is left that could do
        better: a pack that has all useful cards but those kept, in the place of junk, is at least as good."""
        cards = [card for card in self.cards if state.held >> card & 1]
        keeps = [_mask(part) for part in _parts(cards)]
        if draws == 1:
            return max(self._one(State(kept, state.live, state.junk), self.size - kept.bit_count()) for kept in keeps)
        bounds = self._bounds(keeps, state.unseen, draws)
        best = Fraction(0)
        for bound, kept in sorted(zip(bounds, keeps, strict=True), reverse=True):
            if bound <= best:
                break
            best = max(best, self.chance(State(kept, state.live, state.junk), self.size - kept.bit_count(), draws))
        return best

    def _bounds(self, keeps: Sequence[int], unseen: int, draws: int) -> list[Fraction]:
        states = [State(kept, self.useful & ~kept, 0) for kept in keeps]
        if any(state.unseen > unseen for state in states):
            return [Fraction(1)] * len(keeps)
        states = [State(one.held, one.live, unseen - one.unseen) for one in states]
        keys = self._keys(states)
        return [
            self.chance(one, self.size - one.held.bit_count(), draws, key)
            for one, key in zip(states, keys, strict=True)
        ]

    # -- what the kernel needs ---------------------------------------------------------------------------------------

    def _keys(self, states: Sequence[State]) -> list[list[int]]:
        held, live = (np.array([one[k] for one in states], dtype=np.uint64) for k in (0, 1))
        words: list[list[int]] = self.goal.symmetry.keys(held, live).tolist()
        return words

    def _places(self, mask: int) -> list[int]:
        return [place for place, card in enumerate(self.cards) if mask >> card & 1]

    def _count_steps(self, steps: int) -> None:
        self.steps += steps
        self._check(self.steps)

    def _check(self, steps: int) -> None:
        if steps > self.limit:
            raise SetupError(
                f"these draws towards this target take more than {self.limit:,} steps to count: ask for fewer draws, "
                "for one keep, or for more steps (limit)"
            )

    @cached_property
    def _targets(self) -> NDArray[np.int64]:
        places = np.zeros(256, dtype=np.int64)
        places[self.cards] = np.arange(len(self.cards))
        return places[self.goal.hands]

    @cached_property
    def _masks(self) -> Masks:
        found: Masks = np.bitwise_or.reduce(_ONE << self._targets.astype(np.uint64), axis=1)
        return found

    @cached_property
    def _steps(self) -> NDArray[np.int64]:
        return steps(len(self.cards), self.size)

    @cached_property
    def _sums(self) -> NDArray[np.int64]:
        return np.zeros(offsets(len(self.cards), self.size)[-1], dtype=np.int64)

    @cached_property
    def _whole(self) -> NDArray[np.int64]:
        whole = np.zeros_like(self._sums)
        kernel.add_up(self._targets, self._masks, np.uint64(0), True, 1, self.size, self._steps, whole)
        return whole


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)

"""The census: every card and every choice of a hand, counted to the end. For reduced packs.

Cards come one at a time, so dealing two cards is a node and then one more for each first card (as Kuhn and Leduc are
counted everywhere). A reshuffle is one node with every order of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from oddchip.actions import DealCards, DealOffer
from oddchip.hand import default_posts
from oddchip.house import HouseRules
from oddchip.perft.position import WORDS, checksum_of, choices, position_line
from oddchip.plan import plan_for
from oddchip.play import chance, decide, start
from oddchip.posts import clockwise
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.state import State

HOUSE = HouseRules()


@dataclass(frozen=True, slots=True)
class Census:
    """Nodes by kind; the most choices and cards in one line; over all ends the chips won or lost by seat and the sum
    of checksums modulo 2**64. `carried` ends leave a pot for the next deal."""

    chance: int
    decision: int
    terminal: int
    carried: int
    longest: int
    payoffs: tuple[int, ...]
    checksum: int

    @property
    def total(self) -> int:
        return self.chance + self.decision + self.terminal


def census(game: Game, stakes: Stakes, stacks: Sequence[int], button: int = 0, house: HouseRules = HOUSE) -> Census:
    """Count the whole tree of a hand; seat number k has `stacks[k]` chips.

    Raises what `Hand.start` raises. The tree of a whole pack is out of reach: strip it (`cards.stripped`).
    """
    seats = clockwise(dict(enumerate(stacks)), button)
    by_position = tuple(stacks[seat] for seat in seats)
    plan = plan_for(game, stakes, house, len(seats))
    counter = _Counter(seats, by_position)
    counter.walk(start(plan, by_position, default_posts(plan, seats, button)), 0)
    return counter.census()


class _Counter:
    def __init__(self, seats: tuple[int, ...], stacks: tuple[int, ...]) -> None:
        self.seats, self.stacks = seats, stacks
        self.chance = self.decision = self.terminal = self.carried = self.longest = self.checksum = 0
        self.payoffs = [0] * len(seats)

    def walk(self, s: State, depth: int) -> None:
        if s.ended:
            self._end(s, depth)
            return
        offer = chance(s)
        if offer is not None:
            self.chance += 1
            for cards in _deals(offer):
                self.walk(decide(s, -1, DealCards(cards)), depth + 1)
            return
        self.decision += 1
        actions, i = choices(s)
        for action in actions:
            self.walk(decide(s, i, action), depth + 1)

    def _end(self, s: State, depth: int) -> None:
        self.terminal += 1
        self.carried += s.carry is not None
        self.longest = max(self.longest, depth)
        for i, stack in enumerate(s.stacks):
            self.payoffs[i] += stack - self.stacks[i]
        self.checksum = (self.checksum + checksum_of(position_line(s, self.seats))) % WORDS

    def census(self) -> Census:
        by_seat = tuple(self.payoffs[self.seats.index(seat)] for seat in sorted(self.seats))
        return Census(self.chance, self.decision, self.terminal, self.carried, self.longest, by_seat, self.checksum)


def _deals(offer: DealOffer) -> Iterator[tuple[int, ...]]:
    return permutations(offer.eligible, len(offer.eligible) if offer.whole else 1)

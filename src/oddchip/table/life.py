"""People who come, go, sit out, wake up late and buy chips: what a random evening is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddchip.errors import OddchipError
from oddchip.table import commands as cmd
from oddchip.table.coming import limits
from oddchip.table.core import Table
from oddchip.table.money import most_to_add
from oddchip.table.values import Away, Place

if TYPE_CHECKING:
    from random import Random

#: How often, before each deal, a player does this; and within a hand, at each decision.
LEAVES, SITS_OUT, RETURNS, TOPS_UP, JOINS, BUYS_POT = 0.015, 0.03, 0.4, 0.1, 0.25, 0.5
LEAVES_A_HAND, SLEEPS, VOIDS = 0.002, 0.004, 0.0005


class Life:
    """The commands that a table's players give on their own, one at a time.

    `chips` are what those who have arrived usually sit down with, by name.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.chips: dict[str, int] = {}

    def before_a_hand(self, table: Table) -> list[cmd.Command]:
        """What happens before a deal. Not all of it need be allowed: who asks for too much is refused."""
        asked: list[cmd.Command] = []
        for seat, place in table.places.items():
            asked += self._of(table, seat, place)
        asked += self._newcomers(table)
        return asked

    def _of(self, table: Table, seat: int, place: Place) -> list[cmd.Command]:
        chance = self.rng.random
        if place.leaving:
            return []
        if chance() < LEAVES:
            return [cmd.Leave(seat)]
        if place.away is Away.NOW:
            return [cmd.Return(seat, post=chance() < 0.5)] if chance() < RETURNS else []
        if not place.chips:
            return [cmd.Rebuy(seat, self._buy_in(table, place.player))]
        if chance() < SITS_OUT:
            return [cmd.SitOut(seat)]
        if chance() < TOPS_UP and place.stack < self.chips[place.player]:
            room = most_to_add(place.stack, limits(table.state)[1], place.pending)
            wanted = self.chips[place.player] - place.stack
            return [cmd.TopUp(seat, wanted if room is None else min(room, wanted))]
        if table.carry and seat not in table.carry.eligible and chance() < BUYS_POT:
            return [cmd.BuyPot(seat)]
        return []

    def _newcomers(self, table: Table) -> list[cmd.Command]:
        here = {place.player for place in table.places.values()}
        free = [seat for seat, place in enumerate(table.state.places) if place is None]
        outside = [name for name in self.chips if name not in here]
        if not free or not outside or (len(here) > 2 and self.rng.random() > JOINS):
            return []
        name = self.rng.choice(outside)
        return [cmd.Sit(self.rng.choice(free), name, self._buy_in(table, name), post=self.rng.random() < 0.5)]

    def _buy_in(self, table: Table, name: str) -> int:
        """His usual chips, as far as the table takes them; what he left with, if he left with more (STK-4)."""
        least, most = limits(table.state)
        usual = max(self.chips[name], least)
        gone = table.state.departed.get(name)
        return max(usual if most is None else min(usual, most), gone.chips if gone else 0)

    def all_back(self, table: Table) -> list[cmd.Command]:
        """When too few are left to deal: everybody comes back, buys in or sits down."""
        asked: list[cmd.Command] = []
        for seat, place in table.places.items():
            if place.away is not Away.NO:
                asked.append(cmd.Return(seat, post=True))
            if not place.chips:
                asked.append(cmd.Rebuy(seat, self._buy_in(table, place.player)))
        here = {place.player for place in table.places.values()}
        free = [seat for seat, place in enumerate(table.state.places) if place is None]
        outside = [name for name in self.chips if name not in here]
        asked += [cmd.Sit(seat, name, self._buy_in(table, name)) for seat, name in zip(free, outside, strict=False)]
        return asked

    def in_a_hand(self, table: Table, now: float) -> tuple[cmd.Command, float] | None:
        """Once in a while, in place of a decision: a player goes, sleeps through his time, or the hand is void."""
        chance = self.rng.random()
        seat = min(table.offers)
        if chance < LEAVES_A_HAND and len(table.places) > 2 and not table.places[seat].leaving:
            return cmd.Leave(seat), now
        if chance < LEAVES_A_HAND + SLEEPS and table.clocks:
            return cmd.TimeOut(), table.clocks[-1].deadline + 1
        if chance < LEAVES_A_HAND + SLEEPS + VOIDS:
            return cmd.VoidHand("a card was seen"), now
        return None


def done(table: Table, asked: list[cmd.Command], now: float) -> Table:
    """The table after those of the commands that it allows."""
    for command in asked:
        try:
            table = table.do(command, now)
        except OddchipError:
            # A player may ask for what is not possible just now; the table says no and the evening goes on.
            continue
    return table

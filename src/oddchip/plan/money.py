"""The chips that stakes give to the names of a game."""

from __future__ import annotations

from oddchip.errors import StakesError
from oddchip.house import HouseRules
from oddchip.plan.ops import FIXED, NO_LIMIT, POT, SPREAD
from oddchip.spec import (
    BIG,
    BUTTON,
    QUAD,
    SMALL,
    Ante,
    Blinds,
    BringIn,
    By,
    Game,
    Size,
)
from oddchip.stakes import FixedLimit, PotLimit, SpreadLimit, Stake, Stakes, half


class Money:
    """The chips that stakes give to the names of a game; one rule for amounts left out (see `stakes`)."""

    def __init__(self, game: Game, stakes: Stakes, house: HouseRules) -> None:
        self.stakes = stakes
        self.house = house
        blinds = next((phase for phase in game.play if isinstance(phase, Blinds)), None)
        ante = next((phase for phase in game.play if isinstance(phase, Ante)), None)
        self.roles: tuple[Size, ...] = blinds.roles if blinds else ()
        self.ante_by = ante.by if ante else By.EVERYONE
        self.blinds = self._blinds(game)
        self.ante = self._ante(ante)
        self.bring_in = self._bring_in() if game.has(BringIn) else 0

    def _blinds(self, game: Game) -> tuple[int, ...]:
        given = getattr(self.stakes, "blinds", None)
        if not self.roles:
            if given and any(given):
                raise StakesError(f"{game.name} has no blinds; leave them out or use with_blinds")
            return ()
        if given is not None:
            if len(given) != len(self.roles):
                names = ", ".join(self.roles)
                raise StakesError(f"{game.name} has {len(self.roles)} blinds ({names}), not {len(given)}")
            if BIG in self.roles and max(given) > (big := given[self.roles.index(BIG)]):
                raise StakesError(f"the big blind {big} is less than another blind, {max(given)}")
            return tuple(given)
        base = self.stakes.base
        return tuple(base if role is BIG else half(base, f"{role} blind") for role in self.roles)

    def _ante(self, phase: Ante | None) -> int:
        given: int | None = getattr(self.stakes, "ante", None)
        if given is not None or isinstance(self.stakes, Stake):
            return given or (self.stakes.base if isinstance(self.stakes, Stake) else 0)
        if phase is None or self.roles:
            return 0
        return half(self.stakes.base, "ante")

    def _bring_in(self) -> int:
        given: int | None = getattr(self.stakes, "bring_in", None)
        return half(self.stakes.base, "bring-in") if given is None else given

    def bet(self, size: Size, number: int, rounds: int) -> tuple[int, int, int]:
        """(structure, least or fixed bet, most of a spread) of round `number` of so many."""
        stakes = self.stakes
        if isinstance(stakes, FixedLimit):
            return FIXED, self._fixed(stakes, size, number, rounds), 0
        if isinstance(stakes, SpreadLimit):
            high = stakes.last if stakes.last is not None and number == rounds - 1 else stakes.high
            return SPREAD, stakes.low, high
        return (POT if isinstance(stakes, PotLimit) else NO_LIMIT), stakes.base, 0

    def _fixed(self, stakes: FixedLimit, size: Size, number: int, rounds: int) -> int:
        if stakes.pattern is not None:
            if len(stakes.pattern) != rounds:
                raise StakesError(f"the pattern {stakes.pattern} has {len(stakes.pattern)} rounds, the game {rounds}")
            return stakes.small * stakes.pattern[number]
        amount = {SMALL: stakes.small, BIG: stakes.big, QUAD: 2 * stakes.big}[size]
        if BUTTON in self.roles and QUAD in (size, *self._sizes) and self.house.betting.q_ball_unit == "small_blind":
            return half(amount, "bet")
        return amount

    _sizes: tuple[Size, ...] = ()

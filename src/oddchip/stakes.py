"""Stakes: what the named amounts of a game are worth at a table. Any game, at any of these structures.

Amounts left out follow one rule: a blind game's big blind is the small bet and its other blinds are half of it;
a game without blinds has an ante of half the small bet, and its bring-in, where it has one, is the same half.
Where that half is not a whole number of chips the stakes are refused in a sentence, never rounded.
All amounts are whole chips of the smallest unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddchip.errors import StakesError

Blinds = tuple[int, ...]


def _whole(what: str, amount: object, least: int = 0) -> None:
    if not isinstance(amount, int) or isinstance(amount, bool) or amount < least:
        raise StakesError(f"the {what} must be a whole number of chips, {least} or more, not {amount!r}")


def _check(ante: int | None, blinds: Blinds | None, bring_in: int | None, unit: int) -> None:
    _whole("smallest chip", unit, 1)
    if ante is not None:
        _whole("ante", ante)
    if bring_in is not None:
        _whole("bring-in", bring_in)
    if not (blinds is None or isinstance(blinds, tuple | list)):
        raise StakesError(f"blinds are written (1, 2), not {blinds!r}")
    for blind in blinds or ():
        _whole("blind", blind)
    if blinds is not None and not 1 <= len(blinds) <= 3:
        raise StakesError(f"expected one, two or three blinds, not {len(blinds)}")


def half(amount: int, what: str) -> int:
    """Half of an amount in whole chips; refused when that would split a chip."""
    if amount % 2:
        raise StakesError(f"the {what} would be half of {amount}, which is not a whole chip; say what it shall be")
    return amount // 2


@dataclass(frozen=True)
class FixedLimit:
    """Bets of a fixed size: small in the early rounds, big in the late ones (S8-9, D-BT-6).

    `pattern` gives each round's bet in small bets, where it differs from the game's own: (1, 2, 2).
    `unit` is the smallest chip in play (ODD-5).
    """

    small: int
    big: int
    ante: int | None = None
    blinds: Blinds | None = None
    bring_in: int | None = None
    pattern: tuple[int, ...] | None = None
    unit: int = 1

    def __post_init__(self) -> None:
        _whole("small bet", self.small, 1)
        _whole("big bet", self.big, 1)
        _check(self.ante, self.blinds, self.bring_in, self.unit)
        if not (self.pattern is None or isinstance(self.pattern, tuple | list)):
            raise StakesError(f"a pattern is written (1, 2, 2), not {self.pattern!r}")
        for times in self.pattern or ():
            _whole("bet of a pattern", times, 1)
        if self.big < self.small:
            raise StakesError(f"the big bet {self.big} is less than the small bet {self.small}")

    @property
    def base(self) -> int:
        """The bet the other amounts are measured by."""
        return self.small

    def scaled(self, times: int, over: int = 1) -> FixedLimit:
        """The same game with bets `times/over` as large (kill pots, D-KP-1); blinds and antes stay."""
        for amount in (self.small, self.big):
            if amount * times % over:
                raise StakesError(f"a bet of {amount} times {times}/{over} is not a whole chip")
        return replace(self, small=self.small * times // over, big=self.big * times // over)


@dataclass(frozen=True)
class SpreadLimit:
    """Any bet from `low` to `high`; a raise at least the last one (BET-12). `last` is the last round's `high`."""

    low: int
    high: int
    ante: int | None = None
    blinds: Blinds | None = None
    bring_in: int | None = None
    last: int | None = None
    unit: int = 1

    def __post_init__(self) -> None:
        _whole("lowest bet", self.low, 1)
        _whole("highest bet", self.high, 1)
        _check(self.ante, self.blinds, self.bring_in, self.unit)
        if self.high < self.low:
            raise StakesError(f"the highest bet {self.high} is less than the lowest {self.low}")
        if self.last is not None and self.last < self.low:
            raise StakesError(f"the last round's highest bet {self.last} is less than the lowest {self.low}")

    @property
    def base(self) -> int:
        return self.low


@dataclass(frozen=True)
class _BigBet:
    blinds: Blinds | None = None
    ante: int | None = None
    bring_in: int | None = None
    min_bet: int | None = None
    unit: int = 1

    def __post_init__(self) -> None:
        _check(self.ante, self.blinds, self.bring_in, self.unit)
        if self.min_bet is not None:
            _whole("least bet", self.min_bet, 1)
        if not (any(self.blinds or ()) or self.ante or self.bring_in or self.min_bet):
            raise StakesError("pot limit and no limit need blinds, an ante, a bring-in or a least bet")

    @property
    def base(self) -> int:
        """The least bet: as named, else the largest blind, the bring-in, or twice the ante (BET-3)."""
        if self.min_bet:
            return self.min_bet
        return max(self.blinds or (0,)) or self.bring_in or 2 * (self.ante or 0)


@dataclass(frozen=True)
class NoLimit(_BigBet):
    """Any bet from the least up to all one's chips (BET-3, BET-4)."""


@dataclass(frozen=True)
class PotLimit(_BigBet):
    """No raise above what is in the middle after calling (BET-10)."""


@dataclass(frozen=True)
class Stake:
    """Equal stakes and no betting: California Poker (CP-7)."""

    amount: int
    unit: int = 1

    def __post_init__(self) -> None:
        _whole("stake", self.amount, 1)
        _whole("smallest chip", self.unit, 1)

    @property
    def base(self) -> int:
        return self.amount


Stakes = FixedLimit | SpreadLimit | PotLimit | NoLimit | Stake

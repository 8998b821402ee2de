"""What every part of a sheet asks: the game, the table's stakes and house rules, and the program they make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from oddchip.cards import FRENCH, Deck, Pack
from oddchip.house import HouseRules
from oddchip.plan import BetOp, Plan, RulesPlan, plan_for
from oddchip.rankings import Ranking
from oddchip.rulesheet.words import a, chips
from oddchip.spec import AtLeast, Bet, Blinds, BringIn, ByDealtIn, Deal, Draw, Game, Size
from oddchip.stakes import FixedLimit, Stake, Stakes

#: Stakes that any game can be played at, to see its shape where no stakes are named.
SAMPLE = FixedLimit(2, 4)
SAMPLE_STAKE = Stake(10)

SIZES: dict[Size, str] = {
    Size.BUTTON: "the button's blind",
    Size.SMALL: "the small bet",
    Size.BIG: "the big bet",
    Size.QUAD: "twice the big bet",
}
RANKING_WORDS: dict[Ranking, str] = {
    Ranking.HIGH: "high hand",
    Ranking.ACE_TO_FIVE_LOW: "ace-to-five low hand",
    Ranking.DEUCE_TO_SEVEN_LOW: "deuce-to-seven low hand",
    Ranking.ACE_TO_SIX_LOW: "ace-to-six low hand",
    Ranking.BADUGI: "badugi",
}


@dataclass(frozen=True)
class Telling:
    """A game at a table; `stakes` is None where the sheet is to name no amounts."""

    game: Game
    stakes: Stakes | None
    house: HouseRules

    @cached_property
    def plan(self) -> Plan:
        """The game's program for its fewest players, at sample stakes where none are named."""
        stakes = self.stakes or (SAMPLE if self.game.has(Bet) else SAMPLE_STAKE)
        return plan_for(self.game, stakes, self.house, self.game.seats[0])

    @property
    def deck(self) -> Deck:
        return self.game.deck

    @property
    def pack(self) -> Pack:
        return self.game.deck.pack

    @property
    def rulesets(self) -> tuple[RulesPlan, ...]:
        return self.plan.rulesets

    @property
    def is_fixed(self) -> bool:
        """Fixed limit, or stakes not named, when the sheet tells how fixed limit is played."""
        return self.stakes is None or isinstance(self.stakes, FixedLimit)

    @cached_property
    def bets(self) -> tuple[BetOp, ...]:
        return tuple(op for op in self.plan.ops if isinstance(op, BetOp))

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """Every ranking the pot may be judged by, in the order in which they come up."""
        return tuple(dict.fromkeys(award.ranking for rules in self.rulesets for award in rules.rules.pot))

    @property
    def blinds(self) -> tuple[Size, ...]:
        return self.plan.roles

    @property
    def bring_in(self) -> BringIn | None:
        return next((phase for phase in self.game.play if isinstance(phase, BringIn)), None)

    @property
    def has_blinds(self) -> bool:
        return self.game.has(Blinds)

    @property
    def hand_sizes(self) -> tuple[tuple[int, int, int], ...]:
        """(fewest, most, cards of a full hand) by players dealt in."""
        fewest, most = self.game.seats
        steps = next((phase.count.steps for phase in self._own_deals if isinstance(phase.count, ByDealtIn)), None)
        fixed = sum(phase.count for phase in self._own_deals if isinstance(phase.count, int))
        fixed += sum(phase.extra for phase in self.game.play if isinstance(phase, Draw))
        if steps is None:
            return ((fewest, most, fixed),)
        return tuple((low, min(high, most), fixed + count) for low, high, count in steps)

    @property
    def hand_size(self) -> int:
        return self.hand_sizes[0][2]

    @property
    def _own_deals(self) -> list[Deal]:
        return [phase for phase in self.game.play if isinstance(phase, Deal) and phase.to == "hand"]

    def worth(self, amount: int, words: str) -> str:
        """``the ante (1 chip)`` where stakes are named, ``the ante`` where not."""
        return words if self.stakes is None else f"{words} ({chips(amount)})"

    def floor(self, floor: AtLeast) -> str:
        """What it takes, in the words of the pack: "a pair of knaves or better" (IT-2)."""
        kind, _, letter = floor.floor.partition(" ")
        if kind == "pair" and letter and self.pack != FRENCH:
            return f"a pair of {self.pack.plural(_rank(letter))} or better"
        if kind == "low" and self._is_knave_low(floor):
            return (
                f"{a(self.pack.rank_words[_rank('J')])} low or better, the {self.pack.rank_words[_rank('J')]} as eight"
            )
        return floor.words

    def _is_knave_low(self, floor: AtLeast) -> bool:
        eight = _rank("8")
        return eight not in self.pack.ranks and self.house.italian.low_cap == "knave_as_eight"


def _rank(letter: str) -> int:
    return FRENCH.rank_letters.index(letter)

"""Duplicate matches between bots: the same packs are played again with the seats changed round.

A player who is dealt well in one place is dealt well in every place once, so most of the luck of the cards cancels, and
what is left is told as a mean with its standard error, deal by deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from oddchip.bots.regular import Regular
from oddchip.bots.simple import Bot, Caller, RandomBot
from oddchip.dealers import shuffled
from oddchip.hand import HOUSE, Carry, Hand, Seat
from oddchip.house import HouseRules
from oddchip.spec import Bet, Game
from oddchip.stakes import FixedLimit, Stake, Stakes

#: Composed games that a trial of all games adds to the plain ones.
COMPOSED = (
    "triple_draw(gardena_jackpots)",
    "progressive(gardena_jackpots)",
    "four_before(double_draw(badugi))",
    "declare(kansas_city)",
    "declare(seven_card_stud)",
    "with_bugs(stud_eight, 2)",
    'on_deck(five_card_draw, "italian")',
    'on_deck(california_lowball, "italian")',
)
#: Standard errors above nothing that a bot must win by.
FLOOR = 3.0
#: A chain of redeals is broken off after so many; the pot is then parted among those who may win it (D-PO-7).
LONGEST_CHAIN = 12


@dataclass(frozen=True, slots=True)
class Score:
    """What the hero won: `mean` and `error` (one standard error) in big bets a hand, over so many deals and hands."""

    mean: float
    error: float
    deals: int
    hands: int

    @property
    def z(self) -> float:
        """Standard errors above nothing; infinite when every deal came out alike and was won."""
        return self.mean / self.error if self.error else (float("inf") if self.mean > 0 else 0.0)

    @classmethod
    def of(cls, nets: Sequence[float], hands: int) -> Score:
        mean = sum(nets) / len(nets)
        spread = sum((net - mean) ** 2 for net in nets) / max(1, len(nets) - 1)
        return cls(mean, sqrt(spread / len(nets)), len(nets), hands)


def big_bet(stakes: Stakes) -> int:
    """The unit scores are told in: the big bet, or the stake or least bet where there is none."""
    return stakes.big if isinstance(stakes, FixedLimit) else stakes.base


@dataclass(frozen=True, slots=True)
class Match:
    """One hero and the players he meets, at one game.

    Every deal is played once for each place of the hero: `others` sit clockwise from him. `stack` is in big bets.
    """

    game: Game
    stakes: Stakes
    hero: Bot
    others: tuple[Bot, ...]
    budget: int = 100
    stack: int = 100
    seed: int = 0
    house: HouseRules = HOUSE

    def play(self, deals: int) -> Score:
        """So many deals, each in every rotation."""
        unit = big_bet(self.stakes)
        seats = len(self.others) + 1
        nets = [sum(self._net(deal, place) for place in range(seats)) / seats / unit for deal in range(deals)]
        return Score.of(nets, deals * seats)

    def _net(self, deal: int, place: int) -> float:
        """The hero's chips won at one place, redeals included until the pot is won."""
        around = (self.hero, *self.others)
        seats = len(around)
        bots = {seat: around[(seat - place) % seats] for seat in range(seats)}
        start = 1 if isinstance(self.stakes, Stake) else self.stack
        stacks = dict.fromkeys(bots, start * big_bet(self.stakes))
        before = stacks[place]
        carry: Carry | None = None
        rng = Random(f"{self.seed} {deal} {place}")
        for step in range(LONGEST_CHAIN):
            claims = carry.eligible if carry else set(bots)
            players = [Seat(seat, stack) for seat, stack in stacks.items() if stack or seat in claims]
            dealer = shuffled(Random(f"{self.seed} {deal} pack {step}"))
            hand = Hand.start(
                self.game, self.stakes, players, (deal + step) % seats, dealer, house=self.house, carry=carry
            )
            hand = self._finish(hand, bots, rng)
            stacks |= hand.stacks
            carry = hand.carry
            if carry is None:
                return stacks[place] - before
        assert carry is not None
        parted = sum(chips / len(who) for chips, who in carry.pots if place in who)
        return stacks[place] + parted - before

    def _finish(self, hand: Hand, bots: dict[int, Bot], rng: Random) -> Hand:
        while not hand.over:
            seat = min(hand.to_act)
            hand = hand.act(bots[seat].choose(hand.view(seat), rng, self.budget), seat)
        return hand


def opponents(game: Game) -> dict[str, tuple[Bot, ...]]:
    """Whom the general bot is tried against: the caller, the random player, and a table of four.

    In California Poker the caller keeps what is best for his own hand, hence his name there.
    """
    caller, random = Caller(), RandomBot()
    tables: dict[str, tuple[Bot, ...]] = {"caller" if game.has(Bet) else "greedy": (caller,), "random": (random,)}
    if game.seats[1] >= 4:
        tables["table of four"] = (caller, random, caller)
    return tables


def trial(game: Game, deals: int = 240, budget: int = 100, seed: int = 0) -> Iterator[tuple[str, Score]]:
    """The general bot's score against each of `opponents`, at fixed limit 2 and 4 (or a stake of 10).

    A table of four gets half as many deals more: with three others in, luck is larger.
    """
    stakes = FixedLimit(2, 4) if game.has(Bet) else Stake(10)
    for label, others in opponents(game).items():
        match = Match(game, stakes, Regular(), others, budget, seed=seed)
        yield label, match.play(deals if len(others) == 1 else deals + deals // 2)

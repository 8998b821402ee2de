"""Draw games: one's own finished hands, the rivals' as a field, and which cards to throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random

from oddchip.actions import DrawOffer, Way
from oddchip.bots.fields import Field, Values, mean_share
from oddchip.bots.library import Library, Line, Player, finished, library, mask_of
from oddchip.bots.situation import Rival, Situation
from oddchip.bots.style import SOUND, Style
from oddchip.plan import DrawOp, floor_at

Cards = tuple[int, ...]

#: A lead over the chart's discard that is no lead, in parts of the pot.
CLOSE = 0.004


class DrawTable:
    """A situation in a draw game, with its library."""

    def __init__(self, s: Situation, rng: Random, style: Style = SOUND) -> None:
        self.s, self.rng, self.style = s, rng, style
        self.library: Library = library(s.plan, s.state.rules)
        self._mask = mask_of(s.known)

    # --- rivals ----------------------------------------------------------------------------------------------------

    def field(self, count: int) -> Field:
        """The best of the rivals' finished hands, in so many samples."""
        declared = self.s.rules.declared
        columns = [self._lines(rival, count) for rival in self.s.rivals]
        ways = len(self.s.rules.awards)
        samples: list[Values] = []
        for lines in zip(*columns, strict=True):
            if declared:
                samples.append(self._claimed(lines))
            elif len(lines) == 1:
                samples.append(lines[0].values)
            else:
                samples.append(tuple([max([line.values[k] for line in lines]) for k in range(ways)]))
        return Field(samples, declared)

    def _claimed(self, lines: Sequence[Line]) -> Values:
        """The best hand that is declared each way."""
        high = low = 0
        for rival, line in zip(self.s.rivals, lines, strict=True):
            way = rival.way or line.way
            if way != "low":
                high = max(high, line.values[0])
            if way != "high":
                low = max(low, line.values[1])
        return high, low

    def _lines(self, rival: Rival, count: int) -> list[Line]:
        free = [line for line in self.library.that_threw(rival.thrown) if not line.mask & self._mask]
        fitting = self._fitting(rival, free) or free or self.library.lines
        stage, heat, doubt = len(rival.thrown), self.style.belief * rival.heat, self.style.doubt
        weights = [doubt + line.ranks[stage] ** heat for line in fitting] if heat else None
        doubted = int(doubt * count) if rival.thrown and not (rival.opener or rival.no_seven) else 0
        lines = self.rng.choices(fitting, weights, k=count - doubted)
        return lines + self.rng.choices(self.library.lines, k=doubted)

    def _fitting(self, rival: Rival, lines: list[Line]) -> list[Line]:
        """Without the hands that the rules deny a rival: no openers where he opened, a seven where he checked."""
        s = self.s
        first = s.plan.rulesets[0]
        if rival.opener:
            floor = floor_at(s.rules, s.state.step_up)[1]
            lines = [line for line in lines if line.opening >= floor]
        elif s.state.rules and first.floors:
            floor = floor_at(first, s.state.step_up)[1]
            lines = [line for line in lines if line.opening < floor]
        if rival.no_seven:
            lines = [line for line in lines if line.values[0] < s.rules.seven_floor]
        return lines

    # --- one's own hand --------------------------------------------------------------------------------------------

    def finished(self, count: int) -> list[Values]:
        """One's own finished hands from here, in so many samples; one when no card is to come."""
        player = Player(self.s.ahead, self.library.charts)
        if not player.steps:
            return [finished(self.s.rules, self.s.hand)]
        return [finished(self.s.rules, player.play(self.s.hand, iter(stub))) for stub in self.stubs(count)]

    def stubs(self, count: int) -> Iterator[list[int]]:
        """The next cards off the pack, so many times: as many different cards as one player can need."""
        cards = list(self.s.unseen)
        need = min(len(cards), 5 * (self.s.draws_left + 1))
        at = len(cards)
        for _ in range(count):
            if at + need > len(cards):
                self.rng.shuffle(cards)
                at = 0
            yield cards[at : at + need]
            at += need

    # --- decisions -------------------------------------------------------------------------------------------------

    def share(self, budget: int) -> float:
        """The part of the pot this hand is worth at the showdown, against all who are in."""
        return mean_share(self.field(2 * budget), self.finished(budget))

    def way(self, budget: int) -> Way:
        """The declaration that takes most."""
        field = self.field(2 * budget)
        mine = finished(self.s.rules, self.s.hand)
        return max(Way, key=lambda way: field.declare(mine, way))

    def discard(self, offer: DrawOffer, budget: int) -> Cards:
        """The legal discard with the best sampled result; the chart's, where that is not clearly worse."""
        field = self.field(2 * budget)
        hand = offer.hand
        kept = set(self.library.charts.keep(hand, self.s.draws_left, offer.most))
        candidates = [_Keep(self, action.cards, hand) for action in offer.actions()]
        chart = next((keep for keep in candidates if set(keep.kept) == kept), candidates[0])
        stubs = list(self.stubs(budget))
        for samples, many in ((max(4, budget // 16), 10), (max(8, budget // 4), 4), (budget, 1)):
            for keep in (*candidates, chart):
                keep.look(field, stubs[:samples])
            candidates.sort(key=lambda keep: -keep.worth)
            del candidates[many:]
        best = candidates[0]
        return best.thrown if best.clearly_beats(chart) else chart.thrown


class _Keep:
    """A discard, and the shares found for it: one for each stub, or all that a last draw of one card can bring."""

    def __init__(self, table: DrawTable, thrown: Cards, hand: Cards) -> None:
        s = table.s
        op = s.ahead[0]
        assert isinstance(op, DrawOp)
        self.thrown = thrown
        self.kept = tuple([card for card in hand if card not in thrown])
        self.need = len(thrown) + op.extra
        self.player = Player(s.ahead[1:], table.library.charts)
        self.rules = s.rules
        self.unseen = s.unseen
        self.counted = self.need <= 1 and not self.player.steps
        self.shares: list[float] = []

    @property
    def worth(self) -> float:
        return sum(self.shares) / len(self.shares)

    def look(self, field: Field, stubs: Sequence[Sequence[int]]) -> None:
        """Play the stubs not yet played; a last draw of one card or none is counted out."""
        if not self.counted:
            self.shares += [field.share(self._end(stub)) for stub in stubs[len(self.shares) :]]
        elif not self.shares:
            ends = [(card,) for card in self.unseen] if self.need else [()]
            self.shares = [field.share(finished(self.rules, self.kept + end)) for end in ends]

    def _end(self, stub: Sequence[int]) -> Values:
        hand = self.kept + tuple(stub[: self.need])
        if self.player.steps:
            hand = self.player.play(hand, iter(stub[self.need :]))
        return finished(self.rules, hand)

    def clearly_beats(self, other: _Keep) -> bool:
        """Better by more than luck: by one standard error of the difference, and by a little where both are counted."""
        lead = self.worth - other.worth
        if self.counted and other.counted:
            return lead > CLOSE
        if self.counted or other.counted:
            sampled = other if self.counted else self
            return lead > max(CLOSE, _error(sampled.shares))
        gaps = [mine - theirs for mine, theirs in zip(self.shares, other.shares, strict=True)]
        return lead > max(CLOSE, _error(gaps))


def _error(samples: Sequence[float]) -> float:
    """The standard error of a mean."""
    mean = sum(samples) / len(samples)
    return sqrt(sum((sample - mean) ** 2 for sample in samples)) / len(samples)

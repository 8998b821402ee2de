"""The phases of a game made into ops, with chips, caps and first actors filled in."""

from __future__ import annotations

from oddchip.house import BettingRules, HouseRules
from oddchip.plan.money import Money
from oddchip.plan.ops import (
    FIXED,
    BetOp,
    DealOp,
    DeclareOp,
    DrawOp,
    Op,
    RowOp,
    RulesPlan,
    ShowOp,
    SwapOp,
    TurnOp,
    at,
)
from oddchip.spec import (
    AS_LAST_STREET,
    LEFT_OF_BUTTON,
    OPENER,
    UP,
    Ante,
    Bet,
    Blinds,
    BringIn,
    Deal,
    Declare,
    Draw,
    First,
    Game,
    Phase,
    Showdown,
    Swap,
    TurnUp,
    WhenShort,
)
from oddchip.stakes import FixedLimit


def rows_of(game: Game) -> tuple[str, ...]:
    names = [phase.to for phase in game.play if isinstance(phase, Deal) and phase.to != "hand"]
    if any(isinstance(phase, Deal) and phase.when_short is WhenShort.COMMON for phase in game.play):
        names.append("common")
    return tuple(dict.fromkeys(names))


def faces_of(game: Game, n: int) -> list[bool]:
    ups: list[bool] = []
    for phase in game.play:
        if isinstance(phase, Deal) and phase.to == "hand":
            ups += [phase.face is UP] * at(phase.count, n)
        if isinstance(phase, Draw) and phase.extra:
            ups += [False] * phase.extra
    return ups


def ops_of(
    game: Game, house: HouseRules, n: int, money: Money, rows: tuple[str, ...], rulesets: tuple[RulesPlan, ...]
) -> list[Op]:
    money._sizes = tuple(phase.size for phase in game.play if isinstance(phase, Bet))
    play = game.play
    if house.declare.bet_after_declare and game.has(Declare):
        play = _with_bet_after_declare(play)
    maker = _OpMaker(game, house, n, money, rows, play, rulesets)
    return [op for number, phase in enumerate(play) for op in maker.ops(number, phase)]


def _with_bet_after_declare(play: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """D-DC-10: another round of the last round's size after the declaration."""
    last = [phase for phase in play if isinstance(phase, Bet)][-1]
    found: list[Phase] = []
    for phase in play:
        found.append(phase)
        if isinstance(phase, Declare):
            found.append(Bet(last.size))
    return tuple(found)


class _OpMaker:
    def __init__(
        self,
        game: Game,
        house: HouseRules,
        n: int,
        money: Money,
        rows: tuple[str, ...],
        play: tuple[Phase, ...],
        rulesets: tuple[RulesPlan, ...],
    ) -> None:
        self.game, self.house, self.n, self.money, self.rows, self.play = game, house, n, money, rows, play
        self.rulesets = rulesets
        self.rounds = sum(isinstance(phase, Bet) for phase in play)
        self.round = 0
        self.draw = 0
        self.size = 0
        self.bring_in: BringIn | None = None
        self.first: First = LEFT_OF_BUTTON

    def ops(self, number: int, phase: Phase) -> list[Op]:
        match phase:
            case Ante() | Blinds():
                return []
            case BringIn():
                self.bring_in = phase
                return []
            case Deal():
                return [self._deal(phase)]
            case TurnUp():
                return [TurnOp(self.rows.index(phase.row), phase.count)]
            case Bet():
                return [self._bet(number, phase)]
            case Draw():
                return [self._draw(phase)]
            case Swap():
                return [SwapOp(phase.count)]
            case Declare():
                return [DeclareOp(self.house.declare.declare_order == "from_last_aggressor")]
            case Showdown():
                return [ShowOp()]

    def _deal(self, phase: Deal) -> Op:
        count = at(phase.count, self.n)
        burn = phase.burn and self.house.stud.burn_cards
        if phase.to != "hand":
            return RowOp(self.rows.index(phase.to), count, phase.face is UP, burn)
        self.size += count
        return DealOp(count, phase.face is UP, burn, phase.when_short is WhenShort.COMMON)

    def _draw(self, phase: Draw) -> DrawOp:
        rules = self.house.draw
        most = self.size if rules.max_draw is None else min(rules.max_draw, self.size)
        op = DrawOp(
            self.draw,
            phase.extra,
            most,
            rules.four_with_ace and most < self.size,
            rules.draw_order == "sequential",
            5 if rules.fifth_card_last else -1,
            int(rules.reshuffle == "reserve_bottom"),
            self.house.openers.announce_split,
        )
        self.draw += 1
        self.size += phase.extra
        return op

    def _bet(self, number: int, phase: Bet) -> BetOp:
        structure, size, high = self.money.bet(phase.size, self.round, self.rounds)
        bring_in = self.bring_in
        self.bring_in = None
        betting = self.house.betting
        blinds = bool(self.money.roles)
        op = BetOp(
            number=self.round,
            structure=structure,
            size=size,
            high=high,
            big_size=self._big_size(phase, size, structure),
            first=self._first(phase),
            with_common=phase.first is AS_LAST_STREET and self.house.stud.short_stub == "roberts",
            must_open=phase.must_open,
            opening=self.round == 0,
            asks_openers=self.round == 0 and any(rules.floors for rules in self.rulesets),
            last=self._is_last(number),
            bring_in=self.money.bring_in if bring_in else 0,
            bring_in_by=bring_in.by if bring_in else None,
            cap=self._cap(structure),
            enter_with_raise=self.round == 0 and blinds and (betting.no_limp or betting.min_open),
            special=self._is_special(phase, betting, blinds),
            least_entry=2 * max(self.money.blinds) if self.round == 0 and blinds and betting.min_open else 0,
        )
        self.round += 1
        return op

    def _is_special(self, phase: Bet, betting: BettingRules, blinds: bool) -> bool:
        """Does what is on offer depend on more than price and chips?"""
        entry = self.round == 0 and blinds and (betting.no_limp or betting.min_open)
        return phase.must_open or entry or self.house.sevens.sevens_penalty == "must_bet"

    def _is_last(self, number: int) -> bool:
        """After the last draw; in a game without draws, the last round (D-DD-2)."""
        later = self.play[number + 1 :]
        if self.game.draws:
            return not any(isinstance(phase, Draw) for phase in later)
        return not any(isinstance(phase, Bet) for phase in later)

    def _first(self, phase: Bet) -> First:
        if phase.first is not AS_LAST_STREET:
            self.first = phase.first
        after_draw = self.draw > 0 and phase.first is LEFT_OF_BUTTON
        return OPENER if after_draw and self.house.draw.post_draw_first == "opener" else self.first

    def _big_size(self, phase: Bet, size: int, structure: int) -> int:
        """The big bet an open pair allows on fourth street (S8-10); 0 when it does not."""
        stakes = self.money.stakes
        if not (self.house.stud.open_pair_double_bet and isinstance(stakes, FixedLimit)):
            return 0
        return stakes.big if self.game.has(BringIn) and self.round == 1 else 0

    def _cap(self, structure: int) -> int:
        raises = self.house.betting.cap_raises
        if structure != FIXED or raises is None:
            return 0
        if raises == "robert":
            raises = 4 if self.rounds == 2 else 3
        return 1 + int(raises)

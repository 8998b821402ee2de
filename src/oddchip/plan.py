"""A game at a table, resolved once into a flat program: phases with chips, caps, floors and orders filled in.

`plan_for(game, stakes, house, dealt_in)` compiles and remembers. The machine runs a `Plan` and knows no game by name.
Rules that are absent cost it nothing: an op without openers has none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from oddchip.cards import ACE, FRENCH, JACK, Deck
from oddchip.errors import SetupError, StakesError
from oddchip.house import BettingRules, HouseRules
from oddchip.rankings import Order, Ranking, order
from oddchip.spec import (
    AS_LAST_STREET,
    BIG,
    BUTTON,
    DECLARED,
    HIGH,
    LEFT_OF_BUTTON,
    OPENER,
    QUAD,
    SMALL,
    UP,
    Ante,
    AtLeast,
    Award,
    Bet,
    Blinds,
    BringIn,
    By,
    ByDealtIn,
    CheckRaise,
    Deal,
    Declare,
    Draw,
    First,
    Game,
    Openers,
    Phase,
    PlayFor,
    Rules,
    Showdown,
    Size,
    Swap,
    TurnUp,
    WhenShort,
)
from oddchip.stakes import FixedLimit, PotLimit, SpreadLimit, Stake, Stakes, half

FIXED, SPREAD, POT, NO_LIMIT = range(4)
REDEAL = -1
SEVEN, EIGHT = 5, 6


@dataclass(slots=True, eq=False)
class DealOp:
    """Deal `count` cards to each live seat; `common`: turn one up for all when the stub is short (S8-16)."""

    count: int
    up: bool
    burn: bool
    common: bool


@dataclass(slots=True, eq=False)
class RowOp:
    """Deal `count` cards to row number `row`."""

    row: int
    count: int
    up: bool
    burn: bool


@dataclass(slots=True, eq=False)
class TurnOp:
    row: int
    count: int


@dataclass(slots=True, eq=False)
class BetOp:
    """A betting round, with everything about it that does not depend on the hand.

    `size` is the fixed bet, or the least bet of the other structures; `high` the spread's most. `cap` is the number of
    bets and raises allowed (0: no cap). `with_common`: boards are ranked with the common card. `opening`: the first
    round, in which the pot is opened; `asks_openers`: and openers are asked for. `last`: no draw follows. `special`:
    what is on offer depends on more than price and chips.
    """

    number: int
    structure: int
    size: int
    high: int
    big_size: int
    first: First
    with_common: bool
    must_open: bool
    opening: bool
    asks_openers: bool
    last: bool
    bring_in: int
    bring_in_by: By | None
    cap: int
    enter_with_raise: bool
    least_entry: int
    special: bool
    offers: dict[Any, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class DrawOp:
    """A draw; `most` cards may be thrown, one more with an ace or the joker kept if `ace_helps` (D-DR-2).

    `sequential`: each is served in turn, but for who draws `waits` cards (D-DR-1, D-DR-3). `reserve` cards stay in the
    stub.
    """

    number: int
    extra: int
    most: int
    ace_helps: bool
    sequential: bool
    waits: int
    reserve: int
    announce_split: bool


@dataclass(slots=True, eq=False)
class SwapOp:
    count: int


@dataclass(slots=True, eq=False)
class DeclareOp:
    aloud: bool


@dataclass(slots=True, eq=False)
class ShowOp:
    """The showdown."""


Op = DealOp | RowOp | TurnOp | BetOp | DrawOp | SwapOp | DeclareOp | ShowOp


@dataclass(slots=True, eq=False)
class AwardPlan:
    """One way to win, with its order. `sources` and `use` are row numbers (-1 the hand) and spans; empty: any five.

    `floor` is the least value that qualifies, 0 for none. `wild` ranks hands whose joker came face down, where that
    makes it wild.
    """

    name: str
    order: Order
    rows: tuple[int, ...]
    use: tuple[tuple[int, int], ...]
    floor: int
    wild: Order | None


@dataclass(slots=True, eq=False)
class RulesPlan:
    """A set of rules, resolved. `floors[step]` is the least value that opens; () when anything does."""

    rules: Rules
    awards: tuple[AwardPlan, ...]
    declared: bool
    opens: bool
    floors: tuple[tuple[AtLeast, int], ...]
    opening_order: Order
    unopened: int
    sevens: bool
    seven_order: Order | None
    seven_floor: int
    check_raise_ban: bool


@dataclass(slots=True, eq=False)
class Plan:
    """The program of one game for `n` seats, and what the machine looks up about it.

    `rows` names the rows of table cards; `up` lists the places of a holding that are dealt face up, `board` the same
    as a slice if it is one. `members` are the seats of each set, `after` the next seat of a set. `ante` and `blinds`
    are chips; `roles` names the blinds. `unit` is the smallest chip. `posts` and `blank` keep what every start needs:
    the posts, by what they depend on, and the state before them.
    """

    game: Game
    stakes: Stakes
    house: HouseRules
    n: int
    deck: Deck
    pack: frozenset[int]
    ops: tuple[Op, ...]
    rulesets: tuple[RulesPlan, ...]
    rows: tuple[str, ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    hand_size: int
    ante: int
    ante_by: By
    blinds: tuple[int, ...]
    roles: tuple[Size, ...]
    unit: int
    is_stud: bool
    event_players: int | None
    everyone: int
    zeros: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    board: slice | None
    keep_receiving: bool
    blind_counts: int
    half_counts: bool
    last_draw: int
    posts: dict[Any, Any] = field(default_factory=dict)
    blank: Any = None


_RECENT: dict[Any, tuple[Plan, Game, Stakes, HouseRules]] = {}
_PLANS: dict[Any, Plan] = {}
_MOST_PLANS = 512


def plan_for(game: Game, stakes: Stakes, house: HouseRules, dealt_in: int, event_players: int | None = None) -> Plan:
    """The plan of a game at these stakes and house rules for so many seats.

    Raises `SetupError` for a number of seats the game cannot carry, `StakesError` for stakes it cannot use.
    """
    # The very same values need no hashing, which would walk some sixty options at every start of a hand. Their plan is
    # kept together with them, so that no other value can get their identity meanwhile.
    same = (id(game), id(stakes), id(house), dealt_in, event_players)
    if same in _RECENT:
        return _RECENT[same][0]
    if len(_RECENT) >= _MOST_PLANS:
        _RECENT.clear()
    plan = _equal_plan(game, stakes, house, dealt_in, event_players)
    _RECENT[same] = (plan, game, stakes, house)
    return plan


def _equal_plan(game: Game, stakes: Stakes, house: HouseRules, dealt_in: int, event_players: int | None) -> Plan:
    """The plan of equal values, compiled once."""
    key = (game, stakes, house, dealt_in, event_players)
    if key not in _PLANS:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.clear()
        _PLANS[key] = _compile(game, stakes, house, dealt_in, event_players)
    return _PLANS[key]


def _compile(game: Game, stakes: Stakes, house: HouseRules, n: int, event_players: int | None) -> Plan:
    fewest, most = game.seats
    if not fewest <= n <= most:
        raise SetupError(f"{game.name} is for {fewest} to {most} players, not {n}")
    if isinstance(stakes, Stake) != (not game.has(Bet)):
        wanted = "a stake and no bets: Stake(10)" if not game.has(Bet) else "limits: FixedLimit, SpreadLimit, ..."
        raise StakesError(f"{game.name} is played for {wanted}")
    money = _Money(game, stakes, house)
    rows = _rows(game)
    rulesets = _rulesets(game, house, stakes, n, rows)
    ops = tuple(_ops(game, house, n, money, rows, rulesets))
    ups = _faces(game, n)
    draws = [pc for pc, op in enumerate(ops) if isinstance(op, DrawOp)]
    return Plan(
        game,
        stakes,
        house,
        n,
        game.deck,
        frozenset(game.deck.cards),
        ops,
        rulesets,
        rows,
        tuple(i for i, up in enumerate(ups) if up),
        tuple(i for i, up in enumerate(ups) if not up),
        len(ups),
        money.ante,
        money.ante_by,
        money.blinds,
        money.roles,
        stakes.unit,
        any(isinstance(op, BetOp) and op.bring_in for op in ops) or game.has(BringIn),
        event_players,
        (1 << n) - 1,
        (0,) * n,
        _member_table(n),
        _after_table(n),
        _as_slice(ups),
        house.betting.fold_unforced == "keep_receiving_until_bet",
        int(house.betting.cap_counts_blind),
        house.betting.limit_allin_threshold == "half",
        draws[-1] if draws else -1,
    )


@lru_cache
def _member_table(n: int) -> tuple[tuple[int, ...], ...]:
    """The seats of every set of seats, in order."""
    return tuple(tuple(i for i in range(n) if mask >> i & 1) for mask in range(1 << n))


@lru_cache
def _after_table(n: int) -> tuple[tuple[int, ...], ...]:
    """For each seat and set of seats the next one of the set clockwise, itself last; -1 for the empty set."""

    def following(i: int, mask: int) -> int:
        seats = [j % n for j in range(i + 1, i + 1 + n) if mask >> j % n & 1]
        return seats[0] if seats else -1

    return tuple(tuple(following(i, mask) for mask in range(1 << n)) for i in range(n))


def _as_slice(ups: list[bool]) -> slice | None:
    """The cards of a holding that are dealt face up, where they come one after the other."""
    places = [i for i, up in enumerate(ups) if up]
    one_run = bool(places) and places[-1] - places[0] == len(places) - 1
    return slice(places[0], places[-1] + 1) if one_run else None


def at(value: Any, n: int) -> Any:
    """A value, looked up by the number dealt in where it depends on that."""
    return value.at(n) if isinstance(value, ByDealtIn) else value


class _Money:
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


def _rows(game: Game) -> tuple[str, ...]:
    names = [phase.to for phase in game.play if isinstance(phase, Deal) and phase.to != "hand"]
    if any(isinstance(phase, Deal) and phase.when_short is WhenShort.COMMON for phase in game.play):
        names.append("common")
    return tuple(dict.fromkeys(names))


def _faces(game: Game, n: int) -> list[bool]:
    ups: list[bool] = []
    for phase in game.play:
        if isinstance(phase, Deal) and phase.to == "hand":
            ups += [phase.face is UP] * at(phase.count, n)
        if isinstance(phase, Draw) and phase.extra:
            ups += [False] * phase.extra
    return ups


def _ops(
    game: Game, house: HouseRules, n: int, money: _Money, rows: tuple[str, ...], rulesets: tuple[RulesPlan, ...]
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
        money: _Money,
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


# --- rules -------------------------------------------------------------------------------------------------------


def _rulesets(game: Game, house: HouseRules, stakes: Stakes, n: int, rows: tuple[str, ...]) -> tuple[RulesPlan, ...]:
    """The rules of a game in the order in which unopened rounds lead from one to the next (D-JO-3)."""
    chain: list[Rules] = [game.rules]
    after = _openers(game, game.rules, house)
    step = after.unopened if after else None
    while isinstance(step, PlayFor):
        chain.append(step.rules)
        step = step.then
    found = []
    for i, rules in enumerate(chain):
        openers = after if i == 0 else (Openers() if step else None)
        found.append(_rules_plan(game, rules, openers, i + 1 if i + 1 < len(chain) else REDEAL, house, stakes, n, rows))
    return tuple(found)


def _openers(game: Game, rules: Rules, house: HouseRules) -> Openers | None:
    """The opening rule after the option `checked_around` (D-PO-1), which only ante games ask."""
    said = house.openers.checked_around
    if said is None or game.has(Blinds) or game.has(BringIn):
        return rules.openers
    if said == "pass_out":
        return rules.openers or Openers()
    return None if rules.openers == Openers() else rules.openers


def _rules_plan(
    game: Game,
    rules: Rules,
    openers: Openers | None,
    unopened: int,
    house: HouseRules,
    stakes: Stakes,
    n: int,
    rows: tuple[str, ...],
) -> RulesPlan:
    fixed = isinstance(stakes, FixedLimit)
    ban = house.betting.check_raise or rules.betting.check_raise
    sevens = rules.betting.sevens if house.sevens.sevens is None else house.sevens.sevens
    low = next((award for award in rules.pot if award.ranking is Ranking.ACE_TO_FIVE_LOW), None)
    sevens = sevens and low is not None and len(rules.pot) == 1 and game.draws > 0 and _has_sevens(game.deck)
    seven_order = ordering(Ranking.ACE_TO_FIVE_LOW, game, house) if sevens else None
    floors = _floors(game, openers, house) if openers and openers.is_hand_floor else ()
    return RulesPlan(
        rules,
        tuple(_award(game, award, house, n, rows, len(rules.pot)) for award in rules.pot),
        any(award.share is DECLARED for award in rules.pot),
        openers is not None,
        floors,
        ordering(HIGH, game, house),
        unopened,
        sevens,
        seven_order,
        seven_order.floor_low(SEVEN) if seven_order else 0,
        fixed and str(ban) == CheckRaise.BANNED_LAST_ROUND.value,
    )


def _has_sevens(deck: Deck) -> bool:
    """Can a hand of this pack be a seven or better at all? A joker is a rank of the pack that is not held."""
    return sum(rank <= SEVEN or rank == ACE for rank in deck.pack.ranks) >= 5


def ordering(ranking: Ranking, game: Game, house: HouseRules, wild: bool = False) -> Order:
    """The order of hands of a ranking with this game's pack and these house rules."""
    deck = Deck(game.deck.pack, game.deck.jokers, wild=True) if wild else game.deck
    return order(
        ranking,
        deck,
        bug_in_flush=house.ranks.bug_in_flush,
        five_aces=house.ranks.five_aces,
        lowball_joker=house.ranks.lowball_joker,
        rank40=_rank40(game, house),
        straights40=house.italian.straights40,
    )


def _rank40(game: Game, house: HouseRules) -> str:
    """`frequency7` is for games in which seven cards are each player's to choose from (IT-17)."""
    said = house.italian.rank40
    counts = [phase.count for phase in game.play if isinstance(phase, Deal) and isinstance(phase.count, int)]
    return "italian" if said == "frequency7" and (game.draws or sum(counts) != 7) else said


def floor_value(floor: AtLeast, game: Game, house: HouseRules) -> int:
    """The least value that meets a floor; 1 for anything at all."""
    ranks = ordering(floor.ranking, game, house)
    kind, _, rank = floor.floor.partition(" ")
    return ranks.floor_low(_low_cap(rank, game, house)) if kind == "low" else ranks.floor(floor.floor)


def _low_cap(letter: str, game: Game, house: HouseRules) -> int:
    """The low qualifier on this pack: a pack without eights has the seven, or the knave as eight (IT-19)."""
    rank = FRENCH.rank_letters.index(letter)
    if EIGHT in game.deck.pack.ranks or rank > EIGHT:
        return rank
    return SEVEN if house.italian.low_cap == "seven" else JACK


def _floors(game: Game, openers: Openers, house: HouseRules) -> tuple[tuple[AtLeast, int], ...]:
    steps = openers.floors
    if house.openers.after_last == "descend" and len(steps) > 1:
        # D-JP-6: A, K, Q, J, Q ...: from aces the requirement walks down and up again for ever.
        steps = steps + steps[-2:0:-1]
    return tuple((floor, floor_value(floor, game, house)) for floor in steps)


def floor_at(rules: RulesPlan, step: int) -> tuple[AtLeast, int]:
    """What opens after `step` passed-out deals (D-JP-6)."""
    count = len(rules.floors)
    openers = rules.rules.openers
    base = len(openers.floors) if openers else count
    if count > base and step >= count:
        return rules.floors[step % count]
    return rules.floors[min(step, count - 1)]


def _award(game: Game, award: Award, house: HouseRules, n: int, rows: tuple[str, ...], ways: int) -> AwardPlan:
    qualify = at(award.qualify, n)
    if qualify and house.cucamonga.qualifiers == "none" and isinstance(award.qualify, ByDealtIn):
        qualify = None
    name = "whole" if ways == 1 else ("high" if award.ranking is HIGH else "low")
    ranks = ordering(award.ranking, game, house)
    wild = None
    if house.stud.bug_down_wild and game.deck.jokers and award.ranking is HIGH and game.has(BringIn):
        wild = ordering(award.ranking, game, house, wild=True)
    sources = award.use.sources
    return AwardPlan(
        name,
        ranks,
        tuple(-1 if source == "hand" else rows.index(source) for source, _ in sources),
        tuple(span for _, span in sources),
        floor_value(qualify, game, house) if qualify else 0,
        wild,
    )

"""The rules of a game made into orders, floors and awards."""

from __future__ import annotations

from oddchip.cards import ACE, FRENCH, JACK, Deck
from oddchip.house import HouseRules
from oddchip.plan.ops import (
    EIGHT,
    REDEAL,
    SEVEN,
    AwardPlan,
    RulesPlan,
    at,
)
from oddchip.rankings import Order, Ranking, order
from oddchip.spec import (
    DECLARED,
    HIGH,
    AtLeast,
    Award,
    Blinds,
    BringIn,
    ByDealtIn,
    CheckRaise,
    Deal,
    Game,
    Openers,
    PlayFor,
    Rules,
)
from oddchip.stakes import FixedLimit, Stakes


def rulesets_of(game: Game, house: HouseRules, stakes: Stakes, n: int, rows: tuple[str, ...]) -> tuple[RulesPlan, ...]:
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

"""Rulings about packs of forty cards and other stripped packs (IT)."""

from __future__ import annotations

from oddchip.cards import PACKS, Deck, eleven_minus
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.modifiers import on_deck
from oddchip.plan import AwardPlan, ordering, plan_for
from oddchip.rankings import Category, Order, Ranking, census
from oddchip.rulings.comparing import side
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import modest
from oddchip.spec import Game

SHORT_NAMES = {"straight flush": "SF", "full house": "full", "two pair": "twopair", "high card": "high"}


def _forty(ruling: Ruling, house: HouseRules | None = None) -> Order:
    return ordering(Ranking.HIGH, on_deck(find_game("seven_card_stud"), "italian"), house or ruling.house())


@kind("value")
def value(ruling: Ruling) -> Answer:
    order = _forty(ruling)
    hand = order.hand(order.value(order.deck.parse(str(ruling.said["cards"]))))
    return {"category": _short(hand.category), "top": order.deck.pack.rank_letters[hand.ranks[0]]}


@kind("compare")
def compare(ruling: Ruling) -> Answer:
    order = _forty(ruling)
    cards = {name: order.deck.parse(hand) for name, hand in ruling.mapping("cards").items()}
    return {"better": side(order, cards)}


def _short(category: Category) -> str:
    name = category.name.lower().replace("_", " ")
    return SHORT_NAMES.get(name, name)


@kind("freq5", "freq7")
def frequencies(ruling: Ruling) -> Answer:
    """How often each category comes, all hands counted (IT-15, IT-16)."""
    counted = census(_forty(ruling), int(ruling.kind.removeprefix("freq")))
    found = {"total": counted.total}
    for result, number in counted.counts.items():
        name = _short(counted.order.hand(result).category)
        found[name] = found.get(name, 0) + number
    return found


@kind("low7")
def low_of_seven(ruling: Ruling) -> Answer:
    """How many seven-card hands make a low, with either cap on 40 cards and with an eight on 52 (IT-19)."""
    stud = find_game("stud_eight")
    forty = on_deck(stud, "italian")
    low = _low_award(forty, ruling.house())
    counted, plain = census(low.order, 7), census(_low_award(stud, ruling.house()).order, 7)
    caps = {cap: _low_award(forty, ruling.house(low_cap=cap)).floor for cap in ("seven", "knave_as_eight")}
    return {
        **{cap: counted.at_least(floor) for cap, floor in caps.items()},
        "total": counted.total,
        "deck52_eight": plain.at_least(_low_award(stud, ruling.house()).floor),
        "deck52_total": plain.total,
    }


def _low_award(game: Game, house: HouseRules) -> AwardPlan:
    return plan_for(game, modest(game), house, 2).rulesets[0].awards[1]


@kind("deck")
def deck(ruling: Ruling) -> Answer:
    """What is in the pack (IT-1)."""
    pack = PACKS[ruling.game.removesuffix("40")]
    courts = len(pack.courts) * len(pack.suits)
    counted = {"cards": Deck(pack).size, "suits": len(pack.suits), "ranks": len(pack.ranks)}
    return {**counted, "courts": courts, "pips": Deck(pack).size - courts}


@kind("pips")
def pips(ruling: Ruling) -> Answer:
    """The suit signs by which a pip card is read (IT-4)."""
    pack = PACKS[ruling.game.removesuffix("40")]
    each = sum(pack.signs(rank) for rank in pack.ranks)
    return {"per_suit": each, "total": each * len(pack.suits)}


@kind("eleven")
def eleven(ruling: Ruling) -> Answer:
    """The pack stripped for so many players (IT-13)."""
    pack = eleven_minus(int(ruling.setup["players"]))
    return {"lowest": min(pack.ranks) + 2, "cards": len(pack.cards)}

"""Rulings about whole showdowns: who wins what with these cards, in stud, Cucamonga and any game with cards to show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from oddchip import events as ev
from oddchip.actions import CHECK, RaiseTo
from oddchip.cards import FRENCH, UNKNOWN
from oddchip.errors import HistoryError, SetupError
from oddchip.games.boards import cucamonga
from oddchip.hand import Hand
from oddchip.house import HouseRules
from oddchip.plan import AwardPlan, plan_for
from oddchip.play.betting import chips_owed_to_pots
from oddchip.rankings import Chooser, combinations
from oddchip.rulings.comparing import best_hands, held
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, Cards, Script, all_in, amounts, bet_offer, modest, shares, start, winners
from oddchip.rulings.stud import folded_out
from oddchip.spec import Game
from oddchip.stakes import FixedLimit

ROWS = ("top", "bottom")


@kind("showdown")
def showdown(ruling: Ruling) -> Answer:
    """These hands are shown down for a pot of this size, or for what each has put in."""
    setup, game, house = ruling.setup, ruling.find_game(), ruling.house()
    cards = {name: game.deck.parse(str(hand)) for name, hand in ruling.mapping("cards").items()}
    script = held(game, house, dict(enumerate(cards.values())))
    if "contrib" in setup:
        put, dead = [setup["contrib"][name] for name in cards], 0
    else:
        put, dead = shares(setup["pot"], len(cards))
    onlookers = 0
    if "community" in setup:
        # A card is common only when eight players stayed to the end (S8-16).
        script.rows["common"] = game.deck.parse(setup["community"])
        onlookers = 8 - len(cards)
    return outcome(all_in(game, put, script, house=house, dead=dead, onlookers=onlookers), list(cards))


def outcome(hand: Hand, names: Sequence[str]) -> dict[str, object]:
    """Winners each way, chips handed to each, and the pots before they were awarded."""
    result = hand.result
    assert result is not None
    won = {way: sorted(names[i] for i in winners(hand, way)) for way in _ways(hand)}
    return {**won, "awards": dict(zip(names, result.payout.values(), strict=False)), "pots": _pots(hand, names)}


def _ways(hand: Hand) -> list[str]:
    return [award.name for award in hand.plan.rulesets[hand.state.rules].awards]


def _pots(hand: Hand, names: Sequence[str]) -> list[list[object]]:
    """The pots as they stood before the first award: the hand's own record, folded up to there."""
    first = next(at for at, event in enumerate(hand.log) if event[0] in (ev.AWARDED, ev.VOIDED, ev.CARRIED))
    pots = chips_owed_to_pots(hand.replayed(hand.log[:first]))
    return [[pot.amount, [names[i] for i in ev.seats_of(pot.eligible) if i < len(names)]] for pot in pots]


# --- Cucamonga -------------------------------------------------------------------------------------------------------


def _rows(game: Game, ruling: Ruling) -> dict[str, Cards]:
    return {row: game.deck.parse(ruling.mapping("cards")[row]) for row in ROWS}


@kind("showdown", games=("cucamonga",))
def cucamonga_showdown(ruling: Ruling) -> Answer:
    """So many are dealt in, the named players stay and are all-in, the others fold (CU-7, CU-8)."""
    setup, game = ruling.setup, ruling.find_game()
    order = list(setup["order"])
    down = {i: game.deck.parse(ruling.mapping("cards")[name]) for i, name in enumerate(order)}
    put, dead = shares(setup["pot"], len(order))
    script = Script(down=down, rows=_rows(game, ruling))
    others = setup["dealt"] - len(order)
    hand = all_in(game, put, script, house=ruling.house(), dead=dead, onlookers=others, leave=True)
    return outcome(hand, order)


@kind("hand", games=("cucamonga",))
def cucamonga_hand(ruling: Ruling) -> Answer:
    """The best hands out of the own cards and both rows (CU-4.1, CU-6)."""
    game = ruling.find_game()
    script = Script(down={0: game.deck.parse(ruling.mapping("cards")["hand"])}, rows=_rows(game, ruling))
    return best_hands(all_in(game, (1, 1), script, house=ruling.house()), 0)


@kind("combo", games=("cucamonga",))
def combination(ruling: Ruling) -> Answer:
    """Do so many cards from hand, top row and bottom row make a hand, all of them played?"""
    return {"legal": _plays(_award(ruling.find_game(), ruling.house()), tuple(ruling.setup["use"]))}


@kind("combo_count", games=("cucamonga",))
def combination_count(ruling: Ruling) -> Answer:
    award = _award(ruling.find_game(), ruling.house())
    return {"count": combinations(award.use, (ruling.setup["hand"], 4, 4))}


@kind("min_table", games=("cucamonga",))
def table_cards(ruling: Ruling) -> Answer:
    """How many of the five come from the table, in all the ways that make a hand (CU-11)."""
    award = _award(ruling.find_game(), ruling.house())
    ways = [use for use in product(range(6), range(5), range(5)) if _plays(award, use)]
    table = [top + bottom for _, top, bottom in ways]
    return {
        "min_table_cards": min(table),
        "max_table_cards": max(table),
        "min_each_row": min(min(top, bottom) for _, top, bottom in ways),
    }


def _award(game: Game, house: HouseRules) -> AwardPlan:
    return plan_for(game, modest(game), house, 2).rulesets[0].awards[0]


def _plays(award: AwardPlan, use: tuple[int, ...]) -> bool:
    """Does the best hand out of so many cards from each source use every one of them?"""
    pack = FRENCH.cards
    sources, at = [], 0
    for count in use:
        sources.append(pack[at : at + count])
        at += count
    value, cards = Chooser(award.order, award.use, sources[1:]).best(sources[0])
    return bool(value) and set(cards) == {card for source in sources for card in source}


@kind("deal", games=("cucamonga",))
def cucamonga_deal(ruling: Ruling) -> Answer:
    """What is dealt to so many players, or that they are refused (CU-1, CU-2.2a, CU-2.2b)."""
    game = ruling.find_game()
    try:
        hand = start(game, modest(game), [DEEP] * ruling.setup["players"], house=ruling.house())
    except SetupError:
        return {"rejected": True}
    each, table = {len(cards) for cards in hand.holdings.values()}, sum(map(len, hand.full_view.rows.values()))
    return {
        "rejected": False,
        "each": each.pop() if len(each) == 1 else sorted(each),
        "table": table,
        "used": game.deck.size - hand.state.left,
        "left": hand.state.left,
        "qualifiers": any(award.floor for award in hand.plan.rulesets[0].awards),
    }


@kind("reveal", games=("cucamonga",))
def reveal(ruling: Ruling) -> Answer:
    """How many rounds there are and how many table cards everybody sees in each (CU-9)."""
    game = cucamonga(reveal=ruling.setup["mode"])
    hand = start(game, modest(game), (DEEP, DEEP, DEEP), house=ruling.house())
    exposed: dict[int, int] = {}
    while not hand.over:
        rows = hand.view(None).rows.values()
        exposed[hand.round_number or 0] = sum(card != UNKNOWN for row in rows for card in row)
        hand = hand.act(CHECK)
    return {"rounds": len(exposed), "exposed_before_round": list(exposed.values())}


@kind("fold_out", games=("cucamonga",))
def cucamonga_fold_out(ruling: Ruling) -> Answer:
    """The first bets and everybody folds (CU-12)."""
    setup = ruling.setup
    stakes = FixedLimit(setup["bet"], 2 * setup["bet"], ante=setup["ante"])
    hand = start(ruling.find_game(), stakes, [DEEP] * setup["players"], house=ruling.house())
    if amounts(bet_offer(hand)) != (setup["bet"],):
        raise HistoryError(f"{ruling.where}: a bet of {setup['bet']} is not on offer")
    return folded_out(hand.act(RaiseTo(setup["bet"])))

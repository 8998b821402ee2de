"""Which parts a game has: what decides whether a house rule matters to it."""

from __future__ import annotations

from oddchip.plan import REDEAL
from oddchip.rulesheet.telling import Telling
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    BIG_BLIND,
    COMMON,
    HIGH,
    QUAD,
    Ante,
    Bet,
    ByDealtIn,
    Deal,
    Declare,
    Draw,
    PlayFor,
    Swap,
)
from oddchip.stakes import PotLimit

EIGHT_RANK = 6


def always(telling: Telling) -> bool:
    return True


def bets(telling: Telling) -> bool:
    return telling.game.has(Bet)


def fixed(telling: Telling) -> bool:
    return bets(telling) and telling.is_fixed


def pot_limit(telling: Telling) -> bool:
    return bets(telling) and (telling.stakes is None or isinstance(telling.stakes, PotLimit))


def blinds(telling: Telling) -> bool:
    return telling.has_blinds


def big_blind_ante(telling: Telling) -> bool:
    return Ante(by=BIG_BLIND) in telling.game.play


def lowball(telling: Telling) -> bool:
    """Low alone, in a draw game."""
    return draws(telling) and list(telling.rankings) != [HIGH] and len(telling.rankings) == 1


def quad_bets(telling: Telling) -> bool:
    return any(isinstance(phase, Bet) and phase.size is QUAD for phase in telling.game.play)


def draws(telling: Telling) -> bool:
    return telling.game.has(Draw)


def draw_limit(telling: Telling) -> bool:
    return draws(telling) and telling.house.draw.max_draw is not None


def may_have_sevens(telling: Telling) -> bool:
    """Ace-to-five low alone, after a draw, by any of the game's rules."""
    return draws(telling) and any(
        len(rules.rules.pot) == 1 and rules.rules.pot[0].ranking is ACE_TO_FIVE_LOW for rules in telling.rulesets
    )


def sevens(telling: Telling) -> bool:
    return any(rules.sevens for rules in telling.rulesets)


def sevens_cost(telling: Telling) -> bool:
    return sevens(telling) and telling.house.sevens.sevens_penalty != "must_bet"


def declares(telling: Telling) -> bool:
    return telling.game.has(Declare)


def may_be_checked_around(telling: Telling) -> bool:
    return bets(telling) and telling.game.has(Ante) and not blinds(telling) and not stud(telling)


def floors(telling: Telling) -> bool:
    """Does it take a certain hand to open?"""
    return any(rules.floors for rules in telling.rulesets)


def progressive(telling: Telling) -> bool:
    return any(len(rules.floors) > 1 for rules in telling.rulesets)


def redeals(telling: Telling) -> bool:
    return any(rules.opens and rules.unopened == REDEAL for rules in telling.rulesets)


def joker_for_high(telling: Telling) -> bool:
    return telling.deck.jokers > 0 and HIGH in telling.rankings


def bug_for_high(telling: Telling) -> bool:
    return joker_for_high(telling) and not telling.deck.wild


def joker_for_other_lows(telling: Telling) -> bool:
    return telling.deck.jokers > 0 and any(ranking not in (HIGH, ACE_TO_FIVE_LOW) for ranking in telling.rankings)


def stud(telling: Telling) -> bool:
    return telling.bring_in is not None


def stud_with_bug(telling: Telling) -> bool:
    return stud(telling) and telling.deck.jokers > 0 and not telling.deck.wild


def burns(telling: Telling) -> bool:
    return any(isinstance(phase, Deal) and phase.burn for phase in telling.game.play)


def runs_out(telling: Telling) -> bool:
    return any(isinstance(phase, Deal) and phase.when_short is COMMON for phase in telling.game.play)


def by_dealt_in(telling: Telling) -> bool:
    return any(isinstance(award.qualify, ByDealtIn) for award in telling.game.rules.pot)


def both_qualify(telling: Telling) -> bool:
    return by_dealt_in(telling) and telling.house.cucamonga.qualifiers != "none"


def forty_for_high(telling: Telling) -> bool:
    from_forty = len(telling.pack.ranks) == 10 and EIGHT_RANK not in telling.pack.ranks
    return from_forty and HIGH in telling.rankings


def low_without_eights(telling: Telling) -> bool:
    return EIGHT_RANK not in telling.pack.ranks and any(award.qualify for award in telling.game.rules.pot)


def italian(telling: Telling) -> bool:
    return telling.pack.name == "italian"


def swaps(telling: Telling) -> bool:
    return telling.game.has(Swap)


def plays_for_other_rules(telling: Telling) -> bool:
    return any(
        rules.rules.openers is not None and isinstance(rules.rules.openers.unopened, PlayFor)
        for rules in telling.rulesets
    )


def is_four_before(telling: Telling) -> bool:
    return any(isinstance(phase, Draw) and phase.extra for phase in telling.game.play)

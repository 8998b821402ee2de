"""What tells each class of the vocabulary: a table of words by value, or the function that makes the sentence.

A class of `oddchip.spec` that is missing here has no sentence, and a test fails.
"""

from __future__ import annotations

from typing import Any

from oddchip.cards import Deck
from oddchip.rankings import Ranking
from oddchip.rulesheet import hands, limits, opening, steps, telling, winning
from oddchip.spec import (
    AfterLast,
    AtLeast,
    Award,
    Bet,
    Betting,
    By,
    ByDealtIn,
    CheckRaise,
    Draw,
    Face,
    First,
    Game,
    Openers,
    PlayFor,
    Redeal,
    Rules,
    Share,
    Size,
    Use,
    WhenShort,
)

SPOKEN: dict[type, Any] = {
    # words by value
    Size: telling.SIZES,
    First: steps.FIRSTS,
    By: {**steps.PAYS_ANTE, **steps.OWES_BRING_IN},
    Face: steps.FACES,
    WhenShort: steps.WHEN_SHORT,
    Share: winning.SHARES,
    AfterLast: opening.AFTER_LAST,
    CheckRaise: limits.CHECK_RAISE,
    Ranking: telling.RANKING_WORDS,
    # phases
    **steps.PHASES,
    Bet: steps.tell_bet,
    Draw: steps.tell_draw,
    # how it is judged
    Use: winning.tell_use,
    AtLeast: telling.Telling.floor,
    Award: winning.tell_winning,
    ByDealtIn: winning.tell_by_dealt_in,
    Openers: opening.tell_opening,
    Redeal: opening.UNOPENED[Redeal],
    PlayFor: opening.UNOPENED[PlayFor],
    Betting: limits.tell_betting,
    Rules: winning.tell_winning,
    Deck: hands.tell_joker,
    Game: steps.tell_play,
}

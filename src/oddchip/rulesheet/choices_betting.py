"""The house rules of betting, drawing and the sevens rule, in words."""

from __future__ import annotations

from oddchip.house import NUMBER
from oddchip.rulesheet import parts
from oddchip.rulesheet.choice import Choice
from oddchip.rulesheet.telling import Telling


def _check_raise(telling: Telling) -> str:
    banned = any(rules.check_raise_ban for rules in telling.rulesets)
    return f"Who has checked in the last round {'may not' if banned else 'may'} raise in it, as the game has it."


def _sevens(telling: Telling) -> str:
    return f"The sevens rule is {'in force' if parts.sevens(telling) else 'not in force'}, as the game has it."


BETTING: dict[str, Choice] = {
    # betting
    "cap_raises": Choice(
        parts.fixed,
        {
            NUMBER: "A round of fixed limit has one bet and at most {} raises.",
            None: "Raises are not limited in number.",
            "robert": "A round of fixed limit has one bet and four raises in a game of two rounds, three in longer "
            "games.",
        },
    ),
    "cap_counts_blind": Choice(
        lambda t: parts.fixed(t) and parts.blinds(t),
        {True: "The big blind counts as the first bet of the round.", False: "The big blind does not count as a bet."},
    ),
    "cap_heads_up": Choice(
        parts.fixed,
        {
            "roberts": "Between two players raises are not limited, unless the cap was reached while more were in.",
            "wsop": "Raises are not limited in a round that began with two players.",
            "tda": "The cap is lifted only when two players are left at the table.",
            "always": "The cap holds between two players too.",
        },
    ),
    "limit_allin_threshold": Choice(
        parts.fixed,
        {
            "half": "An all-in of half a bet or more counts as a full bet.",
            "full": "Only an all-in of a full bet counts as one.",
        },
    ),
    "fold_unforced": Choice(
        parts.bets,
        {
            "allowed": "A player may fold with nothing to call.",
            "keep_receiving_until_bet": "Who folds with nothing to call is dealt cards until somebody bets.",
            "forbidden": "Nobody folds with nothing to call.",
        },
    ),
    "no_limp": Choice(
        parts.blinds,
        {False: "The pot may be entered with a call.", True: "The pot must be entered with a raise."},
    ),
    "min_open": Choice(
        parts.blinds,
        {
            False: "The pot may be entered for the big blind.",
            True: "The pot must be entered for at least double the big blind.",
        },
    ),
    "pl_blind_rounding": Choice(
        lambda t: parts.pot_limit(t) and parts.blinds(t),
        {
            False: "In pot limit the small blind counts for what it is.",
            True: "In pot limit the small blind counts as a big blind.",
        },
    ),
    "big_blind_ante": Choice(
        parts.big_blind_ante,
        {
            "blind_first": "A big blind too short for both pays the blind first, then the ante.",
            "ante_first": "A big blind too short for both pays the ante first, then the blind.",
        },
    ),
    "straddle": Choice(
        parts.blinds,
        {
            False: "There is no straddle.",
            True: "The player left of the big blind posts twice as much and acts last in the first round.",
        },
    ),
    "kill": Choice(
        lambda t: parts.fixed(t) and parts.lowball(t) and parts.blinds(t),
        {
            None: "There is no kill.",
            "full": "Who wins twice running kills the next pot: it is played at double the limits.",
            "half": "Who wins twice running kills the next pot: it is played at one and a half times the limits.",
        },
    ),
    "q_ball_unit": Choice(
        parts.quad_bets,
        {
            "big_blind": "Bets are measured by the big blind.",
            "small_blind": "Bets are measured by the small blind, half as large.",
        },
    ),
    "check_raise": Choice(
        lambda t: parts.fixed(t) and parts.bets(t),
        {
            None: _check_raise,
            "allowed": "Who has checked may raise later in the round.",
            "banned_last_round": "Who has checked in the last round may not raise in it.",
        },
    ),
    # the draw
    "max_draw": Choice(
        parts.draws,
        {None: "A player may throw the whole hand.", NUMBER: "A player may throw at most {} cards."},
    ),
    "four_with_ace": Choice(
        parts.draw_limit,
        {
            False: "That limit holds whatever is kept.",
            True: "One card more may be thrown when an ace or a joker is kept.",
        },
    ),
    "fifth_card_last": Choice(
        lambda t: parts.draws(t) and t.hand_size == 5,
        {
            False: "Who throws five cards receives all five at once.",
            True: "Who throws five cards receives the fifth after everybody has drawn.",
        },
    ),
    "draw_order": Choice(
        parts.draws,
        {
            "sequential": "Each player receives cards before the next decides.",
            "announce_first": "All players say how many they throw before any card is dealt.",
        },
    ),
    "reshuffle": Choice(
        parts.draws,
        {
            "deplete_first": "When the pack runs short the rest of it is dealt, then thrown cards are shuffled and "
            "dealt on; nobody gets back a card he has thrown.",
            "mix_remaining": "When the pack runs short the rest of it is shuffled with the thrown cards; nobody "
            "gets back a card he has thrown.",
            "reserve_bottom": "The bottom card is never dealt; when the pack runs short it is shuffled with the "
            "thrown cards, and nobody gets back a card he has thrown.",
            "folded_first": "When the pack runs short, cards of folded hands are dealt before discards; nobody gets "
            "back a card he has thrown.",
        },
    ),
    "post_draw_first": Choice(
        parts.draws,
        {
            "left_of_button": "After a draw the first player left of the button is first to act.",
            "opener": "After a draw the player who opened is first to act.",
        },
    ),
    # sevens
    "sevens": Choice(
        parts.may_have_sevens,
        {
            None: _sevens,
            True: "The sevens rule is in force.",
            False: "The sevens rule is not in force.",
        },
    ),
    "sevens_penalty": Choice(
        parts.sevens,
        {
            "postdraw": "A checked seven cannot win what is put in after the check.",
            "whole_pot": "A checked seven cannot win the pot at all.",
            "must_bet": "A seven cannot be checked after the last draw.",
        },
    ),
    "sevens_tie": Choice(
        parts.sevens_cost,
        {
            "split_predraw": "A checked seven that ties shares only what was in before its check.",
            "nonviolator_takes_all": "A checked seven that ties gets back its own later chips and no more.",
        },
    ),
    "sevens_short_call": Choice(
        parts.sevens_cost,
        {
            None: "Whether calling a short all-in is a check goes by what the table counts as a full bet.",
            "half_bet": "Calling an all-in of less than half a bet, without completing it, is a check.",
            "full_bet": "Calling an all-in of less than a full bet, without completing it, is a check.",
        },
    ),
    "sevens_without_showdown": Choice(
        parts.sevens_cost,
        {
            True: "The sevens rule holds when everybody else folds, too.",
            False: "The sevens rule holds at the showdown only.",
        },
    ),
}

"""Random spots of any game, small enough to be counted one by one."""

from __future__ import annotations

import random

from oddchip.cards import cards_text
from oddchip.house import HouseRules
from oddchip.odds import Spot
from oddchip.plan import RowOp
from oddchip.spec import Swap
from odds_reference import plan_of

#: Every game, every modifier, and the options that change who wins.
GAMES = (
    *("five_card_draw", "ante_draw", "gardena_jackpots", "california_lowball", "kansas_city", "ace_to_six_lowball"),
    *("badugi", "california_high_low", "high_low_declare", "johnson", "jacks_back", "q_ball", "stud_eight"),
    *("seven_card_stud", "razz", "deuce_to_seven_triple_draw", "ace_to_five_triple_draw", "texas_holdem"),
    *("short_deck_holdem", "omaha", "omaha_eight", "cucamonga", "california_poker"),
    *("triple_draw(gardena_jackpots)", "double_draw(kansas_city)", "four_before(five_card_draw)"),
    *("four_before(badugi)", "with_bugs(kansas_city, 1)", "with_bugs(five_card_draw, 2)", "with_bugs(stud_eight, 2)"),
    *("with_bugs(stud_eight, 1)", "with_bugs(badugi, 1)", "with_bugs(ace_to_six_lowball, 1)", "with_bugs(razz, 1)"),
    *("declare(ante_draw)", 'declare(ante_draw, low="2-7")', "declare(stud_eight)", "progressive(gardena_jackpots)"),
    *('on_deck(five_card_draw, "italian")', 'on_deck(stud_eight, "italian")', 'on_deck(kansas_city, "italian")'),
    *("with_antes(five_card_draw)", "with_blinds(california_lowball, 3)"),
)
OPTIONS = (
    ("with_bugs(five_card_draw, 1)", {"five_aces": "quads"}),
    ("with_bugs(five_card_draw, 2)", {"bug_in_flush": "double_ace_flush"}),
    ("with_bugs(five_card_draw, 1)", {"bug_in_flush": "lowest"}),
    ("with_bugs(kansas_city, 1)", {"lowball_joker": "lowest_not_held"}),
    ("with_bugs(badugi, 1)", {"lowball_joker": "lowest_not_held"}),
    ('on_deck(five_card_draw, "italian")', {"rank40": "standard"}),
    ('on_deck(five_card_draw, "italian")', {"italian_suits_break_ties": True}),
    ('on_deck(seven_card_stud, "italian")', {"rank40": "frequency7", "straights40": "gap"}),
    ('on_deck(stud_eight, "italian")', {"low_cap": "knave_as_eight"}),
    ("gardena_jackpots", {"trips_to_win": True}),
    ("cucamonga", {"qualifiers": "none"}),
    ("cucamonga", {"one_way": "split_survivors"}),
    *(("cucamonga", {"neither": n}) for n in ("high_takes_all", "split_survivors", "carry_over")),
    ("with_bugs(seven_card_stud, 2)", {"bug_down_wild": True}),
    ("with_bugs(stud_eight, 1)", {"bug_down_wild": True}),
    ("high_low_declare", {"scoop_against": "all"}),
    ("high_low_declare", {"failed_scoops": "losers_share_never"}),
    ("high_low_declare", {"failed_scoops": "three_quarters"}),
    *(("high_low_declare", {"all_scoops_fail": fail}) for fail in ("carry_over", "refund")),
    ("high_low_declare", {"scoop_all_pots": True}),
)


def random_spot(
    game: str, rng: random.Random, players: int = 2, unseen: int = 3, rest: int = 9, pots: bool = False, **options
) -> Spot:
    """Cards dealt at random, `unseen` of them taken back again; `rest` cards are left to come, all others dead."""
    house = HouseRules.of(**options)
    bare = Spot(game, (None,) * players, house=house)
    value, plan = plan_of(bare)
    if value.has(Swap):
        unseen = min(unseen, 2)
    cards = list(value.deck.cards)
    rng.shuffle(cards)
    sizes = {plan.rows[op.row]: 0 for op in plan.ops if isinstance(op, RowOp)}
    for op in plan.ops:
        if isinstance(op, RowOp):
            sizes[plan.rows[op.row]] += op.count
    hands = [[cards.pop() for _ in range(plan.hand_size)] for _ in range(players)]
    rows = {name: [cards.pop() for _ in range(size)] for name, size in sizes.items()}
    piles = [pile for pile in (*hands, *rows.values()) if pile]
    for _ in range(unseen):
        pile = rng.choice(piles)
        if pile:
            cards.append(pile.pop())
    rng.shuffle(cards)
    text = lambda some: cards_text(some, value.deck)  # noqa: E731
    put = tuple(rng.choice((3, 5, 8)) for _ in range(players)) if pots else None
    declared = tuple(rng.choice(("low", "high", "both")) for _ in range(players))
    return Spot(
        game,
        tuple(map(text, hands)),
        rows={name: text(row) for name, row in rows.items()},
        dead=text(cards[rest:]),
        declared=declared if plan.rulesets[0].declared else (),
        put=put,
        dead_money=rng.choice((0, 4)) if pots else 0,
        house=house,
    )

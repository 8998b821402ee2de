"""Any commands in any order: each is done whole or refused, chips are conserved, facts alone give the state."""

from random import Random

import pytest

from oddchip import FixedLimit, HouseRules, NoLimit, OddchipError, SpreadLimit, Stake, find_game, shuffled
from oddchip.house import options
from oddchip.table import (
    Act,
    Announce,
    BuyPot,
    Choose,
    DealersChoice,
    Decline,
    ExternalSettlement,
    Leave,
    NextGame,
    Pause,
    Rebuy,
    Resume,
    Return,
    SetGame,
    SetHouse,
    SetRotation,
    Sit,
    SitOut,
    StartHand,
    Table,
    TimeOut,
    TopUp,
    VoidHand,
)
from tables import check, do

SEATS = 5
BLINDS = NoLimit(blinds=(1, 2))
GAMES = [
    (find_game("gardena_jackpots"), FixedLimit(2, 4)),
    (find_game("progressive(gardena_jackpots)"), SpreadLimit(2, 6, ante=1)),
    (find_game("california_lowball"), FixedLimit(2, 4)),
    (find_game("q_ball"), FixedLimit(2, 4, blinds=(1, 1, 2))),
    (find_game("texas_holdem"), BLINDS),
    (find_game("kansas_city"), BLINDS),
    (find_game("stud_eight"), FixedLimit(2, 4)),
    (find_game("declare(ante_draw)"), FixedLimit(2, 4)),
    (find_game("with_blinds(cucamonga)"), FixedLimit(2, 4)),
    (find_game("badugi"), FixedLimit(2, 4)),
]
CALIFORNIA = (find_game("california_poker"), Stake(5))
SEAT_OPTIONS = (
    *("button", "missed_blinds", "buy_button", "choice_length", "away_orbits", "redeal_button", "max_antes"),
    *("open_to_newcomers", "kill", "straddle", "trips_to_win", "california_timeout", "neither", "time_bank_seconds"),
)


def house(rng):
    """House rules with the table's own options at random."""
    entries = dict(options())
    said = {}
    for name in SEAT_OPTIONS:
        values = [value for value in entries[name].metadata["values"] if type(value) is not object]
        said[name] = rng.choice([*values, 1] if len(values) < len(entries[name].metadata["values"]) else values)
    return HouseRules.of(**said, buy_in_min=1, checked_around="pass_out")


def command(rng, made):
    """Something somebody might ask for, allowed or not."""
    seat = rng.randrange(-1, SEATS + 1)
    name = f"P{rng.randrange(8)}"
    chips = rng.choice([-1, 0, 1, 2, 7, 20, 60, 200, 10**6])
    game = rng.choice(GAMES)
    if made.state.paused_at is not None and rng.random() < 0.5:
        return Resume()
    if made.chooser is not None and rng.random() < 0.5:
        entry = rng.choice(made.state.line.entries)
        return Choose(made.chooser, entry.game, entry.stakes, rng.random() < 0.7)
    kinds = {
        StartHand(shuffled(rng)): 60,
        Sit(seat, name, rng.choice([10, 40, chips]), rng.random() < 0.5): 12,
        Rebuy(seat, chips): 6,
        TopUp(seat, chips): 3,
        Return(seat, rng.random() < 0.5): 8,
        Choose(seat, *game): 1,
        Announce(): 4,
        Resume(): 1,
        BuyPot(seat): 4,
        Leave(seat): 3,
        SitOut(seat, rng.random() < 0.4): 4,
        TimeOut(): 2,
        VoidHand("seen"): 1,
        SetGame(*game): 1,
        SetRotation(tuple(rng.sample(GAMES, 3)), rng.choice([1, 3, None])): 1,
        NextGame(): 1,
        DealersChoice(tuple(rng.sample(GAMES, 3))): 1,
        SetHouse(house(rng)): 1,
        Pause(): 1,
        Decline(seat): 1,
    }
    return rng.choices(list(kinds), list(kinds.values()))[0]


def evening(rng, first, commands):
    now = 0
    made = Table.open(SEATS, house(rng)).do(SetGame(*first))
    for seat in range(rng.randint(2, SEATS) if first is not CALIFORNIA else 2):
        made = do(made, Sit(seat, f"P{seat}", rng.choice([5, 20, 60])))
    for _ in range(commands):
        now += rng.choice([0, 1, 10])
        if made.offers and made.state.paused_at is None and rng.random() < 0.95:
            seat = rng.choice(sorted(made.offers))
            asked = Act(seat, rng.choice(made.offers[seat].actions()), made.decisions[seat])
        else:
            asked = command(rng, made)
        before = made
        try:
            made = check(made.do(asked, now), before)
        except OddchipError:
            assert made.state is before.state
    return check(made)


@pytest.mark.parametrize("seed", range(40))
def test_any_commands_in_any_order(seed):
    rng = Random(seed)
    made = evening(rng, rng.choice(GAMES), 250)
    assert made.state.hands


@pytest.mark.parametrize("seed", range(6))
def test_any_commands_in_a_session_of_california_poker_cp_9(seed):
    rng = Random(seed)
    made = evening(rng, CALIFORNIA, 60)
    assert made.state.hands
    if made.entry and made.entry.stakes == Stake(5) and not made.playing:
        assert do(made, ExternalSettlement("elsewhere")).why_not is not None

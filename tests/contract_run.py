"""Hands of the contract tests, one after another, with everything checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from contract_play import Played, check_end, check_moment, play
from contract_tables import Recorded, Table, random_house, random_table
from contract_views import check_alike, check_secrets, check_square, viewers_of
from oddchip import Carry, GameError, Hand, Seat, StakesError, shuffled
from oddchip.plan import plan_for
from oddchip.spec import Swap

MOST_DEALS = 300
HOUSE_SHARE = 0.35

Cell = tuple[str, str, int, int]


def run(cells: Iterable[Cell], every_viewer: bool) -> Counter[str]:
    """Play and check one hand, and the chain of deals that it may begin, for each (name, limit, seats, seed)."""
    counts: Counter[str] = Counter()
    for name, limit, n, seed in cells:
        try:
            counts += checked_chain(name, limit, n, seed, every_viewer)
        except BaseException as error:
            error.add_note(f"contract hand: {name!r}, {limit!r}, {n}, {seed}")
            raise
    return counts


def checked_chain(name: str, limit: str, n: int, seed: int, every_viewer: bool) -> Counter[str]:
    rng = Random(f"{name} {limit} {n} {seed}")
    table = random_table(rng, name, limit, n)
    if rng.random() < HOUSE_SHARE:
        table = with_random_house(rng, table)
    played = checked_hand(rng, table, None, every_viewer, counts := Counter())
    deals = 1
    while played.last.carry is not None and (following := next_deal(played)) is not None:
        assert deals < MOST_DEALS, "the chain of deals does not end"
        played = checked_hand(rng, following, played.last.carry, every_viewer, counts, lightly=deals > 3)
        deals += 1
    counts["hands"] += 1
    counts["deals"] += deals
    return counts


def with_random_house(rng: Random, table: Table) -> Table:
    """The table under house rules its stakes allow."""
    house = random_house(rng)
    try:
        plan_for(table.game, table.stakes, house, len(table.seats))
    except (GameError, StakesError):
        return table
    return replace(table, house=house)


def checked_hand(
    rng: Random, table: Table, carry: Carry | None, every_viewer: bool, counts: Counter[str], lightly: bool = False
) -> Played:
    """Play a hand and check all of it; `lightly` checks only chips, cards and replay."""
    made: list[Recorded] = []
    deal = shuffled(rng)

    def dealer(deck):  # type: ignore[no-untyped-def]
        made.append(Recorded(deal(deck)))
        return made[-1]

    played = play(rng, table, carry, dealer, check=0.1 if lightly else 0.5)
    for hand in played.hands:
        check_moment(hand)
    check_end(played)
    counts["decisions"] += len(played.decisions)
    if lightly:
        return played
    check_forfeits(rng, played)
    check_square(played.last, viewers_of(played.last, None if every_viewer else rng))
    seats = (*played.last.seats, None)
    for hand in (rng.choice(played.hands), played.last):
        check_secrets(hand, seats if every_viewer else rng.sample(seats, 2))
    for _ in range(3 if every_viewer else 1):
        counts["moments alike"] += check_alike(rng, played, made[0])
    return played


def check_forfeits(rng: Random, played: Played) -> None:
    """Where cards are chosen to swap, who has not chosen may lose his stake (CP-8)."""
    hand = rng.choice(played.hands)
    if hand.to_act and hand.game.has(Swap):
        late = hand.forfeit(*hand.to_act)
        check_moment(late)
        check_square(late, viewers_of(late))
        assert late.over


def next_deal(played: Played) -> Table | None:
    """The table of the next deal of a chain: who has a claim, the button one seat on; None for fewer than two."""
    hand: Hand = played.last
    carry, stacks = hand.carry, hand.stacks
    assert carry is not None
    seats = tuple(Seat(number, stacks[number]) for number in sorted(carry.eligible))
    if len(seats) < 2:
        return None
    numbers = [seat.number for seat in seats]
    button = next((number for number in numbers if number > hand.button), numbers[0])
    return replace(played.table, seats=seats, button=button)

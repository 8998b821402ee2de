"""Pots, awards and the sevens rule: the rulings, every option, and no chip made or lost."""

from itertools import product
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from oddchip.actions import Way
from oddchip.awards import Direction, Settled, Why, award_declared, award_declared_pots, award_pot
from oddchip.house import DeclareRules
from oddchip.pots import Pot, halves, layers, mask_of, members, n_ways, split, uncalled, with_carried
from oddchip.sevens import award_with_violators, uncontested_with_violator

HIGH, LOW, BOTH = Way.HIGH, Way.LOW, Way.BOTH
RULINGS = Path(__file__).parent / "rulings"


def rulings(kind, *files):
    found = [
        ruling
        for file in files or ("common_layer",)
        for ruling in yaml.safe_load((RULINGS / f"{file}.yaml").read_text())["vectors"]
        if ruling["kind"] == kind
    ]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


def a_pot(amount, eligible, parts=()):
    return Pot(amount, eligible, 0, 0, parts)


def won(settled: Settled, n: int) -> list[int]:
    """Chips by position, refunds included."""
    chips = [0] * n
    for share in settled.shares:
        chips[share.position] += share.amount
    for position, back in settled.refunds:
        chips[position] += back
    return chips


def reasons(settled):
    return {share.reason for share in settled.shares}


def balanced(pot, settled):
    return sum(share.amount for share in settled.shares) + sum(b for _, b in settled.refunds) + settled.carried == (
        pot.amount
    )


def returned(put, live):
    """What is left of `put`, and what came back."""
    put, back = list(put), [0] * len(put)
    if top := uncalled(put, live):
        back[top[0]] = top[1]
        put[top[0]] -= top[1]
    return put, back


# --- layers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["side_pots", "side_pots_dead"])
def test_layers_pot_1_pot_2_pot_3(kind):
    files = ["common_layer", "common_stud8"] if kind == "side_pots" else ["common_layer"]
    for file in files:
        for ruling in yaml.safe_load((RULINGS / f"{file}.yaml").read_text())["vectors"]:
            if ruling["kind"] != kind:
                continue
            setup, expect = ruling["setup"], ruling["expect"]
            names = list(setup["contrib"])
            live = mask_of(p for p, name in enumerate(names) if name not in setup.get("folded", []))
            put, back = returned(setup["contrib"].values(), live)
            pots = layers(put, live, dead=setup.get("dead", 0))
            assert [[pot.amount, [names[p] for p in members(pot.eligible)]] for pot in pots] == expect["pots"]
            assert {names[p]: chips for p, chips in enumerate(back) if chips} == expect.get("refund", {})


@rulings("award")
def test_awards_pot_4(ruling):
    setup = ruling["setup"]
    names = setup["order"]
    live = mask_of(p for p, name in enumerate(names) if name not in setup.get("folded", []))
    put, chips = returned([setup["contrib"][name] for name in names], live)
    values = [setup["rank"][name] for name in names]
    for pot in layers(put, live):
        settled = award_pot(pot, [Direction("whole", values)])
        chips = [have + more for have, more in zip(chips, won(settled, len(names)), strict=True)]
    assert dict(zip(names, chips, strict=True)) == ruling["expect"]["awards"]


def test_a_folded_top_is_not_uncalled_but_joins_the_last_pot_pot_2():
    assert uncalled([10, 4, 4], 0b110) is None
    assert layers([10, 4, 4], 0b110) == (Pot(18, 0b110, 0, 4, (10, 4, 4)),)
    assert layers([10, 4, 6], 0b110) == (Pot(12, 0b110, 0, 4, (4, 4, 4)), Pot(8, 0b100, 4, 6, (6, 0, 2)))


def test_players_who_left_still_matched_what_they_put_in_d_po_5():
    assert uncalled([3, 2], 0b11) == (0, 1)
    assert uncalled([3, 2], 0b11, ghosts=[3]) is None
    assert layers([3, 2], 0b11, ghosts=[3, 1]) == (Pot(7, 0b11, 0, 2, (2, 2)), Pot(2, 0b01, 2, 3, (1, 0)))


def test_a_player_with_nothing_in_wins_dead_money_alone_trn_3():
    assert layers([0, 10, 10], 0b111, dead=10) == (Pot(10, 0b111, 0, 0, (0, 0, 0)), Pot(20, 0b110, 0, 10, (0, 10, 10)))
    assert layers([0, 10, 10], 0b111) == (Pot(20, 0b110, 0, 10, (0, 10, 10)),)


def test_no_pot_is_empty():
    assert layers([0, 0], 0b11) == ()
    assert with_carried((), [(0, 0b11)], 0b11) == ()


def test_money_nobody_may_win_is_carried():
    (pot,) = layers([2, 2], 0)
    assert pot == Pot(4, 0, 0, 0, (2, 2))
    assert award_pot(pot, [Direction("whole", [1, 1])]) == Settled((), (), 4, (0,))


def test_carried_pots_d_po_3():
    new = layers([2, 2, 2, 0], 0b0111)
    assert with_carried(new, [(4, 0b1111)], 0b0111) == (Pot(10, 0b0111, 0, 2, (2, 2, 2, 0)),)
    assert with_carried(new, [(4, 0b1011), (6, 0b1000)], 0b0111) == (
        Pot(4, 0b0011, 0, 0, ()),
        Pot(12, 0b0111, 0, 2, (2, 2, 2, 0)),
    )
    assert with_carried((), [(4, 0b0011), (6, 0b1000)], 0b0111) == (Pot(10, 0b0011, 0, 0, ()),)
    assert with_carried((), [(6, 0b1000)], 0b0111) == (Pot(6, 0b0111, 0, 0, ()),)


amounts = st.integers(0, 60)


@st.composite
def contributions(draw):
    put = draw(st.lists(amounts, min_size=2, max_size=10))
    return put, draw(st.integers(0, 2 ** len(put) - 1))


def plain_layers(put, live, ghosts, dead):
    """Chip by chip: each goes to those live players who have put in as many; above them all, to the last pot."""
    top = max((put[p] for p in members(live)), default=0)
    pots = {}
    for amount in (*put, *ghosts):
        for chip in range(amount):
            claim = mask_of(p for p in members(live) if put[p] > min(chip, top - 1))
            pots[claim] = pots.get(claim, 0) + 1
    if dead:
        main = live if any(put[p] == 0 for p in members(live)) else max(pots, key=int.bit_count, default=live)
        pots[main] = pots.get(main, 0) + dead
    return pots


@given(contributions(), st.lists(amounts, max_size=3), amounts)
def test_layers_hold_every_chip_once(case, ghosts, dead):
    put, live = case
    pots = layers(put, live, ghosts, dead)
    assert sum(pot.amount for pot in pots) == sum(put) + sum(ghosts) + dead
    assert [sum(parts) for parts in zip(*[pot.parts for pot in pots], strict=True)] == (put if pots else [])
    assert len({pot.eligible for pot in pots}) == len(pots)
    assert all(pot.amount > 0 for pot in pots)
    if any(put[p] for p in members(live)):
        assert {pot.eligible: pot.amount for pot in pots} == plain_layers(put, live, ghosts, dead)


@given(contributions(), st.lists(st.tuples(amounts, st.integers(0, 1023)), max_size=4))
def test_carried_pots_hold_every_chip_once(case, carried):
    put, live = case
    pots = with_carried(layers(put, live), carried, live)
    assert sum(pot.amount for pot in pots) == sum(put) + sum(amount for amount, _ in carried)
    assert all(pot.amount > 0 and not pot.eligible & ~live for pot in pots)
    assert len({pot.eligible for pot in pots}) == len(pots)


# --- division ----------------------------------------------------------------------------------------------------


@rulings("split")
def test_split_odd_1_odd_5_odd_6(ruling):
    setup = ruling["setup"]
    winners = [seat for seat in setup["order"] if seat in setup["winners"]]
    assert split(setup["pot"], winners, setup.get("unit", 1)) == ruling["expect"]["awards"]


@rulings("split_hilo")
def test_split_high_and_low_odd_3(ruling):
    setup = ruling["setup"]
    names = setup["order"]
    ways = [Direction(way, [int(name in setup[way]) for name in names]) for way in ("high", "low")]
    settled = award_pot(a_pot(setup["pot"], (1 << len(names)) - 1), ways, unit=setup.get("unit", 1))
    chips = dict(zip(names, won(settled, len(names)), strict=True))
    assert {name: amount for name, amount in chips.items() if amount} == ruling["expect"]["awards"]


def test_less_than_a_unit_goes_to_the_first():
    assert split(130, [2, 0], 25) == {2: 80, 0: 50}
    assert halves(130, 25) == (80, 50)
    assert n_ways(11, 3) == (4, 4, 3)


@given(amounts, st.integers(1, 5), st.sampled_from([1, 5, 25]))
def test_division_loses_nothing(amount, n, unit):
    assert sum(split(amount, range(n), unit).values()) == sum(n_ways(amount, n, unit)) == amount
    assert halves(amount, unit) == n_ways(amount, 2, unit)
    assert min(n_ways(amount, n, unit)) >= 0


# --- cards speak -------------------------------------------------------------------------------------------------


@rulings("showdown", "common_stud8", "common_cucamonga")
def test_showdown_rulings_divide_as_they_say(ruling):
    """Who is best is taken from the ruling; the division, with the odd chips in clockwise order, is ours."""
    setup, expect = ruling["setup"], ruling["expect"]
    names = setup.get("order") or sorted(expect["awards"])
    if "pot" not in setup or "ODD-2" in ruling["rules"]:
        return  # several pots, or odd chips by card: below
    ways = [Direction(way, [int(name in expect[way]) for name in names]) for way in ("high", "low")]
    settled = award_pot(a_pot(setup["pot"], (1 << len(names)) - 1), ways)
    assert dict(zip(names, won(settled, len(names)), strict=True)) == expect["awards"]
    for way, winners in zip(("high", "low"), settled.winners, strict=True):
        assert sorted(names[p] for p in members(winners)) == expect[way]


def test_side_pots_of_s8_v083():
    high, low = Direction("high", [4, 1, 3, 2]), Direction("low", [0, 4, 3, 0])
    chips = [won(award_pot(pot, [high, low]), 4) for pot in layers([30, 60, 100, 100], 0b1111)]
    assert [sum(column) for column in zip(*chips, strict=True)] == [60, 105, 125, 0]


def test_odd_chips_by_card_odd_2():
    """S8-V077: in the low half C, clockwise after B, holds the better suit."""
    ways = [Direction("high", [2, 1, 1]), Direction("low", [0, 1, 1], order=lambda tied: tied[::-1])]
    assert won(award_pot(a_pot(103, 0b111), ways), 3) == [52, 25, 26]


def test_the_same_hands_both_ways_divide_once_odd_4():
    ways = [Direction("high", [1, 1], order=lambda tied: tied[::-1]), Direction("low", [1, 1])]
    settled = award_pot(a_pot(101, 0b11), ways)
    assert won(settled, 2) == [50, 51]  # S8-V081
    assert {share.way for share in settled.shares} == {"whole"}
    assert reasons(settled) == {Why.BOTH_WAYS}


def test_order_is_not_asked_for_one_winner():
    def never(tied):
        raise AssertionError

    assert won(award_pot(a_pot(7, 0b11), [Direction("whole", [1, 2], never)]), 2) == [0, 7]


def test_no_low_gives_high_everything_and_says_why_s8_14():
    settled = award_pot(a_pot(9, 0b11), [Direction("high", [1, 2]), Direction("low", [0, 0])])
    assert won(settled, 2) == [0, 9]
    assert settled.winners == (0b10, 0)
    assert reasons(settled) == {Why.OTHER_WAY}


TRIPS_AND_EIGHT = [Direction("high", [0, 0, 0], None, [5, 4, 4]), Direction("low", [0, 0, 0], None, [1, 2, 2])]


@pytest.mark.parametrize("one_way, chips", [("other_takes_all", [0, 100, 0]), ("split_survivors", [17, 67, 16])])
def test_nobody_qualifies_one_way_cu_8a(one_way, chips):
    ways = [Direction("high", [0, 7, 0]), Direction("low", [0, 0, 0], None, [3, 2, 1])]
    settled = award_pot(a_pot(100, 0b111), ways, one_way=one_way)
    assert won(settled, 3) == chips
    assert settled.winners == (0b010, 0)


@pytest.mark.parametrize(
    "options, chips, winners",
    [
        ({}, [51, 25, 25], (0b001, 0b110)),
        ({"neither": "high_takes_all"}, [101, 0, 0], (0b001, 0)),
        ({"neither": "split_survivors"}, [34, 34, 33], (0, 0)),
        ({"neither": "carry_over"}, [0, 0, 0], (0, 0)),
        ({"neither": "carry_over", "may_carry": False}, [51, 25, 25], (0b001, 0b110)),
    ],
)
def test_nobody_qualifies_at_all_cu_8b(options, chips, winners):
    settled = award_pot(a_pot(101, 0b111), TRIPS_AND_EIGHT, **options)
    assert won(settled, 3) == chips
    assert settled.winners == winners
    assert settled.carried == 101 - sum(chips)


def test_qualifiers_are_judged_in_each_pot_cu_8c():
    """The short stack has the only trips: the side pot has no high of its own."""
    ways = [Direction("high", [9, 0, 0], None, [9, 5, 4]), Direction("low", [0, 0, 8], None, [0, 0, 8])]
    main, side = layers([10, 30, 30], 0b111)
    assert won(award_pot(main, ways), 3) == [15, 0, 15]
    assert won(award_pot(side, ways), 3) == [0, 0, 40]


def test_trips_to_win_carries_d_jp_7():
    settled = award_pot(a_pot(10, 0b11), [Direction("whole", [0, 0], None, [3, 2])], neither="carry_over")
    assert settled.carried == 10


def test_a_pot_with_one_claimant_is_his():
    settled = award_pot(a_pot(10, 0b10), TRIPS_AND_EIGHT[:2], neither="carry_over")
    assert won(settled, 2) == [0, 10]
    assert reasons(settled) == {Why.ALONE}


# --- declared ----------------------------------------------------------------------------------------------------


def declared(names_and_claims, highs, lows, pot=28, parts=None, **options):
    """Chips by name. Positions are Bob, Carol, David, Alice: Alice deals."""
    said = [{"both": BOTH, "high": HIGH, "low": LOW}[claim] for claim in names_and_claims]
    n = len(said)
    the_pot = a_pot(pot, (1 << n) - 1, parts or (pot // n,) * n)
    settled = award_declared(the_pot, Direction("high", highs), Direction("low", lows), said, DeclareRules(**options))
    assert balanced(the_pot, settled)
    return won(settled, n), settled


FOUR = ("both", "high", "low", "high")


def test_scoop_made_dv_hp_044():
    chips, settled = declared(FOUR, [9, 5, 1, 4], [9, 1, 5, 2])
    assert chips == [28, 0, 0, 0]
    assert reasons(settled) == {Why.SCOOP}


def test_scoop_tied_dv_hp_045():
    assert declared(FOUR, [6, 6, 1, 3], [6, 5, 4, 1])[0] == [0, 14, 14, 0]


def test_scoop_tied_and_no_other_low_dv_hp_046():
    chips, settled = declared(("both", "high", "high", "high"), [6, 6, 1, 3], [6, 6, 2, 1])
    assert chips == [0, 28, 0, 0]
    assert reasons(settled) == {Why.OTHER_WAY}


def test_all_one_way_dv_hp_047():
    assert declared(["low"] * 4, [1, 9, 2, 3], [4, 1, 3, 2])[0] == [28, 0, 0, 0]


CLOSE = (("both", "high", "high", "low"), [6, 1, 5, 2], [6, 1, 9, 2])


def test_scoop_against_declarers_dv_hp_049():
    assert declared(*CLOSE)[0] == [28, 0, 0, 0]


def test_scoop_against_all_dv_hp_050():
    assert declared(*CLOSE, scoop_against="all")[0] == [0, 0, 14, 14]


def test_two_scoopers_cancel_dv_hp_051():
    assert declared(("both", "both", "high", "low"), [6, 5, 3, 1], [8, 9, 1, 7])[0] == [0, 0, 14, 14]


def test_only_failed_scoopers_dv_hp_052_053():
    case = (("both", "both"), [6, 5], [8, 9])
    assert declared(*case, pot=14)[0] == [7, 7]
    assert declared(*case, pot=14, all_scoops_fail="carry_over")[1].carried == 14
    assert declared(*case, pot=14, parts=(5, 7), all_scoops_fail="refund")[0] == [6, 8]  # two chips without an owner


def test_scoop_fails_main_pot_and_wins_side_pot_dv_hp_054():
    """Bob both, Carol high and all-in, David low, Alice folded."""
    high, low = Direction("high", [5, 7, 2, 0]), Direction("low", [6, 1, 5, 0])
    pots = layers([7, 3, 7, 1], 0b0111)
    assert [pot.amount for pot in pots] == [10, 8]
    judged = award_declared_pots(pots, high, low, [BOTH, HIGH, LOW, None])
    assert [won(settled, 4) for settled in judged] == [[0, 5, 5, 0], [8, 0, 0, 0]]


def test_scoop_all_pots_d_dc_8():
    high, low = Direction("high", [5, 7, 2, 0]), Direction("low", [6, 1, 5, 0])
    pots = layers([7, 3, 7, 1], 0b0111)
    rules = DeclareRules(scoop_all_pots=True)
    judged = award_declared_pots(pots, high, low, [BOTH, HIGH, LOW, None], rules)
    assert [won(settled, 4) for settled in judged] == [[0, 5, 5, 0], [0, 0, 8, 0]]
    judged = award_declared_pots(pots, Direction("high", [8, 7, 2, 0]), low, [BOTH, HIGH, LOW, None], rules)
    assert [won(settled, 4) for settled in judged] == [[10, 0, 0, 0], [8, 0, 0, 0]]


def test_tie_inside_a_half_dv_hp_055():
    assert declared(("high", "high", "low", "low"), [5, 5, 1, 1], [1, 1, 5, 4])[0] == [7, 7, 14, 0]


def test_tied_scoopers_fail_dv_hp_058():
    assert declared(("both", "both", "low", "low"), [5, 5, 9, 1], [8, 8, 1, 2])[0] == [0, 0, 0, 28]


def test_a_lone_declarer_wins_with_anything_d_dc_2():
    assert declared(("high", "high", "low"), [5, 4, 6], [3, 2, 0], pot=20)[0] == [10, 0, 10]


@pytest.mark.parametrize(
    "claims, highs, lows, chips, carried",
    [
        (FOUR, [6, 7, 1, 3], [6, 5, 4, 1], [0, 28, 0, 0], 0),  # Carol beat Bob for high
        (FOUR, [6, 7, 1, 3], [3, 5, 4, 1], [0, 14, 14, 0], 0),  # beaten both ways, by two hands
        (FOUR, [6, 6, 1, 3], [6, 5, 4, 1], [0, 0, 0, 0], 28),  # tied is not beaten
        (("both", "both", "high", "low"), [6, 5, 3, 1], [8, 9, 1, 7], [0, 0, 0, 0], 28),  # they beat each other
        (("both", "both", "high", "low"), [6, 5, 7, 1], [8, 9, 1, 7], [0, 0, 28, 0], 0),
        (
            ("both", "both", "high", "low"),
            [9, 5, 7, 1],
            [8, 9, 1, 7],
            [0, 0, 0, 0],
            28,
        ),  # David beat only the worse one
        (FOUR, [9, 5, 1, 4], [9, 1, 5, 2], [28, 0, 0, 0], 0),
        (("high", "high", "low", "low"), [5, 4, 1, 1], [1, 1, 5, 4], [14, 0, 14, 0], 0),
    ],
)
def test_losers_share_never_d_dc_6(claims, highs, lows, chips, carried):
    result, settled = declared(claims, highs, lows, failed_scoops="losers_share_never")
    assert result == chips
    assert settled.carried == carried


@pytest.mark.parametrize(
    "claims, highs, lows, chips",
    [
        (FOUR, [6, 6, 1, 3], [6, 5, 4, 1], [21, 7, 0, 0]),  # won low, tied high
        (FOUR, [6, 7, 1, 3], [6, 5, 4, 1], [0, 14, 14, 0]),  # beaten one way
        (FOUR, [6, 6, 1, 3], [4, 5, 4, 1], [0, 14, 14, 0]),  # tied both ways
        (("both", "both"), [6, 5], [9, 9], [21, 7]),  # the tied rival lost his own scoop
        (FOUR, [9, 5, 1, 4], [9, 1, 5, 2], [28, 0, 0, 0]),
    ],
)
def test_three_quarters_d_dc_6(claims, highs, lows, chips):
    assert declared(claims, highs, lows, failed_scoops="three_quarters")[0] == chips


RULES = [
    DeclareRules(scoop_against=against, failed_scoops=failed, all_scoops_fail=fail, scoop_all_pots=every)
    for against, failed, fail, every in product(
        ("declarers", "all"),
        ("retire", "losers_share_never", "three_quarters"),
        ("cards_speak", "carry_over", "refund"),
        (False, True),
    )
]


@st.composite
def showdowns(draw):
    put, live = draw(contributions())
    values = st.lists(st.integers(0, 4), min_size=len(put), max_size=len(put))
    return layers(put, live, dead=draw(st.integers(0, 3))), draw(values), draw(values), len(put), live


@given(showdowns(), st.sampled_from(RULES), st.data(), st.sampled_from([1, 5]))
def test_declared_pots_balance(case, rules, data, unit):
    pots, highs, lows, n, live = case
    claims = data.draw(st.lists(st.sampled_from(Way), min_size=n, max_size=n))
    said = [claim if live >> p & 1 else None for p, claim in enumerate(claims)]
    judged = award_declared_pots(pots, Direction("high", highs), Direction("low", lows), said, rules, unit=unit)
    for pot, settled in zip(pots, judged, strict=True):
        assert balanced(pot, settled)
        assert all(share.amount > 0 and pot.eligible >> share.position & 1 for share in settled.shares)


@given(
    showdowns(),
    st.sampled_from(["other_takes_all", "split_survivors"]),
    st.sampled_from(["waive", "high_takes_all", "split_survivors", "carry_over"]),
    st.booleans(),
    st.integers(1, 5),
    st.integers(1, 2),
)
def test_pots_balance(case, one_way, neither, may_carry, unit, ways):
    pots, highs, lows, _, _ = case
    both = [Direction("high", highs, None, lows), Direction("low", lows, None, highs)][:ways]
    for pot in pots:
        settled = award_pot(pot, both, one_way=one_way, neither=neither, may_carry=may_carry, unit=unit)
        assert balanced(pot, settled)
        assert all(share.amount > 0 and pot.eligible >> share.position & 1 for share in settled.shares)


# --- the sevens rule ---------------------------------------------------------------------------------------------


def sevens(put, live, values, violators, **options):
    """Chips by position of all pots together, uncalled chips included."""
    put, chips = returned(put, live)
    for pot in layers(put, live):
        settled = award_with_violators(pot, values, violators, **options)
        assert balanced(pot, settled)
        chips = [have + more for have, more in zip(chips, won(settled, len(put)), strict=True)]
    return chips


# Positions Bob, Carol, David, Alice; Alice deals and folds at once. Bob checks a six after 2 from each of three.
BEFORE = {0: (2, 2, 2, 0)}
CALLED = ([6, 6, 2, 0], 0b0011)  # Carol bet 4, David folded, Bob called


@pytest.mark.parametrize(
    "id, values, options, chips",
    [
        ("DV-HP-017", [2, 1, 0, 0], {}, [10, 4, 0, 0]),
        ("DV-HP-018", [1, 2, 0, 0], {}, [0, 14, 0, 0]),
        ("DV-HP-026", [2, 1, 0, 0], {"penalty": "whole_pot"}, [0, 14, 0, 0]),
    ],
)
def test_violator_d_cl_3a_3b_3e(id, values, options, chips):
    assert sevens(*CALLED, values, BEFORE, **options) == chips


@pytest.mark.parametrize("tie, chips", [("split_predraw", [7, 11, 0, 0]), ("nonviolator_takes_all", [4, 14, 0, 0])])
def test_violator_ties_dv_hp_019_067(tie, chips):
    assert sevens([6, 6, 6, 0], 0b0111, [2, 2, 1, 0], BEFORE, tie=tie) == chips


def test_pre_draw_all_in_dv_hp_028():
    assert sevens([6, 6, 2, 0], 0b0111, [2, 1, 3, 0], BEFORE) == [4, 4, 6, 0]


def test_only_layers_with_the_violator_are_void_dv_hp_069():
    assert sevens([5, 10, 10, 0], 0b0111, [3, 2, 1, 0], BEFORE) == [9, 13, 3, 0]


def test_short_call_counts_as_a_check_dv_hp_031():
    """Positions John, You, Cindy, Henry; You called John's last 15."""
    assert sevens([35, 80, 80, 80], 0b1111, [1, 4, 2, 3], {1: (35, 35, 20, 20)}) == [0, 155, 60, 60]


@pytest.mark.parametrize("id, bet, chips", [("DV-HP-032", 15, [0, 110, 15, 0]), ("DV-HP-079", 5, [0, 90, 5, 0])])
def test_overcall_returns_d_cl_3g(id, bet, chips):
    to = 20 + bet
    assert sevens([to, to, to, 20], 0b0111, [1, 3, 2, 0], {1: (to, to, 20, 20)}) == chips


def test_folded_money_put_in_later_returns_too_d_cl_3a():
    assert sevens([10, 10, 6, 0], 0b0011, [2, 1, 0, 0], BEFORE) == [14, 8, 4, 0]


def test_of_two_tied_violators_the_later_moment_counts_d_cl_3c():
    """Bob checked with 2 in from each; Carol after David's 4, which she had called."""
    violators = {0: (2, 2, 2), 1: (2, 6, 6)}
    assert sevens([10, 10, 10], 0b111, [2, 2, 1], violators) == [7 + 8, 7 + 4, 4]
    assert sevens([10, 10, 10], 0b111, [2, 2, 2], violators) == [5 + 8, 5 + 4, 4 + 4]


def test_whole_pot_with_violators_only_d_cl_3e():
    violators = {0: (2, 2, 2), 1: (2, 2, 2)}
    assert sevens([6, 6, 2], 0b011, [2, 1, 0], violators, penalty="whole_pot") == [10, 4, 0]


def test_violator_who_makes_all_fold_d_cl_3d():
    (pot,) = layers([6, 6, 6], 0b001)
    settled = uncontested_with_violator(pot, 0, (2, 2, 2))
    assert won(settled, 3) == [10, 4, 4]
    assert [(share.position, share.amount) for share in settled.shares] == [(0, 6)]


def test_carried_chips_were_there_before_the_check():
    (pot,) = with_carried(layers([6, 6], 0b11), [(9, 0b11)], 0b11)
    assert won(award_with_violators(pot, [2, 1], {0: (2, 2)}), 2) == [17, 4]


@given(
    showdowns(),
    st.data(),
    st.sampled_from(["split_predraw", "nonviolator_takes_all"]),
    st.sampled_from(["postdraw", "whole_pot"]),
    st.sampled_from([1, 5]),
)
def test_sevens_pots_balance(case, data, tie, penalty, unit):
    pots, values, _, n, _ = case
    put = [sum(pot.parts[p] for pot in pots) for p in range(n)]
    moments = st.tuples(*[st.integers(0, chips) for chips in put])
    violators = data.draw(st.dictionaries(st.integers(0, n - 1), moments))
    for pot in pots:
        settled = award_with_violators(pot, values, violators, tie=tie, penalty=penalty, unit=unit)
        assert balanced(pot, settled)
        assert all(share.amount > 0 for share in settled.shares)
        assert all(0 < back <= pot.parts[p] for p, back in settled.refunds)

"""California Poker solved: against the rules, HiGHS, and what must hold of any deal."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from time import process_time
from xml.etree import ElementTree

import numpy as np
import pytest

from california_reference import array_of, deals, highs_lost, highs_most, highs_value, matrix_of, slow_table
from oddchip.actions import Give
from oddchip.cards import ITALIAN, cards_text
from oddchip.dealers import by_hand
from oddchip.errors import CardError, OddchipError
from oddchip.games import find_game
from oddchip.hand import HOUSE, Hand, Seat
from oddchip.kernels import swaps
from oddchip.modifiers import on_deck
from oddchip.plan import plan_for
from oddchip.rankings import Ranking, order
from oddchip.solve import matrix
from oddchip.solve.california import GIFTS, Deal, Grade, coach, gift_of_mask, grade, puzzle_of, puzzles, solve
from oddchip.solve.california.bulk import solve_all
from oddchip.solve.california.coaching import gifts, solution_data
from oddchip.solve.california.payoff import compiled_results, results, strengths
from oddchip.solve.california.picture import CELL, COLOURS, LEFT, TOP, heat_map
from oddchip.stakes import Stake
from terminal import oddchip

SRC = Path(__file__).parents[1] / "src"
FIRST, SECOND = "3c 3s 4c 6c 9c 9s Jc Ac", "2d 3h 5d 8c 9h Qd Qh Kd"
#: After iterated dominance 48 by 49 gifts are left, more than in any other of thousands of deals.
WILD = "2d 4h 5c 6h 7c 8d Js As", "3h 4c 5d 6d 7d 8s Jc Ah"
ITALIAN_HIGH = order(Ranking.HIGH, ITALIAN)


# --- deals and gifts -------------------------------------------------------------------------------------------------


def test_hands_lie_in_canonical_order_CP_2():
    deal = Deal.of("Ac 3s Jc 4c 9s 6c 3c 9c", SECOND)
    assert cards_text(deal.first) == FIRST
    assert deal == Deal.of(FIRST, SECOND)
    assert deal.swapped().swapped() == deal


def test_gifts_are_numbered_by_the_positions_given():
    deal = Deal.of(FIRST, SECOND)
    assert len(GIFTS) == 70
    assert cards_text(deal.given(0, 0)) == "3c 3s 4c 6c"
    assert cards_text(deal.kept(0, 0)) == "9c 9s Jc Ac"
    for gift, places in enumerate(GIFTS):
        assert deal.gift(1, deal.given(1, gift)[::-1]) == gift
        assert gift_of_mask(sum(1 << place for place in places)) == gift
        assert {*deal.kept(1, gift), *deal.given(1, gift)} == set(deal.second)
        assert deal.kept(1, gift) == deal.given(1, 69 - gift)


@pytest.mark.parametrize(
    "first, second, says",
    [
        (FIRST[3:], SECOND, "expected 8 cards in the first hand, not 7"),
        (FIRST, FIRST[:2] + SECOND[2:], "both hands hold 3c"),
        (FIRST, "2d 3h 5d 8c 9h Qd Qh Qh", "there twice"),
        (FIRST, "2d 3h 5d 8c 9h Qd Qh X1", "X1"),
        ([1, 2, 3, 4, 5, 6, 7, 7], SECOND, "twice in the first hand"),
        ([1, 2, 3, 4, 5, 6, 7, 52], SECOND, "52 in the first hand is no card"),
    ],
)
def test_deals_that_cannot_be(first, second, says):
    with pytest.raises(CardError, match=says):
        Deal.of(first, second)


@pytest.mark.parametrize("cards, says", [("3c 3s 4c", "not 3"), ("2d 3c 3s 4c", "cannot be given")])
def test_gifts_that_cannot_be_CP_3(cards, says):
    with pytest.raises(CardError, match=says):
        Deal.of(FIRST, SECOND).gift(0, cards)


def test_a_card_given_twice_is_no_gift():
    deal = Deal.of(FIRST, SECOND)
    with pytest.raises(CardError, match="given twice"):
        deal.gift(0, [deal.first[0]] * 2 + list(deal.first[1:3]))
    for mask in (0b111, 0b11111, 0b111100000, -1):
        with pytest.raises(CardError, match="four bits"):
            gift_of_mask(mask)


# --- results ---------------------------------------------------------------------------------------------------------


def test_results_are_those_of_the_rules_CP_5():
    for deal in [*deals(6, 1), Deal.of(*WILD)]:
        assert results(strengths(deal)) == compiled_results(deal) == slow_table(deal)


def test_results_on_an_italian_pack():
    rng = random.Random(3)
    for _ in range(3):
        deal = Deal.random(rng, ITALIAN_HIGH)
        assert results(strengths(deal)) == compiled_results(deal) == slow_table(deal)


def test_results_are_what_the_engine_pays_CP_7():
    rng = random.Random(4)
    game = find_game("california_poker")
    for deal in deals(30, 5):
        piles = [list(deal.first), list(deal.second)]
        dealer = by_hand(lambda offer, left=piles: (left[offer.to].pop(0),))
        hand = Hand.start(game, Stake(10), (Seat(0, 50), Seat(1, 50)), 1, dealer)
        picks = rng.randrange(70), rng.randrange(70)
        for side in (0, 1):
            hand = hand.act(Give(deal.given(side, picks[side])), side)
        assert hand.result.net[0] == 10 * (results(strengths(deal))[picks[0]][picks[1]] - 1)


# --- solutions -------------------------------------------------------------------------------------------------------


def test_values_agree_with_HiGHS_and_are_proven():
    """A few hundred deals; `scripts/test --full california` takes 2,000."""
    some = deals(200, 6)
    found = solve_all(array_of(some))
    for k, deal in enumerate(some):
        solution = solve(deal)  # proves itself in fractions
        assert solution.value == found.value(k)
        assert abs(float(solution.value) - highs_value(matrix_of(solution.table))) < 1e-9


def test_plain_and_compiled_solutions_are_the_same():
    for deal in deals(20, 7):
        assert solve(deal, compiled=False) == solve(deal, compiled=True)


def test_swapping_the_seats_negates_the_value():
    some = deals(400, 8)
    there, back = solve_all(array_of(some)), solve_all(array_of([deal.swapped() for deal in some]))
    assert [there.value(k) for k in range(400)] == [-back.value(k) for k in range(400)]
    assert (there.saddles == back.saddles).all()


def test_permuting_suits_keeps_the_value():
    some = array_of(deals(300, 9))
    found = solve_all(some)
    for suits in permutations(range(4)):
        turned = solve_all(some // 4 * 4 + np.array(suits)[some % 4])
        assert (turned.numerators * found.denominators == found.numerators * turned.denominators).all()


def test_adding_a_dominated_row_keeps_the_value():
    """Of whole deals, solved as they are, without striking anything out first."""
    rng = random.Random(18)
    for solution in map(solve, deals(8, 19)):
        row = rng.choice(solution.table)
        worse = bytes(max(0, result - rng.randint(0, 1)) for result in row)
        assert matrix.solve([*solution.table, worse]).value == solution.value


def test_a_proof_finds_what_is_wrong():
    solution = solve(Deal.of(FIRST, SECOND))
    solution.prove()
    assert solution.value == 0
    mix = dict(solution.mixes[0])
    gift = next(gift for gift in range(70) if gift not in mix)
    wrong = {**mix, gift: mix.pop(min(mix))}
    alike = {}
    for other, row in enumerate(solution.table):
        alike.setdefault(row, []).append(other)
    one, same = next(each for each in alike.values() if len(each) > 1 and not {*each} & {*mix})[:2]
    for broken in (
        replace(solution, mixes=({}, solution.mixes[1])),
        replace(solution, mixes=(solution.mixes[0], {})),
        replace(solution, mixes=({**solution.mixes[0], one: Fraction(1), same: Fraction(-1)}, solution.mixes[1])),
        replace(solution, value=Fraction(1, 100)),
        replace(solution, value=Fraction(-1, 100)),
        replace(solution, mixes=(wrong, solution.mixes[1])),
        replace(solution, mixes=({**solution.mixes[0], gift: Fraction(1, 2)}, solution.mixes[1])),
    ):
        with pytest.raises(OddchipError):
            broken.prove()


def test_a_wild_deal():
    """Rare deals of middling straights leave fifty gifts each, and mixes with large fractions."""
    deal = Deal.of(*WILD)
    solution = solve(deal)
    assert solution.value == 0
    assert (len(solution.reduced.rows), len(solution.reduced.columns)) == (48, 49)
    assert max(part.denominator for part in solution.mixes[1].values()) > 1000
    found = solve_all(array_of([deal]))
    assert found.value(0) == 0
    assert found.sizes.tolist() == [[48, 49]]


# --- bulk ------------------------------------------------------------------------------------------------------------


def test_bulk_mixes_are_optimal():
    some = deals(100, 10)
    found = solve_all(array_of(some))
    for k, deal in enumerate(some):
        earned = matrix_of(compiled_results(deal))
        first, second = found.mixes[k]
        assert first.sum() == second.sum() == found.denominators[k]
        assert min(first @ earned) >= found.numerators[k] >= max(earned @ second)


def test_bulk_leaves_large_numbers_to_python(monkeypatch):
    some = [*deals(5, 11), Deal.of(*WILD)]
    wanted, real = solve_all(array_of(some)), swaps.solutions

    def too_large(*args):
        figures, mixes, well = real(*args)
        return figures * 0 + 9, mixes * 0 + 9, well & False

    monkeypatch.setattr(swaps, "solutions", too_large)
    found = solve_all(array_of(some))
    for k, deal in enumerate(some):
        assert found.value(k) == wanted.value(k)
        assert found.saddles[k] == wanted.saddles[k]
        assert found.sizes[k].tolist() == wanted.sizes[k].tolist()
        first = {gift: Fraction(int(part), int(found.denominators[k])) for gift, part in enumerate(found.mixes[k, 0])}
        assert {gift: part for gift, part in first.items() if part} == solve(deal).mixes[0]


@pytest.mark.parametrize(
    "cards, says",
    [
        ([list(range(15))], "sixteen"),
        (list(range(16)), "sixteen"),
        ([[float(card) for card in range(16)]], "float64"),
        ([[*range(15), 52]], "not in the french"),
        ([[*range(15), 3]], "twice"),
    ],
)
def test_bulk_refuses_what_is_no_deal(cards, says):
    with pytest.raises(CardError, match=says):
        solve_all(cards)


def test_nothing_to_solve_is_solved():
    assert len(solve_all(np.empty((0, 16), dtype=np.int64)).values) == 0


# --- grades ----------------------------------------------------------------------------------------------------------


def test_grades_by_definition():
    rng = random.Random(12)
    seen = set()
    for deal in deals(40, 13):
        solution = solve(deal)
        for side in (0, 1):
            table = matrix_of(solution.views[side])
            value = float(solution.worth(side))
            inside = min(solution.mixes[side])
            for gift in (inside, rng.randrange(70), rng.randrange(70)):
                graded = grade(solution, side, gift)
                row = table[gift]
                above = [k for k in range(70) if (table[k] >= row).all() and (table[k] > row).any()]
                assert abs(float(graded.most) - highs_most(table, gift, value)) < 1e-7
                assert (graded.dominated_by in above) if above else graded.dominated_by is None
                wanted = Grade.DOMINATED if above else Grade.OPTIMAL if graded.most else Grade.NEVER
                assert graded.grade is wanted
                assert 0 <= graded.part <= graded.most <= 1
                assert abs(float(graded.loss) - highs_lost(table, gift, value)) < 1e-7
                assert 0 <= graded.cost <= graded.loss <= graded.risk
                assert (graded.loss == 0) == (graded.most > 0)  # strict complementarity (Goldman and Tucker 1956)
                assert graded.risk == solution.worth(side) - int(row.min())
                assert not graded.most or not graded.cost
                seen.add(graded.grade)
    assert seen == set(Grade)


def test_a_gift_outside_the_mix_may_still_be_optimal():
    """Equilibria are not unique: grades look at the whole optimal face, not at the one mix that was found."""
    outside = [
        graded
        for deal in deals(30, 14)
        for solution in [solve(deal)]
        for graded in (grade(solution, 0, gift) for gift in range(70))
        if not graded.part and graded.most
    ]
    assert any(0 < graded.most < 1 for graded in outside)
    assert any(graded.most == 1 for graded in outside)


def test_a_gift_in_no_optimal_mix_may_cost_nothing_against_one():
    """Some other optimal mix of the other player makes it pay, and the grade says how much."""
    solution = solve(Deal.of(*WILD))
    graded = grade(solution, 0, 3)
    assert (graded.grade, graded.most, graded.cost) == (Grade.NEVER, 0, 0)
    assert 0 < graded.loss < graded.risk


def test_in_a_lost_deal_every_gift_is_optimal_or_dominated():
    solution = next(solution for solution in map(solve, deals(50, 15)) if solution.value == -1)
    for gift in range(70):
        graded = grade(solution, 0, gift)
        assert (graded.most, graded.cost, graded.loss, graded.risk) == (1, 0, 0, 0)


# --- the coach -------------------------------------------------------------------------------------------------------


def test_the_coach_says_what_a_hand_was_worth():
    deal = Deal.of(FIRST, SECOND)
    told = coach(FIRST, SECOND, ("3c 3s 4c 6c", "2d Qd Qh Kd"))
    assert told.value == 0
    assert told.result == slow_table(deal)[0][deal.gift(1, "2d Qd Qh Kd")] - 1
    assert told.luck_free == told.result - told.value
    assert [graded.grade for graded in told.picks] == [Grade.DOMINATED, Grade.OPTIMAL]
    assert [graded.cost for graded in told.picks] == [1, 0]
    other = coach(SECOND, FIRST, ("2d Qd Qh Kd", "3c 3s 4c 6c"))
    assert (other.value, other.result, other.luck_free) == (-told.value, -told.result, -told.luck_free)


def test_the_map_and_its_order():
    told = coach(FIRST, SECOND, ("3c 3s 4c 6c", "2d Qd Qh Kd"))
    table = slow_table(told.solution.deal)
    assert told.map == tuple("".join("-=+"[result] for result in row) for row in table)
    deal = told.solution.deal
    assert gifts(deal.first, deal) == [cards_text(four) for four in combinations(deal.first, 4)]
    assert gifts(deal.second, deal) == [cards_text(four) for four in combinations(deal.second, 4)]


def test_coaching_is_plain_data():
    data = coach(FIRST, SECOND, ("3c 3s 4c 6c", "2d Qd Qh Kd")).data()
    assert json.loads(json.dumps(data)) == data
    assert data["value"] == "0"
    assert data["mixes"][0] == [
        {"gift": 48, "give": "3s 6c 9s Jc", "keep": "3c 4c 9c Ac", "part": "1/2"},
        {"gift": 50, "give": "3s 6c Jc Ac", "keep": "3c 4c 9c 9s", "part": "1/2"},
    ]
    assert [pick["grade"] for pick in data["picks"]] == ["dominated", "optimal"]
    assert data["picks"][0]["dominated_by"]["gift"] in {48, 50}
    assert {len(row) for row in data["map"]} == {len(data["map"])} == {70}


def test_the_coach_on_an_italian_pack():
    game = on_deck(find_game("california_poker"), "italian")
    judge = plan_for(game, Stake(1), HOUSE, 2).rulesets[0].awards[0].order
    deal = Deal.random(random.Random(1), judge)
    told = coach(deal.first, deal.second, (deal.given(0, 5), deal.given(1, 6)), order=judge)
    assert told.result == slow_table(deal)[5][6] - 1


PLAIN = """
import sys
for name in ("numpy", "numba", "scipy"):
    sys.modules[name] = None
from oddchip.solve.california import Deal, coach, solve
from oddchip.solve.california.bulk import solve_all
from oddchip.errors import OddchipError
print(solve(Deal.of({first!r}, {second!r})).value)
print(coach({first!r}, {second!r}, ("3c 3s 4c 6c", "2d Qd Qh Kd")).picks[0].cost)
try:
    solve_all([list(range(16))])
except OddchipError as error:
    print(error)
"""


def test_all_but_bulk_works_without_the_extra():
    program = PLAIN.format(first=FIRST, second=SECOND)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": str(SRC)}, check=False
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[:2] == ["0", "1"]
    assert "need the extra odds" in lines[2]


def test_a_hand_is_coached_in_a_twentieth_of_a_second():
    """Of processor time, in plain Python, for nine deals of ten; the bench has the figures."""
    some = deals(31, 16)
    coach(some[0].first, some[0].second, (some[0].given(0, 3), some[0].given(1, 4)))
    taken = []
    for deal in some[1:]:
        started = process_time()
        coach(deal.first, deal.second, (deal.given(0, 3), deal.given(1, 4)))
        taken.append(process_time() - started)
    assert sorted(taken)[26] < 0.05


# --- puzzles ---------------------------------------------------------------------------------------------------------


def test_puzzles_are_small_and_greed_loses():
    found = [puzzle for puzzle, _ in zip(puzzles(random.Random(1)), range(4))]  # noqa: B905
    assert len({puzzle.solution.deal for puzzle in found}) == 4
    for puzzle in found:
        solution, greedy = puzzle.solution, puzzle.greedy
        assert 2 <= len(solution.reduced.rows) <= 4
        assert 2 <= len(solution.reduced.columns) <= 4
        own = [sum(row) for row in strengths(solution.deal)]
        assert own[greedy.gift] == max(own)
        assert greedy.cost > 0
        assert highs_most(matrix_of(solution.table), greedy.gift, float(solution.value)) < 1e-9
        assert puzzle_of(solution.deal) == puzzle
        assert json.dumps(solution_data(solution))
    again = next(iter(puzzles(random.Random(1))))
    assert again == found[0]


def test_a_decided_deal_is_no_puzzle():
    won = next(deal for deal in deals(50, 17) if solve(deal).value == 1)
    assert puzzle_of(won) is None


# --- the map ---------------------------------------------------------------------------------------------------------


def test_the_map_is_drawn_as_it_is():
    """Coloured fields, run by run, are the wins and losses; the mixes stand at the edges."""
    solution = solve(Deal.of(*WILD))
    root = ElementTree.fromstring(heat_map(solution))
    drawn = Counter()
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        if found := re.fullmatch(r"M(\d+) (\d+)h(\d+)v9h-\3z", path.get("d")):
            x, y, width = map(int, found.groups())
            for k in range(width // CELL):
                drawn[(y - TOP) // CELL, (x - LEFT) // CELL + k] = path.get("fill")
    marks = {COLOURS[mark]: mark for mark in "+-"}
    rows = ["".join(marks.get(drawn.get((r, c)), "=") for c in range(70)) for r in range(70)]
    assert rows == ["".join("-=+"[result] for result in row) for row in slow_table(solution.deal)]
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "2d 5c 7c Js: 1/2" in texts
    assert sum(": " in text and len(text.split()) <= 6 for text in texts) >= sum(map(len, solution.mixes))


# --- in the terminal -------------------------------------------------------------------------------------------------


def test_a_deal_solved_in_the_terminal(tmp_path):
    path = tmp_path / "map.svg"
    ran = oddchip("solve", "california", FIRST, SECOND, "--first-gives", "3c 3s 4c 6c", "--plot", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert "Value: 0, nobody is ahead." in ran.out
    assert ran.out.count("1/2 of the time") == 4
    assert "dominated." in ran.out
    assert "costs a stake against the mix" in ran.out
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")


def test_a_deal_as_data():
    ran = oddchip("solve", "california", FIRST, SECOND, "--second-gives", "2d Qd Qh Kd", "--json")
    told = coach(FIRST, SECOND, ("3c 3s 4c 6c", "2d Qd Qh Kd")).data()
    data = json.loads(ran.out)
    assert data.pop("picks") == told["picks"][1:]
    assert data == {name: value for name, value in told.items() if name in data}


@pytest.mark.parametrize(
    "words, says",
    [
        ((FIRST, FIRST), "both hands hold"),
        ((FIRST,), "SECOND"),
        ((FIRST, SECOND, "--first-gives", "2d 3c 3s 4c"), "cannot be given"),
        ((FIRST, SECOND, "--plot", "map.png"), "ends in .svg"),
        ((FIRST, SECOND, "--plot", "nowhere/map.svg"), "no folder"),
        ((FIRST, SECOND, "--deck", "tarot"), "tarot"),
    ],
)
def test_what_is_asked_wrong(words, says):
    ran = oddchip("solve", "california", *words)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1


def test_half_a_command_is_told_the_rest():
    assert "did you mean solve california?" in oddchip("solve").err


def test_puzzles_in_the_terminal():
    ran = oddchip("california", "puzzles", "--count", "2", "--seed", "7")
    assert ran.code == 0
    assert ran.out.count("Greed gives") == ran.out.count("Value: ") == 2
    data = json.loads(oddchip("california", "puzzles", "--count", "2", "--seed", "7", "--json").out)
    assert [Fraction(each["greedy"]["cost"]) > 0 for each in data] == [True, True]
    assert len({tuple(each["hands"]) for each in data}) == 2

"""The protocol of several workers, explored whole within small bounds; and what each of its rules is for.

The long runs with wider bounds are in `tests/full/test_protocol_model.py`, the protocol in `docs/protocol.md`.
"""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from protocol_model.explorer import canonical, explore, stuck_in, way_to, with_low_epochs
from protocol_model.moves import moves
from protocol_model.mutants import CALM, MUTANTS, QUICK, TWO_ANYTIME
from protocol_model.promises import AT_A_STEP, IN_EVERY_STATE, STAYING_POSSIBLE
from protocol_model.values import Protocol, beginning
from protocol_model.words import KINDS, told

LOYAL = replace(CALM, leave=False)
PAGE = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text()


@pytest.fixture(scope="module")
def explored():
    """What was found of each of the quick models."""
    return {}


@pytest.mark.parametrize("name", QUICK)
def test_every_state_keeps_the_promises_and_all_stays_possible(name, explored):
    found = explored[name] = explore(QUICK[name])
    assert not found.wrong, told(found)
    assert all(found.ends[promise] > 100 for promise in STAYING_POSSIBLE if promise not in found.model.unasked)
    assert f"| {name} | {len(found.states):,} | {found.transitions:,} | {found.depth} |" in PAGE


def test_every_kind_of_step_is_taken_in_some_model_that_is_explored_whole(explored):
    of_mutants = {"append again", "look up", "take for failed", "hear renewal", "book", "page on"}
    of_mutants |= {"lose notice", "lose answer"}
    named_only = {"begin", "alone"}
    taken = set().union(*(found.kinds for found in explored.values()))
    assert len(explored) == len(QUICK)
    assert KINDS - taken <= of_mutants | named_only
    assert taken <= KINDS


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_without_a_rule_a_promise_breaks(mutant):
    found = explore(mutant.model)
    print(f"{mutant.name}:\n{told(found)}\n")
    assert found.promise in mutant.breaks
    assert told(found).endswith(f"BROKEN: {found.wrong}")
    assert f"| {mutant.name} | {found.promise}, after {len(found.way) - 1} steps |" in PAGE


def test_each_rule_is_taken_away_by_some_mutant():
    whole = Protocol()
    broken = [mutant.model.protocol for mutant in MUTANTS]
    spared = {rule.name for rule in fields(Protocol)} - {
        rule.name
        for rule in fields(Protocol)
        for each in broken
        if getattr(each, rule.name) != getattr(whole, rule.name)
    }
    assert spared == set()


def test_each_promise_is_broken_by_some_mutant():
    broken = {promise for mutant in MUTANTS for promise in mutant.breaks}
    assert broken == {*IN_EVERY_STATE, *AT_A_STEP, *STAYING_POSSIBLE}


# The explorer itself.


def some_states(model, depth):
    """Every state within so many steps, as it comes."""
    found = level = {beginning(model)}
    for _ in range(depth):
        level = {move.state for state in level for move in moves(model, state)}
        found = found | level
    return found


def test_states_that_differ_by_names_are_one_and_the_rest_stay_apart():
    """What is one goes on alike: the states that come next are the same, named anew."""
    seen = {}
    for state in some_states(TWO_ANYTIME, 4):
        one = canonical(TWO_ANYTIME, state)
        assert canonical(TWO_ANYTIME, one) == one
        after = frozenset(canonical(TWO_ANYTIME, move.state) for move in moves(TWO_ANYTIME, state))
        assert seen.setdefault(one, after) == after
    assert len(seen) < len(some_states(TWO_ANYTIME, 4))


@pytest.mark.parametrize("model", [LOYAL, replace(LOYAL, viewer=True), replace(LOYAL, split=True)])
def test_what_is_explored_is_every_state_there_is(model):
    """Worker by worker, with nothing taken for alike but the numbers of epochs, which have no end."""
    everything = level = {beginning(model)}
    while level:
        after = {with_low_epochs(model, move.state) for state in level for move in moves(model, state)}
        level = after - everything
        everything = everything | level
    found = explore(model, stay_possible=False)
    assert {canonical(model, state) for state in everything} == set(found.states)
    assert len(everything) > 1.9 * len(found.states)


def test_ways_are_the_shortest_and_lead_where_they_say():
    found = explore(MUTANTS[0].model)
    first, *way = found.way
    state, level, steps = first.state, {first.state}, 0
    for move in way:
        assert move.state in {each.state for each in moves(found.model, state)}
        state = move.state
    while not any(move.wrong for each in level for move in moves(found.model, each)):
        level, steps = {canonical(found.model, m.state) for each in level for m in moves(found.model, each)}, steps + 1
    assert len(way) == steps + 1


def test_a_way_back_is_found_to_every_state():
    found = explore(CALM, stay_possible=False)
    deepest = list(found.states)[-1]
    assert canonical(CALM, way_to(found, deepest)[-1].state) == deepest
    assert len(way_to(found, deepest)) == found.depth + 1


def test_stuck_is_what_has_no_way_to_a_goal():
    graph = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": ["d"], "goal": ["d"], "e": ["goal"]}
    assert stuck_in(graph, lambda state: state == "goal") == {"a", "b", "c", "d"}
    assert stuck_in(graph, lambda state: state == "d") == set()


def test_more_states_than_foreseen_are_no_proof():
    with pytest.raises(RuntimeError, match="more than 50 states"):
        explore(CALM, most=50)


def test_the_page_speaks_of_every_promise():
    for promise in (*IN_EVERY_STATE, *AT_A_STEP, *STAYING_POSSIBLE):
        assert re.search(rf"\*\*{promise}\*\*", PAGE), promise

"""Breadth first through every state there is, and back along the shortest way to the first that breaks a promise.

States that differ by the names of workers or of like commands, or by what numbers epochs have, are one.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import permutations

from protocol_model.moves import left_alone, moves, steps
from protocol_model.owners import with_hold
from protocol_model.promises import all_is_answered, broken, is_asked, is_at_work, nothing_lies
from protocol_model.values import FOLLOWING, GONE, NOBODY, Hold, Model, Move, Part, State, Worker, beginning

REMEMBERED = 1_000_000

# --- one for all that are alike --------------------------------------------------------------------------------------


class Canonical:
    """The one state that stands for all like it; remembered, for most are met again and again."""

    def __init__(self, model: Model) -> None:
        self._model, self._known = model, {}

    def __call__(self, state: State) -> State:
        found = self._known.get(state)
        if found is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            found = self._known[state] = canonical(self._model, state)
        return found


def canonical(model: Model, state: State) -> State:
    """The one state that stands for all like it."""
    return min_of(model, with_low_epochs(model, without_idle_memory(model, state)))


def without_idle_memory(model: Model, state: State) -> State:
    """What a follower knows is of no matter where nobody looks on or waits for it and he reads before he decides."""
    if not (model.protocol.claim_reads and model.protocol.by_number):
        return state
    for table in range(bool(model.viewer), model.tables):
        for at, worker in enumerate(state.workers):
            hold = worker.holds[table]
            if hold.epoch == FOLLOWING and hold.scene and not _waits_for(state, worker, hold.scene):
                state = with_hold(state, at, table, Hold())
    return state


def _waits_for(state: State, worker: Worker, commands: tuple[int, ...]) -> bool:
    """Does a client of the worker's wait for one of these, or may one still ask?"""
    at_hand = worker.asked | worker.laid
    return any(not state.heard[command] or at_hand & 1 << command for command in commands)


def with_low_epochs(model: Model, state: State) -> State:
    """Epochs are compared and never counted: those in use become 1, 2, 3, ... table by table."""
    for table in range(model.tables):
        used = {state.rows[table].epoch, *(worker.holds[table].epoch for worker in state.workers)}
        for parts in (state.late.parts, *(worker.job.parts for worker in state.workers)):
            used.update(part.epoch for part in parts if model.commands[part.command].table == table)
        used.discard(FOLLOWING)
        if used and max(used) > len(used):
            state = _renumbered(model, state, table, {old: new for new, old in enumerate(sorted(used), 1)})
    return state


def _renumbered(model: Model, state: State, table: int, new: dict[int, int]) -> State:
    def parts(found: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple(p._replace(epoch=new[p.epoch]) if model.commands[p.command].table == table else p for p in found)

    def holds(found: tuple[Hold, ...]) -> tuple[Hold, ...]:
        hold = found[table]
        return (*found[:table], hold._replace(epoch=new.get(hold.epoch, FOLLOWING)), *found[table + 1 :])

    rows = tuple(row._replace(epoch=new.get(row.epoch, 0)) if at == table else row for at, row in enumerate(state.rows))
    workers = tuple(
        worker._replace(holds=holds(worker.holds), job=worker.job._replace(parts=parts(worker.job.parts)))
        for worker in state.workers
    )
    return state._replace(rows=rows, workers=workers, late=state.late._replace(parts=parts(state.late.parts)))


def min_of(model: Model, state: State) -> State:
    """The least of those that come of other names for workers (only what is least by their memories is compared)."""
    order = sorted(range(model.workers), key=state.workers.__getitem__)
    ordered = [state.workers[at] for at in order]
    alike = [order]
    if len(set(ordered)) < len(ordered):  # those with like memories are told apart by what points at them
        alike = [list(p) for p in permutations(range(model.workers)) if [state.workers[at] for at in p] == ordered]
    return min(_renamed(state, each) for each in alike) if len(alike) > 1 else _renamed(state, order)


def _renamed(state: State, order: list[int]) -> State:
    """The state whose worker number i is the one that was number order[i]."""
    if order == list(range(len(order))):
        return state
    new = {old: at for at, old in enumerate(order)} | {NOBODY: NOBODY, GONE: GONE}
    return state._replace(
        rows=tuple(row._replace(owner=new[row.owner]) for row in state.rows),
        workers=tuple(state.workers[at] for at in order),
        inbox=(*(state.inbox[at] for at in order), state.inbox[-1]),
        taken=(*(state.taken[at] for at in order), state.taken[-1]),
        answers=tuple(state.answers[at] for at in order),
        late=state.late._replace(worker=new[state.late.worker]),
        viewer=(new[state.viewer[0]], state.viewer[1]),
        notices=tuple(state.notices[at] for at in order),
        alone=new[state.alone],
    )


# --- all states ------------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What an exploration found: how much there is, and the first broken promise with the way to it."""

    model: Model
    states: dict[State, State | None] = field(default_factory=dict)  # each with the one before it
    transitions: int = 0
    depth: int = 0
    wrong: str = ""
    way: list[Move] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)  # states looked at for what must stay possible
    kinds: set[str] = field(default_factory=set)  # of moves that were taken
    named: Canonical = field(init=False)

    def __post_init__(self) -> None:
        self.named = Canonical(self.model)

    @property
    def promise(self) -> str:
        """The name of the promise that is broken, "" for none."""
        return self.wrong.partition(":")[0]


def explore(model: Model, most: int = 10_000_000, stay_possible: bool = True) -> Found:
    """Every state that can be reached; up to the first that breaks a promise.

    `most` is a bound that must not be met: RuntimeError if it is. With `stay_possible` what must stay possible is
    looked at, too.
    """
    with nothing_collected():
        return _explored(Found(model), most, stay_possible)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """States hold each other in no circles, and looking for circles among millions takes a quarter of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _explored(found: Found, most: int, stay_possible: bool) -> Found:
    model = found.model
    start = canonical(model, beginning(model))
    found.states[start] = None
    level = [start]
    while level and not found.wrong:
        level = list(_next_level(found, level))
        found.depth += bool(level)
        if len(found.states) > most:
            raise RuntimeError(f"there are more than {most} states")
    for promise, look in (("alone", _nobody_is_needed), ("at work", _nothing_is_left_lying)):
        if stay_possible and not found.wrong and promise not in model.unasked:
            look(found)
    return found


def _next_level(found: Found, level: list[State]) -> Iterator[State]:
    model, states, named = found.model, found.states, found.named
    for state in level:
        for move in moves(model, state):
            found.transitions += 1
            found.kinds.add(move.what[0])
            after = named(move.state)
            wrong = move.wrong if is_asked(model, move.wrong) else ""
            if after in states and not wrong:
                continue
            wrong = wrong or broken(model, after)
            if wrong:
                found.wrong = wrong
                found.way = [*way_to(found, state), *_last(found, state, after, wrong)]
                return
            states[after] = state
            yield after


# --- what must stay possible -----------------------------------------------------------------------------------------


def _nobody_is_needed(found: Found) -> None:
    """Whichever worker is left alone, and however the others stopped, every command can still be answered."""
    model = found.model
    origin: dict[State, State] = {}
    for state in found.states:
        for at in range(model.workers):
            for left in left_alone(model, state, at):
                origin.setdefault(found.named(left), state)
    graph = graph_from(found, origin, lambda state: moves(model, state))
    found.ends["alone"] = len(graph)
    stuck = stuck_in(graph, all_is_answered)
    for state, before in origin.items():
        if state in stuck:
            found.wrong = "alone: the others stand still for good, and not every command can be answered any more"
            found.way = [*way_to(found, before), _alone_at_the_end(found, before, state)]
            return


def _nothing_is_left_lying(found: Found) -> None:
    """While the owner is at work and nothing goes wrong, no client need send again: what was asked is answered."""
    model = found.model
    calm = [state for state in found.states if is_at_work(model, state)]
    workers = range(model.workers)
    graph = graph_from(found, calm, lambda state: (move for at in workers for move in steps(model, state, at)))
    found.ends["at work"] = len(graph)
    stuck = stuck_in(graph, nothing_lies)
    for state in calm:
        if state in stuck:
            found.wrong = "at work: the owner is at work, nothing goes wrong any more, and something is left lying"
            found.way = way_to(found, state)
            return


def graph_from(
    found: Found, starts: Iterable[State], after: Callable[[State], Iterable[Move]]
) -> dict[State, list[State]]:
    """Every state that comes of these, with those that come next."""
    graph: dict[State, list[State]] = {}
    queue = deque(starts)
    while queue:
        state = queue.popleft()
        if state not in graph:
            nexts = list(after(state))
            found.kinds.update(move.what[0] for move in nexts)
            graph[state] = list({found.named(move.state) for move in nexts})
            queue.extend(each for each in graph[state] if each not in graph)
    return graph


def stuck_in(graph: dict[State, list[State]], is_goal: Callable[[State], bool]) -> set[State]:
    """The states from which no goal can be reached."""
    before: dict[State, list[State]] = {}
    for state, after in graph.items():
        for each in after:
            before.setdefault(each, []).append(state)
    queue = deque(state for state in graph if is_goal(state))
    well = set(queue)
    while queue:
        for state in before.get(queue.popleft(), ()):
            if state not in well:
                well.add(state)
                queue.append(state)
    return set(graph) - well


# --- the way there ---------------------------------------------------------------------------------------------------


def way_to(found: Found, target: State) -> list[Move]:
    """The moves from the beginning, with the names that workers and epochs have along it."""
    passed = [target]
    while (before := found.states[passed[-1]]) is not None:
        passed.append(before)
    way = [Move(("begin",), beginning(found.model))]
    for target in passed[-2::-1]:
        nexts = moves(found.model, way[-1].state)
        way.append(next(move for move in nexts if canonical(found.model, move.state) == target))
    return way


def _alone_at_the_end(found: Found, before: State, target: State) -> Move:
    """Who is left alone, as he is named at the end of the way."""
    end = way_to(found, before)[-1].state
    ways = ((at, left) for at in range(found.model.workers) for left in left_alone(found.model, end, at))
    return next(Move(("alone", at), left) for at, left in ways if canonical(found.model, left) == target)


def _last(found: Found, state: State, after: State, wrong: str) -> Iterator[Move]:
    """The move that breaks a promise, as it is named at the end of the way."""
    end = way_to(found, state)[-1].state
    kind = wrong.partition(":")[0]
    for move in moves(found.model, end):
        said = move.wrong if is_asked(found.model, move.wrong) and move.wrong else broken(found.model, after)
        if canonical(found.model, move.state) == after and said.startswith(kind):
            yield move._replace(wrong=wrong)
            return

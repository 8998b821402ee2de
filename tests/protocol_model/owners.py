"""What the owner of a table does: he decides, answers, and hears what became of what he wrote."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from protocol_model import database
from protocol_model.database import may_read, with_worker
from protocol_model.values import (
    DONE,
    FENCED,
    FOLLOWING,
    IDLE,
    NONE_LATE,
    REFUSED,
    SENT,
    UNKNOWN,
    Hold,
    Job,
    Model,
    Move,
    Part,
    Row,
    State,
    Worker,
    replaced,
)

Hearing = tuple[State, str]


def at_work(model: Model, hold: Hold) -> bool:
    """Does the worker take itself for the owner?"""
    return hold.epoch != FOLLOWING and (hold.belief > 0 or not model.protocol.own_clock)


def with_hold(state: State, at: int, table: int, hold: Hold) -> State:
    worker = state.workers[at]
    return with_worker(state, at, worker._replace(holds=replaced(worker.holds, table, hold)))


def with_taken(state: State, commands: int, taken: bool) -> State:
    """The owner knows that he took these commands' copies up as they lie now, or forgets it."""
    lying = state.inbox if taken else (0,) * len(state.inbox)
    pairs = zip(state.taken, lying, strict=True)
    return state._replace(taken=tuple((before & ~commands) | (now & commands) for before, now in pairs))


def settled(model: Model, state: State, at: int, table: int, events: tuple[int, ...]) -> State:
    """What a worker reads in the log answers those of its clients for whom it has laid a copy into the inbox."""
    for command in events:
        worker, bit = state.workers[at], 1 << command
        if model.commands[command].table == table and worker.laid & bit and model.protocol.by_log != "no":
            if worker.asked & bit:
                state = told_client(state, command, state.rows[table].log.index(command) + 1)
            state = with_worker(state, at, worker._replace(asked=worker.asked & ~bit, laid=worker.laid & ~bit))
    return state


# --- deciding --------------------------------------------------------------------------------------------------------


def decisions(model: Model, state: State, at: int) -> Iterator[Move]:
    """An owner takes commands up, one of a table at a time, those of several tables in one transaction."""
    worker = state.workers[at]
    if worker.job != IDLE:
        return
    choices: list[list[Part]] = [[] for _ in range(model.tables)]
    for command, asked in enumerate(model.commands):
        hold, here = worker.holds[asked.table], bool(worker.asked & ~worker.laid & 1 << command)
        if not at_work(model, hold):
            continue
        there = may_read(model, state, at, inbox=command) and any(lying & 1 << command for lying in state.inbox)
        if here and command in hold.scene:
            after, wrong = answered(model, state, at, command, hold.scene.index(command) + 1)
            yield Move(("answer from memory", at, command), after, wrong)
        part = Part(command, hold.epoch, len(hold.scene))
        if (state.refused | hold.refused) & 1 << command or not asked.allowed(part.after):
            yield from _refusals(model, state, at, part, here, there)
        elif here or there:
            choices[asked.table].append(part)
    for parts in product(*([None, *some] for some in choices)):
        some = tuple(part for part in parts if part)
        if some:
            yield _decided(model, state, at, some)


def _decided(model: Model, state: State, at: int, parts: tuple[Part, ...]) -> Move:
    """The steps are sent to be written; before that is done nothing of them is true."""
    rules, worker = model.protocol, state.workers[at]
    what = ("append", at, *(part.command for part in parts))
    state, wrong = with_worker(state, at, worker._replace(job=Job(parts, SENT))), ""
    for part in parts:
        table = model.commands[part.command].table
        scene = (*worker.holds[table].scene, part.command)
        again = part.command in worker.holds[table].scene  # which only the log will tell
        owns = (state.rows[table].owner, state.rows[table].epoch) == (at, part.epoch)  # else nothing comes of it
        if rules.by_log == "new" and owns and not again and may_read(model, state, at, inbox=part.command):
            state = with_taken(state, 1 << part.command, True)
        if not rules.answers_durable and worker.asked & 1 << part.command:
            state, wrong = answered(model, state, at, part.command, len(scene))
        if not rules.shows_durable:
            hold = state.workers[at].holds[table]
            state, wrong = shown(with_hold(state, at, table, hold._replace(scene=scene)), at, table, scene)
    return Move(what, state, wrong)


def _refusals(model: Model, state: State, at: int, part: Part, here: bool, there: bool) -> Iterator[Move]:
    """It cannot be done, unless it was done already: then it has its answer."""
    command, rules, worker = part.command, model.protocol, state.workers[at]
    log = row_of(model, state, command).log
    if rules.looks_before_refusing and command in log:
        number = log.index(command) + 1
        if here:
            yield Move(("answer from the log", at, command), *answered(model, state, at, command, number))
        return
    over = part.after > model.commands[command].last  # what is over is over for good
    is_said = over or rules.refusals != "written" or state.refused & 1 << command
    if rules.refusals == "remembered" and not over:
        table = model.commands[command].table
        hold = worker.holds[table]
        state = with_hold(state, at, table, hold._replace(refused=hold.refused | 1 << command))
        worker = state.workers[at]
    if here and is_said:
        yield Move(("refuse", at, command), *answered(model, state, at, command, REFUSED))
    if there or (here and not is_said):
        refusing = Job((part._replace(refuses=True),), SENT)
        yield Move(("write refusal", at, command), with_worker(state, at, worker._replace(job=refusing)))


def inbox_answers(model: Model, state: State, at: int) -> Iterator[Move]:
    """A copy of what is in the log goes: who laid it reads the event that it has made, or gets a row that says so."""
    for command, asked in enumerate(model.commands):
        hold = state.workers[at].holds[asked.table]
        if not at_work(model, hold) or command not in hold.scene:
            continue
        number = hold.scene.index(command) + 1
        for asker, lying in enumerate(state.inbox):
            if lying & 1 << command and _is_answered_by_the_log(
                model, state, asker, command, number == len(hold.scene)
            ):
                yield Move(("clear copy", at, command), database.cleared(state, asker, command))
            elif lying & 1 << command:
                after = database.with_answer(model, state, asker, command, number)
                yield Move(("write answer", at, command), after)


def _is_answered_by_the_log(model: Model, state: State, asker: int, command: int, newest: bool) -> bool:
    by_log = model.protocol.by_log
    return (by_log == "newest" and newest) or (by_log == "new" and bool(state.taken[asker] & 1 << command))


# --- hearing what became of it ---------------------------------------------------------------------------------------


def hearings(model: Model, state: State, at: int) -> Iterator[Move]:
    """The outcome of a transaction is heard, or asked for."""
    worker, rules = state.workers[at], model.protocol
    job = worker.job
    if job.phase == DONE:
        yield Move(("hear", at, *job.results), *_heard(model, state, at))
    elif job.phase == UNKNOWN and any(map(at_work, [model] * model.tables, state.workers[at].holds)):
        if rules.look_up == "ended":
            yield Move(("end session", at), _session_ended(model, state, at))
        elif rules.look_up == "again":
            yield Move(
                ("append again", at), with_worker(state, at, state.workers[at]._replace(job=Job(job.parts, SENT)))
            )
        else:
            yield Move(("look up" if rules.look_up == "look" else "take for failed", at), *_looked_up(model, state, at))


def _heard(model: Model, state: State, at: int) -> Hearing:
    worker, wrong = state.workers[at], ""
    job = worker.job
    state = with_worker(state, at, worker._replace(job=IDLE))
    for part, result in zip(job.parts, job.results, strict=True):
        table = model.commands[part.command].table
        hold = state.workers[at].holds[table]
        if result == FENCED or not at_work(model, hold):
            state = with_hold(state, at, table, Hold(scene=hold.scene))
        elif part.refuses:
            state = _refusal_said(model, state, at, part)
        else:
            state, worse = _became_true(model, state, at, part.command, result)
            wrong = wrong or worse
    return state, wrong


def _became_true(model: Model, state: State, at: int, command: int, number: int) -> Hearing:
    """Shown to all who look on here, and answered."""
    table, wrong = model.commands[command].table, ""
    hold = state.workers[at].holds[table]
    if number == len(hold.scene) + 1:
        scene = (*hold.scene, command)
        state = settled(model, with_hold(state, at, table, hold._replace(scene=scene)), at, table, (command,))
        state, wrong = shown(state, at, table, scene)
    else:
        state = with_taken(state, 1 << command, False)
    if state.workers[at].asked & ~state.workers[at].laid & 1 << command:
        state, worse = answered(model, state, at, command, number)
        wrong = wrong or worse
    return state, wrong


def _refusal_said(model: Model, state: State, at: int, part: Part) -> State:
    """That it is refused stands written, so it may be said here, too."""
    if state.workers[at].asked & ~state.workers[at].laid & 1 << part.command:
        return answered(model, state, at, part.command, REFUSED)[0]
    return state


def _session_ended(model: Model, state: State, at: int) -> State:
    """Nothing comes of the lost session any more: what is in the log is done, what is not is sent again."""
    worker = state.workers[at]
    late = NONE_LATE if state.late.worker == at else state.late
    results = tuple(_found(model, state, part) for part in worker.job.parts)
    job = Job(worker.job.parts, DONE, results) if any(results) else Job(worker.job.parts, SENT)
    return with_worker(state._replace(late=late), at, worker._replace(job=job))


def _found(model: Model, state: State, part: Part) -> int:
    """The number of the event that the part has made, if it has."""
    log = row_of(model, state, part.command).log
    return part.after + 1 if log[part.after : part.after + 1] == (part.command,) else FENCED


def _looked_up(model: Model, state: State, at: int) -> Hearing:
    """A look into the log alone, or none: what is not there is taken for failed, and said to be."""
    worker, wrong = state.workers[at], ""
    state = with_worker(state, at, worker._replace(job=IDLE))
    for part in worker.job.parts:
        log = state.rows[model.commands[part.command].table].log
        if part.command in log and model.protocol.look_up == "look":
            state, worse = _became_true(model, state, at, part.command, log.index(part.command) + 1)
        elif worker.asked & 1 << part.command:
            state, worse = answered(model, state, at, part.command, REFUSED)
        else:
            worse = ""
        wrong = wrong or worse
    return state, wrong


def answered(model: Model, state: State, at: int, command: int, answer: int) -> Hearing:
    """An owner answers a client that waits here."""
    worker = state.workers[at]
    table = model.commands[command].table
    wrong = ""
    if answer > 0 and state.rows[table].epoch > worker.holds[table].epoch:
        wrong = f"zombie: an owner of epoch {worker.holds[table].epoch} acknowledged in epoch {state.rows[table].epoch}"
    state = with_worker(state, at, worker._replace(asked=worker.asked & ~(1 << command)))
    return told_client(state, command, answer), wrong


def told_client(state: State, command: int, answer: int) -> State:
    """The first answer is the one a client goes by."""
    return state if state.heard[command] else state._replace(heard=replaced(state.heard, command, answer))


def shown(state: State, at: int, table: int, scene: tuple[int, ...]) -> Hearing:
    """Who looks on at the table through this worker sees it as the worker has it now."""
    where, seen = state.viewer
    if table or where != at or scene == seen:
        return state, ""
    wrong = "" if scene[: len(seen)] == seen else f"backwards: shown {len(scene)} events after {len(seen)}"
    return state._replace(viewer=(at, scene)), wrong


def row_of(model: Model, state: State, command: int) -> Row:
    """The table that a command is for."""
    return state.rows[model.commands[command].table]


def fresh(model: Model) -> Worker:
    """A worker that has just been started."""
    return Worker((Hold(),) * model.tables)

"""What the database does: each function is one transaction, or the part of one up to its commit."""

from __future__ import annotations

from collections.abc import Sequence

from protocol_model.values import (
    DONE,
    FENCED,
    GAP,
    GONE,
    NOBODY,
    NONE_LATE,
    OPEN,
    REFUSED,
    SENT,
    UNKNOWN,
    Job,
    Late,
    Model,
    Part,
    Row,
    State,
    Worker,
    replaced,
)


def is_fenced(model: Model, row: Row, worker: int, part: Part) -> bool:
    """Does the table belong to somebody else by now, or to nobody?"""
    rules = model.protocol
    return (
        row.owner != worker
        or (worker == GONE and row.epoch != part.epoch)  # of those who are gone each had an id of his own
        or (rules.epoch_in_fence and row.epoch != part.epoch)
        or (rules.lease_in_fence and row.lease == 0)
    )


def judged(model: Model, state: State, worker: int, parts: Sequence[Part]) -> tuple[int, ...]:
    """What becomes of each part: the number of the event that is or will be in the log, or FENCED."""
    return tuple(_judged(model, state, worker, part) for part in parts)


def _judged(model: Model, state: State, worker: int, part: Part) -> int:
    rules, row = model.protocol, state.rows[model.commands[part.command].table]
    fenced = is_fenced(model, row, worker, part)
    if part.refuses:
        return FENCED if fenced and rules.refusals_fenced else 1
    if fenced:
        return FENCED
    if rules.unique_commands and part.command in row.log:
        return row.log.index(part.command) + 1
    if part.after != len(row.log) and (rules.number_in_fence or part.after < len(row.log)):
        return FENCED
    return part.after + 1


def overdue(model: Model, state: State, parts: Sequence[Part], results: Sequence[int]) -> str:
    """What is wrong when an event is let in though its lease has run out by the database's clock."""
    for part, result in zip(parts, results, strict=True):
        row = state.rows[model.commands[part.command].table]
        if not part.refuses and is_new(row, result) and row.lease == 0:
            return f"lease: an event was written after the lease of epoch {row.epoch} had run out"
    return ""


def is_new(row: Row, result: int) -> bool:
    """Is the event with this number one that is not there yet?"""
    return result > len(row.log)


def write(model: Model, state: State, worker: int, parts: Sequence[Part], results: Sequence[int]) -> tuple[State, str]:
    """The commit of what was judged, and what is wrong with it."""
    wrong = ""
    for part, result in zip(parts, results, strict=True):
        if result == FENCED:
            continue
        table = model.commands[part.command].table
        row = state.rows[table]
        if part.refuses:
            state = _with_refusal(model, state, part)
        elif is_new(row, result):
            wrong = wrong or _trespass(row, worker, part)
            state = state._replace(rows=replaced(state.rows, table, _with_event(model, row, part.command, result)))
            state = noticed(model, _numbered(model, state, table, result), event=table)
    return state, wrong


def _with_refusal(model: Model, state: State, part: Part) -> State:
    asked = model.commands[part.command]
    if part.after < asked.first and model.protocol.refusals == "written":
        state = state._replace(refused=state.refused | 1 << part.command)
    for asker in range(len(state.inbox)):
        state = with_answer(model, state, asker, part.command, REFUSED)
    return state


def with_answer(model: Model, state: State, asker: int, command: int, answer: int) -> State:
    """The answer to one copy of a command, which is in the inbox no more. Nobody takes one for who is gone."""
    if not state.inbox[asker] & 1 << command:  # it has been answered
        return state
    state = cleared(state, asker, command)
    if asker == model.workers:
        return state
    answers = replaced(state.answers, asker, replaced(state.answers[asker], command, answer))
    return noticed(model, state._replace(answers=answers), answer=command)


def cleared(state: State, asker: int, command: int) -> State:
    """A copy is taken out of the inbox."""
    rest = ~(1 << command)
    inbox = replaced(state.inbox, asker, state.inbox[asker] & rest)
    return state._replace(inbox=inbox, taken=replaced(state.taken, asker, state.taken[asker] & rest))


def _trespass(row: Row, worker: int, part: Part) -> str:
    if (row.owner, row.epoch) != (worker, part.epoch):
        return f"fence: an event of epoch {part.epoch} was written in epoch {row.epoch}"
    return ""


def _with_event(model: Model, row: Row, command: int, number: int) -> Row:
    players, stacks = row.ledger
    paid = stacks + 1 if model.protocol.one_transaction else stacks
    gap = (GAP,) * (number - 1 - len(row.log))
    return row._replace(log=(*row.log, *gap, command), ledger=(players - 1, paid))


def book(state: State, table: int) -> State:
    """The second ledger line of an event, where it is not written with the first."""
    row = state.rows[table]
    return state._replace(rows=replaced(state.rows, table, row._replace(ledger=(row.ledger[0], -row.ledger[0]))))


# --- locks and serials -----------------------------------------------------------------------------------------------


def locked(model: Model, state: State) -> set[int]:
    """The tables whose rows an open transaction holds."""
    if not model.split:
        return set()
    jobs: list[Job | Late] = [worker.job for worker in state.workers]
    return {
        model.commands[part.command].table
        for job in [*jobs, state.late]
        if job.phase == OPEN
        for part, result in zip(job.parts, job.results, strict=True)
        if not part.refuses and is_new(state.rows[model.commands[part.command].table], result)
    }


def wants(model: Model, parts: Sequence[Part]) -> set[int]:
    """The tables whose rows a transaction must take."""
    return {model.commands[part.command].table for part in parts}


def draw_serials(model: Model, state: State, parts: Sequence[Part], results: Sequence[int]) -> State:
    """A serial of the whole database for each event, drawn before the commit, as sequences are."""
    if model.protocol.by_number:
        return state
    drawn = [(model.commands[part.command].table, result, 0) for part, result in zip(parts, results, strict=True)]
    new = [each for each in drawn if is_new(state.rows[each[0]], each[1])]
    return state._replace(serials=(*state.serials, *new))


def _numbered(model: Model, state: State, table: int, number: int) -> State:
    """The event's serial can be seen now."""
    if model.protocol.by_number:
        return state
    seen = (table, number, 1)
    if (table, number, 0) not in state.serials:
        return state._replace(serials=(*state.serials, seen))
    return state._replace(serials=replaced(state.serials, state.serials.index((table, number, 0)), seen))


# --- notices ---------------------------------------------------------------------------------------------------------


def noticed(model: Model, state: State, workers: Sequence[int] = (), **about: int) -> State:
    """A notice to these workers, or to all; kept only where nobody polls, for a poll says as much at any moment."""
    if model.protocol.poll:
        return state
    bit = notice(model, **about)
    notices = (each | bit if at in workers or not workers else each for at, each in enumerate(state.notices))
    return state._replace(notices=tuple(notices))


def notice(model: Model, event: int = NOBODY, inbox: int = NOBODY, answer: int = NOBODY) -> int:
    """The bit of a notice."""
    commands = len(model.commands)
    if event != NOBODY:
        return 1 << event
    return 1 << (model.tables + (inbox if inbox != NOBODY else commands + answer))


def may_read(model: Model, state: State, worker: int, **about: int) -> bool:
    """Has the worker reason to read: a notice, or that it is time for its poll, as it may be at any moment?"""
    return model.protocol.poll or bool(state.notices[worker] & notice(model, **about))


# --- transactions under way ------------------------------------------------------------------------------------------


def with_worker(state: State, at: int, worker: Worker) -> State:
    return State(state.rows, replaced(state.workers, at, worker), *state[2:])  # much quicker than _replace


def begin(model: Model, state: State, at: int) -> tuple[State, str]:
    """A transaction arrives and is done at once; where it is split, it is judged, and holds its rows."""
    worker = state.workers[at]
    results = judged(model, state, at, worker.job.parts)
    wrong = overdue(model, state, worker.job.parts, results)
    if model.split:
        state = draw_serials(model, state, worker.job.parts, results)
        return with_worker(state, at, worker._replace(job=Job(worker.job.parts, OPEN, results))), wrong
    state, worse = _ended(model, state, at, results)
    return state, wrong or worse


def commit(model: Model, state: State, at: int) -> tuple[State, str]:
    """The transaction that is open commits."""
    return _ended(model, state, at, state.workers[at].job.results)


def _ended(model: Model, state: State, at: int, results: tuple[int, ...]) -> tuple[State, str]:
    worker = state.workers[at]
    state, wrong = write(model, state, at, worker.job.parts, results)
    return with_worker(state, at, worker._replace(job=Job(worker.job.parts, DONE, results))), wrong


def rolled_back(state: State, at: int) -> State:
    """The database has ended the transaction, and the line with it."""
    worker = state.workers[at]
    return with_worker(state, at, worker._replace(job=Job(worker.job.parts, UNKNOWN)))


def without_process(state: State, at: int) -> State:
    """Whoever bore this worker's id is gone, with his table's lease still running."""
    rows = tuple(row._replace(owner=GONE) if row.owner == at else row for row in state.rows)
    late = state.late._replace(worker=GONE) if state.late.worker == at else state.late
    answers = replaced(state.answers, at, (0,) * len(state.heard))
    inbox, taken = (replaced((*each[:-1], each[-1] | each[at]), at, 0) for each in (state.inbox, state.taken))
    return state._replace(rows=rows, late=late, inbox=inbox, taken=taken, answers=answers)


def outcomes_of_a_cut(model: Model, state: State, at: int) -> list[tuple[str, State, str]]:
    """What may become of a worker's transaction when its line is cut: how, the state, what is wrong with it."""
    job = state.workers[at].job
    if job.phase == SENT:
        found = [("is lost", state, "")]
        if state.late.worker == NOBODY:
            found.append(("is late", state._replace(late=Late(at, job.parts, SENT)), ""))
        return found
    if job.phase == OPEN:
        written, wrong = write(model, state, at, job.parts, job.results)
        return [("is rolled back", state, ""), ("commits", written, wrong)]
    return [("", state, "")]


def late_arrives(model: Model, state: State) -> tuple[State, str]:
    """A transaction of a lost line reaches the database after all."""
    late = state.late
    results = judged(model, state, late.worker, late.parts)
    wrong = overdue(model, state, late.parts, results)
    state, worse = write(model, state._replace(late=NONE_LATE), late.worker, late.parts, results)
    return state, wrong or worse

"""Every step that can be taken next: by time, the database, workers, clients, and by what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

from protocol_model import database, leases, owners
from protocol_model.database import may_read, with_worker
from protocol_model.owners import at_work, fresh, shown, told_client, with_hold
from protocol_model.values import (
    DONE,
    FOLLOWING,
    GAP,
    NOBODY,
    NONE_LATE,
    OPEN,
    SENT,
    UNKNOWN,
    Hold,
    Job,
    Model,
    Move,
    State,
    replaced,
)


def moves(model: Model, state: State) -> Iterator[Move]:
    """All of them. Where one worker is alone the others stand still for good, and nothing more goes wrong."""
    if model.time:
        yield from ticks(model, state)
    yield from late_ones(model, state)
    for at in range(model.workers):
        if state.alone in (NOBODY, at):
            yield from steps(model, state, at)
            yield from leases.claims(model, state, at)
            yield from sendings(model, state, at)
            yield from lookings(model, state, at)
        if state.alone == NOBODY:
            yield from leases.releases(model, state, at)
            yield from faults(model, state, at)
            yield from notices_lost(model, state, at)
            yield from answers_lost(model, state, at)


def steps(model: Model, state: State, at: int) -> Iterator[Move]:
    """What goes on by itself while all is well: no time passes in it, nothing is claimed, nothing fails."""
    yield from transactions(model, state, at)
    yield from owners.hearings(model, state, at)
    yield from owners.decisions(model, state, at)
    yield from owners.inbox_answers(model, state, at)
    yield from leases.stops(model, state, at)
    yield from leases.renewals(model, state, at)
    yield from forwarding(model, state, at)
    yield from following(model, state, at)
    yield from bookings(model, state, at)


# --- time and the database -------------------------------------------------------------------------------------------


def ticks(model: Model, state: State) -> Iterator[Move]:
    """Time passes, for leases and for every worker's own clock; or one stands still with its machine."""
    if not any(row.lease for row in state.rows) and not any(h.belief for w in state.workers for h in w.holds):
        return
    still = [NOBODY] if model.protocol.clocks_run else [NOBODY, *range(model.workers)]
    for at in still:
        rows = tuple(row._replace(lease=max(row.lease - 1, 0)) for row in state.rows)
        workers = tuple(
            worker if which == at else worker._replace(holds=tuple(map(_older, worker.holds)))
            for which, worker in enumerate(state.workers)
        )
        yield Move(("tick", at), state._replace(rows=rows, workers=workers))


def _older(hold: Hold) -> Hold:
    return hold._replace(belief=hold.belief - 1) if hold.belief else hold


def transactions(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker's transaction reaches the database, and commits."""
    job = state.workers[at].job
    if job.phase == SENT and not database.wants(model, job.parts) & database.locked(model, state):
        yield Move(("begin" if model.split else "write", at), *database.begin(model, state, at))
    elif job.phase == OPEN:
        yield Move(("commit", at), *database.commit(model, state, at))


def late_ones(model: Model, state: State) -> Iterator[Move]:
    """What a lost line held arrives after all, or never; what is open and stands still is ended by the database."""
    late = state.late
    if late.phase == SENT:
        yield Move(("late one is lost",), state._replace(late=NONE_LATE))
        if not database.wants(model, late.parts) & database.locked(model, state):
            yield Move(("late one arrives",), *database.late_arrives(model, state))
    elif late.phase == OPEN and model.protocol.idle_ends:
        yield Move(("idle one is ended",), state._replace(late=NONE_LATE))


# --- what goes wrong -------------------------------------------------------------------------------------------------


def faults(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker is killed and started anew; its line to the database is cut."""
    worker = state.workers[at]
    where, seen = state.viewer
    for how, after, wrong in database.outcomes_of_a_cut(model, state, at) if model.kills else ():
        viewer = (NOBODY, seen) if where == at else state.viewer
        dead = database.without_process(after, at)
        yield Move(("kill", at, how), with_worker(dead, at, fresh(model))._replace(viewer=viewer), wrong)
    if not model.lines_break or worker.job.phase not in (SENT, OPEN, DONE):
        return
    for how, after, wrong in database.outcomes_of_a_cut(model, state, at):
        cut = worker._replace(job=Job(worker.job.parts, UNKNOWN))
        yield Move(("cut", at, how), with_worker(after, at, cut), wrong)
    if worker.job.phase == OPEN and model.protocol.idle_ends:
        yield Move(("idle", at), database.rolled_back(state, at))


def notices_lost(model: Model, state: State, at: int) -> Iterator[Move]:
    """A notice gets lost."""
    for bit in range(state.notices[at].bit_length()):
        if state.notices[at] >> bit & 1:
            notices = tuple(each & ~(1 << bit) if which == at else each for which, each in enumerate(state.notices))
            yield Move(("lose notice", at, bit), state._replace(notices=notices))


# --- clients ---------------------------------------------------------------------------------------------------------


def sendings(model: Model, state: State, at: int) -> Iterator[Move]:
    """A client that has no answer sends its command, here or anywhere, as often as it likes; or its line breaks."""
    worker = state.workers[at]
    for command, heard in enumerate(state.heard):
        bit = 1 << command
        if worker.asked & bit:
            if model.leave:
                gone = with_worker(state, at, worker._replace(asked=worker.asked & ~bit))
                yield Move(("client goes", at, command), gone)
        elif not heard and (model.leave or not any(each.asked & bit for each in state.workers)):
            yield Move(("send", at, command), with_worker(state, at, worker._replace(asked=worker.asked | bit)))


def lookings(model: Model, state: State, at: int) -> Iterator[Move]:
    """The viewer comes, or comes again, and is greeted with the table as it is known here."""
    where, seen = state.viewer
    hold = state.workers[at].holds[0]
    stopped = hold.epoch != FOLLOWING and not at_work(model, hold)
    if not model.viewer or where == at or stopped or (model.protocol.hello_says and len(hold.scene) < len(seen)):
        return
    yield Move(("look", at), *shown(state._replace(viewer=(at, seen)), at, 0, hold.scene))


def forwarding(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker that does not own the table lays a copy of a command into the inbox, and tells its client the answer."""
    worker = state.workers[at]
    for command, asked in enumerate(model.commands):
        bit, answer = 1 << command, state.answers[at][command]
        if answer and may_read(model, state, at, answer=command):
            yield Move(("tell answer", at, command), _answer_taken(state, at, command, answer))
        elif worker.asked & bit and not worker.laid & bit and not at_work(model, worker.holds[asked.table]):
            laid = with_worker(state, at, worker._replace(laid=worker.laid | bit))
            laid = database.cleared(laid, at, command)  # an earlier copy is as good as this one, but not as new
            laid = laid._replace(inbox=replaced(laid.inbox, at, laid.inbox[at] | bit))
            yield Move(("forward", at, command), database.noticed(model, laid, inbox=command))


def _answer_taken(state: State, at: int, command: int, answer: int) -> State:
    """The answer's row is gone, and who waits here has heard it."""
    worker, bit = state.workers[at], 1 << command
    state = _without_answer(state, at, command)
    state = with_worker(state, at, worker._replace(asked=worker.asked & ~bit, laid=worker.laid & ~bit))
    return told_client(state, command, answer) if worker.asked & bit else state


def _without_answer(state: State, at: int, command: int) -> State:
    return state._replace(answers=replaced(state.answers, at, replaced(state.answers[at], command, 0)))


def answers_lost(model: Model, state: State, at: int) -> Iterator[Move]:
    """The line is lost when answers that were fetched are deleted, and they are thrown away."""
    for command, answer in enumerate(state.answers[at]):
        if answer and model.lines_break and not model.protocol.answers_kept:
            yield Move(("lose answer", at, command), _without_answer(state, at, command))


# --- followers -------------------------------------------------------------------------------------------------------


def following(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker that does not own a table reads on in its log, and shows it."""
    if not model.protocol.by_number:
        yield from _paging(model, state, at)
        return
    for table, (row, hold) in enumerate(zip(state.rows, state.workers[at].holds, strict=True)):
        if hold.epoch == FOLLOWING and hold.scene != row.log and may_read(model, state, at, event=table):
            after = with_hold(state, at, table, hold._replace(scene=row.log))
            if model.protocol.reading_settles:
                after = owners.settled(model, after, at, table, row.log[len(hold.scene) :])
            yield Move(("read on", at, table), *shown(after, at, table, row.log))


def _paging(model: Model, state: State, at: int) -> Iterator[Move]:
    """All that can be seen beyond the last serial that was seen, by a worker that does nothing but follow."""
    worker = state.workers[at]
    if any(hold.epoch != FOLLOWING for hold in worker.holds):
        return
    seen = [(serial, table, number) for serial, (table, number, is_seen) in enumerate(state.serials) if is_seen]
    new = [each for each in seen if each[0] >= worker.page]
    if not new:
        return
    after, wrong = with_worker(state, at, worker._replace(page=new[-1][0] + 1)), ""
    for _, table, number in new:
        hold = after.workers[at].holds[table]
        log = state.rows[table].log
        if log[number - 1] not in hold.scene:
            gap = (GAP,) * (number - 1 - len(hold.scene))
            scene = (*hold.scene, *gap, log[number - 1])
            after, worse = shown(with_hold(after, at, table, hold._replace(scene=scene)), at, table, scene)
            wrong = wrong or worse
    yield Move(("page on", at), after, wrong)


def bookings(model: Model, state: State, at: int) -> Iterator[Move]:
    """The second ledger line, where it has a transaction of its own."""
    for table, row in enumerate(state.rows):
        if sum(row.ledger) and at_work(model, state.workers[at].holds[table]):
            yield Move(("book", at, table), database.book(state, table))


# --- one alone -------------------------------------------------------------------------------------------------------


def left_alone(model: Model, state: State, at: int) -> Iterator[State]:
    """The state in which all other workers stand still for good, in each way their transactions may lie."""
    others = [which for which in range(model.workers) if which != at]
    where, seen = state.viewer
    ways = [state.late]
    for which in others:
        job = state.workers[which].job
        if job.phase == SENT and state.late == NONE_LATE:
            ways.append(state.late._replace(worker=which, parts=job.parts, phase=SENT))
        elif job.phase == OPEN:  # its line is up: it stays open
            ways = [state.late._replace(worker=which, parts=job.parts, phase=OPEN, results=job.results)]
    workers = tuple(fresh(model) if which in others else worker for which, worker in enumerate(state.workers))
    viewer = (where, seen) if where == at else (NOBODY, seen)
    for late in dict.fromkeys(ways):
        yield state._replace(workers=workers, late=late, viewer=viewer, alone=at)

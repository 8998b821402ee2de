"""Who owns a table: workers claim, renew, give back, and stop by their own clocks."""

from __future__ import annotations

from collections.abc import Iterator

from protocol_model import database
from protocol_model.database import with_worker
from protocol_model.owners import at_work, settled, shown, with_hold, with_taken
from protocol_model.values import (
    FOLLOWING,
    IDLE,
    NOBODY,
    UNKNOWN,
    Hold,
    Model,
    Move,
    State,
    replaced,
)


def claims(model: Model, state: State, at: int) -> Iterator[Move]:
    """A table that nobody's lease holds any more becomes the worker's, under an epoch of its own."""
    worker, rules = state.workers[at], model.protocol
    if worker.job != IDLE:
        return
    held = database.locked(model, state)
    for table, (row, hold) in enumerate(zip(state.rows, worker.holds, strict=True)):
        if hold.epoch != FOLLOWING or table in held or (row.owner != NOBODY and row.lease and rules.lease_at_claim):
            continue
        epoch = row.epoch + 1 if rules.epoch_rises or not row.epoch else row.epoch
        taken = state._replace(rows=replaced(state.rows, table, row._replace(owner=at, epoch=epoch, lease=model.lease)))
        for command in range(len(model.commands)):  # it looks into the inbox when it begins
            taken = database.noticed(model, taken, (at,), inbox=command)
        scene = row.log if rules.claim_reads else hold.scene
        of_table = sum(1 << command for command, asked in enumerate(model.commands) if asked.table == table)
        for heard, belief in (("in time", model.lease), ("late", 0))[: 1 + model.time]:
            after = with_hold(with_taken(taken, of_table, False), at, table, Hold(epoch, belief, scene))
            if rules.claim_settles:
                after = settled(model, after, at, table, scene)
            yield Move(("claim", at, table, heard), *shown(after, at, table, scene))


def renewals(model: Model, state: State, at: int) -> Iterator[Move]:
    """All that the worker owns, in one statement. What is not its own any more, it hears, too."""
    worker, rules = state.workers[at], model.protocol
    owned = [table for table, hold in enumerate(worker.holds) if hold.epoch != FOLLOWING]
    if worker.unheard:
        holds = tuple(hold._replace(belief=model.lease) if hold.epoch else hold for hold in worker.holds)
        yield Move(("hear renewal", at), with_worker(state, at, worker._replace(holds=holds, unheard=0)))
    if not model.time or not owned or database.locked(model, state) & set(owned):
        return
    renewed, lost = state, []
    for table in owned:
        row, hold = state.rows[table], worker.holds[table]
        if (row.owner, row.epoch) == (at, hold.epoch) and (row.lease or not rules.lapsed_is_over):
            renewed = renewed._replace(rows=replaced(renewed.rows, table, row._replace(lease=model.lease)))
        else:
            lost.append(table)
    heard = renewed
    for table in owned:
        hold = worker.holds[table]
        now = Hold(scene=hold.scene) if table in lost else hold._replace(belief=model.lease)
        heard = with_hold(heard, at, table, now)
    if rules.from_before or lost:
        for what, after in (("in time", heard), ("late", renewed)):
            if after != state:
                yield Move(("renew", at, what), after)
    else:
        yield Move(("renew", at, "on the way"), with_worker(renewed, at, worker._replace(unheard=1)))


def releases(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker that drains gives a table back: it stops to decide first."""
    worker = state.workers[at]
    if not model.drains or worker.job != IDLE:
        return
    for table, (row, hold) in enumerate(zip(state.rows, worker.holds, strict=True)):
        if at_work(model, hold) and (row.owner, row.epoch) == (at, hold.epoch):
            freed = state._replace(rows=replaced(state.rows, table, row._replace(owner=NOBODY, lease=0)))
            yield Move(("release", at, table), with_hold(freed, at, table, Hold(scene=hold.scene)))


def stops(model: Model, state: State, at: int) -> Iterator[Move]:
    """A worker whose lease ran out by its own clock is an owner no more, unless it is renewed in time."""
    worker = state.workers[at]
    if worker.job.phase not in ("", UNKNOWN):
        return
    holds = tuple(hold if at_work(model, hold) else Hold(scene=hold.scene) for hold in worker.holds)
    parts = tuple(part for part in worker.job.parts if holds[model.commands[part.command].table].epoch != FOLLOWING)
    job = worker.job._replace(parts=parts) if parts else IDLE
    if (holds, job) != (worker.holds, worker.job):
        yield Move(("stop", at), with_worker(state, at, worker._replace(holds=holds, job=job)))

"""What must hold in every state, and what must stay possible."""

from __future__ import annotations

from collections.abc import Iterator

from protocol_model.owners import at_work
from protocol_model.values import FOLLOWING, GAP, IDLE, NOBODY, REFUSED, Hold, Model, State

IN_EVERY_STATE = ("owners", "zombie", "gap", "twice", "lost", "taken back", "shown", "ledger", "deciding")
AT_A_STEP = ("fence", "lease", "zombie", "backwards")
STAYING_POSSIBLE = ("alone", "at work")


def broken(model: Model, state: State) -> str:
    """The first promise that this state breaks, of those that hold in every state, as "name: what"; "" for none."""
    looks = (
        _owners(model, state),
        _logs(state),
        _answers(model, state),
        _shown(state),
        _passed_over(state),
        _deciding(model, state),
    )
    return next((wrong for look in looks for wrong in look if is_asked(model, wrong)), "")


def is_asked(model: Model, wrong: str) -> bool:
    """Is it a promise that this model is held to?"""
    return wrong.partition(":")[0] not in model.unasked


def _owners(model: Model, state: State) -> Iterator[str]:
    for table, row in enumerate(state.rows):
        epochs = [hold.epoch for hold in _holds(state, table) if hold.epoch != FOLLOWING]
        if len(set(epochs)) < len(epochs):
            yield f"owners: two workers own table {table + 1} in one epoch"
        for at, hold in enumerate(_holds(state, table)):
            if at_work(model, hold) and (row.owner, row.epoch) != (at, hold.epoch):
                yield f"zombie: a worker takes itself for the owner of table {table + 1}, and is not"


def _logs(state: State) -> Iterator[str]:
    for table, row in enumerate(state.rows):
        if GAP in row.log:
            yield f"gap: number {row.log.index(GAP) + 1} of table {table + 1} is missing"
        if len(set(row.log)) < len(row.log):
            yield f"twice: a command is twice in the log of table {table + 1}"
        if sum(row.ledger):
            yield f"ledger: the lines of table {table + 1} sum to {sum(row.ledger)}"
        if row.ledger[1] != len(row.log) - row.log.count(GAP):
            yield f"ledger: the lines of table {table + 1} are not those of its events"


def _answers(model: Model, state: State) -> Iterator[str]:
    for command, (heard, asked) in enumerate(zip(state.heard, model.commands, strict=True)):
        log = state.rows[asked.table].log
        if heard > 0 and log[heard - 1 : heard] != (command,):
            yield f"lost: command {command + 1} was acknowledged as number {heard}, and is not there"
        if heard == REFUSED and command in log:
            yield f"taken back: command {command + 1} was refused, and is in the log"


def _shown(state: State) -> Iterator[str]:
    seen, log = state.viewer[1], state.rows[0].log
    if log[: len(seen)] != seen:
        yield "shown: somebody has seen what is not the beginning of the log"


def _passed_over(state: State) -> Iterator[str]:
    """Where followers page by serials: one that was drawn early may be seen late."""
    for worker in state.workers:
        for table, number, is_seen in state.serials[: worker.page]:
            hold = worker.holds[table]
            if is_seen and hold.epoch == FOLLOWING and worker.job == IDLE and len(hold.scene) < number:
                yield f"gap: a follower has read on past number {number} of table {table + 1}, and will never show it"


def _deciding(model: Model, state: State) -> Iterator[str]:
    for table, row in enumerate(state.rows):
        for worker in state.workers:
            hold = worker.holds[table]
            if worker.job == IDLE and at_work(model, hold) and hold.scene != row.log:
                yield f"deciding: an owner knows {len(hold.scene)} events of {len(row.log)} and decides on them"


def _holds(state: State, table: int) -> list[Hold]:
    return [worker.holds[table] for worker in state.workers]


# --- what must stay possible -----------------------------------------------------------------------------------------


def all_is_answered(state: State) -> bool:
    """Every client has its answer, and who looks on has seen everything."""
    where, seen = state.viewer
    return all(state.heard) and (where == NOBODY or seen == state.rows[0].log)


def is_at_work(model: Model, state: State) -> bool:
    """Has every table an owner who works?"""
    for table, row in enumerate(state.rows):
        hold = state.workers[row.owner].holds[table] if row.owner >= 0 else None
        if hold is None or not at_work(model, hold) or hold.epoch != row.epoch or not row.lease:
            return False
    return True


def nothing_lies(state: State) -> bool:
    """Does no client wait, no command lie in the inbox, and is everybody shown the whole log?"""
    where, seen = state.viewer
    waits = any(worker.asked for worker in state.workers)
    return not waits and not any(state.inbox) and (where == NOBODY or seen == state.rows[0].log)

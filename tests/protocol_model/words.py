"""The way to a broken promise, as people read it."""

from __future__ import annotations

from collections.abc import Iterator

from protocol_model.explorer import Found
from protocol_model.values import (
    DONE,
    FENCED,
    FOLLOWING,
    GAP,
    GONE,
    IDLE,
    NOBODY,
    NONE_LATE,
    REFUSED,
    UNKNOWN,
    Job,
    Model,
    Move,
    State,
)


def told(found: Found) -> str:
    """One move a line, each with what it made of the tables, and the promise that is broken at the end."""
    lines, before = [], ""
    for number, move in enumerate(found.way):
        now = "; ".join(_situation(found.model, move.state))
        lines.append(f"{number:>3}  {what(found.model, move)}" + (f"\n       {now}" if now != before else ""))
        before = now
    return "\n".join([*lines, f"     BROKEN: {found.wrong}"])


def letter(worker: int) -> str:
    return {NOBODY: "nobody", GONE: "a dead one"}.get(worker) or "ABCDEFGH"[worker]


def logged(log: tuple[int, ...]) -> str:
    return " ".join("?" if command == GAP else f"c{command + 1}" for command in log) or "nothing"


# --- moves -----------------------------------------------------------------------------------------------------------

_BY_WORKER = {
    "renew": "{} renews its leases (the answer comes {})",
    "hear renewal": "{} hears that its leases were renewed",
    "stop": "{} finds its lease run out by its own clock, and stops",
    "hear": "{} hears from the database: {}",
    "end session": "{} has a new line, ends the session before, and asks what became of it",
    "append again": "{} has a new line, and sends the same append again",
    "look up": "{} has a new line, looks into the log, and goes by what it finds",
    "take for failed": "{} takes the append for failed",
    "begin": "the database begins {}'s append",
    "write": "the database does what {} sent",
    "commit": "{}'s append commits",
    "idle": "the database ends {}'s idle transaction",
    "kill": "{} is killed and started anew; its append {}",
    "cut": "{}'s line to the database is cut; its append {}",
    "page on": "{} reads what has a higher serial than all it has seen",
    "alone": "all but {} stand still for good",
    "look": "the viewer comes to {}",
    "lose notice": "a notice to {} is lost",
}
_OF_TABLE = {
    "claim": "{} claims {} (the answer comes {})",
    "release": "{} gives {} back",
    "read on": "{} reads on in the log of {}",
    "book": "{} writes the other ledger line of {}",
}
_OF_COMMAND = {
    "answer from memory": "{} answers {} from memory",
    "answer from the log": "{} finds {} in the log, and answers",
    "append": "{} decides, and sends the append of {}",
    "refuse": "{} refuses {}",
    "write refusal": "{} refuses, and sends the row that says so of {}",
    "write answer": "{} writes the answer to {}",
    "clear copy": "{} takes a copy of {} out of the inbox, which the log has answered",
    "client goes": "the line of {1}'s client to {0} breaks",
    "send": "the client of {1} sends it to {0}",
    "tell answer": "{} tells the client of {} the answer that is written",
    "forward": "{} lays {} into the inbox",
    "lose answer": "{} loses its line over the answer to {} that it has fetched",
}
_OF_NOBODY = {
    "begin": "nothing is owned, asked or written",
    "late one is lost": "the append of the lost line never arrives",
    "late one arrives": "the append of the lost line arrives",
    "idle one is ended": "the database ends the idle transaction of the one who stands still",
}


KINDS = {"tick", *_BY_WORKER, *_OF_TABLE, *_OF_COMMAND, *_OF_NOBODY}
"""The names of all kinds of moves."""


def what(model: Model, move: Move) -> str:
    """A move in words."""
    name, *about = move.what
    if name == "tick":
        return "time passes" + (f", but not for {letter(about[0])}" if about[0] != NOBODY else "")
    if not about:
        return _OF_NOBODY[name]
    who = letter(about[0])
    if name in _OF_TABLE:
        return _OF_TABLE[name].format(who, f"table {about[1] + 1}", *about[2:])
    if name in _OF_COMMAND:
        return _OF_COMMAND[name].format(who, " and ".join(f"c{each + 1}" for each in about[1:]))
    if name == "hear":
        return _BY_WORKER[name].format(who, ", ".join(map(_result, about[1:])))
    return _BY_WORKER[name].format(who, *about[1:]).removesuffix("; its append ")


def _result(number: int) -> str:
    return "fenced" if number == FENCED else f"number {number}"


# --- where things stand ----------------------------------------------------------------------------------------------


def _situation(model: Model, state: State) -> Iterator[str]:
    for table, row in enumerate(state.rows):
        name = f"table {table + 1}: " if model.tables > 1 else ""
        owner = f"{letter(row.owner)}'s, epoch {row.epoch}, lease {row.lease}" if row.epoch else "nobody's"
        yield f"{name}{owner}, log {logged(row.log)}" + (f", ledger {row.ledger}" if sum(row.ledger) else "")
    for at, worker in enumerate(state.workers):
        for table, hold in enumerate(worker.holds):
            if hold.epoch != FOLLOWING:
                of = f" of table {table + 1}" if model.tables > 1 else ""
                yield f"{letter(at)} in epoch {hold.epoch}{of} for {hold.belief}, knows {logged(hold.scene)}"
        if worker.job != IDLE:
            yield f"{letter(at)}'s {'refusal' if worker.job.parts[0].refuses else 'append'} {_phase(worker.job)}"
    if state.late != NONE_LATE:
        yield f"on {letter(state.late.worker)}'s lost line: an append {state.late.phase}"
    lying = [_copy(asker, command) for command in range(len(model.commands)) for asker in _askers(state, command)]
    if lying:
        yield "inbox " + ", ".join(lying)
    for at, answers in enumerate(state.answers):
        yield from (f"answer for {letter(at)}: c{c + 1} {_answer(each)}" for c, each in enumerate(answers) if each)
    heard = [f"c{at + 1} {_answer(each)}" for at, each in enumerate(state.heard) if each]
    if heard:
        yield "heard: " + ", ".join(heard)
    if state.viewer[1]:
        yield f"the viewer has seen {logged(state.viewer[1])}"


def _askers(state: State, command: int) -> list[int]:
    return [asker for asker, lying in enumerate(state.inbox) if lying >> command & 1]


def _copy(asker: int, command: int) -> str:
    return f"c{command + 1} from {letter(asker)}"


def _phase(job: Job) -> str:
    return {DONE: "done", UNKNOWN: "of unknown outcome"}.get(job.phase, job.phase)


def _answer(answer: int) -> str:
    return "refused" if answer == REFUSED else f"done as {answer}"

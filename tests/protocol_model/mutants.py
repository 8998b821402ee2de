"""The protocol at the bounds within which it is explored, and without one of its rules, when a promise breaks."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from protocol_model.values import Command, Model, Protocol

DECISION = Command(first=0, last=0)  # of the one moment before the first event
ANYTIME = Command()
WISH = Command(first=1)  # refused while the log is empty

CALM = Model((DECISION,), viewer=False, kills=False, lines_break=False, drains=False)
LEASES_STAY = frozenset({"alone"})  # where no time passes a lease of who stands still does not run out
STILL = replace(CALM, time=False)
KILLS, CUTS, SEEN = replace(CALM, kills=True), replace(CALM, lines_break=True, drains=True), replace(CALM, viewer=True)
OPEN_LONG = replace(CALM, split=True)
ASKED_AGAIN = replace(CALM, commands=(ANYTIME,))
TWO_ANYTIME = replace(CALM, commands=(ANYTIME, ANYTIME), lines_break=True)
REFUSED_FIRST = replace(CALM, commands=(ANYTIME, WISH))
WISHED = replace(STILL, commands=(DECISION, WISH), unasked=LEASES_STAY)
TWO_TABLES = replace(STILL, commands=(DECISION, DECISION._replace(table=1)), tables=2, workers=3, split=True)

QUICK = {
    "clients ask here and there": CALM,
    "workers are killed": replace(KILLS, leave=False),
    "lines are cut, tables given back": replace(CUTS, leave=False),
    "somebody looks on, now here, now there": replace(SEEN, leave=False),
    "transactions stay open": replace(OPEN_LONG, lines_break=True, leave=False),
    "two decisions for one moment": replace(WISHED, commands=(DECISION, DECISION), leave=False),
    "a decision, and a wish that is refused at first": replace(WISHED, lines_break=True, drains=True, leave=False),
}
"""Explored whole in the quick run."""


class Mutant(NamedTuple):
    """A protocol without a rule, and the promises of which one is broken then."""

    name: str
    model: Model
    breaks: tuple[str, ...]


def without(model: Model, unasked: tuple[str, ...] = (), **rules: object) -> Model:
    return replace(model, protocol=replace(Protocol(), **rules), unasked=frozenset(unasked))


MUTANTS = (
    Mutant("no epoch in the fence", without(CUTS, epoch_in_fence=False), ("fence",)),
    Mutant("no lease in the fence", without(CALM, lease_in_fence=False), ("lease",)),
    Mutant("claims that do not ask for the lease", without(CALM, lease_at_claim=False), ("zombie",)),
    Mutant("claims that leave the epoch", without(CALM, epoch_rises=False), ("owners",)),
    Mutant("claims that do not read the log", without(CALM, claim_reads=False), ("deciding",)),
    Mutant("answers before the commit", without(CALM, answers_durable=False), ("lost",)),
    Mutant("ids of commands not unique", without(ASKED_AGAIN, unique_commands=False), ("twice",)),
    Mutant("shown before the commit", without(SEEN, shows_durable=False), ("shown",)),
    Mutant("ledger lines in another transaction", without(CALM, one_transaction=False), ("ledger",)),
    Mutant("no look-up after an unknown outcome", without(CUTS, look_up="none"), ("taken back", "deciding")),
    Mutant("a look-up that does not fence", without(CUTS, look_up="look"), ("taken back", "deciding")),
    Mutant(
        "steps taken for true, and no number in the fence",
        without(
            TWO_ANYTIME, ("deciding", "taken back", "lost"), shows_durable=False, look_up="none", number_in_fence=False
        ),
        ("gap",),
    ),
    Mutant("no clock of one's own", without(CALM, own_clock=False), ("zombie",)),
    Mutant("a lease measured from the answer", without(CALM, from_before=False), ("zombie",)),
    Mutant("a clock that stands still with its machine", without(CALM, clocks_run=False), ("zombie",)),
    Mutant("refusing without a look into the log", without(CALM, looks_before_refusing=False), ("taken back",)),
    Mutant("refusals that are only said", without(REFUSED_FIRST, refusals="said"), ("taken back",)),
    Mutant("refusals that the owner remembers", without(REFUSED_FIRST, refusals="remembered"), ("taken back",)),
    Mutant(
        "refusals outside the fence",
        without(replace(REFUSED_FIRST, leave=False), refusals_fenced=False),
        ("taken back",),
    ),
    Mutant("greeted with less than was seen", without(SEEN, hello_says=False), ("backwards",)),
    Mutant("paging by a serial of the database", without(replace(TWO_TABLES, leave=False), by_number=False), ("gap",)),
    Mutant("transactions that may stay open", without(replace(OPEN_LONG, leave=False), idle_ends=False), ("alone",)),
    Mutant(
        "leases that are renewed after they ran out",
        without(replace(CALM, leave=False), lapsed_is_over=False),
        ("at work",),
    ),
    Mutant("the newest event taken for an answer", without(STILL, ("alone",), by_log="newest"), ("at work",)),
    Mutant(
        "a table taken over without its answers",
        without(replace(CALM, leave=False), claim_settles=False),
        ("alone", "at work"),
    ),
    Mutant("a log read on without its answers", without(STILL, ("alone",), reading_settles=False), ("at work",)),
    Mutant(
        "answers lost with the line",
        without(replace(STILL, lines_break=True), ("alone",), answers_kept=False),
        ("at work",),
    ),
    Mutant("no poll", without(replace(STILL, leave=False), ("alone",), poll=False), ("at work",)),
)

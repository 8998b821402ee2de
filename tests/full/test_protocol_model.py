"""The protocol of several workers within wider bounds, and with clocks that nobody can trust."""

from dataclasses import replace

import pytest

from protocol_model.explorer import explore
from protocol_model.mutants import CALM, CUTS, DECISION, REFUSED_FIRST, WISHED, without
from protocol_model.values import Model
from protocol_model.words import told

FAULTS = replace(CUTS, kills=True, leave=False)
TWO = (DECISION, DECISION)
APART = (DECISION, DECISION._replace(table=1))
CLOCKLESS = ("zombie", "deciding")

MODELS = {
    "all that goes wrong": ("kills, cuts, drains, a viewer who wanders", Model((DECISION,), leave=False)),
    "clients who wander, kills": ("clients who ask again anywhere, workers killed", replace(CALM, kills=True)),
    "clients who wander, cuts": ("clients who ask again anywhere, cuts, drains", CUTS),
    "three workers": ("kills", replace(CALM, workers=3, kills=True, leave=False)),
    "long leases": ("leases of two ticks, kills, cuts, drains", replace(FAULTS, lease=2)),
    "two decisions": ("two decisions for one moment, cuts", replace(CALM, commands=TWO, lines_break=True, leave=False)),
    "two tables": (
        "two tables, appends of both in one transaction",
        replace(CALM, commands=APART, tables=2, leave=False),
    ),
    "wishes": ("a decision and a wish that is refused at first, clients who wander", WISHED),
    "wishes and takeovers": ("two wishes, one refused at first, leases run out", replace(REFUSED_FIRST, leave=False)),
    "wishes and kills": ("a decision and a wish, workers killed", replace(WISHED, kills=True, leave=False)),
    "sent again": ("a lost append sent again, its session not ended", without(FAULTS, look_up="again")),
    "no clock to trust": (
        "workers' clocks stand still at any time; all is promised but that they know it",
        without(FAULTS, CLOCKLESS, clocks_run=False),
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_state_keeps_the_promises_and_all_stays_possible(name, verified):
    what, model = MODELS[name]
    found = explore(model)
    ends = ", ".join(f"{count:,} for “{promise}”" for promise, count in found.ends.items())
    verified(
        f"protocol: {name}",
        f"every state of the model of several workers on one database: {what}",
        found.wrong
        or f"no promise broken in {len(found.states):,} states by {found.transitions:,} steps (depth {found.depth}); "
        f"looked at besides: {ends}",
    )
    assert not found.wrong, told(found)

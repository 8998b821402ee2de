"""Rulings: what must come of a situation, written down as YAML, and put to the engine (`oddchip check`).

::

    report = check(text, "house.yaml")        # passed, failed, kept_out
    summary = run({"house.yaml": text})       # .lines(), .exit_code
    coverage(rulings, ledgers, tests)         # the rules nobody has ruled on

docs/rulings.md says how rulings are written and which kinds there are.
"""

# Each of these modules makes its kinds known when it is imported.
from oddchip.rulings import betting as betting
from oddchip.rulings import california as california
from oddchip.rulings import chips as chips
from oddchip.rulings import comparing as comparing
from oddchip.rulings import draws as draws
from oddchip.rulings import forty as forty
from oddchip.rulings import plays as plays
from oddchip.rulings import seats as seats
from oddchip.rulings import showdowns as showdowns
from oddchip.rulings import stud as stud
from oddchip.rulings.coverage import coverage
from oddchip.rulings.kinds import Difference, known_kinds
from oddchip.rulings.report import Failure, Report, Summary, check, run

__all__ = ["Difference", "Failure", "Report", "Summary", "check", "coverage", "known_kinds", "run"]

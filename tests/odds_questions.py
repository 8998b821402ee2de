"""The table of docs/odds.md that says of every game which question is answered exactly, and up to what size.

`python tests/odds_questions.py` writes it anew between its marks.
"""

import sys
from pathlib import Path

from oddchip import games
from oddchip.modifiers import applicable
from oddchip.odds.draws_exact import can_count
from oddchip.odds.job import job_of, limit_of
from oddchip.odds.reading import case_of
from oddchip.odds.spot import Spot
from oddchip.odds.terms import terms_of
from oddchip.spec import Declare

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"
BEGIN, END = "<!-- every game: begin -->\n", "<!-- every game: end -->\n"
HEAD = """| game | who wins | several draws | every keep | a target | dealt, made | who can open | by declaration |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def row(game):
    cells = (who_wins(game), several(game), keeps(game), target(game), dealt(game), opens(game), declared(game))
    return f"| {game.id} | {' | '.join(cells)} |\n"


def case(game, **known):
    return case_of(Spot(game, (None, None), declared=("low",) * 2 if game.has(Declare) else (), **known))


def limit(game, **known):
    return f"{limit_of(job_of(case(game, **known))) // 1_000_000} million"


def may_be(game, modifier):
    return any(made.startswith(f"{modifier}(") for made in applicable(game))


def who_wins(game):
    rows = {"cucamonga": {"top": "2c3c4c5c", "bottom": "6c7c8c9c"}}.get(game.id, {"board": "2c3c4c5c6c"})
    if not game.id.startswith(("omaha", "cucamonga")):
        return f"exact to {limit(game)}"
    return f"exact to {limit(game)}, on a full table to {limit(game, rows=rows)}"


def several(game):
    if not game.draws:
        return "– no draw"
    makers = [f"`{name}`" for name in ("double_draw", "triple_draw") if may_be(game, name)]
    return "sampled, by policies" + ("" if game.draws > 1 else f" ({', '.join(makers)})")


def keeps(game):
    if not game.draws:
        return "– no draw"
    if not can_count(found := case(game), terms_of(found)):
        return "exact to the same size"
    return "exact" + (" on the last draw, sampled before" if game.draws > 1 else "")


def target(game):
    return f"exact, 1 to {game.draws} draws" if game.draws > 1 else "exact" if game.draws else "– no draw"


def dealt(game):
    picked = any(award.use.sources for award in game.rules.pot)
    return "exact; made is asked as who wins" if picked else "exact"


def opens(game):
    openers = game.rules.openers
    if openers is not None and openers.is_hand_floor:
        return "exact; all of 3 or more passing sampled"
    return "– no hand is asked"


def declared(game):
    if game.has(Declare):
        return "exact to the same size"
    return "exact with `declare`" if may_be(game, "declare") else "– cards speak"


def table():
    return HEAD + "".join(map(row, games()))


def written(page):
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
    sys.exit(0)

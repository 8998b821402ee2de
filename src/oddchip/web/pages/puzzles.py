"""GET /puzzles/<seed>: a deal of California Poker to think about; with ?give=0123, as JSON, how good that is."""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from random import Random
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oddchip.art import card_name
from oddchip.cards import card_text
from oddchip.room import coach_words as words
from oddchip.room.coach_words import Two
from oddchip.room.coaching import finals, pick_data, solution_data
from oddchip.room.protocol import Line
from oddchip.solve.california import Deal, Puzzle, gift_of_mask, grade, puzzle_of
from oddchip.web.pages.answers import as_json, not_too_fast
from oddchip.web.templating import page
from oddchip.web.wiring import wiring_of

#: Deals looked at for one puzzle: one in seven is one, so that all of them fail less than once in 10**13 seeds.
MOST_DEALS = 200
_SEED = re.compile(r"[a-z0-9]{1,12}")
_GIVE = re.compile(r"[0-7]{4}")
YOU = Two(("You", "the other"), 0)


async def any_puzzle(request: Request) -> Response:
    """Leads to a puzzle that nobody has chosen."""
    return RedirectResponse(f"/puzzles/{secrets.token_hex(4)}", 303)


async def one_puzzle(request: Request) -> Response:
    """The page; with ?give= (four places of the hand in canonical order) the answer to that."""
    seed, give = request.path_params["seed"], request.query_params.get("give")
    if not _SEED.fullmatch(seed):
        raise HTTPException(404, "There is no such puzzle: they are called by up to twelve letters a to z and digits.")
    not_too_fast(request)
    puzzle = await wiring_of(request).worked_out(puzzle_for, seed)
    if give is not None:
        if not _GIVE.fullmatch(give) or len(set(give)) != 4:
            raise HTTPException(400, "Give four of your eight cards: four different places from 0 to 7.")
        gift = gift_of_mask(sum(1 << int(place) for place in give))
        return as_json(await wiring_of(request).worked_out(answer, puzzle, gift))
    deal = puzzle.solution.deal
    return await page(
        request,
        "puzzle.html",
        seed=seed,
        hands=[[(card_text(card), card_name(card)) for card in deal.hand(side)] for side in (0, 1)],
    )


@lru_cache(256)
def puzzle_for(seed: str) -> Puzzle:
    """The puzzle of a seed, the same for everybody: the first among the deals that the seed draws."""
    rng = Random(f"puzzle {seed}")
    deals = (Deal.random(rng) for _ in range(MOST_DEALS))
    found = next((puzzle for deal in deals if (puzzle := puzzle_of(deal))), None)
    if found is None:
        raise HTTPException(404, "This seed makes no puzzle. Take another.")
    return found


def answer(puzzle: Puzzle, gift: int) -> dict[str, Any]:
    """How good a gift is, how both play the deal best, and what greed would have cost."""
    solution = puzzle.solution
    graded = grade(solution, 0, gift)
    told = solution_data(solution, YOU, finals(solution.deal), "is")
    told["picks"] = [pick_data(solution, graded, YOU, "give")]
    told["solved"] = graded.loss == 0
    told["greedy"] = greedy_line(puzzle, gift)
    return told


def greedy_line(puzzle: Puzzle, gift: int) -> Line:
    """What greed would have given, and lost."""
    greedy = puzzle.greedy
    if greedy.gift == gift:
        return ["That is what is best for your own hand on average. It forgets what the other gets."]
    given = words.gift_line(puzzle.solution.deal, 0, greedy.gift)
    lost = words.amount(greedy.loss)
    return ["Best for your own hand on average, ", *given, f" would cost {lost}: it forgets what the other gets."]

"""Questions about a table that a person asks in between: they are answered from the newest view, and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddchip.cli.join_offers import Question, question
from oddchip.cli.join_orders import HELP
from oddchip.cli.join_words import Words
from oddchip.cli.screen import Screen
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.room.protocol import LogLine, TableView
from oddchip.rulesheet import sheet
from oddchip.table.usual import stakes_of

LAST = 12
_ANSWERS = (
    "f fold, k check, c call, b or r with the total for the round (r 8, r pot), allin; d and cards to throw (d 1 3) or "
    "p to stand pat; l, h, b to declare; g and cards to give (g 1 2 3 4)."
)
_QUESTIONS = (
    "hand, board, pot, others, last (lines), log (this hand), result, why, rules, games, t (the whole table), "
    "fair (what is proven of the deal)."
)


def look(word: str, screen: Screen, view: TableView, log: Sequence[LogLine]) -> bool:
    """Answer a question about the table; False if the word is none."""
    words = Words(screen, view)
    asked = question(view, view.me) if view.me else None
    if word == "h" and not (asked and asked.offer.kind == "declare"):
        word = "hand"
    looks: dict[str, Callable[[], None]] = {
        "hand": words.hand,
        "cards": words.hand,
        "board": lambda: _board(words),
        "pot": lambda: screen.say(*words.pot_line()),
        "others": words.seats,
        "who": words.seats,
        "last": lambda: words.log(log[-LAST:]),
        "log": lambda: words.log(log),
        "result": words.result,
        "why": lambda: words.why(asked),
        "rules": lambda: _rules(words),
        "games": words.choice,
        "t": lambda: _table(words, asked),
        "help": lambda: _help(words, asked),
    }
    looks |= {"": looks["t"], "table": looks["t"], "?": looks["help"]}
    if word not in looks:
        return False
    looks[word]()
    return True


def _table(words: Words, asked: Question | None) -> None:
    words.table()
    if asked:
        words.offer(asked)


def _board(words: Words) -> None:
    """Everything that lies open: the table's cards and other people's."""
    view = words.view
    words.board()
    seats = [seat for seat in view.seats if any(card.text for card in seat.cards) and seat.seat != words.me.seat]
    for seat in seats:
        words.screen.say(f"{words.name(seat.seat)}: ", *words.cards(seat.cards), indent=2)
    if not seats and not view.dead and not any(row.cards for row in view.rows):
        words.screen.say("Nothing lies open.")


def _rules(words: Words) -> None:
    """The rule sheet of the game, by this table's house rules."""
    game = words.view.game
    if game is None:
        words.screen.say("There is no game yet.")
        return
    house = HouseRules.of(**{name: value for name, value in words.view.house.items() if value is not None})
    known = find_game(game.id)
    page = sheet(known, stakes_of(known, game.stakes), house)
    words.screen.write(page.text(min(words.screen.width or 80, 80)))


def _help(words: Words, asked: Question | None) -> None:
    if asked:
        words.offer(asked)
    for title, said in {"Answers": _ANSWERS, "Questions": _QUESTIONS, **HELP}.items():
        if title != "Host" or words.me.host:
            words.screen.say((f"{title}: ", "bold"), said)
    words.screen.say(("Going: ", "bold"), "q, or Ctrl-C; your seat is kept.")

"""The person at the table: sees the situation, answers until the answer is on offer, is asked twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oddchip.actions import Action, BetOffer, DrawOffer
from oddchip.cli.answers import Asked, read_answer
from oddchip.cli.screen import Screen
from oddchip.cli.situation import Situation, choice_line, choices, refusals
from oddchip.errors import OddchipError
from oddchip.telling import Line, doubt, sentence

_HELP = {
    "Betting": "f fold, k check, c call, b or r with the total for the round to bet or raise (r 8), allin; min and pot "
    "are amounts too.",
    "Drawing": "d and the cards to throw, by place (d 1 3, d 13) or by name (d Ks 9h, d joker); keep 2 4 5 throws the "
    "others; p stands pat.",
    "Declaring": "l low, h high, b both ways.",
    "California Poker": "g and the cards to give (g 1 2 3 4), or keep and the others.",
    "Looking": "t the table, h your hand in words, log what happened in this hand, why what you may not do, "
    "rules the rules of this game.",
    "Leaving": "q, or Ctrl-C at any moment; the hand is kept in a file.",
}


class Quit(Exception):
    """The person leaves the table."""


@dataclass
class Person:
    """`rules` and `log` show what they are named for, when asked."""

    screen: Screen
    rules: Callable[[], None]
    log: Callable[[], None]
    answers: int = field(default=0, init=False)

    def choose(self, situation: Situation) -> Action:
        """The action the person decides on. Raises `Quit`, or `EOFError` at the end of the input."""
        asked = asked_of(situation)
        situation.show()
        self._offer(asked)
        doubted: Action | None = None
        while True:
            text = self.screen.ask("> ").strip()
            self.answers += 1
            if self._looks(text, situation, asked):
                continue
            try:
                action = read_answer(text, asked)
            except OddchipError as wrong:
                self.screen.say((sentence(str(wrong)), "yellow"))
                continue
            why = None if action == doubted else doubt(situation.view, situation.me, action)
            if why is None:
                return action
            doubted = action
            self.screen.say((f"{why} Enter it again if you mean it.", "yellow"))

    def _offer(self, asked: Asked) -> None:
        self.screen.say(*choice_line(choices(asked.offer, asked.stack, asked.bet), self.screen.plain))
        if not self.screen.plain:
            said = "   ".join(f"{name}: {why}" for name, why in refusals(asked.offer) if why not in _OBVIOUS)
            if said:
                self.screen.say((f"not {said}", "dim"))

    # --- looking around ----------------------------------------------------------------------------------------------

    def _looks(self, text: str, situation: Situation, asked: Asked) -> bool:
        """Is it a question about the table rather than an answer? Then it has been replied to."""
        word = text.lower()
        if word in ("q", "quit", "exit", "leave"):
            raise Quit
        if word in ("", "t", "table"):
            situation.show()
            self._offer(asked)
        elif word in ("?", "help"):
            self._help(asked)
        elif word == "why":
            self._why(asked)
        elif word in ("hand", "cards") or (word == "h" and not _declares(asked)):
            situation.show_cards()
        elif word == "rules":
            self.rules()
        elif word == "log":
            self.log()
        else:
            return False
        return True

    def _help(self, asked: Asked) -> None:
        self.screen.say("Now you may:")
        for key, words in choices(asked.offer, asked.stack, asked.bet):
            self.screen.say((f"{key}", "bold cyan"), f"  {words}", indent=2)
        for title, words in _HELP.items():
            self.screen.say((f"{title}: ", "bold"), words)

    def _why(self, asked: Asked) -> None:
        found = refusals(asked.offer)
        for name, why in found:
            self.screen.say((f"No {name}: ", "bold"), f"{why}.", indent=2)
        if not found:
            self.screen.say("Nothing is refused you here.")


_OBVIOUS = ("there is nothing to call", "there is a bet to call", "nobody has bet yet", "you are all-in")


def _declares(asked: Asked) -> bool:
    return not isinstance(asked.offer, BetOffer | DrawOffer) and "h" in dict(choices(asked.offer, 0, 0))


def asked_of(situation: Situation) -> Asked:
    view = situation.view
    assert view.offer is not None
    deck = situation.hand.plan.deck
    return Asked(view.offer, situation.cards, deck, view.stacks[situation.me], view.bets[situation.me], view.pot)


def told(screen: Screen, lines: list[Line], indent: int = 0) -> None:
    """Say some lines."""
    for line in lines:
        screen.say(*line, indent=indent)

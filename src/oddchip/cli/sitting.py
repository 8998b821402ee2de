"""One person's sitting: hand after hand against bots, told as it happens."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random, SystemRandom

from oddchip.bots import BOTS, Bot
from oddchip.cli.faces import Faces
from oddchip.cli.frame import house_of, stakes_of, usual_stack
from oddchip.cli.person import Person, Quit, told
from oddchip.cli.recording import Recorder, keep_unfinished
from oddchip.cli.screen import Line, Screen
from oddchip.cli.situation import Situation
from oddchip.cli.telling import Teller
from oddchip.dealers import shuffled
from oddchip.errors import SetupError
from oddchip.games import find_game
from oddchip.hand import Carry, Hand, Seat
from oddchip.house import HouseRules
from oddchip.modifiers import on_deck
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.stakes_text import stakes_text

ME = 1
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
BUDGET = 100
USUAL_SEATS = 4


class EndOfInput(Exception):
    """Nobody is there to answer any more."""


class Sitting:
    """The table, the person and the bots. Seats are numbered from 1, and the person has the first."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        stakes: Stakes,
        house: HouseRules,
        seats: int,
        stack: int,
        bot: Bot,
        rng: Random,
        hands: int | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.screen, self.game, self.stakes, self.house = screen, game, stakes, house
        self.stack, self.bot, self.rng, self.hands, self.recorder = stack, bot, rng, hands, recorder
        self.names = dict(zip(range(2, seats + 1), NAMES, strict=False)) | {ME: "You"}
        self.stacks = dict.fromkeys(range(1, seats + 1), stack)
        self.button = rng.randrange(seats) + 1
        self.carry: Carry | None = None
        self.dealt = 0
        self.hand: Hand | None = None
        self.lines: list[Line] = []
        self.person = Person(screen, self.show_rules, self.show_log)

    # --- hand after hand ---------------------------------------------------------------------------------------------

    def play(self) -> None:
        try:
            self.greet()
            while self.hands is None or self.dealt < self.hands:
                self.play_hand()
                if not self.go_on():
                    break
        except Quit:
            self.leave("You left the table")
        except EOFError:
            raise EndOfInput from None

    def greet(self) -> None:
        self.screen.heading(f"{self.game.name}, {stakes_text(self.stakes)}")
        self.screen.say(self.game.summary)
        others = ", ".join(name for seat, name in sorted(self.names.items()) if seat != ME)
        self.screen.say(f"You sit in seat 1 with {self.stack} chips, and then come {others}.")
        for name, value in self.house.differences().items():
            self.screen.say(f"House rule: {name} is {value}.")
        self.screen.say("Enter ? at any time for what you may do.")

    def play_hand(self) -> None:
        seats = [Seat(number, chips) for number, chips in self.stacks.items()]
        hand = Hand.start(
            self.game,
            self.stakes,
            seats,
            self.button,
            shuffled(Random(self.rng.getrandbits(64))),
            house=self.house,
            carry=self.carry,
        )
        self.dealt += 1
        self.hand, self.lines = hand, []
        self.screen.say("")
        self.screen.heading(f"Hand {self.dealt}, {self.button_words()}")
        teller = self.teller(hand)
        seen = 0
        while True:
            view = hand.view(ME)
            self.tell(teller.tell(view.events[seen:]))
            seen = len(view.events)
            if hand.over:
                break
            hand = self.hand = self.decide(hand)
        self.settle(hand)

    def decide(self, hand: Hand) -> Hand:
        """One decision: the bots' first where several may act, so that nobody waits for the person."""
        seat = hand.turn if hand.turn is not None else max(hand.to_act)
        if seat == ME:
            return hand.act(self.person.choose(Situation(self.screen, hand, self.names, ME)), ME)
        self.screen.wait()
        return hand.act(self.bot.choose(hand.view(seat), self.rng, BUDGET), seat)

    def settle(self, hand: Hand) -> None:
        result = hand.result
        assert result is not None
        self.stacks, self.carry, self.hand = dict(result.stacks), hand.carry, None
        if self.recorder:
            self.recorder.add(hand, self.names)
        net = result.net[ME]
        said = f"you are {abs(net)} {'up' if net > 0 else 'down'}" if net else "you are even"
        self.screen.say(("This hand " + said + f"; you have {self.stacks[ME]} chips.", "bold"))
        if self.carry is None or self.house.openers.redeal_button == "moves":
            self.button = self.button % len(self.stacks) + 1
        self.buy_in_again()

    def buy_in_again(self) -> None:
        if self.carry:
            return
        for seat, chips in self.stacks.items():
            if not chips and seat != ME:
                self.stacks[seat] = self.stack
                self.screen.say(f"{self.names[seat]} buys in again for {self.stack}.")

    def go_on(self) -> bool:
        if self.hands is not None:
            return self.stacks[ME] > 0 or self.carry is not None
        if not self.stacks[ME] and not self.carry:
            self.screen.say("You have no chips left.")
            if self.screen.ask("Buy in again (y or n)? ").strip().lower() not in ("y", "yes"):
                return False
            self.stacks[ME] = self.stack
            return True
        return self.screen.ask("Enter for the next hand, q to leave: ").strip().lower() not in ("q", "quit", "n", "no")

    def leave(self, why: str) -> None:
        """Go away in the middle of a hand, which is kept."""
        hand = self.hand
        if hand is None or hand.over:
            self.screen.say(f"{why}, with {self.stacks[ME]} chips.")
            return
        if self.recorder:
            self.recorder.add(hand, self.names)
            self.screen.say(f"{why}; the hand as far as it went is the last in {self.recorder.path}.")
            return
        try:
            self.screen.say(f"{why}; the hand as far as it went is kept in {keep_unfinished(hand, self.names)}.")
        except OSError as wrong:
            self.screen.say(f"{why}; the hand could not be kept: {wrong.strerror}.")

    # --- telling -----------------------------------------------------------------------------------------------------

    def teller(self, hand: Hand) -> Teller:
        stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
        step = hand.carried.step if hand.carried else 0
        return Teller(hand.plan, hand.seats, self.names, stacks, Faces(self.screen, hand.plan.deck), ME, step)

    def tell(self, lines: Sequence[Line]) -> None:
        self.lines += lines
        told(self.screen, list(lines))

    def show_log(self) -> None:
        told(self.screen, self.lines)

    def show_rules(self) -> None:
        self.screen.say(self.game.summary)

    def button_words(self) -> str:
        return "you have the button" if self.button == ME else f"{self.names[self.button]} has the button"


def open_sitting(args: argparse.Namespace, screen: Screen) -> Sitting:
    """The sitting a command line asks for; anything wrong with it is said before a card is dealt."""
    game = find_game(args.game)
    if args.deck:
        game = on_deck(game, args.deck)
    house = house_of(args.rules)
    stakes = stakes_of(game, args.stakes, args.limit)
    seats = args.seats or min(USUAL_SEATS, game.seats[1])
    fewest, most = game.seats
    if not fewest <= seats <= most:
        raise SetupError(f"{game.name} is for {fewest} to {most} players, not {seats}")
    rng = Random(args.seed) if args.seed is not None else Random(SystemRandom().getrandbits(64))
    sitting = Sitting(
        screen,
        game,
        stakes,
        house,
        seats,
        args.stack or usual_stack(stakes),
        BOTS[args.bot],
        rng,
        args.hands,
    )
    Hand.start(game, stakes, [Seat(n, c) for n, c in sitting.stacks.items()], 1, shuffled(Random(0)), house=house)
    sitting.recorder = Recorder(args.record) if args.record else None
    return sitting

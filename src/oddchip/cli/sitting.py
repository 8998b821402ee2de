"""One person's sitting: hand after hand against bots, told as it happens."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from random import Random, SystemRandom

from oddchip.bots import BOTS, Bot
from oddchip.cli.faces import Faces
from oddchip.cli.frame import house_of
from oddchip.cli.person import Person, Quit, told
from oddchip.cli.recording import Recorder, keep_unfinished
from oddchip.cli.screen import Screen
from oddchip.cli.situation import Situation
from oddchip.dealers import shuffled
from oddchip.errors import SetupError
from oddchip.games import find_game
from oddchip.hand import Hand
from oddchip.modifiers import on_deck
from oddchip.plan import plan_for
from oddchip.rulesheet import sheet
from oddchip.stakes_text import stakes_text
from oddchip.table import (
    Act,
    Announce,
    Command,
    Entry,
    Fact,
    Rebuy,
    SetGame,
    Sit,
    StartHand,
    Table,
    session_words,
)
from oddchip.table.facts import CarrySettled, SessionEnded
from oddchip.table.mixing import unannounced
from oddchip.table.usual import stakes_of, usual_stack
from oddchip.telling import Line, Teller, court_letters, listed, sentence

ME = 1
#: What the person is called in records, which others read.
RECORDED = {ME: "Guest"}
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
BUDGET = 100
USUAL_SEATS = 4


class EndOfInput(Exception):
    """Nobody is there to answer any more."""


class Sitting:
    """The table, the person and the bots. Seats are numbered from 1, and the person has the first."""

    def __init__(
        self, screen: Screen, table: Table, names: Mapping[int, str], stack: int, bot: Bot, rng: Random
    ) -> None:
        self.screen, self.table, self.names, self.stack, self.bot, self.rng = screen, table, names, stack, bot, rng
        self.recorder: Recorder | None = None
        self.most_hands: int | None = None
        self.first_button = rng.choice(sorted(names))
        self.lines: list[Line] = []
        self.person = Person(screen, self.show_rules, self.show_log)

    @property
    def names_of_bots(self) -> dict[int, str]:
        return {seat: name for seat, name in self.names.items() if seat != ME}

    @property
    def entry(self) -> Entry:
        assert self.table.entry is not None
        return self.table.entry

    @property
    def chips(self) -> int:
        """The person's chips."""
        return self.table.stacks.get(ME, 0)

    # --- hand after hand ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Until the person leaves, cannot go on, or has played as many hands as were asked for."""
        try:
            self.greet()
            while self.is_ready():
                self.play_hand()
                if not self.goes_on():
                    break
            self.screen.say(f"You leave with {self.worth_words()}.")
        except Quit:
            self.leave("You left the table")
        except EOFError:
            raise EndOfInput from None

    def greet(self) -> None:
        game = self.entry.game
        self.screen.heading(f"{game.name}, {stakes_text(self.entry.stakes)}")
        self.screen.say(game.summary)
        others = [name for seat, name in sorted(self.names.items()) if seat != ME]
        come = "comes" if len(others) == 1 else "come"
        self.screen.say(f"You sit in seat 1 with {self.stack} chips; then {come} {listed(others)}.")
        if letters := court_letters(game.deck):
            self.screen.say(f"In short names of hands and cards {letters}.")
        for name, value in self.table.house.differences().items():
            self.screen.say(f"House rule: {name} is {value}.")
        self.screen.say("Enter ? at any time for what you may do.")

    def is_ready(self) -> bool:
        """Can another hand be dealt? If not, say why."""
        if unannounced(self.table.state, self.entry):
            self.do(Announce())
            said = self.table.state.announced
            for words in (said.money, said.limits, said.no_qualifier) if said else ():
                self.screen.say(sentence(words))
        if why := self.table.why_not:
            self.screen.say(sentence(why))
        return why is None

    def play_hand(self) -> None:
        button = None if self.table.state.button else self.first_button
        self.do(StartHand(shuffled(Random(self.rng.getrandbits(64))), button))
        hand = self.hand()
        self.lines = []
        self.screen.say("")
        self.screen.heading(f"{self.hand_words()}, {self.button_words()}")
        if hand.carried:
            are = "is" if hand.carried.amount == 1 else "are"
            self.screen.say(f"{hand.carried.amount} {are} in the pot from the deal before.")
        teller = self.teller(hand)
        seen = 0
        while True:
            events = self.hand().view(ME).events
            self.tell(teller.tell(events[seen:]))
            seen = len(events)
            if not self.table.playing:
                break
            self.decide()
        self.settle(self.hand())

    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    def do(self, command: Command) -> None:
        """Give the table a command, and tell what came of it besides the hand itself."""
        self.table = self.table.do(command)

    def decide(self) -> None:
        """One decision: the bots' first where several may act, so that nobody waits for the person."""
        hand = self.hand()
        seat = max(hand.to_act)
        if seat == ME:
            self.do(Act(ME, self.person.choose(Situation(self.screen, hand, self.names, ME))))
            return
        self.screen.wait()
        self.do(Act(seat, self.bot.choose(hand.view(seat), self.rng, BUDGET)))

    def settle(self, hand: Hand) -> None:
        """After a hand: what it brought, the record, what happens to a pot that stays, and who buys in again."""
        assert hand.result is not None
        if self.recorder:
            self.recorder.add(hand, RECORDED | self.names_of_bots)
        net = hand.result.net.get(ME, 0)
        came = f"{'wins' if net > 0 else 'costs'} you {abs(net)}" if net else "leaves you even"
        what = "deal" if hand.carry else "hand"
        self.screen.say((f"This {what} {came}. You have {self.chips} chips.", "bold"))
        for fact in self.table.news:
            self.tell(self.told(fact))
        if self.table.carry is None:
            for seat in [seat for seat, chips in self.table.stacks.items() if not chips and seat != ME]:
                if not self.table.state.session:
                    self.do(Rebuy(seat, self.stack))
                    self.screen.say(f"{self.names[seat]} buys in again for {self.stack}.")

    def told(self, fact: Fact) -> list[Line]:
        if isinstance(fact, CarrySettled):
            took = listed(f"{self.names[seat]} {chips}" for seat, chips in fact.shares)
            return [[f"The pot that stayed goes to {took}: {fact.reason}."]]
        if isinstance(fact, SessionEnded):
            return [[f"The session is over: {session_words(fact.reason, fact.seat, ME)}."]]
        return []

    def goes_on(self) -> bool:
        """Is another hand wanted? A person without chips may buy in again."""
        if self.table.state.session:
            return False
        if not self.chips and self.table.carry is None:
            self.screen.say("You have no chips left.")
            if self.most_hands is not None:
                return False
            if not _yes(self.screen.ask("Buy in again (y or n)? ")):
                raise Quit
            self.do(Rebuy(ME, self.stack))
            return True
        if self.most_hands is not None:
            return self.table.state.played < self.most_hands
        next_deal = "again for this pot" if self.table.carry else "the next hand"
        answer = self.screen.ask(f"Enter deals {next_deal}, q leaves: ")
        if answer.strip().lower() in ("q", "quit", "n", "no", "exit", "leave"):
            raise Quit
        return True

    def worth_words(self) -> str:
        """The person's chips, and how far up or down they are."""
        net = self.chips - self.table.accounts[self.names[ME]].brought
        return f"{self.chips} chips, {abs(net)} {'up' if net > 0 else 'down'}" if net else f"{self.chips} chips, even"

    def leave(self, why: str) -> None:
        """Go away; in the middle of a hand, it is kept."""
        end = self.keep() if self.table.playing else f" with {self.worth_words()}"
        self.screen.say(f"{why}{end}.")

    def keep(self) -> str:
        """Write down the hand that is not over, and say where it is; nothing where none is played."""
        if not self.table.playing:
            return ""
        names = RECORDED | self.names_of_bots
        if self.recorder:
            self.recorder.add(self.hand(), names)
            return f". The hand as far as it went is the last in {self.recorder.path}"
        try:
            return f". The hand as far as it went is kept in {keep_unfinished(self.hand(), names)}"
        except OSError as wrong:
            return f". The hand could not be kept: {wrong.strerror}"

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
        page = sheet(self.entry.game, self.entry.stakes, self.table.house)
        self.screen.write(page.text(min(self.screen.width or 80, 80)))

    def hand_words(self) -> str:
        """``Hand 3``; a chain of deals for one pot is one hand (D-PO-10)."""
        dealing, carried = self.table.state.dealing, self.hand().carried
        number = dealing.chain if dealing else self.table.state.played
        return f"Hand {number}, deal {carried.deals + 1}" if carried else f"Hand {number}"

    def button_words(self) -> str:
        return (
            "you have the button" if self.table.button == ME else f"{self.names[self.table.button or 0]} has the button"
        )


def _yes(text: str) -> bool:
    return text.strip().lower() in ("y", "yes")


def open_sitting(args: argparse.Namespace, screen: Screen) -> Sitting:
    """The sitting a command line asks for; anything wrong with it is said before a card is dealt."""
    game = find_game(args.game)
    if args.deck is not None:
        game = on_deck(game, args.deck)
    house = house_of(args.rules)
    stakes = stakes_of(game, args.stakes, args.limit)
    fewest, most = game.seats
    seats = args.seats or min(USUAL_SEATS, most)
    if not fewest <= seats <= most:
        raise SetupError(f"{game.name} is for {fewest} to {most} players, not {seats}")
    plan_for(game, stakes, house, seats)
    stack = args.stack or usual_stack(stakes)
    names = {ME: "You"} | dict(zip(range(ME + 1, ME + seats), NAMES, strict=False))
    table = Table.open(seats + ME, house).do(SetGame(game, stakes))
    for seat, name in names.items():
        table = table.do(Sit(seat, name, stack))
    rng = Random(SystemRandom().getrandbits(64) if args.seed is None else args.seed)
    sitting = Sitting(screen, table, names, stack, BOTS[args.bot], rng)
    sitting.most_hands = args.hands
    sitting.recorder = Recorder(args.record) if args.record is not None else None
    return sitting

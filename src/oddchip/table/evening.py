"""The course of an evening: hand after hand, as a script lays it down and as players choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oddchip.actions import (
    Action,
    BetOffer,
    Between,
    DeclareOffer,
    Discard,
    DrawOffer,
    Give,
    RaiseTo,
    SwapOffer,
    parse_action,
)
from oddchip.cards import parse_cards
from oddchip.dealers import Dealer, fixed, shuffled
from oddchip.errors import HistoryError, OddchipError
from oddchip.house import HouseRules
from oddchip.table import commands as cmd
from oddchip.table.core import Table
from oddchip.table.life import Life, done
from oddchip.table.script import Deed, Guest, Script, Scripted, game_of, play_of
from oddchip.views import View

if TYPE_CHECKING:
    from random import Random

#: Who decides for a player: an action on offer in a view.
Choose = Callable[[View, "Random"], Action]

SECONDS_A_DECISION = 4
SECONDS_A_HAND = 40


def easily(view: View, rng: Random) -> Action:
    """A player who mostly checks and calls, folds now and then, draws at random: to try a table, not to win."""
    match view.offer:
        case BetOffer() as offer:
            return _bet_easily(offer, rng)
        case DrawOffer() as offer:
            most = min(3, offer.most, len(offer.hand))
            return Discard(tuple(rng.sample(offer.hand, rng.randint(0, most))))
        case SwapOffer() as offer:
            return Give(tuple(rng.sample(offer.hand, offer.count)))
        case DeclareOffer() as offer:
            return rng.choice(offer.actions())
        case _:
            raise HistoryError("a player decides only when asked")


def _bet_easily(offer: BetOffer, rng: Random) -> Action:
    amounts = offer.raise_to
    wild = amounts.most if isinstance(amounts, Between) else None
    actions = [action for action in offer.actions() if not (isinstance(action, RaiseTo) and action.amount == wild)]
    weights = [3 if isinstance(action, RaiseTo) else 12 for action in actions]
    if offer.fold:
        weights[-1] = 7 if offer.call else 0
    return rng.choices(actions, weights)[0] if any(weights) else actions[0]


class Evening:
    """One evening as it is played; `table` is where it stands."""

    def __init__(self, script: Script, rng: Random, choose: Choose) -> None:
        self.script, self.rng, self.choose = script, rng, choose
        self.now = 0.0
        self.table = Table.open(script.seats, script.house).do(script.play)
        self.scripted = {hand.number: hand for hand in script.scripted}
        self.number = 0
        self.life = Life(rng) if script.random else None

    def played(self) -> str:
        """Play to the end and break up the table; why it ended before all hands were dealt, or nothing."""
        stopped = ""
        for number in range(1, self.script.hands + 1):
            self.number = number
            try:
                stopped = self._hand()
            except OddchipError as error:
                raise HistoryError(f"hand {self.number}: {error}") from error
            if stopped:
                break
        self.do(cmd.Close("the evening is over"))
        return stopped

    def do(self, command: cmd.Command) -> None:
        self.table = self.table.do(command, self.now)

    def _hand(self) -> str:
        for guest in self.script.guests:
            if guest.arrives == self.number:
                self._arrive(guest)
        for deed in self._deeds(within=False):
            self._deed(deed)
        self._live()
        if self.table.why_not:
            return self.table.why_not
        scripted = self.scripted.get(self.number, Scripted(self.number))
        self.do(cmd.StartHand(self._dealer(scripted)))
        self._play(scripted)
        self.now += SECONDS_A_HAND
        return ""

    def _arrive(self, guest: Guest) -> None:
        if self.life:
            self.life.chips[guest.name] = guest.chips
        if not self.life or None in self.table.state.places:
            self._sit(guest.name, guest.chips, guest.seat)

    def _live(self) -> None:
        """People come and go, and somebody chooses; when too few stay to deal, all are called back."""
        if self.life is None:
            self._choose_game()
            return
        self.table = done(self.table, self.life.before_a_hand(self.table), self.now)
        self._choose_game()
        if self.table.why_not:
            self.table = done(self.table, self.life.all_back(self.table), self.now)
            self._choose_game()

    def _choose_game(self) -> None:
        """Who is asked for the next game picks one of the list (MIX-3)."""
        line, seat = self.table.state.line, self.table.chooser
        if line is not None and seat is not None:
            entry = self.rng.choice(line.entries)
            self.do(cmd.Choose(seat, entry.game, entry.stakes))

    def _dealer(self, scripted: Scripted) -> Dealer:
        entry = self.table.entry
        return fixed(parse_cards(scripted.deck, entry.game.deck)) if scripted.deck and entry else shuffled(self.rng)

    # --- within a hand -------------------------------------------------------------------------------------------

    def _play(self, scripted: Scripted) -> None:
        """Decide until the hand is over: as laid down first, then as the players choose."""
        laid_down = list(scripted.actions)
        taken = 0
        while self.table.playing:
            for deed in [deed for deed in self._deeds(within=True) if deed.after == taken]:
                self._deed(deed)
            taken += 1
            if self.table.playing:
                self.now += SECONDS_A_DECISION
                self._decide(laid_down)
        if laid_down:
            raise HistoryError(f"it was over before {laid_down[0]!r}")

    def _decide(self, laid_down: list[str]) -> None:
        if laid_down:
            self.do(self._laid_down(laid_down.pop(0)))
        elif self.life and (event := self.life.in_a_hand(self.table, self.now)):
            command, self.now = event
            self.do(command)
        elif self.table.hand:
            seat = min(self.table.offers)
            action = self.choose(self.table.hand.view(seat), self.rng)
            self.do(cmd.Act(seat, action, self.table.decisions[seat]))

    def _laid_down(self, said: str) -> cmd.Act:
        """Whose action, and what: "Ada raise 4"."""
        assert self.table.hand is not None
        for seat, place in self.table.places.items():
            if said.startswith(place.player + " "):
                return cmd.Act(seat, parse_action(said[len(place.player) + 1 :], self.table.hand.game.deck))
        raise HistoryError(f"an action begins with a player's name, such as 'Ada call'; {said!r} does not")

    # --- what the script does ------------------------------------------------------------------------------------

    def _deeds(self, within: bool) -> list[Deed]:
        return [deed for deed in self.script.deeds if deed.before == self.number and (deed.after is not None) == within]

    def _seat(self, name: str) -> int:
        for seat, place in self.table.places.items():
            if place.player == name:
                return seat
        raise HistoryError(f"{name or 'who'} does not sit at the table")

    def _sit(self, name: str, chips: int, seat: int | None = None, post: bool = False) -> None:
        free = [number for number, place in enumerate(self.table.state.places) if place is None]
        if not free:
            raise HistoryError(f"there is no seat for {name}")
        self.do(cmd.Sit(free[0] if seat is None else seat, name, chips, post))

    def _deed(self, deed: Deed) -> None:
        who, said = deed.who, deed.said
        match deed.what:
            case "sit":
                self._sit(who, said.get("chips", self._usual(who)), said.get("seat"), bool(said.get("post")))
            case "leave":
                self.do(cmd.Leave(self._seat(who)))
            case "sit out":
                self.do(cmd.SitOut(self._seat(who), bool(said.get("now"))))
            case "return":
                self.do(cmd.Return(self._seat(who), bool(said.get("post"))))
            case "top up":
                self.do(cmd.TopUp(self._seat(who), said.get("chips", 0)))
            case "rebuy":
                self.do(cmd.Rebuy(self._seat(who), said.get("chips", self._usual(who))))
            case _:
                self._table_deed(deed)

    def _table_deed(self, deed: Deed) -> None:
        said = deed.said
        match deed.what:
            case "choose":
                self.do(cmd.Choose(self._seat(deed.who), *game_of(said)))
            case "buy pot":
                self.do(cmd.BuyPot(self._seat(deed.who)))
            case "decline":
                self.do(cmd.Decline(self._seat(deed.who)))
            case "void":
                self.do(cmd.VoidHand(str(said.get("reason", "void"))))
            case "house":
                self.do(cmd.SetHouse(HouseRules.of(**said)))
            case play:
                self.do(play_of({**said, "play": play}))

    def _usual(self, name: str) -> int:
        return next((guest.chips for guest in self.script.guests if guest.name == name), 200)

"""A table over the wire in words: what is asked, what lies there, who sits where. Everything out of one view."""

from __future__ import annotations

from collections.abc import Iterable

from oddchip.cli.faces import Faces
from oddchip.cli.join_offers import Question, card_of, deck_in
from oddchip.cli.screen import Screen
from oddchip.cli.situation import choice_line, choices, refusals
from oddchip.room.protocol import Line as WireLine
from oddchip.room.protocol import LogLine, MeView, SeatView, TableView, WireCard
from oddchip.telling import Line, counted, listed, sentence

_MARKS = {
    "small_blind": "small blind",
    "big_blind": "big blind",
    "bring_in": "bring-in",
    "all_in": "all-in",
    "pat": "stood pat",
}


def clean(text: str) -> str:
    """Text from elsewhere without anything that moves a terminal's cursor."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


class Words:
    """How one view is told on one screen."""

    def __init__(self, screen: Screen, view: TableView) -> None:
        self.screen, self.view = screen, view
        self.deck = deck_in(view)
        self.faces = Faces(screen, self.deck)

    @property
    def me(self) -> MeView:
        return self.view.me or MeView("", "")

    def name(self, seat: int) -> str:
        if seat == self.me.seat:
            return "You"
        return clean(self.view.seats[seat].name) if 0 <= seat < len(self.view.seats) else f"seat {seat + 1}"

    # --- lines -------------------------------------------------------------------------------------------------------

    def line(self, said: WireLine) -> Line:
        """A line of the room's, its cards shown as this screen shows cards."""
        line: Line = []
        for span in said:
            if isinstance(span, str):
                # In plain words cards are told apart by a comma.
                between = self.screen.plain and span == " " and line
                line.append(", " if between else clean(span))
            elif span[0] == "card":
                card = card_of(span[1], self.deck)
                line.append(clean(span[1]) if card is None else self.faces.card(card))
            else:
                line.append((clean(span[1]), "bold"))
        return line

    def log(self, lines: Iterable[LogLine]) -> None:
        for each in lines:
            self.screen.say(*self.line(each.line))

    def cards(self, cards: Iterable[WireCard]) -> Line:
        return self.faces.cards(self._number(card) for card in cards)

    def _number(self, card: WireCard) -> int:
        found = card_of(card.text, self.deck) if card.text else None
        return -1 if found is None else found

    # --- what is asked -----------------------------------------------------------------------------------------------

    def ask(self, asked: Question, seconds: float) -> None:
        """The situation before a decision, and what may be done."""
        screen, view = self.screen, self.view
        if not screen.plain:
            screen.say("")
        game = view.game
        where = f"{game.name}, {game.where}. " if game else ""
        screen.say((f"Your turn: {where}" if where else "Your turn. ", "bold"), *self.pot_line())
        if game and game.rule:
            screen.say(clean(game.rule), indent=2)
        self.board()
        self.hand()
        self.offer(asked)
        if seconds > 0:
            screen.say(f"You have {counted(round(seconds), 'second')}.")

    def offer(self, asked: Question) -> None:
        """What may be entered now."""
        found = choices(asked.asked.offer, asked.asked.stack, asked.asked.bet)
        self.screen.say(*choice_line(found, self.screen.plain))
        if asked.offer.both_rule:
            self.screen.say(sentence(clean(asked.offer.both_rule)), indent=2)

    def why(self, asked: Question | None) -> None:
        """What may not be done, and why not."""
        found = refusals(asked.asked.offer) if asked else []
        for name, why in found:
            self.screen.say((f"No {name}: ", "bold"), f"{clean(why)}.", indent=2)
        for why in asked.offer.no.values() if asked and not found else ():
            self.screen.say(sentence(clean(why)), indent=2)
        if asked is None:
            self.screen.say(clean(self.me.note or self.view.why) or "It is not your turn.")
        elif not found and not asked.offer.no:
            self.screen.say("Nothing is refused you here.")

    # --- what lies there ---------------------------------------------------------------------------------------------

    def hand(self) -> None:
        """Own cards with their places, and what they are worth."""
        cards = [self._number(card) for card in self.me.cards]
        if not cards:
            self.screen.say("You have no cards.")
            return
        self.screen.say("Your cards: ", *self.faces.numbered(cards), "." if self.screen.plain else "")
        for worth in self.me.worth:
            title = {"whole": "You have: "}.get(worth.way, f"For {worth.way}: ")
            self.screen.say(title, (f"{clean(worth.words)}.", "italic"), indent=2)

    def board(self) -> None:
        """What lies open on the table."""
        for row in self.view.rows:
            if row.cards:
                self.screen.say(f"{row.name.capitalize()}: ", *self.cards(row.cards), indent=2)
        if self.view.dead:
            self.screen.say("Folded, seen by all: ", *self.cards(self.view.dead), indent=2)

    def pot_line(self) -> Line:
        view = self.view
        line: Line = ["Pot ", (str(view.pot or view.carried), "bold yellow"), "."]
        if len(view.pots) > 1:
            said = [f"{pot.chips} for {listed(map(self.name, pot.seats))}" for pot in view.pots]
            line.append(f" That is {'; '.join(said)}.")
        if view.carried:
            line.append(f" {view.carried} of it from the deal before." if view.pot else " Nobody has won it yet.")
        return line

    def seats(self) -> None:
        """Who sits where, with chips and what he did."""
        for seat in self.view.seats:
            if seat.state != "empty":
                self.screen.say(*self._seat(seat), indent=2)
        free = [str(seat.seat + 1) for seat in self.view.seats if seat.state == "empty"]
        if free:
            self.screen.say(f"Free: seat{'s' * (len(free) > 1)} {listed(free)}.", indent=2)
        if self.view.watching:
            self.screen.say(f"{counted(self.view.watching, 'guest')} looking on.", indent=2)

    def _seat(self, seat: SeatView) -> Line:
        acting = seat.seat in self.view.acting
        name = f"{seat.seat + 1} {self.name(seat.seat)}"
        line: Line = [(name, "bold" if seat.state == "in" else "dim"), f": {', '.join(self._facts(seat))}"]
        known = [card for card in seat.cards if card.text]
        if known and seat.seat != self.me.seat:
            line += ["; shows ", *self.cards(seat.cards)]
        if seat.shows:
            line.append(f" ({'; '.join(map(clean, seat.shows))})")
        return [*line, "; to act." if acting else "."]

    def _facts(self, seat: SeatView) -> list[str]:
        facts = [counted(seat.stack, "chip")]
        if seat.bot:
            facts.append("a bot")
        if seat.state in ("folded", "waiting", "away"):
            facts.append({"folded": "folded", "waiting": "not dealt in", "away": "sits out"}[seat.state])
        facts += [_MARKS.get(mark, mark) for mark in seat.marks]
        if seat.bet:
            facts.append(f"bet {seat.bet}")
        if seat.drawn:
            facts.append("drew " + ", ".join(str(number) if number else "none" for number in seat.drawn))
        if seat.declared:
            facts.append(f"declared {seat.declared}")
        elif seat.sealed:
            facts.append("has chosen")
        if seat.did:
            facts.append(f"last {seat.did}")
        if not seat.online and not seat.bot:
            facts.append("not here")
        if seat.leaving:
            facts.append("leaves after the hand")
        return facts

    def table(self) -> None:
        """The whole table: game, pots, seats, own cards."""
        view = self.view
        game = view.game
        if game:
            where = f", {game.where}" if game.where else ""
            pot: Line = [" ", *self.pot_line()] if view.pot else []
            self.screen.say((f"{game.name} at {game.stakes}{where}.", "bold"), *pot)
        self.seats()
        self.board()
        if self.me.cards:
            self.hand()
        for words in dict.fromkeys((self.me.note, view.why)):
            if words:
                self.screen.say(clean(words))

    def result(self) -> None:
        """How the last hand came out."""
        for line in self.view.result.lines if self.view.result else ():
            self.screen.say(*self.line(line))

    def choice(self) -> None:
        """The games one may choose from."""
        choice = self.view.choice
        if choice is None:
            return
        self.screen.say(("You choose the game. ", "bold"), "Enter choose and its name or number:")
        for number, game in enumerate(choice.games, 1):
            self.screen.say(f"{number} {game.name} at {game.stakes}: {clean(game.summary)}", indent=2)

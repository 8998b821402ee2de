"""The table as one seat sees it: pots, seats, table cards, own cards, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oddchip.actions import BetOffer, Between, DeclareOffer, DrawOffer, No, Offer, OneOf, SwapOffer
from oddchip.cli.faces import Faces
from oddchip.cli.screen import Screen
from oddchip.hand import Hand
from oddchip.state import State
from oddchip.telling import Line, Span, all_ways, deals_up, in_display_order, is_ace_low, listed, phase_name, side_pots
from oddchip.views import View


@dataclass
class Situation:
    """What is shown to `me`. Everything is read from the seat's own view; pots are public."""

    screen: Screen
    hand: Hand
    names: Mapping[int, str]
    me: int

    def __post_init__(self) -> None:
        self.view: View = self.hand.view(self.me)
        self.faces = Faces(self.screen, self.hand.plan.deck)

    @property
    def state(self) -> State:
        return self.view.state

    @property
    def cards(self) -> tuple[int, ...]:
        """Own cards in the order they are shown and numbered in."""
        state = self.view.state
        return in_display_order(self.view.hand, deals_up(state.plan), is_ace_low(state.plan, state.rules))

    def name(self, seat: int) -> str:
        return "You" if seat == self.me else self.names[seat]

    # --- the table ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Everything there is to see before a decision."""
        where = phase_name(self.hand.plan, self.state.pc, self.state.rules)
        if not self.screen.plain:
            self.screen.say("")
        self.screen.say((f"{self.hand.game.name}, {where}. ", "bold"), *self.pots())
        for seat in sorted(self.view.seats):
            self.screen.say(*self.seat(seat), indent=2)
        for row, cards in self.view.rows.items():
            if cards:
                self.screen.say(f"{row.capitalize()}: ", *self.faces.cards(cards), indent=2)
        self.show_cards()

    def show_cards(self) -> None:
        self.screen.say("Your cards: ", *self.faces.numbered(self.cards))
        for line in self.worth():
            self.screen.say(*line, indent=2)

    def pots(self) -> Line:
        """``Pot 24.``, and the side pots where somebody all-in cannot win them."""
        line: Line = ["Pot ", (str(self.view.pot), "bold yellow"), "."]
        pots = side_pots(self.hand)
        if len(pots) > 1:
            said = [
                f"{'main' if not k else 'side'} pot {chips} for {listed(map(self.name, seats))}"
                for k, (chips, seats) in enumerate(pots)
            ]
            line.append(f" That is {'; '.join(said)}.")
        return line

    def seat(self, seat: int) -> Line:
        """``Ada, 188 chips, bet 4, drew 1``."""
        view = self.view
        mark = ">" if seat in view.to_act else " "
        line: Line = [] if self.screen.plain else [(f"{mark} ", "bold cyan")]
        live = seat in view.live
        line.append((self.name(seat), "bold" if live else "dim"))
        line.append((f": {', '.join(self._facts(seat))}", "" if live else "dim"))
        open_cards = [card for card in view.holdings[seat] if card >= 0]
        if open_cards and live and (seat != self.me or self.hand.plan.is_stud):
            line += ["; shows " if seat != self.me else "; ", *self.faces.cards(view.holdings[seat])]
        return [*line, "." if self.screen.plain else ""]

    def _facts(self, seat: int) -> list[str]:
        view, state = self.view, self.state
        position = view.seats.index(seat)
        live = seat in view.live
        chips = view.stacks[seat]
        facts = [f"{chips} chips" if chips or not live else "all-in"]
        if seat == self.hand.button:
            facts.append("button")
        if not live:
            return [*facts, "folded"]
        if view.bets[seat]:
            facts.append(f"bet {view.bets[seat]}")
        if drawn := view.drawn[seat]:
            facts.append("drew " + ", ".join(str(number) if number else "none" for number in drawn))
        if state.opener == position and self.hand.plan.rulesets[state.rules].floors:
            facts.append("opener")
        if state.sealed and state.sealed[position] is not None:
            facts.append("has chosen")
        return facts

    # --- own cards ---------------------------------------------------------------------------------------------------

    def worth(self) -> list[Line]:
        """What the own holding is worth each way, in words."""
        rules = self.hand.plan.rulesets[self.state.rules]
        ways = all_ways(rules, self.view.hand, tuple(self.view.rows.values()))
        if not ways:
            return [["You have no hand yet."]]
        lines: list[Line] = []
        for way in ways:
            title = "You have: " if way.way == "whole" else f"For {way.way}: "
            playing: Line = []
            if len(way.cards) < len(self.view.hand) + sum(map(len, self.view.rows.values())):
                playing = [" with ", *self.faces.cards(way.cards)]
            lines.append([title, (way.sentence(self.hand.plan.deck), "italic"), *playing, "."])
        return lines


# --- what may be done ------------------------------------------------------------------------------------------------


def choices(offer: Offer, stack: int, bet: int) -> list[tuple[str, str]]:
    """What is on offer: how it is entered, and what it does."""
    match offer:
        case BetOffer():
            return _bets(offer, stack, bet)
        case DrawOffer():
            keep = "throw none and get one" if offer.extra else "stand pat"
            most = "" if offer.most >= len(offer.hand) else f", at most {offer.most}"
            more = " and get one more than you throw" if offer.extra else ""
            return [("d 1 3", f"throw cards, such as 1 and 3{more}{most}"), ("p", keep)]
        case DeclareOffer():
            return [(way[0], f"declare {way}") for way in offer.ways]
        case SwapOffer():
            return [
                ("g 1 2 3 4", f"give {offer.count} cards, such as 1 to 4"),
                ("keep 5 6 7 8", "or say which you keep"),
            ]


def _bets(offer: BetOffer, stack: int, bet: int) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if offer.fold:
        found.append(("f", "fold"))
    if offer.check:
        found.append(("k", "check"))
    if offer.call:
        found.append(("c", f"call {offer.call}" + (", all-in" if offer.call == stack else "")))
    if offer.bring_in:
        found.append(("c", f"bring it in for {offer.bring_in}"))
    if offer.declare_open:
        found.append(("o", "declare the pot open"))
    if not isinstance(offer.raise_to, No):
        amounts = offer.raise_to
        opens = not offer.call and not bet
        verb = "bet" if opens else "raise to"
        all_in = ", all-in" if amounts.most == stack + bet else ""
        if isinstance(amounts, Between):
            verb = "bet from" if opens else "raise to a total from"
            found.append((f"r {amounts.least}", f"{verb} {amounts.least} to {amounts.most}{all_in}"))
        elif isinstance(amounts, OneOf):
            found.append((f"r {amounts.least}", f"{verb} {' or '.join(map(str, amounts.amounts))}{all_in}"))
        else:
            found.append(("b" if opens else "r", f"{verb} {amounts.most}{all_in}"))
    return found


def refusals(offer: Offer) -> list[tuple[str, str]]:
    """What is not on offer, and why."""
    if not isinstance(offer, BetOffer):
        return []
    found = [("fold", offer.fold), ("check", offer.check), ("call", offer.call), ("bet or raise", offer.raise_to)]
    return [(name, what.reason) for name, what in found if isinstance(what, No)]


def choice_line(pairs: Sequence[tuple[str, str]], plain: bool) -> Line:
    """``fold (f)   call 4 (c)   raise to 8 (r)``."""
    line: Line = ["You may " if plain else ""]
    for k, (key, words) in enumerate(pairs):
        line.append((", " if plain else "   ") if k else "")
        mark: Span = f" ({key})" if plain else (f" ({key})", "dim")
        line += [(words, "bold cyan"), mark]
    return [*line, "." if plain else ""]

"""Whole deals of draw games: scripted cards and actions, and the chips that come out (kind `play`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from oddchip import events as ev
from oddchip.actions import CHECK, Action, BetOffer, Call, No, RaiseTo, parse_action
from oddchip.cards import cards_text
from oddchip.errors import HistoryError, IllegalAction
from oddchip.hand import Carry, Hand, Seat
from oddchip.house import HouseRules
from oddchip.plan import floor_at
from oddchip.rulings.games import SAID_BY_THE_GAME, played_game, stakes_of
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Fields, Ruling
from oddchip.rulings.stage import Cards, Script
from oddchip.spec import Game
from oddchip.stakes import FixedLimit
from oddchip.whole import is_whole

STACK = 1000
Line = tuple[str, bool, str, str]
"""Who, whether it must be refused, what he does, and the cards he then receives."""


class Otherwise(IllegalAction):
    """The hand did not go as the ruling says; says where."""


@dataclass(frozen=True)
class Seating:
    """Names clockwise from the left of the first dealer, who comes last; seat numbers are their places from 1."""

    names: tuple[str, ...]

    def number(self, name: str) -> int:
        if name not in self.names:
            raise HistoryError(f"nobody is called {name!r}: there are {', '.join(self.names)}")
        return self.names.index(name) + 1


@kind("play")
def play(ruling: Ruling) -> Answer:
    """Play the deals one after the other, each with what the one before left, and give what `expect` may ask."""
    game = played_game(ruling)
    house = ruling.house(without=SAID_BY_THE_GAME)
    seating = _seating(ruling)
    stakes = stakes_of(ruling, game, house, len(seating.names))
    given = ruling.mapping("stacks")
    first = stacks = {seating.number(name): given.get(name, STACK) for name in seating.names}
    payout, steps, button = dict.fromkeys(stacks, 0), [], len(stacks)
    hand: Hand | None = None
    for said in ruling.said["deals"]:
        carry = hand.carry if hand else None
        if hand:
            button = button if house.openers.redeal_button == "same" else button % len(stacks) + 1
        deal = Deal(Fields(said, ruling.where), seating, game)
        hand = deal.play(stakes, stacks, button, house, carry)
        _check_blinds(ruling, hand, seating)
        result = hand.result
        assert result is not None
        payout = {seat: chips + result.payout[seat] for seat, chips in payout.items()}
        stacks = result.stacks
        steps.append(_requirement(hand, hand.state.step_up))
    if hand is None:
        raise HistoryError(f"{ruling.where} plays no deal")
    names = dict(zip(seating.names, stacks, strict=True))
    return {
        "payout": {name: payout[seating.number(name)] for name in names},
        "net": {name: stacks[seating.number(name)] - first[seating.number(name)] for name in names},
        "carry": hand.carry.amount if hand.carry else 0,
        "requirement": steps,
        "next_requirement": _requirement(hand, hand.carry.step if hand.carry else 0),
        "opener_proved": next((e.proved for e in reversed(hand.events) if isinstance(e, ev.OpenersShown)), None),
    }


def _seating(ruling: Ruling) -> Seating:
    names = [str(name) for name in ruling.said["seats"]]
    dealer = str(ruling.said["dealer"])
    if dealer not in names:
        raise HistoryError(f"{ruling.where}: the dealer {dealer} has no seat")
    left = names.index(dealer) + 1
    return Seating((*names[left:], *names[:left]))


def _requirement(hand: Hand, step: int) -> str | None:
    """The pair it takes to open after so many passed-out deals: "J" (D-JP-6)."""
    rules = hand.plan.rulesets[0]
    return floor_at(rules, step)[0].floor.removeprefix("pair ") if rules.floors else None


def _check_blinds(ruling: Ruling, hand: Hand, seating: Seating) -> None:
    """The blinds of the ruling are those that the engine took."""
    said = ruling.options.get("blinds")
    if said is None:
        return
    blinds = {e.seat: e.owed for e in hand.events if isinstance(e, ev.Posted) and e.live}
    wanted = {seating.number(name): amount for name, amount in said.items()}
    if blinds != wanted:
        raise Otherwise(f"the blinds by seat are {blinds}, not {wanted}")


@dataclass(frozen=True)
class Deal:
    """One scripted deal: `hands` by name, and `phases` of betting, drawing and declaring."""

    said: Fields
    seating: Seating
    game: Game

    def play(
        self, stakes: FixedLimit, stacks: Mapping[int, int], button: int, house: HouseRules, carry: Carry | None
    ) -> Hand:
        script = self._script(stacks, button)
        seats = [Seat(number, stack) for number, stack in stacks.items()]
        hand = Hand.start(self.game, stakes, seats, button, script.dealer(), house=house, carry=carry)
        for what, lines in self._phases():
            if not lines:
                continue
            begun = _begun(hand)
            for line in lines:
                hand = self._act(hand, what, line)
            hand = _past_all_in(hand, 0)
            if not hand.over and _begun(hand) == begun:
                raise Otherwise(f"after {lines[-1][0]} {lines[-1][2]} seat {hand.turn} is asked in the same phase")
        if not hand.over:
            raise Otherwise(f"the deal is not over: seats {sorted(hand.to_act)} are asked")
        return hand

    def _script(self, stacks: Mapping[int, int], button: int) -> Script:
        """Hands, and after them what is drawn, by position."""
        order = [seat for seat in stacks if seat > button] + [seat for seat in stacks if seat <= button]
        parse = self.game.deck.parse
        hands = self.said["hands"]
        down = {order.index(self.seating.number(name)): parse(str(cards)) for name, cards in hands.items()}
        held = [card for cards in down.values() for card in cards]
        if twice := {card for card in held if held.count(card) > 1}:
            raise HistoryError(f"{self.said.where}: {cards_text(twice, self.game.deck)} is dealt to two players")
        turns: Cards = ()
        for what, lines in self._phases():
            for name, _, _, gained in lines:
                if what == "draw" and gained:
                    i = order.index(self.seating.number(name))
                    down[i] = down.get(i, ()) + parse(gained)
                    turns += parse(gained)
        return Script(down=down, turns=turns)

    def _phases(self) -> Iterator[tuple[str, list[Line]]]:
        for phase in self.said["phases"]:
            ((what, lines),) = phase.items()
            if what not in ("bet", "draw", "declare"):
                raise HistoryError(f"{self.said.where}: a phase is bet, draw or declare, not {what!r}")
            yield what, [_line(str(line)) for line in lines]

    def _act(self, hand: Hand, what: str, line: Line) -> Hand:
        """What one line says; the engine must agree, amounts and all."""
        name, refused, did, gained = line
        seat = self.seating.number(name)
        hand = _past_all_in(hand, seat)
        if what == "declare":
            did = f"declare {did}"
        if seat not in hand.to_act:
            raise Otherwise(f"{name} {did}: {name} is not asked, but seats {sorted(hand.to_act)}")
        action = parse_action(did, self.game.deck)
        if refused:
            return _refused(hand, action, seat, f"{name} {did}")
        self._check_amount(hand, action, seat, f"{name} {did}")
        after = hand.act(action, seat)
        if what == "draw" and (held := _received(hand, after, seat)) != set(self.game.deck.parse(gained)):
            raise Otherwise(f"{name} {did} received {cards_text(held, self.game.deck)}")
        return after

    def _check_amount(self, hand: Hand, action: Action, seat: int, said: str) -> None:
        """Amounts are the player's total for the round; "complete" must be one."""
        offer, mine = hand.offers[seat], hand.view(None).bets[seat]
        words = said.split()
        if isinstance(action, Call) and isinstance(offer, BetOffer) and is_whole(words[-1]):
            to = mine + (0 if isinstance(offer.call, No) else offer.call)
            if to != int(words[-1]):
                raise Otherwise(f"{said}: a call makes it {to}")
        if isinstance(action, RaiseTo):
            raised = hand.act(action, seat).events[len(hand.events)]
            if isinstance(raised, ev.Raised) and raised.verb != words[1]:
                raise Otherwise(f"{said} is a {raised.verb}")


def _past_all_in(hand: Hand, seat: int) -> Hand:
    """All-in players who might declare the pot open, and of whom the ruling says nothing, let it go by (D-PO-4)."""
    while hand.turn not in (None, seat) and not hand.stacks[hand.turn or 0] and isinstance(hand.offer, BetOffer):
        hand = hand.act(CHECK)
    return hand


def _line(text: str) -> Line:
    """``! Bob raise 8``, ``Carol draw 9d 7c -> Qd 3d``, ``Bob pat``."""
    did, _, gained = text.partition("->")
    words = did.split()
    refused = words[:1] == ["!"]
    name, *rest = words[1:] if refused else words or [""]
    return name, refused, " ".join(rest), gained.strip()


def _begun(hand: Hand) -> int:
    """How many phases have begun."""
    return sum(event[0] == ev.BEGAN for event in hand.log)


def _refused(hand: Hand, action: Action, seat: int, said: str) -> Hand:
    """The same hand, if the engine refuses the action and nothing changes."""
    before = hand.log, hand.state.facts()
    try:
        hand.act(action, seat)
    except IllegalAction:
        if (hand.log, hand.state.facts()) != before:
            raise Otherwise(f"{said} was refused and changed something") from None
        return hand
    raise Otherwise(f"{said} was not refused")


def _received(before: Hand, after: Hand, seat: int) -> set[int]:
    return set(after.holdings[seat]) - set(before.holdings[seat])

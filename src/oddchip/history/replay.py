"""Playing a record through the engine: every line is checked, and the first that differs is named with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from oddchip.actions import PAY_BRING_IN, Action, BetOffer, Discard, Exactly, Give, No, parse_action
from oddchip.dealers import Dealer, fixed
from oddchip.errors import HistoryError, OddchipError
from oddchip.events import Awarded
from oddchip.hand import Carry, Hand, Seat
from oddchip.history.lines import Line, line_of, lines_of
from oddchip.history.record import Record, shown_cards
from oddchip.history.script import Script, cards_agree, dealt_to
from oddchip.spec import Deal
from oddchip.whole import is_whole


def replay(record: Record) -> Hand:
    """The hand that a record tells. HistoryError at the first step that the rules do not bear out."""
    if record.viewer is not None:
        whose = f"by seat {record.viewer}" if record.viewer >= 0 else "by a spectator"
        raise record.place.error(f"this is the hand as seen {whose}, and cards that were not seen cannot be replayed")
    replay = _Replay(record)
    if replay.script is None or not replay.script.has_unknown:
        return replay.run()
    return _with_stand_ins(record)


#: How many different sets of stand-ins for unknown cards are tried before a record is given up.
TRIES = 60


class _Unfit(HistoryError):
    """The end is not as it is told; other cards in the place of unknown ones might help."""


def _with_stand_ins(record: Record) -> Hand:
    """Unknown cards were beaten, thrown or folded: stand-ins are tried until they lose as well."""
    first: _Unfit | None = None
    for skip in range(TRIES):
        replay = _Replay(record, skip)
        try:
            hand = replay.run()
            replay.check_winners(hand)
        except _Unfit as error:
            first = first or error
        else:
            return hand
    raise HistoryError(f"{first} (some cards are unknown, and no cards in their place fit the rest)")


class _Replay:
    def __init__(self, record: Record, skip: int = 0) -> None:
        self.record = record
        lines = _numbered(record)
        self.script = None if record.deck else Script(lines, record.game.deck, skip, _burns_unsaid(record))
        self.lines = [(index, line) for index, line in lines if line.is_decision or not record.loose]
        self.kinds = {(line.actor == "d", line.word) for _, line in self.lines}
        self.next = 0
        self.seen = 0

    def run(self) -> Hand:
        hand = self._start()
        while True:
            self._compare(hand)
            if self.next >= len(self.lines) or (hand.over and not self._may_be_idle(hand)):
                break
            hand = self._decide(hand)
        self._check_end(hand)
        return hand

    # --- the steps -----------------------------------------------------------------------------------------------

    def _start(self) -> Hand:
        record = self.record
        seats = [Seat(seat, stack) for seat, stack in zip(record.seats, record.stacks, strict=True)]
        try:
            hand = Hand.start(
                record.game,
                record.stakes,
                seats,
                record.button,
                self._dealer(),
                house=record.house,
                carry=record.carry,
                posts=record.posts,
                event_players=record.event_players,
            )
        except OddchipError as error:
            raise record.place.error(f"the hand cannot start: {error}", "starting_stacks") from error
        if hand.seats != record.seats:
            raise record.place.error(
                f"the seats must go clockwise from the left of the button on {record.button}: "
                f"{_list(hand.seats)}, not {_list(record.seats)}",
                "seats",
            )
        return hand

    def _dealer(self) -> Dealer:
        if self.script is not None:
            return self.script.dealer
        return fixed(self.record.deck, self.record.deals)

    def _compare(self, hand: Hand) -> None:
        """What the rules made of the last decision, beside what is written."""
        made = lines_of(hand.log[self.seen :], hand.plan) if not self.record.loose else []
        self.seen = len(hand.log)
        for line in made:
            if not (self.record.complete or (line.actor == "d", line.word) in self.kinds):
                continue
            if self.next >= len(self.lines):
                self._differ(len(self.record.actions), f"the file ends, but by the rules {_quote(line)} follows")
            index, told = self.lines[self.next]
            if not self._agree(told, line):
                self._differ(index, f"the file has {_quote(told)}, but by the rules {_quote(line)} follows")
            self.next += 1

    def _agree(self, told: Line, made: Line) -> bool:
        """Decisions were taken as they are written; amounts that PHH leaves out may be left out."""
        if told.text == made.text:
            return True
        if made.is_decision:
            return told.actor == made.actor and told.word == made.word
        return self.script is not None and self.script.agrees(told, made)

    def _decide(self, hand: Hand) -> Hand:
        index, line = self.lines[self.next]
        if self.script is not None:
            self.script.told(index)
        if self.record.loose:
            self.next += 1
        turn = ", ".join(f"p{hand.seats.index(seat) + 1}" for seat in sorted(hand.to_act))
        if not line.is_decision:
            self._differ(index, f"the file has {_quote(line)}, but by the rules {turn} is to act")
        if not 0 <= line.position < len(hand.seats):
            self._differ(index, f"there is no player {line.actor}: there are {len(hand.seats)}")
        seat = hand.seats[line.position]
        if self.record.loose and _is_idle_check(hand, line):
            return hand
        if seat not in hand.to_act:
            self._differ(index, f"{_said(line)}, but {turn} is to act")
        try:
            if line.word == "forfeit":
                return hand.forfeit(*self._late(hand))
            action = self._action(line, hand)
            self._check_amount(index, line, hand, seat, action)
            return hand.act(action, seat)
        except HistoryError:
            raise
        except OddchipError as error:
            self._differ(index, f"{_said(line)}, but {error}")

    def _late(self, hand: Hand) -> list[int]:
        """The seats that forfeit together (CP-8)."""
        lines = [line for _, line in self.lines[self.next :]]
        return [
            hand.seats[line.position] for line in lines if line.word == "forfeit" and line.position < len(hand.seats)
        ]

    def _action(self, line: Line, hand: Hand) -> Action:
        cards = "".join(line.rest)
        if line.word in ("sd", "give") and self.script is not None:
            found = self.script.cards(cards, hand.holdings[hand.seats[line.position]])
            return Discard(found) if line.word == "sd" else Give(found)
        words = {"f": "fold", "cc": "call", "cbr": "raise", "pb": "bring_in", "open": "declare_open", "sd": "draw"}
        rest = "" if line.word in ("cc", "pb") else " ".join(line.rest)
        if line.word == "cc" and _may_check(hand, line):
            return parse_action("check", hand.game.deck)
        return parse_action(f"{words.get(line.word, line.word)} {rest}".strip(), hand.game.deck)

    def _check_amount(self, index: int, line: Line, hand: Hand, seat: int, action: Action) -> None:
        """Chips that the file names must be the chips of the offer."""
        offer = hand.offers[seat]
        if not isinstance(offer, BetOffer) or line.word not in ("cc", "pb", "cbr"):
            return
        if line.word == "cbr":
            wanted = offer.raise_to
            if not isinstance(wanted, No) and action.amount not in wanted:  # type: ignore[union-attr]
                said = f"{wanted.least}" if isinstance(wanted, Exactly) else f"{wanted.least} to {wanted.most}"
                self._differ(index, f"{_said(line)}, but the offer is {said}")
            return
        owed = offer.bring_in if action == PAY_BRING_IN else offer.call
        chips = line.rest[0] if line.rest and line.rest[0] != "as" else ""
        if chips and str(owed or 0) != chips:
            reason = owed.reason if isinstance(owed, No) else f"the offer is {owed}"
            self._differ(index, f"{_said(line)}, but {reason}")

    # --- the end -------------------------------------------------------------------------------------------------

    def _check_end(self, hand: Hand) -> None:
        record = self.record
        if self.next < len(self.lines):
            index, line = self.lines[self.next]
            self._differ(index, f"the file has {_quote(line)}, but the hand is over")
        if record.loose and self.script is not None:
            self._check_cards(hand, self.script)
        if record.finishing is None:
            return
        if not hand.over:
            turn = ", ".join(f"p{hand.seats.index(seat) + 1}" for seat in sorted(hand.to_act))
            self._differ(len(record.actions), f"the file ends while {turn} is to act")
        for i, (seat, told) in enumerate(zip(record.seats, record.finishing, strict=True)):
            if hand.stacks[seat] != told:
                text = f"p{i + 1} finishes with {hand.stacks[seat]}, but the file has {told}"
                raise _Unfit(record.place.at("finishing_stacks") + text)
        if record.shown is not None and shown_cards(hand) != record.shown:
            raise record.place.error(
                f"the cards that everybody saw are {_list(shown_cards(hand))}, but the file has {_list(record.shown)}",
                "shown",
            )

    def _check_cards(self, hand: Hand, script: Script) -> None:
        """Everybody was dealt what is written for him, and no more is written."""
        dealt: dict[str, str] = {}
        for line in lines_of(hand.log, hand.plan):
            if (found := dealt_to(line)) is not None:
                dealt[found[0]] = dealt.get(found[0], "") + found[1]
        for whom, told in script.written.items():
            made = dealt.get(whom, "")
            if len(told) != len(made) or not cards_agree(told, made):
                text = f"{whom} is dealt {made or 'nothing'}, but the file has {told}"
                raise self.record.place.error(text, "actions")

    def _may_be_idle(self, hand: Hand) -> bool:
        return self.record.loose and _is_idle_check(hand, self.lines[self.next][1])

    def check_winners(self, hand: Hand) -> None:
        """Who won with his hand showed it, so its cards are known."""
        assert self.script is not None
        for event in hand.events:
            if isinstance(event, Awarded) and event.cards and set(hand.holdings[event.seat]) & self.script.stand_ins:
                who = f"p{hand.seats.index(event.seat) + 1}"
                raise _Unfit(f"{self.record.place.at()}{who} would win, but some of his cards are unknown")

    def _differ(self, index: int, text: str) -> NoReturn:
        raise self.record.place.error(text, "actions", index)


def replay_all(records: Iterator[Record] | tuple[Record, ...]) -> tuple[Hand, ...]:
    """Replay the hands of a file in order. A hand that takes up a carried pot must take up what the last one left."""
    hands: list[Hand] = []
    left: Carry | None = None
    for record in records:
        if record.carry is not None and hands and record.carry != left:
            told = f"{left.amount} chips ({left.reason})" if left else "nothing"
            raise record.place.error(
                f"the hand takes up a pot of {record.carry.amount}, but the hand before left {told}", "carry"
            )
        hands.append(record.replay())
        left = hands[-1].carry
    return tuple(hands)


def _numbered(record: Record) -> list[tuple[int, Line]]:
    """The lines that are no remarks, with their numbers; cards dealt to one seat piece by piece are one line."""
    found: list[tuple[int, Line]] = []
    for index, text in enumerate(record.actions):
        line = line_of(text)
        if line.word == "#":
            if line.text:
                raise record.place.error(f"cannot read {text!r}: expected who and what, like 'p1 f'", "actions", index)
            continue
        if line.actor != "d" and not (line.actor[:1] == "p" and is_whole(line.actor[1:])):
            raise record.place.error(f"cannot read {text!r}: it begins neither with d nor with p1", "actions", index)
        before = found[-1][1] if found else None
        if before and line.word == "dh" and len(line.rest) == 2 and before.text.split()[:3] == line.text.split()[:3]:
            found[-1] = (found[-1][0], line_of(before.text + line.rest[1]))
        else:
            found.append((index, line))
    return found


def _may_check(hand: Hand, line: Line) -> bool:
    offer = hand.offers.get(hand.seats[line.position])
    if not isinstance(offer, BetOffer):
        return False
    return not line.rest if isinstance(offer.call, No) and isinstance(offer.check, No) else bool(offer.check)


_VERBS = {
    "f": "folds",
    "pb": "brings in",
    "cbr": "bets or raises to",
    "open": "declares the pot open",
    "sd": "draws",
    "declare": "declares",
    "give": "gives",
    "forfeit": "does not choose in time",
}


def _said(line: Line) -> str:
    """ "p3 calls 4", "p1 draws Ks9h"."""
    verb = ("calls" if line.rest else "checks or calls") if line.word == "cc" else _VERBS[line.word]
    if line.word == "sd" and not line.rest:
        return f"{line.actor} stands pat"
    return " ".join([line.actor, verb, *line.rest])


def _quote(line: Line) -> str:
    return f"'{line.text}'"


def _burns_unsaid(record: Record) -> bool:
    """Are cards burned that the lines do not mention?"""
    deals = [phase for phase in record.game.play if isinstance(phase, Deal)]
    return record.loose and record.house.stud.burn_cards and any(deal.burn for deal in deals)


def _is_idle_check(hand: Hand, line: Line) -> bool:
    """A check by the last player with chips, whom PHH's programs ask though nobody could call his bet (BET-17)."""
    if line.word != "cc" or not 0 <= line.position < len(hand.seats):
        return False
    seat = hand.seats[line.position]
    asked = seat in hand.to_act and isinstance(hand.offers[seat], BetOffer)
    return hand.state.able == 1 << line.position and not asked


def _list(items: tuple[object, ...]) -> str:
    return "[" + ", ".join(map(str, items)) + "]"

"""California Poker between two who trust nobody, as steps: the room carries their lines and keeps the clock.

What they have said makes the hand: when both have agreed to the terms the stakes are in the pot (`StartHand`, with
cards that are awaited); when both secrets are open the cards are there (`DealOn`); when both choices are, the swap.
What the referee rules is booked: who forfeits (CP-8), stakes back, no hand. The rest is the engine's.
"""

from __future__ import annotations

from oddchip.actions import Give
from oddchip.dealers import awaited
from oddchip.errors import OddchipError
from oddchip.fair.two_party import Referee
from oddchip.fair.two_party.exchange import spoken
from oddchip.fair.two_party.messages import Hello, read
from oddchip.fair.two_party.standing import Phase, mark_in, offer_in
from oddchip.fair.two_party.swap import given
from oddchip.fair.two_party.terms import LONGEST_CLOCK
from oddchip.hand import Hand
from oddchip.room import desk as desks
from oddchip.room.between import HELLO, ON_CHAIN, Between, ChainAsked, PairDropped, PairOpened, PairSaid, PairStood
from oddchip.room.errors import Refused
from oddchip.room.steps import Step
from oddchip.stakes import Stake
from oddchip.table import Table
from oddchip.table import commands as cmd
from oddchip.table.facts import HandVoided
from oddchip.table.mixing import unannounced
from oddchip.table.values import Away

GAME = "california_poker"
#: Seconds for each step where the house rules have no clock: the protocol cannot do without one.
USUAL_CLOCK = 60
MATCH_BYTES = 32


class DeskMarks:
    """The secrets that were opened at a table before, by their marks; `new` are those of this step."""

    def __init__(self, desk: desks.Desk) -> None:
        self.known, self.serial, self.new = desk.marks, desk.pairs, list[str]()

    def first_seen(self, mark: bytes, place: bytes) -> bytes:
        """This hand's place, unless another hand's secret has this mark."""
        return place if self.known.get(mark.hex(), self.serial) == self.serial else b""


def is_apart(table: Table) -> bool:
    """Is a hand being played that two deal to each other?"""
    return table.state.dealing is not None and table.state.dealing.apart


def may_be(table: Table) -> bool:
    """Is the next hand one that two can deal to each other?"""
    return table.entry is not None and table.entry.game.id == GAME


def must_be_for_two(step: Step) -> None:
    """Refused at a table where two deal to each other: other games, and bots, which the house would play."""
    if step.desk.settings.fairness != "pair":
        return
    state = step.table.state
    line = state.next_line or state.line
    if line is not None and any(entry.game.id != GAME for entry in line.entries):
        raise Refused("only California Poker is dealt between two: set another way to shuffle first")
    if any(place.player in step.desk.bots for place in step.table.places.values()):
        raise Refused("a table where two deal to each other is for people: a bot's secrets would be the house's")


# --- opening a hand ---------------------------------------------------------------------------------------------------


def next_hand(table: Table, now: float) -> Hand:
    """The next hand up to its cards. SetupError where none can be dealt."""
    hand = _announced(table).do(cmd.StartHand(awaited(()), apart=True), now).hand
    assert hand is not None
    return hand


def _announced(table: Table) -> Table:
    entry = table.entry
    return table.do(cmd.Announce()) if entry and unannounced(table.state, entry) else table


def open_next(step: Step, match: bytes) -> None:
    """The next hand may be agreed upon. Between the same two the match goes on; else `match` begins."""
    last = step.desk.between
    if step.table.playing or (last is not None and last.is_open):
        return
    opened = _next(step.table, step.now, match.hex(), 1)
    if last and (last.opened.seats, last.opened.people) == (opened.seats, opened.people):
        opened = _next(step.table, step.now, last.opened.match, last.opened.number + 1)
    step.say(opened)


def _next(table: Table, now: float, match: str, number: int) -> PairOpened:
    hand = next_hand(table, now)
    assert isinstance(hand.stakes, Stake)
    first, second = sorted(hand.seats)
    chips = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
    people = table.places[first].player, table.places[second].player
    clock = min(hand.house.seats.clock_seconds or USUAL_CLOCK, LONGEST_CLOCK)
    balances = chips[first], chips[second]
    return PairOpened(
        table.state.hands + 1, match, number, (first, second), people, hand.stakes.amount, balances, clock
    )


def fits(between: Between, step: Step) -> bool:
    """Can the hand still be played that is open, and not yet agreed upon?"""
    opened = between.opened
    if step.desk.settings.fairness != "pair":
        return False
    try:
        return _next(step.table, step.now, opened.match, opened.number) == opened
    except OddchipError:
        return step.table.state.paused_at is not None


# --- what is said -----------------------------------------------------------------------------------------------------


def hear(step: Step, side: int, line: str, referee: Referee, revision: str) -> None:
    """Somebody's line. It is carried to both once it is written down; a `FairError` is the answer to him alone."""
    between = _open(step)
    if step.desk.stopped or step.table.state.paused_at is not None:
        raise Refused("the table stands still: nothing is heard until it goes on")
    _check_terms(between, line)
    referee.receive(line, now=between.at(step.now), by=side)
    _go_on(step, between, referee, revision)


def claim(step: Step, referee: Referee) -> None:
    """The time is up: the referee rules."""
    between = step.desk.between
    if between is None or not between.is_open or not referee.until or between.at(step.now) <= referee.until:
        return
    referee.claim(between.at(step.now))
    _go_on(step, between, referee)


def _open(step: Step) -> Between:
    between = step.desk.between
    if between is None or not between.is_open:
        raise Refused("no hand is dealt between two here now")
    return between


def _check_terms(between: Between, line: str) -> None:
    """The table's own game, stake, stacks and clock, and nothing else."""
    message = spoken(line)
    if isinstance(message, Hello) and offer_in(message) != between.offer:
        raise Refused("these are not the terms of this table: its stake, both stacks and its clock")


def _go_on(step: Step, between: Between, referee: Referee, revision: str = "") -> None:
    """Write down what is new, and do what follows from it."""
    lines = tuple(referee.lines[len(between.lines) :])
    if not lines:
        return
    exchange, ending = referee.course.exchange, referee.ending
    step.say(
        PairSaid(
            lines,
            HELLO if exchange.phase is Phase.OFFER else exchange.phase.name.lower(),
            exchange.awaited,
            referee.until,
            tuple(found.hex() for line in lines if (found := mark_in(read(line)))),
            "" if ending is None else ending.end,
        )
    )
    if exchange.terms is not None and not between.begun:
        _begin(step, between, revision)
    hand = step.table.hand
    if exchange.hands is not None and hand is not None and hand.awaits:
        step.do(cmd.DealOn(_as_dealt(hand, dict(zip(between.opened.seats, exchange.hands, strict=True)))))
    if exchange.outcome is not None and step.table.playing:
        for seat, eight, mask in zip(between.opened.seats, exchange.outcome.hands, exchange.outcome.masks, strict=True):
            step.do(cmd.Act(seat, Give(given(eight, mask))))
    if ending is not None:
        _book(step, between, referee)


def _begin(step: Step, between: Between, revision: str) -> None:
    entry = step.table.entry
    if entry and unannounced(step.table.state, entry):
        step.do(cmd.Announce())
    step.do(cmd.StartHand(awaited(()), apart=True))
    people = dict(zip(between.opened.seats, between.opened.people, strict=True))
    step.say(desks.HandBegan(people, step.now, revision))


def _as_dealt(hand: Hand, eights: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The sixteen cards as a dealer would give them, one to each in turn."""
    return tuple(eights[seat][at] for at in range(8) for seat in hand.seats)


# --- how it ends ------------------------------------------------------------------------------------------------------


def _book(step: Step, between: Between, referee: Referee) -> None:
    """What the referee has ruled, in chips; and who did not play on sits out until he is back."""
    seats, ending, exchange = between.opened.seats, referee.ending, referee.course.exchange
    assert ending is not None
    if ending.end == "off" and step.table.playing:
        step.do(cmd.VoidHand("one of the two left before he was bound"))
    elif ending.end == "forfeit" and ending.loser is not None:
        step.do(cmd.Forfeit((seats[ending.loser],)))
    elif ending.end == "void":
        step.do(cmd.Forfeit(seats))
    if ending.end != "settled":
        for side in exchange.left or exchange.awaited:
            _sit_out(step, seats[side], between.opened.people[side])
    if step.desk.chain_asked:
        go_on_chain(step)


def _sit_out(step: Step, seat: int, person: str) -> None:
    place = step.table.places.get(seat)
    if place is not None and place.player == person and place.away is Away.NO and not place.leaving:
        step.do(cmd.SitOut(seat))


def ask_for_chain(step: Step) -> None:
    """One of the two wants the rest to be settled on the chain: at once, or when the hand is over (CP-9).

    Both must still sit there: the session of who is gone is over, and others' is not his to end.
    """
    between = step.desk.between
    by_two = is_apart(step.table) or step.desk.settings.fairness == "pair"
    if not by_two or between is None or between.side_of(step.actor) is None:
        raise Refused("only who plays a hand that is dealt between two may settle on the chain")
    if not _both_sit(step, between):
        raise Refused("one of the two has left the table, and with that their session is over")
    if step.table.state.dealing is not None and not is_apart(step.table):
        raise Refused("the house has dealt this hand: settle on the chain when it is over")
    if step.desk.chain_asked:
        raise Refused("that is asked for already: the session ends after this hand")
    step.say(ChainAsked(step.actor))
    if not (between.is_open and between.begun):
        go_on_chain(step)


def _both_sit(step: Step, between: Between) -> bool:
    places = step.table.places
    sides = zip(between.opened.seats, between.opened.people, strict=True)
    return all(seat in places and places[seat].player == person for seat, person in sides)


def go_on_chain(step: Step) -> None:
    """The session ends here, and the table with it. What was to come may be another game, or one not chosen yet."""
    if may_be(step.table):
        step.do(cmd.ExternalSettlement(ON_CHAIN))
    step.say(desks.DealingSet(False))
    step.do(cmd.Close(ON_CHAIN))


def follow_up(step: Step) -> None:
    """What follows for the hand between two from anything else: its clock stood still, or it is not played."""
    between = step.desk.between
    if between is None or not between.is_open:
        return
    if any(isinstance(fact, HandVoided) for fact in step.facts):
        step.say(PairDropped("the hand is void"))
        if step.desk.chain_asked and step.table.state.closed is None:
            go_on_chain(step)  # the hand that was to be waited for is over, too
    elif step.table.state.closed is not None:
        step.say(PairDropped("the table is closed"))
    elif not between.begun and not fits(between, step):
        step.say(PairDropped("another hand is to be played now: seats, chips or game have changed"))


def stood(step: Step, seconds: float) -> None:
    """Time stood still for so long."""
    between = step.desk.between
    if between is not None and between.is_open and seconds > 0:
        step.say(PairStood(between.stood + seconds))

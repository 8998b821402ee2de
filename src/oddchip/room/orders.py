"""What people ask for, made into steps of a table: decisions, seats and chips. Hosts' powers are in `hosting.py`.

Every function takes the step to work on and what was asked, and refuses with one sentence or does it whole.
"""

from __future__ import annotations

from collections.abc import Callable

from oddchip.errors import IllegalAction, SetupError
from oddchip.games import find_game
from oddchip.room import desk as desks
from oddchip.room import pairing
from oddchip.room.errors import Doubtful, Forbidden, Refused, Stale
from oddchip.room.project import CardIds, action_of, price_of
from oddchip.room.project.chips import MOST_CHIPS, usual_buy_in
from oddchip.room.protocol import Act, Do
from oddchip.room.steps import Step
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.stakes_text import parse_stakes
from oddchip.table import Table
from oddchip.table import commands as cmd
from oddchip.table.deal import dealing_of
from oddchip.table.values import Away
from oddchip.telling import deals_up, doubt, in_display_order, is_ace_low

STALE = "that decision is over; look at the table again"
STOPPED = "the table was stopped by a fault, and a host decides how it goes on"


def seat_of(table: Table, person: str) -> int | None:
    """The seat a person has at the table."""
    return next((seat for seat, place in table.places.items() if place.player == person), None)


def own_seat(step: Step) -> int:
    """The seat of the one who asks; Forbidden for who has none."""
    seat = seat_of(step.table, step.actor)
    if seat is None:
        raise Forbidden("you have no seat at this table")
    return seat


# --- decisions in a hand ---------------------------------------------------------------------------------------------


def act(step: Step, asked: Act, ids: CardIds) -> None:
    """A decision in the hand.

    Stale when it answers another decision than the present one, or was made at another price (BET-1): the rule that
    saves from double presses and from calling what was a check a moment ago. Doubtful when it is hardly meant.
    """
    table, seat = step.table, own_seat(step)
    if step.desk.stopped:
        raise Refused(STOPPED)
    if pairing.is_apart(table):
        raise Refused("this hand is dealt between the two of you: the choice is sealed by your own page")
    offer = table.offers.get(seat)
    if offer is None or table.hand is None:
        raise Stale("no hand is being played" if not table.playing else STALE)
    if asked.decision != table.decisions[seat]:
        raise Stale(STALE)
    if asked.price != (price := price_of(offer)):
        raise Stale(f"it takes {price} to call now, not {asked.price}; look at the table again")
    action = action_of(asked, table.hand, seat, ids)
    if not asked.sure and (why := doubt(table.hand, seat, action)):
        raise Doubtful(why)
    step.do(cmd.Act(seat, action, asked.decision))


# --- seats and chips -------------------------------------------------------------------------------------------------


def do(step: Step, asked: Do, ids: CardIds) -> None:
    """What a player or guest asks for outside the decisions of a hand."""
    not_too_many(asked.chips)
    _ORDERS[asked.what](step, asked, ids)


def not_too_many(chips: int) -> None:
    """Refused for more chips than anybody may bring at once."""
    if chips > MOST_CHIPS:
        raise Refused(f"nobody brings more than {MOST_CHIPS} chips at once")


def _sit(step: Step, asked: Do, ids: CardIds) -> None:
    person, desk = step.actor, step.desk
    if seat_of(step.table, person) is not None:
        raise Refused("you have a seat already")
    chips = asked.chips or usual_buy_in(step.table, step.desk.settings.stack)
    if desk.may_sit(person):
        seat_down(step, person, asked.seat, chips, asked.post)
        return
    # What could not be granted is refused now, not when the host says yes.
    step.table.do(cmd.Sit(asked.seat, person, chips, asked.post), step.now)
    step.say(desks.Asked(person, asked.seat, chips, asked.post))


def seat_down(step: Step, person: str, seat: int, chips: int, post: bool = False) -> None:
    """Give a person a seat."""
    sit = cmd.Sit(seat, person, chips, post)
    waits = _must_wait(step, sit)
    step.do(sit)
    if waits:
        step.do(cmd.SitOut(seat)).say(desks.ComesBack(person, post=post))
    if any(asked.person == person for asked in step.desk.asked) or person not in step.desk.approved:
        step.say(desks.Answered(person, True))


def _must_wait(step: Step, command: cmd.Command) -> bool:
    """Would it bring somebody into the next hand, though a deck is committed to for that already?

    Then he is dealt in with the hand after: who comes and goes again and again would keep the others from any hand.
    """
    table = step.table
    if table.why_not or not step.desk.is_bound:
        return False
    after = table.do(command, step.now)
    return not after.why_not and not set(dealing_of(after.state).seats) <= set(dealing_of(table.state).seats)


def _leave(step: Step, asked: Do, ids: CardIds) -> None:
    if seat_of(step.table, step.actor) is None and any(each.person == step.actor for each in step.desk.asked):
        step.say(desks.Answered(step.actor, False))
        return
    step.do(cmd.Leave(own_seat(step)))


def _sit_out(step: Step, asked: Do, ids: CardIds) -> None:
    seat = own_seat(step)
    waited = _waits_no_more(step)
    if not waited or step.table.places[seat].away is not Away.NOW:
        step.do(cmd.SitOut(seat, asked.now))


def _return(step: Step, asked: Do, ids: CardIds) -> None:
    _come_back(step, own_seat(step), asked.post)


def _come_back(step: Step, seat: int, post: bool = False) -> None:
    back = cmd.Return(seat, post)
    if _must_wait(step, back):
        step.say(desks.ComesBack(step.actor, post=post))
    else:
        _waits_no_more(step)
        step.do(back)


def _waits_no_more(step: Step) -> bool:
    """Did he wait for the hand after the next one? Now he does not."""
    waited = step.actor in step.desk.coming
    if waited:
        step.say(desks.ComesBack(step.actor, False))
    return waited


def _top_up(step: Step, asked: Do, ids: CardIds) -> None:
    step.do(cmd.TopUp(own_seat(step), asked.chips))


def _rebuy(step: Step, asked: Do, ids: CardIds) -> None:
    seat = own_seat(step)
    rebuy = cmd.Rebuy(seat, asked.chips or usual_buy_in(step.table, step.desk.settings.stack))
    waits = _must_wait(step, rebuy)
    step.do(rebuy)
    if waits:
        step.do(cmd.SitOut(seat)).say(desks.ComesBack(step.actor))
    elif step.table.places[seat].away is not Away.NO:
        _come_back(step, seat)


def _buy_pot(step: Step, asked: Do, ids: CardIds) -> None:
    step.do(cmd.BuyPot(own_seat(step)))


def _choose(step: Step, asked: Do, ids: CardIds) -> None:
    stakes = parse_stakes(asked.stakes) if asked.stakes else None
    choose(step, own_seat(step), find_game(asked.game), stakes)


def choose(step: Step, seat: int, game: Game, stakes: Stakes | None = None) -> None:
    """The chooser's pick (MIX-3)."""
    step.do(cmd.Choose(seat, game, stakes))


def _decline(step: Step, asked: Do, ids: CardIds) -> None:
    step.do(cmd.Decline(own_seat(step)))


def _on_chain(step: Step, asked: Do, ids: CardIds) -> None:
    if step.desk.stopped:
        raise Refused(STOPPED)
    pairing.ask_for_chain(step)


def _announce(step: Step, asked: Do, ids: CardIds) -> None:
    own_seat(step)
    step.do(cmd.Announce())


def _show(step: Step, asked: Do, ids: CardIds) -> None:
    """Cards shown after the hand, which nobody had to show (SHD-4)."""
    seat, hand = own_seat(step), step.table.hand
    if hand is None or step.table.playing or step.desk.dealt.get(seat) != step.actor:
        raise Refused("cards are shown once the hand is over, by those who were dealt in")
    held = hand.holdings[seat]
    try:
        cards = tuple(ids.card_of(hand, step.hand, seat, card) for card in asked.cards) or held
    except (IllegalAction, SetupError) as error:
        raise Refused(str(error)) from None
    shown = [card for card in held if card in cards or card in step.desk.shown.get(seat, ())]
    ace_low = is_ace_low(hand.plan, hand.state.rules)
    step.say(desks.Showed(seat, in_display_order(shown, deals_up(hand.plan), ace_low)))


_ORDERS: dict[str, Callable[[Step, Do, CardIds], None]] = {
    "sit": _sit,
    "leave": _leave,
    "sit_out": _sit_out,
    "return": _return,
    "top_up": _top_up,
    "rebuy": _rebuy,
    "buy_pot": _buy_pot,
    "choose": _choose,
    "decline": _decline,
    "announce": _announce,
    "show": _show,
    "on_chain": _on_chain,
}

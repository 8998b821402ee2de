"""What the room does at a table by itself: deal, keep time, ask for a choice, free seats, go on after an outage.

`due` says what comes next and when; the functions work on a step like those of `orders.py`. Nothing here reads a clock.
How decks are committed and dealt is in `dealing.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from oddchip.room import dealing, pairing
from oddchip.room import desk as desks
from oddchip.room.decks import fits, holds
from oddchip.room.opened import laid_out
from oddchip.room.orders import choose, seat_of
from oddchip.room.steps import Scene, Step
from oddchip.spec import Game
from oddchip.stakes import Stakes
from oddchip.table import Table
from oddchip.table import commands as cmd
from oddchip.table import facts as table_facts
from oddchip.table.mixing import unannounced
from oddchip.table.seating import present, with_chips
from oddchip.table.values import Away, Place, Standing

#: Seconds that people have to come back after an outage before their seeds are missed.
COMING_BACK = 10.0
#: Seconds after which a moment is surely over: the referee of a hand between two counts in milliseconds.
AFTER = 0.002


class Due(NamedTuple):
    """Something to be done at a moment: timeout, ask, fall_back, free; deal, give_up, shuffle, deal_on (`dealing`);
    pair_open, pair_claim (`pairing`).
    """

    at: float
    what: str


def is_at_rest(scene: Scene) -> bool:
    """Nothing happens by itself: paused, stopped by a fault, or closed."""
    state = scene.table.state
    return state.paused_at is not None or state.closed is not None or bool(scene.desk.stopped)


def is_for_bots(scene: Scene) -> bool:
    """Can a hand be dealt, and would it be among bots alone? Who waits for a later one plays as well."""
    table, desk = scene.table, scene.desk
    if is_at_rest(scene) or table.playing or desk.pending is not None or desk.coming or not desk.dealing:
        return False
    state, entry = table.state, table.entry
    here = with_chips(state, entry) if entry else present(state)
    return all(place.player in desk.bots for place in here.values()) and why_no_deal(table) is None


def due(
    scene: Scene, over_at: float, until: float = 0, given: Collection[int] = (), *, waits: bool = False
) -> Due | None:
    """What is to be done next, and when; `over_at` is when the last hand ended, `given` the seats whose seeds are here.
    With `waits`, bots wait for somebody: no hand is dealt.

    Deadlines up to `until` have taken effect. One of them may stand all the same: a stake is forfeited only when the
    other player has chosen or is late as well (CP-8).
    """
    if is_at_rest(scene):
        return None
    table, desk = scene.table, scene.desk
    found = [_frees(scene)]
    if desk.pending is not None:
        found.append(_seeds(scene, desk.pending, given))
    elif desk.between is not None and desk.between.is_open:
        if desk.between.deadline:
            found.append(Due(desk.between.deadline + AFTER, "pair_claim"))
    elif table.playing:
        found += [Due(clock.deadline, "timeout") for clock in table.clocks if clock.deadline > until]
        if table.hand is not None and table.hand.awaits:
            found.append(Due(scene.at, "shuffle"))
    elif desk.dealing and not waits:
        found.append(_next_deal(table, desk, over_at))
    return min((each for each in found if each), default=None)


def _seeds(scene: Scene, pending: desks.Committed, given: Collection[int]) -> Due:
    """A commitment waits for its seeds: it is dealt from once they are there, and nobody waits longer than he must."""
    table, here = scene.table, set(pending.tips) <= set(given)
    wait = scene.at if here else scene.desk.seeds_until
    if pending.shuffle:
        awaited = table.playing and table.hand is not None and table.hand.awaits
        return Due(wait, "deal_on") if awaited else Due(scene.at, "give_up")
    if not holds(scene.decks, pending) or not fits(pending, table) or why_no_deal(table):
        return Due(scene.at, "give_up")
    return Due(wait, "deal" if here else "give_up")


def _next_deal(table: Table, desk: desks.Desk, over_at: float) -> Due | None:
    after = over_at + desks.PAUSES[desk.settings.pace]
    chooser = table.chooser
    if chooser is not None:
        if desk.choice is None or desk.choice.seat != chooser:
            return Due(after, "ask")
        return Due(desk.choice.deadline, "fall_back") if desk.choice.deadline else None
    what = "pair_open" if desk.settings.fairness == "pair" and pairing.may_be(table) else "deal"
    return Due(after, what) if why_no_deal(table) is None else None


def why_no_deal(table: Table) -> str | None:
    """Why the room cannot deal; an announcement that is missing it makes itself (CU-3)."""
    why, entry = table.why_not, table.entry
    if why and entry and unannounced(table.state, entry):
        return table.do(cmd.Announce()).why_not
    return why


def _frees(scene: Scene) -> Due | None:
    minutes, away = scene.desk.settings.away_minutes, scene.desk.away
    return Due(min(away.values()) + 60 * minutes, "free") if minutes and away else None


# --- doing it --------------------------------------------------------------------------------------------------------


def time_out(step: Step) -> None:
    """Time that ran out takes effect (TIM-1); who let it run out sits out from the next hand, until he is back."""
    step.do(cmd.TimeOut())
    for seat in [fact.seat for fact in step.facts if isinstance(fact, table_facts.TimedOut)]:
        place = step.table.places.get(seat)
        if place and place.away is Away.NO and not place.leaving and place.player not in step.desk.bots:
            step.do(cmd.SitOut(seat))


def ask_for_choice(step: Step) -> None:
    seat = step.table.chooser
    if seat is not None:
        seconds = step.desk.settings.choice_seconds
        step.say(desks.ChoiceAsked(seat, step.now + seconds if seconds else 0.0))


def fall_back(step: Step) -> None:
    """A chooser who is late: the game played last is played again, or the first of the list."""
    seat = step.table.chooser
    if seat is not None:
        choose(step, seat, *last_or_first(step.table))


def last_or_first(table: Table) -> tuple[Game, Stakes]:
    """The game of the list that was played last, at its stakes; else the first."""
    line, hand = table.state.line, table.hand
    assert line is not None
    same = [entry for entry in line.entries if hand is not None and entry.game == hand.game]
    entry = (same or line.entries)[0]
    return entry.game, entry.stakes


def free_seats(step: Step) -> None:
    """Seats of those who sat out too long are free again; their chips go with them (STK-4)."""
    limit = 60 * step.desk.settings.away_minutes
    for person, since in step.desk.away.items():
        seat = seat_of(step.table, person)
        if step.now >= since + limit and seat is not None and not step.table.places[seat].leaving:
            step.do(cmd.Leave(seat))


def take_up_again(step: Step) -> None:
    """After an outage whoever is asked has the time he had when the room went silent (the last event's)."""
    if not step.desk.stopped:
        give_time_back(step, step.scene.at, "the room was away")
    if not is_at_rest(step.scene):
        pairing.stood(step, step.now - step.scene.at)
    if step.desk.pending:
        left = max(0.0, step.desk.seeds_until - step.scene.at)
        step.say(
            desks.SeedsAwaited(step.now + max(left, COMING_BACK))
        )  # not the sum, which outage after outage would grow
    if step.desk.choice and step.desk.choice.deadline:
        left = max(0.0, step.desk.choice.deadline - step.scene.at)
        step.say(desks.ChoiceAsked(step.desk.choice.seat, step.now + left))
    for person in step.desk.away:
        step.say(desks.WentAway(person, step.now))


def give_time_back(step: Step, since: float, why: str) -> None:
    """Time has stood still since then: whoever is asked has what he had left."""
    if step.table.playing and step.table.state.paused_at is None:
        now, step.now = step.now, since
        step.do(cmd.Pause(why))
        step.now = now
        step.do(cmd.Resume())


def follow_up(step: Step) -> None:
    """What follows from a step: since when somebody is away; a choice nobody is asked for now, a deck for no hand."""
    _are_back(step)
    state = step.table.state
    away = {place.player for place in state.seated.values() if place.away is not Away.NO and not place.leaving}
    for person in sorted(away - set(step.desk.away)):
        if person not in step.desk.bots:
            step.say(desks.WentAway(person, step.now))
    for person in sorted(set(step.desk.away) - away):
        step.say(desks.WentAway(person, 0.0))
    if step.desk.choice and (step.table.chooser != step.desk.choice.seat):
        step.say(desks.ChoiceAsked(-1, 0.0))
    for fact in step.facts:
        if isinstance(fact, table_facts.HandVoided):
            step.say(desks.VoidCounted(fact.number))
    hand = step.table.hand or step.scene.table.hand
    if step.hand_over and step.decks is not None and hand is not None and hand.state.shuffles:
        step.decks = replace(step.decks, laid=laid_out(hand, step.desk, step.decks))
    if stood := _stood_still(step):
        if step.desk.pending:
            step.say(desks.SeedsAwaited(step.desk.seeds_until + stood))
        pairing.stood(step, stood)
    pairing.follow_up(step)
    if step.table.state.closed is not None:
        dealing.give_up(step, {})


def _are_back(step: Step) -> None:
    """Who waited for the hand after the next one is back when that is dealt, or cannot be dealt without him, or is not
    to be dealt any more.
    """
    table = step.table
    if table.state.paused_at is not None or (step.desk.is_bound and not table.why_not):
        return
    for person, post in sorted(step.desk.coming.items()):
        step.say(desks.ComesBack(person, False))
        seat = seat_of(table, person)
        if seat is not None and _is_out(table.places[seat], post):
            step.do(cmd.Return(seat, post))


def _is_out(place: Place, post: bool) -> bool:
    """Is there something to come back from: sitting out, or waiting for the blind where he would post?"""
    return not place.leaving and (place.away is not Away.NO or (post and place.standing is not Standing.IN))


def _stood_still(step: Step) -> float:
    """For how long time stood still that goes on with this step: after a pause, or a fault."""
    if any(isinstance(fact, desks.SeedsAwaited) for fact in step.desk_facts):
        return 0.0
    before = step.scene
    since = before.desk.stopped_at if before.desk.stopped and not step.desk.stopped else before.table.state.paused_at
    goes_on = not step.desk.stopped and step.table.state.paused_at is None
    return step.now - since if since is not None and goes_on else 0.0

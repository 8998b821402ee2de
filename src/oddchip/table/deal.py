"""Starting a deal and closing its books."""

from __future__ import annotations

from oddchip.dealers import Dealer
from oddchip.errors import SetupError
from oddchip.hand import Hand, Seat, default_posts
from oddchip.plan import Plan, plan_for
from oddchip.posts import Owed, Post, clockwise, forced_posts, holders
from oddchip.spec import BIG, EVERYONE, SMALL
from oddchip.stakes import Stake
from oddchip.table import facts
from oddchip.table.kills import kill_post, killed, killer, legs_after, may_be_killed
from oddchip.table.mixing import chooser, unannounced
from oddchip.table.money import session_words
from oddchip.table.seating import Seating, seat_next
from oddchip.table.state import TableState
from oddchip.table.values import Dealing, Entry


def refusal(state: TableState) -> str | None:
    """Why no hand can be dealt now; None when one can."""
    if state.closed is not None:
        return "the table is closed"
    if state.dealing:
        return "a hand is being played"
    if state.paused_at is not None:
        return "the table is paused"
    if state.session:
        return session_words(state.session.reason, state.session.seat)
    if state.entry is None:
        seat = chooser(state)
        return "no game is set" if seat is None else f"seat {seat} chooses the game first"
    if missing := unannounced(state, state.entry):
        return f"before this deal {', '.join(missing)} must be announced (CU-3)"
    try:
        seating_of(state, state.entry)
    except SetupError as error:
        return str(error)
    return None


def blinds_of(state: TableState, entry: Entry) -> tuple[int, int]:
    """The small and the big blind of a game at its stakes; 0 for none."""
    plan = plan_for(entry.game, entry.stakes, state.house, entry.game.seats[0])
    amounts = dict(zip(plan.roles, plan.blinds, strict=False))
    return amounts.get(SMALL, 0), amounts.get(BIG, 0)


def seating_of(state: TableState, entry: Entry, button: int | None = None) -> Seating:
    """Who is dealt in next, and where the button stands."""
    return seat_next(state, entry, blinds_of(state, entry), button)


def dealing_of(state: TableState, button: int | None = None) -> Dealing:
    """The next deal: its number, its game at the stakes of a kill, its seats, stacks and button. SetupError if none."""
    entry, chain = state.entry, state.chain
    assert entry is not None
    seating = seating_of(state, entry, button)
    kills = None if chain else killer(state.legs, entry, state.house)
    return Dealing(
        number=state.hands + 1,
        chain=chain.number if chain else state.played + 1,
        entry=killed(entry, state.house) if kills in seating.seats else entry,
        house=chain.house if chain else state.house,
        seats=seating.seats,
        stacks=tuple(state.seated[seat].stack for seat in seating.seats),
        button=seating.button,
        owed=seating.owed,
        settled=seating.settled,
        passed=seating.passed,
        bought=seating.bought,
        killer=kills if kills in seating.seats else None,
        redeal=chain is not None,
    )


def started(state: TableState, dealing: Dealing, dealer: Dealer) -> Hand:
    """The hand of a deal, up to its first decision."""
    seats = [Seat(seat, stack) for seat, stack in zip(dealing.seats, dealing.stacks, strict=True)]
    plan = plan_for(dealing.entry.game, dealing.stakes, dealing.house, len(seats))
    ordinary = state.entry or dealing.entry
    return Hand.start(
        dealing.entry.game,
        dealing.stakes,
        seats,
        dealing.button.button,
        dealer,
        house=dealing.house,
        carry=state.carry,
        posts=posts_of(plan, dealing, state, ordinary),
    )


def posts_of(plan: Plan, dealing: Dealing, state: TableState, ordinary: Entry) -> tuple[Post, ...]:
    """Who posts what in this deal; a redeal of a carried pot has antes only (D-PO-2)."""
    order = clockwise(dealing.seats, dealing.button.button)
    if isinstance(plan.stakes, Stake):
        return default_posts(plan, order, dealing.button.button)
    carry, most = state.carry, plan.house.openers.max_antes
    place = {seat: i for i, seat in enumerate(order)}
    roles = tuple(role.value for role in plan.roles)
    at = holders(dealing.button, dealing.seats, roles) if plan.blinds and not dealing.redeal else ()
    if dealing.bought is not None:
        at = tuple(None if position == place[dealing.bought] else position for position in at)
    kill = None if dealing.killer is None else (place[dealing.killer], kill_post(ordinary, dealing.house))
    return forced_posts(
        plan.n,
        order[-1] == dealing.button.button,
        ante=0 if carry and most is not None and carry.deals >= most else plan.ante,
        ante_by=None if plan.ante_by is EVERYONE or dealing.redeal else "big_blind",
        blinds=() if dealing.redeal else plan.blinds,
        roles=roles,
        at=at,
        big_blind_ante=plan.house.betting.big_blind_ante,
        straddle=plan.house.betting.straddle,
        owed=_by_place(dealing.owed, place),
        kill=kill,
    )


def _by_place(owed: tuple[tuple[int, Owed], ...], place: dict[int, int]) -> dict[int, Owed]:
    return {place[seat]: debt for seat, debt in owed}


def ended(state: TableState, hand: Hand) -> facts.HandEnded:
    """The books of a deal that is over."""
    dealing = state.dealing
    assert dealing is not None
    assert hand.result is not None
    legs = state.legs
    if hand.carry is None and may_be_killed(dealing.entry, dealing.house):
        legs = legs_after(legs, hand)
    put = dict(state.chain.put) if state.chain else {}
    for seat, net in hand.result.net.items():
        put[seat] = put.get(seat, 0) + max(0, -net)
    stacks = tuple(sorted(hand.result.stacks.items()))
    return facts.HandEnded(dealing.number, stacks, hand.carry, tuple(sorted(put.items())), legs)

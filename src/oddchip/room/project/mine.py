"""What only the viewer himself sees: his cards and their worth, what he is asked, what he may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from oddchip.cards import Deck
from oddchip.room.project.around import Viewer
from oddchip.room.project.chips import Beside, away_minutes_of, beside, usual_stack_of
from oddchip.room.project.offers import offer_view, prepared
from oddchip.room.project.worths import Worths
from oddchip.room.protocol import MeView, WireCard, WorthView
from oddchip.telling import Worth
from oddchip.views import View

if TYPE_CHECKING:
    from oddchip.room.project.picture import Picture

FIVE = 5


def me_view(
    picture: Picture,
    viewer: Viewer,
    seat: int | None,
    view: View | None,
    cards: list[WireCard],
    wire: Mapping[int, WireCard],
) -> MeView:
    """`seat` is where he sits, `view` what he sees of a hand he was dealt in; `wire` all the cards he may see."""
    table, around, person = picture.table, picture.around, viewer.person
    found = MeView(
        person,
        around.names.get(person, ""),
        seat=-1 if seat is None else seat,
        host=person in around.hosts,
        muted=person in around.muted,
        asked_to_sit=any(each.person == person for each in around.waiting) if around.waiting else False,
    )
    shows = False
    if view is not None and view.seat is not None:
        found.cards = cards
        i = view.seats.index(view.seat)
        s = view.state
        ways = _ways(view, i, picture.worths)
        found.worth = viewer.ids.worth(ways, cards, lambda: [worth_view(each, s.plan.deck, wire) for each in ways])
        found.sealed = _sealed(view, i, wire)
        if table.playing:
            decision = picture.decisions.get(view.seat)
            sealed = around.apart.sealed if around.apart else ()
            if decision is not None and view.seat not in sealed:
                found.offer = offer_view(view, decision)
            found.pre, found.price = prepared(view)
        else:
            shows = bool(hidden_cards(view, i) - set(around.shown.get(view.seat, ())))
    aside = _beside(picture, viewer, seat, shows)
    found.may, found.buy_in, found.usual, found.note = list(aside.may), aside.buy_in, aside.usual, aside.note
    return found


def _beside(picture: Picture, viewer: Viewer, seat: int | None, shows: bool) -> Beside:
    """What he may do outside the hand; who sits is told the same until his stack or the table has changed."""
    if seat is None:
        return beside(picture.table, picture.around, viewer, None, shows)
    around = picture.around
    numbers = usual_stack_of(around), away_minutes_of(around)
    of = seat, picture.stacks[seat], shows, *numbers, viewer.person in around.coming
    known = picture.besides.get(viewer.person)
    if known is None or known.of != of:
        known = beside(picture.table, around, viewer, seat, shows, of)
        picture.besides[viewer.person] = known
    return known


def hidden_cards(view: View, i: int) -> set[int]:
    """His cards that nobody else has seen."""
    s = view.state
    if s.tabled >> i & 1:
        return set()
    return {card for place, card in enumerate(s.hands[i]) if place not in s.plan.up}


def _ways(view: View, i: int, worths: Worths) -> list[Worth]:
    s = view.state
    ways = worths.ways(s.plan, s.rules, s.hands[i], s.rows)
    whole = len(s.hands[i]) + sum(map(len, s.rows)) >= FIVE
    # What is no hand yet cannot be said to fail a qualifier.
    return ways if whole else [way for way in ways if way.qualifies]


def worth_view(worth: Worth, deck: Deck, wire: Mapping[int, WireCard]) -> WorthView:
    """One way, with the ids of the cards that play."""
    plays = [wire[card].id for card in worth.cards if card in wire]
    return WorthView(worth.way, worth.sentence(deck), plays, worth.qualifies)


def _sealed(view: View, i: int, wire: Mapping[int, WireCard]) -> list[str]:
    """His own sealed choice: the ids of the cards to give, or the way."""
    choice = view.state.sealed[i] if view.state.sealed else None
    if choice is None:
        return []
    return [wire[card].id for card in choice] if isinstance(choice, tuple) else [str(choice)]

"""How a hand came out, in a line for each pot and way."""

from __future__ import annotations

from collections.abc import Mapping

from oddchip import events as ev
from oddchip.hand import Hand
from oddchip.room.project.seats import chips_won
from oddchip.room.project.words import RoomTeller, wire_line
from oddchip.room.protocol import ResultView, WireCard
from oddchip.telling import scooped
from oddchip.views import View

_TOLD = frozenset((ev.AWARDED, ev.VOIDED, ev.CARRIED, ev.FORFEITED))


def result_view(hand: Hand, view: View, names: Mapping[int, str], me: int | None) -> ResultView | None:
    """The result as `me` reads it, without the winners' cards; None while the hand goes on."""
    result = hand.result
    if result is None:
        return None
    s = view.state
    teller = RoomTeller(s.plan, view.seats, names, {}, me)
    teller.rows, teller.rules = list(s.rows), s.rules
    teller.tabled = {seat: s.hands[i] for i, seat in enumerate(view.seats) if s.tabled >> i & 1}
    teller.ways = {seat: str(way) for seat, way in zip(view.seats, s.ways, strict=False) if way}
    told = [ev.typed(event, view.seats) for event in s.log if event[0] in _TOLD]
    winners = {event.seat: None for event in told if isinstance(event, ev.Awarded)}
    return ResultView(
        lines=[wire_line(line) for line in teller.tell(told)],
        won={view.seats[i]: chips for i, chips in sorted(chips_won(view).items())},
        net=dict(result.net),
        winners=sorted(winners),
    )


def winning_cards(view: View, wire: Mapping[int, WireCard]) -> dict[int, list[WireCard]]:
    """The cards each winner won with; `wire` are all the cards this viewer may see, by what they are."""
    found: dict[int, list[WireCard]] = {}
    s = view.state
    for event in s.log:
        match event:
            case (ev.AWARDED, i, _, _, way, cards, words) if cards:
                hand = s.hands[i] if s.tabled >> i & 1 else ()
                ways = scooped(way, words, s.plan.rulesets[s.rules], hand, s.rows)
                won = dict.fromkeys([*cards, *(card for each in ways for card in each.cards)])
                mine = found.setdefault(view.seats[i], [])
                mine += [wire[card] for card in won if card in wire and wire[card] not in mine]
    return found

"""How decks are committed, as a viewer is told; all of it is public but which tip is his own."""

from __future__ import annotations

import msgspec

from oddchip.room.desk import Desk
from oddchip.room.protocol import CommitmentView, FairView
from oddchip.table import Table


def fair_view(desk: Desk, table: Table, person: str, key: str, provable: bool) -> FairView:
    """What is to be told of the last commitment. Who has a chain, and so a part in it, is sent all of it, as long as
    the deck is kept that would prove it (`provable`).
    """
    counts = {
        seat: desk.withheld[place.player] for seat, place in table.places.items() if place.player in desk.withheld
    }
    found = FairView(
        desk.settings.fairness,
        key=key,
        tip=desk.tips.get(person, ""),
        withheld=counts,
        given_up=desk.given_up,
        voids=desk.voids,
    )
    if desk.committed:
        _commitment(found, desk, provable and person in desk.tips)
    return found


def _commitment(found: FairView, desk: Desk, takes_part: bool) -> None:
    told = desk.committed[-1]
    found.hand, found.shuffle, found.id = told.hand, told.shuffle, told.id
    found.without = sorted(set(told.commitment["seats"]) - set(told.tips))
    if desk.pending is not None:
        found.waits, found.until = sorted(told.tips), desk.seeds_until
    elif desk.cuts:
        given = desk.cuts[-1]
        found.seeds, found.left_out = given.seeds, sorted(given.withheld)
    if takes_part:
        found.commitment = msgspec.convert(told.commitment, CommitmentView, strict=False)

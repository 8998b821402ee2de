"""What each viewer is sent: `Picture(table, around).seen_by(viewer)` is the table as he may see it.

Views are built up from `Hand.view`, never filtered down. `CardIds` gives cards ids that mean something to one viewer
alone, `action_of` reads what he answers, `Hearing` tells him what happens.
"""

from oddchip.room.project.around import Around, Viewer, dealt_in
from oddchip.room.project.hearing import Hearing
from oddchip.room.project.ids import CardIds
from oddchip.room.project.offers import action_of, price_of
from oddchip.room.project.picture import Picture, project

__all__ = [
    "Around",
    "CardIds",
    "Hearing",
    "Picture",
    "Viewer",
    "action_of",
    "dealt_in",
    "price_of",
    "project",
]

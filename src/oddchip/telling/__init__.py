"""Words for people: what happens in a hand, what cards are worth, what may hardly be meant.

The terminal and the card room say the same words: everything here gives lines of spans (`spans.py`) and shows nothing.
`Teller` tells the events a viewer has seen, `all_ways` says what his cards are worth, `doubt` what he should be asked
about before it is done.
"""

from oddchip.telling.cards import court_letters, deals_up, in_display_order, is_ace_low
from oddchip.telling.doubts import doubt
from oddchip.telling.phases import draw_name, phase_name
from oddchip.telling.pots import side_pots
from oddchip.telling.results import award_lines, failed_scoops, scooped, unqualified
from oddchip.telling.spans import (
    CARD,
    CardTexts,
    Faces,
    Line,
    Span,
    at_the_table,
    counted,
    joined,
    listed,
    plainly,
    sentence,
)
from oddchip.telling.teller import Teller
from oddchip.telling.voice import Voice
from oddchip.telling.worth import Worth, all_ways, worth, worth_by_award

__all__ = [
    "CARD",
    "CardTexts",
    "Faces",
    "Line",
    "Span",
    "Teller",
    "Voice",
    "Worth",
    "all_ways",
    "at_the_table",
    "award_lines",
    "counted",
    "court_letters",
    "deals_up",
    "doubt",
    "draw_name",
    "failed_scoops",
    "in_display_order",
    "is_ace_low",
    "joined",
    "listed",
    "phase_name",
    "plainly",
    "scooped",
    "sentence",
    "side_pots",
    "unqualified",
    "worth",
    "worth_by_award",
]

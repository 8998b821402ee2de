"""Orders by their short labels, as the published rank censuses name them: ``27low52``, ``A5low53``, ``ital40``."""

from __future__ import annotations

import re

from oddchip.cards import FRENCH, ITALIAN, SHORT, Deck
from oddchip.errors import GameError
from oddchip.rankings import Order, Ranking, order

RANKINGS = {
    "high": Ranking.HIGH,
    "a5low": Ranking.ACE_TO_FIVE_LOW,
    "27low": Ranking.DEUCE_TO_SEVEN_LOW,
    "a6low": Ranking.ACE_TO_SIX_LOW,
    "badugi": Ranking.BADUGI,
}
#: Packs by the cards they have without jokers.
PACKS = {52: FRENCH, 40: ITALIAN, 36: SHORT}
#: Words a label may go on with, and the option each stands for. A joker is a bug unless it is wild.
OPTIONS: dict[str, dict[str, str]] = {
    "bug": {},
    "wild": {},
    "best": {"lowball_joker": "best"},
    "lowest": {"lowball_joker": "lowest_not_held"},
    "gap": {"straights40": "gap"},
    "adjacent": {"straights40": "closed_up"},
}


def find_order(label: str) -> Order:
    """The order a label names: a ranking and the cards of the pack, and after a space what the joker is.

    >>> find_order("high53 bug"), find_order("27low52")
    (order(high, french with one bug), order(deuce_to_seven, french))

    Rankings are high, A5low, 27low, A6low and badugi; packs have 52, 40 (Italian) or 36 cards and up to two jokers.
    `ital40` is high on 40 cards. `GameError` says what was expected.
    """
    found = re.fullmatch(r"(high|a5low|27low|a6low|badugi|ital)\s*([0-9]{2})[ ,;:-]*(.*)", label.strip(), re.IGNORECASE)
    if found is None:
        raise GameError(
            f"no order is called {label!r}: expected high, A5low, 27low, A6low or badugi and the cards of the pack, "
            "such as high53 bug, 27low52 or badugi52; ital40 is high on Italian cards"
        )
    name, size, rest = found[1].lower(), int(found[2]), found[3].strip().lower()
    if name == "ital":
        name, size = "high", size if 40 <= size <= 42 else 0
    said = [word for word in OPTIONS if word in rest]
    if rest and not said:
        raise GameError(f"{rest!r} in {label!r} should say {', '.join(OPTIONS)} or nothing")
    options = {option: value for word in said for option, value in OPTIONS[word].items()}
    return order(RANKINGS[name], _deck(label, size, "wild" in said), **options)


def _deck(label: str, size: int, wild: bool) -> Deck:
    for cards, pack in PACKS.items():
        if 0 <= size - cards <= 2:
            return Deck(pack, size - cards, wild=wild)
    raise GameError(f"no pack of {label!r} has {size} cards: expected 52, 40 or 36 and up to two jokers")

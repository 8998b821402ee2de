"""How a regular leans: the numbers behind his judgement, found by playing styles against each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What he adds to and takes from a plain count of chances.

    `later`: how much of the bets to come is reckoned with. `company`: how often rivals yet to act come along.
    Taken from one's share: `caution` when raising, and `more_caution` for every raise before; `deep` in parts of the
    pot that the raise is, where bets are not fixed; `wary` in parts of the pot that a call is.
    `folds`: how often one rival folds, in parts of what would make a bet with nothing pay. `bluff`: bluffs, in parts of
    the frequency that leaves a caller no choice. `noise`: on every value, in bets. `belief`: how far a rival's betting
    is believed; `doubt`: the part of him that is believed nothing.
    """

    later: float = 0.3
    caution: float = 0.01
    more_caution: float = 0.03
    company: float = 0.7
    deep: float = 0.16
    wary: float = 0.1
    folds: float = 0.75
    bluff: float = 0.5
    noise: float = 0.08
    belief: float = 2.0
    doubt: float = 0.12


SOUND = Style()

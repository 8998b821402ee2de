"""How a regular leans: the numbers behind his judgement, found by playing styles against each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """`later`: how much of the bets to come is reckoned with. `caution`, and `more_caution` for every raise before:
    taken from one's share when raising; `deep`: as much again, where bets are not fixed, by the part of the pot that
    the raise is; `wary`: taken from it when calling, by the part of the pot the call is.
    `folds`: how often one rival folds, in parts of what would make a bet with nothing pay. `bluff`: bluffs, in parts of
    the frequency that leaves a caller no choice. `noise`: on every value, in bets. `belief`: how far a rival's betting
    is believed; `doubt`: the part of him that is believed nothing.
    """

    later: float = 0.3
    caution: float = 0.01
    more_caution: float = 0.03
    deep: float = 0.16
    wary: float = 0.1
    folds: float = 0.75
    bluff: float = 0.5
    noise: float = 0.08
    belief: float = 2.0
    doubt: float = 0.12


SOUND = Style()

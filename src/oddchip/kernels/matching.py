"""Which hands hold a card for every place of a pattern: `2-3-4-7`, `[2-5][2-6]x`. A card fills one place at most."""

import numpy as np
from numpy.typing import NDArray

from oddchip.kernels.values import compiled

MOST_PLACES = 6
U1 = np.uint64(1)

#: For each place, the sets of filled places (a bit each, of 64) that leave it open.
_OPEN = np.array(
    [sum(1 << filled for filled in range(64) if not filled >> place & 1) for place in range(MOST_PLACES)],
    dtype=np.uint64,
)


def covering(cards: NDArray[np.uint8], fits: NDArray[np.uint8], places: int) -> NDArray[np.bool_]:
    """Which rows of `cards` fill all of up to six places; `fits[card]` has a bit for each place the card can fill."""
    out = np.empty(len(cards), dtype=np.bool_)
    _covering(np.ascontiguousarray(cards), fits, places, _OPEN, out)
    return out


@compiled
def _covering(cards, fits, places, open_, out):
    # What can be filled so far is one word: bit s says that exactly the places of set s can be.
    wanted = U1 << np.uint64((1 << places) - 1)
    for i in range(cards.shape[0]):
        reach = U1
        for j in range(cards.shape[1]):
            fitting = fits[cards[i, j]]
            more = reach
            for place in range(places):
                if fitting >> np.uint8(place) & np.uint8(1):
                    more |= (reach & open_[place]) << np.uint64(1 << place)
            reach = more
        out[i] = reach & wanted != np.uint64(0)

"""The loops behind `keeps`: sums over sets with one card less, and all keeps of one hand or of every hand.

All worths of a hand's keeps are a Möbius transform of its sums: what a keep is worth is the sum over sets that hold the
kept cards, less those that hold one thrown away, and so on. For every hand the last card runs in a loop without
branches, all of whose sums stand side by side, so that several hands are done at once.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import compiled


@compiled
def every_hand(pack, size, out):
    """All sets of `size` of `pack` places in the order of `itertools.combinations`."""
    chosen = np.arange(size)
    row = 0
    while True:
        for j in range(size):
            out[row, j] = chosen[j]
        row += 1
        j = size - 1
        while j >= 0 and chosen[j] == pack - size + j:
            j -= 1
        if j < 0:
            return
        chosen[j] += 1
        for i in range(j + 1, size):
            chosen[i] = chosen[i - 1] + 1


@compiled
def less_one(sums, pack, k, columns, smaller):
    """Adds the sum of every set of k cards to all of the sets that have one of its cards less."""
    chosen = np.arange(k)
    for row in range(len(sums)):
        number = sums[row]
        for left_out in range(k):
            place = 0
            for j in range(k):
                if j < left_out:
                    place += columns[k - 1, j, chosen[j]]
                elif j > left_out:
                    place += columns[k - 1, j - 1, chosen[j]]
            smaller[place] += number
        j = k - 1
        while j >= 0 and chosen[j] == pack - k + j:
            j -= 1
        if j < 0:
            return
        chosen[j] += 1
        for i in range(j + 1, k):
            chosen[i] = chosen[i - 1] + 1


@compiled
def worth(hand, columns, sums, out):
    """The worth of every keep of one hand (ascending cards), summed over all draws: `out[mask of kept cards]`."""
    size = len(hand)
    for mask in range(1 << size):
        k = 0
        for i in range(size):
            k += mask >> i & 1
        place = j = 0
        for i in range(size):
            if mask >> i & 1:
                place += columns[k, j, hand[i]]
                j += 1
        out[mask] = sums[place]
    for i in range(size):
        for mask in range(1 << size):
            if not mask >> i & 1:
                out[mask] -= out[mask | 1 << i]


# --- every hand ----------------------------------------------------------------------------------------------------
#
# Numbers stand for sets of the cards before the last: bit 0 is the first card. Written out, because the compiler does
# several last cards at once only where there are no arrays and no loops between.


@njit(inline="always")
def _better(best, mask, value, keep):
    """The later of two keeps when it is worth as much or more."""
    return (value, keep) if value >= best else (best, mask)


@njit(inline="always")
def _without(s0, s1, s2, s3, s4, s5, s6, s7):
    """From sums over what holds each set of three cards, the sums over what holds just that set of the three."""
    s0, s2, s4, s6 = s0 - s1, s2 - s3, s4 - s5, s6 - s7
    s0, s1, s4, s5 = s0 - s2, s1 - s3, s4 - s6, s5 - s7
    return s0 - s4, s1 - s5, s2 - s6, s3 - s7, s4, s5, s6, s7


@compiled
def best_of_five(pack, columns, sums, scale, masks, worths):
    """The best keep of every hand of five cards and what it is worth, times `scale[cards kept]`."""
    row = 0
    held = np.zeros(16, dtype=np.int64)
    partner = np.zeros(16, dtype=np.int64)
    hand = np.arange(4)
    while True:
        _gather(hand, columns, sums, held, partner)
        first = hand[3] + 1
        _last_of_five(sums, held, partner, scale, first, pack, masks, worths, row - first)
        row += pack - first
        j = 3
        while j >= 0 and hand[j] == pack - 5 + j:
            j -= 1
        if j < 0:
            return
        hand[j] += 1
        for i in range(j + 1, 4):
            hand[i] = hand[i - 1] + 1


@compiled
def _last_of_five(sums, held, partner, scale, first, pack, masks, worths, row):
    """All hands that differ in their last card: the sum of a set with the last card stands at its partner + card."""
    h0, h1, h2, h3 = held[0], held[1], held[2], held[3]
    h4, h5, h6, h7 = held[4], held[5], held[6], held[7]
    h8, h9, h10, h11 = held[8], held[9], held[10], held[11]
    h12, h13, h14, h15 = held[12], held[13], held[14], held[15]
    p0, p1, p2, p3 = partner[0], partner[1], partner[2], partner[3]
    p4, p5, p6, p7 = partner[4], partner[5], partner[6], partner[7]
    p8, p9, p10, p11 = partner[8], partner[9], partner[10], partner[11]
    p12, p13, p14, p15 = partner[12], partner[13], partner[14], partner[15]
    scale0, scale1, scale2, scale3, scale4, scale5 = scale[0], scale[1], scale[2], scale[3], scale[4], scale[5]
    for card in range(first, pack):
        y0, y1, y2, y3 = sums[p0 + card], sums[p1 + card], sums[p2 + card], sums[p3 + card]
        y4, y5, y6, y7 = sums[p4 + card], sums[p5 + card], sums[p6 + card], sums[p7 + card]
        y8, y9, y10, y11 = sums[p8 + card], sums[p9 + card], sums[p10 + card], sums[p11 + card]
        y12, y13, y14, y15 = sums[p12 + card], sums[p13 + card], sums[p14 + card], sums[p15 + card]
        x0, x1, x2, x3 = h0 - y0, h1 - y1, h2 - y2, h3 - y3
        x4, x5, x6, x7 = h4 - y4, h5 - y5, h6 - y6, h7 - y7
        x8, x9, x10, x11 = h8 - y8, h9 - y9, h10 - y10, h11 - y11
        x12, x13, x14, x15 = h12 - y12, h13 - y13, h14 - y14, h15 - y15
        x0, x1, x2, x3, x4, x5, x6, x7 = _without(x0, x1, x2, x3, x4, x5, x6, x7)
        x8, x9, x10, x11, x12, x13, x14, x15 = _without(x8, x9, x10, x11, x12, x13, x14, x15)
        x0, x1, x2, x3 = x0 - x8, x1 - x9, x2 - x10, x3 - x11
        x4, x5, x6, x7 = x4 - x12, x5 - x13, x6 - x14, x7 - x15
        y0, y1, y2, y3, y4, y5, y6, y7 = _without(y0, y1, y2, y3, y4, y5, y6, y7)
        y8, y9, y10, y11, y12, y13, y14, y15 = _without(y8, y9, y10, y11, y12, y13, y14, y15)
        y0, y1, y2, y3 = y0 - y8, y1 - y9, y2 - y10, y3 - y11
        y4, y5, y6, y7 = y4 - y12, y5 - y13, y6 - y14, y7 - y15
        best, keep = x0 * scale0, 0
        top, mask = x1, 1
        top, mask = _better(top, mask, x2, 2)
        top, mask = _better(top, mask, x4, 4)
        top, mask = _better(top, mask, x8, 8)
        top, mask = _better(top, mask, y0, 16)
        best, keep = _better(best, keep, top * scale1, mask)
        top, mask = x3, 3
        top, mask = _better(top, mask, x5, 5)
        top, mask = _better(top, mask, x6, 6)
        top, mask = _better(top, mask, x9, 9)
        top, mask = _better(top, mask, x10, 10)
        top, mask = _better(top, mask, x12, 12)
        top, mask = _better(top, mask, y1, 17)
        top, mask = _better(top, mask, y2, 18)
        top, mask = _better(top, mask, y4, 20)
        top, mask = _better(top, mask, y8, 24)
        best, keep = _better(best, keep, top * scale2, mask)
        top, mask = x7, 7
        top, mask = _better(top, mask, x11, 11)
        top, mask = _better(top, mask, x13, 13)
        top, mask = _better(top, mask, x14, 14)
        top, mask = _better(top, mask, y3, 19)
        top, mask = _better(top, mask, y5, 21)
        top, mask = _better(top, mask, y6, 22)
        top, mask = _better(top, mask, y9, 25)
        top, mask = _better(top, mask, y10, 26)
        top, mask = _better(top, mask, y12, 28)
        best, keep = _better(best, keep, top * scale3, mask)
        top, mask = x15, 15
        top, mask = _better(top, mask, y7, 23)
        top, mask = _better(top, mask, y11, 27)
        top, mask = _better(top, mask, y13, 29)
        top, mask = _better(top, mask, y14, 30)
        best, keep = _better(best, keep, top * scale4, mask)
        best, keep = _better(best, keep, y15 * scale5, 31)
        masks[row + card] = keep
        worths[row + card] = best


@compiled
def best_of_four(pack, columns, sums, scale, masks, worths):
    """The best keep of every hand of four cards and what it is worth, times `scale[cards kept]`."""
    row = 0
    held = np.zeros(8, dtype=np.int64)
    partner = np.zeros(8, dtype=np.int64)
    hand = np.arange(3)
    while True:
        _gather(hand, columns, sums, held, partner)
        first = hand[2] + 1
        _last_of_four(sums, held, partner, scale, first, pack, masks, worths, row - first)
        row += pack - first
        j = 2
        while j >= 0 and hand[j] == pack - 4 + j:
            j -= 1
        if j < 0:
            return
        hand[j] += 1
        for i in range(j + 1, 3):
            hand[i] = hand[i - 1] + 1


@compiled
def _last_of_four(sums, held, partner, scale, first, pack, masks, worths, row):
    """All hands that differ in their last card: the sum of a set with the last card stands at its partner + card."""
    h0, h1, h2, h3 = held[0], held[1], held[2], held[3]
    h4, h5, h6, h7 = held[4], held[5], held[6], held[7]
    p0, p1, p2, p3 = partner[0], partner[1], partner[2], partner[3]
    p4, p5, p6, p7 = partner[4], partner[5], partner[6], partner[7]
    scale0, scale1, scale2, scale3, scale4 = scale[0], scale[1], scale[2], scale[3], scale[4]
    for card in range(first, pack):
        y0, y1, y2, y3 = sums[p0 + card], sums[p1 + card], sums[p2 + card], sums[p3 + card]
        y4, y5, y6, y7 = sums[p4 + card], sums[p5 + card], sums[p6 + card], sums[p7 + card]
        x0, x1, x2, x3 = h0 - y0, h1 - y1, h2 - y2, h3 - y3
        x4, x5, x6, x7 = h4 - y4, h5 - y5, h6 - y6, h7 - y7
        x0, x1, x2, x3, x4, x5, x6, x7 = _without(x0, x1, x2, x3, x4, x5, x6, x7)
        y0, y1, y2, y3, y4, y5, y6, y7 = _without(y0, y1, y2, y3, y4, y5, y6, y7)
        best, keep = x0 * scale0, 0
        top, mask = x1, 1
        top, mask = _better(top, mask, x2, 2)
        top, mask = _better(top, mask, x4, 4)
        top, mask = _better(top, mask, y0, 8)
        best, keep = _better(best, keep, top * scale1, mask)
        top, mask = x3, 3
        top, mask = _better(top, mask, x5, 5)
        top, mask = _better(top, mask, x6, 6)
        top, mask = _better(top, mask, y1, 9)
        top, mask = _better(top, mask, y2, 10)
        top, mask = _better(top, mask, y4, 12)
        best, keep = _better(best, keep, top * scale2, mask)
        top, mask = x7, 7
        top, mask = _better(top, mask, y3, 11)
        top, mask = _better(top, mask, y5, 13)
        top, mask = _better(top, mask, y6, 14)
        best, keep = _better(best, keep, top * scale3, mask)
        best, keep = _better(best, keep, y7 * scale4, 15)
        masks[row + card] = keep
        worths[row + card] = best


@njit(inline="always")
def _gather(hand, columns, sums, held, partner):
    """For every set of a hand but its last card: the sum over what holds it, and where those with one more begin."""
    size = len(hand)
    for mask in range(1 << size):
        k = 0
        for i in range(size):
            k += mask >> i & 1
        place = more = j = 0
        for i in range(size):
            if mask >> i & 1:
                place += columns[k, j, hand[i]]
                more += columns[k + 1, j, hand[i]]
                j += 1
        held[mask] = sums[place]
        partner[mask] = more + columns[k + 1, k, 0]

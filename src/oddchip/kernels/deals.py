"""Compiled deals: every way, or many random ways, to complete the hands of a spot, and who wins each way.

Results are histograms of winners: `counts[high winners, low winners]`, both masks of players, 0 where nobody has a hand
that qualifies. Shares, scoops and quarters follow from them exactly, in integers. Where nobody qualifies either way,
`waived` counts the winners before the qualifiers.

A way to win is read from one `uint16` table by the same index for every order of a deck. `rest` are the cards still
unseen; a set of them is a mask of places in `rest`.
"""

import numpy as np
from numba import njit

from oddchip.kernels.values import FLUSH, HIGH, LOW, START, best_flush, compiled

U1 = np.uint64(1)


@compiled
def _suited(key, mask, plain, flush, replaces):
    """The rare case, kept out of the loops: some suit has five cards."""
    return best_flush(key, mask, flush, np.uint16(0) if replaces else plain)


@njit(inline="always")
def value_of(key, mask, base, low, values, flush, replaces):
    """The value of a hand from its key (without the start of the counters) and mask; a flush `replaces` in lows."""
    key += START
    plain = values[base[key >> HIGH] + low[key & LOW]]
    if key & FLUSH:
        return _suited(key, mask, plain, flush, replaces)
    return plain


@compiled
def completions(key, mask, rest_keys, rest_masks, count, base, low, values, flush, replaces, sets, worth):
    """Every way to add `count` of the rest to a hand: `sets[i]` which, `worth[i, way]` the value each way.

    `key` and `mask` are those of the known cards; `values`, `flush` are (ways, size) tables.
    """
    n = len(rest_keys)
    chosen = np.zeros(8, dtype=np.int64)
    for j in range(count):
        chosen[j] = j
    row = 0
    while True:
        k, m, taken = key, mask, np.uint64(0)
        for j in range(count):
            k += rest_keys[chosen[j]]
            m += rest_masks[chosen[j]]
            taken |= U1 << np.uint64(chosen[j])
        sets[row] = taken
        for way in range(values.shape[0]):
            worth[row, way] = value_of(k, m, base, low, values[way], flush[way], replaces[way])
        row += 1
        j = count - 1
        while j >= 0 and chosen[j] == n - count + j:
            j -= 1
        if j < 0:
            return row
        chosen[j] += 1
        for i in range(j + 1, count):
            chosen[i] = chosen[i - 1] + 1


@compiled
def duel(sets_a, worth_a, sets_b, worth_b, floors, counts, waived):
    """Two players who complete their hands from the same rest: every pair of ways without a common card.

    Returns how many there were. Give the shorter list as b.
    """
    ways = worth_a.shape[1]
    deals = 0
    for i in range(len(sets_a)):
        taken = sets_a[i]
        high_a = worth_a[i, 0]
        low_a = worth_a[i, ways - 1]
        for j in range(len(sets_b)):
            if taken & sets_b[j]:
                continue
            deals += 1
            high = _duel(high_a, worth_b[j, 0], floors[0])
            if ways == 1:
                counts[high, 0] += 1
                continue
            low = _duel(low_a, worth_b[j, 1], floors[1])
            counts[high, low] += 1
            if not high | low:
                waived[_duel(high_a, worth_b[j, 0], np.uint16(0)), _duel(low_a, worth_b[j, 1], np.uint16(0))] += 1
    return deals


@njit(inline="always")
def _duel(a, b, floor):
    if a < floor and b < floor:
        return 0
    return 1 if a > b else 2 if b > a else 3


@compiled
def melee(sets, worth, starts, floors, counts, waived):
    """Any number of players: lists of completions one after the other, player p's from starts[p] to starts[p + 1]."""
    players = len(starts) - 1
    place = starts[:-1].copy()
    taken = np.zeros(players + 1, dtype=np.uint64)
    deals = 0
    p = 0
    while p >= 0:
        if place[p] == starts[p + 1]:
            place[p] = starts[p]
            p -= 1
            if p >= 0:
                place[p] += 1
            continue
        mine = sets[place[p]]
        if taken[p] & mine:
            place[p] += 1
            continue
        if p < players - 1:
            taken[p + 1] = taken[p] | mine
            p += 1
            continue
        deals += 1
        _tally(worth, place, floors, counts, waived)
        place[p] += 1
    return deals


@njit(inline="always")
def _tally(worth, rows, floors, counts, waived):
    """Who has the best hand each way; `rows[p]` is player p's row of `worth`."""
    high, best = _best(worth, rows, 0)
    if worth.shape[1] == 1:
        counts[high if best >= floors[0] else 0, 0] += 1
        return
    low, best_low = _best(worth, rows, 1)
    mask = high if best >= floors[0] else 0
    mask_low = low if best_low >= floors[1] else 0
    counts[mask, mask_low] += 1
    if not mask | mask_low:
        waived[high, low] += 1


@njit(inline="always")
def _best(worth, rows, way):
    winners = 0
    best = np.uint16(0)
    for p in range(len(rows)):
        value = worth[rows[p], way]
        if value > best:
            best = value
            winners = 1 << p
        elif value == best:
            winners |= 1 << p
    return winners, best


@compiled
def boards(
    keys, masks, rest_keys, rest_masks, count, base, low, values, flush, replaces, floors, lo, hi, counts, waived
):
    """Every board of `count` more common cards for players whose cards are known, first card from `lo` to `hi`.

    The last card runs in a loop of its own. `values` are (ways, size) tables.
    """
    n, players, ways = len(rest_keys), len(keys), values.shape[0]
    worth = np.zeros((players, ways), dtype=np.uint16)
    rows = np.arange(players)
    partial_key = np.zeros((6, players), dtype=np.uint64)
    partial_mask = np.zeros((6, players), dtype=np.uint64)
    partial_key[0] = keys
    partial_mask[0] = masks
    chosen = np.zeros(6, dtype=np.int64)
    depth = 0
    chosen[0] = lo
    deals = 0
    while depth >= 0:
        last = hi if depth == 0 else n - count + depth + 1
        if depth == count - 1:
            deals += _last_card(
                partial_key[depth], partial_mask[depth], rest_keys, rest_masks, chosen[depth], last,
                base, low, values, flush, replaces, floors, worth, rows, counts, waived,
            )  # fmt: skip
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        if chosen[depth] >= last:
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        c = chosen[depth]
        for p in range(players):
            partial_key[depth + 1, p] = partial_key[depth, p] + rest_keys[c]
            partial_mask[depth + 1, p] = partial_mask[depth, p] + rest_masks[c]
        depth += 1
        chosen[depth] = c + 1
    return deals


@njit(inline="always")
def _last_card(
    keys, masks, rest_keys, rest_masks, first, last, base, low, values, flush, replaces, floors, worth, rows,
    counts, waived,
):  # fmt: skip
    ways, players = values.shape[0], len(keys)
    if ways == 1 and players == 2 and not replaces[0] and not floors[0]:
        wins, ties = _last_card_of_two(
            keys[0], keys[1], masks[0], masks[1], rest_keys[first:last], rest_masks[first:last],
            base, low, values[0], flush[0],
        )  # fmt: skip
        counts[1, 0] += wins
        counts[3, 0] += ties
        counts[2, 0] += last - first - wins - ties
        return last - first
    one, one_flush, one_replaces = values[0], flush[0], replaces[0]
    two, two_flush, two_replaces = values[ways - 1], flush[ways - 1], replaces[ways - 1]
    for c in range(first, last):
        for p in range(players):
            key, mask = keys[p] + rest_keys[c], masks[p] + rest_masks[c]
            worth[p, 0] = value_of(key, mask, base, low, one, one_flush, one_replaces)
            if ways > 1:
                worth[p, 1] = value_of(key, mask, base, low, two, two_flush, two_replaces)
        _tally(worth, rows, floors, counts, waived)
    return last - first


@njit(inline="always")
def _last_card_of_two(a, b, mask_a, mask_b, keys, masks, base, low, values, flush):
    """Wins and ties of the first of two players over a last card; nothing in the loop but sums and look-ups."""
    wins = ties = 0
    a += START
    b += START
    for c in range(keys.shape[0]):
        x, y = a + keys[c], b + keys[c]
        v = values[base[x >> HIGH] + low[x & LOW]]
        w = values[base[y >> HIGH] + low[y & LOW]]
        if (x | y) & FLUSH:
            v = _suited(x, mask_a + masks[c], v, flush, False)
            w = _suited(y, mask_b + masks[c], w, flush, False)
        wins += v > w
        ties += v == w
    return wins, ties


@compiled
def boards_of_five(a, b, mask_a, mask_b, rest_keys, rest_masks, base, low, values, flush, lo, hi):
    """(wins, ties) of the first of two known hands over every five common cards whose first is `lo` to `hi`.

    One way, no qualifier, no lows that a flush hurts; written out because it is asked so often.
    """
    n = len(rest_keys)
    wins = ties = 0
    for i in range(lo, hi):
        a1, b1, m1 = a + rest_keys[i], b + rest_keys[i], rest_masks[i]
        for j in range(i + 1, n - 3):
            a2, b2, m2 = a1 + rest_keys[j], b1 + rest_keys[j], m1 + rest_masks[j]
            for k in range(j + 1, n - 2):
                a3, b3, m3 = a2 + rest_keys[k], b2 + rest_keys[k], m2 + rest_masks[k]
                for m in range(k + 1, n - 1):
                    a4, b4, m4 = a3 + rest_keys[m], b3 + rest_keys[m], m3 + rest_masks[m]
                    won, tied = _last_card_of_two(
                        a4, b4, mask_a + m4, mask_b + m4, rest_keys[m + 1 :], rest_masks[m + 1 :],
                        base, low, values, flush,
                    )  # fmt: skip
                    wins += won
                    ties += tied
    return wins, ties


# --- random deals ------------------------------------------------------------------------------------------------


@njit(inline="always")
def _next(s0, s1):
    """xoroshiro128+: 64 random bits and the next state of two words that are not both 0."""
    result = s0 + s1
    s1 ^= s0
    s0 = ((s0 << np.uint64(24)) | (s0 >> np.uint64(40))) ^ s1 ^ (s1 << np.uint64(16))
    s1 = (s1 << np.uint64(37)) | (s1 >> np.uint64(27))
    return result, s0, s1


@njit(inline="always")
def below(bits, n):
    """A number below n out of 32 random bits, by multiply and shift: the bias is under n / 2**32."""
    return ((bits >> np.uint64(32)) * n) >> np.uint64(32)


@compiled
def sample(
    keys, masks, wants, common, rest_keys, rest_masks, base, low, values, flush, replaces, floors, trials, seed,
    counts, waived,
):  # fmt: skip
    """Random deals: player p gets `wants[p]` more cards of the rest, and all share `common` more.

    `seed` are two words that are not both 0.
    """
    s0, s1 = seed[0], seed[1]
    players, ways = len(keys), values.shape[0]
    first, first_flush, first_replaces = values[0], flush[0], replaces[0]
    other, other_flush, other_replaces = values[ways - 1], flush[ways - 1], replaces[ways - 1]
    order = np.arange(len(rest_keys)).astype(np.uint8)
    size = np.uint64(len(rest_keys))
    worth = np.zeros((players, ways), dtype=np.uint16)
    rows = np.arange(players)
    for _ in range(trials):
        left = size
        at = 0
        shared_key, shared_mask = np.uint64(0), np.uint64(0)
        for _ in range(common):
            bits, s0, s1 = _next(s0, s1)
            j = np.uint64(at) + below(bits, left)
            card = order[j]
            order[j] = order[at]
            order[at] = card
            shared_key += rest_keys[card]
            shared_mask += rest_masks[card]
            at += 1
            left -= U1
        for p in range(players):
            key, mask = keys[p] + shared_key, masks[p] + shared_mask
            for _ in range(wants[p]):
                bits, s0, s1 = _next(s0, s1)
                j = np.uint64(at) + below(bits, left)
                card = order[j]
                order[j] = order[at]
                order[at] = card
                key += rest_keys[card]
                mask += rest_masks[card]
                at += 1
                left -= U1
            worth[p, 0] = value_of(key, mask, base, low, first, first_flush, first_replaces)
            if ways > 1:
                worth[p, 1] = value_of(key, mask, base, low, other, other_flush, other_replaces)
        _tally(worth, rows, floors, counts, waived)

"""Compiled evaluators: many hands at once, one loop for each size, with the cards written out.

The loops are written out because a loop over the cards of a hand makes the compiler gather, at half the speed. Every
constant is cast: a signed integer beside an unsigned one silently becomes a float.
"""

import numpy as np
from numba import njit

from oddchip.rankings.tables import FLUSH as _FLUSH
from oddchip.rankings.tables import START as _START

START = np.uint64(_START)
FLUSH = np.uint64(_FLUSH)
HIGH = np.uint64(32)
LOW = np.uint64(0xFFFF)
SUIT = np.uint64(0x7FFF)
RANKS = np.uint64(0x1FFF)
SIXTEEN = np.uint64(16)
FIVE_OF = np.uint64(8 << 16)
FOUR = np.uint64(4)
ONE = np.uint64(1)
NONE = np.uint64(0)
BLOCK = 1024

compiled = njit(nogil=True, cache=True)


@njit(inline="always")
def best_flush(key, mask, flush, plain):
    """The better of `plain` and the best flush of any suit with five cards: the table has 0 for fewer.

    Looking up all four is faster than finding out which it is.
    """
    best = max(plain, flush[mask & SUIT])
    mask >>= SIXTEEN
    best = max(best, flush[mask & SUIT])
    mask >>= SIXTEEN
    best = max(best, flush[mask & SUIT])
    return max(best, flush[mask >> SIXTEEN & SUIT])


@compiled
def four(cards, keys, base, low, values, out):
    for i in range(cards.shape[0]):
        key = keys[cards[i, 0]] + keys[cards[i, 1]] + keys[cards[i, 2]] + keys[cards[i, 3]]
        out[i] = values[base[key >> HIGH] + low[key & LOW]]


@compiled
def five(cards, keys, masks, base, low, values, flush, out):
    for i in range(cards.shape[0]):
        a, b, c, d, e = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3], cards[i, 4]
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        value = values[base[key >> HIGH] + low[key & LOW]]
        if key & FLUSH:
            value = best_flush(key, masks[a] + masks[b] + masks[c] + masks[d] + masks[e], flush, value)
        out[i] = value


@compiled
def low_five(cards, keys, masks, base, low, values, flush, out):
    """Deuce-to-seven and ace-to-six: a flush takes the place of what the ranks are worth."""
    for i in range(cards.shape[0]):
        a, b, c, d, e = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3], cards[i, 4]
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        value = values[base[key >> HIGH] + low[key & LOW]]
        if key & FLUSH:
            mask = masks[a] + masks[b] + masks[c] + masks[d] + masks[e]
            value = best_flush(key, mask, flush, np.uint16(0))
        out[i] = value


# Six cards and more: first the worth without suits, a block of hands at a time, noting those that hold five of a suit;
# then these. So the loop has no branch for the processor to guess wrongly.


@njit(inline="always")
def _six(cards, keys, base, low, values, start, end, later, out):
    many = 0
    for i in range(np.uint64(start), np.uint64(end)):
        a, b, c = cards[i, 0], cards[i, 1], cards[i, 2]
        d, e, f = cards[i, 3], cards[i, 4], cards[i, 5]
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
        out[i] = values[base[key >> HIGH] + low[key & LOW]]
        later[many] = i
        many += key & FLUSH != NONE
    return many


@njit(inline="always")
def _seven(cards, keys, base, low, values, start, end, later, out):
    many = 0
    for i in range(np.uint64(start), np.uint64(end)):
        a, b, c, d = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3]
        e, f, g = cards[i, 4], cards[i, 5], cards[i, 6]
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        out[i] = values[base[key >> HIGH] + low[key & LOW]]
        later[many] = i
        many += key & FLUSH != NONE
    return many


@njit(inline="always")
def _eight(cards, keys, base, low, values, start, end, later, out):
    many = 0
    for i in range(np.uint64(start), np.uint64(end)):
        a, b, c, d = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3]
        e, f, g, h = cards[i, 4], cards[i, 5], cards[i, 6], cards[i, 7]
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g] + keys[h]
        out[i] = values[base[key >> HIGH] + low[key & LOW]]
        later[many] = i
        many += key & FLUSH != NONE
    return many


@compiled
def six(cards, keys, masks, base, low, values, flush, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _six(cards, keys, base, low, values, start, end, later, out)
        _flushes(cards, masks, flush, later, many, out)


@compiled
def seven(cards, keys, masks, base, low, values, flush, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _seven(cards, keys, base, low, values, start, end, later, out)
        _flushes(cards, masks, flush, later, many, out)


@compiled
def eight(cards, keys, masks, base, low, values, flush, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _eight(cards, keys, base, low, values, start, end, later, out)
        _flushes(cards, masks, flush, later, many, out)


@compiled
def _flushes(cards, masks, flush, later, many, out):
    for k in range(many):
        i = later[k]
        mask = NONE
        for j in range(cards.shape[1]):
            mask += masks[cards[i, j]]
        out[i] = best_flush(FLUSH, mask, flush, out[i])


@compiled
def low_six(cards, keys, masks, base5, low5, values5, base, low, values, flush, ranks_of, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _six(cards, keys, base, low, values, start, end, later, out)
        _forced(cards, keys, masks, base5, low5, values5, flush, ranks_of, later, many, out)


@compiled
def low_seven(cards, keys, masks, base5, low5, values5, base, low, values, flush, ranks_of, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _seven(cards, keys, base, low, values, start, end, later, out)
        _forced(cards, keys, masks, base5, low5, values5, flush, ranks_of, later, many, out)


@compiled
def low_eight(cards, keys, masks, base5, low5, values5, base, low, values, flush, ranks_of, out):
    later = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, cards.shape[0], BLOCK):
        end = min(start + BLOCK, cards.shape[0])
        many = _eight(cards, keys, base, low, values, start, end, later, out)
        _forced(cards, keys, masks, base5, low5, values5, flush, ranks_of, later, many, out)


@compiled
def _forced(cards, keys, masks, base5, low5, values5, flush, ranks_of, later, many, out):
    """Where a flush hurts: `ranks_of` has the ranks of every value, a bit each."""
    size = cards.shape[1]
    hand = np.empty(8, dtype=np.uint64)
    suits = np.empty(8, dtype=np.uint64)
    for k in range(many):
        i = later[k]
        key, mask = START, NONE
        for j in range(size):
            hand[j], suits[j] = keys[cards[i, j]], masks[cards[i, j]]
            key += hand[j]
            mask += suits[j]
        out[i] = forced_flush(key, mask, out[i], ranks_of, hand, suits, size, base5, low5, values5, flush)


@compiled
def forced_flush(key, mask, plain, ranks_of, hand, suits, size, base5, low5, values5, flush):
    """What a low of six to eight cards is worth that may have to be a flush: seldom, and then every five are tried.

    `hand` and `suits` are the keys and masks of its cards.
    """
    others = np.uint64(0)
    flag = FIVE_OF
    for _ in range(4):
        if not key & flag:
            others |= mask & RANKS
        flag <<= FOUR
        mask >>= SIXTEEN
    if others & np.uint64(ranks_of[plain]):
        # One of its cards is of another suit.
        return plain
    return _best_of_fives(hand, suits, size, base5, low5, values5, flush)


@compiled
def _best_of_fives(hand, suits, size, base, low, values, flush):
    best = np.uint16(0)
    for a in range(size - 4):
        for b in range(a + 1, size - 3):
            for c in range(b + 1, size - 2):
                for d in range(c + 1, size - 1):
                    for e in range(d + 1, size):
                        key = START + hand[a] + hand[b] + hand[c] + hand[d] + hand[e]
                        if key & FLUSH:
                            mask = suits[a] + suits[b] + suits[c] + suits[d] + suits[e]
                            value = best_flush(key, mask, flush, np.uint16(0))
                        else:
                            value = values[base[key >> HIGH] + low[key & LOW]]
                        best = max(best, value)
    return best


@compiled
def badugi(cards, bits, table, three_cards, out):
    """Four natural cards: all four, else the best three, else the best two, else the best one."""
    for i in range(cards.shape[0]):
        out[i] = badugi_of(
            bits[cards[i, 0]], bits[cards[i, 1]], bits[cards[i, 2]], bits[cards[i, 3]], table, three_cards
        )


@njit(inline="always")
def badugi_of(a, b, c, d, table, three_cards):
    ab, cd = a | b, c | d
    value = table[ab | cd]
    # A union of four cards may look like that of three that do not play together, so only a whole badugi counts here.
    if value >= three_cards[1]:
        return value
    value = max(max(table[ab | c], table[ab | d]), max(table[cd | a], table[cd | b]))
    if value >= three_cards[0]:
        return value
    value = max(max(table[ab], table[cd]), max(max(table[a | c], table[a | d]), max(table[b | c], table[b | d])))
    return max(value, max(max(table[a], table[b]), max(table[c], table[d])))


@compiled
def _one_joker(natural, n, taken, lowest_first, lowest_not_held, table, three_cards):
    best = np.uint16(0)
    for r in range(len(lowest_first)):
        rank = lowest_first[r]
        if lowest_not_held and taken & rank:
            continue
        for s in range(4):
            natural[n] = rank | np.uint32(1 << (13 + s))
            best = max(best, badugi_of(natural[0], natural[1], natural[2], natural[3], table, three_cards))
        if lowest_not_held:
            break
    return best


# Written as two functions: a compiled function that calls itself must not be cached on disk.
@compiled
def _two_jokers(natural, n, taken, lowest_first, lowest_not_held, table, three_cards):
    best = np.uint16(0)
    for r in range(len(lowest_first)):
        rank = lowest_first[r]
        if lowest_not_held and taken & rank:
            continue
        for s in range(4):
            natural[n] = rank | np.uint32(1 << (13 + s))
            rest = _one_joker(natural, n + 1, taken | rank, lowest_first, lowest_not_held, table, three_cards)
            best = max(best, rest)
        if lowest_not_held:
            break
    return best


@compiled
def badugi_with_jokers(cards, bits, table, three_cards, lowest_first, lowest_not_held, out):
    """Badugi hands that may hold jokers (cards 52 and 53): each is tried as every card it may be (D-LO-JX)."""
    natural = np.empty(4, dtype=np.uint32)
    for i in range(cards.shape[0]):
        jokers = 0
        held = np.uint32(0)
        n = 0
        for j in range(4):
            if cards[i, j] >= 52:
                jokers += 1
            else:
                natural[n] = bits[cards[i, j]]
                held |= natural[n] & np.uint32(0x1FFF)
                n += 1
        if not jokers:
            out[i] = badugi_of(natural[0], natural[1], natural[2], natural[3], table, three_cards)
        elif jokers == 1:
            out[i] = _one_joker(natural, n, held, lowest_first, lowest_not_held, table, three_cards)
        else:
            out[i] = _two_jokers(natural, n, held, lowest_first, lowest_not_held, table, three_cards)

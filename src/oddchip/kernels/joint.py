"""Who wins deals that are laid out in arrays, and players' lists of ways put together: pots, weights, declarations.

The general companions of `deals`: any number of side pots, ranges with weights, high and low by declaration, hands that
must take so many cards from here and there. Values are any integers of which higher is better; masks are of players.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oddchip.kernels.streams import below, next_bits
from oddchip.kernels.values import FLUSH, HIGH, LOW, START, best_flush, compiled

ONE_WAY, CARDS_SPEAK, BY_DECLARATION = 0, 1, 2
NO_CARD = np.uint8(255)
U1 = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A, _MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_MOST_TRIES = 1_000_000


@compiled
def combinations(n, k, out):
    """Every choice of k of n places, ascending, a row each of `out`."""
    chosen = np.arange(k)
    row = 0
    while True:
        for j in range(k):
            out[row, j] = chosen[j]
        row += 1
        j = k - 1
        while j >= 0 and chosen[j] == n - k + j:
            j -= 1
        if j < 0:
            return row
        chosen[j] += 1
        for i in range(j + 1, k):
            chosen[i] = chosen[i - 1] + 1


@compiled
def chosen(cards, parts, keys, masks, base, low, values, flush, replaces, out):
    """The best hand of each row of cards, made of any five places that `parts` names (Omaha, Cucamonga)."""
    hand = np.empty(cards.shape[1], dtype=np.uint64)
    suits = np.empty(cards.shape[1], dtype=np.uint64)
    for i in range(cards.shape[0]):
        for j in range(cards.shape[1]):
            hand[j] = keys[cards[i, j]]
            suits[j] = masks[cards[i, j]]
        best = np.uint16(0)
        for k in range(parts.shape[0]):
            a, b, c, d, e = parts[k, 0], parts[k, 1], parts[k, 2], parts[k, 3], parts[k, 4]
            key = START + hand[a] + hand[b] + hand[c] + hand[d] + hand[e]
            value = values[base[key >> HIGH] + low[key & LOW]]
            if key & FLUSH:
                mask = suits[a] + suits[b] + suits[c] + suits[d] + suits[e]
                value = best_flush(key, mask, flush, np.uint16(0) if replaces else value)
            best = max(best, value)
        out[i] = best


@compiled
def by_pairs(places, singles, pairs, out):
    """The best of every card and every two of each hand, each way; `places` are those of its cards in the tables."""
    for way in range(singles.shape[0]):
        one, two = singles[way], pairs[way]
        for i in range(places.shape[0]):
            best = np.uint16(0)
            for j in range(places.shape[1]):
                a = places[i, j]
                best = max(best, one[a])
                for k in range(j):
                    best = max(best, two[a, places[i, k]])
            out[i, way] = best


# --- who wins ----------------------------------------------------------------------------------------------------


@njit(inline="always")
def _top(values, mask):
    """(the players of a mask with the best value, that value)."""
    winners, best = 0, values[0] * 0
    for p in range(len(values)):
        if mask >> p & 1:
            value = values[p]
            if not winners or value > best:
                winners, best = 1 << p, value
            elif value == best:
                winners |= 1 << p
    return winners, best


@njit(inline="always")
def _lone(mask):
    return mask & (mask - 1) == 0


@njit(inline="always")
def _declared(high, low, eligible, claim_high, claim_low):
    """By declaration with the usual options (D-DC-1 to D-DC-7): the winners of high and of low."""
    if _lone(eligible):
        return eligible, eligible
    highs, lows = eligible & claim_high, eligible & claim_low
    scoopers = highs & lows
    if scoopers:
        top_high, _ = _top(high, highs)
        top_low, _ = _top(low, lows)
        if top_high == top_low and _lone(top_high) and top_high & scoopers:
            return top_high, top_low
        if not (highs | lows) & ~scoopers:
            return top_high, top_low
        highs, lows = highs & ~scoopers, lows & ~scoopers
    top_high, _ = _top(high, highs)
    top_low, _ = _top(low, lows)
    return top_high, top_low


@njit(inline="always")
def tally(high, low, weight, eligible, floors, mode, claim_high, claim_low, counts, waived):
    """One deal in one pot: `counts[high winners, low winners]`, and `waived` where nobody qualifies either way."""
    if mode == BY_DECLARATION:
        a, b = _declared(high, low, eligible, claim_high, claim_low)
        counts[a, b] += weight
        return
    raw_high, best = _top(high, eligible)
    mask_high = raw_high if best >= floors[0] else 0
    if mode == ONE_WAY:
        counts[mask_high, 0] += weight
        if not mask_high:
            waived[raw_high, 0] += weight
        return
    raw_low, best = _top(low, eligible)
    mask_low = raw_low if best >= floors[1] else 0
    counts[mask_high, mask_low] += weight
    if not mask_high | mask_low:
        waived[raw_high, raw_low] += weight


@compiled
def tally_block(high, low, weights, eligible, floors, mode, claim_high, claim_low, counts, waived):
    """`tally` of many deals: `high` and `low` are (deals, players), `weights` one for each deal."""
    for i in range(high.shape[0]):
        tally(high[i], low[i], weights[i], eligible, floors, mode, claim_high, claim_low, counts, waived)


@compiled
def winners_block(high, low, eligible, floors, mode, claim_high, claim_low, out):
    """For each deal (winners high, winners low, and before the qualifiers where nobody qualifies), as four masks."""
    for i in range(high.shape[0]):
        if mode == BY_DECLARATION:
            out[i, 0], out[i, 1] = _declared(high[i], low[i], eligible, claim_high, claim_low)
            out[i, 2], out[i, 3] = 0, 0
            continue
        raw_high, best = _top(high[i], eligible)
        mask_high = raw_high if best >= floors[0] else 0
        raw_low, mask_low = 0, 0
        if mode != ONE_WAY:
            raw_low, best = _top(low[i], eligible)
            mask_low = raw_low if best >= floors[1] else 0
        out[i, 0], out[i, 1] = mask_high, mask_low
        nobody = not mask_high | mask_low
        out[i, 2] = raw_high if nobody else 0
        out[i, 3] = raw_low if nobody else 0


@compiled
def patterns_block(high, low, out):
    """How each deal's hands stand to one another: four bits a player and way, how many hands are worse than his.

    Every rule about who wins can be answered from that. Up to eight players.
    """
    players = high.shape[1]
    for i in range(high.shape[0]):
        code = np.uint64(0)
        for p in range(players):
            worse_high, worse_low = 0, 0
            for q in range(players):
                worse_high += high[i, q] < high[i, p]
                worse_low += low[i, q] < low[i, p]
            code |= np.uint64(worse_high) << np.uint64(4 * p)
            code |= np.uint64(worse_low) << np.uint64(4 * p + 32)
        out[i] = code


# --- lists of ways -----------------------------------------------------------------------------------------------


@compiled
def melee_of_pots(
    sets, worth, weights, starts, lo, hi, eligible, floors, mode, claim_high, claim_low, counts, waived
):  # fmt: skip
    """All ways the lists fit together: player p's stand from starts[p] to starts[p + 1], of the first lo to hi.

    `eligible` has a mask for each pot, `counts` and `waived` an array for each. Returns the sum of the weights.
    """
    players, ways = len(starts) - 1, worth.shape[1]
    place = starts[:-1].copy()
    place[0] = lo
    taken = np.zeros(players + 1, dtype=np.uint64)
    product = np.ones(players + 1, dtype=np.int64)
    high, low = np.zeros(players, dtype=worth.dtype), np.zeros(players, dtype=worth.dtype)
    total = 0
    p = 0
    while p >= 0:
        if place[p] == (hi if p == 0 else starts[p + 1]):
            place[p] = starts[p]
            p -= 1
            if p >= 0:
                place[p] += 1
            continue
        at = place[p]
        if taken[p] & sets[at]:
            place[p] += 1
            continue
        high[p], low[p] = worth[at, 0], worth[at, ways - 1]
        product[p + 1] = product[p] * weights[at]
        if p < players - 1:
            taken[p + 1] = taken[p] | sets[at]
            p += 1
            continue
        weight = product[players]
        total += weight
        for k in range(len(eligible)):
            tally(high, low, weight, eligible[k], floors, mode, claim_high, claim_low, counts[k], waived[k])
        place[p] += 1
    return total


@compiled
def melee_of_one(sets, worth, weights, starts, lo, hi, floors, counts, waived):
    """The same for one pot that all may win and in which the cards speak.

    The best of all players but the last are known before the last one's list is run through, so that every one of his
    ways costs two comparisons: is he below them, level, above but short of the floor, above?
    """
    players, ways = len(starts) - 1, worth.shape[1]
    last = players - 1
    place = starts[:-1].copy()
    place[0] = lo
    taken = np.zeros(players, dtype=np.uint64)
    product = np.ones(players, dtype=np.int64)
    best = np.zeros((players, 2), dtype=np.int64)
    winners = np.zeros((players, 2), dtype=np.int64)
    found = np.zeros((4, 4), dtype=np.int64)
    floor_high, floor_low = np.int64(floors[0]), np.int64(floors[1])
    total = 0
    p = 0
    while p >= 0:
        if place[p] == (hi if p == 0 else starts[p + 1]):
            place[p] = starts[p]
            p -= 1
            if p >= 0:
                place[p] += 1
            continue
        at = place[p]
        if taken[p] & sets[at]:
            place[p] += 1
            continue
        taken[p + 1] = taken[p] | sets[at]
        product[p + 1] = product[p] * weights[at]
        for way in range(2):
            value = np.int64(worth[at, way if way < ways else 0])
            if p == 0 or value > best[p, way]:
                best[p + 1, way], winners[p + 1, way] = value, 1 << p
            else:
                best[p + 1, way], winners[p + 1, way] = best[p, way], winners[p, way]
                if value == best[p, way]:
                    winners[p + 1, way] |= 1 << p
        if p < last - 1:
            p += 1
            continue
        held, high, low = taken[last], best[last, 0], best[last, 1]
        for i in range(starts[last], starts[last + 1]):
            if held & sets[i]:
                continue
            a = np.int64(worth[i, 0])
            step = (a >= high) + (a > high) + (a > high and a >= floor_high)
            if ways == 1:
                found[step, 0] += weights[i]
                continue
            b = np.int64(worth[i, 1])
            found[step, (b >= low) + (b > low) + (b > low and b >= floor_low)] += weights[i]
        total += product[last] * _write_steps(
            found, winners[last], 1 << last, high < floor_high, low < floor_low, ways, product[last], counts, waived
        )
        place[p] += 1
    return total


@njit(inline="always")
def _write_steps(found, known, other, short_high, short_low, ways, weight, counts, waived):
    """Where the last player stands to the others, as winners; empties `found`, and returns its sum."""
    total = 0
    for i in range(4):
        for j in range(4 if ways > 1 else 1):
            number = found[i, j]
            if not number:
                continue
            found[i, j] = 0
            total += number
            raw_high = known[0] if i == 0 else known[0] | other if i == 1 else other
            high = 0 if short_high and i < 3 else raw_high
            raw_low = 0 if ways == 1 else known[1] if j == 0 else known[1] | other if j == 1 else other
            low = 0 if short_low and j < 3 else raw_low
            counts[high, low] += number * weight
            if not high | low:
                waived[raw_high, raw_low] += number * weight
    return total


@compiled
def melee_rows(sets, starts, lo, hi, state, rows):
    """The same ways as rows of places in the lists, as many as `rows` holds; call again until it gives fewer.

    `state` is (depth, place of each player); begin with `begin_rows`.
    """
    players = len(starts) - 1
    taken = np.zeros(players + 1, dtype=np.uint64)
    p = state[0]
    for q in range(p):
        taken[q + 1] = taken[q] | sets[state[q + 1]]
    found = 0
    while p >= 0 and found < len(rows):
        at = state[p + 1]
        if at == (hi if p == 0 else starts[p + 1]):
            state[p + 1] = starts[p]
            p -= 1
            if p >= 0:
                state[p + 1] += 1
            continue
        if taken[p] & sets[at]:
            state[p + 1] += 1
            continue
        if p < players - 1:
            taken[p + 1] = taken[p] | sets[at]
            p += 1
            continue
        for q in range(players):
            rows[found, q] = state[q + 1]
        found += 1
        state[p + 1] += 1
    state[0] = p
    return found


def begin_rows(starts: NDArray[np.int64], lo: int) -> NDArray[np.int64]:
    """The state in which `melee_rows` begins."""
    state = np.concatenate([np.zeros(1, np.int64), starts[:-1].astype(np.int64)])
    state[1] = lo
    return state


# --- random deals ------------------------------------------------------------------------------------------------


@njit(inline="always")
def _mixed(x):
    x = (x ^ (x >> _S30)) * _MIX_A
    x = (x ^ (x >> _S27)) * _MIX_B
    return x ^ (x >> _S31)


@njit(inline="always")
def _pick(cumulative, first, last, target):
    """The first place whose cumulated weight is above the target."""
    while first < last:
        middle = (first + last) // 2
        if cumulative[middle] > target:
            last = middle
        else:
            first = middle + 1
    return first


@compiled
def deal_block(
    deck, gone, entries, entry_masks, cumulative, starts, order, rows, seed, first_trial, hands, table, stub
):  # fmt: skip
    """Random deals into `hands` (players, deals, cards) and `table` (deals, row cards); places of NO_CARD are filled.

    Player p's known cards are a row of `entries`, from starts[p] to starts[p + 1], by weight (`cumulative`); a deal in
    which a card would be there twice is thrown away whole. `gone` is the mask of cards nobody can receive. Every deal
    has random bits of its own, from `seed` and its number, and shuffles the whole deck: so two spots dealt with one
    seed get the same cards as far as they can. `order` says in which order players are served. `stub` (deals, cards)
    takes the cards that follow, NO_CARD where the deck ends. Returns the number of deals made: fewer than asked when a
    million in a row clashed.
    """
    players, size = hands.shape[0], hands.shape[2]
    cards = deck.copy()
    picked = np.zeros(players, dtype=np.int64)
    for i in range(hands.shape[1]):
        x = seed[0] + _GOLDEN * np.uint64(first_trial + i)
        s0, s1 = _mixed(x), _mixed(x ^ seed[1]) | U1
        tries = 0
        while True:
            taken, clash = gone, False
            for p in range(players):
                one = starts[p]
                if starts[p + 1] - one > 1:
                    bits, s0, s1 = next_bits(s0, s1)
                    whole = cumulative[starts[p + 1] - 1]
                    target = np.uint64(np.float64(bits >> np.uint64(11)) * (1.0 / 9007199254740992.0) * whole)
                    one = _pick(cumulative, one, starts[p + 1] - 1, target)
                clash |= taken & entry_masks[one] != 0
                taken |= entry_masks[one]
                picked[p] = one
            if not clash:
                break
            tries += 1
            if tries == _MOST_TRIES:
                return i
        cards[:] = deck
        at, left = 0, np.uint64(len(deck))
        for j in range(rows.shape[0]):
            card = rows[j]
            while card == NO_CARD:
                step, s0, s1 = below(left, s0, s1)
                k = at + np.int64(step)
                drawn = cards[k]
                cards[k] = cards[at]
                at += 1
                left -= U1
                if not taken >> np.uint64(drawn) & U1:
                    card = drawn
            table[i, j] = card
        for q in range(players):
            p = order[q]
            for j in range(size):
                card = entries[picked[p], j]
                while card == NO_CARD:
                    step, s0, s1 = below(left, s0, s1)
                    k = at + np.int64(step)
                    drawn = cards[k]
                    cards[k] = cards[at]
                    at += 1
                    left -= U1
                    if not taken >> np.uint64(drawn) & U1:
                        card = drawn
                hands[p, i, j] = card
        for j in range(stub.shape[1]):
            card = NO_CARD
            while card == NO_CARD and left:
                step, s0, s1 = below(left, s0, s1)
                k = at + np.int64(step)
                drawn = cards[k]
                cards[k] = cards[at]
                at += 1
                left -= U1
                if not taken >> np.uint64(drawn) & U1:
                    card = drawn
            stub[i, j] = card
    return hands.shape[1]


@compiled
def redraw(hands, width, keeps, extra, player, stub, served, thrown, by, count, seed, first_trial):
    """One player's draw in every deal: he throws what `keeps` (a bit a place) does not keep and receives `extra` more.

    `stub` is served from `served[deal]` on; when it ends, the cards others threw are drawn at random, and his own of
    earlier draws only when there are no others (D-RS-1, D-RS-2). `thrown`, `by`, `count` say what was thrown and by
    whom. Kept cards stand first afterwards. Returns the number of deals that found a card for everybody.
    """
    for i in range(hands.shape[0]):
        held = 0
        before = count[i]
        for j in range(width):
            card = hands[i, j]
            if keeps[i] >> j & 1:
                hands[i, held] = card
                held += 1
            else:
                thrown[i, count[i]] = card
                by[i, count[i]] = player
                count[i] += 1
        for j in range(held, width + extra):
            card = NO_CARD
            if served[i] < stub.shape[1]:
                card = stub[i, served[i]]
                served[i] += 1
            if card == NO_CARD:
                at = _from_muck(by[i], before, player, seed, first_trial + i, j)
                if at < 0:
                    return i
                card = thrown[i, at]
                by[i, at] = -1
            hands[i, j] = card
    return hands.shape[0]


@njit(inline="always")
def _from_muck(by, before, player, seed, trial, place):
    """The place of a random thrown card that the player may receive, -1 if there is none."""
    others = own = 0
    for k in range(before):
        others += by[k] >= 0 and by[k] != player
        own += by[k] == player
    if not others + own:
        return -1
    bits = _mixed(seed[1] + _GOLDEN * np.uint64(trial) + np.uint64(place) + np.uint64(64 * before))
    pick = np.int64((bits >> np.uint64(32)) * np.uint64(others if others else own) >> np.uint64(32))
    for k in range(before):
        if (by[k] >= 0 and by[k] != player) if others else by[k] == player:
            if not pick:
                return k
            pick -= 1
    return -1

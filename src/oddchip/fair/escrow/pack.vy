# pragma version 0.4.3
"""
@title Cards of California Poker: the deal out of a hash, and the best five of eight
@dev A card is 4 * rank + suit, deuce 0 to ace 12. Hands are packed with one card in each byte, lowest first.
"""

import hashes


@internal
@pure
def dealt(deal: bytes32) -> uint256:
    """
    @dev The pack shuffled from the top, sixteen steps of it: each puts one card where it will stay. A 32-bit word too
         high to be fair is passed over; sixty-four blocks are enough for ever.
    """
    order: uint8[52] = empty(uint8[52])
    for card: uint256 in range(52):
        order[card] = convert(card, uint8)
    cards: uint8[16] = empty(uint8[16])
    count: uint256 = 0
    for at: uint256 in range(64):
        word: uint256 = hashes.permutation_block(deal, convert(at, uint64))
        for k: uint256 in range(8):
            drawn: uint256 = (word >> (224 - 32 * k)) & (2**32 - 1)
            left: uint256 = 52 - count
            if drawn < 2**32 // left * left:
                chosen: uint256 = drawn % left
                cards[count] = order[chosen]
                order[chosen] = order[left - 1]
                count += 1
                if count == 16:
                    break
        if count == 16:
            break
    assert count == 16
    return self.sorted(cards, 0) | (self.sorted(cards, 8) << 64)


@internal
@pure
def sorted(cards: uint8[16], start: uint256) -> uint256:
    """
    @dev Eight of the cards by rank and suit, one in each byte, lowest first.
    """
    packed: uint256 = 0
    for i: uint256 in range(8):
        card: uint8 = cards[start + i]
        place: uint256 = 0
        for j: uint256 in range(8):
            if cards[start + j] < card:
                place += 1
        packed |= convert(card, uint256) << (8 * place)
    return packed


@internal
@pure
def worth(cards: uint8[8]) -> uint256:
    """
    @dev Category, then up to five ranks, four bits each. The best five of all eight are found at once, from how many
         there are of each rank and which ranks each suit has.
    """
    counts: uint256 = 0
    suits: uint256[4] = empty(uint256[4])
    for each: uint8 in cards:
        rank: uint256 = convert(each // 4, uint256)
        counts += 1 << (4 * rank)
        suits[each % 4] |= 1 << rank
    flush: uint256 = 0
    for suit: uint256 in suits:
        if self.bits(suit) >= 5:
            flush = suit
    ranks: uint256 = suits[0] | suits[1] | suits[2] | suits[3]
    top: uint256 = self.straight(flush)
    if top != 0:
        return (8 << 20) | (top << 16)
    # Which ranks are there twice, three times and four times at least.
    pairs: uint256 = 0
    trips: uint256 = 0
    quads: uint256 = 0
    for rank: uint256 in range(13):
        count: uint256 = (counts >> (4 * rank)) & 15
        if count >= 2:
            pairs |= 1 << rank
        if count >= 3:
            trips |= 1 << rank
        if count == 4:
            quads |= 1 << rank
    if quads != 0:
        best: uint256 = self.top(quads, 1)
        return (7 << 20) | (best << 16) | (self.top(self.without(ranks, best), 1) << 12)
    three: uint256 = self.top(trips, 1)
    if trips != 0:
        beside: uint256 = self.without(pairs, three)
        if beside != 0:
            return (6 << 20) | (three << 16) | (self.top(beside, 1) << 12)
    if flush != 0:
        return (5 << 20) | self.top(flush, 5)
    top = self.straight(ranks)
    if top != 0:
        return (4 << 20) | (top << 16)
    if trips != 0:
        return (3 << 20) | (three << 16) | (self.top(self.without(ranks, three), 2) << 8)
    if pairs != 0:
        high: uint256 = self.top(pairs, 1)
        rest: uint256 = self.without(pairs, high)
        if rest != 0:
            low: uint256 = self.top(rest, 1)
            kicker: uint256 = self.top(self.without(self.without(ranks, high), low), 1)
            return (2 << 20) | (high << 16) | (low << 12) | (kicker << 8)
        return (1 << 20) | (high << 16) | (self.top(self.without(ranks, high), 3) << 4)
    return self.top(ranks, 5)


@internal
@pure
def straight(ranks: uint256) -> uint256:
    """
    @dev The rank at the top of the highest five in a row, 3 for the wheel; 0 for none.
    """
    line: uint256 = (ranks << 1) | (ranks >> 12)
    run: uint256 = line & (line >> 1) & (line >> 2) & (line >> 3) & (line >> 4)
    if run == 0:
        return 0
    return self.top(run, 1) + 3


@internal
@pure
def top(ranks: uint256, count: uint256) -> uint256:
    """
    @dev The highest ranks of a set, four bits each.
    """
    found: uint256 = 0
    left: uint256 = count
    for i: uint256 in range(13):
        if left == 0:
            break
        rank: uint256 = 12 - i
        if (ranks >> rank) & 1 == 1:
            found = (found << 4) | rank
            left -= 1
    return found << (4 * left)


@internal
@pure
def without(ranks: uint256, rank: uint256) -> uint256:
    return ranks & ~(1 << rank)


@internal
@pure
def bits(number: uint256) -> uint256:
    found: uint256 = 0
    rest: uint256 = number
    for i: uint256 in range(13):
        if rest == 0:
            break
        rest &= rest - 1
        found += 1
    return found

# pragma version 0.4.3
"""
@title Oddchip escrow: California Poker between two who trust nobody
@notice Holds both stakes of a hand, or what two put in for many, until it is decided whose they are. For play tokens.
@dev docs/escrow.md tells the rules. The hashes are those of docs/two_party.md: SHA-256 over a tag and parts with their
     lengths. twin.py does the same in plain Python, call by call, with the same reasons for what is refused.
"""

event HandOpened:
    hand: indexed(bytes32)
    first: indexed(address)
    second: indexed(address)
    stake: uint64

event HandDealt:
    hand: indexed(bytes32)
    deal: bytes32

event HandOver:
    hand: indexed(bytes32)
    reason: uint8
    shares: uint256[2]

event ChannelOpened:
    channel: indexed(bytes32)
    first: indexed(address)
    second: indexed(address)

event StatePublished:
    channel: indexed(bytes32)
    number: uint64
    seat: uint256

event ChannelOver:
    channel: indexed(bytes32)
    ending: uint8
    paid: uint256[2]

event Withdrawn:
    player: indexed(address)
    amount: uint256

struct Hand:
    players: address[2]
    match_: bytes32
    number: uint64
    stake: uint64
    clock: uint64
    phase: uint8
    deadline: uint256
    commitments: bytes32[2]
    secrets: bytes32[2]
    seals: bytes32[2]
    masks: uint8[2]
    deal: bytes32
    cards: uint256
    shares: uint256[2]
    reason: uint8

# A hand in progress, as both have signed it: zeros for what is not given yet.
struct Standing:
    number: uint64
    commitments: bytes32[2]
    secrets: bytes32[2]
    seals: bytes32[2]

struct Channel:
    players: address[2]
    number: uint64
    stake: uint64
    clock: uint64
    window: uint64
    stage: uint8
    deadline: uint256
    deposits: uint256[2]
    published: uint64
    balances: uint64[2]
    playing: bool
    standing: Standing
    publisher: uint256
    paid: uint256[2]
    ending: uint8

# What a hand waits for.
WAITING: constant(uint8) = 1
REVEAL: constant(uint8) = 2
SEAL: constant(uint8) = 3
OPEN: constant(uint8) = 4
DONE: constant(uint8) = 5

# Why it is over.
SHOWN: constant(uint8) = 1
FORFEITED: constant(uint8) = 2
RETURNED: constant(uint8) = 3

# Where a channel stands, after WAITING, and why it is over.
LIVE: constant(uint8) = 2
DISPUTED: constant(uint8) = 3
CLOSED: constant(uint8) = 4
NOT_JOINED: constant(uint8) = 1
AGREED: constant(uint8) = 2
PUBLISHED: constant(uint8) = 3
DOUBLE_SIGNED: constant(uint8) = 4

MOST_CHIPS: constant(uint64) = 10**12
LONGEST: constant(uint64) = 7 * 24 * 3600
LAST: constant(uint64) = 2**53 - 1
HALF_ORDER: constant(bytes32) = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0

# The lengths that stand before the parts of a hash.
OF_8: constant(bytes4) = 0x00000008
OF_20: constant(bytes4) = 0x00000014
OF_28: constant(bytes4) = 0x0000001c
OF_32: constant(bytes4) = 0x00000020

hands: HashMap[bytes32, Hand]
channels: HashMap[bytes32, Channel]
credits: HashMap[address, uint256]
hands_opened: HashMap[address, HashMap[address, uint64]]
channels_opened: HashMap[address, HashMap[address, uint64]]
seen: HashMap[address, HashMap[bytes32, bool]]


# --- one hand ----------------------------------------------------------------------------------------------------------


@external
@payable
def open(opponent: address, number: uint64, stake: uint64, clock: uint64, commitment: bytes32) -> bytes32:
    """
    @notice Offer a hand to one opponent. `number` is what `next_hand` says; the commitment is bound to `hand_id`.
    """
    self._check_opponent(opponent)
    assert stake > 0 and stake <= MOST_CHIPS, "not a stake"
    assert msg.value == convert(stake, uint256), "not the stake"
    assert clock > 0 and clock <= LONGEST, "not a clock"
    assert commitment != empty(bytes32), "empty"
    assert number == self.hands_opened[msg.sender][opponent] + 1, "not the next number"
    self.hands_opened[msg.sender][opponent] = number
    players: address[2] = [msg.sender, opponent]
    hand: bytes32 = self._hand_id(self._match(), number, players, stake, clock)
    self._begin(hand, self._match(), number, players, stake, clock, WAITING)
    self.hands[hand].commitments[0] = commitment
    log HandOpened(hand=hand, first=msg.sender, second=opponent, stake=stake)
    return hand


@external
@payable
def join(hand: bytes32, commitment: bytes32):
    """
    @notice Take a hand up: only who was named, with the same stake and a commitment of his own.
    """
    assert self.hands[hand].phase != 0, "no such hand"
    assert self.hands[hand].players[1] == msg.sender, "not your hand"
    assert self.hands[hand].phase == WAITING, "not the time for this"
    assert block.timestamp <= self.hands[hand].deadline, "too late"
    assert msg.value == convert(self.hands[hand].stake, uint256), "not the stake"
    assert commitment != empty(bytes32), "empty"
    assert commitment != self.hands[hand].commitments[0], "copied"
    self.hands[hand].commitments[1] = commitment
    self._enter(hand, REVEAL)


@external
def reveal(hand: bytes32, secret: bytes32):
    """
    @notice Open one's commitment. The second one deals the sixteen cards.
    """
    seat: uint256 = self._acting(hand, REVEAL)
    assert self.hands[hand].secrets[seat] == empty(bytes32), "done already"
    assert secret != empty(bytes32), "empty"
    assert self._commit_hash(hand, secret) == self.hands[hand].commitments[seat], "not what was committed"
    assert not self.seen[msg.sender][secret], "secret seen before"
    self.seen[msg.sender][secret] = True
    self.hands[hand].secrets[seat] = secret
    self._go_on(hand)


@external
def seal(hand: bytes32, sealed: bytes32):
    """
    @notice Choose four cards to give, hidden in a seal.
    """
    seat: uint256 = self._acting(hand, SEAL)
    assert self.hands[hand].seals[seat] == empty(bytes32), "done already"
    assert sealed != empty(bytes32), "empty"
    assert sealed != self.hands[hand].seals[1 - seat], "copied"
    self.hands[hand].seals[seat] = sealed
    self._go_on(hand)


@external
def open_seal(hand: bytes32, salt: bytes32, mask: uint8):
    """
    @notice Open one's seal; bit i of the mask is card i of one's hand by rank and suit. The second one compares the
            hands and pays.
    """
    seat: uint256 = self._acting(hand, OPEN)
    assert self.hands[hand].masks[seat] == 0, "done already"
    assert self._bits(convert(mask, uint256)) == 4, "four cards are given"
    assert self._seal_hash(hand, salt, mask) == self.hands[hand].seals[seat], "not what was sealed"
    self.hands[hand].masks[seat] = mask
    if self.hands[hand].masks[1 - seat] != 0:
        self._show(hand)


@external
def claim_timeout(hand: bytes32):
    """
    @notice After a deadline, for anybody: who missed it forfeits; if both did, or nobody joined, stakes go back. Of a
            hand that is over it changes nothing.
    """
    phase: uint8 = self.hands[hand].phase
    assert phase != 0, "no such hand"
    if phase == DONE:
        return
    assert block.timestamp > self.hands[hand].deadline, "too early"
    stake: uint256 = convert(self.hands[hand].stake, uint256)
    if phase == WAITING:
        self._pay(hand, RETURNED, [stake, 0])
        return
    first: bool = self._has_given(hand, phase, 0)
    if first == self._has_given(hand, phase, 1):
        self._pay(hand, RETURNED, [stake, stake])
    elif first:
        self._pay(hand, FORFEITED, [2 * stake, 0])
    else:
        self._pay(hand, FORFEITED, [0, 2 * stake])


@external
@nonreentrant
def withdraw() -> uint256:
    """
    @notice Take what is one's own: nothing is ever sent to anybody who did not ask.
    """
    amount: uint256 = self.credits[msg.sender]
    if amount > 0:
        self.credits[msg.sender] = 0
        log Withdrawn(player=msg.sender, amount=amount)
        raw_call(msg.sender, b"", value=amount)
    return amount


# --- a channel of hands ------------------------------------------------------------------------------------------------


@external
@payable
def open_channel(opponent: address, number: uint64, stake: uint64, clock: uint64, window: uint64) -> bytes32:
    """
    @notice Put chips in for many hands with one opponent: at least a stake.
    """
    self._check_opponent(opponent)
    assert stake > 0 and stake <= MOST_CHIPS, "not a stake"
    assert msg.value >= convert(stake, uint256) and msg.value <= convert(MOST_CHIPS, uint256), "not the stake"
    assert clock > 0 and clock <= LONGEST and window > 0 and window <= LONGEST, "not a clock"
    assert number == self.channels_opened[msg.sender][opponent] + 1, "not the next number"
    self.channels_opened[msg.sender][opponent] = number
    channel: bytes32 = self._channel_id(number, [msg.sender, opponent], stake, clock, window)
    self.channels[channel].players = [msg.sender, opponent]
    self.channels[channel].number = number
    self.channels[channel].stake = stake
    self.channels[channel].clock = clock
    self.channels[channel].window = window
    self.channels[channel].stage = WAITING
    self.channels[channel].deadline = block.timestamp + convert(clock, uint256)
    self.channels[channel].deposits[0] = msg.value
    log ChannelOpened(channel=channel, first=msg.sender, second=opponent)
    return channel


@external
@payable
def join_channel(channel: bytes32):
    assert self.channels[channel].stage != 0, "no such channel"
    assert self.channels[channel].players[1] == msg.sender, "not your channel"
    assert self.channels[channel].stage == WAITING, "not the time for this"
    assert block.timestamp <= self.channels[channel].deadline, "too late"
    stake: uint256 = convert(self.channels[channel].stake, uint256)
    assert msg.value >= stake and msg.value <= convert(MOST_CHIPS, uint256), "not the stake"
    self.channels[channel].deposits[1] = msg.value
    self.channels[channel].stage = LIVE


@external
def publish(
    channel: bytes32,
    number: uint64,
    balances: uint64[2],
    playing: bool,
    standing: Standing,
    first: Bytes[65],
    second: Bytes[65],
):
    """
    @notice Put a state on the chain that both signed. The first begins a dispute; a later one, of the other, pre-empts
            it; one numbered LAST ends the channel at once. State 0 is what was put in, and needs no signature.
    """
    seat: uint256 = self._seat_in(channel)
    stage: uint8 = self.channels[channel].stage
    assert stage == LIVE or stage == DISPUTED, "not the time for this"
    assert number <= LAST, "no such state"
    if number != LAST and stage == DISPUTED:
        assert block.timestamp <= self.channels[channel].deadline, "too late"
        assert seat != self.channels[channel].publisher, "own state stands"
        assert number > self.channels[channel].published, "no later state"
    assert number != LAST or not playing, "a hand is in progress"
    pot: uint256 = 0
    if playing:
        pot = 2 * convert(self.channels[channel].stake, uint256)
    deposits: uint256[2] = self.channels[channel].deposits
    paid: uint256[2] = [convert(balances[0], uint256), convert(balances[1], uint256)]
    assert paid[0] + paid[1] + pot == deposits[0] + deposits[1], "chips do not add up"
    if number == 0:
        assert not playing and paid[0] == deposits[0] and paid[1] == deposits[1], "not what was put in"
    else:
        signed: bytes32 = self._state_hash(channel, number, balances, pot, self._standing_hash(channel, playing, standing))
        assert self._signer(signed, first) == self.channels[channel].players[0], "not signed"
        assert self._signer(signed, second) == self.channels[channel].players[1], "not signed"
    log StatePublished(channel=channel, number=number, seat=seat)
    if number == LAST:
        self._close(channel, AGREED, paid)
        return
    self.channels[channel].published = number
    self.channels[channel].balances = balances
    self.channels[channel].playing = playing
    if playing:
        self.channels[channel].standing = standing
    self.channels[channel].publisher = seat
    self.channels[channel].stage = DISPUTED
    self.channels[channel].deadline = block.timestamp + convert(self.channels[channel].window, uint256)


@external
def accuse(
    channel: bytes32,
    numbers: uint64[2],
    balances: uint64[2][2],
    standings: bytes32[2],
    first: Bytes[65],
    second: Bytes[65],
):
    """
    @notice Show two different states of one number that the other signed: he forfeits what is in the channel.
            `standings` are the hashes of the hands in progress, zero where there is none.
    """
    seat: uint256 = self._seat_in(channel)
    stage: uint8 = self.channels[channel].stage
    assert stage == LIVE or stage == DISPUTED, "not the time for this"
    assert numbers[0] == numbers[1], "two numbers"
    signed: bytes32[2] = empty(bytes32[2])
    for i: uint256 in range(2):
        pot: uint256 = 0
        if standings[i] != empty(bytes32):
            pot = 2 * convert(self.channels[channel].stake, uint256)
        signed[i] = self._state_hash(channel, numbers[i], balances[i], pot, standings[i])
    assert signed[0] != signed[1], "one and the same state"
    accused: address = self.channels[channel].players[1 - seat]
    assert self._signer(signed[0], first) == accused and self._signer(signed[1], second) == accused, "not signed"
    paid: uint256[2] = empty(uint256[2])
    paid[seat] = self.channels[channel].deposits[0] + self.channels[channel].deposits[1]
    self._close(channel, DOUBLE_SIGNED, paid)


@external
def finish(channel: bytes32):
    """
    @notice After the window, for anybody: pay what the state that stands says, and let its hand go on here. Where
            nobody joined, what was put in goes back. Of a channel that is over it changes nothing.
    """
    stage: uint8 = self.channels[channel].stage
    assert stage != 0, "no such channel"
    if stage == CLOSED:
        return
    assert stage == WAITING or stage == DISPUTED, "not the time for this"
    assert block.timestamp > self.channels[channel].deadline, "too early"
    if stage == WAITING:
        self._close(channel, NOT_JOINED, self.channels[channel].deposits)
        return
    balances: uint64[2] = self.channels[channel].balances
    self._close(channel, PUBLISHED, [convert(balances[0], uint256), convert(balances[1], uint256)])
    if self.channels[channel].playing:
        self._play_on(channel)


# --- to read -----------------------------------------------------------------------------------------------------------


@external
@view
def hand(id: bytes32) -> Hand:
    return self.hands[id]


@external
@view
def channel(id: bytes32) -> Channel:
    return self.channels[id]


@external
@view
def credit(player: address) -> uint256:
    return self.credits[player]


@external
@view
def next_hand(first: address, second: address) -> uint64:
    return self.hands_opened[first][second] + 1


@external
@view
def next_channel(first: address, second: address) -> uint64:
    return self.channels_opened[first][second] + 1


@external
@view
def hand_id(number: uint64, first: address, second: address, stake: uint64, clock: uint64) -> bytes32:
    return self._hand_id(self._match(), number, [first, second], stake, clock)


@external
@pure
def dealt(deal: bytes32) -> uint256:
    """
    @notice The sixteen cards of a deal, one in each byte, lowest first: eight by rank and suit, and eight again.
    """
    return self._dealt(deal)


@external
@pure
def worth(cards: uint8[8]) -> uint256:
    """
    @notice The best five of eight cards (4 * rank + suit; a deuce is rank 0) as a number: the higher the better.
    """
    return self._worth(cards)


# --- within a hand -----------------------------------------------------------------------------------------------------


@internal
@view
def _check_opponent(opponent: address):
    assert opponent != empty(address) and opponent != msg.sender, "not an opponent"


@internal
def _begin(
    hand: bytes32, match_: bytes32, number: uint64, players: address[2], stake: uint64, clock: uint64, phase: uint8
):
    self.hands[hand].players = players
    self.hands[hand].match_ = match_
    self.hands[hand].number = number
    self.hands[hand].stake = stake
    self.hands[hand].clock = clock
    self._enter(hand, phase)


@internal
def _enter(hand: bytes32, phase: uint8):
    self.hands[hand].phase = phase
    self.hands[hand].deadline = block.timestamp + convert(self.hands[hand].clock, uint256)


@internal
@view
def _acting(hand: bytes32, phase: uint8) -> uint256:
    """
    @dev The seat of the sender if he may act now; the deadline itself is still in time.
    """
    assert self.hands[hand].phase != 0, "no such hand"
    seat: uint256 = 0
    if self.hands[hand].players[0] != msg.sender:
        assert self.hands[hand].players[1] == msg.sender, "not your hand"
        seat = 1
    assert self.hands[hand].phase == phase, "not the time for this"
    assert block.timestamp <= self.hands[hand].deadline, "too late"
    return seat


@internal
def _go_on(hand: bytes32):
    """
    @dev Enter the phase that what is there leads to; each gets a clock of its own.
    """
    phase: uint8 = self.hands[hand].phase
    secrets: bytes32[2] = self.hands[hand].secrets
    if phase == REVEAL and secrets[0] != empty(bytes32) and secrets[1] != empty(bytes32):
        deal: bytes32 = self._deal_hash(hand, secrets)
        self.hands[hand].deal = deal
        self.hands[hand].cards = self._dealt(deal)
        phase = SEAL
        log HandDealt(hand=hand, deal=deal)
    if phase == SEAL and self.hands[hand].seals[0] != empty(bytes32) and self.hands[hand].seals[1] != empty(bytes32):
        phase = OPEN
    if phase != self.hands[hand].phase:
        self._enter(hand, phase)


@internal
@view
def _has_given(hand: bytes32, phase: uint8, seat: uint256) -> bool:
    if phase == REVEAL:
        return self.hands[hand].secrets[seat] != empty(bytes32)
    if phase == SEAL:
        return self.hands[hand].seals[seat] != empty(bytes32)
    return self.hands[hand].masks[seat] != 0


@internal
def _show(hand: bytes32):
    """
    @dev Swap, compare, pay. The pot is twice the stake, so that a split is exact.
    """
    cards: uint256 = self.hands[hand].cards
    masks: uint8[2] = self.hands[hand].masks
    final: uint8[8][2] = empty(uint8[8][2])
    held: uint256[2] = empty(uint256[2])
    for seat: uint256 in range(2):
        for i: uint256 in range(8):
            holder: uint256 = seat ^ ((convert(masks[seat], uint256) >> i) & 1)
            final[holder][held[holder]] = convert((cards >> (64 * seat + 8 * i)) & 255, uint8)
            held[holder] += 1
    worths: uint256[2] = [self._worth(final[0]), self._worth(final[1])]
    stake: uint256 = convert(self.hands[hand].stake, uint256)
    if worths[0] == worths[1]:
        self._pay(hand, SHOWN, [stake, stake])
    elif worths[0] > worths[1]:
        self._pay(hand, SHOWN, [2 * stake, 0])
    else:
        self._pay(hand, SHOWN, [0, 2 * stake])


@internal
def _pay(hand: bytes32, reason: uint8, shares: uint256[2]):
    self.hands[hand].phase = DONE
    self.hands[hand].reason = reason
    self.hands[hand].shares = shares
    for seat: uint256 in range(2):
        self.credits[self.hands[hand].players[seat]] += shares[seat]
    log HandOver(hand=hand, reason=reason, shares=shares)


# --- within a channel --------------------------------------------------------------------------------------------------


@internal
@view
def _seat_in(channel: bytes32) -> uint256:
    assert self.channels[channel].stage != 0, "no such channel"
    if self.channels[channel].players[0] == msg.sender:
        return 0
    assert self.channels[channel].players[1] == msg.sender, "not your channel"
    return 1


@internal
def _close(channel: bytes32, ending: uint8, paid: uint256[2]):
    self.channels[channel].stage = CLOSED
    self.channels[channel].ending = ending
    self.channels[channel].paid = paid
    for seat: uint256 in range(2):
        self.credits[self.channels[channel].players[seat]] += paid[seat]
    log ChannelOver(channel=channel, ending=ending, paid=paid)


@internal
def _play_on(channel: bytes32):
    """
    @dev The hand of the state that stands becomes a hand of this contract, where both had come to.
    """
    standing: Standing = self.channels[channel].standing
    players: address[2] = self.channels[channel].players
    stake: uint64 = self.channels[channel].stake
    clock: uint64 = self.channels[channel].clock
    hand: bytes32 = self._hand_id(channel, standing.number, players, stake, clock)
    self._begin(hand, channel, standing.number, players, stake, clock, REVEAL)
    self.hands[hand].commitments = standing.commitments
    self.hands[hand].secrets = standing.secrets
    self.hands[hand].seals = standing.seals
    log HandOpened(hand=hand, first=players[0], second=players[1], stake=stake)
    self._go_on(hand)


# --- hashes ------------------------------------------------------------------------------------------------------------


@internal
@pure
def _u64(number: uint64) -> Bytes[12]:
    return concat(OF_8, convert(number, bytes8))


@internal
@pure
def _two(words: bytes32[2]) -> Bytes[72]:
    return concat(OF_32, words[0], OF_32, words[1])


@internal
@pure
def _pair(players: address[2]) -> Bytes[48]:
    return concat(OF_20, convert(players[0], bytes20), OF_20, convert(players[1], bytes20))


@internal
@view
def _where() -> Bytes[32]:
    return concat(OF_28, convert(convert(chain.id, uint64), bytes8), convert(self, bytes20))


@internal
@view
def _match() -> bytes32:
    """
    @dev What stands for the match in a hand that belongs to no channel.
    """
    return sha256(concat(b"oddchip/fair/1/escrow\x00", self._where()))


@internal
@view
def _hand_id(match_: bytes32, number: uint64, players: address[2], stake: uint64, clock: uint64) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/terms\x00\x00\x00\x00\x10california_poker",
            OF_32,
            match_,
            self._u64(number),
            self._pair(players),
            self._u64(stake),
            self._u64(stake),
            self._u64(0),
            self._u64(clock),
            OF_20,
            convert(self, bytes20),
        )
    )


@internal
@view
def _channel_id(number: uint64, players: address[2], stake: uint64, clock: uint64, window: uint64) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/channel\x00",
            self._where(),
            self._pair(players),
            self._u64(number),
            self._u64(stake),
            self._u64(clock),
            self._u64(window),
        )
    )


@internal
@view
def _commit_hash(hand: bytes32, secret: bytes32) -> bytes32:
    return sha256(
        concat(b"oddchip/fair/1/commit\x00", OF_32, hand, OF_20, convert(msg.sender, bytes20), OF_32, secret)
    )


@internal
@pure
def _deal_hash(hand: bytes32, secrets: bytes32[2]) -> bytes32:
    return sha256(concat(b"oddchip/fair/1/deal\x00", OF_32, hand, self._two(secrets)))


@internal
@view
def _seal_hash(hand: bytes32, salt: bytes32, mask: uint8) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/seal\x00",
            OF_32,
            hand,
            OF_32,
            self.hands[hand].deal,
            OF_20,
            convert(msg.sender, bytes20),
            OF_32,
            salt,
            b"\x00\x00\x00\x01",
            convert(mask, bytes1),
        )
    )


@internal
@view
def _standing_hash(channel: bytes32, playing: bool, standing: Standing) -> bytes32:
    if not playing:
        return empty(bytes32)
    terms: bytes32 = self._hand_id(
        channel,
        standing.number,
        self.channels[channel].players,
        self.channels[channel].stake,
        self.channels[channel].clock,
    )
    return sha256(
        concat(
            b"oddchip/fair/1/standing\x00",
            OF_32,
            terms,
            self._two(standing.commitments),
            self._two(standing.secrets),
            self._two(standing.seals),
        )
    )


@internal
@pure
def _state_hash(channel: bytes32, number: uint64, balances: uint64[2], pot: uint256, standing: bytes32) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/state\x00",
            OF_32,
            channel,
            self._u64(number),
            self._u64(balances[0]),
            self._u64(balances[1]),
            self._u64(convert(pot, uint64)),
            OF_32,
            standing,
        )
    )


@internal
@pure
def _signer(signed: bytes32, signature: Bytes[65]) -> address:
    """
    @dev Who signed; nobody where the signature is not in its one form: 65 bytes, s in the lower half, v 27 or 28.
    """
    if len(signature) != 65:
        return empty(address)
    r: uint256 = extract32(signature, 0, output_type=uint256)
    s: uint256 = extract32(signature, 32, output_type=uint256)
    v: uint256 = convert(slice(signature, 64, 1), uint256)
    if s > convert(HALF_ORDER, uint256) or (v != 27 and v != 28):
        return empty(address)
    return ecrecover(signed, v, r, s)


# --- cards -------------------------------------------------------------------------------------------------------------


@internal
@pure
def _dealt(deal: bytes32) -> uint256:
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
        word: uint256 = convert(
            sha256(
                concat(
                    b"oddchip/fair/1/permutation\x00", OF_32, deal, OF_8, convert(convert(at, uint64), bytes8)
                )
            ),
            uint256,
        )
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
    return self._sorted(cards, 0) | (self._sorted(cards, 8) << 64)


@internal
@pure
def _sorted(cards: uint8[16], start: uint256) -> uint256:
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
def _worth(cards: uint8[8]) -> uint256:
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
        if self._bits(suit) >= 5:
            flush = suit
    ranks: uint256 = suits[0] | suits[1] | suits[2] | suits[3]
    top: uint256 = self._straight(flush)
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
        best: uint256 = self._top(quads, 1)
        return (7 << 20) | (best << 16) | (self._top(self._without(ranks, best), 1) << 12)
    three: uint256 = self._top(trips, 1)
    if trips != 0:
        beside: uint256 = self._without(pairs, three)
        if beside != 0:
            return (6 << 20) | (three << 16) | (self._top(beside, 1) << 12)
    if flush != 0:
        return (5 << 20) | self._top(flush, 5)
    top = self._straight(ranks)
    if top != 0:
        return (4 << 20) | (top << 16)
    if trips != 0:
        return (3 << 20) | (three << 16) | (self._top(self._without(ranks, three), 2) << 8)
    if pairs != 0:
        high: uint256 = self._top(pairs, 1)
        rest: uint256 = self._without(pairs, high)
        if rest != 0:
            low: uint256 = self._top(rest, 1)
            kicker: uint256 = self._top(self._without(self._without(ranks, high), low), 1)
            return (2 << 20) | (high << 16) | (low << 12) | (kicker << 8)
        return (1 << 20) | (high << 16) | (self._top(self._without(ranks, high), 3) << 4)
    return self._top(ranks, 5)


@internal
@pure
def _straight(ranks: uint256) -> uint256:
    """
    @dev The rank at the top of the highest five in a row, 3 for the wheel; 0 for none.
    """
    line: uint256 = (ranks << 1) | (ranks >> 12)
    run: uint256 = line & (line >> 1) & (line >> 2) & (line >> 3) & (line >> 4)
    if run == 0:
        return 0
    return self._top(run, 1) + 3


@internal
@pure
def _top(ranks: uint256, count: uint256) -> uint256:
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
def _without(ranks: uint256, rank: uint256) -> uint256:
    return ranks & ~(1 << rank)


@internal
@pure
def _bits(number: uint256) -> uint256:
    found: uint256 = 0
    rest: uint256 = number
    for i: uint256 in range(13):
        if rest == 0:
            break
        rest &= rest - 1
        found += 1
    return found

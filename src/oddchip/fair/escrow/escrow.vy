# pragma version 0.4.3
"""
@title Oddchip escrow: California Poker between two who trust nobody
@notice Holds both stakes of a hand, or what two put in for many, until it is decided whose they are. For play tokens.
@dev docs/escrow.md tells the rules. The hashes are those of docs/two_party.md: SHA-256 over a tag and parts with their
     lengths. twin.py does the same in plain Python, call by call, with the same reasons for what is refused.
"""

import hashes
import pack

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
    standing: hashes.Standing
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
    hand: bytes32 = hashes.hand_id(hashes.match(), number, players, stake, clock)
    self._begin(hand, hashes.match(), number, players, stake, clock, WAITING)
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
    assert hashes.commit_hash(hand, msg.sender, secret) == self.hands[hand].commitments[seat], "not what was committed"
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
    assert pack.bits(convert(mask, uint256)) == 4, "four cards are given"
    assert hashes.seal_hash(hand, self.hands[hand].deal, msg.sender, salt, mask) == self.hands[hand].seals[seat], "not what was sealed"
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
    channel: bytes32 = hashes.channel_id(number, [msg.sender, opponent], stake, clock, window)
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
    standing: hashes.Standing,
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
        hand: bytes32 = empty(bytes32)
        if playing:
            hand = hashes.standing_hash(self._hand_in(channel, standing.number), standing)
        signed: bytes32 = hashes.state_hash(channel, number, balances, pot, hand)
        assert hashes.signer(signed, first) == self.channels[channel].players[0], "not signed"
        assert hashes.signer(signed, second) == self.channels[channel].players[1], "not signed"
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
        signed[i] = hashes.state_hash(channel, numbers[i], balances[i], pot, standings[i])
    assert signed[0] != signed[1], "one and the same state"
    accused: address = self.channels[channel].players[1 - seat]
    assert hashes.signer(signed[0], first) == accused and hashes.signer(signed[1], second) == accused, "not signed"
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
    return hashes.hand_id(hashes.match(), number, [first, second], stake, clock)


@external
@pure
def dealt(deal: bytes32) -> uint256:
    """
    @notice The sixteen cards of a deal, one in each byte, lowest first: eight by rank and suit, and eight again.
    """
    return pack.dealt(deal)


@external
@pure
def worth(cards: uint8[8]) -> uint256:
    """
    @notice The best five of eight cards (4 * rank + suit; a deuce is rank 0) as a number: the higher the better.
    """
    return pack.worth(cards)


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
        deal: bytes32 = hashes.deal_hash(hand, secrets)
        self.hands[hand].deal = deal
        self.hands[hand].cards = pack.dealt(deal)
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
    worths: uint256[2] = [pack.worth(final[0]), pack.worth(final[1])]
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
@view
def _hand_in(channel: bytes32, number: uint64) -> bytes32:
    """
    @dev The id of a hand of a channel.
    """
    players: address[2] = self.channels[channel].players
    return hashes.hand_id(channel, number, players, self.channels[channel].stake, self.channels[channel].clock)


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
    standing: hashes.Standing = self.channels[channel].standing
    players: address[2] = self.channels[channel].players
    stake: uint64 = self.channels[channel].stake
    clock: uint64 = self.channels[channel].clock
    hand: bytes32 = self._hand_in(channel, standing.number)
    self._begin(hand, channel, standing.number, players, stake, clock, REVEAL)
    self.hands[hand].commitments = standing.commitments
    self.hands[hand].secrets = standing.secrets
    self.hands[hand].seals = standing.seals
    log HandOpened(hand=hand, first=players[0], second=players[1], stake=stake)
    self._go_on(hand)

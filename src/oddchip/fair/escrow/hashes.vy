# pragma version 0.4.3
"""
@title What is hashed and signed: docs/two_party.md and docs/escrow.md give the bytes
@dev SHA-256 over a tag and parts, each with its length before it.
"""

# A hand in progress, as both have signed it: zeros for what is not given yet.
struct Standing:
    number: uint64
    commitments: bytes32[2]
    secrets: bytes32[2]
    seals: bytes32[2]

HALF_ORDER: constant(bytes32) = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0

# The lengths that stand before the parts of a hash.
OF_8: constant(bytes4) = 0x00000008
OF_20: constant(bytes4) = 0x00000014
OF_28: constant(bytes4) = 0x0000001c
OF_32: constant(bytes4) = 0x00000020


@internal
@pure
def u64(number: uint64) -> Bytes[12]:
    return concat(OF_8, convert(number, bytes8))


@internal
@pure
def two(words: bytes32[2]) -> Bytes[72]:
    return concat(OF_32, words[0], OF_32, words[1])


@internal
@pure
def pair(players: address[2]) -> Bytes[48]:
    return concat(OF_20, convert(players[0], bytes20), OF_20, convert(players[1], bytes20))


@internal
@view
def where() -> Bytes[32]:
    return concat(OF_28, convert(convert(chain.id, uint64), bytes8), convert(self, bytes20))


@internal
@view
def match() -> bytes32:
    """
    @dev What stands for the match in a hand that belongs to no channel.
    """
    return sha256(concat(b"oddchip/fair/1/escrow\x00", self.where()))


@internal
@view
def hand_id(match_: bytes32, number: uint64, players: address[2], stake: uint64, clock: uint64) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/terms\x00\x00\x00\x00\x10california_poker",
            OF_32,
            match_,
            self.u64(number),
            self.pair(players),
            self.u64(stake),
            self.u64(stake),
            self.u64(0),
            self.u64(clock),
            OF_20,
            convert(self, bytes20),
        )
    )


@internal
@view
def channel_id(number: uint64, players: address[2], stake: uint64, clock: uint64, window: uint64) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/channel\x00",
            self.where(),
            self.pair(players),
            self.u64(number),
            self.u64(stake),
            self.u64(clock),
            self.u64(window),
        )
    )


@internal
@pure
def commit_hash(hand: bytes32, player: address, secret: bytes32) -> bytes32:
    return sha256(concat(b"oddchip/fair/1/commit\x00", OF_32, hand, OF_20, convert(player, bytes20), OF_32, secret))


@internal
@pure
def deal_hash(hand: bytes32, secrets: bytes32[2]) -> bytes32:
    return sha256(concat(b"oddchip/fair/1/deal\x00", OF_32, hand, self.two(secrets)))


@internal
@pure
def seal_hash(hand: bytes32, deal: bytes32, player: address, salt: bytes32, mask: uint8) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/seal\x00",
            OF_32,
            hand,
            OF_32,
            deal,
            OF_20,
            convert(player, bytes20),
            OF_32,
            salt,
            b"\x00\x00\x00\x01",
            convert(mask, bytes1),
        )
    )


@internal
@pure
def standing_hash(terms: bytes32, standing: Standing) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/standing\x00",
            OF_32,
            terms,
            self.two(standing.commitments),
            self.two(standing.secrets),
            self.two(standing.seals),
        )
    )


@internal
@pure
def state_hash(channel: bytes32, number: uint64, balances: uint64[2], pot: uint256, standing: bytes32) -> bytes32:
    return sha256(
        concat(
            b"oddchip/fair/1/state\x00",
            OF_32,
            channel,
            self.u64(number),
            self.u64(balances[0]),
            self.u64(balances[1]),
            self.u64(convert(pot, uint64)),
            OF_32,
            standing,
        )
    )


@internal
@pure
def permutation_block(key: bytes32, at: uint64) -> uint256:
    """
    @dev A block of the endless row from which a permutation is drawn: eight words of 32 bits.
    """
    words: bytes32 = sha256(concat(b"oddchip/fair/1/permutation\x00", OF_32, key, self.u64(at)))
    return convert(words, uint256)


@internal
@pure
def signer(signed: bytes32, signature: Bytes[65]) -> address:
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



"""A channel as a file: what two agreed on, what each would publish, and what each still has to give. JSON, one form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from oddchip.fair.deck import reading
from oddchip.fair.deck.reading import Data, each, fields, hexed, refuse, whole
from oddchip.fair.escrow.terms import ChannelTerms, Standing, State, Two, Where
from oddchip.fair.two_party.hashes import NOTHING, Pair
from oddchip.fair.two_party.terms import LONGEST_CLOCK, MOST_CHIPS

FORMAT = "oddchip channel 1"
MOST_TEXT = 100_000
MOST_PUBLISHED = 20
_FIELDS = (
    *("format", "chain", "contract", "players", "stake", "clock", "window", "number", "deposits"),
    *("published", "sides"),
)
_STATE = ("by", "number", "balances", "hand", "signatures")
_HAND = ("number", "commitments", "secrets", "seals")
_SIDE = ("secret", "salt", "mask")


@dataclass(frozen=True)
class Published:
    """A state that one of them puts on the chain. Signatures are empty for state 0."""

    by: int
    state: State
    signatures: Two


@dataclass(frozen=True)
class Side:
    """What a player has for the hand in progress: None for what is missing."""

    secret: bytes | None = None
    salt: bytes | None = None
    mask: int | None = None


@dataclass(frozen=True)
class ChannelFile:
    """`published` in the order in which they come to the chain; a side that is empty stays silent there."""

    where: Where
    channel: ChannelTerms
    deposits: Pair
    published: tuple[Published, ...]
    sides: tuple[Side, Side] = (Side(), Side())


def dump_channel(file: ChannelFile) -> str:
    channel = file.channel
    data: Data = {
        "format": FORMAT,
        "chain": file.where.chain,
        "contract": file.where.contract.hex(),
        "players": [player.hex() for player in channel.players],
        "stake": channel.stake,
        "clock": channel.clock,
        "window": channel.window,
        "number": channel.number,
        "deposits": list(file.deposits),
        "published": [_state_data(each) for each in file.published],
        "sides": [_side_data(side) for side in file.sides],
    }
    return json.dumps(data, indent=1) + "\n"


def load_channel(text: str) -> ChannelFile:
    """`Unreadable` with the place and what was expected there; nothing is used before all of it is read."""
    if len(text) > MOST_TEXT:
        refuse("the channel", f"at most {MOST_TEXT} characters")
    form, chain, contract, players, stake, clock, window, number, deposits, published, sides = fields(
        reading.data_of(text), "the channel", *_FIELDS
    )
    if form != FORMAT:
        refuse("format", f"{FORMAT!r}")
    channel = ChannelTerms(
        _two(players, "players", 20),
        _from_one(stake, "stake", MOST_CHIPS),
        _from_one(clock, "clock", LONGEST_CLOCK),
        _from_one(window, "window", LONGEST_CLOCK),
        _from_one(number, "number", MOST_CHIPS),
    )
    if channel.players[0] == channel.players[1]:
        refuse("players", "two different addresses")
    both = each(sides, "sides", _side, 2)
    if len(both) != 2:
        refuse("sides", "two, empty where a player stays silent")
    return ChannelFile(
        Where(whole(chain, "chain"), hexed(contract, "contract", 20)),
        channel,
        _pair(deposits, "deposits"),
        each(published, "published", _published, MOST_PUBLISHED),
        (both[0], both[1]),
    )


def _state_data(one: Published) -> Data:
    hand = one.state.hand
    return {
        "by": one.by,
        "number": one.state.number,
        "balances": list(one.state.balances),
        "hand": hand and _hand_data(hand),
        "signatures": [signature.hex() for signature in one.signatures],
    }


def _hand_data(hand: Standing) -> Data:
    return {
        "number": hand.number,
        "commitments": [each.hex() for each in hand.commitments],
        "secrets": [each.hex() for each in hand.secrets],
        "seals": [each.hex() for each in hand.seals],
    }


def _side_data(side: Side) -> Data:
    return {"secret": side.secret and side.secret.hex(), "salt": side.salt and side.salt.hex(), "mask": side.mask}


def _published(value: Any, where: str) -> Published:
    by, number, balances, hand, signatures = fields(value, where, *_STATE)
    state = State(
        whole(number, f"{where}.number"),
        _pair(balances, f"{where}.balances"),
        None if hand is None else _hand(hand, f"{where}.hand"),
    )
    signed = each(signatures, f"{where}.signatures", hexed, 2)
    if len(signed) != 2 or any(len(one) not in (0, 65) for one in signed):
        refuse(f"{where}.signatures", "two of 65 bytes each, or empty")
    return Published(whole(by, f"{where}.by", 1), state, (signed[0], signed[1]))


def _hand(value: Any, where: str) -> Standing:
    number, commitments, secrets, seals = fields(value, where, *_HAND)
    return Standing(
        _from_one(number, f"{where}.number", MOST_CHIPS),
        _two(commitments, f"{where}.commitments", 32),
        _two(secrets, f"{where}.secrets", 32),
        _two(seals, f"{where}.seals", 32),
    )


def _side(value: Any, where: str) -> Side:
    secret, salt, mask = fields(value, where, *_SIDE)
    return Side(
        None if secret is None else hexed(secret, f"{where}.secret", len(NOTHING)),
        None if salt is None else hexed(salt, f"{where}.salt", len(NOTHING)),
        None if mask is None else whole(mask, f"{where}.mask", 255),
    )


def _from_one(value: Any, where: str, most: int) -> int:
    if whole(value, where, most) == 0:
        refuse(where, f"a whole number from 1 to {most}")
    return int(value)


def _pair(value: Any, where: str) -> Pair:
    found = each(value, where, lambda one, at: whole(one, at, MOST_CHIPS), 2)
    if len(found) != 2:
        refuse(where, "two whole numbers")
    return found[0], found[1]


def _two(value: Any, where: str, size: int) -> Two:
    found = each(value, where, lambda one, at: hexed(one, at, size), 2)
    if len(found) != 2:
        refuse(where, f"two of {size} bytes in lower-case hex")
    return found[0], found[1]

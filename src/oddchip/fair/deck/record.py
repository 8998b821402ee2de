"""The record of one hand for one reader: everything that was told about its decks, to be verified by anybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from oddchip.fair.deck import reading
from oddchip.fair.deck.commitment import Commitment
from oddchip.fair.deck.openings import Opening, RejectedDeck
from oddchip.fair.deck.place import MOST_CARDS
from oddchip.fair.deck.reading import Data, each, fields, whole
from oddchip.fair.deck.wire import (
    commitment_data,
    commitment_from,
    digest32,
    opening_data,
    opening_from,
    rejected_data,
    rejected_from,
)
from oddchip.fair.errors import Unreadable
from oddchip.fair.hashing import digest, listed, number, text
from oddchip.fair.signing import SIGNATURE, Signer

FORMAT = "oddchip hand 1"

To = int | str
"""Who got a card: a seat, or the name of a row, or "burn"."""

Seen = tuple[int | None, Opening]
"""A card shown: its position in the deal and its opening."""


@dataclass(frozen=True)
class Shuffled:
    """One commitment of a hand and what came of it.

    `seeds` by seat; seats that have a tip in the commitment and no seed here withheld it. `void` says why nothing was
    dealt from it, or why the hand was broken off; empty when it was played. `rejected`: the candidates not chosen.
    `dealt`: position and to whom, in the order in which the cards were dealt. `shown`: openings for everybody, by
    position; `own`: those for the reader alone. Position None is a card that a reshuffle keeps out of its pool.
    """

    commitment: Commitment
    seeds: Mapping[int, bytes]
    void: str = ""
    rejected: tuple[RejectedDeck, ...] = ()
    dealt: tuple[tuple[int, To], ...] = ()
    shown: tuple[Seen, ...] = ()
    own: tuple[Seen, ...] = ()

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that have a tip and gave no seed."""
        return tuple(sorted(set(self.commitment.place.tips) - set(self.seeds)))

    @property
    def digest(self) -> bytes:
        """What the house signs of it for a reader; the rejected candidates are held by their roots already."""
        return digest(
            "shuffle",
            self.commitment.id,
            listed(number(seat) + self.seeds[seat] for seat in sorted(self.seeds)),
            text(self.void),
            listed(number(position) + _to(to) for position, to in self.dealt),
            listed(_opened(position, opening) for position, opening in self.shown),
            listed(_opened(position, opening) for position, opening in self.own),
        )


def _to(to: To) -> bytes:
    return b"\0" + number(to) if isinstance(to, int) else b"\1" + text(to)


def _opened(position: int | None, opening: Opening) -> bytes:
    return digest(
        "opening",
        b"" if position is None else number(position),
        number(opening.slot),
        text(opening.card),
        opening.salt,
        listed(opening.path),
    )


def in_order(seen: Iterable[Seen]) -> tuple[Seen, ...]:
    """Cards shown in the one order in which a record has them."""
    return tuple(sorted(seen, key=lambda pair: (pair[0] is None, pair[0] or 0, pair[1].slot)))


@dataclass(frozen=True)
class HandRecord:
    """All commitments of one hand, in order, for `reader` (a seat) or for everybody (None)."""

    shuffles: tuple[Shuffled, ...]
    reader: int | None
    signature: bytes

    @property
    def digest(self) -> bytes:
        """What the house signs at the end of a hand, for each reader."""
        reader = b"" if self.reader is None else number(self.reader)
        return digest("hand", reader, listed(one.digest for one in self.shuffles))


def signed_record(shuffles: Iterable[Shuffled], signer: Signer, reader: int | None = None) -> HandRecord:
    """The record of a hand that is over, signed by the house. Nothing in it is secret from its reader.

    Cards shown are put in their order: by position, then those that a reshuffle keeps by slot.
    """
    found = [replace(one, shown=in_order(one.shown), own=in_order(one.own)) for one in shuffles]
    bare = HandRecord(tuple(found), reader, b"")
    return HandRecord(bare.shuffles, reader, signer.sign(bare.digest))


def record_data(record: HandRecord) -> Data:
    """The record as JSON has it."""
    return {
        "format": FORMAT,
        "reader": record.reader,
        "shuffles": [_shuffle_data(one) for one in record.shuffles],
        "signature": record.signature.hex(),
    }


def _shuffle_data(one: Shuffled) -> Data:
    return {
        "commitment": commitment_data(one.commitment),
        "seeds": {str(seat): one.seeds[seat].hex() for seat in sorted(one.seeds)},
        "void": one.void,
        "rejected": [rejected_data(deck) for deck in one.rejected],
        "dealt": [list(pair) for pair in one.dealt],
        "shown": [{"position": position, **opening_data(opening)} for position, opening in one.shown],
        "own": [{"position": position, **opening_data(opening)} for position, opening in one.own],
    }


def record_from(value: Any) -> HandRecord:
    """A record out of JSON; `Unreadable` for anything that is not exactly its form."""
    said, reader, shuffles, signature = fields(value, "the record", "format", "reader", "shuffles", "signature")
    if said != FORMAT:
        raise Unreadable(f"the record of a hand has the format {FORMAT!r}, and this has another or none")
    found = each(shuffles, "shuffles", _shuffle_from)
    if not found:
        raise Unreadable("the record of a hand has one commitment or more")
    seat = None if reader is None else whole(reader, "reader")
    return HandRecord(found, seat, reading.hexed(signature, "signature", SIGNATURE))


def _shuffle_from(value: Any, where: str) -> Shuffled:
    names = ("commitment", "seeds", "void", "rejected", "dealt", "shown", "own")
    commitment, seeds, void, rejected, dealt, shown, own = fields(value, where, *names)
    return Shuffled(
        commitment_from(commitment, f"{where}.commitment"),
        reading.by_seat(seeds, f"{where}.seeds", digest32),
        reading.words(void, f"{where}.void"),
        each(rejected, f"{where}.rejected", rejected_from, MOST_CARDS),
        each(dealt, f"{where}.dealt", _dealt_from),
        _ordered(each(shown, f"{where}.shown", _seen_from, MOST_CARDS), f"{where}.shown"),
        _ordered(each(own, f"{where}.own", _seen_from, MOST_CARDS), f"{where}.own"),
    )


def _ordered(seen: tuple[Seen, ...], where: str) -> tuple[Seen, ...]:
    if seen != in_order(seen):
        reading.refuse(where, "cards by position, then those kept (null) by slot")
    return seen


def _position(value: Any, where: str) -> int:
    return whole(value, where, MOST_CARDS - 1)


def _dealt_from(value: Any, where: str) -> tuple[int, To]:
    if type(value) is not list or len(value) != 2:
        reading.refuse(where, "a position and to whom it went")
    position, to = value
    known = whole(to, where) if type(to) is int else reading.words(to, where, 40)
    return _position(position, where), known


def _seen_from(value: Any, where: str) -> Seen:
    position, *rest = fields(value, where, "position", "slot", "card", "salt", "path")
    opening = opening_from(dict(zip(("slot", "card", "salt", "path"), rest, strict=True)), where)
    return None if position is None else _position(position, where), opening

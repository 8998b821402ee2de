"""Places, commitments and openings as JSON, and back."""

from __future__ import annotations

from typing import Any

from oddchip.fair.deck import reading
from oddchip.fair.deck.commitment import Commitment
from oddchip.fair.deck.openings import Opening, RejectedDeck
from oddchip.fair.deck.place import MOST_CARDS, MOST_TEXT, Place
from oddchip.fair.deck.reading import Data, each, fields, hexed, hexes, whole
from oddchip.fair.deck.trees import DEPTH
from oddchip.fair.errors import Unreadable
from oddchip.fair.hashing import DIGEST
from oddchip.fair.signing import KEY, SIGNATURE

_PLACE = ("table", "hand", "shuffle", "game", "pack", "seats", "tips", "before", "kept")
_COMMITMENT = ("kind", "roots", "proof", "key", "signature")
MOST_PROOF = 20_000


def digest32(value: Any, where: str) -> bytes:
    return hexed(value, where, DIGEST)


def place_data(place: Place) -> Data:
    return {
        "table": place.table,
        "hand": place.hand,
        "shuffle": place.shuffle,
        "game": place.game,
        "pack": " ".join(place.pack),
        "seats": list(place.seats),
        "tips": {str(seat): place.tips[seat].hex() for seat in sorted(place.tips)},
        "before": place.before.hex(),
        "kept": place.kept,
    }


def place_from(value: Any, where: str = "the place") -> Place:
    table, hand, shuffle, game, pack, seats, tips, before, kept = fields(value, where, *_PLACE)
    return Place(
        reading.words(table, f"{where}.table"),
        whole(hand, f"{where}.hand"),
        whole(shuffle, f"{where}.shuffle"),
        reading.words(game, f"{where}.game"),
        cards_from(pack, f"{where}.pack"),
        each(seats, f"{where}.seats", whole),
        digest32(before, f"{where}.before"),
        whole(kept, f"{where}.kept"),
        reading.by_seat(tips, f"{where}.tips", digest32),
    )


def cards_from(value: Any, where: str) -> tuple[str, ...]:
    """Cards by their texts with one space between."""
    return tuple(reading.words(value, where, MOST_CARDS * (MOST_TEXT + 1)).split(" "))


def commitment_data(commitment: Commitment) -> Data:
    return {
        **place_data(commitment.place),
        "kind": commitment.kind,
        "roots": hexes(commitment.roots),
        "proof": commitment.proof.hex(),
        "key": commitment.key.hex(),
        "signature": commitment.signature.hex(),
    }


def commitment_from(value: Any, where: str = "the commitment") -> Commitment:
    if type(value) is not dict:
        reading.refuse(where, "an object")
    found = dict(value)
    kind, roots, proof, key, signature = fields(
        {name: found.pop(name) for name in _COMMITMENT if name in found}, where, *_COMMITMENT
    )
    proven = hexed(proof, f"{where}.proof")
    if len(proven) > MOST_PROOF:
        raise Unreadable(f"{where}.proof is longer than any proof: {len(proven)} bytes")
    return Commitment(
        place_from(found, where),
        reading.words(kind, f"{where}.kind"),
        each(roots, f"{where}.roots", digest32, MOST_CARDS),
        proven,
        hexed(key, f"{where}.key", KEY),
        hexed(signature, f"{where}.signature", SIGNATURE),
    )


def opening_data(opening: Opening) -> Data:
    return {
        "slot": opening.slot,
        "card": opening.card,
        "salt": opening.salt.hex(),
        "path": hexes(opening.path),
    }


def opening_from(value: Any, where: str = "the opening") -> Opening:
    slot, card, salt, path = fields(value, where, "slot", "card", "salt", "path")
    return Opening(
        whole(slot, f"{where}.slot", MOST_CARDS - 1),
        reading.words(card, f"{where}.card", MOST_TEXT),
        digest32(salt, f"{where}.salt"),
        each(path, f"{where}.path", digest32, DEPTH),
    )


def rejected_data(deck: RejectedDeck) -> Data:
    return {"candidate": deck.candidate, "order": " ".join(deck.cards), "salts": deck.salts.hex()}


def rejected_from(value: Any, where: str = "the rejected deck") -> RejectedDeck:
    candidate, order, salts = fields(value, where, "candidate", "order", "salts")
    cards = cards_from(order, f"{where}.order")
    found = hexed(salts, f"{where}.salts", DIGEST * len(cards))
    return RejectedDeck(whole(candidate, f"{where}.candidate"), cards, found)

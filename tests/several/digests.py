"""What of a view is the same for everybody who sees a table after one event, and what is the same for one each time.

Left out is what hangs on more than the event: who is online, the moment, lines since the last view, and ids of cards,
which each worker makes with a secret of its own.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
_SEAT = (
    *("seat", "state", "person", "stack", "pending", "bet", "put", "won", "drawn", "marks", "did", "sealed"),
    *("declared", "shows", "leaving"),
)
_TABLE = ("seq", "state", "hand", "button", "pot", "pots", "carried", "shuffles", "acting", "sealed_phase", "clocks")
_OFFER = ("decision", "kind", "price", "left", "fold", "check", "call", "raise_to", "bring_in", "most", "count", "ways")


def public_part(view: dict[str, Any]) -> str:
    """A digest of what everybody sees."""
    seats = [[seat.get(name) for name in _SEAT] for seat in view["seats"]]
    rows = [[row["name"], _texts(row["cards"])] for row in view.get("rows", ())]
    game, result = view.get("game") or {}, view.get("result") or {}
    won = [result.get("net"), result.get("winners")]
    return _digest([[view.get(name) for name in _TABLE], seats, rows, game.get("id"), game.get("where"), won])


def own_part(view: dict[str, Any]) -> str:
    """A digest of the cards as this viewer sees them, and of what he is asked."""
    me = view.get("me") or {}
    offer = me.get("offer")
    asked = offer and [offer.get(name) for name in _OFFER]
    seats = [_texts(seat.get("cards", ())) for seat in view["seats"]]
    return _digest([me.get("seat"), _texts(me.get("cards", ())), seats, asked])


def chips_of(view: dict[str, Any]) -> dict[int, int] | None:
    """The chips of each seat between hands, and as those of seat -1 the pot that nobody has won; None in a hand."""
    if view["state"] not in ("open", "over"):
        return None
    found = {seat["seat"]: seat.get("stack", 0) + seat.get("pending", 0) for seat in view["seats"]}
    found[-1] = view.get("carried", 0)
    return {seat: chips for seat, chips in found.items() if chips}


def _texts(cards: Any) -> list[str]:
    """Texts of cards, "" for a back. (A card is [id] or [id, text].)"""
    return [card[1] if len(card) > 1 else "" for card in cards]


def _digest(what: Any) -> str:
    return blake2b(_encoder.encode(what), digest_size=6).hexdigest()

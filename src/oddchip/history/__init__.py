"""Hands written down: the own form for every game, PHH both ways, and the text that trackers import.

::

    text = dump(hand, players=["Ann", "Ben", "Cy"], hand=17)
    record = load(text)
    record.replay()                 # the same hand through the engine; HistoryError names the first difference
    steps(record)                   # the hand in players' words, step by step
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.history.form import record_of, tables_of, text_of, text_of_all
from oddchip.history.record import VERSION, Place, Record
from oddchip.history.replay import replay_all
from oddchip.history.steps import steps

__all__ = [
    "VERSION",
    "Place",
    "Record",
    "dump",
    "dump_all",
    "load",
    "load_all",
    "replay_all",
    "steps",
]


def dump(
    hand: Hand | Record,
    /,
    players: Sequence[str] | Mapping[int, str] | None = None,
    *,
    viewer: int | None = None,
    deck: bool = True,
    **extra: Any,
) -> str:
    """A hand, finished or not, as text. `players` are names by position (clockwise from the button's left) or by seat.

    `extra` are the fields PHH has about a hand (`hand`, `table`, `time`, `venue`, ...) and own ones with an underscore;
    time stamps are the caller's. With `viewer` only what that seat (-1: a spectator) may know is written, and
    `deck=False` leaves out the order of the pack. Raises `HistoryError` for what cannot be written.
    """
    if isinstance(hand, Record):
        return text_of(hand)
    return text_of(Record.of(hand, players, viewer=viewer, deck=deck, extra=extra))


def dump_all(
    hands: Iterable[Hand | Record], /, players: Sequence[str] | Mapping[int, str] | None = None, **extra: Any
) -> str:
    """Several hands in one text, a chain of redeals for instance."""
    made = [hand if isinstance(hand, Record) else Record.of(hand, players, extra=extra) for hand in hands]
    return text_of_all(made)


def load(text: str, name: str = "") -> Record:
    """The record of a text that holds one hand. `name` is the file's, for errors.

    Raises `HistoryError` with the place and what was expected; a newer version of the form is refused in a sentence.
    """
    records = load_all(text, name)
    if len(records) != 1:
        raise HistoryError(f"{name or 'this text'} holds {len(records)} hands: read it with load_all")
    return records[0]


def load_all(text: str, name: str = "") -> tuple[Record, ...]:
    """The records of a text with one hand or several."""
    return tuple(record_of(table, place) for table, place in tables_of(text, name))

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
from oddchip.history.phh import phh_text
from oddchip.history.phh_read import is_phh, phh_record
from oddchip.history.record import VERSION, Place, Record
from oddchip.history.replay import replay_all
from oddchip.history.stars import stars_text
from oddchip.history.stars_summary import Sheet
from oddchip.history.steps import steps

__all__ = [
    "VERSION",
    "Place",
    "Record",
    "dump",
    "dump_all",
    "dump_phh",
    "dump_phh_all",
    "dump_stars",
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
        return text_of(_told_in_full(hand))
    return text_of(Record.of(hand, players, viewer=viewer, deck=deck, extra=extra))


def dump_all(
    hands: Iterable[Hand | Record], /, players: Sequence[str] | Mapping[int, str] | None = None, **extra: Any
) -> str:
    """Several hands in one text, a chain of redeals for instance."""
    made = [hand if isinstance(hand, Record) else Record.of(hand, players, extra=extra) for hand in hands]
    return text_of_all(map(_told_in_full, made))


def _told_in_full(record: Record) -> Record:
    """A record from PHH as the engine tells it; others are written as they are."""
    if not record.loose:
        return record
    return Record.of(record.replay(), record.players, extra=record.extra)


def load(text: str, name: str = "") -> Record:
    """The record of a text that holds one hand. `name` is the file's, for errors.

    Raises `HistoryError` with the place and what was expected; a newer version of the form is refused in a sentence.
    """
    records = load_all(text, name)
    if len(records) != 1:
        raise HistoryError(f"{name or 'this text'} holds {len(records)} hands: read it with load_all")
    return records[0]


def load_all(text: str, name: str = "") -> tuple[Record, ...]:
    """The records of a text with one hand or several, in the own form or PHH."""
    tables = tables_of(text, name)
    return tuple(phh_record(table, place) if is_phh(table) else record_of(table, place) for table, place in tables)


def dump_phh(
    hand: Hand | Record,
    /,
    players: Sequence[str] | Mapping[int, str] | None = None,
    *,
    viewer: int | None = None,
    **extra: Any,
) -> str:
    """A hand as PHH, readable by PokerKit and others. Raises `HistoryError` for a game PHH has no code for.

    `viewer` and `extra` are those of `dump`.
    """
    record = hand if isinstance(hand, Record) else Record.of(hand, players, viewer=viewer, extra=extra)
    return phh_text(record, record.replay() if isinstance(hand, Record) else hand)


def dump_phh_all(
    hands: Iterable[Hand | Record], /, players: Sequence[str] | Mapping[int, str] | None = None, **extra: Any
) -> str:
    """Several hands as PHH, in the form of `.phhs` files."""
    return "\n".join(f"[{i}]\n{dump_phh(hand, players, **extra)}" for i, hand in enumerate(hands, start=1))


def dump_stars(
    hand: Hand | Record,
    /,
    players: Sequence[str] | Mapping[int, str] | None = None,
    *,
    number: int,
    time: str,
    table: str = "Oddchip",
    hero: int | None = None,
    symbol: str = "",
    currency: str = "",
    places: int = 6,
) -> str:
    """A finished hand in the text form of online card rooms, for trackers to import.

    `time` is text like "2026/01/31 20:15:00 ET". `hero` is the seat whose view it is; None tells all cards. With
    `symbol` and `currency` ("$", "USD") chips are cents of that money. `places` is how many the table seats. Raises
    `HistoryError` for unfinished hands and for games that have no such text.
    """
    record = hand if isinstance(hand, Record) else Record.of(hand, players)
    whole = record.replay() if isinstance(hand, Record) else hand
    return stars_text(whole, record.name, hero, Sheet(number, table, time, symbol, currency, places))

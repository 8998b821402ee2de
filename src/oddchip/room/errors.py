"""What goes wrong in a room. All are `OddchipError`s and carry one sentence for people."""

from __future__ import annotations

from oddchip.errors import OddchipError


class RoomError(OddchipError):
    """Something about the room."""


class Refused(RoomError):
    """Not possible now, or not in this way."""


class Forbidden(RoomError):
    """Not his to do."""


class Stale(RoomError):
    """The decision that was answered is over, or its price has changed."""


class Doubtful(RoomError):
    """Possible, but hardly meant: ask the player, and send it again with `sure`."""


def sentence_of(error: OddchipError) -> str:
    """What a person is told: the error's sentence with a capital letter."""
    words = str(error)
    return words[:1].upper() + words[1:]

"""What goes wrong in a room. All are `OddchipError`s and carry one sentence for people."""

from __future__ import annotations

from oddchip.errors import OddchipError

#: Characters of a sentence; errors repeat what could not be read.
MOST_WORDS = 300


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
    """What a person is told: the error's sentence with a capital letter. What he wrote at length is left out."""
    words = str(error)
    if len(words) > MOST_WORDS:
        words = f"{words[: MOST_WORDS // 3]} ... {words[-MOST_WORDS // 2 :]}"
    return words[:1].upper() + words[1:]

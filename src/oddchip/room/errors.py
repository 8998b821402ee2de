"""What goes wrong in a room. All are `OddchipError`s and carry one sentence for people."""

from __future__ import annotations

from pathlib import Path

from oddchip.errors import OddchipError
from oddchip.telling import at_the_table

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


def fault_of(error: BaseException) -> str:
    """What the room's log says of an error: its kind and where it arose, nothing of what it was about, such as cards.

    >>> fault_of(ValueError("9c"))
    'ValueError'
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else ""
    return f"{type(error).__name__}{where}"


def sentence_of(error: OddchipError) -> str:
    """What a person is told: the error's sentence with a capital letter. What he wrote at length is left out.

    Table and engine count seats from 0 and cite their rules, which is for programs.
    """
    words = str(error) if isinstance(error, RoomError) else at_the_table(str(error))
    if len(words) > MOST_WORDS:
        words = f"{words[: MOST_WORDS // 3]} ... {words[-MOST_WORDS // 2 :]}"
    return words[:1].upper() + words[1:]

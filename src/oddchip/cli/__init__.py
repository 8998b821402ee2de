"""The terminal. `main` reads a command line, runs one command and gives its exit code.

0 is well, 1 is "found wrong" (a ruling, a count, a record), 2 is "asked wrong", 130 is interrupted. What was asked
wrong gets one sentence, never a traceback. Each command is a module of this package, imported when it is asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TextIO

from oddchip.cli.frame import ASKED_WRONG, INTERRUPTED, OK, Parser, WrongUse
from oddchip.cli.screen import Screen
from oddchip.errors import OddchipError, UnknownName

__all__ = ["main"]

#: The commands in the order of a first reading: module, and what it is for.
COMMANDS = {
    "games": ("games", "the games, and what can be done to them"),
    "rules": ("rules", "the rule sheet of a game, for people"),
    "play": ("play", "a table with you and some bots"),
    "serve": ("serve", "the card room: a table for friends, in the browser"),
    "join": ("join", "a table of a card room from the terminal, in words"),
    "verify": ("verify", "was a hand dealt and played as it was promised? records and transcripts"),
    "doctor": ("doctor", "is the card room's data whole? every table replayed, the ledger proven"),
    "backup": ("backup", "a whole copy of the card room's data folder, while the room runs"),
    "move-data": ("move_data", "the card room's data from a folder to PostgreSQL, or back"),
    "export": ("export", "an evening of the card room as CSV or JSON: ledger, hands, results"),
    "delete-my-data": ("forget", "take somebody out of the card room's data for good"),
    "replay": ("replay", "a recorded hand, step by step"),
    "check": ("check", "rulings written as data, put to the engine"),
    "perft": ("perft", "lines of play counted from a fixed deck"),
    "census": ("census", "how often every hand of an order comes"),
    "simulate-night": ("night", "a whole dealer's-choice evening of bots"),
    "eval": ("evaluate", "what a hand is worth, in words"),
    "odds": ("odds", "who wins how much: exact, or sampled with its error"),
    "odds keeps": ("odds_keeps", "which cards to keep, and what every keep is worth"),
    "odds make": ("odds_make", "how likely a hand is made in one to three draws"),
    "odds frequencies": ("odds_frequencies", "how often each class is dealt, made, or can open"),
    "solve california": ("solve_california", "a deal of California Poker solved exactly"),
    "california puzzles": ("california_puzzles", "deals of California Poker to think about, with their answers"),
    "escrow demo": ("escrow_demo", "a hand of California Poker settled by a contract, on a chain inside this process"),
    "escrow settle": ("escrow_settle", "a channel of California Poker brought to its end by the contract"),
}

_TOP = """usage: oddchip COMMAND ...

Oddchip plays the poker games nobody else deals.

commands:
{commands}

oddchip COMMAND --help tells the rest; oddchip --version says which Oddchip this is.
Colours and symbols are left out when NO_COLOR is set, TERM is dumb or the output is no terminal.
"""


def main(
    argv: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run a command line and return its exit code. The streams may be given, as for a test."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # A stream that was closed before we began is None: nothing comes from it, and what is written goes nowhere.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What a terminal cannot write, or writes wrongly, is no reason to stop.
        getattr(stream, "reconfigure", dict)(errors="replace")
    screen = Screen(stdin or sys.stdin, stdout or sys.stdout, stderr or sys.stderr)
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv), screen)
        screen.stdout.flush()
        return code
    except SystemExit as asked:
        return int(asked.code or OK)
    except (WrongUse, OddchipError) as wrong:
        lost = isinstance(wrong, UnknownName) and wrong.kind == "game" and not wrong.nearest
        screen.complain(f"{wrong}; oddchip games names them all" if lost else str(wrong))
        return ASKED_WRONG
    except KeyboardInterrupt:
        screen.complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has had enough of it.
        _mute()
        return OK
    except OSError as wrong:
        # Files are opened where somebody says what is wrong with them; what is left is the output.
        _mute()
        screen.complain(f"cannot write the output: {wrong.strerror or wrong}")
        return ASKED_WRONG


def _mute() -> None:
    """The interpreter must not write what is left to a broken output at its end either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _run(argv: list[str], screen: Screen) -> int:
    name, rest = (argv[0], argv[1:]) if argv else ("--help", [])
    if name in ("--help", "-h", "help"):
        screen.write(_TOP.format(commands=_listed()))
        return OK if argv else ASKED_WRONG
    if name == "--version":
        from oddchip import __version__

        screen.write(f"oddchip {__version__}\n")
        return OK
    if rest and f"{name} {rest[0]}" in COMMANDS:
        name, rest = f"{name} {rest[0]}", rest[1:]
    if name not in COMMANDS:
        near = [key for key in COMMANDS if key.startswith(f"{name} ")] or get_close_matches(name.lower(), COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
        raise WrongUse(f"no command is called {name!r}; {hint}")
    module = import_module(f"oddchip.cli.{COMMANDS[name][0]}")
    parser = Parser(f"oddchip {name}", module.__doc__ or "", screen)
    module.add_arguments(parser)
    if "--plain" not in parser.format_usage():
        parser.add_argument("--plain", action="store_true", help="one fact a line, in words: for screen readers")
    args = parser.read(rest)
    screen.plain = screen.plain or args.plain
    code: int = module.run(args, screen)
    return code


def _listed() -> str:
    return "\n".join(f"  {name:<18} {words}" for name, (_, words) in COMMANDS.items())

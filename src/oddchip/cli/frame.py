"""What all commands share: exit codes, reading arguments, reading files."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from oddchip.cli.screen import Screen
from oddchip.errors import GameError
from oddchip.house import HouseRules
from oddchip.spec import Blinds, Game
from oddchip.stakes_text import LIMITS
from oddchip.whole import is_whole

OK, FOUND_WRONG, ASKED_WRONG, INTERRUPTED = 0, 1, 2, 130


RULES = "--rules"
#: The longest text that is read, in characters: a hand takes a thousand, and a device may never end.
MOST_TEXT = 50_000_000
_SETTING = re.compile(r"\w+=[^\s()]*")


class WrongUse(Exception):
    """A command line that cannot be followed; the message is the sentence that says so."""


class Parser(argparse.ArgumentParser):
    """Reads arguments; what is wrong becomes `WrongUse`, with the nearest option there is."""

    def __init__(self, prog: str, description: str, screen: Screen) -> None:
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.screen = screen

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        args, unknown = self.parse_known_args(_each_with_its_option(argv))
        if unknown:
            known = [name for action in self._actions for name in action.option_strings]
            near = get_close_matches(unknown[0].split("=")[0], known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"{self.prog} --help says what there is"
            self.error(f"cannot use {unknown[0]!r}; {hint}")
        return args

    def error(self, message: str) -> NoReturn:
        raise WrongUse(
            message.replace("expected one argument", "expected a value after it (--name=-5 for one with a dash)")
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        self.screen.write(message)


def _each_with_its_option(argv: Sequence[str]) -> list[str]:
    """`--rules a=1 b=2 badugi` as `--rules a=1 --rules b=2 badugi`: settings end where something else begins."""
    found: list[str] = []
    for word in argv:
        if found[-2:-1] == [RULES] and _SETTING.fullmatch(word):
            found.append(RULES)
        found.append(word)
    return found


def whole(least: int) -> Any:
    """For argparse: a whole number, `least` or more."""

    def read(text: str) -> int:
        if not is_whole(text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number, {least} or more, not {text!r}")
        return int(text)

    return read


def add_table_options(parser: Parser) -> None:
    """The options that say at which stakes and by which house rules a game is played."""
    parser.add_argument("--stakes", metavar="TEXT", help='"2/4", "2/4 ante 1", "1-5 spread", "blinds 1/2", "10"')
    parser.add_argument("--limit", choices=LIMITS, help="fixed unless the stakes say otherwise")
    add_rules_option(parser)


def add_rules_option(parser: Parser) -> None:
    parser.add_argument(
        RULES,
        metavar="NAME=VALUE ...",
        action="append",
        default=[],
        help="house rules, such as cap_raises=4 enforce_openers=honor; docs/rules/options.md lists them",
    )


def house_of(settings: Sequence[str]) -> HouseRules:
    """The house rules that NAME=VALUE texts make."""
    said: dict[str, str] = {}
    for setting in (part for text in settings for part in text.replace(",", " ").split()):
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise GameError(f"a house rule is said as NAME=VALUE, such as cap_raises=4, not {setting!r}")
        said[name] = value
    return HouseRules.of(**said)


def has_blinds(game: Game) -> bool:
    return game.has(Blinds)


def read_text(path: str) -> str:
    """The text of a file, or of the input for "-"; `WrongUse` when it cannot be read."""
    if not path:
        raise WrongUse("the name of a file is missing: it is empty")
    try:
        if path == "-":
            text = sys.stdin.read(MOST_TEXT + 1)
        else:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read(MOST_TEXT + 1)
    except (OSError, UnicodeDecodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else "it is no UTF-8 text"
        raise WrongUse(f"cannot read {path}: {why}") from None
    if len(text) > MOST_TEXT:
        raise WrongUse(f"cannot read {path}: it is longer than {MOST_TEXT} characters")
    return text.removeprefix("\ufeff")


def is_folder(path: str) -> bool:
    """Is it a folder? What cannot be looked at is none; reading it says why."""
    try:
        return bool(path) and Path(path).is_dir()
    except OSError:
        return False

"""Was a hand dealt as the house promised, or played as both players signed? docs/fairness.md says what is proven.

FILE is the record of a hand, or a list of records that follow each other, as a card room gives them (JSON), or the
transcript of a hand of California Poker between two people. Code 0: all holds; 1: something does not; 2: it is neither.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse, read_text
from oddchip.cli.kinds import elsewhere
from oddchip.cli.screen import Screen
from oddchip.telling import at_the_table, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

_TRANSCRIPT = '{"kind":'
KEY = 32


def add_arguments(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help='records or transcripts; "-" for the input')
    parser.add_argument("--key", metavar="HEX", help="the house's key, if you know it: another is refused")
    parser.add_argument("--run", action="store_true", help="the files are hands of one table that follow each other")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each file")


def run(args: argparse.Namespace, screen: Screen) -> int:
    key = _key(args.key)
    texts = [read_text(path) for path in args.files]
    names = [", ".join(args.files)] if args.run else args.files
    codes = [
        _tell(name, several, key, args.json, screen)
        for name, several in zip(names, [texts] if args.run else [[text] for text in texts], strict=True)
    ]
    return max(codes)


def _key(written: str | None) -> bytes | None:
    if written is None:
        return None
    try:
        key = bytes.fromhex(written)
    except ValueError:
        key = b""
    if len(key) != KEY:
        raise WrongUse(f"a key is {KEY} bytes in hex, not {written!r}")
    return key


def _tell(name: str, texts: Sequence[str], key: bytes | None, as_json: bool, screen: Screen) -> int:
    """Says what was checked of a file, or of several that follow each other, and whether it holds."""
    from oddchip.fair.errors import FairError, Unreadable

    try:
        checked, wrong = _checked(texts, key), ""
    except Unreadable as error:
        raise WrongUse(elsewhere(name, texts[0], "verify") or f"{name}: {error}") from None
    except FairError as error:
        checked, wrong = [], str(error)
    if as_json:
        screen.write(json.dumps({"file": name, "holds": not wrong, "checked": checked, "wrong": wrong}) + "\n")
    elif wrong:
        screen.say((f"{name} does not hold: ", "bold"), sentence(at_the_table(wrong)))
    else:
        screen.say((f"{name} holds.", "bold"))
        for line in checked:
            screen.say(f"  {sentence(at_the_table(line))}")
    return FOUND_WRONG if wrong else OK


def _checked(texts: Sequence[str], key: bytes | None) -> list[str]:
    from oddchip.fair.deck import verify_hand, verify_hands
    from oddchip.fair.deck.reading import data_of
    from oddchip.fair.two_party import verify_transcript

    if len(texts) > 1:
        return verify_hands([data_of(text) for text in texts], key)
    if texts[0].startswith(_TRANSCRIPT):
        return list(verify_transcript(texts[0], house=key).sentences)
    data = data_of(texts[0])
    return verify_hands(data, key) if isinstance(data, list) else verify_hand(data, key)

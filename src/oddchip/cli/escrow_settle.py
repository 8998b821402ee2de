"""A California Poker channel brought to its end by the contract, on a chain inside this process, for play tokens.

FILE holds what two have signed, and what each still has for the hand in progress (docs/escrow.md); `oddchip escrow demo
--channel FILE` writes one. It may also be the transcript of a hand that two dealt to each other. Each line tells what
landed. Code 1: something was refused.
"""

from __future__ import annotations

import argparse
import json

from oddchip.cli.escrow import NAMES, add_plain, opened
from oddchip.cli.frame import FOUND_WRONG, OK, Parser, read_text
from oddchip.cli.screen import Screen
from oddchip.fair.escrow.channel_file import load_channel
from oddchip.fair.escrow.settling import Landed, settle
from oddchip.fair.escrow.transcripts import channel_of

TRANSCRIPT = '{"kind":'


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="the channel's file, - for the input")
    add_plain(parser)
    parser.add_argument("--json", action="store_true", help="what landed as lines of JSON")


def run(args: argparse.Namespace, screen: Screen) -> int:
    text = read_text(args.file)
    file = channel_of(text) if text.startswith(TRANSCRIPT) else load_channel(text)
    refused = False
    for landed in settle(opened(args.plain), file):
        refused |= landed.refused
        if args.json:
            screen.write(json.dumps(vars(landed)) + "\n")
        else:
            screen.say(_words(landed))
    return FOUND_WRONG if refused else OK


def _words(landed: Landed) -> str:
    return landed.words if landed.seat is None else f"{NAMES[landed.seat]} {landed.words}."

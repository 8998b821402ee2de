"""A recorded hand, step by step.

All that the record holds is shown, or with --seat only what that seat could know (--seat 0: a spectator). --check plays
the hand through the engine and says whether they agree: exit code 1 when they do not.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from oddchip.cli.faces import Faces
from oddchip.cli.frame import FOUND_WRONG, OK, Parser, WrongUse, read_text, whole
from oddchip.cli.kinds import elsewhere
from oddchip.cli.screen import Screen
from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.history import Record, load_all
from oddchip.telling import Teller, counted


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a recorded hand, or several; - for the input")
    parser.add_argument("--hand", type=whole(1), metavar="N", help="only the N-th hand of the file")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", type=whole(0), metavar="N", help="as seat N saw it")
    who.add_argument("--full", action="store_true", help="with all cards face up (what is shown anyway)")
    parser.add_argument("--check", action="store_true", help="only say whether record and rules agree")


def run(args: argparse.Namespace, screen: Screen) -> int:
    text = read_text(args.file)
    try:
        records = load_all(text, args.file)
    except HistoryError:
        if other := elsewhere(args.file, text, "replay"):
            raise WrongUse(other) from None
        raise
    if args.hand:
        if args.hand > len(records):
            raise WrongUse(f"{args.file} holds {counted(len(records), 'hand')}, and none is number {args.hand}")
        records = records[args.hand - 1 : args.hand]
    if args.check:
        return _check(records, screen)
    for record in records:
        _show(record, args.seat, screen)
    return OK


def _check(records: Sequence[Record], screen: Screen) -> int:
    wrong = 0
    for number, record in enumerate(records, start=1):
        try:
            record.replay()
        except HistoryError as error:
            wrong += 1
            screen.say(("WRONG ", "bold red"), f"hand {number}: {error}")
    found = f"{wrong} not as the rules have it" if wrong else "all as the rules have it"
    screen.say(f"{counted(len(records), 'hand')}, {found}.")
    return FOUND_WRONG if wrong else OK


def _show(record: Record, seat: int | None, screen: Screen) -> None:
    hand = record.replay()
    if seat is not None and seat not in (0, *hand.seats):
        raise WrongUse(f"nobody sits in seat {seat}; the seats are {', '.join(map(str, sorted(hand.seats)))}")
    names = {place: record.name(place) for place in hand.seats}
    screen.heading(f"{hand.game.name}, {len(hand.seats)} players, button on seat {hand.button}")
    stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
    for place in sorted(stacks):
        screen.say(f"{names[place]}, seat {place}: {stacks[place]} chips.")
    if hand.carried:
        screen.say(f"{hand.carried.amount} are in the pot from the deal before: {hand.carried.reason}.")
    view = hand.full_view if seat is None else hand.view(seat or None)
    step = hand.carried.step if hand.carried else 0
    teller = Teller(hand.plan, hand.seats, names, stacks, Faces(screen, hand.plan.deck), None, step)
    for line in teller.tell(view.events):
        screen.say(*line)
    _end(hand, names, screen)


def _end(hand: Hand, names: dict[int, str], screen: Screen) -> None:
    if hand.result is None:
        screen.say(f"The record ends here; {' and '.join(names[seat] for seat in sorted(hand.to_act))} to act.")
        return
    for seat in sorted(hand.seats):
        net = hand.result.net[seat]
        screen.say(f"{names[seat]} has {hand.stacks[seat]}", f" ({net:+d})." if net else ", as before.")

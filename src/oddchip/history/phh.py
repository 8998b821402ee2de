"""PHH, the Poker Hand History format, both ways, for the eleven games it has a code for.

What PHH cannot say (the house rules, the button) goes into fields with an underscore, which every reader must
ignore. A hand read from PHH is a `Record` like any other; see `phh_read`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.history import toml
from oddchip.history.form import about, house_entry
from oddchip.history.lines import Line, lines_of
from oddchip.history.record import Record
from oddchip.plan import BetOp
from oddchip.posts import Kind
from oddchip.stakes import FixedLimit, NoLimit, PotLimit


@dataclass(frozen=True)
class Code:
    """One of PHH's games: ours, and the kind of stakes it is played for."""

    game: str
    stakes: type[FixedLimit] | type[NoLimit] | type[PotLimit]
    stud: bool = False


CODES = {
    "FT": Code("texas_holdem", FixedLimit),
    "NT": Code("texas_holdem", NoLimit),
    "NS": Code("short_deck_holdem", NoLimit),
    "PO": Code("omaha", PotLimit),
    "FO/8": Code("omaha_eight", FixedLimit),
    "F7S": Code("seven_card_stud", FixedLimit, stud=True),
    "F7S/8": Code("stud_eight", FixedLimit, stud=True),
    "FR": Code("razz", FixedLimit, stud=True),
    "N2L1D": Code("kansas_city", NoLimit),
    "F2L3D": Code("deuce_to_seven_triple_draw", FixedLimit),
    "FB": Code("badugi", FixedLimit),
}
BLIND_KINDS = (Kind.SMALL_BLIND, Kind.BIG_BLIND, Kind.BUTTON_BLIND, Kind.STRADDLE)


def code_of(hand: Hand) -> str:
    """PHH's code for the game of a hand. HistoryError where it has none."""
    for code, known in CODES.items():
        if known.game == hand.game.id and type(hand.stakes) is known.stakes:
            return code
    limit = type(hand.stakes).__name__.removesuffix("Limit").lower()
    raise HistoryError(f"PHH has no code for {hand.game.name} at {limit} limit; its codes are {', '.join(CODES)}")


def phh_text(record: Record, hand: Hand) -> str:
    """A hand as PHH. HistoryError where PHH has no code, or no way to say what was posted or carried."""
    code = code_of(hand)
    if hand.carried is not None:
        raise HistoryError("PHH cannot say that a pot was carried into the hand")
    if isinstance(hand.stakes, FixedLimit) and hand.stakes.pattern is not None:
        raise HistoryError("PHH cannot say that the bets follow another pattern than the game's own")
    return toml.document(_entries(code, record, hand), frozenset(("actions",)))


def _entries(code: str, record: Record, hand: Hand) -> Iterator[tuple[str, Any]]:
    stakes = hand.stakes
    antes, trimmed, blinds = _forced(hand)
    yield "variant", code
    yield "ante_trimming_status", trimmed
    yield "antes", antes
    if not CODES[code].stud:
        yield "blinds_or_straddles", blinds
    else:
        yield "bring_in", next(op.bring_in for op in hand.plan.ops if isinstance(op, BetOp))
    if isinstance(stakes, FixedLimit):
        yield "small_bet", stakes.small
        yield "big_bet", stakes.big
    else:
        yield "min_bet", stakes.base
    yield "starting_stacks", hand.dealt_stacks
    yield "actions", [line.text for line in phh_lines(record, hand)]
    yield from about({key: value for key, value in record.extra.items() if not key.startswith("_")})
    yield "seats", hand.seats
    if record.players is not None:
        yield "players", record.players
    if hand.over:
        yield "finishing_stacks", list(hand.stacks.values())
    yield "_oddchip_button", hand.button
    yield "_oddchip_house", house_entry(hand.house)
    yield from ((key, value) for key, value in record.extra.items() if key.startswith("_"))


def _forced(hand: Hand) -> tuple[list[int], bool, list[int]]:
    """Antes, whether each counts only as far as it is matched, and blinds, by position.

    Heads-up PHH gives the blinds the other way round: the small one first, though the button posts it.
    """
    n = len(hand.seats)
    antes, blinds = [0] * n, [0] * n
    for post in hand.posts:
        if post.kind in (Kind.ANTE, Kind.BIG_BLIND_ANTE):
            antes[post.position] += post.amount
        elif post.live and not blinds[post.position] and post.kind in (*BLIND_KINDS, Kind.MISSED_BIG):
            # A live post that is no blind, and so does not move the first to act, is negative.
            blinds[post.position] = post.amount if post.kind in BLIND_KINDS else -post.amount
        else:
            raise HistoryError(f"PHH cannot say that p{post.position + 1} posts a {post.kind.value}")
    trimmed = not any(post.kind is Kind.BIG_BLIND_ANTE for post in hand.posts)
    return antes, trimmed, blinds[::-1] if n == 2 else blinds


#: How our lines go into PHH: without amounts, or as a card of the board; other lines of the dealer are left out.
_BARE = frozenset(("cc", "pb", "f"))


def phh_lines(record: Record, hand: Hand) -> Iterator[Line]:
    """The lines of a hand that PHH knows; in a draw all discards come before the cards for them."""
    log = hand.log if record.viewer is None else hand.view(record.viewer if record.viewer >= 0 else None).state.log
    waiting: list[Line] = []
    drawn: set[str] = set()
    for line in lines_of(log, hand.plan):
        told = _told(line)
        if told is None:
            continue
        if told.word == "sd" and told.actor not in drawn:
            drawn.add(told.actor)
            yield told
        elif drawn and told.word == "dh":
            waiting.append(told)
        else:
            yield from waiting
            waiting = []
            drawn = {told.actor} if told.word == "sd" else set()
            yield told
    yield from waiting


def _told(line: Line) -> Line | None:
    """A line as PHH has it, or None."""
    if line.word in _BARE:
        return Line(line.actor, line.word, f"{line.actor} {line.word}")
    if line.word in ("dh", "db", "cbr", "sd", "sm"):
        return line
    if (line.actor, line.word) == ("d", "up"):
        return Line("d", "db", f"d db {line.rest[-1]}")
    return None

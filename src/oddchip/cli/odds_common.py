"""What the commands about odds share: hands as they are entered, how an answer is sought, how it is shown."""

from __future__ import annotations

import argparse
import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddchip.cards import UNKNOWN, Deck, card_words
from oddchip.cli.faces import Faces
from oddchip.cli.frame import Parser, WrongUse, add_rules_option, whole
from oddchip.cli.screen import Screen
from oddchip.errors import CardError
from oddchip.telling import Line

if TYPE_CHECKING:
    from oddchip.odds.tables import Table

EXTRA = ("numpy", "numba", "scipy", "joblib")
AT_RANDOM = ("", "?", "random", "any hand")
_READS_LIKE_A_RANGE = re.compile(
    r"-|[\[@]|\b(pat|draws?|or|and|not|any|pairs?|better|worse|low|suited|rainbow|badugi|tri|straight|flush|trips|to"
    r"|aces|kings|queens|jacks|tens|nines|eights|sevens|sixes|fives|fours|threes|deuces)\b",
    re.I,
)
_PATIENCE = 1.0


def need_extra() -> None:
    """Refuse in a sentence where the extra is not installed; nothing of it is imported."""
    if missing := [name for name in EXTRA if find_spec(name) is None]:
        raise WrongUse(
            f"the extra odds is not installed here ({', '.join(missing)}): "
            "python -m pip install 'oddchip[odds]' installs it"
        )


# --- options ---------------------------------------------------------------------------------------------------------


def add_seeking_options(parser: Parser) -> None:
    """How an answer is sought."""
    sure = parser.add_mutually_exclusive_group()
    sure.add_argument("--exact", action="store_true", help="count every deal, however long it takes")
    sure.add_argument("--sampled", action="store_true", help="deal at random, even where all could be counted")
    parser.add_argument(
        "--error", type=part, metavar="E", default=0.001, help="sample to this standard error: 0.001 or 0.1%%"
    )
    parser.add_argument("--seed", type=whole(0), metavar="N", default=0, help="the same random deals every time")
    parser.add_argument("--workers", type=whole(1), metavar="N", default=1, help="work on N chunks at once")
    parser.add_argument(
        "--on",
        metavar="PLACE",
        default="joblib",
        help="joblib (processes here), threads, dask://HOST:PORT, dask, ray, ray://HOST:PORT",
    )


def add_showing_options(parser: Parser, picture: str) -> None:
    """How an answer is shown; `picture` says what --plot draws."""
    parser.add_argument("--plot", metavar="FILE", help=f"{picture}, as .svg or .png")
    parser.add_argument("--json", action="store_true", help="as data")
    add_rules_option(parser)


def seeking(args: argparse.Namespace) -> dict[str, Any]:
    """The options as the functions of `oddchip.odds` take them."""
    exact = True if args.exact else False if args.sampled else None
    return {"exact": exact, "error": args.error, "seed": args.seed, "workers": args.workers, "on": args.on}


def part(text: str) -> float:
    """For argparse: a part between 0 and 1, or a percentage."""
    number, sign, rest = text.partition("%")
    try:
        found = float(number) / (100 if sign else 1)
    except ValueError:
        found = 0.0
    if rest or not 0 < found < 1:
        raise argparse.ArgumentTypeError(f"expected a part such as 0.001 or 0.1%, not {text!r}")
    return found


def listed_words(text: str | None) -> list[str]:
    """What stands between commas or spaces."""
    return (text or "").replace(",", " ").split()


def whole_numbers(text: str | None) -> tuple[int, ...]:
    """``2,0``; `WrongUse` for anything but whole numbers."""
    words = listed_words(text)
    if wrong := [word for word in words if not word.isdecimal()]:
        raise WrongUse(f"expected whole numbers between commas, not {wrong[0]!r}")
    return tuple(map(int, words))


# --- hands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """A hand as it is entered: ``2c3d4h throws Kd9c``, ``AsAd / 3h4h``, ``...8 cards... gives 2c3d4h5s``, ``?``.

    `cards` is "" for a hand at random; behind the slash lie the up cards. `range` holds a range in words instead.
    """

    cards: str
    up: str = ""
    throws: str = ""
    gives: str = ""
    range: str = ""

    @property
    def named(self) -> str:
        """Every card that is named."""
        return " ".join((self.cards, self.up, self.throws))


def read_hand(text: str, deck: Deck) -> Hand:
    """A hand out of its text. What is no cards of the deck may be a range, when it reads like one."""
    said = re.split(r"\b(throws|gives)\b", text.strip(), flags=re.I)
    words: dict[str, str] = {}
    for word, cards in zip(said[1::2], said[2::2], strict=True):
        if word.lower() in words:
            raise CardError(f"{text!r} says twice what it {word.lower()}")
        words[word.lower()] = with_joker(cards.strip())
    held, slash, up = said[0].partition("/")
    cards, up = with_joker(held.strip()), with_joker(up.strip())
    if not cards and not slash:
        raise CardError("a hand is some cards, such as AsKd10h, or ? for a hand at random")
    deck.parse(" ".join((up, *words.values())), allow_unknown=True)
    throws, gives = words.get("throws", ""), words.get("gives", "")
    if cards.lower() in AT_RANDOM:
        return Hand("", up, throws, gives)
    try:
        deck.parse(cards, allow_unknown=True)
    except CardError:
        if not _READS_LIKE_A_RANGE.search(cards):
            raise
        return Hand("", up, throws, gives, cards)
    return Hand(cards, up, throws, gives)


def with_joker(text: str) -> str:
    """A joker without a number is the first."""
    return re.sub(r"(?i)\b(joker|jk)\b", "X1", text)


def check_cards(texts: Iterable[str], deck: Deck) -> None:
    """Refuse what is no card of the deck, and a card that is there twice, before anything slow begins."""
    seen: set[int] = set()
    for text in texts:
        for card in deck.parse(text, allow_unknown=True):
            if card in seen:
                raise CardError(f"the {card_words(card, deck)} is there twice")
            seen |= {card} - {UNKNOWN}


def shown_cards(text: str, faces: Faces) -> str:
    """Cards for a table: symbols where the screen has them, words elsewhere."""
    return spoken(faces.cards(faces.deck.parse(text, allow_unknown=True)))


def spoken(line: Line) -> str:
    """The words of a line, without its styles."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def shown_hand(hand: Hand, faces: Faces) -> str:
    """``2♣ 3♦ 4♥, throws 9♣``."""
    said = [hand.range or (shown_cards(hand.cards, faces) if hand.cards else "any hand")]
    for word, cards in (("up", hand.up), ("throws", hand.throws), ("gives", hand.gives)):
        said += [f"{word} {shown_cards(cards, faces)}"] if cards else []
    return ("; " if faces.plain else ", ").join(said)


# --- showing ---------------------------------------------------------------------------------------------------------


def picture_path(path: str | None) -> Path | None:
    """Where the picture goes, checked before anything slow begins."""
    if path is None:
        return None
    from oddchip.odds.plots import check_path

    return check_path(path)


def drawn_screen(screen: Screen) -> Screen:
    """The same screen with cards as symbols: for pictures."""
    rich = copy(screen)
    rich.plain = False
    return rich


def show(tables: Sequence[Table], screen: Screen) -> None:
    """Tables: drawn, or a sentence for each row."""
    for number, table in enumerate(tables):
        if number:
            screen.say("")
        screen.heading(table.title)
        if screen.plain:
            for sentence in table.sentences():
                screen.say(sentence)
        else:
            screen.show(_drawn(table))
            for note in table.notes:
                screen.say((note, "dim"))


def _drawn(table: Table) -> Any:
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    rows = [[first, *(cell.replace(" %", "%") for cell in cells)] for first, *cells in table.rows]
    for k, head in enumerate(table.head):
        widest = max((len(row[k]) for row in rows), default=0)
        # Heads may be broken over lines, figures may not.
        drawn.add_column(
            head, justify="right" if k else "left", style="bold cyan" if k == 1 else "", min_width=widest if k else None
        )
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def write_json(data: dict[str, Any], screen: Screen) -> None:
    screen.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def progress(screen: Screen, what: str) -> Iterator[Callable[..., None]]:
    """A bar on the error stream for whatever takes over a second, where that is a terminal.

    Gives a function that is told chunks done, of how many, and the standard error so far (None when counting).
    """
    if not screen.stderr.isatty():
        yield lambda done, of, error=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), TextColumn("{task.fields[error]}"), TimeElapsedColumn())
    bar = Progress(*columns, console=Console(file=screen.stderr), transient=True)
    task = bar.add_task(what, total=None, error="")
    starts = threading.Timer(_PATIENCE, bar.start)
    starts.daemon = True

    def tell(done: int, of: int, error: float | None = None) -> None:
        said = "" if error is None else f"± {100 * error:.2g} %"
        bar.update(task, completed=done, total=of, error=said)

    starts.start()
    try:
        yield tell
    finally:
        starts.cancel()
        starts.join()
        bar.stop()

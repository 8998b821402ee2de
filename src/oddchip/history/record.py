"""A recorded hand as a value: what it started from, what happened line by line, and how it came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddchip import events as ev
from oddchip.errors import GameError, HistoryError
from oddchip.games import find_game
from oddchip.hand import Carry, Hand, default_posts
from oddchip.history.lines import joined, story
from oddchip.house import HouseRules
from oddchip.posts import Post
from oddchip.spec import Game
from oddchip.stakes import Stakes

#: The newest version of the form that is read, and the one that is written.
VERSION = 1


@dataclass(frozen=True)
class Place:
    """Where a record stands in its file: the file's name, the number of the hand, and the lines of its keys."""

    file: str = ""
    hand: int | None = None
    lines: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def at(self, key: str = "", action: int | None = None) -> str:
        """ "night.toml, hand 2, line 14, action 3: ", as far as it is known. `action` counts from 0."""
        lines = self.lines.get(key, ())
        parts = [self.file] if self.file else []
        parts += [f"hand {self.hand}"] if self.hand is not None else []
        number = 0 if action is None else action + 1
        parts += [f"line {lines[min(number, len(lines) - 1)]}"] if lines else []
        parts += [f"action {number}"] if number else []
        return ", ".join(parts) + ": " if parts else ""

    def error(self, text: str, key: str = "", action: int | None = None) -> HistoryError:
        """The error that names this place and says `text`."""
        return HistoryError(self.at(key, action) + text)


@dataclass(frozen=True)
class Record:
    """A hand written down. Seats, stacks, players and posts go by position: from the first seat left of the button.

    `deck` is the order of the pack as far as it was known beforehand and `deals` what chance answered after that; both
    are empty where only the dealt cards are known. `posts` is None for the usual ones. `finishing` is None for a hand
    that is not over. A `complete` record has a line for everything that happened; in others, only those kinds of lines
    are checked that occur. A `loose` one, from PHH, is played by its decisions and dealt by its cards, and its last
    stacks are checked. `viewer` is the seat whose view it is, -1 a spectator's, None for the whole truth.
    """

    game: Game
    stakes: Stakes
    house: HouseRules
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    actions: tuple[str, ...]
    players: tuple[str, ...] | None = None
    deck: tuple[int, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()
    posts: tuple[Post, ...] | None = None
    carry: Carry | None = None
    event_players: int | None = None
    finishing: tuple[int, ...] | None = None
    shown: tuple[str, ...] | None = None
    complete: bool = True
    loose: bool = False
    viewer: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    place: Place = field(default=Place(), compare=False, repr=False)

    @classmethod
    def of(
        cls,
        hand: Hand,
        players: Sequence[str] | Mapping[int, str] | None = None,
        *,
        viewer: int | None = None,
        deck: bool = True,
        extra: Mapping[str, Any] | None = None,
    ) -> Record:
        """The record of a hand. `players` are names by position, or by seat number.

        With `viewer` (a seat, or -1 for a spectator) only what that seat may know is in it; such a record can be read
        but not played through. `deck=False` leaves out the order of the pack, undealt cards with it.
        """
        _check_name(hand.game)
        order, answers = hand.dealing if deck and viewer is None else ((), ())
        usual = default_posts(hand.plan, hand.seats, hand.button, hand.carried)
        log = hand.log if viewer is None else hand.view(viewer if viewer >= 0 else None).state.log
        return cls(
            game=hand.game,
            stakes=hand.stakes,
            house=hand.house,
            seats=hand.seats,
            stacks=hand.dealt_stacks,
            button=hand.button,
            actions=tuple(story(log, hand.plan)),
            players=_names(players, hand.seats),
            deck=order,
            deals=answers if order else (),
            posts=None if hand.posts == usual else hand.posts,
            carry=hand.carried,
            event_players=hand.plan.event_players,
            finishing=tuple(hand.stacks.values()) if hand.over else None,
            shown=shown_cards(hand),
            viewer=viewer,
            extra=dict(extra or {}),
        )

    def replay(self) -> Hand:
        """Play the record through the engine; `HistoryError` names the first place where they differ."""
        from oddchip.history.replay import replay

        return replay(self)

    def name(self, seat: int) -> str:
        """What the player on a seat is called here, on one line whatever the name holds."""
        if not self.players:
            return f"Seat {seat}"
        return " ".join(self.players[self.seats.index(seat)].split()) or f"Seat {seat}"


def _check_name(game: Game) -> None:
    try:
        known = find_game(game.id) == game
    except GameError:
        known = False
    if not known:
        raise HistoryError(f"{game.name} has no id that reads back as the same game, so its hands cannot be written")


def _names(players: Sequence[str] | Mapping[int, str] | None, seats: tuple[int, ...]) -> tuple[str, ...] | None:
    if players is None:
        return None
    if isinstance(players, Mapping):
        return tuple([players.get(seat, f"Seat {seat}") for seat in seats])
    if len(players) != len(seats):
        raise HistoryError(f"expected {len(seats)} names of players, not {len(players)}")
    return tuple(players)


def shown_cards(hand: Hand) -> tuple[str, ...]:
    """What everybody has seen of each seat's cards in this hand, in the order dealt; discards are seen by nobody."""
    view = hand.view(None)
    seen = [[card for card in cards if card >= 0] for cards in view.holdings.values()]
    for event in hand.log:
        if event[0] == ev.OPENERS_SHOWN:
            seen[event[1]] += [card for card in event[2] if card not in seen[event[1]]]
    return tuple([joined(cards, hand.plan) for cards in seen])

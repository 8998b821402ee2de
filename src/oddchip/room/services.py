"""What the actor of a table needs of the room around it."""

from __future__ import annotations

from typing import Any, Protocol

from oddchip.fair.deck import HiddenDeck, Place
from oddchip.fair.signing import Signer
from oddchip.room.alone import Workers
from oddchip.room.people import Person
from oddchip.room.protocol import Chat
from oddchip.room.steps import Scene
from oddchip.room.store import AnyStore


class Services(Protocol):
    """The room, seen by a table."""

    store: AnyStore
    revision: str
    signer: Signer

    @property
    def fair_seconds(self) -> float:
        """How long a deal waits for seeds."""

    @property
    def bots_alone(self) -> bool:
        """Are hands dealt among bots that nobody looks at?"""

    async def hide(self, place: Place, cards: tuple[int, ...], kept: tuple[int, ...], roots: int) -> HiddenDeck:
        """A hidden deck with so many candidates, or (0) with points, made beside the event loop."""

    def now(self) -> float:
        """The time, in seconds since 1970."""

    def bits(self, count: int) -> bytes:
        """So many secret random bytes."""

    def name_of(self, person: str) -> str:
        """A person's name."""

    async def meet(self, scene: Scene) -> None:
        """Know the names of all who have to do with a table; they may have come through another worker."""

    def report(self, event: str, **fields: Any) -> None:
        """Write to the room's own log; never cards, tokens or names."""

    def count(self, what: str, amount: float = 1) -> None:
        """Add to a counter of the room's metrics."""

    def may_open(self, person: str, table_id: str) -> str | None:
        """ "play", "watch", or None for who has no business at a table."""

    async def new_bot(self, table_id: str, style: str) -> str:
        """A new bot's person id."""

    async def say(self, table_id: str, person: str, text: str, command_id: str) -> Chat | None:
        """A line of chat, once it is written down; None if it stands there already, said with the same command."""

    async def rename(self, person: str, name: str) -> Person:
        """Another name for a person, seen at all his tables."""

    @property
    def among(self) -> Workers:
        """The other workers that keep this room, if there are any."""

"""Two at a table who deal to each other: each has a vault and a session, as a browser's page has, over a real room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import MemoryVault, Offer, Session
from oddchip.fair.two_party.messages import read, signed
from oddchip.room.protocol import Pair
from oddchip.room.transcripts import transcript
from rooms import Parlour, Screen

GAME = "california_poker at stake 10"
FIRST, LAST = 0b00001111, 0b11110000
CLOCK = 30


class Two:
    """One of the two. Messages of the kinds in `hold` are not sent, nor what comes after; they lie in `unsent`."""

    def __init__(self, parlour: Parlour, screen: Screen, *, key: bytes = b"") -> None:
        self.parlour, self.screen = parlour, screen
        self.signer = Signer(key or parlour.rng.randbytes(32))
        self.vault = MemoryVault()
        self.bits: Callable[[int], bytes] = parlour.rng.randbytes
        self.session: Session | None = None
        self.serial = ("", 0)
        self.hold: set[str] = set()  # kinds of messages that are not sent
        self.seen = 0
        self.unsent: list[str] = []
        self.refused: list[str] = []

    # --- what a page does by itself ----------------------------------------------------------------------------------

    def look(self) -> list[str]:
        """Everything new on the screen; the lines to say to it."""
        said: list[str] = []
        views, self.seen = self.screen.views[self.seen :], len(self.screen.views)
        for view in views:
            pair = view.get("pair")
            if pair is not None and pair.get("side", -1) >= 0:
                said += self._heard(pair)
        return said

    def _heard(self, pair: dict[str, Any]) -> list[str]:
        said: list[str] = []
        if self.serial != (pair["match"], pair["number"]):
            self.serial, self.session = (pair["match"], pair["number"]), self.begun(pair)
        session = self.session
        assert session is not None
        for line in pair.get("lines", []):
            said += session.receive(line)
        if pair.get("step", "hello") == "hello" and not pair.get("end") and session.offers[session.seat] is None:
            said += session.propose(self.offer_of(pair))
        return said

    def begun(self, pair: dict[str, Any]) -> Session:
        match, number, side = bytes.fromhex(pair["match"]), pair["number"], pair["side"]
        values: Any = {"signer": self.signer, "vault": self.vault, "bits": self.bits}
        return Session(match, number, side, house=bytes.fromhex(pair["house"]), **values)

    def offer_of(self, pair: dict[str, Any]) -> Offer:
        first, second = pair["balances"]
        match, stake = bytes.fromhex(pair["match"]), pair["stake"]
        return Offer(match, pair["number"], (stake, stake), (first, second), pair["clock"])

    async def say(self, lines: Any) -> list[dict[str, Any]]:
        """Send lines; what is refused is noted."""
        answers = []
        for line in lines:
            if self.unsent or read(line).kind in self.hold:
                self.unsent.append(line)
                continue
            answer = await self.screen.ask(Pair(self.parlour.id(), line))
            answers.append(answer)
            if answer["t"] == "nack":
                self.refused.append(answer["why"])
        return answers

    # --- what the player does ----------------------------------------------------------------------------------------

    async def choose(self, mask: int) -> None:
        session = self.session
        assert session is not None
        assert session.mine is not None
        await self.say(session.choose(give=[card for at, card in enumerate(session.mine) if mask >> at & 1]))

    async def reload(self) -> None:
        """The page is loaded again: what is left is the vault and the key."""
        self.session, self.serial, self.seen, self.unsent = None, ("", 0), len(self.screen.views), []
        await self.screen.again()

    async def send_held(self) -> list[dict[str, Any]]:
        """What was held back is sent after all."""
        self.hold, held, self.unsent = set(), self.unsent, []
        return await self.say(held)

    @property
    def pair(self) -> dict[str, Any]:
        found: dict[str, Any] = self.screen.view["pair"]
        return found

    @property
    def at(self) -> Session:
        assert self.session is not None
        return self.session


async def settle(*two: Two) -> None:
    """Both pages go on until neither has anything to say."""
    busy = True
    while busy:
        busy = False
        for one in two:
            if said := one.look():
                busy = True
                await one.say(said)


async def two_at_a_table(p: Parlour, chips: Any = 100, **house: Any) -> tuple[Two, Two]:
    """Hanna and Ben at a table of two; nothing is said yet. No second hand follows by itself."""
    house.setdefault("clock_seconds", CLOCK)
    await p.new_table(GAME, size=2, fairness="pair", house=house)
    hanna, ben = await p.sit("Hanna", "Ben", chips=chips)
    two = Two(p, hanna), Two(p, ben)
    await p.deal()
    return two


async def stopped_at(p: Parlour, kind: str, chips: Any = 100) -> tuple[Two, Two]:
    """Hanna has said this in the first hand, and Ben holds his back."""
    hanna, ben = await two_at_a_table(p, chips)
    ben.hold.add(kind)
    await settle(hanna, ben)
    if hanna.at.mine is not None:
        for one in (hanna, ben):
            await one.choose(FIRST)
        await settle(hanna, ben)
    return hanna, ben


async def too_late(p: Parlour, *two: Two, seconds: float = CLOCK + 1) -> None:
    """The clock runs out, and everybody hears of it."""
    await p.wait(seconds, step=5)
    await settle(*two)


def crafted(kind: Any, one: Two, **values: Any) -> str:
    """The next message of somebody who signs what he likes."""
    exchange, seat = one.at.exchange, one.at.seat
    assert exchange.terms is not None
    other = exchange.said[1 - seat]
    numbers = {"seat": seat, "n": len(exchange.said[seat]), "seen": other[-1].id}
    text: str = signed(kind, one.signer, terms=exchange.terms.hash, **numbers, **values).text
    return text


async def dealt(p: Parlour, chips: Any = 100, **house: Any) -> tuple[Two, Two]:
    """Both see their cards."""
    two = await two_at_a_table(p, chips, **house)
    await settle(*two)
    assert two[0].at.mine is not None
    return two


async def kept(p: Parlour, hand: int, name: str = "Hanna") -> str:
    """The transcript that somebody may download."""
    return await transcript(p.room, p.table_id, hand, (await p.person(name)).id)


def error_of(work: Callable[[], Any]) -> str:
    """The sentence with which one's own page refuses."""
    try:
        work()
    except FairError as error:
        return str(error)
    raise AssertionError("it was not refused")

"""What one side knows of a hand, and how it is told: the part of a session that only looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party.course import Course, ending_of
from oddchip.fair.two_party.endings import Ending, Label
from oddchip.fair.two_party.exchange import Exchange
from oddchip.fair.two_party.hashes import Hands, place_hash
from oddchip.fair.two_party.hearing import Hearing
from oddchip.fair.two_party.messages import Chain, Leave, Ruling
from oddchip.fair.two_party.standing import Phase
from oddchip.fair.two_party.terms import NAMES, Offer, Terms
from oddchip.fair.two_party.vault import Vault

Bits = Callable[[int], bytes]
Lines = tuple[str, ...]


class Side:
    """One player's knowledge of one hand; `Session` adds what he does. `opponent` and `house` are the other's key and
    the referee's, where they are known; else the first that is heard is held on to."""

    def __init__(
        self,
        match: bytes,
        hand: int,
        seat: int,
        *,
        signer: Signer,
        vault: Vault,
        bits: Bits,
        names: tuple[str, str] = NAMES,
        opponent: bytes | None = None,
        house: bytes | None = None,
    ) -> None:
        if seat not in (0, 1):
            raise FairError(f"the seats are 0 and 1, not {seat!r}")
        self.seat, self.names = seat, names
        self.place = place_hash(match, hand)
        self._signer, self._vault, self._bits = signer, vault, bits
        keys = (signer.key, opponent) if seat == 0 else (opponent, signer.key)
        self._exchange = Exchange(match, hand, names=names, keys=keys)
        self._hearing = Hearing(Course(Exchange(match, hand, names=names, keys=keys)), house)
        self._lines: list[str] = []
        self._lease = vault.lease()

    @property
    def phase(self) -> Phase:
        return self._exchange.phase

    @property
    def terms(self) -> Terms | None:
        return self._exchange.terms

    @property
    def offers(self) -> tuple[Offer | None, Offer | None]:
        """What each seat has offered last."""
        return self._exchange.offer_of(0), self._exchange.offer_of(1)

    @property
    def review(self) -> bool:
        """Have both offered, and not the same? Then `to_answer` may accept, offer anew or leave."""
        return self._exchange.review

    @property
    def to_answer(self) -> int:
        return self._exchange.to_answer

    @property
    def awaited(self) -> tuple[int, ...]:
        return () if self.ending else self._exchange.awaited

    @property
    def until(self) -> int:
        """The deadline of this step by the referee's clock, as far as its receipts have come; 0: none."""
        return 0 if self.ending else self._hearing.course.until

    @property
    def hands(self) -> Hands | None:
        """Both hands in canonical order; masks are always of these, however a screen lays them."""
        return self._exchange.hands

    @property
    def mine(self) -> tuple[int, ...] | None:
        return None if self.hands is None else self.hands[self.seat]

    @property
    def choice(self) -> int | None:
        """The mask of the four that are given, once chosen: it is never asked for twice."""
        kept = self._vault.load(self.place, "choice")
        return None if kept is None else kept[32]

    @property
    def may_choose(self) -> bool:
        """Is it time to show the choice?"""
        return self.phase is Phase.SEAL and self.choice is None and self.ending is None and not self._gone

    @property
    def exchange(self) -> Exchange:
        """All that was said, to look at."""
        return self._exchange

    @property
    def ruling(self) -> Ruling | None:
        return self._hearing.ruling

    @property
    def ending(self) -> Ending | None:
        """How the hand ended, as far as this side knows: what landed, not what was asked for. Where a referee carries
        the messages, its ruling; else the result that both have signed."""
        if self._hearing.ending is not None:
            return self._hearing.ending
        alone = self._hearing.house is None
        if self.phase is Phase.OVER or (alone and self._exchange.over):
            return replace(ending_of(self._exchange), ruled=False)
        return None

    @property
    def label(self) -> Label | None:
        """The ending in a word, from this side."""
        return Label.CHEATED if self.doubles else self.ending.label(self.seat) if self.ending else None

    @property
    def doubles(self) -> tuple[tuple[str, str], ...]:
        """Pairs of lines that the other has signed under one number: each proves that he signs twice."""
        return tuple((a.text, b.text) for a, b in self._exchange.doubles if a.seat != self.seat)

    @property
    def saved(self) -> str:
        """All lines in the order in which they were known here: the transcript, and what `restored` takes."""
        return "".join(f"{line}\n" for line in self._lines)

    @property
    def pending(self) -> Lines:
        """My messages that have no receipt: to be sent again when in doubt."""
        had = self._hearing.open
        mine = self._exchange.said[self.seat]
        return tuple(m.text for m in mine if self._hearing.house is None or m.id in had)

    @property
    def _gone(self) -> bool:
        return bool(self._exchange.find(self.seat, Leave) or self._exchange.find(self.seat, Chain))

"""How a hand can end, in one word and in a sentence.

"Timed out" is kept for true stories of the clock; who sent something wrong until his time was up has forfeited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from oddchip.fair.two_party.hashes import Pair
from oddchip.fair.two_party.terms import NAMES


class Label(StrEnum):
    """What became of a hand, as one of the players sees it."""

    ACCEPTED = "accepted"
    SETTLED = "settled cleanly"
    OPPONENT_TIMED_OUT = "opponent timed out"
    FORFEITED_OPENING = "forfeited: what was opened was not what was sealed"
    FORFEITED_REFUSED = "forfeited: what was sent was against the rules"
    FORFEITED_LEFT = "forfeited: left the hand"
    LANDED_LATE = "our move landed too late"
    NEVER_MOVED = "we never moved"
    SLASHED = "slashed"
    WERE_SLASHED = "were slashed"
    CHEATED = "cheated"
    VOID = "both were too late"
    NO_HAND = "no hand was played"
    BALANCE_SHORT = "a balance is too small"
    ON_CHAIN = "playing on-chain"


_FORFEITED = {
    "opening": Label.FORFEITED_OPENING,
    "refused": Label.FORFEITED_REFUSED,
    "left": Label.FORFEITED_LEFT,
}
_WHY = {
    "silent": "was silent until the time was up",
    "late": "came too late",
    "opening": "opened something else than was committed to until the time was up",
    "refused": "sent only what is against the rules until the time was up",
    "left": "left the hand",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended: settled, forfeit, void, off or chain; who forfeited and why; what each seat takes out of the
    pot; and which seats did not sign the result. `ruled` is false as long as no referee has said so."""

    end: str
    shares: Pair
    loser: int | None = None
    cause: str = ""
    winner: int | None = None
    unsigned: tuple[int, ...] = ()
    ruled: bool = True

    def label(self, seat: int) -> Label:
        """The word for it on this seat's screen."""
        if self.end == "settled":
            return Label.SETTLED if self.ruled else Label.ACCEPTED
        if self.end == "forfeit":
            return _FORFEITED.get(self.cause) or self._of_the_clock(seat)
        return {"void": Label.VOID, "off": Label.NO_HAND}.get(self.end, Label.ON_CHAIN)

    def _of_the_clock(self, seat: int) -> Label:
        if self.loser != seat:
            return Label.OPPONENT_TIMED_OUT
        return Label.LANDED_LATE if self.cause == "late" else Label.NEVER_MOVED

    def sentence(self, names: tuple[str, str] = NAMES) -> str:
        """Who got what, and why."""
        pot = sum(self.shares)
        if self.end == "settled":
            if self.winner is None:
                return f"The hands are equal: {names[0]} gets {self.shares[0]} back and {names[1]} {self.shares[1]}."
            return f"{names[self.winner]} wins the pot of {pot}."
        if self.end == "forfeit" and self.loser is not None:
            why = _WHY.get(self.cause, "did not go on")
            return f"{names[self.loser]} {why}: {names[1 - self.loser]} takes the whole pot of {pot}."
        if self.end == "void":
            return (
                f"Both missed the same deadline: {names[0]} gets {self.shares[0]} back and {names[1]} {self.shares[1]}."
            )
        if self.end == "off":
            return "No hand was played, and nothing changes hands."
        return "The hand goes on in the contract: playing on-chain."


def signed_sentence(unsigned: Sequence[str]) -> str:
    """Whether both have signed the result; who has not, by name."""
    if unsigned:
        return f"{' and '.join(unsigned)} did not sign the result, which follows from the cards all the same."
    return "Both have signed the result."

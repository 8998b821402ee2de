"""What is not as it was promised, or cannot be read."""

from oddchip.errors import OddchipError


class FairError(OddchipError):
    """A commitment, seed, opening, proof or signature that does not hold; the sentence says which and why."""


class Unreadable(FairError):
    """What is no record, or not written in the one form that is accepted; nothing of it was checked."""

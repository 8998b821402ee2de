"""Where the embedded chain is: a chain number that no network has, and the contract's address on it."""

from __future__ import annotations

from oddchip.fair.escrow.terms import Where
from oddchip.fair.hashing import digest

PLAY = Where(int.from_bytes(b"chip"), digest("play escrow")[-20:])
START = 2_000_000_000
"""The time at which an embedded chain begins, in seconds, unless told otherwise."""

"""Where the embedded chain is: a chain number that no network has, and the contract's address on it."""

from __future__ import annotations

from oddchip.fair.escrow.keccak import keccak256
from oddchip.fair.escrow.terms import Where
from oddchip.fair.hashing import digest

DEPLOYER = digest("play deployer")[-20:]
"""Who puts the contract on the chain, with his first transaction: that decides the address."""
PLAY = Where(int.from_bytes(b"chip"), keccak256(b"\xd6\x94" + DEPLOYER + b"\x80")[-20:])
START = 2_000_000_000
"""The time at which an embedded chain begins, in seconds, unless told otherwise."""

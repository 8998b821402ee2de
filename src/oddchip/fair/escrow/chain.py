"""The embedded chain: py-evm, an Ethereum machine in plain Python, in this process. No network, and none is known here.

Needs the extra `chain`. The machine is loaded when the first chain is wanted, not before. Each call is a transaction in
a block of its own, from an address that needs no key: the chain is a toy, its tokens come out of nothing.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.abi import Function
from oddchip.fair.escrow.keccak import keccak256
from oddchip.fair.escrow.place import DEPLOYER, PLAY
from oddchip.fair.escrow.terms import EscrowRefused

INSTALL = "pip install 'oddchip[chain]'"
ERROR = keccak256(b"Error(string)")[:4]
GAS = 25_000_000
"""The most that one transaction may take."""


@lru_cache(1)
def compiled() -> tuple[bytes, dict[str, Function]]:
    """The contract's code for a chain, and its functions by name, as `scripts/contract` has compiled them."""
    folder = files(__package__)
    made = json.loads(folder.joinpath("escrow.json").read_text("utf-8"))
    for name, known in made["sources"].items():
        if sha256(folder.joinpath(name).read_bytes()).hexdigest() != known:
            raise FairError(f"escrow.json was compiled from another {name}: expected the code of this very source")
    functions = {each["name"]: Function(each) for each in made["abi"] if each["type"] == "function"}
    return bytes.fromhex(made["code"]), functions


@lru_cache(1)
def _machine() -> Any:
    """What this file uses of py-evm; it must not lift the limit of recursion, on which readers of JSON lean."""
    limit = sys.getrecursionlimit()
    try:
        from oddchip.fair.escrow import machine
    except ImportError:
        raise FairError(f"an embedded chain needs the extra `chain`: {INSTALL}") from None
    finally:
        sys.setrecursionlimit(limit)
    return machine


class Chain:
    """A chain with nothing on it but the contract. `gas` is what the last transaction took, all in all.

    `ledger` is the chain itself, where more may be put on it.
    """

    def __init__(self, now: int) -> None:
        code, self.functions = compiled()
        self.ledger = _machine().Ledger(PLAY.chain, now)
        done = self.ledger.deploy(DEPLOYER, code, GAS)
        if done.error or done.address != PLAY.contract:
            raise FairError(f"the contract could not be put on the chain: {done.error or done.address.hex()}")
        self.gas: int = done.gas

    def call(self, name: str, *values: Any, sender: bytes = DEPLOYER, paid: int = 0) -> Any:
        """Raises `EscrowRefused` with the contract's reason; then nothing has changed."""
        function = self.functions[name]
        if paid > self.tokens(sender):
            raise EscrowRefused("not enough tokens")
        keep = not function.is_view
        done = self.ledger.send(sender, PLAY.contract, paid, function.call(values), GAS, keep)
        if keep:
            self.gas = done.gas
        if done.error:
            raise EscrowRefused(_reason(done.output))
        return function.read(done.output)

    @property
    def now(self) -> int:
        return int(self.ledger.now)

    def wait(self, seconds: int) -> None:
        self.ledger.now += seconds

    def tokens(self, holder: bytes) -> int:
        return int(self.ledger.balance(holder))

    def give(self, player: bytes, tokens: int) -> None:
        self.ledger.add(player, tokens)


def _reason(output: bytes) -> str:
    """The sentence in what a refused call gives back."""
    if output[:4] != ERROR:
        return "the contract gave no reason"
    size = int.from_bytes(output[36:68])
    return output[68 : 68 + size].decode("utf-8", "replace")

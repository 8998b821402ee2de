"""The embedded chain: py-evm, driven by titanoboa, in this process. It is no network and knows of none.

Needs the extra `chain`. Both packages are loaded when the first chain is wanted, not before: it takes a second or two.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from typing import Any

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.keccak import keccak256
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.terms import EscrowRefused, Where

ERROR = keccak256(b"Error(string)")[:4]


@lru_cache(1)
def compiled() -> tuple[bytes, dict[str, Any]]:
    """The contract's code for a chain, and its functions by name. Takes about a second, once."""
    _require()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import vyper
    source = files(__package__).joinpath("escrow.vy").read_text("utf-8")
    made = vyper.compile_code(source, output_formats=["bytecode", "abi"])
    functions = {each["name"]: Function(each) for each in made["abi"] if each["type"] == "function"}
    return bytes.fromhex(made["bytecode"][2:]), functions


@lru_cache(1)
def _machine() -> Any:
    """The one machine of the process: its packages change parts of each other whenever one is made."""
    _require()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import boa
        import boa.interpret
    boa.interpret.disable_cache()
    return boa.Env()


def _require() -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import boa  # noqa: F401
    except ImportError:
        raise FairError(
            "an embedded chain needs the packages of the extra chain: pip install 'oddchip[chain]'"
        ) from None


@contextmanager
def chain(where: Where = PLAY, now: int = START) -> Iterator[Chain]:
    """A chain with nothing on it but the contract; everything on it is gone at the end."""
    code, functions = compiled()
    machine = _machine()
    with machine.anchor():
        machine.evm.patch.chain_id = where.chain
        machine.evm.patch.timestamp = now
        _, done = machine.deploy(bytecode=code, override_address="0x" + where.contract.hex())
        if done.is_error:
            raise FairError(f"the contract could not be put on the chain: {done.error}")
        yield Chain(machine, where, functions, done.get_gas_used())


class Function:
    """One function of a contract: how a call is written, and how what it gives is read."""

    def __init__(self, abi: dict[str, Any]) -> None:
        self.takes = _tuple(abi["inputs"])
        self.gives = _tuple(abi["outputs"])
        self.selector = keccak256((abi["name"] + self.takes).encode())[:4]
        self.is_view = abi["stateMutability"] in ("view", "pure")

    def call(self, values: Sequence[Any]) -> bytes:
        from boa.util.abi import abi_encode

        return self.selector + bytes(abi_encode(self.takes, tuple(values)))

    def read(self, output: bytes) -> Any:
        from boa.util.abi import abi_decode

        found = abi_decode(self.gives, output) if self.gives != "()" else ()
        return found[0] if len(found) == 1 else None


def _tuple(parts: Sequence[dict[str, Any]]) -> str:
    """The types of a call, with structures written out."""
    return "(" + ",".join(_type(part) for part in parts) + ")"


def _type(part: dict[str, Any]) -> str:
    written: str = part["type"]
    return _tuple(part["components"]) + written.removeprefix("tuple") if "components" in part else written


class Chain:
    """Calls to the one contract on the chain. `gas` is what the last of them took."""

    def __init__(self, machine: Any, where: Where, functions: dict[str, Function], gas: int) -> None:
        self.machine, self.where, self.functions, self.gas = machine, where, functions, gas

    def call(self, name: str, *values: Any, sender: bytes = bytes(20), paid: int = 0) -> Any:
        """Raises `EscrowRefused` with the contract's reason; then nothing has changed."""
        function = self.functions[name]
        if paid > self.tokens(sender):
            raise EscrowRefused("not enough tokens")
        self.machine.evm.reset_access_counters()
        done = self.machine.execute_code(
            to_address="0x" + self.where.contract.hex(),
            sender="0x" + sender.hex(),
            value=paid,
            data=function.call(values),
            is_modifying=not function.is_view,
        )
        self.gas = done.get_gas_used()
        if done.is_error:
            raise EscrowRefused(_reason(bytes(done.output)))
        return function.read(bytes(done.output))

    @property
    def now(self) -> int:
        return int(self.machine.evm.patch.timestamp)

    def wait(self, seconds: int) -> None:
        self.machine.evm.patch.timestamp += seconds

    def tokens(self, holder: bytes) -> int:
        return int(self.machine.get_balance("0x" + holder.hex()))

    def give(self, player: bytes, tokens: int) -> None:
        self.machine.set_balance("0x" + player.hex(), self.tokens(player) + tokens)


def _reason(output: bytes) -> str:
    """The sentence in what a refused call gives back."""
    if output[:4] != ERROR:
        return "the contract gave no reason"
    size = int.from_bytes(output[36:68])
    return output[68 : 68 + size].decode("utf-8", "replace")

"""py-evm's machine at the rules of Ethereum's Cancun, one block for each transaction. Only `chain.py` imports this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eth.constants import BLANK_ROOT_HASH, CREATE_CONTRACT_ADDRESS
from eth.db.atomic import AtomicDB
from eth.vm.chain_context import ChainContext
from eth.vm.forks.cancun import CancunVM
from eth.vm.forks.cancun.blocks import CancunBlockHeader
from eth.vm.spoof import SpoofTransaction

_BLOCK_GAS = 30_000_000
_REFUND = 5
"""At most a fifth of what a transaction took is given back for what it has cleared."""


@dataclass(frozen=True)
class Done:
    """What came of a transaction. `error` is empty when it went well; `address` is that of a new contract."""

    output: bytes
    gas: int
    error: str
    address: bytes = b""


class Ledger:
    """Balances, code and storage. `now` is the time of the next transaction, in seconds."""

    def __init__(self, chain: int, now: int) -> None:
        self.now = now
        self._context, self._height = ChainContext(chain), 0
        self._state = CancunVM.build_state(AtomicDB(), self._header(), self._context)

    def send(self, sender: bytes, to: bytes, value: int, data: bytes, gas: int, keep: bool) -> Done:
        """A transaction without fees, by anybody's address. With `keep` False it only shows what would come of it."""
        state = self._state
        state.execution_context = CancunVM.create_execution_context(self._header(), (), self._context)
        before = state.snapshot()
        build = CancunVM.get_transaction_builder().create_unsigned_transaction
        unsigned = build(nonce=state.get_nonce(sender), gas_price=0, gas=gas, to=to, value=value, data=data)
        ran = state.apply_transaction(SpoofTransaction(unsigned, from_=sender))
        if keep:
            self._height += 1
        else:
            state.revert(before)
        state.lock_changes()
        used = gas - ran.get_gas_remaining()
        used -= min(ran.get_gas_refund(), used // _REFUND)
        return Done(bytes(ran.output), used, repr(ran.error) if ran.is_error else "", bytes(ran.msg.storage_address))

    def deploy(self, sender: bytes, code: bytes, gas: int) -> Done:
        return self.send(sender, CREATE_CONTRACT_ADDRESS, 0, code, gas, True)

    def balance(self, holder: bytes) -> int:
        return int(self._state.get_balance(holder))

    def add(self, holder: bytes, tokens: int) -> None:
        self._state.delta_balance(holder, tokens)
        self._state.lock_changes()

    def _header(self) -> Any:
        return CancunBlockHeader(
            difficulty=0,
            block_number=self._height + 1,
            gas_limit=_BLOCK_GAS,
            timestamp=self.now,
            state_root=BLANK_ROOT_HASH,
            base_fee_per_gas=0,
            excess_blob_gas=0,
            blob_gas_used=0,
        )

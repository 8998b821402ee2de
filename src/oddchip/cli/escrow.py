"""What the commands about escrows share: whom they speak of, and what stands for the chain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from oddchip.cli.frame import Parser
from oddchip.fair.escrow.contract import on_chain
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.place import START
from oddchip.fair.escrow.terms import Where
from oddchip.fair.escrow.twin import Twin

NAMES = "The first", "The second"


def add_plain(parser: Parser) -> None:
    parser.add_argument("--plain", action="store_true", help="without the extra `chain`: by the contract's Python twin")


def opened(where: Where, plain: bool) -> AbstractContextManager[Escrow]:
    """A chain with nothing on it but the contract, or its twin."""
    return _twin(where) if plain else on_chain(where)


@contextmanager
def _twin(where: Where) -> Iterator[Escrow]:
    yield Twin(where, START)

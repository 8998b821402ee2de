"""What the commands about escrows share: whom they speak of, and what stands for the chain."""

from __future__ import annotations

from oddchip.cli.frame import Parser
from oddchip.fair.escrow.contract import Contract
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.twin import Twin

NAMES = "The first", "The second"


def add_plain(parser: Parser) -> None:
    parser.add_argument("--plain", action="store_true", help="without the extra `chain`: by the contract's Python twin")


def opened(plain: bool) -> Escrow:
    """A chain with nothing on it but the contract, or its twin."""
    return Twin(PLAY, START) if plain else Contract()

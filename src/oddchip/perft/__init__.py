"""Counts that other engines can check: `perft`, `divide`, `census`, files of published counts, and orders by label."""

from oddchip.perft.census import Census, census
from oddchip.perft.files import BASE_HOUSE, Checked, Entry, read_file, recounted, run_file
from oddchip.perft.labels import find_order
from oddchip.perft.position import checksum_of, choices, position_line
from oddchip.perft.tree import Perft, divide, perft

__all__ = [
    "BASE_HOUSE",
    "Census",
    "Checked",
    "Entry",
    "Perft",
    "census",
    "checksum_of",
    "choices",
    "divide",
    "find_order",
    "perft",
    "position_line",
    "read_file",
    "recounted",
    "run_file",
]

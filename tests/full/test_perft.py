"""Every row of the published counts, and the census of larger reduced games."""

import pytest

from oddchip import FixedLimit
from oddchip.perft import census, run_file
from perft_pokerkit import counted as by_pokerkit
from test_perft import ACE_TO_OPEN, FILES, KING_TO_OPEN, LEDUC, SHARED, SIX, anything, bets, by_hand_count, counted


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_published_count(file, verified):
    rows = list(run_file(file.read_text()))
    total = sum(checked.found.count for checked in rows)
    assert [str(checked) for checked in rows if not checked.agrees] == []
    verified(f"perft {file.stem}", f"{len(rows)} published counts, {total:,} sequences of choices", "no differences")


@pytest.mark.filterwarnings("ignore")
def test_another_engine_counts_the_same(verified):
    rows = [(entry, row) for entry in SHARED for row in entry.rows if row.expected.count <= 25_000]
    for entry, row in rows:
        assert by_pokerkit(entry.said, row.depth) == (row.expected.count, row.expected.checksum), (entry.id, row)
    total = sum(row.expected.count for _, row in rows)
    verified("perft by PokerKit", f"{len(rows)} counts of shared.perft, {total:,} sequences", "no differences")


def test_deeper_censuses(verified):
    """BET-5: with raises the trees are larger, and every end pays out what was put in."""
    nodes = 0
    for game, cap in ((LEDUC, 3), (LEDUC, 4), (SIX, 2), (SIX, 3), (KING_TO_OPEN, 2), (ACE_TO_OPEN, 2)):
        found = census(game, FixedLimit(1, 2, ante=1), (40, 40), house=bets(cap))
        assert sum(found.payoffs) == -2 * found.carried
        nodes += found.total
    assert counted(census(SIX, FixedLimit(1, 2, ante=1), (9, 9), house=bets(1))) == by_hand_count(anything, "draw")
    verified("census", f"{nodes:,} nodes of six reduced games with raises", "chips conserved at every end")

"""Whatever a frame can hold is answered: nobody, host or guest, can stop a table by what he sends."""

import asyncio

import pytest

from room_nonsense import talked

GAMES = (("five_card_draw", "high_low_declare"), ("stud_eight", "q_ball"), ("badugi", "cucamonga"))


@pytest.mark.parametrize("games", GAMES)
def test_whatever_is_sent_is_answered_and_the_table_goes_on(games, tmp_path, monkeypatch):
    counts = asyncio.run(talked(tmp_path / "data", monkeypatch, 1, games, 250))
    assert min(counts[kind] for kind in ("ack", "refused", "forbidden", "unreadable", "decisions")) > 5, counts

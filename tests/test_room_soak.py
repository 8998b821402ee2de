"""Random people at a room's table do random things; the long run is in `tests/full/test_room.py`."""

from oddchip import games
from room_soak import soak_for


def test_whatever_people_do_chips_cards_and_log_are_right(tmp_path, monkeypatch):
    counts = soak_for(tmp_path, monkeypatch, 3, [game.id for game in games()], steps=120)
    assert counts["decisions"] > 50
    assert counts["hands"] > 5

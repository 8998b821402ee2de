"""Twists on games: functions from a game to a game."""

from __future__ import annotations

from collections.abc import Callable

from oddchip.spec import Game

MODIFIERS: dict[str, Callable[..., Game]] = {}

"""The general bot beats the caller and the random player in every game, by three standard errors."""

import pytest

from oddchip.bots.arena import COMPOSED, FLOOR, trial
from oddchip.games import find_game, games

DEALS = 240


@pytest.mark.parametrize("name", [*[game.id for game in games()], *COMPOSED])
def test_the_general_bot_beats_the_caller_and_the_random_player(name, verified):
    scores = dict(trial(find_game(name), DEALS))
    said = [f"{label} {score.mean:+.2f} ± {score.error:.2f} (z {score.z:.0f})" for label, score in scores.items()]
    verified(
        f"bots: {name}",
        f"the general bot with 100 samples over {DEALS} duplicate deals, 360 at the table: big bets a hand",
        ", ".join(said),
    )
    assert min(score.z for score in scores.values()) >= FLOOR

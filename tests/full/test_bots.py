"""The general bot beats the caller and the random player in every game, and plays better with more samples."""

import pytest

from oddchip.bots import Regular
from oddchip.bots.arena import COMPOSED, FLOOR, Match, trial
from oddchip.games import find_game, games
from oddchip.stakes import FixedLimit

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


def test_more_samples_play_better(verified):
    class Hasty(Regular):
        def choose(self, view, rng, budget=0):
            return super().choose(view, rng, 24)

    match = Match(find_game("badugi"), FixedLimit(2, 4), Regular(), (Hasty(),), 400)
    score = match.play(500)
    verified(
        "bots: samples", "badugi, 400 samples against 24", f"{score.mean:+.2f} ± {score.error:.2f} big bets a hand"
    )
    assert score.z > 2

"""The general bot against the caller and the random player, over duplicate deals: `scripts/bench bots GAME|all`.

Every deal is played once with the general bot in each place. Prints what it won in big bets a hand with its standard
error, and fails where that is not three standard errors above nothing.
"""

import sys
from time import perf_counter

from oddchip.bots import BOTS
from oddchip.bots.arena import Match
from oddchip.errors import OddchipError
from oddchip.games import find_game, games
from oddchip.spec import Bet
from oddchip.stakes import FixedLimit, Stake

FLOOR = 3.0
BUDGET, DEALS, TABLE_DEALS = 60, 240, 80
COMPOSED = (
    "triple_draw(gardena_jackpots)",
    "four_before(double_draw(badugi))",
    "declare(kansas_city)",
    "declare(seven_card_stud)",
    "progressive(gardena_jackpots)",
    "with_bugs(stud_eight, 2)",
    'on_deck(five_card_draw, "italian")',
    'on_deck(california_lowball, "italian")',
)
TABLES = {"caller": ("caller",), "random": ("random",), "table of four": ("caller", "random", "caller")}


def measure(game, others, deals):
    stakes = FixedLimit(2, 4) if game.has(Bet) else Stake(10)
    match = Match(game, stakes, BOTS["regular"], tuple(BOTS[name] for name in others), BUDGET)
    started = perf_counter()
    return match.play(deals), perf_counter() - started


def rows(name, deals=None):
    """(opponents, score, seconds) for each table the game can seat."""
    game = find_game(name)
    for label, others in TABLES.items():
        if len(others) < game.seats[1]:
            yield label, *measure(game, others, deals or (TABLE_DEALS if len(others) > 1 else DEALS))


def main(arguments):
    if not arguments:
        print("usage: scripts/bench bots GAME|all [DEALS]", file=sys.stderr)
        return 2
    names = [game.id for game in games()] + list(COMPOSED) if arguments[0] == "all" else arguments[:1]
    deals = int(arguments[1]) if len(arguments) > 1 else None
    failed = []
    print(f"{'game':40}{'against':16}{'big bets/hand':>16}{'z':>8}{'hands':>8}{'s':>6}")
    for name in names:
        try:
            for label, score, taken in rows(name, deals):
                said = f"{score.mean:8.3f} ± {score.error:.3f}"
                mark = "" if score.z >= FLOOR else "  below"
                print(f"{name:40}{label:16}{said:>16}{score.z:8.1f}{score.hands:8}{taken:6.0f}{mark}", flush=True)
                failed += [name] if mark else []
        except OddchipError as error:
            print(f"oddchip: {error}", file=sys.stderr)
            return 2
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

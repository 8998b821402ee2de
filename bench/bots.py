"""The general bot against the caller and the random player, over duplicate deals: `scripts/bench bots GAME|all`.

`scripts/bench bots GAME [DEALS]` takes well under a minute, `all` about ten. Every deal is played once with the general
bot in each place. Prints what it won in big bets a hand with its standard error, and fails where that is not three
standard errors above nothing.
"""

import sys
from time import perf_counter

from oddchip.bots.arena import COMPOSED, FLOOR, trial
from oddchip.errors import OddchipError
from oddchip.games import find_game, games


def show(name, deals):
    """Print the rows of one game; True when all of them reach the floor."""
    started, good = perf_counter(), True
    for label, score in trial(find_game(name), deals):
        good &= score.z >= FLOOR
        said = f"{score.mean:8.3f} ± {score.error:.3f}"
        mark = "" if score.z >= FLOOR else f"  below {FLOOR:g}"
        taken = perf_counter() - started
        print(f"{name:40}{label:16}{said:>16}{score.z:8.1f}{score.hands:8}{taken:6.0f}{mark}", flush=True)
        started = perf_counter()
    return good


def main(arguments):
    if not arguments or len(arguments) > 2 or not all(text.isdigit() for text in arguments[1:]):
        print("usage: scripts/bench bots GAME|all [DEALS]", file=sys.stderr)
        return 2
    name, deals = arguments[0], int(arguments[1]) if len(arguments) > 1 else 240
    names = [*[game.id for game in games()], *COMPOSED] if name == "all" else [name]
    print(f"{'game':40}{'against':16}{'big bets/hand':>16}{'z':>8}{'hands':>8}{'s':>6}")
    try:
        shown = [show(each, deals) for each in names]
        return int(not all(shown))
    except OddchipError as error:
        print(f"oddchip: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The rule sheets kept here: `python tests/sheets/regenerate.py` writes them anew. Look at the difference first."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "src"))

from oddchip import FixedLimit, HouseRules, NoLimit, Stake, find_game  # noqa: E402 - the path comes first
from oddchip.rulesheet import sheet  # noqa: E402

PLAIN = HouseRules()
HONOR = HouseRules.of(enforce_openers="honor", after_last="descend", cap_raises=4, max_antes=3, four_with_ace=True)

#: File by file: the game, the stakes (None: no amounts are named) and the house rules.
SHEETS = {
    "gardena_jackpots": ("gardena_jackpots", FixedLimit(2, 4), PLAIN),
    "california_lowball": ("california_lowball", None, PLAIN),
    "q_ball": ("q_ball", FixedLimit(2, 4), PLAIN),
    "badugi": ("badugi", None, PLAIN),
    "johnson": ("johnson", FixedLimit(2, 4), PLAIN),
    "high_low_declare": ("high_low_declare", None, PLAIN),
    "stud_eight_with_two_bugs": ("with_bugs(stud_eight, 2)", FixedLimit(4, 8), PLAIN),
    "cucamonga": ("cucamonga", None, PLAIN),
    "california_poker": ("california_poker", Stake(10), PLAIN),
    "five_card_draw_italian": ('on_deck(five_card_draw, "italian")', NoLimit(blinds=(1, 2)), PLAIN),
    "gardena_jackpots_triple_four_before": ("four_before(triple_draw(gardena_jackpots))", None, PLAIN),
    "california_lowball_double": ("double_draw(california_lowball)", None, PLAIN),
    "johnson_four_before": ("four_before(johnson)", None, PLAIN),
    "jackpots_italian_house": ('progressive(on_deck(gardena_jackpots, "italian"))', FixedLimit(2, 4), HONOR),
}


def page(name: str) -> str:
    game, stakes, house = SHEETS[name]
    return sheet(find_game(game), stakes, house).markdown()


if __name__ == "__main__":
    for name in SHEETS:
        (HERE / f"{name}.md").write_text(page(name))

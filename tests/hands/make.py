"""The recorded hands of this folder: played from a seed, written as TOML and as steps, some also as PHH and as text.

Run it to write them anew: the tests compare, so every change of a form is seen as a diff.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from oddchip import FOLD, FixedLimit, Hand, HouseRules, Seat, Stake, find_game, history
from oddchip.actions import DealCards, DealOffer
from oddchip.history.phh import CODES
from oddchip.spec import Bet

HERE = Path(__file__).parent
TIME = "2026/01/31 20:15:00 ET"
NAMES = ("Ann", "Ben", "Cy", "Dot", "Eve", "Flo")

#: File name: game, seed, seats, house rules.
HANDS = {
    "five_card_draw": ("five-card draw", 3, 4, {}),
    "single_draw_2_7": ("2-7 single draw", 38, 4, {}),
    "triple_draw_2_7": ("2-7 triple draw", 0, 5, {}),
    "triple_draw_a_5": ("a-5 triple draw", 2, 4, {}),
    "badugi": ("badugi", 4, 4, {}),
    "seven_card_stud": ("seven-card stud", 2, 4, {}),
    "stud_eight": ("stud/8", 3, 4, {}),
    "razz": ("razz", 3, 4, {}),
    "texas_holdem": ("hold'em", 7, 4, {}),
    "omaha_eight": ("omaha/8", 6, 3, {}),
    "jackpots": ("jacks to open", 0, 5, {"show_openers_on_request": True, "announce_split": True}),
    "jacks_back": ("jacks back", 29, 6, {}),
    "california_lowball": ("triple_draw(california_lowball)", 133, 3, {}),
    "high_low_declare": ("high/low declare", 0, 3, {}),
    "q_ball": ("q-ball", 3, 4, {}),
    "two_bugs": ("with_bugs(stud_eight, 2)", 12, 5, {}),
    "cucamonga": ("cucamonga", 6, 4, {}),
    "california_poker": ("california poker", 1, 2, {}),
    "italian": ('on_deck(five_card_draw, "italian")', 2, 4, {}),
}


class Steady:
    """A dealer of this folder's own, so that the hands stay what they are when others shuffle anew."""

    def __init__(self, seed: int, cards: tuple[int, ...]) -> None:
        self.seed = seed
        self.order = self.mixed(cards, 0)

    def mixed(self, cards: Sequence[int], number: int) -> tuple[int, ...]:
        return tuple(random.Random(f"{self.seed} {number}").sample(sorted(cards), len(cards)))

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        return DealCards(self.mixed(offer.eligible, asked + 1)[: None if offer.whole else offer.count])


def played(game: str, seed: int, players: int, house: dict, **start) -> Hand:
    found = find_game(game)
    rng = random.Random(seed)
    seats = start.pop("seats", None) or [Seat(i, rng.choice((9, 25, 60, 200))) for i in range(1, players + 1)]
    stakes = FixedLimit(2, 4) if found.has(Bet) else Stake(10)
    start = {"button": seats[-1].number} | start
    hand = Hand.start(
        found, stakes, seats, dealer=lambda deck: Steady(seed, deck.cards), house=HouseRules.of(**house), **start
    )
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        actions = hand.offers[seat].actions()
        hand = hand.act(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.2] or actions), seat)
    return hand


def chain() -> list[Hand]:
    """Progressive jackpots, passed out until somebody opens: each deal takes up the pot of the last."""
    hands = [played("progressive(gardena_jackpots)", 12, 4, {})]
    while carry := hands[-1].carry:
        last = hands[-1]
        seats = [Seat(seat, chips) for seat, chips in last.stacks.items() if chips or seat in carry.eligible]
        button = last.seats[0]
        hands.append(
            played("progressive(gardena_jackpots)", 12 + len(hands), 4, {}, seats=seats, button=button, carry=carry)
        )
    return hands


def files() -> dict[str, str]:
    """Every file of this folder, by name."""
    found = {}
    for name, told in HANDS.items():
        hand = played(*told)
        players = NAMES[: len(hand.seats)]
        found[f"{name}.toml"] = text = history.dump(hand, players, table="Gardena")
        found[f"{name}.steps"] = "\n".join(history.steps(history.load(text), hand.seats[0])) + "\n"
        if hand.plan.rows in ((), ("board",), ("common",)) and hand.game.has(Bet):
            found[f"{name}.txt"] = history.dump_stars(hand, players, number=1, time=TIME, hero=hand.seats[0])
        if any(code.game == hand.game.id and code.stakes is FixedLimit for code in CODES.values()):
            found[f"{name}.phh"] = history.dump_phh(hand, players, table="Gardena")
    found["chain.toml"] = history.dump_all(chain(), dict(enumerate(NAMES, start=1)))
    return found


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).write_text(text)

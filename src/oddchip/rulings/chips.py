"""Rulings about chips in the middle: layers, uncalled bets, how a pot is divided, and forced money that is short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddchip import events as ev
from oddchip.awards import Direction, award_pot
from oddchip.games import find_game
from oddchip.pots import Pot, layers, mask_of, members, split, uncalled
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, start
from oddchip.spec import BIG_BLIND, Ante
from oddchip.stakes import FixedLimit


def _put_in(ruling: Ruling, names: Sequence[str]) -> tuple[list[int], int, dict[str, int]]:
    """What each has put in once the uncalled part is back, who is live (a mask), and what came back."""
    setup = ruling.setup
    put = [setup["contrib"][name] for name in names]
    live = mask_of(i for i, name in enumerate(names) if name not in setup.get("folded", []))
    top = uncalled(put, live)
    if top is None:
        return put, live, {}
    put[top[0]] -= top[1]
    return put, live, {names[top[0]]: top[1]}


@kind("side_pots", "side_pots_dead")
def side_pots(ruling: Ruling) -> Answer:
    """The pots and who may win them, main pot first (POT-1 to POT-3, TRN-3)."""
    names = list(ruling.setup["contrib"])
    put, live, refund = _put_in(ruling, names)
    pots = layers(put, live, dead=ruling.setup.get("dead", 0))
    return {"pots": [[pot.amount, [names[i] for i in members(pot.eligible)]] for pot in pots], "refund": refund}


@kind("award")
def award(ruling: Ruling) -> Answer:
    """Every pot goes to its own best hand; `rank` says whose is better (POT-4)."""
    names = list(ruling.setup["order"])
    put, live, refund = _put_in(ruling, names)
    values = [ruling.setup["rank"][name] for name in names]
    won = {name: refund.get(name, 0) for name in names}
    for pot in layers(put, live):
        for share in award_pot(pot, [Direction("whole", values)]).shares:
            won[names[share.position]] += share.amount
    return {"awards": won}


@kind("split")
def split_pot(ruling: Ruling) -> Answer:
    """One pot among tied winners (ODD-1, ODD-5, ODD-6)."""
    setup = ruling.setup
    tied = [name for name in setup["order"] if name in setup["winners"]]
    return {"awards": split(setup["pot"], tied, setup.get("unit", ruling.said.get("unit", 1)))}


@kind("split_hilo")
def split_high_low(ruling: Ruling) -> Answer:
    """One pot between the winners each way (ODD-3, ODD-4)."""
    setup = ruling.setup
    order = list(setup["order"])
    ways = [Direction(way, [int(name in setup[way]) for name in order]) for way in ("high", "low")]
    pot = Pot(setup["pot"], mask_of(range(len(order))), 0, 0, ())
    settled = award_pot(pot, ways, unit=setup.get("unit", ruling.said.get("unit", 1)))
    won: dict[str, int] = {}
    for share in settled.shares:
        won[order[share.position]] = won.get(order[share.position], 0) + share.amount
    return {"awards": won}


@kind("bba")
def big_blind_ante(ruling: Ruling) -> Answer:
    """A big blind who antes for the table and is short of chips (TRN-3)."""
    setup = ruling.setup
    plain = find_game("texas_holdem")
    game = replace(plain, id="texas_holdem with a big-blind ante", play=(Ante(by=BIG_BLIND), *plain.play))
    stakes = FixedLimit(setup["bb"], 2 * setup["bb"], ante=setup["ante"], blinds=(setup["bb"] // 2, setup["bb"]))
    house = ruling.house(big_blind_ante=f"{setup['first']}_first")
    hand = start(game, stakes, (DEEP, setup["stack"], DEEP), house=house)
    paid = {event.kind: event.amount for event in hand.events if isinstance(event, ev.Posted)}
    return {"blind": paid["big blind"], "ante": paid["big blind ante"]}

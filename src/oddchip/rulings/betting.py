"""Rulings about amounts: what may be bet and raised to at each structure, read from the offers of real hands (BET)."""

from __future__ import annotations

from collections.abc import Sequence

from oddchip.actions import CALL, CHECK, FOLD, PAY_BRING_IN, No, RaiseTo
from oddchip.errors import HistoryError
from oddchip.games import find_game
from oddchip.hand import Hand
from oddchip.posts import BLINDS, Kind, Post
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, amounts, bet_offer, start, to_round
from oddchip.spec import BringIn
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit

MANY = 20
"""More raises than any cap allows."""


def _round(ruling: Ruling, stakes: FixedLimit | SpreadLimit | PotLimit, stacks: Sequence[int], dead: int = 0) -> Hand:
    """The first round of a game in which nobody has put in a blind; `dead` chips are in the middle."""
    posts = [Post(0, Kind.BIG_BLIND_ANTE, dead, False)] if dead else []
    behind = [stack + (dead if i == 0 else 0) for i, stack in enumerate(stacks)]
    return start(find_game("ante_draw"), stakes, behind, house=ruling.house(), posts=posts)


def _raise(hand: Hand) -> Hand:
    return hand.act(RaiseTo(amounts(bet_offer(hand))[0]))


def to_call(hand: Hand) -> int:
    """The chips a call takes; 0 when there is nothing to call."""
    call = bet_offer(hand).call
    return 0 if isinstance(call, No) else call


# --- fixed limit -----------------------------------------------------------------------------------------------------


@kind("fl_ladder")
def ladder(ruling: Ruling) -> Answer:
    """Everybody raises as long as he may: the totals, and whether it came to an end (BET-5, S8-4)."""
    setup = ruling.setup
    bet, players = setup["bet"], setup.get("players", 4)
    if ruling.base and ruling.find_game().has(BringIn):
        stakes = FixedLimit(bet, 2 * bet, ante=1, bring_in=setup.get("bring_in", 1))
        hand = start(ruling.find_game(), stakes, [DEEP] * players, house=ruling.house())
    else:
        hand = _round(ruling, FixedLimit(bet, 2 * bet, ante=0), [DEEP] * players)
    steps = []
    if setup.get("start") == "bring_in":
        hand = hand.act(PAY_BRING_IN)
        steps.append(max(hand.state.bets))
    while amounts(bet_offer(hand)) and len(steps) < MANY:
        hand = _raise(hand)
        steps.append(max(hand.state.bets))
    return {"ladder": steps, "capped": not amounts(bet_offer(hand))}


@kind("fl_hu")
def cap_between_two(ruling: Ruling) -> Answer:
    """Does the cap hold between two players? (BET-6)"""
    setup = ruling.setup
    house = ruling.house(cap_heads_up=setup["rule"])
    cap = house.betting.cap_raises
    if not isinstance(cap, int):
        raise HistoryError(f"{ruling.where}: a ruling about the cap needs one, not cap_raises {cap}")
    players = 2 if setup["started_heads_up"] else 3
    stakes = FixedLimit(10, 20, ante=0)
    event = setup.get("event_players")
    hand = start(find_game("ante_draw"), stakes, [DEEP] * players, house=house, event_players=event)
    early = setup["heads_up_now"] and players > 2 and not setup["capped_already"]
    for number in range(1 + cap):
        hand = hand.act(FOLD) if early and number == 2 else hand
        hand = _raise(hand)
    if setup["heads_up_now"] and players > 2 and setup["capped_already"]:
        hand = hand.act(FOLD)
    return {"cap": not amounts(bet_offer(hand))}


@kind("fl_allin")
def short_all_in(ruling: Ruling) -> Answer:
    """What a seat may do after an all-in for less than a full bet or raise (BET-7).

    With a `prior` bet the first seat makes it, the second is all-in; the actor is the first seat or the third.
    """
    setup = ruling.setup
    stakes = FixedLimit(setup["bet"], 2 * setup["bet"], ante=0)
    if setup["prior"]:
        hand = _round(ruling, stakes, (DEEP, setup["allin_to"], DEEP, DEEP))
        hand = hand.act(RaiseTo(setup["prior"])).act(RaiseTo(setup["allin_to"]))
    else:
        hand = _round(ruling, stakes, (setup["allin_to"], DEEP, DEEP, DEEP)).act(RaiseTo(setup["allin_to"]))
    if setup["actor"] == "acted":
        hand = hand.act(CALL).act(CALL)
    totals = amounts(bet_offer(hand))
    return {"call": to_call(hand), "raise_to": totals[0] if totals else None}


# --- no limit --------------------------------------------------------------------------------------------------------


@kind("nl")
def no_limit(ruling: Ruling) -> Answer:
    """After a log of totals: may he raise, to what at least, and what does a call cost? (BET-3, BET-4, BET-8, BET-9)

    Blinds nobody mentions in the log have folded or act later.
    """
    setup = ruling.setup
    hand, names = _blinds_up(ruling) if setup["street"] == "pre" else _second_round(ruling)
    for name, total in setup["log"]:
        hand = _folded_to(hand, names, name)
        mine = hand.state.bets[hand.state.to]
        hand = hand.act(CHECK if not total else CALL if total <= mine + to_call(hand) else RaiseTo(total))
    hand = _folded_to(hand, names, setup["to"])
    totals = amounts(bet_offer(hand))
    return {"may_raise": bool(totals), "min_to": totals[0] if totals else None, "call": to_call(hand)}


def _folded_to(hand: Hand, names: Sequence[str], name: str) -> Hand:
    """It is this player's turn; those before him have folded."""
    for _ in names:
        if hand.turn is None or names[hand.turn - 1] == name:
            break
        hand = hand.act(FOLD)
    if hand.turn is None or names[hand.turn - 1] != name:
        raise HistoryError(f"{name} is not asked: the log must follow the seats clockwise")
    return hand


def _players(ruling: Ruling, first: Sequence[str] = ()) -> list[str]:
    """Everybody, clockwise: the blinds, then in the order of the log, then who is asked."""
    setup = ruling.setup
    return list(dict.fromkeys([*first, *(name for name, _ in setup["log"]), setup["to"]]))


def _chips(ruling: Ruling, name: str, already: int = 0) -> int:
    """A stack: deep, or what an all-in player's last total takes."""
    setup = ruling.setup
    if name not in setup.get("allin", []):
        return DEEP
    posted: int = setup.get("posted", {}).get(name, 0)
    return already + max([total for who, total in setup["log"] if who == name], default=posted)


def _blinds_up(ruling: Ruling) -> tuple[Hand, list[str]]:
    """The first round, with the blinds that the ruling says; a short one is all its poster has (BTN-7)."""
    setup = ruling.setup
    posted = setup.get("posted", {})
    names = _players(ruling, [name for name in ("SB", "BB") if name in posted])
    sizes = {"SB": posted.get("SB", setup["bb"] // 2), "BB": setup["bb"]}
    kinds = {"SB": BLINDS["small"], "BB": BLINDS["big"]}
    posts = [Post(names.index(name), kinds[name], sizes[name], True) for name in ("SB", "BB") if name in posted]
    stakes = NoLimit(blinds=(sizes["SB"], sizes["BB"]))
    stacks = [_chips(ruling, name) for name in names]
    return start(find_game("texas_holdem"), stakes, stacks, house=ruling.house(), posts=posts), names


def _second_round(ruling: Ruling) -> tuple[Hand, list[str]]:
    """A later round: an ante game in which everybody checked before the draw."""
    names = _players(ruling)
    stakes = NoLimit(ante=1, min_bet=ruling.setup["bb"])
    stacks = [_chips(ruling, name, already=1) for name in names]
    if len(names) == 1:
        names, stacks = [*names, "another"], [*stacks, DEEP]
    house = ruling.house(checked_around="continue")
    return to_round(start(find_game("ante_draw"), stakes, stacks, house=house), 1), names


# --- pot limit and spread --------------------------------------------------------------------------------------------


@kind("pl")
def pot_limit(ruling: Ruling) -> Answer:
    """The most a seat may make it, with so much on the table and such a bet standing (BET-10)."""
    setup = ruling.setup
    pot, current, mine = setup["pot"], setup["current"], setup.get("mine", 0)
    hand = _round(ruling, PotLimit(min_bet=1, ante=0), (DEEP, DEEP, DEEP), dead=pot - current - mine)
    if mine:
        hand = hand.act(RaiseTo(mine)).act(RaiseTo(current)).act(FOLD)
    elif current:
        hand = hand.act(RaiseTo(current))
    return {"max_to": amounts(bet_offer(hand))[-1]}


@kind("pl_pre")
def pot_limit_before_the_flop(ruling: Ruling) -> Answer:
    """The first to act, where a blind is missing or short (BET-11)."""
    setup = ruling.setup
    stakes = PotLimit(blinds=(setup["sb"], setup["bb"]))
    paid = {"small": setup["sb_posted"], "big": setup["bb_posted"]}
    posts = [Post(i, BLINDS[role], paid[role], True) for i, role in enumerate(paid) if paid[role]]
    hand = start(find_game("texas_holdem"), stakes, [DEEP] * 4, house=ruling.house(), posts=posts)
    return {"max_to": amounts(bet_offer(hand))[-1]}


@kind("spread")
def spread_limit(ruling: Ruling) -> Answer:
    """The range of bets or raises after a bet to `current` whose last raise was `last_increment` (BET-12)."""
    setup = ruling.setup
    hand = _round(ruling, SpreadLimit(setup["lo"], setup["hi"], ante=0), (DEEP, DEEP, DEEP))
    first = setup["current"] - setup["last_increment"]
    for total in (first, setup["current"]):
        hand = hand.act(RaiseTo(total)) if total else hand
    found = amounts(bet_offer(hand))
    return {"range": [found[0], found[-1]]}

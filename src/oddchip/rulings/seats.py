"""Rulings about seats: button and blinds, showing order, and what a table does between hands (BTN, STK, TIM, MIX)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from oddchip import events as ev
from oddchip.actions import CALL, CHECK, FOLD, Action, RaiseTo
from oddchip.errors import HistoryError, SetupError
from oddchip.games import california_poker, cucamonga, find_game
from oddchip.hand import Hand
from oddchip.posts import (
    ButtonState,
    missed_blinds_owed,
    next_button,
    next_dead_button,
    next_moving_button,
    to_heads_up,
)
from oddchip.rulings.california import GAME, PLAYERS
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, Script, start, to_round
from oddchip.stakes import FixedLimit, Stake
from oddchip.table import (
    Act,
    Announce,
    Decline,
    ExternalSettlement,
    SetGame,
    Sit,
    StartHand,
    Table,
    TimeOut,
    TopUp,
    bust_order,
    buy_in_limits,
    default_action,
    game_of_hand,
    most_to_add,
    must_bring,
)

LIMITS = FixedLimit(2, 4)

# --- button and blinds -----------------------------------------------------------------------------------------------


@kind("heads_up")
def heads_up(ruling: Ruling) -> Answer:
    """Two players with blinds: who posts what, acts first, and gets the last card (BTN-4)."""
    names = ruling.setup["other"], ruling.setup["button"]
    hand = start(find_game("five_card_draw"), LIMITS, (DEEP, DEEP), house=ruling.house())
    posted = {event.kind: names[event.seat - 1] for event in hand.events if isinstance(event, ev.Posted)}
    dealt = next(event for event in hand.events if isinstance(event, ev.Dealt))
    later = to_round(hand, 1)
    return {
        "sb": posted["small blind"],
        "bb": posted["big blind"],
        "first_pre": names[(hand.turn or 0) - 1],
        "first_post": names[(later.turn or 0) - 1],
        "last_card": names[dealt.seats[(len(dealt.cards) - 1) % len(dealt.seats)] - 1],
    }


def _occupied(ruling: Ruling) -> set[int]:
    return set(range(1, ruling.setup["seats"] + 1)) - set(ruling.setup.get("busted", ()))


def _said(state: ButtonState, occupied: Collection[int]) -> dict[str, int | None]:
    """Button and blinds; a small blind on an empty seat is nobody's."""
    small = state.small if state.small in occupied else None
    return {"button": state.button, "sb": small, "bb": state.big}


@kind("dead_button")
def dead_button(ruling: Ruling) -> Answer:
    """The next hand and the one after (BTN-2)."""
    setup, occupied = ruling.setup, _occupied(ruling)
    following = next_dead_button(ButtonState(setup["button"], setup["sb"], setup["bb"]), occupied)
    return {"next": _said(following, occupied), "then": _said(next_dead_button(following, occupied), occupied)}


@kind("moving_button")
def moving_button(ruling: Ruling) -> Answer:
    """The next hand (BTN-3)."""
    occupied = _occupied(ruling)
    return {"next": _said(next_moving_button(ButtonState(ruling.setup["button"]), occupied), occupied)}


@kind("to_heads_up")
def to_two_players(ruling: Ruling) -> Answer:
    """One of three leaves, who sat clockwise as button, small blind, big blind (BTN-6)."""
    names = [ruling.setup[role] for role in ("button", "sb", "bb")]
    left = [seat for seat, name in enumerate(names) if name != ruling.setup["busted"]]
    state = to_heads_up(ButtonState(0, 1, 2), left)
    return {"button": names[state.button], "bb": names[state.big or 0]}


@kind("missed")
def missed_blinds(ruling: Ruling) -> Answer:
    """What is posted to come back (BTN-5)."""
    setup = ruling.setup
    missed = [{"sb": "small", "bb": "big"}[blind] for blind in setup["missed"]]
    return missed_blinds_owed(missed, setup["sb"], setup["bb"])._asdict()


@kind("freeze")
def frozen_button(ruling: Ruling) -> Answer:
    """The button after the last board game and so many stud hands (MIX-2)."""
    setup = ruling.setup
    occupied = range(1, setup["seats"] + 1)
    after = [seat % setup["seats"] + 1 for seat in range(setup["button_last_o"], setup["button_last_o"] + 2)]
    state = next_button(ButtonState(setup["button_last_o"], *after), occupied)
    for _ in range(setup["stud_hands"]):
        state = next_button(state, occupied, after_stud=True)
    return {"button_first_h": state.button}


# --- showing and timing out ------------------------------------------------------------------------------------------


@kind("show_order")
def show_order(ruling: Ruling) -> Answer:
    """Who shows first after such a last round; "all" when the hands are turned up at once (SHD-1 to SHD-3)."""
    setup = ruling.setup
    order = list(setup["order"])
    # The last bet of an all-in player takes all he has.
    stacks = [LIMITS.big if name in setup.get("all_in", []) else DEEP for name in order]
    house = ruling.house(checked_around="continue", allin_faceup=setup.get("mode") == "tournament")
    stakes = FixedLimit(LIMITS.small, LIMITS.big, ante=0)
    hand = to_round(start(find_game("ante_draw"), stakes, stacks, house=house), 1)
    for name, did in setup["last_round"]:
        # Who is passed over in the log checked.
        while hand.turn is not None and order[hand.turn - 1] != name:
            hand = hand.act(CHECK)
        hand = hand.act(_last_round_action(hand, did))
    shown = (event for event in hand.events if isinstance(event, ev.Shown | ev.TurnedUp))
    first = next(shown, None)
    if first is None:
        raise HistoryError(f"{ruling.where}: nobody shows a hand")
    return {"first": "all" if isinstance(first, ev.TurnedUp) else order[first.seat - 1]}


def _last_round_action(hand: Hand, did: str) -> Action:
    if did in ("bet", "raise"):
        return RaiseTo(max(hand.state.bets) + LIMITS.big)
    known: Mapping[str, Action] = {"check": CHECK, "call": CALL, "fold": FOLD}
    if did not in known:
        raise HistoryError(f"in the last round a player checks, bets, raises, calls or folds, not {did!r}")
    return known[did]


@kind("timeout")
def timeout(ruling: Ruling) -> Answer:
    """What is done for a player whose clock runs out, facing so much (TIM-1)."""
    facing = ruling.setup["facing"]
    stakes = FixedLimit(facing or 1, 2 * (facing or 1), ante=0)
    hand = start(find_game("ante_draw"), stakes, (DEEP, DEEP, DEEP), house=ruling.house())
    hand = hand.act(RaiseTo(facing)) if facing else hand
    action = default_action(hand, hand.turn or 0)
    return {"action": type(action).__name__.lower()}


# --- chips between hands ---------------------------------------------------------------------------------------------


def _deal(button: int | None = None) -> StartHand:
    return StartHand(Script().dealer(), button=button)


@kind("stakes")
def table_stakes(ruling: Ruling) -> Answer:
    """Chips added in a hand count from the next (STK-1). The player sits on the button, posts nothing and folds."""
    setup = ruling.setup
    table = Table.open(3).do(SetGame(find_game("five_card_draw"), LIMITS))
    chips = (setup["at_deal"], 100, 100)
    for seat, stack in enumerate(chips):
        table = table.do(Sit(seat, f"player {seat}", stack))
    table = table.do(_deal(button=0)).do(TopUp(0, setup["added_in_hand"]))
    plays = _dealt(table)
    while table.playing:
        table = table.do(Act(_turn(table), FOLD))
    return {"plays_this_hand": plays, "next_hand_if_unchanged": _dealt(table.do(_deal()))}


def _turn(table: Table) -> int:
    return next(iter(table.offers))


def _dealt(table: Table) -> int:
    """The chips with which seat 0 was dealt in."""
    hand = table.hand
    if hand is None:
        raise HistoryError("no hand is being played")
    return dict(zip(hand.seats, hand.dealt_stacks, strict=True))[0]


@kind("topup")
def top_up(ruling: Ruling) -> Answer:
    """How much may be added between hands (STK-3)."""
    return {"max_add": most_to_add(ruling.setup["stack"], ruling.setup["max"])}


@kind("rebuy_return")
def coming_back(ruling: Ruling) -> Answer:
    """What a player who left must bring back (STK-4)."""
    setup = ruling.setup
    least = must_bring(setup["left_with"], setup["minutes"], setup["min"], window=setup["window"])
    return {"must_bring": least}


@kind("min_buyin")
def least_buy_in(ruling: Ruling) -> Answer:
    """The least to sit down with at fixed limit (STK-2)."""
    small = ruling.setup["small_bet"]
    return {"min": buy_in_limits(FixedLimit(small, 2 * small), ruling.house())[0]}


@kind("bust_order")
def places(ruling: Ruling) -> Answer:
    """The places of players who bust in the same hand (TRN-5)."""
    return {"place": bust_order(ruling.setup["start"], ruling.setup["players_before"])}


@kind("rotation")
def rotation(ruling: Ruling) -> Answer:
    """The game of a hand in a rotation (MIX-1)."""
    setup = ruling.setup
    return {"game": game_of_hand(setup["games"], setup["hands_each"], setup["hand_number"])}


# --- announcing, California sessions ---------------------------------------------------------------------------------


@kind("announce", games=("cucamonga",))
def announce(ruling: Ruling) -> Answer:
    """May the dealer deal, with all announced but what is missing? (CU-3)"""
    table = Table.open(3).do(SetGame(cucamonga(), LIMITS))
    for seat in range(3):
        table = table.do(Sit(seat, f"player {seat}", 100))
    missing = {"ante": "money", "blinds": "money"}.get(ruling.setup["missing"], ruling.setup["missing"])
    table = table.do(Announce(tuple(what for what in Announce().what if what != missing)))
    try:
        table.do(_deal())
    except SetupError:
        return {"deal_allowed": False}
    return {"deal_allowed": True}


def _california(ruling: Ruling, stacks: tuple[int, int]) -> Table:
    """Two players at a California Poker table; seat 0 is A."""
    table = Table.open(2, ruling.house()).do(SetGame(california_poker, Stake(ruling.setup["stake"])))
    for seat, stack in enumerate(stacks):
        table = table.do(Sit(seat, PLAYERS[seat], stack))
    return table


@kind("session", games=(GAME,))
def session(ruling: Ruling) -> Answer:
    """May another hand start, and if not, why not? (CP-9)"""
    setup = ruling.setup
    table = _california(ruling, (setup["stack_a"], setup["stack_b"]))
    if setup.get("declined"):
        table = table.do(Decline(PLAYERS.index(setup["declined"])))
    if setup.get("external_settlement"):
        table = table.do(ExternalSettlement("settled elsewhere"))
    ended = table.state.session
    return {"next_hand": table.why_not is None, "reason": ended.reason if ended else None}


@kind("timeout", games=(GAME,))
def california_timeout(ruling: Ruling) -> Answer:
    """What each is paid when time runs out before all have chosen (CP-8)."""
    stake = ruling.setup["stake"]
    before = (10 * stake, 10 * stake)
    table = _california(ruling, before).do(_deal())
    for name in ruling.setup["submitted"]:
        seat = PLAYERS.index(name)
        table = table.do(Act(seat, table.offers[seat].actions()[0]))
    late = max(clock.deadline for clock in table.clocks) + 3600
    table = table.do(TimeOut(), late)
    return {"awards": {name: table.stacks[seat] - before[seat] + stake for seat, name in enumerate(PLAYERS)}}

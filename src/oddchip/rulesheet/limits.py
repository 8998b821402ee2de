"""Betting: the structure, caps, folding, checking and raising, the sevens rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oddchip.plan import RulesPlan
from oddchip.rulesheet.paper import LEANS, Item, Section
from oddchip.rulesheet.telling import SIZES, Telling
from oddchip.rulesheet.words import chips, counted, listed, sentence
from oddchip.spec import Bet, CheckRaise
from oddchip.stakes import FixedLimit, NoLimit, PotLimit, SpreadLimit, Stake


def tell_betting(telling: Telling) -> Section | None:
    if not telling.game.has(Bet):
        return None
    items = [*_structure(telling), *_entering(telling), *_folding(telling)]
    for place, rules in enumerate(telling.rulesets):
        items += _check_raise(telling, rules, place)
    items += _sevens(telling)
    return Section("Betting", tuple(items))


# --- the structure -----------------------------------------------------------------------------------------------


def structure(telling: Telling) -> str:
    """``fixed limit 2 and 4, ante 1``."""
    stakes, plan = telling.stakes, telling.plan
    match stakes:
        case None:
            return ""
        case FixedLimit():
            said = f"fixed limit, {stakes.small} and {stakes.big}"
        case SpreadLimit():
            said = f"spread limit, {stakes.low} to {stakes.high}"
        case PotLimit():
            said = "pot limit"
        case NoLimit():
            said = "no limit"
        case Stake():
            return f"a stake of {chips(stakes.amount)} each"
    forced = [f"ante {plan.ante}"] if plan.ante else []
    forced += [f"blinds {listed(map(str, plan.blinds))}"] if plan.blinds else []
    forced += [f"bring-in {op.bring_in}" for op in telling.bets if op.bring_in]
    return ", ".join([said, *forced])


def _structure(telling: Telling) -> Iterator[Item]:
    stakes = telling.stakes
    if telling.is_fixed:
        yield from _fixed(telling)
    if stakes is None:
        yield Item("The game is played as well at spread, pot or no limit; then the rounds have no size of their own.")
    elif isinstance(stakes, SpreadLimit):
        last = f", in the last round up to {stakes.last}" if stakes.last is not None else ""
        yield Item(
            f"A bet is anything from {stakes.low} to {stakes.high}{last}; a raise is at least the last bet or raise."
        )
    elif isinstance(stakes, NoLimit):
        yield Item(f"A bet is at least {stakes.base} and at most all one's chips; a raise adds at least the last one.")
    elif isinstance(stakes, PotLimit):
        yield Item(
            f"A bet is at least {stakes.base}; nobody raises by more than what is in the middle after calling, nor "
            "by less than the last bet or raise."
        )
        if telling.house.betting.pl_blind_rounding:
            yield Item("For this the small blind counts as a big blind.")
    yield Item(
        "A player with too few chips may call with what there is, and plays for the part of the pot that was matched."
    )


def _rounds(sizes: Sequence[str], size: str) -> str:
    """The rounds with this bet: ``round 1``, ``rounds 2 and 3``."""
    found = [str(place) for place, each in enumerate(sizes, start=1) if each == size]
    return f"round{'s' if len(found) > 1 else ''} {listed(found)}"


def _fixed(telling: Telling) -> Iterator[Item]:
    rules = telling.house.betting
    sizes = [SIZES[phase.size] for phase in telling.game.play if isinstance(phase, Bet)]
    if telling.stakes is None:
        rounds = listed(f"{size} in {_rounds(sizes, size)}" for size in dict.fromkeys(sizes))
        yield Item(f"At fixed limit bets and raises have one size: {rounds}.")
    cap = telling.bets[0].cap
    if cap:
        counts = ""
        if telling.has_blinds:
            counts = (
                "; the big blind counts as the bet"
                if rules.cap_counts_blind
                else "; the blind does not count as the bet"
            )
        said = f"{_at_fixed(telling)}a round has one bet and {counted(cap - 1, 'raise')}{counts}"
        yield Item(f"{sentence(said)} {CAP[rules.cap_heads_up]}")
    else:
        yield Item(sentence(f"{_at_fixed(telling)}there is no limit to the number of raises"))
    part = "half a bet or more" if rules.limit_allin_threshold == "half" else "a full bet"
    said = f"{_at_fixed(telling)}an all-in of {part} counts as a full bet or raise"
    yield Item(f"{sentence(said)[:-1]}; a smaller one does not let those who have acted raise again.")
    if telling.bring_in and telling.house.stud.open_pair_double_bet:
        yield Item("With a pair showing on fourth street the big bet may be made at once.")


def _at_fixed(telling: Telling) -> str:
    return "at fixed limit " if telling.stakes is None else ""


CAP = {
    "roberts": "Between two players there is no cap, unless the betting was capped while more were in.",
    "wsop": "There is no cap in a round that began with two players.",
    "tda": "The cap holds until only two players are left at the table.",
    "always": "The cap holds between two players too.",
}


# --- entering, folding, checking ---------------------------------------------------------------------------------


def _entering(telling: Telling) -> Iterator[Item]:
    rules = telling.house.betting
    if not telling.has_blinds:
        return
    if rules.no_limp:
        yield Item("Who enters the pot must enter with a raise.")
    if rules.min_open:
        yield Item("Who enters the pot first must put in at least double the big blind.")
    if rules.straddle:
        yield Item(
            "The player left of the big blind straddles: a live bet of twice the big blind, whose owner acts last "
            "in the first round."
        )
    if rules.kill:
        more = "twice" if rules.kill == "full" else "one and a half times"
        yield Item(f"Who wins two pots running posts a kill of {more} the big blind, and the limits grow alike.")


def _folding(telling: Telling) -> Iterator[Item]:
    yield Item(FOLDING[telling.house.betting.fold_unforced])


FOLDING = {
    "allowed": "A player may fold at any turn, even with nothing to call.",
    "keep_receiving_until_bet": "A player who folds with nothing to call goes on receiving cards until somebody bets.",
    "forbidden": "Nobody folds while there is nothing to call.",
}


def _check_raise(telling: Telling, rules: RulesPlan, place: int) -> Iterator[Item]:
    said = CheckRaise(telling.house.betting.check_raise or rules.rules.betting.check_raise)
    where = "Played for low: " if place else ""
    if said is CheckRaise.BANNED_LAST_ROUND and not telling.is_fixed:
        yield Item(sentence(f"{where}{CHECK_RAISE[CheckRaise.ALLOWED]}"))
        return
    text = CHECK_RAISE[said]
    if said is CheckRaise.BANNED_LAST_ROUND:
        after = "after the last draw" if telling.game.draws else "in the last round"
        text = text.format(when=f"{_at_fixed(telling)}a player who has checked {after}")
        mark = LEANS if telling.game.draws > 1 else ""
        yield Item(sentence(where + text), mark, ("D-CL-4", "D-DD-2") if mark else ())
        return
    yield Item(sentence(where + text))


CHECK_RAISE = {
    CheckRaise.ALLOWED: "a player who has checked may raise later in the same round",
    CheckRaise.BANNED_LAST_ROUND: "{when} may call or fold in that round, and not raise",
}


# --- sevens ------------------------------------------------------------------------------------------------------


def _sevens(telling: Telling) -> Iterator[Item]:
    """The sevens rule, where any of the rules in force has it (D-CL-3)."""
    for place, plan in enumerate(telling.rulesets):
        if plan.sevens:
            where = "When it is played for low, the" if place else "The"
            yield Item(f"{where} sevens rule is in force: {_seven(telling)}")
            yield from _seven_details(telling)
            return


def _seven(telling: Telling) -> str:
    penalty = telling.house.sevens.sevens_penalty
    if penalty == "must_bet":
        return "after the last draw a player with a seven or better and no pair may not check."
    costs = {
        "postdraw": "cannot win chips that are put in after that check",
        "whole_pot": "cannot win the pot at all",
    }[penalty]
    return (
        f"a player who checks a seven or better, without a pair, after the last draw {costs}. Whoever is beaten "
        "loses as usual. Folding costs nothing."
    )


def _seven_details(telling: Telling) -> Iterator[Item]:
    rules = telling.house.sevens
    if rules.sevens_penalty == "must_bet":
        return
    yield Item(
        "When the best hand is a checked seven, what came in after the check goes back to all who put it in, folded "
        "players included."
        if rules.sevens_penalty == "postdraw"
        else "When the best hand is a checked seven, the next best takes the pot."
    )
    tie = {
        "split_predraw": "what was in before the check is split, and the rest goes to the other hand, but for the "
        "checker's own chips, which come back",
        "nonviolator_takes_all": "the other hand takes all but the checker's own later chips, which come back",
    }[rules.sevens_tie]
    if rules.sevens_penalty == "postdraw":
        yield Item(f"When a checked seven ties with another hand, {tie}.")
    short = rules.sevens_short_call or (
        "half_bet" if telling.house.betting.limit_allin_threshold == "half" else "full_bet"
    )
    part = "less than half a bet" if short == "half_bet" else "less than a full bet"
    yield Item(f"Calling an all-in of {part}, when it could be completed, counts as a check.")
    if not rules.sevens_without_showdown:
        yield Item("The rule holds only at a showdown, not when everybody else folds.")

"""How a hand goes: a sentence for each phase, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from oddchip.plan import FIXED, BetOp
from oddchip.rulesheet import parts
from oddchip.rulesheet.paper import LEANS, SILENT, Item, Section
from oddchip.rulesheet.telling import SIZES, Telling
from oddchip.rulesheet.words import chips, counted, listed, number, ordinal, sentence
from oddchip.spec import (
    Ante,
    Bet,
    Blinds,
    BringIn,
    By,
    ByDealtIn,
    Deal,
    Declare,
    Draw,
    Face,
    First,
    Phase,
    Showdown,
    Size,
    Swap,
    TurnUp,
    WhenShort,
)
from oddchip.stakes import Stake


def tell_play(telling: Telling) -> Section:
    """One step for each phase; cards dealt and turned up together are one step."""
    items: list[Item] = []
    rounds = iter(telling.bets)
    draws = 0
    for kind, phases in groupby(telling.game.play, type):
        if kind is Bet:
            items += [Item(tell_bet(telling, phase, next(rounds))) for phase in phases if isinstance(phase, Bet)]
        elif kind is Draw:
            for phase in phases:
                assert isinstance(phase, Draw)
                draws += 1
                items.append(_marked(Item(tell_draw(telling, phase, draws)), telling, phase))
        else:
            step = list(phases)
            items.append(_marked(Item(" ".join(_told(telling, step))), telling, step[0]))
    return Section("How a hand goes", tuple(items), steps=True)


def _marked(item: Item, telling: Telling, phase: Phase) -> Item:
    """CU-9a: how rows are turned up is nobody's word; D-FB-4: Johnson comes after four-before in the source."""
    if isinstance(phase, TurnUp):
        return replace(item, mark=SILENT, rules=("CU-9a",))
    if isinstance(phase, Draw) and phase.extra and parts.plays_for_other_rules(telling):
        return replace(item, mark=LEANS, rules=("D-FB-4",))
    return item


def _told(telling: Telling, phases: list[Any]) -> Iterator[str]:
    if isinstance(phases[0], TurnUp) and len(phases) > 1:
        yield sentence(f"{listed(map(_turned, phases))} are turned up")
        return
    for place, phase in enumerate(phases):
        yield PHASES[type(phase)](telling, phase, place)


# --- money before the cards --------------------------------------------------------------------------------------


def _ante(telling: Telling, phase: Ante, place: int) -> str:
    if isinstance(telling.plan.stakes, Stake):
        stake = telling.stakes
        return f"Both put up {'the stake' if stake is None else chips(telling.plan.ante)}."
    return sentence(f"{PAYS_ANTE[phase.by]} {telling.worth(telling.plan.ante, 'the ante')}, which counts toward no bet")


PAYS_ANTE = {By.EVERYONE: "everyone puts up", By.BIG_BLIND: "the big blind puts up, for the whole table,"}


def _blinds(telling: Telling, phase: Blinds, place: int) -> str:
    worth = {
        role: telling.worth(amount, BLINDS[role]) for role, amount in zip(phase.roles, telling.plan.blinds, strict=True)
    }
    if Size.BUTTON in worth:
        return (
            f"The button posts {worth[Size.BUTTON]}, the player left of it {worth[Size.SMALL]} and the next "
            f"{worth[Size.BIG]}. Between two the button posts its own and the other the big blind. Blinds are live: "
            "they count as bets."
        )
    return (
        f"The player left of the button posts {worth[Size.SMALL]} and the next {worth[Size.BIG]}; between two the "
        "button posts the small one. Blinds are live: they count as bets."
    )


BLINDS = {Size.BUTTON: "a blind of its own", Size.SMALL: "the small blind", Size.BIG: "the big blind"}


def _bring_in(telling: Telling, phase: BringIn, place: int) -> str:
    said = telling.worth(next(op.bring_in for op in telling.bets if op.bring_in), "the bring-in")
    lowest = phase.by is By.LOWEST_UP_CARD
    ace = "aces are high" if lowest else "aces are low"
    suits = ", ".join(_suits(telling))
    return (
        f"{OWES_BRING_IN[phase.by]} must pay {said} or open for the full bet; it may neither check nor fold. For "
        f"this {ace}, and between equal ranks the suits decide, from the lowest: {suits}.{_door_bug(telling)}"
    )


OWES_BRING_IN = {
    By.LOWEST_UP_CARD: "The player with the lowest card showing",
    By.HIGHEST_UP_CARD: "The player with the highest card showing",
}


def _suits(telling: Telling) -> list[str]:
    names = telling.pack.suit_words
    if telling.pack.name == "italian" and telling.house.italian.italian_bring_in == "come_quando":
        return [names[suit] for suit in (3, 0, 1, 2)]
    return [names[suit] for suit in telling.pack.suits]


def _door_bug(telling: Telling) -> str:
    if not telling.deck.jokers or telling.deck.wild:
        return ""
    equal = telling.house.stud.bug_bring_in == "equal_ace"
    return f" A bug counts as an ace here{', and equals one' if equal else ', above all others'}."


# --- cards -------------------------------------------------------------------------------------------------------


def _deal(telling: Telling, phase: Deal, place: int) -> str:
    burned = " A card is burned first." if phase.burn and telling.house.stud.burn_cards else ""
    short = f" {WHEN_SHORT[phase.when_short]}" if phase.when_short is not WhenShort.REFUSE else ""
    if phase.to != "hand":
        return f"{sentence(f'{_cards(phase)} {_verb(phase)} dealt {_face(phase)} to the {_row(phase.to)}')}{burned}"
    return f"{_dealt(phase, place > 0, _is_later(telling, phase))}{burned}{short}"


WHEN_SHORT = {
    WhenShort.REFUSE: "",
    WhenShort.COMMON: "When the pack cannot serve everybody, one card is turned up in the middle for all to use.",
}
FACES = {Face.DOWN: "face down", Face.UP: "face up"}


def _face(phase: Deal) -> str:
    return FACES[phase.face]


def _row(name: str) -> str:
    return name if name == "board" else f"{name} row"


def _verb(phase: Deal) -> str:
    return "is" if phase.count == 1 else "are"


def _cards(phase: Deal) -> str:
    assert isinstance(phase.count, int), "only hands are dealt by the number of players"
    return counted(phase.count, "card")


def _is_later(telling: Telling, phase: Deal) -> bool:
    own = [step for step in telling.game.play if isinstance(step, Deal) and step.to == "hand"]
    return own[0] is not phase


def _dealt(phase: Deal, at_once: bool, later: bool) -> str:
    seen = f"{_face(phase)}, for all to see" if phase.face is Face.UP and not later else _face(phase)
    if isinstance(phase.count, ByDealtIn):
        (_, _, usual), *rest = phase.count.steps
        others = "".join(f"; {number(many)} when {_players(low, high)} are dealt in" for low, high, many in rest)
        return f"Each player is dealt {counted(usual, 'card')} {_face(phase)}{others}."
    if at_once and isinstance(phase.count, int) and later:
        return f"Then each is dealt {number(phase.count)} more {_noun(phase.count)} {_face(phase)}."
    if later:
        return f"Each player still in is dealt {number(phase.count)} more {_noun(phase.count)} {_face(phase)}."
    return f"Each player is dealt {counted(phase.count, 'card')} {seen}."


def _noun(count: int) -> str:
    return "card" if count == 1 else "cards"


def _players(low: int, high: int) -> str:
    return f"{number(low)}" if low == high else f"{number(low)} to {number(high)}"


def _turned(phase: TurnUp) -> str:
    many = "card" if phase.count == 1 else f"{number(phase.count)} cards"
    return f"the next {many} of the {_row(phase.row)}"


def _turn_up(telling: Telling, phase: TurnUp, place: int) -> str:
    return sentence(f"{_turned(phase)} {'is' if phase.count == 1 else 'are'} turned up")


def tell_draw(telling: Telling, phase: Draw, nth: int) -> str:
    rules = telling.house.draw
    name = "The draw" if telling.game.draws == 1 else f"The {ordinal(nth)} draw"
    throws = "throws any number of cards, or none," if rules.max_draw is None else _limited(telling)
    if phase.extra:
        return (
            f"{name}. In turn from the left of the button each player still in {throws} and receives "
            f"{counted(phase.extra, 'card')} more than that, so that all have {number(telling.hand_size)}. Nobody "
            "is pat before it."
        )
    if nth > 1:
        return f"{name}, in the same order{'' if rules.max_draw is None else ' and within the same limit'}."
    return f"{name}. In turn from the left of the button each player still in {throws} and receives as many."


def _limited(telling: Telling) -> str:
    most = telling.house.draw.max_draw
    assert most is not None
    ace = f", or {number(most + 1)} when an ace or a joker is kept" if telling.house.draw.four_with_ace else ""
    return f"throws up to {counted(most, 'card')}{ace},"


def _swap(telling: Telling, phase: Swap, place: int) -> str:
    keep = telling.hand_size - phase.count
    return (
        f"Each player keeps {counted(keep, 'card')} and passes the other {number(phase.count)} to the opponent. "
        "Both choose at the same time and unseen, and a choice stands once it is made; when both are in, the cards "
        "change hands."
    )


def _declare(telling: Telling, phase: Declare, place: int) -> str:
    rules = telling.house.declare
    low_first = rules.declare_coding == "low_high_both"
    coding = "none for low, one for high, two for both" if low_first else "none for high, one for low, two for both"
    when = (
        f"Each player still in, all-in players too, takes chips into a closed fist: {coding}. All fists open together."
        if rules.declare_order == "together"
        else "Each player still in says low, high or both, in turn from the last who bet or raised."
    )
    more = " Then comes one more betting round, with bets as in the last." if rules.bet_after_declare else ""
    return f"The declaration. {when} It is made once, for all pots.{more}"


def _showdown(telling: Telling, phase: Showdown, place: int) -> str:
    if telling.game.has(Swap):
        return "Both hands are compared, and the better one takes both stakes; equal hands take their stakes back."
    beaten = "a beaten hand may be thrown away unseen" if telling.house.showdown.auto_muck else "every hand is shown"
    first = "The last player who bet or raised shows first, or if nobody did, whoever was first to act"
    return f"The showdown. {first}; {beaten}."


# --- betting rounds ----------------------------------------------------------------------------------------------


def tell_bet(telling: Telling, phase: Bet, op: BetOp) -> str:
    parts = [f"{ordinal(op.number + 1).capitalize()} betting round{_amount(telling, phase, op)}."]
    parts.append(_first(telling, phase, op))
    if phase.must_open:
        parts.append("There is no checking: while nobody has bet, a player bets or folds.")
    return " ".join(filter(None, parts))


def _amount(telling: Telling, phase: Bet, op: BetOp) -> str:
    if telling.stakes is None:
        return f", at fixed limit for {SIZES[phase.size]}"
    return f", in bets and raises of {op.size}" if op.structure == FIXED else ""


def _first(telling: Telling, phase: Bet, op: BetOp) -> str:
    if op.first is First.AFTER_BLINDS:
        entry = "calls, raises or folds" if not telling.house.betting.no_limp else "raises or folds"
        return (
            f"The player left of the big blind is first and {entry}; nobody may check, except that the big blind "
            "may raise or stay when nobody has raised."
        )
    return FIRSTS[phase.first if phase.first is First.AS_LAST_STREET else op.first]


FIRSTS = {
    First.LEFT_OF_BUTTON: "The first player left of the button who is still in is first to act.",
    First.AFTER_BLINDS: "The player left of the big blind is first to act.",
    First.BRING_IN: "The player who owes the bring-in is first to act.",
    First.BEST_BOARD: "The highest hand showing is first to act; straights and flushes do not count for this.",
    First.LOWEST_BOARD: "The lowest hand showing is first to act.",
    First.AS_LAST_STREET: "Nothing new is showing, so the player who was first on the street before is first again.",
    First.OPENER: "The player who opened the pot is first to act.",
}

#: The sentence of every phase but bets and draws, which are numbered.
PHASES: dict[type, Callable[[Telling, Any, int], str]] = {
    Ante: _ante,
    Blinds: _blinds,
    BringIn: _bring_in,
    Deal: _deal,
    TurnUp: _turn_up,
    Swap: _swap,
    Declare: _declare,
    Showdown: _showdown,
}

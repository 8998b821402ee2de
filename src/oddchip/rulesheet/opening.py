"""What it takes to open the pot, and what follows when nobody does."""

from __future__ import annotations

from collections.abc import Iterator

from oddchip.plan import REDEAL, RulesPlan
from oddchip.rulesheet.paper import Item, Section
from oddchip.rulesheet.telling import RANKING_WORDS, Telling
from oddchip.rulesheet.words import counted, listed, number
from oddchip.spec import AfterLast, Draw, Openers, PlayFor, Redeal, Rules


def tell_opening(telling: Telling) -> Section | None:
    """What it takes to open, what is proved, and what follows when nobody does."""
    plan = telling.rulesets[0]
    if not plan.opens:
        return None
    openers = plan.rules.openers or Openers()
    items = [Item(_floor(telling, openers, plan))]
    if plan.floors:
        items += _proof(telling)
    items += _unopened(telling, plan, openers)
    return Section("Opening the pot", tuple(items))


def _floor(telling: Telling, openers: Openers, plan: RulesPlan) -> str:
    if not plan.floors:
        return "Anybody may open the pot, with any hand; until somebody does, players check or fold."
    floors = [telling.floor(floor) for floor in openers.floors]
    if telling.house.openers.enforce_openers == "honor":
        said = f"A player should not open without {floors[0]}; nobody checks it before the showdown."
    else:
        said = f"Nobody may open without {floors[0]}; the bet is refused otherwise."
    said += " Once the pot is open, everybody may call or raise with anything."
    if any(isinstance(phase, Draw) and phase.extra for phase in telling.game.play):
        said += (
            f" Openers are judged by the {number(telling.hand_size - 1)} cards dealt, which make no straight or flush."
        )
    if len(floors) > 1:
        after = AFTER_LAST[AfterLast(telling.house.openers.after_last)]
        said += f" After each deal that is passed out it takes more: {', then '.join(floors[1:])}. {after}"
    return said


AFTER_LAST = {
    AfterLast.STAY: "There it stays until a pot is won, and then begins again at the first.",
    AfterLast.DESCEND: "Then it goes down again step by step, and so on, until a pot is won.",
}


def _proof(telling: Telling) -> Iterator[Item]:
    rules = telling.house.openers
    announced = ", and that is announced" if rules.announce_split else ""
    yield Item(
        "The player who opened must prove openers to win, also when everybody else has folded, with as few cards as "
        f"it takes. Openers may be broken in the draw{announced}; the discards are kept aside as proof."
    )
    if rules.enforce_openers == "honor":
        yield Item(
            "A player who opened falsely cannot win at the showdown. When everybody else has folded, their bets go "
            "back and the antes and the false opener's chips stay for the next deal of the same players."
        )
    if rules.allin_may_declare_open:
        yield Item(
            "A player who is all-in from the antes and holds openers may declare the pot open; who calls puts in "
            "the full bet."
        )
    if rules.trips_to_win:
        yield Item("When nobody at the showdown has three of a kind or better, the pot stays for the next deal.")


def _unopened(telling: Telling, plan: RulesPlan, openers: Openers) -> Iterator[Item]:
    step: Redeal | PlayFor = openers.unopened
    while isinstance(step, PlayFor):
        yield Item(UNOPENED[PlayFor].format(way=_played_for(step.rules)))
        step = step.then
    last = telling.rulesets[-1]
    if last.unopened == REDEAL and last.opens:
        again = "that round too" if len(telling.rulesets) > 1 else "the first round"
        yield Item(
            UNOPENED[Redeal].format(
                again=again,
                button=BUTTON[telling.house.openers.redeal_button],
                joining=JOINING[telling.house.openers.open_to_newcomers],
            )
        )
        most = telling.house.openers.max_antes
        if most is not None:
            yield Item(
                f"After {counted(most, 'ante')} into one pot nobody antes again, but it is dealt on until it is won."
            )


UNOPENED: dict[type, str] = {
    PlayFor: "When nobody opens, no cards are thrown in and nobody antes again: the same cards and the same pot are "
    "played for {way}. The betting begins afresh left of the button, and now anybody may open with anything. A pot "
    "opened so is played for low to the end.",
    Redeal: "When nobody bets in {again}, the deal is passed out: hands are thrown in unshown, the pot stays, "
    "everyone antes again, and new cards are dealt, {button}. {joining} that pot is won.",
}
JOINING = {False: "Nobody joins before", True: "Newcomers may pay the same antes and join before"}
BUTTON = {"moves": "with the button one seat further", "same": "by the same dealer"}


def _played_for(rules: Rules) -> str:
    ways = listed(RANKING_WORDS[award.ranking] for award in rules.pot)
    sevens = ", with the sevens rule" if rules.betting.sevens else ""
    return f"again, to be won by the best {ways}{sevens}"

"""Who wins: the awards, which cards may be used, qualifiers, declarations, odd chips."""

from __future__ import annotations

from collections.abc import Iterator

from oddchip.plan import RulesPlan
from oddchip.rulesheet.paper import LEANS, Item, Section
from oddchip.rulesheet.telling import RANKING_WORDS, Telling
from oddchip.rulesheet.words import listed, number, sentence
from oddchip.spec import (
    HIGH,
    AtLeast,
    Award,
    ByDealtIn,
    Deal,
    Share,
    Swap,
    Use,
)


def tell_winning(telling: Telling) -> Section:
    """What the pot is won by, by each set of rules in turn."""
    items = list(_by_rules(telling, telling.rulesets[0]))
    for rules in telling.rulesets[1:]:
        items += [Item(f"Played for low: {item.text[:1].lower()}{item.text[1:]}") for item in _by_rules(telling, rules)]
    items += _odd_chips(telling)
    return Section("Who wins", tuple(items))


def _by_rules(telling: Telling, plan: RulesPlan) -> Iterator[Item]:
    pot = plan.rules.pot
    if len(pot) == 1:
        yield Item(f"The best {RANKING_WORDS[pot[0].ranking]} wins the pot. {tell_use(telling, pot[0])}".strip())
        return
    share = pot[0].share
    yield Item(sentence(f"{SHARES[share]} {listed(_half(award) for award in pot)}"))
    if use := tell_use(telling, pot[0]):
        yield Item(f"{use} High and low may be made of different cards.")
    if share is Share.DECLARED:
        yield from _declared(telling)
        return
    yield Item("The cards speak: nothing is declared, and one player may win both halves.")
    yield from _qualifiers(telling, pot)


SHARES = {
    Share.CARDS_SPEAK: "the pot is split in two:",
    Share.DECLARED: "the pot is split in two, among those who declared each way:",
}


def _half(award: Award) -> str:
    return f"half goes to the best {RANKING_WORDS[award.ranking]}"


def tell_use(telling: Telling, award: Award) -> str:
    """Which cards may be used."""
    return _from_sources(award.use) if award.use.sources else _best_five(telling)


def _best_five(telling: Telling) -> str:
    """Any five, where there are more than five."""
    table = sum(
        phase.count
        for phase in telling.game.play
        if isinstance(phase, Deal) and phase.to != "hand" and isinstance(phase.count, int)
    )
    own = telling.hand_size
    if own + table <= 5:
        return ""
    if not table:
        return f"A hand is the best five of a player's {number(own)} cards."
    return f"A hand is the best five of a player's {number(own)} cards and the {number(table)} on the table."


def _from_sources(use: Use) -> str:
    return sentence(f"a hand is five cards: {listed(_source(name, span) for name, span in use.sources)}")


def _source(name: str, span: tuple[int, int]) -> str:
    least, most = span
    many = number(least) if least == most else f"{number(least)} or {number(most)}"
    place = {"hand": "the player's own hand", "board": "the board"}.get(name, f"the {name} row")
    return f"{'exactly ' if least == most else ''}{many} from {place}"


# --- qualifiers --------------------------------------------------------------------------------------------------


def _qualifiers(telling: Telling, pot: tuple[Award, ...]) -> Iterator[Item]:
    steps = [award.qualify for award in pot if isinstance(award.qualify, ByDealtIn)]
    if steps:
        yield from tell_by_dealt_in(telling, pot)
    else:
        floors = [(award, award.qualify) for award in pot if isinstance(award.qualify, AtLeast)]
        if not floors:
            return
        for award, floor in floors:
            yield Item(f"{_takes(telling, award, floor)} When nobody has it, {_other(award)} takes the whole pot.")
    yield Item("Each side pot is judged by itself, qualifiers too.")


def _takes(telling: Telling, award: Award, floor: AtLeast) -> str:
    return f"It takes {telling.floor(floor)} to win {_way(award)}."


def _way(award: Award) -> str:
    return "high" if award.ranking is HIGH else "low"


def _other(award: Award) -> str:
    return "low" if award.ranking is HIGH else "high"


def tell_by_dealt_in(telling: Telling, pot: tuple[Award, ...]) -> Iterator[Item]:
    """CU-7: it depends on how many were dealt in."""
    rules = telling.house.cucamonga
    yield Item("The dealer says before the deal what is put up, what the limits are, and what it takes to win a half.")
    first = next(award.qualify for award in pot if isinstance(award.qualify, ByDealtIn))
    for place, (low, high, _) in enumerate(first.steps):
        floors = []
        for award in pot:
            floor = award.qualify.steps[place][2] if isinstance(award.qualify, ByDealtIn) else award.qualify
            if floor is not None and rules.qualifiers != "none":
                floors.append(f"{telling.floor(floor)} to win {_way(award)}")
        who = f"With {number(low)} to {number(high)} players dealt in" if low < high else f"With {number(low)} dealt in"
        if not floors:
            yield Item(f"{who}, any hand may win.")
            continue
        yield Item(f"{who}, it takes {listed(floors)}. {ONE_WAY[rules.one_way]} {NEITHER[rules.neither]}")


ONE_WAY = {
    "other_takes_all": "When nobody qualifies one way, the other way takes the whole pot.",
    "split_survivors": "When nobody qualifies one way, all players still in share that half.",
}
NEITHER = {
    "waive": "When nobody qualifies either way, best high and best low share the pot all the same.",
    "high_takes_all": "When nobody qualifies either way, the best high hand takes the pot.",
    "split_survivors": "When nobody qualifies either way, all players still in share the pot.",
    "carry_over": "When nobody qualifies either way, the pot stays for the next deal, unless somebody is all-in.",
}


# --- declaring ---------------------------------------------------------------------------------------------------


def _declared(telling: Telling) -> Iterator[Item]:
    rules = telling.house.declare
    yield Item(
        "Only what was declared counts. Nothing is needed to qualify; a lone declarer takes his half with anything, "
        "and when nobody declared one way, the other way takes the whole pot."
    )
    scoop = f"{SCOOP[rules.scoop_against]} Who ties or loses either way wins nothing"
    pots = ", in any pot" if rules.scoop_all_pots else ""
    literal = rules.scoop_against == "all"
    said = f"{scoop}{pots}. {FAILED[rules.failed_scoops]} {ALL_FAIL[rules.all_scoops_fail]}"
    yield Item(said, "" if literal else LEANS, () if literal else ("D-DC-4",))


SCOOP = {
    "declarers": "Who declared both ways wins only by having the one best hand among all who declared high and the "
    "one best among all who declared low.",
    "all": "Who declared both ways wins only by having the one best high and the one best low hand of all players "
    "still in, whatever they declared.",
}
FAILED = {
    "retire": "The pot is then judged as if that player were not there.",
    "losers_share_never": "The pot then goes whole to the hand that beat that player.",
    "three_quarters": "But one who wins one way and ties the other takes three quarters.",
}
ALL_FAIL = {
    "cards_speak": "When only such players are left to claim a pot, the cards speak among them.",
    "carry_over": "When only such players are left to claim a pot, it stays for the next deal.",
    "refund": "When only such players are left to claim a pot, it is returned to those who put it in.",
}


# --- odd chips ---------------------------------------------------------------------------------------------------


def _odd_chips(telling: Telling) -> Iterator[Item]:
    if telling.game.has(Swap):
        return
    split = any(len(rules.rules.pot) > 1 for rules in telling.rulesets)
    halves = "The odd chip of a split goes to the high half. " if split else ""
    if telling.bring_in:
        told = {
            "tda": "between equal hands it goes to the one with the highest card, suits counting",
            "roberts": "between equal hands it goes by suit, for high to the highest card, for low to the lowest",
        }[telling.house.stud.odd_chip_stud]
    else:
        told = "between equal hands odd chips go one each, from the left of the button"
    yield Item(f"Equal hands divide what they win. {halves}{sentence(told)}")

"""Opening the pot: who may, what is proved, and what happens when nobody does (D-JP, D-PO)."""

from __future__ import annotations

from itertools import combinations

from oddchip import events as ev
from oddchip import state as st
from oddchip.actions import No
from oddchip.plan import floor_at
from oddchip.pots import layers, with_carried
from oddchip.state import State, total_put


def meets(s: State, cards: tuple[int, ...]) -> bool:
    """Do these cards meet the opening requirement of this deal?"""
    rules = s.plan.rulesets[s.rules]
    return rules.opening_order.value(cards) >= floor_at(rules, s.step_up)[1]


def refusal(s: State, i: int) -> No | None:
    """Why seat i may not open the pot; None when it may. Known to its owner only."""
    rules = s.plan.rulesets[s.rules]
    if not rules.floors or s.price or s.plan.house.openers.enforce_openers == "honor" or meets(s, s.hands[i]):
        return None
    return No(f"opening takes {floor_at(rules, s.step_up)[0].words}")


def may_declare_open(s: State) -> bool:
    """May all-in players declare the pot open in this round? (D-PO-4: jackpots only)"""
    rules = s.plan.rulesets[s.rules]
    return bool(rules.floors) and s.opener < 0 and s.plan.house.openers.allin_may_declare_open


def dealt_hand(s: State, i: int) -> tuple[int, ...]:
    """The cards seat i was dealt before the first draw: his hand and the discards he keeps aside (D-JP-3)."""
    cards: tuple[int, ...] = ()
    for event in (*s.log, *s.fresh):
        if event[0] == ev.DEALT and event[1] >> i & 1:
            members = s.plan.members[event[1]]
            cards += event[2][members.index(i) :: len(members)]
        elif event[0] in (ev.DREW, ev.DISCARDED):
            break
    return cards


def proof(s: State, i: int) -> tuple[int, ...] | None:
    """The fewest cards of the dealt hand that prove openers, or None for false openers."""
    cards = dealt_hand(s, i)
    for size in range(1, len(cards) + 1):
        for few in combinations(cards, size):
            if meets(s, few):
                return few
    return None


def must_prove(s: State, i: int) -> bool:
    """Is seat i the opener of a pot that took openers?"""
    return s.opener == i and bool(s.plan.rulesets[s.rules].floors)


def is_false(s: State, i: int) -> bool:
    """Did seat i open without openers? Only honour mode lets it happen (D-JP-5)."""
    return must_prove(s, i) and s.plan.house.openers.enforce_openers == "honor" and proof(s, i) is None


def keeps_false_bet(s: State, i: int) -> bool:
    """D-JP-5: a false opener whom everybody folded to does not get even his uncalled bet back."""
    return not st.several(s.live) and is_false(s, i)


def show(s: State, i: int) -> None:
    """The opener shows what it takes."""
    cards = proof(s, i)
    words = floor_at(s.plan.rulesets[s.rules], s.step_up)[0].words
    st.openers_shown(s, i, cards or dealt_hand(s, i), cards is not None, words)


def breaks(s: State, i: int, thrown: tuple[int, ...]) -> bool:
    """Does this discard break the opener's openers? Keeping ace and joker is not splitting (D-JP-4)."""
    kept = tuple([card for card in s.hands[i] if card not in thrown])
    return must_prove(s, i) and not (kept and meets(s, kept))


def pass_out(s: State) -> None:
    """Nobody opened: hands are thrown in, the pot stays for all who were dealt in (D-PO-1, D-PO-3)."""
    carry_over(s, s.plan.everyone, "passed out", s.step_up + 1)


def carry_over(s: State, claimants: int, why: str, step: int) -> None:
    """The whole pot, in its layers, stays for the next deal."""
    pots = with_carried(layers(total_put(s), claimants, dead=s.dead), s.carried, claimants)
    st.carried(s, tuple([(pot.amount, pot.eligible) for pot in pots]), step, why)
    st.ended(s)

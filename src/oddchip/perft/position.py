"""A position as one line of text, and the choices that are counted from it.

The line says what any engine knows, so that checksums can be compared between engines: the phase, who is to act, chips
behind, chips bet in this round, cards in hand and on the table, and sealed or open declarations. `docs/perft.md` spells
it out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from oddchip.actions import Action, BetOffer, Between, RaiseTo
from oddchip.cards import Deck, card_text, sort_for_display
from oddchip.plan import NO_LIMIT, BetOp, DrawOp, SwapOp
from oddchip.play import chance, may_act, offer_for
from oddchip.state import State, lowest

NOTHING = "-"
WORDS = 2**64


def checksum_of(line: str) -> int:
    """The 64 bits of a position: blake2b of its line with an eight-byte digest, read big-endian."""
    return int.from_bytes(blake2b(line.encode(), digest_size=8).digest(), "big")


def position_line(s: State, seats: tuple[int, ...]) -> str:
    """The position: ``bet1 1 98,96 2,4 2c3dTh,4s5sKd - -``.

    `seats` are the seat numbers by position; columns are in order of seat number. A hand is written from its lowest
    card up, clubs first; a folded one is ``-``.
    """
    deck = s.plan.deck
    order = _by_number(seats)
    hands = [_cards(s.hands[i], deck) if s.live >> i & 1 else NOTHING for i in order]
    rows = [_as_dealt(row, deck) for row in s.rows]
    mask = may_act(s)
    return " ".join(
        (
            phase_of(s),
            str(seats[lowest(mask)]) if mask else NOTHING,
            ",".join([str(s.stacks[i]) for i in order]),
            ",".join([str(s.bets[i]) for i in order]),
            ",".join(hands),
            ",".join(rows) if any(s.rows) else NOTHING,
            _choices_made(s, order),
        )
    )


def phase_of(s: State) -> str:
    """``bet2``, ``draw1``, ``swap``, ``declare``, ``deal`` while cards are wanted, ``over``.

    ``bet1:2`` is the first round played once more by the game's second set of rules (D-JO-3).
    """
    if s.ended:
        return "over"
    if chance(s) is not None:
        return "deal"
    op = s.plan.ops[s.pc]
    match op:
        case BetOp():
            name = f"bet{op.number + 1}"
        case DrawOp():
            name = f"draw{op.number + 1}"
        case SwapOp():
            name = "swap"
        case _:
            name = "declare"
    return f"{name}:{s.rules + 1}" if s.rules else name


def choices(s: State) -> tuple[tuple[Action, ...], int]:
    """What may be chosen here, and the position that chooses; () when the hand is over.

    It is the seat in turn; in a sealed phase the first from the button's left that has not chosen yet.
    """
    i = lowest(may_act(s))
    offer = offer_for(s, i) if i >= 0 else None
    if offer is None:
        return (), i
    return _grid(s, i, offer) if isinstance(offer, BetOffer) else offer.actions(), i


def _grid(s: State, i: int, offer: BetOffer) -> tuple[Action, ...]:
    """All that is on offer; of a range of amounts the least, the pot (in no limit) and the most."""
    found = offer.actions()
    amounts, op = offer.raise_to, s.plan.ops[s.pc]
    if isinstance(amounts, Between) and isinstance(op, BetOp) and op.structure == NO_LIMIT:
        between = RaiseTo(_pot_bet(s, i, amounts))
        if between not in found:
            at = found.index(RaiseTo(amounts.most))
            found = (*found[:at], between, *found[at:])
    return found


def _pot_bet(s: State, i: int, amounts: Between) -> int:
    """A raise by the size of the pot after calling, as a total, brought into the range on offer (BET-10)."""
    wanted = s.price + s.pot + max(0, s.price - s.bets[i])
    if wanted >= amounts.most:
        return amounts.most
    return max(amounts.least, wanted - (wanted - amounts.least) % amounts.step)


@lru_cache(maxsize=256)
def _by_number(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Positions in order of seat number."""
    return tuple(sorted(range(len(seats)), key=seats.__getitem__))


@lru_cache(maxsize=65536)
def _cards(cards: tuple[int, ...], deck: Deck) -> str:
    return _as_dealt(sort_for_display(cards), deck)


def _as_dealt(cards: Iterable[int], deck: Deck) -> str:
    return "".join([card_text(card, deck) for card in cards]) or NOTHING


def _choices_made(s: State, order: tuple[int, ...]) -> str:
    """Sealed choices while a phase is sealed, declarations once they are open."""
    made = s.ways or s.sealed
    if not any(choice is not None for choice in made):
        return NOTHING
    return ",".join([_choice(made[i], s.plan.deck) for i in order])


def _choice(choice: object, deck: Deck) -> str:
    if choice is None:
        return NOTHING
    return _cards(choice, deck) if isinstance(choice, tuple) else str(choice)

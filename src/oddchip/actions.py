"""What a seat may decide, the offers it decides on, and their text form.

An *offer* says what a seat may do now, with exact amounts, and for what it may not do, the reason (`No`). Buttons,
bots, validation and perft read offers and nothing else. Amounts to raise are totals for the round ("raise to"); `call`
is the chips to add.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from oddchip.cards import Deck, cards_text
from oddchip.errors import IllegalAction
from oddchip.whole import is_whole

# --- decisions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand."""


@dataclass(frozen=True, slots=True)
class Check:
    """Stay in without betting."""


@dataclass(frozen=True, slots=True)
class Call:
    """Match the bet, or as much of it as there are chips for."""


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Bet, raise or complete to `amount`, the seat's total for the round."""

    amount: int


def Bet(amount: int) -> RaiseTo:
    """The opening bet of a round: `Bet(4)` is `RaiseTo(4)`."""
    return RaiseTo(amount)


@dataclass(frozen=True, slots=True)
class PayBringIn:
    """Post the bring-in (S8-4)."""


@dataclass(frozen=True, slots=True)
class DeclareOpen:
    """An all-in player with openers declares the pot open (D-PO-4)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw these cards (none: stand pat) and receive as many, plus what the draw gives on top."""

    cards: tuple[int, ...] = ()


class Way(StrEnum):
    """What a player declares for (D-DC-1)."""

    LOW = "low"
    HIGH = "high"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class DeclareWay:
    """The fist: low, high or both (D-DC-1)."""

    way: Way


@dataclass(frozen=True, slots=True)
class Give:
    """Give these cards to the other player and keep the rest (CP-3)."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealCards:
    """Chance's decision: the order of the next cards of the pile that was offered, top first."""

    cards: tuple[int, ...]


Action = Fold | Check | Call | RaiseTo | PayBringIn | DeclareOpen | Discard | DeclareWay | Give
Decision = Action | DealCards

FOLD, CHECK, CALL, PAY_BRING_IN, DECLARE_OPEN, PAT = Fold(), Check(), Call(), PayBringIn(), DeclareOpen(), Discard()

# --- offers ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class No:
    """Not on offer, and why."""

    reason: str

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Exactly:
    """One amount and no other."""

    amount: int

    def __contains__(self, amount: int) -> bool:
        return amount == self.amount

    @property
    def least(self) -> int:
        return self.amount

    @property
    def most(self) -> int:
        return self.amount

    @property
    def step(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Between:
    """Any amount from `least` to `most` in steps; `most` itself always goes (it may be all-in)."""

    least: int
    most: int
    step: int = 1

    def __contains__(self, amount: int) -> bool:
        return amount == self.most or (self.least <= amount <= self.most and (amount - self.least) % self.step == 0)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few amounts: with an open pair, the small or the big bet (S8-10)."""

    amounts: tuple[int, ...]

    def __contains__(self, amount: int) -> bool:
        return amount in self.amounts

    @property
    def least(self) -> int:
        return self.amounts[0]

    @property
    def most(self) -> int:
        return self.amounts[-1]

    @property
    def step(self) -> int:
        return 1


Amounts = Exactly | Between | OneOf


@dataclass(frozen=True, slots=True)
class BetOffer:
    """What a seat may do in a betting round. `call` is chips to add, `raise_to` totals for the round."""

    fold: bool | No
    check: bool | No
    call: int | No
    raise_to: Amounts | No
    bring_in: int | No = No("there is no bring-in to pay")
    declare_open: bool | No = No("only an all-in player declares a pot open")

    def actions(self) -> tuple[Action, ...]:
        """Every action on offer; of a range of amounts the least and the most."""
        found: list[Action] = []
        if self.check:
            found.append(CHECK)
        if self.call:
            found.append(CALL)
        if self.bring_in:
            found.append(PAY_BRING_IN)
        if self.declare_open:
            found.append(DECLARE_OPEN)
        found += [RaiseTo(amount) for amount in _ends(self.raise_to)]
        if self.fold:
            found.append(FOLD)
        return tuple(found)


def _ends(amounts: Amounts | No) -> tuple[int, ...]:
    if isinstance(amounts, No):
        return ()
    if isinstance(amounts, OneOf):
        return amounts.amounts
    return (amounts.least,) if amounts.least == amounts.most else (amounts.least, amounts.most)


class DrawOffer(NamedTuple):
    """The discards that are legal: any set of cards of `hand` that `refusal` has nothing against (D-DR-2).

    `extra` cards come on top of as many as are thrown (D-FB-2). `most` is the most that may be thrown; `one_more_with`
    are the cards of which one must be kept to throw one more than that.
    """

    hand: tuple[int, ...]
    extra: int = 0
    most: int = 5
    one_more_with: tuple[int, ...] = ()

    def refusal(self, cards: tuple[int, ...]) -> No | None:
        """Why these cards may not be thrown, or None."""
        if len(set(cards)) != len(cards):
            return No("the same card is thrown twice")
        if any(card not in self.hand for card in cards):
            return No("only cards of one's own hand can be thrown")
        if len(cards) <= self.most:
            return None
        if not self.one_more_with:
            return No(f"at most {self.most} cards may be thrown")
        if len(cards) == self.most + 1 and any(card not in cards for card in self.one_more_with):
            return None
        return No(f"at most {self.most} cards may be thrown, one more when an ace or the joker is kept")

    def actions(self) -> tuple[Discard, ...]:
        """Every legal discard: 32 for five cards, 16 for four."""
        sets = (cards for n in range(len(self.hand) + 1) for cards in combinations(self.hand, n))
        return tuple(Discard(cards) for cards in sets if self.refusal(cards) is None)


@dataclass(frozen=True, slots=True)
class DeclareOffer:
    """Low, high or both (D-DC-1), in the order of no chip, one chip and two chips in the fist."""

    ways: tuple[Way, ...] = (Way.LOW, Way.HIGH, Way.BOTH)

    def actions(self) -> tuple[DeclareWay, ...]:
        return tuple(DeclareWay(way) for way in self.ways)


@dataclass(frozen=True, slots=True)
class SwapOffer:
    """Exactly `count` cards of `hand` go across (CP-3)."""

    hand: tuple[int, ...]
    count: int

    def refusal(self, cards: tuple[int, ...]) -> No | None:
        """Why these cards may not be given, or None."""
        if len(set(cards)) != len(cards):
            return No("the same card is given twice")
        if any(card not in self.hand for card in cards):
            return No("only cards of one's own hand can be given")
        if len(cards) != self.count:
            return No(f"exactly {self.count} cards are given, not {len(cards)}")
        return None

    def actions(self) -> tuple[Give, ...]:
        """Every legal gift: 70 for four of eight (CP-3)."""
        return tuple(Give(cards) for cards in combinations(self.hand, self.count))


@dataclass(frozen=True, slots=True)
class DealOffer:
    """Chance's offer: cards are wanted, `to` a seat, a row or the stub.

    `eligible` are the cards that may come, in no order. `count` of them are needed at least; with `whole` the answer
    must order all of them (a shuffle). Cards are `UNKNOWN` in every view.
    """

    to: int | str
    eligible: tuple[int, ...]
    count: int
    whole: bool = False
    up: bool = False
    burn: bool = False


Offer = BetOffer | DrawOffer | DeclareOffer | SwapOffer

# --- text --------------------------------------------------------------------------------------------------------

_PLAIN: dict[str, Action] = {
    "fold": FOLD,
    "check": CHECK,
    "call": CALL,
    "bring_in": PAY_BRING_IN,
    "declare_open": DECLARE_OPEN,
    "open": DECLARE_OPEN,
    "pat": PAT,
}
_PLAIN_TEXT = {type(action): word for word, action in reversed(_PLAIN.items()) if word not in ("pat", "open")}


def action_text(action: Action, deck: Deck) -> str:
    """How an action is written: "fold", "raise 4", "draw Ks 9h", "pat", "declare both", "give Ah Kh 2c 2d"."""
    if isinstance(action, RaiseTo):
        return f"raise {action.amount}"
    if isinstance(action, Discard):
        return f"draw {cards_text(action.cards, deck)}" if action.cards else "pat"
    if isinstance(action, DeclareWay):
        return f"declare {action.way}"
    if isinstance(action, Give):
        return f"give {cards_text(action.cards, deck)}"
    return _PLAIN_TEXT[type(action)]


def parse_action(text: str, deck: Deck) -> Action:
    """The action a text says; `IllegalAction` tells what was expected.

    "bet", "raise" and "complete" all take the seat's total for the round.
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    rest = words[1:]
    if verb in _PLAIN and not rest:
        return _PLAIN[verb]
    if verb == "call" and len(rest) == 1 and is_whole(rest[0]):
        return CALL
    if verb in ("bet", "raise", "complete") and len(rest) == 1 and is_whole(rest[0]):
        return RaiseTo(int(rest[0]))
    if verb in ("draw", "discard"):
        return Discard(deck.parse(" ".join(rest)))
    if verb == "give" and rest:
        return Give(deck.parse(" ".join(rest)))
    if verb == "declare" and len(rest) == 1 and rest[0].lower() in tuple(Way):
        return DeclareWay(Way(rest[0].lower()))
    raise IllegalAction(
        f"cannot read the action {text!r}; expected fold, check, call, bet N, raise N, complete N, bring_in, "
        "declare_open, pat, draw CARDS, give CARDS or declare low, high or both"
    )

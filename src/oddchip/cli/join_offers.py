"""What the room offers over the wire, as the offers that `oddchip play` reads answers to, and the answers back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from oddchip.actions import (
    Action,
    Amounts,
    BetOffer,
    Between,
    Call,
    Check,
    DeclareOffer,
    DeclareOpen,
    DeclareWay,
    Discard,
    DrawOffer,
    Exactly,
    Fold,
    Give,
    No,
    Offer,
    OneOf,
    PayBringIn,
    RaiseTo,
    SwapOffer,
    Way,
)
from oddchip.cards import FRENCH, ITALIAN, Deck
from oddchip.cli.answers import Asked, read_answer
from oddchip.errors import OddchipError
from oddchip.games import find_game
from oddchip.room.protocol import Act, AmountsView, GameView, MeView, OfferView, TableView

NOT_NOW = No("that is not on offer")
_SHARES = {"pot": "pot", "half": "half", "1/2": "half"}


@lru_cache
def deck_of(game: str, kind: str) -> Deck:
    """The deck a game is played with; of a game this release does not know, a whole one."""
    try:
        return find_game(game).deck
    except OddchipError:
        return Deck(ITALIAN if kind == "italian" else FRENCH, 2)


def deck_in(view: TableView) -> Deck:
    game: GameView | None = view.game
    return deck_of(game.id, game.deck) if game else Deck()


def card_of(text: str, deck: Deck) -> int | None:
    """The engine's number of a card's text; None if it is none of this deck."""
    try:
        (card,) = deck.parse(text)
    except (OddchipError, ValueError):
        return None
    return card


@dataclass(frozen=True)
class Question:
    """A decision that is asked for: `asked` is what answers are read against, `ids` what the cards go by."""

    offer: OfferView
    asked: Asked
    ids: dict[int, str]

    def act(self, name: str, text: str, sure: bool = False) -> Act:
        """The message for what a person entered. An OddchipError says what was expected."""
        action = read_answer(self._with_amount(text), self.asked)
        return act_of(name, action, self.offer, self.ids, sure)

    def _with_amount(self, text: str) -> str:
        """A pot-sized bet is what the room says it is."""
        words = text.lower().split()
        amounts = self.offer.raise_to
        if amounts is not None and len(words) == 2 and words[1] in _SHARES:
            return f"{words[0]} {getattr(amounts, _SHARES[words[1]]) or amounts.most}"
        return text


def question(view: TableView, me: MeView) -> Question | None:
    """What is asked now, if anything is."""
    if me.offer is None:
        return None
    deck = deck_in(view)
    numbers = [(card_of(card.text, deck), card.id) for card in me.cards]
    ids = {number: name for number, name in numbers if number is not None}
    seat = view.seats[me.seat]
    asked = Asked(offer_of(me.offer, tuple(ids)), tuple(ids), deck, seat.stack, seat.bet, view.pot)
    return Question(me.offer, asked, ids)


def offer_of(view: OfferView, cards: tuple[int, ...]) -> Offer:
    """The engine's offer that a view of it stands for."""
    match view.kind:
        case "draw":
            return DrawOffer(cards, view.extra, view.most)
        case "declare":
            return DeclareOffer(tuple(map(Way, view.ways)))
        case "swap":
            return SwapOffer(cards, view.count)
    no = {name: No(why) for name, why in view.no.items()}
    return BetOffer(
        fold=view.fold or no.get("fold", NOT_NOW),
        check=view.check or no.get("check", NOT_NOW),
        call=view.price if view.call else no.get("call", NOT_NOW),
        raise_to=_amounts(view.raise_to) if view.raise_to else no.get("raise", NOT_NOW),
        bring_in=view.bring_in or NOT_NOW,
        declare_open=view.declare_open or NOT_NOW,
    )


def _amounts(view: AmountsView) -> Amounts:
    if view.amounts:
        return OneOf(tuple(view.amounts))
    return Exactly(view.most) if view.least == view.most else Between(view.least, view.most, view.step)


_DO: dict[type, Literal["fold", "check", "call", "raise", "bring_in", "declare_open", "draw", "declare", "give"]] = {
    Fold: "fold",
    Check: "check",
    Call: "call",
    RaiseTo: "raise",
    PayBringIn: "bring_in",
    DeclareOpen: "declare_open",
    Discard: "draw",
    DeclareWay: "declare",
    Give: "give",
}


def act_of(name: str, action: Action, offer: OfferView, ids: dict[int, str], sure: bool) -> Act:
    """An action as the message that means it."""
    act = Act(name, offer.decision, _DO[type(action)], price=offer.price, sure=sure)
    match action:
        case RaiseTo():
            act.amount = action.amount
        case DeclareWay():
            act.way = action.way.value
        case Discard() | Give():
            act.cards = [ids[card] for card in action.cards]
    return act

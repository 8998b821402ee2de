"""What a person enters, read as an action on offer: `read_answer("d 13", ...)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAT,
    PAY_BRING_IN,
    Action,
    BetOffer,
    DeclareOffer,
    DeclareWay,
    Discard,
    DrawOffer,
    Give,
    No,
    Offer,
    RaiseTo,
    SwapOffer,
    Way,
)
from oddchip.cards import Deck
from oddchip.errors import CardError, IllegalAction
from oddchip.whole import is_whole

ALL_IN = ("allin", "all-in", "all", "max", "shove")


@dataclass(frozen=True)
class Asked:
    """A decision a person is asked for: the offer, his cards as they are numbered, and what a total is made of."""

    offer: Offer
    cards: tuple[int, ...]
    deck: Deck
    stack: int
    bet: int
    pot: int


def read_answer(text: str, asked: Asked) -> Action:
    """The action a text means; `IllegalAction` or `CardError` says what was expected."""
    words = text.lower().replace(",", " ").replace("all in", "all-in").split()
    # "r8" and "d13" are as good as "r 8" and "d 13".
    if words and (glued := re.fullmatch(r"([a-z]+?)(\d\d*)", words[0])):
        words[:1] = list(glued.groups())
    verb, rest = (words[0], words[1:]) if words else ("", [])
    match asked.offer:
        case BetOffer():
            return _bet(verb, rest, asked, asked.offer)
        case DrawOffer():
            return _draw(verb, rest, asked)
        case DeclareOffer():
            return _declare(verb, rest)
        case SwapOffer():
            return _give(verb, rest, asked, asked.offer)


# --- betting ---------------------------------------------------------------------------------------------------------


def _bet(verb: str, rest: list[str], asked: Asked, offer: BetOffer) -> Action:
    if verb in ALL_IN:
        return _all_in(asked, offer)
    if verb in ("fold", "f"):
        return _offered(FOLD, offer.fold)
    if verb in ("check", "k", "ch"):
        return _offered(CHECK, offer.check)
    if verb in ("bring", "bring-in", "bringin", "bi") or (verb in ("call", "c") and offer.bring_in):
        return _offered(PAY_BRING_IN, offer.bring_in)
    if verb == "c" and offer.check:
        return CHECK
    if verb in ("call", "c"):
        return _offered(CALL, offer.call)
    if verb in ("open", "o") and offer.declare_open:
        return DECLARE_OPEN
    if verb in ("bet", "b", "raise", "r", "complete", "open", "o", "re-raise", "reraise", "to"):
        return _raise([word for word in rest if word not in ("to", "of")], asked, offer)
    raise IllegalAction(f"{' '.join([verb, *rest])!r} is no answer here; ? tells what may be entered")


def _offered(action: Action, offered: object) -> Action:
    if isinstance(offered, No):
        raise IllegalAction(f"not on offer: {offered.reason}")
    return action


def _all_in(asked: Asked, offer: BetOffer) -> Action:
    total = asked.stack + asked.bet
    if not isinstance(offer.raise_to, No) and offer.raise_to.most == total:
        return RaiseTo(total)
    if offer.call == asked.stack and offer.call:
        return CALL
    if isinstance(offer.raise_to, No):
        raise IllegalAction(f"you cannot put in all your chips: {offer.raise_to.reason}")
    raise IllegalAction(f"you cannot put in all your chips: the most is {offer.raise_to.most}")


def _raise(rest: list[str], asked: Asked, offer: BetOffer) -> Action:
    amounts = offer.raise_to
    if isinstance(amounts, No):
        raise IllegalAction(f"not on offer: {amounts.reason}")
    if not rest:
        if amounts.least == amounts.most:
            return RaiseTo(amounts.most)
        raise IllegalAction(f"say how much in all for this round, from {amounts.least} to {amounts.most}")
    word = rest[0].lstrip("$")
    if word in ALL_IN:
        return _all_in(asked, offer)
    if word in ("min", "pot"):
        owed = 0 if isinstance(offer.call, No) else offer.call
        wanted = asked.bet + 2 * owed + asked.pot if word == "pot" else amounts.least
        return RaiseTo(min(max(wanted, amounts.least), amounts.most))
    if len(rest) > 1 or not is_whole(word):
        raise IllegalAction(f"an amount is a whole number of chips, not {' '.join(rest)!r}")
    if int(word) not in amounts:
        span = (
            f"{amounts.least} to {amounts.most}" if amounts.least < amounts.most else f"to {amounts.most} and no other"
        )
        raise IllegalAction(f"here a bet or raise is {span}, counted in all for this round")
    return RaiseTo(int(word))


# --- cards -----------------------------------------------------------------------------------------------------------


def _draw(verb: str, rest: list[str], asked: Asked) -> Action:
    if verb in ("pat", "p", "stand", "s"):
        return PAT
    if verb in ("draw", "d", "throw", "discard", "t"):
        if rest == ["0"] or rest == ["none"]:
            return PAT
        return _checked(Discard(chosen(rest, asked)), asked)
    if verb in ("keep",):
        kept = chosen(rest, asked)
        return _checked(Discard(tuple(card for card in asked.cards if card not in kept)), asked)
    raise IllegalAction("say d and the cards to throw by their places or names, such as d 1 3, or p to stand pat")


def _checked(action: Discard, asked: Asked) -> Action:
    assert isinstance(asked.offer, DrawOffer)
    if (no := asked.offer.refusal(action.cards)) is not None:
        raise IllegalAction(no.reason)
    return action


def _give(verb: str, rest: list[str], asked: Asked, offer: SwapOffer) -> Action:
    if verb not in ("give", "g", "pass", "keep"):
        raise IllegalAction(f"say g and the {offer.count} cards to give, such as g 1 2 3 4, or keep and the others")
    cards = chosen(rest, asked)
    if verb == "keep":
        kept = len(asked.cards) - offer.count
        if len(cards) != kept:
            raise IllegalAction(f"exactly {kept} cards are kept, not {len(cards)}")
        cards = tuple(card for card in asked.cards if card not in cards)
    if (no := offer.refusal(cards)) is not None:
        raise IllegalAction(no.reason)
    return Give(cards)


def chosen(words: list[str], asked: Asked) -> tuple[int, ...]:
    """Cards of the hand by place ("1 3", "13") or by name ("Ks 9h", "joker")."""
    if not words:
        raise IllegalAction(f"say which cards, by their places 1 to {len(asked.cards)} or by name")
    if all(map(is_whole, words)):
        places = [int(digit) for digit in "".join(words)]
        if not all(1 <= place <= len(asked.cards) for place in places):
            raise IllegalAction(f"your cards have the places 1 to {len(asked.cards)}")
        if len(set(places)) != len(places):
            raise IllegalAction("the same card is named twice")
        return tuple(asked.cards[place - 1] for place in places)
    cards = asked.deck.parse(" ".join(words))
    if missing := [card for card in cards if card not in asked.cards]:
        raise CardError(f"you do not hold the {asked_words(missing[0], asked.deck)}")
    return cards


def asked_words(card: int, deck: Deck) -> str:
    from oddchip.cards import card_words

    return card_words(card, deck)


def _declare(verb: str, rest: list[str]) -> Action:
    word = rest[0] if verb in ("declare", "d") and len(rest) == 1 else verb
    for way in Way:
        if word in (way.value, way.value[0]):
            return DeclareWay(way)
    raise IllegalAction("declare low (l), high (h) or both (b)")

"""Who answers when cards are wanted: `shuffled(rng)`, `fixed(cards)`, `awaited(cards)`, and dealing by hand.

A dealer is called once for a hand with its `Deck` and gives a `Dealing`: the order of the pack as far as it is known,
and answers to every `DealOffer` after that. One that cannot answer yet says None, and the hand waits (`Hand.awaits`).
The random source is passed in; the engine has none of its own. A dealing never changes, so hands that fork from one
another deal alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import shake_128
from struct import unpack
from typing import TYPE_CHECKING, Protocol

from oddchip.actions import DealCards, DealOffer
from oddchip.cards import Deck, cards_text
from oddchip.errors import SetupError

if TYPE_CHECKING:
    from random import Random


class Dealing(Protocol):
    """The dealing of one hand."""

    @property
    def order(self) -> tuple[int, ...]:
        """The order of the pack, top first, as far as it is fixed beforehand."""

    def answer(self, offer: DealOffer, asked: int) -> DealCards | None:
        """Cards for an offer; `asked` counts the offers answered before, so the answer is the same in every fork.

        None: not yet. The hand waits until `Hand.dealt` is given them.
        """


Dealer = Callable[[Deck], Dealing]


class _Shuffled:
    __slots__ = ("_salt", "order")

    def __init__(self, deck: Deck, rng: Random) -> None:
        random = rng.random
        self.order: tuple[int, ...] = _sorted_by([random() for _ in deck.cards], deck.cards)
        self._salt = rng.getrandbits(256).to_bytes(32, "little")

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        # The rest of the hand's luck follows from one number, so that any source deals every fork alike.
        count = len(offer.eligible)
        keys = unpack(f"<{count}Q", shake_128(self._salt + asked.to_bytes(4, "little")).digest(8 * count))
        cards = _sorted_by(keys, sorted(offer.eligible))
        return DealCards(cards if offer.whole else cards[: offer.count])


def _sorted_by(keys: Sequence[float], cards: Sequence[int]) -> tuple[int, ...]:
    """The cards in the order of random keys: fair up to equal keys (2**-53), and faster than `random.shuffle`."""
    return tuple([cards[k] for k in sorted(range(len(keys)), key=keys.__getitem__)])


def shuffled(rng: Random) -> Dealer:
    """A dealer who shuffles with `rng`: every order of the pack is equally likely, reshuffles too."""
    if not callable(getattr(rng, "getrandbits", None)):
        raise SetupError(f"a shuffle needs a source of random numbers, such as Random(), not {rng!r}")
    return lambda deck: _Shuffled(deck, rng)


class _Fixed:
    __slots__ = ("_reshuffles", "order")

    def __init__(self, cards: tuple[int, ...], reshuffles: tuple[tuple[int, ...], ...]) -> None:
        self.order = cards
        self._reshuffles = reshuffles

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        if asked < len(self._reshuffles):
            return DealCards(self._reshuffles[asked])
        raise SetupError(
            f"the fixed order has {len(self.order)} cards and more are wanted for {offer.to}; "
            f"{len(offer.eligible)} cards could come, {cards_text(sorted(offer.eligible)[:3])} among them"
        )


def fixed(cards: Sequence[int], reshuffles: Sequence[Sequence[int]] = ()) -> Dealer:
    """A dealer with the pack in this order, top first, and the orders of any reshuffles after it."""
    order = tuple(cards)
    orders = tuple(tuple(cards) for cards in reshuffles)

    def deal(deck: Deck) -> Dealing:
        _check_order(order, deck)
        return _Fixed(order, orders)

    return deal


def _check_order(order: tuple[int, ...], deck: Deck) -> None:
    if len(set(order)) != len(order) or not set(order) <= set(deck.cards):
        raise SetupError(f"the fixed order must name different cards of the {deck.name}")


class _Awaited:
    __slots__ = ("order",)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.order = cards

    def answer(self, offer: DealOffer, asked: int) -> None:
        return None


def awaited(cards: Sequence[int]) -> Dealer:
    """A dealer with the pack in this order, top first, who is waited for when it is shuffled again: the hand stands
    still until `Hand.dealt` is given the new order. (A shuffle that people have a part in takes time.)
    """
    order = tuple(cards)

    def deal(deck: Deck) -> Dealing:
        _check_order(order, deck)
        return _Awaited(order)

    return deal


class _ByHand:
    __slots__ = ("_choose", "order")

    def __init__(self, choose: Callable[[DealOffer], Sequence[int]]) -> None:
        self.order: tuple[int, ...] = ()
        self._choose = choose

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        return DealCards(tuple(self._choose(offer)))


def by_hand(choose: Callable[[DealOffer], Sequence[int]]) -> Dealer:
    """A dealer who is asked for every card as it is wanted: `choose(offer)` gives one card or more (scripted deals)."""
    return lambda deck: _ByHand(choose)

"""The house's secret: hidden orders and their salts, and what may be told of them (`HiddenDeck`, `hide`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from oddchip.fair.deck.commitment import MOST_ROOTS, POINTS, ROOTS, Commitment, Cut
from oddchip.fair.deck.openings import Opening, RejectedDeck
from oddchip.fair.deck.pedersen import commit, random_scalar, scalar_bytes
from oddchip.fair.deck.place import Place
from oddchip.fair.deck.product import prove
from oddchip.fair.deck.reading import data_of
from oddchip.fair.deck.trees import grown, leaves, path_to
from oddchip.fair.deck.wire import place_data, place_from
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import DIGEST, listed, shuffled, words
from oddchip.fair.signing import Signer

Bits = Callable[[int], bytes]


@dataclass(frozen=True)
class Candidate:
    """One hidden order: which card (by its place in the pack) lies in each slot, and 32 bytes of salt for each."""

    order: bytes
    salts: bytes

    def salt(self, slot: int) -> bytes:
        return self.salts[DIGEST * slot : DIGEST * (slot + 1)]


@dataclass(frozen=True, repr=False)
class HiddenDeck:
    """The orders behind one commitment. Nobody but the house may see it, and it is destroyed after the dispute window.

    `cards` are the numbers by which the caller knows the cards of `place.pack`, in the same order.
    """

    place: Place
    kind: str
    cards: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    roots: tuple[bytes, ...]
    proof: bytes = b""
    _grown: dict[int, list[list[bytes]]] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"HiddenDeck({self.place}, {self.kind})"

    @cached_property
    def _at(self) -> dict[int, int]:
        return {card: at for at, card in enumerate(self.cards)}

    def rows(self, candidate: int) -> list[list[bytes]]:
        """The tree of a candidate, kept once it was asked for."""
        if candidate not in self._grown:
            self._grown[candidate] = _tree(self.place, candidate, self.candidates[candidate])
        return self._grown[candidate]

    def text(self, candidate: int, slot: int) -> str:
        return self.place.pack[self.candidates[candidate].order[slot]]

    def packed(self) -> bytes:
        """All of it as bytes for the table of secrets; `unpacked` takes them back."""
        head = {"place": place_data(self.place), "kind": self.kind, "cards": list(self.cards)}
        orders = [part for each in self.candidates for part in (each.order, each.salts)]
        return listed([json.dumps(head).encode(), self.proof, listed(self.roots), listed(orders)])

    @classmethod
    def unpacked(cls, data: bytes) -> HiddenDeck:
        head, proof, roots, parts = _parts(data)
        known = data_of(head.decode())
        orders = _parts(parts)
        found = [Candidate(*pair) for pair in zip(orders[::2], orders[1::2], strict=True)]
        place = place_from(known["place"])
        return cls(place, known["kind"], tuple(known["cards"]), tuple(found), _parts(roots), proof)


def _parts(data: bytes) -> tuple[bytes, ...]:
    """What `listed` put together."""
    found, at = [], 4
    for _ in range(int.from_bytes(data[:4], "big")):
        start = at + 4
        at = start + int.from_bytes(data[at:start], "big")
        found.append(data[start:at])
    if at != len(data):
        raise FairError("these bytes are no hidden deck: they end too early or too late")
    return tuple(found)


def _tree(place: Place, candidate: int, hidden: Candidate) -> list[list[bytes]]:
    texts = [place.pack[at] for at in hidden.order]
    return grown(leaves(place.digest, candidate, texts, hidden.salts))


def _random_words(bits: Bits) -> Iterator[int]:
    while True:
        yield from words((bits(256),))


def _checked(place: Place, cards: Sequence[int]) -> tuple[int, ...]:
    if len(cards) != len(place.pack) or len(set(cards)) != len(cards):
        raise FairError(f"the cards of {place} are {len(place.pack)} different ones in the order of its pack")
    return tuple(cards)


def hide(place: Place, cards: Sequence[int], bits: Bits, roots: int = 8) -> HiddenDeck:
    """A hidden deck of the first level: `roots` candidate orders, of which the seeds will choose one.

    `cards` are the numbers of `place.pack` in its order; `bits(n)` gives n random bytes of the operating system.
    """
    known = _checked(place, cards)
    if place.shuffle:
        raise FairError(f"{place} is a reshuffle: it is hidden with points (hide_strict)")
    if not 1 <= roots <= MOST_ROOTS:
        raise FairError(f"a deck is hidden in 1 to {MOST_ROOTS} candidates, not {roots}")
    source = _random_words(bits)
    found = []
    for _ in range(roots):
        order = bytes(shuffled(len(known), source))
        found.append(Candidate(order, b"".join([bits(DIGEST) for _ in order])))
    tops = tuple(_tree(place, number, each)[-1][0] for number, each in enumerate(found))
    return HiddenDeck(place, ROOTS, known, tuple(found), tops)


def hide_strict(place: Place, cards: Sequence[int], bits: Bits, kept: Collection[int] = ()) -> HiddenDeck:
    """A hidden deck of the second level, proven to be the pack. Takes some 30 ms: not for an event loop.

    In a reshuffle `kept` names the cards that are not in the pool; `place.kept` says how many.
    """
    known = _checked(place, cards)
    if len(set(kept)) != place.kept or not set(kept) <= set(known):
        raise FairError(f"{place} keeps {place.kept} cards of its pack, not {len(set(kept))}")
    pool = [at for at, card in enumerate(known) if card not in set(kept)]
    rest = [at for at, card in enumerate(known) if card in set(kept)]
    source = _random_words(bits)
    order = [part[at] for part in (pool, rest) for at in shuffled(len(part), source)]
    salts = [random_scalar(bits) for _ in order]
    points = tuple(commit(at + 1, salt) for at, salt in zip(order, salts, strict=True))
    proof = prove(place.digest, points, [at + 1 for at in order], salts, bits)
    hidden = Candidate(bytes(order), b"".join(map(scalar_bytes, salts)))
    return HiddenDeck(place, POINTS, known, (hidden,), points, proof)


def committed(hidden: HiddenDeck, signer: Signer) -> Commitment:
    """What is published of a hidden deck, signed by the house."""
    bare = Commitment(hidden.place, hidden.kind, hidden.roots, hidden.proof, signer.key, b"")
    return Commitment(hidden.place, hidden.kind, hidden.roots, hidden.proof, signer.key, signer.sign(bare.id))


def order(hidden: HiddenDeck, cut: Cut) -> tuple[int, ...]:
    """The cards as they will be dealt, first to last, by the caller's numbers; of a reshuffle, its pool."""
    chosen = hidden.candidates[cut.chosen].order
    return tuple([hidden.cards[chosen[slot]] for slot in cut.slots])


def opening(hidden: HiddenDeck, cut: Cut, position: int) -> Opening:
    """What shows the card at a position of the deal to whoever may see it."""
    return _opening(hidden, cut.chosen, cut.slots[position])


def kept_opening(hidden: HiddenDeck, card: int) -> Opening:
    """What shows the owner of a card that a reshuffle keeps it out of its pool."""
    slot = hidden.candidates[0].order.index(hidden._at[card])
    if slot < hidden.place.pool:
        raise FairError(f"{hidden.place} does not keep {hidden.text(0, slot)}")
    return _opening(hidden, 0, slot)


def _opening(hidden: HiddenDeck, candidate: int, slot: int) -> Opening:
    path = path_to(hidden.rows(candidate), slot) if hidden.kind == ROOTS else ()
    return Opening(slot, hidden.text(candidate, slot), hidden.candidates[candidate].salt(slot), path)


def rejected(hidden: HiddenDeck, cut: Cut) -> tuple[RejectedDeck, ...]:
    """The candidates that the seeds did not choose, for all to see: the house could not know which one it would be."""
    if hidden.kind != ROOTS:
        return ()
    return tuple(
        RejectedDeck(number, tuple(hidden.place.pack[at] for at in each.order), each.salts)
        for number, each in enumerate(hidden.candidates)
        if number != cut.chosen
    )

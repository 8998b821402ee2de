"""What the house publishes before it knows the seeds (`Commitment`), and the cut that the seeds then make (`cut`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from oddchip.fair.chains import follows
from oddchip.fair.deck import product
from oddchip.fair.deck.place import Place
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import DIGEST, below, digest, expand, listed, number, permutation, text, words
from oddchip.fair.signing import check_signature

ROOTS, POINTS = "roots", "points"
MOST_ROOTS = 64


@dataclass(frozen=True)
class Commitment:
    """A hidden deck, published: nobody can change it any more, nobody can see it yet.

    `kind` is "roots" (a Merkle root for each candidate) or "points" (a Pedersen commitment for each slot, and the
    `proof` that they are the pack). `key` and `signature` are the house's.
    """

    place: Place
    kind: str
    roots: tuple[bytes, ...]
    proof: bytes
    key: bytes
    signature: bytes

    def __post_init__(self) -> None:
        if self.kind not in (ROOTS, POINTS):
            raise FairError(f'a commitment is of the kind "roots" or "points", not {self.kind!r}')
        if any(len(root) != DIGEST for root in self.roots):
            raise FairError(f"each root and each point has {DIGEST} bytes")
        if self.kind == ROOTS and (self.place.shuffle or self.proof or not 1 <= len(self.roots) <= MOST_ROOTS):
            raise FairError(f"roots are for the first deal of a hand, 1 to {MOST_ROOTS} of them and no proof")
        if self.kind == POINTS and len(self.roots) != len(self.place.pack):
            raise FairError(f"there is a point for each of {len(self.place.pack)} cards, not {len(self.roots)}")
        if self.kind == POINTS and len(self.proof) != product.size(len(self.roots)):
            raise FairError(product.size_words(len(self.roots), len(self.proof)))

    @cached_property
    def id(self) -> bytes:
        """What is signed, what the cut follows from, and what the table's next commitment names as before it."""
        return digest("commitment", self.place.digest, text(self.kind), listed(self.roots), self.proof, self.key)

    def check_signed(self, key: bytes | None = None) -> None:
        """`FairError` unless the house signed it; with `key`, unless the house is whom one knows."""
        if key is not None and key != self.key:
            raise FairError(
                f"the commitment of {self.place} is signed with the key {self.key.hex()}, not the known one"
            )
        check_signature(self.key, self.id, self.signature, f"the commitment of {self.place}")


def check_proof(commitment: Commitment) -> None:
    """`FairError` unless points are proven to be the pack (some 30 ms); roots prove it by `check_rejected` instead."""
    if commitment.kind == POINTS:
        product.check(commitment.place.digest, commitment.roots, commitment.proof)


@dataclass(frozen=True)
class Cut:
    """What the seeds make of a commitment: position k of the deal takes slot `slots[k]` of candidate `chosen`."""

    chosen: int
    slots: tuple[int, ...]
    key: bytes


def check_seeds(commitment: Commitment, seeds: Mapping[int, bytes]) -> None:
    """`FairError` unless each seed is the one that the seat's tip in the commitment stands for."""
    tips = commitment.place.tips
    for seat, seed in sorted(seeds.items()):
        if seat not in tips:
            raise FairError(f"seat {seat} gives a seed for {commitment.place} and has no tip there")
        if not follows(tips[seat], seed):
            raise FairError(f"the seed of seat {seat} for {commitment.place} is not the one its tip stands for")


def cut(commitment: Commitment, seeds: Mapping[int, bytes]) -> Cut:
    """The cut of a commitment by the seeds of its seats; everybody computes the same.

    At a first deal every seat with a tip has given its seed (if one does not, a new deck is committed without it); at a
    reshuffle the seats that gave none are left out.
    """
    check_seeds(commitment, seeds)
    missing = sorted(set(commitment.place.tips) - set(seeds))
    if missing and not commitment.place.shuffle:
        raise FairError(f"the seed of seat {missing[0]} is missing for {commitment.place}: a first deal has them all")
    key = digest("cut", commitment.id, listed(number(seat) + seeds[seat] for seat in sorted(seeds)))
    chosen = below(len(commitment.roots), words(expand(key, "candidate"))) if commitment.kind == ROOTS else 0
    return Cut(chosen, permutation(key, commitment.place.pool), key)

"""What fair dealing costs: `scripts/bench fair`.

`scripts/bench fair [--json]`. A hand of 52 cards for six seats, three of which give seeds, hidden in N = 8 candidates
(level 1; 32 beside it) and with points (level 2). Processor time, medians of some rounds. The limits are times: to
commit and cut 2 ms a hand, to verify a card 0.1 ms, to prove and check a strict deck 100 ms together.
"""

import os
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

from _rounds import Row, show  # isort: skip

from oddchip.cards import Deck
from oddchip.fair.chains import SeedChain
from oddchip.fair.deck import (
    Place,
    Shuffled,
    check_opening,
    check_proof,
    check_rejected,
    committed,
    cut,
    hide,
    hide_strict,
    opening,
    record_data,
    rejected,
    signed_record,
    verify_hand,
)
from oddchip.fair.signing import Signer

ROUNDS, SEATS, GIVE = 15, (0, 1, 2, 3, 4, 5), (0, 2, 4)
COMMIT_AND_CUT, A_CARD, PROOF = 2, 0.1, 100
"""Milliseconds, at most."""
DECK, SIGNER = Deck(), Signer(os.urandom(32))


def milliseconds(call, *arguments, rounds=ROUNDS):
    """The median of some rounds, after one to warm up, and what the call gave."""
    given, taken = call(*arguments), []
    for _ in range(rounds):
        started = process_time()
        given = call(*arguments)
        taken.append(1e3 * (process_time() - started))
    return median(taken), given


def a_place(hand):
    chains = {seat: SeedChain.made(os.urandom(32), 8) for seat in GIVE}
    place = Place.of("bench", hand, 0, "badugi", DECK, SEATS, tips={seat: chain.tip for seat, chain in chains.items()})
    return place, {seat: chain.reveal() for seat, chain in chains.items()}


def roots(number):
    """Rows of a first deal with so many candidates."""
    place, seeds = a_place(1)

    def commit_and_cut():
        hidden = hide(place, DECK.cards, os.urandom, number)
        commitment = committed(hidden, SIGNER)
        return hidden, commitment, cut(commitment, seeds)

    taken, (hidden, commitment, made) = milliseconds(commit_and_cut)
    limit = COMMIT_AND_CUT if number == 8 else None
    yield Row(f"commit and cut, {number} candidates", taken, "ms", limit, at_most=True)
    if number == 8:
        yield from cards("a Merkle path", hidden, commitment, made)
    taken, _ = milliseconds(check_rejected, commitment, made, rejected(hidden, made))
    yield Row(f"check the {number - 1} candidates not chosen", taken, "ms")
    yield whole(hidden, commitment, made, seeds)


def cards(words, hidden, commitment, made):
    """Opening and checking one card, from all 52."""
    taken, shown = milliseconds(lambda: [opening(hidden, made, position) for position in range(52)])
    yield Row(f"open a card, {words}", taken / 52, "ms")
    taken, _ = milliseconds(lambda: [check_opening(commitment, made, k, one) for k, one in enumerate(shown)])
    yield Row(f"verify a card, {words}", taken / 52, "ms", A_CARD, at_most=True)


def whole(hidden, commitment, made, seeds):
    """The record of a hand of 30 cards, all shown."""
    dealt = tuple((position, SEATS[position % 6]) for position in range(30))
    shown = tuple((position, opening(hidden, made, position)) for position, _ in dealt)
    record = signed_record([Shuffled(commitment, seeds, "", rejected(hidden, made), dealt, shown)], SIGNER)
    taken, _ = milliseconds(verify_hand, record_data(record), rounds=5)
    kind = f"{len(commitment.roots)} roots" if commitment.kind == "roots" else "points"
    return Row(f"verify the record of a hand, 30 cards, {kind}", taken, "ms")


def points():
    """Rows of a strict deal."""
    place, seeds = a_place(2)
    prove, hidden = milliseconds(hide_strict, place, DECK.cards, os.urandom, rounds=7)
    commitment = committed(hidden, SIGNER)
    check, _ = milliseconds(check_proof, commitment, rounds=7)
    yield Row("strict: hide and prove", prove, "ms")
    yield Row("strict: check the proof", check, "ms")
    yield Row("strict: both", prove + check, "ms", PROOF, at_most=True)
    yield Row("strict: the proof", len(commitment.proof), "bytes")
    taken, made = milliseconds(cut, commitment, seeds)
    yield Row("strict: cut", taken, "ms")
    yield from cards("a point", hidden, commitment, made)
    yield whole(hidden, commitment, made, seeds)


def main():
    return show([*roots(8), *roots(32), *points()], "fair dealing, 52 cards, six seats")


if __name__ == "__main__":
    sys.exit(main())

"""Committed decks: the house fixes a hidden order before it knows the seeds, and cannot deal otherwise afterwards.

::

    place = Place.of("friday", 7, 0, "badugi", game.deck, seats=(0, 2, 5), before=last.id, tips={2: tip})
    hidden = hide(place, game.deck.cards, os.urandom)           # stays with the house
    commitment = committed(hidden, signer)                      # is published
    made = cut(commitment, {2: seed})                           # what the seeds then make of it
    order(hidden, made)                                         # the cards as they are dealt
    shown = opening(hidden, made, 3)                            # to whoever may see the fourth card
    check_opening(commitment, made, 3, shown)                   # what he does with it
    check_rejected(commitment, made, rejected(hidden, made))    # and anybody with the candidates not chosen
    record = signed_record([Shuffled(commitment, {2: seed}, ...)], signer, reader=2)
    verify_hand(record_data(record))                            # all of it again, from JSON
"""

from oddchip.fair.deck.commitment import POINTS, ROOTS, Commitment, Cut, check_proof, check_seeds, cut
from oddchip.fair.deck.hidden import (
    HiddenDeck,
    committed,
    hide,
    hide_strict,
    kept_opening,
    opening,
    order,
    rejected,
)
from oddchip.fair.deck.openings import Opening, RejectedDeck, check_kept, check_opening, check_rejected
from oddchip.fair.deck.place import FIRST, Place
from oddchip.fair.deck.record import HandRecord, Shuffled, record_data, record_from, signed_record
from oddchip.fair.deck.verify import forks, verify_hand, verify_hands
from oddchip.fair.deck.wire import commitment_data, commitment_from, opening_data, opening_from

__all__ = [
    "FIRST",
    "POINTS",
    "ROOTS",
    "Commitment",
    "Cut",
    "HandRecord",
    "HiddenDeck",
    "Opening",
    "Place",
    "RejectedDeck",
    "Shuffled",
    "check_kept",
    "check_opening",
    "check_proof",
    "check_rejected",
    "check_seeds",
    "commitment_data",
    "commitment_from",
    "committed",
    "cut",
    "forks",
    "hide",
    "hide_strict",
    "kept_opening",
    "opening",
    "opening_data",
    "opening_from",
    "order",
    "record_data",
    "record_from",
    "rejected",
    "signed_record",
    "verify_hand",
    "verify_hands",
]

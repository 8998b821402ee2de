"""Fair dealing at length: the odds of cut and choose with whole packs, and tampering by the thousand."""

import pytest
from hypothesis import given

from fair_cheats import strict_with
from fair_house import FRENCH_DECK, ITALIAN_DECK, ONE_JOKER, TWO_JOKERS, House
from fair_stored import patched
from fair_tampering import DATA, other_shapes, other_values
from oddchip.fair.deck import check_proof, committed, verify_hand
from oddchip.fair.errors import FairError
from test_fair_cheats import caught, within_three_errors

TRIALS = 2000


@pytest.mark.parametrize("roots", [8, 32])
def test_a_card_twice_in_one_of_n_candidates_is_caught_at_the_stated_odds(roots, verified):
    found = caught(roots, FRENCH_DECK, TRIALS, seed=roots)
    chance = 1 - 1 / roots
    verified(
        f"fair, cut and choose of {roots}",
        f"{TRIALS:,} hands of a house that hides one candidate of {roots} with a card twice, 52 cards",
        f"caught in {found:,}, expected {TRIALS * chance:,.1f}, three standard errors "
        f"{3 * (TRIALS * chance * (1 - chance)) ** 0.5:.1f}",
    )
    assert within_three_errors(found, TRIALS, chance)


def test_a_card_twice_among_points_is_caught_always(verified):
    house, trials, found = House(1), 400, 0
    for trial in range(trials):
        deck = (FRENCH_DECK, ITALIAN_DECK, ONE_JOKER, TWO_JOKERS)[trial % 4]
        values = [*range(1, deck.size + 1)]
        at = int.from_bytes(house.bits(4), "big") % deck.size
        values[at] = values[at - 1]
        commitment = committed(strict_with(house.place(deck), deck.cards, house.bits, values), house.signer)
        try:
            check_proof(commitment)
        except FairError:
            found += 1
    verified(
        "fair, points", f"{trials} strict decks of 40, 52, 53 and 54 cards with a card twice", f"caught in {found}"
    )
    assert found == trials


@given(other_values())
def a_changed_byte_is_detected(case):
    name, at, other = case
    with pytest.raises(FairError):
        verify_hand(patched(DATA[name], at, other))


@given(other_shapes())
def a_part_missing_doubled_or_exchanged_is_detected(case):
    _, data, differs = case
    if differs:
        with pytest.raises(FairError):
            verify_hand(data)


def test_tampering_by_the_thousand(verified):
    verified(
        "fair, tampering",
        "2,000 records with one byte of one field changed, 2,000 with a part left out, doubled or exchanged",
        "none of them holds",
    )
    a_changed_byte_is_detected()
    a_part_missing_doubled_or_exchanged_is_detected()

"""Rules of the ledgers that no ruling puts into data and that belong to no one module."""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from oddchip import (
    CALL,
    CHECK,
    FOLD,
    PAT,
    FixedLimit,
    Give,
    Hand,
    HouseRules,
    RaiseTo,
    Seat,
    Stake,
    find_game,
    shuffled,
)
from oddchip import history as records
from oddchip.actions import BetOffer, Discard
from oddchip.cards import FRENCH, ITALIAN, Deck, card_words, cards_text, rank_of, suit_of
from oddchip.dealers import fixed
from oddchip.errors import IllegalAction
from oddchip.events import Awarded, Discarded, Drew, Mucked, Received, Sealed, Shown, Swapped
from oddchip.rankings import Ranking, order
from oddchip.rulings import coverage

BUG = Deck(FRENCH, 1)


def begin(game: str, seats: int = 3, seed: int = 1, stakes=None, **house) -> Hand:
    places = [Seat(number, 200) for number in range(seats)]
    rules = HouseRules.of(**house)
    return Hand.start(find_game(game), stakes or FixedLimit(2, 4), places, 0, shuffled(Random(seed)), house=rules)


def test_cp_6a_suits_of_a_straight_need_not_all_differ() -> None:
    high, read = order(Ranking.HIGH), FRENCH
    two_suits = Deck(read).parse("9c 8c 7d 6d 5c")
    assert high.category(high.value(two_suits)) == "straight"
    assert high.category(high.value(Deck(read).parse("9c 8c 7c 6c 5c"))) == "straight flush"


def played_california() -> Hand:
    hand = begin("california_poker", 2, stakes=Stake(10))
    for seat in sorted(hand.to_act):
        hand = hand.act(Give(hand.holdings[seat][:4]), seat)
    return hand


def test_cp_10_the_record_holds_both_eights_choices_finals_and_the_result() -> None:
    hand = played_california()
    eights = [event for event in hand.events if type(event).__name__ == "Dealt"]
    swap = next(event for event in hand.events if isinstance(event, Swapped))
    assert sum(len(event.cards) for event in eights) == 16
    assert [len(gift) for gift in swap.gifts] == [4, 4]
    assert all(len(cards) == 8 for cards in hand.holdings.values())
    awards = [event for event in hand.events if isinstance(event, Awarded)]
    assert all(len(award.cards) == 5 for award in awards)
    assert records.load(records.dump(hand)).replay().result == hand.result


def test_cp_11_cards_are_shown_chosen_waited_for_and_judged_in_that_order() -> None:
    hand = played_california()
    kinds = [type(event).__name__ for event in hand.events]
    stages = [kinds.index("Dealt"), kinds.index("Began"), kinds.index("Sealed"), kinds.index("Swapped")]
    assert stages == sorted(stages)
    assert kinds.index("Swapped") < kinds.index("Awarded")
    assert sum(isinstance(event, Sealed) for event in hand.events) == 2


def test_it_5_and_it_6_courts_by_name_and_rank() -> None:
    deck = Deck(ITALIAN)
    courts = deck.parse("7d Fd Cd Rd")
    assert [rank_of(card) for card in courts] == sorted(rank_of(card) for card in courts)
    assert [card_words(card, deck) for card in courts] == [
        "seven of coins",
        "knave of coins",
        "knight of coins",
        "king of coins",
    ]
    high = order(Ranking.HIGH, deck)
    # The ace is above the king, and below the deuce in a straight.
    assert high.value(deck.parse("Ad Rc 7s 5b 3d")) > high.value(deck.parse("Rd Cc 7s 5b 3d"))
    assert high.category(high.value(deck.parse("Ad 2c 3s 4b 5d"))) == "straight"


def test_bet_2_only_what_is_offered_is_taken() -> None:
    hand = begin("kansas_city")
    offer = hand.offer
    assert isinstance(offer, BetOffer)
    assert offer.raise_to.least == offer.raise_to.most == 4
    for action in (CHECK, RaiseTo(3), RaiseTo(5), RaiseTo(6), PAT):
        with pytest.raises(IllegalAction):
            hand.act(action)
    for action in offer.actions():
        assert hand.act(action) != hand


def test_d_sd_1_the_last_aggressor_shows_first() -> None:
    hand = begin("kansas_city", 2)
    while not isinstance(hand.offer, BetOffer) or hand.round_number == 0:
        hand = hand.act(hand.offer.actions()[0])
    hand = hand.act(CHECK)
    bettor = hand.turn
    hand = hand.act(RaiseTo(hand.offer.raise_to.least)).act(CALL)
    first = next(event for event in hand.events if isinstance(event, Shown | Mucked))
    assert isinstance(first, Shown)
    assert first.seat == bettor


def test_d_bug_5_one_ace_or_one_hole_is_all_a_bug_can_be() -> None:
    high = order(Ranking.HIGH, BUG)
    plain = order(Ranking.HIGH)
    rng = Random(5)
    for _ in range(400):
        four = tuple(rng.sample(FRENCH.cards, 4))
        value = high.hand(high.value((*four, 52)))
        best = plain.hand(max(plain.value((*four, card)) for card in _readings(four)))
        if sum(rank_of(card) == 12 for card in four) < 4:
            assert value == best, cards_text(four)


def _readings(four: tuple[int, ...]) -> list[int]:
    """An ace; any card of the one suit; any rank inside a window of five ranks, in a suit not held there."""
    free = [card for card in FRENCH.cards if card not in four]
    found = [card for card in free if rank_of(card) == 12]
    ranks = {rank_of(card) for card in four}
    if len(ranks) == 4:
        suits = {suit_of(card) for card in four}
        inside = [card for card in free if rank_of(card) not in ranks]
        runs = [{*range(low, low + 5)} for low in range(9)] + [{12, 0, 1, 2, 3}]
        found += [card for card in inside if any(ranks | {rank_of(card)} == run for run in runs)]
        found += [card for card in inside if suits == {suit_of(card)}]
    return found


def test_d_po_8_each_deal_of_a_chain_is_a_record_of_its_own() -> None:
    first = begin("gardena_jackpots", 3, seed=next(_unopened()))
    while not first.over:
        first = first.act(CHECK)
    assert first.carry is not None
    seats = [Seat(number, chips) for number, chips in first.stacks.items()]
    second = Hand.start(first.game, first.stakes, seats, 1, shuffled(Random(2)), carry=first.carry)
    while not second.over:
        second = (
            second.act(CHECK if second.offer.check else FOLD) if isinstance(second.offer, BetOffer) else second.act(PAT)
        )
    both = records.load_all(records.dump_all([first, second]))
    assert len(both) == 2
    assert second.carried == first.carry


def _unopened():
    for seed in range(100):
        hand = begin("gardena_jackpots", 3, seed=seed)
        if not any(
            hand.holdings[seat] and hand.view(seat).offer and hand.view(seat).offer.raise_to for seat in hand.seats
        ):
            yield seed


def test_d_pa_5_the_fifth_card_comes_after_the_others_have_drawn() -> None:
    hand = begin("kansas_city", 3, fifth_card_last=True)
    while isinstance(hand.offer, BetOffer):
        hand = hand.act(hand.offer.actions()[0])
    everything = hand.holdings[hand.turn]
    thrower = hand.turn
    hand = hand.act(Discard(everything))
    assert len(hand.holdings[thrower]) == 4
    while not isinstance(hand.offer, BetOffer):
        hand = hand.act(PAT)
    last = [event for event in hand.events if isinstance(event, Drew | Discarded | Received)][-1]
    assert isinstance(last, Received)
    assert (last.seat, len(last.cards)) == (thrower, 1)


def test_d_pa_6_the_bottom_card_is_never_dealt_before_it_is_shuffled() -> None:
    deck = tuple(FRENCH.cards)
    names = [Seat(number, 200) for number in range(8)]
    rules = HouseRules.of(reshuffle="reserve_bottom")
    bottom = deck[-1]
    pool = []

    def dealer(pack):
        dealing = fixed(deck)(pack)

        class Watched:
            order = dealing.order

            def answer(self, offer, asked):
                from oddchip.actions import DealCards

                pool.append(offer.eligible)
                return DealCards(offer.eligible)

        return Watched()

    hand = Hand.start(find_game("kansas_city"), FixedLimit(2, 4), names, 0, dealer, house=rules)
    while isinstance(hand.offer, BetOffer):
        hand = hand.act(hand.offer.actions()[0])
    while not hand.over and not pool:
        hand = hand.act(Discard(tuple(next(combinations(hand.holdings[hand.turn], 5)))))
    assert bottom in pool[0]


#: Rules that no engine can keep or break: drawings, live rooms, tournaments, and one about the names in an example.
NOT_FOR_AN_ENGINE = {
    *("IT-3", "IT-7", "IT-8", "IT-9", "IT-10", "IT-11", "IT-12", "IT-23", "IT-25", "IT-26", "IT-27"),
    *("S8-18", "BET-15", "D-DR-6", "D-PA-7"),
    *("SIT-2", "TRN-1", "TRN-2", "TRN-4", "TRN-6", "TRN-7", "TRN-8"),
}


def test_every_other_rule_has_a_ruling_or_a_test() -> None:
    here = Path(__file__).parent
    texts = [(file.name, file.read_text()) for file in sorted((here / "rulings").glob("*.yaml"))]
    ledgers = [file.read_text() for file in sorted((here.parent / "docs" / "rules").glob("*.md"))]
    tests = [file.read_text() for file in sorted(here.rglob("*.py")) if file != Path(__file__)]
    cited_here = Path(__file__).read_text().split("NOT_FOR_AN_ENGINE")[0]
    assert set(coverage(texts, ledgers, [*tests, cited_here])) <= NOT_FOR_AN_ENGINE

"""Cards, packs and decks: what is read, what is written, what is refused and how it is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.cards import (
    FRENCH,
    ITALIAN,
    JOKERS,
    MEXICAN,
    PACKS,
    SHORT,
    UNKNOWN,
    Deck,
    card_text,
    card_words,
    cards_text,
    eleven_minus,
    exactly,
    is_joker,
    parse_cards,
    rank_of,
    sort_for_display,
    stripped,
    suit_of,
)
from oddchip.errors import CardError

DECKS = [Deck(pack, jokers) for pack in PACKS.values() for jokers in range(3)]
BUG = Deck(FRENCH, 1)


@given(deck=st.sampled_from(DECKS), data=st.data())
def test_text_comes_back(deck, data):
    cards = tuple(data.draw(st.lists(st.sampled_from(deck.cards), unique=True)))
    text = cards_text(cards, deck)
    assert deck.parse(text) == cards
    assert deck.parse(text.replace(" ", "")) == cards
    assert deck.parse(text.lower().replace(" ", ", ")) == cards


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        cards = BUG.parse(text)
    except CardError:
        return
    assert set(cards) <= set(BUG.cards)


def test_a_card_is_a_small_int():
    assert parse_cards("2c 2s As") == (0, 3, 51)
    assert (rank_of(51), suit_of(51), is_joker(51), is_joker(52)) == (12, 3, False, True)


def test_other_ways_to_write():
    assert parse_cards("10h,10C") == parse_cards("Th Tc")
    assert BUG.parse("Jk") == BUG.parse("joker") == BUG.parse("x1") == (JOKERS[0],)
    assert parse_cards("As ?? ??", allow_unknown=True) == (51, UNKNOWN, UNKNOWN)
    assert cards_text((51, UNKNOWN, 53)) == "As ?? X2"


def test_italian_cards_are_the_same_ints():
    """IT-2: coins are diamonds, cups hearts, swords spades, batons clubs; knave, knight and king are J, Q and K."""
    assert parse_cards("Fd Cc Rs Ab", ITALIAN) == parse_cards("Jd Qh Ks Ac")
    assert card_words(parse_cards("Cc", ITALIAN)[0], ITALIAN) == "knight of cups"


def test_words():
    assert card_words(parse_cards("Jh")[0]) == "jack of hearts"
    assert [card_words(card) for card in (52, 53, UNKNOWN)] == ["joker", "second joker", "face-down card"]
    assert FRENCH.plural(4) == "sixes"


@pytest.mark.parametrize(
    "text, deck, says",
    [
        ("As Zs", Deck(), "no card is called 'Zs': expected a rank of 23456789TJQKA and a suit of cdhs"),
        ("A", BUG, "no card is called 'A': expected .* or the joker X1"),
        ("As as", Deck(), "As is there twice"),
        ("X1", Deck(), "X1 is not in this deck: french has no joker"),
        ("X2", BUG, "X2 is not in this deck: french with one bug has one joker, X1"),
        ("X1 Jk", BUG, r"two jokers \(Jk again\) where this deck has one"),
        ("Jk", Deck(FRENCH, 2), "write X1 or X2"),
        ("8d", Deck(ITALIAN), "no card is called '8d': expected a rank of 234567FCRA and a suit of bdcs"),
        ("2s", Deck(SHORT), r"2s is not in this deck \(short\): expected a rank of 6789TJQKA"),
        ("??", Deck(), "every card must be known"),
    ],
)
def test_refused_in_a_sentence(text, deck, says):
    with pytest.raises(CardError, match=says):
        deck.parse(text)


def test_a_wrong_number_of_cards():
    assert exactly((1, 2), 2) == (1, 2)
    with pytest.raises(CardError, match="expected 5 discards, not 2"):
        exactly((1, 2), 5, "discards")


def test_packs():
    """IT-1, IT-24, and the sizes of the rest."""
    assert [Deck(pack).size for pack in (FRENCH, ITALIAN, SHORT, MEXICAN)] == [52, 40, 36, 40]
    assert Deck(MEXICAN, 1).size == 41
    assert Deck(FRENCH, 2, wild=True).name == "french with two wild jokers"
    assert ITALIAN.cards == MEXICAN.cards
    with pytest.raises(CardError, match="no joker, one or two, not 3"):
        Deck(FRENCH, 3)


def test_stripped_packs():
    kuhn, leduc = stripped("JQK", (3,)), stripped((9, 10, 11), (2, 3), name="leduc")
    assert cards_text(kuhn.cards) == "Js Qs Ks"
    assert (kuhn.name, leduc.name, len(leduc.cards)) == ("JQK of s", "leduc", 6)
    for ranks, suits in (("", (0,)), ("1", (0,)), ((13,), (0,)), ("A", ())):
        with pytest.raises(CardError):
            stripped(ranks, suits)


def test_eleven_minus_the_players():
    """IT-13: six players play with fives to aces."""
    assert [(eleven_minus(n).ranks[0] + 2, len(eleven_minus(n).cards)) for n in (4, 5, 6)] == [
        (7, 32),
        (6, 36),
        (5, 40),
    ]
    with pytest.raises(CardError, match="2 to 9"):
        eleven_minus(10)


def test_shown_in_order():
    """CP-2: ascending by rank, then clubs, diamonds, hearts, spades."""
    assert cards_text(sort_for_display(BUG.parse("As X1 2s 2c Td 2h"))) == "2c 2h 2s Td As X1"


def test_decks_are_values():
    assert Deck(FRENCH, 1) == BUG
    assert len({Deck(FRENCH, 1), BUG, Deck()}) == 2
    assert card_text(51, Deck(ITALIAN)) == "As"

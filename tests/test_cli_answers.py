"""What a person enters is read as an action on offer, or refused in a sentence."""

import pytest

from oddchip import Deck, OddchipError, RaiseTo
from oddchip.actions import (
    CALL,
    CHECK,
    DECLARE_OPEN,
    FOLD,
    PAT,
    PAY_BRING_IN,
    BetOffer,
    Between,
    DeclareOffer,
    DeclareWay,
    Discard,
    DrawOffer,
    Exactly,
    Give,
    No,
    SwapOffer,
    Way,
)
from oddchip.cards import FRENCH
from oddchip.cli.answers import Asked, read_answer

DECK = Deck(FRENCH, 1)
HELD = DECK.parse("2c 5d 9h Ks X1")
EIGHT = DECK.parse("2c 3c 4c 5c 6c 7c 8c 9c")
FREE = BetOffer(True, True, No("there is nothing to call"), Exactly(4))
PRICED = BetOffer(True, No("there is a bet to call"), 4, Exactly(8))
RANGE = BetOffer(True, No("there is a bet to call"), 4, Between(8, 100))
SHORT = BetOffer(True, No("there is a bet to call"), 3, No("calling takes all your chips"))
BRING_IN = BetOffer(
    No("the bring-in must be paid"), No("the bring-in is owed"), No("nobody has bet yet"), Exactly(2), 1
)
OPEN_ALL_IN = BetOffer(No("you are all-in"), True, No("no"), No("you are all-in"), declare_open=True)


def asked(offer, cards=HELD, stack=100, bet=0, pot=10):
    return Asked(offer, cards, DECK, stack, bet, pot)


BETS = [
    ("f", FREE, FOLD),
    ("FOLD", FREE, FOLD),
    ("k", FREE, CHECK),
    ("check", FREE, CHECK),
    ("c", FREE, CHECK),
    ("b", FREE, RaiseTo(4)),
    ("bet 4", FREE, RaiseTo(4)),
    ("open", FREE, RaiseTo(4)),
    ("c", PRICED, CALL),
    ("call", PRICED, CALL),
    ("r", PRICED, RaiseTo(8)),
    ("r8", PRICED, RaiseTo(8)),
    ("raise to 8", PRICED, RaiseTo(8)),
    ("r $20", RANGE, RaiseTo(20)),
    ("raise min", RANGE, RaiseTo(8)),
    ("raise pot", RANGE, RaiseTo(18)),
    ("allin", RANGE, RaiseTo(100)),
    ("all in", RANGE, RaiseTo(100)),
    ("r all-in", RANGE, RaiseTo(100)),
    ("bring-in", BRING_IN, PAY_BRING_IN),
    ("c", BRING_IN, PAY_BRING_IN),
    ("complete", BRING_IN, RaiseTo(2)),
    ("open", OPEN_ALL_IN, DECLARE_OPEN),
]


@pytest.mark.parametrize("text, offer, action", BETS)
def test_bets(text, offer, action):
    assert read_answer(text, asked(offer)) == action


def test_all_in_may_be_a_call():
    assert read_answer("allin", asked(SHORT, stack=3)) == CALL


REFUSED_BETS = [
    ("k", PRICED, "there is a bet to call"),
    ("call", FREE, "there is nothing to call"),
    ("f", BRING_IN, "the bring-in must be paid"),
    ("r", SHORT, "calling takes all your chips"),
    ("r", RANGE, "from 8 to 100"),
    ("r 5", RANGE, "to 100"),
    ("r 5.5", RANGE, "a whole number"),
    ("r -8", RANGE, "a whole number"),
    ("b 5", FREE, "to 4 and no other"),
    ("allin", FREE, "the most is 4"),
    ("d 1", FREE, "no answer here"),
    ("", FREE, "no answer here"),
    ("\x00", FREE, "no answer here"),
]


@pytest.mark.parametrize("text, offer, sentence", REFUSED_BETS)
def test_bets_that_are_not_on_offer(text, offer, sentence):
    with pytest.raises(OddchipError, match=sentence):
        read_answer(text, asked(offer))


DRAWS = [
    ("p", PAT),
    ("pat", PAT),
    ("d 0", PAT),
    ("d 1 3", Discard(DECK.parse("2c 9h"))),
    ("d13", Discard(DECK.parse("2c 9h"))),
    ("draw 1,3", Discard(DECK.parse("2c 9h"))),
    ("draw Ks 9h", Discard(DECK.parse("Ks 9h"))),
    ("d ks9h", Discard(DECK.parse("Ks 9h"))),
    ("d joker", Discard(DECK.parse("X1"))),
    ("keep 2 4 5", Discard(DECK.parse("2c 9h"))),
    ("keep Ks", Discard(DECK.parse("2c 5d 9h X1"))),
]


@pytest.mark.parametrize("text, action", DRAWS)
def test_draws_by_place_and_by_card(text, action):
    assert read_answer(text, asked(DrawOffer(HELD))) == action


REFUSED_DRAWS = [
    ("d", "say which cards"),
    ("d 6", "places 1 to 5"),
    ("d 11", "named twice"),
    ("d 2d", "you do not hold the deuce of diamonds"),
    ("d Zz", "no card is called"),
    ("d 1 2 3 4", "at most 3"),
    ("2", "d 1 3"),
    ("c", "p to stand pat"),
]


@pytest.mark.parametrize("text, sentence", REFUSED_DRAWS)
def test_draws_that_cannot_be(text, sentence):
    with pytest.raises(OddchipError, match=sentence):
        read_answer(text, asked(DrawOffer(HELD, most=3)))


@pytest.mark.parametrize("text, way", [("l", "low"), ("high", "high"), ("declare both", "both"), ("B", "both")])
def test_declarations(text, way):
    assert read_answer(text, asked(DeclareOffer())) == DeclareWay(Way(way))


def test_other_declarations_are_refused():
    with pytest.raises(OddchipError, match="low \\(l\\), high \\(h\\) or both \\(b\\)"):
        read_answer("neither", asked(DeclareOffer()))


@pytest.mark.parametrize("text", ["g 1 2 3 4", "give 1234", "keep 5 6 7 8", "g 2c 3c 4c 5c", "keep 6c7c8c9c"])
def test_giving_and_keeping_four_say_the_same_cp_3(text):
    assert read_answer(text, asked(SwapOffer(EIGHT, 4), EIGHT)) == Give(EIGHT[:4])


@pytest.mark.parametrize(
    "text, sentence", [("g 1 2 3", "exactly 4"), ("keep 1", "exactly 4"), ("c", "4 cards to give")]
)
def test_other_gifts_are_refused(text, sentence):
    with pytest.raises(OddchipError, match=sentence):
        read_answer(text, asked(SwapOffer(EIGHT, 4), EIGHT))

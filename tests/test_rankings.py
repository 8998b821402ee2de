"""Hand values: against the rulings, against the slow reference, in words, and which cards play."""

import random
from itertools import combinations
from pathlib import Path
from time import perf_counter

import pytest
import yaml

from oddchip.cards import FRENCH, ITALIAN, MEXICAN, SHORT, UNKNOWN, Deck, cards_text, parse_cards, rank_of, stripped
from oddchip.errors import CardError, GameError
from oddchip.rankings import Category, Chooser, Ranking, best_use, order
from oddchip.rankings import combinations as count_combinations
from reference_ranking import Reference

HIGH, A5, R27 = Ranking.HIGH, Ranking.ACE_TO_FIVE_LOW, Ranking.DEUCE_TO_SEVEN_LOW
A6, BADUGI = Ranking.ACE_TO_SIX_LOW, Ranking.BADUGI
BUG, TWO_BUGS, WILD = Deck(FRENCH, 1), Deck(FRENCH, 2), Deck(FRENCH, 1, wild=True)
RULINGS = Path(__file__).parent / "rulings"


def rulings(*files, kind=None, evaluator=None):
    found = []
    for file in files:
        sheet = yaml.safe_load((RULINGS / f"{file}.yaml").read_text())
        found += [sheet.get("defaults", {}) | ruling for ruling in sheet["vectors"]]
    found = [r for r in found if r.get("kind") == kind and (evaluator is None or r["evaluator"] in evaluator)]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


def better(judge, a, b, names=("a_wins", "b_wins")):
    a, b = judge.value(a), judge.value(b)
    return names[a < b] if a != b else "tie"


# -- rulings ---------------------------------------------------------------------------------------------------------

EVALUATORS = {"high_bug": HIGH, "low_a5": A5, "low_27": R27, "low_a6": A6, "badugi": BADUGI}
CLASSES = {
    "high_card": Category.HIGH_CARD,
    "five_kind": Category.FIVE_OF_A_KIND,
    **{category.name.lower(): category for category in Category},
}


@rulings("draw_compare_high", "draw_compare_low", "draw_compare_badugi", evaluator=EVALUATORS)
def test_comparisons(ruling):
    judge = order(EVALUATORS[ruling["evaluator"]], BUG, **ruling.get("options", {}))
    a, b = BUG.parse(ruling["a"]), BUG.parse(ruling["b"])
    assert better(judge, a, b) == ruling["expect"]
    for cards, name in ((a, ruling["a_class"]), (b, ruling["b_class"])):
        hand = judge.hand(judge.value(cards))
        if name.startswith("badugi"):
            assert len(hand.ranks) == int(name[6:])
        else:
            assert hand.category == CLASSES[name]
    if "joker_as" in ruling:
        (stands,) = judge.stands_for(a).values()
        assert FRENCH.rank_letters[rank_of(stands)] == ruling["joker_as"]


@rulings("draw_compare_hilo")
def test_both_ways(ruling):
    a, b = BUG.parse(ruling["a"]), BUG.parse(ruling["b"])
    low = order(A5, BUG)
    floor = low.floor("low 8")
    assert better(order(HIGH, BUG), a, b) == ruling["expect_high"]
    if max(low.value(a), low.value(b)) < floor:
        assert ruling["expect_low"] == "no_qualifier"
    else:
        assert better(low, a, b) == ruling["expect_low"]


@rulings("draw_openers", kind="openers")
def test_openers(ruling):
    """D-JP-1, and D-FB-3 where four cards are held."""
    judge = order(HIGH, BUG)
    assert (judge.value(BUG.parse(ruling["hand"])) >= judge.floor(f"pair {ruling['level']}")) == ruling["qualifies"]


def italian(ruling):
    return order(HIGH, ITALIAN, rank40=ruling.get("setup", {}).get("rank40", ruling["rank40"]))


@rulings("common_italian", kind="compare")
def test_italian_comparisons(ruling):
    a, b = (parse_cards(ruling["cards"][name], ITALIAN) for name in "AB")
    assert better(italian(ruling), a, b, names="AB") == ruling["expect"]["better"]


@rulings("common_italian", kind="value")
def test_italian_values(ruling):
    judge = italian(ruling)
    hand = judge.hand(judge.value(parse_cards(ruling["cards"], ITALIAN)))
    wanted = {"SF": Category.STRAIGHT_FLUSH, "straight": Category.STRAIGHT, "high": Category.HIGH_CARD}
    assert hand.category == wanted[ruling["expect"]["category"]]
    assert ITALIAN.rank_letters[hand.ranks[0]] == ruling["expect"]["top"]


@rulings("common_italian", kind="low")
def test_italian_lows(ruling):
    """IT-19: the low cap is a floor, seven or the knave."""
    judge = order(A5, ITALIAN)
    value = judge.value(parse_cards(ruling["cards"], ITALIAN))
    floor = judge.floor({"seven": "low 7", "knave_as_eight": "low F"}[ruling["setup"]["low_cap"]])
    low = [ITALIAN.rank_letters[rank] for rank in judge.hand(value).ranks]
    assert (low if value >= floor else None) == (ruling["expect"]["low"] and ruling["expect"]["low"].split())


@rulings("common_stud8", kind="hand")
def test_stud_hands(ruling):
    deck = TWO_BUGS if "2" in ruling["game"] else BUG
    cards, high, low = deck.parse(ruling["cards"]), order(HIGH, deck), order(A5, deck)
    hand = high.hand(high.value(cards))
    words, *ranks = ruling["expect"]["high"]
    assert words in (high.category(high.value(cards)), hand.category.name.lower().replace("_", " "))
    told = " ".join(FRENCH.rank_letters[rank] for rank in hand.ranks)
    assert told.startswith(ranks[0]) or [FRENCH.rank_letters[rank] for rank in dict.fromkeys(hand.ranks)] == ranks
    value = low.value(cards)
    found = [FRENCH.rank_letters[rank] for rank in low.hand(value).ranks] if value >= low.floor("low 8") else None
    assert found == (ruling["expect"]["low"] and ruling["expect"]["low"].split())


# -- against the reference -------------------------------------------------------------------------------------------

ORDERS = [
    (HIGH, Deck(), {}),
    (HIGH, BUG, {}),
    (HIGH, BUG, {"bug_in_flush": "lowest"}),
    (HIGH, BUG, {"bug_in_flush": "double_ace_flush", "five_aces": "below_straight_flush"}),
    (HIGH, BUG, {"five_aces": "quads"}),
    (HIGH, WILD, {}),
    (HIGH, WILD, {"five_aces": "quads"}),
    (HIGH, TWO_BUGS, {}),
    (HIGH, TWO_BUGS, {"bug_in_flush": "lowest"}),
    (HIGH, TWO_BUGS, {"bug_in_flush": "double_ace_flush"}),
    (HIGH, Deck(FRENCH, 2, wild=True), {}),
    (HIGH, Deck(ITALIAN), {}),
    (HIGH, Deck(ITALIAN), {"rank40": "standard", "straights40": "gap"}),
    (HIGH, Deck(ITALIAN, 1), {"rank40": "frequency7"}),
    (HIGH, Deck(MEXICAN, 1), {}),
    (HIGH, Deck(SHORT), {}),
    (HIGH, Deck(SHORT, 1), {}),
    (HIGH, Deck(stripped("789TJQKA")), {}),
    (HIGH, Deck(stripped("23456A", (0, 3)), 1), {}),
    (A5, Deck(), {}),
    (A5, BUG, {}),
    (A5, TWO_BUGS, {}),
    (A5, Deck(ITALIAN, 1), {}),
    (R27, Deck(), {}),
    (R27, BUG, {}),
    (R27, BUG, {"lowball_joker": "lowest_not_held"}),
    (R27, TWO_BUGS, {"lowball_joker": "lowest_not_held"}),
    (R27, TWO_BUGS, {}),
    (R27, Deck(ITALIAN, 1), {}),
    (R27, Deck(stripped("3456789", (1, 2))), {}),
    (A6, Deck(), {}),
    (A6, BUG, {}),
    (A6, BUG, {"lowball_joker": "lowest_not_held"}),
    (A6, Deck(SHORT), {}),
    (BADUGI, Deck(), {}),
    (BADUGI, BUG, {}),
    (BADUGI, TWO_BUGS, {"lowball_joker": "lowest_not_held"}),
    (BADUGI, Deck(ITALIAN), {}),
]
IDS = [f"{ranking.value}, {deck.name}, {'/'.join(options.values())}" for ranking, deck, options in ORDERS]
every_order = pytest.mark.parametrize("ranking, deck, options", ORDERS, ids=IDS)


def dealt(deck, size, number, rng):
    """Random hands; most of them hold jokers and many hold a flush, where the deck has them."""
    for _ in range(number):
        jokers = [card for card in deck.cards if card >= 52 and rng.random() < 0.7]
        rest = list(deck.pack.cards)
        rng.shuffle(rest)
        if rng.random() < 0.4:
            suit = rng.choice(deck.pack.suits)
            rest.sort(key=lambda card, suit=suit: card & 3 != suit and rng.random() < 0.8)
        elif rng.random() < 0.3:
            start = rng.choice(deck.pack.ranks)
            rest.sort(key=lambda card, start=start: not start <= card >> 2 < start + 5)
        cards = (jokers + rest)[:size]
        rng.shuffle(cards)
        yield tuple(cards)


def compare_with_reference(ranking, deck, options, numbers):
    judge, reference = order(ranking, deck, **options), Reference(ranking, deck, **options)
    rng = random.Random(f"{ranking} {deck.name} {options}")
    keys = {}
    for size, number in numbers.items():
        same_scale = keys if size >= 5 or ranking is BADUGI else {}
        for cards in dealt(deck, size, number, rng):
            value, key = judge.value(cards), reference.key(cards)
            assert value == judge.value_of(size)(cards)
            assert value > 0
            assert same_scale.setdefault(value, key) == key, cards_text(cards)
        assert [key for _, key in sorted(same_scale.items())] == sorted(same_scale.values())
        assert len(set(same_scale.values())) == len(same_scale)


@every_order
def test_the_reference_agrees(ranking, deck, options):
    few = 1 if deck.jokers == 2 else 4
    eights = 0 if deck.jokers == 2 else 3
    compare_with_reference(ranking, deck, options, {1: 4, 2: 6, 3: 8, 4: 10, 5: 6 * few, 6: 2 * few, 7: few, 8: eights})


def test_short_deck():
    """Flush over full house, straight over three of a kind, and A-6-7-8-9 the lowest straight."""
    judge = order(HIGH, SHORT)
    hands = ["9h 8h 7h 6h Ah", "6h 6c 6d 6s 7h", "Ah 9h 8h 7h Qh", "Ah Ac Ad Ks Kh", "9c 8h 7h 6h Ah", "Ah Ac Ad Ks Qh"]
    values = [judge.value(parse_cards(hand, SHORT)) for hand in hands]
    assert values == sorted(values, reverse=True)
    assert judge.describe(values[4]) == "nine-high straight"


def test_short_deck_as_pokerkit_has_it():
    from pokerkit import ShortDeckHoldemHand

    rng = random.Random(3)
    judge = order(HIGH, SHORT)
    hands = list(dealt(Deck(SHORT), 5, 60, rng))
    theirs = [ShortDeckHoldemHand(cards_text(hand).replace(" ", "")) for hand in hands]
    for (a, x), (b, y) in combinations(zip(hands, theirs, strict=True), 2):
        assert (judge.value(a) > judge.value(b), judge.value(a) == judge.value(b)) == (x > y, x == y)


# -- fewer cards than five -------------------------------------------------------------------------------------------


def test_boards_and_small_games():
    """S8-6, S8-B3: quads, trips, two pair, pair, high cards; nothing straight or suited; a bug is an ace."""
    judge = order(HIGH, BUG)
    boards = ["Kd Kc Ks Kh", "2d 2c 2s Ah", "3d 3c 2s 2h", "X1 As Kd Qd", "Ad Kd Qd Jd", "9d 8d 7d 6d"]
    values = [judge.value(BUG.parse(board)) for board in boards]
    assert values == sorted(values, reverse=True)
    assert judge.value(BUG.parse("X1 Kd Qd Jd")) == judge.value(BUG.parse("As Kd Qd Jd"))
    kuhn = order(HIGH, stripped("JQK", (3,)))
    assert [kuhn.describe(kuhn.value((card,))) for card in kuhn.deck.cards] == ["jack high", "queen high", "king high"]


def test_a_floor_is_for_hands_of_any_size():
    """D-FB-3: openers from four cards."""
    judge = order(HIGH, BUG)
    jacks, trips = judge.floor_pair(9), judge.floor_category("trips")
    assert judge.floor("pair J") == jacks
    for text, opens in (("Js Jd", 1), ("Js Jd 3h 2c", 1), ("Js Jd 4h 3h 2c", 1), ("Ts Td Ah Kc", 0), ("X1 Js", 0)):
        assert (judge.value(BUG.parse(text)) >= jacks) == bool(opens)
    assert judge.value(BUG.parse("2s 2d 2h")) >= trips > judge.value(BUG.parse("As Ad Ks Kd Qd"))
    assert judge.floor("") == 1


def test_low_floors():
    """D-LO-B, S8-11: so many lows are eight or better, and 21 rank sets seven or better."""
    judge = order(A5, BUG)
    assert len(judge.hands) - judge.floor_low(6) == 56
    assert len(judge.hands) - judge.floor("low 7") == 21
    assert judge.value(BUG.parse("2s 3s 4s 5s")) < judge.floor_low(11)
    for bad in ("pair J", "trips"):
        with pytest.raises(GameError, match="no such floor"):
            judge.floor(bad)
    with pytest.raises(GameError, match="no rank is called 'Z'"):
        judge.floor("low Z")
    with pytest.raises(GameError, match="no such floor"):
        order(HIGH).floor("low 8")


# -- words -----------------------------------------------------------------------------------------------------------


@every_order
def test_different_values_have_different_words(ranking, deck, options):
    judge = order(ranking, deck, **options)
    words = [judge.describe(value) for value in range(len(judge.hands))]
    assert len(set(words)) == len(words)
    assert all(words)


@pytest.mark.parametrize(
    "ranking, deck, cards, words",
    [
        (HIGH, BUG, "As Ah Ad Ac X1", "five aces"),
        (HIGH, BUG, "Ks Kh Qd Qc X1", "kings and queens with an ace"),
        (HIGH, BUG, "As Ah Ad 9c 9s", "aces full of nines"),
        (HIGH, BUG, "9s 8h 7d 6c X1", "ten-high straight"),
        (HIGH, BUG, "Js Jh Ad 9c 4s", "pair of jacks with A-9-4"),
        (HIGH, BUG, "As Js 9s 5s 2s", "ace-high flush: A-J-9-5-2"),
        (HIGH, BUG, "6s 6h 6d 8c 2s", "three sixes with 8-2"),
        (HIGH, BUG, "6s 6h 6d 6c 8s", "four sixes with an eight"),
        (HIGH, BUG, "Ts 8h 6d 4c 2s", "ten high: T-8-6-4-2"),
        (HIGH, BUG, "5s 4s 3s 2s As", "five-high straight flush"),
        (HIGH, Deck(ITALIAN), "Fd Fc Cs 3b 2d", "pair of knaves with C-3-2"),
        (HIGH, Deck(ITALIAN), "Rd Rc Cs Cb Fd", "kings and knights with a knave"),
        (A5, BUG, "8s 6h 4d 3c As", "8-6-4-3-A low"),
        (A5, BUG, "3s 3h 9d 5c 4s", "pair of threes low: 3-3-9-5-4"),
        (R27, Deck(), "6s 5h 4d 3c 2s", "straight low: 6-5-4-3-2"),
        (R27, Deck(), "9s 7s 5s 3s 2s", "flush low: 9-7-5-3-2"),
        (R27, Deck(), "9s 9h 2s 2d 2h", "deuces full of nines low: 2-2-2-9-9"),
        (BADUGI, Deck(), "5s 4h As Ad", "three-card 5-4-A badugi"),
    ],
)
def test_words(ranking, deck, cards, words):
    judge = order(ranking, deck)
    assert judge.describe(judge.value(deck.parse(cards))) == words


def test_categories():
    """Every category has a name of its own; low hands say whether they are paired."""
    high, low, badugi = order(HIGH, WILD), order(A5), order(BADUGI)
    assert len({high.category(value) for value in range(1, len(high.hands))}) == 10
    assert low.category(len(low.hands) - 1) == "no pair"
    assert badugi.category(1) == "one-card badugi"
    assert (high.category(0), high.describe(0)) == ("no hand", "no hand")
    with pytest.raises(CardError, match="is no value of"):
        high.describe(len(high.hands))


# -- the cards that play ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ranking, cards, plays, stands",
    [
        (HIGH, "As Ad 8c 6h 6s 4d 3c", "As Ad 6s 6h 8c", {}),  # S8-E1
        (A5, "As Ad 8c 6h 6s 4d 3c", "8c 6s 4d 3c As", {}),
        (HIGH, "Kc 9d 8h 7s 6c 5d 4h", "9d 8h 7s 6c 5d", {}),  # S8-E2
        (HIGH, "9c 9s 8h 8s 7h 6c 5d", "9s 8s 7h 6c 5d", {}),  # ODD-2: the best suits
        (HIGH, "5h 4d 3c 2s Ac As 9d", "5h 4d 3c 2s As", {}),  # ODD-2: a wheel's ace
        (HIGH, "7s 6h 5d 4c X1", "X1 7s 6h 5d 4c", {"X1": "8s"}),  # D-BUG-2
        (HIGH, "Tc X1 9d 8h 7s 6s 2d", "X1 Tc 9d 8h 7s", {"X1": "Js"}),
        (HIGH, "2c X1 3d 4h As", "X1 4h 3d 2c As", {"X1": "5s"}),
        (HIGH, "Ah Jh 8h 3h X1", "Ah X1 Jh 8h 3h", {"X1": "Kh"}),  # D-BUG-3
        (HIGH, "9s 8s 7s 6s X1", "X1 9s 8s 7s 6s", {"X1": "Ts"}),
        (HIGH, "As X1 Kd 7c 5d", "As X1 Kd 7c 5d", {"X1": "Ah"}),
        (HIGH, "As Ah Ad Ac X1", "As Ah Ad Ac X1", {"X1": "As"}),
        (HIGH, "Js Th 9d 8c 7s X1 X2", "X1 X2 Js Th 9d", {"X1": "Ks", "X2": "Qs"}),  # S8-B7
        (HIGH, "Ks Kd Kc 9s 9d 9h X1", "Ks Kd Kc 9s 9h", {}),
        (A5, "6s 5h 4d 2c X1", "6s 5h 4d 2c X1", {"X1": "As"}),  # D-LO-J
        (A5, "As 2h 3d 5c X1 8h 8s", "5c X1 3d 2h As", {"X1": "4s"}),
        (R27, "7s 5s 4s 3s X1", "7s 5s 4s 3s X1", {"X1": "2h"}),  # D-LO-JX
        (R27, "5s 4s 3s 2s 7s 8d Ks", "8d 5s 4s 3s 2s", {}),
        (BADUGI, "As Ah 2d X1", "X1 2d As", {"X1": "3h"}),
        (BADUGI, "5s 4h As Ad", "5s 4h Ad", {}),
        (HIGH, "Ks Kd 9h 9c", "Ks Kd 9h 9c", {}),
    ],
)
def test_what_plays(ranking, cards, plays, stands):
    judge = order(ranking, TWO_BUGS)
    held = TWO_BUGS.parse(cards)
    for shuffled in (held, held[::-1]):
        assert cards_text(judge.played(shuffled)) == plays
        assert judge.stands_for(shuffled) == {TWO_BUGS.parse(x)[0]: TWO_BUGS.parse(c)[0] for x, c in stands.items()}


def test_a_natural_card_plays_before_a_joker():
    """S8-B9."""
    judge = order(HIGH, BUG)
    assert cards_text(judge.played(BUG.parse("Js Th 9d 8c 7s X1 Qd"))) == "X1 Qd Js Th 9d"
    assert cards_text(judge.played(BUG.parse("As Ad Kc Kd 2s 3s X1"))) == "As Ad X1 Kd Kc"
    wheel = order(A5, BUG).played(BUG.parse("As 2h 3d 4c 5s X1 Kd"))
    assert cards_text(wheel) == "5s 4c 3d 2h As"


def test_two_readings_of_a_joker_in_badugi():
    """D-LO-JX: the deuce that cannot play is held all the same."""
    cards = BUG.parse("Ah 2h 3d X1")
    readings = {"best": "three-card 3-2-A badugi", "lowest_not_held": "three-card 4-3-A badugi"}
    for reading, words in readings.items():
        judge = order(BADUGI, BUG, lowball_joker=reading)
        assert judge.describe(judge.value(cards)) == words
        assert cards_text(judge.played(cards)) == ("3d 2h X1" if reading == "best" else "X1 3d Ah")


def test_a_joker_that_is_nothing_else():
    """D-BUG-3, `lowest`: the joker is below a deuce, so it stands for itself."""
    judge = order(HIGH, BUG, bug_in_flush="lowest")
    cards = BUG.parse("Ah Jh 8h 3h X1")
    assert judge.describe(judge.value(cards)) == "ace-high flush: A-J-8-3-joker"
    assert judge.stands_for(cards) == {52: 52}


@every_order
def test_what_plays_is_worth_the_whole(ranking, deck, options):
    """The played cards alone, with jokers as what they stand for, have the value of the hand."""
    judge = order(ranking, deck, **options)
    plain = order(ranking, deck.pack, **options)
    rng = random.Random(11)
    for size in (4, 5, 6, 7, 8):
        for cards in dealt(deck, size, 4, rng):
            value, played = judge.value(cards), judge.played(cards)
            assert set(played) <= set(cards)
            assert len(played) == len(judge.hand(value).ranks)
            if options.get("lowball_joker") != "lowest_not_held" or ranking is not BADUGI:
                assert judge.value(played) == value
            stands = judge.stands_for(cards)
            assert set(stands) == {card for card in played if card >= 52}
            real = [stands.get(card, card) for card in played]
            hand = judge.hand(value)
            if min(hand.ranks) >= 0:
                assert tuple(map(rank_of, real)) == hand.ranks
            if len(set(real)) == len(real) and max(real) < 52 and hand.ranks.count(12) < 5:
                assert plain.hand(plain.value(real)) == hand or options.get("bug_in_flush") == "double_ace_flush"


# -- so many from here, so many from there ---------------------------------------------------------------------------

CUCAMONGA, OMAHA = ((1, 2), (1, 2), (1, 2)), ((2, 2), (3, 3))


def test_how_many_combinations():
    """CU-4.1: 660 hands with five cards, 432 with four; Omaha 60."""
    assert count_combinations(CUCAMONGA, (5, 4, 4)) == 660
    assert count_combinations(CUCAMONGA, (4, 4, 4)) == 432
    assert count_combinations(OMAHA, (4, 5)) == 60


def best_by_trying(judge, sources, use):
    return max(
        judge.value(a + b + c)
        for x in range(use[0][0], use[0][1] + 1)
        for y in range(use[1][0], use[1][1] + 1)
        for a in combinations(sources[0], x)
        for b in combinations(sources[1], y)
        for c in (combinations(sources[2], 5 - x - y) if len(sources) == 3 else [()])
        if x + y + len(c) == 5 and (len(sources) == 2 or use[2][0] <= len(c) <= use[2][1])
    )


@pytest.mark.parametrize("ranking", [HIGH, A5, R27])
@pytest.mark.parametrize("use, sizes", [(CUCAMONGA, (5, 4, 4)), (CUCAMONGA, (4, 4, 4)), (OMAHA, (4, 5))])
def test_the_best_use(ranking, use, sizes):
    rng = random.Random(5)
    judge = order(ranking, BUG)
    for trial in range(6):
        deal = rng.sample(BUG.cards, sum(sizes))
        if trial % 2:
            # Suited, so that flushes matter.
            deal.sort(key=lambda card: card & 3)
            rng.shuffle(rows := [deal[i :: len(sizes)] for i in range(len(sizes))])
            deal = [card for row in rows for card in row]
        sources = [tuple(deal[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes))]
        value, cards = best_use(judge, sources, use)
        assert value == best_by_trying(judge, sources, use) == judge.value(cards)
        assert Chooser(judge, use, sources[1:]).value(sources[0]) == value
        for source, (least, most) in zip(sources, use, strict=True):
            assert least <= len(set(cards) & set(source)) <= most


def test_a_hand_that_cannot_be_made():
    assert best_use(order(HIGH), [(1,), (2, 6, 10)], OMAHA) == (0, ())


def test_badugi_from_two_sources():
    judge = order(BADUGI)
    value, cards = best_use(judge, [parse_cards("Ac 2c"), parse_cards("3d 4h 5s")], ((1, 1), (3, 3)), size=4)
    assert (judge.describe(value), cards_text(cards)) == ("four-card 5-4-3-A badugi", "5s 4h 3d Ac")


@pytest.mark.parametrize("use, sizes", [(CUCAMONGA, (5, 4, 4)), (OMAHA, (4, 5))])
def test_a_showdown_is_quick(use, sizes):
    """Six players both ways in at most 20 ms."""
    rng = random.Random(6)
    judges = [order(HIGH), order(A5)]
    taken = []
    for _ in range(5):
        deal = rng.sample(range(52), sum(sizes[1:]) + 6 * sizes[0])
        public = [[deal.pop() for _ in range(size)] for size in sizes[1:]]
        start = perf_counter()
        for judge in judges:
            chooser = Chooser(judge, use, public)
            for player in range(6):
                chooser.best(deal[player * sizes[0] :][: sizes[0]])
        taken.append(perf_counter() - start)
    assert min(taken) < 0.020


# -- asking badly ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", Ranking)
def test_what_has_no_value_is_refused(ranking):
    judge = order(ranking, ITALIAN)
    assert judge.value(()) == 0
    for size in (1, 4, 5, 6, 7):
        for wrong, says in ((UNKNOWN, "face-down"), (52, "no card of this deck"), (parse_cards("8s")[0], "no card")):
            with pytest.raises(CardError, match=says):
                judge.value((*ITALIAN.cards[: size - 1], wrong))
    with pytest.raises(CardError, match="up to eight cards"):
        judge.value(ITALIAN.cards[:9])
    with pytest.raises(CardError, match="up to eight cards"):
        judge.value_of(9)


def test_options_are_checked_and_equal_orders_are_one():
    with pytest.raises(GameError, match="five_aces is one of top, below_straight_flush, quads, not 'bottom'"):
        order(HIGH, BUG, five_aces="bottom")
    assert order(HIGH, Deck(), bug_in_flush="lowest", rank40="standard") is order(HIGH)
    assert order(A5, Deck(FRENCH, 1, wild=True)) is order(A5, BUG)
    assert order(HIGH, BUG, five_aces="quads") is not order(HIGH, BUG)

"""Perft and census: published counts, anchors of other engines, closed forms, and counts made in plain Python."""

import random
import re
from dataclasses import replace
from hashlib import blake2b
from itertools import permutations
from pathlib import Path

import pytest

from oddchip import (
    FRENCH,
    Deck,
    FixedLimit,
    Hand,
    HouseRules,
    NoLimit,
    RaiseTo,
    Ranking,
    Seat,
    Stake,
    find_game,
    order,
    shuffled,
)
from oddchip.cards import stripped
from oddchip.errors import GameError, HistoryError, SetupError
from oddchip.perft import (
    BASE_HOUSE,
    Perft,
    census,
    choices,
    divide,
    find_order,
    perft,
    position_line,
    read_file,
    recounted,
    run_file,
)
from oddchip.rankings import census as rank_census
from oddchip.spec import (
    ACE_TO_FIVE_LOW,
    BIG,
    HIGH,
    SMALL,
    UP,
    Ante,
    AtLeast,
    Bet,
    Deal,
    Draw,
    Game,
    Openers,
    PlayFor,
    Redeal,
    Rules,
    Showdown,
)
from perft_pokerkit import counted as by_pokerkit

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
SHARED = read_file((Path(__file__).parent / "perft" / "shared.perft").read_text())
QUICK = 3000


SMALL_BIG = FixedLimit(2, 4)


def start(name, seed=1, stacks=(100, 100), stakes=SMALL_BIG, house=BASE_HOUSE):
    game = find_game(name) if isinstance(name, str) else name
    seats = [Seat(number, stack) for number, stack in enumerate(stacks)]
    return Hand.start(game, stakes, seats, 0, shuffled(random.Random(seed)), house=house)


def line(hand):
    return position_line(hand.state, hand.seats)


# --- published counts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_published_counts(file):
    text = file.read_text()
    counted = list(run_file(text, limit=QUICK))
    assert {entry.id for entry in read_file(text)} == {checked.id for checked in counted}
    assert [str(checked) for checked in counted if not checked.agrees] == []


def test_every_row_of_the_files_is_filled_in_and_the_licence_is_said():
    for file in FILES:
        text = file.read_text()
        assert "CC0" in text.partition("\nid ")[0]
        assert all(row.expected for entry in read_file(text) for row in entry.rows)


def test_ids_are_unique():
    ids = [entry.id for file in FILES for entry in read_file(file.read_text())]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("seed", [1, 2])
def test_california_poker_has_70_choices_each_whatever_the_cards(seed):
    """CP-3."""
    hand = start("california_poker", seed, (10, 10), Stake(10))
    assert [perft(hand, depth).count for depth in (0, 1, 2, 3)] == [1, 70, 4900, 0]


def test_sealed_choices_are_made_from_the_left_of_the_button():
    """CP-4: while they are sealed, the line says whose turn it is to choose, and what was chosen."""
    hand = start("california_poker", 1, (10, 10), Stake(10))
    actions, position = choices(hand.state)
    assert hand.seats[position] == 1
    after = hand.act(actions[0], 1)
    given = line(after).split()[-1].split(",")
    assert line(after).split()[:2] == ["swap", "0"]
    assert given[0] == "-"
    assert len(given[1]) == 8


def test_declarations_count_three_each():
    """D-DC-1: with everybody all-in and pat, only the declaration is left."""
    hand = start("high_low_declare", 3, (1, 1, 1), FixedLimit(2, 4, ante=1))
    for _ in range(3):
        hand = hand.act(choices(hand.state)[0][0])
    assert [perft(hand, depth).count for depth in (1, 2, 3, 4)] == [3, 9, 27, 0]
    after = hand.act(choices(hand.state)[0][2], 1)
    assert line(after).endswith("- -,both,-")


def test_draws_are_all_sets_of_cards():
    """D-DR-2: 32 for five cards, 16 for four; in four-before the first draw is of four cards."""
    for name, number in (("five_card_draw", 32), ("badugi", 16), ("four_before(five_card_draw)", 16)):
        hand = start(name)
        while not line(hand).startswith("draw"):
            hand = hand.act(choices(hand.state)[0][0])
        assert perft(hand, 1).count == number


def test_all_in_draws_are_powers_of_two():
    """D-DR-5, D-RS-1: seven all-in players draw from a stub of five cards, which is soon shuffled up again."""
    hand = start('with_antes(on_deck(five_card_draw, "italian"))', 5, (1,) * 7, FixedLimit(2, 4, ante=1))
    assert [perft(hand, depth).count for depth in (1, 2)] == [32, 1024]


def test_no_limit_bets_are_the_least_the_pot_and_everything():
    """BET-4, BET-10: after calling 2 there are 4 in the pot, so the pot is a raise to 6."""
    hand = start("kansas_city", stakes=NoLimit(blinds=(1, 2)))
    raises = [action.amount for action in choices(hand.state)[0] if isinstance(action, RaiseTo)]
    assert raises == [4, 6, 100]


@pytest.mark.parametrize("stack, raises", [(5, [4, 5]), (6, [4, 6]), (3, [3])])
def test_the_grid_stays_within_the_stack(stack, raises):
    hand = start("kansas_city", stacks=(stack, 100), stakes=NoLimit(blinds=(1, 2)))
    assert [action.amount for action in choices(hand.state)[0] if isinstance(action, RaiseTo)] == raises


@pytest.mark.parametrize("entry", SHARED, ids=[entry.id for entry in SHARED])
@pytest.mark.filterwarnings("ignore")
def test_another_engine_counts_the_same(entry):
    """PokerKit, told nothing but the file."""
    rows = [row for row in entry.rows if row.expected.count <= 300]
    for row in rows:
        assert by_pokerkit(entry.said, row.depth) == (row.expected.count, row.expected.checksum), row


# --- the count itself --------------------------------------------------------------------------------------------


def walked(hand, depth):
    """All lines at the end of `depth` choices, the plain way: by what each offer of the hand says."""
    if not depth:
        return [line(hand)]
    if hand.over:
        return []
    seat = hand.turn if hand.turn is not None else sorted(hand.to_act, key=hand.seats.index)[0]
    return [end for action in hand.offers[seat].actions() for end in walked(hand.act(action, seat), depth - 1)]


@pytest.mark.parametrize("name", ["johnson", "q_ball", "badugi", "stud_eight", "cucamonga", "texas_holdem"])
def test_the_checksum_is_the_sum_over_the_leaves(name):
    hand = start(name, 4, (20, 20, 20))
    ends = walked(hand, 4)
    total = sum(int.from_bytes(blake2b(end.encode(), digest_size=8).digest(), "big") for end in ends)
    assert perft(hand, 4) == Perft(len(ends), total % 2**64)


def test_divide_adds_up_to_perft():
    hand = start("gardena_jackpots", 6, stakes=FixedLimit(2, 4, ante=1))
    parts = divide(hand, 4)
    assert set(parts) <= {"check", "raise 2", "fold"}
    assert sum(parts.values(), Perft(0, 0)) == perft(hand, 4)
    assert divide(hand, 0) == {}


def test_a_limit_stops_the_count():
    hand = start("five_card_draw")
    whole = perft(hand, 3)
    assert whole.complete
    assert perft(hand, 3, limit=1000) == whole
    part = perft(hand, 3, limit=20)
    assert not part.complete
    assert 0 < part.count < 20 < whole.count
    assert str(part).endswith("(stopped)")
    with pytest.raises(SetupError, match=r"depth of a count must be a whole number, 0 or more, not -1"):
        perft(hand, -1)


def test_the_line_of_a_position():
    hand = start("five_card_draw", 1)
    assert re.fullmatch(r"bet1 0 99,98 1,2 (\w\w){5},(\w\w){5} - -", line(hand))
    over = hand.act(choices(hand.state)[0][-1])
    assert re.fullmatch(r"over - 99,101 0,0 -,(\w\w){5} - -", line(over))
    names = "23456789TJQKA"
    held = line(hand).split()[4].split(",")[0]
    cards = [(names.index(held[i]), "cdhs".index(held[i + 1])) for i in range(0, 10, 2)]
    assert cards == sorted(cards)


def test_columns_go_by_seat_number():
    game = find_game("five_card_draw")
    seats = [Seat(7, 50), Seat(2, 60), Seat(4, 70)]
    hand = Hand.start(game, FixedLimit(2, 4), seats, 4, shuffled(random.Random(1)), house=BASE_HOUSE)
    assert line(hand).split()[:4] == ["bet1", "4", "58,70,49", "2,0,1"]


def test_johnson_says_which_rules_are_in_force():
    """D-JO-3: the first round is played again, and the line tells the two apart."""
    hand = start("johnson", stakes=FixedLimit(2, 4, ante=1))
    assert line(hand).startswith("bet1 1")
    for _ in range(2):
        hand = hand.act(choices(hand.state)[0][0])
    assert line(hand).startswith("bet1:2 1")


# --- files -------------------------------------------------------------------------------------------------------

DECK = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
ENTRY = f"""# a comment
id one
game five_card_draw
seats 2  button 1  stacks 10 20  stakes fixed 2 4 blinds 1 2 cap 4
house fold_unforced=allowed
deck {DECK}
perft 1
"""


def test_a_file_is_read_and_counted_anew():
    (entry,) = read_file(ENTRY)
    hand = entry.start()
    assert (hand.button, hand.stacks) == (1, {0: 8, 1: 19})
    assert hand.house.betting.cap_raises == 3
    assert hand.house.betting.fold_unforced == "allowed"
    again = recounted(ENTRY)
    assert again.splitlines()[-1] == f"perft 1 {perft(hand, 1)}"
    assert all(checked.agrees for checked in run_file(again))
    assert recounted(again) == again


def test_a_wrong_count_is_told():
    wrong = ENTRY.replace("perft 1", "perft 1 4 0123456789abcdef")
    (checked,) = run_file(wrong)
    assert not checked.agrees
    assert str(checked).endswith(", not 4 0123456789abcdef")
    assert list(run_file(wrong, limit=3)) == []


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("id one\n", "", r"line 2: an entry begins with its id"),
        ("game five_card_draw\n", "", r"one \(line 2\): expected a line 'game'"),
        ("five_card_draw", "five_card_drew", r"no game is called 'five_card_drew'; did you mean five_card_draw"),
        ("seats 2 ", "seats 3 ", r"3 seats need as many stacks, not 2"),
        ("button 1", "buton 1", r"line 4: 'buton' is none of id, game"),
        ("stacks 10 20", "stacks 10 x", r"the stack must be a whole number, not 'x'"),
        ("fixed 2 4", "fixed 2", r"stakes fixed take 2 amounts first, not 1"),
        ("fixed 2 4", "limit 2 4", r"stakes begin with fixed, spread"),
        ("blinds 1 2", "blinds", r"blinds of the stakes needs a number"),
        ("blinds 1 2", "min_bet 2", r"stakes fixed know no min_bet"),
        ("=allowed", "", r"house rules are written name=value"),
        ("2c", "", r"must name all 52 cards of the french pack"),
        ("perft 1", "perft one", r"line 7: expected perft DEPTH COUNT CHECKSUM"),
        ("game five", "game five\ngame five", r"line 4: one has two lines 'game'"),
    ],
)
def test_a_file_that_cannot_be_read(old, new, message):
    with pytest.raises(HistoryError, match=message):
        list(run_file(ENTRY.replace(old, new, 1)))


# --- census ------------------------------------------------------------------------------------------------------


def bets(cap):
    return HouseRules.of(cap_raises=cap - 1, cap_heads_up="always", fold_unforced="forbidden")


ONE_CARD = (Ante(), Deal(1), Bet(SMALL))
KUHN = Game("Kuhn", "One card, one bet.", Deck(stripped("JQK", (3,))), (*ONE_CARD, Showdown()), Rules((HIGH,)))
KUHN_THREE = replace(KUHN, id="kuhn_three", deck=Deck(stripped("JQKA", (3,))))
LEDUC = Game(
    "Leduc",
    "One card, a bet, one card on the table, a bet.",
    Deck(stripped("JQK", (2, 3))),
    (*ONE_CARD, Deal(1, to="board", face=UP), Bet(BIG), Showdown()),
    Rules((HIGH,)),
)
SIX = Game(
    "Six-Card Draw",
    "One card each of six, a bet, a draw, a bet.",
    Deck(stripped("QKA", (2, 3))),
    (*ONE_CARD, Draw(), Bet(BIG), Showdown()),
    Rules((HIGH,)),
)
KING = AtLeast(HIGH, "high K", "a king or better")
ACE = AtLeast(HIGH, "high A", "an ace")
KING_TO_OPEN = replace(SIX, id="king_to_open", rules=Rules((HIGH,), Openers((KING,), unopened=Redeal())))
LOW = Rules((ACE_TO_FIVE_LOW,))
ACE_TO_OPEN = replace(
    SIX, id="ace_to_open", rules=Rules((HIGH,), Openers((ACE,), unopened=PlayFor(LOW, then=Redeal())))
)


def test_kuhn_is_as_everywhere():
    """OpenSpiel: 4, 24 and 30; 17, 288 and 312 with three seats."""
    two = census(KUHN, FixedLimit(1, 1, ante=1), (2, 2), house=bets(1))
    assert (two.chance, two.decision, two.terminal, two.longest, two.payoffs) == (4, 24, 30, 5, (0, 0))
    three = census(KUHN_THREE, FixedLimit(1, 1, ante=1), (2, 2, 2), house=bets(1))
    assert (three.chance, three.decision, three.terminal, three.total) == (17, 288, 312, 617)
    assert sum(three.payoffs) == 0


def test_leduc_is_as_everywhere():
    """OpenSpiel: 157, 3,780 and 5,520."""
    found = census(LEDUC, FixedLimit(2, 4, ante=1), (13, 13), house=bets(2))
    assert (found.chance, found.decision, found.terminal, found.total) == (157, 3780, 5520, 9457)
    assert (found.payoffs, found.carried) == ((0, 0), 0)


def by_hand_count(may_open, after_checks):
    """The six-card games counted without the engine: (chance, decision, terminal, passed out).

    Seat 1 is first. `may_open(card)` is the opening rule of round one; when both check, `after_checks` is "draw",
    "redeal" or the rule that round one is played again by: (may_open, after_checks).
    """
    cards = [(rank, suit) for rank in "QKA" for suit in "hs"]
    total = [1 + len(cards), 0, 0, 0]

    def add(chance=0, decision=0, terminal=0, passed=0):
        for kind, number in enumerate((chance, decision, terminal, passed)):
            total[kind] += number

    def last_round():
        # check-check, check-bet-fold, check-bet-call, bet-fold, bet-call
        add(decision=4, terminal=5)

    def draw(first, second):
        add(decision=1)
        stub = [card for card in cards if card not in (first, second)]
        for left in (stub, *[[card for card in stub if card != drawn] for drawn in stub]):
            add(chance=1 if left is stub else 0, decision=1)  # the first drawer's card, when he takes one
            last_round()  # the second stands pat
            add(chance=1)
            for _ in left:
                last_round()

    def first_round(first, second, may_open, after_checks):
        add(decision=2)
        for opener in (first, second):
            if may_open(opener):
                add(decision=1, terminal=1)
                draw(first, second)
        if after_checks == "draw":
            draw(first, second)
        elif after_checks == "redeal":
            add(terminal=1, passed=1)
        else:
            first_round(first, second, *after_checks)

    for first, second in permutations(cards, 2):
        first_round(first, second, may_open, after_checks)
    return tuple(total)


def counted(found):
    return found.chance, found.decision, found.terminal, found.carried


def anything(card):
    return True


STAKES = FixedLimit(1, 2, ante=1)


def test_six_card_draw():
    found = census(SIX, STAKES, (9, 9), house=bets(1))
    assert counted(found) == by_hand_count(anything, "draw") == (547, 8220, 9510, 0)
    assert (found.total, found.payoffs) == (18277, (0, 0))


def test_six_card_draw_with_a_king_to_open():
    """D-JP-1, D-PO-1: 30 of the deals can be passed out, and then both antes stay."""
    found = census(KING_TO_OPEN, STAKES, (9, 9), house=bets(1))
    assert counted(found) == by_hand_count(lambda card: card[0] != "Q", "redeal") == (247, 3700, 4270, 30)
    assert found.total == 8217
    assert sum(found.payoffs) == -30 * 2


def test_six_card_draw_with_an_ace_to_open_or_low():
    """D-JO-4: checked around twice it is passed out. A tree in which the low is then drawn to has 11,630 ends."""
    found = census(ACE_TO_OPEN, STAKES, (9, 9), house=bets(1))
    ace = lambda card: card[0] == "A"  # noqa: E731
    assert counted(found) == by_hand_count(ace, (anything, "redeal")) == (487, 7400, 8510, 30)
    drawn = by_hand_count(ace, (anything, "draw"))
    assert (drawn[2], sum(drawn[:3])) == (11630, 22397)


def test_opening_is_strict_or_not_in_the_census():
    """D-JP-5: on their honour all may open; a false opener to whom the other folds leaves the pot for the next deal."""
    found = census(KING_TO_OPEN, STAKES, (9, 9), house=bets(1).changed(enforce_openers="honor"))
    tree = by_hand_count(anything, "redeal")
    assert counted(found)[:3] == tree[:3]
    # Each seat holds a queen in ten deals; folds to its bet then, or to its bet after any of 21 ways to draw, carry.
    assert found.carried == tree[3] + 2 * (10 + 10 * 21)


def test_cap_and_folding_change_the_census():
    """BET-5, S8-20."""
    free = census(KUHN, FixedLimit(1, 1, ante=1), (3, 3), house=bets(2).changed(fold_unforced="allowed"))
    plain = census(KUHN, FixedLimit(1, 1, ante=1), (3, 3), house=bets(2))
    # With a raise: c-c, c-b-f, c-b-c, c-b-r-f, c-b-r-c, b-f, b-c, b-r-f, b-r-c for each of six deals.
    assert plain.terminal == 6 * 9
    assert free.terminal == 6 * (9 + 2)


def test_short_stacks_shorten_the_tree():
    """BET-17: with nothing behind after the ante there is nothing to decide."""
    found = census(KUHN, FixedLimit(1, 1, ante=1), (1, 1), house=bets(1))
    assert (found.chance, found.decision, found.terminal, found.longest) == (4, 0, 6, 2)


# --- orders by label ---------------------------------------------------------------------------------------------

LOWEST_NOT_HELD = order(Ranking.DEUCE_TO_SEVEN_LOW, Deck(FRENCH, 1), lowball_joker="lowest_not_held")


@pytest.mark.parametrize(
    "label, wanted",
    [
        ("high52", order(Ranking.HIGH)),
        ("high53bug", order(Ranking.HIGH, Deck(FRENCH, 1))),
        ("high53 wild", order(Ranking.HIGH, Deck(FRENCH, 1, wild=True))),
        ("27low53 joker=lowest not held", LOWEST_NOT_HELD),
        ("a5LOW54", order(Ranking.ACE_TO_FIVE_LOW, Deck(FRENCH, 2))),
        ("badugi52", order(Ranking.BADUGI)),
    ],
)  # fmt: skip
def test_orders_by_label(label, wanted):
    assert find_order(label) is wanted


def test_orders_on_forty_cards_by_label():
    assert find_order("ital40 gap") is not find_order("ital40")
    assert rank_census(find_order("ital40 7-J adjacent, flush>full"), 5).total == 658008


@pytest.mark.parametrize("label", ["", "high", "high60", "ital52", "low52", "high52 deuces"])
def test_labels_nobody_knows(label):
    with pytest.raises(GameError, match=r"expected|should say"):
        find_order(label)

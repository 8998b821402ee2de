"""Hands written down in the own form: every game and every modifier comes back the same, what is wrong is placed."""

import datetime
import random
import re
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from oddchip import (
    CALL,
    CHECK,
    FOLD,
    DeclareWay,
    Discard,
    FixedLimit,
    Hand,
    HouseRules,
    NoLimit,
    PotLimit,
    RaiseTo,
    Seat,
    SpreadLimit,
    Stake,
    cards_text,
    find_game,
    fixed,
    games,
    history,
    shuffled,
)
from oddchip import events as ev
from oddchip.actions import PAY_BRING_IN
from oddchip.errors import HistoryError
from oddchip.modifiers import applicable
from oddchip.posts import Kind, Post
from oddchip.spec import Bet, Game

NAMES = [name for game in games() for name in (game.id, *applicable(game))]

HOUSES = [
    {},
    {"draw_order": "announce_first"},
    {"fifth_card_last": True, "sevens_penalty": "must_bet"},
    {"announce_split": True, "stud_tie": "suit"},
    {"declare_order": "from_last_aggressor", "show_openers_on_request": True},
    {"cap_raises": None, "auto_muck": False},
    {"enforce_openers": "honor", "allin_faceup": True},
    {"reshuffle": "mix_remaining", "trips_to_win": True},
    {"reshuffle": "reserve_bottom", "short_stub": "roberts"},
    {"neither": "carry_over", "all_scoops_fail": "refund"},
]


HOUSE = HouseRules()


def played(game: Game, seed: int, house: HouseRules = HOUSE, players: int = 0, **start) -> Hand:
    """A hand of random actions between short and deep stacks; folds are rare, so most hands are shown down."""
    rng = random.Random(seed)
    fewest, most = game.seats
    seats = [Seat(2 * i + 1, rng.choice((3, 9, 25, 200))) for i in range(players or rng.randint(fewest, min(most, 6)))]
    stakes = start.pop("stakes", None) or (FixedLimit(2, 4) if game.has(Bet) else Stake(10))
    start = {"seats": seats, "button": seats[-1].number, "dealer": shuffled(rng)} | start
    hand = Hand.start(game, stakes, house=house, **start)
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        actions = hand.offers[seat].actions()
        hand = hand.act(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.3] or actions), seat)
    return hand


@pytest.mark.parametrize("name", NAMES)
def test_every_game_comes_back_as_it_was_played(name):
    game = find_game(name)
    number = NAMES.index(name)
    for seed, players in ((number, 0), (number + 1000, game.seats[1])):
        house = HouseRules.of(**HOUSES[(number + players) % len(HOUSES)])
        hand = played(game, seed, house, players)
        text = history.dump(hand, hand=number)
        record = history.load(text)
        again = record.replay()
        assert again == hand
        assert again.log == hand.log
        assert again.result == hand.result
        assert again.carry == hand.carry
        assert history.dump(record) == text
        # Without the order of the pack the cards that are written down are dealt.
        assert history.load(history.dump(hand, deck=False)).replay() == hand


# Recorded hands: every change of a form is seen as a diff (tests/hands/make.py writes them anew).

FOLDER = Path(__file__).parent / "hands"
spec = spec_from_file_location("make", FOLDER / "make.py")
make = module_from_spec(spec)
spec.loader.exec_module(make)
FILES = make.files()


@pytest.mark.parametrize("name", FILES)
def test_recorded_hands_are_written_as_they_were(name):
    assert (FOLDER / name).read_text() == FILES[name]


def test_nothing_else_is_in_the_folder():
    assert {path.name for path in FOLDER.iterdir() if path.suffix not in (".py", "")} == set(FILES)


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".toml", ".phh"))])
def test_recorded_hands_can_be_replayed(name):
    for record in history.load_all((FOLDER / name).read_text(), name):
        assert record.replay().over


# What the lines say.


def text_of(name: str) -> str:
    return FILES[f"{name}.toml"]


def test_openers_are_shown_and_their_splitting_is_said():
    """D-JP-3, D-JP-4: as few cards as prove it, one of them discarded."""
    assert '"p1 sd 9sAsX18c",\n  "p1 split",\n  "d dh p1 9c8dAd7s",' in text_of("jackpots")
    assert '"p1 openers AsX1 proves a pair of jacks or better"' in text_of("jackpots")


def test_johnsons_turn_is_a_line():
    """D-JO-3: nobody opened, and the same cards are played for by other rules."""
    assert '"p6 cc",\n  "d rules 1",\n  "# first bets",' in text_of("jacks_back")


def test_what_the_joker_stood_for_is_said():
    """D-BUG-2"""
    assert "aces full of deuces [X1 is Ad]" in text_of("two_bugs")


def test_a_checked_seven_gives_chips_back():
    """D-CL-3a"""
    assert '"p3 refund 4 the best hand was a checked seven"' in text_of("california_lowball")


def test_sealed_choices_open_at_once():
    """D-DC-1, CP-3"""
    lines = text_of("high_low_declare")
    assert '"d declare both low both"' in lines
    assert lines.count(" declare both") == 3
    assert re.search(r'"p[12] give \w{8}",\n  "p[12] give \w{8}",\n  "d swap \w{8} \w{8}"', text_of("california_poker"))


def test_the_cards_everybody_saw_are_listed():
    """SHD-4: a beaten hand is mucked unseen; up cards and shown openers are seen."""
    record = history.load(text_of("jackpots"))
    assert record.shown == ("7h9c8dAd7sAsX1", "", "7c9d8hQc7d", "", "5hJsKs3s2d")
    assert history.load(text_of("two_bugs")).shown[2] == "6c"


# One seat's view, unfinished hands, names and notes.


def test_a_view_has_no_card_its_seat_could_not_know():
    for name in ("triple_draw_2_7", "stud_eight", "high_low_declare", "cucamonga", "california_poker", "italian"):
        hand = history.load(text_of(name)).replay()
        for viewer in (-1, *hand.seats):
            text = history.dump(hand, viewer=viewer)
            record = history.load(text)
            known = {card for cards in hand.view(viewer if viewer >= 0 else None).holdings.values() for card in cards}
            known |= {card for row in hand.view(None).rows.values() for card in row}
            known |= {
                card for throw in (hand.state.thrown[hand.seats.index(viewer)] if viewer >= 0 else ()) for card in throw
            }
            told = {card for line in record.actions for card in cards_in(line, hand)}
            assert told <= known
            assert record.deck == ()
            assert history.dump(record) == text
            with pytest.raises(HistoryError, match="cards that were not seen cannot be replayed"):
                record.replay()


def cards_in(line: str, hand: Hand) -> set[int]:
    """The known cards that a line names."""
    words = [word for word in line.split()[2:] if re.fullmatch(r"([2-9TJQKAFCR][cdhsb]|X\d|\?\?)+", word)]
    return {card for word in words for card in hand.game.deck.parse(word, allow_unknown=True)} - {-1}


def test_steps_tell_no_more_than_the_viewer_saw():
    for name in ("triple_draw_2_7", "stud_eight", "q_ball", "cucamonga"):
        record = history.load(text_of(name))
        hand = record.replay()
        for seat in hand.seats:
            said = [line.split(" (")[0] for line in history.steps(record, seat)]  # not what a joker stood for
            told = {word for line in said for word in re.findall(r"\b[2-9TJQKA][cdhs]\b", line)}
            view = hand.view(seat)
            known = [*view.holdings.values(), *view.rows.values()]
            known += list(hand.state.thrown[hand.seats.index(seat)])
            assert told <= {cards_text([card]) for cards in known for card in cards if card >= 0}


@pytest.mark.parametrize("name", ["jacks_back", "badugi", "high_low_declare", "cucamonga", "stud_eight"])
def test_a_hand_can_be_written_at_any_moment_and_taken_up_again(name):
    hand = history.load(text_of(name)).replay()
    again = Hand.start(
        hand.game, hand.stakes, seats_of(hand), hand.button, fixed(*hand.dealing), house=hand.house, posts=hand.posts
    )
    for action, seat in decisions(hand):
        record = history.load(history.dump(again))
        assert record.finishing is None
        assert record.replay() == again
        assert list(history.steps(record))[-1].endswith("to act")
        again = again.act(action, seat)
    assert again == hand


def seats_of(hand: Hand) -> list[Seat]:
    return [Seat(seat, stack) for seat, stack in zip(hand.seats, hand.dealt_stacks, strict=True)]


def decisions(hand: Hand):
    """The decisions of a hand, read from its events."""
    for event in hand.events:
        match event:
            case ev.Folded(seat):
                yield FOLD, seat
            case ev.Checked(seat):
                yield CHECK, seat
            case ev.Called(seat):
                yield CALL, seat
            case ev.Raised(seat, to):
                yield RaiseTo(to), seat
            case ev.BroughtIn(seat):
                yield PAY_BRING_IN, seat
            case ev.Drew(seat, thrown) | ev.Discarded(seat, thrown):
                yield Discard(thrown), seat
            case ev.Sealed(seat, choice):
                yield DeclareWay(choice), seat


@pytest.mark.parametrize("late", [(1,), (2,), (1, 2)])
def test_a_stake_forfeited_in_the_swap_comes_back(late):
    """CP-8: who did not choose in time loses his stake; if neither did, stakes go back."""
    for stacks in ((10, 10), (4, 10), (10, 7)):
        seats = [Seat(i, chips) for i, chips in enumerate(stacks, start=1)]
        hand = Hand.start(find_game("california poker"), Stake(10), seats, 2, shuffled(random.Random(2)))
        for seat in {1, 2} - set(late):
            hand = hand.act(hand.offers[seat].actions()[0], seat)
        hand = hand.forfeit(*late)
        record = history.load(history.dump(hand))
        assert [line for line in record.actions if "forfeit" in line] == [f"p{seat} forfeit" for seat in late]
        assert record.replay() == hand
        assert any("did not choose in time" in line for line in history.steps(record))


def test_names_notes_and_times_come_back():
    hand = history.load(text_of("jackpots")).replay()
    names = ('"Quoted"', "back\\slash", "tab\there", "Zoë ♠", "new\nline \x07")
    stamp = datetime.datetime(2026, 1, 31, 20, 15)
    room = {"clock": [1, 2.5], "a key": True, "empty": {}}
    text = history.dump(hand, names, time=stamp.time(), table="X", _room=room)
    record = history.load(text)
    assert record.players == names
    assert record.extra["time"] == stamp.time()
    assert record.extra["_room"] == room
    assert history.dump(record) == text
    assert record.name(3) == "tab here"
    with pytest.raises(HistoryError, match="no key of a history is called 'tabel'; did you mean table"):
        history.dump(hand, tabel="X")
    with pytest.raises(HistoryError, match="a set cannot be written"):
        history.dump(hand, _x={1})
    with pytest.raises(HistoryError, match="half a character"):
        history.dump(hand, ["\ud800", "", "", "", ""])
    with pytest.raises(HistoryError, match="expected 5 names of players, not 1"):
        history.dump(hand, ["Ann"])


def test_games_changed_by_hand_have_no_id_and_are_refused():
    game = replace(find_game("johnson"), seats=(2, 4))
    hand = Hand.start(game, FixedLimit(2, 4), [Seat(0, 10), Seat(1, 10)], 0, shuffled(random.Random(1)))
    with pytest.raises(HistoryError, match="Johnson has no id that reads back as the same game"):
        history.dump(hand)


@pytest.mark.parametrize(
    "stakes",
    [
        FixedLimit(2, 4, ante=1, blinds=(1, 3), pattern=(1, 3), unit=1),
        SpreadLimit(2, 6, last=10),
        PotLimit((1, 2), ante=1),
        NoLimit((1, 2), min_bet=4, unit=2),
    ],
)
def test_every_kind_of_stakes_comes_back(stakes):
    hand = played(find_game("five-card draw"), 4, stakes=stakes)
    record = history.load(history.dump(hand))
    assert record.stakes == stakes
    assert record.replay() == hand


def test_unusual_posts_come_back():
    """BTN-5, D-KP-1: missed blinds and kills are part of the record."""
    posts = [Post(0, Kind.SMALL_BLIND, 1, True), Post(1, Kind.KILL, 4, True), Post(2, Kind.MISSED_SMALL, 1, False)]
    hand = played(find_game("five-card draw"), 5, players=3, posts=posts)
    assert 'posts = [["p1", "small blind", 1, true], ["p2", "kill", 4, true]' in history.dump(hand)
    assert history.load(history.dump(hand)).replay() == hand


# Chains of redeals.


def test_a_chain_of_redeals_is_one_file():
    """D-PO-10: each deal takes up what the last one left."""
    records = history.load_all(text_of("chain"))
    hands = history.replay_all(records)
    assert len(hands) == 4
    assert [hand.carry.amount for hand in hands[:-1]] == [4, 8, 12]
    assert history.dump_all(records) == text_of("chain")
    with pytest.raises(HistoryError, match="holds 4 hands: read it with load_all"):
        history.load(text_of("chain"))


def test_a_carried_pot_that_was_not_left_is_found():
    first, second, third, _ = history.load_all(text_of("chain"), "night.toml")
    with pytest.raises(
        HistoryError, match=r"^night.toml, hand 3, line \d+: the hand takes up a pot of 8, .* left 4 chips"
    ):
        history.replay_all((first, third))
    assert history.replay_all((second, third))


# What is wrong is named with its place.


def refused(text: str, match: str, name: str = "x.toml") -> None:
    with pytest.raises(HistoryError, match=match):
        history.replay_all(history.load_all(text, name))


BADUGI = text_of("badugi")
LINES = BADUGI.splitlines()
WHERE = {line: (number, number - LINES.index("actions = [") - 1) for number, line in enumerate(LINES, start=1)}


def at(line: str) -> str:
    number, action = WHERE[line]
    return f"^x.toml, line {number}, action {action}: "


def test_a_wrong_amount_is_named_with_its_place():
    line = next(line for line in LINES if re.fullmatch(r'  "p\d cc \d+",', line) and LINES.count(line) == 1)
    who, chips = re.fullmatch(r'  "(p\d) cc (\d+)",', line).groups()
    refused(BADUGI.replace(line, f'  "{who} cc 77",'), at(line) + f"{who} calls 77, but the offer is {chips}$")
    raised = next(line for line in LINES if " cbr " in line and LINES.count(line) == 1)
    who, to = re.fullmatch(r'  "(p\d) cbr (\d+)",', raised).groups()
    refused(
        BADUGI.replace(raised, f'  "{who} cbr 99",'), at(raised) + f"{who} bets or raises to 99, but the offer is {to}$"
    )


def test_cards_nobody_holds_and_turns_out_of_turn_are_refused():
    line = next(line for line in LINES if re.fullmatch(r'  "p\d sd \w\w",', line))
    who, card = line.split()[0].strip('"'), line.split()[2].strip('",')
    other = next(c for c in ("2c", "3d", "4h") if c != card)
    refused(
        BADUGI.replace(line, line.replace(card, other)), at(line) + f"{who} draws {other}, but only cards of one's own"
    )
    refused(BADUGI.replace(line, line.replace(who, "p9")), at(line) + "there is no player p9: there are 4")
    wrong = "p1" if who != "p1" else "p2"
    refused(BADUGI.replace(line, line.replace(who, wrong)), at(line) + f"{wrong} draws {card}, but {who} is to act")


def test_consequences_are_checked_line_by_line():
    dealt = next(line for line in LINES if line.startswith('  "d dh p2'))
    refused(
        BADUGI.replace(dealt, dealt.replace("p2 ", "p2 2c", 1)),
        at(dealt) + "the file has 'd dh p2 2c.*', but by the rules",
    )
    won = next(line for line in LINES if " win " in line)
    refused(BADUGI.replace(won, won.replace(" win ", " win 1")), at(won) + "the file has 'p")


@pytest.mark.parametrize("name", ["jackpots", "jacks_back", "california_lowball", "high_low_declare", "stud_eight"])
def test_every_line_counts(name):
    """A complete record with any line left out or said twice no longer agrees with the rules."""
    lines = text_of(name).splitlines()
    first = lines.index("actions = [") + 1
    last = lines.index("]")
    for k in range(first, last):
        if lines[k].startswith('  "#'):
            continue
        for other in ([*lines[:k], *lines[k + 1 :]], [*lines[:k], lines[k], *lines[k:]]):
            refused("\n".join(other) + "\n", r"^x\.toml, line \d+")


def test_leaving_out_kinds_of_lines_is_allowed_by_hand():
    """A record written by hand needs its decisions and cards; only what it tells is checked."""
    text = BADUGI.replace("complete = true", "").replace('deck = "', '_deck = "')
    told = [line for line in text.splitlines() if not re.search(r'"p\d (post|win|back|sm)|# ', line)]
    assert history.load("\n".join(told)).replay() == history.load(BADUGI).replay()
    bare = re.sub(r'"(p\d cc) \d+"', r'"\1"', "\n".join(told))
    assert history.load(bare).replay().stacks == history.load(BADUGI).replay().stacks


def test_stacks_that_do_not_add_up_are_refused_on_reading():
    line = LINES.index(next(line for line in LINES if line.startswith("finishing_stacks"))) + 1
    record = history.load(BADUGI)
    more = (record.finishing[0] + 1, *record.finishing[1:])
    changed = BADUGI.replace(f"finishing_stacks = {list(record.finishing)}", f"finishing_stacks = {list(more)}")
    total = sum(record.finishing)
    with pytest.raises(HistoryError, match=f"^x.toml, line {line}: .* {total} chips came in and {total + 1} are left"):
        history.load(changed, "x.toml")
    moved = (record.finishing[0] + 1, record.finishing[1] - 1, *record.finishing[2:])
    changed = changed.replace(str(list(more)), str(list(moved)))
    refused(changed, f"^x.toml, line {line}: p1 finishes with {record.finishing[0]}, but the file has {moved[0]}$")


def test_newer_versions_are_refused_in_a_sentence():
    refused(
        BADUGI.replace("oddchip = 1", "oddchip = 2"),
        "^x.toml, line 1: this history is written in version 2 .* newer Oddchip",
    )
    refused(BADUGI.replace("oddchip = 1", "oddchip = 0"), "versions of the form count from 1, not 0")


def test_files_cut_off_anywhere_are_refused():
    for cut in range(0, len(BADUGI) - len(LINES[-1]) - len(LINES[-2]) - 3, 37):
        refused(BADUGI[:cut], r"^x\.toml")
    unfinished = BADUGI[: BADUGI.index("]\nshown")] + "]\n"
    assert history.load(unfinished).replay().over


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'variant = "badugi"',
            'variant = "badugee"',
            "line 2: variant: no game is called 'badugee'; did you mean badugi",
        ),
        ('variant = "badugi"', "", "the key variant is missing: expected text"),
        ('limit = "fixed"', 'limit = "fix"', "line 4: stakes: the limit must be fixed, spread, pot, none, stake"),
        ("small_bet = 2", "smal_bet = 2", "stakes of limit 'fixed' have no smal_bet: expected ante, big_bet"),
        ("small_bet = 2", 'small_bet = "2"', "line 4: stakes: the small bet must be a whole number of chips"),
        ("button = 4", "button = 4\nhouse = { cap_raise = 3 }", "house: no house rule is called 'cap_raise'"),
        ("seats = [1, 2, 3, 4]", "seats = [1, 2, 3]", "seats has 3 entries for 4 starting stacks"),
        ("seats = [1, 2, 3, 4]", "seats = [4, 2, 3, 1]", "the seats must go clockwise"),
        ("seats = [1, 2, 3, 4]", 'seats = [1, 2, 3, "4"]', "seats must be a list of whole numbers"),
        ('table = "Gardena"', 'tabel = "Gardena"', "line 3: no key of a history is called 'tabel'; did you mean table"),
        ('deck = "', 'deck = "Zz', "deck: no card is called 'Zz"),
        ("complete = true", "complete = 1", "complete must be true or false"),
        ('"p1 post', '"q1 post', "cannot read 'q1 post .*': it begins neither with d nor with p1"),
        ('"p1 post', '"hello", "p1 post', "cannot read 'hello'"),
        ("button = 4", "button = 4\ncarry = { pots = [3] }", "carry must be { pots"),
        ("button = 4", 'button = 4\nposts = [["p9", "ante", 1, true]]', "posts must be a list of posts like"),
    ],
)
def test_what_is_wrong_in_the_frame_is_said(old, new, message):
    assert old in BADUGI
    refused(BADUGI.replace(old, new, 1), message)


def test_a_file_of_several_hands_names_the_hand():
    text = text_of("chain")
    where = text.index('"p2 cc"', text.index("[2]\n"))
    refused(
        text[:where] + '"p2 cbr 8"' + text[where + 7 :],
        r"^x.toml, hand 2, line \d+, action \d+: p2 bets or raises to 8",
    )
    line = text[:where].count("\n") + 1
    refused(text[:where] + '"p2 cbr 8"' + text[where + 7 :], f"line {line}, ")


def test_the_first_divergence_is_the_one_that_is_named():
    """Of two mistakes the earlier one is told."""
    record = history.load(BADUGI)
    actions = list(record.actions)
    late, early = [k for k, text in enumerate(actions) if re.search(" cc| cbr", text)][-1], 0
    for k in (late, early):
        actions[k] += "9"
    with pytest.raises(HistoryError, match="action 1: "):
        replace(record, actions=tuple(actions)).replay()

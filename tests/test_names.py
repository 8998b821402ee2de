"""Games by name: aliases, the grammar, the nearest names, and text that never does more than name a game."""

from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from oddchip.errors import GameError, UnknownName
from oddchip.games import cucamonga, find_game, games
from oddchip.games.boards import REVEALS
from oddchip.games.names import GAMES, MAX_DEPTH, MAX_LENGTH, squash
from oddchip.modifiers import applicable

RULINGS = Path(__file__).parent / "rulings"

#: What `game` says in a ruling that is about an order of hands or a setting of the table, not about a game.
SETTINGS = {
    "any", "any single-draw game", "blinds", "button", "button_hilo", "capacity", "fl", "french_stripped", "home game",
    "horse", "italian40", "nl", "pl", "spread", "tournament", "five_card_high_with_bug", "ace_to_five_low_with_joker",
    "deuce_to_seven_low", "ace_to_six_low", "2-7 triple draw, 8 players",
}  # fmt: skip

#: The names in the source texts and in the ledgers' own words.
SPOKEN = {
    "five_card_draw": "guts to open; guts_draw; traditional draw poker; traditional five-card draw poker",
    "gardena_jackpots": "Gardena jackpots; Jacks to open; Jackpots",
    "progressive(gardena_jackpots)": "progressive jackpots",
    "california_lowball": "California lowball; lowball",
    "double_draw(california_lowball)": "Double-draw California lowball",
    "badugi": "Badugi; Padooki; Badougi",
    "kansas_city": "Kansas City; Low Poker; Billy Baxter; Billy Baxter draw; 2-7 single draw",
    "ace_to_six_lowball": "ace-to-six; Ace-to-six lowball",
    "california_high_low": "California high/low split; california_high_low_split; hi-lo split; hilo; HiLo",
    "high_low_declare": "High/low with declare; High/low declare; hilo declare",
    "deuce_to_seven_triple_draw": "deuce-to-seven triple-draw lowball; 2-7 triple draw; Deuce to Seven Triple Draw",
    "ace_to_five_triple_draw": "A-5 triple draw; ace-to-five triple draw",
    "johnson": "Johnson",
    "jacks_back": "Jacks back; Jack and back; Jackson",
    "q_ball": "Q-Ball; q ball; QBALL",
    "stud_eight": "seven eight; “stud eight”; eight or better; stud/8; Seven-card stud eight-or-better",
    "seven_card_stud": "seven-card stud; stud high",
    "razz": "razz",
    "cucamonga": "Cucamonga; cucamonga()",
    "california_poker": "California Poker; calpoker",
    "texas_holdem": "holdem; hold'em; Texas Hold 'em",
    "omaha_eight": "Omaha/8",
}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_name_of_a_game_finds_it(game):
    for name in (game.id, game.name, *game.aliases):
        assert find_game(name) is game
        assert find_game(f"  {name.upper().replace('-', ' ')} ") is game


def test_no_name_belongs_to_two_games():
    owners = defaultdict(set)
    for game in GAMES:
        for name in (game.id, game.name, *game.aliases):
            owners[squash(name)].add(game.id)
    assert {name: ids for name, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("game_id, names", SPOKEN.items())
def test_the_sources_own_names(game_id, names):
    assert {find_game(name).id for name in names.split("; ")} == {game_id}


def rulings():
    for file in sorted(RULINGS.glob("*.yaml")):
        yield from chain.from_iterable(part for part in yaml.safe_load(file.read_text()).values() if type(part) is list)


def test_every_game_of_the_rulings_is_found():
    named = {ruling["game"] for ruling in rulings() if "game" in ruling}
    assert len(named) > 30
    for name in named - SETTINGS:
        assert find_game(name).id


@pytest.mark.parametrize("game", [*games(), cucamonga("rows"), cucamonga("cards", 5)], ids=lambda game: game.id)
def test_ids_parse_back_for_all_pairs_of_modifiers(game):
    for one in applicable(game):
        for two in applicable(find_game(one)):
            assert find_game(two).id == two


KINDS = [cucamonga(reveal, switch) for reveal in REVEALS for switch in (1, 2, 3, 5)]


def played(game):
    """What a game is apart from its name: two of the sources' names belong to games that twists make, too."""
    return game.deck, game.play, game.rules, game.seats


@pytest.mark.parametrize("game", [*games(), *KINDS], ids=lambda game: game.id)
def test_every_name_that_is_printed_is_read_back_as_its_game(game):
    for one in (game.id, *applicable(game)):
        made = find_game(one)
        assert played(find_game(made.name)) == played(made)
        for two in applicable(made):
            assert played(find_game(find_game(two).name)) == played(find_game(two))


@pytest.mark.parametrize(
    "text, game_id",
    [
        ("Stud Eight with a Bug", "with_bugs(stud_eight, 1)"),
        ("stud eight with bug", "with_bugs(stud_eight, 1)"),
        ("lowball without", None),
        ("jackpots with 2 bugs", "with_bugs(gardena_jackpots, 2)"),
        ("triple-draw progressive jackpots", "progressive(triple_draw(gardena_jackpots))"),
        ("Five-Card Draw, 7 to ace Pack", 'on_deck(five_card_draw, "7 to ace")'),
        ("Five-Card Double Draw with Antes and a Bug", "double_draw(with_antes(with_bugs(five_card_draw, 1)))"),
        ("four_before(stud eight with a bug)", None),
        ("badugi with declare", None),
        (",", None),
    ],
)
def test_names_with_what_is_said_around_them(text, game_id):
    if game_id is None:
        with pytest.raises(GameError):
            find_game(text)
    else:
        assert find_game(text).id == game_id


@pytest.mark.parametrize(
    "text, game_id",
    [
        ("four_before(triple_draw(gardena_jackpots))", "four_before(triple_draw(gardena_jackpots))"),
        ("Four-Before ( Triple Draw ( Jackpots ) )", "four_before(triple_draw(gardena_jackpots))"),
        ('declare(ante_draw, low="2-7")', 'declare(ante_draw, low="2-7")'),
        ("declare(ante_draw, '2-7')", 'declare(ante_draw, low="2-7")'),
        ("declare(ante_draw, low = 2-7)", 'declare(ante_draw, low="2-7")'),
        ("with_bugs(stud_eight, 2)", "with_bugs(stud_eight, 2)"),
        ("with_bugs(n=2, game=stud_eight)", "with_bugs(stud_eight, 2)"),
        ("with_bugs(stud_eight)", "with_bugs(stud_eight, 1)"),
        ('on_deck(five_card_draw, "italian")', 'on_deck(five_card_draw, "italian")'),
        ('cucamonga(reveal="rows", limit_switch=3)', 'cucamonga(reveal="rows")'),
        ("cucamonga(limit_switch=2)", "cucamonga(limit_switch=2)"),
        ("on_deck(cucamonga(rows), Italian)", 'on_deck(cucamonga(reveal="rows"), "italian")'),
        ("triple draw badugi", "badugi"),
    ],
)
def test_the_grammar(text, game_id):
    assert find_game(text).id == game_id


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "a game needs a name"),
        ("   ", "a game needs a name"),
        ("()", "a name should stand where"),
        ("triple_draw(johnson", "ends where a comma or a closing bracket should follow"),
        ("triple_draw(johnson))", "nothing may follow the end"),
        ("triple_draw(johnson) razz", "nothing may follow the end"),
        ("triple_draw(johnson,)", "a value should stand where"),
        ("triple_draw()", "needs a game first"),
        ("triple_draw", "needs a game: triple_draw"),
        ("four before", "needs a game: four_before"),
        ("johnson(razz)", "takes nothing in brackets"),
        ("triple_draw(johnson, 3)", "takes a game and nothing else"),
        ("with_bugs(johnson, 1, 2)", "takes a game and n and nothing else"),
        ("with_bugs(johnson, 1, n=2)", "told n twice"),
        ("with_bugs(johnson, n=1, n=2)", "told n twice"),
        ("with_bugs(n=1, johnson)", "what has no name must come before"),
        ("with_bugs(n=1)", "needs a game first"),
        ("on_deck(johnson)", "must be told pack"),
        ('on_deck(johnson, "italian)', "quotation is not closed"),
        ('on_deck("johnson", "italian")', "a name should stand where"),
        ("cucamonga(rows, 3, 4)", "takes reveal and limit_switch and nothing else"),
        ("x" * (MAX_LENGTH + 1), "at most 200 characters"),
        ("triple_draw(" * MAX_DEPTH + "johnson" + ")" * MAX_DEPTH, "at most 12 names"),
        ("(" * MAX_LENGTH, "a name should stand where"),
    ],
)
def test_what_is_wrong_is_said(text, why):
    with pytest.raises(GameError, match=why):
        find_game(text)


@pytest.mark.parametrize(
    "text, nearest",
    [
        ("Gardenna Jakpots", "gardena_jackpots"),
        ("jhonson", "johnson"),
        ("triple draw jackpts", "triple_draw(gardena_jackpots)"),
        ("2-7 triple drow", "deuce_to_seven_triple_draw"),
        ("Stud Eihgt with a Bug", "with_bugs(stud_eight, 1)"),
        ("tripledrow(johnson)", "triple_draw"),
        ("cucamunga(rows)", "cucamonga"),
        ('cucamonga(reveal="colums")', "columns"),
        ("cucamonga(revel=rows)", "reveal"),
        ("cucamonga(limitswitch=2)", "limit_switch"),
        ("declare(johnson, lo=2-7)", "low"),
        ("on_deck(johnson, itallian)", "italian"),
    ],
)
def test_a_misspelt_name_is_told_the_nearest(text, nearest):
    with pytest.raises(UnknownName) as caught:
        find_game(text)
    assert nearest in caught.value.nearest
    assert "did you mean" in str(caught.value)


def test_each_game_is_named_once_among_the_nearest():
    with pytest.raises(UnknownName) as caught:
        find_game("triple draw jackpts")
    assert caught.value.nearest[0] == "triple_draw(gardena_jackpots)"
    assert all(find_game(name).draws == 3 for name in caught.value.nearest)


@pytest.mark.parametrize("thing", [None, 3, b"johnson", ["johnson"]])
def test_only_text_names_a_game(thing):
    with pytest.raises(GameError, match="found by its name"):
        find_game(thing)


MARKS = ["(", ")", ",", "=", '"', "'", " ", "\n", "\x00", "é", "3", "0" * 30]
WORDS = ["2-7", "low", "n", "game", "italian", "johnson", "cucamonga", "reveal", "triple_draw", "declare", "on_deck"]
PIECES = st.lists(st.sampled_from(MARKS + WORDS), max_size=25).map("".join)


@given(st.one_of(st.text(max_size=40), PIECES))
def test_any_text_is_a_game_or_a_game_error(text):
    try:
        found = find_game(text)
    except GameError:
        return
    assert find_game(found.id) == found

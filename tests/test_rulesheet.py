"""Rule sheets: a sentence for every word of the vocabulary, for all games with all modifiers; pages that are kept."""

import dataclasses
import enum
import json
import re
from html.parser import HTMLParser

import pytest

from oddchip import (
    FixedLimit,
    HouseRules,
    NoLimit,
    PotLimit,
    Ranking,
    SpreadLimit,
    Stake,
    find_game,
    games,
    order,
    spec,
)
from oddchip.errors import GameError, StakesError
from oddchip.house import NUMBER, options
from oddchip.modifiers import variants
from oddchip.rulesheet import sheet
from oddchip.rulesheet.choices import CHOICES
from oddchip.rulesheet.telling import Telling
from oddchip.rulesheet.vocabulary import SPOKEN
from sheets.regenerate import HERE, SHEETS, page

LIMITS = FixedLimit(2, 4)


def made_of(game):
    """The game, and all that one modifier makes of it."""
    found = {game.id: game}
    for modify in variants():
        try:
            other = modify(game)
        except GameError:
            continue
        found[other.id] = other
    return list(found.values())


def words_of(made):
    return [
        made.name,
        made.summary,
        *(said for _, said in made.facts),
        *(item.text for section in made.sections for item in section.items),
    ]


def said_in(name, stakes=None, **settings):
    return " ".join(words_of(sheet(find_game(name), stakes, HouseRules.of(**settings))))


# --- pages kept --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHEETS)
def test_the_page_is_as_kept(name):
    assert (HERE / f"{name}.md").read_text() == page(name), "run python tests/sheets/regenerate.py"


def test_no_page_is_left_over():
    assert {file.stem for file in HERE.glob("*.md")} == set(SHEETS)


# --- the vocabulary ----------------------------------------------------------------------------------------------

CLASSES = [
    kind
    for kind in vars(spec).values()
    if isinstance(kind, type)
    and kind.__module__ == spec.__name__
    and (dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum))
]


def test_the_vocabulary_is_found():
    assert {spec.Ante, spec.Bet, spec.First, spec.PlayFor, spec.Use, spec.Rules, spec.Game} <= set(CLASSES)
    assert set(spec.Phase.__args__) <= set(CLASSES)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_class_of_the_vocabulary_has_a_sentence(kind):
    told = SPOKEN[kind]
    if issubclass(kind, enum.Enum):
        assert set(told) == set(kind)
        said = [told[value] for value in kind if kind is not spec.WhenShort or value is not spec.WhenShort.REFUSE]
        assert all(said)
        assert len(set(said)) == len(said)
    else:
        assert told


def test_every_ranking_has_words():
    assert set(SPOKEN[Ranking]) == set(Ranking)


def used(value):
    """The classes of the vocabulary in a value, and the members of its enums."""
    yield type(value)
    if isinstance(value, enum.Enum):
        yield value
    if dataclasses.is_dataclass(value):
        for entry in dataclasses.fields(value):
            yield from used(getattr(value, entry.name))
    if isinstance(value, tuple):
        for part in value:
            yield from used(part)


def test_the_games_use_the_whole_vocabulary():
    """So the tests over all games reach every sentence, but for what only house rules bring about."""
    found = {what for game in games() for other in made_of(game) for what in used((other.play, other.rules))}
    members = {member for kind in CLASSES if issubclass(kind, enum.Enum) for member in kind}
    by_house = {spec.First.OPENER, spec.AfterLast.DESCEND, spec.By.BIG_BLIND}
    assert members - found - by_house == set()
    assert set(CLASSES) - found - {spec.Game} == set()


# --- all games ---------------------------------------------------------------------------------------------------


TAGS = {"article", "h1", "h2", "p", "dl", "dt", "dd", "section", "ol", "ul", "li", "small", "footer"}


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.tags = set()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_with_every_modifier_has_a_sheet(game):
    for other in made_of(game):
        made = sheet(other)
        said = words_of(made)
        assert made.id == other.id
        assert not re.search(r"None|[{}]|  |\.\.|, ,| ,|\b1 cards|one cards|\ba (?:a|e)ce\b", "\n".join(said)), other.id
        assert all(re.search(r"[.]$", item.text) for part in made.sections for item in part.items), other.id
        assert max(map(len, made.text(60).splitlines())) <= 60
        assert json.loads(json.dumps(made.data())) == made.data()
        parser = Balanced()
        parser.feed(made.html())
        assert parser.open == []
        assert parser.tags <= TAGS
        for text in (made.text(10_000), made.markdown()):
            assert all(line in text for line in said[2:])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_steps_are_the_phases(game):
    """As many betting rounds, draws and so on are told as the game has."""
    (steps,) = (part for part in sheet(game).sections if part.steps)
    assert sum("betting round" in item.text for item in steps.items) == game.rounds
    assert sum(re.match(r"The (?:\w+ )?draw\b", item.text) is not None for item in steps.items) == game.draws


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_italian_packs_speak_of_knaves_and_knights(game):
    """IT-2."""
    try:
        other = find_game(f'on_deck({game.id}, "italian")')
    except GameError:
        return
    said = " ".join(words_of(sheet(other))).replace(other.name, "")
    aliases = re.compile(r"Jack(?:s)? (?:and )?[Bb]ack|clubs, or cups")
    assert not re.search(r"\b(?:jacks?|queens?|Jacks?|Queens?)\b", aliases.sub("", said))
    assert "knave" in said


def test_a_pair_of_knaves_opens_on_an_italian_pack():
    """D-JP-1, IT-2."""
    assert "Nobody may open without a pair of knaves or better" in said_in('on_deck(gardena_jackpots, "italian")')
    assert "Nobody may open without a pair of jacks or better" in said_in("gardena_jackpots")


# --- amounts -----------------------------------------------------------------------------------------------------


def test_stakes_are_named():
    said = said_in("q_ball", FixedLimit(2, 4))
    assert "posts a blind of its own (1 chip), the player left of it the small blind (1 chip)" in said
    assert [f"bets and raises of {size}" in said for size in (2, 4, 8)] == [True] * 3
    assert "at fixed limit" not in said
    assert "fixed limit, 2 and 4, ante 1" in said_in("gardena_jackpots", LIMITS)
    assert "the bring-in (1 chip)" in said_in("razz", LIMITS)
    assert "Both put up 10 chips" in said_in("california_poker", Stake(10))


@pytest.mark.parametrize(
    "stakes, words",
    [
        (None, "the small bet in round 1 and the big bet in round 2"),
        (NoLimit(blinds=(1, 2)), "at least 2 and at most all"),
        (PotLimit(blinds=(1, 2)), "more than what is in the middle after calling"),
        (SpreadLimit(2, 10, last=20), "from 2 to 10, in the last round up to 20"),
    ],
)
def test_every_structure_has_its_words(stakes, words):
    assert words in said_in("california_lowball", stakes)


def test_rounds_of_one_size_are_told_together():
    assert "the small bet in rounds 1 and 2 and the big bet in rounds 3, 4 and 5." in said_in("cucamonga", None)


def test_the_check_raise_ban_is_for_fixed_limit():
    """D-CL-4."""
    assert "may call or fold in that round, and not raise" in said_in("california_lowball", FixedLimit(2, 4))
    assert "may raise later in the same round" in said_in("california_lowball", NoLimit(blinds=(1, 2)))


def test_stakes_that_do_not_fit_are_refused():
    with pytest.raises(StakesError):
        sheet(find_game("california_poker"), LIMITS)


# --- house rules -------------------------------------------------------------------------------------------------


def values(entry):
    for value in entry.metadata["values"]:
        yield 7 if value is NUMBER else value


def test_every_option_has_a_sentence_for_every_value():
    telling = Telling(find_game("gardena_jackpots"), None, HouseRules())
    assert set(CHOICES) == {name for name, _ in options()}
    for name, entry in options():
        said = [CHOICES[name].say(value, telling) for value in values(entry)]
        assert all(text.endswith(".") and "{" not in text for text in said), name
        assert len(set(said)) == len(set(values(entry))), name


MADE = [other for game in games() for other in made_of(game)]


@pytest.mark.parametrize("name, entry", list(options()), ids=[name for name, _ in options()])
def test_every_option_that_differs_is_named_and_matters_somewhere(name, entry):
    """A host announces it; where the game has the part it is about, it is not called idle."""
    also = {"max_draw": 3} if name == "four_with_ace" else {}
    for value in values(entry):
        if value == entry.default and type(value) is type(entry.default):
            continue
        house = HouseRules.of(**{name: value, **also})
        telling = [Telling(game, None, house) for game in MADE]
        if name == "big_blind_ante":
            game = find_game("texas_holdem")
            ante = dataclasses.replace(game, play=(spec.Ante(by=spec.BIG_BLIND), *game.play), id="with_ante")
            telling = [Telling(ante, None, house)]
        game = next(told.game for told in telling if CHOICES[name].matters(told))
        first = sheet(game, None, house).sections[0]
        assert first.title == "This table plays otherwise than usual"
        marks = {item.mark: item.text for item in first.items}
        assert marks[f"option {name}"] == CHOICES[name].say(value, Telling(game, None, house))
        assert sheet(game, None, house).data()["options"][name] == value


def test_an_option_that_plays_no_part_is_called_so():
    made = sheet(find_game("badugi"), None, HouseRules.of(stud_tie="suit"))
    assert made.sections[0].items[0].mark == "option stud_tie; no part of this game"


def test_house_rules_change_the_rules_told():
    """Not only are they listed: the sentence they are about says them."""
    assert "raise later in the same round" in said_in("california_lowball", LIMITS, check_raise="allowed")
    assert "may not check" in said_in("california_lowball", sevens_penalty="must_bet")
    assert "sevens rule is in force: a player" not in said_in("california_lowball", sevens=False)
    assert "sevens rule is in force: a player" in said_in("q_ball", sevens=True)
    assert "throws up to three cards, or four when an ace" in said_in("badugi", max_draw=3, four_with_ace=True)
    assert "The player who opened the pot is first to act" in said_in("ante_draw", post_draw_first="opener")
    assert "by the same dealer" in said_in("johnson", redeal_button="same")
    assert "goes down again step by step" in said_in("progressive(gardena_jackpots)", after_last="descend")
    assert "one bet and five raises" in said_in("badugi", LIMITS, cap_raises=5)
    assert "no limit to the number of raises" in said_in("badugi", LIMITS, cap_raises=None)
    assert "the deal is passed out: hands" in said_in("high_low_declare", checked_around="pass_out")
    assert "the deal is passed out: hands" not in said_in("ante_draw", checked_around="continue")
    assert "none for high, one for low" in said_in("high_low_declare", declare_coding="high_low_both")
    assert "any hand may win" in said_in("cucamonga", qualifiers="none").partition("With nine to eleven")[0]
    assert "A card is burned first" not in said_in("stud_eight", burn_cards=False)
    assert "a knave low or better" in said_in('on_deck(stud_eight, "italian")', low_cap="knave_as_eight")
    assert "Newcomers may pay the same antes" in said_in("johnson", open_to_newcomers=True)
    assert "throws up to three cards, and" in said_in("four_before(ante_draw)", max_draw=3)
    assert "the next best takes the pot" in said_in("california_lowball", sevens_penalty="whole_pot")
    assert "swords, batons, coins, cups" in said_in('on_deck(razz, "italian")', italian_bring_in="come_quando")


# --- what has to be said -----------------------------------------------------------------------------------------


def marked(name, **settings):
    made = sheet(find_game(name), None, HouseRules.of(**settings))
    return {rule: item.mark for part in made.sections for item in part.items if item.mark for rule in item.rules}


def test_the_three_labelled_defaults():
    """D-DC-4, D-CL-4 with D-DD-2, D-FB-4: where a default leans away from the source, the sheet says so."""
    leans = "house rule: leans away from the plain words of the source"

    def labelled(name, **settings):
        made = sheet(find_game(name), None, HouseRules.of(**settings))
        return {rule for part in made.sections for item in part.items if item.mark == leans for rule in item.rules}

    assert labelled("high_low_declare") == {"D-DC-4"}
    assert labelled("high_low_declare", scoop_against="all") == set()
    assert labelled("double_draw(california_lowball)") == {"D-CL-4", "D-DD-2"}
    assert labelled("double_draw(california_lowball)", check_raise="allowed") == set()
    assert labelled("california_lowball") == set()
    assert labelled("four_before(johnson)") == labelled("four_before(jacks_back)") == {"D-FB-4"}
    assert labelled("four_before(gardena_jackpots)") == set()


def test_the_turning_up_of_rows_is_marked():
    """CU-9a, CU-8b."""
    marks = marked("cucamonga")
    assert marks["CU-9a"] == marks["CU-8b"] == "house rule: source silent"
    assert "house rule: source silent" in sheet(find_game("cucamonga")).text(60).replace("\n    ", " ")


def test_examples_come_from_the_real_order():
    """D-BUG-1, D-LO-J."""
    game = find_game("california_high_low")
    said = said_in(game.id)
    high, low = order(Ranking.HIGH, game.deck), order(Ranking.ACE_TO_FIVE_LOW, game.deck)
    for judge, cards in ((high, "Kc Kd Qc Qh X1"), (high, "2c 3d 4c 5d X1"), (low, "2c 4d 5h 6s X1")):
        assert judge.describe(judge.value(game.deck.parse(cards))) in said
    assert high.describe(len(high.hands) - 1) in said
    assert low.describe(len(low.hands) - 1) in said


def test_the_joker_is_told_by_house_rule():
    """D-BUG-3, D-BUG-4, D-LO-JX."""
    assert "In a flush it is the lowest card" in said_in("gardena_jackpots", bug_in_flush="lowest")
    assert "lose to a straight flush" in said_in("gardena_jackpots", five_aces="below_straight_flush")
    assert "makes the best hand it can" in said_in("with_bugs(kansas_city)")
    assert "lowest rank not held" in said_in("with_bugs(kansas_city)", lowball_joker="lowest_not_held")


def test_what_people_wrote_is_escaped():
    game = dataclasses.replace(find_game("badugi"), name="<b>Bad & worse</b>", id='"x"', summary="<script>")
    made = sheet(game)
    assert "<h1>&lt;b&gt;Bad &amp; worse&lt;/b&gt;</h1>" in made.html()
    assert "<script>" not in made.html()
    assert 'data-game="&quot;x&quot;"' in made.html()

"""Facts and states of a table as JSON and back."""

import json
from pathlib import Path
from random import Random

import pytest

from oddchip import FOLD, FixedLimit, HistoryError, HouseRules, find_game, shuffled
from oddchip.actions import DeclareWay, Discard, Give, RaiseTo, Way
from oddchip.table import commands as cmd
from oddchip.table import folded
from oddchip.table.facts import Paused
from oddchip.table.night import play
from oddchip.table.plain import command_of, fact_of, plain_command, plain_fact, plain_state, state_of
from oddchip.table.state import opened
from tables import start, table
from test_table_commands import CALIFORNIA, GAMES, evening

EXAMPLES = sorted((Path(__file__).parents[1] / "docs" / "examples").glob("*.toml"))


def through_json(data):
    return json.loads(json.dumps(data))


def check(made):
    written = through_json([plain_fact(fact) for fact in made.events])
    read = [fact_of(data) for data in written]
    assert tuple(read) == made.events
    assert folded(made.beginning, read) == made.state
    assert state_of(through_json(plain_state(made.state))) == made.state


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda file: file.stem)
def test_an_evening_is_written_and_read_back(script):
    check(play(script.read_text(), Random(1)).table)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_is_written_and_read_back(seed):
    rng = Random(seed)
    check(evening(rng, CALIFORNIA if seed < 2 else rng.choice(GAMES), 120))


def test_a_running_hand_is_written_too():
    check(start(table("badugi", kill="full")))


def test_a_fact_says_what_differs_from_the_usual():
    assert plain_fact(Paused("tea", 3)) == {"fact": "Paused", "reason": "tea", "at": 3}
    assert plain_state(opened(2, table(cap_raises=4).house))["house"] == {"cap_raises": 4}


@pytest.mark.parametrize(
    "data, why",
    [
        ({"fact": "Danced"}, "no fact of a table is called 'Danced'"),
        ({"fact": "Paused", "reason": "tea", "at": 3, "who": 1}, "Paused has no 'who'"),
        ({"fact": "Paused", "reason": "tea"}, "cannot read Paused"),
    ],
)
def test_what_is_no_fact_is_refused(data, why):
    with pytest.raises(HistoryError, match=why):
        fact_of(data)


COMMANDS = (
    cmd.SetGame(find_game("badugi"), FixedLimit(2, 4)),
    cmd.SetRotation(((find_game("badugi"), FixedLimit(2, 4)), (find_game("razz"), FixedLimit(4, 8))), None),
    cmd.DealersChoice(((find_game("badugi"), FixedLimit(2, 4)),)),
    cmd.Choose(1, find_game("badugi"), FixedLimit(2, 4)),
    cmd.Choose(1, find_game("badugi")),
    cmd.Sit(0, "Ada", 100, post=True),
    cmd.SetHouse(HouseRules.of(kill="full")),
    cmd.Announce(("money",)),
    cmd.Act(1, RaiseTo(4), (1, 4)),
    cmd.Act(1, FOLD),
    cmd.Act(1, Discard((1, 2))),
    cmd.Act(1, DeclareWay(Way.LOW)),
    cmd.Act(1, Give((1, 2, 3, 4))),
    cmd.TimeOut(),
    cmd.VoidHand("a card was seen"),
    cmd.Close(),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_commands_go_to_json_and_back(command):
    assert command_of(json.loads(json.dumps(plain_command(command)))) == command


def test_the_deal_is_given_its_dealer_again():
    dealer = shuffled(Random(1))
    data = plain_command(cmd.StartHand(dealer, 3))
    assert data == {"do": "StartHand", "button": 3}
    assert command_of(data, dealer) == cmd.StartHand(dealer, 3)
    with pytest.raises(HistoryError, match="needs its dealer"):
        command_of(data)


@pytest.mark.parametrize("data", [{"do": "Dance"}, {"do": "Act", "seat": 1, "action": ["jump"]}, {"do": "Sit", "x": 1}])
def test_what_is_no_command_is_refused(data):
    with pytest.raises(HistoryError):
        command_of(data)

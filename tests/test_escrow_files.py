"""The file of a channel, and the two commands."""

import json
from dataclasses import replace
from random import Random

import pytest

from escrow_duel import CLOCK, STAKE, WINDOW, player
from oddchip.errors import OddchipError
from oddchip.fair.errors import Unreadable
from oddchip.fair.escrow.channel_file import ChannelFile, Published, Side, dump_channel, load_channel
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.playing import Talk
from oddchip.fair.escrow.settling import settle
from oddchip.fair.escrow.terms import ChannelTerms, EscrowRefused, Where
from oddchip.fair.escrow.twin import Twin
from terminal import oddchip

PLAIN = ["--plain", pytest.param("", marks=pytest.mark.needs("chain"), id="chain")]


def give_lowest(seat, hands):
    return 0b00001111


def a_talk(hands=1, steps=0):
    """A channel in which hands were played, and the next has come so far."""
    players = player("file a"), player("file b")
    terms = ChannelTerms((players[0].address, players[1].address), STAKE, CLOCK, WINDOW, 1)
    talk = Talk(players, terms, PLAY, (100, 100))
    for _ in range(hands):
        talk.play(give_lowest)
    for step in (talk.begin, talk.reveal, lambda: talk.seal(give_lowest))[:steps]:
        step()
    return talk


def file_of(talk, *sides, by=0):
    latest = talk.ledgers[by].latest
    given = [Side() if each is None else side_of(talk, each) for each in sides] or [Side(), Side()]
    return ChannelFile(PLAY, talk.channel, (100, 100), (Published(by, latest.state, latest.signatures),), tuple(given))


def side_of(talk, seat):
    own, hand = talk.players[seat], talk.hand_id
    choice = own.opening(hand) if own.vault.load(hand, "mask") else (bytes(31) + b"1", 0b11110000)
    return Side(own.secret(hand), *choice)


def words(file):
    return [landed.words for landed in settle(Twin(PLAY, START), file)]


# --- the file ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", range(4))
def test_a_file_is_read_as_it_was_written(steps):
    talk = a_talk(steps=steps)
    file = file_of(talk, *([0, None] if steps else []))
    assert load_channel(dump_channel(file)) == file


def paths(value, at=()):
    """Every place in a value of JSON."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield from paths(each, (*at, name))


def test_whatever_is_not_in_the_one_form_is_refused_in_a_sentence():
    """A wrong value in any place: never another error, and never a channel."""
    text = dump_channel(file_of(a_talk(steps=3), 0, 1))
    rng = Random(17)
    for path in paths(json.loads(text)):
        wrong = rng.sample([-1, 1.5, True, "", "A", "0x00", {}, [], "१", 2**60, "00" * 31, None], 4)
        for value in wrong:
            changed = put(json.loads(text), path, value)
            try:
                loaded = load_channel(json.dumps(changed))
            except Unreadable:
                continue
            assert dump_channel(loaded) == json.dumps(changed, indent=1) + "\n", "what is read is what was written"


def put(data, path, value):
    if not path:
        return value
    inside = data
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = value
    return data


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"format": NaN}', '{"a": 1, "a": 2}', "[" * 100_000, "1" * 5000]
)
def test_what_is_no_channel_is_refused_in_a_sentence(text):
    with pytest.raises(Unreadable):
        load_channel(text)


# --- settled ----------------------------------------------------------------------------------------------------------


def test_a_channel_between_hands_is_paid_by_its_last_state():
    talk = a_talk(3)
    first, second = talk.state.balances
    assert words(file_of(talk)) == [
        "The channel holds 100 and 100.",
        f"publishes state {talk.state.number}",
        f"The window is over, state {talk.state.number} stands: {first} to the first, {second} to the second.",
        f"withdraws {first}",
        f"withdraws {second}",
    ]


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_hand_in_progress_is_played_to_its_end_by_both(steps):
    talk = a_talk(steps=steps)
    landed = words(file_of(talk, 0, 1))
    assert f"hand {talk.standing.number} goes on on the chain" in landed[2]
    assert landed[-3].startswith(("The first has", "The second has", "Both have"))
    assert sum(int(each.split()[1]) for each in landed[-2:]) == 200
    assert landed.count("opens the seal") == 2
    assert landed.count("seals four cards") == (0 if steps == 3 else 2)


@pytest.mark.parametrize("sides, loser", [((0, None), "second"), ((None, 1), "first")])
def test_who_is_silent_forfeits_in_words(sides, loser):
    landed = words(file_of(a_talk(steps=3), *sides))
    assert f"The {loser} missed the deadline and forfeits the pot of 20." in landed


def test_both_silent_get_their_stakes_back_in_words():
    assert "Stakes back: 10 and 10." in words(file_of(a_talk(steps=2), None, None))


def test_what_landed_is_told_and_not_what_was_asked():
    """An unsigned state, then an old one, then the end that both signed."""
    talk = a_talk(2)
    file = file_of(talk)
    good = file.published[0]
    forged = replace(good, state=replace(good.state, balances=(200, 0)))
    talk.end()
    last = file_of(talk, by=1).published[0]
    landed = list(settle(Twin(PLAY, START), replace(file, published=(forged, good, last))))
    assert [each.refused for each in landed] == [False, True, False, False, False, False, False]
    assert landed[1].words == f"publishes state {good.state.number}: refused, not signed"
    assert landed[4].words.startswith("The channel ends as both agreed: ")
    stays = list(settle(Twin(PLAY, START), replace(file, published=(forged,))))
    assert stays[-1].words == "Nothing that was published stands: the chips stay in the channel."


def test_a_wrong_opening_in_the_file_is_refused_and_forfeits():
    talk = a_talk(steps=3)
    wrong = replace(side_of(talk, 1), mask=0b01010101)
    file = replace(file_of(talk, 0, 1), sides=(side_of(talk, 0), wrong))
    landed = words(file)
    assert "opens the seal: refused, not what was sealed" in landed
    assert "The second missed the deadline and forfeits the pot of 20." in landed


@pytest.mark.parametrize("change", [{"where": Where(1, PLAY.contract)}, {"where": Where(PLAY.chain, bytes(20))}])
def test_a_channel_of_another_place_is_not_settled_here(change):
    with pytest.raises(EscrowRefused, match="another chain, another contract or another number"):
        words(replace(file_of(a_talk()), **change))


def test_deposits_below_the_stake_are_refused():
    with pytest.raises(OddchipError, match="not the stake"):
        words(replace(file_of(a_talk()), deposits=(STAKE - 1, 100)))


# --- the commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plain", PLAIN)
def test_the_demonstration_plays_a_hand(plain):
    ran = oddchip("escrow", "demo", "--stake", "7", *plain.split())
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("  reveal: ") == ran.out.count("  open_seal: ") == 2
    assert (" gas" in ran.out) == (not plain)
    paid = [int(line.split()[-1][:-1]) for line in ran.out.splitlines() if " withdraws " in line]
    assert sum(paid) == 14


@pytest.mark.parametrize("plain", PLAIN)
def test_a_channel_written_by_the_demonstration_is_settled(plain, tmp_path):
    path = str(tmp_path / "channel.json")
    assert oddchip("escrow", "demo", "--channel", path).code == 0
    ran = oddchip("escrow", "settle", path, *plain.split())
    assert (ran.code, ran.err) == (0, "")
    assert "which takes the place of state" in ran.out
    assert "The second missed the deadline and forfeits the pot of 20." in ran.out
    lines = [json.loads(line) for line in oddchip("escrow", "settle", path, "--json", *plain.split()).out.splitlines()]
    assert [line["step"] for line in lines][-2:] == ["withdraw", "withdraw"]
    assert set(lines[0]) == {"step", "seat", "words", "refused"}


def test_a_settlement_that_is_refused_ends_with_code_1(tmp_path):
    talk = a_talk(2)
    file = file_of(talk)
    bad = replace(file.published[0], signatures=(b"", b""))
    path = tmp_path / "bad.json"
    path.write_text(dump_channel(replace(file, published=(bad,))))
    ran = oddchip("escrow", "settle", "--plain", str(path))
    assert ran.code == 1
    assert "refused, not signed" in ran.out


@pytest.mark.parametrize(
    "line, said",
    [
        ("escrow", "did you mean escrow demo"),
        ("escrow settle", "FILE"),
        ("escrow settle nowhere.json", "cannot read nowhere.json"),
        ("escrow demo --stake 0", "1 or more"),
        ("escrow demo --stake 999999999999", "at most 100000000000"),
        ("escrow demo --channel nowhere/at/all", "cannot write"),
        ("escrow demo extra", "cannot use 'extra'"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(line, said):
    ran = oddchip(*line.split())
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1

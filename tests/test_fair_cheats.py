"""Lying houses are found: always by proofs, openings and logs, by cut and choose at the odds that the page states."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fair_cheats import CHEATS, OneBadCandidate, strict_with
from fair_house import House
from fair_stored import FOLDER, compact, files, patched
from fair_tampering import DATA, other_shapes, other_values
from oddchip.cards import SPADES, Deck, stripped
from oddchip.cli import main
from oddchip.fair.deck import (
    check_proof,
    check_rejected,
    committed,
    cut,
    forks,
    hide,
    rejected,
    verify_hand,
    verify_hands,
)
from oddchip.fair.errors import FairError

TWO_CARDS = Deck(stripped("KA", (SPADES,)))


@pytest.mark.parametrize("make, why", CHEATS.values(), ids=CHEATS)
def test_a_lie_is_found(make, why):
    told = make()
    with pytest.raises(FairError, match=why):
        verify_hands(told) if isinstance(told, list) else verify_hand(told)


# --- the odds of cut and choose ---------------------------------------------------------------------------------------


def caught(roots, deck, trials, seed):
    """In how many of so many hands a house is caught that hides one candidate with a card twice."""
    house, found = House(seed), 0
    liar = OneBadCandidate(house, roots, Random(seed))
    for hand in range(trials):
        if hand % 60 == 0:
            house = liar.house = House(seed + hand)
        house.hand += 1
        hidden = liar.hide(house.place(deck), deck.cards)
        commitment = house.commit(hidden)
        made = cut(commitment, house.seeds(commitment))
        try:
            check_rejected(commitment, made, rejected(hidden, made))
        except FairError:
            found += 1
    return found


def within_three_errors(found, trials, chance):
    return abs(found - trials * chance) <= 3 * (trials * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("roots, trials", [(8, 500), (32, 150)])
def test_one_bad_candidate_in_n_is_caught_but_for_one_hand_in_n(roots, trials):
    """A pack of two cards: the odds are those of the choice, which knows nothing of cards. All 52: tests/full."""
    assert within_three_errors(caught(roots, TWO_CARDS, trials, seed=roots), trials, 1 - 1 / roots)


def test_strict_catches_a_card_twice_always():
    for seed in range(8):
        with pytest.raises(FairError, match="proof"):
            check_proof(liar_of_points(seed))


def liar_of_points(seed):
    house = House(seed)
    values = Random(seed).sample(range(1, 53), 52)
    values[seed] = values[seed + 1]
    cards = tuple(range(52))
    return committed(strict_with(house.place(Deck()), cards, house.bits, values), house.signer)


# --- selective void ---------------------------------------------------------------------------------------------------


def disliked(deal):
    """The lying house wants the first card to be black."""
    return deal.card(0) % 4 in (1, 2)


def test_a_house_that_voids_what_it_dislikes_is_counted():
    """Openly: each void when the cut was known stands in the run, half of all decks where an honest table has none."""
    house, records = House(60), []
    for _ in range(20):
        deal = house.deal(roots=1)
        while disliked_now(deal):
            deal.now.void = "a fault of the network"
        records.append(deal.record())
    said = verify_hands(records)
    void = sum(bool(one.void) for record in records for one in record.shuffles)
    assert void > 8
    assert f"{void} of {20 + void} commitments are void, {void} of them when their cut was known" in said


def disliked_now(deal):
    deal.first()
    if not disliked(deal):
        deal.give(0)
        return False
    return True


def test_a_house_that_hides_a_void_is_found_by_whoever_told_a_seed():
    """Secretly: the deck it does not want is left out of the log, and whoever has its commitment proves two logs."""
    house = House(61)
    before = house.before
    deal = house.deal(roots=1)
    hidden = deal.first()
    house.before = before  # as if it had never been
    deal.shuffles.clear()
    deal.first()
    deal.give(0)
    told = deal.record()
    assert verify_hands([told])  # nothing is missing in the log itself
    assert forks(hidden.commitment, told.shuffles[0].commitment)


# --- tampering: every field, every byte -------------------------------------------------------------------------------


@settings(max_examples=150)
@given(other_values())
def test_any_byte_of_any_field_that_is_changed_is_detected(case):
    name, at, other = case
    with pytest.raises(FairError):
        verify_hand(patched(DATA[name], at, other))


@settings(max_examples=150)
@given(other_shapes())
def test_what_is_left_out_doubled_or_exchanged_is_detected(case):
    _, data, differs = case
    if differs:
        with pytest.raises(FairError):
            verify_hand(data)


@settings(max_examples=60)
@given(st.data())
def test_a_changed_byte_of_the_text_never_gives_another_record_that_holds(data):
    name = data.draw(st.sampled_from(sorted(DATA)))
    written = compact(DATA[name]).encode()
    i = data.draw(st.integers(0, len(written) - 1))
    other = written[:i] + bytes([data.draw(st.integers(0, 255))]) + written[i + 1 :]
    try:
        verify_hand(other.decode())
    except (FairError, UnicodeDecodeError):
        return
    assert json.loads(other) == DATA[name]  # a space where none matters, or the same byte


# --- what is stored ---------------------------------------------------------------------------------------------------

EXPECTED = json.loads((FOLDER / "expected.json").read_text())
TAMPERED = json.loads((FOLDER / "tampered.json").read_text("utf-8"))
FORMS = json.loads((FOLDER / "forms.json").read_text("utf-8"))


def test_the_stored_files_are_what_the_house_writes():
    made = files()
    assert {path.name for path in FOLDER.glob("*.json")} == {*made}
    for name, written in made.items():
        assert (FOLDER / name).read_text("utf-8") == written, name


@pytest.mark.parametrize("name", EXPECTED)
def test_the_command_says_of_a_stored_record_whether_it_holds(name, capsys):
    expected = EXPECTED[name]
    assert main(["verify", "--json", str(FOLDER / name)]) == (0 if expected["holds"] else 1)
    said = json.loads(capsys.readouterr().out)
    assert said["holds"] == expected["holds"]
    assert expected.get("why", "") in said["wrong"]
    assert bool(said["checked"]) == expected["holds"]


@pytest.mark.parametrize("change", TAMPERED, ids=lambda change: f"{change['of']}-{'.'.join(map(str, change['at']))}")
def test_a_stored_record_with_one_field_changed_does_not_hold(change):
    data = json.loads((FOLDER / f"{change['of']}.json").read_text("utf-8"))
    with pytest.raises(FairError):
        verify_hand(patched(data, change["at"], change["to"]))


@pytest.mark.parametrize("form", FORMS, ids=[form["about"] for form in FORMS])
def test_a_text_in_an_odd_form_is_read_in_one_way_or_refused_in_a_sentence(form):
    if form["holds"]:
        assert verify_hand(form["text"])
        return
    with pytest.raises(FairError) as refused:
        verify_hand(form["text"])
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 500


def test_seats_are_named_by_texts():
    data = json.loads((FOLDER / "roots-8-for-all.json").read_text("utf-8"))
    data["shuffles"][0]["seeds"] = {0: "00" * 32}
    with pytest.raises(FairError, match="seats as its names"):
        verify_hand(data)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_people_what_was_checked(capsys):
    assert main(["verify", str(FOLDER / "strict-for-all.json")]) == 0
    said = capsys.readouterr().out
    assert "strict-for-all.json holds." in said
    assert "the committed cards are proven to be the pack of 52 cards." in said


def test_the_command_takes_the_key_one_knows(capsys):
    record = FOLDER / "strict-for-all.json"
    key = json.loads(record.read_text())["shuffles"][0]["commitment"]["key"]
    assert main(["verify", "--key", key, str(record)]) == 0
    assert main(["verify", "--key", "00" * 32, str(record)]) == 1
    assert "not the known one" in capsys.readouterr().out
    assert main(["verify", "--key", "00", str(record)]) == 2


def test_the_command_takes_files_that_follow_each_other(tmp_path, capsys):
    names = []
    for i, record in enumerate(json.loads((FOLDER / "run.json").read_text())):
        names.append(str(tmp_path / f"{i}.json"))
        (tmp_path / f"{i}.json").write_text(json.dumps(record))
    assert main(["verify", "--run", *names]) == 0
    assert "Hands 1 to 3 follow each other without a gap." in capsys.readouterr().out
    assert main(["verify", "--run", names[0], names[2]]) == 1
    assert main(["verify", names[0], names[2]]) == 0
    assert main(["verify", names[0], str(FOLDER / "cheat-card-swapped.json")]) == 1


def test_the_command_verifies_transcripts_too(capsys):
    good = FOLDER / "two_party" / "settled.jsonl"
    assert main(["verify", str(good)]) == 0
    assert "holds." in capsys.readouterr().out
    assert main(["verify", str(FOLDER / "two_party" / "bad_mask_edited.jsonl")]) == 1


@pytest.mark.parametrize("text", ["", "what", "{}", '{"format":"oddchip hand 2"}', "[]x", "[[]]"])
def test_what_is_neither_is_asked_wrong(text, tmp_path, capsys):
    path = tmp_path / "f.json"
    path.write_text(text)
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_hidden_decks_of_two_places_share_nothing():
    house = House(80)
    place = house.place(Deck())
    one, other = (hide(place, Deck().cards, house.bits, 2) for _ in range(2))
    assert not {*one.roots} & {*other.roots}

"""The two-party hand: its one form of writing, its stored transcripts, and that no input breaks the checks."""

import json
import re
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import two_party_transcripts as stored
from oddchip.cards import parse_cards
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import digest
from oddchip.fair.two_party import Outcome, Session, is_choice, mask_of, mask_of_kept, swapped, verify_transcript
from oddchip.fair.two_party import hashes as h
from oddchip.fair.two_party import messages as said
from two_party_play import HOUSE, NAMES, SIGNERS, Desk, MemoryVault, bits_of, masks

EXPECTED = json.loads((stored.FOLDER / "expected.json").read_text())
SETTLED = (stored.FOLDER / "settled.jsonl").read_text()


# --- transcripts --------------------------------------------------------------------------------------------------


def test_stored_transcripts_are_those_the_code_makes():
    made = stored.honest() | {f"bad_{name}": text for name, (text, _, _) in stored.tampered().items()}
    assert set(made) == set(EXPECTED) == {file.stem for file in stored.FOLDER.glob("*.jsonl")}
    assert {name for name, text in made.items() if text != (stored.FOLDER / f"{name}.jsonl").read_text()} == set()


@pytest.mark.parametrize("name", [name for name, what in EXPECTED.items() if "holds" in what])
def test_an_honest_transcript_holds(name):
    checked = verify_transcript((stored.FOLDER / f"{name}.jsonl").read_text(), names=NAMES)
    assert stored.summary(checked) == EXPECTED[name]["holds"]


@pytest.mark.parametrize("name", [name for name, what in EXPECTED.items() if "holds" not in what])
def test_a_tampered_transcript_is_refused_at_the_line_where_it_is_wrong(name):
    line, words = EXPECTED[name]["refused_at_line"], EXPECTED[name]["words"]
    with pytest.raises(FairError, match=re.escape(words)) as refused:
        verify_transcript((stored.FOLDER / f"{name}.jsonl").read_text(), names=NAMES)
    assert str(refused.value).startswith(f"line {line}: " if line else "a transcript")


def test_every_ending_of_a_hand_is_among_the_transcripts():
    holds = [what["holds"] for what in EXPECTED.values() if "holds" in what]
    assert {each["end"] for each in holds} == {"settled", "forfeit", "void", "off", "chain", None}
    causes = {each["cause"] for each in holds if each["end"] == "forfeit"}
    assert causes == {"silent", "late", "opening", "refused", "left"}
    assert {each["winner"] for each in holds if each["end"] == "settled"} == {0, 1, None}


def test_keys_that_are_known_are_compared():
    keys = (SIGNERS[0].key, SIGNERS[1].key)
    assert verify_transcript(SETTLED, keys=keys, house=HOUSE.key).keys == keys
    with pytest.raises(FairError, match="line 1: seat 0 has another key"):
        verify_transcript(SETTLED, keys=(SIGNERS[1].key, None))
    with pytest.raises(FairError, match="line 2: this line is not signed by the referee"):
        verify_transcript(SETTLED, house=SIGNERS[0].key)


def test_what_a_transcript_says_is_said_in_sentences():
    said_ = str(verify_transcript(SETTLED, names=NAMES)).splitlines()
    assert all(sentence.endswith(".") for sentence in said_)
    assert "Ada and Ben have agreed to a stake of 10 each and 60 seconds for each step." in said_
    assert any(sentence.endswith("wins the pot of 20.") for sentence in said_)
    forfeit = str(verify_transcript(stored.honest()["wrong_opening"], names=NAMES))
    assert "Ben opened something else than was committed to until the time was up: Ada takes the whole pot" in forfeit
    assert "is the word of the referee with the key" in forfeit


# --- whatever the input -------------------------------------------------------------------------------------------


@given(st.one_of(st.text(), st.binary(), st.text(alphabet='{}[]":,kind0123456789abcdefhello\n')))
def test_checks_of_anything_raise_a_fair_error(anything):
    for check in (verify_transcript, said.read):
        with pytest.raises(FairError):
            check(anything)


@pytest.mark.parametrize("thing", [None, 3, 1.5, [], {}, object(), bytearray(b"{}")])
def test_checks_of_what_is_no_text_raise_a_fair_error(thing):
    for check in (verify_transcript, said.read):
        with pytest.raises(FairError, match="is text"):
            check(thing)


@given(st.integers(0, len(SETTLED) - 2), st.integers(1, 127))
def test_no_byte_of_a_transcript_can_be_changed(at, by):
    changed = SETTLED[:at] + chr(ord(SETTLED[at]) ^ by) + SETTLED[at + 1 :]
    with pytest.raises(FairError):
        verify_transcript(changed)


LINES = SETTLED.splitlines(keepends=True)
FIELDS = sorted(set(re.findall(r'"([a-z]+)":', SETTLED)))


@given(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(FIELDS),
    st.one_of(
        st.integers().map(str), st.just("null"), st.just("[[[[" * 200), st.text().map(json.dumps), st.just("1e999")
    ),
)
def test_no_value_of_a_field_breaks_the_check(at, field, value):
    line = re.sub(rf'"{field}":("[^"]*"|\[[^]]*\]|\d+)', lambda _: f'"{field}":{value}', LINES[at])
    if line != LINES[at]:
        with pytest.raises(FairError):
            verify_transcript("".join([*LINES[:at], line, *LINES[at + 1 :]]))


@given(st.lists(st.integers(0, len(LINES) - 1), max_size=70))
def test_lines_in_any_order_prove_the_same_cards_or_nothing(order):
    try:
        checked = verify_transcript("".join(LINES[at] for at in order))
    except FairError:
        return
    whole = verify_transcript(SETTLED)
    assert checked.hands in (None, whole.hands)
    assert checked.ending in (None, whole.ending)


def test_a_transcript_may_stop_anywhere():
    for end in range(1, len(LINES) + 1):
        checked = verify_transcript("".join(LINES[:end]))
        assert (checked.ending is not None and checked.ending.ruled) == (end == len(LINES))


@given(st.binary(max_size=40), st.binary(min_size=1, max_size=70), st.binary(max_size=70))
def test_a_session_hears_anything_and_stays_as_it_was(junk, before, after):
    desk = Desk().dealt()
    for line in (junk, before + SETTLED.splitlines()[0].encode() + after):
        saved = desk.sides[0].saved
        with pytest.raises(FairError):
            desk.sides[0].receive(line)
        assert desk.sides[0].saved == saved


# --- the one form -------------------------------------------------------------------------------------------------


def test_a_message_is_read_as_it_was_written():
    for line in {line for text in stored.honest().values() for line in text.splitlines()}:
        message = said.read(line)
        assert message.text == line == said.read(line.encode()).text
        assert len(line) <= said.LONGEST // 1.4


def test_a_signature_is_over_the_line_without_it():
    line = SETTLED.splitlines()[0]
    bare = re.sub(r',"sig":"[0-9a-f]{128}"', "", line)
    assert said.read(line).id == digest("message", bare.encode())
    assert said.read(line).is_by(SIGNERS[0].key)


def test_the_hashes_are_those_of_the_page():
    match, keys, eight = b"m" * 32, (b"a" * 32, b"b" * 32), lambda n: n.to_bytes(8, "big")
    plain = lambda tag, *parts: sha256(  # noqa: E731
        b"oddchip/fair/1/" + tag + b"\0" + b"".join(len(p).to_bytes(4, "big") + p for p in parts)
    ).digest()
    game = b"california_poker"
    terms = plain(b"terms", game, match, eight(3), *keys, eight(10), eight(20), eight(1), eight(60), b"")
    assert h.terms_hash(match, 3, keys, (10, 20), 1, 60) == terms
    assert h.place_hash(match, 3) == plain(b"place", game, match, eight(3))
    assert h.commit_hash(terms, keys[0], b"s" * 32) == plain(b"commit", terms, keys[0], b"s" * 32)
    deal = plain(b"deal", terms, b"s" * 32, b"t" * 32)
    assert h.deal_hash(terms, (b"s" * 32, b"t" * 32)) == deal
    assert h.seal_hash(terms, deal, keys[1], b"x" * 32, 0x0F) == plain(
        b"seal", terms, deal, keys[1], b"x" * 32, b"\x0f"
    )
    assert h.result_hash(terms, deal, (15, 240), (31, 0)) == plain(
        b"result", terms, deal, b"\x0f\xf0", eight(31), eight(0)
    )
    state = plain(b"state", match, eight(5), eight(90), eight(80), eight(30), terms)
    assert h.state_hash(match, 5, (90, 80), 30, terms) == state
    assert h.mark(b"s" * 32) == plain(b"mark", b"s" * 32)


def test_the_deal_is_that_of_the_page():
    """An independent reading of: permutation of 52 from the top, cards taken from the last place down."""
    deal = sha256(b"some deal").digest()
    words = []
    for counter in range(20):
        block = digest("permutation", deal, counter.to_bytes(8, "big"))
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    order = list(range(52))
    for i in range(51, 35, -1):
        while (word := words.pop(0)) >= 2**32 // (i + 1) * (i + 1):
            pass
        order[i], order[word % (i + 1)] = order[word % (i + 1)], order[i]
    assert h.dealt(deal) == (tuple(sorted(order[44:])), tuple(sorted(order[36:44])))


def test_every_card_comes_to_each_seat_equally_often():
    counts = [[0] * 52, [0] * 52]
    for deal in range(3000):
        for seat, hand in enumerate(h.dealt(deal.to_bytes(32, "big"))):
            for card in hand:
                counts[seat][card] += 1
    expected = 3000 * 8 / 52
    for seat in (0, 1):
        chi = sum((found - expected) ** 2 / (expected * (1 - 8 / 52)) for found in counts[seat]) * 51 / 52
        assert 20 < chi < 100  # 51 degrees of freedom: outside in one of 10,000


# --- choices and the rules of the game ----------------------------------------------------------------------------

HANDS = tuple(tuple(sorted(parse_cards(text))) for text in ("Ah Kh Qh Jh 2c 3d 4s 6c", "Th 9c 9d 5s 5d 8h 7c 2d"))


def test_CP_3_there_are_seventy_choices():
    assert len(list(masks())) == 70
    assert all(is_choice(mask) == (mask in set(masks())) for mask in range(-1, 300))


def test_CP_5_rulings_of_the_swap():
    """CP-V011 to CP-V013: the same deal, B keeping three different fours."""
    keep = parse_cards("Ah Kh Qh Jh")
    for kept, words, winner in (
        ("Th 9c 9d 5s", ("flush", "straight"), 0),
        ("Th 8h 9c 9d", ("pair", "pair"), 1),
        ("9c 9d 5s 5d", ("straight flush", "straight"), 0),
    ):
        both = (mask_of_kept(HANDS[0], keep), mask_of_kept(HANDS[1], parse_cards(kept)))
        outcome = Outcome(HANDS, both)
        assert outcome.winner == winner
        for seat, word in enumerate(words):
            assert word in outcome.words[seat]


def test_the_swap_keeps_the_sixteen_cards():
    for first, second in pairwise(masks()):
        finals = swapped(HANDS, (first, second))
        assert sorted(finals[0] + finals[1]) == sorted(HANDS[0] + HANDS[1])
        assert all(list(final) == sorted(final) and len(final) == 8 for final in finals)


def test_give_and_keep_are_one_form():
    for mask in masks():
        give = [card for at, card in enumerate(HANDS[0]) if mask >> at & 1]
        keep = [card for card in HANDS[0] if card not in give]
        assert mask_of(HANDS[0], give) == mask_of_kept(HANDS[0], keep) == mask


# --- offers, leaving, the chain -----------------------------------------------------------------------------------


def test_the_opponent_is_known_by_his_key_from_the_first_word():
    desk = Desk()
    stranger = Session(
        desk.match.match, 1, 1, signer=HOUSE, vault=MemoryVault(), bits=bits_of("x"), opponent=SIGNERS[0].key
    )
    mine = Session(
        desk.match.match, 1, 0, signer=SIGNERS[0], vault=MemoryVault(), bits=bits_of("y"), opponent=SIGNERS[1].key
    )
    with pytest.raises(FairError, match="another key"):
        mine.receive(stranger.propose(desk.offer())[0])


def test_without_a_referee_two_sessions_play_it_out():
    desk = Desk("alone")
    sides = [
        Session(desk.match.match, 1, seat, signer=SIGNERS[seat], vault=MemoryVault(), bits=bits_of(f"p{seat}"))
        for seat in (0, 1)
    ]
    post = [(0, sides[0].propose(desk.offer())), (1, sides[1].propose(desk.offer()))]

    def deliver():
        for seat, lines in post:
            post.extend((1 - seat, sides[1 - seat].receive(line)) for line in lines)
        post.clear()

    deliver()
    for seat in (0, 1):
        post.append((seat, sides[seat].choose(keep=sides[seat].mine[2:6])))
        deliver()
    assert [side.label.value for side in sides] == ["accepted", "accepted"]
    assert sides[0].ending == sides[1].ending == verify_transcript(sides[0].saved).ending


def test_leaving_before_the_commitment_costs_nothing_and_after_it_the_pot():
    for leaver in (0, 1):
        desk = Desk()
        desk.send(1 - leaver, desk.sides[1 - leaver].propose(desk.offer()))
        desk.deliver()
        desk.send(leaver, desk.sides[leaver].leave())
        desk.deliver()
        assert desk.sides[0].ending == desk.sides[1].ending
        assert (desk.sides[0].ending.end, desk.sides[0].ending.shares) == ("off", (0, 0))
        desk = Desk().dealt()
        desk.send(leaver, desk.sides[leaver].leave())
        desk.deliver()
        assert desk.sides[0].ending == desk.sides[1].ending
        assert desk.sides[0].ending.shares == ((0, 20), (20, 0))[leaver]


def test_who_has_left_says_nothing_more():
    desk = Desk().dealt()
    desk.send(0, desk.sides[0].leave())
    with pytest.raises(FairError, match="not the time to choose"):
        desk.sides[0].choose(keep=desk.sides[0].mine[:4])
    with pytest.raises(FairError, match="has left"):
        desk.sides[0].leave()


def test_going_on_in_the_contract_ends_the_hand_here_for_both():
    desk = Desk().dealt(escrow=bytes(20))
    desk.send(1, desk.sides[1].go_on_chain())
    desk.deliver()
    assert [side.label.value for side in desk.sides] == ["playing on-chain"] * 2
    desk = Desk().dealt()
    with pytest.raises(FairError, match="no escrow"):
        desk.sides[1].go_on_chain()

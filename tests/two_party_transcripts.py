"""Makes the transcripts in tests/fair/two_party/: `python tests/two_party_transcripts.py` writes them anew.

`honest()` are hands as they can end; `tampered()` are hands with something wrong, and a part of the sentence that
refuses them. Both are also what other verifiers can be tried on.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "fair" / "two_party"
if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parent)]

from oddchip.fair.errors import FairError  # noqa: E402
from oddchip.fair.signing import Signer  # noqa: E402
from oddchip.fair.two_party import Checked, worth  # noqa: E402
from oddchip.fair.two_party import messages as said  # noqa: E402
from oddchip.fair.two_party.messages import Commit, Hello, Open, Receipt, Result, Ruling, Seal, Secret  # noqa: E402
from oddchip.fair.two_party.swap import swapped  # noqa: E402
from two_party_play import FIRST_FOUR, HOUSE, LAST_FOUR, NAMES, SIGNERS, Cheat, Desk, against_cheat, cards_of, masks  # noqa: E402

# --- honest -------------------------------------------------------------------------------------------------------


@cache
def honest() -> dict[str, str]:
    """Name and transcript of a hand for each way in which one can end."""
    found = {name: make().referee.transcript for name, make in _HONEST.items()}
    desk = Desk("side").played(LAST_FOUR, FIRST_FOUR)
    found["as_seat_1_saw_it"] = desk.sides[1].saved
    found["without_referee"] = without_house(desk.referee.transcript)
    found["on_chain_before_the_last_signature"], found["on_chain_after_the_last_signature"] = _crossing()
    found["both_left_as_seat_1_saw_it"] = _both_leave()
    found["not_over"] = Desk("half").dealt().choose(LAST_FOUR).referee.transcript
    return found


def without_house(transcript: str) -> str:
    return "".join(f"{line}\n" for line in transcript.splitlines() if '"house"' not in line)


def _equal(start: int, **more: Any) -> Desk:
    """A deal and two choices that make equal hands: one deal in fifty has some. `start` saves the search."""
    for seed in range(start, 1000):
        desk = Desk(f"equal {seed}").dealt(**more)
        for first in masks():
            for second in masks():
                finals = swapped(desk.sides[0].hands, (first, second))
                if worth(finals[0]) == worth(finals[1]):
                    return desk.choose(first, second)
    raise AssertionError("no equal hands in a thousand deals")


def _silent(step: type[said.Message], *seats: int) -> Desk:
    """These seats say nothing more from this step on."""
    desk = Desk(f"silent {step.kind}")
    desk.agree()
    order = [Commit, Secret, Seal, Open, Result]
    while desk.referee.awaited:
        phase = desk.referee.course.exchange.phase
        if phase == 1 + order.index(step):
            desk.mute |= set(seats)
        if phase == 3:
            for seat in (0, 1):
                desk.send(seat, desk.sides[seat].choose(give=list(desk.sides[seat].mine)[:4]))
        now, desk.post = desk.post, []
        for seat, line in now:
            if seat not in desk.mute:
                desk.show(desk.referee.receive(line, now=desk.now, by=seat))
        if phase == desk.referee.course.exchange.phase and desk.mute:
            desk.claim()
    return desk


def _wrong(send: Callable[[Cheat], None]) -> Desk:
    """Seat 1 has sealed, and sends something wrong instead of opening."""
    desk, cheat = against_cheat(upto=Seal, seed="wrong")
    try:
        send(cheat)
    except FairError:
        desk.now = max(desk.now, desk.referee.until) + 1
        desk.show(desk.referee.claim(desk.now))
        return desk
    raise AssertionError("that was not refused")


def _late(cheat: Cheat) -> None:
    cheat.desk.now = cheat.desk.referee.until + 1
    cheat.send(Open)


def _left() -> Desk:
    desk = Desk("left").dealt()
    desk.send(1, desk.sides[1].leave())
    desk.deliver()
    return desk


def _off() -> Desk:
    desk = Desk("off")
    desk.send(0, desk.sides[0].propose(desk.offer()))
    desk.deliver()
    desk.send(1, desk.sides[1].leave())
    desk.deliver()
    return desk


def _unanswered() -> Desk:
    desk = Desk("unanswered")
    desk.send(0, desk.sides[0].propose(desk.offer()))
    desk.deliver()
    desk.claim()
    return desk


def _chain() -> Desk:
    desk = Desk("chain").dealt(escrow=bytes([5]) * 20)
    desk.send(0, desk.sides[0].go_on_chain())
    desk.deliver()
    return desk


def _review() -> Desk:
    desk = Desk("review")
    for seat, stake in ((0, 10), (1, 30)):
        desk.send(seat, desk.sides[seat].propose(desk.offer(stake)))
    desk.deliver()
    for seat, stake in ((1, 25), (0, 20)):
        desk.send(seat, desk.sides[seat].propose(desk.offer(stake)))
        desk.deliver()
    desk.send(1, desk.sides[1].accept())
    desk.deliver()
    return desk.choose(FIRST_FOUR, FIRST_FOUR)


def _instead_of_signing(say: type[said.Message]) -> Desk:
    """Both seals are open, and seat 1 says something else than its result."""
    desk = Desk("instead").dealt(escrow=bytes([5]) * 20)
    _play_but_results_of_1(desk)
    desk.show(desk.referee.receive(Cheat(desk, 1).make(say), now=desk.now, by=1))
    return desk


def _play_but_results_of_1(desk: Desk) -> str:
    """Everything but the last line of seat 1, which is given back."""
    for seat in (0, 1):
        desk.send(seat, desk.sides[seat].choose(give=cards_of(desk.sides[seat], LAST_FOUR)))
    held = ""
    while desk.post:
        seat, line = desk.post.pop(0)
        if seat == 1 and said.read(line).kind == "result":
            held, desk.deaf = line, {1}
        else:
            desk.show(desk.referee.receive(line, now=desk.now, by=seat))
    return held


def _crossing() -> tuple[str, str]:
    """Seat 0 goes on chain while the last line of seat 1 is under way; what each has seen, whoever came first."""
    seen = []
    for first in (0, 1):
        desk = Desk("crossing").dealt(escrow=bytes([5]) * 20)
        last = _play_but_results_of_1(desk)
        desk.deaf = set()
        (chain,) = desk.sides[0].go_on_chain()
        lines = desk.referee.receive((chain, last)[first], now=desk.now, by=first)
        for line in [(last, chain)[first], *lines]:
            desk.sides[first].receive(line)
        seen.append(desk.sides[first].saved)
    return seen[0], seen[1]


def _both_leave() -> str:
    """Two leave at once; what the second has seen."""
    desk = Desk("both leave").dealt()
    lines = [desk.sides[seat].leave()[0] for seat in (0, 1)]
    desk.show(desk.referee.receive(lines[0], now=desk.now, by=0))
    return desk.sides[1].saved


_HONEST: dict[str, Callable[[], Desk]] = {
    "settled": lambda: Desk("one").played(LAST_FOUR, FIRST_FOUR),
    "settled_second_hand": lambda: Desk("two", hand=2, balances=(110, 90)).played(0b01010101, 0b10011001),
    "settled_for_nothing": lambda: Desk("nothing").played(0b00111100, 0b11000011, stake=0),
    "settled_unequal_stakes": lambda: Desk("unequal").played(0b01101001, 0b00110011, stake=(10, 25)),
    "settled_after_review": _review,
    "equal": lambda: _equal(47),
    "equal_with_odd_dead_chip": lambda: _equal(83, stake=(10, 25), dead=7),
    "unsigned": lambda: _silent(Result, 1),
    "silent_commit": lambda: _silent(Commit, 0),
    "silent_secret": lambda: _silent(Secret, 1),
    "silent_seal": lambda: _silent(Seal, 0),
    "silent_open": lambda: _silent(Open, 1),
    "both_silent_secret": lambda: _silent(Secret, 0, 1),
    "both_silent_open": lambda: _silent(Open, 0, 1),
    "wrong_opening": lambda: _wrong(lambda cheat: cheat.send(Open, mask=0b01010101)),
    "too_late": lambda: _wrong(_late),
    "against_the_rules": lambda: _wrong(lambda cheat: cheat.send(Seal)),
    "left": _left,
    "declined": _off,
    "unanswered": _unanswered,
    "on_chain": _chain,
    "left_instead_of_signing": lambda: _instead_of_signing(said.Leave),
    "on_chain_instead_of_signing": lambda: _instead_of_signing(said.Chain),
}


def summary(checked: Checked) -> dict[str, Any]:
    """What must come out of a transcript, as JSON says it."""
    ending, outcome = checked.ending, checked.outcome
    return {
        "hand": checked.hand,
        "terms": checked.terms.hash.hex() if checked.terms else None,
        "hands": [list(hand) for hand in checked.hands] if checked.hands else None,
        "masks": list(outcome.masks) if outcome else None,
        "finals": [list(hand) for hand in outcome.finals] if outcome else None,
        "words": list(outcome.words) if outcome else None,
        "end": ending.end if ending else None,
        "winner": ending.winner if ending else None,
        "loser": ending.loser if ending else None,
        "cause": ending.cause if ending else None,
        "shares": list(ending.shares) if ending else None,
        "ruled": ending.ruled if ending else None,
        "labels": [ending.label(seat).value for seat in (0, 1)] if ending else None,
        "house": checked.house.hex() if checked.house else None,
        "state": checked.state.digest.hex() if checked.state else None,
        "sentences": list(checked.sentences),
    }


# --- tampered -----------------------------------------------------------------------------------------------------


@cache
def tampered() -> dict[str, tuple[str, int, str]]:
    """Name, transcript, the line at which it must be refused, and what is said of it."""
    lines = honest()["settled"].splitlines()
    other = Desk("another").played(LAST_FOUR, FIRST_FOUR).referee.transcript.splitlines()
    every = {**_written(lines), **_moved(lines, other), **_claimed(lines), **_referee_lies(lines)}
    return {
        name: ("".join(text.splitlines(True)[: line or None]), line, words)
        for name, (text, line, words) in every.items()
    }


Case = dict[str, tuple[str, int, str]]


def _at(lines: list[str], kind: type[said.Message], seat: int = 1) -> int:
    """The line of a seat's message, from 0."""
    return next(i for i, line in enumerate(lines) if f'"kind":"{kind.kind}"' in line and f'"seat":{seat},' in line)


def _with(lines: list[str], at: int, *new: str) -> str:
    return "".join(f"{line}\n" for line in [*lines[:at], *new, *lines[at + 1 :]])


def _edited(lines: list[str], at: int, pattern: str, new: str) -> tuple[str, int]:
    line, changes = re.subn(pattern, new, lines[at], count=1)
    assert changes == 1
    assert line != lines[at]
    return _with(lines, at, line), at + 1


def _written(lines: list[str]) -> Case:
    """Written otherwise than in the one form."""
    form = "not written in its one form"
    hello, opened, receipt = _at(lines, Hello), _at(lines, Open), 1
    high = lines[opened].rpartition('"sig":"')[2][64:128]
    more = (int.from_bytes(bytes.fromhex(high), "little") + 2**252 + 27742317777372353535851937790883648493).to_bytes(
        32, "little"
    )
    return {
        "leading_zero": (*_edited(lines, hello, '"clock":60', '"clock":060'), form),
        "negative": (*_edited(lines, hello, r"\[10,10\]", "[10,-10]"), form),
        "long_number": (*_edited(lines, hello, '"clock":60', '"clock":' + "6" * 16), form),
        "fraction": (*_edited(lines, hello, '"clock":60', '"clock":60.0'), form),
        "arabic_digits": (_edited(lines, hello, '"clock":60', '"clock":٦٠')[0], 0, "written in ASCII"),
        "capital_hex": (*_edited(lines, opened, '"salt":"(..)', '"salt":"AB'), form),
        "space": (*_edited(lines, opened, '"mask":', '"mask": '), form),
        "twice_the_same_field": (*_edited(lines, opened, '"mask":', '"mask":15,"mask":'), form),
        "field_too_many": (*_edited(lines, opened, ',"sig"', ',"more":1,"sig"'), form),
        "unknown_kind": (*_edited(lines, opened, '"kind":"open"', '"kind":"peek"'), "one of the kinds"),
        "empty_line": (_with(lines, 2, "", lines[2]), 3, "one of the kinds"),
        "line_too_long": (_with(lines, 2, lines[2] + " " * 1024), 3, "at most 1024 characters"),
        "malleable_signature": (*_edited(lines, opened, high, more.hex()), "has not signed this message"),
        "receipt_edited": (*_edited(lines, receipt, '"at":1000000', '"at":1000001'), "not signed by the referee"),
        "stake_edited": (*_edited(lines, 0, r"\[10,10\]", "[10,11]"), "has not signed this message"),
        "mask_edited": (*_edited(lines, opened, '"mask":15', '"mask":30'), "has not signed this message"),
    }


def _moved(lines: list[str], other: list[str]) -> Case:
    """True lines in the wrong place."""
    commit, secret, opened, seal = (_at(lines, kind) for kind in (Commit, Secret, Open, Seal))
    earlier = Desk("earlier", hand=7).played(LAST_FOUR, FIRST_FOUR).referee.transcript.splitlines()
    return {
        "commitment_left_out": (_with(lines, commit), commit + 1, "not there"),
        "seal_left_out_with_receipt": (
            "".join(f"{x}\n" for x in lines[:seal] + lines[seal + 2 :]),
            seal + 1,
            "is missing before",
        ),
        "line_twice": (_with(lines, secret, lines[secret], lines[secret]), secret + 2, "there twice"),
        "opened_before_sealed": (_with(lines, seal, lines[opened], lines[seal]), seal + 1, "is missing before"),
        "secret_of_another_deal": (_with(lines, secret, other[_at(other, Secret)]), secret + 1, "without having seen"),
        "seal_of_an_earlier_hand": (_with(lines, seal, earlier[_at(earlier, Seal)]), seal + 1, "another hand"),
        "two_messages_with_one_number": (
            _with(lines, secret, lines[commit].replace(lines[commit], other[_at(other, Commit)]), lines[secret]),
            secret + 1,
            "two different messages",
        ),
        "begins_in_the_middle": (
            "".join(f"{line}\n" for line in lines[2:]).replace(lines[2] + "\n", "", 1),
            1,
            "begins with",
        ),
        "two_hands_in_one": ("".join(f"{x}\n" for x in [*lines[:4], *earlier[:4]]), 5, "another hand"),
    }


def _claimed(lines: list[str]) -> Case:
    """Well signed by a player, and wrong."""
    found = {}
    for name, (upto, kind, changed, words) in _LIES.items():
        desk, cheat = against_cheat(upto=upto, seed="lies")
        values = changed(desk, cheat) if callable(changed) else changed
        good = desk.referee.transcript.splitlines()
        found[name] = ("".join(f"{x}\n" for x in [*good, cheat.make(kind, **values)]), len(good) + 1, words)
    return found | _false_starts()


def _other_commit(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    return {"hash": desk.referee.course.exchange.find(0, Commit).hash}


def _other_seal(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    desk.send(0, desk.sides[0].choose(give=cards_of(desk.sides[0], LAST_FOUR)))
    desk.deliver()
    return {"hash": desk.referee.course.exchange.find(0, Seal).hash}


def _another_seal(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    cheat.send(Seal)
    return {"hash": bytes([9]) * 32}


def _first_word(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    """He names the other's offer, as if the commitment had not come."""
    return {"seen": desk.referee.course.exchange.find(0, Hello).id}


def _first_secret(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    return {"seen": desk.referee.course.exchange.find(0, Secret).id}


def _whole_pot(desk: Desk, cheat: Cheat) -> dict[str, Any]:
    first, second = desk.referee.course.exchange.shares
    return {"shares": (second, first)}


_LIES: dict[str, tuple[Any, Any, Any, str]] = {
    "commitment_copied": (Hello, Commit, _other_commit, "copied the commitment"),
    "commitment_without_state": (Hello, Commit, {"cosign": bytes(64)}, "not signed the state"),
    "secret_not_committed": (Commit, Secret, {"secret": bytes([3]) * 32}, "not the one committed to"),
    "secret_unseen": (Commit, Secret, {"seen": bytes(32)}, "without having seen"),
    "secret_not_having_seen_the_commitment": (Commit, Secret, _first_word, "without having seen"),
    "opens_not_having_seen_the_seal": (Seal, Open, _first_secret, "without having seen"),
    "seal_copied": (Secret, Seal, _other_seal, "copied the seal"),
    "sealed_twice": (Secret, Seal, _another_seal, "a seal message already"),
    "sealed_and_opened_at_once": (Secret, Open, {}, "comes too early"),
    "opens_other_mask": (Seal, Open, {"mask": 0b00010111}, "not what was sealed"),
    "opens_other_salt": (Seal, Open, {"salt": bytes([4]) * 32}, "not what was sealed"),
    "opens_three_cards": (Seal, Open, {"mask": 0b00000111}, "not four of eight"),
    "opens_five_cards": (Seal, Open, {"mask": 0b00011111}, "not four of eight"),
    "opens_a_ninth_card": (Seal, Open, {"mask": 0b1_00000111}, "not four of eight"),
    "opens_unseen": (Seal, Open, {"seen": bytes(32)}, "without having seen"),
    "claims_other_shares": (Open, Result, _whole_pot, "another result than the cards give"),
    "claims_other_hash": (Open, Result, {"hash": bytes([6]) * 32}, "another result than the cards give"),
    "result_without_state": (Open, Result, {"cosign": bytes(64)}, "not signed the state"),
    "chain_without_escrow": (Secret, said.Chain, {}, "no escrow"),
    "other_terms": (Hello, Commit, {"terms": bytes(32)}, "another hand"),
    "other_key": (Hello, Commit, {"signer": Signer(bytes([8]) * 32)}, "has not signed this message"),
}


def _false_starts() -> Case:
    """Offers that nobody can play on."""
    desk = Desk("starts")
    first, second = Cheat(desk, 0), Cheat(desk, 1)
    one = first.make(Hello)
    same = second.make(Hello, key=SIGNERS[0].key, signer=SIGNERS[0])
    return {
        "balance_too_small": (f"{first.make(Hello, balances=(100, 9))}\n", 1, "the balance of Ben is too small"),
        "clock_of_nothing": (f"{first.make(Hello, clock=0)}\n", 1, "the clock of a step"),
        "too_many_chips": (f"{first.make(Hello, balances=(10**13, 100))}\n", 1, "chips are 0 to"),
        "hand_zero": (f"{first.make(Hello, hand=0)}\n", 1, "numbered from 1"),
        "one_key_for_both": (f"{one}\n{same}\n", 2, "the same key"),
        "key_of_small_order": (f"{_by_nobody(first)}\n", 1, "has not signed this message"),
    }


def _by_nobody(cheat: Cheat) -> str:
    """An offer with the neutral point for its key: a careless check of signatures takes this one for any message."""
    neutral = bytes([1]) + bytes(31)
    line = cheat.make(Hello, key=neutral)
    return line[: line.rindex('"sig":"')] + f'"sig":"{(neutral + bytes(32)).hex()}"}}'


def _house(kind: type[said.Message], like: str, **changed: Any) -> str:
    """The referee's line once more, with something else in it, and well signed."""
    old = said.read(like)
    values = {name: getattr(old, name) for name in vars(kind)["__dataclass_fields__"] if name != "sig"}
    return said.signed(kind, HOUSE, **{**values, **changed}).text


def _referee_lies(lines: list[str]) -> Case:
    forfeit = honest()["silent_open"].splitlines()
    good = len(lines) - 1
    ruling = said.read(forfeit[-1])
    late = said.read(forfeit[-2]).until + 1
    receipt = len(lines) - 2
    stranger = Signer(bytes([7]) * 32)
    moved = said.signed(Ruling, stranger, **{**_fields(said.read(lines[good])), "house": stranger.key}).text
    return {
        "ruling_for_the_loser": (
            _with(lines, good, _house(Ruling, lines[good], shares=(10, 10))),
            good + 1,
            "the referee rules",
        ),
        "ruling_forfeit_though_settled": (
            _with(lines, good, _house(Ruling, lines[good], end="forfeit", loser=0, cause="silent", shares=(0, 20))),
            good + 1,
            "the referee rules",
        ),
        "ruling_too_early": (
            _with(forfeit, len(forfeit) - 1, _house(Ruling, forfeit[-1], at=late - 1)),
            len(forfeit),
            "milliseconds left",
        ),
        "ruling_against_the_other": (
            _with(
                forfeit,
                len(forfeit) - 1,
                _house(Ruling, forfeit[-1], loser=1 - ruling.loser, shares=ruling.shares[::-1]),
            ),
            len(forfeit),
            "the referee rules",
        ),
        "ruling_by_a_stranger": (_with(lines, good, moved), good + 1, "not signed by the referee"),
        "ruling_twice": (
            _with(lines, good, lines[good], _house(Ruling, lines[good], n=said.read(lines[good]).n + 1)),
            good + 2,
            "ruled already",
        ),
        "receipt_after_the_deadline": (
            _with(lines, receipt, _house(Receipt, lines[receipt], at=said.read(lines[receipt - 2]).at + 60_001)),
            receipt + 1,
            "too late by",
        ),
        "receipt_with_less_time": (
            _with(lines, 3, _house(Receipt, lines[3], until=said.read(lines[3]).until - 1)),
            4,
            "gives time until",
        ),
        "receipt_for_nothing": (_with(lines, 3, _house(Receipt, lines[3], of=bytes(32))), 4, "not there"),
        "receipt_missing": (_with(lines, 3), 5, "is missing before line"),
    }


def _fields(message: said.Message) -> dict[str, Any]:
    return {name: getattr(message, name) for name in vars(type(message))["__dataclass_fields__"] if name != "sig"}


# --- files --------------------------------------------------------------------------------------------------------


def write() -> None:
    from oddchip.fair.two_party import verify_transcript

    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*"):
        old.unlink()
    expected: dict[str, Any] = {}
    for name, text in honest().items():
        expected[name] = {"holds": summary(verify_transcript(text, names=NAMES))}
        (FOLDER / f"{name}.jsonl").write_text(text, newline="\n")
    for name, (text, line, words) in tampered().items():
        expected[f"bad_{name}"] = {"refused_at_line": line, "words": words}
        (FOLDER / f"bad_{name}.jsonl").write_text(text, newline="\n")
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write()

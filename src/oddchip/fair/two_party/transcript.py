"""A hand's transcript, checked from nothing: `verify_transcript`.

A transcript is the hand's messages, a line each, in the order in which somebody knew them; where a referee carried
them, its receipts and its ruling stand among them. Nothing in it is taken on trust except what only the referee can
know: when a message came, and that one did not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from oddchip.cards import cards_text
from oddchip.fair.errors import FairError
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.course import Course, ending_of
from oddchip.fair.two_party.endings import Ending, signed_sentence
from oddchip.fair.two_party.exchange import Exchange
from oddchip.fair.two_party.hashes import Hands
from oddchip.fair.two_party.hearing import Hearing
from oddchip.fair.two_party.messages import Hello, HouseLine, Result, Seal, Spoken
from oddchip.fair.two_party.session import MOST_LINES
from oddchip.fair.two_party.swap import Outcome, given
from oddchip.fair.two_party.terms import NAMES, State, Terms

R = TypeVar("R")
LONGEST = MOST_LINES * (said.LONGEST + 1)


@dataclass(frozen=True)
class Checked:
    """A transcript that holds. `ending` is None for a hand that is not over; `house` is the referee's key, if a referee
    spoke: compare it with the one you know. `state` is the last state of the channel that both have signed."""

    match: bytes
    hand: int
    keys: tuple[bytes | None, bytes | None]
    terms: Terms | None
    hands: Hands | None
    outcome: Outcome | None
    ending: Ending | None
    house: bytes | None
    state: State | None
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def verify_transcript(
    text: str | bytes,
    *,
    names: tuple[str, str] = NAMES,
    keys: tuple[bytes | None, bytes | None] = (None, None),
    house: bytes | None = None,
) -> Checked:
    """What a transcript proves. `FairError`, whatever else the input is, when it proves nothing: the sentence names the
    line. Keys that are known are compared."""
    lines = _lines(text)
    first = _at(1, said.read, lines[0])
    if not isinstance(first, Hello | said.Aside):
        raise FairError("line 1: a transcript begins with an offer, a hello message")
    exchange = Exchange(first.match, first.hand, names=names, keys=keys)
    shadow = Exchange(first.match, first.hand, names=names, keys=keys)
    hearing = Hearing(Course(shadow), house)
    for number, line in enumerate(lines, 1):
        _at(number, lambda line: _take(line, exchange, hearing), line)
    return _checked(exchange, hearing)


def _lines(text: str | bytes) -> list[str]:
    if not isinstance(text, str | bytes):
        raise FairError("a transcript is text")
    if len(text) > LONGEST:
        raise FairError(f"a transcript has at most {LONGEST} characters, not {len(text)}")
    if not text.isascii():
        raise FairError("a transcript is written in ASCII")
    whole = text.decode("ascii") if isinstance(text, bytes) else text
    lines = whole.removesuffix("\n").split("\n")
    if len(lines) > MOST_LINES:
        raise FairError(f"a transcript of one hand has at most {MOST_LINES} lines, not {len(lines)}")
    return lines


def _at(number: int, do: Callable[[str], R], what: str) -> R:
    try:
        return do(what)
    except FairError as error:
        raise FairError(f"line {number}: {error}") from None


def _take(line: str, exchange: Exchange, hearing: Hearing) -> None:
    message = said.read(line)
    if isinstance(message, HouseLine):
        if not hearing.check(message):
            raise FairError("this line is there twice")
        return
    assert isinstance(message, Spoken)
    if exchange.check(message) is None:
        raise FairError("this line is there twice")
    exchange.keep(message)
    hearing.open[message.id] = message


# --- what it says -------------------------------------------------------------------------------------------------


def _checked(exchange: Exchange, hearing: Hearing) -> Checked:
    terms, outcome = exchange.terms, exchange.outcome
    ending = _ending(exchange, hearing)
    return Checked(
        exchange.match,
        exchange.hand,
        (exchange.keys[0], exchange.keys[1]),
        terms,
        exchange.hands,
        outcome,
        ending,
        hearing.house,
        _state(exchange),
        tuple(_sentences(exchange, hearing, ending)),
    )


def _ending(exchange: Exchange, hearing: Hearing) -> Ending | None:
    if hearing.ending is not None:
        return hearing.ending
    return replace(ending_of(exchange), ruled=False) if exchange.over else None


def _state(exchange: Exchange) -> State | None:
    terms, shares = exchange.terms, exchange.shares
    if terms is None:
        return None
    if shares is not None and exchange.both(Result):
        return terms.settled(shares)
    return terms.running if exchange.both(said.Commit) else None


def _sentences(exchange: Exchange, hearing: Hearing, ending: Ending | None) -> list[str]:
    names, terms = exchange.names, exchange.terms
    found = [f"Hand {exchange.hand} of match {exchange.match.hex()[:16]}: every line is signed by the one who speaks."]
    if terms is not None:
        found.append(_terms_sentence(terms, names))
    if exchange.hands is not None:
        found.append("The cards follow from both secrets, and both were committed to before either was open.")
        found += [f"{name}: {cards_text(hand)}." for name, hand in zip(names, exchange.hands, strict=True)]
    if exchange.outcome is not None:
        found += _swap_sentences(exchange.outcome, names)
    elif exchange.both(Seal) is not None:
        found.append("Both have sealed four cards; not both seals are open.")
    return found + _end_sentences(exchange, hearing, ending)


def _terms_sentence(terms: Terms, names: tuple[str, str]) -> str:
    o = terms.offer
    first, second = o.stakes
    stakes = f"a stake of {first} each" if first == second else f"stakes of {first} and {second}"
    dead = f", {o.dead} dead in the pot" if o.dead else ""
    return f"{names[0]} and {names[1]} have agreed to {stakes}{dead} and {o.clock} seconds for each step."


def _swap_sentences(outcome: Outcome, names: tuple[str, str]) -> list[str]:
    found = ["Both choices were sealed before either was open, and are the ones that were sealed."]
    for seat, name in enumerate(names):
        gave = cards_text(given(outcome.hands[seat], outcome.masks[seat]))
        five, words = cards_text(outcome.best[seat]), outcome.words[seat]
        found.append(f"{name} gave {gave} and has {words}: {five}.")
    return found


def _end_sentences(exchange: Exchange, hearing: Hearing, ending: Ending | None) -> list[str]:
    names = exchange.names
    if ending is None:
        return [f"The hand is not over: {' and '.join(names[seat] for seat in exchange.awaited)} had still to speak."]
    found = [ending.sentence(names)]
    if ending.end == "settled":
        found.append(signed_sentence([names[seat] for seat in ending.unsigned]))
    if hearing.ruling is not None:
        key = hearing.ruling.house.hex()
        found.append(f"When messages came, and that one did not, is the word of the referee with the key {key}.")
    elif not ending.ruled and ending.end != "settled":
        found.append("No referee has confirmed this ending.")
    return found

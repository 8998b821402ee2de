"""Is a hand what the house promised? `verify_hand` on one record, `verify_hands` on a run of them, `forks`.

Each says what it has checked, in sentences; what does not hold is a `FairError` with the first thing found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from oddchip.fair.deck.commitment import ROOTS, Commitment, Cut, check_proof, check_seeds, cut
from oddchip.fair.deck.openings import check_kept, check_opening, check_rejected
from oddchip.fair.deck.place import FIRST, Place
from oddchip.fair.deck.reading import data_of
from oddchip.fair.deck.record import HandRecord, Shuffled, record_from
from oddchip.fair.errors import FairError
from oddchip.fair.signing import check_signature


def verify_hand(record: Any, key: bytes | None = None) -> list[str]:
    """What was checked of a hand, a sentence each; `record` is a `HandRecord`, its JSON, or that as text.

    `key`: the house's, if it is known. Raises `Unreadable` for what is no record, `FairError` for what does not hold.
    """
    found = read_record(record)
    said = [_check_house(found, key)]
    _check_order(found.shuffles)
    spent: set[bytes] = set()
    known = _Known(found.reader)
    for one in found.shuffles:
        _check_tips(one, spent)
        said += _check_shuffle(one, known)
    known.check_reader(found.shuffles)
    return said


def read_record(record: Any) -> HandRecord:
    """The record itself, out of its JSON or that as text."""
    if isinstance(record, HandRecord):
        return record
    return record_from(data_of(record) if isinstance(record, str) else record)


def _check_house(record: HandRecord, key: bytes | None) -> str:
    """Everything is signed by one key: each commitment before the seeds, the whole hand afterwards."""
    first = record.shuffles[0].commitment
    for one in record.shuffles:
        one.commitment.check_signed(key or first.key)
    check_signature(first.key, record.digest, record.signature, f"the record of {first.place}")
    return f"hand {first.place.hand} at table {first.place.table} is signed with the house's key {first.key.hex()}"


def _check_order(shuffles: Sequence[Shuffled]) -> None:
    """The commitments are those of one hand, each follows the one before it, and none was passed over in silence."""
    first = shuffles[0].commitment.place
    if first.shuffle:
        raise FairError(f"the record begins with {first}, and a hand begins with its first deal")
    dealt: Place | None = None
    for before, after in pairwise(shuffles):
        place, last = after.commitment.place, before.commitment.place
        dealt = dealt if before.void else last
        if place.before != before.commitment.id:
            raise FairError(f"the commitment of {place} does not follow the one before it in the record")
        if (place.table, place.hand) != (first.table, first.hand):
            raise FairError(f"{place} is not of the same hand as {first}")
        if place.shuffle != last.shuffle + (not before.void):
            raise FairError(f"{place} comes after {last}: a deck is committed anew only when the one before is void")
        if dealt is None:
            continue  # before the first deal somebody may have gone or come, or chosen another game
        if (place.game, place.pack) != (dealt.game, dealt.pack):
            raise FairError(f"{place} is not of the same game and pack as what was dealt before")
        if not set(place.seats) <= set(dealt.seats):
            raise FairError(f"{place} is for {seats_text(place.seats)}, and {seats_text(dealt.seats)} were dealt in")


def _check_tips(one: Shuffled, spent: set[bytes]) -> None:
    """No seed counts that was known before the commitment: a tip is spent once its seed has been told."""
    place = one.commitment.place
    for seat, tip in sorted(place.tips.items()):
        if tip in spent:
            raise FairError(f"the seed of seat {seat} for {place} was known before the deck was committed")
    check_seeds(one.commitment, one.seeds)
    spent.update(place.tips[seat] for seat in one.seeds)


def _check_shuffle(one: Shuffled, known: _Known) -> list[str]:
    if one.void and not (one.dealt or one.shown or one.own or one.rejected):
        return [_void(one)]
    made = cut(one.commitment, one.seeds)
    said = [_who_cut(one), _check_deck(one, made), known.check_shown(one, made)]
    said += _aside(one)
    if one.void:
        said.append(_void(one))
    return said


def _void(one: Shuffled) -> str:
    """Why nothing came of a commitment, and whether the house could know by then what would have been dealt."""
    known = f"without a seed of {seats_text(one.withheld)}" if one.withheld else "when its cut was known"
    return f"{one.commitment.place} is void, {known}: {one.void}"


def _who_cut(one: Shuffled) -> str:
    """Who had a part in the cut, and who had none."""
    place = one.commitment.place
    none = tuple(seat for seat in place.seats if seat not in place.tips)
    given = f"{seats_text(tuple(sorted(one.seeds)))} cut the deck" if one.seeds else "nobody but the house cut the deck"
    late = f"; {seats_text(one.withheld)} withheld a seed" if one.withheld else ""
    silent = f"; {seats_text(none)} gives none" if none else ""
    return f"{place}: {given}{late}{silent}"


def seats_text(seats: Sequence[int]) -> str:
    """``seat 0, seat 2 and seat 5``: each with its noun, so that seats can be counted from 1 where people read it."""
    *most, last = [f"seat {seat}" for seat in seats]
    return f"{', '.join(most)} and {last}" if most else last


def _check_deck(one: Shuffled, made: Cut) -> str:
    """Is what was committed the pack? By the candidates not chosen, or by the proof."""
    commitment, place = one.commitment, one.commitment.place
    check_rejected(commitment, made, one.rejected)
    check_proof(commitment)
    if commitment.kind == ROOTS:
        rest = len(commitment.roots) - 1
        if not rest:
            return f"{place}: one candidate alone was committed, so nothing says that it was the pack"
        return f"{place}: {rest} of {rest + 1} candidates are shown, each the pack of {len(place.pack)} cards"
    kept = f", {place.kept} of them kept aside" if place.kept else ""
    return f"{place}: the committed cards are proven to be the pack of {len(place.pack)} cards{kept}"


def _aside(one: Shuffled) -> list[str]:
    """Whose cards were passed over: he alone sees that they had been his."""
    place = one.commitment.place
    return [
        f"{place}: position {position} was passed over for seat {seat}, to whom alone it was opened"
        for position, seat in passed_over(one)
    ]


def passed_over(one: Shuffled) -> list[tuple[int, int]]:
    """Which positions were passed over for which seats (rule D-RS-2); `FairError` where none may be.

    Cards are dealt in the order of their positions; only in a reshuffle may a seat be given a later one.
    """
    place = one.commitment.place
    used: set[int] = set()
    found = []
    for position, to in one.dealt:
        if isinstance(to, int) and to not in place.seats:
            raise FairError(f"position {position} of {place} is dealt to seat {to}, which is not dealt in")
        if position in used or position >= place.pool:
            raise FairError(f"position {position} of {place} is dealt twice, or is not there")
        used.add(position)
        for lower in range(position):
            if lower in used:
                continue
            if not place.shuffle or not isinstance(to, int):
                raise FairError(f"position {position} of {place} is dealt to {_whom(to)} before position {lower}")
            found.append((lower, to))
    return list(dict.fromkeys(found))


def _whom(to: int | str) -> str:
    return f"seat {to}" if isinstance(to, int) else to


class _Known:
    """What the reader has been shown so far in the hand, and the table."""

    def __init__(self, reader: int | None) -> None:
        self.reader = reader
        self.had: set[str] = set()  # cards dealt to the reader
        self.public: set[str] = set()  # cards shown to all

    def check_shown(self, one: Shuffled, made: Cut) -> str:
        """Every card that is shown is the one committed, is shown once, and to whom it may be."""
        place = one.commitment.place
        opened: dict[int, str] = {}
        cards: list[str] = []
        for pairs, may in ((one.shown, self.public), (one.own, self.had)):
            for position, opening in pairs:
                if position is None:
                    check_kept(one.commitment, opening)
                    if opening.card not in may:
                        raise FairError(f"{place} shows {opening.card} as kept to one who had not seen it")
                else:
                    check_opening(one.commitment, made, position, opening)
                    opened[position] = opening.card
                cards.append(opening.card)
        if len(set(cards)) != len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            raise FairError(f"{twice} is shown twice in {place}")
        self._check_own(one, opened)
        laid = {position for position, _ in one.dealt}
        self.public.update(opening.card for position, opening in one.shown if position in laid)
        if not cards:
            return f"{place}: no card is shown here"
        return f"{place}: each of {len(cards)} cards shown is the one committed: {' '.join(cards)}"

    def _check_own(self, one: Shuffled, opened: dict[int, str]) -> None:
        """The reader sees the cards dealt to him and those passed over for him, all of them and no others."""
        place = one.commitment.place
        passed = [position for position, seat in passed_over(one) if seat == self.reader]
        dealt = [position for position, to in one.dealt if to == self.reader]
        for position, _ in one.own:
            if position is not None and position not in dealt and position not in passed:
                raise FairError(f"position {position} of {place} is opened to one it was not dealt to")
        for position in (*dealt, *passed) if self.reader is not None else ():
            if position not in opened:
                raise FairError(f"position {position} of {place} went to seat {self.reader} and is not opened to it")
        for position in passed:
            if opened[position] not in self.had:
                raise FairError(f"position {position} of {place}, {opened[position]}, was passed over for no reason")
        if self.reader is not None:
            self.had.update(opened[position] for position in dealt)

    def check_reader(self, shuffles: Sequence[Shuffled]) -> None:
        """A reader is a seat that was dealt in; openings for him alone have a reader."""
        if self.reader is not None and not any(self.reader in one.commitment.place.seats for one in shuffles):
            raise FairError(f"the record is for seat {self.reader}, which was not dealt in")
        if self.reader is None and any(one.own for one in shuffles):
            raise FairError("the record is for everybody and holds cards of one seat alone")


def verify_hands(records: Iterable[Any], key: bytes | None = None) -> list[str]:
    """A run of hands at one table: each by `verify_hand`, their numbers without gaps, their commitments linked.

    Says how many commitments came to nothing, and how many of those when the house could know what would be dealt.
    """
    found = [read_record(record) for record in records]
    if not found:
        raise FairError("there is no hand to verify")
    said = [sentence for record in found for sentence in verify_hand(record, key)]
    first = found[0].shuffles[0].commitment
    for last, record in zip([None, *found], found, strict=False):
        _check_link(last.shuffles[-1].commitment if last else None, record.shuffles[0].commitment)
    shuffles = [one for record in found for one in record.shuffles]
    spent: set[bytes] = set()
    for one in shuffles:
        one.commitment.check_signed(first.key)
        _check_tips(one, spent)
    return [*said, *_counts(found, shuffles)]


def _check_link(last: Commitment | None, now: Commitment) -> None:
    place = now.place
    if last is None:
        if place.hand == 1 and place.before != FIRST:
            raise FairError(f"{place} is a table's first hand and follows something")
    elif (place.table, place.hand) != (last.place.table, last.place.hand + 1):
        raise FairError(f"after {last.place} comes {place}: hands of a table are numbered without gaps")
    elif place.before != last.id:
        raise FairError(f"the commitment of {place} does not follow that of {last.place}: one between them is hidden")


def _counts(records: Sequence[HandRecord], shuffles: Sequence[Shuffled]) -> list[str]:
    first, last = (records[i].shuffles[0].commitment.place.hand for i in (0, -1))
    void = [one for one in shuffles if one.void]
    known = sum(not one.withheld for one in void)
    held = [seat for one in shuffles for seat in one.withheld]
    said = [f"hands {first} to {last} follow each other without a gap"]
    said.append(f"{len(void)} of {len(shuffles)} commitments are void, {known} of them when their cut was known")
    for seat in sorted(set(held)):
        said.append(f"seat {seat} withheld {held.count(seat)} seeds")
    return said


def forks(a: Commitment, b: Commitment) -> bool:
    """Do two commitments prove that the house keeps two logs of a table? Both are signed and both follow the same."""
    for one in (a, b):
        one.check_signed(a.key)
    return a.id != b.id and (a.place.table, a.place.before) == (b.place.table, b.place.before)

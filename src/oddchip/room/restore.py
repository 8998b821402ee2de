"""A table out of its log: the same scene that the room had when the last event was written.

What happened is decided again (`redo`): the same commands at the same moments with the same secrets must give the same
facts, to the byte, and the same chained hash. Where the secrets of a hand are destroyed, or the rules have changed
since, the facts alone are folded (`refold`), which needs neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from oddchip.dealers import awaited
from oddchip.errors import OddchipError
from oddchip.room import desk as desks
from oddchip.room.decks import Decks, cards_of, dealer_of, old_dealer_of
from oddchip.room.desk import Desk
from oddchip.room.errors import RoomError
from oddchip.room.steps import Scene, Step, Written, with_private, written
from oddchip.table import Command, Table
from oddchip.table.folding import applied
from oddchip.table.plain import command_of, fact_of, state_of


class Drift(RoomError):
    """What was decided again is not what the log says."""


@dataclass(frozen=True)
class Entry:
    """An event as it lies in the log, with what was kept apart from it (None when it is destroyed or was never
    there).
    """

    seq: int
    hand: int
    kind: str
    actor: str
    command_id: str
    body: bytes
    at: float
    hash: bytes
    private: bytes | None = None
    secret: bytes | None = None

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.json.decode(self.body)
        return data

    @property
    def is_whole(self) -> bool:
        """Is all there that deciding it again takes?"""
        data = self.data
        needs_private = any(each["do"] == "Act" and "action" not in each for each in data["commands"])
        needs_secret = any(_is_hidden(each) for each in data["commands"])
        return (not needs_private or self.private is not None) and (not needs_secret or self.secret is not None)


def _is_hidden(command: dict[str, Any]) -> bool:
    """Does a command deal cards that the log does not say?"""
    return command["do"] in ("StartHand", "DealOn") and not command.get("apart") and "cards" not in command


def beginning(size: int, owner: str, title: str) -> Scene:
    """An empty table, before its first event."""
    return Scene(Table.open(size), Desk(owner, title))


def from_snapshot(body: bytes, seq: int) -> Scene:
    """The scene of a snapshot, which is taken between hands."""
    data = msgspec.json.decode(body)
    desk = msgspec.convert(data["desk"], Desk, strict=False)
    return Scene(Table.at(state_of(data["state"])), desk, seq, bytes.fromhex(data["hash"]), data["at"])


def redo(scene: Scene, entry: Entry, key: bytes) -> Scene:
    """The scene after an event, decided again. Drift when it comes out otherwise than it is written."""
    made = decided(scene, entry, key)
    must_agree(made, entry)
    return made.scene


def must_agree(made: Written, entry: Entry) -> None:
    """Drift when what was decided again is not what is written."""
    if made.body != entry.body:
        raise Drift(f"event {entry.seq} ({entry.kind}) comes out otherwise than it is written")
    if made.scene.hash != entry.hash:
        raise Drift(f"event {entry.seq} ({entry.kind}) has another hash than is written")


def decided(scene: Scene, entry: Entry, key: bytes) -> Written:
    """An event decided again, as it would be written."""
    return written(repeated(scene, entry), key)


def repeated(scene: Scene, entry: Entry) -> Step:
    """The step of an event, taken again. Drift when the rules refuse it now."""
    data = entry.data
    step = Step(scene, entry.kind, entry.actor, entry.command_id, entry.at)
    step.note = data.get("note", "")
    private = msgspec.json.decode(entry.private) if entry.private else None
    facts = desks.facts_of(data["desk"])
    try:
        if entry.secret and _has_decks(data, facts):
            step.decks = Decks.unpacked(_hand_of(facts, entry), entry.secret)
        for command in with_private(data["commands"], private):
            step.now = command.pop("at", entry.at)
            step.do(_dealt_again(step, command, facts))
        step.now = entry.at
        step.say(*facts)
    except (OddchipError, ValueError, LookupError) as error:
        raise Drift(f"event {entry.seq} ({entry.kind}) is refused now: {error}") from error
    return step


def _has_decks(data: dict[str, Any], facts: list[desks.Fact]) -> bool:
    """Does it commit to a deck, or deal? (A host who lets the deal begin does neither.)"""
    deals = any(each["do"] in ("StartHand", "DealOn") for each in data["commands"])
    return deals or any(isinstance(fact, desks.Committed) for fact in facts)


def _hand_of(facts: list[desks.Fact], entry: Entry) -> int:
    """The hand that the secrets beside an event belong to: the next one, where that is committed to."""
    return next((fact.hand for fact in facts if isinstance(fact, desks.Committed)), entry.hand)


def _dealt_again(step: Step, data: dict[str, Any], facts: list[desks.Fact]) -> Command:
    """A command of the log; one that deals has its cards out of the hidden decks and the seeds that were told."""
    kind, decks = data["do"], step.decks
    if kind == "StartHand" and data.get("apart"):
        return command_of(data, awaited(()))
    if kind == "DealOn" and "cards" in data:
        return command_of(data)
    if kind not in ("StartHand", "DealOn") or decks is None:
        return command_of(data)
    if decks.old:
        return command_of(data, old_dealer_of(decks.old))
    given = next(fact for fact in facts if isinstance(fact, desks.SeedsGiven))
    told = [*step.desk.committed, *(fact for fact in facts if isinstance(fact, desks.Committed))][-1]
    deck = decks.hidden[given.shuffle]
    if kind == "StartHand":
        return command_of(data, dealer_of(deck, told, given))
    return command_of({**data, "cards": list(cards_of(deck, told, given))})


def refold(scene: Scene, entry: Entry) -> Scene:
    """The scene after an event by its facts alone; a hand that is played has no cards then."""
    data = entry.data
    state, desk = scene.table.state, scene.desk
    for fact in data["facts"]:
        state = applied(state, fact_of(fact))
    for desk_fact in desks.facts_of(data["desk"]):
        desk = desks.after(desk, desk_fact)
    return Scene(Table.at(state, missing_hand=True), desk, entry.seq, entry.hash, entry.at)


def restored(start: Scene, entries: Iterable[Entry], key: bytes) -> tuple[Scene, str]:
    """The scene after these events, and why its last hand cannot go on ("" when it can).

    Finished hands may be folded; the one being played is decided again, card by card. If that fails, as after an
    upgrade that changed a rule, its chips are still known: the host gives them back.
    """
    scene, fault = start, ""
    lost = False
    for entry in entries:
        starts = any(each["do"] == "StartHand" for each in entry.data["commands"])
        lost = lost and not starts and scene.table.state.dealing is not None
        if lost or not entry.is_whole:
            lost, scene = True, refold(scene, entry)
            continue
        try:
            scene = redo(scene, entry, key)
            fault = "" if not scene.table.playing else fault
        except Drift as error:
            fault, lost, scene = str(error), True, refold(scene, entry)
    if scene.table.state.dealing is None:
        fault = ""
    elif lost and not fault:
        fault = "the cards of the hand being played are gone"
    return scene, fault

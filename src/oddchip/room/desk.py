"""What a room's table is beyond `oddchip.table.Table`: its hosts, who asks for a seat, bots, mutes, settings, shown
cards.

`Desk` is a frozen value and the fold of its facts, as the table is of its own. Facts are msgspec structs, so that they
go to the log and come back as they are. None holds a card that was not shown to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from oddchip.room.errors import Refused

Watching = Literal["off", "delayed", "live"]
Pace = Literal["fast", "normal", "slow", "none"]

#: Seconds between the end of a hand and the next deal: so that results can be read.
PAUSES: dict[str, float] = {"none": 0, "fast": 2.5, "normal": 5, "slow": 9}
#: Seconds a bot seems to think.
THINKING: dict[str, float] = {"none": 0, "fast": 0.4, "normal": 1.0, "slow": 1.8}


class Settings(Struct, frozen=True, omit_defaults=True):
    """What a host sets for a table, apart from games and house rules.

    `approve`: guests are let in by a host. `watching`: may guests look on, and do they see the play a hand late.
    `pace`: how long results stand and bots think. `chat`: may be written. `choice_seconds`: to choose a game (MIX-3);
    0: for ever. `away_minutes`: after so long away a seat is freed; 0: never. `stack`: what one sits down with unless
    he says otherwise; 0: the usual.
    """

    approve: bool = True
    watching: Watching = "delayed"
    pace: Pace = "normal"
    chat: bool = True
    choice_seconds: int = 45
    away_minutes: int = 30
    stack: int = 0


class Asked(Struct, frozen=True, tag_field="fact"):
    """A guest asks for a seat."""

    person: str
    seat: int
    chips: int
    post: bool = False


class Answered(Struct, frozen=True, tag_field="fact"):
    """A request is answered, or taken back."""

    person: str
    yes: bool


class HostMade(Struct, frozen=True, tag_field="fact"):
    person: str
    yes: bool = True


class Muted(Struct, frozen=True, tag_field="fact"):
    person: str
    yes: bool = True


class Kicked(Struct, frozen=True, tag_field="fact"):
    """Sent from his seat; he must be approved again to sit."""

    person: str
    why: str = ""


class BotSeated(Struct, frozen=True, tag_field="fact"):
    person: str
    style: str


class DealingSet(Struct, frozen=True, tag_field="fact"):
    """Hand after hand is dealt, or no further one."""

    on: bool


class SettingsSet(Struct, frozen=True, tag_field="fact"):
    settings: Settings


class Showed(Struct, frozen=True, tag_field="fact"):
    """A player shows cards after the hand: (the engine's number, place in his hand) each."""

    seat: int
    cards: tuple[int, ...]


class ChoiceAsked(Struct, frozen=True, tag_field="fact"):
    """A seat is asked for a game until `deadline` (0: for ever)."""

    seat: int
    deadline: float


class WentAway(Struct, frozen=True, tag_field="fact"):
    """A seat sits out since then (`at` 0: no longer)."""

    person: str
    at: float


class Stopped(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """The table stopped because of a fault in the rules, and time stands still since `at`; chips are as they were.

    "": it goes on.
    """

    why: str
    at: float = 0.0


class PausedFor(Struct, frozen=True, tag_field="fact"):
    """Why a host paused the table, as long as it is."""

    why: str


class Retitled(Struct, frozen=True, tag_field="fact"):
    """The table is called otherwise."""

    title: str


class HandBegan(Struct, frozen=True, tag_field="fact"):
    """A hand begins, with these people on these seats, by the rules of this revision of the engine.

    What was shown after the last one is put away.
    """

    dealt: dict[int, str]
    at: float
    revision: str


Fact = (
    Asked
    | Answered
    | HostMade
    | Muted
    | Kicked
    | BotSeated
    | DealingSet
    | SettingsSet
    | Showed
    | ChoiceAsked
    | WentAway
    | Stopped
    | PausedFor
    | Retitled
    | HandBegan
)


class Desk(Struct, frozen=True, omit_defaults=True):
    """Everything about a room's table that its desk facts determine. People are known by their ids."""

    owner: str
    title: str
    hosts: frozenset[str] = frozenset()
    asked: tuple[Asked, ...] = ()
    approved: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    bots: dict[str, str] = {}
    dealing: bool = False
    settings: Settings = Settings()
    shown: dict[int, tuple[int, ...]] = {}
    began: HandBegan | None = None
    choice: ChoiceAsked | None = None
    away: dict[str, float] = {}
    stopped: str = ""
    stopped_at: float = 0.0
    paused_for: str = ""

    @property
    def dealt(self) -> dict[int, str]:
        """Who was dealt in, by seat, in the hand that is or was played last."""
        return self.began.dealt if self.began else {}

    def may_host(self, person: str) -> bool:
        return person == self.owner or person in self.hosts

    def may_sit(self, person: str) -> bool:
        """Without asking a host."""
        return not self.settings.approve or self.may_host(person) or person in self.approved


def after(desk: Desk, fact: Fact) -> Desk:
    """The desk after a fact."""
    return _FOLDS[type(fact)](desk, fact)


def settings_with(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Settings with some changed. Refused for a name or a value there is not."""
    known = settings.__struct_fields__
    if unknown := sorted(set(changes) - set(known)):
        raise Refused(f"there is no setting {unknown[0]!r}; there are {', '.join(known)}")
    values = {name: getattr(settings, name) for name in known} | dict(changes)
    try:
        made = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise Refused(f"that is no setting of a table: {error}") from None
    if made.choice_seconds < 0 or made.away_minutes < 0 or made.stack < 0:
        raise Refused("seconds, minutes and chips are whole numbers from 0 up")
    return made


def _changed(desk: Desk, **values: Any) -> Desk:
    return msgspec.structs.replace(desk, **values)


def _without(desk: Desk, person: str) -> tuple[Asked, ...]:
    return tuple(asked for asked in desk.asked if asked.person != person)


def _member(group: frozenset[str], person: str, yes: bool) -> frozenset[str]:
    return group | {person} if yes else group - {person}


def _answered(desk: Desk, fact: Answered) -> Desk:
    approved = desk.approved | {fact.person} if fact.yes else desk.approved
    return _changed(desk, asked=_without(desk, fact.person), approved=approved)


def _kicked(desk: Desk, fact: Kicked) -> Desk:
    return _changed(desk, asked=_without(desk, fact.person), approved=desk.approved - {fact.person})


def _away(desk: Desk, fact: WentAway) -> Desk:
    others = {person: at for person, at in desk.away.items() if person != fact.person}
    return _changed(desk, away={**others, fact.person: fact.at} if fact.at else others)


def _choice(desk: Desk, fact: ChoiceAsked) -> Desk:
    return _changed(desk, choice=fact if fact.seat >= 0 else None)


_FOLDS: dict[type, Callable[[Desk, Any], Desk]] = {
    Asked: lambda desk, fact: _changed(desk, asked=(*_without(desk, fact.person), fact)),
    Answered: _answered,
    HostMade: lambda desk, fact: _changed(desk, hosts=_member(desk.hosts, fact.person, fact.yes)),
    Muted: lambda desk, fact: _changed(desk, muted=_member(desk.muted, fact.person, fact.yes)),
    Kicked: _kicked,
    BotSeated: lambda desk, fact: _changed(desk, bots={**desk.bots, fact.person: fact.style}),
    DealingSet: lambda desk, fact: _changed(desk, dealing=fact.on),
    SettingsSet: lambda desk, fact: _changed(desk, settings=fact.settings),
    Showed: lambda desk, fact: _changed(desk, shown={**desk.shown, fact.seat: fact.cards}),
    ChoiceAsked: _choice,
    WentAway: _away,
    Stopped: lambda desk, fact: _changed(desk, stopped=fact.why, stopped_at=fact.at),
    PausedFor: lambda desk, fact: _changed(desk, paused_for=fact.why),
    Retitled: lambda desk, fact: _changed(desk, title=fact.title),
    HandBegan: lambda desk, fact: _changed(desk, shown={}, began=fact),
}


def facts_of(data: Any) -> list[Fact]:
    """Facts out of the log's JSON data."""
    facts: list[Fact] = msgspec.convert(data, list[Fact], strict=False)  # JSON has no whole numbers as keys
    return facts

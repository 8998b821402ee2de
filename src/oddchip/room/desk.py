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

from oddchip.room import between as pairs
from oddchip.room.between import Between, ChainAsked, PairDropped, PairOpened, PairSaid, PairStood
from oddchip.room.errors import Refused

Watching = Literal["off", "delayed", "live"]
Pace = Literal["fast", "normal", "slow", "none"]
Fairness = Literal["roots", "roots32", "strict", "pair"]

#: Seconds between the end of a hand and the next deal: so that results can be read.
PAUSES: dict[str, float] = {"none": 0, "fast": 2.5, "normal": 5, "slow": 9}
#: The largest number that a setting may be: chips nobody brings more of at once, seconds and minutes.
MOST = 10**9
#: Seconds a bot seems to think.
THINKING: dict[str, float] = {"none": 0, "fast": 0.4, "normal": 1.0, "slow": 1.8}


class Settings(Struct, frozen=True, omit_defaults=True):
    """What a host sets for a table, apart from games and house rules.

    `approve`: guests are let in by a host. `watching`: may guests look on, and do they see the play a hand late.
    `pace`: how long results stand and bots think. `chat`: may be written. `choice_seconds`: to choose a game (MIX-3);
    0: for ever. `away_minutes`: after so long away a seat is freed; 0: never. `stack`: what one sits down with unless
    he says otherwise; 0: the usual. `fairness`: how decks are committed (docs/fairness.md): 8 or 32 candidates of which
    the seeds choose one, or "strict", points with a proof that they are the pack; or "pair": there is none, two players
    of California Poker deal to each other (docs/two_party.md). `coach`: after a hand of California Poker the room says
    what it was worth and how each played it (docs/california.md).
    """

    approve: bool = True
    watching: Watching = "delayed"
    pace: Pace = "normal"
    chat: bool = True
    choice_seconds: int = 45
    away_minutes: int = 30
    stack: int = 0
    fairness: Fairness = "roots"
    coach: bool = True


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
    """Sent from his seat; he must be approved again to sit, and is no host any longer."""

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


class TipGiven(Struct, frozen=True, tag_field="fact"):
    """A player commits to a chain of seeds by its tip (hex), in force from the next commitment on."""

    person: str
    tip: str


class Committed(Struct, frozen=True, tag_field="fact"):
    """A deck is committed (`oddchip.fair.deck.wire.commitment_data`); `id` is what is signed.

    Seeds of the seats with tips are awaited until `until`, from these `people`; 0: there are none to wait for.
    """

    id: str
    commitment: dict[str, Any]
    people: dict[int, str] = {}
    until: float = 0.0

    @property
    def hand(self) -> int:
        return int(self.commitment["hand"])

    @property
    def shuffle(self) -> int:
        return int(self.commitment["shuffle"])

    @property
    def tips(self) -> dict[int, str]:
        return {int(seat): str(tip) for seat, tip in self.commitment["tips"].items()}


class SeedsAwaited(Struct, frozen=True, tag_field="fact"):
    """The seeds are awaited longer, since time stood still."""

    until: float


class SeedsGiven(Struct, frozen=True, tag_field="fact"):
    """The seeds (hex) that make the cut of the last commitment, by seat.

    `people` told them; `withheld` are those who were waited for in vain: at a reshuffle they are left out of the cut.
    """

    hand: int
    shuffle: int
    seeds: dict[int, str] = {}
    people: dict[int, str] = {}
    withheld: dict[int, str] = {}


class GivenUp(Struct, frozen=True, tag_field="fact"):
    """The last commitment is given up before anything was dealt from it, for a public reason.

    `seeds` were told for it and are spent; `withheld` are people by seat who told none and are the reason, or gone.
    """

    hand: int
    shuffle: int
    why: str
    seeds: dict[int, str] = {}
    people: dict[int, str] = {}
    withheld: dict[int, str] = {}


class ComesBack(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Somebody is to be dealt in from the hand after the next one on, whose deck is committed to; or no longer is to.

    `post`: he posts then, if he has to.
    """

    person: str
    yes: bool = True
    post: bool = False


class VoidCounted(Struct, frozen=True, tag_field="fact"):
    """Another hand was void."""

    hand: int


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
    | TipGiven
    | Committed
    | SeedsAwaited
    | SeedsGiven
    | GivenUp
    | ComesBack
    | VoidCounted
    | PairOpened
    | PairSaid
    | PairStood
    | PairDropped
    | ChainAsked
)

#: Facts of how decks are committed: part of the play of a hand, and no news in words but for those that cost somebody.
FAIR = (TipGiven, Committed, SeedsAwaited, SeedsGiven, GivenUp, ComesBack, VoidCounted, *pairs.FACTS)


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
    # How decks are committed (docs/fairness.md).
    tips: dict[str, str] = {}  # of people's chains
    before: str = ""  # the id of the last commitment
    committed: tuple[Committed, ...] = ()  # of the hand that is or was played last or is about to be, by shuffle
    cuts: tuple[SeedsGiven, ...] = ()  # of these
    seeds_until: float = 0.0  # the seeds for the last of them are awaited; 0: they are not
    withheld: dict[str, int] = {}  # how often people gave no seed
    silent: frozenset[str] = frozenset()  # who gave none the last time
    dealt_out: frozenset[str] = frozenset()  # who is dealt out for that, and comes back by himself
    passed_over: frozenset[str] = frozenset()  # whose seed the next deal does without
    bound: bool = False  # was a deck committed to for the next hand? (never in a snapshot)
    coming: dict[str, bool] = {}  # who comes back when the next hand is dealt without him, and whether he posts
    given_up: int = 0
    voids: int = 0
    # How two deal to each other (docs/two_party.md).
    between: Between | None = None  # the hand that is or was dealt so last
    pairs: int = 0  # how many there were
    marks: dict[str, int] = {}  # of secrets that were opened, with the serial number of the hand
    chain_asked: str = ""  # who wants to settle on the chain after this hand

    @property
    def pending(self) -> Committed | None:
        """The commitment whose seeds are awaited."""
        return self.committed[-1] if self.seeds_until else None

    @property
    def is_bound(self) -> bool:
        """Is the next hand being dealt, and was a deck committed to for it? (Given up perhaps, and another comes.)"""
        return self.bound and (self.dealing or self.pending is not None)

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
    if not all(0 <= number <= MOST for number in (made.choice_seconds, made.away_minutes, made.stack)):
        raise Refused(f"seconds, minutes and chips are whole numbers from 0 to {MOST}")
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
    gone = frozenset((fact.person,))
    return _changed(desk, asked=_without(desk, fact.person), approved=desk.approved - gone, hosts=desk.hosts - gone)


def _away(desk: Desk, fact: WentAway) -> Desk:
    others = {person: at for person, at in desk.away.items() if person != fact.person}
    if fact.at:
        return _changed(desk, away={**others, fact.person: fact.at})
    return _changed(desk, away=others, passed_over=desk.passed_over - {fact.person})


def _choice(desk: Desk, fact: ChoiceAsked) -> Desk:
    return _changed(desk, choice=fact if fact.seat >= 0 else None)


def _committed(desk: Desk, fact: Committed) -> Desk:
    """The first deal of a hand begins a new list; what an earlier one committed to is no longer of use."""
    earlier, cuts = (desk.committed, desk.cuts) if fact.shuffle else ((), ())
    bound = not fact.shuffle
    return _changed(desk, committed=(*earlier, fact), cuts=cuts, before=fact.id, seeds_until=fact.until, bound=bound)


def _told(desk: Desk, fact: SeedsGiven | GivenUp) -> Desk:
    """Seeds that were told are the tips now; who told none is counted."""
    tips, withheld = dict(desk.tips), dict(desk.withheld)
    known = desk.committed[-1].tips if desk.committed else {}
    for seat, seed in fact.seeds.items():
        if tips.get(fact.people[seat]) == known.get(seat):  # he may have begun another chain meanwhile
            tips[fact.people[seat]] = seed
    for person in fact.withheld.values():
        withheld[person] = withheld.get(person, 0) + 1
    silent = desk.silent - set(fact.people.values()) | set(fact.withheld.values())
    return _changed(desk, tips=tips, withheld=withheld, silent=silent, seeds_until=0.0)


def _seeds_given(desk: Desk, fact: SeedsGiven) -> Desk:
    return _changed(_told(desk, fact), cuts=(*desk.cuts, fact))


def _given_up(desk: Desk, fact: GivenUp) -> Desk:
    """Who withholds a second time in a row does not come back by himself, and has no chain before he tells a tip."""
    gone = set(fact.withheld.values()) - restarted(desk)
    told = _told(desk, fact)
    return _changed(
        told,
        tips={person: tip for person, tip in told.tips.items() if person not in gone & desk.silent},
        committed=told.committed[:-1],
        given_up=desk.given_up + 1,
        dealt_out=desk.dealt_out | (gone - desk.silent),
        passed_over=desk.passed_over | gone,
    )


def _comes_back(desk: Desk, fact: ComesBack) -> Desk:
    others = {person: post for person, post in desk.coming.items() if person != fact.person}
    return _changed(desk, coming={**others, fact.person: fact.post} if fact.yes else others)


def _pair_opened(desk: Desk, fact: PairOpened) -> Desk:
    return _changed(desk, between=Between(fact, desk.pairs + 1), pairs=desk.pairs + 1)


def _pair_went_on(desk: Desk, fact: PairSaid | PairStood | PairDropped) -> Desk:
    assert desk.between is not None
    marks = fact.marks if isinstance(fact, PairSaid) else ()
    known = {**desk.marks, **dict.fromkeys(marks, desk.pairs)} if marks else desk.marks
    return _changed(desk, between=desk.between.after(fact), marks=known)


def restarted(desk: Desk) -> set[str]:
    """Who has begun another chain since the last commitment, and so is there, though he has no seed for it."""
    if not desk.committed:
        return set()
    told = desk.committed[-1]
    other = {person for seat, person in told.people.items() if desk.tips.get(person) != told.tips[seat]}
    return other - desk.silent


_NONE: frozenset[str] = frozenset()
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
    HandBegan: lambda desk, fact: _changed(desk, shown={}, began=fact, dealt_out=_NONE, passed_over=_NONE, bound=False),
    TipGiven: lambda desk, fact: _changed(desk, tips={**desk.tips, fact.person: fact.tip}),
    Committed: _committed,
    SeedsAwaited: lambda desk, fact: _changed(desk, seeds_until=fact.until),
    SeedsGiven: _seeds_given,
    GivenUp: _given_up,
    ComesBack: _comes_back,
    VoidCounted: lambda desk, fact: _changed(desk, voids=desk.voids + 1),
    PairOpened: _pair_opened,
    PairSaid: _pair_went_on,
    PairStood: _pair_went_on,
    PairDropped: _pair_went_on,
    ChainAsked: lambda desk, fact: _changed(desk, chain_asked=fact.person),
}


def facts_of(data: Any) -> list[Fact]:
    """Facts out of the log's JSON data."""
    facts: list[Fact] = msgspec.convert(data, list[Fact], strict=False)  # JSON has no whole numbers as keys
    return facts

"""One step of a table: what a request or the room itself makes of it, tentatively, before anything is written.

A `Scene` is a table with its desk; a `Step` leads from one scene to the next and knows all that goes into the log. Both
are values: a step that cannot be written is dropped, and the scene before it stands.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from operator import attrgetter
from typing import Any

import msgspec

from oddchip.fair.deck import HiddenDeck
from oddchip.room import desk as desks
from oddchip.room.decks import Decks
from oddchip.room.desk import Desk
from oddchip.table import Table
from oddchip.table import commands as cmd
from oddchip.table import facts as table_facts
from oddchip.table.plain import plain_command, plain_fact
from oddchip.views import SPECTATOR, see

HASH_BYTES = 16
_json = msgspec.json.Encoder()


@dataclass(frozen=True)
class Scene:
    """A table as the room holds it: after event number `seq`, whose chained hash is `hash`. `at`: when that was.

    `decks` are the house's secrets of the hand that is or was played last or is about to be, if they are still kept.
    """

    table: Table
    desk: Desk
    seq: int = 0
    hash: bytes = b""
    at: float = 0
    decks: Decks | None = None

    @property
    def hand_kept(self) -> int:
        """The hand whose secrets are still needed here: committed to, or being played; -1 for none."""
        pending = self.desk.pending
        return pending.hand if pending else self.table.state.hands if self.table.playing else -1


@dataclass
class Step:
    """The work on one event: commands to the table and facts of the desk, in order, at one moment.

    `kind` names it in the log, `actor` is the person (or "room"), `command_id` makes it happen once only.
    """

    scene: Scene
    kind: str
    actor: str
    command_id: str
    now: float
    table: Table = field(init=False)
    desk: Desk = field(init=False)
    decks: Decks | None = field(init=False)
    commands: list[tuple[cmd.Command, float]] = field(default_factory=list)
    facts: list[table_facts.Fact] = field(default_factory=list)
    desk_facts: list[desks.Fact] = field(default_factory=list)
    note: str = ""

    def __post_init__(self) -> None:
        self.table, self.desk, self.decks = self.scene.table, self.scene.desk, self.scene.decks

    def do(self, *commands: cmd.Command) -> Step:
        """Give the table these commands; `OddchipError` if one is refused."""
        for command in commands:
            self.table = self.table.do(command, self.now)
            self.commands.append((command, self.now))
            self.facts += self.table.news
        return self

    def say(self, *facts: desks.Fact) -> Step:
        """Facts of the desk."""
        for fact in facts:
            self.desk = desks.after(self.desk, fact)
            self.desk_facts.append(fact)
        return self

    @property
    def before(self) -> desks.Settings:
        """The desk's settings before it."""
        return self.scene.desk.settings

    def keep_secret(self, deck: HiddenDeck) -> Step:
        """A hidden deck, kept with the others of its hand."""
        self.decks = (self.decks or Decks(deck.place.hand)).with_deck(deck)
        return self

    @property
    def empty(self) -> bool:
        """Has nothing changed? A decision in the hand is no fact of the table, but makes another hand of it."""
        return not self.facts and not self.desk_facts and self.table.hand is self.scene.table.hand

    @property
    def new_hand(self) -> bool:
        return any(isinstance(fact, table_facts.HandStarted) for fact in self.facts)

    @property
    def hand_over(self) -> bool:
        return any(isinstance(fact, table_facts.HandEnded | table_facts.HandVoided) for fact in self.facts)

    @property
    def hand(self) -> int:
        """The number of the deal this step is about."""
        return self.table.state.hands


@dataclass(frozen=True)
class Written:
    """A step as the log holds it: the public `body`, its owners' `private` part, ledger lines, the scene after."""

    body: bytes
    private: bytes | None
    scene: Scene
    entries: tuple[tuple[str, int], ...]


def written(step: Step, key: bytes) -> Written:
    """What goes into the log for a step, and the scene after it."""
    said, private = _commands(step)
    body = _json.encode(
        {
            "kind": step.kind,
            **({"note": step.note} if step.note else {}),
            "commands": said,
            "facts": [plain_fact(fact) for fact in step.facts],
            "desk": step.desk_facts,
            "hand": public_log(step),
        }
    )
    kept = _json.encode(private) if any(private) else None
    chained = state_hash(key, step.scene.hash, body, kept, _new_log(step), step.table)
    # Facts of finished hands are in the log; a table that runs for weeks does not carry them along.
    table = Table.at(step.table.state, step.table.hand) if step.hand_over and not step.table.playing else step.table
    scene = Scene(table, step.desk, step.scene.seq + 1, chained, step.now, step.decks)
    return Written(body, kept, scene, postings(step))


def _commands(step: Step) -> tuple[list[dict[str, Any]], list[Any]]:
    """The commands as data; cards thrown and given and ways declared in secret go apart, shuffled ones are in decks."""
    said, private = [], []
    for command, at in step.commands:
        data = plain_command(command)
        hidden = None
        if at != step.now:  # a pause that began when the room went silent
            data["at"] = at
        if _is_open(step):
            pass  # both have opened their secrets by then: there is nothing hidden in it
        elif isinstance(command, cmd.Act) and data["action"][0] in ("draw", "give", "declare"):
            hidden = data.pop("action")
        elif isinstance(command, cmd.DealOn):
            del data["cards"]
        said.append(data)
        private.append(hidden)
    return said, private


def _is_open(step: Step) -> bool:
    """Is it a hand that two deal to each other?"""
    dealing = step.scene.table.state.dealing
    return dealing is not None and dealing.apart


def with_private(said: list[dict[str, Any]], private: list[Any] | None) -> list[dict[str, Any]]:
    """The commands made whole again."""
    if private is None:
        return said
    return [
        {**data, "action": hidden} if hidden is not None else data for data, hidden in zip(said, private, strict=True)
    ]


def _new_log(step: Step) -> tuple[tuple[Any, ...], ...]:
    """The compact events of the hand that this step added."""
    hand = step.table.hand
    if hand is None:
        return ()
    before = step.scene.table.hand
    return hand.log if before is None or step.new_hand else hand.log[len(before.log) :]


def public_log(step: Step) -> list[tuple[Any, ...]]:
    """What anybody at all may know of the events this step added to the hand."""
    hand = step.table.hand
    if hand is None:
        return []
    members = hand.plan.members
    return [see(event, SPECTATOR, members) for event in _new_log(step)]


def state_hash(
    key: bytes, before: bytes, body: bytes, private: bytes | None, log: tuple[tuple[Any, ...], ...], table: Table
) -> bytes:
    """The keyed hash of the table after an event, chained to the one before it.

    Everything that state folds from goes in: facts, the hand's own events with all cards, the stacks of the moment. The
    key never leaves the data folder, so that nobody can try out hidden cards against it.
    """
    digest = hmac.new(key, before, sha256)
    for part in (body, private or b"", _json.encode(log), _json.encode(sorted(table.stacks.items()))):
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()[:HASH_BYTES]


#: All that balances come from. Most steps leave it as it was, the very same objects.
_books = attrgetter("accounts", "places", "chain")


def balances(table: Table) -> dict[str, int]:
    """Chips by account between hands: players' tabs, stacks on the seats, the pot that is carried. They sum to zero."""
    state = table.state
    found = {f"player:{player}": account.net for player, account in state.accounts.items()}
    found |= {f"stack:{seat}": place.chips for seat, place in state.seated.items()}
    if state.carry:
        found["pot"] = state.carry.amount
    return found


def postings(step: Step) -> tuple[tuple[str, int], ...]:
    """The ledger's lines for a step: what each account gained or gave. They sum to zero."""
    return moved(step.scene.table, step.table)


def moved(before: Table, after: Table) -> tuple[tuple[str, int], ...]:
    """What each account gained or gave between two moments of a table."""
    if _books(before.state) == _books(after.state):
        return ()
    then, now = balances(before), balances(after)
    found = {name: now.get(name, 0) - then.get(name, 0) for name in sorted({*then, *now})}
    return tuple((name, amount) for name, amount in found.items() if amount)

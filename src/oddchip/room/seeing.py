"""Who looks at a table, and what they are sent: one whole view a change, made once for each person.

A person has one `Sight` however many tabs are open, so all of them show the same. Who has no seat looks on: live, or a
hand late, as the table's host has set it; then nothing of a hand that is being played is in anything he is sent.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import replace
from hmac import digest
from operator import attrgetter, is_
from typing import TYPE_CHECKING

import msgspec

from oddchip.errors import OddchipError
from oddchip.room.connection import NOTHING_OF_ANY, Connection, Known, Sight, lines_after, refusal
from oddchip.room.desk import FAIR, Desk, WentAway
from oddchip.room.project import Around, CardIds, Picture, Viewer
from oddchip.room.project.fair import fair_view
from oddchip.room.project.hearing import but_for_late
from oddchip.room.project.lines import HandLines
from oddchip.room.project.pair import apart, pair_view
from oddchip.room.protocol import (
    PROTOCOL,
    Ack,
    Bye,
    Chat,
    FairView,
    Nack,
    Say,
    WaitingView,
    Welcome,
    written,
)
from oddchip.room.steps import Scene, Step
from oddchip.table import Place, Table, facts

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

MOST_CHAT = 100
#: Comings and goings of sockets are told together, so many seconds late at most.
TOLD_AFTER = 0.1


#: Facts of the table that belong to the play of a hand, of which late viewers hear when it is over.
_OF_THE_HAND = (facts.ClocksSet, facts.BankUsed, facts.TimedOut)
#: What of a desk the view of how decks are committed shows.
_fair_facts = attrgetter("committed", "cuts", "seeds_until", "tips", "withheld", "given_up", "voids", "settings")


def _as_before(place: Place | None, rested: Scene | None) -> Place | None:
    """A seat with the time bank it had before the hand: what is drawn from it tells who thinks long."""
    if place is None or rested is None:
        return place
    before = next((each for each in rested.table.places.values() if each.player == place.player), place)
    return replace(place, bank=before.bank)


def is_beside_the_hand(step: Step) -> bool:
    """Did anything happen but a decision in the hand, or a shuffle in it?"""
    quiet = (WentAway, *FAIR) if step.table.playing else WentAway  # it follows from what is said by the table
    beside = [fact for fact in step.desk_facts if not isinstance(fact, quiet)]
    return bool(beside) or any(not isinstance(fact, _OF_THE_HAND) for fact in but_for_late(step.facts))


class Audience:
    """All who look at one table."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.sights: dict[str, Sight] = {}
        self.chat: deque[Chat] = deque(maxlen=MOST_CHAT)
        self.rested: Scene | None = None  # before the hand that is being played, with the result of the one before
        self._lines = HandLines()
        self._picture: Picture | None = None
        self._late: Picture | None = None
        self._late_before: Picture | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._fair: tuple[int, object, tuple[object, ...]] = (0, None, ())
        self._sayings: OrderedDict[tuple[str, str], asyncio.Task[None]] = OrderedDict()  # the last ones, by their ids

    # --- coming and going --------------------------------------------------------------------------------------------

    def connect(self, person: str, *, watching: bool, may_sit: bool) -> Connection:
        sight = self._sight(person)
        sight.may_sit = sight.may_sit or (may_sit and not watching)
        connection = Connection(self.actor, sight)
        sight.connections.add(connection)
        return connection

    def may_sit(self, person: str) -> bool:
        """Did he come by a link that lets him play?"""
        return person in self.sights and self.sights[person].may_sit

    def ids_of(self, person: str) -> CardIds:
        return self._sight(person).ids

    def _sight(self, person: str) -> Sight:
        if person not in self.sights:
            self.sights[person] = Sight(person, self._secret(person), self._lines)
        return self.sights[person]

    def greet(self, connection: Connection) -> None:
        """The first frames of a connection: who he is, what was said, the table as it is."""
        services, desk, now = self.actor.services, self.actor.scene.desk, self.actor.now()
        name = services.name_of(connection.person)
        connection.send(
            Welcome(PROTOCOL, self.actor.id, now, connection.person, name, desk.may_host(connection.person))
        )
        for line in self.chat:
            connection.send(line)
        self._catch_up(connection.sight)
        self.send_view(connection, fresh=True)
        self.touch()

    def _catch_up(self, sight: Sight) -> None:
        """Who has heard nothing yet hears the hand that lies there from its beginning."""
        scene = self.actor.scene
        seen = scene if sight.person in self._live(scene) else self.rested
        if not sight.hearing.n and seen is not None:
            names = self._names(seen.desk, seen.table)
            sight.hear(sight.hearing.hear_hand(seen.table, seen.desk.dealt, names))

    def forget(self, connection: Connection) -> None:
        sight = connection.sight
        sight.connections.discard(connection)
        if not sight.connections and self.actor.seat_of(sight.person) is None:
            # A guest without a seat is forgotten with his last tab; a player's ids stay for his next one.
            self.sights.pop(sight.person, None)
        self.touch()

    def touch(self) -> None:
        """Something beside the table has changed (who is here, a name), or was not shown: tell everybody soon."""
        if self._telling is None and not self.actor.draining:
            self._telling = asyncio.get_running_loop().call_later(TOLD_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self.actor.services.among.here(self.actor.id, self._online())
        try:
            self.actor.alarm.people_moved()
            self._show_all()
        except Exception as error:
            self.actor.not_shown("touch", error)

    def _online(self) -> set[str]:
        return {person for person, sight in self.sights.items() if sight.connections}

    def begin_anew(self) -> None:
        """What led to the present scene is not known: everybody is shown how it is now."""
        self.rested = None
        self._show_all()

    def forget_decks(self, hand: int) -> None:
        """The hidden decks of a hand are destroyed."""
        for sight in self.sights.values():
            if sight.proofs.hand == hand:
                sight.proofs.forget()
        if self.rested is not None and self.rested.decks is not None and self.rested.decks.hand == hand:
            self.rested = replace(self.rested, decks=None)

    def forget_person(self, person: str) -> None:
        """He is forgotten: his tabs are closed, and what he said is gone."""
        sight = self.sights.get(person)
        for connection in list(sight.connections) if sight else ():
            connection.send(Bye("you were forgotten here, as you asked"))
            connection.close()
        self.sights.pop(person, None)
        self.chat = deque([line for line in self.chat if line.person != person], maxlen=MOST_CHAT)
        self.touch()

    def bye(self, why: str, again: float) -> None:
        """The end of all connections; each is told when to come back: about `again` seconds later, not all at once."""
        for sight in list(self.sights.values()):
            for connection in list(sight.connections):
                share = self.actor.services.bits(1)[0] / 255
                connection.send(Bye(why, round(again * (0.5 + share), 2)))
                connection.close()

    @property
    def is_watched(self) -> bool:
        """Has anybody the table open?"""
        return any(sight.connections for sight in self.sights.values())

    def end_looking_on(self) -> None:
        """The host lets nobody look on any longer: who came for that alone has to go."""
        services, table = self.actor.services, self.actor.id
        for sight in [each for each in self.sights.values() if services.may_open(each.person, table) is None]:
            for connection in list(sight.connections):
                connection.send(Bye("The host lets nobody look on at this table any longer."))
                connection.close()

    def _secret(self, person: str) -> bytes:
        """What the ids of his cards are made with: among several workers the same through each, so that who leads the
        table understands them.
        """
        services = self.actor.services
        if not services.store.several:
            return services.bits(32)
        return digest(services.store.key, f"sight/{self.actor.id}/{person}".encode(), "sha256")

    # --- showing -----------------------------------------------------------------------------------------------------

    def show(self, step: Step) -> None:
        """Send everybody what he may see of a step that has just become true."""
        if step.new_hand:
            self.rested = step.scene
        names = self._names(step.desk, step.table)
        live = self._live(self.actor.scene)
        for person, sight in self.sights.items():
            if person in live:
                sight.hear(sight.hearing.hear(step, names))
        for person, sight in self.sights.items():  # these have heard less: one after the other they share lines, too
            if person not in live:
                sight.hear(sight.hearing.hear_late(step, names))
        self._show_all(names, late_too=is_beside_the_hand(step))
        self._forget_the_gone()

    def _forget_the_gone(self) -> None:
        """Who has no tab open and no seat any more: he left the table, or asked it something through another worker."""
        gone = [each for each in self.sights.values() if not each.connections]
        for sight in gone:
            if self.actor.seat_of(sight.person) is None:
                del self.sights[sight.person]

    def _show_all(self, names: Mapping[str, str] | None = None, late_too: bool = True) -> None:
        """Send everybody his view. Who sees the play a hand late is sent none for a decision, not even that it fell."""
        self._picture = self._made(names)
        self._late = None
        live = self._live(self.actor.scene)
        for person, sight in list(self.sights.items()):
            if late_too or person in live:
                self._send_to(sight, person in live)

    def _send_to(self, sight: Sight, live: bool) -> None:
        if not sight.connections:
            return
        frames: dict[Known, bytes] = {}
        for connection in sight.connections:
            if not connection.greeted:
                continue
            if connection.outbox.full:
                connection.forget()
            key = connection.known
            if key not in frames:
                frames[key] = self._frame(sight, key, live, fresh=key.heard == 0)
            connection.outbox.put(frames[key], view=True)
            self._sent(connection, live)

    def send_view(self, connection: Connection, *, fresh: bool) -> None:
        """The present view, to one connection alone; none if it cannot be made, which is no fault of who asked."""
        fresh = fresh or connection.outbox.full
        if fresh:
            connection.forget()
        live = connection.person in self._live(self.actor.scene)
        try:
            frame = self._frame(connection.sight, connection.known, live, fresh=fresh)
        except Exception as error:
            self.actor.not_shown("view", error)
            return
        connection.outbox.put(frame, view=True)
        self._sent(connection, live)

    def _sent(self, connection: Connection, live: bool) -> None:
        """What a connection has been sent by now."""
        sight, between = connection.sight, self.actor.scene.desk.between
        connection.known = Known(
            sight.lines[-1].n if sight.lines else connection.known.heard,
            self._fair_version(live),
            (sight.proofs.hand, len(sight.proofs.openings)),
            (between.serial, len(between.lines)) if between and live else NOTHING_OF_ANY,
        )

    def _frame(self, sight: Sight, known: Known, live: bool, *, fresh: bool) -> bytes:
        lines = lines_after(sight.lines, known.heard)
        viewer = Viewer(sight.ids, sight.person, lines, fresh, delayed=not live, may_sit=sight.may_sit)
        view = (self._now() if live else self._a_hand_late()).seen_by(viewer)
        view.now = self.actor.now()  # the picture may be older, and a screen sets its clock by this
        if known.fair != self._fair_version(live):
            view.fair = self._fair_view(sight, live)
        scene = self.actor.scene
        if live and (sight.person in scene.desk.tips or sight.proofs.hand == scene.table.state.hands):
            openings, (hand, count) = sight.proofs.of(scene, sight.person), known.proven
            view.openings = openings[count:] if hand == sight.proofs.hand else openings
        if live and scene.desk.between is not None:
            view.pair = pair_view(scene.desk, sight.person, self.actor.services.signer.key.hex(), known.paired)
        return written(view)

    # --- how decks are committed -------------------------------------------------------------------------------------

    def _fair_version(self, live: bool) -> int:
        """A number that changes when there is something new to be told of commitments."""
        if not live:
            return -2 - self.rested.seq if self.rested else -1
        version, desk, known = self._fair
        now = self.actor.scene.desk
        if desk is now:
            return version
        facts = _fair_facts(now)
        if not known or not all(map(is_, known, facts)):
            version += 1
        self._fair = version, now, facts
        return version

    def _fair_view(self, sight: Sight, live: bool) -> FairView | None:
        """Who sees the play a hand late hears nothing of the hand that is being played."""
        scene = self.actor.scene if live else self.rested
        if scene is None:
            return None
        told, decks = scene.desk.committed, scene.decks
        provable = bool(told) and decks is not None and decks.hand == told[-1].hand
        return fair_view(scene.desk, scene.table, sight.person, self.actor.services.signer.key.hex(), provable)

    def sees_live(self, person: str) -> bool:
        """Does a person see the hand that is being played as it happens?"""
        scene = self.actor.scene
        at_it = {place.player for place in scene.table.places.values()}
        return scene.desk.settings.watching == "live" or person in at_it

    def _live(self, scene: Scene) -> set[str]:
        """Who sees the play as it happens: who has a seat; everybody, where the host lets them."""
        if scene.desk.settings.watching == "live" or not scene.table.playing:
            return set(self.sights)
        return {place.player for place in scene.table.places.values()}

    # --- pictures ----------------------------------------------------------------------------------------------------

    def _now(self) -> Picture:
        """The table as it is; the picture is of an earlier moment where the last step could not be shown."""
        if self._picture is None or self._picture.around.seq != self.actor.scene.seq:
            self._picture = self._made()
        return self._picture

    def _made(self, names: Mapping[str, str] | None = None) -> Picture:
        return Picture(self.actor.scene.table, self._around(names), self._picture)

    def _a_hand_late(self) -> Picture:
        """The table without the hand that is being played: the one before it still lies there."""
        if self._late is None:
            rested = self.rested
            number, hand = (rested.table.state.hands, rested.table.hand) if rested else (0, None)
            now = self.actor.scene.table.state
            places = tuple(_as_before(place, rested) for place in now.places)
            state = replace(now, places=places, dealing=None, clocks=(), hands=number)
            around = replace(
                self._around(),
                seq=rested.seq + 1 if rested else 0,  # that the hand began; the present one would count decisions
                why="A hand is being played; you see it when it is over.",
                dealt=rested.desk.dealt if rested else {},
                coming=rested.desk.coming.keys() if rested else (),
                shown=rested.desk.shown if rested else {},
                next_deal=0,
                apart=None,
            )
            self._late = Picture(Table.at(state, hand), around, self._late_before)
            self._late_before = self._late
        return self._late

    def _around(self, names: Mapping[str, str] | None = None) -> Around:
        actor, desk, table = self.actor, self.actor.scene.desk, self.actor.scene.table
        names = names or self._names(desk, table)
        online = self._online() | actor.services.among.elsewhere(actor.id)
        seated = {place.player for place in table.places.values()}
        paused = table.state.paused_at is not None
        return Around(
            seq=actor.scene.seq,
            now=actor.now(),
            title=desk.title,
            names=names,
            hosts=(desk.owner, *sorted(desk.hosts - {desk.owner})),
            bots=frozenset(desk.bots),
            online=online | set(desk.bots),
            muted=desk.muted,
            waiting=tuple(WaitingView(each.person, names[each.person], each.seat, each.chips) for each in desk.asked),
            coming=desk.coming.keys(),
            settings={**msgspec.structs.asdict(desk.settings), "dealing": desk.dealing},
            shown=desk.shown,
            dealt=desk.dealt,
            stopped=desk.stopped,
            why=f"The table is paused: {desk.paused_for}" if paused and desk.paused_for else actor.alarm.why,
            next_deal=actor.next_deal,
            choice_deadline=desk.choice.deadline if desk.choice else 0,
            watching=len(online - seated),
            apart=apart(desk, table),
        )

    def _names(self, desk: Desk, table: Table) -> dict[str, str]:
        """The names of all who have to do with the table."""
        people = {place.player for place in table.places.values()} | set(desk.dealt.values()) | desk.hosts
        people |= {desk.owner, *self.sights, *(each.person for each in desk.asked), *table.accounts}
        return {person: self.actor.services.name_of(person) for person in people}

    # --- chat --------------------------------------------------------------------------------------------------------

    async def say(self, connection: Connection, request: Say) -> None:
        """A line of chat: written down, then heard by all; once, though it be sent again when its answer got lost."""
        desk, person = self.actor.scene.desk, connection.person
        if not desk.settings.chat or person in desk.muted:
            why = "You are muted." if person in desk.muted else "There is no chat at this table."
            connection.send(Nack(request.id, "forbidden", why))
            return
        key = person, request.id
        saying = self._sayings.get(key)
        if saying is None:
            saying = self._sayings[key] = asyncio.create_task(self._said(person, request))
            if len(self._sayings) > MOST_CHAT:
                self._sayings.popitem(last=False)
        try:
            await asyncio.shield(saying)
        except OddchipError as error:
            self._sayings.pop(key, None)
            connection.send(refusal(request.id, error))
            return
        connection.send(Ack(request.id))

    async def _said(self, person: str, request: Say) -> None:
        """Done to its end, even if the line of who said it breaks meanwhile."""
        line = await self.actor.say(person, request)
        if line is not None:
            self.heard(line)

    def heard(self, line: Chat) -> None:
        self.chat.append(line)
        for sight in self.sights.values():
            for each in sight.connections:
                if each.greeted:
                    each.send(line)

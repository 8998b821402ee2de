"""The house's side of committed decks at one table: hidden decks, the seeds that are here already, who dealt how often.

Seeds are kept in memory until they are dealt from, and are in the log from then on. After an outage they are asked for
again, for the same commitment, so nobody has to tell two.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from oddchip.fair.chains import follows
from oddchip.fair.deck import HiddenDeck, Place, hide
from oddchip.room import dealing
from oddchip.room import desk as desks
from oddchip.room.dealing import House
from oddchip.room.decks import kept_cards, next_place, shuffle_place
from oddchip.room.keeping import why_no_deal
from oddchip.room.orders import own_seat
from oddchip.room.protocol import Ack, Nack, Seed
from oddchip.room.steps import Scene, Step
from oddchip.table import commands as cmd
from oddchip.table.values import Away

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

#: What falls due and is done here.
DEALS = frozenset(("deal", "shuffle", "deal_on", "give_up"))
#: Candidates of the first level, by the table's setting.
CANDIDATES = {"roots": 8, "roots32": 32}
#: As many as are made in between: a millisecond.
QUICK = 8
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
Answer = Callable[[Ack | Nack], None]


class Fairness:
    """Decks and seeds of one table."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self._for = ""  # the commitment that the seeds here are for
        self._seeds: dict[int, str] = {}
        self._made: tuple[str, HiddenDeck] | None = None  # by which setting, and the deck
        self._making: asyncio.Task[None] | None = None

    def given(self, scene: Scene) -> Mapping[int, str]:
        """The seeds that are here for the commitment that waits, by seat."""
        pending = scene.desk.pending
        return self._seeds if pending is not None and pending.id == self._for else {}

    def stop(self) -> None:
        if self._making:
            self._making.cancel()

    # --- dealing -----------------------------------------------------------------------------------------------------

    def ring(self, what: str) -> None:
        """Something is due. Decks that take long are made first, beside the loop, and then it is looked at again."""
        scene = self.actor.scene
        house = self._house(scene)
        place = self._place(what, scene)
        if place is not None and self._takes_long(place, scene) and not self._is_made(place, scene):
            self._make(place, scene)
            return
        number, given = scene.table.state.hands, dict(self.given(scene))
        if what == "deal":
            number += 1
            if place is not None and place.tips:
                self._do("commit", number, partial(dealing.commit, house=house))
            else:
                self._do("deal", number, partial(dealing.deal, house=house, given=given))
        elif what == "shuffle":
            kind = "shuffle" if place is not None and place.tips else "deal_on"
            self._do(kind, number, partial(dealing.shuffle, house=house))
        elif what == "deal_on":
            self._do("deal_on", number, partial(dealing.deal_on, given=given))
        else:
            self._do("give_up", number, partial(dealing.give_up, given=given))

    def _do(self, kind: str, number: int, work: Callable[[Step], None]) -> None:
        self.actor.ask_own(kind, work, f"{kind}:{number}:{self.actor.scene.seq}")

    def _house(self, scene: Scene) -> House:
        services = self.actor.services
        return House(self.actor.id, services.signer, self._hidden, services.fair_seconds, services.revision)

    def _place(self, what: str, scene: Scene) -> Place | None:
        """What a new commitment would be bound to, where one is due."""
        if scene.desk.pending is not None:
            return None
        if what == "shuffle":
            return shuffle_place(scene.table, scene.desk, self.actor.id)
        return next_place(scene.table, scene.desk, self.actor.id) if what == "deal" else None

    def _takes_long(self, place: Place, scene: Scene) -> bool:
        return bool(place.shuffle) or CANDIDATES.get(scene.desk.settings.fairness, QUICK + 1) > QUICK

    def _is_made(self, place: Place, scene: Scene) -> bool:
        made = self._made
        return made is not None and made[0] == scene.desk.settings.fairness and made[1].place == place

    def _hidden(self, place: Place) -> HiddenDeck | None:
        """A deck for a place; None if it is one that takes long and is not made yet."""
        scene = self.actor.scene
        if self._made is not None and self._is_made(place, scene):
            (_, deck), self._made = self._made, None  # nothing secret is kept here
            return deck
        if self._takes_long(place, scene):
            return None
        entry = scene.table.entry
        assert entry is not None
        count = CANDIDATES[scene.desk.settings.fairness]
        return hide(place, entry.game.deck.cards, self.actor.services.bits, count)

    def _make(self, place: Place, scene: Scene) -> None:
        if self._making is None:
            self._making = asyncio.create_task(self._make_slowly(place, scene), name=f"deck {self.actor.id}")

    async def _make_slowly(self, place: Place, scene: Scene) -> None:
        hand, entry = scene.table.hand, scene.table.entry
        assert entry is not None
        kept = kept_cards(hand) if place.shuffle and hand is not None else ()
        level = scene.desk.settings.fairness
        roots = 0 if place.shuffle else CANDIDATES.get(level, 0)
        try:
            self._made = level, await self.actor.services.hide(place, entry.game.deck.cards, kept, roots)
        except Exception as error:
            self.actor.services.report("deck_failed", table=self.actor.id, error=repr(error)[:300])
            await asyncio.sleep(1)
        finally:
            self._making = None
        self.actor.arrange()

    async def ready(self) -> None:
        """When no deck is being made any more."""
        while self._making is not None:
            await asyncio.wait([self._making])

    # --- seeds -------------------------------------------------------------------------------------------------------

    def hear(self, person: str, request: Seed, answer: Answer) -> None:
        """A client commits to its chain, or tells the seed that is asked for."""
        if request.tip:
            self._tip(person, request, answer)
        else:
            self._seed(person, request, answer)

    def _tip(self, person: str, request: Seed, answer: Answer) -> None:
        scene = self.actor.scene
        if not _HEX.fullmatch(request.tip):
            answer(Nack(request.id, "refused", "A tip is 32 bytes in lower-case hex."))
        elif scene.desk.tips.get(person) == request.tip and person not in scene.desk.dealt_out:
            answer(Ack(request.id, scene.seq))
        else:
            self.actor.ask_for(person, "tip", request, partial(_new_tip, tip=request.tip), answer)

    def _seed(self, person: str, request: Seed, answer: Answer) -> None:
        scene, seat = self.actor.scene, self.actor.seat_of(person)
        pending = scene.desk.pending
        asked = None if pending is None or seat is None else pending.people.get(seat)
        if seat is not None and _dealt_from(scene.desk, seat, request):
            answer(Ack(request.id, scene.seq))  # his other tab was quicker
            return
        if pending is None or seat is None or asked != person or request.root != pending.id:
            answer(Nack(request.id, "stale", "That seed is not waited for now."))
            return
        tip = bytes.fromhex(pending.tips[seat])
        if not _HEX.fullmatch(request.seed) or not follows(tip, bytes.fromhex(request.seed)):
            self.actor.services.count("seeds_wrong")
            answer(Nack(request.id, "refused", "That seed is not the one your tip stands for."))
            return
        if self._for != pending.id:
            self._for, self._seeds = pending.id, {}
        self._seeds[seat] = request.seed
        answer(Ack(request.id, scene.seq))
        if set(self._seeds) >= set(pending.tips):
            self.actor.arrange()


def _dealt_from(desk: desks.Desk, seat: int, said: Seed) -> bool:
    """Is that the seat's seed of a deck that is cut already?"""
    cut = zip(desk.committed, desk.cuts, strict=False)
    return any(told.id == said.root and given.seeds.get(seat) == said.seed for told, given in cut)


def _new_tip(step: Step, tip: str) -> None:
    """Whoever is heard of again after being dealt out is back, where nothing can be dealt without him."""
    seat = own_seat(step)
    place = step.table.places[seat]
    if step.desk.tips.get(step.actor) != tip:
        step.say(desks.TipGiven(step.actor, tip))
    out = step.actor in step.desk.dealt_out and place.away is not Away.NO and not place.leaving
    if out and not step.table.playing and why_no_deal(step.table):
        step.do(cmd.Return(seat))

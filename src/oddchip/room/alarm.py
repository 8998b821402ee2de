"""What is due next at a table, and the timer for it. Who follows knows when, and does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

from oddchip.room import keeping
from oddchip.room.fairness import DEALS
from oddchip.room.pairs import PAIRS
from oddchip.room.steps import Step

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

#: Seconds until what could not be done or written is tried again.
RESTS = 1.0
#: Seconds for which a timer is set at most; then it is looked at again.
LONGEST = 3600
WAITED = "Nobody was here, so the bots waited."


class Alarm:
    """One table's."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.over_at = actor.scene.at
        """When the last hand ended, or somebody came to bots that waited."""
        self.waits = False
        """Bots wait for somebody to look on."""
        self._waited = False  # they did, before the next hand
        self._timed_out_until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._due: keeping.Due | None = None

    def note(self, step: Step) -> None:
        """A step is true."""
        if step.hand_over:
            self.over_at = step.now

    def timed_out(self, until: float) -> None:
        """Deadlines up to then have taken effect."""
        self._timed_out_until = until

    # --- setting it --------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Set the timer for what is due next; let bots think."""
        self.stop()
        actor = self.actor
        if actor.draining:
            return
        self._look_around()
        if not actor.leads:  # when the next deal is due is shown here, too
            self._due = keeping.due(actor.scene, self.over_at, self._timed_out_until, waits=self.waits)
        elif actor.following.silent:
            self._due = None
            actor.following.take_up_again()
        else:
            self._set()
            if not keeping.is_at_rest(actor.scene):
                actor.thinking.look(actor.scene)

    def _set(self) -> None:
        actor = self.actor
        given = actor.fairness.given(actor.scene)
        self._due = keeping.due(actor.scene, self.over_at, self._timed_out_until, given, waits=self.waits)
        if self._due:
            wait = max(self._due.at - actor.now(), 0)
            self._timer = asyncio.get_running_loop().call_later(min(wait, LONGEST), self._ring)

    def people_moved(self) -> None:
        """Somebody came or went: bots play on, or wait when their hand is over."""
        if self.waits != self._is_left_alone() and not self.actor.following.silent:
            self.arrange()

    def _look_around(self) -> None:
        before, self.waits = self.waits, self._is_left_alone()
        if self.actor.playing:
            self._waited = False
        elif before and not self.waits:  # who comes sees what lies there before the next deal
            self.over_at, self._waited = max(self.over_at, self.actor.now()), True
        if before != self.waits:
            self.actor.audience.touch()

    def _is_left_alone(self) -> bool:
        """Would bots play for nobody, through any worker?"""
        actor = self.actor
        if actor.services.bots_alone or actor.audience.is_watched or actor.services.among.elsewhere(actor.id):
            return False
        return keeping.is_for_bots(actor.scene)

    def rest(self) -> None:
        """Something could not be done or not be written: look again in a while, and let bots think then.

        However often that is said meanwhile: a client whose requests fail puts nothing off.
        """
        if self._timer and self._due is None:
            return
        self.stop()
        self._due = None
        if not self.actor.draining:
            self._timer = asyncio.get_running_loop().call_later(RESTS, self._ring)

    def stop(self) -> None:
        """Nothing is waited for."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # --- when it rings -----------------------------------------------------------------------------------------------

    def ring_now(self) -> None:
        """The room's clock has moved otherwise than the machine's."""
        if self._timer:
            self._timer.cancel()
            self._ring()

    def _ring(self) -> None:
        """Something is due."""
        actor, due, self._timer = self.actor, self._due, None
        if actor.draining or not actor.leads:
            return
        if due is None or actor.now() < due.at:  # the wait was cut
            self.arrange()
        elif due.what in DEALS:
            actor.fairness.ring(due.what)
        elif due.what in PAIRS:
            actor.pairs.ring(due.what)
        else:
            actor.ask_own(due.what, _WORK[due.what], f"{due.what}:{actor.scene.seq}")

    # --- what is known of it -----------------------------------------------------------------------------------------

    @property
    def due_at(self) -> float:
        """When the room does something here by itself next."""
        return self._due.at if self._due and self._timer else inf

    @property
    def why(self) -> str:
        """Why no hand has been dealt for so long."""
        return WAITED if (self.waits or self._waited) and not self.actor.playing else ""

    @property
    def next_deal(self) -> float:
        """When the next hand is dealt by itself; 0 if that is not known."""
        waits = self.actor.scene.desk.pending is not None
        return self._due.at if self._due and self._due.what == "deal" and not waits else 0


_WORK: dict[str, Callable[[Step], None]] = {
    "timeout": keeping.time_out,
    "ask": keeping.ask_for_choice,
    "fall_back": keeping.fall_back,
    "free": keeping.free_seats,
}

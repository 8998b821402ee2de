"""Bots at a table: they think off the event loop, within their time, and never hold the table up.

A bot sees its seat's own view and nothing else. What it answers is a request like anybody's; a move that is not on
offer, an exception or no answer in time becomes a check or a fold (the default of TIM-1), with its seed written down.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from oddchip.actions import Action
from oddchip.bots import BOTS, Bot
from oddchip.room import desk as desks
from oddchip.room.errors import RoomError, Stale, fault_of
from oddchip.room.orders import choose
from oddchip.room.protocol import Ack, Nack
from oddchip.room.steps import Scene, Step
from oddchip.stakes import Stake
from oddchip.table import Place, Table
from oddchip.table import commands as cmd
from oddchip.table.clocks import default_action
from oddchip.table.coming import limits
from oddchip.table.values import Away

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

#: Samples a bot may take, and how long it may think in all, in seconds.
BUDGET = 60
PATIENCE = 3.0


class Minds:
    """Threads in which bots think. One that does not come back is given up, and another takes its place."""

    def __init__(self, count: int = 1) -> None:
        self._work: SimpleQueue[_Thought | None] = SimpleQueue()
        for _ in range(count):
            self._add()

    def _add(self) -> None:
        # Daemons: a bot that hangs must not keep the room from closing.
        threading.Thread(target=_think, args=(self._work,), daemon=True, name="bot").start()

    async def think(self, question: Callable[[], Action], patience: float) -> Action:
        """The answer, or what it raises; Hung if it does not come in time, counted from when it is begun."""
        thought = _Thought(question, asyncio.get_running_loop())
        self._work.put(thought)
        await thought.begun.wait()
        done, _ = await asyncio.wait([thought.answer], timeout=patience)
        if not done:
            thought.given_up = True
            self._add()
            raise Hung(f"no answer in {patience:g} seconds")
        return thought.answer.result()

    def close(self) -> None:
        self._work.put(None)


class Hung(RoomError):
    """A bot did not answer in time."""


class _Thought:
    """A question in a thread, and its answer in the loop."""

    def __init__(self, question: Callable[[], Action], loop: asyncio.AbstractEventLoop) -> None:
        self.question, self.loop = question, loop
        self.begun = asyncio.Event()
        self.answer: asyncio.Future[Action] = loop.create_future()
        self.given_up = False

    def work(self) -> None:
        self._tell(self.begun.set)
        try:
            action = self.question()
        except BaseException as error:
            self._tell(self._failed, error)
        else:
            self._tell(self._settled, action)

    def _tell(self, what: Callable[..., None], *said: Any) -> None:
        with suppress(RuntimeError):  # the room was closed meanwhile
            self.loop.call_soon_threadsafe(what, *said)

    def _settled(self, action: Action) -> None:
        if not self.answer.done():
            self.answer.set_result(action)

    def _failed(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()  # it is told to whoever waits, if he still does


def _think(work: SimpleQueue[_Thought | None]) -> None:
    """The life of a thread: until it is told to end, or was given up."""
    while (thought := work.get()) is not None:
        thought.work()
        if thought.given_up:
            return
        del thought  # with all its table, which may be closed before there is something else to think about


class Thinking:
    """The bots of one table."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.minds: Minds | None = None
        self.budget, self.patience = BUDGET, PATIENCE
        self._busy: dict[tuple[int, tuple[int, int]], asyncio.Task[None]] = {}

    def look(self, scene: Scene) -> None:
        """Start what bots are asked for now; forget what is over."""
        asked = {(seat, decision) for seat, decision in scene.table.decisions.items() if self._is_bot(scene, seat)}
        for key in [key for key in self._busy if key not in asked]:
            self._busy.pop(key).cancel()
        for seat, decision in sorted(asked - set(self._busy)):
            self._busy[seat, decision] = asyncio.create_task(self._decide(scene, seat, decision))
        self._between_hands(scene)

    def stop(self) -> None:
        for task in self._busy.values():
            task.cancel()
        self._busy.clear()

    def _is_bot(self, scene: Scene, seat: int) -> bool:
        place = scene.table.places.get(seat)
        return place is not None and place.player in scene.desk.bots

    async def _decide(self, scene: Scene, seat: int, decision: tuple[int, int]) -> None:
        hand = scene.table.hand
        assert hand is not None
        person = scene.table.places[seat].player
        seed = int.from_bytes(self.actor.services.bits(8), "little")
        pause = desks.THINKING[scene.desk.settings.pace]
        if pause:
            await asyncio.sleep(pause * Random(seed).uniform(0.6, 1.4))
        bot = BOTS.get(scene.desk.bots[person], BOTS["regular"])
        view = hand.view(seat)
        try:
            assert self.minds is not None
            action = await self.minds.think(lambda: bot.choose(view, chance(bot, seed), self.budget), self.patience)
            hand.act(action, seat)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            report = self.actor.services.report
            where = {"table": self.actor.id, "seat": seat, "hand": decision[0], "decision": decision[1]}
            report("bot_failed", **where, bot_seed=seed, error=fault_of(error))
            default = default_action(hand, seat)
            if default is None:  # a stake would be forfeited: the first gift that is legal will do
                default = hand.offers[seat].actions()[0]
            action = default
        chosen = action
        self.actor.ask_own(
            "bot",
            lambda step: _act(step, seat, chosen, decision),
            f"bot:{decision[0]}:{decision[1]}:{seat}",
            answer=lambda answer: self._answered((seat, decision), answer),
        )

    def _answered(self, key: tuple[int, tuple[int, int]], answer: Ack | Nack) -> None:
        """What could not be done, as with a full disk, is thought about again as soon as the table goes on."""
        if isinstance(answer, Nack):
            self._busy.pop(key, None)

    def _between_hands(self, scene: Scene) -> None:
        """A bot chooses when it is asked to, and buys chips when it has none, or too few."""
        table, desk = scene.table, scene.desk
        if table.playing:
            return
        seat = table.chooser
        if seat is not None and desk.choice and desk.choice.seat == seat and self._is_bot(scene, seat):
            seed = int.from_bytes(self.actor.services.bits(8), "little")
            self.actor.ask_own("bot", lambda step: _choose(step, seed), f"bot:choice:{scene.seq}")
        for at, place in table.places.items():
            wants = _wants_chips(table, place) or place.away is not Away.NO
            if self._is_bot(scene, at) and not place.leaving and wants:
                self.actor.ask_own("bot", partial(_stay, seat=at), f"bot:stay:{scene.seq}:{at}")


def chance(bot: Bot, seed: int) -> Random:
    """The source a bot draws from: the operating system's own for one whose play must not be foreseen."""
    return SystemRandom() if getattr(bot, "secure", False) else Random(seed)


def _act(step: Step, seat: int, action: Action, decision: tuple[int, int]) -> None:
    place = step.table.places.get(seat)
    if place is None:  # sent away while it thought, and the hand ended by that
        raise Stale("nobody sits there any more")
    step.actor = place.player
    step.do(cmd.Act(seat, action, decision))


def _choose(step: Step, seed: int) -> None:
    line, seat = step.table.state.line, step.table.chooser
    if line is not None and seat is not None:
        entry = Random(seed).choice(line.entries)
        step.actor = step.table.places[seat].player
        choose(step, seat, entry.game, entry.stakes)


def _wants_chips(table: Table, place: Place) -> bool:
    """None left, or too few to cover the stake (CP-9)."""
    entry = table.entry
    return place.chips < (entry.stakes.amount if entry and isinstance(entry.stakes, Stake) else 1)


def _stay(step: Step, seat: int) -> None:
    """Chips for a bot that cannot play on without, and back from sitting out."""
    place = step.table.places.get(seat)
    if place is None or step.table.playing:
        return
    step.actor = place.player
    least, most = limits(step.table.state)
    usual = max(least, min(least * 5, most or least * 5))
    if not place.chips:
        step.do(cmd.Rebuy(seat, usual))
    elif _wants_chips(step.table, place):
        step.do(cmd.TopUp(seat, usual - place.chips))
    if step.table.places[seat].away is not Away.NO:
        step.do(cmd.Return(seat, post=True))

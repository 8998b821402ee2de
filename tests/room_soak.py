"""People at a room's table who do whatever comes into their minds, and what must be so after each thing they do."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from contract_tables import random_house
from fair_members import Member
from oddchip.errors import OddchipError
from oddchip.room.protocol import GameWanted
from rooms import HOST, Parlour, Screen, at_random

NAMES = ("Ben", "Cyd", "Dan", "Eve", "Fay", "Gus")
#: Refusals are no faults; anything else is.
KINDS = frozenset(("refused", "stale", "forbidden", "doubt"))


class Soak:
    """One table, a host, guests who come and go, one who looks on; all that they do is drawn from `rng`."""

    def __init__(self, parlour: Parlour, rng: Random, games: Sequence[str]) -> None:
        self.p, self.rng, self.games = parlour, rng, games
        self.counts: Counter[str] = Counter()
        self.screens: dict[str, Screen] = {}

    async def begin(self) -> None:
        p, rng = self.p, self.rng
        some = rng.sample(list(self.games), min(len(self.games), rng.randint(1, 3)))
        mode = rng.choice(("rotation", "choice")) if len(some) > 1 else "game"
        await p.new_table(
            *some,
            size=rng.randint(2, 7),
            mode=mode,
            hands_each=rng.choice((None, 1, 2)),
            approve=rng.random() < 0.3,
            watching=rng.choice(("delayed", "live")),
            away_minutes=rng.choice((0, 5)),
        )
        for name in (HOST, *NAMES):
            self.screens[name] = await p.come(name)
        self.screens["Zed"] = await p.come("Zed", watching=True, may_sit=False)
        self.members = [Member(p, screen) for screen in self.screens.values() if rng.random() < 0.5]
        await self.house()
        for name in (HOST, *NAMES[: rng.randint(1, 4)]):
            await self.sit(self.screens[name])
        await self.seeds()
        await self.ask(self.screens[HOST].host("deal"))
        await p.tick()

    # --- what people do ----------------------------------------------------------------------------------------------

    async def ask(self, request: Any) -> bool:
        answer = await request
        if answer["t"] == "ack":
            return True
        assert answer["kind"] in KINDS, answer
        self.counts[answer["kind"]] += 1
        return False

    async def sit(self, screen: Screen) -> None:
        table = self.p.table
        free = [seat for seat, place in enumerate(table.state.places) if place is None]
        buy_in = screen.me.get("buy_in", [1, 200])
        chips = self.rng.choice((buy_in[0], min(buy_in[1], 3 * buy_in[0]), self.rng.randint(1, 300)))
        seat = self.rng.choice(free) if free else 0
        await self.ask(screen.do("sit", seat=seat, chips=chips, post=self.rng.random() < 0.5))

    async def seeds(self) -> None:
        """Clients that take part in the shuffle tell what is asked of them: at once, late, or never."""
        for member in self.members:
            if member.silent:
                member.silent = self.rng.random() < 0.9
            elif self.rng.random() < 0.01:
                member.silent = True
            elif self.rng.random() < 0.8:
                await member.tell()
            assert not member.part.troubles, (member.screen.name, member.part.troubles)
        if self.p.scene.desk.pending is not None:
            self.counts["waits for seeds"] += 1
            if self.rng.random() < 0.1:
                self.p.clock.time += 3
        await self.p.tick()

    async def decide(self) -> None:
        """Whoever is asked answers, mostly at once."""
        p = self.p
        if p.table.playing and p.hand.awaits and p.table.state.paused_at is None:
            return
        if not p.table.playing or not p.table.offers or p.table.state.paused_at is not None:
            await self.between()
            return
        seat = self.rng.choice(sorted(p.table.offers))
        screen = self.of(seat)
        if screen is None or screen.offer is None:
            return
        if self.rng.random() < 0.02:
            p.clock.time += 200  # asleep
            await p.tick()
            self.counts["asleep"] += 1
            return
        request = at_random(screen, self.rng)
        assert await self.ask(screen.ask(request)), (request, screen.refusals[-1])
        self.counts["decisions"] += 1
        if self.rng.random() < 0.05:
            assert await self.ask(screen.ask(request)), "the same again is answered alike"

    def of(self, seat: int) -> Screen | None:
        person = self.p.table.places[seat].player
        return next((each for each in self.screens.values() if each.person == person), None)

    async def between(self) -> None:
        """A game is chosen, chips are bought, the dealing goes on."""
        p = self.p
        chooser = p.table.chooser
        if chooser is not None and not p.table.playing:
            screen = self.of(chooser)
            if screen and screen.view.get("choice"):
                game = self.rng.choice(screen.view["choice"]["games"])["id"]
                await self.ask(screen.do("choose", game=game))
        for screen in self.screens.values():
            may = screen.me.get("may", [])
            if "rebuy" in may:
                await self.ask(screen.do("rebuy"))
            if "return" in may and self.rng.random() < 0.5:
                await self.ask(screen.do("return", post=self.rng.random() < 0.7))
            if "show" in may and self.rng.random() < 0.2:
                await self.ask(screen.do("show", cards=self.rng.sample(screen.ids, len(screen.ids) // 2)))
        if p.table.state.paused_at is not None:
            await self.ask(self.screens[HOST].host("resume"))
        if len(p.table.places) < 2:
            await self.sit(self.rng.choice(list(self.screens.values())))
        await self.ask(self.screens[HOST].host("deal"))
        p.clock.time += 3
        await p.tick()

    async def guest(self) -> None:
        """A guest, or the host, does something with his seat."""
        screen = self.rng.choice(list(self.screens.values()))
        what = self.rng.choice(("leave", "sit_out", "return", "top_up", "sit", "buy_pot", "decline", "announce", "sit"))
        self.counts[what] += 1
        if what == "sit":
            await self.sit(screen)
        else:
            fields = {"now": self.rng.random() < 0.3, "post": self.rng.random() < 0.5, "chips": self.rng.randint(1, 40)}
            await self.ask(screen.do(what, **fields))

    async def host(self) -> None:
        screen = self.screens[HOST] if self.rng.random() < 0.9 else self.screens["Ben"]
        what = self.rng.choice(("pause", "resume", "hold", "deal", "void", "kick", "approve", "deny", "next_game"))
        asked = [each.person for each in self.p.scene.desk.asked]
        self.counts[what] += 1
        seat = self.rng.randrange(self.p.table.state.size)
        await self.ask(screen.host(what, seat=seat, words="so be it", person=self.rng.choice([*asked, ""])))

    async def games_anew(self) -> None:
        some = [GameWanted(name) for name in self.rng.sample(list(self.games), min(len(self.games), 2))]
        mode = self.rng.choice(("game", "rotation", "choice"))
        await self.ask(self.screens[HOST].host("games", games=some, mode=mode, hands_each=1))
        self.counts["games"] += 1

    async def house(self) -> None:
        """Other house rules; those that the engine does not take together are refused."""
        try:
            options = random_house(self.rng).differences()
        except OddchipError:
            options = {}
        options.pop("clock_seconds", None)  # with none at all nobody could answer
        await self.ask(self.screens[HOST].host("house", options=options))
        self.counts["house"] += 1

    async def talk(self) -> None:
        await self.ask(self.rng.choice(list(self.screens.values())).say("As if 9c were in it"))
        self.counts["lines"] += 1

    async def line(self) -> None:
        """A line breaks and is there again."""
        await self.rng.choice(list(self.screens.values())).again()
        self.counts["lines broken"] += 1

    async def restart(self) -> None:
        before, stood = self.p.table.stacks, self.p.table.playing
        log = self.p.hand.log if stood else ()
        await self.p.restart(kill=self.rng.random() < 0.3, away=self.rng.choice((1, 1000)))
        if stood:  # otherwise the next hand may have been dealt by now
            assert (self.p.table.stacks, self.p.hand.log) == (before, log)
        self.counts["restarts"] += 1

    async def waits(self) -> None:
        await self.p.wait(self.rng.choice((1, 40, 400)), 20)

    async def step(self) -> None:
        """One thing happens."""
        doing = self.rng.choices(
            (
                self.decide,
                self.guest,
                self.host,
                self.games_anew,
                self.house,
                self.talk,
                self.line,
                self.waits,
                self.restart,
            ),
            (100, 4, 2.5, 0.5, 0.5, 1, 3, 0.7, 0.4),
        )[0]
        await doing()
        await self.seeds()

    # --- what must be so ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        """After each step: chips, what is shown of them, who is asked, and no fault."""
        p, table = self.p, self.p.table
        assert not [each for each in p.reports if each[0] != "bot_failed"], p.reports
        assert table.state.chips == table.state.brought
        pot = p.hand.pot if table.playing else table.carry.amount if table.carry else 0
        pending = sum(place.pending for place in table.places.values())
        assert sum(table.stacks.values()) + pot + pending == table.state.chips
        for screen in self.screens.values():
            view = screen.view
            if view["seq"] != p.scene.seq or view.get("delayed"):
                continue
            shown = sum(seat.get("stack", 0) + seat.get("pending", 0) for seat in view["seats"])
            middle = view.get("pot", 0) if table.playing else view.get("carried", 0)
            assert shown + middle == table.state.chips
            asked = table.playing and screen.seat in table.offers and table.state.paused_at is None
            assert bool(screen.offer) == asked or table.state.paused_at is not None, screen.name
        self.counts["steps"] += 1


async def soaked(folder: Path, patch: pytest.MonkeyPatch, seed: int, games: Sequence[str], steps: int) -> Counter[str]:
    """An evening of so many steps; raises what is wrong, with the seed in a note."""
    p = await Parlour(folder, patch, seed).open()
    soak = Soak(p, Random(seed), games)
    try:
        async with asyncio.timeout(120):
            await soak.begin()
            for number in range(steps):
                await soak.step()
                soak.look()
                if number % 50 == 0:
                    await p.check()
            await p.check()
            soak.counts["hands"] += p.table.state.hands
            soak.counts["seeds"] += sum(len(member.part.told) for member in soak.members)
            soak.counts["proofs"] += sum(member.part.checked for member in soak.members)
            soak.counts["given up"] += p.scene.desk.given_up
            soak.counts["frames"] += sum(len(screen.frames) for screen in p.screens)
    except BaseException as error:
        error.add_note(f"room soak: seed {seed}, games {list(games)}, after {soak.counts['steps']} steps")
        raise
    finally:
        await p.room.close()
    return soak.counts


def soak_for(
    folder: Path, patch: pytest.MonkeyPatch, seconds: float, games: Sequence[str], *, steps: int = 150
) -> Counter[str]:
    """Evenings with one seed after the other for so many seconds; each plays some of three games of the list."""
    counts: Counter[str] = Counter()
    end, seed = monotonic() + seconds, 0
    while monotonic() < end:
        counts += evening(folder / f"room{seed}", patch, seed, games, steps)
        seed += 1
    return counts


def evening(folder: Path, patch: pytest.MonkeyPatch, seed: int, games: Sequence[str], steps: int) -> Counter[str]:
    """One evening with three games of the list, which go on from those of the seed before."""
    mine = {games[(3 * seed + k) % len(games)] for k in range(3)}
    counts = asyncio.run(soaked(folder, patch, seed, sorted(mine), steps))
    counts["evenings"] += 1
    return counts

"""What goes wrong: to workers, to their lines to the database, to the database, to players' lines. Each does it, puts
it right again, and is noted from its beginning to its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from several.proxy import Moment
from several.rig import Place, Rig

#: Seconds a lease holds on the database's clock, and more than that.
LEASE = 2.0
#: Seconds after a fault within which something must be done at every table. (How long it takes is told at the end.)
GOES_ON = 20.0

Do = Callable[[Rig, Random], Awaitable[None]]


async def victim(rig: Rig, rng: Random) -> tuple[Place, str]:
    """A worker that lives, mostly one that leads tables; and who it is, in words."""
    leading = await rig.leading()
    places = [place for place in rig.places if place.lives]
    place = rng.choices(places, [1 + 9 * (leading[each.name] > 0) for each in places])[0]
    return place, f"{place.name} (leads {leading[place.name]})"


async def kill(rig: Rig, rng: Random) -> None:
    """SIGKILL of a worker; later there is another one."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"kill {who}"):
        place.worker.kill()
    await rig.night.more(GOES_ON)
    await rig.start(place)


async def kill_half(rig: Rig, rng: Random) -> None:
    """SIGKILL of half of the workers at once."""
    some = rng.sample([place for place in rig.places if place.lives], max(1, len(rig.places) // 2))
    async with rig.night.fault(f"kill {', '.join(place.name for place in some)} at once"):
        for place in some:
            place.worker.kill()
    await rig.night.more(GOES_ON)
    for place in some:
        await rig.start(place)


async def pause(rig: Rig, rng: Random) -> None:
    """SIGSTOP past the lease, while others take over; then SIGCONT, and it must write and show nothing of its own."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"stop {who} past its lease"):
        place.worker.stop()
        await rig.night.for_a_while(LEASE + rng.uniform(0.5, 2))
        place.worker.go_on()


async def nap(rig: Rig, rng: Random) -> None:
    """SIGSTOP for about as long as a lease holds: it may still be in time, or not."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"stop {who} for about a lease"):
        place.worker.stop()
        await rig.night.for_a_while(rng.uniform(0.8, 1.1) * LEASE)
        place.worker.go_on()


async def cut_off(rig: Rig, rng: Random) -> None:
    """A worker's lines to the database are broken, and it gets no others for a while."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"cut {who} off from the database"):
        place.to_database.cut(refuse=True)
        await rig.night.for_a_while(rng.uniform(0.3, 2 * LEASE))
        place.to_database.mend()


async def held_off(rig: Rig, rng: Random) -> None:
    """Nothing passes between a worker and the database; afterwards all of it, late."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"hold the lines of {who} to the database"):
        place.to_database.hold()
        await rig.night.for_a_while(rng.uniform(0.3, 2 * LEASE))
        place.to_database.mend()


async def mid_commit(rig: Rig, rng: Random) -> None:
    """Connections break as something is committed: before the database hears of it, as it does, or when it is done."""
    place, who = await victim(rig, rng)
    moments: list[Moment] = [rng.choice(("before", "sent", "done")) for _ in range(rng.randint(1, 4))]
    async with rig.night.fault(f"break {who} at commits: {', '.join(moments)}"):
        place.to_database.trouble.breaks_at = moments
        await rig.night.until(lambda: not moments, 20, "the lines break at commits")


async def mid_stream(rig: Rig, rng: Random) -> None:
    """A connection to the database breaks after so many bytes, wherever that is."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"break {who} in mid-stream"):
        place.to_database.trouble.breaks_after = rng.randint(1, 60_000)
        await rig.night.until(lambda: place.to_database.trouble.breaks_after is None, 20, "a line breaks")


async def restart_fast(rig: Rig, rng: Random) -> None:
    """The database is restarted in good order."""
    async with rig.night.fault("restart the database"):
        await rig.server.restart("fast")


async def restart_immediate(rig: Rig, rng: Random) -> None:
    """The database crashes, and recovers."""
    async with rig.night.fault("crash the database"):
        await rig.server.restart("immediate")


async def slow(rig: Rig, rng: Random) -> None:
    """The database takes long for everything, as with a slow disk."""
    delay = rng.uniform(0.01, 0.12)
    async with rig.night.fault(f"the database is {1000 * delay:.0f} ms away"):
        for place in rig.places:
            place.to_database.trouble.delay = delay
        await rig.night.for_a_while(rng.uniform(1, 3))
        rig.mend()


async def players_cut(rig: Rig, rng: Random) -> None:
    """All lines of the players to one worker break."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"cut the players of {who} off"):
        place.to_players.cut()


async def players_held(rig: Rig, rng: Random) -> None:
    """Nothing passes between a worker and its players, for shorter or longer than they wait."""
    place, who = await victim(rig, rng)
    async with rig.night.fault(f"hold the lines of players to {who}"):
        place.to_players.hold()
        await rig.night.for_a_while(rng.uniform(0.5, 5))
        place.to_players.mend()


async def clock(rig: Rig, rng: Random) -> None:
    """A worker's clock of the day is set forward or back, and put right again."""
    place, who = await victim(rig, rng)
    wrong = rng.choice((-1, 1)) * rng.choice((5, 60, 3600, 86400))
    async with rig.night.fault(f"set the clock of {who} {wrong:+} s"):
        place.set_clock(wrong)
        await rig.night.for_a_while(rng.uniform(0.5, 4))
        place.set_clock(0)


async def rolling(rig: Rig, rng: Random) -> None:
    """Every worker is ended in good order and started again, one after the other."""
    async with rig.night.fault("rolling restart"):
        for place in rig.places:
            await place.worker.end()
            await rig.start(place)
            await asyncio.sleep(0.5)


FAULTS: dict[str, Do] = {
    each.__name__: each
    for each in (
        *(kill, kill_half, pause, nap, cut_off, held_off, mid_commit, mid_stream, restart_fast, restart_immediate),
        *(slow, players_cut, players_held, rolling, clock),
    )
}


def shuffled(seed: int, but: tuple[str, ...] = ()) -> Callable[[], str]:
    """Faults by name, all of them but these in some order, and again in another."""
    rng, left = Random(seed), list[str]()

    def following() -> str:
        if not left:
            left.extend(name for name in FAULTS if name not in but)
            rng.shuffle(left)
        return left.pop()

    return following

"""A night in which everything goes wrong, one thing after the other, in an order that goes with a seed."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from random import Random
from time import monotonic

from several.faults import FAULTS, GOES_ON, shuffled
from several.night import Outcome
from several.rig import Server, rig


@dataclass
class BadNight:
    """What came of it."""

    outcome: Outcome
    done: Counter[str]
    troubles: list[str]
    doctor: list[str]
    reminded: int
    proven: int
    unproven: list[str]

    def complaints(self) -> list[str]:
        """All that is wrong, by the history, the workers themselves and the doctor."""
        return [*self.outcome.complaints(), *self.troubles[:5], *self.doctor[:5], *self.unproven[:5]]

    def slowest(self, kind: str) -> float:
        """The longest time from the end of such a fault until something was done at every table; 0 for none."""
        times = [late for fault, late in self.outcome.silences() if fault.what.startswith(kind) and isfinite(late)]
        return max(times, default=0.0)

    def away(self, kind: str) -> float:
        """The longest time that anybody saw nothing of his table when such a fault cut him off; 0 for nobody."""
        times = [self.outcome.absences(fault) for fault in self.outcome.faults() if fault.what.startswith(kind)]
        return max((seconds for some in times for seconds in some), default=0.0)

    def words(self) -> str:
        """In a sentence."""
        return (
            f"{self.outcome.words()}; {self.outcome.count('timeout')} clocks ran out, {self.reminded} answers were "
            f"asked for again on a line that lived; tables of the killed went on in {self.slowest('kill'):.1f} s; "
            f"in a rolling restart nobody was away for more than {self.away('rolling'):.2f} s"
            + (f"; {self.proven} cards proven to players who take part in shuffles" if self.proven else "")
        )

    def lines(self) -> list[str]:
        """Fault by fault."""
        return [
            f"{fault.what}: {fault.until - fault.at:.2f} s, and all tables went on {late:.2f} s later"
            for fault, late in self.outcome.silences()
        ]


def bad_night(
    folder: Path,
    server: Server,
    seconds: float,
    seed: int,
    *,
    workers: int = 2,
    tables: int = 4,
    seats: int = 4,
    pause: float = 0.15,
    seeded: int = 0,
) -> BadNight:
    """So many seconds of faults to workers with people at all tables; at `seeded` of them they take part in shuffles,
    and a deal waits for who is cut off.
    """
    return asyncio.run(_bad_night(folder, server, seconds, seed, workers, tables, seats, pause, seeded))


async def _bad_night(
    folder: Path,
    server: Server,
    seconds: float,
    seed: int,
    workers: int,
    tables: int,
    seats: int,
    pause: float,
    seeded: int,
) -> BadNight:
    following, rng, done = shuffled(seed), Random(seed), Counter[str]()
    async with rig(folder, server, workers, tables, seats, seed, pause, seeded) as made:
        ends = monotonic() + seconds
        while monotonic() < ends:
            name = following()
            await FAULTS[name](made, rng)
            await made.night.more(GOES_ON)
            done[name] += 1
        outcome = await made.night.end()
        reminded = sum(player.reminded for player in made.night.players)
        proofs = made.night.proven(), made.night.unproven()
        for place in made.places:
            if place.worker is not None:
                await place.worker.end()
        return BadNight(outcome, done, made.troubles(), await made.doctor(), reminded, *proofs)

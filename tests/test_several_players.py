"""Players over WebSocket, recorded, and what their history says of a room in one folder that goes through trouble."""

import asyncio

from several.history import Fault, Shown, Socket
from several.looking import Folder
from several.night import Night, Outcome, thinking
from several.players import Way
from several.proxy import Proxy, port
from several.workers import Worker


async def evening(folder, trouble, tables=2, seats=4):
    """One room in one folder, and what was recorded; `trouble(night, worker)` gives the worker there is at the end."""
    worker = await Worker("first", folder / "data").open()
    night = Night(folder, Folder(folder / "data"), seed=1, think=thinking(0.03))
    night.ways.now = [worker.way]
    try:
        await night.begin(worker, tables, seats)
        await night.more()
        worker = await trouble(night, worker)
        await night.more()
        outcome = await night.end()
        await worker.end()
    finally:
        worker.kill()
        await night.give_up(night.playing)
    print(outcome.words())
    return outcome


def test_a_room_that_is_killed_and_started_again_leaves_a_good_history(tmp_path):
    async def trouble(night, worker):
        for number in range(2):
            await night.for_a_while(0.5)
            async with night.fault("kill"):
                worker.kill()
                worker = await Worker(f"w{number}", tmp_path / "data").open()
                night.ways.now = [worker.way]
            await night.back()
            await night.more()
        return worker

    outcome = asyncio.run(evening(tmp_path, trouble))
    assert outcome.complaints() == []
    assert len(outcome.absences()) >= 2 * 8, "everybody was cut off twice"
    assert outcome.count("act") > 40


def test_lines_that_are_cut_and_held_lose_nothing(tmp_path):
    async def trouble(night, worker):
        proxy = await Proxy(port(worker.way.port)).open()
        night.ways.now = [Way("first", worker.way.port, proxy.port)]
        for player in night.players:
            player.leave()
        await night.back()
        for _ in range(4):
            async with night.fault("cut"):
                proxy.cut()
                await night.for_a_while(0.2)
            await night.back()
            await night.more()
        async with night.fault("hold"):
            proxy.hold()
            await night.for_a_while(1)
            proxy.mend()
        await night.more()
        async with night.fault("break in mid-stream"):
            proxy.trouble.breaks_after = 20_000
            await night.until(lambda: proxy.broken[-1] == "in mid-stream", 20, "a line breaks in mid-stream")
        night.ways.now = [worker.way]
        await proxy.close()
        return worker

    outcome = asyncio.run(evening(tmp_path, trouble))
    assert outcome.complaints() == []
    assert len(outcome.absences()) >= 5 * 8


def test_an_absence_belongs_to_the_fault_that_made_it():
    """Not to the one before, though that be over for half a second only."""
    records = []
    for number, (gone, back) in enumerate([(10.2, 10.5), (12.3, 12.9), (12.6, 15.0)]):
        records.append(Socket(gone, "t", f"v{number}", 1, "w", "cut"))
        records.append(Shown(back, "t", f"v{number}", 2, 1, "", ""))
    rolling, kill = Fault(10, 12, "rolling restart"), Fault(12.5, 12.6, "kill w1")
    outcome = Outcome(sorted([*records, rolling, kill], key=lambda record: record.at))
    for during, seconds in ((rolling, [0.3, 0.6]), (kill, [2.4]), (None, [0.3, 0.6, 2.4])):
        assert [round(each, 9) for each in outcome.absences(during)] == seconds

"""People who send a table whatever a frame can hold, and what must be so all the same."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from oddchip.room.protocol import MOST_BYTES, Asks, Powers, read_request
from rooms import HOST, Parlour, Screen, at_random

NAMES = ("Ben", "Cyd", "Dan")
#: A refusal is an answer; a fault is none.
KINDS = frozenset(("refused", "stale", "forbidden", "doubt"))

NUMBERS = (0, 1, -1, 2, 5, 6, 7, 99, -(2**31), 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**18, 10**40, 10**300)
WORDS = (
    *("", " ", "\x00", "٣", "²", "NaN", "inf", "-0", "9" * 40, "null", "\u202e\u200b", "0x10", "1e9", "<b>", "%s{0}"),
    *("cls", "self", "badugi", "Q-Ball", "triple_draw(badugi)", "a" * 900, "((((((", "on_deck(razz,", "regular", "😀"),
    *("stud_eight", "2/4", "٢/٤", "2/²", "blinds 1/2 no limit", "999999999999999999/2", "0/0", "-1/2", "1-5 spread"),
)
OPTIONS = (
    *("cap_raises", "clock_seconds", "buy_in_min", "buy_in_max", "max_draw", "max_antes", "away_orbits", "button"),
    *("time_bank_seconds", "kill", "draw_order", "sevens", "cls", "self", "settings", "nothing"),
)
SETTINGS = ("approve", "watching", "pace", "chat", "choice_seconds", "away_minutes", "stack", "cls", "__class__")
ANYTHING = (None, True, False, *NUMBERS, *WORDS)
DOINGS = ("fold", "check", "call", "raise", "bring_in", "declare_open", "draw", "declare", "give")


class Nonsense:
    """One table, its host and some guests, and one who looks on; all that they send is drawn from `rng`."""

    def __init__(self, parlour: Parlour, rng: Random, games: Sequence[str]) -> None:
        self.p, self.rng, self.games = parlour, rng, games
        self.counts: Counter[str] = Counter()
        self.screens: list[Screen] = []
        self.sent: list[dict[str, Any]] = []

    async def begin(self) -> None:
        p = self.p
        await p.new_table(*self.games, mode="rotation", hands_each=1, approve=self.rng.random() < 0.3)
        self.screens = [await p.come(name) for name in (HOST, *NAMES)]
        self.screens.append(await p.come("Zed", watching=True, may_sit=False))
        for seat, screen in enumerate(self.screens[:3]):
            await screen.do("sit", seat=seat)
        await self.screens[0].host("bot", seat=5, words="caller")
        await self.screens[0].host("deal")
        await p.tick()

    # --- what is sent ------------------------------------------------------------------------------------------------

    def one(self, values: Sequence[Any]) -> Any:
        return self.rng.choice(values)

    def ids(self) -> list[str]:
        """Card ids: one's own, others', none at all."""
        known = [card[0] for screen in self.screens for seat in screen.view["seats"] for card in seat.get("cards", [])]
        return [self.one([*known, *known, "", "AAAAAAAA", "Ah"]) for _ in range(self.rng.choice((0, 1, 2, 4, 9)))]

    def person(self) -> str:
        people = [screen.person for screen in self.screens]
        people += [place.player for place in self.p.table.places.values()]
        return str(self.one([*people, *WORDS]))

    def act(self, screen: Screen) -> dict[str, Any]:
        seats = self.p.table.decisions.values()
        decision = self.one([*map(list, seats), [1, 1], [0, 0], [self.one(NUMBERS), self.one(NUMBERS)]])
        price = screen.offer.get("price", 0) if screen.offer and self.rng.random() < 0.8 else self.one(NUMBERS)
        return {
            "t": "act", "do": self.one(DOINGS), "decision": decision, "price": price, "amount": self.one(NUMBERS),
            "cards": self.ids(), "way": self.one(("", "low", "high", "both")), "sure": self.one((True, False)),
        }  # fmt: skip

    def do(self) -> dict[str, Any]:
        return {
            "t": "do", "what": self.one(get_args(Asks)), "seat": self.one(NUMBERS), "chips": self.one(NUMBERS),
            "post": self.one((True, False)), "now": self.one((True, False)), "game": self.one(WORDS),
            "stakes": self.one(WORDS), "words": self.one(WORDS), "cards": self.ids(),
        }  # fmt: skip

    def host(self) -> dict[str, Any]:
        games = [
            {"game": self.one((*WORDS, *self.games)), "stakes": self.one(WORDS)} for _ in range(self.one((0, 1, 2)))
        ]
        what = self.one([each for each in get_args(Powers) if each != "close" or self.rng.random() < 0.05])
        return {
            "t": "host", "what": what, "seat": self.one(NUMBERS), "person": self.person(), "words": self.one(WORDS),
            "chips": self.one(NUMBERS), "mode": self.one(("game", "rotation", "choice")), "games": games,
            "hands_each": self.one((None, *NUMBERS)),
            "options": {self.one(OPTIONS): self.one(ANYTHING) for _ in range(self.one((0, 1, 1, 3)))},
            "settings": {self.one(SETTINGS): self.one(ANYTHING) for _ in range(self.one((0, 1, 1, 3)))},
        }  # fmt: skip

    def frame(self, screen: Screen) -> dict[str, Any]:
        """Something to send. Now and then a field has a value of another kind, or an id is one that was used."""
        makes = (lambda: self.act(screen), self.do, self.host, lambda: {"t": "chat", "text": self.one(WORDS)})
        said = self.rng.choices(makes, (4, 4, 4, 1))[0]()
        said["id"] = self.p.id()
        if self.rng.random() < 0.1:
            said[self.one(list(said))] = self.one(ANYTHING)
        if self.rng.random() < 0.05 and self.sent:
            said["id"] = self.one(self.sent)["id"]
        return said

    async def send(self) -> None:
        """One frame, as it would come over the line, and its answer."""
        screen = self.one(self.screens)
        said = self.frame(screen)
        frame = json.dumps(said).encode()
        if len(frame) > MOST_BYTES:
            return
        try:
            request = read_request(frame)
        except (msgspec.DecodeError, msgspec.ValidationError):
            self.counts["unreadable"] += 1
            return
        self.sent.append(said)
        answer = await screen.ask(request)
        kind = answer.get("kind", answer["t"])
        assert kind in KINDS | {"ack"}, (said, answer)
        self.counts[kind] += 1

    # --- and in between ----------------------------------------------------------------------------------------------

    async def sense(self) -> None:
        """Whoever is asked answers, so that the table gets on."""
        p = self.p
        if p.table.state.closed is not None:
            await self.begin()
        if p.table.state.paused_at is not None:
            await self.screens[0].host("resume")
        if p.table.playing and p.table.offers:
            seat = self.one(sorted(p.table.offers))
            player = p.table.places[seat].player
            screen = next((each for each in self.screens if each.person == player), None)
            if screen is not None and screen.offer:
                assert (await screen.ask(at_random(screen, self.rng)))["t"] == "ack"
                self.counts["decisions"] += 1
        else:
            for screen in self.screens:
                for what in ("return", "rebuy", "sit"):
                    if what in screen.me.get("may", []):
                        free = [seat for seat, place in enumerate(p.table.state.places) if place is None]
                        await screen.do(what, seat=self.one(free) if free else 0)
            await self.screens[0].host("deal")
        p.clock.time += 1
        await p.tick()

    def look(self) -> None:
        """No fault, all chips, and everybody's view can be made."""
        p = self.p
        assert not p.reports, p.reports
        assert not p.scene.desk.stopped
        assert p.table.state.chips == p.table.state.brought
        for screen in self.screens:
            p.actor.audience.send_view(screen.connection, fresh=False)


async def talked(folder: Path, patch: pytest.MonkeyPatch, seed: int, games: Sequence[str], frames: int) -> Counter[str]:
    """So many frames of nonsense; raises what is wrong, with the seed in a note."""
    p = await Parlour(folder, patch, seed).open()
    talk = Nonsense(p, Random(seed), games)
    try:
        async with asyncio.timeout(120):
            await talk.begin()
            for number in range(frames):
                await talk.send()
                talk.look()
                if number % 3 == 0:
                    await talk.sense()
                if number % 100 == 99:
                    await p.restart(kill=talk.rng.random() < 0.5)
            await p.check()
    except BaseException as error:
        error.add_note(f"nonsense: seed {seed}, games {list(games)}, last {json.dumps(talk.sent[-1:])[:600]}")
        raise
    finally:
        await p.room.close()
    talk.counts["hands"] += p.table.state.hands
    return talk.counts

"""An evening through the screen alone: a host, a guest by link, bots; and players who press what the page offers.

Several tables can be played at once in one Chromium: `Party.play` is a generator that stops wherever it waits, and
`together` goes round them. A player sees the page and nothing else: buttons and their hooks, cards, what is written.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from browser.harness import Finding, Room, Visitor, plain

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

#: What is to be seen on a table page, in one look.
LOOK = """() => {
  const shown = of => Boolean(of) && !of.closest("[hidden]") && of.getClientRects().length > 0;
  const all = path => [...document.querySelectorAll(path)].filter(shown);
  const words = path => all(path).map(of => of.textContent);
  const button = of => ({do: of.dataset.do, off: of.getAttribute("aria-disabled") === "true",
    on: of.getAttribute("aria-pressed") === "true"});
  const card = of => ({id: of.dataset.cardId, on: of.getAttribute("aria-pressed") === "true"});
  const dialog = [...document.querySelectorAll("dialog[open]")].pop();
  return {
    state: document.documentElement.dataset.state,
    turn: document.querySelector("#actions").dataset.turn === "true",
    guarded: words(".guarded").length > 0,
    kind: document.querySelector("#bar:not([hidden])")?.dataset.kind ?? "",
    bar: all("#bar .slot").map(button), others: all("#others button").map(button),
    bets: all("#bets button").map(button),
    cards: all("#hand .own").map(card), price: words("#price").join(), result: words("#result-lines li"),
    dialog: dialog ? [...dialog.querySelectorAll("[data-do]")].map(of => of.dataset.do) : null,
    log: [...document.querySelectorAll("#log li")].map(of => of.textContent),
  };
}"""
HAND = re.compile(r"^\s*Hand (\d+)\b")
STILL = 90.0  # seconds in which nothing at all happens at a table: it hangs
HURRY = 2500  # milliseconds for a press: what is pressed may be gone by then, and is looked for again


class Stuck(AssertionError):
    """Nothing happens at a table any more."""


@dataclass
class Player:
    """One person at a table page. `careful`: stays in to the showdown."""

    visitor: Visitor
    rng: Random
    phone: bool = False
    careful: bool = False
    presses: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def page(self) -> Any:
        return self.visitor.page

    def look(self) -> dict[str, Any]:
        return self.page.evaluate(LOOK)

    def press(self, target: str | Locator) -> bool:
        """Click, or tap on a phone. False when it is no longer there to be pressed."""
        from playwright.sync_api import Error

        where = self.page.locator(target) if isinstance(target, str) else target
        try:
            where.tap(timeout=HURRY) if self.phone else where.click(timeout=HURRY)
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            return False
        return True

    def hook(self, do: str, within: str = "#actions") -> bool:
        self.presses.append(do)
        return self.press(f"{within} [data-do='{do}']:visible")

    # --- one decision ---

    def move(self, seen: dict[str, Any]) -> bool:
        """Does something the page offers now; False when there is nothing for this player."""
        if seen["dialog"]:
            return self._answer(seen["dialog"])
        others = {each["do"] for each in seen["others"]}
        for chore in ("return", "rebuy"):
            if chore in others:
                return self.hook(chore)
        if not seen["turn"]:
            return self._prepare(seen)
        ready = [each for each in seen["bar"] if not each["off"]]
        choose: Callable[..., bool] | None = {
            "bet": self._bet,
            "draw": self._draw,
            "declare": self._declare,
            "swap": self._swap,
        }.get(seen["kind"])
        if not choose or not (ready or seen["kind"] in ("draw", "swap")):
            return False
        return choose(seen, {each["do"] for each in ready})

    def _answer(self, dialog: list[str]) -> bool:
        for do in ("sure", "ok", "show-cards", "close-dialog"):
            if do in dialog:
                return self.hook(do, "dialog")
        return False

    def _prepare(self, seen: dict[str, Any]) -> bool:
        """Sometimes an answer before my turn."""
        may = [
            each["do"] for each in seen["bar"] if each["do"].startswith("pre-") and not each["off"] and not each["on"]
        ]
        may = [do for do in may if not (self.careful and "fold" in do)]
        if not may or self.rng.random() > 0.04:
            return False
        return self.hook(self.rng.choice(may), "#bar")

    def _bet(self, seen: dict[str, Any], ready: set[str]) -> bool:
        if "raise" in ready and seen["bets"]:
            quick = [each["do"] for each in seen["bets"]]
            if self.rng.random() < 0.5:
                self.hook(self.rng.choice([do for do in quick if do != "bet-max"]), "#bets")
            return self.hook("raise", "#bar")
        stay = [do for do in ("check", "call", "bring_in") if do in ready]
        chance = self.rng.random()
        if chance < 0.22 and (up := {"raise", "raise-open", "declare_open"} & ready):
            return self.hook(min(up), "#bar")
        if "fold" in ready and (not stay or (chance > 0.9 and not self.careful)):
            return self.hook("fold", "#bar")
        return bool(stay) and self.hook(stay[0], "#bar")

    def _draw(self, seen: dict[str, Any], ready: set[str]) -> bool:
        most = re.search(r"up to (\d+)", seen["price"])
        wanted = self.rng.randint(0, min(int(most[1]) if most else 0, 4))
        for card in self.rng.sample(seen["cards"], min(wanted, len(seen["cards"]))):
            self.press(f"#hand .own[data-card-id='{card['id']}']")
        self._note("draw")
        now = {each["do"] for each in self.look()["bar"] if not each["off"]}
        if "draw" in now:
            return self.hook("draw", "#bar")
        if "clear" in now:
            self.hook("clear", "#bar")
        return self.hook("pat", "#bar")

    def _declare(self, seen: dict[str, Any], ready: set[str]) -> bool:
        return self.hook(self.rng.choice(sorted(ready)), "#bar")

    def _swap(self, seen: dict[str, Any], ready: set[str]) -> bool:
        for card in self.rng.sample(seen["cards"], len(seen["cards"])):
            if any(each["do"] == "seal" and not each["off"] for each in self.look()["bar"]):
                break
            if not card["on"]:
                self.press(f"#hand .own[data-card-id='{card['id']}']")
        self._note("gifts")
        return self.hook("seal", "#bar")

    def _note(self, title: str) -> None:
        """A picture of the first of its kind."""
        if title not in self.seen:
            self.seen.add(title)
            self.visitor.shot(title)


# --- the table -------------------------------------------------------------------------------------------------------


@dataclass
class Party:
    """A table for one game: made, filled and played through the screen. `findings` are axe-core's, `hands` are over.

    `dialogs`: what axe-core looks at besides decisions and the showdown. Without any it does not look at sitting down
    and the host's panel either, and nothing moves on the screen, which saves half the time.
    """

    room: Room
    browser: Browser
    game: str
    folder: Path
    stakes: str = ""
    seats: int = 4
    wanted: int = 10
    seed: int = 1
    pace: str = "none"
    fairness: str = ""
    sizes: tuple[str, str] = ("desktop", "phone")
    dialogs: Sequence[str] = ("open-game",)
    players: list[Player] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    hands: int = 0
    presses: int = 0

    def play(self) -> Iterator[None]:
        """Plays the hands; stops wherever it waits. AssertionError for what goes wrong."""
        try:
            yield from self._arrive()
            yield from self._hands()
            self._end()
        finally:
            for player in self.players:
                self.presses += len(player.presses)

    def arrive(self) -> tuple[Visitor, Visitor]:
        """Host and guest, when all is ready and the first hand is dealt."""
        for _ in self._arrive():
            pass
        return self.players[0].visitor, self.players[1].visitor

    def picture_failure(self, fault: Exception) -> None:
        """Each page as it stood; a page that cannot be pictured is a note to the fault, and does not hide it."""
        from playwright.sync_api import Error

        for player in self.players:
            try:
                player.visitor.shot("failed")
            except Error as error:
                fault.add_note(f"{player.visitor.name}'s page cannot be pictured: {error}")

    def leave(self) -> None:
        for player in self.players:
            player.visitor.leave()

    # --- before the first hand ---

    def _visitor(self, name: str, size: str) -> Player:
        visitor = Visitor.enter(self.browser, name, size, folder=self.folder)
        if not self.dialogs:
            visitor.page.add_init_script("localStorage.setItem('oddchip.settings', '{\"speed\": \"off\"}')")
        player = Player(visitor, Random(f"{self.game} {name} {self.seed}"), phone=size == "phone")
        self.players.append(player)
        return player

    def _arrive(self) -> Iterator[None]:
        host, link = self._host()
        yield
        guest = self._guest(link)
        yield
        host.press("#open-host")
        self._check(host, "host panel", bool(self.dialogs))
        host.press("dialog [data-do=host-approve]")
        host.page.locator("dialog select[name=pace]").select_option(self.pace)
        for seat in range(2, self.seats):
            free = host.page.locator("dialog li", has_text=f"Seat {seat + 1}: free")
            host.press(free.locator("[data-do=host-bot]"))
        host.press("dialog [data-do=close-dialog]")
        yield
        guest.page.locator("html[data-seated=true]").wait_for()
        host.press("#others [data-do=deal]")

    def _host(self) -> tuple[Player, str]:
        """Comes in by the host link, makes the table and a link; sits down."""
        host = self._visitor("Hanna", self.sizes[0])
        page = host.page
        page.goto(self.room.url(f"/host?key={self.room.host_key}"))
        page.get_by_label("Your name").fill("Hanna")
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("link", name="New table").click()
        page.get_by_label("What is it called?").fill("Friday")
        if self.stakes or "(" in self.game:
            page.locator("[name=games]").fill(f"{self.game} @ {self.stakes}" if self.stakes else self.game)
        else:
            page.locator("[name=one]").select_option(self.game)
        page.get_by_label("Seats").fill(str(self.seats))
        if self.fairness:
            page.locator("details", has=page.locator("[name=fairness]")).locator("summary").click()
            page.locator("[name=fairness]").select_option(self.fairness)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile(r"/table/[^/]+$"))
        table = page.url
        page.goto(f"{table}/invites")
        page.get_by_role("button", name="Make a link to play").click()
        link = page.locator("#link").inner_text()
        page.get_by_role("link", name="To the table").first.click()
        self._sit(host, 0)
        return host, link

    def _guest(self, link: str) -> Player:
        guest = self._visitor("Guy", self.sizes[1])
        guest.page.goto(link)
        guest.page.get_by_label("Your name").fill("Guy")
        guest.press(guest.page.get_by_role("button", name="Come to the table"))
        self._sit(guest, 1)
        return guest

    def _sit(self, player: Player, seat: int) -> None:
        place = player.page.locator(f".seat[data-seat='{seat}'] [data-do=sit]")
        place.wait_for()
        player.press(place)
        player.page.locator("dialog[open]").wait_for()
        self._check(player, "sitting down", bool(self.dialogs))
        player.press("dialog [data-do=ok]")

    # --- the hands ---

    def _hands(self) -> Iterator[None]:
        moved, before, held = time.monotonic(), None, False
        while True:
            seen = [player.look() for player in self.players]
            self.hands = max(self.hands, self._counted(seen[0]))
            last = self.hands >= self.wanted
            for player in self.players:
                player.careful = last
            if last and not held:
                held = self._hold()
            for player, look in zip(self.players, seen, strict=True):
                self._first_looks(player, look)
                player.move(look)
                yield
            if held and self._over(seen):
                yield
                return
            if seen != before:
                moved, before = time.monotonic(), seen
            elif time.monotonic() - moved > STILL:
                raise Stuck(f"{self.game}: nothing happens in hand {self.hands}: {seen}")

    @staticmethod
    def _counted(seen: dict[str, Any]) -> int:
        return max((int(found[1]) for line in seen["log"] if (found := HAND.match(line))), default=0)

    def _hold(self) -> bool:
        """The host wants no further hand: the result of the last one stays."""
        host = self.players[0]
        done = host.press("#open-host") and host.press("dialog [data-do=host-hold]")
        host.press("dialog [data-do=close-dialog]")
        return done

    def _over(self, seen: list[dict[str, Any]]) -> bool:
        return all(look["state"] == "over" and look["result"] for look in seen)

    def _first_looks(self, player: Player, look: dict[str, Any]) -> None:
        """The first decision of each kind is pictured, and looked at by axe-core."""
        if not look["turn"] or look["dialog"] or look["guarded"] or look["kind"] in player.seen:
            return
        player.seen.add(look["kind"])
        self._check(player, f"own turn {look['kind']}")

    def _end(self) -> None:
        for player in self.players:
            asked = player.page.locator("#actions[data-turn=true], .seat[data-acting=true]").count()
            assert not asked, f"{self.game}: {player.visitor.name} sees a turn after the end of the hand"
            self._check(player, "showdown")
        for opener in self.dialogs:
            for player in self.players:
                self._dialog(player, opener)
        for player in self.players:
            player.visitor.check()
        assert not self.findings, "\n".join(self.findings)

    def _dialog(self, player: Player, opener: str) -> None:
        button = player.page.locator(f"#{opener}")
        if button.get_attribute("hidden") is not None:
            return  # not for guests
        if not button.is_visible():
            player.press("#open-menu")
        player.press(button)
        player.page.locator("dialog[open]").wait_for()
        self._check(player, opener)
        player.press("dialog [data-do=close-dialog]")

    def _check(self, player: Player, what: str, closely: bool = True) -> None:
        if not closely:
            return
        player.visitor.shot(what)
        found: list[Finding] = player.visitor.axe()
        self.findings += [f"{self.game}, {what}, {player.visitor.name}: {each}" for each in found]
        if not player.visitor.fits():
            self.findings.append(f"{self.game}, {what}, {player.visitor.name}: the page is wider than the window")


def until(page: Any, true: str, seconds: float = 30) -> None:
    """Waits until this is true in the page; asked from outside, since its policy forbids to evaluate words within."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < end, f"never: {true}"
        page.wait_for_timeout(30)


def together(parties: Sequence[Party]) -> dict[str, BaseException | None]:
    """Plays all tables at the same time; how each came out: None, or what went wrong."""
    going = {party.game: party.play() for party in parties}
    by_name = {party.game: party for party in parties}
    ended: dict[str, BaseException | None] = {}
    while going:
        for name, play in list(going.items()):
            try:
                next(play)
            except StopIteration:
                ended[name] = None
            except Exception as error:
                ended[name] = error
                by_name[name].picture_failure(error)
            if name in ended:
                del going[name]
                by_name[name].leave()
    return ended


def parties(room: Room, browser: Browser, games: Sequence[str], folder: Path, **settings: Any) -> list[Party]:
    """A table for each game; as many seats as it can have, four at most."""
    from oddchip import find_game

    return [
        Party(room, browser, game, folder / plain(game), seats=min(4, find_game(game).seats[1]), **settings)
        for game in games
    ]

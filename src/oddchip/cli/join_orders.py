"""What a person enters besides the decisions of a hand, as a request: chat, seat and chips, a host's powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from oddchip.errors import OddchipError
from oddchip.room.protocol import Asking, Asks, Do, GameWanted, Host, Powers, Say, TableView
from oddchip.whole import is_whole


class Unclear(OddchipError):
    """What was entered is no order; the sentence says what was expected."""


HELP = {
    "Seat": "sit, sit SEAT, sit SEAT CHIPS; sit out (after this hand), sit out now, back, leave; rebuy, rebuy CHIPS, "
    "add CHIPS.",
    "After a hand": "show, or show and the places of cards; choose GAME, decline and buy pot where they are offered.",
    "Talking": "say and the words.",
    "Host": "approve NAME, deny NAME, deal, hold, pause WHY, resume, bot, bot STYLE, game NAME at STAKES, next, "
    "void WHY, kick NAME, mute NAME, unmute NAME, cohost NAME, uncohost NAME, retry, refund, close.",
}


def order_of(text: str, view: TableView, name: str) -> Asking | None:
    """The request that a line means; None if its first word is none of an order's. `Unclear` if the rest is wrong."""
    words = text.split()
    if not words:
        return None
    verb = words[0].lower()
    if verb == "say" or text.startswith('"'):
        said = text[3:].strip() if verb == "say" else text.strip('"')
        if not said:
            raise Unclear("say what? Put the words behind it")
        return Say(name, said)
    make = _ORDERS.get(verb)
    return make(_Said(words[1:], view, name)) if make else None


class _Said:
    """The words behind an order, and where they are said."""

    def __init__(self, words: list[str], view: TableView, name: str) -> None:
        self.words, self.view, self.name = words, view, name

    @property
    def rest(self) -> str:
        return " ".join(self.words)

    def numbers(self, what: str) -> list[int]:
        if not all(map(is_whole, self.words)):
            raise Unclear(f"{what} is said in whole numbers, not {self.rest!r}")
        return [int(word) for word in self.words]

    def person(self, *, seated: bool = False) -> tuple[str, int]:
        """(id, seat) of who is named, or whose seat is; the seat is -1 for who has none."""
        wanted = self.rest.casefold()
        if not wanted:
            raise Unclear("say whom: a name, or a seat")
        found = {(person, seat) for person, name, seat in self._people() if wanted in (name.casefold(), str(seat + 1))}
        found = {each for each in found if each[1] >= 0} or found
        if len(found) != 1 or (seated and next(iter(found))[1] < 0):
            raise Unclear(f"nobody here is called {self.rest}; enter t to see who is")
        return found.pop()

    def _people(self) -> Iterator[tuple[str, str, int]]:
        for seat in self.view.seats:
            if seat.person:
                yield seat.person, seat.name, seat.seat
        for waiting in self.view.waiting:
            yield waiting.person, waiting.name, -1


def _sit(said: _Said) -> Asking:
    if said.words[:1] and said.words[0].lower() == "out":
        said.words.pop(0)
        return _out(said)
    free = [seat.seat for seat in said.view.seats if seat.state == "empty"]
    numbers = said.numbers("a seat, and the chips to sit down with,")
    if not free:
        raise Unclear("no seat is free")
    if len(numbers) > 2:
        raise Unclear("sit is followed by a seat and by the chips to sit down with, or by nothing")
    seat = numbers[0] - 1 if numbers else free[0]
    return Do(said.name, "sit", seat=seat, chips=numbers[1] if len(numbers) > 1 else 0)


def _out(said: _Said) -> Asking:
    return Do(said.name, "sit_out", now=said.rest.lower() == "now")


def _back(said: _Said) -> Asking:
    return Do(said.name, "return", post=said.rest.lower() == "post")


def _chips(what: Asks) -> Callable[[_Said], Asking]:
    def make(said: _Said) -> Asking:
        numbers = said.numbers("how many chips")
        if len(numbers) > 1 or (what == "top_up" and not numbers):
            raise Unclear("say how many chips, in one whole number")
        return Do(said.name, what, chips=numbers[0] if numbers else 0)

    return make


def _buy(said: _Said) -> Asking:
    if said.rest.lower() not in ("pot", "the pot", "in"):
        raise Unclear("buy pot buys a part in the pot that stayed; add CHIPS and rebuy buy chips")
    return Do(said.name, "rebuy" if said.rest.lower() == "in" else "buy_pot")


def _choose(said: _Said) -> Asking:
    game, stakes = _game(said)
    listed = said.view.choice.games if said.view.choice else []
    if is_whole(game):
        if not 1 <= int(game) <= len(listed):
            raise Unclear(f"the games have the numbers 1 to {len(listed)}")
        game = listed[int(game) - 1].id
    return Do(said.name, "choose", game=game, stakes=stakes)


def _game(said: _Said) -> tuple[str, str]:
    """A game, and its stakes behind "at"."""
    if not said.words:
        raise Unclear("say which game, by its name")
    game, _, stakes = said.rest.partition(" at ")
    return game.strip(), stakes.strip()


def _show(said: _Said) -> Asking:
    me = said.view.me
    cards = me.cards if me else []
    places = said.numbers("which cards to show, by their places,")
    if not all(1 <= place <= len(cards) for place in places):
        raise Unclear(f"your cards have the places 1 to {len(cards)}")
    return Do(said.name, "show", cards=[cards[place - 1].id for place in places])


def _plain(what: Asks) -> Callable[[_Said], Asking]:
    def make(said: _Said) -> Asking:
        if said.words:
            raise Unclear(f"nothing stands behind {what.replace('_', ' ')}")
        return Do(said.name, what)

    return make


# --- hosts ------------------------------------------------------------------------------------------------------------


def _power(what: Powers) -> Callable[[_Said], Asking]:
    """A host's power with nothing behind it, or with a reason."""
    return lambda said: Host(said.name, what, words=said.rest)


def _over(what: Powers, *, seated: bool = False) -> Callable[[_Said], Asking]:
    """A host's power over somebody."""

    def make(said: _Said) -> Asking:
        person, seat = said.person(seated=seated)
        return Host(said.name, what, person=person, seat=seat)

    return make


def _approve(said: _Said) -> Asking:
    """Of one who waits the name need not be said."""
    if not said.words and len(said.view.waiting) == 1:
        return Host(said.name, "approve", person=said.view.waiting[0].person)
    return _over("approve")(said)


def _bot(said: _Said) -> Asking:
    free = [seat.seat for seat in said.view.seats if seat.state == "empty"]
    if not free:
        raise Unclear("no seat is free")
    numbers = [word for word in said.words if is_whole(word)]
    styles = [word for word in said.words if not is_whole(word)]
    seat = int(numbers[0]) - 1 if numbers else free[0]
    return Host(said.name, "bot", seat=seat, words=" ".join(styles))


def _set_game(said: _Said) -> Asking:
    game, stakes = _game(said)
    return Host(said.name, "games", games=[GameWanted(game, re.sub(r"^\$", "", stakes))])


_ORDERS: dict[str, Callable[[_Said], Asking]] = {
    "sit": _sit,
    "out": _out,
    "back": _back,
    "return": _back,
    "leave": _plain("leave"),
    "rebuy": _chips("rebuy"),
    "add": _chips("top_up"),
    "buy": _buy,
    "choose": _choose,
    "decline": _plain("decline"),
    "announce": _plain("announce"),
    "show": _show,
    "approve": _approve,
    "deny": _over("deny"),
    "kick": _over("kick", seated=True),
    "mute": _over("mute"),
    "unmute": _over("unmute"),
    "cohost": _over("cohost"),
    "uncohost": _over("uncohost"),
    "pause": _power("pause"),
    "resume": _power("resume"),
    "deal": _power("deal"),
    "hold": _power("hold"),
    "void": _power("void"),
    "close": _power("close"),
    "next": _power("next_game"),
    "retry": _power("retry"),
    "refund": _power("refund"),
    "game": _set_game,
    "bot": _bot,
}

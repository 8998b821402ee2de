"""What happens at the table besides the hand itself, in sentences: comings and goings, chips, games, hosts' powers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from oddchip.cards import Deck
from oddchip.hand import Hand
from oddchip.house import HouseRules
from oddchip.room import desk as desks
from oddchip.room.between import Between, ChainAsked, PairDropped, PairSaid
from oddchip.room.project.chips import waits_for_blind
from oddchip.room.project.pair import pair_words
from oddchip.stakes_text import stakes_text
from oddchip.table import Away, Entry, Standing, Table, facts, session_words
from oddchip.table.mixing import needs_announcement
from oddchip.telling import CardTexts, Line, Voice, counted, listed, sentence


@dataclass
class Heard:
    """What a sentence about the table needs: who hears it, who has which seat, who did it, the table as it is now.

    `by` is the person who asked for it, a host where it took one; "" for the room itself. `hosting`: it is a host who
    hears it. `before` are the desk's settings before it happened.
    """

    voice: Voice[str]
    seats: Mapping[int, str]
    by: str
    table: Table
    hosting: bool
    before: desks.Settings = field(default_factory=desks.Settings)
    pair: Between | None = None

    def does(self, seat: int, verb: str) -> str:
        return self.voice.does(self.seats.get(seat, ""), verb)

    def name(self, seat: int) -> str:
        return self.voice.name(self.seats.get(seat, ""))

    def asked(self, verb: str) -> str:
        """``Ada pauses the table``, or ``The room pauses ...``."""
        return self.voice.does(self.by, verb) if self.by else Voice({"": "The room"}).does("", verb)


def seats_then(table: Table, said: Iterable[facts.Fact]) -> dict[int, str]:
    """Who has which seat, those included who leave or come in these facts."""
    found = {seat: place.player for seat, place in table.places.items()}
    for fact in said:
        if isinstance(fact, facts.Left):
            found.setdefault(fact.seat, fact.player)
    return found


def told(heard: Heard, fact: facts.Fact) -> list[Line]:
    """The sentences for a fact of the table; none for what needs no words."""
    tell = _FACTS.get(type(fact))
    return [] if tell is None else tell(heard, fact)


def is_hosts(fact: facts.Fact) -> bool:
    """Did it take a host?"""
    return type(fact) in _HOSTS


def _one(*spans: Any) -> list[Line]:
    return [list(spans)]


def entry_words(entry: Entry) -> str:
    """``Badugi at 2/4``."""
    return f"{entry.game.name} at {stakes_text(entry.stakes)}"


def _seated(t: Heard, f: facts.Seated) -> list[Line]:
    waits = {Standing.WAITS: ", and waits for the big blind", Standing.POSTS: ", and posts to be dealt in"}
    mine = t.seats.get(f.seat) == t.voice.me
    extra = waits.get(f.standing, "") if waits_for_blind(t.table) else ""
    extra = extra.replace("waits", "wait").replace("posts", "post") if mine else extra
    return _one(f"{t.voice.does(f.player, 'sit')} down with {f.chips}{extra}.")


def _counted(t: Heard, f: facts.ChipsCounted) -> list[Line]:
    who = t.name(f.seat).replace("You", "you")
    return _one(f"{f.returned} of the chips that {who} added go back: they are too many.") if f.returned else []


def _sat_out(t: Heard, f: facts.SatOut) -> list[Line]:
    after = " after this hand" if f.away is Away.NEXT else ""
    return _one(f"{t.does(f.seat, 'sit')} out{after}.")


def _leave_asked(t: Heard, f: facts.LeaveAsked) -> list[Line]:
    return _one(f"{t.does(f.seat, 'leave')} after this hand.") if f.seat in t.table.places else []


def _left(t: Heard, f: facts.Left) -> list[Line]:
    why = "" if f.reason == "left" else f" ({f.reason})"
    return _one(f"{t.voice.does(f.player, 'leave')} with {f.chips}{why}.")


def _games(t: Heard, f: facts.GamesSet) -> list[Line]:
    line = f.line
    names = listed([entry_words(entry) for entry in line.entries])
    if line.choice:
        return _one(f"{t.asked('set')} dealer's choice from the next hand, out of {names}.")
    if len(line.entries) == 1:
        return _one(f"{t.asked('set')} the game from the next hand: {names}.")
    each = "a round" if line.hands_each is None else counted(line.hands_each, "hand")
    each = f", {each} of each" if line.hands_each != 0 else ""
    return _one(f"{t.asked('set')} a rotation from the next hand: {names}{each}.")


def house_words(house: HouseRules) -> str:
    """``cap raises is 4, enforce openers is honor``, or that all are the usual ones."""
    said = [f"{name.replace('_', ' ')} is {_value(value)}" for name, value in house.differences().items()]
    return ", ".join(said) if said else "the usual ones"


def _value(value: str | int | bool | None) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value).replace("_", " ")


def _chosen(t: Heard, f: facts.GameChosen) -> list[Line]:
    many = "" if f.hands == 1 else f" for {f.hands} hands"
    return _one(f"{t.does(f.seat, 'choose')} ", (entry_words(f.entry), "bold"), f"{many}.")


def _announced(t: Heard, f: facts.Announced) -> list[Line]:
    said = [f.announcement.money, f.announcement.limits]
    if f.announcement.of and needs_announcement(f.announcement.of.game):
        said.append(f.announcement.no_qualifier)
    return _one(" ".join(sentence(words) for words in said if words))


def title(hand: Hand, number: int, voice: Voice[int]) -> list[Line]:
    """What is dealt, as it begins: the game, who has the button, what there is to be won already."""
    line: Line = [(f"Hand {number}: {entry_words(Entry(hand.game, hand.stakes))}.", "bold")]
    if not hand.plan.is_stud and hand.button in hand.seats:
        line.append(f" {voice.does(hand.button, 'have')} the button.")
    lines = [line]
    if hand.carried:
        lines += _one(f"It is played for the {hand.carried.amount} that nobody has won yet.")
    return lines


def _voided(t: Heard, f: facts.HandVoided) -> list[Line]:
    return _one((f"{t.asked('make')} hand {f.number} void: {f.reason}. All chips go back.", "bold"))


def _settled(t: Heard, f: facts.CarrySettled) -> list[Line]:
    took = listed([f"{t.name(seat)} {chips}" for seat, chips in f.shares])
    return _one(f"The pot that stayed goes to {took}: {f.reason}.")


def _timed_out(t: Heard, f: facts.TimedOut) -> list[Line]:
    whose = "Your" if t.seats.get(f.seat) == t.voice.me else f"{t.name(f.seat)}'s"
    return _one(f"{whose} time is up.")


def _session(t: Heard, f: facts.SessionEnded) -> list[Line]:
    me = next((seat for seat, person in t.seats.items() if person == t.voice.me), None)
    words = session_words(f.reason, f.seat, me)
    if me is None and f.seat is not None:
        words = words.replace(f"seat {f.seat}", t.name(f.seat))
    return _one(f"The session is over: {words}.")


_FACTS: dict[type, Callable[[Heard, Any], list[Line]]] = {
    facts.Seated: _seated,
    facts.ChipsAdded: lambda t, f: _one(f"{t.does(f.seat, 'add')} {f.chips} chips."),
    facts.ChipsCounted: _counted,
    facts.SatOut: _sat_out,
    facts.CameBack: lambda t, f: _one(f"{t.does(f.seat, 'be')} back."),
    facts.LeaveAsked: _leave_asked,
    facts.Left: _left,
    facts.GamesSet: _games,
    facts.RotationMoved: lambda t, f: _one(f"{t.asked('move')} on to the next game of the rotation."),
    facts.HouseSet: lambda t, f: _one(f"{t.asked('set')} the house rules from the next hand: {house_words(f.house)}."),
    facts.GameChosen: _chosen,
    facts.Announced: _announced,
    facts.HandVoided: _voided,
    facts.ClaimLost: lambda t, f: _one(f"{t.does(f.seat, 'give')} up the claim to the pot that stays."),
    facts.PotBought: lambda t, f: _one(f"{t.does(f.seat, 'pay')} {sum(f.chips)} to join the pot that stays."),
    facts.CarrySettled: _settled,
    facts.TimedOut: _timed_out,
    facts.Paused: lambda t, f: _one((f"{t.asked('pause')} the table: {f.reason}.", "bold")),
    facts.Resumed: lambda t, f: _one((f"{t.asked('let')} the table go on.", "bold")),
    facts.SessionEnded: _session,
    facts.Closed: lambda t, f: _one((f"The table is closed: {f.reason}.", "bold")),
}

_HOSTS = frozenset(
    (facts.GamesSet, facts.RotationMoved, facts.HouseSet, facts.HandVoided, facts.Paused, facts.Resumed, facts.Closed)
)


# --- facts of the desk -----------------------------------------------------------------------------------------------


def desk_told(heard: Heard, fact: desks.Fact, deck: Deck | None) -> list[Line]:
    """The sentences for a fact of the desk; requests are heard by hosts and by the one who asks."""
    voice, by = heard.voice, heard.asked
    match fact:
        case desks.Asked(person, _, chips):
            return _one(f"{voice.does(person, 'ask')} to sit down with {chips}.") if _concerns(heard, person) else []
        case desks.Answered(person, False):
            return _one(f"{voice.does(person, 'get')} no seat now.") if _concerns(heard, person) else []
        case desks.HostMade(person, True) if person == heard.by:
            return _one(f"{voice.does(person, 'be')} a host here now, by the host key.")
        case desks.HostMade(person, yes):
            return _one(f"{voice.does(person, 'be')} {'a host now' if yes else 'a host no more'}, {_says(heard)}.")
        case desks.Muted(person, yes):
            return _one(f"{by('mute' if yes else 'unmute')} {voice.name(person).replace('You', 'you')}.")
        case desks.Kicked(person, why):
            return _one(f"{by('send')} {voice.name(person).replace('You', 'you')} away{f': {why}' if why else ''}.")
        case desks.DealingSet(on):
            return _one(f"{by('start')} the dealing." if on else f"{by('hold')} the dealing.")
        case desks.SettingsSet(settings):
            changed = settings_told(heard.before, settings)
            return _one(f"{by('set')} {listed(changed)}.") if changed else []
        case desks.Showed(seat, cards) if deck is not None:
            return _one(f"{heard.does(seat, 'show')} ", *CardTexts(deck).cards(cards), ".")
        case desks.Stopped(why, _):
            words = sentence(why) if why else "The table goes on."
            return _one((words, "bold"))
        case PairSaid() | PairDropped() | ChainAsked():
            return [[words] for words in pair_words(fact, heard.pair, voice)]
        case desks.GivenUp(shuffle=0, why=why, withheld=withheld):
            lines = _one(f"The deck that was committed to is given up: {why}.")
            return [*lines, *(_silent(voice, person, "counted") for person in withheld.values())]
        case desks.ComesBack(person, True):
            return _one(f"{voice.does(person, 'wait')} for the hand after this one: its deck is committed to.")
        case desks.SeedsGiven(shuffle=shuffle, withheld=withheld) if shuffle:
            return [_silent(voice, person, "and the pack is shuffled without it") for person in withheld.values()]
    return []


def _silent(voice: Voice[str], person: str, what: str) -> Line:
    """Somebody's seed did not come (docs/fairness.md)."""
    return [f"{voice.does(person, 'give')} no seed in time, {what}."]


_WATCHING = {
    "off": "that nobody may look on",
    "delayed": "that people may look on one hand late",
    "live": "that people may look on live",
}


_FAIRNESS = {
    "roots": "decks committed to with 8 candidates",
    "roots32": "decks committed to with 32 candidates",
    "strict": "decks committed to with a proof that they are the pack",
    "pair": "that two deal to each other, without the house",
}
_SETTINGS: dict[str, Callable[[Any], str]] = {
    "approve": lambda on: "that a host lets guests in" if on else "that guests sit down without asking",
    "watching": _WATCHING.__getitem__,
    "pace": lambda pace: "that results do not stand and bots do not wait" if pace == "none" else f"a {pace} pace",
    "chat": lambda on: "that there is chat" if on else "that there is no chat",
    "choice_seconds": lambda n: f"{counted(n, 'second') if n else 'all the time one wants'} to choose a game",
    "away_minutes": lambda n: (
        f"that a seat is freed after {counted(n, 'minute')} away" if n else "that no seat is freed"
    ),
    "stack": lambda n: f"{counted(n, 'chip') if n else 'the usual chips'} to sit down with",
    "fairness": _FAIRNESS.__getitem__,
    "coach": lambda on: "that California Poker is coached" if on else "that California Poker is not coached",
}


def settings_told(before: desks.Settings, now: desks.Settings) -> list[str]:
    """Which settings are others than before, each in words with what it is now."""
    return [tell(getattr(now, name)) for name, tell in _SETTINGS.items() if getattr(now, name) != getattr(before, name)]


def _concerns(heard: Heard, person: str) -> bool:
    return heard.hosting or heard.voice.me == person


def _says(heard: Heard) -> str:
    return f"by {heard.voice.name(heard.by).replace('You', 'you')}"

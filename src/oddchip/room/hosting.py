"""What a host may do.

Every power is a step of its own in the log, under the host's name, and told to the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from oddchip.bots import LADDER, called
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.room import desk as desks
from oddchip.room.errors import Doubtful, Forbidden, Refused
from oddchip.room.keeping import give_time_back
from oddchip.room.names import clean
from oddchip.room.orders import not_too_many, seat_down, seat_of
from oddchip.room.pairing import is_apart, must_be_for_two
from oddchip.room.project.chips import buy_in, usual_buy_in
from oddchip.room.protocol import GameWanted, Host
from oddchip.room.steps import Step
from oddchip.spec import Game, Swap
from oddchip.stakes import Stakes
from oddchip.table import commands as cmd
from oddchip.table.money import buy_in_limits_of
from oddchip.table.usual import stakes_of
from oddchip.telling import counted, listed

MOST_GAMES = 60
#: Characters of a reason that a host gives.
MOST_REASON = 200
LEAST_CLOCK = 5
#: The most hands of each game in a rotation.
MOST_HANDS = 10_000
#: The largest amount in the stakes of a game.
MOST_STAKES = 1_000_000


def host(step: Step, asked: Host) -> None:
    """Do what a host asks; Forbidden for anybody else."""
    if not step.desk.may_host(step.actor):
        raise Forbidden("only a host of this table may do that")
    if step.desk.stopped and asked.what not in ("retry", "refund", "close", "mute", "kick"):
        raise Refused("the table was stopped by a fault: try again, or give the hand's chips back")
    _POWERS[asked.what](step, asked)


def reason_of(asked: Host) -> str:
    """What the whole table reads as a host's reason: on one line, nothing invisible in it; "" for none."""
    return clean(asked.words)[:MOST_REASON].strip()


def _approve(step: Step, asked: Host) -> None:
    for each in step.desk.asked:
        if each.person == asked.person:
            free = each.seat if step.table.state.places[each.seat] is None else _free_seat(step)
            now = buy_in(step.table, each.person, None, step.now)  # the games may be others than when he asked
            chips = max(now[0], min(each.chips, now[1])) if now else each.chips
            seat_down(step, each.person, free, chips, each.post)
            return
    raise Refused("nobody of that name asks for a seat")


def _free_seat(step: Step) -> int:
    for seat, place in enumerate(step.table.state.places):
        if place is None:
            return seat
    raise Refused("no seat is free")


def _deny(step: Step, asked: Host) -> None:
    if not any(each.person == asked.person for each in step.desk.asked):
        raise Refused("nobody of that name asks for a seat")
    step.say(desks.Answered(asked.person, False))


def _kick(step: Step, asked: Host) -> None:
    place = step.table.places.get(asked.seat)
    if place is None:
        raise Refused("nobody sits there")
    if place.player == step.desk.owner:
        raise Refused("the host who made the table cannot be sent away; he can leave")
    step.say(desks.Kicked(place.player, reason_of(asked)))
    if not place.leaving:
        step.do(cmd.Leave(asked.seat))


def _cohost(step: Step, asked: Host) -> None:
    if seat_of(step.table, asked.person) is None or asked.person in step.desk.bots:
        raise Refused("a co-host is somebody who sits at the table")
    if asked.person == step.actor:  # who makes himself one does so by the host key
        raise Refused("you are a host already")
    step.say(desks.HostMade(asked.person))


def _uncohost(step: Step, asked: Host) -> None:
    if asked.person == step.desk.owner or asked.person not in step.desk.hosts:
        raise Refused("that is no co-host")
    step.say(desks.HostMade(asked.person, False))


def _mute(step: Step, asked: Host) -> None:
    if asked.person in step.desk.muted:
        raise Refused("he is muted already")
    step.say(desks.Muted(asked.person, True))


def _unmute(step: Step, asked: Host) -> None:
    if asked.person not in step.desk.muted:
        raise Refused("nobody of that name is muted")
    step.say(desks.Muted(asked.person, False))


def _pause(step: Step, asked: Host) -> None:
    if is_apart(step.table):
        raise Refused("two deal this hand to each other: it is played to its end before the table can be paused")
    why = reason_of(asked)
    step.do(cmd.Pause(why or "paused by the host"))
    step.say(desks.PausedFor(why))


def _resume(step: Step, asked: Host) -> None:
    step.do(cmd.Resume())


def _deal(step: Step, asked: Host) -> None:
    if step.table.state.line is None:
        raise Refused("choose a game first")
    if step.table.state.closed is not None:
        raise Refused("the table is closed")
    step.say(desks.DealingSet(True))


def _hold(step: Step, asked: Host) -> None:
    step.say(desks.DealingSet(False))


def _void(step: Step, asked: Host) -> None:
    if not (why := reason_of(asked)):
        raise Refused("a hand is void for a reason that everybody is told: say which")
    if is_apart(step.table):
        raise Refused("two deal this hand to each other: nobody can make it void, and who is silent forfeits")
    step.do(cmd.VoidHand(why))


def _close(step: Step, asked: Host) -> None:
    if step.table.playing:
        raise Refused("a hand is being played: finish it or make it void first")
    step.say(desks.DealingSet(False))
    step.do(cmd.Close(reason_of(asked) or "closed by the host"))


def games_of(wanted: list[GameWanted]) -> list[tuple[Game, Stakes]]:
    """Games with their stakes, as they were named. Refused for none, and for more than a list can hold."""
    if not 1 <= len(wanted) <= MOST_GAMES:
        raise Refused(f"name one game, or a list of up to {MOST_GAMES}")
    games = [(game := find_game(each.game), stakes_of(game, each.stakes or None)) for each in wanted]
    if any(_largest(astuple(stakes)) > MOST_STAKES for _, stakes in games):
        raise Refused(f"the largest amount in the stakes of a game is {MOST_STAKES}")
    return games


def _largest(said: object) -> int:
    """The largest number that is said anywhere."""
    if isinstance(said, tuple):
        return max(map(_largest, said), default=0)
    return said if isinstance(said, int) else 0


def tight_list(games: Sequence[tuple[Game, Stakes]], size: int) -> str:
    """What a list of games costs a table of so many seats, in a sentence: it has room for as many as its smallest game
    (MIX-5). "" where it costs nothing, and where there is but one game, which is for whom it is for.
    """
    least = min(game.seats[1] for game, _ in games)
    if least >= min(size, max(game.seats[1] for game, _ in games)):
        return ""
    small = listed(dict.fromkeys(game.name for game, _ in games if game.seats[1] == least))
    return f"{small} takes {counted(least, 'player')} at most, and so would the whole list: {least} of {size} seats"


def set_games(step: Step, wanted: list[GameWanted], mode: str, hands_each: int | None) -> None:
    """One game, a rotation, or dealer's choice. Several games are a rotation where nothing else is said."""
    games = games_of(wanted)
    if hands_each is not None and hands_each > MOST_HANDS:
        raise Refused(f"a rotation moves on after {MOST_HANDS} hands at most")
    if mode == "choice":
        step.do(cmd.DealersChoice(tuple(games)))
    elif mode == "rotation" or len(games) > 1:
        step.do(cmd.SetRotation(tuple(games), hands_each))
    else:
        step.do(cmd.SetGame(*games[0]))
    _must_let_sit(step)


def _must_let_sit(step: Step) -> None:
    """Refused if these house rules let nobody sit down to these games (STK-2)."""
    state = step.table.state
    line, house = state.next_line or state.line, state.next_house or state.house
    if line is None:
        return
    least, most = buy_in_limits_of((entry.stakes for entry in line.entries), house)
    if most is not None and max(least, 1) > most:
        raise Refused(f"nobody could sit down: the least to bring would be {least} chips, and the most {most}")


def _games(step: Step, asked: Host) -> None:
    if not asked.sure and (cost := tight_list(games_of(asked.games), step.table.state.size)):
        raise Doubtful(f"{cost}.")
    set_games(step, asked.games, asked.mode, asked.hands_each)
    must_be_for_two(step)
    for seat, place in sorted(step.table.places.items()):
        style = step.desk.bots.get(place.player, "")
        if style in LADDER and not place.leaving:
            must_suit(step, style, f"the bot on seat {seat + 1}")


def _next_game(step: Step, asked: Host) -> None:
    step.do(cmd.NextGame())


def _house(step: Step, asked: Host) -> None:
    """`options` are all that differ from the defaults: what is not named is as by default, or with `keep` as it is."""
    state = step.table.state
    kept = (state.next_house or state.house).differences() if asked.keep else {}
    set_house(step, {**kept, **asked.options})


def set_house(step: Step, options: Mapping[str, Any]) -> None:
    """House rules, by the options that differ from the defaults. Refused for a clock at which nobody could act."""
    house = HouseRules.of(**options)
    seconds = house.seats.clock_seconds
    if seconds is not None and seconds < LEAST_CLOCK:
        raise Refused(f"a clock gives {LEAST_CLOCK} seconds or more, or is none, for time without end")
    step.do(cmd.SetHouse(house))
    _must_let_sit(step)


def _bot(step: Step, asked: Host) -> None:
    """The room has made the bot a person and gives his id in `person`."""
    not_too_many(asked.chips)
    style = asked.words or "regular"
    must_suit(step, style, f"“{called(style)}”" if style in LADDER else style)
    step.do(cmd.Sit(asked.seat, asked.person, asked.chips or usual_buy_in(step.table, step.desk.settings.stack)))
    step.say(desks.BotSeated(asked.person, style))
    must_be_for_two(step)


def must_suit(step: Step, style: str, name: str) -> None:
    """Refused for a bot of the ladder of California Poker where that is not played, now or next."""
    line = step.table.state.next_line or step.table.state.line
    suits(style, [entry.game for entry in line.entries] if line is not None else [], name)


def suits(style: str, games: Iterable[Game], name: str) -> None:
    """Refused for a style that plays none of these games."""
    if style in LADDER and not any(game.has(Swap) for game in games):
        raise Refused(f"{name} plays California Poker alone, and that is not among the games of this table")


def _settings(step: Step, asked: Host) -> None:
    step.say(desks.SettingsSet(desks.settings_with(step.desk.settings, asked.settings)))
    must_be_for_two(step)


def _retry(step: Step, asked: Host) -> None:
    if not step.desk.stopped:
        raise Refused("the table was not stopped")
    if step.table.playing and step.table.hand is None:
        raise Refused("this hand cannot go on: its cards are gone, or were dealt by other rules; give its chips back")
    give_time_back(step, step.desk.stopped_at, "the table had stopped")
    step.say(desks.Stopped(""))


def _refund(step: Step, asked: Host) -> None:
    """After a fault: all chips of the hand go back to where they were before it."""
    if not step.desk.stopped:
        raise Refused("the table was not stopped; a hand is made void with a reason")
    if step.table.playing:
        step.do(cmd.VoidHand(reason_of(asked) or "a fault in the room"))
    step.say(desks.Stopped(""), desks.DealingSet(False))


_POWERS: dict[str, Callable[[Step, Host], None]] = {
    "approve": _approve,
    "deny": _deny,
    "kick": _kick,
    "cohost": _cohost,
    "uncohost": _uncohost,
    "mute": _mute,
    "unmute": _unmute,
    "pause": _pause,
    "resume": _resume,
    "deal": _deal,
    "hold": _hold,
    "void": _void,
    "close": _close,
    "games": _games,
    "next_game": _next_game,
    "house": _house,
    "bot": _bot,
    "settings": _settings,
    "retry": _retry,
    "refund": _refund,
}

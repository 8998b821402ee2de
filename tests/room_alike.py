"""Hands at a room's table, what every viewer is sent of them, and deals that must look alike to him, byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from contract_play import choose
from contract_run import with_random_house
from contract_tables import Exchanged, Recorded, limits_of, stakes_for
from contract_tables import Table as Setting
from contract_views import act_changed, learned, same_face
from oddchip import Hand, HouseRules, IllegalAction, Seat, find_game, shuffled
from oddchip.actions import Action
from oddchip.cards import card_text
from oddchip.room.desk import Desk, HandBegan, Settings
from oddchip.room.project import Around, CardIds, Hearing, Picture, Viewer, dealt_in
from oddchip.room.project.lines import HandLines
from oddchip.room.protocol import TableView, written
from oddchip.table import Act, Announce, SetGame, Sit, StartHand, Table
from oddchip.table import facts as table_facts
from oddchip.table.coming import limits
from oddchip.table.evening import Evening, easily
from oddchip.table.mixing import unannounced
from oddchip.table.script import Script, read
from oddchip.views import SPECTATOR

PEOPLE = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
NAMES = {f"p{k}": name for k, name in enumerate(PEOPLE)}
WATCHER, NAMELESS = "w", ""
HOUSE_SHARE = 0.35


@dataclass
class News:
    """A step as `Hearing` takes it."""

    table: Table
    desk: Desk
    facts: list[table_facts.Fact]
    actor: str = "room"
    desk_facts: list[Any] = field(default_factory=list)
    before: Settings = field(default_factory=Settings)


@dataclass
class Moment:
    """One moment of a hand, and the bytes and views each viewer was sent then (views first, then his new lines)."""

    hand: Hand
    sent: dict[str, bytes]
    views: dict[str, TableView]
    shown: dict[int, tuple[int, ...]]


class Screens:
    """All who look at one table, each with ids and a log of his own. The same people always have the same secrets."""

    def __init__(self, persons: Iterable[str]) -> None:
        self.ids = {person: CardIds(f"secret of {person}".encode()) for person in persons}
        lines = HandLines()
        self.hearing = {person: Hearing(person, lines=lines) for person in persons}
        self.picture: Picture | None = None
        self.seq = 0

    def look(self, table: Table, desk: Desk, said: Sequence[table_facts.Fact], only: str | None = None) -> Moment:
        """Send everybody (or one viewer) what is to be seen now."""
        self.seq += 1
        around = Around(
            seq=self.seq,
            now=0,
            title="A table",
            names={**NAMES, WATCHER: "Zed"},
            hosts=("p0",),
            online=frozenset(NAMES),
            shown=desk.shown,
            dealt=desk.dealt,
        )
        self.picture = Picture(table, around, self.picture)
        sent, views = {}, {}
        for person in self.ids if only is None else (only,):
            lines = self.hearing[person].hear(News(table, desk, list(said)), around.names)
            view = self.picture.seen_by(Viewer(self.ids[person], person, lines))
            sent[person], views[person] = written(view), view
        assert table.hand is not None
        return Moment(table.hand, sent, views, dict(desk.shown))


@dataclass
class Played:
    """A hand as it was played at a table, and all that was sent meanwhile."""

    before: Table
    desk: Desk
    dealing: Recorded
    persons: tuple[str, ...]
    decisions: list[tuple[int, Action]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    seats: tuple[int, ...] = ()


def random_setting(rng: Random, name: str, limit: str | None = None) -> Setting:
    """A game with stakes and house rules, and so many seats that hands are not slow."""
    game = find_game(name)
    limit = limit or rng.choice(limits_of(game))
    n = rng.randint(game.seats[0], min(game.seats[1], 5))
    setting = Setting(game, stakes_for(game, limit), tuple(Seat(i, 1) for i in range(n)), 0, HouseRules())
    return with_random_house(rng, setting) if rng.random() < HOUSE_SHARE else setting


def seated(rng: Random, setting: Setting) -> Table:
    """A table with the players of a setting, short stacks and deep ones, ready to deal."""
    table = Table.open(len(setting.seats) + 1, setting.house).do(SetGame(setting.game, setting.stakes))
    least, most = limits(table.state)
    least = max(least, 1)
    deep = max(least, min(4 * least, 4 * least if most is None else most))
    for i in range(len(setting.seats)):
        table = table.do(Sit(i, f"p{i}", rng.choice((least, rng.randint(least, deep), deep))))
    return announced(table)


def announced(table: Table) -> Table:
    return table.do(Announce()) if table.entry and unannounced(table.state, table.entry) else table


def played(rng: Random, name: str, limit: str | None = None) -> Played:
    """A hand of random legal play, with everything that is sent."""
    setting = random_setting(rng, name, limit)
    table = seated(rng, setting)
    made: list[Recorded] = []
    deal = shuffled(rng)

    def dealer(deck: Any) -> Recorded:
        made.append(Recorded(deal(deck)))
        return made[-1]

    button = rng.randrange(len(setting.seats))
    before = table
    table = table.do(StartHand(dealer, button))
    desk = Desk("p0", "A table", began=HandBegan(dealt_in(table), 0, ""))
    persons = (*(f"p{i}" for i in range(len(setting.seats))), WATCHER, NAMELESS)
    found = Played(before, desk, made[0], persons)
    screens = Screens(persons)
    found.moments.append(screens.look(table, desk, table.news))
    while table.playing:
        seat = rng.choice(sorted(table.offers))
        action = choose(rng, table.offers[seat])
        table = table.do(Act(seat, action))
        found.decisions.append((seat, action))
        found.moments.append(screens.look(table, desk, table.news))
    assert table.hand is not None
    seat = rng.choice(table.hand.seats)
    held = table.hand.holdings[seat]
    some = tuple(rng.sample(held, rng.randint(0, len(held))))
    if some:
        found.moments.append(screens.look(table, shown(desk, seat, some), ()))
    return found


def shown(desk: Desk, seat: int, cards: tuple[int, ...]) -> Desk:
    return Desk(desk.owner, desk.title, began=desk.began, shown={seat: cards})


# --- what must hold --------------------------------------------------------------------------------------------------


def position_of(hand: Hand, desk: Desk, person: str) -> int:
    """The position a person was dealt in at; SPECTATOR for who was not."""
    seat = next((seat for seat, who in desk.dealt.items() if who == person), None)
    return SPECTATOR if seat is None else hand.seats.index(seat)


def hidden(moment: Moment, viewer: int) -> list[int]:
    """The cards of the pack that a viewer has not been shown and was not dealt."""
    hand = moment.hand
    seen = {card for event in hand.log for card in learned(event, viewer, hand.plan.members)}
    seen.update(card for cards in moment.shown.values() for card in cards)
    return [card for card in hand.game.deck.cards if card not in seen]


def check_cards(found: Played) -> int:
    """Everybody sees his own cards, and in nothing that he is sent stands a card that he may not see."""
    searched = 0
    for moment in found.moments:
        deck = moment.hand.game.deck
        for person in found.persons:
            i = position_of(moment.hand, found.desk, person)
            view, frame = moment.views[person], moment.sent[person]
            foreign = [card_text(card, deck) for card in hidden(moment, i)]
            assert not [text for text in foreign if f'"{text}"'.encode() in frame]
            if view.me is not None:
                held = moment.hand.state.hands[i] if i != SPECTATOR else ()
                assert sorted(card.text for card in view.me.cards) == sorted(card_text(card, deck) for card in held)
            ids = [card.id for seat in view.seats for card in seat.cards] + [card.id for card in view.dead]
            ids += [card.id for row in view.rows for card in row.cards]
            assert len(set(ids)) == len(ids)
            searched += 1
    return searched


def check_alike(rng: Random, found: Played) -> int:
    """Deal the hand again with cards exchanged that a viewer has not seen: every byte he is sent is the same.

    The same is decided in both deals as long as it is legal in the other; gives the number of moments compared.
    """
    person = rng.choice(found.persons)
    stop = rng.choice((rng.randrange(len(found.moments)), len(found.moments) - 1))
    last = found.moments[stop]
    viewer = position_of(last.hand, found.desk, person)
    secret = hidden(last, viewer)
    if len(secret) < 2:
        return 0
    picked = rng.sample(secret, rng.choice((2, len(secret))))
    change = dict(zip(picked, [*picked[1:], picked[0]], strict=True))
    table = found.before.do(StartHand(lambda deck: Exchanged(found.dealing, change), last.hand.button))
    screens = Screens((person,))
    for step in range(stop + 1):
        original = found.moments[step]
        assert table.hand is not None
        if not same_face(original.hand, table.hand, viewer):
            return step
        desk = found.desk
        for seat, cards in original.shown.items():
            desk = shown(desk, seat, cards)
        sent = screens.look(table, desk, () if original.shown else table.news).sent[person]
        assert sent == original.sent[person], f"{person} is sent something else at moment {step}"
        if step == stop or step >= len(found.decisions):
            continue
        seat, action = found.decisions[step]
        try:
            table = table.do(Act(seat, act_changed(action, change)))
        except IllegalAction:
            return step + 1
    return stop + 1


def run(name: str, seed: int, exchanges: int = 3, limit: str | None = None) -> Counter[str]:
    """Play one hand of a game and check all that is sent."""
    rng = Random(f"room {name} {seed}")
    counts: Counter[str] = Counter()
    try:
        found = played(rng, name, limit)
        counts["moments"] += len(found.moments)
        counts["frames"] += check_cards(found)
        for _ in range(exchanges):
            counts["alike"] += check_alike(rng, found)
    except BaseException as error:
        error.add_note(f"room hand: {name!r}, {seed}, {limit!r}")
        raise
    return counts


# --- whole evenings --------------------------------------------------------------------------------------------------


class Watched(Evening):
    """An evening of which everybody is sent all that he may see; people come, go, sit out and add chips."""

    def __init__(self, script: Script, rng: Random) -> None:
        self.screens: dict[str, tuple[CardIds, Hearing]] = {}
        self.picture: Picture | None = None
        self.desk = Desk("Ada", "A table")
        self.told = 0
        self.counts: Counter[str] = Counter()
        super().__init__(script, rng, easily)

    @property
    def table(self) -> Table:
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table
        said = table.events[self.told :]
        self.told += len(said)
        if any(isinstance(fact, table_facts.HandStarted) for fact in said):
            dealing = next(fact.dealing for fact in said if isinstance(fact, table_facts.HandStarted))
            people = {seat: place.player for seat, place in table.places.items()}
            people |= {fact.seat: fact.player for fact in said if isinstance(fact, table_facts.Left)}
            self.desk = Desk("Ada", "A table", began=HandBegan({seat: people[seat] for seat in dealing.seats}, 0, ""))
        self.look(said)

    def look(self, said: Sequence[table_facts.Fact]) -> None:
        """Send everybody who was ever here, and one who never was, what there is to be seen."""
        table, desk = self._table, self.desk
        people = {"", "Zed", *table.accounts}
        names = {person: person for person in people}
        around = Around(self.told, self.now, "A table", names, hosts=("Ada",), dealt=desk.dealt)
        self.picture = Picture(table, around, self.picture)
        for person in sorted(people):
            ids, hearing = self.screens.setdefault(person, (CardIds(f"{person:16}".encode()), Hearing(person)))
            lines = hearing.hear(News(table, desk, list(said)), names)
            view = self.picture.seen_by(Viewer(ids, person, lines))
            frame = written(view)
            self.counts["frames"] += 1
            self.counts["lines"] += len(lines)
            check_chips(table, view)
            if table.hand is not None:
                i = position_of(table.hand, desk, person)
                deck = table.hand.game.deck
                foreign = [card_text(card, deck) for card in hidden(Moment(table.hand, {}, {}, {}), i)]
                assert not [text for text in foreign if f'"{text}"'.encode() in frame], f"{person} sees too much"


def check_chips(table: Table, view: TableView) -> None:
    """All chips of the table are in what is sent: stacks, pot, chips that count from the next hand."""
    middle = view.pot if table.playing else view.carried
    assert sum(seat.stack + seat.pending for seat in view.seats) + middle == table.state.chips


def evening(text: str, seed: int) -> Counter[str]:
    """Play an evening from a script and check all that everybody is sent of it."""
    watched = Watched(read(text), Random(seed))
    watched.played()
    return watched.counts

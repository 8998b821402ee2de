"""What an evening at a table came to: who brought what, took what, has what; who pays whom; how the hands went.

Pure: made of rows of the ledger and of hands that are over. `evening_of` reads them out of a store.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Row, select

from oddchip.games import find_game
from oddchip.room.entries import account
from oddchip.room.luck import Score, Values, scores
from oddchip.room.store import AnyStore, schema
from oddchip.table.settle import Payment, settled

if TYPE_CHECKING:
    from oddchip.room.desk import Desk
    from oddchip.table import Table

#: Who stands in the payments for chips that nobody has won yet.
POT = "the pot that stays"


@dataclass
class Standing:
    """One person's evening, in chips. `net` is what he took and has, less what he brought.

    `luck_free` is his score at California Poker without the luck of the cards, in stakes; None if he played none.
    """

    person: str
    name: str
    bot: bool = False
    brought: int = 0
    took: int = 0
    has: int = 0
    dealt: int = 0
    won: int = 0
    showdowns: int = 0
    biggest: int = 0
    games: dict[str, int] = field(default_factory=dict)
    luck_free: Score | None = None

    @property
    def net(self) -> int:
        return self.took + self.has - self.brought


@dataclass(frozen=True)
class HandRow:
    """A hand in an export. `nets` and `won` are by person."""

    number: int
    game: str
    stakes: str
    started: float
    ended: float
    pot: int
    nets: dict[str, int]
    won: dict[str, int]
    void: str = ""
    carried: bool = False


@dataclass(frozen=True)
class Evening:
    """A table's ledger. `pot` is what a carried pot holds; `payments` are by name."""

    table_id: str
    title: str
    people: tuple[Standing, ...]
    hands: tuple[HandRow, ...]
    pot: int
    payments: tuple[Payment, ...]

    @property
    def is_even(self) -> bool:
        """All that was brought is with somebody, or in the pot."""
        return not sum(each.net for each in self.people) + self.pot


def evening(
    table_id: str,
    title: str,
    entries: Iterable[tuple[str, int]],
    seats: Mapping[int, str],
    hands: Sequence[HandRow],
    showdowns: Mapping[str, int],
    names: Mapping[str, str],
    bots: Iterable[str] = (),
) -> Evening:
    """The ledger out of its lines: (account, chips gained) each, in any order; `seats` says who sits where now.

    A player's account gains what he takes from the table and loses what he brings to it.
    """
    people = {each: Standing(each, name, each in set(bots)) for each, name in names.items()}
    stacks: dict[str, int] = {}
    for name, amount in entries:
        kind, _, who = name.partition(":")
        if kind != "player":
            stacks[name] = stacks.get(name, 0) + amount
        elif amount < 0:
            _of(people, who).brought -= amount
        else:
            _of(people, who).took += amount
    for seat, who in seats.items():
        _of(people, who).has = stacks.pop(account(table_id, f"stack:{seat}"), 0)
    pot = sum(stacks.values())
    for hand in hands:
        _count(people, hand)
    for who, count in showdowns.items():
        _of(people, who).showdowns = count
    found = sorted(people.values(), key=lambda each: (-each.net, each.name))
    return Evening(table_id, title, tuple(found), tuple(hands), pot, _payments(found, pot))


def _of(people: dict[str, Standing], who: str) -> Standing:
    return people.setdefault(who, Standing(who, who))


def _count(people: dict[str, Standing], hand: HandRow) -> None:
    for who, net in hand.nets.items():
        standing = _of(people, who)
        standing.dealt += not hand.void
        standing.won += who in hand.won
        standing.biggest = max(standing.biggest, hand.won.get(who, 0))
        standing.games[hand.game] = standing.games.get(hand.game, 0) + net


def _payments(people: Sequence[Standing], pot: int) -> tuple[Payment, ...]:
    """In as few payments as there can be; namesakes are told apart."""
    nets: dict[str, int] = {}
    for each in people:
        name, n = each.name, 2
        while name in nets:
            name, n = f"{each.name} ({n})", n + 1
        nets[name] = each.net
    if pot:
        nets[POT] = pot
    return settled(nets)


# --- out of a store --------------------------------------------------------------------------------------------------


async def evening_of(
    store: AnyStore, table_id: str, table: Table, desk: Desk, names: Mapping[str, str], values: Values
) -> Evening:
    """The ledger of a table; `names` are everybody's, by id. Without a coach there are no scores without luck."""
    e, h = schema.entry, schema.hand
    entries = await store.read(select(e.c.account, e.c.amount).where(e.c.table_id == table_id))
    rows = await store.read(select(h).where(h.c.table_id == table_id, h.c.ended.is_not(None)).order_by(h.c.hand))
    seats = {seat: place.player for seat, place in table.places.items()}
    hands, showdowns = hand_rows(rows)
    here = {*table.accounts, *seats.values(), *(who for hand in hands for who in hand.nets)}
    lines = [(row.account, row.amount) for row in entries]
    found = evening(
        table_id, desk.title, lines, seats, hands, showdowns, {each: names.get(each, each) for each in here}, desk.bots
    )
    luck_free = scores(await values.of(store, table_id)) if desk.settings.coach else {}
    for each in found.people:
        each.luck_free = luck_free.get(each.person)
    return found


def hand_rows(rows: Iterable[Row[Any]]) -> tuple[list[HandRow], dict[str, int]]:
    """Hands out of their rows, and how many showdowns each person came to."""
    hands, showdowns = [], dict[str, int]()
    for row in rows:
        header = msgspec.json.decode(row.summary)
        who = dict(zip(header["seats"], header["people"], strict=True))
        won: dict[str, int] = {}
        for seat, chips, *_ in header["won"]:
            won[who[seat]] = won.get(who[seat], 0) + chips
        for seat in header["showdown"]:
            showdowns[who[seat]] = showdowns.get(who[seat], 0) + 1
        nets = dict(zip(header["people"], header["net"], strict=True))
        game = find_game(row.game).name
        hands.append(
            HandRow(
                row.hand, game, row.stakes, row.started, row.ended, header["pot"], nets, won, header["void"],
                header["carried"],
            )
        )  # fmt: skip
    return hands, showdowns


# --- written down ----------------------------------------------------------------------------------------------------


def as_json(evenings: Sequence[Evening]) -> bytes:
    """Evenings as JSON; people are named, and by their ids where hands speak of them."""
    said = {
        "tables": [
            {
                "id": each.table_id,
                "title": each.title,
                "pot": each.pot,
                "ledger": [{**asdict(person), "net": person.net} for person in each.people],
                "payments": [
                    {"from": debtor, "to": creditor, "chips": chips} for debtor, creditor, chips in each.payments
                ],
                "hands": [asdict(hand) for hand in each.hands],
            }
            for each in evenings
        ]
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=1)


COLUMNS = (
    *("what", "table", "hand", "started", "game", "stakes", "player", "bot", "brought", "took", "has", "net"),
    *("won", "pot", "note", "coached_hands", "luck_free", "luck_free_error"),
)


def as_csv(evenings: Sequence[Evening]) -> str:
    """Evenings as one table: lines of the ledger, payments, then what each hand did to each player."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="")
    writer.writeheader()
    for each in evenings:
        writer.writerows({name: plain_cell(value) for name, value in row.items()} for row in _rows(each))
    return out.getvalue()


def _rows(of: Evening) -> Iterable[dict[str, Any]]:
    from datetime import UTC, datetime

    names = {each.person: each.name for each in of.people}
    bots = {each.person: "yes" if each.bot else "no" for each in of.people}
    for each in of.people:
        yield {
            "what": "ledger", "table": of.title, "player": each.name, "bot": bots[each.person], "brought": each.brought,
            "took": each.took, "has": each.has, "net": each.net, **_luck_free(each.luck_free),
        }  # fmt: skip
    for debtor, creditor, chips in of.payments:
        yield {"what": "payment", "table": of.title, "player": debtor, "net": -chips, "note": f"to {creditor}"}
    for hand in of.hands:
        note = f"void: {hand.void}" if hand.void else "the pot stays" if hand.carried else ""
        started = datetime.fromtimestamp(hand.started, UTC).isoformat(timespec="seconds")
        for who, net in hand.nets.items():
            yield {
                "what": "hand", "table": of.title, "hand": hand.number, "started": started, "game": hand.game,
                "stakes": hand.stakes, "player": names[who], "bot": bots[who], "net": net,
                "won": hand.won.get(who, 0), "pot": hand.pot, "note": note,
            }  # fmt: skip


def _luck_free(score: Score | None) -> dict[str, Any]:
    """In stakes; an error is there for two hands or more."""
    if score is None:
        return {}
    error = "" if score.error is None else score.error
    return {"coached_hands": score.hands, "luck_free": score.luck_free, "luck_free_error": error}


def plain_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula, whatever somebody has called himself.

    >>> plain_cell("=1+1"), plain_cell("Ada"), plain_cell(-5)
    ("'=1+1", 'Ada', -5)
    """
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value

"""House rules under a name: kept for who made them, and shared with every host of the room if he likes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import delete, or_, select

from oddchip.house import HouseRules
from oddchip.room.errors import Refused
from oddchip.room.names import title_of
from oddchip.room.people import Person, token_from
from oddchip.room.store import AnyStore, put, schema

MOST_SETS = 50


@dataclass(frozen=True)
class HouseSet:
    """Named house rules. `options` are those that differ from the defaults."""

    id: str
    owner: str
    name: str
    shared: bool
    options: dict[str, Any] = field(hash=False)

    @property
    def house(self) -> HouseRules:
        return HouseRules.of(**self.options)


async def sets_for(store: AnyStore, person: Person) -> list[HouseSet]:
    """One's own sets, then those others share, by name."""
    h = schema.house_set
    query = select(h).where(or_(h.c.owner == person.id, h.c.shared == 1))
    found = [_read(row) for row in await store.read(query)]
    return sorted(found, key=lambda each: (each.owner != person.id, each.name.casefold()))


async def find_set(store: AnyStore, person: Person, set_id: str) -> HouseSet:
    """A set that this person may use. Refused for any other."""
    for each in await sets_for(store, person):
        if each.id == set_id:
            return each
    raise Refused("there are no house rules of that name any more")


async def save_set(
    store: AnyStore, person: Person, name: str, house: HouseRules, shared: bool, bits: bytes
) -> HouseSet:
    """Keep house rules under a name; of the same name one has only one set, the newest. `bits` makes a new id."""
    name = title_of(name, "the name of a set")
    mine = [each for each in await sets_for(store, person) if each.owner == person.id]
    old = next((each for each in mine if each.name.casefold() == name.casefold()), None)
    if old is None and len(mine) >= MOST_SETS:
        raise Refused(f"you keep {MOST_SETS} sets of house rules already; delete one first")
    made = HouseSet(old.id if old else token_from(bits), person.id, name, shared, house.differences())
    row = {
        "id": made.id,
        "owner": made.owner,
        "name": made.name,
        "body": msgspec.json.encode(made.options),
        "shared": int(shared),
    }
    await store.write(put(schema.house_set, row))
    return made


async def delete_set(store: AnyStore, person: Person, set_id: str) -> None:
    """Only one's own."""
    h = schema.house_set
    await store.write(delete(h).where(h.c.id == set_id, h.c.owner == person.id))


def _read(row: Any) -> HouseSet:
    return HouseSet(row.id, row.owner, row.name, bool(row.shared), msgspec.json.decode(row.body))

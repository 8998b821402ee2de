"""Who may open a page of a table, and how a page asks something of the table."""

from __future__ import annotations

import asyncio
import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request

from oddchip.room.actor import Actor
from oddchip.room.errors import Forbidden, Refused
from oddchip.room.people import Person
from oddchip.room.protocol import Ack, Act, Do, Host, Nack
from oddchip.room.reach import reach
from oddchip.web.pages.refusals import NO_INVITATION, NO_TABLE
from oddchip.web.sessions import person_of
from oddchip.web.wiring import room_of

_PATIENCE = 20


async def guest_of(request: Request) -> tuple[Actor, Person, str]:
    """The table of the path, who asks, and whether he plays or watches; 401 without a session, 404 for who may not.

    Who may not is told the same as if there were no such table.
    """
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, NO_INVITATION)
    table_id = request.path_params["table"]
    actor = await reach(room_of(request), table_id, person.id)
    may = room_of(request).may_open(person.id, table_id)
    if may is None or actor is None:
        raise HTTPException(404, NO_TABLE)
    return actor, person, may


def must_host(actor: Actor, person: Person) -> None:
    if not actor.scene.desk.may_host(person.id):
        raise Forbidden("only a host of this table may do that")


def new_id() -> str:
    """For a request that a page makes."""
    return f"page-{secrets.token_urlsafe(9)}"


async def ask(actor: Actor, person: Person, request: Act | Do | Host) -> None:
    """Have something done at a table, as if it came from its screen. Refused with what the table says."""
    answer: asyncio.Future[Ack | Nack] = asyncio.get_running_loop().create_future()
    actor.ask(person.id, request, lambda said: None if answer.done() else answer.set_result(said))
    async with asyncio.timeout(_PATIENCE):
        said = await answer
    if isinstance(said, Nack):
        raise (Forbidden if said.kind == "forbidden" else Refused)(said.why)

"""What people ask of a table, where it is more than an order: who may sit, who may be muted, how one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddchip.errors import OddchipError
from oddchip.room.errors import Doubtful, Forbidden, Refused, Stale, sentence_of
from oddchip.room.hosting import host
from oddchip.room.names import own_name
from oddchip.room.orders import do
from oddchip.room.project import CardIds
from oddchip.room.protocol import Do, Host, Nack, Refusals
from oddchip.room.steps import Step

if TYPE_CHECKING:
    from oddchip.room.actor import Actor

_REFUSALS: tuple[tuple[type[OddchipError], Refusals], ...] = (
    (Stale, "stale"),
    (Doubtful, "doubt"),
    (Forbidden, "forbidden"),
)


def refusal(request_id: str, error: OddchipError) -> Nack:
    """Why something was not done."""
    kind: Refusals = next((name for cls, name in _REFUSALS if isinstance(error, cls)), "refused")
    return Nack(request_id, kind, sentence_of(error))


def sit(actor: Actor, step: Step, request: Do, ids: CardIds) -> None:
    """A seat for somebody who may play here, and whom nobody at the table can be mistaken for."""
    person, services = step.actor, actor.services
    if not (actor.audience.may_sit(person) or services.may_open(person, actor.id) == "play"):
        raise Forbidden("your link is one to look on; ask the host for one to play")
    own_name(services.name_of(person), names_beside(actor, person))
    do(step, request, ids)


def rule(actor: Actor, step: Step, request: Host) -> None:
    """A host's power. Nobody is muted who has no business at the table: words of any kind are no person."""
    host(step, request)
    if request.what == "mute" and actor.services.may_open(request.person, actor.id) is None:
        raise Refused("nobody of that name is at this table")


def names_beside(actor: Actor, person: str) -> list[str]:
    """The names of the others who sit here, ask for a seat, or are hosts."""
    return [actor.services.name_of(each) for each in _at_it(actor) if each != person]


def must_stand_out(actor: Actor, person: str) -> None:
    """Refused for an onlooker who is called like somebody at the table: who sits down after him has the name."""
    if person not in _at_it(actor):
        own_name(actor.services.name_of(person), names_beside(actor, person))


def _at_it(actor: Actor) -> set[str]:
    desk = actor.scene.desk
    people = {place.player for place in actor.scene.table.places.values()}
    return people | {asked.person for asked in desk.asked} | {desk.owner, *desk.hosts}

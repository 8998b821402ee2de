"""The rows that a step of a table writes: its event, what is private in it, the ledger, a hand's record, a snapshot."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Table, delete, func, select, update

from oddchip.room.records import header, seen_logs
from oddchip.room.steps import Scene, Step, Written
from oddchip.room.store import Batch, Item, schema
from oddchip.stakes_text import stakes_text
from oddchip.table.facts import Closed, HandEnded, HandVoided
from oddchip.table.plain import plain_state


def batch(table_id: str, epoch: int, step: Step, made: Written) -> Batch:
    """All rows of a step, to be written together or not at all."""
    seq, rows = made.scene.seq, list[Item]()
    rows.append((schema.event, _event(table_id, epoch, step, made)))
    if made.private:
        rows.append((schema.private, {"table_id": table_id, "seq": seq, "body": made.private}))
    rows += _secrets(table_id, step)
    rows += _ledger(table_id, seq, made.entries)
    if any(isinstance(fact, Closed) for fact in step.facts):
        t = schema.game_table
        rows.append(update(t).where(t.c.id == table_id).values(closed=step.now))
    if step.hand_over:
        rows += ended(table_id, step)
    if not step.scene.seq or (step.hand_over and not step.table.playing):
        rows += _snapshot(table_id, made.scene)
    return Batch(table_id, epoch, step.scene.seq, rows)


def _event(table_id: str, epoch: int, step: Step, made: Written) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "seq": made.scene.seq,
        "epoch": epoch,
        "hand": step.hand,
        "kind": step.kind,
        "actor": step.actor,
        "command_id": step.command_id,
        "body": made.body,
        "at": step.now,
        "state_hash": made.scene.hash,
    }


def _secrets(table_id: str, step: Step) -> list[Item]:
    """The hidden decks of a hand, in place of those before: of a commitment that was given up nothing is kept."""
    before, now, s = step.scene.decks, step.decks, schema.secret
    if now is before:
        return []
    if now is None:
        assert before is not None
        return [delete(s).where(s.c.table_id == table_id, s.c.hand == before.hand)]
    row = {"table_id": table_id, "hand": now.hand, "body": now.packed(), "made": step.now}
    return [delete(s).where(s.c.table_id == table_id, s.c.hand == now.hand), (s, row)]


def _ledger(table_id: str, seq: int, entries: tuple[tuple[str, int], ...]) -> list[Item]:
    return [
        (
            schema.entry,
            {"table_id": table_id, "seq": seq, "line": line, "account": account(table_id, name), "amount": amount},
        )
        for line, (name, amount) in enumerate(entries)
    ]


def account(table_id: str, name: str) -> str:
    """The ledger's name of an account: people are known everywhere, stacks and pots at their table."""
    kind, _, rest = name.partition(":")
    return name if kind == "player" else ":".join([kind, table_id, *([rest] if rest else [])])


def ended(table_id: str, step: Step) -> list[tuple[Table, dict[str, Any]]]:
    """The rows of a hand that is over: its record. A void hand is kept as far as it went."""
    hand, began = step.table.hand or step.scene.table.hand, step.desk.began
    if hand is None or began is None:  # a hand that could not be taken up again after a fault
        return []
    number = next(fact.number for fact in step.facts if isinstance(fact, HandEnded | HandVoided))
    row = {
        "table_id": table_id,
        "hand": number,
        "game": hand.game.id,
        "stakes": stakes_text(hand.stakes),
        "started": began.at,
        "ended": step.now,
        "revision": began.revision,
        "summary": msgspec.json.encode(header(hand, step)),
    }
    rows: list[tuple[Table, dict[str, Any]]] = [(schema.hand, row)]
    bots = {seat for seat, person in step.desk.dealt.items() if person in step.desk.bots}
    for viewer, log in seen_logs(hand, bots).items():
        rows.append((schema.record, {"table_id": table_id, "hand": number, "viewer": str(viewer), "body": log}))
    return rows


def _snapshot(table_id: str, scene: Scene) -> list[Item]:
    """A cache of the scene between hands. The one before it is kept: from there the hand that is over is decided again
    when the table is taken up, so that its result still lies there.
    """
    body = msgspec.json.encode(
        {"state": plain_state(scene.table.state), "desk": scene.desk, "hash": scene.hash.hex(), "at": scene.at}
    )
    row = {"table_id": table_id, "seq": scene.seq, "body": body}
    s = schema.snapshot
    before = select(func.max(s.c.seq)).where(s.c.table_id == table_id).scalar_subquery()
    return [delete(s).where(s.c.table_id == table_id, s.c.seq < before), (s, row)]

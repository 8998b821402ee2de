"""What must be true of a database, whatever was played and however the process ended. `oddchip doctor` asks."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, or_, select

from oddchip.room.store.schema import entry, event, game_table, hand, private, record, secret, snapshot


def findings(connection: Connection) -> list[str]:
    """What is wrong, one sentence each; nothing if all is well. Reads alone."""
    checks = (_file, _numbers, _heads, _epochs, _commands, _balance, _accounts, _strays)
    return [sentence for check in checks for sentence in check(connection)]


def _file(connection: Connection) -> Iterator[str]:
    """What SQLite says of its file. A server looks after its own."""
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if said != "ok":
            yield f"The database file is damaged: {said}."


def _numbers(connection: Connection) -> Iterator[str]:
    """The events of a table are numbered 1, 2, 3, ..."""
    count, first, last = func.count(), func.min(event.c.seq), func.max(event.c.seq)
    query = select(event.c.table_id, count, first, last).group_by(event.c.table_id)
    for table, number, low, high in connection.execute(query.having(or_(first != 1, last != count))):
        yield f"The log of table {table} has gaps: {number} events are numbered from {low} to {high}."


def _heads(connection: Connection) -> Iterator[str]:
    """A table is where its log ends."""
    last = func.coalesce(func.max(event.c.seq), 0)
    query = select(game_table.c.id, game_table.c.seq, last).outerjoin(event, event.c.table_id == game_table.c.id)
    for table, seq, logged in connection.execute(query.group_by(game_table.c.id).having(last != game_table.c.seq)):
        yield f"Table {table} stands at event {seq}, but its log ends at {logged}."
    unknown = select(event.c.table_id).distinct().where(event.c.table_id.not_in(select(game_table.c.id)))
    for (table,) in connection.execute(unknown):
        yield f"There are events of table {table}, but no such table."


def _epochs(connection: Connection) -> Iterator[str]:
    """An epoch never follows a later one: nothing was written by somebody who had lost the table."""
    before = func.lag(event.c.epoch).over(partition_by=event.c.table_id, order_by=event.c.seq)
    ordered = select(event.c.table_id, event.c.seq, event.c.epoch, before.label("before")).subquery()
    for table, seq, epoch, earlier in connection.execute(select(ordered).where(ordered.c.epoch < ordered.c.before)):
        yield f"Event {seq} of table {table} is of epoch {epoch}, after one of epoch {earlier}."


def _commands(connection: Connection) -> Iterator[str]:
    """A command happens once."""
    query = select(event.c.table_id, event.c.command_id, func.count()).group_by(event.c.table_id, event.c.command_id)
    for table, command, times in connection.execute(query.having(func.count() > 1)):
        yield f"Command {command} of table {table} is in the log {times} times."


def _balance(connection: Connection) -> Iterator[str]:
    """Chips only move: the lines of an event sum to nothing."""
    total = func.sum(entry.c.amount)
    query = select(entry.c.table_id, entry.c.seq, total).group_by(entry.c.table_id, entry.c.seq).having(total != 0)
    for table, seq, amount in connection.execute(query):
        yield f"The ledger lines of event {seq} of table {table} sum to {amount}, not to 0."


def _accounts(connection: Connection) -> Iterator[str]:
    """A stack or a pot never holds less than nothing; people and the bank may owe."""
    total = func.sum(entry.c.amount)
    held = or_(entry.c.account.like("stack:%"), entry.c.account.like("pot:%"))
    query = select(entry.c.account, total).where(held).group_by(entry.c.account).having(total < 0)
    for account, amount in connection.execute(query):
        yield f"The account {account} holds {amount} chips, less than none."


def _strays(connection: Connection) -> Iterator[str]:
    """What goes with an event has its event."""
    for table, what in ((entry, "ledger lines"), (private, "private parts")):
        own = and_(event.c.table_id == table.c.table_id, event.c.seq == table.c.seq)
        lost = select(table.c.table_id, table.c.seq).distinct().outerjoin(event, own).where(event.c.seq.is_(None))
        for table_id, seq in connection.execute(lost):
            yield f"There are {what} of event {seq} of table {table_id}, but no such event."
    for table, what in ((snapshot, "snapshots"), (secret, "packs"), (hand, "hands"), (record, "records of hands")):
        unknown = select(table.c.table_id).distinct().where(table.c.table_id.not_in(select(game_table.c.id)))
        for (table_id,) in connection.execute(unknown):
            yield f"There are {what} of table {table_id}, but no such table."

"""The doctor: what it proves of a whole folder, and that it names what is wrong with a damaged one."""

import asyncio
import json
from random import Random

import pytest
from sqlalchemy import select

from backend import asked, copied, damage, kept_in, named, replaced
from oddchip.cli import main
from oddchip.room import examining
from oddchip.room.doctor import check_up
from oddchip.room.loading import load
from oddchip.room.protocol import PROTOCOL, Do, GameWanted, Hello, Host
from oddchip.room.room import Room, RoomSettings
from oddchip.room.steps import state_hash
from oddchip.room.store import Store, schema
from oddchip.table import Sit, Table
from room_players import Player, until

GAMES = ("jacks_back", "high_low_declare", "stud_eight")


async def well_on(folder, actor):
    """Every hand may end before anybody draws: go on until something private was done."""
    await until(
        lambda: (
            actor.scene.table.state.hands > len(GAMES)
            and actor.scene.table.playing
            and one(folder, "SELECT count(*) FROM private")
        )
    )


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A folder in which some hands of several games were played, and one is being played."""
    folder = tmp_path_factory.mktemp("evening") / "data"

    async def play():
        room = await Room.open(folder, settings=RoomSettings(pace="none"))
        host, _ = await room.new_guest("Hanna")
        host = await room.make_host(host)
        table = await room.new_table(host, "Friday", 4, [GameWanted(game) for game in GAMES], "rotation", hands_each=1)
        player = Player(room, table, host.id, Random(7), lambda *what, **about: None)
        playing = asyncio.create_task(player.play(seat=0))
        await until(lambda: player.view)
        for seat in (1, 2):
            await player.connection.receive(Host(f"b{seat}", "bot", seat=seat, words="random"))
        await player.connection.receive(Host("d", "deal"))
        actor = room.tables[table]
        while True:
            await well_on(folder, actor)
            await room.close()
            await playing
            if actor.scene.table.playing:
                return
            # What was on its way as the room closed has ended the hand.
            room = await Room.open(folder, settings=RoomSettings(pace="none"))
            actor = room.tables[table]
            player = Player(room, table, host.id, Random(8), lambda *what, **about: None)
            playing = asyncio.create_task(player.play())

    asyncio.run(play())
    return folder


@pytest.fixture
def folder(evening, tmp_path):
    """A copy of it to damage."""
    return copied(evening, tmp_path / "data")


def one(folder, query):
    (row,) = asked(folder, query)
    return row if len(row) > 1 else row[0]


def checked(folder):
    async def check():
        store = await Store.open(folder)
        try:
            return await check_up(store)
        finally:
            await store.close()

    return asyncio.run(check())


def first_wrong(folder):
    """(table, event, why) of the first thing that is wrong."""
    wrong = checked(folder).wrong[0]
    return wrong.table, wrong.event, wrong.why


def test_an_evening_is_whole_and_every_hand_is_decided_again(folder):
    found = checked(folder)
    assert found.complaints() == [table_note for table in found.tables for table_note in table.notes] == []
    (table,) = found.tables
    hands = one(folder, "SELECT count(*) FROM hand")
    assert (table.decided, table.folded) == (hands, 0)
    assert hands >= len(GAMES)
    assert table.events == one(folder, "SELECT count(*) FROM event")
    assert table.records == one(folder, "SELECT count(*) FROM record") > hands
    assert table.snapshots == 2  # from before and after the last hand
    assert table.transactions == one(folder, "SELECT count(DISTINCT seq) FROM entry") > 4
    assert table.chips == one(folder, "SELECT sum(amount) FROM entry WHERE account NOT LIKE 'player:%'") > 0


def test_deleting_all_snapshots_changes_nothing(folder):
    async def opened():
        """What a room makes of the folder when it opens it; nothing is played on."""
        store = await Store.open(folder)
        (row,) = await store.read(select(schema.game_table))
        scene, fault = await load(store, row)
        await store.close()
        return scene, fault

    with_snapshot = asyncio.run(opened())
    damage(folder, "DELETE FROM snapshot")
    found = checked(folder)
    assert (found.well, found.total("snapshots"), found.total("decided")) == (
        True,
        0,
        one(folder, "SELECT count(*) FROM hand"),
    )
    assert asyncio.run(opened()) == with_snapshot


def test_destroyed_cards_leave_facts_that_are_folded(folder):
    hands = one(folder, "SELECT count(*) FROM hand")

    async def forget():
        room = await Room.open(folder, settings=RoomSettings(pace="none"))
        forgotten = await room.forget_secrets(room.now() + 1)
        await room.close()
        return forgotten

    forgotten = asyncio.run(forget())
    assert forgotten >= hands
    found = checked(folder)
    assert (found.complaints(), found.total("folded")) == ([], forgotten)
    # The hand that was being played goes on while the room is open.
    assert found.total("decided") <= 1


def test_coming_back_in_the_middle_of_a_hand_is_decided_again_to_the_byte(tmp_path):
    """By a clock of whole seconds as well: numbers read back from the log are written as they were."""

    async def play():
        room = await Room.open(tmp_path / "data", settings=RoomSettings(pace="none"), now=lambda: 1_800_000_000)
        host = await room.make_host((await room.new_guest("Hanna"))[0])
        table = await room.new_table(host, "Friday", 4, [GameWanted("badugi")], settings={"choice_seconds": 0})
        actor = room.tables[table]
        connection = actor.connect(host.id)
        await connection.receive(Hello(PROTOCOL))
        await connection.receive(Do("s", "sit", seat=0))
        await connection.receive(Host("b", "bot", seat=1, words="caller"))
        await connection.receive(Host("d", "deal"))
        await until(lambda: 0 in actor.scene.table.offers)
        await connection.receive(Do("o", "sit_out", now=True))
        await connection.receive(Do("r", "return", post=True))
        await until(lambda: not actor.scene.desk.away and actor.scene.table.hand.log and actor.scene.seq > 6)
        await room.close()
        room = await Room.open(tmp_path / "data", settings=RoomSettings(pace="none"))
        (actor,) = room.tables.values()
        stopped = actor.scene.desk.stopped
        await room.close()
        return stopped

    assert asyncio.run(play()) == ""
    assert checked(tmp_path / "data").complaints() == []


# Seeded damage: each found, and named.


def act_in_hand(folder, hand):
    return one(folder, f"SELECT min(seq) FROM event WHERE hand = {hand} AND kind IN ('act', 'bot')")


def test_a_flipped_byte_in_an_event_is_found(folder):
    table, seq = one(folder, "SELECT id, 0 FROM game_table")[0], act_in_hand(folder, 3)
    body = bytearray(one(folder, f"SELECT body FROM event WHERE seq = {seq}"))
    for at in (1, len(body) // 2, len(body) - 2):
        spoilt = bytearray(body)
        spoilt[at] ^= 0x01
        damage(folder, ("UPDATE event SET body = ? WHERE seq = ?", (bytes(spoilt), seq)))
        where, event, why = first_wrong(folder)
        assert (where, event) == (table, seq), why
    damage(folder, ("UPDATE event SET body = ? WHERE seq = ?", (bytes(body), seq)))
    assert checked(folder).well


def test_every_byte_of_an_event_counts(folder):
    """Any change of any byte of some events is seen, even where they still read the same."""
    for seq in (2, act_in_hand(folder, 2)):
        body = bytearray(one(folder, f"SELECT body FROM event WHERE seq = {seq}"))
        for at in Random(1).sample(range(len(body)), 6):
            spoilt = bytearray(body)
            spoilt[at] ^= 1 << Random(at).randrange(8)
            damage(folder, ("UPDATE event SET body = ? WHERE seq = ?", (bytes(spoilt), seq)))
            assert first_wrong(folder)[1] == seq
        damage(folder, ("UPDATE event SET body = ? WHERE seq = ?", (bytes(body), seq)))


def test_a_missing_event_is_found(folder):
    seq = act_in_hand(folder, 2)
    damage(folder, f"DELETE FROM event WHERE seq = {seq}")
    _, event, why = first_wrong(folder)
    assert (event, why) == (seq, "it is missing")
    assert any("has gaps" in sentence for sentence in checked(folder).store)


def test_a_missing_last_event_is_found(folder):
    damage(folder, "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)")
    assert any("but its log ends at" in sentence for sentence in checked(folder).complaints())


def test_a_changed_ledger_amount_is_found(folder):
    seq = one(folder, "SELECT max(seq) FROM entry")
    damage(folder, f"UPDATE entry SET amount = amount + 1 WHERE seq = {seq} AND line = 0")
    _, event, why = first_wrong(folder)
    assert (event, why) == (seq, "its ledger lines sum to 1, not to 0")


def test_chips_moved_to_another_account_are_found(folder):
    """The lines still sum to nothing."""
    seq = one(folder, "SELECT max(seq) FROM entry")
    damage(
        folder,
        f"UPDATE entry SET amount = amount + 5 WHERE seq = {seq} AND line = 0",
        f"UPDATE entry SET amount = amount - 5 WHERE seq = {seq} AND line = 1",
    )
    _, event, why = first_wrong(folder)
    assert event == seq
    assert why.startswith("its ledger lines are ")


def test_a_swapped_secret_is_found(folder):
    two, three = (one(folder, f"SELECT body FROM secret WHERE hand = {hand}") for hand in (2, 3))
    damage(
        folder,
        ("UPDATE secret SET body = ? WHERE hand = 2", (three,)),
        ("UPDATE secret SET body = ? WHERE hand = 3", (two,)),
    )
    _, event, why = first_wrong(folder)
    assert event == one(folder, "SELECT seq FROM event WHERE hand = 2 AND kind = 'deal'")
    assert why.startswith(("it has another hash than is written", "it comes out otherwise", "it is refused now"))


def test_what_the_hash_binds_is_found(folder):
    seq = act_in_hand(folder, 2)
    damage(folder, ("UPDATE event SET state_hash = ? WHERE seq = ?", (bytes(16), seq)))
    assert first_wrong(folder)[1:] == (seq, "it has another hash than is written")


def test_the_hash_is_chained_and_binds_every_part_of_an_event():
    table = Table.open(3)
    seated = table.do(Sit(0, "ada", 200))
    parts = {"key": b"k" * 32, "before": b"b", "body": b"{}", "private": b"[]", "log": ((1, 2),), "table": table}
    others = [
        ("key", b"l" * 32), ("before", b"c"), ("before", b""), ("body", b"{ }"), ("private", None), ("log", ((1, 3),)),
        ("table", seated),
    ]  # fmt: skip
    made = {state_hash(**parts)} | {state_hash(**{**parts, name: other}) for name, other in others}
    assert len(made) == 1 + len(others)
    assert state_hash(**{**parts, "body": b"{}[]", "private": None}) not in made, "nothing runs over into the next"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "DELETE FROM secret WHERE hand IN (SELECT e.hand FROM event e JOIN private p ON p.seq = e.seq)",
            "its private part is still there, although the cards of its hand",
        ),
        ("DELETE FROM private", "its private part is missing, although the cards of its hand are there"),
        ("DELETE FROM record WHERE hand = 2 AND viewer = '0'", "the record of hand 2 for seat 0 is missing"),
        (
            "UPDATE record SET viewer = '1' WHERE hand = 2 AND viewer = '0'",
            "the record of hand 2 for seat 0 is missing",
        ),
        ("UPDATE record SET body = '[]' WHERE hand = 2 AND viewer = '-1'", "the record of hand 2 for everybody is not"),
        ("DELETE FROM hand WHERE hand = 3", "hand 3 ended, and is not kept"),
        ("UPDATE hand SET game = 'razz' WHERE hand = 3", "hand 3 is kept with another game"),
        (
            f"UPDATE snapshot SET body = {replaced('body', 'button', 'bitten')}",
            "its snapshot cannot be read",
        ),
        ("UPDATE snapshot SET seq = seq + 99999", "there is a snapshot of it, but no such event"),
        ("INSERT INTO secret SELECT table_id, 99, body, made FROM secret WHERE hand = 2", "a pack for hand 99, which"),
        ("UPDATE event SET hand = 77 WHERE seq = 3", "it is kept under hand 77 and belongs to 0"),
        ("UPDATE event SET actor = 'somebody' WHERE seq = 3", "event 3: it was asked for by "),
        ("UPDATE game_table SET size = 99", "what is kept of the table as such cannot be: a table has 2 to"),
        ("UPDATE game_table SET closed = 5.0", "the table is kept as closed, and its log does not say so"),
        (
            f"UPDATE hand SET summary = {replaced('summary', 'net', 'nut')} WHERE hand = 2",
            "hand 2 is kept with another summary (nut)",
        ),
        (
            "UPDATE snapshot SET table_id = 'elsewhere' WHERE seq = (SELECT max(seq) FROM snapshot)",
            "There are snapshots of",
        ),
        ("UPDATE secret SET table_id = 'elsewhere' WHERE hand = 1", "There are packs of table elsewhere, but no such"),
    ],
)
def test_other_damage_is_found(folder, statement, said):
    damage(folder, statement)
    found = checked(folder)
    assert any(said in sentence for sentence in found.complaints()), found.complaints()


def test_a_record_that_says_more_than_was_seen_is_found_even_when_the_cards_are_destroyed(folder):
    test_destroyed_cards_leave_facts_that_are_folded(folder)
    damage(folder, "UPDATE record SET body = '[[1,2]]' WHERE hand = 2 AND viewer = '-1'")
    assert "the record of hand 2 for everybody is not what the log says" in checked(folder).complaints()[0]


def test_other_rules_are_a_note_and_no_damage(folder, monkeypatch):
    """After an upgrade old hands may be decided otherwise: they are folded, and it is said."""
    seq = act_in_hand(folder, 3)
    monkeypatch.setattr(examining, "revision", lambda: "0123456789ab")
    assert checked(folder).well
    decided = examining.repeated

    def otherwise(scene, entry):
        step = decided(scene, entry)
        step.note = "by other rules" if entry.seq == seq else step.note
        return step

    monkeypatch.setattr(examining, "repeated", otherwise)
    found = checked(folder)
    assert (found.well, found.total("folded")) == (True, 1)
    assert found.tables[0].notes[0].startswith(f"Event {seq} was decided by other rules (")


# The command.


def test_the_command_says_it_in_words_and_as_data(folder, capsys):
    assert main(["doctor", *kept_in(folder)]) == 0
    said = capsys.readouterr().out
    assert f"{named(folder)} is whole.\n" in said
    assert "decided again card by card, and 1 hand being played; 0 folded" in said
    damage(folder, "DELETE FROM event WHERE seq = 5")
    assert main(["doctor", *kept_in(folder), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["well"], data["wrong"][0]["event"], data["wrong"][0]["why"]) == (False, 5, "it is missing")
    assert main(["doctor", *kept_in(folder)]) == 1
    assert "Wrong: Table " in (said := capsys.readouterr().out)
    assert "(Friday), event 5: it is missing." in said
    assert f"{named(folder)} is NOT whole." in said


@pytest.mark.sqlite("a folder is held by one process, a database is examined at any time")
def test_while_the_room_runs_it_says_so_in_one_sentence(folder, capsys):
    async def beside():
        room = await Room.open(folder, settings=RoomSettings(pace="none"))
        try:
            return await asyncio.to_thread(main, ["doctor", *kept_in(folder)])
        finally:
            await room.close()

    assert asyncio.run(beside()) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.sqlite("the file is spoilt")
@pytest.mark.parametrize("kept", [0, 5000, 40_000])
def test_a_broken_file_is_a_finding_not_a_crash(folder, capsys, kept):
    path = folder / "room.db"
    content = path.read_bytes()
    path.write_bytes(content[:kept] + bytes(len(content) - kept) if kept else b"This is no database." * 500)
    assert main(["doctor", *kept_in(folder)]) == 1
    assert "NOT whole" in capsys.readouterr().out

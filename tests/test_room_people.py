"""People at one table: what they say, what they are called, what guests see who were shut out."""

import pytest
from sqlalchemy import select

from oddchip.room.errors import Refused
from oddchip.room.forgetting import forget
from oddchip.room.history import hand_of, hands_of, may_look
from oddchip.room.store import schema
from rooms import done, in_a_room, no


@in_a_room
async def test_the_numbers_of_what_the_forgotten_said_are_given_to_no_other_line(p):
    """An open page drops a line that is no newer than the last one it has."""
    await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    zed = await p.come("Zed")
    done(await ben.say("one"))
    for word in ("two", "three", "four"):
        done(await zed.say(word))
    assert (await forget(p.room, p.people["Zed"])).lines == 3
    p.screens.remove(zed)
    done(await ben.say("five"))
    assert (await forget(p.room, p.people["Zed"])).lines == 0
    row = schema.chat.c
    left = select(row.id, row.at, row.person, row.text, row.command_id).where(row.person != ben.person)
    assert [tuple(each) for each in await p.room.store.read(left)] == [(n, 0, "", "", None) for n in (2, 3, 4)]
    yan = await p.come("Yan")
    assert [(line["n"], line["text"]) for line in yan.said] == [(1, "one"), (5, "five")]
    done(await yan.say("six"))
    await forget(p.room, p.people["Yan"])
    p.screens.remove(yan)
    hanna.said.clear()
    await p.restart()
    assert [line["n"] for line in hanna.said] == [1, 5]
    done(await ben.say("seven"))
    assert [line["n"] for line in hanna.said] == [1, 5, 7]
    late = await p.come("Late")
    assert [line["text"] for line in late.said] == ["one", "five", "seven"]


@in_a_room
async def test_who_looks_on_is_called_like_nobody_who_plays_or_is_a_host(p):
    first = await p.new_table("badugi")
    await p.sit("Hanna", "Ben")
    await p.new_table("badugi")
    await p.sit("Cyd", first=1)
    for watching in (False, True):
        name = f"Zed {watching}"
        zed = await p.come(name, watching=watching)
        for table in (first, p.table_id):
            await p.room.accept(table, "watch" if watching else "play", p.people[name])
        for taken in ("Ben", "HANNA", "Cyd"):  # at this table or the other
            no(await zed.do("rename", words=taken), "refused", "called .* already")
        done(await zed.do("rename", words=f"Zeno {watching}"))
        done(await zed.say("hello"))
    done(await zed.do("rename", words="Zeno False"))  # who only looks on as well


@in_a_room
async def test_who_was_called_so_before_a_player_came_writes_nothing_until_he_takes_another_name(p):
    await p.new_table("badugi")
    hanna, _ = await p.sit("Hanna", "Cyd")
    zed = await p.come("Zed", watching=True)
    await p.room.accept(p.table_id, "watch", p.people["Zed"])
    done(await zed.do("rename", words="Ben"))
    done(await zed.say("I am the first"))
    (ben,) = await p.sit("Ben", first=2)
    no(await zed.say("I fold"), "refused", "called Ben already")
    done(await ben.say("I am here"))
    done(await zed.do("rename", words="Zed"))
    done(await zed.say("So am I"))
    assert [(line["name"], line["text"]) for line in hanna.said[1:]] == [("Ben", "I am here"), ("Zed", "So am I")]


@in_a_room
async def test_who_was_let_look_on_no_longer_sees_no_hands_once_the_table_is_put_away(p):
    sees = {}
    for watching in ("live", "off"):
        table = await p.new_table("badugi", watching="off" if watching == "live" else "live")
        await p.sit("Hanna", "Ben")
        guests = {name: await p.person(name) for name in ("Hanna", "Ben", "Cyd", "Zed")}
        for name in ("Ben", "Cyd", "Zed"):
            await p.room.accept(table, "watch" if name == "Zed" else "play", guests[name])
        await p.deal()
        await p.play_on()
        await p.host("settings", settings={"watching": watching})
        assert await may_look(p.room, table, guests["Zed"].id) is (watching == "live")
        await p.host("close")
        for screen in p.here:
            screen.close()
        assert await p.room.put_away() == 1
        for name, person in guests.items():
            looks = await may_look(p.room, table, person.id)
            listed = table in [row.id for row in await p.room.closed_for(person)]
            sees[watching, name] = looks, listed
    assert sees.pop(("off", "Zed")) == (False, False)
    assert set(sees.values()) == {(True, True)}
    with pytest.raises(Refused, match="not invited"):
        await hands_of(p.room, table, guests["Zed"].id)
    with pytest.raises(Refused, match="not invited"):
        await hand_of(p.room, table, 1, guests["Zed"].id)

"""People at one table: what they say, what they are called, what guests see who were shut out."""

from sqlalchemy import select

from oddchip.room.forgetting import forget
from oddchip.room.store import schema
from rooms import done, in_a_room


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

"""What an evening at the table asks of the room besides the play: chips proposed, words told, tables put away."""

import asyncio
from typing import get_args, get_type_hints

import pytest
from sqlalchemy import select, update

from oddchip.room.desk import Settings, settings_with
from oddchip.room.history import hand_of, hands_of, may_look
from oddchip.room.project.facts import settings_told
from oddchip.room.protocol import GameWanted
from oddchip.room.store import Store, schema
from rooms import done, in_a_room, no, words_of


def usual(screen):
    return screen.me.get("usual", 0), tuple(screen.me.get("buy_in") or ())


# --- chips -----------------------------------------------------------------------------------------------------------


@in_a_room
async def test_the_usual_chips_are_proposed_and_not_the_most(p):
    await p.new_table("five_card_draw at 2/4", house={"buy_in_max": None})
    hanna, ben = await p.come("Hanna"), await p.come("Ben")
    proposed, (least, most) = usual(hanna)
    assert (proposed, least <= 200 < most) == (200, True)
    done(await hanna.do("sit", seat=0))
    assert hanna.at(0)["stack"] == 200
    await p.host("settings", settings={"stack": 120})
    assert usual(ben)[0] == 120
    done(await ben.do("sit", seat=1))
    assert ben.at(1)["stack"] == 120


@in_a_room
async def test_topping_up_is_proposed_to_the_usual_stack(p):
    await p.new_table("five_card_draw at 2/4", house={"buy_in_max": None})
    hanna, ben = await p.sit("Hanna", "Ben", chips=[150, 260])
    assert (usual(hanna)[0], usual(ben)[0]) == (50, 200)  # what is lacking; where nothing is, as much again
    done(await hanna.do("top_up", chips=50))
    await p.host("settings", settings={"stack": 230})
    assert usual(hanna)[0] == 30


# --- words -----------------------------------------------------------------------------------------------------------


@in_a_room
async def test_refusals_count_seats_as_the_screen_does_and_cite_no_rules(p):
    await p.new_table("california_poker", size=6)
    _hanna, _ben = await p.sit("Hanna", "Ben")
    cyd = await p.come("Cyd")
    assert no(await cyd.do("sit", seat=0), "refused") == "Seat 1 is taken"
    assert no(await cyd.do("sit", seat=9), "refused") == "This table has seats 1 to 6, and no seat 10"
    assert no(await cyd.do("sit", seat=2), "refused") == "The games of this table are for 2 players at most"
    assert "MIX" not in cyd.me["note"]


@in_a_room
async def test_the_log_says_which_settings_are_changed_and_to_what(p):
    await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.host("settings", settings={"chat": False, "pace": "slow", "away_minutes": 1, "stack": 0})
    assert hanna.log[-1] == "You set a slow pace, that there is no chat and that a seat is freed after 1 minute away."
    await p.host("settings", settings={"watching": "off", "approve": True, "choice_seconds": 0, "stack": 80})
    assert ben.log[-1] == (
        "Hanna sets that a host lets guests in, that nobody may look on, all the time one wants to choose a game and "
        "80 chips to sit down with."
    )
    before = len(ben.log)
    await p.host("settings", settings={"stack": 80})
    assert len(ben.log) == before


def test_there_are_words_for_every_value_of_every_setting():
    kinds = get_type_hints(Settings)
    for name, kind in kinds.items():
        values = get_args(kind) or {bool: (True, False), int: (0, 1, 7)}[kind]
        for value in values:
            set_from = {name: next(other for other in values if other != value)}
            (told,) = settings_told(settings_with(Settings(), set_from), settings_with(Settings(), {name: value}))
            assert told, (name, value)


@in_a_room
async def test_a_scoop_is_told_with_the_cards_of_both_ways(p):
    await p.new_table("stud_eight at 2/4")
    hanna, ben = await p.sit("Hanna", "Ben")
    p.next_deck({0: "As 2s Ks Kd 3h 4h 6c", 1: "9c 9d Tc Jd 5d Qd 7h"})
    await p.deal()
    await p.play_on()
    lines = [words_of(line) for line in ben.view["result"]["lines"]]
    won = next(line for line in lines if "Hanna wins" in line)
    assert "pair of kings with A-6-4: " in won
    assert "6-4-3-2-A" in won
    assert won.index("Kd") < won.index("and with 6-4-3-2-A low: ") < won.rindex("2s") < won.rindex("As")
    assert {card[1] for card in ben.view["result"]["cards"]["0"]} >= {"As", "Ks", "Kd", "2s", "3h", "4h", "6c"}
    assert hanna.view["result"]["winners"] == [0]


@in_a_room
async def test_the_ace_is_the_lowest_card_of_a_shown_lowball_hand(p):
    await p.new_table("california_lowball at 2/4")
    _hanna, ben = await p.sit("Hanna", "Ben")
    p.next_deck({0: "8s 6h 4d 3c As", 1: "9c 8d 6s 4h 2d"})
    await p.deal()
    assert ben.view["game"]["ace"] == "low"
    await p.play_on()
    assert [card[1] for card in ben.at(0)["cards"]] == ["As", "3c", "4d", "6h", "8s"]
    await p.host("games", games=[GameWanted("kansas_city")])
    await p.deal()
    assert "ace" not in ben.view["game"]  # high, which need not be said
    await p.play_on()


# --- games and rules -------------------------------------------------------------------------------------------------


@in_a_room
async def test_a_game_for_two_in_a_list_is_asked_about_before_it_takes_the_others_seats(p):
    await p.new_table("badugi", size=6)
    hanna, ben = await p.sit("Hanna", "Ben")
    mixed = [GameWanted("badugi"), GameWanted("california_poker")]
    why = no(await hanna.host("games", games=mixed, mode="rotation"), "doubt")
    assert why == "California Poker takes 2 players at most, and so would the whole list: 2 of 6 seats."
    assert len(p.table.state.line.entries) == 1
    done(await hanna.host("games", games=mixed, mode="rotation", sure=True))
    assert len((p.table.state.next_line or p.table.state.line).entries) == 2
    done(await hanna.host("games", games=[GameWanted("california_poker")]))  # alone it takes nobody's seat
    assert "of 6 seats" not in " ".join(ben.log)


@in_a_room
async def test_a_clock_set_in_the_hosts_panel_keeps_the_other_house_rules(p):
    await p.new_table("badugi", house={"cap_raises": 4})
    await p.sit("Hanna", "Ben")
    await p.deal()
    await p.host("house", options={"clock_seconds": 40}, keep=True)  # in the middle of a hand: from the next one on
    await p.host("house", options={"time_bank_seconds": 90}, keep=True)
    await p.play_on()
    await p.deal()
    assert p.table.house.differences() == {"cap_raises": 4, "clock_seconds": 40, "time_bank_seconds": 90}
    await p.play_on()


# --- closed and opened again -----------------------------------------------------------------------------------------


@in_a_room
async def test_the_last_result_still_lies_there_after_a_restart(p):
    await p.new_table("jacks_back", "badugi", mode="rotation", hands_each=1)
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.play_on()
    first = ben.view["result"]
    await p.restart()
    assert ben.view["result"] == first
    for _ in range(2):
        await p.deal()
        await p.play_on()
    result, hand, cards = ben.view["result"], ben.view["hand"], ben.cards
    for kill in (False, True):
        await p.restart(kill=kill)
        assert (ben.view["state"], ben.view["hand"], ben.view["result"]) == ("over", hand, result)
        assert ben.cards == cards
        assert any("Hand 3" in words_of(each["line"]) for each in ben.view["log"])
    await p.room.forget_secrets(p.clock.time + 1)  # whose cards are destroyed has none to show
    await p.restart()
    assert hanna.view["state"] == "open"


@in_a_room
async def test_a_table_is_made_whole_though_its_maker_dies_the_moment_it_is_written(p):
    host, crowd = await p.person("Hanna"), p.room.crowd

    async def dies(*_):
        raise ConnectionError

    crowd.admit = dies
    with pytest.raises(ConnectionError):
        await p.room.new_table(host, "Friday", 3, [GameWanted("badugi")], settings={"approve": False})
    del crowd.admit
    await p.restart(kill=True)
    (actor,) = p.room.tables.values()
    assert (actor.scene.seq, actor.scene.desk.title) == (1, "Friday")
    assert actor.scene.desk.settings.approve is False
    line = actor.scene.table.state.next_line or actor.scene.table.state.line
    assert [each.game.id for each in line.entries] == ["badugi"]


@in_a_room
async def test_a_closed_table_is_noted_and_put_away_and_its_hands_can_be_read(p):
    table = await p.new_table("badugi")
    hanna, ben = await p.sit("Hanna", "Ben")
    await p.room.crowd.admit(table, ben.person, "play")
    await p.deal()
    await p.play_on()
    await p.host("close", words="good night")
    t = schema.game_table
    (row,) = await p.room.store.read(select(t))
    assert row.closed == p.clock.time
    assert await p.room.put_away() == 0  # somebody still looks at it
    for each in (hanna, ben):
        each.close()
    assert await p.room.put_away() == 1
    assert table not in p.room.tables
    host, guest = p.people["Hanna"], p.people["Ben"]
    for person in (host, guest):
        assert [each.title for each in await p.room.closed_for(person)] == ["Friday"]
        assert await may_look(p.room, table, person.id)
        assert [line.number for line in await hands_of(p.room, table, person.id)] == [1]
        assert (await hand_of(p.room, table, 1, person.id)).frames
    stranger, _ = await p.room.new_guest("Zed")
    assert await p.room.closed_for(stranger) == []
    p.screens.clear()
    await p.room.store.write(update(t).values(closed=None))  # as a release left it that did not note it
    await p.restart()
    assert p.room.tables == {}
    (row,) = await p.room.store.read(select(t))
    assert row.closed == p.clock.time


def test_many_folders_are_opened_at_once_in_one_process(tmp_path):
    async def all_at_once():
        stores = await asyncio.gather(*(Store.open(tmp_path / str(k)) for k in range(24)))
        found = [await store.check() for store in stores]
        await asyncio.gather(*(store.close() for store in stores))
        return found

    assert asyncio.run(all_at_once()) == [[]] * 24


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "the games of this table are for 2 players at most (MIX-5)",
            "the games of this table are for 2 players at most",
        ),
        ("Q-Ball needs its blinds (D-CL-1, D-QB-1)", "Q-Ball needs its blinds"),
        ("seat 0 may add 20 chips at most, not 30 (STK-3)", "seat 1 may add 20 chips at most, not 30"),
        ("this table has seats 0 to 5, and no seat 7", "this table has seats 1 to 6, and no seat 8"),
        ("stakes 2/4 (or more) are needed", "stakes 2/4 (or more) are needed"),
    ],
)
def test_what_rules_say_is_told_without_their_ids_and_with_seats_from_one(words, told):
    from oddchip.telling import at_the_table

    assert at_the_table(words) == told

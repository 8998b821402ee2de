"""Hosts' powers, one by one, and requests that make no sense."""

import asyncio
import json
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from oddchip.room.protocol import Act, Do, GameWanted, Host
from rooms import done, in_a_room, no

LONG = "x" * 10_000


def hears(screen, words):
    """The line with these words that a screen was sent."""
    found = [each for each in screen.heard if words in "".join(s if isinstance(s, str) else s[1] for s in each["line"])]
    assert found, (words, screen.log)
    return found[-1]


async def logged(p, kind, person):
    """The last event of this kind is under this person's name."""
    event = [each for each in await p.events() if each.kind == kind][-1]
    assert event.actor == person
    return json.loads(event.body)


async def friends(p, *games, **settings):
    """Hanna the host, Ben and Cyd at her table."""
    await p.new_table(*(games or ("five_card_draw",)), **settings)
    return await p.sit("Hanna", "Ben", "Cyd")


# --- each power: it works, is no guest's, is written down under the host's name, and the table hears of it ------------

POWERS = get_args(get_type_hints(Host)["what"])


def test_every_power_is_tried_here():
    """Each works, is refused to others, is in the log under its host's name, and is heard of at the table."""
    text = Path(__file__).read_text()
    tried = ("p.host(", "hanna.host(", "ben.host(", "cyd.host(")
    assert not [what for what in POWERS if not any(f'{each}"{what}"' in text for each in tried) and what not in FAULT]


FAULT = ("retry", "refund")  # in test_scenarios_room_2.py, at a table that was stopped


@in_a_room
async def test_no_power_is_a_guests_and_nothing_happens(p):
    hanna, ben, cyd = await friends(p)
    await p.deal()
    before = p.scene
    fields = {
        "seat": 2,
        "person": cyd.person,
        "words": "x",
        "games": [GameWanted("razz")],
        "options": {"no_limp": True},
    }
    for what in POWERS:
        no(
            await ben.host(what, settings={"chat": False}, **fields),
            "forbidden",
            "^Only a host of this table may do that",
        )
    assert p.scene is before
    assert hanna.refusals == []


@in_a_room
async def test_power_to_pause_and_resume(p):
    hanna, ben, _cyd = await friends(p)
    await p.deal()
    await p.host("pause", words="pizza")
    assert hears(ben, "Hanna pauses the table: pizza")["kind"] == "host"
    await logged(p, "pause", hanna.person)
    no(await hanna.act("fold"), "refused", "paused")
    await p.host("resume")
    assert hears(ben, "Hanna lets the table go on")["kind"] == "host"
    await logged(p, "resume", hanna.person)
    done(await hanna.act("fold"))


@in_a_room
async def test_power_to_deal_and_hold(p):
    hanna, ben, _cyd = await friends(p)
    await p.host("deal")
    hears(ben, "Hanna starts the dealing")
    await p.tick()
    await logged(p, "deal", "room")  # the deal itself is the room's
    assert any(event.kind == "deal" and event.actor == hanna.person for event in await p.events())
    await p.host("hold")
    hears(ben, "Hanna holds the dealing")
    await logged(p, "hold", hanna.person)
    await p.play_on()
    await p.wait(60)
    assert p.table.state.hands == 1


@in_a_room
async def test_power_to_void_a_hand_for_a_public_reason(p):
    hanna, ben, _cyd = await friends(p)
    await p.deal()
    await p.script("Hanna raise 4", "Ben call")
    no(await hanna.host("void"), "refused", "for a reason that everybody is told")
    no(await hanna.host("void", words="   "), "refused")
    await p.host("void", words="a card was seen")
    assert p.table.stacks == {0: 200, 1: 200, 2: 200}
    hears(ben, "Hanna makes hand 1 void: a card was seen. All chips go back.")
    await logged(p, "void", hanna.person)
    no(await hanna.host("void", words="again"), "refused", "no hand is being played|No hand")
    await p.deal()
    await p.play_on()


@in_a_room
async def test_power_to_approve_and_deny(p):
    await p.new_table("five_card_draw", approve=True)
    (hanna,) = await p.sit("Hanna")
    ben, cyd = await p.come("Ben"), await p.come("Cyd")
    done(await ben.do("sit", seat=1, chips=150))
    done(await cyd.do("sit", seat=1, chips=150))
    assert [each["name"] for each in hanna.view["waiting"]] == ["Ben", "Cyd"]
    assert "waiting" not in ben.view, "only hosts see who asks"
    assert ben.me["asked_to_sit"]
    assert not any("Cyd" in line for line in ben.log)
    await p.host("approve", person=ben.person)
    await logged(p, "approve", hanna.person)
    hears(cyd, "Ben sits down with 150")
    await p.host("approve", person=cyd.person)
    assert (ben.seat, cyd.seat) == (1, 0) or cyd.seat == 2, "his seat was taken: another is free"
    dan = await p.come("Dan")
    done(await dan.do("sit", seat=4, chips=150))
    await p.host("deny", person=dan.person)
    await logged(p, "deny", hanna.person)
    hears(dan, "You get no seat now")
    assert (dan.seat, dan.me.get("asked_to_sit")) == (-1, None)
    for what in ("approve", "deny"):
        no(await hanna.host(what, person=dan.person), "refused", "asks for a seat")
    done(await ben.do("leave"))
    done(await ben.do("sit", seat=3, chips=150))
    assert ben.seat == 3, "who was let in once is known"


@in_a_room
async def test_power_to_approve_where_no_seat_is_left(p):
    await p.new_table("five_card_draw", size=2, approve=True)
    (hanna,) = await p.sit("Hanna")
    ben, cyd = await p.come("Ben"), await p.come("Cyd")
    for screen in (ben, cyd):
        done(await screen.do("sit", seat=1, chips=150))
    await p.host("approve", person=ben.person)
    no(await hanna.host("approve", person=cyd.person), "refused", "o seat is free")
    assert hanna.view["waiting"], "he still waits"


@in_a_room
async def test_power_to_kick(p):
    hanna, ben, cyd = await friends(p)
    await p.host("kick", seat=1, words="too slow")
    hears(cyd, "Hanna sends Ben away: too slow")
    hears(ben, "Hanna sends you away: too slow")
    await logged(p, "kick", hanna.person)
    assert ben.seat == -1


@in_a_room
async def test_power_to_make_a_host_and_unmake_one(p):
    hanna, ben, cyd = await friends(p)
    no(await hanna.host("cohost", person="nobody"), "refused", "sits at the table")
    no(await hanna.host("cohost", person=hanna.person), "refused", "a host already")
    await p.host("cohost", person=ben.person)
    hears(cyd, "Ben is a host now, by Hanna")
    await logged(p, "cohost", hanna.person)
    assert ben.me["host"]
    assert set(cyd.view["hosts"]) == {"Hanna", "Ben"}
    done(await ben.host("pause"))
    hears(cyd, "Ben pauses the table")
    await logged(p, "pause", ben.person)
    no(await ben.host("uncohost", person=hanna.person), "refused")
    no(await ben.host("kick", seat=0), "refused", "cannot be sent away")
    done(await ben.host("resume"))
    await p.host("uncohost", person=ben.person)
    hears(cyd, "Ben is a host no more, by Hanna")
    no(await ben.host("pause"), "forbidden")
    no(await hanna.host("uncohost", person=ben.person), "refused", "no co-host")


@in_a_room
async def test_power_to_mute_and_unmute(p):
    hanna, ben, cyd = await friends(p)
    done(await ben.say("hello"))
    assert cyd.said[-1]["text"] == "hello"
    await p.host("mute", person=ben.person)
    hears(cyd, "Hanna mutes Ben")
    await logged(p, "mute", hanna.person)
    assert ben.me["muted"]
    no(await ben.say("hello?"), "forbidden", "muted")
    assert len(cyd.said) == 1
    await p.host("unmute", person=ben.person)
    hears(ben, "Hanna unmutes you")
    done(await ben.say("thanks"))


@in_a_room
async def test_power_to_set_games_and_move_a_rotation_on(p):
    hanna, ben, _cyd = await friends(p)
    games = [GameWanted("badugi", "4/8"), GameWanted("razz")]
    await p.host("games", games=games, mode="rotation", hands_each=0)
    hears(ben, "Hanna sets a rotation from the next hand: Badugi at 4/8 and Razz at 2/4")
    await logged(p, "games", hanna.person)
    await p.deal()
    assert p.hand.game.id == "badugi"
    await p.host("next_game")
    assert p.hand.game.id == "badugi", "not in the middle of a hand"
    await p.play_on()
    hears(ben, "Hanna moves on to the next game of the rotation")
    await logged(p, "next_game", hanna.person)
    await p.deal()
    assert p.hand.game.id == "razz"
    await p.play_on()
    await p.host("games", games=games, mode="choice")
    hears(ben, "Hanna sets dealer's choice")
    await p.host("games", games=games[:1])
    hears(ben, "Hanna sets the game from the next hand: Badugi at 4/8")
    no(await hanna.host("next_game"), "refused")
    no(await hanna.host("games"), "refused", "ame one game")
    no(await hanna.host("games", games=games * 40), "refused", "up to 60")
    no(await hanna.host("games", games=[GameWanted("snap")]), "refused", "snap")
    no(await hanna.host("games", games=[GameWanted("badugi", "lots")]), "refused", "lots")
    no(await hanna.host("games", games=[GameWanted("california poker", "2/4")]), "refused", "stake")


@in_a_room
async def test_power_to_set_house_rules(p):
    hanna, ben, cyd = await friends(p)
    await p.host("house", options={"cap_raises": 4, "rabbit": True})
    hears(ben, "Hanna sets the house rules from the next hand: cap raises is 4")
    await logged(p, "house", hanna.person)
    await p.deal()
    assert cyd.view["house"] == {"cap_raises": 4, "rabbit": True}
    await p.host("house", options={})
    hears(ben, "the usual ones")
    no(await hanna.host("house", options={"cap_raisins": 4}), "refused", "cap_raises")
    no(await hanna.host("house", options={"cap_raises": "many"}), "refused", "cap_raises|raises")
    no(await hanna.host("house", options={"time_bank_seconds": -5}), "refused")
    no(await hanna.host("house", options={"clock_seconds": 0}), "refused", "5 seconds or more")
    await p.play_on()


@in_a_room
async def test_power_to_change_settings(p):
    hanna, ben, _cyd = await friends(p)
    await p.host("settings", settings={"chat": False, "pace": "slow", "stack": 120})
    hears(ben, "Hanna sets a slow pace, that there is no chat and 120 chips to sit down with.")
    await logged(p, "settings", hanna.person)
    assert ben.view["settings"]["pace"] == "slow"
    no(await ben.say("hello"), "forbidden", "no chat")
    no(await hanna.host("settings", settings={"colour": "red"}), "refused", "there is no setting 'colour'|no setting")
    no(await hanna.host("settings", settings={"pace": "warp"}), "refused", "no setting of a table")
    no(await hanna.host("settings", settings={"away_minutes": -1}), "refused", "from 0 to")
    no(await hanna.host("settings", settings={"approve": 7}), "refused")
    dan = await p.come("Dan")
    done(await dan.do("sit", seat=3))
    assert p.table.stacks[3] == 120


@in_a_room
async def test_power_to_seat_bots(p):
    hanna, ben, _cyd = await friends(p)
    await p.host("bot", seat=3, chips=150)
    assert (hanna.at(3)["bot"], hanna.at(3)["stack"]) == (True, 150)
    hears(ben, "sits down with 150")
    await logged(p, "bot", hanna.person)
    await p.host("kick", seat=3)
    assert 3 not in p.table.places


@in_a_room
async def test_power_to_close_the_table(p):
    hanna, ben, cyd = await friends(p)
    await p.deal()
    no(await hanna.host("close"), "refused", "finish it or make it void first")
    await p.play_on()
    took = p.table.stacks
    await p.host("close", words="good night")
    hears(ben, "The table is closed: good night")
    await logged(p, "close", hanna.person)
    assert ben.view["state"] == "closed"
    assert {seat: p.table.accounts[each.person].taken for seat, each in enumerate((hanna, ben, cyd))} == took
    no(await hanna.host("deal"), "refused", "table is closed")
    no(await ben.do("sit", seat=1, chips=200), "refused", "closed")
    await p.wait(3600, 600)
    assert p.table.state.hands == 1


@in_a_room
async def test_powers_after_a_fault_are_for_a_table_that_stopped(p):
    hanna, _ben, _cyd = await friends(p)
    await p.deal()
    for what in ("retry", "refund"):
        no(await hanna.host(what), "refused", "was not stopped")


# --- requests that make no sense -------------------------------------------------------------------------------------

NUMBERS = (-1, -(2**63), 2**63 - 1, 10**15)


def nonsense(p, offer):
    """Requests that a screen would never send."""
    decision, price = tuple(offer["decision"]), offer.get("price", 0)
    acts = (
        [{"do": "raise", "amount": amount} for amount in (*NUMBERS, 0, 1)]
        + [{"do": "draw", "cards": cards} for cards in ([], ["AAAAAAAA"], [LONG], ["x"] * 3000)]
        + [
            {"do": "give", "cards": ["a", "b", "c", "d"]},
            {"do": "declare"},
            {"do": "declare", "way": "low"},
            {"do": "bring_in"},
            {"do": "declare_open"},
        ]
    )
    for fields in acts:
        yield Act(p.id(), decision, price=price, sure=True, **fields)
    for wrong in ((0, 0), (-1, -1), (2**62, 2**62), (decision[0], decision[1] + 1), (decision[0] + 1, decision[1])):
        yield Act(p.id(), wrong, "call", price=price)
    for wrong_price in NUMBERS:
        yield Act(p.id(), decision, "call", price=wrong_price)
    for what in ("sit", "top_up", "rebuy", "buy_pot", "choose", "decline", "show", "rename", "return"):
        for number in NUMBERS:
            yield Do(p.id(), what, seat=number, chips=number, game=LONG, stakes=LONG, words=LONG, cards=[LONG])


def nonsense_of_hosts(p):
    for number in NUMBERS:
        yield Host(p.id(), "kick", seat=number)
        yield Host(p.id(), "bot", seat=number, chips=number, words="regular")
        yield Host(p.id(), "settings", settings={"stack": number, "choice_seconds": -1})
        yield Host(p.id(), "games", games=[GameWanted("badugi", f"{number}/{number}")])
        yield Host(p.id(), "games", games=[GameWanted("badugi"), GameWanted("razz")], mode="rotation", hands_each=-5)
        yield Host(p.id(), "house", options={"clock_seconds": -1 if number > 0 else number})
    for person in ("", "nobody", LONG):
        for what in ("approve", "deny", "cohost", "uncohost"):
            yield Host(p.id(), what, person=person)
    for game in ("", LONG, "badugi badugi", "texas hold'em with everything", "\u202e", "0"):
        yield Host(p.id(), "games", games=[GameWanted(game)])
        yield Host(p.id(), "games", games=[GameWanted("badugi", game or "x")])
    for options in ({LONG: 1}, {"cap_raises": LONG}, {"rabbit": 99}, {"button": None}, {"": ""}):
        yield Host(p.id(), "house", options=options)
    for what in ("next_game", "resume", "retry", "refund", "void"):
        yield Host(p.id(), what, words="" if what == "void" else LONG)
    yield Host(p.id(), "bot", seat=4, words=LONG)
    yield Host(p.id(), "bot", seat=4, chips=10**15)
    yield Host(p.id(), "games", games=[GameWanted("badugi", f"{10**30}/{2 * 10**30}")])


@pytest.mark.parametrize("game", ["five_card_draw", "seven_card_stud", "california_poker"])
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(game, tmp_path, monkeypatch):
    @in_a_room
    async def test(p):
        await p.new_table(game)
        screens = await p.sit("Hanna", "Ben")
        stranger = await p.come("Zed")
        await p.deal()
        asked = p.screen_at(min(p.table.offers))
        hanna = screens[0]
        for screen, requests in (
            (asked, nonsense(p, asked.offer)),
            (stranger, nonsense(p, asked.offer)),
            (hanna, nonsense_of_hosts(p)),
        ):
            for request in requests:
                if isinstance(request, Act) and request.do == "bring_in" and game == "seven_card_stud":
                    continue  # which makes sense there
                before = p.scene
                answer = await screen.ask(request)
                assert answer["t"] == "nack", request
                assert answer["kind"] in ("refused", "stale", "forbidden"), (request, answer)
                why = answer["why"]
                assert 5 < len(why) < 400, (request, why)
                assert why[0].isupper() or not why[0].isalpha(), why
                assert "Traceback" not in why
                assert p.scene is before, request
        assert p.reports == []
        await p.play_on()
        assert not p.table.playing

    test(tmp_path, monkeypatch)


@in_a_room
async def test_words_of_ten_thousand_characters_are_cut_or_refused(p):
    _hanna, ben, cyd = await friends(p)
    await p.deal()
    no(await ben.say(LONG), "refused", "300")
    no(await ben.say("\u200b\u200b"), "refused", "at least one")
    await p.host("pause", words=LONG)
    await p.host("resume")
    await p.host("void", words=LONG)
    await p.host("kick", seat=2, words=LONG)
    await p.host("close", words=LONG)
    assert max(len(line) for line in cyd.log) < 300
    assert max(len(frame) for frame in ben.frames) < 20_000


@in_a_room
async def test_nothing_but_its_owners_can_be_done_with_a_seat(p):
    hanna, ben, cyd = await friends(p)
    await p.deal()
    before = p.scene
    assert p.hand.to_act == {0}
    for screen in (ben, cyd):
        no(await screen.ask(hanna.answer("fold")), "stale")
        no(await screen.ask(Act(p.id(), tuple(hanna.offer["decision"]), "call", price=hanna.offer["price"])), "stale")
    assert p.scene is before


@in_a_room
async def test_all_requests_at_once_leave_a_sound_table(p):
    """Everything is pressed by everybody at the same moment, again and again."""
    hanna, ben, cyd = await friends(p)
    await p.deal(hold=False)
    for _ in range(6):
        asked = []
        for screen in (hanna, ben, cyd):
            if screen.offer:
                asked += [screen.ask(screen.answer(do)) for do in ("call", "fold", "check", "draw")]
            asked += [screen.do(what, chips=20, seat=1) for what in ("top_up", "sit_out", "return", "leave", "sit")]
        asked += [hanna.host(what, words="x") for what in ("pause", "resume", "void", "deal")]
        answers = await asyncio.gather(*asked)
        assert not any(each.get("kind") == "broken" for each in answers)
        await p.check()
    assert p.reports == []

"""The pages, as people use them: without a script, by forms and links."""

import asyncio
import json
import re
from html import unescape
from threading import get_ident

import pytest

from oddchip.games import games
from oddchip.house import options
from oddchip.modifiers import MODIFIERS
from oddchip.room.limits import Rate
from oddchip.room.protocol import Host
from oddchip.web.pages.house import groups
from oddchip.web.pages.mixes import MIXES, STAKES, wanted_games
from oddchip.web.settings import Allowed
from web_room import HERE, hello, served

PLENTY = Allowed(doors=Rate(1000, 100_000), posts=Rate(1000, 100_000), requests=Rate(1000, 100_000))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("room"), allowed=PLENTY) as house:
        house.hanna = house.host()
        yield house


def scene(house, table):
    return house.room.tables[table.removeprefix("/table/")].scene


def trouble(answer):
    found = re.search(r'id="trouble">([^<]+)<', answer.text)
    return unescape(found[1]) if found else ""


# The door.


def test_a_stranger_is_told_how_to_get_in(house):
    text = house.browser().get("/").text
    assert "Open the link that your host sent you" in text
    assert "/rules" in text


def test_the_host_link_makes_a_host_and_the_key_leaves_the_address(house):
    browser = house.browser("127.0.0.1")
    answer = browser.form("/host", {"key": house.room.host_key, "name": "Otto"}, f"/host?key={house.room.host_key}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "New table" in browser.get("/").text
    again = browser.get(f"/host?key={house.room.host_key}")
    assert (again.status_code, again.headers["location"]) == (303, "/")


def test_the_key_may_be_typed_and_a_wrong_one_is_refused(house):
    browser = house.browser()
    assert "Host key" in browser.get("/host").text
    assert browser.form("/host", {"key": "guess", "name": "Eve"}).status_code == 403
    assert browser.form("/host", {"key": f" {house.room.host_key} ", "name": "Uta"}).status_code == 303


BAD_NAMES = {
    "A" * 10_240: "A name has at most 24 characters.",
    "\u200b\u200d\u2060": "A name needs at least one letter, digit or sign that can be seen.",
    "": "A name needs at least one letter, digit or sign that can be seen.",
    "\u202e": "A name needs at least one letter, digit or sign that can be seen.",
    "\x00\x01": "A name needs at least one letter, digit or sign that can be seen.",
    "a" * 25: "A name has at most 24 characters.",
}


@pytest.mark.parametrize("name", BAD_NAMES, ids=["10 kB", "zero-width", "empty", "bidi", "control", "25"])
def test_a_name_that_is_none_gets_one_sentence_and_the_form_again(house, name):
    table = house.table(house.hanna)
    browser = house.browser()
    answer = browser.form(house.invite(house.hanna, table), {"name": name})
    assert answer.status_code == 400
    assert trouble(answer) == BAD_NAMES[name]
    assert len(answer.text) < 10_000
    assert "oddchip-8717" not in browser.http.cookies


def test_whoever_opens_a_link_again_goes_straight_to_the_table(house):
    table = house.table(house.hanna)
    link = house.invite(house.hanna, table)
    ada = house.browser()
    assert ada.join(link, "Ada") == table
    again = ada.get(link)
    assert (again.status_code, again.headers["location"]) == (303, table)
    other = house.invite(house.hanna, house.table(house.hanna, title="Next"))
    assert ada.get(other).status_code == 303
    assert "Friday" in ada.get("/").text
    assert "Next" in ada.get("/").text


def test_a_link_that_holds_no_longer_says_so(house):
    for path in ("/join/nothing", "/watch/nothing", "/join/" + "x" * 5000):
        answer = house.browser().get(path)
        assert answer.status_code == 404
        assert "This link does not work, or no longer does." in answer.text


# Tables.


def test_a_new_table_has_its_games_seats_bots_and_settings(house):
    table = house.table(
        house.hanna, title="Big night", games="badugi @ 4/8\ntriple draw (jackpots)", stakes="2/4 ante 1",
        mode="choice", size="7", bots="3", watching="live", pace="fast", approve="on", stack="150",
    )  # fmt: skip
    made = scene(house, table)
    assert [(entry.game.id, entry.stakes.small) for entry in made.table.state.line.entries] == [
        ("badugi", 4),
        ("triple_draw(gardena_jackpots)", 2),
    ]
    assert made.table.state.line.choice
    assert sorted(made.table.places) == [4, 5, 6]
    assert set(made.desk.bots) == {place.player for place in made.table.places.values()}
    settings = made.desk.settings
    assert (settings.watching, settings.pace, settings.approve, settings.chat, settings.stack) == (
        "live",
        "fast",
        True,
        True,
        150,
    )


@pytest.mark.parametrize("mix", MIXES)
def test_every_mix_can_be_played_in_rotation_and_by_choice(house, mix):
    for mode in ("rotation", "choice"):
        made = scene(house, house.table(house.hanna, games="", mix=mix, mode=mode))
        assert len(made.table.state.line.entries) == len(MIXES[mix][1])
        assert made.table.state.line.choice == (mode == "choice")


def test_horse_is_horse():
    assert [game.game for game in wanted_games("", "HORSE", "")] == [
        "texas_holdem", "omaha_eight", "razz", "seven_card_stud", "stud_eight"
    ]  # fmt: skip


@pytest.mark.parametrize("stakes", STAKES[:-1])
def test_the_stakes_that_are_offered_fit_every_game_with_betting(house, stakes):
    names = [game.id for game in games() if game.id != "california_poker"]
    house.table(house.hanna, games="\n".join(names), mode="choice", stakes=stakes)


def test_a_table_is_opened_for_a_game_by_the_name_the_room_prints(house):
    house.table(house.hanna, games="Stud Eight with a Bug\nJacks Back, Four-Before @ 4/8", stakes="2/4")


def test_the_last_stakes_that_are_offered_fit_california_poker(house):
    house.table(house.hanna, games="California Poker", stakes=STAKES[-1])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"games": ""}, "Name a game, or choose a mix."),
        ({"games": "Jaks Back"}, "No game is called 'Jaks Back'; did you mean jacks_back"),
        ({"stakes": "lots"}, "Cannot read 'lots' in the stakes 'lots'"),
        ({"games": "badugi @ 2.50/5"}, "Is not in whole chips"),
        ({"title": "\u200b"}, "The name of a table needs at least one letter"),
        ({"title": "x" * 60}, "The name of a table has at most 48 characters."),
        ({"mix": "ORSE"}, "There is no mix called 'ORSE'"),
        ({"games": "\n".join(["razz"] * 61)}, "up to 60"),
        ({"house": "nothing"}, "There are no house rules of that name any more."),
        ({"pace": "mad"}, "That is no setting of a table"),
    ],
)
def test_what_cannot_be_opened_says_why_and_keeps_what_was_said(house, fields, words):
    said = {"title": "Mine", "games": "razz", "size": "6", **fields}
    answer = house.hanna.form("/tables", said)
    assert answer.status_code == 400
    assert words.lower() in trouble(answer).lower()
    if len(said["title"]) < 20:
        assert f'value="{said["title"]}"' in answer.text


def test_what_cannot_be_opened_with_its_bots_is_not_opened_without_them(house):
    before = len(house.room.tables)
    answer = house.hanna.form(
        "/tables", {"title": "Mine", "games": "razz", "size": "6", "bots": "1", "style": "genius"}
    )
    assert answer.status_code == 400
    assert "There is no bot called genius" in trouble(answer)
    assert len(house.room.tables) == before


def test_a_host_who_has_all_his_bots_opens_no_table_with_more_of_them(tmp_path):
    with served(tmp_path, allowed=PLENTY) as house:
        hanna = house.host()
        for _ in range(8):
            house.table(hanna, bots="5")
        answer = hanna.form("/tables", {"title": "Mine", "games": "razz", "size": "6", "bots": "1"})
        assert "A host may seat 40 bots in all." in trouble(answer)
        assert len(house.room.tables) == 8


def test_a_link_is_looked_at_without_being_opened(house):
    """Messengers ask for the head of a link that is sent around: that is no form, and lets nobody in."""
    invite = house.invite(house.hanna, house.table(house.hanna))
    for browser in (house.browser(), house.hanna):
        for path in (invite, f"/host?key={house.room.host_key}", "/me", "/"):
            answer = browser.http.head(path)
            assert answer.status_code in (200, 303), (path, answer.status_code)


def test_one_game_is_chosen_from_the_list_where_none_is_written(house):
    made = scene(house, house.table(house.hanna, games="", one="q_ball"))
    assert [entry.game.id for entry in made.table.state.line.entries] == ["q_ball"]
    page = house.hanna.get("/tables").text
    assert all(f'<option value="{game.id}"' in page for game in games())


def test_the_form_knows_every_game_it_is_sent_to_with(house):
    assert ">jacks_back</textarea>" in house.hanna.get("/tables?game=jacks_back").text


def test_the_form_says_what_committed_decks_mean_and_cost(house):
    text = house.hanna.get("/tables").text
    assert re.search(r'<select id="fairness"[^>]* aria-describedby="fairness-hint">', text)
    hint = re.search(r'<small id="fairness-hint">([^<]+)<', text)[1]
    assert "the players’ seeds choose one" in hint
    assert "a fraction of a second a hand" in hint


def test_the_verifier_knows_games_and_twists_by_name(house):
    names = json.loads(unescape(re.search(r'data-games="([^"]+)"', house.browser().get("/verify").text)[1]))
    assert names["gardena_jackpots"] == "Gardena Jackpots"
    assert names['on_deck(omaha, "mexican")'] == "Omaha, Mexican Pack"
    assert {game.id for game in games()} < set(names)


def test_the_screen_knows_its_table(house):
    table = house.table(house.hanna)
    text = house.hanna.get(table).text
    assert f'data-table="{table.removeprefix("/table/")}"' in text
    assert "gardena_jackpots" in text


# Invitations.


def test_a_link_that_leads_to_this_computer_alone_says_so_and_has_no_code_for_phones(house):
    answer = house.hanna.form(f"{house.table(house.hanna)}/invites", {"kind": "play", "do": "make"})
    assert "data:image/svg+xml" not in answer.text
    assert "Only this computer can open it." in answer.text
    assert re.search(rf'id="link">{HERE}/join/[\w-]{{27}}<', answer.text)


def test_with_lan_a_link_leads_to_the_address_on_the_network(tmp_path):
    with served(tmp_path, lan=True, names=("192.168.7.7", "den.local")) as house:
        hanna = house.host()
        answer = hanna.form(f"{house.table(hanna)}/invites", {"kind": "watch", "do": "make"})
        assert 'id="link">http://192.168.7.7:8717/watch/' in answer.text
        assert "Anybody on the same network can open it." in answer.text
        assert "data:image/svg+xml" in answer.text, "a code for phones"
        near = house.browser("192.168.7.9", "http://192.168.7.7:8717")
        assert near.get("/").status_code == 200


def test_scenario_47_on_a_plain_network_address_nothing_waits_for_a_secure_page(tmp_path):
    """There is no button here that a browser refuses on plain http: a link and a name are enough."""
    lan = "http://192.168.7.7:8717"
    with served(tmp_path, lan=True, names=("192.168.7.7",)) as house:
        hanna = house.host()
        table = house.table(hanna)
        answer = hanna.form(f"{table}/invites", {"kind": "play", "do": "make"})
        link = re.search(r'id="link">http://[^/]+(/[^<]+)<', answer.text)[1]
        ada = house.browser("192.168.7.9", lan)
        came = ada.form(link, {"name": "Ada"})
        assert (came.status_code, came.headers["location"]) == (303, table)
        cookie = came.headers["set-cookie"].lower()
        assert cookie.startswith("oddchip-8717=")  # without __Host-, which needs https
        assert "secure" not in cookie
        with ada.socket(table) as socket:
            assert hello(socket)[0]["name"] == "Ada"
        for path in ("/", table, "/me"):
            assert not re.search("passkey|webauthn", ada.get(path).text, re.I)


def test_with_lan_the_address_a_visitor_came_in_on_is_ours_whatever_it_was_at_the_start():
    from oddchip.web.security import Guard
    from oddchip.web.settings import WebSettings

    def refusal(lan, host, origin, server=("10.9.8.7", 8717)):
        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        scope = {"type": "websocket", "headers": headers, "server": server, "client": ("10.9.8.1", 1), "scheme": "ws"}
        return Guard(None, WebSettings(8717, lan=lan), lambda: 0, None)._refusal(scope)

    assert refusal(True, "10.9.8.7:8717", "http://10.9.8.7:8717") is None
    assert refusal(False, "10.9.8.7:8717", "http://10.9.8.7:8717").status == 421
    assert refusal(True, "10.9.8.8:8717", "http://10.9.8.8:8717").status == 421
    assert refusal(True, "10.9.8.7:8717", "http://10.9.8.8:8717").status == 403
    assert refusal(True, "evil.example:8717", "http://evil.example:8717").status == 421


# House rules.


def test_the_form_has_every_option_with_its_default(house):
    text = house.hanna.get(f"{house.table(house.hanna)}/house").text
    assert sum(len(found) for _, found in groups()) == len(list(options()))
    for name, _ in options():
        assert f'name="{name}"' in text
    assert text.count("(default)") == len([option for _, found in groups() for option in found if not option.number])
    assert "Nothing: every rule is as by default." in text


def test_a_host_reads_no_ids_of_the_rules_ledger(house):
    text = house.hanna.get(f"{house.table(house.hanna)}/house").text
    read = re.sub(r"<[^>]*>", " ", text)
    for name, option in options():
        assert option.metadata["source"] not in read, name
        assert f'id="h-{name}" title="In the rules ledger: {option.metadata["source"]}"' in text


def test_rules_are_set_and_shown_as_what_differs(house):
    table = house.table(house.hanna)
    answer = house.hanna.form(f"{table}/house", {"do": "apply", "cap_raises": "4", "kill": "full", "stud_tie": "suit"})
    assert answer.status_code == 303
    assert scene(house, table).table.state.house.differences() == {"cap_raises": 4, "kill": "full", "stud_tie": "suit"}
    ada = house.browser()
    ada.join(house.invite(house.hanna, table), "Ada")
    text = ada.get(f"{table}/house").text
    assert re.search(r'<th scope="row">cap raises</th><td>4</td>', text)
    assert "<select" not in text
    assert re.search(r'name="cap_raises" value="4"', house.hanna.get(f"{table}/house").text)
    house.hanna.form(f"{table}/house", {"do": "apply", "cap_raises": "", "kill": "full"})
    assert scene(house, table).table.state.house.differences() == {"kill": "full"}


@pytest.mark.parametrize(("name", "value"), [("cap_raises", "many"), ("stud_tie", "luck"), ("cap_raises", "x" * 500)])
def test_a_rule_that_is_none_gets_a_sentence(house, name, value):
    table = house.table(house.hanna)
    answer = house.hanna.form(f"{table}/house", {"do": "apply", name: value})
    assert answer.status_code == 400
    assert trouble(answer).startswith(f"{name.capitalize()} must be ")
    assert scene(house, table).table.state.house.differences() == {}


def test_every_value_the_form_offers_is_taken(house):
    table = house.table(house.hanna)
    for _, found in groups():
        for option in found:
            for value, _ in option.values:
                answer = house.hanna.form(
                    f"{table}/house", {"do": "save", "name": "Trial", option.name: value}, f"{table}/house"
                )
                assert answer.status_code == 303, (option.name, value, trouble(answer))


def test_sets_are_kept_shared_used_and_deleted(house):
    table = house.table(house.hanna)
    here = f"{table}/house"
    kept = house.hanna.form(here, {"do": "save", "name": "Friday rules", "cap_raises": "5", "shared": "on"})
    set_id = kept.headers["location"].partition("?set=")[2]
    assert 'value="5"' in house.hanna.get(kept.headers["location"]).text
    assert scene(house, table).table.state.house.differences() == {}  # kept is not played
    other = house.host("Otto")
    assert "Friday rules (shared)" in other.get("/tables").text
    theirs = house.table(other, house=set_id)
    assert scene(house, theirs).table.state.house.differences() == {"cap_raises": 5}
    other.form(f"{theirs}/house", {"do": "delete", "set": set_id})  # not his to delete
    assert "Friday rules" in house.hanna.get(here).text
    house.hanna.form(here, {"do": "save", "name": "FRIDAY rules", "cap_raises": "6"})  # the same name: replaced
    assert house.hanna.get(here).text.count(f'value="{set_id}"') == 1
    assert "riday rules" not in other.get("/tables").text  # and no longer shared
    house.hanna.form(here, {"do": "delete", "set": set_id})
    assert set_id not in house.hanna.get(here).text


# Games and cards.


def test_every_game_and_every_twist_has_its_place_and_its_sheet(house):
    browser = house.browser()
    text = browser.get("/rules").text
    for game in games():
        assert f'href="/rules/{game.id}"' in text
    for name in MODIFIERS:
        assert name.replace("_", " ").capitalize() in text
    for example in re.findall(r'href="(/rules/[^"]+\(.*?)"', text):
        assert browser.get(example).status_code == 200
    sheet = browser.get("/rules/jacks_back?stakes=2/4 ante 1").text
    assert 'class="rule-sheet"' in sheet
    assert sheet.count("<h1") == 1


def test_a_game_is_found_by_any_of_its_names(house):
    browser = house.browser()
    found = browser.get("/rules?q=Jacks Back")
    assert (found.status_code, found.headers["location"]) == (303, "/rules/jacks_back")
    assert "did you mean jacks_back?<" in browser.get("/rules?q=jaks bak").text.replace("\n", "")
    assert browser.get("/rules?q=Jacks Back, Four-Before").headers["location"] == "/rules/four_before(jacks_back)"
    assert browser.get("/rules/nothing_at_all").status_code == 404


def test_a_sheet_is_worked_out_beside_the_tables(house, monkeypatch):
    from oddchip.web.pages import rules

    threads = []
    monkeypatch.setattr(
        rules, "_sheet", lambda game, stakes: threads.append(get_ident()) or ("<article></article>", [])
    )
    assert house.browser().get("/rules/razz").status_code == 200
    assert threads != [house.call(get_ident)]


def test_every_card_of_every_skin_is_on_the_page_with_its_name(house):
    browser = house.browser()
    text = browser.get("/cards").text
    assert text.count("<use ") == text.count("<li>") >= 3 * 57 + 2 * 45
    assert "knight of cups, 9" in text
    for path in set(re.findall(r'href="(/art/[^"#]+)#', text)):
        answer = browser.get(unescape(path))
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
    for path, symbol in re.findall(r'href="(/art/[^"#]+)#([^"]+)"', text)[::17]:
        assert f'id="{symbol}"' in browser.get(unescape(path)).text
    assert browser.get("/art/tarot.svg").status_code == 404
    assert browser.get("/art/french.svg?skin=../etc").status_code == 404


# Every page.


def test_every_page_has_one_heading_labels_and_a_title(house):
    table = house.table(house.hanna)
    paths = ["/", "/tables", "/me", f"{table}/invites", f"{table}/house", "/rules", "/rules/razz", "/cards", "/nothing"]
    for path in paths:
        text = house.hanna.get(path).text
        assert text.count("<h1") == 1, path
        assert re.search(r"<title>[^<]+ · Oddchip</title>", text), path
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids)), path
        labelled = set(re.findall(r'<label for="([^"]+)"', text))
        for tag in re.findall(r"<(?:input|select|textarea)[^>]*>", text):
            if 'type="hidden"' in tag or 'type="checkbox"' in tag or 'type="radio"' in tag:
                continue
            assert re.search(r' id="([^"]+)"', tag)[1] in labelled, (path, tag)


def test_a_page_that_is_not_there_and_a_fault_of_ours_say_so_in_a_sentence(house, monkeypatch):
    assert "There is no such page in this card room." in house.browser().get("/nothing").text
    monkeypatch.setattr(house.room, "listed", lambda person: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # the server under us logs it
        house.hanna.get("/")


# What a form says before it happens, and what stays when a table is closed.


def test_the_form_says_that_a_game_for_two_takes_the_others_seats(house):
    said = {"title": "Friday", "games": "badugi\ncalifornia_poker", "size": "6", "bots": "3"}
    answer = house.hanna.form("/tables", said)
    assert (answer.status_code, trouble(answer)) == (
        400,
        "California Poker takes 2 players at most, and so would the whole list: 2 of 6 seats. "
        "Leave it out, or make a table of 2 seats.",
    )
    alone = house.hanna.form("/tables", {**said, "games": "california_poker"})
    assert trouble(alone) == "California Poker is for 2 players: 3 bots would leave no seat for you."
    assert house.hanna.form("/tables", {**said, "size": "2", "bots": "1"}).status_code == 303
    assert "California Poker, for 2 players<" in house.hanna.get("/tables").text


def test_a_refused_form_of_house_rules_keeps_what_was_said(house):
    table = house.table(house.hanna)
    answer = house.hanna.form(f"{table}/house", {"do": "save", "cap_raises": "4", "name": " "})
    assert answer.status_code == 400
    assert trouble(answer) == "The name of a set needs at least one letter, digit or sign that can be seen."
    assert re.search(r'name="cap_raises" value="4"', answer.text)


def test_a_closed_table_is_in_the_lobby_and_its_page_leads_to_its_hands(house):
    table = house.table(house.hanna, title="Last Friday")
    table_id = table.removeprefix("/table/")

    async def close():
        actor = house.room.tables[table_id]
        done = asyncio.get_running_loop().create_future()
        actor.ask(actor.scene.desk.owner, Host("c1", "close"), done.set_result)
        await done
        return await house.room.put_away()

    assert house.call(close) >= 1
    lobby = house.hanna.get("/").text
    assert lobby.index("Closed tables") < lobby.index("Last Friday")
    answer = house.hanna.get(table)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{table}/history")
    assert [house.hanna.get(f"{table}/{page}").status_code for page in ("history", "ledger")] == [200, 200]
    assert house.browser().get(table).status_code == 401
    assert house.host("Otto").get(table).status_code == 404


def test_the_page_about_oneself_says_what_is_not_forgotten(house):
    assert "What others wrote stays as they wrote it" in house.hanna.get("/me").text

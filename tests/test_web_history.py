"""The pages about hands that are over: the list, the replayer, downloads, links, the ledger, being forgotten."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from backend import traces
from oddchip.fair.deck import verify_hand
from oddchip.history import load
from oddchip.room.limits import Rate
from oddchip.room.records import EVERYBODY
from oddchip.web.settings import Allowed
from past_evening import Evening, hidden_from, in_a_room
from web_room import HERE, served

PLENTY = Allowed(doors=Rate(1000, 100_000), posts=Rate(1000, 100_000), requests=Rate(1000, 100_000))


class House:
    """A served room in which an evening has been played, and browsers of those who were there."""

    def __init__(self, inner, tokens, table, hidden):
        self.inner, self.tokens, self.table, self.hidden = inner, tokens, table, hidden
        self.path = f"/table/{table}"

    def browser(self, name=""):
        browser = self.inner.browser()
        if name:
            browser.http.cookies.set("oddchip", self.tokens[name], domain="127.0.0.1")
        return browser


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("room")
    kept = {}

    async def work(e: Evening) -> None:
        await e.begin("Ada", "<Ben>", games=("badugi", "stud_eight", "gardena_jackpots"))
        kept["hidden"] = {}
        for number in range(1, 7):
            await e.play(1)
            hand, shown = e.actor.scene.table.hand, e.actor.scene.desk.shown
            kept["hidden"][number] = {
                seat: set(hidden_from(hand, seat, shown)) for seat in (EVERYBODY, *hand.seats)
            }  # fmt: skip
        kept["tokens"], kept["table"] = e.tokens, e.table
        guest, token = await e.room.new_guest("Otto")
        await e.room.accept(e.table, "watch", guest)
        _, other = await e.room.new_guest("Eve")
        kept["tokens"] |= {"Otto": token, "Eve": other}

    in_a_room(folder, work)
    with served(folder, allowed=PLENTY) as inner:
        yield House(inner, kept["tokens"], kept["table"], kept["hidden"])


def cards_in(text: str) -> set[str]:
    """Cards in the JSON of frames."""
    return set(re.findall(r'"([2-9TJQKA][cdhs]|X\d)"', text))


class Words(HTMLParser):
    """What of a page is read, tags left out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.found).split())


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_has_every_hand_with_its_game_pot_net_and_winners(house):
    answer = house.browser("Ada").get(f"{house.path}/history")
    words = Words(answer.text).text
    for number in range(1, 7):
        assert f"Hand {number} " in words
        assert f'href="{house.path}/history/{number}"' in answer.text
    assert "Badugi" in words
    assert "Stud Eight" in words
    assert re.search(r"[+-]\d+", words)
    assert "<Ben>" not in answer.text + house.browser("Ada").get(f"{house.path}/history/1").text
    assert "&lt;Ben&gt;" in house.browser("Ada").get(f"{house.path}/history/1").text
    older = Words(house.browser("Ada").get(f"{house.path}/history?before=3").text).text
    assert "Hand 2 " in older
    assert "Hand 3 " not in older
    assert house.browser("Ada").get(f"{house.path}/history?before=x").status_code == 200


def test_only_who_may_open_the_table_sees_its_hands(house):
    for path in ("history", "history/1", "history/1.json", "history/1.toml", "ledger", "ledger.csv", "ledger.json"):
        assert house.browser().get(f"{house.path}/{path}").status_code == 401
        assert house.browser("Eve").get(f"{house.path}/{path}").status_code == 404
        assert house.browser("Otto").get(f"{house.path}/{path}").status_code == 200
        assert house.browser("Ada").get(f"/table/nonsense/{path}").status_code == 404
    for hand in ("99", "0", "1.exe", "x", "1.json.json", "٣"):
        assert house.browser("Ada").get(f"{house.path}/history/{hand}").status_code == 404


# --- one hand --------------------------------------------------------------------------------------------------------


def test_scenario_28_each_is_served_his_own_view_and_nobody_more(house):
    seats = {"Hanna": 0, "Ada": 1, "<Ben>": 2, "Otto": EVERYBODY}
    searched = 0
    for name, seat in seats.items():
        browser = house.browser(name)
        for number, hidden in list(house.hidden.items())[:3]:
            path = f"{house.path}/history/{number}"
            mine, all_, hiding = (browser.get(f"{path}.json{query}") for query in ("", "?view=all", "?hide=1"))
            foreign = hidden.get(seat, hidden[EVERYBODY])
            assert not cards_in(mine.text) & foreign
            assert not cards_in(hiding.text) & foreign
            assert not cards_in(all_.text) & hidden[EVERYBODY]
            frames = mine.json()["frames"]
            assert len(frames) > 5
            assert ("me" in frames[-1]) == (seat in hidden and seat != EVERYBODY)
            assert all("me" not in frame for frame in all_.json()["frames"])
            searched += len(foreign)
    assert searched > 100


def test_without_a_script_the_page_is_the_list_of_what_happened(house):
    answer = house.browser("Ada").get(f"{house.path}/history/2")
    words = Words(answer.text).text
    frames = house.browser("Ada").get(f"{house.path}/history/2.json").json()["frames"]
    lines = [
        "".join(span if isinstance(span, str) else "§" for span in line["line"])
        for frame in frames
        for line in frame["log"]
    ]
    assert len(re.findall(r'<li data-step="', answer.text)) == len(lines) > 8
    for line in lines:
        for part in filter(str.strip, re.split(r"§|\s{2,}", line)):
            assert " ".join(part.split()).strip(" .") in words
    assert re.search(r"\b(ten|[a-z]+) of (spades|hearts|diamonds|clubs)\b", words)
    assert "<script" in answer.text
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=", answer.text)
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_the_views_offered_are_those_one_may_have(house):
    ada = house.browser("Ada").get(f"{house.path}/history/1").text
    otto = house.browser("Otto").get(f"{house.path}/history/1").text
    assert "only my cards" in ada
    assert "only my cards" not in otto
    assert "Link: with my cards" in ada
    assert "Link: " not in otto
    assert "Link: with my cards" in house.browser("Hanna").get(f"{house.path}/history/1?view=all").text


def test_downloads_are_of_ones_own_view(house):
    ada = house.browser("Ada")
    answer = ada.get(f"{house.path}/history/1.toml")
    assert answer.headers["content-disposition"] == 'attachment; filename="hand-1.toml"'
    record = load(answer.text)
    assert (record.viewer, record.extra["hand"]) == (1, 1)
    assert "<Ben>" in record.players
    assert load(ada.get(f"{house.path}/history/1.toml?view=all").text).viewer == EVERYBODY
    assert ada.get(f"{house.path}/history/1.phh").text.startswith('variant = "FB"')
    assert ada.get(f"{house.path}/history/1.txt").text.startswith("PokerStars Hand #1:  Badugi")
    refused = ada.get(f"{house.path}/history/3.phh")
    assert refused.status_code == 400
    assert "PHH has no code for" in refused.text


# --- links -----------------------------------------------------------------------------------------------------------


def link_of(answer):
    return re.search(r'id="link">https?://[^/]+(/shared/[^<]+)<', answer.text)[1]


def test_a_link_shows_one_hand_to_anybody_until_it_is_revoked(house):
    ada, hanna, stranger = house.browser("Ada"), house.browser("Hanna"), house.browser()
    path = f"{house.path}/history/4"
    plain = link_of(hanna.form(path, {"do": "link"}))
    own = link_of(ada.form(path, {"do": "own"}))
    for link, seat in ((plain, EVERYBODY), (own, 1)):
        answer = stranger.get(link)
        assert answer.status_code == 200
        assert 'content="noindex"' in answer.text
        assert house.table not in answer.text
        assert "Keep or share" not in answer.text
        frames = stranger.get(f"{link}.json")
        assert not cards_in(frames.text) & house.hidden[4][seat]
        assert ("me" in frames.json()["frames"][-1]) == (seat == 1)
        assert stranger.get(f"{link}.toml").status_code == 404
    assert stranger.get(path).status_code == 401
    assert "1 link to this hand no longer works" in ada.form(path, {"do": "revoke"}).text
    assert (stranger.get(own).status_code, stranger.get(plain).status_code) == (404, 200)
    assert "Revoke 1 link" in hanna.get(path).text
    hanna.form(path, {"do": "revoke"})
    assert stranger.get(plain).status_code == stranger.get(f"{plain}.json").status_code == 404
    assert stranger.get("/shared/nonsense").status_code == 404


def test_a_link_is_made_by_forms_of_ours_and_by_who_may(house):
    path = f"{house.path}/history/4"
    ada, otto = house.browser("Ada"), house.browser("Otto")
    assert ada.http.post(path, data={"do": "link"}, headers={"origin": HERE}).status_code == 403
    assert otto.form(path, {"do": "link"}, "/me").status_code == 403
    assert ada.form(path, {"do": "nonsense"}).status_code == 400


# --- the ledger ------------------------------------------------------------------------------------------------------


def test_the_ledger_says_who_has_what_and_who_pays_whom(house):
    ada = house.browser("Ada")
    page = ada.get(f"{house.path}/ledger")
    words = Words(page.text).text
    (table,) = json.loads(ada.get(f"{house.path}/ledger.json").text)["tables"]
    rows = list(csv.DictReader(io.StringIO(ada.get(f"{house.path}/ledger.csv").text)))
    for person in table["ledger"]:
        assert person["name"] in words
        assert person["net"] == person["took"] + person["has"] - person["brought"]
    assert {row["player"]: int(row["net"]) for row in rows if row["what"] == "ledger"} == {
        person["name"]: person["net"] for person in table["ledger"]
    }
    for payment in table["payments"]:
        assert f"{payment['from']} pays {payment['to']} {payment['chips']}" in words
    assert "Showdowns" in words
    assert "<Ben>" not in page.text
    assert len(table["hands"]) == 6


# --- being forgotten -------------------------------------------------------------------------------------------------


def test_a_guest_deletes_his_data(house):
    browser = house.browser()
    person, token = house.inner.call(house.inner.room.new_guest, "Zephyrine")
    house.inner.call(house.inner.room.accept, house.table, "play", person)
    house.inner.call(house.inner.room.say, house.table, person.id, "Zephyrine was here")
    browser.http.cookies.set("oddchip", token, domain="127.0.0.1")
    assert "Be forgotten" in browser.get("/me").text
    answer = browser.form("/me/forget", {}, "/me")
    assert answer.status_code == 400
    assert "Tick the box first" in answer.text
    assert browser.form("/me/forget", {"sure": "on"}, "/me").status_code == 303
    assert browser.get(house.path).status_code == 401
    assert traces(house.inner.served.folder, "Zephyrine") == []


def test_who_sits_at_a_table_leaves_it_first(house):
    answer = house.browser("Ada").form("/me/forget", {"sure": "on"}, "/me")
    assert answer.status_code == 400
    assert "Leave your seat at Hanna" in answer.text


# --- what proves a hand -----------------------------------------------------------------------------------------------


def test_the_record_of_a_hand_is_for_who_may_see_it_and_holds_no_card_hidden_from_him(house):
    key = house.inner.room.signer.key
    for number in range(1, 7):
        readers = set()
        for name in ("Ada", "<Ben>", "Otto"):
            answer = house.browser(name).get(f"{house.path}/fair/{number}.json")
            assert answer.status_code == 200, answer.text
            assert answer.headers["cache-control"] == "no-store"
            assert verify_hand(answer.text, key)
            record = answer.json()
            seat = record["reader"]
            readers.add(seat)
            assert (seat is None) == (name == "Otto")
            shown = {
                each["card"] for shuffle in record["shuffles"] for kind in ("shown", "own") for each in shuffle[kind]
            }
            assert shown or seat is None
            assert not shown & house.hidden[number][EVERYBODY if seat is None else seat]
        assert len(readers) == 3
    assert house.browser("Eve").get(f"{house.path}/fair/1.json").status_code == 404
    assert house.browser().get(f"{house.path}/fair/1.json").status_code == 401
    for wrong in ("7.json", "0.json", "1", "x.json", "1.jsonl", "1.json.json", "-1.json"):
        assert house.browser("Ada").get(f"{house.path}/fair/{wrong}").status_code == 404, wrong


def test_when_the_decks_are_destroyed_there_is_no_record_any_more(house):
    room = house.inner.room
    assert house.inner.call(room.forget_secrets, room.now() + 1) >= 6
    answer = house.browser("Ada").get(f"{house.path}/fair/1.json")
    assert answer.status_code == 410
    assert "destroyed" in answer.text

"""The coach of California Poker over the web: what is told of a hand, to whom, when; scores without luck; puzzles."""

import asyncio
import csv
import io
import json
import re
from fractions import Fraction
from random import Random

import pytest

from oddchip.room.coach_words import Two, plain
from oddchip.room.coaching import coach_data, coached
from oddchip.room.limits import Rate
from oddchip.room.luck import Values, scores
from oddchip.room.room import Room, RoomSettings
from oddchip.solve.california import Deal, coach, grade, puzzle_of, solve
from oddchip.solve.california.deal import GIFTS
from oddchip.web.pages.puzzles import puzzle_for
from oddchip.web.settings import Allowed
from past_evening import Evening, in_a_room, pasts_of
from room_alike import played
from web_room import served

PLENTY = Allowed(doors=Rate(1000, 100_000), posts=Rate(1000, 100_000), requests=Rate(1000, 100_000))
HANDS = 6


class House:
    """A served room in which Hanna and Ada have played California Poker, and Badugi at another table."""

    def __init__(self, inner, kept):
        self.inner, self.kept = inner, kept
        self.path, self.other = f"/table/{kept['table']}", f"/table/{kept['badugi']}"

    def browser(self, name=""):
        browser = self.inner.browser()
        if name:
            browser.http.cookies.set("oddchip", self.kept["tokens"][name], domain="127.0.0.1")
        return browser


async def an_evening(e: Evening, kept: dict, hands: int = HANDS) -> None:
    await e.begin("Ada", games=("california_poker",), chips=200)
    kept["hands"] = {}
    for number in range(1, hands + 1):
        await e.play(1)
        hand = e.actor.scene.table.hand
        swapped = next(event for event in hand.log if event[0] == 20)
        dealt = [tuple(sorted(cards)) for cards in _dealt(hand)]
        kept["hands"][number] = (hand.seats, dealt, swapped[1], dict(hand.result.net))
    kept["table"], kept["people"] = e.table, {name: each.id for name, each in e.people.items()}
    guest, token = await e.room.new_guest("Otto")
    await e.room.accept(e.table, "watch", guest)
    _, other = await e.room.new_guest("Eve")
    kept["tokens"] = {**e.tokens, "Otto": token, "Eve": other}
    kept["badugi"] = await e.room.new_table(e.people["Hanna"], "Badugi", 4, [], "game", settings={"coach": False})


def _dealt(hand):
    """What each position was dealt, out of the log."""
    (deal,) = (event for event in hand.log if event[0] == 1)
    cards, n = deal[2], len(hand.seats)
    return [cards[i::n] for i in range(n)]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder, kept = tmp_path_factory.mktemp("room"), {}
    in_a_room(folder, lambda e: an_evening(e, kept))
    with served(folder, allowed=PLENTY) as inner:
        yield House(inner, kept)


def told(house, name, number):
    answer = house.browser(name).get(f"{house.path}/coach/{number}.json")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_everything_told_of_a_hand_is_what_the_solver_says(house):
    for number, (seats, dealt, gifts, net) in house.kept["hands"].items():
        said = told(house, "Otto", number)
        exact = coach(dealt[0], dealt[1], gifts)
        assert said["seats"] == list(seats)
        assert said["value"] == str(exact.value)
        assert said["map"] == list(exact.map)
        assert [pick["grade"] for pick in said["picks"]] == [pick.grade.value for pick in exact.picks]
        assert [pick["loss"] for pick in said["picks"]] == [str(pick.loss) for pick in exact.picks]
        assert [{each["gift"] for each in mix} for mix in said["mixes"]] == [set(mix) for mix in exact.solution.mixes]
        first = net[seats[0]]
        assert said["result"] == (first > 0) - (first < 0) == exact.result
        assert said["luck_free"] == str(exact.result - exact.value)
        words, table = said["finals"]["words"], said["finals"]["table"]
        played = tuple(pick["gift"] for pick in said["picks"])
        for r, c in (played, (3, 60), (69, 0)):
            final = [card for card in dealt[0] if card not in exact.solution.deal.given(0, r)]
            final += exact.solution.deal.given(1, c)
            order = exact.solution.deal.order
            assert words[table[r][c]] == order.describe(order.value(tuple(sorted(final))))


def test_the_reader_is_spoken_to_and_others_are_named(house):
    numbers = house.kept["hands"]
    mine = [told(house, "Ada", number) for number in numbers]
    all_ = [told(house, "Otto", number) for number in numbers]
    assert all(said["names"][said["me"]] == "Ada" for said in mine)
    assert all(said["me"] is None for said in all_)
    for said in mine:
        favoured = {1: 0, 0: None, -1: 1}[(value := Fraction(said["value"])) and (1 if value > 0 else -1)]
        assert ("to you" in plain(said["worth"])) == (favoured == said["me"])
    assert not any(" you" in plain(said["worth"]) for said in all_)
    assert all(plain(said["picks"][said["me"]]["line"]).startswith("You gave ") for said in mine)
    assert all(
        "You gave" in plain(said["remark"]) and "Hanna" not in plain(said["remark"]).partition("You gave")[2]
        for said in mine
    )


def test_only_who_may_see_the_hand_is_told(house):
    for path in ("coach/1.json", "coach/session.json"):
        assert house.browser().get(f"{house.path}/{path}").status_code == 401
        assert house.browser("Eve").get(f"{house.path}/{path}").status_code == 404
        assert house.browser("Otto").get(f"{house.path}/{path}").status_code == 200
    for hand in ("0", "99", "1", "x.json", "1.json.json", "٣.json"):
        assert house.browser("Ada").get(f"{house.path}/coach/{hand}").status_code == 404


def test_a_link_to_a_hand_has_the_coach_and_nothing_of_the_session(house):
    ada = house.browser("Ada")
    page = ada.form(f"{house.path}/history/2", {"do": "own"}).text
    link = re.search(r"https?://[^/]+(/shared/[\w-]+)", page)[1]
    stranger = house.browser()
    assert f'data-path="{link}.coach.json"' in stranger.get(link).text
    said = stranger.get(f"{link}.coach.json").json()
    assert said["hand"] == 2
    assert said["me"] is None
    assert said["picks"][0]["gift"] == told(house, "Otto", 2)["picks"][0]["gift"]
    assert stranger.get(f"{link}.session.json").status_code == 404
    assert stranger.get("/shared/nonsense.coach.json").status_code == 404
    assert f'data-path="{house.path}/coach/2.json"' in ada.get(f"{house.path}/history/2").text


def test_a_bot_of_california_poker_is_not_seated_at_a_new_table_of_another_game(house):
    hanna = house.browser("Hanna")
    said = {"title": "B", "one": "badugi", "size": "6", "bots": "1", "style": "california-greedy"}
    answer = hanna.form("/tables", said)
    assert answer.status_code == 400
    assert "“California 2: greedy” plays California Poker alone" in answer.text
    assert hanna.form("/tables", {**said, "one": "california_poker", "size": "2"}).status_code == 303


def test_the_session_without_luck_adds_up_to_nothing_and_is_the_sum_of_its_hands(house):
    found = {
        each["name"]: each for each in house.browser("Ada").get(f"{house.path}/coach/session.json").json()["scores"]
    }
    hanna, ada = found["Hanna"], found["Ada"]
    assert hanna["hands"] == ada["hands"] == HANDS
    assert hanna["luck_free"] == -ada["luck_free"]
    assert (ada["me"], hanna["me"]) == (True, False)
    free = Fraction(0)
    for number, (seats, *_) in house.kept["hands"].items():
        side = 1 if seats[0] == 0 else -1  # Hanna sits on seat 0
        free += side * Fraction(told(house, "Otto", number)["luck_free"])
    assert hanna["luck_free"] == pytest.approx(float(free), abs=1e-5)
    assert hanna["error"] == pytest.approx(ada["error"])


def test_the_ledger_and_its_exports_have_the_score(house):
    browser = house.browser("Ada")
    page = browser.get(f"{house.path}/ledger").text
    session = browser.get(f"{house.path}/coach/session.json").json()["scores"]
    ledger = {each["name"]: each for each in browser.get(f"{house.path}/ledger.json").json()["tables"][0]["ledger"]}
    rows = list(csv.DictReader(io.StringIO(browser.get(f"{house.path}/ledger.csv").text)))
    assert "Luck-free" in page
    for each in session:
        assert ledger[each["name"]]["luck_free"]["luck_free"] == each["luck_free"]
        row = next(row for row in rows if row["what"] == "ledger" and row["player"] == each["name"])
        assert float(row["luck_free"]) == each["luck_free"]
        assert int(row["coached_hands"]) == HANDS
        assert f"{each['luck_free']:+.2f}".replace("-", "−") in page


def test_nothing_is_told_where_the_host_has_turned_the_coach_off(house):
    for path in ("coach/session.json", "coach/1.json"):
        answer = house.browser("Hanna").get(f"{house.other}/{path}")
        assert answer.status_code == 404
    assert "coach is off" in house.browser("Hanna").get(f"{house.other}/coach/session.json").text
    assert "Luck-free" not in house.browser("Hanna").get(f"{house.other}/ledger").text


def test_the_score_is_the_same_after_a_restart_and_out_of_a_cold_memory(tmp_path):
    kept = {}
    in_a_room(tmp_path, lambda e: an_evening(e, kept, 3))

    async def read() -> list[dict]:
        found = []
        for most in (50_000, 1):
            room = await Room.open(tmp_path, settings=RoomSettings(pace="none"))
            values = Values(room.coach, most)
            found += [scores(await values.of(room.store, kept["table"])) for _ in range(2)]
            await room.close()
        return found

    found = asyncio.run(read())
    assert found[0][kept["people"]["Ada"]].hands == 3
    assert all(each == found[0] for each in found)


def test_no_hand_is_coached_before_it_is_over(tmp_path):
    kept = {}

    async def work(e: Evening) -> None:
        await an_evening(e, kept, 1)
        await e.host("deal")
        await e.until(lambda: e.actor.scene.table.playing)
        kept["number"] = e.actor.scene.table.state.hands

    in_a_room(tmp_path, work)
    with served(tmp_path, allowed=PLENTY) as inner:
        house = House(inner, kept)
        assert told(house, "Ada", 1)["hand"] == 1
        for name in ("Ada", "Hanna", "Otto"):
            answer = house.browser(name).get(f"{house.path}/coach/{kept['number']}.json")
            assert answer.status_code == 404
            assert "not over yet" in answer.text
        session = house.browser("Ada").get(f"{house.path}/coach/session.json").json()
        assert [each["hands"] for each in session["scores"]] == [1, 1]


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_of_any_pack_is_coached_and_one_of_another_game_is_not(seed):
    for name in ("california_poker", "on_deck(california_poker, 'italian')"):
        past = pasts_of(played(Random(f"coach {seed}"), name.replace("'", '"')))[-1]
        found = coached(past)
        assert found is not None
        data = coach_data(found, Two(("Ada", "Bo")))
        assert data["deck"] == ("italian" if "italian" in name else "french")
        json.dumps(data)
    assert coached(pasts_of(played(Random(f"coach {seed}"), "badugi"))[-1]) is None


# --- puzzles ---------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_the_same_for_everybody_with_its_link(house):
    first = house.browser().get("/puzzles")
    assert first.status_code == 303
    pages = [house.browser(name).get(first.headers["location"]).text for name in ("", "Ada")]
    cards = [page.partition('id="puzzle"')[2].partition("</form>")[0] for page in pages]
    assert cards[0] == cards[1]
    assert cards[0].count("data-card") == 16
    assert "grade" not in pages[0]
    assert house.browser().get("/puzzles").headers["location"] != first.headers["location"]


def test_a_puzzle_is_one_and_its_answer_is_what_the_solver_says(house):
    for seed in ("abc", "7", "x1y2"):
        deal = puzzle_for(seed).solution.deal
        assert puzzle_of(deal) is not None
        exact = solve(deal, compiled=False)
        solved = 0
        for gift in (0, 33, *exact.mixes[0]):
            give = "".join(map(str, GIFTS[gift]))
            said = house.browser().get(f"/puzzles/{seed}?give={give}").json()
            graded = grade(exact, 0, gift)
            assert said["picks"][0]["grade"] == graded.grade.value
            assert said["solved"] == (graded.loss == 0)
            assert plain(said["picks"][0]["line"]).startswith("You give ")
            solved += said["solved"]
        assert solved >= len(exact.mixes[0])
        assert Deal.of(" ".join(said["hands"][0]), " ".join(said["hands"][1])) == deal


@pytest.mark.parametrize("path", ["A", "a" * 13, "a.b", "%2e", "a?give=0", "a?give=0012", "a?give=0189", "a?give="])
def test_what_is_no_puzzle_and_no_gift_is_refused_with_a_sentence(house, path):
    answer = house.browser().get(f"/puzzles/{path}")
    assert answer.status_code in (400, 404)
    assert "puzzle" in answer.text or "four" in answer.text


def test_puzzles_and_coaching_end_where_an_address_asks_too_much(tmp_path):
    with served(tmp_path, allowed=Allowed(coached=Rate(0.1, 3))) as inner:
        browser = inner.browser()
        assert [browser.get("/puzzles/abc").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
        assert inner.browser().get("/puzzles/abc").status_code == 200

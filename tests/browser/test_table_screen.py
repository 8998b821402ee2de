"""What the table screen does with what the room says, view by view."""

from itertools import pairwise

import pytest

from browser.screen import CHECK, GAME, Screen, call, view
from oddchip.house import HouseRules
from oddchip.room import protocol as wire

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def table(visit):
    def open_table(first, size="desktop", **settings):
        return Screen.open(visit("Ada", size).page, first, **settings)

    return open_table


def test_scenario_01_second_press_does_not_act_on_the_new_decision(table):
    screen = table(view(1, call(2)))
    screen.press("call")
    screen.press("call")
    assert [(act["decision"], act["price"]) for act in screen.acts()] == [([1, 1], 2)]
    screen.say(wire.Ack(screen.acts()[0]["id"]))
    screen.show(view(5, call(20)))
    screen.press("call")
    assert len(screen.acts()) == 1
    screen.settle()
    screen.press("call")
    assert [(act["decision"], act["price"]) for act in screen.acts()[1:]] == [([1, 5], 20)]


def test_scenario_02_a_check_that_turns_into_a_call_is_inert_for_a_moment(table):
    screen = table(view(1, CHECK))
    screen.show(view(2, call(9000)))
    assert screen.page.locator("[data-do=call]").get_attribute("aria-disabled") == "true"
    screen.press("call")
    screen.page.keyboard.press("c")
    assert screen.acts() == []
    screen.settle()
    assert screen.page.locator("[data-do=call]").get_attribute("aria-disabled") is None


def test_scenario_02_a_prepared_call_is_gone_when_the_price_changes(table):
    screen = table(view(1, me={"pre": ["fold", "call"], "price": 4}))
    screen.press("pre-call")
    assert screen.page.locator("[data-do=pre-call]").get_attribute("aria-pressed") == "true"
    screen.show(view(2, me={"pre": ["fold", "call"], "price": 8}))
    assert screen.page.locator("[data-do=pre-call]").get_attribute("aria-pressed") == "false"
    screen.show(view(3, call(8)))
    assert screen.acts() == []


def test_scenario_03_a_prepared_check_or_fold_is_gone_in_the_next_hand(table):
    screen = table(view(1, me={"pre": ["fold", "check"]}))
    screen.press("pre-check-fold")
    screen.show(view(2, me={"pre": ["fold", "check"]}, hand=2))
    screen.show(view(3, call(4), hand=2))
    assert screen.acts() == []


def test_a_prepared_answer_is_given_when_its_turn_comes_at_its_price(table):
    screen = table(view(1, me={"pre": ["fold", "call"], "price": 4}))
    screen.press("pre-call")
    screen.show(view(2, call(4)))
    assert [(act["do"], act["price"], act["decision"]) for act in screen.acts()] == [("call", 4, [1, 2])]


def test_scenario_04_of_two_buttons_pressed_fast_one_is_sent(table):
    screen = table(view(1, call(2)))
    screen.press("raise")
    screen.press("fold")
    assert [act["do"] for act in screen.acts()] == ["raise"]
    assert screen.acts()[0]["amount"] == 4


def test_scenario_06_what_is_pressed_offline_is_sent_once_or_dropped_visibly(table):
    screen = table(view(1, call(2)))
    screen.lines[-1].close(code=1001)
    screen.page.locator("#line[data-state=off]").wait_for()
    screen.press("call")
    assert screen.acts() == []
    assert "connection" in screen.text("#price")
    screen.page.locator("#line[data-state=on]").wait_for()
    screen.until(lambda: bool(screen.acts()))
    assert [act["do"] for act in screen.acts()] == ["call"]
    screen.say(wire.Nack(screen.acts()[0]["id"], "stale", "that decision is over"))
    screen.page.get_by_text("Not done: that decision is over").last.wait_for()
    screen.page.reload()
    screen.page.locator("#line[data-state=on]").wait_for()
    screen.settle()
    assert len(screen.acts()) == 1


def test_outdated_frames_are_left_alone_and_fresh_ones_are_not(table):
    screen = table(view(9, call(2)))
    screen.show(view(8, call(50)))
    assert screen.text("[data-do=call] .words") == "Call 2"
    screen.show(view(3, call(6), fresh=True))
    assert screen.text("[data-do=call] .words") == "Call 6"


def test_a_doubt_is_asked_and_sent_again_under_a_new_id(table):
    screen = table(view(1, CHECK))
    screen.press("fold")
    first = screen.acts()[0]
    screen.say(wire.Nack(first["id"], "doubt", "You could check for nothing."))
    screen.page.get_by_role("dialog").get_by_text("You could check for nothing.").wait_for()
    assert screen.page.evaluate("document.activeElement.dataset.do") == "not-sure"
    screen.page.locator("[data-do=sure]").click()
    screen.until(lambda: len(screen.acts()) > 1)
    again = screen.acts()[1]
    assert again["sure"] is True
    assert again["id"] != first["id"]
    assert (again["do"], again["decision"], again["price"]) == ("fold", [1, 1], 0)


def test_a_doubt_that_is_not_meant_sends_nothing(table):
    screen = table(view(1, CHECK))
    screen.press("fold")
    screen.say(wire.Nack(screen.acts()[0]["id"], "doubt", "You could check for nothing."))
    screen.page.locator("[data-do=not-sure]").click()
    screen.settle()
    assert len(screen.acts()) == 1
    screen.press("check")
    assert screen.acts()[1]["do"] == "check"


def test_scenario_32_names_and_chat_stay_text(table):
    screen = table(view(1, CHECK))
    seats = [*view(2).seats[:1], wire.SeatView(1, "in", "p1", "<img src=x onerror=alert(1)>", stack=5)]
    screen.show(view(2, CHECK, seats=seats, log=[wire.LogLine(1, ["<b>Ben</b> checks"])]))
    screen.say(wire.Chat(1, "p1", "<i>Ben</i>", "<script>alert(1)</script>", 0))
    screen.page.get_by_role("tab", name="Chat").click()
    screen.page.get_by_text("<script>alert(1)</script>").wait_for()
    assert screen.text(".seat[data-seat='1'] .name") == "<img src=x onerror=alert(1)>"
    assert screen.page.locator("img, #log b, #said script, #said i").count() == 0


def test_scenario_34_fold_call_and_raise_stand_apart_in_that_order(table):
    for size in ("desktop", "small", "sideways"):
        screen = table(view(1, call(2)), size)
        boxes = [screen.page.locator(f"[data-do={do}]").bounding_box() for do in ("fold", "call", "raise")]
        along, across = ("y", "height") if size == "sideways" else ("x", "width")
        assert all(box["height"] >= 48 and box["width"] >= 48 for box in boxes)
        for one, other in pairwise(boxes):
            assert other[along] - one[along] - one[across] >= 7.5


def test_scenario_35_wheel_and_keys_change_the_amount_by_a_small_unit(table):
    amounts = wire.AmountsView("raise", 40, 900, pot=120, half=80)
    screen = table(view(1, {**call(20), "raise_to": amounts}))
    screen.page.mouse.move(600, 300)
    screen.page.mouse.wheel(0, -100)
    screen.page.keyboard.press("+")
    screen.page.keyboard.press("+")
    screen.page.keyboard.press("-")
    assert screen.text("[data-do=raise] .words") == "Raise to 44"
    screen.page.keyboard.press("p")
    assert screen.text("[data-do=raise] .words") == "Raise to 120"
    screen.page.get_by_label("Amount in chips").fill("333")
    screen.page.keyboard.press("Enter")
    assert [(act["do"], act["amount"]) for act in screen.acts()] == [("raise", 333)]


def test_scenario_36_the_title_says_whose_turn_it_is(table):
    screen = table(view(1))
    assert "Your turn" not in screen.page.title()
    screen.show(view(2, CHECK))
    assert screen.page.title().startswith("● Your turn")
    screen.show(view(3))
    assert "Your turn" not in screen.page.title()


def test_scenario_40_two_identical_lines_are_both_announced(table):
    screen = table(view(1))
    said = []
    for number in (2, 3):
        screen.show(view(number, log=[wire.LogLine(number, ["Ben checks."])]))
        for _ in range(100):
            if screen.text("#polite") not in ("", *said):
                break
            screen.page.wait_for_timeout(50)
        said.append(screen.text("#polite"))
    assert said[0] != said[1]
    assert all("Ben checks." in each for each in said)


def test_my_turn_is_announced_at_once_with_price_pot_and_hand(table):
    screen = table(view(1))
    screen.show(view(2, call(20), pot=86))
    assert screen.text("#assertive") == "Your turn: 20 to call, pot 86. You have pair of sevens with A-K-2"


def test_scenario_41_selection_and_focus_outlast_what_others_do(table):
    draw = {"kind": "draw", "most": 5}
    screen = table(view(1, draw))
    king = screen.page.get_by_role("button", name="king of diamonds")
    king.focus()
    king.press("Enter")
    screen.page.evaluate("window.kept = document.activeElement")
    seats = view(2).seats
    seats[1] = wire.SeatView(1, "folded", "p1", "Ben", stack=80)
    screen.show(view(2, {**draw, "decision": (1, 1)}, seats=seats, log=[wire.LogLine(1, ["Ben folds."])]))
    assert screen.page.evaluate("window.kept === document.activeElement && window.kept.isConnected")
    assert king.get_attribute("aria-pressed") == "true"
    screen.page.keyboard.press("d")
    assert screen.acts()[0]["cards"] == ["a1"]


def test_scenario_42_single_keys_read_out_the_table(table):
    seats = view(1).seats
    seats[1] = wire.SeatView(1, "in", "p1", "Ben", stack=80, did="bet 4", bet=4)
    screen = table(view(1, call(4), seats=seats, log=[wire.LogLine(1, ["Ben bets 4."])]))
    for key, words in (
        ("h", "ace of spades, king of diamonds, seven of hearts, seven of clubs, deuce of spades"),
        ("b", "Nothing lies on the table"),
        ("t", "Pot 3, 4 to call, you would have 96 left"),
        ("o", "Ben: 80 chips, bet 4, bet 4"),
        ("l", "Ben bets 4."),
        ("g", "Ante Draw. before the draw"),
    ):
        screen.page.keyboard.press(key)
        for _ in range(100):  # the words come in a turn of their own
            if words in screen.text("#polite"):
                break
            screen.page.wait_for_timeout(50)
        assert words in screen.text("#polite"), key


def test_keys_are_off_while_something_is_written(table):
    screen = table(view(1, call(2)))
    screen.page.get_by_role("tab", name="Chat").click()
    screen.page.locator("#say-text").fill("")
    screen.page.keyboard.type("fcr")
    assert screen.acts() == []
    assert screen.page.locator("#say-text").input_value() == "fcr"


def test_four_cards_are_given_and_no_fifth(table):
    cards = [wire.WireCard(f"a{n}", text) for n, text in enumerate(("2s", "3s", "4s", "5s", "6h", "7h", "8h", "9h"))]
    screen = table(view(1, {"kind": "swap", "count": 4}, {"cards": cards}), "small")
    for number in range(5):
        screen.page.locator(f"[data-card-id=a{number}].own").tap()
    assert screen.page.locator(".own.chosen").count() == 4
    screen.page.locator("[data-do=seal]").tap()
    screen.until(lambda: bool(screen.acts()))
    assert screen.acts()[0]["cards"] == ["a0", "a1", "a2", "a3"]


def test_a_closed_table_says_why_it_is_closed_and_not_that_its_line_is_lost(table):
    screen = table(view(1, state="closed", why="Good night."))
    screen.lines[-1].close()
    screen.page.locator("#line[data-state=off]").wait_for(state="attached")
    screen.page.wait_for_timeout(3300)
    assert screen.text("#banner") == "Good night."


def test_a_hand_lies_with_its_ace_low_in_lowball(table):
    own = ".own od-card .vh"
    screen = table(view(1, CHECK))
    assert screen.page.locator(own).all_inner_texts()[0] == "ace of spades"
    game = wire.GameView(**{**GAME, "ace": "low"})
    screen.show(view(2, CHECK, game=game))
    assert screen.page.locator(own).all_inner_texts()[-1] == "ace of spades"


def test_what_a_list_of_games_costs_is_asked_and_sent_again_when_it_is_meant(table):
    screen = table(view(1, me={"host": True}, state="over"))
    screen.press("deal")
    sent = screen.sent[-1]
    screen.say(wire.Nack(sent["id"], "doubt", "California Poker takes 2 players at most."))
    screen.page.locator("dialog[data-dialog=sure]").wait_for()
    assert "California Poker takes" in screen.text("dialog[data-dialog=sure]")
    screen.press("sure")
    screen.until(lambda: screen.sent[-1] is not sent)
    again = screen.sent[-1]
    assert (again["what"], again["sure"], again["id"] != sent["id"]) == ("deal", True, True)


def test_the_usual_chips_stand_in_the_dialog_and_no_limit_is_none(table):
    me = {"seat": -1, "cards": [], "may": ["sit"], "buy_in": (40, 10**9), "usual": 200}
    empty = [wire.SeatView(0), *view(1).seats[1:]]
    screen = table(view(1, me=me, state="open", seats=empty))
    screen.page.locator("#others [data-do=sit]").click()
    screen.page.locator("dialog[data-dialog=ask]").wait_for()
    assert screen.page.locator("dialog input[name=value]").input_value() == "200"
    assert "40 or more" in screen.text("dialog[data-dialog=ask]")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_cards_shown_after_the_hand_are_seen_though_they_were_folded(table, size):
    shown = [wire.WireCard(f"b{n}", text) for n, text in enumerate(("3c", "8c", "9c", "Ah"))]
    seats = view(1).seats
    seats[1] = wire.SeatView(1, "folded", "p1", "Ben", stack=80, cards=shown)
    log = [wire.LogLine(1, ["Ben shows ", *(("card", card.text) for card in shown), "."], "host", 1)]
    screen = table(view(1, state="over", seats=seats, log=log), size)
    assert screen.page.locator(".seat[data-seat='1'] od-card:visible").count() == 4
    heights = "() => [...document.querySelectorAll('#log .inline-card')].map(of => of.offsetTop)"
    assert len(set(screen.page.evaluate(heights))) == 1  # in one line


@pytest.mark.parametrize(("pot", "state"), [(18, "playing"), (0, "over")])
def test_what_was_carried_is_in_the_pot_once(table, pot, state):
    """D-PO-1: it is part of the pot that is played for, and alone what lies there between hands."""
    screen = table(view(1, pot=pot, carried=12, state=state))
    assert screen.text("#pot .amount") == str(pot or 12)
    assert screen.text("#pots").split() == ["Carried", "over", "12"]


def test_a_host_closes_the_table_between_hands_and_needs_no_reason(table):
    host = {"host": True}
    screen = table(view(1, CHECK, me=host, settings={"dealing": True}))
    screen.page.locator("#open-host").click()
    panel = "dialog[data-dialog=host]"
    assert screen.page.locator(f"{panel} [data-do=host-close]").is_disabled()
    assert "finish it or make it void before you close the table" in screen.text(panel)
    assert screen.page.locator(f"{panel} [data-do=host-deal]").count() == 0  # it is dealing
    screen.page.locator("[data-do=host-hold]").focus()
    screen.show(view(2, me=host, state="over", pot=0, acting=[], settings={"dealing": False}))
    assert screen.page.locator(f"{panel} [data-do=host-void]").is_disabled()
    assert "A hand is being played" not in screen.text(panel)
    assert screen.page.locator(f"{panel} :focus [data-do=host-close]").count() == 1  # on no other button
    screen.page.locator("[data-do=host-close]").click()
    screen.page.locator("[data-do=ok]").click()
    screen.until(lambda: screen.sent[-1].get("what") == "close")


@pytest.mark.parametrize(("house", "rounds"), [({}, HouseRules().seats.away_orbits), ({"away_orbits": 0}, 0)])
def test_a_host_reads_after_how_many_rounds_a_seat_is_freed(table, house, rounds):
    screen = table(view(1, CHECK, me={"host": True}, house=house))
    screen.page.locator("#open-host").click()
    field = screen.page.locator("dialog[data-dialog=host] label:has([name=away_minutes]) + label")
    assert field.inner_text() == "Rounds of the button away until it is freed as well (0: never)"
    assert field.locator("input").input_value() == str(rounds)
    field.locator("input").fill("5")
    field.locator("input").blur()
    screen.until(lambda: screen.sent[-1].get("options") == {"away_orbits": 5})


def test_a_hand_is_void_for_a_reason(table):
    screen = table(view(1, CHECK, me={"host": True}))
    screen.page.locator("#open-host").click()
    screen.page.locator("[data-do=host-void]").click()
    screen.page.locator("[data-do=ok]").click()
    assert screen.page.locator("dialog[data-dialog=ask]").is_visible()  # the browser says what is missing
    screen.page.locator("dialog input[name=value]").fill("a card fell")
    screen.page.locator("[data-do=ok]").click()
    screen.until(lambda: screen.sent[-1].get("words") == "a card fell")


def test_who_comes_back_is_asked_for_blinds_only_where_he_may_post(table):
    away = [wire.SeatView(0, "away", "p0", "Ada", stack=100), *view(1).seats[1:]]
    screen = table(view(1, me={"may": ["return"]}, seats=away))
    screen.press("return")
    screen.until(lambda: screen.sent[-1].get("what") == "return")
    assert not screen.page.locator("dialog").count()
    screen.show(view(2, me={"may": ["return", "post"]}, seats=away))
    sent = len(screen.sent)
    screen.page.locator("[data-do=return]").click()
    screen.page.locator("dialog[data-dialog=sure]").wait_for()
    screen.page.keyboard.press("Escape")
    screen.settle()
    assert len(screen.sent) == sent, "he is not back"
    screen.page.locator("[data-do=return]").click()
    screen.press("not-sure")
    screen.until(lambda: len(screen.sent) > sent)
    assert (screen.sent[-1]["what"], screen.sent[-1]["post"]) == ("return", False)


def test_a_host_reads_the_names_of_games_and_sends_what_was_asked_for(table):
    plays = wire.PlaysView("rotation", [("with_bugs(stud_eight, 1)", "2/4 ante 1")], ["Stud Eight with a Bug"], 8)
    screen = table(view(1, me={"host": True}, plays=plays, state="open"))
    screen.page.locator("#open-host").click()
    games = screen.page.locator(".games-wanted")
    assert games.locator("[name=game]").input_value() == "Stud Eight with a Bug"
    sheet = games.get_by_role("link", name="Rule sheet")
    assert sheet.get_attribute("href") == "/rules/with_bugs(stud_eight%2C%201)?stakes=2%2F4%20ante%201"
    games.locator("[name=stakes]").fill("")
    assert sheet.get_attribute("href") == "/rules/with_bugs(stud_eight%2C%201)"
    screen.page.locator("[data-do=host-games]").click()
    screen.until(lambda: screen.sent[-1].get("what") == "games")
    assert screen.sent[-1]["games"] == [{"game": "with_bugs(stud_eight, 1)"}]


def test_the_rule_sheet_has_the_amounts_of_the_table(table):
    screen = table(view(1, CHECK))
    screen.page.locator("#open-game").click()
    link = screen.page.locator("dialog[data-dialog=game]").get_by_role("link", name="Rule sheet")
    assert link.get_attribute("href") == "/rules/ante_draw?stakes=2%2F4"

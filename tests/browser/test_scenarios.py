"""What real players complained of elsewhere, replayed at our table in a browser."""

import re

import pytest

from browser.evening import Party, until
from browser.harness import ARTEFACTS, Room

pytestmark = pytest.mark.needs("chromium")
#: Stands in for what a page cannot be made to do without a window: to be hidden, to make sounds, to notify.
STANDINS = """
  window.heard = []; window.notified = []; window.away = false;
  Object.defineProperty(document, "hidden", {get: () => window.away});
  Object.defineProperty(document, "visibilityState", {get: () => window.away ? "hidden" : "visible"});
  window.goAway = away => { window.away = away; document.dispatchEvent(new Event("visibilitychange")); };
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...of) { super(...of); window.heard.push(of[1].frequency); } };
  window.AudioBufferSourceNode = class extends AudioBufferSourceNode {
    constructor(...of) { super(...of); window.heard.push(0); } };
  window.Notification = class { constructor(words) { window.notified.push(words); }
    static permission = "granted"; static requestPermission = async () => "granted"; };
"""
TURN = 660  # the first tone of "your turn"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    room = Room.start(tmp_path_factory.mktemp("scenarios") / "data", "--no-limits")
    yield room
    room.stop()


@pytest.fixture
def seated(house, chromium, request):
    """`seated(game, seats=2, pace="fast")`: host and guest at a table where the first hand is dealt."""
    made = []

    def seated(game, **settings):
        settings = {"seats": 2, "pace": "fast", "dialogs": (), **settings}
        made.append(Party(house, chromium, game, ARTEFACTS / "scenarios" / request.node.name[:60], **settings))
        return made[-1].arrive()

    yield seated
    for party in made:
        for player in party.players:
            player.visitor.check()
        party.leave()


def asked(*visitors):
    """Who is asked first, and the other."""
    one, other = visitors
    turn = "() => document.querySelector('#actions').dataset.turn === 'true'"
    for _ in range(200):
        for first, second in ((one, other), (other, one)):
            if first.page.evaluate(turn):
                first.page.locator("#bar .guarded").first.wait_for(state="hidden")
                return first, second
        one.page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def do(visitor, hook):
    visitor.page.locator(f"#bar [data-do='{hook}']").click()


def over(visitor):
    visitor.page.locator("html[data-state=over]").wait_for()


def playing(visitor):
    visitor.page.locator("html[data-state=playing]").wait_for()


def test_scenario_03_what_was_prepared_in_a_hand_is_gone_in_the_next(seated):
    first, second = asked(*seated("five_card_draw"))
    switch = second.page.locator("#bar [data-do^='pre-']").first
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    do(first, "fold")
    over(second)
    playing(second)
    assert second.page.locator("#bar [aria-pressed=true]").count() == 0
    one, other = asked(first, second)
    other.page.wait_for_timeout(600)
    for visitor in (one, other):
        assert visitor.page.locator("#me .seat[data-state=in]").count() == 1
    assert one.page.locator("#actions[data-turn=true]").count() == 1


def test_scenario_30_a_tab_twice_is_one_seat_and_both_work(seated):
    host, guest = seated("five_card_draw")
    tab = host.another_tab()
    tab.goto(host.page.url)
    tab.locator("#hand .own").first.wait_for()
    cards = "() => [...document.querySelectorAll('#hand .own')].map(of => of.dataset.cardId)"
    assert tab.evaluate(cards) == host.page.evaluate(cards)
    assert guest.page.locator("#opponents .seat:not([data-state=empty])").count() == 1
    first, _ = asked(host, guest)
    if first is guest:
        do(guest, "call" if guest.page.locator("#bar [data-do=call]").count() else "check")
        asked(host, guest)
    tab.locator("#bar .guarded").first.wait_for(state="hidden")
    tab.locator("#bar [data-do=call], #bar [data-do=check]").first.click()
    for page in (host.page, tab):
        until(page, "document.querySelector('#actions').dataset.turn === 'false'")
    assert len(re.findall(r'"t":"nack"', "".join(host.came()))) == 0


def test_scenario_36_a_turn_makes_itself_known_once_and_notifies_who_is_elsewhere(seated, house, chromium):
    host, guest = seated("five_card_draw")
    first, second = asked(host, guest)
    page = second.page
    page.add_init_script(STANDINS)
    page.add_init_script("localStorage.setItem('oddchip.settings', JSON.stringify({notify: 'on'}))")
    page.reload()
    page.locator("#hand .own").first.wait_for()
    page.mouse.click(5, 300)  # browsers are silent until they are touched
    page.evaluate("goAway(true)")
    assert not page.title().startswith("●")
    do(first, "call" if first.page.locator("#bar [data-do=call]").count() else "check")
    until(page, "document.title.startsWith('● Your turn')")
    assert page.evaluate("heard").count(TURN) == 1
    assert page.evaluate("notified") == ["Your turn at Friday"]
    page.wait_for_timeout(700)
    assert page.evaluate("heard").count(TURN) == 1
    page.evaluate("goAway(false)")
    asked(host, guest)
    do(second, "check" if page.locator("#bar [data-do=check]").count() else "call")
    until(page, "document.querySelectorAll('#log li').length > 8")
    assert page.evaluate("notified.length") == 1


def test_scenario_38_a_result_stays_to_be_read_and_stands_in_nobodys_way(seated):
    first, second = asked(*seated("five_card_draw"))
    do(first, "fold")
    over(second)
    page = second.page
    page.evaluate("window.since = performance.now()")
    assert page.locator("#result-lines").inner_text()
    page.locator("#open-game").click()
    page.locator("dialog[open] [data-do=close-dialog]").click()
    assert page.locator("html[data-state=over]").count() == 1
    assert page.locator("#result").is_visible()
    playing(second)
    assert page.evaluate("performance.now() - since") > 1500
    assert not page.locator("#result").is_visible()

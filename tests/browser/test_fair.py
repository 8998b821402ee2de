"""The verifier in a real browser, over plain http from this machine's address on the network: no `crypto.subtle` there.

All stored records and transcripts come out as expected, and one byte changed is found; the page says it in sentences,
for a mouse, for a keyboard and on a phone, and sends nothing.
"""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from browser.evening import Party
from browser.harness import ARTEFACTS, ROOT, Room
from browser.test_scenarios import asked, do, over, playing
from oddchip.games import find_game
from past_evening import Evening, in_a_room

pytestmark = pytest.mark.needs("chromium")
STORED = ROOT / "tests" / "fair"
SCRIPTS = ROOT / "tests" / "js"
EXPECTED = json.loads((STORED / "expected.json").read_text())
BETWEEN_TWO = json.loads((STORED / "two_party" / "expected.json").read_text())


def lan_address() -> str:
    """This machine's own address on its network; the test is left out where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent
            address = asking.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    if address.startswith("127."):
        pytest.skip("no network here")
    return address


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A room on the LAN in which three hands are over, and the cookie of one who was there."""
    folder, kept = tmp_path_factory.mktemp("fair") / "room", {}

    async def work(e: Evening) -> None:
        await e.begin("Ada", "Ben", games=("badugi", "stud_eight"))
        await e.play(3)
        kept.update(token=e.tokens["Ada"], table=e.table)

    with ThreadPoolExecutor(1) as apart:  # the browser's own loop runs in this thread
        apart.submit(in_a_room, folder, work).result()
    room = Room.start(folder, "--lan", "--no-limits")
    yield room, kept
    room.stop()


def beside(route) -> None:
    name = route.request.url.rpartition("/")[2]
    route.fulfill(body=(SCRIPTS / name).read_text(), content_type="text/javascript")


@pytest.fixture
def lan(served, visit):
    """The verifier's page, with the tests' own scripts beside those of the page."""

    def open_page(size: str = "desktop"):
        visitor = visit("Ada", size)
        visitor.expect("Cross-Origin-Opener-Policy header has been ignored")  # as browsers say of plain http
        base = f"http://{lan_address()}:{served[0].port}"
        visitor.page.context.add_cookies([{"name": "oddchip", "value": served[1]["token"], "url": base}])
        visitor.page.route(re.compile(r"/static/fair_(checks|stored)\.js$"), beside)
        visitor.page.goto(f"{base}/verify")
        assert visitor.page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
        return visitor

    return open_page


def texts_of(folder: Path, ends: str) -> dict[str, str]:
    return {path.name.removesuffix(".jsonl"): path.read_text() for path in sorted(folder.glob(f"*{ends}"))}


def records() -> dict[str, str]:
    return {name: text for name, text in texts_of(STORED, ".json").items() if name in EXPECTED}


def test_hashes_and_signatures_are_right_without_crypto_subtle(lan):
    vectors = json.loads((SCRIPTS / "vectors" / "hashes_and_signatures.json").read_text())
    failed = lan().page.evaluate(
        """async vectors => {
            const { failures } = await import("/static/fair_checks.js");
            return failures(name => import(`/static/fair/${name}`), vectors);
        }""",
        vectors,
    )
    assert failed == []


AGREE = """async ([texts, expected]) => {
    const verify = await import("/static/fair/verify.js");
    const { disagreements } = await import("/static/fair_stored.js");
    return disagreements(verify, texts, expected);
}"""


def test_both_verifiers_agree_on_all_stored_records_and_transcripts(lan):
    assert len(EXPECTED) > 40
    assert len(BETWEEN_TWO) > 70
    page = lan().page
    assert page.evaluate(AGREE, [records(), EXPECTED]) == []
    assert page.evaluate(AGREE, [texts_of(STORED / "two_party", ".jsonl"), BETWEEN_TWO]) == []


def test_a_byte_changed_anywhere_is_found(lan):
    rng, tampered = Random("a byte"), {}
    honest = {name: text for name, text in records().items() if EXPECTED[name]["holds"]}
    honest |= {
        name: text for name, text in texts_of(STORED / "two_party", ".jsonl").items() if BETWEEN_TWO[name].get("holds")
    }
    for name, text in honest.items():
        for _ in range(4):
            at, bit = rng.randrange(len(text) - 1), 1 << rng.randrange(7)
            tampered[f"{name} at {at} by {bit}"] = text[:at] + chr(ord(text[at]) ^ bit) + text[at + 1 :]
    page = lan().page
    assert page.evaluate(AGREE, [tampered, {name: {"holds": False} for name in tampered}]) == []


def sentences(page) -> list[str]:
    page.locator("#found[data-holds]").wait_for(timeout=60_000)
    return page.locator("#checks li").all_inner_texts()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_page_says_each_check_in_a_sentence_and_what_failed(lan, size):
    visitor = lan(size)
    page = visitor.page
    asked = []
    page.on("request", lambda request: asked.append(request.method + " " + request.url))
    page.get_by_label("Choose a file").set_input_files(STORED / "strict-for-all.json")
    said = sentences(page)
    assert page.locator("#verdict").inner_text() == f"All {len(said)} checks hold."
    assert any("it is proven that the 52 points are the 52 cards" in each for each in said)
    name = find_game(json.loads((STORED / "strict-for-all.json").read_text())["shuffles"][0]["commitment"]["game"]).name
    assert f", {name} with 52 cards, for everybody." in said[0]
    visitor.shot("holds", whole=True)
    assert visitor.fits()
    assert visitor.axe() == []
    page.get_by_label("or paste what is in it").fill((STORED / "cheat-strict-card-twice.json").read_text())
    page.get_by_role("button", name="Verify").click()
    page.locator("#found[data-holds=no]").wait_for(timeout=60_000)
    failed = [each.split("\n") for each in page.locator("#checks li[data-holds=no]").all_inner_texts()]
    assert failed == [["✗", "Fails:", "The proof does not show that the points are the cards of the pack."]]
    assert page.locator("#verdict").inner_text().startswith("1 of ")
    visitor.shot("fails", whole=True)
    assert visitor.fits()
    assert visitor.axe() == []
    assert [each for each in asked if "/static/" not in each] == []


def test_a_transcript_is_verified_by_keyboard_alone(lan):
    page = lan().page
    page.locator("#text").focus()
    page.keyboard.insert_text((STORED / "two_party" / "settled.jsonl").read_text())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#found[data-holds=yes]").wait_for()
    assert page.evaluate("document.activeElement.id") == "found"
    assert any("the cards follow from both secrets" in each.lower() for each in sentences(page))
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "go"


def test_what_is_no_record_is_said_to_be_none(lan):
    page = lan().page
    page.get_by_role("button", name="Verify").click()
    assert page.locator("#verdict").inner_text() == "Choose a file or paste a record first."
    page.locator("#text").fill("hello")
    page.get_by_role("button", name="Verify").click()
    page.locator("#checks li[data-holds=no]").wait_for()
    assert len(sentences(page)) == 1


def test_a_hand_of_the_room_is_verified_by_its_link(lan, served):
    visitor = lan()
    page, table = visitor.page, served[1]["table"]
    page.goto(page.url.replace("/verify", f"/table/{table}/history/1"))
    page.get_by_text("Keep or share this hand").click()
    page.get_by_role("link", name="Verify that it was dealt fairly").click()
    page.locator("#found[data-holds=yes]").wait_for(timeout=60_000)
    assert any("Nobody gave a seed" in each for each in sentences(page))
    assert page.locator("#verdict").inner_text() == "All 9 checks hold; 1 is to be noted."
    assert "Hand 1, as this room keeps it for you." in page.locator("#about").inner_text()
    visitor.shot("a hand of the room", whole=True)
    visitor.expect("404")
    page.evaluate("table => { location.hash = `${table}/999`; }", table)
    page.get_by_role("heading", name="The room has no record of this hand that you may see.").wait_for()


RECORD = """async () => {
    const { verifyHand } = await import("/static/fair/verify.js");
    const answer = await fetch(`/table/${document.querySelector("#table").dataset.table}/fair/2.json`);
    return [answer.status, await verifyHand(await answer.text())];
}"""


def test_players_cut_the_deck_by_their_seeds_and_each_card_is_looked_at(tmp_path, chromium):
    room = Room.start(tmp_path / "data", "--no-limits")
    party = Party(room, chromium, "five_card_draw", ARTEFACTS / "fair", seats=2, pace="fast", dialogs=())
    try:
        host, guest = party.arrive()
        for _ in range(2):  # the first hand may begin before the chains are known
            first, second = asked(host, guest)
            do(first, "fold")
            over(second)
            playing(second)
        for visitor in (host, guest):
            status, checks = visitor.page.evaluate(RECORD)
            assert status == 200
            assert [each for each in checks if not each["holds"]] == []
            assert any(each["words"].startswith("2 seeds of players") for each in checks)
            seeds = [
                json.loads(frame.text) for frame in visitor.frames if not frame.came and '"t":"seed"' in frame.text
            ]
            assert len([each for each in seeds if each.get("tip")]) == 1
            assert len({each["seed"] for each in seeds if each.get("seed")}) >= 2
            assert visitor.page.get_by_text("The deal is not what it should be").count() == 0
            badge(visitor.page)
            visitor.check()
    finally:
        party.leave()
        room.stop()


def badge(page):
    """It says in one sentence what is proven and what is not, and opens the rest."""
    button, menu = page.locator("#open-fair"), page.locator("#open-menu")
    expect(button).to_have_attribute("data-state", "proven")
    if menu.is_visible():  # on a phone
        menu.click()
    expect(button).to_have_accessible_name(
        re.compile(
            r"^Fair deal ?: It is proven that the deck of hand \d+ was fixed before it was cut by the "
            r"seeds of 2 players, .*the house sees all"
        )
    )
    button.click()
    told = page.get_by_role("dialog", name="What is proven of the deal")
    expect(told).to_contain_text("Cards found to be those committed to")
    expect(told).to_contain_text("The house signs with")
    expect(told).to_contain_text(re.compile(r"Hands verified here as a whole[1-9]"))  # two play: both verify each
    assert re.search(
        r"/verify#\S+/\d+$", told.get_by_role("link", name=re.compile("Verify hand")).get_attribute("href")
    )
    page.keyboard.press("Escape")


def test_how_long_it_takes(lan):
    """A card, a signature and a strict proof, in milliseconds; bounds far above what a quiet machine takes."""
    took = lan().page.evaluate(
        """async texts => {
            const base = "/static/fair/";
            const { recordsOf } = await import(base + "form.js");
            const { placeOf, idOf, cutOf, checkOpening, checkSignature } = await import(base + "deck.js");
            const { checkProof } = await import(base + "points.js");
            const [roots, strict] = texts.map(text => recordsOf(text)[0].shuffles[0]);
            const timed = async (count, work) => {
                await work();
                const times = [];
                for (let n = 0; n < count; n++) {
                    const from = performance.now();
                    for (let k = 0; k < 10; k++) await work();
                    times.push((performance.now() - from) / 10);
                }
                return Math.min(...times);
            };
            const [place, place2] = [roots, strict].map(({ commitment }) => placeOf(commitment));
            const id = idOf(roots.commitment);
            const cut = cutOf(roots.commitment, id, roots.seeds);
            const cut2 = cutOf(strict.commitment, idOf(strict.commitment), strict.seeds);
            return {
                card: await timed(20, () => checkOpening(roots.commitment, place, cut, roots.own[0])),
                "card by points": await timed(5, () => checkOpening(strict.commitment, place2, cut2, strict.shown[0])),
                signature: await timed(5, () => checkSignature(roots.commitment, id)),
                "strict proof": await timed(1, () => checkProof(strict.commitment, place2, async () => {})),
            };
        }""",
        [(STORED / "roots-8-for-seat-0.json").read_text(), (STORED / "strict-for-all.json").read_text()],
    )
    print("milliseconds in Chromium:", {name: round(each, 3) for name, each in took.items()}, time.strftime("%H:%M"))
    assert took["card"] < 5
    assert took["strict proof"] < 5_000

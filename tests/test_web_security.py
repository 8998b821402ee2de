"""Who is let in, and what a page of others, a stranger or a thief can do: the security list, point by point."""

import re
from html.parser import HTMLParser

import pytest
from starlette.websockets import WebSocketDisconnect

from web_room import HERE, OURS, form_token, hello, served, until


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("room")) as house:
        house.hanna = house.host()
        house.friday = house.table(house.hanna)
        house.link = house.invite(house.hanna, house.friday)
        yield house


def guest(house, name="Ada", address=""):
    browser = house.browser(address)
    browser.join(house.link, name)
    return browser


def refused_socket(browser, table, **headers):
    with pytest.raises(WebSocketDisconnect), browser.socket(table, **headers):
        pass
    return True


# 1. Authority only from the session.


def test_the_session_is_a_long_random_token_that_scripts_cannot_read(house):
    ada = house.browser()
    answer = ada.form(house.link, {"name": "Ada"})
    cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("oddchip-8717="))
    token = re.match(r"oddchip-8717=([\w-]+);", cookie)[1]
    assert len(token) * 6 >= 128
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert token not in answer.text
    stored = house.call(house.room.store.read, _all_sessions())
    assert all(token not in map(str, row) for row in stored)


def _all_sessions():
    from sqlalchemy import select

    from oddchip.room.store import schema

    return select(schema.session)


def test_scenario_31_a_public_id_is_of_no_use_to_come_back_as_somebody(house):
    with guest(house, "Bo").socket(house.friday) as socket:
        person = hello(socket)[0]["person"]
    for stolen in (person, house.room.host_key, "A" * 43, ""):
        thief = house.browser("192.0.2.66")
        if stolen:
            thief.http.cookies.set("oddchip", stolen, domain="127.0.0.1")
        assert refused_socket(thief, house.friday)
        assert thief.get(house.friday).status_code == 401
        assert thief.get("/").text.count("Were you invited?") == 1


def test_who_is_not_invited_is_told_the_same_as_if_there_were_no_table(house):
    stranger = house.browser()
    stranger.join(house.invite(house.hanna, house.table(house.hanna, title="Other")), "Sid")
    answers = [stranger.get(path) for path in (house.friday, "/table/AAAAAAAAAAAAAAAA", f"{house.friday}/house")]
    assert [answer.status_code for answer in answers] == [404] * 3
    assert len({re.sub(r"form.*", "", answer.text) for answer in answers}) == 1
    assert refused_socket(stranger, house.friday)


def test_host_key_invitation_and_view_link_are_different_keys_to_different_doors(house):
    watch = house.invite(house.hanna, house.friday, "watch")
    assert len(watch.removeprefix("/watch/")) * 6 >= 160
    assert len(house.friday.removeprefix("/table/")) * 6 >= 80
    ada = house.browser()
    assert ada.get(watch.replace("/watch/", "/join/")).status_code == 404
    assert ada.get(house.link.replace("/join/", "/watch/")).status_code == 404
    assert ada.get(f"/host?key={house.link.removeprefix('/join/')}").status_code == 403
    assert ada.get(f"/join/{house.room.host_key}").status_code == 404


def test_links_can_be_revoked_and_who_came_by_one_stays(house):
    table = house.table(house.hanna, title="Short")
    link = house.invite(house.hanna, table)
    ada = house.browser()
    ada.join(link, "Ada")
    assert (
        "1 link to play no longer works." in house.hanna.form(f"{table}/invites", {"kind": "play", "do": "revoke"}).text
    )
    assert house.browser().get(link).status_code == 404
    assert ada.get(table).status_code == 200


def test_a_session_can_be_given_up_and_its_sockets_end(house):
    ada = guest(house, "Gone")
    token = ada.http.cookies["oddchip-8717"]
    with ada.socket(house.friday) as socket:
        hello(socket)
        assert ada.form("/me/leave", {}, "/me").status_code == 303
        assert "forgotten" in until(socket, "bye")[-1]["why"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    ada.http.cookies.set("oddchip-8717", token, domain="127.0.0.1")
    assert ada.get(house.friday).status_code == 401


def test_only_hosts_of_the_table_make_links_set_rules_or_open_tables(house):
    ada = guest(house, "Abe")
    assert ada.get(f"{house.friday}/invites").status_code == 403
    assert ada.get("/tables").status_code == 403
    token = form_token(ada.get("/me").text)
    for path, fields in (
        (f"{house.friday}/invites", {"kind": "play", "do": "make"}),
        (f"{house.friday}/house", {"do": "apply", "cap_raises": "5"}),
        ("/tables", {"title": "Mine", "games": "razz"}),
    ):
        assert ada.http.post(path, data={"form": token, **fields}, headers=OURS).status_code == 403


# 2. Host and Origin.


def test_scenario_33_foreign_origin_cannot_open_our_websocket(house):
    ada = guest(house, "Eve")
    for origin in (
        "http://evil.example",
        "null",
        "http://127.0.0.1:9999",
        "https://127.0.0.1:8717",
        "http://127.0.0.1:8717.evil.example",
    ):
        assert refused_socket(ada, house.friday, origin=origin)
    url = f"ws://127.0.0.1:8717{house.friday}/live"
    with pytest.raises(WebSocketDisconnect), ada.http.websocket_connect(url):  # no origin at all
        pass
    with ada.socket(house.friday) as socket:  # and our own page still can
        assert hello(socket)[0]["t"] == "welcome"


def test_a_socket_that_a_page_of_others_opened_is_refused_even_with_our_origin_in_it(house):
    assert refused_socket(guest(house, "Ela"), house.friday, **{"sec-fetch-site": "cross-site"})


@pytest.mark.parametrize(
    "name", ["evil.example:8717", "127.0.0.1:8718", "127.0.0.1", "localhost.evil.example:8717", ""]
)
def test_a_name_that_is_not_ours_is_refused_against_rebinding(house, name):
    answer = house.browser().get("/", host=name)
    assert answer.status_code == 421
    assert "No card room is served under this name" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert refused_socket(guest(house, "Reb"), house.friday, host=name)


@pytest.mark.parametrize("name", ["localhost:8717", "[::1]:8717", "127.0.0.1:8717", "LOCALHOST:8717"])
def test_our_own_names_are_served(house, name):
    assert house.browser().get("/", host=name).status_code == 200


# 3. Forms.


def posted(house, browser, **headers):
    token = form_token(browser.get("/me").text)
    return browser.http.post("/me", data={"form": token, "name": "Ada"}, headers=headers).status_code


def test_a_form_is_taken_from_our_own_page_alone(house):
    ada = guest(house, "Ada")
    assert posted(house, ada, **OURS) == 200
    assert posted(house, ada, **{"sec-fetch-site": "same-origin"}) == 200
    assert posted(house, ada, **OURS, **{"sec-fetch-site": "same-origin"}) == 200
    for foreign in (
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {**OURS, "sec-fetch-site": "cross-site"},
        {**OURS, "sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ):
        assert posted(house, ada, **foreign) == 403


def test_a_form_without_its_token_or_with_that_of_another_session_is_refused(house):
    ada, ben = guest(house, "Ada2"), guest(house, "Ben2")
    for token in ("", "AAAA", form_token(ben.get("/me").text)):
        answer = ada.http.post("/me", data={"form": token, "name": "Eve"}, headers=OURS)
        assert answer.status_code == 403
        assert "load the page again" in answer.text


def test_a_stranger_form_goes_with_his_visit(house):
    one, other = house.browser(), house.browser()
    token = form_token(one.get(house.link).text)
    assert other.http.post(house.link, data={"form": token, "name": "Eve"}, headers=OURS).status_code == 403
    assert one.http.post(house.link, data={"form": token, "name": "Una"}, headers=OURS).status_code == 303


def test_only_forms_are_taken_where_a_form_is_expected(house):
    ada = guest(house, "Jay")
    assert ada.http.post("/me", json={"name": "x"}, headers=OURS).status_code == 415
    assert ada.http.put("/me", headers=OURS).status_code == 405


def test_nothing_is_loaded_into_a_page_of_others_but_links_lead_here(house):
    browser = house.browser()
    assert browser.get("/", **{"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}).status_code == 200
    assert (
        browser.get("/art/french.svg", **{"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}).status_code
        == 403
    )


# 4. What a page may do, and names and chat as text.


def test_every_answer_forbids_what_no_page_of_ours_does(house):
    for path in ("/", house.link, "/nothing", "/rules/badugi", "/static/site.css", "/art/french.svg", "/healthz"):
        headers = house.browser().get(path).headers
        policy = dict(part.partition(" ")[::2] for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert policy["img-src"] == "'self' data:"
        assert policy["connect-src"] == "'self' ws://127.0.0.1:8717"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
        assert policy["require-trusted-types-for"] == "'script'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


def test_private_pages_are_kept_by_nobody_and_files_by_everybody(house):
    ada = guest(house, "Cai")
    for path in ("/", "/me", house.friday, f"{house.friday}/house"):
        assert ada.get(path).headers["cache-control"] == "no-store"
    sheet = re.search(r'href="(/static/[^"]+site.css)"', ada.get("/").text)[1]
    assert "immutable" in ada.get(sheet).headers["cache-control"]
    plain = ada.get("/static/site.css")
    assert plain.headers["cache-control"] == "public, no-cache"
    assert ada.get("/static/site.css", **{"if-none-match": plain.headers["etag"]}).status_code == 304
    assert ada.get("/static/messages.d.ts").status_code == 404
    assert ada.get("/static/..%2fapp.py").status_code == 404


def test_scenario_32_markup_in_a_name_or_title_stays_text(house):
    nasty = "<img onerror=alert(1)>"
    table = house.table(house.hanna, title=f"{nasty} & 'co\"")
    ada = house.browser()
    ada.join(house.invite(house.hanna, table), nasty)
    with ada.socket(table) as socket:
        hello(socket)
        socket.send_text('{"t":"do","id":"1","what":"sit","seat":0,"chips":200}')
        for path in ("/", table, f"{table}/invites", f"{table}/house", "/me"):
            for browser in (ada, house.hanna):
                assert "<img onerror" not in browser.get(path).text
    assert "&lt;img onerror=alert(1)&gt;" in ada.get("/me").text
    assert "&lt;img" in ada.get(table).text


class Elements(HTMLParser):
    """Every element with its attributes."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, {name: value or "" for name, value in attrs}))


def test_no_page_has_a_script_or_a_style_in_it(house):
    pages = [
        "/",
        "/tables",
        "/me",
        house.friday,
        f"{house.friday}/invites",
        f"{house.friday}/house",
        "/rules",
        "/rules/johnson",
        "/cards",
    ]
    for path in pages:
        page = Elements()
        page.feed(house.hanna.get(path).text)
        assert page.seen
        for tag, attributes in page.seen:
            assert tag != "style", path
            assert tag != "script" or attributes.get("src", "").startswith("/static/"), path
            assert not [name for name in attributes if name.startswith("on") or name == "style"], path
            assert "script:" not in attributes.get("href", ""), path


def test_a_rule_sheet_escapes_what_it_is_asked_with(house):
    evil = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
    for path in (f"/rules/{evil}", f"/rules?q={evil}", f"/rules/badugi?stakes={evil}"):
        answer = house.browser().get(path)
        assert answer.status_code in (200, 400, 404)
        assert "<script>alert" not in answer.text


# 7. Rates.


def test_an_address_that_asks_too_fast_is_told_to_wait_and_others_are_not(house):
    hasty = house.browser("198.51.100.1")
    codes = [hasty.get("/healthz").status_code for _ in range(500)]
    assert codes[:400] == [200] * 400
    assert codes[-1] == 429
    assert hasty.get("/").headers["retry-after"] == "5"
    assert house.browser("198.51.100.2").get("/healthz").status_code == 200
    house.served.time += 5
    assert hasty.get("/healthz").status_code == 200


def test_an_address_makes_only_so_many_guests_and_guesses_only_so_many_keys(house):
    crowd = [house.browser("198.51.100.9") for _ in range(26)]
    answers = [browser.form(house.link, {"name": f"Crowd {n}"}).status_code for n, browser in enumerate(crowd)]
    assert answers[:20] == [303] * 20
    assert answers[20:] == [429] * 6
    guesser = house.browser("198.51.100.10")
    assert [guesser.get(f"/host?key={n}").status_code for n in range(21)] == [403] * 20 + [429]


def test_one_household_behind_ipv6_counts_as_one(house):
    codes = [house.browser(f"2001:db8::{n:x}").get("/healthz").status_code for n in range(401)]
    assert codes[-1] == 429
    assert house.browser("2001:db8:0:1::1").get("/healthz").status_code == 200


def test_an_address_makes_up_only_so_many_games_to_have_explained(house):
    curious = house.browser("198.51.100.30")
    codes = [curious.get(f"/rules/badugi?stakes={2 * n}/{4 * n}").status_code for n in range(1, 63)]
    assert codes == [200] * 60 + [429] * 2
    assert curious.get("/rules/badugi").status_code == 200
    house.served.time += 1
    assert curious.get("/rules/triple_draw(johnson)").status_code == 200


def test_long_bodies_are_cut_off(house):
    ada = guest(house, "Lon", "198.51.100.20")
    token = form_token(ada.get("/me").text)
    assert ada.http.post("/me", data={"form": token, "name": "A" * 70_000}, headers=OURS).status_code == 413

    def endless():
        for _ in range(70):
            yield b"name=" + b"a" * 1000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert ada.http.post("/me", content=endless(), headers={**OURS, **kind}).status_code == 413


# Two rooms on one host.


def at(house, port):
    """A browser that comes to the room at this port."""
    return house.browser("127.0.0.1", f"http://127.0.0.1:{port}")


def test_two_rooms_at_two_ports_of_one_host_keep_their_sessions_apart(tmp_path):
    jar = {}
    with served(tmp_path / "one") as one, served(tmp_path / "other", port=8718) as other:
        rooms = {8717: one, 8718: other}
        for _ in range(2):
            for port, house in rooms.items():
                browser = at(house, port)
                browser.http.cookies = jar
                if not jar.get(f"oddchip-{port}"):
                    key = house.room.host_key
                    browser.form("/host", {"key": key, "name": f"Host {port}"}, f"/host?key={key}")
                assert f"Hello, Host {port}" in browser.get("/").text
                jar = browser.http.cookies
    assert sorted(jar) == ["oddchip-8717", "oddchip-8718", "oddchip-visit-8717", "oddchip-visit-8718"]


@pytest.mark.parametrize("name", ["oddchip", "oddchip-8719"])
def test_a_session_by_another_name_of_the_cookie_goes_on_and_gets_ours(house, name):
    ada = guest(house, f"Ann {name}")
    token = ada.http.cookies["oddchip-8717"]
    before = house.browser()
    before.http.cookies.set("oddchip-1", "of-another-room", domain="127.0.0.1")
    before.http.cookies.set(name, token, domain="127.0.0.1")
    stale = before.get("/me").text  # a form that was open when the name changed
    before.http.cookies.delete("oddchip-8717")
    data = {"form": form_token(stale), "name": f"Anna {name}"}
    assert before.http.post("/me", data=data, headers=OURS).status_code == 200
    before.http.cookies.delete("oddchip-8717")
    with before.socket(house.friday) as socket:
        assert hello(socket)[0]["name"] == f"Anna {name}"
    assert f"Anna {name}" in before.get("/me").text
    assert before.http.cookies["oddchip-8717"] == token
    assert before.form("/me/leave", {}, "/me").status_code == 303
    assert dict(before.http.cookies) == {"oddchip-1": "of-another-room"}


def test_a_cookie_of_another_room_is_nothing_here_and_stays(house):
    stranger = house.browser()
    stranger.http.cookies.set("oddchip", "of-another-room", domain="127.0.0.1")
    assert stranger.join(house.link, "Bea") == house.friday
    assert "Bea" in stranger.get("/me").text
    assert stranger.form("/me/leave", {}, "/me").status_code == 303
    assert sorted(stranger.http.cookies) == ["oddchip", "oddchip-visit-8717"]


# Behind a proxy, and on https.


def test_behind_a_proxy_the_public_address_rules_and_cookies_are_secure(tmp_path):
    public = "https://cards.example.org"
    seen = {"x-forwarded-proto": "https", "x-forwarded-host": "cards.example.org", "x-forwarded-for": "203.0.113.9"}
    with served(tmp_path, public_url=public, behind_proxy=True) as house:
        proxy = house.browser("127.0.0.1")
        answer = proxy.get(f"/host?key={house.room.host_key}", **seen)
        assert answer.status_code == 200
        assert "wss://cards.example.org" in answer.headers["content-security-policy"]
        visit = answer.headers["set-cookie"]
        assert visit.startswith("__Host-oddchip-visit=")
        assert "secure" in visit.lower()
        jar = visit.partition(";")[0]
        data = {"form": form_token(answer.text), "key": house.room.host_key, "name": "Hanna"}
        done = proxy.http.post("/host", data=data, headers={**seen, "origin": public, "cookie": jar})
        assert done.status_code == 303
        assert done.headers["set-cookie"].startswith("__Host-oddchip=")
        assert "domain" not in done.headers["set-cookie"].lower()
        assert (
            proxy.http.post(
                "/host", data=data, headers={**seen, "origin": HERE.replace("http", "https"), "cookie": jar}
            ).status_code
            == 403
        )


def test_forwarded_headers_are_believed_from_this_machine_alone(tmp_path):
    claims = {"x-forwarded-proto": "https", "x-forwarded-host": "cards.example.org", "x-forwarded-for": "127.0.0.1"}
    with served(tmp_path, public_url="https://cards.example.org", behind_proxy=True) as house:
        liar = house.browser("203.0.113.5")
        assert "ws://127.0.0.1:8717" in liar.get("/", **claims).headers["content-security-policy"]
        assert liar.get("/metrics", **claims).status_code == 404
        assert house.browser("127.0.0.1").get("/metrics", **{"x-forwarded-for": "203.0.113.5"}).status_code == 404
        chained = {"x-forwarded-for": "127.0.0.1, 203.0.113.5"}
        assert house.browser("127.0.0.1").get("/metrics", **chained).status_code == 404


def test_without_a_proxy_forwarded_headers_mean_nothing(house):
    local = house.browser("127.0.0.1")
    assert local.get("/metrics", **{"x-forwarded-for": "203.0.113.5"}).status_code == 200
    assert house.browser("203.0.113.5").get("/metrics").status_code == 404
    assert "oddchip_sockets" in local.get("/metrics").text


def test_metrics_say_how_many_and_never_who(house):
    text = house.hanna.get("/metrics").text
    assert "oddchip_tables" in text
    for name in ("Hanna", "Friday", house.friday.removeprefix("/table/"), house.room.host_key):
        assert name not in text


def test_behind_a_proxy_a_limit_holds_for_each_visitor_and_not_for_the_proxy(tmp_path):
    with served(tmp_path, public_url="https://cards.example.org", behind_proxy=True) as house:
        proxy = house.browser("127.0.0.1")

        def asked(address, times):
            return [proxy.get("/healthz", **{"x-forwarded-for": address}).status_code for _ in range(times)]

        assert asked("203.0.113.1", 401)[-1] == 429
        assert asked("203.0.113.2", 1) == [200]

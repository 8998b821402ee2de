"""Names and origins follow the port, --lan and the public URL."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.web.addresses import who_can_open
from oddchip.web.headers import address_key, policy
from oddchip.web.opening import Opened
from oddchip.web.settings import SettingsError, WebSettings


def test_alone_on_this_computer():
    settings = WebSettings(8717)
    assert settings.hosts == {"localhost:8717", "127.0.0.1:8717", "[::1]:8717"}
    assert settings.origins == {"http://localhost:8717", "http://127.0.0.1:8717", "http://[::1]:8717"}


def test_on_the_network_and_at_the_usual_port():
    settings = WebSettings(80, names=("192.168.1.5", "Den.local"))
    assert {"192.168.1.5", "192.168.1.5:80", "den.local", "localhost"} <= settings.hosts
    assert {"http://192.168.1.5", "http://den.local"} <= settings.origins


@pytest.mark.parametrize(
    ("url", "host", "origin"),
    [
        ("https://cards.example.org", "cards.example.org", "https://cards.example.org"),
        ("https://Cards.Example.org/", "cards.example.org", "https://cards.example.org"),
        ("https://cards.example.org:8443", "cards.example.org:8443", "https://cards.example.org:8443"),
        ("http://10.8.0.1:8717", "10.8.0.1:8717", "http://10.8.0.1:8717"),
        ("https://[2001:db8::1]", "[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_the_public_url_is_added_to_those_of_this_computer(url, host, origin):
    settings = WebSettings(8717, public_url=url, behind_proxy=True)
    assert settings.hosts > {"localhost:8717", host}
    assert settings.origins > {"http://localhost:8717", origin}
    assert "null" not in settings.origins


@pytest.mark.parametrize(
    "url",
    ["cards.example.org", "ftp://x", "https://", "https://x/path", "https://x?y", "https://u:p@x", "https://x:0",
     "https://x:99999", "https://x y", "https://[::1", "https://x;y", "javascript:alert(1)", "https://ex\u00e4mple.org"],
)  # fmt: skip
def test_what_is_no_public_url_is_refused_in_a_sentence(url):
    with pytest.raises(SettingsError, match="a public URL is http or https and a host"):
        WebSettings(8717, public_url=url)


@given(st.text(max_size=60))
def test_no_text_whatever_gets_something_strange_on_the_lists(text):
    try:
        settings = WebSettings(8717, public_url=f"https://{text}")
    except SettingsError:
        return
    for name in settings.hosts | settings.origins:
        assert name.isascii()
        assert not set(name) & set(" /;'\"\\\r\n\t") - ({"/"} if "://" in name else set())
    policy(sorted(settings.hosts)[0], True).encode("ascii")


def test_a_proxy_needs_its_address():
    with pytest.raises(SettingsError, match="--behind-proxy needs --public-url"):
        WebSettings(8717, behind_proxy=True)


@pytest.mark.parametrize(
    ("base", "words"),
    [
        ("http://127.0.0.1:8717", "Only this computer"),
        ("http://localhost:8717", "Only this computer"),
        ("http://192.168.1.5:8717", "on the same network"),
        ("http://den.local:8717", "on the same network"),
        ("https://cards.example.org", "on the internet"),
    ],
)
def test_it_is_said_plainly_who_can_open_a_link(base, words):
    assert words in who_can_open(base)


def test_a_code_for_phones_is_shown_where_a_phone_can_open_it(tmp_path):
    def opened(lobby, lan=""):
        return Opened(lobby, lan, f"{lobby}host?key=k", "k", 8717, tmp_path)

    alone, near, far = (
        opened("http://127.0.0.1:8717/"),
        opened("http://127.0.0.1:8717/", "http://10.0.0.5:8717/"),
        opened("https://x.org/"),
    )
    assert alone.code() == ""
    assert all(set(each.code()) <= set(" █▀▄\n") and each.code().count("\n") > 10 for each in (near, far))
    assert "--lan" in alone.lobby_reach
    assert near.lobby_reach == "Only this computer can open this link."
    assert "on the internet" in far.lobby_reach


@pytest.mark.parametrize(
    ("port", "public", "ending"),
    [
        (8717, "", "-8717"),
        (80, "", ""),
        (8717, "https://cards.example.org", ""),
        (8718, "http://10.8.0.1:8717", "-8717"),
        (8717, "https://cards.example.org:8443", "-8443"),
    ],
)
def test_cookies_are_named_after_the_port_that_visitors_come_to(port, public, ending):
    assert WebSettings(port, public_url=public).cookie_port == ending


@pytest.mark.parametrize(
    ("address", "key"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::/64"), ("::ffff:192.0.2.7", "192.0.2.7"), ("who?", "who?")],
)
def test_an_address_stands_for_a_household(address, key):
    assert address_key({"client": (address, 1)}) == key

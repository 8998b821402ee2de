"""Names and chat: one form, nothing invisible, nothing that passes for somebody else's name."""

import unicodedata

import grapheme
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.room.errors import Refused
from oddchip.room.names import MOST_CHAT, MOST_NAME, chat_of, clean, look_alike, name_of, own_name, skeletons, title_of

TEXT = st.text(
    st.characters() | st.sampled_from("\u200b\u202e\u0301\u0336\ufe0f\u2066\u3164 \t\r\nAaIl0O"), max_size=60
)


@given(TEXT)
def test_a_cleaned_text_is_clean(text):
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert {unicodedata.category(c) for c in cleaned} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} == set()
    assert cleaned == " ".join(cleaned.split(" ")) == cleaned.strip()
    cleaned.encode()


@given(TEXT)
def test_a_name_is_short_and_can_be_seen_or_is_refused_in_one_sentence(text):
    if not 1 <= grapheme.length(clean(text)) <= MOST_NAME:
        with pytest.raises(Refused, match=r"^a name [^.]{,90}$"):
            name_of(text)
        return
    name = name_of(text)
    assert name_of(name) == name
    assert look_alike(name, [name]) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200b",
        "\u200b\u200d\u2060\ufeff",
        "\u202e\u202d",
        "\u3164\u2800\u115f",
        "\u0301\u0301",
        "\n\t",
        "\U000e0041",
    ],
)
def test_names_that_cannot_be_seen_are_refused(name):
    with pytest.raises(Refused, match="at least one letter, digit or sign that can be seen"):
        name_of(name)


@pytest.mark.parametrize("name", ["A" * 10_240, "A" * 25, "e\u0301" * 25, "A\u0301" * 5000, "🙂" * 25])
def test_names_of_ten_thousand_bytes_are_refused(name):
    with pytest.raises(Refused, match="a name has at most 24 characters"):
        name_of(name)


def test_length_is_counted_in_what_people_call_characters():
    assert name_of("e\u0301" * MOST_NAME) == "é" * MOST_NAME
    assert name_of("각" * MOST_NAME) == "각" * MOST_NAME
    with pytest.raises(Refused, match="at most 300"):
        chat_of("a" * (MOST_CHAT + 1))
    assert title_of("  Friday \n night ") == "Friday night"


def test_bidi_and_zero_width_characters_go_and_towers_of_accents_are_cut():
    assert name_of("A\u202ed\u200ba") == "Ada"
    assert name_of("Z" + "\u0336" * 40 + "oe") == "Z" + "\u0336" * 3 + "oe"
    assert chat_of("<img src=x onerror=alert(1)>") == "<img src=x onerror=alert(1)>"  # text it stays


ALIKE = [
    ("ADA", "Ada"),
    ("\u0410da", "Ada"),  # Cyrillic A
    ("Id\u0430", "Ida"),  # Cyrillic a
    ("lda", "Ida"),
    ("B0b", "Bob"),
    ("Torn", "Tom"),
    ("Ben.", "Ben"),
    ("B en", "Ben"),
    ("Bén", "Ben"),
    ("𝐁𝐞𝐧", "Ben"),
    ("Ｂｅｎ", "Ben"),
    ("\u0392en", "Ben"),  # Greek beta
    ("A1", "Al"),
]


@pytest.mark.parametrize(("name", "seated"), ALIKE)
def test_a_name_like_that_of_somebody_here_is_refused(name, seated):
    assert look_alike(name, ["Cyd", seated]) == seated
    with pytest.raises(Refused, match=f"somebody here is called {seated} already"):
        own_name(name, ["Cyd", seated])


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Adam"), ("Rob", "Bob"), ("Ben", "Bea"), ("🙂", "🙃"), ("Ли", "Ми")]
)
def test_names_that_differ_do_not_look_alike(one, other):
    assert own_name(one, [other]) == one


@given(TEXT)
def test_alike_is_alike_both_ways_and_capitals_do_not_matter(text):
    name = clean(text)
    assert skeletons(name) & skeletons(name.casefold())

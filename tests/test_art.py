"""Card art: whole, unlike, countable by IT-8 to IT-12, legible without colour, the same bytes every time."""

import gzip
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from math import dist, sqrt

import pytest

from art_raster import mask, polygons, runs
from oddchip.art import (
    COLOURS,
    INDEXES,
    SKINS,
    TINTS,
    backs,
    card_name,
    card_svg,
    courts,
    french,
    gallery,
    italian,
    layout,
    signs,
    size,
    sprite,
    symbol,
)
from oddchip.art.skins import SUITS
from oddchip.art.svg import Group, Layer, Place, number, ring
from oddchip.cards import FRENCH, ITALIAN, JOKERS, MEXICAN, UNKNOWN, Deck, parse_cards
from oddchip.errors import CardError

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = [{"colours": colours, "index": index} for colours in COLOURS for index in INDEXES["french"]]
LOOKS += [{"deck": "italian", "skin": skin, "index": index} for skin in SKINS for index in INDEXES["italian"]]
SKIN = pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)


def name(look):
    return "-".join(look.values())


def symbols(look):
    return {found.get("id"): found for found in ET.fromstring(sprite(**look)).iter(SVG + "symbol")}


def in_order(look):
    return ITALIAN if look.get("deck") == "italian" else FRENCH


# Sprites.


@pytest.mark.parametrize("look", LOOKS, ids=name)
def test_a_sprite_has_every_card_both_jokers_of_both_kinds_and_a_back(look):
    pack = in_order(look)
    wanted = {symbol(card, pack) for card in pack.cards} | {"c-back"}
    wanted |= {symbol(card, Deck(pack, 2, wild)) for card in JOKERS for wild in (False, True)}
    assert len(wanted) == len(pack.cards) + 5
    found = symbols(look)
    assert {id for id in found if id.startswith("c-")} == wanted
    tags = {id for id in found if id.startswith("t-")}
    assert tags == ({"t" + symbol(card, pack)[1:] for card in pack.cards} if look["index"] == "overlay" else set())


@pytest.mark.parametrize("look", LOOKS, ids=name)
def test_every_symbol_of_a_sprite_is_unlike_every_other(look):
    shapes = [ET.tostring(found).split(b">", 1)[1] for found in symbols(look).values()]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("look", LOOKS, ids=name)
def test_a_sprite_holds_nothing_a_strict_content_policy_forbids(look):
    root = ET.fromstring(sprite(**look))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "defs", "g", "symbol", "path", "use"}
    for element in root.iter():
        assert not {key for key in element.attrib if key in ("style", "class") or key.startswith("on")}
        if element.tag == SVG + "use":
            assert element.get("href").removeprefix("#") in ids
        for value in element.attrib.values():
            assert "url(" not in value
            assert "font" not in value


@pytest.mark.parametrize("look", LOOKS, ids=name)
def test_a_sprite_is_small(look):
    packed = len(gzip.compress(sprite(**look).encode(), 9))
    assert packed <= (25_000 if look.get("deck") == "italian" else 8_000)


def test_the_same_look_is_the_same_bytes_in_another_process():
    told = "import hashlib, oddchip.art as a; print([hashlib.sha256(a.sprite(*l).encode()).hexdigest() for l in %r])"
    looks = [("french",), ("italian", "laguna"), ("italian", "golfo")]
    runs = {
        subprocess.run(
            [sys.executable, "-c", told % looks],
            env={"PYTHONPATH": "src", "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_numbers_are_short():
    assert [number(n) for n in (0, -0.001, 0.5, -0.25, 10, 10.50, 3.14159)] == [
        "0",
        "0",
        ".5",
        "-.25",
        "10",
        "10.5",
        "3.14",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"deck": "german"}, "expected deck to be french or italian, not 'german'"),
        ({"skin": "laguna"}, "expected skin to be plain, not 'laguna'"),
        ({"deck": "italian", "skin": "roma"}, "expected skin to be laguna or golfo, not 'roma'"),
        ({"colours": "six"}, "expected colours to be four or two, not 'six'"),
        ({"index": "small"}, "expected index to be normal or big, not 'small'"),
        ({"tint": "pink"}, "expected tint to be red or blue or green or violet, not 'pink'"),
    ],
)
def test_an_unknown_look_is_refused_in_one_sentence(words, said):
    with pytest.raises(CardError, match=re.escape(said)):
        sprite(**words)


# Single cards and names.


@pytest.mark.parametrize("pack", [FRENCH, ITALIAN, MEXICAN], ids=lambda pack: pack.name)
def test_each_card_is_a_file_of_its_own_with_its_name_as_title(pack):
    for deck in (Deck(pack, 2), Deck(pack, 2, wild=True)):
        names = set()
        for card in (*deck.cards, UNKNOWN):
            root = ET.fromstring(card_svg(card, deck))
            title = root.find(SVG + "title").text
            assert title == card_name(card, deck)
            ids = {element.get("id") for element in root.iter()}
            assert {use.get("href")[1:] for use in root.iter(SVG + "use")} <= ids
            names.add(title)
        assert len(names) == deck.size + 1


def test_it_26_a_court_of_the_italian_pack_is_named_with_its_value():
    cards = parse_cards("Fd Cc Rs 7b Ac", ITALIAN)
    told = [card_name(card, ITALIAN) for card in cards]
    assert told == ["knave of coins, 8", "knight of cups, 9", "king of swords, 10", "seven of batons", "ace of cups"]
    assert card_name(parse_cards("7s")[0]) == "seven of spades"
    jokers = [card_name(card, Deck(FRENCH, 2, wild)) for wild in (False, True) for card in JOKERS]
    assert jokers == ["the joker", "the second joker", "the joker, wild", "the second joker, wild"]
    assert (card_name(UNKNOWN), symbol(UNKNOWN)) == ("face-down card", "c-back")


def test_the_gallery_shows_every_card_of_every_skin_with_a_name_of_its_own():
    sheets = gallery()
    assert {sheet.skin for sheet in sheets if sheet.deck == "italian"} == set(SKINS)
    for sheet in sheets:
        look = {"deck": sheet.deck, "skin": sheet.skin, "colours": sheet.colours, "index": sheet.index}
        assert {id for id, _ in sheet.cards} == set(symbols(look))
        names = [told for _, told in sheet.cards]
        assert len(set(names)) == len(names) == len(in_order(look).cards) + 5
        assert sheet.size == size(sheet.deck, sheet.skin)


# The French pack.


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour):
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(rgb):
    """CIE L*a*b* of linear RGB, D65."""
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    xyz = [sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows]
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (f ** (1 / 3) if f > 216 / 24389 else (24389 / 27 * f + 16) / 116
               for f in (max(c, 0.0) / w for c, w in zip(xyz, white, strict=True)))  # fmt: skip
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


#: Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHTS = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_four_colours_differ_for_every_kind_of_sight(sight):
    seen = []
    for colour in french.COLOURS["four"]:
        rgb = linear(colour)
        seen.append(
            lab([min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in SIGHTS[sight]])
        )
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= 31


@pytest.mark.parametrize("colours", COLOURS)
def test_suits_are_dark_enough_on_their_paper(colours):
    assert min(contrast(colour, french.PAPER) for colour in french.COLOURS[colours]) >= 4.5


def test_an_index_is_at_least_two_fifths_of_the_card_wide_and_stays_on_it():
    for suit in range(4):
        for rank in range(13):
            for index, least in (("normal", 0.38), ("big", 0.57)):
                glyph = french.face(rank, suit, index)[0]
                assert glyph.scale * 40 >= least * french.WIDTH
                points = [p for outline in polygons((glyph,)) for p in outline]
                assert all(5 <= x <= 75 and 5 <= y <= 75 for x, y in points)


def test_french_courts_wear_three_unlike_things():
    masks = [mask((Group(worn, 50, 50),), (100, 100), 40) for worn in french.WORN.values()]
    assert max(likeness(one, other) for one, other in combinations(masks, 2)) < 0.8


def likeness(one, other):
    """Pixels both have, of those either has."""
    pairs = [(a, b) for rows in zip(one, other, strict=True) for a, b in zip(*rows, strict=True)]
    return sum(a and b for a, b in pairs) / sum(a or b for a, b in pairs)


def test_bug_and_wild_joker_are_unlike_and_numbered():
    pictures = [french.joker(n, wild) for wild in (False, True) for n in (1, 2)]
    masks = [mask(picture, (100, 140), 40) for picture in pictures]
    assert likeness(masks[0], masks[2]) < 0.6
    assert sum(map(sum, masks[1])) > sum(map(sum, masks[0]))


@pytest.mark.parametrize("back", [backs.lattice(100, 140), backs.flowers(100, 160)], ids=["lattice", "flowers"])
def test_a_back_is_the_same_upside_down(back):
    height = 140 if back[0].path == backs.lattice(100, 140)[0].path else 160
    seen = mask(back[2:], (100, height), 50)
    turned = [row[::-1] for row in seen[::-1]]
    assert likeness(seen, turned) > 0.9
    assert len({sprite(tint=tint) for tint in TINTS}) == len(TINTS)


# The Italian packs.


@SKIN
@pytest.mark.parametrize("suit", range(4), ids=SUITS)
@pytest.mark.parametrize("count", range(2, 8))
def test_it_8_and_it_9_signs_lie_in_their_cells(skin, suit, count):
    if (suit == italian.SWORDS and skin.swords == "curved") or (suit == italian.BATONS and skin.batons == "staves"):
        return
    placed = [(p.x, p.y) for p in italian.pips(skin, count, suit) if isinstance(p, Place) and p.name == SUITS[suit]]
    assert len(placed) == count
    xs, ys = sorted({x for x, _ in placed}), sorted({y for _, y in placed})
    middle_x, middle_y = 50, (ys[0] + ys[-1]) / 2
    step = (ys[-1] - ys[0]) / 4
    columns = {middle_x: "C"} | ({xs[0]: "L", xs[-1]: "R"} if len(xs) > 1 else {})
    cells = {f"{columns[x]}{round((y - middle_y) / step) + 3}" for x, y in placed}
    assert (
        cells
        == {
            2: {"C1", "C5"},
            3: {"C1", "C3", "C5"},
            4: {"L1", "R1", "L5", "R5"},
            5: {"L1", "R1", "L5", "R5", "C3"},
            6: {"L1", "L3", "L5", "R1", "R3", "R5"},
            7: {"L1", "L3", "L5", "R1", "R3", "R5", "C2"},
        }[count]
    )
    assert all(abs((y - middle_y) / step - round((y - middle_y) / step)) < 1e-9 for y in ys)


@SKIN
@pytest.mark.parametrize("suit", range(4), ids=SUITS)
@pytest.mark.parametrize("value", range(1, 8))
def test_no_sign_leaves_its_card(skin, suit, value):
    width, height = skin.size
    for part in italian.face(skin, value, suit, "none"):
        if isinstance(part, Place):
            picture = signs.UPRIGHT if part.name == "straight" else skin.signs[SUITS.index(part.name)]
            points = [p for o in polygons((Group(picture, part.x, part.y, part.scale, part.turn),)) for p in o]
        else:
            points = [p for o in polygons((part,)) for p in o]
        assert all(2 <= x <= width - 2 and 2 <= y <= height - 2 for x, y in points)


@pytest.mark.parametrize("count", range(2, 8))
def test_it_10_half_the_curved_swords_bow_each_way_and_meet_above_and_below(count):
    bows = layout.brackets(count, (50, 76), 58)
    left = [bow for bow in bows if bow.pull[0][0] < 50]
    right = [bow for bow in bows if bow.pull[0][0] > 50]
    assert len(left) == len(right) == count // 2
    for one, other in zip(left, right, strict=True):
        assert one.hilt[0] >= 50 >= other.hilt[0]
        assert one.tip[0] >= 50 >= other.tip[0]
    upright = [part for part in italian.curved(count) if isinstance(part, Place)]
    assert [(part.name, part.x) for part in upright] == [("straight", 50)] * (count % 2)
    assert sum(isinstance(part, Layer) and part.ink == "steel" for part in italian.curved(count)) + count % 2 == count


@pytest.mark.parametrize("count", range(2, 8))
def test_it_10_half_the_staves_lean_each_way_and_are_woven(count):
    right, left = layout.lattice(count, (50, 76), 23, 58, 14.5)
    assert [len(right), len(left)] == [count // 2] * 2
    assert all(foot[0] < head[0] for foot, head in right)
    assert all(foot[0] > head[0] for foot, head in left)
    over = layout.weave(right, left)
    assert len(over) == (count // 2) ** 2 // 2
    knobs = [layer for layer in italian.woven(count) if layer.ink == "gold" and not layer.bare]
    assert len(knobs) == count


@SKIN
def test_it_11_a_court_is_known_by_its_outline_at_40_pixels(skin):
    seen = {
        rank: mask((figure,) if isinstance(figure, Group) else figure, skin.size, 40)
        for rank, figure in skin.figures.items()
    }
    assert list(seen) == ["knave", "knight", "king"]
    assert max(likeness(one, other) for one, other in combinations(seen.values(), 2)) < 0.7
    shin = round(130 / 160 * 64)
    assert runs(seen["king"][shin]) == 1  # a robe to the ground
    assert runs(seen["knave"][shin]) == 2  # two legs
    assert runs(seen["knight"][shin]) >= 3  # a horse's
    assert runs(seen["king"][round(13 / 160 * 64)]) == 3  # the points of a crown
    shoulder = round(98 / 160 * 64)
    assert sum(seen["knight"][shoulder]) > 1.2 * max(sum(seen[rank][shoulder]) for rank in ("knave",))


@SKIN
@pytest.mark.parametrize("suit", range(4), ids=SUITS)
def test_it_11_a_court_shows_its_suit_sign_once_and_large(skin, suit):
    for value in (8, 9, 10):
        placed = [part for part in italian.face(skin, value, suit, "none") if isinstance(part, Place)]
        assert [part.name for part in placed] == [SUITS[suit]]
        assert placed[0].scale >= 1


@SKIN
def test_it_12_an_ace_is_one_sign_larger_than_any_other(skin):
    for suit in range(4):
        placed = [part for part in italian.ace(skin, suit) if isinstance(part, Place)]
        if suit == italian.COINS:
            assert placed == []
            assert Layer("gold", ring(50, italian.MIDDLE[1] - 1, 32), 1.8) in italian.ace(skin, suit)
        else:
            assert [part.name for part in placed] == [SUITS[suit]]
            assert placed[0].scale >= 2


@SKIN
def test_it_25_the_faithful_face_has_no_index_and_an_index_changes_nothing_else(skin):
    for suit in range(4):
        for value in range(1, 11):
            bare = italian.face(skin, value, suit, "none")
            for index in ("names", "small", "overlay"):
                face = italian.face(skin, value, suit, index)
                assert face[: len(bare)] == bare
                assert (len(face) > len(bare)) == (index != "overlay")


@SKIN
def test_it_26_plinths_differ_in_lightness(skin):
    light = sorted(lab(linear(dress.plinth))[0] for dress in skin.dresses)
    assert min(b - a for a, b in pairwise(light)) >= 12


@SKIN
def test_outlines_stand_out_from_the_paper(skin):
    assert contrast(skin.inks["ink"], skin.inks["paper"]) >= 7


def test_it_7_skins_differ_in_data_alone_and_cover_both_systems():
    assert {(skin.swords, skin.batons) for skin in SKINS.values()} == {("curved", "staves"), ("straight", "cudgels")}
    assert all(set(skin.figures) == set(courts.LAGOON) for skin in SKINS.values())


def test_the_rasteriser_measures_a_circle():
    filled = sum(map(sum, mask((Layer("ink", ring(50, 50, 40)),), (100, 100), 100)))
    assert abs(filled - 3.14159 * 1600) < 120
    assert sqrt(filled) > 0

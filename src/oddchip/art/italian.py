"""Italian faces out of a skin: pips by the grid, the brackets and the lattice; aces; courts; index; backs."""

from math import atan2, degrees, hypot

from oddchip.art import glyphs
from oddchip.art.courts import HAND_LAYER
from oddchip.art.layout import GRIDS, VIGNETTES, Bow, Rod, brackets, lattice, points, weave
from oddchip.art.signs import SPRIG
from oddchip.art.skins import SUITS, Skin
from oddchip.art.svg import Group, Layer, Picture, Place, Point, around, box, number, petals, ring, rings

BATONS, COINS, CUPS, SWORDS = range(4)
MIDDLE: Point = (50, 76)

#: Rank names of the pack, by number of the card (IT-6); for the index and the band.
LETTERS = ("A", "2", "3", "4", "5", "6", "7", "F", "C", "R")
NAMES = ("ASSO", "DUE", "TRE", "QUATTRO", "CINQUE", "SEI", "SETTE", "FANTE", "CAVALLO", "RE")


def face(skin: Skin, value: int, suit: int, index: str) -> Picture:
    """The card of this value, 1 for the ace to 10 for the king."""
    if value > 7:
        body = court(skin, ("knave", "knight", "king")[value - 8], suit)
    elif value == 1:
        body = ace(skin, suit)
    else:
        body = pips(skin, value, suit)
    return (*_plinth(skin, value), *body, *_index(skin, value, index))


def _plinth(skin: Skin, value: int) -> Picture:
    """Frame and ground: a strip of the suit's colour, deep under a court, with a row of tiles (IT-26)."""
    width, height = skin.size
    deep = 15 if value > 7 else 7
    top = height - 6 - deep
    tiles = rings(((12 + 7.6 * i, top + deep / 2) for i in range(11)), 1.5)
    return (
        Layer("plinth", box(6.5, top, width - 13, deep, 2), 1),
        Layer("paper", tiles, 0),
        Layer("ink", box(4.5, 4.5, width - 9, height - 9, 4), 1.1, bare=True),
    )


# Pips.


def pips(skin: Skin, count: int, suit: int) -> Picture:
    if suit == SWORDS and skin.swords == "curved":
        return curved(count)
    if suit == BATONS and skin.batons == "staves":
        return woven(count)
    grid = GRIDS[count]
    scale = grid.large if suit in (COINS, CUPS) else grid.tall
    return (*_vignette(count), *(Place(SUITS[suit], x, y, scale) for x, y in points(count)))


def _vignette(count: int) -> Picture:
    """Sprigs, where the grid leaves a card bare (IT-7)."""
    return tuple(Group(SPRIG, *GRIDS[count].at(cell), scale, turn) for cell, scale, turn in VIGNETTES.get(count, ()))


def curved(count: int) -> Picture:
    """The brackets of IT-10; an odd sword stands upright between them."""
    drawn: tuple[Layer | Place | Group, ...] = ()
    for bow in brackets(count, MIDDLE, 58):
        drawn += _sabre(bow)
    if count % 2:
        return (*drawn, Place("straight", *MIDDLE))
    return (*drawn, Group(SPRIG, *MIDDLE, 1, 90)) if count < 6 else drawn


def _sabre(bow: Bow) -> Picture:
    side = 1 if bow.pull[0][0] > bow.hilt[0] else -1
    blade, shade = _crescent(bow, side, 6.5, 3.4), _crescent(bow, side, 3.25, 1.7)
    return (Layer("steel", blade), Layer("main", shade, 0), *_hilt(bow, side))


def _crescent(bow: Bow, side: int, thick: float, root: float) -> str:
    """A blade from hilt to tip and back: so thick in its belly, so wide at its root."""
    (hx, hy), (tx, ty), ((ax, ay), (bx, by)) = bow.hilt, bow.tip, bow.pull
    out = f"M{_p(hx, hy)}C{_p(ax, ay)} {_p(bx, by)} {_p(tx, ty)}"
    inner = thick * side
    return out + f"C{_p(bx - inner, by + 3)} {_p(ax - inner, ay - 3)} {_p(hx - side * root, hy - 4.5)}z"


def _hilt(bow: Bow, side: int) -> Picture:
    """Guard, grip and pommel, in line with the blade's first stretch."""
    (hx, hy), (ax, ay) = bow.hilt, bow.pull[0]
    long = hypot(ax - hx, ay - hy)
    ux, uy = (hx - ax) / long, (hy - ay) / long
    return (Group(HILT, hx + ux, hy + uy, 1, degrees(atan2(-ux, uy))),)


HILT: Picture = (
    Layer("gold", box(-1.9, 1, 3.8, 7), 0.9),
    Layer("red", ring(0, 9.4, 2.4), 0.9),
    Layer("gold", box(-5.5, -1.5, 11, 3.2, 1.4), 0.9),
)


def _p(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def woven(count: int) -> Picture:
    """The lattice of IT-10, woven; an odd stave stands upright before it."""
    right, left = lattice(count, MIDDLE, lean=23, tall=58, apart=20 if count < 6 else 14.5)
    drawn: tuple[Layer | Place | Group, ...] = ()
    for rod in (*right, *left):
        drawn += _stave(rod)
    for i, point in weave(right, left):
        drawn += _over(right[i], point)
    return (*drawn, *_stave(((50, 137), (50, 15)))) if count % 2 else drawn


def _stave(rod: Rod) -> Picture:
    """A striped rod with a knob at each end."""
    (x0, y0), (x1, y1) = rod
    line = f"M{_p(x0, y0)}L{_p(x1, y1)}"
    bands = "".join(_between(rod, at - 0.03, at + 0.03) for at in (0.14, 0.86))
    return (
        Layer("ink", line, 7.6, bare=True),
        Layer("main", line, 5, bare=True),
        Layer("gold", bands, 5, bare=True),
        Layer("gold", rings(rod, 4.2), 1.2),
        Layer("red", rings(rod, 1.6), 0),
    )


def _between(rod: Rod, start: float, end: float) -> str:
    (x0, y0), (x1, y1) = rod
    return f"M{_p(x0 + start * (x1 - x0), y0 + start * (y1 - y0))}L{_p(x0 + end * (x1 - x0), y0 + end * (y1 - y0))}"


def _over(rod: Rod, point: Point) -> Picture:
    """The short piece of a rod that passes over another at this point."""
    (x0, y0), (x1, y1) = rod
    long = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / long * 7, (y1 - y0) / long * 7
    line = f"M{_p(point[0] - dx, point[1] - dy)}L{_p(point[0] + dx, point[1] + dy)}"
    return (Layer("ink", line, 7.6, bare=True), Layer("main", line, 5, bare=True))


# Aces.


def ace(skin: Skin, suit: int) -> Picture:
    """One large sign in a wreath, with a ribbon and a sprig (IT-12)."""
    x, y = MIDDLE
    if suit == COINS:
        return (Group(SPRIG, x, 19, 1.5), *_wreath(39, 24), *_roundel(x, y - 1), *_ribbon(x, 129))
    if suit == CUPS:
        return (*_wreath(37, 22), *_bouquet(x, 44), Place("cup", x, y + 8, 2.1), *_ribbon(x, 130))
    sprigs = (Group(SPRIG, x - 21, y - 8, 1.2, 90), Group(SPRIG, x + 21, y - 8, 1.2, -90))
    return (*_wreath(38, 22), *sprigs, Place(SUITS[suit], x, y - 6, 2.5), *_ribbon(x, 112))


def _bouquet(x: float, y: float) -> Picture:
    """Three flowers on stems, standing in the cup."""
    heads = ((x - 24, y - 13), (x, y - 24), (x + 24, y - 13))
    stems = f"M{_p(x, y + 12)}L{_p(*heads[1])}M{_p(x - 4, y + 12)}L{_p(*heads[0])}M{_p(x + 4, y + 12)}L{_p(*heads[2])}"
    leaves = petals(2, 5, 22, 0.16, (x, y + 6), 0.15) + petals(2, 5, 22, 0.16, (x, y + 6), 0.85)
    return (
        Layer("leaf", stems, 2.2, bare=True),
        Layer("leaf", leaves, 1),
        *(Layer(ink, petals(5, 1, 11, 0.5, at), 1) for ink, at in zip(("blue", "red", "blue"), heads, strict=True)),
        Layer("gold", rings(heads, 3.2), 1),
    )


def _roundel(x: float, y: float) -> Picture:
    """The coin grown large, its heart a maker's roundel: a chip with a notch that is no real maker's sign."""
    centre = (x, y)
    return (
        Layer("gold", ring(x, y, 32), 1.8),
        Layer("ink", rings(around(32, 29, 0, centre), 1.1), 0),
        Layer("red", ring(x, y, 26), 1.4),
        Layer("gold", petals(12, 10, 25, 0.42, centre), 0.8),
        Layer("pale", petals(12, 12, 20, 0.26, centre), 0),
        Layer("blue", petals(12, 14, 24.5, 0.16, centre, 0.5), 0.6),
        Layer("pale", ring(x, y, 11), 1.3),
        Layer("red", ring(x, y, 8.6), 0.8),
        Layer("pale", petals(6, 5.4, 8.6, 0.3, centre), 0),
        Layer("gold", ring(x, y, 5), 0.9),
    )


def _wreath(radius: float, count: int) -> Picture:
    """Leaves round the lower part, laid from the foot upward on both sides."""
    leaves: tuple[Group, ...] = ()
    for i in range(count // 2):
        at = 172 - i * (150 / (count // 2))
        for side in (1, -1):
            x, y = around(360, radius, side * at, MIDDLE)[0]
            leaves += (Group((Layer("leaf", LEAF, 0.8),), x, y, 1, side * (at - 90 - 25 * (-1) ** i)),)
    return leaves


LEAF = "M0 4.5C-4 1-4-4 0-8 4-4 4 1 0 4.5z"


def _ribbon(x: float, y: float) -> Picture:
    return (
        Group(
            (
                Layer("plinth", "M-6-2C-16-8-24-2-31-7-29-2-31 2-28 6-20 9-14 2-5 4z"),
                Layer("plinth", "M6-2C16-8 24-2 31-7 29-2 31 2 28 6 20 9 14 2 5 4z"),
                Layer("plinth", "M-8-5C-4-7 4-7 8-5 9-1 9 3 8 6 4 8-4 8-8 6-9 3-9-1-8-5z"),
                Layer("gold", ring(0, 0.5, 2.6), 0.9),
            ),
            x,
            y,
        ),
    )


# Courts.


def court(skin: Skin, rank: str, suit: int) -> Picture:
    x, y, scale, turn = skin.held[suit]
    if skin.flip:
        return (*skin.figures[rank], Place(SUITS[suit], 100 - x, y, scale, -turn), Group((HAND_LAYER,), 100, flip=True))
    return (*skin.figures[rank], Place(SUITS[suit], x, y, scale, turn), HAND_LAYER)


# Index.


def _index(skin: Skin, value: int, index: str) -> Picture:
    """Small: a corner glyph; names: a band on the plinth, which hides no sign (IT-25)."""
    width, height = skin.size
    if index == "small":
        glyph = Group(glyphs.index(LETTERS[value - 1], "ink"), 7.5, 7.5, 0.28)
        return (Layer("paper", box(4.5, 4.5, 14.5, 17, 3.5), 1), glyph)
    if index == "names":
        letters, wide = glyphs.word(NAMES[value - 1], "ink")
        band = wide * 1.3 + 10
        return (
            Layer("paper", box((width - band) / 2, height - 17, band, 12, 2), 1),
            Group(letters, (width - wide * 1.3) / 2, height - 15, 1.3),
        )
    return ()


def overlay(value: int, suit: int) -> Picture:
    """A tag for beside the card: its letter and its sign."""
    letter = LETTERS[value - 1]
    return (
        Layer("paper", box(0.7, 0.7, 58.6, 32.6, 6), 1.2),
        Group(glyphs.index(letter, "ink"), 8, 6, 0.55),
        Place(SUITS[suit], 44, 17, 0.62),
    )

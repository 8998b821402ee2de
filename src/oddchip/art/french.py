"""The French deck: index, small suit, one bold suit; courts wear a crown, a coronet or a helmet (`docs/art.md`).

A card is 100 wide and 140 high.
"""

from oddchip.art import glyphs
from oddchip.art.svg import Group, Layer, Picture, Place, box, ring, rings, star

WIDTH, HEIGHT = 100, 140
CORNER = 9

#: Suits clubs, diamonds, hearts, spades. Four colours that differ by more than 31 (CIE76) for every kind of sight.
COLOURS = {
    "four": ("#0a7f79", "#0421b2", "#d23e1c", "#0b0f19"),
    "two": ("#0b0f19", "#c8201c", "#c8201c", "#0b0f19"),
}
SUITS = ("club", "diamond", "heart", "spade")
PAPER, EDGE, GOLD, GOLD_LINE = "#ffffff", "#8b93a3", "#f2b632", "#6d4a06"

#: Suit signs about 0, 0, in a box about 40 wide.
SIGNS = {
    "club": "M0-21a10 10 0 0 1 8.2 15.7A10 10 0 1 1 3.4 9.4C3.9 13.8 5.4 17.2 9 20.5H-9"
    "C-5.4 17.2-3.9 13.8-3.4 9.4A10 10 0 1 1-8.2-5.3 10 10 0 0 1 0-21z",
    "diamond": "M0-23C4.5-14.5 10-7 17.5 0 10 7 4.5 14.5 0 23-4.5 14.5-10 7-17.5 0-10-7-4.5-14.5 0-23z",
    "heart": "M0 21.5C-5 13.5-20.5 5.5-20.5-7.5-20.5-14.5-15.5-19-10-19-5.5-19-1.8-16.3 0-12.5"
    " 1.8-16.3 5.5-19 10-19 15.5-19 20.5-14.5 20.5-7.5 20.5 5.5 5 13.5 0 21.5z",
    "spade": "M0-22C5-13.5 20.5-5 20.5 6 20.5 11.8 16.3 15.3 11.8 15.3 8.2 15.3 5.2 13.5 3 10.7"
    "C3.6 14.8 5.3 18.2 9 21.5H-9C-5.3 18.2-3.6 14.8-3 10.7-5.2 13.5-8.2 15.3-11.8 15.3"
    "-16.3 15.3-20.5 11.8-20.5 6-20.5-5-5-13.5 0-22z",
}

#: What a court wears on its suit sign, standing on y = 0 about x = 0.
CROWN = (
    Layer("gold", "M-18-4.5-22-24-10.5-14.5 0-30 10.5-14.5 22-24 18-4.5z", 1.6),
    Layer("gold", rings(((-22, -25), (0, -31), (22, -25)), 2.9), 1.4),
    Layer("suit", box(-18, -6, 36, 6, 2), 0),
)
CORONET = (
    Layer("gold", rings(((-19.5, -16), (-10, -16.5), (10, -16.5), (19.5, -16)), 4.2), 1.6),
    Layer("gold", "M-17.5-3-21-14.5C-9-11.5 9-11.5 21-14.5L17.5-3z", 1.6),
    Layer("gold", "M0-28C2-23 7-23 7-17.5 7-13.5 4-11.5 0-10-4-11.5-7-13.5-7-17.5-7-23-2-23 0-28z", 1.6),
    Layer("suit", ring(0, -17, 2.8), 0),
    Layer("suit", box(-18.5, -6, 37, 6, 2), 0),
)
HELMET = (
    Layer("suit", "M-15-23C-13-37 17-39 25-13 19-21 14-25 8-26.5 0-29-8-28-15-23z", 0),
    Layer("gold", "M-18-9C-18-21-11-27 0-27S18-21 18-9L16 0H6.5L4-9H-4L-6.5 0H-16z", 1.6),
    Layer(
        "suit", "M-14-12.5H-3V-9.5C-6-7-11-7.5-14-12.5zM14-12.5H3V-9.5C6-7 11-7.5 14-12.5zM-1.6-12.5h3.2V-5h-3.2z", 0
    ),
)
WORN = {"K": CROWN, "Q": CORONET, "J": HELMET}

#: A beetle, for the bug; a fool's cap, for the wild joker; both about 0, 0.
BEETLE = (
    Layer("legs", "M-10-9C-18-12-21-16-22-22M10-9C18-12 21-16 22-22M-13 3H-25M13 3H25M-11 14C-17 17-20 21-21 28"
          "M11 14C17 17 20 21 21 28M-4-22C-6-28-10-31-15-31M4-22C6-28 10-31 15-31", 2.8, bare=True),
    Layer("dark", "M-8.5-12C-9-20-5-24 0-24S9-20 8.5-12z", 0),
    Layer("shell", "M0-14C10-14 16-6 16 6S9 29 0 29-16 18-16 6-10-14 0-14z", 2.4),
    Layer("dark", "M0-14V29", 2.4, bare=True),
    Layer("dark", rings(((-8, -2), (8, -2), (-9, 10), (9, 10), (-5, 20), (5, 20)), 2.8), 0),
)  # fmt: skip
CAP = (
    Layer("shell", "M-15 16C-18 2-26-4-33 4-36-10-22-22-9-13z", 2),
    Layer("shell", "M15 16C18 2 26-4 33 4 36-10 22-22 9-13z", 2),
    Layer("other", "M-15 16C-15-4-10-16 0-31 10-16 15-4 15 16z", 2),
    Layer("gold", rings(((-33, 6), (0, -32), (33, 6)), 4.2), 1.6),
    Layer("gold", "M-18 15-9 12-3 16 3 12 9 16 18 15 15 24H-15z", 1.6),
)


def face(rank: int, suit: int, size: str) -> Picture:
    """One of the 52: the glyph of its rank and its suit, once small and once bold."""
    glyph = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")[rank]
    sign = SUITS[suit]
    if size == "big":
        return (*_index(glyph, 8, 9, 1.5), *_bold(glyph, sign, 66, 107, 1.15, small=0.8))
    return (*_index(glyph, 9, 10, 1), Place(sign, 24, 69, 0.6), *_bold(glyph, sign, 68, 107, 1.2, small=1))


def _index(glyph: str, x: float, y: float, scale: float) -> Picture:
    return (Group(glyphs.index(glyph, "suit"), x, y, scale),)


def _bold(glyph: str, sign: str, x: float, y: float, scale: float, small: float) -> Picture:
    """The bold suit; under a court's crown it is a little smaller."""
    if glyph not in WORN:
        return (Place(sign, x, y, scale),)
    return (Place(sign, x, y + 4, scale * 0.85), Group(WORN[glyph], x, y - 18, small))


def joker(number: int, wild: bool, height: float = HEIGHT) -> Picture:
    """The bug is a beetle, the wild joker a fool's cap under a star; the second of them is the one without colour."""
    sign = CAP if wild else BEETLE
    corner = (Layer("dark", star(5, 15, 6.5, (25, 27)), 0),) if wild else (Group(BEETLE, 25, 29, 0.6),)
    pips = (Layer("dark", rings(((17.5 + 14 * i, 56) for i in range(number)), 4), 0),)
    return (*corner, *pips, Group(sign, 56, height - 44, 1.05))

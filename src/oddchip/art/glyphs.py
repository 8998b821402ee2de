"""Letters and figures drawn as paths, so that no card needs a font.

Index glyphs stand in a box 40 high: `BOLD` gives width, filled path and stroked path (of `STROKE`). `THIN` has the
capitals of Italian names, single lines in a box 4 wide and 6 high.
"""

from oddchip.art.svg import Group, Layer, Picture

HEIGHT = 40
STROKE = 8.4

#: glyph: width, what is filled (even-odd), what is stroked.
BOLD: dict[str, tuple[float, str, str]] = {
    "A": (35, "M0 40 12.6 0h9.8L35 40h-9l-2.4-8.2H11.4L9 40zM13.5 24.6h8L17.5 11z", ""),
    "2": (28, "", "M4.4 14.4C4.4 8 8.2 4.2 14 4.2s9.7 3.4 9.7 8.6C23.7 18.6 19 22.4 6.4 35.8H28"),
    "3": (
        28,
        "",
        "M4 11.4C5 6.8 8.8 4.2 13.8 4.2c5.4 0 9 2.8 9 7.2 0 4.6-3.6 7.6-9 7.6H9.6M13.8 19"
        "c6.2 0 10 3 10 8.2 0 5.3-4 8.6-10 8.6C8.3 35.8 4.3 33 3.6 28",
    ),
    "4": (31, "M17.4 0h8.8v24.8H31v7.4h-4.8V40h-8.4v-7.8H0v-6.8zM17.8 11.6 8.6 24.8h9.2z", ""),
    "5": (
        28,
        "",
        "M25.2 4.2H7.8L6.4 20.4C8.6 18.2 11.2 17.2 14.4 17.2c5.8 0 9.5 3.6 9.5 9.2"
        "C23.9 32.2 20 35.8 14 35.8c-5.2 0-9-2.5-10.3-7.2",
    ),
    "6": (29, "", "M21.4.8C11.4 8.6 4.2 16.4 4.2 25.6a10.3 10.2 0 1 0 20.6 0a10.3 10.2 0 1 0-20.6 0"),
    "7": (28, "M0 0h28v7L13.6 40H4.4L18.8 7.8H0z", ""),
    "8": (
        28,
        "",
        "M14 4.2a8.7 7.4 0 1 1 0 14.8a8.7 7.4 0 1 1 0-14.8zM14 19a9.8 8.4 0 1 1 0 16.8a9.8 8.4 0 1 1 0-16.8z",
    ),
    "9": (29, "", "M7.6 39.2C17.6 31.4 24.8 23.6 24.8 14.4a10.3 10.2 0 1 0-20.6 0a10.3 10.2 0 1 0 20.6 0"),
    "10": (
        40,
        "M6.4 0H14v40H6V10.4L0 14.4V4.6z",
        "M30 4.2c4 0 6 3.6 6 9v13.6c0 5.4-2 9-6 9s-6-3.6-6-9V13.2c0-5.4 2-9 6-9z",
    ),
    "J": (25, "", "M20.6 0v26.6c0 6-2.8 9.2-8.4 9.2-5 0-8-2.8-8-9"),
    "Q": (
        36,
        "M19.6 27.6l5.6-5.4L36 34.6 30.4 40z",
        "M17 4.2c8 0 12.8 6 12.8 15.8S25 35.8 17 35.8 4.2 29.8 4.2 20 9 4.2 17 4.2z",
    ),
    "K": (33, "M0 0h8.6v16.2L20.8 0h10.6L18.2 17.2 33 40H22.6L12.4 24.2 8.6 29.2V40H0z", ""),
    "F": (25, "M0 0h25v7.8H8.6v9H23v7.6H8.6V40H0z", ""),
    "C": (29, "", "M27 11.6C25.6 6.8 22 4.2 16.6 4.2 8.8 4.2 4.2 10.2 4.2 20s4.6 15.8 12.4 15.8c5.4 0 9-2.6 10.4-7.4"),
    "R": (30, "M12 22h9.2L30 40h-9.6z", "M4.2 40V4.2h10.2c7 0 10.2 3 10.2 8.4s-3.2 8.6-10.2 8.6H4.2"),
}

THIN = {
    "A": "M0 6 2 0l2 6M.7 4h2.6", "C": "M4 1C3.4.3 2.8 0 2.2 0 .8 0 0 1.2 0 3s.8 3 2.2 3c.6 0 1.2-.3 1.8-1",
    "D": "M0 0v6h1.5C3.2 6 4 4.8 4 3S3.2 0 1.5 0z", "E": "M3.6 0H0v6h3.6M0 3h3", "F": "M3.6 0H0v6M0 3h3",
    "I": "M2 0v6", "L": "M0 0v6h3.6", "N": "M0 6V0l4 6V0", "O": "M2 0C.7 0 0 1.2 0 3s.7 3 2 3 2-1.2 2-3-.7-3-2-3z",
    "Q": "M2 0C.7 0 0 1.2 0 3s.7 3 2 3 2-1.2 2-3-.7-3-2-3zM2.5 4.3 4.2 6.5",
    "R": "M0 6V0h2.2C3.4 0 4 .6 4 1.6s-.6 1.6-1.8 1.6H0M2 3.2 4 6",
    "S": "M3.7.9C3.3.3 2.7 0 2 0 .9 0 .3.6.3 1.5.3 3.7 3.9 2.3 3.9 4.5 3.9 5.4 3.2 6 2.1 6 1.2 6 .5 5.6.1 4.9",
    "T": "M0 0h4M2 0v6", "U": "M0 0v4c0 1.3.7 2 2 2s2-.7 2-2V0", "V": "M0 0l2 6 2-6",
}  # fmt: skip


def index(glyph: str, ink: str) -> Picture:
    """The glyph with its top left corner at 0, 0."""
    _, filled, stroked = BOLD[glyph]
    solid = (Layer(ink, filled, 0),) if filled else ()
    return solid + ((Layer(ink, stroked, STROKE, bare=True),) if stroked else ())


def width(glyph: str) -> float:
    return BOLD[glyph][0]


def word(text: str, ink: str, line: float = 1.1) -> tuple[Picture, float]:
    """A word from 0, 0, letters 6 high, and how wide it is."""
    letters: list[Group] = []
    x = 0.0
    for letter in text:
        letters.append(Group((Layer(ink, THIN[letter], line, bare=True),), x))
        x += 6
    return tuple(letters), x - 2

"""All card art, drawn from data: a French and several Italian packs as SVG (`docs/art.md`).

`sprite` is one document of symbols that a page fetches once, `card_svg` one card by itself, `card_name` its name in
words, `gallery` the whole of it as data.
"""

from oddchip.art.backs import TINTS
from oddchip.art.sheet import COLOURS, INDEXES, Sheet, card_name, card_svg, gallery, size, sprite, symbol
from oddchip.art.skins import SKINS

__all__ = [
    "COLOURS",
    "INDEXES",
    "SKINS",
    "TINTS",
    "Sheet",
    "card_name",
    "card_svg",
    "gallery",
    "size",
    "sprite",
    "symbol",
]

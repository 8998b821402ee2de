"""Italian skins as data (IT-7): a new skin is one more value here (`docs/art.md`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oddchip.art import courts, signs
from oddchip.art.svg import Picture

#: Suits in the engine's order: batons, coins, cups, swords (IT-2).
SUITS = ("baton", "coin", "cup", "sword")


@dataclass(frozen=True)
class Dress:
    """The inks of one suit: of its sign, its plinth and its three figures."""

    main: str
    dark: str
    glow: str
    plinth: str
    coat: str
    trim: str
    hose: str
    feather: str
    hair: str = "#6b3f1d"
    horse: str = "#f1e4cf"
    shade: str = "#cbb593"
    tail: str = "#b88a4a"
    bridle: str = "#b3261e"

    def inks(self) -> dict[str, str]:
        return dict(vars(self))


@dataclass(frozen=True)
class Skin:
    """How one pack looks; ranks and rules are never touched by it (IT-7, IT-27).

    ``swords`` is "curved" (brackets) or "straight" (grid), ``batons`` "staves" (lattice) or "cudgels" (grid);
    ``courts`` "S" for whole figures. ``size`` is the card's width and height; ``held`` says where each sign lies
    in a court's hand: x, y, scale, turn; with ``flip`` the figures look right and hold it on the left.
    """

    name: str
    title: str
    swords: str
    batons: str
    inks: Mapping[str, str]
    dresses: tuple[Dress, Dress, Dress, Dress]
    signs: tuple[Picture, Picture, Picture, Picture]
    held: tuple[tuple[float, float, float, float], ...]
    courts: str = "S"
    size: tuple[float, float] = (100, 160)
    figures: Mapping[str, Picture] = field(default_factory=lambda: courts.LAGOON)
    flip: bool = False
    tint: str = "red"


LAGUNA = Skin(
    "laguna",
    "Laguna: curved swords and staves",
    swords="curved",
    batons="staves",
    inks={
        "ink": "#2b1a12", "paper": "#fcf4e1", "edge": "#b9a37c", "skin": "#f6d3ae", "blush": "#eda78b",
        "lips": "#b5433a",
        "gold": "#f2b632", "red": "#cc3329", "blue": "#2c5aa8", "pale": "#fffaf0", "steel": "#cfe0ee", "tan": "#e8c890",
        "leaf": "#3f9a58",
    },
    dresses=(
        Dress("#3f9a58", "#1f5c36", "#9fd6a6", "#62b46a", "#2f8a4c", "#e3a92b", "#b3261e", "#cc3329", hair="#3b2415"),
        Dress("#f2b632", "#8a5a10", "#fff0b8", "#f5cf4a", "#e9b02d", "#b3261e", "#2c5aa8", "#2c5aa8"),
        Dress("#cc3329", "#741410", "#f59a86", "#c23a2e", "#cc3329", "#2c5aa8", "#f2b632", "#fffaf0", hair="#c98b2b"),
        Dress("#6f9ccc", "#1d3b70", "#e4effa", "#1f3568", "#2f5fa8", "#cc3329", "#f2b632", "#f2b632", hair="#2b1a12"),
    ),
    signs=(signs.STAVE, signs.ROSETTE, signs.GOBLET, signs.SABRE),
    held=((78, 46, 1.3, 8), (79, 36, 1.0, 0), (78, 42, 1.0, 0), (79, 39, 1.25, 0)),
)  # fmt: skip

GOLFO = Skin(
    "golfo",
    "Golfo: straight swords and cudgels",
    swords="straight",
    batons="cudgels",
    inks={
        "ink": "#26170f", "paper": "#fdf8ec", "edge": "#b7a98c", "skin": "#f3c9a0", "blush": "#e59c7c",
        "lips": "#a83a32",
        "gold": "#f6bf3c", "red": "#d4402c", "blue": "#1f6f9c", "pale": "#fffdf6", "steel": "#d8e6f0", "tan": "#edcf9b",
        "leaf": "#4b9e4c",
    },
    dresses=(
        Dress("#57a350", "#285a26", "#b7dfa0", "#6bb35e", "#3c8f47", "#d4402c", "#f6bf3c", "#f6bf3c", hair="#2b1a12",
              horse="#8d5a34", shade="#6a4022", tail="#2b1a12"),
        Dress("#f6bf3c", "#8f5e0c", "#fff1bd", "#f8d75e", "#d4402c", "#f6bf3c", "#1f6f9c", "#57a350", hair="#6b3f1d",
              horse="#f2e6d2", shade="#cdb897", tail="#9c7a4c"),
        Dress("#d4402c", "#7b1a10", "#f7a288", "#c9402f", "#1f6f9c", "#d4402c", "#f6bf3c", "#fffdf6", hair="#b9772a",
              horse="#c98f4e", shade="#9b6a33", tail="#f4e4c4"),
        Dress("#5f9fc9", "#173c66", "#e4f0fa", "#1c3f63", "#2a5c9a", "#f6bf3c", "#d4402c", "#d4402c", hair="#26170f",
              horse="#4a4e57", shade="#30333a", tail="#16181d"),
    ),
    signs=(signs.CUDGEL, signs.SUN, signs.VASE, signs.SWORD),
    held=((78, 45, 1.25, 10), (79, 36, 1.0, 0), (78, 42, 1.0, 0), (78, 40, 1.3, 0)),
    figures=courts.GULF,
    flip=True,
    tint="blue",
)  # fmt: skip

SKINS = {skin.name: skin for skin in (LAGUNA, GOLFO)}

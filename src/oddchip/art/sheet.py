"""Sprites: every card of a pack as a symbol, whose id is told by the card's text in its deck."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from oddchip.art import backs, french, italian, signs
from oddchip.art.backs import TINTS
from oddchip.art.skins import SKINS, SUITS, Skin
from oddchip.art.svg import Layer, Picture, Place, box, drawn, number, tag
from oddchip.cards import FRENCH, ITALIAN, JACK, JOKERS, Deck, Pack, card_text, card_words, is_joker, rank_of, suit_of
from oddchip.errors import CardError

XMLNS = "http://www.w3.org/2000/svg"
OUTLINE = "1.4"

INDEXES = {"french": ("normal", "big"), "italian": ("none", "names", "small", "overlay")}
COLOURS = tuple(french.COLOURS)
BUG, WILD = Deck(jokers=2), Deck(jokers=2, wild=True)


# Names.


def symbol(card: int, deck: Deck | Pack = FRENCH) -> str:
    """The id of a card's symbol: ``c-As``, ``c-Fd``, ``c-X1``, ``c-X1-wild``; ``c-back`` if it lies face down."""
    text = card_text(card, deck)
    if text == "??":
        return "c-back"
    return f"c-{text}" + ("-wild" if is_joker(card) and isinstance(deck, Deck) and deck.wild else "")


def card_name(card: int, deck: Deck | Pack = FRENCH) -> str:
    """The text alternative (IT-26): ``seven of spades``, ``knight of cups, 9``, ``the joker``."""
    words = card_words(card, deck)
    pack = deck.pack if isinstance(deck, Deck) else deck
    if is_joker(card):
        return f"the {words}" + (", wild" if isinstance(deck, Deck) and deck.wild else "")
    if card >= 0 and pack.rank_letters == ITALIAN.rank_letters and rank_of(card) in ITALIAN.courts:
        return f"{words}, {_value(card)}"
    return words


def _value(card: int) -> int:
    """1 for an Italian ace to 10 for a king (IT-6)."""
    rank = rank_of(card)
    return 1 if rank == 12 else rank - JACK + 8 if rank >= JACK else rank + 2


# What a sprite is made of.


@dataclass(frozen=True)
class Look:
    """A deck's look: everything by which one sprite differs from another."""

    deck: str
    skin: str
    colours: str
    index: str
    tint: str

    @property
    def italian(self) -> Skin | None:
        return SKINS[self.skin] if self.deck == "italian" else None

    @property
    def size(self) -> tuple[float, float]:
        return self.italian.size if self.italian else (french.WIDTH, french.HEIGHT)


def look(deck: str = "french", skin: str | None = None, colours: str = "four", index: str | None = None,
         tint: str | None = None) -> Look:  # fmt: skip
    """A look with its defaults filled in. Raises CardError for a word that names none."""
    skins = tuple(SKINS) if deck == "italian" else ("plain",)
    _one_of("deck", deck, INDEXES)
    return Look(
        deck,
        _one_of("skin", skin or skins[0], skins),
        _one_of("colours", colours, COLOURS),
        _one_of("index", index or INDEXES[deck][0], INDEXES[deck]),
        _one_of("tint", tint or ("blue" if deck == "french" else SKINS[skin or skins[0]].tint), TINTS),
    )


def _one_of(what: str, given: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    if given not in known:
        raise CardError(f"expected {what} to be {' or '.join(known)}, not {str(given)[:40]!r}")
    return given


Part = tuple[str, Picture, dict[str, str]]  #: a symbol's id, its picture and the inks it is drawn in


def _parts(of: Look) -> Iterator[Part]:
    """Every card of the look, those of one rank together, then jokers and back."""
    pack = ITALIAN if of.italian else FRENCH
    for card in pack.cards:
        yield symbol(card, pack), _face(of, card), _inks(of, suit_of(card))
    for deck in (BUG, WILD):
        for card in JOKERS:
            yield symbol(card, deck), french.joker(card - 51, deck.wild, of.size[1]), _joker_inks(of, card)
    back = backs.flowers(*of.size) if of.italian else backs.lattice(*of.size)
    yield "c-back", back, {"tint": backs.TINTS[of.tint], "mesh": backs.MESH, "ink": backs.MESH}


def _face(of: Look, card: int) -> Picture:
    if of.italian:
        return italian.face(of.italian, _value(card), suit_of(card), of.index)
    return french.face(rank_of(card), suit_of(card), of.index)


def _inks(of: Look, suit: int) -> dict[str, str]:
    if of.italian:
        return {**of.italian.inks, **of.italian.dresses[suit].inks()}
    return {"suit": french.COLOURS[of.colours][suit], "gold": french.GOLD, "ink": french.GOLD_LINE}


def _joker_inks(of: Look, card: int) -> dict[str, str]:
    """The second joker is the one without colour."""
    first = card == JOKERS[0]
    inks = (
        {"shell": "#d23e1c", "other": "#0421b2", "gold": french.GOLD}
        if first
        else {"shell": "#c9ced8", "other": "#6b7280", "gold": "#eef0f4"}
    )
    return {**inks, "dark": "#0b0f19", "legs": "#0b0f19", "ink": "#0b0f19"}


def _paper(of: Look) -> str:
    """The card itself, under every face and back."""
    width, height = of.size
    colours = (of.italian.inks["paper"], of.italian.inks["edge"]) if of.italian else (french.PAPER, french.EDGE)
    corner = 7 if of.italian else french.CORNER
    return tag(
        "path",
        d=box(0.75, 0.75, width - 1.5, height - 1.5, corner),
        fill=colours[0],
        stroke=colours[1],
        stroke_width=1.5,
    )


def _signs(of: Look) -> Iterator[Part]:
    """The suit signs, drawn once and put in place by every card."""
    if not of.italian:
        for suit, name in enumerate(french.SUITS):
            yield name, (Layer("suit", french.SIGNS[name], 0),), _inks(of, suit)
        return
    for suit, name in enumerate(SUITS):
        yield name, of.italian.signs[suit], _inks(of, suit)
    yield "straight", signs.UPRIGHT, _inks(of, italian.SWORDS)


# Documents.


def _outlined(picture: Picture, inks: dict[str, str], prefix: str) -> str:
    return tag("g", drawn(picture, inks, prefix), stroke=inks.get("ink"), stroke_width=OUTLINE, stroke_linejoin="round")


def _view(of: Look) -> str:
    return f"0 0 {number(of.size[0])} {number(of.size[1])}"


@cache
def _sprite(of: Look) -> str:
    defs = tag("g", _paper(of), id="p_card")
    defs += "".join(tag("g", _outlined(picture, inks, "p"), id=f"p_{name}") for name, picture, inks in _signs(of))
    card = tag("use", href="#p_card")
    cards = "".join(
        tag("symbol", card + _outlined(picture, inks, "p"), id=name, viewBox=_view(of))
        for name, picture, inks in _parts(of)
    )
    return tag("svg", tag("defs", defs) + cards + _tags(of), xmlns=XMLNS)


def _tags(of: Look) -> str:
    """With the overlay, a tag for every card that the screen lays beside the face and not on it (IT-25)."""
    if of.index != "overlay":
        return ""
    return "".join(
        tag("symbol", _outlined(italian.overlay(_value(card), suit_of(card)), _inks(of, suit_of(card)), "p"),
            id=symbol(card, ITALIAN).replace("c-", "t-", 1), viewBox="0 0 60 34")
        for card in ITALIAN.cards
    )  # fmt: skip


def sprite(deck: str = "french", skin: str | None = None, colours: str = "four", index: str | None = None,
           tint: str | None = None) -> str:  # fmt: skip
    """One SVG document with a ``symbol`` for every card, both kinds of joker and the back; see `symbol` for their ids.

    With ``index="overlay"`` there is also a small tag for each card, ``t-Fd``. The same bytes every time. Raises
    CardError for a word it does not know.
    """
    return _sprite(look(deck, skin, colours, index, tint))


def card_svg(card: int, deck: Deck | Pack = FRENCH, skin: str | None = None, colours: str = "four",
             index: str | None = None, tint: str | None = None) -> str:  # fmt: skip
    """One card as an SVG file of its own, with its name as title."""
    pack = deck.pack if isinstance(deck, Deck) else deck
    of = look("italian" if pack.rank_letters == ITALIAN.rank_letters else "french", skin, colours, index, tint)
    wanted = symbol(card, deck)
    picture, inks = next((picture, inks) for name, picture, inks in _parts(of) if name == wanted)
    used = _uses(picture)
    signs = "".join(
        tag("g", _outlined(sign, ink, "p"), id=f"p_{name}") for name, sign, ink in _signs(of) if name in used
    )
    inside = tag("title", card_name(card, deck)) + (tag("defs", signs) if signs else "") + _paper(of)
    return tag("svg", inside + _outlined(picture, inks, "p"), xmlns=XMLNS, viewBox=_view(of), role="img")


def _uses(picture: Picture) -> set[str]:
    return {part.name for part in picture if isinstance(part, Place)}


# The page of every card.


def size(deck: str = "french", skin: str | None = None) -> tuple[float, float]:
    """Width and height of a card's view box."""
    return look(deck, skin).size


@dataclass(frozen=True)
class Sheet:
    """What the page of cards shows of one look: how to ask for its sprite, and every symbol with its name."""

    title: str
    deck: str
    skin: str
    colours: str
    index: str
    size: tuple[float, float]
    cards: tuple[tuple[str, str], ...]


@cache
def gallery() -> tuple[Sheet, ...]:
    """Every card of every skin, with its name, in the order a page would show them."""
    french_looks = [
        ("French, four colours", look()),
        ("French, two colours", look(colours="two")),
        ("French, big index", look(index="big")),
    ]
    return tuple(_sheet(title, of) for title, of in french_looks) + tuple(
        _sheet(skin.title, look("italian", skin.name)) for skin in SKINS.values()
    )


def _sheet(title: str, of: Look) -> Sheet:
    pack = ITALIAN if of.italian else FRENCH
    by_suit = sorted(pack.cards, key=lambda card: (-suit_of(card), _value(card) if of.italian else rank_of(card)))
    cards = [(symbol(card, pack), card_name(card, pack)) for card in by_suit]
    cards += [(symbol(card, deck), card_name(card, deck)) for deck in (BUG, WILD) for card in JOKERS]
    return Sheet(title, of.deck, of.skin, of.colours, of.index, of.size, (*cards, ("c-back", "back of a card")))

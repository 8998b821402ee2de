"""What goes over the wire between a table's screen and the room: one WebSocket, JSON, one message a frame.

`PROTOCOL` is the number both sides must agree on. Everything a client says is a `Request` (a tagged union on "t"),
everything it hears an `Answer`. Cards travel as `WireCard`: an id that means something to this viewer alone, and the
card's text, or nothing when he may not see it. Times are seconds since 1970 by the room's clock (`now` in `Welcome` and
`TableView` tells it); chips are whole; seats are the table's numbers from 0.

What a room keeps in great number is not looked at by the garbage collector (`gc=False`): it is never part of a cycle.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
MOST_BYTES = 4096  # of one frame from a client

#: Printable ASCII without spaces. It is written down with what it names: what a database does not take is no name.
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+\Z")]
Decision = tuple[int, int]
Span = str | tuple[Literal["card", "b"], str]  # words; a card's text; words that stand out
Line = list[Span]


Asks = Literal[
    "sit",
    "leave",
    "sit_out",
    "return",
    "top_up",
    "rebuy",
    "buy_pot",
    "choose",
    "decline",
    "show",
    "rename",
    "announce",
    "on_chain",
]
Powers = Literal[
    "approve",
    "deny",
    "kick",
    "cohost",
    "uncohost",
    "mute",
    "unmute",
    "pause",
    "resume",
    "deal",
    "hold",
    "void",
    "close",
    "games",
    "next_game",
    "house",
    "bot",
    "settings",
    "retry",
    "refund",
]
Refusals = Literal["stale", "doubt", "refused", "forbidden", "limit", "unreadable", "broken"]


# --- from the client -------------------------------------------------------------------------------------------------


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """First on every connection. `last` is the seq of the last view that was shown, 0 for none."""

    protocol: int
    last: int = 0


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True, omit_defaults=True):
    """A decision in a hand.

    `id` is made by the client (1 to 64 printable ASCII characters) and never used twice; `decision` and `price` are
    those of the offer answered (`price`: the chips it said it takes to call, 0 for none). `amount` is the total to
    raise to, `cards` are `WireCard.id`s, `way` is "low", "high" or "both". With `sure` a doubt is not raised again.
    """

    id: CommandId
    decision: Decision
    do: Literal["fold", "check", "call", "raise", "bring_in", "declare_open", "draw", "declare", "give"]
    price: int = 0
    amount: int = 0
    cards: list[str] = []
    way: Literal["", "low", "high", "both"] = ""
    sure: bool = False


class Do(Struct, tag_field="t", tag="do", forbid_unknown_fields=True, omit_defaults=True):
    """What a player or guest does outside the decisions of a hand.

    sit (seat, chips, post) · leave · sit_out (now) · return (post) · top_up (chips) · rebuy (chips) · buy_pot ·
    choose (game, stakes) · decline · show (cards: `WireCard.id`s of the hand just over; none: all) · rename (words) ·
    announce (words) · on_chain (settle a session between two on the chain: after this hand)
    """

    id: CommandId
    what: Asks
    seat: int = -1
    chips: int = 0
    post: bool = False
    now: bool = False
    game: str = ""
    stakes: str = ""
    words: str = ""
    cards: list[str] = []


class GameWanted(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A game by its name and its stakes in words; no stakes: the usual ones."""

    game: str
    stakes: str = ""


class Host(Struct, tag_field="t", tag="host", forbid_unknown_fields=True, omit_defaults=True):
    """A power of the host; each is written down and shown to the table.

    approve, deny (person) · kick (seat, words) · cohost, uncohost (person) · mute, unmute (person) · pause (words) ·
    resume · deal (start or go on dealing) · hold (deal no further hand) · void (words: the public reason) · close
    (words) · games (games, mode "game", "rotation" or "choice", hands_each) · next_game · house (options) · bot (seat,
    words: style, chips) · settings (settings) · retry, refund (a table that was stopped by a fault)

    House rules that are not named are as by default, or with `keep` as they are. With `sure` a doubt about a list of
    games is not raised again.
    """

    id: CommandId
    what: Powers
    seat: int = -1
    person: str = ""
    words: str = ""
    chips: int = 0
    mode: Literal["game", "rotation", "choice"] = "game"
    games: list[GameWanted] = []
    hands_each: int | None = 8
    options: dict[str, str | int | bool | None] = {}
    settings: dict[str, str | int | bool | None] = {}
    keep: bool = False
    sure: bool = False


class Say(Struct, tag_field="t", tag="chat", forbid_unknown_fields=True):
    """A line of chat."""

    id: CommandId
    text: str


class Seed(Struct, tag_field="t", tag="seed", forbid_unknown_fields=True, omit_defaults=True):
    """My part in the shuffle (docs/fairness.md): the `tip` of my chain, or the `seed` that `FairView.waits` asks for.

    Both are 32 bytes in hex. A seed is told for one commitment (its `root`, `FairView.id`) and no other. It is in the
    log once it is dealt from; after an outage it is asked for again, for the same commitment.
    """

    id: CommandId
    tip: str = ""
    root: str = ""
    seed: str = ""


class Pair(Struct, tag_field="t", tag="pair", forbid_unknown_fields=True):
    """A line of mine in a hand that two deal to each other (docs/two_party.md), for the referee and the other player.

    It is carried to both, with its receipt, by `PairView.lines`, once it is written down.
    """

    id: CommandId
    line: str


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Is anybody there? `at` comes back in `Pong`."""

    at: float = 0


Asking = Act | Do | Host | Say | Seed | Pair
"""What is answered with an `Ack` or a `Nack`."""

Request = Hello | Asking | Ping


# --- from the room ---------------------------------------------------------------------------------------------------


class WireCard(Struct, array_like=True, omit_defaults=True, gc=False):
    """[id, text]: text is the card's own ("As", "X1"), "" for a back."""

    id: str
    text: str = ""


class GameView(Struct, omit_defaults=True):
    """What is played.

    `family` is the layout: draw, stud, rows (cards on the table), swap. `where` is the phase in words ("after the
    second draw"), `rule` the one rule that matters now ("It takes a pair of jacks or better to open").
    """

    id: str
    name: str
    family: Literal["draw", "stud", "rows", "swap"]
    deck: Literal["french", "italian"]
    stakes: str
    limit: str
    summary: str
    where: str = ""
    rule: str = ""
    cards: int = 5
    draws: int = 0
    big_bet: int = 0
    ace: Literal["high", "low"] = "high"  # where it lies in a hand that is sorted for the eye


class SeatView(Struct, omit_defaults=True, gc=False):
    """One seat. `state`: empty, in (dealt in), folded, waiting (for a hand or a blind), away (sits out).

    `stack` is what is behind now, `bet` what is in this round, `put` what it put in this hand. `marks` are of: button,
    small_blind, big_blind, bring_in, opener, all_in, pat, killer. `drawn` is how many cards it threw in each draw.
    `did` is what it did last in this round, in words. `sealed`: it has chosen in secret.
    """

    seat: int
    state: Literal["empty", "in", "folded", "waiting", "away"] = "empty"
    person: str = ""
    name: str = ""
    bot: bool = False
    online: bool = True
    stack: int = 0
    pending: int = 0
    bet: int = 0
    put: int = 0
    won: int = 0
    cards: list[WireCard] = []
    drawn: list[int] = []
    marks: list[str] = []
    did: str = ""
    sealed: bool = False
    declared: str = ""
    shows: list[str] = []  # what its open or shown hand is worth, in words
    leaving: bool = False
    bank: float = 0


class PotView(Struct, omit_defaults=True):
    """A pot and who may win it."""

    chips: int
    seats: list[int]


class RowView(Struct, omit_defaults=True):
    """Cards on the table. `used`: ids of those my best hand uses."""

    name: str
    cards: list[WireCard]


class WorthView(Struct, omit_defaults=True, gc=False):
    """What my cards are worth one way: "for low: 8-6-4-3-A", the ids that play, whether it qualifies."""

    way: str
    words: str
    plays: list[str] = []
    qualifies: bool = True


class AmountsView(Struct, omit_defaults=True):
    """Totals one may bet or raise to. `amounts` if only these; otherwise from `least` to `most` in steps."""

    verb: Literal["bet", "raise", "complete"]
    least: int
    most: int
    step: int = 1
    amounts: list[int] = []
    pot: int = 0  # the total that is a pot-sized bet or raise, within the limits
    half: int = 0


class OfferView(Struct, omit_defaults=True):
    """What I am asked, with all that may be answered. `no` says why the rest may not."""

    decision: Decision
    kind: Literal["bet", "draw", "declare", "swap"]
    price: int = 0  # chips to add to call
    left: int = 0  # my stack after a call
    fold: bool = False
    check: bool = False
    call: bool = False
    raise_to: AmountsView | None = None
    bring_in: int = 0
    declare_open: bool = False
    most: int = 0  # draw: the most that may be thrown
    extra: int = 0  # draw: so many more come than are thrown
    count: int = 0  # swap: how many are given
    ways: list[str] = []
    both_rule: str = ""  # what declaring both takes
    no: dict[str, str] = {}


class MeView(Struct, omit_defaults=True):
    """What only I see. `pre`: my turn is still to come and these answers may be prepared at `price`."""

    person: str
    name: str
    seat: int = -1
    host: bool = False
    cards: list[WireCard] = []
    worth: list[WorthView] = []
    offer: OfferView | None = None
    sealed: list[str] = []  # my own sealed choice: ids to give, or the way
    pre: list[str] = []
    price: int = 0
    may: list[str] = []  # sit, sit_out, return, post, top_up, rebuy, leave, choose, decline, show, buy_pot
    buy_in: tuple[int, int] | None = None  # least and most chips to sit with (or to add)
    usual: int = 0  # the chips one sits with, or adds, who does not think about it: within `buy_in`
    muted: bool = False
    asked_to_sit: bool = False
    note: str = ""  # why I am not dealt in, in a sentence


class ClockView(Struct, omit_defaults=True):
    seat: int
    deadline: float
    banked: bool = False


class ResultView(Struct, omit_defaults=True):
    """How the hand came out: one line for each pot and way, and what each seat won and lost."""

    lines: list[Line]
    won: dict[int, int]
    net: dict[int, int]
    winners: list[int] = []
    cards: dict[int, list[WireCard]] = {}  # the cards each winner won with


class ChoiceView(Struct, omit_defaults=True):
    """Dealer's choice: who picks, from what, until when."""

    seat: int
    games: list[GameView]
    last: str = ""
    deadline: float = 0


class WaitingView(Struct, omit_defaults=True):
    """A guest who asked for a seat (hosts see it)."""

    person: str
    name: str
    seat: int
    chips: int


class PlaysView(Struct):
    """What the table plays from the next hand on, as a host would ask for it (`Host` games; hosts see it)."""

    mode: Literal["game", "rotation", "choice"]
    games: list[tuple[str, str]]  # id or recipe, stakes in words
    names: list[str]  # what they are called, one by one
    hands_each: int | None


class LogLine(Struct, omit_defaults=True, gc=False):
    """A line of the log. `n` counts from 1 for each table and viewer and never repeats."""

    n: int
    line: Line
    kind: Literal["hand", "table", "host"] = "hand"
    seat: int = -1


class CommitmentView(Struct):
    """A commitment as `oddchip.fair.deck.wire.commitment_data` writes it; bytes are hex, `pack` is card texts."""

    table: str
    hand: int
    shuffle: int
    game: str
    pack: str
    seats: list[int]
    tips: dict[int, str]
    before: str
    kept: int
    kind: str
    roots: list[str]
    proof: str
    key: str
    signature: str


class FairView(Struct, omit_defaults=True):
    """How the hand is committed to (docs/fairness.md): of the one being played or dealt next, else of the last one.

    `level` is the table's setting; `id` what the last commitment signs, `shuffle` its number in the hand (0: the first
    deal), `key` the room's signing key. The seats `waits` are to tell their seeds until `until`; `seeds` are those the
    cut was made of, `left_out` seats that were waited for in vain, `without` those that have no chain. `tip` is the one
    of mine that the room knows. `commitment` comes to who takes part, that is, who has a chain. Then the table's counts
    so far: seeds `withheld` by seat (by who sits there now), commitments `given_up`, hands void.
    """

    level: str
    hand: int = 0
    shuffle: int = 0
    id: str = ""
    key: str = ""
    waits: list[int] = []
    until: float = 0
    seeds: dict[int, str] = {}
    left_out: list[int] = []
    without: list[int] = []
    tip: str = ""
    commitment: CommitmentView | None = None
    withheld: dict[int, int] = {}
    given_up: int = 0
    voids: int = 0


class OpeningView(Struct, array_like=True, gc=False):
    """The proof of a card that I may see: [shuffle, position, slot, card, salt, path].

    `position` is its place in that deal; -1: the reshuffle set it aside.
    """

    shuffle: int
    position: int
    slot: int
    card: str
    salt: str
    path: list[str]


class PairView(Struct):
    """The hand that two deal to each other (docs/two_party.md), or the last one, on the terms that the table asks for.

    It is hand `number` of the `match`, and the table's hand `hand`. `seats`, `people` and `balances` are by side, and
    `side` is mine, -1 for who only looks on. The sides `awaited` are to speak in this `step` ("hello", "commit",
    "secret", "seal", "open", "result", "over") until `until` (0: for ever). `lines` are those since the view before;
    they come to the two alone. `end` is the ruling in a word, `dropped` why the room could not go on, `house` the key
    of the referee. `chain`: the session ends after this hand, to be settled on the chain.
    """

    hand: int
    match: str
    number: int
    seats: tuple[int, int]
    people: tuple[str, str]
    stake: int
    balances: tuple[int, int]
    clock: int
    house: str
    side: int
    step: str
    awaited: list[int]
    until: float
    lines: list[str]
    end: str
    dropped: str
    chain: bool


class TableView(Struct, tag_field="t", tag="view", omit_defaults=True):
    """The whole table as one viewer may see it.

    `state`: open (no game yet, or too few), playing, over (a hand is over, its result stands), paused, stopped (a
    fault: chips are safe), closed. `log` holds the lines since the view before; all of this hand's after a (re)connect
    (`fresh`). So it is with `openings`, which come to who takes part in the shuffle; `fair` comes when it has changed.
    """

    seq: int
    now: float
    state: Literal["open", "playing", "over", "paused", "stopped", "closed"]
    title: str
    seats: list[SeatView]
    hand: int = 0
    why: str = ""  # why no hand is dealt, or why it is paused or closed
    game: GameView | None = None
    next_game: GameView | None = None
    button: int = -1
    pot: int = 0
    pots: list[PotView] = []
    carried: int = 0  # of a pot that nobody has won yet: part of `pot` while a hand is played, what lies there between
    rows: list[RowView] = []
    dead: list[WireCard] = []  # open cards of folded hands (stud)
    shuffles: int = 0
    acting: list[int] = []
    sealed_phase: bool = False
    clocks: list[ClockView] = []
    result: ResultView | None = None
    next_deal: float = 0  # when the next hand is dealt, if it is known
    choice: ChoiceView | None = None
    me: MeView | None = None
    hosts: list[str] = []  # names
    waiting: list[WaitingView] = []  # for hosts
    plays: PlaysView | None = None  # for hosts
    watching: int = 0
    delayed: bool = False  # a spectator's view that lags one hand
    settings: dict[str, str | int | bool | None] = {}
    house: dict[str, str | int | bool | None] = {}  # house rules that differ from the defaults
    log: list[LogLine] = []
    fair: FairView | None = None
    openings: list[OpeningView] = []
    pair: PairView | None = None
    fresh: bool = False


class Welcome(Struct, tag_field="t", tag="welcome", omit_defaults=True):
    protocol: int
    table: str
    now: float
    person: str
    name: str
    host: bool = False


class Ack(Struct, tag_field="t", tag="ack", omit_defaults=True):
    """The request was done; it is durable."""

    id: str
    seq: int = 0


class Nack(Struct, tag_field="t", tag="nack", omit_defaults=True):
    """The request was not done.

    stale: that decision is over (a view follows) · doubt: ask the player whether he means it, and send it again with
    `sure` · refused: the rules say no · forbidden: not his to do · limit: too many, too fast · unreadable · broken: a
    fault of the room's, nothing was lost.
    """

    id: str
    kind: Refusals
    why: str


class Chat(Struct, tag_field="t", tag="chat", omit_defaults=True):
    n: int
    person: str
    name: str
    text: str
    at: float
    seat: int = -1


class Bye(Struct, tag_field="t", tag="bye", omit_defaults=True):
    """The room ends the connection. `again`: come back after so many seconds (0: do not)."""

    why: str
    again: float = 0


class Pong(Struct, tag_field="t", tag="pong", omit_defaults=True):
    at: float = 0


Answer = Welcome | TableView | Ack | Nack | Chat | Bye | Pong

_decoder = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def read_request(frame: bytes | str) -> Request:
    """The request in a frame. `msgspec.ValidationError` or `msgspec.DecodeError` for anything else."""
    request: Request = _decoder.decode(frame)
    return request


def written(answer: Answer) -> bytes:
    """The frame for an answer."""
    return _encoder.encode(answer)

"""Rulings about drawing: which discards are legal, and what comes from a stub that is short (D-DR, D-RS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from oddchip import events as ev
from oddchip.actions import FOLD, PAT, BetOffer, DealCards, DealOffer, Discard, DrawOffer
from oddchip.cards import FRENCH, Deck, cards_text, parse_cards
from oddchip.dealers import by_hand
from oddchip.errors import GameError, HistoryError, IllegalAction
from oddchip.games import find_game
from oddchip.hand import Hand, Seat
from oddchip.modifiers import double_draw, four_before, single_draw, triple_draw
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, Cards, Script, modest, passive, start
from oddchip.spec import Game

WITH_DRAWS = {1: single_draw, 2: double_draw, 3: triple_draw}


def _to_draw(hand: Hand, number: int) -> Hand:
    """The beginning of a draw, counted from 0; everybody checks or calls and stands pat until then."""
    while not (isinstance(hand.offer, DrawOffer) and len(hand.view(None).drawn[hand.turn or 0]) == number):
        hand = hand.act(passive(hand.offer))
    return hand


# --- legal discards --------------------------------------------------------------------------------------------------


@kind("draw_limits", keys=("legal", "received", "received_first", "received_after_others"))
def draw_limits(ruling: Ruling) -> Answer:
    """The first to draw holds `hand` and throws `discard`: is it legal, and how many cards come back, and when?"""
    said, options = ruling.said, ruling.options
    game = find_game(str(options.get("game", "five_card_draw")))
    game = four_before(game) if options.get("four_before") else game
    sized = {"max_draw": None} if options.get("max_draw") == "hand_size" else {}
    house = ruling.house(without=("game", "four_before", *sized), **sized)
    cards = Deck(FRENCH, jokers=2 if "X2" in said["hand"] else 1).parse(said["hand"])
    game = replace(game, deck=Deck(FRENCH, jokers=max(game.deck.jokers, sum(card >= 52 for card in cards))))
    script = Script(down={0: cards})
    before = _to_draw(start(game, modest(game), (DEEP, DEEP, DEEP), script, house=house), 0)
    thrown = game.deck.parse(said["discard"])
    try:
        hand = before.act(Discard(thrown))
    except IllegalAction:
        return {"legal": False}
    first = len(hand.holdings[1]) - len(cards) + len(thrown)
    while isinstance(hand.offer, DrawOffer):
        hand = hand.act(PAT)
    received = len(hand.holdings[1]) - len(cards) + len(thrown)
    return {
        "legal": True,
        "received": received,
        "received_first": first,
        "received_after_others": received - first,
    }


# --- a short stub ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PartOfPack(Deck):
    """A deck of some cards only: those a ruling speaks of."""

    held: Cards = ()

    @cached_property
    def cards(self) -> Cards:
        return self.held


class _Dealing:
    """The pack in a known order, and reshuffles that bring certain cards first; it notes what it was asked for."""

    def __init__(self, order: Cards, first: Cards) -> None:
        self.order = order
        self.first = first
        self.asked: list[DealOffer] = []

    def answer(self, offer: DealOffer, asked: int) -> DealCards:
        self.asked.append(offer)
        return DealCards(self.first + tuple(card for card in offer.eligible if card not in self.first))


@dataclass(frozen=True)
class Table:
    """The players of a reshuffle ruling, in drawing order, and everything each of them ever holds, in order.

    `throws` are each player's discards by draw; the last player is the drawer, folded hands follow after.
    """

    size: int
    holds: tuple[Cards, ...]
    throws: tuple[tuple[Cards, ...], ...]
    folded: tuple[Cards, ...]
    stub: Cards

    @property
    def order(self) -> Cards:
        """The pack as it must lie: hands one card at a time, what is drawn in turn, the stub."""
        hands = [cards[: self.size] for cards in (*self.holds, *self.folded)]
        lie = [hand[j] for j in range(self.size) for hand in hands]
        at = [self.size] * len(self.holds)
        for number in range(len(self.throws[0])):
            for i, throws in enumerate(self.throws):
                count = len(throws[number])
                lie += self.holds[i][at[i] : at[i] + count]
                at[i] += count
        return (*lie, *self.stub)


@kind("reshuffle")
def reshuffle(ruling: Ruling) -> Answer:
    """What a drawer receives when the stub is short, and what may never come to him (D-RS-1 to D-RS-3)."""
    if "players" in ruling.setup:
        return _capacity(ruling)
    table, draws = _table(ruling), ruling.setup["draw_number"]
    drawer_throws = parse_cards(ruling.setup["drawer_discards"])
    plain, after, dealing = _drawn(ruling, table, draws, ())
    stub, later = _received(plain, after)
    ways: dict[str, list[int]] = {"pool": [], "pool_fallback": [], "excluded": []}
    for card in (*dealing.asked[-1].eligible, *(c for c in drawer_throws if c not in dealing.asked[-1].eligible)):
        ways[_way(ruling, table, draws, card)].append(card)
    left = after.state.deck[after.state.at :]
    own = {card for throw in after.state.thrown[len(table.holds) - 1] for card in throw}
    found = {name: _as_said(ruling, name, cards) for name, cards in (*ways.items(), ("from_stub", stub))}
    return {
        **found,
        "pool_first": _as_said(ruling, "pool_first", ways["pool"]),
        "from_pool": len([card for card in later if card in ways["pool"]]),
        "from_fallback": len([card for card in later if card in ways["pool_fallback"]]),
        "stub_left_after": len([card for card in left if card not in own]),
    }


def _way(ruling: Ruling, table: Table, draws: int, card: int) -> str:
    """Shuffled to the top, does this card come first, last or never?"""
    before, after, _ = _drawn(ruling, table, draws, (card,))
    later = _received(before, after)[1]
    return "excluded" if card not in later else "pool" if later[0] == card else "pool_fallback"


def _as_said(ruling: Ruling, name: str, cards: Sequence[int]) -> str:
    """The cards as text, in the order of the ruling where they are the same ones."""
    said = str(ruling.mapping("expect").get(name, ""))
    return said if set(parse_cards(said)) == set(cards) else cards_text(cards)


def _received(before: Hand, after: Hand) -> tuple[Cards, Cards]:
    """What came from the stub before it was shuffled anew, and what after."""
    parts: tuple[list[int], list[int]] = ([], [])
    shuffled = False
    for event in after.events[len(before.events) :]:
        shuffled = shuffled or isinstance(event, ev.Reshuffled)
        if isinstance(event, ev.Received | ev.Drew):
            parts[shuffled].extend(event.cards if isinstance(event, ev.Received) else event.received)
    return tuple(parts[0]), tuple(parts[1])


def _drawn(ruling: Ruling, table: Table, draws: int, first: Cards) -> tuple[Hand, Hand, _Dealing]:
    """The hand before and after the drawer's discards; `first` comes first in the new shuffle."""
    order = table.order
    game = _game(ruling, draws)
    deck = PartOfPack(FRENCH, held=order)
    game = replace(game, deck=deck, id=f"{game.id} with {len(order)} cards")
    dealing = _Dealing(order, first)
    house = ruling.house(checked_around="continue")
    players = len(table.holds)
    seats = [Seat(i + 1, DEEP) for i in range(players + len(table.folded))]
    hand = Hand.start(game, modest(game), seats, len(seats), lambda _: dealing, house=house)
    last = players, draws - 1
    while True:
        seat = hand.turn or 0
        if isinstance(hand.offer, BetOffer):
            hand = hand.act(FOLD if seat > players and hand.offer.fold else passive(hand.offer))
            continue
        drawing = len(hand.view(None).drawn[seat])
        action = Discard(table.throws[seat - 1][drawing])
        if (seat, drawing) == last:
            return hand, hand.act(action), dealing
        hand = hand.act(action)


def _game(ruling: Ruling, draws: int) -> Game:
    """The game the ruling names, or a plain one with as many draws."""
    try:
        return find_game(ruling.game)
    except GameError:
        return WITH_DRAWS[draws](find_game("ante_draw"))


def _table(ruling: Ruling) -> Table:
    """Who holds and throws what, so that just the cards the ruling names are folded, thrown or left."""
    setup = ruling.setup
    draws = setup["draw_number"]
    game = _game(ruling, draws)
    size = sum(phase.count for phase in game.play if hasattr(phase, "count") and isinstance(phase.count, int))
    thrown = _throws(setup, draws, size)
    named = [setup["stub"], setup["folded_cards"], *(cards_text(c) for throws in thrown.values() for c in throws)]
    spare = iter([card for card in FRENCH.cards if card not in parse_cards(" ".join(named))])
    holds = []
    for name, throws in thrown.items():
        drawn = sum(len(cards) for cards in (throws[:-1] if name == setup["drawer"] else throws))
        mine = [card for cards in throws for card in cards]
        holds.append((*mine, *(next(spare) for _ in range(size + drawn - len(mine)))))
    folded = parse_cards(setup["folded_cards"])
    if len(folded) % size:
        raise HistoryError(f"{ruling.where}: folded hands have {size} cards each")
    hands = tuple(folded[at : at + size] for at in range(0, len(folded), size))
    return Table(size, tuple(holds), tuple(map(tuple, thrown.values())), hands, parse_cards(setup["stub"]))


def _throws(setup: Mapping[str, object], draws: int, size: int) -> dict[str, list[Cards]]:
    """Each player's discards by draw, the drawer last; earlier ones fill the earlier draws hand by hand."""
    drawer = str(setup["drawer"])
    earlier, now = _by_name(setup.get("discards_earlier_draws")), _by_name(setup.get("discards_this_draw"))
    now[drawer] = parse_cards(str(setup["drawer_discards"]))
    names = [name for name in dict.fromkeys((*earlier, *now)) if name != drawer] + [drawer]
    found: dict[str, list[Cards]] = {}
    for name in names:
        cards = earlier.get(name, ())
        parts = [cards[at * size : (at + 1) * size] for at in range(draws - 1)]
        if sum(map(len, parts)) != len(cards):
            raise HistoryError(f"{name} cannot have thrown {len(cards)} cards in {draws - 1} draws")
        found[name] = [*parts, now.get(name, ())]
    return found


def _by_name(said: object) -> dict[str, Cards]:
    found: dict[str, Cards] = {}
    for one in said if isinstance(said, list) else []:
        for name, cards in one.items():
            found[str(name)] = found.get(str(name), ()) + parse_cards(str(cards))
    return found


# --- can so many play? -----------------------------------------------------------------------------------------------


def _capacity(ruling: Ruling) -> Answer:
    """One player throws his whole hand in every draw, the others stand pat, so that all he threw stays out for him
    (D-RS-4): how many cards there are outside the hands, and how many of them the engine would give him."""
    setup = ruling.setup
    game = WITH_DRAWS[setup["draws"]](find_game("badugi" if setup["hand_size"] == 4 else "five_card_draw"))
    if game.deck.size != setup["deck"]:
        raise HistoryError(f"{ruling.where}: the deck has {game.deck.size} cards")
    players = setup["players"]
    crowded = replace(game, seats=(2, max(players, game.seats[1])), id=f"{game.id} for {players}")
    asked: list[DealOffer] = []

    def choose(offer: DealOffer) -> Cards:
        asked.append(offer)
        return offer.eligible if offer.whole else offer.eligible[:1]

    seats = [Seat(i + 1, DEEP) for i in range(players)]
    hand = Hand.start(crowded, modest(game), seats, players, by_hand(choose), house=ruling.house())
    outside, fresh = [], []
    while not hand.over:
        if isinstance(hand.offer, DrawOffer) and hand.turn == 1:
            thrown = sum(map(sum, hand.view(None).drawn.values()))
            outside.append(hand.state.left + thrown)
            asked.clear()
            hand = hand.act(Discard(hand.offer.hand))
            fresh.append(len(asked[0].eligible))
        else:
            hand = hand.act(passive(hand.offer))
    return {
        "pool_before_every_drawer_at_least": min(outside),
        "worst_case_excluding_own_earlier_discards": min(fresh),
        "always_feasible": players <= game.seats[1],
    }

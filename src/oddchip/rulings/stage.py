"""The stage for rulings: real hands with the cards laid out beforehand.

Seats are numbered 1 to n clockwise from the left of the button, who sits on the last one, so that seat number i + 1 is
the engine's position i.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddchip.actions import (
    CALL,
    CHECK,
    FOLD,
    PAT,
    PAY_BRING_IN,
    Action,
    BetOffer,
    Between,
    DealOffer,
    DrawOffer,
    No,
    OneOf,
)
from oddchip.dealers import Dealer, by_hand
from oddchip.errors import HistoryError
from oddchip.events import Awarded
from oddchip.hand import Carry, Hand, Seat
from oddchip.house import HouseRules
from oddchip.play.showdown import Hands
from oddchip.posts import Kind, Post
from oddchip.rankings import HandClass, Order
from oddchip.spec import BringIn, Game, Swap
from oddchip.stakes import FixedLimit, Stake, Stakes

Cards = tuple[int, ...]
PLAIN = HouseRules()
DEEP = 1_000_000
"""More chips than any ruling asks for."""


@dataclass
class Script:
    """Which cards go where, in the order in which they come: to positions face down and face up, and to rows.

    `turns` are the cards of draws in the order in which they are dealt, for a stub that has to be shuffled anew.
    Cards nobody asked for come from the rest of the pack.
    """

    down: dict[int, Cards] = field(default_factory=dict)
    up: dict[int, Cards] = field(default_factory=dict)
    rows: dict[str, Cards] = field(default_factory=dict)
    turns: Cards = ()

    def dealer(self) -> Dealer:
        """A dealer who deals so; he looks only at what may still come, so hands that fork deal alike."""
        parts: tuple[Mapping[Any, Cards], ...] = (self.down, self.up, self.rows)
        reserved = {card for part in parts for cards in part.values() for card in cards} | set(self.turns)

        def choose(offer: DealOffer) -> Sequence[int]:
            spare = [card for card in offer.eligible if card not in reserved]
            if offer.whole:
                return self._shuffle(offer.eligible, spare)
            wanted: Mapping[Any, Cards] = self.rows if isinstance(offer.to, str) else self.up if offer.up else self.down
            coming = [card for card in wanted.get(offer.to, ()) if card in offer.eligible]
            return (coming or spare or list(offer.eligible))[:1]

        return by_hand(choose)

    def _shuffle(self, eligible: Cards, spare: Sequence[int]) -> Sequence[int]:
        """The cards of later draws in turn; for a common card one to burn before it (S8-16)."""
        common = [card for card in self.rows.get("common", ()) if card in eligible]
        first = [*spare[:1], *common] if common else [card for card in self.turns if card in eligible]
        return first + [card for card in eligible if card not in first]


def start(
    game: Game,
    stakes: Stakes,
    stacks: Sequence[int],
    script: Script | None = None,
    *,
    house: HouseRules = PLAIN,
    posts: Sequence[Post] | None = None,
    carry: Carry | None = None,
    event_players: int | None = None,
) -> Hand:
    """A hand with these stacks by position."""
    seats = [Seat(i + 1, stack) for i, stack in enumerate(stacks)]
    dealer = (script or Script()).dealer()
    return Hand.start(
        game, stakes, seats, len(seats), dealer, house=house, posts=posts, carry=carry, event_players=event_players
    )


def passive(offer: object) -> Action:
    """What costs least: check, call, the bring-in, stand pat."""
    if isinstance(offer, DrawOffer):
        return PAT
    if not isinstance(offer, BetOffer):
        raise HistoryError("here a seat has to choose, and the ruling does not say what")
    if offer.bring_in:
        return PAY_BRING_IN
    return CHECK if offer.check else CALL if offer.call else FOLD


def pass_on(hand: Hand, until: Callable[[Hand], bool]) -> Hand:
    """Everybody does what costs least until something is the case or the hand is over."""
    while not hand.over and not until(hand):
        hand = hand.act(passive(hand.offer))
    return hand


def to_round(hand: Hand, number: int) -> Hand:
    """The beginning of a betting round, counted from 0."""
    return pass_on(hand, lambda now: now.round_number == number)


def bet_offer(hand: Hand) -> BetOffer:
    """What the seat in turn may do in a betting round."""
    if not isinstance(hand.offer, BetOffer):
        raise HistoryError("the situation of the ruling does not come up: nobody is asked to bet")
    return hand.offer


def amounts(offer: BetOffer) -> tuple[int, ...]:
    """The totals a seat may bet or raise to; of a range the ends; none when it may not."""
    found = offer.raise_to
    if isinstance(found, No):
        return ()
    if isinstance(found, OneOf):
        return found.amounts
    return (found.least, found.most) if isinstance(found, Between) else (found.least,)


def modest(game: Game) -> Stakes:
    """Stakes for a hand in which amounts do not matter."""
    return Stake(1) if game.has(Swap) else FixedLimit(2, 4, bring_in=0) if game.has(BringIn) else FixedLimit(2, 4)


def all_in(
    game: Game,
    put: Sequence[int],
    script: Script,
    *,
    house: HouseRules = PLAIN,
    dead: int = 0,
    onlookers: int = 0,
    leave: bool = False,
) -> Hand:
    """A hand in which the first positions put in these chips as antes, all they have, and it is played to its end.

    `dead` chips are nobody's own. `onlookers` are further seats that are dealt in, put nothing in, and have a chip.
    They check to the end, or with `leave` fold as soon as they are asked.
    """
    kind = Kind.STAKE if game.has(Swap) else Kind.ANTE
    posts = [Post(i, kind, chips, False) for i, chips in enumerate(put)]
    if dead:
        posts.append(Post(0, Kind.BIG_BLIND_ANTE, dead, False))
    stacks = [chips + (dead if i == 0 else 0) for i, chips in enumerate(put)] + [1] * onlookers
    hand = start(game, modest(game), stacks, script, house=house, posts=posts)
    while not hand.over:
        goes = leave and isinstance(hand.offer, BetOffer) and hand.offer.fold
        hand = hand.act(FOLD if goes else passive(hand.offer))
    return hand


def shares(pot: int, players: int) -> tuple[list[int], int]:
    """A pot of this size: equal contributions, and the chips left over, which are dead."""
    each, dead = divmod(pot, players)
    return [each] * players, dead


# --- what came out -------------------------------------------------------------------------------------------------


def winners(hand: Hand, way: str) -> list[int]:
    """The positions that won this way ("high", "low", or "whole" in a game with one), as the awards say."""
    hands = Hands(hand.state, hand.state.live)
    names = [award.name for award in hands.awards]
    found = set()
    for event in hand.events:
        if not isinstance(event, Awarded):
            continue
        i = hand.seats.index(event.seat)
        if event.way == way or (event.way == "whole" and event.words in _words(hands, names, way, i)):
            found.add(i)
    return sorted(found)


def _words(hands: Hands, names: Sequence[str], way: str, i: int) -> tuple[str, ...]:
    """What an award of a whole pot may say when it was won this way: alone, or together with the other way."""
    said = [hands.best_cards(k, i)[1] for k in range(len(names))]
    return said[names.index(way)], " and ".join(said)


def label(category_of: Order, value: int) -> str:
    """``two pair``, ``straight flush``, ``high card``: how rulings call what a value contains."""
    return category_of.hand(value).category.name.lower().replace("_", " ").replace("five of a kind", "five kind")


def ranks_text(order: Order, hand: HandClass) -> str:
    """``A A 6 6 8``; X for a joker that is nothing but itself."""
    letters = order.deck.pack.rank_letters
    return " ".join("X" if rank < 0 else letters[rank] for rank in hand.ranks)

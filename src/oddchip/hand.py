"""A hand as a value: decisions, dealer and views in one.

::

    hand = Hand.start(game, FixedLimit(2, 4), seats=(Seat(0, 200), Seat(1, 200), Seat(4, 200)), button=0,
                      dealer=shuffled(rng))
    hand.to_act                     # the seats that are asked
    hand.offers[1]                  # what seat 1 may do, and why not
    hand = hand.act(CALL)           # a new value; IllegalAction leaves `hand` as it was
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from oddchip import events as ev
from oddchip.actions import Action, BetOffer, DealCards, DealOffer, Offer
from oddchip.dealers import Dealer, Dealing
from oddchip.errors import GameError, IllegalAction, SetupError, StakesError
from oddchip.house import HouseRules
from oddchip.plan import BetOp, Plan, plan_for
from oddchip.play import chance, decide, forfeit, may_act, offer_for, rabbit, start
from oddchip.play.betting import chips_owed_to_pots
from oddchip.posts import Kind, Post, clockwise, forced_posts
from oddchip.spec import EVERYONE, Game
from oddchip.stakes import Stake, Stakes
from oddchip.state import State, fold, initial
from oddchip.views import View, offers_of, seen, viewer_of

HOUSE = HouseRules()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that is dealt in: its number at the table and its chips at the start of the deal (STK-1)."""

    number: int
    stack: int


@dataclass(frozen=True, slots=True)
class Carry:
    """What a deal leaves for the next one (D-PO-1, D-PO-3).

    `pots` are (chips, seats that may win them); `step` counts passed-out deals since a pot was won (D-JP-6) and `deals`
    the deals of the chain (D-PO-6, D-PO-10).
    """

    pots: tuple[tuple[int, tuple[int, ...]], ...]
    step: int
    deals: int
    reason: str

    @property
    def amount(self) -> int:
        return sum(chips for chips, _ in self.pots)

    @property
    def eligible(self) -> frozenset[int]:
        """Seats that may win some of it: who is dealt in again (D-PO-5)."""
        return frozenset(seat for _, seats in self.pots for seat in seats)


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand came out, by seat: chips handed back or won (uncalled bets included), and the net of it."""

    payout: dict[int, int]
    net: dict[int, int]
    stacks: dict[int, int]


class _Setting(NamedTuple):
    """What stays the same all through a hand."""

    button: int
    posts: tuple[Post, ...]
    carried: Carry | None
    dealt_stacks: tuple[int, ...]
    dealing: Dealing
    #: By viewer: a log of this deal, and it as he saw it. Views of later moments begin with that.
    seen: dict[int, tuple[tuple[ev.Compact, ...], tuple[ev.Compact, ...]]]


class Hand:
    """One deal, from posting to award. Immutable by convention: `act` returns a new hand."""

    __slots__ = ("_answers", "_events", "_setting", "_views", "seats", "state")

    state: State
    seats: tuple[int, ...]
    _setting: _Setting
    _answers: tuple[tuple[int, ...], ...]
    _events: tuple[ev.Event, ...] | None
    _views: dict[int | None, View] | None

    @classmethod
    def start(
        cls,
        game: Game,
        stakes: Stakes,
        seats: Sequence[Seat],
        button: int,
        dealer: Dealer,
        *,
        house: HouseRules = HOUSE,
        carry: Carry | None = None,
        posts: Sequence[Post] | None = None,
        event_players: int | None = None,
    ) -> Hand:
        """Post, deal, and stop at the first decision.

        `button` is a seat number and may be an empty seat (dead button). `posts`, by position from the left of the
        button, are those of `default_posts` unless given. Raises `SetupError`, `StakesError` or `GameError`.
        """
        try:
            return cls._begun(game, stakes, seats, button, dealer, house, carry, posts, event_players)
        except (TypeError, AttributeError):
            _check_kinds(game, stakes, seats, dealer, house, carry, posts)
            raise

    @classmethod
    def _begun(
        cls,
        game: Game,
        stakes: Stakes,
        seats: Sequence[Seat],
        button: int,
        dealer: Dealer,
        house: HouseRules,
        carry: Carry | None,
        posts: Sequence[Post] | None,
        event_players: int | None,
    ) -> Hand:
        plan = plan_for(game, stakes, house, len(seats), event_players)
        order, stacks = _in_order(seats, button)
        _check_stacks(order, stacks, carry)
        made = tuple(default_posts(plan, order, button, carry) if posts is None else posts)
        dealing = dealer(game.deck)
        hand = object.__new__(cls)
        hand.seats, hand._setting = order, _Setting(button, made, carry, stacks, dealing, {})
        hand._answers, hand._events, hand._views = (), None, None
        hand.state = start(plan, stacks, made, dealing.order, _carried(order, carry), carry.step if carry else 0)
        return hand._dealt()

    def _dealt(self) -> Hand:
        """Let the dealer answer until a seat is asked or the hand is over, or until he cannot answer yet."""
        while (offer := chance(self.state)) is not None:
            answer = self._setting.dealing.answer(offer, len(self._answers))
            if answer is None:
                break
            self.state = decide(self.state, -1, answer)
            self._answers += (answer.cards,)
        return self

    def dealt(self, cards: Sequence[int]) -> Hand:
        """The hand after the cards that it `awaits`, in order, top first.

        Raises `IllegalAction` where none are awaited, and for cards that may not come; this hand stays as it was.
        """
        if self.awaits is None:
            raise IllegalAction("no cards are awaited")
        new = self._with(decide(self.state, -1, DealCards(tuple(cards))))
        new._answers += (tuple(cards),)
        return new._dealt()

    def act(self, action: Action, seat: int | None = None) -> Hand:
        """The hand after a decision. `seat` is needed where several may act.

        Raises `IllegalAction` with the offer's own reason; this hand stays as it was.
        """
        state = self.state
        if seat is None:
            i = state.to
            if i < 0 and type(state.offer) is not DealOffer:
                raise IllegalAction("the hand is over" if state.ended else "several seats may act: say which")
        else:
            i = self._position(seat)
        new = object.__new__(Hand)
        new.state = state = decide(state, i, action)
        new.seats, new._setting, new._answers = self.seats, self._setting, self._answers
        new._events = new._views = None
        return new._dealt() if type(state.offer) is DealOffer else new

    def forfeit(self, *seats: int) -> Hand:
        """The hand after these seats failed to choose their cards in time: the other takes both stakes (CP-8).

        Forfeited by both, the hand is void. Before the swap only while its cards are awaited. Raises
        `IllegalAction` for a seat that has chosen, or in another phase.
        """
        return self._with(forfeit(self.state, ev.mask_of([self._position(seat) for seat in seats])))

    def _with(self, state: State) -> Hand:
        new = object.__new__(Hand)
        new.state = state
        new.seats, new._setting, new._answers = self.seats, self._setting, self._answers
        new._events = new._views = None
        return new

    def _position(self, seat: int) -> int:
        try:
            return self.seats.index(seat)
        except ValueError:
            raise IllegalAction(f"seat {seat} is not in this hand") from None

    @property
    def deal(self) -> object:
        """Stands for this deal: the same object at all its moments, and another for every other deal."""
        return self._setting

    @property
    def button(self) -> int:
        """The seat number of the button; the seat may be empty."""
        return self._setting.button

    @property
    def posts(self) -> tuple[Post, ...]:
        """What was owed before the first decision, by position."""
        return self._setting.posts

    @property
    def carried(self) -> Carry | None:
        """What an earlier deal left for this one."""
        return self._setting.carried

    @property
    def dealt_stacks(self) -> tuple[int, ...]:
        """Chips at the start of the deal, by position."""
        return self._setting.dealt_stacks

    # --- who is asked, and for what ------------------------------------------------------------------------------

    @property
    def awaits(self) -> DealOffer | None:
        """The cards that the dealer could not give yet: until `dealt` brings them no seat is asked. None: all is dealt.

        It names the cards that may come, so it is for the dealer alone; what everybody may know is `View.waits`.
        """
        return chance(self.state)

    @property
    def turn(self) -> int | None:
        """The seat in turn; None in a sealed phase, while cards are awaited, or at the end."""
        i = self.state.to
        return self.seats[i] if i >= 0 and type(self.state.offer) is not DealOffer else None

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that may act now: one in turn, several in a sealed phase, none while cards are awaited or at the
        end.
        """
        return frozenset([self.seats[i] for i in ev.seats_of(may_act(self.state))])

    @property
    def offer(self) -> Offer | None:
        """What the seat in turn may do."""
        s = self.state
        if type(s.offer) is BetOffer:
            return s.offer
        return offer_for(s, s.to) if s.to >= 0 else None

    @property
    def offers(self) -> dict[int, Offer]:
        """What each asked seat may do now."""
        return offers_of(self.state, self.seats)

    @property
    def over(self) -> bool:
        return self.state.ended

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        return self.state.plan

    @property
    def game(self) -> Game:
        return self.state.plan.game

    @property
    def stakes(self) -> Stakes:
        return self.state.plan.stakes

    @property
    def house(self) -> HouseRules:
        return self.state.plan.house

    @property
    def log(self) -> tuple[ev.Compact, ...]:
        """The compact events so far."""
        return self.state.log

    @property
    def dealing(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """The order of the pack as far as it was known beforehand, and the answers of chance since, as for `fixed`."""
        return self._setting.dealing.order, self._answers

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """What happened, in table seats."""
        if self._events is None:
            self._events = tuple(ev.typed(event, self.seats) for event in self.state.log)
        return self._events

    def view(self, seat: int | None) -> View:
        """The hand as a seat sees it; `None` for a spectator."""
        if self._views is None:
            self._views = {}
        if seat not in self._views:
            log = self._seen_by(viewer_of(seat, self.seats))
            self._views[seat] = View(self.state, self.seats, seat, log=log, public=self._views.get(None))
        return self._views[seat]

    def _seen_by(self, viewer: int) -> tuple[ev.Compact, ...]:
        """The log as the viewer saw it; what he saw earlier in this deal is not worked out again."""
        log = self.state.log
        known, so_far = self._setting.seen.get(viewer, ((), ()))
        if known and not (len(known) <= len(log) and log[len(known) - 1] is known[-1]):  # another line of play
            known, so_far = (), ()
        so_far += seen(self.state, viewer, len(known))
        self._setting.seen[viewer] = log, so_far
        return so_far

    @property
    def full_view(self) -> View:
        """The hand with every card face up: for the record, never for a player."""
        return View(self.state, self.seats, None, full=True)

    @property
    def stacks(self) -> dict[int, int]:
        return dict(zip(self.seats, self.state.stacks, strict=True))

    @property
    def holdings(self) -> dict[int, tuple[int, ...]]:
        """Each seat's cards, folded hands included."""
        return dict(zip(self.seats, self.state.hands, strict=True))

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(self.seats[i] for i in ev.seats_of(self.state.live))

    @property
    def pot(self) -> int:
        return self.state.pot

    @property
    def pots(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Main pot and side pots as they stand, each with the seats that may win it."""
        found = chips_owed_to_pots(self.state)
        return tuple((pot.amount, tuple(self.seats[i] for i in ev.seats_of(pot.eligible))) for pot in found)

    @property
    def round_number(self) -> int | None:
        """The number of the betting round being played, from 0; None elsewhere."""
        op = self.state.plan.ops[self.state.pc]
        return op.number if isinstance(op, BetOp) else None

    @property
    def result(self) -> Result | None:
        """Chips by seat once the hand is over."""
        s = self.state
        if not s.ended:
            return None
        net = [now - before for now, before in zip(s.stacks, self.dealt_stacks, strict=True)]
        return Result(dict(zip(self.seats, s.won, strict=True)), dict(zip(self.seats, net, strict=True)), self.stacks)

    @property
    def rabbit(self) -> tuple[int, ...]:
        """The cards that would have come next, once the hand is over and where the house lets them be seen (SHD-8)."""
        return rabbit(self.state)

    @property
    def carry(self) -> Carry | None:
        """What stays for the next deal, if the pot was not won."""
        kept = self.state.carry
        if kept is None:
            return None
        pots, step, why = kept
        named = tuple((chips, tuple(self.seats[i] for i in ev.seats_of(mask))) for chips, mask in pots)
        return Carry(named, step, 1 + (self.carried.deals if self.carried else 0), why)

    def replayed(self, log: Iterable[ev.Compact] | None = None) -> State:
        """The state that the events alone give (the order of the undealt cards is no event)."""
        step = self.carried.step if self.carried else 0
        begun = initial(self.plan, self.dealt_stacks, _carried(self.seats, self.carried), step)
        return fold(begun, self.state.log if log is None else log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.seats == other.seats and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.seats, self.state))

    def __repr__(self) -> str:
        asked = "over" if self.over else "cards awaited" if self.awaits else f"to act {sorted(self.to_act)}"
        return f"<Hand of {self.game.id}: pot {self.pot}, {asked}>"


def default_posts(plan: Plan, order: tuple[int, ...], button: int, carry: Carry | None = None) -> tuple[Post, ...]:
    """Who posts what when nothing else is said: positions from the left of the button."""
    n = plan.n
    if isinstance(plan.stakes, Stake):
        return tuple(Post(i, Kind.STAKE, plan.stakes.amount, False) for i in range(n))
    most = plan.house.openers.max_antes
    ante = 0 if carry and most is not None and carry.deals >= most else plan.ante
    key = (order[-1] == button, ante)
    if key not in plan.posts:
        plan.posts[key] = _usual_posts(plan, *key)
    posts: tuple[Post, ...] = plan.posts[key]
    return posts


def _usual_posts(plan: Plan, button_in: bool, ante: int) -> tuple[Post, ...]:
    return forced_posts(
        plan.n,
        button_in,
        ante=ante,
        ante_by=None if plan.ante_by is EVERYONE else "big_blind",
        blinds=plan.blinds,
        roles=tuple(role.value for role in plan.roles) or ("small", "big"),
        big_blind_ante=plan.house.betting.big_blind_ante,
        straddle=plan.house.betting.straddle,
    )


def _check_kinds(
    game: object,
    stakes: object,
    seats: object,
    dealer: object,
    house: object,
    carry: object,
    posts: object,
) -> None:
    """What could a hand not begin with? Asked only when something went wrong: hands begin by the million."""
    if not isinstance(game, Game):
        raise GameError(f"a hand needs a game, such as find_game gives, not {game!r}")
    if not isinstance(stakes, Stakes):
        raise StakesError(f"a hand needs stakes, such as FixedLimit(2, 4), not {stakes!r}")
    if not isinstance(house, HouseRules):
        raise GameError(f"a hand needs house rules, such as HouseRules.of() gives, not {house!r}")
    if not isinstance(seats, Sequence) or not all(type(seat) is Seat for seat in seats):
        raise SetupError(f"a hand needs a list of seats, such as Seat(1, 200), not {seats!r}")
    if not callable(dealer):
        raise SetupError(f"a hand needs a dealer, such as shuffled(Random()), not {dealer!r}")
    if not (carry is None or isinstance(carry, Carry)):
        raise SetupError(f"what is carried is a Carry, as the hand before gives it, not {carry!r}")
    if posts is not None and not (isinstance(posts, Sequence) and all(isinstance(post, Post) for post in posts)):
        raise SetupError(f"posts are a list of Post, not {posts!r}")


def _in_order(seats: Sequence[Seat], button: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Seat numbers and stacks by position: clockwise from the first seat left of the button."""
    order, places = _clockwise(tuple([seat.number for seat in seats]), button)
    return order, tuple([seats[place].stack for place in places])


@lru_cache(512)
def _clockwise(numbers: tuple[int, ...], button: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Seat numbers by position, and their places among the seats given."""
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise SetupError(f"seats have whole numbers, 0 or more, not {', '.join(map(repr, numbers))}")
    if type(button) is not int:
        raise SetupError(f"the button is on a seat, named by its number, not {button!r}")
    if len(set(numbers)) != len(numbers):
        raise SetupError("two players cannot sit on the same seat")
    order = clockwise(numbers, button)
    return order, tuple([numbers.index(seat) for seat in order])


def _check_stacks(order: Sequence[int], stacks: Sequence[int], carry: Carry | None) -> None:
    if carry is None and set(map(type, stacks)) == {int} and min(stacks) > 0:
        return
    claims = carry.eligible if carry else frozenset()
    for seat, stack in zip(order, stacks, strict=True):
        if type(stack) is not int or stack < 0:
            raise SetupError(f"seat {seat} must have a whole number of chips, not {stack!r}")
        if not stack and seat not in claims:
            raise SetupError(f"seat {seat} has no chips and no claim to a carried pot")


def _carried(order: tuple[int, ...], carry: Carry | None) -> tuple[tuple[int, int], ...]:
    if carry is None:
        return ()
    place = {seat: i for i, seat in enumerate(order)}
    return tuple((chips, ev.mask_of([place[seat] for seat in seats if seat in place])) for chips, seats in carry.pots)

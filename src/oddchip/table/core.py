"""The table as a value: `table.do(command, now)` gives the table after it, or refuses and changes nothing."""

from __future__ import annotations

from oddchip.actions import Offer
from oddchip.errors import SetupError
from oddchip.hand import Carry, Hand
from oddchip.house import HouseRules
from oddchip.table import facts
from oddchip.table.commands import Command
from oddchip.table.deal import refusal
from oddchip.table.doing import Doing, decisions
from oddchip.table.handlers import HANDLERS
from oddchip.table.mixing import chooser
from oddchip.table.state import TableState, opened
from oddchip.table.values import Account, Clock, Entry, Place

MOST_SEATS = 20


class Table:
    """Hand after hand. Immutable by convention: `do` returns a new table.

    ::

        table = Table.open(6).do(SetGame(find_game("badugi"), FixedLimit(2, 4)))
        table = table.do(Sit(0, "Ada", 100)).do(Sit(1, "Ben", 100)).do(StartHand(shuffled(rng)))
        table = table.do(Act(table.hand.turn, CALL))
        table.stacks, table.hand.view(0), table.news
    """

    __slots__ = ("_begin", "_chapters", "_page", "hand", "news", "state")

    state: TableState
    hand: Hand | None
    news: tuple[facts.Fact, ...]
    _begin: TableState
    _chapters: tuple[tuple[facts.Fact, ...], ...]
    _page: tuple[facts.Fact, ...]

    @classmethod
    def open(cls, size: int = 8, house: HouseRules | None = None) -> Table:
        """An empty table with so many seats. SetupError for fewer than two, or more than any game could use."""
        if not 2 <= size <= MOST_SEATS:
            raise SetupError(f"a table has 2 to {MOST_SEATS} seats, not {size}")
        begin = opened(size, house or HouseRules())
        return cls._made(begin, begin, None, (), (), ())

    @classmethod
    def at(cls, state: TableState, hand: Hand | None = None, *, missing_hand: bool = False) -> Table:
        """A table taken up again: where facts or a snapshot left it, with the hand that was being played.

        SetupError if the state says that a hand is played and it is another one, or none was given. With `missing_hand`
        it may be missing: such a hand can only be made void.
        """
        dealing = state.dealing
        if (
            dealing
            and not missing_hand
            and (hand is None or set(hand.seats) != set(dealing.seats) or hand.game != dealing.entry.game)
        ):
            raise SetupError(f"deal {dealing.number} of {dealing.entry.game.id} is being played: its hand is needed")
        return cls._made(state, state, hand, (), (), ())

    @classmethod
    def _made(
        cls,
        begin: TableState,
        state: TableState,
        hand: Hand | None,
        chapters: tuple[tuple[facts.Fact, ...], ...],
        page: tuple[facts.Fact, ...],
        news: tuple[facts.Fact, ...],
    ) -> Table:
        table = object.__new__(cls)
        table._begin, table.state, table.hand = begin, state, hand
        table._chapters, table._page, table.news = chapters, page, news
        return table

    def do(self, command: Command, now: float = 0) -> Table:
        """The table after a command given at `now` (seconds). An `OddchipError` says why it is refused."""
        doing = Doing(self.state, self.hand, now)
        HANDLERS[type(command)](doing, command)
        news = tuple(doing.said)
        chapters, page = self._chapters, self._page + news
        if any(isinstance(fact, facts.HandEnded | facts.HandVoided) for fact in news):
            # Facts are kept hand by hand, so that adding one costs no copy of the whole evening.
            chapters, page = (*chapters, page), ()
        return self._made(self._begin, doing.state, doing.hand, chapters, page, news)

    # --- what is asked -------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Is a hand being played? (`hand` also holds the last one, for its result.)"""
        return self.state.dealing is not None

    @property
    def why_not(self) -> str | None:
        """Why no hand can be dealt now; None when one can."""
        return refusal(self.state)

    @property
    def decisions(self) -> dict[int, tuple[int, int]]:
        """The decision each asked seat has to take: (number of the hand, number of the event at which its offer last
        changed). Another's sealed choice changes nobody's."""
        return decisions(self.state, self.hand)

    @property
    def offers(self) -> dict[int, Offer]:
        """What each asked seat may do."""
        return self.hand.offers if self.hand and self.playing else {}

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The deadlines that run, earliest first."""
        return tuple(sorted(self.state.clocks, key=lambda clock: clock.deadline))

    @property
    def chooser(self) -> int | None:
        """The seat that is asked to choose the next game (MIX-3)."""
        return chooser(self.state)

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[facts.Fact, ...]:
        """Everything that happened, oldest first; `state` is their fold from `beginning`."""
        return tuple(fact for chapter in self._chapters for fact in chapter) + self._page

    @property
    def beginning(self) -> TableState:
        """The empty table."""
        return self._begin

    @property
    def places(self) -> dict[int, Place]:
        """The taken seats."""
        return self.state.seated

    @property
    def stacks(self) -> dict[int, int]:
        """Chips in front of each seat; during a hand, what is behind now."""
        stacks = {seat: place.stack for seat, place in self.state.seated.items()}
        return {**stacks, **self.hand.stacks} if self.hand and self.playing else stacks

    @property
    def entry(self) -> Entry | None:
        """The game and stakes of the next deal, or of the one being played."""
        return self.state.entry

    @property
    def house(self) -> HouseRules:
        return self.state.house

    @property
    def button(self) -> int | None:
        """Where the button is; None before the first hand."""
        state = self.state.dealing or self.state
        return state.button.button if state.button else None

    @property
    def carry(self) -> Carry | None:
        """The pot that waits for the next deal."""
        return self.state.carry

    @property
    def accounts(self) -> dict[str, Account]:
        """What every player who has sat here brought and took."""
        return self.state.accounts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.state == other.state and self.hand == other.hand

    def __hash__(self) -> int:
        return hash((self.state.size, self.state.hands, self.state.played))

    def __repr__(self) -> str:
        entry = self.entry
        return f"<Table of {len(self.places)}: {entry or 'no game'}, hand {self.state.hands}>"

"""Whole hands and channels between two players in one process: for demonstrations, tests, and whoever reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from oddchip.fair.errors import FairError
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.states import Ledger, Openings, shares_of
from oddchip.fair.escrow.terms import LAST, ChannelTerms, HandTerms, Standing, State, Where
from oddchip.fair.two_party.hashes import NOTHING, Hands, Pair, deal_hash, dealt

Two = tuple[Player, Player]
Choose = Callable[[int, Hands], int]
"""The four cards that a seat gives, as a mask over its hand in canonical order; both hands are open."""
Step = Callable[[str], None]


def _silent(step: str) -> None:
    """Nobody listens."""


def play_hand(escrow: Escrow, players: Two, stake: int, clock: int, choose: Choose, after: Step = _silent) -> bytes:
    """One hand on the chain from `open` to what both may withdraw; gives its id. `after` hears each call."""
    first, second = (player.address for player in players)
    number = escrow.next_hand(first, second)
    id = HandTerms(escrow.where.match, number, (first, second), stake, clock).hash(escrow.where)
    escrow.open(first, second, number, stake, clock, players[0].commitment(id), paid=stake)
    after("open")
    escrow.join(second, id, players[1].commitment(id), paid=stake)
    after("join")
    play_on(escrow, id, players, choose, after)
    return id


def play_on(escrow: Escrow, id: bytes, players: Two, choose: Choose, after: Step = _silent) -> None:
    """What is missing in a hand on the chain, from revealing to opening."""
    for player in players:
        if escrow.hand(id).secrets[players.index(player)] == NOTHING:
            escrow.reveal(player.address, id, player.secret(id))
            after("reveal")
    for seat, player in enumerate(players):
        hand = escrow.hand(id)
        if hand.seals[seat] == NOTHING:
            deal = deal_hash(id, hand.secrets)
            escrow.seal(player.address, id, player.seal(id, deal, choose(seat, dealt(deal))))
            after("seal")
    for player in players:
        escrow.open_seal(player.address, id, *player.opening(id))
        after("open_seal")


class Talk:
    """Two who play hand after hand in a channel, each with a ledger of his own; each step is signed by both."""

    def __init__(self, players: Two, channel: ChannelTerms, where: Where, deposits: Pair) -> None:
        first, second = (Ledger(player, channel, where, deposits) for player in players)
        self.players, self.channel, self.where = players, channel, where
        self.ledgers = first, second

    @property
    def state(self) -> State:
        return self.ledgers[0].latest.state

    def begin(self, by: int = 0) -> Standing:
        """Both stakes into the pot, with both commitments."""
        number = self.ledgers[by].hands + 1
        terms = self.channel.hand(self.where, number).hash(self.where)
        first, second = (player.commitment(terms) for player in self.players)
        left = self.state.balances[0] - self.channel.stake, self.state.balances[1] - self.channel.stake
        return self._go(by, left, Standing(number, (first, second)))

    def reveal(self, by: int = 0) -> Standing:
        terms = self.hand_id
        secrets = self.players[0].secret(terms), self.players[1].secret(terms)
        return self._go(by, self.state.balances, replace(self.standing, secrets=secrets))

    def seal(self, choose: Choose, by: int = 0) -> Standing:
        terms, standing = self.hand_id, self.standing
        deal = deal_hash(terms, standing.secrets)
        first, second = (player.seal(terms, deal, choose(i, dealt(deal))) for i, player in enumerate(self.players))
        return self._go(by, self.state.balances, replace(standing, seals=(first, second)))

    def settle(self, by: int = 0) -> State:
        """Both open, and the pot is shared out."""
        terms = self.hand_id
        openings = self.players[0].opening(terms), self.players[1].opening(terms)
        paid = shares_of(self.standing, terms, self.channel.players, self.channel.stake, openings)
        balances = self.state.balances[0] + paid[0], self.state.balances[1] + paid[1]
        state = State(self.ledgers[by].next_number(), balances)
        self.both_sign(by, state, openings)
        return state

    def end(self, by: int = 0) -> State:
        state = State(LAST, self.state.balances)
        self.both_sign(by, state)
        return state

    def play(self, choose: Choose, by: int = 0) -> State:
        """A whole hand; gives the state after it."""
        self.begin(by)
        self.reveal(1 - by)
        self.seal(choose, by)
        return self.settle(1 - by)

    @property
    def standing(self) -> Standing:
        if self.state.hand is None:
            raise FairError("no hand is in progress")
        return self.state.hand

    @property
    def hand_id(self) -> bytes:
        return self.channel.hand(self.where, self.standing.number).hash(self.where)

    def both_sign(self, by: int, state: State, openings: Openings | None = None) -> None:
        signature = self.ledgers[by].propose(state, openings)
        self.ledgers[by].keep(state, self.ledgers[1 - by].agree(state, signature, openings))

    def _go(self, by: int, balances: Pair, hand: Standing) -> Standing:
        self.both_sign(by, State(self.ledgers[by].next_number(), balances, hand))
        return hand

"""The contract in plain Python: it needs no chain, does what `escrow.vy` does call by call, and is the oracle of its
tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from oddchip.fair.escrow import forms
from oddchip.fair.escrow.channels import Channel
from oddchip.fair.escrow.hands import Hand, refuse
from oddchip.fair.escrow.terms import (
    ChannelTerms,
    ChannelView,
    HandTerms,
    HandView,
    Phase,
    Stage,
    State,
    Two,
    Where,
)
from oddchip.fair.two_party.hashes import NOTHING
from oddchip.fair.two_party.terms import LONGEST_CLOCK, MOST_CHIPS

NOBODY = bytes(20)


class Twin:
    """An `Escrow` with a chain of its own around it: tokens, and a time that goes on when told to."""

    def __init__(self, where: Where, now: int) -> None:
        self.where = where
        self._now = now
        self._tokens: Counter[bytes] = Counter()
        self._credits: Counter[bytes] = Counter()
        self._hands: dict[bytes, Hand] = {}
        self._channels: dict[bytes, Channel] = {}
        self._opened: Counter[tuple[str, bytes, bytes]] = Counter()
        self._seen: set[tuple[bytes, bytes]] = set()

    # --- one hand -----------------------------------------------------------------------------------------------------

    def open(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, commitment: bytes, *, paid: int
    ) -> bytes:
        forms.address(sender, opponent)
        forms.whole(number, stake, clock, paid)
        forms.word(commitment)
        with self._paying(sender, paid):
            _check_opponent(sender, opponent)
            refuse(0 < stake <= MOST_CHIPS, "not a stake")
            refuse(paid == stake, "not the stake")
            refuse(0 < clock <= LONGEST_CLOCK, "not a clock")
            refuse(commitment != NOTHING, "empty")
            refuse(number == self.next_hand(sender, opponent), "not the next number")
        self._opened["hand", sender, opponent] += 1
        terms = HandTerms(self.where.match, number, (sender, opponent), stake, clock)
        id = terms.hash(self.where)
        self._hands[id] = Hand(id, terms, Phase.WAITING, self._now + clock, [commitment, NOTHING])
        return id

    def join(self, sender: bytes, hand: bytes, commitment: bytes, *, paid: int) -> None:
        forms.address(sender)
        forms.word(hand, commitment)
        forms.whole(paid)
        with self._paying(sender, paid):
            found = self._hand(hand)
            refuse(found.terms.players[1] == sender, "not your hand")
            refuse(found.phase == Phase.WAITING, "not the time for this")
            refuse(self._now <= found.deadline, "too late")
            refuse(paid == found.terms.stake, "not the stake")
            refuse(commitment != NOTHING, "empty")
            refuse(commitment != found.commitments[0], "copied")
        found.commitments[1] = commitment
        found.phase, found.deadline = Phase.REVEAL, self._now + found.terms.clock

    def reveal(self, sender: bytes, hand: bytes, secret: bytes) -> None:
        forms.address(sender)
        forms.word(hand, secret)
        found = self._hand(hand)
        found.reveal(found.acting(sender, Phase.REVEAL, self._now), secret, self._seen, self._now)

    def seal(self, sender: bytes, hand: bytes, seal: bytes) -> None:
        forms.address(sender)
        forms.word(hand, seal)
        found = self._hand(hand)
        found.seal(found.acting(sender, Phase.SEAL, self._now), seal, self._now)

    def open_seal(self, sender: bytes, hand: bytes, salt: bytes, mask: int) -> None:
        forms.address(sender)
        forms.word(hand, salt)
        forms.byte(mask)
        found = self._hand(hand)
        found.open_seal(found.acting(sender, Phase.OPEN, self._now), salt, mask)
        self._credit_hand(found)

    def claim_timeout(self, hand: bytes) -> None:
        forms.word(hand)
        found = self._hand(hand)
        if found.phase == Phase.DONE:
            return
        refuse(self._now > found.deadline, "too early")
        found.time_out()
        self._credit_hand(found)

    def withdraw(self, sender: bytes) -> int:
        forms.address(sender)
        amount = self._credits.pop(sender, 0)
        self._tokens[self.where.contract] -= amount
        self._tokens[sender] += amount
        return amount

    # --- a channel of hands -------------------------------------------------------------------------------------------

    def open_channel(
        self, sender: bytes, opponent: bytes, number: int, stake: int, clock: int, window: int, *, paid: int
    ) -> bytes:
        forms.address(sender, opponent)
        forms.whole(number, stake, clock, window, paid)
        with self._paying(sender, paid):
            _check_opponent(sender, opponent)
            refuse(0 < stake <= MOST_CHIPS, "not a stake")
            refuse(stake <= paid <= MOST_CHIPS, "not the stake")
            refuse(0 < clock <= LONGEST_CLOCK and 0 < window <= LONGEST_CLOCK, "not a clock")
            refuse(number == self.next_channel(sender, opponent), "not the next number")
        self._opened["channel", sender, opponent] += 1
        terms = ChannelTerms((sender, opponent), stake, clock, window, number)
        id = terms.hash(self.where)
        self._channels[id] = Channel(id, terms, self.where, Stage.WAITING, self._now + clock, (paid, 0))
        return id

    def join_channel(self, sender: bytes, channel: bytes, *, paid: int) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.whole(paid)
        with self._paying(sender, paid):
            found = self._channel(channel)
            refuse(found.terms.players[1] == sender, "not your channel")
            refuse(found.stage == Stage.WAITING, "not the time for this")
            refuse(self._now <= found.deadline, "too late")
            refuse(found.terms.stake <= paid <= MOST_CHIPS, "not the stake")
        found.stage, found.deposits = Stage.LIVE, (found.deposits[0], paid)

    def publish(self, sender: bytes, channel: bytes, state: State, signatures: Two) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.state(state)
        forms.signature(*signatures)
        found = self._channel(channel)
        found.publish(found.seat(sender), state, signatures, self._now)
        self._credit_channel(found)

    def accuse(self, sender: bytes, channel: bytes, states: tuple[State, State], signatures: Two) -> None:
        forms.address(sender)
        forms.word(channel)
        forms.state(*states)
        forms.signature(*signatures)
        found = self._channel(channel)
        found.accuse(found.seat(sender), states, signatures)
        self._credit_channel(found)

    def finish(self, channel: bytes) -> None:
        forms.word(channel)
        found = self._channel(channel)
        if found.stage == Stage.DONE:
            return
        refuse(found.stage in (Stage.WAITING, Stage.DISPUTED), "not the time for this")
        refuse(self._now > found.deadline, "too early")
        state = found.time_out()
        self._credit_channel(found)
        if state and state.hand:
            terms = found.terms.hand(self.where, state.hand.number)
            hand = Hand(terms.hash(self.where), terms, Phase.REVEAL, 0, list(state.hand.commitments))
            hand.secrets, hand.seals = list(state.hand.secrets), list(state.hand.seals)
            hand.deadline = self._now + terms.clock
            hand.go_on(self._now)
            self._hands[hand.id] = hand

    # --- to read ------------------------------------------------------------------------------------------------------

    def hand(self, hand: bytes) -> HandView:
        forms.word(hand)
        return self._hand(hand).view()

    def channel(self, channel: bytes) -> ChannelView:
        forms.word(channel)
        return self._channel(channel).view()

    def credit(self, player: bytes) -> int:
        forms.address(player)
        return self._credits[player]

    def next_hand(self, first: bytes, second: bytes) -> int:
        forms.address(first, second)
        return self._opened["hand", first, second] + 1

    def next_channel(self, first: bytes, second: bytes) -> int:
        forms.address(first, second)
        return self._opened["channel", first, second] + 1

    # --- the chain around it ------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        return self._now

    def wait(self, seconds: int) -> None:
        self._now += seconds

    def give(self, player: bytes, tokens: int) -> None:
        self._tokens[player] += tokens

    def tokens(self, holder: bytes) -> int:
        return self._tokens[holder]

    # --- within -------------------------------------------------------------------------------------------------------

    def _hand(self, id: bytes) -> Hand:
        refuse(id in self._hands, "no such hand")
        return self._hands[id]

    def _channel(self, id: bytes) -> Channel:
        refuse(id in self._channels, "no such channel")
        return self._channels[id]

    @contextmanager
    def _paying(self, sender: bytes, paid: int) -> Iterator[None]:
        """What is checked inside is paid for only when nothing is refused."""
        refuse(self._tokens[sender] >= paid, "not enough tokens")
        yield
        self._tokens[sender] -= paid
        self._tokens[self.where.contract] += paid

    def _credit_hand(self, hand: Hand) -> None:
        if hand.phase == Phase.DONE:
            self._credit(hand.terms.players, hand.shares)

    def _credit_channel(self, channel: Channel) -> None:
        if channel.stage == Stage.DONE:
            self._credit(channel.terms.players, channel.paid)

    def _credit(self, players: Two, shares: tuple[int, int]) -> None:
        for player, share in zip(players, shares, strict=True):
            self._credits[player] += share


def _check_opponent(sender: bytes, opponent: bytes) -> None:
    refuse(opponent not in (sender, NOBODY), "not an opponent")

"""Two players and an escrow between them, for the tests of contract and twin."""

from collections.abc import Callable
from random import Random

import pytest

from oddchip.fair.escrow.contract import Contract
from oddchip.fair.escrow.interface import Escrow
from oddchip.fair.escrow.place import PLAY, START
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.playing import Talk
from oddchip.fair.escrow.terms import ChannelTerms, EscrowRefused, HandTerms
from oddchip.fair.escrow.twin import Twin
from oddchip.fair.two_party.hashes import deal_hash
from oddchip.fair.two_party.vault import MemoryVault

KINDS = ["twin", pytest.param("contract", marks=pytest.mark.needs("chain"))]
STAKE, CLOCK, WINDOW = 10, 60, 300
CHIPS = 1000
STRANGER = bytes.fromhex("51" * 20)


def an_escrow(kind: str) -> Escrow:
    return Twin(PLAY, START) if kind == "twin" else Contract()


def player(seed: object) -> Player:
    """Always the same for a seed."""
    rng = Random(f"player {seed}")
    return Player(rng.randbytes(32), MemoryVault(), rng.randbytes)


class Duel:
    """Players with chips, and a hand between them as far as it has come. `a` and `b` are the addresses of the seats."""

    def __init__(self, escrow: Escrow, seed: object = 0) -> None:
        self.escrow = escrow
        self.players = player(f"{seed} a"), player(f"{seed} b")
        self.a, self.b = (each.address for each in self.players)
        for each in (self.a, self.b):
            escrow.give(each, CHIPS)
        self.total = self._chips()
        self.hand = bytes(32)

    # --- a hand -------------------------------------------------------------------------------------------------------

    def open(self) -> "Duel":
        number = self.escrow.next_hand(self.a, self.b)
        self.hand = HandTerms(self.escrow.where.match, number, (self.a, self.b), STAKE, CLOCK).hash(self.escrow.where)
        commitment = self.players[0].commitment(self.hand)
        assert self.escrow.open(self.a, self.b, number, STAKE, CLOCK, commitment, paid=STAKE) == self.hand
        return self

    def join(self) -> "Duel":
        self.escrow.join(self.b, self.hand, self.players[1].commitment(self.hand), paid=STAKE)
        return self

    def joined(self) -> "Duel":
        return self.open().join()

    def reveal(self, *seats: int) -> "Duel":
        for seat in seats:
            self.escrow.reveal(self.players[seat].address, self.hand, self.players[seat].secret(self.hand))
        return self

    def dealt(self) -> "Duel":
        return self.joined().reveal(0, 1)

    @property
    def deal(self) -> bytes:
        return deal_hash(self.hand, self.view.secrets)

    def seal(self, *seats: int, masks: tuple[int, int] = (0b00001111, 0b01010101)) -> "Duel":
        for seat in seats:
            own = self.players[seat]
            self.escrow.seal(own.address, self.hand, own.seal(self.hand, self.deal, masks[seat]))
        return self

    def sealed(self, masks: tuple[int, int] = (0b00001111, 0b01010101)) -> "Duel":
        return self.dealt().seal(0, 1, masks=masks)

    def open_seal(self, *seats: int) -> "Duel":
        for seat in seats:
            own = self.players[seat]
            self.escrow.open_seal(own.address, self.hand, *own.opening(self.hand))
        return self

    def late(self) -> "Duel":
        """One tick after the deadline of the hand."""
        self.escrow.wait(self.view.deadline + 1 - self.escrow.now)
        return self

    def claimed(self) -> "Duel":
        self.late().escrow.claim_timeout(self.hand)
        return self

    @property
    def view(self):
        return self.escrow.hand(self.hand)

    # --- a channel ----------------------------------------------------------------------------------------------------

    def talk(self, deposits: tuple[int, int] = (100, 100)) -> Talk:
        """A channel both are in, and their talk beside the chain. Its id is `self.channel`."""
        number = self.escrow.next_channel(self.a, self.b)
        terms = ChannelTerms((self.a, self.b), STAKE, CLOCK, WINDOW, number)
        self.channel = self.escrow.open_channel(self.a, self.b, number, STAKE, CLOCK, WINDOW, paid=deposits[0])
        assert self.channel == terms.hash(self.escrow.where)
        self.escrow.join_channel(self.b, self.channel, paid=deposits[1])
        return Talk(self.players, terms, self.escrow.where, deposits)

    def publish(self, seat: int, signed) -> None:
        self.escrow.publish(self.players[seat].address, self.channel, signed.state, signed.signatures)

    def finish(self) -> None:
        """One tick after the window."""
        self.escrow.wait(self.escrow.channel(self.channel).deadline + 1 - self.escrow.now)
        self.escrow.finish(self.channel)

    # --- chips --------------------------------------------------------------------------------------------------------

    def _chips(self) -> int:
        return sum(self.escrow.tokens(each) for each in (self.a, self.b, self.escrow.where.contract))

    def paid(self) -> tuple[int, int]:
        """What both win after all is withdrawn; nothing is left in the contract, and nothing has come or gone."""
        assert self._chips() == self.total
        self.escrow.withdraw(self.a)
        self.escrow.withdraw(self.b)
        assert self.escrow.tokens(self.escrow.where.contract) == 0
        assert self._chips() == self.total
        return self.escrow.tokens(self.a) - CHIPS, self.escrow.tokens(self.b) - CHIPS


def refused(reason: str, call: Callable[..., object], *args: object, **kwargs: object) -> None:
    """The call is refused for this reason."""
    with pytest.raises(EscrowRefused) as caught:
        call(*args, **kwargs)
    assert str(caught.value) == reason

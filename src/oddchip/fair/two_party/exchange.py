"""What two have said to each other in one hand, and what may be said next: the rules of the protocol, in one place.

Both sides, the referee and the verifier fold messages through this. The hand goes in steps; in each step both must
speak, in any order, and what one says never depends on what the other says in the same step:

    OFFER   hello    the same terms from both                COMMIT  commit   a hash of a secret each
    SECRET  secret   the secrets; the cards follow           SEAL    seal     four of eight, sealed
    OPEN    open     the seals are opened                    RESULT  result   both sign the result
"""

from __future__ import annotations

from collections.abc import Callable

from oddchip.fair.errors import FairError
from oddchip.fair.signing import is_signed
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import NOTHING, commit_hash, seal_hash
from oddchip.fair.two_party.messages import Chain, Commit, Hello, Leave, Open, Result, Seal, Secret, Spoken
from oddchip.fair.two_party.standing import STEPS, Phase, Standing, offer_in
from oddchip.fair.two_party.swap import is_choice

MOST_OFFERS = 8
"""How often a seat may offer before one hand."""

_PHASE_OF = {kind: phase for phase, kind in STEPS.items()}


class Exchange(Standing):
    """The messages of one hand, checked as they come. A refused message changes nothing, but for `doubles`."""

    def take(self, text: str | bytes) -> Spoken | None:
        """Checks and keeps a message; None for one that is known already. `FairError` for any other that may not be."""
        message = self.check(spoken(text))
        if message is not None:
            self.keep(message)
        return message

    def check(self, message: Spoken) -> Spoken | None:
        """The same without keeping it."""
        seat = self._owner(message)
        mine, name = self.said[seat], self.names[seat]
        n = message.n
        if n < len(mine):
            self._check_same(message, mine[n])
            return None
        if n > len(mine):
            raise FairError(f"message {len(mine)} of {name} is missing before message {n}")
        if self.find(seat, Leave) or self.find(seat, Chain):
            raise FairError(f"{name} has left this hand")
        self._check_seen(message, seat)
        self._CHECKS[type(message)](self, message, seat)
        return message

    def keep(self, message: Spoken) -> None:
        """Adds a message that `check` has given back."""
        seat = message.seat
        self.said[seat].append(message)
        if isinstance(message, Hello | said.Aside):
            self.keys[seat] = message.key

    def is_signed(self, message: Spoken) -> bool:
        """Did the seat that the message names really sign it?"""
        try:
            self._owner(message)
        except FairError:
            return False
        return True

    def _owner(self, message: Spoken) -> int:
        """The seat whose message it is: of this hand, by the key of that seat."""
        seat = message.seat
        if not self._is_of_this_hand(message):
            raise FairError("this message belongs to another hand")
        key = self.keys[seat]
        if isinstance(message, Hello | said.Aside):
            if message.key == self.keys[1 - seat]:
                raise FairError("both seats have the same key")
            if key not in (None, message.key):
                raise FairError(f"{self.names[seat]} has another key than this message says")
            key = message.key
        if key is None or not message.is_by(key):
            raise FairError(f"{self.names[seat]} has not signed this message")
        return seat

    def _is_of_this_hand(self, message: Spoken) -> bool:
        if isinstance(message, said.Said):
            terms = self.terms
            return terms is not None and message.terms == terms.hash
        assert isinstance(message, Hello | said.Aside)
        return (message.match, message.hand) == (self.match, self.hand)

    def _check_same(self, message: Spoken, old: Spoken) -> None:
        if message.id == old.id:
            return
        if len(self.doubles) < MOST_OFFERS:
            self.doubles.append((old, message))
        raise FairError(f"{self.names[old.seat]} has signed two different messages with the number {old.n}")

    def _check_seen(self, message: Spoken, seat: int) -> None:
        """In each step the writer must have read what the other said in the step before."""
        seen = message.seen
        other = self.said[1 - seat]
        if not isinstance(message, said.Said):
            fits = seen == NOTHING or any(seen == m.id for m in other)
        else:
            before = Phase(self.phase - 1)
            need = self.find(1 - seat, STEPS.get(before, Hello))
            since = other[other.index(need) :] if need is not None else []
            fits = any(seen == m.id for m in since)
        if not fits:
            raise FairError(f"{self.names[seat]} speaks without having seen what was said before")

    # --- each kind --------------------------------------------------------------------------------------------------

    def _check_step(self, message: Spoken, seat: int) -> None:
        due = _PHASE_OF[type(message)]
        if self.phase < due:
            raise FairError(f"a {message.kind} message comes too early: {_WAITING[self.phase]}")
        if self.phase > due:
            raise FairError(f"a {message.kind} message comes too late: {_WAITING[self.phase]}")
        if self.find(seat, type(message)) is not None:
            raise FairError(f"{self.names[seat]} has sent a {message.kind} message already")

    def _check_hello(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Hello)
        if self.terms is not None:
            raise FairError("the terms of this hand are agreed already")
        offer_in(message).check(self.names)
        offers = sum(type(m) is Hello for m in self.said[seat])
        if not offers:
            return
        if not self.review:
            raise FairError(f"{self.names[seat]} has made an offer, and it is not answered yet")
        if self.to_answer != seat or offers >= MOST_OFFERS:
            raise FairError(f"it is for {self.names[1 - seat]} to answer")

    def _check_commit(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Commit)
        self._check_step(message, seat)
        other = self.find(1 - seat, Commit)
        if other is not None and other.hash == message.hash:
            raise FairError(f"{self.names[seat]} has copied the commitment of the other")
        self._check_cosign(message.cosign, self.agreed.running.digest, seat)

    def _check_secret(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Secret)
        self._check_step(message, seat)
        commit = self.find(seat, Commit)
        if commit is None or commit_hash(self.agreed.hash, self._key(seat), message.secret) != commit.hash:
            raise FairError(f"the secret of {self.names[seat]} is not the one committed to")

    def _check_seal(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Seal)
        self._check_step(message, seat)
        other = self.find(1 - seat, Seal)
        if other is not None and other.hash == message.hash:
            raise FairError(f"{self.names[seat]} has copied the seal of the other")

    def _check_open(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Open)
        self._check_step(message, seat)
        if not is_choice(message.mask):
            raise FairError(f"the choice of {self.names[seat]} is not four of eight cards")
        seal, deal = self.find(seat, Seal), self.deal
        if seal is None or deal is None:
            raise FairError("nothing is sealed yet")
        if seal_hash(self.agreed.hash, deal, self._key(seat), message.salt, message.mask) != seal.hash:
            raise FairError(f"what {self.names[seat]} opens is not what was sealed")

    def _check_result(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Result)
        self._check_step(message, seat)
        shares, hash_ = self.result
        if message.shares != shares or message.hash != hash_:
            raise FairError(f"{self.names[seat]} claims another result than the cards give")
        self._check_cosign(message.cosign, self.agreed.settled(shares).digest, seat)

    def _check_leave(self, message: Spoken, seat: int) -> None:
        """At any time: it may cross with the last result, and means nothing where that came first."""

    def _check_chain(self, message: Spoken, seat: int) -> None:
        if not self.agreed.offer.escrow:
            raise FairError("there is no escrow for this hand: it cannot go on in one")

    _CHECKS: dict[type[Spoken], Callable[[Exchange, Spoken, int], None]] = {  # noqa: RUF012
        Hello: _check_hello,
        Commit: _check_commit,
        Secret: _check_secret,
        Seal: _check_seal,
        Open: _check_open,
        Result: _check_result,
        Leave: _check_leave,
        Chain: _check_chain,
    }

    def _key(self, seat: int) -> bytes:
        return self.agreed.keys[seat]

    def _check_cosign(self, signature: bytes, state: bytes, seat: int) -> None:
        if not is_signed(self._key(seat), state, signature):
            raise FairError(f"{self.names[seat]} has not signed the state of the channel")


_WAITING = {
    Phase.OFFER: "the terms are not agreed yet",
    Phase.COMMIT: "both commit to a secret now",
    Phase.SECRET: "both open their secrets now",
    Phase.SEAL: "both seal four cards now",
    Phase.OPEN: "both open their seals now",
    Phase.RESULT: "both sign the result now",
    Phase.OVER: "the hand is over",
}


def spoken(text: str | bytes) -> Spoken:
    """The player's message that a line is."""
    message = said.read(text)
    if not isinstance(message, Spoken):
        raise FairError("this line is the referee's, not a player's")
    return message

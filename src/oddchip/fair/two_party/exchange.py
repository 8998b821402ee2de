"""What two have said to each other in one hand, and what may be said next: the rules of the protocol, in one place.

Both sides, the referee and the verifier fold messages through this. The hand goes in steps; in each step both must
speak, in any order, and what one says never depends on what the other says in the same step:

    OFFER   hello    the same terms from both                COMMIT  commit   a hash of a secret each
    SECRET  secret   the secrets; the cards follow           SEAL    seal     four of eight, sealed
    OPEN    open     the seals are opened                    RESULT  result   both sign the result
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from oddchip.fair.errors import FairError
from oddchip.fair.signing import is_signed
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import NOTHING, Hands, Pair, commit_hash, deal_hash, dealt, result_hash, seal_hash
from oddchip.fair.two_party.messages import Chain, Commit, Hello, Leave, Open, Result, Seal, Secret, Spoken
from oddchip.fair.two_party.swap import Outcome, is_choice
from oddchip.fair.two_party.terms import NAMES, Offer, Terms

MOST_OFFERS = 8
"""How often a seat may offer before one hand."""

SEATS = (0, 1)
T = TypeVar("T", bound=Spoken)


class Phase(IntEnum):
    OFFER, COMMIT, SECRET, SEAL, OPEN, RESULT, OVER = range(7)


STEPS: dict[Phase, type[Spoken]] = {
    Phase.COMMIT: Commit,
    Phase.SECRET: Secret,
    Phase.SEAL: Seal,
    Phase.OPEN: Open,
    Phase.RESULT: Result,
}
_PHASE_OF = {kind: phase for phase, kind in STEPS.items()}


class Exchange:
    """The messages of one hand, checked as they come. A refused message changes nothing, except that `doubles` keeps
    two messages that one seat signed under one number: proof that it signs twice."""

    def __init__(
        self,
        match: bytes,
        hand: int,
        *,
        names: tuple[str, str] = NAMES,
        keys: tuple[bytes | None, bytes | None] = (None, None),
    ) -> None:
        self.match, self.hand, self.names = match, hand, names
        self.keys: list[bytes | None] = list(keys)
        self.said: tuple[list[Spoken], list[Spoken]] = ([], [])
        self.doubles: list[tuple[Spoken, Spoken]] = []

    # --- what stands ------------------------------------------------------------------------------------------------

    def find(self, seat: int, kind: type[T]) -> T | None:
        """The seat's last message of a kind."""
        return next((m for m in reversed(self.said[seat]) if isinstance(m, kind)), None)

    def both(self, kind: type[T]) -> tuple[T, T] | None:
        first, second = self.find(0, kind), self.find(1, kind)
        return None if first is None or second is None else (first, second)

    @property
    def phase(self) -> Phase:
        if self.terms is None:
            return Phase.OFFER
        return next((phase for phase, kind in STEPS.items() if self.both(kind) is None), Phase.OVER)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have not spoken in this step."""
        if self.phase is Phase.OFFER:
            missing = tuple(seat for seat in SEATS if self.find(seat, Hello) is None)
            return missing or (self.to_answer,)
        kind = STEPS.get(self.phase)
        return () if kind is None else tuple(seat for seat in SEATS if self.find(seat, kind) is None)

    @property
    def review(self) -> bool:
        """Have both offered, and not the same?"""
        return self.both(Hello) is not None and self.terms is None

    @property
    def to_answer(self) -> int:
        """Whose turn it is to offer anew under review: by turns, the seat that is not first in this hand beginning."""
        first = (self.hand - 1) % 2
        counts = [sum(type(m) is Hello for m in self.said[seat]) for seat in SEATS]
        return first if counts[first] < counts[1 - first] else 1 - first

    def offer_of(self, seat: int) -> Offer | None:
        hello = self.find(seat, Hello)
        return None if hello is None else offer_in(hello)

    @property
    def terms(self) -> Terms | None:
        """What both have offered alike."""
        hellos = self.both(Hello)
        if hellos is None or offer_in(hellos[0]) != offer_in(hellos[1]):
            return None
        if self._terms is None or self._terms.offer != offer_in(hellos[0]):
            self._terms = Terms(offer_in(hellos[0]), (hellos[0].key, hellos[1].key))
        return self._terms

    _terms: Terms | None = None

    @cached_property
    def _dealt(self) -> dict[bytes, Hands]:
        return {}

    @property
    def deal(self) -> bytes | None:
        """The hash that the cards follow from, once both secrets are out."""
        secrets = self.both(Secret)
        return deal_hash(self._agreed.hash, (secrets[0].secret, secrets[1].secret)) if secrets else None

    @property
    def hands(self) -> Hands | None:
        """Both hands in canonical order."""
        deal = self.deal
        if deal is None:
            return None
        if deal not in self._dealt:
            self._dealt[deal] = dealt(deal)
        return self._dealt[deal]

    @property
    def outcome(self) -> Outcome | None:
        """What the opened choices came to."""
        hands, opened = self.hands, self.both(Open)
        return Outcome(hands, (opened[0].mask, opened[1].mask)) if hands and opened else None

    @property
    def shares(self) -> Pair | None:
        """What the rules give each seat, once both choices are open."""
        outcome = self.outcome
        return None if outcome is None else self._agreed.shares(outcome.winner)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if self.find(seat, Leave))

    @property
    def on_chain(self) -> bool:
        return any(self.find(seat, Chain) for seat in SEATS)

    @property
    def _agreed(self) -> Terms:
        terms = self.terms
        if terms is None:
            raise FairError("the terms of this hand are not agreed yet")
        return terms

    # --- what comes -------------------------------------------------------------------------------------------------

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
        self._check_cosign(message.cosign, self._agreed.running.digest, seat)

    def _check_secret(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Secret)
        self._check_step(message, seat)
        commit = self.find(seat, Commit)
        if commit is None or commit_hash(self._agreed.hash, self._key(seat), message.secret) != commit.hash:
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
        if seal_hash(self._agreed.hash, deal, self._key(seat), message.salt, message.mask) != seal.hash:
            raise FairError(f"what {self.names[seat]} opens is not what was sealed")

    def _check_result(self, message: Spoken, seat: int) -> None:
        assert isinstance(message, Result)
        self._check_step(message, seat)
        shares, hash_ = self.result
        if message.shares != shares or message.hash != hash_:
            raise FairError(f"{self.names[seat]} claims another result than the cards give")
        self._check_cosign(message.cosign, self._agreed.settled(shares).digest, seat)

    def _check_leave(self, message: Spoken, seat: int) -> None:
        if self.phase is Phase.OVER:
            raise FairError("this hand is over")

    def _check_chain(self, message: Spoken, seat: int) -> None:
        self._check_leave(message, seat)
        if not self._agreed.offer.escrow:
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

    @property
    def result(self) -> tuple[Pair, bytes]:
        """The shares and their hash, as both sign them."""
        outcome, shares, deal = self.outcome, self.shares, self.deal
        if outcome is None or shares is None or deal is None:
            raise FairError("the choices are not open yet")
        return shares, result_hash(self._agreed.hash, deal, outcome.masks, shares)

    def _key(self, seat: int) -> bytes:
        return self._agreed.keys[seat]

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


def offer_in(hello: Hello) -> Offer:
    """The offer that a hello makes."""
    h = hello
    return Offer(h.match, h.hand, h.stakes, h.balances, h.clock, h.dead, h.escrow)

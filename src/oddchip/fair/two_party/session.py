"""One side of a hand. The same class for both seats; a browser has a twin of it.

    session = Session(match, 1, 0, signer=..., vault=..., bits=...)
    send(session.propose(offer))                     # a hello; or session.accept() for the other's offer
    send(session.receive(line))                      # whatever comes: messages to send in answer
    session.hands, session.mine                      # once both secrets are open
    send(session.choose(give=cards))                 # seals four; opened by itself when the other has sealed too
    session.ending

A session answers by itself wherever there is nothing to decide. Its randomness is `bits(n)`; its secrets, its choice
and its messages lie in a vault before anything is sent that needs them, so that `Session.restored` goes on exactly
where it was, with the same choice, and nothing is ever said in two ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.exchange import spoken
from oddchip.fair.two_party.hashes import GAME, NOTHING, commit_hash, mark, seal_hash
from oddchip.fair.two_party.messages import (
    Chain,
    Commit,
    Hello,
    HouseLine,
    Leave,
    Open,
    Result,
    Said,
    Seal,
    Secret,
    Spoken,
)
from oddchip.fair.two_party.side import Bits, Lines, Side
from oddchip.fair.two_party.standing import Phase, mark_in, offer_in
from oddchip.fair.two_party.swap import is_choice, mask_of, mask_of_kept
from oddchip.fair.two_party.terms import NAMES, Offer
from oddchip.fair.two_party.vault import Vault

S = TypeVar("S", bound=Said)
MOST_LINES = 64
"""Lines of one hand at most: a receipt for each of sixteen offers and twelve messages, and the ruling."""


class Session(Side):
    """One player in one hand of a match. A method that raises a `FairError` has said nothing; a line that was good is
    kept, also when the vault then refuses the answer, and `resume` tries that again."""

    @classmethod
    def restored(
        cls,
        saved: str,
        match: bytes,
        hand: int,
        seat: int,
        *,
        signer: Signer,
        vault: Vault,
        bits: Bits,
        names: tuple[str, str] = NAMES,
        opponent: bytes | None = None,
        house: bytes | None = None,
    ) -> Session:
        """The session again, from `saved` as it was at any earlier moment (it may be empty) and from the vault. Send
        `pending` again; whatever was missed comes in through `receive`."""
        session = cls(
            match, hand, seat, signer=signer, vault=vault, bits=bits, names=names, opponent=opponent, house=house
        )
        for line in saved.splitlines():
            session._hear(line)
        session.resume()
        return session

    # --- what the player does ---------------------------------------------------------------------------------------

    def propose(self, offer: Offer) -> Lines:
        """Offers to play this hand on these terms, or, under review, anew. Two equal offers are an agreement."""
        if (offer.match, offer.hand) != (self._exchange.match, self._exchange.hand):
            raise FairError("this offer is for another hand")
        offer.check(self.names)
        o = offer
        self._say(
            lambda **own: said.signed(
                Hello,
                self._signer,
                game=GAME,
                match=o.match,
                hand=o.hand,
                key=self._signer.key,
                stakes=o.stakes,
                balances=o.balances,
                clock=o.clock,
                dead=o.dead,
                escrow=o.escrow,
                **own,
            )
        )
        return self._sent_since(1)

    def accept(self) -> Lines:
        """Agrees to what the other has offered."""
        hello = self._exchange.find(1 - self.seat, Hello)
        if hello is None:
            raise FairError(f"{self.names[1 - self.seat]} has not offered anything yet")
        return self.propose(offer_in(hello))

    def choose(self, *, give: Iterable[int] | None = None, keep: Iterable[int] | None = None) -> Lines:
        """Seals the four cards to give (or all but the four to keep). Once; it cannot be changed (CP-4)."""
        if self.mine is None:
            raise FairError("the cards are not dealt yet")
        if (give is None) == (keep is None):
            raise FairError("expected either the cards to give or the cards to keep")
        mask = mask_of_kept(self.mine, keep) if keep is not None else mask_of(self.mine, give or ())
        if self.choice is not None and self.choice != mask:
            raise FairError("four cards are chosen for this hand already, and cannot be changed")
        if self.choice is None:
            if not self.may_choose:
                raise FairError("it is not the time to choose")
            self._save("choice", self._fresh() + bytes([mask]))
        return self.resume()

    def leave(self) -> Lines:
        """Plays no further: declines the hand, or gives up the pot once the own commitment is out."""
        return self._aside(Leave)

    def go_on_chain(self) -> Lines:
        """Takes the hand to the contract that the terms name."""
        return self._aside(Chain)

    # --- what comes -------------------------------------------------------------------------------------------------

    def receive(self, text: str | bytes) -> Lines:
        """Takes any line that comes; the messages to send in answer. A line that is known already is no matter."""
        self._hear(text)
        return self.resume()

    def _hear(self, text: str | bytes) -> None:
        line = said.read(text)
        if len(self._lines) >= MOST_LINES:
            raise FairError("too much was said in this hand")
        if isinstance(line, HouseLine):
            if self._hearing.check(line):
                self._lines.append(line.text)
        else:
            self._hear_player(spoken(line.text))

    def _hear_player(self, message: Spoken) -> None:
        new = self._exchange.check(message)
        if new is None:
            return
        if message.seat == self.seat:
            self._check_own(message)
        opened = mark_in(message)
        if opened is not None and self._vault.first_seen(opened, self.place) != self.place:
            raise FairError(f"{self.names[message.seat]} opens with a secret that was used before")
        self._keep(message)

    def _check_own(self, message: Spoken) -> None:
        """My own words, which I do not remember here: they must be in the vault."""
        kept = self._vault.load(self.place, f"message {message.n}")
        if kept != message.text.encode():
            raise FairError("this hand is played with your key somewhere else: in another window, or from an old copy")

    def _keep(self, message: Spoken) -> None:
        self._exchange.keep(message)
        self._hearing.open[message.id] = message
        self._lines.append(message.text)

    # --- what it does by itself -------------------------------------------------------------------------------------

    def resume(self) -> Lines:
        """Says what there is nothing to decide about: what the vault holds already, and the next step."""
        before = len(self._exchange.said[self.seat])
        while self._say_again() or self._say_next():
            pass
        return self._sent_since(len(self._exchange.said[self.seat]) - before)

    def _sent_since(self, count: int) -> Lines:
        mine = self._exchange.said[self.seat]
        return tuple(message.text for message in mine[len(mine) - count :])

    def _say_again(self) -> bool:
        """A message that was saved before, as soon as it fits again."""
        kept = self._vault.load(self.place, f"message {len(self._exchange.said[self.seat])}")
        if kept is None:
            return False
        message = spoken(kept)
        try:
            new = self._exchange.check(message)
        except FairError:
            return False  # what it answers has not come in again yet
        if new is not None:
            self._keep(new)
        return new is not None

    def _say_next(self) -> bool:
        if self._gone or self.ending is not None or self.seat not in self.awaited:
            return False
        step = self._STEPS.get(self.phase)
        if step is None or (self.phase is Phase.SEAL and self.choice is None):
            return False
        if self._vault.load(self.place, f"message {len(self._exchange.said[self.seat])}") is not None:
            return False  # said before, waiting for what it answers
        step(self)
        return True

    def _commit(self) -> None:
        terms = self._exchange.agreed
        secret = self._vault.load(self.place, "secret")
        if secret is None:
            secret = self._fresh()
            self._save("secret", secret)
        hash_ = commit_hash(terms.hash, self._signer.key, secret)
        self._say_step(Commit, hash=hash_, cosign=self._signer.sign(terms.running.digest))

    def _open_secret(self) -> None:
        self._say_step(Secret, secret=self._kept("secret"))

    def _seal(self) -> None:
        choice, deal, terms = self._kept("choice"), self._exchange.deal, self._exchange.agreed
        if deal is None or not is_choice(choice[32]):
            raise FairError("the choice that is kept is not four of eight cards")
        self._say_step(Seal, hash=seal_hash(terms.hash, deal, self._signer.key, choice[:32], choice[32]))

    def _open_seal(self) -> None:
        choice = self._kept("choice")
        self._say_step(Open, salt=choice[:32], mask=choice[32])

    def _sign_result(self) -> None:
        shares, hash_ = self._exchange.result
        cosign = self._signer.sign(self._exchange.agreed.settled(shares).digest)
        self._say_step(Result, shares=shares, hash=hash_, cosign=cosign)

    _STEPS: dict[Phase, Callable[[Session], None]] = {  # noqa: RUF012
        Phase.COMMIT: _commit,
        Phase.SECRET: _open_secret,
        Phase.SEAL: _seal,
        Phase.OPEN: _open_seal,
        Phase.RESULT: _sign_result,
    }

    # --- saying -----------------------------------------------------------------------------------------------------

    def _say_step(self, kind: type[S], **values: Any) -> None:
        terms = self._exchange.agreed.hash
        self._say(lambda **own: said.signed(kind, self._signer, terms=terms, **own, **values))

    def _aside(self, kind: type[said.Aside]) -> Lines:
        if self.ending is not None:
            raise FairError("this hand is over")
        match, hand, key = self._exchange.match, self._exchange.hand, self._signer.key
        self._say(lambda **own: said.signed(kind, self._signer, match=match, hand=hand, key=key, **own))
        return self._sent_since(1)

    def _say(self, make: Callable[..., Spoken]) -> None:
        """Makes my next message, lets the rules look at it, saves it; only then is it said."""
        mine, other = self._exchange.said[self.seat], self._exchange.said[1 - self.seat]
        n = len(mine)
        message = make(seat=self.seat, n=n, seen=other[-1].id if other else NOTHING)
        if self._exchange.check(message) is None:
            raise FairError("this was said before")
        self._save(f"message {n}", message.text.encode())
        self._keep(message)

    def _save(self, what: str, value: bytes) -> None:
        self._vault.save(self._lease, self.place, what, value)

    def _kept(self, what: str) -> bytes:
        value = self._vault.load(self.place, what)
        if value is None:
            raise FairError(f"the {what} of this hand is not in the vault any more")
        return value

    def _fresh(self) -> bytes:
        """32 bytes that were never seen before."""
        secret = self._bits(32)
        if len(secret) != 32:
            raise FairError(f"expected 32 random bytes, not {len(secret)}")
        again = self._vault.first_seen(mark(secret), self.place) != self.place
        if again or secret == self._vault.load(self.place, "secret"):
            raise FairError("the source of randomness repeats itself: it has given this secret before")
        return secret

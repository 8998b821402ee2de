"""Random hands and channels played on the contract and on its twin side by side: what both do must be the same.

Each call goes to both. They give the same or refuse for the same reason, and afterwards the same can be read off both.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from escrow_duel import CHIPS, CLOCK, STAKE, STRANGER, WINDOW, an_escrow, player
from oddchip.fair.escrow.curve import ORDER
from oddchip.fair.escrow.playing import Talk
from oddchip.fair.escrow.states import Signed
from oddchip.fair.escrow.terms import (
    LAST,
    ChannelTerms,
    EscrowRefused,
    HandTerms,
    Phase,
    Stage,
    State,
)
from oddchip.fair.two_party.hashes import NOTHING, deal_hash, seal_hash


class Both:
    """Contract and twin as one escrow. `heard` counts what came of the calls."""

    def __init__(self) -> None:
        self.pair = an_escrow("contract"), an_escrow("twin")
        self.where = self.pair[0].where
        self.heard: Counter[str] = Counter()
        self.watched: list[tuple[str, bytes]] = []

    def __getattr__(self, name):
        def call(*args, **kwargs):
            came = [outcome(getattr(each, name), *args, **kwargs) for each in self.pair]
            assert came[0] == came[1], f"{name}{args}: the contract {came[0]}, the twin {came[1]}"
            self.compare()
            if isinstance(came[0], Refused):
                self.heard[f"{name}: {came[0].reason}"] += 1
                raise EscrowRefused(came[0].reason)
            self.heard[name] += 1
            return came[0]

        return call

    @property
    def now(self):
        return self.pair[1].now

    def compare(self) -> None:
        for what, id in self.watched:
            views = [outcome(getattr(each, what), id) for each in self.pair]
            assert views[0] == views[1]


@dataclass(frozen=True)
class Refused:
    reason: str


def outcome(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except EscrowRefused as refused:
        return Refused(str(refused))


@dataclass
class Rogue:
    """One seat: plays well, most of the time. What it did wrong once it may put right until the deadline."""

    rng: Random
    own: object
    gone: bool = field(init=False)

    def __post_init__(self) -> None:
        self.gone = False

    def leaves(self) -> bool:
        self.gone |= self.rng.random() < 0.06
        return self.gone


def random_hand(both: Both, rng: Random, seed: object) -> Phase:
    """A whole hand to its end, by two who leave, err, copy, repeat and come late; gives the phase it ended in."""
    players = player(f"{seed} a"), player(f"{seed} b")
    a, b = (each.address for each in players)
    for each in (a, b):
        both.give(each, CHIPS)
    number = both.next_hand(a, b)
    id = HandTerms(both.where.match, number, (a, b), STAKE, CLOCK).hash(both.where)
    both.watched = [("hand", id)]
    attempt(both.open, a, b, number + rng.choice([-1, 1]), STAKE, CLOCK, players[0].commitment(id), paid=STAKE)
    attempt(both.open, a, rng.choice([a, bytes(20)]), 1, STAKE, CLOCK, players[0].commitment(id), paid=STAKE)
    assert both.open(a, b, number, STAKE, CLOCK, players[0].commitment(id), paid=STAKE) == id
    rogues = Rogue(rng, players[0]), Rogue(rng, players[1])
    ended = Phase.NONE
    for _ in range(60):
        view = both.pair[1].hand(id)
        if view.phase == Phase.DONE:
            break
        ended = view.phase
        step(both, rng, id, view, rogues)
    both.wait(CLOCK + 1)
    both.claim_timeout(id)
    for each in (STRANGER, a, b, a):
        both.withdraw(each)
    assert sum(both.tokens(each) for each in (a, b)) == 2 * CHIPS
    assert both.tokens(both.where.contract) == 0
    return ended


def attempt(call, *args, **kwargs) -> None:
    try:
        call(*args, **kwargs)
    except EscrowRefused:
        return


def step(both: Both, rng: Random, id: bytes, view, rogues) -> None:
    """One thing that somebody does, or time."""
    seat = rng.randrange(2)
    rogue = rogues[seat]
    if all(each.gone for each in rogues) or rng.random() < 0.08:
        both.wait(rng.choice([1, CLOCK // 2, view.deadline - both.now, view.deadline - both.now + 1]))
        attempt(both.claim_timeout, id)
    elif rogue.leaves():
        both.wait(rng.randrange(CLOCK // 2))
    else:
        act(both, rng, id, view, seat, rogue.own)


def act(both: Both, rng: Random, id: bytes, view, seat: int, own) -> None:
    me = own.address if rng.random() < 0.95 else STRANGER
    wrong = rng.random() < 0.15
    phase = view.phase if rng.random() < 0.9 else Phase(rng.randrange(1, 5))
    if phase == Phase.WAITING:
        commitment = view.commitments[0] if wrong else own.commitment(id)
        attempt(both.join, me, id, commitment, paid=rng.choice([STAKE] * 8 + [STAKE - 1, 5 * CHIPS]))
    elif phase == Phase.REVEAL:
        attempt(both.reveal, me, id, rng.choice([rng.randbytes(32), NOTHING]) if wrong else own.secret(id))
    elif phase == Phase.SEAL:
        attempt(both.seal, me, id, a_seal(rng, id, view, seat, own, wrong))
    elif phase == Phase.OPEN:
        salt, mask = kept(own, id, rng)
        attempt(both.open_seal, me, id, rng.randbytes(32) if wrong else salt, rng.choice([mask, mask ^ 3, mask | 255]))


def a_seal(rng: Random, id: bytes, view, seat: int, own, wrong: bool) -> bytes:
    deal = deal_hash(id, view.secrets)
    if wrong:
        return rng.choice([view.seals[1 - seat], seal_hash(id, deal, own.address, bytes(32), 7), rng.randbytes(32)])
    if own.vault.load(id, "mask") is None:
        return own.seal(id, deal, sum(1 << i for i in rng.sample(range(8), 4)))
    return seal_hash(id, deal, own.address, *own.opening(id))


def kept(own, id: bytes, rng: Random) -> tuple[bytes, int]:
    return own.opening(id) if own.vault.load(id, "mask") is not None else (rng.randbytes(32), 15)


# --- channels ---------------------------------------------------------------------------------------------------------


def random_channel(both: Both, rng: Random, seed: object) -> Stage:
    """A channel to its end: some hands off the chain, then states published, answered, forged, finished; and the hand
    in progress, if there is one, played to its end on the chain."""
    players = player(f"{seed} c"), player(f"{seed} d")
    a, b = (each.address for each in players)
    deposits = rng.randrange(STAKE, 100), rng.randrange(STAKE, 100)
    for each in (a, b):
        both.give(each, CHIPS)
    number = both.next_channel(a, b)
    terms = ChannelTerms((a, b), STAKE, CLOCK, WINDOW, number)
    id = terms.hash(both.where)
    both.watched = [("channel", id)]
    attempt(both.open_channel, a, b, number, STAKE, CLOCK, 0, paid=deposits[0])
    attempt(both.open_channel, a, b, number, STAKE, CLOCK, WINDOW, paid=STAKE - 1)
    assert both.open_channel(a, b, number, STAKE, CLOCK, WINDOW, paid=deposits[0]) == id
    if rng.random() < 0.1:
        both.wait(CLOCK + 1)
    attempt(both.join_channel, rng.choice([b, b, b, a]), id, paid=deposits[1])
    talk = Talk(players, terms, both.where, deposits)
    states = talked(talk, rng)
    for _ in range(30):
        if both.pair[1].channel(id).stage == Stage.DONE:
            break
        dispute(both, rng, id, talk, states)
    both.wait(WINDOW + CLOCK + 1)
    if both.pair[1].channel(id).stage == Stage.LIVE:
        attempt(both.publish, a, id, states[0].state, (b"", b""))
        both.wait(WINDOW + 1)
    attempt(both.finish, id)
    play_out(both, rng, id, talk)
    for each in (a, b):
        both.withdraw(each)
    assert sum(both.tokens(each) for each in (a, b)) == 2 * CHIPS
    assert both.tokens(both.where.contract) == 0
    return both.pair[1].channel(id).stage


def talked(talk: Talk, rng: Random) -> list[Signed]:
    """The states that both have signed, in turn: whole hands, the last one perhaps cut short, perhaps the end."""
    states = [talk.ledgers[0].latest]

    def choose(seat, hands):
        return sum(1 << i for i in rng.sample(range(8), 4))

    steps = [talk.begin, talk.reveal, lambda by: talk.seal(choose, by), talk.settle]
    for n in range(rng.randrange(9)):
        if n % 4 == 0 and min(talk.state.balances) < STAKE:
            break
        steps[n % 4](rng.randrange(2))
        states.append(talk.ledgers[0].latest)
    if talk.state.hand is None and rng.random() < 0.3:
        talk.end()
        states.append(talk.ledgers[0].latest)
    return states


def dispute(both: Both, rng: Random, id: bytes, talk: Talk, states: list[Signed]) -> None:
    who = rng.choice([*talk.channel.players, *talk.channel.players, STRANGER])
    one = rng.choice(states)
    state, signatures = one.state, one.signatures
    what = rng.random()
    if what < 0.5:
        attempt(both.publish, who, id, *spoilt(rng, state, signatures))
    elif what < 0.6:
        forged = replace(state, balances=(state.balances[0] + 1, max(0, state.balances[1] - 1)))
        accused = rng.choice(talk.players)
        seat = talk.players.index(accused)
        again = player_again(accused).sign(talk.channel, talk.where, forged) if rng.random() < 0.5 else b""
        who = rng.choice([who, talk.channel.players[1 - seat]])
        attempt(both.accuse, who, id, (state, forged), (signatures[seat], again))
    else:
        both.wait(rng.choice([1, WINDOW // 3, WINDOW, WINDOW + 1]))
        attempt(both.finish, id)


def player_again(own):
    """The same player with a vault that has forgotten what he signed."""
    other = player("nobody")
    other._key = own._key
    return other


def spoilt(rng: Random, state: State, signatures):
    """Mostly as it is; else with something changed that must not pass."""
    first, second = signatures
    how = rng.randrange(12)
    if how == 0:
        return state, (second, first)
    if how == 1:
        return replace(state, number=rng.choice([state.number + 1, LAST, LAST + 1])), signatures
    if how == 2:
        return replace(state, balances=state.balances[::-1]), signatures
    if how == 3 and first:
        s = int.from_bytes(first[32:64])
        return state, (first[:32] + (ORDER - s).to_bytes(32) + bytes([55 - first[64]]), second)
    if how == 4 and state.hand:
        return replace(state, hand=replace(state.hand, seals=state.hand.seals[::-1])), signatures
    return state, signatures


def play_out(both: Both, rng: Random, id: bytes, talk: Talk) -> None:
    """The hand that the published state has left, by two of whom one may be silent."""
    view = both.pair[1].channel(id)
    if view.published is None or view.published.hand is None:
        return
    hand = talk.channel.hand(both.where, view.published.hand.number).hash(both.where)
    both.watched = [("hand", hand)]
    rogues = Rogue(rng, talk.players[0]), Rogue(rng, talk.players[1])
    for _ in range(60):
        now = both.pair[1].hand(hand)
        if now.phase == Phase.DONE:
            return
        step(both, rng, hand, now, rogues)
    both.wait(CLOCK + 1)
    attempt(both.claim_timeout, hand)

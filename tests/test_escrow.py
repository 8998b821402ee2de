"""The contract and its twin in plain Python do the same, call by call; what holds for every call."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from escrow_duel import CHIPS, CLOCK, KINDS, STAKE, STRANGER, WINDOW, Duel, an_escrow, player, refused
from escrow_side_by_side import Both, random_channel, random_hand
from oddchip.fair.errors import FairError
from oddchip.fair.escrow import chain
from oddchip.fair.escrow.playing import play_hand
from oddchip.fair.escrow.terms import Phase, Reason, Stage
from oddchip.fair.two_party.hashes import commit_hash, deal_hash, dealt
from oddchip.fair.two_party.terms import LONGEST_CLOCK, MOST_CHIPS

CHAIN = pytest.mark.needs("chain")
SCRIPT = Path(__file__).parents[1] / "scripts" / "_contract.py"


@pytest.fixture(params=KINDS)
def duel(request):
    return Duel(an_escrow(request.param))


# --- side by side -----------------------------------------------------------------------------------------------------


@CHAIN
def test_60_random_hands_are_the_same_on_contract_and_twin():
    both, rng = Both(), Random(60)
    ends = [random_hand(both, rng, seed) for seed in range(60)]
    assert {Phase.WAITING, Phase.REVEAL, Phase.SEAL, Phase.OPEN} <= set(ends), "ended in every step"
    reasons = {"open_seal: four cards are given", "reveal: not what was committed", "claim_timeout: too early"}
    assert reasons <= set(both.heard)


@CHAIN
def test_20_random_channels_are_the_same_on_contract_and_twin():
    both, rng = Both(), Random(20)
    assert {random_channel(both, rng, seed) for seed in range(20)} == {Stage.DONE}
    assert {"publish", "publish: not signed", "publish: own state stands", "accuse", "finish"} <= set(both.heard)


# --- a hand -----------------------------------------------------------------------------------------------------------


def test_a_hand_from_both_stakes_to_the_payment(duel):
    heard = []
    id = play_hand(duel.escrow, duel.players, STAKE, CLOCK, lambda seat, hands: 0b00110011, heard.append)
    assert heard == ["open", "join", "reveal", "reveal", "seal", "seal", "open_seal", "open_seal"]
    view = duel.escrow.hand(id)
    assert (view.phase, view.reason) == (Phase.DONE, Reason.SHOWN)
    first, second = dealt(deal_hash(id, view.secrets))
    assert view.cards == (*first, *second)
    assert sum(view.shares) == 2 * STAKE
    assert duel.paid() == (view.shares[0] - STAKE, view.shares[1] - STAKE)


def test_only_the_two_named_take_part(duel):
    duel.open()
    for sender in (duel.a, STRANGER):
        refused("not enough tokens" if sender == STRANGER else "not your hand", join_as, duel, sender)
    duel.escrow.give(STRANGER, STAKE)
    refused("not your hand", join_as, duel, STRANGER)
    duel.join()
    refused("not your hand", duel.escrow.reveal, STRANGER, duel.hand, bytes(31) + b"1")


def join_as(duel, sender):
    duel.escrow.join(sender, duel.hand, commit_hash(duel.hand, sender, bytes(32)), paid=STAKE)


@pytest.mark.parametrize(
    "stake, clock, paid, reason",
    [
        (0, CLOCK, 0, "not a stake"),
        (MOST_CHIPS + 1, CLOCK, 1, "not a stake"),
        (STAKE, CLOCK, STAKE - 1, "not the stake"),
        (STAKE, CLOCK, STAKE + 1, "not the stake"),
        (STAKE, 0, STAKE, "not a clock"),
        (STAKE, LONGEST_CLOCK + 1, STAKE, "not a clock"),
        (2 * CHIPS, CLOCK, 2 * CHIPS, "not enough tokens"),
    ],
)
def test_terms_that_make_no_hand_are_refused_and_cost_nothing(duel, stake, clock, paid, reason):
    refused(reason, duel.escrow.open, duel.a, duel.b, 1, stake, clock, bytes(31) + b"1", paid=paid)
    assert duel.escrow.tokens(duel.a) == CHIPS
    assert duel.escrow.next_hand(duel.a, duel.b) == 1


@pytest.mark.parametrize("opponent", ["oneself", "nobody"])
def test_the_opponent_is_somebody_else(duel, opponent):
    who = duel.a if opponent == "oneself" else bytes(20)
    refused("not an opponent", duel.escrow.open, duel.a, who, 1, STAKE, CLOCK, bytes(31) + b"1", paid=STAKE)


def test_hands_are_numbered_without_gaps_for_each_pair(duel):
    duel.open()
    assert duel.escrow.next_hand(duel.a, duel.b) == 2
    assert duel.escrow.next_hand(duel.b, duel.a) == 1
    for number in (0, 1, 3):
        refused("not the next number", duel.escrow.open, duel.a, duel.b, number, STAKE, CLOCK, duel.hand, paid=STAKE)


def test_what_does_not_exist_is_said_to_be_so(duel):
    for call in (duel.escrow.hand, duel.escrow.claim_timeout):
        refused("no such hand", call, bytes(32))
    for call in (duel.escrow.channel, duel.escrow.finish):
        refused("no such channel", call, bytes(32))


def test_each_step_may_be_taken_once(duel):
    duel.joined().reveal(0)
    refused("done already", duel.reveal, 0)
    duel.reveal(1).seal(0)
    refused("done already", duel.seal, 0)
    duel.seal(1).open_seal(0)
    refused("done already", duel.open_seal, 0)
    duel.open_seal(1)
    refused("not the time for this", duel.open_seal, 1)


# --- a channel --------------------------------------------------------------------------------------------------------


def give_lowest(seat, hands):
    return 0b00001111


def test_a_channel_of_hands_ends_as_both_agreed_without_a_window(duel):
    talk = duel.talk()
    for n in range(4):
        talk.play(give_lowest, n % 2)
    talk.end()
    duel.publish(0, talk.ledgers[1].latest)
    assert duel.escrow.channel(duel.channel).stage == Stage.DONE
    assert duel.paid() == (talk.state.balances[0] - 100, talk.state.balances[1] - 100)


@pytest.mark.parametrize("steps", [1, 2, 3], ids=["committed", "dealt", "sealed"])
def test_a_hand_in_progress_goes_on_on_the_chain_from_its_last_signed_state(duel, steps):
    """The cards, and what is sealed, are those of the channel: nobody is dealt anew or chooses anew."""
    talk = duel.talk()
    talk.play(give_lowest)
    for step in (talk.begin, talk.reveal, lambda: talk.seal(give_lowest))[:steps]:
        step()
    duel.publish(1, talk.ledgers[1].latest)
    duel.finish()
    duel.hand = talk.hand_id
    view = duel.view
    assert view.phase == [Phase.REVEAL, Phase.SEAL, Phase.OPEN][steps - 1]
    assert view.deadline == duel.escrow.now + CLOCK
    assert (view.commitments, view.secrets, view.seals) == (
        talk.standing.commitments,
        talk.standing.secrets,
        talk.standing.seals,
    )
    for step in (duel.reveal, lambda *seats: duel.seal(*seats, masks=(15, 15)), duel.open_seal)[steps - 1 :]:
        step(0, 1)
    openings = duel.players[0].opening(duel.hand), duel.players[1].opening(duel.hand)
    assert duel.view.masks == (openings[0][1], openings[1][1])
    before = talk.state.balances
    shares = duel.view.shares
    assert sum(shares) == 2 * STAKE
    assert duel.paid() == (before[0] + shares[0] - 100, before[1] + shares[1] - 100)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_stays_silent_in_a_hand_that_goes_on_forfeits_its_pot_and_keeps_his_balance(duel, seat):
    talk = duel.talk()
    talk.begin()
    talk.reveal()
    talk.seal(give_lowest)
    duel.publish(seat, talk.ledgers[seat].latest)
    duel.finish()
    duel.hand = talk.hand_id
    duel.open_seal(1 - seat).claimed()
    assert duel.paid() == ((-STAKE, STAKE), (STAKE, -STAKE))[seat]


def test_both_silent_in_a_hand_that_goes_on_get_their_stakes_back(duel):
    talk = duel.talk()
    talk.begin()
    duel.publish(0, talk.ledgers[0].latest)
    duel.finish()
    duel.hand = talk.hand_id
    duel.claimed()
    assert duel.paid() == (0, 0)


def test_state_0_needs_no_signature_and_is_what_was_put_in(duel):
    talk = duel.talk((30, 70))
    first = talk.ledgers[0].latest
    refused("not what was put in", duel.publish, 0, type(first)(type(first.state)(0, (70, 30))))
    duel.publish(0, first)
    duel.finish()
    assert duel.paid() == (0, 0)


def test_a_channel_that_nobody_joins_gives_back_what_was_put_in(duel):
    number = duel.escrow.next_channel(duel.a, duel.b)
    duel.channel = duel.escrow.open_channel(duel.a, duel.b, number, STAKE, CLOCK, WINDOW, paid=50)
    refused("too early", duel.escrow.finish, duel.channel)
    refused("not your channel", duel.escrow.join_channel, duel.a, duel.channel, paid=50)
    refused("not the stake", duel.escrow.join_channel, duel.b, duel.channel, paid=STAKE - 1)
    duel.finish()
    refused("not the time for this", duel.escrow.join_channel, duel.b, duel.channel, paid=50)
    assert duel.paid() == (0, 0)


def test_a_channel_cannot_end_by_agreement_while_a_hand_is_in_progress(duel):
    talk = duel.talk()
    talk.begin()
    with pytest.raises(FairError, match="not over"):
        talk.end()


# --- the chain --------------------------------------------------------------------------------------------------------

ATTACKER = """
interface Escrow:
    def open(opponent: address, number: uint64, stake: uint64, clock: uint64, commitment: bytes32) -> bytes32: payable
    def withdraw() -> uint256: nonpayable
    def claim_timeout(hand: bytes32): nonpayable

escrow: address
hand: bytes32
tries: public(uint256)
spiteful: bool

@external
def begin(escrow: address, opponent: address, spiteful: bool):
    self.escrow = escrow
    self.spiteful = spiteful
    self.hand = extcall Escrow(escrow).open(opponent, 1, 10, 60, keccak256("secret"), value=10)

@external
def attack():
    extcall Escrow(self.escrow).claim_timeout(self.hand)
    extcall Escrow(self.escrow).withdraw()

@external
@payable
def __default__():
    assert not self.spiteful
    if self.tries < 5:
        self.tries += 1
        again: bool = raw_call(self.escrow, method_id("withdraw()"), revert_on_failure=False)
        again = raw_call(self.escrow, concat(method_id("claim_timeout(bytes32)"), self.hand), revert_on_failure=False)
"""


class Attacker:
    """A contract that plays, and calls back while it is paid."""

    def __init__(self, escrow, spiteful):
        import vyper

        made = vyper.compile_code(ATTACKER, output_formats=["bytecode", "abi"])
        self.functions = {one["name"]: chain.Function(one) for one in made["abi"] if one.get("name")}
        self.ledger, self.escrow = escrow.chain.ledger, escrow
        self.address = self.ledger.deploy(STRANGER, bytes.fromhex(made["bytecode"][2:]), chain.GAS).address
        escrow.give(self.address, STAKE)
        self.call("begin", escrow.where.contract, player("victim").address, spiteful)

    def call(self, name, *values):
        function = self.functions[name]
        done = self.ledger.send(STRANGER, self.address, 0, function.call(values), chain.GAS, True)
        return done.error or function.read(done.output)


@CHAIN
@pytest.mark.parametrize("spiteful", [False, True], ids=["calls back", "takes nothing"])
def test_california_scenario_21_a_receiver_that_calls_back_gets_what_is_his_and_no_more(spiteful):
    escrow = an_escrow("contract")
    victim = Duel(escrow).open()
    attacker = Attacker(escrow, spiteful)
    assert escrow.tokens(escrow.where.contract) == 2 * STAKE
    escrow.wait(CLOCK + 1)
    error = attacker.call("attack")
    if spiteful:
        assert "Revert" in error, "he hurts himself alone"
        assert escrow.tokens(attacker.address) == 0
    else:
        assert error is None
        assert attacker.call("tries") == 1
        assert escrow.tokens(attacker.address) == STAKE
    assert victim.claimed().view.reason == Reason.RETURNED
    assert escrow.withdraw(victim.a) == STAKE


@CHAIN
def test_the_code_on_the_chain_is_what_the_compiler_makes_of_the_source():
    spec = importlib.util.spec_from_file_location("_contract", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    folder = SCRIPT.parents[1] / "src" / "oddchip" / "fair" / "escrow"
    assert script.made_from(folder) == (folder / "escrow.json").read_text()


def test_the_packaged_code_is_of_the_packaged_source():
    """Needs no chain: a source changed without `scripts/contract` is told of wherever the contract is asked for."""
    code, functions = chain.compiled()
    assert len(code) < 24_576, "what a chain takes at most"
    calls = {"open", "join", "reveal", "seal", "open_seal", "claim_timeout", "withdraw"}
    channel = {"open_channel", "join_channel", "publish", "accuse", "finish"}
    assert calls | channel == {name for name, one in functions.items() if not one.is_view}


@CHAIN
def test_a_hand_costs_less_gas_than_it_did_when_it_was_measured():
    escrow = an_escrow("contract")
    duel, gas = Duel(escrow), {}
    play_hand(escrow, duel.players, STAKE, CLOCK, give_lowest, lambda step: gas.update({step: escrow.chain.gas}))
    most = {"open": 280_000, "join": 80_000, "reveal": 260_000, "seal": 90_000, "open_seal": 260_000}
    assert {step: used for step, used in gas.items() if used > most[step]} == {}


@CHAIN
def test_a_chain_lifts_no_limit_of_the_process():
    """py-evm asks for a recursion so deep that a JSON text of many brackets would end the process."""
    program = (
        "import sys; from oddchip.fair.escrow.contract import Contract; Contract(); print(sys.getrecursionlimit())"
    )
    environ = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[1] / "src")}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environ)
    assert ran.stdout == "1000\n"


def test_without_the_chain_the_twin_and_the_commands_say_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "oddchip.fair.escrow.machine", None)
    monkeypatch.delattr(sys.modules["oddchip.fair.escrow"], "machine", raising=False)
    chain._machine.cache_clear()
    with pytest.raises(FairError, match=r"pip install 'oddchip\[chain\]'"):
        an_escrow("contract")
    chain._machine.cache_clear()

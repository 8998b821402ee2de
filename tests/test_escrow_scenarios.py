"""The scenarios that two who trust nobody must survive, by their numbers, against the contract and against its twin."""

from dataclasses import replace
from random import Random

import pytest

from escrow_duel import CHIPS, CLOCK, KINDS, PLAY, STAKE, STRANGER, Duel, an_escrow, player, refused
from oddchip.cli.escrow_demo import best_mix
from oddchip.errors import OddchipError
from oddchip.fair.errors import FairError
from oddchip.fair.escrow.curve import ORDER
from oddchip.fair.escrow.player import Player
from oddchip.fair.escrow.states import Ledger, Signed
from oddchip.fair.escrow.terms import LAST, Ending, Phase, Reason, Stage, Standing, State, Where
from oddchip.fair.two_party.hashes import commit_hash, deal_hash, dealt, seal_hash
from oddchip.fair.two_party.swap import Outcome, mask_of, worth
from oddchip.solve.california import GIFTS, Deal, solve
from oddchip.solve.california.payoff import results, strengths

EACH_SEAT = pytest.mark.parametrize("seat", [0, 1])
LOST, WON = (-STAKE, STAKE), (STAKE, -STAKE)


@pytest.fixture(params=KINDS)
def duel(request):
    return Duel(an_escrow(request.param))


def lost_by(seat):
    return (LOST, WON)[seat]


@EACH_SEAT
def test_california_scenario_1_who_leaves_after_the_deal_forfeits_the_pot(duel, seat):
    duel.dealt().seal(1 - seat).claimed()
    assert duel.view.reason == Reason.FORFEITED
    assert duel.paid() == lost_by(seat)


@EACH_SEAT
def test_california_scenario_1_the_last_to_reveal_cannot_walk_away_from_the_deal_either(duel, seat):
    duel.joined().reveal(1 - seat).claimed()
    assert duel.paid() == lost_by(seat)


@EACH_SEAT
def test_california_scenario_2_who_leaves_after_seeing_the_other_open_gains_nothing(duel, seat):
    duel.sealed().open_seal(1 - seat).claimed()
    assert duel.escrow.now == duel.view.deadline + 1, "bounded delay"
    assert duel.paid() == lost_by(seat), "the same as losing"


def test_california_scenario_3_a_wrong_opening_is_refused_and_stops_no_clock(duel):
    duel.sealed().open_seal(1)
    until = duel.view.deadline
    salt, mask = duel.players[0].opening(duel.hand)
    for wrong in [(salt, 0b11110000), (bytes(31) + b"\x01", mask)] * 3:
        refused("not what was sealed", duel.escrow.open_seal, duel.a, duel.hand, *wrong)
        duel.escrow.wait(1)
    assert duel.view.deadline == until
    assert duel.claimed().paid() == LOST


@pytest.mark.parametrize("mask", [0, 0b111, 0b11111, 0b11111111])
def test_california_scenario_4_another_number_of_cards_is_refused_and_if_sealed_forfeits(duel, mask):
    duel.dealt().seal(1)
    with pytest.raises(FairError, match="exactly four"):
        duel.players[0].seal(duel.hand, duel.deal, mask)
    salt = bytes(32)
    duel.escrow.seal(duel.a, duel.hand, seal_hash(duel.hand, duel.deal, duel.a, salt, mask))
    refused("four cards are given", duel.escrow.open_seal, duel.a, duel.hand, salt, mask)
    assert duel.open_seal(1).claimed().paid() == LOST


@pytest.mark.parametrize("mask", [0b1_0000_0111, 256 + 15, -1, 1.5, "15", True, None])
def test_california_scenario_5_a_mask_beyond_eight_cards_is_no_mask(duel, mask):
    duel.sealed()
    salt, _ = duel.players[0].opening(duel.hand)
    before = duel.view
    refused("expected a byte", duel.escrow.open_seal, duel.a, duel.hand, salt, mask)
    assert duel.view == before


def test_california_scenario_5_wrong_lengths_are_refused_and_cards_are_counted_not_entries(duel):
    duel.sealed()
    salt, mask = duel.players[0].opening(duel.hand)
    for wrong in (salt[:31], salt + b"\0", b"", salt.hex()):
        refused("expected 32 bytes", duel.escrow.open_seal, duel.a, duel.hand, wrong, mask)
    hand = duel.view.cards[:8]
    with pytest.raises(FairError, match="twice"):
        mask_of(hand, (*hand[:3], hand[0]))


def test_california_scenario_6_the_mask_counts_by_rank_and_suit_however_the_cards_are_shown(duel):
    duel.dealt()
    cards = duel.view.cards
    assert cards[:8] == tuple(sorted(cards[:8]))
    assert cards[8:] == tuple(sorted(cards[8:]))
    shown = Random(6).sample(cards[:8], 8)
    given = shown[:4]
    mask = mask_of(shown, given)
    duel.seal(0, 1, masks=(mask, 0b00001111)).open_seal(0, 1)
    first = Outcome((cards[:8], cards[8:]), duel.view.masks).finals[0]
    assert set(first) == set(shown[4:]) | set(cards[8:12])


def test_california_scenario_7_seals_and_openings_of_an_earlier_hand_mean_nothing(duel):
    duel.sealed().open_seal(0, 1)
    earlier, (salt, mask) = duel.hand, duel.players[0].opening(duel.hand)
    old_seal, old_secret = duel.view.seals[0], duel.view.secrets[0]
    duel.joined()
    assert duel.hand != earlier
    refused("not what was committed", duel.escrow.reveal, duel.a, duel.hand, old_secret)
    duel.reveal(0, 1).seal(1)
    duel.escrow.seal(duel.a, duel.hand, old_seal)
    duel.open_seal(1)
    refused("not what was sealed", duel.escrow.open_seal, duel.a, duel.hand, salt, mask)
    assert duel.claimed().view.reason == Reason.FORFEITED


def test_california_scenario_7_a_hand_of_another_contract_or_chain_has_another_name(duel):
    duel.open()
    terms = duel.view.terms
    for other in (Where(PLAY.chain + 1, PLAY.contract), Where(PLAY.chain, STRANGER)):
        assert replace(terms, match=other.match).hash(other) != duel.hand


def test_california_scenario_8_a_copied_seal_or_commitment_is_refused(duel):
    duel.open()
    copied = duel.view.commitments[0]
    refused("copied", duel.escrow.join, duel.b, duel.hand, copied, paid=STAKE)
    duel.join().reveal(0, 1).seal(0)
    refused("copied", duel.escrow.seal, duel.b, duel.hand, duel.view.seals[0])
    duel.seal(1)


def test_california_scenario_8_the_owner_is_inside_the_seal_so_nobody_else_can_open_it(duel):
    """The copier puts the other's salt and mask into a seal that carries the other's address."""
    duel.dealt()
    salt, mask = bytes(range(32)), 0b00001111
    stolen = seal_hash(duel.hand, duel.deal, duel.a, salt, mask)
    duel.seal(0)
    duel.escrow.seal(duel.b, duel.hand, stolen)
    refused("not what was sealed", duel.escrow.open_seal, duel.b, duel.hand, salt, mask)


def test_california_scenario_9_a_secret_seen_before_is_refused_for_ever(duel):
    duel.sealed().open_seal(0, 1)
    secret = duel.view.secrets[0]
    number = duel.escrow.next_hand(duel.a, duel.b)
    again = replace(duel.view.terms, number=number).hash(duel.escrow.where)
    commitment = commit_hash(again, duel.a, secret)
    assert duel.escrow.open(duel.a, duel.b, number, STAKE, CLOCK, commitment, paid=STAKE) == again
    duel.hand = again
    duel.join()
    refused("secret seen before", duel.escrow.reveal, duel.a, again, secret)
    assert duel.reveal(1).claimed().view.shares == (0, 2 * STAKE)


def test_california_scenario_9_what_a_player_keeps_is_made_once_and_used_in_one_hand():
    own = player(9)
    forked = Player(b"\7" * 32, own.vault, lambda n: n * b"\1")
    secret = forked.secret(b"a" * 32)
    assert secret == forked.secret(b"a" * 32), "never made again"
    with pytest.raises(FairError, match="another hand"):
        forked.secret(b"b" * 32)
    Player(b"\7" * 32, own.vault, lambda n: bytes(n))
    with pytest.raises(FairError, match="another window"):
        forked.secret(b"c" * 32)


STEPS = {
    Phase.WAITING: (Duel.open, lambda duel: duel.join()),
    Phase.REVEAL: (lambda duel: duel.joined().reveal(0), lambda duel: duel.reveal(1)),
    Phase.SEAL: (lambda duel: duel.dealt().seal(0), lambda duel: duel.seal(1)),
    Phase.OPEN: (lambda duel: duel.sealed().open_seal(0), lambda duel: duel.open_seal(1)),
}
EACH_STEP = pytest.mark.parametrize("come, act", STEPS.values(), ids=[step.name for step in STEPS])


@EACH_STEP
def test_california_scenario_10_exactly_at_the_deadline_one_may_act_and_not_claim(duel, come, act):
    come(duel)
    duel.escrow.wait(duel.view.deadline - duel.escrow.now)
    refused("too early", duel.escrow.claim_timeout, duel.hand)
    phase = duel.view.phase
    act(duel)
    assert duel.view.phase == phase + 1


@EACH_STEP
def test_california_scenario_10_one_tick_later_one_may_claim_and_not_act(duel, come, act):
    come(duel)
    if duel.view.phase in (Phase.SEAL, Phase.REVEAL, Phase.OPEN):
        deadline = duel.view.deadline
        assert deadline == duel.escrow.now + CLOCK, "each step has a clock of its own"
    duel.late()
    refused("too late", act, duel)
    duel.escrow.claim_timeout(duel.hand)
    assert duel.view.phase == Phase.DONE
    refused("not the time for this", act, duel)


def test_california_scenario_10_out_of_order_is_refused_in_every_step(duel):
    salt, own = bytes(32), bytes(31) + b"\1"
    calls = {
        Phase.WAITING: lambda: duel.escrow.join(duel.b, duel.hand, own, paid=STAKE),
        Phase.REVEAL: lambda: duel.escrow.reveal(duel.b, duel.hand, own),
        Phase.SEAL: lambda: duel.escrow.seal(duel.b, duel.hand, own),
        Phase.OPEN: lambda: duel.escrow.open_seal(duel.b, duel.hand, salt, 15),
    }
    for name in ("open", "join", "reveal", "seal", "open_seal"):
        getattr(duel, name)(*([0, 1] if name in ("reveal", "seal", "open_seal") else []))
        for phase, call in calls.items():
            if phase != duel.view.phase:
                refused("not the time for this", call)
    assert duel.view.phase == Phase.DONE


@pytest.mark.parametrize("come", [Duel.joined, Duel.dealt, Duel.sealed], ids=["reveal", "seal", "open"])
def test_california_scenario_11_both_miss_the_same_deadline_stakes_back(duel, come):
    come(duel).claimed()
    assert duel.view.reason == Reason.RETURNED
    assert duel.paid() == (0, 0)


def test_california_scenario_11_nobody_joins_and_no_step_locks_the_chips_for_ever(duel):
    assert duel.open().claimed().paid() == (0, 0)
    duel.talk()
    refused("not the time for this", duel.escrow.finish, duel.channel)
    duel.publish(0, Signed(State(0, (100, 100))))
    duel.finish()
    assert duel.paid() == (0, 0)


def test_california_scenario_12_after_a_reload_the_same_choice_is_opened(duel):
    duel.sealed().open_seal(1)
    key = Random("player 0 a").randbytes(32)
    taken_up = Player(key, duel.players[0].vault, lambda n: bytes(n))
    assert taken_up.address == duel.a
    with pytest.raises(FairError, match="another mask"):
        taken_up.seal(duel.hand, duel.deal, 0b11110000)
    assert taken_up.seal(duel.hand, duel.deal, 0b00001111) == duel.view.seals[0]
    duel.escrow.open_seal(duel.a, duel.hand, *taken_up.opening(duel.hand))
    assert duel.view.reason == Reason.SHOWN


def give_lowest(seat, hands):
    return 0b00001111


def test_california_scenario_13_an_old_state_is_pre_empted_by_a_later_one(duel):
    talk = duel.talk()
    talk.play(give_lowest)
    old = talk.ledgers[1].latest
    talk.play(give_lowest)
    latest = talk.ledgers[0].latest
    duel.publish(1, old)
    duel.publish(0, latest)
    assert duel.escrow.channel(duel.channel).published == latest.state
    duel.finish()
    assert duel.paid() == (latest.state.balances[0] - 100, latest.state.balances[1] - 100)


def test_california_scenario_13_nobody_pre_empts_himself_or_with_what_is_not_later(duel):
    talk = duel.talk()
    states = [talk.ledgers[0].latest]
    for _ in range(2):
        talk.play(give_lowest)
        states.append(talk.ledgers[0].latest)
    duel.publish(0, states[1])
    refused("own state stands", duel.publish, 0, states[2])
    refused("no later state", duel.publish, 1, states[0])
    refused("no later state", duel.publish, 1, states[1])
    duel.escrow.wait(duel.escrow.channel(duel.channel).deadline - duel.escrow.now)
    refused("too early", duel.escrow.finish, duel.channel)
    duel.publish(1, states[2])
    duel.escrow.wait(duel.escrow.channel(duel.channel).deadline + 1 - duel.escrow.now)
    refused("too late", duel.publish, 0, states[2])
    duel.escrow.finish(duel.channel)
    assert duel.escrow.channel(duel.channel).paid == states[2].state.balances


@EACH_SEAT
def test_california_scenario_13_two_states_of_one_number_prove_double_signing(duel, seat):
    talk = duel.talk()
    talk.play(give_lowest)
    honest = talk.ledgers[1 - seat].latest
    balances = honest.state.balances
    other = State(honest.state.number, (balances[0] + 1, balances[1] - 1))
    forged = cheating(duel, seat, other, talk)
    accuse = duel.escrow.accuse
    accuser = duel.players[1 - seat].address
    both = (honest.signatures[seat], forged)
    refused("not signed", accuse, duel.players[seat].address, duel.channel, (honest.state, other), both)
    refused("one and the same state", accuse, accuser, duel.channel, (honest.state,) * 2, (both[0],) * 2)
    later = replace(other, number=other.number + 1)
    refused("two numbers", accuse, accuser, duel.channel, (honest.state, later), both)
    accuse(accuser, duel.channel, (honest.state, other), both)
    assert duel.escrow.channel(duel.channel).ending == Ending.DOUBLE_SIGNED
    assert duel.paid() == ((-100, 100), (100, -100))[seat]


def cheating(duel, seat, state, talk):
    """The signature of a player whose vault has forgotten what he signed."""
    key = Random(f"player 0 {'ab'[seat]}").randbytes(32)
    return Player(key, player(0).vault, lambda n: bytes(n)).sign(talk.channel, talk.where, state)


def test_california_scenario_13_a_player_signs_no_number_twice_and_nothing_before_what_he_signed():
    duel = Duel(an_escrow("twin"))
    talk = duel.talk()
    talk.play(give_lowest)
    state = talk.state
    with pytest.raises(FairError, match="another state"):
        duel.players[0].sign(talk.channel, talk.where, replace(state, balances=(0, 200)))
    with pytest.raises(FairError, match="a later state"):
        duel.players[0].sign(talk.channel, talk.where, replace(state, number=state.number - 1))
    assert duel.players[0].sign(talk.channel, talk.where, state) == talk.ledgers[0].latest.signatures[0]


def test_california_scenario_14_the_contract_compares_the_hands_itself(duel):
    """Nobody claims a winner or a split: there is no call for it."""
    rng = Random(14)
    for _ in range(5):
        masks = [sum(1 << i for i in rng.sample(range(8), 4)) for _ in range(2)]
        duel.sealed(masks=(masks[0], masks[1])).open_seal(0, 1)
        cards = duel.view.cards
        first, second = Outcome((cards[:8], cards[8:]), (masks[0], masks[1])).finals
        wanted = STAKE if worth(first) == worth(second) else 2 * STAKE * (worth(first) > worth(second))
        assert duel.view.shares == (wanted, 2 * STAKE - wanted)


def test_california_scenario_14_a_wrong_split_is_signed_by_nobody(duel):
    talk = duel.talk()
    talk.begin()
    talk.reveal()
    talk.seal(give_lowest)
    openings = talk.players[0].opening(talk.hand_id), talk.players[1].opening(talk.hand_id)
    right = shares(talk, openings)
    for paid in {(20, 0), (0, 20), (10, 10), (20, 20)} - {right}:
        state = State(talk.ledgers[0].next_number(), (90 + paid[0], 90 + paid[1]))
        with pytest.raises(FairError, match="not what the hand has left"):
            talk.ledgers[0].propose(state, openings)
    wrong = openings[0], (openings[1][0], 0b11110000)
    with pytest.raises(FairError, match="not what was sealed"):
        talk.ledgers[0].propose(State(talk.ledgers[0].next_number(), (90, 110)), wrong)


def shares(talk, openings):
    cards = dealt(deal_hash(talk.hand_id, talk.standing.secrets))
    winner = Outcome(cards, (openings[0][1], openings[1][1])).winner
    return {None: (10, 10), 0: (20, 0), 1: (0, 20)}[winner]


def test_california_scenario_16_the_pot_is_even_and_nothing_comes_or_goes(duel):
    """Equal hands: of all pairs of choices one is taken that makes them so."""
    duel.dealt()
    while not (ties := tying(duel.view.cards)):
        duel.claimed().dealt()
    duel.seal(0, 1, masks=ties[0]).open_seal(0, 1)
    assert duel.view.reason == Reason.SHOWN
    assert duel.view.shares == (STAKE, STAKE)
    assert duel.paid() == (0, 0)


def tying(cards):
    """Choices after which both hands are worth the same."""
    table = results(strengths(Deal.of(cards[:8], cards[8:])))
    masks = [sum(1 << place for place in places) for places in GIFTS]
    return [(masks[i], masks[j]) for i, row in enumerate(table) for j, result in enumerate(row) if result == 1]


def test_california_scenario_17_a_signature_has_one_form(duel):
    talk = duel.talk()
    talk.play(give_lowest)
    state, (first, second) = talk.ledgers[0].latest.state, talk.ledgers[0].latest.signatures
    r, s, v = first[:32], int.from_bytes(first[32:64]), first[64]
    mirrored = r + (ORDER - s).to_bytes(32) + bytes([55 - v])
    for bad in (mirrored, first[:64], first[:64] + bytes([v - 27]), bytes(65), b"", second):
        refused("not signed", duel.escrow.publish, duel.a, duel.channel, state, (bad, second))
    longer = first + b"0", second
    refused("expected a signature of 65 bytes", duel.escrow.publish, duel.a, duel.channel, state, longer)
    refused("not signed", duel.escrow.publish, duel.a, duel.channel, state, (second, first))
    duel.escrow.publish(duel.a, duel.channel, state, (first, second))


def test_california_scenario_17_numbers_are_whole_positive_and_of_64_bits(duel):
    for stake in (-1, 2**64, 1.5, "10", True, None, "१०"):
        with pytest.raises(OddchipError, match="whole number of 64 bits"):
            duel.escrow.open(duel.a, duel.b, 1, stake, CLOCK, bytes(31) + b"1", paid=STAKE)
    talk = duel.talk()
    for balances in ((-1, 201), (2**64, 0), (100.0, 100)):
        with pytest.raises(OddchipError, match="whole number of 64 bits"):
            duel.publish(0, Signed(State(2, balances)))
    refused("chips do not add up", duel.publish, 0, Signed(State(2, (100, 101))))
    refused("no such state", duel.publish, 0, Signed(State(LAST + 1, (100, 100))))
    assert duel.escrow.channel(duel.channel).stage == Stage.LIVE
    assert talk.state.number == 0


def test_california_scenario_18_whoever_carries_states_can_only_delay(duel):
    """Dropped, doubled, out of order: the latest state stands in the end, and a state of another channel is none."""
    other = Duel(duel.escrow, "other")
    foreign = other.talk()
    foreign.play(give_lowest)
    talk = duel.talk()
    states = []
    for _ in range(3):
        talk.play(give_lowest)
        states.append(talk.ledgers[0].latest)
    refused("not signed", duel.publish, 0, foreign.ledgers[0].latest)
    duel.publish(0, states[0])
    duel.publish(1, states[2])
    refused("no later state", duel.publish, 0, states[1])
    refused("own state stands", duel.publish, 1, states[2])
    duel.finish()
    assert duel.escrow.channel(duel.channel).paid == states[2].state.balances


def test_california_scenario_19_two_proposals_at_once_come_to_one_outcome():
    duel = Duel(an_escrow("twin"))
    talk = duel.talk()
    talk.play(give_lowest)
    first, second = talk.ledgers
    begun = [begin(talk, seat) for seat in (0, 1)]
    signatures = [ledger.propose(state) for ledger, state in zip((first, second), begun, strict=True)]
    assert begun[0].number != begun[1].number
    later = max((0, 1), key=lambda seat: begun[seat].number)
    with pytest.raises(FairError, match="a later state is signed already"):
        talk.ledgers[later].agree(begun[1 - later], signatures[1 - later])
    answer = talk.ledgers[1 - later].agree(begun[later], signatures[later])
    talk.ledgers[later].keep(begun[later], answer)
    assert first.latest == second.latest == Signed(begun[later], first.latest.signatures)


def begin(talk, seat):
    """A new hand as a seat would propose it, with both commitments."""
    ledger = talk.ledgers[seat]
    number = ledger.hands + 1
    terms = talk.channel.hand(talk.where, number).hash(talk.where)
    commitments = talk.players[0].commitment(terms), talk.players[1].commitment(terms)
    balances = talk.state.balances[0] - STAKE, talk.state.balances[1] - STAKE
    return State(ledger.next_number(), balances, Standing(number, commitments))


def test_california_scenario_19_a_balance_below_the_stake_is_named():
    duel = Duel(an_escrow("twin"))
    talk = duel.talk((STAKE, 100))
    while min(talk.state.balances) >= STAKE:
        talk.play(give_lowest)
    short = min((0, 1), key=lambda seat: talk.state.balances[seat])
    for seat in (0, 1):
        with pytest.raises(FairError, match=f"balance of 0x{talk.channel.players[short].hex()} is below the stake"):
            talk.ledgers[seat].propose(begin(talk, seat))


def test_california_scenario_20_the_same_deal_gets_different_choices():
    """A deal without a sure win: the choice of the demonstration is drawn from its mix by the system's randomness."""
    hands = mixed_deal()
    assert len({best_mix(0, hands) for _ in range(60)}) > 1


def mixed_deal():
    rng = Random(20)
    while True:
        deal = Deal.random(rng)
        mix = solve(deal, compiled=False).mixes[0]
        if len(mix) > 1 and max(mix.values()) < 0.8:
            return deal.first, deal.second


def test_california_scenario_21_claims_and_withdrawals_twice_change_nothing(duel):
    duel.dealt().seal(0).claimed()
    before, credits = duel.view, (duel.escrow.credit(duel.a), duel.escrow.credit(duel.b))
    for _ in range(3):
        duel.escrow.claim_timeout(duel.hand)
        duel.escrow.wait(1000)
    assert (duel.view, (duel.escrow.credit(duel.a), duel.escrow.credit(duel.b))) == (before, credits)
    assert duel.escrow.withdraw(STRANGER) == 0
    assert duel.escrow.withdraw(duel.a) == 2 * STAKE
    assert duel.escrow.withdraw(duel.a) == 0
    assert duel.escrow.tokens(duel.a) == CHIPS + STAKE


def test_california_scenario_21_a_finished_channel_is_finished_once(duel):
    talk = duel.talk()
    talk.play(give_lowest)
    duel.publish(0, talk.ledgers[0].latest)
    duel.finish()
    credits = duel.escrow.credit(duel.a), duel.escrow.credit(duel.b)
    duel.escrow.finish(duel.channel)
    refused("not the time for this", duel.publish, 1, talk.ledgers[1].latest)
    assert (duel.escrow.credit(duel.a), duel.escrow.credit(duel.b)) == credits == talk.state.balances


@EACH_SEAT
def test_california_scenario_22_a_clean_end_that_races_with_a_dispute_pays_the_same(duel, seat):
    """Whichever lands first, balances are equal; what stands in the view is what landed."""
    talk = duel.talk()
    talk.play(give_lowest)
    agreed = talk.ledgers[0].latest
    talk.end()
    last = talk.ledgers[0].latest
    assert last.state.balances == agreed.state.balances
    duel.publish(seat, agreed)
    duel.publish(seat, last)
    view = duel.escrow.channel(duel.channel)
    assert (view.ending, view.paid) == (Ending.AGREED, agreed.state.balances)
    refused("not the time for this", duel.publish, 1 - seat, agreed)
    duel.escrow.finish(duel.channel)
    assert duel.paid() == (agreed.state.balances[0] - 100, agreed.state.balances[1] - 100)


def test_california_scenario_22_the_dispute_that_lands_first_pays_the_same(duel):
    talk = duel.talk()
    talk.play(give_lowest)
    agreed = talk.ledgers[0].latest
    talk.end()
    duel.publish(1, agreed)
    duel.finish()
    refused("not the time for this", duel.publish, 0, talk.ledgers[0].latest)
    view = duel.escrow.channel(duel.channel)
    assert (view.ending, view.paid) == (Ending.PUBLISHED, agreed.state.balances)


def test_a_ledger_is_used_by_the_player_it_belongs_to():
    duel = Duel(an_escrow("twin"))
    talk = duel.talk()
    ledger = Ledger(duel.players[1], talk.channel, talk.where, (100, 100))
    assert ledger.seat == 1
    with pytest.raises(FairError, match="for the other to propose"):
        ledger.propose(State(2, (100, 100)))

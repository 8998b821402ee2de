"""What a fair hand between two must survive, by its numbered scenarios: the pot, lines and the relay,
the next hand, two endings at once (16 to 22)."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.fair.errors import FairError
from oddchip.fair.two_party import (
    Ending,
    Label,
    Match,
    Offer,
    Session,
    Terms,
    verify_transcript,
)
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import seal_hash
from oddchip.fair.two_party.messages import Hello, Leave, Open, Seal, Secret
from two_party_play import (
    FIRST_FOUR,
    HOUSE,
    KEYS,
    LAST_FOUR,
    NAMES,
    SIGNERS,
    Cheat,
    Desk,
    MemoryVault,
    against_cheat,
    bits_of,
    refused,
)
from two_party_transcripts import honest

# --- 16: the pot --------------------------------------------------------------------------------------------------

chips = st.integers(0, 10**12)


@given(chips, chips, chips, st.integers(1, 10**6), st.sampled_from([None, 0, 1]))
def test_california_scenario_16_an_odd_chip_goes_by_a_fixed_rule_and_none_is_lost(one, two, dead, hand, winner):
    terms = Terms(Offer(b"m" * 32, hand, (one, two), (one, two), dead=dead), KEYS)
    shares = terms.shares(winner)
    assert sum(shares) == one + two + dead
    if winner is not None:
        assert shares[1 - winner] == 0
    else:
        first = (hand - 1) % 2
        more = [shares[seat] - (one, two)[seat] for seat in (0, 1)]
        assert more[first] - more[1 - first] == dead % 2
    assert sum(terms.settled(shares).balances) == sum(terms.offer.balances) + dead


@given(chips, st.integers(1, 10**6))
def test_california_scenario_16_equal_stakes_leave_no_odd_chip(stake, hand):
    terms = Terms(Offer(b"m" * 32, hand, (stake, stake), (stake, stake)), KEYS)
    assert terms.pot % 2 == 0
    assert terms.shares(None) == (stake, stake)


def test_california_scenario_16_a_tie_is_played_out_so():
    checked = verify_transcript(honest()["equal_with_odd_dead_chip"])
    assert checked.outcome.winner is None
    assert checked.ending.shares == (10 + 4, 25 + 3)


OPENING = against_cheat(upto=Seal)[1].make(Open)


# --- 17, 18: lines and the relay ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "new",
    [
        "015",
        "-15",
        "+15",
        "15.0",
        "1.5e1",
        "0xf",
        '"15"',
        " 15",
        "15 ",
        "1_5",
        "١٥",
        "²",
        "9" * 16,
        "9" * 400,
        "[15]",
        "",
    ],
)
def test_california_scenario_17_a_number_has_one_form(new):
    line = OPENING.replace('"mask":15', f'"mask":{new}')
    assert line != OPENING
    with pytest.raises(FairError):
        said.read(line)


def test_california_scenario_17_length_is_looked_at_before_anything_is_read():
    for text in ("{" * 2000, OPENING + " " * 1000, b"[" * 10**7):
        with refused("at most 1024 characters"):
            said.read(text)
    with refused("at most 65600 characters"):
        verify_transcript("[" * 10**7)


def test_california_scenario_17_a_flood_of_bad_messages_is_no_longer_read():
    desk, cheat = against_cheat(upto=Seal)
    for _ in range(64):
        with pytest.raises(FairError):
            desk.referee.receive("nonsense", now=desk.now, by=1)
    with refused("no more of them is read"):
        desk.referee.receive(cheat.make(Open), now=desk.now, by=1)
    desk.claim()
    assert desk.sides[0].ending.loser == 1


def test_california_scenario_17_the_flood_of_one_is_no_hindrance_for_the_other():
    desk = Desk().dealt()
    for _ in range(200):
        with pytest.raises(FairError):
            desk.referee.receive("nonsense", now=desk.now, by=1)
    desk.mute.add(1)
    desk.choose(LAST_FOUR)
    assert desk.referee.awaited == (1,)


@pytest.mark.parametrize("seed", range(12))
def test_california_scenario_18_a_relay_that_drops_doubles_and_reorders_can_only_delay(seed):
    """No referee: any line may come at any time, often, or never the first times; the two never disagree."""
    desk, rng = Desk(), Random(seed)
    sides = [
        Session(desk.match.match, 1, seat, signer=SIGNERS[seat], vault=MemoryVault(), bits=bits_of(f"r{seat}"))
        for seat in (0, 1)
    ]
    for side in sides:
        side.propose(desk.offer())
    for _ in range(2000):
        seat = rng.randrange(2)
        line = rng.choice(sides[1 - seat].exchange.said[1 - seat]).text
        with suppress(FairError):
            sides[seat].receive(line)
        if sides[seat].may_choose and rng.random() < 0.5:
            sides[seat].choose(give=rng.sample(sides[seat].mine, 4))
        if all(side.ending for side in sides):
            break
    assert sides[0].ending == sides[1].ending
    assert sides[0].ending.end == "settled"


def test_california_scenario_18_a_relay_cannot_alter_or_invent_a_line():
    desk, _ = against_cheat(upto=Secret)
    honest_ = desk.sides[0].exchange.find(0, Secret).text
    with refused("has not signed"):
        desk.sides[1].receive(honest_.replace('"n":2', '"n":3'))
    invented = said.signed(
        Leave, HOUSE, match=desk.match.match, hand=1, seat=0, n=3, seen=bytes(32), key=SIGNERS[0].key
    )
    with refused("has not signed"):
        desk.sides[0].receive(invented.text)


def test_california_scenario_18_a_relay_reads_no_seal():
    """Everything that anybody has seen before the opening, tried as salt with every mask, opens nothing."""
    desk = Desk().dealt().choose(0b01011010)
    exchange = desk.referee.course.exchange
    seal, seen = exchange.find(0, Seal).hash, desk.referee.transcript
    salt = desk.vaults[0].load(desk.sides[0].place, "choice")[:32]
    assert salt.hex() not in seen
    known = {bytes(32), exchange.deal, exchange.terms.hash}
    for line in seen.splitlines():
        known |= {value for value in vars(said.read(line)).values() if isinstance(value, bytes) and len(value) == 32}
    tried = [
        seal_hash(exchange.terms.hash, exchange.deal, KEYS[0], some, mask) for some in known for mask in range(256)
    ]
    assert seal not in tried
    assert seal in [seal_hash(exchange.terms.hash, exchange.deal, KEYS[0], salt, mask) for mask in range(256)]


def test_california_scenario_18_a_referee_that_lies_contradicts_its_own_lines():
    desk = Desk().dealt()
    lines = desk.referee.lines
    receipt = said.read(lines[-1])
    lie = said.signed(
        said.Receipt, HOUSE, match=receipt.match, hand=1, house=HOUSE.key, n=receipt.n, at=receipt.at,
        of=receipt.of, until=receipt.until - 30_000,
    )  # fmt: skip
    with refused("two different lines with the number"):
        desk.sides[0].receive(lie.text)
    early = said.signed(
        said.Ruling, HOUSE, match=receipt.match, hand=1, house=HOUSE.key, n=receipt.n + 1, at=receipt.until,
        end="void", loser=2, cause="", shares=(10, 10),
    )  # fmt: skip
    with refused("milliseconds left"):
        desk.sides[0].receive(early.text)


# --- 19: the next hand --------------------------------------------------------------------------------------------


def test_california_scenario_19_equal_proposals_that_cross_are_one_hand():
    desk = Desk()
    for seat in (0, 1):
        desk.send(seat, desk.sides[seat].propose(desk.offer()))
    desk.deliver()
    assert desk.sides[0].terms == desk.sides[1].terms
    assert desk.sides[0].hands == desk.sides[1].hands is not None


@pytest.mark.parametrize("hand", [1, 2])
def test_california_scenario_19_different_ones_go_to_review_and_one_seat_answers(hand):
    desk = Desk(hand=hand)
    for seat, stake in ((0, 10), (1, 20)):
        desk.send(seat, desk.sides[seat].propose(desk.offer(stake)))
    desk.deliver()
    answers = hand % 2  # who is not first in this hand
    assert all(side.review and side.to_answer == answers and side.terms is None for side in desk.sides)
    with refused("it is for"):
        desk.sides[1 - answers].accept()
    desk.send(answers, desk.sides[answers].accept())
    desk.deliver()
    assert desk.sides[0].terms == desk.sides[1].terms
    assert desk.sides[0].terms.offer.stakes == ((10, 10), (20, 20))[1 - answers]


def test_california_scenario_19_counter_offers_come_to_an_end():
    desk = Desk()
    for seat in (0, 1):
        desk.send(seat, desk.sides[seat].propose(desk.offer(10 + seat)))
    desk.deliver()
    for stake in range(20, 34):
        seat = desk.sides[0].to_answer
        desk.send(seat, desk.sides[seat].propose(desk.offer(stake)))
        desk.deliver()
    with refused("it is for"):
        desk.sides[desk.sides[0].to_answer].propose(desk.offer(50))
    desk.send(0, desk.sides[0].leave())
    desk.deliver()
    assert desk.sides[1].ending.end == "off"


@pytest.mark.parametrize("balances", [(9, 100), (100, 9), (9, 9)])
def test_california_scenario_19_a_balance_too_small_is_named(balances):
    match = Match(b"m" * 32, balances, names=NAMES)
    who = NAMES[balances[0] > 9]
    with refused(f"the balance of {who} is too small: 9 where the stake is 10"):
        match.offer(10)
    assert match.short_of(10) == f"the balance of {who} is too small: 9 where the stake is 10"
    assert match.short_of(9) == ""


def test_california_scenario_19_the_balance_became_too_small_while_the_offer_was_under_way():
    """The offer was made on the old balances: no agreement, on both sides, and both know whose balance it is."""
    desk = Desk()
    offer = desk.offer(80)
    desk.send(0, desk.sides[0].propose(offer))
    now = desk.match.with_balances((100, 70))
    with refused("the balance of Ben is too small"):
        now.offer(80)
    desk.send(1, desk.sides[1].propose(now.offer(70)))
    desk.deliver()
    assert desk.sides[0].review
    assert desk.sides[1].review
    assert [side.offers[1].balances for side in desk.sides] == [(100, 70)] * 2
    cheat = Cheat(Desk(), 0)
    with refused("the balance of Ben is too small: 9"):
        cheat.desk.sides[1].receive(cheat.make(Hello, balances=(100, 9)))


def test_california_scenario_19_both_ledgers_agree_hand_after_hand():
    ledgers = [Match(b"m" * 32, (100, 100), names=NAMES)] * 2
    vaults, marks = (MemoryVault(), MemoryVault()), MemoryVault()
    for hand in range(1, 6):
        desk = Desk(f"h{hand}", hand=hand, balances=ledgers[0].balances, match=b"m" * 32, vaults=vaults, marks=marks)
        desk.played(LAST_FOUR, FIRST_FOUR, stake=25)
        ledgers = [ledger.after(side.terms, side.ending) for ledger, side in zip(ledgers, desk.sides, strict=True)]
        assert ledgers[0] == ledgers[1]
        assert sum(ledgers[0].balances) == 200
    assert ledgers[0].hand == 6


# --- 20 to 22 -----------------------------------------------------------------------------------------------------


def test_california_scenario_20_equal_choices_are_sealed_differently():
    seals = {Desk(f"s{n}").dealt().choose(LAST_FOUR).referee.course.exchange.find(0, Seal).hash for n in range(8)}
    assert len(seals) == 8


def test_california_scenario_21_a_second_claim_gets_the_same_ruling():
    desk = Desk().dealt()
    desk.mute.add(1)
    desk.choose(LAST_FOUR)
    desk.claim()
    lines, transcript = desk.referee.claim(desk.now), desk.referee.transcript
    for later in (0, 1, 10**6):
        assert desk.referee.claim(desk.now + later) == lines
    assert desk.referee.transcript == transcript
    assert desk.sides[0].receive(lines[0]) == ()


def test_california_scenario_21_an_ending_is_booked_once():
    desk = Desk().played(LAST_FOUR, FIRST_FOUR)
    match = desk.match.after(desk.sides[0].terms, desk.sides[0].ending)
    with refused("the next hand of this match is hand 2"):
        match.after(desk.sides[0].terms, desk.sides[0].ending)
    with refused("makes or loses chips"):
        desk.match.after(desk.sides[0].terms, Ending("settled", (20, 20)))


def test_california_scenario_21_a_stranger_claims_nothing():
    desk = Desk().dealt()
    with refused("no more of them is read"):
        desk.referee.receive(desk.referee.lines[0], now=desk.now, by=2)
    with refused("not signed as"):
        desk.referee.receive(desk.referee.lines[0], now=desk.now, by=1)


@pytest.mark.parametrize("first", [0, 1])
def test_california_scenario_22_whichever_lands_first_is_what_both_report(first):
    """Seat 0 goes on chain while the last signature of seat 1 is under way."""
    desk = Desk().dealt(escrow=bytes([7]) * 20)
    for seat in (0, 1):
        desk.send(seat, desk.sides[seat].choose(give=desk.sides[seat].mine[:4]))
    landing = {}
    while desk.post:
        seat, line = desk.post.pop(0)
        if seat == 1 and said.read(line).kind == "result":
            landing[1] = line
        else:
            desk.show(desk.referee.receive(line, now=desk.now, by=seat))
    (landing[0],) = desk.sides[0].go_on_chain()
    desk.show(desk.referee.receive(landing[first], now=desk.now, by=first))
    with refused("this hand is over"):
        desk.referee.receive(landing[1 - first], now=desk.now, by=1 - first)
    desk.sides[first].receive(landing[1 - first])  # it arrives all the same, and changes nothing
    assert desk.sides[0].ending == desk.sides[1].ending == desk.referee.ending
    assert desk.sides[0].label is desk.sides[1].label is (Label.ON_CHAIN, Label.SETTLED)[first]
    assert verify_transcript(desk.referee.transcript).ending == desk.referee.ending


@pytest.mark.parametrize("first", [0, 1])
def test_california_scenario_22_two_leave_at_once_and_the_first_receipt_counts(first):
    desk = Desk().dealt()
    lines = [desk.sides[seat].leave()[0] for seat in (0, 1)]
    desk.show(desk.referee.receive(lines[first], now=desk.now, by=first))
    with refused("this hand is over"):
        desk.referee.receive(lines[1 - first], now=desk.now, by=1 - first)
    assert desk.sides[0].ending == desk.sides[1].ending
    assert desk.sides[0].ending.loser == first
    assert sum(desk.sides[0].ending.shares) == 20
    after = [desk.match.after(side.terms, side.ending).balances for side in desk.sides]
    assert after[0] == after[1]

"""What a fair hand between two must survive, by its numbered scenarios: the clock, reloads, states of
the channel, who has won (10 to 15)."""

from contextlib import suppress
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.cards import parse_cards
from oddchip.fair.errors import FairError
from oddchip.fair.two_party import (
    Cosigned,
    Label,
    Match,
    Phase,
    Referee,
    State,
    check_later,
    double_signed,
    latest,
    verify_transcript,
    worth,
)
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.messages import Commit, Open, Result, Seal, Secret
from oddchip.fair.two_party.swap import HIGH
from two_party_play import (
    FIRST_FOUR,
    HOUSE,
    KEYS,
    LAST_FOUR,
    NAMES,
    SIGNERS,
    Desk,
    MemoryVault,
    against_cheat,
    cards_of,
    refused,
)
from two_party_transcripts import honest

# --- 10, 11: the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("past", [-1, 0, 1])
def test_california_scenario_10_the_deadline_itself_is_in_time_and_no_ruling_comes_before_its_end(past):
    desk, cheat = against_cheat(upto=Seal)
    line = cheat.make(Open)
    now = desk.referee.until + past
    if past <= 0:
        with refused("left"):
            desk.referee.claim(now)
        desk.now = now
        desk.show(desk.referee.receive(line, now=now, by=1))
        assert desk.sides[0].phase >= Phase.RESULT
    else:
        with refused("too late by 1 milliseconds"):
            desk.referee.receive(line, now=now, by=1)
        desk.show(desk.referee.claim(now))
        assert (desk.sides[0].ending.loser, desk.sides[0].ending.cause) == (1, "late")
        assert desk.sides[0].ending.label(1) is Label.LANDED_LATE


@given(st.integers(0, 120_000))
def test_california_scenario_10_at_every_moment_either_acting_or_claiming_is_allowed(after):
    desk = TIMED[0]
    now = desk.now + after
    restored = Referee.restored(
        desk.referee.transcript, desk.match.match, 1, signer=HOUSE, marks=MemoryVault(), names=NAMES
    )
    may = {"act": True, "claim": True}
    for what, do in (("claim", lambda r: r.claim(now)), ("act", lambda r: r.receive(TIMED[1], now=now, by=1))):
        referee = restored if what == "claim" and after <= 60_000 else _again(desk)
        try:
            do(referee)
        except FairError:
            may[what] = False
    assert may == {"act": after <= 60_000, "claim": after > 60_000}


def _again(desk: Desk) -> Referee:
    return Referee.restored(
        desk.referee.transcript, desk.match.match, 1, signer=HOUSE, marks=MemoryVault(), names=NAMES
    )


def _timed() -> tuple[Desk, str]:
    desk, cheat = against_cheat(upto=Seal)
    return desk, cheat.make(Open)


TIMED = _timed()


def test_california_scenario_10_receipts_decide_not_arrival_at_the_other():
    """Seat 0 hears of nothing until long after the deadline; the referee had it in time."""
    desk = Desk().dealt()
    desk.deaf.add(0)
    desk.choose(None, LAST_FOUR)
    desk.mute.add(0)
    desk.claim()
    late = desk.sides[0]
    for line in desk.referee.transcript.splitlines():
        late.receive(line)
    assert late.ending == desk.sides[1].ending
    assert late.ending.loser == 0


def test_california_scenario_10_messages_out_of_order_are_refused_and_come_again():
    desk, cheat = against_cheat(upto=Secret)
    desk.choose(LAST_FOUR)
    with refused("comes too early"):
        cheat.send(Open)
    with refused("is missing before"):
        cheat.send(Seal, n=9)
    cheat.send(Seal)
    desk.deliver()
    cheat.send(Open)


def test_california_scenario_10_a_clock_that_is_set_back_changes_nothing():
    desk, cheat = against_cheat(upto=Seal)
    late = desk.referee.until + 1
    with refused("too late"):
        desk.referee.receive(cheat.make(Open), now=late, by=1)
    at = desk.referee.course.at
    desk.referee.receive(cheat.make(Open), now=5, by=1)
    assert said.read(desk.referee.lines[-1]).at == at


@pytest.mark.parametrize("step", ["both_silent_secret", "both_silent_open"])
def test_california_scenario_11_both_missed_the_same_deadline_stakes_back(step):
    checked = verify_transcript(honest()[step])
    assert (checked.ending.end, checked.ending.shares) == ("void", (10, 10))
    match = Match(checked.match, (100, 100)).after(checked.terms, checked.ending)
    assert match.balances == (100, 100)


@pytest.mark.parametrize("seats", [(), (0,), (1,), (0, 1)])
@pytest.mark.parametrize("step", [Phase.OFFER, Phase.COMMIT, Phase.SECRET, Phase.SEAL, Phase.OPEN, Phase.RESULT])
def test_california_scenario_11_no_step_can_stand_still_for_ever(step, seats):
    """At whatever step whoever falls silent: one deadline later the hand is over, for both alike."""
    desk = Desk()
    for seat in (0, 1):
        if step > Phase.OFFER or seat not in seats:
            desk.send(seat, desk.sides[seat].propose(desk.offer()))
    while desk.post:
        now, desk.post = desk.post, []
        if desk.referee.course.exchange.phase >= step:
            desk.mute |= set(seats)
        for seat, line in now:
            if seat not in desk.mute:
                desk.show(desk.referee.receive(line, now=desk.now, by=seat))
        if desk.referee.course.exchange.phase is Phase.SEAL and not desk.post:
            for seat in (0, 1):
                if seat not in seats or step > Phase.SEAL:
                    desk.send(seat, desk.sides[seat].choose(give=desk.sides[seat].mine[:4]))
    if step is Phase.OFFER and len(seats) == 2:
        assert desk.referee.until == 0  # nobody has said a word
        return
    if seats:
        assert desk.referee.awaited
        desk.claim()
    ending = desk.sides[0].ending
    assert ending is not None
    assert ending == desk.sides[1].ending == desk.referee.ending
    wanted = {Phase.OFFER: "off", Phase.RESULT: "settled"}.get(step, ("settled", "forfeit", "void")[len(seats)])
    assert ending.end == (wanted if seats else "settled")


# --- 12: reload ---------------------------------------------------------------------------------------------------


def test_california_scenario_12_reload_between_seal_and_opening_opens_the_same_choice():
    desk = Desk().dealt()
    desk.send(0, desk.sides[0].choose(give=cards_of(desk.sides[0], 0b01011010)))
    desk.deliver()
    saved = desk.sides[0].saved
    desk.deaf.add(0)
    desk.choose(None, LAST_FOUR)  # the other seals while we are away
    desk.deaf.clear()
    desk.sides[0] = desk.session(0, saved)
    assert not desk.sides[0].may_choose
    assert desk.sides[0].choice == 0b01011010
    with refused("cannot be changed"):
        desk.sides[0].choose(give=cards_of(desk.sides[0], FIRST_FOUR))
    for line in desk.referee.transcript.splitlines():
        desk.send(0, desk.sides[0].receive(line))
    desk.deliver()
    assert desk.sides[0].exchange.outcome.masks[0] == 0b01011010
    assert desk.sides[0].ending == desk.sides[1].ending
    assert desk.sides[0].ending.end == "settled"


def test_california_scenario_12_a_session_may_be_taken_up_again_after_every_line():
    """Both sides lose their memory after every line they hear, from any older copy of it; the hand is the same one."""
    whole = Desk("reload").played(0b01011010, 0b00111100).sides[0]
    rng = Random(12)
    desk = Desk("reload")
    copies = {seat: [""] for seat in (0, 1)}

    def show(lines):
        for line in lines:
            for seat in (0, 1):
                with suppress(FairError):
                    desk.sides[seat].receive(line)
                copies[seat].append(desk.sides[seat].saved)
                desk.sides[seat] = desk.session(seat, rng.choice(copies[seat]))
                for old in desk.referee.lines:
                    desk.sides[seat].receive(old)

    for seat in (0, 1):
        desk.sides[seat].propose(desk.offer())
    for _ in range(40):
        for seat in (0, 1):
            for line in desk.sides[seat].pending:
                show(desk.referee.receive(line, now=desk.now, by=seat))
            if desk.sides[seat].may_choose:
                desk.sides[seat].choose(give=cards_of(desk.sides[seat], (0b01011010, 0b00111100)[seat]))
        if desk.referee.ruling:
            break
    assert desk.referee.ending == whole.ending == desk.sides[0].ending == desk.sides[1].ending
    assert desk.sides[0].exchange.outcome == whole.exchange.outcome
    for seat in (0, 1):
        assert desk.sides[1 - seat].exchange.find(seat, Secret).secret == whole.exchange.find(seat, Secret).secret
        assert desk.sides[0].exchange.find(seat, Open).salt == whole.exchange.find(seat, Open).salt


def test_california_scenario_12_a_crash_after_the_choice_is_stored_and_before_it_is_sealed():
    class Crashing(MemoryVault):
        at = ""

        def save(self, lease, place, what, value):
            if what == self.at:
                raise KeyboardInterrupt
            super().save(lease, place, what, value)

    vault = Crashing()
    desk = Desk(vaults=(vault, MemoryVault())).dealt()
    vault.at = "message 3"
    saved = desk.sides[0].saved
    with pytest.raises(KeyboardInterrupt):
        desk.sides[0].choose(give=cards_of(desk.sides[0], 0b01011010))
    vault.at = ""
    desk.sides[0] = desk.session(0, saved)
    assert desk.sides[0].choice == 0b01011010
    assert not desk.sides[0].may_choose
    desk.send(0, desk.sides[0].pending)
    desk.choose(None, LAST_FOUR)
    assert desk.sides[1].exchange.outcome.masks[0] == 0b01011010


# --- 13: states of the channel ------------------------------------------------------------------------------------


def cosigned(number: int, balances: tuple[int, int], *, signers=SIGNERS, match: bytes = b"m" * 32) -> Cosigned:
    state = State(match, number, balances)
    return Cosigned(state, (signers[0].sign(state.digest), signers[1].sign(state.digest)))


def test_california_scenario_13_a_later_state_takes_the_place_of_an_old_one():
    old, new = cosigned(4, (150, 50)), cosigned(6, (60, 140))
    assert latest([new, old], KEYS) == new
    check_later(old, by=0, later=new, other=1, keys=KEYS)
    with refused("not later"):
        check_later(new, by=1, later=old, other=0, keys=KEYS)
    with refused("not later"):
        check_later(new, by=1, later=new, other=0, keys=KEYS)


def test_california_scenario_13_nobody_takes_the_place_of_his_own():
    with refused("nobody takes the place"):
        check_later(cosigned(4, (150, 50)), by=0, later=cosigned(6, (60, 140)), other=0, keys=KEYS)


def test_california_scenario_13_a_state_that_one_has_not_signed_counts_for_nothing():
    forged = cosigned(9, (200, 0), signers=(SIGNERS[0], SIGNERS[0]))
    old = cosigned(4, (150, 50))
    assert latest([old, forged], KEYS) == old
    with refused("not signed by both"):
        check_later(old, by=1, later=forged, other=0, keys=KEYS)
    with refused("another match"):
        check_later(old, by=1, later=cosigned(9, (200, 0), match=b"x" * 32), other=0, keys=KEYS)


def test_california_scenario_13_one_number_and_two_states_prove_a_double_signature():
    honest_, twice = cosigned(6, (60, 140)), cosigned(6, (140, 60), signers=(SIGNERS[0], SIGNERS[0]))
    assert double_signed(honest_, twice, KEYS) == (0,)
    assert double_signed(honest_, cosigned(6, (140, 60)), KEYS) == (0, 1)
    assert double_signed(honest_, honest_, KEYS) == ()
    assert double_signed(honest_, cosigned(7, (140, 60)), KEYS) == ()
    assert double_signed(honest_, cosigned(6, (1, 2), signers=(HOUSE, HOUSE)), KEYS) == ()


def test_california_scenario_13_the_hand_leaves_both_with_co_signed_states():
    exchange = Desk().played(LAST_FOUR, FIRST_FOUR).sides[1].exchange
    terms = exchange.terms
    commits, results = exchange.both(Commit), exchange.both(Result)
    running = Cosigned(terms.running, (commits[0].cosign, commits[1].cosign))
    settled = Cosigned(terms.settled(exchange.shares), (results[0].cosign, results[1].cosign))
    assert latest([settled, running], KEYS) == settled
    assert (running.state.number, running.state.balances, running.state.pot) == (1, (90, 90), 20)
    assert (settled.state.number, sum(settled.state.balances), settled.state.pot) == (2, 200, 0)


def test_california_scenario_13_two_messages_under_one_number_are_kept_as_proof():
    desk, cheat = against_cheat(upto=Seal)
    other = cheat.make(Seal, n=3, hash=bytes(32))
    with refused("two different messages with the number 3"):
        desk.sides[0].receive(other)
    assert desk.sides[0].label is Label.CHEATED
    (first, second) = desk.sides[0].doubles[0]
    assert second == other
    assert all(said.read(line).is_by(KEYS[1]) for line in (first, second))
    with refused("two different messages"):
        desk.referee.receive(other, now=desk.now, by=1)  # the first counts


# --- 14, 15: who has won ------------------------------------------------------------------------------------------


def test_california_scenario_14_a_claim_of_another_result_is_refused_and_the_true_one_stands():
    desk, cheat = against_cheat(upto=Open)
    shares = desk.referee.course.exchange.shares
    for wrong in (shares[::-1], (10, 10), (20, 20), (0, 0)):
        with refused("another result than the cards give"):
            cheat.send(Result, shares=wrong)
        with refused("another result than the cards give"):
            desk.sides[0].receive(cheat.make(Result, shares=wrong))
    desk.claim()
    assert desk.sides[0].ending.shares == shares
    assert desk.sides[0].ending.unsigned == (1,)


def test_california_scenario_14_a_ruling_that_is_not_what_the_cards_say_is_refused_by_the_player():
    desk = Desk().dealt()
    desk.deaf.add(0)
    desk.choose(LAST_FOUR, None)
    desk.deaf.clear()
    ruling = said.signed(
        said.Ruling, HOUSE, match=desk.match.match, hand=1, house=HOUSE.key, n=desk.sides[1]._hearing.said,
        at=desk.now + 10**9, end="settled", loser=2, cause="", shares=(20, 0),
    )  # fmt: skip
    with refused("the referee rules 'settled'"):
        desk.sides[1].receive(ruling.text)
    assert desk.sides[1].ending is None


MINES = [
    # better                        worse                         why
    ("As Ad Ks Kd 2c 2h Qs 3d", "Ac Ah Kc Kh 2d 2s Jd 4c", "three pairs: the higher single card is the kicker"),
    ("Qs Qd Js Jd Ts Td Ac 3h", "Qc Qh Jc Jh Tc Th Kd 4s", "three pairs, an ace beside"),
    ("As Ad Ks Kd Qs Qd Js Jd", "Ac Ah Kc Kh Jc Jh Tc Td", "four pairs: the third pair gives the kicker"),
    ("9s 9d 9h 8s 8d 8h Ac Kd", "9s 9d 9h 7s 7d Ac Kd Qh", "two trips are a full house of the higher"),
    ("8s 8d 8h 3s 3d 3h Ac Kd", "7s 7d 7h Ks Kd Qh Jc 2d", "two trips against a full house"),
    ("As Qs 9s 7s 5s 3s 2d 2h", "As Qs 9s 7s 4s 3s 2d 2h", "six of a suit: the best five of them"),
    ("Ks Js 9s 8s 7s 5s 3s 2h", "Ks Js 9s 8s 6s 5s 3s 2h", "seven of a suit"),
    ("Ah Qh Jh 9h 7h 5h 3h 2h", "Ah Qh Jh 9h 6h 5h 3h 2h", "eight of a suit"),
    ("2c 3d 4s 5h 6c 7d 8s 9h", "2c 3d 4s 5h 6c 7d 8s Kh", "a straight of eight is its highest five"),
    ("As 2d 3c 4h 5s 6d Kc Qh", "As 2d 3c 4h 5s 7d Kc Qh", "wheel and six-high: the six counts"),
    ("2s 3s 4s 5s 6s Ah Kh Qh", "Ad Kd Qd Jd 9d 2s 3c 4h", "a straight flush below a higher flush"),
    ("3s 4s 5s 6s 7s 8d 9c Th", "4s 5s 6s 7d 8s 9c Th Jd", "a straight flush below a higher straight"),
    ("As 2s 3s 4s 5s 6d Kh Kc", "Ks Kd Kh Kc As Ad Qh Qc", "a wheel in one suit beats four of a kind"),
    ("5s 5d 5h 5c As 2d 2h 3c", "5s 5d 5h 5c Ks Kd Qh 3c", "quads with a pair beside: the highest card is the kicker"),
    ("4s 4d 4h 4c 3s 3d 3h Ac", "4s 4d 4h 4c Ks Kd Kh Qc", "quads with trips beside"),
    ("As Ad Ah Kc Kd Kh 2c 2d", "As Ad Ah Qc Qd Qh Kc 2d", "two trips: the lower one fills"),
]  # fmt: skip


@pytest.mark.parametrize(("better", "worse", "why"), MINES, ids=[why for _, _, why in MINES])
def test_california_scenario_15_the_best_five_of_eight(better, worse, why):
    high, low = tuple(parse_cards(better)), tuple(parse_cards(worse))
    assert worth(high) > worth(low)
    for cards in (high, low):
        assert worth(cards) == max(HIGH.value(five) for five in combinations(cards, 5))
        assert worth(tuple(reversed(cards))) == worth(cards)


def test_california_scenario_15_suits_never_break_a_tie():
    cards = parse_cards("As Ks Qd Jd 9c 7c 5h 3h")
    for suits in permutations(range(4)):
        turned = tuple(card // 4 * 4 + suits[card % 4] for card in cards)
        assert worth(turned) == worth(tuple(cards))


def test_california_scenario_15_what_are_not_eight_cards_is_refused_and_no_more():
    for cards in ((), (1,) * 8, tuple(range(7)), tuple(range(9)), (*range(7), 52), (*range(7), -1)):
        with refused("eight different cards"):
            worth(cards)

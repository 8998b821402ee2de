"""What a fair hand between two must survive: the numbered scenarios, as far as they are the protocol's."""

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.cards import parse_cards
from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import (
    Cosigned,
    Ending,
    Label,
    Match,
    Offer,
    Phase,
    Referee,
    Session,
    State,
    Terms,
    check_later,
    double_signed,
    is_choice,
    latest,
    mask_of,
    verify_transcript,
    worth,
)
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import seal_hash
from oddchip.fair.two_party.messages import Commit, Hello, Leave, Open, Result, Seal, Secret
from oddchip.fair.two_party.swap import HIGH
from two_party_play import HOUSE, NAMES, SIGNERS, Cheat, Desk, MemoryVault, against_cheat, bits_of, cards_of
from two_party_transcripts import honest

KEYS = (SIGNERS[0].key, SIGNERS[1].key)
FIRST_FOUR, LAST_FOUR = 0b00001111, 0b11110000


def refused(words: str):
    return pytest.raises(FairError, match=words)


# --- 1, 2: leaving ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 1])
def test_california_scenario_01_who_is_silent_after_the_deal_forfeits_the_whole_pot(leaver):
    desk = Desk().dealt()
    desk.mute.add(leaver)
    desk.choose(*((None, LAST_FOUR) if leaver == 0 else (LAST_FOUR, None)))
    desk.claim()
    for side in desk.sides:
        assert (side.ending.end, side.ending.loser, side.ending.cause) == ("forfeit", leaver, "silent")
        assert side.ending.shares == ((0, 20), (20, 0))[leaver]
    assert desk.sides[leaver].label is Label.NEVER_MOVED
    assert desk.sides[1 - leaver].label is Label.OPPONENT_TIMED_OUT
    assert verify_transcript(desk.referee.transcript).ending == desk.sides[0].ending


@pytest.mark.parametrize("step", ["silent_commit", "silent_secret", "silent_seal", "silent_open"])
def test_california_scenario_01_at_no_step_is_a_hand_void_because_one_leaves(step):
    ending = verify_transcript(honest()[step]).ending
    assert sorted(ending.shares) == [0, 20]
    assert ending.shares[ending.loser] == 0


@pytest.mark.parametrize("masks", [(LAST_FOUR, FIRST_FOUR), (FIRST_FOUR, LAST_FOUR)])
def test_california_scenario_02_who_sees_that_he_has_lost_gains_nothing_by_leaving(masks):
    played = Desk().played(*masks)
    loser = 1 - played.sides[0].ending.winner
    desk = Desk().dealt()
    order = (loser, 1 - loser)  # the loser seals first, so that the other's opening is what he sees first
    for seat in order:
        desk.send(seat, desk.sides[seat].choose(give=cards_of(desk.sides[seat], masks[seat])))
        if seat == loser:
            desk.deliver()
            desk.mute.add(loser)
    desk.deliver()
    assert desk.sides[loser].exchange.find(1 - loser, Open) is not None
    before = desk.now
    desk.claim()
    assert desk.sides[0].ending.shares == desk.sides[1].ending.shares == played.sides[0].ending.shares
    assert desk.now - before <= 60_001


def test_california_scenario_02_who_does_not_sign_the_result_loses_what_he_has_lost():
    ending = verify_transcript(honest()["unsigned"]).ending
    assert (ending.end, ending.unsigned) == ("settled", (1,))
    assert sorted(ending.shares) == [0, 20]


# --- 3 to 6: wrong openings, wrong choices ------------------------------------------------------------------------


def test_california_scenario_03_a_wrong_opening_is_refused_and_his_clock_runs_on():
    desk, cheat = against_cheat(upto=Seal)
    until, transcript = desk.referee.until, desk.referee.transcript
    for again in range(20):
        desk.now += 1000
        with refused("not what was sealed"):
            cheat.send(Open, mask=0b01010101 if again % 2 else 0b00110011)
    assert (desk.referee.until, desk.referee.transcript) == (until, transcript)
    assert desk.referee.awaited == (1,)
    desk.claim()
    ending = desk.sides[0].ending
    assert (ending.loser, ending.cause, ending.shares) == (1, "opening", (20, 0))
    assert desk.sides[0].label is Label.FORFEITED_OPENING


def test_california_scenario_03_what_others_send_in_his_name_is_no_wrong_opening_of_his():
    desk, cheat = against_cheat(upto=Seal)
    with refused("has not signed"):
        cheat.send(Open, mask=0b01010101, signer=Signer(bytes([66]) * 32))
    desk.claim()
    assert desk.sides[0].ending.cause == "silent"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 6, 7, 8])
def test_california_scenario_04_the_own_client_seals_four_cards_only(count):
    desk = Desk().dealt()
    side = desk.sides[0]
    with refused("exactly four cards are given"):
        side.choose(give=side.mine[:count])
    with refused("exactly four cards are given"):
        side.choose(keep=side.mine[:count])
    assert side.choice is None
    assert side.may_choose
    assert desk.vaults[0].load(side.place, "choice") is None


@pytest.mark.parametrize("mask", [0b0000_0111, 0b0001_1111, 0, 0b1111_1111])
def test_california_scenario_04_a_seal_over_other_than_four_can_never_be_opened(mask):
    desk, cheat = against_cheat(upto=Secret)
    exchange = desk.referee.course.exchange
    desk.choose(LAST_FOUR)
    cheat.send(Seal, hash=seal_hash(exchange.terms.hash, exchange.deal, cheat.signer.key, cheat.salt, mask))
    desk.deliver()
    with refused("not four of eight"):
        cheat.send(Open, mask=mask)
    desk.claim()
    assert (desk.sides[0].ending.loser, desk.sides[0].ending.shares) == (1, (20, 0))


@pytest.mark.parametrize("mask", [0b1_0000_0111, 256 + 15, 4096 + 7, 10**14])
def test_california_scenario_05_bits_outside_the_eight_cards_are_refused(mask):
    assert not is_choice(mask)
    desk, cheat = against_cheat(upto=Seal)
    with refused("not four of eight"):
        cheat.send(Open, mask=mask)


def test_california_scenario_05_different_cards_are_counted_not_entries():
    hand = tuple(range(8))
    for give, words in (
        ((0, 0, 1, 2), "named twice"),
        ((0, 1, 2, 2, 3), "named twice"),
        ((0, 1, 2, 40), "of one's own hand"),
        ((0, 1, 2, -1), "of one's own hand"),
    ):
        with refused(words):
            mask_of(hand, give)
    with refused("eight different cards"):
        mask_of((*hand[:7], hand[0]), hand[:4])
    line = against_cheat(upto=Seal)[1].make(Open)
    for salt in ("ab" * 31, "ab" * 33, ""):
        with refused("one form"):
            said.read(line.replace(bytes([81] * 32).hex(), salt))


@given(st.permutations(range(8)), st.permutations(range(8)))
def test_california_scenario_06_however_a_screen_lays_them_the_same_four_leave(shown, picked):
    hand = tuple(sorted(Random(3).sample(range(52), 8)))
    display = [hand[at] for at in shown]
    give = [display[at] for at in picked[:4]]
    mask = mask_of(display, give)
    assert {hand[at] for at in range(8) if mask >> at & 1} == set(give)


def test_california_scenario_06_the_cards_that_were_marked_are_those_that_go_over():
    desk = Desk().dealt()
    for seat, side in enumerate(desk.sides):
        shown = sorted(side.mine, key=lambda card: (card & 3, -card))  # by suit, highest first
        desk.send(seat, side.choose(give=shown[:4]))
        desk.deliver()
    for seat, side in enumerate(desk.sides):
        shown = sorted(side.mine, key=lambda card: (card & 3, -card))
        assert set(shown[:4]) < set(side.exchange.outcome.finals[1 - seat])


# --- 7 to 9: nothing twice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Commit, Secret, Seal, Open, Result])
def test_california_scenario_07_what_was_said_in_an_earlier_hand_says_nothing_in_this(kind):
    first = Desk().played(LAST_FOUR, FIRST_FOUR)
    old = first.referee.course.exchange.find(1, kind)
    desk, _ = against_cheat(upto=Secret, hand=2, seed="later")
    with refused("another hand"):
        desk.referee.receive(old.text, now=desk.now, by=1)
    with refused("another hand"):
        desk.sides[0].receive(old.text)


def test_california_scenario_07_an_earlier_seal_signed_anew_cannot_be_opened():
    first, old = against_cheat(upto=Open)
    seal = first.referee.course.exchange.find(1, Seal)
    desk, cheat = against_cheat(upto=Secret, hand=2, seed="later")
    desk.choose(LAST_FOUR)
    cheat.send(Seal, hash=seal.hash)
    desk.deliver()
    with refused("not what was sealed"):
        cheat.send(Open, salt=old.salt)


def test_california_scenario_08_a_copied_seal_or_commitment_is_refused():
    desk, cheat = against_cheat(upto=Hello)
    with refused("copied the commitment"):
        cheat.send(Commit, hash=desk.referee.course.exchange.find(0, Commit).hash)
    desk, cheat = against_cheat(upto=Secret)
    desk.choose(LAST_FOUR)
    with refused("copied the seal"):
        cheat.send(Seal, hash=desk.referee.course.exchange.find(0, Seal).hash)


def test_california_scenario_08_the_copied_opening_opens_nothing_since_the_key_is_inside():
    exchange = Desk().played(LAST_FOUR, FIRST_FOUR).referee.course.exchange
    opened, seal = exchange.find(0, Open), exchange.find(0, Seal)
    seals = [seal_hash(exchange.terms.hash, exchange.deal, key, opened.salt, opened.mask) for key in KEYS]
    assert seals[0] == seal.hash != seals[1]


def test_california_scenario_09_a_secret_is_stored_before_it_is_sent_and_never_made_again():
    desk = Desk()
    made = []

    def bits(n: int) -> bytes:
        made.append(bits_of("x")(n) if not made else bytes([len(made)]) * n)
        return made[-1]

    desk.bits = (bits, desk.bits[1])
    desk.sides[0] = desk.session(0)
    desk.agree()
    commit = next(line for seat, line in desk.post if seat == 0)
    vault, place = desk.vaults[0], desk.sides[0].place
    assert vault.load(place, "secret") == made[0]
    assert vault.load(place, "message 1") == commit.encode()
    for saved in ("", desk.sides[0].saved):
        again = desk.session(0, saved)
        assert saved == "" or again.pending[-1] == commit
    assert len(made) == 1


def test_california_scenario_09_nothing_is_said_when_it_cannot_be_stored():
    class Full(MemoryVault):
        full = False

        def save(self, lease, place, what, value):
            if self.full:
                raise FairError("the disk is full")
            super().save(lease, place, what, value)

    vault = Full()
    desk = Desk(vaults=(vault, MemoryVault()))
    hello = desk.sides[1].propose(desk.offer())
    desk.sides[0].propose(desk.offer())
    vault.full = True
    with refused("the disk is full"):
        desk.sides[0].receive(hello[0])
    assert desk.sides[0].exchange.find(0, Commit) is None
    vault.full = False
    assert [said.read(line).kind for line in desk.sides[0].resume()] == ["commit"]


def test_california_scenario_09_a_source_that_repeats_itself_is_found_out():
    vault = MemoryVault()
    desk = Desk(vaults=(vault, MemoryVault())).dealt()
    desk.sides[0]._bits = bits_of("a 0")  # begins again: the salt would be the secret
    with refused("given this secret before"):
        desk.sides[0].choose(give=desk.sides[0].mine[:4])
    later = Desk(hand=2, vaults=(vault, MemoryVault()))
    with refused("given this secret before"):
        later.dealt()


def test_california_scenario_09_a_seen_secret_is_refused_for_ever():
    marks = MemoryVault()
    against_cheat(upto=Secret, marks=marks)
    desk, cheat = against_cheat(upto=Commit, hand=5, marks=marks, seed="later")
    with refused("opens with a secret that was used before"):
        cheat.send(Secret)
    desk.claim()
    assert desk.sides[0].ending.loser == 1


def test_california_scenario_09_the_other_player_refuses_it_too():
    vaults = (MemoryVault(), MemoryVault())
    against_cheat(upto=Secret, vaults=vaults)
    desk, cheat = against_cheat(upto=Commit, hand=5, vaults=vaults, seed="later")
    with refused("used before"):
        desk.sides[0].receive(cheat.make(Secret))


def test_california_scenario_09_a_second_window_ends_the_first():
    desk = Desk().dealt()
    first = desk.sides[0]
    second = desk.session(0, first.saved)
    with refused("in another window"):
        first.choose(give=first.mine[:4])
    assert first.exchange.find(0, Seal) is None
    assert [said.read(line).kind for line in second.choose(give=second.mine[:4])] == ["seal"]


def test_california_scenario_09_an_old_copy_of_the_vault_stops_when_it_hears_itself():
    desk = Desk().dealt()
    copy = desk.session(0, "", vault=MemoryVault())
    with refused("played with your key somewhere else"):
        for line in desk.referee.transcript.splitlines():
            copy.receive(line)


# --- 10, 11: the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("past", [-1, 0, 1])
def test_california_scenario_10_the_deadline_itself_is_in_time_and_no_ruling_comes_before_its_end(past):
    desk, cheat = against_cheat(upto=Seal)
    line = cheat.make(Open)
    now = desk.referee.until + past
    if past <= 0:
        with refused("left"):
            desk.referee.claim(now)
        desk.referee.receive(line, now=now, by=1)
        desk.now = now
        desk.deliver()
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
        if desk.sides[0].may_choose:
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
                try:
                    desk.sides[seat].receive(line)
                except FairError as error:
                    assert "missing" in str(error) or "another hand" in str(error) or "not there" in str(error)
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
    assert [m.text for m in desk.sides[0].exchange.said[0]] == [m.text for m in whole.exchange.said[0]]


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
    ("8s 8d 8h 3s 3d 3h Ac Kd", "7s 7d 7h As Ad Ah Kc Kd"[:0] + "7s 7d 7h Ks Kd Qh Jc 2d", "two trips against a full house"),
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
    line = TIMED[1].replace('"mask":15', f'"mask":{new}')
    assert line != TIMED[1]
    with pytest.raises(FairError):
        said.read(line)


def test_california_scenario_17_length_is_looked_at_before_anything_is_read():
    for text in ("{" * 2000, TIMED[1] + " " * 1000, b"[" * 10**7):
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


@given(st.randoms(use_true_random=False))
def test_california_scenario_18_a_relay_that_drops_doubles_and_reorders_can_only_delay(rng):
    """No referee: any line may come at any time, often, or never the first times; the two never disagree."""
    desk = Desk()
    sides = [
        Session(desk.match.match, 1, seat, signer=SIGNERS[seat], vault=MemoryVault(), bits=bits_of(f"r{seat}"))
        for seat in (0, 1)
    ]
    for side in sides:
        side.propose(desk.offer())
    for _ in range(2000):
        seat = rng.randrange(2)
        line = rng.choice(sides[1 - seat].exchange.said[1 - seat]).text
        try:
            sides[seat].receive(line)
        except FairError as error:
            assert "missing" in str(error) or "another hand" in str(error)
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
    """Seat 0 leaves while seat 1 signs the last result: the referee's order decides, and both screens tell it."""
    desk = Desk().dealt(escrow=bytes([7]) * 20)
    desk.mute.add(1)
    for seat in (0, 1):
        desk.send(seat, desk.sides[seat].choose(give=desk.sides[seat].mine[:4]))
    held = []
    while desk.sides[1].exchange.find(1, Result) is None:
        held += [line for seat, line in desk.post if seat == 1]
        desk.post = [(seat, line) for seat, line in desk.post if seat == 0]
        if desk.post:
            desk.deliver()
        elif held:
            desk.show(desk.referee.receive(held.pop(0), now=desk.now, by=1))
    held += [line for seat, line in desk.post if seat == 1]
    desk.post = []
    assert [said.read(line).kind for line in held] == ["result"]
    asked = desk.sides[1].go_on_chain() if desk.sides[1].ending is None else ()
    result_of_0 = desk.sides[0].exchange.find(0, Result)
    landing = [*held, *asked]
    assert result_of_0 is not None
    assert asked or desk.sides[1].ending.ruled is False
    for line in landing if first == 0 else landing[::-1]:
        try:
            desk.show(desk.referee.receive(line, now=desk.now, by=1))
        except FairError as error:
            assert "missing" in str(error) or "over" in str(error)
    assert desk.sides[0].ending == desk.sides[1].ending == desk.referee.ending
    assert desk.sides[0].label is desk.sides[1].label is Label.SETTLED


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

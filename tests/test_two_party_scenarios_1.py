"""What a fair hand between two must survive, by its numbered scenarios: leaving, wrong openings and
choices, nothing twice (1 to 9)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.fair.two_party import (
    Label,
    is_choice,
    mask_of,
    verify_transcript,
)
from oddchip.fair.two_party import messages as said
from oddchip.fair.two_party.hashes import seal_hash
from oddchip.fair.two_party.messages import Chain, Commit, Hello, Leave, Open, Result, Seal, Secret
from two_party_play import (
    FIRST_FOUR,
    KEYS,
    LAST_FOUR,
    Cheat,
    Desk,
    MemoryVault,
    against_cheat,
    bits_of,
    cards_of,
    refused,
)
from two_party_transcripts import honest

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


def test_california_scenario_03_what_was_refused_in_an_earlier_step_is_no_cause_of_silence():
    desk, cheat = against_cheat(upto=Commit)
    with refused("not the one committed to"):
        cheat.send(Secret, secret=bytes(32))
    cheat.send(Secret)
    desk.send(0, desk.sides[0].choose(give=desk.sides[0].mine[:4]))
    desk.deliver()
    desk.claim()
    assert (desk.sides[0].ending.loser, desk.sides[0].ending.cause) == (1, "silent")


def test_who_has_gone_on_in_the_contract_says_nothing_more():
    desk = Desk("gone", match=bytes(32)).dealt(escrow=bytes([1]) * 20)
    cheat = Cheat(desk, 1)
    exchange = desk.sides[0].exchange
    exchange.take(cheat.make(Chain))
    with refused("has left this hand"):
        exchange.take(cheat.make(Leave, n=len(exchange.said[1])))


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
    _, cheat = against_cheat(upto=Seal)
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

"""Play in the terminal: what is shown, what is asked twice, how one leaves."""

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from oddchip import FixedLimit, Hand, HouseRules, Seat, Stake, find_game, fixed, games, shuffled
from oddchip import events as ev
from oddchip.actions import CALL, CHECK, FOLD, PAT, DeclareWay, Discard, RaiseTo, Way
from oddchip.cards import card_words
from oddchip.cli.faces import Faces
from oddchip.cli.person import Person, Quit
from oddchip.cli.screen import Screen
from oddchip.cli.situation import Situation
from oddchip.history import load, load_all
from oddchip.telling import Teller
from terminal import Answers, Terminal, oddchip

ME, ADA = 1, 2
NAMES = {ME: "You", ADA: "Ada", 3: "Bo", 4: "Cleo"}


def dealt(game, hands, rest="", *, stacks=(200, 200), button=1, stakes=None, **rules):
    """A hand in which each seat, from the left of the button, is dealt these cards, and then come the rest."""
    game = find_game(game)
    cards = [game.deck.parse(hand) for hand in hands]
    top = [card for round_ in zip(*cards, strict=True) for card in round_]
    top += game.deck.parse(rest)
    order = top + [card for card in game.deck.cards if card not in top]
    seats = [Seat(number, stack) for number, stack in enumerate(stacks, start=1)]
    return Hand.start(game, stakes or FixedLimit(2, 4), seats, button, fixed(order), house=HouseRules.of(**rules))


def sit(hand, answers, tty=False):
    """The action a person decides on who enters these answers, and what he reads."""
    out = Terminal() if tty else io.StringIO()
    screen = Screen(Answers("".join(f"{answer}\n" for answer in answers)), out, io.StringIO(), {"TERM": "xterm"})
    person = Person(screen, lambda: screen.say("the rules"), lambda: screen.say("the log"))
    return person.choose(Situation(screen, hand, NAMES, ME)), out.getvalue()


# --- asked twice -----------------------------------------------------------------------------------------------------


def test_folding_what_could_be_checked_is_asked_twice():
    hand = dealt("johnson", ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"], button=2)
    action, out = sit(hand, ["f", "f"])
    assert action == FOLD
    assert out.count("You may check for nothing. Enter it again if you mean it.") == 1
    assert sit(hand, ["f", "k"])[0] == CHECK
    assert sit(hand, ["f", "why", "fold"])[0] == FOLD


def after_standing_pat(hand):
    """Called and checked around, and nobody draws."""
    for _ in range(2):
        hand = hand.act(hand.offer.actions()[0])
    return hand.act(PAT, ME).act(PAT, ADA)


def test_checking_a_seven_after_the_draw_is_asked_twice_d_cl_3():
    hand = dealt("california_lowball", ["7s 5d 4c 3h 2s", "Ks Kd 4d 8h Ts"], button=2)
    hand = after_standing_pat(hand)
    action, out = sit(hand, ["k", "k"])
    assert action == CHECK
    assert "You hold a seven or better" in out
    badly = dealt("california_lowball", ["8s 5d 4c 3h 2s", "Ks Kd 4d 8h Ts"], button=2)
    assert "seven or better" not in sit(after_standing_pat(badly), ["k"])[1]


def test_breaking_openers_is_asked_twice_d_jp_4():
    hand = dealt("gardena_jackpots", ["Js Jd 9c 8h 7s", "2s 3d 4c 6h Ts"], button=2)
    hand = hand.act(RaiseTo(2), ME).act(CALL, ADA)
    action, out = sit(hand, ["d Js", "d Js"])
    assert action == Discard(hand.game.deck.parse("Js"))
    assert "breaks your openers" in out
    assert "breaks your openers" not in sit(hand, ["d 7s"])[1]


def declaring(mine):
    hand = dealt("high_low_declare", [mine, "2s 3d 4c 8h Ts"], button=2)
    while hand.turn is not None:
        hand = hand.act(hand.offer.actions()[0])
    return hand


def test_declaring_both_ways_with_half_a_hand_is_asked_twice_d_dc_4():
    action, out = sit(declaring("Ks Kd 9c 7h 5s"), ["b", "b"])
    assert action == DeclareWay(Way.BOTH)
    assert "unless it wins both ways outright" in out
    assert "outright" not in sit(declaring("As 2d 3c 4h 5s"), ["b"])[1]
    assert "outright" not in sit(declaring("Ks Kd 9c 7h 5s"), ["h"])[1]


def test_both_ways_can_be_declared_on_a_short_pack_without_eights():
    hand = dealt('on_deck(high_low_declare, "short")', ["As Kd Qc Jh 9s", "6s 7d 8c 9h Ts"], button=2)
    while hand.turn is not None:
        hand = hand.act(hand.offer.actions()[0])
    assert sit(hand, ["b", "b"])[0] == DeclareWay(Way.BOTH)


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_questions_about_the_table_are_answered_and_ask_again():
    hand = dealt("johnson", ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"], button=2)
    action, out = sit(hand, ["?", "why", "rules", "log", "hand", "t", "", "nonsense", "k"])
    assert action == CHECK
    assert "Now you may:" in out
    assert "No call: there is nothing to call." in out
    assert "the rules" in out
    assert "the log" in out
    assert "'nonsense' is no answer here" in out


def test_leaving_is_no_action():
    hand = dealt("johnson", ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"], button=2)
    for word in ("q", "quit"):
        with pytest.raises(Quit):
            sit(hand, [word])
    with pytest.raises(EOFError):
        sit(hand, [])


@pytest.mark.parametrize("tty", [False, True])
def test_nothing_hidden_is_shown(tty):
    mine = "As Kd 9c 7h 5s"
    seen = {sit(dealt("johnson", [mine, theirs], rest, button=2), ["t", "hand", "k"], tty)[1] for theirs, rest in
            [("2s 3d 4c 8h Ts", "Js"), ("Qs Qd Qc Qh Jd", "3h")]}  # fmt: skip
    assert len(seen) == 1


def test_plain_output_has_no_drawing_and_every_card_in_words():
    _, out = sit(dealt("johnson", ["As Kd 9c 7h X1", "2s 3d 4c 8h Ts"], button=2), ["k"])
    assert out.isascii()
    assert "\x1b" not in out
    assert "1 seven of hearts, 2 nine of clubs, 3 king of diamonds, 4 ace of spades, 5 joker" in out
    assert "pair of aces with K-9-7 (the joker is the ace of hearts)" in out


def test_a_terminal_has_colours_and_symbols():
    _, out = sit(dealt("johnson", ["As Kd 9c 7h X1", "2s 3d 4c 8h Ts"], button=2), ["k"], tty=True)
    assert "\x1b[" in out
    assert "K♦" in out


def test_a_window_of_twenty_columns_wraps(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    for plain in ([], ["--plain"]):
        ran = oddchip("play", "badugi", "--seed", "1", "--fast", *plain, answers=["f", "f", "q"], tty=True)
        shown = ran.out if plain else re.sub(r"\x1b\[[0-9;]*m", "", ran.out)
        lines = [line for line in shown.splitlines() if "unfinished.toml" not in line]  # nor is a path broken
        assert max(map(len, lines)) <= 40  # a prompt is not wrapped
        assert sum(len(line) > 20 for line in lines) <= 4


# --- telling ---------------------------------------------------------------------------------------------------------


def told(hand, events, me=ME):
    screen = Screen(io.StringIO(), io.StringIO(), io.StringIO(), {})
    stacks = dict(zip(hand.seats, hand.dealt_stacks, strict=True))
    teller = Teller(hand.plan, hand.seats, NAMES, stacks, Faces(screen, hand.plan.deck), me)
    return ["".join(span if isinstance(span, str) else span[0] for span in line) for line in teller.tell(events)]


HILO = dealt("california_high_low", ["As Kd 9c 7h 5s", "2s 3d 4c 8h Ts"])


def test_a_quarter_is_called_one_s8_15():
    low = HILO.game.deck.parse("8c 6d 4h 3c Ad")
    awards = [
        ev.Awarded(ADA, 0, 10, "high", low, "pair of kings"),
        ev.Awarded(ADA, 0, 5, "low", low, "8-6-4-3-A low"),
        ev.Awarded(ME, 0, 6, "low", low, "8-6-4-3-A low"),
    ]
    lines = told(HILO, awards)
    assert lines[0].startswith("The pot, high: Ada wins 10 with pair of kings: ")
    assert lines[1].startswith("The pot, low, quartered: Ada 5, You 6 with 8-6-4-3-A low: ")
    assert lines[1].endswith("; the odd chip goes to you.")


@pytest.mark.parametrize(
    "low, said", [("8c 6d 4h 3c Ad 4s 4d", 0), ("9c 9d 4h 3c Kd Qs Jd", 1)], ids=["an eight", "no eight"]
)
def test_that_nobody_qualifies_is_told_s8_14(low, said):
    hand = dealt("stud_eight", ["As Kd 9h 7h 5s Ts Jh", "2s 3d 4c 8h Tc Th Td"])
    cards = hand.game.deck.parse(low)
    lines = told(hand, [ev.Shown(ADA, cards), ev.Awarded(ADA, 0, 8, "whole", cards[:5], "x")])
    assert lines.count("No hand qualifies for low.") == said


def test_a_scoop_and_several_pots_are_called_so():
    cards = HILO.game.deck.parse("5c 4d 3h 2c Ad")
    awards = [
        ev.Awarded(ADA, 1, 8, "whole", cards, "x"),
        ev.Awarded(ME, 0, 10, "high", cards, "five-high straight"),
        ev.Awarded(ME, 0, 10, "low", cards, "5-4-3-2-A low"),
    ]
    lines = told(HILO, awards)
    assert lines[0].startswith("Side pot: Ada wins 8")
    assert lines[1].startswith("Main pot, high: You win 10")
    assert lines[2].endswith(", and scoops.")


def test_antes_all_in_and_returned_chips():
    events = [
        *(ev.Posted(seat, "ante", 1, 1, False) for seat in (ME, ADA)),
        ev.Raised(ADA, 199, 199, True, "bet"),
        ev.Folded(ME),
        ev.Returned(ADA, 199),
    ]
    assert told(HILO, events) == [
        "Everyone puts up 1.",
        "Ada bets 199, all-in.",
        "You fold.",
        "The uncalled 199 goes back to Ada.",
    ]


def test_openers_voids_and_carried_pots_are_told_with_their_reasons():
    deck = HILO.game.deck
    events = [
        ev.OpenersShown(ADA, deck.parse("Js Jd"), True, "a pair of jacks or better"),
        ev.Voided(ME, 4, "the best hand was a checked seven"),
        ev.Carried(((8, (ME, ADA)),), 1, "passed out"),
    ]
    assert told(HILO, events) == [
        "Ada shows openers: jack of spades, jack of diamonds (a pair of jacks or better).",
        "You get back 4: the best hand was a checked seven.",
        "The pot of 8 stays for the next deal: passed out.",
    ]


def test_who_declared_both_ways_and_won_nothing_is_told_why_d_dc_5():
    hand = declaring("Ks Kd 9c 7h 5s")
    hand = hand.act(DeclareWay(Way.BOTH), ME).act(DeclareWay(Way.LOW), ADA)
    assert "You declare both ways without winning both outright, and so nothing." in told(hand, hand.events)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_event_of_a_game_has_its_sentence_from_every_seat(game):
    seats = [Seat(number, 60) for number in range(1, min(4, game.seats[1]) + 1)]
    stakes = FixedLimit(2, 4) if game.rounds else Stake(10)
    rng = random.Random(game.id)
    hand = Hand.start(game, stakes, seats, 1, shuffled(rng))
    while not hand.over:
        seat = min(hand.to_act)
        hand = hand.act(rng.choice(hand.offers[seat].actions()), seat)
    for me in (None, ME, ADA):
        lines = told(hand, hand.view(me).events, me)
        assert all(line.endswith((".", ")")) for line in lines), lines
        assert len(lines) > 4


# --- a sitting -------------------------------------------------------------------------------------------------------

NOISE = [
    *["f", "k", "k", "c", "c", "c", "b", "r", "p", "p", "l", "h", "y", "t", "?", "why", "hand", "xyzzy", "allin"],
    *("", "r 10", "d 1 2", "d 5", "keep 1 2", "g 1 2 3 4", "keep 1 2 3 4", "d Ks", "r pot", "d 9", "r -1", "\x00", "é"),
]


@pytest.mark.parametrize("tty", [False, True])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_whatever_is_entered_in_whatever_game_no_traceback(game, tty, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    rng = random.Random(game.id)
    answers = [rng.choice(NOISE) for _ in range(120)]
    ran = oddchip("play", game.id, "--seed", "1", "--hands", "2", "--fast", "--bot", "caller", answers=answers, tty=tty)
    assert ran.code == 0
    assert ran.err == ""


def test_the_same_seed_plays_the_same():
    one, two = (oddchip("play", "badugi", "--seed", "7", answers=["c", "p", "c", "p", "q"]) for _ in range(2))
    assert one == two
    assert one != oddchip("play", "badugi", "--seed", "8", answers=["c", "p", "c", "p", "q"])


def test_a_passed_out_pot_is_played_for_in_the_next_deal_d_po_1():
    ran = oddchip("play", "gardena_jackpots", "--seed", "2", "--bot", "caller", "--hands", "2", answers=["k"] * 40)
    assert "stays for the next deal: passed out." in ran.out
    assert "Pot 8." in ran.out


def test_deals_for_one_pot_are_one_hand_and_played_to_the_end_d_po_10():
    ran = oddchip("play", "gardena_jackpots", "--seed", "3", "--hands", "1", answers=["k", "p", "c"] * 99)
    heads = re.findall("^Hand .*", ran.out, re.M)
    assert heads == ["Hand 1, Cleo has the button.", "Hand 1, deal 2, you have the button."]
    assert "4 are in the pot from the deal before." in ran.out
    assert "This deal costs you 1." in ran.out
    assert ran.out.index("The pot: ") > ran.out.rindex("stays for the next deal")
    asked = oddchip("play", "gardena_jackpots", "--seed", "3", "--bot", "caller", answers=["k", "q"]).out
    assert "Enter deals again for this pot, q leaves: " in asked


def test_who_sits_down_is_told_and_what_short_names_mean():
    out = oddchip("play", "california_poker", "--deck", "italian", answers=["q"]).out
    assert "then comes Ada." in out
    assert "F is the knave, C the knight and R the king; the suits are b batons, d coins, c cups and s swords." in out
    out = oddchip("play", "badugi", answers=["q"]).out
    assert "then come Ada, Bo and Cleo." in out
    assert "short names" not in out


def test_the_house_rules_in_force_are_announced():
    ran = oddchip("play", "johnson", "--rules", "cap_raises=4", answers=["q"])
    assert "House rule: cap_raises is 4." in ran.out


def test_cucamonga_is_announced_before_the_deal_cu_3():
    out = oddchip("play", "cucamonga", answers=["q"]).out
    assert out.index("ualif") < out.index("Hand 1")


def test_california_ends_when_a_stake_cannot_be_covered_cp_9():
    ran = oddchip("play", "california_poker", "--stack", "10", "--seed", "3", answers=["g 1 2 3 4"] * 9)
    assert "The session is over: your" in ran.out
    assert ran.code == 0


# --- records and leaving ---------------------------------------------------------------------------------------------


def test_hands_are_recorded_one_after_the_other_and_agree_with_the_rules(tmp_path):
    file = tmp_path / "hands.toml"
    for _ in range(2):
        ran = oddchip("play", "badugi", "--hands", "2", "--record", str(file), answers=["c", "p"] * 60)
        assert ran.code == 0
    assert len(load_all(file.read_text())) == 4
    checked = oddchip("replay", str(file), "--check")
    assert (checked.code, checked.out) == (0, "4 hands, all as the rules have it.\n")


def test_a_record_that_was_changed_is_found_wrong(tmp_path):
    file = tmp_path / "hands.toml"
    oddchip("play", "badugi", "--hands", "1", "--seed", "1", "--record", str(file), answers=["c", "p"] * 60)
    text = file.read_text()
    assert " cc" in text
    file.write_text(text.replace(" cc", " f", 1))
    ran = oddchip("replay", str(file), "--check")
    assert (ran.code, "WRONG" in ran.out) == (1, True)


def test_a_replay_shows_a_seat_only_what_it_saw(tmp_path):
    file = tmp_path / "hands.toml"
    oddchip("play", "johnson", "--hands", "1", "--seed", "1", "--record", str(file), answers=["f"] * 9)
    record = load_all(file.read_text())[0]
    hand = record.replay()
    full = oddchip("replay", str(file)).out
    mine = oddchip("replay", str(file), "--seat", "1").out
    public = oddchip("replay", str(file), "--seat", "0").out
    held = [card_words(card, hand.game.deck) for card in hand.holdings[ME]]
    assert all(card in full and card in mine for card in held)
    assert not all(card in public for card in held)
    assert oddchip("replay", str(file), "--seat", "9").code == 2
    assert oddchip("replay", str(file), "--hand", "2").code == 2


def test_an_unwritable_record_is_refused_before_the_deal(tmp_path):
    ran = oddchip("play", "johnson", "--record", str(tmp_path), answers=["k"])
    assert (ran.code, ran.out) == (2, "")
    other = tmp_path / "notes.txt"
    other.write_text("not a hand")
    ran = oddchip("play", "johnson", "--record", str(other), answers=["k"])
    assert (ran.code, ran.out) == (2, "")
    assert other.read_text() == "not a hand"


@pytest.mark.parametrize("last, code", [("Ctrl-C", 130), ("q", 0)])
def test_who_leaves_in_a_hand_finds_it_kept(last, code, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = oddchip("play", "johnson", "--seed", "1", answers=["why", last])
    kept = tmp_path / "oddchip" / "unfinished.toml"
    assert ran.code == code
    assert f"You left the table. The hand as far as it went is kept in {kept}." in ran.out
    assert not load(kept.read_text()).replay().over
    assert oddchip("replay", str(kept)).code == 0


def test_a_hand_that_cannot_be_kept_is_said_to_be_lost(monkeypatch, tmp_path):
    (tmp_path / "oddchip").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = oddchip("play", "johnson", "--seed", "1", answers=["q"])
    assert ran.code == 0
    assert "The hand could not be kept: " in ran.out


def test_who_has_no_chips_may_buy_in_again_or_leaves():
    line = [
        "play",
        "california_lowball",
        "--limit",
        "no",
        "--stack",
        "40",
        "--seed",
        "2",
        "--seats",
        "2",
        "--bot",
        "caller",
    ]
    stays = oddchip(*line, answers=["allin", "p", "y", "q"]).out
    goes = oddchip(*line, answers=["allin", "p", "n"]).out
    assert "You have no chips left." in stays
    assert "Hand 2" in stays
    assert "You left the table with 0 chips, 40 down." in goes
    assert "Hand 2" not in goes


def test_without_anybody_to_answer_play_says_so():
    ran = oddchip("play", "johnson", "--seed", "1")
    assert ran.code == 2
    assert "run it in a terminal" in ran.err


def test_the_end_of_the_input_ends_the_sitting(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = oddchip("play", "johnson", "--seed", "1", answers=["why"])
    assert ran.code == 0
    assert "The input has ended. The hand as far as it went is kept" in ran.out


def test_ctrl_c_in_a_real_terminal_leaves_cleanly(tmp_path):
    parent, child = pty.openpty()
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm", "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "oddchip.cli", "play", "california_poker", "--seed", "1"]
    # A suite that runs in the background ignores Ctrl-C, and a child inherits that; a person's terminal does not.
    run = subprocess.Popen(
        command,
        stdin=child,
        stdout=child,
        stderr=child,
        env=env,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(child)
    try:
        shown = read_until(parent, b"> ")
        run.send_signal(signal.SIGINT)
        shown += read_until(parent, None)  # all he says: a terminal that goes away earlier is another matter
        assert run.wait(timeout=20) == 130
    finally:
        run.kill()
        os.close(parent)
    assert b"unfinished.toml" in shown.replace(b"\r\n", b"")  # wherever the line is broken
    assert b"Traceback" not in shown
    assert b"\x1b[" in shown


def read_until(fd, mark, seconds=60):
    """What a terminal shows until the mark, or until nobody writes to it any more."""
    shown = b""
    end = time.monotonic() + seconds
    while (mark is None or mark not in shown) and time.monotonic() < end:
        if not select.select([fd], [], [], 0.5)[0]:
            continue
        try:
            shown += os.read(fd, 4096)
        except OSError:
            break
    return shown

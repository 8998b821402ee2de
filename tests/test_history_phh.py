"""PHH both ways, hand by hand against PokerKit: what one writes the other plays to the same last stacks."""

import random
import warnings

import pytest
from pokerkit import HandHistory

from oddchip import FOLD, FixedLimit, Hand, HouseRules, NoLimit, Seat, find_game, history, shuffled
from oddchip import events as ev
from oddchip.errors import HistoryError
from oddchip.history.phh import CODES
from oddchip.posts import Kind, Post

#: Every amount is a multiple of this, so that all pots divide evenly: PokerKit gives odd chips by another rule (ODD-1).
UNIT = 60
HANDS = 30
HOUSE = HouseRules.of(
    cap_counts_blind=False, cap_heads_up="always", limit_allin_threshold="full", fold_unforced="forbidden"
)
ANNOUNCED = HOUSE.changed(draw_order="announce_first")


def played(code: str, seed: int, house: HouseRules = ANNOUNCED) -> Hand:
    """A random hand of one of PHH's games: deep, middling or short stacks, with and without antes."""
    rng = random.Random(f"{code} {seed}")
    known = CODES[code]
    game = find_game(known.game)
    players = rng.randint(2, min(game.seats[1], 7))
    ante = UNIT if known.stud else rng.choice((0, 0, UNIT))
    if known.stud:
        stakes = FixedLimit(4 * UNIT, 8 * UNIT, ante=ante, bring_in=2 * UNIT)
    elif known.stakes is FixedLimit:
        stakes = FixedLimit(4 * UNIT, 8 * UNIT, ante=ante, blinds=(2 * UNIT, 4 * UNIT))
    else:
        stakes = known.stakes(blinds=(UNIT, 2 * UNIT), ante=ante, min_bet=2 * UNIT)
    depth = rng.choice(((200, 200), (8, 60), (9, 20)))
    seats = [Seat(i, UNIT * rng.randint(*depth)) for i in range(1, players + 1)]
    hand = Hand.start(game, stakes, seats, rng.randint(1, players), shuffled(rng), house=house)
    while not hand.over:
        actions = hand.offer.actions()
        hand = hand.act(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.2] or actions))
    return hand


def differs_by_rule(hand: Hand) -> bool:
    """Did something happen that PokerKit's rules treat otherwise: a short raise, post or bring-in, or a common card?

    BET-5 and BET-7, BTN-7, S8-5, S8-16: PokerKit then refuses an action or deals otherwise.
    """
    log, rows = hand.log, hand.plan.rows
    return (
        any(e[0] == ev.RAISED and not e[4] for e in log)
        or any(e[0] == ev.POSTED and e[3] < e[4] for e in log)
        or any(e[0] == ev.BROUGHT_IN and e[2] < 2 * UNIT for e in log)
        or any(e[0] == ev.LAID and rows[e[1]] == "common" for e in log)
        or (hand.plan.is_stud and any(e[0] == ev.RESHUFFLED for e in log))
    )


def by_pokerkit(text: str):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so each time it deals from its muck
        told = HandHistory.loads(text)
        *_, state = told
    return told, state


@pytest.mark.parametrize("code", CODES)
def test_pokerkit_reads_what_is_written_to_the_same_stacks_and_back(code):
    compared = all_in = 0
    for seed in range(HANDS):
        hand = played(code, seed)
        text = history.dump_phh(hand, hand=seed)
        stacks = list(hand.stacks.values())
        try:
            told, state = by_pokerkit(text)
        except (ValueError, KeyError):
            assert differs_by_rule(hand)
            continue
        assert list(state.stacks) == stacks or differs_by_rule(hand)
        if list(state.stacks) == stacks:
            compared += 1
            all_in += 0 in stacks
            theirs = HandHistory.from_game_state(told.create_game(), state).dumps()
            assert list(history.load(theirs).replay().stacks.values()) == stacks
    assert compared >= HANDS * 2 // 3
    assert all_in


@pytest.mark.parametrize("code", CODES)
def test_what_is_written_is_read_back_with_any_house_rules(code):
    for seed in range(HANDS):
        house = HouseRules.of() if seed % 2 else ANNOUNCED
        hand = played(code, seed, house)
        record = history.load(history.dump_phh(hand, players=[f"P{i}" for i in range(len(hand.seats))]))
        try:
            again = record.replay()
        except HistoryError:
            # PHH tells of no reshuffle and deals after all have thrown: with two of them in draws that were served in
            # turn the cards need not fit any order of the pack. Such a hand is refused, never played differently.
            assert house != ANNOUNCED
            assert hand.state.shuffles > 1
            continue
        assert again.stacks == hand.stacks
        assert again.holdings == hand.holdings
        assert again.seats == hand.seats
        assert again.button == hand.button
        assert record.players[0] == "P0"
        # And on to the own form, with every step in it.
        full = history.load(history.dump(record))
        assert full.complete
        assert full.replay() == again


@pytest.mark.parametrize("code", [code for code in CODES if code not in ("F2L3D", "FB")])
def test_hands_with_unknown_cards_are_played_with_stand_ins(code):
    played_out = 0
    for seed in range(HANDS):
        hand = played(code, seed)
        try:
            again = history.load(history.dump_phh(hand, viewer=-1)).replay()
        except HistoryError as error:
            assert "cards are unknown" in str(error)  # noqa: PT017 - what it says is the point
            continue
        assert again.stacks == hand.stacks
        played_out += 1
    assert played_out >= HANDS - 3


TELEVISED = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1.50, 3.00, 6.00]
min_bet = 3.00
starting_stacks = [200.00, 150.25, 90.50]
actions = [
  'd dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', '# the camera was late',
  'p1 cc', 'p2 f # a pity', 'p3 cbr 90.50', 'p1 cc',
  'd db 2c7d9h', 'd db Ks', 'd db Ah', 'p1 sm AdAc', 'p3 sm QhQd',
]
finishing_stacks = [293.50, 147.25, 0]
day = 3
_referee = 'nobody'
"""


def test_decimals_remarks_straddles_and_cards_shown_late():
    record = history.load(TELEVISED, "camera.phh")
    hand = record.replay()
    assert hand.dealt_stacks == (20000, 15025, 9050)
    assert list(hand.stacks.values()) == [29350, 14725, 0]
    assert hand.posts[-1] == Post(2, Kind.STRADDLE, 600, True)
    assert hand.game.deck.parse("AdAc") == hand.holdings[1]
    assert record.extra == {"day": 3, "_referee": "nobody", "_chips_in_one": 100}


def test_a_hand_pokerkit_would_repair_is_refused_with_its_place():
    with pytest.raises(HistoryError, match=r"^camera.phh, line 9, action 5: p2 checks or calls, but p1 is to act$"):
        history.load(TELEVISED.replace("'p1 cc', 'p2 f", "'p2 cc', 'p2 f"), "camera.phh").replay()
    with pytest.raises(HistoryError, match=r"action 7: p3 bets or raises to 4, but the offer is 1200 to 9050"):
        history.load(TELEVISED.replace("cbr 90.50", "cbr .04")).replay()
    with pytest.raises(HistoryError, match=r"line 10, action 9: 7d is there twice"):
        history.load(TELEVISED.replace("2c7d9h", "2c7d7d"), "")
    with pytest.raises(HistoryError, match="needs the field min_bet"):
        history.load(TELEVISED.replace("min_bet = 3.00", ""))
    with pytest.raises(HistoryError, match="p1 finishes with 29350, but the file has 29400"):
        history.load(TELEVISED.replace("293.50", "294.00")).replay()


def test_heads_up_the_small_blind_is_named_first_though_the_button_posts_it():
    seed = next(s for s in range(100) if len(played("NT", s).seats) == 2)
    hand = played("NT", seed)
    text = history.dump_phh(hand)
    assert f"blinds_or_straddles = [{UNIT}, {2 * UNIT}]" in text
    assert [post.amount for post in hand.posts if post.live] == [UNIT, 2 * UNIT]
    assert [post.position for post in hand.posts if post.live] == [1, 0]
    assert list(by_pokerkit(text)[1].stacks) == list(hand.stacks.values())


def test_a_big_blind_ante_is_untrimmed():
    """TRN-3: one ante for the table, which everybody plays for."""
    game, stakes = find_game("hold'em"), NoLimit((UNIT, 2 * UNIT), 0)
    posts = [
        Post(0, Kind.SMALL_BLIND, UNIT, True),
        Post(1, Kind.BIG_BLIND, 2 * UNIT, True),
        Post(1, Kind.BIG_BLIND_ANTE, 2 * UNIT, False),
    ]
    seats = [Seat(1, 50 * UNIT), Seat(2, 50 * UNIT), Seat(3, 50 * UNIT)]
    hand = Hand.start(game, stakes, seats, 3, shuffled(random.Random(1)), house=ANNOUNCED, posts=posts)
    while not hand.over:
        hand = hand.act(hand.offer.actions()[0])
    text = history.dump_phh(hand)
    assert f"antes = [0, {2 * UNIT}, 0]" in text
    assert "ante_trimming_status = false" in text
    assert list(by_pokerkit(text)[1].stacks) == list(hand.stacks.values())
    assert history.load(text).replay().stacks == hand.stacks


def test_games_and_pots_phh_has_no_word_for_are_refused():
    rng = random.Random(3)
    seats = [Seat(0, 100), Seat(1, 100)]
    hand = Hand.start(find_game("jacks to open"), FixedLimit(2, 4), seats, 0, shuffled(rng))
    with pytest.raises(HistoryError, match="PHH has no code for Gardena Jackpots at fixed limit"):
        history.dump_phh(hand)
    hand = Hand.start(find_game("hold'em"), FixedLimit(2, 4, pattern=(1, 1, 1, 1)), seats, 0, shuffled(rng))
    with pytest.raises(HistoryError, match="another pattern"):
        history.dump_phh(hand)


def test_a_file_of_several_hands():
    hands = [played("F7S/8", seed) for seed in range(3)]
    text = history.dump_phh_all(hands)
    assert [record.replay().stacks for record in history.load_all(text)] == [hand.stacks for hand in hands]
    assert len(list(HandHistory.loads_all(text))) == 3

"""Posts, button and blinds: the rulings of the common layer, and what every table must keep."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from oddchip.errors import SetupError, StakesError
from oddchip.posts import (
    ButtonState,
    Kind,
    Owed,
    Post,
    blind_positions,
    button_at,
    clockwise,
    forced_posts,
    freeze,
    holders,
    kill_amount,
    may_enter,
    missed_blinds_owed,
    next_button,
    next_dead_button,
    next_moving_button,
    paid,
    split_short,
    to_heads_up,
)

RULINGS = yaml.safe_load((Path(__file__).parent / "rulings" / "common_layer.yaml").read_text())["vectors"]
THREE_BLINDS = ("button", "small", "big")


def rulings(kind):
    found = [ruling for ruling in RULINGS if ruling["kind"] == kind]
    assert found
    return pytest.mark.parametrize("ruling", found, ids=[ruling["id"] for ruling in found])


def kinds(posts):
    return [(post.position, post.kind, post.amount) for post in posts]


# --- rulings -----------------------------------------------------------------------------------------------------


def shown(state, occupied):
    small = state.small if state.small in occupied else None
    return {"button": state.button, "sb": small, "bb": state.big}


@rulings("dead_button")
def test_dead_button_btn_2(ruling):
    setup = ruling["setup"]
    occupied = set(range(1, setup["seats"] + 1)) - set(setup["busted"])
    state = ButtonState(setup["button"], setup["sb"], setup["bb"])
    for expected in ruling["expect"].values():  # next, then
        state = next_dead_button(state, occupied)
        assert shown(state, occupied) == expected


@rulings("moving_button")
def test_moving_button_btn_3(ruling):
    setup = ruling["setup"]
    occupied = set(range(1, setup["seats"] + 1)) - set(setup["busted"])
    state = next_moving_button(ButtonState(setup["button"]), occupied)
    assert shown(state, occupied) == ruling["expect"]["next"]


@rulings("to_heads_up")
def test_to_heads_up_btn_6(ruling):
    setup, seats = ruling["setup"], {"C": 1, "A": 2, "B": 3}
    occupied = set(seats.values()) - {seats[setup["busted"]]}
    before = ButtonState(*[seats[setup[key]] for key in ("button", "sb", "bb")])
    expected = {key: seats[name] for key, name in ruling["expect"].items()}
    for after in (f(before, occupied) for f in (to_heads_up, next_dead_button, next_moving_button)):
        assert {"button": after.button, "bb": after.big} == expected
        assert after.small == after.button


@rulings("heads_up")
def test_heads_up_btn_4(ruling):
    names = [ruling["setup"]["other"], ruling["setup"]["button"]]  # by position
    small, big = forced_posts(2, True, blinds=(5, 10))
    posted = {"sb": names[small.position], "bb": names[big.position]}
    acts = {"first_pre": names[(big.position + 1) % 2], "first_post": names[0], "last_card": names[1]}
    assert posted | acts == ruling["expect"]
    assert (small.kind, big.kind) == (Kind.SMALL_BLIND, Kind.BIG_BLIND)


@rulings("missed")
def test_missed_blinds_btn_5(ruling):
    setup = ruling["setup"]
    names = {"sb": "small", "bb": "big"}
    owed = missed_blinds_owed([names[blind] for blind in setup["missed"]], setup["sb"], setup["bb"])
    assert owed._asdict() == ruling["expect"]


@rulings("bba")
def test_big_blind_ante_trn_3(ruling):
    setup = ruling["setup"]
    first = f"{setup['first']}_first"
    expected = (ruling["expect"]["blind"], ruling["expect"]["ante"])
    assert split_short(setup["stack"], setup["bb"], setup["ante"], first) == expected
    owed = forced_posts(3, True, ante=setup["ante"], ante_by="big_blind", blinds=(5, setup["bb"]), big_blind_ante=first)
    made = {post.kind: post.amount for post in paid(owed, (99, setup["stack"], 99))}
    assert (made[Kind.BIG_BLIND], made[Kind.BIG_BLIND_ANTE]) == expected


@rulings("freeze")
def test_button_waits_through_stud_mix_2(ruling):
    setup = ruling["setup"]
    occupied = range(1, setup["seats"] + 1)
    for rule in ("moving", "dead"):
        state = next_button(button_at(setup["button_last_o"], occupied), occupied, rule)
        for _ in range(setup["stud_hands"]):
            state = next_button(state, occupied, rule, after_stud=True)
        assert state.button == ruling["expect"]["button_first_h"]


# --- posts -------------------------------------------------------------------------------------------------------


def test_posts_come_in_order_and_say_what_is_live():
    posts = forced_posts(5, True, ante=1, blinds=(5, 10), straddle=True, owed={4: Owed(10, 5)}, kill=(3, 20))
    assert posts[:5] == tuple(Post(p, Kind.ANTE, 1, False) for p in range(5))
    assert posts[5:] == (
        Post(0, Kind.SMALL_BLIND, 5, True),
        Post(1, Kind.BIG_BLIND, 10, True),
        Post(2, Kind.STRADDLE, 20, True),
        Post(4, Kind.MISSED_BIG, 10, True),
        Post(4, Kind.MISSED_SMALL, 5, False),
        Post(3, Kind.KILL, 20, True),
    )


def test_ante_only():
    assert kinds(forced_posts(2, False, ante=3)) == [(0, Kind.ANTE, 3), (1, Kind.ANTE, 3)]
    assert forced_posts(3, True) == ()


@pytest.mark.parametrize(
    "n, expected",
    [
        (2, [(1, Kind.BUTTON_BLIND, 1), (0, Kind.BIG_BLIND, 2)]),
        (3, [(2, Kind.BUTTON_BLIND, 1), (0, Kind.SMALL_BLIND, 1), (1, Kind.BIG_BLIND, 2)]),
        (8, [(7, Kind.BUTTON_BLIND, 1), (0, Kind.SMALL_BLIND, 1), (1, Kind.BIG_BLIND, 2)]),
    ],
)
def test_three_blinds_d_qb_1_d_qb_5(n, expected):
    assert kinds(forced_posts(n, True, blinds=(1, 1, 2), roles=THREE_BLINDS)) == expected


def test_one_blind():
    assert kinds(forced_posts(4, True, blinds=(2,), roles=("big",))) == [(0, Kind.BIG_BLIND, 2)]
    assert kinds(forced_posts(2, True, blinds=(2,), roles=("big",))) == [(0, Kind.BIG_BLIND, 2)]
    assert kinds(forced_posts(2, True, blinds=(2,), roles=("small",))) == [(1, Kind.SMALL_BLIND, 2)]


def test_dead_small_blind_posts_nothing():
    assert kinds(forced_posts(4, False, blinds=(1, 2), at=(None, 0))) == [(0, Kind.BIG_BLIND, 2)]


def test_big_blind_ante_stands_next_to_the_big_blind():
    def order(first, **more):
        posts = forced_posts(4, True, ante=2, ante_by="big_blind", blinds=(1, 2), big_blind_ante=first, **more)
        return [post.kind for post in posts]

    assert order("blind_first") == [Kind.SMALL_BLIND, Kind.BIG_BLIND, Kind.BIG_BLIND_ANTE]
    assert order("ante_first") == [Kind.SMALL_BLIND, Kind.BIG_BLIND_ANTE, Kind.BIG_BLIND]
    assert order("blind_first", kill=(1, 4)) == [Kind.SMALL_BLIND, Kind.KILL, Kind.BIG_BLIND_ANTE]


def test_a_killer_in_the_blinds_posts_the_kill_alone_d_kp_1():
    assert kinds(forced_posts(4, True, blinds=(1, 2), kill=(0, 4))) == [(0, Kind.KILL, 4), (1, Kind.BIG_BLIND, 2)]


def test_no_straddle_by_a_blind_bet_14():
    assert len(forced_posts(2, True, blinds=(1, 2), straddle=True)) == 2
    assert kinds(forced_posts(3, True, blinds=(1, 2), straddle=True))[2] == (2, Kind.STRADDLE, 4)
    assert len(forced_posts(3, True, blinds=(1, 1, 2), roles=THREE_BLINDS, straddle=True)) == 3


def test_the_big_blind_owes_no_missed_blind_btn_5():
    posts = forced_posts(3, True, blinds=(1, 2), owed={1: Owed(2, 1), 2: Owed(0, 1)})
    assert kinds(posts)[2:] == [(2, Kind.MISSED_SMALL, 1)]


@pytest.mark.parametrize(
    "n, button_in, options, words",
    [
        (1, True, {}, "two players"),
        (3, False, {"blinds": (1, 1, 2), "roles": THREE_BLINDS}, "moving button"),
        (3, True, {"blinds": (1, 2), "roles": ("small", "cutoff")}, "cutoff"),
        (3, True, {"blinds": (1, 2, 4)}, "as many"),
        (3, True, {"ante": 1, "ante_by": "big_blind"}, "nobody posts a big blind"),
    ],
)
def test_posts_that_cannot_be(n, button_in, options, words):
    with pytest.raises(SetupError, match=words):
        forced_posts(n, button_in, **options)


def test_what_a_short_stack_pays():
    posts = forced_posts(3, True, ante=2, blinds=(5, 10))
    assert kinds(paid(posts, (2, 9, 1))) == [
        (0, Kind.ANTE, 2),
        (1, Kind.ANTE, 2),
        (2, Kind.ANTE, 1),
        (1, Kind.BIG_BLIND, 7),
    ]


def test_kill_amounts_d_kp_1():
    assert [kill_amount(4, kill) for kill in (None, "half", "full")] == [4, 6, 8]
    with pytest.raises(StakesError, match="part of a chip"):
        kill_amount(5, "half")


# --- seats between hands -----------------------------------------------------------------------------------------


def test_clockwise():
    assert clockwise({1, 4, 6, 9}, 4) == (6, 9, 1, 4)
    assert clockwise({1, 4, 6, 9}, 5) == (6, 9, 1, 4)


def test_blinds_of_a_state_as_positions():
    assert holders(ButtonState(2, 3, 4), {1, 4, 5, 6}, ("small", "big")) == (None, 0)
    assert holders(ButtonState(2, 3, 4), {1, 2, 3, 4}, THREE_BLINDS) == (3, 0, 1)
    assert holders(ButtonState(2, 2, 4), {2, 4}, ("small", "big")) == (1, 0)
    assert holders(ButtonState(2, 2, 4), {2, 4}, THREE_BLINDS) == (1, None, 0)


@pytest.mark.parametrize("newcomer", [2, 6])
def test_dead_button_when_a_third_joins_two(newcomer):
    """Seats 1 (button) and 4 (big blind) played heads-up; the newcomer sits on either side of the big blind."""
    occupied = {1, 4, newcomer}
    after = next_dead_button(ButtonState(1, 1, 4), occupied)
    assert after.big == clockwise(occupied, 4)[0]
    assert after.small == 4
    assert len({after.button, after.small, after.big}) == 3


def test_dead_button_needs_a_big_blind():
    with pytest.raises(SetupError, match="moving button"):
        next_dead_button(ButtonState(1), {1, 2, 3})


def test_too_few_seats():
    for move in (next_moving_button, next_dead_button, to_heads_up, freeze):
        with pytest.raises(SetupError):
            move(ButtonState(1, 2, 3), {2})


def test_may_enter_btn_8():
    state = ButtonState(2, 4, 7)
    assert [seat for seat in range(1, 10) if may_enter(seat, state)] == [1, 2, 7, 8, 9]
    assert may_enter(5, ButtonState(2))  # an ante is enough (BTN-9)
    assert not may_enter(1, ButtonState(9, 9, 2))


def test_frozen_seats_that_empty_are_made_good():
    assert freeze(ButtonState(2, 3, 4), {1, 2, 3, 5, 6}, "dead") == ButtonState(2, 3, 5)
    assert freeze(ButtonState(2, 3, 4), {1, 3, 4, 5}) == ButtonState(1, 3, 4)
    assert freeze(ButtonState(2, 3, 4), {2, 4}) == ButtonState(2, 2, 4)
    assert freeze(ButtonState(2), {1, 3}) == ButtonState(2)


seat_sets = st.sets(st.integers(1, 10), min_size=2, max_size=10)


@given(st.lists(seat_sets, min_size=2, max_size=8), st.sampled_from(["moving", "dead"]), st.booleans())
def test_every_hand_can_be_posted(tables, rule, stud):
    """Whoever comes and goes, the big blind is live, nobody has two blinds and posts agree with `forced_posts`."""
    state = button_at(min(tables[0]), tables[0])
    for occupied in tables:
        before, state = state, next_button(state, occupied, rule, after_stud=stud)
        order = clockwise(occupied, state.button)
        at = holders(state, occupied, ("small", "big"))
        assert state.big in occupied
        assert at[0] != at[1]
        if rule == "moving":
            assert state.button == order[-1]
            assert at == blind_positions(len(order), True, ("small", "big"))
        if not stud and rule == "dead":
            assert state.big == clockwise(occupied, before.big)[0]
            assert len({state.button, state.small, state.big}) == (3 if len(occupied) > 2 else 2)
        assert forced_posts(len(order), order[-1] == state.button, blinds=(1, 2), at=at)


@given(st.integers(2, 10), st.data())
def test_short_stacks_never_pay_more_than_they_have(n, data):
    stacks = data.draw(st.lists(st.integers(0, 30), min_size=n, max_size=n))
    posts = forced_posts(n, True, ante=2, ante_by=data.draw(st.sampled_from([None, "big_blind"])), blinds=(5, 10))
    made = paid(posts, stacks)
    for position, stack in enumerate(stacks):
        owed = sum(post.amount for post in posts if post.position == position)
        assert sum(post.amount for post in made if post.position == position) == min(stack, owed)

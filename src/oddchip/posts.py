"""Who posts what, and where the button and the blinds stand from hand to hand.

Within a hand seats are positions: 0 to n-1 clockwise from the first dealt-in seat left of the button, so that a button
who is dealt in is n-1. Between hands they are the table's seat numbers; `occupied` are those to be dealt in. A post is
what is owed; a short stack posts what it has (`paid`).

Sources: BET-14, BTN-2 to BTN-8, MIX-2, TRN-3, D-BT-4, D-CL-5, D-QB-1, D-QB-5, D-KP-1.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from oddchip.errors import SetupError, StakesError


class Kind(StrEnum):
    """What a post is for."""

    ANTE = "ante"
    BIG_BLIND_ANTE = "big blind ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    BUTTON_BLIND = "button blind"
    STRADDLE = "straddle"
    KILL = "kill"
    MISSED_BIG = "missed big blind"
    MISSED_SMALL = "missed small blind"
    STAKE = "stake"


BLINDS = {"button": Kind.BUTTON_BLIND, "small": Kind.SMALL_BLIND, "big": Kind.BIG_BLIND}


class Post(NamedTuple):
    """Chips owed before the first decision. `live`: they count toward the bet of round one."""

    position: int
    kind: Kind
    amount: int
    live: bool


class Owed(NamedTuple):
    """What a returning player posts (BTN-5): `live` plays as his bet, `dead` only joins the pot."""

    live: int
    dead: int


class ButtonState(NamedTuple):
    """Seat numbers of button and blinds; None where a game has none. Under the dead button (BTN-2) the button and the
    small blind may stand on a seat that is not dealt in: then nobody deals, or nobody posts it."""

    button: int
    small: int | None = None
    big: int | None = None


# --- posts of one hand -------------------------------------------------------------------------------------------


def forced_posts(
    n: int,
    button_in: bool,
    *,
    ante: int = 0,
    ante_by: str | None = None,
    blinds: Sequence[int] = (),
    roles: Sequence[str] = ("small", "big"),
    at: Sequence[int | None] | None = None,
    big_blind_ante: str = "blind_first",
    straddle: bool = False,
    owed: Mapping[int, Owed] | None = None,
    kill: tuple[int, int] | None = None,
) -> tuple[Post, ...]:
    """All posts, in the order in which they are made: antes, blinds, straddle, missed blinds, kill.

    `blinds` are the amounts and `roles` whose they are: "button", "small", "big", any of them. `at` are the positions
    that post them, None for a blind on an empty seat; without it they follow from n and `button_in`. With
    `ante_by` "big_blind" that player antes for all, before or after his blind as `big_blind_ante` says (TRN-3).
    `owed` is what returning players post, by position; the big blind of this hand owes nothing more. `kill` is
    (position, amount), posted in place of that position's blind (D-KP-1).

    SetupError: fewer than two positions, roles that cannot be filled, or no big blind to ante for all.
    """
    placed = _placed(n, button_in, blinds, roles, at)
    big = next((position for role, position, _ in placed if role == "big"), None)
    posts = [Post(p, Kind.ANTE, ante, False) for p in range(n) if ante and ante_by is None]
    posts += [_blind(role, position, amount, kill) for role, position, amount in placed]
    if ante and ante_by is not None:
        posts = _with_big_blind_ante(posts, big, ante, big_blind_ante)
    if straddle and big is not None:
        posts += _straddle(n, big, placed)
    for position, debt in sorted((owed or {}).items()):
        posts += _missed(position, debt) if position != big else []
    if kill and kill[0] not in [position for _, position, _ in placed]:
        posts.append(Post(kill[0], Kind.KILL, kill[1], True))
    return tuple(posts)


def blind_positions(n: int, button_in: bool, roles: Sequence[str]) -> tuple[int | None, ...]:
    """The position of each role. Heads-up the button posts the small blind (BTN-4, D-BT-4), or the button blind alone
    where there is one (D-QB-5): then nobody posts the small blind. SetupError for an unknown role or an absent button.
    """
    if unknown := [role for role in roles if role not in BLINDS]:
        raise SetupError(f"blinds are posted by button, small or big, not by {unknown[0]!r}")
    if "button" in roles and not button_in:
        raise SetupError("the button posts a blind, so it must be dealt in; use the moving button (BTN-3a)")
    places: dict[str, int | None] = {"button": n - 1, "small": 0, "big": 1 if "small" in roles else 0}
    if n == 2 and button_in:
        places |= {"small": None if "button" in roles else 1, "big": 0}
    return tuple(places[role] for role in roles)


def paid(posts: Iterable[Post], stacks: Sequence[int]) -> tuple[Post, ...]:
    """The posts as they can be made from `stacks` (by position), in order; what nobody can pay is left out."""
    left = list(stacks)
    made = []
    for post in posts:
        amount = min(post.amount, left[post.position])
        left[post.position] -= amount
        if amount:
            made.append(post._replace(amount=amount))
    return tuple(made)


def split_short(stack: int, bb: int, ante: int, first: str = "blind_first") -> tuple[int, int]:
    """(blind, ante) of a big blind who antes for all and may be too short for both (TRN-3).

    >>> split_short(12, bb=10, ante=10), split_short(12, bb=10, ante=10, first="ante_first")
    ((10, 2), (2, 10))
    """
    if first == "ante_first":
        dead = min(stack, ante)
        return min(stack - dead, bb), dead
    blind = min(stack, bb)
    return blind, min(stack - blind, ante)


def missed_blinds_owed(missed: Collection[str], sb: int, bb: int) -> Owed:
    """What who missed "small" or "big" or both posts to come back: only the big blind is live (BTN-5)."""
    return Owed(bb if "big" in missed else 0, sb if "small" in missed else 0)


def kill_amount(amount: int, kill: str | None) -> int:
    """A blind or bet in a killed hand: doubled by a full kill, half as much again by a half kill (D-KP-1).

    StakesError if that is not a whole number of chips.
    """
    if kill == "half" and amount % 2:
        raise StakesError(f"half as much again as {amount} would be part of a chip; a half kill needs even amounts")
    return amount * {None: 2, "full": 4, "half": 3}[kill] // 2


def _placed(
    n: int, button_in: bool, blinds: Sequence[int], roles: Sequence[str], at: Sequence[int | None] | None
) -> list[tuple[str, int, int]]:
    """(role, position, amount) of every blind that somebody posts."""
    if n < 2:
        raise SetupError(f"a hand needs two players or more; there are {n}")
    if not blinds:
        return []
    positions = blind_positions(n, button_in, roles) if at is None else at
    if not len(blinds) == len(roles) == len(positions):
        raise SetupError(
            f"{len(blinds)} blinds need as many roles and positions, not {len(roles)} and {len(positions)}"
        )
    return [
        (role, p, amount) for role, p, amount in zip(roles, positions, blinds, strict=True) if p is not None and amount
    ]


def _blind(role: str, position: int, amount: int, kill: tuple[int, int] | None) -> Post:
    if kill and kill[0] == position:
        return Post(position, Kind.KILL, kill[1], True)
    return Post(position, BLINDS[role], amount, True)


def _with_big_blind_ante(posts: list[Post], big: int | None, ante: int, first: str) -> list[Post]:
    """The ante is dead, and stands just before or just after the big blind (TRN-3)."""
    if big is None:
        raise SetupError("the big blind antes for all, but nobody posts a big blind")
    own = Post(big, Kind.BIG_BLIND_ANTE, ante, False)
    place = [post.position for post in posts].index(big) + (first == "blind_first")
    return [*posts[:place], own, *posts[place:]]


def _straddle(n: int, big: int, placed: Sequence[tuple[str, int, int]]) -> list[Post]:
    """Left of the big blind, twice as much (BET-14); never by a player who posts a blind, so not heads-up."""
    position = (big + 1) % n
    if position in [holder for _, holder, _ in placed]:
        return []
    return [Post(position, Kind.STRADDLE, 2 * next(amount for role, _, amount in placed if role == "big"), True)]


def _missed(position: int, debt: Owed) -> list[Post]:
    posts = [Post(position, Kind.MISSED_BIG, debt.live, True), Post(position, Kind.MISSED_SMALL, debt.dead, False)]
    return [post for post in posts if post.amount]


# --- between hands -----------------------------------------------------------------------------------------------


def clockwise(occupied: Iterable[int], after: int) -> tuple[int, ...]:
    """The seats in order, beginning with the first one clockwise of seat `after`: with the button, by position."""
    seats = sorted(set(occupied))
    return tuple([seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after])


def button_at(button: int, occupied: Collection[int]) -> ButtonState:
    """The button on a given seat, as for a first hand, blinds next to it; heads-up the button is the small blind."""
    seats = clockwise(occupied, button)
    _need_two(seats)
    if len(seats) == 2:
        return ButtonState(seats[1], seats[1], seats[0])
    return ButtonState(button, seats[0], seats[1])


def next_moving_button(state: ButtonState, occupied: Collection[int]) -> ButtonState:
    """The button moves to the next seat dealt in, blinds follow; a skipped blind is not collected (BTN-3)."""
    seats = clockwise(occupied, state.button)
    _need_two(seats)
    if len(seats) == 2 and state.big is not None:
        return to_heads_up(state, occupied)
    return button_at(seats[0], occupied)


def next_dead_button(state: ButtonState, occupied: Collection[int]) -> ButtonState:
    """The big blind moves one seat dealt in; small blind and button go where big and small were, empty or not (BTN-2).

    Where that would put the button beyond the new big blind (a third player joins two), it goes to the seat before the
    small blind. SetupError if the state has no big blind.
    """
    if state.big is None:
        raise SetupError("the dead button follows the big blind, and there is none; use the moving button")
    seats = clockwise(occupied, state.big)
    _need_two(seats)
    if len(seats) == 2:
        return to_heads_up(state, occupied)
    if state.small is not None and _in_order(state.small, state.big, seats[0]):
        return ButtonState(state.small, state.big, seats[0])
    return ButtonState([seat for seat in seats if seat != state.big][-1], state.big, seats[0])


def to_heads_up(state: ButtonState, occupied: Collection[int]) -> ButtonState:
    """Two are left: the big blind moves on, so nobody has it twice running, and the other gets the button (BTN-6)."""
    if len(set(occupied)) != 2 or state.big is None:
        raise SetupError("heads-up needs two seats and the seat of the last big blind")
    big, button = clockwise(occupied, state.big)
    return ButtonState(button, button, big)


def next_button(
    state: ButtonState, occupied: Collection[int], rule: str = "moving", after_stud: bool = False
) -> ButtonState:
    """The next hand's button by the table's rule, "moving" or "dead"; after a stud hand it waits where it was (MIX-2).

    So it advances once after the last board game, stays through the stud games, and stands where the next board game
    needs it.
    """
    if after_stud:
        return freeze(state, occupied, rule)
    return next_dead_button(state, occupied) if rule == "dead" else next_moving_button(state, occupied)


def freeze(state: ButtonState, occupied: Collection[int], rule: str = "moving") -> ButtonState:
    """The button does not move (MIX-2); seats that emptied meanwhile are made good.

    The big blind passes to the next seat dealt in; a moving button falls back to the seat before it, and so does a dead
    one whose blinds no longer lie in order.
    """
    seats = clockwise(occupied, state.button)
    _need_two(seats)
    if state.big is None:
        return state
    big = clockwise(occupied, state.big - 1)[0]
    if len(seats) == 2:
        return to_heads_up(state._replace(big=big - 1), occupied)
    if rule == "dead" and state.small is not None and _in_order(state.button, state.small, big):
        return state._replace(big=big)
    return button_at(seats[-1], occupied)


def holders(state: ButtonState, occupied: Collection[int], roles: Sequence[str]) -> tuple[int | None, ...]:
    """The position that posts each role's blind, None if its seat is not dealt in: the `at` of `forced_posts`."""
    order = clockwise(occupied, state.button)
    seats = {"button": state.button, "small": state.small, "big": state.big}
    if "button" in roles and state.small == state.button:
        seats["small"] = None  # heads-up with three blinds (D-QB-5)
    return tuple([order.index(seat) if (seat := seats[role]) is not None and seat in order else None for role in roles])


def may_enter(seat: int, state: ButtonState) -> bool:
    """Whether a newcomer may be dealt in on this seat, as the big blind or by posting (BTN-8).

    Not between the button and the big blind, where the blinds have just gone by: there he waits for the button to pass.
    """
    if state.big is None or seat in (state.big, state.button):
        return True
    return clockwise({seat, state.big}, state.button)[0] == state.big


def _in_order(button: int, small: int, big: int) -> bool:
    """Three different seats, met in this order clockwise."""
    return len({button, small, big}) == 3 and clockwise((button, small, big), button) == (small, big, button)


def _need_two(seats: Sequence[int]) -> None:
    if len(seats) < 2:
        raise SetupError(f"a hand needs two players or more; there are {len(seats)}")

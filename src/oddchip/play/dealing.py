"""Cards to seats and to the table, burns, and stud running out of cards."""

from __future__ import annotations

from oddchip import state as st
from oddchip.actions import DealOffer
from oddchip.errors import SetupError
from oddchip.plan import DealOp, DrawOp, RowOp, TurnOp
from oddchip.state import State, several


def unseen(s: State) -> tuple[int, ...]:
    """The cards of the pack that are in no hand, no discard and no row: the stub, and what was burned."""
    out = {card for hand in s.hands for card in hand}
    out.update(card for row in s.rows for card in row)
    out.update(card for throws in s.thrown for throw in throws for card in throw)
    return tuple([card for card in s.plan.deck.cards if card not in out])


def unknown_stub(s: State) -> tuple[int, ...]:
    """The cards of the stub whose order nobody has fixed yet (a stepwise dealer deals card by card)."""
    known = set(s.deck[s.at :])
    return tuple([card for card in unseen(s) if card not in known])


def take(s: State, count: int) -> tuple[int, ...]:
    """The next cards of the known order."""
    cards = s.deck[s.at : s.at + count]
    s.at += count
    return cards


def ready(s: State, count: int, to: int | str, up: bool) -> bool:
    """Are the next `count` cards known? If not, chance is asked for them."""
    short = s.at + count - len(s.deck)
    if short <= 0:
        return True
    if count > s.left:
        raise SetupError(f"{count} cards are wanted and {s.left} are left in the stub")
    s.offer = DealOffer(to, unknown_stub(s), short, up=up)
    return False


def enter_deal(s: State, op: DealOp) -> bool:
    """Every live seat gets its cards, one at a time (CU-14); true when chance must answer first."""
    mask = s.receiving if s.plan.keep_receiving and not s.tabled else s.live
    if op.common:
        burns = burned_so_far(s)
        method = short_stub(s.left, burns, mask.bit_count(), s.plan.house.stud.short_stub)
        if method != BURN_AND_DEAL:
            return _deal_short(s, op, mask, burns, method)
    return _deal(s, op, mask, op.burn)


def _deal(s: State, op: DealOp, mask: int, burn: bool) -> bool:
    count = op.count * mask.bit_count()
    known = len(s.deck) - s.at
    if known < count + burn and not ready(s, count, _next_seat(s, mask, known), op.up):
        return True
    if burn:
        _burn(s)
    st.dealt(s, mask, take(s, count), op.up or bool(s.tabled))
    s.pc += 1
    return False


def _next_seat(s: State, mask: int, known: int) -> int:
    """Whom the next unknown card goes to."""
    seats = s.plan.members[mask]
    return seats[known % len(seats)]


def _burn(s: State) -> None:
    """A card aside. Where the order is not known yet, nobody ever learns which one it was."""
    if len(s.deck) - s.at == s.left:
        s.at += 1
    st.burned(s, 1)


def enter_row(s: State, op: RowOp) -> bool:
    if len(s.deck) - s.at < op.count + op.burn and not ready(s, op.count, s.plan.rows[op.row], op.up):
        return True
    if op.burn:
        _burn(s)
    st.laid(s, op.row, take(s, op.count), op.up)
    s.pc += 1
    return False


def enter_turn(s: State, op: TurnOp) -> bool:
    start = s.turned[op.row]
    st.turned(s, op.row, s.rows[op.row][start : start + op.count])
    s.pc += 1
    return False


def rabbit(s: State) -> tuple[int, ...]:
    """The cards that would have come, for the table and for the last players in (option `rabbit`, SHD-8).

    None when the pot stays or when cards were thrown, which could then be inferred (D-RB-1), and none that are not
    known; where a draw comes next, as many as one player could have drawn.
    """
    if not s.plan.house.showdown.rabbit or not s.ended or s.carry or any(map(any, s.thrown)):
        return ()
    seats = s.live.bit_count() + (not several(s.live))
    found: tuple[int, ...] = ()
    at = s.at
    for op in s.plan.ops[s.pc :]:
        count = 0
        if isinstance(op, DealOp | RowOp):
            at += op.burn
            count = op.count * (seats if isinstance(op, DealOp) else 1)
        elif isinstance(op, DrawOp):
            count = s.plan.hand_size
        found += s.deck[at : at + count]
        at += count
        if isinstance(op, DrawOp):
            break
    return found


# --- stud running out of cards (S8-16) ---------------------------------------------------------------------------

BURN_AND_DEAL = "burn_and_deal"
DEAL = "deal"
SCRAMBLE_AND_DEAL = "scramble_and_deal"
COMMUNITY_FROM_STUB = "community_from_stub"
SCRAMBLE_THEN_COMMUNITY = "scramble_then_community"
COMMUNITY = "community"


def short_stub(stub: int, burns: int, live: int, rule: str) -> str:
    """What is done before the last stud card, with `stub` cards left, `burns` burned and `live` players (S8-16).

    `tda2024` keeps a card back: live + 2 cards are wanted to burn one and deal. `roberts` uses every fresh card first.
    """
    if rule == "roberts":
        if stub > live:
            return BURN_AND_DEAL
        if stub == live:
            return DEAL
        return SCRAMBLE_AND_DEAL if stub + burns >= live else COMMUNITY
    if stub >= live + 2:
        return BURN_AND_DEAL
    if stub + burns >= live + 2:
        return SCRAMBLE_AND_DEAL
    return COMMUNITY_FROM_STUB if stub >= 3 else SCRAMBLE_THEN_COMMUNITY


def burned_so_far(s: State) -> int:
    """Cards that are in nobody's hand, in no row and not in the stub."""
    out = sum(map(len, s.hands)) + sum(map(len, s.rows))
    return s.plan.deck.size - s.left - out


def _deal_short(s: State, op: DealOp, mask: int, burns: int, method: str) -> bool:
    """The last stud card when the stub is short: tight, scrambled, or one card for all."""
    if method == DEAL or (method == SCRAMBLE_AND_DEAL and not burns):
        return _deal(s, op, mask, burn=False)
    if burns and method in (SCRAMBLE_AND_DEAL, SCRAMBLE_THEN_COMMUNITY):
        s.offer = DealOffer("stub", unseen(s), s.left + burns, whole=True)
        return True
    burn = op.burn and s.left > 1
    if len(s.deck) - s.at < 1 + burn and not ready(s, 1, "common", True):
        return True
    if burn:
        _burn(s)
    st.laid(s, s.plan.rows.index("common"), take(s, 1), True)
    s.pc += 1
    return False

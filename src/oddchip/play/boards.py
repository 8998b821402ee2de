"""What is showing: who brings in, whose board is best or lowest, and open pairs (S8-3, S8-6, S8-7)."""

from __future__ import annotations

from oddchip.cards import is_joker, rank_of, suit_of
from oddchip.plan import BetOp
from oddchip.spec import HIGHEST_UP_CARD
from oddchip.state import State

#: Engine suits c d h s in the order "come quando fuori piove": clubs lowest? No: hearts > diamonds > clubs > spades.
_COME_QUANDO = {2: 3, 1: 2, 0: 1, 3: 0}


def board(s: State, i: int) -> tuple[int, ...]:
    """The cards of seat i that everybody sees."""
    hand = s.hands[i]
    if s.plan.board is not None:
        return hand[s.plan.board]
    return tuple([hand[j] for j in s.plan.up if j < len(hand)])


def _suit_rank(s: State, suit: int) -> int:
    """Suits in rising order for the bring-in: clubs, diamonds, hearts, spades; on Italian cards IT-22."""
    house = s.plan.house.italian
    italian = s.plan.deck.pack.name == "italian"
    return _COME_QUANDO[suit] if italian and house.italian_bring_in == "come_quando" else suit


def bring_in_seat(s: State, op: BetOp) -> int:
    """The live seat whose door card owes the bring-in (S8-3, S8-B2); in razz the highest card, ace low."""
    highest = op.bring_in_by is HIGHEST_UP_CARD
    keys = {i: _door_key(s, board(s, i)[0], ace_low=highest) for i in s.plan.members[s.live]}
    wanted = max(keys.values()) if highest else min(keys.values())
    return next(i for i, key in keys.items() if key == wanted)


def _door_key(s: State, card: int, ace_low: bool) -> tuple[int, int]:
    """Rank, then suit. A bug counts as an ace: above all natural aces, or equal to them (S8-B2)."""
    if is_joker(card):
        equal = s.plan.house.stud.bug_bring_in == "equal_ace"
        return (0, -1) if ace_low else (13, -1 if equal else 9)
    rank = rank_of(card) + 1
    return (rank % 13 if ace_low else rank, _suit_rank(s, suit_of(card)))


def best_board(s: State, with_common: bool = False) -> int:
    """The live seat with the highest cards showing; equal boards by position or by suit (S8-6, S8-7)."""
    order = s.plan.rulesets[0].opening_order
    common = _common(s) if with_common else ()
    live = s.plan.members[s.live]
    shown = [board(s, i) + common for i in live]
    values = list(map(order.value_of(len(shown[0])), shown))  # all boards are of one size
    top = max(values)
    tied = [i for i, value in zip(live, values, strict=True) if value == top]
    if len(tied) > 1 and s.plan.house.stud.stud_tie == "suit":
        return max(tied, key=lambda i: max(_card_key(s, card) for card in board(s, i)))
    return tied[0]


def _card_key(s: State, card: int) -> tuple[int, int]:
    return (12, -1) if is_joker(card) else (rank_of(card), _suit_rank(s, suit_of(card)))


def lowest_board(s: State, with_common: bool = False) -> int:
    """The live seat with the lowest cards showing, aces low and pairs high (razz); equal boards by position."""
    common = _common(s) if with_common else ()
    return min(s.plan.members[s.live], key=lambda i: _low_key(board(s, i) + common))


def _common(s: State) -> tuple[int, ...]:
    """The card turned up for all when the stub ran short (S8-17)."""
    return s.rows[-1] if s.plan.rows and s.plan.rows[-1] == "common" else ()


def _low_key(cards: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """No pair below one pair below two pairs ..., then by rank, the most frequent first."""
    ranks = [rank_of(card) + 1 for card in cards if not is_joker(card)]
    ranks = [rank % 13 for rank in ranks]
    for _ in range(len(cards) - len(ranks)):
        ranks.append(next(rank for rank in range(13) if rank not in ranks))
    found = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return [count for count, _ in found], [rank for _, rank in found]


def open_pair(s: State) -> bool:
    """Does any live board show a pair?"""
    shown = (board(s, i) for i in s.plan.members[s.live])
    return any(len({rank_of(card) for card in cards}) < len(cards) for cards in shown)

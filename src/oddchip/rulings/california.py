"""Rulings about California Poker: two hands of eight, four go across (CP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oddchip import events as ev
from oddchip.actions import Give, SwapOffer
from oddchip.cards import UNKNOWN, cards_text, parse_cards, sort_for_display
from oddchip.errors import HistoryError, IllegalAction
from oddchip.games import california_poker
from oddchip.hand import Hand
from oddchip.play.showdown import Hands
from oddchip.posts import Kind, Post
from oddchip.rulings.comparing import high_hand
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, Cards, Script, start, winners
from oddchip.stakes import Stake

GAME = "california_poker"
PLAYERS = ("A", "B")
#: Two eights, and four to keep of each, that come out equal.
TIE = ("Ac Kc 9d 9h 4s 4c 2d 2h", "Ad Kd 9s 9c 4h 4d 2s 2c"), ("Ac Kc 9d 9h", "Ad Kd 9s 9c")


def deal(ruling: Ruling, eights: Sequence[Cards] = (), stake: int = 1) -> Hand:
    """The two eights on the table, before anybody has chosen."""
    return start(california_poker, Stake(stake), (DEEP, DEEP), Script(up=dict(enumerate(eights))), house=ruling.house())


def keep(hand: Hand, seat: int, cards: Cards) -> Hand:
    """The other cards go across."""
    return hand.act(Give(tuple(card for card in hand.holdings[seat] if card not in cards)), seat)


def gifts(hand: Hand, seat: int) -> int:
    """In how many ways a seat may choose."""
    offer = hand.offers[seat]
    if not isinstance(offer, SwapOffer):
        raise HistoryError(f"seat {seat} has nothing to choose")
    return len(offer.actions())


@kind("deal", games=(GAME,))
def what_is_dealt(ruling: Ruling) -> Answer:
    """How many cards each has, and how many anybody looking on sees (CP-1)."""
    hand = deal(ruling)
    shown = [card for cards in hand.view(None).holdings.values() for card in cards if card != UNKNOWN]
    sizes = {len(cards) for cards in hand.holdings.values()}
    return {"players": len(hand.seats), "each": min(sizes), "visible": len(shown), "left": hand.state.left}


@kind("select", games=(GAME,))
def select(ruling: Ruling) -> Answer:
    """May a player keep so many? (CP-3)"""
    hand = deal(ruling)
    try:
        keep(hand, 1, hand.holdings[1][: ruling.setup["keep"]])
    except IllegalAction:
        return {"legal": False}
    return {"legal": True}


@kind("select_count", games=(GAME,))
def select_count(ruling: Ruling) -> Answer:
    hand = deal(ruling)
    return {"choices": gifts(hand, 1), "joint": gifts(hand, 1) * gifts(hand, 2)}


@kind("hidden", games=(GAME,))
def hidden(ruling: Ruling) -> Answer:
    """Does the one who asks learn what the other has chosen? (CP-4)"""
    hand = deal(ruling)
    asks = PLAYERS.index(ruling.setup["asks"])
    for name in ruling.setup["submitted"]:
        seat = PLAYERS.index(name) + 1
        hand = keep(hand, seat, hand.holdings[seat][:4])
    seen = hand.view(asks + 1).events
    sealed = [e.choice for e in seen if isinstance(e, ev.Sealed) and e.seat != asks + 1]
    swapped = any(isinstance(event, ev.Swapped) for event in seen)
    return {"reveal": swapped or any(choice != UNKNOWN for choice in sealed)}


@kind("order", games=(GAME,))
def display_order(ruling: Ruling) -> Answer:
    """How cards lie before their owner (CP-2)."""
    return {"sorted": cards_text(sort_for_display(parse_cards(str(ruling.mapping("cards")["A"]))))}


@kind("play", games=(GAME,))
def play(ruling: Ruling) -> Answer:
    """Both keep four, the gifts change hands, the best five of eight win (CP-5, CP-6)."""
    kept = ruling.mapping("keep")
    hand = deal(ruling, [parse_cards(ruling.mapping("cards")[name]) for name in PLAYERS], ruling.setup["stake"])
    for seat, name in enumerate(PLAYERS, 1):
        hand = keep(hand, seat, parse_cards(kept[name]))
    hands = Hands(hand.state, hand.state.live)
    made = {name: high_hand(hands.awards[0].order, hands.raw[0][i]) for i, name in enumerate(PLAYERS)}
    won = winners(hand, "whole")
    return {**made, "winner": PLAYERS[won[0]] if len(won) == 1 else "tie", "awards": _handed_out(hand, PLAYERS)}


def _handed_out(hand: Hand, names: Sequence[str]) -> Mapping[str, int]:
    if hand.result is None:
        raise HistoryError("the hand is not over")
    return dict(zip(names, hand.result.payout.values(), strict=True))


@kind("payout", games=(GAME,))
def payout(ruling: Ruling) -> Answer:
    """What a tie pays: the stakes back, and the odd unit of dead money to the first seat (CP-7)."""
    setup = ruling.setup
    if setup["result"] != "tie":
        raise HistoryError(f"{ruling.where}: payout is about ties")
    order = setup.get("order", PLAYERS)
    pot = setup.get("pot", setup.get("stake_a", 0) + setup.get("stake_b", 0))
    stake, dead = divmod(pot, 2)
    posts = [Post(i, Kind.STAKE, stake, False) for i in range(2)]
    posts += [Post(0, Kind.BIG_BLIND_ANTE, dead, False)] if dead else []
    script = Script(up=dict(enumerate(map(parse_cards, TIE[0]))))
    hand = start(california_poker, Stake(stake), (DEEP, DEEP), script, house=ruling.house(), posts=posts)
    for seat, kept in enumerate(TIE[1], 1):
        hand = keep(hand, seat, parse_cards(kept))
    return {"awards": _handed_out(hand, order)}

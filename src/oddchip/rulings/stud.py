"""Rulings about stud: the bring-in, who acts first, fixed bets, folding out, and a pack that runs out."""

from __future__ import annotations

from collections.abc import Sequence

from oddchip import events as ev
from oddchip.actions import FOLD, PAY_BRING_IN, No, RaiseTo
from oddchip.errors import HistoryError
from oddchip.hand import Hand
from oddchip.house import HouseRules
from oddchip.plan import ordering
from oddchip.rankings import Category, Ranking
from oddchip.rulings.kinds import Answer, kind
from oddchip.rulings.reading import Ruling
from oddchip.rulings.stage import DEEP, Cards, Script, amounts, bet_offer, passive, start, to_round
from oddchip.spec import Game
from oddchip.stakes import FixedLimit

ANTE = 1
PLAIN_STAKES = FixedLimit(4, 8, ante=ANTE, bring_in=2)
SIXTH, SEVENTH = 3, 4
"""The rounds of sixth and seventh street, counted from 0."""


def ups(game: Game, ruling: Ruling, order: Sequence[object]) -> dict[int, Cards]:
    """The cards showing, by position; `order` names the seats clockwise from the dealer's left."""
    cards = ruling.mapping("cards")
    return {i: game.deck.parse(str(cards[name])) for i, name in enumerate(order)}  # type: ignore[index]


def seat_name(order: Sequence[object], hand: Hand) -> object:
    """Who is asked, as the ruling calls him; None when that is nobody it names."""
    return order[hand.turn - 1] if hand.turn and hand.turn <= len(order) else None


def listed(hand: Hand) -> list[object]:
    """What the seat in turn may do: "fold", "check", and the totals it may pay, bet or raise to."""
    offer, mine = bet_offer(hand), hand.state.bets[hand.state.to]
    words = [word for word, may in (("fold", offer.fold), ("check", offer.check)) if may]
    paid = [mine + chips for chips in (offer.bring_in, offer.call) if not isinstance(chips, No) and chips]
    return [*words, *paid, *amounts(offer)]


# --- third street ----------------------------------------------------------------------------------------------------


@kind("bring_in", "bring_in_allin")
def bring_in(ruling: Ruling) -> Answer:
    """Whom the door cards make pay the bring-in, who is asked first, and what he may do (S8-3 to S8-5)."""
    game, order, setup = ruling.find_game(), list(ruling.setup["order"]), ruling.setup
    broke = setup.get("all_in_for_ante", [])
    small, least = setup.get("small_bet", 4), setup.get("bring_in", 2)
    stakes = FixedLimit(small, 2 * small, ante=ANTE, bring_in=least)
    stacks = [ANTE if name in broke else DEEP for name in order]
    hand = start(game, stakes, stacks, Script(up=ups(game, ruling, order)), house=ruling.house())
    first = seat_name(order, hand)
    return {"bring_in": None if bet_offer(hand).fold else first, "first": first, "options": listed(hand)}


@kind("fl_options")
def fixed_limit_options(ruling: Ruling) -> Answer:
    """What the bring-in seat, or the one after an all-in, may do on third street (S8-4, S8-5, BET-7)."""
    setup, game = ruling.setup, ruling.find_game()
    bet, least, current = setup["bet"], setup["bring_in"], setup["current"]
    stakes = FixedLimit(bet, 2 * bet, ante=ANTE, bring_in=least)
    short = ANTE + current if setup.get("allin_short") else DEEP
    door = game.deck.parse("2c 9d Td Jd")
    stacks = (DEEP, short, DEEP, DEEP)
    hand = start(game, stakes, stacks, Script(up={i: (card,) for i, card in enumerate(door)}), house=ruling.house())
    if setup["who"] != "bring_in":
        hand = hand.act(PAY_BRING_IN)
        if setup.get("allin_short"):
            hand = hand.act(RaiseTo(current))
        while max(hand.state.bets) < current:
            hand = hand.act(RaiseTo(amounts(bet_offer(hand))[0]))
    if max(hand.state.bets) != current:
        raise HistoryError(f"{ruling.where}: a bet of {current} does not come up at these stakes")
    return {"options": listed(hand)}


@kind("fold_out")
def fold_out(ruling: Ruling) -> Answer:
    """Everybody folds to the bring-in: what he wins, what comes back, what he is up (SHD-6, POT-3)."""
    setup = ruling.setup
    least, ante = setup["bring_in"], setup["ante"]
    stakes = FixedLimit(2 * least, 4 * least, ante=ante, bring_in=least)
    hand = start(ruling.find_game(), stakes, [DEEP] * setup["players"], house=ruling.house()).act(PAY_BRING_IN)
    return folded_out(hand)


def folded_out(hand: Hand) -> dict[str, object]:
    """Everybody left to act folds. The pot that was won, the bet that came back, the winner's net, cards shown."""
    while not hand.over:
        hand = hand.act(FOLD)
    result = hand.result
    assert result is not None
    awards = [event for event in hand.events if isinstance(event, ev.Awarded)]
    returned = [event.amount for event in hand.events if isinstance(event, ev.Returned)]
    shown = any(isinstance(event, ev.Shown | ev.TurnedUp) for event in hand.events)
    won = sum(event.amount for event in awards)
    return {"pot": won, "refund": sum(returned), "net": result.net[awards[0].seat], "shown": shown}


# --- later streets ---------------------------------------------------------------------------------------------------


@kind("first_high")
def first_high(ruling: Ruling) -> Answer:
    """Who acts first with these boards (S8-6 to S8-8, S8-B3)."""
    game, order = ruling.find_game(), list(ruling.setup["order"])
    boards = ups(game, ruling, order)
    broke = ruling.setup.get("all_in", [])
    stacks = [ANTE + PLAIN_STAKES.bring_in if name in broke else DEEP for name in order]  # type: ignore[operator]
    hand = start(game, PLAIN_STAKES, stacks, Script(up=boards), house=ruling.house())
    return {"first": seat_name(order, to_round(hand, len(boards[0]) - 1))}


@kind("street_bet")
def street_bet(ruling: Ruling) -> Answer:
    """The bet of each street (S8-9)."""
    stakes = FixedLimit(ruling.setup["small"], ruling.setup["big"], ante=ANTE, bring_in=1)
    hand = start(ruling.find_game(), stakes, (DEEP, DEEP, DEEP), house=ruling.house())
    return {street: amounts(bet_offer(to_round(hand, street - 3)))[0] for street in range(3, 8)}


@kind("open_pair")
def open_pair(ruling: Ruling) -> Answer:
    """What may be bet with such a board showing (S8-10)."""
    setup, game = ruling.setup, ruling.find_game()
    script = Script(up={0: game.deck.parse(setup["board"]), 1: game.deck.parse("3h 5s")})
    stakes = FixedLimit(setup["small"], setup["big"], ante=ANTE, bring_in=1)
    hand = start(game, stakes, (DEEP, DEEP), script, house=ruling.house())
    return {"bets": list(amounts(bet_offer(to_round(hand, setup["street"] - 3))))}


# --- the pack runs out -----------------------------------------------------------------------------------------------


@kind("short_stub")
def short_stub(ruling: Ruling) -> Answer:
    """So many cards a street are dealt, so many players are left: what happens before seventh street (S8-16)."""
    setup, game = ruling.setup, ruling.find_game()
    if game.deck.size != setup["deck"]:
        raise HistoryError(f"{ruling.where}: the deck of {ruling.game} has {game.deck.size} cards, not {setup['deck']}")
    receive: dict[int, int] = setup["receive"]
    hand = start(game, PLAIN_STAKES, [DEEP] * receive[3], house=ruling.house())
    for street in range(3, 6):
        hand = _left(hand, street - 3, receive[street + 1])
    stub, told = hand.state.left, len(hand.log)
    hand = _left(hand, SIXTH, setup["live"])
    return {"stub": stub, "method": _method(hand.log[told:], ruling.house().stud.short_stub)}


def _left(hand: Hand, number: int, players: int) -> Hand:
    """A betting round is played, and so many players stay in."""
    while hand.round_number == number and not hand.over:
        offer = bet_offer(hand)
        goes = len(hand.live) > players and offer.fold
        hand = hand.act(FOLD if goes else passive(offer))
    return hand


def _method(log: Sequence[ev.Compact], rule: str) -> str:
    """What was done, read from what happened."""
    codes = [event[0] for event in log]
    scrambled, common = ev.RESHUFFLED in codes, ev.LAID in codes
    if not common:
        return "scramble_and_deal" if scrambled else "burn_and_deal" if ev.BURNED in codes else "deal"
    if rule == "roberts":
        return "community"
    return "scramble_then_community" if scrambled else "community_from_stub"


@kind("community_first")
def community_first(ruling: Ruling) -> Answer:
    """Eight players stay, a common card ends it: who acts first on seventh street (S8-17)."""
    game, order = ruling.find_game(), list(ruling.setup["order"])
    common = game.deck.parse(ruling.setup["community"])
    boards = ups(game, ruling, order)
    boards |= low_boards(game, boards, common, 8 - len(order))
    script = Script(up=boards, rows={"common": common})
    hand = to_round(start(game, PLAIN_STAKES, [DEEP] * 8, script, house=ruling.house()), SIXTH)
    if seat_name(order, hand) != ruling.setup["first_on_sixth"]:
        raise HistoryError(f"{ruling.where}: with these boards seat {hand.turn} is first on sixth street")
    return {"first": seat_name(order, to_round(hand, SEVENTH))}


def low_boards(game: Game, taken: dict[int, Cards], common: Cards, players: int) -> dict[int, Cards]:
    """Boards of four for further players that are nothing but high cards, with a common card too."""
    order = ordering(Ranking.HIGH, game, HouseRules())
    used = {card for cards in taken.values() for card in cards} | set(common)
    free = [card for card in game.deck.pack.cards if card not in used]
    found: dict[int, Cards] = {}
    for i in range(len(taken), len(taken) + players):
        board: Cards = ()
        for card in free:
            more = (*board, card)
            value = order.value(more + common)
            if len(board) < 4 and order.hand(value).category is Category.HIGH_CARD:
                board = more
        free = [card for card in free if card not in board]
        found[i] = board
    return found

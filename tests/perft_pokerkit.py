"""The published counts by PokerKit alone: its rules of betting, its chips and its showdowns, on the cards of the file.

`counted(entry, depth)` reads an entry of a `.perft` file and counts it without asking Oddchip for anything but the text
of cards. PokerKit deals a draw when all have discarded; here the next cards of the file are a drawer's at once.
"""

import re
from copy import deepcopy
from hashlib import blake2b
from itertools import combinations

import pokerkit
from pokerkit import Automation

GAMES = {
    "deuce_to_seven_triple_draw": "FixedLimitDeuceToSevenLowballTripleDraw",
    "badugi": "FixedLimitBadugi",
    "stud_eight": "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "razz": "FixedLimitRazz",
    "texas_holdem": "FixedLimitTexasHoldem",
}
BURNS = {"stud_eight", "razz", "texas_holdem"}
BY_HAND = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
AUTOMATIONS = tuple(automation for automation in Automation if automation not in BY_HAND)
RANKS, SUITS = "23456789TJQKA", "cdhs"


class Position:
    """A PokerKit state and the cards as the file deals them."""

    def __init__(self, said):
        name = GAMES[said["game"]]
        words = dict(re.findall(r"(fixed|ante|bring_in) (\d+(?: \d+)?)", said["stakes"]))
        small, big = map(int, words["fixed"].split())
        ante = int(words.get("ante", 0))
        posts = int(words["bring_in"]) if "bring_in" in words else (small // 2, small)
        stacks = [int(word) for word in said["stacks"].split()]
        self.n, self.button = len(stacks), int(said["button"])
        by_position = [stacks[self.seat(i)] for i in range(self.n)]
        self.state = getattr(pokerkit, name).create_state(
            AUTOMATIONS, True, ante, posts, small, big, by_position, self.n
        )
        self.deck = re.findall("..", said["deck"])
        self.hands = [[] for _ in range(self.n)]
        self.board = []
        self.drew = False  # from then on all that is dealt into hands has been taken by its drawer
        self.burns = said["game"] in BURNS
        self.deal()

    def seat(self, i):
        """Position 0 is left of the button, and so is PokerKit's player 0."""
        return (self.button + 1 + i) % self.n

    def copy(self):
        new = object.__new__(Position)
        new.__dict__.update(self.__dict__)
        new.state = deepcopy(self.state)
        new.deck, new.board, new.hands = self.deck[:], self.board[:], [hand[:] for hand in self.hands]
        return new

    # --- cards ---------------------------------------------------------------------------------------------------

    def take(self, count):
        cards, self.deck = self.deck[:count], self.deck[count:]
        return cards

    def deal(self):
        """Everything that is dealt before the next choice; a burn card is taken off in stud and hold'em."""
        state = self.state
        while state.status:
            if state.card_burning_status and not any(state.standing_pat_or_discarding_statuses):
                if self.burns:
                    self.take(1)
                state.burn_card("??")
            elif state.hole_dealee_index is not None:
                self.deal_holes()
            elif state.board_dealing_count:
                cards = self.take(state.board_dealing_count)
                self.board += cards
                state.deal_board("".join(cards))
            else:
                return

    def deal_holes(self):
        """One card at a time to each, unless a drawer already has his."""
        state = self.state
        wanted = {i: len(statuses) for i, statuses in enumerate(state.hole_dealing_statuses) if statuses}
        if not self.drew:
            for _ in range(max(wanted.values())):
                for i in wanted:
                    self.hands[i] += self.take(1)
        for i, count in wanted.items():
            state.deal_hole("".join(self.hands[i][-count:]), i)

    # --- choices -------------------------------------------------------------------------------------------------

    def turn(self):
        state = self.state
        if not state.status:
            return None
        drawer = state.stand_patter_or_discarder_index
        return state.actor_index if drawer is None else drawer

    def children(self):
        i, state = self.turn(), self.state
        if i is None:
            return
        if state.stand_patter_or_discarder_index is not None:
            for size in range(len(self.hands[i]) + 1):
                for thrown in combinations(self.hands[i], size):
                    yield self.after(lambda new, thrown=thrown: new.draw(i, thrown))
            return
        if state.can_post_bring_in():
            yield self.after(lambda new: new.state.post_bring_in())
        if state.can_check_or_call():
            yield self.after(lambda new: new.state.check_or_call())
        if state.can_complete_bet_or_raise_to():
            yield self.after(lambda new: new.state.complete_bet_or_raise_to())
        if state.can_fold() and state.checking_or_calling_amount:
            yield self.after(lambda new: new.state.fold())

    def after(self, choose):
        new = self.copy()
        choose(new)
        new.deal()
        return new

    def draw(self, i, thrown):
        self.drew = True
        self.hands[i] = [card for card in self.hands[i] if card not in thrown] + self.take(len(thrown))
        self.state.stand_pat_or_discard("".join(thrown))

    # --- the line ------------------------------------------------------------------------------------------------

    def line(self):
        state, turn = self.state, self.turn()
        order = sorted(range(self.n), key=self.seat)
        if turn is None:
            phase = "over"
        elif state.stand_patter_or_discarder_index is not None:
            phase = f"draw{state.street_index}"
        else:
            phase = f"bet{state.street_index + 1}"
        live = state.statuses if turn is not None else self.live_at_the_end()
        return " ".join(
            (
                phase,
                "-" if turn is None else str(self.seat(turn)),
                ",".join(str(state.stacks[i]) for i in order),
                ",".join(str(state.bets[i]) for i in order),
                ",".join(text(self.hands[i]) if live[i] else "-" for i in order),
                "".join(self.board) or "-",
                "-",
            )
        )

    def live_at_the_end(self):
        """PokerKit kills beaten hands; here who did not fold is still in."""
        folded = {op.player_index for op in self.state.operations if isinstance(op, pokerkit.Folding)}
        return [i not in folded for i in range(self.n)]


def text(cards):
    return "".join(sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1]))))


def counted(said, depth):
    """(count, checksum) of an entry, whose text by key is `said`."""
    return walked(Position(said), depth)


def walked(position, depth):
    if not depth:
        digest = blake2b(position.line().encode(), digest_size=8).digest()
        return 1, int.from_bytes(digest, "big")
    count = total = 0
    for child in position.children():
        one, add = walked(child, depth - 1)
        count, total = count + one, (total + add) % 2**64
    return count, total

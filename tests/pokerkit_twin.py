"""The same hand in Oddchip and in PokerKit 0.7.7, side by side, decision by decision.

PokerKit is dealt the cards that Oddchip's log says were dealt. At each decision both must ask the same seat for the
same amounts, and have the same chips everywhere; at the end both must pay alike. Where they follow different rules on
purpose, the difference must be exactly what PokerKit's own rule predicts from the hand, and is counted under the id of
our rule (`DIVERGENCES`); anything else raises `Unexplained`. House rules are PokerKit's wherever there is an option.
"""

from collections import Counter, deque
from dataclasses import dataclass
from random import Random
from warnings import catch_warnings, simplefilter

import pokerkit
from pokerkit import Automation

from oddchip import (
    CALL,
    CHECK,
    FOLD,
    FixedLimit,
    Hand,
    HouseRules,
    NoLimit,
    PotLimit,
    RaiseTo,
    Seat,
    cards_text,
    find_game,
    shuffled,
)
from oddchip import events as ev
from oddchip.actions import PAY_BRING_IN, BetOffer, Discard
from pokerkit_rules import CAP, TheirRound, explain_payoffs

#: Every point on which the two differ on purpose, by the id of our rule.
DIVERGENCES = {
    "BET-5": "PokerKit counts all-ins of less than a full bet toward the cap; here only those that count as a bet",
    "BET-7": "PokerKit adds a bet to any all-in and then bars whoever acted; here a short one is completed first",
    "BET-8": "PokerKit takes the first all-in of a round for a full bet, however short; here it reopens nothing",
    "BET-9": "PokerKit forgets short all-ins once they add up to a raise, and bars after the next; here all add up",
    "BET-11": "PokerKit's pot leaves out the chips that a short blind lacks; here they count before the flop",
    "BET-17": "PokerKit asks a seat to check although nobody is left to bet against; here that round is over",
    "BTN-7": "PokerKit takes the chips of a short big blind as the price; here it stays that of the full blind",
    "S8-4": "PokerKit lets a seat complete with chips for no more than the bring-in; here it can only bring in",
    "S8-5": "PokerKit has others owe what a short bring-in put up; after an all-in low card the next seat may not fold",
    "S8-16": "PokerKit deals folded hands again before it turns up a common card; here they stay in the muck",
    "ODD-1": "PokerKit gives all odd chips to the first seat; here one each, in stud by the cards (ODD-2, ODD-4)",
    "POT-4": "PokerKit joins pots whose other claimants are beaten before it divides; here each layer is divided",
    "D-SP-1": "PokerKit splits a side pot for a low that only others hold; here each pot is judged alone",
}

#: Where PokerKit's rules can be had as house rules.
HOUSE = {
    "cap_counts_blind": False,
    "cap_heads_up": "always",
    "limit_allin_threshold": "full",
    "fold_unforced": "forbidden",
}
BY_HAND = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
AUTOMATIONS = tuple(automation for automation in Automation if automation not in BY_HAND)
CARDS = tuple(next(iter(pokerkit.Card.parse(cards_text((card,))))) for card in range(52))


class FixedOmahaEight(pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """PokerKit's game of that name is played pot limit; this is what the name says."""

    betting_structure = pokerkit.BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count = CAP


class Unexplained(AssertionError):
    """The two differ, and no known rule says so."""


class Parted(Exception):
    """A known difference leaves no action that is the same in both; what is left of the hand cannot be compared."""


@dataclass(frozen=True)
class Cell:
    """A game that both play. `structure` is fixed, pot or no; `most` the seats it is tried with."""

    name: str
    variant: str
    structure: str
    most: int
    stud: bool = False


CELLS = (
    Cell("texas hold'em", "FixedLimitTexasHoldem", "fixed", 9),
    Cell("texas hold'em", "NoLimitTexasHoldem", "no", 9),
    Cell("short deck hold'em", "NoLimitShortDeckHoldem", "no", 6),
    Cell("omaha", "PotLimitOmahaHoldem", "pot", 9),
    Cell("omaha/8", "FixedOmahaEight", "fixed", 9),
    Cell("seven-card stud", "FixedLimitSevenCardStud", "fixed", 8, stud=True),
    Cell("stud/8", "FixedLimitSevenCardStudHighLowSplitEightOrBetter", "fixed", 8, stud=True),
    Cell("razz", "FixedLimitRazz", "fixed", 8, stud=True),
    Cell("2-7 single draw", "NoLimitDeuceToSevenLowballSingleDraw", "no", 7),
    Cell("2-7 triple draw", "FixedLimitDeuceToSevenLowballTripleDraw", "fixed", 7),
    Cell("badugi", "FixedLimitBadugi", "fixed", 8),
)


def play_many(cell, hands, seed):
    """So many random hands; how often each divergence was seen, and what was played."""
    seen = Counter()
    with catch_warnings():
        simplefilter("ignore")
        for number in range(hands):
            twin = Twin(cell, Random(f"{cell.variant} {seed} {number}"))
            try:
                twin.play()
            except Parted:
                twin.seen["parted"] += 1
            except AssertionError as error:
                raise Unexplained(f"{cell.variant}, seed {seed}, hand {number}: {error}") from error
            seen.update(twin.seen.keys())
            seen["hands"] += 1
            seen["decisions"] += twin.decisions
    return seen


def stacks_for(rng, n, unit, forced):
    """Equal and deep, unequal, or short; posts are covered but for one hand in ten."""
    kind = rng.random()
    if kind < 0.3:
        stacks = [100 * unit] * n
    elif kind < 0.6:
        stacks = [rng.randint(1, 30 * unit) for _ in range(n)]
    else:
        stacks = [rng.choice((rng.randint(1, 8 * unit), rng.randint(1, 60 * unit), 50 * unit)) for _ in range(n)]
    return stacks if rng.random() < 0.1 else [max(stack, forced + 1) for stack in stacks]


class Twin:
    """One hand in both engines. `seen` are the divergences met so far."""

    def __init__(self, cell, rng):
        self.cell, self.rng, self.seen, self.decisions = cell, rng, Counter(), 0
        self.n = n = rng.randint(2, cell.most)
        small = rng.choice((2, 4, 5, 10))
        ante = rng.choice((1, small)) if cell.stud else rng.choice((0, 0, 1, 2))
        fixed = cell.structure == "fixed"
        forced = (rng.randint(1, small - 1),) if cell.stud else (max(1, small // 2), small)
        stacks = stacks_for(rng, n, small, ante + max(forced))
        if cell.stud:
            stakes = FixedLimit(small, 2 * small, ante=ante, bring_in=forced[0])
        elif fixed:
            stakes = FixedLimit(small, 2 * small, ante=ante, blinds=forced)
        else:
            stakes = (NoLimit if cell.structure == "no" else PotLimit)(forced, ante, min_bet=small)
        sizes = (small, 2 * small) if fixed else (small,)
        button = rng.randrange(20)
        numbers = [(button + 1 + k) % 20 for k in (*sorted(rng.sample(range(19), n - 1)), 19)]
        seats = [Seat(number, stack) for number, stack in zip(numbers, stacks, strict=True)]
        order = rng.choice(("sequential", "announce_first"))
        house = HouseRules.of(**HOUSE, draw_order=order)
        rng.shuffle(seats)
        self.hand = Hand.start(find_game(cell.name), stakes, seats, button, shuffled(rng), house=house)
        game = getattr(pokerkit, cell.variant, FixedOmahaEight)
        posts = forced[0] if cell.stud else forced
        self.state = game.create_state(AUTOMATIONS, True, ante, posts, *sizes, stacks, n)
        self.nerve, self.fear = rng.choice((0.05, 0.3, 0.6)), rng.choice((0.02, 0.1, 0.3))
        self.holes, self.board = [deque() for _ in range(n)], deque()
        self.read, self.number, self.round = 0, -1, None

    # --- cards ---------------------------------------------------------------------------------------------------

    def follow(self):
        """Give PokerKit the cards that our log has dealt meanwhile."""
        for event in self.hand.log[self.read :]:
            match event:
                case (ev.DEALT, mask, cards, _):
                    seats = self.hand.plan.members[mask]
                    for j, i in enumerate(seats):
                        self.holes[i].extend(cards[j :: len(seats)])
                case (ev.DREW, i, _, cards) | (ev.RECEIVED, i, cards):
                    self.holes[i].extend(cards)
                case (ev.LAID, _, cards, _):
                    self.board.extend(cards)
        self.read = len(self.hand.log)
        self.deal()

    def deal(self):
        state = self.state
        while True:
            i = state.hole_dealee_index
            if state.card_burning_status and not any(state.standing_pat_or_discarding_statuses):
                state.burn_card("??")
            elif i is not None and not self.holes[i] and self.board:
                self.common_card()
            elif i is not None:
                state.deal_hole(self.take(self.holes[i], len(state.hole_dealing_statuses[i])), i)
            elif state.board_dealing_count:
                state.deal_board(self.take(self.board, state.board_dealing_count))
            else:
                return

    @staticmethod
    def take(cards, count):
        assert cards, "PokerKit wants a card that was not dealt here"
        return tuple(CARDS[cards.popleft()] for _ in range(min(count, len(cards))))

    def common_card(self):
        """PokerKit would deal from the muck; it is told that the stub is short (S8-16)."""
        state = self.state
        needed = sum(map(len, state.hole_dealing_statuses))
        assert self.cell.stud
        # PokerKit burns unknown cards, so that its deck still holds the burns.
        assert len(state.deck_cards) < needed + 2, "a common card although stub and burns serve all"
        for statuses in state.hole_dealing_statuses:
            statuses.clear()
        state.board_dealing_counts[0] = 1
        self.seen["S8-16"] += 1

    # --- the hand ------------------------------------------------------------------------------------------------

    def play(self):
        self.follow()
        while not self.hand.over:
            self.pass_idle_checks()
            self.same_chips()
            if isinstance(self.hand.offer, BetOffer):
                self.bet()
            else:
                self.draw()
            self.decisions += 1
            self.follow()
        self.pass_idle_checks()
        assert not self.state.status, "PokerKit's hand goes on"
        assert sum(self.state.payoffs) == 0, "PokerKit lost chips"
        why = explain_payoffs(self.hand, list(self.state.payoffs))
        assert why is not None, f"net {self.hand.result.net}, PokerKit {self.state.payoffs}"
        self.seen.update(why)

    def pass_idle_checks(self):
        """BET-17: PokerKit asks the only seat with chips although it owes nothing."""
        state = self.state
        while state.actor_index is not None and not self.is_asked(state.actor_index):
            i = state.actor_index
            others = [j for j in range(self.n) if j != i and state.statuses[j] and state.stacks[j]]
            assert not others, f"PokerKit asks position {i}"
            assert state.checking_or_calling_amount == 0
            assert not state.can_complete_bet_or_raise_to()
            state.check_or_call()
            self.seen["BET-17"] += 1
            self.deal()

    def is_asked(self, i):
        hand = self.hand
        return not hand.over and hand.seats[i] == hand.turn and isinstance(hand.offer, BetOffer)

    def same_chips(self):
        ours, theirs = self.hand.state, self.state
        assert list(ours.stacks) == theirs.stacks, f"stacks {ours.stacks}, PokerKit {theirs.stacks}"
        assert list(ours.bets) == theirs.bets, f"bets {ours.bets}, PokerKit {theirs.bets}"
        assert [bool(ours.live >> i & 1) for i in range(self.n)] == theirs.statuses
        assert self.hand.pot == theirs.total_pot_amount, f"pot {self.hand.pot}, PokerKit {theirs.total_pot_amount}"

    def draw(self):
        i = self.hand.seats.index(self.hand.turn)
        assert self.state.stand_patter_or_discarder_index == i
        held = self.hand.offer.hand
        assert sorted(map(repr, self.state.hole_cards[i])) == sorted(repr(CARDS[card]) for card in held)
        thrown = tuple(card for card in held if self.rng.random() < 0.4)
        self.hand = self.hand.act(Discard(thrown))
        self.state.stand_pat_or_discard([CARDS[card] for card in thrown])

    # --- a bet ---------------------------------------------------------------------------------------------------

    def bet(self):
        hand, state = self.hand, self.state
        s = hand.state
        self.i = i = hand.seats.index(hand.turn)
        assert state.actor_index == i, f"position {i} is asked, PokerKit asks {state.actor_index}"
        op = s.plan.ops[s.pc]
        if op.number != self.number:
            self.number = op.number
            self.round = TheirRound(op.size, self.cell.structure == "fixed", bool(op.bring_in))
        options = self.passive() + self.folds() + self.raises()
        if not options:
            raise Parted
        action, theirs = self.choose(options)
        if isinstance(action, RaiseTo):
            self.round.raised(s.bets, s.stacks, i, action.amount)
        else:
            self.round.acted.add(i)
        self.hand = hand.act(action)
        theirs()

    def choose(self, options):
        kinds = {type(action) for action, _ in options}
        if len(kinds) > 1 and self.rng.random() >= self.fear:
            options = [option for option in options if option[0] is not FOLD]
        raises = [option for option in options if isinstance(option[0], RaiseTo)]
        if raises and (len(raises) == len(options) or self.rng.random() < self.nerve):
            return self.rng.choice(raises)
        return self.rng.choice([option for option in options if option not in raises])

    def differ(self, rule, ours, theirs, predicted):
        """Count a difference if PokerKit's rule predicts it."""
        assert theirs == predicted, f"{ours}, PokerKit {theirs}, its rule says {predicted}"
        assert rule, f"{ours}, PokerKit {theirs}: no rule says so"
        self.seen[rule] += 1

    def short_price(self):
        """The rule by which the price is more than anybody has in, if it is."""
        s = self.hand.state
        return ("S8-5" if self.cell.stud else "BTN-7") if s.price > max(s.bets) else None

    def passive(self):
        """Check, call or bring in, where both engines ask the same chips."""
        offer, state, s, i = self.hand.offer, self.state, self.hand.state, self.i
        if offer.bring_in:
            assert state.effective_bring_in_amount == offer.bring_in
            return [(PAY_BRING_IN, state.post_bring_in)]
        assert state.effective_bring_in_amount is None
        ours, theirs = (offer.call or 0), state.checking_or_calling_amount
        assert bool(offer.check) == (not offer.call)
        if ours == theirs:
            return [(CALL if ours else CHECK, state.check_or_call)]
        self.differ(self.short_price(), ours, theirs, min(s.stacks[i], max(s.bets) - s.bets[i]))
        return []

    def folds(self):
        offer, state, s, i = self.hand.offer, self.state, self.hand.state, self.i
        ours, theirs = bool(offer.fold), state.can_fold()
        if ours == theirs:
            return [(FOLD, state.fold)] if ours else []
        rule = "S8-5" if offer.bring_in else self.short_price()
        self.differ(rule, ours, theirs, not offer.bring_in and s.bets[i] < max(s.bets))
        return []

    def raises(self):
        """The raises that both allow: the least, the most, and one between."""
        offer, state = self.hand.offer, self.state
        ours = (offer.raise_to.least, offer.raise_to.most) if offer.raise_to else None
        theirs = None
        if state.can_complete_bet_or_raise_to():
            theirs = (
                state.min_completion_betting_or_raising_to_amount,
                state.max_completion_betting_or_raising_to_amount,
            )
        if ours != theirs:
            predicted = self.their_raise()
            self.differ(self.why_raise(ours, theirs), ours, theirs, predicted)
        if not ours or not theirs:
            return []
        least, most = max(ours[0], theirs[0]), min(ours[1], theirs[1])
        if (self.cell.structure == "fixed" and ours != theirs) or least > most:
            return []
        amounts = {least, most, self.rng.randint(least, most), self.rng.randint(least, min(most, 3 * least))}
        return [(RaiseTo(to), lambda to=to: state.complete_bet_or_raise_to(to)) for to in sorted(amounts)]

    def their_raise(self):
        """What PokerKit's rules allow: least and most."""
        s, i = self.hand.state, self.i
        least = self.round.least_raise(s.bets, s.stacks, s.live, i)
        if least is None:
            return None
        most = s.stacks[i] + s.bets[i]
        if self.cell.structure == "fixed":
            most = least
        elif self.cell.structure == "pot":
            most = min(most, max(least, 2 * max(s.bets) - s.bets[i] + s.pot))
        return least, most

    def why_raise(self, ours, theirs):
        """The id of the rule that makes raises differ."""
        s = self.hand.state
        if self.short_price():
            return self.short_price()
        if self.hand.offer.bring_in:
            return "S8-4" if s.stacks[self.i] <= self.hand.offer.bring_in else None
        if self.cell.structure == "fixed":
            if ours and not theirs and self.round.count == CAP and s.raises < CAP:
                return "BET-5"
            return "BET-7" if self.round.count > s.raises or s.price > s.full else None
        if self.number == 0 and any(event[0] == ev.POSTED and event[3] < event[4] for event in s.log):
            same_least = ours and theirs and ours[0] == theirs[0]
            return "BET-11" if self.cell.structure == "pot" and same_least else "BTN-7"
        if self.round.count and self.round.step < s.step:
            return "BET-8"
        return "BET-9" if ours and not theirs and self.round.shorts and self.i in self.round.acted else None

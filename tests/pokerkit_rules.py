"""What PokerKit 0.7.7 does where its rules differ from ours, worked out from the hand: raises and payoffs."""

from oddchip import events as ev
from oddchip.play.showdown import Hands
from oddchip.pots import members

CAP = 4


class TheirRound:
    """PokerKit's rules for raising in one round; `size` is the least bet, `completing` the street of a bring-in."""

    def __init__(self, size, fixed, completing):
        self.size, self.fixed, self.completing = size, fixed, completing
        self.step = self.count = 0
        self.acted, self.shorts = set(), []

    def least_raise(self, bets, stacks, live, i):
        """The least total that seat i may raise to; None if it may not raise."""
        top, stack = max(bets), stacks[i]
        owes = top - bets[i]
        barred = min(stack, owes) < self.step or (self.fixed and self.count == CAP)
        barred |= bool(self.shorts) and sum(self.shorts) < self.step and i in self.acted
        others = any(j != i and live >> j & 1 and stacks[j] + bets[j] > top for j in range(len(bets)))
        if barred or stack <= owes or not others:
            return None
        return min(stack + bets[i], max(self.step, self.size) + (0 if self.completing else top))

    def raised(self, bets, stacks, i, to):
        rise, all_in = to - max(bets), to - bets[i] == stacks[i]
        self.completing = False
        if rise >= self.step:
            self.acted = set()
        self.acted.add(i)
        self.step = max(self.step, rise)
        self.count += 1
        self.shorts = [*self.shorts, rise] if all_in else []
        if sum(self.shorts) >= self.step:
            self.shorts = []


def their_net(hand, joined, low_anywhere):
    """Net chips by position at a showdown if odd chips all go to the first seat, PokerKit's way.

    `joined`: pots whose other claimants cannot win anything are one pot. `low_anywhere`: a way of winning counts in
    every pot once anybody left has a hand for it, even somebody who may not win that pot.
    """
    n, net = len(hand.seats), list(hand.result.net.values())
    won = [0] * n
    for event in hand.log:
        if event[0] == ev.AWARDED:
            won[event[1]] += event[3]
    put = [won[i] - net[i] for i in range(n)]
    live = [i for i in range(n) if hand.state.live >> i & 1]
    ways = _qualified(hand, live)
    left = [i for i in live if _wins_some(i, put, live, ways)]
    net = [-chips for chips in put]
    for amount, claimants in _pots(put, left if joined else live):
        for position, chips in _divided(amount, claimants, left if low_anywhere else claimants, ways):
            net[position] += chips
    return net


def _qualified(hand, live):
    """Values by position for each way; 0 where they do not qualify."""
    judged = Hands(hand.state, sum(1 << i for i in live))
    return [
        [value if value >= award.floor else 0 for value in values]
        for award, values in zip(judged.awards, judged.raw, strict=True)
    ]


def _wins_some(i, put, live, ways):
    """Is his hand the best, some way, of those in the last pot he is in?"""
    rivals = [j for j in live if put[j] >= put[i]]
    return any(values[i] and values[i] == max(values[j] for j in rivals) for values in ways)


def _pots(put, claimants):
    pots, low = [], 0
    for high in sorted(set(put)):
        amount = sum(min(chips, high) - min(chips, low) for chips in put)
        inside = [i for i in claimants if put[i] >= high]
        while pots and (pots[-1][1] == inside or not inside):
            before, inside = pots.pop()
            amount += before
        if amount:
            pots.append((amount, inside))
        low = high
    return pots


def _divided(amount, claimants, judged, ways):
    if len(claimants) == 1:
        return [(claimants[0], amount)]
    counted = [values for values in ways if any(values[i] for i in judged)]
    found = []
    for k, values in enumerate(counted):
        part, rest = divmod(amount, len(counted))
        part += rest if not k else 0
        winners = [i for i in claimants if values[i] == max(values[j] for j in claimants)]
        each, rest = divmod(part, len(winners))
        found += [(i, each + (rest if i == winners[0] else 0)) for i in winners]
    return found


def explain_payoffs(hand, theirs):
    """The ids of the rules that explain different payoffs; None if nothing does, () if there is no difference."""
    if list(hand.result.net.values()) == theirs:
        return ()
    if len(members(hand.state.live)) < 2:
        return None
    for joined, low_anywhere, why in (
        (0, 0, ("ODD-1",)),
        (1, 0, ("POT-4",)),
        (0, 1, ("D-SP-1",)),
        (1, 1, ("POT-4", "D-SP-1")),
    ):
        if their_net(hand, joined, low_anywhere) == theirs:
            return why
    return None

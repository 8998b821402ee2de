"""The end of a hand: who shows, who wins which pot with what, and what stays for the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from oddchip import events as ev
from oddchip import state as st
from oddchip.awards import Direction, Settled, award_declared_pots, award_pot
from oddchip.cards import is_joker, rank_of, suit_of
from oddchip.plan import AwardPlan, RulesPlan, ShowOp
from oddchip.play import opening
from oddchip.pots import Pot, layers, uncalled, with_carried
from oddchip.rankings import Chooser
from oddchip.sevens import award_with_violators, uncontested_with_violator
from oddchip.state import State, total_put

_SUITS_BY_TIE = (1, 2, 3, 0)  # clubs, diamonds, hearts, spades: hearts highest, spades lowest (IT-18)


class Hands:
    """The values of all live hands each way, and the cards that make them; nothing is ranked twice."""

    def __init__(self, s: State, contenders: int) -> None:
        self.s = s
        self.contenders = contenders
        self.awards = s.plan.rulesets[s.rules].awards
        self.table = tuple([card for row in s.rows for card in row])
        self._choosers = [self._chooser(award) for award in self.awards]
        self.raw = [self._values(k) for k in range(len(self.awards))]

    def _chooser(self, award: AwardPlan) -> Chooser | None:
        if not award.use:
            return None
        own = award.rows.index(-1)
        use = [award.use[own]] + [span for k, span in enumerate(award.use) if k != own]
        return Chooser(award.order, use, [self.s.rows[row] for row in award.rows if row >= 0])

    def _values(self, k: int) -> list[int]:
        s, award, chooser = self.s, self.awards[k], self._choosers[k]
        values = [0] * s.plan.n
        if chooser is None and not award.wild:
            value, table, hands = award.order.value, self.table, s.hands
            for i in s.plan.members[self.contenders]:
                values[i] = value(hands[i] + table)
            return values
        for i in s.plan.members[self.contenders]:
            values[i] = chooser.value(s.hands[i]) if chooser else self._value(award, i)
        return values

    def _value(self, award: AwardPlan, i: int) -> int:
        """A joker that came face down is wild, one that came face up a bug (option `bug_down_wild`)."""
        s = self.s
        cards = s.hands[i] + self.table
        assert award.wild is not None
        down = [s.hands[i][j] for j in s.plan.down if j < len(s.hands[i]) and is_joker(s.hands[i][j])]
        if not down:
            return self._to_wild(award, award.order.value(cards))
        if len(down) == sum(map(is_joker, cards)):
            return award.wild.value(cards)
        naturals = [card for card in s.plan.deck.pack.cards if card not in cards]
        rest = tuple([card for card in cards if card not in down])
        return max(self._to_wild(award, award.order.value((*rest, card))) for card in naturals)

    @staticmethod
    def _to_wild(award: AwardPlan, value: int) -> int:
        """The same hand's value in the order that has every five of a kind."""
        assert award.wild is not None
        return award.wild.hands.index(award.order.hand(value))

    def best_cards(self, k: int, i: int) -> tuple[tuple[int, ...], str]:
        """The cards seat i plays for way k, and the words for them."""
        award, chooser = self.awards[k], self._choosers[k]
        if chooser is not None:
            value, cards = chooser.best(self.s.hands[i])
            return cards, award.order.describe(value)
        order = award.wild or award.order
        value = self.raw[k][i]
        if not value:
            return (), ""
        return order.laid(self.s.hands[i] + self.table, value), order.describe(value)

    def directions(self) -> list[Direction]:
        """What the pots are judged by: values that qualify, values before the qualifier, the order of odd chips."""
        found = []
        for k, award in enumerate(self.awards):
            raw = self.raw[k]
            values = [value if value >= award.floor else 0 for value in raw] if award.floor else raw
            if self.s.plan.house.italian.italian_suits_break_ties and self.s.plan.deck.pack.name == "italian":
                values, raw = self._by_suit(k, values), self._by_suit(k, raw)
            found.append(Direction(award.name, values, self._odd_order(k), raw if award.floor else None))
        return found

    def _by_suit(self, k: int, values: Sequence[int]) -> list[int]:
        """Equal hands told apart by suit (IT-18); 0 stays 0."""
        keys = {i: (value, self._suit_key(k, i)) for i, value in enumerate(values) if value}
        ladder = sorted(set(keys.values()))
        return [ladder.index(keys[i]) + 1 if i in keys else 0 for i in range(len(values))]

    def _suit_key(self, k: int, i: int) -> tuple[int, ...]:
        """The suits of the cards played, from the first; of several of one rank the best suit first."""
        key: list[int] = []
        for _, cards in groupby(self.best_cards(k, i)[0], rank_of):
            key += sorted([-1 if is_joker(card) else _SUITS_BY_TIE[suit_of(card)] for card in cards], reverse=True)
        return tuple(key)

    def _odd_order(self, k: int):  # type: ignore[no-untyped-def]
        """In stud cards decide who gets the odd chip (ODD-2); elsewhere seats do."""
        if not self.s.plan.is_stud:
            return None
        low = self.awards[k].name == "low" or self.awards[k].order.ranking.value != "high"
        if self.s.plan.house.stud.odd_chip_stud == "roberts":
            sign = 1 if low else -1
            return lambda tied: sorted(tied, key=lambda i: self._roberts_key(i, low, sign))
        return lambda tied: sorted(tied, key=lambda i: self._tda_key(k, i, low), reverse=True)

    def _tda_key(self, k: int, i: int, low: bool) -> list[tuple[int, int]]:
        cards = self.best_cards(k, i)[0]
        order = self.awards[k].wild or self.awards[k].order
        jokers = order.stands_for(self.s.hands[i] + self.table) if any(map(is_joker, cards)) else {}
        keys = []
        for card in cards:
            # S8-B9: a bug ranks below the natural card it stands for.
            rank = rank_of(jokers.get(card, card))
            keys.append(((rank + 1) % 13 if low else rank, -1 if is_joker(card) else suit_of(card)))
        return sorted(keys, reverse=True)

    def _roberts_key(self, i: int, low: bool, sign: int) -> list[tuple[int, int]]:
        """All seven cards: the lowest card by suit for tied lows, the highest for tied highs."""
        cards = [card for card in self.s.hands[i] + self.table if not is_joker(card)]
        ranks = [((rank_of(card) + 1) % 13 if low else rank_of(card), suit_of(card)) for card in cards]
        return sorted((sign * rank, sign * suit) for rank, suit in ranks)


# --- a showdown --------------------------------------------------------------------------------------------------


def enter(s: State, op: ShowOp) -> bool:
    """Hands are compared, pots awarded, and the hand is over."""
    top = uncalled(total_put(s), s.live) if s.able != s.live else None
    if top:
        st.returned(s, *top)
    rules = s.plan.rulesets[s.rules]
    contenders = s.live
    if rules.floors and s.opener >= 0 and contenders >> s.opener & 1 and opening.is_false(s, s.opener):
        opening.show(s, s.opener)
        contenders &= ~(1 << s.opener)
    hands = Hands(s, contenders)
    if _too_low(s, hands):
        return False
    pots = _pots(s, contenders)
    settled = _judge(s, rules, hands, pots)
    _show(s, rules, hands, pots, settled)
    _pay(s, hands, pots, settled)
    st.ended(s)
    return False


def _pots(s: State, contenders: int) -> tuple[Pot, ...]:
    pots = layers(total_put(s), contenders, dead=s.dead)
    return with_carried(pots, s.carried, contenders) if s.carried else pots


def _too_low(s: State, hands: Hands) -> bool:
    """D-JP-7: nobody has three of a kind, so the pot carries for those who stayed."""
    if not s.plan.house.openers.trips_to_win or not s.plan.rulesets[s.rules].floors:
        return False
    if max(hands.raw[0]) >= hands.awards[0].order.floor("trips"):
        return False
    st.gathered(s)
    _show_all(s)
    opening.carry_over(s, s.live, "nobody has three of a kind", s.step_up)
    return True


def _judge(s: State, rules: RulesPlan, hands: Hands, pots: tuple[Pot, ...]) -> list[Settled]:
    directions = hands.directions()
    house = s.plan.house
    if rules.declared:
        high, low = directions
        return list(award_declared_pots(pots, high, low, s.ways, house.declare, unit=s.plan.unit))
    violators = _violators(s, rules) if rules.sevens and s.snaps else {}
    if violators:
        way = directions[0]
        return [
            award_with_violators(
                pot,
                way.values,
                violators,
                tie=house.sevens.sevens_tie,
                penalty=house.sevens.sevens_penalty if house.sevens.sevens_penalty == "whole_pot" else "postdraw",
                order=way.order,
                unit=s.plan.unit,
            )
            for pot in pots
        ]
    two_sided = len(hands.awards) > 1 and all(award.floor for award in hands.awards)
    one_way = house.cucamonga.one_way if two_sided else "other_takes_all"
    may_carry = s.able == s.live
    return [
        award_pot(
            pot,
            directions,
            one_way=one_way,
            neither=house.cucamonga.neither,
            may_carry=may_carry,
            unit=s.plan.unit,
        )
        for pot in pots
    ]


def _violators(s: State, rules: RulesPlan) -> dict[int, tuple[int, ...]]:
    """Who checked a seven or better after the last draw, and what was in at that moment (D-CL-3)."""
    assert rules.seven_order is not None
    value, floor = rules.seven_order.value, rules.seven_floor
    return {i: snap for i, snap in reversed(s.snaps) if s.live >> i & 1 and value(s.hands[i]) >= floor}


def _show_order(s: State, pots: Sequence[Pot]) -> Sequence[int]:
    """Last aggressor first, else first to act; contenders for side pots before the rest (SHD-1, SHD-2, SHD-7)."""
    first = s.aggressor if s.aggressor >= 0 else s.first
    live = s.plan.members[s.live]
    turn = [i for i in live if i >= first] + [i for i in live if i < first]
    if len(pots) < 2:
        return turn
    order: list[int] = []
    for pot in reversed(pots):
        order += [i for i in turn if pot.eligible >> i & 1 and i not in order]
    return order + [i for i in turn if i not in order]


def _show(s: State, rules: RulesPlan, hands: Hands, pots: Sequence[Pot], settled: Sequence[Settled]) -> None:
    """Winners and all-in hands are shown; a beaten hand is mucked in its turn (SHD-4, SHD-5)."""
    winners = 0
    for result in settled:
        for share in result.shares:
            winners |= 1 << share.position
    everybody = not s.plan.house.showdown.auto_muck or rules.declared
    shown = _Shown(hands, pots)
    seen = 0
    for i in _show_order(s, pots):
        bit = 1 << i
        if not s.tabled & bit:
            if seen and not everybody and not winners & bit and s.able & bit and shown.beats(i):
                st.mucked(s, i)
                continue
            st.shown(s, i, s.hands[i])
        seen |= bit
        shown.add(i)
    if rules.floors and s.opener >= 0 and s.live >> s.opener & 1:
        asked = winners >> s.opener & 1 or s.plan.house.openers.show_openers_on_request
        if asked and hands.contenders >> s.opener & 1:
            opening.show(s, s.opener)


class _Shown:
    """The best of the hands shown so far, in each pot and each way."""

    def __init__(self, hands: Hands, pots: Sequence[Pot]) -> None:
        self.pots = [(pot.eligible, [0] * len(hands.awards)) for pot in pots]
        self.ways = [(k, values, hands.awards[k].floor) for k, values in enumerate(hands.raw)]

    def add(self, i: int) -> None:
        for eligible, best in self.pots:
            if eligible >> i & 1:
                for k, values, _ in self.ways:
                    if values[i] > best[k]:
                        best[k] = values[i]

    def beats(self, i: int) -> bool:
        """Is seat i's hand beaten each way in every pot it is in? (SHD-4)"""
        for eligible, best in self.pots:
            if eligible >> i & 1:
                for k, values, floor in self.ways:
                    if values[i] >= floor and values[i] >= best[k]:
                        return False
        return True


def _show_all(s: State) -> None:
    for i in _show_order(s, ()):
        if not s.tabled >> i & 1:
            st.shown(s, i, s.hands[i])


def _pay(s: State, hands: Hands, pots: Sequence[Pot], settled: Sequence[Settled]) -> None:
    """Last side pot first, main pot last (POT-5)."""
    names = [award.name for award in hands.awards]
    stay: list[tuple[int, int]] = []
    for k in range(len(pots) - 1, -1, -1):
        result = settled[k]
        for position, amount in result.refunds:
            st.voided(s, position, amount, "the best hand was a checked seven" if s.snaps else "no claim stands")
        for share in result.shares:
            way = names.index(share.way) if share.way in names else 0
            cards, words = hands.best_cards(way, share.position)
            if share.way == "whole" and len(names) > 1:
                cards, words = _both_ways(hands, share.position, result, cards, words)
            st.awarded(s, share.position, k, share.amount, share.way, cards, words or str(share.reason.value))
        if result.carried:
            stay.append((result.carried, pots[k].eligible))
    if stay:
        st.carried(s, tuple(reversed(stay)), s.step_up, "nobody won it")


def _both_ways(
    hands: Hands, i: int, result: Settled, cards: tuple[int, ...], words: str
) -> tuple[tuple[int, ...], str]:
    """The hand that took the whole pot: of the way it won, or both."""
    won = [k for k, mask in enumerate(result.winners) if mask >> i & 1]
    if not won:
        return cards, words
    made = [hands.best_cards(k, i) for k in won]
    return made[0][0], " and ".join(dict.fromkeys(said for _, said in made if said))


# --- everybody else folded ---------------------------------------------------------------------------------------


def uncontested(s: State) -> None:
    """The last player in takes the pot and shows nothing but openers (D-PA-1, SHD-6, D-JP-3)."""
    i = st.lowest(s.live)
    if opening.must_prove(s, i):
        opening.show(s, i)
        if opening.is_false(s, i):
            _false_opener(s, i)
            return
    rules = s.plan.rulesets[s.rules]
    violators = _violators(s, rules) if rules.sevens and s.snaps else {}
    if i in violators and s.plan.house.sevens.sevens_without_showdown:
        pots = _pots(s, s.live)
        for k in range(len(pots) - 1, -1, -1):
            result = uncontested_with_violator(pots[k], i, violators[i])
            for position, amount in result.refunds:
                st.voided(s, position, amount, "a checked seven wins nothing put in later")
            for share in result.shares:
                st.awarded(s, i, k, share.amount, "whole", (), "")
    else:
        st.awarded(s, i, 0, s.pot, "whole", (), "")
    st.ended(s)


def _false_opener(s: State, i: int) -> None:
    """D-JP-5, honour mode: others' bets return; antes and the false opener's chips stay for the same players."""
    antes = [0] * s.plan.n
    for event in (*s.log, *s.fresh):
        if event[0] == ev.POSTED and event[2] == "ante":
            antes[event[1]] += event[3]
    total = total_put(s)
    for j, chips in enumerate(total):
        if j != i and chips > antes[j]:
            st.voided(s, j, chips - antes[j], "the pot was opened falsely")
    pots = layers(antes, s.plan.everyone, dead=total[i] - antes[i] + s.dead)
    pots = with_carried(pots, s.carried, s.plan.everyone)
    st.carried(s, tuple([(pot.amount, pot.eligible) for pot in pots]), s.step_up, "opened falsely")
    st.ended(s)

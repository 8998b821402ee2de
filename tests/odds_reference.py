"""Odds the slow and obvious way: itertools, the scalar rankings, the engine's awards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import lcm
from types import SimpleNamespace

from oddchip.actions import Way
from oddchip.awards import Direction, award_declared_pots, award_pot
from oddchip.games import find_game
from oddchip.odds import Spot
from oddchip.plan import RowOp, plan_for
from oddchip.play.showdown import Hands
from oddchip.pots import Pot, layers, uncalled
from oddchip.rankings import best_use
from oddchip.spec import Bet
from oddchip.stakes import FixedLimit, Stake


def plan_of(spot: Spot):
    game = find_game(spot.game) if isinstance(spot.game, str) else spot.game
    stakes = FixedLimit(2, 4) if game.has(Bet) else Stake(10)
    dealt_in = spot.dealt_in or len(spot.hands)
    return game, plan_for(game, stakes, spot.house, max(dealt_in, game.seats[0]))


def reference(spot: Spot) -> dict:
    """Shares, scoops and quarters of every player as fractions, and the carried part; ranges are lists of pairs."""
    game, plan = plan_of(spot)
    n, deck = len(spot.hands), game.deck
    parse = lambda said: deck.parse(said, allow_unknown=True) if isinstance(said, str) else tuple(said)  # noqa: E731
    sizes = dict.fromkeys(plan.rows, 0)
    for op in plan.ops:
        if isinstance(op, RowOp):
            sizes[plan.rows[op.row]] += op.count
    if spot.rows.get("common"):
        sizes["common"] = 1
    rows = {name: parse(spot.rows.get(name, ())) for name in sizes}
    rows = {name: [c for c in row if c >= 0] for name, row in rows.items()}
    size = plan.hand_size - sizes.get("common", 0)
    thrown = [set(parse(said)) for said in spot.discards] or [set()] * n
    known = {c for row in rows.values() for c in row} | set(parse(spot.dead)).union(*thrown)
    choices = []
    for p, hand in enumerate(spot.hands):
        if hand is not None and not isinstance(hand, str) and not isinstance(next(iter(hand)), int):
            choices.append([(tuple(cards), Fraction(weight)) for cards, weight in hand])
            continue
        cards = parse(hand or "")
        choices.append([(tuple(c for c in cards if c not in thrown[p]), Fraction(1))])
    for given in choices:
        if len(given) == 1:
            known |= {c for c in given[0][0] if c >= 0}
    total, sums = Fraction(0), None
    for entries in product(*choices):
        held = [c for cards, _ in entries for c in cards if c >= 0]
        ranged = [
            c for (cards, _), given in zip(entries, choices, strict=True) if len(given) > 1 for c in cards if c >= 0
        ]
        if len(set(held)) < len(held) or set(ranged) & (known - set()):
            continue
        weight = Fraction(1)
        for _, one in entries:
            weight *= one
        rest = [c for c in deck.cards if c not in known and c not in held]
        found, ways = _count(spot, plan, [cards for cards, _ in entries], size, rows, sizes, rest)
        total += weight
        part = {key: [value * weight / ways for value in values] for key, values in found.items()}
        sums = part if sums is None else {k: [a + b for a, b in zip(sums[k], part[k], strict=True)] for k in part}
    return {key: tuple(value / total for value in values) for key, values in sums.items()}


def _count(spot, plan, entries, size, rows, sizes, rest):
    n = len(entries)
    sums = {"share": [Fraction(0)] * n, "scoop": [0] * n, "quarter": [0] * n, "carried": [Fraction(0)]}
    ways = 0
    for hands, table in _deals(entries, size, rows, sizes, rest):
        ways += 1
        parts, main, carried = settle(spot, plan, hands, table)
        sums["carried"][0] += carried
        for p in range(n):
            sums["share"][p] += parts[p]
            sums["scoop"][p] += main[p] == 1
            sums["quarter"][p] += main[p] == Fraction(1, 4)
    return sums, ways


def _deals(entries, size, rows, sizes, rest):
    """Every way to fill the hands, places that hold ?? (-1) first among them, and the rows."""
    wants = [size - sum(c >= 0 for c in cards) for cards in entries]
    row_wants = [sizes[name] - len(row) for name, row in rows.items()]

    def fill(k, left, parts):
        if k == len(wants) + len(row_wants):
            yield parts
            return
        for chosen in combinations(left, (wants + row_wants)[k]):
            yield from fill(k + 1, [c for c in left if c not in chosen], [*parts, chosen])

    for parts in fill(0, rest, []):
        hands = []
        for cards, more in zip(entries, parts, strict=False):
            drawn = iter(more)
            hands.append(tuple(c if c >= 0 else next(drawn) for c in (*cards, *(-1,) * (size - len(cards)))))
        table = {name: (*row, *more) for (name, row), more in zip(rows.items(), parts[len(wants) :], strict=True)}
        yield hands, table


def settle(spot, plan, hands, table):
    """What each player gets of all chips and of the main pot, as fractions."""
    n, rules, house = len(hands), plan.rulesets[spot.rules], plan.house
    raw = [[_value(spot, plan, award, k, hand, table) for hand in hands] for k, award in enumerate(rules.awards)]
    unit = 2 * lcm(*range(1, n + 1))
    pots = [pot._replace(amount=pot.amount * unit, parts=tuple(c * unit for c in pot.parts)) for pot in _pots(spot, n)]
    if rules.declared:
        ways = [Direction("high", raw[0]), Direction("low", raw[1])]
        settled = award_declared_pots(pots, *ways, [Way(way) for way in spot.declared], house.declare)
    elif house.openers.trips_to_win and plan.rulesets[0].floors and max(raw[0]) < rules.awards[0].order.floor("trips"):
        return [Fraction(0)] * n, [Fraction(0)] * n, Fraction(1)
    else:
        ways = []
        for award, values in zip(rules.awards, raw, strict=True):
            good = [v if v >= award.floor else 0 for v in values]
            ways.append(Direction(award.name, good, None, values if award.floor else None))
        both = len(ways) > 1 and all(award.floor for award in rules.awards)
        one_way = house.cucamonga.one_way if both else "other_takes_all"
        neither, carry = house.cucamonga.neither, len(pots) == 1
        settled = [award_pot(pot, ways, one_way=one_way, neither=neither, may_carry=carry) for pot in pots]
    chips = [[0] * n for _ in pots]
    for k, one in enumerate(settled):
        for share in one.shares:
            chips[k][share.position] += share.amount
        for p, back in one.refunds:
            chips[k][p] += back
    whole = sum(pot.amount for pot in pots)
    parts = [Fraction(sum(chips[k][p] for k in range(len(pots))), whole) for p in range(n)]
    main = [Fraction(chips[0][p], pots[0].amount) for p in range(n)]
    return parts, main, Fraction(sum(one.carried for one in settled), whole)


def _pots(spot, n):
    if spot.put is None:
        return [Pot(n, (1 << n) - 1, 0, 1, (1,) * n)]
    put, top = list(spot.put), uncalled(spot.put, (1 << n) - 1)
    if top:
        put[top[0]] -= top[1]
    return layers(put, (1 << n) - 1, dead=spot.dead_money)


def _value(spot, plan, award, k, hand, table):
    house = plan.house
    if award.wild or (house.italian.italian_suits_break_ties and plan.deck.pack.name == "italian"):
        state = SimpleNamespace(plan=plan, rules=spot.rules, rows=list(table.values()), hands=(hand,))
        judged = Hands(state, 1)
        value = judged.raw[k][0]
        if not house.italian.italian_suits_break_ties:
            return value
        key = judged._suit_key(k, 0)
        return value * 10**6 + sum((suit + 1) * 10 ** (4 - i) for i, suit in enumerate(key))
    if not award.use:
        return award.order.value((*hand, *(c for row in table.values() for c in row)))
    own = award.rows.index(-1)
    rows = list(table.values())
    use = [award.use[own]] + [span for i, span in enumerate(award.use) if i != own]
    return best_use(award.order, [hand, *(rows[row] for row in award.rows if row >= 0)], use)[0]

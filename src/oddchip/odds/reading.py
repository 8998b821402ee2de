"""Reading a spot: the game compiled, every card checked once, and what is still to come counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddchip.actions import Way
from oddchip.cards import ACE, UNKNOWN, card_text, cards_text, is_joker, rank_of
from oddchip.errors import CardError, GameError, SetupError, UnknownName
from oddchip.games import find_game
from oddchip.odds.case import NO_CARD, Case, Entries, Holding, Weights
from oddchip.odds.spot import Cards, CardsLike, Spot
from oddchip.plan import DrawOp, Plan, RowOp, RulesPlan, SwapOp, plan_for
from oddchip.pots import Pot, layers, uncalled
from oddchip.spec import Bet, Game
from oddchip.stakes import FixedLimit, Stake


def case_of(spot: Spot) -> Case:
    """The case of a spot; an `OddchipError` says in a sentence what cannot be."""
    game = find_game(spot.game) if isinstance(spot.game, str) else spot.game
    return _Maker(spot, game).make()


class _Maker:
    def __init__(self, spot: Spot, game: Game) -> None:
        self.spot, self.game, self.deck, self.n = spot, game, game.deck, len(spot.hands)
        if self.n < 2:
            raise SetupError("odds are between two players or more; a hand at random is None")
        self.plan = _plan(spot, game, self.n)
        self.places: dict[int, str] = {}

    def make(self) -> Case:
        rules = self._rules()
        draws = self._draws()
        rows = self._rows()
        self._known(self._cards(self.spot.dead, "the dead cards"), "among the dead cards")
        size = self.plan.hand_size - (1 if rows.get("common") else 0)
        before = size - sum(op.extra for op in draws) if any(self.spot.policies) else size
        hands = self._hands(before)
        gone = set(self.places)
        holdings = tuple(self._holding(p, hand, before, gone) for p, hand in enumerate(hands))
        rest = tuple(card for card in self.deck.cards if card not in gone)
        self._enough(holdings, rows, rest)
        ranges = sorted((h.masks for h in holdings if h.is_range), key=len)
        if not _fit(ranges, np.uint64(0)):
            raise SetupError("these hands cannot be held together: whatever one holds, another needs the same card")
        pots, declared = self._pots(), self._declared(rules)
        ups = tuple(self.ups)
        return Case(self.spot, self.game, self.plan, rules, holdings, size, rows, rest, pots, declared, draws, ups)

    # -- the game ------------------------------------------------------------------------------------------------

    def _rules(self) -> RulesPlan:
        rulesets = self.plan.rulesets
        if not 0 <= self.spot.rules < len(rulesets):
            raise GameError(f"{self.game.name} has rules 0 to {len(rulesets) - 1}, not {self.spot.rules}")
        return rulesets[self.spot.rules]

    def _draws(self) -> tuple[DrawOp, ...]:
        """The draws still to come, this one first."""
        spot, all_draws = self.spot, [op for op in self.plan.ops if isinstance(op, DrawOp)]
        self._one_each(spot.draws, "draws")
        self._one_each(spot.discards, "discards")
        self._one_each(spot.policies, "policies")
        if not all_draws:
            if any(spot.draws) or any(map(len, spot.discards)) or any(spot.policies) or spot.to_come > 1:
                raise GameError(f"{self.game.name} has no draw")
            return ()
        if not 0 <= spot.to_come <= len(all_draws):
            raise GameError(f"{self.game.name} has {len(all_draws)} draws, not {spot.to_come}")
        if any(spot.policies) and not all(spot.policies):
            raise GameError("how everybody draws must be said: a policy for each player, or none")
        if spot.to_come > 1 and not any(spot.policies):
            raise GameError(f"{spot.to_come} draws to come need policies: how each player draws")
        return tuple(all_draws[len(all_draws) - spot.to_come :])

    def _declared(self, rules: RulesPlan) -> tuple[Way, ...]:
        said = self.spot.declared
        if not rules.declared:
            if said:
                raise GameError(f"nobody declares in {self.game.name}: the cards speak")
            return ()
        self._one_each(said, "declarations")
        if not said:
            raise GameError(f"{self.game.name} is won by declaration: say low, high or both for each player")
        try:
            return tuple(Way(str(way)) for way in said)
        except ValueError:
            wrong = next(way for way in said if str(way) not in list(Way))
            raise UnknownName("declaration", str(wrong), list(Way)) from None

    def _pots(self) -> tuple[Pot, ...]:
        put = self.spot.put
        everyone = (1 << self.n) - 1
        if put is None:
            return (Pot(self.n, everyone, 0, 1, (1,) * self.n),)
        self._one_each(put, "amounts put in")
        if any(not isinstance(chips, int) or chips < 0 for chips in (*put, self.spot.dead_money)):
            raise SetupError("chips in the pot are whole numbers, 0 or more")
        top = uncalled(put, everyone)
        called = [chips - (top[1] if top and top[0] == p else 0) for p, chips in enumerate(put)]
        pots = layers(called, everyone, dead=self.spot.dead_money)
        if not pots:
            raise SetupError("there is nothing in the pot")
        return pots

    def _one_each(self, values: Sequence[object], what: str) -> None:
        if values and len(values) != self.n:
            raise SetupError(f"expected {what} for each of the {self.n} players, not for {len(values)}")

    # -- cards ---------------------------------------------------------------------------------------------------

    def _cards(self, said: CardsLike | None, where: str) -> Cards:
        if said is None:
            return ()
        if isinstance(said, str):
            return self.deck.parse(said, allow_unknown=True)
        cards = tuple(int(card) for card in said)
        for card in cards:
            if card != UNKNOWN and card not in self.deck.cards:
                raise CardError(f"{card} in {where} is no card of this deck ({self.deck.name})")
        return cards

    def _known(self, cards: Iterable[int], where: str) -> None:
        for card in cards:
            if card == UNKNOWN:
                continue
            if card in self.places:
                raise CardError(f"{card_text(card, self.deck)} is there twice: {self.places[card]} and {where}")
            self.places[card] = where

    def _rows(self) -> dict[str, Cards]:
        sizes = dict.fromkeys(self.plan.rows, 0)
        for op in self.plan.ops:
            if isinstance(op, RowOp):
                sizes[self.plan.rows[op.row]] += op.count
        found = {}
        for name, said in self.spot.rows.items():
            if name not in sizes:
                known = ", ".join(sizes) or "none"
                raise GameError(f"{self.game.name} has no row called {name!r} on the table; its rows: {known}")
            found[name] = self._cards(said, f"the {name}")
        if found.get("common"):
            sizes["common"] = 1
        rows = {}
        for name, size in sizes.items():
            cards = found.get(name, ())
            if len(cards) > size:
                raise CardError(f"the {name} has {size} cards, not {len(cards)}")
            self._known(cards, f"on the table ({name})")
            rows[name] = cards + (UNKNOWN,) * (size - len(cards))
        return rows

    def _hands(self, size: int) -> list[Any]:
        """What is known of each hand: cards in their places, or a range as it was given."""
        said: list[Any] = []
        for p, hand in enumerate(self.spot.hands):
            said.append(hand if _is_range(hand) else self._cards(hand, f"hand {p + 1}"))  # type: ignore[arg-type]
        said = self._with_discards(said)
        said = self._with_up_cards(said)
        if self.spot.gifts:
            said = self._swapped(said)
        for p, hand in enumerate(said):
            if isinstance(hand, tuple):
                if len(hand) > size:
                    hint = "; say which are thrown (discards)" if self.plan.last_draw >= 0 else ""
                    raise CardError(f"hand {p + 1} has {len(hand)} cards: no more than {size} are held here{hint}")
                self._known(hand, f"in hand {p + 1}")
        return said

    def _with_discards(self, said: list[Any]) -> list[Any]:
        for p, thrown in enumerate(self.spot.discards):
            cards = self._cards(thrown, f"the discards of player {p + 1}")
            if UNKNOWN in cards:
                raise CardError("a discard that nobody saw need not be named: leave ?? out")
            self._known(cards, f"among the discards of player {p + 1}")
            if isinstance(said[p], tuple):
                said[p] = tuple(card for card in said[p] if card not in cards)
        return said

    def _with_up_cards(self, said: list[Any]) -> list[Any]:
        self._one_each(self.spot.up, "up cards")
        shown = enumerate(self.spot.up)
        self.ups: list[Cards] = [self._cards(up, f"the up cards of player {p + 1}") for p, up in shown]
        if not any(self.ups):
            self.ups = [()] * self.n
            return said
        if not self.plan.up:
            raise GameError(f"no card of a hand lies open in {self.game.name}")
        for p, up in enumerate(self.ups):
            if len(up) > len(self.plan.up):
                raise CardError(f"player {p + 1} has {len(up)} up cards: there are no more than {len(self.plan.up)}")
            if not up:
                continue
            if isinstance(said[p], tuple):
                said[p] = self._in_places(said[p], up, p)
            else:
                self._known(up, f"in hand {p + 1}")
        return said

    def _in_places(self, down: Cards, up: Cards, p: int) -> Cards:
        """Down and up cards in the order in which they are dealt; ?? where one is to come."""
        if len(down) > len(self.plan.down):
            raise CardError(f"player {p + 1} has {len(down)} down cards: there are no more than {len(self.plan.down)}")
        hand = [UNKNOWN] * self.plan.hand_size
        for place, card in (*zip(self.plan.down, down, strict=False), *zip(self.plan.up, up, strict=False)):
            hand[place] = card
        while hand and hand[-1] == UNKNOWN:
            hand.pop()
        return tuple(hand)

    def _swapped(self, said: list[Any]) -> list[Any]:
        """CP-4: both give at once, and the hands are final."""
        swap = next((op for op in self.plan.ops if isinstance(op, SwapOp)), None)
        if swap is None:
            raise GameError(f"nobody gives cards away in {self.game.name}")
        self._one_each(self.spot.gifts, "gifts")
        gifts = [self._cards(gift, f"the gift of player {p + 1}") for p, gift in enumerate(self.spot.gifts)]
        for p, gift in enumerate(gifts):
            if len(set(gift)) != swap.count or not isinstance(said[p], tuple) or not set(gift) <= set(said[p]):
                given = cards_text(gift, self.deck) or "none"
                raise CardError(f"player {p + 1} gives {swap.count} cards of his own hand, not {given}")
        kept = [tuple(card for card in said[p] if card not in gifts[p]) for p in range(2)]
        return [kept[0] + gifts[1], kept[1] + gifts[0]]

    # -- holdings ------------------------------------------------------------------------------------------------

    def _holding(self, p: int, hand: Any, size: int, gone: set[int]) -> Holding:
        if not isinstance(hand, tuple):
            return self._range(p, hand, size, gone)
        cards = [NO_CARD if card == UNKNOWN else card for card in hand] + [NO_CARD] * (size - len(hand))
        self._check_draw(p, hand, size - len(hand))
        entry = np.array([cards], dtype=np.uint8)
        return Holding(entry, np.ones(1, np.int64), np.array([cards.count(NO_CARD)], np.int64))

    def _check_draw(self, p: int, hand: Cards, receives: int) -> None:
        """Is what the player lacks what he says he draws, and may he draw so many (D-DR-2, D-FB-2)?"""
        said = self.spot.draws[p] if self.spot.draws else None
        if said is not None and said != receives and (hand or said > receives):
            raise CardError(f"player {p + 1} keeps {len(hand)} cards and so receives {receives}, not {said}")
        if any(self.spot.policies) or not self.plan.deck or self.plan.last_draw < 0 or not (hand or said):
            return
        op = self._op()
        if op is None:
            return
        thrown = (receives if said is None else said) - op.extra
        helps = op.ace_helps and any(is_joker(card) or rank_of(card) == ACE for card in hand if card != UNKNOWN)
        if thrown > op.most + helps:
            raise CardError(f"player {p + 1} would throw {thrown} cards: no more than {op.most} may be thrown here")

    def _op(self) -> DrawOp | None:
        draws = [op for op in self.plan.ops if isinstance(op, DrawOp)]
        return draws[len(draws) - self.spot.to_come] if self.spot.to_come else None

    def _range(self, p: int, given: Any, size: int, gone: set[int]) -> Holding:
        ups = [card for card in self.ups[p] if card != UNKNOWN]
        blocks = [self._laid_out(p, cards, weights, ups, size) for cards, weights in arrays_of(given)]
        taken = np.zeros(256, dtype=bool)
        taken[list(gone - set(ups))] = True
        known = np.zeros(256, dtype=bool)
        known[[*self.deck.cards, NO_CARD]] = True
        kept = []
        for entries, weights in blocks:
            if not known[entries].all():
                raise CardError(f"the range of player {p + 1} has cards that are not in this deck ({self.deck.name})")
            ordered = np.sort(entries, axis=1)
            twice = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_CARD)).any(axis=1)
            clash = taken[entries].any(axis=1)
            kept.append((entries[~clash & ~twice], weights[~clash & ~twice]))
        entries = np.concatenate([entry for entry, _ in kept]) if kept else np.zeros((0, size), np.uint8)
        weights = np.concatenate([weight for _, weight in kept]) if kept else np.zeros(0, np.int64)
        if not len(entries):
            raise CardError(f"player {p + 1} can hold no hand of his range here")
        weights = weights // np.gcd.reduce(weights)
        wants = (entries == NO_CARD).sum(axis=1)
        said = self.spot.draws[p] if self.spot.draws else None
        if said is not None and (wants != said).any():
            raise CardError(f"the range of player {p + 1} has hands that do not draw {said}")
        return Holding(entries, weights, wants.astype(np.int64), is_range=True)

    def _laid_out(
        self, p: int, cards: Entries, weights: Weights, ups: Sequence[int], size: int
    ) -> tuple[Entries, Weights]:
        """Sets of a range in the places of a hand; behind up cards they are the player's down cards."""
        held = cards.shape[1] + len(ups)
        if held > size:
            raise CardError(f"the range of player {p + 1} has hands of {held} cards: no more than {size} are held here")
        down, up = [*range(cards.shape[1])], [*range(cards.shape[1], held)]
        if ups and cards.shape[1] <= len(self.plan.down):
            down, up = [*self.plan.down][: cards.shape[1]], [*self.plan.up][: len(ups)]
        entries = np.full((len(cards), size), NO_CARD, dtype=np.uint8)
        entries[:, down] = cards
        entries[:, up] = np.array(ups, dtype=np.uint8)
        if len(weights) and (weights.min() <= 0 or sum(weights.tolist()) >= 1 << 62):
            raise CardError(f"the weights of player {p + 1}'s range are above 0, and their sum is below 2**62")
        return entries, weights

    def _enough(self, holdings: Sequence[Holding], rows: Mapping[str, Cards], rest: Cards) -> None:
        wanted = sum(int((h.wants + (h.entries != NO_CARD).sum(axis=1) * h.is_range).max()) for h in holdings)
        wanted -= sum(len(self.ups[p]) for p, h in enumerate(holdings) if h.is_range)
        wanted += sum(row.count(UNKNOWN) for row in rows.values())
        if wanted > len(rest):
            raise CardError(f"the deck holds {len(rest)} unseen cards, and {wanted} are to come")


def _fit(ranges: Sequence[NDArray[np.uint64]], taken: np.uint64) -> bool:
    """Is there a set of each range so that no card is in two? Up cards are nobody else's and do not matter."""
    if len(ranges) < 2:
        return not ranges or bool(((ranges[0] & taken) == 0).any())
    return any(_fit(ranges[1:], taken | mask) for mask in ranges[0][(ranges[0] & taken) == 0])


def _plan(spot: Spot, game: Game, n: int) -> Plan:
    stakes = FixedLimit(2, 4) if game.has(Bet) else Stake(10)
    dealt_in = n if spot.dealt_in is None else spot.dealt_in
    if dealt_in < n:
        raise SetupError(f"{n} players hold cards, so no fewer were dealt in; {dealt_in} cannot be")
    return plan_for(game, stakes, spot.house, max(dealt_in, game.seats[0]))


def _is_range(hand: object) -> bool:
    """A range, and not cards: neither text nor a sequence of ints."""
    if hand is None or isinstance(hand, str):
        return False
    if hasattr(hand, "arrays"):
        return True
    first = next(iter(hand), None)  # type: ignore[call-overload]
    return first is not None and not isinstance(first, (int, np.integer))


def arrays_of(given: Any) -> list[tuple[Entries, Weights]]:
    """A range as arrays of sets and whole weights, one pair for each size of set."""
    if hasattr(given, "arrays"):
        return [(np.asarray(cards, np.uint8), np.asarray(weights, np.int64)) for cards, weights in given.arrays()]
    by_size: dict[int, list[tuple[Cards, Fraction]]] = {}
    for cards, weight in given:
        by_size.setdefault(len(cards), []).append((tuple(cards), Fraction(weight)))
    if any(weight <= 0 for sets in by_size.values() for _, weight in sets):
        raise CardError("the weights of a range are above 0")
    scale = lcm(*(weight.denominator for sets in by_size.values() for _, weight in sets))
    return [
        (
            np.array([cards for cards, _ in sets], dtype=np.uint8).reshape(len(sets), size),
            np.array([int(weight * scale) for _, weight in sets], dtype=np.int64),
        )
        for size, sets in sorted(by_size.items())
    ]

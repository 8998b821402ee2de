"""Which cards to keep: the worth of every keep of a hand, all 32 of five cards, against whatever the others may hold.

keeps("kansas_city", "2c3d4hKdQs", against="8c7d5h4c2s").best          # what to throw, against a pat hand
keeps("gardena_jackpots", "KcKd X1 9h 4s")                             # against a hand at random
keeps("gardena_jackpots", "KcJc9c7cJh", against="jacks or better")     # against a range, in words
keeps("badugi", "2c3d4hKs", against="4c5d8h9s", draws_left=3)          # the later draws by chart
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from oddchip.actions import Way
from oddchip.cards import ACE, Deck, cards_text, rank_of
from oddchip.errors import CardError, GameError, OddchipError, SetupError
from oddchip.games import find_game
from oddchip.house import HouseRules
from oddchip.odds import draws_exact
from oddchip.odds.ask import Comparison, Progress, compare
from oddchip.odds.case import NO_CARD, Case
from oddchip.odds.parallel import Stopped
from oddchip.odds.policies import First, chart
from oddchip.odds.ranges import parse_range
from oddchip.odds.reading import case_of
from oddchip.odds.result import Odds
from oddchip.odds.spot import CardsLike, HandLike, Policy, Spot
from oddchip.odds.terms import terms_of
from oddchip.spec import Game

Cards = tuple[int, ...]
_LOOK: dict[str, Any] = {"error": 0.5, "progress": None}
_FIRST_LOOK = 0.01


@dataclass(frozen=True)
class Keep:
    """One keep: the cards kept and thrown, how many are received, the expected part of the pot.

    `win` and `tie` say for each way how often it wins alone or ties. `deals` were counted (weights of ranges included)
    or sampled; `error` is the standard error of the share, 0.0 when exact.
    """

    cards: Cards
    thrown: Cards
    draws: int
    share: Fraction
    win: dict[str, Fraction]
    tie: dict[str, Fraction]
    deals: int
    exact: bool
    error: float = 0.0


@dataclass(frozen=True)
class Keeps:
    """Every keep of a hand that the rules allow, the best first. `why` says in a sentence how they were found.

    `behind[i]` is the standard error of how far keep i is behind the best, or, where two are as good as equal, behind
    the one that a first look found best: all are dealt the same cards.
    """

    game: Game
    hand: Cards
    draws_left: int
    keeps: tuple[Keep, ...]
    behind: tuple[float, ...]
    why: str

    def __iter__(self) -> Iterator[Keep]:
        return iter(self.keeps)

    def __len__(self) -> int:
        return len(self.keeps)

    def __getitem__(self, cards: CardsLike) -> Keep:
        """The keep of these cards, as text or ints; `CardError` when the rules do not allow it."""
        wanted = frozenset(self.deck.parse(cards) if isinstance(cards, str) else cards)
        for keep in self.keeps:
            if frozenset(keep.cards) == wanted:
                return keep
        raise CardError(f"{cards_text(sorted(wanted), self.deck) or 'nothing'} cannot be kept here")

    @property
    def deck(self) -> Deck:
        return self.game.deck

    @property
    def best(self) -> Keep:
        return self.keeps[0]

    @property
    def pat(self) -> Keep:
        """The keep that throws nothing."""
        return self[self.hand]

    @cached_property
    def worth(self) -> dict[Cards, Fraction]:
        """The expected part of the pot of each keep."""
        return {keep.cards: keep.share for keep in self.keeps}

    @property
    def exact(self) -> bool:
        return all(keep.exact for keep in self.keeps)

    @property
    def error(self) -> float:
        """The largest standard error of any share; 0.0 when exact."""
        return max(keep.error for keep in self.keeps)

    def heat(self) -> dict[str, tuple[int, Fraction]]:
        """For a map: the kept cards as text, with how many are drawn and the share."""
        return {cards_text(keep.cards, self.deck): (keep.draws, keep.share) for keep in self.keeps}


def keeps(
    game: Game | str,
    hand: CardsLike,
    against: HandLike = None,
    *,
    others: Sequence[HandLike] = (),
    draws_left: int = 1,
    dead: CardsLike = (),
    policy: Policy | None = None,
    theirs: Policy | None = None,
    declared: tuple[Way | str, ...] = (),
    rules: int = 0,
    house: HouseRules = HouseRules(),  # noqa: B008 - frozen
    exact: bool | None = None,
    error: float = 0.001,
    seed: int = 0,
    workers: int = 1,
    on: str = "joblib",
    progress: Progress | None = None,
) -> Keeps:
    """The worth of every keep of `hand`, which is the whole hand before this draw.

    against   the opponent: the cards he keeps (he draws the rest), his whole hand where `theirs` is given or more draws
              are to come, a range as a value or in words, or None: a hand at random
    others    further opponents, told in the same ways
    draws_left  draws to come, this one included
    dead      cards seen that nobody can receive: folded, exposed, thrown by a player who showed them
    policy    how this hand goes on after this draw; `theirs` how the others draw, this time too. With several draws
              to come the game's chart, unless told
    declared, rules, house, exact, error, seed, workers, on, progress: as in `Spot` and `odds`; `error` is that of the
              lead of one keep over another

    One draw against one opponent whose cards speak is counted, any number of cards on either side; what cannot be
    counted is sampled, every keep with the same cards. Raises `OddchipError` for what cannot be, and
    `parallel.Stopped` with the keeps so far when it is stopped while sampling.
    """
    found = find_game(game) if isinstance(game, str) else game
    rivals = [_rival(one, found, house) for one in (against, *others)]
    spot = Spot(found, (hand, *rivals), dead=dead, to_come=draws_left, declared=declared, rules=rules, house=house)
    if draws_left > 1 or theirs is not None:
        policy = policy or chart(found, rules)
        spot = replace(spot, policies=(policy, *((theirs or chart(found, rules),) * len(rivals))))
    elif policy is not None:
        raise GameError("after the last draw there is nothing left for a policy to decide")
    case = case_of(spot)
    cards = _whole_hand(case)
    masks = _allowed(case, cards)
    if exact is not False and not any(spot.policies):
        terms = terms_of(case)
        if draws_exact.can_count(case, terms):
            return _counted(case, cards, masks, draws_left)
    choices = [_choice(spot, case, cards, mask) for mask in masks]
    how: dict[str, Any] = {"exact": exact, "error": error, "seed": seed, "workers": workers, "on": on}
    return _compared(case, cards, masks, choices, draws_left, how | {"progress": progress})


def _rival(said: HandLike, game: Game, house: HouseRules) -> HandLike:
    """Text that names no card is a range in words."""
    if not isinstance(said, str):
        return said
    try:
        game.deck.parse(said, allow_unknown=True)
    except CardError as not_cards:
        try:
            return parse_range(said, game, house=house)
        except OddchipError as wrong:
            raise (not_cards if _looks_like_cards(said) else wrong) from None
    return said


def _looks_like_cards(text: str) -> bool:
    """Ranks and suits written together and nothing else: then a wrong card is meant, no range."""
    words = text.replace(",", " ").split()
    return bool(words) and all(len(word) % 2 == 0 and set(word[1::2].lower()) <= set("cdhsb") for word in words)


def _whole_hand(case: Case) -> Cards:
    if not case.draws:
        raise GameError(f"{case.game.name} has no draw" if case.plan.last_draw < 0 else "no draw is to come")
    size = case.size - sum(op.extra for op in case.draws)
    cards = tuple(int(card) for card in case.holdings[0].entries[0] if card != NO_CARD)
    if case.holdings[0].is_range or len(cards) != size:
        raise CardError(f"a whole hand of {size} known cards is needed before this draw, not {len(cards)}")
    return cards


def _allowed(case: Case, hand: Cards) -> list[int]:
    """Every keep the rules allow, as masks of places in the hand (D-DR-2)."""
    op, found = case.draws[0], []
    for mask in range(1 << len(hand)):
        kept = [card for place, card in enumerate(hand) if mask >> place & 1]
        helps = op.ace_helps and any(rank_of(card) >= ACE for card in kept)
        if len(hand) - len(kept) <= op.most + helps:
            found.append(mask)
    return found


def _parts(hand: Cards, mask: int) -> tuple[Cards, Cards]:
    kept = tuple(card for place, card in enumerate(hand) if mask >> place & 1)
    return kept, tuple(card for place, card in enumerate(hand) if not mask >> place & 1)


def _counted(case: Case, hand: Cards, masks: Sequence[int], draws_left: int) -> Keeps:
    parts = [_parts(hand, mask) for mask in masks]
    found = draws_exact.count(case, terms_of(case), [kept for kept, _ in parts])
    if not found[0].deals:
        raise SetupError("these hands cannot be held together: whatever one holds, another needs the same card")
    made = [
        Keep(kept, thrown, case.size - len(kept), one.share, one.win, one.tie, one.deals, True)
        for (kept, thrown), one in zip(parts, found, strict=True)
    ]
    deals = sum(one.deals for one in found)
    return _ordered(case, hand, draws_left, made, [0.0] * len(made), f"exact: all of {deals:,} deals, all keeps")


def _choice(spot: Spot, case: Case, hand: Cards, mask: int) -> Spot:
    """The spot after a keep."""
    if any(spot.policies):
        mine = First(mask, case.spot.to_come, spot.policies[0])
        return replace(spot, policies=(mine, *spot.policies[1:]))
    kept, thrown = _parts(hand, mask)
    return replace(spot, hands=(kept, *spot.hands[1:]), discards=(thrown, *((),) * (len(spot.hands) - 1)))


def _compared(
    case: Case, hand: Cards, masks: Sequence[int], spots: Sequence[Spot], draws_left: int, how: dict[str, Any]
) -> Keeps:
    """By the general odds: all counted, or all dealt the same cards; then a first look says which keep is best, and
    the others are measured against it."""
    order = list(range(len(masks)))

    def told(found: Comparison) -> Keeps:
        made = [_made(case, hand, masks[i], one) for i, one in zip(order, found.odds, strict=True)]
        return _ordered(case, hand, draws_left, made, found.errors, found.odds[0].why)

    try:
        found = compare(spots, **how | {"error": max(_FIRST_LOOK, how["error"])})
        if how["error"] < _FIRST_LOOK and not all(one.exact for one in found.odds):
            order.sort(key=lambda i, best=found.best: i != best)  # type: ignore[misc]
            found = compare([spots[i] for i in order], **how)
    except Stopped as stopped:
        value = stopped.value and told(stopped.value)
        raise Stopped(value, stopped.done, stopped.chunks) from None
    return told(found)


def _made(case: Case, hand: Cards, mask: int, one: Odds) -> Keep:
    kept, thrown = _parts(hand, mask)
    me, draws = one.players[0], len(thrown) + case.draws[0].extra
    error = one.errors[0] if one.errors else one.error
    return Keep(kept, thrown, draws, me.share, me.win, me.tie, one.deals, one.exact, error)


def _ordered(
    case: Case, hand: Cards, draws_left: int, made: Sequence[Keep], behind: Sequence[float], why: str
) -> Keeps:
    """The best first, and of equals the one that throws less."""
    places = sorted(range(len(made)), key=lambda i: (-made[i].share, made[i].draws))
    return Keeps(case.game, hand, draws_left, tuple(made[i] for i in places), tuple(behind[i] for i in places), why)


def folds_for_snow(keeps: Keeps, pot: int, bet: int) -> Fraction:
    """How often the other must fold for a snow to be worth as much as the best draw; 0 and less: always snow.

    A snow stands pat on this hand and bets `bet` chips into `pot`; called, it is shown down. The best draw is played
    without a further bet. One opponent, before the last draw. May be above 1: then a snow is never right.
    """
    if keeps.draws_left != 1:
        raise GameError("a snow is reckoned for the last draw")
    if pot <= 0 or bet <= 0:
        raise SetupError(f"a pot and a bet are chips above 0, not {pot} and {bet}")
    called = keeps.pat.share * (pot + 2 * bet) - bet
    return (keeps.best.share * pot - called) / (pot - called)

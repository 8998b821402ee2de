"""How many can play: the smaller of what is usual and what the pack can carry."""

from __future__ import annotations

from oddchip.spec import COMMON, Bet, ByDealtIn, Deal, Draw, Game


def seat_limit(game: Game) -> int:
    """The most seats: D-RS-4 for draw games, for the rest what the pack can deal (IT-20), never more than is usual."""
    return min(usual(game), pack_limit(game))


def usual(game: Game) -> int:
    """What people are used to: the base game's own limit, or where that is the pack's: eight, and ten at badugi."""
    base = game.base or game
    if not base.draws or base.seats[1] < pack_limit(base):
        return base.seats[1]
    return 10 if hand_size(base) == 4 else 8


def pack_limit(game: Game) -> int:
    """What the pack carries: with draws, a full draw for everybody after all his earlier discards stay out (D-RS-4)."""
    size = game.deck.size
    if game.draws:
        return size // hand_size(game) - game.draws
    if (deal := dealt_in(game)) is not None:
        return deal.steps[-1][1]
    sure = [phase for phase in deals(game) if phase.when_short is not COMMON]
    each = sum(_count(phase) for phase in sure if phase.to == "hand")
    table = sum(_count(phase) for phase in sure if phase.to != "hand") + sum(phase.burn for phase in sure)
    return (size - table) // each


def hand_size(game: Game) -> int:
    """The cards of a full hand: those dealt, and in four-before the one that comes with the draw."""
    each = sum(_count(phase) for phase in deals(game) if phase.to == "hand")
    return each + sum(phase.extra for phase in game.play if isinstance(phase, Draw))


def deals(game: Game) -> list[Deal]:
    return [phase for phase in game.play if isinstance(phase, Deal)]


def dealt_in(game: Game) -> ByDealtIn[int] | None:
    """The deal whose size depends on how many are dealt in."""
    return next((phase.count for phase in deals(game) if isinstance(phase.count, ByDealtIn)), None)


def rounds_before_draw(game: Game) -> int:
    """Betting rounds before the first draw."""
    play = game.play
    first = next(at for at, phase in enumerate(play) if isinstance(phase, Draw))
    return sum(isinstance(phase, Bet) for phase in play[:first])


def _count(deal: Deal) -> int:
    return deal.count if isinstance(deal.count, int) else max(count for _, _, count in deal.count.steps)

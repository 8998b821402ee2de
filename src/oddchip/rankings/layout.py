"""Which cards play, how they are laid down, and what a joker among them stands for."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from oddchip.cards import JOKERS, is_joker
from oddchip.rankings.scale import JOKER, Category, HandClass

Height = Callable[[int], int]
FLUSHES = (Category.FLUSH, Category.STRAIGHT_FLUSH)


def likely(cards: Sequence[int], hand: HandClass) -> list[int]:
    """The cards that can be among those that make this hand; most often they are all that play."""
    ranks = hand.ranks
    found = [card for card in cards if card >> 2 in ranks or card >= JOKERS[0]]
    if len(found) > len(ranks) and hand.category in FLUSHES and max(found) < JOKERS[0]:
        suits = [card & 3 for card in cards]
        suit = max(suits, key=suits.count)
        return [card for card in found if card & 3 == suit]
    return found


def best_suits(cards: Sequence[int], hand: HandClass) -> tuple[int, ...]:
    """Of cards without a joker those of the hand's ranks with the best suits, whether they make the hand or not."""
    ranks = list(hand.ranks)
    found = []
    for card in sorted(cards, key=lambda card: card & 3, reverse=True):
        if card >> 2 in ranks:
            ranks.remove(card >> 2)
            found.append(card)
    return arrange(found, hand)


def playing(choices: Iterable[tuple[int, ...]], hand: HandClass, height: Height) -> tuple[int, ...]:
    """Of choices that all make this hand the one with the best suits, compared from the highest card down (ODD-2);
    a joker is worth less than the card it stands for (S8-B9)."""
    return arrange(max(choices, key=lambda cards: _suit_key(cards, hand, height)), hand)


def _suit_key(cards: Sequence[int], hand: HandClass, height: Height) -> list[tuple[int, int]]:
    spots = zip(hand.ranks, arrange(cards, hand), strict=True)
    return sorted(((height(rank), -card if is_joker(card) else card & 3) for rank, card in spots), reverse=True)


def arrange(cards: Sequence[int], hand: HandClass) -> tuple[int, ...]:
    """Cards that all play, as a player lays them down: grouped, then from the top, spades first among equals."""
    ranks = hand.ranks
    if max(cards, default=0) < JOKERS[0]:
        if len(set(ranks)) == len(ranks):
            return tuple(sorted(cards, key=lambda card: ranks.index(card >> 2)))
        return tuple(sorted(cards, key=lambda card: (ranks.index(card >> 2), -(card & 3))))
    jokers = sorted([card for card in cards if is_joker(card)])
    left = sorted([card for card in cards if not is_joker(card)], key=lambda card: card & 3, reverse=True)
    laid = []
    wanted = Counter(hand.ranks)
    spare = wanted - Counter(card >> 2 for card in left)
    for rank in dict.fromkeys(hand.ranks):
        laid += [card for card in left if card >> 2 == rank]
        laid += [jokers.pop(0) for _ in range(spare[rank])]
    return tuple(laid)


def stand_ins(
    laid: Sequence[int], hand: HandClass, held: Iterable[int], suits: Sequence[int], distinct: bool
) -> dict[int, int]:
    """What each joker among the laid cards is: its rank by the hand, and a suit that is not held, if there is one.

    `distinct`: no two suits alike, as in badugi. A joker in a flush has the suit of the flush; elsewhere it takes care
    not to make one.
    """
    taken, stands = set(held), {}
    for card, rank in zip(laid, hand.ranks, strict=True):
        if not is_joker(card):
            continue
        if rank == JOKER:
            stands[card] = card
            continue
        used = {other & 3 for other in (*laid, *stands.values()) if not is_joker(other)}
        if hand.category in FLUSHES:
            choices = list(used)
        elif distinct or (len(laid) == 5 and len(used) == 1):
            choices = [suit for suit in suits if suit not in used]
        else:
            choices = list(suits)
        free = [suit for suit in choices if 4 * rank + suit not in taken]
        stands[card] = 4 * rank + max(free or choices or suits)
        taken.add(stands[card])
    return stands

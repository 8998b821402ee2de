"""What is hashed in a two-party hand, each with a tag of its own: docs/two_party.md gives the bytes.

Everything after the offers is bound to `terms`: game, match, number of the hand, both keys, stakes and clock. So
nothing said in one hand means anything in another. A key is the 32 bytes of an Ed25519 key, or, where a contract
settles, the 20 bytes of an address; hashes take the length in.
"""

from __future__ import annotations

from oddchip.cards import sort_for_display
from oddchip.fair.hashing import digest, number, permutation

GAME = "california_poker"
EACH = 8
PACK = 52
NOTHING = bytes(32)
"""Where a hash is wanted and there is none."""

Pair = tuple[int, int]
Keys = tuple[bytes, bytes]
Hands = tuple[tuple[int, ...], tuple[int, ...]]


def place_hash(match: bytes, hand: int) -> bytes:
    """The name under which a player stores what belongs to this hand of this match."""
    return digest("place", GAME.encode(), match, number(hand))


def terms_hash(match: bytes, hand: int, keys: Keys, stakes: Pair, dead: int, clock: int, escrow: bytes = b"") -> bytes:
    """What both have agreed to, in the order of the seats."""
    chips = (*stakes, dead, clock)
    return digest("terms", GAME.encode(), match, number(hand), *keys, *map(number, chips), escrow)


def commit_hash(terms: bytes, key: bytes, secret: bytes) -> bytes:
    """The owner's key is inside: a copied commitment can never be opened by the copier."""
    return digest("commit", terms, key, secret)


def deal_hash(terms: bytes, secrets: tuple[bytes, bytes]) -> bytes:
    """What the cards follow from; the secrets in the order of the seats."""
    return digest("deal", terms, *secrets)


def dealt(deal: bytes) -> Hands:
    """Both hands in canonical order (CP-2), seat 0 first.

    The pack is shuffled from its top: after sixteen steps the last sixteen places hold what they will hold. The cards
    are taken from there, last place first, so that a contract may stop after sixteen steps.
    """
    order = permutation(deal, PACK)
    taken = order[: -2 * EACH - 1 : -1]
    return sort_for_display(taken[:EACH]), sort_for_display(taken[EACH:])


def seal_hash(terms: bytes, deal: bytes, key: bytes, salt: bytes, mask: int) -> bytes:
    """A choice, hidden by 32 bytes of salt. Bit i of the mask (value 2**i) is card i of the owner's canonical hand."""
    return digest("seal", terms, deal, key, salt, bytes([mask]))


def result_hash(terms: bytes, deal: bytes, masks: Pair, shares: Pair) -> bytes:
    """How the hand ended: both choices, and what each seat takes out of the pot."""
    return digest("result", terms, deal, bytes(masks), *map(number, shares))


def state_hash(match: bytes, state: int, balances: Pair, pot: int, terms: bytes = NOTHING) -> bytes:
    """A state of the channel: its number, what is each one's, and the pot of the hand that runs, if one does."""
    return digest("state", match, *map(number, (state, *balances, pot)), terms)


def message_hash(unsigned: bytes) -> bytes:
    """What a signature is over, and what a later message calls this one: the line as sent, without its signature."""
    return digest("message", unsigned)


def mark(secret: bytes) -> bytes:
    """By this a secret is known again without being kept."""
    return digest("mark", secret)

"""The proof that committed cards are the pack, each once, without showing where any of them lies.

Points C_1 .. C_n commit to m_1 .. m_n; the claim is that these are 1 .. n in some order. For a number z that nobody
could choose (it is hashed from the points), the claim holds if and only if the product of all z - m_i is the product of
all z - k: two different lists give different polynomials of degree n in z, which agree at n numbers out of 2**252 at
most. D_i = z V - C_i commits to z - m_i. The product is built up in commitments E_1 = D_1, E_2 .. E_(n-1), E_n = P V.
E_2 to E_(n-1) have fresh salts, so that nothing is learned from them; E_n is what everybody computes from P, the
product of all z - k. Each step is proven by one who knows x, s, t with

    E_(i-1) = x V + s B        E_i = x D_i + t B

which says that E_i commits to the product of what E_(i-1) and D_i commit to. All steps share one challenge c (Fiat and
Shamir). P is not zero, so no x is, and from such x, s, t of all steps an opening of each D_i follows: to cheat, one
must know the logarithm of V. docs/fairness.md has the argument step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddchip.fair.deck.pedersen import (
    POINT,
    SCALAR,
    L,
    check_point,
    minus,
    plus,
    random_scalar,
    scalar_bytes,
    scalar_from,
    second_generator,
    times,
    times_base,
)
from oddchip.fair.errors import FairError
from oddchip.fair.hashing import digest, expand, listed

_ANSWERS = 3 * SCALAR


def challenge(tag: str, *parts: bytes) -> int:
    """A scalar that nobody can choose: 64 bytes expanded from ``digest(tag, *parts)``, first byte highest, modulo L."""
    blocks = expand(digest(tag, *parts), "scalar")
    return int.from_bytes(next(blocks) + next(blocks), "big") % L


def _product(z: int, count: int) -> int:
    """P: the product of all z - k, k from 1 to `count`."""
    found = 1
    for k in range(1, count + 1):
        found = found * (z - k) % L
    return found


def size(count: int) -> int:
    """Bytes of a proof for so many cards: the challenge, E_2 .. E_(n-1), three answers for each of n - 1 steps."""
    return SCALAR + (count - 2) * POINT + (count - 1) * _ANSWERS


def size_words(count: int, found: int) -> str:
    return f"a proof for {count} cards has {size(count)} bytes, not {found}"


def prove(
    place: bytes, points: Sequence[bytes], cards: Sequence[int], salts: Sequence[int], bits: Callable[[int], bytes]
) -> bytes:
    """The proof for `points`, which commit to `cards` (1 to n in hidden order) with `salts`. See `size`."""
    n, v = len(points), second_generator()
    statement = digest("points", place, listed(points))
    z = challenge("product z", statement)
    zv = times(z, v)
    factors = [(z - card) % L for card in cards]
    products, hiding = [factors[0]], [-salts[0] % L]
    for i in range(1, n):
        products.append(products[-1] * factors[i] % L)
        hiding.append(random_scalar(bits) if i < n - 1 else 0)
    chain = [minus(zv, points[0])]
    chain += [plus(times(products[i], v), times_base(hiding[i])) for i in range(1, n - 1)]
    chain.append(times(products[-1], v))
    blinds = [(random_scalar(bits), random_scalar(bits), random_scalar(bits)) for _ in range(1, n)]
    said = []
    for i, (a, b, g) in enumerate(blinds, start=1):
        # a * D_i = a (z - m_i) V - a r_i B, which whoever knows the card has with one multiplication.
        said.append(plus(times(a, v), times_base(b)))
        said.append(plus(times(a * factors[i] % L, v), times_base((g - a * salts[i]) % L)))
    c = challenge("product c", statement, listed(chain), listed(said))
    answers = []
    for i, (a, b, g) in enumerate(blinds, start=1):
        t = hiding[i] + products[i - 1] * salts[i]
        answers += [a + c * products[i - 1], b + c * hiding[i - 1], g + c * t]
    return scalar_bytes(c) + b"".join(chain[1:-1]) + b"".join(map(scalar_bytes, answers))


def check(place: bytes, points: Sequence[bytes], proof: bytes) -> None:
    """`FairError` unless the proof shows that the points commit to 1 .. n, each once."""
    n, v = len(points), second_generator()
    if n < 2 or len(proof) != size(n):
        raise FairError(size_words(n, len(proof)))
    middle, tail = proof[SCALAR : SCALAR + (n - 2) * POINT], proof[SCALAR + (n - 2) * POINT :]
    inner = [middle[at : at + POINT] for at in range(0, len(middle), POINT)]
    for point in (*points, *inner):
        check_point(point)
    statement = digest("points", place, listed(points))
    z = challenge("product z", statement)
    total = _product(z, n)
    if not total:
        raise FairError("the proof's number z is one of the cards: commit anew")
    zv = times(z, v)
    differences = [minus(zv, point) for point in points]
    chain = [differences[0], *inner, times(total, v)]
    c = scalar_from(proof[:SCALAR])
    scaled = [times(c, each) for each in chain]
    said = []
    for i in range(1, n):
        at = (i - 1) * _ANSWERS
        x, s, t = (scalar_from(tail[at + k : at + k + SCALAR]) for k in range(0, _ANSWERS, SCALAR))
        said.append(minus(plus(times(x, v), times_base(s)), scaled[i - 1]))
        said.append(minus(plus(times(x, differences[i]), times_base(t)), scaled[i]))
    if challenge("product c", statement, listed(chain), listed(said)) != c:
        raise FairError("the proof that the committed cards are the pack does not hold")

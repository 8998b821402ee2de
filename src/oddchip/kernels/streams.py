"""Random numbers for compiled deals: xoroshiro128++, one stream of two words for each thread.

Streams come from `numpy.random.SeedSequence.spawn`: a job cuts its work into chunks and gives each its own stream, so
that its result depends on the seed and the chunks only, never on how many threads there are. Places are drawn without
any bias: 32 random bits times n, and the few products that would favour a place are drawn again (Lemire 2019).
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_TWO_TO_32 = np.uint64(1 << 32)


def streams(seed: int | np.random.SeedSequence, many: int) -> list[NDArray[np.uint64]]:
    """The seeds of `many` independent streams: two uint64 words each, not both 0, as `deals.sample` takes them."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return [words_of(child) for child in sequence.spawn(many)]


def words_of(sequence: np.random.SeedSequence) -> NDArray[np.uint64]:
    """The two words a stream starts from."""
    words: NDArray[np.uint64] = np.array(sequence.generate_state(2, np.uint64), dtype=np.uint64)
    if not words.any():
        words[0] = 1
    return words


@njit(inline="always")
def next_bits(s0, s1):
    """64 random bits, all of them good, and the next state of two words that are not both 0."""
    x = s0 + s1
    result = ((x << np.uint64(17)) | (x >> np.uint64(47))) + s0
    s1 ^= s0
    s0 = ((s0 << np.uint64(49)) | (s0 >> np.uint64(15))) ^ s1 ^ (s1 << np.uint64(21))
    s1 = (s1 << np.uint64(28)) | (s1 >> np.uint64(36))
    return result, s0, s1


@njit
def fair(bits, n, s0, s1):
    """A number below n (under 2**32) out of 32 random bits, each as likely as any other; more bits only if need be."""
    product = bits * n
    if (product & _LOW) < n:
        least = _TWO_TO_32 % n
        while (product & _LOW) < least:
            more, s0, s1 = next_bits(s0, s1)
            product = (more >> _32) * n
    return product >> _32, s0, s1


@njit
def below(n, s0, s1):
    """A random number below n, and the next state."""
    bits, s0, s1 = next_bits(s0, s1)
    return fair(bits >> _32, n, s0, s1)

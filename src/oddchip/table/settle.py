"""Who pays whom after an evening, in as few payments as there can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from oddchip.errors import SetupError

#: Up to so many people the fewest payments are found exactly; beyond, at most one fewer than there are people.
EXACT = 14


class Payment(NamedTuple):
    """One payment."""

    debtor: str
    creditor: str
    chips: int

    def __str__(self) -> str:
        return f"{self.debtor} pays {self.creditor} {self.chips}"


def settled(nets: Mapping[str, int]) -> tuple[Payment, ...]:
    """Payments that make everybody even; `nets` are winnings (below zero: losses) and sum to zero.

    People whose nets sum to zero among themselves settle among themselves, and a group of n needs n - 1 payments; so
    the more such groups, the fewer payments. SetupError if the nets do not sum to zero.

    >>> [str(payment) for payment in settled({"Ada": 5, "Ben": -7, "Cyd": 7, "Dee": -5})]
    ['Dee pays Ada 5', 'Ben pays Cyd 7']
    """
    if total := sum(nets.values()):
        raise SetupError(f"the nets of an evening sum to zero, not to {total}")
    people = [name for name, net in nets.items() if net]
    groups = _groups([nets[name] for name in people]) if len(people) <= EXACT else [range(len(people))]
    return tuple(payment for group in groups for payment in _within({people[i]: nets[people[i]] for i in group}))


def _within(nets: Mapping[str, int]) -> list[Payment]:
    """The largest debtor pays the largest creditor, until all are even: each payment makes one of them even."""
    left = dict(nets)
    payments = []
    while any(left.values()):
        debtor = min(left, key=lambda name: left[name])
        creditor = max(left, key=lambda name: left[name])
        chips = min(-left[debtor], left[creditor])
        payments.append(Payment(debtor, creditor, chips))
        left[debtor] += chips
        left[creditor] -= chips
    return payments


def _groups(nets: list[int]) -> list[Iterable[int]]:
    """People (by number) in as many groups as possible that each sum to zero.

    Adding people one at a time, every return of the running sum to zero ends a group; `most[mask]` is the largest
    number of such returns on the way to that set of people.
    """
    full = (1 << len(nets)) - 1
    sums = [0] * (full + 1)
    most = [0] * (full + 1)
    came = [0] * (full + 1)
    for mask in range(1, full + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + nets[low.bit_length() - 1]
        best, last = max((most[mask ^ 1 << i], i) for i in range(len(nets)) if mask >> i & 1)
        most[mask], came[mask] = best + (sums[mask] == 0), last
    groups: list[Iterable[int]] = []
    group: list[int] = []
    mask = full
    while mask:
        if sums[mask] == 0 and group:
            groups.append(group)
            group = []
        group.append(came[mask])
        mask ^= 1 << came[mask]
    return [*groups, group] if group else groups

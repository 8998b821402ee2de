"""Bulk work: the same orders as `oddchip.rankings`, compiled (Numba over NumPy); needs the extra `odds`.

`bulk(order).values(array)` ranks rows of cards; `Bulk.tables` and `Bulk.keys` give other compiled code the arrays.
`deals`, `choose` and its companions, `keeps` and `census` count deals, keeps and hands; docs/kernels.md tells them all.
"""

from oddchip.kernels.bulk import Bulk, bulk
from oddchip.kernels.tables import Tables

__all__ = ["Bulk", "Tables", "bulk"]

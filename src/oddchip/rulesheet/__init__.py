"""A rule sheet for people, out of the same values that the engine plays by.

::

    sheet(find_game("Jacks Back"), FixedLimit(2, 4)).text(72)
"""

from oddchip.rulesheet.make import sheet
from oddchip.rulesheet.paper import Item, Section, Sheet

__all__ = ["Item", "Section", "Sheet", "sheet"]

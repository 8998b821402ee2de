"""Solved games: `oddchip.solve.california` has California Poker, every deal of it exactly.

`simplex` and `matrix` know nothing of cards: linear programs in whole numbers, and games of two players with opposite
wishes given as a table of results.
"""

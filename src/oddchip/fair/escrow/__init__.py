"""Both stakes of a California Poker hand, or of many, held by a contract until it is decided whose they are.

`docs/escrow.md` tells the rules. For play tokens on a chain inside this process: no network is configured anywhere.
"""

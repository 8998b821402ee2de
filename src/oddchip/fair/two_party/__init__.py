"""California Poker between two people who trust nobody: the deal, the sealed swaps and the signed result."""

"""Oddchip: the poker games nobody else deals."""

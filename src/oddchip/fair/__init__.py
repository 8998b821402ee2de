"""Fair dealing: committed decks for every table, and deals between two people who trust nobody.

`docs/fairness.md` gives the exact bytes of everything that is hashed or signed here, so that anybody can write a
verifier of his own. Nothing here draws a random number, reads a clock or opens a file: random bytes come in as
`bits(n)`, which is `os.urandom` in earnest.
"""

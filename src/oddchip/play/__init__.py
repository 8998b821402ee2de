"""The machine: a small one that plays every game. It knows phases; it knows no game by name.

`start` posts and deals up to the first decision; `decide` takes one decision and runs on to the next. Both return a new
`State`, whose log has grown by what happened; a refused decision raises `IllegalAction` with the offer's own reason and
changes nothing. `offers` says what each seat may do now, or what chance is asked for.

A phase has an *enter* (what happens by itself) and an *offer*; it ends when nobody is left to act and no card is left
to deal. That is all the control flow there is.
"""

from oddchip.play.dealing import rabbit
from oddchip.play.machine import chance, decide, forfeit, may_act, offer_for, start

__all__ = ["chance", "decide", "forfeit", "may_act", "offer_for", "rabbit", "start"]

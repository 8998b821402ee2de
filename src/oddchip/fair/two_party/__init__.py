"""California Poker between two people who trust nobody: the deal, the sealed swaps and the signed result.

`Session` is one side, `Referee` the relay that keeps the clock, `verify_transcript` the check of what they have said;
docs/two_party.md gives every byte. No clock, no randomness and no file in here: all three come in.
"""

from oddchip.fair.two_party.channel import Cosigned, check_later, double_signed, latest
from oddchip.fair.two_party.endings import Ending, Label
from oddchip.fair.two_party.exchange import Exchange
from oddchip.fair.two_party.match import Match
from oddchip.fair.two_party.referee import Referee
from oddchip.fair.two_party.session import Session
from oddchip.fair.two_party.standing import Phase
from oddchip.fair.two_party.swap import Outcome, is_choice, mask_of, mask_of_kept, swapped, worth
from oddchip.fair.two_party.terms import Offer, State, Terms
from oddchip.fair.two_party.transcript import Checked, verify_transcript
from oddchip.fair.two_party.vault import Marks, MemoryVault, Vault

__all__ = [
    "Checked",
    "Cosigned",
    "Ending",
    "Exchange",
    "Label",
    "Marks",
    "Match",
    "MemoryVault",
    "Offer",
    "Outcome",
    "Phase",
    "Referee",
    "Session",
    "State",
    "Terms",
    "Vault",
    "check_later",
    "double_signed",
    "is_choice",
    "latest",
    "mask_of",
    "mask_of_kept",
    "swapped",
    "verify_transcript",
    "worth",
]

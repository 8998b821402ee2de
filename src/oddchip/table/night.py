"""A whole evening at one table, from a script: `play(text, rng)`. Pure; all chances come from `rng`."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from oddchip.table.core import Table
from oddchip.table.evening import Choose, Evening, easily
from oddchip.table.ledger import Deal, deals_of
from oddchip.table.script import read
from oddchip.table.settle import Payment, settled
from oddchip.table.values import Account

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Night:
    """An evening that is over: `table` is closed and its accounts are final. `stopped` says why it ended early."""

    name: str
    table: Table
    stopped: str = ""

    @property
    def deals(self) -> tuple[Deal, ...]:
        """What each deal did."""
        return deals_of(self.table.events)

    @property
    def accounts(self) -> dict[str, Account]:
        return self.table.accounts

    @property
    def nets(self) -> dict[str, int]:
        """What everybody won or lost; it sums to zero."""
        return {player: account.net for player, account in self.accounts.items()}

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom."""
        return settled(self.nets)

    def text(self) -> str:
        """The evening on a page."""
        deals = [deal for deal in self.deals if deal.number]
        games = Counter(f"{deal.game} at {deal.stakes}" for deal in deals)
        many = "1 deal" if len(deals) == 1 else f"{len(deals)} deals"
        lines = [f"{self.name}: {many}", *(f"{count:6}  {game}" for game, count in games.items())]
        if self.stopped:
            lines.append(f"It ended early: {self.stopped}.")
        return "\n".join([*lines, "", *self._accounts(), "", *self._payments()]) + "\n"

    def _accounts(self) -> list[str]:
        width = max(map(len, self.nets), default=0)
        lines = [f"{'':{width}} {'brought':>9} {'took':>9} {'net':>9}"]
        for player, account in sorted(self.accounts.items(), key=lambda item: (-item[1].net, item[0])):
            lines.append(f"{player:{width}} {account.brought:9} {account.taken:9} {account.net:+9}")
        return lines

    def _payments(self) -> list[str]:
        return list(map(str, self.payments)) or ["Nobody owes anything."]

    def data(self) -> dict[str, Any]:
        """The evening as plain data for JSON."""
        players = {player: {**asdict(account), "net": account.net} for player, account in self.accounts.items()}
        return {
            "name": self.name,
            "stopped": self.stopped,
            "players": players,
            "payments": [payment._asdict() for payment in self.payments],
            "deals": [asdict(deal) for deal in self.deals],
        }


def play(text: str, rng: Random, choose: Choose = easily) -> Night:
    """Play the evening that a script lays down; a script with a seed of its own uses that instead of `rng`.

    `choose(view, rng)` decides where the script does not. `HistoryError` says what is wrong with the script, or at
    which hand it asks for something the table refuses; games, stakes and house rules raise their own errors.
    """
    script = read(text)
    evening = Evening(script, rng if script.seed is None else type(rng)(script.seed), choose)
    stopped = evening.played()
    return Night(script.name, evening.table, stopped)

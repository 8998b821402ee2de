"""Which function does which command."""

from collections.abc import Callable
from typing import Any

from oddchip.table import choosing, coming, playing
from oddchip.table import commands as cmd
from oddchip.table.doing import Doing

HANDLERS: dict[type, Callable[[Doing, Any], None]] = {
    cmd.Sit: coming.sit,
    cmd.Leave: coming.leave,
    cmd.SitOut: coming.sit_out,
    cmd.Return: coming.come_back,
    cmd.TopUp: coming.top_up,
    cmd.Rebuy: coming.rebuy,
    cmd.SetGame: choosing.set_game,
    cmd.SetRotation: choosing.set_rotation,
    cmd.NextGame: choosing.next_game,
    cmd.DealersChoice: choosing.dealers_choice,
    cmd.Choose: choosing.choose,
    cmd.SetHouse: choosing.set_house,
    cmd.Announce: choosing.announce,
    cmd.StartHand: playing.start,
    cmd.BuyPot: coming.buy_pot,
    cmd.Act: playing.act,
    cmd.DealOn: playing.deal_on,
    cmd.Forfeit: playing.forfeit,
    cmd.TimeOut: playing.time_out,
    cmd.VoidHand: playing.void,
    cmd.Pause: playing.pause,
    cmd.Resume: playing.resume,
    cmd.Decline: playing.decline,
    cmd.ExternalSettlement: playing.external,
    cmd.Close: coming.close,
}

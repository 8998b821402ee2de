"""GET and POST /table/<id>/invites: links to play and to watch, with a QR code, and how to make them worthless."""

from __future__ import annotations

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from oddchip.web.addresses import is_local, who_can_open
from oddchip.web.pages.forms import read_form, text
from oddchip.web.pages.guests import guest_of, must_host
from oddchip.web.sessions import is_secure
from oddchip.web.templating import page
from oddchip.web.wiring import room_of, wiring_of

PATHS = {"play": "join", "watch": "watch"}


async def invites(request: Request) -> Response:
    """Links are kept by their hash alone, so one can be shown only when it is made."""
    actor, person, _ = await guest_of(request)
    must_host(actor, person)
    link = qr = done = kind = ""
    if request.method == "POST":
        form = await read_form(request)
        kind, what = text(form, "kind"), text(form, "do")
        if kind not in PATHS or what not in ("make", "revoke"):
            raise HTTPException(400, "That is no invitation.")
        if what == "make":
            token = await room_of(request).new_invite(actor.id, kind, person)
            link = f"{link_base(request)}/{PATHS[kind]}/{token}"
            if not is_local(link):
                code = segno.make(link, micro=False, error="m")
                qr = code.svg_data_uri(border=3, scale=8, dark="#0b1f17", light="#fff")
        else:
            count = await room_of(request).revoke_invites(actor.id, kind, person)
            done = f"{count} link{'' if count == 1 else 's'} to {kind} no longer work{'s' if count == 1 else ''}."
    reach = who_can_open(link_base(request))
    return await page(
        request, "invites.html", table=actor, title=actor.scene.desk.title, link=link, qr=qr, done=done, kind=kind,
        reach=reach, watching=actor.scene.desk.settings.watching,
    )  # fmt: skip


def link_base(request: Request) -> str:
    """The address that friends can use best: the public one, one on the network, or the one the host uses himself."""
    settings = wiring_of(request).settings
    if settings.public_url:
        return settings.public_url
    own = f"{'https' if is_secure(request) else 'http'}://{request.headers['host']}"
    if settings.lan and settings.names and is_local(own):
        return f"http://{settings.names[0]}:{settings.port}"
    return own

"""How a form is read: its token first, then its fields, each bounded."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

from oddchip.web.sessions import FIELD, is_our_form, person_of

_MOST_FIELDS = 300
STALE = "This form is too old, or was not ours. Go back, load the page again and send it once more."


async def read_form(request: Request) -> FormData:
    """The fields of a posted form; 403 for one that this page did not give out."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, "A form is expected here.")
    form = await request.form(max_files=0, max_fields=_MOST_FIELDS)
    await person_of(request)  # his session goes with the form
    if not is_our_form(request, text(form, FIELD)):
        raise HTTPException(403, STALE)
    return form


def is_sent(request: Request) -> bool:
    """Is a form sent? If not, a page is looked at, or only its head."""
    return request.method == "POST"


def text(form: FormData, name: str) -> str:
    """A field's text, or nothing; without the lines' carriage returns."""
    value = form.get(name)
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


def whole(form: FormData, name: str, least: int, most: int, default: int) -> int:
    """A whole number within bounds; what is none, or lies outside, is the default or the nearest bound."""
    said = text(form, name).strip()
    if not (said.isascii() and said.isdecimal() and len(said) < 10):
        return default
    return max(least, min(most, int(said)))


def ticked(form: FormData, name: str) -> bool:
    return text(form, name) == "on"

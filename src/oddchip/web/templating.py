"""Pages out of templates. Everything put into one is escaped; nothing is marked as safe but our own rule sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from oddchip.web.sessions import FIELD, begin_visit, form_token, person_of, rename_cookie
from oddchip.web.static import static_path

_pages = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_pages.filters["sentence"] = lambda words: words[:1].upper() + words[1:]


async def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page made of a template; `me` is who asks, `form_field` and `form_token` go into every form."""
    body = _pages.get_template(template).render(
        me=await person_of(request),
        static=static_path,
        form_field=FIELD,
        form_token=form_token(request),
        here=request.url.path,
        **values,
    )
    response = HTMLResponse(body, status)
    begin_visit(request, response)
    await rename_cookie(request, response)
    return response

"""Files of the screen: kept for a year under a path with the fingerprint of them all, else asked about anew."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"


@dataclass(frozen=True)
class File:
    """A body with its type, its fingerprint, and the same packed."""

    body: bytes
    kind: str
    tag: str
    packed: bytes | None

    @classmethod
    def of(cls, body: bytes, kind: str) -> File:
        packed = gzip.compress(body, 9, mtime=0)
        return cls(body, kind, sha256(body).hexdigest()[:16], packed if len(packed) < len(body) else None)

    def answer(self, request: Request, caching: str) -> Response:
        """200 with the body, packed where that is wanted, or 304 where it is there already."""
        headers = {"cache-control": caching, "etag": f'"{self.tag}"', "vary": "accept-encoding"}
        if f'"{self.tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


@lru_cache(200)
def _read(name: str, changed: int) -> File:
    path = FOLDER / name
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        body = bare(body.decode()).encode()
    return File.of(body, _KINDS[path.suffix])


_COMMENT = re.compile(r"^[ \t]*//[^\n]*|/\*.*?\*/ ?", re.M | re.S)


def bare(text: str) -> str:
    """A script or style sheet as browsers need it: without comments and indents, every line on its old number.

    >>> bare("// Adds.\\nlet a = 1; /** @type {number} */\\n  a++;\\n")
    '\\nlet a = 1; \\na++;\\n'

    For files that have no comment in a string and no string over several lines, as tests see to.
    """
    without = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    return re.sub(r"^[ \t]+", "", without, flags=re.M)


#: A file of the folder, or of a folder in it.
_NAME = re.compile(r"(?:[a-z_]+/)?\w[\w.-]*", re.ASCII)
_FIXED = re.compile(r"([0-9a-f]{12})/(.+)")


def _found(name: str) -> File | None:
    """A file by its plain name; types and what else lies there are not served."""
    path = FOLDER / name
    if not _NAME.fullmatch(name) or path.suffix not in _KINDS or not path.is_file():
        return None
    return _read(name, path.stat().st_mtime_ns)


def files() -> list[str]:
    """The names of all files that are served.

    >>> {"site.css", "fair/sha256.js"} <= set(files()), "messages.d.ts" in files()
    (True, False)
    """
    served = (path for path in FOLDER.rglob("*") if path.suffix in _KINDS)
    return sorted(path.relative_to(FOLDER).as_posix() for path in served)


def fingerprint() -> str:
    """Of all files together, because scripts name each other without one."""
    return _fingerprint(tuple((name, (FOLDER / name).stat().st_mtime_ns) for name in files()))


@lru_cache(4)
def _fingerprint(files: tuple[tuple[str, int], ...]) -> str:
    digest = sha256()
    for name, changed in files:
        digest.update(f"{name} {_read(name, changed).tag}\n".encode())
    return digest.hexdigest()[:12]


def static_path(name: str) -> str:
    """Where a page finds a file.

    >>> static_path("site.css") == f"/static/{fingerprint()}/site.css"
    True
    """
    return f"/static/{fingerprint()}/{name}"


async def static(request: Request) -> Response:
    """GET /static/<name> and /static/<fingerprint>/<name>."""
    asked: str = request.path_params["name"]
    with_print = _FIXED.fullmatch(asked)
    file = _found(with_print[2] if with_print else asked)
    if file is None:
        return PlainTextResponse("There is no such file.", 404)
    fixed = with_print is not None and with_print[1] == fingerprint()
    return file.answer(request, FOR_EVER if fixed else ASK_AGAIN)

"""The address of a PostgreSQL: read before anything is done with it, and named without the password that is in it."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import parse_qsl

from oddchip.room.errors import RoomError

SCHEMES = ("postgresql://", "postgres://", "postgresql+asyncpg://")
"""What it begins with."""
_UNREAD = "the database's address cannot be read: "
_EXPECTED = (
    f"{_UNREAD}postgresql://HOST:PORT/DATABASE is expected, before the host NAME:PASSWORD@"
    " if need be, with each / ? # @ : % of a password written as %2F %3F %23 %40 %3A %25"
)
_HOST = re.compile(r"(?:\[([^][]*)\]|[\w.%-]*)(?::(\d{1,5}))?")
_PORTS = 65535


class BadAddress(RoomError):
    """No address of a database."""


def is_url(where: object) -> bool:
    """Whether this says a PostgreSQL, and not a folder."""
    return str(where).startswith(SCHEMES)


def address_of(text: str) -> str:
    """An address that can be used. BadAddress for any other, in a sentence that repeats nothing of it.

    A password with a character that ends a part of an address would otherwise be taken for a host, and be told.
    """
    address = text.strip()
    _, hosts, rest = _parts(address)
    if not is_url(address) or not address.isprintable() or " " in address or "#" in rest or "@" in rest:
        raise BadAddress(_EXPECTED)
    for host in hosts.split(","):
        _must_be_host(host)
    _must_be_options(rest.partition("?")[2])
    return address


def without_password(address: str) -> str:
    """Host and database, for people: the rest of an address is nobody's business.

    >>> without_password("postgresql://oddchip:secret@db.example.org:5432/room?sslmode=require")
    'postgresql://db.example.org:5432/room'
    """
    _, hosts, rest = _parts(address)
    return f"postgresql://{hosts}{rest.partition('?')[0]}"


def _must_be_host(text: str) -> None:
    found = _HOST.fullmatch(text)
    if not found:
        raise BadAddress(_EXPECTED)
    six, port = found.groups()
    if port and int(port) > _PORTS:
        raise BadAddress(f"{_UNREAD}no port is above {_PORTS}")
    try:
        IPv6Address("::" if six is None else six)
    except AddressValueError:
        raise BadAddress(f"{_UNREAD}between [ and ] goes an IPv6 address") from None


def _must_be_options(text: str) -> None:
    try:
        parse_qsl(text, strict_parsing=bool(text))
    except ValueError:
        raise BadAddress(f"{_UNREAD}after the ? go options like sslmode=require, with & between them") from None


def _parts(address: str) -> tuple[str, str, str]:
    """Who, hosts, and all from the path on."""
    text = address.partition("://")[2]
    end = min((place for mark in "/?#" if (place := text.find(mark)) >= 0), default=len(text))
    who, _, hosts = text[:end].rpartition("@")
    return who, hosts, text[end:]

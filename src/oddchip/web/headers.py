"""The headers every answer carries, and how requests' headers are read."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address, ip_network

from starlette.types import Scope

Headers = list[tuple[bytes, bytes]]

_ALWAYS: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
    (b"x-frame-options", b"DENY"),
]


def policy(host: str, secure: bool) -> str:
    """The content security policy. The WebSocket is named, for browsers to which 'self' does not mean it."""
    socket = f" {'wss' if secure else 'ws'}://{host}" if host else ""
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self'{socket}",
            "object-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "require-trusted-types-for 'script'",
        )
    )


def protected(headers: Iterable[tuple[bytes, bytes]], host: str, secure: bool) -> Headers:
    """An answer's headers with what protects it; pages that say nothing of caching are kept by nobody."""
    found = list(headers)
    names = {name.lower() for name, _ in found}
    if b"cache-control" not in names:
        found.append((b"cache-control", b"no-store"))
    return found + _ALWAYS + [(b"content-security-policy", policy(host, secure).encode())]


def all_of(scope: Scope, name: bytes) -> list[str]:
    """Every value of a header, in the order they were sent."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def one_of(scope: Scope, name: bytes) -> str | None:
    """The value of a header that may be sent only once; None when it is missing or sent twice."""
    values = all_of(scope, name)
    return values[0].strip() if len(values) == 1 else None


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def address_key(scope: Scope) -> str:
    """What stands for a visitor's address: IPv6 by its /64, which one household has to itself."""
    client = scope.get("client")
    text = client[0] if client else "unknown"
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if address.version == 6:
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return text

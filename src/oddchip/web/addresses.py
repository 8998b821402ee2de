"""The addresses and names by which others on the network reach this computer, and who can follow a link to one."""

from __future__ import annotations

import socket
import struct
from contextlib import closing, suppress
from ipaddress import IPv4Address, ip_address
from urllib.parse import urlsplit

from oddchip.web.headers import is_loopback

try:
    import fcntl
except ModuleNotFoundError:  # not on every system
    fcntl = None  # type: ignore[assignment]

_SIOCGIFADDR = 0x8915  # Linux: the address of an interface


def addresses() -> list[str]:
    """IPv4 addresses of this computer, the one that leads out first; not those that only itself can reach."""
    found = dict.fromkeys([*_outward(), *_interfaces()])
    return [each for each in found if not IPv4Address(each).is_loopback and not IPv4Address(each).is_unspecified]


def names() -> tuple[str, ...]:
    """What others may call this computer: its addresses, its name, its name in the local network."""
    name = socket.gethostname().lower().partition(".")[0]
    called = (name, f"{name}.local") if name and name != "localhost" else ()
    return (*addresses(), *called)


def who_can_open(base: str) -> str:
    """A sentence about who can follow a link to this address."""
    host = urlsplit(base).hostname or ""
    if is_local(base):
        return "Only this computer can open it. Start the room with --lan, or see docs/hosting.md, to let others in."
    try:
        near = ip_address(host).is_private
    except ValueError:
        near = host.endswith(".local") or "." not in host
    return "Anybody on the same network can open it." if near else "Anybody on the internet who has it can open it."


def is_local(base: str) -> bool:
    """Does a link lead to the computer it is opened on?"""
    host = urlsplit(base).hostname or ""
    return host == "localhost" or is_loopback(host)


def _outward() -> list[str]:
    """Where packets to elsewhere would come from. None is sent: a datagram socket only looks up the way."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return [probe.getsockname()[0]]
    return []


def _interfaces() -> list[str]:
    found = []
    if fcntl is not None:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            for _, interface in socket.if_nameindex():
                with suppress(OSError):  # an interface without an IPv4 address
                    asked = struct.pack("256s", interface.encode()[:15])
                    found.append(socket.inet_ntoa(fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)[20:24]))
    return found

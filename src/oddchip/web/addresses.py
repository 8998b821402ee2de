"""The addresses and names by which others on the network reach this computer."""

from __future__ import annotations

import socket
import struct
from contextlib import closing, suppress
from ipaddress import IPv4Address

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

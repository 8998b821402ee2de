"""The keys of a room: who opens tables, and who signs its commitments. Made once, for all who keep the room."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from oddchip.fair.errors import FairError
from oddchip.fair.signing import Signer
from oddchip.room.errors import Refused
from oddchip.room.people import token_from
from oddchip.room.store import AnyStore
from oddchip.room.store.errors import trouble
from oddchip.room.store.folder import write_durably

if TYPE_CHECKING:
    from oddchip.room.store.postgres import PostgresStore

HOST_KEY_BYTES = 24
_HOST_KEY = re.compile(r"[\w-]{22,100}", re.ASCII)


async def keys_of(where: Path | str, store: AnyStore, bits: Callable[[int], bytes]) -> tuple[str, Signer]:
    """The host key and who signs: files of a data folder, or what all workers on a database share."""
    if store.several:
        shared = cast("PostgresStore", store)
        host_key = await shared.kept("host_key", lambda: token_from(bits(HOST_KEY_BYTES)))
        return host_key, Signer(bytes.fromhex(await shared.kept("signing_key", lambda: bits(32).hex())))
    return host_key_of(Path(where), bits), signer_of(Path(where), bits)


def host_key_of(folder: Path, bits: Callable[[int], bytes]) -> str:
    """The host key of a room: made once, readable by its owner alone.

    What is no key is not taken for one: an empty file, as a full disk leaves it, would let everybody in.
    """
    is_one = lambda found: bool(_HOST_KEY.fullmatch(found))  # noqa: E731
    return _kept(folder / "host_key", lambda: token_from(bits(HOST_KEY_BYTES)), is_one)


def signer_of(folder: Path, bits: Callable[[int], bytes]) -> Signer:
    """Who signs the room's commitments. The key is made once, and readable by its owner alone."""
    path = folder / "signing_key"
    try:
        return Signer(bytes.fromhex(_kept(path, lambda: bits(32).hex(), bool)))
    except (ValueError, FairError):
        raise Refused(f"the file {path} holds no signing key: put it back from a copy of the data folder") from None


def _kept(path: Path, made: Callable[[], str], is_one: Callable[[str], bool]) -> str:
    """What a file of the data folder holds; what is made for it the first time, and when it holds no such thing."""
    try:
        found = path.read_bytes().decode("ascii", "replace").strip() if path.exists() else ""
        if is_one(found):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
            return found
        key, fresh = made(), path.with_name(f"{path.name}.new")
        write_durably(fresh, f"{key}\n".encode())
        fresh.rename(path)
        return key
    except OSError as error:
        raise trouble(error, path.parent) or error from error

"""Which rules a hand began with: a digest of the engine's own source, so that no two builds that differ share one."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import oddchip

#: What stands above the engine and changes nothing about how a hand is played.
_ABOVE = {"room", "web", "cli", "odds", "kernels", "bots", "art", "solve", "fair", "telling", "rulesheet", "history"}


@cache
def revision() -> str:
    """Twelve hexadecimal digits."""
    root = Path(oddchip.__file__).parent
    digest = sha256()
    for file in sorted(root.rglob("*.py")):
        inside = file.relative_to(root)
        if inside.parts[0] not in _ABOVE:
            digest.update(str(inside).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]

"""Loaded by Python as a worker of the fault suite starts: its clock of the day goes wrong by the seconds in a file."""

import os
import time

_path = os.environ.get("ODDCHIP_TEST_CLOCK", "")
_true, _looked, _wrong = time.time, -1.0, 0.0


def _time() -> float:
    global _looked, _wrong
    if (now := time.monotonic()) - _looked > 0.02:
        _looked = now
        with open(_path) as file:
            _wrong = float(file.read() or 0)
    return _true() + _wrong


if _path:
    time.time = _time

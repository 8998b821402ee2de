"""Compile the escrow's contract into the file beside it that `oddchip.fair.escrow.chain` reads."""

import json
import sys
from hashlib import sha256
from pathlib import Path

import vyper

FOLDER = Path(__file__).parents[1] / "src" / "oddchip" / "fair" / "escrow"


def made_from(source: bytes) -> str:
    """The text of escrow.json."""
    compiled = vyper.compile_code(source.decode(), output_formats=["bytecode", "abi"])
    data = {
        "compiler": f"vyper {vyper.__version__}",
        "source": sha256(source).hexdigest(),
        "code": compiled["bytecode"].removeprefix("0x"),
        "abi": compiled["abi"],
    }
    return json.dumps(data, indent=1) + "\n"


if __name__ == "__main__":
    (FOLDER / "escrow.json").write_text(made_from((FOLDER / "escrow.vy").read_bytes()))
    sys.stdout.write("escrow.json is compiled from escrow.vy\n")

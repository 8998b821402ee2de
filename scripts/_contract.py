"""Compile the escrow's contract into the file beside it that `oddchip.fair.escrow.chain` reads."""

import json
import sys
from hashlib import sha256
from pathlib import Path

import vyper
from vyper.compiler import compile_from_file_input
from vyper.compiler.input_bundle import FilesystemInputBundle

FOLDER = Path(__file__).parents[1] / "src" / "oddchip" / "fair" / "escrow"


def made_from(folder: Path) -> str:
    """The text of escrow.json out of the sources in a folder."""
    bundle = FilesystemInputBundle([folder])
    source = bundle.load_file("escrow.vy")
    compiled = compile_from_file_input(source, input_bundle=bundle, output_formats=["bytecode", "abi"])
    data = {
        "compiler": f"vyper {vyper.__version__}",
        "sources": {each.name: sha256(each.read_bytes()).hexdigest() for each in sorted(folder.glob("*.vy"))},
        "code": compiled["bytecode"].removeprefix("0x"),
        "abi": compiled["abi"],
    }
    return json.dumps(data, indent=1) + "\n"


if __name__ == "__main__":
    (FOLDER / "escrow.json").write_text(made_from(FOLDER))
    sys.stdout.write("escrow.json is compiled from escrow.vy\n")

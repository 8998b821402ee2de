"""The screen's message types are made from the structs of the wire, and are up to date."""

import pytest

pytest.importorskip("msgspec")

from oddchip.room.protocol import PROTOCOL
from oddchip.web.message_types import STATIC, declarations, files


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_made_files_are_up_to_date(path):
    assert path.read_text() == files()[path], "run: python -m oddchip.web.message_types"


def test_what_the_screen_says_may_leave_defaults_out_and_what_it_hears_may_not():
    said = declarations()
    assert "  price?: number;\n  amount?: number;" in said
    assert "  raise_to: AmountsView | null;" in said
    assert "export type WireCard = [id: string, text: string];" in said
    assert f"export const PROTOCOL: {PROTOCOL};" in said


def test_no_script_of_the_screen_makes_html_out_of_text():
    forbidden = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "setHTML")
    found = [(path.name, word) for path in STATIC.glob("*.js") for word in forbidden if word in path.read_text()]
    assert found == []

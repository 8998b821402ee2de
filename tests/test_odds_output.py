"""Answers as tables, sentences, data and HTML: the same figures everywhere, and every text escaped."""

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from oddchip.errors import OddchipError
from oddchip.odds import Spot, odds, plots
from oddchip.odds.tables import Table, certainty, names_of, odds_data, odds_html, odds_tables, percent

DUEL = Spot("kansas_city", ("2c3d4h7s", "8c7d5h4c2s"), discards=("Kd", ""))


@pytest.mark.parametrize(
    "part, error, shown",
    [
        (Fraction(5, 21), 0, "23.810 %"),
        (Fraction(0), 0, "0.000 %"),
        (Fraction(1), 0, "100.000 %"),
        (Fraction(1, 10**7), 0, "< 0.001 %"),
        (1 - Fraction(1, 10**7), 0, "> 99.999 %"),
        (Fraction(5, 21), 0.05, "23.8 %"),
        (Fraction(5, 21), 0.2, "24 %"),
        (Fraction(5, 21), 0.001, "23.81 %"),
        (Fraction(5, 21), 0.00012, "23.810 %"),
    ],
)
def test_no_digit_is_finer_than_the_error(part, error, shown):
    assert percent(part, error) == shown


def test_a_table_in_columns_and_in_sentences():
    table = Table("Odds", ("player", "share", "ties"), (("Ada", "5 %", ""), ("Bo", "95 %", "1 %")), ("Exact.",))
    assert table.text() == "Odds\nplayer  share  ties\nAda       5 %\nBo       95 %   1 %\nExact.\n"
    assert table.sentences() == ["Ada: share 5 %.", "Bo: share 95 %, ties 1 %.", "Exact."]


class Cells(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.cells = []
        self.feed(text)

    def handle_data(self, data):
        self.cells.append(data)


def test_html_escapes_every_text():
    html = Table("<a>", ("<b>", "&"), (("<i>", "<u>"),), ("<p>",)).html()
    assert Cells(html).cells == ["<a>", "<b>", "&", "<i>", "<u>", "<p>"]


def test_a_notebook_shows_the_same_figures():
    found = odds(DUEL)
    cells = Cells(found._repr_html_()).cells
    assert cells == Cells(odds_html(found)).cells
    assert {"Player 1", "23.810 %", "5/21", "76.190 %", "16/21", "Exact: all of 42 deals."} <= set(cells)


def test_data_is_exact_and_can_be_written_as_json():
    found = odds(DUEL)
    data = json.loads(json.dumps(odds_data(found)))
    assert [player["share"]["fraction"] for player in data["players"]] == ["5/21", "16/21"]
    assert data["winners"] == [{"whole": [1], "deals": 10}, {"whole": [2], "deals": 32}]
    assert (data["exact"], data["deals"], data["error"]) == (True, 42, 0.0)


def test_both_ways_are_told_by_name():
    found = odds(Spot("omaha_eight", ("AsKs2d3d", "QhQcJhTc"), rows={"board": "4h 5c Ts Kd"}))
    table = odds_tables(found)[0]
    assert {"wins high", "wins low", "scoops"} <= set(table.head)
    assert all({"high", "low"} < set(row) for row in odds_data(found)["winners"])


def test_every_pot_has_its_table():
    found = odds(Spot("texas_holdem", ("AhKh", "QsQd", "7c7d"), rows={"board": "7h2hQcKd"}, put=(10, 50, 50)))
    titles = [table.title for table in odds_tables(found, ["", "", ""])]
    assert titles == ["Odds", "Main pot of 30", "Side pot 1 of 80"]
    assert [len(table.rows) for table in odds_tables(found)] == [3, 3, 2]
    assert [pot["eligible"] for pot in odds_data(found)["pots"]] == [[1, 2, 3], [2, 3]]


def test_what_is_sampled_says_so_with_its_error():
    found = odds(DUEL, exact=False, error=0.01)
    assert certainty(found).startswith("Sampled, as asked; ")
    assert "standard error" in certainty(found)
    assert "exactly" not in odds_tables(found)[0].head


def test_names_carry_what_is_known():
    assert names_of(2, ["2c 3d", ""]) == ["Player 1 (2c 3d)", "Player 2"]


# --- pictures --------------------------------------------------------------------------------------------------------


def test_pictures_hold_every_figure(tmp_path):
    keeps = {"Ac 2d 3h": (1, Fraction(7, 44)), "": (4, Fraction(1, 100)), "Ac": (3, Fraction(1, 50))}
    plots.save(plots.keeps_map(keeps), tmp_path / "keeps.svg")
    drawn = (tmp_path / "keeps.svg").read_text()
    assert all(text in drawn for text in ("Ac 2d 3h", "15.909 %", "nothing", "1.000 %", "draw 4"))
    plots.save(plots.share_bars({"A": Fraction(1, 3), "B": Fraction(2, 3)}, (0.01, 0.01)), tmp_path / "shares.svg")
    assert "66.7 %" in (tmp_path / "shares.svg").read_text()
    plots.save(plots.distribution({"pair": Fraction(2, 5)}), tmp_path / "made.png")
    assert (tmp_path / "made.png").stat().st_size > 1000


@pytest.mark.parametrize("part", [Fraction(1), Fraction(9, 10), Fraction(1, 100)])
def test_no_axis_goes_beyond_the_whole(part):
    for picture in (plots.share_bars({"A": part, "B": 1 - part}), plots.distribution({"pair": part})):
        (axes,) = picture.axes
        assert max(axes.get_xticks()) <= 100
        assert axes.get_xlim()[1] > 100 * part  # the figure behind the bar


def test_a_picture_is_svg_or_png_in_a_folder_that_is_there(tmp_path):
    with pytest.raises(OddchipError, match=r"ends in \.svg or \.png"):
        plots.check_path(tmp_path / "a.pdf")
    with pytest.raises(OddchipError, match="there is no folder"):
        plots.check_path(tmp_path / "none" / "a.svg")


def test_matplotlib_comes_only_when_a_picture_is_drawn(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(OddchipError, match=r"python -m pip install 'oddchip\[plots\]'"):
        plots.distribution({"pair": Fraction(1)})

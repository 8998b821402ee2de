"""docs/scaling.md says what its model reckons, and the model reckons what it should."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import scaling_model as model  # noqa: E402

M, G = model.Measured(), model.Guesses()


def test_the_page_has_the_tables_of_the_model():
    page = model.PAGE.read_text()
    assert model.rooms(M, G) in page
    assert model.million(M, G) in page


def test_one_worker_pays_for_no_other():
    found = model.need(700, 1, M, G)
    each = M.here + G.onlookers * M.view
    assert found.worker == pytest.approx(found.events * each + 700 / model.RENEW * M.renew_worker)
    assert found.database == pytest.approx(found.events * M.database + 700 / model.RENEW * M.renew)


def test_each_worker_more_costs_all_of_them():
    needs = [model.need(2000, workers, M, G) for workers in (2, 4, 8, 16)]
    assert [each.worker for each in needs] == sorted(each.worker for each in needs)
    assert [each.database for each in needs] == sorted(each.database for each in needs)


def test_where_more_workers_are_of_no_use_the_model_says_so():
    assert model.least(2000, replace(M, hear=1.0), G) is None
    assert "more workers are of no use" in model.rooms(replace(M, hear=1.0), G)

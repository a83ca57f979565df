"""The page of claims: every experiment that it names exists, and none is missing."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks.reports import CLAIMS, NOT_PLAYED, RESULTS, marked, unplayed
from tesuji.agents.presets import PRESETS
from tesuji.studies import builtin_studies

PAGE = CLAIMS.read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| what"))
]
DECLARED = {
    f"{study.name}/{each.name}" for study in builtin_studies() for each in study.experiments
}


def named(cell: str) -> list[str]:
    return re.findall(r"`([\w-]+/[\w.-]+)`", cell)


@pytest.mark.parametrize("row", ROWS, ids=[row[0][:40] for row in ROWS])
def test_every_row_has_an_experiment_or_a_reason(row: list[str]) -> None:
    claim, where = row
    assert claim.endswith(".")
    assert set(named(where)) <= DECLARED
    presets = set(re.findall(r"`([\w-]+)`", where))
    assert presets <= {preset.name for preset in PRESETS}
    assert named(where) or presets or where.startswith(("none: ", "none yet: ", "[`tesuji"))


def test_every_experiment_is_on_the_page() -> None:
    assert {name for row in ROWS for name in named(row[1])} == DECLARED


def test_every_experiment_was_played_or_is_marked() -> None:
    missing = unplayed(json.loads(RESULTS.read_text("utf-8")))
    shown = set(re.findall(rf"`([\w-]+/[\w.-]+)`{re.escape(NOT_PLAYED)}", PAGE))
    assert shown == set(missing)
    assert marked(PAGE, missing) == PAGE


def test_marks_come_and_go() -> None:
    text = "| A claim. | `a/b`, `a/c` (not played yet) |"
    assert marked(text, ["a/b"]) == "| A claim. | `a/b` (not played yet), `a/c` |"


def test_readings_name_experiments_that_exist() -> None:
    tested = [each.tested_by for preset in PRESETS for each in preset.readings if each.tested_by]
    assert tested
    assert set(tested) <= DECLARED
    assert all(each.text.endswith(".") for preset in PRESETS for each in preset.readings)

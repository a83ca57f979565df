"""The page of claims: every experiment that it names exists, and none is missing."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks.reports import CLAIMS
from benchmarks.reports_state import (
    CHANGED,
    NOT_PLAYED,
    RESULTS,
    marked,
    redeclared,
    unplayed,
)
from tesuji.agents.presets import PRESETS
from tesuji.studies import builtin_studies

PAGE = CLAIMS.read_text("utf-8")
REPORT = json.loads(RESULTS.read_text("utf-8"))
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
    for mark, names in ((NOT_PLAYED, unplayed(REPORT)), (CHANGED, redeclared(REPORT))):
        assert set(re.findall(rf"`([\w-]+/[\w.-]+)`{re.escape(mark)}", PAGE)) == set(names)
    assert marked(PAGE, REPORT) == PAGE


def test_marks_come_and_go() -> None:
    """Without results all are marked; a changed number of games is a changed declaration."""
    text = "| A claim. | `einstein/easy`, `einstein/no-such-experiment` (not played yet) |"
    nothing = {**REPORT, "studies": []}
    unmarked = text.replace(NOT_PLAYED, "")
    assert marked(text, nothing) == unmarked.replace("easy`", f"easy`{NOT_PLAYED}")
    [study] = [
        each for each in json.loads(json.dumps(REPORT["studies"])) if each["name"] == "einstein"
    ]
    one = {**REPORT, "studies": [study]}
    assert marked(text, one) == unmarked
    study["experiments"][0]["findings"][0]["games"] += 2
    assert study["experiments"][0]["name"] == "easy"
    assert marked(text, one) == unmarked.replace("easy`", f"easy`{CHANGED}")


def test_readings_name_experiments_that_exist() -> None:
    tested = [each.tested_by for preset in PRESETS for each in preset.readings if each.tested_by]
    assert tested
    assert set(tested) <= DECLARED
    assert all(each.text.endswith(".") for preset in PRESETS for each in preset.readings)

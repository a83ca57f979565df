"""The results file: what is missing or out of date is found, and a release needs all of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from benchmarks.reports_state import (
    RESULTS,
    check,
    older,
    outdated,
    redeclared,
    rows_of,
    unplayed,
)
from tesuji.agents.bench import BEHAVIOUR

REPORT: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))


def test_a_release_needs_the_figures_of_its_own_engine() -> None:
    """What is missing now is listed, not hidden: the check fails for as long as it is there."""
    current = copy(REPORT)
    for run in current["runs"]:
        run["behaviour"] = BEHAVIOUR
    missing, changed = unplayed(current), redeclared(current)
    assert not older(current)
    words = {"not played": missing, "declared differently since they were played": changed}
    assert [*outdated(current)] == [
        f"{word}: {', '.join(names)}" for word, names in words.items() if names
    ]
    shorter = copy(current)
    gone = shorter["studies"][0]["experiments"].pop(0)["name"]
    name = f"{shorter['studies'][0]['name']}/{gone}"
    assert set(unplayed(shorter)) == {*missing, name}
    with pytest.raises(SystemExit, match=name):
        check(shorter)


def test_figures_of_another_engine_are_out_of_date() -> None:
    changed = copy(REPORT)
    changed["runs"] = [{**run, "behaviour": BEHAVIOUR} for run in changed["runs"]]
    changed["runs"].append({**changed["runs"][0], "behaviour": BEHAVIOUR - 1})
    study = changed["studies"][0]
    study["experiments"][0]["run"] = len(changed["runs"]) - 1
    study["experiments"][0].pop("confirmed", None)
    name = f"{study['name']}/{study['experiments'][0]['name']}"
    assert older(changed) == [name]
    assert next(outdated(changed)).endswith(f": {name}")


def test_figures_that_are_confirmed_are_not_out_of_date() -> None:
    changed = copy(REPORT)
    experiments = [each for study in changed["studies"] for each in study["experiments"]]
    for run in changed["runs"]:
        run["behaviour"] = BEHAVIOUR - 2
    for each in experiments:
        each["confirmed"] = {"behaviour": BEHAVIOUR, "commit": "abc", "date": "2026-01-01"}
    assert older(changed) == []
    experiments[0]["confirmed"]["behaviour"] = BEHAVIOUR - 1
    assert older(changed) == [f"{changed['studies'][0]['name']}/{experiments[0]['name']}"]


def test_first_pairs_are_two_games_with_two_digits_for_every_ply() -> None:
    kept = [
        row["first_pair"]
        for study in REPORT["studies"]
        for each in study["experiments"]
        for row in rows_of(each)
        if "first_pair" in row
    ]
    assert kept
    for pair in kept:
        assert len(pair["games"]) == 2
        assert all(re.fullmatch("[0-9a-f]{16} ([0-9a-f]{2})+", game) for game in pair["games"])


def copy(report: dict[str, Any]) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(report))
    return copied

"""The results file: what is missing or out of date is found, and a release needs all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.reports_state import RESULTS, check, older, outdated, redeclared, unplayed
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
    name = f"{study['name']}/{study['experiments'][0]['name']}"
    assert older(changed) == [name]
    assert next(outdated(changed)).endswith(f": {name}")


def copy(report: dict[str, Any]) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(report))
    return copied

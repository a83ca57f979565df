"""The runner of all attacks and the tables that the documentation shows."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pytest

from benchmarks import torture
from benchmarks.torture import ATTACKS, LENGTHS, from_tests, run
from benchmarks.torture_tables import LONG, RESULTS, last_run, long_runs

GIVEN = argparse.Namespace(jobs=0, **{name: 1 for name in LENGTHS if name != "jobs"})


def test_an_attack_that_cannot_run_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(ATTACKS, "broken", lambda _: 1 // 0)
    monkeypatch.setitem(ATTACKS, "sound", lambda _: ("3 times", "it holds", "it held", True))
    broken, sound = run(["broken", "sound"], GIVEN)
    assert not broken.passed
    assert "ZeroDivisionError" in broken.found
    assert (sound.passed, sound.amount) == (True, "3 times")
    assert capsys.readouterr().out.startswith("FAIL  broken: ")


@pytest.mark.parametrize(
    ("body", "passed", "amount"),
    [
        ("assert True", True, "1 tests"),
        ("assert False", False, "1 tests"),
        ("import pytest; pytest.skip('nothing there')", False, "0 tests"),
        ("def", False, "1 tests"),
    ],
)
def test_tests_are_attacks(body: str, passed: bool, amount: str, tmp_path: Path) -> None:
    file = tmp_path / "test_one.py"
    file.write_text(f"def test_one():\n    {body}\n")
    found = from_tests("it holds", str(file), "-c", "/dev/null", "--rootdir", str(tmp_path))(GIVEN)
    assert (found[3], found[0].split(",")[0]) == (passed, amount)


def test_the_status_says_whether_all_passed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(torture, "RESULTS", tmp_path / "torture.json")
    for passed in (True, False):
        monkeypatch.setattr(torture, "ATTACKS", {"one": lambda _, p=passed: ("1", "2", "3", p)})
        monkeypatch.setattr(sys, "argv", ["torture", "--write", "--kills", "7"])
        assert torture.main() == (0 if passed else 1)
        text = last_run(tmp_path)
        assert "--kills 7" in text
        assert f"| one | 1 | 2 | 3 | {'yes' if passed else '**no**'}, 20" in text


def test_attacks_that_were_not_run_keep_their_rows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(torture, "RESULTS", tmp_path / "torture.json")
    attacks = {name: lambda _, n=name: (n, "", "", True) for name in ("one", "two")}
    monkeypatch.setattr(torture, "ATTACKS", attacks)
    for only in ([], ["--only", "two"]):
        monkeypatch.setattr(sys, "argv", ["torture", "--write", *only])
        assert torture.main() == 0
    found = json.loads((tmp_path / "torture.json").read_text())["results"]["attacks"]
    assert [each["attack"] for each in found] == ["one", "two"]


def test_the_committed_results_have_their_tables() -> None:
    attacks = json.loads((RESULTS / "torture.json").read_text())["results"]["attacks"]
    assert [each["attack"] for each in attacks] == list(ATTACKS)
    assert last_run().count("\n| ") == len(ATTACKS) + 2
    there = [name for name in LONG if (RESULTS / f"{name}.json").exists()]
    assert there
    assert long_runs().count("\n| ") == len(there) + 1

"""The benchmark of the Avalam solver checks where its results go before it measures."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import solve_avalam


def run(monkeypatch: pytest.MonkeyPatch, out: Path) -> None:
    words = ["run", "--plies", "22", "--count", "1", "--limit", "0.01", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["solve_avalam.py", *words])
    solve_avalam.main()


def test_a_file_in_place_of_the_folder_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured: list[object] = []
    monkeypatch.setattr(solve_avalam, "measure", lambda *given: measured.append(given))
    file = tmp_path / "result.json"
    file.touch()
    with pytest.raises(SystemExit):
        run(monkeypatch, file)
    assert measured == []
    told = capsys.readouterr().err
    assert "--out" in told
    assert file.name in told


def test_a_new_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "new" / "results"
    run(monkeypatch, out)
    found = json.loads((out / "solve_avalam_22.json").read_text("utf-8"))
    assert len(found["results"]["rows"]) == 1

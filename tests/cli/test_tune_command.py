"""tesuji tune at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.pairs import in_threads
from tests.cli.test_commands import complaint, tesuji

Capture = pytest.CaptureFixture[str]

TUNE = [
    "tune", "greedy(knowledge=ewn(steps=-0.2))", "--game", "ewn", "--over", "steps=-1..1",
    "--method", "texel", "--pairs", "20", "--proof-pairs", "40", "--jobs", "1",
    "--sprt", "0,100",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def test_the_result_is_printed_and_written(capsys: Capture, tmp_path: Path) -> None:
    outputs = ["--json", str(tmp_path / "t.json"), "--store", str(tmp_path / "t.db")]
    printed = tesuji(capsys, *TUNE, *outputs)
    data = json.loads((tmp_path / "t.json").read_text("utf-8"))
    assert data["improved"]
    assert f"Result: {data['verdict']}." in printed
    assert data["spec"] in printed
    assert "proof, " in printed
    assert "knowledge.steps  -1..1  -0.2" in printed
    again = tesuji(capsys, *TUNE, *outputs)
    assert "were already in the store" in again


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["--over", "stepp"], "did you mean 'steps'"),
        (["--over", "steps=1..0"], "'1..0'"),
        (["--method", "luck"], "'luck'"),
        (["--positions", "missing.db"], "'missing.db'"),
    ],
)
def test_a_mistake_is_explained(capsys: Capture, changed: list[str], said: str) -> None:
    assert said in complaint(capsys, *TUNE, *changed)

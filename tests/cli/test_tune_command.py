"""tesuji tune at the command line."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.arena.pairs import in_threads
from tests.cli.test_commands import complaint, tesuji
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.cli import run
from tesuji.cli.tune_view import _view
from tesuji.tune.judge import MatchJudge, TuneState
from tesuji.tune.trials import Trial

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


def test_the_progress_of_the_first_trial_names_no_stage() -> None:
    state = TuneState("genetic", 24)
    state.trials.append(Trial(0, {"steps": 0.2}, "greedy", Pentanomial(), "start"))
    shown = io.StringIO()
    Console(file=shown, width=80).print(_view(state))
    assert shown.getvalue().startswith("genetic: 1 of 24 trials done\n")
    state.stage = "generation 1"
    Console(file=shown, width=80).print(_view(state))
    assert "genetic: generation 1, 1 of 24 trials done\n" in shown.getvalue()


def test_a_proof_without_a_decision_says_how_to_get_one(capsys: Capture, tmp_path: Path) -> None:
    few = [*TUNE, "--proof-pairs", "2"]
    printed = tesuji(capsys, *few)
    assert "the test did not decide after 2 pairs" in printed
    assert "A larger --proof-pairs may decide it. No games were saved" in printed
    kept = ["--store", str(tmp_path / "t.db")]
    printed = tesuji(capsys, *few, *kept)
    assert "with a larger --proof-pairs: it goes on here." in printed
    assert "and without --new" in tesuji(capsys, *few, *kept, "--new")
    printed = tesuji(capsys, *TUNE, *kept)
    assert re.search(r"2 of \d+ pairs were already in the store", printed)
    assert "Result: better by" in printed
    assert "with a larger --proof-pairs" not in printed


def test_an_interrupted_run_says_so_once(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MatchJudge, "play", stop)
    assert run([*TUNE, "--method", "genetic", "--trials", "4"]) == 130
    printed = capsys.readouterr().out
    assert printed.startswith("Interrupted. Nothing is chosen after 1 of 4 trials.\n")
    assert printed.count("nterrupted") == 1

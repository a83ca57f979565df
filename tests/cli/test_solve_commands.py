"""tesuji solve, tesuji solve-set and tesuji blunders."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import complaint, tesuji
from tesuji import game, solve
from tesuji.cli import solve as solve_module
from tesuji.solve import solver as solver_module
from tesuji.studies.blunders import set_of_game
from tesuji.studies.blunders.solved_set import write_set

solve_command: Any = solve_module
solver: Any = solver_module

Capture = pytest.CaptureFixture[str]

WON = ".B/b..C/.b.A.A/.e.B...c/A.A....d/.c....eA/b....D/..cA/aA"


def test_solve_prints_the_result(capsys: Capture) -> None:
    printed = tesuji(capsys, "solve", "avalam", "--position", WON)
    assert "Win for Red, best " in printed
    assert "line " in printed


def test_solve_prints_json(capsys: Capture) -> None:
    command = ["solve", "colosseum(size=4)", "--seed", "7", "--score", "--json"]
    found = json.loads(tesuji(capsys, *command, "--seconds", "600"))
    assert (found["exact"], found["value"], found["format"]) == (True, 0.0, 1)
    assert found["score"] < 0
    assert found["score_range"] == [found["score"], found["score"]]


def test_solve_says_what_is_not_solved(capsys: Capture) -> None:
    printed = tesuji(capsys, "solve", "avalam", "--nodes", "100")
    assert "Unknown for Yellow" in printed
    assert "Not solved" in printed


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["avalam", "--position", "nonsense"], "nonsense"),
        (["avalam", "--threads", "0"], "threads"),
        (["chess-like"], "chess-like"),
    ],
)
def test_solve_refuses(capsys: Capture, arguments: list[str], given: str) -> None:
    assert given in complaint(capsys, "solve", *arguments)


class InterruptedThread(threading.Thread):
    """A thread during which the user presses Ctrl-C once; not the one that watches for hangs."""

    pressed = False

    def join(self, timeout: float | None = None) -> None:
        if not self.pressed and self.name != "hang watch":
            self.pressed = True
            raise KeyboardInterrupt
        super().join(timeout)


def test_an_interrupted_solve_prints_its_bounds(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_command.threading, "Thread", InterruptedThread)
    printed = tesuji(capsys, "solve", "avalam", "--seconds", "600")
    assert "Unknown for Yellow" in printed


def test_ctrl_c_stops_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver.threading, "Thread", InterruptedThread)
    with pytest.raises(KeyboardInterrupt):
        solve(game("avalam").start(), seconds=600)


def test_a_set_is_built_and_measured(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    options = ["--player", "random", "--random-plies", "60", "--phase", "0.8", "1"]
    built = tesuji(capsys, "solve-set", "avalam", "--out", str(file), "--positions", "2", *options)
    assert built.startswith(f"2 positions in {file}")
    printed = tesuji(capsys, "blunders", "random", "--set", str(file))
    assert "random on avalam" in printed
    assert "gave away value" in printed
    found = json.loads(tesuji(capsys, "blunders", "random", "--set", str(file), "--json"))
    assert (found["agent"], found["all"]["positions"]) == ("random", 2)


def test_blunders_name_what_each_position_gets(capsys: Capture) -> None:
    printed = tesuji(
        capsys, "blunders", "random", "--game", "avalam", "--limit", "2", "--nodes", "1000000"
    )
    assert printed.splitlines()[0] == "random on avalam, 1,000,000 nodes per position"


@pytest.mark.parametrize("limit", ["0", "-5"])
def test_blunders_need_a_position(capsys: Capture, limit: str) -> None:
    assert limit in complaint(capsys, "blunders", "random", "--game", "avalam", "--limit", limit)


def test_blunders_refuse_a_set_of_another_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    write_set(path, set_of_game("avalam"))
    told = complaint(capsys, "blunders", "random", "--set", str(path), "--game", "ewn")
    assert "ewn" in told
    assert path.name in told


def test_blunders_need_a_game_or_a_set(capsys: Capture) -> None:
    assert "--game" in complaint(capsys, "blunders", "random")


def test_a_set_needs_a_phase(capsys: Capture, tmp_path: Path) -> None:
    told = complaint(
        capsys, "solve-set", "avalam", "--out", str(tmp_path / "x"), "--phase", "0.5", "0.4"
    )
    assert "--phase" in told

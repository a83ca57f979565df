"""Commands that are stopped say what is kept, and the same command resumes."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import tesuji
from tesuji import clean_text, cli
from tesuji.cli import run
from tesuji.studies.blunders import read_set

SELFPLAY = ["selfplay", "ewn-cyclic", "--agent", "alphabeta", "--depth", "1", "--jobs", "1"]
LEARN = ["learn", "ewn-cyclic", "--games", "20", "--nodes", "5", "--jobs", "1", "--pairs", "1"]
LEARN += ["--match-simulations", "4"]
Capture = pytest.CaptureFixture[str]


def stopped(capsys: Capture, *command: str) -> str:
    """What a command prints in which the user presses Ctrl-C."""
    assert run(list(command)) == 130
    captured = capsys.readouterr()
    assert not re.search("Traceback|stopped", captured.err)
    return captured.out


def interrupted(function: Callable[..., Any], call: int) -> Callable[..., Any]:
    """The function, except that the user presses Ctrl-C in one of its calls."""
    calls = iter(range(1, call + 1))

    def called(*given: Any, **named: Any) -> Any:
        if next(calls, 0) == call:
            raise KeyboardInterrupt
        return function(*given, **named)

    return called


def interrupt(monkeypatch: pytest.MonkeyPatch, module: str, name: str, call: int) -> None:
    # Not by a text: the package tesuji.learn has functions of the names of modules.
    place = importlib.import_module(module)
    monkeypatch.setattr(place, name, interrupted(getattr(place, name), call))


def test_selfplay(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [*SELFPLAY, "--games", "5", "--shard-games", "2", "--out", str(tmp_path)]
    with monkeypatch.context() as patch:
        interrupt(patch, "tesuji.learn.selfplay", "play_one", 4)
        printed = stopped(capsys, *command)
    assert f"Games kept in {tmp_path}: 2 of 5." in printed
    assert "same command" in printed
    assert "in 3 shards" in tesuji(capsys, *command)


@pytest.mark.parametrize(
    ("module", "name", "call", "place"),
    [
        ("tesuji.learn.selfplay", "play_one", 3, "the self-play of generation 1"),
        ("tesuji.learn.training", "check_finite", 1, "the training of generation 1"),
        ("tesuji.arena.match.contest", "read_answer", 1, "the match of generation 1"),
    ],
)
def test_learn(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    name: str,
    call: int,
    place: str,
) -> None:
    command = [*LEARN, "--out", str(tmp_path)]
    with monkeypatch.context() as patch:
        interrupt(patch, module, name, call)
        printed = stopped(capsys, *command)
    assert place in printed
    assert "kept" in printed
    assert "same command" in printed
    assert "best: " in tesuji(capsys, *command)


def test_solve_set(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tesuji.studies.blunders import build

    file = tmp_path / "set.jsonl"
    options = ["--player", "random", "--random-plies", "60", "--phase", "0.8", "1"]
    command = ["solve-set", "avalam", "--out", str(file), "--positions", "3", *options]
    solve_games = build._solve_games

    def stop_after_the_first(*given: Any) -> Iterator[Any]:
        for seed, found in solve_games(*given):
            yield seed, found
            if found:
                raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(build, "_solve_games", stop_after_the_first)
        printed = stopped(capsys, *command)
    assert f"1 position kept in {file}" in printed
    assert "same command" in printed
    tesuji(capsys, *command)
    assert len(read_set(file).positions) == 3


def test_ctrl_c_while_a_command_is_imported_gives_no_traceback(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupt)
    monkeypatch.setattr(clean_text, "clean_standard_streams", lambda: None)
    monkeypatch.setattr("faulthandler.enable", lambda _: None)  # pytest has its own
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "tesuji: stopped\n"

"""Commands that are stopped say what is kept, and the same command resumes."""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import tesuji
from tesuji import clean_text, cli
from tesuji.cli import run, stopping
from tesuji.studies.blunders import read_set

pytestmark = pytest.mark.usefixtures("default_signals")

SELFPLAY = ["selfplay", "ewn-cyclic", "--agent", "alphabeta", "--depth", "1", "--jobs", "1"]
LEARN = ["learn", "ewn-cyclic", "--games", "20", "--nodes", "5", "--jobs", "1", "--pairs", "1"]
LEARN += ["--match-simulations", "4"]
LIMIT = 120
"""Seconds after which a process that does not end is killed."""
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


BLUNDERS = ["blunders", "random", "--game", "avalam", "--limit", "9"]


@pytest.mark.parametrize("measured", [0, 1, 4])
def test_blunders(capsys: Capture, monkeypatch: pytest.MonkeyPatch, measured: int) -> None:
    interrupt(monkeypatch, "tesuji.studies.blunders.measure", "_chosen_index", measured + 1)
    printed = stopped(capsys, *BLUNDERS)
    assert "Stopped" in printed
    assert (f"{measured} of 9 positions" in printed) == (measured > 0)
    assert bool(re.search(rf"^all +{measured} ", printed, re.MULTILINE)) == (measured > 0)


def test_blunders_in_json(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert json.loads(tesuji(capsys, *BLUNDERS, "--json"))["complete"]
    interrupt(monkeypatch, "tesuji.studies.blunders.measure", "_chosen_index", 5)
    found = json.loads(stopped(capsys, *BLUNDERS, "--json"))
    assert (found["complete"], found["planned"], found["all"]["positions"]) == (False, 9, 4)


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_during_the_end_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(stopping, "_received", None)
    ended = []

    def command() -> None:
        with stopping.termination_interrupts(once=True):
            try:
                signal.raise_signal(number)
            finally:
                signal.raise_signal(signal.SIGINT)
                ended.append("workers")

    with pytest.raises(KeyboardInterrupt):
        command()
    signal.raise_signal(signal.SIGINT)
    assert ended == ["workers"]
    assert stopping.exit_status(130) == 128 + number


@pytest.mark.parametrize("nohup", [False, True])
def test_only_ctrl_c_is_ignored_after_a_command_that_was_stopped(
    monkeypatch: pytest.MonkeyPatch, nohup: bool
) -> None:
    monkeypatch.setattr(stopping, "_received", None)
    at_hangup = signal.SIG_IGN if nohup else signal.SIG_DFL
    signal.signal(signal.SIGHUP, at_hangup)
    with pytest.raises(KeyboardInterrupt), stopping.termination_interrupts(once=True):
        signal.raise_signal(signal.SIGTERM)
    handlers = [signal.getsignal(each) for each in SIGNALS]
    assert handlers == [signal.SIG_IGN, signal.SIG_DFL, at_hangup]


def test_a_command_that_caught_ctrl_c_can_be_stopped_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "_received", None)
    now = [0.0]
    monkeypatch.setattr(stopping, "monotonic", lambda: now[0])
    with stopping.termination_interrupts(once=True):
        for now[0] in (0.0, stopping.PATIENCE + 1):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)


def test_signals_are_handled_as_before_after_a_command_that_was_not_stopped() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopping.termination_interrupts(once=True):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def repeat_until(
    process: subprocess.Popen[str], done: Callable[[], bool], step: Callable[[], None]
) -> None:
    """Repeats a step until something is done; after `LIMIT` it kills the process and fails."""
    end = time.monotonic() + LIMIT
    while not done():
        if time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)  # workers hold its output open
            printed, errors = process.communicate()
            pytest.fail(f"not done after {LIMIT} s; it printed:\n{printed}\n{errors}")
        step()


def has_position(file: Path) -> bool:
    return file.exists() and len(file.read_text("utf-8").splitlines()) > 1


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)


def test_ctrl_c_again_and_again_gives_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    options = ["--player", "random", "--random-plies", "60", "--phase", "0.8", "1"]
    options += ["--positions", "1000000"]  # so many that it cannot end by itself
    command = [sys.executable, "-m", "tesuji", "solve-set", "avalam", "--out", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, *options], stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        repeat_until(
            process,
            lambda: process.poll() is not None or has_position(file),
            lambda: time.sleep(0.01),
        )
        if process.poll() is not None:
            printed, errors = process.communicate()
            pytest.fail(f"it ended before Ctrl-C; it printed:\n{printed}\n{errors}")
        repeat_until(process, lambda: process.poll() is not None, lambda: press_ctrl_c(process))
        printed, errors = process.communicate()
    assert (process.returncode, errors) == (130, "")
    assert f"kept in {file}" in printed


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

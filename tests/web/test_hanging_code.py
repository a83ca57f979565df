"""Games and evaluators that hang, raise or end the process: on the page, in matches, in best."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tesuji
from tests.web.async_runs import run_async
from tests.web.live import PERSON, Client, agent, serving
from tesuji.agents import foreign_code
from tesuji.agents.foreign_code import HangWatch, foreign_files, hang_seconds
from tesuji.arena.match.openings import distinct_openings
from tesuji.arena.run.local_pool import Death, death_of
from tesuji.arena.run.worker import STUCK
from tesuji.cli import run
from tesuji.errors import HungCodeError, ParameterError
from tesuji.web.bounds import Bounds
from tesuji.web.searches import Searches, SearchHandle

GAME = """
import os, time
import tesuji

class Trap:
    "Nim whose rules misbehave at one heap."
    name = "{name}"
    def start(self): return (7, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return [1, 2] if state[0] > 1 else [1]
    def play(self, state, move):
        if state[0] == 4:
            {trap}
        return (state[0] - move, 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] == 0 else None

tesuji.register(Trap)
"""
LOOP = "while True: pass"
RAISE = "raise KeyError('no such \\x1b heap')"
MATCH = """
import sys, tesuji
from tesuji.errors import WorkerError
if __name__ == "__main__":
    try:
        tesuji.load({file!r})
        tesuji.match("random", "random", game="{name}", pairs=4, plies=0, jobs=1, load=[{file!r}])
    except WorkerError as error:
        print(type(error).__name__, error)
"""


def trap(folder: Path, name: str, body: str) -> Path:
    file = folder / f"{name.replace('-', '_')}.py"
    file.write_text(GAME.format(name=name, trap=body))
    return file


@pytest.fixture(scope="module")
def looping(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = trap(tmp_path_factory.mktemp("games"), "looping-nim", LOOP)
    tesuji.load(file)
    assert str(file) in foreign_files()
    return "looping-nim"


# In this process


def test_a_call_that_hangs_is_stopped_and_named(looping: str) -> None:
    position = tesuji.game(looping).start().play("2").play("1")
    with HangWatch(0.3), pytest.raises(HungCodeError) as caught:
        position.play("1")
    assert caught.value.call == "Trap.play((4, 0), 1)"
    assert caught.value.seconds == 0.3
    assert "looping_nim.py" in str(caught.value.where)


def test_an_opening_whose_game_hangs_is_stopped(
    looping: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_HANG_SECONDS", "0.3")
    with pytest.raises(HungCodeError) as caught:
        list(distinct_openings(tesuji.game(looping), 20, plies=3))
    assert str(caught.value.call).startswith("Trap.play((4, ")


def busy(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def sleeps(seconds: float) -> None:
    time.sleep(seconds)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the two functions above foreign code."""
    monkeypatch.setattr(foreign_code, "foreign_files", lambda: {__file__})
    monkeypatch.setattr(
        foreign_code, "_outermost", lambda frame, _: _named(frame, "busy", "sleeps")
    )


@pytest.mark.usefixtures("foreign")
def test_many_short_calls_are_no_hang() -> None:
    with HangWatch(3.0):
        for _ in range(30):
            busy(0.12)
    with HangWatch(0.4), pytest.raises(HungCodeError):
        busy(60.0)


@pytest.mark.usefixtures("foreign")
def test_code_that_blocks_outside_python_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[HungCodeError] = []
    monkeypatch.setattr(foreign_code, "_raise_in", lambda *_: None)
    with HangWatch(0.1, stuck=reported.append):
        sleeps(1.0)
    assert reported
    assert reported[0].call == "sleeps(1.0)"


def _named(frame: Any, *names: str) -> Any:
    while frame is not None and frame.f_code.co_name not in names:
        frame = frame.f_back
    return frame


# On the page


def test_the_page_survives_a_game_that_hangs(looping: str) -> None:
    bounds = Bounds(hang_seconds=0.5)
    with serving(bounds=bounds, allowed=[looping]) as server, Client(server) as client:
        # In a search.
        client.ask("new", game=looping, seats=[agent("mcts", seconds=5.0), PERSON])
        while (heard := _next(client))["type"] != "error":
            pass
        assert "Trap.play((4" in heard["text"]
        # In a person's own move, which the event loop plays.
        client.ask("new", game=looping, seats=[PERSON, PERSON], moves=["2", "1"])
        answer = client.ask("move", move="1", ply=2)
        assert answer["type"] == "error"
        assert "Trap.play((4, 0), 1)" in answer["text"]
        assert client.ask("new", game="avalam", seats=[PERSON, PERSON])["type"] == "done"


def _next(client: Client) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(client.socket.recv(timeout=60))
    return heard


# In matches


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (LOOP, "Trap.play((4,"),
        ("time.sleep(1000)", "hung"),
        ("os._exit(3)", "code 3"),
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
    ],
    ids=["loop", "sleep", "exit", "crash"],
)
def test_a_match_explains_what_a_game_did(tmp_path: Path, body: str, expected: str) -> None:
    file = trap(tmp_path, "trap-nim", body)
    script = tmp_path / "script.py"
    script.write_text(MATCH.format(name="trap-nim", file=str(file)))
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, "TESUJI_HANG_SECONDS": "1"},
        timeout=60,
    )
    assert done.stdout.startswith("WorkerError"), done.stderr[-2000:]
    assert expected in done.stdout
    assert "trap-nim" in done.stdout


def test_the_cause_of_death_is_that_of_the_first_worker() -> None:
    def worker(code: int) -> Any:
        return SimpleNamespace(join=lambda _: None, exitcode=code)

    assert death_of([worker(-15), worker(3), worker(-9)]).exit_code == 3
    assert death_of([worker(-9)]).exit_code == -9
    assert death_of([worker(-11)]) == Death(-11, death_of([worker(-11)]).reason)
    assert death_of([worker(STUCK)]).is_final


# On the command line


def test_best_shows_where_a_game_raised(tmp_path: Path) -> None:
    file = trap(tmp_path, "raising-nim", RAISE)
    command = [sys.executable, "-m", "tesuji.cli", "best", "raising-nim", "--load", str(file)]
    done = subprocess.run(
        [*command, "--simulations", "100"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert f'File "{file}", line 13, in play' in done.stderr
    assert "tesuji: a game or evaluator failed, as shown above: KeyError" in done.stderr
    assert str(Path(tesuji.__file__).parent) not in done.stderr, "our own frames are left out"
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        (LOOP, 2, "Trap.play((4,"),
        ("time.sleep(1000)", 2, "Trap.play((4,"),
        ("import ctypes; ctypes.string_at(0)", -11, "line 13 in play"),
    ],
    ids=["loop", "sleep", "crash"],
)
def test_best_explains_what_a_game_did(
    tmp_path: Path, body: str, status: int, expected: str
) -> None:
    file = trap(tmp_path, "stuck-nim", body)
    command = [sys.executable, "-m", "tesuji.cli", "best", "stuck-nim", "--load", str(file)]
    done = subprocess.run(
        [*command, "--simulations", "100"],
        capture_output=True,
        text=True,
        env={**os.environ, "TESUJI_HANG_SECONDS": "0.5"},
        timeout=120,
    )
    assert done.returncode == status, done.stderr[-2000:]
    assert expected in done.stderr


@pytest.mark.parametrize("given", ["abc", "0", "-1", "nan", "inf"])
def test_a_wrong_limit_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    monkeypatch.setenv("TESUJI_HANG_SECONDS", given)
    with pytest.raises(ParameterError) as caught:
        hang_seconds()
    assert (caught.value.where, caught.value.given) == ("TESUJI_HANG_SECONDS", given)
    assert run(["games"]) == 2
    assert "TESUJI_HANG_SECONDS" in capsys.readouterr().err


def test_a_failure_that_nobody_waits_for_is_not_logged() -> None:
    logged: list[str] = []

    async def give_up() -> None:
        loop, ends = asyncio.get_running_loop(), threading.Event()
        loop.set_exception_handler(lambda _, context: logged.append(context["message"]))

        def work(_: SearchHandle) -> None:
            ends.wait(30)
            raise HungCodeError("stopped long after the search was given up")

        searches = Searches(Bounds(hang_seconds=0.05, seconds=0.05))
        with pytest.raises(HungCodeError, match="given up"):
            await searches.run(work, owner="one", lane="play")
        ends.set()
        while any(thread.name == "tesuji-search" for thread in threading.enumerate()):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        gc.collect()

    run_async(give_up())
    assert logged == []

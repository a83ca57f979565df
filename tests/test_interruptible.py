"""Work in another thread that Ctrl-C stops, and the commands that do theirs so."""

from __future__ import annotations

import gc
import json
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Any

import pytest
from typer.testing import CliRunner

import tesuji
from tesuji.agents import Player
from tesuji.cli import run
from tesuji.cli.app import app
from tesuji.interruptible import PATIENCE, interruptible

pytestmark = pytest.mark.usefixtures("default_signals")

LONG = 600
"""Seconds for work that has to be stopped."""


def press_ctrl_c() -> None:
    """Interrupts the main thread; the tests call it in the thread that works."""
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)


class Work:
    """Presses Ctrl-C and works until it is stopped."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.looked = threading.Event()
        self.ended = False

    def __call__(self) -> str:
        # The moment after a look, the main thread waits again: a thread that it waited for by
        # Thread.join would count as ended from now on.
        assert self.looked.wait(LONG)
        time.sleep(0.02)
        press_ctrl_c()
        assert self.stopped.wait(LONG)
        self.ended = True
        return "so far"


def test_the_result_of_the_work_is_returned() -> None:
    assert interruptible(lambda: 7, lambda: None) == 7


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 / 0, lambda: None)


def test_the_caller_can_look_while_the_work_goes_on() -> None:
    looked = threading.Event()
    found = interruptible(lambda: looked.wait(LONG), lambda: None, look=looked.set, interval=0.001)
    assert found is True


def test_an_error_of_a_look_stops_the_work() -> None:
    stopped = threading.Event()
    ended = []

    def look() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interruptible(
            lambda: ended.append(stopped.wait(LONG)), stopped.set, look=look, interval=0.001
        )
    assert ended == [True]


def test_ctrl_c_stops_the_work_and_waits_for_its_end() -> None:
    work = Work()
    with pytest.raises(KeyboardInterrupt):
        interruptible(work, work.stopped.set, look=work.looked.set)
    assert work.ended


def test_after_ctrl_c_the_result_so_far_can_be_kept() -> None:
    work = Work()
    found = interruptible(work, work.stopped.set, look=work.looked.set, keep=True)
    assert found == "so far"


def test_a_stop_that_comes_too_early_is_repeated() -> None:
    stops = []
    work = Work()

    def stop() -> None:
        stops.append(1)
        if len(stops) == 3:
            work.stopped.set()

    assert interruptible(work, stop, look=work.looked.set, keep=True) == "so far"


def interrupted(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, with a Ctrl-C as it begins."""

    def begin(*given: Any, **options: Any) -> Any:
        press_ctrl_c()
        return method(*given, **options)

    return begin


def test_a_solver_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesuji.Solver, "_run_here", interrupted(tesuji.Solver._run_here))
    solver = tesuji.Solver(tesuji.game("avalam"))
    start = solver.game.start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(start, seconds=LONG)
    monkeypatch.undo()
    assert not solver.solve(start, nodes=100).exact, "it is idle again"


def test_solve_prints_what_is_proven_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesuji.Solver, "_run_here", interrupted(tesuji.Solver._run_here))
    done = CliRunner().invoke(app, ["solve", "avalam", "--seconds", str(LONG)])
    assert (done.exit_code, done.exception) == (0, None)
    assert "Not solved" in done.output


@pytest.mark.parametrize("agent", ["champion(book=off)", "mcts(memory=8)", "alphabeta"])
def test_best_prints_the_best_move_so_far(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "search", interrupted(Player.search))
    words = ["best", "pentago", "--agent", agent, "--seconds", str(LONG), "--json"]
    done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.exception) == (0, None)
    found = json.loads(done.output)
    assert found["best"] in map(str, tesuji.game("pentago").start().legal_moves)


@pytest.mark.parametrize("when", ["search", "check"])
def test_best_prints_its_move_if_the_check_is_stopped(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = tesuji.Solver._run_here
    if when == "search":
        monkeypatch.setattr(Player, "search", interrupted(Player.search))
        monkeypatch.delattr(tesuji.Solver, "_run_here")  # nothing is solved after Ctrl-C
    else:
        monkeypatch.setattr(tesuji.Solver, "_run_here", interrupted(solve))
    limit = {"search": LONG, "check": 0.01}[when]
    words = ["best", "avalam", "--agent", "mcts", "--seconds", str(limit), "--check", str(LONG)]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert (done.exit_code, done.exception) == (0, None)
    found = json.loads(done.output)
    assert "best" in found
    assert "check" not in found


def test_a_stopped_function_is_said_to_be_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Player, "search", interrupted(Player.search))
    assert run(["best", "avalam", "--agent", "random"]) == 130
    assert capsys.readouterr().err == "tesuji: stopped\n"


def test_best_in_python_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "search", interrupted(Player.search))
    with pytest.raises(KeyboardInterrupt):
        tesuji.best(tesuji.game("avalam").start(), agent="champion(book=off)", seconds=LONG)


def test_a_chosen_move_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "choose", interrupted(Player.choose))
    with pytest.raises(KeyboardInterrupt):
        tesuji.agent("mcts(memory=8)").choose(tesuji.game("pentago").start(), seconds=LONG)


class Deaf:
    """Code of a user that only Ctrl-C ends: it has no other way to learn that it should stop."""

    def __init__(self) -> None:
        self.went_on = False

    def __call__(self, _: object) -> list[float]:
        signal.raise_signal(signal.SIGINT)
        threading.Event().wait(LONG)
        self.went_on = True
        return []


@pytest.mark.parametrize("search", ["best", "search", "choose"])
def test_ctrl_c_ends_the_code_of_a_user(search: str) -> None:
    position = tesuji.game("avalam").start()
    deaf = Deaf()
    agent = tesuji.agent(lambda position: deaf(position))
    run = partial(tesuji.best, agent=agent) if search == "best" else getattr(agent, search)
    with pytest.raises(KeyboardInterrupt):
        run(position, seconds=LONG)
    assert not deaf.went_on


def test_ctrl_c_ends_an_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = Deaf()
    monkeypatch.setitem(sys.modules["tesuji.agents.evaluators"]._known, "deaf", deaf)
    position = tesuji.game("avalam").start()
    with pytest.raises(KeyboardInterrupt):
        tesuji.best(position, agent="mcts(evaluate=deaf, memory=8)", seconds=LONG)
    assert not deaf.went_on


def test_another_thread_has_the_context_of_this_one() -> None:
    chosen: ContextVar[str] = ContextVar("chosen", default="other")
    chosen.set("mine")
    assert interruptible(chosen.get, lambda: None) == "mine"


def test_an_exception_before_the_work_begins_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(KeyboardInterrupt):
        interruptible(lambda: pytest.fail("it began"), lambda: None)


def test_ctrl_c_twice_still_keeps_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Player.stop
    presses = iter([1])

    def press_again_and_stop(player: Player) -> None:
        for _ in presses:
            signal.raise_signal(signal.SIGINT)
        stop(player)

    monkeypatch.setattr(Player, "stop", press_again_and_stop)
    monkeypatch.setattr(Player, "search", interrupted(Player.search))
    words = ["best", "pentago", "--agent", "alphabeta", "--seconds", str(LONG), "--json"]
    done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.exception) == (0, None)
    assert "best" in json.loads(done.output)


def test_ctrl_c_twice_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one comes while the first one waits for the end of the search."""
    stop = Player.stop
    presses = iter([1])
    ended = threading.Event()

    def press_again_and_stop(player: Player) -> None:
        for _ in presses:
            signal.raise_signal(signal.SIGINT)
        stop(player)

    def search(player: Player, *given: Any, **options: Any) -> Any:
        press_ctrl_c()
        try:
            return original(player, *given, **options)
        finally:
            ended.set()

    original = Player.search
    monkeypatch.setattr(Player, "stop", press_again_and_stop)
    monkeypatch.setattr(Player, "search", search)
    with pytest.raises(KeyboardInterrupt):
        tesuji.best(tesuji.game("avalam").start(), agent="alphabeta", seconds=LONG)
    assert ended.is_set()


def test_work_that_does_not_end_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tesuji.interruptible.monotonic", lambda: now[0])
    stops = []
    done = threading.Event()

    def stop() -> None:
        stops.append(1)
        now[0] += 0.75 * PATIENCE
        signal.raise_signal(signal.SIGINT)

    def work() -> None:
        press_ctrl_c()
        done.wait(LONG)

    with pytest.raises(KeyboardInterrupt):
        interruptible(work, stop, keep=True)
    assert len(stops) == 2, "the first press of Ctrl-C during the wait changes nothing"
    done.set()


def test_where_ctrl_c_is_ignored_the_work_stays_in_its_thread() -> None:
    """So do workers, where the CPU time of the thread is that of the agent."""
    here = threading.get_ident()
    assert interruptible(threading.get_ident, lambda: None) != here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert interruptible(threading.get_ident, lambda: None) == here


def choose_slowly(position: tesuji.Position) -> tesuji.Move:
    """Takes more CPU time than it has, in a search within a search."""
    return tesuji.agent("mcts").choose(position, seconds=0.2, clock="cpu")


def test_a_search_within_a_function_is_on_its_clock() -> None:
    limits: dict[str, Any] = {"seconds": 0.01, "clock": "cpu"}
    result = tesuji.match(choose_slowly, "random", game="ewn", pairs=1, jobs=1, **limits)
    assert any("exceeded its time" in each for each in result.warnings)


def test_an_error_keeps_nothing_alive() -> None:
    class Payload:
        pass

    def fail() -> None:
        payload = Payload()
        kept.append(weakref.ref(payload))
        raise ZeroDivisionError

    kept: list[weakref.ref[Payload]] = []
    gc.disable()
    try:
        with suppress(ZeroDivisionError):
            interruptible(fail, lambda: None)
        assert kept[0]() is None
    finally:
        gc.enable()


def test_best_works_in_other_threads() -> None:
    found = []
    position = tesuji.game("avalam").start()
    thread = threading.Thread(target=lambda: found.append(tesuji.best(position, nodes=100)))
    thread.start()
    thread.join()
    assert found[0].best in position.legal_moves

"""Executors: tasks given out a few at a time, workers that die, and workers that are ended."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import quick_plan
from tesuji.arena.match.pair import PairTask, play_pair
from tesuji.arena.run import executors
from tesuji.arena.run.executors import WaitingWarning, WorkerPool, cluster_executor, run_tasks
from tesuji.arena.run.local_pool import local_executor
from tesuji.errors import ParameterError, WorkerError


class Instant(Executor):
    """Answers at once; `die` says of a pair whether its worker dies."""

    made = 0
    given: list[int]

    def __init__(self, die: Callable[[int], bool]) -> None:
        type(self).made += 1
        self.die = die

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        self.given.append(task.pair)
        future: Future[Any] = Future()
        if self.die(task.pair):
            future.set_exception(BrokenProcessPool("a worker died"))
        else:
            future.set_result([{"pair": task.pair}])
        return future


@pytest.fixture(autouse=True)
def _afresh() -> None:
    Instant.made, Instant.given = 0, []


def tasks(count: int = 10) -> Iterator[PairTask]:
    return quick_plan(pairs=count).tasks(set())


def run(die: Callable[[int], bool], count: int = 10, ahead: int = 4) -> list[int]:
    found = run_tasks(tasks(count), lambda: Instant(die), ahead=ahead, stop=lambda: False)
    return sorted(task.pair for task, data in found if data == [{"pair": task.pair}])


def test_every_task_is_played_once() -> None:
    assert run(lambda pair: False) == list(range(10))
    assert sorted(Instant.given) == list(range(10))
    assert Instant.made == 1


def test_what_a_dead_worker_had_is_played_again() -> None:
    dying = [2, 5, 5, 9]

    def die(pair: int) -> bool:
        if pair in dying:
            dying.remove(pair)
            return True
        return False

    assert run(die) == list(range(10))
    assert 1 < Instant.made <= 5


def test_a_pair_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(WorkerError) as caught:
        run(lambda pair: pair == 3)
    assert 3 in caught.value.pairs
    assert Instant.made < 30


def test_no_more_than_ahead_are_given_out() -> None:
    found = run_tasks(tasks(), lambda: Instant(lambda pair: False), ahead=3, stop=lambda: False)
    next(found)
    assert len(Instant.given) == 3


def test_nothing_is_given_out_after_the_stop() -> None:
    done: list[int] = []
    found = run_tasks(
        tasks(), lambda: Instant(lambda pair: False), ahead=3, stop=lambda: bool(done)
    )
    for task, _ in found:
        done.append(task.pair)
    assert sorted(done) == [0, 1, 2]


def test_an_error_of_the_task_itself_is_raised() -> None:
    class Wrong(Instant):
        def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(ParameterError("no such agent"))
            return future

    with pytest.raises(ParameterError, match="no such agent"):
        list(run_tasks(tasks(), lambda: Wrong(bool), ahead=1, stop=lambda: False))


def failing(error: Exception) -> Executor:
    class Failing(Instant):
        def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    return Failing(bool)


class KilledWorker(Exception):
    """As Dask has it."""


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (KilledWorker("x", None), "memory"),
        (ModuleNotFoundError("no tesuji"), "ModuleNotFoundError: no tesuji"),
        (CancelledError(), "cluster"),
    ],
)
def test_what_goes_wrong_far_away_is_a_clear_error(error: Exception, named: str) -> None:
    with pytest.raises(WorkerError, match=named) as caught:
        list(run_tasks(tasks(), lambda: failing(error), ahead=1, stop=lambda: False))
    assert caught.value.pairs == [0]
    assert "resume" in str(caught.value)


def test_the_name_is_that_of_dask() -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    assert distributed.scheduler.KilledWorker.__name__ == KilledWorker.__name__


def test_a_cluster_needs_distributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ParameterError, match=r"pip install 'tesuji\[cluster\]'"):
        cluster_executor("tcp://127.0.0.1:1")


# Real processes


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def test_workers_are_ended_in_the_midst_of_a_pair() -> None:
    """A pair of an hour does not keep Ctrl-C waiting."""
    long = quick_plan("mcts", "mcts", pairs=2, limits={"seconds": 100, "clock": "wall"})
    pids: list[int] = []
    pool = executors._Pool(lambda: local_executor(2))
    for task in long.tasks(set()):
        pool.submit(play_pair, task)
    executor = pool._executor
    assert isinstance(executor, ProcessPoolExecutor)
    pids += executor._processes
    assert len(pids) == 2
    assert all(map(is_running, pids))
    pool.close()
    end = time.monotonic() + 60
    while any(map(is_running, pids)):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_cluster_without_workers_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty(Instant):
        """Nobody answers until the warning has been given."""

        threads = 0

        def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            waiting.append(Future())
            return waiting[-1]

    def idle() -> None:
        pool.wait()
        pool.wait()
        for future in waiting:
            future.set_result([])

    waiting: list[Future[Any]] = []
    monkeypatch.setattr(executors, "_IDLE_SECONDS", 0.01)
    monkeypatch.setattr(executors, "cluster_executor", lambda address: Empty(bool))
    pool = WorkerPool(None, "tcp://127.0.0.1:1")
    with pytest.warns(WaitingWarning, match="tcp://127.0.0.1:1") as given:
        list(run_tasks(tasks(1), pool.start, ahead=1, stop=lambda: False, idle=idle))
    assert len(given) == 1

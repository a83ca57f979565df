"""Workers that stay alive from one contest to the next."""

from __future__ import annotations

import os
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from tests.arena.pairs import quick_plan
from tesuji.arena.match.api import play_plans
from tesuji.arena.run.kept_workers import KeptWorkers


def test_contests_share_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Executor] = []

    def start(jobs: int) -> Executor:
        started.append(ThreadPoolExecutor(jobs))
        return started[-1]

    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", start)
    with KeptWorkers(1, None) as workers:
        first = play_plans([quick_plan(pairs=2)], workers=workers)[0]
        second = play_plans([quick_plan(pairs=2)], workers=workers)[0]
        assert len(started) == 1
    assert (
        first.pentanomial == second.pentanomial == play_plans([quick_plan(pairs=2)])[0].pentanomial
    )
    with pytest.raises(RuntimeError):
        started[0].submit(os.getpid)


def test_workers_that_died_are_replaced() -> None:
    with KeptWorkers(1, None) as workers:
        first = workers.start()
        assert workers.start() is first
        with pytest.raises(BrokenProcessPool):
            first.submit(os._exit, 1).result(timeout=120)
        second = workers.start()
        assert second is not first
        assert second.submit(os.getpid).result(timeout=120) != os.getpid()

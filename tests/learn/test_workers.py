"""Tasks in workers: steps are counted while the tasks still run."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tesuji.learn.workers import Step, in_workers

PATIENCE = 60.0


def two_steps(task: str, step: Step) -> str:
    """Makes a step, waits until somebody has seen it, and makes another."""
    step()
    end = time.monotonic() + PATIENCE
    while not Path(task).exists() and time.monotonic() < end:
        time.sleep(0.01)
    step()
    return task


@pytest.mark.parametrize("jobs", [1, 2])
def test_steps_are_counted_while_tasks_run(jobs: int, tmp_path: Path) -> None:
    tasks = [str(tmp_path / name) for name in ("first", "second")]
    seen: list[int] = []
    ended: list[int] = []

    def steps(count: int) -> None:
        seen.append(count)
        if count >= jobs:  # all tasks that run have made a step
            for task in tasks:
                Path(task).touch()

    for _ in in_workers(two_steps, tasks, jobs, steps=steps):
        ended.append(len(seen))
    assert seen == sorted(seen)
    assert seen[-1] == 4
    assert jobs in seen[: ended[0]], "no step was seen before the first task ended"

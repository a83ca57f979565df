"""The lock of a store: one at a time, named to the others, gone with its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.pairs import in_threads, quick_plan
from tesuji.arena.match.contest import Contest
from tesuji.arena.store.lock import StoreLock, lock_file
from tesuji.errors import StoreError

HOLDER = """
import sys, time
from pathlib import Path
from tesuji.arena.store.lock import StoreLock
lock = StoreLock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(120)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def test_the_second_is_told_who_has_it(path: Path) -> None:
    lock = StoreLock(path)
    with pytest.raises(StoreError) as caught:
        StoreLock(path)
    assert (caught.value.holder or "").startswith(f"process {os.getpid()} on ")
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    lock.release()
    lock.release()
    StoreLock(path).release()


def test_a_killed_process_leaves_nothing_locked(path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(StoreError) as caught:
            StoreLock(path)
        assert f"process {process.pid} on" in (caught.value.holder or "")
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert f"process {process.pid}" in lock_file(path).read_text()
    StoreLock(path).release()


def test_two_contests_do_not_play_into_one_store(path: Path) -> None:
    first = Contest([quick_plan(pairs=2)], store=path)
    with pytest.raises(StoreError) as caught:
        Contest([quick_plan("random", "greedy")], store=path)
    assert caught.value.holder
    assert first.run(jobs=1)
    again = Contest([quick_plan(pairs=2)], store=path)
    assert again.finished
    assert first.store.pairs(1) == {0, 1}


def test_what_is_refused_lets_go(path: Path) -> None:
    assert Contest([quick_plan(pairs=1)], store=path).run(jobs=1)
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            Contest([quick_plan(seed=5)], store=path)
        assert caught.value.differences == [("seed", "0", "5")]
    assert Contest([quick_plan(pairs=1)], store=path).finished


def test_a_match_that_fails_lets_go(path: Path) -> None:
    def fail(contest: Contest) -> None:
        raise RuntimeError("the lamp went out")

    contest = Contest([quick_plan(pairs=3)], store=path)
    with pytest.raises(RuntimeError, match="lamp"):
        contest.run(jobs=1, progress=fail)
    assert Contest([quick_plan(pairs=3)], store=path).run(jobs=1)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file"):
        StoreLock(tmp_path / "missing" / "games.db")

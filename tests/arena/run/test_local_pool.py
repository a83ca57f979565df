"""Workers of this machine: scripts that play matches, with a main guard and without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import tesuji
from tesuji.arena.run import local_pool
from tesuji.arena.run.local_pool import check_jobs
from tesuji.errors import ParameterError

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

PLAIN = """
import tesuji
print("begin")
result = tesuji.match("greedy", "random", game="pentago", pairs=2, simulations=5, jobs={jobs})
print(result.summary())
"""
OWN = """
import tesuji
print("begin")
tesuji.load({file!r})
result = tesuji.match("greedy", "random", game="connect-four", pairs=2, jobs={jobs})
print(result.summary())
"""
GUARDED = """
import tesuji
tesuji.load({file!r})
if __name__ == "__main__":
    result = tesuji.match("greedy", "random", game="connect-four", pairs=2, jobs={jobs})
    print(result.summary())
"""
IN_A_POOL = """
import multiprocessing, tesuji
def look(number):
    return number
context = multiprocessing.get_context("spawn")
process = context.Process(target=look, args=(1,))
if multiprocessing.current_process().name == "MainProcess":
    process.start()
    process.join()
    print("ended", process.exitcode)
else:
    tesuji.match("greedy", "random", game="pentago", pairs=1, simulations=5, jobs={jobs})
"""
EXAMPLE = str(Path(__file__).parents[3] / "examples" / "connect_four.py")


def run(
    folder: Path, script: str, jobs: int, *, module: bool = False
) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(script.format(jobs=jobs, file=EXAMPLE), "utf-8")
    arguments = ["-m", "script"] if module else ["script.py"]
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("jobs", "module"), [(1, False), (2, False), (2, True)])
def test_a_plain_script_needs_no_main_guard(tmp_path: Path, jobs: int, module: bool) -> None:
    done = run(tmp_path, PLAIN, jobs, module=module)
    assert done.stderr == ""
    first, second = done.stdout.splitlines()
    assert first == "begin"
    assert second.endswith("after 2 pairs")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_script_with_games_of_its_own_is_told_of_the_guard_once(
    tmp_path: Path, jobs: int
) -> None:
    done = run(tmp_path, OWN, jobs)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1
    assert local_pool.MAIN_GUARD in done.stderr.splitlines()[-1]
    assert "script.py" in done.stderr.splitlines()[-1]
    assert "workers died" not in done.stderr
    # Its own run, and one of each worker: nothing was tried again.
    assert done.stdout.count("begin") <= 1 + jobs


def test_how_a_worker_ended_may_be_known_a_moment_late() -> None:
    """A thread of the pool may have asked the system first."""
    answers = iter([None, None, local_pool.NO_MAIN_GUARD])

    class Late:
        exitcode = property(lambda self: next(answers))

        def join(self, timeout: float) -> None:
            pass

    with pytest.raises(ParameterError, match=local_pool.MAIN_GUARD):
        local_pool.check_main_guard([cast("BaseProcess", Late())])


def test_workers_know_the_games_of_a_script_with_a_guard(tmp_path: Path) -> None:
    done = run(tmp_path, GUARDED, 2)
    assert done.stderr == ""
    assert done.stdout.endswith("after 2 pairs\n")


def test_the_main_module_is_unchanged_after_workers_were_started() -> None:
    main = vars(sys.modules["__main__"])
    before = dict(main)
    with local_pool._hidden_main_module():
        assert main["__spec__"] is None
        assert "__file__" not in main
    assert main == before
    with pytest.raises(KeyboardInterrupt), local_pool._hidden_main_module():
        raise KeyboardInterrupt
    assert main == before


def test_processes_of_others_are_told_of_the_guard(tmp_path: Path) -> None:
    done = run(tmp_path, IN_A_POOL, 1)
    assert "ended 1" in done.stdout
    assert local_pool.MAIN_GUARD in done.stderr


def test_games_of_its_own_make_workers_run_the_script() -> None:
    code = "from tesuji.arena.run import local_pool; print(local_pool._has_own_registrations())"
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert fresh.stdout == "False\n"
    tesuji.load(EXAMPLE)
    assert local_pool._has_own_registrations()


def test_evaluators_of_its_own_make_workers_run_the_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built_in = {"avalam": type(tesuji.game("avalam"))}
    monkeypatch.setattr(local_pool, "game_types", lambda: built_in)
    monkeypatch.setattr(local_pool, "evaluators", list)
    assert not local_pool._has_own_registrations()
    monkeypatch.setattr(local_pool, "evaluators", lambda: ["even"])
    assert local_pool._has_own_registrations()


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True, "2"])
def test_wrong_numbers_of_jobs_are_refused(jobs: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        check_jobs(jobs)
    assert (caught.value.where, caught.value.given) == ("jobs", jobs)

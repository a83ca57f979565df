"""Endgame tables of ewn in files: building, resuming, damage, and what the solver makes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import tesuji
from benchmarks.solve_ewn import compare
from tesuji.cli import run
from tesuji.errors import ParameterError, TableError
from tesuji.solve.ewn_tables import build_ewn_tables, check_ewn_tables, ewn_tables_folder

STONES = 3
HEADER = 40
LARGEST = "ewn-2.8-1.0.table"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with small tables that is the solver's own."""
    monkeypatch.setenv("TESUJI_DATA", str(tmp_path))
    return build_ewn_tables(stones=STONES)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def solved(text: str) -> tesuji.Solution:
    return tesuji.solve(tesuji.game("ewn").position(text))


def test_the_tables_are_where_the_solver_looks(folder: Path) -> None:
    assert ewn_tables_folder() == folder
    assert len(contents(folder)) == 1 + 9
    assert check_ewn_tables(stones=STONES)
    assert not check_ewn_tables(stones=STONES + 1)


def test_without_the_variable_the_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESUJI_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert ewn_tables_folder() == Path("/somewhere/tesuji")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert ewn_tables_folder() == Path("/home/someone/.cache/tesuji")


def test_making_tables_counts_as_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUJI_DATA", str(tmp_path))  # no tables here yet
    start = tesuji.game("ewn").start(seed=1).play("d1")
    solution = tesuji.solve(start, seconds=1, clock="cpu")
    assert solution.nodes > 1
    assert solution.seconds < 1.25


def test_threads_write_the_same_files(folder: Path, tmp_path: Path) -> None:
    other = build_ewn_tables(tmp_path / "other", stones=STONES, threads=3)
    assert contents(other) == {path.name: path.read_bytes() for path in folder.glob("*.table")}


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def alter(offset: int) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[offset] ^= 1
        path.write_bytes(data)

    return change


def swap(path: Path) -> None:
    path.write_bytes(path.with_name("ewn-2.7-1.0.table").read_bytes())


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "truncated": (truncate, "bytes"),
    "empty": (lambda path: path.write_bytes(b""), "0 bytes"),
    "not a table": (alter(0), "not a table of ewn"),
    "another version": (alter(8), "version 0"),
    "altered header": (alter(30), "header"),
    "altered value": (alter(HEADER + 1000), "checksum"),
    "altered last value": (alter(-2), "checksum"),
    "another block": (swap, "another block"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_refused_and_replaced(kind: str, folder: Path) -> None:
    before = contents(folder)
    damage, problem = DAMAGE[kind]
    damage(folder / LARGEST)
    with pytest.raises(TableError) as caught:
        check_ewn_tables(stones=STONES)
    assert caught.value.path == str(folder / LARGEST)
    assert problem in caught.value.problem
    with pytest.raises(TableError):
        solved("a1--------b2 c3---------- r ?")  # the numbers 1 and 6 are in this file
    build_ewn_tables(stones=STONES)
    assert contents(folder) == before


def test_a_build_replaces_what_a_killed_build_left(folder: Path) -> None:
    before = contents(folder)
    (folder / LARGEST).rename(folder / (LARGEST + ".part"))
    truncate(folder / (LARGEST + ".part"))
    assert not check_ewn_tables(stones=STONES)
    build_ewn_tables(stones=STONES)
    assert contents(folder) == before


def test_a_killed_build_resumes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tesuji.cli", "tables", "ewn", "--stones", "4"]
    build = subprocess.Popen([*command, "--folder", str(tmp_path)], stdout=subprocess.DEVNULL)
    while build.poll() is None and len(list(tmp_path.glob("ewn-2.*-2.*.table"))) < 2:
        time.sleep(0.01)
    build.send_signal(signal.SIGKILL)
    build.wait()
    finished = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.table")}
    assert 2 < len(finished) < 65
    build_ewn_tables(tmp_path, stones=4)
    assert check_ewn_tables(tmp_path, stones=4)
    assert not list(tmp_path.glob("*.part"))
    assert all(path.stat().st_mtime_ns == changed for path, changed in finished.items())


def test_the_solver_reads_the_files(folder: Path) -> None:
    solution = solved("a1--------b2 c3---------- r ?")
    assert solution.exact
    assert solution.nodes == 1


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    build_ewn_tables(tmp_path, stones=3, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (9, 9)


def test_an_interrupt_stops_the_build(tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_ewn_tables(tmp_path, stones=5, progress=interrupt)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("stones", [1, 6, True, "5"])
def test_wrong_numbers_of_stones_are_refused(stones: int, tmp_path: Path) -> None:
    with pytest.raises(ParameterError) as caught:
        build_ewn_tables(tmp_path, stones=stones)
    assert caught.value.where == "stones"


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError) as caught:
        build_ewn_tables(tmp_path / "file" / "tables", stones=2)
    assert caught.value.path == str(tmp_path / "file" / "tables")


def test_other_games_have_no_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", "avalam"]) == 2
    assert "avalam" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stones", "samples"),
    [
        (STONES, 20),
        pytest.param(
            4,
            500,
            marks=pytest.mark.skipif(
                os.environ.get("TESUJI_SLOW") != "1", reason="TESUJI_SLOW=1 is not set"
            ),
        ),
    ],
)
def test_tables_in_files_agree_with_expectimax(folder: Path, stones: int, samples: int) -> None:
    build_ewn_tables(folder, stones=stones, threads=2)
    solver = tesuji.Solver(tesuji.game("ewn"), memory=8.0)
    assert compare(samples, stones, solver) < 1e-6

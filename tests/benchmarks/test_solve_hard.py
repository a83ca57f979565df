"""Hard positions are found, and those of the committed sets are marked."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import solve_hard
from benchmarks.solve_hard import PLANS, Plan, candidates, find, find_command, mark
from benchmarks.solve_tables import GAMES
from tests.cli.test_commands import tesuji
from tesuji import game
from tesuji.studies.blunders import BuildOptions, SolvedSet, read_set, set_of_game

EASY = "--player random --random-plies 60 --phase 0.8 1 --unproven 0.0001 --most-best 1"


def test_every_game_has_a_plan() -> None:
    assert sorted(PLANS) == sorted(GAMES)


def test_time_is_divided_and_what_is_left_over_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    ran: list[list[str]] = []

    def run(command: str, folder: Path) -> None:
        ran.append(shlex.split(command))
        now[0] += 40 if "tables" in command else 16

    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(solve_hard, "_run", run)
    for name, share in (("ewn", 1.0), ("avalam", 2.0), ("pentago", 3.0)):
        monkeypatch.setitem(PLANS, name, replace(PLANS[name], share=share))
    (tmp_path / "ewn.jsonl.skipped").write_text("1\n")
    find(tmp_path, ["ewn", "avalam", "pentago"], minutes=100 / 60, jobs=3)
    assert ran[0] == ["tesuji", "tables", "ewn", "--threads", "3"]
    assert [words[2] for words in ran[1:]] == ["ewn", "avalam", "pentago"]
    minutes = [60 * float(words[words.index("--minutes") + 1]) for words in ran[1:]]
    # 60 s are left after the tables: a sixth of them, 2/5 of the next 44, and the last 28.
    assert minutes == pytest.approx([10 - 4, 17.6 - 4, 28 - 4], abs=0.1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", PLANS)
def test_the_commands_are_valid(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[BuildOptions] = []

    def build(path: Path, options: BuildOptions, **_: object) -> SolvedSet:
        given.append(options)
        return SolvedSet(game=name, version=1, command="", positions=())

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tesuji.cli.blunders.build_set", build)
    tesuji(capsys, *shlex.split(find_command(name))[1:])
    given[0].check()
    assert given[0].unproven == 2.0


def test_hard_positions_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLANS, "avalam", Plan(1.0, 2, EASY))
    find(tmp_path, ["avalam"], minutes=2.0, jobs=1)
    found = read_set(tmp_path / "avalam.jsonl")
    assert len(found.positions) == 2
    assert {each.unproven for each in found.positions} == {0.0001}
    assert "solve-set avalam --out avalam.jsonl --positions 2" in found.command
    assert [file.name for file in tmp_path.iterdir()] == ["avalam.jsonl"]


def test_positions_that_a_search_leaves_open_are_marked() -> None:
    ordered = sorted(set_of_game("avalam").positions, key=lambda each: each.phase)
    hard, easy = ordered[:2], ordered[-2:]
    marked = mark("avalam", [*easy, *hard], seconds=0.5)
    open_ones = [each for each in marked if each.unproven]
    assert len(marked) == 4
    assert {each.position for each in open_ones} == {each.position for each in hard}
    assert {each.unproven for each in open_ones} == {0.5}
    assert mark("avalam", hard, end=0.0) == []


def test_marked_positions_are_written(tmp_path: Path) -> None:
    options = ["--games", "avalam", "--minutes", "0.1", "--jobs", "1"]
    command = [sys.executable, "-m", "benchmarks.solve_hard", "mark", str(tmp_path), *options]
    subprocess.run(command, check=True)
    first = candidates("avalam")[0]
    written = read_set(tmp_path / "avalam.jsonl")
    assert written.positions[0] == replace(first, unproven=2.0)
    assert written.positions[0].hard
    assert str(tmp_path) not in written.command


def test_ewn_positions_in_the_tables_are_no_candidates() -> None:
    positions = [game("ewn").position(each.position) for each in candidates("ewn")]
    assert min(len(each.board.pieces) for each in positions) == 5

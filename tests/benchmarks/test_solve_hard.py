"""Hard positions are found, and those of the committed sets are marked."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import solve_hard
from benchmarks.solve_hard import (
    PLANS,
    RESULTS,
    Plan,
    candidates,
    find,
    find_command,
    mark,
    sample_row,
)
from benchmarks.solve_tables import GAMES
from tests.cli.test_commands import tesuji
from tesuji import game
from tesuji.studies.blunders import (
    BuildOptions,
    SolvedPosition,
    SolvedSet,
    read_set,
    set_of_game,
)

EASY = "--player random --random-plies 60 --phase 0.8 1 --unproven 0.0001 --most-best 1"


def test_every_game_has_a_plan() -> None:
    assert sorted(PLANS) == sorted(GAMES)


def test_time_is_divided_and_what_is_left_over_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    ran: list[list[str]] = []

    def run(command: str, folder: Path) -> list[str]:
        ran.append(shlex.split(command))
        now[0] += 40 if "tables" in command else 16
        return ["tables"] if "tables" in command else []

    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(solve_hard, "_failed", run)
    for name, share in (("ewn", 1.0), ("avalam", 2.0), ("pentago", 3.0)):
        monkeypatch.setitem(PLANS, name, replace(PLANS[name], share=share))
    (tmp_path / "ewn.jsonl.skipped").write_text("1\n")
    games = ["ewn", "avalam", "pentago"]
    assert find(tmp_path, games, minutes=100 / 60, jobs=3, first_seed=777) == ["tables"]
    assert ran[0] == ["tesuji", "tables", "ewn", "--threads", "3"]
    assert [words[2] for words in ran[1:]] == ["ewn", "avalam", "pentago"]
    minutes = [60 * float(words[words.index("--minutes") + 1]) for words in ran[1:]]
    # 60 s are left after the tables: a sixth of them, 2/5 of the next 44, and the last 28.
    assert minutes == pytest.approx([10 - 4, 17.6 - 4, 28 - 4], abs=0.1)
    seeds = {words[words.index("--first-seed") + 1] for words in ran[1:]}
    assert seeds == {"777"}
    assert not list(tmp_path.iterdir())


def test_an_unknown_game_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["find", str(tmp_path / "folder"), "--games", "avalam avalon"]
    monkeypatch.setattr(sys, "argv", ["solve_hard.py", *command])
    with pytest.raises(SystemExit):
        solve_hard.main()
    assert "avalon" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_failed_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLANS, "avalam", Plan(1.0, 1, "--no-such-option"))
    command = ["find", str(tmp_path), "--games", "avalam", "--minutes", "1", "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", ["solve_hard.py", *command])
    with pytest.raises(SystemExit, match="--no-such-option"):
        solve_hard.main()


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


def test_marked_positions_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = set_of_game("avalam")
    ordered = sorted(whole.positions, key=lambda each: each.phase)
    known = [replace(each, unproven=0.0) for each in (ordered[0], ordered[-1])]
    monkeypatch.setattr(solve_hard, "set_of_game", lambda _: replace(whole, positions=tuple(known)))
    command = ["mark", str(tmp_path), "--games", "avalam", "--minutes", "5", "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", ["solve_hard.py", *command])
    solve_hard.main()
    written = read_set(tmp_path / "avalam.jsonl")
    assert written.positions == (replace(known[0], unproven=2.0),)
    assert written.positions[0].hard
    assert str(tmp_path) not in written.command


def test_ewn_positions_in_the_tables_are_no_candidates() -> None:
    positions = [game("ewn").position(each.position) for each in candidates("ewn")]
    assert min(len(each.board.pieces) for each in positions) == 5


def test_a_sample_counts_what_a_longer_search_leaves_open() -> None:
    ordered = sorted(set_of_game("avalam").positions, key=lambda each: each.phase)
    known = [*ordered[:2], *ordered[-2:]]
    row = sample_row("avalam", known, positions=9, seconds=0.5, jobs=1)
    games = len({each.seed for each in known})
    assert row == {
        "game": "avalam", "hard": 4, "games": games, "seconds": 0.5, "searched": 4, "unproven": 2,
    }  # fmt: skip


def test_a_sample_takes_some_positions_and_always_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[list[str]] = []

    def remember(_: str, positions: Iterable[SolvedPosition], **__: float) -> list[SolvedPosition]:
        chosen = list(positions)
        searched.append([each.position for each in chosen])
        return chosen

    monkeypatch.setattr(solve_hard, "mark", remember)
    some = set_of_game("avalam").positions
    for _ in range(2):
        assert sample_row("avalam", some, positions=7, seconds=1.0, jobs=1)["searched"] == 7
    assert searched[0] == searched[1]
    assert len(set(searched[0])) == 7
    assert searched[0] != [each.position for each in some[:7]]


def test_a_sample_is_written_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = set_of_game("avalam")
    easy = replace(whole.positions[0], seconds=0.1, unproven=0.0)
    monkeypatch.setattr(solve_hard, "set_of_game", lambda _: replace(whole, positions=(easy,)))
    out = tmp_path / "hard.json"
    command = ["sample", "--games", "avalam", "--positions", "3", "--jobs", "1", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["solve_hard.py", *command])
    solve_hard.main()
    report = json.loads(out.read_text("utf-8"))
    assert report["command"] == (
        "python -m benchmarks.solve_hard sample --games avalam --positions 3"
    )
    assert [(row["hard"], row["searched"]) for row in report["results"]] == [(0, 0)]


def test_the_committed_sample_is_of_the_committed_sets() -> None:
    rows = json.loads(RESULTS.read_text("utf-8"))["results"]
    assert {row["game"] for row in rows} == set(GAMES)
    for row in rows:
        assert row["hard"] == sum(each.hard for each in set_of_game(row["game"]).positions)

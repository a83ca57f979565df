"""Solved starts of ewn-cyclic: what counts as won, turned and lost from both sides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tesuji
from benchmarks.ewn_cyclic_starts import (
    GAME,
    RESULTS,
    Chooser,
    perfect_player,
    play_start,
    player,
    starts_table,
    summary,
    table_of_file,
    winner,
    with_known_rows,
)


def games(*results: tuple[bool, bool, bool]) -> list[dict[str, Any]]:
    keys = ("won_side", "lost_side", "perfect_lost_side")
    return [dict(zip(keys, each, strict=True)) for each in results]


def test_the_summary_counts_each_side() -> None:
    found = summary(
        "ewn-hard",
        games((True, False, False), (True, True, True), (False, False, False), (False, True, True)),
    )
    assert found["won_starts_won"] == 2
    assert found["lost_starts_turned"] == 2
    assert found["lost_from_both_sides"] == 1
    assert not found["passed"]
    assert found["pentanomial"] == [1, 0, 2, 0, 1]
    assert found["nelo"] == 0
    assert found["perfect_turned"] == 2
    assert found["perfect_nelo"] > 0


def test_one_lost_start_in_a_hundred_passes() -> None:
    won = [(True, False, False)] * 99
    assert summary("x", games(*won, (False, True, True)))["passed"]
    assert not summary("x", games(*won, (False, False, True)))["passed"], "lost from both sides"
    assert not summary("x", games(*won[:98], *[(False, True, True)] * 2))["passed"]


def test_a_perfect_player_wins_every_won_start() -> None:
    for seed in (1, 2, 3):
        start = tesuji.game(GAME).start(seed)
        solver = tesuji.Solver(tesuji.game(GAME), memory=16)
        value = solver.solve(start, seconds=60, clock="cpu").value
        assert value is not None
        assert start.to_move is not None
        side = start.to_move if value == 1 else 1 - start.to_move
        with player("random", 0.001, seed) as any_move, player("alphabeta", 0.01, seed) as other:
            perfect = perfect_player(solver, any_move)
            assert winner(start, (perfect, other) if side == 0 else (other, perfect)) == side


@contextmanager
def counting_player(spec: str, _: float, seed: int) -> Iterator[Chooser]:
    """A player with a limit of nodes instead of seconds, so that its games are always the same."""
    with tesuji.agent(spec).player(tesuji.game(GAME), seed=seed) as agent:
        yield lambda position: agent.choose(position, nodes=2000)


def test_a_start_is_played_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.ewn_cyclic_starts.player", counting_player)
    found = play_start("random", 0.002, 1)
    assert found is not None
    assert found["won_side"], "random loses any start"
    assert found["perfect_lost_side"]


def test_the_committed_rows_follow_from_their_games() -> None:
    for row in json.loads(RESULTS.read_text("utf-8"))["results"]:
        again = summary(row["opponent"], row["games"], row["unsolved"])
        assert again == {key: row[key] for key in again}
        assert row["starts"] == len(row["games"])


@pytest.mark.parametrize("opponent", ["ewn-hard", "frozen"])
def test_the_table_has_a_line_per_opponent(opponent: str) -> None:
    row = {**summary(opponent, games((True, False, True), (True, False, False))), "seconds": 0.1}
    line = starts_table([row]).splitlines()[-1]
    assert "100.0%" in line
    assert ("`ewn-hard`" in line) == (opponent == "ewn-hard")


def test_a_run_replaces_its_own_rows_alone(tmp_path: Path) -> None:
    def row(opponent: str, seconds: float, starts: int) -> dict[str, Any]:
        run = {"command": f"play {seconds}", "processor": "any", "date": "2026-01-01"}
        found = summary(opponent, games(*[(True, False, False)] * starts))
        return {**found, "seconds": seconds, **run}

    file = tmp_path / "starts.json"
    assert with_known_rows([row("frozen", 1, 2)], file) == [row("frozen", 1, 2)]
    known = [row("ewn-hard", 0.1, 3), row("frozen", 0.1, 3), row("frozen", 1, 2)]
    file.write_text(json.dumps({"results": known}), "utf-8")
    added = with_known_rows([row("frozen", 0.1, 4), row("ewn-hard", 1, 5)], file)
    assert added == [known[0], row("frozen", 0.1, 4), row("ewn-hard", 1, 5), known[2]]
    file.write_text(json.dumps({"results": added}), "utf-8")
    shown = table_of_file(file)
    assert "| `ewn-hard` | 1 | 5 |" in shown
    assert shown.count("    play ") == 2, "each command once"

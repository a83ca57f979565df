"""Levels of strength: their moves keep to what they promise, their files to what is declared."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path

import pytest

import tesuji
from tesuji.cli import run
from tesuji.web.levels import LEVELS, SEARCH, candidates, choose, levels_data, winning_move

WIN_IN_ONE = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")


def test_higher_levels_never_miss_a_win_in_one() -> None:
    for level in LEVELS:
        if level.sees_wins:
            for seed in range(5):
                after = WIN_IN_ONE.play(choose(level, WIN_IN_ONE, seed=seed))
                assert after.outcome is not None, level
                assert after.outcome.winner == 0


def test_the_lowest_level_may_miss_it() -> None:
    seeds = range(12)
    missed = [choose(LEVELS[0], WIN_IN_ONE, seed=seed) for seed in seeds]
    assert any(WIN_IN_ONE.play(move).outcome is None for move in missed)


def test_a_winning_move_is_found_only_where_there_is_one() -> None:
    assert winning_move(tesuji.game("pentago").start()) is None
    move = winning_move(WIN_IN_ONE)
    assert move is not None
    assert str(move).startswith("e1")


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_moves_stay_within_the_bound(level: object) -> None:
    assert isinstance(level, type(LEVELS[0]))
    position = tesuji.game("colosseum(size=5)").start(seed=3)
    analysis = tesuji.agent(SEARCH).search(position, simulations=2000)
    drawn = candidates(analysis, level)
    best = analysis.moves[0]
    assert drawn[0] is best
    assert len(drawn) < len(analysis.moves) or level.bound > 0.3
    assert all(move.value >= best.value - level.bound for move in drawn)
    assert len(drawn) == 1 or level.bound > 0


def test_the_same_seed_gives_the_same_move() -> None:
    position = tesuji.game("avalam").start()
    assert choose(LEVELS[2], position, seed=5) == choose(LEVELS[2], position, seed=5)
    assert len({choose(LEVELS[0], position, seed=seed) for seed in range(8)}) > 1


def test_strength_grows_with_the_level() -> None:
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    simulations = [level.simulations for level in LEVELS]
    assert simulations == sorted(simulations)
    bounds = [level.bound for level in LEVELS]
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.parametrize("game", tesuji.games())
def test_committed_files_are_those_of_the_declared_levels(game: str) -> None:
    """A file says what was measured: levels that have changed must be measured again."""
    file = resources.files("tesuji.web").joinpath("measured", f"{game}.json")
    data = json.loads(file.read_text("utf-8"))
    assert data["game"] == tesuji.game(game).expanded_spec
    assert data["version"] == tesuji.game(game).version
    assert data["search"] == SEARCH
    for row, level in zip(data["levels"], LEVELS, strict=True):
        declared = asdict(level)
        assert row["level"] == declared.pop("number")
        assert {name: row[name] for name in declared} == declared
        assert row["games"] >= 40
    shown = levels_data(tesuji.game(game))
    assert all("elo" in row for row in shown)


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "levels.json"
    done = run(["levels", "colosseum(size=4)", "--pairs", "1", "--write", str(target)])
    assert done == 0, capsys.readouterr()
    data = json.loads(target.read_text("utf-8"))
    assert data["game"] == "colosseum(size=4, walls=1)"
    assert [row["level"] for row in data["levels"]] == [level.number for level in LEVELS]
    assert "--pairs 1" in data["command"]
    assert levels_data(tesuji.game("colosseum(size=4)"))[0] == {"number": 1, "name": "First steps"}


@pytest.mark.parametrize("game", ["colosseum(size=4)", "colosseum()"])
def test_other_parameters_do_not_replace_the_measured_levels(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("it was measured")

    monkeypatch.setattr("tesuji.web.measuring.measure", refuse)
    assert run(["levels", game, "--pairs", "1"]) == 2
    assert "--write" in capsys.readouterr().err

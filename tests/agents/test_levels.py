"""Levels of strength: presets that err as declared, and the files of their ratings."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

import tesuji
from tests.search.positions import EVERY_GAME, middle
from tesuji.agents.levels import FORMAT, LEVELS, Level, find_level, levels_data
from tesuji.agents.presets.composition import composition
from tesuji.cli import run

IMMEDIATE_WIN = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
every_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.preset.name)


def agent_of(level: Level) -> tesuji.Agent:
    return tesuji.agent(level.preset.name)


@every_level
def test_levels_with_a_guard_never_miss_an_immediate_win(level: Level) -> None:
    moves = [agent_of(level).choose(IMMEDIATE_WIN, seed=seed) for seed in range(12)]
    outcomes = [IMMEDIATE_WIN.play(move).outcome for move in moves]
    missed = [outcome is None or outcome.winner != 0 for outcome in outcomes]
    assert any(missed) if level.number == 1 else level.number == 2 or not any(missed)


def test_strength_grows_with_the_level() -> None:
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    settings = [agent_of(level).settings for level in LEVELS]
    simulations = [int(each["simulations"]) for each in settings]
    assert simulations == sorted(set(simulations))
    assert [each["final"] for each in settings] == 7 * ["near_best"] + ["visits"]
    bounds = [float(each["final.bound"]) for each in settings[:-1]]
    assert bounds == sorted(set(bounds), reverse=True)
    assert [each["guard"] for each in settings] == 2 * ["none"] + 6 * ["ahead"]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_level_searches_like_plain_mcts(game: str) -> None:
    """Levels differ from it in the choice of the move only, unless a move ends the game."""
    position = middle(game, 2, 0.2)
    assert not any(position.play(move).is_over for move in position.legal_moves)
    for level in LEVELS[:5]:
        found = agent_of(level).search(position, seed=3)
        simulations = agent_of(level).settings["simulations"]
        uct = tesuji.agent("mcts(select=ucb1(c=1.0), guard=none)")
        plain = uct.search(position, seed=3, simulations=simulations)
        assert set(found.moves) == set(plain.moves)
        assert found.simulations == simulations


def test_a_player_keeps_nothing_between_moves() -> None:
    position = tesuji.game("avalam").start()
    for level in LEVELS:
        player = agent_of(level).player(position.game)
        assert player.search(position, simulations=50).reused == 0
        assert player.search(position, simulations=50).reused == 0


def test_levels_are_found_by_their_spec() -> None:
    found = find_level("level-3")
    assert found is not None
    assert (found.number, found.label) == (3, "Casual (level 3)")
    assert find_level("level-3(simulations=5)") is None, "another player"
    assert find_level("mcts") is None


@every_level
def test_every_part_of_a_level_has_a_reason(level: Level) -> None:
    rows = composition(level.preset)
    assert {row.part for row in rows} == {name for name, _ in level.preset.parts}
    assert all(row.reason.endswith(".") for row in rows)


# The files


@pytest.mark.parametrize("game", tesuji.games())
def test_committed_files_are_those_of_the_declared_levels(game: str) -> None:
    """If a level changes, it must be measured again."""
    file = resources.files("tesuji.agents.levels").joinpath(f"{game}.json")
    data = json.loads(file.read_text("utf-8"))
    assert data["format"] == FORMAT
    assert data["game"] == tesuji.game(game).expanded_spec
    assert data["version"] == tesuji.game(game).version
    for row, level in zip(data["levels"], LEVELS, strict=True):
        assert (row["level"], row["name"]) == (level.number, level.title)
        assert row["spec"] == level.preset.base
        assert row["games"] >= 40
    assert all("elo" in row for row in levels_data(tesuji.game(game)))


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "levels.json"
    game = "colosseum(size=4)"
    done = run(["levels", game, "--pairs", "1", "--jobs", "1", "--write", str(target)])
    assert done == 0, capsys.readouterr()
    data = json.loads(target.read_text("utf-8"))
    assert data["game"] == "colosseum(size=4, walls=1)"
    assert [row["spec"] for row in data["levels"]] == [level.preset.base for level in LEVELS]
    assert [row["games"] for row in data["levels"]] == [6, 8, 8, 8, 8, 8, 6, 4]
    assert "--pairs 1" in data["command"]


def test_other_parameters_have_no_ratings() -> None:
    first = levels_data(tesuji.game("colosseum(size=4)"))[0]
    assert first == {"number": 1, "name": "First steps", "spec": "level-1"}


def test_nothing_is_written_without_the_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was written")

    monkeypatch.setattr("tesuji.cli.levels.write_whole", refuse)
    monkeypatch.setattr("tesuji.cli.levels.make_folder", refuse)
    assert run(["levels", "colosseum(size=4)", "--pairs", "1", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "level-8" in printed
    assert "wrote" not in printed

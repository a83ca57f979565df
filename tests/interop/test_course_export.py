"""Exports: files that play with our agents in the courses' frameworks, and the table of courses."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tesuji
from tests.interop.students import AMPLE, load_shim, playing
from tesuji.cli import run
from tesuji.errors import ParameterError, TesujiError
from tesuji.interop.course import COURSES, course, exporter, server
from tesuji.interop.course.colosseum import BoardPlayer
from tesuji.interop.course.student import SHIMS

GAMES = {"course.colosseum": "colosseum(size=6)", "course.avalam": "avalam"}


@pytest.mark.parametrize(
    ("name", "year"),
    [("course.colosseum", 2023), *(("course.avalam", year) for year in (2022, 2015, 2010))],
)
def test_an_exported_agent_plays_a_game_of_legal_moves(
    name: str, year: int, tmp_path: Path
) -> None:
    exporter(name)("mcts", tmp_path / "out", 0.005)
    # It imports Tesuji, which may be installed outside the folders that a sandbox shows.
    options = f"year={year}, sandbox=false, errors=loss, memory=4000"
    agent = f'{name}("{tmp_path / "out"}", {options})'
    with playing(agent, GAMES[name]) as player:
        position = tesuji.game(GAMES[name]).start(2)
        while not position.is_over:
            position = position.play(player.choose(position, seconds=AMPLE))


@pytest.mark.parametrize(
    ("agent", "seconds", "expected"),
    [
        ("mcts", None, "BoardPlayer('mcts', seconds=1.8)"),
        ("mcts", 0.5, "BoardPlayer('mcts', seconds=0.5)"),
        ("mcts( simulations=7 )", None, "BoardPlayer('mcts(simulations=7)', seconds=None)"),
        ("colosseum-mcts", None, "BoardPlayer('colosseum-mcts', seconds=None)"),
    ],
)
def test_the_time_of_an_exported_colosseum_agent(
    agent: str, seconds: float | None, expected: str, tmp_path: Path
) -> None:
    files = exporter("course.colosseum")(agent, tmp_path, seconds)
    assert [file.name for file in files] == ["student_agent.py", "README.md"]
    assert expected in files[0].read_text()
    ast.parse(files[0].read_text())


def test_a_spec_cannot_break_out_of_the_exported_file(tmp_path: Path) -> None:
    path = tmp_path / 'it\'s "quoted".py'
    path.write_text("from avalam import *\nclass MyAgent(Agent): pass\n")
    escaped = str(path).replace('"', '\\"')
    files = exporter("course.avalam")(f'course.avalam("{escaped}")', tmp_path / "out", None)
    (call,) = [
        node
        for node in ast.walk(ast.parse(files[0].read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "PerceptPlayer"
    ]
    assert tesuji.agent(ast.literal_eval(call.args[0])).settings["path"] == str(path)


def test_an_export_overwrites_nothing(tmp_path: Path) -> None:
    own = tmp_path / "student_agent.py"
    own.write_text("my work")
    with pytest.raises(ParameterError) as caught:
        exporter("course.colosseum")("mcts", tmp_path, None)
    assert caught.value.where == "--out"
    assert own.read_text() == "my work"
    assert list(tmp_path.iterdir()) == [own]


@pytest.mark.parametrize("agent", ["nobody", "mcts(", "ewn-hard", 'course.avalam("x")'])
def test_an_agent_that_cannot_play_is_not_exported(agent: str, tmp_path: Path) -> None:
    with pytest.raises(TesujiError):
        exporter("course.colosseum")(agent, tmp_path / "out", None)
    assert not (tmp_path / "out").exists()


def test_the_command_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a" / "b"
    assert run(["export", "course.avalam", "mcts", "--out", str(folder), "--seconds", "3"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [f"wrote {folder / name}" for name in ("my_player.py", "README.md")]
    assert "PerceptPlayer('mcts', seconds=3.0)" in (folder / "my_player.py").read_text()
    assert run(["export", "course.avalam", "mcts", "--out", str(folder)]) == 2
    assert run(["export", "course.chess", "mcts", "--out", str(folder)]) == 2
    assert "course.chess" in capsys.readouterr().err


def test_a_colosseum_board_with_other_rules_is_refused() -> None:
    board = load_shim("colosseum_course.py").board(6, [])
    player = BoardPlayer("random")
    assert player.step(board, (0, 0), (5, 5), 3)
    with pytest.raises(ParameterError) as caught:
        player.step(board, (0, 0), (5, 5), 4)
    assert (caught.value.where, caught.value.given) == ("max_step", 4)


def test_one_player_keeps_its_tree_during_a_game() -> None:
    board = load_shim("colosseum_course.py").board(6, [])
    player = BoardPlayer("mcts(simulations=50)")
    player.step(board, (0, 0), (5, 5), 3)
    first = player._player
    player.step(board, (1, 0), (5, 4), 3)
    assert player._player is first


# The table


@pytest.mark.parametrize("name", COURSES)
def test_every_entry_of_the_table_exists(name: str) -> None:
    found = course(name)
    assert found.title
    if found.exports:
        assert callable(exporter(name))
    if found.serves:
        assert callable(server(name))
    assert tesuji.agents is not None


def test_a_course_without_a_server() -> None:
    with pytest.raises(ParameterError) as caught:
        server("course.colosseum")
    assert (caught.value.where, caught.value.given) == ("course", "course.colosseum")


# The files that run in a student's interpreter


@pytest.mark.parametrize(
    "file", sorted(SHIMS.rglob("*.py")), ids=lambda file: str(file.relative_to(SHIMS))
)
def test_stand_ins_run_under_old_pythons(file: Path) -> None:
    """Python 3.8 can parse them, and they import only its standard library and numpy."""
    tree = ast.parse(file.read_text("utf-8"), feature_version=(3, 8))
    modules = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and not node.level
            else []
        )
    }
    standard = {"argparse", "collections", "contextlib", "csv", "importlib", "io", "json"}
    standard |= {"logging", "operator", "os", "sys", "traceback", "typing", "__future__"}
    assert modules <= standard | {"numpy"}
    annotated = any(isinstance(node, ast.AnnAssign | ast.FunctionDef) for node in ast.walk(tree))
    assert "__future__" in modules or not annotated

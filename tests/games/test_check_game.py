"""check_game finds and names the mistake in each broken game, and none in correct games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.games.clean_games import CLEAN, Nim
from tests.games.mistaken_games import (
    MISTAKES,
    FailsInPlay,
    SharedHistory,
    TurnOutsideTheState,
)
from tests.games.mistaken_planes import MISTAKEN_PLANES, NimWithPlanes
from tesuji.cli import run
from tesuji.cli.check_game import check_game
from tesuji.errors import LoadError

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "connect_four.py"

ALL = MISTAKES + MISTAKEN_PLANES
by_name = pytest.mark.parametrize(
    ("mistake", "kind", "named"), ALL, ids=[mistake.__name__ for mistake, _, _ in ALL]
)


@by_name
def test_a_mistake_is_found_and_named(mistake: type, kind: str, named: str) -> None:
    problems = tesuji.check_game(tesuji.register(mistake))
    found = {problem.kind: problem.message for problem in problems}
    assert kind in found
    assert named in found[kind]
    assert len(found) == len(problems), "one of each kind"


@pytest.mark.parametrize("clean", [*CLEAN, NimWithPlanes])
def test_a_clean_game_has_no_mistakes(clean: type) -> None:
    assert tesuji.check_game(tesuji.register(clean), games=20) == []


def test_the_example_has_no_mistakes() -> None:
    tesuji.load(EXAMPLE)
    assert tesuji.check_game(tesuji.game("connect-four"), games=5) == []


def test_a_list_shared_by_all_games_is_found() -> None:
    kinds = {problem.kind for problem in tesuji.check_game(tesuji.register(SharedHistory))}
    assert kinds == {"purity"}


def test_a_turn_outside_the_state_is_found() -> None:
    kinds = {problem.kind for problem in tesuji.check_game(tesuji.register(TurnOutsideTheState))}
    assert "purity" in kinds


def test_the_message_shows_where_an_exception_came_from() -> None:
    (problem,) = [
        problem
        for problem in tesuji.check_game(tesuji.register(FailsInPlay))
        if problem.kind == "exception"
    ]
    assert "in play, line" in problem.message
    assert str(problem) == f"exception: {problem.message}"


def test_the_seed_and_the_number_of_games_matter() -> None:
    """A rare mistake is found by many games, but not by every single one."""

    class Corner(Nim):
        def play(self, state: Any, move: Any) -> Any:
            assert state[0] != 1, "a heap of one"
            return super().play(state, move)

    game = tesuji.register(Corner)
    found = [bool(tesuji.check_game(game, games=1, seed=seed)) for seed in range(12)]
    assert True in found
    assert False in found
    assert tesuji.check_game(game, games=30)


# On the command line

BROKEN = """
import tesuji

class Broken:
    name = "broken-nim"
    def start(self): return (9, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return [1, 1]
    def play(self, state, move): return (state[0] - move, 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] == 0 else None

tesuji.register(Broken)
"""


def test_the_command_names_the_mistakes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN, "utf-8")
    assert run(["check-game", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "broken-nim: 1 problem\n" in printed
    assert "moves: moves((9, 0))" in printed
    assert "[1, 1]" in printed


def test_the_command_reports_a_game_without_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-game", str(EXAMPLE), "--games", "3"]) == 0
    assert capsys.readouterr().out == "connect-four: no mistakes found\n"


def test_the_command_needs_a_file_with_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "empty.py"
    file.write_text('"""Nothing."""\n', "utf-8")
    with pytest.raises(LoadError) as caught:
        check_game(file)
    assert (caught.value.path, caught.value.where) == (str(file), str(file))
    assert run(["check-game", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    file.write_text("1 / 0\n", "utf-8")
    assert run(["check-game", str(file)]) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err

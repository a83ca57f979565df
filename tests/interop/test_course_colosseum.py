"""Students' agents of COMP 424: positions, moves, what they see and import, declarations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.interop.students import (
    AMPLE,
    COLOSSEUM,
    SANDBOX,
    code,
    load_shim,
    playing,
    spec,
    submit,
)
from tesuji.errors import ParameterError
from tesuji.games import Position
from tesuji.interop.course import student
from tesuji.interop.course.colosseum import AGENT, move_text, position_of, step_of, walls_of

board_of = load_shim("colosseum_course.py").board
MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))
GAME = "colosseum(size=6)"
NAME = "student_agent.py"


def random_position(size: int, walls: int | None, seed: int, plies: int) -> Position:
    pairs = "" if walls is None else f", walls={min(walls, (size + 1) // 2)}"
    position = tesuji.game(f"colosseum(size={size}{pairs})").start(seed)
    for ply in range(plies):
        moves = position.legal_moves
        if not moves:
            break
        after = position.play(moves[(seed + 31 * ply) % len(moves)])
        if after.is_over:
            break
        position = after
    return position


def steps_by_the_rules(board: Any, mine: tuple[int, int], theirs: tuple[int, int]) -> set[Any]:
    """Every valid step, by a plain search on the course's board."""
    reached = {mine}
    for _ in range((len(board) + 1) // 2):
        for row, column in list(reached):
            for side, (down, right) in enumerate(MOVES):
                if not board[row, column, side]:
                    reached.add((row + down, column + right))
        reached.discard(theirs)
    return {(cell, side) for cell in reached for side in range(4) if not board[(*cell, side)]}


positions = st.builds(
    random_position,
    st.integers(4, 12),
    st.one_of(st.none(), st.integers(0, 6)),
    st.integers(0, 2**32),
    st.integers(0, 30),
)


@given(positions)
def test_every_legal_move_is_a_step_and_back(position: Position) -> None:
    state: Any = position._state
    board = board_of(state.size, walls_of(position))
    mover = position.next_player
    mine, theirs = state.cell(mover), state.cell(1 - mover)
    steps = {step_of(move) for move in position.legal_moves}
    assert steps == steps_by_the_rules(board, mine, theirs)
    for move in position.legal_moves:
        (row, column), side = step_of(move)
        assert move_text(row, column, side) == str(move)


@given(positions)
def test_the_board_is_that_of_the_course_and_back(position: Position) -> None:
    state: Any = position._state
    size = state.size
    board = board_of(size, walls_of(position))
    assert board.shape == (size, size, 4)
    assert board.dtype == bool
    for row in range(size):
        for column in range(size):
            open_sides = [state.is_open(row, column, side) for side in range(4)]
            assert list(~board[row, column]) == open_sides
    mover = position.next_player
    seen = position_of(board, state.cell(mover), state.cell(1 - mover))
    assert seen.to_move == 0
    assert set(map(str, seen.legal_moves)) == set(map(str, position.legal_moves))


@pytest.mark.parametrize("size", range(4, 13))
def test_every_size_is_covered(size: int) -> None:
    position = random_position(size, None, 5, 2)
    state: Any = position._state
    board = board_of(size, walls_of(position))
    mover = position.next_player
    expected = steps_by_the_rules(board, state.cell(mover), state.cell(1 - mover))
    assert {step_of(move) for move in position.legal_moves} == expected


# Sound agents


def play_out(agent: str, game: str = GAME, seed: int = 3) -> tuple[Position, Any]:
    """Plays a game against itself; returns its last position and the searcher."""
    with playing(agent, game) as player:
        position = tesuji.game(game).start(seed)
        while not position.is_over:
            position = position.play(player.choose(position, seconds=AMPLE))
        return position, player._searcher


@pytest.mark.parametrize(
    "body",
    [
        "",
        "return RandomAgent().step(chess_board, my_pos, adv_pos, max_step)",
        "chess_board[:] = True; return my_pos, next(\n    s for s in range(4) if not self.kept[s])",
        "return list(self.legal(chess_board, my_pos)[0]), self.legal(chess_board, my_pos)[1]",
        "import numpy as np\ncell, side = self.legal(chess_board, my_pos)\n"
        "return np.array(cell), np.int64(side)",
        "(row, column), side = self.legal(chess_board, my_pos)\nreturn (float(row), column), side",
    ],
    ids=["legal", "random", "mutates", "lists", "numpy", "floats"],
)
def test_a_sound_agent_plays_to_the_end(body: str, tmp_path: Path) -> None:
    text = code(COLOSSEUM, "self.kept = list(chess_board[my_pos[0], my_pos[1]])\n" + body)
    position, searcher = play_out(spec("course.colosseum", submit(tmp_path, text, NAME)))
    assert position.is_over
    assert searcher.replaced == []


def test_the_agent_sees_what_the_course_shows(tmp_path: Path) -> None:
    checks = """
import numpy as np
assert type(my_pos) is tuple and type(adv_pos) is tuple
assert chess_board.shape == (6, 6, 4) and chess_board.dtype == bool
assert max_step == 3 and type(max_step) is int
assert self.asked == 1 or (self.before & ~chess_board).sum() == 0
self.before = chess_board.copy()
"""
    text = code(COLOSSEUM, checks)
    _, searcher = play_out(spec("course.colosseum", submit(tmp_path, text, NAME), errors="loss"))
    assert searcher.replaced == []


@pytest.mark.parametrize(
    "body",
    [
        "print('x' * 1_000_000)",
        "print('{\"move\": [0, 0, 0]}')",
        "os.write(1, b'{\"move\": [0, 0, 0]}\\n')",
        "os.system('echo \"{}\"')",
        "sys.stdout.close(); sys.stderr.close()",
        "sys.stdout = None",
        "sys.stderr.write('\\ud800\\x1b[31m')",
    ],
    ids=["a lot", "a frame", "to the descriptor", "in a shell", "closed", "none", "escapes"],
)
def test_prints_do_not_disturb_the_protocol(body: str, tmp_path: Path) -> None:
    text = code(COLOSSEUM, body)
    agent = spec("course.colosseum", submit(tmp_path, text, NAME), errors="loss")
    position, _ = play_out(agent)
    assert position.is_over


def test_it_can_import_what_the_framework_and_its_folder_have(tmp_path: Path) -> None:
    folder = tmp_path / "submission"
    (folder / "agents").mkdir(parents=True)
    (folder / "agents" / "student_world.py").write_text("class StudentWorld: pass\n")
    (folder / "agents" / "agent.py").write_text("raise RuntimeError('not the framework')\n")
    (folder / "store.py").write_text("raise RuntimeError('not the framework')\n")
    (folder / "constants.py").write_text("OWN = 1\n")
    imports = """
from agents.student_world import StudentWorld
from .student_world import StudentWorld as same
from agents import student_agent
from constants import OWN
from utils import all_logging_disabled
assert StudentWorld is same
"""
    (folder / "agents" / NAME).write_text(imports + code(COLOSSEUM))
    position, searcher = play_out(spec("course.colosseum", folder, errors="loss"))
    assert position.is_over
    assert searcher.replaced == []


def test_an_agent_registered_under_another_name(tmp_path: Path) -> None:
    text = code(COLOSSEUM).replace('"student_agent"', '"mine"')
    folder = submit(tmp_path, text, "mine.py")
    position, _ = play_out(spec("course.colosseum", folder / "mine.py"))
    assert position.is_over


# Declarations


def test_a_path_must_lead_to_an_agent(tmp_path: Path) -> None:
    for path in ("", tmp_path, tmp_path / "missing"):
        with pytest.raises(ParameterError) as caught:
            tesuji.agent(spec("course.colosseum", path)).player(tesuji.game(GAME))
        assert caught.value.where == "path"
        assert caught.value.given == str(path)


def test_a_folder_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = submit(tmp_path, code(COLOSSEUM), NAME)
    (folder / "more").mkdir()
    (folder / "more" / "data").write_bytes(b"x" * 5_000)
    agent = tesuji.agent(spec("course.colosseum", folder / NAME))
    for limit, value in (("MOST_BYTES", 5_000), ("MOST_FILES", 1)):
        with monkeypatch.context() as patch:
            patch.setattr(student, limit, value)
            with pytest.raises(ParameterError) as caught:
                agent.player(tesuji.game(GAME))
        assert (caught.value.where, caught.value.given) == ("path", str(folder))
    agent.player(tesuji.game(GAME)).close()


def test_the_course_sets_the_defaults() -> None:
    assert not AGENT.safe
    assert AGENT.wall
    settings = tesuji.agent('course.colosseum("x")').settings
    course = {"errors": "random-walk", "seconds": 2.0, "memory": 500, "year": 2023, "sandbox": True}
    assert {name: settings[name] for name in course} == course
    assert SANDBOX in ("true", "false")

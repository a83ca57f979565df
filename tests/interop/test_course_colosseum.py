"""Students' agents of COMP 424: positions, moves, errors and limits."""

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
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games import Position
from tesuji.interop.course.colosseum import AGENT, move_text, position_of, step_of, walls_of
from tesuji.interop.course.student import AgentRaised, StudentSearcher
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentGarbage, AgentTimeout

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


# Mistakes


MISTAKES = {
    "raises": ("raise ValueError('no idea')", AgentRaised, "ValueError: no idea"),
    "exits": ("sys.exit(1)", AgentRaised, "SystemExit: 1"),
    "interrupts": ("raise KeyboardInterrupt", AgentRaised, "KeyboardInterrupt"),
    "asks": ("input()", AgentRaised, "EOFError"),
    "none": ("return None", AgentRaised, "side), not None"),
    "nonsense": ("return 'xy'", AgentRaised, "side), not 'xy'"),
    "float side": ("return (0, 0), 1.0", AgentRaised, "side), not ((0, 0), 1.0)"),
    "one number": ("return (0,), 1", AgentRaised, "side), not ((0,), 1)"),
    "huge": ("return (10**30, 0), 1", AgentRaised, "TypeError: expected"),
    "outside": ("return (9, 0), 1", AgentIllegalMove, "[9, 0, 1]"),
    "no side": ("return my_pos, 4", AgentIllegalMove, "4]"),
    "negative": ("return (-1, -1), 2", AgentIllegalMove, "[-1, -1, 2]"),
    "a wall": ("return my_pos, int(chess_board[my_pos].argmax())", AgentIllegalMove, "answered"),
    "the opponent": ("return adv_pos, 1", AgentIllegalMove, "answered"),
}


def wall_beside_the_mover() -> Position:
    return tesuji.game(GAME).position("a1 f6 v c3r,c4d")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_random_walk_replaces_a_mistake(mistake: str, tmp_path: Path) -> None:
    body, _, shown = MISTAKES[mistake]
    text = code(COLOSSEUM, f"if self.asked == 1:\n    {body}\nassert self.asked < 4")
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", submit(tmp_path, text, NAME)), GAME) as player:
        searcher: Any = player._searcher
        first = player.choose(position, seconds=AMPLE)
        assert first in position.legal_moves
        assert len(searcher.replaced) == 1
        assert shown in searcher.replaced[0]
        assert f"random-walk played {first}" in searcher.replaced[0]
        # The same instance is asked again, as in the course.
        assert player.choose(position, seconds=AMPLE) == tesuji.game(GAME).move("a1r")
        assert len(searcher.replaced) == 1


@pytest.mark.parametrize("mistake", MISTAKES)
def test_or_a_mistake_loses(mistake: str, tmp_path: Path) -> None:
    body, kind, shown = MISTAKES[mistake]
    text = code(COLOSSEUM, body)
    agent = spec("course.colosseum", submit(tmp_path, text, NAME), errors="loss")
    with playing(agent, GAME) as player, pytest.raises(AgentFailure) as caught:
        player.choose(wall_beside_the_mover(), seconds=AMPLE)
    assert type(caught.value) is kind
    assert shown in caught.value.reason
    if kind is AgentRaised:
        assert shown in caught.value.log
        assert "runner.py" not in caught.value.log


def test_replacements_follow_the_seed(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, "raise ValueError"), NAME)
    agent = tesuji.agent(spec("course.colosseum", folder, errors="random"))
    position = wall_beside_the_mover()
    moves = [agent.choose(position, seed=seed, seconds=AMPLE) for seed in (1, 1, 2, 3)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


# Time

HANGS_AT_THE_START = """
if chess_board.sum() == 28:
    while True: pass
"""


def test_a_late_move_is_replaced_and_the_agent_starts_again(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", folder), GAME) as player:
        searcher: Any = player._searcher
        player.prepare()
        move = player.choose(position, seconds=0.2)
        assert move in position.legal_moves
        assert "did not answer within 0.25 s" in searcher.replaced[0]
        after = tesuji.game(GAME).position("a1 f6 v c3r,c4d,c5d")
        assert player.choose(after, seconds=AMPLE) == tesuji.game(GAME).move("a1r")
        assert len(searcher.replaced) == 1


def test_or_a_late_move_loses(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    with playing(spec("course.colosseum", folder, errors="loss"), GAME) as player:
        player.prepare()
        with pytest.raises(AgentTimeout):
            player.choose(wall_beside_the_mover(), seconds=0.1)


def test_the_restart_costs_the_agent_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[Budget] = []
    ask = StudentSearcher.ask

    def spied(self: Any, process: Any, position: Any, budget: Budget, *more: Any) -> Any:
        budgets.append(budget)
        return ask(self, process, position, budget, *more)

    monkeypatch.setattr(StudentSearcher, "ask", spied)
    folder = submit(tmp_path, code(COLOSSEUM, HANGS_AT_THE_START), NAME)
    with playing(spec("course.colosseum", folder), GAME) as player:
        player.choose(wall_beside_the_mover(), seconds=0.1)
        player.choose(tesuji.game(GAME).position("a1 f6 v c3r,c4d,c5d"), seconds=AMPLE)
    assert budgets[0].seconds == 0.1
    assert budgets[1].seconds is not None
    assert budgets[1].seconds < AMPLE


@pytest.mark.parametrize(
    ("year", "limits"), [(2023, (2.0, 2.0)), (2022, (30.0, 2.0))], ids=["2023", "2022"]
)
def test_the_limits_of_each_year(
    year: int, limits: tuple[float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def spied(self: Any, position: Position, budget: Budget, seed: int) -> Any:
        given.append(budget.seconds)
        return tesuji.agent("random").search(position)

    monkeypatch.setattr(StudentSearcher, "search", spied)
    folder = submit(tmp_path, code(COLOSSEUM), NAME)
    position = wall_beside_the_mover()
    with playing(spec("course.colosseum", folder, year=year), GAME) as player:
        player.choose(position)
        player.choose(position)
        player.choose(position, seconds=5.0)
    assert given == [*limits, 5.0]


# Hostile ones

FORGE = """
for descriptor in range(3, 40):
    try: os.write(descriptor, {frame!r})
    except OSError: pass
"""
HOSTILE = {
    "ends": ("os._exit(3)", AgentCrashed),
    "is killed": ("os.kill(os.getpid(), 9)", AgentCrashed),
    "forges garbage": (FORGE.format(frame=b"%PDF\n"), AgentGarbage),
    "forges depth": (FORGE.format(frame=b"[" * 60_000 + b"\n"), AgentGarbage),
    "forges a list": (FORGE.format(frame=b"[]\n"), AgentGarbage),
    "forges words": (FORGE.format(frame=b'{"move": ["a", 1, 2]}\n'), AgentGarbage),
    "forges nothing": (FORGE.format(frame=b"{}\n"), AgentGarbage),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_broken_protocol_loses_by_any_rule(what: str, tmp_path: Path) -> None:
    body, kind = HOSTILE[what]
    folder = submit(tmp_path, code(COLOSSEUM, body), NAME)
    with (
        playing(spec("course.colosseum", folder), GAME) as player,
        pytest.raises(AgentFailure) as caught,
    ):
        player.choose(wall_beside_the_mover(), seconds=AMPLE)
    assert type(caught.value) is kind
    assert caught.value.end == "crash"
    assert caught.value.replay.startswith("tesuji best 'colosseum(size=6)' --agent")


def test_an_early_answer_loses(tmp_path: Path) -> None:
    body = FORGE.format(frame=b'{"move": [0, 0, 1]}\n')
    folder = submit(tmp_path, code(COLOSSEUM, body), NAME)
    with playing(spec("course.colosseum", folder), GAME) as player:
        position = wall_beside_the_mover()
        assert str(player.choose(position, seconds=AMPLE)) == "a1r"
        with pytest.raises(AgentGarbage):
            player.choose(position, seconds=AMPLE)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("import no_such_module", "ModuleNotFoundError"),
        ("def", "SyntaxError"),
        ("", "nothing"),
        (code(COLOSSEUM).replace("self.asked = 0", "1 / 0"), "ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
    ],
    ids=["import", "syntax", "no agent", "constructor", "exit"],
)
def test_what_cannot_be_loaded_loses(text: str, shown: str, tmp_path: Path) -> None:
    folder = submit(tmp_path, text, NAME)
    with (
        playing(spec("course.colosseum", folder), GAME) as player,
        pytest.raises(AgentCrashed) as caught,
    ):
        player.prepare()
    assert "could not be loaded" in caught.value.reason
    assert shown in caught.value.reason


def test_a_match_goes_on_after_a_crash(tmp_path: Path) -> None:
    text = code(COLOSSEUM, "if self.asked == 2: os._exit(1)")
    agent = spec("course.colosseum", submit(tmp_path, text, NAME))
    result = tesuji.match(agent, "random", game=GAME, pairs=2, seed=4, seconds=AMPLE, jobs=1)
    assert [record.end for record in result.games()].count("crash") >= 2
    assert len(list(result.games())) == 4


# Declarations


def test_a_path_must_lead_to_an_agent(tmp_path: Path) -> None:
    for path in ("", tmp_path, tmp_path / "missing"):
        with pytest.raises(ParameterError) as caught:
            tesuji.agent(spec("course.colosseum", path)).player(tesuji.game(GAME))
        assert caught.value.where == "path"
        assert caught.value.given == str(path)


def test_the_course_sets_the_defaults() -> None:
    assert not AGENT.safe
    assert AGENT.wall
    settings = tesuji.agent('course.colosseum("x")').settings
    course = {"errors": "random-walk", "seconds": 2.0, "memory": 500, "year": 2023, "sandbox": True}
    assert {name: settings[name] for name in course} == course
    assert SANDBOX in ("true", "false")

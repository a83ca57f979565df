"""Students' agents of INF8215: positions, moves, the three forms of the protocol, and errors."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.interop.students import AMPLE, AVALAM, code, load_shim, playing, spec, submit
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games import Position
from tesuji.interop.course.avalam import (
    AGENT,
    PerceptPlayer,
    action_of,
    move_text,
    position_of,
    towers_of,
)
from tesuji.interop.course.student import AgentRaised
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentTimeout

shim = load_shim("avalam/avalam.py")
NAME = "my_player.py"
START = tesuji.game("avalam").start()


def random_position(seed: int, plies: int) -> Position:
    position, numbers = START, random.Random(seed)
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(numbers.choice(position.legal_moves))
    return position


positions = st.builds(random_position, st.integers(0, 2**32), st.integers(0, 38))


@given(positions)
def test_every_legal_move_is_an_action_and_back(position: Position) -> None:
    towers = towers_of(position)
    board = shim.Board(towers)
    actions = {tuple(action_of(move)) for move in position.legal_moves}
    assert actions == set(board.get_actions())
    assert len(actions) == len(position.legal_moves)
    for move in position.legal_moves:
        assert move_text(action_of(move)) == str(move)
    assert board.is_finished() == position.is_over
    if not position.is_over:
        player = 1 if position.to_move == 0 else -1
        assert position_of(towers, player) == position
        with pytest.raises(ParameterError):
            position_of(towers, -player)


@given(positions, st.randoms(use_true_random=False))
def test_the_stand_in_plays_by_the_rules(position: Position, numbers: random.Random) -> None:
    board = shim.dict_to_board({"m": towers_of(position), "rows": 9, "columns": 9, "max_height": 5})
    while not position.is_over:
        move = numbers.choice(position.legal_moves)
        position = position.play(move)
        assert board.play_action(tuple(action_of(move))) is board
        assert board.m == towers_of(position)
    outcome = position.outcome
    assert outcome is not None
    winner = {0: None, 1: 0, -1: 1}[(board.get_score() > 0) - (board.get_score() < 0)]
    assert outcome.winner == winner


def test_the_stand_in_has_the_start_and_its_facts() -> None:
    board = shim.Board()
    assert board.m == towers_of(START)
    assert sum(1 for _ in board.get_actions()) == 292
    replies = 0
    for action in board.get_actions():
        replies += sum(1 for _ in board.clone().play_action(action).get_actions())
    assert replies == 81_488
    assert shim.Board(board.m, invert=True).m == board.get_percepts(True)
    assert board.get_percepts(True)[0][2] == -1
    assert board.is_tower_movable(0, 2)
    for action in ((0, 2, 0, 2), (0, 2, 0, 4), (-1, 2, 0, 2), (3, 4, 4, 4), None, (1, 2), "abcd"):
        assert not board.is_action_valid(action)
        with pytest.raises(shim.InvalidAction) as caught:
            board.play_action(action)
        assert caught.value.action == action
    assert str(board).splitlines()[0] == " .  . +1 -1  .  .  .  .  ."


# Sound agents


def play_out(agent: str, **budget: Any) -> tuple[Position, Any]:
    """Plays a game against itself; returns its last position and the searcher."""
    with playing(agent, "avalam") as player:
        position = START
        while not position.is_over:
            position = position.play(player.choose(position, **(budget or {"seconds": AMPLE})))
        return position, player._searcher


FORMS = {
    "2022": (2022, code(AVALAM)),
    "served": (2022, code(AVALAM).replace("if __name__", "if True or __name__")),
    "tuples": (2022, code(AVALAM, "return next(board.get_actions())")),
    "mutates": (
        2022,
        code(
            AVALAM,
            "board.play_action(next(board.clone().get_actions()))\n"
            "return next(Board(self.kept).get_actions())",
        ).replace("board = dict", "self.kept = [row[:] for row in percepts['m']]; board = dict"),
    ),
    "2015": (
        2015,
        "from avalam import Agent\n"
        "class Mine(Agent):\n"
        "    def __init__(self, name):\n"
        "        super().__init__(name)\n"
        "    def play(self, board, player, step, time_left):\n"
        "        assert self.name and player in (1, -1)\n"
        "        board.clone().play_action(next(board.get_actions()))\n"
        "        return next(board.get_actions())\n",
    ),
    "2010": (
        2010,
        "from avalam import *\n"
        "class Old(Player):\n"
        "    def play(self, percepts, max_height, step, time_left):\n"
        "        assert max_height == 5\n"
        "        assert percepts[0][2] == (1 if step % 2 else -1) or step > 1\n"
        "        return next(Board(percepts, max_height).get_actions())\n"
        "player_main(Old())\n",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_sound_agent_plays_to_the_end(form: str, tmp_path: Path) -> None:
    year, text = FORMS[form]
    position, searcher = play_out(spec("course.avalam", submit(tmp_path, text, NAME), year=year))
    assert position.is_over
    assert searcher.replaced == []


def test_the_agent_sees_what_the_course_shows(tmp_path: Path) -> None:
    checks = """
assert sorted(percepts) == ['columns', 'm', 'max_height', 'rows']
assert (percepts['rows'], percepts['columns'], percepts['max_height']) == (9, 9, 5)
assert [type(x) for row in percepts['m'] for x in row] == [int] * 81
towers = sum(1 for row in percepts['m'] for x in row if x)
assert step == 49 - towers and player == (1 if step % 2 else -1)
assert time_left == 900.0
"""
    text = code(AVALAM, checks)
    play_out(spec("course.avalam", submit(tmp_path, text, NAME)), remaining=900.0)


@pytest.mark.parametrize(
    ("budget", "shown"),
    [({"seconds": 40.0}, "40.0"), ({"remaining": 70.0}, "70.0"), ({"simulations": 5}, "None")],
)
def test_the_time_it_has_left(budget: dict[str, Any], shown: str, tmp_path: Path) -> None:
    text = code(AVALAM, "raise ValueError(time_left)")
    agent = spec("course.avalam", submit(tmp_path, text, NAME))
    with (
        playing(agent, "avalam") as player,
        pytest.raises(AgentRaised, match=f"ValueError: {shown}"),
    ):
        player.choose(START, **budget)


def test_a_copy_of_the_framework_in_its_folder_comes_first(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(AVALAM, "assert OWN == 1"), NAME)
    own = Path(shim.__file__).read_text() + "\nOWN = 1\n"
    (folder / "avalam.py").write_text(own)
    position, _ = play_out(spec("course.avalam", folder))
    assert position.is_over


def old_python() -> str:
    """The oldest Python that the stand-ins support, if this machine has one."""
    found = shutil.which("python3.8")
    done = found and subprocess.run(
        [found, "-c", "import sys; print(sys.executable)"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done or done.returncode != 0:
        pytest.skip("there is no Python 3.8 here")
    return done.stdout.strip()


def test_it_runs_under_its_own_python(tmp_path: Path) -> None:
    text = code(AVALAM, "assert sys.version_info[:2] == (3, 8), sys.version")
    folder = submit(tmp_path, text, NAME)
    position, _ = play_out(spec("course.avalam", folder, python=f'"{old_python()}"'))
    assert position.is_over


# Mistakes

MISTAKES = {
    "raises": ("raise ValueError('no idea')", AgentRaised, "ValueError: no idea"),
    "exits": ("sys.exit()", AgentRaised, "SystemExit"),
    "nothing": ("return None", AgentRaised, "not None"),
    "text": ("return 'abcd'", AgentRaised, "not 'abcd'"),
    "floats": ("return [2.0, 2, 2, 3]", AgentRaised, "[2.0, 2, 2, 3]"),
    "bools": ("return [True, 2, 2, 3]", AgentRaised, "[True, 2, 2, 3]"),
    "five": ("return [2, 2, 2, 3, 0]", AgentRaised, "[2, 2, 2, 3, 0]"),
    "a subclass": ("return type('L', (list,), {})([2, 2, 2, 3])", AgentRaised, "4 plain integers"),
    "outside": ("return [9, 9, 9, 9]", AgentIllegalMove, "[9, 9, 9, 9]"),
    "the same cell": ("return [2, 2, 2, 2]", AgentIllegalMove, "c3c3"),
    "a hole": ("return [3, 3, 4, 4]", AgentIllegalMove, "d4e5"),
    "huge": ("return [10**4000, 0, 0, 0]", AgentIllegalMove, "answered"),
    "ends": ("os._exit(1)", AgentCrashed, "ended by itself"),
    "hangs": ("while True: pass", AgentTimeout, "did not answer"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_loses_at_once(mistake: str, tmp_path: Path) -> None:
    body, kind, shown = MISTAKES[mistake]
    folder = submit(tmp_path, code(AVALAM, body), NAME)
    with playing(spec("course.avalam", folder), "avalam") as player:
        player.prepare()
        with pytest.raises(AgentFailure) as caught:
            player.choose(START, seconds=0.1 if kind is AgentTimeout else AMPLE)
    assert type(caught.value) is kind
    assert shown in caught.value.reason


@pytest.mark.parametrize("mistake", ["raises", "nothing", "outside"])
def test_or_a_random_move_replaces_it(mistake: str, tmp_path: Path) -> None:
    body, _, shown = MISTAKES[mistake]
    folder = submit(tmp_path, code(AVALAM, f"if self.asked == 1: {body}"), NAME)
    with playing(spec("course.avalam", folder, errors="random"), "avalam") as player:
        searcher: Any = player._searcher
        assert player.choose(START, seconds=AMPLE) in START.legal_moves
        assert shown in searcher.replaced[0]
        assert searcher.replaced[0].startswith(START.text)
        player.choose(START, seconds=AMPLE)
        assert len(searcher.replaced) == 1


@pytest.mark.parametrize(
    "text", ["", "x = 1", "class A: pass", "import nothing_here"], ids=["empty", "x", "A", "import"]
)
def test_what_cannot_be_loaded_loses(text: str, tmp_path: Path) -> None:
    agent = spec("course.avalam", submit(tmp_path, text, NAME))
    with playing(agent, "avalam") as player, pytest.raises(AgentCrashed) as caught:
        player.prepare()
    assert "could not be loaded" in caught.value.reason


# Our own players


def percepts(position: Position) -> dict[str, Any]:
    return {"m": towers_of(position), "rows": 9, "columns": 9, "max_height": 5}


def test_our_player_plays_both_sides() -> None:
    player = PerceptPlayer("mcts(simulations=20)")
    position, step = START, 1
    while not position.is_over:
        side = 1 if position.to_move == 0 else -1
        action = player.play(percepts(position), side, step, None if step % 2 else 10)
        assert all(type(number) is int for number in action)
        position, step = position.play(move_text(action)), step + 1
    assert position.is_over


@pytest.mark.parametrize(
    "arguments",
    [
        (5, 1, 1, None),
        ([], 5, 1, None),
        (towers_of(START), 5, 2, None),
        ({}, 1, 1, None),
        ({"m": [[0] * 9] * 8}, 1, 1, None),
        ({"m": [["a"] * 9] * 9}, 1, 1, None),
        ({"m": [[9] * 9] * 9}, 1, 1, None),
        ({"m": [[1] * 9] * 9}, 1, 1, None),
        ({"m": [[0] * 9] * 9}, 1, 1, None),
        (percepts(START), -1, 1, None),
        (percepts(START), True, 1, None),
        (percepts(START), 0, 1, None),
        (percepts(START), 1, "1", None),
        (percepts(START), 1, 1, "soon"),
        (percepts(START), 1, 1, float("nan")),
    ],
)
def test_our_player_refuses_what_is_not_a_question(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(tesuji.errors.TesujiError):
        PerceptPlayer("random").play(*arguments)


def test_the_course_sets_the_defaults() -> None:
    assert not AGENT.safe
    assert AGENT.wall
    settings = tesuji.agent('course.avalam("x")').settings
    assert (settings["errors"], settings["year"]) == ("loss", 2022)


def test_a_year_that_had_no_form(tmp_path: Path) -> None:
    folder = submit(tmp_path, code(AVALAM), NAME)
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(spec("course.avalam", folder, year=2012)).player(tesuji.game("avalam"))
    assert (caught.value.where, caught.value.given) == ("year", 2012)

"""COMP 424 of McGill: students' agents for Colosseum Survival!, and ours in their framework."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import tesuji
from tesuji.agents.analysis import Analysis
from tesuji.agents.budget import Budget
from tesuji.agents.registry import AgentLike
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.interop.course.student import StudentSearcher, student_parameters
from tesuji.specs import Kind, Parameter, Plain

__all__ = ["AGENT", "BoardPlayer", "position_of", "step_of", "walls_of"]

SIDES = "urdl"
RIGHT, DOWN = 1, 2
FIRST_SECONDS = {2022: 30.0, 2023: 0.0}
"""Seconds for an agent's first move, by year, if that is more than for the others."""


def walls_of(position: Position) -> list[list[int]]:
    """The walls inside the border as row, column and side, each once: right or down.

    >>> walls_of(tesuji.game("colosseum(size=4)").position("a1 d4 v a1r,b2d"))
    [[0, 0, 1], [1, 1, 2]]
    """
    state: Any = position._state
    last = state.size - 1
    return [
        [row, column, side]
        for row in range(state.size)
        for column in range(state.size)
        for side, inside in ((RIGHT, column < last), (DOWN, row < last))
        if inside and not state.is_open(row, column, side)
    ]


def move_text(row: int, column: int, side: int) -> str:
    """A step of the course's framework in notation.

    >>> move_text(3, 3, 1)
    'd4r'
    """
    return f"{chr(ord('a') + column)}{row + 1}{SIDES[side]}"


def step_of(move: Move) -> tuple[tuple[int, int], int]:
    """A move as the framework has it: end cell and side.

    >>> step_of(tesuji.game("colosseum").move("d4r"))
    ((3, 3), 1)
    """
    text = move.text
    return (int(text[1:-1]) - 1, ord(text[0]) - ord("a")), SIDES.index(text[-1])


def position_of(chess_board: Any, my_pos: Any, adv_pos: Any) -> Position:
    """The position that a framework shows to its agent, which becomes player 0, to move."""
    size = len(chess_board)
    walls = [
        move_text(row, column, side)
        for row in range(size)
        for column in range(size)
        for side, inside in ((RIGHT, column < size - 1), (DOWN, row < size - 1))
        if inside and chess_board[row][column][side]
    ]
    cells = " ".join(move_text(int(row), int(column), 0)[:-1] for row, column in (my_pos, adv_pos))
    game = tesuji.game(f"colosseum(size={size})")
    return game.position(f"{cells} v {','.join(walls) or '-'}")


class BoardPlayer:
    """An agent of ours behind the framework's `step`; exported files use it."""

    def __init__(self, agent: AgentLike, *, seconds: float | None = None) -> None:
        self._agent = tesuji.agent(agent)
        self._budget = {} if seconds is None else {"seconds": seconds}
        self._player: Any = None

    def step(
        self, chess_board: Any, my_pos: Any, adv_pos: Any, max_step: int
    ) -> tuple[tuple[int, int], int]:
        """Chooses an end cell and the side of its new wall."""
        position = position_of(chess_board, my_pos, adv_pos)
        if max_step != (len(chess_board) + 1) // 2:
            raise ParameterError.wrong_value("max_step", max_step, "half the size, rounded up")
        if self._player is None or self._player.game != position.game:
            self._player = self._agent.player(position.game)
        return step_of(self._player.choose(position, **self._budget))


class ColosseumSearcher(StudentSearcher):
    """Asks a `student_agent.py` of COMP 424."""

    course = "colosseum"
    files = ("student_agent.py", "agents/student_agent.py")

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._first = True

    def question(self, position: Position, budget: Budget) -> dict[str, Any]:
        state: Any = position._state
        mover = position.next_player
        return {
            "size": state.size,
            "mine": list(state.cell(mover)),
            "theirs": list(state.cell(1 - mover)),
            "walls": walls_of(position),
        }

    def move_text(self, answer: list[int], position: Position) -> str:
        size = int(self.game.parameters["size"])
        if len(answer) == 3 and all(
            0 <= n < end for n, end in zip(answer, (size, size, 4), strict=True)
        ):
            return move_text(*answer)
        return str(answer)

    def random_walk(self, position: Position, seed: int) -> Move:
        state: Any = position._state
        return Move(position.game, state.random_walk(seed))

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        """With the agent's own limit, the first move of 2022 has more time."""
        first = FIRST_SECONDS[int(self.settings["year"])]
        own = float(self.settings["seconds"])
        if self._first and budget.seconds == own:
            budget = replace(budget, seconds=max(own, first))
        self._first = False
        return super().search(position, budget, seed)


AGENT = Kind(
    "course.colosseum",
    "A student's agent for the framework of COMP 424 (McGill).",
    (
        Parameter("path", str, "", "Its student_agent.py, or the folder of it.", text=True),
        Parameter(
            "year",
            int,
            2023,
            "Year of the framework. In 2022, the first move may take 30 s.",
            low=2022,
            high=2023,
        ),
        *student_parameters(
            seconds=2.0,
            memory=500,
            errors="random-walk",
            choices=("random-walk", "random", "loss"),
        ),
    ),
    games=("colosseum",),
    positional="path",
    make=ColosseumSearcher,
    content=ColosseumSearcher.content,
    wall=True,
    own_time_rule=True,
)

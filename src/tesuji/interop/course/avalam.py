"""INF8215 of Polytechnique Montréal: students' agents for Avalam, and ours in their framework."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import tesuji
from tesuji.agents.analysis import Analysis, analysis_of_move
from tesuji.agents.budget import Budget
from tesuji.agents.registry import AgentLike
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games.drawing.avalam import COLUMNS, SIZE
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.interop.course.avalam_rpc import GRACE, RemotePlayer
from tesuji.interop.course.student import StudentSearcher, student_parameters
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.specs import Kind, Parameter, Plain

__all__ = ["AGENT", "PerceptPlayer", "action_of", "position_of", "towers_of"]

MAX_HEIGHT = 5
YEARS = (2010, 2015, 2022)
CELLS = [
    [(row, column) for column in range(first, last + 1) if (row, column) != (4, 4)]
    for row, (first, last) in enumerate(COLUMNS)
]
"""The playable cells of each row."""
LETTERS = ".ABCDEedcba"
"""The letter of a tower, indexed by its signed height."""


def towers_of(position: Position) -> list[list[int]]:
    """The towers by row and column, as the course has them; red ones are negative.

    >>> towers_of(tesuji.game("avalam").start())[1]
    [0, 1, -1, 1, -1, 0, 0, 0, 0]
    """
    state: Any = position._state
    towers = [[0] * SIZE for _ in range(SIZE)]
    for row, column in (cell for cells in CELLS for cell in cells):
        towers[row][column] = state.tower(row, column)
    return towers


def position_of(towers: Any, player: Any) -> Position:
    """The position that a framework shows to the player to move, 1 or -1."""
    _check_towers(towers)
    if type(player) is not int or player not in (1, -1):
        raise ParameterError.wrong_value("player", player, "1 or -1")
    rows = ["".join(LETTERS[towers[row][column]] for row, column in cells) for cells in CELLS]
    position = tesuji.game("avalam").position("/".join(rows))
    if position.to_move != (0 if player == 1 else 1):
        raise ParameterError.wrong_value("player", player, f"the player to move in {position.text}")
    return position


def _check_towers(towers: Any) -> None:
    """Refuses what is not a board; it may come from a network."""
    playable = {cell for cells in CELLS for cell in cells}
    fits = (
        _is_list(towers)
        and all(_is_list(row) for row in towers)
        and all(
            type(tower) is int
            and -MAX_HEIGHT <= tower <= MAX_HEIGHT
            and (not tower or (i, j) in playable)
            for i, row in enumerate(towers)
            for j, tower in enumerate(row)
        )
    )
    if not fits:
        raise ParameterError("m: expected 9 rows of 9 towers", where="m", expected="a board")


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == SIZE


def move_text(action: Sequence[int]) -> str:
    """An action of the course in notation; any text if it is not on the board.

    >>> move_text([1, 4, 1, 3])
    'e2d2'
    """
    if len(action) != 4 or not all(0 <= number < SIZE for number in action):
        return str(list(action))
    i, j, k, n = action
    return f"{chr(ord('a') + j)}{i + 1}{chr(ord('a') + n)}{k + 1}"


def action_of(move: Move) -> list[int]:
    """A move as the course has it: row and column from, row and column to.

    >>> action_of(tesuji.game("avalam").move("e2d2"))
    [1, 4, 1, 3]
    """
    text = move.text
    cells = [(int(text[at + 1]) - 1, ord(text[at]) - ord("a")) for at in (0, 2)]
    return [number for cell in cells for number in cell]


class PerceptPlayer:
    """An agent of ours behind the framework's `play`; exported files and the server use it."""

    def __init__(self, agent: AgentLike, *, seconds: float | None = None) -> None:
        self._agent = tesuji.agent(agent)
        self._seconds = seconds
        self._player = self._agent.player(tesuji.game("avalam"))

    def play(self, percepts: Any, player: Any, step: Any, time_left: Any) -> list[int]:
        """Chooses an action. A game begins when `step` is 1 or 2.

        The board comes in the form of its year: percepts (2022), a Board (2015), or rows in which
        the player's own towers are positive, and the maximum height as `player` (2010).
        """
        if type(step) is not int:
            raise ParameterError("step: expected an integer", where="step")
        if isinstance(percepts, list):
            player = 1 if step % 2 else -1
            _check_towers(percepts)
            towers: Any = [[player * tower for tower in row] for row in percepts]
        else:
            towers = (
                percepts.get("m") if isinstance(percepts, dict) else getattr(percepts, "m", None)
            )
        position = position_of(towers, player)
        if step <= 2:
            self._player.close()
            self._player = self._agent.player(position.game)
        return action_of(self._player.choose(position, **self._budget(time_left)))

    def _budget(self, time_left: Any) -> dict[str, float]:
        number = isinstance(time_left, int | float) and math.isfinite(time_left)
        if time_left is not None and not number:
            raise ParameterError("time_left: expected seconds or None", where="time_left")
        if self._seconds is not None:
            left = self._seconds if time_left is None else max(0.0, time_left)
            return {"seconds": min(self._seconds, left)}
        return {} if time_left is None else {"remaining": max(0.0, float(time_left))}


def _question(position: Position, budget: Budget) -> dict[str, Any]:
    """What the course passes to an agent. Without a clock for the game, this move's limit is all
    the time that the agent has."""
    return {
        "towers": towers_of(position),
        "player": 1 if position.next_player == 0 else -1,
        "step": (position.game.plies(position) or 0) + 1,
        "time_left": budget.seconds if budget.remaining is None else budget.remaining,
    }


class AvalamSearcher(StudentSearcher):
    """Asks a student's Python file."""

    course = "avalam"
    files = ("my_player.py", "agent.py", "player.py")

    def options(self) -> Sequence[str]:
        return [str(self.settings["year"])]

    def question(self, position: Position, budget: Budget) -> dict[str, Any]:
        return _question(position, budget)

    def move_text(self, answer: list[int], position: Position) -> str:
        return move_text(answer)


class RemoteSearcher:
    """Asks a player that runs already, over XML-RPC. Nothing contains it."""

    grace = GRACE
    stoppable = False

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.replaced: list[str] = []
        self._remote = RemotePlayer(str(settings["path"]))

    def prepare(self) -> None:
        """Nothing to prepare: the player runs already."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        begun = time.perf_counter()
        try:
            move = self._ask(position, budget)
        except AgentFailure as failure:
            if self.settings["errors"] == "loss":
                raise
            move = random_move(position, RandomStream(seed))
            self.replaced.append(f"{position.text}: {failure.reason}; random played {move}")
        seconds = time.perf_counter() - begun
        return analysis_of_move(position, self.spec, move, seconds=seconds, simulations=0)

    def _ask(self, position: Position, budget: Budget) -> Move:
        asked = _question(position, budget)
        percepts = {"m": asked["towers"], "rows": SIZE, "columns": SIZE, "max_height": MAX_HEIGHT}
        action = self._remote.play(percepts, asked["player"], asked["step"], asked["time_left"])
        text = move_text(action)
        if text not in position.legal_moves:
            raise AgentIllegalMove(
                f"{self._remote.url} answered {text!r}, which is not a legal move in"
                f" {position.text!r}"
            )
        return position.game.move(text)

    def stop(self) -> None:
        """It cannot be stopped; the time limit ends its search."""

    def progress(self) -> dict[str, Any] | None:
        return None

    def forget_progress(self) -> None:
        """Nothing to forget: there is no progress."""

    def close(self) -> None:
        """Nothing to close: each question has its own connection."""


def _make(spec: str, settings: dict[str, Plain], game: Game) -> AvalamSearcher | RemoteSearcher:
    if settings["year"] not in YEARS:
        raise ParameterError.wrong_value("year", settings["year"], "2010, 2015 or 2022")
    if "://" in str(settings["path"]):
        return RemoteSearcher(spec, settings, game)
    return AvalamSearcher(spec, settings, game)


def _content(settings: Mapping[str, Plain], game: Game) -> str:
    """The digest of the agent's folder; a running player elsewhere has none."""
    return "" if "://" in str(settings["path"]) else AvalamSearcher.content(settings, game)


AGENT = Kind(
    "course.avalam",
    "A student's agent for the framework of INF8215 (Polytechnique Montréal).",
    (
        Parameter(
            "path",
            str,
            "",
            "Its Python file or folder, or the address of a running player (http://...).",
            text=True,
        ),
        Parameter(
            "year",
            int,
            2022,
            "Form of the protocol: 2022 (percepts), 2015 (a board) or 2010 (a board, own towers"
            " positive).",
            low=2010,
            high=2022,
        ),
        *student_parameters(seconds=10.0, memory=2048, errors="loss", choices=("loss", "random")),
    ),
    games=("avalam",),
    positional="path",
    make=_make,
    content=_content,
    wall=True,
    own_time_rule=True,
)

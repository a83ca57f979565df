"""The agent ``sandboxed("PATH")``: a file that defines ``choose``, contained in its own process.

``PATH`` is the file, or a folder whose ``file`` (``tesuji_agent.py``) is the agent. Inside, the
file sees Tesuji itself, read-only, and the folder. `tesuji.interop.function_runner` runs there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.budget import TIME_SLOT, Budget, allotted_seconds
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.games.python import PythonGame
from tesuji.interop.content import content_of_path
from tesuji.interop.foreign import START_SECONDS, Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentGarbage, AgentProcess
from tesuji.interop.process_options import PROCESS_PARAMETERS, path_from, python_from
from tesuji.loading import files_with_game
from tesuji.plugins import GAMES, plugin_names
from tesuji.specs import Kind, Parameter, Plain, Spec, expand, flatten

__all__ = ["AGENT", "ENTRY_FILE"]

ENTRY_FILE = "tesuji_agent.py"
_TIMED = Kind("timed", "An agent that divides its time in the default way.", (TIME_SLOT,))
SHARE = flatten(_TIMED, expand(_TIMED, Spec(_TIMED.name, {})))
"""How functions in this process divide a clock for the whole game, as settings."""


class FunctionSearcher(ForeignSearcher):
    """Asks the function ``choose`` of a file."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._path = _checked_path(settings)
        self._game_files = _game_files(game)

    def command(self) -> Command:
        python = python_from(self.settings) or Path(sys.executable)
        shown = [*map(Path, tesuji.__path__), *self._game_files]
        in_folder = self._path.is_dir()
        file = str(self.settings["file"] if in_folder else self._path)
        return Command(
            argv=[str(python), "-I", "-m", "tesuji.interop.function_runner", file],
            folder=self._path if in_folder else None,
            python=python,
            readable=shown if in_folder else [*shown, self._path],
        )

    def begin(self, process: AgentProcess) -> None:
        files = [str(file) for file in self._game_files]
        question = {"game": self.game.spec, "seed": self.seed, "load": files}
        self._request(process, question, START_SECONDS)

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        given = {name: value for name, value in asdict(budget).items() if value is not None}
        if budget.remaining is not None:
            # A clock for the whole game: the share of this move, as functions in this process get.
            given["seconds"] = allotted_seconds(
                SHARE, budget.remaining, budget.increment, first_move=False, number=1
            )
        question = {"position": position.text, "budget": given}
        return Answer(move=str(self._request(process, question, seconds).get("move", "")))

    def _request(self, process: AgentProcess, question: Mapping[str, Any], seconds: float) -> Any:
        process.send(json.dumps(question))
        line = process.receive(seconds)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise AgentGarbage(f"{self.name} answered {line[:100]!r}", log=process.log)
        return answer


def _game_files(game: Game) -> list[Path]:
    """The files that define a game written in Python, which the agent's process loads too."""
    files = files_with_game(game.name)
    if isinstance(game, PythonGame) and not files and game.name not in plugin_names(GAMES):
        expected = f"a file that registers {game.name}, loaded with --load or tesuji.load"
        raise ParameterError(
            f"a sandboxed agent cannot play {game.name}, which exists in this process only:"
            f" expected {expected}",
            where="game",
            given=game.spec,
            expected=expected,
        )
    return files


def _checked_path(settings: Mapping[str, Plain]) -> Path:
    """The file or folder; the latter must hold the file of the agent."""
    path = path_from(settings, "path")
    file = None if path is None else path / str(settings["file"]) if path.is_dir() else path
    if path is None or file is None or not file.is_file():
        expected = f"a Python file, or a folder with {settings['file']}"
        raise ParameterError.wrong_value("path", settings["path"], expected)
    return path


AGENT = Kind(
    "sandboxed",
    "A Python file that defines choose(position), in its own sandboxed process.",
    (
        Parameter("path", str, "", "The file, or the folder of the agent.", text=True),
        Parameter("file", str, ENTRY_FILE, "The file in that folder.", text=True),
        *PROCESS_PARAMETERS,
    ),
    positional="path",
    make=FunctionSearcher,
    content=lambda settings, _: content_of_path(_checked_path(settings)),
    wall=True,
    strict_time=True,
)

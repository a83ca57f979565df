"""Runs a Python agent inside its own process: ``python -m tesuji.interop.function_runner FILE``.

Questions come as JSON lines on standard input, answers go to standard output as JSON lines. What
the agent itself prints goes to standard error, so it cannot disturb the answers.
"""

from __future__ import annotations

import inspect
import json
import os
import runpy
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import tesuji
from tesuji.agents import Budget
from tesuji.agents.function_searcher import takes_budget
from tesuji.agents.functions import no_entry_text
from tesuji.games import Game, Position

ENTRY = "choose"
"""The name of the function, or of the class, that a file must define."""


def load_entry(file: Path) -> Any:
    """Executes a file and returns its function, or an object of its class."""
    sys.path.insert(0, str(file.resolve().parent))
    namespace = runpy.run_path(str(file), run_name=file.stem)
    found = namespace.get(ENTRY)
    if inspect.isclass(found):
        found = found()
    elif not callable(found):
        raise SystemExit(no_entry_text(file.name, ENTRY, namespace))
    return found


def chooser(entry: Any) -> Callable[[Position, Budget], object]:
    """Asks a function or an object for its move, with the budget if it takes one."""
    choose: Callable[..., object] = getattr(entry, ENTRY, entry)
    return choose if takes_budget(choose) else lambda position, budget: choose(position)


def answer(question: dict[str, Any], game: Game, choose: Callable[..., object]) -> dict[str, str]:
    """The agent's move in a position."""
    position = game.position(question["position"])
    return {"move": str(choose(position, Budget(**question["budget"])))}


def serve(file: Path, questions: TextIO, answers: TextIO) -> None:
    """Answers questions until the input ends. An exception of the agent ends the process."""
    entry = load_entry(file)
    choose = chooser(entry)
    game: Game | None = None
    for line in questions:
        question = json.loads(line)
        if game is None:
            for path in question["load"]:
                tesuji.load(path)
            game = tesuji.game(question["game"])
            if hasattr(entry, "begin"):
                entry.begin(game, question["seed"])
            reply = {"ready": "yes"}
        else:
            reply = answer(question, game, choose)
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def main() -> None:
    """Moves the protocol away from the standard streams and serves."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    file = Path(sys.argv[1])
    try:
        serve(file, questions, answers)
    except Exception as error:
        print_traceback(error, file)
        sys.exit(1)


def print_traceback(error: Exception, file: Path) -> None:
    """Prints the traceback from the agent's own file on; the frames of Tesuji help nobody."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != str(file):
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)


if __name__ == "__main__":
    main()

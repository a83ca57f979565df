"""The process in which an agent is checked: reads questions from standard input, one per line.

Everything that the agent prints goes to standard error, so that it cannot disturb the answers.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.functions import Function
from tesuji.agents.registry import register_function
from tesuji.errors import AgentFailure

__all__ = ["Asker", "main", "set_up"]


class Asker:
    """Asks an agent; one player answers consecutive questions of the same game."""

    def __init__(self, agent: tesuji.Agent) -> None:
        self.agent = agent
        self.player: tesuji.Player | None = None
        self.game_number = -1

    def begin(self, question: dict[str, Any]) -> dict[str, Any]:
        """Makes a player for the game of a question, unless it is that of the last one."""
        if self.player is not None and question["game_number"] == self.game_number:
            return {}
        self.close()
        self.game_number = question["game_number"]
        try:
            player = self.agent.player(tesuji.game(question["game"]), seed=question["seed"])
            player.prepare()
        except Exception as error:
            return _failure(error)
        self.player = player
        return {}

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question, as plain data: a move and its seconds, or a failure."""
        position = tesuji.game(question["game"]).position(question["position"])
        assert self.player is not None
        try:
            begun = time.perf_counter()
            move = self.player.search(position, **question["budget"]).best
            seconds = time.perf_counter() - begun
            position.play(move)
        except Exception as error:
            self.close()
            return _failure(error)
        return {"move": str(move), "seconds": seconds}

    def close(self) -> None:
        """Ends the player."""
        if self.player is not None:
            with suppress(Exception):
                self.player.close()
            self.player = None


def _failure(error: Exception) -> dict[str, Any]:
    known = isinstance(error, AgentFailure)
    return {
        "failure": type(error).__name__,
        "end": error.end if isinstance(error, AgentFailure) else "crash",
        "reason": str(error) if known else f"{type(error).__name__}: {error}",
        **_log_and_replay(error),
    }


def _log_and_replay(error: Exception) -> dict[str, str]:
    """The log without the command that repeats the failure, and the command."""
    if not isinstance(error, AgentFailure):
        return {"log": "", "replay": ""}
    log = error.log.removesuffix(f"to repeat it: {error.replay}") if error.replay else error.log
    return {"log": log.rstrip("\n"), "replay": error.replay}


def set_up(setup: dict[str, Any]) -> tesuji.Agent:
    """Loads what the agent needs, and makes it."""
    for file in setup["load"]:
        tesuji.load(file)
    for name, file, qualified, version in setup["functions"]:
        if qualified:
            register_function(name, Function.in_file(Path(file), qualified, version))
        else:
            tesuji.load(file)
    agent = tesuji.agent(setup["agent"])
    if agent.function is not None:
        agent.function.find()
    return agent


def main() -> None:
    """Answers until standard input ends."""
    say = _private_output()
    lines = _private_input()
    try:
        asker = Asker(set_up(json.loads(next(lines))))
    except Exception as error:
        say({"unfit": str(error)})
        return
    say({"ready": True})
    for line in lines:
        question = json.loads(line)
        begun = asker.begin(question)
        say(begun)
        if not begun:
            say(asker.ask(question))
    asker.close()


def _private_output() -> Callable[[dict[str, Any]], None]:
    """Moves standard output away, so that the agent cannot write to it."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(data: dict[str, Any]) -> None:
        output.write(json.dumps(data) + "\n")
        output.flush()

    return say


def _private_input() -> Iterator[str]:
    """Moves standard input away, so that the agent cannot read from it."""
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the process ends
    return iter(lines)


if __name__ == "__main__":
    main()

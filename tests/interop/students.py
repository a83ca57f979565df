"""Students' agents for tests, good and hostile, and a check that they left no process."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Player
from tesuji.interop.course.student import SHIMS
from tesuji.interop.process_tree import descendants
from tesuji.interop.sandbox import Sandbox

AMPLE = 60.0
"""Seconds within which every agent answers, however busy the machine is."""
SANDBOX = "true" if Sandbox.detect().is_safe else "false"

COLOSSEUM = """
import json, os, sys
from agents.agent import Agent
from agents.random_agent import RandomAgent
from store import register_agent

@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.autoplay = True
        self.asked = 0

    def legal(self, chess_board, my_pos):
        side = next(side for side in range(4) if not chess_board[my_pos[0], my_pos[1], side])
        return tuple(my_pos), side

    def step(self, chess_board, my_pos, adv_pos, max_step):
        self.asked += 1
{body}
        return self.legal(chess_board, my_pos)
"""
"""A student's file; the body runs in `step`, before a legal answer."""

AVALAM = """
import os, sys, time
from avalam import *

class MyAgent(Agent):
    def __init__(self, *name):
        self.asked = 0

    def play(self, percepts, player, step, time_left):
        self.asked += 1
        board = dict_to_board(percepts)
{body}
        return list(next(board.get_actions()))

if __name__ == "__main__":
    agent_main(MyAgent())
"""


def code(template: str, body: str = "") -> str:
    lines = body.strip().splitlines() or ["pass"]
    return template.format(body="\n".join(f"        {line}" for line in lines))


def submit(folder: Path, text: str, name: str) -> Path:
    """Writes a submission and returns its folder."""
    file = folder / "submission" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return folder / "submission"


def spec(course: str, path: Path | str, **options: Any) -> str:
    given = {"sandbox": SANDBOX, **options}
    return f'{course}("{path}", {", ".join(f"{key}={value}" for key, value in given.items())})'


@contextmanager
def playing(agent: str, game: str) -> Iterator[Player]:
    """A player whose processes must be gone at the end."""
    before = descendants(os.getpid())
    with tesuji.agent(agent).player(tesuji.game(game), seed=1) as player:
        yield player
    assert descendants(os.getpid()) <= before


def load_shim(name: str) -> Any:
    """A module that otherwise runs in a student's interpreter."""
    found = importlib.util.spec_from_file_location(f"shim_{Path(name).stem}", SHIMS / name)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module

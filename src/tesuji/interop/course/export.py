"""Exports: files with which an agent of ours plays in a course's own framework."""

from __future__ import annotations

from pathlib import Path

import tesuji
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.output_files import errors_name, write_whole

__all__ = ["export_avalam", "export_colosseum", "write_export"]

COLOSSEUM_SECONDS = 1.8
"""Below the course's 2 s; the framework and a busy machine take their share."""

_COLOSSEUM = '''\
"""Plays Colosseum Survival! with Tesuji. Written by `tesuji export course.colosseum`."""

from agents.agent import Agent
from store import register_agent
from tesuji.interop.course.colosseum import BoardPlayer


@register_agent("student_agent")
class StudentAgent(Agent):
    """Asks an agent of Tesuji for every move."""

    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self.autoplay = True
        self.player = BoardPlayer({agent!r}, seconds={seconds!r})

    def step(self, chess_board, my_pos, adv_pos, max_step):
        return self.player.step(chess_board, my_pos, adv_pos, max_step)
'''

_COLOSSEUM_README = """\
# {agent} for the framework of COMP 424

1. Install Tesuji in the Python that runs the framework (3.11 or later).
2. Copy `student_agent.py` into the folder `agents/` of the framework.
3. Run `python simulator.py --player_1 random_agent --player_2 student_agent`.

{time} To change this, edit the call of `BoardPlayer`, or
run `tesuji export course.colosseum` again. The framework loads Tesuji before the first move.
"""

_AVALAM = '''\
#!/usr/bin/env python3
"""Plays Avalam with Tesuji. Written by `tesuji export course.avalam`."""

from avalam import Agent, agent_main
from tesuji.interop.course.avalam import PerceptPlayer


class MyAgent(Agent):
    """Asks an agent of Tesuji for every move."""

    def __init__(self, name="Tesuji"):
        self.name = name
        self.player = PerceptPlayer({agent!r}, seconds={seconds!r})

    def play(self, percepts, player, step, time_left):
        return self.player.play(percepts, player, step, time_left)


if __name__ == "__main__":
    agent_main(MyAgent())
'''

_AVALAM_README = """\
# {agent} for the framework of INF8215

1. Install Tesuji in the Python that runs the framework (3.11 or later).
2. Copy `my_player.py` beside the framework's `avalam.py`.
3. Run `python my_player.py -b 127.0.0.1 -p 8000`.
4. Run the framework's `game.py` with `http://127.0.0.1:8000` as a player.

{time} To change this, edit the call of `PerceptPlayer`, or run
`tesuji export course.avalam` again.

Without the framework's files, `tesuji serve course.avalam` starts the same player.
"""


def export_colosseum(agent: str, folder: Path, seconds: float | None) -> list[Path]:
    """Writes a ``student_agent.py`` and a README."""
    agent = tesuji.agent(agent).spec
    limit = COLOSSEUM_SECONDS if seconds is None and not _has_limit(agent) else seconds
    return write_export(
        agent,
        tesuji.game("colosseum"),
        folder,
        {
            "student_agent.py": _COLOSSEUM.format(agent=agent, seconds=limit),
            "README.md": _COLOSSEUM_README.format(agent=agent, time=_time(limit)),
        },
    )


def export_avalam(agent: str, folder: Path, seconds: float | None) -> list[Path]:
    """Writes a ``my_player.py`` and a README."""
    agent = tesuji.agent(agent).spec
    clock = "The agent divides the time credit of the game."
    time = clock if seconds is None else _time(seconds)
    return write_export(
        agent,
        tesuji.game("avalam"),
        folder,
        {
            "my_player.py": _AVALAM.format(agent=agent, seconds=seconds),
            "README.md": _AVALAM_README.format(agent=agent, time=time),
        },
    )


def _has_limit(agent: str) -> bool:
    settings = tesuji.agent(agent).settings
    return any(name in settings for name in ("seconds", "simulations", "nodes", "depth"))


def _time(seconds: float | None) -> str:
    own = "The agent has its own limit per move."
    return own if seconds is None else f"The agent takes {seconds:g} s per move."


def write_export(agent: str, game: Game, folder: Path, files: dict[str, str]) -> list[Path]:
    """Checks that the agent plays the game, and writes the files into a folder.

    Files of the same names must not exist: they could be somebody's own work.
    """
    with tesuji.agent(agent).player(game):
        pass
    for name in files:
        if (folder / name).exists():
            raise ParameterError(
                f"{folder / name} exists already; give another folder",
                where="--out",
                given=str(folder),
                expected="a folder without such a file",
            )
    with errors_name(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return [write_whole(text, folder / name, exact=True) for name, text in files.items()]

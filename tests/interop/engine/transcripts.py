"""Golden transcripts of the engine protocol, for both sides.

``>`` is a line to the engine and ``<`` a line from it. Regenerate them with
``python -m tests.interop.engine.transcripts`` and review the difference.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tesuji
from tests.interop.engine.stubs import ANY_MOVE
from tesuji.games import Move, Position
from tesuji.games.game_loop import play_game
from tesuji.games.randomness import RandomStream
from tesuji.interop.engine.server import Engine
from tesuji.interop.process import AgentProcess
from tesuji.specs import quoted

FOLDER = Path(__file__).resolve().parents[2] / "data" / "transcripts"
EWN = "b2a1a2c1b1a3 d4e3e5d5c5e4 r ?"
ENGINE_SIDE: dict[str, tuple[str, str]] = {
    "engine-avalam": (
        "flat(time=share(moves=30))",
        """
        tesuji
        setoption name Seed value 7
        setoption name rollout value decisive
        isready
        newgame avalam
        position startpos
        query legalmoves
        go simulations 3000
        position startpos moves c1d1 d2c1 f3e3
        query p1turn
        go simulations 3000 seed 1
        """,
    ),
    "engine-dice": (
        "ewn-hard",
        f"""
        newgame ewn
        position {EWN}
        go depth 2
        position {EWN} moves d3
        go depth 2
        position {EWN} moves d3 3e d6
        go depth 2
        """,
    ),
    "engine-mistakes": (
        "mcts(memory=16)",
        """
        hello
        go simulations 5
        position startpos
        newgame chess
        newgame pentago-twist
        go simulations 5
        position 6/6/6
        position startpos moves a1AR a1AR
        setoption name select.c value high
        setoption name Contempt value 3
        go moves 5
        go seconds -1
        position startpos
        go simulations 5
        stop
        isready
        """,
    ),
}
"""By file: the agent and the lines to the engine."""
CLIENT_SIDE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "client-ewn": ("ewn", "", {"simulations": 100}),
    "client-clock": ("colosseum(size=4)", "Style=first", {"remaining": 60.0, "increment": 0.5}),
}
"""By file: the game, the options of the example engine and the limits."""


def transcript(name: str) -> str:
    """The whole file of a transcript, as things are now."""
    head = [
        f"# {name}: a transcript of the engine protocol. > to the engine, < from the engine.",
        "# Regenerate it with: python -m tests.interop.engine.transcripts",
    ]
    lines = engine_side(*ENGINE_SIDE[name]) if name in ENGINE_SIDE else client_side(name)
    text = "\n".join([*head, *lines]) + "\n"
    return re.sub(r"\bseconds \d+\.\d{3}\b", "seconds *", text)


def engine_side(agent: str, text: str) -> list[str]:
    """What our engine answers to these lines; each waits for the answer to the one before."""
    said = [f"# tesuji engine '{agent}'"]
    engine = Engine(tesuji.agent(agent), lambda line: said.append(f"< {line}"))
    for line in filter(None, map(str.strip, text.splitlines())):
        said.append(f"> {line}")
        engine.handle(line.encode())
        if engine._thinking is not None:
            engine._thinking.wait()
    engine.close()
    return said


def client_side(name: str) -> list[str]:
    """What we say to the example engine in a game that it plays against itself."""
    spec, options, limits = CLIENT_SIDE[name]
    agent = f"exec({quoted(f'python3 {ANY_MOVE}')}, options={quoted(options)})"
    game = tesuji.game(spec)
    said = [f"# the example in Python, options={quoted(options)}"]
    with _recorded(said), tesuji.agent(agent).player(game, seed=1) as player:
        seeds = itertools.count(1)

        def choose(position: Position) -> Move:
            return player.search(position, seed=next(seeds), **limits).best

        list(itertools.islice(play_game(game.start(1), choose, RandomStream(2)), 6))
    return said


@contextmanager
def _recorded(said: list[str]) -> Iterator[None]:
    """Notes every line that passes between us and engines."""
    send, receive = AgentProcess.send, AgentProcess.receive
    sending: Callable[..., None] = send
    receiving: Callable[..., str] = receive

    def noted_send(self: AgentProcess, line: str, *rest: object, **named: object) -> None:
        said.extend(f"> {one}" for one in line.splitlines())
        sending(self, line, *rest, **named)

    def noted_receive(self: AgentProcess, *rest: object, **named: object) -> str:
        line = receiving(self, *rest, **named)
        said.append(f"< {line}")
        return line

    AgentProcess.send, AgentProcess.receive = noted_send, noted_receive  # type: ignore[method-assign]
    try:
        yield
    finally:
        AgentProcess.send, AgentProcess.receive = send, receive  # type: ignore[method-assign]


if __name__ == "__main__":
    for each in (*ENGINE_SIDE, *CLIENT_SIDE):
        (FOLDER / f"{each}.txt").write_text(transcript(each), "utf-8")

"""Engines that each break one rule in the first game of a pair, and play well otherwise."""

from __future__ import annotations

from pathlib import Path

from tesuji.specs import quoted

ANY_MOVE = Path(__file__).resolve().parents[3] / "examples" / "engines" / "any_move.py"
CONNECT_FOUR = ANY_MOVE.parents[1] / "connect_four.py"

_HEAD = """
import os, sys, time

def say(*words):
    print(*words, flush=True)

def sleep():
    while True:
        time.sleep(1)

def started(): pass
def asked(): pass
def ended(): sys.exit(0)
def answer(moves, first): say("bestmove", moves[0])
"""
_LOOP = """
FIRST = 292  # legal moves at the start of avalam: only the first player sees so many
moves = []
started()
for line in sys.stdin:
    word, *words = line.split()
    if word == "tesuji":
        say("option name Tesuji_LegalMoves type check default false")
        say("option name Hash type spin default 1 min 1 max 64")
        say("tesujiok")
    elif word == "isready":
        if moves:
            asked()
        say("readyok")
    elif word == "legalmoves":
        moves = words
    elif word == "go":
        answer(moves, len(moves) == FIRST)
    elif word == "quit":
        ended()
"""


def engine_spec(folder: Path, code: str, **arguments: object) -> str:
    """The spec of an engine in a new file of this folder."""
    file = folder / "engine.py"
    file.write_text(_HEAD + code + _LOOP)
    given = "".join(f", {name}={value}" for name, value in arguments.items())
    return f"exec({quoted(f'python3 {file}')}{given})"


def processes_that_use(folder: Path) -> list[str]:
    """The command lines of living processes that name the folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                line = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in line:
                found.append(line.replace(b"\0", b" ").decode(errors="replace"))
    return found


def misbehaves(what: str) -> str:
    """The code of an engine that does something else than answering, once."""
    return f"""
def answer(moves, first):
    if first:
        {what}
    else:
        say("bestmove", moves[0])
"""

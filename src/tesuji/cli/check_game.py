"""tesuji check-game: find mistakes in a game written in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.errors import LoadError
from tesuji.loading import load_file
from tesuji.wording import counted


def check_game(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Python file that registers games.")],
    games: Annotated[int, typer.Option(metavar="N", help="Number of random games.")] = 50,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the random games.")] = 0,
) -> int:
    """Play random games with the rules in FILE and report what is wrong."""
    names = list(load_file(file).games)
    if not names:
        raise LoadError(
            f"{file} registers no game; end it with tesuji.register(YourGame)",
            path=str(file),
            where=str(file),
            expected="a file that registers a game",
        )
    status = 0
    for name in names:
        problems = tesuji.check_game(tesuji.game(name), games=games, seed=seed)
        found = counted(len(problems), "problem") if problems else "no mistakes found"
        print(f"{name}: {found}")
        for problem in problems:
            status = 1
            print(f"  {problem}")
    return status

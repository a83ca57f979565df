"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.outputs import report_option
from tesuji.errors import ParameterError
from tesuji.games import Move, Position

__all__ = [
    "FIRST_LIMIT",
    "AllowOption",
    "ClusterOption",
    "GameArgument",
    "JobsOption",
    "LoadOption",
    "MovesOption",
    "PositionOption",
    "PythonOption",
    "ReportOption",
    "SeedOption",
    "StoreOption",
    "load_files",
    "read_position",
]

FIRST_LIMIT = "The first limit reached ends a search."
"""Said of the first of several limits that a command takes."""

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help='Game, such as avalam or "colosseum(size=6)".')
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Seed for the start position. Default 0.")
]
PositionOption = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="Position to start from, in notation."),
]
MovesOption = Annotated[
    str, typer.Option("--moves", metavar="MOVES", help="Moves to play first, separated by spaces.")
]

AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="NAME",
        help="Game or agent of other code that the file may name, such as exec.",
    ),
]
LoadOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--load", metavar="FILE", help="Python file that registers games, agents or evaluators."
    ),
]
PythonOption = Annotated[
    Path | None,
    typer.Option(
        "--python",
        metavar="PATH",
        exists=True,
        dir_okay=False,
        help="Python that runs submissions. Default: the one that runs Tesuji.",
    ),
]

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", help="Games to play in parallel. Default: one per core."),
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Dask scheduler: tcp://...")
]
ProcessesOption = Annotated[
    int, typer.Option("--jobs", metavar="N", help="Positions to search in parallel.")
]
StoreOption = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="Keep games in this file, and resume from it."),
]
ReportOption = Annotated[Path | None, report_option("Write an HTML report.")]


def load_files(files: list[Path] | None) -> None:
    """Loads the files given by --load."""
    for file in files or ():
        tesuji.load(file)


def read_position(
    spec: str, seed: int | None, position: str | None, moves: str = ""
) -> tuple[Position, Move | None]:
    """Returns the position the arguments describe, and the last of its moves."""
    if seed is not None and position is not None:
        raise ParameterError("give --seed or --position, not both")
    game = tesuji.game(spec)
    current = game.position(position) if position is not None else game.start(seed or 0)
    last = None
    for text in moves.split():
        last = game.move(text)
        current = current.play(last)
    return current, last

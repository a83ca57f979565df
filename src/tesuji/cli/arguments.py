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
    "GameArgument",
    "JobsOption",
    "LoadOption",
    "MovesOption",
    "PositionOption",
    "ReportOption",
    "SeedOption",
    "StoreOption",
    "load_files",
    "read_position",
]

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help='A game such as avalam or "colosseum(size=6)".')
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Draws the start position. Default 0.")
]
PositionOption = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="A position in notation.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", metavar="MOVES", help="Moves to play first, with spaces between.")
]

LoadOption = Annotated[
    list[Path] | None,
    typer.Option("--load", metavar="FILE", help="A Python file with games or evaluators."),
]

JobsOption = Annotated[
    int | None, typer.Option("--jobs", metavar="N", help="Games at once. Default: one a core.")
]
StoreOption = Annotated[
    Path | None, typer.Option("--store", metavar="FILE", help="Keeps games; resumes from there.")
]
ReportOption = Annotated[Path | None, report_option("Write an HTML report.")]


def load_files(files: list[Path] | None) -> None:
    """Loads what --load names."""
    for file in files or ():
        tesuji.load(file)


def read_position(
    spec: str, seed: int | None, position: str | None, moves: str = ""
) -> tuple[Position, Move | None]:
    """The position that the arguments name, and the last move that led to it."""
    if seed is not None and position is not None:
        raise ParameterError("give --seed or --position, not both")
    game = tesuji.game(spec)
    current = game.position(position) if position is not None else game.start(seed or 0)
    last = None
    for text in moves.split():
        last = game.move(text)
        current = current.play(last)
    return current, last

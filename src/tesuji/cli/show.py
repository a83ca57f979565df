"""tesuji show: print a position, or write it as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tesuji.cli.arguments import (
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    SeedOption,
    load_files,
    read_position,
)
from tesuji.cli.outputs import output_option
from tesuji.cli.terminal import make_console, print_position


def show(
    game: GameArgument,
    seed: SeedOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    svg: Annotated[
        Path | None, output_option("--svg", "Write an SVG picture to this file.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Show a position in the terminal, or write it as an SVG picture."""
    load_files(load)
    current, last = read_position(game, seed, position, moves)
    if svg is None:
        print_position(make_console(), current)
    else:
        from tesuji.output_files import write_whole

        write_whole(current.svg(last_move=last), svg)
        print(f"wrote {svg}")

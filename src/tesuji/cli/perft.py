"""tesuji perft: count move sequences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import (
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    SeedOption,
    load_files,
    read_position,
)


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Number of moves per sequence.")],
    seed: SeedOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    divide: Annotated[
        bool, typer.Option("--divide", help="Split the count by first move.")
    ] = False,
    load: LoadOption = None,
) -> None:
    """Count the sequences of DEPTH moves and dice rolls from a position."""
    load_files(load)
    current, _ = read_position(game, seed, position, moves)
    begun = time.process_time()
    if divide:
        counts = tesuji.perft_divide(current, depth)
        for move, count in counts.items():
            print(f"{move}: {count}")
        total = sum(counts.values())
    else:
        total = tesuji.perft(current, depth)
    seconds = time.process_time() - begun
    print(f"perft({depth}) = {total}  ({seconds:.2f} s)")

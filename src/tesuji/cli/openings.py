"""tesuji openings: write positions to begin from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import GameArgument, LoadOption, load_files


def openings(
    game: GameArgument,
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many.")] = 50,
    plies: Annotated[int | None, typer.Option(metavar="N", help="Random plies of each.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Draws them.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Default: print them.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Write openings, no two of them equal under a symmetry of the game."""
    from tesuji.arena.openings import distinct_openings

    load_files(load)
    found = list(distinct_openings(tesuji.game(game), count, seed=seed, plies=plies))
    text = "".join(f"{position.text}\n" for position in found)
    if output is None:
        print(text, end="")
    else:
        output.write_text(f"# openings of {tesuji.game(game).spec}, seed {seed}\n{text}", "utf-8")
        print(f"wrote {len(found)} openings to {output}")

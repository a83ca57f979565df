"""tesuji openings: draw openings for matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import GameArgument, LoadOption, load_files
from tesuji.cli.outputs import output_option


def openings(
    game: GameArgument,
    count: Annotated[int, typer.Option("--count", metavar="N", help="Number of openings.")] = 50,
    plies: Annotated[
        int | None, typer.Option(metavar="N", help="Random plies of each opening.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the openings.")] = 0,
    output: Annotated[
        Path | None, output_option("--output", "File to write instead of printing the openings.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Generate random openings, no two of which are equivalent by symmetry."""
    from tesuji.arena.match.openings import distinct_openings
    from tesuji.output_files import write_whole

    load_files(load)
    found = list(distinct_openings(tesuji.game(game), count, seed=seed, plies=plies))
    text = "".join(f"{position.text}\n" for position in found)
    if output is None:
        print(text, end="")
    else:
        write_whole(
            f"# openings of {tesuji.game(game).spec}, seed {seed}\n{text}", output, exact=True
        )
        print(f"wrote {len(found)} openings to {output}")

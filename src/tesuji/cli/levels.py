"""tesuji levels: measures the levels of strength that the page offers, and keeps the result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import GameArgument, LoadOption, load_files
from tesuji.errors import ParameterError


def levels(
    game: GameArgument,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, help="Pairs of games of each match.")
    ] = 30,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of all games.")] = 0,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FILE",
            help="Where to keep it. Default for a bare name: with the page.",
        ),
    ] = None,
    load: LoadOption = None,
) -> None:
    """Measure the levels of a game in Elo above random play."""
    from tesuji.output_files import make_folder, write_whole
    from tesuji.web import levels as declared
    from tesuji.web.measuring import measure

    load_files(load)
    chosen = tesuji.game(game)
    if write is None and game != chosen.name:
        raise ParameterError(
            f"the page keeps levels of {chosen.name} as it is by default, not of {game}:"
            " say where to keep these by --write FILE"
        )
    target = write or Path(declared.__file__).parent / "measured" / f"{chosen.name}.json"
    make_folder(target, "--write")
    found = measure(chosen, pairs=pairs, seed=seed, tell=lambda text: print(text, flush=True))
    for row in found["levels"]:
        low, high = (("?" if bound is None else f"{bound:.0f}") for bound in row["interval"])
        print(f"{row['level']} {row['name']}: Elo {row['elo']:.0f} ({low} to {high})")
    write_whole(json.dumps(found, indent=1) + "\n", target)
    print(f"wrote {target}")

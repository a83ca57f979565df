"""tesuji tables: build the endgame tables of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from tesuji.cli.terminal import make_console
from tesuji.errors import ParameterError
from tesuji.solve.ewn_tables import MOST_STONES, build_ewn_tables, check_ewn_tables


def tables(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The only game with tables is ewn.")],
    stones: Annotated[
        int, typer.Option(metavar="N", help="Stones on the board in the largest tables.")
    ] = MOST_STONES,
    threads: Annotated[int, typer.Option(metavar="N", help="Threads.")] = 1,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for the tables. Default: TESUJI_DATA, or tesuji in the cache folder.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Read all tables instead, and report damaged ones.")
    ] = False,
) -> None:
    """Build endgame tables in files, which the solver then uses.

    Five stones take 2 GB of disk and a few minutes. Run the same command again to continue an
    interrupted build.
    """
    if game != "ewn":
        raise ParameterError.wrong_value("game", game, "ewn")
    if check:
        if not check_ewn_tables(folder, stones=stones):
            raise ParameterError.wrong_value("folder", str(folder or ""), "complete tables")
        print("All tables are undamaged.")
        return
    with Progress(console=make_console(), transient=True) as display:
        task = display.add_task("Building tables", total=None)
        written = build_ewn_tables(
            folder,
            stones=stones,
            threads=threads,
            progress=lambda done, total: display.update(task, completed=done, total=total or None),
        )
    print(f"The tables are in {written}")

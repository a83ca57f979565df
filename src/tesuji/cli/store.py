"""tesuji store: check, salvage and back up stores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.arguments import AllowOption, LoadOption, load_files
from tesuji.wording import counted

app = typer.Typer(help="Check, salvage and back up stores.", no_args_is_help=True)

StoreArgument = Annotated[Path, typer.Argument(metavar="STORE", help="Store to read.")]
IntoOption = Annotated[Path, typer.Option("--into", metavar="FILE", help="New file to write.")]


@app.command("check")
def check(
    store: StoreArgument,
    replay: Annotated[
        bool, typer.Option("--replay", help="Also play each game by the rules.")
    ] = False,
    load: LoadOption = None,
    allow: AllowOption = None,
) -> None:
    """Verify that a store holds what was played; exit with 1 if it is damaged."""
    from tesuji.arena.store.salvage import check_store

    load_files(load)
    tesuji.allow(*(allow or ()))
    found = check_store(store, replay=replay)
    for problem in found.problems:
        print(f"damaged: {problem}")
    sound = f"{counted(found.games, 'game')} in {_matches(found.matches)}"
    if found.problems:
        print(f"{sound} can be read; 'tesuji store salvage' copies everything sound")
        raise typer.Exit(1)
    print(f"{sound}: all sound")


@app.command("salvage")
def salvage(store: StoreArgument, into: IntoOption) -> None:
    """Copy everything sound from a damaged store into a new one."""
    from tesuji.arena.store.salvage import salvage as salvage_store

    found = salvage_store(store, into)
    matches = _matches(found.matches)
    print(f"copied {counted(found.games, 'game')} in {matches} to {into}")
    if found.apart:
        print(
            f"{counted(found.apart, 'game')} of a lost match are kept apart;"
            " the command that played the match counts them again"
        )
    if found.lost:
        print(f"{counted(found.lost, 'game')} could not be read")


@app.command("backup")
def backup(store: StoreArgument, into: IntoOption) -> None:
    """Copy a store, also while a match is writing to it."""
    from tesuji.arena.store.salvage import back_up

    print(f"wrote {back_up(store, into):,} bytes to {into}")


def _matches(count: int) -> str:
    return counted(count, "match", "matches")

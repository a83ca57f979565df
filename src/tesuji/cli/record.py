"""tesuji record: show, convert or import game records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tesuji
from tesuji.cli.arguments import AllowOption, LoadOption, load_files
from tesuji.cli.outputs import output_option
from tesuji.cli.terminal import make_console, print_position
from tesuji.errors import ParameterError
from tesuji.games.record import LOG_TAG, GameRecord, record_text
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.arena.store.exchange import Imported


def record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, as text or .jsonl.")],
    game: Annotated[
        int, typer.Option("--game", metavar="N", help="Number of the game, from 1.")
    ] = 1,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Ply to show. Default: the last.")
    ] = None,
    convert: Annotated[
        Path | None, output_option("--convert", "Write all games as .jsonl or text.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="STORE", help="Import all games into this store."),
    ] = None,
    load: LoadOption = None,
    allow: AllowOption = None,
) -> None:
    """Show a recorded game, convert records between text and JSON lines, or import them."""
    from tesuji.arena.store.exchange import import_games
    from tesuji.games.record_files import write_records

    load_files(load)
    tesuji.allow(*(allow or ()))
    if convert is not None:
        print(f"wrote {counted(write_records(_games(file), convert), 'game')} to {convert}")
    if into is not None:
        print(_imported_text(import_games(file, into), into))
    if convert is None and into is None:
        records = _games(file)
        if not 1 <= game <= len(records):
            held = "only game 1" if len(records) == 1 else f"games 1 to {len(records)}"
            raise ParameterError(
                f"{file} holds {held}, not {game}", where="--game", given=game, expected=held
            )
        _show(records[game - 1], ply)


def _games(file: Path) -> list[GameRecord]:
    from tesuji.games.record_files import read_records

    records = read_records(file)
    if not records:
        raise ParameterError(
            f"{file} holds no games", where="FILE", given=file, expected="a file with games"
        )
    return records


def _imported_text(done: Imported, store: Path) -> str:
    count = "".join(f"; {games} count in {name!r}" for name, games in done.counted.items())
    known = done.games - done.new
    return (
        f"imported {done.new} of {counted(done.games, 'game')} into {store}"
        + (f", {known} already there" if known else "")
        + (count or ("; none belongs to a match there" if done.new else ""))
    )


def _without_log(record: GameRecord) -> GameRecord:
    """The record without the log, which is shown below it."""
    return replace(record, tags={k: v for k, v in record.tags.items() if k != LOG_TAG})


def _show(record: GameRecord, ply: int | None) -> None:
    positions = list(record.positions())
    last = len(positions) - 1
    number = last if ply is None else ply
    if not 0 <= number <= last:
        expected = f"plies 0 to {last}"
        raise ParameterError(
            f"the game has {expected}, not {number}",
            where="--ply",
            given=number,
            expected=expected,
        )
    log = record.tags.get(LOG_TAG, "")
    console = make_console()
    print(record_text(_without_log(record)))
    if log:
        print(f"Last output of the agent that failed:\n{log}\n")
    console.print(f"After ply {number} of {last}:")
    print_position(console, positions[number])

"""tesuji record: show or convert game records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from tesuji.cli.arguments import LoadOption, load_files
from tesuji.cli.terminal import make_console, print_position
from tesuji.errors import RecordError


def record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records as text or .jsonl.")],
    game: Annotated[int, typer.Option("--game", metavar="N", help="Which game, from 1.")] = 1,
    ply: Annotated[int | None, typer.Option(metavar="N", help="Show after this ply.")] = None,
    convert: Annotated[
        Path | None, typer.Option("--convert", metavar="FILE", help="Write all: .jsonl or text.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Show a recorded game, or convert records between text and JSON lines."""
    from tesuji.arena.record import record_text

    load_files(load)
    records = _read(file)
    if convert is not None:
        lines = convert.suffix == ".jsonl"
        texts = (json.dumps(r.to_dict()) if lines else record_text(r) for r in records)
        convert.write_text("".join(text + "\n" for text in texts), "utf-8")
        print(f"wrote {len(records)} games to {convert}")
        return
    if not 1 <= game <= len(records):
        raise RecordError(f"{file} holds games 1 to {len(records)}, not {game}", line=0, column=0)
    _show(records[game - 1], ply)


def _read(file: Path) -> list[Any]:
    from tesuji.arena.record import GameRecord, parse_records

    text = file.read_text("utf-8")
    if file.suffix != ".jsonl":
        return list(parse_records(text))
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            records.append(GameRecord.from_dict(json.loads(line)))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise RecordError(
                f"{file}, line {number}, column 1: no game record: {error!r}", line=number, column=1
            ) from error
    return records


def _show(record: Any, ply: int | None) -> None:
    from tesuji.arena.record import record_text

    positions = list(record.positions())
    number = len(positions) - 1 if ply is None else max(0, min(ply, len(positions) - 1))
    print(record_text(record))
    console = make_console()
    console.print(f"After ply {number} of {len(positions) - 1}:")
    print_position(console, positions[number])

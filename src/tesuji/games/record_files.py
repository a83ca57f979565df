"""Files of game records: text, or JSON lines where the name ends in .jsonl."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tesuji.errors import RecordError, TesujiError
from tesuji.games.outcome import Outcome
from tesuji.games.record import (
    ENDS,
    RESULTS,
    UNFINISHED,
    GameRecord,
    parse_records,
    record_text,
)
from tesuji.output_files import errors_name, writing_whole

__all__ = ["parse_lines", "read_records", "write_records"]

_SQLITE = b"SQLite format 3\0"
"""How a store begins, as every SQLite file does."""


def read_records(file: str | Path) -> list[GameRecord]:
    """All games of a file, each replayed; errors name file, line and column."""
    path = Path(file)
    data = path.read_bytes()
    if data.startswith(_SQLITE):
        raise RecordError(
            f"{path} is a database, not a file of records;"
            f" 'tesuji results {path} --export FILE' writes the games of a store to one",
            line=1,
            column=1,
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise _error(line, column, "this is not UTF-8 text", str(path)) from error
    try:
        return parse_lines(text) if path.suffix == ".jsonl" else parse_records(text)
    except RecordError as error:
        raise RecordError(f"{path}, {error}", line=error.line, column=error.column) from error


def write_records(records: Iterable[GameRecord], file: str | Path) -> int:
    """Writes games, one at a time and all or none; how many there were."""
    path, count = Path(file), 0
    lines = path.suffix == ".jsonl"
    with errors_name(path), writing_whole(path) as output:
        for record in records:
            output.write((json.dumps(record.to_dict()) if lines else record_text(record)) + "\n")
            count += 1
    return count


def parse_lines(text: str) -> list[GameRecord]:
    """Reads JSON lines, one game each, replaying it; errors name line and column."""
    # Not splitlines: JSON allows the other line ends of Unicode within a text.
    numbered = enumerate(text.split("\n"), 1)
    return [_parse_line(number, line) for number, line in numbered if line.strip()]


def _parse_line(number: int, line: str) -> GameRecord:
    try:
        data = json.loads(line)
    except ValueError as error:
        column = getattr(error, "colno", 1)
        reason = getattr(error, "msg", error)
        raise _error(number, column, f"no JSON: {reason}") from error
    for key, reason in _problems(data):
        column = max(line.find(f'"{key}"'), 0) + 1
        raise _error(number, column, reason)
    return GameRecord.from_dict(data)


def _problems(data: Any) -> Iterator[tuple[str, str]]:
    """What keeps data from being a game: the key to blame, and why."""
    if not isinstance(data, dict):
        yield "", f"a game is an object with keys such as game and moves, not {data!r:.40}"
        return
    for key, (fits, wanted) in _SHAPES.items():
        if key not in data:
            yield "", f"the game has no {key!r}"
        elif not fits(data[key]):
            yield key, f"{key} is {wanted}, not {data[key]!r:.60}"
    yield from _replayed(GameRecord.from_dict(data))


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _is_move(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 6
        and isinstance(value[0], str)
        and all(map(_is_number, value[1:]))
    )


_SHAPES: dict[str, tuple[Any, str]] = {
    "game": (lambda value: isinstance(value, str), "a spec"),
    "agents": (lambda value: _is_texts(value) and len(value) == 2, "two specs"),
    "start": (lambda value: isinstance(value, str), "a position"),
    "moves": (
        lambda value: isinstance(value, list) and all(map(_is_move, value)),
        "a list of [move, player, value, simulations, nodes, seconds]",
    ),
    "winner": (
        lambda value: value in RESULTS.values() and not isinstance(value, bool),
        "0, 1 or null",
    ),
    "score": (lambda value: isinstance(value, int) and not isinstance(value, bool), "an integer"),
    "reason": (lambda value: isinstance(value, str), "a text"),
    "end": (lambda value: value in ENDS, f"one of {', '.join(ENDS)}"),
    "tags": (
        lambda value: isinstance(value, dict) and _is_texts(list(value.values())),
        "an object of texts",
    ),
}


def _replayed(record: GameRecord) -> Iterator[tuple[str, str]]:
    positions = record.positions()
    try:
        last = next(positions)
    except TesujiError as error:
        yield "start", str(error)
        return
    for number, move in enumerate(record.moves, 1):
        if move.player != last.to_move:
            yield (
                "moves",
                f"move {number}, {move.move}, is one of {last.to_move}, not {move.player}",
            )
        try:
            last = next(positions)
        except TesujiError as error:
            yield "moves", f"move {number}: {error}"
            return
    if record.end == "rules":
        yield from _wrong_end(record, last.outcome)
    if record.end == UNFINISHED:
        yield from _end_of_unfinished(record, last.outcome)


def _end_of_unfinished(record: GameRecord, outcome: Outcome | None) -> Iterator[tuple[str, str]]:
    """A game that goes on has neither winner nor end."""
    if record.winner is not None:
        yield "winner", f"a game that is {UNFINISHED} has the winner null, not {record.winner}"
    if outcome is not None:
        yield "end", f"the game is not {UNFINISHED}, its moves lead to an end: {outcome.reason}"


def _wrong_end(record: GameRecord, outcome: Outcome | None) -> Iterator[tuple[str, str]]:
    """A game that ended by the rules must have come to the result that it claims."""
    if outcome is None:
        yield "moves", "the moves do not lead to the end of the game"
    elif outcome.winner != record.winner:
        claimed, found = json.dumps(record.winner), json.dumps(outcome.winner)
        yield "winner", f"the winner is {claimed}, but the moves lead to {found}: {outcome.reason}"


def _error(line: int, column: int, message: str, file: str = "") -> RecordError:
    where = f"{file}, line {line}" if file else f"line {line}"
    return RecordError(f"{where}, column {column}: {message}", line=line, column=column)

"""Files of game records: text, or JSON lines if the name ends in .jsonl."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tesuji.errors import RecordError, TesujiError
from tesuji.games.record import (
    ENDS,
    RESULTS,
    TAG_NAME,
    GameRecord,
    check_lines,
    end_problem,
    parse_records,
    record_text,
)
from tesuji.input_files import read_bytes
from tesuji.output_files import errors_name, writing_whole

__all__ = ["parse_lines", "read_records", "replay_problem", "write_records"]

LARGEST_FILE = 512 << 20
"""Bytes of the largest file of records that is read, since its games are kept in memory."""
_SQLITE = b"SQLite format 3\0"
"""The first bytes of every SQLite file, and so of every store."""


def read_records(file: str | Path) -> list[GameRecord]:
    """Reads and replays all games of a file; errors name the file, line and column."""
    path = Path(file)
    if (size := path.stat().st_size) > LARGEST_FILE:
        raise _too_large(path, size)
    try:
        data = read_bytes(path, LARGEST_FILE)
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        raise _too_large(path, LARGEST_FILE + 1) from error
    if data.startswith(_SQLITE):
        raise RecordError(
            f"{path} is a database, not a file of records;"
            f" 'tesuji results {path} --export FILE' writes the games of a store to such a file",
            line=1,
            column=1,
            where=str(path),
            given=str(path),
            expected="a file of records",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise RecordError(
            f"{path}, line {line}, column {column}: not UTF-8 text",
            line=line,
            column=column,
            where=str(path),
            expected="UTF-8 text",
        ) from error
    try:
        return parse_lines(text) if path.suffix == ".jsonl" else parse_records(text)
    except RecordError as error:
        details = {**error.__dict__, "where": str(path)}
        raise RecordError(f"{path}, {error}", **details) from error


def _too_large(path: Path, size: int) -> RecordError:
    most = f"{LARGEST_FILE >> 20} MB"
    return RecordError(
        f"{path} has more than {most}, the most that is read; split it",
        line=1,
        column=1,
        where=str(path),
        given=size,
        expected=f"at most {most}",
    )


def write_records(records: Iterable[GameRecord], file: str | Path) -> int:
    """Writes all games or none, and returns their number."""
    path, count = Path(file), 0
    lines = path.suffix == ".jsonl"
    with errors_name(path), writing_whole(path) as output:
        for record in records:
            output.write((json.dumps(record.to_dict()) if lines else record_text(record)) + "\n")
            count += 1
    return count


def parse_lines(text: str) -> list[GameRecord]:
    """Reads JSON lines, one game each, and replays each; errors name the line and column."""
    # Not splitlines: JSON allows Unicode's other line ends within a text.
    lines = text.split("\n")
    check_lines(lines)
    numbered = enumerate(lines, 1)
    return [_parse_line(number, line) for number, line in numbered if line.strip()]


def _parse_line(number: int, line: str) -> GameRecord:
    try:
        data = json.loads(line)
    except RecursionError:
        raise _error(number, 1, "invalid JSON: nested too deeply", line[:40]) from None
    except ValueError as error:
        column = getattr(error, "colno", 1)
        reason = getattr(error, "msg", error)
        raise _error(number, column, f"invalid JSON: {reason}", line) from error
    if problem := _shape_problem(data) or replay_problem(GameRecord.from_dict(data)):
        key, reason = problem
        given = data[key] if key else data
        raise _error(number, max(line.find(f'"{key}"'), 0) + 1, reason, given)
    return GameRecord.from_dict(data)


Problem = tuple[str, str]
"""The key of a wrong value, and what is wrong with it."""

_EXPECTED = {
    "game": "a game spec",
    "agents": "two agent specs",
    "start": "a position",
    "moves": "a list of [move, player, value, simulations, nodes, seconds]",
    "winner": "0, 1 or null",
    "score": "an integer",
    "reason": "a text",
    "end": f"one of {', '.join(ENDS)}",
    "tags": "an object of texts whose names are words",
}


def _shape_problem(data: Any) -> Problem | None:
    if not isinstance(data, dict):
        return "", f"expected an object with keys such as game and moves, found {data!r:.40}"
    if _has_lone_surrogate(data):
        return "", "a text has half of a surrogate pair, which is not a character"
    for key, expected in _EXPECTED.items():
        if key not in data:
            return "", f"the game has no {key!r}"
        if not _fits(key, data[key]):
            return key, f"{key} must be {expected}, not {data[key]!r:.60}"
    return None


def _has_lone_surrogate(data: Any) -> bool:
    """JSON can write such texts, but no file or terminal can."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _fits(key: str, value: Any) -> bool:
    match key, value:
        case _, bool():
            return False
        case ("game" | "start" | "reason", str()) | ("agents", [str(), str()]) | ("score", int()):
            return True
        case "moves", list():
            return all(map(_is_move, value))
        case "tags", dict():
            texts = (isinstance(each, str) for each in value.values())
            return all(texts) and all(TAG_NAME.fullmatch(name) for name in value)
        case "winner", _:
            return value in RESULTS.values()
        case _:
            return key == "end" and value in ENDS


def _is_move(value: Any) -> bool:
    match value:
        case [str(), _, _, _, _, _]:
            return all(type(number) in (int, float, type(None)) for number in value[1:])
    return False


def replay_problem(record: GameRecord) -> Problem | None:
    """Plays a record by the rules; the wrong field and what is wrong with it, or None."""
    positions = record.positions()
    try:
        last = next(positions)
    except TesujiError as error:
        return "start", str(error)
    for number, move in enumerate(record.moves, 1):
        if move.player != last.to_move:
            mover, given = json.dumps(last.to_move), json.dumps(move.player)
            return "moves", f"move {number}, {move.move}: the player is {mover}, not {given}"
        try:
            last = next(positions)
        except TesujiError as error:
            return "moves", f"move {number}: {error}"
    return end_problem(record, last)


def _error(line: int, column: int, message: str, given: Any) -> RecordError:
    text = f"line {line}, column {column}: {message}"
    return RecordError(text, line=line, column=column, given=given)

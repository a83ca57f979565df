"""Game records: everything that happened in a game, as data and as readable text.

All games share one text format: headers in brackets, an empty line, then the moves and chance
events separated by spaces. A comment in braces after a move gives the mover's value, its
simulations, nodes and seconds, or - for each that is unknown.

    [Game "ewn-cyclic"]
    [First "mcts"]
    [Second "random"]
    [Start "a1b1c1a2b2a3 g4f5g5e6f6g6 r 343242404031241152042"]
    [Result "1-0"]
    [Reason "a cube reached the far corner"]

    3se {0.52 1000 3406 0.011} 2nw ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tesuji.errors import ParameterError, RecordError, TesujiError
from tesuji.games.position import Position
from tesuji.games.registry import game_from_file

__all__ = [
    "LATE_TAGS",
    "LOG_TAG",
    "LONGEST_LINE",
    "TAG_NAME",
    "UNFINISHED",
    "GameRecord",
    "MoveRecord",
    "check_lines",
    "end_problem",
    "parse_records",
    "record_text",
]

RESULTS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
UNFINISHED = "unfinished"
NO_RESULT = "*"
"""The result of an unfinished game."""
LOG_TAG = "Log"
"""The tag with the last output of an agent that lost by failing, or its traceback."""
LATE_TAGS = ("First-Late", "Second-Late")
"""The tags with the number of late moves that were played, by player."""
ENDS = ("rules", "time", "illegal", "crash", "adjudicated", UNFINISHED)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move or a chance event. Values and costs are None where the mover reported none."""

    move: str
    player: int | None = None
    """None for a chance event."""
    value: float | None = None
    """The mover's win probability, by its own search."""
    simulations: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """One game, usually a finished one."""

    game: str
    """The game's spec."""
    agents: tuple[str, str]
    """The specs of player 0 and player 1."""
    start: str
    """The text of the first position."""
    moves: tuple[MoveRecord, ...]
    winner: int | None
    """0 or 1; None for a draw and for an unfinished game."""
    score: int
    """For player 0, in the game's units; 0 unless the game ended by its rules."""
    reason: str
    end: str = "rules"
    """How it ended: "rules", "time", "illegal", "crash", "adjudicated", or "unfinished"."""
    tags: dict[str, str] = field(default_factory=dict)
    """Further headers, such as pair, seed and date."""

    @property
    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2; * for an unfinished game."""
        return NO_RESULT if self.end == UNFINISHED else _result(self.winner)

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has not ended; an early version wrote such games as draws."""
        return UNFINISHED in (self.end, self.reason if self.end == "adjudicated" else "")

    def value_for(self, player: int) -> float:
        """1, 0.5 or 0 for the given player; an unfinished game has no value."""
        if self.is_unfinished:
            raise ParameterError(
                f"an {UNFINISHED} game of {self.game} has no value",
                where="end",
                given=UNFINISHED,
                expected="a finished game",
            )
        return 0.5 if self.winner is None else float(self.winner == player)

    def positions(self) -> Iterator[Position]:
        """Replays the game; yields every position from the first to the last."""
        position = game_from_file(self.game).position(self.start)
        yield position
        for move in self.moves:
            position = position.play(move.move)
            yield position

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "game": self.game,
            "agents": list(self.agents),
            "start": self.start,
            "moves": [
                [m.move, m.player, m.value, m.simulations, m.nodes, m.seconds] for m in self.moves
            ],
            "winner": self.winner,
            "score": self.score,
            "reason": self.reason,
            "end": self.end,
            "tags": self.tags,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GameRecord:
        """A record from plain data, which is not checked."""
        return cls(
            game=data["game"],
            agents=(data["agents"][0], data["agents"][1]),
            start=data["start"],
            moves=tuple(MoveRecord(*move) for move in data["moves"]),
            winner=data["winner"],
            score=data["score"],
            reason=data["reason"],
            end=data["end"],
            tags=dict(data["tags"]),
        )


def _result(winner: int | None) -> str:
    return next(text for text, meant in RESULTS.items() if meant == winner)


def end_problem(record: GameRecord, last: Position) -> tuple[str, str] | None:
    """Compares a record with the position after its moves; the wrong field and why, or None."""
    outcome = last.outcome
    if record.end == UNFINISHED and record.winner is not None:
        return "winner", f"the winner is {record.winner}, but an {UNFINISHED} game has none"
    if record.end == UNFINISHED and outcome is not None:
        return "end", f"the game is not {UNFINISHED}, its moves lead to an end: {outcome.reason}"
    if record.end == "rules" and outcome is None:
        return "moves", "the moves do not lead to the end of the game"
    if record.end == "rules" and outcome is not None and outcome.winner != record.winner:
        found = f"the moves lead to {_result(outcome.winner)}: {outcome.reason}"
        return "winner", f"the result is {record.result}, but {found}"
    return None


def record_text(record: GameRecord) -> str:
    """The record as text, which `parse_records` reads."""
    headers = {
        "Game": record.game,
        "First": record.agents[0],
        "Second": record.agents[1],
        "Start": record.start,
        "Result": record.result,
        "Score": str(record.score),
        "Reason": record.reason,
        "End": record.end,
        **record.tags,
    }
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *_wrapped(_words(record.moves)), ""])


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_MEANT = {"n": "\n", "r": "\r"}


def _escaped(value: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in value)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _MEANT.get(match[1], match[1]), value)


def _words(moves: tuple[MoveRecord, ...]) -> Iterator[str]:
    for move in moves:
        yield move.move
        parts = (move.value, move.simulations, move.nodes, move.seconds)
        if any(part is not None for part in parts):
            yield "{" + " ".join(map(_number, parts)) + "}"


def _number(part: float | None) -> str:
    if part is None:
        return "-"
    return str(part) if isinstance(part, int) else f"{part:.6g}"


def _wrapped(words: Iterator[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + len(word) >= 99:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line


LONGEST_LINE = 1_000_000
"""Characters of the longest line of a file of records."""
TAG_NAME = re.compile(r"\w[\w-]*")
_HEADER = re.compile(rf'\[({TAG_NAME.pattern}) "([^"\\]*(?:\\.[^"\\]*)*)"\]')
_WORD = re.compile(r"\{([^}]{0,500})\}|\S+")
_NEEDED = ("Game", "First", "Second", "Start", "Result")
_KNOWN = (*_NEEDED, "Score", "Reason", "End")


def parse_records(text: str) -> list[GameRecord]:
    """Reads any number of records and replays each; errors name the line and column."""
    # Not splitlines, which also splits at form feeds and the like within a header.
    records, lines, at = [], text.replace("\r\n", "\n").split("\n"), 0
    check_lines(lines)
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        record, at = _parse_one(lines, at)
        records.append(record)
    return records


def check_lines(lines: list[str]) -> None:
    """Raises RecordError if a line is too long."""
    for number, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            expected = f"at most {LONGEST_LINE:,} characters"
            message = f"expected {expected} in a line, found {len(line):,}"
            raise _error(number, 0, message, given=line[:40], expected=expected)


@dataclass(frozen=True)
class _Headers:
    """The headers of one record, with the line and column of each value."""

    line: int
    values: dict[str, str]
    places: dict[str, tuple[int, int]]

    def error(self, name: str, message: str, expected: str | None = None) -> RecordError:
        place = self.places.get(name, (self.line, 0))
        return _error(*place, message, given=self.values.get(name), expected=expected)


def _parse_one(lines: list[str], at: int) -> tuple[GameRecord, int]:
    headers, at = _parse_headers(lines, at)
    while at < len(lines) and not lines[at].strip():
        at += 1
    moves, last, at = _parse_moves(lines, at, headers)
    record = _record(headers, moves)
    if problem := end_problem(record, last):
        raise headers.error("Result", problem[1])
    return record, at


def _parse_headers(lines: list[str], at: int) -> tuple[_Headers, int]:
    headers = _Headers(at, {}, {})
    while at < len(lines) and lines[at].lstrip().startswith("["):
        indent = len(lines[at]) - len(lines[at].lstrip())
        match = _HEADER.fullmatch(lines[at].strip())
        if match is None:
            expected = 'a header such as [Game "avalam"]'
            message = f"expected {expected}, found {lines[at]!r:.80}"
            raise _error(at, indent, message, given=lines[at], expected=expected)
        if match[1] in headers.values:
            message = f"the header {match[1]} is given twice"
            raise _error(at, indent, message, given=lines[at])
        headers.values[match[1]] = _unescaped(match[2])
        headers.places[match[1]] = (at, indent + match.start(2))
        at += 1
    if missing := [name for name in _NEEDED if name not in headers.values]:
        raise headers.error("", f"the record has no header {', '.join(missing)}")
    return headers, at


def _parse_moves(
    lines: list[str], at: int, headers: _Headers
) -> tuple[tuple[MoveRecord, ...], Position, int]:
    """Returns the moves, the position after them, and the line where they end."""
    position = _start(headers)
    moves: list[MoveRecord] = []
    while at < len(lines) and lines[at].strip() and not lines[at].lstrip().startswith("["):
        for match in _WORD.finditer(lines[at]):
            if match[1] is not None:
                moves[-1] = _with_comment(moves, match[1], at, match.start())
                continue
            mover = position.to_move
            try:
                position = position.play(match[0])
            except TesujiError as error:
                raise _error(at, match.start(), str(error), given=match[0]) from error
            moves.append(MoveRecord(match[0], mover))
        at += 1
    return tuple(moves), position, at


def _start(headers: _Headers) -> Position:
    try:
        game = game_from_file(headers.values["Game"])
    except TesujiError as error:
        raise headers.error("Game", str(error)) from error
    try:
        return game.position(headers.values["Start"])
    except TesujiError as error:
        raise headers.error("Start", str(error)) from error


def _with_comment(moves: list[MoveRecord], comment: str, line: int, column: int) -> MoveRecord:
    words = comment.split()
    if not moves or len(words) != 4:
        raise _comment_error(line, column, comment, "four numbers in braces after a move")
    try:
        value, seconds = (None if w == "-" else float(w) for w in (words[0], words[3]))
        simulations, nodes = (None if w == "-" else int(w) for w in words[1:3])
    except ValueError:
        expected = "{value simulations nodes seconds}"
        raise _comment_error(line, column, comment, expected) from None
    return replace(moves[-1], value=value, simulations=simulations, nodes=nodes, seconds=seconds)


def _record(headers: _Headers, moves: tuple[MoveRecord, ...]) -> GameRecord:
    values = headers.values
    winner, end = _ending(headers)
    try:
        score = int(values.get("Score", "0"))
    except ValueError:
        raise headers.error(
            "Score", f"the score must be an integer, not {values['Score']!r}", "an integer"
        ) from None
    return GameRecord(
        game=values["Game"],
        agents=(values["First"], values["Second"]),
        start=values["Start"],
        moves=moves,
        winner=winner,
        score=score,
        reason=values.get("Reason", ""),
        end=end,
        tags={name: value for name, value in values.items() if name not in _KNOWN},
    )


def _ending(headers: _Headers) -> tuple[int | None, str]:
    """The winner, and how the game ended."""
    result = headers.values["Result"]
    if result not in (*RESULTS, NO_RESULT):
        expected = f"{', '.join(RESULTS)} or {NO_RESULT}"
        raise headers.error("Result", f"expected {expected}, found {result!r}", expected)
    end = headers.values.get("End", UNFINISHED if result == NO_RESULT else "rules")
    if end not in ENDS:
        expected = f"one of {', '.join(ENDS)}"
        raise headers.error("End", f"expected {expected}, found {end!r}", expected)
    if (end == UNFINISHED) != (result == NO_RESULT):
        raise headers.error(
            "Result",
            f"the result is {result} but the end is {end!r};"
            f" {NO_RESULT} is the result of {UNFINISHED} games only",
        )
    return RESULTS.get(result), end


def _comment_error(line: int, column: int, comment: str, expected: str) -> RecordError:
    message = f"expected {expected}, found {{{comment}}}"
    return _error(line, column, message, given=comment, expected=expected)


def _error(line: int, column: int, message: str, **details: Any) -> RecordError:
    line, column = line + 1, column + 1
    text = f"line {line}, column {column}: {message}"
    return RecordError(text, line=line, column=column, **details)

"""Sets of solved positions: the exact value of every move, one position per line of JSON.

The first line describes the set: ``format``, ``game`` (its spec), ``version`` (of the game's rules)
and ``command``. Every other line is a position:

- ``position``: its text;
- ``moves``: the result of each legal move, in their order, for the player to move: a letter (W, D
  or L) each, or a list of numbers from 0 to 1 if dice decide;
- ``ply``: the decisions before it, and ``phase``: their share of the whole game, from 0 to 1;
- ``seconds``: the CPU time that solved all of its moves, one after the other on one core, with
  tables that were empty at the start, or that held other positions of the game if ``unproven`` is
  there;
- ``unproven``, only if this was checked: the CPU seconds in which a plain search, ``alphabeta``
  with its defaults, did not prove the position;
- ``seed``: the game that it is from.

A position is hard if a search of ``HARD_UNPROVEN`` seconds does not prove it, or if its moves took
``HARD_SECONDS`` or more to solve.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from tesuji.errors import ParameterError, RecordError
from tesuji.games import Game, game
from tesuji.input_files import read_text
from tesuji.output_files import write_whole

__all__ = ["SolvedPosition", "SolvedSet", "read_set", "set_of_game", "write_set"]

FORMAT = 1
HARD_UNPROVEN = 2.0
"""A position is hard if a search of so many CPU seconds does not prove it."""
HARD_SECONDS = 10.0
"""A position is hard, too, if its moves take so many CPU seconds to solve."""
TOLERANCE = 1e-6
"""Differences of expected results up to this count as none: tables are rounded."""
_VALUES = {"W": 1.0, "D": 0.5, "L": 0.0}
_LETTERS = {value: letter for letter, value in _VALUES.items()}


@dataclass(frozen=True, kw_only=True)
class SolvedPosition:
    """A position with the exact value of every legal move, in their order."""

    position: str
    moves: tuple[float, ...]
    ply: int
    phase: float
    seconds: float
    seed: int
    unproven: float = 0.0
    """CPU seconds in which a plain search did not prove it; 0 if that was not checked."""

    @property
    def hard(self) -> bool:
        """Whether a search of two seconds leaves it open, or solving it took ten."""
        return self.unproven >= HARD_UNPROVEN or self.seconds >= HARD_SECONDS

    @property
    def value(self) -> float:
        """The value of the position for the player to move."""
        return max(self.moves)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        letters = [_LETTERS.get(value) for value in self.moves]
        known = [letter for letter in letters if letter is not None]
        return {
            "seed": self.seed,
            "position": self.position,
            "ply": self.ply,
            "phase": self.phase,
            "seconds": self.seconds,
            **({"unproven": self.unproven} if self.unproven else {}),
            "moves": "".join(known) if len(known) == len(letters) else list(self.moves),
        }


@dataclass(frozen=True, kw_only=True)
class SolvedSet:
    """Solved positions of one game."""

    game: str
    version: int
    command: str
    positions: tuple[SolvedPosition, ...]

    def lines(self) -> Iterator[str]:
        """The lines of its file."""
        yield header_line(game(self.game), self.command)
        yield from map(position_line, self.positions)


def header_line(of: Game, command: str) -> str:
    """The first line of the file of a set."""
    header = {"format": FORMAT, "game": of.spec, "version": of.version, "command": command}
    return json.dumps(header) + "\n"


def position_line(position: SolvedPosition) -> str:
    """The line of a position."""
    return json.dumps(position.to_dict(), separators=(",", ":")) + "\n"


def write_set(path: Path, solved: SolvedSet) -> None:
    """Writes a set, completely or not at all."""
    write_whole("".join(solved.lines()), path)


def set_of_game(spec: str) -> SolvedSet:
    """The set of a game that comes with the package; raises ParameterError if there is none."""
    of = game(spec)
    folder = resources.files("tesuji.studies.blunders").joinpath("sets")
    file = folder.joinpath(f"{of.name}.jsonl")
    if not file.is_file():
        names = sorted(each.name.removesuffix(".jsonl") for each in folder.iterdir())
        raise ParameterError.wrong_value("game", spec, f"one with a set: {', '.join(names)}")
    solved = _read(file.read_text("utf-8"), file.name)
    if of.spec != solved.game:
        whole = game(solved.game).expanded_spec
        board = "" if whole == solved.game else f", which is {whole}"
        expected = f"{solved.game}{board}, the game of the set in the package"
        raise ParameterError.wrong_value("game", spec, expected)
    return solved


def read_set(path: Path) -> SolvedSet:
    """Reads the file of a set; raises RecordError if a line is damaged."""
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{path}: not UTF-8 text", line=1, column=1, where=str(path), expected="UTF-8 text"
        ) from error
    return _read(text, str(path))


def _read(text: str, where: str) -> SolvedSet:
    numbered = enumerate(text.splitlines(keepends=True), 1)
    number, first = next(numbered, (1, "\n"))
    header = _object(first, where, number)
    if header.get("format") != FORMAT or not isinstance(header.get("game"), str):
        raise _damaged(where, number, f"expected a set of format {FORMAT}")
    of = game(header["game"])
    if header.get("version") != of.version:
        raise _damaged(
            where,
            number,
            f"it is of version {header.get('version')} of the rules, not {of.version}",
        )
    positions = tuple(
        _position(_object(line, where, number), of, where, number) for number, line in numbered
    )
    return SolvedSet(
        game=of.spec,
        version=of.version,
        command=str(header.get("command", "")),
        positions=positions,
    )


def _object(line: str, where: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        if not line.endswith("\n"):
            reason = "the file ends in the middle of this line; remove the line to use the others"
            raise _damaged(where, number, reason, expected="a whole line") from None
        raise _damaged(where, number, f"not JSON: {error}") from None
    if not isinstance(found, dict):
        raise _damaged(where, number, "expected a JSON object")
    return found


def _position(entry: dict[str, Any], of: Game, where: str, number: int) -> SolvedPosition:
    try:
        moves = tuple(
            _VALUES[each] if isinstance(each, str) else float(each) for each in entry["moves"]
        )
        solved = SolvedPosition(
            position=str(entry["position"]),
            moves=moves,
            ply=int(entry["ply"]),
            phase=float(entry["phase"]),
            seconds=float(entry["seconds"]),
            seed=int(entry["seed"]),
            unproven=_seconds(entry.get("unproven", 0.0)),
        )
        legal = len(of.position(solved.position).legal_moves)
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(where, number, f"{type(error).__name__}: {error}") from None
    if legal != len(moves) or not all(0 <= value <= 1 for value in moves):
        raise _damaged(where, number, f"expected {legal} values from 0 to 1, found {len(moves)}")
    return solved


def _seconds(given: Any) -> float:
    if not 0 <= (found := float(given)) < math.inf:
        raise ValueError(f"{given} is not a number of seconds")
    return found


def _damaged(where: str, line: int, reason: str, *, expected: str | None = None) -> RecordError:
    message = f"{where}, line {line}: {reason}"
    return RecordError(message, where=where, line=line, expected=expected)

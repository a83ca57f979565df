"""Learned evaluations: files of weights, and the evaluators made from them.

A file has a header with a checksum, a data sheet in JSON and the weights; ``docs/learning.md``
describes it. Families: patterns, which are tables of weights, and networks over the same slots.
``patterns`` or ``net`` without a file is the one that Tesuji has for the game, in ``weights``.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesuji.errors import ParameterError, WeightsError
from tesuji.games import Game
from tesuji.games import game as make_game
from tesuji.input_files import read_bytes
from tesuji.python_files import resolve_path
from tesuji.specs import Kind, Parameter, parse_spec

if TYPE_CHECKING:
    from tesuji.agents.plane_patterns import PlanePatterns

__all__ = [
    "LEARNED",
    "WeightsFile",
    "ignores_roll",
    "is_learned",
    "learned_evaluator",
    "patterns_of",
    "read_weights",
    "shipped_weights",
    "weights_bytes",
    "weights_files",
]

MAGIC = b"TSJWEIGH"
VERSION = 1
HEADER = struct.Struct("<8sIIQII")
CHECKSUM_AT = 24
LARGEST = 64 << 20
"""Bytes of the largest file that is read."""
UNIT = 1024
"""Weights are 16-bit integers in units of 1 / UNIT in log-odds."""
WIDTHS = (16, 32, 64)
"""Widths of networks that the core has, as in core/tesuji/learned/net.hpp."""
SHEET = {"family": str, "game": str, "version": int, "layout": str}
"""What every data sheet names."""

PATTERNS = Kind(
    "patterns",
    "Learned tables of patterns, from a file.",
    (Parameter("file", str, None, "File of weights.", text=True),),
    "Lucas, Learning to play Othello with n-tuple systems, 2008",
    positional="file",
)
NET = Kind(
    "net",
    "Small learned network over patterns, from a file.",
    (Parameter("file", str, None, "File of weights.", text=True),),
    "Nasu, Efficiently updatable neural-network-based evaluation functions, 2018",
    positional="file",
)
LEARNED = (PATTERNS, NET)
"""The families, as parts of the parameter ``evaluate``."""
SHIPPED_NAMES = tuple(kind.name for kind in LEARNED)
"""Values of ``evaluate`` that need no file."""
SHIPPED = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class WeightsFile:
    """A file of weights that was read and checked."""

    path: Path
    sheet: Mapping[str, Any]
    """The data sheet: family, game, layout, and how the weights were made."""
    weights: bytes = field(repr=False)


def weights_bytes(sheet: Mapping[str, Any], weights: bytes) -> bytes:
    """The content of a file of weights."""
    text = json.dumps(sheet, sort_keys=True).encode()
    text += b" " * (-len(text) % 8)
    start = HEADER.pack(MAGIC, VERSION, len(text), len(weights), 0, 0)
    data = start + text + weights
    return data[:CHECKSUM_AT] + struct.pack("<I", _checksum(data)) + data[CHECKSUM_AT + 4 :]


def _checksum(data: bytes) -> int:
    return zlib.crc32(data[CHECKSUM_AT + 4 :], zlib.crc32(data[:CHECKSUM_AT]))


def read_weights(path: Path) -> WeightsFile:
    """Reads weights; raises WeightsError if the file is damaged, truncated or something else."""
    try:
        data = read_bytes(path, LARGEST)
    except OSError as error:
        raise _error(path, f"it cannot be read: {error.strerror}") from None
    if not data or not data.startswith(MAGIC[: len(data)]):
        raise _error(path, "it is not a file of weights" if data else "the file is empty")
    if len(data) < HEADER.size:
        raise _error(path, "it is truncated: the header is not complete")
    _, version, sheet_bytes, weight_bytes, checksum, _ = HEADER.unpack_from(data)
    if version != VERSION:
        raise _error(path, f"it has version {version}, expected {VERSION}")
    size = HEADER.size + sheet_bytes + weight_bytes
    if len(data) != size:
        problem = "truncated" if len(data) < size else "longer than its header says"
        raise _error(path, f"it is {problem}: {len(data)} bytes, expected {size}")
    if _checksum(data) != checksum:
        raise _error(path, "it is damaged: the checksum is wrong")
    first = HEADER.size + sheet_bytes
    try:
        sheet = json.loads(data[HEADER.size : first])
    except (ValueError, RecursionError):
        raise _error(path, "its data sheet is not JSON") from None
    for name, kind in SHEET.items():
        if not isinstance(sheet, dict) or not isinstance(sheet.get(name), kind):
            raise _error(path, f"its data sheet does not name the {name}")
    return WeightsFile(path, sheet, data[first:])


def _error(path: Path, problem: str) -> WeightsError:
    return WeightsError(f"weights {path}: {problem}", path=str(path), problem=problem)


def is_learned(evaluate: str) -> bool:
    """Whether the value of ``evaluate`` is a learned evaluation, such as ``net("FILE")``."""
    return evaluate.partition("(")[0] in {kind.name for kind in LEARNED}


def shipped_weights(family: str) -> dict[str, Path]:
    """The files of weights of a family that Tesuji has, by the name of the game."""
    return {path.stem: path for path in sorted((SHIPPED / family).glob("*.weights"))}


def _file_of(evaluate: str, game: Game) -> Path:
    if evaluate not in SHIPPED_NAMES:
        return _given_file(evaluate)
    if (found := _shipped_file(evaluate, game)) is None:
        raise ParameterError(
            f'there are no weights for {game.spec}; name a file, as in {evaluate}("FILE")',
            owner=evaluate,
            where="game",
            given=game.spec,
            expected=f"one of {', '.join(shipped_weights(evaluate))}",
        )
    return found


def _shipped_file(family: str, game: Game) -> Path | None:
    """The weights of a family that Tesuji has for a game, which are for its usual rules."""
    known = shipped_weights(family).get(game.name)
    usual = known is not None and game.spec == make_game(game.name).spec
    return known if usual else None


def _given_file(evaluate: str) -> Path:
    file = parse_spec(evaluate).arguments.get("file")
    if not isinstance(file, str) or not file.strip():
        family = evaluate.partition("(")[0]
        raise ParameterError.wrong_value("evaluate", evaluate, f'a file, as in {family}("FILE")')
    return resolve_path(file)


def weights_files(evaluate: str, game: Game) -> list[Path]:
    """The file of weights behind the value of ``evaluate`` in a game; empty if there is none."""
    if evaluate in SHIPPED_NAMES:
        found = _shipped_file(evaluate, game)
        return [] if found is None else [found]
    return [_given_file(evaluate)] if is_learned(evaluate) else []


def patterns_of(game: Game) -> Any:
    """The patterns of a game: those of the core, or for a Python game those of its planes."""
    if game.in_python:
        from tesuji.agents.plane_patterns import PlanePatterns

        return PlanePatterns(game)
    found = getattr(game.search_classes, "Patterns", None)
    if found is None:
        raise ParameterError(
            f"{game.spec} has no patterns yet",
            owner="patterns",
            where="game",
            given=game.spec,
            expected="a game with patterns",
        )
    return found


def ignores_roll(game: Game) -> bool:
    """Whether the patterns of a game are the same before and after a roll."""
    return bool(getattr(getattr(game.search_classes, "Patterns", None), "ignores_roll", False))


def learned_evaluator(evaluate: str, game: Game) -> Any:
    """What a search of the core takes for ``patterns("FILE")`` or ``net("FILE")``."""
    family = evaluate.partition("(")[0]
    file = read_weights(_file_of(evaluate, game))
    _check_fits(file, game, family)
    patterns = patterns_of(game)
    if file.sheet["layout"] != patterns.layout:
        raise _error(file.path, f"its layout is {file.sheet['layout']!r}, not {patterns.layout!r}")
    width = _width(file) if family == NET.name else 0
    expected = 2 * (width * (patterns.weight_count() + 2) if width else patterns.weight_count())
    if len(file.weights) != expected:
        raise _error(file.path, f"it has {len(file.weights)} bytes of weights, expected {expected}")
    try:
        if game.in_python:
            planes: PlanePatterns = patterns
            return planes.evaluator(file.weights, width)
        return patterns.net(width, file.weights) if width else patterns(file.weights)
    except ValueError as error:
        raise _error(file.path, str(error)) from None


def _width(file: WeightsFile) -> int:
    width = file.sheet.get("width")
    if width not in WIDTHS:
        raise _error(file.path, f"its width is {width!r}, not one of {', '.join(map(str, WIDTHS))}")
    return int(width)


def _check_fits(file: WeightsFile, game: Game, family: str) -> None:
    known, given = file.sheet["game"], game.expanded_spec
    if known != given:
        raise _error(file.path, f"it is for {known}, not for {given}")
    if file.sheet["version"] != game.version:
        raise _error(
            file.path,
            f"it is for version {file.sheet['version']} of {game.name}, not {game.version}",
        )
    if file.sheet["family"] != family:
        raise _error(file.path, f"it is a file of the family {file.sheet['family']}, not {family}")

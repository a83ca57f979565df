"""Learned evaluations: files of weights, and the evaluators made from them.

A file has a header with a checksum, a data sheet in JSON and the weights; ``docs/learning.md``
describes it. Families: patterns, which are tables of weights, and networks over the same slots.
``patterns`` or ``net`` without a file is the one that Tesuji has for the game, in ``weights``.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesuji.errors import ParameterError, SpecError, WeightsError
from tesuji.games import Game
from tesuji.games import game as make_game
from tesuji.input_files import read_bytes
from tesuji.python_files import resolve_path
from tesuji.specs import Kind, Parameter, Plain, Spec, Value, parse_spec

if TYPE_CHECKING:
    from tesuji.agents.plane_patterns import PlanePatterns

__all__ = [
    "LEARNED",
    "WeightsFile",
    "content_of_evaluate",
    "content_of_shipped",
    "ignores_roll",
    "is_learned",
    "learned_evaluator",
    "named_by_content",
    "patterns_of",
    "read_weights",
    "shipped_weights",
    "weights_bytes",
    "weights_in",
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
    if evaluate in SHIPPED_NAMES:
        known = shipped_weights(evaluate)
        if game.name not in known or game.spec != make_game(game.name).spec:
            raise ParameterError(
                f'there are no weights for {game.spec}; name a file, as in {evaluate}("FILE")',
                owner=evaluate,
                where="game",
                given=game.spec,
                expected=f"one of {', '.join(known)}",
            )
        return known[game.name]
    return _given_file(evaluate)


def _given_file(evaluate: str) -> Path:
    file = parse_spec(evaluate).arguments.get("file")
    if not isinstance(file, str) or not file.strip():
        family = evaluate.partition("(")[0]
        raise ParameterError.wrong_value("evaluate", evaluate, f'a file, as in {family}("FILE")')
    return resolve_path(file)


def content_of_evaluate(settings: Mapping[str, Plain]) -> str:
    """A digest of the file of weights that an agent uses; empty if it uses none."""
    evaluate = str(settings.get("evaluate", ""))
    if evaluate in SHIPPED_NAMES:
        return content_of_shipped(settings)
    if not is_learned(evaluate):
        return ""
    try:
        return _digest([_given_file(evaluate)])
    except (OSError, SpecError):
        return ""


def content_of_shipped(settings: Mapping[str, Plain]) -> str:
    """A digest of all weights that Tesuji has: settings do not name the game."""
    return _digest(file for family in SHIPPED_NAMES for file in shipped_weights(family).values())


def _digest(files: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(read_bytes(file, LARGEST) for file in files)).hexdigest()[:16]


def named_by_content(spec: str, contents: Mapping[str, str]) -> str:
    """A spec in which digests stand for the paths of weights, so that files may be moved."""

    def named(value: Value) -> Value:
        if not isinstance(value, Spec):
            return value
        for path in _paths(value, deep=False):
            if path in contents:
                return Spec(value.name, {"file": contents[path]})
        return Spec(value.name, {name: named(each) for name, each in value.arguments.items()})

    return str(named(parse_spec(spec)))


def weights_in(spec: str) -> list[str]:
    """The paths of weights that a spec names."""
    return list(_paths(parse_spec(spec)))


def _paths(spec: Spec, *, deep: bool = True) -> Iterator[str]:
    for value in spec.arguments.values():
        if isinstance(value, str) and spec.name in SHIPPED_NAMES:
            yield value
        elif isinstance(value, Spec) and deep:
            yield from _paths(value)


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

"""Checks the layers of the C++ core by its includes, and the first line of every file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "core"
SUFFIXES = {".hpp", ".cpp", ".c"}
FILES = sorted(path for path in CORE.rglob("*") if path.suffix in SUFFIXES)
IDS = [str(path.relative_to(CORE)) for path in FILES]

MAY_INCLUDE = {
    "base": {"base"},
    "games": {"base", "games"},
    "knowledge": {"base", "games", "knowledge"},
    "learned": {"base", "games", "knowledge", "learned"},
    "search": {"base", "search"},
    "solve": {"base", "games", "knowledge", "solve"},
}
"""Each folder of the core with the folders that it may include; searches take games and knowledge
as template parameters, but solvers belong to a game."""
BINDINGS_ONLY = ("nanobind", "Python.h")

every_file = pytest.mark.parametrize("path", FILES, ids=IDS)


def includes(text: str) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.MULTILINE)


def layer_of(path: Path) -> str:
    """`base`, `games`, ... for the library, `bindings` for what joins it to Python."""
    parts = path.relative_to(CORE).parts
    return parts[1] if parts[0] == "tesuji" else parts[0]


def forbidden(layer: str, included: str) -> bool:
    """Whether a file of this layer is not allowed to include that one."""
    if layer == "bindings":
        return False
    if included.startswith("tesuji/"):
        return included.split("/")[1] not in MAY_INCLUDE[layer]
    return included.startswith(BINDINGS_ONLY) or "bindings" in included or ".." in included


def test_the_core_was_found() -> None:
    assert (
        {"base", "games", "bindings"}
        <= {layer_of(path) for path in FILES}
        <= {
            *MAY_INCLUDE,
            "bindings",
        }
    )


@every_file
def test_includes_stay_within_the_layers(path: Path) -> None:
    layer = layer_of(path)
    assert [name for name in includes(path.read_text("utf-8")) if forbidden(layer, name)] == []


@every_file
def test_includes_of_the_core_are_written_from_its_root(path: Path) -> None:
    """Includes start with `tesuji/`, so that the test above checks all of them."""
    quoted = re.findall(r'#\s*include\s*"([^"]+)"', path.read_text("utf-8"))
    for name in quoted:
        beside = layer_of(path) == "bindings" and (path.parent / name).exists()
        assert beside or (CORE / name).exists(), name


@every_file
def test_headers_are_included_once(path: Path) -> None:
    if path.suffix == ".hpp":
        assert len(re.findall(r"^#pragma once$", path.read_text("utf-8"), re.MULTILINE)) == 1


@every_file
def test_no_output_and_no_exit_in_the_library(path: Path) -> None:
    if layer_of(path) != "bindings":
        text = path.read_text("utf-8")
        assert not {"iostream", "cstdio", "stdio.h", "fstream"} & set(includes(text))
        assert not re.search(r"\b(printf|exit|abort)\s*\(", text)


@pytest.mark.parametrize(
    ("layer", "included", "wrong"),
    [
        ("base", "tesuji/games/ewn.hpp", True),
        ("games", "tesuji/base/bits.hpp", False),
        ("games", "tesuji/knowledge/ewn.hpp", True),
        ("games", "tesuji/search/mcts.hpp", True),
        ("search", "tesuji/games/ewn.hpp", True),
        ("solve", "tesuji/search/mcts.hpp", True),
        ("games", "nanobind/nanobind.h", True),
        ("games", "../bindings/game_binding.hpp", True),
        ("bindings", "nanobind/nanobind.h", False),
        ("base", "vector", False),
    ],
)
def test_the_rule_itself(layer: str, included: str, wrong: bool) -> None:
    assert forbidden(layer, included) == wrong


# First lines

COMMENT = re.compile(r"(//|/\*) \S.{8,}")
CPP_FILES = FILES + sorted((ROOT / "tests" / "core").glob("*.[ch]pp"))
PYTHON_FILES = sorted(
    path for folder in ("src", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)


def name_in_tree(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", CPP_FILES, ids=name_in_tree)
def test_cpp_files_begin_with_what_they_hold(path: Path) -> None:
    assert COMMENT.match(path.read_text("utf-8"))


@pytest.mark.parametrize("path", PYTHON_FILES, ids=name_in_tree)
def test_python_files_begin_with_what_they_hold(path: Path) -> None:
    assert re.match(r'(#!.*\n)?r?"""\S', path.read_text("utf-8"))

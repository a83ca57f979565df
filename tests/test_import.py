"""`import tesuji` loads only the standard library and the package's own core.

No test asserts the import time, because it would fail on a busy machine.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import tesuji

SOURCE = Path(tesuji.__file__).parent
HEAVY = {"asyncio", "multiprocessing", "numpy", "rich", "sqlite3", "typer", "unittest"}
"""Modules that only some commands need, including some of the standard library."""


def in_a_fresh_python(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def modules_loaded_by(statement: str) -> set[str]:
    program = (
        f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    )
    return set(in_a_fresh_python(program))


def test_importing_loads_nothing_but_the_standard_library() -> None:
    loaded = {name.partition(".")[0] for name in modules_loaded_by("import tesuji")}
    assert "tesuji" in loaded
    assert loaded - sys.stdlib_module_names - {"tesuji"} == set()


def test_importing_loads_nothing_heavy() -> None:
    loaded = modules_loaded_by("import tesuji")
    assert loaded & HEAVY == set()
    assert not [name for name in loaded if name.startswith(("tesuji.cli", "tesuji.web"))]


def test_playing_and_drawing_load_nothing_heavy() -> None:
    program = (
        "import tesuji; p = tesuji.game('ewn').start(); p.svg(); str(p); tesuji.playouts(p, 9)"
    )
    loaded = {name.partition(".")[0] for name in modules_loaded_by(program)}
    assert loaded & HEAVY == set()


def test_everything_promised_is_there() -> None:
    assert sorted(tesuji.__all__) == list(tesuji.__all__)
    assert all(hasattr(tesuji, name) for name in tesuji.__all__)
    assert set(tesuji.__all__) | {"arena", "errors", "specs", "studies"} <= set(dir(tesuji))
    assert tesuji.__version__ == metadata.version("tesuji")
    assert (SOURCE / "py.typed").exists()


@pytest.mark.parametrize("name", ["MatchResult", "TournamentResult", "arena", "errors", "match"])
def test_names_are_there_right_after_the_import(name: str) -> None:
    program = f"import tesuji; assert {name!r} in dir(tesuji); print(tesuji.{name}.__name__)"
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    ).stdout
    assert shown.strip().rpartition(".")[2] == name


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of every import in a file; the name is empty for a whole module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("folder", ["games", "specs"])
def test_lower_layers_take_only_the_core_from_the_package_itself(folder: str) -> None:
    """`from tesuji import _core` looks like an import of the whole package to the linter."""
    files = sorted((SOURCE / folder).rglob("*.py"))
    assert files
    taken = {name for path in files for module, name in imported_names(path) if module == "tesuji"}
    assert taken <= {"_core"}

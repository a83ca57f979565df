"""The recipe of docs/add-a-game.md builds a Connect Four that plays by the rules.

TESUJI_SLOW=1 builds it, which takes a few minutes the first time; build/recipe keeps the result.
Whether the page still fits the repository is always tested.
"""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.recipe.page import ROOT, Step, copy_with, lines_of_cpp, original_tree, steps

TREE = ROOT / "build" / "recipe" / "tree"
BUILD = ROOT / "build" / "recipe" / "cmake"
GAMES = 2_000


def test_the_steps_fit_the_repository() -> None:
    recipe, tree = steps(), original_tree()
    for step in recipe:
        step.apply(tree)
    assert [step.path for step in recipe] == [
        "core/tesuji/games/connect_four.hpp",
        "core/bindings/connect_four.cpp",
        "core/bindings/game_binding.hpp",
        "core/bindings/module.cpp",
        "CMakeLists.txt",
        "src/tesuji/games/connect_four.py",
        "src/tesuji/games/__init__.py",
        "src/tesuji/games/rules/connect-four.md",
    ]


def test_the_game_is_short() -> None:
    assert lines_of_cpp(steps()) < 150


def test_steps_that_no_longer_fit_are_refused() -> None:
    tree = {"a.hpp": "one\ntwo\ntwo\n"}
    for step in (
        Step("a.hpp", "three", "x\n"),
        Step("a.hpp", "two", "x\n"),
        Step("a.hpp", None, ""),
    ):
        with pytest.raises(AssertionError):
            step.apply(tree)
    Step("a.hpp", "one", "x\n").apply(tree)
    assert tree == {"a.hpp": "one\nx\ntwo\ntwo\n"}


# Slow: needs a compiler

needs_build = pytest.mark.skipif(
    not os.environ.get("TESUJI_SLOW"), reason="builds the core: set TESUJI_SLOW=1"
)


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """Variables that make `python -S` use the built copy instead of the installed package."""
    compiler = next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    if compiler is None or shutil.which("cmake") is None:
        pytest.skip("a C++ compiler and cmake are needed")
    TREE.mkdir(parents=True, exist_ok=True)
    with (TREE.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other test workers wait, then find it built
        copy_with(steps(), TREE)
        build()
    site = sysconfig.get_paths()["purelib"]
    paths = os.pathsep.join([str(TREE / "src"), str(TREE), site])
    return {**os.environ, "PYTHONPATH": paths}


def build() -> None:
    """Builds the compiled modules of the copy next to its Python files."""
    nanobind = run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()
    generator = ("-G", "Ninja") if shutil.which("ninja") else ()
    definitions = (
        f"-Dnanobind_DIR={nanobind}",
        f"-DPython_EXECUTABLE={sys.executable}",
        "-DTESUJI_OPTIMISE=-O0",
    )
    run("cmake", "-S", str(TREE), "-B", str(BUILD), *generator, *definitions)
    run("cmake", "--build", str(BUILD), "--parallel")
    run("cmake", "--install", str(BUILD), "--prefix", str(TREE / "src"))


def run(*command: str, env: dict[str, str] | None = None) -> str:
    """Runs a command and returns its output; a failure reports all of it."""
    done = subprocess.run(command, env=env, cwd=TREE, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def compare_games(other: str, environment: dict[str, str]) -> int:
    script = Path("tests") / "recipe" / "lockstep.py"
    return int(run(sys.executable, "-S", str(script), other, str(GAMES), env=environment))


@needs_build
@pytest.mark.slow
def test_it_agrees_with_openspiel(environment: dict[str, str]) -> None:
    if importlib.util.find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed (extra: oracle)")
    assert compare_games("openspiel", environment) > 10 * GAMES


@needs_build
@pytest.mark.slow
def test_it_agrees_with_the_python_game(environment: dict[str, str]) -> None:
    assert compare_games("python", environment) > 10 * GAMES


@needs_build
@pytest.mark.slow
def test_it_passes_the_tests_of_every_game(environment: dict[str, str]) -> None:
    python = (sys.executable, "-S", "-m")
    run(*python, "tests.conformance.playthroughs", "--write", env=environment)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "connect-four")
    folders = ("tests/conformance", "tests/games")
    printed = run(*python, "pytest", *options, *folders, env=environment)
    passed = re.search(r"(\d+) passed", printed)
    assert passed, printed
    assert int(passed[1]) > 50


@needs_build
@pytest.mark.slow
def test_the_command_line_knows_it(environment: dict[str, str]) -> None:
    command = "import sys, tesuji.cli; sys.exit(tesuji.cli.main())"
    position = "......./......./......./......./.ooo.../.xxx..."
    arguments = ("best", "connect-four", "--position", position, "--agent", "alphabeta", "--json")
    printed = run(sys.executable, "-S", "-c", command, *arguments, env=environment)
    found = json.loads(printed)
    assert found["best"] in ("1", "5")
    assert found["proven"] == "win"

"""Builds C++ test programs with nothing but a compiler, and runs several copies of one at once."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["build", "compiler", "run_all"]

ROOT = Path(__file__).resolve().parent.parent
FLAGS = "-std=c++20 -O2 -UNDEBUG -D_GLIBCXX_ASSERTIONS -ffp-contract=off -march=native -pthread"
SANITIZERS = "-g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"


def compiler() -> list[str]:
    """The command of the C++ compiler: that of the variable CXX, or g++."""
    return shlex.split(os.environ.get("CXX", "g++"))


def build(source: str, *, sanitized: bool = False) -> Path:
    """Compiles tests/core/SOURCE.cpp unless its program is newer than every file it may include."""
    program = ROOT / "build" / "torture" / (source + ("-sanitized" if sanitized else ""))
    folders = (ROOT / "core" / "tesuji", ROOT / "tests" / "core", ROOT / "tests" / "reference")
    newest = max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.?pp"))
    if not program.exists() or program.stat().st_mtime < newest:
        program.parent.mkdir(parents=True, exist_ok=True)
        flags = shlex.split(FLAGS + (f" {SANITIZERS}" if sanitized else ""))
        include = f"-I{ROOT / 'core'}"
        file = ROOT / "tests" / "core" / f"{source}.cpp"
        subprocess.run([*compiler(), *flags, include, str(file), "-o", str(program)], check=True)
    return program


def run_all(commands: Sequence[Sequence[str | Path]]) -> list[tuple[int, str, str]]:
    """Runs all commands at the same time: exit status, output and errors of each."""
    running = [
        subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        for command in commands
    ]
    outputs = [process.communicate() for process in running]
    return [(p.returncode, *output) for p, output in zip(running, outputs, strict=True)]

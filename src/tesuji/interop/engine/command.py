"""The command of an engine: split without a shell, with the files that it must see."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import tesuji
from tesuji.errors import ParameterError
from tesuji.interop.foreign import Command

__all__ = ["engine_command"]


def engine_command(text: str, folder: Path | None, python: Path | None) -> Command:
    """Resolves the command of an engine.

    The program is a path or a name on PATH; ``python`` and ``python3`` mean the given interpreter,
    by default the one that runs Tesuji, and ``tesuji`` means this Tesuji. A relative path starts
    at the folder of the engine if it has one, else at the current folder. Without a folder of its
    own, the engine sees the program and each file that the command names.
    """
    program, *arguments = _split(text)
    interpreter: Path | None = python or Path(sys.executable)
    if program in ("python", "python3"):
        argv = [str(interpreter)]
    elif program == "tesuji":
        interpreter = Path(sys.executable)
        argv = [str(interpreter), "-m", "tesuji.cli"]
    else:
        argv = [_program(program, folder, text)]
        interpreter = python or _interpreter(argv[0])
    readable: list[Path] = []
    if folder is None:
        arguments = [_absolute_file(argument) for argument in arguments]
        files = [Path(word) for word in (*argv[:1], *arguments) if _is_file_argument(word)]
        readable += [file for file in files if file.is_absolute() and file != interpreter]
    if interpreter == Path(sys.executable):
        readable.append(Path(tesuji.__file__).parent)
    return Command(argv=[*argv, *arguments], folder=folder, python=interpreter, readable=readable)


def _split(text: str) -> list[str]:
    try:
        argv = shlex.split(text)
    except ValueError as error:
        raise _error(text, f"it cannot be split into words: {error}") from None
    if not argv or "\0" in text:
        raise _error(text, "it is empty" if not argv else "it has a NUL character")
    return argv


def _program(program: str, folder: Path | None, text: str) -> str:
    """The program as the engine's process will find it."""
    if folder is not None and (folder / program).is_file():
        if not os.access(folder / program, os.X_OK):
            raise _error(text, f"{program} is not executable; try: chmod +x {folder / program}")
        # The engine runs in a copy of its folder.
        return program if Path(program).is_absolute() else f"./{program}"
    if "/" not in program:
        found = shutil.which(program)
        if found is None:
            here = f" (to run the file here, write ./{program})" if Path(program).exists() else ""
            raise _error(text, f"there is no program {program!r} on PATH{here}")
        return str(Path(found).absolute())
    path = Path(program).expanduser().absolute()
    if not path.is_file():
        raise _error(text, f"there is no file {path}")
    if not os.access(path, os.X_OK):
        raise _error(text, f"{path} is not executable; try: chmod +x {path}")
    return str(path)


def _interpreter(program: str) -> Path | None:
    """The Python that the program is, or that its first line names; its files must be visible."""
    path = Path(program)
    if path.name.startswith("python"):
        return path
    try:
        with path.open("rb") as file:
            first = file.readline(200).decode(errors="replace")
    except OSError:
        return None
    named = first.removeprefix("#!").split() if first.startswith("#!") else []
    is_python = named and Path(named[0]).name.startswith("python") and Path(named[0]).exists()
    return Path(named[0]) if is_python else None


def _is_file_argument(word: str) -> bool:
    """Whether a word names a file; a plain word such as ``engine`` never does."""
    return ("/" in word or "." in word) and len(word) < 1_000 and Path(word).is_file()


def _absolute_file(argument: str) -> str:
    return str(Path(argument).absolute()) if _is_file_argument(argument) else argument


def _error(text: str, problem: str) -> ParameterError:
    return ParameterError(
        f"exec: command={text!r}: {problem}",
        owner="exec",
        where="command",
        given=text,
        expected="a program and its arguments",
    )

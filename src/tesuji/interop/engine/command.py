"""The command of an engine: split without a shell, with the files that it must see."""

from __future__ import annotations

import os
import re
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

    ``python`` and ``python3`` mean the given interpreter, by default the one that runs Tesuji, and
    ``tesuji`` means this Tesuji. Any other program is a path or a name on PATH.

    A folder can hold somebody else's program. Then a path starts at the folder and cannot leave
    it. Without a folder, a relative path starts at the current folder, and the engine sees the
    program and each file that the command names.

    Nothing that the command names becomes the interpreter, which runs outside the sandbox to find
    its files.
    """
    configured = python or Path(sys.executable)
    program, *arguments = _split(text)
    interpreter: Path | None
    if program in ("python", "python3"):
        interpreter = configured
        argv = [str(interpreter)]
    elif program == "tesuji":
        interpreter = Path(sys.executable)
        argv = [str(interpreter), "-m", "tesuji.cli"]
    elif folder is not None:
        interpreter = python
        argv = [_program_in(folder, program, text)]
    else:
        argv = [_program(program, text)]
        interpreter = python or (configured if _runs(argv[0], configured) else None)
        if interpreter is None and _is_hidden_python(argv[0]):
            raise _error(text, f"write python and its arguments, and add python={argv[0]!r}")
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


def _program_in(folder: Path, program: str, text: str) -> str:
    """A program of the folder, relative to it, or one on PATH."""
    if Path(program).is_absolute() or program.startswith("~") or ".." in Path(program).parts:
        raise _error(text, f"{program!r} is not a path inside the folder")
    file = folder / program
    if file.is_file():
        _check_executable(file, text)
        return f"./{program}"  # the engine runs in a copy of its folder
    if "/" in program:
        raise _error(text, f"there is no file {file}")
    return _on_path(program, text)


def _program(program: str, text: str) -> str:
    """The program as the engine's process will find it."""
    if "/" not in program:
        return _on_path(program, text)
    path = Path(program).expanduser().absolute()
    if not path.is_file():
        raise _error(text, f"there is no file {path}")
    _check_executable(path, text)
    return str(path)


def _on_path(program: str, text: str) -> str:
    found = shutil.which(program)
    if found is None:
        here = f" (to run the file here, write ./{program})" if Path(program).exists() else ""
        raise _error(text, f"there is no program {program!r} on PATH{here}")
    return str(Path(found).absolute())


def _check_executable(path: Path, text: str) -> None:
    if not os.access(path, os.X_OK):
        raise _error(text, f"{path} is not executable; try: chmod +x {path}")


def _runs(program: str, interpreter: Path) -> bool:
    """Whether a program is the interpreter, or a script whose first line names it."""
    if Path(program) == interpreter.absolute():
        return True
    try:
        with Path(program).open("rb") as file:
            first = file.readline(200).decode(errors="replace")
    except OSError:
        return False
    return first.startswith("#!") and first[2:].split()[:1] == [str(interpreter)]


def _is_hidden_python(program: str) -> bool:
    """Whether a program is a Python whose files the sandbox would not show."""
    path = Path(program)
    is_shown = any(path.is_relative_to(folder) for folder in ("/usr", "/bin"))
    return re.fullmatch(r"python[0-9.]*", path.name) is not None and not is_shown


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

"""Submissions: what students hand in, and how it becomes an agent.

A submission is a folder, a zip file or a single Python file. It is copied into the ladder's own
folder under a digest of its content, so that equal submissions are one agent and an unchanged
submission keeps its results.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shlex
import shutil
import stat
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import tesuji
from tesuji.clean_text import clean
from tesuji.errors import TesujiError
from tesuji.interop import archive
from tesuji.interop.function_agent import ENTRY_FILE
from tesuji.specs import Spec, Value

__all__ = [
    "Submission",
    "SubmissionError",
    "SubmissionOptions",
    "find_submissions",
    "submission_spec",
]

IGNORED = ("__pycache__", "__MACOSX", ".DS_Store", ".git", "Thumbs.db")
"""Files and folders that systems add; they do not count as content."""
COURSES = {
    "student_agent.py": "course.colosseum",
    "agents/student_agent.py": "course.colosseum",
    "my_player.py": "course.avalam",
}
"""Files that make a submission an agent of a course's framework."""
PROTOCOLS = {
    "tesuji": "exec",
    "ewn": "course.ewn",
    "pentago-twist": "course.pentago-twist",
}
"""Protocols of programs, as ``engine.toml`` names them."""


class SubmissionError(TesujiError):
    """A submission that cannot become an agent. ``path`` is what was handed in."""

    path: str


@dataclass(frozen=True, kw_only=True)
class SubmissionOptions:
    """Limits that the spec of every submission gets."""

    memory: int = 500
    processes: int = 32
    sandbox: bool = True
    python: Path | None = None
    """The interpreter of Python agents; None for the one that runs Tesuji."""

    def arguments(self) -> dict[str, Value]:
        """As arguments of a spec."""
        # A link to an interpreter is not followed: it may belong to a virtual environment.
        python = {} if self.python is None else {"python": str(self.python.absolute())}
        return {
            **python,
            "memory": self.memory,
            "processes": self.processes,
            "sandbox": self.sandbox,
        }


SpecOf = Callable[[Path, str, SubmissionOptions], str]
"""Makes the spec of a submission: its folder, the game and the limits."""


@dataclass(frozen=True, kw_only=True)
class Submission:
    """One student's submission: an agent, or the reason why it is none."""

    name: str
    """The file or folder name without ``.zip`` or ``.py``: the student or team."""
    digest: str = ""
    """Identifies the content."""
    spec: str = ""
    problem: str = ""
    """Why it cannot play; empty if it may."""


def find_submissions(
    folder: Path,
    kept: Path,
    game: str,
    options: SubmissionOptions,
    *,
    spec_of: SpecOf | None = None,
) -> list[Submission]:
    """Reads all submissions in a folder, by name, and keeps a copy of each under its digest."""
    kept.mkdir(parents=True, exist_ok=True)
    entries = sorted(path for path in folder.iterdir() if not _is_ignored(path))
    names = [entry.stem if entry.is_file() else entry.name for entry in entries]
    return [
        _submission(entry, name, kept, game, options, spec_of or submission_spec)
        if names.count(name) == 1
        else Submission(name=entry.name, problem=f"more than one submission is called {name}")
        for entry, name in zip(entries, names, strict=True)
    ]


def _is_ignored(path: Path) -> bool:
    return path.name in IGNORED or path.name.startswith(".")


def _submission(
    entry: Path, name: str, kept: Path, game: str, options: SubmissionOptions, spec_of: SpecOf
) -> Submission:
    shown = clean(name, 100)
    try:
        digest = _keep(entry, kept)
    except (TesujiError, OSError) as error:
        return Submission(name=shown, problem=_problem(error, entry))
    try:
        spec = tesuji.agent(spec_of(kept / digest, game, options))
        spec.player(tesuji.game(game)).close()
    except (TesujiError, OSError) as error:
        return Submission(name=shown, digest=digest, problem=_problem(error, kept / digest))
    return Submission(name=shown, digest=digest, spec=spec.spec)


def _problem(error: Exception, path: Path) -> str:
    """The message for the student, without paths of this machine."""
    return clean(str(error).replace(str(path), path.name), 500)


# Copies by content


def _keep(entry: Path, kept: Path) -> str:
    """Copies a submission to the folder of its digest, unless it is there; returns the digest."""
    with tempfile.TemporaryDirectory(dir=kept, prefix=".new-") as temporary:
        copy = Path(temporary, "files")
        if entry.is_symlink():
            raise _error(entry, "it is a link")
        if entry.is_dir():
            _copy_folder(entry, copy)
        elif entry.suffix.lower() == ".zip":
            archive.unpack(entry, copy)
            _remove_ignored(copy)
            if not archive.has_permissions(entry):
                _make_program_executable(_root(copy))
        elif entry.suffix == ".py":
            _copy_file(entry, copy)
        else:
            raise _error(entry, "it is neither a folder, a .zip nor a .py file")
        root = _root(copy)
        digest = _digest(root)
        target = kept / digest
        if not target.exists():
            os.replace(root, target)
        return digest


def _copy_file(entry: Path, copy: Path) -> None:
    _check_sizes(entry, [entry])
    copy.mkdir()
    shutil.copyfile(entry, copy / ENTRY_FILE)


def _copy_folder(entry: Path, copy: Path) -> None:
    """Copies plain files only; a link could point at another submission."""
    files = list(_files(entry))
    _check_sizes(entry, files)
    copy.mkdir()
    for file in files:
        target = copy / file.relative_to(entry)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        target.chmod(0o755 if file.stat().st_mode & stat.S_IXUSR else 0o644)


def _check_sizes(entry: Path, files: list[Path]) -> None:
    if len(files) > archive.MOST_ENTRIES:
        raise _error(entry, f"it has {len(files)} files; {archive.MOST_ENTRIES} are allowed")
    if (size := sum(file.stat().st_size for file in files)) > archive.MOST_BYTES:
        raise _error(entry, f"it has {size} bytes; {archive.MOST_BYTES} are allowed")


def _files(folder: Path) -> Iterator[Path]:
    """All files of a folder, in order."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in IGNORED)
        for name in sorted((*folders, *names)):
            path = Path(root, name)
            kind = path.lstat().st_mode
            if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
                raise _error(folder, f"{path.relative_to(folder)} is a link or a device")
            if stat.S_ISREG(kind) and name not in IGNORED:
                yield path


def _remove_ignored(folder: Path) -> None:
    """What the digest leaves out must not run either: compiled files could differ from sources."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.name in IGNORED:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _root(folder: Path) -> Path:
    """The folder itself, or the only folder in it: many zip files hold one folder."""
    inside = [path for path in folder.iterdir() if path.name not in IGNORED]
    return _root(inside[0]) if len(inside) == 1 and inside[0].is_dir() else folder


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in _files(folder):
        name, content = str(file.relative_to(folder)).encode(), file.read_bytes()
        runs = bool(file.stat().st_mode & stat.S_IXUSR)
        digest.update(b"%d %d %d " % (len(name), len(content), runs) + name + content)
    return digest.hexdigest()[:24]


# Agents by content


def submission_spec(folder: Path, game: str, options: SubmissionOptions) -> str:
    """The spec of a submission, by what its folder holds; the first of these:

    - ``student_agent.py``: ``course.colosseum``; ``my_player.py``: ``course.avalam``;
    - ``engine.toml`` with ``command`` and perhaps ``protocol``, or an executable ``engine``: a
      program, ``exec`` unless the protocol is that of a course;
    - ``tesuji_agent.py``, or one Python file that defines ``choose``: ``sandboxed``.
    """
    for name, kind in COURSES.items():
        if (folder / name).is_file():
            return _spec(kind, str(folder), options)
    if (program := _program(folder)) is not None:
        kind, command = program
        return _spec(kind, command, options, folder=str(folder))
    return _spec("sandboxed", str(folder), options, file=_python_file(folder))


def _spec(kind: str, first: str, options: SubmissionOptions, **more: Value) -> str:
    return str(Spec(kind, {"": first, **more, **options.arguments()}))


def _program(folder: Path) -> tuple[str, str] | None:
    """The kind of agent and the command of a program, if the submission is one."""
    if (declared := _declared_program(folder)) is not None:
        return declared
    program = folder / "engine"
    is_engine = program.is_file() and os.access(program, os.X_OK)
    return ("exec", "./engine") if is_engine else None


def _declared_program(folder: Path) -> tuple[str, str] | None:
    """The same as ``engine.toml`` declares it, if there is one."""
    declared = folder / "engine.toml"
    if not declared.is_file():
        return None
    try:
        data = tomllib.loads(declared.read_text("utf-8"))
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, or a number too long
        raise _error(folder, f"engine.toml is not valid TOML: {error}") from None
    command, protocol = data.get("command"), data.get("protocol", "tesuji")
    if not isinstance(command, str) or not command.strip():
        raise _error(folder, "engine.toml has no command")
    if not isinstance(protocol, str) or protocol not in PROTOCOLS:
        expected = f"one of {', '.join(PROTOCOLS)}"
        raise _error(folder, f"engine.toml: protocol: expected {expected}, not {protocol!r}")
    return PROTOCOLS[protocol], command


def _make_program_executable(folder: Path) -> None:
    """Makes the program of an engine executable, if it is a file of the submission."""
    with suppress(SubmissionError, ValueError):  # reported when the spec is made
        _, command = _declared_program(folder) or ("", "engine")
        program = Path(shlex.split(command)[0])
        for file in _files(folder):
            if file.relative_to(folder) == program:
                file.chmod(0o755)


def _python_file(folder: Path) -> str:
    """The usual file if there is one, else the only file that defines ``choose``."""
    if (folder / ENTRY_FILE).is_file():
        return ENTRY_FILE
    found = [path for path in sorted(folder.glob("*.py")) if _defines_choose(path)]
    if len(found) != 1:
        what = f"{len(found)} files define choose" if found else "no file defines choose"
        expected = f"student_agent.py, {ENTRY_FILE}, engine.toml or an executable engine"
        raise _error(folder, f"there is no agent in it: {what}; expected {expected}")
    return found[0].name


def _defines_choose(file: Path) -> bool:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    kinds = (ast.FunctionDef, ast.ClassDef)
    return any(isinstance(each, kinds) and each.name == "choose" for each in tree.body)


def _error(path: Path, problem: str) -> SubmissionError:
    return SubmissionError(problem, path=str(path))

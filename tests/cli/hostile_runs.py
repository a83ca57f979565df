"""Runs hostile cases, each in a process of its own, with pipes and in a pseudo-terminal.

``python -m tests.cli.hostile_runs FOLDER COMMAND`` writes what the cases of a command printed to
FOLDER/printed.json.
"""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import sys
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import tesuji.cli.app  # noqa: F401  # once, not in each child
from tests.cli.hostile_inputs import CASES, EVIL, PATIENCE, Case

__all__ = ["Printed", "read_printed"]


@dataclass(frozen=True)
class Printed:
    """What a case printed to pipes and to a terminal."""

    case: str
    plain: str
    terminal: str


def run_case(case: Case, folder: Path, *, terminal: bool) -> str:
    """Runs a case in a child process; returns what it printed to both streams."""
    read, write = pty.openpty() if terminal else os.pipe()
    if terminal:
        tty.setraw(write)
    words = case.words(folder)
    beside = None if case.beside is None else case.beside()
    if (child := os.fork()) == 0:
        _be_command(words, write, case.typed, terminal)
    os.close(write)
    if beside is not None:
        threading.Thread(target=_interrupt_after, args=(beside, child)).start()
    if terminal and case.typed:  # a terminal echoes what is typed
        os.write(read, case.typed.replace(EVIL, "EVIL").encode() + b"\x04")
    printed = _read_all(read, child)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)
    return printed.decode("utf-8", "surrogateescape")


def _be_command(words: list[str], output: int, typed: str, terminal: bool) -> None:
    """Becomes ``tesuji WORDS``, with its standard streams."""
    status = 1
    try:
        source, sink = os.pipe()
        os.write(sink, typed.encode())
        os.close(sink)
        os.dup2(output if terminal else source, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape")
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1)
        sys.argv = ["tesuji", *words]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from tesuji.cli import main

        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _interrupt_after(beside: Callable[[], None], child: int) -> None:
    with suppress(OSError):
        beside()
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGINT)


def _read_all(file: int, child: int) -> bytes:
    printed, end = b"", time.monotonic() + PATIENCE
    while select.select([file], [], [], max(0.0, end - time.monotonic()))[0]:
        try:
            data = os.read(file, 65_536)
        except OSError:  # the end of a terminal
            break
        if not data:
            break
        printed += data
    else:
        os.kill(child, signal.SIGKILL)
        printed += b"\nHUNG\n"
    os.close(file)
    return printed


def read_printed(file: Path) -> list[Printed]:
    return [Printed(**each) for each in json.loads(file.read_text("utf-8"))]


def main(folder: Path, command: str) -> None:
    """Runs the cases of a command, each in two new folders."""
    found = []
    for number, case in enumerate(CASES[command]):
        texts = []
        for kind in ("plain", "terminal"):
            own = folder / f"{number}-{kind}"
            own.mkdir()
            os.chdir(own)
            texts.append(run_case(case, own, terminal=kind == "terminal"))
        found.append(Printed(case.arguments, *texts))
    (folder / "printed.json").write_text(json.dumps([asdict(each) for each in found]), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""Processes reserve different cores and give them back when they end."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

CODE = """
import sys
from tesuji.interop.reserved_core import reserved_core
print(reserved_core(), reserved_core(), flush=True)
sys.stdin.read()
"""


def start(stack: ExitStack, folder: Path) -> subprocess.Popen[str]:
    process = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-c", CODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(folder)},
        )
    )
    stack.callback(process.kill)
    return process


def core_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    first, again = process.stdout.readline().split()
    assert first == again
    return first


def test_each_process_has_its_own_core_until_all_are_taken(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    with ExitStack() as stack:
        processes = [start(stack, tmp_path) for _ in range(len(cores) + 1)]
        found = [core_of(process) for process in processes]
        assert sorted(found) == sorted([*map(str, cores), "None"])


def test_a_core_is_free_again_when_its_process_is_killed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        first = start(stack, tmp_path)
        core = core_of(first)
        first.kill()
        first.wait()
        assert core_of(start(stack, tmp_path)) == core


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / f"tesuji-cores-{os.geteuid()}").symlink_to(tmp_path / "elsewhere")
    with ExitStack() as stack:
        assert core_of(start(stack, tmp_path)) == "None"
    assert list((tmp_path / "elsewhere").iterdir()) == []

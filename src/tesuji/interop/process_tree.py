"""The processes of a foreign agent, read from ``/proc``."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

__all__ = [
    "children_tree",
    "descendants",
    "exit_status",
    "exit_text",
    "is_stopped",
    "resident_bytes",
    "send_signal",
    "wait_for_exit",
]

_PAGE = os.sysconf("SC_PAGE_SIZE")


def send_signal(number: signal.Signals, processes: Iterable[int]) -> None:
    for pid in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def descendants(root: int) -> set[int]:
    """The living descendants of a process and the members of its session."""
    parents: dict[int, int] = {}
    family = {root}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError, IndexError, ValueError):
                fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
                # The main thread may end before the others; the process then looks like a zombie.
                if fields[0] != b"Z" or int(fields[17]) > 1:
                    parents[int(name)] = int(fields[1])
                    if int(fields[3]) == root:
                        family.add(int(name))
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {root}


def children_tree(root: int) -> set[int]:
    """The living descendants that still hang on a process, found without a look at all others.

    It takes a small part of the time of `descendants`, but misses a process that was born during
    the call and one whose parent ended outside a sandbox.
    """
    found: set[int] = set()
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                # Kernels without this file have none of them.
                children = set(map(int, _read(f"/proc/{pid}/task/{thread}/children").split()))
                waiting += children - found
                found |= children
    return found if found or HAS_CHILDREN_FILES else descendants(root)


HAS_CHILDREN_FILES = os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def is_stopped(pid: int) -> bool:
    """Whether a process can start no other one now: stopped, ended or gone."""
    try:
        return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[0] in (b"T", b"Z", b"X")
    except OSError:
        return True


def resident_bytes(pid: int) -> int:
    """The resident memory of a process, also after its main thread has ended."""
    with suppress(OSError, IndexError, ValueError):
        if pages := int(_read(f"/proc/{pid}/statm").split()[1]):
            return pages * _PAGE
        threads = os.listdir(f"/proc/{pid}/task")
        return _PAGE * max(
            int(_read(f"/proc/{pid}/task/{thread}/statm").split()[1]) for thread in threads
        )
    return 0


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 4_096)
    finally:
        os.close(descriptor)


def exit_status(pid: int) -> int | None:
    """The exit status of a child, which keeps its process id; negative for a signal."""
    found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def wait_for_exit(pid: int, seconds: float) -> bool:
    """Waits until a child has ended, and leaves it to be reaped; returns whether it has ended."""
    end = time.monotonic() + seconds
    while exit_status(pid) is None:
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def exit_text(status: int) -> str:
    """Describes an exit status; 128 + N is signal N, as in shells."""
    number = -status if status < 0 else status - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"exit status {status}"

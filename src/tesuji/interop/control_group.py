"""Control groups: the kernel's own limits on the memory and processes of a foreign agent.

They need a writable cgroup file system, as root and many containers have it, of version 1 or 2.
Elsewhere the process tree is watched instead.
"""

from __future__ import annotations

import functools
import itertools
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ControlGroup"]

_CONTROLLERS = ("memory", "pids")
SANDBOX_PROCESSES = 8
_REMOVE_SECONDS = 5.0
_JOIN = (
    'groups=$1; shift; for group in $groups; do echo $$ > "$group/cgroup.procs"; done; exec "$@"'
)
"""A shell program that joins the groups named in its first argument and becomes the rest."""
_numbers = itertools.count()


@dataclass(frozen=True)
class ControlGroup:
    """A group of processes with limits; `create` returns None where the system has none."""

    memory: Path
    pids: Path
    """The same folder in version 2."""

    @classmethod
    def create(cls, memory_mb: int, processes: int) -> ControlGroup | None:
        """A new, empty group in the group of this process. `processes` counts threads too.

        The sandbox's own few processes come on top.
        """
        parents = _parents()
        if parents is None:
            return None
        name = f"tesuji-{os.getpid()}-{next(_numbers)}"
        group = cls(*(parent / name for parent in parents))
        try:
            for folder in group._folders:
                folder.mkdir()
            group._limit(memory_mb << 20, processes + SANDBOX_PROCESSES)
        except OSError:
            group.remove()
            return None
        return group

    @staticmethod
    @functools.cache
    def is_available() -> bool:
        """Whether this machine lets us limit memory and processes."""
        group = ControlGroup.create(64, 8)
        if group is None:
            return False
        group.remove()
        return True

    def command(self, argv: Sequence[str]) -> list[str]:
        """The command that joins the group first, so that no child can be outside of it."""
        folders = " ".join(str(folder) for folder in self._folders)
        return ["/bin/sh", "-c", _JOIN, "sh", folders, *argv]

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process of the group for its memory."""
        for name in ("memory.events.local", "memory.events", "memory.oom_control"):
            with suppress(OSError):
                counts = dict(
                    line.split() for line in (self.memory / name).read_text().splitlines()
                )
                return int(counts.get("oom_kill", 0)) > 0
        return False

    @property
    def peak_memory_mb(self) -> float:
        """The most memory that the group has used, files in memory included."""
        for name in ("memory.peak", "memory.max_usage_in_bytes"):
            with suppress(OSError, ValueError):
                return int((self.memory / name).read_text()) / 2**20
        return 0.0

    def remove(self) -> None:
        """Removes the group; its processes must have been killed."""
        deadline = time.monotonic() + _REMOVE_SECONDS
        for folder in self._folders:
            while folder.is_dir():
                try:
                    folder.rmdir()
                except OSError:
                    # The kernel takes a moment to forget a killed process.
                    if time.monotonic() > deadline:
                        break
                    time.sleep(0.002)

    @property
    def _folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.memory, self.pids)))

    def _limit(self, memory: int, processes: int) -> None:
        (self.pids / "pids.max").write_text(str(processes))
        if (self.memory / "memory.max").exists():
            (self.memory / "memory.max").write_text(str(memory))
            with suppress(OSError):
                (self.memory / "memory.swap.max").write_text("0")
            return
        (self.memory / "memory.limit_in_bytes").write_text(str(memory))
        with suppress(OSError):
            (self.memory / "memory.memsw.limit_in_bytes").write_text(str(memory))


@functools.cache
def _parents() -> tuple[Path, Path] | None:
    """The folders in which to create groups for memory and processes; None if not writable."""
    mounts = _mounts()
    own = _own_groups()
    if all(name in mounts and name in own for name in _CONTROLLERS):
        memory, pids = (mounts[name] / own[name].lstrip("/") for name in _CONTROLLERS)
    elif "" in mounts and "" in own and _delegates(mounts[""] / own[""].lstrip("/")):
        memory = pids = mounts[""] / own[""].lstrip("/")
    else:
        return None
    if not all(path.is_dir() and os.access(path, os.W_OK) for path in (memory, pids)):
        return None
    for parent in {memory, pids}:
        _remove_abandoned(parent)
    return memory, pids


def _remove_abandoned(parent: Path) -> None:
    """Removes the empty groups of processes that were killed before they could."""
    for group in parent.glob("tesuji-*-*"):
        owner = group.name.split("-")[1]
        if not Path("/proc", owner).exists():
            with suppress(OSError):
                group.rmdir()


def _delegates(group: Path) -> bool:
    """Whether children of this group of version 2 have both controllers, or can get them."""
    control = group / "cgroup.subtree_control"
    with suppress(OSError):
        if set(_CONTROLLERS) <= set(control.read_text().split()):
            return True
        control.write_text(" ".join(f"+{name}" for name in _CONTROLLERS))
        return True
    return False


def _mounts() -> dict[str, Path]:
    """Where the controllers of version 1 are mounted, by name; version 2 has the name ""."""
    found: dict[str, Path] = {}
    with suppress(OSError):
        for line in Path("/proc/self/mounts").read_text().splitlines():
            _, place, kind, options = line.split()[:4]
            if kind == "cgroup2":
                found[""] = Path(place)
            elif kind == "cgroup":
                found |= {name: Path(place) for name in options.split(",") if name in _CONTROLLERS}
    return found


def _own_groups() -> dict[str, str]:
    """The groups of this process, by controller."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, names, path = line.split(":", 2)
            found |= dict.fromkeys(names.split(","), path)
    return found

"""Control groups: the kernel's own limits on the memory, processes and core of a foreign agent.

They need a writable cgroup file system, as root and many containers have it, of version 1 or 2.
Elsewhere the process tree is watched instead.
"""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["ControlGroup"]

_CONTROLLERS = ("memory", "pids")
_CPUSET = "cpuset"
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
    cpuset: Path | None = None
    """None if the processes may choose their cores; else the folder, the same in version 2."""

    @classmethod
    def create(cls, memory_mb: int, processes: int, core: int | None = None) -> ControlGroup | None:
        """A new, empty group in the group of this process. `processes` counts threads too.

        The sandbox's own few processes come on top. With `core`, the group runs on that core only,
        where the system can enforce it; see `can_bind_cores`.
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
        return group if core is None else group._bound_to(core)

    @staticmethod
    @functools.cache
    def is_available() -> bool:
        """Whether this machine lets us limit memory and processes."""
        group = ControlGroup.create(64, 8)
        if group is None:
            return False
        group.remove()
        return True

    @staticmethod
    @functools.cache
    def can_bind_cores() -> bool:
        """Whether this machine lets us keep processes on one core, whatever they ask for."""
        core = min(os.sched_getaffinity(0))
        group = ControlGroup.create(64, 8, core)
        if group is None:
            return False
        try:
            probe = group.command(["grep", "^Cpus_allowed_list", "/proc/self/status"])
            found = subprocess.run(probe, capture_output=True, text=True, check=False)
            return group.cpuset is not None and found.stdout.split()[1:] == [str(core)]
        finally:
            group.remove()

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
        folders = (self.memory, self.pids, self.cpuset)
        return tuple(dict.fromkeys(folder for folder in folders if folder is not None))

    def _bound_to(self, core: int) -> ControlGroup:
        """This group, on one core; the same group if that cannot be enforced."""
        parent = _cpuset_parent()
        if parent is None:
            return self
        folder = parent / self.memory.name
        with suppress(OSError):
            folder.mkdir(exist_ok=folder in self._folders)
            if (parent / "cpuset.effective_mems").exists():  # version 1 starts without any memory
                mems = (parent / "cpuset.effective_mems").read_text()
                (folder / "cpuset.mems").write_text(mems)
            (folder / "cpuset.cpus").write_text(str(core))
            # Version 2 accepts a core that the parent does not have, and then ignores it.
            version_2 = folder / "cpuset.cpus.effective"
            effective = version_2 if version_2.exists() else folder / "cpuset.cpus"
            if effective.read_text().strip() == str(core):
                return replace(self, cpuset=folder)
        if folder not in self._folders:
            with suppress(OSError):
                folder.rmdir()
        return self

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
    elif "" in mounts and "" in own and _delegates(mounts[""] / own[""].lstrip("/"), _CONTROLLERS):
        memory = pids = mounts[""] / own[""].lstrip("/")
    else:
        return None
    if not all(path.is_dir() and os.access(path, os.W_OK) for path in (memory, pids)):
        return None
    for parent in {memory, pids}:
        _remove_abandoned(parent)
    return memory, pids


@functools.cache
def _cpuset_parent() -> Path | None:
    """The folder in which to create groups that are bound to cores; None if not writable."""
    mounts, own = _mounts(), _own_groups()
    name = _CPUSET if _CPUSET in mounts else ""
    if name not in mounts or name not in own:
        return None
    parent = mounts[name] / own[name].lstrip("/")
    if not name and not _delegates(parent, (_CPUSET,)):
        return None
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        return None
    _remove_abandoned(parent)
    return parent


def _remove_abandoned(parent: Path) -> None:
    """Removes the empty groups of processes that were killed before they could."""
    for group in parent.glob("tesuji-*-*"):
        owner = group.name.split("-")[1]
        if not Path("/proc", owner).exists():
            with suppress(OSError):
                group.rmdir()


def _delegates(group: Path, controllers: Sequence[str]) -> bool:
    """Whether children of this group of version 2 have the controllers, or can get them."""
    control = group / "cgroup.subtree_control"
    with suppress(OSError):
        if set(controllers) <= set(control.read_text().split()):
            return True
        control.write_text(" ".join(f"+{name}" for name in controllers))
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
                known = {*_CONTROLLERS, _CPUSET} & set(options.split(","))
                found |= dict.fromkeys(known, Path(place))
    return found


def _own_groups() -> dict[str, str]:
    """The groups of this process, by controller."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, names, path = line.split(":", 2)
            found |= dict.fromkeys(names.split(","), path)
    return found

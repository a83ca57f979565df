"""Sandboxes: bubblewrap commands that keep a foreign agent to itself.

Inside, an agent has its own process, IPC and network namespaces, no capabilities, an unused user
id, a read-only copy of its folder, and a small memory file system for temporary files. What this
machine cannot enforce is listed in `Sandbox.missing`.
"""

from __future__ import annotations

import functools
import os
import pwd
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tesuji.interop.control_group import ControlGroup

__all__ = ["Limits", "Sandbox", "environment", "thread_limit"]

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
_GUARDIAN = """
import ctypes, os, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
agent = subprocess.Popen(sys.argv[1:])
for fd in (0, 1, 2):
    os.close(fd)
result = 0
while True:
    try:
        pid, status = os.wait()
    except ChildProcessError:
        os._exit(result)
    if pid == agent.pid:
        code = os.waitstatus_to_exitcode(status)
        result = code if code >= 0 else 128 - code
"""
"""Without a sandbox: a parent that adopts orphans (PR_SET_CHILD_SUBREAPER) and outlives them."""
_HOSTS = Path(__file__).with_name("hosts")
"""The only host name that an agent can look up: its own loopback interface."""
_WATCHED = "memory is watched, not limited: a short burst or memory files can exceed the limit"
_UNBOUND = "an agent starts on its own core, but can move to others"
_USER_IDS = range(60_100, 64_900)
"""Between the ids that Debian gives to people and its reserved ones."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a foreign agent may use."""

    memory_mb: int = 500
    processes: int = 32
    temporary_mb: int = 64
    output_bytes: int = 1_000_000
    """Everything it writes in one game, its log included."""
    frame_bytes: int = 64_000
    """One line or answer of its protocol."""


@dataclass(frozen=True, kw_only=True)
class Sandbox:
    """How to contain a process; `Sandbox.detect()` finds the best way on this machine."""

    bubblewrap: str | None = None
    """The program, or None to contain nothing."""
    as_root: bool = False
    missing: tuple[str, ...] = field(default=())
    """What cannot be enforced here, in words."""

    @classmethod
    @functools.cache
    def detect(cls) -> Sandbox:
        """The best sandbox on this machine."""
        program = shutil.which("bwrap")
        if program is None:
            return cls.none("bubblewrap is not installed (Debian: apt install bubblewrap)")
        found = cls(bubblewrap=program, as_root=os.geteuid() == 0, missing=_missing())
        probe = subprocess.run(
            found.command(["/bin/true"], limits=Limits()),
            capture_output=True,
            text=True,
            check=False,
        )
        if probe.returncode != 0:
            return cls.none(f"bubblewrap does not work here: {probe.stderr.strip()[:200]}")
        return found

    @classmethod
    def none(cls, reason: str = "no sandbox was asked for") -> Sandbox:
        """Contains nothing; only time and the process tree are watched."""
        return cls(
            missing=(
                reason,
                "the agent can read and write your files",
                "the agent can use the network",
                "the agent can kill its parent and leave processes behind",
            )
        )

    @property
    def own_processes(self) -> int:
        """The processes of the sandbox itself below the one that starts it: bubblewrap's init."""
        return int(self.is_safe)

    @property
    def is_safe(self) -> bool:
        """Whether a foreign agent is contained."""
        return self.bubblewrap is not None

    def command(
        self,
        argv: Sequence[str],
        *,
        limits: Limits,
        folder: Path | None = None,
        python: Path | None = None,
        readable: Iterable[Path] = (),
    ) -> list[str]:
        """The command that runs `argv` inside, in `folder`, with the files of `python` visible.

        The agent has a private loopback interface and no other network.
        """
        if self.bubblewrap is None:
            return [sys.executable, "-I", "-c", _GUARDIAN, *argv]
        limited = _limited(argv, limits)
        visible = [Path(path) for path in _SYSTEM if Path(path).exists()]
        visible += [*_interpreter_folders(python), *readable]
        command = [self.bubblewrap, "--die-with-parent", "--new-session", "--clearenv"]
        command += ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"]
        command += ["--hostname", "agent", "--proc", "/proc", "--dev", "/dev"]
        size = str(limits.temporary_mb << 20)
        for path in ("/tmp", "/dev/shm"):
            command += ["--size", size, "--perms", "1777", "--tmpfs", path]
        for parent in _parents(visible):
            command += ["--perms", "0755", "--dir", str(parent)]
        for shown in dict.fromkeys(map(str, visible)):
            command += ["--ro-bind", shown, shown]
        command += ["--ro-bind", str(_HOSTS), "/etc/hosts"]
        if folder is not None:
            command += ["--ro-bind", str(folder), "/agent", "--chdir", "/agent"]
        else:
            command += ["--chdir", "/tmp"]
        command += ["--remount-ro", "/dev", "--remount-ro", "/"]
        for name, value in environment().items():
            command += ["--setenv", name, value]
        if self.as_root:
            # Root mounts what others may not see; then the agent becomes a user nobody else is.
            command += [
                part
                for cap in ("SETUID", "SETGID", "SETPCAP")
                for part in ("--cap-add", f"CAP_{cap}")
            ]
            user = str(_unused_user_id())
            drop = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs"]
            limited = [*drop, "--inh-caps=-all", "--bounding-set=-all", "--", *limited]
        else:
            command += ["--unshare-user", "--cap-drop", "ALL"]
        return [*command, "--", *limited]


def _missing() -> tuple[str, ...]:
    """What bubblewrap alone cannot enforce here."""
    enforced = {_WATCHED: ControlGroup.is_available(), _UNBOUND: ControlGroup.can_bind_cores()}
    return tuple(text for text, is_enforced in enforced.items() if not is_enforced)


def _parents(paths: Iterable[Path]) -> list[Path]:
    """The folders above these paths, which must be passable inside."""
    above = {parent for path in paths for parent in path.parents if parent != Path("/")}
    return sorted(above, key=lambda path: len(path.parts))


def environment() -> dict[str, str]:
    """The whole environment of a foreign agent."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        **dict.fromkeys(ONE_THREAD, "1"),
    }


def _limited(argv: Sequence[str], limits: Limits) -> list[str]:
    """The command with a hard limit on processes and threads and no core files.

    The limit counts per user; without a
    sandbox it would count the processes of the person who runs Tesuji. The memory of the process
    tree is watched, because a limit on the address space would break numpy.
    """
    if shutil.which("prlimit") is None:
        return list(argv)
    return ["prlimit", f"--nproc={thread_limit(limits)}", "--core=0", "--", *argv]


def thread_limit(limits: Limits) -> int:
    """The hard limit on processes and threads together.

    It is twice the number of processes allowed: threads count too, and an agent that starts too
    many processes is noticed before it is refused.
    """
    return 2 * limits.processes


def _interpreter_folders(python: Path | None) -> list[Path]:
    """What a Python needs to start: the folders of its own and of its base installation.

    An interpreter other than ours runs here, outside the sandbox, to name them. The person who runs
    Tesuji must have chosen it; an agent's command or files must not.
    """
    if python is None:
        return []
    if not python.is_absolute():
        raise OSError(f"{python} is not an absolute path of an interpreter")
    here = Path(sys.executable)
    if python.absolute() == here.absolute():
        prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
    else:
        code = "import sys; print(sys.prefix, sys.base_prefix, sys.exec_prefix, sep='\\n')"
        found = subprocess.run(
            [python, "-I", "-c", code], cwd="/", capture_output=True, text=True, check=True
        )
        prefixes = found.stdout.splitlines()
    folders = [Path(prefix) for prefix in dict.fromkeys(prefixes)]
    if Path("/") in folders:
        raise OSError(f"{python} is installed in /, which cannot be shown to an agent")
    return [path for path in folders if not path.is_relative_to("/usr")]


def _unused_user_id() -> int:
    """A user id that neither an account nor a running process has."""
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                taken.add(process.stat().st_uid)
            except OSError:
                continue
    return random.SystemRandom().choice([uid for uid in _USER_IDS if uid not in taken])

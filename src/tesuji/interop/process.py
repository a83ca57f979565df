"""A foreign agent's process: frames in and out, with every limit enforced from outside."""

from __future__ import annotations

import atexit
import os
import selectors
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tesuji.clean_text import clean
from tesuji.errors import AgentFailure
from tesuji.interop.control_group import ControlGroup
from tesuji.interop.private_folder import private_folder
from tesuji.interop.process_tree import (
    children_tree,
    descendants,
    exit_status,
    exit_text,
    is_stopped,
    resident_bytes,
    send_signal,
    wait_for_exit,
)
from tesuji.interop.sandbox import Limits, Sandbox, environment, thread_limit
from tesuji.interop.starter import start_process

__all__ = [
    "AgentCrashed",
    "AgentFailure",
    "AgentFlooded",
    "AgentForked",
    "AgentGarbage",
    "AgentOutOfMemory",
    "AgentProcess",
    "AgentTimeout",
]

WATCH_SECONDS = 0.02
"""The shortest time between two looks at the memory and number of an agent's processes."""
WATCH_SHARE = 0.1
"""The largest share of a core that these looks may take."""
LOG_BYTES = 8_000
LAST_WORDS_SECONDS = 5.0
"""How long the log and exit status of an ended agent are awaited."""
_CHUNK = 65_536


class AgentTimeout(AgentFailure):
    """It did not answer in time."""

    end = "time"


class AgentCrashed(AgentFailure):
    """Its process ended."""


class AgentFlooded(AgentFailure):
    """It wrote more than it may."""


class AgentGarbage(AgentFailure):
    """It wrote something that its protocol does not allow here."""


class AgentOutOfMemory(AgentFailure):
    """It used more memory than it may."""


class AgentForked(AgentFailure):
    """It started more processes than it may."""


class AgentProcess:
    """One contained process that answers in frames. Use it as a context manager.

    The agent runs in a private copy of `folder`. After a failure every call raises the same failure
    again, so that a late answer is never taken for the next one.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        name: str,
        limits: Limits | None = None,
        sandbox: Sandbox | None = None,
        folder: Path | None = None,
        python: Path | None = None,
        readable: Sequence[Path] = (),
        core: int | None = None,
    ) -> None:
        self.name = clean(name, 100)
        self.limits = limits or Limits()
        self.peak_memory_mb = 0.0
        self._sandbox = sandbox or Sandbox.detect()
        self._log = bytearray()
        self._pending = bytearray()
        self._written = 0
        self._broken: AgentFailure | None = None
        self._private = private_folder()
        self._group = ControlGroup.create(self.limits.memory_mb, thread_limit(self.limits), core)
        try:
            copy = None if folder is None else _private_copy(folder, Path(self._private.name))
            command = self._sandbox.command(
                argv, limits=self.limits, folder=copy, python=python, readable=readable
            )
            if core is not None:
                command = ["taskset", "-c", str(core), *command]
            if self._group is not None:
                command = self._group.command(command)
            self._process = start_process(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=copy or self._private.name,
                env=environment(),
                start_new_session=True,
                close_fds=True,
            )
        except (OSError, shutil.Error, subprocess.SubprocessError) as error:
            self._clean_up()
            raise AgentCrashed(f"{self.name} cannot be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._selector = selectors.DefaultSelector()
        for stream, what in ((self._process.stdout, "out"), (self._process.stderr, "log")):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, what)
        os.set_blocking(self._process.stdin.fileno(), False)
        self._closing = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()
        _open.add(self)

    # Frames

    def send(self, line: str, seconds: float = 5.0, *, strict: bool = True) -> None:
        """Writes one line. If strict, output that came before it was asked for is an error."""
        self.send_bytes(line.encode() + b"\n", seconds, strict=strict)

    def send_bytes(self, data: bytes, seconds: float = 5.0, *, strict: bool = True) -> None:
        """Writes raw bytes, for protocols without lines."""
        self._drain()
        self._raise_if_broken()
        if self._pending and strict:
            raise self.failure(AgentGarbage, "wrote before it was asked")
        stdin = self._process.stdin
        assert stdin is not None
        end = time.monotonic() + seconds
        while data:
            try:
                data = data[os.write(stdin.fileno(), data) :]
            except BlockingIOError:
                self._raise_if_broken()
                if time.monotonic() > end:
                    raise self.failure(
                        AgentTimeout, f"did not read its input within {seconds:g} s"
                    ) from None
                self._drain(0.001)
            except OSError:
                raise self._ended() from None

    def interject(self, line: str) -> None:
        """Writes a short line while another thread waits for an answer, unless the pipe is full."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError, ValueError):
            os.write(stdin.fileno(), line.encode() + b"\n")

    def receive(self, seconds: float, *, since: float | None = None) -> str:
        """One line, within this many seconds from now or from a `time.monotonic`."""
        end = (time.monotonic() if since is None else since) + seconds
        self._raise_if_broken()
        while (at := self._pending.find(b"\n")) < 0:
            self._check_line(len(self._pending))
            self._wait(end, seconds)
        self._check_line(at)
        try:
            line = self._pending[:at].decode().removesuffix("\r")
        except UnicodeDecodeError:
            raise self.failure(AgentGarbage, "wrote a line that is not UTF-8") from None
        del self._pending[: at + 1]
        return line

    def _check_line(self, length: int) -> None:
        if length > self.limits.frame_bytes:
            raise self.failure(
                AgentFlooded, f"wrote a line of over {self.limits.frame_bytes} bytes"
            )

    def receive_bytes(self, count: int, seconds: float) -> bytes:
        """Exactly this many bytes, within this many seconds."""
        end = time.monotonic() + seconds
        self._raise_if_broken()
        while len(self._pending) < count:
            self._wait(end, seconds)
        data = bytes(self._pending[:count])
        del self._pending[:count]
        return data

    def _wait(self, end: float, seconds: float) -> None:
        """Reads what comes, until the deadline."""
        self._raise_if_broken()
        left = end - time.monotonic()
        if left <= 0:
            raise self.failure(AgentTimeout, f"did not answer within {seconds:g} s")
        if not self._drain(min(left, WATCH_SECONDS)) and self._output_is_closed():
            raise self._ended()

    def _output_is_closed(self) -> bool:
        return all(key.data != "out" for key in self._selector.get_map().values())

    def _drain(self, timeout: float = 0.0) -> bool:
        """Reads what the agent has written; returns whether there was anything."""
        found = False
        for key, _ in self._selector.select(timeout):
            data = os.read(key.fd, _CHUNK)
            if not data:
                self._selector.unregister(key.fileobj)
                continue
            found = True
            self._written += len(data)
            if self._written > self.limits.output_bytes:
                raise self.failure(
                    AgentFlooded, f"wrote over {self.limits.output_bytes} bytes in one game"
                )
            if key.data == "out":
                self._pending += data
            else:
                self._keep(data)
        return found

    def note(self, line: str) -> None:
        """Keeps a line that is not an answer in the log."""
        self._keep(line.encode() + b"\n")

    def _keep(self, data: bytes | bytearray) -> None:
        self._log += data
        del self._log[:-LOG_BYTES]

    # Stopping and ending

    def pause(self) -> None:
        """Stops the whole process tree while the opponent moves."""
        stopped: set[int] = set()
        # A process that was born during one look is found by the next.
        while running := {self._process.pid, *children_tree(self._process.pid)} - stopped:
            send_signal(signal.SIGSTOP, running)
            stopped |= running

    def resume(self) -> None:
        """Lets it run again."""
        send_signal(signal.SIGCONT, {self._process.pid, *children_tree(self._process.pid)})

    def ends_within(self, seconds: float) -> bool:
        """Waits until it has ended by itself; returns whether it has."""
        return wait_for_exit(self._process.pid, seconds)

    def close(self) -> None:
        """Ends the whole process tree. Nothing of it remains."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._kill()
        self._watcher.join()
        # Its process id stays taken until here, so that no signal can reach another process.
        self._process.wait()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]
        self._clean_up()

    def _clean_up(self) -> None:
        if self._group is not None:
            self.peak_memory_mb = max(self.peak_memory_mb, self._group.peak_memory_mb)
            self._group.remove()
        self._private.cleanup()
        _open.discard(self)

    def __enter__(self) -> AgentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def log(self) -> str:
        """The last output besides frames, safe to show: its log and unread output."""
        return clean(self._log.decode(errors="replace"))

    def _kill(self) -> None:
        """Ends the descendants first, so that none can escape to another parent.

        The first process is stopped first: it could be about to start the agent.
        """
        root = self._process.pid
        deadline = time.monotonic() + 10
        empty = 0  # looks in a row that found nothing: a process can be born during one
        while empty < 2 and time.monotonic() < deadline:
            send_signal(signal.SIGSTOP, {root})
            quiet = is_stopped(root)
            tree = descendants(root)
            empty = empty + 1 if quiet and not tree else 0
            # A tree that keeps forking is stopped before it is killed.
            send_signal(signal.SIGSTOP, tree)
            send_signal(signal.SIGKILL, tree)
            time.sleep(0.002)
        send_signal(signal.SIGKILL, {root})

    # Limits

    def _watch(self) -> None:
        """Breaks an agent that uses too much memory or too many processes."""
        pause = WATCH_SECONDS
        # Nothing can leave the tree of a sandbox.
        look = children_tree if self._sandbox.is_safe else descendants
        while not self._closing.wait(pause):
            start = time.thread_time()
            tree = look(self._process.pid)
            memory = sum(resident_bytes(pid) for pid in tree) / 2**20
            self.peak_memory_mb = max(self.peak_memory_mb, memory)
            # The number comes first: each of many processes also uses memory.
            if len(tree) - self._sandbox.own_processes > self.limits.processes:
                self._break(AgentForked, f"started over {self.limits.processes} processes")
            elif memory > self.limits.memory_mb or self._ran_out_of_memory():
                self._break(AgentOutOfMemory, self._memory_reason())
            else:
                pause = max(WATCH_SECONDS, (time.thread_time() - start) / WATCH_SHARE)
                continue
            return

    def _ran_out_of_memory(self) -> bool:
        return self._group is not None and self._group.ran_out_of_memory

    def _memory_reason(self) -> str:
        return f"used over {self.limits.memory_mb} MB of memory"

    def _break(self, kind: type[AgentFailure], what: str) -> None:
        if self._broken is None:
            self._broken = kind(f"{self.name} {what}")
        self._kill()

    def _raise_if_broken(self) -> None:
        if self._broken is not None:
            raise type(self._broken)(self._broken.reason, log=self.log)

    def failure(self, kind: type[AgentFailure], what: str) -> AgentFailure:
        """Makes it fail, unless it has failed already: the first failure is the one that counts."""
        if self._broken is None:
            self._broken = kind(f"{self.name} {what}")
        self._keep(self._pending)
        self._pending.clear()
        return type(self._broken)(self._broken.reason, log=self.log)

    def _ended(self) -> AgentFailure:
        """Why its process is gone."""
        end = time.monotonic() + LAST_WORDS_SECONDS
        status = None
        while time.monotonic() < end and (status is None or self._selector.get_map()):
            with suppress(AgentFailure):
                self._drain(0.005)
            status = exit_status(self._process.pid)
        if self._ran_out_of_memory():
            return self.failure(AgentOutOfMemory, self._memory_reason())
        if status is None:
            return self.failure(AgentCrashed, "closed its output")
        return self.failure(AgentCrashed, f"ended by itself ({exit_text(status)})")


_open: weakref.WeakSet[AgentProcess] = weakref.WeakSet()
os.register_at_fork(after_in_child=_open.clear)  # a forked process has no agents


@atexit.register
def _close_all() -> None:
    for agent in list(_open):
        agent.close()


def _private_copy(folder: Path, private: Path) -> Path:
    """Copies a folder so that another user can read it. Links stay links."""
    copy = private / "agent"
    shutil.copytree(folder, copy, symlinks=True)
    for path in (copy, *copy.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    return copy

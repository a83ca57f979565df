"""A foreign agent's process: frames in and out, with every limit enforced from outside."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.interop.sandbox import Limits, Sandbox, environment
from tesuji.interop.text import clean

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
"""Between two looks at the memory and number of an agent's processes."""
LOG_BYTES = 8_000
_CHUNK = 65_536


class AgentFailure(TesujiError):
    """A foreign agent broke a rule. ``reason`` is a sentence, ``log`` its last output."""

    reason: str
    log: str

    def __init__(self, reason: str, log: str = "") -> None:
        super().__init__(reason, reason=reason, log=log)


class AgentTimeout(AgentFailure):
    """It did not answer in time."""


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
    """One contained process that answers in frames. Use it as a context manager."""

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
        self.name = name
        self.limits = limits or Limits()
        self.peak_memory_mb = 0.0
        self._sandbox = sandbox or Sandbox.detect()
        self._log = bytearray()
        self._pending = bytearray()
        self._written = 0
        self._broken: AgentFailure | None = None
        command = self._sandbox.command(
            argv, limits=self.limits, folder=folder, python=python, readable=readable
        )
        if core is not None:
            command = ["taskset", "-c", str(core), *command]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=None if self._sandbox.is_safe else folder,
                env=environment(),
                start_new_session=True,
                close_fds=True,
            )
        except OSError as error:
            raise AgentCrashed(f"{name} cannot be started: {error.strerror}") from error
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

    # Frames

    def send(self, line: str) -> None:
        """Writes one line. Output that came before it was asked for is an error."""
        self.send_bytes(line.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Writes raw bytes, for protocols without lines."""
        self._drain()
        self._raise_if_broken()
        if self._pending:
            raise self._failure(AgentGarbage, "wrote before it was asked")
        stdin = self._process.stdin
        assert stdin is not None
        end = time.monotonic() + 5
        while data:
            try:
                data = data[os.write(stdin.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > end:
                    raise self._failure(AgentGarbage, "does not read its input") from None
                time.sleep(0.001)
            except OSError:
                raise self._ended() from None

    def receive(self, seconds: float) -> str:
        """One line, within this many seconds."""
        end = time.monotonic() + seconds
        while (at := self._pending.find(b"\n")) < 0:
            if len(self._pending) > self.limits.frame_bytes:
                raise self._failure(
                    AgentFlooded, f"wrote a line of over {self.limits.frame_bytes} bytes"
                )
            self._wait(end, seconds)
        line = bytes(self._pending[:at])
        del self._pending[: at + 1]
        try:
            return line.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise self._failure(AgentGarbage, "wrote a line that is not UTF-8") from None

    def receive_bytes(self, count: int, seconds: float) -> bytes:
        """Exactly this many bytes, within this many seconds."""
        end = time.monotonic() + seconds
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
            raise self._failure(AgentTimeout, f"did not answer within {seconds:g} s")
        if not self._drain(min(left, WATCH_SECONDS)) and not self._selector.get_map():
            raise self._ended()

    def _drain(self, timeout: float = 0.0) -> bool:
        """Takes over what was written; whether there was anything."""
        found = False
        for key, _ in self._selector.select(timeout):
            data = os.read(key.fd, _CHUNK)
            if not data:
                self._selector.unregister(key.fileobj)
                continue
            found = True
            self._written += len(data)
            if self._written > self.limits.output_bytes:
                raise self._failure(
                    AgentFlooded, f"wrote over {self.limits.output_bytes} bytes in one game"
                )
            if key.data == "out":
                self._pending += data
            else:
                self._log += data
                del self._log[:-LOG_BYTES]
        return found

    # Stopping and ending

    def pause(self) -> None:
        """Stops the whole process tree while the opponent moves."""
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        """Lets it run again."""
        self._signal_all(signal.SIGCONT)

    def close(self) -> None:
        """Ends the whole process tree. Nothing of it remains."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._kill()
        self._watcher.join()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]

    def __enter__(self) -> AgentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def log(self) -> str:
        """The last output besides frames, safe to show."""
        return clean(self._log.decode(errors="replace"))

    def _kill(self) -> None:
        """Ends the descendants first, so that none can escape to another parent."""
        deadline = time.monotonic() + 10
        empty = 0  # looks in a row that found nothing: a process can be born during one
        while empty < 2 and time.monotonic() < deadline:
            tree = list(_tree(self._process.pid))
            empty = 0 if tree else empty + 1
            # A tree that keeps forking is stopped before it is killed.
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for pid in tree:
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, number)
            time.sleep(0.002)
        self._process.kill()
        self._process.wait()

    def _signal_all(self, number: signal.Signals) -> None:
        for pid in (*_tree(self._process.pid), self._process.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    # Limits

    def _watch(self) -> None:
        """Breaks an agent that uses too much memory or too many processes."""
        while not self._closing.wait(WATCH_SECONDS):
            tree = list(_tree(self._process.pid))
            memory = sum(_resident_bytes(pid) for pid in tree) / 2**20
            self.peak_memory_mb = max(self.peak_memory_mb, memory)
            if memory > self.limits.memory_mb:
                self._break(
                    AgentOutOfMemory, f"used {memory:.0f} MB; {self.limits.memory_mb} are allowed"
                )
            elif len(tree) > self.limits.processes + 4:  # the sandbox has a few of its own
                self._break(AgentForked, f"started over {self.limits.processes} processes")
            else:
                continue
            return

    def _break(self, kind: type[AgentFailure], what: str) -> None:
        self._broken = kind(f"{self.name} {what}")
        self._kill()

    def _raise_if_broken(self) -> None:
        if self._broken is not None:
            raise type(self._broken)(self._broken.reason, self.log)

    def _failure(self, kind: type[AgentFailure], what: str) -> AgentFailure:
        return kind(f"{self.name} {what}", self.log)

    def _ended(self) -> AgentFailure:
        """Why its process is gone."""
        with suppress(AgentFailure):
            self._drain()
        if self._broken is not None:
            return type(self._broken)(self._broken.reason, self.log)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.returncode
        if status is None:
            return self._failure(AgentCrashed, "closed its output")
        if status > 128:
            status = 128 - status
        how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        return self._failure(AgentCrashed, f"ended by itself ({how})")


def _tree(root: int) -> Iterator[int]:
    """The descendants of a process."""
    parents: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with suppress(OSError, IndexError, ValueError):
                stat = Path(entry.path, "stat").read_text()
                fields = stat[stat.rindex(")") + 2 :].split()
                if fields[0] != "Z":
                    parents[int(entry.name)] = int(fields[1])
    family = {root}
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in family} - family
        grown = bool(more)
        family |= more
    yield from family - {root}


def _resident_bytes(pid: int) -> int:
    with suppress(OSError, IndexError, ValueError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0

"""Processes that a test starts, kills and clears away, and what they left behind in a store."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tesuji.arena.store.store import Store
from tesuji.games.record import GameRecord

__all__ = [
    "Session",
    "game_keys",
    "games_without_times",
    "wait_until",
    "without_times",
]


class Session:
    """A process in a session of its own, with all that it starts."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, *arguments],
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def leader(self) -> int:
        """The process that was started; the session has its number."""
        return self.process.pid

    @property
    def running(self) -> bool:
        """Whether the first process still runs."""
        return self.process.poll() is None

    def members(self) -> list[int]:
        """All living processes of the session."""
        found = (_session_and_state(int(p.name)) for p in Path("/proc").glob("[0-9]*"))
        return [pid for pid, session, state in found if session == self.leader and state != "Z"]

    def workers(self) -> list[int]:
        """Processes of a pool that the first process has started."""
        return [pid for pid in self.members() if "spawn_main" in _command(pid)]

    def kill(self, pid: int) -> None:
        """Ends one process of the session with SIGKILL."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if pid == self.leader:
            self.process.wait()

    def clear(self) -> None:
        """Ends whatever is left."""
        for pid in self.members():
            self.kill(pid)
        self.process.wait()


def _session_and_state(pid: int) -> tuple[int, int, str]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return pid, -1, "Z"
    return pid, int(fields[3]), fields[0]


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def wait_until(holds: Callable[[], bool], seconds: float, every: float = 0.02) -> bool:
    """Whether something came to hold within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True


def game_keys(path: Path) -> list[tuple[int, int, int]]:
    """Experiment, pair and side of every stored game; none while there is no store."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    except sqlite3.OperationalError:
        return []
    try:
        return connection.execute("SELECT experiment, pair, side FROM game").fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def without_times(record: GameRecord) -> dict[str, Any]:
    """A game as plain data, less the seconds that its moves took."""
    data = record.to_dict()
    data["moves"] = [move[:5] for move in data["moves"]]
    return data


def games_without_times(path: Path) -> list[dict[str, Any]]:
    """All games of a store with one match, without the seconds."""
    with Store(path) as store:
        (match,) = store.matches()
        return [without_times(record) for record in store.games(match.id)]

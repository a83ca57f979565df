"""Starts processes from one thread that stays: bubblewrap ends with the thread that started it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

__all__ = ["start_process"]


def start_process(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """`subprocess.Popen` in the thread that stays."""
    started: Future[subprocess.Popen[bytes]]
    started = _threads[-1].submit(lambda: subprocess.Popen(command, **options))
    return started.result()


def _new_thread() -> None:
    _threads[:] = [ThreadPoolExecutor(1, "tesuji-starter")]


_threads: list[ThreadPoolExecutor] = []
_new_thread()
os.register_at_fork(after_in_child=_new_thread)  # a forked process has none of the threads

"""Worker processes on this machine, which play one pair at a time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from tesuji.agents.evaluators import evaluators
from tesuji.arena.run.worker import STUCK
from tesuji.clean_text import clean_standard_streams, standard_streams_are_clean
from tesuji.errors import ParameterError, TesujiError
from tesuji.games.registry import game_types
from tesuji.python_files import current_file

__all__ = [
    "Death",
    "check_jobs",
    "check_main_guard",
    "check_not_loading",
    "death_of",
    "end_workers",
    "local_executor",
    "workers_of",
]

PATIENCE = 10.0
"""Seconds to wait for the exit code of a killed worker."""
MAIN_GUARD = 'if __name__ == "__main__":'
NO_MAIN_GUARD = 87
"""Exit code of a worker that would start the match of the script again."""


def check_jobs(jobs: int | None) -> None:
    """Raises ParameterError unless jobs is a positive integer, or None for one per core."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1):
        raise ParameterError.wrong_value("jobs", jobs, "an integer of at least 1")


def check_not_loading() -> None:
    """Raises ParameterError if a match begins in a file that is being loaded for its agents."""
    if (file := current_file()) is not None:
        raise ParameterError(
            f"put the match below `{MAIN_GUARD}`: workers load {file} for its agents, and it would"
            " start the match again",
            where=str(file),
            expected=MAIN_GUARD,
        )


def local_executor(jobs: int) -> Executor:
    """New processes (spawn) on this machine, each for one pair at a time."""
    check_jobs(jobs)
    process = multiprocessing.current_process()
    if getattr(process, "_inheriting", False):
        if process.name.startswith(_Worker.__name__):
            # A worker that runs the script: it exits silently, and the process that started it
            # reports the error once.
            raise SystemExit(NO_MAIN_GUARD)
        raise TesujiError(
            "a match began while a new process was starting: a script that starts processes and"
            f" plays matches must do so below `{MAIN_GUARD}`",
            expected=MAIN_GUARD,
        )
    return ProcessPoolExecutor(
        jobs,
        mp_context=_Context(),
        initializer=_begin_worker,
        initargs=(os.getpid(), standard_streams_are_clean()),
    )


def workers_of(executor: Executor) -> list[BaseProcess]:
    """The worker processes on this machine; none for a cluster."""
    return list((getattr(executor, "_processes", None) or {}).values())


def end_workers(executor: Executor) -> list[BaseProcess]:
    """Ends the workers at once, even in the middle of a task, and returns them."""
    workers = workers_of(executor)
    executor.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
    return workers


def check_main_guard(workers: Iterable[BaseProcess]) -> None:
    """Raises ParameterError if one of these workers would have started the match again."""
    if any(_exit_code(worker) == NO_MAIN_GUARD for worker in workers):
        script = getattr(sys.modules["__main__"], "__file__", "the script")
        raise ParameterError(
            f"put the match below `{MAIN_GUARD}`: workers run {script} too, because it registers"
            " games or evaluators, and it would start the match again",
            where=script,
            expected=MAIN_GUARD,
        ) from None


class Death(NamedTuple):
    """Why a worker died. A final one would come again, so the match ends."""

    exit_code: int | None
    reason: str
    is_final: bool = False


def death_of(workers: Iterable[BaseProcess]) -> Death:
    """Why the first of these workers died; a pool ends the others with SIGTERM or SIGKILL."""
    codes = [code for code in map(_exit_code, workers) if code is not None]
    own = [code for code in codes if code not in (-signal.SIGTERM, -signal.SIGKILL)]
    code = next(iter(own or codes), None)
    if code == STUCK:
        return Death(code, "a game or evaluator hung; its stack is above", is_final=True)
    if code is None or code == -signal.SIGKILL:
        return Death(code, "the system killed them; is there enough memory?")
    if code < 0:
        name = signal.Signals(-code).name
        return Death(code, f"native code crashed ({name}); is a game or evaluator to blame?")
    return Death(code, f"they exited with code {code}; does a game or evaluator call os._exit?")


def _exit_code(worker: BaseProcess) -> int | None:
    """The exit code of a worker that has ended.

    A thread of the pool may ask the system first. Then the answer appears here a moment later,
    once that thread has stored it in the process object.
    """
    end = time.monotonic() + PATIENCE
    worker.join(PATIENCE)
    while (status := worker.exitcode) is None and time.monotonic() < end:
        time.sleep(0.01)
    return status


class _Worker(SpawnProcess):
    """A new process. It runs the main script only if that registers games or evaluators."""

    def start(self) -> None:
        with _starting, nullcontext() if _has_own_registrations() else _hidden_main_module():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


def _has_own_registrations() -> bool:
    """Whether games or evaluators are registered that a new process would lack."""
    own = __name__.partition(".")[0] + "."
    return bool(evaluators()) or not all(
        each.__module__.startswith(own) for each in game_types().values()
    )


_starting = threading.Lock()
"""Held while a worker starts, since starting one may hide the main module."""


@contextmanager
def _hidden_main_module() -> Iterator[None]:
    """Hides the main module, so that processes started within do not run it.

    Tasks never refer to the main module, and a script without a guard would start its match
    again in every worker. Processes that other threads start at the same time do not run it
    either.
    """
    main = vars(sys.modules["__main__"])
    kept: dict[str, Any] = {name: main[name] for name in ("__file__", "__spec__") if name in main}
    try:
        main.pop("__file__", None)
        main["__spec__"] = None
        yield
    finally:
        main.pop("__spec__", None)
        main.update(kept)


def _begin_worker(parent: int, prints_clean_text: bool) -> None:
    """Makes the worker ignore Ctrl-C, print as its parent does, and end when its parent ends."""
    if prints_clean_text:
        clean_standard_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_without_parent, args=(parent,), daemon=True).start()


def _exit_without_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)

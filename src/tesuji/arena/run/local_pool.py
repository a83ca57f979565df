"""Workers on this machine: processes that are started afresh and play a pair at a time."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any

from tesuji.agents.evaluators import evaluators
from tesuji.errors import ParameterError, TesujiError
from tesuji.games.registry import game_types

__all__ = ["check_jobs", "check_main_guard", "local_executor"]

PATIENCE = 10.0
"""Seconds until the end of a worker that was killed is seen, at most."""
MAIN_GUARD = 'if __name__ == "__main__":'
NO_MAIN_GUARD = 87
"""How a worker exits whose start would begin the script's match again."""


def check_jobs(jobs: int | None) -> None:
    """Refuses numbers of workers that are none; None is one a core."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1):
        raise ParameterError.wrong_value("jobs", jobs, "an integer of at least 1")


def local_executor(jobs: int) -> Executor:
    """Processes on this machine, started afresh (spawn), one pair at a time each."""
    check_jobs(jobs)
    process = multiprocessing.current_process()
    if getattr(process, "_inheriting", False):
        if process.name.startswith(_Worker.__name__):
            # Ours, running the script: it ends without a word, and its coordinator, who sees
            # how, tells the person once.
            raise SystemExit(NO_MAIN_GUARD)
        raise TesujiError(
            "a match began while a new process was starting: a script that starts processes and"
            f" plays matches must do so below `{MAIN_GUARD}`",
            expected=MAIN_GUARD,
        )
    return ProcessPoolExecutor(
        jobs, mp_context=_Context(), initializer=_begin_worker, initargs=(os.getpid(),)
    )


def check_main_guard(workers: Iterable[BaseProcess]) -> None:
    """Raises if one of these ended workers came upon a match while it ran the script."""
    if any(_exit_code(worker) == NO_MAIN_GUARD for worker in workers):
        script = getattr(sys.modules["__main__"], "__file__", "the script")
        raise ParameterError(
            f"workers run {script} too, because it registers games or evaluators, and would start"
            f" this match again: play it below `{MAIN_GUARD}`",
            where=script,
            expected=MAIN_GUARD,
        ) from None


def _exit_code(worker: BaseProcess) -> int | None:
    """How an ended worker exited.

    A thread of the pool asks the system too. Who comes second is told nothing, and finds the answer
    with the process as soon as the first has put it there.
    """
    end = time.monotonic() + PATIENCE
    worker.join(PATIENCE)
    while (status := worker.exitcode) is None and time.monotonic() < end:
        time.sleep(0.01)
    return status


class _Worker(SpawnProcess):
    """A new process. It runs the main script first only for what is registered there."""

    def start(self) -> None:
        with _starting, nullcontext() if _has_own_registrations() else _hidden_main_module():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


def _has_own_registrations() -> bool:
    """Whether games or evaluators are registered that a new process does not have."""
    own = __name__.partition(".")[0] + "."
    return bool(evaluators()) or not all(
        each.__module__.startswith(own) for each in game_types().values()
    )


_starting = threading.Lock()
"""Held by whoever starts a worker: what one hides, another may need."""


@contextmanager
def _hidden_main_module() -> Iterator[None]:
    """Within, nobody can tell which file or module is the main one, so new processes run none.

    What is sent to workers never refers to it. A script without a guard would begin its match
    again in each of them. Processes that another thread starts meanwhile do not run it either.
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


def _begin_worker(coordinator: int) -> None:
    """Keeps the worker from outliving its coordinator, and from seeing its Ctrl-C."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(coordinator,), daemon=True).start()


def _watch(coordinator: int) -> None:
    while os.getppid() == coordinator:
        time.sleep(0.5)
    os._exit(1)

"""Games and evaluators written in Python by others: where their code is, and calls that hang."""

from __future__ import annotations

import ctypes
import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

from tesuji.agents.evaluators import registered_evaluators
from tesuji.errors import HungCodeError, ParameterError
from tesuji.games.registry import game_types

__all__ = ["HangWatch", "foreign_files", "foreign_traceback", "hang_seconds", "stopping_hangs"]

OWN = str(Path(__file__).parents[1])
BEAT = 0.5
"""Seconds between two looks at the threads."""
HANG_SECONDS = 120.0
"""A call of a game or evaluator that takes longer hangs; TESUJI_HANG_SECONDS changes it."""
SHORT = 200
"""Most characters of an argument that are shown."""
PLAIN = (int, float, str, bytes, tuple, list, type(None))


def foreign_files() -> frozenset[str]:
    """The files with the code of registered games and evaluators that are not ours."""
    logics = (getattr(kind, "logic", None) for kind in game_types().values())
    classes = [each for logic in logics for each in type(logic).__mro__ if logic is not None]
    functions: list[Any] = [value for each in classes for value in vars(each).values()]
    functions += registered_evaluators().values()
    functions += [type(each).__call__ for each in registered_evaluators().values()]
    codes = (getattr(each, "__code__", None) for each in functions)
    files = {code.co_filename for code in codes if code is not None}
    return frozenset(each for each in files if not each.startswith(OWN))


def foreign_traceback(error: BaseException) -> str | None:
    """The part of a traceback from the first foreign call on; None if there is none."""
    files = foreign_files()
    frames = traceback.extract_tb(error.__traceback__)
    begins = [at for at, frame in enumerate(frames) if frame.filename in files]
    if not begins:
        return None
    lines = traceback.format_list(frames[begins[0] :])
    return "".join([*lines, *traceback.format_exception_only(error)])


class HangWatch:
    """Stops calls of foreign Python code that do not return in time.

    A thread looks at the stacks of all threads. If one call of a foreign function stays on a stack
    for too long, HungCodeError is raised inside it. Code that blocks outside Python cannot be
    stopped that way; after a while ``stuck`` is called with the error.
    """

    def __init__(
        self, seconds: float, *, stuck: Callable[[HungCodeError], None] | None = None
    ) -> None:
        self.seconds = seconds
        self._stuck = stuck
        self._calls: dict[int, tuple[FrameType, float]] = {}
        """The outermost foreign call of each thread, and when it was first seen."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="hang watch", daemon=True)

    def __enter__(self) -> HangWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(min(BEAT, self.seconds / 4)):
            if files := foreign_files():
                self._look(files, time.monotonic())

    def _look(self, files: frozenset[str], now: float) -> None:
        seen: dict[int, tuple[FrameType, float]] = {}
        for thread, frame in sys._current_frames().items():
            call = _outermost(frame, files)
            if call is None:
                continue
            known, since = self._calls.get(thread, (None, now))
            seen[thread] = call, since if known is call else now
        self._calls = seen
        for thread, (call, since) in seen.items():
            if now - since >= self.seconds:
                error = _hung(call, self.seconds)
                _raise_in(thread, error)
                if self._stuck is not None and now - since >= 2 * self.seconds:
                    self._stuck(error)


def _outermost(frame: FrameType | None, files: Iterable[str]) -> FrameType | None:
    found = None
    while frame is not None:
        if frame.f_code.co_filename in files and frame.f_code.co_name != "<module>":
            found = frame
        frame = frame.f_back
    return found


def _hung(call: FrameType, seconds: float) -> HungCodeError:
    code = call.f_code
    names = code.co_varnames[: code.co_argcount]
    values = {name: call.f_locals[name] for name in names if name in call.f_locals}
    owner = type(values.pop("self")).__name__ + "." if "self" in values else ""
    shown = f"{owner}{code.co_name}({', '.join(map(_short, values.values()))})"
    where = f"{code.co_filename}, line {call.f_lineno}"
    return HungCodeError(
        f"{shown} did not return within {seconds:g} s and was stopped at {where}",
        call=shown,
        where=where,
        seconds=seconds,
    )


def _short(value: Any) -> str:
    text = repr(value) if isinstance(value, PLAIN) else type(value).__name__
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def _raise_in(thread: int, error: HungCodeError) -> None:
    """Raises the error in another thread, when that next runs Python code."""

    class Raised(HungCodeError):
        def __init__(self) -> None:
            super().__init__(str(error), **vars(error))

        def __reduce__(self) -> tuple[Any, ...]:
            return error.__reduce__()

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Raised))


def stopping_hangs(
    *, stuck: Callable[[HungCodeError], None] | None = None
) -> AbstractContextManager[object]:
    """Raises HungCodeError in calls of foreign code that hang, where there is such code."""
    if not foreign_files():
        return nullcontext()
    return HangWatch(hang_seconds(), stuck=stuck)


def hang_seconds() -> float:
    """The longest time for one call of foreign code."""
    given = os.environ.get("TESUJI_HANG_SECONDS", str(HANG_SECONDS))
    try:
        seconds = float(given)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ParameterError.wrong_value("TESUJI_HANG_SECONDS", given, "a number above 0")
    return seconds

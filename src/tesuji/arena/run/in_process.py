"""Matches in this process, for functions that exist nowhere else."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any

from tesuji.agents.functions import Function, FunctionWarning
from tesuji.errors import ParameterError
from tesuji.wording import listed

__all__ = ["InProcessPool", "check_versions"]


class InProcessPool:
    """One worker: this process and thread."""

    ahead = 1
    games_at_once = 1

    def __init__(self, functions: Sequence[Function], jobs: int | None, cluster: str | None):
        names = listed(sorted({function.text for function in functions}))
        if cluster is not None:
            raise ParameterError(
                f"{names} exists in this process only and cannot play on a cluster: put it into a"
                " file and import it from there",
                where="cluster",
                given=cluster,
                expected="a function in a file",
            )
        if jobs != 1:
            warnings.warn(
                f"{names} exists in this process only: the match is played here, one game at a"
                " time (jobs=1); put the function into a file to use more workers",
                FunctionWarning,
                stacklevel=6,
            )

    def start(self) -> Executor:
        """Starts nothing: tasks are played as soon as they are handed out."""
        return _ImmediateExecutor()

    def wait(self) -> None:
        """Does nothing: no task is ever waited for."""


class _ImmediateExecutor(Executor):
    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def check_versions(functions: Sequence[Function]) -> None:
    """Raises ParameterError if a store could not tell one version of a function from another."""
    for function in functions:
        if not function.version:
            raise ParameterError(
                f"{function.text} exists in this process only, so a store needs its version: give"
                ' tesuji.agent(FUNCTION, version="1"), and another version after a change',
                where="version",
                given=function.text,
                expected="a version",
            )

"""Workers: how a worker plays a task, and how its answer is read."""

from __future__ import annotations

import faulthandler
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.foreign_code import stopping_hangs
from tesuji.agents.functions import Function
from tesuji.agents.registry import register_function
from tesuji.arena.match.pair import FunctionTask, PairTask, play_pair
from tesuji.arena.run.conditions import conditions_here, versions_here, worker_name
from tesuji.errors import HungCodeError, TesujiError, WorkerError
from tesuji.games.record import GameRecord
from tesuji.python_files import resolving_from

__all__ = ["PlayedPair", "read_answer", "work"]

STUCK = 86
"""Exit code of a worker whose game or evaluator blocks outside Python."""
RESUMES = "with a store, finished pairs are kept, and the same match resumes after them"


@dataclass(frozen=True)
class PlayedPair:
    """The games of a pair, with the conditions of the worker that played them."""

    records: tuple[GameRecord, GameRecord]
    conditions: dict[str, Any]


def work(task: PairTask) -> dict[str, Any]:
    """Plays a pair; returns plain data. A worker with other versions reports them instead."""
    answer: dict[str, Any] = {"worker": worker_name()}
    with resolving_from(task.folder):
        try:
            for file in task.load:
                tesuji.load(file)
            for function in task.functions:
                _register(function)
            versions = versions_here(task.game, task.load, task.agents)
        except (TesujiError, OSError) as error:
            return {**answer, "unfit": str(error)}
        answer["versions"] = versions
        if versions != task.versions:
            return answer
        try:
            _load_functions(task)
        except TesujiError as error:
            return {**answer, "unfit": str(error)}
        return {**answer, "conditions": conditions_here(), "games": _play(task)}


def _load_functions(task: PairTask) -> None:
    """Loads the files of functions. A file that cannot be loaded is not the fault of a player."""
    for spec in task.agents:
        if (function := tesuji.agent(spec).function) is not None:
            function.find()


def _register(function: FunctionTask) -> None:
    """Registers a function under its name, unless that is done."""
    if not function.name:
        tesuji.load(function.file)
    else:
        found = Function.in_file(Path(function.file), function.name, function.version)
        register_function(function.agent, found)


def _play(task: PairTask) -> Any:
    """Plays a pair; stops games and evaluators written in Python that hang."""
    try:
        with stopping_hangs(stuck=_exit_stuck):
            return play_pair(task)
    except HungCodeError as error:
        raise WorkerError(
            f"{task.game}, pair {task.pair}: {error}; {RESUMES}",
            where=error.where,
            given=error.call,
            pairs=[task.pair],
        ) from None


def _exit_stuck(error: HungCodeError) -> None:
    """Ends a worker that nothing else can stop; the process that started it explains why."""
    faulthandler.dump_traceback(sys.__stderr__ or 2, all_threads=True)
    os._exit(STUCK)


def read_answer(task: PairTask, answer: Any) -> PlayedPair:
    """Reads the answer of a worker; raises WorkerError if the worker did not play the pair."""
    if not isinstance(answer, dict) or "worker" not in answer:
        raise WorkerError(
            f"a worker with another version of tesuji answered for pair {task.pair}; {RESUMES}",
            given=answer,
            pairs=[task.pair],
        )
    if "games" not in answer:
        raise WorkerError(
            f"worker {answer['worker']} cannot play: {_why(task, answer)}; {RESUMES}",
            where=answer["worker"],
            pairs=[task.pair],
        )
    named, swapped = (GameRecord.from_dict(record) for record in answer["games"])
    return PlayedPair((named, swapped), answer["conditions"])


def _why(task: PairTask, answer: dict[str, Any]) -> str:
    if "unfit" in answer:
        return str(answer["unfit"])
    there, here = answer["versions"], task.versions
    return "; ".join(
        f"{name} is {there.get(name)!r} there and {here.get(name)!r} here"
        for name in {**here, **there}
        if there.get(name) != here.get(name)
    )

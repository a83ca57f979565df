"""Working: what a worker does with a task, and what the coordinator makes of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tesuji
from tesuji.arena.match.pair import PairTask, play_pair
from tesuji.arena.run.conditions import conditions_here, versions_here, worker_name
from tesuji.errors import TesujiError
from tesuji.games.record import GameRecord

__all__ = ["PlayedPair", "read_answer", "work"]

RESUMES = "what is finished is kept, and the same command resumes"


@dataclass(frozen=True)
class PlayedPair:
    """The games of a pair, and the conditions under which a worker played them."""

    records: tuple[GameRecord, GameRecord]
    conditions: dict[str, Any]


def work(task: PairTask) -> dict[str, Any]:
    """Plays a pair as plain data; a worker of another version plays nothing and says so."""
    answer: dict[str, Any] = {"worker": worker_name()}
    try:
        for file in task.load:
            tesuji.load(file)
        versions = versions_here(task.game, task.load)
    except (TesujiError, OSError) as error:
        return {**answer, "unfit": str(error)}
    answer["versions"] = versions
    if versions == task.versions:
        answer |= {"conditions": conditions_here(), "games": play_pair(task)}
    return answer


def read_answer(task: PairTask, answer: Any) -> PlayedPair:
    """The pair that a worker played; refused where the worker is not of our kind."""
    if not isinstance(answer, dict) or "worker" not in answer:
        raise TesujiError(f"a worker of another tesuji answered for pair {task.pair}; {RESUMES}")
    if "games" not in answer:
        raise TesujiError(f"worker {answer['worker']} cannot play: {_why(task, answer)}; {RESUMES}")
    named, swapped = (GameRecord.from_dict(record) for record in answer["games"])
    return PlayedPair((named, swapped), answer["conditions"])


def _why(task: PairTask, answer: dict[str, Any]) -> str:
    if "unfit" in answer:
        return str(answer["unfit"])
    found, wanted = answer["versions"], task.versions
    return "; ".join(
        f"{name} is {found.get(name)!r} there and {wanted.get(name)!r} here"
        for name in {**wanted, **found}
        if found.get(name) != wanted.get(name)
    )

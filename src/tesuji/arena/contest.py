"""Contests: any number of matches played together by one set of workers.

A match is a contest of one; a tournament, a sweep and a scaling run are contests of several.
Pairs of all matches take turns, so that every match is equally far at any time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tesuji.arena.executors import cluster_executor, local_executor, run_tasks
from tesuji.arena.plan import MatchPlan
from tesuji.arena.playing import PairTask
from tesuji.arena.record import GameRecord
from tesuji.arena.sprt import Sprt
from tesuji.arena.statistics import Pentanomial
from tesuji.arena.store import Store
from tesuji.arena.tally import Tally
from tesuji.errors import ParameterError

__all__ = ["Contest", "MatchState", "Progress"]

Progress = Callable[["Contest"], None]


@dataclass
class MatchState:
    """A match under way: its plan, what is stored of it, and what counts."""

    plan: MatchPlan
    experiment: int
    tally: Tally = field(default_factory=Tally)
    """What counts: all finished pairs, or with a test those up to its decision."""
    stored: set[int] = field(default_factory=set)
    """All finished pairs, also those that a test does not count."""
    sprt: Sprt | None = None
    verdict: str | None = None
    """"H0" or "H1" once the test has decided."""
    counted: int | None = None
    """With a test: the pairs up to its decision; later ones are stored, not counted."""
    llrs: list[float] = field(default_factory=list)
    """The test's statistic after each pair in order."""
    _early: dict[int, Sequence[GameRecord]] = field(default_factory=dict, repr=False)
    """Pairs that finished before an earlier one; the test has not seen them yet."""

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs that count."""
        return Pentanomial.from_pairs(self.tally.pairs.values())

    def add(self, pair: int, records: Sequence[GameRecord]) -> None:
        """Takes a finished pair, and counts it unless a test has decided before it."""
        self.stored.add(pair)
        if self.sprt is None:
            self.tally.add(pair, records)
        elif self.verdict is None:
            self._early[pair] = records
            self._judge(self.sprt)

    def _judge(self, sprt: Sprt) -> None:
        """Looks at the pairs in the order of the schedule, whatever order they finish in."""
        while self.verdict is None and (pair := len(self.llrs)) in self._early:
            self.tally.add(pair, self._early.pop(pair))
            so_far = self.pentanomial
            self.llrs.append(sprt.llr(so_far))
            self.verdict = sprt.status(so_far)
        if self.verdict is not None:
            self.counted = len(self.llrs)
            self._early.clear()

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.verdict is not None or len(self.stored) >= self.plan.pairs


class Contest:
    """Matches, a store and workers."""

    def __init__(
        self,
        plans: Sequence[MatchPlan],
        *,
        store: str | Path | None = None,
        new: bool = False,
        sprt: Sprt | None = None,
    ) -> None:
        _refuse_repeats(plans)
        self.store = Store(store)
        self.begun = time.perf_counter()
        self.played = 0
        begun = self.store.begin_all([_experiment(plan) for plan in plans], new=new)
        self.matches = [
            self._resumed(MatchState(plan, experiment, sprt=sprt))
            for plan, experiment in zip(plans, begun, strict=True)
        ]

    def _resumed(self, match: MatchState) -> MatchState:
        experiment, plan = match.experiment, match.plan
        stored = sorted(pair for pair in self.store.pairs(experiment) if pair < plan.pairs)
        for pair in stored:
            match.add(pair, self.store.pair(experiment, pair))
        return match

    @property
    def finished(self) -> bool:
        """Whether every match is."""
        return all(match.finished for match in self.matches)

    @property
    def pairs_left(self) -> int:
        """Pairs that may still be played."""
        return sum(
            match.plan.pairs - len(match.stored) for match in self.matches if not match.finished
        )

    def pairs_a_second(self) -> float:
        """How fast this run is."""
        return self.played / max(time.perf_counter() - self.begun, 1e-9)

    def run(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Plays what is left; False if it was interrupted by Ctrl-C."""
        workers = jobs or os.cpu_count() or 1
        make: Callable[[], Executor] = partial(local_executor, workers)
        if cluster is not None:
            make, workers = partial(cluster_executor, cluster), jobs or 32
        try:
            for task, data in run_tasks(
                self._tasks(), make, ahead=2 * workers, stop=lambda: self.finished
            ):
                self._finish(task, data)
                if progress is not None:
                    progress(self)
        except KeyboardInterrupt:
            return False
        return True

    def _tasks(self) -> Iterator[PairTask]:
        """Pairs of all matches in turn; a match that is decided gives no more."""
        rounds = [
            (number, match, match.plan.tasks(set(match.stored)))
            for number, match in enumerate(self.matches)
        ]
        while rounds:
            for entry in list(rounds):
                number, match, tasks = entry
                task = None if match.finished else next(tasks, None)
                if task is None:
                    rounds.remove(entry)
                else:
                    yield replace(task, match=number)

    def _finish(self, task: PairTask, data: list[dict[str, Any]]) -> None:
        match = self.matches[task.match]
        records = [GameRecord.from_dict(record) for record in data]
        self.store.add_pair(match.experiment, task.pair, records)
        match.add(task.pair, records)
        self.played += 1


def _refuse_repeats(plans: Sequence[MatchPlan]) -> None:
    titles = [plan.title for plan in plans]
    for title in titles:
        if titles.count(title) > 1:
            raise ParameterError(f"this match is there more than once: {title}")


def _experiment(plan: MatchPlan) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """As the store takes it: name, identity and conditions."""
    conditions = {"title": plan.title, "game": plan.game, "agents": list(plan.agents)}
    return plan.title, plan.identity, conditions

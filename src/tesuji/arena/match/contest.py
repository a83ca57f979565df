"""Contests: any number of matches played together by one set of workers.

A match is a contest of one; a tournament, a sweep and a scaling run are contests of several.
The matches take turns, pair by pair, so that all of them advance at the same rate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tesuji.arena.match.pair import PairTask
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.tally import Standing
from tesuji.arena.run.executors import WorkerPool, run_tasks
from tesuji.arena.run.in_process import InProcessPool, check_versions
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.arena.run.local_pool import check_not_loading
from tesuji.arena.run.worker import PlayedPair, read_answer
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.store.exchange import claim_imported
from tesuji.arena.store.lock import StoreLock
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError

__all__ = ["Contest", "MatchState", "Progress"]

Progress = Callable[["Contest"], None]


@dataclass(kw_only=True)
class MatchState(Standing):
    """A match in progress: its plan and its standing."""

    plan: MatchPlan
    stored_id: int
    """Its number in the store."""
    resumed: int = 0
    """Number of pairs that were in the store when the contest began."""

    @property
    def finished(self) -> bool:
        """Whether all pairs are played, or the test has decided."""
        return self.verdict is not None or len(self.stored) >= self.plan.pairs


class Contest:
    """Several matches that share a store and workers."""

    def __init__(
        self,
        plans: Sequence[MatchPlan],
        *,
        store: str | Path | None = None,
        new: bool = False,
        sprt: Sprt | None = None,
    ) -> None:
        _check_titles(plans)
        check_not_loading()
        self._local = [function for plan in plans for function in plan.local_functions]
        if store is not None:
            check_versions(self._local)
        self.store = Store(store)
        self._lock = None if self.store.path is None else StoreLock(self.store.path)
        self.begun = time.perf_counter()
        self.played = 0
        try:
            self.matches = self._begin(plans, new, sprt)
        except BaseException:
            self._release()
            raise

    def _begin(self, plans: Sequence[MatchPlan], new: bool, sprt: Sprt | None) -> list[MatchState]:
        begun = self.store.begin_all([(plan.title, plan.identity) for plan in plans], new=new)
        for plan, stored_id in zip(plans, begun, strict=True):
            self.store.set_sprt(stored_id, None if sprt is None else sprt.to_dict())
            claim_imported(self.store, stored_id, plan.identity)
        return [
            self._resumed(MatchState(plan=plan, stored_id=stored_id, sprt=sprt))
            for plan, stored_id in zip(plans, begun, strict=True)
        ]

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _resumed(self, match: MatchState) -> MatchState:
        stored_id, plan = match.stored_id, match.plan
        stored = sorted(pair for pair in self.store.pairs(stored_id) if pair < plan.pairs)
        for pair in stored:
            match.add(pair, self.store.pair(stored_id, pair))
        match.resumed = len(stored)
        return match

    @property
    def finished(self) -> bool:
        """Whether every match is finished."""
        return all(match.finished for match in self.matches)

    @property
    def pairs_left(self) -> int:
        """Number of pairs that may still be played."""
        return sum(
            match.plan.pairs - len(match.stored) for match in self.matches if not match.finished
        )

    def pairs_per_second(self) -> float:
        """Speed of this run so far."""
        return self.played / max(time.perf_counter() - self.begun, 1e-9)

    def run(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        workers: KeptWorkers | None = None,
        progress: Progress | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Plays the remaining pairs. Returns False if Ctrl-C or the time ended it earlier.

        ``workers`` are used instead of new ones. After ``seconds`` no further pair is begun; 0
        plays none. Call it only once: it releases the lock on the store, which is read-only from
        then on.
        """
        pool = self._pool(jobs, cluster, workers)
        try:
            for task, answer in run_tasks(
                self._tasks(),
                pool.start,
                ahead=pool.ahead,
                stop=lambda: self.finished or self._is_over(seconds),
                idle=pool.wait,
            ):
                self._finish(task, read_answer(task, answer), pool.games_at_once)
                if progress is not None:
                    progress(self)
        except KeyboardInterrupt:
            return False
        finally:
            self._release()
        return seconds is None or self.finished

    def _is_over(self, seconds: float | None) -> bool:
        return seconds is not None and time.perf_counter() - self.begun >= seconds

    def _pool(
        self, jobs: int | None, cluster: str | None, workers: KeptWorkers | None
    ) -> WorkerPool | InProcessPool:
        if self._local:
            return InProcessPool(self._local, jobs, cluster)
        return WorkerPool(jobs, cluster) if workers is None else workers

    def _tasks(self) -> Iterator[PairTask]:
        """The next pair of each match in turn, without those of finished matches."""
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

    def _finish(self, task: PairTask, played: PlayedPair, games_at_once: int) -> None:
        match = self.matches[task.match]
        where = {**played.conditions, "games_at_once": games_at_once}
        self.store.add_pair(match.stored_id, task.pair, played.records, where)
        match.add(task.pair, played.records)
        self.played += 1


def _check_titles(plans: Sequence[MatchPlan]) -> None:
    titles = [plan.title for plan in plans]
    for title in titles:
        if titles.count(title) > 1:
            raise ParameterError(
                f"more than one match has the name {title}",
                where="name",
                given=title,
                expected="a different name for each match",
            )

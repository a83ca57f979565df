"""The workers of a contest: processes on this machine, or a cluster."""

from __future__ import annotations

import os
from concurrent.futures import Executor

from tesuji.arena.run.executors import ClusterExecutor, cluster_executor
from tesuji.arena.run.local_pool import check_jobs, local_executor

__all__ = ["WorkerPool"]

CLUSTER_JOBS = 32
"""Workers to have tasks ready for, where nobody says how many a cluster has or will have."""


class WorkerPool:
    """Who plays; no ``jobs`` is one a core, or as many as a cluster has."""

    def __init__(self, jobs: int | None, cluster: str | None) -> None:
        check_jobs(jobs)
        self._cluster = cluster
        self._jobs = jobs or (CLUSTER_JOBS if cluster else os.cpu_count() or 1)
        self._games_at_once = None if cluster else self._jobs
        self._made: ClusterExecutor | None = None

    def start(self) -> Executor:
        """Workers that are ready to play."""
        if self._cluster is None:
            return local_executor(self._jobs)
        self._made = cluster_executor(self._cluster)
        return self._made

    @property
    def ahead(self) -> int:
        """Tasks to give out at a time: nobody waits for the next."""
        return 2 * self._jobs

    @property
    def games_at_once(self) -> int:
        """Games that run beside each other; of a cluster, when this is first asked."""
        if self._games_at_once is None:
            self._games_at_once = 1 if self._made is None else max(1, self._made.threads)
        return self._games_at_once

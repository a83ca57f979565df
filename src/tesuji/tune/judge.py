"""Plays the matches of a tuning run, on the workers and in the store of the arena."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.match.api import SHAPE_OPTIONS, play_plans
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.plan import make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import Sprt
from tesuji.tune.trials import Meeting, Stopped, Trial

__all__ = ["MatchJudge", "TuneProgress", "TuneState"]


@dataclass
class TuneState:
    """A tuning run in progress, for those who watch it."""

    method: str
    planned: int
    """Number of trials of the whole run."""
    stage: str = ""
    trials: list[Trial] = field(default_factory=list)
    contest: Contest | None = None
    """The matches that are being played."""


TuneProgress = Callable[[TuneState], None]
"""Called after each pair and each trial."""


class MatchJudge:
    """Plays meetings as matches. Use it in a ``with`` block, which ends the workers.

    Without a store, games are kept in a temporary one, since a race continues earlier matches.
    """

    def __init__(
        self,
        state: TuneState,
        *,
        game: str,
        name: str,
        options: Mapping[str, Any],
        progress: TuneProgress | None = None,
    ) -> None:
        self.state = state
        self._game = game
        self._name = name
        self._progress = progress
        self._shape = {key: options[key] for key in SHAPE_OPTIONS if key in options}
        run = ("store", "new", "jobs", "cluster")
        self._limits = {
            key: value for key, value in options.items() if key not in (*run, *SHAPE_OPTIONS)
        }
        self._new = bool(options.get("new", False))
        self._begun: set[str] = set()
        self._folder = tempfile.TemporaryDirectory(prefix="tesuji-tune-")
        given = options.get("store")
        self.store = Path(self._folder.name, "games.db") if given is None else Path(given)
        self._jobs, self._cluster = options.get("jobs"), options.get("cluster")
        self._workers = KeptWorkers(self._jobs, self._cluster)

    def __enter__(self) -> MatchJudge:
        return self

    def __exit__(self, *exception: object) -> None:
        self._workers.__exit__(*exception)
        self._folder.cleanup()

    def __call__(self, stage: str, meetings: Sequence[Meeting]) -> list[Pentanomial]:
        """Plays the meetings together; raises Stopped if the user interrupts them."""
        return [result.pentanomial for result in self.play(stage, meetings)]

    def play(
        self, stage: str, meetings: Sequence[Meeting], *, sprt: Sprt | None = None
    ) -> list[MatchResult]:
        """As a call, but returns the matches; with a test that can end them early."""
        plans = [
            make_plan(
                (each.first, each.second),
                game=self._game,
                pairs=each.pairs,
                seed=each.seed,
                name=f"{self._name}: {each.name}",
                limits=self._limits,
                **self._shape,
            )
            for each in meetings
        ]
        names = {each.name for each in meetings}
        new = self._new and not names & self._begun
        self._begun |= names
        self.state.stage = stage
        results = play_plans(
            plans,
            sprt=sprt,
            store=self.store,
            new=new,
            jobs=self._jobs,
            cluster=self._cluster,
            workers=self._workers,
            progress=self._played,
        )
        self.state.contest = None
        if not all(result.complete for result in results):
            raise Stopped
        return results

    def watch(self, trial: Trial) -> None:
        """Takes note of a finished trial."""
        self.state.trials.append(trial)
        self._show()

    def _played(self, contest: Contest) -> None:
        self.state.contest = contest
        self._show()

    def _show(self) -> None:
        if self._progress is not None:
            self._progress(self.state)

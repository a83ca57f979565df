"""Confirms figures of an older engine: plays the first pair of each match again and compares.

An experiment is confirmed for today's behaviour if every first pair is the same, move for move.
That costs about a hundredth of a replay. The results are saved after each batch, so a stopped call
resumes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.common import markdown_table
from benchmarks.first_pairs import described, differences, first_pair_plan, play_first_pairs
from benchmarks.reports_replay import Pending, batches, pending
from benchmarks.reports_state import OLDER, behaviour_of, declared_rows, results_of
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.wording import counted

OWN_LIMITS = (None, None)
CLOCK = "a match has a clock for the whole game"
NOT_RECORDED = "the first pair of a match is not recorded"
A_TIME = "the figure is a time"
TIMES = frozenset({"cost", "late", "seconds"})
"""Measures of speed: the same games do not mean the same figure."""

Data = dict[str, Any]


@dataclass(frozen=True)
class Candidate:
    """An experiment that an older engine played, with the matches of its first pairs."""

    name: str
    behaviour: int
    """That of the engine that played it."""
    cost: float
    """Core seconds for the first pairs, an estimate."""
    measure: str | None
    plans: list[MatchPlan]
    kept: list[Data | None]
    """The first pair of each match, as the results file has it."""
    played: Data
    """Its results."""

    def obstacle(self) -> str | None:
        """Why it cannot be confirmed, if it cannot."""
        if self.measure in TIMES:
            return A_TIME
        missing = [plan for plan, kept in zip(self.plans, self.kept, strict=True) if kept is None]
        if any(limits.game_seconds for plan in missing for limits in plan.limits):
            return CLOCK
        return NOT_RECORDED if missing else None


def candidates(report: Data, only: Sequence[str] = ()) -> list[Candidate]:
    """The experiments of older engines, or ``only`` those that are named; the cheapest first."""
    found = [_candidate(report, each) for each in pending(report, only=only) if each.state == OLDER]
    return sorted(found, key=lambda each: each.cost)


def _candidate(report: Data, each: Pending) -> Candidate:
    played = results_of(report)[each.name]
    rows = {row.name: found for found, row, _ in declared_rows(each.experiment, played)}
    kept = [rows[row.name].get("first_pair") for row in each.experiment.rows()]
    return Candidate(
        name=each.name,
        behaviour=behaviour_of(played, report),
        cost=each.cost * 2 / each.experiment.scale[each.scale],
        measure=each.experiment.measure,
        plans=[
            # Experiments that measure the same games have the same matches.
            replace(_first_pair(plan, pair), name=f"{each.name}: {plan.title}")
            for plan, pair in zip(each.plans(), kept, strict=True)
        ],
        kept=kept,
        played=played,
    )


def _first_pair(plan: MatchPlan, kept: Data | None) -> MatchPlan:
    return first_pair_plan(plan, (kept or {}).get("simulations", OWN_LIMITS))


def obstacles_text(found: Sequence[Candidate]) -> str:
    """What cannot be compared, by reason."""
    lines = []
    for reason in (CLOCK, A_TIME, NOT_RECORDED):
        if names := [each.name for each in found if each.obstacle() == reason]:
            lines.append(f"cannot be compared, {reason}: {', '.join(names)}")
    return "\n".join(lines)


def cost_text(found: Sequence[Candidate]) -> str:
    """A table of what is to be compared, with its cost."""
    lines, total = [["experiment", "behaviour", "games", "core seconds", "summed"]], 0.0
    for each in found:
        total += each.cost
        numbers = (each.behaviour, 2 * len(each.plans))
        lines.append([each.name, *map(str, numbers), f"{each.cost:,.1f}", f"{total:,.0f}"])
    return markdown_table(lines)


def confirm(
    found: Sequence[Candidate],
    *,
    jobs: int,
    commit: str,
    save: Callable[[], None] = lambda: None,
) -> list[str]:
    """Plays the first pairs, and marks the experiments where all are the same; returns their names.

    ``save`` is called after each batch. Ctrl-C ends it.
    """
    same: list[str] = []
    try:
        with KeptWorkers(jobs, None) as workers:
            for batch in batches(found, jobs):
                same += _compare(batch, workers, commit)
                save()
    except KeyboardInterrupt:
        print("stopped; the next call goes on with the rest", flush=True)
    return same


def _compare(batch: Sequence[Candidate], workers: KeptWorkers, commit: str) -> Iterator[str]:
    """Plays the first pairs of some experiments together; yields the names of those confirmed."""
    matches = iter(play_first_pairs([plan for each in batch for plan in each.plans], workers))
    for each in batch:
        wrong = [*_differences(each, [next(matches) for _ in each.plans])]
        if wrong:
            print(f"{each.name} must be played again:", *wrong, sep="\n  ", flush=True)
        else:
            print(f"confirmed {each.name}: {counted(len(each.plans), 'first pair')}", flush=True)
            each.played["confirmed"] = _confirmation(commit)
            yield each.name


def _differences(each: Candidate, matches: Sequence[MatchResult]) -> Iterator[str]:
    """What differs in the first pairs of an experiment, match by match."""
    for match, kept in zip(matches, each.kept, strict=True):
        assert kept is not None
        now = described(match, each.measure, kept.get("simulations", OWN_LIMITS))
        if texts := [*differences(kept, now)]:
            yield f"{match.match.plan.title}: {', '.join(texts)}"


def _confirmation(commit: str) -> Data:
    return {"behaviour": BEHAVIOUR, "commit": commit, "date": time.strftime("%Y-%m-%d")}

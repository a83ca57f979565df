"""Plays the reports' experiments in slots of a few minutes, and merges what is finished.

A slot plays what is out of date in the results file: first what was never played, then what was
declared differently since, then what an older engine played; the cheapest of each first. A store
keeps the finished pairs, and the next slot resumes from it. An experiment is merged into the
results file when all its games are there, with digests of the first pair of each match.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from benchmarks.common import markdown_table
from benchmarks.first_pairs import first_pairs
from benchmarks.reports_state import (
    CURRENT,
    OLDER,
    STATES,
    results_of,
    rows_of,
    states,
    studies,
)
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.errors import StoreError
from tesuji.studies import Experiment, StudyResult
from tesuji.studies.costs import core_seconds
from tesuji.studies.run import judge_experiment, make_plans

BATCH = 20.0
"""Seconds that a batch of experiments keeps all workers busy, at least: at its end some wait."""
UNKNOWN = 60.0
"""Core seconds of an experiment that nobody has measured."""
COMMAND = "python -m benchmarks.reports --store games.db"
CONFIRM_FIRST = f"""
Those in the state "{OLDER}" may need no replay: --confirm plays the first pair of each match, and
confirms the experiments whose games are the same. --confirm --plan lists what that costs.
"""

Data = dict[str, Any]


@dataclass(frozen=True)
class Pending:
    """An experiment that is to be played."""

    study: str
    experiment: Experiment
    state: str
    cost: float
    """Core seconds, an estimate."""
    scale: str = "full"

    @property
    def name(self) -> str:
        return f"{self.study}/{self.experiment.name}"

    def plans(self) -> list[MatchPlan]:
        """Its matches, one per row."""
        return make_plans(self.experiment, self.scale, f"{self.study}: ")


def pending(report: Data, *, scale: str = "full", only: Sequence[str] = ()) -> list[Pending]:
    """What is out of date, or ``only`` what is named, in the order in which it is played."""
    found = states(report)
    waiting = [
        Pending(
            study.name,
            each,
            found[f"{study.name}/{each.name}"],
            _cost(study.name, each, scale),
            scale,
        )
        for study in studies()
        for each in study.experiments
    ]
    chosen = [each for each in waiting if (each.name in only if only else each.state != CURRENT)]
    return sorted(chosen, key=lambda each: (STATES.index(each.state), each.cost))


def _cost(study: str, experiment: Experiment, scale: str) -> float:
    found = core_seconds(study, experiment, scale)
    return UNKNOWN if found is None else found


def plan_text(waiting: Sequence[Pending], store: Path | None = None) -> str:
    """A table of what is to be played, with its cost, and what the store already has."""
    lines = [["experiment", "state", "games", "in the store", "core seconds", "summed"]]
    total, shown = 0.0, set[str]()
    for each in waiting:
        plans = each.plans()
        stored = 0 if store is None else sum(_games(match) for match in _stored(plans, store))
        host = f"{each.study}/{_host(each.experiment)}"
        total += each.cost if host not in shown else 0.0
        shown.add(host)
        games = sum(2 * plan.pairs for plan in plans)
        lines.append(
            [each.name, each.state, str(games), str(stored), f"{each.cost:,.0f}", f"{total:,.0f}"]
        )
    table = markdown_table(lines)
    return table + CONFIRM_FIRST if any(each.state == OLDER for each in waiting) else table


def _games(match: MatchResult) -> int:
    return match.pentanomial.games


def _stored(plans: Sequence[MatchPlan], store: Path) -> list[MatchResult]:
    """The matches as the store has them; nothing is played."""
    return play_plans(plans, store=store, jobs=1, seconds=0)


class Costed(Protocol):
    """Anything with a cost in core seconds."""

    @property
    def cost(self) -> float: ...


Some = TypeVar("Some", bound=Costed)


def batches(waiting: Iterable[Some], jobs: int) -> Iterator[list[Some]]:
    """Experiments that are played together, so that few workers wait for the last games."""
    batch: list[Some] = []
    for each in waiting:
        batch.append(each)
        if sum(one.cost for one in batch) >= BATCH * jobs:
            yield batch
            batch = []
    if batch:
        yield batch


def play_slot(waiting: Sequence[Pending], store: Path, *, minutes: float | None, jobs: int) -> bool:
    """Plays in order until no time is left, or Ctrl-C; games in the store are not played again.

    Returns whether all is complete.
    """
    begun = time.monotonic()
    with KeptWorkers(jobs, None) as workers:
        for batch in batches(waiting, jobs):
            left = None if minutes is None else 60 * minutes - (time.monotonic() - begun)
            if left is not None and left <= 0:
                print("no time is left", flush=True)
                return False
            done = _play_batch(batch, store, workers, left)
            names = ", ".join(each.name for each in batch)
            spent = time.monotonic() - begun
            print(f"{spent:5.0f} s {'finished' if done else 'began'} {names}", flush=True)
            if not done:
                return False
    return True


def _play_batch(
    batch: Sequence[Pending], store: Path, workers: KeptWorkers, seconds: float | None
) -> bool:
    """Plays the matches of some experiments; returns whether all are complete.

    Experiments that measure the same games have the same matches.
    """
    plans = {plan.title: plan for each in batch for plan in each.plans()}
    played = play_plans(list(plans.values()), store=store, workers=workers, seconds=seconds)
    return all(match.complete for match in played)


def merge(
    report: Data, waiting: Sequence[Pending], store: Path, *, commit: str, jobs: int = 1
) -> list[str]:
    """Puts the experiments that are complete in the store into the results; returns their names."""
    merged: list[str] = []
    with KeptWorkers(jobs, None) as workers:
        for each in waiting:
            matches = _stored(each.plans(), store)
            if not all(match.complete for match in matches):
                continue
            number = _run(report, commit, _behaviour(matches))
            data, played = _judged(each, matches, workers)
            _count(report["runs"][number], played, before=_counted_before(report, each, number))
            _put(report, each, {**data, "run": number})
            merged.append(each.name)
            print(f"merged {each.name}", flush=True)
    drop_old_runs(report)
    return merged


def _judged(
    each: Pending, matches: Sequence[MatchResult], workers: KeptWorkers
) -> tuple[Data, list[Data]]:
    """The results of an experiment with the first pairs of its matches, and the matches."""
    data = judge_experiment(each.experiment, matches).to_dict()
    played = data.pop("matches")
    pairs = first_pairs(matches, each.experiment.measure, workers)
    for finding, pair in zip(rows_of(data), pairs, strict=True):
        if pair is not None:
            finding["first_pair"] = pair
    return data, played


def _behaviour(matches: Sequence[MatchResult]) -> int:
    """The behaviour of the engine that played matches, as their store has it."""
    numbers = {match.match.stored_id for match in matches}
    stored = matches[0].contest.store.matches()
    [found] = {int(each.identity["behaviour"]) for each in stored if each.id in numbers}
    return found


def _counted_before(report: Data, each: Pending, number: int) -> int:
    """The games of each match that a run counts already, also for another measure of them."""
    [study] = [study for study in studies() if study.name == each.study]
    same = [other for other in study.experiments if _host(other) == _host(each.experiment)]
    found = results_of(report)
    played = [found.get(f"{each.study}/{other.name}") for other in same]
    of_run = [one for one in played if one is not None and one["run"] == number]
    return max((row["games"] for one in of_run for row in rows_of(one)), default=0)


def _host(experiment: Experiment) -> str:
    """The experiment whose games these are."""
    return experiment.games_of or experiment.name


def _run(report: Data, commit: str, behaviour: int) -> int:
    """The number of the run with this commit and behaviour; a new one has no games."""
    runs = report["runs"]
    for number, run in enumerate(runs):
        if (run["commit"], run["behaviour"]) == (commit, behaviour):
            return number
    runs.append(_new_run(commit, behaviour))
    return len(runs) - 1


def _count(run: Data, matches: Sequence[Data], *, before: int) -> None:
    """Adds matches to the figures of a run, without the games that it counted before."""
    run["date"] = time.strftime("%Y-%m-%d")
    for match in matches:
        added = max(0, match["games"] - before)
        run["games"] += added
        run["cpu_hours"] += _seconds(match) * added / max(match["games"], 1) / 3600
    run["cpu_hours"] = round(run["cpu_hours"], 4)
    for where in conditions(matches):
        if where not in run["conditions"]:
            run["conditions"].append(where)


def _new_run(commit: str, behaviour: int) -> Data:
    """A run without games; its conditions, not this machine, say where they were played."""
    return {
        "command": COMMAND,
        "date": "",
        "commit": commit,
        "behaviour": behaviour,
        "conditions": [],
        "games": 0,
        "cpu_hours": 0.0,
    }


def _put(report: Data, pending: Pending, data: Data) -> None:
    """Replaces the results of an experiment, or adds them in the declared order."""
    [study] = [each for each in studies() if each.name == pending.study]
    found = [each for each in report["studies"] if each["name"] == study.name]
    if not found:
        found = [{**StudyResult(study, pending.scale, ()).to_dict()}]
        report["studies"] = sorted([*report["studies"], *found], key=lambda each: each["name"])
    known = {each["name"]: each for each in found[0]["experiments"]} | {data["name"]: data}
    order = [each.name for each in study.experiments]
    found[0]["experiments"] = [known[name] for name in order if name in known]


def drop_old_runs(report: Data) -> None:
    """Removes the runs whose figures have all been replaced."""
    experiments = [each for study in report["studies"] for each in study["experiments"]]
    used = sorted({each["run"] for each in experiments})
    report["runs"] = [report["runs"][number] for number in used]
    for each in experiments:
        each["run"] = used.index(each["run"])


def _seconds(match: Data) -> float:
    return float(sum(cost["moves"] * cost["seconds_a_move"] for cost in match["costs"]))


def conditions(matches: Iterable[Data]) -> list[Data]:
    """Every kind of machine and build that played games."""
    found: list[Data] = []
    for match in matches:
        for each in match["conditions"]:
            kind = {name: each.get(name) for name in ("processor", "build", "python", "tesuji")}
            if kind not in found:
                found.append(kind)
    return found


def refusal(error: StoreError, store: Path) -> str:
    """Why a store cannot be used, and what would fit."""
    for what, stored, given in error.differences:
        if what == "behaviour of the searches":
            return (
                f"{store} has games of behaviour {stored}, and this engine has behaviour {given}:"
                f" give a store of behaviour {given} or a new file, or use the engine that played"
                f" these games (match {error.name!r})"
            )
    # A packed store is used under another name.
    return str(error).replace(str(error.path), str(store))


def current_commit() -> str:
    """The commit of the working tree, marked if files have changed since."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=10"],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parent,
    )  # fmt: skip
    return found.stdout.strip()

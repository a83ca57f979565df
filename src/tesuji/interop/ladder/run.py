"""Playing a ladder: check, gates, rounds. Every stage resumes from the store.

Ratings come from the rounds alone, whose matches have a fixed length. Matches of the gates stop as
soon as they are decided, so they would bias the ratings; they only decide who plays in the rounds
and in which order agents are paired first.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tesuji
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.contest import Progress
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.schedule import Meeting
from tesuji.arena.stats.ratings import Ratings, rate
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.store.lock import StoreLock
from tesuji.errors import TesujiError
from tesuji.interop.ladder.cost import Costs, estimate
from tesuji.interop.ladder.names import submission_names, write_names
from tesuji.interop.ladder.plan import Entrant, LadderOptions, LadderPlan, Planner
from tesuji.interop.ladder.private import SecretSeed, read_aliases
from tesuji.interop.ladder.remaining import Remaining, has_passed, is_rejected
from tesuji.interop.ladder.submissions import SpecOf, Submission, find_submissions
from tesuji.interop.ladder.swiss import PlayedRound, next_round
from tesuji.interop.ladder.triage import Check, Fault, triage
from tesuji.interop.sandbox import Sandbox
from tesuji.output_files import write_whole
from tesuji.wording import counted

__all__ = ["Gate", "Ladder", "LadderError", "LadderResult"]

SAMPLES = 200
"""Bootstrap samples of the ratings; with 400 agents each of them is a large fit."""


class LadderError(TesujiError):
    """A ladder that cannot be played."""


@dataclass(frozen=True)
class Gate:
    """The test of one entrant against one baseline."""

    result: MatchResult
    passed: bool

    @classmethod
    def of(cls, result: MatchResult) -> Gate:
        """The gate of a finished test."""
        return cls(result, has_passed(result.match))


@dataclass(kw_only=True)
class LadderResult:
    """Everything that was played. ``complete`` is False if the run was interrupted."""

    options: LadderOptions
    submissions: Sequence[Submission]
    aliases: dict[str, str]
    seed: str
    baselines: tuple[Entrant, ...]
    costs: Costs
    checks: dict[str, MatchResult] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    """What check-agent found in each entrant."""
    gates: dict[str, list[Gate]] = field(default_factory=dict)
    """For each entrant its tests, against the weakest baseline first."""
    rounds: list[dict[Meeting, MatchResult]] = field(default_factory=list)
    ratings: Ratings | None = None
    complete: bool = False
    played: int = 0
    """Games that this run played."""

    def rejected(self, key: str) -> bool:
        """Whether an entrant forfeited both of its first games."""
        found = self.checks.get(key)
        return found is not None and is_rejected(found.match)

    def beaten(self, key: str) -> int:
        """The number of baselines that an entrant has beaten."""
        return sum(gate.passed for gate in self.gates.get(key, []))

    def matches(self, key: str) -> list[MatchResult]:
        """All matches of an entrant, in the order in which they were played."""
        check = [self.checks[key]] if key in self.checks else []
        gates = [gate.result for gate in self.gates.get(key, [])]
        return [*check, *gates, *self.round_matches(key)]

    def round_matches(self, key: str) -> list[MatchResult]:
        """The matches of an entrant in the rounds, which decide its rating."""
        return [
            match for played in self.rounds for meeting, match in played.items() if key in meeting
        ]


class Ladder:
    """A ladder in a folder of its own, which keeps games, seed, aliases and schedule."""

    def __init__(
        self,
        options: LadderOptions,
        agents: str | Path,
        folder: str | Path,
        *,
        unsafe: bool = False,
        spec_of: SpecOf | None = None,
        check: Check | None = None,
    ) -> None:
        self.check = check
        if not unsafe:
            _require_sandbox()
        for file in options.load:
            tesuji.load(file)
        self.options = options
        self.folder = Path(folder)
        if not Path(agents).is_dir():
            raise LadderError(f"there is no folder {str(agents)!r}", given=str(agents))
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._planner = Planner(options=options, seed=SecretSeed(self.folder / "secret-seed"))
        self.submissions = find_submissions(
            Path(agents),
            (self.folder / "submissions").absolute(),
            options.game,
            options.submissions,
            spec_of=spec_of,
        )
        playing = {each.digest: each for each in self.submissions if not each.problem}
        names = submission_names(self.submissions)
        write_names(names, self.folder)
        self.entrants = [Entrant.of(playing[key], names[key]) for key in sorted(playing)]
        if not self.submissions:
            raise LadderError(f"there are no submissions in {agents}", given=str(agents))

    @property
    def store(self) -> Path:
        """The file with all games."""
        return self.folder / "games.db"

    def costs(self) -> Costs:
        """What a run costs, expected and at most; stored games cost nothing."""
        return self._costs(self._remaining())

    def _remaining(self) -> Remaining:
        return Remaining(self._planner, self.entrants, self._scheduled(), self.store)

    def _costs(self, remaining: Remaining) -> Costs:
        return estimate(self.options, len(self.entrants), shares=remaining.shares)

    def run(
        self,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
        begin: Callable[[str], None] | None = None,
        rounds: bool = True,
    ) -> LadderResult:
        """Plays what the store lacks and rates the agents; without ``rounds`` only the gates.

        ``begin`` is called with the name of each stage. A second run at the same time is refused.
        """
        lock = StoreLock(self.folder / "run")
        try:
            return self._run(jobs, progress, begin or (lambda stage: None), rounds)
        finally:
            lock.release()

    def _run(
        self,
        jobs: int | None,
        progress: Progress | None,
        begin: Callable[[str], None],
        rounds: bool,
    ) -> LadderResult:
        names = [each.name for each in self.submissions]
        remaining = self._remaining()
        result = LadderResult(
            options=self.options,
            submissions=self.submissions,
            aliases=read_aliases(self.folder / "aliases.csv", names),
            seed=self._planner.seed.text,
            baselines=self._planner.baselines,
            costs=self._costs(remaining),
        )
        _Run(self, self._planner, result, remaining, jobs, progress, begin).play(rounds)
        return result

    # The schedule of the rounds

    @property
    def _schedule(self) -> Path:
        return self.folder / "schedule.json"

    def _scheduled(self) -> list[list[Meeting]]:
        if not self._schedule.exists():
            return []
        rounds = json.loads(self._schedule.read_text("utf-8"))["rounds"]
        return [[(first, second) for first, second in meetings] for meetings in rounds]

    def _save_schedule(self, rounds: Sequence[Sequence[Meeting]]) -> None:
        write_whole(json.dumps({"format": 1, "rounds": rounds}) + "\n", self._schedule)


@dataclass
class _Run:
    """One run of a ladder."""

    ladder: Ladder
    planner: Planner
    result: LadderResult
    remaining: Remaining
    jobs: int | None
    progress: Progress | None
    begin: Callable[[str], None]

    def play(self, rounds: bool) -> None:
        """All stages. Ctrl-C ends the run, and what is known so far is rated."""
        if self._check() and self._gates() and (not rounds or self._rounds()):
            self.result.complete = True
        self._rate()

    def _contest(self, plans: Sequence[LadderPlan], sprt: Sprt | None = None) -> list[MatchResult]:
        if not plans:
            return []
        self._keep_to_maximum(plans)
        results = play_plans(
            plans, store=self.ladder.store, jobs=self.jobs, sprt=sprt, progress=self.progress
        )
        self.result.played += 2 * results[0].contest.played
        return results

    def _keep_to_maximum(self, plans: Sequence[LadderPlan]) -> None:
        """Raises LadderError if matches could exceed the maximum that was announced."""
        announced = self.result.costs.most.games
        games = self.result.played + 2 * sum(self.remaining.left(plan) for plan in plans)
        if games > announced:
            raise LadderError(
                f"the next matches could play {games} games in this run, more than the announced"
                f" maximum of {announced}; nothing is lost, and the same command plays on",
                where="maximum",
                given=games,
                expected=str(announced),
            )

    def _check(self) -> bool:
        entrants = self.ladder.entrants
        self.begin(f"check of {counted(len(entrants), 'agent')}")
        found = self._contest(self.planner.checks(entrants))
        self.result.checks = {
            entrant.key: match
            for entrant, match in zip(entrants, found, strict=True)
            if match.pentanomial.pairs
        }
        return all(match.complete for match in found)

    def _triage(self, entrants: Sequence[Entrant]) -> None:
        """Asks the agents that play about single positions."""
        options = self.planner.options
        if options.check_positions:
            self.begin(f"check-agent: {counted(options.check_positions, 'position')} per agent")
        jobs = self.jobs or os.cpu_count() or 1
        folder = self.ladder.folder / "checks"
        self.result.faults = triage(entrants, options, folder, jobs=jobs, check=self.ladder.check)

    def _gates(self) -> bool:
        result = self.result
        entrants = [each for each in self.ladder.entrants if not result.rejected(each.key)]
        self._triage(entrants)
        result.gates = {each.key: [] for each in entrants}
        for baseline in self.planner.baselines:
            self.begin(f"gate: {counted(len(entrants), 'agent')} against {baseline.key}")
            found = self._contest(
                self.planner.gates(entrants, baseline), sprt=self.planner.options.sprt
            )
            if not all(match.complete for match in found):
                return False
            for entrant, match in zip(entrants, found, strict=True):
                result.gates[entrant.key].append(Gate.of(match))
            entrants = [each for each in entrants if result.gates[each.key][-1].passed]
        return True

    def _rounds(self) -> bool:
        entrants = {each.key: each for each in self._admitted()}
        scheduled = self.ladder._scheduled()
        history: list[PlayedRound] = []
        rounds = self.planner.options.number_of_rounds(len(entrants))
        for number in range(rounds):
            self.begin(f"round {number + 1} of {rounds}: {counted(len(entrants), 'agent')}")
            meetings = next_round(list(entrants), history, scheduled)
            scheduled = [*scheduled[:number], meetings, *scheduled[number + 1 :]]
            self.ladder._save_schedule(scheduled)
            plans = self.planner.meetings([(entrants[a], entrants[b]) for a, b in meetings])
            found = self._contest(plans)
            matches = {
                _ordered(meeting): match
                for meeting, match in zip(meetings, found, strict=True)
                if match.pentanomial.pairs
            }
            self.result.rounds.append(matches)
            if not all(match.complete for match in found):
                return False
            history.append(PlayedRound({keys: match.score for keys, match in matches.items()}))
        return True

    def _admitted(self) -> list[Entrant]:
        """Entrants of the rounds, the strongest by the gates first, and the baselines."""
        result = self.result
        admitted = [
            each
            for each in self.ladder.entrants
            if each.key in result.gates and result.beaten(each.key) >= self.planner.options.gate
        ]

        def strength(entrant: Entrant) -> tuple[float, float, int]:
            gates = result.gates[entrant.key]
            score = gates[-1].result.score if gates else 0.0
            return -result.beaten(entrant.key), -score, self.planner.seed.derive(entrant.key)

        return [*sorted(admitted, key=strength), *reversed(self.planner.baselines)]

    def _rate(self) -> None:
        scores: dict[Meeting, list[tuple[float, float]]] = {}
        for played in self.result.rounds:
            for keys, match in played.items():
                scores.setdefault(keys, []).extend(match.match.tally.scores.values())
        if not scores:
            return
        anchor = self.planner.baselines[0].key if self.planner.baselines else None
        rated = {key for keys in scores for key in keys}
        self.result.ratings = rate(
            scores, anchor=(anchor, 0.0) if anchor in rated and anchor else None, samples=SAMPLES
        )


def _ordered(meeting: Meeting) -> Meeting:
    """The agents in the order of their match; see `Planner.meetings`."""
    first, second = sorted(meeting)
    return first, second


def _require_sandbox() -> None:
    sandbox = Sandbox.detect()
    if not sandbox.is_safe:
        raise LadderError(
            "submissions are programs of people you may not know, and this machine cannot contain"
            f" them: {sandbox.missing[0]}. Only with --unsafe they run without a sandbox",
            where="--unsafe",
            given=sandbox.missing,
            expected="bubblewrap",
        )

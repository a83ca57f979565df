"""The matches of a ladder: who plays, under which limits, and under which name they are stored.

Results are stored by content. The identity of a match names the digests of both submissions and of
the code that runs them, not their paths, so a ladder's folder can be moved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import tesuji
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.match.schedule import default_rounds
from tesuji.arena.stats.sprt import Sprt
from tesuji.arena.store.store import match_key
from tesuji.errors import ParameterError
from tesuji.interop.ladder.private import SecretSeed
from tesuji.interop.ladder.submissions import Submission, SubmissionOptions

__all__ = ["CHECK", "GATE", "ROUND", "Entrant", "LadderOptions", "LadderPlan", "Planner"]

CHECK, GATE, ROUND = "check", "gate", "round"
"""The stages: does it play at all, does it beat the baselines, how strong is it."""
SPARRING = "random"
"""The opponent of the first stage."""
OWN_LIMITS = ("seconds", "first_seconds", "simulations", "nodes", "depth")
DEFAULT_SECONDS = 1.0
CHECKED = 20
"""Positions for check-agent in a ladder from the command line."""
REPEATED = 40
"""Positions that check-agent asks about three times, to find state that is kept."""


@dataclass(frozen=True, kw_only=True)
class LadderOptions:
    """Everything that decides the games of a ladder, besides the submissions and the seed."""

    game: str
    limits: Mapping[str, Any] = field(default_factory=lambda: {"seconds": DEFAULT_SECONDS})
    """Per move (``seconds``) or for the game (``time="60+0.5"``)."""
    check_positions: int = 0
    """Positions that check-agent asks each agent about; 0 for none."""
    baselines: tuple[str, ...] = (SPARRING,)
    """Agents of ours, weakest first. Each must be beaten before the next is tried."""
    gate: int = 1
    """Baselines that an agent must beat to play in the rounds."""
    sprt: Sprt = field(default_factory=lambda: Sprt(0, 150))
    gate_pairs: int = 20
    """Pairs after which a test without decision is settled by its sign."""
    rounds: int | None = None
    """None for as many as find a winner: the logarithm of the number of agents."""
    pairs: int = 4
    """Pairs of every match in the rounds."""
    submissions: SubmissionOptions = field(default_factory=SubmissionOptions)
    load: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        tesuji.game(self.game)
        for name in ("pairs", "gate_pairs", "rounds"):
            value = getattr(self, name)
            if (value is None and name != "rounds") or (value is not None and value < 1):
                raise ParameterError.wrong_value(name, value, "an integer of at least 1")
        if not 0 <= self.gate <= len(self.baselines):
            expected = f"an integer from 0 to {len(self.baselines)}, the number of baselines"
            raise ParameterError.wrong_value("gate", self.gate, expected)
        if "seconds" not in self.limits and "time" not in self.limits:
            expected = "seconds per move or a time for the game, which bound the cost"
            raise ParameterError.wrong_value("limits", dict(self.limits), expected)

    @property
    def checked_moves(self) -> int:
        """The moves that check-agent asks of each agent."""
        repeated = min(REPEATED, self.check_positions // 2 or 1) if self.check_positions else 0
        return self.check_positions + 2 * repeated

    @property
    def check_seconds(self) -> float:
        """The limit for each of these moves; with a clock for the game, a share of it."""
        limits = Limits.given(**dict(self.limits))
        return limits.per_move.seconds or max(0.1, (limits.game_seconds or 1.0) / 25)

    def number_of_rounds(self, entrants: int) -> int:
        """The rounds between so many entrants."""
        return default_rounds(entrants) if self.rounds is None else self.rounds


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """An agent of a ladder: the submission of one or more students, or a baseline."""

    key: str
    """The digest of a submission, the spec of a baseline."""
    spec: str
    content: str
    """What decides its play, without paths: part of the identity of its matches."""
    own_limits: Mapping[str, Any] | None = None
    """Limits instead of those of the ladder."""
    name: str = ""
    """What the teacher sees: the students, or the baseline."""

    @classmethod
    def of(cls, submission: Submission, name: str = "") -> Entrant:
        """The entrant of a submission that can play; ``name`` lists all who handed it in."""
        text = submission.spec.replace(_folder_of(submission), ".")
        content = f"{submission.digest} {text} {runtime_digest()}"
        own = _own_limits(submission.spec)
        return cls(
            key=submission.digest,
            spec=submission.spec,
            content=content,
            own_limits=own,
            name=name or submission.name,
        )

    @classmethod
    def baseline(cls, spec: str, game: str) -> Entrant:
        """A baseline, which may have defaults of its own on the game."""
        agent, of = tesuji.agent(spec), tesuji.game(game)
        own = _own_limits(spec)
        # The spec of a function names its digest already.
        digest = "" if agent.function is not None else agent.code_digest(of)
        content = f"{agent.expanded(of)} {digest}".strip()
        return cls(
            key=agent.spec, spec=agent.spec, content=content, own_limits=own, name=agent.spec
        )


def _own_limits(spec: str) -> dict[str, Any] | None:
    """Limits in the spec of an agent of ours, which replace those of the ladder."""
    agent = tesuji.agent(spec)
    settings = {} if agent.uses_wall_clock else agent.settings
    found = {name: settings[name] for name in OWN_LIMITS if settings.get(name) is not None}
    return found or None


def _folder_of(submission: Submission) -> str:
    """The path in the spec that ends in the digest; the digest itself if there is none."""
    before, found, _ = submission.spec.partition(submission.digest)
    return before.rpartition('"')[2] + found if found else submission.digest


@cache
def runtime_digest() -> str:
    """A digest of the code that runs submissions inside their processes."""
    root = Path(__file__).parents[1]
    files = [root / "function_runner.py", *sorted((root / "course" / "shims").rglob("*.py"))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:8]


@dataclass(frozen=True, kw_only=True)
class LadderPlan(MatchPlan):
    """A match whose identity names its agents by content."""

    stage: str
    contents: tuple[str, str]
    names: tuple[str, str] = ("", "")
    """What the teacher sees; it has no influence on the match."""

    @property
    def shown(self) -> str:
        """The stage and the names of both agents."""
        return f"{self.stage}: {self.names[0]} - {self.names[1]}"

    @property
    def title(self) -> str:
        """The name in the store, which follows from the identity."""
        return f"{self.stage} {match_key(self.identity)}"

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that decides the games, with the contents of the agents.

        They include the digests of code, which are left out here since they are listed by path.
        """
        found = {name: value for name, value in super().identity.items() if name != "code"}
        return {**found, "agents": list(self.contents)}


@dataclass(frozen=True, kw_only=True)
class Planner:
    """Makes the plans of a ladder's matches."""

    options: LadderOptions
    seed: SecretSeed

    @cached_property
    def sparring(self) -> Entrant:
        """The opponent of the first stage."""
        return Entrant.baseline(SPARRING, self.options.game)

    @cached_property
    def baselines(self) -> tuple[Entrant, ...]:
        """The baselines, weakest first."""
        game = self.options.game
        found = tuple(Entrant.baseline(spec, game) for spec in self.options.baselines)
        if len({each.key for each in found}) != len(found):
            raise ParameterError.wrong_value(
                "baselines", self.options.baselines, "different agents"
            )
        return found

    def checks(self, entrants: Sequence[Entrant]) -> list[LadderPlan]:
        """One pair of games for each entrant."""
        return [self._plan(CHECK, entrant, self.sparring, pairs=1) for entrant in entrants]

    def gates(self, entrants: Sequence[Entrant], baseline: Entrant) -> list[LadderPlan]:
        """A test for each entrant against a baseline."""
        pairs = self.options.gate_pairs
        return [self._plan(GATE, entrant, baseline, pairs=pairs) for entrant in entrants]

    def meetings(self, meetings: Sequence[tuple[Entrant, Entrant]]) -> list[LadderPlan]:
        """The matches of a round, the same for either order of their agents."""
        ordered = [sorted(each, key=lambda entrant: entrant.key) for each in meetings]
        return [self._plan(ROUND, *each, pairs=self.options.pairs) for each in ordered]

    def _plan(self, stage: str, first: Entrant, second: Entrant, *, pairs: int) -> LadderPlan:
        made = make_plan(
            (first.spec, second.spec),
            game=self.options.game,
            pairs=pairs,
            seed=self.seed.derive(stage, first.content, second.content),
            limits=self.options.limits,
            own_limits=(first.own_limits, second.own_limits),
            load=self.options.load,
        )
        given = {each.name: getattr(made, each.name) for each in fields(MatchPlan)}
        return LadderPlan(
            **given,
            stage=stage,
            contents=(first.content, second.content),
            names=(first.name, second.name),
        )

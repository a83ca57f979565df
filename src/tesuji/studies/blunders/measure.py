"""How much value an agent gives away on a set of solved positions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tesuji.agents import agent as find_agent
from tesuji.agents.registry import AgentLike
from tesuji.arena.run.local_pool import check_jobs, end_workers, local_executor
from tesuji.arena.stats.pentanomial import wilson_interval
from tesuji.errors import ParameterError
from tesuji.games import game as find_game
from tesuji.games.randomness import derive_seed
from tesuji.studies.blunders.solved_set import TOLERANCE, SolvedSet

__all__ = ["BlunderReport", "Blunders", "Choice", "measure_blunders"]

FORMAT = 2
"""Version of the plain data; raised when a key changes its meaning."""
WORST = 5

_PHASES = (("first third", 0.0, 1 / 3), ("second third", 1 / 3, 2 / 3), ("last third", 2 / 3, 1.1))


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The move that an agent chose in a solved position."""

    position: str
    move: str
    best: str
    """A move with the best value."""
    value: float
    """The value of the position, for the player to move."""
    lost: float
    """The value that the move gave away, from 0 to 1."""
    phase: float
    hard: bool
    """Whether the position is hard; see `SolvedPosition.hard`."""


@dataclass(frozen=True, kw_only=True)
class Blunders:
    """Statistics over some positions. Intervals hold with 95% confidence."""

    positions: int
    blunders: int
    rate: float | None
    """The share of positions in which the agent gave away value; None without positions."""
    rate_interval: tuple[float, float]
    lost: float | None
    """The mean value given away, from 0 to 1; None without positions."""
    lost_interval: tuple[float, float]

    @classmethod
    def of(cls, choices: Sequence[Choice]) -> Blunders:
        """The statistics of some choices."""
        lost = [choice.lost for choice in choices]
        count = sum(each > TOLERANCE for each in lost)
        return cls(
            positions=len(lost),
            blunders=count,
            rate=count / len(lost) if lost else None,
            rate_interval=wilson_interval(count, len(lost)),
            lost=fmean(lost) if lost else None,
            # Of all values between 0 and 1, wins and losses vary most: the interval is safe.
            lost_interval=wilson_interval(sum(lost), len(lost)),
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "positions": self.positions,
            "blunders": self.blunders,
            "rate": self.rate,
            "rate_interval": list(self.rate_interval),
            "lost": self.lost,
            "lost_interval": list(self.lost_interval),
        }


@dataclass(frozen=True, kw_only=True)
class BlunderReport:
    """What an agent gave away on a set."""

    agent: str
    game: str
    budget: dict[str, Any]
    choices: tuple[Choice, ...]
    planned: int
    """Positions to measure; more than the choices if it was stopped."""

    @property
    def complete(self) -> bool:
        """Whether all positions were measured."""
        return len(self.choices) == self.planned

    @property
    def all(self) -> Blunders:
        """Over all choices."""
        return Blunders.of(self.choices)

    @property
    def by_phase(self) -> dict[str, Blunders]:
        """By third of the game, those without positions left out."""
        parts = {
            name: [each for each in self.choices if low <= each.phase < high]
            for name, low, high in _PHASES
        }
        return {name: Blunders.of(choices) for name, choices in parts.items() if choices}

    @property
    def by_hardness(self) -> dict[str, Blunders]:
        """In easy and in hard positions, those without positions left out."""
        parts = {
            name: [each for each in self.choices if each.hard is hard]
            for name, hard in (("easy", False), ("hard", True))
        }
        return {name: Blunders.of(choices) for name, choices in parts.items() if choices}

    @property
    def worst(self) -> tuple[Choice, ...]:
        """The five choices that gave away most."""
        worst = sorted(self.choices, key=lambda choice: -choice.lost)[:WORST]
        return tuple(each for each in worst if each.lost > TOLERANCE)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "format": FORMAT,
            "agent": self.agent,
            "game": self.game,
            "budget": self.budget,
            "complete": self.complete,
            "planned": self.planned,
            "all": self.all.to_dict(),
            "by_phase": {name: each.to_dict() for name, each in self.by_phase.items()},
            "by_hardness": {name: each.to_dict() for name, each in self.by_hardness.items()},
            "worst": [
                {
                    "position": each.position,
                    "move": each.move,
                    "best": each.best,
                    "value": each.value,
                    "lost": each.lost,
                }
                for each in self.worst
            ],
        }


def measure_blunders(
    agent: AgentLike,
    solved: SolvedSet,
    *,
    seed: int = 0,
    jobs: int = 1,
    limit: int | None = None,
    on_choice: Callable[[int, int], None] | None = None,
    keep_stopped: bool = False,
    **budget: Any,
) -> BlunderReport:
    """Lets an agent choose a move in each position of a set (or the first ``limit`` of them).

    The budget is that of a search, such as ``seconds`` or ``simulations``; seconds are CPU time
    unless ``clock`` says otherwise. ``on_choice`` is called with the numbers of positions done and
    of all positions. With ``keep_stopped``, Ctrl-C ends it with a report on the positions done.
    """
    check_jobs(jobs)
    if limit is not None and limit < 1:
        raise ParameterError.wrong_value("limit", limit, "an integer of at least 1")
    given = {"clock": "cpu", **budget} if "seconds" in budget else dict(budget)
    chooser = find_agent(agent)
    count = len(solved.positions) if limit is None else min(limit, len(solved.positions))
    tasks = [
        (solved.game, chooser.spec, solved.positions[i].position, derive_seed(seed, i), given)
        for i in range(count)
    ]
    moves: dict[int, int] = {}

    def report() -> BlunderReport:
        choices = tuple(_choice(solved, i, moves[i]) for i in sorted(moves))
        return BlunderReport(
            agent=chooser.spec, game=solved.game, budget=given, choices=choices, planned=count
        )

    try:
        with closing(_chosen(tasks, jobs)) as chosen:
            for i, move in chosen:
                moves[i] = move
                if on_choice is not None:
                    on_choice(len(moves), count)
        return report()
    except KeyboardInterrupt:
        if not keep_stopped:
            raise
        return report()


_Task = tuple[str, str, str, int, dict[str, Any]]
"""What `_chosen_index` takes."""


def _chosen(tasks: Sequence[_Task], jobs: int) -> Generator[tuple[int, int], None, None]:
    """The number of each task with the index of the move chosen, in the order they end."""
    if jobs == 1:
        for i, task in enumerate(tasks):
            yield i, _chosen_index(*task)
        return
    pool = local_executor(jobs)
    try:
        running = {pool.submit(_chosen_index, *task): i for i, task in enumerate(tasks)}
        for future in as_completed(running):
            yield running[future], future.result()
    except BaseException:
        end_workers(pool)
        raise
    pool.shutdown()


def _chosen_index(game: str, agent: str, position: str, seed: int, budget: dict[str, Any]) -> int:
    """The index of the move that an agent chooses, among the legal moves."""
    here = find_game(game).position(position)
    return list(here.legal_moves).index(find_agent(agent).choose(here, seed=seed, **budget))


def _choice(solved: SolvedSet, index: int, move: int) -> Choice:
    entry = solved.positions[index]
    legal = find_game(solved.game).position(entry.position).legal_moves
    return Choice(
        position=entry.position,
        move=str(legal[move]),
        best=str(legal[entry.moves.index(entry.value)]),
        value=entry.value,
        lost=entry.value - entry.moves[move],
        phase=entry.phase,
        hard=entry.hard,
    )

"""Budgets: the limits of one search, and how a clock for the whole game is divided."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

from tesuji.errors import ParameterError
from tesuji.specs import LARGEST_INTEGER, Kind, Parameter, Plain, Slot, did_you_mean

__all__ = [
    "BUDGET_PARAMETERS",
    "TIME_SLOT",
    "Budget",
    "allotted_seconds",
    "budget_parameters",
    "longest_seconds",
]

CLOCKS = ("wall", "cpu")

BUDGET_PARAMETERS = (
    Parameter(
        "seconds",
        float,
        None,
        "Seconds per move.",
        low=0,
        default_text="1, if no other limit is set",
    ),
    Parameter(
        "first_seconds",
        float,
        None,
        "Seconds for the first move of a game.",
        low=0,
        default_text="like the other moves",
    ),
    Parameter(
        "clock", str, "wall", "Clock to use: wall time, or the thread's CPU time.", choices=CLOCKS
    ),
    Parameter("simulations", int, None, "Simulations per move.", low=0, default_text="no limit"),
    Parameter("nodes", int, None, "Nodes per move.", low=0, default_text="no limit"),
    Parameter("depth", int, None, "Maximum depth in plies.", low=1, default_text="no limit"),
)
"""The default budget of an agent; limits that the caller gives replace all of them."""


def budget_parameters(*without: str) -> tuple[Parameter, ...]:
    """The default budget of an agent to which some limits do not apply."""
    return tuple(limit for limit in BUDGET_PARAMETERS if limit.name not in without)


DEEPEST = 2**31 - 1
"""The largest depth that the core can represent."""
DEFAULT_SECONDS = 1.0
"""The time limit of a search that would otherwise never end."""
ENDS = {
    "mcts": ("seconds", "simulations", "nodes"),
    "flat": ("seconds", "simulations", "nodes"),
    "alphabeta": ("seconds", "simulations", "nodes", "depth"),
    "greedy": ("seconds",),
}
"""The limits that end each kind of search; a depth does not end a Monte Carlo search. Every limit
ends the search of an agent from outside."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """The limits of one search; None is no limit. ``memory`` is in megabytes.

    ``first_seconds`` replaces ``seconds`` for the first move of a game.

    ``target`` is the time of an average move on a clock for the whole game; ``seconds`` is then
    the longest that a search may take if its answer keeps changing.

    ``remaining`` and ``increment`` are the seconds on a clock for the whole game. Only agents that
    divide such a clock themselves, such as engines in other processes, see them.
    """

    seconds: float | None = None
    clock: str | None = None
    simulations: int | None = None
    nodes: int | None = None
    depth: int | None = None
    memory: float | None = None
    target: float | None = None
    remaining: float | None = None
    increment: float = 0.0
    first_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.clock is not None and self.clock not in CLOCKS:
            raise self._error("clock", "'wall' or 'cpu'")
        for name in ("seconds", "memory", "first_seconds"):
            self._check_number(name)
        if self.first_seconds is not None and self.seconds is None:
            raise self._error("first_seconds", "given together with seconds for the other moves")
        for name in ("simulations", "nodes", "depth"):
            self._check_count(name)

    def _check_number(self, name: str) -> None:
        value = getattr(self, name)
        if value is None:
            return
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise self._error(name, "a finite number of at least 0")

    def _check_count(self, name: str) -> None:
        value = getattr(self, name)
        if value is None:
            return
        least = 1 if name == "depth" else 0
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self._error(name, f"an integer of at least {least}")
        if value > LARGEST_INTEGER:
            raise self._error(name, f"a 64-bit integer, at most {LARGEST_INTEGER}")

    def _error(self, name: str, expected: str) -> ParameterError:
        value = getattr(self, name)
        return ParameterError(
            f"{name} must be {expected}, not {value!r}", where=name, given=value, expected=expected
        )

    @property
    def has_limit(self) -> bool:
        """Whether any limit besides memory is set."""
        limits = (self.seconds, self.simulations, self.nodes, self.depth)
        return any(limit is not None for limit in limits)

    @classmethod
    def given(cls, options: dict[str, Any]) -> Budget:
        """Makes a budget from keyword arguments; unknown ones raise ParameterError."""
        own = ("remaining", "increment", "target")
        names = [field.name for field in fields(cls) if field.name not in own]
        for name in options:
            if name not in names:
                hint = did_you_mean(name, names)
                raise ParameterError(
                    f"a budget has no {name!r}{hint}; it has {', '.join(names)}",
                    owner="budget",
                    where=name,
                    given=options[name],
                    expected=", ".join(names),
                )
        return cls(**options)

    def or_defaults(
        self,
        kind: str,
        settings: dict[str, Plain],
        deepest: int | None = None,
        *,
        first_move: bool = False,
    ) -> Budget:
        """This budget, or the agent's own if this one has no limits; it always ends a search.

        ``deepest`` is a depth that the agent never exceeds. ``first_move`` says whether the search
        is for the first move of a game.
        """
        own = {name: settings.get(name) for name in ("seconds", "simulations", "nodes", "depth")}
        limits = self.limits() if self.has_limit else own
        first = self.first_seconds if self.has_limit else settings.get("first_seconds")
        if first_move and first is not None and limits["seconds"] is not None:
            limits = {**limits, "seconds": first}
        if deepest is not None:
            depth = limits["depth"]
            limits = {**limits, "depth": deepest if depth is None else min(deepest, int(depth))}
        if self.remaining is None and all(limits[name] is None for name in ENDS.get(kind, limits)):
            limits = {**limits, "seconds": DEFAULT_SECONDS}
        clock = str(self.clock or settings.get("clock", "wall"))
        return replace(self, **limits, clock=clock, first_seconds=None)

    def for_turn(self, *, first_move: bool) -> Budget:
        """The budget of one move: the first of a game, or a later one."""
        seconds = self.seconds
        if first_move and self.first_seconds is not None:
            seconds = self.first_seconds
        return replace(self, seconds=seconds, first_seconds=None)

    def limits(self) -> dict[str, Any]:
        """The limits besides memory."""
        return {
            "seconds": self.seconds,
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
        }

    def for_core(self, kind: str) -> dict[str, Any]:
        """The limits as keyword arguments of the compiled searches.

        Alpha-beta and flat Monte Carlo count simulations and nodes as one and the same.
        """
        limits = self.limits()
        if self.depth is not None:
            limits["depth"] = min(self.depth, DEEPEST)
        counts = [n for n in (self.simulations, self.nodes) if n is not None]
        if kind in ("alphabeta", "flat") and counts:
            limits |= {"simulations": min(counts), "nodes": min(counts)}
        return {**limits, "clock": self.clock or "wall", "target": self.target}


_MARGIN = Parameter("margin", float, 0.05, "Seconds to keep in reserve.", low=0, high=60)
_FORCED = Parameter("forced", bool, True, "Play a forced move without searching.")
TIME_SLOT = Slot(
    "time",
    (
        Kind(
            "share",
            "Divides the remaining time equally among the moves still expected.",
            (
                Parameter("moves", float, 25.0, "Own moves still expected.", low=1, high=500),
                Parameter(
                    "first",
                    float,
                    1.0,
                    "How many times longer the first move takes.",
                    low=1,
                    high=50,
                ),
                _MARGIN,
                _FORCED,
            ),
            safe=True,
        ),
        Kind(
            "midgame",
            "Remaining time / (base + max(0, middle - move number)): most time for the middlegame.",
            (
                Parameter("base", float, 4.0, "Divisor from the middlegame on.", low=1, high=500),
                Parameter(
                    "middle", float, 12.0, "Move number at which the middlegame begins.", 0, 1000
                ),
                _MARGIN,
                _FORCED,
            ),
            "Huang, Coulom and Lin, Time management for Monte-Carlo tree search applied to the"
            " game of Go, 2010",
            safe=True,
        ),
    ),
    "share",
    "How to divide a clock for the whole game.",
)


LONGEST = 3.0
"""How many times the time of an average move a search may take on a clock for the game."""
LARGEST_SHARE = 0.4
"""The share of the remaining time that such a search may take, unless an average move does."""


def longest_seconds(settings: dict[str, Plain], remaining: float, average: float) -> float:
    """The longest that a move may take on the clock, if an average one takes ``average``."""
    most = LARGEST_SHARE * max(0.0, remaining - float(settings["time.margin"]))
    return max(average, min(LONGEST * average, most))


def allotted_seconds(
    settings: dict[str, Plain], remaining: float, increment: float, *, first_move: bool, number: int
) -> float:
    """The seconds that this move gets of the time remaining on the clock.

    ``number`` is the number of the move in the game, from 1; the moves of both players count.
    """
    margin = float(settings["time.margin"])
    if settings["time"] == "midgame":
        before_middle = max(0.0, float(settings["time.middle"]) - number)
        share = remaining / (float(settings["time.base"]) + before_middle)
    else:
        first = float(settings["time.first"]) if first_move else 1.0
        # The first move counts as several, and all others still get equal shares.
        share = remaining * first / (float(settings["time.moves"]) + first - 1)
    return max(0.0, min(share + increment, remaining - margin))

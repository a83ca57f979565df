"""Budgets: what one search may spend, and how a clock for a whole game is divided."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from tesuji.errors import ParameterError
from tesuji.specs import LARGEST_INTEGER, Kind, Parameter, Plain, Slot, did_you_mean

__all__ = ["BUDGET_PARAMETERS", "TIME_SLOT", "Budget", "allotted_seconds", "budget_parameters"]

CLOCKS = ("wall", "cpu")

BUDGET_PARAMETERS = (
    Parameter(
        "seconds", float, None, "Seconds a move.", low=0, default_text="1, if nothing else ends it"
    ),
    Parameter("clock", str, "wall", "Which seconds: wall, or CPU of the thread.", choices=CLOCKS),
    Parameter("simulations", int, None, "Simulations a move.", low=0, default_text="no limit"),
    Parameter("nodes", int, None, "Nodes a move.", low=0, default_text="no limit"),
    Parameter("depth", int, None, "Plies to look ahead.", low=1, default_text="no limit"),
)
"""The default budget of an agent; whatever the caller gives replaces all limits here."""


def budget_parameters(*without: str) -> tuple[Parameter, ...]:
    """The default budget of an agent that some limits mean nothing to."""
    return tuple(limit for limit in BUDGET_PARAMETERS if limit.name not in without)


DEEPEST = 2**31 - 1
"""The core counts plies in 32 bits; no game is as long."""
DEFAULT_SECONDS = 1.0
"""What a search gets that nothing else would end."""
ENDS = {
    "mcts": ("seconds", "simulations", "nodes"),
    "flat": ("seconds", "simulations", "nodes"),
    "alphabeta": ("seconds", "simulations", "nodes", "depth"),
    "greedy": ("seconds",),
}
"""The limits that end each kind of search: a depth alone does not end a random one."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What one search may spend; None is no limit. ``memory`` is in megabytes."""

    seconds: float | None = None
    clock: str | None = None
    simulations: int | None = None
    nodes: int | None = None
    depth: int | None = None
    memory: float | None = None

    def __post_init__(self) -> None:
        if self.clock is not None and self.clock not in CLOCKS:
            raise ParameterError(f"clock is 'wall' or 'cpu', not {self.clock!r}")
        for name in ("seconds", "memory"):
            self._check_number(name)
        for name in ("simulations", "nodes", "depth"):
            self._check_count(name)

    def _check_number(self, name: str) -> None:
        value = getattr(self, name)
        if value is None:
            return
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise ParameterError(f"{name} is a finite number of at least 0, not {value!r}")

    def _check_count(self, name: str) -> None:
        value = getattr(self, name)
        if value is None:
            return
        least = 1 if name == "depth" else 0
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ParameterError(f"{name} is an integer of at least {least}, not {value!r}")
        if value > LARGEST_INTEGER:
            raise ParameterError(f"{name} is at most {LARGEST_INTEGER} (64 bits), not {value!r}")

    @property
    def has_limit(self) -> bool:
        """Whether anything here ends a search."""
        limits = (self.seconds, self.simulations, self.nodes, self.depth)
        return any(limit is not None for limit in limits)

    @classmethod
    def given(cls, options: dict[str, Any]) -> Budget:
        """A budget from keyword arguments; unknown ones get a hint."""
        names = [field.name for field in fields(cls)]
        for name in options:
            if name not in names:
                hint = did_you_mean(name, names)
                raise ParameterError(f"a budget has no {name!r}{hint}; it has {', '.join(names)}")
        return cls(**options)

    def or_defaults(
        self, kind: str, settings: dict[str, Plain], horizon: int | None = None
    ) -> Budget:
        """This budget, or the agent's own limits where none are given here; never endless.

        ``horizon`` is a depth that the agent keeps to whatever the budget.
        """
        own = {name: settings.get(name) for name in ("seconds", "simulations", "nodes", "depth")}
        limits = self.limits() if self.has_limit else own
        if horizon is not None:
            depth = limits["depth"]
            limits = {**limits, "depth": horizon if depth is None else min(horizon, int(depth))}
        if all(limits[name] is None for name in ENDS.get(kind, ())):
            limits = {**limits, "seconds": DEFAULT_SECONDS}
        clock = self.clock or settings.get("clock", "wall")
        return Budget(**limits, clock=clock, memory=self.memory)  # type: ignore[arg-type]

    def limits(self) -> dict[str, Any]:
        """The limits alone."""
        return {
            "seconds": self.seconds,
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
        }

    def for_core(self, kind: str) -> dict[str, Any]:
        """As the compiled searches take it.

        A simulation of alpha-beta is a node, and a node of flat Monte Carlo a simulation.
        """
        limits = self.limits()
        if self.depth is not None:
            limits["depth"] = min(self.depth, DEEPEST)
        counts = [n for n in (self.simulations, self.nodes) if n is not None]
        if kind in ("alphabeta", "flat") and counts:
            limits |= {"simulations": min(counts), "nodes": min(counts)}
        return {**limits, "clock": self.clock or "wall"}


_MARGIN = Parameter("margin", float, 0.05, "Seconds never used.", low=0, high=60)
_FORCED = Parameter("forced", bool, True, "Play a single legal move without thinking.")
TIME_SLOT = Slot(
    "time",
    (
        Kind(
            "share",
            "An equal share of what is left for each move that is still expected.",
            (
                Parameter("moves", float, 25.0, "Own moves still expected.", low=1, high=500),
                Parameter(
                    "first", float, 1.0, "How much longer the first move is.", low=1, high=50
                ),
                _MARGIN,
                _FORCED,
            ),
        ),
        Kind(
            "midgame",
            "What is left / (base + max(0, middle - step)): most for the middle of the game.",
            (
                Parameter("base", float, 4.0, "Parts that are left later.", low=1, high=500),
                Parameter("middle", float, 12.0, "The step where the middle begins.", 0, 1000),
                _MARGIN,
                _FORCED,
            ),
            "Huang, Coulom and Lin, Time management for Monte-Carlo tree search applied to the"
            " game of Go, 2010",
        ),
    ),
    "share",
    "How a clock for the whole game is divided.",
)


def allotted_seconds(
    settings: dict[str, Plain], remaining: float, increment: float, *, first_move: bool, step: int
) -> float:
    """Seconds for this move out of what is left on the clock, never below zero.

    ``step`` is the number of the move in the game, both players' counted, from 1.
    """
    margin = float(settings["time.margin"])
    if settings["time"] == "midgame":
        before_middle = max(0.0, float(settings["time.middle"]) - step)
        share = remaining / (float(settings["time.base"]) + before_middle)
    else:
        first = float(settings["time.first"]) if first_move else 1.0
        # A first move that counts as several leaves the others their equal shares.
        share = remaining * first / (float(settings["time.moves"]) + first - 1)
    return max(0.0, min(share + increment, remaining - margin))

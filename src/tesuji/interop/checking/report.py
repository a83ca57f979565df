"""The report of a check: faults, measurements and the worst moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tesuji.games import Move, Position
from tesuji.wording import counted

__all__ = ["AgentReport", "Fault", "WorstMove"]

FORMAT = 1
"""Version of the plain data; raised when a key changes its meaning."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """Something that the agent does wrong, and where."""

    kind: str
    """"illegal", "crash", "protocol", "hang", "late", "memory", "missed win", "allowed loss" or
    "state"."""
    reason: str
    position: Position | None = None
    move: str | None = None
    log: str = ""
    """The agent's last output, or its traceback."""
    command: str = ""
    """A command that repeats it."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "reason": self.reason,
            "game": None if self.position is None else self.position.game.spec,
            "position": None if self.position is None else self.position.text,
            "move": self.move,
            "log": self.log,
            "command": self.command,
        }


@dataclass(frozen=True, kw_only=True)
class WorstMove:
    """A move of the agent that a reference search thinks little of."""

    position: Position
    played: Move
    better: Move
    lost: float
    """The win probability that the move lost, by the reference."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "game": self.position.game.spec,
            "position": self.position.text,
            "played": str(self.played),
            "better": str(self.better),
            "lost": round(self.lost, 3),
        }


@dataclass(frozen=True, kw_only=True)
class AgentReport:
    """What a check found out about an agent."""

    agent: str
    game: str
    asked: int
    """Number of positions that the agent was asked about."""
    limit: float
    """Seconds per move."""
    mean_seconds: float | None
    """Of the moves that it made; None if it made none."""
    longest_seconds: float | None
    megabytes: float
    """The most memory that it used."""
    growth: float
    """Megabytes by which its memory grew."""
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]
    """What could not be checked, and what is unusual but not wrong."""
    worst: tuple[WorstMove, ...]

    @property
    def passed(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    @property
    def counts(self) -> dict[str, int]:
        """The number of faults of each kind."""
        return dict(Counter(fault.kind for fault in self.faults))

    def summary(self) -> str:
        """The result in one line."""
        found = ", ".join(f"{number} x {kind}" for kind, number in self.counts.items())
        asked = counted(self.asked, "position")
        return f"{self.agent} on {self.game}, {asked}: {found or 'no faults'}"

    def time_text(self) -> str:
        """The time of its moves in a sentence."""
        if self.mean_seconds is None or self.longest_seconds is None:
            return f"Time: it made no move within the limit of {self.limit:g} s."
        return (
            f"Time: {self.mean_seconds:.3f} s per move, at most {self.longest_seconds:.3f} s of"
            f" {self.limit:g} s."
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": "check-agent",
            "agent": self.agent,
            "game": self.game,
            "passed": self.passed,
            "positions": self.asked,
            "seconds": {
                "limit": self.limit,
                "mean": self.mean_seconds,
                "longest": self.longest_seconds,
            },
            "memory": {"megabytes": self.megabytes, "growth": self.growth},
            "counts": self.counts,
            "faults": [fault.to_dict() for fault in self.faults],
            "notes": list(self.notes),
            "worst": [move.to_dict() for move in self.worst],
        }

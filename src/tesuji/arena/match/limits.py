"""What an agent may spend in a match: a budget a move, or a clock for the whole game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tesuji.agents import Budget
from tesuji.errors import ParameterError

__all__ = ["Limits"]

_CLOCK = re.compile(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """A budget a move (``per_move``), or ``game_seconds`` with an increment; never both."""

    per_move: Budget
    game_seconds: float | None = None
    increment: float = 0.0

    @classmethod
    def given(cls, **options: Any) -> Limits:
        """From keyword arguments: a budget's, or ``time="60+0.5"`` for the whole game."""
        text = options.pop("time", None)
        budget = Budget.given({k: v for k, v in options.items() if v is not None})
        if text is None:
            return cls(per_move=budget)
        match = _CLOCK.fullmatch(str(text)) or re.fullmatch(r"(\d+(?:\.\d+)?)()", str(text))
        if match is None:
            raise ParameterError.wrong_value("time", text, "a clock for the game such as 60+0.5")
        if budget.has_limit:
            raise ParameterError(
                f"time={text}: a clock for the game cannot be combined with limits per move",
                where="time",
                given=text,
                expected="no limits per move",
            )
        return cls(per_move=budget, game_seconds=float(match[1]), increment=float(match[2] or 0))

    @property
    def is_timed(self) -> bool:
        """Whether a clock has a say, so that results depend on the machine."""
        return self.game_seconds is not None or self.per_move.seconds is not None

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for tasks and identities."""
        budget = {**self.per_move.limits(), "clock": self.per_move.clock or "cpu"}
        budget["memory"] = self.per_move.memory
        return {**budget, "game_seconds": self.game_seconds, "increment": self.increment}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Limits:
        """From plain data."""
        budget = {k: v for k, v in data.items() if k not in ("game_seconds", "increment")}
        return cls(
            per_move=Budget(**budget),
            game_seconds=data["game_seconds"],
            increment=data["increment"],
        )

    def text(self) -> str:
        """In words."""
        clock = self.per_move.clock or "cpu"
        if self.game_seconds is not None:
            added = f"+{self.increment:g}" if self.increment else ""
            return f"{self.game_seconds:g}{added} s a game ({clock})"
        given = {name: value for name, value in self.per_move.limits().items() if value is not None}
        depth = given.pop("depth", None)
        parts = [
            f"{value} {name}" + (f" ({clock})" if name == "seconds" else "")
            for name, value in given.items()
        ]
        told = [", ".join(parts) + " a move"] if parts else []
        told += [] if depth is None else [f"depth {depth}"]
        return ", ".join(told) or "the agent's own budget"

"""Limits of an agent in a match: a budget per move, or a clock for the whole game."""

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
    """A budget for each move (``per_move``), or ``game_seconds`` with an increment."""

    per_move: Budget
    game_seconds: float | None = None
    increment: float = 0.0

    @classmethod
    def given(cls, **options: Any) -> Limits:
        """Makes limits from the arguments of a budget, or from ``time="60+0.5"``."""
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
        """Whether seconds limit the search, so that results depend on the machine."""
        return self.game_seconds is not None or self.per_move.seconds is not None

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for tasks and identities."""
        budget = {**self.per_move.limits(), "clock": self.per_move.clock or "cpu"}
        budget["memory"] = self.per_move.memory
        if self.per_move.first_seconds is not None:
            # Left out otherwise: the identity of every other match stays the same.
            budget["first_seconds"] = self.per_move.first_seconds
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

    def arguments(self) -> dict[str, Any]:
        """As the arguments of `match` that give these limits."""
        one = self.per_move
        budget = one.limits() | {"memory": one.memory, "first_seconds": one.first_seconds}
        given = {name: value for name, value in budget.items() if value is not None}
        if self.game_seconds is not None:
            given["time"] = f"{self.game_seconds:g}+{self.increment:g}"
        return {**given, "clock": self.per_move.clock or "cpu"}

    def text(self) -> str:
        """The limits as people read them."""
        clock = self.per_move.clock or "cpu"
        if self.game_seconds is not None:
            added = f"+{self.increment:g}" if self.increment else ""
            return f"{self.game_seconds:g}{added} s per game ({clock})"
        given = {name: value for name, value in self.per_move.limits().items() if value is not None}
        depth = given.pop("depth", None)
        parts = [
            f"{value} {name}" + (f" ({clock})" if name == "seconds" else "")
            for name, value in given.items()
        ]
        texts = [", ".join(parts) + " per move"] if parts else []
        if (first := self.per_move.first_seconds) is not None:
            texts.append(f"{first:g} for the first")
        texts += [] if depth is None else [f"depth {depth}"]
        return ", ".join(texts) or "the agent's own budget"

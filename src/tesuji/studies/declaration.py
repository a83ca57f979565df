"""Declarations: what an experiment compares, as data. `reading` makes them from files.

A file declares one or more experiments. An experiment has settings (who plays whom), games and
budgets; each combination is a row of its table, with the report's figure where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "BUDGETS",
    "CLAIMS",
    "EVENTS",
    "KINDS",
    "SCALES",
    "TRENDS",
    "Budget",
    "Declaration",
    "Experiment",
    "LeftOut",
    "Reason",
    "Reported",
    "Row",
    "Setting",
]

KINDS = ("match", "sweep", "curve", "measure")
SCALES = ("quick", "full")
CLAIMS = ("wins", "loses")
EVENTS = ("never", "sometimes", "always")
"""What a report may claim of a measure that is a share."""
TRENDS = ("rises", "falls")
BUDGETS = {"as_then": "as then", "now": "now", "curve": "curve"}
"""The tables of budgets, and what tables of results call them."""


@dataclass(frozen=True)
class Reported:
    """One figure of a report: a number with its error, or only which side does better."""

    value: float | None = None
    of: int | None = None
    """Games that the figure comes from; None: the report does not say."""
    within: float | None = None
    """How far the figure may be off where the report rounds it and names no games."""
    claim: str | None = None
    """Without a number: one of CLAIMS, of EVENTS for a measure, or of TRENDS."""
    as_wins: bool = False
    """Whether the report counts wins and not shares."""


@dataclass(frozen=True)
class Setting:
    """Who plays whom, and the words for it in a table."""

    label: str
    agent: str
    opponent: str
    point: str = ""
    """Of a sweep: the value."""


@dataclass(frozen=True)
class Budget:
    """What agents may spend in one column of an experiment, and where the number is from."""

    name: str
    """"as_then", "now" or "curve"."""
    source: str
    limits: tuple[Mapping[str, Any], ...]
    """One for each game; of a curve, one for each point."""
    opponent: tuple[Mapping[str, Any], ...] | None
    """The opponent's limits, likewise; None: the same as the agent's."""

    def pair(self, number: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The limits of both agents in the game, or at the point, of this number."""
        given = self.limits[number if len(self.limits) > 1 else 0]
        others = self.limits if self.opponent is None else self.opponent
        return given, others[number if len(others) > 1 else 0]


@dataclass(frozen=True)
class Row:
    """One line to be measured: a setting on a game under a budget."""

    name: str
    """What the store calls its match."""
    label: str
    game: str
    agents: tuple[str, str]
    budget: str
    limits: tuple[Mapping[str, Any], Mapping[str, Any]]
    reported: Reported | None
    setting: str = ""
    """Who plays whom, without the point."""
    point: str = ""
    """Of a sweep or a curve: the number that changes from row to row."""
    series: int = 0
    """Rows of one number differ only in their game, or in their point of a curve."""
    adds_up: bool = False
    """Whether the rows of the series are added up to one more line."""
    pooled: Reported | None = None
    """What the report says about that line."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One claim, and how it is tested."""

    name: str
    title: str
    text: str = ""
    kind: str
    games: tuple[str, ...]
    settings: tuple[Setting, ...]
    budgets: tuple[Budget, ...]
    scale: Mapping[str, int]
    """Games to play of each row: an even number for each scale."""
    reported: tuple[Reported, ...] = ()
    """None, one for all, one a setting, or one a setting and game."""
    measure: str | None = None
    trend: str | None = None
    """"rises" or "falls": how the report says that values change from game to game, or along a
    curve."""
    games_of: str | None = None
    """The experiment whose games it measures; None: its own."""
    openings: tuple[str, ...] | None = None
    seed: int = 0
    parameter: str | None = None
    """Of a sweep: what changes."""

    @property
    def axis(self) -> str:
        """What changes from row to row of a sweep or a curve; "" for other kinds."""
        if self.kind != "curve":
            return self.parameter or ""
        limits = self.budgets[0].limits
        return next(key for key, value in limits[0].items() if value != limits[1][key])

    def rows(self) -> Iterator[Row]:
        """All lines, budget by budget, in the order of the table."""
        for number, budget in enumerate(self.budgets):
            for place, setting in enumerate(self.settings):
                series = number * len(self.settings) + place
                yield from self._rows_of(budget, place, setting, series)

    def _rows_of(self, budget: Budget, place: int, setting: Setting, series: int) -> Iterator[Row]:
        points = len(budget.limits) if self.kind == "curve" else 1
        adds_up = self.measure is None and len(self.games) > 1 and points == 1
        for number, game in enumerate(self.games):
            for point in range(points):
                at = point if self.kind == "curve" else number
                limits = budget.pair(at)
                label, stored, place_on_axis = setting.label, setting.label, setting.point
                if self.kind == "curve":
                    label = f"{label}, {_limits_text(limits[0])}"
                    stored = f"{stored}, {_stored_limits(limits[0])}"
                    place_on_axis = str(limits[0][self.axis])
                words = (self.games_of or self.name, stored, game, BUDGETS[budget.name])
                yield Row(
                    name=": ".join(words),
                    label=label,
                    game=game,
                    agents=(setting.agent, setting.opponent),
                    budget=BUDGETS[budget.name],
                    limits=limits,
                    reported=self._figure(place, number),
                    setting=setting.label,
                    point=place_on_axis,
                    series=series * len(self.games) + number if self.kind == "curve" else series,
                    adds_up=adds_up,
                    pooled=self._pooled(place) if adds_up else None,
                )

    def _figure(self, place: int, game: int) -> Reported | None:
        """The figure of a setting on a game."""
        figures, games = self.reported, len(self.games)
        if len(figures) == len(self.settings) * games:
            return figures[place * games + game]
        # Of a match on several games one figure is about all of them together.
        if games > 1 and self.measure is None:
            return None
        return figures[place if len(figures) > 1 else 0] if figures else None

    def _pooled(self, place: int) -> Reported | None:
        """The figure of a setting over all games."""
        if len(self.reported) == len(self.settings):
            return self.reported[place]
        return self.reported[0] if len(self.reported) == 1 else None


@dataclass(frozen=True)
class LeftOut:
    """A claim that no experiment here can test, and why."""

    claim: str
    reason: str


@dataclass(frozen=True)
class Reason:
    """Why a result differs from the report, and the experiments that show it."""

    of: str
    """The experiment whose result differs."""
    tested_by: tuple[str, ...]
    text: str


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """A file: a report, or a study of one's own."""

    name: str
    """The file's name without its ending."""
    title: str
    text: str = ""
    source: str = ""
    """The report that the figures come from."""
    experiments: tuple[Experiment, ...]
    left_out: tuple[LeftOut, ...] = field(default=())
    reasons: tuple[Reason, ...] = field(default=())


def _limits_text(limits: Mapping[str, Any]) -> str:
    return ", ".join(
        f"depth {value}" if name == "depth" else f"{value} {name}" for name, value in limits.items()
    )


def _stored_limits(limits: Mapping[str, Any]) -> str:
    """Limits in the name of a stored match: another name would not find the games it has."""
    return ", ".join(f"{value} {name}" for name, value in limits.items())

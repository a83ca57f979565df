"""Studies and experiments as data; `study_file` reads them from TOML.

A study is a file of experiments. An experiment has settings (who plays whom), games and budgets.
Each combination is a row of its table, with the report's claim if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "FREQUENCIES",
    "KINDS",
    "RESULTS",
    "SCALES",
    "TRENDS",
    "Budget",
    "Claim",
    "Experiment",
    "LeftOut",
    "Reason",
    "ReportFigure",
    "ReportTable",
    "Row",
    "Setting",
    "Study",
]

KINDS = ("match", "sweep", "curve", "measure")
SCALES = ("quick", "full")
RESULTS = ("wins", "loses", "equal")
FREQUENCIES = ("never", "sometimes", "always")
"""Claims about a measure that is a share."""
TRENDS = ("rises", "falls")


@dataclass(frozen=True)
class Claim:
    """What a report says: a number with its error, or a word."""

    value: float | None = None
    of: int | None = None
    """Number of games behind the value, if the report gives it."""
    within: float | None = None
    """How far the value may be off if the report says "about" and gives no number of games."""
    word: str | None = None
    """Instead of a number: one of RESULTS, FREQUENCIES or TRENDS."""
    as_wins: bool = False
    """Whether the report counts wins instead of giving a share."""


@dataclass(frozen=True)
class Setting:
    """Who plays whom."""

    label: str
    agent: str
    opponent: str
    point: str = ""
    """The value of a sweep."""


@dataclass(frozen=True)
class Budget:
    """What the agents may spend on a move or a game, and where the number comes from."""

    name: str
    """"then", "now" or "curve"."""
    source: str
    limits: tuple[Mapping[str, Any], ...]
    """One for all games, one per game, or one per point of a curve."""
    opponent: tuple[Mapping[str, Any], ...] | None
    """The opponent's limits, in the same form; None if they are the agent's."""

    @property
    def stepped(self) -> tuple[Mapping[str, Any], ...]:
        """The limits that change along a curve: the agent's, or else the opponent's."""
        return self.limits if len(self.limits) > 1 or self.opponent is None else self.opponent

    def pair(self, index: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The limits of both agents in the game, or at the point, with this index."""
        given = self.limits[index if len(self.limits) > 1 else 0]
        others = self.limits if self.opponent is None else self.opponent
        return given, others[index if len(others) > 1 else 0]


@dataclass(frozen=True)
class Row:
    """One match of an experiment: a setting on a game under a budget."""

    name: str
    """The name of the match in the store."""
    label: str
    game: str
    agents: tuple[str, str]
    budget: str
    limits: tuple[Mapping[str, Any], Mapping[str, Any]]
    claim: Claim | None
    sizes: tuple[int, int] | None = None
    """The board sizes to draw from, if they are drawn."""
    setting: str = ""
    """The label without the point."""
    point: str = ""
    """The value of a sweep, or the limit of a curve, in this row."""
    group: int = 0
    """Rows of one group differ only in their game or, on a curve, in their point."""
    adds_up: bool = False
    """Whether the table has one more row with all games of the group."""
    pooled: Claim | None = None
    """The report's claim about that row."""

    @property
    def shown_game(self) -> str:
        """The game as the table shows it."""
        if self.sizes is None:
            return self.game
        return f"{self.game}, sizes {self.sizes[0]} to {self.sizes[1]}"


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A declared experiment: what is played, and which claim it tests."""

    name: str
    title: str
    text: str = ""
    kind: str
    games: tuple[str, ...]
    settings: tuple[Setting, ...]
    budgets: tuple[Budget, ...]
    scale: Mapping[str, int]
    """The number of games per row at each scale, always even."""
    claims: tuple[Claim, ...] = ()
    """None, one for all, one per setting, or one per setting and game."""
    measure: str | None = None
    trend: str | None = None
    """"rises" or "falls": how the report says that values change from game to game, or along a
    curve."""
    games_of: str | None = None
    """The experiment whose games this one measures; None if it plays its own."""
    openings: tuple[str, ...] | None = None
    sizes: tuple[int, int] | None = None
    """Draws the board size of each pair from this range."""
    seed: int = 0
    parameter: str | None = None
    """The dotted path that a sweep changes."""
    repeats: str | None = None
    """The experiment that this one repeats with a better budget; summaries prefer its rows."""
    conclusion: str = ""
    """What the result at the full scale shows; not shown with fewer games."""

    @property
    def axis(self) -> str:
        """What changes from row to row of a sweep or a curve; "" for other kinds."""
        if self.kind != "curve":
            return self.parameter or ""
        limits = self.budgets[0].stepped
        return next(key for key, value in limits[0].items() if value != limits[1][key])

    def rows(self) -> Iterator[Row]:
        """All rows, budget by budget, in the order of the table."""
        for number, budget in enumerate(self.budgets):
            for index, setting in enumerate(self.settings):
                group = number * len(self.settings) + index
                yield from self._rows_of(budget, index, setting, group)

    def _rows_of(self, budget: Budget, index: int, setting: Setting, group: int) -> Iterator[Row]:
        is_curve = self.kind == "curve"
        points = len(budget.stepped) if is_curve else 1
        adds_up = self.measure is None and len(self.games) > 1 and points == 1
        for number, game in enumerate(self.games):
            for point in range(points):
                limits = budget.pair(point if is_curve else number)
                label, stored, value = setting.label, setting.label, setting.point
                if is_curve:
                    at = budget.stepped[point]
                    label = f"{label}, {_limits_text(at)}"
                    stored = f"{stored}, {_stored_limits(at)}"
                    value = str(at[self.axis])
                words = (self.games_of or self.name, stored, game, _stored_budget(budget))
                yield Row(
                    name=": ".join(words),
                    label=label,
                    game=game,
                    agents=(setting.agent, setting.opponent),
                    budget=budget.name,
                    limits=limits,
                    claim=self._claim(index, number),
                    sizes=self.sizes,
                    setting=setting.label,
                    point=value,
                    group=group * len(self.games) + number if is_curve else group,
                    adds_up=adds_up,
                    pooled=self._pooled(index) if adds_up else None,
                )

    def _claim(self, setting: int, game: int) -> Claim | None:
        """The claim about a setting on a game."""
        claims, games = self.claims, len(self.games)
        if len(claims) == len(self.settings) * games:
            return claims[setting * games + game]
        # A single claim about a match on several games is about all of them together.
        if games > 1 and self.measure is None and self.kind != "curve":
            return None
        return claims[setting if len(claims) > 1 else 0] if claims else None

    def _pooled(self, setting: int) -> Claim | None:
        """The claim about a setting over all games."""
        if len(self.claims) == len(self.settings):
            return self.claims[setting]
        return self.claims[0] if len(self.claims) == 1 else None


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
class ReportTable:
    """A table of a report in its own layout; its cells are rows of experiments."""

    title: str
    text: str = ""
    corner: str = ""
    """What the names of the rows are."""
    columns: tuple[str, ...]
    points: tuple[str, ...] | None = None
    """The point of a sweep in each column; None if the columns are the settings in order."""
    rows: tuple[tuple[str, str], ...]
    """The name of each row, and its experiment."""
    note: str = ""
    """What the table as a whole shows, below it."""


@dataclass(frozen=True, kw_only=True)
class ReportFigure:
    """A board that a report shows, or a move: then the board before and after it."""

    title: str
    game: str
    position: str
    move: str | None = None
    caption: str


@dataclass(frozen=True, kw_only=True)
class Study:
    """A file of experiments: the claims of a report, or a study of your own."""

    name: str
    """The name of the file without its extension."""
    title: str
    text: str = ""
    source: str = ""
    """The report that makes the claims."""
    built: str = ""
    """What its authors built, in plain words."""
    presets: tuple[str, ...] = ()
    """The agents here that follow the report."""
    tables: tuple[ReportTable, ...] = ()
    figures: tuple[ReportFigure, ...] = ()
    experiments: tuple[Experiment, ...]
    left_out: tuple[LeftOut, ...] = field(default=())
    reasons: tuple[Reason, ...] = field(default=())


def _limits_text(limits: Mapping[str, Any]) -> str:
    return ", ".join(
        f"depth {value}" if name == "depth" else f"{value} {name}" for name, value in limits.items()
    )


# Names in the store must never change: a match under another name would not find its games.


def _stored_limits(limits: Mapping[str, Any]) -> str:
    return ", ".join(f"{value} {name}" for name, value in limits.items())


def _stored_budget(budget: Budget) -> str:
    return "as then" if budget.name == "then" else budget.name

"""What the champion should reach, and whether the result file shows it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.champion import frozen_specs
from benchmarks.champion_rows import Row, is_current, nelo_of_row, version_text
from benchmarks.contests import score_text
from tesuji.arena.stats.pentanomial import Pentanomial

COLOSSEUM = ("popcoin", "colosseum-uct", "colosseum-mcts")
TIMES = (0.1, 1.0)
"""Seconds per move at which every bar must hold."""


def seconds_of(limit: str) -> float | None:
    """The seconds per move in the text of a limit, such as "0.1 seconds (cpu) per move"."""
    number, found, _ = limit.partition(" seconds ")
    return float(number) if found else None


@dataclass(frozen=True)
class Bar:
    """A part of the result file, a game, an opponent, and what to reach there.

    ``score`` is the least score, ``lower`` the least lower end of its 95% interval, and ``nelo``
    that of nElo; a bar has one of them. ``seconds`` is the opponent's time per move. Without an
    opponent it is the frozen composition.
    """

    part: str
    game: str
    opponent: str
    score: float | None = None
    lower: float | None = None
    nelo: float | None = None
    seconds: float = TIMES[0]

    @property
    def text(self) -> str:
        if self.nelo is not None:
            return f"at least {self.nelo:+.0f} nElo"
        return f"score of {self.score:.0%}" if self.score else f"above {self.lower:.0%}"

    def measured(self, row: Row) -> str:
        """What a match shows of it, with the 95% interval."""
        if self.nelo is not None:
            return nelo_of_row(row)
        adjusted = row.get("luck_adjusted") if self.lower else None
        if adjusted is None or None in adjusted["interval"]:
            return score_text(row)
        low, high = adjusted["interval"]
        return f"{adjusted['score']:.1%} [{low:.1%}, {high:.1%}] without luck"

    @property
    def games(self) -> int:
        """The games that the bar asks for."""
        few, many = (1000, 5000) if self.part == "frozen" else (200, 2000)
        return many if self.game == "ewn" else few

    def row(self, results: dict[str, list[Row]]) -> Row | None:
        """The match of this bar, if it was played: by today's agents, or the last one."""
        opponents = (self.opponent,) if self.opponent else tuple(frozen_specs().values())
        found = [
            row
            for row in results.get(self.part, [])
            if row["game"] == self.game
            and row["agents"][1] in opponents
            and seconds_of(row["limits"][1]) == self.seconds
        ]
        return max(reversed(found), key=is_current, default=None)

    def verdict(self, row: Row) -> str:
        """Pass or miss; open while the bar is in the interval and games are missing."""
        low, high = self._interval(row)
        bar = self.score or self.lower or self.nelo or 0.0
        if low >= bar:
            return "pass"
        if high >= bar and 2 * row["pairs"] < self.games:
            return "open"
        return "pass" if self.score is not None and row["score"] >= bar else "miss"

    def _interval(self, row: Row) -> tuple[float, float]:
        """The interval that the bar is about; without the luck of the dice if that is known."""
        adjusted = row.get("luck_adjusted")
        if self.score is not None or (self.lower is not None and adjusted is None):
            return Pentanomial(tuple(row["pentanomial"])).interval
        low, high = (adjusted or row)["interval" if self.nelo is None else "nelo_interval"]
        return -math.inf if low is None else low, math.inf if high is None else high  # unbounded


_AT_ONE_TIME = (
    *(Bar("presets", "colosseum(size=6)", each, score=0.9) for each in COLOSSEUM),
    *(Bar("presets", "colosseum", each, score=0.97) for each in COLOSSEUM),
    *(Bar("presets", "colosseum(size=12)", each, score=0.97) for each in COLOSSEUM),
    Bar("presets", "avalam", "avalam-mcts", score=0.97),
    Bar("presets", "avalam", "fischer", score=0.8),
    Bar("start", "avalam", "avalam-mcts", score=0.97),
    Bar("start", "avalam", "fischer", score=0.8),
    Bar("even", "avalam", "avalam-mcts", score=0.97),
    Bar("even", "avalam", "fischer", score=0.8),
    Bar("handicap", "avalam", "fischer", score=0.55),
    Bar("presets", "pentago", "pentago-uct", score=0.9),
    Bar("presets", "pentago-twist", "pentago-uct", score=0.9),
    Bar("presets", "ewn-cyclic", "ewn-hard", score=0.92),
    *(
        Bar("presets", "ewn", each, lower=0.5)
        for each in ("ewn-hard", "ewn-mcts", "ewn-mcts-rich", "ewn-mcts-tuned", "mcts")
    ),
    Bar("frozen", "colosseum", "", nelo=150.0),
    Bar("frozen", "avalam", "", nelo=150.0),
    Bar("frozen", "pentago-twist", "", nelo=150.0),
    Bar("frozen", "ewn-cyclic", "", nelo=100.0),
    Bar("frozen", "ewn", "", nelo=30.0),
)
BARS = (
    *(replace(bar, seconds=seconds) for bar in _AT_ONE_TIME for seconds in TIMES),
    Bar("time", "pentago-twist", "champion", nelo=150.0, seconds=0.2),
)
NAMES = {
    "handicap": "with ten times the champion's time",
    "frozen": "the frozen composition",
    "start": "from the start of the game",
    "even": "from even openings",
    "time": "with a tenth of the time",
}


BARS_HEAD = ("game", "against", "seconds", "bar", "measured", "games", "players", "verdict")


def bars_lines(results: dict[str, list[Row]]) -> Iterator[list[str]]:
    """A line of the table for each bar."""
    for bar in BARS:
        against = f"`{bar.opponent}`" if bar.opponent else ""
        opponent = f"{against} {NAMES.get(bar.part, '')}".strip()
        head = [f"`{bar.game}`", opponent, f"{bar.seconds:g}", bar.text]
        row = bar.row(results)
        if row is None:
            yield [*head, "not played", "", "", ""]
            continue
        found = bar.measured(row)
        games = f"{2 * row['pairs']:,} of {bar.games:,}"
        yield [*head, found, games, version_text(row), bar.verdict(row)]

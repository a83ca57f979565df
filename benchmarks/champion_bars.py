"""What the champion should reach, and whether the result file shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.contests import nelo_text

Row = dict[str, Any]
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

    ``score`` is the least score. ``nelo`` is the least lower end of the 95% interval. ``seconds``
    is the opponent's time per move.
    """

    part: str
    game: str
    opponent: str
    score: float | None = None
    nelo: float | None = None
    seconds: float = TIMES[0]

    @property
    def text(self) -> str:
        return f"score of {self.score:.0%}" if self.score else f"at least {self.nelo:+.0f} nElo"

    def row(self, results: dict[str, list[Row]]) -> Row | None:
        """The match of this bar, if it was played."""
        for row in results.get(self.part, []):
            same = row["game"] == self.game and self.opponent in ("", row["agents"][1])
            if same and seconds_of(row["limits"][1]) == self.seconds:
                return row
        return None

    def passed(self, row: Row) -> bool:
        if self.score is not None:
            return bool(row["score"] >= self.score)
        low = row["nelo_interval"][0]
        return low is not None and bool(low >= self.nelo)


_AT_ONE_TIME = (
    *(Bar("presets", "colosseum(size=6)", each, score=0.9) for each in COLOSSEUM),
    *(Bar("presets", "colosseum", each, score=0.97) for each in COLOSSEUM),
    *(Bar("presets", "colosseum(size=12)", each, score=0.97) for each in COLOSSEUM),
    Bar("presets", "avalam", "avalam-mcts", score=0.97),
    Bar("presets", "avalam", "fischer", score=0.8),
    Bar("start", "avalam", "avalam-mcts", score=0.97),
    Bar("start", "avalam", "fischer", score=0.8),
    Bar("handicap", "avalam", "fischer", score=0.55),
    Bar("presets", "pentago", "pentago-uct", score=0.9),
    Bar("presets", "pentago-twist", "pentago-uct", score=0.9),
    Bar("presets", "ewn-cyclic", "ewn-hard", score=0.92),
    *(
        Bar("presets", "ewn", each, nelo=0.0)
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
    "time": "with a tenth of the time",
}


def bars_lines(results: dict[str, list[Row]]) -> Iterator[list[str]]:
    """A line of the table for each bar."""
    for bar in BARS:
        against = f"`{bar.opponent}`" if bar.opponent else ""
        opponent = f"{against} {NAMES.get(bar.part, '')}".strip()
        head = [f"`{bar.game}`", opponent, f"{bar.seconds:g}", bar.text]
        row = bar.row(results)
        if row is None:
            yield [*head, "not played", "", ""]
            continue
        found = f"{row['score']:.1%}" if bar.score else nelo_text(row)
        yield [*head, found, str(2 * row["pairs"]), "pass" if bar.passed(row) else "miss"]

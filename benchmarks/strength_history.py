"""The history of the champion's strength: one JSON line per match, and a plot for each game.

A line has the commit, the behaviour number, the game, what the champion played there, its opponent,
the normalised Elo with its interval, and the number of games. Lines are only ever added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tesuji.arena.report.plots import curve_plot

FORMAT = 1
"""Version of the lines; raised when a key changes its meaning."""
HISTORY = Path(__file__).resolve().parent / "results" / "strength.jsonl"
PLOTS = Path(__file__).resolve().parents[1] / "docs" / "images" / "strength"
MOST_LINES = 6
"""Opponents in one plot; one counts again with another time per move."""
WIDEST = 2000.0
"""nElo from end to end of the widest interval in a plot: wider ones come from matches that are
nearly all won, and would flatten everything else."""

Line = dict[str, Any]


def read_history(file: Path = HISTORY) -> list[Line]:
    """All lines, the oldest first; raises ValueError if one is damaged."""
    if not file.exists():
        return []
    lines = []
    for number, text in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            line = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"{file}, line {number}: {error}") from None
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise ValueError(f"{file}, line {number}: expected a line of format {FORMAT}")
        lines.append(line)
    return lines


def append_history(lines: Iterable[Line], file: Path = HISTORY) -> None:
    """Adds lines at the end of the file."""
    with file.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps({"format": FORMAT, **line}) + "\n" for line in lines)


def last_champion(history: Sequence[Line], game: str) -> Line | None:
    """The last line about a game that says what the champion was."""
    return next((line for line in reversed(history) if line["game"] == game), None)


def draw_plots(history: Sequence[Line], folder: Path = PLOTS) -> list[Path]:
    """Draws nElo over runs, one file for each game; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    runs = {run: number for number, run in enumerate(_runs(history), 1)}
    files = []
    for game in dict.fromkeys(line["game"] for line in history):
        if series := _series([line for line in history if line["game"] == game], runs):
            file = folder / f"{game.partition('(')[0]}.svg"
            file.write_text(_plot(game, series) + "\n", "utf-8")
            files.append(file)
    return files


def runs_table(history: Sequence[Line]) -> str:
    """The runs in Markdown: their numbers in the plots, commits, behaviour and time per move."""
    rows = ["| run | date | commit | behaviour | seconds per move | games |", "|---" * 6 + "|"]
    for number, run in enumerate(_runs(history), 1):
        lines = [line for line in history if line["run"] == run]
        games = sum(line.get("games", 0) for line in lines)
        commit = f"`{lines[0]['commit']}`" + (" and changes" if lines[0]["changed"] else "")
        times = dict.fromkeys(f"{line['seconds']:g}" for line in lines if "seconds" in line)
        cells = [run[:10], commit, str(lines[0]["behaviour"]), " and ".join(times), str(games)]
        rows.append(f"| {number} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _runs(history: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(line["run"] for line in history))


Series = dict[str, list[tuple[str, float, tuple[float, float]]]]


def _series(lines: Sequence[Line], runs: dict[str, int]) -> Series:
    """The lines with a useful estimate, by opponent and time per move."""
    series: Series = {}
    for line in lines:
        if line.get("nelo") is not None and None not in line["interval"]:
            low, high = line["interval"]
            if high - low > WIDEST:
                continue
            point = (str(runs[line["run"]]), line["nelo"], (low, high))
            time = f", {line['seconds']:g} s" if "seconds" in line else ""
            series.setdefault(line["opponent"] + time, []).append(point)
    return dict(list(series.items())[:MOST_LINES])


def _plot(game: str, series: Series) -> str:
    return curve_plot(
        {f"against {name}": rows for name, rows in series.items()},
        name=f"strength-{game}", title=f"Strength of the champion on {game} over runs",
        label="run", value_label="nElo", reference=0.0, percent=False, log=False,
    )  # fmt: skip

"""The tables of the pages about solving, as Markdown, from the committed result files.

A bar whose result file is missing is shown as not measured.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.common import markdown_table
from benchmarks.contests import nelo_text
from tesuji.arena.stats.pentanomial import wilson_interval
from tesuji.studies.blunders import set_of_game

__all__ = ["TABLES", "bars", "blunders", "hard", "known", "match", "sets"]

RESULTS = Path(__file__).resolve().parent / "results"
COMMANDS = {
    "solve_agreement": "python -m benchmarks.solve_agreement",
    "solve_avalam_19": "python -m benchmarks.solve_avalam run --plies 19",
    "solve_avalam_22": "python -m benchmarks.solve_avalam run --plies 22",
    "solve_colosseum": "python -m benchmarks.solve_colosseum run",
    "solve_ewn": "python -m benchmarks.solve_ewn",
    "solve_ewn_cyclic": "python -m benchmarks.solve_ewn_cyclic run",
    "solve_ewn_cyclic_confirm": "python -m benchmarks.solve_ewn_cyclic confirm",
    "solve_ewn_cyclic_generic": "python -m benchmarks.solve_ewn_cyclic run --generic",
    "solve_pentago": "python -m benchmarks.solve_pentago run",
}
"""The command that makes each result file, for files that are not there yet."""
GAMES = ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")
Row = tuple[str, ...]


def bars(folder: Path = RESULTS) -> str:
    """One row for each bar: what was asked for, what was measured, and the command."""
    rows = [row for part in _BARS for row in _measured(folder, *part)]
    return markdown_table([("game", "what is measured", "bar", "measured", "command"), *rows])


def known(folder: Path = RESULTS) -> str:
    """What the result files say about the games themselves."""
    rows = [row for name, part in _KNOWN for row in _facts(folder, name, part)]
    return markdown_table([("game", "positions", "what is known", "cost", "command"), *rows])


def sets() -> str:
    """The sets of solved positions."""
    rows = []
    for name in GAMES:
        positions = _positions_of(name)
        if not positions:
            continue
        seconds = [each.seconds for each in positions]
        phases = [each.phase for each in positions]
        rows.append(
            (
                name,
                f"{len(positions):,}",
                f"{min(phases):.0%} to {max(phases):.0%}",
                f"{median(seconds):.3f} s",
                f"{sum(each.hard for each in positions)}",
                f"{max(seconds):.1f} s",
            )
        )
    head = ("game", "positions", "part of the game", "median cost", "hard", "most")
    return markdown_table([head, *rows])


def blunders(folder: Path = RESULTS, part: str = "easy") -> str:
    """How often each agent gives away value in easy or hard positions, in percent, by game."""
    report = _read(folder, "solve_blunders")
    if report is None:
        return "Not measured yet.\n"
    found = [each for each in report["results"] if part in each["by_hardness"]]
    games = [game for game in GAMES if any(each["game"] == game for each in found)]
    agents = list(dict.fromkeys(each["agent"] for each in found))
    cells = {(each["agent"], each["game"]): each["by_hardness"][part] for each in found}
    rows = [
        (f"`{agent}`", *(_blunder_cell(cells.get((agent, game))) for game in games))
        for agent in agents
    ]
    return f"`{report['command']}`\n\n" + markdown_table([("agent", *games), *rows])


def hard(folder: Path = RESULTS) -> str:
    """How many hard positions the sets have, and how many a longer search leaves unproven."""
    report = _read(folder, "solve_hard")
    if report is None:
        return "Not measured yet.\n"
    rows = [
        (row["game"], str(row["hard"]), str(row["games"]), _open_cell(row))
        for row in sorted(report["results"], key=lambda row: GAMES.index(row["game"]))
    ]
    seconds = max(row["seconds"] for row in report["results"])
    head = ("game", "hard positions", "from games", f"unproven after {seconds:g} s")
    return f"`{report['command']}`\n\n" + markdown_table([head, *rows])


def _open_cell(row: dict[str, Any]) -> str:
    if not row["searched"]:
        return ""
    low, high = wilson_interval(row["unproven"], row["searched"])
    return f"{row['unproven']} of {row['searched']} ({low:.0%} to {high:.0%})"


def match(folder: Path = RESULTS) -> str:
    """What `solve=auto` gains against `solve=off`."""
    report = _read(folder, "solve_match")
    if report is None:
        return "Not measured yet.\n"
    rows = [
        (row["game"], f"`{row['agents'][1]}`", f"{2 * row['pairs']}", nelo_text(row))
        for row in report["results"]
    ]
    head = ("game", "agent", "games", "gain in normalised Elo")
    return f"`{report['command']}`\n\n" + markdown_table([head, *rows])


def _blunder_cell(found: dict[str, Any] | None) -> str:
    if found is None:
        return ""
    low, high = found["rate_interval"]
    return f"{found['rate']:.1%} ({low:.0%} to {high:.0%})"


def _positions_of(game: str) -> tuple[Any, ...]:
    try:
        return set_of_game(game).positions
    except ValueError:
        return ()


def _read(folder: Path, name: str) -> dict[str, Any] | None:
    file = folder / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None


# Bars


def _measured(
    folder: Path, name: str, game: str, what: str, bar: str, find: Callable[[Any], str]
) -> Iterator[Row]:
    report = _read(folder, name)
    measured = "not measured" if report is None else find(report["results"])
    command = COMMANDS[name] if report is None else report["command"]
    yield game, what, bar, measured, f"`{command}`"


def _avalam(results: Any) -> str:
    return (
        f"median {results['median']:.2f} s, 90th percentile {results['percentile_90']:.1f} s,"
        f" {results['solved']} of {len(results['rows'])} within {results['limit']:g} s"
    )


def _pentago(game: str, stones: int) -> Callable[[Any], str]:
    def find(results: Any) -> str:
        found = results[game]["summary"][str(stones)]
        return f"median {found['median']:.2f} s, 90th percentile {found['percentile_90']:.2f} s"

    return find


def _starts(results: Any) -> str:
    share = results["solved"] / results["starts"]
    return f"{results['solved']} of {results['starts']} ({share:.0%}) in {results['limit']:g} s"


def _confirmed(results: Any) -> str:
    return (
        f"{results['solved by both']} of {results['positions']} solved by both,"
        f" {len(results['differences'])} differences"
    )


def _tables_built(results: Any) -> str:
    return (
        f"{results['seconds']:.0f} s on {results['threads']} threads, {results['megabytes']:,} MB;"
        f" greatest difference {results['greatest_difference']:.0e} in {results['samples']:,}"
    )


def _small_boards(results: Any) -> str:
    found = results["starts"]["4"]
    return f"{sum(bool(each['result']) for each in found)} of {len(found)}"


def _wins(results: Any) -> str:
    found = results["wins"]
    return f"{results['share']:.1%} of {len(found)} in {results['limit']:g} s"


def _agreement(results: Any) -> str:
    both = sum(each["solved by both"] for each in results.values())
    wrong = sum(len(each["differences"]) for each in results.values())
    fewest = min(each["positions"] for each in results.values())
    return (
        f"{len(results)} games, {fewest:,} positions or more each, {both:,} solved by both:"
        f" {wrong} differences"
    )


_BARS: Sequence[tuple[str, str, str, str, Callable[[Any], str]]] = (
    ("solve_avalam_19", "avalam", "result after 19 plies of sensible play",
     "median 2 s, 90th percentile 20 s", _avalam),
    ("solve_avalam_22", "avalam", "exact score after 22 plies", "median 0.5 s", _avalam),
    ("solve_ewn_cyclic", "ewn-cyclic", "starts solved", "85% in 20 s", _starts),
    ("solve_ewn_cyclic_generic", "ewn-cyclic", "the same starts, generic solver", "", _starts),
    ("solve_ewn_cyclic_confirm", "ewn-cyclic", "both solvers after 12 random plies",
     "no difference", _confirmed),
    ("solve_ewn", "ewn", "tables with 5 stones, against expectimax",
     "15 minutes on 2 threads; 1e-6", _tables_built),
    ("solve_pentago", "pentago", "22 stones", "median 0.2 s", _pentago("pentago", 22)),
    ("solve_pentago", "pentago", "20 stones", "median 2 s", _pentago("pentago", 20)),
    ("solve_pentago", "pentago-twist", "24 stones", "median 0.2 s", _pentago("pentago-twist", 24)),
    ("solve_pentago", "pentago-twist", "22 stones", "median 2 s", _pentago("pentago-twist", 22)),
    ("solve_colosseum", "colosseum", "starts on 4x4", "all of 20", _small_boards),
    ("solve_colosseum", "colosseum", "wins on 8x8 that a search of 60 s proves",
     "90% in 2 s", _wins),
    ("solve_agreement", "all", "the game's solver against the generic one", "no difference",
     _agreement),
)  # fmt: skip


# Facts


def _facts(folder: Path, name: str, part: Callable[[Any], Iterator[Row]]) -> Iterator[Row]:
    if report := _read(folder, name):
        for row in part(report["results"]):
            yield (*row, f"`{report['command']}`")


def _results_text(rows: Sequence[dict[str, Any]]) -> str:
    """How many positions the player to move wins, draws and loses."""
    count = Counter(row["result"] for row in rows if row["result"])
    parts = [f"{count[each]} {text}" for each, text in _RESULTS.items() if count[each]]
    unknown = sum(row["result"] is None for row in rows)
    return ", ".join([*parts, *([f"{unknown} unknown"] if unknown else [])])


_RESULTS = {"win": "won", "draw": "drawn", "loss": "lost"}


def _cost(rows: Sequence[dict[str, Any]]) -> str:
    return f"{sum(row['seconds'] for row in rows):,.0f} CPU s in all"


def _avalam_facts(results: Any) -> Iterator[Row]:
    rows = results["rows"]
    text = f"for the player to move, {_results_text(rows)}"
    scores = [abs(row["score"]) for row in rows if row["score"] is not None]
    if scores:
        text += f"; margin {median(scores):g} in the median, at most {max(scores)}"
    where = f"{len(rows)} after {results['bar']['ply']} plies of sensible play"
    yield "avalam", where, text, _cost(rows)


def _cyclic_facts(results: Any) -> Iterator[Row]:
    rows = results["rows"]
    wins = [row for row in rows if row["result"]]
    longest = max((row["plies"] for row in wins), default=0)
    text = f"for the first player, {_results_text(rows)}; the longest line has {longest} plies"
    yield "ewn-cyclic", f"{len(rows)} starts (dice known)", text, _cost(rows)


def _colosseum_facts(results: Any) -> Iterator[Row]:
    for size, rows in results["starts"].items():
        text = f"for the first player, {_results_text(rows)}"
        margins = [abs(row["score"]) for row in rows if row["score"] is not None]
        if margins:
            text += f"; margin at most {max(margins)}"
        yield f"colosseum {size}x{size}", f"starts of {len(rows)} seeds", text, _cost(rows)


def _pentago_facts(results: Any) -> Iterator[Row]:
    words = {1.0: "win", 0.5: "draw", 0.0: "loss"}
    for game, found in results.items():
        rows = [{**row, "result": words.get(row["value"])} for row in found["positions"]]
        stones = " and ".join(sorted(found["summary"]))
        text = f"for the player to move, {_results_text(rows)}"
        yield game, f"{len(rows)} with {stones} stones, no win within 3 plies", text, _cost(rows)


def _ewn_facts(results: Any) -> Iterator[Row]:
    text = f"the win probability of every position with up to {results['stones']} stones"
    cost = f"{results['cpu_seconds']:.0f} CPU s, {results['megabytes']:,} MB"
    yield "ewn", f"up to {results['stones']} stones", text, cost


_KNOWN: Sequence[tuple[str, Callable[[Any], Iterator[Row]]]] = (
    ("solve_avalam_19", _avalam_facts),
    ("solve_avalam_22", _avalam_facts),
    ("solve_colosseum", _colosseum_facts),
    ("solve_ewn", _ewn_facts),
    ("solve_ewn_cyclic", _cyclic_facts),
    ("solve_pentago", _pentago_facts),
)


TABLES: dict[str, Callable[[], str]] = {
    "bars": bars,
    "blunders": blunders,
    "blunders-hard": partial(blunders, part="hard"),
    "hard": hard,
    "known": known,
    "match": match,
    "sets": sets,
}

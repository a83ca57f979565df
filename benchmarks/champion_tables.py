"""The tables of the champion's page, made from the committed result files alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.ablation import verdict_of
from benchmarks.candidates import RESULTS as CANDIDATES_FILE
from benchmarks.champion import FROZEN, RESULTS
from benchmarks.champion_bars import BARS_HEAD, bars_lines
from benchmarks.champion_blunders import table_of_file
from benchmarks.champion_rows import is_current, nelo_of_row, version_text
from benchmarks.common import markdown_table, report_table
from benchmarks.contests import nelo_text
from benchmarks.ewn_cyclic_starts import table_of_file as starts_table
from benchmarks.luck import RESULTS as LUCK_FILE
from benchmarks.strength_history import PLOTS, read_history, runs_table
from tesuji.agents.books import shipped_book
from tesuji.agents.champions import CHAMPIONS, OTHER_GAMES

Data = dict[str, Any]
DEADLINE_FILE = RESULTS.with_name("deadline_champion.json")
MOST_NELO = 1000.0
"""From here on, the estimate of nElo depends on the few pairs that were not won."""


def games_table() -> str:
    """What the champion plays in each game, and the reason."""
    lines = [["game", "plays", "because", "results"]]
    for name, champion in CHAMPIONS.items():
        files = [f"`benchmarks/results/{file}`" for file in champion.results]
        lines.append([f"`{name}`", f"`{champion.spec}`", champion.reason, " and ".join(files)])
        if champion.elsewhere:
            spec, reason = champion.elsewhere, champion.elsewhere_reason
            lines.append([f"`{name}`, other boards", f"`{spec}`", reason, files[-1]])
    lines.append(["other games", f"`{OTHER_GAMES.spec}`", OTHER_GAMES.reason, ""])
    return markdown_table(lines)


def matches_table(part: str, file: Path = RESULTS) -> str:
    """One part of the result file: a line per match, and the commands that played them."""
    report: Data = json.loads(file.read_text("utf-8"))
    rows: list[Data] = sorted(report["results"].get(part, []), key=_place)
    if not rows:
        return f"Still to be measured: `python -m benchmarks.champion {part}`."
    head = ["game", "first", "second", "score", "nElo of the first", "limit", "games", "players"]
    lines = [head]
    for row in rows:
        first, second = row["agents"]
        second = "the frozen composition" if part == "frozen" else f"`{second}`"
        cells = [f"`{row['game']}`", f"`{first}`", second, _score_cell(row), _nelo_cell(row)]
        limits = " against ".join(dict.fromkeys(row["limits"]))
        lines.append([*cells, limits, str(2 * row["pairs"]), version_text(row)])
    runs = [run for row in rows for run in row["runs"]]
    commands = "".join(f"    {each}\n" for each in dict.fromkeys(run["command"] for run in runs))
    played = sum(2 * row["pairs"] for row in rows)
    machines = " and ".join(dict.fromkeys(run["processor"] for run in runs))
    about = f"{played} games ({machines}), last on {max(run['date'] for run in runs)}:"
    return f"{markdown_table(lines)}\n{about}\n\n{commands}"


def _place(row: Data) -> tuple[str, ...]:
    """Matches of one game stand together, and those of the same players below each other."""
    return (*_players_and_limits(row), version_text(row))


def _score_cell(row: Data) -> str:
    adjusted = row.get("luck_adjusted")
    if adjusted is None:
        return f"{row['score']:.1%}"
    games = f" in {2 * adjusted['pairs']} games" if adjusted["pairs"] < row["pairs"] else ""
    return f"{row['score']:.1%} ({adjusted['score']:.1%} without luck{games})"


def _nelo_cell(row: Data) -> str:
    """The nElo; a dash where so few pairs ended otherwise that it says nothing."""
    known = row["nelo"] is not None and abs(row["nelo"]) < MOST_NELO
    return nelo_of_row(row) if known else "-"


def summary_table(file: Path = RESULTS) -> str:
    """The hardest opponent of each game among the reports' agents, and the composition before."""
    results: Data = json.loads(file.read_text("utf-8"))["results"]
    presets = _latest(results["presets"])
    before = {row["game"]: row for row in _latest(results["frozen"])}
    head = ["game", "hardest of the reports' agents", "score"]
    lines = [[*head, "nElo over the composition before"]]
    for game in dict.fromkeys(row["game"] for row in presets):
        rows = [row for row in presets if row["game"] == game]
        hardest = min(rows, key=_score)
        measured = hardest.get("luck_adjusted", hardest)
        score = f"{measured['score']:.1%} in {2 * measured['pairs']} games"
        nelo = ""
        if (found := before.get(game)) is not None:
            measured = found.get("luck_adjusted", found)
            nelo = f"{nelo_text(measured)} in {2 * measured['pairs']} games"
        lines.append([f"`{game}`", f"`{hardest['agents'][1]}`", score, nelo])
    return markdown_table(lines)


def _latest(rows: list[Data]) -> list[Data]:
    """The matches at 0.1 s per move, each by today's agents if they have played it."""
    found = [row for row in rows if row["limits"][1].startswith("0.1 ")]
    current = {_players_and_limits(row) for row in found if is_current(row)}
    return [row for row in found if is_current(row) or _players_and_limits(row) not in current]


def _score(row: Data) -> float:
    """The score, without the luck of the dice if that was measured."""
    return float(row.get("luck_adjusted", row)["score"])


def frozen_table() -> str:
    """The frozen compositions, and how they were chosen."""
    frozen: Data = json.loads(FROZEN.read_text("utf-8"))
    lines = [["game", "behaviour", "spec"]]
    for game, entry in frozen["games"].items():
        lines.append([f"`{game}`", str(entry["behaviour"]), f"`{entry['spec']}`"])
    return f"{frozen['about']}\n\n{markdown_table(lines)}"


def bars_table(file: Path = RESULTS) -> str:
    """Every bar with what was measured."""
    results: Data = json.loads(file.read_text("utf-8"))["results"]
    return markdown_table([[*BARS_HEAD], *bars_lines(results)])


def candidates_table() -> str:
    """What was tried to make the champion stronger."""
    if not CANDIDATES_FILE.exists():
        return "Still to be measured: `python -m benchmarks.candidates`."
    report: Data = json.loads(CANDIDATES_FILE.read_text("utf-8"))
    lines = [["game", "alpha-beta with", "against", "seconds", "nElo", "test", "games", "now"]]
    for row in report["results"]["matches"]:
        players = [each.removeprefix("alphabeta(").removesuffix(")") for each in row["agents"]]
        shown = ["the defaults" if each == "alphabeta" else f"`{each}`" for each in players]
        seconds = row["limits"][0].partition(" ")[0]
        cells = [f"`{row['game']}`", *shown, seconds, nelo_text(row), verdict_of(row)]
        lines.append([*cells, str(2 * row["pairs"]), "on" if is_on(row) else "off"])
    about = f"{report['processor']}, {report['date']}:"
    commands = report["command"].replace("\n", "\n    ")
    return f"{markdown_table(lines)}\n{about}\n\n    {commands}\n"


def is_on(row: Data) -> bool:
    """Whether the champion has what the first agent of a row tries instead of the second."""
    game = tesuji.game(row["game"])
    new, old, now = (
        tesuji.agent(tesuji.agent(spec).expanded(game)).settings
        for spec in (*row["agents"], "champion")
    )
    changed = [name for name in new | old if new.get(name) != old.get(name)]
    return bool(changed) and all(now.get(name) == new.get(name) for name in changed)


def unclear(file: Path = RESULTS) -> str:
    """The candidates that did not prove better than what they replace, or proved worse.

    A match that today's agents have played counts instead of that of older ones.
    """
    rows: list[Data] = json.loads(file.read_text("utf-8"))["results"]["compositions"]
    current = {_players_and_limits(row) for row in rows if is_current(row)}
    latest = [row for row in rows if is_current(row) or _players_and_limits(row) not in current]
    return "".join(f"- {line}\n" for line in _verdicts(latest))


def _players_and_limits(row: Data) -> tuple[str, ...]:
    return (row["game"], *row["agents"], *row["limits"])


def _verdicts(rows: list[Data]) -> Iterator[str]:
    for row in rows:
        first, second = row["agents"]
        measured = row.get("luck_adjusted", row)
        low, high = measured["nelo_interval"]
        if low is None or high is None or low > 0:
            continue
        verdict = "is weaker" if high < 0 else "is not proven better"
        by = "" if is_current(row) else f" by {version_text(row).replace('older', 'older agents')}"
        luck = " without luck" if measured is not row else ""
        games = 2 * measured.get("pairs", row["pairs"])
        played = f"{nelo_text(measured)} nElo{luck} in {games} games{by}"
        yield f"On `{row['game']}`, `{first}` {verdict} than `{second}`: {played}."


def books_table() -> str:
    """The opening books of the package, each with the command in its file."""
    lines = [["game", "positions", "nodes of each search", "command"]]
    for name in CHAMPIONS:
        if (book := shipped_book(tesuji.game(name))) is not None:
            cells = [f"{len(book.entries)}", f"{book.nodes:,}", f"`{book.command}`"]
            lines.append([f"`{name}`", *cells])
    return markdown_table(lines) if len(lines) > 1 else "No game has a book yet."


def luck_table(results: Data) -> str:
    """What the luck of the dice does to the score and the variance of one match."""
    low, high = results["interval"]
    raw = f"{results['score']:.1%} [{low:.1%}, {high:.1%}]"
    lines = [["luck measured by", "score", "standard errors from the score above", "variance left"]]
    lines.append(["-", raw, "", "100%"])
    for each in results["adjusted"]:
        low, high = each["interval"]
        score = f"{each['score']:.1%} [{low:.1%}, {high:.1%}]"
        errors = f"{each['standard_errors_between']:+.1f}"
        lines.append([f"`{each['evaluator']}`", score, errors, f"{each['variance_ratio']:.0%}"])
    first, second = results["agents"]
    return f"{markdown_table(lines)}\n{results['games']:,} games of `{first}` against `{second}` on"


def deadline_table(results: Data) -> str:
    """How late searches with little time end, in each game."""
    lines = [["game", "searches", "late by CPU time, at most", "late by wall time, median"]]
    for row in results["rows"]:
        late, wall = row["cpu_round_call"]["max_ms"], row["wall_round_call"]["p50_ms"]
        cells = [f"{row['searches'][0]}", f"{late:.1f} ms", f"{wall:.1f} ms"]
        lines.append([f"`{row['game']}`", *cells])
    return markdown_table(lines)


def plots() -> str:
    """A picture for each game with a plot."""
    files = sorted(PLOTS.glob("*.svg"))
    return "\n".join(
        f"![nElo on {file.stem} over runs](../images/strength/{file.name})" for file in files
    )


TABLES: dict[str, Callable[[], str]] = {
    "summary": summary_table,
    "games": games_table,
    "compositions": lambda: matches_table("compositions"),
    "presets": lambda: matches_table("presets"),
    "handicap": lambda: matches_table("handicap"),
    "frozen": lambda: matches_table("frozen"),
    "start": lambda: matches_table("start"),
    "even": lambda: matches_table("even"),
    "time": lambda: matches_table("time"),
    "blunders": table_of_file,
    "starts": starts_table,
    "frozen-specs": frozen_table,
    "bars": bars_table,
    "candidates": candidates_table,
    "unclear": unclear,
    "books": books_table,
    "book-matches": lambda: matches_table("books"),
    "deadline": lambda: report_table(
        DEADLINE_FILE, deadline_table, "python benchmarks/deadline.py --agents champion"
    ),
    "luck": lambda: report_table(LUCK_FILE, luck_table, "python -m benchmarks.luck --write"),
    "runs": lambda: runs_table(read_history()),
    "strength": plots,
}

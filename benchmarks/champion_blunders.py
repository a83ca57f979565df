"""How often the champion gives away value, beside the composition before it.

All agents choose a move in solved positions (`tesuji blunders`) without a book. The champion does
so twice: as in a game, and without its solver. The verdict is about the search without the solver:
the positions were chosen because a search does not prove them, and the solver may look the answer
up. The composition before has no solver. It is the opponent of ``benchmarks.champion frozen``.

    python -m benchmarks.champion_blunders [--hard] [--seconds 0.5] [--limit 300] [--jobs N]
        [--games NAMES]

With ``--hard``, only in hard positions, those that a plain search does not prove, and only in games
that have enough of them.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.champion import frozen_specs
from benchmarks.common import command_line, markdown_table, report_table, write_report
from benchmarks.solve_blunders import every_nth
from tesuji.studies.blunders import measure_blunders, set_of_game

RESULTS = Path(__file__).parent / "results" / "champion_blunders.json"
CHAMPION = "champion(book=off)"
SEARCH = "champion(solve=off, book=off)"
"""The champion without solvers."""
BAR = 0.5
"""The rate of the champion's search, as a share of the rate before, at most."""
FEWEST = 10
"""Blunders of both agents together that a verdict needs."""
LEAST_HARD = 80
"""Hard positions that a game needs to be measured by them."""


def measured_games(*, hard: bool) -> list[str]:
    """The games with a composition before; of hard positions, those with enough of them."""
    return [game for game in frozen_specs() if not hard or _hard_positions(game) >= LEAST_HARD]


def _hard_positions(game: str) -> int:
    return sum(each.hard for each in set_of_game(tesuji.game(game).name).positions)


def row_of(game: str, given: argparse.Namespace) -> dict[str, Any]:
    """The blunders of all agents on the set of a game."""
    name = tesuji.game(game).name
    solved = set_of_game(name)
    chosen = tuple(each for each in solved.positions if each.hard or not given.hard)
    sample = replace(solved, positions=every_nth(chosen, given.limit))
    agents = {"champion": CHAMPION, "search": SEARCH, "before": frozen_specs()[game]}
    measured: dict[str, dict[str, Any]] = {}  # by the spec written out: some have no solvers
    found = {}
    for label, agent in agents.items():
        spec = tesuji.agent(agent).expanded(tesuji.game(game))
        if spec not in measured:
            blunders = measure_blunders(agent, sample, jobs=given.jobs, seconds=given.seconds)
            measured[spec] = blunders.all.to_dict()
        found[label] = measured[spec]
    return {"game": name, "seconds": given.seconds, **found}


def passed(row: dict[str, Any]) -> bool | None:
    """Whether its search blunders at most half as often; None if there are too few to tell."""
    if row["before"]["blunders"] + row["search"]["blunders"] < FEWEST:
        return None
    return bool(row["search"]["rate"] <= BAR * row["before"]["rate"])


def blunders_table(rows: list[dict[str, Any]]) -> str:
    """The rows in Markdown."""
    lines = [["game", "positions", "champion", "without solver", "before", "at most half"]]
    for row in rows:
        cells = [_cell(row[label]) for label in ("champion", "search", "before")]
        verdict = {True: "pass", False: "miss", None: "too few"}[passed(row)]
        lines.append([f"`{row['game']}`", str(row["champion"]["positions"]), *cells, verdict])
    return markdown_table(lines)


def _cell(found: dict[str, Any]) -> str:
    low, high = found["rate_interval"]
    return f"{found['blunders']} ({found['rate']:.1%} [{low:.1%}, {high:.1%}])"


def table_of_file(file: Path = RESULTS) -> str:
    """The table of the committed file, with its command."""
    return report_table(file, blunders_table, "python -m benchmarks.champion_blunders")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hard", action="store_true", help="only hard positions")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per position")
    parser.add_argument("--limit", type=int, default=300, help="positions per game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--games", help="separated by spaces")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    games = given.games.split() if given.games else measured_games(hard=given.hard)
    if given.hard and (empty := [game for game in games if not _hard_positions(game)]):
        parser.error(f"--hard: the set of {' and '.join(empty)} has no hard positions")
    rows = []
    for game in games:
        rows.append(row_of(game, given))
        print(blunders_table(rows[-1:]).splitlines()[-1], flush=True)
    write_report(given.out, command_line(without=["--jobs"]), rows)


if __name__ == "__main__":
    main()

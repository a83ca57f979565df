"""What the switches of alpha-beta save that change no value: nodes and CPU time to the same depth.

A switch that only orders moves or avoids work finds the same values with fewer nodes or in less
time, which shows on some positions what a match would need thousands of games for. Each position is
searched with the switch on and off in turn, with nothing pruned forward and an empty table.
`python -m benchmarks.alphabeta_page` writes the results into the documentation.

    python -m benchmarks.ablation_nodes [--switches "pvs killers"] [--games "ewn"] [--positions 40]
        [--add] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.ablation import RESULTS, with_earlier, written
from benchmarks.ablation import switches as all_switches
from benchmarks.alphabeta_nodes import NO_TIME_LIMIT, POSITIONS, SUBJECTS, geometric_mean
from benchmarks.common import (
    after_random_plies,
    command_line,
    markdown_table,
    positions_of,
    write_report,
)
from tesuji import Position
from tesuji.arena.match.ineffective import why_ineffective
from tesuji.games.randomness import RandomStream

FILE = RESULTS / "alphabeta-same-values.json"
NOTHING_PRUNED = {"reduce": "0.0", "tempo": "0.0", "late": "0"}
SWITCHES = (
    "pvs",
    "table",
    "killers",
    "history",
    "aspiration",
    "trend",
    "countermoves",
    "effort",
    "buckets",
    "symmetry",
    "leaf_values",
    "distinct",
    "skip_lost",
    "star1",
    "star2",
    "roll_leaf",
    "roll_probe",
    "roll_table",
)
DEPTHS = {subject.game: subject.depth for subject in SUBJECTS} | {"ewn": 5}
PLIES = 4
"""Random plies of the positions of ewn, which has none in the file."""


def positions(game: str, count: int) -> list[Position]:
    """Positions of a game: those of `benchmarks.alphabeta_nodes`, or after random plies."""
    if game != "ewn":
        return positions_of(game, POSITIONS)[:count]
    start = tesuji.game(game).start
    return [after_random_plies(start(seed), PLIES, RandomStream(seed)) for seed in range(count)]


def specs(label: str, game: str) -> tuple[str, str] | None:
    """The searches with the switch on and off; None if it has no effect on the game."""
    switch = all_switches()[label]
    beside = {**NOTHING_PRUNED, **switch.beside}
    if label == "skip_lost":
        beside["wins"] = "all"  # elsewhere it sees further than the search without it
    if label == "buckets":
        beside["memory"] = "1.0"  # a larger table never fills up here
    on, off = (written({**beside, switch.name: value}) for value in (switch.on, switch.off))
    agent = tesuji.agent(on)
    if game not in switch.games or why_ineffective(agent, switch.name, tesuji.game(game), {}):
        return None
    return on, off


def compare(label: str, game: str, count: int) -> dict[str, Any] | None:
    """The row of a switch on a game."""
    found = specs(label, game)
    if found is None:
        return None
    nodes: tuple[list[float], list[float]] = ([], [])
    seconds: tuple[list[float], list[float]] = ([], [])
    equal = 0
    for position in positions(game, count):
        values = []
        for which, spec in enumerate(found):
            with tesuji.agent(spec).player(position.game) as player:
                limits: dict[str, Any] = {"seconds": NO_TIME_LIMIT, "clock": "cpu"}
                search = player.search(position, depth=DEPTHS[game], **limits)
            nodes[which].append(search.nodes)
            seconds[which].append(search.seconds)
            values.append(search.value)
        equal += values[0] == values[1]
    return {
        "switch": label,
        "game": game,
        "agents": list(found),
        "depth": DEPTHS[game],
        "positions": len(nodes[0]),
        "times_nodes": round(geometric_mean(nodes[1]) / geometric_mean(nodes[0]), 3),
        "times_seconds": round(geometric_mean(seconds[1]) / geometric_mean(seconds[0]), 3),
        "equal_values": equal,
    }


def rows(given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row for each switch and game on which it has an effect."""
    for label in given.switches.split() or SWITCHES:
        for game in given.games.split() or DEPTHS:
            if (row := compare(label, game, given.positions)) is not None:
                print(f"{label} {game}: {_cell(row)}", flush=True)
                yield row


def same_values_table(rows: list[dict[str, Any]]) -> str:
    """The rows in Markdown: a line per switch, a column per game."""
    games = [game for game in DEPTHS if any(row["game"] == game for row in rows)]
    cells = {(row["switch"], row["game"]): _cell(row) for row in rows}
    lines = [["switch", *(f"{game}, depth {DEPTHS[game]}" for game in games)]]
    for label in dict.fromkeys(row["switch"] for row in rows):
        lines.append([label, *(cells.get((label, game), "") for game in games)])
    return markdown_table(lines)


def _cell(row: dict[str, Any]) -> str:
    other = row["positions"] - row["equal_values"]
    differs = f", {other} other values" if other else ""
    return f"{row['times_nodes']:.2f} nodes, {row['times_seconds']:.2f} time{differs}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--switches", default="", help="only these switches, separated by spaces")
    parser.add_argument("--games", default="", help="only these games, separated by spaces")
    parser.add_argument("--positions", type=int, default=40, help="positions per game")
    parser.add_argument("--add", action="store_true", help="keep the file's other rows")
    parser.add_argument("--out", type=Path, default=FILE, help="the result file (JSON)")
    given = parser.parse_args()
    command = command_line([word for word in sys.argv[1:] if word != "--add"])
    found = list(rows(given))
    if given.add and given.out.exists():
        command, found = with_earlier(json.loads(given.out.read_text("utf-8")), command, found)
    write_report(given.out, command, found)


if __name__ == "__main__":
    main()

"""How many nodes three alpha-beta searches need for the same depth, on fixed positions.

The searches are the old one with every newer part off, the new one with its defaults, and the new
one where nothing is pruned forward and nothing beyond the horizon is asked for. The last one must
find the values of the old one. For each game and depth there are the geometric means of the nodes
and of the CPU time, the numbers of positions with the values of the old search, and the mean depth
that the first two reach in some CPU seconds. The positions come from games of a shallow alpha-beta
after a few random moves.

    python -m benchmarks.alphabeta_nodes [--games G,...] [--positions N] [--depth D] [--seconds S]
        [--json FILE] [--add]
    python -m benchmarks.alphabeta_nodes --draw    (writes the file of positions again)
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, command_line, positions_of, write_report
from tesuji import Position
from tesuji.games.randomness import RandomStream

POSITIONS = Path(__file__).resolve().parent / "alphabeta_positions.txt"
COMMAND = "python -m benchmarks.alphabeta_nodes"
COUNT = 100
"""Positions per game."""
NO_TIME_LIMIT = 1e6
"""CPU seconds that no search to a depth needs: with such a limit its time is CPU time."""
OLD = (
    "alphabeta(wins=none, skip_lost=false, distinct=false, staged=false, countermoves=false,"
    " leaf_values=false, buckets=false, trend=false, effort=false, roll_leaf=false,"
    " roll_table=false, roll_hints=false, roll_probe=false, reduce=0.0, tempo=0.0)"
)
NEW = "alphabeta"
EXACT = "alphabeta(wins=inner, skip_lost=false, reduce=0.0, tempo=0.0, late=0)"
"""Without forward pruning. Wins and losses beyond the horizon, which `wins=all` and `skip_lost`
see, count as a change of depth."""


@dataclass(frozen=True)
class Subject:
    """A game, the knowledge that plays it best, and how positions are drawn and searched."""

    game: str
    knowledge: str
    depth: int
    random_plies: int
    fewest_moves: int


SUBJECTS = (
    Subject("avalam", "avalam(groups=true, five=1.55, isolated=1.5)", 5, 6, 20),
    Subject("pentago-twist", "pentago(threats=0.3)", 4, 4, 80),
    Subject("colosseum", "colosseum(reach=0.45, area=0.45)", 5, 2, 20),
    Subject("ewn-cyclic", "", 12, 2, 2),
)


@dataclass(frozen=True)
class Row:
    """The three searches on the positions of one game."""

    game: str
    depth: int
    positions: int
    old_nodes: float
    new_nodes: float
    exact_nodes: float
    ratio: float
    exact_ratio: float
    old_ms: float
    new_ms: float
    exact_ms: float
    equal_values: int
    exact_equal_values: int
    old_depth: float | None = None
    new_depth: float | None = None


@dataclass
class Series:
    """What one search found on all positions."""

    nodes: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)

    def equal_values(self, other: Series) -> int:
        return sum(a == b for a, b in zip(self.values, other.values, strict=True))


# The positions


def draw(subject: Subject) -> list[Position]:
    """One unfinished position of each of many games, at a random ply after the random moves."""
    known = f"knowledge={subject.knowledge}, " if subject.knowledge else ""
    agent = tesuji.agent(f"alphabeta({known}depth=2, memory=4)")
    found: list[Position] = []
    seed = 0
    while len(found) < COUNT:
        seed += 1
        stream = RandomStream(seed)
        position = after_random_plies(
            tesuji.game(subject.game).start(seed), subject.random_plies, stream
        )
        game = []
        player = agent.player(position.game, seed=seed)
        while not position.is_over:
            if len(position.legal_moves) >= subject.fewest_moves:
                game.append(position)
            position = position.play(player.choose(position))
        if game:
            found.append(game[stream.below(len(game))])
    return found


def write_positions() -> None:
    lines = [f"# Positions of alphabeta_nodes.py, drawn with: {COMMAND} --draw"]
    for subject in SUBJECTS:
        lines.append(f"[{subject.game}]")
        lines += [position.text for position in draw(subject)]
    POSITIONS.write_text("\n".join(lines) + "\n", "utf-8")


# The comparison


def full_spec(spec: str, subject: Subject) -> str:
    """The spec with the knowledge of the game."""
    name, _, rest = spec.partition("(")
    parts = rest.removesuffix(")")
    known = f"knowledge={subject.knowledge}" if subject.knowledge else ""
    return f"{name}({', '.join(part for part in (parts, known) if part)})"


def geometric_mean(numbers: list[float]) -> float:
    return math.exp(sum(math.log(max(1e-6, n)) for n in numbers) / len(numbers))


def search_all(spec: str, subject: Subject, count: int, depth: int, seconds: float) -> Series:
    """Searches the positions to the depth, and for the CPU seconds if there are any."""
    series = Series()
    agent = tesuji.agent(full_spec(spec, subject))
    for position in positions_of(subject.game, POSITIONS)[:count]:
        # A player has taken its memory before it searches, so that the time is the search's.
        with agent.player(position.game) as player:
            found = player.search(position, depth=depth, seconds=NO_TIME_LIMIT, clock="cpu")
        series.nodes.append(found.nodes)
        series.seconds.append(found.seconds)
        series.values.append(found.value)
        if seconds > 0:
            series.depths.append(agent.search(position, seconds=seconds, clock="cpu").depth)
    return series


def compare(subject: Subject, count: int, depth: int, seconds: float) -> Row:
    old, new = (search_all(spec, subject, count, depth, seconds) for spec in (OLD, NEW))
    exact = search_all(EXACT, subject, count, depth, 0)
    nodes = [geometric_mean(series.nodes) for series in (old, new, exact)]
    ms = [round(1000 * geometric_mean(series.seconds), 2) for series in (old, new, exact)]
    return Row(
        game=subject.game,
        depth=depth,
        positions=len(old.nodes),
        old_nodes=round(nodes[0], 1),
        new_nodes=round(nodes[1], 1),
        exact_nodes=round(nodes[2], 1),
        ratio=round(nodes[0] / nodes[1], 3),
        exact_ratio=round(nodes[0] / nodes[2], 3),
        old_ms=ms[0],
        new_ms=ms[1],
        exact_ms=ms[2],
        equal_values=new.equal_values(old),
        exact_equal_values=exact.equal_values(old),
        old_depth=mean_of(old.depths),
        new_depth=mean_of(new.depths),
    )


def mean_of(numbers: list[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 2) if numbers else None


def show(row: Row) -> str:
    text = (
        f"{row.game:14} depth {row.depth}: {row.old_nodes:.0f} -> {row.new_nodes:.0f} nodes"
        f" (ratio {row.ratio:.2f}, {row.old_ms:.1f} -> {row.new_ms:.1f} ms,"
        f" equal values {row.equal_values}/{row.positions}), nothing pruned forward"
        f" {row.exact_nodes:.0f} (ratio {row.exact_ratio:.2f}, {row.exact_ms:.1f} ms,"
        f" equal values {row.exact_equal_values}/{row.positions})"
    )
    return text if row.old_depth is None else f"{text}, depth {row.old_depth} -> {row.new_depth}"


def with_earlier(path: Path, command: str, rows: list[Row]) -> tuple[str, list[dict[str, Any]]]:
    """The file's commands and rows with these; a row of the same game and depth is replaced."""
    found = [asdict(row) for row in rows]
    if not path.exists():
        return command, found
    report = json.loads(path.read_text("utf-8"))
    played = {(row.game, row.depth) for row in rows}
    earlier = [row for row in report["results"] if (row["game"], row["depth"]) not in played]
    return f"{report['command']}\n{command}", earlier + found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--draw", action="store_true", help="draw the positions again")
    parser.add_argument("--games", help="only these games")
    parser.add_argument("--positions", type=int, default=COUNT, help="positions per game")
    parser.add_argument("--depth", type=int, help="the depth of the node counts")
    parser.add_argument("--seconds", type=float, default=0, help="CPU seconds per position")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    parser.add_argument("--add", action="store_true", help="keep the file's other rows")
    arguments = parser.parse_args()
    if arguments.draw:
        write_positions()
        return
    rows = []
    for subject in SUBJECTS:
        if arguments.games and subject.game not in arguments.games.split(","):
            continue
        depth = arguments.depth or subject.depth
        rows.append(compare(subject, arguments.positions, depth, arguments.seconds))
        print(show(rows[-1]), flush=True)
    if arguments.json:
        command = command_line([word for word in sys.argv[1:] if word != "--add"])
        results = [asdict(row) for row in rows]
        if arguments.add:
            command, results = with_earlier(arguments.json, command, rows)
        write_report(arguments.json, command, results)


if __name__ == "__main__":
    main()

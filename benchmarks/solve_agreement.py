"""The solver of each game against the generic solver: no value may differ.

Random games are played to the end, and one of their last positions is given to both solvers, with a
limit of nodes. Both must agree on every value that both know, and their ranges must overlap.

``python -m benchmarks.solve_agreement [--positions N] [--jobs N] [--games NAMES] [--out FILE]``
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import command_line, mark, write_report
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream

RESULTS = Path(__file__).parent / "results" / "solve_agreement.json"
LAST = {
    "avalam": 11,
    "colosseum(size=4)": 8,
    "colosseum(size=5)": 5,
    "colosseum(size=6)": 5,
    "colosseum": 4,
    "colosseum(size=12)": 2,
    "ewn": 5,
    "ewn-cyclic": 12,
    "pentago": 5,
    "pentago(placement_wins=true)": 5,
    "pentago-twist": 5,
}
"""The games, and how many plies before the end their positions are, at most."""
NODES = 5_000
MEMORY = 4.0
TOLERANCE = 1e-6


def late_position(game: str, seed: int) -> tesuji.Position | None:
    """A position near the end of a random game."""
    stream = RandomStream(seed)
    start = tesuji.game(game).start(seed)
    positions = [start, *(turn.after for turn in play_game(start, random_mover(stream), stream))]
    decisions = [each for each in positions if not each.is_over and not each.is_chance]
    last = decisions[-LAST[game] :]
    return last[stream.below(len(last))] if last else None


def compare(game: str, seed: int, nodes: int = NODES) -> dict[str, Any] | None:
    """What both solvers say about one position; None if the game has no such position."""
    position = late_position(game, seed)
    if position is None:
        return None
    score = seed % 2 == 0 and game.startswith(("avalam", "colosseum"))
    own = tesuji.solve(position, nodes=nodes, memory=MEMORY, score=score)
    generic = tesuji.solve(position, nodes=nodes, memory=MEMORY, score=score, generic=True)
    ranges = [own.value_range, generic.value_range]
    agree = max(low for low, _ in ranges) <= min(high for _, high in ranges) + TOLERANCE
    if own.score is not None and generic.score is not None:
        agree = agree and own.score == generic.score
    return {
        "position": position.text,
        "agree": agree,
        "both": own.exact and generic.exact,
        "own": own.exact,
        "generic": generic.exact,
    }


def chunk(game: str, first: int, count: int) -> list[dict[str, Any]]:
    """The comparisons of some seeds."""
    found = (compare(game, seed) for seed in range(first, first + count))
    return [each for each in found if each is not None]


def main() -> None:
    """Reads the arguments and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000, help="positions per game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", default="", help="names, separated by spaces; default: all")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    rows = {}
    for game in given.games.split() or LAST:
        size = max(1, min(50, given.positions // given.jobs))
        starts = range(0, given.positions, size)
        with ProcessPoolExecutor(given.jobs) as pool:
            parts = pool.map(chunk, *zip(*((game, first, size) for first in starts), strict=True))
            found = [each for part in parts for each in part]
        wrong = [each["position"] for each in found if not each["agree"]]
        rows[game] = {
            "positions": len(found),
            "solved by both": sum(each["both"] for each in found),
            "solved by its own": sum(each["own"] for each in found),
            "solved by the generic": sum(each["generic"] for each in found),
            "differences": wrong,
        }
        print(f"{game}: {len(found)} positions, {rows[game]['solved by both']} solved by both, "
              f"{len(wrong)} differences: {mark(not wrong)}", flush=True)  # fmt: skip
    command = command_line()
    write_report(given.out, command, rows)


if __name__ == "__main__":
    main()

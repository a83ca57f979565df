"""Makes the puzzles of the page from the solved sets, graded by how often each level fails them.

``python -m benchmarks.puzzles [--games NAMES] [--candidates N] [--puzzles N] [--tries N]``

A puzzle is a position in which few moves keep the result. Each level tries it with several seeds;
the grade is the lowest level that solves it in at least half of its tries. Positions that no level
ever fails are left out.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Player
from tesuji.agents.levels import LEVELS
from tesuji.games import Game, Position
from tesuji.games.randomness import derive_seed
from tesuji.output_files import write_whole
from tesuji.studies.blunders import SolvedPosition, set_of_game

FOLDER = Path(__file__).parents[1] / "src" / "tesuji" / "web" / "puzzles"
GAMES = ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")
FORMAT = 1
TOLERANCE = 1e-6
"""Differences of expected results up to this count as none: tables are rounded."""
GAP = 0.05
"""With dice, what the second-best move loses at least."""
LONGEST_WIN = 3
"""Moves of the longest win whose length the puzzle names."""
SHARE = 0.15
"""The largest share of moves that may win, unless exactly one does."""


def best_moves(entry: SolvedPosition) -> list[int]:
    """The indices of the moves that keep the value of a position."""
    return [i for i, value in enumerate(entry.moves) if value >= entry.value - TOLERANCE]


def is_puzzle(entry: SolvedPosition) -> bool:
    """Whether there is something to find: few moves keep the value, and the others lose enough."""
    best = best_moves(entry)
    rest = [value for i, value in enumerate(entry.moves) if i not in best]
    if not rest or entry.value - max(rest) < GAP:
        return False
    return len(best) == 1 or (entry.value == 1 and len(best) <= SHARE * len(entry.moves))


def shortest_win(position: Position, best: list[int]) -> tuple[int | None, list[int]]:
    """The moves that a forced win takes, None if many, and the best moves that win so fast."""
    legal = position.legal_moves
    with tesuji.agent("alphabeta").player(position.game) as player:
        for moves in range(1, LONGEST_WIN + 1):
            fast = [i for i in best if _wins_within(player, position.play(legal[i]), moves - 1)]
            if fast:
                return moves, fast
    return None, best


def _wins_within(player: Player, after: Position, moves: int) -> bool:
    """Whether the player who has just moved wins in some more moves at most."""
    if after.is_over or moves == 0:
        return after.is_over
    return player.search(after, depth=2 * moves, nodes=300_000).proven == "loss"


def fail_rates(position: Position, best: set[int], tries: int) -> list[float]:
    """The share of tries in which each level chooses a move that loses something."""
    legal = list(position.legal_moves)
    rates = []
    for level in LEVELS:
        agent = tesuji.agent(level.preset.name)
        chosen = [
            legal.index(agent.choose(position, seed=derive_seed(level.number, i)))
            for i in range(tries)
        ]
        rates.append(sum(move not in best for move in chosen) / tries)
    return rates


def grade_of(fails: list[float]) -> int:
    """The lowest level that solves a puzzle in at least half of its tries, or one above all."""
    solving = (number for number, rate in enumerate(fails, 1) if rate <= 0.5)
    return next(solving, len(fails) + 1)


def puzzle_of(game: Game, entry: SolvedPosition, tries: int) -> dict[str, Any]:
    """A puzzle as plain data."""
    position = game.position(entry.position)
    best = best_moves(entry)
    fails = fail_rates(position, set(best), tries)
    kind = {1.0: "win", 0.5: "draw"}.get(entry.value, "best") if not game.has_chance else "best"
    moves, right = shortest_win(position, best) if kind == "win" else (None, best)
    return {
        "position": entry.position,
        "kind": kind,
        "in": moves,
        "right": right,
        "moves": entry.to_dict()["moves"],
        "fails": fails,
        "grade": grade_of(fails),
    }


def spread(puzzles: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Takes puzzles of all grades in turn, and sorts them from easy to hard."""
    by_grade: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for puzzle in puzzles:
        by_grade[puzzle["grade"]].append(puzzle)
    taken: list[dict[str, Any]] = []
    while len(taken) < min(count, len(puzzles)):
        for grade in sorted(by_grade):
            if by_grade[grade] and len(taken) < count:
                taken.append(by_grade[grade].pop(0))
    return sorted(taken, key=lambda puzzle: (puzzle["grade"], sum(puzzle["fails"])))


def make_puzzles(name: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    """The puzzles of a game."""
    solved = set_of_game(name)
    game = tesuji.game(solved.game)
    found = [entry for entry in solved.positions if is_puzzle(entry)]
    step = max(1, len(found) // given.candidates)
    sample = found[::step][: given.candidates]
    graded = [puzzle_of(game, entry, given.tries) for entry in sample]
    return spread([each for each in graded if any(each["fails"])], given.puzzles)


def main() -> None:
    """Reads the arguments and writes one file for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=" ".join(GAMES), help="names, separated by spaces")
    parser.add_argument("--candidates", type=int, default=40, help="positions to grade per game")
    parser.add_argument("--puzzles", type=int, default=24, help="puzzles to keep per game")
    parser.add_argument("--tries", type=int, default=4, help="tries of each level per puzzle")
    parser.add_argument("--out", type=Path, default=FOLDER)
    given = parser.parse_args()
    command = shlex.join(["python", "-m", "benchmarks.puzzles", *sys.argv[1:]])
    for name in given.games.split():
        begun = time.process_time()
        game, puzzles = tesuji.game(name), make_puzzles(name, given)
        head = {"format": FORMAT, "game": game.spec, "version": game.version, "command": command}
        lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in puzzles)
        text = json.dumps({**head, "tries": given.tries})[:-1] + f',"puzzles":[\n{lines}\n]}}\n'
        write_whole(text, given.out / f"{name}.json")
        grades = [each["grade"] for each in puzzles]
        print(
            f"{name}: {len(puzzles)} puzzles, grades {grades}, {time.process_time() - begun:.0f} s"
        )


if __name__ == "__main__":
    main()

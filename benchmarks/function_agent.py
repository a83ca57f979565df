"""Measures what the arena adds to the moves of a Python function.

Bar: a match spends less than 50 microseconds of CPU time per move of a function agent, besides the
function itself and the rules. The same moves are played twice in turn: by games of a match between
two function agents, and by a plain loop that calls the function. What a game costs before its first
move is shown separately.

    python -m benchmarks.function_agent [--rounds 7] [--games 40] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import load_average, mark, write_report
from tesuji.arena.match.pair import PairGame
from tesuji.arena.match.plan import make_plan
from tesuji.games.record import GameRecord

BAR = 50.0
GAMES = ("avalam", "colosseum(size=8)", "ewn", "pentago-twist")


def first_move(position: tesuji.Position) -> tesuji.Move:
    """The cheapest function that chooses a legal move."""
    return position.legal_moves[0]


def overhead(game: str, games: int, rounds: int) -> tuple[list[float], float]:
    """Microseconds per move that a match adds, in each round, and microseconds to begin a game."""
    plan = make_plan((first_move, first_move), game=game, pairs=games // 2)
    tasks = [(plan.task(pair), swapped) for pair in range(games // 2) for swapped in (False, True)]
    records = [PairGame(*task).play() for task in tasks]
    moves = sum(move.player is not None for record in records for move in record.moves)
    adds: list[float] = []
    setup: list[float] = []
    for _ in range(rounds):
        begun = time.process_time()
        ready = [PairGame(*task) for task in tasks]
        made = time.process_time()
        for each in ready:
            each.play()
        played = time.process_time()
        play_plainly(records)
        setup.append(made - begun)
        adds.append((2 * played - made - time.process_time()) / moves * 1e6)
    return adds, statistics.median(setup) / len(tasks) * 1e6


def play_plainly(records: list[GameRecord]) -> None:
    """Plays the games again: the function, the rules and nothing else."""
    for record in records:
        position = tesuji.game(record.game).position(record.start)
        for each in record.moves:
            roll = each.player is None
            position = position.play(each.move if roll else first_move(position))


def main() -> int:
    """Prints a table and returns 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = {}
    passed = True
    for game in GAMES:
        found, setup = overhead(game, options.games, options.rounds)
        median = statistics.median(found)
        results[game] = {
            "microseconds_per_move": round(median, 1),
            "range": [round(min(found), 1), round(max(found), 1)],
            "microseconds_per_game": round(setup),
            "load": load_average(),
        }
        passed = passed and median < BAR
        low, high = min(found), max(found)
        figures = f"{median:5.1f} us per move ({low:.1f} to {high:.1f}), {setup:.0f} us per game"
        print(f"{game:20} {figures}  {mark(median < BAR)}")
    if options.json:
        write_report(options.json, "python -m benchmarks.function_agent", results)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())

"""What a foreign process costs per move.

A trivial engine (the examples in Python and C++) is asked for moves over the engine protocol, in a
sandbox, paused between its moves. The time of a whole question is the overhead, since the engine
itself thinks for a few microseconds. The bar is 2 ms per move, by the median.

    python -m benchmarks.foreign_process [--moves 300] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import load_average, mark, write_report
from tesuji.specs import quoted

BAR = 0.002
ENGINES = Path(__file__).resolve().parent.parent / "examples" / "engines"
GAMES = ("avalam", "pentago-twist", "ewn")


def question_seconds(spec: str, game_spec: str, moves: int) -> list[float]:
    """The seconds of each question, in games that the engine plays against itself."""
    game = tesuji.game(game_spec)
    found: list[float] = []
    with tesuji.agent(spec).player(game) as player:
        player.prepare()
        position = game.start()
        while len(found) < moves:
            if position.is_over:
                position = game.start(len(found))
            elif position.is_chance:
                position = position.play(position.chance_outcomes[0][0])
            else:
                start = time.perf_counter()
                best = player.search(position, simulations=1).best
                found.append(time.perf_counter() - start)
                position = position.play(best)
    return found


def compiled(folder: str) -> str:
    """Compiles the example in C++."""
    program = f"{folder}/any_move"
    source = str(ENGINES / "any_move.cpp")
    subprocess.run(["g++", "-O2", "-std=c++17", "-o", program, source], check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description="What a foreign process costs per move.")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = []
    print(f"load {load_average()}; seconds of a question, {options.moves} moves each")
    print(f"{'engine':8} {'game':16} {'sandbox':8} {'median':>8} {'90%':>8} {'99%':>8}")
    with tempfile.TemporaryDirectory() as folder:
        commands = {"C++": compiled(folder), "Python": f"python3 {ENGINES / 'any_move.py'}"}
        for name, command in commands.items():
            for game in GAMES:
                for sandbox in ("true", "false"):
                    spec = f"exec({quoted(command)}, sandbox={sandbox})"
                    times = sorted(question_seconds(spec, game, options.moves))
                    median = statistics.median(times)
                    at90, at99 = (times[int(len(times) * share)] for share in (0.9, 0.99))
                    results.append(
                        {
                            "engine": name,
                            "game": game,
                            "sandbox": sandbox == "true",
                            "median_ms": round(median * 1e3, 3),
                            "at_90_ms": round(at90 * 1e3, 3),
                            "at_99_ms": round(at99 * 1e3, 3),
                            "passed": median < BAR,
                        }
                    )
                    shown = " ".join(f"{t * 1e3:6.3f}ms" for t in (median, at90, at99))
                    print(f"{name:8} {game:16} {sandbox:8} {shown} {mark(median < BAR)}")
    if options.json:
        write_report(options.json, "python -m benchmarks.foreign_process", results)
    return 0 if all(row["passed"] for row in results) else 1


if __name__ == "__main__":
    sys.exit(main())

"""The champion of ewn-cyclic on solved starts: won starts that it wins, lost ones that it turns.

The dice are known, so one player wins each start with best play. The champion plays it from both
sides, at equal CPU time. The winner's side should always win; from the other side a player can only
hope for a mistake. A perfect player plays the lost side as well: it makes the champion's moves
until the opponent errs, and solves every position, however long that takes. It never gives a
mistake back, so it shows roughly what is left to gain. A run replaces the rows of the same
opponents and time in the result file, and keeps the others.

    python -m benchmarks.ewn_cyclic_starts [--opponents "ewn-hard frozen"] [--starts 100]
        [--seconds 0.1] [--first-seed 5001] [--jobs N] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.champion import frozen_specs
from benchmarks.common import command_line, markdown_table, write_report
from tesuji import Move, Position
from tesuji.arena.run.conditions import processor
from tesuji.arena.stats.pentanomial import Pentanomial, wilson_interval

RESULTS = Path(__file__).resolve().parent / "results" / "ewn_cyclic_starts.json"
GAME = "ewn-cyclic"
FROZEN = "frozen"
SOLVE_SECONDS = 60.0
WON_BAR = 0.99
"""The share of won starts that the champion should win; no start may be lost from both sides."""
Chooser = Callable[[Position], Move]


@contextmanager
def player(spec: str, seconds: float, seed: int) -> Iterator[Chooser]:
    """An agent that keeps what it knows between its moves."""
    with tesuji.agent(spec).player(tesuji.game(GAME), seed=seed) as agent:
        yield lambda position: agent.choose(position, seconds=seconds, clock="cpu")


def perfect_player(solver: tesuji.Solver, other: Chooser) -> Chooser:
    """Plays a winning move if there is one, else what the other player would."""

    def choose(position: Position) -> Move:
        found = solver.solve(position, seconds=10 * SOLVE_SECONDS, clock="cpu")
        assert found.exact, "a position after a solved start is solved too"
        return found.best if found.value == 1 and found.best is not None else other(position)

    return choose


def winner(position: Position, players: tuple[Chooser, Chooser]) -> int:
    """Plays a game and returns the player who wins it."""
    while position.outcome is None:
        assert position.to_move is not None
        position = position.play(players[position.to_move](position))
    assert position.outcome.winner is not None
    return position.outcome.winner


def play_start(opponent: str, seconds: float, seed: int) -> dict[str, Any] | None:
    """The games of one start; None if it is not solved in time."""
    start = tesuji.game(GAME).start(seed)
    solver = tesuji.Solver(tesuji.game(GAME), memory=128)
    value = solver.solve(start, seconds=SOLVE_SECONDS, clock="cpu").value
    if value is None:
        return None
    assert start.to_move is not None
    side = start.to_move if value == 1 else 1 - start.to_move

    def wins(own_side: int, *, perfect: bool = False) -> bool:
        with player("champion", seconds, seed) as own, player(opponent, seconds, seed) as other:
            first = perfect_player(solver, own) if perfect else own
            sides = (first, other) if own_side == 0 else (other, first)
            return winner(start, sides) == own_side

    return {
        "seed": seed,
        "won_side": wins(side),
        "lost_side": wins(1 - side),
        "perfect_lost_side": wins(1 - side, perfect=True),
    }


def summary(opponent: str, games: list[dict[str, Any]], unsolved: int = 0) -> dict[str, Any]:
    """Counts and rates over the solved starts; ``unsolved`` are those that were not played."""
    won = sum(each["won_side"] for each in games)
    turned = sum(each["lost_side"] for each in games)
    perfect = sum(each["perfect_lost_side"] for each in games)
    both_lost = sum(not each["won_side"] and not each["lost_side"] for each in games)
    match = Pentanomial.from_pairs((each["won_side"] + each["lost_side"]) / 2 for each in games)
    ideal = Pentanomial.from_pairs((1 + each["perfect_lost_side"]) / 2 for each in games)
    return {
        "opponent": opponent,
        "starts": len(games),
        "unsolved": unsolved,
        "won_starts_won": won,
        "won_rate": won / len(games),
        "won_interval": list(wilson_interval(won, len(games))),
        "lost_starts_turned": turned,
        "lost_from_both_sides": both_lost,
        "perfect_turned": perfect,
        "pentanomial": list(match.counts),
        "nelo": _finite(match.nelo),
        "nelo_interval": [_finite(end) for end in match.nelo_interval],
        "perfect_nelo": _finite(ideal.nelo),
        "perfect_nelo_interval": [_finite(end) for end in ideal.nelo_interval],
        "passed": won / len(games) >= WON_BAR and both_lost == 0,
    }


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None


def starts_table(rows: list[dict[str, Any]]) -> str:
    """The rows in Markdown."""
    head = ["opponent", "seconds", "starts"]
    head += ["won starts won", "lost from both sides", "lost starts won"]
    lines = [[*head, "nElo", "lost starts won by a perfect player", "its nElo", ""]]
    for row in rows:
        name = "the frozen composition" if row["opponent"] == FROZEN else f"`{row['opponent']}`"
        counts = (row["lost_from_both_sides"], row["lost_starts_turned"])
        champion = [_won_text(row), *map(str, counts), _nelo_text(row, "nelo")]
        perfect = [str(row["perfect_turned"]), _nelo_text(row, "perfect_nelo")]
        verdict = "pass" if row["passed"] else "miss"
        about = [name, f"{row['seconds']:g}", str(row["starts"])]
        lines.append([*about, *champion, *perfect, verdict])
    return markdown_table(lines)


def _won_text(row: dict[str, Any]) -> str:
    low, high = row["won_interval"]
    return f"{row['won_rate']:.1%} [{low:.1%}, {high:.1%}]"


def _nelo_text(row: dict[str, Any], key: str) -> str:
    low, high = row[f"{key}_interval"]
    if None in (row[key], low, high):
        return "-"
    return f"{row[key]:+.0f} [{low:+.0f}, {high:+.0f}]"


def table_of_file(file: Path = RESULTS) -> str:
    """The table of the committed file, with its commands."""
    rows = json.loads(file.read_text("utf-8"))["results"]
    commands = dict.fromkeys(row["command"] for row in rows)
    machines = " and ".join(dict.fromkeys(row["processor"] for row in rows))
    about = f"{machines}, last on {max(row['date'] for row in rows)}:"
    return f"{starts_table(rows)}\n{about}\n\n" + "".join(f"    {each}\n" for each in commands)


def with_known_rows(rows: list[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """The rows of a run and those of the file that have another opponent or time."""
    known = json.loads(file.read_text("utf-8"))["results"] if file.exists() else []
    played = {(row["opponent"], row["seconds"]) for row in rows}
    kept = [row for row in known if (row["opponent"], row["seconds"]) not in played]
    return sorted((*kept, *rows), key=lambda row: (row["seconds"], row["opponent"] == FROZEN))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--opponents", default=f"ewn-hard {FROZEN}", help="separated by spaces")
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=5001)
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU seconds per move")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    about = {"command": command_line(without=["--jobs"]), "processor": processor()}
    about["date"] = time.strftime("%Y-%m-%d")
    rows = []
    seeds = range(given.first_seed, given.first_seed + given.starts)
    with ProcessPoolExecutor(given.jobs) as pool:
        for opponent in given.opponents.split():
            spec = frozen_specs()[GAME] if opponent == FROZEN else opponent
            tasks = [pool.submit(play_start, spec, given.seconds, seed) for seed in seeds]
            played = [task.result() for task in tasks]
            games = [each for each in played if each is not None]
            found = summary(opponent, games, unsolved=len(played) - len(games))
            rows.append({**found, "seconds": given.seconds, **about, "games": games})
            print(starts_table(rows[-1:]).splitlines()[-1], flush=True)
    write_report(
        given.out, "python -m benchmarks.ewn_cyclic_starts", with_known_rows(rows, given.out)
    )


if __name__ == "__main__":
    main()

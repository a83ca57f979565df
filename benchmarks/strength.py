"""Regression of strength: the champion against a frozen pool, and its blunders.

The pool (`strength_pool.json`) has presets and bare agents with all their parameters written out,
so that a later default does not change them. The champion of the last run joins it if the champion
has changed since. Each match is a sequential test of 0 against 20 nElo. A run that ends adds its
results to `results/strength.jsonl` and draws the plots in `docs/images/strength` again; git tracks
both. One that Ctrl-C ends adds nothing. The exit status is 1 if the champion is proven weaker than
a member of the pool.

    make strength                              a short run of a few minutes
    python -m benchmarks.strength --long       up to 400 games per match, at 0.1 s per move
    python -m benchmarks.strength --freeze     write the pool again, from the agents of today
    python -m benchmarks.strength --draw       draw the plots again, without playing
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.contests import Limit, nelo_text, play, row_of
from benchmarks.strength_history import (
    HISTORY,
    PLOTS,
    Line,
    append_history,
    draw_plots,
    last_champion,
    read_history,
)
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.studies.blunders import measure_blunders, set_of_game

POOL = Path(__file__).resolve().parent / "strength_pool.json"
SPRT = "0,20"
CHAMPION = "champion"
LAST = "last champion"
MEMBERS = {
    "colosseum(size=8)": ("popcoin", "alphabeta"),
    "avalam": ("fischer", "alphabeta"),
    "pentago": ("pentago-uct", "mcts"),
    "pentago-twist": ("pentago-uct", "mcts"),
    "ewn": ("ewn-mcts-tuned", "mcts"),
    "ewn-cyclic": ("ewn-hard", "mcts"),
}
"""Who is in the pool of each game. `--freeze` writes out their parameters."""
BLUNDER_GAMES = ("avalam", "ewn-cyclic")
STOPPED = 130
"""The exit status after Ctrl-C."""


@dataclass(frozen=True)
class Length:
    """How long a run is."""

    seconds: float
    """CPU seconds per move."""
    pairs: int
    minutes: float | None
    blunder_seconds: float
    blunder_positions: int | None


SHORT = Length(0.02, 10, 4.0, 0.05, 15)
LONG = Length(0.1, 200, None, 0.5, None)


@dataclass(frozen=True)
class Member:
    """An opponent of the champion: its name, its spec in full, and the behaviour it is from."""

    name: str
    spec: str
    behaviour: int


def freeze(file: Path = POOL) -> None:
    """Writes the pool from the agents of today."""
    pool = {
        game: [
            {"name": name, "spec": written_out(name, game), "behaviour": BEHAVIOUR}
            for name in names
        ]
        for game, names in MEMBERS.items()
    }
    file.write_text(json.dumps(pool, indent=1) + "\n", "utf-8")


def written_out(agent: str, game: str) -> str:
    """The spec of an agent in a game, with every parameter."""
    return tesuji.agent(agent).expanded(tesuji.game(game))


def pool_of(game: str, history: list[Line], file: Path = POOL) -> list[Member]:
    """The opponents on a game, with the last champion if it was another one."""
    members = [Member(**each) for each in json.loads(file.read_text("utf-8"))[game]]
    last = last_champion(history, game)
    if last is not None and last["champion"] != written_out(CHAMPION, game):
        members.append(Member(LAST, last["champion"], last["behaviour"]))
    return members


def run_matches(given: argparse.Namespace, length: Length, about: Line) -> list[Line]:
    """One line for each match of the champion against a member of the pool.

    Raises KeyboardInterrupt if Ctrl-C ended the matches, which would be too short by chance.
    """
    history = read_history(given.history)
    opponents = [
        (game, member) for game in games_of(given) for member in pool_of(game, history, given.pool)
    ]
    plans = [plan_of(game, member, length) for game, member in opponents]
    limit = Limit(given.minutes)
    results = play(plans, given, limit=limit, sprt=SPRT)
    if not limit.reached and not all(result.match.finished for result in results):
        raise KeyboardInterrupt
    rows = [row_of(result) for result in results]
    return [
        {**about, **match_line(game, member, row), "seconds": length.seconds}
        for (game, member), row in zip(opponents, rows, strict=True)
        if row["pairs"]
    ]


def plan_of(game: str, member: Member, length: Length) -> MatchPlan:
    """The match of the champion against a member of the pool."""
    limits = {"seconds": length.seconds}
    return make_plan((CHAMPION, member.spec), game=game, pairs=length.pairs, limits=limits)


def match_line(game: str, member: Member, row: dict[str, Any]) -> Line:
    """A match as a line of the history."""
    print(f"{game:18} {member.name:16} {nelo_text(row)}, {2 * row['pairs']} games", flush=True)
    return {
        "game": game,
        "champion": written_out(CHAMPION, game),
        "opponent": member.name,
        "opponent_behaviour": member.behaviour,
        "games": 2 * row["pairs"],
        "pentanomial": row["pentanomial"],
        "score": row["score"],
        "nelo": row["nelo"],
        "interval": row["nelo_interval"],
        "sprt": row["sprt"]["verdict"],
    }


def run_blunders(given: argparse.Namespace, length: Length, about: Line) -> list[Line]:
    """One line for each game with a set of solved positions."""
    lines = []
    for game in BLUNDER_GAMES:
        if game not in games_of(given):
            continue
        report = measure_blunders(
            CHAMPION, set_of_game(game), jobs=given.jobs,
            limit=given.positions or length.blunder_positions, seconds=length.blunder_seconds,
        )  # fmt: skip
        found = report.all
        print(f"{game:18} blunders {found.rate:.1%} of {found.positions} positions", flush=True)
        kept = {"game": game, "champion": written_out(CHAMPION, game)}
        blunders = {**found.to_dict(), "seconds": length.blunder_seconds}
        lines.append({**about, **kept, "blunders": blunders})
    return lines


def games_of(given: argparse.Namespace) -> list[str]:
    """The games of a run: all, or those that ``--games`` names."""
    chosen = given.games.split()
    return [game for game in MEMBERS if not chosen or game.partition("(")[0] in chosen]


def about_this_run() -> Line:
    """When a run was, and of which code."""
    commit, changes = (git("rev-parse", "--short", "HEAD"), git("status", "--porcelain", "src"))
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {"run": when, "commit": commit, "changed": bool(changes), "behaviour": BEHAVIOUR}


def git(*arguments: str) -> str:
    """What git prints; nothing outside a checkout."""
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def is_weaker(line: Line) -> bool:
    """Whether a match proves the champion weaker: its whole interval lies below zero."""
    high = (line.get("interval") or [None, None])[1]
    return high is not None and high < 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--long", action="store_true", help="400 games per match at 0.1 s")
    parser.add_argument("--freeze", action="store_true", help="write the pool again, and stop")
    parser.add_argument("--draw", action="store_true", help="draw the plots again, and stop")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, help="stop the matches after this many minutes")
    parser.add_argument("--positions", type=int, help="at most this many per set for blunders")
    parser.add_argument("--store", type=Path, help="keep every pair here, and resume from it")
    parser.add_argument("--games", default="", help="only these games, separated by spaces")
    parser.add_argument("--pool", type=Path, default=POOL)
    parser.add_argument("--history", type=Path, default=HISTORY)
    parser.add_argument("--plots", type=Path, default=PLOTS, help="folder for the plots")
    given = parser.parse_args()
    known = {game.partition("(")[0] for game in MEMBERS}
    if unknown := set(given.games.split()) - known:
        parser.error(f"--games {' '.join(sorted(unknown))}: expected {', '.join(sorted(known))}")
    if not given.history.parent.is_dir():
        parser.error(f"--history {given.history}: there is no folder {given.history.parent}")
    if given.freeze:
        freeze(given.pool)
        return 0
    lines: list[Line] = []
    if not given.draw:
        length = LONG if given.long else SHORT
        given.minutes = given.minutes or length.minutes
        about = about_this_run()
        try:
            lines = [*run_matches(given, length, about), *run_blunders(given, length, about)]
        except KeyboardInterrupt:
            print(f"Interrupted: {given.history.name} and the plots are as before", file=sys.stderr)
            return STOPPED
        append_history(lines, given.history)
        print(f"{len(lines)} lines were added to {given.history}")
    for file in draw_plots(read_history(given.history), given.plots):
        print(file)
    return 1 if any(map(is_weaker, lines)) else 0


if __name__ == "__main__":
    sys.exit(main())

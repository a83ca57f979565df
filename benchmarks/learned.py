"""What learned evaluations gain: self-play, training, and a match at equal CPU time.

The agents of a match are the champion's search with patterns, and the same search with its
hand-made evaluation. A run writes GAME.weights and GAME.json for each game; ``--merge`` collects
the latter in the result file.

    python -m benchmarks.learned GAME ... --folder FOLDER [--jobs N] [--scale 1] [--pairs 1000]
        [--seconds 0.03] [--play-minutes M] [--minutes M]
    python -m benchmarks.learned --merge --folder FOLDER
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tesuji
import tesuji.learn
from benchmarks.common import command_line, write_report
from benchmarks.contests import Limit, nelo_text, row_of
from tesuji.agents.champions import champion_of
from tesuji.agents.learned import SHIPPED, read_weights, weights_bytes
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.plan import make_plan
from tesuji.learn.train import Trained
from tesuji.learn.training import TrainingOptions
from tesuji.specs import Spec, parse_spec

RESULTS = Path(__file__).resolve().parent / "results" / "learned.json"
RUN_OPTIONS = ("--folder", "--jobs", "--minutes", "--play-minutes")
BLOCK = 1000
"""Games of self-play between looks at the clock, at least a twentieth of all."""
PROOF = ("agents", "limits", "pairs", "pentanomial", "score", "nelo", "nelo_interval", "sha256")
"""What the data sheet of shipped weights says about their match."""
MATCH_SEED = 1000
"""Matches begin from other openings than self-play, whose seed is 0."""


@dataclass(frozen=True)
class Recipe:
    """How the weights of a game are made, and what else the search with them changes."""

    games: int
    nodes: int
    plies: int = 8
    random: float = 0.05
    result_share: float = 0.5
    changes: tuple[tuple[str, Any], ...] = ()


RECIPES = {
    "colosseum": Recipe(games=5_000, nodes=3000),
    "pentago-twist": Recipe(games=5_000, nodes=2000),
    "ewn": Recipe(games=100_000, nodes=5000, plies=4, random=0.1, result_share=0.0),
    "ewn-cyclic": Recipe(games=7_000, nodes=2000, plies=2),
    "avalam": Recipe(games=7_000, nodes=1000),
}
TRAINING = TrainingOptions(batch=2048, epochs=30)
DECAYS = (50.0, 15.0, 5.0, 1.5)
"""Penalties on weights; the one with the lowest loss in validation is used."""


def agents(game: str, weights: Path) -> tuple[str, str]:
    """The champion's search with patterns, and with its own evaluation."""
    plain = parse_spec(champion_of(tesuji.game(game)).spec)
    patterns = Spec("patterns", {"file": str(weights.resolve())})
    changed = {**plain.arguments, **dict(RECIPES[game].changes), "evaluate": patterns}
    return str(Spec(plain.name, changed)), str(plain)


def make(game: str, given: argparse.Namespace) -> tuple[Path, dict[str, Any]]:
    """Plays and trains; returns the weights and what training found."""
    recipe = RECIPES[game]
    most = max(40, round(recipe.games * given.scale))
    folder = given.folder / f"{game}-games"
    begun = time.monotonic()
    games = 0
    while games < most and time.monotonic() - begun < 60 * given.play_minutes:
        games = min(most, games + max(BLOCK, most // 20))
        tesuji.learn.selfplay(
            game,
            folder,
            agent="alphabeta",
            games=games,
            plies=recipe.plies,
            varied_plies=20,
            random=recipe.random,
            jobs=given.jobs,
            nodes=recipe.nodes,
        )
        print(f"{time.monotonic() - begun:.0f} s: {games} games of {game}", flush=True)
    command = command_line(without=[*RUN_OPTIONS, "--pairs", "--seconds"])
    tasks = [(game, folder, decay, command) for decay in DECAYS]
    with ProcessPoolExecutor(len(tasks)) as pool:
        fitted = list(pool.map(fit, tasks))
    trained = min(fitted, key=lambda each: min(epoch.validation for epoch in each.epochs))
    weights = given.folder / f"{game}.weights"
    weights.write_bytes(trained.file.read_bytes())
    losses = {name: value for name, value in trained.to_dict().items() if name != "epochs"}
    print(f"{time.monotonic() - begun:.0f} s: trained {game}: {losses}", flush=True)
    return weights, {"games": games, "nodes": recipe.nodes, **losses}


def fit(task: tuple[str, Path, float, str]) -> Trained:
    """Weights with one penalty; runs in a worker."""
    game, folder, decay, command = task
    options = replace(TRAINING, decay=decay, result_share=RECIPES[game].result_share)
    file = folder / f"decay-{decay:g}.weights"
    return tesuji.learn.train(game, folder, file, options=options, command=command)


def run(game: str, given: argparse.Namespace, end: float | None) -> None:
    """Makes weights and plays the match; writes the row of the game."""
    weights, training = make(game, given)
    learned, plain = agents(game, weights)
    plan = make_plan(
        (learned, plain),
        game=game,
        pairs=given.pairs,
        seed=MATCH_SEED,
        limits={"seconds": given.seconds},
    )
    minutes = None if end is None else (end - time.monotonic()) / 60
    store = given.folder / f"{game}.db"
    (result,) = play_plans([plan], store=store, jobs=given.jobs, progress=Limit(minutes).look)
    row = {**row_of(result), "costs": result.to_dict()["costs"], "training": training}
    row["agents"] = [agent.replace(str(weights.resolve()), weights.name) for agent in row["agents"]]
    write_report(given.folder / f"{game}.json", command_line(without=RUN_OPTIONS), row)
    print(f"{game}: {nelo_text(row)}, {2 * row['pairs']} games", flush=True)


def merge(folder: Path) -> None:
    """All rows in one result file; weights that gain go into the package with their match."""
    rows = []
    for game in RECIPES:
        path = folder / f"{game}.json"
        if not path.exists():
            continue
        report = json.loads(path.read_text("utf-8"))
        row = {**report["results"], "command": report["command"], "processor": report["processor"]}
        file = read_weights(folder / f"{game}.weights")
        row["sha256"] = hashlib.sha256(file.weights).hexdigest()
        row["ships"] = row["nelo_interval"][0] is not None and row["nelo_interval"][0] > 0
        rows.append(row)
        if row["ships"]:
            match = {name: row[name] for name in PROOF}
            data = weights_bytes({**file.sheet, "match": match}, file.weights)
            (SHIPPED / f"{game}.weights").write_bytes(data)
    write_report(RESULTS, "python -m benchmarks.learned --merge", rows)


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a table of docs/learning.md."""
    lines = [
        "| game | positions | hand-made loss | learned loss | games | nElo | in the package |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        training = row["training"]
        lines.append(
            f"| `{row['game']}` | {sum(training['positions']):,} |"
            f" {training['hand_made_test_loss']:.3f} | {training['test_loss']:.3f} |"
            f" {2 * row['pairs']:,} | {nelo_text(row)} | {'yes' if row['ships'] else 'no'} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games of self-play")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.03)
    parser.add_argument("--minutes", type=float, help="ends all after this many minutes")
    parser.add_argument("--play-minutes", type=float, default=60.0, help="most of self-play")
    parser.add_argument("--merge", action="store_true")
    given = parser.parse_args()
    end = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    given.folder.mkdir(parents=True, exist_ok=True)
    for game in given.games:
        run(game, given, end)
    if given.merge:
        merge(given.folder)
        print(table(json.loads(RESULTS.read_text("utf-8"))["results"]))


if __name__ == "__main__":
    main()

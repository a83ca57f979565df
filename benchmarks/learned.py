"""What learned evaluations gain: self-play, training, and matches at equal CPU time.

``play`` fills FOLDER/GAME-games-1 and -2 with self-play. ``train`` fits each variant to it: plain
patterns, or a network over them with its width. ``match`` lets the champion's search with a variant
play the same search with its hand-made evaluation. ``merge`` collects the rows of matches in the
result file, and puts weights that gain into the package.

    python -m benchmarks.learned play GAME ... --folder FOLDER [--jobs N] [--minutes M]
    python -m benchmarks.learned train GAME ... --folder FOLDER [--variants "patterns net-16"]
    python -m benchmarks.learned match GAME ... --folder FOLDER [--variants "patterns net-16"]
        [--pairs 1000] [--seconds 0.03] [--jobs N] [--minutes M]
    python -m benchmarks.learned merge GAME ... --folder FOLDER [--variants "patterns net-16"]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import tesuji
import tesuji.learn
from benchmarks.common import command_line, markdown_table, write_report
from benchmarks.contests import Limit, nelo_text, row_of
from tesuji.agents.champions import champion_of
from tesuji.agents.learned import SHIPPED, read_weights, weights_bytes
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.run.conditions import processor
from tesuji.learn.selfplay import RUN_FILE, read_run
from tesuji.learn.train import Trained, default_options
from tesuji.specs import Spec, parse_spec

RESULTS = Path(__file__).resolve().parent / "results" / "learned.json"
RUN_OPTIONS = ("--folder", "--jobs", "--minutes")
BLOCK = 200
"""Games of self-play per process between looks at the clock: two shards, so that all have work."""
PROOF = ("agents", "limits", "pairs", "pentanomial", "score", "nelo", "nelo_interval", "sha256")
"""What the data sheet of shipped weights says about their match."""
MATCH_SEED = 1000
"""Matches begin from other openings than self-play, whose seed is 0."""
PARTS = ("play", "train", "match", "merge")


@dataclass(frozen=True)
class Run:
    """Games of self-play from openings of up to so many random plies."""

    games: int
    plies: int
    random: float


@dataclass(frozen=True)
class Recipe:
    """How the games of self-play of a game are played.

    Searches look at many positions that no good player reaches. The second run begins with more
    random plies, so that training sees some of them. Some weights in the package were made before
    there was a second run; their data sheets say so.
    """

    runs: tuple[Run, ...]
    nodes: int = 1000
    player: str = "alphabeta"


LEARNED_PLAYER = "alphabeta(evaluate=patterns)"
"""Plays with the patterns of the package, those of the generation before."""
# The patterns of Colosseum in the package learned from two generations of such games; their data
# sheet names the players.
RECIPES = {
    "colosseum": Recipe(
        (Run(9_000, 8, 0.05), Run(6_000, 20, 0.1)),
        nodes=4000,
        player="alphabeta(evaluate=patterns, reduce=0.8, reduce_history=1.5, late=8, late_depth=3)",
    ),
    "pentago-twist": Recipe(
        (Run(10_000, 8, 0.05), Run(7_000, 14, 0.1)),
        nodes=3000,
        player="alphabeta(evaluate=patterns, reduce=0.5, tempo=1.0, late=0)",
    ),
    "pentago": Recipe((Run(8_000, 8, 0.05), Run(6_000, 14, 0.1)), nodes=2000),
    "ewn-cyclic": Recipe((Run(12_100, 2, 0.05), Run(7_000, 8, 0.1)), player=LEARNED_PLAYER),
    "avalam": Recipe((Run(9_000, 8, 0.05), Run(7_000, 20, 0.1)), nodes=3000, player=LEARNED_PLAYER),
    "ewn": Recipe((Run(12_000, 2, 0.05), Run(2_000, 8, 0.1)), nodes=500),
}
VARIANTS = ("patterns", "net-16")
DECAYS = {"patterns": (15.0, 5.0, 1.5), "net": (50.0, 15.0)}
"""Penalties on weights; the one with the lowest loss in validation is used."""


def play(game: str, given: argparse.Namespace, minutes: float | None) -> None:
    """Self-play, as many games as the recipe says or time allows."""
    recipe = RECIPES[game]
    begun = time.monotonic()
    for run, folder in zip(recipe.runs, folders_of(given.folder, game), strict=True):
        if (folder / RUN_FILE).exists() and read_run(folder / RUN_FILE).games >= run.games:
            continue  # perhaps with weights that the package no longer has
        games = read_run(folder / RUN_FILE).games if (folder / RUN_FILE).exists() else 0
        while games < run.games and (minutes is None or time.monotonic() - begun < 60 * minutes):
            games = min(run.games, games + BLOCK * given.jobs)
            tesuji.learn.selfplay(
                game,
                folder,
                agent=recipe.player,
                games=games,
                plies=run.plies,
                varied_plies=20,
                random=run.random,
                jobs=given.jobs,
                nodes=recipe.nodes,
            )
        print(f"{time.monotonic() - begun:.0f} s: {games} games of {game}", flush=True)


def folders_of(folder: Path, game: str) -> list[Path]:
    """The folders of the games of self-play."""
    return [folder / f"{game}-games-{i}" for i, _ in enumerate(RECIPES[game].runs, 1)]


def train(games: Sequence[str], given: argparse.Namespace) -> None:
    """Fits all variants of all games, each with several penalties, and keeps the best ones."""
    command = command_line(without=RUN_OPTIONS)
    tasks = [
        (game, variant, decay, given.folder, command)
        for game in games
        for variant in given.variants.split()
        for decay in DECAYS[variant.partition("-")[0]]
    ]
    # PyTorch on a GPU needs fresh processes.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        fitted = list(pool.map(fit, tasks))
    for game in games:
        for variant in given.variants.split():
            best = min(
                (
                    each
                    for each, task in zip(fitted, tasks, strict=True)
                    if task[:2] == (game, variant)
                ),
                key=lambda each: min(epoch.validation for epoch in each.epochs),
            )
            weights_of(given.folder, game, variant).write_bytes(best.file.read_bytes())
            losses = {name: value for name, value in best.to_dict().items() if name != "epochs"}
            print(f"{game} {variant}: {losses} {best.file.name}", flush=True)


def fit(task: tuple[str, str, float, Path, str]) -> Trained:
    """Weights with one penalty; runs in a worker."""
    game, variant, decay, folder, command = task
    family, _, width = variant.partition("-")
    options = replace(default_options(family), batch=4096, epochs=30, decay=decay)
    begun = time.monotonic()
    found = tesuji.learn.train(
        game,
        [each for each in folders_of(folder, game) if each.exists()],
        folder / f"{game}.{variant}.decay-{decay:g}.weights",
        family=family,
        width=int(width or 16),
        options=options,
        command=command,
    )
    print(f"{time.monotonic() - begun:.0f} s: {game} {variant} {decay:g}: {found.loss}", flush=True)
    return found


def weights_of(folder: Path, game: str, variant: str) -> Path:
    """The file of a variant's weights."""
    return folder / f"{game}.{variant}.weights"


def agents(game: str, weights: Path) -> tuple[str, str]:
    """The champion's search with learned weights, and with its hand-made evaluation."""
    champion = parse_spec(champion_of(tesuji.game(game)).spec)
    plain = {name: value for name, value in champion.arguments.items() if name != "evaluate"}
    family = read_weights(weights).sheet["family"]
    learned = Spec(family, {"file": str(weights.resolve())})
    changed = Spec(champion.name, {**plain, "evaluate": learned})
    return str(changed), str(Spec(champion.name, plain))


def match(games: Sequence[str], given: argparse.Namespace) -> None:
    """The matches of all variants, together; writes a row for each."""
    matches = {
        (game, variant): plan_of(game, weights_of(given.folder, game, variant), given)
        for game in games
        for variant in given.variants.split()
        if weights_of(given.folder, game, variant).exists()
    }
    results = play_plans(
        list(matches.values()),
        store=given.folder / "matches.db",
        jobs=given.jobs,
        progress=Limit(given.minutes).look,
    )
    for (game, variant), result in zip(matches, results, strict=True):
        weights = weights_of(given.folder, game, variant)
        row = {**row_of(result), "costs": result.to_dict()["costs"], "variant": variant}
        row["agents"] = [
            each.replace(str(weights.resolve()), weights.name) for each in row["agents"]
        ]
        row |= {"command": command_line(without=RUN_OPTIONS), "processor": processor()}
        (given.folder / f"{game}.{variant}.json").write_text(json.dumps(row, indent=1), "utf-8")
        speeds = [f"{cost['nodes_a_second']:,.0f}" for cost in row["costs"]] if row["pairs"] else []
        print(f"{game} {variant}: {nelo_text(row)}, {2 * row['pairs']} games, {speeds}", flush=True)


def plan_of(game: str, weights: Path, given: argparse.Namespace) -> MatchPlan:
    """The match of a variant."""
    return make_plan(
        agents(game, weights),
        game=game,
        pairs=given.pairs,
        seed=MATCH_SEED,
        limits={"seconds": given.seconds},
    )


def merge(games: Sequence[str], given: argparse.Namespace) -> None:
    """Rows of matches go into the result file, weights that gain into the package."""
    families = [variant.partition("-")[0] for variant in given.variants.split()]
    if len(set(families)) < len(families):
        raise SystemExit(f"{given.variants}: merge takes one variant of each family")
    known = json.loads(RESULTS.read_text("utf-8"))["results"] if RESULTS.exists() else []
    rows = {(row["game"], row["variant"].partition("-")[0]): row for row in known}
    for game in games:
        for variant in given.variants.split():
            path = given.folder / f"{game}.{variant}.json"
            if path.exists():
                file = read_weights(weights_of(given.folder, game, variant))
                row = row_with_training(json.loads(path.read_text("utf-8")), file.sheet)
                row["sha256"] = hashlib.sha256(file.weights).hexdigest()
                rows[game, file.sheet["family"]] = row
                shipped = SHIPPED / file.sheet["family"] / f"{game}.weights"
                shipped.unlink(missing_ok=True)
                if row["ships"]:
                    proof = {name: row[name] for name in PROOF}
                    data = weights_bytes({**file.sheet, "match": proof}, file.weights)
                    shipped.write_bytes(data)
    write_report(RESULTS, "python -m benchmarks.learned merge", list(rows.values()))
    print(table(list(rows.values())))


def row_with_training(row: dict[str, Any], sheet: Any) -> dict[str, Any]:
    """A row with what the data sheet says about training, and whether the weights gain."""
    names = ("positions", "test_loss", "hand_made_test_loss", "constant_test_loss")
    games = [run["games"] for run in sheet["data"]]
    training = {"games": games, **{name: sheet[name] for name in names}}
    low = row["nelo_interval"][0]
    return {**row, "training": training, "ships": low is not None and low > 0}


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a table of docs/learning.md."""
    head = ["game", "evaluation", "positions", "hand-made loss", "learned loss", "games", "nElo"]
    lines = [[*head, "in the package"]]
    for row in rows:
        training = row["training"]
        lines.append(
            [
                f"`{row['game']}`",
                row["variant"],
                f"{sum(training['positions']):,}",
                f"{training['hand_made_test_loss']:.3f}",
                f"{training['test_loss']:.3f}",
                f"{2 * row['pairs']:,}",
                nelo_text(row),
                "yes" if row["ships"] else "no",
            ]
        )
    return markdown_table(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--variants", default=" ".join(VARIANTS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.03)
    parser.add_argument("--minutes", type=float, help="of self-play or matches, for all games")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.part == "play":
        each = None if given.minutes is None else given.minutes / len(given.games)
        for game in given.games:
            play(game, given, each)
    else:
        {"train": train, "match": match, "merge": merge}[given.part](given.games, given)


if __name__ == "__main__":
    main()

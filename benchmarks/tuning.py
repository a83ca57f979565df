"""The tuner at work: a planted mistake that each method must find, and Popcoin tuned.

The planted mistake is one weight of a greedy agent for Colosseum that is spoiled.
Popcoin's report wishes for a genetic search of its weights; here it is, with a fixed number of
simulations per move. With stores, the same command resumes.

    python -m benchmarks.tuning [--only planted|popcoin] [--jobs N] [--stores FOLDER] [--write]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import command_line, write_report
from tesuji.tune import TuneResult

RESULTS = Path(__file__).resolve().parent / "results" / "tuning.json"
SPOILED = "greedy(knowledge=colosseum(reach=0.2, area=-0.2))"
UNSPOILED = "greedy(knowledge=colosseum(reach=0.2, area=0.7))"
BOARD = "colosseum(size=6)"
PLANTED: dict[str, dict[str, Any]] = {
    "genetic": {"over": "knowledge.area=-1..2", "trials": 24, "population": 8},
    "cmaes": {
        "over": "knowledge.area=-1..2, knowledge.reach=-1..1",
        "trials": 25,
        "population": 8,
    },
    "spsa": {"over": "knowledge.area=-1..2", "trials": 40, "pairs": 5},
    "texel": {"over": "knowledge.area=-1..2, knowledge.reach=-1..1", "pairs": 100},
}
POPCOIN: dict[str, Any] = {
    "over": (
        "select.c=0.1..3, blend.ratio=0..1, blend.moves=0..1, blend.distance=0..1,"
        " final.half=0.1..1000"
    ),
    "method": "genetic",
    "trials": 96,
    "population": 16,
    "pairs": 12,
    "simulations": 1000,
    "proof_pairs": 1000,
}


def planted(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Each method on the spoiled weight, and its result against the agent before the spoiling."""
    found = []
    for method, given in PLANTED.items():
        name = f"planted {method}"
        result = tesuji.tune(SPOILED, game=BOARD, method=method, name=name, **given, **options)
        compared = tesuji.match(
            result.spec, UNSPOILED, game=BOARD, pairs=100, name=f"{name}: unspoiled", **options
        )
        print(compared, flush=True)
        found.append({**summary(result), "unspoiled": compared.pentanomial.to_dict()})
    return found


def popcoin(options: dict[str, Any]) -> dict[str, Any]:
    """Popcoin by the genetic method, on the board of 8x8."""
    return summary(
        tesuji.tune("popcoin", game="colosseum(size=8)", name="popcoin", **POPCOIN, **options)
    )


def summary(result: TuneResult) -> dict[str, Any]:
    """A result with the figures of each trial, but without its spec and its counts."""
    print(result, flush=True)
    data = result.to_dict()
    kept = ("number", "stage", "values", "score", "pairs", "elo", "error")
    data["trials"] = [{key: trial[key] for key in kept} for trial in data["trials"]]
    for trial in data["trials"]:
        trial |= {key: round(trial[key], 4) for key in ("score", "elo", "error") if trial[key]}
    return data


def main() -> int:
    """Runs both parts, or one of them, and writes the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("planted", "popcoin"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--stores", type=Path, help="folder for the games, to resume from")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    results: dict[str, Any] = {}
    for name, play in (("planted", planted), ("popcoin", popcoin)):
        if given.only in (None, name):
            store = None if given.stores is None else given.stores / f"{name}.db"
            results[name] = play({"jobs": given.jobs, "store": store})
    if given.write:
        write_report(RESULTS, command_line(), results)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

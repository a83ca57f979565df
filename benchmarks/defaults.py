"""Round robins behind the defaults: the constants and weights that bare agents use on each game.

For each kind of agent and each game, some candidates play each other at equal CPU time. All round
robins advance together, pair by pair, so a run that is stopped early has something to say about
each. With a store, the same command plays on. `tesuji.agents.defaults` declares what was chosen,
and a test compares it with the result file.

    python -m benchmarks.defaults [--jobs N] [--minutes M] [--store FILE] [--seconds 0.02]
        [--games-limit 400] [--games "avalam ewn"] [--kinds "mcts"] [--out FILE]
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.common import write_report
from benchmarks.contests import add_arguments, play, row_of
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tournament import rate_tournament
from tesuji.arena.stats.pentanomial import finite_or_none

RESULTS = Path(__file__).resolve().parent / "results" / "defaults.json"
SECONDS = 0.02
GAMES_LIMIT = 400
CONSTANTS = (0.2, 0.3, 0.5, 0.7, 1.0)
WEIGHTS = {
    "avalam": (
        "avalam(five=1.0, isolated=1.0, other=1.0, groups=false)",
        "avalam(five=1.55, isolated=1.5, other=1.0, groups=true, group_five=1.55, group=1.5)",
        "avalam(five=1.3, isolated=1.25, other=1.0, groups=true, group_five=1.3, group=1.25)",
        "avalam(five=1.8, isolated=1.75, other=1.0, groups=true, group_five=1.8, group=1.75)",
    ),
    "colosseum": (
        "colosseum(reach=0.9, area=0.0, walls=0.0)",
        "colosseum(reach=0.45, area=0.45, walls=0.0)",
        "colosseum(reach=0.2, area=0.7, walls=0.0)",
        "colosseum(reach=0.45, area=0.45, walls=0.05)",
    ),
    "pentago": tuple(f"pentago(lines=1.0, threats={t})" for t in (0.0, 0.3, 0.5, 1.0)),
    "ewn": tuple(f"ewn(steps=1.0, cubes={c})" for c in (0.0, 0.1, 0.3, -0.1)),
}
"""Candidates for the weights, by the name of the knowledge; the first are the old weights."""
GAMES = {
    "avalam": "avalam",
    "colosseum": "colosseum",
    "pentago": "pentago",
    "pentago-twist": "pentago",
    "ewn": "ewn",
    "ewn-cyclic": "ewn",
}
"""The games, and the name of their knowledge."""


@dataclass(frozen=True)
class RoundRobin:
    """The candidates of one kind of agent on one game."""

    kind: str
    game: str
    agents: tuple[str, ...]

    def plans(self, pairs: int, seconds: float) -> list[MatchPlan]:
        """All matches of the round robin."""
        return [
            make_plan(pairing, game=self.game, pairs=pairs, limits={"seconds": seconds})
            for pairing in itertools.combinations(self.agents, 2)
        ]


def round_robins(games: list[str], kinds: list[str]) -> list[RoundRobin]:
    """The round robins of some games and kinds; all if none are given."""
    found = []
    for game, knowledge in GAMES.items():
        weights = WEIGHTS[knowledge]
        found += [
            RoundRobin("mcts", game, tuple(f"mcts(select=ucb1(c={c}))" for c in CONSTANTS)),
            RoundRobin("alphabeta", game, tuple(f"alphabeta(knowledge={w})" for w in weights)),
            RoundRobin("greedy", game, _greedy(weights)),
        ]
    return [
        each
        for each in found
        if (not games or each.game in games) and (not kinds or each.kind in kinds)
    ]


def _greedy(weights: tuple[str, ...]) -> tuple[str, ...]:
    """By the move score, whose weights are the same in all candidates, and by the evaluation."""
    by_evaluation = (f"greedy(by=evaluation, knowledge={each})" for each in weights)
    return (f"greedy(by=score, knowledge={weights[0]})", *by_evaluation)


def table_of(robin: RoundRobin, results: list[MatchResult]) -> dict[str, Any]:
    """A round robin as plain data: ratings, best first, and its matches."""
    rated = rate_tournament(robin.game, robin.agents, results)
    ratings = [
        {
            "agent": r.name,
            "elo": round(r.elo, 1),
            "interval": [finite_or_none(round(bound, 1)) for bound in r.interval],
        }
        for r in rated.ratings
    ]
    print(f"{robin.kind} on {robin.game}, {sum(r.pentanomial.games for r in results)} games:")
    for r in rated.ratings:
        low, high = r.interval
        print(f"  {r.elo:+6.0f} [{low:+.0f}, {high:+.0f}]  {r.name}", flush=True)
    return {
        "kind": robin.kind,
        "game": robin.game,
        "ratings": ratings,
        "matches": [_pairing(row_of(result)) for result in results],
    }


def _pairing(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("agents", "pentanomial", "nelo", "nelo_interval")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    parser.add_argument("--kinds", default="", help="only these kinds, separated by spaces")
    given = parser.parse_args()
    robins = round_robins(given.games.split(), given.kinds.split())
    pairs = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    plans = [robin.plans(pairs, given.seconds) for robin in robins]
    results = iter(play(list(itertools.chain.from_iterable(plans)), given))
    tables = [
        table_of(robin, list(itertools.islice(results, len(own))))
        for robin, own in zip(robins, plans, strict=True)
    ]
    minutes = f" --minutes {given.minutes:g}" if given.minutes else ""
    command = (
        f"python -m benchmarks.defaults --jobs {given.jobs} --seconds {given.seconds:g}"
        f" --games-limit {2 * pairs}{minutes}"
    )
    write_report(given.out, command, tables)


if __name__ == "__main__":
    main()

"""What each switch of alpha-beta is worth over all games together.

A switch plays on against off, all others at their defaults, in turns on every game where it has an
effect: a pair on each, then the next pair on each. One SPRT of 0 against 20 nElo looks at all of
these pairs, in this order, and ends after 1,000 games at the latest. `benchmarks.ablation switches`
asks the same of each game alone, which takes five times the games.

With a store, the same command resumes. `--add` keeps the rows of the result file that this run has
not played. `python -m benchmarks.alphabeta_page` writes the results into the documentation.

    python -m benchmarks.ablation_pooled [--switches "iir late"] [--games-limit 1000]
        [--jobs N] [--minutes M] [--store FILE] [--games "ewn"] [--seconds 0.02] [--add]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.ablation import (
    GAMES,
    GAMES_LIMIT,
    RESULTS,
    SECONDS,
    SPRT,
    default_text,
    switch_plans,
    switches,
    threads_of,
    verdict_of,
    with_earlier,
)
from benchmarks.common import command_line, markdown_table, write_report
from benchmarks.contests import add_arguments, nelo_text
from tesuji.arena.match.contest import Contest, MatchState
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import Sprt, Verdict

FILE = RESULTS / "alphabeta-pooled.json"
TEST = Sprt.parse(SPRT)


@dataclass
class Group:
    """The matches of one switch, one on each game."""

    switch: str
    matches: list[MatchState]

    def scores(self) -> list[float]:
        """The scores of the pairs in the order of the test: only rounds that every game has."""
        rounds = 0
        while all(rounds in match.tally.pairs for match in self.matches):
            rounds += 1
        return [match.tally.pairs[number] for number in range(rounds) for match in self.matches]

    def verdict(self) -> Verdict:
        """What the test says so far."""
        return TEST.judge(self.scores())

    def end(self) -> None:
        """Begins no further pair."""
        for match in self.matches:
            match.plan = replace(match.plan, pairs=len(match.stored))

    def row(self) -> dict[str, Any]:
        """The switch as a row of the result file, with the pairs up to the test's decision."""
        verdict = self.verdict()
        scores = self.scores()[: verdict.pairs or None]
        games = [match.plan.game for match in self.matches]
        whole = Pentanomial.from_pairs(scores)
        return {
            "switch": self.switch,
            "agents": list(self.matches[0].plan.agents),
            "games": {
                game: list(Pentanomial.from_pairs(scores[i :: len(games)]).counts)
                for i, game in enumerate(games)
            },
            "pairs": whole.pairs,
            "pentanomial": list(whole.counts),
            "score": whole.score,
            "nelo": whole.nelo,
            "nelo_interval": list(whole.nelo_interval),
            "sprt": {"test": str(TEST), "llr": verdict.llr, "verdict": verdict.status},
        }


def pooled(
    named: Sequence[tuple[str, MatchPlan]], given: argparse.Namespace, jobs: int
) -> list[Group]:
    """Plays the matches of all switches together, each until its test decides."""
    contest = Contest([plan for _, plan in named], store=given.store)
    groups: dict[str, Group] = {}
    for (label, _), match in zip(named, contest.matches, strict=True):
        groups.setdefault(label, Group(label, [])).matches.append(match)

    def look(_: Contest) -> None:
        for group in groups.values():
            if not all(match.finished for match in group.matches) and group.verdict().status:
                group.end()
                print(line_of(group.row()), flush=True)

    seconds = None if given.minutes is None else 60 * given.minutes
    contest.run(jobs=jobs, progress=look, seconds=seconds)
    return list(groups.values())


def line_of(row: dict[str, Any]) -> str:
    """A row as a line of text."""
    return f"{row['switch']}: {nelo_text(row)}, {verdict_of(row)}, {2 * row['pairs']} games"


def run(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One row per switch."""
    games = given.games.split() or list(GAMES)
    wanted = given.switches.split() or list(switches())
    limit = max(1, (given.games_limit or GAMES_LIMIT) // 2)
    found = [each for each in switch_plans(games, 1, given.seconds) if each[0] in wanted]
    counts = {label: sum(label == other for other, _ in found) for label, _ in found}
    named = [(label, replace(plan, pairs=max(1, limit // counts[label]))) for label, plan in found]
    rows = []
    for threads in sorted({threads_of(label) for label, _ in named}):
        group = [each for each in named if threads_of(each[0]) == threads]
        played = pooled(group, given, max(1, given.jobs // threads))
        rows += [each.row() for each in played if each.scores()]
    return rows


def pooled_table(rows: list[dict[str, Any]]) -> str:
    """The rows in Markdown: a line per switch, with the score on each game."""
    games = [game for game in GAMES if any(game in row["games"] for row in rows)]
    lines = [["switch", "default", "nElo", "test", "games", *games]]
    for row in rows:
        scores = {
            game: f"{Pentanomial(tuple(counts)).score:.1%}" for game, counts in row["games"].items()
        }
        default = default_text(switches()[row["switch"]].name)
        cells = [nelo_text(row), verdict_of(row), str(2 * row["pairs"])]
        lines.append([row["switch"], default, *cells, *(scores.get(game, "") for game in games)])
    return markdown_table(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds per move")
    parser.add_argument("--switches", default="", help="only these switches, separated by spaces")
    parser.add_argument("--add", action="store_true", help="keep the file's other rows")
    add_arguments(parser, FILE)
    given = parser.parse_args()
    command, rows = command_line([word for word in sys.argv[1:] if word != "--add"]), run(given)
    if given.add and given.out.exists():
        command, rows = with_earlier(json.loads(given.out.read_text("utf-8")), command, rows)
    print(pooled_table(rows))
    write_report(given.out, command, rows)


if __name__ == "__main__":
    main()

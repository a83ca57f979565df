"""Games to step through on the results page, one of each report.

``python -m benchmarks.reports_games`` plays them again and writes
benchmarks/results/reports-games.txt. Budgets are in simulations, so the same engine plays the same
games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.reports_state import studies
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.report.games import Shown
from tesuji.games.record import GameRecord, parse_records, record_text
from tesuji.studies.measures import missed_win
from tesuji.studies.run import make_plans

OUT = Path(__file__).parent / "results" / "reports-games.txt"
MOST_PAIRS = 20
"""Pairs in which a fitting game is looked for."""


@dataclass(frozen=True)
class Choice:
    """The first game of a row that the agent wins, as its report says that it mostly does."""

    study: str
    experiment: str
    row: int
    names: tuple[str, str]
    """The agent and its opponent in the report's words."""
    why: str
    missed: bool = False
    """Whether a player must miss an immediate win in it."""

    def fits(self, record: GameRecord) -> bool:
        """Whether a game is one to show."""
        own = int(record.tags["Side"] == "swapped")
        return record.winner == own and (not self.missed or missed_win(record))


CHOICES = (
    Choice("einstein", "hard", 3, ("with tuned UCB", "hard"), "The first game that it wins"),
    Choice(
        "filtered-uct", "without-uct", 1, ("without UCT", "with UCT"),
        "The first game on 8 by 8 that is won without UCT",
    ),
    Choice(
        "fischer", "minimax-red-start", 0, ("minimax", "MCTS"),
        "The first game from the start that minimax wins",
    ),
    Choice(
        "pentago-bonus", "bonus-curve", 1, ("with the bonus", "without"),
        "The first game, with 200 simulations per move, in which an immediate win is missed",
        missed=True,
    ),
    Choice(
        "popcoin", "popcoin-mcts", 1, ("Popcoin", "plain MCTS"),
        "The first game on 8 by 8 that Popcoin wins",
    ),
)  # fmt: skip


def main() -> None:
    """Plays the games and writes them."""
    OUT.write_text("\n".join(record_text(_game(choice)) for choice in CHOICES), "utf-8")
    print(f"wrote {OUT}")


def _game(choice: Choice) -> GameRecord:
    """The chosen game, with tags that say where it comes from."""
    plan = _plan(choice)
    found = next(filter(choice.fits, _games(plan)))
    first, second = choice.names[:: -1 if found.tags["Side"] == "swapped" else 1]
    own = {"Study": choice.study, "Experiment": choice.experiment, "Why": choice.why}
    return replace(found, tags={**found.tags, **own, "Players": f"{first} - {second}"})


def _plan(choice: Choice) -> MatchPlan:
    [experiment] = [
        each
        for study in studies()
        if study.name == choice.study
        for each in study.experiments
        if each.name == choice.experiment
    ]
    return make_plans(experiment, "full", f"{choice.study}: ")[choice.row]


def _games(plan: MatchPlan) -> Iterator[GameRecord]:
    """The games of a match in order, with more pairs as they are needed."""
    for pairs in (1, MOST_PAIRS):
        [match] = play_plans([replace(plan, pairs=pairs)], jobs=1)
        yield from match.games


def shown_games() -> Sequence[tuple[str, str, Shown]]:
    """The written games: the study, why each is shown, and the game with its players."""
    return [
        (record.tags["Study"], record.tags["Why"], Shown(record, _players(record)))
        for record in parse_records(OUT.read_text("utf-8"))
    ]


def _players(record: GameRecord) -> tuple[str, str]:
    first, second = record.tags["Players"].split(" - ")
    return first, second


if __name__ == "__main__":
    main()

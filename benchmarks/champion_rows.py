"""The rows of the champion's result file: matches that several runs have played.

A match of a thousand games takes longer than one run. Each run plays games of its own with
``--seed``, and a row adds up the runs of the same players. As soon as a player changes, so does the
digest of the row, and the next run begins a new one. The old row stays until the new one has as
many games.

In a game with dice, a row also has its score without the luck of the dice, by the champion's own
values. It is that of the runs in which today's evaluator has measured the luck, and says how many
pairs they have.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import tesuji
from benchmarks.contests import nelo_text, score_text
from tesuji import _core
from tesuji.agents.bench import BEHAVIOUR
from tesuji.agents.solve_first import FIRST_RATES
from tesuji.arena.match.luck import LuckAdjusted
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import TesujiError

__all__ = [
    "Row",
    "is_current",
    "merged_rows",
    "nelo_of_row",
    "new_row",
    "players_digest",
    "row_with_luck",
    "version_text",
]

Row = dict[str, Any]
MATCH_KEYS = ("game", "agents", "limits")
FIGURES = ("pairs", "pentanomial", "score", "nelo", "nelo_interval")
EVALUATOR = "champion(nodes=3000, memory=1)"
"""The agent whose values measure the luck of the dice."""


def new_row(result: MatchResult, *, players: str, command: str, processor: str, date: str) -> Row:
    """The row of a match that one run has played, with the digest of the players before it."""
    whole, plan = result.to_dict(), result.match.plan
    run = {"seed": plan.seed, "pentanomial": whole["pentanomial"], "command": command}
    run |= {"processor": processor, "build": _core.build(), "date": date}
    return _row({key: whole[key] for key in MATCH_KEYS}, BEHAVIOUR, players, [run])


def row_with_luck(row: Row, result: MatchResult) -> Row:
    """The row of the same run; in a game with dice, its luck and the score without it are added."""
    if not tesuji.game(row["game"]).has_chance:
        return row
    luck = result.with_luck(EVALUATOR).luck
    assert luck is not None
    measured = {"by": luck.evaluator}
    for key, scores in (("scores", luck.scores), ("raw", luck.raw_scores)):
        measured[key] = " ".join(f"{score:.4g}" for score in scores)  # a list has a line per score
    [run] = row["runs"]
    same = {key: row[key] for key in MATCH_KEYS}
    return _row(same, row["behaviour"], row["players"], [run | {"luck": measured}])


def merged_rows(old: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """The rows of both, with the runs of the same match and players added up.

    Of two runs with one seed the longer one counts: the other is a part of it, or has the same
    openings.
    """
    rows: dict[tuple[str, ...], Row] = {}
    for row in (*old, *new):
        key = (*_match_of(row), str(row["behaviour"]), row["players"] or "")
        rows[key] = _with_runs_of(rows[key], row) if key in rows else row
    return [row for row in rows.values() if not _is_replaced(row, rows.values())]


def _match_of(row: Row) -> tuple[str, ...]:
    return (row["game"], *row["agents"], *row["limits"])


def _with_runs_of(row: Row, other: Row) -> Row:
    runs: dict[int, Row] = {}
    for run in (*row["runs"], *other["runs"]):
        before = runs.get(run["seed"])
        if before is None or sum(run["pentanomial"]) >= sum(before["pentanomial"]):
            runs[run["seed"]] = run
    same = {key: other[key] for key in MATCH_KEYS}
    return _row(same, other["behaviour"], other["players"], list(runs.values()))


def _is_replaced(row: Row, rows: Iterable[Row]) -> bool:
    """Whether today's agents have played the match of older ones as often."""
    return not is_current(row) and any(
        _match_of(each) == _match_of(row) and each["pairs"] >= row["pairs"] and is_current(each)
        for each in rows
    )


def _row(same: Row, behaviour: int | None, players: str | None, runs: list[Row]) -> Row:
    counts = [sum(each) for each in zip(*(run["pentanomial"] for run in runs), strict=True)]
    whole = Pentanomial(tuple(counts)).to_dict()
    figures = {key: whole[key] for key in FIGURES}
    luck = _without_luck(runs)
    adjusted = {"luck_adjusted": luck.to_dict() | {"pairs": len(luck.scores)}} if luck else {}
    known = {"behaviour": behaviour, "players": players, "runs": runs}
    return {**same, **figures, **adjusted, **known}


def _without_luck(runs: Sequence[Row]) -> LuckAdjusted | None:
    """The luck-adjusted score of the runs that today's evaluator has measured, if there are any."""
    measured = [run["luck"] for run in runs if run.get("luck", {}).get("by") == EVALUATOR]
    scores, raw = (
        tuple(float(score) for luck in measured for score in luck[key].split())
        for key in ("scores", "raw")
    )
    return LuckAdjusted(EVALUATOR, scores, raw) if scores else None


def is_current(row: Row) -> bool:
    """Whether today's agents would play the match of a row in the same way."""
    try:
        return bool(row["players"] == players_digest(row["game"], row["agents"]))
    except TesujiError:  # an agent or a parameter that no longer exists
        return False


def version_text(row: Row) -> str:
    """Whether today's agents played a match, or with which behaviour number older ones did."""
    if is_current(row):
        return "current"
    return "older" if row["behaviour"] is None else f"older, behaviour {row['behaviour']}"


def nelo_of_row(row: Row) -> str:
    """The nElo with its interval, without the luck of the dice if that was measured."""
    adjusted = row.get("luck_adjusted")
    if adjusted is None:
        return score_text(row) if row["nelo"] is None else nelo_text(row)
    games = f" in {2 * adjusted['pairs']} games" if adjusted["pairs"] < row["pairs"] else ""
    return f"{nelo_text(adjusted)} without luck{games}"


def players_digest(game: str, agents: Iterable[str]) -> str:
    """What decides how two agents play: behaviour number, parameters, weights, books, and what
    they expect of a solver."""
    of = tesuji.game(game)
    players = [(agent.expanded(of), agent.code_digest(of)) for agent in map(tesuji.agent, agents)]
    told: list[Any] = [BEHAVIOUR, of.expanded_spec, of.version, players]
    if of.name in FIRST_RATES and any("solve=auto" in spec for spec, _ in players):
        told.append(FIRST_RATES[of.name])
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]

"""The first pair of a match as digests: another engine that gives the same plays the same games.

A digest covers the game, its start, each move with the simulations and nodes of its search, and the
result. A search that a clock ends is never the same twice. Such an agent gets the mean of its
simulations instead, and the pair is played once more for the digest. Some measures search the
games again, so their value is kept too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tesuji.arena.match.api import play_plans
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.games.record import GameRecord
from tesuji.studies.measures import measure_match

SEARCHES_AGAIN = frozenset(
    {"reuse", "saved", "proven_lost", "depth", "nodes_per_mb", "nodes_per_mb_with_boards"}
)
"""The measures whose value depends on more searches than those of the games."""
SAFE = 0.5
"""A search that took less than this share of its seconds was not ended by its clock."""
DIGITS = 16
PLY_DIGITS = 2

Data = dict[str, Any]
Fixed = Sequence[int | None]
"""The simulations that each agent gets instead of seconds; None if its limits stay."""


def game_digest(record: GameRecord) -> str:
    """A digest of a game, and behind it one of two digits for every ply so far.

    Two digits find the ply of a difference in 255 of 256 cases, and a later one otherwise.
    """
    found = hashlib.sha256(f"{record.game} {record.start}".encode())
    plies = ""
    for move in record.moves:
        found.update(f"\n{move.move} {move.simulations} {move.nodes}".encode())
        plies += found.hexdigest()[:PLY_DIGITS]
    found.update(f"\n{record.winner} {record.score} {record.end}".encode())
    return f"{found.hexdigest()[:DIGITS]} {plies}"


def differing_ply(one: str, other: str) -> int:
    """The first ply, from 1, in which two games with these digests differ.

    It is the one after the last if only the results differ.
    """
    first, second = (_plies(digest) for digest in (one, other))
    same = [a == b for a, b in zip(first, second, strict=False)]
    return (same.index(False) if False in same else len(same)) + 1


def _plies(digest: str) -> list[str]:
    plies = digest.partition(" ")[2]
    return [plies[at : at + PLY_DIGITS] for at in range(0, len(plies), PLY_DIGITS)]


def first_pairs(
    matches: Sequence[MatchResult], measure: str | None, workers: KeptWorkers
) -> list[Data | None]:
    """What is kept of the matches of an experiment; None for those with a clock for the game."""
    fixed = [None if _has_game_clock(match) else _fixed(match) for match in matches]
    again = {
        number: first_pair_plan(match.match.plan, each)
        for number, (match, each) in enumerate(zip(matches, fixed, strict=True))
        if each is not None and (any(each) or measure in SEARCHES_AGAIN)
    }
    played = dict(zip(again, play_first_pairs(list(again.values()), workers), strict=True))
    return [
        None if each is None else _kept(match, played.get(number, match), measure, each)
        for number, (match, each) in enumerate(zip(matches, fixed, strict=True))
    ]


def _kept(match: MatchResult, played: MatchResult, measure: str | None, fixed: Fixed) -> Data:
    """The first pair as it was stored, or as it was played again if a clock ended its searches."""
    found = described(played, measure, fixed)
    return found if any(fixed) else {**found, "games": _digests(match)}


def play_first_pairs(plans: Sequence[MatchPlan], workers: KeptWorkers) -> list[MatchResult]:
    """Plays matches to their end; Ctrl-C is raised again."""
    played = play_plans(plans, workers=workers) if plans else []
    if not all(match.complete for match in played):
        raise KeyboardInterrupt
    return played


def first_pair_plan(plan: MatchPlan, fixed: Fixed) -> MatchPlan:
    """The match that plays the first pair alone, with simulations instead of seconds."""
    first, second = (
        limits if number is None else _with_simulations(limits, number)
        for limits, number in zip(plan.limits, fixed, strict=True)
    )
    return replace(plan, pairs=1, limits=(first, second))


def _with_simulations(limits: Limits, number: int) -> Limits:
    budget = replace(limits.per_move, seconds=None, first_seconds=None, simulations=number)
    return replace(limits, per_move=budget)


def described(match: MatchResult, measure: str | None, fixed: Fixed) -> Data:
    """The first pair of a match as the results file has it."""
    found: Data = {"games": _digests(match)}
    if any(fixed):
        found["simulations"] = list(fixed)
    if measure in SEARCHES_AGAIN:
        measured = measure_match(measure, match)
        found["measured"] = None if measured is None else measured.value
    return found


def _digests(match: MatchResult) -> list[str]:
    return [game_digest(record) for record in _first_pair(match)]


def _first_pair(match: MatchResult) -> list[GameRecord]:
    return match.contest.store.pair(match.match.stored_id, 0)


def _has_game_clock(match: MatchResult) -> bool:
    return any(limits.game_seconds is not None for limits in match.match.plan.limits)


def _fixed(match: MatchResult) -> Fixed:
    """The mean simulations of each agent whose searches the clock ended."""
    records, plan, costs = _first_pair(match), match.match.plan, match.match.tally.costs
    return [
        max(1, round(cost.simulations / max(cost.moves, 1)))
        if limits.per_move.seconds is not None
        and max(_seconds(records, agent), default=0.0) >= SAFE * limits.per_move.seconds
        else None
        for agent, (limits, cost) in enumerate(zip(plan.limits, costs, strict=True))
    ]


def _seconds(records: Sequence[GameRecord], agent: int) -> Iterator[float]:
    """The time of each move of an agent, 0 or 1 as the match names them."""
    for record in records:
        side = 1 - agent if record.tags.get("Side") == "swapped" else agent
        for move in record.moves:
            if move.player == side:
                yield move.seconds or 0.0


def differences(kept: Data, now: Data) -> Iterator[str]:
    """In what the first pair of today's engine differs from the kept one, in words."""
    for number, (one, other) in enumerate(zip(kept["games"], now["games"], strict=True), 1):
        if one != other:
            yield f"game {number} differs from ply {differing_ply(one, other)} on"
    if kept.get("measured") != now.get("measured"):
        yield f"the measure was {kept.get('measured')} and is {now.get('measured')}"

"""Agents are measured on easy and hard positions alike."""

from __future__ import annotations

import json
from dataclasses import replace

from benchmarks.solve_blunders import GAMES, RESULTS, agents_for, every_nth, sample_of
from tesuji.studies.blunders import set_of_game


def test_positions_are_spread_over_the_whole_set() -> None:
    assert every_nth(tuple(range(10)), 6) == (0, 1, 3, 5, 6, 8)
    assert every_nth((7, 8), 6) == (7, 8)
    assert every_nth((), 6) == ()


def test_a_sample_has_easy_and_hard_positions() -> None:
    whole = set_of_game("avalam")
    easy = tuple(replace(each, seconds=0.1, unproven=0.0) for each in whole.positions[:9])
    hard = tuple(replace(each, unproven=2.0) for each in whole.positions[9:11])
    sample = sample_of(replace(whole, positions=(*hard, *easy)), limit=3)
    assert sample.positions == (easy[0], easy[3], easy[6], *hard)
    assert sample_of(replace(whole, positions=easy), limit=3).positions == sample.positions[:3]


def test_the_committed_rows_have_every_agent_and_game() -> None:
    rows = json.loads(RESULTS.read_text("utf-8"))["results"]
    expected = {(game, agent) for game in GAMES for agent in agents_for(game)}
    assert {(row["game"], row["agent"]) for row in rows} == expected
    for row in rows:
        has_hard = any(each.hard for each in set_of_game(row["game"]).positions)
        assert ("hard" in row["by_hardness"]) is has_hard

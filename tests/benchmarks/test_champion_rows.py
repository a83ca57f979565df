"""Rows of the champion's result file: what is added up, and what is replaced."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tesuji
from benchmarks import champion_rows
from benchmarks.champion_rows import (
    is_current,
    merged_rows,
    nelo_of_row,
    new_row,
    players_digest,
    row_with_luck,
    version_text,
)
from tesuji.agents.bench import BEHAVIOUR
from tesuji.agents.solve_first import FIRST_RATES
from tesuji.arena import MatchResult
from tesuji.arena.match.luck import LuckAdjusted
from tesuji.arena.stats.pentanomial import Pentanomial

ABOUT = {"command": "play", "processor": "any", "date": "2026-11-18"}


def row_of(result: MatchResult) -> Any:
    players = players_digest(result.match.plan.game, result.agents)
    return row_with_luck(new_row(result, players=players, **ABOUT), result)


def played(*, seed: int = 0, pairs: int = 2, nodes: int = 10, agent: str = "mcts") -> Any:
    """The row of a tiny match."""
    return row_of(
        tesuji.match(
            agent, "random", game="ewn-cyclic", pairs=pairs, seed=seed, nodes=nodes, jobs=1
        )
    )


def test_a_row_says_what_the_match_says() -> None:
    result = tesuji.match("mcts", "random", game="ewn-cyclic", pairs=3, nodes=10, jobs=1)
    row = row_of(result)
    whole = result.to_dict()
    for key in ("game", "agents", "limits", "pairs", "pentanomial", "score", "nelo_interval"):
        assert row[key] == whole[key]
    assert "luck_adjusted" not in row


def test_with_dice_the_luck_of_all_runs_is_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_rows, "EVALUATOR", "greedy")
    one, other = (
        tesuji.match("greedy", "mcts", game="ewn", pairs=pairs, seed=seed, nodes=100, jobs=1)
        for pairs, seed in ((6, 0), (4, 1))
    )
    adjusted = [luck for each in (one, other) if (luck := each.with_luck("greedy").luck)]
    whole = LuckAdjusted(
        "greedy",
        adjusted[0].scores + adjusted[1].scores,
        adjusted[0].raw_scores + adjusted[1].raw_scores,
    )
    [row] = merged_rows([row_of(one)], [row_of(other)])
    found = row["luck_adjusted"]
    assert found["pairs"] == row["pairs"] == 10
    for key in ("score", "variance_ratio", "nelo"):
        assert found[key] == pytest.approx(getattr(whole, key), rel=1e-3)
    assert found["nelo_interval"] == pytest.approx(whole.nelo_interval, rel=1e-2)
    raw = [float(score) for run in row["runs"] for score in run["luck"]["raw"].split()]
    assert Pentanomial.from_pairs(raw).counts == tuple(row["pentanomial"])
    # Runs without luck, or with that of another evaluator, count only for the raw score.
    run = row["runs"][1]
    for changed in ({}, {"luck": {**run["luck"], "by": "mcts"}}):
        without = {key: value for key, value in run.items() if key != "luck"} | changed
        [mixed] = merged_rows([{**row, "runs": [row["runs"][0], without]}], [row_of(one)])
        assert mixed["pairs"] == 10
        assert mixed["luck_adjusted"]["pairs"] == 6
        assert mixed["luck_adjusted"]["score"] == pytest.approx(adjusted[0].score, rel=1e-3)
        assert nelo_of_row(mixed).endswith(" without luck in 12 games")


def test_runs_with_different_seeds_are_added_up() -> None:
    one, other = played(pairs=2), played(seed=1, pairs=3)
    [row] = merged_rows([one], [other])
    assert row["pairs"] == 5
    assert row["pentanomial"] == [
        a + b for a, b in zip(one["pentanomial"], other["pentanomial"], strict=True)
    ]
    assert row["score"] == Pentanomial(tuple(row["pentanomial"])).score
    assert [run["seed"] for run in row["runs"]] == [0, 1]


def test_the_longer_run_of_a_seed_counts() -> None:
    one, longer, other = played(pairs=2), played(pairs=4), played(seed=1)
    for rows in ([one, other, longer], [longer, other, one]):
        [row] = merged_rows(rows[:1], rows[1:])
        assert row["pairs"] == 4 + 2


def test_other_players_get_a_row_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    old = played(pairs=3)
    monkeypatch.setattr(champion_rows, "BEHAVIOUR", BEHAVIOUR + 1)
    few, more = played(pairs=2), played(seed=1, pairs=1)
    assert merged_rows([old], [few]) == [old, few]
    assert version_text(old) == f"older, behaviour {BEHAVIOUR}"
    assert version_text(few) == "current"
    [row] = merged_rows([old, few], [more])  # now they have as many games
    assert (row["players"], row["pairs"]) == (few["players"], 3)


def test_older_players_without_a_digest_are_told_apart_by_their_behaviour() -> None:
    rows = [
        played(seed=behaviour) | {"players": None, "behaviour": behaviour}
        for behaviour in (BEHAVIOUR - 2, BEHAVIOUR - 1)
    ]
    assert merged_rows(rows, []) == rows


def test_rows_without_a_digest_are_older() -> None:
    row = played() | {"players": None, "behaviour": None}
    assert not is_current(row)
    assert version_text(row) == "older"
    gone = played() | {"agents": ["champion", "an-agent-that-was-dropped"]}
    assert not is_current(gone)


def test_other_limits_and_agents_are_other_matches() -> None:
    rows = [played(), played(nodes=20), played(agent="mcs")]
    assert merged_rows(rows[:1], rows[1:]) == rows


def test_weights_and_books_are_part_of_a_player(tmp_path: Path) -> None:
    """The digest of an agent's files has its own tests; here, it only has to count."""
    book = tmp_path / "pentago.book"
    other = tmp_path / "other.book"
    shipped = files("tesuji.agents.books").joinpath("pentago.book").read_text("utf-8")
    book.write_text(shipped, "utf-8")
    digest = players_digest("pentago", (f'champion(book=file("{book}"))', "random"))
    other.write_text("not a book any more", "utf-8")
    other.replace(book)
    assert players_digest("pentago", (f'champion(book=file("{book}"))', "random")) != digest


def test_what_is_expected_of_a_solver_is_part_of_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [("avalam", "champion"), ("avalam", "champion(solve=off)"), ("pentago", "champion")]
    before = [players_digest(game, (agent, "random")) for game, agent in names]
    monkeypatch.setitem(FIRST_RATES, "avalam", 1.0)
    after = [players_digest(game, (agent, "random")) for game, agent in names]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True]

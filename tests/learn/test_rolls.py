"""Learned evaluations that ignore the roll: in the search, and in what self-play keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.learn.test_patterns import positions, random_weights, write
from tesuji.agents.defaults import WEIGHTS
from tesuji.agents.learned import ignores_roll, patterns_of
from tesuji.games import Position
from tesuji.learn import selfplay
from tesuji.learn.selfplay import read_run
from tesuji.learn.shards import read_shard

TOLERANCE = 1e-5
"""Expectations are rounded down at each roll, by half a millionth of a result."""


def rolls(position: Position) -> list[Position]:
    return [position.play(event) for event, _ in position.chance_outcomes]


def middles(count: int = 6) -> list[Position]:
    """Decisions in the middle of games."""
    found = [position for position in positions("ewn", games=count) if not position.is_chance]
    return found[4::7][:count]


def test_only_games_with_dice_ignore_the_roll() -> None:
    assert ignores_roll(tesuji.game("ewn"))
    assert not ignores_roll(tesuji.game("ewn-cyclic"))


def test_positions_have_the_same_value_after_every_number() -> None:
    evaluation = patterns_of(tesuji.game("ewn"))(random_weights("ewn").tobytes())
    before = [position for position in positions("ewn") if position.is_chance]
    assert before
    for position in before:
        for after in rolls(position):
            assert evaluation.log_odds(after._state) == evaluation.log_odds(position._state)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_leaves_before_the_roll_give_the_same_answers(depth: int, tmp_path: Path) -> None:
    file = write(tmp_path / "some.weights", "ewn")
    spec = f'alphabeta(evaluate=patterns("{file}"), memory=4, roll_leaf='
    for position in middles():
        before, after = (
            tesuji.agent(f"{spec}{on})").search(position, depth=depth) for on in ("true", "false")
        )
        assert before.value == pytest.approx(after.value, abs=TOLERANCE)
        assert before.best == after.best
        assert before.nodes < after.nodes


def play(folder: Path, **options: Any) -> Any:
    (path,) = selfplay("ewn", folder, agent="alphabeta", depth=1, games=4, jobs=1, **options)
    return read_shard(path)


def evaluation(position: Position) -> float:
    """The hand-made evaluation as a result for the player to move; a search keeps 0.9 of it."""
    state: Any = position._state
    value: float = state.evaluation(dict(WEIGHTS["ewn"]))
    return 0.5 + 0.45 * (value if position.next_player == 0 else -value)


def test_selfplay_keeps_positions_before_rolls(tmp_path: Path) -> None:
    shard = play(tmp_path)
    assert read_run(tmp_path / "run.json").before_rolls
    assert all(tesuji.game("ewn").position(text).is_chance for text in shard.positions())


def test_values_are_those_of_the_last_move(tmp_path: Path) -> None:
    """A search to depth 1 expects what the evaluation says after its best move.

    After an opening or a forced move, the value is what the search after the roll found.
    """
    shard = play(tmp_path)
    agent = tesuji.agent("alphabeta")
    expected = 0
    for record, text in zip(shard.records, shard.positions(), strict=True):
        position = tesuji.game("ewn").position(text)
        if record["value"] == pytest.approx(evaluation(position), abs=TOLERANCE):
            expected += 1
            continue
        found = [agent.search(each, depth=1).value for each in rolls(position)]
        assert any(record["value"] == pytest.approx(value, abs=TOLERANCE) for value in found)
    assert 2 * expected > len(shard.records)


def test_random_moves_are_followed_by_what_the_next_search_found(tmp_path: Path) -> None:
    shard = play(tmp_path, random=1.0, varied_plies=100)
    assert shard.records["flags"].any()
    agent = tesuji.agent("alphabeta")
    for record, text in zip(shard.records, shard.positions(), strict=True):
        position = tesuji.game("ewn").position(text)
        found = [agent.search(each, depth=1).value for each in rolls(position)]
        values = [*found, evaluation(position)]
        assert any(record["value"] == pytest.approx(value, abs=TOLERANCE) for value in values)


def test_scores_are_those_of_the_player_who_rolls(tmp_path: Path) -> None:
    """After a value near 1 the player wins nearly always."""
    records = play(tmp_path, shard_games=100).records
    sure = records[records["value"] > 0.9]
    assert len(sure) > 0
    assert sure["score"].sum() > 1.6 * sure["seen"].sum()

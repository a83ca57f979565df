"""Texel's method: the fit against brute force, and planted weights that it must find again."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest

import tesuji
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream
from tesuji.games.record import GameRecord, MoveRecord
from tesuji.games.record_files import write_records
from tesuji.tune.logistic import cross_entropy, fit_logistic
from tesuji.tune.over import make_space
from tesuji.tune.positions import Sample, read_samples
from tesuji.tune.space import Space
from tesuji.tune.texel import check_weights, texel

GAME = tesuji.game("colosseum(size=6)")
SPOILED = "greedy(knowledge=colosseum(reach=0.2, area=-0.2, centre=0.1))"
TRUE = {"reach": 0.2, "area": 0.7, "centre": 0.1}


# The regression


def made_up(rows: int = 300) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    generator = np.random.default_rng(5)
    columns = generator.normal(size=(rows, 2))
    columns[:, 1] += 0.9 * columns[:, 0]  # so that one coefficient depends on the other
    win = 1 / (1 + np.exp(-columns @ np.array([1.2, -0.5])))
    results = np.where(generator.random(rows) < 0.1, 0.5, generator.random(rows) < win)
    return columns, results.astype(float), generator.uniform(0.2, 1, rows)


def brute_force(
    low: tuple[float, float] = (-3.0, -3.0), high: tuple[float, float] = (3.0, 3.0)
) -> tuple[float, ...]:
    """The best point of a grid, which is refined around it until its step is 0.0001."""
    columns, results, weights = made_up()

    def loss(point: tuple[float, ...]) -> float:
        total = 0.0
        rows = zip(columns.tolist(), results.tolist(), weights.tolist(), strict=True)
        for (a, b), result, weight in rows:
            odds = a * point[0] + b * point[1]
            total += weight * (math.log1p(math.exp(odds)) - result * odds)
        return total

    ends = list(zip(low, high, strict=True))
    best: tuple[float, ...] = low
    while max(b - a for a, b in ends) > 4e-4:
        best = min(itertools.product(*(np.linspace(a, b, 5).tolist() for a, b in ends)), key=loss)
        ends = [
            (max(lo, x - (b - a) / 3), min(hi, x + (b - a) / 3))
            for x, (a, b), lo, hi in zip(best, ends, low, high, strict=True)
        ]
    return best


def test_the_fit_is_the_maximum_of_the_likelihood() -> None:
    columns, results, weights = made_up()
    assert fit_logistic(columns, results, weights) == pytest.approx(brute_force(), abs=1e-3)


def test_a_bounded_fit_is_the_maximum_within_the_bounds() -> None:
    columns, results, weights = made_up()
    low, high = (-3.0, -0.1), (0.9, 3.0)
    found = fit_logistic(columns, results, weights, low=np.array(low), high=np.array(high))
    assert found == pytest.approx(brute_force(low, high), abs=1e-3)


def test_separable_results_do_no_harm() -> None:
    columns = np.array([[-1.0], [-0.5], [0.5], [1.0]])
    results, weights = np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4)
    found = fit_logistic(columns, results, weights)
    assert np.isfinite(found).all()
    assert cross_entropy(columns @ found, results, weights) < 1e-3


# Positions of games


def samples(count: int, scale: float = 6.0) -> list[Sample]:
    """Positions of random games, with results drawn from the evaluation with the true weights."""
    found = []
    generator = random.Random(7)
    for seed in range(count):
        stream = RandomStream(seed)
        for turn in itertools.islice(
            play_game(GAME.start(seed=seed), random_mover(stream), stream), 9
        ):
            position = turn.after
            if position.is_over:
                break
            value = position._state.evaluation(TRUE)  # type: ignore[attr-defined]
            win = 1 / (1 + math.exp(-scale * value))
            found.append(Sample(position, float(generator.random() < win), 1.0))
    return found


def space(over: str, agent: str = SPOILED) -> Space:
    return make_space(agent, GAME, over, {})


def test_a_planted_weight_is_found_again() -> None:
    found = texel(space("knowledge.area=-20..20"), samples(400))
    assert found.values["knowledge.area"] == pytest.approx(TRUE["area"], abs=0.2)
    assert found.trials[0].spec.startswith("greedy(knowledge=colosseum(")


def test_where_all_weights_vary_their_ratio_is_found_and_the_size_kept() -> None:
    where = space("knowledge.area=-2..2, knowledge.reach=-2..2, knowledge.centre=-2..2")
    data = samples(400)
    area, reach, _ = (float(value) for value in texel(where, data).values.values())
    assert area / reach == pytest.approx(TRUE["area"] / TRUE["reach"], rel=0.5)
    before, after = (
        math.sqrt(np.mean([s.position._state.evaluation(w) ** 2 for s in data]))  # type: ignore[attr-defined]
        for w in (
            {"reach": 0.2, "area": -0.2, "centre": 0.1},
            {"reach": reach, "area": area, "centre": _},
        )
    )
    assert after == pytest.approx(before, rel=0.1)


def test_a_range_limits_the_fit() -> None:
    found = texel(space("knowledge.area=-1..0.3"), samples(200))
    assert found.values["knowledge.area"] == 0.3
    assert "knowledge.area" in found.how


@pytest.mark.parametrize("over", ["by", "seconds=0..1"])
def test_only_weights_can_be_fitted(over: str) -> None:
    agent = "greedy(knowledge=colosseum(reach=0.2), seconds=0.5)"
    where = make_space(agent, GAME, over, {})
    with pytest.raises(ParameterError) as caught:
        check_weights(where)
    assert caught.value.where == where.dimensions[0].path


def test_a_weight_without_effect_is_named() -> None:
    with pytest.raises(ParameterError) as caught:
        texel(space("knowledge.score_moves"), samples(5))
    assert caught.value.where == "knowledge.score_moves"


# Files


def record(seed: int, *, end: str = "rules") -> GameRecord:
    stream = RandomStream(seed)
    start = position = GAME.start(seed=seed)
    moves = []
    for turn in play_game(start, random_mover(stream), stream):
        moves.append(MoveRecord(str(turn.move), turn.player))
        position = turn.after
    outcome = position.outcome
    assert outcome is not None
    return GameRecord(
        game=GAME.spec,
        agents=("random", "random"),
        start=start.text,
        moves=tuple(moves),
        winner=outcome.winner,
        score=outcome.score_for(0),
        reason=outcome.reason,
        end=end,
    )


def test_positions_come_from_stores_and_records(tmp_path: Path) -> None:
    games = [record(1), record(2)]
    write_records(games, tmp_path / "games.txt")
    with Store(tmp_path / "games.db") as store:
        store.add_pair(store.begin("a match", {"seed": 1}), 0, games)
    from_text = read_samples(tmp_path / "games.txt", GAME)
    from_store = read_samples(tmp_path / "games.db", GAME)
    assert from_text == from_store
    assert sum(sample.weight for sample in from_text) == pytest.approx(2)
    assert {sample.result for sample in from_text} <= {0.0, 0.5, 1.0}
    assert all(len(sample.position.legal_moves) > 1 for sample in from_text)


def test_games_of_another_game_are_no_positions(tmp_path: Path) -> None:
    write_records([record(1)], tmp_path / "games.txt")
    with pytest.raises(ParameterError) as caught:
        read_samples(tmp_path / "games.txt", tesuji.game("colosseum(size=7)"))
    assert caught.value.where == "positions"
    with pytest.raises(ParameterError):
        read_samples(tmp_path / "missing.txt", GAME)

"""Networks over patterns: the core computes what numpy computes, and refuses what does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesuji
from tests.learn.test_patterns import GAMES, features, positions, sheet
from tesuji.agents.learned import UNIT, WIDTHS, learned_evaluator, patterns_of, weights_bytes
from tesuji.agents.nets import DIRECT_UNIT, LANE_UNIT, MOST_OUTPUT, OUTPUT_UNIT, NetNumbers
from tesuji.errors import WeightsError


def random_net(game: str, width: int = 16, seed: int = 0) -> NetNumbers:
    """Rows of both signs, so that lanes are clipped at both ends."""
    generator = np.random.default_rng(seed)
    count = patterns_of(tesuji.game(game)).weight_count()
    output = generator.integers(-MOST_OUTPUT, MOST_OUTPUT + 1, width)
    output[0] = 0
    return NetNumbers(
        generator.integers(-100, 101, (count, width)).astype(np.int16),
        generator.integers(-100, 101, width).astype(np.int16),
        output.astype(np.int16),
    )


def write(path: Path, game: str, net: NetNumbers, **changed: object) -> Path:
    made = sheet(game, **{"family": "net", "width": net.width, **changed})
    path.write_bytes(weights_bytes(made, net.tobytes()))
    return path


def bags(game: str, texts: list[str]) -> tuple[Any, Any]:
    """The weights that positions use, and where those of each begin."""
    rows = features(game, texts)
    counts = np.array([len(row) for row in rows])
    return np.concatenate(rows), np.cumsum(counts) - counts


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_the_core_computes_what_numpy_computes(game: str, width: int) -> None:
    net = random_net(game, width)
    evaluation = patterns_of(tesuji.game(game)).net(width, net.tobytes())
    seen = list(positions(game))
    expected = net.log_odds(*bags(game, [position.text for position in seen]))
    found = [evaluation.log_odds(position._state) for position in seen]
    assert found == expected.tolist()
    value = 1 / (1 + np.exp(-np.clip(found[3] / UNIT, -20, 20)))
    assert evaluation.value(seen[3]._state) == pytest.approx(value, abs=1e-12)


def test_sums_wrap_around_in_both() -> None:
    net = random_net("avalam")
    large = NetNumbers((100 * net.rows.astype(int)).astype(np.int16), net.empty, net.output)
    evaluation = patterns_of(tesuji.game("avalam")).net(16, large.tobytes())
    seen = list(positions("avalam"))
    used, starts = bags("avalam", [position.text for position in seen])
    assert np.abs(large.sums(used, starts)).max() > np.iinfo(np.int16).max
    found = [evaluation.log_odds(position._state) for position in seen]
    assert found == large.log_odds(used, starts).tolist()


def test_whole_numbers_are_within_one_unit_of_the_formula() -> None:
    """The only rounding after training is the shift of the last sum."""
    net = random_net("avalam")
    used, starts = bags("avalam", [position.text for position in positions("avalam")])
    sums = np.add.reduceat(net.rows[used].astype(float), starts) + net.empty
    hidden = np.clip(sums / LANE_UNIT, 0, 1 - 1 / LANE_UNIT) ** 2
    exact = sums[:, 0] / DIRECT_UNIT + hidden @ (net.output / OUTPUT_UNIT)
    difference = exact * UNIT - net.log_odds(used, starts)
    assert difference.min() >= -1e-6
    assert 0.5 < difference.max() < 1


@pytest.mark.parametrize("width", WIDTHS)
def test_numbers_read_back(width: int) -> None:
    net = random_net("ewn-cyclic", width)
    again = NetNumbers.read(net.tobytes(), width)
    assert all(
        np.array_equal(getattr(net, name), getattr(again, name))
        for name in ("rows", "empty", "output")
    )


@pytest.mark.parametrize("agent", ["alphabeta", "greedy", "mcts(select=puct)"])
@pytest.mark.parametrize("game", ["avalam", "ewn"])
def test_every_search_uses_the_file(agent: str, game: str, tmp_path: Path) -> None:
    file = write(tmp_path / "some.weights", game, random_net(game))
    position = next(p for p in list(positions(game, games=1))[8:] if not p.is_chance)
    name, _, rest = agent.partition("(")
    spec = f'{name}(evaluate=net("{file}"){", " + rest if rest else ")"}'
    budget = {"alphabeta": {"depth": 2}, "mcts": {"simulations": 50}}.get(name, {})
    found = tesuji.agent(spec).search(position, **budget)
    plain = tesuji.agent(f"{name}({rest}" if rest else name).search(position, **budget)
    assert found.value != plain.value


def broken_files() -> dict[str, tuple[dict[str, object], bytes]]:
    net = random_net("avalam")
    wild = NetNumbers(net.rows, net.empty, np.full(16, 128, np.int16))
    return {
        "no width": ({"width": None}, net.tobytes()),
        "a width that is not compiled": ({"width": 24}, net.tobytes()),
        "another width": ({"width": 32}, net.tobytes()),
        "too few numbers": ({}, net.tobytes()[:-2]),
        "an output weight that is too large": ({}, wild.tobytes()),
        "another family": ({"family": "patterns"}, net.tobytes()),
        "another layout": ({"layout": "x"}, net.tobytes()),
    }


@pytest.mark.parametrize(("changed", "data"), broken_files().values(), ids=broken_files())
def test_a_file_that_does_not_fit_is_refused(
    changed: dict[str, object], data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "broken.weights"
    made = sheet("avalam", **{"family": "net", "width": 16, **changed})
    path.write_bytes(weights_bytes(made, data))
    with pytest.raises(WeightsError, match=r"broken\.weights") as caught:
        learned_evaluator(f'net(file="{path}")', tesuji.game("avalam"))
    assert caught.value.path == str(path)
    assert caught.value.problem


def test_patterns_do_not_take_a_network(tmp_path: Path) -> None:
    path = write(tmp_path / "net.weights", "avalam", random_net("avalam"))
    with pytest.raises(WeightsError, match="family net, not patterns"):
        learned_evaluator(f'patterns(file="{path}")', tesuji.game("avalam"))

"""Training networks: what patterns cannot express, rounding, and errors.

The last tests need no PyTorch. ``net_training.txt`` beside this file is a run with it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import tesuji
import tesuji.learn
from tests.learn.test_training import made
from tesuji.agents.learned import UNIT, learned_evaluator, read_weights
from tesuji.errors import ParameterError, TesujiError
from tesuji.learn.examples import Examples, Split
from tesuji.learn.train import train
from tesuji.learn.training import TrainingOptions, fit_patterns, log_loss
from tesuji.tune.logistic import cross_entropy

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "connect_four.py"
OPTIONS = TrainingOptions(rate=0.02, batch=256, epochs=30, decay=0.1)
NO_COARSE = np.full(6, -1, np.int32)


@pytest.fixture
def torch() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")


def exclusive(games: int, seed: int) -> Examples:
    """Positions that are won if exactly one of two weights is used: no sum of weights says that."""
    examples = made(games, seed, keys=10_000 * seed)
    used = examples.used.reshape(-1, 3) % 2
    won = (used[:, 1] != used[:, 2]).astype(float)
    return Examples(
        np.where(np.arange(3) == 0, 0, 2 * np.arange(3) + used).ravel(),
        *(examples.counts, won, examples.values, examples.weights),
        *(examples.games, examples.plies, examples.keys, examples.texts),
    )


def split_of(games: int = 100) -> Split:
    return Split(*(exclusive(games, seed) for seed in (1, 2, 3)))


def test_a_network_learns_what_patterns_cannot(torch: None) -> None:
    from tesuji.learn.net import fit_net

    split = split_of()
    fitted = fit_net(split, NO_COARSE, 0, 16, OPTIONS)
    log_odds = fitted.numbers.log_odds(split.test.used, split.test.starts) / UNIT
    assert cross_entropy(log_odds, split.test.results, split.test.weights) < 0.1
    plain = fit_patterns(split, NO_COARSE, 0, OPTIONS)
    assert log_loss(split.test, plain.values) > 0.6


def test_training_sees_the_rounded_network(torch: None) -> None:
    """The loss while training is that of the whole numbers in the file."""
    from tesuji.learn.net import fit_net

    split = split_of(20)
    fitted = fit_net(split, NO_COARSE, 0, 32, OPTIONS)
    log_odds = fitted.numbers.log_odds(split.validation.used, split.validation.starts) / UNIT
    loss = cross_entropy(log_odds, split.validation.results, split.validation.weights)
    best = min(epoch.validation for epoch in fitted.epochs)
    # The last shift changes log-odds by less than one unit, and the loss by that times the error.
    errors = np.abs(1 / (1 + np.exp(-log_odds)) - split.validation.results)
    assert loss == pytest.approx(best, abs=errors.mean() / UNIT + 1e-6)
    assert fitted.numbers.output[0] == 0
    assert np.abs(fitted.numbers.output).max() <= 127


def test_the_same_seed_gives_the_same_network(torch: None) -> None:
    from tesuji.learn.net import fit_net, require_torch

    if require_torch().cuda.is_available():
        pytest.skip("a GPU does not add up in a fixed order")
    first, second = (fit_net(split_of(10), NO_COARSE, 0, 16, OPTIONS) for _ in range(2))
    assert first.numbers.tobytes() == second.numbers.tobytes()


def test_a_loss_that_is_not_finite_is_an_error(torch: None) -> None:
    from tesuji.learn.net import fit_net

    with pytest.raises(TesujiError, match="not finite"):
        fit_net(split_of(10), NO_COARSE, 0, 16, TrainingOptions(rate=1e30, epochs=3))


def test_a_file_of_a_network_is_played(torch: None, tmp_path: Path) -> None:
    tesuji.learn.selfplay("ewn-cyclic", tmp_path / "games", agent="greedy", games=40, jobs=1)
    file = tmp_path / "net.weights"
    trained = train("ewn-cyclic", tmp_path / "games", file, family="net", options=OPTIONS)
    read = read_weights(file)
    assert (read.sheet["family"], read.sheet["width"]) == ("net", 16)
    assert trained.epochs[-1].training < trained.epochs[0].training < trained.constant_loss
    position = tesuji.game("ewn-cyclic").start()
    agent = tesuji.agent(f'alphabeta(evaluate=net("{file}"))')
    assert agent.search(position, depth=2).best in position.legal_moves


def test_a_python_game_learns_a_network(torch: None, tmp_path: Path) -> None:
    tesuji.load(EXAMPLE)
    generations = tesuji.learn.learn(
        "connect-four",
        tmp_path,
        family="net",
        agent="mcts(select=puct)",
        games=40,
        pairs=1,
        match_simulations=4,
        simulations=8,
        jobs=1,
        load=(str(EXAMPLE),),
    )
    file = tmp_path / "generation-1" / "net.weights"
    assert str(file) in generations[0].candidate
    evaluate = learned_evaluator(f'net(file="{file}")', tesuji.game("connect-four"))
    (value, priors), *_ = evaluate([tesuji.game("connect-four").start()._state])
    assert 0 < value < 1
    assert priors is None


@pytest.mark.parametrize(("family", "width"), [("deep", 16), ("net", 17)])
def test_families_and_widths_are_checked(family: str, width: int, tmp_path: Path) -> None:
    with pytest.raises(ParameterError):
        train("avalam", tmp_path, tmp_path / "x", family=family, width=width)


def test_missing_pytorch_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    from tesuji.learn.net import fit_net

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(TesujiError, match="pip install"):
        fit_net(split_of(2), NO_COARSE, 0, 16, OPTIONS)

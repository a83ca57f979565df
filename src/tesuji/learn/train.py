"""Training from folders of shards to a file of weights with its data sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import tesuji
from tesuji.agents import Agent
from tesuji.agents.learned import (
    LEARNED,
    NET,
    UNIT,
    WIDTHS,
    ignores_roll,
    patterns_of,
    read_weights,
    weights_bytes,
)
from tesuji.errors import ParameterError, ShardError, WeightsError
from tesuji.games import Game
from tesuji.learn.examples import Examples, Floats, Split, read_examples
from tesuji.learn.selfplay import RUN_FILE, read_run
from tesuji.learn.training import (
    Epoch,
    TrainingOptions,
    fit_patterns,
    hand_made_loss,
    log_loss,
)
from tesuji.output_files import write_bytes
from tesuji.specs import Spec, parse_spec
from tesuji.tune.logistic import cross_entropy

__all__ = ["Trained", "check_family", "default_options", "train", "training_of"]

RESULTS = ("positions", "epochs", "test_loss", "hand_made_test_loss", "constant_test_loss")
"""What `Trained.to_dict` holds, and the data sheet too."""


@dataclass(frozen=True)
class Trained:
    """A file of weights, and the mean log loss of results in games that training did not see."""

    file: Path
    positions: tuple[int, int, int]
    """Positions for training, for validation and in the test."""
    epochs: tuple[Epoch, ...]
    loss: float
    hand_made_loss: float | None
    """That of the hand-made evaluation with its best scale; None if the game has none."""
    constant_loss: float
    """That of the mean result."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for the data sheet and for JSON."""
        return {
            "positions": list(self.positions),
            "epochs": [asdict(epoch) for epoch in self.epochs],
            "test_loss": self.loss,
            "hand_made_test_loss": self.hand_made_loss,
            "constant_test_loss": self.constant_loss,
        }


def train(
    game: str | Game,
    data: str | Path | Sequence[Path],
    out: str | Path,
    *,
    family: str = "patterns",
    width: int = 16,
    agent: str | Agent = "alphabeta",
    options: TrainingOptions | None = None,
    command: str = "",
    progress: Callable[[Epoch], None] = lambda epoch: None,
) -> Trained:
    """Fits the patterns of a game, or a network over them, to folders of shards, and writes a file
    of weights.

    ``width`` is that of a network. ``agent`` names the hand-made evaluation to compare with: its
    own, with its knowledge.
    """
    check_family(family, width)
    of = tesuji.game(game) if isinstance(game, str) else game
    folders = [Path(data)] if isinstance(data, str | Path) else list(data)
    file, chosen = Path(out), options or default_options(family)
    patterns = patterns_of(of)
    runs = [_checked_run(folder / RUN_FILE, of) for folder in folders]
    split = read_examples(folders, of)
    fitted = _fit(family, width, patterns, split, chosen, progress)
    trained = Trained(
        file,
        (len(split.training), len(split.validation), len(split.test)),
        fitted.epochs,
        fitted.test_loss,
        _hand_made(of, tesuji.agent(agent), split),
        hand_made_loss(lambda examples: np.zeros(len(examples)), split),
    )
    sheet = {
        "format": 1,
        "family": family,
        "game": of.expanded_spec,
        "version": of.version,
        "layout": patterns.layout,
        "unit": UNIT,
        **({"width": width} if family == NET.name else {}),
        "data": runs,
        "training": asdict(chosen),
        "command": command,
        **trained.to_dict(),
    }
    write_bytes(weights_bytes(sheet, fitted.weights), file)
    return trained


def _checked_run(path: Path, game: Game) -> dict[str, Any]:
    """The options of a run; raises ShardError if its positions are not those that leaves are."""
    run = read_run(path)
    if run.before_rolls != ignores_roll(game):
        problem = "its positions are after rolls, not before; play the games again"
        raise ShardError(f"{path}: {problem}", path=str(path), problem=problem)
    return asdict(run)


def check_family(family: str, width: int) -> None:
    """Raises ParameterError for a family or a width of networks that there is not."""
    names = [kind.name for kind in LEARNED]
    if family not in names:
        raise ParameterError.wrong_value("family", family, f"one of {', '.join(names)}")
    if width not in WIDTHS:
        expected = f"one of {', '.join(map(str, WIDTHS))}"
        raise ParameterError.wrong_value("width", width, expected)


def default_options(family: str) -> TrainingOptions:
    """How a family is trained if nothing else is said."""
    return TrainingOptions(rate=0.005) if family == NET.name else TrainingOptions()


@dataclass(frozen=True)
class _Fitted:
    weights: bytes
    epochs: tuple[Epoch, ...]
    test_loss: float


def _fit(
    family: str,
    width: int,
    patterns: Any,
    split: Split,
    options: TrainingOptions,
    progress: Callable[[Epoch], None],
) -> _Fitted:
    coarse = np.frombuffer(patterns.coarse(), "<i4")
    test = split.test
    if family == NET.name:
        from tesuji.learn.net import fit_net

        net = fit_net(split, coarse, patterns.coarse_count, width, options, progress)
        log_odds = net.numbers.log_odds(test.used, test.starts) / UNIT
        loss = cross_entropy(log_odds, test.results, test.weights)
        return _Fitted(net.numbers.tobytes(), net.epochs, loss)
    fitted = fit_patterns(split, coarse, patterns.coarse_count, options, progress)
    weights = fitted.weights.astype("<i2").tobytes()
    return _Fitted(weights, fitted.epochs, log_loss(test, fitted.values))


def training_of(file: Path) -> dict[str, Any]:
    """What `Trained.to_dict` gave when a file of weights was made, from its data sheet."""
    sheet = read_weights(file).sheet
    missing = [name for name in RESULTS if name not in sheet]
    if missing:
        problem = f"its data sheet does not name the {missing[0]}"
        raise WeightsError(f"weights {file}: {problem}", path=str(file), problem=problem)
    return {name: sheet[name] for name in RESULTS}


def _hand_made(game: Game, agent: Agent, split: Split) -> float | None:
    """The loss of the evaluation that an agent has for the game; None if there is none."""
    knowledge = parse_spec(agent.on(game).expanded(game)).arguments.get("knowledge")
    start: Any = game.start()._state
    if not isinstance(knowledge, Spec) or not hasattr(start, "evaluation"):
        return None
    weights = dict(knowledge.arguments)

    def evaluations(examples: Examples) -> Floats:
        found = []
        for text in examples.texts:
            state: Any = game.position(text)._state
            found.append((1 - 2 * state.to_move) * state.evaluation(weights))
        return np.array(found)

    return hand_made_loss(evaluations, split)

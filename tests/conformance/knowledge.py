"""Knowledge of each game, from the core and from the slow references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.conformance.lockstep import Oracle
from tests.conformance.references import ORACLES, AnyEwnOracle
from tests.reference import (
    knowledge_avalam,
    knowledge_colosseum,
    knowledge_ewn,
    knowledge_pentago,
)
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.specs import Kind, Parameter

__all__ = ["REFERENCES", "Twin", "Weights", "random_twins", "weights_for"]

Weights = dict[str, float | bool]


@dataclass(frozen=True)
class Reference:
    """The reference's evaluation of a state, and its score of a move there."""

    evaluation: Callable[[Any, Mapping[str, float]], float]
    move_score: Callable[[Any, Any, Mapping[str, float]], float]


_PENTAGO = Reference(knowledge_pentago.evaluation, knowledge_pentago.move_score)
_EWN = Reference(knowledge_ewn.evaluation, knowledge_ewn.move_score)
REFERENCES: dict[str, Reference] = {
    "avalam": Reference(knowledge_avalam.evaluation, knowledge_avalam.move_score),
    "colosseum": Reference(knowledge_colosseum.evaluation, knowledge_colosseum.move_score),
    "pentago-twist": _PENTAGO,
    "pentago": _PENTAGO,
    "pentago(placement_wins=true)": _PENTAGO,
    "ewn": _EWN,
    "ewn-cyclic": _EWN,
}
"""By the names of ``ORACLES``."""


@dataclass(frozen=True)
class Twin:
    """The same position in the core and in the reference."""

    oracle: Oracle[Any]
    core: Any
    state: Any

    @property
    def is_over(self) -> bool:
        return self.oracle.result(self.state) is not None

    @property
    def codes(self) -> list[int]:
        """The core's codes of the legal moves; empty before a roll."""
        return list(self.oracle.moves(self.state))

    def move(self, code: int) -> Any:
        """A move in the form of the reference."""
        oracle: Any = self.oracle
        if isinstance(self.oracle, AnyEwnOracle):
            return oracle.move_of[self.state.to_move][code]
        return oracle.move_of[code]

    def after(self, code: int) -> Twin:
        return Twin(self.oracle, self.core.play(code), self.oracle.play(self.state, code))

    def winners(self) -> list[int]:
        """The winning moves."""
        mover = self.oracle.to_move(self.state)
        results = {code: self.oracle.result(self.after(code).state) for code in self.codes}
        return [code for code, result in results.items() if result and result[0] == mover]

    def __str__(self) -> str:
        return f"{self.oracle.game.spec} {self.core.text()!r}"


def random_twins(name: str, seed: int) -> Iterator[Twin]:
    """The positions of a random game, including the last."""
    rng = Random(seed)
    oracle = ORACLES[name](seed)
    twin = Twin(oracle, *oracle.begin(seed))
    while True:
        yield twin
        actions = twin.codes or list(oracle.events(twin.state))
        if not actions:
            return
        twin = twin.after(rng.choice(actions))


def kind_of(name: str) -> Kind:
    """The declaration of a game's knowledge."""
    game = name.partition("(")[0]
    return next(kind for kind in KNOWLEDGE.kinds if game in kind.games)


def weights_for(name: str, seed: int) -> Weights:
    """Weights of a game: the defaults for seed 0, else a mix of defaults, zeros and random ones."""
    rng = Random(seed)
    parameters = [p for p in kind_of(name).parameters if isinstance(p, Parameter)]
    if seed == 0:
        return {p.name: _default(p) for p in parameters}
    largest = rng.choice((1.0, 3.0, 30.0))
    return {p.name: _drawn(p, rng, largest) for p in parameters}


def _default(parameter: Parameter) -> float | bool:
    assert isinstance(parameter.default, float | bool)
    return parameter.default


def _drawn(parameter: Parameter, rng: Random, largest: float) -> float | bool:
    if parameter.name in ("race", "table"):  # tests in C++ compare them with slow versions
        return 0.0
    if parameter.kind is bool:
        return rng.random() < 0.7
    choices = (_default(parameter), 0.0, rng.uniform(-largest, largest), rng.uniform(0, largest))
    return rng.choice(choices)

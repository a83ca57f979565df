"""The weights of knowledge: declared once for people, once in the core, and the same in both."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.specs import Kind

CASES = [(kind, game) for kind in KNOWLEDGE.kinds for game in kind.games]
every_kind = pytest.mark.parametrize(("kind", "game"), CASES, ids=[game for _, game in CASES])
VARIANTS = {
    "colosseum": ("colosseum(size=6)", "colosseum(size=12)"),
    "pentago": ("pentago", "pentago(placement_wins=true)"),
}


def states(game: str) -> list[Any]:
    specs = VARIANTS.get(game, (game,))
    return [tesuji.game(spec).start(seed=3)._state for spec in specs]


def test_every_game_has_a_kind() -> None:
    assert {game for _, game in CASES} == set(tesuji.games())


@every_kind
def test_core_and_declaration_agree(kind: Kind, game: str) -> None:
    declared = {parameter.name: parameter.default for parameter in kind.parameters}
    for state in states(game):
        assert state.default_weights() == declared
        assert state.evaluation(declared) == state.evaluation({}) == state.evaluate()


@every_kind
def test_the_evaluation_reads_its_weights(kind: Kind, game: str) -> None:
    values = set()
    for state in states(game):
        while state.outcome() is None:
            codes = state.legal_moves() or state.events()
            state = state.play(codes[len(codes) // 3])
            zeros = dict.fromkeys(
                (p.name for p in kind.parameters if isinstance(p.default, float)), 0.0
            )
            assert state.evaluation(zeros) == 0
            values.add(state.evaluation({}))
    assert len(values) > 1


@every_kind
def test_unknown_weights_are_refused(kind: Kind, game: str) -> None:
    for state in states(game):
        with pytest.raises(
            ValueError, match=f"no weight 'fife'; there are {kind.parameters[0].name}"
        ):
            state.evaluation({"fife": 1.0})
        with pytest.raises(TypeError, match=f"weight {kind.parameters[0].name} cannot be 'much'"):
            state.evaluation({kind.parameters[0].name: "much"})


def test_moves_that_are_not_legal_are_refused() -> None:
    state: Any = tesuji.game("avalam").start()._state
    with pytest.raises(ValueError, match="c1c1 is not legal in Aa/"):
        state.move_score(0, {})
    with pytest.raises(ValueError, match="is not legal in Aa/"):
        state.roll_score(0xFFFF, {})


def test_what_needs_an_end_or_a_decision_says_so() -> None:
    colosseum: Any = tesuji.game("colosseum(size=6)").start(seed=1)._state
    with pytest.raises(ValueError, match="the game is not over in "):
        colosseum.share()
    ewn: Any = tesuji.game("ewn").start(seed=1)._state
    with pytest.raises(ValueError, match="the game is not over in "):
        ewn.eliminated()
    with pytest.raises(ValueError, match="no player is to move in "):
        ewn.despair_move()
    assert ewn.winning_move() is None
    avalam: Any = tesuji.game("avalam").start()._state
    with pytest.raises(ValueError, match="k is at least 1, not 0"):
        avalam.eps_greedy_move(1, 0.5, 0)

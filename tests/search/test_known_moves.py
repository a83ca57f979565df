"""How alpha-beta and greedy use a game's scores of moves and its move in lost positions."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.search.brute import flat_score, minimax
from tests.search.positions import EVERY_GAME, late_positions, middle
from tesuji import Move, Position

every_game = pytest.mark.parametrize("spec", EVERY_GAME)


def score_of(position: Position, move: Move) -> float:
    """How good a move looks to the player who makes it."""
    state: Any = position._state
    return float(state.move_score(move.code, {}))


def by_score(position: Position, count: int) -> list[Move]:
    """The best moves by score, equals in their order."""
    return sorted(position.legal_moves, key=lambda move: -score_of(position, move))[:count]


@every_game
@pytest.mark.parametrize("beam", [1, 4, 18])
def test_a_beam_by_score_keeps_the_best_scores_at_the_root(spec: str, beam: int) -> None:
    agent = tesuji.agent(f"alphabeta(beam={beam}, rank=score, sort=false)")
    for seed in range(3):
        position = middle(spec, seed)
        found = agent.search(position, depth=2)
        assert {move.move for move in found.moves} == set(by_score(position, beam))


def test_a_beam_by_score_is_another_than_one_by_evaluation() -> None:
    kept = []
    for rank in ("score", "evaluation"):
        agent = tesuji.agent(f"alphabeta(beam=18, rank={rank})")
        kept.append({move.move for move in agent.search(middle("avalam", 1), depth=1).moves})
    assert kept[0] != kept[1]


@every_game
def test_greedy_takes_the_best_score(spec: str) -> None:
    for seed in range(6):
        position = middle(spec, seed, share=0.1 + 0.15 * seed)
        unit = type(position._state).score_unit  # type: ignore[attr-defined]
        found = tesuji.agent("greedy(by=score)").search(position)
        going_on = [move for move in position.legal_moves if not position.play(move).is_over]
        values = {m.move: m.value for m in found.moves}
        for move in going_on:
            units = max(-1.0, min(1.0, score_of(position, move) / unit))
            assert values[move] == pytest.approx(0.5 + 0.5 * units)
        if found.proven is None and found.best in going_on:
            best = max(score_of(position, move) for move in going_on)
            first = next(move for move in going_on if score_of(position, move) == best)
            assert found.best == first


# Despair

FIXED = "table=false, pvs=false, killers=false, history=false, aspiration=0, sort=false"


def first_diagonal(position: Position) -> Move:
    """Towards the far corner: down and right for Red, up and left for Blue."""
    way = ("se", "nw")[position.next_player]
    moves = list(position.legal_moves)
    return next((move for move in moves if str(move)[1:] == way), moves[0])


@pytest.mark.parametrize("depth", [2, 4])
def test_when_all_is_lost_the_first_diagonal_is_played(depth: int) -> None:
    agent = tesuji.agent(
        f"alphabeta(horizon=fixed(depth={depth}), {FIXED}, speed=false, despair=diagonal)"
    )
    lost = elsewhere = 0
    for position in late_positions("ewn-cyclic", 80, 3000):
        found = agent.search(position)
        if flat_score(position, depth) > -1_000_000:
            assert found.proven != "loss"
            continue
        lost += 1
        assert found.best == first_diagonal(position)
        assert (found.value, found.proven, found.pv[0]) == (0.0, "loss", found.best)
        assert minimax(position).result == -1
        elsewhere += found.best != position.legal_moves[0]
    assert lost > 5
    assert elsewhere > 1


def test_both_games_of_cubes_have_a_move_in_lost_positions() -> None:
    for spec in ("ewn", "ewn-cyclic"):
        tesuji.agent("alphabeta(despair=diagonal)").player(tesuji.game(spec))

"""Ghosts in scenes: the piece shown after the first click of a move."""

from __future__ import annotations

import pytest

import tesuji


@pytest.mark.parametrize("spec", tesuji.games())
def test_games_that_put_a_piece_first_have_a_ghost(spec: str) -> None:
    position = tesuji.game(spec).start(seed=1)
    data = position.scene().to_dict()
    assert ("ghost" in data) == spec.startswith(("colosseum", "pentago"))


def test_a_pawn_is_its_own_ghost_and_a_stone_is_new() -> None:
    for game, move, ids in (
        ("colosseum", None, ("violet", "orange")),
        ("pentago", "a1AR", ("", "")),
    ):
        first = tesuji.game(game).start(seed=1)
        second = first.play(move or first.legal_moves[0])
        for position, wanted, role in ((first, ids[0], "player0"), (second, ids[1], "player1")):
            ghost = position.scene().ghost
            assert ghost is not None
            assert (ghost.id, ghost.x, ghost.y) == (wanted, 0, 0)
            assert ghost.shapes[0].fill == role


def test_a_game_that_is_over_has_no_ghost() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6").play("e1DR")
    assert position.is_over
    assert position.scene().ghost is None

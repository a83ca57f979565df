"""Parameters that cannot change any game of a match, and why."""

from __future__ import annotations

import pytest

import tesuji
from tesuji.arena.match.ineffective import why_ineffective

SECONDS = {"seconds": 0.1}


@pytest.mark.parametrize(
    ("spec", "path", "game", "reason"),
    [
        ("alphabeta", "nodes", "ewn", "seconds"),
        ("alphabeta", "clock", "ewn", "clock"),
        ("alphabeta", "adapt", "ewn", "whole game"),
        ("alphabeta", "star1", "avalam", "dice"),
        ("alphabeta(reduce=0)", "reduce_history", "avalam", "reduce is 0"),
        ("alphabeta", "reduce_history", "ewn", "reduce is 0"),
        ("alphabeta", "late_depth", "avalam", "late is 0"),
    ],
)
def test_the_reason_is_given(spec: str, path: str, game: str, reason: str) -> None:
    found = why_ineffective(tesuji.agent(spec), path, tesuji.game(game), SECONDS)
    assert found is not None
    assert reason in found


@pytest.mark.parametrize(
    ("spec", "path", "game"),
    [
        ("alphabeta", "star1", "ewn"),
        ("alphabeta", "reduce_history", "avalam"),
        ("alphabeta(reduce=0.5)", "reduce_history", "ewn"),
        ("alphabeta", "late_depth", "colosseum"),
    ],
)
def test_effective_parameters_have_none(spec: str, path: str, game: str) -> None:
    assert why_ineffective(tesuji.agent(spec), path, tesuji.game(game), SECONDS) is None

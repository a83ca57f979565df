"""The Pentago solver against published exact values."""

import json
from pathlib import Path

import pytest

import tesuji

DATA = json.loads((Path(__file__).parents[1] / "data" / "pentago_values.json").read_text("utf-8"))
GAME = tesuji.game(DATA["game"])
WITHIN_REACH = 20
"""Stones from which on every position of the file is solved in about a second."""


def unfinished() -> list[tuple[tesuji.Position, float]]:
    """The positions with their values from 0 to 1 for the player to move."""
    pairs = [(GAME.position(text), (value + 1) / 2) for text, value in DATA["positions"].items()]
    return [(position, value) for position, value in pairs if not position.is_over]


def stones(position: tesuji.Position) -> int:
    return sum(character in "wb" for character in position.text)


def test_published_values_within_reach() -> None:
    solver = tesuji.Solver(GAME)
    solved = 0
    for position, value in unfinished():
        if stones(position) < WITHIN_REACH:
            continue
        solution = solver.solve(position, seconds=120)
        assert solution.value_range == (value, value), position.text
        assert solution.best is not None
        solved += 1
    assert solved > 100


def test_published_values_are_within_the_bounds() -> None:
    solver = tesuji.Solver(GAME)
    exact = 0
    for position, value in unfinished():
        if stones(position) >= WITHIN_REACH:
            continue
        solution = solver.solve(position, nodes=3000)
        lower, upper = solution.value_range
        assert lower <= value <= upper, position.text
        exact += solution.exact
    assert exact > 20


@pytest.mark.parametrize(
    ("game", "text", "plies"),
    [
        ("pentago", "wb1b1b/bw2bb/2b2w/wbwbw1/w1w2w/w3b1", 3),
        ("pentago-twist", "1bwb2/wb2wb/www1b1/bw2w1/wbbb1w/bw2b1", 7),
    ],
)
def test_the_line_of_a_win_ends_with_it(game: str, text: str, plies: int) -> None:
    position = tesuji.game(game).position(text)
    player = position.to_move
    solution = tesuji.solve(position, nodes=10_000_000)
    assert solution.result == "win"
    assert len(solution.line) <= plies
    for move in solution.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == player

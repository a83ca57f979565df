"""Puzzles: the files agree with the solver, answers stay secret, and attempts are judged."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import Client
from tesuji.agents.levels import LEVELS
from tesuji.web.puzzles import TOLERANCE, puzzles_data, puzzles_of

PENTAGO = "wwww2/6/6/bbbb2/6/6"
"""Both sides can win at once."""


@pytest.mark.parametrize("name", tesuji.games())
def test_puzzles_have_something_to_find_and_a_grade(name: str) -> None:
    game = tesuji.game(name)
    puzzles = puzzles_of(game)
    assert puzzles, "every game has some"
    for puzzle in puzzles.values():
        assert len(puzzle.values) == len(puzzle.position.legal_moves)
        best, shown = puzzle.best, puzzle.shown
        assert 0 < len(best) < len(puzzle.values)
        kept = [move for move in puzzle.position.legal_moves if puzzle.lost(move) <= TOLERANCE]
        assert set(best) <= set(kept) if shown["in"] else set(best) == set(kept)
        assert shown["only"] == (len(best) == 1)
        assert len(shown["fails"]) == len(LEVELS)
        solving = [n for n, rate in enumerate(shown["fails"], 1) if rate <= 0.5]
        assert shown["grade"] == (solving[0] if solving else len(LEVELS) + 1)
        if shown["kind"] != "best":
            assert max(puzzle.values) == {"win": 1.0, "draw": 0.5}[shown["kind"]]
    grades = [puzzle.shown["grade"] for puzzle in puzzles.values()]
    assert grades == sorted(grades)
    assert len(set(grades)) > 2


@pytest.mark.parametrize("name", ["pentago", "pentago-twist", "colosseum", "ewn-cyclic"])
def test_a_win_takes_as_many_moves_as_the_puzzle_says(name: str) -> None:
    """By brute force, for wins at once: the moves to find are all of them."""
    puzzles = puzzles_of(tesuji.game(name)).values()
    checked = 0
    for puzzle in [each for each in puzzles if each.shown["in"] is not None][:12]:
        at_once = {
            move
            for move in puzzle.position.legal_moves
            if (outcome := puzzle.position.play(move).outcome) is not None
            and outcome.winner == puzzle.position.to_move
        }
        assert at_once == (set(puzzle.best) if puzzle.shown["in"] == 1 else set())
        checked += 1
    assert checked


def test_rules_of_other_parameters_have_no_puzzles() -> None:
    assert puzzles_data(tesuji.game("pentago(placement_wins=true)"))["puzzles"] == []


def first_puzzle(client: Client, game: str = "pentago-twist") -> dict[str, Any]:
    found = client.ask("puzzles", game=game)
    assert found["players"] == list(tesuji.game(game).players)
    puzzle: dict[str, Any] = found["puzzles"][0]
    assert "moves" not in puzzle
    assert "best" not in puzzle
    return puzzle


def test_attempts_at_a_puzzle_are_judged_by_its_values(client: Client) -> None:
    position = first_puzzle(client)["position"]
    puzzle = puzzles_of(tesuji.game("pentago-twist"))[position]
    good, bad = (
        puzzle.best[0],
        next(move for move in puzzle.position.legal_moves if puzzle.lost(move) > TOLERANCE),
    )
    asked = {"game": "pentago-twist", "position": position}
    right = client.ask("attempt", move=str(good), **asked)
    assert right["good"]
    assert right["exact"]
    assert right["lost"] == 0
    wrong = client.ask("attempt", move=str(bad), **asked)
    assert not wrong["good"]
    assert wrong["lost"] == pytest.approx(puzzle.lost(bad))
    assert wrong["line"][0] == str(bad)
    assert set(wrong["best"]) == set(map(str, puzzle.best))
    solution = client.ask("attempt", **asked)
    assert solution["solution"][0] in wrong["best"]
    assert "good" not in solution


def test_a_win_that_takes_longer_is_not_what_a_puzzle_asks_for(client: Client) -> None:
    puzzle, slow = next(
        (each, move)
        for each in puzzles_of(tesuji.game("pentago-twist")).values()
        for move in each.position.legal_moves
        if each.shown["in"] == 1 and each.lost(move) <= TOLERANCE and move not in each.best
    )
    asked = {"game": "pentago-twist", "position": puzzle.position.text}
    found = client.ask("attempt", move=str(slow), **asked)
    assert (found["good"], found["slow"], found["lost"]) == (False, True, 0)
    found = client.ask("attempt", move=str(puzzle.best[0]), **asked)
    assert (found["good"], found["slow"], found["over"]) == (True, False, True)


def test_other_positions_are_judged_by_a_solver_and_games_stay(client: Client) -> None:
    before = client.state["position"]
    asked = {"game": "pentago", "position": PENTAGO, "moves": ["a2AR"]}
    right = client.ask("attempt", move="e4BR", **asked)
    assert right["good"]
    assert right["exact"]
    assert right["over"]
    assert not client.ask("attempt", move="f1BR", **asked)["good"]
    drawn = client.ask("position", **asked)
    assert drawn["to_move"] == 1
    assert drawn["scene"]["position"] == drawn["position"]
    assert client.ask("scene", ply=0)["position"] == before


@pytest.mark.parametrize(
    ("kind", "fields", "named"),
    [
        ("puzzles", {"game": "chess"}, "chess"),
        ("position", {"game": "pentago", "position": "nonsense"}, "nonsense"),
        ("position", {"game": "pentago", "position": PENTAGO, "moves": ["a1AR"]}, "a1AR"),
        ("attempt", {"game": "pentago", "position": PENTAGO, "move": "a1AR"}, "a1AR"),
    ],
)
def test_what_cannot_be_is_refused(
    client: Client, kind: str, fields: dict[str, Any], named: str
) -> None:
    answer = client.ask(kind, **fields)
    assert answer["type"] == "error"
    assert named in answer["text"]


def test_a_finished_game_has_nothing_to_attempt(client: Client) -> None:
    answer = client.ask(
        "attempt", game="pentago", position=PENTAGO, moves=["a2AR", "e4BR"], move="a1AR"
    )
    assert answer["type"] == "error"

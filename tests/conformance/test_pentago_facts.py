"""Published facts of Pentago: exact values of positions, the placement rule, one-twist wins."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tesuji
from tests.reference import pentago

DATA = json.loads((Path(__file__).parents[1] / "data" / "pentago_values.json").read_text("utf-8"))
VALUES: dict[str, int] = DATA["positions"]
SOLVED = 8 if os.environ.get("TESUJI_SLOW") == "1" else 6
"""Positions with at most this many empty cells are solved by brute force."""


def empty_cells(text: str) -> int:
    return 36 - text.count("w") - text.count("b")


def value(state: Any, known: dict[Any, int]) -> int:
    """1, 0 or -1 for the player to move, by brute force."""
    if (outcome := state.outcome()) is not None:
        winner = outcome[0]
        return 0 if winner is None else 1 if winner == state.to_move else -1
    if state not in known:
        known[state] = max_value({state.play(code) for code in state.legal_moves()}, known)
    return known[state]


def max_value(successors: set[Any], known: dict[Any, int]) -> int:
    best = -1
    for successor in successors:
        best = max(best, -value(successor, known))
        if best == 1:
            break
    return best


def test_all_published_positions_can_be_read() -> None:
    assert len(VALUES) == 260
    for text, published in VALUES.items():
        position = tesuji.game(DATA["game"]).position(text)
        assert position.text == text
        assert position.next_player == empty_cells(text) % 2
        if position.outcome:
            assert published == {None: 0, 0: 1, 1: -1}[position.outcome.winner]


@pytest.mark.parametrize("text", [text for text in VALUES if empty_cells(text) <= SOLVED])
def test_published_values_near_the_end(text: str) -> None:
    assert value(tesuji.game(DATA["game"]).position(text)._state, {}) == VALUES[text]


def wins_at_once(state: Any) -> bool:
    results = [state.play(code).outcome() for code in state.legal_moves()]
    return any(result and result[0] == state.to_move for result in results)


def test_published_values_know_immediate_wins() -> None:
    states = {text: tesuji.game(DATA["game"]).position(text)._state for text in VALUES}
    winning = [text for text, state in states.items() if wins_at_once(state)]
    assert len(winning) == 92
    assert {VALUES[text] for text in winning} == {1}


# The rule that five in a row made by the placement wins immediately

FOUR = "wwww2/bbbb2/6/6/6/6"


def test_a_five_by_placement_wins_before_the_turn() -> None:
    position = tesuji.game("pentago(placement_wins=true)").position(FOUR)
    for turn in ("AR", "AL", "BR", "BL", "CR", "CL", "DR", "DL"):
        after = position.play(f"e1{turn}")
        assert after.text == "wwwww1/bbbb2/6/6/6/6"
        assert after.outcome == tesuji.Outcome(0, 1, "five in a row")


def test_without_the_rule_the_turn_comes_first() -> None:
    position = tesuji.game("pentago").position(FOUR)
    assert position.play("e1AR").outcome is None
    assert position.play("e1AR").text == "1bwww1/1bwb2/1bw3/6/6/6"
    assert position.play("e1CR").outcome == tesuji.Outcome(0, 1, "five in a row")


# Sets of five cells that one twist turns into a line


def one_twist_sets() -> set[frozenset[int]]:
    """The lines, and the sets of cells that one twist turns into a line."""
    sets = {frozenset(line) for line in pentago.LINES}
    for line, quadrant, b in itertools.product(pentago.LINES, range(4), range(2)):
        numbers = pentago.twist(tuple(range(36)), quadrant, b, "pentago-twist")
        sets.add(frozenset(numbers[cell] for cell in line))
    return sets


def can_win_at_once(cells: frozenset[int], rng: Random) -> bool:
    """Whether White, with four of the cells, wins by placing on the fifth and a twist."""
    *white, last = rng.sample(sorted(cells), 5)
    black = rng.sample(sorted(set(range(36)) - cells), 4)
    board = ["w" if cell in white else "b" if cell in black else "." for cell in range(36)]
    text = "/".join("".join(board[row : row + 6]) for row in range(0, 36, 6))
    position = tesuji.game("pentago-twist").position(text)
    placed = f"{'abcdef'[last % 6]}{last // 6 + 1}"
    after = [position.play(move) for move in position.legal_moves if str(move).startswith(placed)]
    assert len(after) == 8
    return any(each.outcome and each.outcome.winner == 0 for each in after)


def test_128_sets_of_five_win_by_at_most_one_twist() -> None:
    rng = Random(8)
    sets = one_twist_sets()
    assert (len(pentago.LINES), len(sets)) == (32, 128)
    assert all(can_win_at_once(cells, rng) for cells in sets)
    others = [frozenset(rng.sample(range(36), 5)) for _ in range(1000)]
    assert not any(can_win_at_once(cells, rng) for cells in others if cells not in sets)

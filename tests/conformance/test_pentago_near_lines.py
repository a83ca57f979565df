"""Near lines of Pentago: their number, the evaluation by them, and its symmetries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tesuji
from tests.reference.knowledge_pentago import evaluation, near_lines
from tests.reference.pentago import BLACK, EMPTY, WHITE, Game, State

NEAR = {"lines": 0.0, "centre": 0.0, "threats": 0.0, "near": 1.0}
SHARED = [f"{player}_{count}" for player in ("own", "other") for count in (1, 2, 3)]
SPECS: dict[str, Game] = {
    "pentago-twist": "pentago-twist",
    "pentago": "pentago",
    "pentago(placement_wins=true)": "pentago",
}
every_spec = pytest.mark.parametrize("spec", SPECS)
quick = settings(max_examples=60, deadline=None)

weights = st.fixed_dictionaries(
    {name: st.floats(0, 1) for name in ("tempo", *SHARED, "other_4")}
).map(lambda drawn: {**NEAR, **drawn})


@st.composite
def boards(draw: st.DrawFn, most: int = 24) -> list[int]:
    """36 cells, with as many white stones as black ones or one more; most of them in few cells."""
    count = draw(st.integers(0, most))
    order = draw(st.permutations(range(36)))
    cells = [EMPTY] * 36
    for turn, index in enumerate(order[:count]):
        cells[index] = WHITE if turn % 2 == 0 else BLACK
    return cells


def parsed(spec: str, cells: list[int]) -> Any:
    """The core's position; boards that no move leads to are left out."""
    text = "/".join("".join(".wb"[cell] for cell in cells[6 * x : 6 * x + 6]) for x in range(6))
    try:
        position = tesuji.game(spec).position(text)
    except tesuji.errors.TesujiError:
        assume(False)
    assume(not position.is_over)
    return position._state


def test_the_number_of_near_lines() -> None:
    assert len(near_lines("pentago-twist")) == 128
    assert len(near_lines("pentago")) == 156


@every_spec
@quick
@given(cells=boards(), weights=weights)
def test_the_core_agrees_with_the_reference(
    spec: str, cells: list[int], weights: dict[str, float]
) -> None:
    state = State(tuple(cells), SPECS[spec], "placement" in spec)
    ours = parsed(spec, cells).evaluation(weights)
    assert ours == pytest.approx(evaluation(state, weights), rel=1e-9, abs=1e-9)


@every_spec
@quick
@given(cells=boards(), weights=weights)
def test_symmetric_boards_have_one_value(
    spec: str, cells: list[int], weights: dict[str, float]
) -> None:
    state = parsed(spec, cells)
    values = [state.transformed(n).evaluation(weights) for n in range(state.symmetry_count)]
    assert values == [values[0]] * len(values)


@every_spec
@quick
@given(cells=boards(most=16), weights=weights)
def test_swapped_colours_swap_the_weights(
    spec: str, cells: list[int], weights: dict[str, float]
) -> None:
    """Where nobody has four stones in a near line, only the tempo tells the players apart."""
    assume(cells.count(WHITE) == cells.count(BLACK))
    for line in near_lines(SPECS[spec]):
        found = [cells[index] for index in line]
        assume(max(found.count(WHITE), found.count(BLACK)) < 4)
    swapped = [{EMPTY: EMPTY, WHITE: BLACK, BLACK: WHITE}[cell] for cell in cells]
    other = {**weights, "tempo": -weights["tempo"]}
    for name in SHARED:
        player, count = name.split("_")
        other[name] = weights[f"{'other' if player == 'own' else 'own'}_{count}"]
    value = parsed(spec, cells).evaluation(weights)
    assert parsed(spec, swapped).evaluation(other) == pytest.approx(-value, abs=1e-12)


def near_value(spec: str, text: str) -> float:
    """The value for White, with the declared weights."""
    state: Any = tesuji.game(spec).position(text)._state
    value: float = state.evaluation(NEAR)
    return value


# A clockwise turn of quadrant A takes b1, b2 and b3 into the second row, next to d2: with e2 that
# is five. Where b4 is White's too, b5 makes five in the column.
both_games = pytest.mark.parametrize("spec", ["pentago-twist", "pentago"])


@both_games
def test_the_player_to_move_wins_with_four_of_a_near_line(spec: str) -> None:
    assert near_value(spec, "1w4/1w1w2/1w4/b1b3/6/b4b") == 0.9
    assert near_value(spec, "1w4/1w1wb1/1w4/b5/6/b4b") < 0.9


@both_games
def test_every_cell_to_block_counts(spec: str) -> None:
    """Black, who is to move, has to block two cells, one or none."""
    two = near_value(spec, "1w3b/1w1w2/1w4/1w1b2/6/b4b")
    one = [
        near_value(spec, "1w3b/1w1wb1/1w4/1w4/6/b4b"),
        near_value(spec, "1w3b/1w1w2/1w4/1w4/1b4/b4b"),
    ]
    none = near_value(spec, "1w4/1w1wb1/1w4/1w4/1b4/b4b")
    assert two > max(one)
    assert min(one) > none

"""Planes, boards and actions agree with the text of positions, and name every move once."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.games.board_reading import Reading, avalam_cells, cell, read
from tesuji import GameDefinitionError, IllegalMoveError, ParameterError, Position

GAMES = [
    "avalam",
    "colosseum",
    "colosseum(size=5)",
    "colosseum(size=11, walls=6)",
    "ewn",
    "ewn-cyclic",
    "pentago",
    "pentago(placement_wins=true)",
    "pentago-twist",
]
ACTIONS = {
    "avalam": 292,
    "colosseum": 256,
    "colosseum(size=5)": 100,
    "colosseum(size=11, walls=6)": 484,
    "ewn": 36,
    "ewn-cyclic": 48,
}
"""The number of actions; 288 for all other games."""


def random_position(game: str, seed: int, plies: int) -> Position:
    """A position of a random game: after so many moves and events, or its end."""
    random = Random(seed)
    position = tesuji.game(game).start(seed)
    for _ in range(plies):
        if position.is_over:
            break
        events = [event for event, _ in position.chance_outcomes]
        position = position.play(random.choice(events or list(position.legal_moves)))
    return position


positions = st.builds(
    random_position, st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 60)
)


def expected_planes(position: Position, player: int) -> dict[str, Any]:
    """The planes by name, made from the text of the position."""
    reading, game = read(position), position.game
    shape = game.planes.shape[1:]
    found = {name: numpy.zeros(shape) for name in game.planes.names}
    for at, (owner, value) in reading.pieces.items():
        side = "own" if owner == player else "opponent"
        found[side if side in found else f"{side} {value}"][at] = 1
    if game.name == "avalam":
        for row in avalam_cells():
            for at in row:
                found["cell"][at] = 1
    if game.name == "colosseum":
        _add_walls(found, reading, shape)
    if reading.dice:
        found[f"die {reading.dice[0]}"][:] = 1
    for number, die in enumerate(reading.dice[1:], 1):
        found[f"later {number}"][:] = die / 5
    found["turn"][:] = position.next_player == player
    found["first player"][:] = player == 0
    return found


def _add_walls(found: dict[str, Any], reading: Reading, shape: tuple[int, ...]) -> None:
    steps = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
    for side, (down, right) in steps.items():
        for row, column in numpy.ndindex(*shape):
            beyond = (row + down, column + right)
            inside = all(0 <= at < size for at, size in zip(beyond, shape, strict=True))
            blocked = not inside or frozenset({(row, column), beyond}) in reading.walls
            found[f"wall {side}"][row, column] = blocked


@given(positions, st.integers(0, 1))
def test_planes_agree_with_the_text(position: Position, player: int) -> None:
    array = position.to_array(player)
    expected = expected_planes(position, player)
    assert array.shape == position.game.planes.shape
    assert array.dtype == numpy.float32
    for name, plane in zip(position.game.planes.names, array, strict=True):
        assert numpy.allclose(plane, expected[name]), (name, position)


@pytest.mark.parametrize("game", GAMES)
def test_planes_agree_all_through_a_game(game: str) -> None:
    for plies in range(0, 60, 7):
        position = random_position(game, 5, plies)
        for player in (0, 1):
            planes = dict(zip(position.game.planes.names, position.to_array(player), strict=True))
            expected = expected_planes(position, player)
            assert all(numpy.allclose(planes[name], expected[name]) for name in planes)


@given(positions)
def test_the_default_is_the_player_to_move(position: Position) -> None:
    assert (position.to_array() == position.to_array(position.next_player)).all()


@given(positions)
def test_numbers_are_from_0_to_1(position: Position) -> None:
    array = position.to_array()
    assert array.min() >= 0
    assert array.max() <= 1


@pytest.mark.parametrize("game", GAMES)
def test_different_positions_have_different_planes(game: str) -> None:
    seen: dict[bytes, Position] = {}
    for seed in range(12):
        for plies in range(20):
            position = random_position(game, seed, plies)
            # From one player's view: from that of the player to move, colours may be swapped.
            other = seen.setdefault(position.to_array(0).tobytes(), position)
            assert other == position
    assert len(seen) > 100


@pytest.mark.parametrize("game", ["avalam", "pentago", "pentago-twist"])
def test_symmetries_turn_the_planes(game: str) -> None:
    """A transformed position has the planes of the position, turned or mirrored as one."""
    for seed in range(6):
        position = random_position(game, seed, 9)
        for symmetry in range(position.game.symmetry_count):
            image = position.transformed(symmetry).to_array(0)
            plain = position.to_array(0)
            turned = [numpy.rot90(each, k, (1, 2)) for each in (plain, plain[:, ::-1])
                      for k in range(4)]  # fmt: skip
            assert any((image == each).all() for each in turned), (position, symmetry)


@pytest.mark.parametrize("game", GAMES)
def test_planes_have_names_and_meanings(game: str) -> None:
    planes = tesuji.game(game).planes
    assert len(set(planes.names)) == len(planes.names) == planes.shape[0]
    assert all(plane.meaning for plane in planes.planes)


@pytest.mark.parametrize("player", [2, -1, "0"])
def test_a_wrong_player_is_refused(player: Any) -> None:
    position = tesuji.game("avalam").start()
    for ask in (position.to_array, position.pieces):
        with pytest.raises(ParameterError) as caught:
            ask(player)
        assert caught.value.where == "player"
        assert caught.value.given == player


# Boards


@given(positions)
def test_boards_agree_with_the_text(position: Position) -> None:
    board, reading = position.board, read(position)
    found = {(piece.row, piece.column): (piece.player, piece.value) for piece in board.pieces}
    assert found == reading.pieces
    assert list(board.dice) == reading.dice
    assert (board.rows, board.columns) == position.game.planes.shape[1:]
    walls = {
        frozenset({(row, column), (row + (side == "d"), column + (side == "r"))})
        for row, column, side in board.walls
    }
    assert walls == reading.walls
    for player in (0, 1):
        assert all(piece.player == player for piece in position.pieces(player))
        assert {*position.pieces(player)} <= {*board.pieces}
    assert len(position.pieces(0)) + len(position.pieces(1)) == len(board.pieces)


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_open_sides_agree_with_the_planes(seed: int, plies: int) -> None:
    position = random_position("colosseum(size=6)", seed, plies)
    array, board = position.to_array(), position.board
    names = position.game.planes.names
    for letter, side in zip("urdl", ("up", "right", "down", "left"), strict=True):
        walls = array[names.index(f"wall {side}")]
        for row, column in board.cells:
            assert board.is_open((row, column), letter) == (walls[row, column] == 0)


def test_cells_are_named_or_numbered() -> None:
    board = tesuji.game("avalam").start().play("c4d5").board
    assert board["d5"] == board[4, 3]
    assert board["d5"] is not None
    assert board["d5"].value == 2
    assert board["d5"].cell == "d5"
    assert board["c4"] is None
    assert board.cells == tuple(at for row in avalam_cells() for at in row)


@pytest.mark.parametrize("outside", ["e5", "a1", "z9", "", "c", (9, 0), (-1, 4), None])
def test_a_cell_outside_the_board_is_refused(outside: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.game("avalam").start().board[outside]
    assert caught.value.given == outside


@pytest.mark.parametrize("side", ["", "x", "ur", 1])
def test_an_unknown_side_is_refused(side: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.game("colosseum").start().board.is_open("a1", side)
    assert caught.value.where == "side"


# Actions


@pytest.mark.parametrize("game", GAMES)
def test_actions_name_every_move_once(game: str) -> None:
    actions = tesuji.game(game).actions
    assert len(actions) == ACTIONS.get(game, 288)
    assert len(set(actions)) == len(actions)
    assert [actions.index(move) for move in actions] == list(range(len(actions)))
    assert [actions.index(str(move)) for move in actions] == list(range(len(actions)))


def is_on_the_border(move: str, game: str) -> bool:
    if not game.startswith("colosseum"):
        return False
    size = int(tesuji.game(game).parameters["size"])
    (row, column), side = cell(move[:-1]), move[-1]
    edges = {"u": row == 0, "l": column == 0, "d": row == size - 1, "r": column == size - 1}
    return edges[side]


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_legal_somewhere(game: str) -> None:
    """Except walls on the border of Colosseum, which keep its numbering simple."""
    actions = tesuji.game(game).actions
    met = {actions.index(move) for move in actions if is_on_the_border(str(move), game)}
    for seed in range(300):
        position, random = tesuji.game(game).start(seed), Random(seed)
        while not position.is_over and len(met) < len(actions):
            met.update(actions.legal(position))
            events = [event for event, _ in position.chance_outcomes]
            position = position.play(random.choice(events or list(position.legal_moves)))
        if len(met) == len(actions):
            break
    missed = [str(actions[number]) for number in sorted({*range(len(actions))} - met)]
    assert missed == []


@given(positions)
def test_masks_agree_with_the_legal_moves(position: Position) -> None:
    actions = position.game.actions
    mask = actions.mask(position)
    assert mask.dtype == numpy.int8
    chosen = [actions[int(number)] for number in numpy.flatnonzero(mask)]
    assert {*chosen} == {*position.legal_moves}
    assert actions.legal(position) == [actions.index(move) for move in chosen]
    for number in actions.legal(position)[:3]:
        assert actions.play(position, number) == position.play(actions[number])


@pytest.mark.parametrize("action", [-1, 288, 10**9])
def test_a_number_beyond_the_actions_is_refused(action: int) -> None:
    position = tesuji.game("pentago").start()
    with pytest.raises(IllegalMoveError) as caught:
        position.game.actions.play(position, action)
    assert caught.value.move == str(action)


def test_moves_of_another_game_have_no_number() -> None:
    move = tesuji.game("pentago-twist").move("a1AR")
    with pytest.raises(ValueError, match="a1AR"):
        tesuji.game("pentago").actions.index(move)


# Python games


class Crosses:
    """Put a cross on one of three cells; the last cell wins."""

    name = "crosses"

    def start(self) -> str:
        return "..."

    def to_move(self, state: str) -> int:
        return state.count("x") % 2

    def moves(self, state: str) -> list[int]:
        return [n for n, c in enumerate(state) if c == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "x" + state[move + 1 :]

    def result(self, state: str) -> int | None:
        return None if "." in state else 0


class Described(Crosses):
    """The same, with all that it can declare."""

    def pieces(self, state: str) -> list[tuple[int, int, int]]:
        return [(0, 0, n) for n, c in enumerate(state) if c == "x"]

    def planes(self, state: str, player: int) -> dict[str, Any]:
        return {"cross": [[c == "x" for c in state]], "player": [[player] * 3]}

    def actions(self) -> list[int]:
        return [0, 1, 2]


def test_a_python_game_may_declare_everything() -> None:
    position = tesuji.register(Described).start().play("1")
    assert position.game.planes.names == ("cross", "player")
    assert position.to_array().tolist() == [[[0, 1, 0]], [[1, 1, 1]]]
    assert position.to_array(0).tolist() == [[[0, 1, 0]], [[0, 0, 0]]]
    assert [piece.cell for piece in position.pieces(0)] == ["b1"]
    assert position.game.actions.mask(position).tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("ask", "method"),
    [
        (lambda position: position.to_array(), "planes"),
        (lambda position: position.board, "pieces"),
        (lambda position: position.pieces(0), "pieces"),
        (lambda position: position.game.actions, "actions"),
    ],
)
def test_a_python_game_without_them_says_so(ask: Any, method: str) -> None:
    position = tesuji.register(Crosses).start()
    with pytest.raises(GameDefinitionError) as caught:
        ask(position)
    assert (caught.value.game, caught.value.method) == ("crosses", method)


@pytest.mark.parametrize("answer", [None, {}, {"a": 1}, {"a": [[1]], "b": [[1, 2]]}, {"a": "xy"}])
def test_planes_that_are_no_grids_are_refused(answer: Any) -> None:
    class Broken(Crosses):
        def planes(self, state: str, player: int) -> Any:
            return answer

    with pytest.raises(GameDefinitionError) as caught:
        tesuji.register(Broken).start().to_array()
    assert caught.value.method == "planes"


def test_planes_that_change_are_refused() -> None:
    class Changing(Crosses):
        def planes(self, state: str, player: int) -> Any:
            return {f"cross{state.count('x')}": [[0, 0, 0]]}

    game = tesuji.register(Changing)
    assert game.start().to_array().shape == (1, 1, 3)
    with pytest.raises(GameDefinitionError) as caught:
        game.start().play("0").to_array()
    assert caught.value.state == "'x..'"

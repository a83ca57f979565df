"""Pictures of games written in Python: grids, text and click paths."""

from __future__ import annotations

from xml.etree import ElementTree

import tesuji
from tests.games.python_games import EXAMPLE, Coin, Wide
from tesuji import Position


def clicks_are_unambiguous(position: Position) -> dict[str, tuple[str, ...]]:
    """The click paths of a position; checks that their shapes exist."""
    scene = position.scene()
    ids = [shape.id for shape in scene.shapes if shape.id]
    assert len(set(ids)) == len(ids)
    names = [str(move) for move in position.legal_moves]
    names += [str(event) for event, _ in position.chance_outcomes]
    assert list(scene.paths) == names
    paths = list(scene.paths.values())
    assert len(set(paths)) == len(paths)
    assert all(set(path) <= set(ids) for path in paths)
    for path in paths:
        assert not any(other != path and other[: len(path)] == path for other in paths)
    ElementTree.fromstring(position.svg())
    return dict(scene.paths)


def test_the_example_is_drawn_as_a_grid_with_buttons() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("4").play("3")
    paths = clicks_are_unambiguous(position)
    assert paths == {str(n): (f"move-{n}",) for n in range(1, 8)}
    ids = {shape.id for shape in position.scene().shapes}
    assert {"a1", "g6"} <= ids
    assert str(position).count("\n") >= 6


def test_a_game_without_rows_is_drawn_as_its_text() -> None:
    position = tesuji.register(Coin).start()
    clicks_are_unambiguous(position)
    assert "(7, 0, &#x27;move&#x27;)" in position.svg() or "(7, 0, 'move')" in position.svg()
    assert "(7, 0, 'move')" in str(position)
    chance = position.play("1")
    assert set(clicks_are_unambiguous(chance)) == {"heads", "tails"}
    over = position.game.position("(0, 1, 'move')")
    assert clicks_are_unambiguous(over) == {}


class Cells:
    """Put a cross on any cell of two by three, or pass; the last cell wins."""

    name = "cells"

    def start(self) -> str:
        return ".../..."

    def to_move(self, state: str) -> int:
        return (state.count("x") + state.count("p")) % 2

    def moves(self, state: str) -> list[str]:
        rows = state[:7].split("/")
        cells = ["abc"[c] + str(r + 1) for r in range(2) for c in range(3) if rows[r][c] == "."]
        return [*cells, "pass"] if "p" not in state else cells

    def play(self, state: str, move: str) -> str:
        if move == "pass":
            return state + "p"
        at = "abc".index(move[0]) + 4 * (int(move[1]) - 1)
        return state[:at] + "x" + state[at + 1 :]

    def result(self, state: str) -> int | None:
        return None if "." in state else 1 - self.to_move(state)

    def grid(self, state: str) -> list[str]:
        return state[:7].split("/")


def test_moves_named_like_cells_are_clicked_on_the_board() -> None:
    position = tesuji.register(Cells).start().play("b2")
    paths = clicks_are_unambiguous(position)
    assert paths["a1"] == ("a1",)
    assert paths["pass"] == ("move-pass",)
    marked = position.scene(last_move=position.game.move("b2"))
    assert [shape.id for shape in marked.shapes if shape.stroke == "mark"] == ["b2"]
    assert tesuji.check_game(position.game, games=5) == []


def test_a_player_keeps_its_colour() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("1")
    colours = []
    for _ in range(2):
        shapes = position.scene().shapes
        corner = next(n for n, shape in enumerate(shapes) if shape.id == "a6")
        colours.append(shapes[corner + 1].fill)
        position = position.play("2")
    assert colours == ["player0", "player0"]


def test_very_many_moves_are_drawn() -> None:
    assert len(clicks_are_unambiguous(tesuji.register(Wide).start())) == 1000

"""Pictures of OpenSpiel's games: a grid if the state's text shows one, else the text itself."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tesuji.clean_text import clean
from tesuji.games import Move, Position, Scene, Span, TextBoard
from tesuji.games.drawing.caption import caption, caption_lines
from tesuji.games.drawing.frame import BOARD, LEFT, TOP, cell_name
from tesuji.games.drawing.grid import EMPTY, GridLook, grid_scene
from tesuji.games.scene import Shape, Text
from tesuji.interop.openspiel.text_grid import TextGrid, read_grid

__all__ = ["Picture"]

Clicks = dict[str, tuple[str, ...]]
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PAIR = re.compile(r"\((\d+),[_ ]*(\d+)\)")
_NAME = re.compile(r"(?<![A-Za-z0-9])[a-zA-Z]\d+|(?<=\d)[a-zA-Z]\d+|[a-z]\d+")


class Picture:
    """Draws the positions of one game; learns from its first moves which pieces are whose."""

    def __init__(self, game: Any) -> None:
        start = game.new_initial_state()
        self.symbols = _symbols(start)
        self.empty = EMPTY + _background(start, self.symbols)
        self.first_number = _first_number(start)

    def scene(self, position: Position, state: Any, last_move: Move | None) -> Scene:
        """The position as a grid with clicks, or as text with a button for each move."""
        moves = [str(move) for move in position.legal_moves]
        moves += [str(event) for event, _ in position.chance_outcomes]
        grid = read_grid(_shown(state))
        if grid is None:
            plain = GridLook(symbols=("", ""), clicks={move: (move,) for move in moves})
            return grid_scene(position, None, last_move, plain, _typed(_shown(state)))
        look = GridLook(
            symbols=self.symbols,
            empty=self.empty,
            row_names=grid.row_names,
            column_names=grid.column_names,
            clicks=_clicks({move: self._cells(move, grid) for move in moves}),
            marked=self._cells(str(last_move), grid) if last_move else (),
        )
        return grid_scene(position, grid.rows, last_move, look)

    def board(self, position: Position, state: Any) -> TextBoard:
        """The state as OpenSpiel prints it."""
        lines = tuple((Span(line),) for line in _shown(state).rstrip().splitlines())
        return TextBoard((*lines, *caption_lines(caption(position, ""), "")))

    def _cells(self, move: str, grid: TextGrid) -> tuple[str, ...]:
        """The cells that a move names, by row and column or as ``a7``; in our own names."""
        pairs = [(int(row), int(column)) for row, column in _PAIR.findall(move)]
        found: Iterable[tuple[int, int] | None] = [
            (row - self.first_number, column - self.first_number) for row, column in pairs
        ] or [grid.cell(name) for name in _NAME.findall(move)]
        rows, columns = len(grid.rows), len(grid.rows[0])
        inside = (c for c in found if c and 0 <= c[0] < rows and 0 <= c[1] < columns)
        return tuple(cell_name(*cell) for cell in inside)


def _clicks(cells: dict[str, tuple[str, ...]]) -> Clicks:
    """The clicks of each move: its cells, then a button if that does not tell it from others."""
    named = Counter(path[:length] for path in cells.values() for length in range(len(path) + 1))
    paths: Clicks = {}
    for move, path in cells.items():
        if path and named[path] == 1:
            paths[move] = path
        elif path:
            paths[move] = (*path, _NAME.sub("", _PAIR.sub("", move)).strip("_-: ") or "-")
        else:
            paths[move] = (move,)
    whole = set(paths.values())
    ambiguous = len(whole) < len(paths) or any(
        path[:length] in whole for path in whole for length in range(len(path))
    )
    return {move: (move,) for move in cells} if ambiguous else paths


def _shown(state: Any) -> str:
    """The text of a state without the colours that some games print."""
    return clean(_COLOUR.sub("", str(state)))


def _typed(text: str) -> list[Shape]:
    """Every character in its own place, as on a typewriter."""
    lines = text.expandtabs().rstrip().splitlines()[:40]
    width = max((len(line) for line in lines), default=1)
    pitch = min(9.0, BOARD / max(width, 1))
    return [
        Text(x=LEFT + pitch * (x + 0.5), y=TOP + 1.7 * pitch * y, text=c, size=1.5 * pitch,
             fill="ink")
        for y, line in enumerate(lines)
        for x, c in enumerate(line)
        if not c.isspace()
    ]  # fmt: skip


def _symbols(start: Any) -> tuple[str, str]:
    """The characters of each player's pieces: those that their first moves put down.

    If these differ only in case, as in chess, case tells the players apart.
    """
    found: dict[int, str] = {}
    state = start
    for _ in range(8):
        if len(found) == 2 or not state.is_player_node():
            break
        player, following = state.current_player(), state.child(state.legal_actions()[0])
        before, after = read_grid(_shown(state)), read_grid(_shown(following))
        if before is None or after is None:
            break
        pairs = zip("".join(before.rows), "".join(after.rows), strict=False)
        new = [c for old, c in pairs if c != old and c not in EMPTY and not c.isdigit()]
        if new:
            found.setdefault(player, new[0])
        state = following
    if len(set(found.values())) < 2:
        return "", ""
    if found[0].lower() == found[1].lower():
        lower, upper = string.ascii_lowercase, string.ascii_uppercase
        return (lower, upper) if found[0].islower() else (upper, lower)
    return found[0], found[1]


def _background(start: Any, symbols: tuple[str, str]) -> str:
    """The character of empty cells, if more than half of the cells have it at the start."""
    grid = read_grid(_shown(start))
    if grid is None:
        return ""
    cells = "".join(grid.rows)
    ((character, count),) = Counter(cells).most_common(1)
    return character if 2 * count > len(cells) and character not in "".join(symbols) else ""


def _first_number(start: Any) -> int:
    """Whether rows and columns in moves count from 0 or 1, judged by the first moves."""
    grid = read_grid(_shown(start))
    if grid is None or not start.is_player_node():
        return 0
    player = start.current_player()
    texts = [start.action_to_string(player, action) for action in start.legal_actions()]
    pairs = [pair for text in texts for pair in _PAIR.findall(text)]
    beyond = any(int(r) >= len(grid.rows) or int(c) >= len(grid.rows[0]) for r, c in pairs)
    return int(beyond)

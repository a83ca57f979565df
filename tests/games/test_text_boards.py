"""Text boards: expected boards of some positions, and properties over random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import dedent

import pytest

import tesuji
from tesuji import Position

GOLDEN = {
    ("avalam", ".C/..../C..E.C/..d...../...E...d/a.D.DDB./....../..e./.A"): """
           a  b  c  d  e  f  g  h  i
         1       ·  Y3
         2    ·  ·  ·  ·
         3    Y3 ·  ·  Y5 ·  Y3
         4    ·  ·  R4 ·  ·  ·  ·  ·
         5 ·  ·  ·  Y5    ·  ·  ·  R4
         6 R1 ·  Y4 ·  Y4 Y4 Y2 ·
         7       ·  ·  ·  ·  ·  ·
         8             ·  ·  R5 ·
         9                ·  Y1

        Y Yellow wins, 10 to 4
        no move is left: more towers
        """,
    ("colosseum(size=4)", "b1 d3 o a1d,b1r,b2r,c2d,c3r,b4r"): """
             a   b   c   d
           ┏━━━━━━━┳━━━━━━━┓
         1 ┃     V ┃       ┃
           ┣━━━╸   ┃   ·   ┃
         2 ┃       ┃       ┃
           ┃   ·   ┗━━━┓   ┃
         3 ┃           ┃ O ┃
           ┃   ·   ╻   ╹   ┃
         4 ┃       ┃       ┃
           ┗━━━━━━━┻━━━━━━━┛

        O Orange to move
        walk up to 2 steps, then build a wall
        """,
    ("colosseum(size=4)", "a1 d4 v a3d,b3d,c3d,d3d"): """
             a   b   c   d
           ┏━━━━━━━━━━━━━━━┓
         1 ┃ V   v   v   v ┃
           ┃   ·   ·   ·   ┃
         2 ┃ v   v   v   v ┃
           ┃   ·   ·   ·   ┃
         3 ┃ v   v   v   v ┃
           ┣━━━━━━━━━━━━━━━┫
         4 ┃ o   o   o   O ┃
           ┗━━━━━━━━━━━━━━━┛

        V Violet wins, 12 to 4
        the players are separated: the larger region wins
        """,
    ("ewn", "a2b2b1a1c1a3 e5e4e3d4c5d5 r ?"): """
           a  b  c  d  e
         1 R4 R3 R5 ·  ·
         2 R1 R2 ·  ·  ·
         3 R6 ·  ·  ·  B3
         4 ·  ·  ·  B4 B2
         5 ·  ·  B5 B6 B1

        R Red to roll
        each face 1 in 6
        """,
    ("ewn", "a2--b1--c1a3 e5e4e3d4c5d5 r 4"): """
           a  b  c  d  e
         1 ·  R3 R5 ·  ·
         2 R1 ·  ·  ·  ·
         3 R6 ·  ·  ·  B3
         4 ·  ·  ·  B4 B2
         5 ·  ·  B5 B6 B1

        R Red to move, die 4
        cube 3 or 5 moves, for 4 is gone
        """,
    ("ewn-cyclic", "a2b2b1a1c1a3 g6g5g4f5e6f6 b 105043152135555404422"): """
           a  b  c  d  e  f  g
         1 R3 R2 R4 ·  ·  ·  ·
         2 R0 R1 ·  ·  ·  ·  ·
         3 R5 ·  ·  ·  ·  ·  ·
         4 ·  ·  ·  ·  ·  ·  B2
         5 ·  ·  ·  ·  ·  B3 B1
         6 ·  ·  ·  ·  B4 B5 B0

        B Blue to move, die 1
        cube 1 moves
        dice 1 0 5 0 4 3 1 5 2 1 3 5 5 5 5 4 0 4 4 2 2
        """,
    ("pentago", "wwwww1/6/2b3/6/4b1/b4b"): """
             a b c   d e f
           ┌───────┬───────┐
         1 │ ○ ○ ○ │ ○ ○ · │
         2 │ · · · │ · · · │
         3 │ · · ● │ · · · │
           ├───────┼───────┤
         4 │ · · · │ · · · │
         5 │ · · · │ · ● · │
         6 │ ● · · │ · · ● │
           └───────┴───────┘

        ○ White wins
        five in a row
        """,
}

SPECS = ["avalam", "colosseum(size=6)", "ewn", "ewn-cyclic", "pentago", "pentago-twist"]


def positions(spec: str) -> Iterator[Position]:
    for seed in range(5):
        rng = random.Random(seed)
        position = tesuji.game(spec).start(seed)
        yield position
        while not position.is_over:
            events = [event for event, _ in position.chance_outcomes]
            position = position.play(rng.choice(list(position.legal_moves) or events))
            yield position


@pytest.mark.parametrize(("spec", "text"), GOLDEN)
def test_golden(spec: str, text: str) -> None:
    shown = str(tesuji.game(spec).position(text))
    assert shown == dedent(GOLDEN[spec, text]).strip("\n").rstrip()


# Readers: they recover the notation of a position from its board, without colours


def read_avalam(lines: list[str]) -> str:
    rows = []
    for number, line in enumerate(lines[1:10]):
        tokens = [line.ljust(30)[at : at + 2] for at in range(3, 30, 3)]
        heights = {"Y": "·ABCDE", "R": "·abcde"}
        shown = [t if t in ("· ", "  ") else heights[t[0]][int(t[1])] for t in tokens]
        assert number != 4 or shown[4] == "  "
        rows.append("".join(shown).replace("· ", ".").replace(" ", ""))
    return "/".join(rows)


def read_colosseum(lines: list[str]) -> str:
    size = len(lines[0].split())
    cells = [(row, column) for row in range(size) for column in range(size)]
    pawns, walls = {}, []
    for row, column in cells:
        name = f"{'abcdefghijkl'[column]}{row + 1}"
        line, at = 2 + 2 * row, 5 + 4 * column
        pawns[lines[line][at]] = name
        if column + 1 < size and lines[line][at + 2] == "┃":
            walls.append(name + "r")
        if row + 1 < size and lines[line + 1][at] == "━":
            walls.append(name + "d")
    mover = next(line for line in lines[2 * size + 2 :] if line)[0].lower()
    return f"{pawns['V']} {pawns['O']} {mover} {','.join(walls) or '-'}"


def read_ewn(lines: list[str]) -> str:
    squares = {
        line[at : at + 2]: f"{lines[0][at]}{line[1]}"
        for line in lines[1 : lines.index("")]
        for at in range(3, len(line), 3)
    }
    caption = lines[lines.index("") + 1]
    numbers = "123456" if len(lines[0].split()) == 5 else "012345"
    sides = ["".join(squares.get(side + n, "--") for n in numbers) for side in "RB"]
    die = "?" if "roll" in caption else caption[-1]
    if lines[-1].startswith("dice"):
        die = lines[-1].removeprefix("dice").replace(" ", "")
    return f"{' '.join(sides)} {caption[0].lower()} {die}"


def read_pentago(lines: list[str]) -> str:
    rows = [line for line in lines if "│" in line]
    cells = [line[2:].replace("│", "").replace(" ", "") for line in rows]
    return "/".join(cells).replace("○", "w").replace("●", "b").replace("·", ".")


READERS = {
    "avalam": read_avalam,
    "colosseum": read_colosseum,
    "ewn": read_ewn,
    "ewn-cyclic": read_ewn,
    "pentago": read_pentago,
    "pentago-twist": read_pentago,
}


@pytest.mark.parametrize("spec", [*SPECS, "colosseum(size=12)"])
def test_readable_without_colour(spec: str) -> None:
    for position in positions(spec):
        # A finished game need not show whose turn it would have been.
        if position.is_over and position.game.name in ("colosseum", "ewn", "ewn-cyclic"):
            continue
        read = READERS[position.game.name](str(position).split("\n"))
        assert position.game.position(read) == position


@pytest.mark.parametrize("spec", SPECS)
def test_captions(spec: str) -> None:
    for position in positions(spec):
        shown, names, outcome = str(position), position.game.players, position.outcome
        if outcome is None:
            doing = "roll" if position.is_chance else "move"
            assert f"{names[position.next_player]} to {doing}" in shown
        else:
            winner = "Draw" if outcome.winner is None else f"{names[outcome.winner]} wins"
            assert winner in shown
            assert outcome.reason in shown


@pytest.mark.parametrize("spec", SPECS)
def test_roles(spec: str) -> None:
    for position in positions(spec):
        board = position.game.board(position)
        roles = {span.role for line in board.lines for span in line}
        assert roles <= {"", "player0", "player1", "mark0", "mark1", "mark", "dim"}
        assert all(line == line.rstrip() for line in board.plain().split("\n"))


@pytest.mark.parametrize("spec", ["pentago-twist", "colosseum(size=12)"])
def test_framed_boards_are_aligned(spec: str) -> None:
    for position in positions(spec):
        framed = [line for line in str(position).split("\n") if line[-1:] in set("┓┃┫┛┐│┤┘")]
        assert len(framed) >= 9
        assert len({len(line) for line in framed}) == 1


def test_cubes_that_may_move_are_marked() -> None:
    position = tesuji.game("ewn").position("a2--b1--c1a3 e5e4e3d4c5d5 r 4")
    board = position.game.board(position)
    assert [s.text for line in board.lines for s in line if s.role == "mark0"] == ["R3", "R5"]

"""A program of an EWN course, and ways to be a bad one. Only the standard library.

Usage: ``ewn_program.py judge|text [MODE]``. It plays the last legal move.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

Cell = tuple[int, int]
WAYS = {"R": ((0, 1), (1, 0), (1, 1), (-1, 1)), "B": ((0, -1), (-1, 0), (-1, -1), (1, -1))}
HOMES = {
    "R": ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)),
    "B": ((3, 6), (4, 5), (4, 6), (5, 4), (5, 5), (5, 6)),
}


def movable(cubes: dict[int, Cell], die: int) -> list[int]:
    if die in cubes:
        return [die]
    lower = sorted(n for n in cubes if n < die)
    higher = sorted(n for n in cubes if n > die)
    return lower[-1:] + higher[:1]


def moves(
    cubes: dict[int, Cell], die: int, ways: tuple[Cell, ...], size: Cell
) -> list[tuple[int, int, Cell]]:
    """Number, direction and target of every legal move."""
    found = []
    for number in movable(cubes, die):
        row, column = cubes[number]
        for way, (down, right) in enumerate(ways):
            target = (row + down, column + right)
            if 0 <= target[0] < size[0] and 0 <= target[1] < size[1]:
                found.append((number, way, target))
    return found


def wait_forever() -> NoReturn:
    while True:
        signal.pause()


def misbehave(mode: str, illegal: bytes) -> None:
    """Breaks a rule instead of answering; returns if the mode is a good one."""
    if mode == "hang":
        wait_forever()
    elif mode == "exit":
        sys.exit(3)
    elif mode == "crash":
        raise RuntimeError("lost")
    elif mode == "bytes":
        os.write(1, b"\xff\xfe\n")
        wait_forever()
    elif mode == "garbage":
        os.write(1, b"zz\n")
        wait_forever()
    elif mode == "illegal":
        os.write(1, illegal)
        wait_forever()
    elif mode == "flood":
        while True:
            os.write(1, b"x" * 10_000)


class Judged:
    """One game of the judge's protocol."""

    def __init__(self, start: str) -> None:
        numbers = {"R": start[:6], "B": start[6:12]}
        self.cubes = {
            side: {int(numbers[side][k]): HOMES[side][k] for k in range(6)} for side in "RB"
        }
        self.dice = [int(die) for die in start[12:33]]
        self.side = "R" if start[33] == "f" else "B"
        self.ply = 0

    @property
    def mover(self) -> str:
        return "RB"[self.ply % 2]

    @property
    def is_over(self) -> bool:
        red, blue = self.cubes["R"], self.cubes["B"]
        return not red or not blue or (5, 6) in red.values() or (0, 0) in blue.values()

    def legal(self) -> list[tuple[int, int, Cell]]:
        die = self.dice[self.ply % 21]
        return moves(self.cubes[self.mover], die, WAYS[self.mover], (6, 7))

    def play(self, number: int, way: int) -> None:
        (target,) = [where for n, w, where in self.legal() if (n, w) == (number, way)]
        for side in "RB":
            self.cubes[side] = {n: at for n, at in self.cubes[side].items() if at != target}
        self.cubes[self.mover][number] = target
        self.ply += 1


def read(count: int) -> str:
    data = b""
    while len(data) < count:
        more = os.read(0, count - len(data))
        if not more:
            sys.exit(0)
        data += more
    print("received", data.decode(), file=sys.stderr, flush=True)
    return data.decode()


def judge(mode: str) -> None:
    if mode == "early":
        os.write(1, b"00")
    while True:
        game = Judged(read(34))
        while not game.is_over:
            if game.mover == game.side:
                if mode == "tired" and game.ply > 4:
                    sys.exit(4)
                misbehave(mode, b"%d3" % ((game.dice[game.ply % 21] + 1) % 6))
                number, way, _ = game.legal()[-1]
                answer = b"%d%d" % (number, way)
                os.write(1, answer * (2 if mode == "twice" else 1))
            else:
                move = read(2)
                number, way = int(move[0]), int(move[1])
            game.play(number, way)
        if read(1) != "y":
            return


def cell(square: str) -> Cell:
    return (int(square[1]) - 1, "ABCDE".index(square[0]))


def square(at: Cell) -> str:
    return "ABCDE"[at[1]] + str(at[0] + 1)


def text(mode: str) -> None:
    for line in map(str.strip, sys.stdin):
        print("received", line, file=sys.stderr, flush=True)
        words = line.split()
        if words[0] == "exit":
            return
        if words[0] == "ini":
            homes = {"R": "A1 B1 C1 A2 B2 A3", "B": "E5 D5 C5 E4 D4 E3"}
            answer = "never\n" * 10 if mode == "uninitialised" else homes[words[1]]
            os.write(1, (answer + "\nA1 B1" * (mode == "early") + "\n").encode())
        elif words[0] == "get":
            misbehave(mode, b"A1 E5\n")
            squares = {"B": words[3:9], "R": words[9:]}[words[1]]
            cubes = {n: cell(at) for n, at in enumerate(squares, 1) if at != "0"}
            number, _, target = moves(cubes, int(words[2]), WAYS[words[1]][:3], (5, 5))[-1]
            answer = f"{square(cubes[number])} {square(target)}"
            os.write(1, f"{answer}\n".encode() * (2 if mode == "twice" else 1))
        elif words[0] == "name" or mode == "talkative":
            print(f"stub {words[0]}", flush=True)


if __name__ == "__main__":
    {"judge": judge, "text": text}[sys.argv[1]]((sys.argv[2:] or ["good"])[0])

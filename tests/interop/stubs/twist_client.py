"""A client of the Pentago-Twist course's server, and ways to be a bad one.

Usage: ``twist_client.py PORT [MODE]``. It plays the first legal move. Only the standard library.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from typing import NoReturn


class Client:
    """Keeps the board by the moves that the server sends back."""

    def __init__(self, port: int, mode: str) -> None:
        self.mode = mode
        self.board: dict[tuple[int, int], int] = {}
        self.player = 0
        self.turns = 0
        self.socket = socket.create_connection(("localhost", port))
        self.lines = self.socket.makefile("r", newline="\n")

    def send(self, line: str) -> None:
        self.socket.sendall(line.encode() + b"\n")

    def play(self) -> None:
        self.send("START <b>stub</b> client" + "\n0 0 0 0 0" * (self.mode == "early"))
        for line in map(str.strip, self.lines):
            print("received", line, flush=True)
            words = line.split()
            if words[0] == "START":
                self.player = int(words[1][-1])
            elif words[0] == "PLAY":
                self.turns += 1
                self.answer()
            elif words[0] == "GAMEOVER":
                return
            else:
                self.echo(*map(int, words))

    def move(self) -> str:
        cells = ((x, y) for x in range(6) for y in range(6))
        x, y = next(cell for cell in cells if cell not in self.board)
        return f"{x} {y} 0 0 {self.player}"

    def echo(self, x: int, y: int, quadrant: int, flip: int, player: int) -> None:
        assert (x, y) not in self.board
        self.board[x, y] = player
        top, left = 3 * (quadrant // 2), 3 * (quadrant % 2)
        before = {}
        for i in range(3):
            for j in range(3):
                if (top + i, left + j) in self.board:
                    before[i, j] = self.board.pop((top + i, left + j))
        for (i, j), owner in before.items():
            i, j = (i, 2 - j) if flip else (j, 2 - i)
            self.board[top + i, left + j] = owner

    def answer(self) -> None:
        mode = self.mode
        if mode == "hang":
            wait_forever()
        elif mode == "late":
            time.sleep(0.5 if self.turns == 1 else 0.0)
            self.send(self.move())
        elif mode == "exit":
            sys.exit(3)
        elif mode == "close":
            self.socket.shutdown(socket.SHUT_RDWR)
            wait_forever()
        elif mode == "bytes":
            self.socket.sendall(b"\xff\xfe\n")
        elif mode == "flood":
            while True:
                self.socket.sendall(b"x" * 10_000)
        elif mode == "lines":
            while True:
                self.socket.sendall(b"not a move\n" * 1_000)
        elif mode == "chatter":
            self.send("hello")
            self.send("1 2 three")
            self.send(self.move())
        elif mode == "illegal":
            self.send(f"0 0 0 0 {self.player}" if self.board else f"6 0 0 0 {self.player}")
        elif mode == "impostor":
            self.send(self.move()[:-1] + str(1 - self.player))
        elif mode == "twice":
            self.send(self.move() + "\n" + self.move())
        else:
            self.send(self.move())


def wait_forever() -> NoReturn:
    while True:
        signal.pause()


def main() -> NoReturn:
    port, mode = int(sys.argv[1]), (sys.argv[2:] or ["good"])[0]
    if mode == "silent":
        wait_forever()
    if mode == "crash":
        raise RuntimeError("lost")
    client = Client(port, mode)
    if mode == "nameless":
        client.send("HELLO")
        wait_forever()
    if mode == "again":
        try:
            socket.create_connection(("localhost", port)).close()
            print("a second connection was accepted", flush=True)
        except OSError:
            print("a second connection was refused", flush=True)
    client.play()
    os._exit(0)


main()

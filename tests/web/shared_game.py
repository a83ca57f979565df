"""A game between two clients and a spectator, at the level of messages."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import tesuji
from tests.web.live import PERSON, Client, Server

BOTH = [PERSON, PERSON]
"""The seats of a game between two people."""
NEAR_END = ".B/D..c/.....d/...D...c/c..D...d/a......d/....Ea/B..b/B."
NEAR_END_MOVE = str(tesuji.game("avalam").position(NEAR_END).legal_moves[0])
"""A position of Avalam that a solver knows at once, and a move there."""
FIELDS: dict[str, dict[str, Any]] = {
    "visible": {"on": True},
    "agents": {"game": "avalam"},
    "rules": {"game": "avalam"},
    "new": {"game": "avalam", "seats": BOTH},
    "move": {"move": "c4d5", "ply": 0},
    "hint": {"ply": 0},
    "pause": {"on": True},
    "invite": {},
    "name": {"name": "Ann"},
    "answer": {"number": 1, "accept": True},
    "open": {"game": "avalam", "start": "START", "moves": []},
    "record": {"text": "RECORD"},
    "export": {"kind": "record"},
    "scene": {"ply": 0},
    "analyse": {"ply": 0, "spec": "greedy", "seconds": 0.01},
    "lines": {"ply": 0, "spec": "greedy", "candidates": ["c4d5"]},
    "tree": {"ply": 0, "spec": "mcts", "simulations": 2},
    "simulation": {"ply": 0, "spec": "mcts", "number": 1},
    "review": {"spec": "greedy", "seconds": 0.01},
    "retry": {"ply": 0, "move": "c4d5", "spec": "greedy", "seconds": 0.01},
    "puzzles": {"game": "avalam"},
    "guide": {"game": "avalam"},
    "position": {"game": "avalam", "position": NEAR_END},
    "attempt": {"game": "avalam", "position": NEAR_END, "move": NEAR_END_MOVE},
}
"""A valid message of each type that has fields."""


class Table:
    """A game of Avalam between two clients, and a third who watches."""

    def __init__(self, server: Server, game: str = "avalam", **fields: Any) -> None:
        self._open = ExitStack()
        self.server = server
        first = self.enter(Client(server))
        first.ask("new", game=game, seats=BOTH, **fields)
        tokens = [first.ask("invite", **where)["token"] for where in ({"seat": 1}, {})]
        self.seats = (first, self.enter(Client(server, token=tokens[0])))
        self.spectator = self.enter(Client(server, token=tokens[1]))
        self.tokens = tokens

    def enter(self, client: Client) -> Client:
        return self._open.enter_context(client)

    def fields(self, kind: str) -> dict[str, Any]:
        """A message that would be valid in this game."""
        fields = dict(FIELDS.get(kind, {}))
        if kind == "open":
            fields["start"] = tesuji.game("avalam").start().text
        if kind == "record":
            fields["text"] = self.spectator.ask("export", kind="record")["text"]
        return fields

    def refresh(self) -> None:
        """Lets every client read everything that the server has sent so far."""
        for client in (*self.seats, self.spectator):
            client.ask("visible", on=True)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self._open.close()


def is_refused(answer: dict[str, Any]) -> bool:
    return bool(answer["type"] == "error")


def proposal(client: Client) -> dict[str, Any]:
    found = client.wait(lambda state: state["proposal"] is not None)["proposal"]
    assert isinstance(found, dict)
    return found


def accept(client: Client, yes: bool = True) -> dict[str, Any]:
    return client.ask("answer", number=proposal(client)["number"], accept=yes)

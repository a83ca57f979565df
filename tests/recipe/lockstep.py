"""Plays the compiled Connect Four in lockstep with another one; runs in the built copy.

python -S lockstep.py openspiel|python GAMES
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, Protocol

import tesuji


class Other(Protocol):
    """Another implementation of the game, with one position that changes."""

    def restart(self) -> None: ...
    def play(self, move: str) -> None: ...
    def answers(self) -> tuple[Any, ...]:
        """Text, legal moves, player to move, winner (-1: draw, None: not over)."""


class OpenSpiel:
    """OpenSpiel's connect_four: actions are columns from 0."""

    def __init__(self) -> None:
        import pyspiel

        self.game = pyspiel.load_game("connect_four")

    def restart(self) -> None:
        self.state = self.game.new_initial_state()

    def play(self, move: str) -> None:
        self.state.apply_action(int(move) - 1)

    def answers(self) -> tuple[Any, ...]:
        text = "/".join(str(self.state).split())
        if self.state.is_terminal():
            return text, [], None, {1: 0, 0: -1, -1: 1}[int(self.state.returns()[0])]
        moves = [str(action + 1) for action in self.state.legal_actions()]
        return text, moves, self.state.current_player(), None


class InTesuji:
    """A game of this package."""

    def __init__(self, game: tesuji.Game) -> None:
        self.game = game

    def restart(self) -> None:
        self.position = self.game.start()

    def play(self, move: str) -> None:
        self.position = self.position.play(move)

    def answers(self) -> tuple[Any, ...]:
        position, outcome = self.position, self.position.outcome
        winner = None if outcome is None else -1 if outcome.winner is None else outcome.winner
        return position.text, [str(m) for m in position.legal_moves], position.to_move, winner


def compare_games(ours: InTesuji, other: Other, games: int) -> int:
    """Plays random games and compares every answer; returns the number of steps."""
    rng, steps = Random(1), 0
    for _ in range(games):
        ours.restart()
        other.restart()
        while True:
            assert ours.answers() == other.answers(), (ours.answers(), other.answers())
            steps += 1
            moves = ours.answers()[1]
            if not moves:
                break
            move = rng.choice(moves)
            ours.play(move)
            other.play(move)
    return steps


def compare_values(ours: InTesuji, other: InTesuji, positions: int) -> None:
    """Compares the proven values of late positions, by alpha-beta and by MCTS."""
    rng, left = Random(2), positions
    while left:
        ours.restart()
        while len(ours.answers()[1]) > 0 and ours.answers()[0].count(".") > 9:
            ours.play(rng.choice(ours.answers()[1]))
        text, moves, _, _ = ours.answers()
        if not moves:
            continue
        left -= 1
        found = [
            tesuji.agent(spec).search(game.position(text), **budget).proven
            for game in (ours.game, other.game)
            for spec, budget in (("alphabeta", {"depth": 42}), ("mcts", {"simulations": 200_000}))
        ]
        assert len(set(found)) == 1, (text, found)
        assert found[0] is not None


def main() -> None:
    """Prints the number of steps compared."""
    kind, games = sys.argv[1], int(sys.argv[2])
    compiled = tesuji.game("connect-four")
    assert type(compiled).__module__ == "tesuji.games.connect_four"
    assert tesuji.perft(compiled.start(), 8) == 5_673_234
    ours = InTesuji(compiled)
    if kind == "openspiel":
        print(compare_games(ours, OpenSpiel(), games))
        return
    tesuji.load(Path(__file__).resolve().parents[2] / "examples" / "connect_four.py")
    other = InTesuji(tesuji.game("connect-four"))
    assert other.game != compiled
    print(compare_games(ours, other, games))
    compare_values(ours, other, 20)


if __name__ == "__main__":
    main()

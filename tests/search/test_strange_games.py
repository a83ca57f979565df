"""Searches on games unlike ours: rolls that end the game or pass the turn, many rolls, many moves,
moves in a row."""

from __future__ import annotations

import inspect
import textwrap
from fractions import Fraction
from functools import cache

import pytest

import tesuji
from tests.search.apart import run_apart
from tesuji import Position

State = tuple[int, int, str]


class Plain:
    """Numbers are added up in turn; whoever makes the sum a multiple of seven wins."""

    name = "strange-plain"

    def start(self) -> State:
        return (1, 0, "")

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[str]:
        return ["+1", "+2", "+4"]

    def play(self, state: State, move: str) -> State:
        return (state[0] + int(move), 1 - state[1], "")

    def result(self, state: State) -> int | str | None:
        if state[0] % 7 == 0:
            return 1 - state[1]
        return "draw" if state[0] > 9 else None


class Twice(Plain):
    """Each player has two moves in a row."""

    name = "strange-twice"

    def play(self, state: State, move: str) -> State:
        turn = state[1] if state[2] == "" else 1 - state[1]
        return (state[0] + int(move), turn, "second" if state[2] == "" else "")

    def result(self, state: State) -> int | str | None:
        if state[0] % 7 == 0:
            return state[1] if state[2] else 1 - state[1]
        return "draw" if state[0] > 9 else None


class Rolls(Plain):
    """After each move a roll adds something; it can end the game."""

    name = "strange-rolls"
    rolls: tuple[str, ...] = ("d0", "d1", "d5")

    def events(self, state: State) -> list[str]:
        return list(self.rolls) if state[2] == "roll" else []

    def play(self, state: State, move: str) -> State:
        if move.startswith("d"):
            return (state[0] + int(move[1:]), state[1], "")
        return (state[0] + int(move), 1 - state[1], "roll")


class ManyRolls(Rolls):
    """A hundred different rolls, of which only whether they are odd counts; three moves in all."""

    name = "strange-many-rolls"
    rolls = tuple(f"d{n}" for n in range(100))

    def moves(self, state: State) -> list[str]:
        return ["+10", "+11"]

    def play(self, state: State, move: str) -> State:
        if move.startswith("d"):
            return (state[0] // 10 * 10 + int(move[1:]) % 2, state[1], "")
        return (state[0] + int(move), 1 - state[1], "roll")

    def result(self, state: State) -> int | str | None:
        return None if state[2] == "roll" or state[0] < 30 else state[0] % 2


class RollsPassTheTurn(Rolls):
    """It stays the turn of who moved until the roll."""

    name = "strange-turn"
    rolls = ("d0", "d1")

    def play(self, state: State, move: str) -> State:
        if move.startswith("d"):
            return (state[0] + int(move[1:]), 1 - state[1], "")
        return (state[0] + int(move), state[1], "roll")

    def result(self, state: State) -> int | str | None:
        return None if state[2] == "roll" else super().result(state)


class Wide(Plain):
    """Five thousand moves."""

    name = "strange-wide"

    def moves(self, state: State) -> list[str]:
        return [f"+{n}" for n in range(1, 5001)]

    def result(self, state: State) -> int | str | None:
        return "draw" if state[0] > 1 else None


@cache
def for_first(position: Position) -> Fraction:
    """The expected result of player 0, 0 to 1, by plain expectimax."""
    if outcome := position.outcome:
        return Fraction(outcome.value_for(0))
    if position.is_chance:
        return sum(
            (Fraction(p).limit_denominator(1000) * for_first(position.play(event)))
            for event, p in position.chance_outcomes
        ) + Fraction(0)
    values = [for_first(position.play(move)) for move in position.legal_moves]
    return max(values) if position.to_move == 0 else min(values)


def value_of(position: Position) -> float:
    """The expected result for the player to move."""
    first = float(for_first(position))
    return first if position.to_move == 0 else 1 - first


ALPHABETA = tuple(
    f"alphabeta(table={table}, star1={star1}, star2={star2})"
    for table in ("false", "true")
    for star1 in ("false", "true")
    for star2 in ("false", "true")
)


def cases() -> list[tuple[type[Plain], str]]:
    # Without a table, so many rolls take too long.
    return [
        (game, agent)
        for game in (Plain, Twice, Rolls, ManyRolls, RollsPassTheTurn)
        for agent in (ALPHABETA[4:] if game is ManyRolls else ALPHABETA)
    ]


@pytest.mark.parametrize(("game", "agent"), cases())
def test_alphabeta_equals_expectimax(game: type[Plain], agent: str) -> None:
    may_crash = game is Rolls and "star2=true" in agent
    for position in some_positions(game):
        if may_crash:
            found = found_apart(game, agent, position)
        else:
            found = tesuji.agent(agent).search(position, depth=30, seconds=20).value
        assert found == pytest.approx(value_of(position), abs=1e-5)


def some_positions(game: type[Plain]) -> list[Position]:
    """The start and what can follow from it."""
    start = tesuji.register(game).start()
    positions = [start]
    for move in start.legal_moves:
        after = start.play(move)
        if after.is_chance:
            after = after.play(after.chance_outcomes[0][0])
        positions += [] if after.is_over else [after]
    return positions


def found_apart(
    game: type[Plain], agent: str, position: Position, budget: str = "depth=30, seconds=20"
) -> float:
    """The value that a search finds in a process of its own."""
    lineage = [kind for kind in reversed(game.__mro__) if kind is not object]
    code = "from __future__ import annotations\nimport tesuji\n"
    code += "".join(textwrap.dedent(inspect.getsource(kind)) + "\n" for kind in lineage)
    code += f"position = tesuji.register({game.__name__}).position({position.text!r})\n"
    code += f"print(tesuji.agent({agent!r}).search(position, {budget}).value)\n"
    return float(run_apart(code))


@pytest.mark.parametrize("game", [Plain, Twice, Rolls, ManyRolls, RollsPassTheTurn])
@pytest.mark.parametrize(
    "agent", ["mcts", "mcts(expand=all, select=puct)", "mcts(guard=ahead(root=2, nodes=1))"]
)
def test_mcts_comes_near_expectimax(game: type[Plain], agent: str) -> None:
    position = tesuji.register(game).start()
    found = tesuji.agent(agent).search(position, simulations=6000)
    exact = value_of(position)
    if found.proven is not None:
        assert found.value == exact
    assert found.value == pytest.approx(exact, abs=0.06)


def test_very_wide_positions() -> None:
    position = tesuji.register(Wide).start()
    for agent in ("mcts", "mcts(expand=all)", "alphabeta", "flat"):
        assert tesuji.agent(agent).choose(position, simulations=100) in position.legal_moves


@pytest.mark.parametrize("expand", ["one", "all"])
def test_a_position_too_wide_for_the_pool(expand: str) -> None:
    agent = f"mcts(expand={expand}, memory=0.1)"
    found = found_apart(Wide, agent, tesuji.register(Wide).start(), "simulations=100")
    assert 0 <= found <= 1

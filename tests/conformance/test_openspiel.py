"""OpenSpiel as an oracle: the core plays `pentago` and `ewn` in lock-step with it.

The number of games is that of the differential tests, at least 300 each. Without OpenSpiel the
tests are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.conformance.lockstep import GAMES, Oracle, Result, chunk_of_seeds, play_in_lockstep

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: oracle)")

CHUNKS = 10
ENOUGH = max(300, GAMES)


class SpielOracle(Oracle[Any]):
    """Base of both games. OpenSpiel's states change in place."""

    spiel_name: str

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        self.spiel = pyspiel.load_game(self.spiel_name)

    def moves(self, state: Any) -> list[int]:
        return [] if state.is_chance_node() else list(self.actions(state))

    def play(self, state: Any, code: int) -> Any:
        state.apply_action(self.actions(state)[code])
        return state

    def actions(self, state: Any) -> dict[int, int]:
        """OpenSpiel's action for the code of every move or event."""
        raise NotImplementedError

    def result(self, state: Any) -> Result:
        if not state.is_terminal():
            return None
        score = int(state.returns()[0])
        return {1: 0, 0: None, -1: 1}[score], score


class SpielPentago(SpielOracle):
    """Action (row * 6 + column) * 8 + r; quadrants r >> 1 clockwise from the top left."""

    spiel_name = "pentago"
    ordered = False

    def __init__(self) -> None:
        super().__init__("pentago")
        self.code_of = [self.game.parse_move(self.move_name(action)) for action in range(288)]
        self.spread_out = str.maketrans({"/": ""} | {str(n): "." * n for n in range(1, 7)})

    def move_name(self, action: int) -> str:
        cell, turn = divmod(action, 8)
        return f"{'abcdef'[cell % 6]}{cell // 6 + 1}{'ABDC'[turn >> 1]}{'LR'[turn & 1]}"

    def copy_of(self, core: Any) -> Any:
        return self.spiel.new_initial_state()

    def actions(self, state: Any) -> dict[int, int]:
        return {self.code_of[action]: action for action in state.legal_actions()}

    def to_move(self, state: Any) -> int:
        moves: int = state.move_number()
        return moves % 2

    def board(self, state: Any) -> str:
        rows = re.findall(r"^. \d (.{12})", str(state), re.MULTILINE)
        return "".join(rows).translate(str.maketrans("O@", "wb", " "))

    def core_board(self, core: Any) -> str:
        text: str = core.text()
        return text.translate(self.spread_out)


class SpielEwn(SpielOracle):
    """Black, at the top left, is our Red, and White our Blue; there White moves first."""

    spiel_name = "einstein_wurfelt_nicht"
    ordered = False
    compass = (
        {"right": "e", "down": "s", "diag": "se"},
        {"left": "w", "up": "n", "diag": "nw"},
    )

    def __init__(self) -> None:
        super().__init__("ewn")
        self.rolls = [self.game.parse_move(f"d{die}") for die in range(1, 7)]

    def begin(self, seed: int) -> tuple[Any, Any]:
        state, rng = self.spiel.new_initial_state(), Random(seed)
        for _ in range(2):
            state.apply_action(rng.choice(state.legal_actions()))
        return self.game.parse_state(self.text_of(state)), state

    def copy_of(self, core: Any) -> Any:
        raise NotImplementedError("OpenSpiel draws the start, and the core copies it")

    def text_of(self, state: Any) -> str:
        sides = ["".join(squares) for squares in self.board(state)]
        return f"{sides[0]} {sides[1]} b ?"

    def actions(self, state: Any) -> dict[int, int]:
        if state.is_chance_node():
            return dict(zip(self.rolls, state.legal_actions(), strict=True))
        return {self.code_of(state, action): action for action in state.legal_actions()}

    def code_of(self, state: Any, action: int) -> int:
        text = state.action_to_string(state.current_player(), action)
        match = re.fullmatch(r"[BW](\d)-(\w+)\*?", text)
        assert match, text
        return self.game.parse_move(match[1] + self.compass[state.current_player()][match[2]])

    def events(self, state: Any) -> list[int]:
        return self.rolls if state.is_chance_node() else []

    def to_move(self, state: Any) -> int:
        """Two placements come first, then a roll and a move in turn."""
        events_and_moves: int = state.move_number() - 2
        return 1 - events_and_moves // 2 % 2

    def board(self, state: Any) -> tuple[list[str], ...]:
        squares = dict(self.stones(state))
        return tuple([squares.get(f"{side}{n}", "--") for n in range(1, 7)] for side in "bw")

    def stones(self, state: Any) -> Iterator[tuple[str, str]]:
        for row, line in enumerate(str(state).splitlines()[:5], start=1):
            for column, stone in zip("abcde", re.findall(r"\|(..)\|", line), strict=True):
                yield stone, f"{column}{row}"

    def core_board(self, core: Any) -> tuple[list[str], ...]:
        return tuple(re.findall("..", side) for side in core.text().split(" ")[:2])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_pentago_agrees_with_openspiel(chunk: int) -> None:
    oracle = SpielPentago()
    for seed in chunk_of_seeds(chunk, CHUNKS, ENOUGH):
        play_in_lockstep(oracle, seed)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ewn_agrees_with_openspiel(chunk: int) -> None:
    oracle = SpielEwn()
    for seed in chunk_of_seeds(chunk, CHUNKS, ENOUGH):
        play_in_lockstep(oracle, seed)


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = SpielPentago()
    swapped = [oracle.game.parse_move(oracle.move_name(action ^ 1)) for action in range(288)]
    monkeypatch.setattr(oracle, "code_of", swapped)
    with pytest.raises(AssertionError, match=r"pentago, seed 0, ply [12], .*the boards differ"):
        play_in_lockstep(oracle, 0)

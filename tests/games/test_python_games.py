"""Games written in Python: registration, pickling and moves."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

import tesuji
from tests.games.python_games import EXAMPLE, Coin, Wide, apart
from tesuji import GameDefinitionError, IllegalMoveError, ParameterError

# Names


def test_registering_again_replaces_the_rules() -> None:
    class First(Coin):
        name = "replaced"

    class Second(First):
        def start(self) -> Any:
            return (3, 0, "move")

    old = tesuji.register(First)
    new = tesuji.register(Second)
    assert tesuji.game("replaced") is new
    assert tesuji.games().count("replaced") == 1
    assert old != new
    assert old.start() != new.start()
    assert (old.start().text, new.start().text) == ("(7, 0, 'move')", "(3, 0, 'move')")
    with pytest.raises(IllegalMoveError, match="replaced") as caught:
        new.start().play(old.move("1"))
    assert (caught.value.game, caught.value.move) == ("replaced", "1")
    with pytest.raises(ParameterError, match="replaced"):
        tesuji.agent("mcts").player(old).choose(new.start(), simulations=10)


def test_registering_the_same_class_twice_gives_games_of_one_name() -> None:
    game = tesuji.register(Coin)
    again = tesuji.register(Coin)
    assert tesuji.game("coin-nim") is again
    assert again is not game
    assert again.spec == game.spec


def test_an_instance_can_be_registered() -> None:
    class Sized(Coin):
        def __init__(self, size: int) -> None:
            self.size, self.name = size, f"coin-{size}"

        def start(self) -> Any:
            return (self.size, 0, "move")

    with pytest.raises(GameDefinitionError, match="Sized"):
        tesuji.register(Sized)
    game = tesuji.register(Sized(4))  # type: ignore[arg-type]
    assert game.name == "coin-4"
    assert game.start().text == "(4, 0, 'move')"


@pytest.mark.parametrize("missing", ["start", "to_move", "moves", "play", "result"])
def test_a_class_without_a_method_is_rejected(missing: str) -> None:
    kind = type("Partial", (), {k: v for k, v in vars(Coin).items() if k != missing})
    with pytest.raises(GameDefinitionError) as caught:
        tesuji.register(kind)
    details: Any = caught.value
    assert (details.game, details.method) == ("coin-nim", missing)


def test_a_class_without_a_name_is_rejected() -> None:
    for name in (None, "", 3):
        with pytest.raises(GameDefinitionError, match=re.escape(repr(name))):
            tesuji.register(type("Nameless", (Coin,), {"name": name}))


# Pickling


def test_positions_and_moves_of_a_loaded_game_are_pickled() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("4").play("4")
    move = position.legal_moves[2]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copied, same = pickle.loads(pickle.dumps((position, move), protocol))
        assert copied == position
        assert hash(copied) == hash(position)
        assert same == move
        assert copied.play(same) == position.play(move)


def test_a_process_that_loaded_the_file_reads_the_pickle() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("4")
    data = pickle.dumps(position)
    read = f"import pickle, tesuji; print(pickle.loads({data!r}).text)"
    loaded = f"import tesuji; tesuji.load({str(EXAMPLE)!r}); {read}"
    assert apart(loaded).stdout.strip() == position.text
    failed = apart(read)
    assert failed.returncode != 0
    assert "there is no game 'connect-four'" in failed.stderr


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
def test_a_script_ends_without_output_on_stderr(agent: str) -> None:
    """Search, state and game refer to each other at exit; nanobind must not report a leak."""
    code = (
        "import tesuji\n"
        "class Nim:\n"
        "    name = 'script-nim'\n"
        "    def start(self): return (7, 0)\n"
        "    def to_move(self, state): return state[1]\n"
        "    def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]\n"
        "    def play(self, state, move): return (state[0] - move, 1 - state[1])\n"
        "    def result(self, state): return 1 - state[1] if state[0] == 0 else None\n"
        "game = tesuji.register(Nim)\n"
        f"player = tesuji.agent({agent!r}).player(game)\n"
        "analysis = player.search(game.start(), simulations=50)\n"
        "print(analysis.best)\n"
    )
    done = apart(code)
    assert (done.stdout, done.stderr) == ("3\n", "")


# Moves


def test_numbers_are_read_as_numbers() -> None:
    position = tesuji.register(Coin).start()
    assert [move.code for move in position.legal_moves] == [1, 2]
    assert position.game.move("2").code == 2
    assert position.play("2") == position.play(position.legal_moves[1])
    assert "2" in position.legal_moves
    assert "3" not in position.legal_moves
    for wrong in ("3", "two", "-1", ""):
        with pytest.raises(IllegalMoveError):
            position.play(wrong)
    with pytest.raises(IllegalMoveError, match="int 2") as caught:
        position.play(2)  # type: ignore[arg-type]
    assert caught.value.move == "2"


def test_digits_stay_text_where_moves_are_text() -> None:
    class InText(Coin):
        name = "coin-text"

        def moves(self, state: Any) -> Any:
            return [str(n) for n in super().moves(state)]

        def play(self, state: Any, move: Any) -> Any:
            return super().play(state, move if move in ("heads", "tails") else int(move))

    position = tesuji.register(InText).start()
    assert [move.code for move in position.legal_moves] == ["1", "2"]
    assert position.game.move("2").code == "2"
    assert position.play("2") == position.play(position.legal_moves[1])
    found = tesuji.agent("mcts").search(position, simulations=300)
    assert found.best in position.legal_moves
    assert tesuji.check_game(position.game, games=5) == []


def test_negative_numbers_are_moves_too() -> None:
    class Down(Coin):
        name = "coin-down"

        def moves(self, state: Any) -> Any:
            return [-n for n in super().moves(state)]

        def play(self, state: Any, move: Any) -> Any:
            return super().play(state, move if isinstance(move, str) else -move)

    position = tesuji.register(Down).start()
    assert position.play("-2").text == "(5, 1, 'coin')"
    assert tesuji.check_game(position.game, games=5) == []


@pytest.mark.parametrize("agent", ["mcts", "mcts(expand=all)", "mcts(expand=one(merge=true))"])
def test_more_moves_than_a_compiled_game_can_have(agent: str) -> None:
    position = tesuji.register(Wide).start()
    assert len(position.legal_moves) == 1000
    for spec, budget in ((agent, {"simulations": 4000}), ("alphabeta", {"depth": 3})):
        found = tesuji.agent(spec).search(position, **budget)
        assert str(found.best) == "m999"
        assert found.proven == "win"
    assert str(tesuji.agent("flat").choose(position, simulations=2000)) == "m999"
    assert str(tesuji.agent("greedy").choose(position, seconds=60)) == "m999"


@pytest.mark.parametrize("agent", ["mcts", "mcts(guard=none)", "alphabeta", "flat"])
def test_too_many_moves_are_rejected(agent: str) -> None:
    """Searches number moves with 16 bits."""
    for count in (60_000, 65_536, 70_000):
        position = tesuji.register(type("Wider", (Wide,), {"count": count})).start()
        with pytest.raises(GameDefinitionError, match=str(count)):
            tesuji.agent(agent).search(position, simulations=200, depth=3)


def test_fifty_thousand_moves_are_not_too_many() -> None:
    position = tesuji.register(type("Wider", (Wide,), {"count": 50_000})).start()
    assert str(tesuji.agent("alphabeta").choose(position, depth=2)) == "m49999"
    found = tesuji.agent("mcts(guard=none)").search(position, simulations=2000)
    assert len(found.moves) == 2000

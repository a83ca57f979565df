"""Every search plays games written in Python correctly, compared with brute force."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import tesuji
from tests.games.python_games import EXAMPLE
from tesuji import Game, ParameterError, Position
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.games.randomness import RandomStream


def small_connect(rows: int, columns: int, length: int) -> Game:
    """Connect Four on a board of another size."""
    source = EXAMPLE.read_text("utf-8")
    name = f"connect-{rows}-{columns}-{length}"
    for old, new in (
        ("ROWS, COLUMNS = 6, 7", f"ROWS, COLUMNS = {rows}, {columns}"),
        ("[:4] == stone * 4", f"[:{length}] == stone * {length}"),
        ('name = "connect-four"', f'name = "{name}"'),
    ):
        assert source.count(old) == 1
        source = source.replace(old, new)
    exec(compile(source, str(EXAMPLE), "exec"), {})
    return tesuji.game(name)


def brute_force(game: Game) -> Any:
    """A function from states to 1, 0 or -1 for the player to move, by the game's own methods."""
    rules: Any = game.logic  # type: ignore[attr-defined]

    @cache
    def value(state: Any) -> int:
        result = rules.result(state)
        if result is not None:
            return 0 if result == "draw" else 1 if result == rules.to_move(state) else -1
        return max(-value(rules.play(state, move)) for move in rules.moves(state))

    return value


def some_positions(game: Game, count: int) -> list[Position]:
    """The start and positions of random games, none of them over."""
    found, stream = [game.start()], RandomStream(1)
    while len(found) < count:
        position = game.start()
        for _ in range(1 + stream.below(6)):
            moves = position.legal_moves
            position = position.play(moves[stream.below(len(moves))])
            if position.is_over:
                break
        else:
            found.append(position)
    return found


BOARDS = [(3, 3, 3), (3, 4, 3), (4, 4, 3)]
SEARCHES = [
    ("mcts", {"simulations": 20_000}),
    ("mcts(select=puct, expand=all)", {"simulations": 20_000}),
    ("mcts(rollout=decisive, guard=ahead(root=2, nodes=1))", {"simulations": 20_000}),
    ("alphabeta", {"depth": 16}),
    ("alphabeta(table=false, pvs=false)", {"depth": 16}),
]
VALUES = {1: 1.0, 0: 0.5, -1: 0.0}
NAMES = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize(("agent", "budget"), SEARCHES, ids=[agent for agent, _ in SEARCHES])
@pytest.mark.parametrize("board", BOARDS)
def test_searches_agree_with_brute_force(
    board: tuple[int, int, int], agent: str, budget: dict[str, int]
) -> None:
    game = small_connect(*board)
    value = brute_force(game)
    for position in some_positions(game, 6):
        found = tesuji.agent(agent).search(position, **budget)
        exact = value(position.text)
        after = position.play(found.best)
        if found.proven is not None:
            assert found.proven == NAMES[exact]
            assert found.value == VALUES[exact]
            assert -value(after.text) == exact, "the best move keeps the value"
        assert found.proven is not None or exact == 0
        assert found.value == pytest.approx(VALUES[exact], abs=0.1)


def test_alphabeta_proves_draws() -> None:
    game = small_connect(3, 3, 3)
    assert tesuji.agent("alphabeta").search(game.start(), depth=16).proven == "draw"


def test_flat_and_greedy_take_a_win_and_all_agents_play() -> None:
    game = small_connect(4, 4, 3)
    position = game.position("..../..../oo../xx..")
    assert str(tesuji.agent("flat").choose(position, simulations=400)) == "3"
    assert str(tesuji.agent("greedy").choose(position)) == "3"
    for kind in AGENT_KINDS:
        if not kind.games:
            limits = {} if kind.name in ("greedy", "random") else {"simulations": 50}
            assert tesuji.agent(kind.name).choose(position, **limits) in position.legal_moves


def test_random_walk_is_for_colosseum_only() -> None:
    with pytest.raises(ParameterError, match="colosseum"):
        tesuji.agent("random-walk").choose(small_connect(3, 3, 3).start())


def test_a_player_reuses_its_tree() -> None:
    game = small_connect(4, 4, 3)
    player = tesuji.agent("mcts(guard=none)").player(game)
    position = game.start()
    first = player.search(position, simulations=300)
    second = player.search(position.play(first.best), simulations=10)
    assert second.reused == first.moves[0].visits - 1


def test_the_same_seed_gives_the_same_tree() -> None:
    game = small_connect(4, 4, 3)
    trees = [
        tesuji.agent("mcts").search(game.start(), simulations=500, seed=seed).tree(3)
        for seed in (5, 5, 6)
    ]
    assert trees[0] == trees[1] != trees[2]

"""Games written in Python: right in every search, weighted chance, errors, names, pictures."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import traceback
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tesuji
from tesuji import Analysis, Game, GameDefinitionError, IllegalMoveError, ParameterError, Position
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.games.randomness import RandomStream

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "connect_four.py"

# Connect Four on small boards


def small_connect(rows: int, columns: int, length: int) -> Game:
    """The example on another board."""
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
    with pytest.raises(ParameterError, match="colosseum only"):
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


# Chance


class Coin:
    """Take one or two from a heap; then a coin, tails twice as likely, takes one more or not."""

    name = "coin-nim"

    def start(self) -> Any:
        return (7, 0, "move")

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        return [1, 2] if state[0] > 1 else [1]

    def events(self, state: Any) -> list[str]:
        return ["heads", "tails", "tails"] if state[2] == "coin" else []

    def play(self, state: Any, move: Any) -> Any:
        left, player, _ = state
        if move in ("heads", "tails"):
            return (max(left - (move == "heads"), 0), player, "move")
        return (left - move, 1 - player, "coin" if left - move > 1 else "move")

    def result(self, state: Any) -> int | None:
        return 1 - state[1] if state[0] == 0 else None


@cache
def expected(state: Any) -> Fraction:
    """The exact expectation of player 0, by the rules of Coin alone."""
    rules = Coin()
    if (winner := rules.result(state)) is not None:
        return Fraction(1 - winner)
    if events := rules.events(state):
        return sum((expected(rules.play(state, e)) for e in events), Fraction(0)) / len(events)
    values = [expected(rules.play(state, move)) for move in rules.moves(state)]
    return max(values) if state[1] == 0 else min(values)


def test_an_event_named_twice_is_twice_as_likely() -> None:
    position = tesuji.register(Coin).start().play("1")
    assert position.is_chance
    assert position.to_move is None
    assert list(position.legal_moves) == []
    chances = {str(event): chance for event, chance in position.chance_outcomes}
    assert chances == {"heads": pytest.approx(1 / 3), "tails": pytest.approx(2 / 3)}
    assert position.play("heads").text == "(5, 1, 'move')"
    with pytest.raises(IllegalMoveError, match="chance acts here, one of heads tails"):
        position.play("1")


@pytest.mark.parametrize("heap", range(1, 10))
def test_alphabeta_finds_the_expectation(heap: int) -> None:
    game = tesuji.register(Coin)
    position = game.position(f"({heap}, 0, 'move')")
    found = tesuji.agent("alphabeta").search(position, depth=20)
    assert found.value == pytest.approx(float(expected((heap, 0, "move"))), abs=1e-5)


@pytest.mark.parametrize("agent", ["mcts(guard=none)", "mcts(expand=all, select=puct)"])
def test_mcts_comes_near_the_expectation(agent: str) -> None:
    game = tesuji.register(Coin)
    found = tesuji.agent(agent).search(game.start(), simulations=20_000)
    assert found.value == pytest.approx(float(expected((7, 0, "move"))), abs=0.03)


def test_playouts_draw_events_by_their_weight() -> None:
    class OneToss(Coin):
        name = "one-toss"

        def start(self) -> Any:
            return (3, 0, "coin")

        def result(self, state: Any) -> int | None:
            return None if state[2] == "coin" else int(state[0] == 3)

    statistics = tesuji.playouts(tesuji.register(OneToss), 9000, seed=1)
    assert statistics.wins[0] == pytest.approx(3000, abs=200)  # heads: 3 became 2


def test_search_follows_events_by_their_weight() -> None:
    position = tesuji.register(Coin).start()
    tree = tesuji.agent("mcts(guard=none, solver=false)").search(position, simulations=6000).tree(2)
    assert tree is not None
    coin = tree["children"][0]["node"]
    assert coin["to_move"] is None
    visits: Counter[str] = Counter()
    for child in coin["children"]:
        visits[child["move"]] += child["visits"]
    assert visits["tails"] / visits.total() == pytest.approx(2 / 3, abs=0.05)


# Exceptions


class Fragile:
    """Take one or two; breaks on demand, but not at the start."""

    name = "fragile"
    where = ""

    def start(self) -> Any:
        return (12, 0)

    def to_move(self, state: Any) -> int:
        self.fail("to_move", state)
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        self.fail("moves", state)
        return [1, 2] if state[0] > 1 else [1]

    def play(self, state: Any, move: int) -> Any:
        self.fail("play", state)
        return (state[0] - move, 1 - state[1])

    def result(self, state: Any) -> int | None:
        self.fail("result", state)
        return 1 - state[1] if state[0] == 0 else None

    def fail(self, where: str, state: Any) -> None:
        if where == self.where and state[0] <= 6:
            raise LookupError(f"{where} is broken at {state}")


FRAGILE_SEARCHES = ["mcts", "mcts(select=puct, expand=all)", "alphabeta", "flat"]


@pytest.mark.parametrize("where", ["to_move", "moves", "play", "result"])
@pytest.mark.parametrize("agent", FRAGILE_SEARCHES)
def test_an_exception_stops_the_search_and_reaches_the_caller(agent: str, where: str) -> None:
    game = tesuji.register(Fragile)
    rules: Any = game.logic  # type: ignore[attr-defined]
    player = tesuji.agent(agent).player(game, seed=1)
    limits = {"depth": 12} if agent == "alphabeta" else {"simulations": 3000}
    whole = player.search(game.start(), **limits)
    rules.where = where
    fresh = tesuji.agent(agent).player(game, seed=1)
    for _ in range(2):
        with pytest.raises(LookupError, match=rf"{where} is broken at \(\d, \d\)") as caught:
            fresh.search(game.start(), **limits)
        frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert frames[-2:] == [where, "fail"]
        assert "search" in frames
    rules.where = ""
    mended = fresh.search(game.start(), **limits)
    assert mended.best in game.start().legal_moves
    assert mended.reused == 0
    assert mended.value == pytest.approx(whole.value, abs=0.1)


def test_an_exception_in_a_reused_tree_forgets_the_tree() -> None:
    game = tesuji.register(Fragile)
    rules: Any = game.logic  # type: ignore[attr-defined]
    player = tesuji.agent("mcts(guard=none, solver=false)").player(game)
    first = player.search(game.start(), simulations=200)
    after = game.start().play(first.best)
    rules.where = "play"
    with pytest.raises(LookupError):
        player.search(after, simulations=5000)
    rules.where = ""
    again = player.search(after, simulations=100)
    assert again.reused == 0
    assert again.simulations == 100
    assert sum(move.visits for move in again.moves) == 100


@pytest.mark.parametrize("agent", ["mcts", "alphabeta", "flat"])
def test_interrupts_pass_through_too(agent: str) -> None:
    class Interrupted(Fragile):
        name = "interrupted"

        def fail(self, where: str, state: Any) -> None:
            if where == "play" and state[0] <= 6:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tesuji.agent(agent).search(tesuji.register(Interrupted).start(), depth=12)


@pytest.mark.parametrize("agent", FRAGILE_SEARCHES)
@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("to_move", 7, "not 0 or 1"),
        ("result", "white", "not None, 0, 1"),
    ],
)
def test_nonsense_deep_in_the_game_is_an_error(
    agent: str, method: str, answer: Any, message: str
) -> None:
    original = getattr(Fragile, method)

    def sometimes(self: Any, state: Any) -> Any:
        return answer if state[0] == 4 else original(self, state)

    kind = type("Nonsense", (Fragile,), {"name": "nonsense", method: sometimes})
    with pytest.raises(GameDefinitionError, match=message):
        tesuji.agent(agent).search(tesuji.register(kind).start(), depth=12)


@pytest.mark.parametrize("agent", ["mcts", "mcts(guard=none)", "alphabeta", "flat"])
def test_no_moves_before_the_end_is_an_error(agent: str) -> None:
    """The commonest mistake, a forgotten draw; in a process of its own, for it may crash."""
    code = (
        "import tesuji\n"
        "class Stuck:\n"
        "    name = 'stuck'\n"
        "    def start(self): return (12, 0)\n"
        "    def to_move(self, state): return state[1]\n"
        "    def moves(self, state): return [n for n in (2, 3) if n <= state[0]]\n"
        "    def play(self, state, move): return (state[0] - move, 1 - state[1])\n"
        "    def result(self, state): return 1 - state[1] if state[0] == 0 else None\n"
        "start = tesuji.register(Stuck).start()\n"
        "try:\n"
        f"    tesuji.agent({agent!r}).search(start, simulations=1000, depth=12)\n"
        "except tesuji.GameDefinitionError as error:\n"
        "    print(error)\n"
    )
    assert "moves" in apart(code).stdout


def test_a_search_in_a_thread_can_be_stopped() -> None:
    game = tesuji.register(Endless)
    player = tesuji.agent("mcts").player(game)
    found: list[Analysis] = []
    thread = threading.Thread(target=lambda: found.append(player.search(game.start(), seconds=60)))
    thread.start()
    while (seen := player.progress()) is None or seen.simulations < 10:
        pass
    player.stop()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert 0 < found[0].seconds < 30


class Endless:
    """A tree that no search ever finishes, with short games."""

    name = "endless"

    def start(self) -> Any:
        return (0, 0)

    def to_move(self, state: Any) -> int:
        return int(state[0]) % 2

    def moves(self, state: Any) -> list[int]:
        return list(range(30))

    def play(self, state: Any, move: int) -> Any:
        return (state[0] + 1, (31 * state[1] + move) % 1_000_003)

    def result(self, state: Any) -> Any:
        return state[1] % 2 if state[0] == 12 else None


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
    with pytest.raises(IllegalMoveError, match="it is a move of replaced"):
        new.start().play(old.move("1"))
    with pytest.raises(ParameterError, match="this player plays replaced"):
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

    with pytest.raises(GameDefinitionError, match="without arguments"):
        tesuji.register(Sized)
    game = tesuji.register(Sized(4))  # type: ignore[arg-type]
    assert game.name == "coin-4"
    assert game.start().text == "(4, 0, 'move')"


@pytest.mark.parametrize("missing", ["start", "to_move", "moves", "play", "result"])
def test_a_class_without_a_method_is_refused(missing: str) -> None:
    kind = type("Partial", (), {k: v for k, v in vars(Coin).items() if k != missing})
    with pytest.raises(GameDefinitionError, match=missing):
        tesuji.register(kind)


def test_a_class_without_a_name_is_refused() -> None:
    for name in (None, "", 3):
        with pytest.raises(GameDefinitionError, match="name"):
            tesuji.register(type("Nameless", (Coin,), {"name": name}))


# Values that travel


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


def apart(code: str) -> subprocess.CompletedProcess[str]:
    """A program in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
def test_a_script_ends_without_a_word(agent: str) -> None:
    """Search, state, game and script hold each other to the end, and nobody is told."""
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
    with pytest.raises(IllegalMoveError, match="a move is a Move or its text"):
        position.play(2)  # type: ignore[arg-type]


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


class Wide:
    """Many moves, and only the last one wins."""

    name = "wide"
    count = 1000

    def start(self) -> Any:
        return ("start", 0)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[str]:
        return [f"m{n}" for n in range(self.count)] if state[0] == "start" else ["on"]

    def play(self, state: Any, move: str) -> Any:
        if state[0] != "start":
            return ("over", 0)
        return ("won" if move == f"m{self.count - 1}" else "lost", 1)

    def result(self, state: Any) -> int | None:
        return {"won": 0, "over": 1}.get(state[0])


@pytest.mark.parametrize("agent", ["mcts", "mcts(expand=all)", "mcts(expand=one(merge=true))"])
def test_more_moves_than_a_compiled_game_can_have(agent: str) -> None:
    position = tesuji.register(Wide).start()
    assert len(position.legal_moves) == 1000
    for spec, budget in ((agent, {"simulations": 4000}), ("alphabeta", {"depth": 3})):
        found = tesuji.agent(spec).search(position, **budget)
        assert str(found.best) == "m999"
        assert found.proven == "win"
    assert str(tesuji.agent("flat").choose(position, simulations=2000)) == "m999"
    assert str(tesuji.agent("greedy").choose(position)) == "m999"


@pytest.mark.parametrize("agent", ["mcts", "mcts(guard=none)", "alphabeta", "flat"])
def test_moves_beyond_all_measure_are_refused(agent: str) -> None:
    """Searches number moves with 16 bits."""
    for count in (60_000, 65_536, 70_000):
        position = tesuji.register(type("Wider", (Wide,), {"count": count})).start()
        with pytest.raises(GameDefinitionError, match=f"{count} moves in one position"):
            tesuji.agent(agent).search(position, simulations=200, depth=3)


def test_fifty_thousand_moves_are_not_too_many() -> None:
    position = tesuji.register(type("Wider", (Wide,), {"count": 50_000})).start()
    assert str(tesuji.agent("alphabeta").choose(position, depth=2)) == "m49999"
    found = tesuji.agent("mcts(guard=none)").search(position, simulations=2000)
    assert len(found.moves) == 2000


# Pictures


def clicks_are_unambiguous(position: Position) -> dict[str, tuple[str, ...]]:
    """The click paths of the drawn position, which name shapes that are there."""
    scene = position.scene()
    ids = [shape.id for shape in scene.shapes if shape.id]
    assert len(set(ids)) == len(ids)
    names = [str(move) for move in position.legal_moves]
    names += [str(event) for event, _ in position.chance_outcomes]
    assert list(scene.paths) == names
    paths = list(scene.paths.values())
    assert len(set(paths)) == len(paths)
    assert all(set(path) <= set(ids) for path in paths)
    for path in paths:
        assert not any(other != path and other[: len(path)] == path for other in paths)
    ElementTree.fromstring(position.svg())
    return dict(scene.paths)


def test_the_example_is_drawn_as_a_grid_with_buttons() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("4").play("3")
    paths = clicks_are_unambiguous(position)
    assert paths == {str(n): (f"move-{n}",) for n in range(1, 8)}
    ids = {shape.id for shape in position.scene().shapes}
    assert {"a1", "g6"} <= ids
    assert str(position).count("\n") >= 6


def test_a_game_without_rows_is_drawn_as_its_text() -> None:
    position = tesuji.register(Coin).start()
    clicks_are_unambiguous(position)
    assert "(7, 0, &#x27;move&#x27;)" in position.svg() or "(7, 0, 'move')" in position.svg()
    assert "(7, 0, 'move')" in str(position)
    chance = position.play("1")
    assert set(clicks_are_unambiguous(chance)) == {"heads", "tails"}
    over = position.game.position("(0, 1, 'move')")
    assert clicks_are_unambiguous(over) == {}


class Cells:
    """Put a cross on any cell of two by three, or pass; the last cell wins."""

    name = "cells"

    def start(self) -> str:
        return ".../..."

    def to_move(self, state: str) -> int:
        return (state.count("x") + state.count("p")) % 2

    def moves(self, state: str) -> list[str]:
        rows = state[:7].split("/")
        cells = ["abc"[c] + str(r + 1) for r in range(2) for c in range(3) if rows[r][c] == "."]
        return [*cells, "pass"] if "p" not in state else cells

    def play(self, state: str, move: str) -> str:
        if move == "pass":
            return state + "p"
        at = "abc".index(move[0]) + 4 * (int(move[1]) - 1)
        return state[:at] + "x" + state[at + 1 :]

    def result(self, state: str) -> int | None:
        return None if "." in state else 1 - self.to_move(state)

    def grid(self, state: str) -> list[str]:
        return state[:7].split("/")


def test_moves_named_like_cells_are_clicked_on_the_board() -> None:
    position = tesuji.register(Cells).start().play("b2")
    paths = clicks_are_unambiguous(position)
    assert paths["a1"] == ("a1",)
    assert paths["pass"] == ("move-pass",)
    marked = position.scene(last_move=position.game.move("b2"))
    assert [shape.id for shape in marked.shapes if shape.stroke == "mark"] == ["b2"]
    assert tesuji.check_game(position.game, games=5) == []


def test_a_player_keeps_its_colour() -> None:
    tesuji.load(EXAMPLE)
    position = tesuji.game("connect-four").start().play("1")
    colours = []
    for _ in range(2):
        shapes = position.scene().shapes
        corner = next(n for n, shape in enumerate(shapes) if shape.id == "a6")
        colours.append(shapes[corner + 1].fill)
        position = position.play("2")
    assert colours == ["player0", "player0"]


def test_very_many_moves_are_drawn() -> None:
    assert len(clicks_are_unambiguous(tesuji.register(Wide).start())) == 1000

"""Agents are values, players are asked about positions, and the simple agents do what they say."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

import tesuji
from tests.reference import colosseum
from tests.search.brute import default_evaluation
from tesuji import (
    Agent,
    GameOverError,
    ParameterError,
    Position,
    SeedError,
    UnknownGameError,
)

AGENTS = ("champion", "mcts", "alphabeta", "flat", "greedy", "random")
SPECS = ("avalam", "colosseum(size=4)", "pentago", "pentago-twist", "ewn-cyclic", "ewn")
every_agent = pytest.mark.parametrize("agent", AGENTS)
every_game = pytest.mark.parametrize("spec", SPECS)


def start(spec: str) -> Position:
    position = tesuji.game(spec).start(1)
    return position.play("d3") if position.is_chance else position


# Values


@pytest.mark.parametrize("name", ["spec", "settings", "expanded", "search", "anything"])
def test_agents_cannot_be_changed(name: str) -> None:
    agent = tesuji.agent("mcts(select=ucb1(c=0.7))")
    with pytest.raises(AttributeError):
        setattr(agent, name, None)
    agent.settings["select.c"] = 3
    assert agent.settings["select.c"] == 0.7
    assert agent.expanded() == tesuji.agent("mcts(select=ucb1(c=0.7))").expanded()


@pytest.mark.parametrize("spec", ["mcts", "mcts(select=puct(c=2), simulations=50)", "random-walk"])
def test_agents_survive_pickling(spec: str) -> None:
    agent = tesuji.agent(spec)
    copy = pickle.loads(pickle.dumps(agent))
    assert (copy, copy.spec, hash(copy)) == (agent, agent.spec, hash(agent))
    assert isinstance(copy, Agent)


def test_agents_can_be_keys() -> None:
    agents = {tesuji.agent("mcts"), tesuji.agent("mcts()"), tesuji.agent("flat")}
    assert len(agents) == 2


def test_a_repr_makes_the_agent_again() -> None:
    agent = tesuji.agent("mcts(select=ucb1(c=0.7))")
    assert eval(repr(agent)) == agent


@every_agent
def test_an_agent_keeps_nothing(agent: str) -> None:
    position, one = start("pentago"), tesuji.agent(agent)
    before = repr(one), one.settings
    found = [one.search(position, simulations=40, seed=3) for _ in range(2)]
    assert [analysis.reused for analysis in found] == [0, 0]
    assert found[0].to_dict() | {"seconds": 0} == found[1].to_dict() | {"seconds": 0}
    assert (repr(one), one.settings) == before


# Asking


@every_agent
@every_game
def test_choose_is_the_best_of_search(spec: str, agent: str) -> None:
    position, one = start(spec), tesuji.agent(agent)
    move = one.choose(position, seed=5, simulations=60)
    assert move in position.legal_moves
    assert move == one.search(position, seed=5, simulations=60).best
    assert move == one.player(position.game, seed=5).choose(position, simulations=60)


@every_agent
def test_seeds_are_checked(agent: str) -> None:
    for seed in (-1, 2**64, 1.0, "1", True):
        with pytest.raises(SeedError):
            tesuji.agent(agent).choose(start("avalam"), seed=seed)  # type: ignore[arg-type]


@every_agent
def test_a_finished_position_has_nothing_to_choose(agent: str) -> None:
    over = tesuji.game("pentago").position("wwwww1/bbbb2/6/6/6/6")
    player = tesuji.agent(agent).player(over.game)
    for ask in (player.search, player.choose, tesuji.agent(agent).choose):
        with pytest.raises(GameOverError) as e:
            ask(over, seconds=0)
        assert (e.value.game, e.value.position) == ("pentago", over.text)


@every_agent
def test_a_roll_has_nothing_to_choose(agent: str) -> None:
    roll = tesuji.game("ewn").start(1)
    player = tesuji.agent(agent).player(roll.game)
    for ask in (player.search, player.choose, tesuji.agent(agent).search):
        with pytest.raises(ParameterError) as e:
            ask(roll, seconds=0)
        assert (e.value.where, e.value.given) == ("position", roll)


@every_agent
def test_a_player_plays_one_game(agent: str) -> None:
    player = tesuji.agent(agent).player(tesuji.game("colosseum(size=4)"))
    for other in (start("avalam"), tesuji.game("colosseum(size=5)").start()):
        with pytest.raises(ParameterError) as e:
            player.choose(other, seconds=0)
        assert (e.value.given, e.value.expected) == (other.game.spec, "colosseum(size=4)")


@pytest.mark.parametrize("thing", ["avalam", None, 3, tesuji.game("avalam")], ids=repr)
def test_only_positions_can_be_asked_about(thing: Any) -> None:
    agent = tesuji.agent("mcts")
    player = agent.player(tesuji.game("avalam"))
    for ask in (player.search, player.choose, agent.search, agent.choose, tesuji.best):
        with pytest.raises(ParameterError, match=r"for example tesuji.game\('avalam'\).start") as e:
            ask(thing)
        assert (e.value.where, e.value.given) == ("position", thing)


def test_the_example_is_of_the_game_that_was_given() -> None:
    for thing in ("colosseum(size=6)", tesuji.game("colosseum(size=6)")):
        with pytest.raises(ParameterError, match=r"tesuji.game\('colosseum\(size=6\)'\).start"):
            tesuji.best(thing)  # type: ignore[arg-type]
    for wrong in ("avalam(", "colosseum(size=99)", "chess"):
        with pytest.raises(ParameterError, match=r"tesuji.game\('avalam'\).start"):
            tesuji.best(wrong)  # type: ignore[arg-type]


@every_agent
def test_a_game_may_be_named(agent: str) -> None:
    one, game = tesuji.agent(agent), tesuji.game("colosseum(size=6)")
    assert one.expanded(game.spec) == one.expanded(game)
    assert one.on(game.spec) == one.on(game)
    assert one.code_digest(game.spec) == one.code_digest(game)
    assert one.player(game.spec).game == game
    one.check(game.spec)
    for ask in (one.expanded, one.on, one.code_digest, one.player, one.check):
        with pytest.raises(UnknownGameError):
            ask("chess")


def test_a_search_can_have_a_seed_of_its_own() -> None:
    position = start("avalam")
    agent = tesuji.agent("flat")
    one, two = (agent.player(position.game, seed=seed) for seed in (1, 2))

    def rows(player: tesuji.Player, seed: int) -> Any:
        return player.search(position, simulations=900, seed=seed).moves

    assert rows(one, 5) == rows(two, 5) == rows(one, 5) != rows(one, 6)
    with pytest.raises(SeedError):
        one.search(position, simulations=1, seed=-1)


def test_an_error_leaves_the_player_as_it_was() -> None:
    position = start("avalam")
    player = tesuji.agent("mcts").player(position.game, seed=4)
    for wrong in ({"seconds": -1}, {"sims": 3}):
        with pytest.raises(ParameterError):
            player.search(position, **wrong)
    found = player.search(position, simulations=200).tree(3)
    assert found == tesuji.agent("mcts").search(position, simulations=200, seed=4).tree(3)


# Random


def test_random_moves_are_uniform() -> None:
    position = start("ewn-cyclic")
    agent = tesuji.agent("random")
    counts = Counter(agent.choose(position, seed=seed) for seed in range(3000))
    assert set(counts) == set(position.legal_moves)
    assert chi_squared(counts, Counter(dict.fromkeys(position.legal_moves, 3000))) < 4


def test_a_random_player_does_not_repeat_itself() -> None:
    position = start("avalam")
    player = tesuji.agent("random").player(position.game, seed=1)
    assert len({player.choose(position) for _ in range(20)}) > 10


# Random walk


def reference_state(position: Position) -> colosseum.State:
    """The same position in the reference rules."""
    core: Any = position._state
    size = core.size
    walls = [
        (row, column, side)
        for row in range(size)
        for column in range(size)
        for side in range(4)
        if not core.is_open(row, column, side)
    ]
    assert position.to_move is not None
    return colosseum.start(size, walls, core.cell(0), core.cell(1), to_move=position.to_move)


def reference_walks(position: Position, number: int) -> Counter[str]:
    state, rng = reference_state(position), Random(1)
    walks = (colosseum.random_walk(state, rng) for _ in range(number))
    return Counter(f"{'abcdefgh'[c]}{r + 1}{'urdl'[side]}" for (r, c), side in walks)


def chi_squared(one: Counter[Any], other: Counter[Any]) -> float:
    """The statistic of two samples, as a distance in its own standard deviations."""
    scale = one.total() / other.total()
    keys = [key for key in one.keys() | other.keys() if one[key] + other[key] > 20]
    terms = [
        (one[k] / math.sqrt(scale) - other[k] * math.sqrt(scale)) ** 2 / (one[k] + other[k])
        for k in keys
    ]
    freedom = max(1, len(keys) - 1)
    return (sum(terms) - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize("seed", range(3))
def test_random_walks_are_distributed_as_in_the_courses(seed: int) -> None:
    position = tesuji.game("colosseum(size=4)").start(seed)
    expected = reference_walks(position, 6000)
    agent, uniform = tesuji.agent("random-walk"), tesuji.agent("random")
    walks = Counter(str(agent.choose(position, seed=s)) for s in range(6000))
    assert set(walks) <= {str(move) for move in position.legal_moves}
    assert chi_squared(walks, expected) < 4
    even = Counter(str(uniform.choose(position, seed=s)) for s in range(6000))
    assert chi_squared(even, expected) > 20


@every_game
def test_random_walks_are_for_colosseum_only(spec: str) -> None:
    agent, game = tesuji.agent("random-walk"), tesuji.game(spec)
    if game.name == "colosseum":
        assert agent.choose(game.start()) in game.start().legal_moves
        return
    for ask in (lambda: agent.player(game), lambda: agent.choose(start(spec))):
        with pytest.raises(ParameterError, match="colosseum") as e:
            ask()
        assert (e.value.owner, e.value.given) == ("random-walk", game.spec)


# Greedy


def test_greedy_takes_a_win() -> None:
    white = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    black = tesuji.game("pentago").position("wwww2/bbbb2/6/w5/6/6")
    for position in (white, black):
        found = tesuji.agent("greedy").search(position)
        outcome = position.play(found.best).outcome
        assert outcome is not None
        assert outcome.winner == position.to_move
        assert found.value == 1


def test_greedy_does_not_lose_on_the_spot() -> None:
    """A move can hand the other side the longer line, or the larger region."""
    for seed in range(40):
        position = tesuji.game("colosseum(size=4)").start(seed)
        found = tesuji.agent("greedy").search(position)
        outcomes = {move: position.play(move).outcome for move in position.legal_moves}
        if all(outcome and outcome.winner == 1 for outcome in outcomes.values()):
            continue
        best = outcomes[found.best]
        assert best is None or best.winner != 1


@every_game
def test_greedy_takes_what_looks_best(spec: str) -> None:
    position = start(spec)
    for _ in range(2):  # for either player
        found = tesuji.agent("greedy(by=evaluation)").search(position)
        sign = 1 if position.to_move == 0 else -1
        looks = {
            str(move): sign * default_evaluation(position.play(move), "greedy")
            for move in position.legal_moves
        }
        assert looks[str(found.best)] == max(looks.values())
        assert found.value == pytest.approx(0.5 + 0.5 * max(looks.values()))
        position = position.play(found.best)
        if position.is_chance:
            position = position.play("d3")


def test_greedy_without_an_evaluation_still_sees_wins() -> None:
    position = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    assert tesuji.agent("greedy(evaluate=none)").search(position).value == 1


# Flat Monte Carlo


@every_game
def test_flat_looks_at_all_moves_alike(spec: str) -> None:
    position = start(spec)
    rounds = 3 * len(position.legal_moves)
    found = tesuji.agent("flat").search(position, simulations=rounds)
    assert {move.visits for move in found.moves} == {3}
    assert {move.move for move in found.moves} == set(position.legal_moves)
    assert found.value == max(move.value for move in found.moves)
    assert found.moves[0].value == found.value
    assert found.tree() is None


def test_flat_finds_a_win_in_one() -> None:
    position = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    found = tesuji.agent("flat").search(position, simulations=4000)
    assert position.play(found.best).is_over
    assert found.value == 1


def test_flat_values_are_those_of_random_games() -> None:
    position = start("colosseum(size=4)")
    found = tesuji.agent("flat").search(position, simulations=2000 * len(position.legal_moves))
    for move in found.moves[:5]:
        after = position.play(move.move)
        if after.is_over:
            continue
        games = tesuji.playouts(after, 4000, seed=1)
        mean = (games.wins[0] + games.draws / 2) / games.games
        assert move.value == pytest.approx(mean, abs=0.06)

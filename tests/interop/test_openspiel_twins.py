"""Our games in OpenSpiel, and bots both ways."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pytest

import tesuji
from tesuji import ParameterError

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from tesuji.interop.openspiel import TesujiBot, register  # noqa: E402
from tesuji.interop.openspiel.bot import position_of  # noqa: E402
from tesuji.interop.openspiel.twins import twin_of  # noqa: E402

NAMES = register()
VARIANTS = (
    *NAMES,
    "tesuji_colosseum(size=5,starts=7)",
    "tesuji_colosseum(size=12,walls=0,starts=1)",
    "tesuji_ewn(starts=1)",
    "tesuji_pentago(placement_wins=true)",
)


def test_all_games_are_registered() -> None:
    assert {name.removeprefix("tesuji_").replace("_", "-") for name in NAMES} == {
        *("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")
    }
    assert set(NAMES) <= set(pyspiel.registered_names())
    assert register() == NAMES


@pytest.mark.parametrize("name", VARIANTS)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", VARIANTS)
def test_states_follow_our_rules(name: str) -> None:
    game = pyspiel.load_game(name)
    random, state = Random(3), game.new_initial_state()
    length = 0
    while not state.is_terminal():
        position = state.position
        action = random.choice(state.legal_actions())
        text = state.action_to_string(state.current_player(), action)
        if position is not None and not position.is_chance:
            length += 1
            assert state.current_player() == position.to_move
            assert {state.action_to_string(a) for a in state.legal_actions()} == {
                *map(str, position.legal_moves)
            }
        state.apply_action(action)
        if position is not None:
            assert state.position == position.play(text)
    outcome = state.position.outcome
    assert state.returns() == [2 * outcome.value_for(player) - 1 for player in (0, 1)]
    assert length <= game.max_game_length()


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_our_planes(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for player in (0, 1):
        tensor = numpy.array(state.observation_tensor(player), numpy.float32)
        assert (tensor == state.position.to_array(player).ravel()).all()
        assert state.observation_string(player) == state.position.text


def test_the_first_chance_event_decides_the_start() -> None:
    state = pyspiel.load_game("tesuji_ewn(starts=4)").new_initial_state()
    assert state.chance_outcomes() == [(number, 0.25) for number in range(4)]
    starts = [state.child(number).position for number in range(4)]
    assert starts == [tesuji.game("ewn").start(seed) for seed in range(4)]
    dice = state.child(2)
    assert [chance for _, chance in dice.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    assert [dice.action_to_string(n) for n in range(6)] == ["d1", "d2", "d3", "d4", "d5", "d6"]


def test_no_starts_are_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        pyspiel.load_game("tesuji_ewn(starts=0)")
    assert (caught.value.where, caught.value.given) == ("starts", 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    copy, text = state.clone(), str(state)
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == text != str(copy)


# Bots


def play(name: str, bots: list[Any], seed: int) -> list[float]:
    state, random = pyspiel.load_game(name).new_initial_state(), Random(seed)
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
            continue
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


@pytest.mark.parametrize(
    "name", [*NAMES, "breakthrough(columns=5,rows=5)", "tic_tac_toe", "backgammon", "othello"]
)
def test_our_agents_are_bots(name: str) -> None:
    ours = TesujiBot("greedy", seed=1)
    theirs = pyspiel.make_uniform_random_bot(1, 5)
    assert sum(play(name, [ours, theirs], 1)) == 0


def test_our_agent_is_stronger_than_a_random_bot() -> None:
    won = sum(
        play("tesuji_pentago", [TesujiBot("mcts", simulations=100), random_bot], seed)[0]
        for seed, random_bot in enumerate(pyspiel.make_uniform_random_bot(1, n) for n in range(5))
    )
    assert won == 5


def test_a_bot_meets_the_position_of_the_state() -> None:
    state = pyspiel.load_game("breakthrough(rows=6,columns=6)").new_initial_state()
    for action in (0, 1, 2):
        state.apply_action(state.legal_actions()[action])
    position = position_of(state)
    assert position.game.spec == 'openspiel("breakthrough(columns=6,rows=6)")'
    assert position._state.value.state.history() == state.history()  # type: ignore[attr-defined]
    assert position.to_move == state.current_player()
    following = state.child(state.legal_actions()[0])
    assert position_of(following, position) == position_of(following)
    assert position_of(state, position_of(following)) == position


GAMES = [*tesuji.games(), 'openspiel("tic_tac_toe")', 'openspiel("breakthrough(columns=5,rows=5)")']


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["mcts", "uniform_random"])
def test_openspiels_bots_are_agents(game: str, bot: str) -> None:
    agent = tesuji.agent(f'openspiel.bot("{bot}")')
    position = tesuji.game(game).start(4)
    while position.is_chance:
        position = position.play(position.chance_outcomes[0][0])
    found = agent.search(position, simulations=12, seed=9)
    assert found.best in position.legal_moves
    assert found.simulations == (12 if bot == "mcts" else 0)
    assert agent.choose(position, simulations=12, seed=9) == found.best


def test_openspiels_mcts_takes_a_win_in_our_games() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    move = tesuji.agent('openspiel.bot("mcts")').choose(position, simulations=600)
    outcome = position.play(move).outcome
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.parametrize("game", ["avalam", 'openspiel("breakthrough")'])
def test_time_ends_openspiels_search(game: str) -> None:
    found = tesuji.agent('openspiel.bot("mcts")').search(tesuji.game(game).start(), seconds=0.1)
    assert 1 <= found.simulations < 10**6


@pytest.mark.parametrize("game", ["ewn", 'openspiel("tic_tac_toe")'])
def test_bots_play_matches(game: str) -> None:
    spec = 'openspiel.bot("mcts")'
    result = tesuji.match(spec, "random", game=game, pairs=2, jobs=1, simulations=20)
    assert {record.end for record in result.games} == {"rules"}


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent('openspiel.bot("mtcs")')
    assert (caught.value.where, caught.value.given) == ("bot", "mtcs")


def test_a_game_without_a_twin_is_refused() -> None:
    class Nothing:
        name = "nothing"

        def start(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return state % 2

        def moves(self, state: int) -> list[int]:
            return [1]

        def play(self, state: int, move: int) -> int:
            return state + move

        def result(self, state: int) -> int | None:
            return 0 if state > 3 else None

    game = tesuji.register(Nothing)
    with pytest.raises(ParameterError) as caught:
        twin_of(game)
    assert caught.value.given == "nothing"

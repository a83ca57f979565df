"""Each game as a PettingZoo environment."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import numpy
import pytest

import tesuji
from tesuji import GameDefinitionError, IllegalMoveError, ParameterError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

from tesuji.interop.pettingzoo import PLAYERS, env, raw_env

GAMES = [*tesuji.games(), "colosseum(size=5)", "pentago(placement_wins=true)"]
EXPECTED_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent")
"""PettingZoo warns about every environment with action masks, its own included."""


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("game", GAMES)
def test_the_interface_is_pettingzoos(game: str, make: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in EXPECTED_WARNINGS:
            warnings.filterwarnings("ignore", message=text)
        api_test(make(game), num_cycles=500)


@pytest.mark.parametrize("game", GAMES)
def test_seeds_decide_everything(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=100)


def play(made: Any, seed: int) -> list[int]:
    """Random play; returns the actions."""
    made.reset(seed=seed)
    random = numpy.random.default_rng(seed)
    actions: list[int] = []
    for agent in made.agent_iter():
        observation, reward, terminated, truncated, _ = made.last()
        assert made.observation_space(agent).contains(observation)
        if terminated or truncated:
            made.step(None)
            continue
        assert reward == 0
        action = int(random.choice(numpy.flatnonzero(observation["action_mask"])))
        made.step(action)
        actions.append(action)
    return actions


@pytest.mark.parametrize("game", GAMES)
def test_games_follow_our_rules(game: str) -> None:
    made = raw_env(game)
    made.reset(seed=3)
    random = numpy.random.default_rng(3)
    while True:
        position, agent = made.position, made.agent_selection
        assert position is not None
        if position.is_over:
            break
        assert agent == PLAYERS[position.next_player]
        for player, name in enumerate(PLAYERS):
            seen = made.observe(name)
            assert (seen["observation"] == position.to_array(player)).all()
            legal = len(position.legal_moves) if name == agent else 0
            assert seen["action_mask"].sum() == legal
        action = int(random.choice(numpy.flatnonzero(made.observe(agent)["action_mask"])))
        made.step(action)
        following = position.play(position.game.actions[action])
        assert made.position is not None
        if following.is_chance:
            rolls = [following.play(event) for event, _ in following.chance_outcomes]
            assert made.position in rolls
        else:
            assert made.position == following
    assert position.outcome is not None
    for player, name in enumerate(PLAYERS):
        assert made.rewards[name] == 2 * position.outcome.value_for(player) - 1
        assert made.terminations[name]


@pytest.mark.parametrize("game", ["colosseum", "ewn", "ewn-cyclic"])
def test_starts_and_dice_differ_between_games(game: str) -> None:
    made = raw_env(game)
    texts = []
    for seed in (1, 1, 2, None):
        made.reset(seed=seed)
        assert made.position is not None
        texts.append(made.position.text)
    assert texts[0] == texts[1]
    assert len(set(texts)) == 3


def test_dice_have_their_probabilities() -> None:
    made = raw_env("ewn")
    made.reset(seed=0)
    counts = numpy.zeros(6)
    for _ in range(600):
        made.reset()
        assert made.position is not None
        counts[made.position.board.dice[0] - 1] += 1
    # Each die comes up 100 times on average; 60 to 140 is more than four standard deviations.
    assert counts.min() > 60
    assert counts.max() < 140


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(env("ewn"), 5) == play(env("ewn"), 5)


def test_a_game_may_start_anywhere() -> None:
    made = raw_env("pentago")
    made.reset(seed=0, options={"position": "wwww2/6/6/bbbb2/6/6"})
    winning = made.game.actions.index("e1CR")
    made.step(winning)
    assert made.rewards == {"player_0": 1, "player_1": -1}


def test_an_illegal_action_loses_or_raises() -> None:
    position = tesuji.game("avalam").start().play("c4d5")
    action = position.game.actions.index("c4d5")
    wrapped = env("avalam")
    wrapped.reset(seed=0, options={"position": position.text})
    wrapped.step(action)
    assert wrapped.terminations["player_1"]
    assert wrapped.rewards == {"player_0": 0, "player_1": -1}
    made = raw_env("avalam")
    made.reset(seed=0, options={"position": position.text})
    for wrong in (action, 292, None):
        with pytest.raises(IllegalMoveError):
            made.step(wrong)
    assert made.position == position


def test_positions_are_rendered() -> None:
    text = env("avalam", render_mode="ansi")
    text.reset(seed=0)
    assert text.render() == str(tesuji.game("avalam").start())
    picture = env("avalam", render_mode="svg")
    picture.reset(seed=0)
    assert picture.render().startswith("<svg")
    silent = env("avalam")
    silent.reset(seed=0)
    assert raw_env("avalam").render() is None


def test_a_wrong_render_mode_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        env("avalam", render_mode="rgb_array")
    assert (caught.value.where, caught.value.given) == ("render_mode", "rgb_array")


def test_without_pettingzoo_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tesuji.interop.pettingzoo")
    with pytest.raises(ModuleNotFoundError, match=r"tesuji\[pettingzoo\]"):
        importlib.import_module("tesuji.interop.pettingzoo")


def test_reset_comes_first() -> None:
    with pytest.raises(ParameterError) as caught:
        raw_env("avalam", render_mode="ansi").render()
    assert caught.value.where == "position"


def test_a_game_without_planes_has_no_environment() -> None:
    class Heap:
        name = "heap"

        def start(self) -> int:
            return 3

        def to_move(self, state: int) -> int:
            return state % 2

        def moves(self, state: int) -> list[int]:
            return [1]

        def play(self, state: int, move: int) -> int:
            return state - move

        def result(self, state: int) -> int | None:
            return 0 if state == 0 else None

    with pytest.raises(GameDefinitionError) as caught:
        env(tesuji.register(Heap))
    assert caught.value.method == "planes"

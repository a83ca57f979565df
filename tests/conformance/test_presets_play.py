"""Every preset plays its games to the end with legal moves, and rejects other games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import tesuji
from tesuji import Game, ParameterError, Player, Position
from tesuji.agents.presets import PRESETS, Preset

SMALL = {"colosseum": "colosseum(size=5)"}
"""Smaller boards for games whose default board would take too long."""
SIMULATIONS = 150


def own_games(preset: Preset) -> list[str]:
    return list(preset.games or tesuji.games())


PLAYS = [(preset, name) for preset in PRESETS for name in own_games(preset)]
REFUSES = [
    (preset, name) for preset in PRESETS for name in tesuji.games() if name not in own_games(preset)
]


def ids(pairs: list[tuple[Preset, str]]) -> list[str]:
    return [f"{preset.name} {game}" for preset, game in pairs]


def small(name: str) -> Game:
    return tesuji.game(SMALL.get(name, name))


def game_against_chance(player: Player, seat: int, rng: Random) -> Iterator[tuple[Position, str]]:
    """Plays a game; yields each position in which the player chose a move, and the move."""
    position = player.game.start(rng.randrange(1000))
    while not position.is_over:
        if position.is_chance:
            position = position.play(rng.choice(position.chance_outcomes)[0])
        elif position.to_move == seat:
            move = player.choose(position, simulations=SIMULATIONS)
            yield position, str(move)
            position = position.play(move)
        else:
            position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("preset", "name"), PLAYS, ids=ids(PLAYS))
def test_a_preset_plays_its_games_to_the_end(preset: Preset, name: str, seat: int) -> None:
    player = tesuji.agent(preset.name).player(small(name), seed=seat)
    asked = 0
    for position, move in game_against_chance(player, seat, Random(seat)):
        assert move in {str(legal) for legal in position.legal_moves}, position
        asked += 1
    assert asked > 0


@pytest.mark.parametrize(("preset", "name"), PLAYS, ids=ids(PLAYS))
def test_a_preset_analyses_legal_moves(preset: Preset, name: str) -> None:
    game, rng = small(name), Random(1)
    player = tesuji.agent(preset.name).player(game, seed=1)
    position, _ = next(game_against_chance(player, 0, rng))
    found = player.search(position, simulations=SIMULATIONS)
    legal = set(position.legal_moves)
    assert found.best in legal
    assert {move.move for move in found.moves} <= legal
    assert all(0 <= move.value <= 1 for move in found.moves)
    assert found.pv[0] == found.best


@pytest.mark.parametrize(("preset", "name"), PLAYS, ids=ids(PLAYS))
def test_a_preset_plays_by_a_clock(preset: Preset, name: str) -> None:
    """The player still answers when it has almost no time left."""
    game, rng = small(name), Random(2)
    player = tesuji.agent(preset.name).player(game, seed=1)
    position, _ = next(game_against_chance(player, 0, rng))
    for remaining in (0.08, 0.0):
        assert player.choose(position, remaining=remaining) in position.legal_moves


@pytest.mark.parametrize(("preset", "name"), REFUSES, ids=ids(REFUSES))
def test_a_preset_rejects_other_games(preset: Preset, name: str) -> None:
    """The error comes before the first move and names the preset and the game."""
    with pytest.raises(ParameterError, match=rf"\b{preset.name}\b.*\b{name}\b"):
        tesuji.agent(preset.name).player(tesuji.game(name))
    start = tesuji.game(name).start(1)
    if not start.is_chance:
        with pytest.raises(ParameterError, match=preset.name):
            tesuji.agent(preset.name).choose(start)


def test_most_presets_are_for_one_game() -> None:
    """Presets have both games that they play and games that they reject."""
    assert {preset.name for preset, _ in PLAYS} == {preset.name for preset in PRESETS}
    assert len(PLAYS) + len(REFUSES) == len(PRESETS) * len(tesuji.games())
    assert {preset.name for preset in PRESETS if not preset.games} == {"mcs"}

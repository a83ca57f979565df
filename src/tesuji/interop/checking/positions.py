"""Positions to ask an agent about: of all sizes of a game, from the opening to the last move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import tesuji
from tesuji.games import Game, Position
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.specs import Parameter, parse_spec

__all__ = ["Question", "draw_questions", "variants"]

PER_GAME = 5
"""Positions that are taken from one random game."""
LONGEST = 1_000
"""Plies after which a random game is left."""


@dataclass(frozen=True)
class Question:
    """A position in which the agent is asked for a move."""

    number: int
    """The number of the question, from 0."""
    game_number: int
    """The number of the random game that it comes from; one player answers all of a game."""
    position: Position

    @property
    def seed(self) -> int:
        """The seed of the player that answers it."""
        return derive_seed(self.game_number, 0)


def variants(spec: str) -> list[Game]:
    """The game of a spec, in all of its sizes unless the spec gives one."""
    game, given = tesuji.game(spec), parse_spec(spec).arguments
    size = next((each for each in game.declared_parameters if each.name == "size"), None)
    if size is None or "size" in given or not _is_range(size):
        return [game]
    assert size.low is not None
    assert size.high is not None
    sizes = range(int(size.low), int(size.high) + 1)
    return [tesuji.game(str(parse_spec(spec).replaced("size", each))) for each in sizes]


def _is_range(parameter: Parameter) -> bool:
    return parameter.kind is int and parameter.low is not None and parameter.high is not None


def draw_questions(games: list[Game], count: int, seed: int) -> list[Question]:
    """Draws different positions from random games, one kind of game after the other.

    Of each game it takes the last decision, in which a win is often possible, and others spread
    evenly over the game.
    """
    questions: list[Question] = []
    seen: set[Position] = set()
    for number in range(20 * count):
        decisions = list(_decisions(games[number % len(games)], derive_seed(seed, number)))
        for position in _spread(decisions):
            if position not in seen and len(questions) < count:
                seen.add(position)
                questions.append(Question(len(questions), number, position))
        if len(questions) == count:
            break
    return questions


def _decisions(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a random game in which a player has a choice."""
    stream = RandomStream(seed)
    position = game.start(seed=seed)
    turns = play_game(position, random_mover(stream), stream)
    for _ in range(LONGEST):
        if not position.is_chance and len(position.legal_moves) > 1:
            yield position
        turn = next(turns, None)
        if turn is None:
            return
        position = turn.after


def _spread(decisions: list[Position]) -> list[Position]:
    last = len(decisions) - 1
    chosen = {round(last * part / (PER_GAME - 1)) for part in range(PER_GAME)}
    return [decisions[number] for number in sorted(chosen)] if decisions else []

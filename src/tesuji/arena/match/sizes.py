"""Board sizes that are drawn for each pair, as a course draws them for each game."""

from __future__ import annotations

from collections.abc import Sequence

import tesuji
from tesuji.errors import ParameterError
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.specs import parse_spec

__all__ = ["Sizes", "check_sizes", "pair_game", "sized_game"]

Sizes = tuple[int, int]
"""The smallest and the largest board."""


def check_sizes(given: Sequence[int] | None, game: str) -> Sizes | None:
    """The sizes, if the game has boards of all of them."""
    if given is None:
        return None
    expected = "two board sizes, the smaller one first, such as (6, 12)"
    fits = len(given) == 2 and all(type(size) is int for size in given) and given[0] <= given[1]
    if not fits:
        raise ParameterError.wrong_value("sizes", given, expected)
    kind = tesuji.game(game)
    if "size" not in kind.parameters:
        raise ParameterError(
            f"{kind.name} has boards of one size", where="sizes", given=given, expected="no sizes"
        )
    if "size" in parse_spec(game).arguments:
        raise ParameterError(
            f"give sizes or the size of {game}, not both", where="sizes", given=given
        )
    for size in given:
        tesuji.game(sized_game(game, size))
    return given[0], given[1]


def sized_game(game: str, size: int) -> str:
    """The spec of the game on a board of this size."""
    return str(parse_spec(game).replaced("size", size))


def pair_game(game: str, sizes: Sequence[int] | None, seed: int, pair: int) -> str:
    """The game of both games of a pair: its size is drawn from the pair's seed, all equally."""
    if sizes is None:
        return game
    low, high = sizes
    stream = RandomStream(derive_seed(derive_seed(seed, pair), 2))
    return sized_game(game, low + stream.below(high - low + 1))

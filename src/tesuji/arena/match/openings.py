"""Openings: where the games of a pair begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Game, Position
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream, derive_seed

__all__ = [
    "default_plies",
    "distinct_openings",
    "draw_opening",
    "given_openings",
    "pair_opening",
    "read_openings",
]

_PLIES = {"avalam": 4, "pentago": 2, "pentago-twist": 2}


def default_plies(game: Game) -> int:
    """Random plies of an opening: none where the rules draw the start."""
    return 0 if game.draws_start else _PLIES.get(game.name, 2)


def draw_opening(game: Game, seed: int, plies: int | None = None) -> Position:
    """A start drawn from the seed and some random plies; not over, and not won in one."""
    wanted = default_plies(game) if plies is None else plies
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 0:
        raise ParameterError(f"plies is an integer of at least 0, not {plies!r}")
    for attempt in range(1000):
        position = _random_plies(game, derive_seed(seed, attempt), wanted)
        if position is not None and not _is_won_in_one(position):
            return position
    raise ParameterError(
        f"no opening of {wanted} plies in {game.spec} that is not over or won in one was found"
    )


def pair_opening(
    game: Game, seed: int, pair: int, given: Sequence[str] | None, plies: int | None
) -> str:
    """Where a pair of a match begins: the given openings in turn, else drawn from its seeds."""
    if given is not None:
        return given[pair % len(given)]
    return draw_opening(game, derive_seed(derive_seed(seed, pair), 0), plies).text


def _random_plies(game: Game, seed: int, plies: int) -> Position | None:
    """The position after some random moves, or None if the game ends before."""
    stream = RandomStream(seed)
    position, made = game.start(seed=seed), 0
    turns = play_game(position, random_mover(stream), stream)
    while made < plies and (turn := next(turns, None)) is not None:
        position, made = turn.after, made + (turn.player is not None)
    return None if position.is_over else position


def _is_won_in_one(position: Position) -> bool:
    """Whether the player to move wins at once; at a chance position, whether any roll lets it."""
    if position.is_chance:
        return any(_is_won_in_one(position.play(event)) for event, _ in position.chance_outcomes)
    player = position.to_move
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == player:
            return True
    return False


def distinct_openings(
    game: Game, count: int, *, seed: int = 0, plies: int | None = None
) -> Iterator[Position]:
    """Drawn openings, no two of them equal under a symmetry of the game."""
    seen: set[Position] = set()
    found = 0
    for number in range(100 * count + 1000):
        if found == count:
            return
        position = draw_opening(game, derive_seed(seed, number), plies)
        images = [position.transformed(s) for s in range(game.symmetry_count)]
        if any(image in seen for image in images):
            continue
        seen.add(position)
        found += 1
        yield position
    raise ParameterError(
        f"{game.spec} has too few different openings for {count}: {found} were found"
    )


def read_openings(file: Path, game: Game) -> list[Position]:
    """Openings from a file: a position a line; empty lines and lines with # are left out."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(f"{file} cannot be read as openings: {error}") from error
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    found = [
        _opening(text, game, f"{file}, line {number}")
        for number, text in numbered
        if text and not text.startswith("#")
    ]
    if not found:
        raise ParameterError(f"{file} holds no opening")
    return found


def given_openings(texts: Sequence[str], game: Game) -> list[Position]:
    """Openings from texts."""
    if not texts:
        raise ParameterError("openings are one or more positions, not none at all")
    return [_opening(text, game, f"opening {number}") for number, text in enumerate(texts, 1)]


def _opening(text: str, game: Game, where: str) -> Position:
    try:
        position = game.position(text)
    except TesujiError as error:
        raise ParameterError(f"{where}: {error}") from error
    if position.is_over:
        raise ParameterError(f"{where}: the game is over in {text!r}")
    return position

"""Openings: the positions from which pairs of games begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tesuji.agents.foreign_code import stopping_hangs
from tesuji.arena.match.balance import Balance
from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Game, Position
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.input_files import read_text

__all__ = [
    "default_plies",
    "distinct_openings",
    "draw_opening",
    "given_openings",
    "pair_opening",
    "read_openings",
]

ATTEMPTS = 1000
"""Random games to try for one opening."""
_PLIES = {"avalam": 4, "pentago": 2, "pentago-twist": 2}


def default_plies(game: Game) -> int:
    """The random plies of an opening; 0 if the rules of the game draw the start."""
    return 0 if game.draws_start else _PLIES.get(game.name, 2)


def draw_opening(game: Game, seed: int, plies: int | None = None) -> Position:
    """Draws an opening from the seed: a start position and some random plies.

    The game is not over there, and the player to move has no immediate win.
    """
    wanted = default_plies(game) if plies is None else plies
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 0:
        raise ParameterError(
            f"plies must be an integer of at least 0, not {plies!r}", where="plies", given=plies
        )
    with stopping_hangs():
        for attempt in range(ATTEMPTS):
            position = _random_plies(game, derive_seed(seed, attempt), wanted)
            if position is not None and not _has_immediate_win(position):
                return position
    raise ParameterError(
        f"no opening found: after {wanted} plies, each of {ATTEMPTS} random games of {game.spec}"
        " was over or had an immediate win",
        where="plies",
        given=wanted,
    )


def pair_opening(
    game: Game, seed: int, pair: int, given: Sequence[str] | None, plies: int | None
) -> str:
    """The opening of a pair: one of the given ones in turn, else drawn from the pair's seed."""
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


def _has_immediate_win(position: Position) -> bool:
    """Whether a move ends the game and wins it; at a chance position, after any event."""
    if position.is_chance:
        events = position.chance_outcomes
        return any(_has_immediate_win(position.play(event)) for event, _ in events)
    player = position.to_move
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == player:
            return True
    return False


def distinct_openings(
    game: Game,
    count: int,
    *,
    seed: int = 0,
    plies: int | None = None,
    balance: Balance | None = None,
) -> Iterator[Position]:
    """Draws openings, no two of which are equal under a symmetry of the game.

    With ``balance`` only those that a search finds even.
    """
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
        if balance is not None and not balance.holds(position):
            continue
        found += 1
        yield position
    even, advice = ("", "") if balance is None else (" even", "; try a wider balance")
    raise ParameterError(
        f"found only {found} of {count} different{even} openings of {game.spec}{advice}",
        where="count",
        given=count,
    )


def read_openings(file: Path, game: Game) -> list[Position]:
    """Reads openings from a file, one position per line; skips empty lines and # comments."""
    try:
        lines = read_text(file).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(
            f"cannot read openings from {file}: {error}", where="openings", given=str(file)
        ) from error
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    found = [
        _opening(text, game, f"{file}, line {number}")
        for number, text in numbered
        if text and not text.startswith("#")
    ]
    if not found:
        raise ParameterError(f"there are no openings in {file}", where="openings", given=str(file))
    return found


def given_openings(texts: Sequence[str], game: Game) -> list[Position]:
    """Reads openings from texts."""
    if not texts:
        raise ParameterError(
            "openings must be one or more positions, not none", where="openings", given=texts
        )
    return [_opening(text, game, f"opening {number}") for number, text in enumerate(texts, 1)]


def _opening(text: str, game: Game, where: str) -> Position:
    try:
        position = game.position(text)
    except TesujiError as error:
        raise ParameterError(f"{where}: {error}", where=where, given=text) from error
    if position.is_over:
        raise ParameterError(f"{where}: the game is over in {text!r}", where=where, given=text)
    return position

"""Positions with the result of their game, from a store or from a file of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.games.record import GameRecord
from tesuji.games.record_files import read_records

__all__ = ["Sample", "read_samples", "samples_of"]

_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True)
class Sample:
    """A position in which a player is to move, and how its game ended."""

    position: Position
    result: float
    """1, 1/2 or 0 for player 0."""
    weight: float
    """All positions of a game together weigh 1, since they share its result."""


def read_samples(file: str | Path, game: Game) -> list[Sample]:
    """The positions of all games in a store or a file of records that ended by the rules."""
    path = Path(file)
    if not path.is_file():
        raise ParameterError.wrong_value("positions", str(file), "a store or a file of records")
    with path.open("rb") as opened:
        is_store = opened.read(len(_SQLITE)) == _SQLITE
    samples = samples_of(_stored(path) if is_store else read_records(path), game)
    if not samples:
        raise ParameterError(
            f"positions: {path} has no game of {game.expanded_spec} that ended by the rules",
            where="positions",
            given=str(file),
            expected=f"games of {game.expanded_spec}",
        )
    return samples


def _stored(path: Path) -> Iterator[GameRecord]:
    with Store(path, create=False) as store:
        for match in store.matches():
            if match.games:
                yield from store.games(match.id)


def samples_of(records: Iterable[GameRecord], game: Game) -> list[Sample]:
    """The positions of finished games of this game, without openings and forced moves."""
    return [
        sample
        for record in records
        if record.end == "rules" and record.game in (game.spec, game.expanded_spec)
        for sample in _of_game(record)
    ]


def _of_game(record: GameRecord) -> list[Sample]:
    undecided = [
        position
        for position in record.positions()
        if position.to_move is not None and len(position.legal_moves) > 1
    ]
    result = record.value_for(0)
    return [Sample(position, result, 1 / len(undecided)) for position in undecided]

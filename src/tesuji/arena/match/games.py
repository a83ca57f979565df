"""The stored games of a match: a sequence that reads them when they are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from tesuji.arena.store.store import Store
from tesuji.games.record import GameRecord
from tesuji.wording import counted

__all__ = ["MatchGames", "game_rows"]


class MatchGames(Sequence[GameRecord]):
    """The games of a match in the order of the schedule; the two games of a pair are neighbours.

    Iteration reads one game at a time.
    """

    def __init__(self, store: Store, match: int) -> None:
        self._store, self._match = store, match

    @cached_property
    def _pairs(self) -> list[int]:
        return sorted(self._store.pairs(self._match))

    def __len__(self) -> int:
        return 2 * len(self._pairs)

    def __iter__(self) -> Iterator[GameRecord]:
        return self._store.games(self._match)

    @overload
    def __getitem__(self, index: int) -> GameRecord: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[GameRecord]: ...
    def __getitem__(self, index: int | slice) -> GameRecord | Sequence[GameRecord]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        pair, side = divmod(range(len(self))[index], 2)
        return self._store.pair(self._match, self._pairs[pair])[side]

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'game')}>"


def game_rows(games: Iterable[GameRecord]) -> list[dict[str, Any]]:
    """One flat row per game, for tables.

    ``score`` is 1, 0.5 or 0 for the first agent of the match; ``first_seconds`` and
    ``second_seconds`` are the time that the match's agents took, whichever side they played.
    """
    return [_row(record) for record in games]


def _row(record: GameRecord) -> dict[str, Any]:
    is_swapped = record.tags.get("Side") == "swapped"
    seconds = [0.0, 0.0]
    for move in record.moves:
        if move.player is not None:
            seconds[move.player] += move.seconds or 0.0
    first = int(is_swapped)
    return {
        "pair": int(record.tags["Pair"]),
        "side": "swapped" if is_swapped else "named",
        "player_0": record.agents[0],
        "player_1": record.agents[1],
        "winner": None if record.winner is None else record.agents[record.winner],
        "score": record.value_for(first),
        "end": record.end,
        "reason": record.reason,
        "plies": sum(move.player is not None for move in record.moves),
        "first_seconds": seconds[first],
        "second_seconds": seconds[1 - first],
        "start": record.start,
    }

"""Feedback for a student: the worst moves of an agent, and the better ones.

A few lost games are reviewed with a fixed number of simulations, so the same game always gets the
same review. Reviews are kept by game and are not repeated.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import tesuji
from tesuji.agents.review import review
from tesuji.arena.match.result import MatchResult
from tesuji.games.record import GameRecord, record_text
from tesuji.output_files import write_whole

__all__ = ["Feedback", "LostGame", "WorstMove", "lost_games"]

SIMULATIONS = 400
"""Simulations of each search of a review."""
REVIEWER = "mcts"
WORST = 5
"""Moves that a page shows."""


@dataclass(frozen=True)
class WorstMove:
    """A move that lost win probability, and what would have been better."""

    position: str
    ply: int
    played: str
    better: str
    lost: float
    mark: str


@dataclass(frozen=True)
class LostGame:
    """A game that an entrant lost by the rules."""

    record: GameRecord
    match: MatchResult
    own: int
    """The place of the entrant in the match: 0 or 1."""

    @property
    def seat(self) -> int:
        """The player that the entrant was in this game."""
        return 1 - self.own if self.record.tags.get("Side") == "swapped" else self.own


def lost_games(matches: Sequence[tuple[MatchResult, int]], most: int) -> list[LostGame]:
    """Up to so many lost games, those of the last match first.

    Each match comes with the place of the entrant in it.
    """
    found: list[LostGame] = []
    for match, own in reversed(matches):
        for record in match.games:
            game = LostGame(record, match, own)
            if record.end == "rules" and record.winner == 1 - game.seat and len(found) < most:
                found.append(game)
    return found


@dataclass(frozen=True)
class Feedback:
    """Reviews games and keeps what it found in a folder."""

    folder: Path
    simulations: int = SIMULATIONS

    def worst_moves(self, games: Sequence[LostGame]) -> list[WorstMove]:
        """The worst moves of an entrant over some games."""
        found = [move for game in games for move in self._reviewed(game.record, game.seat)]
        return sorted(found, key=lambda move: -move.lost)[:WORST]

    def _reviewed(self, record: GameRecord, seat: int) -> list[WorstMove]:
        file = self.folder / f"{self._key(record, seat)}.json"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            moves = [asdict(move) for move in self._bad_moves(record, seat)]
            write_whole(json.dumps(moves) + "\n", file)
        return [WorstMove(**each) for each in json.loads(file.read_text("utf-8"))]

    def _key(self, record: GameRecord, seat: int) -> str:
        text = f"{self.simulations} {tesuji.__version__} {seat} {record_text(record)}"
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def _bad_moves(self, record: GameRecord, seat: int) -> Iterator[WorstMove]:
        for ply in review(record, agent=REVIEWER, simulations=self.simulations).mistakes:
            if ply.position.to_move == seat and ply.best is not None and ply.best != ply.played:
                yield WorstMove(
                    ply.position.text,
                    ply.ply,
                    str(ply.played),
                    str(ply.best),
                    round(ply.lost or 0.0, 3),
                    ply.mark,
                )

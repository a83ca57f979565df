"""Draws: the starts, dice and agents' seeds of a session, by chance or by a seed."""

from __future__ import annotations

from random import Random, SystemRandom

from tesuji.games.randomness import derive_seed

__all__ = ["Draws"]

STARTS, DICE, AGENTS = range(3)


class Draws:
    """What a session draws. With a seed it is the same for every session: the n-th game has the
    same start, and its n-th ply the same roll, whatever was played, thought or taken back."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._games = 0
        self.agents = self._stream(AGENTS, 0)
        """For the seeds of agents."""

    def start_seed(self) -> int:
        """Of one more game."""
        self._games += 1
        return self._stream(STARTS, self._games).getrandbits(32)

    def die(self, ply: int) -> Random:
        """What decides the roll at a ply of this game."""
        return self._stream(DICE, self._games, ply)

    def _stream(self, *of: int) -> Random:
        if self._seed is None:
            return SystemRandom()
        seed = self._seed
        for number in of:
            seed = derive_seed(seed, number)
        return Random(seed)

"""The random numbers of a session: starting positions, dice and the seeds of agents."""

from __future__ import annotations

from random import Random, SystemRandom

from tesuji.games.randomness import derive_seed, keyed_seed

__all__ = ["Seeds"]

STARTS, DICE = range(2)


class Seeds:
    """Random streams of a session.

    With a seed they are the same for every session: the n-th game has the same start and its n-th
    ply the same roll, whatever was played, searched or taken back before.
    """

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._games = 0
        self._agents = 0

    def next_start(self) -> int:
        """The seed of the next game's starting position."""
        return self._stream(STARTS, self._games + 1).getrandbits(32)

    def count_game(self) -> None:
        """Counts a game that begins; the dice depend on its number."""
        self._games += 1

    def agent_seed(self) -> int:
        """The seed of the next agent, which does not reveal the dice."""
        self._agents += 1
        if self._seed is None:
            return SystemRandom().getrandbits(64)
        return keyed_seed(self._seed, self._agents)

    def die(self, ply: int) -> Random:
        """The stream that decides the roll at a ply of this game."""
        return self._stream(DICE, self._games, ply)

    def _stream(self, *of: int) -> Random:
        if self._seed is None:
            return SystemRandom()
        seed = self._seed
        for number in of:
            seed = derive_seed(seed, number)
        return Random(seed)

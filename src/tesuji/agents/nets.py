"""The numbers of a network over the slots of patterns, as its file has them.

``core/tesuji/learned/net.hpp`` evaluates them. `NetNumbers.log_odds` is the same in numpy: for
games written in Python, and to test the core.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "DIRECT_UNIT",
    "LANE_UNIT",
    "MOST_OUTPUT",
    "OUTPUT_UNIT",
    "NetNumbers",
]

DIRECT_UNIT = 512
"""The first lane of the accumulator counts as it is, in units of 1 / DIRECT_UNIT log-odds."""
LANE_UNIT = 256
"""The others are in units of 1 / LANE_UNIT."""
OUTPUT_UNIT = 16
MOST_OUTPUT = 127
_SHIFT = 10
"""Squared lanes times output weights are 2**20 per log-odd, weights 2**10."""

Integers = NDArray[np.int16]


@dataclass(frozen=True)
class NetNumbers:
    """A network in 16 bits."""

    rows: Integers
    """A row for each weight of the patterns."""
    empty: Integers
    """The accumulator without any slot."""
    output: Integers
    """The weights of squared lanes; that of the first lane is 0."""

    @property
    def width(self) -> int:
        """Lanes of the accumulator."""
        return len(self.empty)

    def tobytes(self) -> bytes:
        """All numbers, as a file has them."""
        return np.vstack([self.rows, self.empty, self.output]).astype("<i2").tobytes()

    @classmethod
    def read(cls, data: bytes, width: int) -> NetNumbers:
        """The numbers of a file; raises ValueError for an output weight that is too large."""
        found = np.frombuffer(data, "<i2").astype(np.int16).reshape(-1, width)
        if found[-1, 0] or np.abs(found[-1].astype(int)).max() > MOST_OUTPUT:
            raise ValueError(
                f"an output weight is outside of +-{MOST_OUTPUT}, or the first is not 0"
            )
        return cls(found[:-2], found[-2], found[-1])

    def sums(self, used: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """The accumulators of positions, without the limit of 16 bits."""
        found: NDArray[np.int64] = np.add.reduceat(self.rows[used].astype(np.int64), starts)
        return found + self.empty

    def log_odds(self, used: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """The log-odds of positions whose entries of ``used`` begin at ``starts``, times 1024."""
        sums = self.sums(used, starts).astype(np.int16).astype(np.int64)  # wraps, as the core does
        hidden = np.clip(sums, 0, LANE_UNIT - 1) ** 2 @ self.output.astype(np.int64)
        found: NDArray[np.int64] = 2 * sums[:, 0] + (hidden >> _SHIFT)
        return found

"""Random numbers for decisions made in Python: SplitMix64, the same on every machine."""

from __future__ import annotations

import hashlib

__all__ = ["RandomStream", "derive_seed", "keyed_seed"]

_MASK = 2**64 - 1


def _mix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def derive_seed(seed: int, number: int) -> int:
    """Derives the seed of one of several things that share a seed; `number` says which.

    >>> derive_seed(7, 0) != derive_seed(7, 1)
    True
    """
    return _mix(_mix(seed) ^ _mix(~_mix(number) & _MASK))


def keyed_seed(secret: int, *numbers: int) -> int:
    """Derives a seed that reveals nothing about the ``secret`` or other seeds derived from it.

    Agents get such seeds, because they must not find out the dice. Everything else can use
    `derive_seed`, which is faster and can be inverted.

    >>> keyed_seed(7, 0) != keyed_seed(7, 1)
    True
    """
    message = b",".join(b"%d" % number for number in numbers)
    key = secret.to_bytes(8, "little")
    digest = hashlib.blake2b(message, key=key, digest_size=8, person=b"tesuji agents").digest()
    return int.from_bytes(digest, "little")


class RandomStream:
    """A stream of random numbers; the same seed gives the same numbers."""

    def __init__(self, seed: int) -> None:
        self._state = _mix(seed)

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        return _mix(self._state) * bound >> 64

    def random(self) -> float:
        """A uniform number from 0 up to, but not including, 1."""
        return self.below(2**53) / 2**53

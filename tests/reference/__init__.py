"""Slow, obvious rules of every game, the oracle the fast core is tested against."""

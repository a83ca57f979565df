"""Slow, obvious rules of every game, used to test the fast core."""

"""Tests of the arena, and what they share."""

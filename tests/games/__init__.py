"""Tests of the games in Python, and games that they share."""

"""Tests of the C++ core, the package and the rules of every game."""

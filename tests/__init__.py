"""Tests: of the core in C++, of the package, of every game's rules, and the slow references."""

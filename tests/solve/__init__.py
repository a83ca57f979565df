"""Solvers against brute force, and what every solver promises."""
